//! `region-distribute`: split a sequential loop so that the part of its body that could run in parallel does.
//!
//! ```text
//!     before                                 after
//!     for i { A[i] = B[i]; C[i] = C[i-1] }   if may_pay && disjoint(A, B, C) {
//!                                              for i { A[i] = B[i] }        // parallel
//!                                              for i { C[i] = C[i-1] }
//!                                            } else { for i { A[i] = B[i]; C[i] = C[i-1] } }
//!     for i { for j {                        for i { for j { q[i] += A[i][j] * p[j] } }  // parallel, behind the same conditions
//!       s[j] += r[i] * A[i][j]               for i { for j { s[j] += r[i] * A[i][j] } }
//!       q[i] += A[i][j] * p[j] } }
//! ```
//!
//! Legal if:  no dependence runs from a later part to an earlier one: parts are the strongly connected components of the
//!            dependences at this level, in topological order. Ops connected by SSA values or through a variable local to the
//!            body stay together, but for updates that share only what can be computed or loaded again (`apart`).
//! Needs:     `region-privatize` (scalars otherwise tie everything together); run `region-parallelize` after it.
//! Declines:  ops whose effects are not known (calls, memory that is no view); arrays known in the loop only (workspaces), or whose
//!            extent is unknown where a check would be needed; unless `mode=maximal`, loops where no part becomes parallel, loops
//!            inside of a parallel one, and loops too short for a launch.
//! Source:    Allen and Kennedy, Automatic translation of Fortran programs to vector form (1987); Par4All thesis 4.3.1. Differs:
//!            distributes only where a part becomes parallel, since fewer kernels are fewer copies; `mode=maximal` is the original.

use std::collections::{HashMap, HashSet};

use raddle_dialects::build::Builder;
use raddle_dialects::ir::{self, Mapping, Op, Val};
use raddle_dialects::region::{DisjointOp, MayPayOp, Range};
use raddle_dialects::{Failure, Pass};
use raddle_poly::analysis::Analysis;
use raddle_poly::model::{AccessId, LoopId};

use crate::apart::set_apart;
use crate::cost;
use crate::extract::{Extracted, extract};
use crate::forward::forward;
use crate::parallelize::verdict;
use crate::promote::innermost;
use crate::ranges::{self, ObjectRange, where_disjoint};
use crate::strips::STRIPS;
use crate::worth::too_short;

/// Attribute of a loop that stays as it was because its copy in the other branch was transformed.
pub const FALLBACK: &str = "region.fallback";

#[derive(Clone, Default)]
pub struct Distribute {
    maximal: bool,
}

impl Pass for Distribute {
    const ARG: &'static str = "region-distribute";
    const DESC: &'static str = "split loops into parts that carry no dependence and the rest";
    const OPTIONS: &'static [(&'static str, &'static str)] =
        &[("mode", "needed (default): where a part becomes parallel; maximal: every loop, all parts")];

    fn set(&mut self, name: &str, value: &str) -> Result<(), String> {
        match (name, value) {
            ("mode", "needed") => self.maximal = false,
            ("mode", "maximal") => self.maximal = true,
            _ => return Err(format!("option '{name}' does not take '{value}'")),
        }
        Ok(())
    }

    fn run<'c>(&mut self, op: Op<'c>) -> Result<(), Failure> {
        for nest in ir::find_all(op, "region.nest") {
            // Each round splits one loop into smaller ones.
            for _ in 0..MAX_APART {
                if !self.split_apart(nest) {
                    break;
                }
            }
            for _ in 0..ir::nested(nest, ir::Order::Pre).len() {
                if !self.split_one(nest) {
                    break;
                }
            }
        }
        Ok(())
    }
}

/// Loops of a nest that are split where updates share what they read, and the stores that such a loop may have.
const MAX_APART: usize = 4;
const MAX_STORES: usize = 6;

/// When the parts take the loop's place, besides that its arrays are disjoint.
#[derive(Clone, Copy, PartialEq, Eq)]
enum When {
    /// The parts are for a launch; the sequential program does best with the loop as it is.
    MayPay,
    Always,
}

impl Distribute {
    fn when(&self) -> When {
        if self.maximal { When::Always } else { When::MayPay }
    }

    /// Splits the first loop that allows it. False if none does.
    fn split_one(&self, nest: Op<'_>) -> bool {
        let found = extract(nest);
        let Ok(analysis) = Analysis::of(&found.model) else { return false };
        (0..found.loops.len() as u32).map(LoopId).any(|id| {
            let parts = self.parts(&analysis, &found, id);
            parts.len() > 1 && split(&analysis, &found, id, (found.loops[id.0 as usize], &parts), self.when())
        })
    }

    /// The same, with a loop for each update of an inner loop's body.
    fn split_apart(&self, nest: Op<'_>) -> bool {
        let candidates = ir::find_all(nest, "affine.for").into_iter();
        let is_whole = |it: &Op<'_>| !in_fallback(*it) && !ir::has_attr(*it, STRIPS);
        let mut candidates = candidates.filter(|it| is_whole(it) && may_come_apart(*it));
        candidates.any(|op| {
            let copy = Builder::before(op).clone_op(op, &mut Mapping::new());
            forward(copy);
            let is_split = set_apart(copy, &extract(nest)) && split_inside(nest, copy) && self.split_as(nest, op, copy);
            ir::erase(copy);
            is_split
        })
    }

    /// Splits `op` into the parts of `copy`, which does the same.
    fn split_as<'c>(&self, nest: Op<'c>, op: Op<'c>, copy: Op<'c>) -> bool {
        let found = extract(nest);
        let (Ok(analysis), Some(id), Some(of_copy)) =
            (Analysis::of(&found.model), found.loop_of(op), found.loop_of(copy))
        else {
            return false;
        };
        let parts = self.parts(&analysis, &found, of_copy);
        parts.len() > 1 && split(&analysis, &found, id, (copy, &parts), self.when())
    }

    /// The body's ops in groups, each to become a loop of its own; one group if there is nothing to gain.
    fn parts<'c>(&self, analysis: &Analysis, found: &Extracted<'c>, id: LoopId) -> Vec<Vec<Op<'c>>> {
        let op = found.loops[id.0 as usize];
        let is_known = found.unknown_effects_in(op).is_none();
        let is_whole = ir::results(op).is_empty() && !ir::has_attr(op, STRIPS);
        let splittable = ir::is(op, "affine.for") && is_whole && is_known && !in_fallback(op);
        let wanted = self.maximal || too_short(found, analysis, id).is_none() && !in_parallel_loop(analysis, found, id);
        if !splittable || !wanted {
            return vec![];
        }
        let units = units(op);
        let accesses: Vec<Vec<AccessId>> =
            units.iter().map(|unit| unit.iter().flat_map(|it| found.accesses_in(*it)).collect()).collect();
        let order = analysis.distribution(id, &accesses, &[]);
        let unit_of: HashMap<AccessId, usize> =
            accesses.iter().enumerate().flat_map(|(unit, all)| all.iter().map(move |it| (*it, unit))).collect();
        let ends = analysis.carried_pairs(id, &[]).map(|(source, sink)| (unit_of.get(&source), unit_of.get(&sink)));
        let tied: HashSet<_> = ends.collect();
        let is_parallel = |group: &[usize]| {
            let inside = |it: Option<&usize>| it.is_some_and(|it| group.contains(it));
            !tied.iter().any(|(source, sink)| inside(*source) && inside(*sink))
        };
        // What only variables of the body hold is nothing to launch.
        let is_outside =
            |it: &AccessId| found.arrays[found.array_of(*it).0 as usize].views.iter().any(|it| it.input.is_some());
        let reaches_memory = |group: &[usize]| group.iter().any(|unit| accesses[*unit].iter().any(is_outside));
        let mut parts: Vec<(bool, Vec<Op<'c>>)> = vec![];
        for group in &order {
            let parallel = is_parallel(group) && reaches_memory(group);
            let ops = group.iter().flat_map(|it| units[*it].clone());
            match parts.last_mut() {
                // Neighbours of one kind stay together: fewer loops, and the order is kept.
                Some((kind, last)) if !self.maximal && !parallel && !*kind => last.extend(ops),
                _ => parts.push((parallel, ops.collect())),
            }
        }
        let gain = self.maximal || parts.iter().any(|it| it.0);
        if gain { parts.into_iter().map(|it| it.1).collect() } else { vec![] }
    }
}

/// Has an inner loop several stores, and all of the loop few?
pub fn may_come_apart(op: Op<'_>) -> bool {
    let stores = |it: Op<'_>| ir::find_all(it, "affine.store").len();
    stores(op) <= MAX_STORES && innermost(op).any(|it| it != op && stores(it) > 1)
}

/// Splits the innermost loops of `root` into as many as there can be; false if each stays one.
fn split_inside<'c>(nest: Op<'c>, root: Op<'c>) -> bool {
    let found = extract(nest);
    let Ok(analysis) = Analysis::of(&found.model) else { return false };
    // What is known of the nest names its ops, so none may go before all loops are looked at.
    let parts_of = |op: Op<'c>| {
        let parts = found.loop_of(op).map(|it| Distribute { maximal: true }.parts(&analysis, &found, it));
        parts.filter(|it| it.len() > 1).map(|it| (op, it))
    };
    let all: Vec<(Op<'c>, Vec<Vec<Op<'c>>>)> = innermost(root).filter_map(parts_of).collect();
    for (op, parts) in &all {
        parts.iter().for_each(|part| copy_part(&Builder::before(*op), *op, part));
        ir::erase(*op);
    }
    !all.is_empty()
}

/// Is the loop or one around it parallel as it is? Then all of it belongs to one kernel.
pub fn in_parallel_loop(analysis: &Analysis, found: &Extracted<'_>, id: LoopId) -> bool {
    std::iter::successors(Some(id), |it| found.model.loops[it.0 as usize].parent)
        .any(|it| verdict(analysis, found, it).is_parallel())
}

/// In the branch that keeps the loop as it was?
pub fn in_fallback(op: Op<'_>) -> bool {
    std::iter::once(op).chain(ir::parents(op)).any(|it| ir::has_attr(it, FALLBACK))
}

/// The ops of a loop's body that have effects, those together that share SSA values or a local variable. Pure ops belong to
/// all: each copy of the loop keeps them.
fn units<'c>(op: Op<'c>) -> Vec<Vec<Op<'c>>> {
    let body = ir::ops(ir::body(op));
    let members: Vec<Op<'c>> = body.iter().copied().filter(|it| !belongs_to_all(*it)).collect();
    let mut leader: Vec<usize> = (0..members.len()).collect();
    let mut first_with: HashMap<usize, usize> = HashMap::new();
    for (number, member) in members.iter().enumerate() {
        for key in ties(&body, &members, *member) {
            let other = *first_with.entry(key).or_insert(number);
            let (from, to) = (leader[number], leader[other]);
            leader.iter_mut().filter(|it| **it == from).for_each(|it| *it = to);
        }
    }
    let mut units: Vec<(usize, Vec<Op<'c>>)> = vec![];
    for (number, member) in members.iter().enumerate() {
        match units.iter_mut().find(|it| it.0 == leader[number]) {
            Some(unit) => unit.1.push(*member),
            None => units.push((leader[number], vec![*member])),
        }
    }
    units.into_iter().map(|it| it.1).collect()
}

fn belongs_to_all(op: Op<'_>) -> bool {
    ir::is_pure(op) || ir::is(op, "memref.alloca") || ir::is(op, "affine.yield")
}

/// What ties `member` to other members: values that members define (followed through pure ops), and local variables.
fn ties<'c>(body: &[Op<'c>], members: &[Op<'c>], member: Op<'c>) -> Vec<usize> {
    let mut keys: Vec<usize> = ir::results(member).into_iter().map(ir::key).collect();
    let mut pending: Vec<Op<'c>> = ir::nested(member, ir::Order::Pre);
    let mut seen: Vec<Op<'c>> = vec![];
    while let Some(op) = pending.pop() {
        for operand in ir::operands(op) {
            let Some(source) = ir::defining_op(operand).filter(|it| body.contains(it)) else { continue };
            if members.contains(&source) || ir::is(source, "memref.alloca") {
                keys.push(ir::key(operand));
            } else if !seen.contains(&source) {
                seen.push(source);
                pending.extend(ir::nested(source, ir::Order::Pre));
            }
        }
    }
    keys
}

/// Makes one loop of each part of `whole`, which is the loop or does the same. False, and nothing is changed, if a check would need an
/// unknown extent.
fn split<'c>(
    analysis: &Analysis,
    found: &Extracted<'c>,
    id: LoopId,
    (whole, parts): (Op<'c>, &[Vec<Op<'c>>]),
    when: When,
) -> bool {
    let op = found.loops[id.0 as usize];
    let b = Builder::before(op);
    let Ok(ranges) = ranges::of_loop(&b, found, analysis, id) else { return false };
    let ranges = ranges.bounded;
    let may_pay = |b: &Builder<'c>| {
        let instances = ranges::instances(b, found, analysis, id);
        MayPayOp::build(b, instances, cost::per_iteration(op, false)).answer()
    };
    let disjoint = |ranges: Vec<ObjectRange<'c>>| {
        let ranges: Vec<Range<'c>> = ranges.into_iter().map(|it| it.range).collect();
        DisjointOp::build(&b, &ranges).disjoint()
    };
    let condition = match when {
        When::MayPay => Some(where_disjoint(&b, may_pay(&b), ranges)),
        When::Always => ranges::need_check(&ranges).then(|| disjoint(ranges)),
    };
    let at = match condition {
        Some(condition) => versioned(&b, op, condition),
        None => b,
    };
    for part in parts {
        copy_part(&at, whole, part);
    }
    ir::erase(op);
    true
}

/// The place for what replaces the loop where `condition` holds; elsewhere the loop is as it was.
fn versioned<'c>(b: &Builder<'c>, op: Op<'c>, condition: Val<'c>) -> Builder<'c> {
    let (_, then, other) = b.scf_if(condition, &[], true);
    if let Some(terminator) = other.and_then(|it| ir::ops(it).last().copied()) {
        let fallback = Builder::before(terminator).clone_op(op, &mut Mapping::new());
        ir::set_attr(fallback, FALLBACK, b.unit());
    }
    b.before_terminator(then)
}

/// A copy of the loop with only the ops of `part`, and the pure ones.
fn copy_part<'c>(b: &Builder<'c>, op: Op<'c>, part: &[Op<'c>]) {
    let original = ir::ops(ir::body(op));
    let mut mapping = Mapping::new();
    let copy = b.clone_op(op, &mut mapping);
    let copies = ir::ops(ir::body(copy));
    for (old, new) in original.into_iter().zip(copies).rev() {
        // A condition around nothing has no results.
        let unused = !ir::is(old, "affine.yield") && ir::results(new).into_iter().all(|it| !ir::has_uses(it));
        if if belongs_to_all(old) { unused } else { !part.contains(&old) } {
            ir::erase(new);
        }
    }
}
