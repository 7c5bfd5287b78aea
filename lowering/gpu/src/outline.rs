//! `gpu-outline`: cut parallel loops out of nests into kernels, with the loop itself as the other branch.
//!
//! ```text
//!     before                             after
//!     affine.for %i = 0 to %n {          %ok = region.enter bases(%a) from(..) to(..) instances ..
//!       affine.for %j = 0 to %m {        scf.if %ok {
//!         A[i][j] = ...                    region.launch @k::@k extents(%m, %n, 1) args(...)
//!       } {region.parallel}                region.exit
//!     } {region.parallel}                } else { the loops }
//!                                        gpu.module @k { gpu.func @k(...) kernel {
//!                                          i = 0 + global_id y; j = 0 + global_id x, guarded; A[i][j] = ... } }
//! ```
//!
//! Legal if:  the loop and every loop that becomes a grid dimension is `region.parallel`. The overlap of arrays that the analysis took
//!            for disjoint is asked of the runtime by `region.enter`.
//! Needs:     `region-parallelize`. Leaves: launches without copies for `gpu-transfers`.
//!            What CPU threads alone can run (functions of the C library; arrays whose extent is unknown, which are read only and
//!            apart from all that is written) becomes a kernel for them alone, `region.threads_only`.
//! Declines:  loops with an operation that no device has, that write a variable local to a loop around them, reach an array whose
//!            extent is unknown and has to be known, have more variables of their own than a stack holds, or are too short for any
//!            launch: a remark, and the loop stays on the host.
//! Source:    Par4All thesis 4.2 (outlining, innermost loop on x, or the one along rows, rectangular hull with guard, at most three dimensions). Differs:
//!            a loop that moves with those around it (a tile, a band) has its longest run as an extent, not the hull, which may be far larger;
//!            loops are normalized to trip counts and the guard compares those (the printed guard loses the last iteration).

use std::rc::Rc;

use melior::ir::BlockLike;
use melior::ir::attribute::StringAttribute;
use melior::ir::operation::OperationLike;
use raddle_dialects::build::Builder;
use raddle_dialects::ir::{self, FileLineCol, Mapping, Op, Order, Source};
use raddle_dialects::region::{
    BOUNDED, DisjointOp, EnterOp, ExitOp, HostOp, IRREGULAR, LaunchOp, MayPayOp, NestOp, OF_VERSION, Range, SERIAL,
    THREADS_ONLY, flags, nests,
};
use raddle_dialects::{Failure, Pass, diagnostics, text};
use raddle_poly::PolyError;
use raddle_poly::analysis::Analysis;
use raddle_poly::model::LoopId;
use raddle_region::cost;
use raddle_region::distribute::{FALLBACK, in_fallback};
use raddle_region::extract::{Extracted, TILED, extract_with_tiles, is_inside};
use raddle_region::interchange::REORDERED;
use raddle_region::parallelize::{PARALLEL, SEQUENTIAL};
use raddle_region::privatize::perfect_child;
use raddle_region::ranges::{self, ObjectRange, Ranges};
use raddle_region::rehearse::{ORIGINAL, REHEARSED};
use raddle_region::tile::GRID;
use raddle_region::versions;
use raddle_region::views;
use raddle_region::worth::too_short;

use crate::grid::{self, Dim};
use crate::kernel::{self, Capture};
use crate::names::KernelNames;
use crate::record::{self, Place};

/// Bytes of variables that a work item may have. They are on a stack: a CPU thread's has some MiB, and GPUs have at most 512 KiB for each
/// of their threads, lavapipe none beyond.
const MAX_PRIVATE_BYTES: i64 = 256 << 10;

/// Attribute of a loop that is a kernel's in any case.
const DONE: &str = "region.done";

/// Grid dimensions of a launch.
const MAX_DIMS: usize = 3;

#[derive(Clone, Default)]
pub struct Outline {
    /// Only functions whose name this matches; empty for all.
    only: String,
    /// Say what loops that stay on the host access.
    host: bool,
}

impl Pass for Outline {
    const ARG: &'static str = "gpu-outline";
    const DESC: &'static str = "cut parallel loops of nests out into kernels";
    const OP: &'static str = "builtin.module";
    const OPTIONS: &'static [(&'static str, &'static str)] = &[
        ("only", "regular expression of the functions to offload"),
        ("host", "true: say what loops of the host access"),
    ];

    fn set(&mut self, name: &str, value: &str) -> Result<(), String> {
        if name == "host" {
            self.host = value.parse().map_err(|_| format!("option 'host' does not take '{value}'"))?;
            return Ok(());
        }
        regex::Regex::new(value).map_err(|error| format!("option '{name}': {error}"))?;
        self.only = value.to_string();
        Ok(())
    }

    fn run<'c>(&mut self, module: Op<'c>) -> Result<(), Failure> {
        let only = regex::Regex::new(&self.only).map_err(|error| Failure::Internal(error.to_string()))?;
        let mut names = KernelNames::beside(module);
        let all = nests(module).into_iter().map(|nest| Nest::new(module, nest, only.is_match(nest.function())));
        let all: Vec<Nest> = all.collect();
        let mut done = vec![];
        for nest in &all {
            done.extend(nest.outline(&mut names)?);
        }
        if self.host && !ir::find_all(module, "region.enter").is_empty() {
            all.iter().for_each(Nest::say_what_the_host_accesses);
        }
        done.into_iter().for_each(ir::erase);
        Ok(())
    }
}

/// What is said besides of a loop that stays on the host.
const IN_TILES: &str = "; CPU threads have a version in tiles";

struct Nest<'c> {
    module: Op<'c>,
    nest: NestOp<'c>,
    found: Extracted<'c>,
    analysis: Result<Rc<Analysis>, PolyError>,
    wanted: bool,
}

impl<'c> Nest<'c> {
    fn new(module: Op<'c>, nest: NestOp<'c>, wanted: bool) -> Self {
        let found = extract_with_tiles(nest.op());
        let analysis = Analysis::of(&found.model);
        Self { module, nest, found, analysis, wanted }
    }

    /// Loops with no launch in them, the outermost ones. What the analysis has no extent for is left as it is.
    fn say_what_the_host_accesses(&self) {
        let Ok(analysis) = &self.analysis else { return };
        for (number, op) in self.found.loops.iter().enumerate() {
            let is_launched = ir::parents(*op).any(|it| EnterOp::of_branch(it).is_some());
            let around = || std::iter::once(*op).chain(ir::parents(*op));
            let is_said = around().any(|it| ir::is(it, "region.host") || ir::has_attr(it, DONE));
            let is_tiled = around().any(|it| ir::has_attr(it, TILED));
            if is_launched || is_said || is_tiled || !ir::find_all(*op, "region.enter").is_empty() {
                continue;
            }
            let b = Builder::before(*op);
            let Ok(ranges) = ranges::of_loop(&b, &self.found, analysis, LoopId(number as u32)) else { continue };
            let is_all = ranges.unbounded.is_empty() && ranges.follows.is_none() && !ranges.bounded.is_empty();
            if is_all && self.found.obstacle_in(*op).is_none() {
                let ranges = ranges.bounded.into_iter().map(|it| it.range);
                let ranges: Vec<_> = ranges.filter(|it| !is_the_hosts_own(it.base)).collect();
                if !ranges.is_empty() {
                    HostOp::around(&b, &ranges, *op);
                }
            }
        }
    }

    /// Makes the kernels; the loops that it answers are in the nest for nobody any more.
    fn outline(&self, names: &mut KernelNames) -> Result<Vec<Op<'c>>, Failure> {
        // Outer loops come first; what is inside a kernel is not looked at again.
        let mut kernels: Vec<Op<'c>> = vec![];
        let versions: Vec<Version<'c>> = self.found.loops.iter().map(|it| Version::of(*it)).collect();
        let mut verdicts: Vec<(&Version<'c>, Place)> = vec![];
        for (number, op) in self.found.loops.iter().enumerate() {
            if ir::parents(*op).any(|it| kernels.contains(&it)) {
                continue;
            }
            if in_fallback(*op) {
                if let Ok(analysis) = &self.analysis
                    && self.outline_tiles(analysis, LoopId(number as u32), names)?
                {
                    kernels.push(*op);
                }
                continue;
            }
            let outlined = match &self.analysis {
                Ok(analysis) => self.outline_loop(analysis, LoopId(number as u32), names)?,
                Err(error) => Err(format!("analysis gave up: {error}")),
            };
            if ir::has_attr(*op, SERIAL) {
                // No loop of the source, and those in it run on the host as a rule.
                continue;
            }
            if outlined.is_ok() {
                kernels.push(*op);
            }
            let on_host = |reason: String| Place::Host(reason + if has_tiles(*op, &kernels) { IN_TILES } else { "" });
            verdicts.push((&versions[number], outlined.unwrap_or_else(on_host)));
        }
        self.record(&verdicts);
        Ok(kernels.into_iter().filter(|it| ir::has_attr(*it, DONE)).collect())
    }

    fn record(&self, verdicts: &[(&Version<'c>, Place)]) {
        // Of the nest that it is a version of, or that has a version, there are verdicts.
        if self.nest.is_hidden() {
            return;
        }
        let is_host = |place: &Place| matches!(place, Place::Host(_));
        let kernels: Vec<&Version<'c>> = verdicts.iter().filter(|it| !is_host(&it.1)).map(|it| it.0).collect();
        for (version, place) in verdicts {
            let is_superseded = is_host(place) && kernels.iter().any(|it| version.is_superseded_by(it));
            record::verdict(self.module, self.nest, version.op, (place, is_superseded));
        }
    }

    /// The inner error is the reason why the loop stays on the host.
    fn outline_loop(
        &self,
        analysis: &Analysis,
        id: LoopId,
        names: &mut KernelNames,
    ) -> Result<Result<Place, String>, Failure> {
        let op = self.found.loops[id.0 as usize];
        if let Err(reason) = self.may_run_on_device(id) {
            return Ok(Err(reason));
        }
        let is_serial = ir::has_attr(op, SERIAL);
        if let Some(reason) = too_short(&self.found, analysis, id).filter(|_| !is_serial) {
            return Ok(Err(reason));
        }
        // Everything is built before it is known whether all of it can be; what declined leaves only dead index arithmetic.
        let b = Builder::before(op);
        let chain = self.chain(id);
        let Some(mut dims) = grid::dims(&b, &self.found, analysis, &chain) else {
            return Ok(Err("the loop's bounds have no closed form".into()));
        };
        grid::rows_last(&self.found, analysis, &chain, &mut dims);
        let ranges = match ranges::of_loop(&b, &self.found, analysis, id) {
            Ok(ranges) => self.within_original(analysis, op, ranges),
            Err(reason) => {
                diagnostics::remark(op.location(), format!("loop stays on the host: {reason}")).report();
                return Ok(Err(reason));
            }
        };
        if ranges.bounded.is_empty() {
            return Ok(Err("it touches no memory that the host has".into()));
        }
        let instances = ranges::instances(&b, &self.found, analysis, id);
        let far = || ranges.unbounded.first().map(|it| it.reason.as_str());
        let alone = || ir::str_attr(op, THREADS_ONLY).filter(|it| *it != OF_VERSION);
        let threads_only = self.found.threads_only_in(op).or_else(alone).or(ranges.follows.as_deref()).or_else(far);
        if let Some(reason) = threads_only.filter(|_| is_serial) {
            return Ok(Err(reason.into()));
        }
        // Of a version for CPU threads, the other version says whether devices run it.
        let of_version = || ir::str_attr(op, THREADS_ONLY);
        let original = original(op);
        self.make_kernel(op, &dims, &ranges, instances, threads_only.or_else(of_version), names)?;
        if let Some(original) = original {
            let on_host = Builder::before(op).clone_op(original, &mut Mapping::new());
            // The host runs it as a whole.
            if ir::has_attr(op, REHEARSED) {
                ir::set_attr(on_host, FALLBACK, b.unit());
            }
            ir::set_attr(op, DONE, b.unit());
        }
        Ok(Ok(threads_only.map_or(Place::Device, |reason| Place::Threads(reason.into()))))
    }

    /// Of a version in another order, the hull of a launch may have elements that no iteration reaches, and that the array need not have.
    /// The loop as it was surely reaches all between its ends, so no launch reaches beyond, and the array has what lies there.
    fn within_original(&self, analysis: &Analysis, op: Op<'c>, mut ranges: Ranges<'c>) -> Ranges<'c> {
        let Some((original, check)) = versions::original_of(op) else { return ranges };
        let Some(id) = self.found.loop_of(original).filter(|_| self.found.unknown_effects_in(original).is_none())
        else {
            return ranges;
        };
        if !is_known_before(original, check) {
            return ranges;
        }
        let Ok(whole) = ranges::of_loop(&Builder::before(check), &self.found, analysis, id) else { return ranges };
        let b = Builder::before(op);
        for range in ranges.bounded.iter_mut().map(|it| &mut it.range).filter(|it| it.flags & flags::LOOSE != 0) {
            let is_same = |it: &&ObjectRange<'c>| ir::key(it.range.base) == ir::key(range.base);
            let Some(whole) = whole.bounded.iter().find(is_same).filter(|it| it.range.flags & flags::LOOSE == 0) else {
                continue;
            };
            range.lo = b.binary("arith.maxsi", range.lo, whole.range.lo);
            range.hi = b.binary("arith.minsi", range.hi, whole.range.hi);
            range.flags &= !(flags::LOOSE | flags::THERE);
            range.around = Some((whole.range.lo, whole.range.hi));
        }
        ranges
    }

    /// A loop over tiles, which nobody has analyzed again: its version's check says what it reaches. False if it is none.
    fn outline_tiles(&self, analysis: &Analysis, id: LoopId, names: &mut KernelNames) -> Result<bool, Failure> {
        let op = self.found.loops[id.0 as usize];
        let (true, true, Some((ranges, instances))) = (self.wanted, ir::has_attr(op, GRID), version_of(op)) else {
            return Ok(false);
        };
        let mut chain = vec![id];
        while let Some(child) = chain.last().and_then(|it| perfect_child(&self.found, *it)) {
            if chain.len() == MAX_DIMS || !ir::has_attr(self.found.loops[child.0 as usize], GRID) {
                break;
            }
            chain.push(child);
        }
        let b = Builder::before(op);
        let Some(dims) = grid::dims(&b, &self.found, analysis, &chain) else { return Ok(false) };
        // Where the version launches several times, each launch has so many tiles of known size.
        let instances = ir::i64_attr(op, GRID).map_or(instances, |volume| {
            dims.iter().fold(b.constant_index(volume), |product, it| b.muli(product, it.extent))
        });
        let launch =
            self.make_kernel(op, &dims, &ranges, instances, Some("its loops are tiles for CPU threads"), names)?;
        // The host runs the kernel's code as well: one copy of the tiles, and their memory is on the stack only where they run.
        launch_here(&Builder::before(op), launch);
        ir::set_attr(op, DONE, b.unit());
        Ok(true)
    }

    /// `instances` are the innermost iterations.
    fn make_kernel(
        &self,
        op: Op<'c>,
        dims: &[Dim<'c>],
        ranges: &Ranges<'c>,
        instances: ir::Val<'c>,
        threads_only: Option<&str>,
        names: &mut KernelNames,
    ) -> Result<LaunchOp<'c>, Failure> {
        let b = Builder::before(op);
        let items = dims.iter().map(|it| it.extent).reduce(|x, y| b.muli(x, y)).unwrap_or(instances);
        let work = (instances, items, cost::per_iteration(op, true));
        let captures = kernel::captures(op, self.nest, ranges);
        let shown = self.nest.shown();
        let name = names.next(shown, shown != self.nest.function(), op);
        self.build_kernel(&name, op, dims, &captures, threads_only)?;
        let launch = self.build_launch(&name, op, dims, (ranges, &captures, threads_only), work);
        let by = if threads_only.is_some() { "CPU threads" } else { "the device" };
        let message = format!("loop runs on {by} as kernel '{name}' of {} dimensions", dims.len());
        diagnostics::remark(op.location(), message).report();
        Ok(launch)
    }

    fn may_run_on_device(&self, id: LoopId) -> Result<(), String> {
        let op = self.found.loops[id.0 as usize];
        if !ir::has_attr(op, PARALLEL) {
            return Err(ir::str_attr(op, SEQUENTIAL).unwrap_or("not analysed").to_string());
        }
        if !self.wanted {
            return Err("function not selected for offloading".into());
        }
        if let Some((at, reason)) = self.found.obstacle_in(op) {
            diagnostics::remark(op.location(), format!("loop stays on the host: {reason}"))
                .note(at.location(), "the operation is here")
                .report();
            return Err(reason.clone());
        }
        if private_bytes(op) > MAX_PRIVATE_BYTES {
            return Err(format!("its own variables have more than {} KiB", MAX_PRIVATE_BYTES >> 10));
        }
        if versions::uses_outer_local(op) {
            return Err("it uses a variable local to a loop around it".into());
        }
        Ok(())
    }

    /// The loops that become grid dimensions, outermost first.
    fn chain(&self, id: LoopId) -> Vec<LoopId> {
        let mut chain = vec![id];
        while let Some(child) = chain.last().and_then(|it| perfect_child(&self.found, *it)) {
            if chain.len() == MAX_DIMS || !ir::has_attr(self.found.loops[child.0 as usize], PARALLEL) {
                break;
            }
            chain.push(child);
        }
        chain
    }

    fn build_kernel(
        &self,
        name: &str,
        op: Op<'c>,
        dims: &[Dim<'c>],
        captures: &[Capture<'c>],
        threads_only: Option<&str>,
    ) -> Result<(), Failure> {
        let source = kernel::module_text(name, self.nest.function(), op, dims.len(), captures, threads_only);
        let context = ir::context(op);
        let parsed = text::parse(context, &source, name).map_err(|errors| {
            Failure::Internal(errors.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))
        })?;
        let gpu_module = ir::find_all(handle(&parsed), "gpu.module")
            .first()
            .copied()
            .ok_or_else(|| Failure::Internal("kernel text holds no module".into()))?;
        let at = Builder::at_end(context, ir::body(self.module), op.location());
        let gpu_module = at.insert(ir::detach(gpu_module));
        kernel::fill(gpu_module, self.nest, op, dims, captures)
    }

    fn build_launch(
        &self,
        name: &str,
        op: Op<'c>,
        dims: &[Dim<'c>],
        (ranges, captures, threads_only): (&Ranges<'c>, &[Capture<'c>], Option<&str>),
        work: (ir::Val<'c>, ir::Val<'c>, i64),
    ) -> LaunchOp<'c> {
        let b = Builder::before(op);
        let mut list: Vec<Range<'c>> = ranges.bounded.iter().map(launch_range).collect();
        if threads_only.is_some() {
            // Nothing is copied.
            list.iter_mut().for_each(|it| (it.rows, it.lean, it.around) = (vec![], None, None));
        }
        let enter = EnterOp::build(&b, self.nest.function(), &list, work);
        ir::set_attr(enter.op(), "region.source", StringAttribute::new(b.context(), &record::source_line(op)).into());
        let marks = [(IRREGULAR, cost::is_irregular(op)), (SERIAL, ir::has_attr(op, SERIAL))];
        marks.iter().filter(|it| it.1).for_each(|it| ir::set_attr(enter.op(), it.0, b.unit()));
        let (_, then, other) = b.scf_if(enter.taken(), &[], true);
        let inside = b.before_terminator(then);
        let one = inside.constant_index(1);
        let extent = |axis: usize| dims.iter().rev().nth(axis).map_or(one, |it| it.extent);
        let args: Vec<_> = dims
            .iter()
            .map(|it| (it.lower, None))
            .chain(captures.iter().map(|it| it.launch_argument(&inside)))
            .collect();
        let launch = LaunchOp::build(&inside, (name, name), [extent(0), extent(1), extent(2)], &args);
        if let Some(reason) = threads_only {
            let reason = b.str(reason);
            [enter.op(), launch.op()].into_iter().for_each(|it| ir::set_attr(it, THREADS_ONLY, reason));
            if ranges.unbounded.is_empty() && ranges.follows.is_none() {
                ir::set_attr(enter.op(), BOUNDED, b.unit());
            }
        }
        ExitOp::build(&inside);
        if let Some(terminator) = other.and_then(|it| ir::ops(it).last().copied()) {
            ir::move_before(op, terminator);
        }
        // The loop is the other branch now, and no candidate for anything any more.
        ir::walk(op, Order::Pre, |it| ir::remove_attr(it, PARALLEL));
        launch
    }
}

/// Where a loop is among the versions of the source's loops.
struct Version<'c> {
    op: Op<'c>,
    /// The places of the source's loops that it is in, and its own.
    loops: Vec<FileLineCol>,
    /// The branches that it is in.
    branches: Vec<(Op<'c>, bool)>,
}

impl<'c> Version<'c> {
    fn of(op: Op<'c>) -> Self {
        let all = || std::iter::once(op).chain(ir::parents(op)).take_while(|it| !ir::is(*it, "region.nest"));
        let is_loop = |it: &Op<'c>| matches!(ir::name(*it), "affine.for" | "scf.for" | "scf.while");
        let loops = all().filter(is_loop).filter_map(|it| ir::file_line_col(it.location())).collect();
        let inner: Vec<Op<'c>> = all().collect();
        let is_first = |branch, it| ir::entry_block(branch, 0).is_some_and(|block| ir::ops(block).contains(&it));
        let branch = |pair: &[Op<'c>]| ir::is(pair[1], "scf.if").then(|| (pair[1], is_first(pair[1], pair[0])));
        Self { op, loops, branches: inner.windows(2).filter_map(branch).collect() }
    }

    /// Is a kernel made of another version of the loop, or of one around it: in the other branch, or in the loop itself, where that runs it
    /// in turns?
    fn is_superseded_by(&self, kernel: &Version<'c>) -> bool {
        let is_other = |(branch, side): &(Op<'c>, bool)| kernel.branches.contains(&(*branch, !side));
        let has_place = kernel.loops.first().is_some_and(|it| self.loops.contains(it));
        has_place && (self.branches.iter().any(is_other) || ir::parents(kernel.op).any(|it| it == self.op))
    }
}

/// Is the pointer, an argument of a nest, a variable of the function that no launch reaches? Whoever names it to the runtime keeps LLVM from
/// having it in a register.
fn is_the_hosts_own(pointer: ir::Val<'_>) -> bool {
    let Source::Argument(block, number) = ir::source(pointer) else { return false };
    let nest = block.parent_operation().filter(|it| ir::is(*it, "region.nest"));
    let Some(variable) = nest.and_then(|it| ir::operands(it).get(number).copied()) else { return false };
    let is_used_here = |(user, position): (Op<'_>, usize)| match ir::name(user) {
        "llvm.load" => true,
        "llvm.store" => position == 1,
        "region.nest" => {
            let argument = ir::entry_block(user, 0).and_then(|it| ir::arguments(it).get(position).copied());
            argument.is_some_and(|it| ir::uses(it).iter().all(|(user, _)| ir::is(*user, "region.view")))
        }
        _ => false,
    };
    ir::defining_op(variable).is_some_and(|it| ir::is(it, "llvm.alloca"))
        && ir::uses(variable).into_iter().all(is_used_here)
}

/// The loop as the source has it, of one that is in another order for devices, or whose iterations have copies of arrays.
fn original(op: Op<'_>) -> Option<Op<'_>> {
    let check = ir::parent(op).filter(|_| ir::has_attr(op, REORDERED) || ir::has_attr(op, REHEARSED))?;
    let other = ir::ops(ir::entry_block(check, 1)?);
    if ir::has_attr(op, REORDERED) {
        return other.into_iter().find(|it| ir::has_attr(*it, FALLBACK));
    }
    let mut all = other.into_iter().flat_map(|it| ir::nested(it, Order::Pre));
    all.find(|it| ir::has_attr(*it, ORIGINAL)).filter(|it| is_known_before(*it, check))
}

/// Is all that `original` uses known before `check`, in whose branch it is?
fn is_known_before(original: Op<'_>, check: Op<'_>) -> bool {
    let operands = ir::nested(original, Order::Pre).into_iter().flat_map(ir::operands);
    let mut sources = operands.filter_map(ir::defining_op);
    sources.all(|it| is_inside(it, original) || !is_inside(it, check))
}

/// Is one of the kernels a version in tiles of the loop, which is in the other branch then?
fn has_tiles<'c>(op: Op<'c>, kernels: &[Op<'c>]) -> bool {
    let check = ir::parent(op).filter(|it| ir::is(*it, "scf.if"));
    let tiles = check.and_then(|it| ir::entry_block(it, 0)).map(ir::ops).unwrap_or_default();
    !tiles.contains(&op) && kernels.iter().any(|kernel| tiles.iter().any(|it| is_inside(*kernel, *it)))
}

/// What the check of the version around a loop says of it: the ranges that it reaches, and its innermost iterations.
fn version_of<'c>(op: Op<'c>) -> Option<(Ranges<'c>, ir::Val<'c>)> {
    ir::parents(op).filter(|it| ir::is(*it, "scf.if")).find_map(said_by)
}

fn said_by<'c>(check: Op<'c>) -> Option<(Ranges<'c>, ir::Val<'c>)> {
    let (mut open, mut ranges, mut instances) = (vec![ir::operands(check)[0]], None, None);
    while let Some(source) = open.pop().and_then(ir::defining_op) {
        match ir::name(source) {
            "arith.andi" | "arith.trunci" => open.extend(ir::operands(source)),
            // A question that is only asked where the others are answered by yes.
            "scf.if" => {
                open.extend(ir::operands(source));
                let end = ir::entry_block(source, 0).and_then(|it| ir::ops(it).last().copied());
                open.extend(end.into_iter().flat_map(ir::operands));
            }
            "region.disjoint" => ranges = DisjointOp::cast(source).map(DisjointOp::ranges),
            // Where two questions are asked, one of them is only for whom launches go to.
            "region.may_pay" => {
                let asks = MayPayOp::cast(source)?;
                instances = instances.filter(|_| asks.is_on_threads()).or(Some(asks.instances()));
            }
            _ => {}
        }
    }
    let range = |range| ObjectRange { range, scalar: None, is_upper_bound: false, is_private: false };
    let bounded = ranges?.into_iter().map(range).collect();
    Some((Ranges { bounded, unbounded: vec![], follows: None }, instances?))
}

/// The same launch by the calling thread, in the other branch. Arguments that are made for the launch are made for this one.
fn launch_here<'c>(b: &Builder<'c>, launch: LaunchOp<'c>) {
    let mut mapping = Mapping::new();
    let is_beside = |op: &Op<'c>| op.block() == launch.op().block();
    for op in ir::operands(launch.op()).into_iter().filter_map(ir::defining_op).filter(is_beside) {
        b.clone_op(op, &mut mapping);
    }
    LaunchOp::cast(b.clone_op(launch.op(), &mut mapping)).into_iter().for_each(LaunchOp::set_here);
}

/// Bytes of the variables that a loop's body declares.
fn private_bytes(op: Op<'_>) -> i64 {
    let variables = ir::find_all(op, "memref.alloca").into_iter().map(ir::result);
    variables.map(views::memref_bytes).fold(0, i64::saturating_add)
}

/// A scalar that travels by value is only checked against what is written.
fn launch_range<'c>(it: &ObjectRange<'c>) -> Range<'c> {
    let mut range = it.range.clone();
    if it.scalar.is_some() {
        range.flags |= flags::CHECK_ONLY;
    }
    range
}

fn handle<'c>(module: &melior::ir::Module<'c>) -> Op<'c> {
    unsafe { Op::from_raw(module.as_operation().to_raw()) }
}
