//! Clang's builtins, and library functions that have an operation of their own.

use super::Numerics;
use super::function::{Function, Res};
use super::ops::{CmpF, CmpI};
use super::types::{Scalar, Signature, int_type};
use crate::ast::{BinaryOp, CastKind, Decl, ExprId, ExprKind, Loc, UnaryOp};
use raddle_dialects::Val;
use raddle_dialects::region::{MathOp, Promise};
use raddle_math::{Agreement, Type};

/// What a builtin came to: a value, or just its effects.
pub(super) enum Outcome<'c> {
    Value(Val<'c>),
    Nothing,
}

impl<'c> Outcome<'c> {
    pub fn into_option(self) -> Option<Val<'c>> {
        match self {
            Outcome::Value(value) => Some(value),
            Outcome::Nothing => None,
        }
    }
}

impl<'c> Function<'c, '_> {
    /// None: the call is an ordinary one.
    pub fn builtin(&mut self, id: ExprId, decl: &Decl, args: &[ExprId], name: &str) -> Res<Option<Outcome<'c>>> {
        let (ty, loc) = (self.unit.expr(id).ty, self.unit.expr(id).loc);
        if let Some(constant) = self.unit.expr(id).constant
            && let Some(Scalar::Int { bits, .. }) = Scalar::of(self.unit, ty)
        {
            return Ok(Some(Outcome::Value(self.ops.int(bits, constant))));
        }
        if let Some(function) = raddle_math::complex::find(name) {
            return self.complex_part(function, args, loc).map(Some);
        }
        if let Some(value) = self.math_builtin(args, name, decl.body.is_none())? {
            return Ok(Some(Outcome::Value(value)));
        }
        if self.has_own_functions()
            && let Some(value) = self.math_function(args, name, decl, loc)?
        {
            return Ok(Some(Outcome::Value(value)));
        }
        if let ("abs" | "labs" | "llabs", [value], None) = (name.trim_start_matches("__builtin_"), args, decl.body) {
            return Ok(Some(Outcome::Value(self.absolute(*value)?)));
        }
        let Some(name) = name.strip_prefix("__builtin_") else { return Ok(None) };
        let result = Scalar::of(self.unit, ty);
        if let (Some(value), Some(result)) = (self.bit_builtin(args, name, loc)?, result) {
            return Ok(Some(Outcome::Value(self.convert(value.0, value.1, result))));
        }
        if let Some(value) = self.float_test(args, name, loc)? {
            return Ok(Some(Outcome::Value(self.convert(value, Scalar::Bool, Scalar::INT))));
        }
        if let Some(Scalar::Float { bits }) = result
            && let Some(value) = float_constant(name)
        {
            return Ok(Some(Outcome::Value(self.ops.float(bits, value))));
        }
        if let Some(value) = self.choice_of_numbers(args, name, result)? {
            return Ok(Some(Outcome::Value(value)));
        }
        self.other_builtin(args, name, result)
    }

    /// A part of a function's complex result, of the parts of its arguments (`raise::complex`).
    fn complex_part(&mut self, function: raddle_math::complex::Part, args: &[ExprId], loc: Loc) -> Res<Outcome<'c>> {
        let values = args.iter().map(|arg| self.rvalue(*arg)).collect::<Res<Vec<_>>>()?;
        let promise = if function.is_own() { Promise::Exact } else { Promise::Libm };
        self.set_location(loc);
        Ok(Outcome::Value(MathOp::build(&self.ops.at(), function.name, &values, promise).result()))
    }

    /// Clang's minimum and maximum that take no notice of NaN, of scalars.
    fn choice_of_numbers(&mut self, args: &[ExprId], name: &str, result: Option<Scalar>) -> Res<Option<Val<'c>>> {
        let (function, intrinsic) = match name {
            "elementwise_minnum" => ("fmin", "llvm.intr.minnum"),
            "elementwise_maxnum" => ("fmax", "llvm.intr.maxnum"),
            _ => return Ok(None),
        };
        let (Some(scalar @ Scalar::Float { bits: bits @ (32 | 64) }), [a, b]) = (result, args) else { return Ok(None) };
        let values = [self.rvalue(*a)?, self.rvalue(*b)?];
        if self.nest.is_none() {
            let ty = scalar.value_type(self.context());
            return Ok(Some(self.ops.at().value(intrinsic, &values, ty, &[])));
        }
        let promise = if self.are_never_unlike_zeros(args) { Promise::Exact } else { Promise::Libm };
        let function = if bits == 32 { format!("{function}f") } else { function.into() };
        Ok(Some(MathOp::build(&self.ops.at(), &function, &values, promise).result()))
    }

    fn other_builtin(&mut self, args: &[ExprId], name: &str, result: Option<Scalar>) -> Res<Option<Outcome<'c>>> {
        let outcome = match (name, args) {
            ("expect", [value, expected]) if self.nest.is_none() => {
                let value = self.rvalue(*value)?;
                let expected = self.rvalue(*expected)?;
                Outcome::Value(self.ops.binary("llvm.intr.expect", value, expected))
            }
            ("expect" | "expect_with_probability" | "assume_aligned", [value, ..]) => {
                Outcome::Value(self.rvalue(*value)?)
            }
            // Not foldable here: the answer may be "no".
            ("constant_p", _) => Outcome::Value(self.ops.int(32, 0)),
            ("object_size" | "dynamic_object_size", [_, kind]) => {
                // Unknown: the largest size for an upper bound, 0 for a lower one.
                let is_lower = self.unit.expr(*kind).constant.is_some_and(|kind| kind & 2 != 0);
                Outcome::Value(self.ops.int(64, if is_lower { 0 } else { -1 }))
            }
            ("assume", _) => Outcome::Nothing,
            ("prefetch", [address, ..]) => {
                self.rvalue(*address)?;
                Outcome::Nothing
            }
            ("unreachable", _) if self.nest.is_none() => {
                self.ops.unreachable();
                Outcome::Nothing
            }
            ("trap", _) => {
                self.ops.at().op("llvm.intr.trap", &[], &[], &[]);
                Outcome::Nothing
            }
            ("alloca" | "alloca_uninitialized", [size]) if self.nest.is_none() => {
                let size = self.integer(*size)?;
                let byte = int_type(self.context(), 8);
                Outcome::Value(self.ops.alloca(byte, 16, size))
            }
            ("isinf_sign", [value]) => Outcome::Value(self.signed_infinity(*value, self.unit.expr(*value).loc)?),
            _ => return Ok(None),
        };
        // A builtin whose type clang knows better (`assume_aligned`) keeps its argument's value.
        debug_assert!(result.is_some() || matches!(outcome, Outcome::Nothing | Outcome::Value(_)));
        Ok(Some(outcome))
    }

    fn absolute(&mut self, arg: ExprId) -> Res<Val<'c>> {
        let scalar = self.scalar_of(arg)?;
        let Scalar::Int { bits, .. } = scalar else { return self.stop("abs", self.unit.expr(arg).loc) };
        let value = self.rvalue(arg)?;
        let zero = self.ops.int(bits, 0);
        let negated = self.checked("arith.subi", zero, value, scalar);
        let is_negative = self.ops.at().cmpi(CmpI::Slt, value, zero);
        Ok(self.ops.at().select(is_negative, negated, value))
    }

    /// Operations that are exact, so that every implementation gives the same bits.
    fn math_builtin(&mut self, args: &[ExprId], name: &str, is_library: bool) -> Res<Option<Val<'c>>> {
        let function = name.strip_prefix("__builtin_").unwrap_or(name);
        let (base, bits) = match function.strip_suffix('f') {
            Some(base) => (base, 32),
            None => (function, 64),
        };
        // `sqrt` sets errno, which host code may look at; nests are free of such code.
        let (op, arity) = match base {
            "fabs" => ("math.absf", 1),
            "floor" => ("math.floor", 1),
            "ceil" => ("math.ceil", 1),
            "trunc" => ("math.trunc", 1),
            "rint" => ("llvm.intr.rint", 1),
            "nearbyint" => ("llvm.intr.nearbyint", 1),
            "copysign" => ("math.copysign", 2),
            "sqrt" if self.nest.is_some() => ("math.sqrt", 1),
            _ => return Ok(None),
        };
        if !is_library || args.len() != arity {
            return Ok(None);
        }
        let op = match (op, self.nest.is_some()) {
            ("math.absf", false) => "llvm.intr.fabs",
            ("math.floor", false) => "llvm.intr.floor",
            ("math.ceil", false) => "llvm.intr.ceil",
            ("math.trunc", false) => "llvm.intr.trunc",
            ("math.copysign", false) => "llvm.intr.copysign",
            (op, _) => op,
        };
        let mut values = Vec::new();
        for arg in args {
            if self.scalar_of(*arg)? != (Scalar::Float { bits }) {
                return Ok(None);
            }
            values.push(self.rvalue(*arg)?);
        }
        // The host honours the rounding mode of the moment, in a nest too; kernels run in the default one only.
        if self.nest.is_some() && op.starts_with("llvm.") {
            return Ok(Some(MathOp::build(&self.ops.at(), function, &values, Promise::Exact).result()));
        }
        let ty = Scalar::Float { bits }.value_type(self.context());
        Ok(Some(self.ops.at().value(op, &values, ty, &[])))
    }

    fn has_own_functions(&self) -> bool {
        if self.numerics.are_own() { self.is_in_nest() } else { self.nest.is_some() }
    }

    /// A function of `<math.h>` that we have, too.
    fn math_function(&mut self, args: &[ExprId], name: &str, decl: &Decl, loc: Loc) -> Res<Option<Val<'c>>> {
        let Some(function) = raddle_math::find(name.strip_prefix("__builtin_").unwrap_or(name)) else {
            return Ok(None);
        };
        let Some(signature) = Signature::of(self.unit, decl.ty) else { return Ok(None) };
        let agrees = signature.params.iter().copied().eq(function.arguments().iter().copied().map(scalar))
            && signature.result == Some(scalar(function.result()));
        // Elsewhere the unit may take the symbol for something else.
        if !agrees || args.len() != signature.params.len() || !self.symbols.function(function.name, Some(&signature)) {
            return Ok(None);
        }
        let mut values = Vec::new();
        for (arg, ty) in args.iter().zip(function.arguments()) {
            let value = self.rvalue(*arg)?;
            let wide = self.ops.at().int(64);
            values.push(if *ty == Type::I64 { self.ops.at().cast("arith.extsi", value, wide) } else { value });
        }
        let promise = match self.numerics {
            Numerics::Reproducible | Numerics::Contract | Numerics::Fast => Promise::Own,
            Numerics::Strict => match function.agreement() {
                Agreement::Same => Promise::Exact,
                Agreement::Zeros if self.are_never_unlike_zeros(args) => Promise::Exact,
                Agreement::Zeros | Agreement::LastBit => Promise::Libm,
            },
        };
        self.set_location(loc);
        Ok(Some(MathOp::build(&self.ops.at(), function.name, &values, promise).result()))
    }

    /// Two zeros of which one is -0 are the only equal numbers that differ.
    fn are_never_unlike_zeros(&self, args: &[ExprId]) -> bool {
        args.iter().any(|arg| self.is_never_zero(*arg)) || args.iter().all(|arg| self.is_never_minus_zero(*arg))
    }

    /// Is this a number of the source that is not 0?
    fn is_never_zero(&self, e: ExprId) -> bool {
        match &self.unit.expr(e).kind {
            ExprKind::Float { bits, .. } => bits.bytes().skip(1).any(|it| it != b'0') || !"08".contains(&bits[..1]),
            ExprKind::Cast { cast: CastKind::IntegralToFloating, arg } => {
                self.unit.expr(*arg).constant.is_some_and(|it| it != 0)
            }
            ExprKind::Cast { cast: CastKind::NoOp, arg } | ExprKind::Unary { op: UnaryOp::Minus, arg } => {
                self.is_never_zero(*arg)
            }
            _ => false,
        }
    }

    /// Is a value never -0 in the default rounding mode, by its form? A sum is -0 only if both of its parts are.
    fn is_never_minus_zero(&self, e: ExprId) -> bool {
        match &self.unit.expr(e).kind {
            ExprKind::Float { .. } | ExprKind::Cast { cast: CastKind::IntegralToFloating, .. } => true,
            ExprKind::Cast { cast: CastKind::NoOp, arg } => self.is_never_minus_zero(*arg),
            ExprKind::Binary { op: BinaryOp::Add, lhs, rhs } => {
                self.is_never_minus_zero(*lhs) || self.is_never_minus_zero(*rhs)
            }
            _ => false,
        }
    }

    /// Counting and swapping of bits; the result has the type of the second part.
    fn bit_builtin(&mut self, args: &[ExprId], name: &str, loc: Loc) -> Res<Option<(Val<'c>, Scalar)>> {
        let base = name.trim_end_matches('l');
        let known = ["clz", "ctz", "popcount", "parity", "ffs", "bswap16", "bswap32", "bswap64"];
        let ([arg], true) = (args, known.contains(&base)) else { return Ok(None) };
        let scalar = self.scalar_of(*arg)?;
        let Scalar::Int { bits, .. } = scalar else { return self.stop(name, loc) };
        let value = self.rvalue(*arg)?;
        let unsigned = Scalar::Int { bits, signed: false };
        let poison = [("is_zero_poison", self.ops.at().bool(true))];
        let defined = [("is_zero_poison", self.ops.at().bool(false))];
        let ty = scalar.value_type(self.context());
        let count = |this: &mut Self, op: &str, attrs: &[(&str, _)]| this.ops.at().value(op, &[value], ty, attrs);
        let result = match base {
            "clz" => count(self, "llvm.intr.ctlz", &poison),
            "ctz" => count(self, "llvm.intr.cttz", &poison),
            "popcount" => count(self, "llvm.intr.ctpop", &[]),
            "parity" => {
                let ones = count(self, "llvm.intr.ctpop", &[]);
                let one = self.ops.int(bits, 1);
                self.ops.binary("arith.andi", ones, one)
            }
            "ffs" => {
                // One more than the position of the lowest set bit; 0 for 0.
                let zeros = count(self, "llvm.intr.cttz", &defined);
                let (one, zero) = (self.ops.int(bits, 1), self.ops.int(bits, 0));
                let position = self.ops.binary("arith.addi", zeros, one);
                let is_zero = self.ops.at().cmpi(CmpI::Eq, value, zero);
                self.ops.at().select(is_zero, zero, position)
            }
            _ => count(self, "llvm.intr.bswap", &[]),
        };
        Ok(Some((result, unsigned)))
    }

    fn float_test(&mut self, args: &[ExprId], name: &str, loc: Loc) -> Res<Option<Val<'c>>> {
        let comparison = match name {
            "isgreater" => Some(CmpF::Ogt),
            "isgreaterequal" => Some(CmpF::Oge),
            "isless" => Some(CmpF::Olt),
            "islessequal" => Some(CmpF::Ole),
            "islessgreater" => Some(CmpF::One),
            "isunordered" => Some(CmpF::Uno),
            _ => None,
        };
        if let (Some(comparison), [a, b]) = (comparison, args) {
            let (a, b) = (self.rvalue(*a)?, self.rvalue(*b)?);
            return Ok(Some(self.ops.at().cmpf(comparison, a, b)));
        }
        // The suffixed forms (`isnanf`) take a float or long double.
        let known = ["isnan", "isinf", "isfinite", "isnormal", "signbit"];
        let bases = [Some(name), name.strip_suffix(['f', 'l'])];
        let base = bases.into_iter().flatten().find(|base| known.contains(base));
        let ([arg], Some(base)) = (args, base) else { return Ok(None) };
        let scalar = self.scalar_of(*arg)?;
        let smallest = match scalar {
            Scalar::Half => 2f64.powi(-14),
            Scalar::Float { bits: 32 } => f32::MIN_POSITIVE.into(),
            Scalar::Float { bits: 64 } => f64::MIN_POSITIVE,
            // The smallest normal long double is no double.
            Scalar::Float { .. } if base != "isnormal" => 0.0,
            _ => return self.stop(name, loc),
        };
        let value = self.rvalue(*arg)?;
        Ok(Some(self.float_class(base, value, float_bits(scalar), smallest)))
    }

    /// `smallest` is the smallest normal number of the type.
    fn float_class(&mut self, test: &str, value: Val<'c>, bits: u32, smallest: f64) -> Val<'c> {
        if test == "isnan" {
            return self.ops.at().cmpf(CmpF::Uno, value, value);
        }
        if test == "signbit" {
            let pattern_type = int_type(self.context(), bits);
            let pattern = self.ops.at().cast("arith.bitcast", value, pattern_type);
            let zero = self.ops.int(bits, 0);
            return self.ops.at().cmpi(CmpI::Slt, pattern, zero);
        }
        let magnitude = self.ops.at().unary("math.absf", value);
        let infinity = self.ops.float(bits, f64::INFINITY);
        let is_finite = self.ops.at().cmpf(CmpF::Olt, magnitude, infinity);
        match test {
            "isfinite" => is_finite,
            "isnormal" => {
                let smallest = self.ops.float(bits, smallest);
                let is_large = self.ops.at().cmpf(CmpF::Oge, magnitude, smallest);
                self.ops.binary("arith.andi", is_finite, is_large)
            }
            _ => self.ops.at().cmpf(CmpF::Oeq, magnitude, infinity),
        }
    }

    /// `isinf_sign`: -1, 0 or 1.
    fn signed_infinity(&mut self, arg: ExprId, loc: Loc) -> Res<Val<'c>> {
        let scalar @ (Scalar::Float { .. } | Scalar::Half) = self.scalar_of(arg)? else {
            return self.stop("isinf_sign", loc);
        };
        let value = self.rvalue(arg)?;
        let is_infinite = self.float_class("isinf", value, float_bits(scalar), 0.0);
        let is_negative = self.float_class("signbit", value, float_bits(scalar), 0.0);
        let (minus, zero, one) = (self.ops.int(32, -1), self.ops.int(32, 0), self.ops.int(32, 1));
        let sign = self.ops.at().select(is_negative, minus, one);
        Ok(self.ops.at().select(is_infinite, sign, zero))
    }
}

/// The width of a floating-point type's values.
fn float_bits(scalar: Scalar) -> u32 {
    if let Scalar::Float { bits } = scalar { bits } else { 32 }
}

fn float_constant(name: &str) -> Option<f64> {
    match name {
        "inf" | "inff" | "infl" | "huge_val" | "huge_valf" | "huge_vall" => Some(f64::INFINITY),
        _ => None,
    }
}

/// C's type of an argument or result.
fn scalar(ty: Type) -> Scalar {
    match ty {
        Type::F32 => Scalar::Float { bits: 32 },
        Type::F64 => Scalar::Float { bits: 64 },
        Type::I64 => Scalar::INT,
    }
}
