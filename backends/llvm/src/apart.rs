//! Kernels in an object of their own, which is made while the host code is optimized; a linker makes one object of both.
//!
//! ```text
//!     kernels                     their object                              the unit's object
//!     define @f_c_12(..) {..}     define weak hidden @raddle.1c9e.f_c_12    declare hidden @raddle.1c9e.f_c_12(..)
//!     define @f_c_12.emu(..)      define weak hidden @raddle.1c9e.f_c_12.emu   @__raddle_kernel_f_c_12 = {.., @raddle.1c9e.f_c_12, ..}
//! ```
//!
//! A hidden name may meet one of another unit, whose file and line may have the same names, so it holds a digest of the unit. It is
//! weak, as a program may link two objects of one unit.
//!
//! Needs: kernels that call no function of the unit.

use crate::emit::{self, Options};
use crate::graft::{self, KernelCode};
use crate::kernels::KernelName;
use crate::optional;
use crate::{Error, Kernels, LlvmContext, Unit};
use inkwell::AddressSpace;
use inkwell::GlobalVisibility;
use inkwell::module::{Linkage, Module as LlvmModule};
use inkwell::targets::FileType;
use inkwell::values::FunctionValue;
use llvm_sys::core::{
    LLVMAddModuleFlag, LLVMCopyModuleFlagsMetadata, LLVMDisposeModuleFlagsMetadata,
    LLVMModuleFlagEntriesGetFlagBehavior, LLVMModuleFlagEntriesGetKey, LLVMModuleFlagEntriesGetMetadata,
};

/// What hidden names of kernels begin with; no name of C does.
pub const KERNELS: &str = "raddle.";

/// What clang has recorded for a unit as a whole (its target, position independence, the code model, ..), and the unit's digest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Facts {
    /// Bitcode of the unit without what it defines.
    empty: Vec<u8>,
    digest: String,
}

pub(crate) fn facts(unit: &Unit, digest: &str) -> Facts {
    let empty = unit.llvm.inner.create_module("kernels");
    empty.set_triple(&unit.module.get_triple());
    empty.set_data_layout(&unit.module.get_data_layout());
    copy_flags(&unit.module, &empty);
    Facts { empty: empty.write_bitcode_to_memory().as_slice().to_vec(), digest: digest.into() }
}

/// Both modules are of one context.
fn copy_flags(from: &LlvmModule, to: &LlvmModule) {
    let mut count = 0;
    // SAFETY: the list lives until it is disposed of; its metadata is the context's.
    unsafe {
        let flags = LLVMCopyModuleFlagsMetadata(from.as_mut_ptr(), &mut count);
        for number in 0..count as u32 {
            let mut length = 0;
            let key = LLVMModuleFlagEntriesGetKey(flags, number, &mut length);
            let behavior = LLVMModuleFlagEntriesGetFlagBehavior(flags, number);
            LLVMAddModuleFlag(to.as_mut_ptr(), behavior, key, length, LLVMModuleFlagEntriesGetMetadata(flags, number));
        }
        LLVMDisposeModuleFlagsMetadata(flags);
    }
}

impl Facts {
    /// The object with all code of `kernels`, which were compiled in `llvm`, and what it holds.
    pub fn object<'l>(
        &self,
        llvm: &'l LlvmContext,
        kernels: Kernels<'l>,
        options: &Options,
    ) -> Result<(Vec<u8>, Vec<KernelName>), Error> {
        let names = kernels.names.clone();
        let mut unit = Unit::from_bitcode(llvm, &self.empty)?;
        unit.add_kernels(kernels)?;
        for (name, code) in &unit.kernels {
            self.publish(name, code);
        }
        optional::make_weak(&unit.module);
        graft::reopen(&unit.module);
        Ok((emit::emit(&unit.module, options, FileType::Object)?, names))
    }

    fn publish(&self, name: &str, code: &KernelCode) {
        let hidden = |function: FunctionValue, name: &str| {
            function.set_linkage(Linkage::WeakODR);
            function.as_global_value().set_visibility(GlobalVisibility::Hidden);
            function.as_global_value().set_name(name);
        };
        hidden(code.cpu, &self.cpu(name));
        code.emulated.iter().for_each(|it| hidden(*it, &self.emulated(name)));
    }

    fn cpu(&self, kernel: &str) -> String {
        format!("{KERNELS}{}.{kernel}", self.digest)
    }

    fn emulated(&self, kernel: &str) -> String {
        format!("{}.emu", self.cpu(kernel))
    }
}

pub(crate) fn declare(unit: &mut Unit, facts: &Facts, kernels: Vec<KernelName>) {
    let context = unit.module.get_context();
    let pointer = context.ptr_type(AddressSpace::default());
    let ty = context.void_type().fn_type(&[pointer.into(); 3], false);
    for KernelName { name, is_emulated, together, order } in kernels {
        let declared = |name: &str| {
            let function = unit.module.add_function(name, ty, None);
            function.as_global_value().set_visibility(GlobalVisibility::Hidden);
            function
        };
        let emulated = is_emulated.then(|| declared(&facts.emulated(&name)));
        let code = KernelCode { cpu: declared(&facts.cpu(&name)), emulated, together, order };
        unit.kernels.insert(name, code);
    }
}
