//! The last index with some property is the greatest.
//!
//! ```text
//!     int last = -1;                          int last = -1;
//!     for (i = 0; i < n; i++)           ->    for (i = 0; i < n; i++)
//!       if (a[i] < 0) last = i;                 if (a[i] < 0) { if (last < i) last = i; }
//! ```
//!
//! Legal if:  the loop counts upward, nothing else in it reads or changes the variable, and its value before is a constant
//!            that is not greater than the index's first one. Then the new condition always holds, or changes nothing.
//! Rejects:   assignments beside others, whose selection of all of them is known as it stands.

use super::closed_form::value_at_entry;
use super::counted::{Counted, is_own, is_plain_read};
use super::effects::{Effects, has_jumps};
use super::induction::loops;
use super::visit::{self, Item};
use crate::ast::{BinaryOp, DeclId, ExprId, ExprKind, StmtId, StmtKind, Unit};

pub fn compare_last_indices(unit: &mut Unit) {
    for function in unit.functions.clone() {
        let Some(body) = unit.decl(function).body.filter(|&body| !has_jumps(unit, body)) else { continue };
        for s in loops(unit, body) {
            for assignment in last_indices(unit, body, s) {
                compare(unit, assignment);
            }
        }
    }
}

/// The statements that assign the index, alone under a condition.
fn last_indices(unit: &Unit, function: StmtId, s: StmtId) -> Vec<StmtId> {
    let Some(counted) = Counted::new(unit, s).filter(|counted| counted.step > 0 && !counted.is_open) else {
        return vec![];
    };
    let effects = Effects::of_stmt(unit, s);
    let mut found = Vec::new();
    visit::walk(unit, Item::Stmt(counted.body), |item| {
        if let Item::Stmt(condition) = item
            && let StmtKind::If { then, other: None, .. } = unit.stmt(condition).kind
            && let Some((variable, statement)) = assigns(unit, then, counted.index)
            && effects.writes(variable) == 1
            && occurrences(unit, s, variable) == 1
            && starts_before(unit, function, s, variable, counted.lo)
        {
            found.push(statement);
        }
        true
    });
    found
}

/// The variable that the statement, which does nothing else, gives the index.
fn assigns(unit: &Unit, mut s: StmtId, index: DeclId) -> Option<(DeclId, StmtId)> {
    while let StmtKind::Compound { body } = &unit.stmt(s).kind {
        let [single] = body[..] else { return None };
        s = single;
    }
    let StmtKind::Expr { expr } = unit.stmt(s).kind else { return None };
    let ExprKind::Assign { lhs, rhs } = unit.expr(expr).kind else { return None };
    let ExprKind::Ref { decl } = unit.expr(lhs).kind else { return None };
    let is_alike = unit.ty(unit.decl(decl).ty).kind == unit.ty(unit.decl(index).ty).kind;
    (is_plain_read(unit, rhs, index) && is_own(unit, decl) && is_alike).then_some((decl, s))
}

fn starts_before(unit: &Unit, function: StmtId, s: StmtId, variable: DeclId, lo: ExprId) -> bool {
    let first = value_at_entry(unit, function, s, variable).and_then(|value| unit.expr(value).constant);
    first.zip(unit.expr(lo).constant).is_some_and(|(first, lo)| first <= lo && lo >= 0 && first >= -1)
        && is_signed(unit, variable)
}

fn is_signed(unit: &Unit, variable: DeclId) -> bool {
    matches!(unit.ty(unit.decl(variable).ty).kind, crate::ast::TypeKind::Int { signed: true, .. })
}

fn occurrences(unit: &Unit, s: StmtId, variable: DeclId) -> usize {
    let mut count = 0;
    visit::walk(unit, Item::Stmt(s), |item| {
        count += usize::from(matches!(item, Item::Expr(e) if unit.expr(e).kind == ExprKind::Ref { decl: variable }));
        true
    });
    count
}

fn compare(unit: &mut Unit, s: StmtId) {
    let StmtKind::Expr { expr } = unit.stmt(s).kind else { return };
    let ExprKind::Assign { lhs, rhs } = unit.expr(expr).kind else { return };
    let (loc, ty) = (unit.stmt(s).loc, unit.int_type());
    let place = unit.copy_expr(lhs, &mut Default::default());
    let (last, index) = (unit.add_load(place), unit.copy_expr(rhs, &mut Default::default()));
    let cond = unit.add_expr(ExprKind::Binary { op: BinaryOp::Lt, lhs: last, rhs: index }, ty, loc, false);
    let then = unit.add_stmt(StmtKind::Expr { expr }, loc);
    unit.stmts[s.0 as usize].kind = StmtKind::If { cond, then, other: None };
}
