//! In which order a kernel's pieces lie in memory, so that a thread can have the same part of an array in one launch after the other.

use super::analysis::{Key, access, constant, defining_op, key};
use super::outline::id_ops;
use crate::ir::{nested, op_name, operations};
use melior::ir::block::BlockArgument;
use melior::ir::operation::{OperationLike, OperationRef};
use melior::ir::{BlockRef, Value, ValueLike};
use std::cmp::Ordering;
use std::collections::HashMap;

/// What CPU threads know of the order of a kernel's work items.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Order {
    /// A work item waits for those before it.
    pub(crate) waits: bool,
    /// Those that wait may run several at once, one tile of each after the other.
    pub(crate) in_blocks: bool,
    /// Later work items along x, y, z write to lower addresses.
    pub(crate) falls: [bool; 3],
    /// Work items call functions of the program.
    pub(crate) calls: bool,
}

impl Order {
    /// As the runtime reads it.
    pub(crate) fn bits(self) -> u32 {
        let flags = [self.waits, self.in_blocks, self.falls[0], self.falls[1], self.falls[2], self.calls];
        flags.into_iter().enumerate().map(|(bit, flag)| u32::from(flag) << bit).sum()
    }
}

/// Does a kernel call functions of the program? They are called by their addresses, others by their names.
pub(super) fn calls(body: BlockRef) -> bool {
    let is_address = |op: &OperationRef| op_name(op) == "llvm.call" && op.attribute("callee").is_err();
    operations(body).into_iter().flat_map(nested).any(|it| is_address(&it))
}

/// Whether most stores of a kernel go down in memory, for each dimension.
pub(super) fn falls(body: BlockRef) -> [bool; 3] {
    let ops: Vec<_> = operations(body).into_iter().flat_map(nested).collect();
    let stores: Vec<_> = ops.iter().filter(|op| op_name(*op) == "llvm.store").filter_map(|op| access(*op)).collect();
    ["x", "y", "z"].map(|dimension| {
        let ids: Vec<Value> =
            id_ops(body, dimension).iter().filter_map(|op| op.result(0).ok()).map(Into::into).collect();
        let known = ids.iter().map(|id| (key(*id), Some(Ordering::Greater))).collect();
        let mut directions = Directions { known };
        stores.iter().filter_map(|(address, _)| directions.of(*address, DEPTH)).map(|it| it as i32).sum::<i32>() < 0
    })
}

/// Addresses are made in so few steps.
const DEPTH: u32 = 24;

/// Whether values grow with the ids of a dimension; None if nobody knows.
struct Directions {
    known: HashMap<Key, Option<Ordering>>,
}

impl Directions {
    fn of(&mut self, value: Value, depth: u32) -> Option<Ordering> {
        if let Some(known) = self.known.get(&key(value)) {
            return *known;
        }
        let found = self.look_at(value, depth.checked_sub(1)?);
        self.known.insert(key(value), found);
        found
    }

    /// Factors that are not known are taken to be positive: strides are.
    fn look_at(&mut self, value: Value, depth: u32) -> Option<Ordering> {
        let Some(op) = defining_op(value) else {
            return lower_bound(value).map_or(Some(Ordering::Equal), |it| self.of(it, depth));
        };
        let mut operands = op.operands();
        let (first, second) = (operands.next(), operands.next());
        match op_name(&op).as_str() {
            "arith.subi" => agreed(self.of(first?, depth)?, self.of(second?, depth)?.reverse()),
            "arith.muli" => {
                let one = scaled(self.of(first?, depth)?, second?);
                Some(one.then(scaled(self.of(second?, depth)?, first?)))
            }
            "arith.select" => agreed(self.of(second?, depth)?, self.of(operands.next()?, depth)?),
            "arith.divsi" | "arith.index_cast" | "arith.extsi" => self.of(first?, depth),
            "arith.addi" | "arith.maxsi" | "arith.minsi" | "llvm.getelementptr" => {
                op.operands().try_fold(Ordering::Equal, |so_far, operand| agreed(so_far, self.of(operand, depth)?))
            }
            _ => Some(Ordering::Equal),
        }
    }
}

/// Of two terms together.
fn agreed(one: Ordering, other: Ordering) -> Option<Ordering> {
    match (one, other) {
        (it, Ordering::Equal) | (Ordering::Equal, it) => Some(it),
        (one, other) => (one == other).then_some(one),
    }
}

fn scaled(direction: Ordering, factor: Value) -> Ordering {
    if constant(factor).is_some_and(|it| it < 0) { direction.reverse() } else { direction }
}

/// Of the loop whose variable `value` is.
fn lower_bound<'c: 'a, 'a>(value: Value<'c, 'a>) -> Option<Value<'c, 'a>> {
    let argument = BlockArgument::try_from(value).ok().filter(|it| it.argument_number() == 0)?;
    // SAFETY: a block argument that is alive is in a block that is alive, and so is the op around it; not by `owner`, which lends
    // it for as long as `argument` lives.
    let op: OperationRef = unsafe {
        let parent = mlir_sys::mlirBlockGetParentOperation(mlir_sys::mlirBlockArgumentGetOwner(argument.to_raw()));
        OperationRef::from_option_raw(parent)?
    };
    (op_name(&op) == "scf.for").then(|| op.operand(0).ok())?
}
