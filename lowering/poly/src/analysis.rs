//! Dependence analysis of one loop nest, exact where the nest is affine and conservative where it is not.
//!
//! Every access of the [`Model`] has a domain (its instances) and an access relation (instance to element). Two instances
//! depend on each other if they reach the same element, one of them writes, and one runs before the other. All questions
//! (which loop carries a dependence, what may be privatized, which elements are touched) are asked of these relations.
//!
//! What is not affine is approximated from above: an unknown subscript reaches any element, an uncertain access may
//! happen, a loop with an unknown trip count has any integer as an iteration. Whenever isl gives up (its operation limit
//! is reached) the answer is the conservative one. No input makes this module panic or hang.
//!
//! An array that is local to a loop has one copy per iteration of that loop and of all loops around it. This is expressed
//! by leading dimensions of its elements, equal to those iterators: copies of different iterations are different elements.

mod bounds;
mod build;
mod dependence;
mod expr;
mod kept;
mod lean;
mod linear;
mod merge;
mod pivot;
mod privatize;
mod regions;
mod schedule;
mod statements;
mod text;

use std::{
    cell::{Cell, RefCell},
    collections::HashMap,
};

use linear::{Linear, Variable};

use crate::{
    isl::{self, Ctx, Dim, IslError, Map, Set},
    model::{Access, AccessId, AccessKind, ArrayId, Branch, LoopId, Model},
};

pub use bounds::{Bound, BoundingBox};
pub use dependence::{Dependence, DependenceKind, Distance};
pub use expr::{Comparison, Cond, Expr, Extreme};
pub use lean::Lean;
pub use pivot::Pivot;
pub use privatize::{CopyOut, Obstacle, Privatization};
pub use regions::{Name, Region, Subscript};

/// Basic isl operations allowed for one question; the most expensive one of PolyBench and NAS needs more than 100,000.
const OPERATIONS: u64 = 200_000;
/// Basic isl operations allowed for one question about numbers of more than 32 bits: they take a hundred times as long.
const WIDE_OPERATIONS: u64 = 10_000;
/// Basic isl operations allowed for one pair of accesses; PolyBench's most expensive one needs 1,000 to 3,000.
const PAIR_OPERATIONS: u64 = 30_000;
/// So many questions of one nest that exceed their limit halve it for all later ones.
const FAILURES_THAT_HALVE: u32 = 2;
/// Pairs of accesses of one nest that isl is asked about: most are told apart without it, a thousand take it a second at most.
const MAX_PAIRS: u32 = 20_000;
/// Convex parts that a set may have before it is given up: time can grow with their square.
const MAX_PARTS: u32 = 64;

#[derive(Debug, thiserror::Error)]
pub enum PolyError {
    #[error("malformed loop nest: {0}")]
    Malformed(String),
    #[error("{place}: `{text}` is not an affine formula over the parameters and iterators in scope: {source}")]
    Formula { place: String, text: String, source: IslError },
    #[error("{place}: the analysis of `{text}` needs more than {steps} steps")]
    TooHard { place: String, text: String, steps: u64 },
    #[error("the loop nest has {count} {what}, more than the {limit} that are analysed")]
    TooLarge { what: &'static str, count: usize, limit: usize },
    #[error(transparent)]
    Isl(#[from] IslError),
}

pub struct Analysis {
    ctx: Ctx,
    model: Model,
    /// What is known of the parameters.
    context: Set,
    /// Per loop, its iterations: tuples of the iterators of the loops around it and its own.
    iterations: Vec<Set>,
    /// Per access, its instances.
    domains: Vec<Set>,
    /// Per access, the first one that reaches the same elements in the same iterations. What is kept about accesses or pairs of
    /// them is kept for that one.
    same_as: Vec<AccessId>,
    /// Per access, the dimensions of its element as far as they are linear.
    forms: Vec<Vec<Option<Linear>>>,
    by_array: Vec<Vec<AccessId>>,
    /// Per access, the branches of conditions that it is in.
    branches: Vec<Vec<u32>>,
    /// Per access, instance to element; filled on demand.
    elements: RefCell<Vec<Option<Map>>>,
    answers: RefCell<Answers>,
    /// How many pairs isl was asked about.
    questions: Cell<u32>,
}

/// What has been found, by pairs of accesses; filled on demand.
#[derive(Default)]
struct Answers {
    /// The instances that reach the same element.
    conflicts: HashMap<(AccessId, AccessId), Map>,
    /// Whether the loop carries a dependence from the first to the second; None where that took too long.
    carried: HashMap<(LoopId, AccessId, AccessId), Option<bool>>,
    /// Whether an instance of the second depends on one of the first in one execution of the loop; true where that took too
    /// long. The last word is whether the first stands before the second.
    depends: HashMap<(LoopId, AccessId, AccessId, bool), bool>,
    /// Whether the loop carries no dependence through the array; false where that took too long.
    independent: HashMap<(LoopId, ArrayId), bool>,
}

impl Analysis {
    pub fn model(&self) -> &Model {
        &self.model
    }

    fn access(&self, id: AccessId) -> &Access {
        &self.model.accesses[id.0 as usize]
    }

    /// The access that stands for `id` in what is kept about accesses.
    fn representative(&self, id: AccessId) -> AccessId {
        self.same_as[id.0 as usize]
    }

    fn forms(&self, id: AccessId) -> &linear::Forms {
        &self.forms[self.representative(id).0 as usize]
    }

    fn is_write(&self, id: AccessId) -> bool {
        self.access(id).kind == AccessKind::Write
    }

    /// Whether the trip count is affine. If not, the loop is not parallel whatever it carries.
    pub fn has_known_trips(&self, id: LoopId) -> bool {
        !self.model.loops[id.0 as usize].constraints.trim().is_empty()
    }

    /// The loops from the outermost to `id` itself.
    fn chain(&self, id: LoopId) -> Vec<LoopId> {
        build::chain(&self.model, id)
    }

    /// The number of loops around `id`.
    fn depth(&self, id: LoopId) -> usize {
        self.chain(id).len() - 1
    }

    fn is_inside(&self, access: AccessId, id: LoopId) -> bool {
        self.access(access).loops.contains(&id)
    }

    /// All accesses to an array inside a loop (None: in the whole nest), in the order of their ids.
    fn accesses_to(&self, array: ArrayId, within: Option<LoopId>) -> Vec<AccessId> {
        let all = self.by_array[array.0 as usize].iter().copied();
        all.filter(|&id| within.is_none_or(|l| self.is_inside(id, l))).collect()
    }

    fn array_ids(&self) -> impl Iterator<Item = ArrayId> {
        (0..self.model.arrays.len() as u32).map(ArrayId)
    }

    /// Whether all subscripts are affine, so that every instance reaches exactly one known element.
    fn is_affine(&self, id: AccessId) -> bool {
        self.access(id).subscripts.iter().all(Option::is_some)
    }

    /// How many loops have to be fixed before the instances of this access are known: all with unknown trip counts.
    fn unknown_depth(&self, id: AccessId) -> usize {
        self.access(id).loops.iter().rposition(|&l| !self.has_known_trips(l)).map_or(0, |index| index + 1)
    }

    /// The branches of conditions that the access is in.
    fn branches(&self, id: AccessId) -> impl Iterator<Item = &Branch> {
        self.branches[id.0 as usize].iter().map(|&index| &self.model.branches[index as usize])
    }

    /// Whether the access surely happens for each of its instances, given that an iteration of its first `fixed` loops runs.
    fn is_certain(&self, id: AccessId, fixed: usize) -> bool {
        let access = self.access(id);
        access.certain && self.is_affine(id) && self.unknown_depth(id) <= fixed && self.branches(id).next().is_none()
    }

    /// Whether each instance of `a` surely happens if an instance of `b` with the same first `depth` iterators does: some
    /// such depth, if there is any. What has run has been in its loops and branches, so `a` may be in them, too.
    fn certain_beside(&self, a: AccessId, b: AccessId) -> Option<usize> {
        if !self.access(a).certain || !self.is_affine(a) || self.branches(a).any(|branch| !branch.accesses.contains(&b))
        {
            return None;
        }
        let depth = self.branches(a).map(|branch| branch.depth as usize).fold(self.unknown_depth(a), usize::max);
        (depth <= self.common_depth(a, b)).then_some(depth)
    }

    /// The number of loops around both accesses.
    fn common_depth(&self, a: AccessId, b: AccessId) -> usize {
        let (a, b) = (&self.access(a).loops, &self.access(b).loops);
        a.iter().zip(b).take_while(|(a, b)| a == b).count()
    }

    /// Where an access stands in the innermost common loop with another one: the position there, then the order of ids.
    fn place(&self, id: AccessId, common: usize) -> (u32, AccessId) {
        let access = self.access(id);
        let position = access.loops.get(common).map_or(access.position, |l| self.model.loops[l.0 as usize].position);
        (position, id)
    }

    /// Whether `a` stands before `b` in the body of their innermost common loop.
    fn is_textually_before(&self, a: AccessId, b: AccessId) -> bool {
        let common = self.common_depth(a, b);
        self.place(a, common) < self.place(b, common)
    }

    /// Instances of `a` and `b` that reach the same element, in any order of execution.
    fn conflict(&self, a: AccessId, b: AccessId) -> isl::Result<Map> {
        let (a, b) = (self.representative(a), self.representative(b));
        if let Some(known) = self.answers.borrow().conflicts.get(&(a, b)) {
            return Ok(known.clone());
        }
        let mirrored = self.answers.borrow().conflicts.get(&(b, a)).cloned();
        let found = match mirrored {
            Some(mirrored) => mirrored.reverse()?,
            None => self.elements(a)?.apply_range(&self.elements(b)?.reverse()?)?,
        };
        self.answers.borrow_mut().conflicts.insert((a, b), found.clone());
        Ok(found)
    }

    /// Whether subscripts alone show that no instances of `a` and `b` with the same first `depth` iterators reach the same
    /// element.
    fn never_meet(&self, a: AccessId, b: AccessId, depth: usize) -> bool {
        let outer = &self.access(a).loops[..depth.min(self.common_depth(a, b))];
        linear::never_meet(self.forms(a), self.forms(b), &|it| is_common(outer, it))
    }

    /// Whether loop `id` carries a dependence from `a` to `b`, both inside it; None if isl gave up.
    fn carries(&self, id: LoopId, a: AccessId, b: AccessId) -> Option<bool> {
        let (a, b) = (self.representative(a), self.representative(b));
        if let Some(known) = self.answers.borrow().carried.get(&(id, a, b)) {
            return *known;
        }
        let outer = &self.access(a).loops[..self.depth(id)];
        let direction = self.model.loops[id.0 as usize].direction;
        let found = if linear::never_meet_later(self.forms(a), self.forms(b), &|it| is_common(outer, it), id, direction)
        {
            Some(false)
        } else {
            self.begin_pair();
            self.conflict_carried_by(id, a, b).and_then(|pairs| pairs.is_empty()).ok().map(|it| !it)
        };
        self.answers.borrow_mut().carried.insert((id, a, b), found);
        found
    }

    /// The part of a relation between instances of `a` and `b` in which the first `depth` iterators agree.
    fn same_iteration(&self, pairs: &Map, depth: usize) -> isl::Result<Map> {
        (0..depth as i32).try_fold(pairs.clone(), |pairs, i| pairs.equate(Dim::In, i, Dim::Out, i))
    }

    /// Conflicts in which the loops outside `id` agree and `a` belongs to an earlier iteration of `id` than `b`.
    fn conflict_carried_by(&self, id: LoopId, a: AccessId, b: AccessId) -> isl::Result<Map> {
        let depth = self.depth(id);
        let pairs = self.same_iteration(&self.conflict(a, b)?, depth)?;
        self.earlier(&pairs, id, depth)
    }

    /// The pairs whose first instance belongs to an earlier iteration of `id`, the loop at `depth`.
    fn earlier(&self, pairs: &Map, id: LoopId, depth: usize) -> isl::Result<Map> {
        let depth = depth as i32;
        if self.model.loops[id.0 as usize].direction < 0 {
            pairs.order_gt(Dim::In, depth, Dim::Out, depth)
        } else {
            pairs.order_lt(Dim::In, depth, Dim::Out, depth)
        }
    }

    /// Conflicts in which the first `depth` iterators agree and `a` runs before `b`, as disjoint parts: carried by each
    /// deeper common loop, then by none.
    fn conflicts_in_order(&self, a: AccessId, b: AccessId, depth: usize) -> isl::Result<Vec<Map>> {
        let common = self.common_depth(a, b);
        if common < depth {
            return Ok(Vec::new());
        }
        let mut parts = Vec::new();
        let mut pairs = self.same_iteration(&self.conflict(a, b)?, depth)?;
        for level in depth..common {
            parts.push(self.earlier(&pairs, self.access(a).loops[level], level)?);
            pairs = pairs.equate(Dim::In, level as i32, Dim::Out, level as i32)?;
        }
        if self.is_textually_before(a, b) {
            parts.push(pairs);
        }
        Ok(parts)
    }

    /// Passes on a set that is simple enough to go on with.
    fn bounded(set: Set) -> isl::Result<Set> {
        if set.parts()? > MAX_PARTS { Err(IslError::Quota) } else { Ok(set) }
    }

    /// Gives isl a fresh allowance for one question.
    fn begin(&self) {
        self.allow(OPERATIONS);
    }

    /// Gives isl a fresh allowance for one pair of accesses.
    fn begin_pair(&self) {
        self.questions.set(self.questions.get() + 1);
        self.allow(if self.questions.get() > MAX_PAIRS { 1 } else { PAIR_OPERATIONS });
    }

    /// Gives isl an allowance for a question that is larger than others.
    pub(crate) fn allow_more(&self, operations: u64) {
        self.allow(operations);
    }

    /// A nest that has been too hard gets less time, and in the end none.
    fn allow(&self, operations: u64) {
        let halvings = self.ctx.times_exceeded() / FAILURES_THAT_HALVE;
        self.ctx.limit(operations.checked_shr(halvings).unwrap_or(0).max(1));
    }
}

/// Whether a variable has one value in all instances that agree in the iterators of the `outer` loops.
fn is_common(outer: &[LoopId], variable: Variable) -> bool {
    match variable {
        Variable::Param(_) => true,
        Variable::Iterator(id) => outer.contains(&id),
    }
}
