//! `region-rehearse`: look at the subscripts of one iteration when the program runs, to see whether each may have work arrays of its own.
//!
//! ```text
//!     before                              after
//!     affine.for %k = 0 to %n {           %same = scf.if pays && %n >= 16 {
//!       ... t[%i] = X[%k][%i] ...           ... marks[%i] = 1 ...                  // the rehearsal: one iteration, its subscripts alone
//!       scf.while ... {                     scf.while ... { %fine &= marks[%p]; marks[%q] = 1 ... }
//!         t[%q] = f(t[%p])                  yield %fine
//!       }                                 }
//!       ... Y[%k][%i] = t[%i] ...         scf.if %same {
//!     }                                     affine.for %k = 0 to %n { the same with w[%k][..] for t[..];  if %k = n - 1 { t[..] = w[%k][..] where marked } }
//!                                         } else { the loop }
//! ```
//!
//! `%p` and `%q` may be computed in any way, as those of a fast Fourier transform are: what matters is that every iteration computes the same ones.
//! Then what holds of one iteration holds of all: each reads only what it has written, and all write the same elements.
//!
//! Where nobody knows how long an array is, another copy of one iteration finds how far it is reached first.
//!
//! Legal if:  whether accesses to the work arrays are reached, and their subscripts, depend neither on the loop's index nor on memory that
//!            the loop writes, but for variables that each iteration overwrites first; the rehearsal finds each element written before it is
//!            read, and all of them in the arrays; nothing else ties iterations together. What is read to measure an array is known to lie
//!            apart from all that the loop writes, as that is not compared yet.
//! Worth it:  there are sixteen iterations or more, and a launch may pay.
//! Needs:     `region-privatize` before it, which needs no rehearsal where subscripts are affine. Leaves: a loop for `region-parallelize`, and
//!            the loop as it was for the host (`region.unrehearsed`).
//! Declines:  rows behind pointers, atomic updates, loops with steps or inside of parallel loops, iterations whose work arrays are updated by
//!            sums, arrays of unknown length inside of other loops. Silently: the loop is what it was.
//! Source:    Rauchwerger and Padua, The LRPD test (PLDI 1995): marks in shadow arrays. Differs: one iteration is looked at, before the loop,
//!            and its values are not computed.

use raddle_dialects::build::{Builder, CmpI, element_type};
use raddle_dialects::ir::{self, Mapping, Op, Order, Source, Val};
use raddle_dialects::region::{MayPayOp, OF_VERSION, THREADS_ONLY, WorkspaceOp};
use raddle_dialects::{Failure, Pass, diagnostics};
use raddle_poly::analysis::Analysis;
use raddle_poly::model::{Access, AccessId, AccessKind, ArrayId, LoopId};

use melior::ir::operation::OperationLike;
use melior::ir::{AffineExpr, AffineMap, BlockLike};

use crate::affine::{self, Bounds};
use crate::assigned::{self, Variables};
use crate::cost;
use crate::distribute::{FALLBACK, in_fallback, in_parallel_loop};
use crate::expand::{Expansion, bytes, dense_view_of, is_defined_inside};
use crate::extract::{Extracted, Storage, extract, is_inside};
use crate::inspect::{self, Target};
use crate::privatize::{self, privatize_nest};
use crate::ranges::{self, and_then, where_disjoint};
use crate::slice::{is_local, keep_needed, read, written};
use crate::versions::{not_on_threads, on_threads, with_fallback};
use crate::views::{ViewInfo, memref_rank};
use crate::worth::too_short;

/// With fewer iterations, one more takes too much of what threads win.
const FEWEST: i64 = 16;

/// Bytes of all copies of an iteration on the stack of a CPU thread. A kernel may have 256 KiB of variables.
const MOST_ON_THREADS: i64 = 192 << 10;

/// Bytes of all copies of an iteration that other devices should have for each work item.
const MOST_ELSEWHERE: i64 = 16 << 10;

/// Attribute of a loop of which CPU threads have a version already.
const ELSEWHERE: &str = "region.rehearsed_elsewhere";

/// Attribute of a version, for which the host has the loop as it was where it is not launched.
pub const REHEARSED: &str = "region.rehearsed";

/// Attribute of the loop as it was.
pub const ORIGINAL: &str = "region.unrehearsed";

#[derive(Clone, Default)]
pub struct Rehearse;

impl Pass for Rehearse {
    const ARG: &'static str = "region-rehearse";
    const DESC: &'static str = "see at run time whether iterations may have work arrays of their own";

    fn run<'c>(&mut self, op: Op<'c>) -> Result<(), Failure> {
        for nest in ir::find_all(op, "region.nest") {
            // A round changes one loop: it is measured, gets a version for CPU threads, and one for others.
            for _ in 0..3 * ir::find_all(nest, "affine.for").len() {
                if !rehearse_one(nest)? {
                    break;
                }
            }
        }
        Ok(())
    }
}

/// Makes a version of the first loop that needs only this. False if there is none.
fn rehearse_one(nest: Op<'_>) -> Result<bool, Failure> {
    let found = extract(nest);
    if !found.loops.iter().any(|it| is_candidate(&found, *it)) {
        return Ok(false);
    }
    let Ok(analysis) = Analysis::of(&found.model) else { return Ok(false) };
    for (number, op) in found.loops.iter().enumerate() {
        let at = Place { analysis: &analysis, found: &found, id: LoopId(number as u32), op: *op };
        let Some(arrays) = is_candidate(&found, *op).then(|| at.work_arrays()).flatten() else { continue };
        if arrays.iter().any(|it| at.extents(*it).is_none()) {
            if at.can_be_measured(&arrays) && at.measure(&arrays).is_some() {
                return Ok(true);
            }
        } else if let Some(way) = at.way(&arrays)
            && at.version(&arrays, way)?
        {
            privatize_nest(nest)?;
            let message =
                "loop has a version in which iterations have their own work arrays, if the subscripts of one allow it";
            diagnostics::remark(op.location(), message.to_string()).report();
            return Ok(true);
        }
    }
    Ok(false)
}

/// Could the loop run at once, but for what it accesses?
fn is_candidate(found: &Extracted<'_>, op: Op<'_>) -> bool {
    let is_plain = ir::is(op, "affine.for")
        && ir::results(op).is_empty()
        && affine::step(op) == Some(1)
        && !ir::has_attr(op, THREADS_ONLY);
    is_plain && !in_fallback(op) && affine::last_iteration(op).is_some() && found.obstacle_in(op).is_none()
}

/// Where the copies of the iterations are.
#[derive(Clone, Copy, PartialEq)]
enum Home {
    /// On the stack of any device.
    Stack,
    /// On the stack of CPU threads; other devices get another version, or none.
    Threads {
        alone: bool,
    },
    Workspace,
}

/// How a loop is rehearsed.
#[derive(Clone, Copy)]
struct Way {
    home: Home,
    /// Dimensions that all accesses go through alike need no marks.
    by_ranges: bool,
}

/// A loop of a nest.
struct Place<'f, 'c> {
    analysis: &'f Analysis,
    found: &'f Extracted<'c>,
    id: LoopId,
    op: Op<'c>,
}

/// An array of which each iteration may get a copy.
struct Work<'c> {
    array: ArrayId,
    extents: Vec<Val<'c>>,
    /// Dimensions in which every access goes through all of the same range, in a loop of its own.
    ranges: Vec<(usize, Range<'c>)>,
    /// The rehearsal's marks: which elements it has written, in the other dimensions.
    marks: Val<'c>,
}

/// From the first to before the second.
type Range<'c> = (Val<'c>, Val<'c>);

impl<'c> Work<'c> {
    /// Dimensions that marks have.
    fn marked(&self) -> Vec<usize> {
        let is_marked = |it: &usize| !self.ranges.iter().any(|(range, _)| range == it);
        (0..self.extents.len()).filter(is_marked).collect()
    }
}

impl<'c> Place<'_, 'c> {
    /// The arrays that tie iterations together where nobody knows whether they have to.
    fn work_arrays(&self) -> Option<Vec<ArrayId>> {
        let Place { analysis, found, id, .. } = *self;
        let carriers = analysis.carriers(id);
        let is_lone = too_short(found, analysis, id).is_none() && !in_parallel_loop(analysis, found, id);
        if carriers.is_empty() || !is_lone || !analysis.parallel(id, &carriers) {
            return None;
        }
        let is_private = |it: &ArrayId| privatize::is_private(analysis, found, id, *it);
        let rest: Vec<ArrayId> = carriers.into_iter().filter(|it| !is_private(it)).collect();
        let is_work = |it: &ArrayId| self.has_extents_inside(*it) && self.may_be_overwritten(*it);
        (!rest.is_empty() && rest.iter().all(is_work)).then_some(rest)
    }

    /// Does an iteration write the array first, by accesses of which nobody knows the elements? Where all are known, the analysis has the
    /// answer.
    fn may_be_overwritten(&self, array: ArrayId) -> bool {
        let model = &self.found.model;
        let accesses = self.found.accesses_in(self.op).into_iter().map(|it| &model.accesses[it.0 as usize]);
        let mut own = accesses.filter(|it| it.array == array).peekable();
        let begins = own.peek().is_some_and(|it| it.kind == AccessKind::Write);
        let has_trips = |it: &LoopId| !model.loops[it.0 as usize].constraints.is_empty();
        let is_known =
            |it: &Access| it.certain && it.subscripts.iter().all(Option::is_some) && it.loops.iter().all(has_trips);
        begins && own.any(|it| it.kind == AccessKind::Write && !is_known(it))
    }

    /// The array as the loop sees it, if all that it accesses are elements of one.
    fn view(&self, array: ArrayId) -> Option<&ViewInfo<'c>> {
        let storage = &self.found.arrays[array.0 as usize];
        let is_used = |it: &&ViewInfo<'c>| ir::uses(it.result).into_iter().any(|(user, _)| is_inside(user, self.op));
        let mut views = storage.views.iter().filter(is_used);
        let first = views.next().filter(|it| storage.faithful && it.rank() > 0 && it.rows == 0)?;
        let is_alike =
            |it: &ViewInfo<'c>| it.same_shape(first) && it.extent(0).map(ir::key) == first.extent(0).map(ir::key);
        views.all(is_alike).then_some(first)
    }

    /// Has it extents but for the first one?
    fn has_extents_inside(&self, array: ArrayId) -> bool {
        self.view(array).is_some_and(|it| (1..it.sizes.len()).all(|dim| it.extent(dim).is_some()))
    }

    /// How many elements it has in each dimension, where that is known before the loop.
    fn extents(&self, array: ArrayId) -> Option<Vec<Val<'c>>> {
        let view = self.view(array)?;
        (0..view.sizes.len()).map(|it| view.extent(it)).collect()
    }

    /// There are enough iterations, and a launch may pay.
    fn pays(&self, b: &Builder<'c>, more: impl FnOnce(&Builder<'c>) -> Val<'c>) -> Option<Val<'c>> {
        let (lower, upper) = affine::bounds(b, self.op)?;
        let trips = affine::trips(b, lower, upper, 1);
        let is_long = b.cmpi(CmpI::Sge, trips, b.constant_index(FEWEST));
        let (instances, picoseconds) = self.weight(b);
        let launch = |b: &Builder<'c>| MayPayOp::build(b, instances, picoseconds).answer();
        Some(and_then(b, is_long, |b| and_then(b, launch(b), more)))
    }

    fn weight(&self, b: &Builder<'c>) -> (Val<'c>, i64) {
        (ranges::instances(b, self.found, self.analysis, self.id), cost::per_iteration(self.op, false))
    }

    /// Makes a version of the loop with extents for the arrays that have none: those that one iteration reaches. None, and nothing is there
    /// that runs, where others may reach further.
    fn measure(&self, arrays: &[ArrayId]) -> Option<()> {
        let op = self.op;
        let b = Builder::before(op);
        let open = arrays.iter().filter(|it| self.extents(**it).is_none()).filter_map(|it| self.view(*it));
        let target = |view: &ViewInfo<'c>| {
            let reach = b.memref_alloca(b.memref(&[], b.int(64)));
            b.memref_store(b.constant_int(b.int(64), 0), reach, &[]);
            Target { view: view.clone(), reach }
        };
        let targets: Vec<Target<'c>> = open.map(target).collect();
        let (looks, then, _) = b.scf_if(b.constant_bool(false), &[], false);
        if self.look(&b.before_terminator(then), &targets).is_none() {
            ir::erase(looks);
            for target in targets {
                ir::uses(target.reach).into_iter().for_each(|it| ir::erase(it.0));
                ir::defining_op(target.reach).into_iter().for_each(ir::erase);
            }
            return None;
        }
        let pays = self.pays(&Builder::before(looks), |b| b.constant_bool(true))?;
        ir::set_operand(looks, 0, pays);
        let (_, then, other) = b.scf_if(inspect::known(&b, pays, &targets), &[], true);
        inspect::clone_with(&b.before_terminator(then), op, targets.iter());
        ir::set_attr(op, FALLBACK, b.unit());
        ir::move_before(op, *ir::ops(other?).last()?);
        Some(())
    }

    /// One iteration that finds how far the targets are reached, in any of them.
    fn look(&self, b: &Builder<'c>, targets: &[Target<'c>]) -> Option<()> {
        let copy = self.one_iteration(b);
        for target in targets {
            let users = ir::uses(target.view.result).into_iter().map(|it| it.0);
            users.filter(|it| is_inside(*it, copy)).for_each(|it| inspect::record(it, target));
        }
        let is_ours = |it: Val<'c>| targets.iter().any(|own| ir::key(own.reach) == ir::key(it));
        keep_needed(copy, |it| written(it).is_some_and(is_ours));
        let is_safe = self.reads_what_stays(copy, is_ours) && self.reads_what_is_apart(copy, is_ours);
        (is_safe && is_same_in_all(copy, is_ours)).then_some(())
    }

    /// Nobody has compared the arrays yet: what is read must be known to lie apart from all that the loop writes.
    fn reads_what_is_apart(&self, copy: Op<'c>, is_ours: impl Fn(Val<'c>) -> bool) -> bool {
        let found = self.found;
        let views = |memref: Val<'c>| {
            let storage = found.arrays.iter().find(|it| it.memrefs.iter().any(|it| ir::key(*it) == ir::key(memref)));
            storage.map_or(&[][..], |it| &it.views)
        };
        let writes = found.accesses_in(self.op).into_iter().map(|it| &found.model.accesses[it.0 as usize]);
        let written =
            writes.filter(|it| it.kind == AccessKind::Write).flat_map(|it| &found.arrays[it.array.0 as usize].views);
        let objects: Vec<i64> = written.map(|it| it.object).collect();
        let is_apart =
            |it: &ViewInfo<'c>| it.object >= 0 && objects.iter().all(|other| *other >= 0 && *other != it.object);
        let is_own = |memref: Val<'c>| is_ours(memref) || is_local(memref, copy);
        let read = ir::nested(copy, Order::Pre).into_iter().filter_map(read).filter(|it| !is_own(*it));
        read.into_iter().all(|it| !views(it).is_empty() && views(it).iter().all(is_apart))
    }

    /// Would the version with extents be rehearsed? As if they were the greatest that there can be.
    fn can_be_measured(&self, arrays: &[ArrayId]) -> bool {
        let way = Way { home: Home::Workspace, by_ranges: false };
        ir::parents(self.op).all(|it| !matches!(ir::name(it), "affine.for" | "scf.for" | "scf.while"))
            && self.can_be_rehearsed(arrays, way, Some(inspect::MOST))
    }

    /// A copy of the loop with one iteration; which it is does not matter, as will be seen.
    fn one_iteration(&self, b: &Builder<'c>) -> Op<'c> {
        let copy = b.clone_op(self.op, &mut Mapping::new());
        ir::set_attr(copy, FALLBACK, b.unit());
        let bound = |value| (AffineMap::constant(b.context(), value), vec![]);
        affine::set_bounds(b, copy, &bound(0), &bound(1));
        self.give_variables(copy);
        copy
    }

    /// Variables that iterations overwrite first are the copy's own.
    fn give_variables(&self, copy: Op<'c>) {
        let b = Builder::at_start(ir::context(copy), ir::body(copy), copy.location());
        for array in self.analysis.carriers(self.id) {
            let storage = &self.found.arrays[array.0 as usize];
            let Some(variable) = storage.memrefs.first().filter(|it| memref_rank(**it) == 0) else { continue };
            let own = b.memref_alloca(b.memref(&[], element_type(*variable)));
            for (user, operand) in storage.memrefs.iter().flat_map(|it| ir::uses(*it)) {
                if is_inside(user, copy) {
                    ir::set_operand(user, operand, own);
                }
            }
        }
    }

    /// How a rehearsal would say something of all iterations.
    fn way(&self, arrays: &[ArrayId]) -> Option<Way> {
        let home = self.home(arrays);
        [true, false]
            .map(|by_ranges| Way { home, by_ranges })
            .into_iter()
            .find(|it| self.can_be_rehearsed(arrays, *it, None))
    }

    fn home(&self, arrays: &[ArrayId]) -> Home {
        let bytes = |it: &ArrayId| privatize::stack_bytes(self.found, *it);
        let all = arrays.iter().map(bytes).try_fold(0i64, |all, it| all.checked_add(it?));
        let is_first = !ir::has_attr(self.op, ELSEWHERE);
        match all {
            Some(_) if arrays.iter().all(|it| bytes(it).is_some_and(|it| it <= privatize::LIMIT)) => Home::Stack,
            Some(all) if is_first && all <= MOST_ON_THREADS => Home::Threads { alone: all > MOST_ELSEWHERE },
            None if is_first && arrays.iter().all(|it| self.room(arrays, *it).is_some()) => {
                Home::Threads { alone: false }
            }
            _ => Home::Workspace,
        }
    }

    /// Extents of a copy on the stack of a CPU thread: the array's own, or of its share of the room, if the first extent is no constant.
    fn room(&self, arrays: &[ArrayId], array: ArrayId) -> Option<Vec<i64>> {
        let extents = self.extents(array)?;
        let (first, inner) = extents.split_first()?;
        let inner: Vec<i64> =
            inner.iter().map(|it| ir::constant_int(*it).filter(|it| *it > 0)).collect::<Option<_>>()?;
        let row = inner.iter().try_fold(self.view(array)?.elem_bytes, |all, it| all.checked_mul(*it))?;
        let share = MOST_ON_THREADS / arrays.len() as i64 / row;
        let first = ir::constant_int(*first).unwrap_or(share);
        (first > 0).then(|| [&[first], &inner[..]].concat())
    }

    /// The arrays whose first extent is no constant have room on the stack of a CPU thread; nothing if there are none.
    fn fits(&self, b: &Builder<'c>, arrays: &[ArrayId]) -> Option<Val<'c>> {
        let fits = |it: &ArrayId| {
            let (extent, room) = (*self.extents(*it)?.first()?, *self.room(arrays, *it)?.first()?);
            ir::constant_int(extent).is_none().then(|| b.cmpi(CmpI::Ule, extent, b.constant_index(room)))
        };
        arrays.iter().filter_map(fits).reduce(|x, y| b.binary("arith.andi", x, y))
    }

    /// Do launches go where this version is for?
    fn is_there(&self, b: &Builder<'c>, arrays: &[ArrayId], home: Home) -> Val<'c> {
        let always = || b.constant_bool(true);
        match home {
            Home::Threads { .. } => {
                let fits = self.fits(b, arrays).unwrap_or_else(always);
                and_then(b, fits, on_threads)
            }
            Home::Workspace if ir::has_attr(self.op, ELSEWHERE) => {
                let too_large = |fits: Val<'c>| b.binary("arith.xori", fits, b.constant_bool(true));
                let elsewhere = not_on_threads(b);
                self.fits(b, arrays).map_or(elsewhere, |it| b.binary("arith.ori", elsewhere, too_large(it)))
            }
            Home::Stack | Home::Workspace => always(),
        }
    }

    /// Arrays of unknown extent are taken to have `otherwise` elements.
    fn can_be_rehearsed(&self, arrays: &[ArrayId], way: Way, otherwise: Option<i64>) -> bool {
        let b = Builder::before(self.op);
        let (scratch, then, _) = b.scf_if(b.constant_bool(false), &[], false);
        let b = b.before_terminator(then);
        let trial = |array: &ArrayId| {
            let mut work = match otherwise.filter(|_| self.extents(*array).is_none()) {
                Some(extent) => {
                    let inner = self.view(*array)?.sizes.iter().skip(1).copied();
                    let extents = [b.constant_index(extent)].into_iter().chain(inner).collect();
                    Work { array: *array, extents, ranges: vec![], marks: b.constant_bool(false) }
                }
                None => self.unmarked(&b, *array, way)?,
            };
            work.marks = b.memref_alloca(b.memref(&vec![1; work.marked().len()], b.int(8)));
            Some(work)
        };
        let works: Option<Vec<Work<'_>>> = arrays.iter().map(trial).collect();
        let is_possible = works.and_then(|it| self.rehearsal(&b, &it)).is_some();
        ir::erase(scratch);
        is_possible
    }

    /// The array with its extents and ranges; its marks are still to come.
    fn unmarked(&self, b: &Builder<'c>, array: ArrayId, way: Way) -> Option<Work<'c>> {
        let extents = self.extents(array)?;
        let dims = if way.by_ranges { self.loops_of_ranges(array, extents.len()) } else { vec![] };
        let range = |(dim, loops): &(usize, Vec<Op<'c>>)| Some((*dim, affine::bounds(b, *loops.first()?)?));
        let ranges = dims.iter().map(range).collect::<Option<_>>()?;
        Some(Work { array, marks: b.constant_bool(false), extents, ranges })
    }

    /// Dimensions in which all accesses go through the same range, with the loops that do so. Elements that differ in such a dimension are
    /// reached by different iterations of these loops, and what happens to one of them happens to all, unless one loop is inside of another
    /// of the same dimension (`t[i][p] = ..; for j { .. = t[j][p] }`) or goes through two dimensions (`t[i][i]`): then there are none.
    fn loops_of_ranges(&self, array: ArrayId, rank: usize) -> Vec<(usize, Vec<Op<'c>>)> {
        let all: Vec<_> =
            (0..rank).filter_map(|dim| self.loops_over(self.op, array, dim).map(|loops| (dim, loops))).collect();
        let is_nested = |loops: &[Op<'c>]| {
            loops.iter().any(|inner| loops.iter().any(|outer| inner != outer && is_inside(*inner, *outer)))
        };
        let is_shared = |(dim, loops): &(usize, Vec<Op<'c>>)| {
            all.iter().any(|(other, others)| other != dim && loops.iter().any(|it| others.contains(it)))
        };
        if all.iter().any(|it| is_nested(&it.1) || is_shared(it)) { vec![] } else { all }
    }

    /// The loops in `root`, a copy of the loop or itself, through which accesses go in this dimension, if each has one and all have the same
    /// bounds, which are known before it.
    fn loops_over(&self, root: Op<'c>, array: ArrayId, dim: usize) -> Option<Vec<Op<'c>>> {
        let users = self.found.arrays[array.0 as usize].memrefs.iter().flat_map(|it| ir::uses(*it));
        let own_loop = |(user, operand): (Op<'c>, usize)| {
            let subscript = subscript(user, operand + 1, dim)?;
            let Source::Argument(block, 0) = ir::source(subscript) else { return None };
            let around = block.parent_operation().filter(|it| ir::is(*it, "affine.for") && *it != root)?;
            let is_plain = affine::step(around) == Some(1) && ir::results(around).is_empty();
            (is_plain && is_inside(around, root)).then_some(around)
        };
        let loops = users.filter(|it| is_inside(it.0, root)).map(own_loop).collect::<Option<Vec<_>>>()?;
        let bounds = |it: Op<'c>| {
            let [lower, upper] = affine::bound_maps(it)?;
            let keys: Vec<_> = ir::operands(it).into_iter().map(ir::key).collect();
            Some((lower.0, upper.0, keys))
        };
        let first = bounds(*loops.first()?)?;
        let is_outside = |it: Val<'c>| !is_defined_inside(it, root) && !is_defined_inside(it, self.op);
        let is_known = ir::operands(loops[0]).into_iter().all(is_outside);
        (is_known && loops.iter().all(|it| bounds(*it).is_some_and(|it| it == first))).then_some(loops)
    }

    /// False, and nothing is there that runs, if the loop reaches something of unknown extent.
    fn version(&self, arrays: &[ArrayId], way: Way) -> Result<bool, Failure> {
        let (op, b) = (self.op, Builder::before(self.op));
        let is_there = |b: &Builder<'c>| self.is_there(b, arrays, way.home);
        let all = ranges::of_loop(&b, self.found, self.analysis, self.id);
        let (Ok(all), Some(pays)) = (all, self.pays(&b, is_there)) else { return Ok(false) };
        let mut condition = where_disjoint(&b, pays, all.bounded);
        let (mut memory, mut works, mut copies) = (vec![], vec![], vec![]);
        for &array in arrays {
            let Some(mut work) = self.unmarked(&b, array, way) else { return Ok(false) };
            let marks = self.marks(&b, &mut work);
            condition = b.binary("arith.andi", condition, marks.is_there(&b));
            if way.home == Home::Workspace {
                let (copy, is_there) = self.slices(&b, &work)?;
                condition = b.binary("arith.andi", condition, is_there);
                copies.push(copy);
            }
            works.push(work);
            memory.push(marks);
        }
        let answer = |b: &Builder<'c>| self.rehearsal(b, &works).unwrap_or_else(|| b.constant_bool(false));
        let check = with_fallback(&b, and_then(&b, condition, answer), op).map_err(Failure::Internal)?;
        for (number, work) in works.iter().enumerate() {
            let room = self.room(arrays, work.array).unwrap_or_default();
            self.give_copy(work, copies.get_mut(number), &room)?;
        }
        let behind = Builder::after(check);
        copies.iter().for_each(|it| it.end(&behind));
        memory.iter().for_each(|it| it.end(&behind));
        self.settle(check, way.home);
        Ok(true)
    }

    /// Memory for the marks of an array.
    fn marks(&self, b: &Builder<'c>, work: &mut Work<'c>) -> WorkspaceOp<'c> {
        let sizes: Vec<_> = work.marked().into_iter().map(|it| work.extents[it]).collect();
        let dims: Vec<_> = sizes.iter().map(|it| (b.constant_index(0), *it)).collect();
        let (instances, picoseconds) = self.weight(b);
        let marks = WorkspaceOp::build(b, bytes(b, 1, sizes.iter().copied()), instances, picoseconds);
        work.marks = dense_view_of(b, marks, b.int(8), &dims, &sizes);
        marks
    }

    /// Memory for the copies of all iterations, and whether it is there.
    fn slices(&self, b: &Builder<'c>, work: &Work<'c>) -> Result<(Expansion<'c>, Val<'c>), Failure> {
        let lost = || Failure::Internal("a loop lost its bounds".into());
        let (lower, upper) = affine::bounds(b, self.op).ok_or_else(lost)?;
        let dims: Vec<_> = work.extents.iter().map(|it| (b.constant_index(0), *it)).collect();
        let place = (self.op, lower, affine::trips(b, lower, upper, 1));
        let mut copy = Expansion::whole(self.found, work.array, place, &dims)?;
        let (instances, picoseconds) = self.weight(b);
        let is_there = copy.allocate(b, instances, picoseconds);
        Ok((copy, is_there))
    }

    /// Lets the loop use its iterations' copies, in the slices or on the stack.
    fn give_copy(&self, work: &Work<'c>, slices: Option<&mut Expansion<'c>>, room: &[i64]) -> Result<(), Failure> {
        let no_view = || Failure::Internal("a work array has no view".into());
        let original = self.view(work.array).ok_or_else(no_view)?.result;
        let is_wanted = self.analysis.is_used_after(self.id, work.array);
        let Some(copy) = slices else {
            let storage = &self.found.arrays[work.array.0 as usize];
            let copy = privatize::take_its_place(storage, self.op, room);
            let load = |b: &Builder<'c>, element: &[Val<'c>]| Ok(b.memref_load(copy, element));
            return if is_wanted { self.go_back(work, original, load) } else { Ok(()) };
        };
        copy.make_view(&Builder::before(self.op));
        copy.redirect(self.found, |it| is_inside(it, self.op))?;
        if is_wanted { self.go_back(work, original, |b, element| copy.load(b, element)) } else { Ok(()) }
    }

    /// Marks the version and the loop as it was. Where the version is for CPU threads, that loop is offered again, for other devices.
    fn settle(&self, check: Op<'c>, home: Home) {
        let b = Builder::before(self.op);
        ir::set_attr(self.op, REHEARSED, b.unit());
        ir::remove_attr(self.op, ORIGINAL);
        let Some(original) = ir::entry_block(check, 1).and_then(|it| ir::ops(it).first().copied()) else { return };
        ir::set_attr(original, ORIGINAL, b.unit());
        let Home::Threads { alone } = home else { return };
        let reason = if alone { "iterations have large work arrays" } else { OF_VERSION };
        ir::find_all(self.op, "affine.for").into_iter().for_each(|it| ir::set_attr(it, THREADS_ONLY, b.str(reason)));
        if !alone {
            ir::remove_attr(original, FALLBACK);
            ir::set_attr(original, ELSEWHERE, b.unit());
        }
    }

    /// What the last iteration's copy has is what the loop leaves in the array.
    fn go_back(
        &self,
        work: &Work<'c>,
        original: Val<'c>,
        load: impl FnOnce(&Builder<'c>, &[Val<'c>]) -> Result<Val<'c>, Failure>,
    ) -> Result<(), Failure> {
        let lost = || Failure::Internal("a loop lost its bounds".into());
        let (set, operands) = affine::last_iteration(self.op).ok_or_else(lost)?;
        let (last, then, _) =
            Builder::before(self.op).before_terminator(ir::body(self.op)).affine_if(set, &operands, false);
        ir::set_attr(last, cost::ONCE, Builder::before(last).unit());
        let mut b = Builder::before(last).before_terminator(then);
        let mut element = vec![];
        for (dim, extent) in work.extents.iter().enumerate() {
            let range = work.ranges.iter().find(|it| it.0 == dim).map(|it| it.1);
            let (lower, upper) = range.unwrap_or_else(|| (b.constant_index(0), *extent));
            let (_, body) = b.scf_for(lower, upper, b.constant_index(1), &[]);
            element.extend(ir::arguments(body).first().copied());
            b = b.before_terminator(body);
        }
        let place: Vec<_> = work.marked().into_iter().map(|it| element[it]).collect();
        let mark = b.memref_load(work.marks, &place);
        let (_, then, _) = b.scf_if(b.cmpi(CmpI::Ne, mark, b.constant_int(b.int(8), 0)), &[], false);
        let b = b.before_terminator(then);
        b.memref_store(load(&b, &element)?, original, &element);
        Ok(())
    }

    /// One iteration that only marks elements: does it write each before it reads it? None, and nothing is there, if others may reach other
    /// elements.
    fn rehearsal(&self, b: &Builder<'c>, works: &[Work<'c>]) -> Option<Val<'c>> {
        let i8 = b.int(8);
        works.iter().for_each(|work| clear(b, work, &[]));
        let fine = b.memref_alloca(b.memref(&[], i8));
        b.memref_store(b.cast("arith.extui", ranges_fit(b, works), i8), fine, &[]);
        let copy = self.one_iteration(b);
        let over = |work: &Work<'c>| {
            let loops = work.ranges.iter().filter_map(|(dim, _)| self.loops_over(copy, work.array, *dim));
            loops.flatten().collect::<Vec<_>>()
        };
        let mut alike: Vec<Op<'c>> = works.iter().flat_map(over).collect();
        alike.sort_by_key(|it| ir::op_key(*it));
        alike.dedup_by_key(|it| ir::op_key(*it));
        let is_short = alike.iter().all(|it| run_once(b, *it).is_some());
        let is_marked = works.iter().all(|work| self.mark(work, fine, copy));
        let ours: Vec<Val<'c>> = works.iter().map(|it| it.marks).chain([fine]).collect();
        let is_ours = |it: Val<'c>| ours.iter().any(|own| ir::key(*own) == ir::key(it));
        keep_needed(copy, |it| written(it).is_some_and(is_ours));
        let is_known = is_short && is_marked && self.reads_what_stays(copy, is_ours);
        if !is_known || ![copy].iter().chain(&alike).all(|it| is_same_in_all(*it, is_ours)) {
            ir::erase(copy);
            return None;
        }
        Some(b.cmpi(CmpI::Ne, b.memref_load(fine, &[]), b.constant_int(i8, 0)))
    }

    /// Puts a mark, or a test of one, before each access to the array in `copy`. False if there is something else.
    fn mark(&self, work: &Work<'c>, fine: Val<'c>, copy: Op<'c>) -> bool {
        let users = self.found.arrays[work.array.0 as usize].memrefs.iter().flat_map(|it| ir::uses(*it));
        let mut all = true;
        for (user, operand) in users.filter(|it| is_inside(it.0, copy)) {
            let is_read = match (ir::name(user), operand) {
                ("memref.load" | "affine.load", 0) => true,
                ("memref.store" | "affine.store", 1) => false,
                _ => {
                    all = false;
                    continue;
                }
            };
            let b = Builder::before(user);
            let subscripts = affine::subscripts(&b, user, operand + 1);
            let is_there = |dim: usize| b.cmpi(CmpI::Ult, subscripts[dim], work.extents[dim]);
            let inside = work.marked().into_iter().map(is_there);
            let inside = inside.reduce(|x, y| b.binary("arith.andi", x, y)).unwrap_or_else(|| b.constant_bool(true));
            let in_bounds = |dim: usize| b.select(inside, subscripts[dim], b.constant_index(0));
            let place: Vec<_> = work.marked().into_iter().map(in_bounds).collect();
            let mut is_fine = b.cast("arith.extui", inside, b.int(8));
            match is_read {
                true => is_fine = b.binary("arith.andi", is_fine, b.memref_load(work.marks, &place)),
                false => {
                    b.memref_store(b.constant_int(b.int(8), 1), work.marks, &place);
                }
            }
            b.memref_store(b.binary("arith.andi", b.memref_load(fine, &[]), is_fine), fine, &[]);
        }
        all
    }

    /// Is all that is left in `copy` pure but for what it writes of its own, and reads it only what `op` does not write?
    fn reads_what_stays(&self, copy: Op<'c>, is_ours: impl Fn(Val<'c>) -> bool) -> bool {
        let found = self.found;
        let accesses = found.accesses_in(self.op);
        let is_written = |memref: Val<'c>| {
            let holds = |it: &Storage<'c>| it.memrefs.iter().any(|it| ir::key(*it) == ir::key(memref));
            let Some(number) = found.arrays.iter().position(holds) else { return true };
            let writes = accesses.iter().map(|it| &found.model.accesses[it.0 as usize]);
            writes.into_iter().any(|it| it.kind == AccessKind::Write && it.array.0 as usize == number)
        };
        let is_own = |memref: Val<'c>| is_ours(memref) || is_local(memref, copy);
        let is_pure = |it: Op<'c>| {
            let is_structure = ["scf.", "affine."].iter().any(|prefix| ir::name(it).starts_with(prefix));
            is_structure || ir::is(it, "memref.alloca") || ir::is_memory_effect_free(it)
        };
        ir::nested(copy, Order::Pre).into_iter().all(|it| match (written(it), read(it)) {
            (Some(memref), _) => ir::name(it).ends_with(".store") && is_own(memref),
            (None, Some(memref)) => is_own(memref) || !is_written(memref),
            (None, None) => is_pure(it),
        })
    }
}

/// Do the ranges lie in the arrays?
fn ranges_fit<'c>(b: &Builder<'c>, works: &[Work<'c>]) -> Val<'c> {
    let mut all = b.constant_bool(true);
    for work in works {
        for (dim, (lower, upper)) in &work.ranges {
            let begins = b.cmpi(CmpI::Sge, *lower, b.constant_index(0));
            let ends = b.cmpi(CmpI::Sle, *upper, work.extents[*dim]);
            all = b.binary("arith.andi", all, b.binary("arith.andi", begins, ends));
        }
    }
    all
}

/// No element is marked. `subscripts` are those of the loops around.
fn clear<'c>(b: &Builder<'c>, work: &Work<'c>, subscripts: &[Val<'c>]) {
    let Some(dim) = work.marked().get(subscripts.len()).copied() else {
        b.memref_store(b.constant_int(b.int(8), 0), work.marks, subscripts);
        return;
    };
    let (clearing, body) = b.scf_for(b.constant_index(0), work.extents[dim], b.constant_index(1), &[]);
    ir::set_attr(clearing, FALLBACK, b.unit());
    clear(&b.before_terminator(body), work, &[subscripts, &ir::arguments(body)[..1]].concat());
}

/// Leaves a loop its first iteration.
fn run_once<'c>(b: &Builder<'c>, op: Op<'c>) -> Option<()> {
    let [lower, _] = affine::bound_maps(op)?;
    let bounds = Bounds::of(op)?;
    let next = bounds.lower + AffineExpr::constant(b.context(), 1);
    let uppers = [&bounds.uppers[..], &[next]].concat();
    affine::set_bounds(b, op, &lower, &bounds.map(b, &uppers, &[]));
    Some(())
}

/// Does what is left in a loop happen in each of its iterations in the same way? Neither its index decides, nor what an iteration leaves.
fn is_same_in_all<'c>(op: Op<'c>, is_ours: impl Fn(Val<'c>) -> bool) -> bool {
    let index = ir::arguments(ir::body(op)).first().copied();
    let inside = ir::nested(op, Order::Pre);
    let left = inside.iter().filter_map(|it| written(*it)).filter(|it| !is_ours(*it) && !is_local(*it, op));
    let left: Vec<Val<'c>> = left.collect();
    // To write one element is not to write the others.
    let are_variables = left.iter().all(|it| memref_rank(*it) == 0);
    let left: Vec<usize> = left.into_iter().map(ir::key).collect();
    let is_left = |it: &Op<'c>| read(*it).is_some_and(|memref| left.contains(&ir::key(memref)));
    let reads: Vec<Op<'c>> = inside.iter().copied().filter(is_left).collect();
    let variables = Variables {
        arrays: left.iter().enumerate().map(|(number, key)| (*key, ArrayId(number as u32))).collect(),
        accesses: reads.iter().enumerate().map(|(number, it)| (ir::op_key(*it), AccessId(number as u32))).collect(),
    };
    let is_overwritten = || assigned::of_loops(&variables, &[op]).iter().all(|it| it.1.covered.len() == reads.len());
    are_variables && index.is_some_and(|it| !ir::has_uses(it)) && is_overwritten()
}

/// A subscript of an access, if it is a value as it stands.
fn subscript<'c>(access: Op<'c>, first: usize, dim: usize) -> Option<Val<'c>> {
    let number = match affine::map_attr(access, "map") {
        Some(map) => map.result(dim).ok().filter(|it| it.is_dim())?.dim_position(),
        None => dim,
    };
    ir::operands(access).get(first + number).copied()
}
