//! Entries: how callers in other units find the body that leaves data on devices.
//!
//! ```text
//!     before                                     after
//!     define void @f() {..}                      @__raddle_entry_f = weak hidden constant { @__raddle_here_f, @__raddle_aware_f }
//!     define internal void @__raddle_aware_f()   @__raddle_here_f = internal alias @f
//! ```
//!
//! The first pointer is this `f`, whatever the name means to the linker or the loader: callers compare it with the one that they would call.
//!
//! Needs: `graft`. [`open`] before the unit is optimized, which keeps the second body; [`close`] behind that, as LLVM takes an internal alias
//! for the function that it names.
//! Declines: functions that are not the only ones of their name.

use crate::graft::{self, AWARE};
use inkwell::module::{Linkage, Module as LlvmModule};
use inkwell::values::{FunctionValue, GlobalValue, PointerValue};
use inkwell::{AddressSpace, GlobalVisibility};
use llvm_sys::core::{LLVMAddAlias2, LLVMSetLinkage};
use std::ffi::CString;

/// What the names of entries begin with.
pub const ENTRIES: &str = "__raddle_entry_";
/// What other names of functions with entries begin with.
const HERE: &str = "__raddle_here_";

/// Defines an entry for each function with two bodies that other units may call.
pub(crate) fn open(module: &LlvmModule) {
    for aware in graft::aware(module) {
        let name = aware.get_name().to_string_lossy().into_owned();
        let Some(name) = name.strip_prefix(AWARE) else { continue };
        let plain = module.get_function(name);
        if plain.is_some_and(|it| it.get_linkage() == Linkage::External && it.count_basic_blocks() > 0) {
            define(module, name, aware);
        }
    }
}

/// Until [`close`], whoever could read it would find no function.
fn define<'l>(module: &LlvmModule<'l>, name: &str, aware: FunctionValue<'l>) {
    let pointer = module.get_context().ptr_type(AddressSpace::default());
    let symbol = format!("{ENTRIES}{name}");
    let entry = module.get_global(&symbol).unwrap_or_else(|| module.add_global(pointer.array_type(2), None, &symbol));
    entry.set_linkage(Linkage::WeakAny);
    entry.set_visibility(GlobalVisibility::Hidden);
    entry.set_constant(true);
    entry.set_alignment(8);
    point(entry, [pointer.const_null(), aware.as_global_value().as_pointer_value()]);
}

fn point<'l>(entry: GlobalValue<'l>, to: [PointerValue<'l>; 2]) {
    entry.set_initializer(&to[0].get_type().const_array(&to));
}

/// Completes the entries.
pub(crate) fn close(module: &LlvmModule) {
    for entry in module.get_globals().filter(|it| it.get_initializer().is_some()) {
        let name = entry.get_name().to_string_lossy().into_owned();
        let Some(name) = name.strip_prefix(ENTRIES) else { continue };
        let both = module.get_function(name).zip(module.get_function(&format!("{AWARE}{name}")));
        if let Some((plain, aware)) = both {
            point(entry, [here(module, name, plain), aware.as_global_value().as_pointer_value()]);
        }
    }
}

/// A name of the function that is this unit's alone.
fn here<'l>(module: &LlvmModule<'l>, name: &str, plain: FunctionValue<'l>) -> PointerValue<'l> {
    use inkwell::types::AsTypeRef;
    use inkwell::values::AsValueRef;
    let symbol = CString::new(format!("{HERE}{name}")).unwrap_or_default();
    // SAFETY: both are of one module, which the alias belongs to.
    unsafe {
        let ty = plain.get_type().as_type_ref();
        let alias = LLVMAddAlias2(module.as_mut_ptr(), ty, 0, plain.as_value_ref(), symbol.as_ptr());
        LLVMSetLinkage(alias, llvm_sys::LLVMLinkage::LLVMInternalLinkage);
        PointerValue::new(alias)
    }
}
