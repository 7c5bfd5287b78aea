//! What a kernel computes with (docs/kernels.md): one list for those who decide what becomes a kernel and those who compile it.
//! Says nothing about memory and control flow.

const MATH: [&str; 8] =
    ["math.sqrt", "math.fma", "math.absf", "math.floor", "math.ceil", "math.trunc", "math.roundeven", "math.copysign"];

/// Ops of upstream `arith` that no kernel has.
const NO_ARITH: [&str; 11] = [
    "arith.remf",
    "arith.maximumf",
    "arith.minimumf",
    "arith.maxnumf",
    "arith.minnumf",
    "arith.addui_extended",
    "arith.mulsi_extended",
    "arith.mului_extended",
    "arith.scaling_extf",
    "arith.scaling_truncf",
    "arith.convertf",
];

/// An operation on scalars that every backend has, with the same bits.
pub fn is_arithmetic(name: &str) -> bool {
    MATH.contains(&name) || (name.starts_with("arith.") && !NO_ARITH.contains(&name))
}
