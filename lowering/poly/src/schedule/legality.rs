//! The dependences among statements, and whether a tree keeps them.
//!
//! Two instances depend on each other if they reach the same element, one of them writes, and one runs before the other in the source.
//! Variables of a loop's body count as one copy for all iterations, unless one statement alone uses them, or somebody gives each
//! iteration its own: so an order that is legal may have one copy, too.

use std::collections::BTreeSet;

use super::{Form, Row, Statement, StatementId, Tree};
use crate::{
    analysis::Analysis,
    isl::{self, Map, Set, tree::Aff},
    model::ArrayId,
};

/// Basic isl operations for one question about a tree, or about the accesses of two statements.
const OPERATIONS: u64 = 1_000_000;

/// Pairs of instances of which the first must run before the second.
pub struct Dependences<'a> {
    analysis: &'a Analysis,
    statements: &'a [Statement],
    domains: Vec<Set>,
    pairs: Vec<(StatementId, StatementId, Map)>,
    /// The same for statements that were added.
    added: Vec<(StatementId, StatementId, Map)>,
}

impl<'a> Dependences<'a> {
    /// Of statements in textual order, whose loops all have known trip counts. `expanded` variables have a copy for each iteration.
    pub fn new(analysis: &'a Analysis, statements: &'a [Statement], expanded: &[ArrayId]) -> isl::Result<Self> {
        let domains = statements.iter().map(|it| analysis.domain_of(&it.loops, &it.guard)).collect::<Result<_, _>>()?;
        Self { analysis, statements, domains, pairs: vec![], added: vec![] }.with_copies_of(expanded)
    }

    /// The same with a copy for each iteration of these variables.
    pub fn with_copies_of(mut self, expanded: &[ArrayId]) -> isl::Result<Self> {
        self.pairs.clear();
        for (s, source) in self.statements.iter().enumerate() {
            for (t, sink) in self.statements.iter().enumerate() {
                let Some(found) = between(self.analysis, (source, sink), s == t, expanded)? else { continue };
                // A statement may have some instances alone of what its accesses have.
                let found = found.intersect_domain(&self.domains[s])?.intersect_range(&self.domains[t])?;
                self.add_pairs(StatementId(s as u32), StatementId(t as u32), found)?;
            }
        }
        Ok(self)
    }

    pub(super) fn add_domain(&mut self, domain: Set) -> StatementId {
        self.domains.push(domain);
        StatementId(self.domains.len() as u32 - 1)
    }

    pub(super) fn add_pairs(&mut self, source: StatementId, sink: StatementId, pairs: Map) -> isl::Result<()> {
        if !pairs.is_empty()? {
            let is_added = [source, sink].iter().any(|it| it.0 as usize >= self.statements.len());
            if is_added { &mut self.added } else { &mut self.pairs }.push((source, sink, pairs));
        }
        Ok(())
    }

    /// An order of some statements in which each runs all of its instances before the next one, among instances that agree in `rows`; the
    /// source's where there are several, None if there is none.
    pub fn order_within(&self, ids: &[StatementId], rows: &[Row]) -> isl::Result<Option<Vec<StatementId>>> {
        let Some(open) = self.open_among(ids, rows)? else { return Ok(None) };
        let (mut left, mut order) = (ids.to_vec(), vec![]);
        while !left.is_empty() {
            let waits = |id: &StatementId| open.iter().any(|(s, t, _)| t == id && s != id && left.contains(s));
            let Some(next) = left.iter().position(|it| !waits(it)) else { return Ok(None) };
            order.push(left.remove(next));
        }
        Ok(Some(order))
    }

    /// Takes back the added statements from this one on.
    pub fn forget(&mut self, first: StatementId) {
        self.domains.truncate(first.0 as usize);
        self.added.retain(|(s, t, _)| *s < first && *t < first);
    }

    pub(super) fn all_pairs(&self) -> impl Iterator<Item = &(StatementId, StatementId, Map)> {
        self.pairs.iter().chain(&self.added)
    }

    /// The numbers of all statements, those that were added last.
    pub(super) fn ids(&self) -> Vec<StatementId> {
        (0..self.domains.len() as u32).map(StatementId).collect()
    }

    pub(super) fn analysis(&self) -> &'a Analysis {
        self.analysis
    }

    pub fn statements(&self) -> &'a [Statement] {
        self.statements
    }

    /// The instances of a statement, as tuples of the iterators of its loops.
    pub fn domain(&self, id: StatementId) -> &Set {
        &self.domains[id.0 as usize]
    }

    /// Does `tree` run each source of a dependence before its sink?
    pub fn are_kept_by(&self, tree: &Tree) -> isl::Result<bool> {
        self.analysis.allow_more(OPERATIONS);
        self.kept(tree, self.all_pairs().cloned().collect())
    }

    /// The same for the dependences among some statements, which are those of the tree.
    pub fn are_kept_among(&self, ids: &[StatementId], tree: &Tree) -> isl::Result<bool> {
        self.analysis.allow_more(OPERATIONS);
        let is_inside = |(s, t, _): &&(StatementId, StatementId, Map)| ids.contains(s) && ids.contains(t);
        self.kept(tree, self.all_pairs().filter(is_inside).cloned().collect())
    }

    /// The same for the pairs of instances that the tree's ancestors leave in no order.
    fn kept(&self, tree: &Tree, mut open: Vec<(StatementId, StatementId, Map)>) -> isl::Result<bool> {
        match tree {
            Tree::Leaf => Ok(open.is_empty()),
            Tree::Band(rows, child) => {
                for row in rows {
                    match self.after_row(row, open)? {
                        Some(rest) => open = rest,
                        None => return Ok(false),
                    }
                }
                self.kept(child, open)
            }
            Tree::Registers(tile) => {
                for row in tile.as_rows() {
                    match self.after_row(&row, open)? {
                        Some(rest) => open = rest,
                        None => return Ok(false),
                    }
                }
                Ok(open.is_empty())
            }
            Tree::Sequence(parts) => {
                let part = |id: &StatementId| parts.iter().position(|(ids, _)| ids.contains(id));
                if open.iter().any(|(s, t, _)| part(s) > part(t)) {
                    return Ok(false);
                }
                for (ids, child) in parts {
                    let own = open.iter().filter(|(s, t, _)| ids.contains(s) && ids.contains(t)).cloned().collect();
                    if !self.kept(child, own)? {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
        }
    }

    /// The pairs to which the row gives equal values; None if it runs a sink first.
    pub(super) fn after_row(
        &self,
        row: &Row,
        open: Vec<(StatementId, StatementId, Map)>,
    ) -> isl::Result<Option<Vec<(StatementId, StatementId, Map)>>> {
        let mut rest = Vec::new();
        for (s, t, pairs) in open {
            let (from, to) = (self.time(row, s)?, self.time(row, t)?);
            let wrong = from.apply_range(&from.later()?)?.apply_range(&to.reverse()?)?;
            if !pairs.intersect(&wrong)?.is_empty()? {
                return Ok(None);
            }
            let equal = pairs.intersect(&from.apply_range(&to.reverse()?)?)?;
            if !equal.is_empty()? {
                rest.push((s, t, equal));
            }
        }
        Ok(Some(rest))
    }

    /// May the instances of some statements that agree in `outer` rows run in any order of the values of `row`, or at once?
    pub fn is_parallel(&self, ids: &[StatementId], outer: &[Row], row: &Row) -> isl::Result<bool> {
        let Some(open) = self.open_among(ids, outer)? else { return Ok(false) };
        for (s, t, pairs) in open {
            let equal = self.time(row, s)?.apply_range(&self.time(row, t)?.reverse()?)?;
            if !pairs.is_subset(&equal)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The statements in groups: those that depend on each other both ways, by way of others, too, are in one.
    pub fn cycles(&self) -> Vec<Vec<StatementId>> {
        components(&self.ids(), self.all_pairs().map(|(s, t, _)| (*s, *t)).collect())
    }

    /// The same of some statements among instances that agree in `rows`, in an order in which each group may run all of its instances before
    /// the next one. Those of a set in `together` are in one group. None if a row runs a sink first.
    pub fn components_within(
        &self,
        ids: &[StatementId],
        rows: &[Row],
        together: &[Vec<StatementId>],
    ) -> isl::Result<Option<Vec<Vec<StatementId>>>> {
        let Some(open) = self.open_among(ids, rows)? else { return Ok(None) };
        let mut edges: BTreeSet<_> = open.iter().map(|(s, t, _)| (*s, *t)).collect();
        for set in together {
            edges.extend(set.iter().flat_map(|s| set.iter().map(move |t| (*s, *t))));
        }
        Ok(Some(components(ids, edges)))
    }

    /// The dependences among some statements, of instances that agree in `rows`; None if a row runs a sink first.
    fn open_among(
        &self,
        ids: &[StatementId],
        rows: &[Row],
    ) -> isl::Result<Option<Vec<(StatementId, StatementId, Map)>>> {
        self.analysis.allow_more(OPERATIONS);
        let is_inside = |(s, t, _): &&(StatementId, StatementId, Map)| ids.contains(s) && ids.contains(t);
        let mut open: Vec<_> = self.all_pairs().filter(is_inside).cloned().collect();
        for row in rows {
            match self.after_row(row, open)? {
                Some(rest) => open = rest,
                None => return Ok(None),
            }
        }
        Ok(Some(open))
    }

    /// How many of the outermost rows of `tree` give equal values to all instances of `users` that agree in the iterators of their first
    /// `copies` loops: a variable of the innermost of these loops may be declared inside of so many loops.
    pub fn rows_around_copies(&self, tree: &Tree, users: &[StatementId], copies: usize) -> isl::Result<usize> {
        self.analysis.allow_more(OPERATIONS);
        let pairs: Vec<_> = users.iter().flat_map(|s| users.iter().map(move |t| (*s, *t))).collect();
        let (mut at, mut depth) = (tree, 0);
        loop {
            match at {
                Tree::Leaf => return Ok(depth),
                Tree::Band(rows, child) => {
                    for row in rows {
                        for (s, t) in &pairs {
                            let same = Map::pairs_that_agree(self.domain(*s), self.domain(*t), copies)?;
                            let equal = self.time(row, *s)?.apply_range(&self.time(row, *t)?.reverse()?)?;
                            if !same.is_subset(&equal)? {
                                return Ok(depth);
                            }
                        }
                        depth += 1;
                    }
                    at = child;
                }
                // Whoever uses a register tile has copies outside of it.
                Tree::Registers(_) => return Ok(depth),
                Tree::Sequence(parts) => match parts.iter().find(|(ids, _)| users.iter().all(|it| ids.contains(it))) {
                    Some((_, child)) => at = child,
                    None => return Ok(depth),
                },
            }
        }
    }

    /// From instance to the row's value.
    pub(super) fn time(&self, row: &Row, id: StatementId) -> isl::Result<Map> {
        let missing = || isl::IslError::Failed("a band has no row for a statement in it".into());
        row.get(&id).ok_or_else(missing)?.on(self.domain(id))?.to_map()
    }

    /// By how much a row grows at least from the source to the sink of a dependence, between statements that depend on each other; None
    /// where that has no limit.
    pub fn least_growth(&self, row: &Row) -> isl::Result<Option<Vec<(StatementId, StatementId, i64)>>> {
        self.analysis.allow_more(OPERATIONS);
        let mut all = vec![];
        for (s, t, pairs) in self.all_pairs() {
            let (from, to) = (self.time(row, *s)?, self.time(row, *t)?);
            let growth = from.reverse()?.apply_range(pairs)?.apply_range(&to)?.deltas()?;
            match growth.min_val(0)? {
                Some(least) => all.push((*s, *t, least)),
                None => return Ok(None),
            }
        }
        Ok(Some(all))
    }
}

/// The strongly connected components of a graph, in topological order; in the order of `ids` where there are several.
fn components(ids: &[StatementId], mut reaches: BTreeSet<(StatementId, StatementId)>) -> Vec<Vec<StatementId>> {
    for by in ids {
        let to: Vec<_> = ids.iter().filter(|it| reaches.contains(&(**it, *by))).copied().collect();
        let from: Vec<_> = ids.iter().filter(|it| reaches.contains(&(*by, **it))).copied().collect();
        reaches.extend(to.iter().flat_map(|s| from.iter().map(move |t| (*s, *t))));
    }
    let is_same = |s: StatementId, t: StatementId| s == t || reaches.contains(&(s, t)) && reaches.contains(&(t, s));
    let (mut left, mut order) = (ids.to_vec(), vec![]);
    while let Some(next) = left.iter().copied().find(|t| {
        let waits = |s: &StatementId| reaches.contains(&(*s, *t)) && !is_same(*s, *t);
        !left.iter().any(waits)
    }) {
        let (group, rest) = left.into_iter().partition(|it| is_same(*it, next));
        order.push(group);
        left = rest;
    }
    order
}

impl Form {
    /// As a function of the iterators of a statement with these instances.
    pub(super) fn on(&self, domain: &Set) -> isl::Result<Aff> {
        Aff::new(domain, &self.coefficients, self.constant, self.divisor)
    }
}

/// Instances of `source` and `sink` that depend on each other; None if there are none. What happens in one instance keeps its order.
fn between(
    analysis: &Analysis,
    (source, sink): (&Statement, &Statement),
    same: bool,
    expanded: &[ArrayId],
) -> isl::Result<Option<Map>> {
    let mut all: Option<Map> = None;
    for &a in &source.accesses {
        for &b in &sink.accesses {
            if analysis.are_independent(a, b) || (same && analysis.is_own(a, &source.accesses)) {
                continue;
            }
            let parts = match expanded.contains(&analysis.array_of(a)) {
                true => analysis.ordered(a, b)?,
                false => analysis.ordered_in_one_copy(a, b)?,
            };
            analysis.allow_more(OPERATIONS);
            for part in parts {
                let part = part.first_dims(source.loops.len() as u32, sink.loops.len() as u32)?;
                let part = if same { part.without_identity()? } else { part };
                all = match all {
                    Some(all) => Some(all.union(&part)?.coalesce()?),
                    None => Some(part),
                };
            }
        }
    }
    match all {
        Some(all) if all.is_empty()? => Ok(None),
        all => Ok(all),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Nodes that each node reaches, itself included.
    fn reachable(count: u32, edges: &BTreeSet<(StatementId, StatementId)>, from: StatementId) -> BTreeSet<StatementId> {
        let mut found = BTreeSet::from([from]);
        for _ in 0..count {
            let more: Vec<_> = edges.iter().filter(|it| found.contains(&it.0)).map(|it| it.1).collect();
            found.extend(more);
        }
        found
    }

    proptest! {
        #[test]
        fn components_are_cycles_in_order(count in 1..7u32, edges in prop::collection::vec((0..7u32, 0..7u32), 0..14)) {
            let ids: Vec<_> = (0..count).map(StatementId).collect();
            let edges: BTreeSet<_> = edges.into_iter().map(|(s, t)| (StatementId(s % count), StatementId(t % count))).collect();
            let groups = components(&ids, edges.clone());
            let place = |id: &StatementId| groups.iter().position(|it| it.contains(id));
            prop_assert_eq!(groups.iter().map(Vec::len).sum::<usize>(), ids.len());
            for s in &ids {
                let reached = reachable(count, &edges, *s);
                for t in &ids {
                    let are_one = reached.contains(t) && reachable(count, &edges, *t).contains(s);
                    prop_assert_eq!(are_one, place(s) == place(t));
                    prop_assert!(!reached.contains(t) || place(s) <= place(t));
                }
            }
        }
    }
}
