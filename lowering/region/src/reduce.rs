//! `region-reduce`: let a loop that only reductions keep from being parallel compute partial results.
//!
//! ```text
//!     before                                 after
//!     for i = lo to hi {                     ws = workspace(...)
//!       s = s op e(i); y[i] = f(i)           if disjoint(...) and ws {
//!     }                                        for g = 0 to ceil((hi - 63 - lo) / 4096) {
//!                                                for t = 0 to 64 {                    // parallel, both
//!                                                  acc = identity
//!                                                  for k = lo + 4096 g to min(hi - 63, lo + 4096 (g + 1)) step 64 {
//!                                                    i = k + t; acc = acc op e(i); y[i] = f(i) }
//!                                                  ws[64 g + t] = acc } }
//!                                              for p { s = s op ws[p] }
//!                                              for i = the last (hi - lo) mod 64 { s = s op e(i); y[i] = f(i) }
//!                                            } else { the loop as it was }
//! ```
//!
//! A loop with another one as all of its body has partial results per iteration, and the inner one is split. Minima and maxima of
//! floats take blocks of 64 consecutive iterations, without `t`. Loops behind the kernel stay on the host (`region.fallback`).
//!
//! Legal if:  the loop is "parallel but for reductions", and the reduced elements do not change in it. Arrays that the analysis took
//!            for disjoint are so, as `region.disjoint` says.
//!            Integers: all operators are associative and commutative modulo 2^n; flags that forbid overflow are dropped.
//!            Minima of floats, m = (e < m or e <= m) ? e : m, and maxima alike: a sequence of terms leaves a NaN in m as it is, and
//!            else leaves m unless its least number x compares with m; then it leaves the first x (with <) or last x (with <=),
//!            which tells -0 from +0. From +inf in place of m, a block of consecutive terms leaves that same x, or +inf if no term
//!            compares with +inf. Folding that value into m by the same comparison takes x exactly if the terms themselves would
//!            have; +inf is taken by <= only where m is +inf. So blocks in order give the bits of the sequence.
//!            Selections, if (e < m or e <= m) { m = e; p = f(i); }: integers or floats, in consecutive blocks, too. What p ends with is
//!            f of the iteration that took last: the first or last of the terms x above, if x compares with m. A block marks that it
//!            took a term, since +inf (or the greatest integer) left over and one taken by <= look alike; unmarked blocks are
//!            skipped: their terms compare with nothing that m can be. In the others the p left over is that of the block's x.
//!            An element that the iterations need not come to is folded into only where a mark says that one did, and a minimum
//!            or maximum is stored only if it is another: the element may not be there, or not be writable. An integer in a
//!            variable of the function whose address nobody has is there, and needs no mark.
//!            Sums and products of floats: with `floats` only, as the tree above, which the program's result then depends on: it is
//!            also what runs without a workspace. Only overlapping arrays, which are the program's own doing, keep the source's order.
//!            Where a range may end behind what is reached, overlap is the heap's doing: such loops decline.
//! Needs:     `region-privatize`. Before `region-distribute`, which would cut off what stands beside a reduction.
//! Declines:  loops in parallel loops, silently; with a note on the loop (`region.unreduced`, for the remark): elements that change
//!            or whose type no view has, sums of floats, or those in which arrays may overlap and reach no known end (subscripts or
//!            conditions of data), fewer than 1,000 iterations if that is known, operations that no device has, several bounds.
//! Source:    Par4All thesis 4.4.1-4.4.2 (OpenMP's clause for reductions). Differs: floats keep the source's order unless asked
//!            for; bodies may hold other statements.

use melior::ir::AffineMap;
use melior::ir::attribute::StringAttribute;
use melior::ir::operation::OperationLike;
use melior::ir::r#type::IntegerType;
use raddle_dialects::build::Builder;
use raddle_dialects::ir::{self, Mapping, Op, Val};
use raddle_dialects::region::{DisjointOp, Range};
use raddle_dialects::{Failure, Pass, diagnostics};
use raddle_poly::analysis::Analysis;
use raddle_poly::model::{AccessKind, ArrayId, LoopId};

use crate::affine::{self, Bounds};
use crate::blocks::Blocks;
use crate::cost;
use crate::distribute::{FALLBACK, in_fallback, in_parallel_loop};
use crate::expand::depends_on_loop;
use crate::extract::{Extracted, extract, is_inside};
use crate::parallelize::{Verdict, name, verdict};
use crate::partials::{self, Accumulator, Extent, Partials, accumulators};
use crate::privatize::perfect_child;
use crate::ranges;
use crate::reductions::{Operator, Reduction};
use crate::strips::STRIPS;
use crate::views::{ViewInfo, is_local_variable, memref_rank};
use crate::worth::{most_instances, too_short};

/// Attribute of a loop with reductions that stay in it: why.
pub const UNREDUCED: &str = "region.unreduced";

/// Work items side by side: a few whole cache lines, GPU warps and vectors.
const LANES: i64 = 64;
/// Iterations that a partial result must stand for: fewer are not worth storing and folding it.
const WORTH: i64 = 8;
/// A loop of fewer iterations is not worth a second version.
const LEAST: i64 = 1000;

/// Which sums and products of floats get an order of their own.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FloatOrder {
    /// None: the source's order is part of the result.
    #[default]
    Source,
    /// All: the same tree everywhere.
    Tree,
    /// Those whose operations all have the flag `reassoc`.
    AsFlagged,
}

impl FloatOrder {
    /// The value of the pass's option `floats`.
    pub fn name(self) -> &'static str {
        match self {
            FloatOrder::Source => "false",
            FloatOrder::Tree => "true",
            FloatOrder::AsFlagged => "flagged",
        }
    }

    /// The order of that name.
    pub fn parse(name: &str) -> Option<Self> {
        [FloatOrder::Source, FloatOrder::Tree, FloatOrder::AsFlagged].into_iter().find(|it| it.name() == name)
    }

    /// Does the loop's order of the reductions' terms show in the result, so that none of them is computed in parts?
    pub fn keeps(self, reductions: &[Reduction<'_>], op: Op<'_>) -> bool {
        let is_sum = |it: &&Reduction<'_>| {
            let is_float = IntegerType::try_from(it.statements[0].element_type()).is_err();
            matches!(it.operator, Operator::Add | Operator::Mul) && is_float
        };
        let mut sums = reductions.iter().filter(is_sum);
        let may_change =
            |it: &Reduction<'_>| accumulators(it, op).is_some_and(|all| all.iter().all(Accumulator::may_reorder));
        match self {
            FloatOrder::Source => sums.next().is_some(),
            FloatOrder::Tree => false,
            FloatOrder::AsFlagged => sums.any(|it| !may_change(it)),
        }
    }
}

#[derive(Clone, Default)]
pub struct Reduce {
    floats: FloatOrder,
}

impl Pass for Reduce {
    const ARG: &'static str = "region-reduce";
    const DESC: &'static str = "compute reductions from partial results";
    const OPTIONS: &'static [(&'static str, &'static str)] = &[(
        "floats",
        "false (default); true: sums and products of floats, too, in an order of their own; flagged: only those that may be reassociated",
    )];

    fn set(&mut self, name: &str, value: &str) -> Result<(), String> {
        match FloatOrder::parse(value).filter(|_| name == "floats") {
            Some(order) => self.floats = order,
            None => return Err(format!("option '{name}' does not take '{value}'")),
        }
        Ok(())
    }

    fn run<'c>(&mut self, op: Op<'c>) -> Result<(), Failure> {
        for nest in ir::find_all(op, "region.nest") {
            // Each round changes one loop.
            for _ in 0..ir::find_all(nest, "affine.for").len() {
                if !self.reduce_one(nest) {
                    break;
                }
            }
        }
        Ok(())
    }
}

/// Why a loop stays as it is.
enum Declined {
    /// It is no loop for this pass.
    NotConcerned,
    Because(String),
}

impl From<&str> for Declined {
    fn from(reason: &str) -> Self {
        Declined::Because(reason.into())
    }
}

/// What to do with a loop.
struct Plan<'c> {
    /// The loop and, if its body is one, the loop in it that is split.
    chain: Vec<LoopId>,
    accumulators: Vec<Accumulator<'c>>,
    /// Work items side by side; 1 keeps the source's order.
    lanes: i64,
    /// The order matters to the result, so it must be the same in all versions.
    is_tree: bool,
    names: String,
}

impl Reduce {
    /// Rewrites the first loop that allows it. False if none does.
    fn reduce_one(&self, nest: Op<'_>) -> bool {
        let found = extract(nest);
        let Ok(analysis) = Analysis::of(&found.model) else { return false };
        for id in (0..found.loops.len() as u32).map(LoopId) {
            let done = match self.plan(&analysis, &found, id) {
                Ok(plan) => apply(&analysis, &found, &plan),
                Err(declined) => Err(declined),
            };
            match done {
                Ok(()) => return true,
                Err(Declined::NotConcerned) => {}
                Err(Declined::Because(reason)) => {
                    let op = found.loops[id.0 as usize];
                    ir::set_attr(op, UNREDUCED, StringAttribute::new(ir::context(op), &reason).into());
                }
            }
        }
        false
    }

    fn plan<'c>(&self, analysis: &Analysis, found: &Extracted<'c>, id: LoopId) -> Result<Plan<'c>, Declined> {
        let op = found.loops[id.0 as usize];
        if in_fallback(op) || ir::has_attr(op, UNREDUCED) || ir::has_attr(op, STRIPS) {
            return Err(Declined::NotConcerned);
        }
        let Verdict::Reductions(reductions) = verdict(analysis, found, id) else { return Err(Declined::NotConcerned) };
        if in_parallel_loop(analysis, found, id) {
            return Err(Declined::NotConcerned);
        }
        let accumulators = unchanging(found, &reductions, op)?;
        may_run_on_device(found, op, &reductions)?;
        if let Some(reason) = too_short(found, analysis, id) {
            return Err(Declined::Because(reason));
        }
        if most_instances(found, analysis, id).is_some_and(|it| it < LEAST) {
            return Err(format!("fewer than {LEAST} iterations").as_str().into());
        }
        let in_order = accumulators.iter().any(Accumulator::is_ordered);
        let lanes = if in_order { 1 } else { LANES };
        let chain = chain(analysis, found, id, &reductions, lanes);
        let target = chain.last().map_or(op, |it| found.loops[it.0 as usize]);
        let is_tree = accumulators.iter().any(Accumulator::is_float_sum);
        // The bounds of a strip are not the source's.
        let is_part = ir::parents(op).any(|it| ir::has_attr(it, STRIPS));
        if Blocks::of(target, lanes).is_none() && !(is_tree && is_part) {
            return Err("the loop has several bounds".into());
        }
        if is_tree {
            self.may_reorder(&accumulators)?;
        }
        let names: Vec<_> = reductions.iter().map(|it| name(it, found)).collect();
        let accumulators = partials::with_marks(accumulators, target, |it| is_variable(found, it));
        Ok(Plan { chain, accumulators, lanes, is_tree, names: names.join(", ") })
    }

    fn may_reorder(&self, accumulators: &[Accumulator<'_>]) -> Result<(), Declined> {
        match self.floats {
            FloatOrder::Tree => Ok(()),
            FloatOrder::Source => Err("--fp reproducible would run it in parallel".into()),
            FloatOrder::AsFlagged if accumulators.iter().all(|it| !it.is_float_sum() || it.may_reorder()) => Ok(()),
            FloatOrder::AsFlagged => Err("an option or pragma keeps the order of its terms".into()),
        }
    }
}

/// The elements that the loop reduces into.
fn unchanging<'c>(
    found: &Extracted<'c>,
    reductions: &[Reduction<'c>],
    op: Op<'c>,
) -> Result<Vec<Accumulator<'c>>, Declined> {
    let mut all = vec![];
    for reduction in reductions {
        if reduction.arrays().iter().any(|it| !found.arrays[it.0 as usize].faithful) {
            return Err("the element is part of memory that is seen in several ways".into());
        }
        let own = accumulators(reduction, op).ok_or(Declined::from("the element changes in the loop"))?;
        if !own.iter().all(Accumulator::has_view) {
            return Err("no array that devices see has elements of its type".into());
        }
        // Two names of one element would have their terms sorted apart.
        if reduction.statements.len() > 1 && own.len() > 1 && own.iter().any(Accumulator::is_ordered) {
            return Err("the element may have two names, and the order of terms matters".into());
        }
        all.extend(own);
    }
    Ok(all)
}

/// Is the memref a variable of the function whose address nobody has?
fn is_variable(found: &Extracted<'_>, memref: Val<'_>) -> bool {
    let is_private = |it: &&ViewInfo<'_>| it.rank() == 0 && it.object >= 0 && is_local_variable(it);
    found.arrays.iter().flat_map(|it| &it.views).filter(is_private).any(|it| it.result == memref)
}

/// A second version of the loop pays only if this one becomes a kernel.
fn may_run_on_device<'c>(found: &Extracted<'c>, op: Op<'c>, reductions: &[Reduction<'c>]) -> Result<(), Declined> {
    if let Some((_, reason)) = found.obstacle_in(op) {
        return Err(Declined::Because(reason.clone()));
    }
    for access in found.accesses_in(op) {
        let array = found.array_of(access);
        let storage = &found.arrays[array.0 as usize];
        let declared = ir::defining_op(storage.memrefs[0]);
        let is_outer = storage.views.is_empty() && declared.is_some_and(|it| !is_inside(it, op));
        let is_write = found.model.accesses[access.0 as usize].kind == AccessKind::Write;
        let is_array = memref_rank(storage.memrefs[0]) > 0;
        if is_outer && (is_write || is_array) && !reductions.iter().any(|it| it.arrays().contains(&array)) {
            return Err("it uses a variable local to a loop around it".into());
        }
    }
    Ok(())
}

/// The loop, and the one in it that is split in its place: all of its body, rectangular, with the same reductions, and not known to
/// be too short.
fn chain<'c>(
    analysis: &Analysis,
    found: &Extracted<'c>,
    id: LoopId,
    reductions: &[Reduction<'c>],
    lanes: i64,
) -> Vec<LoopId> {
    let op = found.loops[id.0 as usize];
    let arrays = |list: &[Reduction<'c>]| list.iter().flat_map(Reduction::arrays).collect::<Vec<ArrayId>>();
    let alike = |child: LoopId| match verdict(analysis, found, child) {
        Verdict::Reductions(inner) => arrays(&inner) == arrays(reductions),
        Verdict::Parallel | Verdict::Sequential(_) => false,
    };
    let long = |child: Op<'c>| {
        let bounds = Bounds::of(child).zip(affine::step(child));
        bounds.is_some_and(|(it, step)| it.constant_trips(step).is_none_or(|trips| trips >= lanes * WORTH))
    };
    let fits = |child: &LoopId| {
        let inner = found.loops[child.0 as usize];
        affine::step(op) == Some(1) && !depends_on_loop(inner, op) && long(inner) && alike(*child)
    };
    [id].into_iter().chain(perfect_child(found, id).filter(fits)).collect()
}

/// An error is a reason to decline; nothing but dead arithmetic is there then.
fn apply<'c>(analysis: &Analysis, found: &Extracted<'c>, plan: &Plan<'c>) -> Result<(), Declined> {
    let loops: Vec<Op<'c>> = plan.chain.iter().map(|it| found.loops[it.0 as usize]).collect();
    let (root, target) = (loops[0], loops[loops.len() - 1]);
    let before = Builder::before(root);
    let ranges = ranges::of_loop(&before, found, analysis, plan.chain[0]).map_err(Declined::Because)?.bounded;
    if plan.is_tree {
        no_choice_of_the_heap(&ranges)?;
    }
    let blocks = Blocks::of(target, plan.lanes).ok_or(Declined::NotConcerned)?;
    let extent = extent(&before, &loops, &blocks).ok_or(Declined::NotConcerned)?;
    let instances = ranges::instances(&before, found, analysis, plan.chain[0]);
    let work = (instances, cost::per_iteration(root, false));
    diagnostics::remark(root.location(), format!("loop computes partial results: reduction {}", plan.names)).report();

    let need_check = ranges::need_check(&ranges);
    let ranges: Vec<Range<'c>> = ranges.into_iter().filter(|it| !it.is_private).map(|it| it.range).collect();
    let mut b = before;
    // No workspace is no reason to leave the tree, but arrays that overlap are.
    if need_check && plan.is_tree {
        let check = Branches::new(&b, DisjointOp::build(&b, &ranges).disjoint());
        keep(&check.other, root);
        ir::move_before(root, check.end);
        b = Builder::before(root);
    }
    let partials: Vec<_> =
        plan.accumulators.iter().map(|it| Partials::allocate(&b, &extent, it, work, WORTH)).collect();
    let there = partials.iter().map(|it| it.is_there(&b)).reduce(|x, y| b.binary("arith.andi", x, y));
    let mut condition = there.unwrap_or_else(|| b.constant_bool(false));
    if need_check && !plan.is_tree {
        condition = if_disjoint(&b, condition, &ranges);
    }
    let choice = Branches::new(&b, condition);
    if !plan.is_tree {
        keep(&choice.other, root);
    }
    ir::move_before(root, choice.end);
    rewrite(plan, blocks, &loops, &partials, &choice);
    partials.iter().for_each(|it| it.end(&Builder::after(choice.op)));
    Ok(())
}

/// The check chooses between the tree and the source's order, so it may see what the program does only, not what lies beside
/// the elements that it reaches.
fn no_choice_of_the_heap(ranges: &[ranges::ObjectRange<'_>]) -> Result<(), Declined> {
    match ranges::decided_by_layout(ranges) {
        Some(it) => Err(Declined::Because(format!(
            "how far '{}' reaches into memory that may be another array's is not known before the loop",
            it.range.name
        ))),
        None => Ok(()),
    }
}

/// Asks whether the ranges overlap only if there is memory, which is the cheaper question: short loops ask often.
fn if_disjoint<'c>(b: &Builder<'c>, there: Val<'c>, ranges: &[Range<'c>]) -> Val<'c> {
    let (op, then, other) = b.scf_if(there, &[b.int(1)], true);
    let inside = b.in_block(then);
    let disjoint = DisjointOp::build(&inside, ranges).disjoint();
    inside.op("scf.yield", &[disjoint], &[], &[]);
    if let Some(other) = other {
        b.in_block(other).op("scf.yield", &[there], &[], &[]);
    }
    ir::result(op)
}

/// An `scf.if` and the places in its branches.
struct Branches<'c> {
    op: Op<'c>,
    /// The end of the first branch.
    end: Op<'c>,
    other: Builder<'c>,
}

impl<'c> Branches<'c> {
    fn new(b: &Builder<'c>, condition: Val<'c>) -> Self {
        let (op, then, other) = b.scf_if(condition, &[], true);
        let end = ir::ops(then)[0];
        Self { op, end, other: b.before_terminator(other.unwrap_or(then)) }
    }
}

/// The loop as it is, which no pass looks at again.
fn keep<'c>(b: &Builder<'c>, root: Op<'c>) {
    let copy = b.clone_op(root, &mut Mapping::new());
    ir::set_attr(copy, FALLBACK, b.unit());
}

/// How many partial results there will be; `b` stands before the outer loop.
fn extent<'c>(b: &Builder<'c>, loops: &[Op<'c>], blocks: &Blocks<'c>) -> Option<Extent<'c>> {
    let rows = match loops {
        [root, _, ..] => {
            let (lower, upper) = affine::bounds(b, *root)?;
            Some((lower, affine::trips(b, lower, upper, 1)))
        }
        _ => None,
    };
    Some(Extent { rows, per_row: blocks.items(b)? })
}

/// Puts blocks in the innermost loop's place, and behind the outer one what combines the partial results and what is left over.
fn rewrite<'c>(
    plan: &Plan<'c>,
    blocks: Blocks<'c>,
    loops: &[Op<'c>],
    partials: &[Partials<'c>],
    choice: &Branches<'c>,
) {
    let rows = (loops.len() > 1).then(|| loops[0]);
    let behind = Builder::before(choice.end);
    let fold = blocks.fold_loops(&behind, rows);
    let values: Vec<_> = partials.iter().map(|it| fold.load(it.view())).collect();
    partials::fold(&fold.place, &plan.accumulators, &values);
    blocks.rest(&behind, rows);
    let rest_of_tree = if plan.is_tree { blocks.rest(&choice.other, rows) } else { None };
    let items = blocks.split(&plan.accumulators);
    if plan.is_tree {
        let b = rest_of_tree.map_or(choice.other, Builder::before);
        in_sequence(&b, rows.unwrap_or(items.outer), plan, &items.variables);
    }
    let row = rows.and_then(|it| ir::arguments(ir::body(it)).first().copied());
    for (partials, variable) in partials.iter().zip(&items.variables) {
        let value = items.place.affine_load(*variable, AffineMap::empty(items.place.context()), &[]);
        let (map, subscripts) = items.subscripts(row);
        items.place.affine_store(value, partials.view(), map, &subscripts);
    }
}

/// The same tree without memory for partial results: each goes into the element at once.
fn in_sequence<'c>(b: &Builder<'c>, root: Op<'c>, plan: &Plan<'c>, variables: &[Val<'c>]) {
    let mut mapping = Mapping::new();
    let copy = b.clone_op(root, &mut mapping);
    ir::set_attr(copy, FALLBACK, b.unit());
    let variables: Vec<_> = variables.iter().map(|it| mapping.get_or_same(*it)).collect();
    let Some(block) = variables.first().and_then(|it| ir::defining_op(*it)).and_then(|it| it.block()) else { return };
    let end = b.before_terminator(block);
    let values: Vec<_> = variables.iter().map(|it| end.affine_load(*it, AffineMap::empty(b.context()), &[])).collect();
    partials::fold(&end, &plan.accumulators, &values);
}
