//! Two branches of which one writes what the other reads, become two conditions.
//!
//! ```text
//!     if (b[i] < 0)                       if (b[i] < 0)
//!       c[i + 1] = a[i];                    c[i + 1] = a[i];
//!     else                         ->     if (!(b[i] < 0))
//!       a[i] = c[i];                        a[i] = c[i];
//! ```
//!
//! Each may then become a loop of its own, which is what `region-distribute` finds out.
//! Legal if:  the loop changes nothing that the condition reads, and evaluating the condition does nothing: it has the same
//!            value the second time, so that one of the two runs, as before.
//! Rejects:   conditions of what the iteration has computed; loops that are left early.

use super::counted::skips_its_end;
use super::effects::{Effects, Root, has_jumps, is_step, place};
use super::induction::loops;
use super::inline::{calls_in, is_free};
use super::rewrite::Copies;
use super::value::{is_ordinary, same_expr};
use super::visit::{self, Item};
use super::wrap_around::flatten;
use crate::ast::{CastKind, ExprId, ExprKind, StmtId, StmtKind, UnaryOp, Unit};

pub fn split_branches(unit: &mut Unit) {
    for function in unit.functions.clone() {
        let Some(body) = unit.decl(function).body.filter(|&body| !has_jumps(unit, body)) else { continue };
        let whole = Effects::of_stmt(unit, body);
        for s in loops(unit, body) {
            for condition in conditions(unit, &whole, s) {
                split(unit, condition);
            }
        }
    }
}

fn conditions(unit: &Unit, function: &Effects, s: StmtId) -> Vec<StmtId> {
    let StmtKind::For { body, .. } = unit.stmt(s).kind else { return vec![] };
    if skips_its_end(unit, body) || !calls_in(unit, Item::Stmt(s)).is_empty() {
        return vec![];
    }
    let (mut list, effects) = (Vec::new(), Effects::of_stmt(unit, body));
    flatten(unit, body, &mut list);
    list.retain(|&it| {
        let StmtKind::If { cond, then, other: Some(other) } = unit.stmt(it).kind else { return false };
        is_kept(unit, cond, &effects, function) && (meet(unit, then, other) || meet(unit, other, then))
    });
    list
}

/// The condition has the same value wherever in an iteration it is evaluated.
fn is_kept(unit: &Unit, cond: ExprId, effects: &Effects, function: &Effects) -> bool {
    let mut kept = is_free(unit, cond);
    visit::walk(unit, Item::Expr(cond), |item| {
        let Item::Expr(e) = item else { return true };
        if let ExprKind::Cast { cast: CastKind::LvalueToRvalue, arg } = unit.expr(e).kind {
            kept &= is_ordinary(unit.ty(unit.expr(arg).ty))
                && !effects.may_change(unit, function, &place(unit, arg))
                && !matches!(unit.expr(arg).kind, ExprKind::Ref { decl } if effects.declared.contains(&decl));
        }
        kept
    });
    kept
}

/// The first statement writes elements of what the second reads, elsewhere.
fn meet(unit: &Unit, writes: StmtId, reads: StmtId) -> bool {
    let (mut written, mut found) = (Vec::new(), false);
    visit::walk(unit, Item::Stmt(writes), |item| {
        if let Item::Expr(e) = item {
            written.extend(match unit.expr(e).kind {
                ExprKind::Assign { lhs, .. } | ExprKind::CompoundAssign { lhs, .. } => {
                    element(unit, lhs).map(|root| (root, lhs))
                }
                ExprKind::Unary { op, arg } if is_step(op) => element(unit, arg).map(|root| (root, arg)),
                _ => None,
            });
        }
        true
    });
    visit::walk(unit, Item::Stmt(reads), |item| {
        if let Item::Expr(e) = item
            && let ExprKind::Cast { cast: CastKind::LvalueToRvalue, arg } = unit.expr(e).kind
        {
            let root = element(unit, arg);
            let meets = |&(other, lvalue): &(Root, ExprId)| Some(other) == root && !same_expr(unit, lvalue, arg);
            found |= written.iter().any(meets);
        }
        !found
    });
    found
}

/// The array or pointer that an element belongs to.
fn element(unit: &Unit, lvalue: ExprId) -> Option<Root> {
    match unit.expr(lvalue).kind {
        ExprKind::Subscript { .. } => Some(place(unit, lvalue).root).filter(|root| *root != Root::Pointer(None)),
        _ => None,
    }
}

fn split(unit: &mut Unit, s: StmtId) {
    let StmtKind::If { cond, then, other: Some(other) } = unit.stmt(s).kind else { return };
    let (loc, ty) = (unit.stmt(s).loc, unit.int_type());
    let arg = unit.copy_expr(cond, &mut Copies::default());
    let opposite = unit.add_expr(ExprKind::Unary { op: UnaryOp::LogicalNot, arg }, ty, loc, false);
    let first = unit.add_stmt(StmtKind::If { cond, then, other: None }, loc);
    let second = unit.add_stmt(StmtKind::If { cond: opposite, then: other, other: None }, loc);
    unit.stmts[s.0 as usize].kind = StmtKind::Compound { body: vec![first, second] };
}
