//! Loads of arrays that a kernel does not change are marked as such, so that they leave its loops as values: what is left of a load that
//! LLVM moves in part keeps a loop from having vectors. Never changes what is computed.
//!
//! ```text
//!     define @k.items(ptr noalias %a, ptr noalias %b)     %v = load i32, ptr %b, !invariant.load
//!       loop { %v = load i32, ptr %b; store .. %a }
//! ```
//!
//! Legal if: the pointer is an argument that no other pointer overlaps (`noalias`), and nothing in the function stores through it. The function
//!           is not inlined, so the mark says nothing of memory outside of a launch.

use crate::LlvmContext;
use inkwell::attributes::{Attribute, AttributeLoc};
use inkwell::module::Module as LlvmModule;
use inkwell::values::{
    AsValueRef, BasicValue, CallSiteValue, FunctionValue, InstructionOpcode, InstructionValue, PointerValue,
};
use std::collections::HashSet;

pub(super) fn mark_loads(llvm: &LlvmContext, module: &LlvmModule) {
    let functions = module.get_functions().filter(|it| it.get_name().to_bytes().ends_with(b".items"));
    functions.for_each(|function| mark(llvm, function));
}

fn mark(llvm: &LlvmContext, function: FunctionValue) {
    let noalias = Attribute::get_named_enum_kind_id("noalias");
    let is_alone = |number: &u32| function.get_enum_attribute(AttributeLoc::Param(*number), noalias).is_some();
    let argument = |number: u32| function.get_nth_param(number).map(|it| it.as_value_ref());
    let mut unchanged: HashSet<_> = (0..function.count_params()).filter(is_alone).filter_map(argument).collect();
    let all: Vec<_> = function.get_basic_block_iter().flat_map(|block| block.get_instructions()).collect();
    let makes_pointers = all.iter().any(|it| it.get_opcode() == InstructionOpcode::IntToPtr);
    for instruction in all.iter().filter(|it| it.get_opcode() != InstructionOpcode::Load) {
        // Whoever gets a pointer may store to it; address arithmetic hands it on.
        operands(*instruction)
            .filter(|_| !keeps_memory(*instruction, makes_pointers))
            .filter_map(base)
            .for_each(|it| _ = unchanged.remove(&it));
    }
    let kind = llvm.inner.get_kind_id("invariant.load");
    for load in all.into_iter().filter(|it| it.get_opcode() == InstructionOpcode::Load) {
        if operands(load).filter_map(base).any(|it| unchanged.contains(&it)) {
            let _ = load.set_metadata(llvm.inner.metadata_node(&[]), kind);
        }
    }
}

/// Address arithmetic, a number of which nobody makes a pointer again, or a prefetch.
fn keeps_memory(instruction: InstructionValue, makes_pointers: bool) -> bool {
    match instruction.get_opcode() {
        InstructionOpcode::GetElementPtr => true,
        InstructionOpcode::PtrToInt => !makes_pointers,
        InstructionOpcode::Call => is_prefetch(instruction),
        _ => false,
    }
}

fn is_prefetch(instruction: InstructionValue) -> bool {
    let callee = CallSiteValue::try_from(instruction).ok().and_then(|call| call.get_called_fn_value());
    callee.is_some_and(|it| it.get_name().to_bytes().starts_with(b"llvm.prefetch."))
}

fn operands<'l>(instruction: InstructionValue<'l>) -> impl Iterator<Item = PointerValue<'l>> {
    let operands = instruction.get_operands().filter_map(|it| it?.value());
    operands.filter(|it| it.is_pointer_value()).map(|it| it.into_pointer_value())
}

/// What an address is computed from.
fn base(mut pointer: PointerValue) -> Option<inkwell::llvm_sys::prelude::LLVMValueRef> {
    while let Some(instruction) = pointer.as_instruction_value() {
        if instruction.get_opcode() != InstructionOpcode::GetElementPtr {
            return None;
        }
        pointer = operands(instruction).next()?;
    }
    Some(pointer.as_value_ref())
}
