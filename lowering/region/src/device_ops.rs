//! Which operations a kernel may contain (docs/kernels.md), seen from inside a nest.

use melior::ir::{TypeLike, ValueLike};
use raddle_dialects::ir::{self, Op};
use raddle_dialects::kernel_ops::is_arithmetic;
use raddle_dialects::region::{CallOp, MathOp, Promise};
use raddle_math::{Agreement, complex};

const STRUCTURE: [&str; 11] = [
    "affine.apply",
    "affine.min",
    "affine.max",
    "affine.yield",
    "affine.if",
    "affine.for",
    "scf.yield",
    "scf.condition",
    "region.view",
    "region.yield",
    "memref.alloca",
];

fn agreement(function: &str) -> Option<Agreement> {
    raddle_math::find(function).map(raddle_math::Function::agreement)
}

/// What differs between C libraries.
fn libm_only(function: &str) -> String {
    if let Some(part) = complex::find(function) {
        return match part.function {
            "__divdc3" | "__divsc3" => "quotient of complex numbers, which the compiler's library computes".into(),
            name => format!("call to '{name}', of which devices have no version"),
        };
    }
    let what = match agreement(function) {
        Some(Agreement::Zeros) => "libm's choice between zeros",
        Some(Agreement::LastBit | Agreement::Same) | None => "libm's last bit",
    };
    format!("call to '{function}': {what}; --fp reproducible would run it on the device")
}

const CONTRACTED: &str = "the host's processor decides how often a contracted product is rounded; --fp reproducible would run it on the device";

/// What can run an operation, with the reason where not every device can.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Runs {
    Everywhere,
    /// CPU threads, which call what the host calls.
    OnThreads(String),
    /// Sequential host code.
    OnHost(String),
}

/// What can run `op`?
pub fn runs(op: Op<'_>) -> Runs {
    let name = ir::name(op);
    if STRUCTURE.contains(&name) || is_arithmetic(name) {
        return Runs::Everywhere;
    }
    if let Some(call) = MathOp::cast(op) {
        return match (call.promise(), agreement(call.function())) {
            (Promise::Own | Promise::Exact, _) => Runs::Everywhere,
            // LLVM makes an operation of its own of the call, and may return another zero at each place.
            (Promise::Libm, Some(Agreement::Zeros)) => Runs::OnHost(libm_only(call.function())),
            (Promise::Libm, Some(Agreement::LastBit | Agreement::Same) | None) => {
                Runs::OnThreads(libm_only(call.function()))
            }
        };
    }
    if let Some(call) = CallOp::cast(op) {
        return Runs::OnThreads(format!("call to '{}', a function of the program", call.function()));
    }
    if name == "region.await" {
        return Runs::OnThreads("work items wait for those before them".into());
    }
    if name == "llvm.call" {
        let callee = ir::flat_symbol_attr(op, "callee").unwrap_or("a function pointer");
        return Runs::OnHost(format!("call to '{callee}' is not a device operation"));
    }
    if name == "llvm.intr.fmuladd" && ir::operands(op).iter().all(|it| it.r#type().is_f32() || it.r#type().is_f64()) {
        return Runs::OnHost(CONTRACTED.into());
    }
    Runs::OnHost(format!("operation '{name}' is not a device operation"))
}
