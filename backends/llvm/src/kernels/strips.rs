//! Work items in strips: the x loop goes inside the sequential loops of a kernel, where LLVM can vectorize it.
//!
//! ```text
//!     for z, y { for x {                      for xs in steps of WIDTH { for z, y {
//!       S(x)                                    for x in strip { S(x); t[x - xs] = ... }
//!       for k { B(x, k) }               =>      for k { for x in strip { B(x, k) } }
//!       E(x)                                    for x in strip { ... = t[x - xs]; E(x) }
//!     } }                                     } }
//! ```
//!
//! Legal:    work items are independent, so they may be interleaved in any way that keeps the order within each. The
//!           loops that move outwards have the same bounds for all work items of a strip.
//! Values:   what is the same for all work items is computed once per strip; what follows from x by arithmetic alone is
//!           computed again in every x loop that needs it; everything else, and all private memory, gets a place per
//!           work item of the strip.
//! Worth it: some sequential loop reaches device memory only at consecutive places (or one place) along x, which the x
//!           loop reads as vectors, is too long to be unrolled, and has no loop in it that each work item goes through by
//!           itself. Otherwise the kernel stays as it is.
//! Differs:  from the region formation of OpenCL compilers for CPUs, which split at barriers; here loops split.
//! Jammed:   few work items go through the loops together, one copy of each op per work item instead of an x loop: `jam`.

use super::analysis::{Analysis, Key, defining_op, elements_and_bytes, extent, key, users_of};
use super::jam;
use super::outline::{Frame, as_mut};
use crate::Error;
use crate::ir::{entry_block, nested, op_name, operations};
use crate::lower::unsupported;
use melior::ir::attribute::{IntegerAttribute, TypeAttribute};
use melior::ir::block::BlockLike;
use melior::ir::operation::{OperationBuilder, OperationLike, OperationMutLike, OperationRef};
use melior::ir::r#type::{IntegerType, MemRefType, ShapedTypeLike};
use melior::ir::{Attribute, Block, BlockRef, Identifier, Location, Region, RegionLike, Type, Value, ValueLike};
use melior::{Context, RewriterBase};
use std::collections::HashMap;

/// How work items along x go through the sequential loops of their kernel.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Company {
    /// One after the other.
    Alone,
    /// Many together: an x loop inside.
    Strip,
    /// Few together: a copy of each op for each of them.
    Jam,
}

impl Company {
    /// Work items that go together. Rows of as many doubles as a strip is long fit the first-level cache together; shorter
    /// strips would walk through matrices in narrow columns, which costs half the speed where rows are a power of two apart.
    pub(super) fn width(self) -> i64 {
        match self {
            Self::Alone => 1,
            Self::Strip => 1024,
            Self::Jam => jam::WIDTH,
        }
    }

    /// The attribute of the loop over strips or jams in a frame.
    pub(super) fn mark(self) -> &'static str {
        match self {
            Self::Alone => "raddle.alone",
            Self::Strip => "raddle.strip",
            Self::Jam => "raddle.jam",
        }
    }
}

/// What a kernel has code for: strips for boxes that are wide enough, jams for as many as there are.
#[derive(Clone, Copy, Debug)]
pub(super) struct Plan {
    pub(super) strips: bool,
    pub(super) jams: bool,
}

/// A box with fewer work items along x has no strip worth the name: its x loops would not even fill the vectors.
pub(super) const NARROW: i64 = 32;

impl Plan {
    pub(super) const ALONE: Self = Self { strips: false, jams: false };

    /// Work items along x that a thread should have at once.
    pub(super) fn together(self) -> u32 {
        let together = if self.strips {
            NARROW
        } else if self.jams {
            jam::WIDTH
        } else {
            1
        };
        together as u32
    }
}

/// Rewrites the x loop of `frame`, which runs over the work items from `start` on that go together.
pub(super) fn split<'c, 'a>(
    context: &'c Context,
    rewriter: RewriterBase<'c, 'a>,
    frame: &Frame<'c, 'a>,
    start: Value<'c, 'a>,
) -> Result<(), Error> {
    let company = frame.company;
    let x_loop = frame.loops[2];
    let (Some(body), Some(x)) = (entry_block(x_loop), frame.id(0)) else {
        return Err(unsupported(x_loop, "it has no body"));
    };
    let analysis = Analysis::new(&[x], body);
    let builder = Builder { context, rewriter };
    let mut splitter = Splitter {
        builder,
        frame,
        analysis,
        company,
        x,
        start,
        moved: HashMap::new(),
        places: HashMap::new(),
        columns: HashMap::new(),
    };
    splitter.give_private_memory_places()?;
    splitter.block(body, x_loop, &[])?;
    rewriter.erase_op(x_loop);
    operations(frame.entry)
        .into_iter()
        .filter(|op| op_name(op) == "memref.alloca")
        .for_each(|op| rewriter.erase_op(op));
    Ok(())
}

/// Memory with a slot per work item of a strip.
#[derive(Clone, Copy)]
struct Place<'c, 'a> {
    memory: Value<'c, 'a>,
    /// Of the value kept there; an index is kept as i64.
    ty: Type<'c>,
}

pub(super) struct Splitter<'f, 'c, 'a> {
    pub(super) builder: Builder<'c, 'a>,
    frame: &'f Frame<'c, 'a>,
    pub(super) analysis: Analysis,
    pub(super) company: Company,
    /// The old x loop's variable.
    pub(super) x: Value<'c, 'a>,
    /// The first x of the strip.
    pub(super) start: Value<'c, 'a>,
    /// New values for those that are the same for all work items.
    moved: HashMap<Key, Value<'c, 'a>>,
    /// Where values that differ between work items are kept between x loops, and private memory.
    places: HashMap<Key, Place<'c, 'a>>,
    /// Vectors that have the result of a load for each work item already: `rows`.
    pub(super) columns: HashMap<Key, Value<'c, 'a>>,
}

/// Ops that go into one x loop, then values to be kept at its end.
#[derive(Default)]
struct Segment<'c, 'a> {
    ops: Vec<OperationRef<'c, 'a>>,
    keep: Vec<(Value<'c, 'a>, Place<'c, 'a>)>,
}

impl<'c: 'a, 'a> Segment<'c, 'a> {
    /// Whether an op that is not in the segment uses `value`, which one in it defines.
    fn is_left_by(&self, value: Value<'c, 'a>) -> bool {
        let inside = |user: OperationRef<'c, 'a>| {
            let mut around = std::iter::successors(Some(user), OperationLike::parent_operation);
            around.any(|op| self.ops.contains(&op))
        };
        !users_of(value).into_iter().all(inside)
    }
}

impl<'c: 'a, 'a> Splitter<'_, 'c, 'a> {
    fn give_private_memory_places(&mut self) -> Result<(), Error> {
        for op in operations(self.frame.entry).into_iter().filter(|op| op_name(op) == "memref.alloca") {
            let memory: Value = op.result(0).map_err(|error| broken(op, &error))?.into();
            let ty = MemRefType::try_from(memory.r#type()).map_err(|error| broken(op, &error))?;
            let (count, _) = elements_and_bytes(ty).ok_or_else(|| unsupported(op, "its size is not known"))?;
            let place = self.new_place(ty.element(), count)?;
            self.places.insert(key(memory), place);
        }
        Ok(())
    }

    /// Room for `count` values of type `ty` per work item of a strip, at the entry of the function.
    fn new_place(&self, ty: Type<'c>, count: i64) -> Result<Place<'c, 'a>, Error> {
        let first = operations(self.frame.entry).into_iter().next();
        let first = first.ok_or_else(|| unsupported(self.frame.function, "it is empty"))?;
        let at = self.builder;
        let count = at.int(first, count * self.company.width())?;
        let stored = at.stored_type(ty);
        let attributes = [
            ("elem_type", TypeAttribute::new(stored).into()),
            ("alignment", IntegerAttribute::new(at.i64(), 64).into()),
        ];
        let memory = at.value(first, "llvm.alloca", &[count], at.pointer(), &attributes)?;
        Ok(Place { memory, ty })
    }

    /// Emits the work of `block` before `anchor`; `keep` at its end.
    fn block(
        &mut self,
        block: BlockRef<'c, 'a>,
        anchor: OperationRef<'c, 'a>,
        keep: &[(Value<'c, 'a>, Place<'c, 'a>)],
    ) -> Result<(), Error> {
        let mut ops = operations(block);
        ops.pop();
        let mut segment = Segment::default();
        for op in ops {
            if self.analysis.is_uniform_loop(op) {
                let places = self.carried_places(op)?;
                segment.keep.extend(op.operands().skip(3).zip(places.iter().copied()));
                self.x_loop(std::mem::take(&mut segment), anchor)?;
                self.sequential_loop(op, anchor, &places)?;
            } else if self.analysis.is_uniform_choice(op) {
                self.x_loop(std::mem::take(&mut segment), anchor)?;
                self.choice(op, anchor)?;
            } else if self.analysis.is_uniform_arithmetic(op) {
                self.move_out(op, anchor);
            } else if !self.analysis.is_computed_op(op) {
                segment.ops.push(op);
            }
        }
        segment.keep.extend(keep);
        self.x_loop(segment, anchor)
    }

    fn carried_places(&self, op: OperationRef<'c, 'a>) -> Result<Vec<Place<'c, 'a>>, Error> {
        op.operands().skip(3).map(|initial| self.new_place(initial.r#type(), 1)).collect()
    }

    /// The same loop for all work items of a strip at once; what it carries is kept in `places`.
    fn sequential_loop(
        &mut self,
        op: OperationRef<'c, 'a>,
        anchor: OperationRef<'c, 'a>,
        places: &[Place<'c, 'a>],
    ) -> Result<(), Error> {
        if let Some(row) = self.row(op) {
            self.blocks(row, anchor, |this, id, end| this.iteration(op, id, places, end))?;
        } else {
            let bounds: Vec<_> = op.operands().take(3).map(|bound| self.moved_value(bound)).collect();
            let (new, id) = self.builder.for_loop(anchor, &bounds, None)?;
            self.iteration(op, id, places, last_op(new)?)?;
        }
        self.places.extend(op.results().zip(places).map(|(result, place)| (key(result.into()), *place)));
        Ok(())
    }

    /// Iteration `id` of loop `op` for all work items, before `anchor`.
    fn iteration(
        &mut self,
        op: OperationRef<'c, 'a>,
        id: Value<'c, 'a>,
        places: &[Place<'c, 'a>],
        anchor: OperationRef<'c, 'a>,
    ) -> Result<(), Error> {
        let body = entry_block(op).ok_or_else(|| unsupported(op, "it has no body"))?;
        let arguments = (0..body.argument_count()).filter_map(|i| body.argument(i).ok());
        let arguments: Vec<Value> = arguments.map(Into::into).collect();
        for (i, argument) in arguments.into_iter().enumerate() {
            match i.checked_sub(1) {
                None => {
                    self.moved.insert(key(argument), id);
                }
                Some(i) => {
                    self.places.insert(key(argument), places[i]);
                }
            }
        }
        let end = operations(body).pop().ok_or_else(|| unsupported(op, "it has no end"))?;
        let yielded: Vec<_> = end.operands().zip(places.iter().copied()).collect();
        self.block(body, anchor, &yielded)
    }

    /// The same condition for all work items.
    fn choice(&mut self, op: OperationRef<'c, 'a>, anchor: OperationRef<'c, 'a>) -> Result<(), Error> {
        let (Ok(condition), Some(then)) = (op.operand(0), entry_block(op)) else {
            return Err(unsupported(op, "it has no body"));
        };
        let new = self.builder.if_(anchor, self.moved_value(condition))?;
        self.block(then, last_op(new)?, &[])
    }

    pub(super) fn moved_value(&self, value: Value<'c, 'a>) -> Value<'c, 'a> {
        self.moved.get(&key(value)).copied().unwrap_or(value)
    }

    /// Computes what is the same for all work items once, outside the x loops.
    fn move_out(&mut self, op: OperationRef<'c, 'a>, anchor: OperationRef<'c, 'a>) {
        let operands: Vec<_> = op.operands().map(|operand| self.moved_value(operand)).collect();
        let new = self.builder.copy(op, anchor);
        as_mut(new).set_operands(&operands);
        self.moved.extend(op.results().zip(new.results()).map(|(old, new)| (key(old.into()), new.into())));
    }

    /// Emits the ops of `segment` for all work items: a loop over the strip, or copies.
    fn x_loop(&mut self, segment: Segment<'c, 'a>, anchor: OperationRef<'c, 'a>) -> Result<(), Error> {
        if segment.ops.is_empty() && segment.keep.is_empty() {
            return Ok(());
        }
        if self.company == Company::Jam {
            return (0..self.company.width()).try_for_each(|slot| {
                let (x, slot) = self.builder.work_item(anchor, self.start, slot)?;
                self.work_item(&segment, x, slot, anchor)
            });
        }
        let old = self.frame.loops[2];
        let bounds: Vec<_> = old.operands().take(3).collect();
        let (new, x) = self.builder.for_loop(anchor, &bounds, old.attribute("llvm.loop_annotation").ok())?;
        let end = last_op(new)?;
        let slot = self.builder.slot(end, x, self.start)?;
        self.work_item(&segment, x, slot, end)
    }

    /// Emits the ops of `segment` for work item `x`, which is number `slot` of the strip.
    fn work_item(
        &mut self,
        segment: &Segment<'c, 'a>,
        x: Value<'c, 'a>,
        slot: Value<'c, 'a>,
        end: OperationRef<'c, 'a>,
    ) -> Result<(), Error> {
        let mut item = Item { here: HashMap::from([(key(self.x), x)]), end, slot };
        for op in &segment.ops {
            let results = self.copied(&mut item, *op)?;
            for (old, new) in op.results().zip(results) {
                let old: Value = old.into();
                item.here.insert(key(old), new);
                if segment.is_left_by(old) {
                    let place = self.place_of(old)?;
                    self.builder.keep(&item, place, item.slot, new)?;
                }
            }
        }
        let values =
            segment.keep.iter().map(|(value, _)| self.value(&mut item, *value)).collect::<Result<Vec<_>, _>>()?;
        for (value, (_, place)) in values.into_iter().zip(&segment.keep) {
            self.builder.keep(&item, *place, item.slot, value)?;
        }
        Ok(())
    }

    /// A copy of `op` for one work item; its results.
    fn copied(&self, item: &mut Item<'c, 'a>, op: OperationRef<'c, 'a>) -> Result<Vec<Value<'c, 'a>>, Error> {
        if let Some(result) = op.results().next().map(Value::from)
            && let Some(column) = self.columns.get(&key(result))
        {
            let ty = result.r#type();
            return Ok(vec![self.builder.value(item.end, "llvm.extractelement", &[*column, item.slot], ty, &[])?]);
        }
        self.adapt(item, self.builder.copy(op, item.end))
    }

    /// Where `value` is kept: the same place for all work items of a strip.
    fn place_of(&mut self, value: Value<'c, 'a>) -> Result<Place<'c, 'a>, Error> {
        if let Some(place) = self.places.get(&key(value)) {
            return Ok(*place);
        }
        let place = self.new_place(value.r#type(), 1)?;
        self.places.insert(key(value), place);
        Ok(place)
    }

    /// Gives a copied op the operands that are valid in its new x loop; its results.
    fn adapt(&self, item: &mut Item<'c, 'a>, new: OperationRef<'c, 'a>) -> Result<Vec<Value<'c, 'a>>, Error> {
        for op in nested(new) {
            for index in 0..op.operand_count() {
                let operand = op.operand(index).map_err(|error| broken(op, &error))?;
                if !self.is_private_memory(operand) {
                    // What is read for the copy must be there before it, also where the use lies deep inside.
                    let end = std::mem::replace(&mut item.end, new);
                    let value = self.value(item, operand);
                    item.end = end;
                    as_mut(op).set_operand(index, value?);
                }
            }
        }
        let mut results: Vec<Value> = new.results().map(Into::into).collect();
        for op in nested(new).into_iter().filter(|op| op_name(op).starts_with("memref.")) {
            let read = self.private_access(item, op)?;
            if op == new {
                results = read.into_iter().collect();
            }
        }
        Ok(results)
    }

    fn is_private_memory(&self, value: Value<'c, 'a>) -> bool {
        MemRefType::try_from(value.r#type()).is_ok()
    }

    /// The value that `old` has for one work item.
    pub(super) fn value(&self, item: &mut Item<'c, 'a>, old: Value<'c, 'a>) -> Result<Value<'c, 'a>, Error> {
        let mut open = vec![old];
        while let Some(value) = open.last().copied() {
            let known = item.here.contains_key(&key(value)) || !self.analysis.is_computed(value);
            let Some(op) = defining_op(value).filter(|_| !known) else {
                open.pop();
                continue;
            };
            let missing: Vec<_> = op
                .operands()
                .filter(|operand| self.analysis.is_computed(*operand) && !item.here.contains_key(&key(*operand)))
                .collect();
            if missing.is_empty() {
                let operands = op.operands().map(|operand| item.here.get(&key(operand)).copied());
                let operands: Vec<_> =
                    operands.zip(op.operands()).map(|(here, old)| here.unwrap_or(self.moved_value(old))).collect();
                let new = self.builder.copy(op, item.end);
                as_mut(new).set_operands(&operands);
                item.here.extend(op.results().zip(new.results()).map(|(old, new)| (key(old.into()), new.into())));
            }
            open.extend(missing);
        }
        if let Some(here) = item.here.get(&key(old)) {
            return Ok(*here);
        }
        let Some(place) = self.places.get(&key(old)) else { return Ok(self.moved_value(old)) };
        let value = self.builder.read(item.end, *place, item.slot)?;
        item.here.insert(key(old), value);
        Ok(value)
    }

    /// An access of private memory becomes one of this work item's part of it; the value it reads.
    fn private_access(&self, item: &Item<'c, 'a>, op: OperationRef<'c, 'a>) -> Result<Option<Value<'c, 'a>>, Error> {
        let is_store = op_name(&op) == "memref.store";
        let mut operands: Vec<_> = op.operands().collect();
        let stored = is_store.then(|| operands.remove(0));
        let memory = operands.remove(0);
        let place = *self.places.get(&key(memory)).ok_or_else(|| unsupported(op, "its memory is not private"))?;
        let ty = MemRefType::try_from(memory.r#type()).map_err(|error| broken(op, &error))?;
        let at = self.builder;
        let mut element = at.int(op, 0)?;
        for (dimension, index) in operands.into_iter().enumerate() {
            let size = extent(ty, dimension).ok_or_else(|| unsupported(op, "its size is not known"))?;
            let index = at.widened(op, index)?;
            let size = at.int(op, size)?;
            let scaled = at.binary(op, "arith.muli", element, size)?;
            element = at.binary(op, "arith.addi", scaled, index)?;
        }
        let width = at.int(op, self.company.width())?;
        let row = at.binary(op, "arith.muli", element, width)?;
        let slot = at.binary(op, "arith.addi", row, item.slot)?;
        match stored {
            Some(value) => {
                let item = Item { here: HashMap::new(), end: op, slot };
                at.keep(&item, place, slot, value)?;
                at.rewriter.erase_op(op);
                Ok(None)
            }
            None => {
                let value = at.read(op, place, slot)?;
                at.rewriter.replace_op_with_values(op, &[value]);
                Ok(Some(value))
            }
        }
    }
}

/// One work item inside an x loop.
pub(super) struct Item<'c, 'a> {
    /// The values it already has there.
    pub(super) here: HashMap<Key, Value<'c, 'a>>,
    /// New ops go before this one.
    pub(super) end: OperationRef<'c, 'a>,
    /// Its number in the strip, as i64.
    pub(super) slot: Value<'c, 'a>,
}

pub(super) fn last_op<'c: 'a, 'a>(op: OperationRef<'c, 'a>) -> Result<OperationRef<'c, 'a>, Error> {
    entry_block(op).and_then(|block| operations(block).pop()).ok_or_else(|| unsupported(op, "it has no end"))
}

pub(super) fn broken(op: OperationRef, error: &melior::Error) -> Error {
    unsupported(op, &error.to_string())
}

/// Makes ops before a given one.
#[derive(Clone, Copy)]
pub(super) struct Builder<'c, 'a> {
    pub(super) context: &'c Context,
    pub(super) rewriter: RewriterBase<'c, 'a>,
}

impl<'c: 'a, 'a> Builder<'c, 'a> {
    pub(super) fn i64(&self) -> Type<'c> {
        IntegerType::new(self.context, 64).into()
    }

    pub(super) fn pointer(&self) -> Type<'c> {
        melior::dialect::llvm::r#type::pointer(self.context, 0)
    }

    fn stored_type(&self, ty: Type<'c>) -> Type<'c> {
        if ty == Type::index(self.context) { self.i64() } else { ty }
    }

    pub(super) fn copy(&self, op: OperationRef<'c, 'a>, before: OperationRef<'c, 'a>) -> OperationRef<'c, 'a> {
        self.rewriter.set_insertion_point_before(before);
        let copy = self.rewriter.clone_op(op);
        // SAFETY: the copy lives as long as the module that is being built.
        unsafe { OperationRef::from_raw(copy.to_raw()) }
    }

    pub(super) fn op(
        &self,
        before: OperationRef<'c, 'a>,
        name: &str,
        operands: &[Value<'c, 'a>],
        results: &[Type<'c>],
        attributes: &[(&str, Attribute<'c>)],
    ) -> Result<OperationRef<'c, 'a>, Error> {
        let attributes: Vec<_> =
            attributes.iter().map(|(name, value)| (Identifier::new(self.context, name), *value)).collect();
        let builder = OperationBuilder::new(name, before.location()).add_operands(operands).add_results(results);
        let op = builder.add_attributes(&attributes).build().map_err(|error| broken(before, &error))?;
        Ok(self.insert(before, op))
    }

    fn insert(&self, before: OperationRef<'c, 'a>, op: melior::ir::Operation<'c>) -> OperationRef<'c, 'a> {
        self.rewriter.set_insertion_point_before(before);
        let op = self.rewriter.insert(op);
        // SAFETY: as in `copy`.
        unsafe { OperationRef::from_raw(op.to_raw()) }
    }

    pub(super) fn value(
        &self,
        before: OperationRef<'c, 'a>,
        name: &str,
        operands: &[Value<'c, 'a>],
        result: Type<'c>,
        attributes: &[(&str, Attribute<'c>)],
    ) -> Result<Value<'c, 'a>, Error> {
        let op = self.op(before, name, operands, &[result], attributes)?;
        op.result(0).map(Into::into).map_err(|error| broken(op, &error))
    }

    pub(super) fn int(&self, before: OperationRef<'c, 'a>, value: i64) -> Result<Value<'c, 'a>, Error> {
        let attribute = IntegerAttribute::new(self.i64(), value).into();
        self.value(before, "arith.constant", &[], self.i64(), &[("value", attribute)])
    }

    pub(super) fn binary(
        &self,
        before: OperationRef<'c, 'a>,
        name: &str,
        left: Value<'c, 'a>,
        right: Value<'c, 'a>,
    ) -> Result<Value<'c, 'a>, Error> {
        self.value(before, name, &[left, right], left.r#type(), &[])
    }

    pub(super) fn widened(&self, before: OperationRef<'c, 'a>, value: Value<'c, 'a>) -> Result<Value<'c, 'a>, Error> {
        if value.r#type() == Type::index(self.context) {
            return self.value(before, "arith.index_cast", &[value], self.i64(), &[]);
        }
        Ok(value)
    }

    /// The number of work item `x` in the strip that begins at `start`.
    fn slot(
        &self,
        before: OperationRef<'c, 'a>,
        x: Value<'c, 'a>,
        start: Value<'c, 'a>,
    ) -> Result<Value<'c, 'a>, Error> {
        let slot = self.binary(before, "arith.subi", x, start)?;
        self.widened(before, slot)
    }

    /// Work item number `slot` of those from `start` on, and that number as i64.
    pub(super) fn work_item(
        &self,
        before: OperationRef<'c, 'a>,
        start: Value<'c, 'a>,
        slot: i64,
    ) -> Result<(Value<'c, 'a>, Value<'c, 'a>), Error> {
        let index = Type::index(self.context);
        let slot = self.int(before, slot)?;
        let distance = self.value(before, "arith.index_cast", &[slot], index, &[])?;
        Ok((self.binary(before, "arith.addi", start, distance)?, slot))
    }

    fn address(
        &self,
        before: OperationRef<'c, 'a>,
        place: Place<'c, 'a>,
        slot: Value<'c, 'a>,
    ) -> Result<Value<'c, 'a>, Error> {
        self.beyond(before, place.memory, slot, self.stored_type(place.ty))
    }

    /// The address `count` elements after `start`.
    pub(super) fn beyond(
        &self,
        before: OperationRef<'c, 'a>,
        start: Value<'c, 'a>,
        count: Value<'c, 'a>,
        element: Type<'c>,
    ) -> Result<Value<'c, 'a>, Error> {
        let text = format!("array<i32: {}>", i32::MIN);
        let dynamic = Attribute::parse(self.context, &text).ok_or_else(|| unsupported(before, "no such attribute"))?;
        let attributes = [("rawConstantIndices", dynamic), ("elem_type", TypeAttribute::new(element).into())];
        self.value(before, "llvm.getelementptr", &[start, count], self.pointer(), &attributes)
    }

    fn keep(
        &self,
        item: &Item<'c, 'a>,
        place: Place<'c, 'a>,
        slot: Value<'c, 'a>,
        value: Value<'c, 'a>,
    ) -> Result<(), Error> {
        let address = self.address(item.end, place, slot)?;
        let value = self.stored_form(item.end, value)?;
        self.op(item.end, "llvm.store", &[value, address], &[], &[]).map(|_| ())
    }

    fn stored_form(&self, before: OperationRef<'c, 'a>, value: Value<'c, 'a>) -> Result<Value<'c, 'a>, Error> {
        self.widened(before, value)
    }

    fn read(
        &self,
        before: OperationRef<'c, 'a>,
        place: Place<'c, 'a>,
        slot: Value<'c, 'a>,
    ) -> Result<Value<'c, 'a>, Error> {
        let address = self.address(before, place, slot)?;
        let value = self.value(before, "llvm.load", &[address], self.stored_type(place.ty), &[])?;
        if place.ty == Type::index(self.context) {
            return self.value(before, "arith.index_cast", &[value], place.ty, &[]);
        }
        Ok(value)
    }

    /// A condition around nothing yet.
    fn if_(&self, before: OperationRef<'c, 'a>, condition: Value<'c, 'a>) -> Result<OperationRef<'c, 'a>, Error> {
        let location = Location::unknown(self.context);
        let block = Block::new(&[]);
        let end = OperationBuilder::new("scf.yield", location).build().map_err(|error| broken(before, &error))?;
        block.append_operation(end);
        let then = Region::new();
        then.append_block(block);
        let builder = OperationBuilder::new("scf.if", location).add_operands(&[condition]);
        let op = builder.add_regions([then, Region::new()]).build().map_err(|error| broken(before, &error))?;
        Ok(self.insert(before, op))
    }

    /// An empty loop and its variable.
    pub(super) fn for_loop(
        &self,
        before: OperationRef<'c, 'a>,
        bounds: &[Value<'c, 'a>],
        annotation: Option<Attribute<'c>>,
    ) -> Result<(OperationRef<'c, 'a>, Value<'c, 'a>), Error> {
        let location = Location::unknown(self.context);
        let block = Block::new(&[(Type::index(self.context), location)]);
        let end = OperationBuilder::new("scf.yield", location).build().map_err(|error| broken(before, &error))?;
        block.append_operation(end);
        let region = Region::new();
        region.append_block(block);
        let mut builder = OperationBuilder::new("scf.for", location).add_operands(bounds).add_regions([region]);
        if let Some(annotation) = annotation {
            builder = builder.add_attributes(&[(Identifier::new(self.context, "llvm.loop_annotation"), annotation)]);
        }
        let op = builder.build().map_err(|error| broken(before, &error))?;
        let op = self.insert(before, op);
        let id = entry_block(op).and_then(|block| block.argument(0).ok()).map(Into::into);
        id.map(|id| (op, id)).ok_or_else(|| unsupported(op, "it has no variable"))
    }
}
