//! Scalar types of kernels and typed SPIR-V ids. It never says where a value lives.

use rspirv::spirv::Word;

/// The types a value of a kernel can have. `index` and device addresses are `I64`; integers carry no sign.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Scalar {
    Bool,
    I8,
    I16,
    I32,
    I64,
    F32,
    F64,
}

impl Scalar {
    /// Bits of the value; 1 for `Bool`, which has no size in memory.
    pub fn bits(self) -> u32 {
        match self {
            Scalar::Bool => 1,
            Scalar::I8 => 8,
            Scalar::I16 => 16,
            Scalar::I32 | Scalar::F32 => 32,
            Scalar::I64 | Scalar::F64 => 64,
        }
    }

    /// Bytes of the value in device memory; none for `Bool`.
    pub fn bytes(self) -> Option<u32> {
        (self != Scalar::Bool).then(|| self.bits() / 8)
    }

    /// The integer type of `bytes` bytes.
    pub fn integer_of_bytes(bytes: u32) -> Option<Scalar> {
        match bytes {
            1 => Some(Scalar::I8),
            2 => Some(Scalar::I16),
            4 => Some(Scalar::I32),
            8 => Some(Scalar::I64),
            _ => None,
        }
    }

    /// The integer type with the same bits, for operations on the representation of a float.
    pub fn as_integer(self) -> Scalar {
        match self {
            Scalar::F32 => Scalar::I32,
            Scalar::F64 => Scalar::I64,
            Scalar::Bool | Scalar::I8 | Scalar::I16 | Scalar::I32 | Scalar::I64 => self,
        }
    }

    /// `bits` without what lies above the type's width.
    pub fn truncate(self, bits: u64) -> u64 {
        bits & (u64::MAX >> (64 - self.bits()))
    }
}

/// An SSA value: its id and its type.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Typed {
    pub id: Word,
    pub scalar: Scalar,
}
