//! Work items that wait for their own sums go through the loop together (unroll and jam).
//!
//! ```text
//!     for x {                                 for xs in steps of WIDTH {
//!       s = 0                                   s0, ..., s7 = 0
//!       for k { s += a[x][k] * b[k] }     =>    for k { s0 += a[xs][k] * b[k]; ...; s7 += a[xs + 7][k] * b[k] }
//!       c[x] = s                                c[xs] = s0; ...; c[xs + 7] = s7
//!     }                                       }
//! ```
//!
//! Legal:    as for `strips`, which does the work: the order within each work item stays, so no bit changes.
//! Why:      an addition takes the time of about eight that do not wait for each other, and LLVM may not reorder a
//!           floating-point sum. The copies also read what does not depend on x once.
//! Measured: a row sum in C, 768 floats a row, on a two-core EPYC with AVX-512: 0.49 ns an element, jammed 0.16 ns; with
//!           gathers 0.29 ns, and 1.8 ns where the rows come from memory.
//! Worth it: every innermost loop carries a floating-point value in a register that LLVM may not split into several.
//!           Else it makes vectors along the inner loop, which copies would only disturb. And the rest is straight-line
//!           code, short enough for the registers.
//! Source:   Callahan, Cocke, Kennedy, "Estimating interlock and improving balance for pipelined architectures" (1988).

use super::analysis::{Analysis, access, elements_and_bytes, is_arithmetic, key};
use crate::ir::{entry_block, nested, op_name, operations};
use melior::ir::block::BlockLike;
use melior::ir::operation::{OperationLike, OperationRef};
use melior::ir::r#type::MemRefType;
use melior::ir::{BlockRef, Value, ValueLike};

/// Work items that go together: as many additions as two units with a latency of four hold.
pub(super) const WIDTH: i64 = 8;

/// Ops of a kernel's body that is copied, at most, without those on indices.
const BODY_OPS: usize = 96;
/// Accesses of memory in an innermost loop, at most: each copy has an address in a register.
const LOOP_ACCESSES: usize = 4;

/// Whether work items of this kernel should be jammed.
pub(super) fn pays(analysis: &Analysis, body: BlockRef) -> bool {
    let ops: Vec<_> = operations(body).into_iter().flat_map(nested).collect();
    let loops: Vec<_> = ops.iter().filter(|op| op_name(*op) == "scf.for").collect();
    let innermost: Vec<_> = loops.iter().filter(|op| nested(***op).iter().filter(is_loop).count() == 1).collect();
    // What addresses are computed from costs little.
    let is_data = |op: &&OperationRef| !analysis.is_computed_op(**op) && !analysis.is_uniform_arithmetic(**op);
    ops.iter().filter(is_data).count() <= BODY_OPS
        && ops.iter().all(|op| is_simple(analysis, *op))
        && !innermost.is_empty()
        && innermost.into_iter().all(|op| waits_for_a_sum(**op))
}

fn is_loop(op: &&OperationRef) -> bool {
    op_name(*op) == "scf.for"
}

/// A loop that all work items run through alike, an access, arithmetic, or a private variable that fits a register.
fn is_simple(analysis: &Analysis, op: OperationRef) -> bool {
    let name = op_name(&op);
    let memory = |value: Value| {
        MemRefType::try_from(value.r#type()).is_ok_and(|ty| elements_and_bytes(ty).is_some_and(|(n, _)| n == 1))
    };
    match name.as_str() {
        "scf.for" => analysis.is_uniform_loop(op),
        "scf.if" => analysis.is_uniform_choice(op),
        "memref.alloca" => op.result(0).is_ok_and(|it| memory(it.into())),
        "memref.load" => op.operand(0).is_ok_and(memory),
        "memref.store" => op.operand(1).is_ok_and(memory),
        "scf.yield" | "gpu.return" | "gpu.global_id" => true,
        _ => access(op).is_some() || is_arithmetic(op),
    }
}

/// Whether an iteration of this innermost loop needs a floating-point value of the one before it, in the order of the
/// program.
fn waits_for_a_sum(op: OperationRef) -> bool {
    let Some(body) = entry_block(op) else { return false };
    let ops = operations(body);
    let carried = (1..body.argument_count()).filter_map(|i| body.argument(i).ok());
    let in_arguments = carried.into_iter().any(|it| is_float(it.into()));
    let in_memory = ops.iter().any(|op| is_carried_by(&ops, *op));
    let accesses = ops.iter().filter_map(|op| access(*op)).count();
    (in_arguments || in_memory) && accesses <= LOOP_ACCESSES && !ops.iter().any(|op| may_be_reordered(*op))
}

/// Does `store` write a private variable that the iteration has read before it wrote it? What is written first belongs to
/// the iteration alone.
fn is_carried_by(ops: &[OperationRef], store: OperationRef) -> bool {
    if op_name(&store) != "memref.store" || !store.operand(0).is_ok_and(is_float) {
        return false;
    }
    let Ok(memory) = store.operand(1) else { return false };
    let reaches = |op: &&OperationRef| {
        let address = match op_name(*op).as_str() {
            "memref.load" => op.operand(0),
            "memref.store" => op.operand(1),
            _ => return false,
        };
        address.is_ok_and(|it| key(it) == key(memory))
    };
    ops.iter().find(reaches).is_some_and(|first| op_name(first) == "memref.load")
}

pub(super) fn is_float(value: Value) -> bool {
    matches!(value.r#type().to_string().as_str(), "f32" | "f64")
}

/// LLVM makes several sums of one by itself where the program allows it.
fn may_be_reordered(op: OperationRef) -> bool {
    op.attribute("fastmath").is_ok_and(|flags| {
        let flags = flags.to_string();
        flags.contains("reassoc") || flags.contains("fast>")
    })
}
