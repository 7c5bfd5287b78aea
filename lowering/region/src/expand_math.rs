//! `region-expand-math`: write the functions of `<math.h>` out where our own are called, and call the C library's elsewhere.
//!
//! ```text
//!     before                                      after
//!     in a kernel, or on the host without mark    %1 = arith.mulf %x, ...; ...; %y = arith.select ...
//!       %y = region.math "exp"(%x)
//!     on the host, or in a kernel for CPU threads   %y = llvm.call @exp(%x)
//!       %y = region.math "exp"(%x) libm           llvm.func @exp(f64) -> f64
//!       %y = region.math "rint"(%x) exact         %y = llvm.intr.rint(%x)
//! ```
//!
//! Legal if:  always. What is written computes the function of `raddle_math` in operations that all devices round alike, so its
//!            bits do not depend on where it runs; `exact` says that the C library's are the same, in the default rounding mode, which
//!            is the only one in which kernels run.
//! Needs:     `region-inline` before it: the code of a function may have branches and loops, which the analyses would take for
//!            the nest's. Equal calls are one after `cse` before it.
//! Declines:  nothing; an error for `libm` in a kernel that is for more than CPU threads, and for a function that does not exist for these types.
//! Source:    own; the functions are `raddle_math`'s.

use melior::dialect::llvm;
use melior::ir::attribute::{StringAttribute, TypeAttribute};
use melior::ir::operation::OperationLike;
use melior::ir::r#type::IntegerType;
use melior::ir::{Attribute, Identifier, Region, Type, TypeLike, ValueLike};
use raddle_dialects::build::{Builder, CmpF};
use raddle_dialects::ir::{self, Op, Val};
use raddle_dialects::region::{MathOp, Promise, THREADS_ONLY};
use raddle_dialects::{Failure, Pass, diagnostics};
use raddle_math::{Operand, apply, complex};

use crate::math_code::{Code, Place};

#[derive(Clone, Default)]
pub struct ExpandMath;

impl Pass for ExpandMath {
    const ARG: &'static str = "region-expand-math";
    const DESC: &'static str = "write out functions of <math.h>, or call the C library's";
    const OP: &'static str = "builtin.module";

    fn run<'c>(&mut self, module: Op<'c>) -> Result<(), Failure> {
        for call in ir::find_all(module, "region.math").into_iter().filter_map(MathOp::cast) {
            let kernels = ir::enclosing(call.op(), "gpu.module");
            let value = match (call.promise(), kernels) {
                (Promise::Exact, Some(_)) if let Some(operation) = extremum(call) => Ok(choice(call, operation)),
                (Promise::Own, _) | (Promise::Exact, Some(_)) => written(call),
                (Promise::Libm, Some(kernels)) => match is_for_threads(call.op()) {
                    true => called(kernels, call),
                    false => Err(format!("is the C library's '{}', which kernels cannot call", call.function())),
                },
                (Promise::Exact | Promise::Libm, None) => match host_intrinsic(call) {
                    Some(name) => Ok(intrinsic(call, name)),
                    None => called(module, call),
                },
            };
            match value {
                Ok(value) => ir::replace_op(call.op(), &[value]),
                Err(message) => {
                    diagnostics::error(call.op().location(), format!("'region.math' op {message}")).report();
                    return Err(Failure::Reported);
                }
            }
        }
        Ok(())
    }
}

/// Is this in a kernel that CPU threads alone run?
pub(crate) fn is_for_threads(op: Op<'_>) -> bool {
    ir::enclosing(op, "gpu.func").is_some_and(|it| ir::has_attr(it, THREADS_ONLY))
}

fn intrinsic<'c>(call: MathOp<'c>, name: &str) -> Val<'c> {
    Builder::before(call.op()).value(name, &call.arguments(), call.result().r#type(), &[])
}

/// LLVM's minimum or maximum. It takes the sign of a zero for what it is; a call of the C library's lets LLVM forget it, in what the
/// arguments are computed from, too.
fn extremum(call: MathOp<'_>) -> Option<&'static str> {
    match call.function() {
        "fmin" | "fminf" => Some("llvm.intr.minnum"),
        "fmax" | "fmaxf" => Some("llvm.intr.maxnum"),
        _ => None,
    }
}

/// Its value: an instruction of the processor's. Devices have one, too, but not all of them promise what it does with NaN.
fn choice<'c>(call: MathOp<'c>, operation: &str) -> Val<'c> {
    if is_for_threads(call.op()) {
        return intrinsic(call, operation);
    }
    let b = Builder::before(call.op());
    let [x, y] = call.arguments()[..] else { unreachable!("two arguments, as the table says") };
    let takes_y = if operation.ends_with("minnum") { CmpF::Olt } else { CmpF::Ogt };
    let nearer = b.select(b.cmpf(takes_y, y, x), y, x);
    b.select(b.cmpf(CmpF::Uno, x, x), y, nearer)
}

/// The intrinsic of a function that is one instruction of the host, in the rounding mode of the moment.
pub fn host_intrinsic(call: MathOp<'_>) -> Option<&'static str> {
    match call.function() {
        "rint" | "rintf" => Some("llvm.intr.rint"),
        "nearbyint" | "nearbyintf" => Some("llvm.intr.nearbyint"),
        _ if call.promise() == Promise::Exact => extremum(call),
        _ => None,
    }
}

/// The function's code before the call.
fn written<'c>(call: MathOp<'c>) -> Result<Val<'c>, String> {
    let place = Place::new(Builder::before(call.op()));
    let code = Code(&place);
    let operand = |value: Val<'c>| match value.r#type() {
        ty if ty.is_f32() => Operand::F32(code.value(value)),
        ty if ty.is_f64() => Operand::F64(code.value(value)),
        _ => Operand::I64(code.value(value)),
    };
    let arguments: Vec<_> = call.arguments().into_iter().map(operand).collect();
    let result = match complex::find(call.function()) {
        Some(part) => complex::apply(code, part, &arguments),
        None => apply(code, call.function(), &arguments),
    };
    match result {
        Some(Operand::F32(result)) => Ok(result.value),
        Some(Operand::F64(result)) => Ok(result.value),
        Some(Operand::I64(result)) => Ok(result.value),
        None => Err(no_function(call)),
    }
}

fn no_function(call: MathOp<'_>) -> String {
    let types: Vec<_> = call.arguments().iter().map(|it| it.r#type().to_string()).collect();
    format!("knows no function '{}' of ({})", call.function(), types.join(", "))
}

/// The C library's value, or clang's helper's.
fn called<'c>(module: Op<'c>, call: MathOp<'c>) -> Result<Val<'c>, String> {
    match complex::find(call.function()) {
        Some(part) => complex_call(module, call, part),
        None => library_call(module, call),
    }
}

/// A part of what a function returns. Complex numbers are passed as x86-64's convention has it: those of doubles as two
/// numbers, those of floats in a vector. Calls for both parts are alike and touch no memory, so LLVM makes one of them.
fn complex_call<'c>(module: Op<'c>, call: MathOp<'c>, part: complex::Part<'_>) -> Result<Val<'c>, String> {
    let b = Builder::before(call.op());
    let (ty, parts) = (call.result().r#type(), call.arguments());
    let types = [FLOATS, DOUBLES].map(|it| b.parse_type(it));
    let ([Some(floats), Some(doubles)], [true, _] | [_, true]) = (types, [ty.is_f32(), ty.is_f64()]) else {
        return Err(no_function(call));
    };
    let pair = if ty.is_f32() { floats } else { doubles };
    let arguments: Vec<_> = match ty.is_f32() && !part.takes_parts() {
        true => parts.chunks_exact(2).map(|it| vector(&b, floats, it)).collect(),
        false => parts,
    };
    let result = if part.is_real() { ty } else { pair };
    declare(module, part.function, &arguments.iter().map(ValueLike::r#type).collect::<Vec<_>>(), result)?;
    let value = b.value("llvm.call", &arguments, result, &pure_call(&b, part.function, arguments.len()));
    let number = i64::from(part.is_imaginary);
    Ok(match pair == floats {
        _ if part.is_real() => value,
        true => b.value("llvm.extractelement", &[value, b.constant_int(b.int(32), number)], ty, &[]),
        false => b.value("llvm.extractvalue", &[value], ty, &[("position", b.i64s(&[number]))]),
    })
}

const FLOATS: &str = "vector<2xf32>";
const DOUBLES: &str = "!llvm.struct<(f64, f64)>";

fn vector<'c>(b: &Builder<'c>, ty: Type<'c>, parts: &[Val<'c>]) -> Val<'c> {
    let empty = b.value("llvm.mlir.undef", &[], ty, &[]);
    parts.iter().enumerate().fold(empty, |vector, (at, part)| {
        let position = b.constant_int(b.int(32), at as i64);
        b.value("llvm.insertelement", &[vector, *part, position], ty, &[])
    })
}

/// The attributes of a call that touches no memory and returns.
fn pure_call<'c>(b: &Builder<'c>, function: &str, arguments: usize) -> Vec<(&'static str, Attribute<'c>)> {
    let mut attrs = call_attributes(b, function, arguments);
    let no_memory = b.parse_attr(NO_MEMORY).expect("MLIR 22 has these kinds of memory");
    attrs.extend([("no_unwind", b.unit()), ("will_return", b.unit()), ("memory_effects", no_memory)]);
    attrs
}

const NO_MEMORY: &str = "#llvm.memory_effects<other = none, argMem = none, inaccessibleMem = none, errnoMem = none, targetMem0 = none, \
                         targetMem1 = none>";

fn call_attributes<'c>(b: &Builder<'c>, function: &str, arguments: usize) -> Vec<(&'static str, Attribute<'c>)> {
    let segments = b.i32s(&[arguments as i32, 0]);
    vec![("callee", b.symbol(function)), ("operandSegmentSizes", segments), ("op_bundle_sizes", b.i32s(&[]))]
}

/// A call of the function with C's types: `int` is i32.
fn library_call<'c>(module: Op<'c>, call: MathOp<'c>) -> Result<Val<'c>, String> {
    let b = Builder::before(call.op());
    let in_c =
        |value: Val<'c>| if is_integer(value.r#type()) { b.cast("arith.trunci", value, b.int(32)) } else { value };
    let arguments: Vec<_> = call.arguments().into_iter().map(in_c).collect();
    let result = call.result().r#type();
    declare(module, call.function(), &arguments.iter().map(ValueLike::r#type).collect::<Vec<_>>(), result)?;
    Ok(b.value("llvm.call", &arguments, result, &call_attributes(&b, call.function(), arguments.len())))
}

fn is_integer(ty: Type<'_>) -> bool {
    IntegerType::try_from(ty).is_ok()
}

fn declare<'c>(module: Op<'c>, name: &str, arguments: &[Type<'c>], result: Type<'c>) -> Result<(), String> {
    let b = Builder::at_start(ir::context(module), ir::body(module), module.location());
    let ty = TypeAttribute::new(llvm::r#type::function(result, arguments, false));
    let Some(known) = ir::lookup(module, name) else {
        // MLIR's translation reads this attribute without asking whether it is there.
        let plain = [(Identifier::new(b.context(), "unnamed_addr"), b.i64(0))];
        let name = StringAttribute::new(b.context(), name);
        b.insert(llvm::func(b.context(), name, ty, Region::new(), &plain, b.location()));
        return Ok(());
    };
    match ir::attr(known, "function_type") {
        Some(known) if known == ty.into() => Ok(()),
        Some(_) | None => Err(format!("calls '{name}', which the module declares as something else")),
    }
}
