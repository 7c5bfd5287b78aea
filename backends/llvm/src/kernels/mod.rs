//! CPU code of kernels: each `gpu.func` becomes a loop over a box of work items, vectorized, and a checked variant for
//! the emulated device. Never changes the host code; reads `gpu.module`s and leaves them as they are.

pub(crate) mod analysis;
mod check;
mod clip;
mod emulated;
mod extremes;
mod frame;
mod in_order;
mod invariant;
mod jam;
mod order;
mod outline;
mod ptx;
mod rows;
mod strips;
mod unlikely;

use crate::emit::{OptLevel, Options, annotate_functions, clean, host_layout, run_passes, simplify_bodies};
use crate::ir::{entry_block, gpu_modules, op_name, operations};
use crate::lower::{to_llvm_dialect, translate};
use crate::{Error, LlvmContext};
use inkwell::attributes::{Attribute, AttributeLoc};
use inkwell::module::Module as LlvmModule;
use inkwell::values::CallSiteValue;
pub use outline::runs_together;
pub use ptx::{PTX_ARCHITECTURE, ptx};

use melior::Context;
use melior::ir::attribute::StringAttribute;
use melior::ir::operation::{OperationLike, OperationRef};
use melior::ir::{Location, Module};
pub(crate) use order::Order;
use raddle_dialects::region::THREADS_ONLY;
use strips::Plan;

/// How the work items of a kernel are run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Flavor {
    /// `NAME`: fast.
    Cpu,
    /// `NAME.emu`: every access of device memory is announced to the runtime first.
    Emulated,
}

/// Optimized CPU code of all kernels of a program, in both flavors.
pub struct Kernels<'l> {
    pub(crate) cpu: LlvmModule<'l>,
    pub(crate) emulated: LlvmModule<'l>,
    pub(crate) names: Vec<KernelName>,
}

/// A kernel that has CPU code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KernelName {
    pub(crate) name: String,
    /// There is an emulated flavor: somebody wants it, and nothing that the kernel calls or reaches is the host's.
    pub(crate) is_emulated: bool,
    /// Work items along x that the code runs fastest at once.
    pub(crate) together: u32,
    pub(crate) order: Order,
}

impl<'l> Kernels<'l> {
    /// Compiles every kernel in the `gpu.module`s of `program`.
    pub fn compile(
        llvm: &'l LlvmContext,
        context: &Context,
        program: &Module,
        options: &Options,
    ) -> Result<Self, Error> {
        let kernels = find_kernels(program)?;
        let is_emulated = |(_, function): &Kernel| options.emulated && !is_threads_only(*function);
        let (cpu, outlined) = translate_flavor(llvm, context, &kernels, Flavor::Cpu, options)?;
        let names = kernels.iter().zip(outlined).map(|(kernel, (plan, order))| KernelName {
            name: kernel.0.clone(),
            is_emulated: is_emulated(kernel),
            together: plan.together(),
            order,
        });
        let names = names.collect();
        if options.opt_level == OptLevel::O0 {
            keep_library_calls(llvm, &cpu);
        }
        simplify_bodies(&cpu, options)?;
        run_passes(&cpu, OptLevel::O3, options)?;
        let kernels: Vec<_> = kernels.into_iter().filter(|it| is_emulated(it)).collect();
        let (emulated, _) = translate_flavor(llvm, context, &kernels, Flavor::Emulated, options)?;
        clean(&emulated, options)?;
        Ok(Self { cpu, emulated, names })
    }

    /// The optimized LLVM IR of the CPU flavor.
    pub fn llvm_text(&self) -> String {
        self.cpu.print_to_string().to_string()
    }
}

/// Without optimization clang calls the functions of the C library; passes that know them would compute `pow(x, 2)` otherwise.
fn keep_library_calls(llvm: &LlvmContext, module: &LlvmModule) {
    let no_builtin = Attribute::get_named_enum_kind_id("nobuiltin");
    let attribute = llvm.inner.create_enum_attribute(no_builtin, 0);
    let blocks = module.get_functions().flat_map(|function| function.get_basic_block_iter());
    for call in blocks.flat_map(|block| block.get_instructions()).filter_map(|it| CallSiteValue::try_from(it).ok()) {
        let callee = call.get_called_fn_value();
        if callee.is_some_and(|it| it.count_basic_blocks() == 0 && it.get_intrinsic_id() == 0) {
            call.add_attribute(AttributeLoc::Function, attribute);
        }
    }
}

/// A kernel's name and its `gpu.func`.
type Kernel<'c, 'a> = (String, OperationRef<'c, 'a>);

fn find_kernels<'c, 'a>(program: &'a Module<'c>) -> Result<Vec<Kernel<'c, 'a>>, Error> {
    let mut kernels = Vec::new();
    for module in gpu_modules(program) {
        let functions = entry_block(module).map(operations).unwrap_or_default();
        for function in functions.into_iter().filter(|op| op_name(op) == "gpu.func") {
            check::kernel(function)?;
            kernels.push((symbol_name(function), function));
        }
    }
    Ok(kernels)
}

/// Is the kernel for CPU threads alone?
pub(crate) fn is_threads_only(function: OperationRef) -> bool {
    function.attribute(THREADS_ONLY).is_ok()
}

fn symbol_name(op: OperationRef) -> String {
    op.attribute("sym_name")
        .and_then(StringAttribute::try_from)
        .map(|name| name.value().to_string())
        .unwrap_or_default()
}

fn translate_flavor<'l>(
    llvm: &'l LlvmContext,
    context: &Context,
    kernels: &[Kernel],
    flavor: Flavor,
    options: &Options,
) -> Result<(LlvmModule<'l>, Vec<(Plan, Order)>), Error> {
    let mut module = Module::new(Location::unknown(context));
    let outline = |(name, function): &Kernel| outline::outline(context, &module, name, *function, flavor);
    let outlined = kernels.iter().map(outline).collect::<Result<Vec<_>, _>>()?;
    match flavor {
        Flavor::Cpu => extremes::spare_stores(context, &module)?,
        Flavor::Emulated => emulated::announce_accesses(context, &module)?,
    }
    unlikely::keep_apart(&module);
    to_llvm_dialect(context, &mut module)?;
    let translated = translate(llvm, context, &mut module, &host_layout(options)?)?;
    annotate_functions(&translated, options);
    spare_gathers(llvm, &translated, options);
    if flavor == Flavor::Cpu {
        invariant::mark_loads(llvm, &translated);
    }
    Ok((translated, outlined))
}

/// Jammed work items read their rows side by side. LLVM would gather such a column in one instruction, which takes longer
/// on AMD's processors than the additions that the jam hides.
fn spare_gathers(llvm: &LlvmContext, module: &LlvmModule, options: &Options) {
    for function in module.get_functions() {
        if function.get_string_attribute(AttributeLoc::Function, frame::JAMMED).is_none() {
            continue;
        }
        function.remove_string_attribute(AttributeLoc::Function, frame::JAMMED);
        if cfg!(target_arch = "x86_64") {
            let separator = if options.features.is_empty() { "" } else { "," };
            let features = format!("{}{separator}+prefer-no-gather", options.features);
            let features = llvm.inner.create_string_attribute("target-features", &features);
            function.add_attribute(AttributeLoc::Function, features);
        }
    }
}
