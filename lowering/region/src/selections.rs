//! Finds selections: a minimum or maximum with which a loop keeps where it was found, or anything else of that iteration.
//!
//! ```text
//!     if (e < m) { m = e; p = i; q = f(i); }          p = e < m ? i : p;  m = e < m ? e : m;
//! ```
//!
//! The elements `p`, `q` are *kept with* `m`: all that the loop does with any of them is to replace them together, in the iterations
//! whose term compares with `m`. Then each block of consecutive iterations may select by itself, from a neutral `m`, and the blocks'
//! selections are selected from in their order. [`crate::reduce`] has the proof.
//!
//! Never changes the IR. Stores to arrays other than the loaded one do not count between a comparison and its repetition (`a[i]` in
//! `if (a[i] < m) { p = i; m = a[i]; }`): the analysis takes these for disjoint, and who uses a selection must check that.
//!
//! Rejects: `m` or `p` used otherwise in the loop, `p` replaced without `m` or under a further condition, `m` without `p`, anything else
//! under the condition, several updates of `m`, comparisons that take over a NaN.
//! Source:  own.

use melior::ir::operation::OperationLike;
use raddle_dialects::ir::{self, Op, Val};
use raddle_poly::model::{AccessKind, ArrayId, LoopId};

use crate::extract::Extracted;
use crate::reductions::{self, Clobbers, Comparison, Reduction, Statement, Target, are_together, is_pure, observers};

/// What is kept with a minimum or maximum.
pub struct Selection<'c> {
    /// Of equal terms the first one is taken; else the last one.
    pub is_strict: bool,
    /// If the store to the minimum always happens: the condition, and its value where a term is taken.
    pub condition: Option<(Val<'c>, bool)>,
    pub kept: Vec<Kept<'c>>,
}

/// An element that is replaced with the minimum or maximum.
pub struct Kept<'c> {
    pub array: ArrayId,
    pub store: Op<'c>,
    /// Of a store that always happens: the load of what it may leave.
    pub load: Option<Op<'c>>,
}

/// The selections of loop `id` on `arrays`.
pub fn of_loop<'c>(found: &Extracted<'c>, id: LoopId, arrays: &[ArrayId]) -> Vec<Reduction<'c>> {
    let clobbers = |load: Op<'c>, store: Op<'c>| match (array_of(found, load), array_of(found, store)) {
        (Some(loaded), Some(stored)) => loaded == stored,
        _ => true,
    };
    let search = Search { found, id, arrays, clobbers: &clobbers };
    arrays.iter().filter_map(|array| search.selection(*array)).collect()
}

fn array_of<'c>(found: &Extracted<'c>, access: Op<'c>) -> Option<ArrayId> {
    found.accesses.iter().position(|it| *it == access).map(|it| found.model.accesses[it].array)
}

struct Search<'s, 'c> {
    found: &'s Extracted<'c>,
    id: LoopId,
    arrays: &'s [ArrayId],
    clobbers: Clobbers<'s, 'c>,
}

/// A store that replaces its element under a condition.
struct Update<'c> {
    store: Op<'c>,
    /// The `scf.if` or select that decides.
    branch: Op<'c>,
    condition: Val<'c>,
    /// The element is replaced if the condition says this.
    when_true: bool,
    value: Val<'c>,
    /// The load of what is left otherwise, if the store always happens.
    kept: Option<Op<'c>>,
}

impl<'c> Search<'_, 'c> {
    /// The selection whose minimum or maximum is in `array`.
    fn selection(&self, array: ArrayId) -> Option<Reduction<'c>> {
        let (loads, store) = self.only_store(array)?;
        let main = self.update(store)?;
        let comparison = Comparison::of(main.condition)?;
        let target = Target::with(store, self.clobbers);
        let (operator, load, term) = target.compared(&comparison, main.value, main.when_true)?;
        let other_loads = loads.iter().copied().filter(|it| *it != load);
        let conditions = self.conditions(&loads, &main)?;
        let branches = self.branches(&conditions, &main)?;
        let kept = self.kept(&branches, &main)?;
        let members: Vec<Op<'c>> = kept.iter().map(|it| it.store).chain([store]).collect();
        let alone = branches.iter().all(|it| holds_only(*it, &members));
        if kept.is_empty() || !alone {
            return None;
        }
        let is_strict = comparison.is_strict == main.when_true;
        let condition = main.kept.map(|_| (main.condition, main.when_true));
        let loads = [load].into_iter().chain(other_loads).collect();
        let statement = Statement { operator, loads, store, path: vec![], compared: Some(term) };
        let selection = Some(Selection { is_strict, condition, kept });
        Some(Reduction { array, operator, statements: vec![statement], selection })
    }

    /// The loads of an array and its store, if that is the only one, all of one element and equally often.
    fn only_store(&self, array: ArrayId) -> Option<(Vec<Op<'c>>, Op<'c>)> {
        let accesses = reductions::accesses(self.found, self.id, array);
        let is_store = |kind| kind == AccessKind::Write;
        let (stores, loads): (Vec<_>, Vec<_>) =
            accesses.into_iter().partition(|it| is_store(self.found.model.accesses[it.0 as usize].kind));
        let op = |it: &raddle_poly::model::AccessId| self.found.accesses[it.0 as usize];
        let [store] = stores.iter().map(op).collect::<Vec<_>>()[..] else { return None };
        let loads: Vec<Op<'c>> = loads.iter().map(op).collect();
        let target = Target::with(store, self.clobbers);
        let fits = |it: &Op<'c>| target.is_load(*it) && are_together(self.found, *it, store);
        loads.iter().all(fits).then_some((loads, store))
    }

    /// A store under a condition, or of a choice between the element as it is and something else.
    fn update(&self, store: Op<'c>) -> Option<Update<'c>> {
        let value = *ir::operands(store).first()?;
        let target = Target::with(store, self.clobbers);
        if let Some(choice) = target.kept_or(widened(value)) {
            let (branch, condition, when_true) = (choice.op, choice.condition, choice.when_true);
            let seen = observers(ir::result(choice.kept));
            let is_beside = store.block() == branch.block();
            let is_lone = seen.into_iter().all(|it| choice.is_made_by(it) || is_comparison(it));
            let kept = Some(choice.kept);
            let update = Update { store, branch, condition, when_true, value: choice.taken, kept };
            return (is_beside && is_lone).then_some(update);
        }
        let branch = ir::parent(store).filter(|it| ir::is(*it, "scf.if"))?;
        let condition = *ir::operands(branch).first()?;
        let when_true = store.block() == ir::entry_block(branch, 0);
        Some(Update { store, branch, condition, when_true, value, kept: None })
    }

    /// The comparisons that look at the minimum: all alike. None if anything else does.
    fn conditions(&self, loads: &[Op<'c>], main: &Update<'c>) -> Option<Vec<Val<'c>>> {
        let target = Target::with(main.store, self.clobbers);
        let mut conditions = vec![];
        for load in loads {
            for seen in observers(ir::result(*load)) {
                let keeps = main.kept == Some(*load) && (seen == main.branch || ir::parent(seen) == Some(main.branch));
                match is_comparison(seen) {
                    true if target.is_same(ir::result(seen), main.condition) => conditions.push(ir::result(seen)),
                    false if keeps => {}
                    _ => return None,
                }
            }
        }
        Some(conditions)
    }

    /// What the conditions decide, all of it beside the update of the minimum. None if they are used otherwise.
    fn branches(&self, conditions: &[Val<'c>], main: &Update<'c>) -> Option<Vec<Op<'c>>> {
        let mut branches = vec![];
        for (user, operand) in conditions.iter().flat_map(|it| ir::uses(*it)) {
            let decides = operand == 0 && matches!(ir::name(user), "scf.if" | "arith.select");
            if !decides || user.block() != main.branch.block() {
                return None;
            }
            if !branches.contains(&user) {
                branches.push(user);
            }
        }
        Some(branches)
    }

    /// The updates that the branches decide besides the minimum's. None if one is no update of an element that is only kept.
    fn kept(&self, branches: &[Op<'c>], main: &Update<'c>) -> Option<Vec<Kept<'c>>> {
        let mut all: Vec<Kept<'c>> = vec![];
        for (branch, store) in branches.iter().flat_map(|it| stores_of(*it).into_iter().map(|store| (*it, store))) {
            if store == main.store {
                continue;
            }
            let array = array_of(self.found, store).filter(|it| self.arrays.contains(it))?;
            let update = self.update(store).filter(|it| it.branch == branch && it.when_true == main.when_true)?;
            let (loads, _) = self.only_store(array)?;
            let is_lone = loads.iter().all(|it| update.kept == Some(*it));
            let is_compared = update.kept.iter().flat_map(|it| observers(ir::result(*it))).any(is_comparison);
            if !is_lone || is_compared || all.iter().any(|it| it.array == array) {
                return None;
            }
            all.push(Kept { array, store, load: update.kept });
        }
        Some(all)
    }
}

/// What a store of a narrow integer is computed as.
fn widened(value: Val<'_>) -> Val<'_> {
    let op = ir::defining_op(value).filter(|it| ir::is(*it, "arith.trunci") && ir::uses(value).len() == 1);
    op.and_then(|it| ir::operands(it).first().copied()).unwrap_or(value)
}

fn is_comparison(op: Op<'_>) -> bool {
    matches!(ir::name(op), "arith.cmpi" | "arith.cmpf")
}

/// The stores in a branch, and those that its results go to.
fn stores_of(branch: Op<'_>) -> Vec<Op<'_>> {
    let inside = ir::nested(branch, ir::Order::Pre).into_iter().filter(|it| *it != branch);
    let users = ir::results(branch).into_iter().flat_map(users_of_choice);
    inside.chain(users).filter(|it| ir::name(*it).ends_with(".store")).collect()
}

/// What uses a choice, also in a narrower type.
fn users_of_choice(value: Val<'_>) -> Vec<Op<'_>> {
    let users = ir::uses(value).into_iter().map(|it| it.0);
    let through = |op| match ir::is(op, "arith.trunci") {
        true => ir::uses(ir::result(op)).into_iter().map(|it| it.0).collect(),
        false => vec![op],
    };
    users.flat_map(through).collect()
}

/// Does a branch do nothing but compute and run `members`, and do its results go to these alone?
fn holds_only<'c>(branch: Op<'c>, members: &[Op<'c>]) -> bool {
    // Choices in what is kept are fine; what they are made of is looked at, too.
    let computes = |op: Op<'c>| is_pure(op) || matches!(ir::name(op), "scf.if" | "scf.yield");
    let mut inside = ir::nested(branch, ir::Order::Pre).into_iter().filter(|it| *it != branch);
    let users: Vec<Op<'c>> = ir::results(branch).into_iter().flat_map(users_of_choice).collect();
    inside.all(|it| computes(it) || members.contains(&it)) && users.iter().all(|it| members.contains(it))
}
