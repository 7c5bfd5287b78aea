//! Blocks of a function as a graph, and its loops.

use std::collections::HashMap;

use melior::ir::BlockLike;
use melior::ir::operation::OperationLike;
use petgraph::algo::tarjan_scc;
use petgraph::graphmap::DiGraphMap;
use raddle_dialects::ir::{self, Block, Op};

/// The blocks of a region, by number.
pub struct Graph<'c> {
    pub blocks: Vec<Block<'c>>,
    pub successors: Vec<Vec<usize>>,
    pub predecessors: Vec<Vec<usize>>,
}

impl<'c> Graph<'c> {
    pub fn of(blocks: &[Block<'c>]) -> Self {
        let number: HashMap<usize, usize> = blocks.iter().enumerate().map(|(n, it)| (key(*it), n)).collect();
        let next = |block: &Block<'c>| -> Vec<usize> {
            let end = ir::ops(*block).last().copied();
            let targets = end.into_iter().flat_map(|it| it.successors().map(key).collect::<Vec<_>>());
            targets.filter_map(|it| number.get(&it).copied()).collect()
        };
        let successors: Vec<Vec<usize>> = blocks.iter().map(next).collect();
        let mut predecessors = vec![vec![]; blocks.len()];
        for (block, targets) in successors.iter().enumerate() {
            targets.iter().for_each(|&it| predecessors[it].push(block));
        }
        Self { blocks: blocks.to_vec(), successors, predecessors }
    }

    /// The outermost loops whose blocks all are `quiet`; no two share a block. A loop with other blocks is none, whatever ways through it
    /// avoid those.
    pub fn loops_of(&self, quiet: impl Fn(usize) -> bool) -> Vec<Vec<usize>> {
        let mut found = vec![];
        let edges = (0..self.blocks.len()).flat_map(|it| self.successors[it].iter().map(move |&to| (it, to)));
        let mut open: Vec<DiGraphMap<usize, ()>> = vec![edges.collect()];
        while let Some(graph) = open.pop() {
            let is_loop = |it: &Vec<usize>| it.len() > 1 || graph.contains_edge(it[0], it[0]);
            for cycle in tarjan_scc(&graph).into_iter().filter(is_loop) {
                if cycle.iter().all(|&it| quiet(it)) {
                    found.push(cycle);
                } else {
                    open.push(self.inside(&graph, &cycle));
                }
            }
        }
        found
    }

    /// What is left of a loop without the ways back to where it is entered.
    fn inside(&self, graph: &DiGraphMap<usize, ()>, cycle: &[usize]) -> DiGraphMap<usize, ()> {
        let is_entered = |it: usize| self.predecessors[it].iter().any(|from| !cycle.contains(from));
        // A loop that nothing enters still has to come apart.
        let has_entry = cycle.iter().any(|&it| is_entered(it));
        let is_head = |it: usize| if has_entry { is_entered(it) } else { it == cycle[0] };
        let within = graph.all_edges().filter(|(from, to, ())| cycle.contains(from) && cycle.contains(to));
        within.filter(|(_, to, ())| !is_head(*to)).map(|(from, to, ())| (from, to)).collect()
    }
}

fn key<'c, 'a>(block: impl BlockLike<'c, 'a>) -> usize
where
    'c: 'a,
{
    block.to_raw().ptr as usize
}

/// The block of `function` that `op` is in, however deep.
pub fn outermost<'c>(op: Op<'c>, function: Op<'c>) -> Option<usize> {
    let top = std::iter::once(op).chain(ir::parents(op)).find(|it| ir::parent(*it).is_some_and(|up| up == function))?;
    top.block().map(key)
}

/// Names a block as [`outermost`] does.
pub fn name(block: Block<'_>) -> usize {
    key(block)
}
