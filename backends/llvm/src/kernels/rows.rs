//! Jammed work items read their rows in blocks: as many elements of each row at once as fit a vector, transposed in registers.
//!
//! ```text
//!     for k {                                        for k in steps of 8 {
//!       s0 += a[xs][k] * b[k]                          prefetch the next eight rows, the block's share of them
//!       ...                                            r0 = a[xs][k .. k + 8], ..., r7 = a[xs + 7][k .. k + 8]
//!       s7 += a[xs + 7][k] * b[k]             =>       c0, ..., c7 = transposed r0, ..., r7
//!     }                                                s0 += c0[0] * b[k]    , ..., s7 += c0[7] * b[k]
//!                                                      ...
//!                                                      s0 += c7[0] * b[k + 7], ..., s7 += c7[7] * b[k + 7]
//!                                                    }
//!                                                    the iterations that are left
//! ```
//!
//! Legal:    the loop writes nothing but private variables, so its loads may come earlier; all of its iterations run, so it reads no more
//!           than before. The address grows by an element in each iteration, also where narrow integers would wrap: all that depends on the loop is
//!           computed with 64 bits. It is computed for work items and iterations that do not exist as well, so nothing is divided by what
//!           may be 0. A prefetch reads nothing that the program sees, and never faults.
//! Why:      a column of eight rows is eight loads and seven inserts, a block of eight columns eight loads and 24 shuffles. And eight rows
//!           are eight streams, each too short for the processor to foresee the next; in the order of memory they are one.
//! Worth it: one load of the loop goes along rows. The next rows are fetched if each row ends where the next begins and eight of them fit a cache,
//!           which is asked at run time, before the loop. Else the loop fetches its own first row, which is there.
//! Measured: `test-suite/bench/matvec.c`, figures in docs/performance.md.
//! Source:   Eklundh, "A fast computer method for matrix transposing" (1972), with the interleaving shuffles that processors have.

use super::analysis::{Analysis, access, constant, defining_op, key};
use super::jam::{self, WIDTH};
use super::outline::as_mut;
use super::strips::{Builder, Company, Item, Splitter, broken, last_op};
use crate::Error;
use crate::ir::{entry_block, op_name, operations};
use melior::ir::attribute::{DenseI32ArrayAttribute, IntegerAttribute, StringAttribute};
use melior::ir::block::BlockLike;
use melior::ir::operation::{OperationLike, OperationMutLike, OperationRef};
use melior::ir::r#type::IntegerType;
use melior::ir::{BlockRef, Type, Value, ValueLike};
use raddle_dialects::build::CmpI;
use std::collections::{HashMap, HashSet};

/// Bytes of a vector, and of the parts of it within which a processor shuffles fastest.
const VECTOR: i64 = 32;
const LANE: i64 = 16;
/// Bytes that one prefetch brings.
const LINE: i64 = 64;
/// Eight rows of more bytes push each other out of the second-level cache, with what is fetched.
const MOST: i64 = 160 << 10;
/// Bytes that are read while memory answers.
const LATENCY: i64 = 8192;
/// Into the second-level cache: eight rows of more than a thousand elements would push each other out of the first.
const LOCALITY: i64 = 2;

/// The load of a loop that goes along rows.
#[derive(Clone, Copy)]
pub(super) struct Row<'c, 'a> {
    load: OperationRef<'c, 'a>,
    address: Value<'c, 'a>,
    bytes: i64,
    /// The loop.
    around: OperationRef<'c, 'a>,
    body: BlockRef<'c, 'a>,
    /// Its variable, and its first value.
    k: Value<'c, 'a>,
    low: Value<'c, 'a>,
}

impl Row<'_, '_> {
    /// Elements of a row in a block.
    fn columns(&self) -> i64 {
        VECTOR / self.bytes
    }
}

/// What a loop fetches, from the first row that it reads on.
struct Ahead<'c, 'a> {
    start: Value<'c, 'a>,
    /// The bytes from there to what the first iteration fetches.
    distance: Value<'c, 'a>,
    /// By how many bytes each element of a row moves it on.
    step: Value<'c, 'a>,
}

impl<'c: 'a, 'a> Splitter<'_, 'c, 'a> {
    /// The load along rows in loop `op`, if the loop can read in blocks.
    pub(super) fn row(&self, op: OperationRef<'c, 'a>) -> Option<Row<'c, 'a>> {
        let body = entry_block(op)?;
        let ops = operations(body);
        let is_plain =
            ops.iter().all(|it| it.region_count() == 0 && !matches!(op_name(it).as_str(), "llvm.store" | "llvm.call"));
        if self.company != Company::Jam || !is_plain || op.operand(2).ok().and_then(constant) != Some(1) {
            return None;
        }
        let (k, low) = (body.argument(0).ok()?.into(), self.moved_value(op.operand(0).ok()?));
        let is_float = |load: OperationRef| load.result(0).is_ok_and(|it| jam::is_float(it.into()));
        let along = Analysis::new(&[k], body);
        let mut rows = ops.into_iter().filter(|it| op_name(it) == "llvm.load").filter_map(|load| {
            let (address, bytes) = access(load)?;
            let beside = self.analysis.stride(address);
            let is_row = self.analysis.is_computed(address)
                && beside != Some(bytes)
                && along.stride(address) == Some(bytes)
                && self.can_be_anywhere(address, &along, body);
            (is_row && is_float(load)).then_some(Row { load, address, bytes, around: op, body, k, low })
        });
        rows.next().filter(|_| rows.next().is_none())
    }

    /// May the address be computed for any work item and iteration, and is it what it seems to be? Nothing is divided by zero, and what varies
    /// along the loop has 64 bits.
    fn can_be_anywhere(&self, address: Value<'c, 'a>, along: &Analysis, body: BlockRef<'c, 'a>) -> bool {
        let (mut open, mut seen) = (vec![address], HashSet::new());
        while let Some(value) = open.pop() {
            if !seen.insert(key(value)) {
                continue;
            }
            let inside = |op: &OperationRef| self.analysis.is_computed(value) || op.block() == Some(body);
            let Some(op) = defining_op(value).filter(inside) else { continue };
            let is_wide = matches!(value.r#type().to_string().as_str(), "index" | "i64" | "!llvm.ptr");
            if may_trap(op) || along.varies(value) && !is_wide {
                return false;
            }
            open.extend(op.operands());
        }
        true
    }

    /// The loop over blocks, before `anchor`, and the one over the elements that are left. `iteration` emits what is done for one element of
    /// each row.
    pub(super) fn blocks(
        &mut self,
        row: Row<'c, 'a>,
        anchor: OperationRef<'c, 'a>,
        iteration: impl Fn(&mut Self, Value<'c, 'a>, OperationRef<'c, 'a>) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let (at, index) = (self.builder, Type::index(self.builder.context));
        let ahead = self.ahead(row, anchor)?;
        let number = |value| at.value(anchor, "arith.index_cast", &[at.int(anchor, value)?], index, &[]);
        let (one, width) = (number(1)?, number(row.columns())?);
        let count = at.binary(anchor, "arith.subi", self.high(row)?, row.low)?;
        let blocks = at.binary(anchor, "arith.divsi", count, width)?;
        let full = at.binary(anchor, "arith.muli", blocks, width)?;
        let middle = at.binary(anchor, "arith.addi", row.low, full)?;
        let (new, k) = at.for_loop(anchor, &[row.low, middle, width], None)?;
        let last = last_op(new)?;
        self.prefetch(row, &ahead, k, row.columns(), last)?;
        for (number, column) in (0..).zip(self.transposed(row, k, last)?) {
            let result = row.load.result(0).map_err(|error| broken(row.load, &error))?;
            self.columns.insert(key(result.into()), column);
            let (k, _) = at.work_item(last, k, number)?;
            iteration(self, k, last)?;
        }
        self.columns.clear();
        let (new, k) = at.for_loop(anchor, &[middle, self.high(row)?, one], None)?;
        let last = last_op(new)?;
        self.prefetch(row, &ahead, k, 1, last)?;
        iteration(self, k, last)
    }

    fn high(&self, row: Row<'c, 'a>) -> Result<Value<'c, 'a>, Error> {
        row.around.operand(1).map(|it| self.moved_value(it)).map_err(|error| broken(row.around, &error))
    }

    /// What follows these rows, if each ends where the next begins, as far ahead as memory takes to answer; else these once more.
    fn ahead(&self, row: Row<'c, 'a>, before: OperationRef<'c, 'a>) -> Result<Ahead<'c, 'a>, Error> {
        let at = self.builder;
        let start = self.place_in_row(row, 0, row.low, before)?;
        let number = |pointer| at.value(before, "llvm.ptrtoint", &[pointer], at.i64(), &[]);
        let from_start = |other| {
            let other = number(self.place_in_row(row, other, row.low, before)?)?;
            at.binary(before, "arith.subi", other, number(start)?)
        };
        let (pitch, next) = (from_start(1)?, from_start(WIDTH)?);
        let count = at.binary(before, "arith.subi", self.high(row)?, row.low)?;
        let (count, bytes) = (at.widened(before, count)?, at.int(before, row.bytes)?);
        let length = at.binary(before, "arith.muli", count, bytes)?;
        let compare = |predicate: CmpI, left, right| {
            let predicate = IntegerAttribute::new(at.i64(), predicate as i64).into();
            let bit = IntegerType::new(at.context, 1).into();
            at.value(before, "arith.cmpi", &[left, right], bit, &[("predicate", predicate)])
        };
        let fits = compare(CmpI::Sle, next, at.int(before, MOST)?)?;
        let follow = at.binary(before, "arith.andi", compare(CmpI::Eq, pitch, length)?, fits)?;
        let next = at.binary(before, "arith.maxsi", next, at.int(before, LATENCY)?)?;
        let choose = |one, other| at.value(before, "arith.select", &[follow, one, other], at.i64(), &[]);
        let (nothing, all) = (at.int(before, 0)?, at.int(before, WIDTH * row.bytes)?);
        Ok(Ahead { start, distance: choose(next, nothing)?, step: choose(all, bytes)? })
    }

    /// Fetches as much of the next rows as `columns` elements from `k` on are of these.
    fn prefetch(
        &self,
        row: Row<'c, 'a>,
        ahead: &Ahead<'c, 'a>,
        k: Value<'c, 'a>,
        columns: i64,
        before: OperationRef<'c, 'a>,
    ) -> Result<(), Error> {
        let at = self.builder;
        let done = at.binary(before, "arith.subi", k, row.low)?;
        let done = at.widened(before, done)?;
        let moved = at.binary(before, "arith.muli", done, ahead.step)?;
        let distance = at.binary(before, "arith.addi", ahead.distance, moved)?;
        let flag = |value| IntegerAttribute::new(IntegerType::new(at.context, 32).into(), value).into();
        let flags = [("rw", flag(0)), ("hint", flag(LOCALITY)), ("cache", flag(1))];
        let byte = IntegerType::new(at.context, 8).into();
        for line in 0..(columns * WIDTH * row.bytes + LINE - 1) / LINE {
            let further = at.int(before, line * LINE)?;
            let distance = at.binary(before, "arith.addi", distance, further)?;
            let pointer = at.beyond(before, ahead.start, distance, byte)?;
            at.op(before, "llvm.intr.prefetch", &[pointer], &[], &flags)?;
        }
        Ok(())
    }

    /// The columns of the block from `k` on, each a vector with an element per work item.
    fn transposed(
        &self,
        row: Row<'c, 'a>,
        k: Value<'c, 'a>,
        before: OperationRef<'c, 'a>,
    ) -> Result<Vec<Value<'c, 'a>>, Error> {
        let element = row.load.result(0).map_err(|error| broken(row.load, &error))?.r#type();
        let alignment = row.load.attribute("alignment").ok();
        let alignment = alignment.unwrap_or(IntegerAttribute::new(self.builder.i64(), row.bytes).into());
        let vector = Type::vector(&[row.columns() as u64], element);
        let mut rows = Vec::new();
        for item in 0..WIDTH {
            let address = self.place_in_row(row, item, k, before)?;
            rows.push(self.builder.value(before, "llvm.load", &[address], vector, &[("alignment", alignment)])?);
        }
        Transpose { at: self.builder, before, element, columns: row.columns(), lane: LANE / row.bytes }.columns_of(rows)
    }

    /// Where work item `number` of those that go together reads at `k`.
    fn place_in_row(
        &self,
        row: Row<'c, 'a>,
        number: i64,
        k: Value<'c, 'a>,
        before: OperationRef<'c, 'a>,
    ) -> Result<Value<'c, 'a>, Error> {
        let (x, slot) = self.builder.work_item(before, self.start, number)?;
        let here = HashMap::from([(key(self.x), x), (key(row.k), k)]);
        self.value_at(&mut Item { here, end: before, slot }, row.address, row.body)
    }

    /// What `value` is for a work item and an iteration of the loop around `body`.
    fn value_at(
        &self,
        item: &mut Item<'c, 'a>,
        value: Value<'c, 'a>,
        body: BlockRef<'c, 'a>,
    ) -> Result<Value<'c, 'a>, Error> {
        if let Some(here) = item.here.get(&key(value)) {
            return Ok(*here);
        }
        let Some(op) = defining_op(value).filter(|op| op.block() == Some(body)) else { return self.value(item, value) };
        let operands =
            op.operands().map(|operand| self.value_at(item, operand, body)).collect::<Result<Vec<_>, _>>()?;
        let new = self.builder.copy(op, item.end);
        as_mut(new).set_operands(&operands);
        item.here.extend(op.results().zip(new.results()).map(|(old, new)| (key(old.into()), new.into())));
        self.value_at(item, value, body)
    }
}

/// Is it a division by zero, or by -1, for all that is known?
fn may_trap(op: OperationRef) -> bool {
    let name = op_name(&op);
    let divides = ["arith.div", "arith.rem", "arith.floordiv", "arith.ceildiv"].iter().any(|it| name.starts_with(it));
    divides && op.operand(1).ok().and_then(constant).is_none_or(|it| it <= 0)
}

/// Makes columns of rows.
struct Transpose<'c, 'a> {
    at: Builder<'c, 'a>,
    before: OperationRef<'c, 'a>,
    element: Type<'c>,
    /// Elements of a vector, and of a lane of it. A vector has two lanes.
    columns: i64,
    lane: i64,
}

impl<'c: 'a, 'a> Transpose<'c, 'a> {
    /// Pairs of rows become pairs of columns, of one element each, then of two ..., in each lane; then lanes go together.
    fn columns_of(&self, rows: Vec<Value<'c, 'a>>) -> Result<Vec<Value<'c, 'a>>, Error> {
        let mut groups: Vec<_> = rows.into_iter().map(|row| vec![row]).collect();
        let mut unit = 1;
        while unit < self.lane {
            groups = self.in_pairs(&groups, |one, other| {
                let both =
                    one.iter().zip(other).flat_map(|(one, other)| [0, self.lane / 2].map(|from| (*one, *other, from)));
                both.map(|(one, other, from)| self.shuffle(one, other, &self.interleaved(unit, from))).collect()
            })?;
            unit *= 2;
        }
        groups = self.in_pairs(&groups, |one, other| {
            let halves = [0, self.lane].map(|from| one.iter().zip(other).map(move |(one, other)| (*one, *other, from)));
            halves.into_iter().flatten().map(|(one, other, from)| self.shuffle(one, other, &self.lanes(from))).collect()
        })?;
        while groups.len() > 1 {
            groups = self.in_pairs(&groups, |one, other| {
                let all: Vec<_> = (0..2 * self.columns).collect();
                one.iter().zip(other).map(|(one, other)| self.shuffle(*one, *other, &all)).collect()
            })?;
        }
        groups.concat().into_iter().map(|column| self.whole(column)).collect()
    }

    /// LLVM would take the elements of a column from the rows one by one again, if it could see that they come from there.
    fn whole(&self, column: Value<'c, 'a>) -> Result<Value<'c, 'a>, Error> {
        let name = StringAttribute::new(self.at.context, "llvm.arithmetic.fence").into();
        let sizes = |sizes: &[i32]| DenseI32ArrayAttribute::new(self.at.context, sizes).into();
        let attributes = [("intrin", name), ("operandSegmentSizes", sizes(&[1, 0])), ("op_bundle_sizes", sizes(&[]))];
        self.at.value(self.before, "llvm.call_intrinsic", &[column], column.r#type(), &attributes)
    }

    fn in_pairs(
        &self,
        groups: &[Vec<Value<'c, 'a>>],
        joined: impl Fn(&[Value<'c, 'a>], &[Value<'c, 'a>]) -> Result<Vec<Value<'c, 'a>>, Error>,
    ) -> Result<Vec<Vec<Value<'c, 'a>>>, Error> {
        groups.chunks(2).map(|pair| joined(&pair[0], &pair[1])).collect()
    }

    /// In each lane, `unit` elements of the first vector, as many of the second, and so on, beginning with element `from`.
    fn interleaved(&self, unit: i64, from: i64) -> Vec<i64> {
        let of_lane = |lane: i64| {
            let units = (0..self.lane / 2).step_by(unit as usize).map(move |at| lane + from + at);
            units.flat_map(move |at| [at, at + self.columns]).flat_map(move |at| at..at + unit)
        };
        (0..self.columns).step_by(self.lane as usize).flat_map(of_lane).collect()
    }

    /// The lane of both vectors that begins with element `from`.
    fn lanes(&self, from: i64) -> Vec<i64> {
        [from, from + self.columns].into_iter().flat_map(|at| at..at + self.lane).collect()
    }

    fn shuffle(&self, one: Value<'c, 'a>, other: Value<'c, 'a>, mask: &[i64]) -> Result<Value<'c, 'a>, Error> {
        let mask: Vec<_> = mask.iter().map(|it| *it as i32).collect();
        let ty = Type::vector(&[mask.len() as u64], self.element);
        let mask = DenseI32ArrayAttribute::new(self.at.context, &mask).into();
        self.at.value(self.before, "llvm.shufflevector", &[one, other], ty, &[("mask", mask)])
    }
}
