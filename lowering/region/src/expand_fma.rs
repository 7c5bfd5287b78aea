//! `region-expand-fma`: write fused multiplications out for a target whose own may round the product.
//!
//! ```text
//!     before                            after
//!     %r = math.fma %x, %y, %z : f32    %p = arith.mulf ... : f64; ...; %r = arith.truncf ...
//!     %r = math.fma %x, %y, %z : f64    %p = arith.muli ... : i64; ...; %r = arith.bitcast ...
//! ```
//!
//! Legal if:  always: what is written rounds once (`raddle_math::fused`), in operations that all devices have alike.
//! Needs:     nothing. For Vulkan kernels alone: SPIR-V promises of `Fma` no more than of a product and a sum, and lavapipe makes
//!            two roundings of it. This is the place to ask whether a device's own is one operation.
//! Declines:  operations with fast-math flags, which may be anything; other types than f32 and f64.
//! Source:    own.

use melior::ir::{TypeLike, ValueLike};
use raddle_dialects::build::Builder;
use raddle_dialects::ir::{self, Op, Val};
use raddle_dialects::{Failure, Pass};
use raddle_math::fused::{fma_f32, fma_f64};

use crate::math_code::{Code, Place};

#[derive(Clone, Default)]
pub struct ExpandFma;

impl Pass for ExpandFma {
    const ARG: &'static str = "region-expand-fma";
    const DESC: &'static str = "write fused multiplications out for targets that may not have them";
    const OP: &'static str = "builtin.module";

    fn run<'c>(&mut self, module: Op<'c>) -> Result<(), Failure> {
        expand_fma(module);
        Ok(())
    }
}

/// Writes out every fused multiplication in `root`.
pub fn expand_fma(root: Op<'_>) {
    for op in ir::find_all(root, "math.fma").into_iter().filter(|op| is_exact(*op)) {
        if let Some(value) = written(op) {
            ir::replace_op(op, &[value]);
        }
    }
}

fn is_exact(op: Op<'_>) -> bool {
    ir::attr(op, "fastmath").is_none_or(|flags| flags.to_string().contains("none"))
}

fn written<'c>(op: Op<'c>) -> Option<Val<'c>> {
    let [x, y, z]: [Val<'c>; 3] = ir::operands(op).try_into().ok()?;
    let place = Place::new(Builder::before(op));
    let code = Code(&place);
    match ir::result(op).r#type() {
        ty if ty.is_f32() => Some(fma_f32(code, code.value(x), code.value(y), code.value(z)).value),
        ty if ty.is_f64() => Some(fma_f64(code, code.value(x), code.value(y), code.value(z)).value),
        _ => None,
    }
}
