//! `region-in-place`: callers may pass one array under two names; such a nest gets a version of its own.
//!
//! ```text
//!     before                                  after
//!     region.nest(%w, %x) {                   %two = llvm.icmp "ne" %w, %x
//!       affine.for %i = 0 to %n {             scf.if %two {
//!         w[i] = f(x[i])                        region.nest(%w, %x) { ... as it was ... }
//!       }                                     } else {
//!     }                                         region.nest(%w) {region.in_place} {
//!                                                 affine.for %i = 0 to %n { w[i] = f(w[i]) }
//!                                               }
//!                                             }
//! ```
//!
//! Without it, the check that `w` and `x` lie apart fails in `f(w, w)`, and the nest runs on the host. The version is a nest like any other
//! one: what its iterations need of each other is asked of the one array.
//!
//! Legal if:  always: equal pointers reach the same elements.
//! Needs:     sizes and strides of views as equal values (`cse`), before and behind it. Before all that makes versions of loops.
//! Worth it:  a loop whose iterations do not need each other's elements of the two arrays does not do so either where they are one.
//! Declines:  pointers that are known to be apart; arrays of different shapes; nests that are large, or too short for a launch; silently.
//! Source:    own.

use melior::ir::operation::OperationLike;
use raddle_dialects::build::{Builder, element_type};
use raddle_dialects::ir::{self, Mapping, Op, Order, Val};
use raddle_dialects::region::{IN_PLACE, NestOp, TYPED};
use raddle_dialects::{Failure, Pass, diagnostics};
use raddle_poly::analysis::Analysis;
use raddle_poly::model::{AccessKind, ArrayId, LoopId};

use crate::extract::{Extracted, Storage, extract};
use crate::views::{self, FIRST_SIZE, ViewInfo};
use crate::worth::too_short;

/// A predicate of `llvm.icmp`.
const NOT_EQUAL: i64 = 1;
/// Versions of one nest.
const MAX_VERSIONS: usize = 2;
/// More pairs are not looked at.
const MAX_PAIRS: usize = 8;
/// Operations of all versions of a nest together.
const MAX_OPS: usize = 1400;

#[derive(Clone, Default)]
pub struct InPlace;

impl Pass for InPlace {
    const ARG: &'static str = "region-in-place";
    const DESC: &'static str = "give nests versions for arrays that are passed under two names";

    fn run<'c>(&mut self, op: Op<'c>) -> Result<(), Failure> {
        ir::find_all(op, "region.nest").into_iter().filter_map(NestOp::cast).for_each(versions);
        Ok(())
    }
}

fn versions(nest: NestOp<'_>) {
    let found = extract(nest.op());
    let pairs = pairs(nest, &found);
    let most = MAX_VERSIONS.min(MAX_OPS / ir::nested(nest.op(), Order::Pre).len());
    if pairs.is_empty() || pairs.len() > MAX_PAIRS || most == 0 {
        return;
    }
    let Ok(analysis) = Analysis::of(&found.model) else { return };
    let worth_it = pairs.into_iter().filter(|it| it.leaves_a_loop(&found, &analysis));
    worth_it.filter(|it| it.version(nest, &found, &analysis)).take(most).for_each(|it| it.tell(nest));
}

/// Two operands of a nest that may be one array; the accesses of `other` are made ones of `kept`.
struct Pair {
    kept: usize,
    other: usize,
}

/// Those of which one is written.
fn pairs(nest: NestOp<'_>, found: &Extracted<'_>) -> Vec<Pair> {
    let objects = nest.objects();
    let is_written = |input: usize| {
        let accesses = found.model.accesses.iter().filter(|it| it.kind == AccessKind::Write);
        accesses.into_iter().any(|it| found.arrays[it.array.0 as usize].input == Some(input))
    };
    let inputs = nest.inputs();
    let may_meet = |a: usize, b: usize| (objects[a] < 0 || objects[b] < 0) && !are_two_variables(inputs[a], inputs[b]);
    let is_pair =
        |a: usize, b: usize| may_meet(a, b) && (is_written(a) || is_written(b)) && have_one_shape(nest, found, a, b);
    let all = (0..objects.len()).flat_map(|a| (a + 1..objects.len()).map(move |b| (a, b)));
    // Nobody may take what is known of one object for the other's.
    let ordered = |(a, b): (usize, usize)| if objects[a] < 0 { (a, b) } else { (b, a) };
    all.filter(|(a, b)| is_pair(*a, *b)).map(ordered).map(|(kept, other)| Pair { kept, other }).collect()
}

/// Are these the addresses of two variables? Others may know both, but they are not one.
fn are_two_variables<'c>(a: Val<'c>, b: Val<'c>) -> bool {
    let is_variable = |it: &Op<'c>| matches!(ir::name(*it), "llvm.alloca" | "llvm.mlir.addressof");
    let [a, b] = [a, b].map(|it| ir::defining_op(it).filter(is_variable));
    let symbol = |it: Op<'c>| ir::attr(it, "global_name");
    a.zip(b).is_some_and(|(a, b)| a != b && (symbol(a).is_none() || symbol(a) != symbol(b)))
}

fn have_one_shape(nest: NestOp<'_>, found: &Extracted<'_>, a: usize, b: usize) -> bool {
    let views = |input: usize| {
        let arrays = found.arrays.iter().filter(move |it| it.input == Some(input) && it.faithful);
        arrays.flat_map(|it| &it.views).filter(|it| it.rank() > 0)
    };
    let is_typed = ir::has_attr(nest.op(), TYPED);
    let is_same = |x: &ViewInfo<'_>, y: &ViewInfo<'_>| {
        (x.same_shape(y) || x.same_rows(y)) && (!is_typed || element_type(x.result) == element_type(y.result))
    };
    views(a).any(|x| views(b).any(|y| is_same(x, y)))
}

/// Views of one array all have as many elements as one of them is known to have.
fn share_sizes(nest: Op<'_>, input: usize) {
    let found = views::of_nest(nest);
    let of_input: Vec<_> = found.iter().filter(|it| it.input == Some(input) && it.rank() > 0).collect();
    for open in &of_input {
        let known = of_input.iter().find(|it| it.same_rows(open)).map(|it| it.sizes[0]);
        let Some(size) = known.and_then(ir::constant_int).filter(|it| *it >= 0) else { continue };
        ir::set_operand(open.op, FIRST_SIZE, Builder::before(open.op).constant_index(size));
    }
}

impl Pair {
    fn is_of(&self, storage: &Storage<'_>) -> bool {
        storage.input == Some(self.kept) || storage.input == Some(self.other)
    }

    /// Is there a loop with both arrays that they keep from nothing, as long as they are two?
    fn leaves_a_loop(&self, found: &Extracted<'_>, analysis: &Analysis) -> bool {
        let mut loops = found.loops.iter().enumerate();
        loops.any(|(number, op)| {
            let id = LoopId(number as u32);
            let arrays = found.accesses_in(*op).into_iter().map(|it| &found.arrays[found.array_of(it).0 as usize]);
            let inputs: Vec<_> = arrays.filter_map(|it| it.input).collect();
            ir::is(*op, "affine.for")
                && [self.kept, self.other].iter().all(|it| inputs.contains(it))
                && found.obstacle_in(*op).is_none()
                && too_short(found, analysis, id).is_none()
                && !self.tie(found, analysis, id)
        })
    }

    /// Do iterations of the loop need each other's elements of the arrays?
    fn tie(&self, found: &Extracted<'_>, analysis: &Analysis, id: LoopId) -> bool {
        let arrays = (0..found.arrays.len() as u32).map(ArrayId).filter(|it| self.is_of(&found.arrays[it.0 as usize]));
        arrays.into_iter().any(|it| !analysis.is_independent(id, it))
    }

    /// Puts the nest into one branch of a comparison of the pointers, and its version into the other one. False if that is no good.
    fn version(&self, nest: NestOp<'_>, found: &Extracted<'_>, analysis: &Analysis) -> bool {
        let b = Builder::before(nest.op());
        let version = b.clone_op(nest.op(), &mut Mapping::new());
        NestOp::cast(version).into_iter().for_each(|it| it.merge_inputs(self.kept, self.other));
        share_sizes(version, self.kept - usize::from(self.other < self.kept));
        ir::set_attr(version, IN_PLACE, b.unit());
        if !self.is_as_good(found, analysis, version) {
            ir::erase(version);
            return false;
        }
        let pointers = [self.kept, self.other].map(|it| nest.inputs()[it]);
        let are_two = b.value("llvm.icmp", &pointers, b.int(1), &[("predicate", b.i64(NOT_EQUAL))]);
        let (_, then, other) = b.scf_if(are_two, &[], true);
        for (op, block) in [(Some(nest.op()), Some(then)), (Some(version), other)] {
            let end = block.and_then(|it| ir::ops(it).last().copied());
            op.zip(end).into_iter().for_each(|(op, end)| ir::move_before(op, end));
        }
        true
    }

    fn tell(&self, nest: NestOp<'_>) {
        let names = [self.kept, self.other].map(|it| nest.names()[it]);
        let message = format!("another version of the nest runs where '{}' and '{}' are one array", names[0], names[1]);
        diagnostics::remark(nest.op().location(), message).report();
    }

    /// Is each loop as free as before?
    fn is_as_good(&self, found: &Extracted<'_>, analysis: &Analysis, version: Op<'_>) -> bool {
        let one = extract(version);
        let Ok(of_one) = Analysis::of(&one.model) else { return false };
        let kept = self.kept - usize::from(self.other < self.kept);
        let now = Pair { kept, other: kept };
        one.loops.len() == found.loops.len()
            && (0..one.loops.len() as u32)
                .map(LoopId)
                .all(|id| self.tie(found, analysis, id) || !now.tie(&one, &of_one, id))
    }
}
