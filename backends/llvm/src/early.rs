//! Elements that are read and then written under a condition stay read before they are written.
//!
//! ```text
//!     if (c) { old = a[x]; a[x] = new; }        if (c) { old = freeze(a[x]); a[x] = new; }
//!     b[x] = c ? old : other                    b[x] = c ? old : other
//! ```
//!
//! Why:      LLVM 22 makes a masked load, a masked store and a choice of that, and then puts the masked load in the place of the choice
//!           (`InstCombine`), behind the store: it finds the new element. Mended in LLVM 23 (llvm/llvm-project#215453). It does not see a load
//!           through a `freeze`, which vectors may have.
//! Legal:    always: a `freeze` of a value that is no poison is the value.
//! Where:    a load whose only use is a choice at the end of the condition, if something is stored meanwhile.

use inkwell::builder::Builder;
use inkwell::llvm_sys::core::{LLVMBuildFreeze, LLVMGetPoison, LLVMReplaceAllUsesWith, LLVMSetOperand, LLVMTypeOf};
use inkwell::module::Module as LlvmModule;
use inkwell::values::{AsValueRef, BasicValue, FunctionValue, InstructionOpcode, InstructionValue, PhiValue};

/// In all functions of `module`, before any loop becomes vectors. Variables are values already.
pub(crate) fn keep_loads_early(module: &LlvmModule) {
    let context = module.get_context();
    let builder = context.create_builder();
    module.get_functions().flat_map(loads).for_each(|load| freeze(&builder, load));
}

/// Loads that are chosen or not, with a store behind them.
fn loads<'l>(function: FunctionValue<'l>) -> Vec<InstructionValue<'l>> {
    let all = function.get_basic_block_iter().flat_map(|block| block.get_instructions());
    let phis = all.filter_map(|it| PhiValue::try_from(it).ok());
    let chosen = phis.flat_map(|phi| phi.get_incomings().collect::<Vec<_>>());
    let mut found = Vec::new();
    for (value, from) in chosen {
        let Some(load) = value.as_instruction_value() else { continue };
        let is_load = load.get_opcode() == InstructionOpcode::Load;
        let is_alone = load.get_first_use().is_some_and(|it| it.get_next_use().is_none());
        let in_one_block = load.get_parent() == Some(from);
        let mut behind = std::iter::successors(load.get_next_instruction(), |it| it.get_next_instruction());
        if is_load && is_alone && (!in_one_block || behind.any(may_store)) {
            found.push(load);
        }
    }
    found
}

fn may_store(instruction: InstructionValue) -> bool {
    matches!(instruction.get_opcode(), InstructionOpcode::Store | InstructionOpcode::Call)
}

fn freeze(builder: &Builder, load: InstructionValue) {
    let Some(next) = load.get_next_instruction() else { return };
    builder.position_before(&next);
    // SAFETY: the load is alive, and the builder stands behind it. It is the operand once its other uses are replaced.
    unsafe {
        let load = load.as_value_ref();
        let frozen = LLVMBuildFreeze(builder.as_mut_ptr(), LLVMGetPoison(LLVMTypeOf(load)), c"".as_ptr());
        LLVMReplaceAllUsesWith(load, frozen);
        LLVMSetOperand(frozen, 0, load);
    }
}
