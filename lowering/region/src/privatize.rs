//! `region-privatize`: give each iteration its own copy of a scalar or array that it overwrites before it reads.
//!
//! ```text
//!     before                                 after
//!     affine.for %i = 0 to %n {              affine.for %i = 0 to %n {
//!       t = A[i]          // t: a view         %p = memref.alloca() : memref<f64>
//!       B[i] = t * t                           %p[] = A[i]
//!     }                                        B[i] = %p[] * %p[]
//!                                            }
//! ```
//!
//! A copy is on the stack if it has a small constant extent; CPU threads have more room there than GPUs' work items. Any other array
//! gets a slice of a workspace instead, `w[i][...]` for `t[...]`; then, and if another pointer may reach the array, the loop as it was
//! is the other branch of a check, which also asks whether a launch may pay.
//!
//! Then variables of the nest that are never read go, and a scalar that each iteration of a loop stores to first moves into that loop, if no
//! other code uses it. Arrays do not move: one element may be stored first while another one is of the iteration before.
//!
//! Legal if:  every read of the array in an iteration is preceded in it by certain writes of the same elements, and the array is
//!            dead after the loop, or the last iteration certainly writes all that any iteration writes (the copy is then stored
//!            back in the last iteration; of a variable that in some executions no iteration writes, where the last one has
//!            stored to its copy, as a flag beside it says). No other pointer of the nest may reach it: it is a local variable
//!            whose address nobody has, or all pointers have known targets, or `region.disjoint` says so when the program runs.
//!            Done only where it leaves the loop without any carried dependence but reductions; beside reductions, which may stay
//!            sequential, only of local variables that are dead after the loop, whose copies cost nothing.
//! Needs:     nothing. Leaves: parallel loops for `region-parallelize`.
//! Declines:  arrays whose extent is unknown; large copies on the stack where the loop does not surely become a kernel; workspaces in
//!            loops with a stride, with operations that no device has, inside of a parallel loop, too short for a launch, or with rows
//!            behind pointers; what is wanted after a loop with several upper bounds, whose last iteration is not told from others.
//! Source:    Tu and Padua, Automatic array privatization (1993); Par4All thesis 4.3.2 (scalars first). Differs: array expansion into a
//!            workspace where a private array has no constant size.

use melior::ir::attribute::{ArrayAttribute, StringAttribute};
use melior::ir::operation::OperationLike;
use melior::ir::r#type::MemRefType;
use melior::ir::{AffineMap, Attribute, ShapedTypeLike, ValueLike};
use raddle_dialects::build::{Builder, CmpI};
use raddle_dialects::ir::{self, Op, Order, Val};
use raddle_dialects::region::ROWS;
use raddle_dialects::{Failure, Pass};
use raddle_poly::analysis::{Analysis, CopyOut, Privatization};
use raddle_poly::model::{AccessId, ArrayId, LoopId};

use crate::affine::{self};
use crate::cost;
use crate::distribute::{in_fallback, in_parallel_loop};
use crate::expand::{self, Expansion};
use crate::extract::{Extracted, Storage, extract, is_inside};
use crate::ranges;
use crate::reductions::{self, is_pure};
use crate::versions::version;
use crate::views::{ViewInfo, is_local_variable};
use crate::worth::too_short;

/// Names of arrays of which each iteration of a loop has a copy, for people.
pub const COPIES: &str = "region.private";

/// Bytes of private memory per array that a work item has on its stack.
pub const LIMIT: i64 = 1024;

/// Bytes of all private memory that an iteration has on the stack of a CPU thread, where no other device runs the loop.
const THREADS_LIMIT: i64 = 64 << 10;

#[derive(Clone, Default)]
pub struct Privatize;

impl Pass for Privatize {
    const ARG: &'static str = "region-privatize";
    const DESC: &'static str = "give iterations private copies of what they overwrite first";

    fn run<'c>(&mut self, op: Op<'c>) -> Result<(), Failure> {
        ir::find_all(op, "region.nest").into_iter().try_for_each(privatize_nest)
    }
}

pub fn privatize_nest(nest: Op<'_>) -> Result<(), Failure> {
    // Each round changes one loop; a nest has few.
    for _ in 0..ir::find_all(nest, "affine.for").len() {
        if !privatize_one(nest)? {
            break;
        }
    }
    drop_all_unread(nest);
    ir::find_all(nest, "memref.alloca").into_iter().for_each(declare_inside);
    Ok(())
}

/// Moves a scalar variable that one loop's iterations write first and read then into that loop: no loop around it is kept in order by it.
fn declare_inside(variable: Op<'_>) {
    let value = ir::result(variable);
    if !MemRefType::try_from(value.r#type()).is_ok_and(|it| it.rank() == 0) {
        return;
    }
    let users: Vec<Op<'_>> = ir::uses(value).into_iter().map(|it| it.0).collect();
    let Some(first) = users.first() else { return };
    let is_around_all = |it: &Op<'_>| users.iter().all(|user| is_inside(*user, *it));
    let Some(home) = ir::parents(*first).find(|it| ir::is(*it, "affine.for") && is_around_all(it)) else { return };
    let body = ir::ops(ir::body(home));
    let has_user = |it: &&Op<'_>| users.iter().any(|user| is_inside(*user, **it));
    if let Some(store) = body.iter().find(has_user).filter(|it| ir::is(**it, "affine.store")) {
        ir::move_before(variable, *store);
    }
}

/// What an iteration keeps for itself and never reads, as `i1 = i + 1` where subscripts have the sum, would only keep its loops in order.
/// False if there is none.
pub fn drop_unread(nest: Op<'_>) -> bool {
    let mut has_dropped = false;
    for variable in ir::find_all(nest, "memref.alloca") {
        let users: Vec<Op<'_>> = ir::uses(ir::result(variable)).into_iter().map(|it| it.0).collect();
        if users.iter().all(|it| matches!(ir::name(*it), "affine.store" | "memref.store")) {
            users.into_iter().for_each(ir::erase);
            ir::erase(variable);
            has_dropped = true;
        }
    }
    has_dropped
}

/// The same, and variables that only such ones were computed from.
fn drop_all_unread(nest: Op<'_>) {
    while drop_unread(nest) {
        // Users first.
        for op in ir::nested(nest, Order::Pre).into_iter().rev() {
            if is_pure(op) && ir::results(op).into_iter().all(|it| !ir::has_uses(it)) {
                ir::erase(op);
            }
        }
    }
}

/// Would iterations of the loop have copies of the array, without a check, if nothing else tied them together?
pub fn is_free(analysis: &Analysis, found: &Extracted<'_>, id: LoopId, array: ArrayId) -> bool {
    let has_place =
        |it: &Private| it.copy_out == CopyOut::None || affine::last_iteration(found.loops[id.0 as usize]).is_some();
    let is_small = |it: &Private| it.stack.is_some() && it.bytes() <= LIMIT;
    out_of_reach(found, array)
        && private_array(analysis, found, id, array).is_some_and(|it| is_small(&it) && has_place(&it))
}

/// May iterations of the loop have copies of the array? What reads it afterwards gets the last one's.
pub fn is_private(analysis: &Analysis, found: &Extracted<'_>, id: LoopId, array: ArrayId) -> bool {
    private_array(analysis, found, id, array).is_some()
}

/// Bytes of a copy on the stack, if the array's extents are constants.
pub fn stack_bytes(found: &Extracted<'_>, array: ArrayId) -> Option<i64> {
    let view = found.arrays[array.0 as usize].views.first()?;
    let extents = constant_extents(view, i64::MAX)?;
    extents.into_iter().try_fold(view.elem_bytes, i64::checked_mul)
}

/// Gives each iteration of an innermost loop of `copy` that overwrites a variable of at most so many dimensions first, and that nobody wants afterwards, one of its own. False
/// where there is none. What was extracted is not true any more then. Only the copy was, and what is around it may use the variable, too:
/// so there must be no use outside of the copy and its original.
pub(crate) fn separate_one<'c>(
    analysis: &Analysis,
    found: &Extracted<'c>,
    (copy, original): (Op<'c>, Op<'c>),
    dimensions: u32,
) -> bool {
    let is_there = |user: Op<'c>| is_inside(user, copy) || is_inside(user, original);
    let uses =
        |it: &ArrayId| found.arrays[it.0 as usize].memrefs.iter().flat_map(|it| ir::uses(*it)).collect::<Vec<_>>();
    let is_only_there = |it: &ArrayId| uses(it).into_iter().all(|(user, _)| is_there(user));
    let loops = (0..found.loops.len() as u32).rev().map(LoopId);
    let arrays = (0..found.arrays.len() as u32).map(ArrayId);
    let is_variable =
        |it: &ArrayId| found.arrays[it.0 as usize].views.first().is_some_and(|it| it.rank() <= dimensions);
    let variables: Vec<_> =
        arrays.filter(|it| is_variable(it) && out_of_reach(found, *it) && is_only_there(it)).collect();
    let mut places = loops.flat_map(|id| variables.iter().map(move |it| (id, *it)));
    let free = |(id, array): (LoopId, ArrayId)| {
        let is_used = found.model.accesses.iter().any(|it| it.array == array && it.loops.contains(&id));
        let private = is_used.then(|| private_array(analysis, found, id, array)).flatten()?;
        (private.copy_out == CopyOut::None && private.stack.is_some()).then_some((id, private))
    };
    let Some((id, private)) = places.find_map(free) else { return false };
    let plan = Plan { target: id, chain: vec![id], arrays: vec![], versioned: false };
    on_stack(found, &plan, &private).is_ok()
}

/// What iterations of a loop overwrite before they read it, so that each may have its own.
pub(crate) struct OwnCopies<'c> {
    plan: Plan,
    pub expansions: Vec<Expansion<'c>>,
}

impl<'c> OwnCopies<'c> {
    /// What ties iterations of the loop `of.0` together and need not. `of.1` is a copy of it that will have the copies; what is computed for that
    /// comes before `b`. None if there is nothing.
    pub fn plan(
        b: &Builder<'c>,
        analysis: &Analysis,
        found: &Extracted<'c>,
        of: (LoopId, LoopId),
    ) -> Option<OwnCopies<'c>> {
        let copy = found.loops[of.1.0 as usize];
        let has_end = affine::last_iteration(copy).is_some();
        let own =
            |it: ArrayId| private_array(analysis, found, of.0, it).filter(|it| has_end || it.copy_out == CopyOut::None);
        let mut arrays: Vec<Private> = analysis.carriers(of.0).into_iter().filter_map(own).collect();
        for it in arrays.iter_mut().filter(|it| it.bytes() > LIMIT) {
            it.stack = None;
        }
        let may_go_back = |it: &Private| it.copy_out == CopyOut::None || analysis.overwrites(it.array, Some(of.0));
        arrays.retain(|it| it.stack.is_some() || may_go_back(it));
        let accesses = |array: ArrayId| -> Vec<AccessId> {
            found.accesses_in(copy).into_iter().filter(|it| found.array_of(*it) == array).collect()
        };
        let in_workspaces = arrays.iter().filter(|it| it.stack.is_none());
        let planned = in_workspaces.map(|it| Expansion::plan(b, found, analysis, &accesses(it.array), of.1, &[copy]));
        let expansions = planned.collect::<Option<Vec<_>>>()?;
        let plan = Plan { target: of.1, chain: vec![of.1], arrays, versioned: true };
        (!plan.arrays.is_empty()).then_some(OwnCopies { plan, expansions })
    }

    /// Lets the copy use them. The workspaces must have views.
    pub fn give(&self, found: &Extracted<'c>) -> Result<(), Failure> {
        give(found, &self.plan, &self.expansions)
    }
}

/// What to make private in a loop.
struct Plan {
    /// The innermost loop of the perfect chain under the loop that is made parallel: copies live in its body.
    target: LoopId,
    /// Loops from the one made parallel down to `target`.
    chain: Vec<LoopId>,
    arrays: Vec<Private>,
    /// The loop as it was stays, as the other branch of a check.
    versioned: bool,
}

#[derive(Clone)]
struct Private {
    array: ArrayId,
    copy_out: CopyOut,
    /// Extents of a copy on the work item's stack; None for a slice of a workspace.
    stack: Option<Vec<i64>>,
    elem_bytes: i64,
}

impl Private {
    /// On the stack.
    fn bytes(&self) -> i64 {
        self.stack.iter().flatten().fold(self.stack.as_ref().map_or(0, |_| self.elem_bytes), |all, it| all * it)
    }
}

/// Privatizes for the first loop where that removes all carried dependences. False if there is none.
fn privatize_one(nest: Op<'_>) -> Result<bool, Failure> {
    let found = extract(nest);
    let Ok(analysis) = Analysis::of(&found.model) else { return Ok(false) };
    for id in (0..found.loops.len() as u32).map(LoopId) {
        if let Some(plan) = plan(&analysis, &found, id)
            && apply(&analysis, &found, &plan)?
        {
            return Ok(true);
        }
    }
    Ok(false)
}

fn plan(analysis: &Analysis, found: &Extracted<'_>, id: LoopId) -> Option<Plan> {
    if in_fallback(found.loops[id.0 as usize]) {
        return None;
    }
    let arrays = private_arrays(analysis, found, id)?;
    // What goes back does so in the last iteration, which must be told from the others.
    let goes_back = arrays.iter().any(|it| it.copy_out != CopyOut::None);
    let has_place = |id: LoopId| !goes_back || affine::last_iteration(found.loops[id.0 as usize]).is_some();
    if !has_place(id) {
        return None;
    }
    if arrays.iter().any(|it| it.bytes() > LIMIT) && !fits_threads(analysis, found, id, &arrays) {
        return None;
    }
    let reachable = |it: &Private| !out_of_reach(found, it.array);
    let versioned = arrays.iter().any(|it| it.stack.is_none() || reachable(it));
    if versioned && !worth_a_version(analysis, found, id) {
        return None;
    }
    if arrays.iter().any(|it| it.stack.is_none()) && has_rows(found, id) {
        return None;
    }
    let mut plan = Plan { target: id, chain: vec![id], arrays, versioned };
    while let Some(child) = perfect_child(found, plan.target) {
        // The copies move inward only if each inner iteration, too, overwrites first.
        let ids: Vec<ArrayId> = plan.arrays.iter().map(|it| it.array).collect();
        let same = plan.arrays.iter().all(|it| privacy(analysis, child, it.array) == Some(it.copy_out));
        let rectangular =
            !versioned || !expand::depends_on_loop(found.loops[child.0 as usize], found.loops[id.0 as usize]);
        if !same || !rectangular || !has_place(child) || !analysis.parallel(child, &ids) {
            break;
        }
        plan.target = child;
        plan.chain.push(child);
    }
    Some(plan)
}

/// Whether rows behind pointers lie apart is asked at the launch, behind the workspace: where they do not, or to see it takes too
/// long, the loop would run on the host with copies that only a launch is worth.
fn has_rows(found: &Extracted<'_>, id: LoopId) -> bool {
    let accesses = found.accesses_in(found.loops[id.0 as usize]);
    let views = accesses.into_iter().flat_map(|it| &found.arrays[found.array_of(it).0 as usize].views);
    views.filter_map(|it| ir::defining_op(it.result)).any(|it| ir::has_attr(it, ROWS))
}

/// Large copies on the stack are for CPU threads, in a loop that surely becomes their kernel: loops inside of it could not become
/// kernels any more, since they use what is local to an iteration around them.
fn fits_threads(analysis: &Analysis, found: &Extracted<'_>, id: LoopId, arrays: &[Private]) -> bool {
    let op = found.loops[id.0 as usize];
    arrays.iter().map(Private::bytes).sum::<i64>() <= THREADS_LIMIT
        && too_short(found, analysis, id).is_none()
        && !in_parallel_loop(analysis, found, id)
        && found.obstacle_in(op).is_none()
        && ranges::of_loop(&Builder::before(op), found, analysis, id).is_ok()
}

/// Do CPU threads alone run the loop?
fn for_threads(found: &Extracted<'_>, id: LoopId) -> bool {
    has_rows(found, id) || found.threads_only_in(found.loops[id.0 as usize]).is_some()
}

/// A second version of the loop pays only if this one becomes a kernel.
fn worth_a_version(analysis: &Analysis, found: &Extracted<'_>, id: LoopId) -> bool {
    let op = found.loops[id.0 as usize];
    too_short(found, analysis, id).is_none()
        && !in_parallel_loop(analysis, found, id)
        && found.obstacle_in(op).is_none()
        && affine::step(op) == Some(1)
}

/// The arrays to copy so that loop `id` carries nothing but reductions; None if that cannot be, or nothing is to do.
fn private_arrays(analysis: &Analysis, found: &Extracted<'_>, id: LoopId) -> Option<Vec<Private>> {
    let carriers = analysis.carriers(id);
    if carriers.is_empty() || !analysis.parallel(id, &carriers) {
        return None;
    }
    let (mut arrays, mut others) = (vec![], vec![]);
    for array in carriers {
        match private_array(analysis, found, id, array) {
            Some(private) => arrays.push(private),
            None => others.push(array),
        }
    }
    // Whether a reduction becomes parallel is decided later: until then a copy must cost nothing.
    let is_free = |it: &Private| {
        it.copy_out == CopyOut::None && it.stack.is_some() && it.bytes() <= LIMIT && out_of_reach(found, it.array)
    };
    if others.is_empty() {
        return (!arrays.is_empty()).then_some(arrays);
    }
    // What is wanted behind the loop may be a reduction, too: the last value.
    let (free, costly): (Vec<_>, Vec<_>) = arrays.into_iter().partition(is_free);
    others.extend(costly.iter().map(|it| it.array));
    (!free.is_empty() && reductions::of_loop(analysis, found, id, &others).is_some()).then_some(free)
}

fn private_array(analysis: &Analysis, found: &Extracted<'_>, id: LoopId, array: ArrayId) -> Option<Private> {
    let storage = &found.arrays[array.0 as usize];
    let view = storage.views.first().filter(|_| storage.faithful)?;
    let copy_out = privacy(analysis, id, array)?;
    let is_variable = view.rank() == 0;
    let elem_bytes = view.elem_bytes;
    if is_variable || copy_out == CopyOut::None {
        let limit = if for_threads(found, id) { THREADS_LIMIT } else { LIMIT };
        return Some(Private { array, copy_out, stack: constant_extents(view, limit), elem_bytes });
    }
    // An array is stored back whole, from its workspace: the last iteration must have written all of its box. The loop that
    // does it needs symbols for bounds, which only the top of the nest has.
    let at_top = ir::parent(found.loops[id.0 as usize]).is_some_and(|it| ir::is(it, "region.nest"));
    (at_top && analysis.overwrites(array, Some(id))).then_some(Private { array, copy_out, stack: None, elem_bytes })
}

fn privacy(analysis: &Analysis, id: LoopId, array: ArrayId) -> Option<CopyOut> {
    match analysis.privatizable(id, array) {
        Privatization::Yes { copy_out, .. } => Some(copy_out),
        Privatization::No { .. } => None,
    }
}

/// Extents of a copy on the stack: the array's own, if they are constant and small.
fn constant_extents(view: &ViewInfo<'_>, limit: i64) -> Option<Vec<i64>> {
    let extents: Option<Vec<i64>> = view.sizes.iter().map(|it| ir::constant_int(*it).filter(|it| *it > 0)).collect();
    let bytes = extents.as_ref()?.iter().try_fold(view.elem_bytes, |all, it| all.checked_mul(*it))?;
    extents.filter(|_| bytes <= limit)
}

/// Can no other pointer of the nest reach the array?
fn out_of_reach(found: &Extracted<'_>, array: ArrayId) -> bool {
    let storage = &found.arrays[array.0 as usize];
    let Some(view) = storage.views.first().filter(|it| it.object >= 0) else { return false };
    let others_known = || found.arrays.iter().flat_map(|it| &it.views).all(|it| it.object >= 0 || it.input.is_none());
    is_local_variable(view) || others_known()
}

/// The only op in the body of a loop, if it is an `affine.for`.
pub fn perfect_child(found: &Extracted<'_>, id: LoopId) -> Option<LoopId> {
    let body = ir::ops(ir::entry_block(found.loops[id.0 as usize], 0)?);
    match body.as_slice() {
        [only, _terminator] if ir::is(*only, "affine.for") => found.loop_of(*only),
        _ => None,
    }
}

/// False, and nothing but dead arithmetic is added, if an extent turns out to be unknown.
fn apply<'c>(analysis: &Analysis, found: &Extracted<'c>, plan: &Plan) -> Result<bool, Failure> {
    let mut expansions = vec![];
    if plan.versioned {
        let Some(made) = versions(analysis, found, plan) else { return Ok(false) };
        expansions = made;
    }
    give(found, plan, &expansions)?;
    note(found, plan);
    Ok(true)
}

fn give<'c>(found: &Extracted<'c>, plan: &Plan, expansions: &[Expansion<'c>]) -> Result<(), Failure> {
    for private in &plan.arrays {
        match expansions.iter().find(|it| it.array == private.array) {
            Some(expansion) => {
                expansion.redirect(found, |it| is_inside(it, found.loops[plan.target.0 as usize]))?;
                if private.copy_out != CopyOut::None {
                    let original = found.arrays[private.array.0 as usize].memrefs[0];
                    expansion.store_back(last_iteration(found, plan)?, original)?;
                }
            }
            None => on_stack(found, plan, private)?,
        }
    }
    Ok(())
}

/// Says at the loop that is made parallel which arrays its iterations have for themselves.
fn note(found: &Extracted<'_>, plan: &Plan) {
    let op = found.loops[plan.chain[0].0 as usize];
    let name = |it: &Private| found.arrays[it.array.0 as usize].views.first().map(|it| it.name.clone());
    let earlier = ir::strs_attr(op, COPIES).unwrap_or_default().into_iter().map(str::to_string);
    let mut names: Vec<String> = earlier.chain(plan.arrays.iter().filter_map(name)).collect();
    names.sort();
    names.dedup();
    let context = ir::context(op);
    let names: Vec<Attribute> = names.iter().map(|it| StringAttribute::new(context, it).into()).collect();
    ir::set_attr(op, COPIES, ArrayAttribute::new(context, &names).into());
}

/// The loop as it was becomes the other branch of a check. None if an extent is not known.
fn versions<'c>(analysis: &Analysis, found: &Extracted<'c>, plan: &Plan) -> Option<Vec<Expansion<'c>>> {
    let id = plan.chain[0];
    let op = found.loops[id.0 as usize];
    let b = Builder::before(op);
    let chain: Vec<Op<'c>> = plan.chain.iter().map(|it| found.loops[it.0 as usize]).collect();
    let accesses = |array: ArrayId| -> Vec<AccessId> {
        found.accesses_in(op).into_iter().filter(|it| found.array_of(*it) == array).collect()
    };
    let in_workspaces = plan.arrays.iter().filter(|it| it.stack.is_none());
    let planned = in_workspaces.map(|it| Expansion::plan(&b, found, analysis, &accesses(it.array), id, &chain));
    let mut expansions: Vec<_> = planned.collect::<Option<_>>()?;
    version(analysis, found, id, &mut expansions, cost::per_iteration(op, false)).ok()?;
    Some(expansions)
}

/// A variable in the body of the innermost loop of the chain takes the array's place in it.
fn on_stack(found: &Extracted<'_>, plan: &Plan, private: &Private) -> Result<(), Failure> {
    let target = found.loops[plan.target.0 as usize];
    let storage = &found.arrays[private.array.0 as usize];
    let extents = private.stack.as_ref().ok_or_else(|| Failure::Internal("a private array has no place".into()))?;
    let original = storage.memrefs[0];
    let copy = take_its_place(storage, target, extents);
    match private.copy_out {
        CopyOut::None => Ok(()),
        CopyOut::LastIteration => {
            store_back(&last_iteration(found, plan)?, copy, original);
            Ok(())
        }
        CopyOut::LastIterationIfAny => {
            let declared = ir::defining_op(copy).ok_or_else(|| Failure::Internal("a copy has no place".into()))?;
            let written = note_stores(&Builder::after(declared), copy);
            let b = last_iteration(found, plan)?;
            let flag = b.affine_load(written, AffineMap::empty(b.context()), &[]);
            let (_, then, _) = b.scf_if(b.cmpi(CmpI::Ne, flag, b.constant_int(b.int(32), 0)), &[], false);
            store_back(&b.before_terminator(then), copy, original);
            Ok(())
        }
    }
}

/// A variable of these extents in the loop's body takes the array's place in it.
pub fn take_its_place<'c>(storage: &Storage<'c>, target: Op<'c>, extents: &[i64]) -> Val<'c> {
    let b = Builder::at_start(ir::context(target), ir::body(target), target.location());
    let copy = b.memref_alloca(b.memref(extents, raddle_dialects::build::element_type(storage.memrefs[0])));
    for (user, operand) in storage.memrefs.iter().flat_map(|it| ir::uses(*it)) {
        if is_inside(user, target) {
            ir::set_operand(user, operand, copy);
        }
    }
    copy
}

fn store_back<'c>(b: &Builder<'c>, copy: Val<'c>, original: Val<'c>) {
    let map = AffineMap::empty(b.context());
    b.affine_store(b.affine_load(copy, map, &[]), original, map, &[]);
}

/// A variable that says whether the iteration has stored to its copy. What no iteration writes must not be written back: the
/// program's own value is there, and nobody may be allowed to write.
fn note_stores<'c>(b: &Builder<'c>, copy: Val<'c>) -> Val<'c> {
    let map = AffineMap::empty(b.context());
    let flag = b.memref_alloca(b.memref(&[], b.int(32)));
    b.affine_store(b.constant_int(b.int(32), 0), flag, map, &[]);
    for (user, _) in ir::uses(copy).into_iter().filter(|(user, _)| ir::name(*user).ends_with(".store")) {
        let b = Builder::after(user);
        b.affine_store(b.constant_int(b.int(32), 1), flag, map, &[]);
    }
    flag
}

/// A place at the end of the body that is reached in the last iteration of all loops of the chain.
fn last_iteration<'c>(found: &Extracted<'c>, plan: &Plan) -> Result<Builder<'c>, Failure> {
    let target = found.loops[plan.target.0 as usize];
    let mut b = Builder::before(target).before_terminator(ir::body(target));
    for id in &plan.chain {
        let op = found.loops[id.0 as usize];
        let (set, operands) =
            affine::last_iteration(op).ok_or_else(|| Failure::Internal("a loop lost its bounds".into()))?;
        let (last, then, _) = b.affine_if(set, &operands, false);
        ir::set_attr(last, cost::ONCE, b.unit());
        b = b.before_terminator(then);
    }
    Ok(b)
}
