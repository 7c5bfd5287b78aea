//! Values that are a sum with a remainder, as loops over one colour of a grid begin with them.
//!
//! ```text
//!     j = 1 + ((i + colour) & 1)              1 + (i + colour) mod 2
//!     j = i % 2 == 0 ? 1 : 2                  1 + i mod 2
//!     j = 2 - (i & 1)                         1 + (-i - 1) mod 2
//! ```
//!
//! C's remainder of a negative number is negative, so what is divided by `%` must not be. A mask of a negative number is the remainder.
//! Declines: values without a sign, conversions to narrower types, and options that let sums wrap around.

use super::nest::{Builder, Meaning};
use super::poly::Poly;
use super::value::{Constraint, range_of};
use super::visit::{self, Item};
use crate::ast::{BinaryOp, CastKind, ExprId, ExprKind, UnaryOp};
use crate::plan::{Relation, Remainder};

/// A value and the remainder that is added to it.
type Shifted = (Poly, Remainder);

impl Builder<'_> {
    /// Leaves obligations pending.
    pub fn shifted(&mut self, e: ExprId) -> Option<Shifted> {
        if !self.has_remainder(e) {
            return None;
        }
        let mark = self.mark();
        let found = self.shifted_here(e);
        if found.is_none() {
            self.rollback(mark);
        }
        found
    }

    /// A value that needs a check is not worth knowing.
    pub fn shifted_without_checks(&mut self, e: ExprId) -> Option<Shifted> {
        let (mark, checks) = (self.mark(), self.checks.len());
        let found = self.shifted(e).filter(|_| self.settle().is_ok() && self.checks.len() == checks);
        if found.is_none() {
            self.rollback(mark);
        }
        found
    }

    /// Is there something that could be one?
    fn has_remainder(&self, e: ExprId) -> bool {
        let mut found = false;
        visit::walk(self.unit, Item::Expr(e), |item| {
            let Item::Expr(e) = item else { return !found };
            found |= match self.unit.expr(e).kind {
                ExprKind::Ref { decl } => matches!(self.scope.get(&decl), Some(Meaning::Shifted(..))),
                _ => self.remainder(e).is_some(),
            };
            !found
        });
        found
    }

    fn shifted_here(&mut self, e: ExprId) -> Option<Shifted> {
        let unit = self.unit;
        let range = |e: ExprId| range_of(unit.ty(unit.expr(e).ty));
        let is_signed = |e: ExprId| range(e).is_some_and(|it| it.min < 0);
        let is_wider = |e: ExprId, arg: ExprId| range(e).zip(range(arg)).is_some_and(|(to, from)| from.max <= to.max);
        if unit.expr(e).constant.is_some() || !is_signed(e) || unit.wraps(unit.ty(unit.expr(e).ty)) {
            return None;
        }
        match unit.expr(e).kind {
            ExprKind::Cast { cast: CastKind::NoOp, arg }
            | ExprKind::Unary { op: UnaryOp::Plus | UnaryOp::Extension, arg } => self.shifted(arg),
            ExprKind::Cast { cast: CastKind::IntegralCast, arg } if is_signed(arg) && is_wider(e, arg) => {
                self.shifted(arg)
            }
            ExprKind::Cast { cast: CastKind::LvalueToRvalue, arg } => match unit.expr(arg).kind {
                ExprKind::Ref { decl } => match self.scope.get(&decl) {
                    Some(Meaning::Shifted(sum, shift)) => Some((sum.clone(), shift.clone())),
                    _ => None,
                },
                _ => None,
            },
            ExprKind::Binary { op: BinaryOp::Add, lhs, rhs } => {
                let (of, other) = self.shifted(rhs).map(|it| (it, lhs)).or_else(|| Some((self.shifted(lhs)?, rhs)))?;
                Some((of.0.add(&self.integer(other).ok()?)?, of.1))
            }
            ExprKind::Binary { op: BinaryOp::Sub, lhs, rhs } => self.shifted_difference(lhs, rhs),
            ExprKind::Conditional { cond, then, other } => self.one_or_the_other(cond, then, other),
            _ => Some((Poly::default(), self.natural_remainder(e)?)),
        }
    }

    /// `x - r` is `x - (m - 1)` and `m - 1 - r`, which is the remainder of `-1 - of`.
    fn shifted_difference(&mut self, lhs: ExprId, rhs: ExprId) -> Option<Shifted> {
        if let Some((sum, shift)) = self.shifted(lhs) {
            return Some((sum.sub(&self.integer(rhs).ok()?)?, shift));
        }
        let (sum, Remainder { of, by }) = self.shifted(rhs)?;
        let first = self.integer(lhs).ok()?.sub(&sum)?.plus(1 - by)?;
        let of = Poly::from_affine(&of).scale(-1)?.plus(-1)?.to_affine()?;
        Some((first, Remainder { of, by }))
    }

    /// A choice by a remainder of 2, between a value and the next one.
    fn one_or_the_other(&mut self, cond: ExprId, then: ExprId, other: ExprId) -> Option<Shifted> {
        let cond = self.divisibility(cond)?;
        let [Constraint { expr, relation: Relation::Multiple(2) }] = cond.all.as_slice() else { return None };
        let (even, odd) = if cond.negated { (other, then) } else { (then, other) };
        let (even, odd) = (self.integer(even).ok()?, self.integer(odd).ok()?);
        match odd.sub(&even)?.as_constant()? {
            1 => Some((even, Remainder { of: expr.to_affine()?, by: 2 })),
            -1 => Some((odd, Remainder { of: expr.plus(1)?.to_affine()?, by: 2 })),
            _ => None,
        }
    }

    fn natural_remainder(&mut self, e: ExprId) -> Option<Remainder> {
        let (dividend, by, is_mask) = self.remainder(e)?;
        let of = self.integer(dividend).ok()?;
        if !is_mask {
            self.ensure(&of, e, "the remainder may be negative").ok()?;
        }
        Some(Remainder { of: of.to_affine()?, by })
    }
}
