//! `region-precompute`: run the part of a loop that needs no order of iterations before the part that does.
//!
//! ```text
//!     before                                     after
//!     for i {                                    if may_pay && disjoint(b, a, x) && workspace W && it took less time so far {
//!       r = b[i]                                   for is in strips {
//!       for j { r -= a[i][j] * x[j] }                for i in is { r = b[i]; for j { r -= a[i][j] * x[j] }; W[i - is] = r }    // parallel
//!       s += r * r                                   for i in is { r = W[i - is]; s += r * r }
//!     }                                            }
//!                                                } else { the loop as it was }
//! ```
//!
//! Loops and conditions around both parts are in both. A value that both need is computed again where that is cheap. A strip has
//! iterations for about a millisecond, so that its values are in a cache and their memory does not grow with the loop. Where the loop cannot be
//! cut as it is, its iterations get their own of what they overwrite before they read it: small variables on the stack, arrays in a
//! workspace, a slice for each iteration of a strip. What is wanted behind the loop goes back in the last iteration.
//!
//! Legal if:  no dependence runs from the second part to the first one, in whichever iterations (`tail.rs`). Arrays that the analysis
//!            took for disjoint are so, as `region.disjoint` says. Sums keep the order of their terms. Copies: as of `region-privatize`.
//! Needs:     `region-privatize`. Before `region-tile`, which may write the first part in tiles, and before `region-reduce` and
//!            `region-distribute`, which would split loops inside of it.
//! Declines:  loops with short iterations whose reductions `region-reduce` takes apart (with `floats`: sums of floats, too), recurrences over arrays (waves),
//!            private arrays that both parts use, bodies of more than 80 statements, and loops where the first part is too small for
//!            what is stored between the parts; `mode=all` does not ask whether it is.
//! Source:    Allen and Kennedy, Automatic translation of Fortran programs to vector form (1987), distribution with scalar expansion.
//!            Differs: two parts at most, loops are split at all depths at once, and a version has to win.

use std::rc::Rc;

use melior::ir::operation::OperationLike;
use melior::ir::r#type::IntegerType;
use melior::ir::{AffineMap, Type, ValueLike};
use raddle_dialects::build::{Builder, element_type};
use raddle_dialects::ir::{self, Mapping, Op, Order, Val};
use raddle_dialects::region::{MayPayOp, WorkspaceOp};
use raddle_dialects::{Failure, Pass};
use raddle_poly::analysis::Analysis;
use raddle_poly::model::{ArrayId, LoopId};

use crate::affine;
use crate::cost;
use crate::distribute::{FALLBACK, in_fallback, in_parallel_loop, may_come_apart};
use crate::emit;
use crate::expand::{self, Expansion, dense_view, is_defined_inside};
use crate::extract::{Extracted, TILED, extract, is_inside};
use crate::forward::forward_values;
use crate::parallelize::{Verdict, verdict};
use crate::privatize::{OwnCopies, drop_unread};
use crate::ranges::{self, where_disjoint};
use crate::reduce::FloatOrder;
use crate::reductions::{self, Reduction};
use crate::strips::Strips;
use crate::tail::{Parts, is_frame};
use crate::values::{from_memory, in_memory, to_memory};
use crate::versions::Place;
use crate::views::type_bytes;
use crate::worth::{most_trips, too_short};

/// The parts one after the other take at most this share of the loop's time, if two threads run the first one.
const WORTH: (i64, i64) = (4, 5);
const THREADS: i64 = 2;

/// How long a strip takes by estimate: much longer than a launch.
const STRIP_PICOSECONDS: i64 = 1_000_000_000;

/// What goes from the first part to the second in a strip: about as much as is next to a core.
const STRIP_BYTES: i64 = 2 << 20;

/// An iteration that takes longer than this is much work by itself.
const LONG_PICOSECONDS: i64 = 1_000_000;

/// Enough work items for some cores.
const SHORTEST_STRIP: i64 = 64;

/// Iterations of a loop whose bounds nobody knows, where memory is counted.
const MANY_TRIPS: i64 = 256;

#[derive(Clone, Default)]
pub struct Precompute {
    floats: FloatOrder,
    /// Also where nobody gains by it.
    all: bool,
    /// Iterations of a strip; none for a number by cost.
    size: Option<i64>,
}

impl Pass for Precompute {
    const ARG: &'static str = "region-precompute";
    const DESC: &'static str = "run what needs no order of iterations before what does";
    const OPTIONS: &'static [(&'static str, &'static str)] = &[
        ("floats", "as of region-reduce"),
        ("mode", "gainful (default): where the first part is large enough; all: everywhere"),
        ("size", "iterations of a strip (by cost)"),
    ];

    fn set(&mut self, name: &str, value: &str) -> Result<(), String> {
        match (name, value) {
            ("mode", "gainful") => self.all = false,
            ("mode", "all") => self.all = true,
            ("size", size) if size.parse().is_ok_and(|it: i64| it > 0) => self.size = size.parse().ok(),
            _ => match FloatOrder::parse(value).filter(|_| name == "floats") {
                Some(order) => self.floats = order,
                None => return Err(format!("option '{name}' does not take '{value}'")),
            },
        }
        Ok(())
    }

    fn run<'c>(&mut self, op: Op<'c>) -> Result<(), Failure> {
        // Where sums have a tree's order, loops inside of both versions would need the same one.
        let nests = if self.floats == FloatOrder::Tree { vec![] } else { ir::find_all(op, "region.nest") };
        for nest in nests {
            for candidate in ir::find_all(nest, "affine.for") {
                let is_version = in_fallback(candidate) || ir::has_attr(candidate, TILED);
                if !is_version && has_update(candidate) && !may_split_around(candidate) {
                    self.split(nest, candidate)?;
                }
            }
        }
        Ok(())
    }
}

/// May `region-distribute` do better with a loop around this one? Not where that has other loops, too.
fn may_split_around(op: Op<'_>) -> bool {
    let is_loop = |it: &Op<'_>| ir::is(*it, "affine.for");
    let Some(around) = ir::parents(op).find(is_loop) else { return false };
    let loops = ir::find_all(around, "affine.for").into_iter().filter(|it| *it != around && !in_fallback(*it));
    let beside = loops.filter(|it| ir::parents(*it).find(is_loop) == Some(around)).count();
    beside == 1 && ir::parents(op).filter(is_loop).any(may_come_apart)
}

/// Does the loop store to an element that stays the same, or that data name? Of most loops this says at once that there is nothing to do.
fn has_update(op: Op<'_>) -> bool {
    ir::nested(op, Order::Pre).into_iter().any(|store| match ir::name(store) {
        "affine.store" => !ir::operands(store).into_iter().skip(1).any(|it| is_defined_inside(it, op)),
        "memref.store" => !is_defined_inside(ir::operands(store)[1], op),
        _ => false,
    })
}

impl Precompute {
    /// Writes the loop in two parts, behind a check, if that is possible and worth it: as it is, or with copies of what iterations overwrite first.
    fn split<'c>(&self, nest: Op<'c>, op: Op<'c>) -> Result<(), Failure> {
        let copy = Builder::before(op).clone_op(op, &mut Mapping::new());
        forward_values(copy);
        let before = ops_before(copy).len();
        if !self.split_if_wanted(nest, op, copy)? {
            ir::erase(copy);
            ops_before(op).into_iter().skip(before).rev().for_each(ir::erase);
        }
        Ok(())
    }

    /// The same, with the parts of `copy`, which does what the loop does. False, and nothing is added but to `copy` and before the loop, if it is not done.
    fn split_if_wanted<'c>(&self, nest: Op<'c>, op: Op<'c>, copy: Op<'c>) -> Result<bool, Failure> {
        let Some(known) = Known::of(nest, op, copy).filter(|it| self.is_wanted(&it.analysis, &it.found, it.id)) else {
            return Ok(false);
        };
        if self.split_as(&known, (op, copy), Own::default())? {
            return Ok(true);
        }
        let own = self.own(&known, copy)?;
        match Known::of(nest, op, copy).filter(|_| own.is_some()).zip(own) {
            Some((known, own)) => self.split_as(&known, (op, copy), own),
            None => Ok(false),
        }
    }

    fn split_as<'c>(&self, known: &Known<'c>, (op, copy): (Op<'c>, Op<'c>), own: Own<'c>) -> Result<bool, Failure> {
        let Known { found, analysis, id, of_copy } = known;
        match Parts::of(found, analysis, *of_copy).filter(|it| self.all || is_worth(it)) {
            Some(parts) => Split { found, analysis, op, id: *id, copy, of_copy: *of_copy, parts, own }.write(self.size),
            None => Ok(false),
        }
    }

    /// Gives iterations of `copy` their own of what they overwrite before they read it. None if there is nothing.
    fn own<'c>(&self, known: &Known<'c>, copy: Op<'c>) -> Result<Option<Own<'c>>, Failure> {
        let Known { found, analysis, id, of_copy } = known;
        let b = Builder::before(copy);
        let Some(mut copies) = OwnCopies::plan(&b, analysis, found, (*id, *of_copy)) else { return Ok(None) };
        let length = self.size.unwrap_or(SHORTEST_STRIP);
        let strip = (has_more(found, analysis, *of_copy, length) && Strips::fit(copy)).then_some(length);
        let (instances, picoseconds) = (ranges::instances(&b, found, analysis, *id), cost::per_iteration(copy, false));
        let mut own = Own { strip, ..Own::default() };
        for it in &mut copies.expansions {
            strip.iter().for_each(|length| it.in_strips(&b, *length));
            own.are_there.push(it.allocate(&b, instances, picoseconds));
            it.make_view(&b);
        }
        copies.give(found)?;
        forward_values(copy);
        Ok(Some(Own { arrays: copies.expansions, ..own }))
    }

    fn is_wanted(&self, analysis: &Analysis, found: &Extracted<'_>, id: LoopId) -> bool {
        let op = found.loops[id.0 as usize];
        let has_order = match verdict(analysis, found, id) {
            Verdict::Parallel => false,
            Verdict::Reductions(reductions) => self.floats.keeps(&reductions, op) || is_long(op),
            Verdict::Sequential(_) => analysis.has_known_trips(id) && !may_be_atomic(analysis, found, id),
        };
        has_order
            && ir::results(op).is_empty()
            && found.unknown_effects_in(op).is_none()
            && too_short(found, analysis, id).is_none()
            && !in_parallel_loop(analysis, found, id)
    }
}

/// What iterations have for themselves, in workspaces.
#[derive(Default)]
struct Own<'c> {
    arrays: Vec<Expansion<'c>>,
    /// For each, whether its workspace is.
    are_there: Vec<Val<'c>>,
    /// Iterations of a strip, if each strip has the arrays again.
    strip: Option<i64>,
}

/// What is known of a nest with a loop and its copy.
struct Known<'c> {
    found: Extracted<'c>,
    analysis: Rc<Analysis>,
    id: LoopId,
    of_copy: LoopId,
}

impl<'c> Known<'c> {
    fn of(nest: Op<'c>, op: Op<'c>, copy: Op<'c>) -> Option<Self> {
        let found = extract(nest);
        let analysis = Analysis::of(&found.model).ok()?;
        let (id, of_copy) = (found.loop_of(op)?, found.loop_of(copy)?);
        Some(Self { found, analysis, id, of_copy })
    }
}

/// The ops before this one in its block.
fn ops_before(op: Op<'_>) -> Vec<Op<'_>> {
    op.block().map_or(vec![], ir::ops).into_iter().take_while(|it| *it != op).collect()
}

/// May the loop have more iterations than that?
fn has_more(found: &Extracted<'_>, analysis: &Analysis, id: LoopId, length: i64) -> bool {
    most_trips(found, analysis, id, id).is_none_or(|it| it > length)
}

fn is_worth(parts: &Parts<'_>) -> bool {
    let (whole, lead, tail) = parts.costs();
    (tail + lead / THREADS).saturating_mul(WORTH.1) <= whole.saturating_mul(WORTH.0)
}

/// Do few iterations take long enough for a launch? Partial results are for many short ones.
fn is_long(op: Op<'_>) -> bool {
    cost::per_iteration(op, false) >= LONG_PICOSECONDS
}

/// Are all that tie the iterations together updates of integers? `region-atomics` runs such loops as they are.
fn may_be_atomic(analysis: &Analysis, found: &Extracted<'_>, id: LoopId) -> bool {
    let is_integer = |it: &Reduction<'_>| IntegerType::try_from(it.statements[0].element_type()).is_ok();
    let of_array = |it: ArrayId| reductions::of_loop(analysis, found, id, &[it]);
    analysis.carriers(id).into_iter().all(|it| of_array(it).is_some_and(|all| all.iter().all(is_integer)))
}

/// The loop, its copy, and the parts of the copy.
struct Split<'f, 'c> {
    found: &'f Extracted<'c>,
    analysis: &'f Analysis,
    op: Op<'c>,
    id: LoopId,
    copy: Op<'c>,
    of_copy: LoopId,
    parts: Parts<'c>,
    own: Own<'c>,
}

/// Memory for one value of each iteration, or of each in a strip.
struct Slots<'c> {
    workspace: WorkspaceOp<'c>,
    view: Val<'c>,
}

impl<'c> Split<'_, 'c> {
    /// False if a check would need what nobody knows.
    fn write(&self, size: Option<i64>) -> Result<bool, Failure> {
        let b = Builder::before(self.op);
        let Ok(ranges) = ranges::to_compare(&b, self.found, self.analysis, self.id) else { return Ok(false) };
        let instances = ranges::instances(&b, self.found, self.analysis, self.id);
        let picoseconds = cost::per_iteration(self.copy, false);
        let length = if self.own.arrays.is_empty() { self.strip(size) } else { self.own.strip };
        let shapes: Option<Vec<_>> = self.between().map(|(op, _)| self.shape(&b, op, length)).collect();
        let Some(shapes) = shapes else { return Ok(false) };
        let may_pay = MayPayOp::build(&b, instances, picoseconds).answer();
        let mut condition = where_disjoint(&b, may_pay, ranges);
        let wanted = b.select(condition, instances, b.constant_index(0));
        let slots: Vec<Slots<'c>> = self
            .between()
            .zip(shapes)
            .map(|((_, ty), shape)| Slots::allocate(&b, in_memory(&b, ty), shape, (wanted, picoseconds)))
            .collect();
        let slots_are_there = slots.iter().map(|it| it.workspace.is_there(&b));
        for is_there in self.own.are_there.iter().copied().chain(slots_are_there) {
            condition = b.binary("arith.andi", condition, is_there);
        }
        let place = Place { found: self.found, analysis: self.analysis, root: self.op, copy: self.copy };
        let check = place.replace_if_faster(condition, |b| {
            let strips = length.and_then(|it| Strips::of(b, self.copy, it));
            for is_lead in [true, false] {
                let place = strips.as_ref().map_or(*b, |it| it.inside(b));
                self.write_part(&place, &slots, strips.as_ref(), is_lead)?;
            }
            Ok(())
        });
        let check = check.ok_or_else(|| Failure::Internal("a part of a loop uses what is not in it".into()))?;
        ir::set_attr(self.op, FALLBACK, b.unit());
        slots.iter().for_each(|it| it.workspace.end(&Builder::after(check)));
        self.own.arrays.iter().for_each(|it| it.end(&Builder::after(check)));
        Ok(true)
    }

    /// What goes from the first part to the second: where it is made, and its type.
    fn between(&self) -> impl Iterator<Item = (Op<'c>, Type<'c>)> {
        let kept = self.parts.kept.iter().filter_map(|it| Some((ir::defining_op(*it)?, it.r#type())));
        let element = |it: &Op<'c>| element_type(ir::result(*it));
        kept.chain(self.parts.variables.iter().map(move |it| (*it, element(it))))
    }

    /// Iterations of a strip, if the loop may have more.
    fn strip(&self, size: Option<i64>) -> Option<i64> {
        let length = size.unwrap_or_else(|| self.length());
        (has_more(self.found, self.analysis, self.of_copy, length) && Strips::fit(self.copy)).then_some(length)
    }

    fn length(&self) -> i64 {
        let by_time = STRIP_PICOSECONDS / cost::of_body(self.copy).max(1);
        let bytes = |(op, ty): (Op<'c>, Type<'c>)| {
            let inner = loops_around(op, self.copy).into_iter().filter(|it| *it != self.copy);
            let trips = |it| affine::Bounds::of(it)?.constant_trips(affine::step(it)?);
            inner.map(|it| trips(it).unwrap_or(MANY_TRIPS)).fold(type_bytes(ty), i64::saturating_mul)
        };
        let by_bytes = STRIP_BYTES / self.between().map(bytes).fold(0, i64::saturating_add).max(1);
        (by_time.min(by_bytes).max(SHORTEST_STRIP) as u64).next_power_of_two() as i64
    }

    /// Where the loops around `op` begin, and how many iterations they may have: the outermost one in a strip.
    fn shape(&self, b: &Builder<'c>, op: Op<'c>, strip: Option<i64>) -> Option<Vec<(Val<'c>, Val<'c>)>> {
        let one = |it: Op<'c>| {
            let hull = self.analysis.hull(self.found.loop_of(it)?, self.of_copy)?;
            let lower = emit::index(b, &hull.dims.first()?.lo, &self.found.values)?;
            let trips = ranges::trips_in(b, self.found, &hull, lower, 1)?;
            Some(match strip.filter(|_| it == self.copy) {
                Some(length) => (b.constant_index(0), b.binary("arith.minsi", trips, b.constant_index(length))),
                None => (lower, trips),
            })
        };
        loops_around(op, self.copy).into_iter().map(one).collect()
    }

    /// A copy of the copy with one of the parts alone.
    fn write_part(
        &self,
        b: &Builder<'c>,
        slots: &[Slots<'c>],
        strips: Option<&Strips<'c>>,
        is_lead: bool,
    ) -> Result<(), String> {
        let part = b.clone_op(self.copy, &mut Mapping::new());
        let twins = Twins { of: ir::nested(self.copy, Order::Pre), are: ir::nested(part, Order::Pre), part };
        let index = ir::arguments(ir::body(part)).first().copied().ok_or("a loop has no index")?;
        let local = strips.map_or(index, |it| it.narrow(b, part, index));
        if strips.is_some() {
            self.own.arrays.iter().try_for_each(|it| it.reindex(part, local)).map_err(|_| "a slice has no index")?;
        }
        let subscripts = |op: Op<'c>| {
            let indices = indices_around(op, part).into_iter();
            indices.map(|it| if it == index { local } else { it }).collect::<Vec<_>>()
        };
        let (kept, variables) = slots.split_at(self.parts.kept.len());
        for (value, slot) in self.parts.kept.iter().zip(kept) {
            let Some(value) = twins.of_value(*value) else { continue };
            slot.pass_value(value, &subscripts, is_lead);
        }
        for (variable, slot) in self.parts.variables.iter().zip(variables) {
            slot.pass_variable(twins.of(*variable), &subscripts, is_lead);
        }
        let loads = if is_lead { vec![] } else { self.load_stored(&twins) };
        erase_all(part, self.parts.others(is_lead).map(|it| twins.of(it)).collect(), loads)?;
        drop_unread(part);
        Ok(())
    }

    /// Loads what the first part has stored anyway.
    fn load_stored(&self, twins: &Twins<'c>) -> Vec<Op<'c>> {
        let mut loads = vec![];
        for (value, store) in &self.parts.stored {
            let (Some(value), Some(map)) = (twins.of_value(*value), affine::map_attr(*store, "map")) else { continue };
            let Some(maker) = ir::defining_op(value) else { continue };
            let places = ir::operands(twins.of(*store));
            let load = Builder::before(maker).affine_load(places[1], map, &places[2..]);
            ir::replace_all_uses(value, load);
            loads.extend(ir::defining_op(load));
        }
        loads
    }
}

/// The ops of a loop and those of a clone of it.
struct Twins<'c> {
    of: Vec<Op<'c>>,
    are: Vec<Op<'c>>,
    part: Op<'c>,
}

impl<'c> Twins<'c> {
    fn of(&self, op: Op<'c>) -> Op<'c> {
        self.of.iter().position(|it| *it == op).map_or(self.part, |it| self.are[it])
    }

    /// The same of a result; None for what no op makes.
    fn of_value(&self, value: Val<'c>) -> Option<Val<'c>> {
        let maker = ir::defining_op(value)?;
        let number = ir::results(maker).iter().position(|it| *it == value)?;
        ir::results(self.of(maker)).get(number).copied()
    }
}

/// Erases ops, others if nobody uses them, and the loops and conditions that are around nothing then: conditions use values that go, too.
fn erase_all<'c>(part: Op<'c>, mut ops: Vec<Op<'c>>, mut others: Vec<Op<'c>>) -> Result<(), String> {
    let size = || ir::nested(part, Order::Pre).len();
    while !ops.is_empty() {
        let before = size();
        others.retain(stays);
        ops.retain(stays);
        erase_idle(part);
        if size() == before {
            return Err("what is left is used".into());
        }
    }
    others.retain(stays);
    erase_idle(part);
    Ok(())
}

/// Erases an op whose results nobody uses. Says whether it is still there.
fn stays(op: &Op<'_>) -> bool {
    let is_used = ir::results(*op).into_iter().any(ir::has_uses);
    if !is_used {
        ir::erase(*op);
    }
    is_used
}

fn erase_idle(part: Op<'_>) {
    ir::find_all(part, "memref.alloca").iter().for_each(|it| _ = stays(it));
    for frame in ir::nested(part, Order::Post).into_iter().filter(|it| *it != part && is_frame(*it)) {
        let mut ops = ir::regions(frame).into_iter().flat_map(ir::blocks).flat_map(ir::ops);
        if ops.all(|it| ir::name(it).ends_with(".yield")) {
            ir::erase(frame);
        }
    }
}

/// The affine loops around `op` up to `root`, outermost first.
fn loops_around<'c>(op: Op<'c>, root: Op<'c>) -> Vec<Op<'c>> {
    let mut all: Vec<_> = ir::parents(op).filter(|it| ir::is(*it, "affine.for") && is_inside(*it, root)).collect();
    all.reverse();
    all
}

/// The indices of the affine loops around `op` up to `root`, outermost first.
fn indices_around<'c>(op: Op<'c>, root: Op<'c>) -> Vec<Val<'c>> {
    loops_around(op, root).into_iter().filter_map(|it| ir::arguments(ir::body(it)).first().copied()).collect()
}

impl<'c> Slots<'c> {
    fn allocate(
        b: &Builder<'c>,
        elem: Type<'c>,
        shape: Vec<(Val<'c>, Val<'c>)>,
        (instances, picoseconds): (Val<'c>, i64),
    ) -> Self {
        let bytes = expand::bytes(b, type_bytes(elem), shape.iter().map(|it| it.1));
        let workspace = WorkspaceOp::build(b, bytes, instances, picoseconds);
        Slots { workspace, view: dense_view(b, workspace, elem, &shape) }
    }

    /// Lets the lead store the value where it is made, and the tail load it there.
    fn pass_value(&self, value: Val<'c>, subscripts: &dyn Fn(Op<'c>) -> Vec<Val<'c>>, is_lead: bool) {
        let Some(maker) = ir::defining_op(value) else { return };
        match is_lead {
            true => self.store(&Builder::after(maker), &subscripts(maker), value),
            false => {
                let load = self.load(&Builder::before(maker), &subscripts(maker), value.r#type());
                ir::replace_all_uses(value, load);
            }
        }
    }

    /// Lets the lead store what the variable has at the end of its block, and the tail begin with that.
    fn pass_variable(&self, variable: Op<'c>, subscripts: &dyn Fn(Op<'c>) -> Vec<Val<'c>>, is_lead: bool) {
        let (value, start) = (ir::result(variable), Builder::after(variable));
        let whole = AffineMap::empty(start.context());
        match variable.block().filter(|_| is_lead) {
            Some(block) => {
                let end = start.before_terminator(block);
                self.store(&end, &subscripts(variable), end.affine_load(value, whole, &[]));
            }
            None => {
                let kept = self.load(&start, &subscripts(variable), element_type(value));
                start.affine_store(kept, value, whole, &[]);
            }
        }
    }

    fn store(&self, b: &Builder<'c>, indices: &[Val<'c>], value: Val<'c>) {
        let map = AffineMap::multi_dim_identity(b.context(), indices.len());
        b.affine_store(to_memory(b, value), self.view, map, indices);
    }

    fn load(&self, b: &Builder<'c>, indices: &[Val<'c>], ty: Type<'c>) -> Val<'c> {
        let map = AffineMap::multi_dim_identity(b.context(), indices.len());
        from_memory(b, b.affine_load(self.view, map, indices), ty)
    }
}
