//! Bounds and pointers in memory that a store of the nest might change: read once, before the nest, under a check that no
//! byte of theirs is among those that the nest writes.
//!
//! ```text
//!     for (i = 0; i < *n; i++)          if (n + 1 <= a || a + *n <= n)  the nest, with *n read once
//!       a[i] = 0;                 ->    else                           the loop as it stands
//! ```
//!
//! Legal if:  all stores that may reach such a place have subscripts between known ends: affine ones between their values at
//!            the loops' bounds, others within an extent. The ends hold all that is written, and may hold more.
//! An index of a loop that others may know is checked to be among neither what the nest writes nor what it reads by other names: it does
//! not change in memory while the nest runs.
//! Rejects:   places that the nest assigns by their own name, bit-fields, subscripts of other kinds.

use super::effects::{self, Place};
use super::nest::{Builder, SMALL, elem_bytes, sum};
use super::path::PathBase;
use super::poly::Poly;
use super::prove::Range;
use super::shape::Shapes;
use super::visit::{self, Item};
use super::{Reason, Result, spell};
use crate::ast::{ExprId, ExprKind};
use crate::plan::{LoopId, MAX_LEVEL, Subscript, Term, View, Watch, Written};
use std::collections::HashSet;

#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    Least,
    Greatest,
}

impl Builder<'_> {
    /// Stores through other pointers alone may change it, and it has an address.
    pub fn can_be_watched(&self, lvalue: ExprId, place: &Place) -> bool {
        let is_bits = match self.unit.expr(lvalue).kind {
            ExprKind::Member { record, field, .. } => {
                self.unit.record(record).fields.get(field as usize).is_none_or(|field| field.bit_width.is_some())
            }
            _ => false,
        };
        !is_bits && self.effects.may_change_by_address_only(place)
    }

    /// The check for each place that is watched.
    pub fn watch(&mut self, shapes: &Shapes) -> Result<Vec<Watch>> {
        let places = std::mem::take(&mut self.watched);
        let stores = if places.is_empty() { HashSet::new() } else { self.stores() };
        places.iter().map(|&place| self.watch_place(place, &stores, shapes)).collect()
    }

    /// The lvalues that are assigned.
    fn stores(&self) -> HashSet<ExprId> {
        let mut found = HashSet::new();
        visit::walk(self.unit, Item::Stmt(self.root), |item| {
            if let Item::Expr(e) = item {
                found.extend(match self.unit.expr(e).kind {
                    ExprKind::Assign { lhs, .. } | ExprKind::CompoundAssign { lhs, .. } => Some(lhs),
                    ExprKind::Unary { op, arg } if effects::is_step(op) => Some(arg),
                    _ => None,
                });
            }
            true
        });
        found
    }

    fn watch_place(&mut self, place: ExprId, stores: &HashSet<ExprId>, shapes: &Shapes) -> Result<Watch> {
        let mut written = Vec::new();
        let index = match self.unit.expr(place).kind {
            ExprKind::Ref { decl } if self.loops.iter().any(|it| it.index == decl) => Some(decl),
            _ => None,
        };
        for raw in 0..self.raws.len() {
            let lvalue = self.raws[raw].expr;
            let is_local = matches!(self.raws[raw].path.base, PathBase::Local(_));
            // The last value of an index is stored without an assignment; its expression is no lvalue.
            let last_value = self.final_values.iter().find(|it| it.raw == raw);
            let is_its_own = last_value.is_some_and(|it| Some(self.loops[it.index.0 as usize].index) == index);
            let meets = || effects::may_meet(self.unit, &self.function.effects, lvalue, place);
            let may_meet = || last_value.is_some() || (index.is_some() || stores.contains(&lvalue)) && meets();
            if is_local || is_its_own || !may_meet() {
                continue;
            }
            let (view, subscripts) = &shapes.accesses[raw];
            let range = self.written(&shapes.views[view.0 as usize], subscripts).ok_or_else(|| {
                let what = if index.is_some() { "may be reached through a pointer" } else { "may change in the nest" };
                Reason::at_expr(place, format!("'{}' {what}", spell::expr(self.unit, place)))
            })?;
            written.push(range);
        }
        Ok(Watch { place, written })
    }

    fn written(&mut self, view: &View, subscripts: &[Subscript]) -> Option<Written> {
        // Where a row lies, its table says.
        if view.rows > 0 {
            return None;
        }
        let mut low = Poly::from_affine(&view.offset);
        let mut high = low.plus(elem_bytes(view.elem))?;
        for (dim, subscript) in view.dims.iter().zip(subscripts) {
            let [least, greatest] = match subscript {
                Subscript::Affine(affine) => {
                    let value = Poly::from_affine(affine);
                    [self.end(value.clone(), End::Least)?, self.end(value, End::Greatest)?]
                }
                Subscript::Opaque { .. } => [Poly::default(), Poly::from_affine(dim.extent.as_ref()?).plus(-1)?],
            };
            if dim.stride.bytes < 0 {
                return None;
            }
            let mut stride = Poly::constant(dim.stride.bytes);
            for factor in &dim.stride.factors {
                let factor = Poly::from_affine(factor);
                // Else the ends change places.
                self.ensure(&factor, self.raws[0].expr, "stride").ok()?;
                stride = stride.mul(&factor)?;
            }
            low = low.add(&least.mul(&stride)?)?;
            high = high.add(&greatest.mul(&stride)?)?;
        }
        let is_exact = self.is_exact(&low) && self.is_exact(&high);
        is_exact.then(|| Written { object: view.object, low: sum(&low), high: sum(&high) })
    }

    /// The value at the bounds of the loops around that make it least or greatest.
    fn end(&self, mut value: Poly, end: End) -> Option<Poly> {
        while let Some(index) = value.innermost() {
            let coefficient = value.split(index)?.0.as_constant()?;
            let Term::Loop(id) = index else { return None };
            let bound = self.last_index(id, (coefficient > 0) == (end == End::Greatest))?;
            value = value.substitute(index, &bound)?;
        }
        Some(value)
    }

    /// A value that the index does not exceed, or does not come below.
    fn last_index(&self, id: LoopId, greatest: bool) -> Option<Poly> {
        let entry = &self.loops[id.0 as usize];
        let (lower, upper) = (Poly::from_affine(entry.lower.first()?), Poly::from_affine(entry.upper.first()?));
        match (entry.step > 0, greatest) {
            (true, true) => upper.plus(-1),
            (true, false) | (false, true) => Some(lower),
            (false, false) => upper.plus(1),
        }
    }

    /// 128 bits hold the value: products are of few symbols, which are small.
    fn is_exact(&mut self, value: &Poly) -> bool {
        if value.degree() > 3 {
            return false;
        }
        let mut symbols = if value.degree() > 1 { value.symbols() } else { Vec::new() };
        let small = Range::within(SMALL);
        symbols.retain(|symbol| {
            let range = self.prover.symbols[symbol.0 as usize];
            range.intersection(small) != range
        });
        if symbols.iter().any(|symbol| self.level(*symbol) >= MAX_LEVEL) {
            return false;
        }
        symbols.into_iter().for_each(|symbol| self.check_small(symbol));
        true
    }
}
