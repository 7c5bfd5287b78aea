//! Runs a random nest and answers every question of the analysis by looking at all instances.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use raddle_poly::analysis::{CopyOut, Pivot};
use raddle_poly::model::{AccessId, ArrayId, LoopId, Model};

use crate::nest::{Affine, EXTENT, MAX_N, Nest, Node, RANKS};

/// One executed access.
#[derive(Clone, Debug)]
pub struct Event {
    pub access: AccessId,
    pub iterators: Vec<i64>,
    pub array: ArrayId,
    pub write: bool,
    pub subscripts: Vec<i64>,
    /// Which copy of a local array.
    copy: Vec<i64>,
}

impl Event {
    fn same_element(&self, other: &Event) -> bool {
        self.array == other.array && self.subscripts == other.subscripts && self.copy == other.copy
    }
}

/// What one run of a nest does, in order.
#[derive(Default)]
pub struct Trace {
    pub n: i64,
    pub events: Vec<Event>,
    /// Every iteration of every loop: the outer iterators and its own.
    pub iterations: Vec<(LoopId, Vec<i64>)>,
    /// Every execution of every loop, with iterations or without: the outer iterators.
    pub executions: Vec<(LoopId, Vec<i64>)>,
}

/// Runs for all parameter values. None if a run is too long to look at all pairs of instances.
pub fn traces(nest: &Nest, model: &Model, seed: u64) -> Option<Vec<Trace>> {
    (0..=MAX_N).map(|n| run(nest, model, n, seed)).collect()
}

fn run(nest: &Nest, model: &Model, n: i64, seed: u64) -> Option<Trace> {
    let mut runner = Runner { model, trace: Trace { n, ..Trace::default() }, chance: seed, bounded: nest.bounded };
    runner.nodes(&nest.body, &mut Vec::new(), &mut Vec::new(), &mut Ids { loops: 0, accesses: 0 });
    (runner.trace.events.len() <= 300 && runner.trace.iterations.len() <= 2000).then_some(runner.trace)
}

/// The numbers of the next loop and access in source order.
#[derive(Clone, Copy)]
struct Ids {
    loops: u32,
    accesses: u32,
}

struct Runner<'a> {
    model: &'a Model,
    trace: Trace,
    chance: u64,
    bounded: bool,
}

impl Runner<'_> {
    /// A number below `limit`, as good as random; stands for data that the analysis does not know.
    fn any(&mut self, limit: u64) -> i64 {
        self.chance = self.chance.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        ((self.chance >> 33) % limit) as i64
    }

    fn nodes(&mut self, nodes: &[Node], loops: &mut Vec<LoopId>, iterators: &mut Vec<i64>, ids: &mut Ids) {
        for node in nodes {
            let first = *ids;
            count(node, ids);
            // Enough has been seen to give up.
            if self.trace.iterations.len() <= 2000 {
                self.node(node, loops, iterators, first);
            }
        }
    }

    fn node(&mut self, node: &Node, loops: &mut Vec<LoopId>, iterators: &mut Vec<i64>, mut ids: Ids) {
        let n = self.trace.n;
        match node {
            Node::For { lo, hi, step, down, body } => {
                let (lo, hi) = (lo.eval(n, iterators), hi.eval(n, iterators));
                let mut values: Vec<_> = (lo..hi).step_by(*step as usize).collect();
                if *down {
                    values.reverse();
                }
                self.iterate(&values, body, loops, iterators, ids);
            }
            Node::While { down, body } => {
                let (first, count) = (self.any(3) - 1, self.any(3));
                let mut values: Vec<_> = (first..first + count).collect();
                if *down {
                    values.reverse();
                }
                self.iterate(&values, body, loops, iterators, ids);
            }
            Node::If { nonnegative, body } => {
                if nonnegative.eval(n, iterators) >= 0 {
                    self.nodes(body, loops, iterators, &mut ids);
                }
            }
            Node::Maybe { body, otherwise, .. } => {
                let is_taken = self.any(2) == 0;
                if is_taken {
                    self.nodes(body, loops, iterators, &mut ids);
                } else {
                    body.iter().for_each(|it| count(it, &mut ids));
                    self.nodes(otherwise, loops, iterators, &mut ids);
                }
            }
            Node::Access { write, array, subscripts } => self.access(*write, *array, subscripts, loops, iterators, ids),
        }
    }

    fn iterate(&mut self, values: &[i64], body: &[Node], loops: &mut Vec<LoopId>, iterators: &mut Vec<i64>, ids: Ids) {
        let id = LoopId(ids.loops);
        self.trace.executions.push((id, iterators.clone()));
        for &value in values {
            loops.push(id);
            iterators.push(value);
            self.trace.iterations.push((id, iterators.clone()));
            self.nodes(body, loops, iterators, &mut Ids { loops: ids.loops + 1, ..ids });
            iterators.pop();
            loops.pop();
        }
    }

    fn access(
        &mut self,
        write: bool,
        array: usize,
        subs: &[Option<Affine>; 2],
        loops: &[LoopId],
        iterators: &[i64],
        ids: Ids,
    ) {
        let n = self.trace.n;
        let value = |s: &Option<Affine>| s.as_ref().map(|s| s.eval(n, iterators));
        let known: Vec<_> = subs[..RANKS[array] as usize].iter().map(value).collect();
        let limit = if self.bounded { EXTENT as u64 } else { 4 };
        let subscripts = known.into_iter().map(|s| s.unwrap_or_else(|| self.any(limit))).collect();
        let local_to = self.model.arrays[array].local_to;
        let copies = local_to.and_then(|l| loops.iter().position(|x| *x == l)).map_or(0, |d| d + 1);
        self.trace.events.push(Event {
            access: AccessId(ids.accesses),
            iterators: iterators.to_vec(),
            array: ArrayId(array as u32),
            write,
            subscripts,
            copy: iterators[..copies].to_vec(),
        });
    }
}

/// Steps over the loops and accesses of a node.
fn count(node: &Node, ids: &mut Ids) {
    let body = match node {
        Node::Access { .. } => {
            ids.accesses += 1;
            return;
        }
        Node::For { body, .. } | Node::While { body, .. } => {
            ids.loops += 1;
            body
        }
        Node::If { body, .. } => body,
        Node::Maybe { body, otherwise, .. } => {
            return body.iter().chain(otherwise).for_each(|node| count(node, ids));
        }
    };
    body.iter().for_each(|node| count(node, ids));
}

/// The questions, for one nest and all its runs.
pub struct Oracle<'a> {
    pub model: &'a Model,
    pub traces: &'a [Trace],
}

/// Ranges of distances, from the carrying loop inward.
pub type Distances = Vec<(i64, i64)>;

impl<'a> Oracle<'a> {
    /// The loops from the outermost to `id`.
    pub fn chain(&self, id: LoopId) -> Vec<LoopId> {
        let mut chain: Vec<_> = std::iter::successors(Some(id), |l| self.model.loops[l.0 as usize].parent).collect();
        chain.reverse();
        chain
    }

    pub fn depth(&self, id: LoopId) -> usize {
        self.chain(id).len() - 1
    }

    pub fn inside(&self, event: &Event, id: LoopId) -> bool {
        self.model.accesses[event.access.0 as usize].loops.contains(&id)
    }

    /// Does each execution of the loop have that iteration, and does each dependence that it carries begin or end there?
    pub fn is_pivot(&self, id: LoopId, pivot: &Pivot) -> bool {
        let chain = self.chain(id);
        let value = |n: i64, outer: &[i64]| {
            let of_name = |name: &str| {
                let at = chain.iter().position(|it| self.model.loops[it.0 as usize].iter == name);
                at.map_or(n, |at| outer[at])
            };
            pivot.terms.iter().fold(pivot.constant, |sum, (name, factor)| sum + factor * of_name(name))
        };
        let has_it = |trace: &Trace| {
            let own = trace.executions.iter().filter(|it| it.0 == id);
            let iterations: BTreeSet<_> = trace.iterations.iter().filter(|it| it.0 == id).map(|it| &it.1).collect();
            own.into_iter().all(|(_, outer)| iterations.contains(&[&outer[..], &[value(trace.n, outer)]].concat()))
        };
        let depth = chain.len() - 1;
        let mut is_end = true;
        for trace in self.traces {
            let one = Oracle { model: self.model, traces: std::slice::from_ref(trace) };
            one.conflicts(id, |a, b| {
                let at = value(trace.n, &a.iterators[..depth]);
                let is_carried = a.iterators[depth] != b.iterators[depth];
                is_end &= !is_carried || a.iterators[depth] == at || b.iterators[depth] == at;
            });
        }
        is_end && self.traces.iter().all(has_it)
    }

    /// Pairs of events in order inside one execution of a loop that reach the same element, one of them writing.
    fn conflicts(&self, id: LoopId, mut found: impl FnMut(&'a Event, &'a Event)) {
        let depth = self.depth(id);
        for trace in self.traces {
            for (index, second) in trace.events.iter().enumerate().filter(|(_, e)| self.inside(e, id)) {
                for first in trace.events[..index].iter().filter(|e| self.inside(e, id)) {
                    let related = first.same_element(second) && (first.write || second.write);
                    if related && first.iterators[..depth] == second.iterators[..depth] {
                        found(first, second);
                    }
                }
            }
        }
    }

    /// The dependences that a loop carries, with the range of their distances.
    pub fn carried(&self, id: LoopId) -> BTreeMap<(AccessId, AccessId), Distances> {
        let depth = self.depth(id);
        let mut all: BTreeMap<(AccessId, AccessId), Distances> = BTreeMap::new();
        self.conflicts(id, |first, second| {
            if first.iterators[depth] == second.iterators[depth] {
                return;
            }
            let distance = self.distance(first, second, depth);
            let ranges =
                all.entry((first.access, second.access)).or_insert(distance.iter().map(|d| (*d, *d)).collect());
            for (range, d) in ranges.iter_mut().zip(distance) {
                *range = (range.0.min(d), range.1.max(d));
            }
        });
        all
    }

    fn distance(&self, first: &Event, second: &Event, depth: usize) -> Vec<i64> {
        let loops = |e: &Event| self.model.accesses[e.access.0 as usize].loops.clone();
        let (a, b) = (loops(first), loops(second));
        let common = a.iter().zip(&b).take_while(|(a, b)| a == b).count();
        let one = |level: usize| {
            i64::from(self.model.loops[a[level].0 as usize].direction)
                * (second.iterators[level] - first.iterators[level])
        };
        (depth..common).map(one).collect()
    }

    /// The edges between units that a distribution of a loop has to keep. An array declared in the body is shared by all
    /// iterations here.
    pub fn unit_edges(&self, id: LoopId, units: &[Vec<AccessId>]) -> BTreeSet<(usize, usize)> {
        let unit =
            |access: AccessId| units.iter().position(|unit| unit.contains(&access)).expect("every access is in a unit");
        let mut edges = BTreeSet::new();
        self.conflicts(id, |first, second| {
            edges.insert((unit(first.access), unit(second.access)));
        });
        for (a, first) in units.iter().enumerate() {
            for (b, second) in units.iter().enumerate() {
                let shared = first.iter().flat_map(|x| second.iter().map(move |y| (x, y))).any(|(x, y)| {
                    let (x, y) = (&self.model.accesses[x.0 as usize], &self.model.accesses[y.0 as usize]);
                    let writes = [x.kind, y.kind].contains(&raddle_poly::model::AccessKind::Write);
                    x.array == y.array && writes && self.model.arrays[x.array.0 as usize].local_to == Some(id)
                });
                if shared {
                    edges.insert((a, b));
                }
            }
        }
        edges
    }

    /// Whether every read of an array inside a loop follows a write of its element with the same first `depth` iterators.
    pub fn reads_are_covered(&self, id: Option<LoopId>, array: ArrayId, depth: usize) -> bool {
        self.traces.iter().all(|trace| {
            let inside = |e: &Event| e.array == array && id.is_none_or(|id| self.inside(e, id));
            trace.events.iter().enumerate().filter(|(_, e)| !e.write && inside(e)).all(|(index, read)| {
                trace.events[..index].iter().any(|e| {
                    e.write && inside(e) && e.same_element(read) && e.iterators[..depth] == read.iterators[..depth]
                })
            })
        })
    }

    /// Whether a read outside a loop sees a value that the loop wrote.
    pub fn is_read_outside(&self, id: LoopId, array: ArrayId) -> bool {
        self.traces.iter().any(|trace| {
            let mut reads =
                trace.events.iter().enumerate().filter(|(_, e)| !e.write && e.array == array && !self.inside(e, id));
            reads.any(|(index, read)| {
                let writer = trace.events[..index].iter().rev().find(|e| e.write && e.same_element(read));
                writer.is_some_and(|w| self.inside(w, id))
            })
        })
    }

    /// Whether the last iteration of each execution of a loop writes every element that any iteration of it writes, and
    /// whether that is always at least one.
    pub fn last_iteration_writes_all(&self, id: LoopId, array: ArrayId) -> Option<CopyOut> {
        let depth = self.depth(id);
        let mut all_write = true;
        for trace in self.traces {
            let mut last: HashMap<Vec<i64>, i64> = HashMap::new();
            for (_, iterators) in trace.iterations.iter().filter(|(l, _)| *l == id) {
                last.insert(iterators[..depth].to_vec(), iterators[depth]);
            }
            let writes: Vec<_> =
                trace.events.iter().filter(|e| e.write && e.array == array && self.inside(e, id)).collect();
            let is_last = |e: &Event| e.iterators[depth] == last[&e.iterators[..depth]];
            let by_last: Vec<_> = writes.iter().filter(|e| is_last(e)).collect();
            let same_execution = |a: &Event, b: &Event| a.iterators[..depth] == b.iterators[..depth];
            let complete = |e: &Event| by_last.iter().any(|it| it.same_element(e) && same_execution(it, e));
            if !writes.iter().all(|e| complete(e)) {
                return None;
            }
            all_write &= last.keys().all(|outer| by_last.iter().any(|e| e.iterators[..depth] == outer[..]));
        }
        Some(if all_write { CopyOut::LastIteration } else { CopyOut::LastIterationIfAny })
    }

    /// Whether in one execution of a loop the two accesses ever are to the same element.
    pub fn meet(&self, id: LoopId, a: AccessId, b: AccessId) -> bool {
        let depth = self.depth(id);
        self.traces.iter().any(|trace| {
            let of = |access| trace.events.iter().filter(move |e| e.access == access);
            of(a).any(|x| of(b).any(|y| x.same_element(y) && x.iterators[..depth] == y.iterators[..depth]))
        })
    }

    /// The outer iterators of each execution of a loop, also of one without iterations; for None one empty tuple.
    pub fn executions(&self, trace: &Trace, within: Option<LoopId>) -> Vec<Vec<i64>> {
        let Some(within) = within else { return vec![Vec::new()] };
        match self.model.loops[within.0 as usize].parent {
            None => vec![Vec::new()],
            Some(parent) => trace.iterations.iter().filter(|(l, _)| *l == parent).map(|(_, i)| i.clone()).collect(),
        }
    }

    /// The elements that accesses reach in one execution of a loop.
    pub fn elements<'t>(
        &self,
        trace: &'t Trace,
        within: Option<LoopId>,
        outer: &[i64],
        wanted: impl Fn(&Event) -> bool,
    ) -> BTreeSet<&'t [i64]> {
        let inside =
            |e: &&Event| within.is_none_or(|l| self.inside(e, l)) && e.iterators.starts_with(outer) && wanted(e);
        trace.events.iter().filter(inside).map(|e| e.subscripts.as_slice()).collect()
    }

    /// Whether each execution writes the whole box of what it touches, and reads only what it has written.
    pub fn overwrites(&self, array: ArrayId, within: Option<LoopId>) -> bool {
        let depth = within.map_or(0, |l| self.depth(l));
        self.reads_are_covered(within, array, depth)
            && self.traces.iter().all(|trace| {
                self.executions(trace, within).iter().all(|outer| {
                    let touched = self.elements(trace, within, outer, |e| e.array == array);
                    let written = self.elements(trace, within, outer, |e| e.array == array && e.write);
                    written.len() == points_in_box(&touched)
                })
            })
    }

    /// The same of the elements that it touches alone.
    pub fn overwrites_what_it_touches(&self, array: ArrayId, id: LoopId) -> bool {
        let is_all = |trace: &Trace, outer: &Vec<i64>| {
            let touched = self.elements(trace, Some(id), outer, |e| e.array == array);
            touched == self.elements(trace, Some(id), outer, |e| e.array == array && e.write)
        };
        let executions = |trace| self.executions(trace, Some(id));
        self.reads_are_covered(Some(id), array, self.depth(id))
            && self.traces.iter().all(|trace| executions(trace).iter().all(|outer| is_all(trace, outer)))
    }
}

/// The least and greatest value per dimension; None for an empty set.
pub fn ranges(points: &BTreeSet<&[i64]>) -> Option<Vec<(i64, i64)>> {
    let mut points = points.iter();
    let first = points.next()?;
    let start = first.iter().map(|x| (*x, *x)).collect();
    Some(
        points.fold(start, |all: Vec<(i64, i64)>, p| {
            all.iter().zip(*p).map(|(r, x)| (r.0.min(*x), r.1.max(*x))).collect()
        }),
    )
}

/// The points of the box of `points` whose last number is between ends that grow by `low` and `high` from row to row of the dimension before.
pub fn leaning(points: &BTreeSet<&[i64]>, (low, high): (i64, i64)) -> BTreeSet<Vec<i64>> {
    let Some(dims) = ranges(points) else { return BTreeSet::new() };
    let (last, rows) = dims.split_last().expect("two dimensions");
    let (first, until) = *rows.last().expect("two dimensions");
    let start = |row: i64| last.0 + if low >= 0 { low * (row - first) } else { -low * (until - row) };
    let end = |row: i64| last.1 - if high >= 0 { high * (until - row) } else { -high * (row - first) };
    let mut all = vec![vec![]];
    for (from, to) in rows {
        all = all
            .into_iter()
            .flat_map(|it: Vec<i64>| (*from..=*to).map(move |x| [it.clone(), vec![x]].concat()))
            .collect();
    }
    let line = |it: Vec<i64>| {
        let row = *it.last().expect("a row");
        (start(row)..=end(row)).map(move |x| [it.clone(), vec![x]].concat())
    };
    all.into_iter().flat_map(line).collect()
}

pub fn points_in_box(points: &BTreeSet<&[i64]>) -> usize {
    ranges(points).map_or(0, |ranges| ranges.iter().map(|(lo, hi)| (hi - lo + 1) as usize).product())
}
