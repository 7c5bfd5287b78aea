//! `gpu-serial`: make what the host does between parallel loops kernels of one work item, for arrays that a device has just then.
//!
//! ```text
//!     before                                     after
//!     affine.for %t = 0 to %n {                  affine.for %t = 0 to %n {
//!       affine.for %i .. {} {region.parallel}      affine.for %i .. {} {region.parallel}
//!       a[0] = a[1]                                affine.for %once = 0 to 1 {
//!     }                                              a[0] = a[1]
//!                                                  } {region.parallel, region.serial}
//!                                                }
//! ```
//!
//! Legal if:  always; a loop of one iteration is what it was. Variables that only these statements use, and write first, are the loop's own.
//! Needs:     `region-parallelize`. `gpu-outline` makes the kernels; the runtime runs one where the host would wait longer for what the
//!            device has, and never on CPU threads.
//! Declines:  statements that reach no array of a parallel loop beside them which is long enough for a launch, leave a variable of the function or a value behind, are many, or
//!            have an operation that not every device has.
//! Source:    Par4All thesis 3.7 (sequential promotion).

use melior::ir::operation::OperationLike;
use melior::ir::{AffineExpr, AffineMap};
use raddle_dialects::build::{Builder, element_type};
use raddle_dialects::ir::{self, Block, Op, Order, Val};
use raddle_dialects::region::{MathOp, NestOp, SERIAL, THREADS_ONLY, nests};
use raddle_dialects::{Failure, Pass};
use raddle_poly::analysis::Analysis;
use raddle_poly::model::{AccessKind, ArrayId};
use raddle_region::distribute::in_fallback;
use raddle_region::extract::{Extracted, TILED, extract_with_tiles, is_inside};
use raddle_region::parallelize::PARALLEL;
use raddle_region::views;
use raddle_region::worth::too_short;

/// More ops are worth no kernel: one work item takes long for them, and each kernel has to be compiled for each device.
const MOST_OPS: usize = 120;

#[derive(Clone, Default)]
pub struct Serial;

impl Pass for Serial {
    const ARG: &'static str = "gpu-serial";
    const DESC: &'static str =
        "make what is between parallel loops loops of one iteration, for devices that have the arrays";
    const OP: &'static str = "builtin.module";

    fn run<'c>(&mut self, module: Op<'c>) -> Result<(), Failure> {
        for nest in nests(module) {
            let found = extract_with_tiles(nest.op());
            let Ok(analysis) = Analysis::of(&found.model) else { continue };
            let between = Between { found: &found, analysis: &analysis, nest };
            for block in between.blocks() {
                between.runs(block).iter().for_each(|run| between.wrap(run));
            }
        }
        Ok(())
    }
}

struct Between<'a, 'c> {
    found: &'a Extracted<'c>,
    analysis: &'a Analysis,
    nest: NestOp<'c>,
}

impl<'c> Between<'_, 'c> {
    /// Those with parallel loops for devices in them.
    fn blocks(&self) -> Vec<Block<'c>> {
        let mut blocks: Vec<Block<'c>> = vec![];
        for op in self.found.loops.iter().copied().filter(|it| self.is_launched(*it)) {
            let around = std::iter::once(op).chain(ir::parents(op)).take_while(|it| *it != self.nest.op());
            for block in around.filter_map(|it| it.block()) {
                if !blocks.contains(&block) {
                    blocks.push(block);
                }
            }
        }
        blocks
    }

    /// Ops beside each other without a parallel loop, from the first that depends on memory to the last.
    fn runs(&self, block: Block<'c>) -> Vec<Vec<Op<'c>>> {
        let ops = ir::ops(block);
        let body = &ops[..ops.len().saturating_sub(1)];
        let has_launched = |it: &&Op<'c>| ir::nested(**it, Order::Pre).into_iter().any(|it| self.is_launched(it));
        let arrays = body.iter().filter(has_launched).flat_map(|it| self.accessed(*it));
        let arrays: Vec<ArrayId> = arrays.map(|it| it.0).collect();
        let has_kernels = |it: &Op<'c>| ir::nested(*it, Order::Pre).into_iter().any(|it| ir::has_attr(it, PARALLEL));
        let runs = body.split(has_kernels).map(depending);
        runs.filter(|run| self.may_be_a_kernel(run) && self.shares(run, &arrays)).collect()
    }

    /// Is it a loop that becomes a kernel for devices?
    fn is_launched(&self, op: Op<'c>) -> bool {
        let is_tiled = || std::iter::once(op).chain(ir::parents(op)).any(|it| ir::has_attr(it, TILED));
        let is_for_threads = || ir::has_attr(op, THREADS_ONLY) || self.found.threads_only_in(op).is_some();
        // What stands beside loops that are never launched is in a hot loop of the host, perhaps.
        let is_short = || self.found.loop_of(op).is_none_or(|id| too_short(self.found, self.analysis, id).is_some());
        ir::has_attr(op, PARALLEL) && !is_for_threads() && !in_fallback(op) && !is_tiled() && !is_short()
    }

    /// The arrays that `op` accesses, and how.
    fn accessed(&self, op: Op<'c>) -> Vec<(ArrayId, AccessKind)> {
        let accesses = self.found.accesses_in(op).into_iter();
        accesses.map(|it| (self.found.array_of(it), self.found.model.accesses[it.0 as usize].kind)).collect()
    }

    /// Every device has its operations, and it leaves nothing in a register.
    fn may_be_a_kernel(&self, run: &[Op<'c>]) -> bool {
        let all: Vec<Op<'c>> = run.iter().flat_map(|it| ir::nested(*it, Order::Pre)).collect();
        let is_ours = |it: &Op<'c>| ir::name(*it).starts_with("region.") && MathOp::cast(*it).is_none();
        let is_version = |it: &Op<'c>| is_ours(it) || in_fallback(*it) || ir::has_attr(*it, TILED);
        let stays = |it: &Op<'c>| self.found.obstacle_in(*it).is_none() && self.found.threads_only_in(*it).is_none();
        let is_used_here =
            |it: Val<'c>| ir::uses(it).iter().all(|(user, _)| run.iter().any(|op| is_inside(*user, *op)));
        all.len() <= MOST_OPS
            && !all.iter().any(is_version)
            && run.iter().all(stays)
            && run.iter().flat_map(|it| ir::results(*it)).all(is_used_here)
            && self.written(run).into_iter().all(|it| self.is_in_memory(it) || self.variable_of(run, it).is_some())
    }

    fn written(&self, run: &[Op<'c>]) -> Vec<ArrayId> {
        let all = run.iter().flat_map(|it| self.accessed(*it));
        let mut written: Vec<ArrayId> = all.filter(|it| it.1 == AccessKind::Write).map(|it| it.0).collect();
        written.sort_unstable();
        written.dedup();
        written
    }

    /// It writes an array, and reaches one that launches beside it have, too.
    fn shares(&self, run: &[Op<'c>], arrays: &[ArrayId]) -> bool {
        let is_array = |it: &ArrayId| views::memref_rank(self.found.arrays[it.0 as usize].memrefs[0]) > 0;
        let reached = run.iter().flat_map(|it| self.accessed(*it)).map(|it| it.0);
        self.written(run).iter().any(is_array) && reached.filter(is_array).any(|it| arrays.contains(&it))
    }

    /// Has it a place that a launch can write to, which keeps no register of the host from anything?
    fn is_in_memory(&self, array: ArrayId) -> bool {
        let storage = &self.found.arrays[array.0 as usize];
        let is_variable =
            views::memref_rank(storage.memrefs[0]) == 0 && storage.views.iter().any(views::is_local_variable);
        !storage.views.is_empty() && !is_variable
    }

    /// A scalar that these ops write first, and nobody else uses.
    fn variable_of(&self, run: &[Op<'c>], array: ArrayId) -> Option<Val<'c>> {
        let storage = &self.found.arrays[array.0 as usize];
        let [memref] = storage.memrefs[..] else { return None };
        let users: Vec<Op<'c>> = ir::uses(memref).into_iter().map(|it| it.0).collect();
        let is_here = |user: &Op<'c>| run.iter().any(|op| is_inside(*user, *op));
        let first = run.iter().find(|op| users.iter().any(|user| is_inside(*user, **op)))?;
        let is_written_first =
            matches!(ir::name(*first), "affine.store" | "memref.store") && ir::operands(*first)[1] == memref;
        let is_own = views::memref_rank(memref) == 0 && storage.views.iter().all(|it| !it.live_out);
        (is_own && is_written_first && users.iter().all(is_here)).then_some(memref)
    }

    fn wrap(&self, run: &[Op<'c>]) {
        let Some(first) = run.first().copied() else { return };
        let b = Builder::before(first).at(first.location());
        let variables: Vec<Val<'c>> =
            self.written(run).into_iter().filter_map(|it| self.variable_of(run, it)).collect();
        let bound = |it: i64| AffineMap::new(b.context(), 0, 0, &[AffineExpr::constant(b.context(), it)]);
        let (once, body) = b.affine_for((bound(0), &[]), (bound(1), &[]), 1);
        [PARALLEL, SERIAL].into_iter().for_each(|it| ir::set_attr(once, it, b.unit()));
        if let Some(end) = ir::ops(body).last() {
            run.iter().for_each(|it| ir::move_before(*it, *end));
        }
        let inside = Builder::at_start(ir::context(first), body, first.location());
        for variable in variables {
            let copy = inside.memref_alloca(inside.memref(&[], element_type(variable)));
            ir::replace_all_uses(variable, copy);
        }
    }
}

/// The ops without those that need nothing of what is behind the first one with an effect: these go before it. Nothing is left that only
/// computes at either end.
fn depending<'c>(ops: &[Op<'c>]) -> Vec<Op<'c>> {
    let Some(start) = ops.iter().position(|it| !ir::is_pure(*it)) else { return vec![] };
    let mut run: Vec<Op<'c>> = vec![];
    for op in &ops[start..] {
        let inner = || ir::nested(*op, Order::Pre).into_iter().flat_map(ir::operands);
        let depends = inner().filter_map(ir::defining_op).any(|it| run.contains(&it));
        match run.first() {
            Some(first) if ir::is_pure(*op) && !depends => ir::move_before(*op, *first),
            _ => run.push(*op),
        }
    }
    while run.last().is_some_and(|it| ir::is_pure(*it)) {
        run.pop();
    }
    run
}
