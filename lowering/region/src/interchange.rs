//! `region-interchange`: loops whose iterations may run at once go around those whose iterations may not: one launch in place of many.
//!
//! ```text
//!     for j { for i {                if pays on threads && disjoint {
//!       w[i] += A[j][i] * x[j]         for is in strips { for j { for i in is { w[i] += .. } } } {region.grid}
//!     } }                       =>   } else if pays elsewhere && disjoint {
//!                                      for i { for j { w[i] += .. } }
//!                                    } else { the loop }
//! ```
//!
//! Legal if:  the new order keeps every dependence (`Dependences::are_kept_by`), arrays are disjoint, as is checked. The updates of an element
//!            keep their order, so no bit changes.
//! Worth it:  the loop would be launched once per iteration of the outer loops. CPU threads take strips, in which the order is the source's,
//!            with its vectors; but whole loops where an iteration of the inner one goes along a row and the next one starts another row.
//! Needs:     `region-distribute` before it, which takes apart what can be, and `region-tile` and `region-waves`, which are better where they
//!            do something. Leaves: in one version `region.grid`, as `region-waves` does; in the other one loops that are to be marked, and `region.reordered`:
//!            where nothing is launched, the host runs the loop as it was.
//! Declines:  parallel loops; strips of loops that have a version; loops that are known to be short, and inner ones of fewer than 16 iterations; bounds, or conditions around statements, that are
//!            not affine; what `region-schedule` declines. Silently: the loop is what it was.
//! Source:    Allen, Kennedy, Automatic loop interchange (PLDI 1984); Wolfe, More iteration space tiling (SC 1989). Differs: exact
//!            dependences in place of direction vectors.

use melior::ir::operation::OperationLike;
use raddle_dialects::build::Builder;
use raddle_dialects::ir::{self, Op};
use raddle_dialects::{Failure, Pass};
use raddle_poly::analysis::Analysis;
use raddle_poly::isl;
use raddle_poly::schedule::{Code, Dependences, Form, More, Row, Statement, StatementId, Tree};

use crate::cost;
use crate::emit;
use crate::extract::{Extracted, extract_loop};
use crate::realize::{Scheduled, Tiled, realize};
use crate::schedule::{have_affine_bounds, shared, statements};
use crate::tile::{depth, size_option};
use crate::values;
use crate::versions::{
    Pays, Place, from_copy, has_version, not_on_threads, offer_loops, uses_outer_local, version_where,
};
use crate::waves::variables;
use crate::worth::{has_few_items, too_short};

/// Attribute of a loop that does alone what the loop in the other branch of its version's check does: the host runs that one.
pub const REORDERED: &str = "region.reordered";

/// Iterations of a strip: of a loop along rows, and of one across them.
const ALONG: i64 = 64;
const ACROSS: i64 = 16;
/// Loops with more statements or accesses are not looked at: the questions grow with their pairs.
const MAX_STATEMENTS: usize = 8;
const MAX_ACCESSES: usize = 32;

#[derive(Clone, Default)]
pub struct Interchange {
    /// Iterations of a strip; none for sizes by the direction of rows.
    size: Option<i64>,
}

impl Pass for Interchange {
    const ARG: &'static str = "region-interchange";
    const DESC: &'static str = "put parallel loops around sequential ones";

    const OPTIONS: &'static [(&'static str, &'static str)] = &[("size", "iterations of a strip (by direction)")];

    fn set(&mut self, name: &str, value: &str) -> Result<(), String> {
        self.size = Some(size_option(name, value)?);
        Ok(())
    }

    fn run<'c>(&mut self, op: Op<'c>) -> Result<(), Failure> {
        for nest in ir::find_all(op, "region.nest") {
            offer_loops(nest, &mut |root| depth(root) >= 2 && !uses_outer_local(root) && self.interchange(nest, root));
        }
        Ok(())
    }
}

/// What the schedule is made from.
struct Source<'f, 'c> {
    found: &'f Extracted<'c>,
    analysis: &'f Analysis,
    statements: &'f [Statement],
    ops: &'f [Vec<Op<'c>>],
    dependences: Dependences<'f>,
}

impl Interchange {
    fn interchange<'c>(&self, nest: Op<'c>, root: Op<'c>) -> bool {
        let is_split = !has_version(root) && from_copy(root, |copy| in_strips(nest, root, copy, self.size));
        values::separate(root);
        let is_changed = with_source(nest, root, whole_loops).is_some();
        is_split || is_changed
    }
}

/// Calls `write` if the loop is one that may be looked at.
fn with_source<'c>(
    nest: Op<'c>,
    root: Op<'c>,
    write: impl FnOnce(Op<'c>, &Source<'_, 'c>) -> Option<()>,
) -> Option<()> {
    let found = extract_loop(nest, root);
    let id = found.loop_of(root)?;
    let (statements, ops) = statements(&found, root).ok()?;
    let analysis = Analysis::of(&found.model).ok()?;
    let may_be_changed = may_be_looked_at(&analysis, root, &statements) && !analysis.parallel(id, &[]);
    if !may_be_changed || too_short(&found, &analysis, id).is_some() {
        return None;
    }
    let variables = variables(&found, root, &ops).0;
    let dependences = Dependences::new(&analysis, &statements, &variables).ok()?;
    let (found, analysis, statements, ops) = (&found, &analysis, &statements[..], &ops[..]);
    write(root, &Source { found, analysis, statements, ops, dependences })
}

/// Are the loops such that a schedule can order them, and not too many?
pub(crate) fn may_be_looked_at(analysis: &Analysis, root: Op<'_>, statements: &[Statement]) -> bool {
    let accesses: usize = statements.iter().map(|it| it.accesses.len()).sum();
    let has_results = || ir::find_all(root, "affine.for").into_iter().any(|it| !ir::results(it).is_empty());
    let are_few = (1..=MAX_STATEMENTS).contains(&statements.len()) && accesses <= MAX_ACCESSES;
    are_few && have_affine_bounds(analysis, statements) && !has_results()
}

/// The version for CPU threads.
fn in_strips<'c>(nest: Op<'c>, root: Op<'c>, copy: Op<'c>, size: Option<i64>) -> Option<()> {
    with_source(nest, copy, |copy, source| {
        let position = *source.parallel_loops().ok()?.first()?;
        if source.is_across_rows(position) || source.has_few_items(copy, position) {
            return None;
        }
        let usual = if source.is_along_rows(position) { ALONG } else { ACROSS };
        let size = size.unwrap_or(usual);
        let Source { found, analysis, statements, ops, dependences } = source;
        let strips: Row = source.row(position).iter().map(|(id, form)| (*id, form.tile(size))).collect();
        let tree = Tree::Band(vec![strips], Box::new(Tree::original(statements)));
        let far: Vec<_> = source.ids().map(|id| (id, position, 2 * size)).collect();
        let context = dependences.where_far(&far).ok()?;
        let code = source.code(&tree, &context)?;
        let shared = source.shared(copy, &tree, 1)?;
        let place = Place { found, analysis, root, copy };
        let condition = place.condition(Pays::AlsoAlone, |b| {
            let is_long = dependences.condition(&context).ok()?;
            Some(vec![emit::condition(b, &is_long, &found.values)?])
        })?;
        let tiled = vec![Tiled::launched(0, volume(size, depth(copy)))];
        let scheduled =
            Scheduled { tiled, ..Scheduled::new((found, copy), (statements, ops), shared, (&tree, "in strips")) };
        place.replace(condition, "strips", |b| realize(&scheduled, b, &code))
    })
}

/// The version for devices of their own, and for CPU threads where it is better than strips.
fn whole_loops<'c>(root: Op<'c>, source: &Source<'_, 'c>) -> Option<()> {
    let Source { found, analysis, statements, ops, .. } = source;
    let positions = source.parallel_loops().ok()?;
    if positions.is_empty() {
        return None;
    }
    let rows: Vec<Row> = positions.iter().map(|it| source.row(*it)).collect();
    let tree = Tree::Band(rows, Box::new(Tree::original(statements)));
    let code = source.code(&tree, analysis.context())?;
    let shared = source.shared(root, &tree, positions.len())?;
    // Threads that take whole columns are slower than the host that takes rows.
    let for_threads = source.is_across_rows(positions[0]);
    if !for_threads && positions.iter().all(|it| source.has_few_items(root, *it)) {
        return None;
    }
    let elsewhere = |b: &Builder<'c>| (!for_threads).then(|| not_on_threads(b));
    let cost = cost::per_iteration(root, false).max(1);
    version_where(analysis, found, found.loop_of(root)?, &mut [], (cost, elsewhere)).ok()?;
    let scheduled =
        Scheduled::new((found, root), (statements, ops), shared, (&tree, "with loops that run at once outside"));
    let b = Builder::before(root);
    realize(&scheduled, &b, &code).ok()?;
    // The version has a block of its own.
    let new = root.block().map(ir::ops)?.into_iter().take_while(|it| *it != root);
    let loops: Vec<_> = new.filter(|it| ir::is(*it, "affine.for")).collect();
    // Messages name the loop of the source that the user sees first.
    loops.iter().for_each(|it| ir::set_location(*it, root.location()));
    if let [one] = loops[..] {
        ir::set_attr(one, REORDERED, b.unit());
    }
    ir::erase(root);
    Some(())
}

impl<'c> Source<'_, 'c> {
    fn ids(&self) -> impl Iterator<Item = StatementId> + use<> {
        (0..self.statements.len() as u32).map(StatementId)
    }

    /// The loop at some position around all statements.
    fn row(&self, position: usize) -> Row {
        let depth = |id: StatementId| self.statements[id.0 as usize].loops.len();
        self.ids().map(|id| (id, Form::iterator(position, depth(id)))).collect()
    }

    /// Positions of loops, all but the outermost one, whose iterations may run at once as the outermost ones.
    fn parallel_loops(&self) -> isl::Result<Vec<usize>> {
        let least = self.statements.iter().map(|it| it.loops.len()).min().unwrap_or(0);
        let ids: Vec<_> = self.ids().collect();
        let mut positions = vec![];
        for position in 1..least {
            if self.dependences.is_parallel(&ids, &[], &self.row(position))? {
                positions.push(position);
            }
        }
        Ok(positions)
    }

    /// The loops of a legal tree.
    fn code(&self, tree: &Tree, context: &isl::Set) -> Option<Code> {
        if !self.dependences.are_kept_by(tree).ok()? {
            return None;
        }
        Code::within(&self.dependences, tree, &More::new(), context).ok()
    }

    /// Variables of the loop that statements share. None where iterations that had one each would have one together.
    fn shared(&self, root: Op<'c>, tree: &Tree, rows: usize) -> Option<Vec<crate::realize::Shared<'c>>> {
        let shared = shared(self.found, root, self.ops, &self.dependences, tree).ok()?;
        let depth_of = |it: Op<'c>| ir::parents(it).filter(|it| self.found.loop_of(*it).is_some()).count();
        shared.iter().all(|it| it.rows >= rows + depth_of(it.declaration)).then_some(shared)
    }

    /// Is the loop at `position` an innermost one that goes from row to row of an array, in which another loop goes along rows?
    fn is_across_rows(&self, position: usize) -> bool {
        let is_innermost = self.statements.iter().all(|it| it.loops.len() == position + 1);
        is_innermost && self.any_access(|it| is_across(it, position) && (0..position).any(|other| is_along(it, other)))
    }

    /// Is the loop at `position`, one around all statements, known to be too short to go around the others?
    fn has_few_items(&self, root: Op<'c>, position: usize) -> bool {
        let id = self.statements[0].loops[position];
        self.found.loop_of(root).is_some_and(|root| has_few_items(self.found, self.analysis, root, id))
    }

    /// Does the loop at `position` go along rows?
    fn is_along_rows(&self, position: usize) -> bool {
        self.any_access(|it| is_along(it, position))
    }

    fn any_access(&self, is: impl Fn(&[Vec<i64>]) -> bool) -> bool {
        let accesses = self.statements.iter().flat_map(|it| &it.accesses);
        accesses.into_iter().any(|it| self.analysis.coefficients(*it).is_some_and(|subscripts| is(&subscripts)))
    }
}

/// Does the loop at `position` go from an element to the next one, by subscripts with these coefficients of the loops?
pub fn is_along(subscripts: &[Vec<i64>], position: usize) -> bool {
    let moves = |it: &Vec<i64>| it.get(position).copied().unwrap_or(0);
    subscripts.split_last().is_some_and(|(last, rest)| moves(last).abs() == 1 && rest.iter().all(|it| moves(it) == 0))
}

/// Does it go to another element that is not the next one?
pub fn is_across(subscripts: &[Vec<i64>], position: usize) -> bool {
    let moves = |it: &Vec<i64>| it.get(position).copied().unwrap_or(0);
    subscripts.iter().any(|it| moves(it) != 0) && !is_along(subscripts, position)
}

/// Instances in a full tile. What it has of loops that are not tiled is not known.
fn volume(size: i64, depth: usize) -> i64 {
    size.saturating_mul(64_i64.saturating_pow(u32::try_from(depth - 1).unwrap_or(0)))
}
