//! Removes the blocks of a function that no path reaches (code behind `return`, a label nobody jumps to). MLIR's
//! conversions leave such blocks alone, and then nothing lowers them.

use melior::ir::block::BlockLike;
use melior::ir::operation::OperationLike;
use raddle_dialects::{Block, Op, ir};
use std::collections::HashSet;

pub fn remove_unreachable_blocks(function: Op<'_>) {
    let Some(region) = ir::regions(function).into_iter().next() else { return };
    let blocks = ir::blocks(region);
    let Some(entry) = blocks.first() else { return };
    let reached = reachable(*entry);
    let dead: Vec<_> = blocks.into_iter().filter(|block| !reached.contains(&key(*block))).collect();
    // Terminators first: they are what makes values flow in circles. Then users before what they use.
    for block in &dead {
        if let Some(terminator) = block.terminator() {
            ir::erase(terminator);
        }
    }
    let mut ops: Vec<_> = dead.iter().flat_map(|block| ir::ops(*block)).collect();
    while !ops.is_empty() {
        let before = ops.len();
        for op in std::mem::take(&mut ops).into_iter().rev() {
            if ir::results(op).into_iter().any(ir::has_uses) {
                ops.push(op);
            } else {
                ir::erase(op);
            }
        }
        ops.reverse();
        assert!(ops.len() < before, "values of unreachable code are used in it only, without circles");
    }
    for block in dead {
        unsafe {
            mlir_sys::mlirBlockDetach(block.to_raw());
            mlir_sys::mlirBlockDestroy(block.to_raw());
        }
    }
}

fn key(block: Block<'_>) -> usize {
    block.to_raw().ptr as usize
}

fn reachable(entry: Block<'_>) -> HashSet<usize> {
    let mut reached = HashSet::from([key(entry)]);
    let mut pending = vec![entry];
    while let Some(block) = pending.pop() {
        let Some(terminator) = block.terminator() else { continue };
        for successor in terminator.successors() {
            if reached.insert(key(successor)) {
                pending.push(successor);
            }
        }
    }
    reached
}
