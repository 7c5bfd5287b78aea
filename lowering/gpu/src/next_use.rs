//! `gpu-next-use`: say of the arrays of a launch how many launches later they are used again, for devices whose memory is full.
//!
//! ```text
//!     before                                            after
//!     scf.while { region.enter (A)                      scf.while { region.enter (A) {region.next = array<i64: 2>}
//!                 region.enter (B) }                                region.enter (B) {region.next = array<i64: 2>} }
//! ```
//!
//! Counted are launches in the order of the text, and through the innermost loop around the launch that uses the array again: a loop is taken to
//! go on. The runtime lets the array go first that is used again last (`Directory::allocate`).
//!
//! Legal if:  always. What is evicted changes no result.
//! Needs:     `gpu-outline`. Arrays have their names in the source.
//! Declines:  arrays that no later launch of the function uses, and that no loop comes back to. Launches of called functions are not counted.
//! Source:    Belady, A study of replacement algorithms for a virtual-storage computer (IBM Systems Journal 1966); Par4All thesis L2363 names
//!            such hints as future work.

use std::ops::Range;

use melior::ir::BlockLike;
use melior::ir::operation::OperationLike;
use raddle_dialects::build::Builder;
use raddle_dialects::ir::{self, Block, Op};
use raddle_dialects::region::{EnterOp, MOST_LATER, NEXT_USE};
use raddle_dialects::{Failure, Pass};

use crate::blocks::Graph;

#[derive(Clone, Default)]
pub struct NextUse;

impl Pass for NextUse {
    const ARG: &'static str = "gpu-next-use";
    const DESC: &'static str = "say when launches use their arrays again";
    const OP: &'static str = "builtin.module";

    fn run<'c>(&mut self, module: Op<'c>) -> Result<(), Failure> {
        for function in ir::find_all(module, "llvm.func") {
            let launches = Launches::of(function);
            (0..launches.enters.len()).for_each(|it| launches.tell(it));
        }
        Ok(())
    }
}

/// The launches of a function in the order of the text, and which of them are in a loop, the inner loops first.
#[derive(Default)]
struct Launches<'c> {
    enters: Vec<Enter<'c>>,
    loops: Vec<Range<usize>>,
}

struct Enter<'c> {
    op: Op<'c>,
    names: Vec<&'c str>,
    branches: Vec<Branch>,
}

/// A branch that a launch is in: the op with the branches, the block that is taken, and whose launch it asks for, if it does.
struct Branch {
    op: usize,
    block: usize,
    asks: Option<usize>,
}

impl<'c> Enter<'c> {
    fn of(op: Op<'c>) -> Self {
        let mut branches = vec![];
        let mut inner = op;
        for around in ir::parents(op) {
            if matches!(ir::name(around), "scf.if" | "affine.if") {
                let block = inner.block().map_or(0, |it| it.to_raw().ptr as usize);
                let asks = EnterOp::of_branch(around).map(|it| ir::op_key(it.op()));
                branches.push(Branch { op: ir::op_key(around), block, asks });
            }
            inner = around;
        }
        Self { op, names: ir::strs_attr(op, "names").unwrap_or_default(), branches }
    }

    /// Is one of the two launches only there where the other one is not?
    fn is_alternative_of(&self, other: &Enter<'c>) -> bool {
        let is_apart = |it: &Branch| other.branches.iter().any(|its| its.op == it.op && its.block != it.block);
        let asks = |all: &[Branch], op: Op<'c>| all.iter().any(|it| it.asks == Some(ir::op_key(op)));
        self.branches.iter().any(is_apart) || asks(&self.branches, other.op) || asks(&other.branches, self.op)
    }
}

impl<'c> Launches<'c> {
    fn of(function: Op<'c>) -> Self {
        let mut found = Self::default();
        found.regions(function);
        found.loops.sort_by_key(Range::len);
        found
    }

    fn regions(&mut self, op: Op<'c>) {
        for region in ir::regions(op) {
            let blocks = ir::blocks(region);
            let places: Vec<_> = blocks.iter().map(|it| self.block(*it)).collect();
            for (block, targets) in Graph::of(&blocks).successors.iter().enumerate() {
                let back = targets.iter().filter(|it| **it <= block);
                self.loops.extend(back.map(|it| places[*it].start..places[block].end));
            }
        }
    }

    fn block(&mut self, block: Block<'c>) -> Range<usize> {
        let start = self.enters.len();
        for op in ir::ops(block) {
            let first = self.enters.len();
            self.enters.extend(EnterOp::cast(op).map(|it| Enter::of(it.op())));
            self.regions(op);
            if matches!(ir::name(op), "affine.for" | "scf.for" | "scf.while") {
                self.loops.push(first..self.enters.len());
            }
        }
        start..self.enters.len()
    }

    fn tell(&self, number: usize) {
        let enter = &self.enters[number];
        let rounds = self.rounds(number);
        let next = |name: &&str| {
            let uses = |it: &&(i64, usize)| self.enters[it.1].names.contains(name);
            rounds.iter().find_map(|round| round.iter().find(uses)).map_or(0, |it| it.0.min(MOST_LATER))
        };
        let later: Vec<i64> = enter.names.iter().map(next).collect();
        if later.iter().any(|it| *it != 0) {
            ir::set_attr(enter.op, NEXT_USE, Builder::before(enter.op).i64s(&later));
        }
    }

    /// The launches that come next, with how many launches later: in each loop around, the innermost first, and to the end of the function.
    fn rounds(&self, number: usize) -> Vec<Vec<(i64, usize)>> {
        let around = self.loops.iter().filter(|it| it.contains(&number));
        let in_loops = around.map(|it| self.counted(number, (number + 1..it.end).chain(it.start..number + 1)));
        in_loops.chain([self.counted(number, number + 1..self.enters.len())]).collect()
    }

    fn counted(&self, number: usize, order: impl Iterator<Item = usize>) -> Vec<(i64, usize)> {
        let enter = |it: usize| &self.enters[it];
        let mut found: Vec<(i64, usize)> = vec![];
        for other in order.filter(|it| *it == number || !enter(number).is_alternative_of(enter(*it))) {
            let count = match found.last() {
                Some((count, last)) if enter(*last).is_alternative_of(enter(other)) => *count,
                Some((count, _)) => count + 1,
                None => 1,
            };
            found.push((count, other));
        }
        found
    }
}
