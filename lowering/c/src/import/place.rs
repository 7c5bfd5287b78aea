//! Lvalues: where a value lies, reading and writing it.

use super::function::{Function, Local, Res};
use super::ops::CmpI;
use super::types::{BitField, Scalar, int_type};
use crate::ast::{CastKind, DeclId, ExprId, ExprKind, Loc, RecordId, Storage, TypeId, TypeKind, UnaryOp, Unit};
use melior::ir::r#type::{IntegerType, MemRefType};
use melior::ir::{AffineMap, ShapedTypeLike, Type, TypeLike, ValueLike};
use raddle_dialects::{Val, ir};

/// Where an lvalue's value lies.
#[derive(Clone)]
pub(super) enum Place<'c> {
    /// In host memory; `typed` where the object that lies there is known to have the lvalue's type.
    Memory { ptr: Val<'c>, align: u32, volatile: bool, typed: bool },
    /// Some bits of an integer in host memory.
    Bits { ptr: Val<'c>, storage_bits: u32, shift: u32, width: u32 },
    /// An element of a memref, with affine subscripts (nests only).
    Affine { memref: Val<'c>, map: AffineMap<'c>, operands: Vec<Val<'c>> },
    /// An element of a memref (nests only).
    Element { memref: Val<'c>, indices: Vec<Val<'c>> },
    /// A value that cannot be written: an index or symbol of a nest, in its C type.
    Value(Val<'c>),
}

impl<'c> Function<'c, '_> {
    /// The place that the lvalue (or record rvalue) `id` names.
    pub fn place(&mut self, id: ExprId) -> Res<Place<'c>> {
        let mut place = stacker::maybe_grow(64 << 10, 4 << 20, || self.place_inner(id))?;
        if let Place::Memory { typed, .. } = &mut place {
            *typed = self.has_its_type(id);
        }
        Ok(place)
    }

    fn place_inner(&mut self, id: ExprId) -> Res<Place<'c>> {
        if let Some(place) = self.nest_place(id)? {
            return Ok(place);
        }
        let expr = self.unit.expr(id);
        self.set_location(expr.loc);
        match &expr.kind {
            ExprKind::Ref { decl } => self.variable(*decl, expr.loc),
            ExprKind::Unary { op: UnaryOp::Deref, arg } => {
                let ptr = self.rvalue(*arg)?;
                Ok(self.memory(ptr, expr.ty))
            }
            ExprKind::Subscript { base, index } => self.subscript(*base, *index, expr.ty),
            ExprKind::Member { base, record, field, arrow } => self.member(*base, *record, *field, *arrow, expr.ty),
            ExprKind::String { bytes } => self.string(bytes, expr.ty, expr.loc),
            ExprKind::CompoundLiteral { init } => self.compound_literal(id, *init, expr.ty),
            ExprKind::Cast { cast: CastKind::NoOp | CastKind::LvalueToRvalue, arg } => self.place(*arg),
            ExprKind::Other { class, .. } => self.stop(class.clone(), expr.loc),
            _ if matches!(self.unit.ty(expr.ty).kind, TypeKind::Record { .. }) => self.record_value(id),
            _ => self.stop("lvalue of an unusual form", expr.loc),
        }
    }

    /// Whether C lets the lvalue access objects of its own type alone. Variables that only their name reaches need no such
    /// help.
    fn has_its_type(&self, id: ExprId) -> bool {
        let unit = self.unit;
        let mut at = id;
        while !unit.relaxed_aliasing && !unit.ty(unit.expr(at).ty).may_alias {
            match unit.expr(at).kind {
                ExprKind::Ref { decl } => {
                    return at != id || !matches!(unit.decl(decl).storage, Storage::Local | Storage::Param);
                }
                ExprKind::Member { .. } if is_untyped_member(unit, at) => return false,
                ExprKind::Member { arrow: true, .. } => return true,
                ExprKind::Member { base, .. } => at = base,
                ExprKind::Subscript { base, .. } => match unit.expr(base).kind {
                    ExprKind::Cast { cast: CastKind::ArrayToPointer, arg } => at = arg,
                    _ => return true,
                },
                ExprKind::Unary { op: UnaryOp::Deref, arg } => match unit.expr(arg).kind {
                    ExprKind::Unary { op: UnaryOp::AddrOf, arg } => at = arg,
                    ExprKind::Cast { cast: CastKind::ArrayToPointer, arg } => at = arg,
                    _ => return true,
                },
                ExprKind::Cast { cast: CastKind::NoOp | CastKind::LvalueToRvalue, arg } => at = arg,
                _ => return false,
            }
        }
        false
    }

    pub fn memory(&self, ptr: Val<'c>, ty: TypeId) -> Place<'c> {
        let ty = self.unit.ty(ty);
        Place::Memory { ptr, align: ty.align.max(1), volatile: ty.is_volatile, typed: false }
    }

    /// The place's address. Elements of nests and bit-fields have none.
    pub fn address(&mut self, place: Place<'c>, loc: Loc) -> Res<(Val<'c>, u32)> {
        match place {
            Place::Memory { ptr, align, .. } => Ok((ptr, align)),
            Place::Bits { .. } => self.stop("address of a bit-field", loc),
            Place::Affine { .. } | Place::Element { .. } | Place::Value(_) => self.stop("address inside a nest", loc),
        }
    }

    /// The variable's storage in host memory.
    pub fn variable(&mut self, id: DeclId, loc: Loc) -> Res<Place<'c>> {
        let decl = self.unit.decl(id);
        if self.nest.is_some() && decl.storage != Storage::Function {
            return self.stop(format!("variable '{}' that the nest does not know", decl.name), loc);
        }
        if let Some(reason) = &decl.clangs_own {
            return self.stop(reason, loc);
        }
        let volatile = self.unit.ty(decl.ty).is_volatile;
        match decl.storage {
            Storage::Param | Storage::Local => {
                let Some(local) = self.locals.get(&id).copied() else {
                    return self.stop("variable used outside of its declaration's reach", loc);
                };
                Ok(Place::Memory { ptr: self.local_address(local), align: local.align, volatile, typed: false })
            }
            Storage::Function => {
                let signature = super::types::Signature::of(self.unit, decl.ty);
                self.symbols.function(&decl.symbol, signature.as_ref());
                Ok(Place::Memory { ptr: self.ops.address_of(&decl.symbol), align: 1, volatile: false, typed: false })
            }
            Storage::Global | Storage::StaticLocal => {
                if decl.symbol.is_empty() {
                    return self.stop("static local that shares its name with another", loc);
                }
                self.symbols.global(self.unit, decl);
                let symbol = self.ops.address_of(&decl.symbol);
                let ptr = match decl.is_thread_local {
                    true => self.ops.at().unary("llvm.intr.threadlocal.address", symbol),
                    false => symbol,
                };
                Ok(Place::Memory {
                    ptr,
                    align: super::function::declared_alignment(self.unit, decl),
                    volatile,
                    typed: false,
                })
            }
        }
    }

    fn local_address(&mut self, local: Local<'c>) -> Val<'c> {
        if !local.is_indirect {
            return local.ptr;
        }
        let ptr = Scalar::Pointer.value_type(self.context());
        self.ops.load(local.ptr, ptr, 8, false)
    }

    fn subscript(&mut self, base: ExprId, index: ExprId, ty: TypeId) -> Res<Place<'c>> {
        // An element of an array object is as aligned as the object and its size allow.
        let array = match self.unit.expr(base).kind {
            ExprKind::Cast { cast: CastKind::ArrayToPointer, arg } => Some(arg),
            _ => None,
        };
        let (base, align) = match array {
            Some(array) => {
                let place = self.place(array)?;
                self.address(place, self.unit.expr(array).loc)?
            }
            None => (self.rvalue(base)?, self.unit.ty(ty).align),
        };
        let index = self.integer(index)?;
        let ptr = self.advance(base, index, ty, false)?;
        let ty = self.unit.ty(ty);
        Ok(Place::Memory { ptr, align: align.min(ty.align).max(1), volatile: ty.is_volatile, typed: false })
    }

    /// `ptr + index` (or `-`) elements of the C type `elem`.
    pub fn advance(&mut self, ptr: Val<'c>, index: Val<'c>, elem: TypeId, backwards: bool) -> Res<Val<'c>> {
        let mut index = index;
        if backwards {
            let zero = self.ops.int(64, 0);
            index = self.ops.binary("arith.subi", zero, index);
        }
        let mut elem = elem;
        if matches!(self.unit.ty(elem).kind, TypeKind::VariableArray { .. }) {
            let loc = self.decl.loc;
            let (count, base) = self.extent(elem, loc)?;
            index = self.ops.binary_nsw("arith.muli", index, count);
            elem = base;
        }
        let Some(elem) = super::types::sized_type(self.context(), self.unit, elem) else {
            return self.stop("pointer to an incomplete type", self.decl.loc);
        };
        Ok(self.ops.element_at(ptr, elem, index))
    }

    fn member(&mut self, base: ExprId, record: RecordId, field: u32, arrow: bool, ty: TypeId) -> Res<Place<'c>> {
        let loc = self.unit.expr(base).loc;
        let (ptr, align, record_ty) = match arrow {
            true => {
                let TypeKind::Pointer { to } = self.unit.ty(self.unit.expr(base).ty).kind else {
                    return self.stop("member of something that is no record", loc);
                };
                (self.rvalue(base)?, self.unit.ty(to).align, to)
            }
            false => {
                let place = self.place(base)?;
                let (ptr, align) = self.address(place, loc)?;
                (ptr, align, self.unit.expr(base).ty)
            }
        };
        let Some(this) = self.unit.record(record).fields.get(field as usize) else {
            return self.stop("member that its record lacks", loc);
        };
        let volatile = self.unit.ty(ty).is_volatile;
        if this.bit_width.is_none() {
            let offset = this.offset_bits / 8;
            let align = alignment_at(align, offset);
            return Ok(Place::Memory { ptr: self.ops.byte_offset(ptr, offset), align, volatile, typed: false });
        }
        match BitField::of(self.unit, record, self.unit.ty(record_ty).size, field) {
            Some(bits) if !volatile => self.bits(ptr, &bits),
            _ => self.stop("volatile bit-field", loc),
        }
    }

    pub fn bits(&mut self, record: Val<'c>, bits: &BitField) -> Res<Place<'c>> {
        let ptr = self.ops.byte_offset(record, bits.byte_offset);
        Ok(Place::Bits { ptr, storage_bits: bits.storage_bits, shift: bits.shift, width: bits.width })
    }

    fn string(&mut self, bytes: &str, ty: TypeId, loc: Loc) -> Res<Place<'c>> {
        let Some(bytes) = hexadecimal(bytes) else { return self.stop("malformed string literal", loc) };
        let align = self.unit.ty(ty).align.max(1);
        let name = self.symbols.string(bytes, align);
        Ok(Place::Memory { ptr: self.ops.address_of(&name), align, volatile: false, typed: false })
    }

    fn compound_literal(&mut self, id: ExprId, init: ExprId, ty: TypeId) -> Res<Place<'c>> {
        let (align, loc) = (self.unit.ty(ty).align.max(1), self.unit.expr(id).loc);
        let local = match self.literals.get(&id) {
            Some(local) => *local,
            None => Local { ptr: self.allocate(ty, align, loc)?, align, is_indirect: false },
        };
        self.literals.insert(id, local);
        self.initialize(local.ptr, align, ty, init, false)?;
        Ok(self.memory(local.ptr, ty))
    }

    // Reading and writing

    pub fn load_scalar(&mut self, scalar: Scalar, ptr: Val<'c>, align: u32, volatile: bool) -> Val<'c> {
        let memory = scalar.memory_type(self.context());
        let value = self.ops.load(ptr, memory, align, volatile);
        self.loaded(value, scalar)
    }

    /// The value of what memory holds.
    fn loaded(&mut self, value: Val<'c>, scalar: Scalar) -> Val<'c> {
        match scalar {
            Scalar::Bool => {
                let i1 = int_type(self.context(), 1);
                self.ops.at().cast("arith.trunci", value, i1)
            }
            Scalar::Half => self.half_from_bits(value),
            Scalar::Int { .. } | Scalar::Float { .. } | Scalar::Pointer => value,
        }
    }

    pub fn store_scalar(&mut self, value: Val<'c>, scalar: Scalar, ptr: Val<'c>, align: u32, volatile: bool) {
        let value = self.memory_value(value, scalar);
        self.ops.store(value, ptr, align, volatile);
    }

    fn memory_value(&mut self, value: Val<'c>, scalar: Scalar) -> Val<'c> {
        match scalar {
            Scalar::Bool => {
                let i8 = int_type(self.context(), 8);
                self.ops.at().cast("arith.extui", value, i8)
            }
            Scalar::Half => self.half_bits(value),
            Scalar::Int { .. } | Scalar::Float { .. } | Scalar::Pointer => value,
        }
    }

    pub fn load(&mut self, place: &Place<'c>, scalar: Scalar) -> Val<'c> {
        let value = match place {
            Place::Memory { ptr, align, volatile, typed } => {
                let memory = scalar.memory_type(self.context());
                let value = self.ops.load(*ptr, memory, *align, *volatile);
                if let Some(access) = ir::defining_op(value).filter(|_| *typed) {
                    self.ops.tag(access, memory);
                }
                value
            }
            Place::Bits { ptr, storage_bits, shift, width } => {
                return self.load_bits(*ptr, *storage_bits, *shift, *width, scalar);
            }
            Place::Value(value) => return *value,
            Place::Affine { memref, map, operands } => {
                let value = self.ops.at().affine_load(*memref, *map, operands);
                self.with_type(value, scalar.memory_type(self.context()))
            }
            Place::Element { memref, indices } => {
                let value = self.ops.at().memref_load(*memref, indices);
                self.with_type(value, scalar.memory_type(self.context()))
            }
        };
        self.loaded(value, scalar)
    }

    /// Writes `value` and returns what the place then holds (a bit-field may hold less).
    pub fn store(&mut self, place: &Place<'c>, scalar: Scalar, value: Val<'c>) -> Val<'c> {
        match place {
            Place::Memory { ptr, align, volatile, typed } => {
                let held = self.memory_value(value, scalar);
                let access = self.ops.store(held, *ptr, *align, *volatile);
                if *typed {
                    self.ops.tag(access, held.r#type());
                }
            }
            Place::Bits { ptr, storage_bits, shift, width } => {
                return self.store_bits(*ptr, *storage_bits, *shift, *width, scalar, value);
            }
            Place::Affine { memref, map, operands } => {
                let value = self.memory_value(value, scalar);
                let value = self.with_type(value, element_type(*memref));
                self.ops.at().affine_store(value, *memref, *map, operands);
            }
            Place::Element { memref, indices } => {
                let value = self.memory_value(value, scalar);
                let value = self.with_type(value, element_type(*memref));
                self.ops.at().memref_store(value, *memref, indices);
            }
            Place::Value(_) => {}
        }
        value
    }

    /// The lowest bits of a value as a value of a type that has no more.
    fn with_type(&mut self, value: Val<'c>, ty: Type<'c>) -> Val<'c> {
        if value.r#type() == ty {
            return value;
        }
        let (Some(from), Some(to)) = (number_bits(value.r#type()), number_bits(ty)) else { return value };
        let place = self.ops.at();
        let mut value =
            if is_float(value.r#type()) { place.cast("arith.bitcast", value, place.int(from)) } else { value };
        if to < from {
            value = place.cast("arith.trunci", value, place.int(to));
        }
        if is_float(ty) { place.cast("arith.bitcast", value, ty) } else { value }
    }

    fn load_bits(&mut self, ptr: Val<'c>, storage: u32, shift: u32, width: u32, scalar: Scalar) -> Val<'c> {
        let ty = int_type(self.context(), storage);
        let all = self.ops.load(ptr, ty, 1, false);
        // Up to the top, then down again: the sign or zeros fill in.
        let up = self.ops.int(storage, i64::from(storage - shift - width));
        let raised = self.ops.binary("arith.shli", all, up);
        let down = self.ops.int(storage, i64::from(storage - width));
        let is_signed = matches!(scalar, Scalar::Int { signed: true, .. });
        let field = self.ops.binary(if is_signed { "arith.shrsi" } else { "arith.shrui" }, raised, down);
        self.field_value(field, storage, scalar, is_signed)
    }

    fn field_value(&mut self, field: Val<'c>, storage: u32, scalar: Scalar, is_signed: bool) -> Val<'c> {
        match scalar {
            Scalar::Bool => {
                let zero = self.ops.int(storage, 0);
                self.ops.at().cmpi(CmpI::Ne, field, zero)
            }
            _ => self.convert(field, Scalar::Int { bits: storage, signed: is_signed }, scalar),
        }
    }

    fn store_bits(
        &mut self,
        ptr: Val<'c>,
        storage: u32,
        shift: u32,
        width: u32,
        scalar: Scalar,
        value: Val<'c>,
    ) -> Val<'c> {
        let ty = int_type(self.context(), storage);
        let wide = self.convert(value, scalar, Scalar::Int { bits: storage, signed: false });
        // By shifts: a mask may need more bits than our constants have.
        let unused = self.ops.int(storage, i64::from(storage - width));
        let raised = self.ops.binary("arith.shli", wide, unused);
        let field = self.ops.binary("arith.shrui", raised, unused);
        let amount = self.ops.int(storage, i64::from(shift));
        let placed = self.ops.binary("arith.shli", field, amount);
        let old = self.ops.load(ptr, ty, 1, false);
        let ones = self.ops.int(storage, -1);
        let low = self.ops.binary("arith.shrui", ones, unused);
        let own = self.ops.binary("arith.shli", low, amount);
        let others = self.ops.binary("arith.xori", own, ones);
        let kept = self.ops.binary("arith.andi", old, others);
        let new = self.ops.binary("arith.ori", kept, placed);
        self.ops.store(new, ptr, 1, false);
        self.truncated_field(field, storage, width, scalar)
    }

    /// The value of an assignment to a bit-field: what it then holds.
    fn truncated_field(&mut self, field: Val<'c>, storage: u32, width: u32, scalar: Scalar) -> Val<'c> {
        let is_signed = matches!(scalar, Scalar::Int { signed: true, .. });
        if !is_signed {
            return self.field_value(field, storage, scalar, false);
        }
        let up = self.ops.int(storage, i64::from(storage - width));
        let raised = self.ops.binary("arith.shli", field, up);
        let extended = self.ops.binary("arith.shrsi", raised, up);
        self.field_value(extended, storage, scalar, true)
    }

    // Records

    /// Where the value of a record expression lies.
    fn record_value(&mut self, id: ExprId) -> Res<Place<'c>> {
        let expr = self.unit.expr(id);
        match &expr.kind {
            ExprKind::Assign { lhs, rhs } => {
                let to = self.place(*lhs)?;
                let from = self.place(*rhs)?;
                self.copy_record(&to, &from, expr.ty, expr.loc)?;
                Ok(to)
            }
            ExprKind::Binary { op: crate::ast::BinaryOp::Comma, lhs, rhs } => {
                self.effect(*lhs)?;
                self.place(*rhs)
            }
            ExprKind::Conditional { cond, then, other } => {
                let pointer = Scalar::Pointer.value_type(self.context());
                let (then, other, loc) = (*then, *other, expr.loc);
                let chosen = self.choose(
                    *cond,
                    Some(pointer),
                    |this| this.record_address(then, loc).map(Some),
                    |this| this.record_address(other, loc).map(Some),
                )?;
                match chosen {
                    Some(ptr) => Ok(self.memory(ptr, expr.ty)),
                    None => self.stop("conditional without a value", expr.loc),
                }
            }
            ExprKind::InitList { .. } | ExprKind::ImplicitZero => self.compound_literal(id, id, expr.ty),
            ExprKind::Call { callee, args, builtin } => match self.call(id, *callee, args, builtin)? {
                Some(ptr) => Ok(self.memory(ptr, expr.ty)),
                None => self.stop("record of an unusual call", expr.loc),
            },
            _ => self.stop("record value of an unusual form", expr.loc),
        }
    }

    fn record_address(&mut self, id: ExprId, loc: Loc) -> Res<Val<'c>> {
        let place = self.place(id)?;
        Ok(self.address(place, loc)?.0)
    }

    pub fn copy_record(&mut self, to: &Place<'c>, from: &Place<'c>, ty: TypeId, loc: Loc) -> Res<()> {
        let (Place::Memory { ptr: to, volatile: a, .. }, Place::Memory { ptr: from, volatile: b, .. }) = (to, from)
        else {
            return self.stop("struct assignment inside a nest", loc);
        };
        self.ops.copy(*to, *from, self.unit.ty(ty).size, *a || *b);
        Ok(())
    }
}

/// The alignment of what lies `offset` bytes behind something aligned to `align`.
pub(super) fn alignment_at(align: u32, offset: u64) -> u32 {
    if offset == 0 {
        return align.max(1);
    }
    align.max(1).min(1 << offset.trailing_zeros().min(20))
}

/// A member of a union, or of a record behind a pointer with attribute `may_alias`.
pub(super) fn is_untyped_member(unit: &Unit, e: ExprId) -> bool {
    let ExprKind::Member { base, record, arrow, .. } = unit.expr(e).kind else { return false };
    let behind = match unit.ty(unit.expr(base).ty).kind {
        TypeKind::Pointer { to } if arrow => Some(to),
        _ => None,
    };
    unit.record(record).is_union || behind.is_some_and(|to| unit.ty(to).may_alias)
}

pub(super) fn hexadecimal(text: &str) -> Option<Vec<u8>> {
    (0..text.len()).step_by(2).map(|at| u8::from_str_radix(text.get(at..at + 2)?, 16).ok()).collect()
}

fn element_type<'c>(memref: Val<'c>) -> Type<'c> {
    MemRefType::try_from(memref.r#type()).map_or(memref.r#type(), |it| it.element())
}

fn is_float(ty: Type<'_>) -> bool {
    ty.is_f16() || ty.is_f32() || ty.is_f64()
}

fn number_bits(ty: Type<'_>) -> Option<u32> {
    match () {
        () if ty.is_f16() => Some(16),
        () if ty.is_f32() => Some(32),
        () if ty.is_f64() => Some(64),
        () => IntegerType::try_from(ty).ok().map(|it| it.width()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn alignment_falls_with_the_offset() {
        assert_eq!(alignment_at(8, 0), 8);
        assert_eq!(alignment_at(8, 4), 4);
        assert_eq!(alignment_at(8, 16), 8);
        assert_eq!(alignment_at(1, 8), 1, "packed");
        assert_eq!(alignment_at(0, 3), 1, "unknown");
    }

    #[test]
    fn hexadecimal_bytes() {
        assert_eq!(hexadecimal("00fF41"), Some(vec![0, 255, 65]));
        assert_eq!(hexadecimal("0"), None);
        assert_eq!(hexadecimal("zz"), None);
        assert_eq!(hexadecimal("\u{e4}\u{e4}"), None);
    }
}
