//! Kernels as PTX text, which NVIDIA's driver compiles for the GPU at hand.
//!
//! ```text
//!     gpu.func @k(%ex, %ey, %ez, %a: !llvm.ptr {llvm.noalias}, %n: i64) kernel { %x = gpu.global_id x ... BODY }
//! becomes
//!     llvm.func @k(%ex: i64, %ey: i64, %ez: i64, %a: !llvm.ptr {llvm.noalias}, %n: i64) {
//!       %x = ctaid.x * ntid.x + tid.x, in 64 bits ... BODY }        with the calling convention of PTX kernels
//! ```
//!
//! Legal:   whatever keeps the contract of `docs/kernels.md`. The guard stays: grids are whole multiples of blocks.
//! Values:  those of the source order: `.rn` operations, no contraction, no approximation, denormals kept. Kernels with
//!          fast-math flags may have the contrary; their module says so in its first line.
//! Declines (an error): an intrinsic without a PTX form is left; LLVM's backend would end the process over it.

use super::check;
use super::frame;
use super::outline::{as_mut, id_ops, value_of};
use super::symbol_name;
use crate::emit::{self, OptLevel, Options};
use crate::ir::{entry_block, nested, op_name, operations, quoted};
use crate::lower::{DebugInfo, keep_lines, to_llvm_dialect, translate, unsupported, with_diagnostics};
use crate::{Error, LlvmContext};
use inkwell::module::Module as LlvmModule;
use inkwell::targets::{FileType, TargetTriple};
use inkwell::values::{AsValueRef, InstructionOpcode, InstructionValue};
use llvm_sys::core::{LLVMBuildFreeze, LLVMGetOperand, LLVMSetOperand};
use melior::ir::attribute::StringAttribute;
use melior::ir::block::BlockLike;
use melior::ir::operation::{OperationLike, OperationMutLike, OperationRef};
use melior::ir::{BlockRef, Location, Module, Type, Value, ValueLike};
use melior::{Context, IrRewriter, RewriterBase};
use std::fmt::Write;

/// The oldest architecture with all that kernels use; drivers compile its PTX for every later one.
pub const PTX_ARCHITECTURE: &str = "sm_70";

const TRIPLE: &str = "nvptx64-nvidia-cuda";

/// LLVM's number of the calling convention `ptx_kernel`.
const PTX_KERNEL: u32 = 71;

/// LLVM's name of a hardware register with a dimension.
const REGISTERS: [&str; 3] = ["ctaid", "ntid", "tid"];

const DIMENSIONS: [&str; 3] = ["x", "y", "z"];

/// Intrinsics that LLVM's backend for PTX selects, by their names without types.
const SELECTED: [&str; 37] = [
    "sqrt",
    "fma",
    "fabs",
    "floor",
    "ceil",
    "trunc",
    "rint",
    "roundeven",
    "copysign",
    "is.fpclass",
    "fptosi.sat",
    "fptoui.sat",
    "smin",
    "smax",
    "umin",
    "umax",
    "abs",
    "ctlz",
    "cttz",
    "ctpop",
    "bswap",
    "bitreverse",
    "fshl",
    "fshr",
    "uadd.with.overflow",
    "sadd.with.overflow",
    "usub.with.overflow",
    "ssub.with.overflow",
    "umul.with.overflow",
    "usub.sat",
    "uadd.sat",
    "memcpy",
    "memset",
    "memmove",
    "scmp",
    "ucmp",
    // Pairs of 16-bit integers, which LLVM's optimizer makes. They are taken apart before selection.
    "vector.reduce",
];

/// Intrinsics that no code is made for.
const WITHOUT_CODE: [&str; 5] = ["lifetime", "assume", "dbg", "experimental.noalias.scope.decl", "nvvm"];

/// The first line of modules whose arithmetic has fast-math flags.
const APPROXIMATE: &str = "// approximate\n";

/// The PTX of all kernels in `module`, a `gpu.module`.
pub fn ptx(llvm: &LlvmContext, context: &Context, module: OperationRef, architecture: &str) -> Result<String, Error> {
    let functions = entry_block(module).map(operations).unwrap_or_default();
    let kernels: Vec<_> = functions.into_iter().filter(|op| op_name(op) == "gpu.func").collect();
    let mut output = Module::new(Location::unknown(context));
    for kernel in &kernels {
        check::kernel(*kernel)?;
        add_function(context, &output, *kernel)?;
    }
    limit_scopes(context, &output);
    to_llvm_dialect(context, &mut output)?;
    keep_lines(context, &mut output, DebugInfo::Directives)?;
    let options =
        Options { opt_level: OptLevel::O3, cpu: architecture.to_string(), features: String::new(), emulated: false };
    let triple = TargetTriple::create(TRIPLE);
    let translated = translate(llvm, context, &mut output, &emit::layout(&triple, &options)?)?;
    translated.set_triple(&triple);
    for name in kernels.iter().map(|kernel| symbol_name(*kernel)) {
        if let Some(function) = translated.get_function(&name) {
            function.set_call_conventions(PTX_KERNEL);
        }
    }
    emit::run_passes(&translated, OptLevel::O3, &options)?;
    only_selected(&translated)?;
    keep_choices(llvm, &translated);
    let text = emit::emit(&translated, &options, FileType::Assembly)?;
    let first = if nested(module).into_iter().any(has_flags) { APPROXIMATE } else { "" };
    Ok(format!("{first}{}", String::from_utf8_lossy(&text)))
}

/// Whether the operation may be computed otherwise than it is written.
fn has_flags(op: OperationRef) -> bool {
    op.attribute("fastmath").is_ok_and(|flags| !flags.to_string().contains("none"))
}

/// Only work items of the kernel see an atomic update while it runs, so it needs no order with the host.
fn limit_scopes(context: &Context, module: &Module) {
    let device = StringAttribute::new(context, "device").into();
    for op in nested(module.as_operation()).into_iter().filter(|op| op_name(op) == "llvm.atomicrmw") {
        as_mut(op).set_inherent_attribute("syncscope", device);
    }
}

/// Adds the kernel as an `llvm.func` to `module`.
fn add_function(context: &Context, module: &Module, kernel: OperationRef) -> Result<(), Error> {
    let rewriter = IrRewriter::new(context);
    let rewriter = rewriter.as_rewriter_base();
    rewriter.set_insertion_point_to_end(module.body());
    let text = text(context, kernel);
    let frame = with_diagnostics(context, || Module::parse(context, &text))?;
    let functions: Vec<_> = operations(frame.body()).into_iter().map(|op| rewriter.clone_op(op)).collect();
    let source = rewriter.clone_op(kernel);
    let filled = functions.first().and_then(|function| fill(context, rewriter, *function, source));
    rewriter.erase_op(source);
    filled.ok_or_else(|| unsupported(kernel, "its frame could not be built"))
}

/// An `llvm.func` that computes the work item's ids and the arguments of type index, each by an `arith.index_cast`, in
/// this order.
fn text(context: &Context, kernel: OperationRef) -> String {
    let arguments = frame::arguments(context, kernel, 0);
    let formal = |(i, argument): (usize, &frame::Argument)| {
        let attribute = if argument.noalias { " {llvm.noalias}" } else { "" };
        format!("%a{i}: {}{attribute}", argument.ty)
    };
    let formals: Vec<_> = arguments.iter().enumerate().map(formal).collect();
    let name = quoted(&symbol_name(kernel));
    let mut text = format!("llvm.func @{name}({}) attributes {{no_unwind}} {{\n", formals.join(", "));
    for dimension in DIMENSIONS {
        for register in REGISTERS {
            let intrinsic = format!("llvm.nvvm.read.ptx.sreg.{register}.{dimension}");
            let _ = writeln!(text, "  %n_{register}{dimension} = llvm.call_intrinsic \"{intrinsic}\"() : () -> i32");
            let _ = writeln!(text, "  %{register}{dimension} = llvm.zext %n_{register}{dimension} : i32 to i64");
        }
        let _ = writeln!(text, "  %first{dimension} = llvm.mul %ctaid{dimension}, %ntid{dimension} : i64");
        let _ = writeln!(text, "  %id{dimension} = llvm.add %first{dimension}, %tid{dimension} : i64");
        let _ = writeln!(text, "  %{dimension} = arith.index_cast %id{dimension} : i64 to index");
    }
    for (i, _) in arguments.iter().enumerate().filter(|(_, argument)| argument.is_index) {
        let _ = writeln!(text, "  %i{i} = arith.index_cast %a{i} : i64 to index");
    }
    text += "  llvm.return\n}\n";
    // All of it is the kernel's place in the source.
    let at = kernel.location().to_string();
    text.lines().map(|line| if line.ends_with('{') { format!("{line}\n") } else { format!("{line} {at}\n") }).collect()
}

/// Moves the body of `kernel` into `function`.
fn fill<'c: 'a, 'a>(
    context: &'c Context,
    rewriter: RewriterBase,
    function: OperationRef<'c, 'a>,
    kernel: OperationRef<'c, 'a>,
) -> Option<()> {
    let (entry, body) = (entry_block(function)?, entry_block(kernel)?);
    let casts = operations(entry).into_iter().filter(|op| op_name(op) == "arith.index_cast");
    let mut casts = casts.filter_map(value_of);
    for dimension in DIMENSIONS {
        let id = casts.next()?;
        for op in id_ops(body, dimension) {
            rewriter.replace_op_with_values(op, &[id]);
        }
    }
    let actuals = actuals(context, entry, body, casts)?;
    let end = operations(entry).pop()?;
    rewriter.inline_block_before(body, end, &actuals);
    let returns = nested(function).into_iter().filter(|op| op_name(op) == "gpu.return");
    returns.for_each(|op| rewriter.erase_op(op));
    Some(())
}

/// What the kernel's arguments are in the function.
fn actuals<'c: 'a, 'a>(
    context: &'c Context,
    entry: BlockRef<'c, 'a>,
    body: BlockRef<'c, 'a>,
    mut casts: impl Iterator<Item = Value<'c, 'a>>,
) -> Option<Vec<Value<'c, 'a>>> {
    let index = Type::index(context);
    let mut actual = |i: usize| match body.argument(i).ok()?.r#type() == index {
        true => casts.next(),
        false => entry.argument(i).ok().map(Value::from),
    };
    (0..body.argument_count()).map(&mut actual).collect()
}

/// LLVM's backend makes `min.f32 x, 0` of `x < 0 ? x : 0`, which gives -0 for -0. It does not where the value that is
/// chosen is not plainly the one that was compared.
fn keep_choices(llvm: &LlvmContext, module: &LlvmModule) {
    let builder = llvm.inner.create_builder();
    let blocks = module.get_functions().flat_map(|function| function.get_basic_blocks());
    let instructions: Vec<_> = blocks.flat_map(|block| block.get_instructions()).collect();
    let is_choice =
        |it: &InstructionValue| it.get_opcode() == InstructionOpcode::Select && !it.get_type().is_int_type();
    for choice in instructions.into_iter().filter(is_choice) {
        builder.position_before(&choice);
        // SAFETY: operands 1 and 2 of a select are values of its type, and a freeze has its operand's type.
        unsafe {
            for operand in 1..3 {
                let value = LLVMGetOperand(choice.as_value_ref(), operand);
                let frozen = LLVMBuildFreeze(builder.as_mut_ptr(), value, c"".as_ptr());
                LLVMSetOperand(choice.as_value_ref(), operand, frozen);
            }
        }
    }
}

/// LLVM ends the process over an intrinsic or a function that its backend cannot select.
fn only_selected(module: &LlvmModule) -> Result<(), Error> {
    let declared = module.get_functions().filter(|function| function.count_basic_blocks() == 0);
    for function in declared {
        let name = function.get_name().to_string_lossy().into_owned();
        let known = name.strip_prefix("llvm.").is_some_and(|name| {
            let is =
                |known: &&str| name.strip_prefix(*known).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'));
            SELECTED.iter().chain(&WITHOUT_CODE).any(is)
        });
        if !known {
            return Err(Error::Emit(format!("'{name}' has no PTX form")));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_backend_cannot_select_is_an_error() {
        let llvm = LlvmContext::new();
        let module = llvm.inner.create_module("m");
        let double = llvm.inner.f64_type();
        let unary = double.fn_type(&[double.into()], false);
        for known in
            ["llvm.sqrt.f64", "llvm.roundeven.f64", "llvm.vector.reduce.fadd.v2f64", "llvm.nvvm.read.ptx.sreg.tid.x"]
        {
            module.add_function(known, unary, None);
        }
        assert!(only_selected(&module).is_ok());
        let sine = module.add_function("llvm.sin.f64", unary, None);
        assert!(only_selected(&module).is_err_and(|error| error.to_string().contains("'llvm.sin.f64'")));
        // SAFETY: nothing uses it.
        unsafe { sine.delete() };
        module.add_function("memory_of_the_host", unary, None);
        assert!(only_selected(&module).is_err());
    }
}
