//! C types as MLIR types. Scalars have a value type (in registers) and a memory type; everything else is bytes.

use crate::ast::{RecordId, TypeId, TypeKind, Unit};
use melior::Context;
use melior::dialect::llvm;
use melior::ir::Type;
use melior::ir::r#type::IntegerType;

/// A C type whose values are SSA values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scalar {
    /// `i1` as a value, a byte in memory.
    Bool,
    Int {
        bits: u32,
        signed: bool,
    },
    Float {
        bits: u32,
    },
    /// `_Float16`: an `f32` that one holds as a value, 16 bits in memory, an `f16` between functions. What is said of an
    /// expression's rounding is in `half`.
    Half,
    Pointer,
}

impl Scalar {
    pub const INT: Scalar = Scalar::Int { bits: 32, signed: true };
    pub const LONG: Scalar = Scalar::Int { bits: 64, signed: true };
    pub const FLOAT: Scalar = Scalar::Float { bits: 32 };

    /// None for aggregates, functions, atomics and the types that are left to clang.
    pub fn of(unit: &Unit, ty: TypeId) -> Option<Scalar> {
        let ty = unit.ty(ty);
        if ty.is_atomic {
            return None;
        }
        match ty.kind {
            TypeKind::Bool => Some(Scalar::Bool),
            TypeKind::Int { bits, signed } => Some(Scalar::Int { bits, signed }),
            TypeKind::Float { bits: 16 } => Some(Scalar::Half),
            TypeKind::Float { bits } => Some(Scalar::Float { bits }),
            TypeKind::Pointer { .. } => Some(Scalar::Pointer),
            TypeKind::Void
            | TypeKind::Array { .. }
            | TypeKind::IncompleteArray { .. }
            | TypeKind::VariableArray { .. }
            | TypeKind::Record { .. }
            | TypeKind::Function { .. }
            | TypeKind::Complex { .. }
            | TypeKind::Other => None,
        }
    }

    pub fn value_type<'c>(self, context: &'c Context) -> Type<'c> {
        match self {
            Scalar::Bool => int_type(context, 1),
            Scalar::Int { bits, .. } => int_type(context, bits),
            Scalar::Float { bits: 32 } | Scalar::Half => Type::float32(context),
            Scalar::Float { bits: 64 } => Type::float64(context),
            Scalar::Float { bits } => Type::parse(context, &format!("f{bits}")).expect("f80 and f128 are MLIR types"),
            Scalar::Pointer => llvm::r#type::pointer(context, 0),
        }
    }

    pub fn memory_type<'c>(self, context: &'c Context) -> Type<'c> {
        match self {
            Scalar::Bool => int_type(context, 8),
            Scalar::Half => int_type(context, 16),
            Scalar::Int { .. } | Scalar::Float { .. } | Scalar::Pointer => self.value_type(context),
        }
    }

    /// As functions take and return it.
    pub fn passed_type<'c>(self, context: &'c Context) -> Type<'c> {
        match self {
            Scalar::Half => Type::float16(context),
            Scalar::Bool | Scalar::Int { .. } | Scalar::Float { .. } | Scalar::Pointer => self.value_type(context),
        }
    }

    /// Integers narrower than a register are extended by the caller on x86-64, and the signature says how.
    pub fn extension(self) -> Option<&'static str> {
        match self {
            Scalar::Bool => Some("llvm.zeroext"),
            Scalar::Int { bits, signed: true } if bits < 32 => Some("llvm.signext"),
            Scalar::Int { bits, signed: false } if bits < 32 => Some("llvm.zeroext"),
            Scalar::Int { .. } | Scalar::Float { .. } | Scalar::Half | Scalar::Pointer => None,
        }
    }
}

pub fn int_type(context: &Context, bits: u32) -> Type<'_> {
    IntegerType::new(context, bits).into()
}

/// The type whose size is the C type's: for allocation and address arithmetic. None if it has no constant size.
pub fn sized_type<'c>(context: &'c Context, unit: &Unit, ty: TypeId) -> Option<Type<'c>> {
    if let Some(scalar) = Scalar::of(unit, ty) {
        return Some(scalar.memory_type(context));
    }
    match unit.ty(ty).kind {
        // GNU C: sizeof is 1.
        TypeKind::Void | TypeKind::Function { .. } => Some(int_type(context, 8)),
        TypeKind::Array { elem, len } => {
            Some(llvm::r#type::array(sized_type(context, unit, elem)?, u32::try_from(len).ok()?))
        }
        TypeKind::VariableArray { .. } | TypeKind::IncompleteArray { .. } => None,
        TypeKind::Bool
        | TypeKind::Int { .. }
        | TypeKind::Float { .. }
        | TypeKind::Pointer { .. }
        | TypeKind::Record { .. }
        | TypeKind::Complex { .. }
        | TypeKind::Other => bytes_type(context, unit.ty(ty).size),
    }
}

pub fn bytes_type(context: &Context, size: u64) -> Option<Type<'_>> {
    Some(llvm::r#type::array(int_type(context, 8), u32::try_from(size).ok()?))
}

/// The parameters and result of a function that passes only scalars: one LLVM value each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signature {
    pub result: Option<Scalar>,
    pub params: Vec<Scalar>,
    pub variadic: bool,
    pub prototyped: bool,
}

impl Signature {
    /// None if something is passed by value in a way that is clang's business (structs, `__int128`, vectors): `by_value`.
    pub fn of(unit: &Unit, function: TypeId) -> Option<Signature> {
        let TypeKind::Function { ret, ref params, variadic, prototyped } = unit.ty(function).kind else { return None };
        let passed =
            |ty: &TypeId| Scalar::of(unit, *ty).filter(|scalar| !matches!(scalar, Scalar::Int { bits: 128, .. }));
        let result = match unit.ty(ret).kind {
            TypeKind::Void => None,
            _ => Some(passed(&ret)?),
        };
        Some(Signature { result, params: params.iter().map(passed).collect::<Option<_>>()?, variadic, prototyped })
    }

    pub fn function_type<'c>(&self, context: &'c Context) -> Type<'c> {
        let result = self.result.map_or_else(|| llvm::r#type::void(context), |scalar| scalar.passed_type(context));
        let params: Vec<_> = self.params.iter().map(|scalar| scalar.passed_type(context)).collect();
        llvm::r#type::function(result, &params, self.variadic)
    }
}

/// The bytes that hold a bit-field: the smallest aligned power of two within the record that no other member shares,
/// else just the bytes its bits lie in.
pub struct BitField {
    pub byte_offset: u64,
    /// Width of the storage in bits.
    pub storage_bits: u32,
    /// Position of the field's lowest bit in the storage (little endian).
    pub shift: u32,
    pub width: u32,
}

impl BitField {
    pub fn of(unit: &Unit, record: RecordId, record_size: u64, field: u32) -> Option<BitField> {
        let fields = &unit.record(record).fields;
        let this = fields.get(field as usize)?;
        let width = this.bit_width?;
        let (first, end) = (this.offset_bits / 8, (this.offset_bits + u64::from(width)).div_ceil(8));
        let is_free = |from: u64, to: u64| {
            to <= record_size
                && fields.iter().filter(|other| other.bit_width.is_none()).all(|other| {
                    let start = other.offset_bits / 8;
                    start + unit.ty(other.ty).size <= from || start >= to
                })
        };
        let (from, to) = [1u64, 2, 4, 8]
            .into_iter()
            .map(|size| (first / size * size, first / size * size + size))
            .find(|(from, to)| end <= *to && is_free(*from, *to))
            .unwrap_or((first, end));
        let shift = u32::try_from(this.offset_bits - from * 8).ok()?;
        Some(BitField { byte_offset: from, storage_bits: u32::try_from((to - from) * 8).ok()?, shift, width })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ast::{Field, Record, Type};

    /// A record of `int` members: (bit offset, width of a bit-field).
    fn unit(fields: &[(u64, Option<u32>)]) -> Unit {
        let int = Type {
            kind: TypeKind::Int { bits: 32, signed: true },
            size: 4,
            align: 4,
            is_const: false,
            is_volatile: false,
            is_restrict: false,
            is_atomic: false,
            may_alias: false,
            spelling: "int".into(),
        };
        let field = |&(offset_bits, bit_width)| Field { name: String::new(), ty: TypeId(0), offset_bits, bit_width };
        let fields = fields.iter().map(field).collect();
        let record = Record { name: String::new(), is_union: false, is_packed: false, fields };
        Unit { types: vec![int], records: vec![record], ..Default::default() }
    }

    fn storage(fields: &[(u64, Option<u32>)], size: u64, field: u32) -> Option<(u64, u32, u32)> {
        let bits = BitField::of(&unit(fields), RecordId(0), size, field)?;
        Some((bits.byte_offset, bits.storage_bits, bits.shift))
    }

    #[test]
    fn bit_fields_use_the_smallest_aligned_integer() {
        assert_eq!(storage(&[(0, Some(3)), (3, Some(5))], 4, 1), Some((0, 8, 3)));
        assert_eq!(storage(&[(0, Some(3)), (3, Some(9))], 4, 1), Some((0, 16, 3)));
        assert_eq!(storage(&[(32, Some(31))], 8, 0), Some((4, 32, 0)));
    }

    #[test]
    fn bit_fields_leave_other_members_and_memory_alone() {
        // A member lies right behind: only the field's own bytes, three of them.
        assert_eq!(storage(&[(0, Some(20)), (24, None)], 7, 0), Some((0, 24, 0)));
        // The record ends there.
        assert_eq!(storage(&[(0, Some(20))], 3, 0), Some((0, 24, 0)));
        assert_eq!(storage(&[(0, None)], 4, 0), None, "no bit-field");
        assert_eq!(storage(&[(0, None)], 4, 5), None, "no such member");
    }

    #[test]
    fn signatures_of_scalars_only() {
        let mut unit = unit(&[]);
        let plain = |kind| Type { kind, spelling: String::new(), ..clone(&unit.types[0]) };
        let record = plain(TypeKind::Record { record: RecordId(0) });
        let of = |params: Vec<u32>| TypeKind::Function {
            ret: TypeId(0),
            params: params.into_iter().map(TypeId).collect(),
            variadic: false,
            prototyped: true,
        };
        let (scalars, by_value) = (plain(of(vec![0, 0])), plain(of(vec![0, 1])));
        unit.types.extend([record, scalars, by_value]);
        assert_eq!(Signature::of(&unit, TypeId(2)).map(|signature| signature.params.len()), Some(2));
        assert_eq!(Signature::of(&unit, TypeId(3)), None);
        assert_eq!(Signature::of(&unit, TypeId(0)), None, "no function");
    }

    fn clone(ty: &Type) -> Type {
        Type { kind: ty.kind.clone(), spelling: ty.spelling.clone(), ..*ty }
    }
}
