//! The algebra whose values are code: a function of `raddle_math` computed in it is written at a builder's place.
//!
//! Each operation is one of `arith`, `math` and `scf` with exactly the algebra's meaning: to nearest, no contraction, no
//! flags that allow more. Decides nothing about when or where a function is written.

use std::cell::Cell;
use std::marker::PhantomData;
use std::ops::{Add, BitAnd, BitOr, BitXor, Div, Mul, Neg, Not, Shl, Shr, Sub};

use melior::ir::Type;
use raddle_dialects::build::{Builder, CmpF, CmpI};
use raddle_dialects::ir::{self, Block, Val};
use raddle_math::{Algebra, Float, Integer, Value};

/// Where the code goes: at first before the call, then into branches and loops and back.
pub struct Place<'c> {
    builder: Cell<Builder<'c>>,
}

impl<'c> Place<'c> {
    pub fn new(builder: Builder<'c>) -> Self {
        Place { builder: Cell::new(builder) }
    }

    fn at(&self) -> Builder<'c> {
        self.builder.get()
    }

    /// What `write` writes, in `block`, ended by `terminator` with the values that it returns.
    fn inside<const N: usize>(&self, block: Block<'c>, terminator: &str, write: impl FnOnce() -> [Val<'c>; N]) {
        let outer = self.builder.replace(self.at().in_block(block));
        let values = write();
        self.at().op(terminator, &values, &[], &[]);
        self.builder.set(outer);
    }
}

/// The handle to the place that functions compute in.
#[derive(Clone, Copy)]
pub struct Code<'p, 'c>(pub &'p Place<'c>);

/// A value of the algebra's type `T`.
#[derive(Clone, Copy)]
pub struct Written<'p, 'c, T> {
    code: Code<'p, 'c>,
    pub value: Val<'c>,
    kind: PhantomData<T>,
}

/// The types of the algebra, by which Rust tells values apart.
#[derive(Clone, Copy)]
pub struct Truth;
#[derive(Clone, Copy)]
pub struct Whole;
#[derive(Clone, Copy)]
pub struct Single;
#[derive(Clone, Copy)]
pub struct Double;

/// `Single` and `Double`.
pub trait Width: Copy {
    fn ty<'c>(b: &Builder<'c>) -> Type<'c>;
}

impl Width for Single {
    fn ty<'c>(b: &Builder<'c>) -> Type<'c> {
        b.f32()
    }
}

impl Width for Double {
    fn ty<'c>(b: &Builder<'c>) -> Type<'c> {
        b.f64()
    }
}

impl<'p, 'c> Code<'p, 'c> {
    fn at(self) -> Builder<'c> {
        self.0.at()
    }

    /// A value of the IR as one of the algebra; `T` must be its type.
    pub fn value<T>(self, value: Val<'c>) -> Written<'p, 'c, T> {
        Written { code: self, value, kind: PhantomData }
    }

    fn cast<T>(self, op: &str, value: Val<'c>, to: Type<'c>) -> Written<'p, 'c, T> {
        self.value(self.at().cast(op, value, to))
    }

    fn all<T: Copy, const N: usize>(self, values: &[Val<'c>]) -> [Written<'p, 'c, T>; N] {
        std::array::from_fn(|i| self.value(values[i]))
    }
}

impl<'p, 'c> Algebra for Code<'p, 'c> {
    type Bool = Written<'p, 'c, Truth>;
    type I64 = Written<'p, 'c, Whole>;
    type F32 = Written<'p, 'c, Single>;
    type F64 = Written<'p, 'c, Double>;

    fn i64(self, value: i64) -> Self::I64 {
        self.value(self.at().constant_int(self.at().int(64), value))
    }
    fn f64(self, value: f64) -> Self::F64 {
        self.value(self.at().constant_float(self.at().f64(), value))
    }
    fn widen(self, x: Self::F32) -> Self::F64 {
        self.cast("arith.extf", x.value, self.at().f64())
    }
    fn narrow(self, x: Self::F64) -> Self::F32 {
        self.cast("arith.truncf", x.value, self.at().f32())
    }
    fn bits(self, x: Self::F64) -> Self::I64 {
        self.cast("arith.bitcast", x.value, self.at().int(64))
    }
    fn of_bits(self, bits: Self::I64) -> Self::F64 {
        self.cast("arith.bitcast", bits.value, self.at().f64())
    }

    fn if_<const N: usize>(
        self,
        condition: Self::Bool,
        yes: impl FnOnce() -> [Self::F64; N],
        no: impl FnOnce() -> [Self::F64; N],
    ) -> [Self::F64; N] {
        let b = self.at();
        let op = b.op_with_regions("scf.if", &[condition.value], &[b.f64(); N], &[], 2);
        self.0.inside(b.block(op, 0, &[]), "scf.yield", || yes().map(|it| it.value));
        self.0.inside(b.block(op, 1, &[]), "scf.yield", || no().map(|it| it.value));
        self.all(&ir::results(op))
    }

    fn while_<const N: usize>(
        self,
        start: [Self::I64; N],
        condition: impl Fn([Self::I64; N]) -> Self::Bool,
        step: impl Fn([Self::I64; N]) -> [Self::I64; N],
    ) -> [Self::I64; N] {
        let b = self.at();
        let types = [b.int(64); N];
        let op = b.op_with_regions("scf.while", &start.map(|it| it.value), &types, &[], 2);
        let (test, body) = (b.block(op, 0, &types), b.block(op, 1, &types));
        let state = ir::arguments(test);
        let outer = self.0.builder.replace(b.in_block(test));
        let again = condition(self.all(&state)).value;
        self.at().op("scf.condition", &[&[again], state.as_slice()].concat(), &[], &[]);
        self.0.builder.set(outer);
        self.0.inside(body, "scf.yield", || step(self.all(&ir::arguments(body))).map(|it| it.value));
        self.all(&ir::results(op))
    }
}

impl<'p, 'c, T: Copy> Written<'p, 'c, T> {
    fn at(self) -> Builder<'c> {
        self.code.at()
    }

    fn unary(self, op: &str) -> Self {
        self.code.value(self.at().unary(op, self.value))
    }

    fn binary(self, op: &str, other: Self) -> Self {
        self.code.value(self.at().binary(op, self.value, other.value))
    }

    fn is(self, predicate: CmpF, other: Self) -> Written<'p, 'c, Truth> {
        self.code.value(self.at().cmpf(predicate, self.value, other.value))
    }
}

impl<'p, 'c, T: Copy> Value<Code<'p, 'c>> for Written<'p, 'c, T> {
    fn select(condition: Written<'p, 'c, Truth>, yes: Self, no: Self) -> Self {
        yes.code.value(yes.at().select(condition.value, yes.value, no.value))
    }
}

macro_rules! operator {
    ($($trait:ident $method:ident: $($type:ident $op:literal),*;)*) => {$($(
        impl $trait for Written<'_, '_, $type> {
            type Output = Self;
            fn $method(self, other: Self) -> Self {
                self.binary($op, other)
            }
        }
    )*)*};
}

operator! {
    Add add: Single "arith.addf", Double "arith.addf", Whole "arith.addi";
    Sub sub: Single "arith.subf", Double "arith.subf", Whole "arith.subi";
    Mul mul: Single "arith.mulf", Double "arith.mulf", Whole "arith.muli";
    Div div: Single "arith.divf", Double "arith.divf";
    BitAnd bitand: Whole "arith.andi", Truth "arith.andi";
    BitOr bitor: Whole "arith.ori", Truth "arith.ori";
    BitXor bitxor: Truth "arith.xori";
}

/// The algebra's method for a constant has the name of the constant's type.
macro_rules! operator_with_constant {
    ($($type:ident $constant:ident: $($trait:ident $method:ident),*;)*) => {$($(
        impl $trait<$constant> for Written<'_, '_, $type> {
            type Output = Self;
            fn $method(self, other: $constant) -> Self {
                self.$method(self.code.$constant(other))
            }
        }
    )*)*};
}

operator_with_constant! {
    Double f64: Add add, Sub sub, Mul mul, Div div;
    Whole i64: Add add, Sub sub, Mul mul, BitAnd bitand, BitOr bitor;
}

impl<W: Width> Neg for Written<'_, '_, W> {
    type Output = Self;
    fn neg(self) -> Self {
        self.unary("arith.negf")
    }
}

impl Not for Written<'_, '_, Truth> {
    type Output = Self;
    fn not(self) -> Self {
        let yes = self.code.value(self.at().constant_bool(true));
        self ^ yes
    }
}

impl Shl<u32> for Written<'_, '_, Whole> {
    type Output = Self;
    fn shl(self, amount: u32) -> Self {
        self.shl_by(self.code.i64(amount.into()))
    }
}

impl Shr<u32> for Written<'_, '_, Whole> {
    type Output = Self;
    fn shr(self, amount: u32) -> Self {
        self.binary("arith.shrsi", self.code.i64(amount.into()))
    }
}

impl<'p, 'c, W: Width> Float<Code<'p, 'c>> for Written<'p, 'c, W>
where
    Self: Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self> + Div<Output = Self>,
{
    fn constant(code: Code<'p, 'c>, value: f32) -> Self {
        let b = code.at();
        code.value(b.constant_float(W::ty(&b), value.into()))
    }
    fn lt(self, other: Self) -> Written<'p, 'c, Truth> {
        self.is(CmpF::Olt, other)
    }
    fn le(self, other: Self) -> Written<'p, 'c, Truth> {
        self.is(CmpF::Ole, other)
    }
    fn eq(self, other: Self) -> Written<'p, 'c, Truth> {
        self.is(CmpF::Oeq, other)
    }
    fn ne(self, other: Self) -> Written<'p, 'c, Truth> {
        self.is(CmpF::Une, other)
    }
    fn abs(self) -> Self {
        self.unary("math.absf")
    }
    fn copysign(self, sign: Self) -> Self {
        self.binary("math.copysign", sign)
    }
    fn sqrt(self) -> Self {
        self.unary("math.sqrt")
    }
    fn trunc(self) -> Self {
        self.unary("math.trunc")
    }
    fn round_even(self) -> Self {
        self.unary("math.roundeven")
    }
}

impl<'p, 'c> Integer<Code<'p, 'c>> for Written<'p, 'c, Whole> {
    fn shr_unsigned(self, amount: u32) -> Self {
        self.shr_unsigned_by(self.code.i64(amount.into()))
    }
    fn shl_by(self, amount: Self) -> Self {
        self.binary("arith.shli", amount)
    }
    fn shr_unsigned_by(self, amount: Self) -> Self {
        self.binary("arith.shrui", amount)
    }
    fn lt(self, other: Self) -> Written<'p, 'c, Truth> {
        self.code.value(self.at().cmpi(CmpI::Slt, self.value, other.value))
    }
    fn eq(self, other: Self) -> Written<'p, 'c, Truth> {
        self.code.value(self.at().cmpi(CmpI::Eq, self.value, other.value))
    }
    fn rem_unsigned(self, other: Self) -> Self {
        self.binary("arith.remui", other)
    }
}
