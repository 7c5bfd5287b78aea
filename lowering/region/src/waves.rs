//! `region-waves`: another version of a loop whose iterations need those before them, for CPU threads: tiles that run in waves.
//!
//! ```text
//!     for t { for i { B[i] = f(A[i-1..i+1]) }      if pays on threads && disjoint {
//!             for i { A[i] = B[i] } }                for r { for p { region.await p
//!                                             =>               the loops, where t is in tile r
//!                                                              and 2t + i (2t + i + 1) in tile p } } {region.grid}
//!                                                  } else { the loop }
//! ```
//!
//! Legal if:  the order of tiles keeps every dependence (`Dependences::are_kept_by`), none of them goes back in one of the first two rows of
//!            the band (`grow_along`), so that rows of tiles may run beside each other, arrays are disjoint, as is checked. Each instance
//!            computes what it computed, so no bit changes.
//! Order:     in a tile the source's, for LLVM's vectors. One statement whose innermost loop carries a dependence and whose floats wait long for
//!            each other (`chains`) runs along short diagonals in place of it, which do not wait for each other.
//! Worth it:  threads work where the loop has no parallel one, and a tile's data stay in the cache for several iterations of the outer loop.
//! Needs:     `region-privatize` and `region-tile` before it: what they can do is better. `region-reduce` after it. Leaves: `region.grid` on the loop
//!            over rows of tiles; the loops as `region.fallback`, so that no other pass looks at them.
//! Bodies:    what has too much in it for an order of its own is one statement (`bodies`), of perfect loops. A thread takes several rows of
//!            their tiles together, if these lie beside each other.
//! Declines:  parallel loops, and those that copies of old values make parallel; loops without a band of two rows (`bands`);
//!            arrays whose extent is not known; loops that write variables declared outside of them, but for minima and maxima (`minima`),
//!            and loops whose innermost one has vectors in the order of the source. Silently: the loop is what it was.
//! Source:    Wolfe, Loop skewing: the wavefront method revisited (IJPP 1986); Bondhugula et al., PLDI 2008. Differs: exact dependences
//!            decide about the order of tiles as a whole.

use raddle_dialects::build::Builder;
use raddle_dialects::ir::{self, Op};
use raddle_dialects::{Failure, Pass};
use raddle_poly::analysis::{Analysis, DependenceKind};
use raddle_poly::model::{AccessKind, ArrayId};
use raddle_poly::schedule::{Dependences, Statement, StatementId};

use crate::bands::{self, Band, Sizes};
use crate::bodies::{Body, separate};
use crate::chains;
use crate::emit;
use crate::extract::{Extracted, extract_loop, is_inside};
use crate::minima::Minima;
use crate::old_values::overwritten_reads;
use crate::promote::promote;
use crate::realize::{Scheduled, Tiled, realize};
use crate::schedule::{have_affine_bounds, shared, statements};
use crate::tile::{depth, size_option};
use crate::versions::{Pays, Place, from_copy, has_version, offer_loops, uses_outer_local};

#[derive(Clone, Default)]
pub struct Waves {
    /// Values of each row in a tile; none for sizes by the depth of the loops.
    size: Option<i64>,
}

impl Pass for Waves {
    const ARG: &'static str = "region-waves";
    const DESC: &'static str = "tile loops that carry dependences for CPU threads, in waves";
    const OPTIONS: &'static [(&'static str, &'static str)] = &[("size", "values of a row in a tile (by depth)")];

    fn set(&mut self, name: &str, value: &str) -> Result<(), String> {
        self.size = Some(size_option(name, value)?);
        Ok(())
    }

    fn run<'c>(&mut self, op: Op<'c>) -> Result<(), Failure> {
        for nest in ir::find_all(op, "region.nest") {
            offer_loops(nest, &mut |root| {
                let may_have = depth(root) >= 2 && !has_version(root) && !uses_outer_local(root);
                may_have && is_sequential(nest, root) && self.waves_of(nest, root)
            });
        }
        Ok(())
    }
}

/// Loops with more stores are not taken apart into statements: it takes long, and they have no band of tiles that fit a cache.
const MAX_STORES: usize = 32;

pub(crate) fn stores(root: Op<'_>) -> usize {
    ir::nested(root, ir::Order::Pre).into_iter().filter(|it| ir::name(*it).ends_with(".store")).count()
}

/// Do iterations wait for others?
fn is_sequential<'c>(nest: Op<'c>, root: Op<'c>) -> bool {
    let found = extract_loop(nest, root);
    let Ok(analysis) = Analysis::of(&found.model) else { return false };
    found.loop_of(root).is_some_and(|id| !analysis.parallel(id, &[]))
}

impl Waves {
    fn waves_of<'c>(&self, nest: Op<'c>, root: Op<'c>) -> bool {
        stores(root) <= MAX_STORES && self.waves_of_statements(nest, root)
            || from_copy(root, |copy| self.waves_of_bodies((nest, root), copy))
    }

    fn waves_of_statements<'c>(&self, nest: Op<'c>, root: Op<'c>) -> bool {
        let before = ir::prev_op(root);
        let done = from_copy(root, |copy| {
            separate(nest, (copy, root));
            self.waves_of_copy((nest, root), copy, None)
        });
        if !done {
            // What was computed for it, memory for minima included.
            while let Some(op) = ir::prev_op(root).filter(|it| Some(*it) != before) {
                ir::erase(op);
            }
        }
        done
    }

    fn waves_of_copy<'c>(
        &self,
        (nest, root): (Op<'c>, Op<'c>),
        copy: Op<'c>,
        minima: Option<Minima<'c>>,
    ) -> Option<()> {
        let found = extract_loop(nest, copy);
        let analysis = Analysis::of(&found.model).ok()?;
        // What belongs to an iteration of the outer loop, in a variable, would pass from tile to tile.
        if minima.is_none() && promote(copy, &found, &analysis) {
            return self.waves_of_copy((nest, root), copy, None);
        }
        if minima.is_none()
            && let Some(minima) = Minima::split(&found, &analysis, copy)
        {
            return self.waves_of_copy((nest, root), copy, Some(minima));
        }
        let (statements, ops) = statements(&found, copy).ok()?;
        let has_known_loops = have_affine_bounds(&analysis, &statements);
        // Copies of what is overwritten make the loop parallel.
        let is_overwritten = || overwritten_reads(&analysis, &found, found.loop_of(copy)?);
        if !has_known_loops || !bands::may_have_one(&statements) || is_overwritten().is_some() {
            return None;
        }
        if found.model.accesses.iter().any(|it| it.kind == AccessKind::Write && is_outer_variable(&found, it.array)) {
            return None;
        }
        if statements.iter().any(|it| has_vectors_anyway(&analysis, it)) {
            return None;
        }
        let (variables, together) = variables(&found, copy, &ops);
        let dependences = Dependences::new(&analysis, &statements, &variables).ok()?;
        let waits = ops.iter().any(|it| chains::longest(it) >= LONG_CHAIN)
            && statements.iter().any(|it| has_flow_inside(&analysis, it));
        let sizes = self.size.map_or(Sizes::Usual, Sizes::All);
        let band = bands::plan((&dependences, &analysis, &variables), &together, (waits, sizes)).ok()??;
        write(
            &Place { found: &found, analysis: &analysis, root, copy },
            &dependences,
            &ops,
            (&band, minima, Pays::AlsoAlone),
        )
    }

    /// The same where the whole body of the loops is one statement: too much for an order of its own, or with conditions that are not affine.
    fn waves_of_bodies<'c>(&self, (nest, root): (Op<'c>, Op<'c>), copy: Op<'c>) -> Option<()> {
        if !has_too_much(&extract_loop(nest, copy), copy) {
            return None;
        }
        separate(nest, (copy, root));
        let found = extract_loop(nest, copy);
        let analysis = Analysis::of(&found.model).ok()?;
        let Body { statement, ops, sizes } = Body::of(&found, &analysis, copy)?;
        let is_overwritten = || overwritten_reads(&analysis, &found, found.loop_of(copy)?);
        if statement.accesses.iter().any(|it| is_outer_variable(&found, analysis.array_of(*it)))
            || is_overwritten().is_some()
        {
            return None;
        }
        let (statements, ops) = ([statement], [ops]);
        let dependences = Dependences::new(&analysis, &statements, &[]).ok()?;
        let sizes = self.size.map_or(Sizes::Given(sizes), Sizes::All);
        let band = bands::plan((&dependences, &analysis, &[]), &[], (false, sizes)).ok()??;
        write(
            &Place { found: &found, analysis: &analysis, root, copy },
            &dependences,
            &ops,
            (&band, None, Pays::Launched),
        )
    }
}

fn write<'c>(
    place: &Place<'_, 'c>,
    dependences: &Dependences<'_>,
    ops: &[Vec<Op<'c>>],
    (band, minima, pays): (&Band, Option<Minima<'c>>, Pays),
) -> Option<()> {
    let Place { found, copy, .. } = *place;
    let shared = shared(found, copy, ops, dependences, &band.tree).ok()?;
    // Each iteration has a variable of its own only where it is declared that far inside.
    let depth_of = |it: Op<'c>| ir::parents(it).filter(|it| found.loop_of(*it).is_some()).count();
    if shared.iter().any(|it| it.rows < band.tiles + depth_of(it.declaration)) {
        return None;
    }
    let code = band.code(dependences).ok()??;
    let condition = place.condition(pays, |b| {
        let is_long = emit::condition(b, &band.condition(dependences).ok()?, &found.values)?;
        Some([is_long].into_iter().chain(minima.iter().map(|it| it.are_apart(b))).collect())
    })?;
    let statements = dependences.statements();
    let scheduled = Scheduled {
        tiled: vec![Tiled::whole()],
        // A large body has much of its own in each iteration, which the thread should find in its cache that wrote it before.
        blocks: pays == Pays::Launched,
        ..Scheduled::new((found, copy), (statements, ops), shared, (&band.tree, "in waves of tiles"))
    };
    place.replace(condition, "waves of tiles", |b| {
        minima.iter().for_each(|it| it.begin(b));
        realize(&scheduled, b, &code)?;
        minima.iter().for_each(|it| it.end(b));
        Ok(())
    })?;
    let check = ir::parent(place.root)?;
    minima.iter().for_each(|it| it.free(&Builder::after(check)));
    Some(())
}

/// Is the loop not to be taken apart into statements? They are too many, or under conditions that are not affine.
fn has_too_much<'c>(found: &Extracted<'c>, copy: Op<'c>) -> bool {
    let statements = || statements(found, copy).map(|it| it.0);
    stores(copy) > MAX_STORES || statements().map_or(true, |it| !bands::may_have_one(&it))
}

/// A variable of the function, declared outside of the loop: a launch would have a copy of it.
fn is_outer_variable(found: &Extracted<'_>, array: ArrayId) -> bool {
    let (storage, model) = (&found.arrays[array.0 as usize], &found.model.arrays[array.0 as usize]);
    storage.views.is_empty() && model.local_to.is_none()
}

/// Cycles that the floats of an iteration take one after the other, from which on several iterations should be in flight together.
const LONG_CHAIN: i64 = 24;

/// Does the innermost loop carry dependences alone whose source stands before their sink? Its statements can be loops of their own, or vectors,
/// in the order in which they stand.
fn has_vectors_anyway(analysis: &Analysis, statement: &Statement) -> bool {
    let Some(innermost) = statement.loops.last() else { return false };
    let mut carried = analysis.carried_pairs(*innermost, &[]).peekable();
    carried.peek().is_some() && carried.all(|(source, sink)| source < sink)
}

/// Does an iteration of the innermost loop need what an earlier one computed? One that overwrites what an earlier one read needs nothing of it.
fn has_flow_inside(analysis: &Analysis, statement: &Statement) -> bool {
    let innermost = statement.loops.last();
    innermost.is_some_and(|id| analysis.carried(*id, &[]).iter().any(|it| it.kind == DependenceKind::Flow))
}

/// The variables declared in the loop, and the statements that use one of them together.
pub(crate) fn variables<'c>(
    found: &Extracted<'c>,
    copy: Op<'c>,
    ops: &[Vec<Op<'c>>],
) -> (Vec<ArrayId>, Vec<Vec<StatementId>>) {
    let (mut variables, mut together) = (vec![], vec![]);
    for declaration in ir::find_all(copy, "memref.alloca") {
        let memref = ir::key(ir::result(declaration));
        let number = found.arrays.iter().position(|it| it.memrefs.iter().any(|it| ir::key(*it) == memref));
        variables.extend(number.map(|it| ArrayId(it as u32)));
        let users: Vec<_> = ir::uses(ir::result(declaration)).into_iter().map(|it| it.0).collect();
        let uses = |ops: &Vec<Op<'c>>| ops.iter().any(|op| users.iter().any(|it| is_inside(*it, *op)));
        together.push((0..ops.len()).filter(|it| uses(&ops[*it])).map(|it| StatementId(it as u32)).collect());
    }
    (variables, together)
}
