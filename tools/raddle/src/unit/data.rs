//! What the driver reads off a module that the passes have finished: kernels, sites, verdicts, SPIR-V, PTX.

use crate::compile::{Gap, Nest};
use crate::error::Result;
use crate::targets::Targets;
use melior::Context;
use melior::ir::attribute::ArrayAttribute;
use melior::ir::operation::OperationLike;
use melior::ir::{Attribute, Module};
use raddle_dialects::build::Builder;
use raddle_dialects::ir::Mapping;
use raddle_dialects::region::{AWARE, BOUNDED, IRREGULAR, MathOp, Promise, RESIDENT, SERIAL, THREADS_ONLY};
use raddle_dialects::{Op, ir};
use raddle_gpu::{lower_launches, record};
use raddle_llvm::{Gate, KernelInfo, LeftOut, LlvmContext, NestInfo, PTX_ARCHITECTURE, SiteInfo, StaticData};
use raddle_region::expand_fma::expand_fma;
use raddle_region::expand_half::expand_half;
use raddle_spirv::SpirvError;

/// What GPUs run of one `gpu.module`, or why there is none.
pub struct DeviceCode {
    pub module: String,
    pub kernels: Vec<String>,
    /// None if nobody wants it.
    pub spirv: Option<Result<Vec<u32>, SpirvError>>,
    pub ptx: Option<Result<String, raddle_llvm::Error>>,
}

pub fn has_kernels(module: &Module<'_>) -> bool {
    !gpu_modules(module).is_empty()
}

pub fn gpu_modules<'c>(module: &Module<'c>) -> Vec<Op<'c>> {
    ir::ops(ir::body(ir::root(module))).into_iter().filter(|op| ir::is(*op, "gpu.module")).collect()
}

/// Drops the functions that clang's code is at least as good for, as they launch nothing and compute nothing otherwise; false if
/// none is left.
pub fn drop_host_functions(module: &Module<'_>) -> bool {
    let functions = ir::ops(ir::body(ir::root(module)));
    let imported = functions.into_iter().filter(|it| ir::symbol_name(*it).is_some_and(raddle_c::import::is_imported));
    let (kept, dropped): (Vec<_>, Vec<_>) = imported.partition(|it| differs_from_clangs(*it));
    dropped.into_iter().for_each(ir::erase);
    !kept.is_empty()
}

/// Does the lowered module ask whether anything is on a device?
pub fn asks_for_residence(module: &Module<'_>) -> bool {
    ir::lookup(ir::root(module), lower_launches::RESIDENCE).is_some()
}

fn differs_from_clangs(function: Op<'_>) -> bool {
    let mut calls = ir::find_all(function, "region.math").into_iter().filter_map(MathOp::cast);
    let has = |name| !ir::find_all(function, name).is_empty();
    let leads_on = ir::find_all(function, "llvm.call").into_iter().any(|it| ir::has_attr(it, AWARE));
    leads_on || has("region.enter") || has("math.fma") || calls.any(|it| it.promise() == Promise::Own)
}

/// The verdicts of the passes, one where a loop has several versions.
pub fn nests(module: &Module<'_>) -> Vec<Nest> {
    let nest = |verdict: record::Verdict| Nest {
        source: verdict.source,
        function: verdict.function,
        verdict: verdict.place.name().into(),
        reason: verdict.place.reason().into(),
    };
    record::verdicts(ir::root(module)).into_iter().filter(|it| !it.is_superseded).map(nest).collect()
}

/// The `gpu.module`s whose kernels run on CPU threads alone have no other code.
pub fn for_gpus<'c>(module: &Module<'c>) -> Vec<Op<'c>> {
    let is_for_threads =
        |it: &Op<'c>| ir::find_all(*it, "gpu.func").into_iter().any(|it| ir::has_attr(it, THREADS_ONLY));
    gpu_modules(module).into_iter().filter(|it| !is_for_threads(it)).collect()
}

/// The kernels of all `gpu.module`s moved into the first one; `None` where there is no kernel that GPUs run.
pub fn merge_kernels<'c>(module: &Module<'c>) -> Option<Op<'c>> {
    let (first, others) = for_gpus(module).split_first().map(|(first, others)| (*first, others.to_vec()))?;
    let body = ir::entry_block(first, 0)?;
    let end = Builder::at_end(ir::context(first), body, first.location());
    for other in others.into_iter().filter_map(|other| ir::entry_block(other, 0)) {
        for function in ir::ops(other) {
            end.insert(ir::detach(function));
        }
    }
    Some(first)
}

/// Every kernel as SPIR-V and PTX. One that cannot be expressed still runs on the other devices.
pub fn device_code(llvm: &LlvmContext, context: &Context, module: &Module<'_>, targets: Targets) -> Vec<DeviceCode> {
    let emit = |op: Op<'_>| DeviceCode {
        module: ir::symbol_name(op).unwrap_or_default().into(),
        kernels: functions(op).into_iter().filter_map(ir::symbol_name).map(Into::into).collect(),
        spirv: targets.vulkan.then(|| spirv(op)),
        ptx: targets.cuda.then(|| raddle_llvm::ptx(llvm, context, op, PTX_ARCHITECTURE)),
    };
    for_gpus(module).into_iter().map(emit).collect()
}

/// Kernels without code that was wanted.
pub fn gaps(code: &[DeviceCode]) -> Vec<Gap> {
    let of = |code: &DeviceCode| {
        let gap = |devices: &str, reason| Gap { kernel: code.module.clone(), devices: devices.into(), reason };
        let spirv = code.spirv.as_ref().and_then(|it| it.as_ref().err()).map(|error| gap("Vulkan", error.to_string()));
        let ptx = code.ptx.as_ref().and_then(|it| it.as_ref().err()).map(|error| gap("CUDA", error.to_string()));
        [spirv, ptx].into_iter().flatten()
    };
    code.iter().flat_map(of).collect()
}

/// The SPIR-V of a `gpu.module`. Fused multiplications are written out there, since a driver may make two roundings of them,
/// and halves, since it may not have them.
pub fn spirv(module: Op<'_>) -> Result<Vec<u32>, SpirvError> {
    let copy = Builder::before(module).clone_op(module, &mut Mapping::new());
    expand_fma(copy);
    expand_half(copy);
    let words = raddle_spirv::emit(copy, &raddle_spirv::Options::default());
    ir::erase(copy);
    words
}

/// What the runtime is told of a module, but what GPUs run (`add_code`). `shown` is what people call a function.
pub fn static_data(
    module: &Module<'_>,
    nests: &[Nest],
    shown: impl Fn(&str) -> String,
    targets: Targets,
) -> StaticData {
    let nest = |nest: &Nest| NestInfo {
        source: nest.source.clone(),
        function: nest.function.clone(),
        verdict: nest.verdict.clone(),
        reason: nest.reason.clone(),
    };
    let nests = nests.iter().map(nest).collect();
    let mut sites = sites(module, targets.left_out());
    sites.iter_mut().for_each(|site| site.function = shown(&site.function));
    let kernels = gpu_modules(module).into_iter().flat_map(functions).map(kernel).collect();
    StaticData { kernels, sites, gates: gates(module), nests }
}

/// Adds what GPUs run.
pub fn add_code(data: &mut StaticData, code: &[DeviceCode], targets: Targets) {
    let has_ptx = targets.cuda && code.iter().all(|code| matches!(code.ptx, Some(Ok(_))));
    data.sites.iter_mut().for_each(|site| site.has_ptx = has_ptx);
    for code in code {
        for kernel in data.kernels.iter_mut().filter(|it| code.kernels.contains(&it.name)) {
            kernel.spirv = code.spirv.as_ref().and_then(|it| it.as_ref().ok()).cloned().unwrap_or_default();
            kernel.ptx = code.ptx.as_ref().and_then(|it| it.as_ref().ok()).cloned().unwrap_or_default();
        }
    }
}

/// The kernels of a `gpu.module`.
fn functions(gpu_module: Op<'_>) -> Vec<Op<'_>> {
    let ops = ir::entry_block(gpu_module, 0).map(ir::ops).unwrap_or_default();
    ops.into_iter().filter(|op| ir::is(*op, "gpu.func")).collect()
}

/// The gates that versions of the host code ask.
fn gates(module: &Module<'_>) -> Vec<Gate> {
    let symbols = ir::ops(ir::body(ir::root(module))).into_iter().filter_map(ir::symbol_name);
    let gate = |symbol: &str| match symbol {
        lower_launches::GATE_OF_THREADS => Some(Gate::Threads),
        _ => symbol.strip_prefix(lower_launches::GATE_PREFIX)?.parse().ok().map(Gate::Launch),
    };
    symbols.filter_map(gate).collect()
}

/// Without what GPUs run.
fn kernel(function: Op<'_>) -> KernelInfo {
    let ranges = ir::i64s_attr(function, "region.arg_ranges").unwrap_or_default();
    KernelInfo {
        name: ir::symbol_name(function).unwrap_or_default().into(),
        source: ir::str_attr(function, "region.source").unwrap_or("unknown:0").into(),
        dims: ir::i64_attr(function, "region.dims").and_then(|dims| u32::try_from(dims).ok()).unwrap_or(1),
        arg_range: ranges.into_iter().map(|range| i32::try_from(range).unwrap_or(-1)).collect(),
        group: group(function),
        group_asked: ir::has_attr(function, lower_launches::GROUP_ASKED),
        ..KernelInfo::default()
    }
}

/// Sizes of work-groups; 0 is chosen at the launch.
fn group(function: Op<'_>) -> [u32; 3] {
    let sizes = ir::i64s_attr(function, lower_launches::GROUP).unwrap_or_default();
    [0, 1, 2].map(|axis: usize| sizes.get(axis).and_then(|size| u32::try_from(*size).ok()).unwrap_or(0))
}

/// `region.sites` of the module: [symbol, source, function] each.
fn sites(module: &Module<'_>, left_out: LeftOut) -> Vec<SiteInfo> {
    let list = ir::attr(ir::root(module), lower_launches::SITES).map(elements).unwrap_or_default();
    list.into_iter()
        .filter_map(|site| {
            let [symbol, source, function] = ir::strs_value(site)?.try_into().ok()?;
            let id = symbol.rsplit('_').next()?.parse().ok()?;
            let global = ir::lookup(ir::root(module), symbol)?;
            let threads_only = ir::has_attr(global, THREADS_ONLY);
            Some(SiteInfo {
                id,
                source: source.into(),
                function: function.into(),
                has_ptx: false,
                has_atomics: ir::has_attr(global, lower_launches::HAS_ATOMICS),
                threads_only,
                bounded: ir::has_attr(global, BOUNDED),
                together: runs_together(module, global),
                irregular: ir::has_attr(global, IRREGULAR),
                serial: ir::has_attr(global, SERIAL),
                resident: ir::has_attr(global, RESIDENT),
                left_out: if threads_only { LeftOut::default() } else { left_out },
                picoseconds: ir::i64_attr(global, lower_launches::PICOSECONDS)?.try_into().unwrap_or(u32::MAX),
            })
        })
        .collect()
}

/// Does one thread gain by all kernels of the site?
fn runs_together(module: &Module<'_>, site: Op<'_>) -> bool {
    let names = ir::attr(site, lower_launches::KERNELS).and_then(ir::strs_value).unwrap_or_default();
    let kernels = |name: &&str| ir::lookup(ir::root(module), name).map(functions).unwrap_or_default();
    let all: Vec<_> = names.iter().flat_map(kernels).collect();
    !all.is_empty() && all.into_iter().all(raddle_llvm::runs_together)
}

fn elements<'c>(attribute: Attribute<'c>) -> Vec<Attribute<'c>> {
    let Ok(list) = ArrayAttribute::try_from(attribute) else { return vec![] };
    (0..list.len()).filter_map(|index| list.element(index).ok()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_kernels_record_has_the_sizes_of_its_groups() {
        let context = raddle_dialects::context();
        let text = "gpu.module @m {
            gpu.func @asked() kernel attributes {region.group = array<i64: 16, 4, 1>, region.group_asked} { gpu.return }
            gpu.func @chosen() kernel attributes {region.group = array<i64: 32, 0, 1>} { gpu.return }
            gpu.func @late() kernel { gpu.return } }";
        let module = Module::parse(&context, text).unwrap();
        let functions = ir::find_all(ir::root(&module), "gpu.func").into_iter();
        let groups: Vec<_> = functions.map(kernel).collect();
        let groups: Vec<_> = groups.iter().map(|it| (it.group, it.group_asked)).collect();
        assert_eq!(groups, [([16, 4, 1], true), ([32, 0, 1], false), ([0; 3], false)]);
    }
}
