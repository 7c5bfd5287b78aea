//! `gpu-lower-launches`: turn launches and what stands around them into calls of the runtime (`raddle.h`).
//!
//! ```text
//!     before                                         after
//!     %ok = region.enter bases(%a) ... instances %n  if n >= __raddle_site_0.gate.least {
//!                                                      ranges[0] = {a, lo, hi, flags, object, "a"}
//!                                                      %r = raddle_enter(&__raddle_site_0, ranges, 1, n, items)
//!     scf.if %ok {                                     if %r == 1 {
//!       region.copy_in %a[%lo, %hi] {range = 0}          raddle_copy_in(&__raddle_site_0, &ranges[0])
//!       region.launch @k::@k extents(..) args(..)        raddle_launch(&__raddle_site_0, &__raddle_kernel_k, extent, args)
//!       region.exit                                      raddle_exit(&__raddle_site_0) } } else %r = 0
//!     } else { the loop }                            if %r != 1 { the loop; if %r == 2: raddle_host_done(&__raddle_site_0) }
//!     %w = region.may_pay %n {picoseconds = 800}     %w = n >= __raddle_gate_800
//!     %t = region.choose %n                          %t = raddle_choose(&__raddle_version_0, n, picoseconds)
//!     region.chosen %t for %n                        if %t > 1: raddle_chosen(&__raddle_version_0, n, %t)
//!     %d = region.disjoint bases(%a, %b) ...         comparisons of addresses
//!     region.host_access bases(%a) ...               if __raddle_residence >= 2 (3 where nothing is written): raddle_host_access(ranges, 1, null)
//!     region.recall, region.keep                     raddle_recall(..), raddle_keep(..)
//!     region.flush                                   if __raddle_residence >= 1: raddle_flush()
//!     region.flush at_end                            if __raddle_residence >= 1: raddle_may_end()
//! ```
//!
//! Legal if:  always; it is the definition of these ops. Ranges, extents and arguments live in slots at the function's entry.
//! Needs:     `gpu-transfers`, and `region-lower-views`, which leaves atomic updates as they are looked for here. Leaves: external `__raddle_site_N`, `__raddle_gate_N` and
//!            `__raddle_kernel_NAME`, which the LLVM backend defines;
//!            a launch `here` is a call of the code that the descriptor names;
//!            `region.sites` on the module: [symbol, source, function] each; `region.atomics` on sites whose kernels update memory
//!            atomically; `region.group` and `region.group_asked` on kernels.
//! Declines:  an op outside of its `region.enter`'s branch, and launches of one kernel that ask for different work-groups: errors.
//! Source:    own.

use std::collections::HashMap;

use melior::ir::operation::OperationLike;
use melior::ir::{Attribute, Module, Type, ValueLike};
use raddle_dialects::build::{Builder, CmpI};
use raddle_dialects::ir::{self, Op, Order, Val};
use raddle_dialects::region::{
    BOUNDED, ChooseOp, ChosenOp, CopyOp, Direction, DisjointOp, EnterOp, FlushOp, Groups, HostAccessOp, HostEndOp,
    IRREGULAR, Inputs, KeepOp, LaunchOp, MayPayOp, NEXT_USE, RARE, RESIDENT, Range, RecallOp, SERIAL, THREADS_ONLY,
    WorkspaceOp, flags,
};
use raddle_dialects::{Failure, Pass, diagnostics, text};
use raddle_region::ranges::and_then;
use raddle_region::worth;

use crate::launch_config::kernel;
use crate::slots::{Slots, WINDOW_BYTES, WINDOW_COUNT, range_layout};

/// The module's attribute with the sites.
pub const SITES: &str = "region.sites";
/// Attribute of a site's declaration: one of its kernels updates memory atomically.
pub const HAS_ATOMICS: &str = "region.atomics";
/// Attribute of a site's declaration: the modules of its kernels.
pub const KERNELS: &str = "region.kernels";
/// Attribute of a site's declaration: the host's time for one iteration.
pub const PICOSECONDS: &str = "region.picoseconds";
/// Attribute of a kernel: sizes of its work-groups in x, y, z; 0 is bound when it is launched.
pub const GROUP: &str = "region.group";
/// Attribute of a kernel: somebody asked for these sizes.
pub const GROUP_ASKED: &str = "region.group_asked";
/// Prefix of gates' symbols; the picoseconds of an iteration follow.
pub const GATE_PREFIX: &str = "__raddle_gate_";
/// The gate of versions for CPU threads.
pub const GATE_OF_THREADS: &str = "__raddle_gate_threads";
/// The byte that says whether anything is on a device, and what it says: devices work on the host's own bytes, have copies, or newer bytes
/// than the host.
pub const RESIDENCE: &str = "__raddle_residence";
const SHARED: i64 = 1;
const COPIES: i64 = 2;
const NEWER: i64 = 3;
/// Prefix of kernel descriptors' symbols.
pub const KERNEL_PREFIX: &str = "__raddle_kernel_";

/// What `raddle_enter` answers where the device takes the site, and where it wants to know when the host's loop ends.
const ENTERED: i64 = 1;
const TIMED: i64 = 2;

/// Where `raddle_kernel` has the CPU code.
const CPU_CODE: i64 = 40;

/// Checks of more pairs of ranges than this are the runtime's.
const MAX_INLINE_PAIRS: usize = 32;

/// The runtime's functions that are called here.
const DECLARATIONS: &str = "
llvm.func @raddle_enter(!llvm.ptr, !llvm.ptr, i64, i64, i64) -> i32
llvm.func @raddle_disjoint(!llvm.ptr, i64) -> i32
llvm.func @raddle_recall(!llvm.ptr, !llvm.ptr, i64, i64, !llvm.ptr, i64) -> i32
llvm.func @raddle_keep(!llvm.ptr, !llvm.ptr, i64, i64, !llvm.ptr, i64)
llvm.func @raddle_has_room() -> i32
llvm.func @raddle_choose(!llvm.ptr, i64, i32) -> i64
llvm.func @raddle_chosen(!llvm.ptr, i64, i64)
llvm.func @raddle_copy_in(!llvm.ptr, !llvm.ptr)
llvm.func @raddle_launch(!llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr)
llvm.func @raddle_copy_out(!llvm.ptr, !llvm.ptr)
llvm.func @raddle_exit(!llvm.ptr)
llvm.func @raddle_host_done(!llvm.ptr)
llvm.func @raddle_workspace(i64, i64, i32) -> !llvm.ptr
llvm.func @raddle_workspace_end(!llvm.ptr)
llvm.func @raddle_host_access(!llvm.ptr, i64, !llvm.ptr)
llvm.func @raddle_flush()
llvm.func @raddle_may_end()
llvm.func @raddle_host_end(!llvm.ptr, i64)
llvm.func @raddle_host_free(!llvm.ptr)
";

#[derive(Clone, Default)]
pub struct LowerLaunches;

impl Pass for LowerLaunches {
    const ARG: &'static str = "gpu-lower-launches";
    const DESC: &'static str = "lower launches, copies and checks to calls of the runtime";
    const OP: &'static str = "builtin.module";

    fn run<'c>(&mut self, module: Op<'c>) -> Result<(), Failure> {
        let mut lowering = Lowering { module, sites: vec![], constants: HashMap::new() };
        let all = ir::nested(module, Order::Pre);
        let named = |name: &'static str| all.iter().copied().filter(move |it| ir::is(*it, name));
        let checks: Vec<_> = named("region.disjoint").filter_map(DisjointOp::cast).collect();
        let enters: Vec<_> = named("region.enter").filter_map(EnterOp::cast).collect();
        let workspaces: Vec<_> = named("region.workspace").collect();
        let questions: Vec<_> = named("region.may_pay").filter_map(MayPayOp::cast).collect();
        let accesses: Vec<_> =
            ["region.host_access", "region.flush", "region.host_end"].into_iter().flat_map(named).collect();
        if checks.is_empty()
            && enters.is_empty()
            && workspaces.is_empty()
            && questions.is_empty()
            && accesses.is_empty()
            && named("region.chosen").next().is_none()
        {
            return Ok(());
        }
        lowering.add_ops(DECLARATIONS)?;
        for access in accesses {
            lowering.host_access(access)?;
        }
        for recall in ir::find_all(module, "region.recall").into_iter().filter_map(RecallOp::cast) {
            lowering.recall(recall)?;
        }
        for keep in ir::find_all(module, "region.keep").into_iter().filter_map(KeepOp::cast) {
            lowering.keep(keep)?;
        }
        for question in questions {
            let b = Builder::before(question.op());
            let gate = if question.is_on_threads() { None } else { Some(question.picoseconds()) };
            let answer = match question.is_of_nest() {
                true => lowering.nest_may_pay(&b, question)?,
                false => lowering.version_may_pay(&b, question.instances(), gate)?,
            };
            ir::replace_op(question.op(), &[answer]);
        }
        let choices = ir::find_all(module, "region.choose").into_iter().filter_map(ChooseOp::cast);
        for (number, choice) in choices.enumerate() {
            lowering.choice(choice, number)?;
        }
        // Of versions that are never run.
        ir::find_all(module, "region.chosen").into_iter().for_each(ir::erase);
        for check in checks {
            lowering.disjoint(check)?;
        }
        for enter in enters {
            lowering.enter(enter)?;
        }
        for launch in ir::find_all(module, "region.launch").into_iter().filter_map(LaunchOp::cast) {
            lowering.launch_here(launch)?;
        }
        for workspace in workspaces.into_iter().filter_map(WorkspaceOp::cast) {
            lowering.workspace(workspace)?;
        }
        ir::find_all(module, "region.workspace_end").into_iter().for_each(workspace_end);
        lowering.finish();
        Ok(())
    }
}

struct Lowering<'c> {
    module: Op<'c>,
    /// Attribute per site.
    sites: Vec<Attribute<'c>>,
    /// Symbols by what they hold, as it is written in the IR.
    constants: HashMap<String, String>,
}

impl<'c> Lowering<'c> {
    /// Parses top-level ops and appends them to the module.
    fn add_ops(&self, source: &str) -> Result<(), Failure> {
        let context = ir::context(self.module);
        let parsed: Module<'c> = text::parse(context, source, "runtime declarations").map_err(|errors| {
            Failure::Internal(errors.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))
        })?;
        let parsed_op = unsafe { Op::from_raw(parsed.as_operation().to_raw()) };
        let at = Builder::at_start(context, ir::body(self.module), self.module.location());
        for op in ir::ops(ir::body(parsed_op)) {
            if !self.defines(ir::str_attr(op, "sym_name").unwrap_or_default()) {
                at.insert(ir::detach(op));
            }
        }
        Ok(())
    }

    fn defines(&self, symbol: &str) -> bool {
        ir::ops(ir::body(self.module)).into_iter().any(|it| ir::str_attr(it, "sym_name") == Some(symbol))
    }

    /// Comparisons of addresses, unless they are too many, or rows have to be looked for behind pointers.
    fn disjoint(&mut self, check: DisjointOp<'c>) -> Result<(), Failure> {
        let b = Builder::before(check.op());
        let ranges = check.ranges();
        let pairs = open_pairs(&ranges);
        let has_rows = ranges.iter().any(|it| it.flags & flags::TABLE != 0);
        let answer = if pairs.len() <= MAX_INLINE_PAIRS && !has_rows {
            let apart = pairs.iter().map(|(x, y)| apart(&b, ends(&b, x), ends(&b, y)));
            apart.reduce(|x, y| b.binary("arith.andi", x, y)).unwrap_or_else(|| b.constant_bool(true))
        } else {
            let slot = Slots::of(check.op())?.alloca(&b, ranges.len() as i64 * range_layout::BYTES);
            self.store_ranges(&b, slot, &ranges)?;
            let count = b.constant_int(b.int(64), ranges.len() as i64);
            is(&b, &call(&b, "raddle_disjoint", &[slot, count], &[b.int(32)]), 1)
        };
        ir::replace_op(check.op(), &[answer]);
        Ok(())
    }

    /// A version's place in memory is its name for the runtime.
    fn choice(&self, choice: ChooseOp<'c>, number: usize) -> Result<(), Failure> {
        let symbol = format!("__raddle_version_{number}");
        self.add_ops(&format!("llvm.mlir.global internal @{symbol}(0 : i8) : i8"))?;
        let b = Builder::before(choice.op());
        let instances = b.index_cast(choice.instances(), b.int(64));
        let picoseconds = b.constant_int(b.int(32), choice.picoseconds());
        let answer = call(&b, "raddle_choose", &[address_of(&b, &symbol), instances, picoseconds], &[b.int(64)]);
        for end in ends_of(choice.token()) {
            let b = Builder::before(end.op());
            let is_timed = b.cmpi(CmpI::Ugt, end.token(), b.constant_int(b.int(64), 1));
            let (check, then, _) = b.scf_if(is_timed, &[], false);
            ir::set_attr(check, RARE, b.unit());
            let inside = b.before_terminator(then);
            let instances = inside.index_cast(end.instances(), b.int(64));
            call(&inside, "raddle_chosen", &[address_of(&inside, &symbol), instances, end.token()], &[]);
            ir::erase(end.op());
        }
        ir::replace_op(choice.op(), &answer);
        Ok(())
    }

    /// All versions whose iterations take as long ask the same gate, and so do all for CPU threads (no picoseconds).
    fn version_may_pay(
        &self,
        b: &Builder<'c>,
        instances: Val<'c>,
        picoseconds: Option<i64>,
    ) -> Result<Val<'c>, Failure> {
        let symbol = picoseconds.map_or_else(|| GATE_OF_THREADS.into(), |it| format!("{GATE_PREFIX}{it}"));
        self.declare_data(&symbol)?;
        let is_long = is_long(b, instances, &symbol);
        Ok(if picoseconds.is_some() { is_long } else { and_room(b, is_long) })
    }

    /// A nest that no device takes may have versions for CPU threads, and may work on what a device has.
    fn nest_may_pay(&mut self, b: &Builder<'c>, question: MayPayOp<'c>) -> Result<Val<'c>, Failure> {
        let of_launch = format!("{GATE_PREFIX}{}", question.picoseconds());
        let has_data = self.has_level(b, COPIES)?;
        for symbol in [of_launch.as_str(), GATE_OF_THREADS] {
            self.declare_data(symbol)?;
        }
        let is_long = self.unless_too_short(b, question.instances(), question.picoseconds(), |b| {
            let [launch, threads] = [&of_launch, GATE_OF_THREADS].map(|it| is_long(b, question.instances(), it));
            b.binary("arith.ori", launch, threads)
        });
        Ok(b.binary("arith.ori", has_data, is_long))
    }

    /// False without a question where there are too few iterations for any launch (`region.least`): most short loops compare once, and LLVM
    /// may know the number. Where data is on a device, short loops are launched as well: that is for the caller to ask.
    fn unless_too_short(
        &self,
        b: &Builder<'c>,
        instances: Val<'c>,
        picoseconds: i64,
        may_pay: impl FnOnce(&Builder<'c>) -> Val<'c>,
    ) -> Val<'c> {
        let fewest = match ir::i64_attr(self.module, worth::LEAST) {
            Some(least) if least > 0 => worth::fewest(least, picoseconds),
            _ => return may_pay(b),
        };
        let instances = b.index_cast(instances, b.int(64));
        let is_enough = b.cmpi(CmpI::Sge, instances, b.constant_int(b.int(64), fewest));
        and_then(b, is_enough, may_pay)
    }

    /// Does the unit's byte say at least this?
    fn has_level(&mut self, b: &Builder<'c>, least: i64) -> Result<Val<'c>, Failure> {
        self.add_ops(&format!("llvm.mlir.global external @{RESIDENCE}() : i8"))?;
        let level = b.llvm_load(address_of(b, RESIDENCE), b.int(8), 1);
        Ok(b.cmpi(CmpI::Uge, level, b.constant_int(b.int(8), least)))
    }

    /// One load and one comparison where nothing is on a device.
    fn host_access(&mut self, op: Op<'c>) -> Result<(), Failure> {
        let b = Builder::before(op);
        let ranges = HostAccessOp::cast(op).map(HostAccessOp::ranges).unwrap_or_default();
        let only_reads = !ranges.is_empty() && ranges.iter().all(|it| it.flags & flags::WRITE == 0);
        let least = match () {
            () if HostEndOp::cast(op).is_some() || ranges.is_empty() => SHARED,
            () if only_reads => NEWER,
            () => COPIES,
        };
        let is_there = self.has_level(&b, least)?;
        let (choice, then, _) = b.scf_if(is_there, &[], false);
        let inside = b.before_terminator(then);
        if let Some(end) = HostEndOp::cast(op) {
            match end.bytes().map(|it| inside.constant_int(b.int(64), it)) {
                Some(bytes) => call(&inside, "raddle_host_end", &[end.pointer(), bytes], &[]),
                None => call(&inside, "raddle_host_free", &[end.pointer()], &[]),
            };
        } else if FlushOp::cast(op).is_some_and(FlushOp::is_at_end) {
            call(&inside, "raddle_may_end", &[], &[]);
        } else if ranges.is_empty() {
            call(&inside, "raddle_flush", &[], &[]);
        } else {
            let windows = HostAccessOp::cast(op).and_then(HostAccessOp::windows);
            self.say_access(choice, &inside, &ranges, windows)?;
        }
        ir::erase(op);
        Ok(())
    }

    /// The call, in the first branch of `choice`; where the ranges have windows, if one of them leaves its own.
    fn say_access(
        &mut self,
        choice: Op<'c>,
        b: &Builder<'c>,
        ranges: &[Range<'c>],
        windows: Option<Val<'c>>,
    ) -> Result<(), Failure> {
        let slot = Slots::of(choice)?.alloca(&Builder::before(choice), ranges.len() as i64 * range_layout::BYTES);
        let (rare, inside) = match windows {
            Some(windows) => {
                let (rare, then, _) = b.scf_if(leaves_window(b, ranges, windows), &[], false);
                (rare, b.before_terminator(then))
            }
            None => (choice, *b),
        };
        ir::set_attr(rare, RARE, b.unit());
        self.store_ranges(&inside, slot, ranges)?;
        let count = inside.constant_int(b.int(64), ranges.len() as i64);
        let windows = windows.unwrap_or_else(|| inside.null());
        call(&inside, "raddle_host_access", &[slot, count, windows], &[]);
        Ok(())
    }

    fn recall(&mut self, recall: RecallOp<'c>) -> Result<(), Failure> {
        let b = Builder::before(recall.op());
        let values = vec![b.constant_int(b.int(64), 0); recall.values().len()];
        let (arguments, slot) = self.inputs(&b, recall.op(), &recall.inputs(), &values)?;
        let answer = is(&b, &call(&b, "raddle_recall", &arguments, &[b.int(32)]), 1);
        let value = |number: usize| b.llvm_load(b.byte_offset(slot, word(&b, number)), b.int(64), 8);
        let results: Vec<_> = std::iter::once(answer).chain((0..values.len()).map(value)).collect();
        ir::replace_op(recall.op(), &results);
        Ok(())
    }

    fn keep(&mut self, keep: KeepOp<'c>) -> Result<(), Failure> {
        let b = Builder::before(keep.op());
        let (arguments, _) = self.inputs(&b, keep.op(), &keep.inputs(), &keep.values())?;
        call(&b, "raddle_keep", &arguments, &[]);
        ir::erase(keep.op());
        Ok(())
    }

    /// Arguments of the runtime's function: who asks, the ends of the ranges, keys and a number of the slot, and the values, whose place is the
    /// other result.
    fn inputs(
        &mut self,
        b: &Builder<'c>,
        op: Op<'c>,
        inputs: &Inputs<'c>,
        values: &[Val<'c>],
    ) -> Result<(Vec<Val<'c>>, Val<'c>), Failure> {
        self.add_ops(&format!("llvm.mlir.global external @{RESIDENCE}() : i8"))?;
        let ends = inputs.ranges.iter().flat_map(|[base, lo, hi]| [(*base, *lo), (*base, *hi)]);
        let ends: Vec<Val<'c>> = ends
            .map(|(base, offset)| {
                b.cast("llvm.ptrtoint", b.byte_offset(base, b.index_cast(offset, b.int(64))), b.int(64))
            })
            .collect();
        let number = b.constant_int(b.int(64), ir::i64_attr(op, "slot").unwrap_or_default());
        let words: Vec<Val<'c>> = ends.into_iter().chain(inputs.keys.iter().copied()).chain([number]).collect();
        let slots = Slots::of(op)?;
        let put = |list: &[Val<'c>]| {
            let slot = slots.alloca(b, 8 * list.len().max(1) as i64);
            for (number, value) in list.iter().enumerate() {
                b.llvm_store(*value, b.byte_offset(slot, word(b, number)), 8);
            }
            slot
        };
        let (list, slot) = (put(&words), put(values));
        let count = |n: usize| b.constant_int(b.int(64), n as i64);
        let arguments = vec![
            address_of(b, RESIDENCE),
            list,
            count(inputs.ranges.len()),
            count(words.len()),
            slot,
            count(values.len()),
        ];
        Ok((arguments, slot))
    }

    fn enter(&mut self, enter: EnterOp<'c>) -> Result<(), Failure> {
        let b = Builder::before(enter.op());
        let slots = Slots::of(enter.op())?;
        let site_symbol = self.new_site(enter)?;
        let list = enter.ranges();
        let ranges = slots.alloca(&b, list.len() as i64 * range_layout::BYTES);
        for inner in branch_ops(enter) {
            self.inside(inner, &slots, &site_symbol, ranges)?;
        }
        let may_pay = self.may_pay(&b, enter, &site_symbol)?;
        let (choice, then, other) = b.scf_if(may_pay, &[b.int(32)], true);
        ir::set_attr(choice, RARE, b.unit());
        let inside = b.in_block(then);
        self.store_ranges(&inside, ranges, &with_next_use(enter))?;
        let site = address_of(&inside, &site_symbol);
        let count = inside.constant_int(b.int(64), list.len() as i64);
        let instances = inside.index_cast(enter.instances(), b.int(64));
        let items = inside.index_cast(enter.items(), b.int(64));
        let answer = call(&inside, "raddle_enter", &[site, ranges, count, instances, items], &[b.int(32)]);
        launch_at_once(enter, &inside, &answer);
        inside.op("scf.yield", &answer, &[], &[]);
        if let Some(other) = other {
            let outside = b.in_block(other);
            outside.op("scf.yield", &[outside.constant_int(b.int(32), 0)], &[], &[]);
        }
        let answer = [ir::result(choice)];
        let taken = is(&b, &answer, ENTERED);
        tell_the_end_of_the_host(enter, &answer, &site_symbol);
        ir::replace_op(enter.op(), &[taken]);
        Ok(())
    }

    /// Is the launch long enough, or may a device have its data? Statements of the host are launched for the second reason alone.
    fn may_pay(&mut self, b: &Builder<'c>, enter: EnterOp<'c>, site: &str) -> Result<Val<'c>, Failure> {
        if ir::has_attr(enter.op(), SERIAL) {
            return self.has_level(b, COPIES);
        }
        let has_data = ir::has_attr(enter.op(), RESIDENT) && !ir::has_attr(enter.op(), THREADS_ONLY);
        let is_long = |b: &Builder<'c>| is_long(b, enter.instances(), site);
        let is_long = self.unless_too_short(b, enter.instances(), enter.picoseconds(), is_long);
        Ok(if has_data { b.binary("arith.ori", is_long, self.has_level(b, NEWER)?) } else { is_long })
    }

    /// One op of the branch that is run if the runtime agrees.
    fn inside(&mut self, op: Op<'c>, slots: &Slots<'c>, site: &str, ranges: Val<'c>) -> Result<(), Failure> {
        let b = Builder::before(op);
        if let Some(copy) = CopyOp::cast(op) {
            let name = match copy.direction() {
                Direction::In => "raddle_copy_in",
                Direction::Out => "raddle_copy_out",
            };
            let offset = b.constant_int(b.int(64), copy.index() as i64 * range_layout::BYTES);
            let range = b.byte_offset(ranges, offset);
            call(&b, name, &[address_of(&b, site), range], &[]);
        } else if let Some(launch) = LaunchOp::cast(op) {
            self.launch(&b, launch, slots, site)?;
        } else {
            call(&b, "raddle_exit", &[address_of(&b, site)], &[]);
        }
        ir::erase(op);
        Ok(())
    }

    fn launch(&mut self, b: &Builder<'c>, launch: LaunchOp<'c>, slots: &Slots<'c>, site: &str) -> Result<(), Failure> {
        let (_, name) = launch.kernel();
        let symbol = format!("{KERNEL_PREFIX}{name}");
        self.declare_data(&symbol)?;
        self.note_groups(b, launch)?;
        let values: Vec<Val<'c>> = launch.args().into_iter().map(|it| it.0).collect();
        let extent = slots.store_words(b, &launch.extents())?;
        let args = slots.store_words(b, &values)?;
        call(b, "raddle_launch", &[address_of(b, site), address_of(b, &symbol), extent, args], &[]);
        Ok(())
    }

    /// Calls the kernel's CPU code, which its descriptor names, for all work items.
    fn launch_here(&self, launch: LaunchOp<'c>) -> Result<(), Failure> {
        if !launch.is_here() {
            return Err(misplaced(launch.op()));
        }
        let (b, slots) = (Builder::before(launch.op()), Slots::of(launch.op())?);
        let symbol = format!("{KERNEL_PREFIX}{}", launch.kernel().1);
        self.declare_data(&symbol)?;
        let values: Vec<Val<'c>> = launch.args().into_iter().map(|it| it.0).collect();
        let zero = b.constant_index(0);
        let (first, end) = (slots.store_words(&b, &[zero; 3])?, slots.store_words(&b, &launch.extents())?);
        let args = slots.store_words(&b, &values)?;
        let place = b.byte_offset(address_of(&b, &symbol), b.constant_int(b.int(64), CPU_CODE));
        let code = b.llvm_load(place, b.ptr(), 8);
        let attrs = [("operandSegmentSizes", b.i32s(&[4, 0])), ("op_bundle_sizes", b.i32s(&[]))];
        b.op("llvm.call", &[code, args, first, end], &[], &attrs);
        ir::erase(launch.op());
        Ok(())
    }

    /// Leaves on the kernel how its launches are grouped; sizes in which they differ are bound when they run.
    fn note_groups(&self, b: &Builder<'c>, launch: LaunchOp<'c>) -> Result<(), Failure> {
        let (Some(kernel), Some(groups)) = (kernel(self.module, launch), launch.groups()) else { return Ok(()) };
        let before = ir::i64s_attr(kernel, GROUP);
        let (sizes, is_asked) = match groups {
            Groups::Asked(sizes) => (sizes, true),
            Groups::Shape(sizes) => (sizes, false),
        };
        let asked_before = ir::has_attr(kernel, GROUP_ASKED);
        let differs = before.as_ref().is_some_and(|it| *it != sizes || asked_before != is_asked);
        if differs && (is_asked || asked_before) {
            let message = "launches of one kernel ask for different work-groups".to_string();
            diagnostics::error(launch.op().location(), message).report();
            return Err(Failure::Reported);
        }
        let common = |axis: usize| before.as_ref().is_none_or(|it| it.get(axis) == Some(&sizes[axis]));
        let joined = [0, 1, 2].map(|axis| if common(axis) { sizes[axis] } else { 0 });
        ir::set_attr(kernel, GROUP, b.i64s(&joined));
        if is_asked {
            ir::set_attr(kernel, GROUP_ASKED, b.unit());
        }
        Ok(())
    }

    fn new_site(&mut self, enter: EnterOp<'c>) -> Result<String, Failure> {
        let symbol = format!("__raddle_site_{}", self.sites.len());
        let b = Builder::before(enter.op());
        let source = ir::str_attr(enter.op(), "region.source").unwrap_or("unknown:0");
        self.sites.push(b.strs(&[symbol.as_str(), source, enter.function()]));
        self.declare_data(&symbol)?;
        let Some(site) = ir::lookup(self.module, &symbol) else { return Ok(symbol) };
        ir::set_attr(site, PICOSECONDS, b.i64(enter.picoseconds()));
        for flag in
            [THREADS_ONLY, BOUNDED, IRREGULAR, RESIDENT, SERIAL].into_iter().filter(|it| ir::has_attr(enter.op(), it))
        {
            ir::set_attr(site, flag, b.unit());
        }
        let launches: Vec<_> = branch_ops(enter).into_iter().filter_map(LaunchOp::cast).collect();
        if launches.iter().any(|it| self.has_atomics(*it)) {
            ir::set_attr(site, HAS_ATOMICS, b.unit());
        }
        let kernels: Vec<_> = launches.iter().map(|it| it.kernel().0).collect();
        ir::set_attr(site, KERNELS, b.strs(&kernels));
        Ok(symbol)
    }

    fn has_atomics(&self, launch: LaunchOp<'c>) -> bool {
        let (module, _) = launch.kernel();
        ir::lookup(self.module, module).is_some_and(|it| !ir::find_all(it, "llvm.atomicrmw").is_empty())
    }

    /// No memory where no launch may pay: that is known without a call.
    fn workspace(&self, workspace: WorkspaceOp<'c>) -> Result<(), Failure> {
        let b = Builder::before(workspace.op());
        let [bytes, instances] = workspace.sizes().map(|it| b.index_cast(it, b.int(64)));
        let any = b.cmpi(CmpI::Sgt, instances, b.constant_int(b.int(64), 0));
        let may_pay = self.version_may_pay(&b, workspace.sizes()[1], Some(workspace.picoseconds()))?;
        let (choice, then, other) = b.scf_if(b.binary("arith.andi", any, may_pay), &[b.ptr()], true);
        let inside = b.in_block(then);
        let picoseconds = inside.constant_int(b.int(32), workspace.picoseconds());
        let pointer = call(&inside, "raddle_workspace", &[bytes, instances, picoseconds], &[b.ptr()]);
        inside.op("scf.yield", &pointer, &[], &[]);
        if let Some(other) = other {
            let outside = b.in_block(other);
            outside.op("scf.yield", &[outside.null()], &[], &[]);
        }
        ir::replace_op(workspace.op(), &[ir::result(choice)]);
        Ok(())
    }

    /// Static data that the LLVM backend defines.
    fn declare_data(&self, symbol: &str) -> Result<(), Failure> {
        self.add_ops(&format!("llvm.mlir.global external @{symbol}() : !llvm.array<8 x i64>"))
    }

    /// Fills a slot. What is known now comes in one copy, as code that is rarely reached should be short.
    fn store_ranges(&mut self, b: &Builder<'c>, slot: Val<'c>, ranges: &[Range<'c>]) -> Result<(), Failure> {
        let mut words: Vec<(i64, Val<'c>)> = vec![];
        for (number, range) in ranges.iter().enumerate() {
            let start = number as i64 * range_layout::BYTES;
            let name = self.name_text(b, &range.name)?;
            words.extend(range_words(range, name).into_iter().map(|(offset, value)| (start + offset, value)));
        }
        let mut known = vec![0; ranges.len() * range_layout::BYTES as usize / 8];
        for (number, range) in ranges.iter().enumerate() {
            // Two numbers in a word: hosts are little-endian.
            let at = (number as i64 * range_layout::BYTES + range_layout::FLAGS) / 8;
            known[at as usize] = range.all_flags() & 0xffff_ffff | range.object << 32;
        }
        words.retain(|(offset, value)| match ir::constant_int(*value) {
            Some(value) => {
                known[*offset as usize / 8] = value;
                false
            }
            None => true,
        });
        let from = self.words(b, &known)?;
        // No call: the program may have a `memcpy` of its own, with a loop that comes here.
        let attrs = [("len", b.i64(ranges.len() as i64 * range_layout::BYTES)), ("isVolatile", b.bool(false))];
        b.op("llvm.intr.memcpy.inline", &[slot, from], &[], &attrs);
        for (offset, value) in words {
            let value = if value.r#type() == b.ptr() { value } else { b.index_cast(value, b.int(64)) };
            b.llvm_store(value, b.byte_offset(slot, b.constant_int(b.int(64), offset)), 8);
        }
        Ok(())
    }

    /// The address of constant words.
    fn words(&mut self, b: &Builder<'c>, words: &[i64]) -> Result<Val<'c>, Failure> {
        let (count, list) = (words.len(), words.iter().map(i64::to_string).collect::<Vec<_>>().join(", "));
        let text =
            format!("(dense<[{list}]> : tensor<{count}xi64>) {{addr_space = 0 : i32}} : !llvm.array<{count} x i64>");
        self.constant(b, "__raddle_words_", text)
    }

    /// The address of a constant string.
    fn name_text(&mut self, b: &Builder<'c>, name: &str) -> Result<Val<'c>, Failure> {
        let bytes: String = name.bytes().map(|it| format!("\\{it:02X}")).collect();
        let count = name.len() + 1;
        let text = format!("(\"{bytes}\\00\") {{addr_space = 0 : i32}} : !llvm.array<{count} x i8>");
        self.constant(b, "__raddle_name_", text)
    }

    /// The address of a constant. Equal ones are one.
    fn constant(&mut self, b: &Builder<'c>, prefix: &str, text: String) -> Result<Val<'c>, Failure> {
        if let Some(symbol) = self.constants.get(&text) {
            return Ok(address_of(b, symbol));
        }
        let symbol = format!("{prefix}{}", self.constants.len());
        self.add_ops(&format!("llvm.mlir.global private constant @{symbol}{text}"))?;
        let address = address_of(b, &symbol);
        self.constants.insert(text, symbol);
        Ok(address)
    }

    fn finish(&self) {
        let b = Builder::at_start(ir::context(self.module), ir::body(self.module), self.module.location());
        ir::set_attr(self.module, SITES, b.array(&self.sites));
    }
}

/// The ranges, with what is known of when their arrays are used again.
fn with_next_use<'c>(enter: EnterOp<'c>) -> Vec<Range<'c>> {
    let later = ir::i64s_attr(enter.op(), NEXT_USE).unwrap_or_default();
    let bits = later.into_iter().map(|it| it << flags::NEXT_USE_SHIFT).chain(std::iter::repeat(0));
    let with = |(range, bits): (Range<'c>, i64)| Range { flags: range.flags | bits, ..range };
    enter.ranges().into_iter().zip(bits).map(with).collect()
}

/// The fields of `struct raddle_range` of 8 bytes each, by their offsets.
fn range_words<'c>(range: &Range<'c>, name: Val<'c>) -> Vec<(i64, Val<'c>)> {
    let fields = [
        (range_layout::BASE, range.base),
        (range_layout::LO, range.lo),
        (range_layout::HI, range.hi),
        (range_layout::NAME, name),
    ];
    let (counts, strides): (Vec<_>, Vec<_>) = range.rows.iter().copied().unzip();
    let rows = (range_layout::ROWS..).step_by(8).zip(counts.into_iter().chain(strides));
    let lean = (range_layout::LEAN..).step_by(8).zip(range.lean.into_iter().flat_map(|it| [it.0, it.1]));
    let around = (range_layout::AROUND..).step_by(8).zip(range.around.into_iter().flat_map(|it| [it.0, it.1]));
    fields.into_iter().chain(rows).chain(lean).chain(around).collect()
}

/// The pairs of ranges of which one is written and whose numbers leave it open whether they overlap: the runtime's rule (`first_conflict`).
fn open_pairs<'s, 'c>(ranges: &'s [Range<'c>]) -> Vec<(&'s Range<'c>, &'s Range<'c>)> {
    let written = |it: &Range<'_>| it.flags & (flags::WRITE | flags::OVERWRITTEN) != 0;
    let open = |x: &Range<'_>, y: &Range<'_>| (x.object < 0 || y.object < 0) && (written(x) || written(y));
    let pairs = ranges.iter().enumerate().flat_map(|(n, x)| ranges[n + 1..].iter().map(move |y| (x, y)));
    pairs.filter(|(x, y)| open(x, y)).collect()
}

/// The first address of a range, and the one behind its last.
fn ends<'c>(b: &Builder<'c>, range: &Range<'c>) -> (Val<'c>, Val<'c>) {
    let base = b.cast("llvm.ptrtoint", range.base, b.int(64));
    let at = |offset| b.addi(base, b.index_cast(offset, b.int(64)));
    (at(range.lo), at(range.hi))
}

/// Does one end before the other begins, or is one empty? Addresses are compared as the runtime does, without a sign.
fn apart<'c>(b: &Builder<'c>, x: (Val<'c>, Val<'c>), y: (Val<'c>, Val<'c>)) -> Val<'c> {
    let least = b.binary("arith.minui", x.1, y.1);
    let greatest = b.binary("arith.maxui", x.0, y.0);
    b.cmpi(CmpI::Uge, greatest, least)
}

/// One load and one comparison: short loops ask often. The runtime fills the gate when the program starts.
fn is_long<'c>(b: &Builder<'c>, instances: Val<'c>, gate: &str) -> Val<'c> {
    let least = b.llvm_load(address_of(b, gate), b.int(64), 8);
    b.cmpi(CmpI::Sge, b.index_cast(instances, b.int(64)), least)
}

/// Has the stack room for a kernel, too? The calling thread may have to run it.
fn and_room<'c>(b: &Builder<'c>, is_long: Val<'c>) -> Val<'c> {
    and_then(b, is_long, |b| is(b, &call(b, "raddle_has_room", &[], &[b.int(32)]), 1))
}

/// Launches, copies and exits in the branch of a `region.enter`.
pub fn branch_ops<'c>(enter: EnterOp<'c>) -> Vec<Op<'c>> {
    ir::uses(enter.taken())
        .into_iter()
        .filter_map(|(user, _)| ir::entry_block(user, 0))
        .flat_map(ir::ops)
        .flat_map(|it| ir::nested(it, ir::Order::Pre))
        .filter(|it| matches!(ir::name(*it), "region.copy_in" | "region.copy_out" | "region.launch" | "region.exit"))
        .collect()
}

/// Is one of the ranges not known from before? (`region.host_access`)
fn leaves_window<'c>(b: &Builder<'c>, ranges: &[Range<'c>], windows: Val<'c>) -> Val<'c> {
    let at = |offset: i64| b.llvm_load(b.byte_offset(windows, b.constant_int(b.int(64), offset)), b.int(64), 8);
    let leaves = |(number, range): (usize, &Range<'c>)| {
        let window = number as i64 * WINDOW_BYTES;
        let pointer = b.byte_offset(range.base, b.index_cast(range.lo, b.int(64)));
        let distance = b.subi(b.cast("llvm.ptrtoint", pointer, b.int(64)), at(window));
        b.cmpi(CmpI::Uge, distance, at(window + WINDOW_COUNT))
    };
    let all = ranges.iter().enumerate().map(leaves);
    all.reduce(|one, other| b.binary("arith.ori", one, other)).unwrap_or_else(|| b.constant_bool(true))
}

/// The ends of a choice, whose number may come out of a condition.
fn ends_of<'c>(token: Val<'c>) -> Vec<ChosenOp<'c>> {
    let of_user = |user: Op<'c>| match ir::name(user) {
        "region.chosen" => ChosenOp::cast(user).into_iter().collect(),
        "scf.yield" => ir::parent(user).into_iter().flat_map(ir::results).flat_map(ends_of).collect(),
        _ => vec![],
    };
    ir::uses(token).into_iter().flat_map(|(user, _)| of_user(user)).collect()
}

/// Null is nothing to free, as it mostly is.
fn workspace_end(op: Op<'_>) {
    let b = Builder::before(op);
    let pointer = ir::operands(op)[0];
    let (_, then, _) = b.scf_if(is_there(&b, pointer), &[], false);
    call(&b.before_terminator(then), "raddle_workspace_end", &[pointer], &[]);
    ir::erase(op);
}

/// Moves the branch of the launch to where the runtime answers, unless it needs what is computed in between.
fn launch_at_once<'c>(enter: EnterOp<'c>, inside: &Builder<'c>, answer: &[Val<'c>]) {
    let users = ir::uses(enter.taken());
    let [(choice, _)] = users[..] else { return };
    let Some(branch) = ir::entry_block(choice, 0).filter(|_| ir::results(choice).is_empty()) else { return };
    let block = |it: Op<'c>| ir::parent(it).map(|up| (up, it.block()));
    let is_near = ir::is(choice, "scf.if") && block(choice) == block(enter.op());
    let between =
        std::iter::successors(enter.op().next_in_block(), |it| it.next_in_block()).take_while(|it| *it != choice);
    let is_needed =
        |value: Val<'c>| ir::uses(value).into_iter().any(|(user, _)| ir::parents(user).any(|it| it == choice));
    if !is_near || between.into_iter().any(|it| !ir::is_pure(it) || ir::results(it).into_iter().any(is_needed)) {
        return;
    }
    let (_, then, _) = inside.scf_if(is(inside, answer, ENTERED), &[], false);
    if let Some(end) = ir::ops(then).last() {
        ir::inline_before(branch, *end, &[]);
    }
}

/// The host's branch ends with a call for those who time it.
fn tell_the_end_of_the_host<'c>(enter: EnterOp<'c>, answer: &[Val<'c>], site: &str) {
    let users = ir::uses(enter.taken()).into_iter().map(|(user, _)| user).filter(|it| ir::name(*it) == "scf.if");
    for end in users.filter_map(|it| ir::entry_block(it, 1)).filter_map(|it| ir::ops(it).last().copied()) {
        let b = Builder::before(end);
        let (_, then, _) = b.scf_if(is(&b, answer, TIMED), &[], false);
        let inside = b.before_terminator(then);
        call(&inside, "raddle_host_done", &[address_of(&inside, site)], &[]);
    }
}

fn is_there<'c>(b: &Builder<'c>, pointer: Val<'c>) -> Val<'c> {
    b.cmpi(CmpI::Ne, b.cast("llvm.ptrtoint", pointer, b.int(64)), b.constant_int(b.int(64), 0))
}

fn is<'c>(b: &Builder<'c>, answer: &[Val<'c>], expected: i64) -> Val<'c> {
    match answer {
        [answer] => b.cmpi(CmpI::Eq, *answer, b.constant_int(answer.r#type(), expected)),
        _ => b.constant_bool(false),
    }
}

fn address_of<'c>(b: &Builder<'c>, symbol: &str) -> Val<'c> {
    b.value("llvm.mlir.addressof", &[], b.ptr(), &[("global_name", b.symbol(symbol))])
}

fn call<'c>(b: &Builder<'c>, callee: &str, args: &[Val<'c>], results: &[Type<'c>]) -> Vec<Val<'c>> {
    let segments = b.i32s(&[args.len() as i32, 0]);
    let attrs = [("callee", b.symbol(callee)), ("operandSegmentSizes", segments), ("op_bundle_sizes", b.i32s(&[]))];
    ir::results(b.op("llvm.call", args, results, &attrs))
}

/// Where a list of 64-bit words has its `number`-th one.
fn word<'c>(b: &Builder<'c>, number: usize) -> Val<'c> {
    b.constant_int(b.int(64), 8 * number as i64)
}

/// Reports an op that stands where it has no meaning.
pub fn misplaced(op: Op<'_>) -> Failure {
    diagnostics::error(op.location(), format!("'{}' is not in a function", ir::name(op))).report();
    Failure::Reported
}
