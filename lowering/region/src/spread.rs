//! `region-spread`: another version of a loop for devices of their own, which want many work items: as many of each statement's loops as may
//! be are parallel and outermost.
//!
//! ```text
//!     for i {                               if pays elsewhere than on threads && disjoint {
//!       for j { C[i][j] *= b }                for i { for j { C[i][j] *= b } }
//!       for k { for j {                       for i { for j { for k { C[i][j] += ... } } }
//!         C[i][j] += A[i][k] * B[k][j]      } else { the loop }
//!       } } }                           =>
//!
//!     for i { for j < i { for k < j {       if pays elsewhere than on threads && disjoint {
//!         A[i][j] -= A[i][k] * A[k][j] }      for k { for i > k { A[i][k] /= A[k][k] }
//!         A[i][j] /= A[j][j] }                        for i > k { for j > k { A[i][j] -= A[i][k] * A[k][j] } } }
//!       ... }                               } else { the loop }
//! ```
//!
//! Legal if:  the new order keeps every dependence (`Dependences::are_kept_by`), arrays are disjoint, as is checked. Each instance computes what it
//!            computed, so no bit changes.
//! Order:     statements in components of the dependences, one after the other. Loops whose iterations a component may run at once go
//!            around its others. Where there are none, a loop of each statement is tried as the one that runs in order, and what is left
//!            is looked at again. Where that is nothing, waves are: a sum of multiples of the two or three outermost iterators that grows along all
//!            dependences runs in order, and what has equal sums are work items.
//!            A parallel loop that is known to be too short for work items is a loop of launches, where there is no other order.
//!            Statements beside the launches of a loop are loops of one iteration, which go where their data is.
//! Worth it:  work items of the deepest statements are of more loops than now, and those of the outermost loop alone do not fill a device; or
//!            the loop is sequential, and in another order all statements become work items, the deepest ones of two loops or more: a launch has
//!            the work of a matrix then, not of a vector.
//! Needs:     `region-privatize`, `region-tile` and `region-waves` before it: their versions are for CPU threads, and come first.
//!            `region-reduce` after it. Leaves: loops that are to be marked.
//! Declines:  what `region-interchange` declines; arrays whose extent is not known; waves of loops that are known to be short, or that copies of
//!            old values make parallel. Silently: the loop is what it was.
//! Source:    Allen, Kennedy, Automatic translation of Fortran programs to vector form (TOPLAS 1987), loop distribution and interchange by
//!            components; Lamport, The parallel execution of DO loops (CACM 1974), waves. Differs: exact dependences in place of levels; what
//!            stays sequential, and the multiples, are searched for.

use std::collections::BTreeMap;

use melior::ir::operation::OperationLike;
use melior::ir::{AffineExpr, AffineMap};
use raddle_dialects::build::{Builder, CmpI};
use raddle_dialects::ir::{self, Mapping, Op};
use raddle_dialects::{Failure, Pass};
use raddle_poly::analysis::Analysis;
use raddle_poly::isl;
use raddle_poly::model::{AccessId, LoopId};
use raddle_poly::schedule::{Code, Dependences, Form, More, Row, Statement, StatementId, Tree};

use crate::cost;
use crate::demote::demote;
use crate::extract::{Extracted, extract_loop, is_inside};
use crate::interchange::{is_along, may_be_looked_at};
use crate::old_values::overwritten_reads;
use crate::privatize::{perfect_child, separate_one};
use crate::ranges;
use crate::realize::{Scheduled, realize};
use crate::schedule::{shared, statements};
use crate::tile::depth;
use crate::versions::{Place, from_copy, offer_loops};
use crate::waves::variables;
use crate::worth::{LEAST_ITEMS, has_few_items, most_trips, too_short};

/// Dimensions of a launch.
const MAX_DIMS: usize = 3;
/// So many work items of one loop occupy a device; more dimensions would only be more launches.
const ENOUGH: i64 = 1 << 15;
/// Choices of loops that run in order; more are not tried.
const MAX_CHOICES: usize = 32;

/// Loops whose iterators a wave is the sum of, and how many times one may count.
const MAX_WAVE_DIMS: usize = 3;
const MAX_FACTORS: [i64; 2] = [6, 3];

/// How many times each loop may count in the sum that is a wave, the least sums first. The last one counts once.
fn wave_factors(dims: usize) -> Vec<Vec<i64>> {
    let mut all = vec![vec![1]];
    for most in MAX_FACTORS.iter().rev().take(dims - 1) {
        all = all.iter().flat_map(|it| (1..=*most).map(|factor| [&[factor], &it[..]].concat())).collect();
    }
    all.sort_by_key(|it| it.iter().sum::<i64>());
    all
}

#[derive(Clone, Default)]
pub struct Spread;

impl Pass for Spread {
    const ARG: &'static str = "region-spread";
    const DESC: &'static str = "give devices of their own as many work items as loops have";

    fn run<'c>(&mut self, op: Op<'c>) -> Result<(), Failure> {
        for nest in ir::find_all(op, "region.nest") {
            offer_loops(nest, &mut |root| depth(root) >= 2 && from_copy(root, |copy| spread(nest, root, copy)));
        }
        Ok(())
    }
}

/// Attribute of a parallel loop whose iterations are launched one after the other.
pub const IN_TURN: &str = "region.in_turn";

fn spread<'c>(nest: Op<'c>, root: Op<'c>, copy: Op<'c>) -> Option<()> {
    in_another_order(nest, root, copy).or_else(|| in_turn(nest, root, copy))
}

/// The loop as it is, without being a launch: it is too short for one, and a loop in it is not.
fn in_turn<'c>(nest: Op<'c>, root: Op<'c>, copy: Op<'c>) -> Option<()> {
    let found = extract_loop(nest, copy);
    let id = found.loop_of(copy)?;
    let analysis = Analysis::of(&found.model).ok()?;
    let is_short = |it: LoopId| has_few_items(&found, &analysis, id, it);
    if too_short(&found, &analysis, id).is_some() || !is_short(id) || !analysis.parallel(id, &[]) {
        return None;
    }
    let inner =
        (0..found.loops.len() as u32).map(LoopId).filter(|it| *it != id && is_inside(found.loops[it.0 as usize], copy));
    let has_longer = inner.into_iter().any(|it| !is_short(it) && analysis.parallel(it, &[]));
    if items_now(&found, &analysis, id) > 1 || !has_longer {
        return None;
    }
    let place = Place { found: &found, analysis: &analysis, root, copy };
    let picoseconds = cost::per_iteration(root, false).max(1);
    let condition = place.condition_elsewhere(picoseconds, None, |b| Some(b.constant_bool(true)))?;
    place.replace_elsewhere(condition, |b| {
        ir::set_attr(b.clone_op(copy, &mut Mapping::new()), IN_TURN, b.unit());
        Ok(())
    })
}

fn in_another_order<'c>(nest: Op<'c>, root: Op<'c>, copy: Op<'c>) -> Option<()> {
    let found = extract_loop(nest, copy);
    let id = found.loop_of(copy)?;
    let (statements, ops) = statements(&found, copy).ok()?;
    let analysis = Analysis::of(&found.model).ok()?;
    if !may_be_looked_at(&analysis, copy, &statements) || too_short(&found, &analysis, id).is_some() {
        return None;
    }
    let (variables, together) = variables(&found, copy, &ops);
    let dependences = Dependences::new(&analysis, &statements, &variables).ok()?;
    let planner = Planner { found: &found, analysis: &analysis, root: id, dependences: &dependences, together };
    let now = analysis.parallel(id, &[]).then(|| items_now(&found, &analysis, id));
    let plan = planner.plan(&planner.ids(), &[], &Used::new()).ok()?.filter(|it| planner.is_worth_it(it, now));
    match plan {
        Some(plan) => write(&Place { found: &found, analysis: &analysis, root, copy }, &ops, &dependences, &plan),
        None if separate_one(&analysis, &found, (copy, root), 0) || demote(copy, &found, &analysis) => {
            in_another_order(nest, root, copy)
        }
        None => None,
    }
}

fn write<'c>(place: &Place<'_, 'c>, ops: &[Vec<Op<'c>>], dependences: &Dependences<'_>, plan: &Plan) -> Option<()> {
    let Place { found, analysis, root, copy } = *place;
    if !dependences.are_kept_by(&plan.tree).ok()? {
        return None;
    }
    let code = Code::within(dependences, &plan.tree, &More::new(), analysis.context()).ok()?;
    let shared = shared(found, copy, ops, dependences, &plan.tree).ok()?;
    // Each work item has a variable of its own only where it is declared that far inside.
    if shared.iter().any(|it| it.users.iter().any(|user| it.rows < plan.rows[user])) {
        return None;
    }
    let id = found.loop_of(copy)?;
    let is_parallel = analysis.parallel(id, &[]);
    let picoseconds = cost::per_iteration(root, false).max(1);
    let condition = place.condition_elsewhere(picoseconds, plan.in_order, |b| {
        let trips = ranges::trip_count(b, found, analysis, id, id)?;
        let few = is_parallel.then(|| b.cmpi(CmpI::Sle, trips, b.constant_index(ENOUGH)));
        Some(few.unwrap_or_else(|| b.constant_bool(true)))
    })?;
    let statements = dependences.statements();
    let scheduled = Scheduled::new((found, copy), (statements, ops), shared, (&plan.tree, "with more work items"));
    place.replace_elsewhere(condition, |b| realize(&scheduled, b, &code))?;
    // The loop is the other branch now.
    let written = ir::parent(root).and_then(|check| ir::entry_block(check, 0)).map_or_else(Vec::new, ir::ops);
    written.into_iter().filter(|it| ir::is(*it, "affine.for")).for_each(launch_what_is_beside);
    Some(())
}

/// Attribute of a loop of one iteration that is a launch where its data is.
pub const BESIDE: &str = "region.beside";

/// What stands beside launches in a loop that runs in order is a loop of one iteration: else the host would have its data brought back.
pub(crate) fn launch_what_is_beside(outer: Op<'_>) {
    let body = ir::ops(ir::body(outer));
    if !body.iter().any(|it| ir::is(*it, "affine.for")) {
        return;
    }
    let is_end = |it: &Op<'_>| matches!(ir::name(*it), "affine.for" | "affine.yield" | "memref.alloca");
    body.split(is_end).for_each(put_in_loop);
}

fn put_in_loop(ops: &[Op<'_>]) {
    let stores = |it: &Op<'_>| ir::nested(*it, ir::Order::Pre).iter().any(|it| ir::is(*it, "affine.store"));
    let (Some(last), true) = (ops.last(), ops.iter().any(stores)) else { return };
    let is_own = |user: Op<'_>| ops.iter().any(|it| is_inside(user, *it));
    let is_used_behind =
        |it: &Op<'_>| ir::results(*it).into_iter().any(|it| ir::uses(it).into_iter().any(|(user, _)| !is_own(user)));
    let (shared, own): (Vec<_>, Vec<_>) = ops.iter().copied().partition(is_used_behind);
    if !shared.iter().all(|it| ir::is_pure(*it)) {
        return;
    }
    let b = Builder::after(*last).at(last.location());
    let at = |value: i64| AffineMap::new(b.context(), 0, 0, &[AffineExpr::constant(b.context(), value)]);
    let (op, inside) = b.affine_for((at(0), &[]), (at(1), &[]), 1);
    ir::set_attr(op, BESIDE, b.unit());
    let end = ir::ops(inside).last().copied();
    end.into_iter().for_each(|end| own.iter().for_each(|it| ir::move_before(*it, end)));
}

/// Dimensions of the launch that the loop is as it stands: parallel loops with nothing between them.
fn items_now(found: &Extracted<'_>, analysis: &Analysis, id: LoopId) -> usize {
    let next = |id: &LoopId| perfect_child(found, *id).filter(|it| analysis.parallel(*it, &[]));
    std::iter::successors(Some(id), next).take(MAX_DIMS).count()
}

/// The positions of loops that have a row already.
type Used = BTreeMap<StatementId, Vec<usize>>;

struct Plan {
    tree: Tree,
    /// Of each statement: the loops that make work items, and the rows down to the last of them.
    items: BTreeMap<StatementId, usize>,
    rows: BTreeMap<StatementId, usize>,
    /// The loop of the deepest statement that runs in order, where it is not the outermost one of all.
    in_order: Option<LoopId>,
    has_waves: bool,
}

/// One component of the dependences.
struct Part {
    ids: Vec<StatementId>,
    /// Its parallel loops, where it has some.
    positions: Vec<usize>,
    plan: Plan,
}

struct Planner<'p, 'c> {
    found: &'p Extracted<'c>,
    analysis: &'p Analysis,
    root: LoopId,
    dependences: &'p Dependences<'p>,
    together: Vec<Vec<StatementId>>,
}

impl Planner<'_, '_> {
    fn statement(&self, id: StatementId) -> &Statement {
        &self.dependences.statements()[id.0 as usize]
    }

    fn ids(&self) -> Vec<StatementId> {
        (0..self.dependences.statements().len() as u32).map(StatementId).collect()
    }

    fn depth(&self, id: StatementId) -> usize {
        self.statement(id).loops.len()
    }

    /// A row of one loop of each statement.
    fn row(&self, positions: impl IntoIterator<Item = (StatementId, usize)>) -> Row {
        positions.into_iter().map(|(id, it)| (id, Form::iterator(it, self.depth(id)))).collect()
    }

    /// An order of statements below the rows `outer`; None if these run a sink first.
    fn plan(&self, ids: &[StatementId], outer: &[Row], used: &Used) -> isl::Result<Option<Plan>> {
        let Some(components) = self.dependences.components_within(ids, outer, &self.together)? else { return Ok(None) };
        let mut parts: Vec<Part> = vec![];
        for component in components {
            let part = self.part(component, outer, used)?;
            let fused = match parts.last() {
                Some(last) => self.fused(last, &part, outer, used)?,
                None => None,
            };
            if fused.is_some() {
                parts.pop();
            }
            parts.push(fused.unwrap_or(part));
        }
        Ok(Some(sequence(parts)))
    }

    fn part(&self, ids: Vec<StatementId>, outer: &[Row], used: &Used) -> isl::Result<Part> {
        let positions = self.parallel_loops(&ids, outer, used)?;
        if !positions.is_empty() {
            let plan = self.work_items(&ids, &positions, outer, used);
            return Ok(Part { ids, positions, plan });
        }
        let in_order = match self.in_order(&ids, outer, used)? {
            None => self.waves(&ids, outer, used)?,
            plan => plan,
        };
        let plan = in_order.unwrap_or_else(|| self.as_it_is(&ids, used));
        Ok(Part { ids, positions, plan })
    }

    /// Positions of loops around all of these statements whose iterations may run at once, the one along rows last.
    fn parallel_loops(&self, ids: &[StatementId], outer: &[Row], used: &Used) -> isl::Result<Vec<usize>> {
        let mut positions = vec![];
        for position in self.common(ids, used) {
            let row = self.row(ids.iter().map(|id| (*id, position)));
            if !self.is_short(ids[0], position) && self.dependences.is_parallel(ids, outer, &row)? {
                positions.push(position);
            }
        }
        positions.sort_by_key(|it| self.accesses_along(ids, *it));
        Ok(positions.split_off(positions.len().saturating_sub(MAX_DIMS)))
    }

    /// Is the loop at `position` known to be too short for work items?
    fn is_short(&self, id: StatementId, position: usize) -> bool {
        let id = self.statement(id).loops[position];
        most_trips(self.found, self.analysis, self.root, id).is_some_and(|it| it < LEAST_ITEMS)
    }

    /// Positions of loops that all of these statements are in, and that have no row yet.
    fn common(&self, ids: &[StatementId], used: &Used) -> Vec<usize> {
        let is_free = |id: &StatementId, position: usize| !used.get(id).is_some_and(|it| it.contains(&position));
        let loop_at = |id: &StatementId, position: usize| self.statement(*id).loops.get(position).copied();
        let is_common = |it: &usize| {
            ids.iter()
                .all(|id| is_free(id, *it) && loop_at(id, *it).is_some() && loop_at(id, *it) == loop_at(&ids[0], *it))
        };
        (0..self.depth(ids[0])).filter(is_common).collect()
    }

    fn accesses_along(&self, ids: &[StatementId], position: usize) -> usize {
        let along = |it: &&AccessId| self.analysis.coefficients(**it).is_some_and(|it| is_along(&it, position));
        ids.iter().map(|id| self.statement(*id).accesses.iter().filter(along).count()).sum()
    }

    fn work_items(&self, ids: &[StatementId], positions: &[usize], outer: &[Row], used: &Used) -> Plan {
        let rows: Vec<Row> = positions.iter().map(|it| self.row(ids.iter().map(|id| (*id, *it)))).collect();
        let mut inside = used.clone();
        ids.iter().for_each(|id| inside.entry(*id).or_default().extend(positions));
        let count = |number: usize| ids.iter().map(|id| (*id, number)).collect();
        Plan {
            tree: Tree::Band(rows, Box::new(self.rest(ids, &inside, 0))),
            items: count(positions.len()),
            rows: count(outer.len() + positions.len()),
            in_order: None,
            has_waves: false,
        }
    }

    /// Two components that follow each other as one launch, where no work item needs what another one computes.
    fn fused(&self, first: &Part, second: &Part, outer: &[Row], used: &Used) -> isl::Result<Option<Part>> {
        let ids: Vec<_> = first.ids.iter().chain(&second.ids).copied().collect();
        let common = self.common(&ids, used);
        let is_same = first.positions == second.positions && !first.positions.is_empty();
        if !is_same || !first.positions.iter().all(|it| common.contains(it)) {
            return Ok(None);
        }
        for position in &first.positions {
            let row = self.row(ids.iter().map(|id| (*id, *position)));
            if !self.dependences.is_parallel(&ids, outer, &row)? {
                return Ok(None);
            }
        }
        let mut ids = ids;
        ids.sort();
        let plan = self.work_items(&ids, &first.positions, outer, used);
        Ok(Some(Part { ids, positions: first.positions.clone(), plan }))
    }

    /// One loop of each statement runs in order, so that what is left of each becomes work items, with as few loops in them as may be. None if
    /// no choice does that.
    fn in_order(&self, ids: &[StatementId], outer: &[Row], used: &Used) -> isl::Result<Option<Plan>> {
        let mut best: Option<(usize, Plan)> = None;
        if !outer.is_empty() {
            return Ok(None);
        }
        for choice in self.choices(ids, used)? {
            let Some(plan) = self.with_choice(ids, &choice, used)? else { continue };
            let inside = |id: &StatementId| self.depth(*id) - 1 - plan.items[id];
            let most = ids.iter().map(inside).max().unwrap_or(0);
            if best.as_ref().is_none_or(|it| most < it.0) {
                best = Some((most, plan));
            }
            if most == 0 {
                break;
            }
        }
        Ok(best.map(|it| it.1))
    }

    /// None where the loops of the choice cannot run in order, or a statement has loops left of which none makes work items.
    fn with_choice(
        &self,
        ids: &[StatementId],
        choice: &[(StatementId, usize)],
        used: &Used,
    ) -> isl::Result<Option<Plan>> {
        let row = self.row(choice.iter().copied());
        let mut inside = used.clone();
        choice.iter().for_each(|(id, it)| inside.entry(*id).or_default().push(*it));
        let Some(plan) = self.plan(ids, std::slice::from_ref(&row), &inside)? else { return Ok(None) };
        if ids.iter().any(|id| plan.items[id] == 0 && self.depth(*id) > 1) {
            return Ok(None);
        }
        let deepest = choice.iter().max_by_key(|it| self.depth(it.0)).filter(|_| choice.iter().any(|it| it.1 != 0));
        let in_order = deepest.map(|(id, it)| self.statement(*id).loops[*it]);
        Ok(Some(Plan { tree: Tree::Band(vec![row], Box::new(plan.tree)), in_order, ..plan }))
    }

    /// A loop of each statement, such that no sink runs before its source; the outermost loop of all comes first.
    fn choices(&self, ids: &[StatementId], used: &Used) -> isl::Result<Vec<Vec<(StatementId, usize)>>> {
        let mut all: Vec<Vec<(StatementId, usize)>> = vec![vec![]];
        for (number, id) in ids.iter().enumerate() {
            let free = (0..self.depth(*id)).filter(|it| !used.get(id).is_some_and(|used| used.contains(it)));
            let free: Vec<usize> = free.collect();
            let mut longer = vec![];
            for choice in all.iter().flat_map(|it| free.iter().map(|position| [&it[..], &[(*id, *position)]].concat()))
            {
                let row = self.row(choice.iter().copied());
                if self.dependences.components_within(&ids[..=number], &[row], &[])?.is_some() {
                    longer.push(choice);
                }
            }
            longer.truncate(MAX_CHOICES);
            all = longer;
        }
        Ok(all)
    }

    /// Sums of the outermost loops' iterators run in order, so that the instances with equal sums are work items. None if there are none.
    fn waves(&self, ids: &[StatementId], outer: &[Row], used: &Used) -> isl::Result<Option<Plan>> {
        // Copies of what is overwritten make the loop parallel.
        if !outer.is_empty() || overwritten_reads(self.analysis, self.found, self.root).is_some() {
            return Ok(None);
        }
        let common = self.common(ids, used).into_iter().filter(|it| !self.is_short(ids[0], *it));
        let most = common.zip(0..).take_while(|(position, number)| position == number).count();
        for dims in (2..=most.min(MAX_WAVE_DIMS)).rev() {
            for factors in wave_factors(dims) {
                if let Some(plan) = self.wave(ids, &factors)? {
                    return Ok(Some(plan));
                }
            }
        }
        Ok(None)
    }

    /// The waves in which each loop counts so many times.
    fn wave(&self, ids: &[StatementId], factors: &[i64]) -> isl::Result<Option<Plan>> {
        let form = |id: &StatementId| {
            let mut form = Form::iterator(0, self.depth(*id));
            form.coefficients[..factors.len()].copy_from_slice(factors);
            form
        };
        let sum: Row = ids.iter().map(|id| (*id, form(id))).collect();
        let grows = |growth: Vec<(StatementId, StatementId, i64)>| growth.iter().all(|it| it.2 >= 0);
        if !self.dependences.least_growth(&sum)?.is_some_and(grows) {
            return Ok(None);
        }
        // The last loop's iterator follows from the sum and the others.
        let items = factors.len() - 1;
        let mut rows = vec![sum];
        for position in 0..items {
            let row = self.row(ids.iter().map(|id| (*id, position)));
            if !self.dependences.is_parallel(ids, &rows[..1], &row)? {
                return Ok(None);
            }
            rows.push(row);
        }
        let inside: Used = ids.iter().map(|id| (*id, (0..=items).collect())).collect();
        let count = |number: usize| ids.iter().map(|id| (*id, number)).collect();
        let launches = self.statement(ids[0]).loops[items];
        Ok(Some(Plan {
            tree: Tree::Band(rows, Box::new(self.rest(ids, &inside, 0))),
            items: count(items),
            rows: count(items + 1),
            in_order: Some(launches),
            has_waves: true,
        }))
    }

    fn as_it_is(&self, ids: &[StatementId], used: &Used) -> Plan {
        let none: BTreeMap<_, _> = ids.iter().map(|id| (*id, 0)).collect();
        Plan { tree: self.rest(ids, used, 0), items: none.clone(), rows: none, in_order: None, has_waves: false }
    }

    /// The order of the source without the loops that have a row already.
    fn rest(&self, ids: &[StatementId], used: &Used, position: usize) -> Tree {
        let around = |id: &StatementId| self.statement(*id).loops.get(position);
        let chunks: Vec<_> = ids.chunk_by(|a, b| around(a).is_some() && around(a) == around(b)).collect();
        let part = |ids: &[StatementId]| {
            if around(&ids[0]).is_none() {
                return Tree::Leaf;
            }
            let inner = self.rest(ids, used, position + 1);
            let has_row = |id: &StatementId| used.get(id).is_some_and(|it| it.contains(&position));
            match ids.iter().all(has_row) {
                true => inner,
                false => Tree::Band(vec![self.row(ids.iter().map(|id| (*id, position)))], Box::new(inner)),
            }
        };
        match chunks[..] {
            [one] => part(one),
            _ => Tree::Sequence(chunks.into_iter().map(|ids| (ids.to_vec(), part(ids))).collect()),
        }
    }

    /// `now`: dimensions of the launch that the loop is already.
    fn is_worth_it(&self, plan: &Plan, now: Option<usize>) -> bool {
        let deepest = self.ids().into_iter().map(|id| self.depth(id)).max().unwrap_or(0);
        let is_spread = |id: &StatementId| plan.items[id] > 0 || self.depth(*id) == 1;
        let is_more = |id: &StatementId, now: usize| self.depth(*id) < deepest || plan.items[id] > now;
        if plan.has_waves {
            return now.is_none() && self.ids().iter().all(is_spread);
        }
        match now {
            Some(now) => self.ids().iter().all(|id| is_spread(id) && is_more(id, now)),
            None => plan.in_order.is_some() && self.ids().iter().all(|id| is_spread(id) && is_more(id, 1)),
        }
    }
}

fn sequence(mut parts: Vec<Part>) -> Plan {
    if parts.len() == 1 {
        return parts.remove(0).plan;
    }
    let (items, rows) = (BTreeMap::new(), BTreeMap::new());
    let mut all = Plan { tree: Tree::Leaf, items, rows, in_order: None, has_waves: false };
    let mut trees = vec![];
    for Part { ids, plan, .. } in parts {
        all.items.extend(plan.items);
        all.rows.extend(plan.rows);
        all.in_order = all.in_order.or(plan.in_order);
        all.has_waves |= plan.has_waves;
        trees.push((ids, plan.tree));
    }
    Plan { tree: Tree::Sequence(trees), ..all }
}
