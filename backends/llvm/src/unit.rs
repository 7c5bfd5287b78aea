//! One translation unit on its way from clang's bitcode to an object file.

use crate::emit::{self, OptLevel, Options};
use crate::graft::KernelCode;
use crate::kernels::KernelName;
use crate::lower::{DebugInfo, keep_lines, translate};
use crate::{
    Error, Facts, Kernels, LlvmContext, StaticData, align, apart, descriptors, entries, graft, optional, unwritten,
};
use inkwell::attributes::AttributeLoc;
use inkwell::memory_buffer::MemoryBuffer;
use inkwell::module::Module as LlvmModule;
use inkwell::targets::FileType;
use melior::Context;
use melior::ir::Module;
use std::collections::HashMap;

/// Clang's module, into which imported host code, kernels and static data are grafted, in this order.
pub struct Unit<'l> {
    pub(crate) llvm: &'l LlvmContext,
    pub(crate) module: LlvmModule<'l>,
    /// By name.
    pub(crate) kernels: HashMap<String, KernelCode<'l>>,
}

impl<'l> Unit<'l> {
    /// Reads what `clang -emit-llvm -c` wrote.
    pub fn from_bitcode(llvm: &'l LlvmContext, bitcode: &[u8]) -> Result<Self, Error> {
        let buffer = MemoryBuffer::create_from_memory_range_copy(bitcode, "unit");
        let module = LlvmModule::parse_bitcode_from_buffer(&buffer, &llvm.inner)
            .map_err(|error| Error::Bitcode(llvm.take_errors(&error.to_string())))?;
        Ok(Self { llvm, module, kernels: HashMap::new() })
    }

    /// Options with the processor that clang was told to compile this unit for.
    pub fn options(&self, opt_level: OptLevel) -> Options {
        let defined = self.module.get_functions().find(|function| function.count_basic_blocks() > 0);
        let attribute = |key| {
            let attribute = defined?.get_string_attribute(AttributeLoc::Function, key)?;
            Some(attribute.get_string_value().to_string_lossy().into_owned())
        };
        match attribute("target-cpu") {
            Some(cpu) => Options {
                opt_level,
                cpu,
                features: attribute("target-features").unwrap_or_default(),
                ..Options::default()
            },
            None => Options { opt_level, ..Options::default() },
        }
    }

    /// Links `host` (llvm dialect only) in; each function `__raddle_impl_NAME` takes the place of clang's `NAME`.
    /// After an error the unit may be half linked: start again from the bitcode.
    pub fn add_host(&mut self, context: &Context, host: &mut Module, options: &Options) -> Result<(), Error> {
        if emit::has_debug_info(&self.module) {
            keep_lines(context, host, DebugInfo::Tables)?;
        }
        graft::keep_weak_references(&self.module, context, host);
        if options.opt_level != OptLevel::O0 {
            unwritten::make_constant(&self.module);
        }
        let left_out = graft::statics_left_out(&self.module, host);
        let host = translate(self.llvm, context, host, &self.module.get_data_layout())?;
        graft::graft_host(self, host, &left_out, options)
    }

    /// Links the kernels in; [`Unit::add_static_data`] makes them reachable.
    pub fn add_kernels(&mut self, kernels: Kernels<'l>) -> Result<(), Error> {
        graft::add_kernels(self, kernels)
    }

    /// What an object with the kernels alone ([`Facts::object`]) must know of the unit. `digest` is in the names of the kernels, so no other
    /// unit may have it.
    pub fn facts(&self, digest: &str) -> Facts {
        apart::facts(self, digest)
    }

    /// Refers to kernels that are in another object; [`Unit::add_static_data`] makes them reachable.
    pub fn declare_kernels(&mut self, facts: &Facts, kernels: Vec<KernelName>) {
        apart::declare(self, facts, kernels);
    }

    /// Defines the descriptors that the host code refers to, and registers the unit's nests.
    pub fn add_static_data(&mut self, data: &StaticData) -> Result<(), Error> {
        descriptors::define(self, data)
    }

    /// Lets the unit be linked without the runtime: its nests run on the host then.
    pub fn make_runtime_optional(&mut self) -> Result<(), Error> {
        optional::make_optional(self)
    }

    /// Runs clang's pipeline for `options.opt_level` on the whole unit but its kernels, which are optimized already.
    pub fn optimize(&mut self, options: &Options) -> Result<(), Error> {
        if options.opt_level != OptLevel::O0 {
            align::align_arrays(&self.module);
        }
        let result = emit::run_passes(&self.module, options.opt_level, options);
        graft::reopen(&self.module);
        entries::close(&self.module);
        result
    }

    /// An object file.
    pub fn emit_object(&self, options: &Options) -> Result<Vec<u8>, Error> {
        emit::emit(&self.module, options, FileType::Object)
    }

    /// Assembly text.
    pub fn emit_asm(&self, options: &Options) -> Result<Vec<u8>, Error> {
        emit::emit(&self.module, options, FileType::Assembly)
    }

    /// LLVM IR as text.
    pub fn emit_llvm_text(&self) -> String {
        self.module.print_to_string().to_string()
    }

    /// LLVM bitcode, for clang to finish where the user's flags ask for code generation that only clang offers.
    pub fn emit_bitcode(&self) -> Vec<u8> {
        let buffer = self.module.write_bitcode_to_memory();
        buffer.as_slice().to_vec()
    }
}
