//! `_Float16`: values are `f32` that a half holds, and this is where they are rounded to one.
//!
//! ```text
//!     a*b + c            round(a*b + c)               one rounding, where the expression ends
//!     (_Float16)(a*b)+c  round(round(a*b) + c)        a cast, an assignment, a call, `?:` and a comparison end one
//! ```
//!
//! With `half_in_float` false (the processor has arithmetic of its own) every operation ends with a rounding; of one
//! operation's value in `float` that is the rounding of the exact value, `float` having more than twice the digits.

use super::function::{Function, Res};
use super::types::{Scalar, int_type};
use crate::ast::{BinaryOp, ExprId, ExprKind, UnaryOp};
use melior::ir::{Type, TypeLike, ValueLike};
use raddle_dialects::{Val, ir};

impl<'c> Function<'c, '_> {
    /// An operand of an arithmetic operator, not rounded to `_Float16` where clang does not.
    pub fn operand(&mut self, id: ExprId) -> Res<Val<'c>> {
        if self.unit.half_in_float && self.is_half_arithmetic(id) && !self.unit.expr(id).is_whole {
            return stacker::maybe_grow(64 << 10, 4 << 20, || self.operation(id));
        }
        self.rvalue(id)
    }

    /// Whether `id` is an operation that computes a `_Float16`.
    pub fn is_half_arithmetic(&self, id: ExprId) -> bool {
        let expr = self.unit.expr(id);
        let computes = match expr.kind {
            ExprKind::Binary { op, .. } => {
                matches!(op, BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul | BinaryOp::Div)
            }
            // Clang's code generator passes by `__extension__` as by parentheses.
            ExprKind::Unary { op, .. } => matches!(op, UnaryOp::Plus | UnaryOp::Minus | UnaryOp::Extension),
            _ => false,
        };
        computes && Scalar::of(self.unit, expr.ty) == Some(Scalar::Half)
    }

    /// In which type a compound assignment computes that C computes in `scalar`.
    pub fn computed_in(&self, scalar: Scalar) -> Scalar {
        if scalar == Scalar::Half && self.unit.half_in_float { Scalar::FLOAT } else { scalar }
    }

    /// Rounds an `f32`.
    pub fn rounded_to_half(&mut self, value: Val<'c>) -> Val<'c> {
        self.converted_to_half(value, Scalar::FLOAT)
    }

    /// The value converted to `_Float16`, rounded once.
    pub fn converted_to_half(&mut self, value: Val<'c>, from: Scalar) -> Val<'c> {
        // By way of a float an integer is exact up to 2^24, and what lies above is infinite; a double would be rounded twice.
        let is_float = matches!(from, Scalar::Float { .. });
        let float = if is_float { value } else { self.convert(value, from, Scalar::FLOAT) };
        let half = self.passed(float, Scalar::Half);
        self.half_received(half)
    }

    /// As functions pass values of type `scalar`.
    pub fn passed(&mut self, value: Val<'c>, scalar: Scalar) -> Val<'c> {
        match scalar {
            // Copies keep the bits of a NaN.
            Scalar::Half => self.narrow_of(value).unwrap_or_else(|| {
                let ty = Type::float16(self.context());
                self.ops.at().cast("arith.truncf", value, ty)
            }),
            Scalar::Bool | Scalar::Int { .. } | Scalar::Float { .. } | Scalar::Pointer => value,
        }
    }

    /// The value of what a function was passed.
    pub fn received(&mut self, value: Val<'c>, scalar: Scalar) -> Val<'c> {
        match scalar {
            Scalar::Half => self.half_received(value),
            Scalar::Bool | Scalar::Int { .. } | Scalar::Float { .. } | Scalar::Pointer => value,
        }
    }

    /// The `f16` that `value` is, if it is no more.
    fn narrow_of(&self, value: Val<'c>) -> Option<Val<'c>> {
        let op = ir::defining_op(value).filter(|op| ir::is(*op, "arith.extf"))?;
        ir::operands(op).first().copied().filter(|operand| operand.r#type().is_f16())
    }

    /// The value of an `f16`.
    pub fn half_received(&mut self, half: Val<'c>) -> Val<'c> {
        self.ops.at().cast("arith.extf", half, Type::float32(self.context()))
    }

    pub fn half_from_bits(&mut self, bits: Val<'c>) -> Val<'c> {
        let half = self.ops.at().cast("arith.bitcast", bits, Type::float16(self.context()));
        self.half_received(half)
    }

    pub fn half_bits(&mut self, value: Val<'c>) -> Val<'c> {
        let half = self.passed(value, Scalar::Half);
        self.ops.at().cast("arith.bitcast", half, int_type(self.context(), 16))
    }
}
