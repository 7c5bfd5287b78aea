//! Loops that walk a pointer over an array, `for (p = a; p < a + n; p++)`: the index counts elements from the first one.
//!
//! The number of elements is the difference of the two pointers where both are known as places of one object, else a symbol
//! computed before the nest. The pointer's own value is never wanted: a loop whose pointer is read after it is declined.

use super::header::{Bounds, For, Increment};
use super::nest::{Builder, Meaning};
use super::path::{Path, PathBase, Step};
use super::poly::Poly;
use super::prove::Range;
use super::value::{is_comparison, overflow};
use super::{Reason, Result, spell};
use crate::ast::{BinaryOp, DeclId, ExprId, ExprKind, TypeKind};
use crate::plan::{Term, Value};

/// Where the walk begins; the expression where it can be evaluated before the nest.
struct First {
    path: Path,
    at: ExprId,
}

impl Builder<'_> {
    pub fn is_pointer_variable(&self, decl: DeclId) -> bool {
        matches!(self.unit.ty(self.unit.decl(decl).ty).kind, TypeKind::Pointer { .. })
    }

    pub fn walk_bounds(&mut self, parts: For, cond: ExprId, increment: Increment) -> Result<Bounds> {
        let pointer = increment.index;
        let fail =
            |what: &str| Reason::at_stmt(parts.stmt, format!("pointer '{}' {what}", self.unit.decl(pointer).name));
        if self.function.liveness.live_after(self.unit, parts.stmt, pointer) {
            return Err(fail("is used after the loop that walks it"));
        }
        let (before, is_own, initial) = self.initial(parts, pointer)?;
        let first = self.first(parts, cond, pointer, initial)?;
        let (op, last) = self.walk_test(cond, pointer)?;
        let distance = self.distance(&first, last)?;
        let end = self.walk_end(cond, op, increment.step, &distance)?;
        let id = self.open(parts.stmt, increment);
        let mut path = first.path;
        let moved = |step: &mut Step| {
            let index = Poly::term(Term::Loop(id));
            step.index.plus = step.index.plus.add(&index)?;
            step.index.value = Some(step.index.value.as_ref()?.add(&index)?);
            Some(())
        };
        path.steps.last_mut().and_then(moved).ok_or_else(|| overflow(cond))?;
        self.scope.insert(pointer, Meaning::Points(path));
        self.assume(cond, "pointers compared in a loop point into one array");
        Ok(Bounds { before, is_own, id, start: vec![Poly::default()], shift: None, end: vec![end] })
    }

    fn first(&mut self, parts: For, cond: ExprId, pointer: DeclId, initial: Option<ExprId>) -> Result<First> {
        let Some(at) = initial else {
            // The value before the nest.
            let read = self.read_in(cond, pointer).filter(|_| self.around.is_empty());
            let at = read.ok_or_else(|| Reason::at_stmt(parts.stmt, "loop without an initial value"))?;
            return Ok(First { path: self.pointed(at, PathBase::Pointer(at))?, at });
        };
        let path = self.pointer(at)?;
        if !path.is_known() {
            return Err(Reason::at_expr(
                at,
                format!("'{}' is not a pointer that a nest can follow", spell::expr(self.unit, at)),
            ));
        }
        Ok(First { path, at })
    }

    /// The comparison, as if the pointer stood on its left, and the expression on its right.
    fn walk_test(&self, cond: ExprId, pointer: DeclId) -> Result<(BinaryOp, ExprId)> {
        let fail = || Reason::at_expr(cond, format!("'{}' does not bound the loop", spell::expr(self.unit, cond)));
        let ExprKind::Binary { op, lhs, rhs } = self.unit.expr(cond).kind else { return Err(fail()) };
        let is_walked = |e: ExprId| matches!(self.unit.expr(e).kind, ExprKind::Cast { arg, .. } if self.unit.expr(arg).kind == ExprKind::Ref { decl: pointer });
        let mentions = |e: ExprId| self.mentions(super::visit::Item::Expr(e), pointer);
        let mirrored = match op {
            BinaryOp::Lt => BinaryOp::Gt,
            BinaryOp::Gt => BinaryOp::Lt,
            BinaryOp::Le => BinaryOp::Ge,
            BinaryOp::Ge => BinaryOp::Le,
            other => other,
        };
        match (is_comparison(op), is_walked(lhs), is_walked(rhs)) {
            (true, true, false) if !mentions(rhs) => Ok((op, rhs)),
            (true, false, true) if !mentions(lhs) => Ok((mirrored, lhs)),
            _ => Err(fail()),
        }
    }

    /// Elements from the first to the last pointer.
    fn distance(&mut self, first: &First, last: ExprId) -> Result<Poly> {
        let mark = self.mark();
        let known = self.pointer(last).ok().and_then(|path| self.difference(&path, &first.path));
        if let Some(known) = known {
            return Ok(known);
        }
        self.rollback(mark);
        let Some(bytes) =
            first.path.steps.last().filter(|step| step.size.factors.is_empty()).map(|step| step.size.bytes)
        else {
            return Err(self.not_affine(last));
        };
        let from_outside =
            self.around.is_empty() && matches!(first.path.base, PathBase::Pointer(base) if base == first.at);
        let level = if from_outside { self.hoist(last)? } else { self.hoist(first.at)?.max(self.hoist(last)?) };
        let range = Range { min: i64::MIN.into(), max: i64::MAX.into() };
        let name = format!("{} - {}", spell::expr(self.unit, last), spell::expr(self.unit, first.at));
        let symbol = self.add_symbol(Value::Difference { to: last, from: first.at, bytes }, name, level, range);
        Ok(Poly::term(Term::Symbol(symbol)))
    }

    /// Two places of one object that differ in their last index only.
    fn difference(&self, to: &Path, from: &Path) -> Option<Poly> {
        let (last_to, outer_to) = to.steps.split_last()?;
        let (last_from, outer_from) = from.steps.split_last()?;
        let same_outer = outer_to.len() == outer_from.len()
            && outer_to
                .iter()
                .zip(outer_from)
                .all(|(a, b)| a.size == b.size && a.index.value.is_some() && a.index.value == b.index.value);
        let same = self.same_base(to.base, from.base) && to.offset == from.offset && last_to.size == last_from.size;
        (same && same_outer).then_some(())?;
        last_to.index.value.as_ref()?.sub(last_from.index.value.as_ref()?)
    }

    fn walk_end(&mut self, cond: ExprId, op: BinaryOp, step: i64, distance: &Poly) -> Result<Poly> {
        let text = spell::expr(self.unit, cond);
        match (op, step > 0) {
            (BinaryOp::Lt, true) | (BinaryOp::Gt, false) => Ok(distance.clone()),
            (BinaryOp::Le, true) => distance.plus(1).ok_or_else(|| overflow(cond)),
            (BinaryOp::Ge, false) => distance.plus(-1).ok_or_else(|| overflow(cond)),
            (BinaryOp::Ne, _) => {
                let why = format!("'{text}' may never become false");
                let ahead = distance.scale(step.signum()).ok_or_else(|| overflow(cond))?;
                if distance.divide(step.abs()).is_none() {
                    return Err(Reason::at_expr(cond, why));
                }
                self.ensure(&ahead, cond, &why)?;
                Ok(distance.clone())
            }
            _ => Err(Reason::at_expr(cond, format!("'{text}' does not bound the loop"))),
        }
    }
}
