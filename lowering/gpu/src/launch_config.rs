//! `gpu-launch-config`: say how a launch's work items are grouped as far as the program decides it, and skip launches without work
//! items.
//!
//! ```text
//!     before                                                after
//!     region.launch @k::@k extents(%c1000, %n, %c1)         %some = arith.cmpi sgt, %n, %c0
//!                                                           scf.if %some {
//!                                                             region.launch @k::@k extents(%c1000, %n, %c1)
//!                                                               {group_shape = array<i64: 0, 0, 1>} }
//!     region.launch @k::@k extents(%c1000, %c500, %c1)      ... {group_shape = array<i64: 32, 0, 1>}
//!     region.launch @k::@k extents(%c20, %c1, %c1)          ... {group_shape = array<i64: 32, 1, 1>}
//!     region.launch @k::@k extents(%c0, %n, %c1)            nothing, and no kernel, if this was its last launch
//!     region.launch ... {work_group = array<i64: 32, 8>}    stays: somebody asks for it
//! ```
//!
//! Known here is the rank, what a row of work items needs, and that a row is a warp if there are several. A size of 0 is late-bound:
//! the runtime takes it from the kernel's occupancy, the work items per multiprocessor and what the device can count, which need
//! the registers that a driver gives the kernel. `RADDLE_BLOCK` wins over `work_group`, which wins over `group_shape`.
//!
//! Legal if:  always. Kernels test their ids, so no grouping changes a result; a launch with an extent of 0 or less has no work items, and
//!            its `region.enter` is answered with no.
//! Needs:     `gpu-outline`, and `canonicalize`, which makes extents constants. Before `gpu-transfers`: copies go where the launch is.
//! Declines:  nothing. A `work_group` with more dimensions than the kernel is an error.
//! Source:    Par4All thesis 4.2, L4105-4211 (work-group size and shape). Differs: what depends on the device is left to the launch; grids
//!            beyond a device's limits are not split, the runtime goes on with the CPU.

use melior::ir::operation::OperationLike;
use raddle_dialects::build::{Builder, CmpI};
use raddle_dialects::ir::{self, Op, Val};
use raddle_dialects::region::{EnterOp, Groups, LaunchOp};
use raddle_dialects::{Failure, Pass, diagnostics};

use crate::lower_launches::branch_ops;
use crate::transfers::launches;

/// Work items that run in step: a row of a group is a whole number of these.
const WARP: i64 = 32;

#[derive(Clone, Default)]
pub struct LaunchConfig;

impl Pass for LaunchConfig {
    const ARG: &'static str = "gpu-launch-config";
    const DESC: &'static str = "decide the shape of work-groups as far as extents tell, skip empty launches";
    const OP: &'static str = "builtin.module";

    fn run<'c>(&mut self, module: Op<'c>) -> Result<(), Failure> {
        for launch in ir::find_all(module, "region.launch").into_iter().filter_map(LaunchOp::cast) {
            if known_extents(launch).into_iter().flatten().any(|it| it <= 0) {
                erase_empty(module, launch);
                continue;
            }
            configure(module, launch)?;
            guard(launch);
        }
        ir::find_all(module, "region.enter").into_iter().filter_map(EnterOp::cast).for_each(answer_if_unused);
        Ok(())
    }
}

fn known_extents(launch: LaunchOp<'_>) -> [Option<i64>; 3] {
    launch.extents().map(ir::constant_int)
}

fn configure<'c>(module: Op<'c>, launch: LaunchOp<'c>) -> Result<(), Failure> {
    let Some(Groups::Asked(sizes)) = launch.groups() else {
        launch.set_groups(&Builder::before(launch.op()), Groups::Shape(shape(known_extents(launch))));
        return Ok(());
    };
    let asked = 1 + sizes.iter().rposition(|size| *size > 1).unwrap_or(0);
    match kernel(module, launch).and_then(|it| ir::i64_attr(it, "region.dims")) {
        Some(dims) if (dims as usize) < asked => {
            let (_, name) = launch.kernel();
            let message = format!("'region.launch' op work_group has {asked} dimensions, kernel @{name} has {dims}");
            diagnostics::error(launch.op().location(), message).report();
            Err(Failure::Reported)
        }
        Some(_) | None => Ok(()),
    }
}

/// The kernel's function.
pub fn kernel<'c>(module: Op<'c>, launch: LaunchOp<'c>) -> Option<Op<'c>> {
    let (gpu_module, function) = launch.kernel();
    ir::lookup(ir::lookup(module, gpu_module)?, function)
}

/// The sizes that follow from the extents, whatever the device; 0 for the others.
fn shape(extents: [Option<i64>; 3]) -> [i64; 3] {
    let is_several = |axis: usize| extents[axis].is_some_and(|it| it > 1);
    let x = match extents[0] {
        // A short row takes no more than it needs.
        Some(n) if n <= WARP => n.unsigned_abs().next_power_of_two() as i64,
        Some(_) if is_several(1) || is_several(2) => WARP,
        Some(_) | None => 0,
    };
    let unless_single = |axis: usize| i64::from(extents[axis] == Some(1));
    [x, unless_single(1), unless_single(2)]
}

/// Runs the launch only if each extent that is not known is positive.
fn guard(launch: LaunchOp<'_>) {
    let b = Builder::before(launch.op());
    let unknown = launch.extents().into_iter().filter(|it| ir::constant_int(*it).is_none());
    let positive: Vec<Val<'_>> = unknown.map(|it| b.cmpi(CmpI::Sgt, it, b.constant_index(0))).collect();
    if let Some(condition) = positive.into_iter().reduce(|x, y| b.binary("arith.andi", x, y)) {
        let (_, then, _) = b.scf_if(condition, &[], false);
        if let Some(end) = ir::ops(then).last() {
            ir::move_before(launch.op(), *end);
        }
    }
}

fn erase_empty<'c>(module: Op<'c>, launch: LaunchOp<'c>) {
    let (name, _) = launch.kernel();
    diagnostics::remark(launch.op().location(), format!("kernel '{name}' is not launched: it has no work items"))
        .report();
    ir::erase(launch.op());
    let mut others = ir::find_all(module, "region.launch").into_iter().filter_map(LaunchOp::cast);
    if others.all(|it| it.kernel().0 != name)
        && let Some(kernel) = ir::lookup(module, name)
    {
        ir::erase(kernel);
    }
}

/// A branch without launches is not taken.
fn answer_if_unused(enter: EnterOp<'_>) {
    if launches(enter).is_empty() {
        branch_ops(enter).into_iter().for_each(ir::erase);
        ir::replace_op(enter.op(), &[Builder::before(enter.op()).constant_bool(false)]);
    }
}
