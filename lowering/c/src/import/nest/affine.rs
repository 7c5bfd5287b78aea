//! Affine expressions of a plan as maps, sets and index values.

use super::super::function::{Function, Res};
use crate::ast::Loc;
use crate::plan::{Affine, Constraint, Relation, Remainder, Term};
use melior::Context;
use melior::ir::{AffineExpr, AffineMap, Attribute};
use mlir_sys::*;
use raddle_dialects::build::remainder;
use raddle_dialects::{Val, ir};

/// `constant + sum of coefficient * value`; a value is a loop's index (dimension) or fixed in the nest (symbol).
#[derive(Clone, Default)]
pub(super) struct Linear<'c> {
    pub constant: i64,
    pub terms: Vec<(Val<'c>, Kind, i64)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Dimension,
    Symbol,
}

impl<'c> Linear<'c> {
    pub fn value(value: Val<'c>, kind: Kind) -> Self {
        Linear { constant: 0, terms: vec![(value, kind, 1)] }
    }

    /// Adds `factor * other`; None if a coefficient does not fit.
    pub fn add(&mut self, other: &Linear<'c>, factor: i64) -> Option<()> {
        self.constant = self.constant.checked_add(other.constant.checked_mul(factor)?)?;
        for (value, kind, coefficient) in &other.terms {
            let coefficient = coefficient.checked_mul(factor)?;
            match self.terms.iter_mut().find(|(known, ..)| ir::key(*known) == ir::key(*value)) {
                Some((.., known)) => *known = known.checked_add(coefficient)?,
                None => self.terms.push((*value, *kind, coefficient)),
            }
        }
        self.terms.retain(|(.., coefficient)| *coefficient != 0);
        Some(())
    }

    /// The value that this is, if it is one as it stands.
    fn as_value(&self) -> Option<Val<'c>> {
        match self.terms.as_slice() {
            [(value, _, 1)] if self.constant == 0 => Some(*value),
            _ => None,
        }
    }
}

/// Collects the dimensions and symbols of several expressions.
#[derive(Default)]
pub(super) struct Space<'c> {
    dimensions: Vec<Val<'c>>,
    symbols: Vec<Val<'c>>,
}

impl<'c> Space<'c> {
    pub fn of(expressions: &[Linear<'c>]) -> Self {
        let mut space = Space::default();
        for (value, kind, _) in expressions.iter().flat_map(|expression| &expression.terms) {
            let list = space.list(*kind);
            if !list.iter().any(|known| ir::key(*known) == ir::key(*value)) {
                list.push(*value);
            }
        }
        space
    }

    fn list(&mut self, kind: Kind) -> &mut Vec<Val<'c>> {
        match kind {
            Kind::Dimension => &mut self.dimensions,
            Kind::Symbol => &mut self.symbols,
        }
    }

    pub fn operands(&self) -> Vec<Val<'c>> {
        [self.dimensions.as_slice(), &self.symbols].concat()
    }

    pub fn expression(&mut self, context: &'c Context, linear: &Linear<'c>) -> AffineExpr<'c> {
        let mut sum: Option<AffineExpr<'c>> = None;
        for (value, kind, coefficient) in &linear.terms {
            let list = self.list(*kind);
            let at = list.iter().position(|known| ir::key(*known) == ir::key(*value)).unwrap_or(0);
            let variable = match kind {
                Kind::Dimension => AffineExpr::dim(context, at),
                Kind::Symbol => AffineExpr::symbol(context, at),
            };
            let term = scale(variable, AffineExpr::constant(context, *coefficient));
            sum = Some(sum.map_or(term, |sum| plus(sum, term)));
        }
        let constant = AffineExpr::constant(context, linear.constant);
        match sum {
            None => constant,
            Some(sum) if linear.constant == 0 => sum,
            Some(sum) => plus(sum, constant),
        }
    }

    pub fn map(&self, context: &'c Context, results: &[AffineExpr<'c>]) -> AffineMap<'c> {
        AffineMap::new(context, self.dimensions.len(), self.symbols.len(), results)
    }

    fn set(&self, context: &'c Context, constraints: &[(AffineExpr<'c>, bool)]) -> Attribute<'c> {
        let expressions: Vec<_> = constraints.iter().map(|(expression, _)| expression.to_raw()).collect();
        let equalities: Vec<_> = constraints.iter().map(|(_, equality)| *equality).collect();
        let (dimensions, symbols) = (self.dimensions.len() as isize, self.symbols.len() as isize);
        unsafe {
            let set = mlirIntegerSetGet(
                context.to_raw(),
                dimensions,
                symbols,
                constraints.len() as isize,
                expressions.as_ptr(),
                equalities.as_ptr(),
            );
            Attribute::from_raw(mlirIntegerSetAttrGet(set))
        }
    }
}

fn modulo<'c>(a: AffineExpr<'c>, number: i64) -> AffineExpr<'c> {
    unsafe {
        let number = mlirAffineConstantExprGet(mlirAffineExprGetContext(a.to_raw()), number);
        AffineExpr::from_raw(mlirAffineModExprGet(a.to_raw(), number))
    }
}

fn plus<'c>(a: AffineExpr<'c>, b: AffineExpr<'c>) -> AffineExpr<'c> {
    unsafe { AffineExpr::from_raw(mlirAffineAddExprGet(a.to_raw(), b.to_raw())) }
}

fn scale<'c>(a: AffineExpr<'c>, b: AffineExpr<'c>) -> AffineExpr<'c> {
    unsafe { AffineExpr::from_raw(mlirAffineMulExprGet(a.to_raw(), b.to_raw())) }
}

impl<'c> Function<'c, '_> {
    /// The expression over the nest's own values.
    pub(super) fn linear(&mut self, affine: &Affine, loc: Loc) -> Res<Linear<'c>> {
        let scope = self.nest_scope(loc)?;
        let mut sum = Some(Linear { constant: affine.constant, terms: Vec::new() });
        for (term, factor) in &affine.terms {
            let part = match term {
                Term::Loop(id) => scope.indices.get(id).cloned(),
                Term::Symbol(id) => {
                    let value = scope.symbol_indices.get(id.0 as usize).copied().flatten();
                    value.map(|value| Linear::value(value, Kind::Symbol))
                }
                Term::Opaque(_) => None,
            };
            sum = sum.zip(part).and_then(|(mut sum, part)| sum.add(&part, *factor).map(|()| sum));
        }
        sum.map_or_else(|| self.stop("affine expression that does not fit", loc), Ok)
    }

    /// The expression's value at the current place, of type index.
    pub(super) fn affine_value(&mut self, affine: &Affine, loc: Loc) -> Res<Val<'c>> {
        let linear = self.linear(affine, loc)?;
        Ok(self.linear_value(&linear))
    }

    pub(super) fn linear_value(&mut self, linear: &Linear<'c>) -> Val<'c> {
        if let Some(value) = linear.as_value() {
            return value;
        }
        let place = self.ops.at();
        if linear.terms.is_empty() {
            return place.constant_index(linear.constant);
        }
        let mut space = Space::of(std::slice::from_ref(linear));
        let expression = space.expression(self.context(), linear);
        place.affine_apply(space.map(self.context(), &[expression]), &space.operands())
    }

    /// One map with a result per expression, and its operands.
    pub(super) fn affine_map(&mut self, affines: &[Affine], loc: Loc) -> Res<(AffineMap<'c>, Vec<Val<'c>>)> {
        let linears = affines.iter().map(|affine| self.linear(affine, loc)).collect::<Res<Vec<_>>>()?;
        Ok(self.linear_map(&linears))
    }

    /// The sum of the only one of `affines` and a remainder, with its operands.
    pub(super) fn shifted_map(
        &mut self,
        affines: &[Affine],
        shift: &Remainder,
        loc: Loc,
    ) -> Res<(AffineMap<'c>, Vec<Val<'c>>)> {
        let [base] = affines else { return self.stop("remainder that is added to several values", loc) };
        let both = [self.linear(base, loc)?, self.linear(&shift.of, loc)?];
        let (mut space, context) = (Space::of(&both), self.context());
        let [base, of] = both.each_ref().map(|it| space.expression(context, it));
        let map = space.map(context, &[plus(base, remainder(context, of, shift.by))]);
        Ok((map, space.operands()))
    }

    pub(super) fn linear_map(&mut self, linears: &[Linear<'c>]) -> (AffineMap<'c>, Vec<Val<'c>>) {
        let mut space = Space::of(linears);
        let context = self.context();
        let results: Vec<_> = linears.iter().map(|linear| space.expression(context, linear)).collect();
        (space.map(context, &results), space.operands())
    }

    /// A condition as an integer set attribute, and its operands.
    pub(super) fn integer_set(&mut self, cond: &[Constraint], loc: Loc) -> Res<(Attribute<'c>, Vec<Val<'c>>)> {
        let linears = cond.iter().map(|part| self.linear(&part.expr, loc)).collect::<Res<Vec<_>>>()?;
        let (mut space, context) = (Space::of(&linears), self.context());
        let expressions = linears.iter().zip(cond);
        let constraints: Vec<_> = expressions
            .map(|(linear, part)| {
                let value = space.expression(context, linear);
                match part.relation {
                    Relation::NonNegative => (value, false),
                    Relation::Zero => (value, true),
                    Relation::Multiple(number) => (modulo(value, number), true),
                }
            })
            .collect();
        Ok((space.set(context, &constraints), space.operands()))
    }
}
