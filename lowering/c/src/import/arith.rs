//! C's arithmetic and conversions on values.

use super::function::{Function, Res};
use super::ops::{CmpF, CmpI};
use super::types::Scalar;
use crate::ast::{BinaryOp, Loc, SignedOverflow};
use raddle_dialects::Val;

impl<'c> Function<'c, '_> {
    /// `lhs op rhs`, both of type `scalar`; a shift's amount has its own type.
    pub fn arithmetic(
        &mut self,
        op: BinaryOp,
        lhs: Val<'c>,
        rhs: Val<'c>,
        scalar: Scalar,
        amount: Scalar,
        loc: Loc,
    ) -> Res<Val<'c>> {
        let name = match (scalar, op) {
            (Scalar::Float { .. } | Scalar::Half, BinaryOp::Add) => "arith.addf",
            (Scalar::Float { .. } | Scalar::Half, BinaryOp::Sub) => "arith.subf",
            (Scalar::Float { .. } | Scalar::Half, BinaryOp::Mul) => "arith.mulf",
            (Scalar::Float { .. } | Scalar::Half, BinaryOp::Div) => "arith.divf",
            (Scalar::Int { .. }, BinaryOp::Add) => return Ok(self.checked("arith.addi", lhs, rhs, scalar)),
            (Scalar::Int { .. }, BinaryOp::Sub) => return Ok(self.checked("arith.subi", lhs, rhs, scalar)),
            (Scalar::Int { .. }, BinaryOp::Mul) => return Ok(self.checked("arith.muli", lhs, rhs, scalar)),
            (Scalar::Int { signed: true, .. }, BinaryOp::Div) => "arith.divsi",
            (Scalar::Int { signed: false, .. }, BinaryOp::Div) => "arith.divui",
            (Scalar::Int { signed: true, .. }, BinaryOp::Rem) => "arith.remsi",
            (Scalar::Int { signed: false, .. }, BinaryOp::Rem) => "arith.remui",
            (Scalar::Int { signed, .. }, BinaryOp::Shl | BinaryOp::Shr) => {
                let rhs = self.convert(rhs, amount, scalar);
                let name = match (op, signed) {
                    (BinaryOp::Shl, _) => "arith.shli",
                    (_, true) => "arith.shrsi",
                    (_, false) => "arith.shrui",
                };
                return Ok(self.ops.binary(name, lhs, rhs));
            }
            (Scalar::Int { .. } | Scalar::Bool, BinaryOp::And) => "arith.andi",
            (Scalar::Int { .. } | Scalar::Bool, BinaryOp::Or) => "arith.ori",
            (Scalar::Int { .. } | Scalar::Bool, BinaryOp::Xor) => "arith.xori",
            _ => return self.stop("operator on operands of unusual types", loc),
        };
        Ok(self.ops.binary(name, lhs, rhs))
    }

    /// `arith.addi`, `subi` or `muli`; overflow is undefined for signed types that C does not promote.
    pub fn checked(&mut self, name: &str, lhs: Val<'c>, rhs: Val<'c>, scalar: Scalar) -> Val<'c> {
        let is_undefined = self.unit.signed_overflow == SignedOverflow::Undefined;
        match scalar {
            Scalar::Int { bits, signed: true } if bits >= 32 && is_undefined => self.ops.binary_nsw(name, lhs, rhs),
            Scalar::Int { .. } | Scalar::Bool | Scalar::Float { .. } | Scalar::Half | Scalar::Pointer => {
                self.ops.binary(name, lhs, rhs)
            }
        }
    }

    /// The value converted to a type that holds it.
    pub fn convert_exactly(&mut self, value: Val<'c>, from: Scalar, to: Scalar) -> Val<'c> {
        match (from, to) {
            (Scalar::Int { bits: a, signed: true }, Scalar::Int { bits: b, signed: true }) if a > b => {
                let ty = to.value_type(self.context());
                self.ops.truncate_nsw(value, ty)
            }
            _ => self.convert(value, from, to),
        }
    }

    /// The value converted as C converts it.
    pub fn convert(&mut self, value: Val<'c>, from: Scalar, to: Scalar) -> Val<'c> {
        if from == to {
            return value;
        }
        let ty = to.value_type(self.context());
        let name = match (from, to) {
            (_, Scalar::Bool) => return self.truth(value, from),
            (Scalar::Half, _) => return self.convert(value, Scalar::FLOAT, to),
            (_, Scalar::Half) => return self.converted_to_half(value, from),
            (Scalar::Bool, Scalar::Int { .. }) => "arith.extui",
            (Scalar::Bool, Scalar::Float { .. }) => "arith.uitofp",
            (Scalar::Int { bits: a, .. }, Scalar::Int { bits: b, .. }) if a == b => return value,
            (Scalar::Int { bits: a, .. }, Scalar::Int { bits: b, .. }) if a > b => "arith.trunci",
            (Scalar::Int { signed: true, .. }, Scalar::Int { .. }) => "arith.extsi",
            (Scalar::Int { signed: false, .. }, Scalar::Int { .. }) => "arith.extui",
            (Scalar::Int { signed: true, .. }, Scalar::Float { .. }) => "arith.sitofp",
            (Scalar::Int { signed: false, .. }, Scalar::Float { .. }) => "arith.uitofp",
            (Scalar::Float { .. }, Scalar::Int { signed: true, .. }) => "arith.fptosi",
            (Scalar::Float { .. }, Scalar::Int { signed: false, .. }) => "arith.fptoui",
            (Scalar::Float { bits: a }, Scalar::Float { bits: b }) if a < b => "arith.extf",
            (Scalar::Float { .. }, Scalar::Float { .. }) => "arith.truncf",
            (Scalar::Pointer, Scalar::Int { .. }) => "llvm.ptrtoint",
            (Scalar::Int { .. } | Scalar::Bool, Scalar::Pointer) => {
                let wide = self.convert(value, from, Scalar::LONG);
                return self.ops.at().cast("llvm.inttoptr", wide, ty);
            }
            // C has no such conversions.
            (Scalar::Pointer, Scalar::Pointer | Scalar::Float { .. }) | (Scalar::Float { .. }, Scalar::Pointer) => {
                return value;
            }
        };
        self.ops.at().cast(name, value, ty)
    }

    /// The value compared with zero.
    fn truth(&mut self, value: Val<'c>, from: Scalar) -> Val<'c> {
        match from {
            Scalar::Bool => value,
            Scalar::Half => self.truth(value, Scalar::FLOAT),
            Scalar::Int { bits, .. } => {
                let zero = self.ops.int(bits, 0);
                self.ops.at().cmpi(CmpI::Ne, value, zero)
            }
            Scalar::Float { bits } => {
                let zero = self.ops.float(bits, 0.0);
                self.ops.at().cmpf(CmpF::Une, value, zero)
            }
            Scalar::Pointer => {
                let null = self.ops.null();
                self.ops.compare_pointers(CmpI::Ne, value, null)
            }
        }
    }
}
