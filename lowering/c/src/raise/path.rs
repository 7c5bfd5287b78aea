//! Lvalues and pointer expressions as paths: a base that the nest does not change, a constant offset, and steps of index
//! times size. Says nothing yet about which paths make one view.

use super::nest::{Builder, Meaning};
use super::poly::Poly;
use super::value::{Relied, is_constant_variable, is_ordinary, overflow, same_expr};
use super::visit::{self, Item};
use super::{Reason, Result, spell};
use crate::ast::{BinaryOp, CastKind, DeclId, ExprId, ExprKind, Storage, TypeId, TypeKind, UnaryOp, Unit};
use crate::plan::Affine;
use std::slice;

#[derive(Clone, Debug)]
pub(super) struct Path {
    pub base: PathBase,
    /// Bytes.
    pub offset: i64,
    pub steps: Vec<Step>,
    pub rows: Rows,
}

/// Pointers in memory on the way: behind each of the first `hops` steps one is followed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Rows {
    pub hops: usize,
    /// Bytes from the base to the table of the first ones.
    pub offset: i64,
}

#[derive(Clone, Copy, Debug)]
pub(super) enum PathBase {
    Variable(DeclId),
    /// Declared inside the nest.
    Local(DeclId),
    Pointer(ExprId),
}

#[derive(Clone, Debug)]
pub(super) struct Step {
    pub index: Index,
    pub size: Size,
    /// Elements, where the type tells.
    pub extent: Option<Affine>,
}

/// Bytes of an element: a constant times the extents of variable-length arrays inside it, outermost first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Size {
    pub bytes: i64,
    pub factors: Vec<Affine>,
}

/// A sum of integer expressions.
#[derive(Clone, Debug)]
pub(super) struct Index {
    /// The whole sum; None if a part of it is neither a polynomial nor has bounds.
    pub value: Option<Poly>,
    /// The affine parts.
    pub plus: Poly,
    /// The other parts as expressions, with their signs.
    pub terms: Vec<(ExprId, i64)>,
}

impl Index {
    pub(super) fn zero() -> Index {
        Index { value: Some(Poly::default()), plus: Poly::default(), terms: Vec::new() }
    }
    pub(super) fn is_zero(&self) -> bool {
        self.terms.is_empty() && self.plus.is_zero()
    }
    /// Made of indices and symbols alone.
    fn is_known(&self) -> bool {
        self.value.as_ref().is_some_and(|it| it.opaques().next().is_none())
    }
}

impl Size {
    pub fn constant(bytes: i64) -> Size {
        Size { bytes, factors: Vec::new() }
    }
}

impl Step {
    /// All its elements together, and nothing else, have the size.
    fn is_row_of(&self, size: &Size) -> bool {
        let Some(extent) = &self.extent else { return false };
        let (bytes, factors) = match extent.terms.as_slice() {
            [] => (self.size.bytes.checked_mul(extent.constant), self.size.factors.clone()),
            _ => (Some(self.size.bytes), [slice::from_ref(extent), &self.size.factors].concat()),
        };
        bytes == Some(size.bytes) && factors == size.factors
    }
}

impl Path {
    pub fn new(base: PathBase) -> Path {
        Path { base, offset: 0, steps: Vec::new(), rows: Rows::default() }
    }

    /// `*&x` is `x`.
    pub fn drop_detours(&mut self) {
        let is_detour = |step: &mut Step| step.extent.is_none() && step.index.is_zero();
        // A row has one subscript more than there are pointers on the way.
        let is_row = |path: &Path| path.rows.hops > 0 && path.steps.len() == path.rows.hops + 1;
        while !matches!(self.base, PathBase::Pointer(_)) && !is_row(self) && self.steps.pop_if(is_detour).is_some() {}
    }

    /// A pointer to the first element of an array of arrays is often used for the elements of all of them.
    fn reach_all_rows(&mut self) {
        let at_start = self.steps.iter().all(|step| step.index.is_zero());
        if let [.., rows, last] = self.steps.as_mut_slice()
            && at_start
            && last.is_row_of(&rows.size)
        {
            last.extent = None;
        }
    }

    /// Evaluating it later gives the same place: no part is read from memory at the time.
    pub fn is_known(&self) -> bool {
        self.steps.iter().all(|step| step.index.is_known())
    }
}

impl Builder<'_> {
    /// The path of an lvalue.
    pub fn lvalue(&mut self, e: ExprId) -> Result<Path> {
        stacker::maybe_grow(64 << 10, 1 << 20, || self.lvalue_here(e))
    }

    fn lvalue_here(&mut self, e: ExprId) -> Result<Path> {
        if !is_ordinary(self.unit.ty(self.unit.expr(e).ty)) {
            return Err(self.decline(e, "is volatile or atomic"));
        }
        match self.unit.expr(e).kind {
            ExprKind::Ref { decl } => self.variable(e, decl),
            ExprKind::Unary { op: UnaryOp::Deref, arg } => self.pointer(arg),
            ExprKind::Unary { op: UnaryOp::Extension, arg } => self.lvalue(arg),
            ExprKind::Subscript { base, index } => {
                let mut path = self.pointer(base)?;
                self.advance(&mut path, index, 1)?;
                Ok(path)
            }
            ExprKind::Member { base, record, field, arrow } => {
                let mut path = if arrow { self.pointer(base)? } else { self.lvalue(base)? };
                let record = self.unit.record(record);
                let Some(entry) = record.fields.get(field as usize) else { return Err(self.decline(e, "is no field")) };
                if record.is_union {
                    return Err(self.decline(e, "is a union member"));
                }
                if entry.bit_width.is_some() {
                    return Err(self.decline(e, "is a bit-field"));
                }
                let offset = i64::try_from(entry.offset_bits / 8).ok().and_then(|bytes| path.offset.checked_add(bytes));
                path.offset = offset.ok_or_else(|| overflow(e))?;
                Ok(path)
            }
            _ => Err(self.decline(e, "is not memory that a nest can describe")),
        }
    }

    fn decline(&self, e: ExprId, what: &str) -> Reason {
        Reason::at_expr(e, format!("'{}' {what}", spell::expr(self.unit, e)))
    }

    fn variable(&mut self, e: ExprId, decl: DeclId) -> Result<Path> {
        let declared = self.unit.decl(decl);
        if declared.is_thread_local {
            return Err(self.decline(e, "is thread-local"));
        }
        let is_local = declared.storage == Storage::Local && self.effects.declared.contains(&decl);
        Ok(Path::new(if is_local { PathBase::Local(decl) } else { PathBase::Variable(decl) }))
    }

    /// The path of what a pointer points at. Its last step counts elements of the pointer's target type.
    pub fn pointer(&mut self, e: ExprId) -> Result<Path> {
        stacker::maybe_grow(64 << 10, 1 << 20, || self.pointer_here(e))
    }

    fn pointer_here(&mut self, e: ExprId) -> Result<Path> {
        match self.unit.expr(e).kind {
            ExprKind::Cast { cast: CastKind::ArrayToPointer, arg } => {
                let mut path = self.lvalue(arg)?;
                let ty = self.unit.expr(arg).ty;
                let (TypeKind::Array { elem, .. }
                | TypeKind::VariableArray { elem, .. }
                | TypeKind::IncompleteArray { elem }) = self.unit.ty(ty).kind
                else {
                    return Err(self.decline(e, "is not an array"));
                };
                let (size, extent) = (self.size_of(elem, e)?, self.extent(ty, e)?);
                path.steps.push(Step { index: Index::zero(), size, extent });
                Ok(path)
            }
            ExprKind::Cast { cast: CastKind::LvalueToRvalue, arg } => self.loaded_pointer(e, arg),
            ExprKind::Cast { cast: CastKind::NoOp, arg }
            | ExprKind::Unary { op: UnaryOp::Extension | UnaryOp::Plus, arg } => self.pointer(arg),
            ExprKind::Cast { cast: CastKind::BitCast, arg } => {
                let mut path = self.pointer(arg)?;
                self.retype(&mut path, e)?;
                Ok(path)
            }
            ExprKind::Unary { op: UnaryOp::AddrOf, arg } => {
                let mut path = self.lvalue(arg)?;
                self.retype(&mut path, e)?;
                path.reach_all_rows();
                Ok(path)
            }
            ExprKind::Binary { op: BinaryOp::Add, lhs, rhs } => {
                let (pointer, index) = if self.is_pointer(lhs) { (lhs, rhs) } else { (rhs, lhs) };
                let mut path = self.pointer(pointer)?;
                self.advance(&mut path, index, 1)?;
                Ok(path)
            }
            ExprKind::Binary { op: BinaryOp::Sub, lhs, rhs } if !self.is_pointer(rhs) => {
                let mut path = self.pointer(lhs)?;
                self.advance(&mut path, rhs, -1)?;
                Ok(path)
            }
            _ => Err(self.decline(e, "is not a pointer that a nest can follow")),
        }
    }

    fn is_pointer(&self, e: ExprId) -> bool {
        matches!(self.unit.ty(self.unit.expr(e).ty).kind, TypeKind::Pointer { .. })
    }

    pub fn target_type(&self, pointer: ExprId) -> Result<TypeId> {
        match self.unit.ty(self.unit.expr(pointer).ty).kind {
            TypeKind::Pointer { to } => Ok(to),
            _ => Err(self.decline(pointer, "is not a pointer")),
        }
    }

    /// Makes the last step count elements of the type that pointer `e` points at.
    fn retype(&mut self, path: &mut Path, e: ExprId) -> Result<()> {
        let to = self.target_type(e)?;
        let size = match self.unit.ty(to).kind {
            // Arithmetic on void pointers counts bytes.
            TypeKind::Void | TypeKind::Function { .. } => Size::constant(1),
            _ => self.size_of(to, e)?,
        };
        match path.steps.last_mut() {
            Some(last) if last.size == size => {}
            Some(last) if last.index.is_zero() && last.extent.is_none() => last.size = size,
            _ => path.steps.push(Step { index: Index::zero(), size, extent: None }),
        }
        Ok(())
    }

    /// The value of a pointer variable, or a pointer in memory.
    fn loaded_pointer(&mut self, e: ExprId, lvalue: ExprId) -> Result<Path> {
        if !is_ordinary(self.unit.ty(self.unit.expr(lvalue).ty)) {
            return Err(self.decline(lvalue, "is volatile or atomic"));
        }
        if let ExprKind::Ref { decl } = self.unit.expr(lvalue).kind {
            let known = match self.scope.get(&decl) {
                Some(Meaning::Points(path)) => Some(path.clone()),
                _ => self.initial_target(decl),
            };
            if let Some(mut path) = known {
                path.reach_all_rows();
                return Ok(path);
            }
        }
        if let Err(reason) = self.invariant(e, &mut Relied::default()) {
            // Of an element, it is mostly the subscript that changes, which says little.
            let reason = match self.unit.expr(lvalue).kind {
                ExprKind::Subscript { .. } => self.decline(lvalue, "is another pointer in each iteration"),
                _ => reason,
            };
            return self.row(e, lvalue).ok_or(reason);
        }
        self.hoist(e)?;
        self.pointed(e, PathBase::Pointer(e))
    }

    /// What pointer `e` points at, from a base of its own.
    pub fn pointed(&mut self, e: ExprId, base: PathBase) -> Result<Path> {
        let mut path = Path::new(base);
        self.retype(&mut path, e)?;
        Ok(path)
    }

    /// `double *p = a + n;` that nothing changes is `a + n` wherever it is in scope.
    fn initial_target(&mut self, pointer: DeclId) -> Option<Path> {
        let init = self.unit.decl(pointer).init.filter(|_| is_constant_variable(self, pointer))?;
        // A jump over the declaration leaves the pointer as it was.
        if self.function.has_jumps || self.effects.declared.contains(&pointer) || !self.is_constant(init) {
            return None;
        }
        let mark = self.mark();
        let path = self.pointer(init).ok().filter(Path::is_known);
        if path.is_none() {
            self.rollback(mark);
        }
        path
    }

    /// The expression has the same value everywhere in the function: made of variables that are never assigned.
    pub fn is_constant(&self, e: ExprId) -> bool {
        let mut constant = true;
        visit::walk(self.unit, Item::Expr(e), |item| {
            let Item::Expr(e) = item else { return false };
            let expr = self.unit.expr(e);
            if expr.constant.is_some() {
                return false;
            }
            constant &= match &expr.kind {
                ExprKind::Ref { decl } => is_array(self.unit, *decl) || is_constant_variable(self, *decl),
                ExprKind::Cast { cast: CastKind::LvalueToRvalue, arg } => {
                    matches!(self.unit.expr(*arg).kind, ExprKind::Ref { .. })
                }
                ExprKind::Cast { .. } | ExprKind::Binary { .. } | ExprKind::Subscript { .. } => true,
                ExprKind::Unary { op, .. } => matches!(op, UnaryOp::AddrOf | UnaryOp::Minus | UnaryOp::Plus),
                _ => false,
            };
            constant
        });
        constant
    }

    /// Adds `sign * index` to the last step.
    fn advance(&mut self, path: &mut Path, index: ExprId, sign: i64) -> Result<()> {
        let settled = self.settled(index).or_else(|_| self.settled_or_bounded(index));
        let value = settled.and_then(|v| v.scale(sign).ok_or_else(|| overflow(index)));
        let affine = value.as_ref().is_ok_and(|value| value.to_affine().is_some());
        if !affine {
            // Should it stay opaque, what it reads must be known.
            self.rvalue(index)?;
        }
        let Some(step) = path.steps.last_mut() else { return Err(self.decline(index, "does not count elements")) };
        let target = &mut step.index;
        if affine && let Ok(value) = &value {
            target.plus = target.plus.add(value).ok_or_else(|| overflow(index))?;
        } else {
            target.terms.push((index, sign));
        }
        target.value = match (target.value.take(), value) {
            (Some(sum), Ok(value)) => Some(sum.add(&value).ok_or_else(|| overflow(index))?),
            _ => None,
        };
        Ok(())
    }

    /// Remembers what a pointer declared in the nest points at.
    pub fn points(&mut self, pointer: DeclId, init: ExprId) -> Result<()> {
        let path = self.pointer(init)?;
        if !path.is_known() {
            return Err(self.decline(init, "is not a pointer that a nest can follow"));
        }
        self.scope.insert(pointer, Meaning::Points(path));
        Ok(())
    }

    pub fn size_of(&mut self, ty: TypeId, at: ExprId) -> Result<Size> {
        let entry = self.unit.ty(ty);
        if entry.size > 0 {
            return i64::try_from(entry.size).map(Size::constant).map_err(|_| overflow(at));
        }
        match entry.kind {
            TypeKind::VariableArray { elem, .. } | TypeKind::Array { elem, .. } => {
                let mut size = self.size_of(elem, at)?;
                let Some(extent) = self.extent(ty, at)? else { return Err(self.decline(at, "has an unknown size")) };
                size.factors.insert(0, extent);
                Ok(size)
            }
            _ => Err(self.decline(at, "has an unknown size")),
        }
    }

    /// The number of elements of an array type. Arrays of one element or none at the end of a struct have as many as there is
    /// memory for.
    fn extent(&mut self, ty: TypeId, at: ExprId) -> Result<Option<Affine>> {
        match self.unit.ty(ty).kind {
            TypeKind::Array { len: 0 | 1, .. } => Ok(None),
            TypeKind::Array { len, .. } => Ok(i64::try_from(len).ok().map(super::nest::constant)),
            TypeKind::VariableArray { len: Some(len), .. } => self.variable_extent(len).map(Some),
            TypeKind::VariableArray { len: None, .. } => Err(self.decline(at, "has an unknown size")),
            _ => Ok(None),
        }
    }

    /// The extent of a variable-length array was evaluated where the type was declared: it must still have that value.
    fn variable_extent(&mut self, len: ExprId) -> Result<Affine> {
        if !self.is_constant(len) {
            return Err(self.decline(len, "may have changed since it was an array's extent"));
        }
        let value = match self.settled(len).ok().and_then(|value| value.to_affine()) {
            Some(affine) => affine,
            None => {
                let symbol = self.symbol(len)?;
                Affine { constant: 0, terms: vec![(crate::plan::Term::Symbol(symbol), 1)] }
            }
        };
        self.assume(len, "array extents are positive");
        let fact = Poly::from_affine(&value).plus(-1).ok_or_else(|| overflow(len))?;
        if !self.prover.facts.contains(&fact) {
            self.prover.facts.push(fact);
        }
        Ok(value)
    }

    pub fn same_base(&self, a: PathBase, b: PathBase) -> bool {
        match (a, b) {
            (PathBase::Variable(a), PathBase::Variable(b)) | (PathBase::Local(a), PathBase::Local(b)) => a == b,
            (PathBase::Pointer(a), PathBase::Pointer(b)) => same_expr(self.unit, a, b),
            _ => false,
        }
    }
}

fn is_array(unit: &Unit, decl: DeclId) -> bool {
    let kind = &unit.ty(unit.decl(decl).ty).kind;
    matches!(kind, TypeKind::Array { .. } | TypeKind::VariableArray { .. } | TypeKind::IncompleteArray { .. })
}
