//! Constructors and destructors as clang's targets have them: pointers in `.init_array` and `.fini_array`. LLVM's C interface
//! cannot say so, and a machine that was not told puts them into `.ctors`, which GNU ld alone takes for the same.

use inkwell::module::Module as LlvmModule;
use inkwell::values::AsValueRef;
use llvm_sys::LLVMLinkage;
use llvm_sys::core::{
    LLVMAddGlobal, LLVMConstIntGetZExtValue, LLVMDeleteGlobal, LLVMGetInitializer, LLVMGetNumOperands, LLVMGetOperand,
    LLVMIsAConstantArray, LLVMIsAConstantInt, LLVMIsAFunction, LLVMIsNull, LLVMSetAlignment, LLVMSetInitializer,
    LLVMSetLinkage, LLVMSetSection, LLVMTypeOf,
};
use llvm_sys::prelude::LLVMValueRef;
use std::ffi::CString;

/// Priority of those that have none.
const LAST: u64 = 65535;

/// Moves the functions of both lists into their sections.
pub(crate) fn place(module: &LlvmModule) {
    for (list, section) in [("llvm.global_ctors", ".init_array"), ("llvm.global_dtors", ".fini_array")] {
        place_list(module, list, section);
    }
}

fn place_list(module: &LlvmModule, list: &str, section: &str) {
    let Some(global) = module.get_global(list) else { return };
    // SAFETY: the global and its operands belong to the module, which is alive.
    let Some(entries) = (unsafe { entries(LLVMGetInitializer(global.as_value_ref())) }) else { return };
    for (priority, function) in entries {
        let section = if priority == LAST { section.to_owned() } else { format!("{section}.{priority}") };
        let section = CString::new(section).expect("a section's name has no zero byte");
        // SAFETY: as above; the pointer's type is the function's.
        unsafe {
            let pointer = LLVMAddGlobal(module.as_mut_ptr(), LLVMTypeOf(function), c"".as_ptr());
            LLVMSetInitializer(pointer, function);
            LLVMSetLinkage(pointer, LLVMLinkage::LLVMPrivateLinkage);
            LLVMSetSection(pointer, section.as_ptr());
            LLVMSetAlignment(pointer, size_of::<usize>() as u32);
        }
    }
    // SAFETY: nothing refers to the list.
    unsafe { LLVMDeleteGlobal(global.as_value_ref()) };
}

/// Priorities and functions, in the order of their calls; none if the list has anything else.
///
/// # Safety
/// The value is null or alive.
unsafe fn entries(list: LLVMValueRef) -> Option<Vec<(u64, LLVMValueRef)>> {
    unsafe {
        if list.is_null() || LLVMIsAConstantArray(list).is_null() {
            return None;
        }
        let entry = |number: u32| {
            let entry = LLVMGetOperand(list, number);
            let [priority, function] = [0, 1].map(|part| LLVMGetOperand(entry, part));
            let known = !LLVMIsAConstantInt(priority).is_null() && !LLVMIsAFunction(function).is_null();
            // The third part ties the entry to a variable that the linker may drop.
            let free = LLVMGetNumOperands(entry) == 2 || LLVMIsNull(LLVMGetOperand(entry, 2)) != 0;
            (known && free).then(|| (LLVMConstIntGetZExtValue(priority), function))
        };
        let mut entries: Vec<_> = (0..LLVMGetNumOperands(list) as u32).map(entry).collect::<Option<_>>()?;
        entries.sort_by_key(|(priority, _)| *priority);
        Some(entries)
    }
}
