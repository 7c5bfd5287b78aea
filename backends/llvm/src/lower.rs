//! Shared by host code and kernels: running upstream passes with their diagnostics caught, and translation to LLVM IR.

use crate::ir::{nested, op_name, position_or_unknown};
use crate::{Error, LlvmContext};
use inkwell::data_layout::DataLayout;
use inkwell::module::Module as LlvmModule;
use melior::Context;
use melior::ir::Module;
use melior::ir::attribute::StringAttribute;
use melior::ir::operation::{OperationLike, OperationMutLike, OperationRef, WalkOrder, WalkResult};
use melior::pass::PassManager;
use melior::utility::parse_pass_pipeline;
use raddle_dialects::build::Builder;
use raddle_dialects::ir as dialect;
use raddle_dialects::region::UNLIKELY;
use std::sync::{Arc, Mutex};

/// Runs `action` and turns the MLIR diagnostics it emits into the error; nothing reaches standard error.
pub(crate) fn with_diagnostics<T>(context: &Context, action: impl FnOnce() -> Option<T>) -> Result<T, Error> {
    let messages = Arc::new(Mutex::new(Vec::new()));
    let sink = Arc::clone(&messages);
    let handler = context.attach_diagnostic_handler(move |diagnostic| {
        let text = format!("{}: {diagnostic}", position_or_unknown(diagnostic.location()));
        if let Ok(mut messages) = sink.lock() {
            messages.push(text);
        }
        true
    });
    let result = action();
    context.detach_diagnostic_handler(handler);
    result.ok_or_else(|| Error::Lowering(messages.lock().map(|m| m.clone()).unwrap_or_default()))
}

/// From affine, scf, cf, arith, math, index and static memrefs to the llvm dialect, or an error naming what is left.
pub(crate) fn to_llvm_dialect(context: &Context, module: &mut Module) -> Result<(), Error> {
    use melior::pass::{arith, conversion};
    expect_others(module);
    let passes = PassManager::new(context);
    passes.add_pass(conversion::create_lower_affine());
    passes.add_pass(arith::create_arith_expand_ops_pass());
    passes.add_pass(conversion::create_scf_to_control_flow());
    // It looks at everything, several times.
    if nested(module.as_operation()).iter().any(|op| op_name(op).starts_with("vector.")) {
        passes.add_pass(conversion::create_vector_to_llvm());
    }
    passes.add_pass(conversion::create_index_to_llvm());
    passes.add_pass(conversion::create_math_to_llvm());
    passes.add_pass(conversion::create_finalize_mem_ref_to_llvm());
    passes.add_pass(conversion::create_arith_to_llvm());
    passes.add_pass(conversion::create_control_flow_to_llvm());
    passes.add_pass(conversion::create_reconcile_unrealized_casts());
    // MLIR's own passes; `only_llvm_dialect` and LLVM's verifier read what they leave.
    passes.enable_verifier(cfg!(debug_assertions));
    with_diagnostics(context, || passes.run(module).ok())?;
    keep_loop_annotations(module);
    only_llvm_dialect(module)
}

/// Tells LLVM which branches are unlikely. It knows `x != x` itself, but forgets it where it makes one condition of two.
fn expect_others(module: &Module) {
    let choices = dialect::find_all(dialect::root(module), "scf.if");
    for choice in choices.into_iter().filter(|it| dialect::has_attr(*it, UNLIKELY)) {
        let b = Builder::before(choice);
        let expected = b.binary("llvm.intr.expect", dialect::operands(choice)[0], b.constant_bool(false));
        dialect::set_operand(choice, 0, expected);
    }
}

/// Upstream lowering carries a loop's annotation along as a discardable attribute of the back edge; the translation
/// reads the inherent one.
fn keep_loop_annotations(module: &mut Module) {
    module.as_operation_mut().walk_mut(WalkOrder::PreOrder, |mut op| {
        if let Ok(annotation) = op.discardable_attribute("llvm.loop_annotation") {
            op.set_inherent_attribute("loop_annotation", annotation);
        }
        WalkResult::Advance
    });
}

/// How much a module says about its source.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum DebugInfo {
    /// Tables for debuggers.
    Tables,
    /// Directives in assembly text alone.
    Directives,
}

/// Gives functions the scopes without which the translation drops the positions of their ops.
pub(crate) fn keep_lines(context: &Context, module: &mut Module, info: DebugInfo) -> Result<(), Error> {
    let kind = match info {
        DebugInfo::Tables => "LineTablesOnly",
        DebugInfo::Directives => "DebugDirectivesOnly",
    };
    let passes = PassManager::new(context);
    let pipeline = format!("builtin.module(ensure-debug-info-scope-on-llvm-func{{emission-kind={kind}}})");
    melior::pass::llvm::register_di_scope_for_llvm_func_op_pass();
    parse_pass_pipeline(passes.as_operation_pass_manager(), &pipeline)
        .map_err(|error| Error::Lowering(vec![error.to_string()]))?;
    with_diagnostics(context, || passes.run(module).ok())
}

fn only_llvm_dialect(module: &Module) -> Result<(), Error> {
    let foreign = nested(module.as_operation()).into_iter().find(|op| {
        let name = op_name(op);
        !name.starts_with("llvm.") && name != "builtin.module"
    });
    match foreign {
        Some(op) => Err(unsupported(op, "it is left after the lowering")),
        None => Ok(()),
    }
}

/// The error that `op` cannot be compiled.
pub(crate) fn unsupported(op: OperationRef, reason: &str) -> Error {
    Error::Unsupported { location: position_or_unknown(op.location()), op: op_name(&op), reason: reason.to_string() }
}

/// Translates a module of the llvm dialect for the machine of `layout`.
pub(crate) fn translate<'l>(
    llvm: &'l LlvmContext,
    context: &Context,
    module: &mut Module,
    layout: &DataLayout,
) -> Result<LlvmModule<'l>, Error> {
    melior::utility::register_all_llvm_translations(context);
    // Without it, the alignments of accesses that state none would be those of LLVM's default machine.
    let layout = StringAttribute::new(context, &layout.as_str().to_string_lossy());
    module.as_operation_mut().set_discardable_attribute("llvm.data_layout", layout.into());
    with_diagnostics(context, || {
        // SAFETY: both contexts are alive; the result is owned by the caller and belongs to the LLVM context, whose
        // type mlir-sys and llvm-sys name differently.
        unsafe {
            let raw = mlir_sys::mlirTranslateModuleToLLVMIR(module.as_operation().to_raw(), llvm.inner.raw().cast());
            (!raw.is_null()).then(|| LlvmModule::new(raw.cast()))
        }
    })
}
