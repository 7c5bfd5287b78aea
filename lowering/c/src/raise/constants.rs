//! Local variables that have one value, a constant, become that constant.
//!
//! ```text
//!     int m = 0, k = 2 * m + 1;             int m = 0, k = 2 * m + 1;
//!     for (i = 0; i < n; i++)         ->    for (i = 0; i < n; i++)
//!       a[m][i] = a[k][i];                    a[0][i] = a[1][i];
//! ```
//!
//! Legal if:  nobody else can reach the variable, and it is never assigned but by its initializer, or never initialized and
//!            assigned once, in a list of statements behind which everything stands that reads it.
//! Rejects:   variables that extents of arrays are made of, so that extents and bounds stay the same expressions; functions with jumps.
//! Runs after calls are replaced, whose parameters are such variables.

use super::counted::{is_own, is_plain_read};
use super::effects::{Effects, has_jumps};
use super::induction::in_sizes;
use super::visit::{self, Item, mentions};
use crate::ast::{BinaryOp, CastKind, DeclId, ExprId, ExprKind, StmtId, StmtKind, TypeId, TypeKind, UnaryOp, Unit};
use std::collections::HashSet;

pub fn propagate_constants(unit: &mut Unit) {
    let mut kept = in_sizes(unit);
    for function in unit.functions.clone() {
        let Some(body) = unit.decl(function).body.filter(|&body| !has_jumps(unit, body)) else { continue };
        // One constant makes others.
        while let Some((variable, value)) = known(unit, body, &kept) {
            kept.insert(variable);
            replace(unit, body, variable, value);
        }
    }
}

/// A variable with a known value that is read, other than those in `kept`.
fn known(unit: &Unit, body: StmtId, kept: &HashSet<DeclId>) -> Option<(DeclId, i64)> {
    let effects = Effects::of_stmt(unit, body);
    let mut candidates: Vec<DeclId> = effects.declared.iter().copied().collect();
    candidates.sort();
    candidates.retain(|&decl| {
        let is_int = matches!(unit.ty(unit.decl(decl).ty).kind, TypeKind::Int { bits: ..=64, .. });
        is_int && is_own(unit, decl) && !kept.contains(&decl)
    });
    candidates.into_iter().find_map(|decl| {
        let value = match (effects.writes(decl), unit.decl(decl).init) {
            (0, Some(init)) => folded(unit, init),
            (1, None) => assigned_first(unit, body, decl).and_then(|value| folded(unit, value)),
            _ => None,
        };
        Some((decl, i64::try_from(value?).ok()?))
    })
}

/// What the variable is assigned, where all that mentions it stands behind that in the same list.
fn assigned_first(unit: &Unit, body: StmtId, variable: DeclId) -> Option<ExprId> {
    let mut found = None;
    visit::walk(unit, Item::Stmt(body), |item| {
        if let Item::Stmt(s) = item
            && let StmtKind::Compound { body: list } = &unit.stmt(s).kind
            && let Some((position, value)) =
                list.iter().enumerate().find_map(|(n, &s)| Some((n, sets(unit, s, variable)?)))
        {
            let behind: usize = list[position + 1..].iter().map(|&s| occurrences(unit, s, variable)).sum();
            // A `switch` may enter its list behind the assignment.
            let is_entered =
                |&s: &StmtId| matches!(unit.stmt(s).kind, StmtKind::Case { .. } | StmtKind::Default { .. });
            let is_first = behind + 1 == occurrences(unit, body, variable);
            found = (is_first && !list[position + 1..].iter().any(is_entered)).then_some(value);
        }
        found.is_none()
    });
    found
}

fn sets(unit: &Unit, s: StmtId, variable: DeclId) -> Option<ExprId> {
    let StmtKind::Expr { expr } = unit.stmt(s).kind else { return None };
    let ExprKind::Assign { lhs, rhs } = unit.expr(expr).kind else { return None };
    (unit.expr(lhs).kind == ExprKind::Ref { decl: variable } && !mentions(unit, Item::Expr(rhs), variable))
        .then_some(rhs)
}

fn occurrences(unit: &Unit, s: StmtId, variable: DeclId) -> usize {
    let mut count = 0;
    visit::walk(unit, Item::Stmt(s), |item| {
        count += usize::from(matches!(item, Item::Expr(e) if unit.expr(e).kind == ExprKind::Ref { decl: variable }));
        true
    });
    count
}

fn replace(unit: &mut Unit, body: StmtId, variable: DeclId, value: i64) {
    let mut reads = Vec::new();
    visit::walk(unit, Item::Stmt(body), |item| {
        reads.extend(match item {
            Item::Expr(e) => is_plain_read(unit, e, variable).then_some(e),
            Item::Stmt(_) | Item::Declare(_) => None,
        });
        true
    });
    for read in reads {
        let expr = &mut unit.exprs[read.0 as usize];
        (expr.kind, expr.constant) = (ExprKind::Int { value }, Some(value));
    }
}

/// The value of an integer expression, where nothing overflows that must not.
/// The value of an expression that is made of integers alone.
pub(super) fn folded(unit: &Unit, e: ExprId) -> Option<i128> {
    stacker::maybe_grow(64 << 10, 1 << 20, || folded_here(unit, e))
}

fn folded_here(unit: &Unit, e: ExprId) -> Option<i128> {
    let expr = unit.expr(e);
    let converted = |value: i128| wrapped(unit, expr.ty, value);
    if let Some(value) = expr.constant {
        return converted(value.into());
    }
    // Undefined, or as `-fwrapv` has it.
    let computed = |value: i128| converted(value).filter(|&it| it == value || !is_signed(unit, expr.ty));
    match expr.kind {
        ExprKind::Cast { cast: CastKind::IntegralCast | CastKind::NoOp, arg } => converted(folded(unit, arg)?),
        ExprKind::Unary { op: UnaryOp::Plus | UnaryOp::Extension, arg } => folded(unit, arg),
        ExprKind::Unary { op: UnaryOp::Minus, arg } => computed(-folded(unit, arg)?),
        ExprKind::Binary { op, lhs, rhs } => {
            let (lhs, rhs) = (folded(unit, lhs)?, folded(unit, rhs)?);
            computed(match op {
                BinaryOp::Add => lhs + rhs,
                BinaryOp::Sub => lhs - rhs,
                BinaryOp::Mul => lhs.checked_mul(rhs)?,
                BinaryOp::Div => lhs.checked_div(rhs)?,
                BinaryOp::Rem => lhs.checked_rem(rhs)?,
                BinaryOp::And => lhs & rhs,
                BinaryOp::Or => lhs | rhs,
                BinaryOp::Xor => lhs ^ rhs,
                BinaryOp::Lt => (lhs < rhs).into(),
                BinaryOp::Gt => (lhs > rhs).into(),
                BinaryOp::Le => (lhs <= rhs).into(),
                BinaryOp::Ge => (lhs >= rhs).into(),
                BinaryOp::Eq => (lhs == rhs).into(),
                BinaryOp::Ne => (lhs != rhs).into(),
                BinaryOp::Shl | BinaryOp::Shr | BinaryOp::LogicalAnd | BinaryOp::LogicalOr | BinaryOp::Comma => {
                    return None;
                }
            })
        }
        _ => None,
    }
}

fn is_signed(unit: &Unit, ty: TypeId) -> bool {
    matches!(unit.ty(ty).kind, TypeKind::Int { signed: true, .. })
}

/// The value as one of the type.
fn wrapped(unit: &Unit, ty: TypeId, value: i128) -> Option<i128> {
    let TypeKind::Int { bits: bits @ ..=64, signed } = unit.ty(ty).kind else { return None };
    let low = value.rem_euclid(1 << bits);
    Some(if signed && low >= 1 << (bits - 1) { low - (1 << bits) } else { low })
}
