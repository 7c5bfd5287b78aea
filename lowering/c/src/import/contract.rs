//! Products that are one operation with the sum or difference around them (`-ffp-contract=on`).
//!
//! ```text
//!     a*b + c      fma(a, b, c)          c - a*b      fma(-a, b, c)         s += a*b       s = fma(a, b, s)
//!     a*b + c*d    fma(a, b, c*d)        -(a*b) + c   fma(-a, b, c)         -(-(a*b)) + c  not contracted
//! ```
//!
//! Clang decides whether an operation may be contracted (options, `#pragma STDC FP_CONTRACT`), and the choice of the product
//! is its code generator's: the left operand if it is one, under at most one minus sign, else the right one. Assignments,
//! conversions to another type and calls end an expression, even where we have put a function's body in the call's place; a
//! product of constants is a constant. Parentheses, a unary plus, the comma and a cast to the same type do not; for
//! `_Float16` the last two do (`half`).
//!
//! In a nest whose values are our own it is one rounding on every machine; elsewhere it is clang's choice by the processor.

use super::function::Function;
use super::types::Scalar;
use crate::ast::{BinaryOp, CastKind, ExprId, ExprKind, UnaryOp};
use melior::ir::{TypeLike, ValueLike};
use raddle_dialects::{Val, ir};

/// The factors of a product, and whether its sign is to be changed.
struct Product<'c> {
    factors: [Val<'c>; 2],
    is_negative: bool,
}

impl<'c> Function<'c, '_> {
    /// The expression `id` with one operation for a product among its operands; None if it holds none. An operand without
    /// an expression is a value that was loaded.
    pub fn contracted(
        &mut self,
        id: ExprId,
        op: BinaryOp,
        operands: [Option<ExprId>; 2],
        values: [Val<'c>; 2],
    ) -> Option<Val<'c>> {
        let is_difference = match op {
            BinaryOp::Add => false,
            BinaryOp::Sub => true,
            _ => return None,
        };
        if !self.unit.expr(id).floats.contract() {
            return None;
        }
        let [left, right] = values;
        if let Some(product) = operands[0].and_then(|it| self.take_product(it, left)) {
            let addend = if is_difference { self.negative(right) } else { right };
            return Some(self.fused(&product, addend));
        }
        let mut product = operands[1].and_then(|it| self.take_product(it, right))?;
        product.is_negative ^= is_difference;
        Some(self.fused(&product, left))
    }

    /// The arm of a conditional expression that clang knows to be taken.
    pub fn known_arm(&self, cond: ExprId, then: ExprId, other: ExprId) -> Option<ExprId> {
        let cond = self.unit.expr(cond);
        let known = cond.constant.filter(|_| !cond.is_whole)?;
        Some(if known != 0 { then } else { other })
    }

    /// Removes the multiplication that `value`, the value of `id`, is made of.
    fn take_product(&self, id: ExprId, value: Val<'c>) -> Option<Product<'c>> {
        let is_negative = self.is_negated_product(id)?;
        let unused =
            |value: Val<'c>, name| ir::defining_op(value).filter(|op| ir::is(*op, name) && ir::uses(value).is_empty());
        let negation = if is_negative { Some(unused(value, "arith.negf")?) } else { None };
        let product = negation.map_or(Some(value), |op| ir::operands(op).first().copied())?;
        // A half that was rounded after its multiplication is none.
        let multiplication = ir::defining_op(product).filter(|op| ir::is(*op, "arith.mulf"))?;
        if ir::uses(product).len() != usize::from(is_negative) {
            return None;
        }
        let factors = ir::operands(multiplication).try_into().ok()?;
        negation.into_iter().chain([multiplication]).for_each(ir::erase);
        Some(Product { factors, is_negative })
    }

    /// Whether there is a minus sign before the product that `id` is; None if it is none.
    fn is_negated_product(&self, id: ExprId) -> Option<bool> {
        let expr = self.unit.expr(id);
        if expr.is_whole {
            return None;
        }
        match expr.kind {
            ExprKind::Binary { op: BinaryOp::Mul, lhs, rhs } => {
                let is_float = matches!(Scalar::of(self.unit, expr.ty), Some(Scalar::Float { .. } | Scalar::Half));
                (is_float && !(self.is_constant(lhs) && self.is_constant(rhs))).then_some(false)
            }
            ExprKind::Unary { op: UnaryOp::Minus, arg } => {
                self.is_negated_product(arg).filter(|is_negative| !is_negative).map(|_| true)
            }
            ExprKind::Unary { op: UnaryOp::Plus | UnaryOp::Extension, arg }
            | ExprKind::Cast { cast: CastKind::NoOp, arg }
            | ExprKind::Binary { op: BinaryOp::Comma, rhs: arg, .. } => self.is_negated_product(arg),
            ExprKind::Conditional { cond, then, other } => self.is_negated_product(self.known_arm(cond, then, other)?),
            _ => None,
        }
    }

    /// Whether clang's code generator folds the expression.
    fn is_constant(&self, id: ExprId) -> bool {
        let expr = self.unit.expr(id);
        if expr.is_whole {
            return false;
        }
        match expr.kind {
            _ if expr.constant.is_some() => true,
            ExprKind::Int { .. } | ExprKind::Float { .. } | ExprKind::ImplicitZero => true,
            ExprKind::Binary { op: BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul | BinaryOp::Div, lhs, rhs } => {
                self.is_constant(lhs) && self.is_constant(rhs)
            }
            ExprKind::Unary { op: UnaryOp::Plus | UnaryOp::Minus | UnaryOp::Extension, arg }
            | ExprKind::Cast { cast: CastKind::NoOp | CastKind::IntegralToFloating | CastKind::FloatingCast, arg }
            | ExprKind::Assign { rhs: arg, .. }
            | ExprKind::Binary { op: BinaryOp::Comma, rhs: arg, .. } => self.is_constant(arg),
            ExprKind::Conditional { cond, then, other } => {
                self.known_arm(cond, then, other).is_some_and(|arm| self.is_constant(arm))
            }
            _ => false,
        }
    }

    fn negative(&mut self, value: Val<'c>) -> Val<'c> {
        self.ops.at().unary("arith.negf", value)
    }

    fn fused(&mut self, product: &Product<'c>, addend: Val<'c>) -> Val<'c> {
        let [first, second] = product.factors;
        let first = if product.is_negative { self.negative(first) } else { first };
        let ty = addend.r#type();
        let is_ours = self.is_in_nest() && self.numerics.are_own() && (ty.is_f32() || ty.is_f64());
        let name = if is_ours { "math.fma" } else { "llvm.intr.fmuladd" };
        self.ops.at().value(name, &[first, second, addend], ty, &[])
    }
}
