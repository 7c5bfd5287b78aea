//! Conditions that ask whether there is an object behind a pointer, as comparisons, so that nests can compute them before their loops.
//!
//! ```text
//!     for (j = 0; j < n; j++) {                    for (j = 0; j < n; j++) {
//!       y[j] = x[j];                                 y[j] = x[j];
//!       if (bias) y[j] += bias[j];           ->      if (bias != 0) y[j] += bias[j];
//!     }                                            }
//! ```
//!
//! Where the answer is known, as of an array by its name, the branch that is not taken is gone.
//!
//! Legal if:  always; so C defines the condition.
//! Rejects:   arrays of other files, which may be missing (weak ones, also by a pragma), and pointers that are no variables.

use super::repeated::has_labels;
use super::value::{behind_conversions, is_surely_there};
use crate::ast::{BinaryOp, CastKind, ExprId, ExprKind, StmtKind, TypeKind, UnaryOp, Unit};

pub fn compare_with_null(unit: &mut Unit) {
    for number in 0..unit.exprs.len() {
        let asks = match unit.exprs[number].kind {
            ExprKind::Binary { op: BinaryOp::LogicalAnd | BinaryOp::LogicalOr, lhs, rhs } => [Some(lhs), Some(rhs)],
            ExprKind::Unary { op: UnaryOp::LogicalNot, arg } => [Some(arg), None],
            ExprKind::Conditional { cond, .. } => [Some(cond), None],
            _ => continue,
        };
        let [first, second] = asks.map(|it| it.map(|it| comparison(unit, it)));
        let Some(first) = first else { continue };
        match &mut unit.exprs[number].kind {
            ExprKind::Binary { lhs, rhs, .. } => (*lhs, *rhs) = (first, second.unwrap_or(*rhs)),
            ExprKind::Unary { arg, .. } => *arg = first,
            ExprKind::Conditional { cond, .. } => *cond = first,
            _ => {}
        }
    }
    for number in 0..unit.stmts.len() {
        let StmtKind::If { cond, then, other } = unit.stmts[number].kind else { continue };
        let asked = comparison(unit, cond);
        if asked == cond {
            continue;
        }
        let (taken, dropped) = match unit.expr(asked).constant {
            Some(0) => (other, Some(then)),
            Some(_) => (Some(then), other),
            None => (None, None),
        };
        unit.stmts[number].kind = match unit.expr(asked).constant {
            Some(_) if !dropped.is_some_and(|it| has_labels(unit, it)) => {
                StmtKind::Compound { body: taken.into_iter().collect() }
            }
            _ => StmtKind::If { cond: asked, then, other },
        };
    }
}

/// The condition itself, unless it is a pointer.
fn comparison(unit: &mut Unit, e: ExprId) -> ExprId {
    let (ty, loc) = (unit.expr(e).ty, unit.expr(e).loc);
    if !matches!(unit.ty(ty).kind, TypeKind::Pointer { .. }) {
        return e;
    }
    match unit.expr(behind_conversions(unit, e)).kind {
        ExprKind::Cast { cast: CastKind::NullToPointer, .. } => unit.add_int(0, loc),
        ExprKind::Cast { cast: CastKind::ArrayToPointer, arg } if is_there(unit, arg) => unit.add_int(1, loc),
        ExprKind::Cast { cast: CastKind::LvalueToRvalue, arg } if named(unit, arg) => {
            let (zero, int) = (unit.add_int(0, loc), unit.int_type());
            let cast = ExprKind::Cast { cast: CastKind::NullToPointer, arg: zero };
            let null = unit.add_expr(cast, ty, loc, false);
            unit.add_expr(ExprKind::Binary { op: BinaryOp::Ne, lhs: e, rhs: null }, int, loc, false)
        }
        _ => e,
    }
}

fn named(unit: &Unit, e: ExprId) -> bool {
    matches!(unit.expr(e).kind, ExprKind::Ref { .. })
}

fn is_there(unit: &Unit, e: ExprId) -> bool {
    match unit.expr(e).kind {
        ExprKind::Ref { decl } => is_surely_there(unit, decl),
        _ => false,
    }
}
