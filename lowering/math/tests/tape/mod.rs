//! An algebra that records operations instead of doing them, as one that emits code does: shows that the functions decide
//! nothing by values, and how much code they are. Never emits anything but this list.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::marker::PhantomData;
use std::ops::{Add, BitAnd, BitOr, BitXor, Div, Mul, Neg, Not, Shl, Shr, Sub};

use raddle_math::native::Int;
use raddle_math::{Algebra, Float, Integer, Native, Value};

type Id = usize;

enum Operation {
    Unary(fn(u64) -> u64, Id),
    Binary(fn(u64, u64) -> u64, Id, Id),
    Select(Id, Id, Id),
    If { condition: Id, yes: Block, no: Block, results: Vec<Id> },
    While { start: Vec<Id>, state: Vec<Id>, condition: Block, step: Block },
}

/// Operations in order, each with the value it defines (without meaning for `If` and `While`).
#[derive(Default)]
struct Block {
    operations: Vec<(Id, Operation)>,
    results: Vec<Id>,
}

#[derive(Default)]
pub struct Tape {
    block: RefCell<Block>,
    constants: RefCell<HashMap<Id, u64>>,
    values: Cell<Id>,
}

/// How many operations a function is.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Size {
    pub straight: usize,
    /// Those inside of branches and loops.
    pub inside: usize,
}

#[derive(Clone, Copy)]
pub struct Recorded<'t, T> {
    tape: &'t Tape,
    id: Id,
    kind: PhantomData<T>,
}

/// A type as 64 bits.
pub trait Bits: Copy {
    fn to(self) -> u64;
    fn of(bits: u64) -> Self;
}

impl Bits for f64 {
    fn to(self) -> u64 {
        self.to_bits()
    }
    fn of(bits: u64) -> Self {
        f64::from_bits(bits)
    }
}

impl Bits for f32 {
    fn to(self) -> u64 {
        self.to_bits().into()
    }
    fn of(bits: u64) -> Self {
        f32::from_bits(bits as u32)
    }
}

impl Bits for Int {
    fn to(self) -> u64 {
        self.0.cast_unsigned()
    }
    fn of(bits: u64) -> Self {
        Int(bits.cast_signed())
    }
}

impl Bits for bool {
    fn to(self) -> u64 {
        self.into()
    }
    fn of(bits: u64) -> Self {
        bits != 0
    }
}

impl Tape {
    /// A value from outside.
    pub fn argument<T: Bits>(&self) -> Recorded<'_, T> {
        let id = self.values.replace(self.values.get() + 1);
        Recorded { tape: self, id, kind: PhantomData }
    }

    fn constant<T: Bits>(&self, value: T) -> Recorded<'_, T> {
        let it = self.argument();
        self.constants.borrow_mut().insert(it.id, value.to());
        it
    }

    fn known(&self, id: Id) -> Option<u64> {
        self.constants.borrow().get(&id).copied()
    }

    /// Constants are folded, as compilers do.
    fn unary<T: Bits>(&self, f: fn(u64) -> u64, x: Id) -> Recorded<'_, T> {
        match self.known(x) {
            Some(x) => self.constant(T::of(f(x))),
            None => self.push(Operation::Unary(f, x)),
        }
    }

    fn binary<T: Bits>(&self, f: fn(u64, u64) -> u64, x: Id, y: Id) -> Recorded<'_, T> {
        match (self.known(x), self.known(y)) {
            (Some(x), Some(y)) => self.constant(T::of(f(x, y))),
            _ => self.push(Operation::Binary(f, x, y)),
        }
    }

    fn push<T: Bits>(&self, operation: Operation) -> Recorded<'_, T> {
        let it = self.argument();
        self.block.borrow_mut().operations.push((it.id, operation));
        it
    }

    /// What `record` records and returns, as a block of its own.
    fn inside<'t, T: Bits>(&'t self, record: impl FnOnce() -> Vec<Recorded<'t, T>>) -> Block {
        let outer = self.block.take();
        let results = record().into_iter().map(|it| it.id).collect();
        Block { results, ..self.block.replace(outer) }
    }

    /// The value of `result`, given those of all arguments.
    pub fn evaluate<T: Bits>(&self, arguments: &[(Id, u64)], result: Recorded<'_, T>) -> T {
        let mut values = vec![0; self.values.get()];
        self.constants.borrow().iter().for_each(|(id, value)| values[*id] = *value);
        arguments.iter().for_each(|(id, value)| values[*id] = *value);
        run(&self.block.borrow(), &mut values);
        T::of(values[result.id])
    }

    pub fn size(&self) -> Size {
        let block = self.block.borrow();
        Size { straight: block.operations.len(), inside: total(&block) - block.operations.len() }
    }
}

fn total(block: &Block) -> usize {
    let inside = |operation: &Operation| match operation {
        Operation::Unary(..) | Operation::Binary(..) | Operation::Select(..) => 0,
        Operation::If { yes, no, .. } => total(yes) + total(no),
        Operation::While { condition, step, .. } => total(condition) + total(step),
    };
    block.operations.iter().map(|(_, it)| 1 + inside(it)).sum()
}

fn run(block: &Block, values: &mut Vec<u64>) {
    let copy = |values: &mut Vec<u64>, from: &[Id], to: &[Id]| {
        let moved: Vec<u64> = from.iter().map(|id| values[*id]).collect();
        to.iter().zip(moved).for_each(|(id, value)| values[*id] = value);
    };
    for (id, operation) in &block.operations {
        match operation {
            Operation::Unary(f, x) => values[*id] = f(values[*x]),
            Operation::Binary(f, x, y) => values[*id] = f(values[*x], values[*y]),
            Operation::Select(c, x, y) => values[*id] = if values[*c] != 0 { values[*x] } else { values[*y] },
            Operation::If { condition, yes, no, results } => {
                let taken = if values[*condition] != 0 { yes } else { no };
                run(taken, values);
                copy(values, &taken.results, results);
            }
            Operation::While { start, state, condition, step } => {
                copy(values, start, state);
                loop {
                    run(condition, values);
                    if values[condition.results[0]] == 0 {
                        break;
                    }
                    run(step, values);
                    copy(values, &step.results, state);
                }
            }
        }
    }
}

impl<T: Bits> Recorded<'_, T> {
    pub fn with(self, value: T) -> (Id, u64) {
        (self.id, value.to())
    }
}

impl<'t> Algebra for &'t Tape {
    type Bool = Recorded<'t, bool>;
    type I64 = Recorded<'t, Int>;
    type F32 = Recorded<'t, f32>;
    type F64 = Recorded<'t, f64>;

    fn i64(self, value: i64) -> Self::I64 {
        self.constant(Int(value))
    }
    fn f64(self, value: f64) -> Self::F64 {
        self.constant(value)
    }
    fn widen(self, x: Self::F32) -> Self::F64 {
        self.unary(|x| f64::from(f32::of(x)).to(), x.id)
    }
    fn narrow(self, x: Self::F64) -> Self::F32 {
        self.unary(|x| (f64::of(x) as f32).to(), x.id)
    }
    fn bits(self, x: Self::F64) -> Self::I64 {
        self.unary(|x| x, x.id)
    }
    fn of_bits(self, bits: Self::I64) -> Self::F64 {
        self.unary(|x| x, bits.id)
    }
    fn if_<const N: usize>(
        self,
        condition: Self::Bool,
        yes: impl FnOnce() -> [Self::F64; N],
        no: impl FnOnce() -> [Self::F64; N],
    ) -> [Self::F64; N] {
        let results = [(); N].map(|()| self.argument());
        let operation = Operation::If {
            condition: condition.id,
            yes: self.inside(|| yes().to_vec()),
            no: self.inside(|| no().to_vec()),
            results: results.iter().map(|it| it.id).collect(),
        };
        self.push::<f64>(operation);
        results
    }
    fn while_<const N: usize>(
        self,
        start: [Self::I64; N],
        condition: impl Fn([Self::I64; N]) -> Self::Bool,
        step: impl Fn([Self::I64; N]) -> [Self::I64; N],
    ) -> [Self::I64; N] {
        let state = [(); N].map(|()| self.argument());
        let operation = Operation::While {
            start: start.iter().map(|it| it.id).collect(),
            state: state.iter().map(|it| it.id).collect(),
            condition: self.inside(|| vec![condition(state)]),
            step: self.inside(|| step(state).to_vec()),
        };
        self.push::<Int>(operation);
        state
    }
}

impl<'t, T: Bits> Value<&'t Tape> for Recorded<'t, T> {
    fn select(condition: Recorded<'t, bool>, yes: Self, no: Self) -> Self {
        condition.tape.push(Operation::Select(condition.id, yes.id, no.id))
    }
}

macro_rules! operator {
    ($($trait:ident $method:ident)*) => {$(
        impl<'t, T: Bits + $trait<Output = T>> $trait for Recorded<'t, T> {
            type Output = Self;
            fn $method(self, other: Self) -> Self {
                self.tape.binary(|x, y| T::of(x).$method(T::of(y)).to(), self.id, other.id)
            }
        }
    )*};
}

operator!(Add add Sub sub Mul mul Div div BitAnd bitand BitOr bitor BitXor bitxor);

macro_rules! operator_with_constant {
    ($($trait:ident $method:ident $type:ident $constant:ident $of:path;)*) => {$(
        impl<'t> $trait<$constant> for Recorded<'t, $type> {
            type Output = Self;
            fn $method(self, other: $constant) -> Self {
                self.$method(self.tape.constant($of(other)))
            }
        }
    )*};
}

operator_with_constant! {
    Add add f64 f64 f64::from;
    Sub sub f64 f64 f64::from;
    Mul mul f64 f64 f64::from;
    Div div f64 f64 f64::from;
    Add add Int i64 Int;
    Sub sub Int i64 Int;
    Mul mul Int i64 Int;
    BitAnd bitand Int i64 Int;
    BitOr bitor Int i64 Int;
}

impl<T: Bits + Neg<Output = T>> Neg for Recorded<'_, T> {
    type Output = Self;
    fn neg(self) -> Self {
        self.tape.unary(|x| (-T::of(x)).to(), self.id)
    }
}

impl Not for Recorded<'_, bool> {
    type Output = Self;
    fn not(self) -> Self {
        self.tape.unary(|x| (!bool::of(x)).to(), self.id)
    }
}

impl Shl<u32> for Recorded<'_, Int> {
    type Output = Self;
    fn shl(self, amount: u32) -> Self {
        self.shl_by(self.tape.constant(Int(amount.into())))
    }
}

impl Shr<u32> for Recorded<'_, Int> {
    type Output = Self;
    fn shr(self, amount: u32) -> Self {
        let amount = self.tape.constant(Int(amount.into()));
        self.tape.binary(|x, n| (Int::of(x) >> n as u32).to(), self.id, amount.id)
    }
}

impl<'t, T: Bits + Float<Native>> Float<&'t Tape> for Recorded<'t, T> {
    fn constant(tape: &'t Tape, value: f32) -> Self {
        tape.constant(T::constant(Native, value))
    }
    fn lt(self, other: Self) -> Recorded<'t, bool> {
        self.tape.binary(|x, y| T::of(x).lt(T::of(y)).to(), self.id, other.id)
    }
    fn le(self, other: Self) -> Recorded<'t, bool> {
        self.tape.binary(|x, y| T::of(x).le(T::of(y)).to(), self.id, other.id)
    }
    fn eq(self, other: Self) -> Recorded<'t, bool> {
        self.tape.binary(|x, y| T::of(x).eq(T::of(y)).to(), self.id, other.id)
    }
    fn ne(self, other: Self) -> Recorded<'t, bool> {
        self.tape.binary(|x, y| T::of(x).ne(T::of(y)).to(), self.id, other.id)
    }
    fn abs(self) -> Self {
        self.tape.unary(|x| T::of(x).abs().to(), self.id)
    }
    fn copysign(self, sign: Self) -> Self {
        self.tape.binary(|x, y| T::of(x).copysign(T::of(y)).to(), self.id, sign.id)
    }
    fn sqrt(self) -> Self {
        self.tape.unary(|x| T::of(x).sqrt().to(), self.id)
    }
    fn trunc(self) -> Self {
        self.tape.unary(|x| T::of(x).trunc().to(), self.id)
    }
    fn round_even(self) -> Self {
        self.tape.unary(|x| T::of(x).round_even().to(), self.id)
    }
}

impl<'t> Integer<&'t Tape> for Recorded<'t, Int> {
    fn shr_unsigned(self, amount: u32) -> Self {
        self.shr_unsigned_by(self.tape.constant(Int(amount.into())))
    }
    fn shl_by(self, amount: Self) -> Self {
        self.tape.binary(|x, n| Int::of(x).shl_by(Int::of(n)).to(), self.id, amount.id)
    }
    fn shr_unsigned_by(self, amount: Self) -> Self {
        self.tape.binary(|x, n| Int::of(x).shr_unsigned_by(Int::of(n)).to(), self.id, amount.id)
    }
    fn lt(self, other: Self) -> Recorded<'t, bool> {
        self.tape.binary(|x, y| Int::of(x).lt(Int::of(y)).to(), self.id, other.id)
    }
    fn eq(self, other: Self) -> Recorded<'t, bool> {
        self.tape.binary(|x, y| Int::of(x).eq(Int::of(y)).to(), self.id, other.id)
    }
    fn rem_unsigned(self, other: Self) -> Self {
        self.tape.binary(|x, y| Int::of(x).rem_unsigned(Int::of(y)).to(), self.id, other.id)
    }
}
