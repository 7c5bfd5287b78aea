//! Values that are not affine and still have bounds: remainders, masks, and choices between values.
//!
//! ```text
//!     up = (i + 1) % n;                     from 0 to n - 1
//!     down = i == 0 ? n - 1 : i - 1;        n - 1 where i is 0, i - 1 where it is not
//!     a[down * m + j] = ...                 row `down`, column j of n rows of m
//! ```
//!
//! A subscript that is made of them can be taken apart like an affine one, and an array has an extent though they reach it. What they
//! are made of is read where they are evaluated.

use super::Result;
use super::nest::{Builder, Meaning};
use super::poly::Poly;
use super::prove::{Bounds, Case};
use super::value::range_of;
use crate::ast::{BinaryOp, CastKind, ExprId, ExprKind, UnaryOp};
use crate::plan::{Remainder, Term};

/// A value of more is not worth following.
const MAX_CASES: usize = 8;

impl Builder<'_> {
    /// A polynomial in which values that are not affine stand for themselves.
    pub fn settled_or_bounded(&mut self, e: ExprId) -> Result<Poly> {
        let outer = std::mem::replace(&mut self.bounded, true);
        let value = self.settled(e);
        self.bounded = outer;
        value
    }

    /// The value as a term of its own, if bounds of it are known.
    pub fn opaque(&mut self, e: ExprId) -> Option<Poly> {
        let cases = self.cases(e)?;
        let id = self.opaques.len() as u32;
        self.opaques.push(e);
        self.prover.opaques.push(cases);
        Some(Poly::term(Term::Opaque(id)))
    }

    /// What the value may be.
    pub fn cases(&mut self, e: ExprId) -> Option<Vec<Case>> {
        let outer = std::mem::replace(&mut self.bounded, false);
        let found = stacker::maybe_grow(64 << 10, 1 << 20, || self.cases_here(e));
        self.bounded = outer;
        found.filter(|it| it.len() <= MAX_CASES)
    }

    fn cases_here(&mut self, e: ExprId) -> Option<Vec<Case>> {
        let unit = self.unit;
        match unit.expr(e).kind {
            ExprKind::Cast { cast: CastKind::LvalueToRvalue, arg } => match unit.expr(arg).kind {
                ExprKind::Ref { decl } => match self.scope.get(&decl) {
                    Some(Meaning::OneOf(cases)) => Some(cases.clone()),
                    Some(Meaning::Shifted(sum, Remainder { by, .. })) => {
                        Some(vec![between(sum.clone(), sum.plus(by - 1)?)])
                    }
                    _ => None,
                },
                _ => None,
            },
            ExprKind::Cast { cast: CastKind::NoOp, arg }
            | ExprKind::Unary { op: UnaryOp::Plus | UnaryOp::Extension, arg } => self.cases(arg),
            ExprKind::Cast { cast: CastKind::IntegralCast, arg } => self.converted(e, arg),
            ExprKind::Conditional { cond, then, other } => self.chosen(cond, then, other),
            ExprKind::Binary { op: BinaryOp::Rem, lhs, rhs } => self.rest(lhs, rhs),
            ExprKind::Binary { op: BinaryOp::And, lhs, rhs } => {
                let constant = |e: ExprId| unit.expr(e).constant.filter(|it| *it >= 0);
                let mask = constant(rhs).or_else(|| constant(lhs))?;
                Some(vec![between(Poly::default(), Poly::constant(mask))])
            }
            _ => None,
        }
    }

    /// The cases of a value that a conversion leaves as it is.
    fn converted(&mut self, e: ExprId, arg: ExprId) -> Option<Vec<Case>> {
        let range = |e: ExprId| range_of(self.unit.ty(self.unit.expr(e).ty));
        let (to, from) = (range(e)?, range(arg)?);
        let cases = self.cases(arg)?;
        let is_natural = to.min <= from.min || cases.iter().all(|it| self.is_natural(it));
        (is_natural && from.max <= to.max).then_some(cases)
    }

    /// The value of the case is not negative.
    fn is_natural(&self, case: &Case) -> bool {
        let (Bounds::Is(least) | Bounds::Between(least, _)) = &case.bounds;
        let facts = [&self.prover.facts[..], &case.facts].concat();
        self.prover.proves_from(&facts, least)
    }

    fn chosen(&mut self, cond: ExprId, then: ExprId, other: ExprId) -> Option<Vec<Case>> {
        let (mark, checks) = (self.mark(), self.checks.len());
        let mut cond = self.condition(cond).ok();
        if self.checks.len() != checks {
            self.rollback(mark);
            cond = None;
        }
        let mut all = Vec::new();
        for (value, holds) in [(then, true), (other, false)] {
            let outside = self.prover.facts.len();
            cond.iter().for_each(|it| self.assume_cond(it, holds));
            self.conditions += 1;
            let cases = match self.settled_without_checks(value) {
                Ok(value) => Some(vec![Case { facts: Vec::new(), bounds: Bounds::Is(value) }]),
                Err(_) => self.cases(value),
            };
            self.conditions -= 1;
            let facts = self.prover.facts.split_off(outside);
            all.extend(cases?.into_iter().map(|it| Case { facts: [&facts[..], &it.facts].concat(), ..it }));
        }
        Some(all)
    }

    /// C's remainder has the sign of what is divided.
    fn rest(&mut self, lhs: ExprId, rhs: ExprId) -> Option<Vec<Case>> {
        let greatest = self.settled_without_checks(rhs).ok()?.plus(-1)?;
        if !self.prover.proves(&greatest) {
            return None;
        }
        let is_unsigned = range_of(self.unit.ty(self.unit.expr(lhs).ty)).is_some_and(|it| it.min >= 0);
        let is_natural = is_unsigned
            || match self.settled_without_checks(lhs) {
                Ok(value) => self.prover.proves(&value),
                Err(_) => self.cases(lhs).is_some_and(|all| all.iter().all(|it| self.is_natural(it))),
            };
        let least = if is_natural { Poly::default() } else { greatest.scale(-1)? };
        Some(vec![between(least, greatest)])
    }
}

fn between(least: Poly, greatest: Poly) -> Case {
    Case { facts: Vec::new(), bounds: Bounds::Between(least, greatest) }
}
