//! PTX's types and their Rust counterparts. Registers hold bits; what the bits mean is decided here and nowhere else.

use std::fmt;

use crate::half::F16;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Type {
    Pred,
    S8,
    S16,
    S32,
    S64,
    U8,
    U16,
    U32,
    U64,
    F16,
    F32,
    F64,
}

impl Type {
    /// Bytes in memory. A predicate has no place there; its register holds 0 or 1.
    pub fn bytes(self) -> u32 {
        match self {
            Self::Pred | Self::S8 | Self::U8 => 1,
            Self::S16 | Self::U16 | Self::F16 => 2,
            Self::S32 | Self::U32 | Self::F32 => 4,
            Self::S64 | Self::U64 | Self::F64 => 8,
        }
    }

    /// The register that holds a value of this type. There are none of 8 bits (5.2.2 Restricted Use of Sub-Word Sizes).
    pub fn width(self) -> Width {
        match self {
            Self::Pred => Width::Pred,
            Self::S8 | Self::U8 | Self::S16 | Self::U16 | Self::F16 => Width::B16,
            Self::S32 | Self::U32 | Self::F32 => Width::B32,
            Self::S64 | Self::U64 | Self::F64 => Width::B64,
        }
    }

    pub fn is_float(self) -> bool {
        matches!(self, Self::F16 | Self::F32 | Self::F64)
    }

    pub fn is_signed(self) -> bool {
        matches!(self, Self::S8 | Self::S16 | Self::S32 | Self::S64)
    }

    /// By its name without the dot. The bits types are the unsigned ones.
    pub fn named(name: &str) -> Option<Self> {
        Some(match name {
            "pred" => Self::Pred,
            "s8" => Self::S8,
            "s16" => Self::S16,
            "s32" => Self::S32,
            "s64" => Self::S64,
            "b8" | "u8" => Self::U8,
            "b16" | "u16" => Self::U16,
            "b32" | "u32" => Self::U32,
            "b64" | "u64" => Self::U64,
            "f16" => Self::F16,
            "f32" => Self::F32,
            "f64" => Self::F64,
            _ => return None,
        })
    }
}

/// What a register is declared as. LLVM declares no other types.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Width {
    Pred,
    B16,
    B32,
    B64,
}

impl Width {
    pub fn bits(self) -> u32 {
        match self {
            Self::Pred => 1,
            Self::B16 => 16,
            Self::B32 => 32,
            Self::B64 => 64,
        }
    }

    /// The bits that a register of this width keeps.
    pub fn mask(self) -> u64 {
        u64::MAX >> (64 - self.bits())
    }
}

impl fmt::Display for Width {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::Pred => f.write_str(".pred"),
            Self::B16 | Self::B32 | Self::B64 => write!(f, ".b{}", self.bits()),
        }
    }
}

/// A Rust type that stands for a PTX type.
pub trait Value: Copy {
    const TYPE: Type;

    /// Of a register's bits; those above the type's own are ignored (9.4.1 Operand Size Exceeding Instruction-Type Size).
    fn of(bits: u64) -> Self;

    /// A register's bits. Floating point results that are NaN become the canonical one.
    fn bits(self) -> u64;
}

macro_rules! integers {
    ($($ty:ident as $unsigned:ident is $name:ident),*) => { $(
        impl Value for $ty {
            const TYPE: Type = Type::$name;
            fn of(bits: u64) -> Self { bits as $ty }
            fn bits(self) -> u64 { u64::from(self as $unsigned) }
        }
    )* };
}
integers!(i8 as u8 is S8, i16 as u16 is S16, i32 as u32 is S32, i64 as u64 is S64);
integers!(u8 as u8 is U8, u16 as u16 is U16, u32 as u32 is U32, u64 as u64 is U64);

impl Value for bool {
    const TYPE: Type = Type::Pred;
    fn of(bits: u64) -> Self {
        bits & 1 != 0
    }
    fn bits(self) -> u64 {
        u64::from(self)
    }
}

impl Value for F16 {
    const TYPE: Type = Type::F16;
    fn of(bits: u64) -> Self {
        F16(bits as u16)
    }
    fn bits(self) -> u64 {
        if self.is_nan() { u64::from(F16::NAN.0) } else { u64::from(self.0) }
    }
}

/// `.f16x2` is no type of registers (they are `.b32`), but what packed instructions read of them: the lower half first.
impl Value for [F16; 2] {
    const TYPE: Type = Type::U32;
    fn of(bits: u64) -> Self {
        [F16::of(bits), F16::of(bits >> 16)]
    }
    fn bits(self) -> u64 {
        self[0].bits() | self[1].bits() << 16
    }
}

/// The NaN that single precision instructions produce. The ISA leaves it open; devices answer this one.
pub const NAN32: u32 = 0x7fff_ffff;
/// Likewise for double precision.
pub const NAN64: u64 = 0x7fff_ffff_ffff_ffff;

impl Value for f32 {
    const TYPE: Type = Type::F32;
    fn of(bits: u64) -> Self {
        f32::from_bits(bits as u32)
    }
    fn bits(self) -> u64 {
        u64::from(if self.is_nan() { NAN32 } else { self.to_bits() })
    }
}

impl Value for f64 {
    const TYPE: Type = Type::F64;
    fn of(bits: u64) -> Self {
        f64::from_bits(bits)
    }
    fn bits(self) -> u64 {
        if self.is_nan() { NAN64 } else { self.to_bits() }
    }
}
