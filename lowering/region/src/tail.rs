//! Which part of a loop's body needs the iterations' order, and what it takes from the rest.
//!
//! ```text
//!     for i { t = f(x[i]);  y[i] = t;  s = s + t }       the tail: s = s + t        the lead: y[i] = f(x[i])
//!                                                        it takes t from the lead, or computes it again
//! ```
//!
//! The *tail* is what lies on a cycle of dependences that the loop carries, and all that depends on it. The *lead* is the rest: no part
//! of it depends on the tail, in whichever iterations. So all of the lead may run before all of the tail, and its iterations at once.
//! Never changes the IR.
//! Source: Allen and Kennedy, Automatic translation of Fortran programs to vector form (1987), with two parts and loops split at all depths.

use std::collections::{BTreeSet, HashMap, HashSet};

use melior::ir::ValueLike;
use melior::ir::operation::OperationLike;
use raddle_dialects::build::element_type;
use raddle_dialects::ir::{self, Block, Op, Val};
use raddle_dialects::region::is_element;
use raddle_poly::analysis::Analysis;
use raddle_poly::model::{AccessId, ArrayId, LoopId};

use crate::cost::{self, Way};
use crate::expand::is_defined_inside;
use crate::extract::{Extracted, is_inside};
use crate::views::memref_rank;

/// Larger bodies take too many questions.
const MAX_LEAVES: usize = 80;

/// What takes longer is stored by the lead and loaded by the tail, what is shorter is computed again. Picoseconds.
const WORTH_STORING: i64 = 600;

/// A loop in two parts. Sets hold keys of items.
pub struct Parts<'c> {
    root: Op<'c>,
    items: Items<'c>,
    lead: HashSet<usize>,
    tail: HashSet<usize>,
    /// Values that the lead stores for the tail.
    pub kept: Vec<Val<'c>>,
    /// Values that a statement of the lead stores anyway, where nothing else is stored.
    pub stored: Vec<(Val<'c>, Op<'c>)>,
    /// Variables of the body that the lead writes and the tail reads.
    pub variables: Vec<Op<'c>>,
}

impl<'c> Parts<'c> {
    /// None if one of the parts would be empty, or if the tail does more than to update elements that stay the same or that data name:
    /// for other recurrences there are other orders.
    pub fn of(found: &Extracted<'c>, analysis: &Analysis, id: LoopId) -> Option<Self> {
        let body = Body::of(found, analysis, id)?;
        let tail = body.tail()?;
        Values { body: &body, tail_leaves: tail }.parts()
    }

    /// What one iteration takes, in picoseconds: the loop as it is, the lead, and the tail. Loops that the tail is in run in order.
    pub fn costs(&self) -> (i64, i64, i64) {
        let is_in = |op: Op<'c>, part: &HashSet<usize>| {
            self.items.with(op, self.root).is_some_and(|it| part.contains(&ir::op_key(it)))
        };
        let statements = self.items.all.iter().filter(|it| !is_frame(**it) && self.tail.contains(&ir::op_key(**it)));
        let in_order: HashSet<usize> = statements.filter_map(|it| cost::loop_around(*it)).map(ir::op_key).collect();
        let way = |it: Op<'c>| if in_order.contains(&ir::op_key(it)) { Way::InOrder } else { Way::InVectors };
        let makers = self.kept.iter().filter_map(|it| ir::defining_op(*it)).chain(self.variables.iter().copied());
        let between = makers.map(|it| cost::of_slot(it, self.root)).fold(0, i64::saturating_add);
        let whole = cost::of_some(self.root, &way, &|_| true);
        let lead = cost::of_some(self.root, &|_| Way::InVectors, &|op| is_in(op, &self.lead));
        let tail = cost::of_some(self.root, &way, &|op| is_in(op, &self.tail));
        // A launch has a work item for each iteration of an inner loop at its longest.
        let lead = if self.root_moves_inner_loops() { lead.saturating_mul(2) } else { lead };
        (whole, lead + between, tail + between)
    }

    /// Has an inner loop more iterations in one iteration of the root than in another?
    fn root_moves_inner_loops(&self) -> bool {
        let bounds = self.items.all.iter().filter(|it| ir::is(**it, "affine.for")).flat_map(|it| ir::operands(*it));
        bounds.into_iter().any(|it| is_defined_inside(it, self.root))
    }

    /// Items that do not belong to the lead (or the tail), last first: what uses a value comes before what makes it.
    pub fn others(&self, of_lead: bool) -> impl Iterator<Item = Op<'c>> {
        let part = if of_lead { &self.lead } else { &self.tail };
        let is_other = |it: &Op<'c>| !part.contains(&ir::op_key(*it)) && !ir::is(*it, "memref.alloca");
        self.items.all.iter().copied().rev().filter(move |it| is_other(it))
    }
}

/// A loop or condition around statements. Others are statements by themselves.
pub fn is_frame(op: Op<'_>) -> bool {
    matches!(ir::name(op), "affine.for" | "affine.if" | "scf.if") && ir::results(op).is_empty()
}

fn is_load(op: Op<'_>) -> bool {
    matches!(ir::name(op), "affine.load" | "memref.load")
}

/// Operands of the op and of what is nested in it; of a frame its own.
fn inputs<'c>(op: Op<'c>) -> Vec<Val<'c>> {
    match is_frame(op) {
        true => ir::operands(op),
        false => ir::nested(op, ir::Order::Pre).into_iter().flat_map(ir::operands).collect(),
    }
}

/// The statements of a body at all depths, and the arithmetic between them, in order.
struct Items<'c> {
    all: Vec<Op<'c>>,
    keys: HashSet<usize>,
}

impl<'c> Items<'c> {
    fn of(root: Op<'c>) -> Self {
        let mut all = vec![];
        collect(ir::body(root), &mut all);
        let keys = all.iter().map(|it| ir::op_key(*it)).collect();
        Items { all, keys }
    }

    /// The item that `op` is, or is nested in.
    fn with(&self, op: Op<'c>, root: Op<'c>) -> Option<Op<'c>> {
        let mut inside = std::iter::once(op).chain(ir::parents(op)).take_while(|it| *it != root);
        inside.find(|it| self.keys.contains(&ir::op_key(*it)))
    }
}

fn collect<'c>(block: Block<'c>, items: &mut Vec<Op<'c>>) {
    for op in ir::ops(block) {
        if is_frame(op) {
            let blocks = ir::regions(op).into_iter().flat_map(ir::blocks);
            blocks.for_each(|it| collect(it, items));
        } else if !ir::name(op).ends_with(".yield") {
            items.push(op);
        }
    }
}

/// A loop's body: items, of which leaves are those with effects, and the dependences between leaves.
struct Body<'f, 'c> {
    found: &'f Extracted<'c>,
    analysis: &'f Analysis,
    id: LoopId,
    root: Op<'c>,
    items: Items<'c>,
    leaves: Vec<Op<'c>>,
    /// The numbers of leaves.
    numbers: HashMap<usize, usize>,
    /// Arrays of single iterations.
    local: Vec<ArrayId>,
    /// Per leaf: those that come later since they access the same memory, in whichever iterations.
    later: Vec<BTreeSet<usize>>,
    /// Per leaf: those that depend on it, also through values.
    after: Vec<BTreeSet<usize>>,
}

impl<'f, 'c> Body<'f, 'c> {
    fn of(found: &'f Extracted<'c>, analysis: &'f Analysis, id: LoopId) -> Option<Self> {
        let root = found.loops[id.0 as usize];
        let items = Items::of(root);
        let has_effect = |it: &Op<'c>| !ir::is_pure(*it) && !ir::is(*it, "memref.alloca");
        let leaves: Vec<_> = items.all.iter().copied().filter(has_effect).collect();
        if leaves.len() > MAX_LEAVES {
            return None;
        }
        let numbers = leaves.iter().enumerate().map(|(number, op)| (ir::op_key(*op), number)).collect();
        let is_local = |it: &ArrayId| {
            let home = found.model.arrays[it.0 as usize].local_to;
            home.is_some_and(|home| is_inside(found.loops[home.0 as usize], root))
        };
        let local = (0..found.arrays.len() as u32).map(ArrayId).filter(is_local).collect();
        let mut body = Body { found, analysis, id, root, items, leaves, numbers, local, later: vec![], after: vec![] };
        body.later = body.through_memory();
        body.after = body.dependences();
        Some(body)
    }

    fn item(&self, op: Op<'c>) -> Option<Op<'c>> {
        self.items.with(op, self.root)
    }

    fn leaf(&self, op: Op<'c>) -> Option<usize> {
        self.numbers.get(&ir::op_key(self.item(op)?)).copied()
    }

    fn frames(&self, op: Op<'c>) -> impl Iterator<Item = Op<'c>> {
        let root = self.root;
        ir::parents(op).take_while(move |it| *it != root).filter(|it| is_frame(*it))
    }

    fn through_memory(&self) -> Vec<BTreeSet<usize>> {
        let units: Vec<Vec<AccessId>> = self.leaves.iter().map(|it| self.found.accesses_in(*it)).collect();
        let mut later = self.analysis.dependences_between(self.id, &units, &self.local);
        self.local.iter().for_each(|it| self.add_local(*it, &mut later));
        later
    }

    fn dependences(&self) -> Vec<BTreeSet<usize>> {
        let mut after = self.later.clone();
        for (number, leaf) in self.leaves.iter().enumerate() {
            for source in self.sources(*leaf) {
                after[source].insert(number);
            }
        }
        after
    }

    /// The leaves whose results the op needs, also for it to run at all.
    fn sources(&self, op: Op<'c>) -> BTreeSet<usize> {
        let (mut found, mut seen) = (BTreeSet::new(), HashSet::new());
        let mut open: Vec<Op<'c>> = std::iter::once(op).chain(self.frames(op)).collect();
        while let Some(op) = open.pop() {
            let makers = inputs(op).into_iter().filter_map(ir::defining_op).filter_map(|it| self.item(it));
            for maker in makers.filter(|it| seen.insert(ir::op_key(*it))) {
                match self.numbers.get(&ir::op_key(maker)).copied() {
                    Some(number) => found.extend([number]),
                    None => open.push(maker),
                }
            }
        }
        found
    }

    /// The order of what accesses an array of the body, within one iteration of the loop that it belongs to.
    fn add_local(&self, array: ArrayId, after: &mut [BTreeSet<usize>]) {
        let memrefs = &self.found.arrays[array.0 as usize].memrefs;
        let users = memrefs.iter().flat_map(|it| ir::uses(*it)).filter_map(|it| self.leaf(it.0));
        let users: BTreeSet<usize> = users.collect();
        let home = memrefs.first().copied().and_then(ir::defining_op).and_then(ir::parent);
        for &first in &users {
            for &second in users.range(first + 1..) {
                let [a, b] = [first, second].map(|it| self.leaves[it]);
                if is_load(a) && is_load(b) {
                    continue;
                }
                after[first].insert(second);
                // A loop inside of that iteration comes to the first one again.
                let mut around = self.frames(a).take_while(|it| Some(*it) != home);
                if around.any(|it| ir::is(it, "affine.for") && is_inside(b, it)) {
                    after[second].insert(first);
                }
            }
        }
    }

    /// The leaves that follow a leaf, itself only if it is on a cycle.
    fn followers(&self, leaf: usize) -> BTreeSet<usize> {
        let (mut found, mut open) = (BTreeSet::new(), vec![leaf]);
        while let Some(next) = open.pop() {
            open.extend(self.after[next].iter().copied().filter(|it| found.insert(*it)));
        }
        found
    }

    /// The leaves that need the order of the loop's iterations; None if that is none, or other updates than those that are meant.
    fn tail(&self) -> Option<BTreeSet<usize>> {
        let pairs = self.analysis.carried_pairs(self.id, &self.local);
        let pairs: BTreeSet<(AccessId, AccessId)> = pairs.collect();
        let leaf = |it: AccessId| self.leaf(self.found.accesses[it.0 as usize]);
        let ends: Option<BTreeSet<(usize, usize)>> =
            pairs.iter().map(|(source, sink)| Some((leaf(*source)?, leaf(*sink)?))).collect();
        let ends = ends?;
        let followers: Vec<_> = (0..self.leaves.len()).map(|it| self.followers(it)).collect();
        let is_cycle = |(source, sink): (usize, usize)| source == sink || followers[sink].contains(&source);
        let is_other = |(source, sink): &(AccessId, AccessId)| {
            leaf(*source).zip(leaf(*sink)).is_some_and(is_cycle) && !(self.is_update(*source) && self.is_update(*sink))
        };
        if ends.is_empty() || pairs.iter().any(is_other) {
            return None;
        }
        let mut tail = BTreeSet::new();
        let add = |leaf: usize, tail: &mut BTreeSet<usize>| {
            tail.insert(leaf);
            tail.extend(&followers[leaf]);
        };
        for (source, _) in ends.iter().filter(|it| is_cycle(**it)) {
            add(*source, &mut tail);
        }
        // What else depends on an earlier iteration comes later, too.
        while let Some((_, sink)) = ends.iter().find(|it| !tail.contains(&it.0) && !tail.contains(&it.1)) {
            add(*sink, &mut tail);
        }
        Some(tail)
    }

    /// Is the access to an element that stays the same, or that only data name?
    fn is_update(&self, access: AccessId) -> bool {
        let op = self.found.accesses[access.0 as usize];
        let model = &self.found.model.accesses[access.0 as usize];
        let is_fixed = || {
            let mut places = ir::operands(op).into_iter().skip(if is_load(op) { 0 } else { 1 });
            places.all(|it| !is_defined_inside(it, self.root))
        };
        model.subscripts.iter().any(Option::is_none) || is_fixed()
    }
}

/// What the tail takes from the lead.
struct Values<'b, 'f, 'c> {
    body: &'b Body<'f, 'c>,
    tail_leaves: BTreeSet<usize>,
}

impl<'c> Values<'_, '_, 'c> {
    fn parts(self) -> Option<Parts<'c>> {
        let stored = self.stored();
        let mut known: Vec<Val<'c>> = stored.iter().map(|it| it.0).collect();
        let kept = self.kept(known.clone())?;
        known.extend(&kept);
        let tail = self.needed(self.roots_of_tail(), &known);
        let lead = self.needed(self.roots_of_lead(&kept), &[]);
        let variables = self.variables(&tail)?;
        let has_work = !kept.is_empty() || self.body.leaves.iter().any(|it| self.is_lead(*it) && !is_load(*it));
        let (root, items) = (self.body.root, Items::of(self.body.root));
        has_work.then_some(Parts { root, items, lead, tail, kept, stored, variables })
    }

    fn is_tail(&self, op: Op<'c>) -> bool {
        self.body.numbers.get(&ir::op_key(op)).is_some_and(|it| self.tail_leaves.contains(it))
    }

    fn is_lead(&self, op: Op<'c>) -> bool {
        self.body.numbers.get(&ir::op_key(op)).is_some_and(|it| !self.tail_leaves.contains(it))
    }

    fn roots_of_tail(&self) -> Vec<Op<'c>> {
        self.body.leaves.iter().copied().filter(|it| self.is_tail(*it)).collect()
    }

    fn roots_of_lead(&self, kept: &[Val<'c>]) -> Vec<Op<'c>> {
        let leaves = self.body.leaves.iter().copied().filter(|it| self.is_lead(*it) && !is_load(*it));
        leaves.chain(kept.iter().copied().filter_map(ir::defining_op)).collect()
    }

    /// The items that `roots` are computed from, these included, as far as `kept` does not have it, and those that decide whether they run.
    fn needed(&self, roots: Vec<Op<'c>>, kept: &[Val<'c>]) -> HashSet<usize> {
        self.closure(roots, |op| {
            let all = std::iter::once(op).chain(self.body.frames(op));
            all.flat_map(|it| self.makers(it, kept).collect::<Vec<_>>()).collect()
        })
    }

    /// The items that the value of `op` is computed from, itself included, as far as `kept` does not have it.
    fn slice(&self, op: Op<'c>, kept: &[Val<'c>]) -> HashSet<usize> {
        self.closure(vec![op], |op| self.makers(op, kept).collect())
    }

    fn closure(&self, roots: Vec<Op<'c>>, next: impl Fn(Op<'c>) -> Vec<Op<'c>>) -> HashSet<usize> {
        let mut found: HashSet<usize> = roots.iter().map(|it| ir::op_key(*it)).collect();
        let mut open = roots;
        while let Some(op) = open.pop() {
            open.extend(next(op).into_iter().filter(|it| found.insert(ir::op_key(*it))));
        }
        found
    }

    /// The items that make what the op takes, but for values that are kept and variables.
    fn makers(&self, op: Op<'c>, kept: &[Val<'c>]) -> impl Iterator<Item = Op<'c>> {
        let open = inputs(op).into_iter().filter(|it| !kept.contains(it)).filter_map(ir::defining_op);
        let items: Vec<_> = open.filter_map(|it| self.body.item(it)).collect();
        items.into_iter().filter(move |it| *it != op && !ir::is(*it, "memref.alloca"))
    }

    /// Values that are elements of an array when all of the lead has run, and as long as the tail runs.
    fn stored(&self) -> Vec<(Val<'c>, Op<'c>)> {
        let stores = self.body.leaves.iter().copied().filter(|it| self.is_lead(*it) && self.stays(*it));
        stores
            .map(|it| (ir::operands(it)[0], it))
            .filter(|(value, store)| {
                let Some(maker) = ir::defining_op(*value).filter(|it| !ir::is(*it, "arith.constant")) else {
                    return false;
                };
                let mut place = ir::operands(*store).into_iter().skip(1);
                let is_there = |it: Val<'c>| ir::defining_op(it).is_none_or(|it| !is_inside(it, self.body.root));
                self.body.items.keys.contains(&ir::op_key(maker))
                    && maker.block() == store.block()
                    && place.all(is_there)
            })
            .collect()
    }

    /// Does the loop store once, at most, to each element that the op stores to?
    fn stays(&self, store: Op<'c>) -> bool {
        let Body { found, analysis, .. } = *self.body;
        let Some(access) = found.accesses.iter().position(|it| *it == store) else { return false };
        let pair = (AccessId(access as u32), AccessId(access as u32));
        let number = self.body.numbers[&ir::op_key(store)];
        let repeats =
            |it: Op<'c>| found.loop_of(it).is_none_or(|it| analysis.carried_pairs(it, &[]).any(|it| it == pair));
        let is_array = ir::is(store, "affine.store") && !self.body.local.contains(&found.array_of(pair.0));
        let is_last = self.body.later[number].iter().all(|it| is_load(self.body.leaves[*it]));
        let mut loops = self.body.frames(store).filter(|it| ir::is(*it, "affine.for"));
        is_last && is_array && !loops.any(repeats)
    }

    /// The tail's leaves, and all arithmetic that needs one of them to run or for its value.
    fn after_tail(&self) -> HashSet<usize> {
        let mut found = HashSet::new();
        for item in &self.body.items.all {
            let mut all = std::iter::once(*item).chain(self.body.frames(*item));
            let takes = all.any(|it| self.makers(it, &[]).any(|it| found.contains(&ir::op_key(it))));
            if self.is_tail(*item) || ir::is_pure(*item) && takes {
                found.insert(ir::op_key(*item));
            }
        }
        found
    }

    /// The other values that the tail cannot or should not compute again. None if one has a type that no array has.
    fn kept(&self, mut known: Vec<Val<'c>>) -> Option<Vec<Val<'c>>> {
        let after_tail = self.after_tail();
        let mut takers: Vec<Op<'c>> =
            self.body.items.all.iter().copied().filter(|it| after_tail.contains(&ir::op_key(*it))).collect();
        takers.extend(self.roots_of_tail().into_iter().flat_map(|it| self.body.frames(it).collect::<Vec<_>>()));
        let mut taken: Vec<Val<'c>> = vec![];
        for value in takers.into_iter().flat_map(inputs) {
            let maker = ir::defining_op(value).and_then(|it| self.body.item(it));
            let is_of_lead = |it: Op<'c>| !after_tail.contains(&ir::op_key(it)) && !ir::is(it, "memref.alloca");
            if maker.is_some_and(is_of_lead) && !taken.contains(&value) && !known.contains(&value) {
                taken.push(value);
            }
        }
        // Short ones first: what they keep makes others cheap.
        let size = |it: &Val<'c>| ir::defining_op(*it).map_or(0, |it| self.slice(it, &[]).len());
        taken.sort_by_key(size);
        let mut kept: Vec<Val<'c>> = vec![];
        for value in taken {
            let maker = ir::defining_op(value)?;
            let slice = self.slice(maker, &known);
            let ops: Vec<_> =
                self.body.items.all.iter().copied().filter(|it| slice.contains(&ir::op_key(*it))).collect();
            if !ops.iter().all(|it| self.may_come_later(*it)) || cost::of_ops(&ops) >= WORTH_STORING {
                kept.push(value);
                known.push(value);
            }
        }
        kept.iter().all(|it| is_storable(*it)).then_some(kept)
    }

    /// Has the op the same value, to the last bit, when all of the lead has run?
    fn may_come_later(&self, op: Op<'c>) -> bool {
        // A condition that rounds otherwise would have the tail read what the lead did not store.
        let rounds_freely = |it: Op<'c>| ir::attr(it, "fastmath").is_some_and(|it| !it.to_string().contains("none"));
        if ir::nested(op, ir::Order::Pre).into_iter().any(rounds_freely) {
            return false;
        }
        let Some(number) = self.body.numbers.get(&ir::op_key(op)) else { return ir::is_pure(op) };
        is_load(op) && self.body.later[*number].iter().all(|it| self.tail_leaves.contains(it))
    }

    /// Variables that the tail reads and the lead writes. None if one is an array.
    fn variables(&self, tail: &HashSet<usize>) -> Option<Vec<Op<'c>>> {
        let mut all = vec![];
        for variable in self.body.items.all.iter().copied().filter(|it| ir::is(*it, "memref.alloca")) {
            let users = ir::uses(ir::result(variable)).into_iter().filter_map(|it| self.body.item(it.0));
            let users: Vec<_> = users.collect();
            let is_read = users.iter().any(|it| tail.contains(&ir::op_key(*it)));
            if is_read && users.iter().any(|it| self.is_lead(*it) && !is_load(*it)) {
                let value = ir::result(variable);
                if memref_rank(value) > 0 || !is_element(element_type(value)) {
                    return None;
                }
                all.push(variable);
            }
        }
        Some(all)
    }
}

/// May the value be an element of an array, perhaps by way of an integer?
fn is_storable(value: Val<'_>) -> bool {
    let b = raddle_dialects::build::Builder::before(match ir::defining_op(value) {
        Some(op) => op,
        None => return false,
    });
    let ty = value.r#type();
    ty == b.index() || ty == b.int(1) || is_element(ty)
}
