//! Options, target machines and the optimization pipeline. Never allows contraction or reassociation of floats.

use crate::early::keep_loads_early;
use crate::{Error, structors};
use inkwell::OptimizationLevel;
use inkwell::attributes::AttributeLoc;
use inkwell::context::ContextRef;
use inkwell::data_layout::DataLayout;
use inkwell::module::Module as LlvmModule;
use inkwell::passes::PassBuilderOptions;
use inkwell::targets::{CodeModel, FileType, RelocMode, Target, TargetMachine, TargetTriple};
use inkwell::values::FunctionValue;
use llvm_sys::core::{
    LLVMConstIntGetZExtValue, LLVMGetMDNodeNumOperands, LLVMGetMDNodeOperands, LLVMGetModuleContext, LLVMGetModuleFlag,
    LLVMIsAConstantInt, LLVMMetadataAsValue,
};
use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

/// The user's `-O`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OptLevel {
    O0,
    O1,
    O2,
    O3,
    Os,
    Oz,
}

impl OptLevel {
    fn pipeline(self) -> &'static str {
        match self {
            OptLevel::O0 => "default<O0>",
            OptLevel::O1 => "default<O1>",
            OptLevel::O2 => "default<O2>",
            OptLevel::O3 => "default<O3>",
            OptLevel::Os => "default<Os>",
            OptLevel::Oz => "default<Oz>",
        }
    }

    fn codegen(self) -> OptimizationLevel {
        match self {
            OptLevel::O0 => OptimizationLevel::None,
            OptLevel::O1 => OptimizationLevel::Less,
            OptLevel::O2 | OptLevel::Os | OptLevel::Oz => OptimizationLevel::Default,
            OptLevel::O3 => OptimizationLevel::Aggressive,
        }
    }
}

/// How code is made. Position independence and the code model are not here: clang has recorded them in the bitcode.
#[derive(Clone, Debug)]
pub struct Options {
    /// Of the host code; kernels are always optimized fully.
    pub opt_level: OptLevel,
    /// LLVM's name of the processor for kernels and imported functions, such as `x86-64` or `znver4`.
    pub cpu: String,
    /// LLVM's feature string, such as `+avx2,-sse4a`.
    pub features: String,
    /// Kernels get code for the emulated device, too.
    pub emulated: bool,
}

impl Default for Options {
    fn default() -> Self {
        let cpu = if cfg!(target_arch = "x86_64") { "x86-64" } else { "generic" };
        Self { opt_level: OptLevel::O2, cpu: cpu.to_string(), features: String::new(), emulated: true }
    }
}

/// Beginnings of LLVM's names of processors with registers of 64 bytes, and of 32.
const WIDE: [&str; 11] = [
    "x86-64-v4",
    "skylake-avx512",
    "skx",
    "cascadelake",
    "cooperlake",
    "cannonlake",
    "icelake",
    "tigerlake",
    "rocketlake",
    "sapphirerapids",
    "knl",
];
const MIDDLE: [&str; 12] = [
    "x86-64-v3",
    "haswell",
    "broadwell",
    "skylake",
    "alderlake",
    "raptorlake",
    "meteorlake",
    "arrowlake",
    "sandybridge",
    "ivybridge",
    "core-avx",
    "znver",
];

impl Options {
    /// Bytes of a vector register, as far as names tell.
    pub fn vector_bytes(&self) -> i64 {
        let switched = |name: &str| {
            let last = self.features.split(',').rfind(|it| it.get(1..) == Some(name));
            last.map(|it| it.starts_with('+'))
        };
        let is_one_of = |names: &[&str]| names.iter().any(|it| self.cpu.starts_with(it));
        let is_wide = is_one_of(&WIDE)
            || ["znver4", "znver5", "znver6", "emeraldrapids", "graniterapids"].contains(&self.cpu.as_str());
        match () {
            () if switched("avx512f").unwrap_or(is_wide) => 64,
            () if switched("avx").or(switched("avx2")).unwrap_or(is_one_of(&MIDDLE) || is_wide) => 32,
            () => 16,
        }
    }

    /// The processor this program runs on, as `-march=native` says it.
    pub fn native(opt_level: OptLevel) -> Self {
        let cpu = TargetMachine::get_host_cpu_name().to_string();
        Self { opt_level, cpu, features: TargetMachine::get_host_cpu_features().to_string(), emulated: true }
    }
}

/// The machine for `module`'s triple; a module without one gets the triple and data layout of this machine.
pub(crate) fn target_machine(
    module: &LlvmModule,
    options: &Options,
    level: OptLevel,
) -> Result<Rc<TargetMachine>, Error> {
    let reloc = if flag(module, "PIC Level").is_some() { RelocMode::PIC } else { RelocMode::Static };
    let model = match flag(module, "Code Model") {
        Some(1) => CodeModel::Small,
        Some(2) => CodeModel::Kernel,
        Some(3) => CodeModel::Medium,
        Some(4) => CodeModel::Large,
        _ => CodeModel::Default,
    };
    let named = module.get_triple();
    if !named.as_str().is_empty() {
        return machine(&named, options, level, reloc, model);
    }
    let triple = TargetMachine::get_default_triple();
    let machine = machine(&triple, options, level, reloc, model)?;
    module.set_triple(&triple);
    module.set_data_layout(&machine.get_target_data().get_data_layout());
    Ok(machine)
}

/// What a machine is made of.
type MachineKey = (String, String, String, [u32; 3]);

thread_local! {
    /// A machine finds out what its processor can do for the first function that it looks at, which takes milliseconds.
    static MACHINES: RefCell<HashMap<MachineKey, Rc<TargetMachine>>> = RefCell::default();
}

fn machine(
    triple: &TargetTriple,
    options: &Options,
    level: OptLevel,
    reloc: RelocMode,
    model: CodeModel,
) -> Result<Rc<TargetMachine>, Error> {
    let name = triple.as_str().to_string_lossy().into_owned();
    let numbers = [level.codegen() as u32, reloc as u32, model as u32];
    let key = (name.clone(), options.cpu.clone(), options.features.clone(), numbers);
    if let Some(known) = MACHINES.with_borrow(|all| all.get(&key).cloned()) {
        return Ok(known);
    }
    let target = Target::from_triple(triple).map_err(|error| Error::Target(format!("{name}: {error}")))?;
    let made = target.create_target_machine(triple, &options.cpu, &options.features, level.codegen(), reloc, model);
    let made = Rc::new(made.ok_or(Error::Target(name))?);
    MACHINES.with_borrow_mut(|all| all.insert(key, made.clone()));
    Ok(made)
}

/// The data layout of the machine that this program runs on, for which it compiles.
pub(crate) fn host_layout(options: &Options) -> Result<DataLayout, Error> {
    layout(&TargetMachine::get_default_triple(), options)
}

pub(crate) fn layout(triple: &TargetTriple, options: &Options) -> Result<DataLayout, Error> {
    let machine = machine(triple, options, OptLevel::O3, RelocMode::PIC, CodeModel::Default)?;
    Ok(machine.get_target_data().get_data_layout())
}

/// An integer module flag.
fn flag(module: &LlvmModule, key: &str) -> Option<u64> {
    // SAFETY: the module is alive; metadata that wraps a constant has one operand, the constant.
    unsafe {
        let metadata = LLVMGetModuleFlag(module.as_mut_ptr(), key.as_ptr().cast(), key.len());
        if metadata.is_null() {
            return None;
        }
        let wrapped = LLVMMetadataAsValue(LLVMGetModuleContext(module.as_mut_ptr()), metadata);
        if LLVMGetMDNodeNumOperands(wrapped) != 1 {
            return None;
        }
        let mut value = std::ptr::null_mut();
        LLVMGetMDNodeOperands(wrapped, &mut value);
        let value = LLVMIsAConstantInt(value);
        (!value.is_null()).then(|| LLVMConstIntGetZExtValue(value))
    }
}

/// Whether clang was asked for debug information.
pub(crate) fn has_debug_info(module: &LlvmModule) -> bool {
    module.get_global_metadata_size("llvm.dbg.cu") > 0
}

/// Clang's pipeline for `level`, with the vectorizers that clang turns on.
pub(crate) fn run_passes(module: &LlvmModule, level: OptLevel, options: &Options) -> Result<(), Error> {
    let machine = target_machine(module, options, level)?;
    verify(module)?;
    let settings = PassBuilderOptions::create();
    let vectorize = matches!(level, OptLevel::O2 | OptLevel::O3 | OptLevel::Os);
    settings.set_loop_vectorization(vectorize);
    settings.set_loop_slp_vectorization(vectorize);
    settings.set_loop_interleaving(vectorize);
    settings.set_loop_unrolling(!matches!(level, OptLevel::O0));
    let run = |passes: &str, settings| {
        module.run_passes(passes, &machine, settings).map_err(|error| Error::Optimize(error.to_string()))
    };
    if vectorize {
        run(VALUES, PassBuilderOptions::create())?;
        keep_loads_early(module);
    }
    run(level.pipeline(), settings)
}

/// Takes variables out of memory, those behind descriptors as well.
const VALUES: &str = "function(instsimplify,dce,mem2reg)";

/// What clang has done with a function before it becomes part of another one: short loops are unrolled, and what they compute is simplified.
/// Without it, the pipeline of [`run_passes`] would look at values in loops that it unrolls later, and move loads in part that could leave
/// loops as a whole.
const BODIES: &str = "function(sroa<modify-cfg>,early-cse<memssa>,simplifycfg,instcombine<no-verify-fixpoint>,\
    loop(loop-rotate,indvars,loop-unroll-full),\
    sroa<modify-cfg>,instcombine<no-verify-fixpoint>,early-cse<memssa>,loop-mssa(licm),early-cse<memssa>)";

/// For code that is to be small and made soon.
const CLEAN: &str = "always-inline,function(sroa<modify-cfg>,early-cse,simplifycfg)";

/// Takes variables out of memory, and no more.
pub(crate) fn clean(module: &LlvmModule, options: &Options) -> Result<(), Error> {
    let machine = target_machine(module, options, OptLevel::O1)?;
    verify(module)?;
    module.run_passes(CLEAN, &machine, PassBuilderOptions::create()).map_err(|error| Error::Optimize(error.to_string()))
}

/// Before [`run_passes`], for code whose calls were replaced by bodies of functions that nobody has simplified.
pub(crate) fn simplify_bodies(module: &LlvmModule, options: &Options) -> Result<(), Error> {
    let machine = target_machine(module, options, OptLevel::O3)?;
    let settings = PassBuilderOptions::create();
    module.run_passes(BODIES, &machine, settings).map_err(|error| Error::Optimize(error.to_string()))
}

pub(crate) fn verify(module: &LlvmModule) -> Result<(), Error> {
    module.verify().map_err(|error| Error::Verify(error.to_string()))
}

pub(crate) fn emit(module: &LlvmModule, options: &Options, kind: FileType) -> Result<Vec<u8>, Error> {
    let machine = target_machine(module, options, options.opt_level)?;
    // Code generation changes the module it runs on.
    let module = module.clone();
    structors::place(&module);
    let buffer = machine.write_to_memory_buffer(&module, kind).map_err(|error| Error::Emit(error.to_string()))?;
    let bytes = buffer.as_slice();
    // Text has a terminator behind it that is no part of it.
    Ok(bytes.strip_suffix(b"\0").filter(|_| kind == FileType::Assembly).unwrap_or(bytes).to_vec())
}

/// Gives every function with a body the processor of `options`.
pub(crate) fn annotate_functions(module: &LlvmModule, options: &Options) {
    for function in module.get_functions().filter(|function| function.count_basic_blocks() > 0) {
        annotate_function(module.get_context(), function, options);
    }
}

pub(crate) fn annotate_function(context: ContextRef, function: FunctionValue, options: &Options) {
    for (key, value) in [("target-cpu", &options.cpu), ("target-features", &options.features)] {
        if !value.is_empty() {
            function.add_attribute(AttributeLoc::Function, context.create_string_attribute(key, value));
        }
    }
}
