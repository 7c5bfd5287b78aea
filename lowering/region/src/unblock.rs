//! `region-unblock`: loops that go from block to block run without blocks, where a launch may pay and the order does not matter.
//!
//! ```text
//!     before                                              after
//!     %never = arith.constant false                       %pays = region.may_pay ..., region.disjoint ...
//!     %done = scf.if %never {                             %done = scf.if %pays {
//!       region.nest(...) {region.unblocked = 2} {           region.nest(...) {
//!         affine.for %i = 0 to %n {                           affine.for %i = 0 to %n {
//!           affine.for %j = 0 to %n { ... } }                   affine.for %j = 0 to %n { ... } }
//!       }                                                   }
//!       scf.yield true                                      scf.yield true
//!     } else { scf.yield false }                          } else { scf.yield false }
//!     llvm.cond_br %done, ^join, ^blocks                  llvm.cond_br %done, ^join, ^blocks
//!   ^blocks:                                            ^blocks:
//!     region.nest(...) {region.blocked} { ... }           region.nest(...) {region.blocked} { ... }
//! ```
//!
//! The front end has made both nests (`raise::blocks`). On the host the blocks stay: they were made for its caches.
//!
//! Legal if:  between instances that depend on each other no index of the loops in question goes down while another one goes up: then
//!            the order from block to block is the other one for them. What each iteration of the innermost of these loops overwrites
//!            first does not count. Arrays lie apart, which is checked before the nest. An element that waits in a variable
//!            (`region.summed`) is not touched meanwhile, and no loop around it carries a dependence.
//! Needs:     nothing. First of all passes, before anybody finds out that the branch is never taken.
//! Worth it:  one of the loops runs in parallel, and a launch may pay.
//! Declines:  arrays of unknown extent, sums in an order; silently: the nest with blocks is looked at like any other one.
//! Source:    Irigoin and Triolet, Supernode partitioning (POPL 1988), 3: the condition for tiles, read backwards.

use melior::ir::operation::OperationLike;
use raddle_dialects::build::Builder;
use raddle_dialects::ir::{self, Mapping, Op, Val};
use raddle_dialects::region::{BLOCKED, MayPayOp, NestOp, SUMMED, UNBLOCKED};
use raddle_dialects::{Failure, Pass};
use raddle_poly::analysis::{Analysis, Distance, Privatization};
use raddle_poly::model::{ArrayId, LoopId};

use crate::cost;
use crate::extract::{Extracted, extract, is_inside};
use crate::privatize::perfect_child;
use crate::ranges::{self, where_disjoint};
use crate::worth::too_short;

#[derive(Clone, Default)]
pub struct Unblock;

impl Pass for Unblock {
    const ARG: &'static str = "region-unblock";
    const DESC: &'static str = "run loops that go from block to block without blocks";

    fn run<'c>(&mut self, op: Op<'c>) -> Result<(), Failure> {
        let nests = ir::find_all(op, "region.nest").into_iter().filter(|it| ir::has_attr(*it, UNBLOCKED));
        for nest in nests.filter_map(NestOp::cast).collect::<Vec<_>>() {
            if choose(nest).is_none() {
                give_up(op, nest);
            }
        }
        Ok(())
    }
}

/// Nobody wants the version.
fn give_up<'c>(module: Op<'c>, nest: NestOp<'c>) {
    let number = ir::i64_attr(nest.op(), BLOCKED);
    let nests = ir::find_all(module, "region.nest").into_iter();
    nests.filter(|it| ir::i64_attr(*it, BLOCKED) == number).for_each(|it| ir::remove_attr(it, BLOCKED));
    if let Some(choice) = ir::parent(nest.op()).filter(|it| ir::is(*it, "scf.if")) {
        ir::replace_op(choice, &[Builder::before(choice).constant_bool(false)]);
    }
}

/// Lets the nest run where a launch of it may pay. None, and nothing changed, where the order matters or nobody would gain.
fn choose<'c>(nest: NestOp<'c>) -> Option<()> {
    let choice = ir::parent(nest.op()).filter(|it| ir::is(*it, "scf.if"))?;
    let found = extract(nest.op());
    let analysis = Analysis::of(&found.model).ok()?;
    let chain = chain(nest, &found)?;
    let is_summed = ir::has_attr(nest.op(), SUMMED);
    let is_kept = !is_summed || is_left_alone(&found, *chain.last()?);
    if !is_kept
        || !may_go_without_blocks(&found, &analysis, (&chain, is_summed))
        || too_short(&found, &analysis, chain[0]).is_some()
    {
        return None;
    }
    let root = found.loops[chain[0].0 as usize];
    let before = ops_before(root);
    let condition = condition(&found, &analysis, chain[0]);
    let moved = condition.and_then(|it| move_out(nest, root, choice, it));
    for op in ops_before(root).into_iter().rev().filter(|it| !before.contains(it)) {
        ir::erase(op);
    }
    ir::set_operand(choice, 0, moved?);
    [UNBLOCKED, BLOCKED].into_iter().for_each(|it| ir::remove_attr(nest.op(), it));
    Some(())
}

/// The loops whose order is in question, the outermost one first.
fn chain(nest: NestOp<'_>, found: &Extracted<'_>) -> Option<Vec<LoopId>> {
    let loops = usize::try_from(ir::i64_attr(nest.op(), UNBLOCKED)?).ok()?;
    let first = ir::ops(nest.body()).into_iter().find(|it| ir::is(*it, "affine.for"))?;
    let mut chain = vec![found.loop_of(first)?];
    while chain.len() < loops {
        chain.push(perfect_child(found, *chain.last()?)?);
    }
    let is_all = found.loops.iter().all(|it| *it == first || ir::parents(*it).any(|it| it == first));
    is_all.then_some(chain)
}

/// Blocks of a sum have their turns around the other loops: these must not carry anything.
fn may_go_without_blocks(found: &Extracted<'_>, analysis: &Analysis, (chain, is_summed): (&[LoopId], bool)) -> bool {
    let Some(innermost) = chain.last() else { return false };
    let is_private = |it: &ArrayId| matches!(analysis.privatizable(*innermost, *it), Privatization::Yes { .. });
    let private: Vec<ArrayId> = (0..found.arrays.len() as u32).map(ArrayId).filter(is_private).collect();
    let keep_order = |(position, id): (usize, &LoopId)| {
        let inner = chain.len() - position;
        let goes_up = |it: &Distance| it.min.is_some_and(|it| it >= 0);
        let dependences = analysis.carried(*id, &private);
        dependences
            .iter()
            .all(|it| !it.gave_up && it.distance.len() >= inner && it.distance[..inner].iter().all(goes_up))
    };
    let is_parallel = |it: &LoopId| analysis.parallel(*it, &private);
    if is_summed {
        return chain.iter().all(is_parallel);
    }
    chain.iter().any(is_parallel) && chain.iter().enumerate().all(keep_order)
}

/// Do loops in the body of a loop not touch the array to which the body stores last?
fn is_left_alone(found: &Extracted<'_>, id: LoopId) -> bool {
    let body = ir::ops(ir::body(found.loops[id.0 as usize]));
    let accesses = |op: Op<'_>| found.accesses_in(op).into_iter().map(|it| found.array_of(it)).collect::<Vec<_>>();
    let Some(store) = body.iter().rev().find(|it| ir::name(**it).ends_with(".store")) else { return false };
    let [element] = accesses(*store)[..] else { return false };
    let mut inner = body.iter().filter(|it| !ir::regions(**it).is_empty());
    !found.arrays[element.0 as usize].views.is_empty() && inner.all(|it| !accesses(*it).contains(&element))
}

fn ops_before(op: Op<'_>) -> Vec<Op<'_>> {
    let block = op.block().map(ir::ops).unwrap_or_default();
    block.into_iter().take_while(|it| *it != op).collect()
}

/// A launch may pay, and arrays lie apart.
fn condition<'c>(found: &Extracted<'c>, analysis: &Analysis, id: LoopId) -> Option<Val<'c>> {
    let op = found.loops[id.0 as usize];
    let b = Builder::before(op);
    let ranges = ranges::of_loop(&b, found, analysis, id).ok()?.bounded;
    let instances = ranges::instances(&b, found, analysis, id);
    let may_pay = MayPayOp::build(&b, instances, cost::per_iteration(op, false)).answer();
    Some(where_disjoint(&b, may_pay, ranges))
}

/// Computes a value that is known at the top of the nest before `place`. None where it takes an array.
fn move_out<'c>(nest: NestOp<'c>, root: Op<'c>, place: Op<'c>, value: Val<'c>) -> Option<Val<'c>> {
    let mut mapping = Mapping::new();
    for (argument, input) in ir::arguments(nest.body()).into_iter().zip(nest.inputs()) {
        mapping.map(argument, input);
    }
    let (views, others): (Vec<_>, Vec<_>) = ops_before(root).into_iter().partition(|it| ir::is(*it, "region.view"));
    let has_uses_in = |view: &Op<'c>| {
        let users = ir::uses(ir::result(*view)).into_iter();
        users.map(|it| it.0).any(|user| others.iter().any(|it| is_inside(user, *it)))
    };
    if views.iter().any(has_uses_in) {
        return None;
    }
    let b = Builder::before(place);
    others.into_iter().for_each(|it| {
        b.clone_op(it, &mut mapping);
    });
    mapping.get(value)
}
