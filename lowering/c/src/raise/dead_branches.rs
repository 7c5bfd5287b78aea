//! Branches that are never taken: `if (DEBUG) printf(...)`, and choices in functions whose argument is a constant.
//!
//! ```text
//!     if (0 == 1) start_timer(3);        ->
//!     a = 2 > 1 ? b : c;                 ->    a = b;
//! ```
//!
//! Legal if:  the condition is a constant, of which nothing is evaluated but numbers, or one side of `&&` or `||` decides it and the
//!            other one does nothing. No jump leads into the branch that goes.
//! Declines:  loops (`while (0)`), and branches with labels.
//! Runs first, so that calls in such branches keep back nothing, and once more when variables with one value are constants.

use super::constants::folded;
use super::inline::is_free;
use super::visit::{self, Item};
use crate::ast::{BinaryOp, CastKind, ExprId, ExprKind, StmtId, StmtKind, UnaryOp, Unit};

pub fn drop_dead_branches(unit: &mut Unit) {
    (0..unit.stmts.len() as u32).map(StmtId).for_each(|s| settle_statement(unit, s));
    (0..unit.exprs.len() as u32).map(ExprId).for_each(|e| settle_choice(unit, e));
}

/// An `if` becomes the branch that is taken, or nothing.
fn settle_statement(unit: &mut Unit, s: StmtId) {
    let StmtKind::If { cond, then, other } = unit.stmt(s).kind else { return };
    let Some(holds) = truth(unit, cond) else { return };
    let (taken, dropped) = if holds { (Some(then), other) } else { (other, Some(then)) };
    if !dropped.is_some_and(|it| has_entry(unit, it)) {
        // Nothing stands in the text twice.
        let kind = taken.map(|it| std::mem::replace(&mut unit.stmts[it.0 as usize].kind, StmtKind::Null));
        unit.stmts[s.0 as usize].kind = kind.unwrap_or(StmtKind::Null);
    }
}

fn settle_choice(unit: &mut Unit, e: ExprId) {
    let ExprKind::Conditional { cond, then, other } = unit.expr(e).kind else { return };
    let Some(holds) = truth(unit, cond) else { return };
    let taken = if holds { then } else { other };
    if unit.expr(taken).ty == unit.expr(e).ty {
        unit.exprs[e.0 as usize].kind = ExprKind::Cast { cast: CastKind::NoOp, arg: taken };
    }
}

/// Is the condition the same whenever it is evaluated, and does nothing?
fn truth(unit: &Unit, cond: ExprId) -> Option<bool> {
    if let Some(value) = folded(unit, cond) {
        return Some(value != 0);
    }
    match unit.expr(cond).kind {
        ExprKind::Unary { op: UnaryOp::LogicalNot, arg } => truth(unit, arg).map(|it| !it),
        ExprKind::Cast { cast: CastKind::NoOp | CastKind::IntegralToBoolean, arg } => truth(unit, arg),
        ExprKind::Binary { op: op @ (BinaryOp::LogicalAnd | BinaryOp::LogicalOr), lhs, rhs } => {
            let decides = op == BinaryOp::LogicalOr;
            match (truth(unit, lhs), truth(unit, rhs)) {
                (Some(first), _) if first == decides => Some(decides),
                (Some(_), second) => second,
                (None, Some(second)) if second == decides && is_free(unit, lhs) => Some(decides),
                _ => None,
            }
        }
        _ => None,
    }
}

/// Can a jump or a `switch` lead into the statement?
fn has_entry(unit: &Unit, s: StmtId) -> bool {
    let mut found = false;
    visit::walk(unit, Item::Stmt(s), |item| {
        found |= matches!(item, Item::Stmt(s) if matches!(
            unit.stmt(s).kind,
            StmtKind::Label { .. } | StmtKind::Case { .. } | StmtKind::Default { .. }
        ));
        !found
    });
    found
}
