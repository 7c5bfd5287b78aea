//! Which operations a kernel may contain (docs/kernels.md), seen from inside a nest.

use melior::ir::{TypeLike, ValueLike};
use raddle_dialects::ir::{self, Op};
use raddle_dialects::kernel_ops::is_arithmetic;
use raddle_dialects::region::{MathOp, Promise};
use raddle_math::Agreement;

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

/// What differs between C libraries.
fn libm_only(function: &str) -> String {
    let what = match raddle_math::find(function).map(raddle_math::Function::agreement) {
        Some(Agreement::Zeros) => "libm's choice between zeros",
        Some(Agreement::LastBit | Agreement::Same) | None => "libm's last bit",
    };
    format!("call to '{function}': {what}; --fp reproducible would run it on the device")
}

const CONTRACTED: &str = "the host's processor decides how often a contracted product is rounded; --fp reproducible would run it on the device";

/// Why `op` cannot run on a device; None if it can.
pub fn why_not(op: Op<'_>) -> Option<String> {
    let name = ir::name(op);
    if STRUCTURE.contains(&name) || is_arithmetic(name) {
        return None;
    }
    if let Some(call) = MathOp::cast(op) {
        return match call.promise() {
            Promise::Own | Promise::Exact => None,
            Promise::Libm => Some(libm_only(call.function())),
        };
    }
    if name == "llvm.call" {
        let callee = ir::flat_symbol_attr(op, "callee").unwrap_or("a function pointer");
        return Some(format!("call to '{callee}' is not a device operation"));
    }
    if name == "llvm.intr.fmuladd" && ir::operands(op).iter().all(|it| it.r#type().is_f32() || it.r#type().is_f64()) {
        return Some(CONTRACTED.into());
    }
    Some(format!("operation '{name}' is not a device operation"))
}
