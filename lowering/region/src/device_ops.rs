//! Which operations a kernel may contain (docs/kernels.md), seen from inside a nest.

use melior::ir::OperationRef;
use melior::ir::operation::OperationLike;

const MATH: [&str; 7] =
    ["math.sqrt", "math.absf", "math.floor", "math.ceil", "math.trunc", "math.roundeven", "math.copysign"];
const ARITH_HOST_ONLY: [&str; 7] = [
    "arith.remf", "arith.maximumf", "arith.minimumf", "arith.maxnumf", "arith.minnumf", "arith.addui_extended",
    "arith.mulsi_extended",
];
const STRUCTURE: [&str; 11] = [
    "affine.apply", "affine.min", "affine.max", "affine.yield", "scf.yield", "scf.condition", "region.view",
    "region.yield", "memref.alloca", "affine.for", "affine.if",
];

/// Why an op named `name` cannot run on a device; None if it can.
pub fn why_not(name: &str, op: OperationRef<'_, '_>) -> Option<String> {
    if STRUCTURE.contains(&name) || MATH.contains(&name) {
        return None;
    }
    if name.starts_with("arith.") && !ARITH_HOST_ONLY.contains(&name) {
        return None;
    }
    if name == "llvm.call" {
        let callee = op.attribute("callee").map(|it| it.to_string()).unwrap_or_default();
        return Some(format!("call to '{}' is not a device operation", callee.trim_start_matches('@')));
    }
    Some(format!("operation '{name}' is not a device operation"))
}
