//! `while` loops that end with a step become `for` loops, which everything behind this looks at.
//!
//! ```text
//!     while (i < n) {                for (; i < n; i++) {
//!       a[i] = b[i];         ->        a[i] = b[i];
//!       i++;
//!     }                              }
//! ```
//!
//! Legal if: nothing skips the step (`continue` would not in a `for` loop), and the step names nothing that the body
//! declares. What it steps is what the condition reads; else the loop would not be counted, and stays as it is.
//! Source: PIPS converts such loops with an analysis of the values; here `header` decides whether the loop can be counted.

use super::visit::{self, Item, mentions};
use crate::ast::{DeclId, ExprId, ExprKind, StmtId, StmtKind, UnaryOp, Unit};

/// Rewrites the unit's `while` loops.
pub fn make_for_loops(unit: &mut Unit) {
    for s in (0..unit.stmts.len()).filter_map(|i| u32::try_from(i).ok()).map(StmtId) {
        let StmtKind::While { cond, body } = unit.stmt(s).kind else { continue };
        let Some((mut statements, step)) = split(unit, cond, body) else { continue };
        statements.pop();
        let (loc, end) = (unit.stmt(body).loc, unit.stmt(body).end);
        let body = unit.add_stmt(StmtKind::Compound { body: statements }, loc);
        unit.stmts[body.0 as usize].end = end;
        unit.stmts[s.0 as usize].kind = StmtKind::For { init: None, cond: Some(cond), inc: Some(step), body };
    }
}

/// The statements of the body and the expression of the last one, where that may be the step of a `for` loop.
fn split(unit: &Unit, cond: ExprId, body: StmtId) -> Option<(Vec<StmtId>, ExprId)> {
    let StmtKind::Compound { body: statements } = &unit.stmt(body).kind else { return None };
    let StmtKind::Expr { expr: step } = unit.stmt(*statements.last()?).kind else { return None };
    let is_tested = mentions(unit, Item::Expr(cond), stepped(unit, step)?);
    let names_own = declared(unit, body).into_iter().any(|decl| mentions(unit, Item::Expr(step), decl));
    (is_tested && !names_own && !continues(unit, body)).then(|| (statements.clone(), step))
}

fn stepped(unit: &Unit, step: ExprId) -> Option<DeclId> {
    let target = match unit.expr(step).kind {
        ExprKind::Unary { op: UnaryOp::PreInc | UnaryOp::PostInc | UnaryOp::PreDec | UnaryOp::PostDec, arg } => arg,
        ExprKind::CompoundAssign { lhs, .. } | ExprKind::Assign { lhs, .. } => lhs,
        _ => return None,
    };
    match unit.expr(target).kind {
        ExprKind::Ref { decl } => Some(decl),
        _ => None,
    }
}

fn declared(unit: &Unit, body: StmtId) -> Vec<DeclId> {
    let mut found = Vec::new();
    visit::walk(unit, Item::Stmt(body), |item| {
        if let Item::Stmt(s) = item
            && let StmtKind::Decl { decls } = &unit.stmt(s).kind
        {
            found.extend(decls);
        }
        true
    });
    found
}

/// Does a `continue` of this loop stand in its body?
fn continues(unit: &Unit, body: StmtId) -> bool {
    let mut found = false;
    visit::walk(unit, Item::Stmt(body), |item| match item {
        Item::Stmt(s) => match unit.stmt(s).kind {
            StmtKind::Continue => {
                found = true;
                false
            }
            StmtKind::For { .. } | StmtKind::While { .. } | StmtKind::Do { .. } => false,
            _ => true,
        },
        _ => true,
    });
    found
}
