//! Memory-based dependences: which loop carries which, and what a loop can be distributed into.
//!
//! After Allen and Kennedy's levels, with exact relations in place of their tests.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt,
};

use super::Analysis;
use crate::{
    isl::{self, Dim, Map},
    model::{AccessId, ArrayId, LoopId},
};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum DependenceKind {
    /// Read after write.
    Flow,
    /// Write after read.
    Anti,
    /// Write after write.
    Output,
}

/// How far apart the two ends of a dependence are in one loop, in values of its iterator, counted in the loop's own
/// direction (positive is later). None is no limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Distance {
    pub min: Option<i64>,
    pub max: Option<i64>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dependence {
    pub kind: DependenceKind,
    pub array: ArrayId,
    /// Runs first.
    pub source: AccessId,
    pub sink: AccessId,
    /// In the loop that carries the dependence, then in the loops inside it that surround both ends.
    pub distance: Vec<Distance>,
    /// False if it was assumed and not shown: for a certain dependence there are parameters and two instances that have it.
    pub exact: bool,
    /// It was assumed because the analysis ran out of steps.
    pub gave_up: bool,
}

impl Analysis {
    /// The dependences that this loop carries: between accesses to the same element, at least one of them a write, in
    /// different iterations of it and in the same iteration of all loops around it. Arrays in `ignore` are left out.
    pub fn carried(&self, id: LoopId, ignore: &[ArrayId]) -> Vec<Dependence> {
        self.carried_pairs(id, ignore).map(|(source, sink)| self.dependence(id, source, sink)).collect()
    }

    /// The ends of [`Analysis::carried`], source first. Much cheaper.
    pub fn carried_pairs(&self, id: LoopId, ignore: &[ArrayId]) -> impl Iterator<Item = (AccessId, AccessId)> {
        self.candidates(id, ignore).filter(move |&(source, sink)| self.carries(id, source, sink) != Some(false))
    }

    /// A dependence that this loop carries, for a message: one that is shown, else one that is assumed, else one that the
    /// analysis gave up on.
    pub fn preventing(&self, id: LoopId, ignore: &[ArrayId]) -> Option<Dependence> {
        let (mut assumed, mut given_up) = (None, None);
        for (source, sink) in self.carried_pairs(id, ignore) {
            match self.carries(id, source, sink) {
                None => given_up = given_up.or(Some((source, sink))),
                Some(_) if self.is_exact(source) && self.is_exact(sink) => {
                    return Some(self.dependence(id, source, sink));
                }
                Some(_) => assumed = assumed.or(Some((source, sink))),
            }
        }
        assumed.or(given_up).map(|(source, sink)| self.dependence(id, source, sink))
    }

    /// Whether the iterations of this loop may run in any order and at once.
    pub fn parallel(&self, id: LoopId, ignore: &[ArrayId]) -> bool {
        self.has_known_trips(id)
            && self.array_ids().all(|array| ignore.contains(&array) || self.is_independent(id, array))
    }

    /// The arrays through which iterations of this loop depend on each other.
    pub fn carriers(&self, id: LoopId) -> Vec<ArrayId> {
        self.array_ids().filter(|&array| !self.is_independent(id, array)).collect()
    }

    /// Whether in one execution of this loop no access of `some` is to an element that an access of `others` is to, in
    /// whichever iterations.
    pub fn apart(&self, id: LoopId, some: &[AccessId], others: &[AccessId]) -> bool {
        let depth = self.depth(id);
        let apart = |a, b| {
            self.begin_pair();
            let same = self.conflict(a, b).and_then(|pairs| self.same_iteration(&pairs, depth));
            same.and_then(|pairs| pairs.is_empty()).unwrap_or(false)
        };
        let mut pairs = some.iter().flat_map(|&a| others.iter().map(move |&b| (a, b)));
        pairs.all(|(a, b)| self.never_meet(a, b, depth) || apart(a, b))
    }

    /// Whether a read sees what was there before the loop around it: in one execution of the loop no write reaches its element before it
    /// does.
    pub fn sees_old_value(&self, id: LoopId, read: AccessId) -> bool {
        let depth = self.depth(id);
        let mut writes = self.accesses_to(self.access(read).array, Some(id));
        writes.retain(|&it| self.is_write(it));
        let is_later = |write: AccessId| {
            self.begin_pair();
            let before = self.conflicts_in_order(write, read, depth);
            before.and_then(|parts| parts.iter().try_fold(true, |all, it| Ok(all && it.is_empty()?))).unwrap_or(false)
        };
        writes.into_iter().all(|write| self.never_meet(write, read, depth) || is_later(write))
    }

    /// Whether iterations of this loop do not depend on each other through an array.
    pub fn is_independent(&self, id: LoopId, array: ArrayId) -> bool {
        if let Some(known) = self.answers.borrow().independent.get(&(id, array)) {
            return *known;
        }
        let kinds = self.kinds(id, array);
        let pairs = kinds.iter().flat_map(|a| kinds.iter().map(move |b| (a, b)));
        let mut pairs = pairs.filter(|((_, a), (_, b))| **a || **b);
        let found = pairs.all(|((source, _), (sink, _))| self.carries(id, *source, *sink) == Some(false));
        self.answers.borrow_mut().independent.insert((id, array), found);
        found
    }

    /// The accesses that stand for all those to an array inside a loop, and whether one of theirs is a write.
    fn kinds(&self, id: LoopId, array: ArrayId) -> BTreeMap<AccessId, bool> {
        let mut kinds = BTreeMap::new();
        for access in self.accesses_to(array, Some(id)) {
            *kinds.entry(self.representative(access)).or_insert(false) |= self.is_write(access);
        }
        kinds
    }

    /// Ordered pairs of accesses inside a loop that may depend on each other.
    fn candidates(&self, id: LoopId, ignore: &[ArrayId]) -> impl Iterator<Item = (AccessId, AccessId)> {
        let arrays: Vec<_> = self.array_ids().filter(|array| !ignore.contains(array)).collect();
        arrays.into_iter().flat_map(move |array| self.pairs(id, array))
    }

    fn pairs(&self, id: LoopId, array: ArrayId) -> Vec<(AccessId, AccessId)> {
        let accesses = self.accesses_to(array, Some(id));
        let pairs = accesses.iter().flat_map(|&a| accesses.iter().map(move |&b| (a, b)));
        pairs.filter(|&(a, b)| self.is_write(a) || self.is_write(b)).collect()
    }

    /// What is known of a dependence that the loop carries or may carry.
    fn dependence(&self, id: LoopId, source: AccessId, sink: AccessId) -> Dependence {
        let gave_up = self.carries(id, source, sink).is_none();
        let (depth, common) = (self.depth(id), self.common_depth(source, sink));
        self.begin_pair();
        let pairs = self.conflict_carried_by(id, source, sink);
        let distance = pairs.and_then(|pairs| self.distances(&pairs, source, depth, common));
        Dependence {
            kind: self.kind(source, sink),
            array: self.access(source).array,
            source,
            sink,
            distance: distance.unwrap_or_else(|_| vec![Distance { min: None, max: None }; common - depth]),
            exact: !gave_up && self.is_exact(source) && self.is_exact(sink),
            gave_up,
        }
    }

    fn kind(&self, source: AccessId, sink: AccessId) -> DependenceKind {
        match (self.is_write(source), self.is_write(sink)) {
            (true, true) => DependenceKind::Output,
            (true, false) => DependenceKind::Flow,
            (false, _) => DependenceKind::Anti,
        }
    }

    fn is_exact(&self, id: AccessId) -> bool {
        self.is_certain(id, 0)
    }

    /// The ranges of sink minus source over the common loops from `depth` inward.
    fn distances(&self, pairs: &Map, source: AccessId, depth: usize, common: usize) -> isl::Result<Vec<Distance>> {
        let mut pairs = pairs.reset_tuple(Dim::In)?.reset_tuple(Dim::Out)?;
        for dim in [Dim::In, Dim::Out] {
            pairs = pairs.project_out(dim, common as u32, pairs.dims(dim)? - common as u32)?;
        }
        let deltas = pairs.deltas()?;
        let range = |level: usize| {
            let (min, max) = (deltas.min_val(level as i32)?, deltas.max_val(level as i32)?);
            let down = self.model.loops[self.access(source).loops[level].0 as usize].direction < 0;
            let negative = |value: Option<i64>| value.and_then(i64::checked_neg);
            Ok(if down { Distance { min: negative(max), max: negative(min) } } else { Distance { min, max } })
        };
        (depth..common).map(range).collect()
    }

    /// The finest distribution of a loop over the given parts of its body, in an order that keeps all dependences.
    ///
    /// `units` are the accesses of the body's top-level statements, in source order. The result lists, in execution order, the
    /// units that have to stay in one loop: the strongly connected components of the dependences among them that are
    /// carried by the loop or independent of it (equal outer iterators), sorted topologically and where that leaves a
    /// choice in source order. An array declared in the body counts as one array for all iterations, so its users stay
    /// together, unless it is in `ignore` (the caller gives it a copy per iteration).
    pub fn distribution(&self, id: LoopId, units: &[Vec<AccessId>], ignore: &[ArrayId]) -> Vec<Vec<usize>> {
        components_in_order(&self.dependences_between(id, units, ignore))
    }

    /// For each of the parts of a loop's body, the other ones that depend on it in one execution of the loop, in whichever of its iterations.
    pub fn dependences_between(&self, id: LoopId, units: &[Vec<AccessId>], ignore: &[ArrayId]) -> Vec<BTreeSet<usize>> {
        let mut edges = vec![BTreeSet::new(); units.len()];
        for (from, sources) in units.iter().enumerate() {
            for (to, sinks) in units.iter().enumerate() {
                if from != to && self.any_dependence(id, sources, sinks, ignore) {
                    edges[from].insert(to);
                }
            }
        }
        edges
    }

    fn any_dependence(&self, id: LoopId, sources: &[AccessId], sinks: &[AccessId], ignore: &[ArrayId]) -> bool {
        let pairs = sources.iter().flat_map(|&a| sinks.iter().map(move |&b| (a, b)));
        let related = |&(a, b): &(AccessId, AccessId)| {
            let array = self.access(a).array;
            array == self.access(b).array && !ignore.contains(&array) && (self.is_write(a) || self.is_write(b))
        };
        pairs.filter(related).any(|(a, b)| {
            self.model.arrays[self.access(a).array.0 as usize].local_to == Some(id) || self.may_depend(id, a, b)
        })
    }

    /// [`Analysis::depends`], or true where that takes too many steps.
    fn may_depend(&self, id: LoopId, a: AccessId, b: AccessId) -> bool {
        let key = (id, self.representative(a), self.representative(b), self.is_textually_before(a, b));
        if let Some(known) = self.answers.borrow().depends.get(&key) {
            return *known;
        }
        let ask = || {
            self.begin_pair();
            self.depends(id, a, b).unwrap_or(true)
        };
        let found = !self.never_meet(a, b, self.depth(id)) && ask();
        self.answers.borrow_mut().depends.insert(key, found);
        found
    }

    /// Whether some instance of `b` depends on one of `a` in the same iteration of the loops around `id`.
    fn depends(&self, id: LoopId, a: AccessId, b: AccessId) -> isl::Result<bool> {
        for part in self.conflicts_in_order(a, b, self.depth(id))? {
            if !part.is_empty()? {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

/// The strongly connected components of a graph, sorted topologically; of several that may come next, the one with the
/// least member does.
fn components_in_order(edges: &[BTreeSet<usize>]) -> Vec<Vec<usize>> {
    let reach: Vec<_> = (0..edges.len()).map(|start| reachable(edges, start)).collect();
    let together = |a: usize, b: usize| a == b || (reach[a].contains(&b) && reach[b].contains(&a));
    let mut left: BTreeSet<usize> = (0..edges.len()).collect();
    let mut order = Vec::new();
    // Some component has no predecessor among those left, as components form no cycle.
    while let Some(first) =
        left.iter().copied().find(|&n| left.iter().all(|&m| together(m, n) || !reach[m].contains(&n)))
    {
        let component: Vec<_> = left.iter().copied().filter(|&m| together(m, first)).collect();
        left.retain(|m| !component.contains(m));
        order.push(component);
    }
    order
}

/// The nodes at the end of a path of at least one edge from `start`.
fn reachable(edges: &[BTreeSet<usize>], start: usize) -> BTreeSet<usize> {
    let mut seen = BTreeSet::new();
    let mut open = vec![start];
    while let Some(node) = open.pop() {
        open.extend(edges[node].iter().copied().filter(|&next| seen.insert(next)));
    }
    seen
}

impl fmt::Display for DependenceKind {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(match self {
            DependenceKind::Flow => "flow",
            DependenceKind::Anti => "anti",
            DependenceKind::Output => "output",
        })
    }
}

impl fmt::Display for Distance {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match (self.min, self.max) {
            (Some(min), Some(max)) if min == max => write!(f, "{min}"),
            (Some(min), Some(max)) => write!(f, "{min}..{max}"),
            (Some(min), None) => write!(f, ">={min}"),
            (None, Some(max)) => write!(f, "<={max}"),
            (None, None) => f.write_str("*"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn graph(nodes: usize, edges: &[(usize, usize)]) -> Vec<BTreeSet<usize>> {
        (0..nodes).map(|n| edges.iter().filter(|e| e.0 == n).map(|e| e.1).collect()).collect()
    }

    #[test]
    fn components_follow_edges_then_source_order() {
        assert_eq!(components_in_order(&graph(3, &[])), [[0], [1], [2]]);
        assert_eq!(components_in_order(&graph(3, &[(2, 0)])), [[1], [2], [0]]);
        assert_eq!(components_in_order(&graph(4, &[(1, 3), (3, 1), (3, 0)])), [vec![1, 3], vec![0], vec![2]]);
    }

    #[test]
    fn a_component_that_waits_does_not_hide_a_later_one() {
        // 0 needs 3, so 1 comes first although it is not the least.
        assert_eq!(components_in_order(&graph(4, &[(3, 0), (0, 2)])), [[1], [3], [0], [2]]);
    }
}
