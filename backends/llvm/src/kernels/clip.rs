//! The x loop visits those work items alone that do something.
//!
//! ```text
//!     for y { for x = lx to hx {                 for y { for x = max(lx, y + 1 - l) to min(hx, n - l) {
//!       if (l + x > y && l + x < n) { B }   =>     B
//!     } }                                        } }
//! ```
//!
//! A launch has a work item for each place in the hull of its loops: for `j = i + 1` to `n`, half of them have nothing to do. In vectors they
//! would take as long as the others.
//!
//! Legal:    all that a work item does is under one condition, and the condition's part holds for a range of x: a value that grows with x,
//!           as an index, is compared with one that is the same for all work items along x. Other parts stay a condition.
//! Numbers:  bounds are compared before they are subtracted, so nothing overflows.
//! Declines: jams, whose copies have no x loop; work items that wait; the emulated device, which runs them as they are.
//! Differs:  from LLVM's `loop-bound-split` and `irce`, which make several loops of one; here the others are empty.

use super::analysis::{Analysis, constant, defining_op, is_arithmetic, key};
use super::outline::{Frame, as_mut};
use super::strips::Builder;
use crate::Error;
use crate::ir::{entry_block, nested, op_name, operations};
use melior::ir::attribute::IntegerAttribute;
use melior::ir::block::BlockLike;
use melior::ir::operation::{OperationLike, OperationMutLike, OperationRef};
use melior::ir::{BlockRef, RegionLike, Type, Value, ValueLike};
use melior::{Context, RewriterBase};

/// The condition that a work item is under.
struct Range<'c, 'a> {
    choice: OperationRef<'c, 'a>,
    edges: Vec<Edge<'c, 'a>>,
    /// Parts that are the same for all work items along x.
    alike: Vec<Value<'c, 'a>>,
    /// All other parts.
    rest: Vec<Value<'c, 'a>>,
}

/// `moving >= bound + more`, or `moving < bound + more`; `moving` grows by `stride` with each x.
struct Edge<'c, 'a> {
    moving: Value<'c, 'a>,
    stride: i64,
    bound: Value<'c, 'a>,
    more: i64,
    is_first: bool,
}

/// What is under the condition, if the x loop can say all of it.
pub(super) fn inside<'c: 'a, 'a>(analysis: &Analysis, body: BlockRef<'c, 'a>) -> Option<OperationRef<'c, 'a>> {
    Range::of(analysis, body).filter(|it| it.rest.is_empty()).map(|it| it.choice)
}

/// Gives the x loop of `frame`, which has its body, the bounds.
pub(super) fn clip<'c: 'a, 'a>(
    context: &'c Context,
    rewriter: RewriterBase<'c, 'a>,
    frame: &Frame<'c, 'a>,
) -> Result<(), Error> {
    let x_loop = frame.loops[2];
    let (Some(body), Some(x)) = (entry_block(x_loop), frame.id(0)) else { return Ok(()) };
    let analysis = Analysis::new(&[x], body);
    let Some(range) = Range::of(&analysis, body) else { return Ok(()) };
    for op in operations(body).into_iter().filter(|op| analysis.is_uniform_arithmetic(*op)) {
        if op.operands().all(|it| is_movable(it, body)) && is_movable_op(op) {
            as_mut(op).move_before(x_loop);
        }
    }
    let bounds: Vec<_> = x_loop.operands().take(2).collect();
    let &[low, high] = bounds.as_slice() else { return Ok(()) };
    let clip = Clip { at: Builder { context, rewriter }, analysis, x_loop, x, low, high };
    clip.narrow(&range)?;
    clip.release(&range)
}

impl<'c: 'a, 'a> Range<'c, 'a> {
    fn of(analysis: &Analysis, body: BlockRef<'c, 'a>) -> Option<Self> {
        let is_work = |op: &OperationRef<'c, 'a>| {
            !is_arithmetic(*op)
                && !matches!(op_name(op).as_str(), "gpu.global_id" | "gpu.return" | "scf.yield" | "memref.alloca")
        };
        let mut work = operations(body).into_iter().filter(is_work);
        let choice = work.next().filter(is_plain_choice)?;
        if work.next().is_some() || nested(choice).iter().any(|op| op_name(op) == "memref.alloca") {
            return None;
        }
        let mut range = Range { choice, edges: vec![], alike: vec![], rest: vec![] };
        let mut open = vec![choice.operand(0).ok()?];
        while let Some(part) = open.pop() {
            match defining_op(part).filter(|op| op_name(op) == "arith.andi" && op.block() == Some(body)) {
                Some(both) => open.extend(both.operands()),
                None if !analysis.varies(part) && is_movable(part, body) => range.alike.push(part),
                None => match Edge::of(analysis, body, part) {
                    Some(edge) => range.edges.push(edge),
                    None => range.rest.push(part),
                },
            }
        }
        (!range.edges.is_empty()).then_some(range)
    }
}

/// A condition without a value and an alternative.
fn is_plain_choice(op: &OperationRef) -> bool {
    let has_other = || op.region(1).is_ok_and(|it| it.first_block().is_some());
    op_name(op) == "scf.if" && op.result_count() == 0 && !has_other()
}

impl<'c: 'a, 'a> Edge<'c, 'a> {
    fn of(analysis: &Analysis, body: BlockRef<'c, 'a>, part: Value<'c, 'a>) -> Option<Self> {
        let op = defining_op(part).filter(|op| op_name(op) == "arith.cmpi")?;
        let predicate = op.attribute("predicate").and_then(IntegerAttribute::try_from).ok()?.value();
        let mut operands = op.operands();
        let (left, right) = (operands.next()?, operands.next()?);
        let growth = |it| growth_of_index(analysis, body, it);
        let (moving, stride, bound, predicate) = match (growth(left), growth(right)) {
            (Some(stride), None) => (left, stride, right, predicate),
            (None, Some(stride)) => (right, stride, left, mirrored(predicate)?),
            _ => return None,
        };
        // slt, sle, sgt, sge
        let (is_first, more) = match predicate {
            2 => (false, 0),
            3 => (false, 1),
            4 => (true, 1),
            5 => (true, 0),
            _ => return None,
        };
        (!analysis.varies(bound) && is_movable(bound, body)).then_some(Edge { moving, stride, bound, more, is_first })
    }
}

/// The predicate for operands in the other order.
fn mirrored(predicate: i64) -> Option<i64> {
    Some(match predicate {
        2 => 4,
        3 => 5,
        4 => 2,
        5 => 3,
        _ => return None,
    })
}

/// How much more it is for the next x, if that is positive, and it is an index all the way, so that it does not wrap.
fn growth_of_index<'c: 'a, 'a>(analysis: &Analysis, body: BlockRef<'c, 'a>, value: Value<'c, 'a>) -> Option<i64> {
    let is_index = |value: Value| value.r#type().to_string() == "index";
    let mut open = vec![value];
    while let Some(value) = open.pop() {
        if !is_index(value) || (!analysis.varies(value) && !is_movable(value, body)) {
            return None;
        }
        let maker = defining_op(value).filter(|op| analysis.varies(value) && op_name(op) != "gpu.global_id");
        if maker.is_some_and(|op| !matches!(op_name(&op).as_str(), "arith.addi" | "arith.subi" | "arith.muli")) {
            return None;
        }
        open.extend(maker.iter().flat_map(|op| op.operands()));
    }
    analysis.stride(value).filter(|stride| *stride > 0 && analysis.varies(value))
}

/// Can it be computed before the loop with this body?
fn is_movable<'c: 'a, 'a>(value: Value<'c, 'a>, body: BlockRef<'c, 'a>) -> bool {
    let Some(op) = defining_op(value).filter(|op| op.block() == Some(body)) else {
        return body.argument_count() == 0 || body.argument(0).map(|it| key(it.into())) != Ok(key(value));
    };
    op_name(&op) == "gpu.global_id" || is_movable_op(op) && op.operands().all(|it| is_movable(it, body))
}

/// Arithmetic that may be done although nobody asks for it.
fn is_movable_op(op: OperationRef) -> bool {
    let name = op_name(&op);
    let divides = name.contains("div") || name.contains("rem");
    let by_number = || op.operands().nth(1).and_then(constant).is_some_and(|it| it > 0);
    is_arithmetic(op) && (!divides || by_number())
}

struct Clip<'c, 'a> {
    at: Builder<'c, 'a>,
    analysis: Analysis,
    x_loop: OperationRef<'c, 'a>,
    x: Value<'c, 'a>,
    low: Value<'c, 'a>,
    high: Value<'c, 'a>,
}

impl<'c: 'a, 'a> Clip<'c, 'a> {
    fn narrow(&self, range: &Range<'c, 'a>) -> Result<(), Error> {
        let (mut first, mut end) = (self.low, self.high);
        for edge in &range.edges {
            let place = self.place(edge)?;
            if edge.is_first {
                first = self.binary("arith.maxsi", first, place)?;
            } else {
                end = self.binary("arith.minsi", end, place)?;
            }
        }
        for condition in &range.alike {
            end = self.at.value(self.x_loop, "arith.select", &[*condition, end, self.low], self.low.r#type(), &[])?;
        }
        as_mut(self.x_loop).set_operand(0, first);
        as_mut(self.x_loop).set_operand(1, end);
        Ok(())
    }

    /// The x, from `low` to `high`, at which the edge is.
    fn place(&self, edge: &Edge<'c, 'a>) -> Result<Value<'c, 'a>, Error> {
        let span = self.binary("arith.subi", self.high, self.low)?;
        let (stride, rounding, more) = (self.index(edge.stride)?, self.index(edge.stride - 1)?, self.index(edge.more)?);
        let least = self.binary("arith.subi", self.at_low(edge.moving)?, more)?;
        let most = self.binary("arith.addi", least, self.binary("arith.muli", span, stride)?)?;
        let bound = self.binary("arith.maxsi", edge.bound, least)?;
        let bound = self.binary("arith.minsi", bound, most)?;
        let distance = self.binary("arith.subi", bound, least)?;
        let distance = self.binary("arith.addi", distance, rounding)?;
        self.binary("arith.addi", self.low, self.binary("arith.divsi", distance, stride)?)
    }

    fn index(&self, value: i64) -> Result<Value<'c, 'a>, Error> {
        let value = self.at.int(self.x_loop, value)?;
        self.at.value(self.x_loop, "arith.index_cast", &[value], self.low.r#type(), &[])
    }

    /// The value for the first x.
    fn at_low(&self, value: Value<'c, 'a>) -> Result<Value<'c, 'a>, Error> {
        if value == self.x {
            return Ok(self.low);
        }
        let Some(op) = defining_op(value).filter(|_| self.analysis.varies(value)) else { return Ok(value) };
        let operands = op.operands().map(|it| self.at_low(it)).collect::<Result<Vec<_>, _>>()?;
        self.at.value(self.x_loop, &op_name(&op), &operands, Type::index(self.at.context), &[])
    }

    fn binary(&self, name: &str, left: Value<'c, 'a>, right: Value<'c, 'a>) -> Result<Value<'c, 'a>, Error> {
        self.at.binary(self.x_loop, name, left, right)
    }

    /// Takes the condition away, or leaves the parts of it that the loop does not say.
    fn release(&self, range: &Range<'c, 'a>) -> Result<(), Error> {
        let choice = range.choice;
        let mut rest = range.rest.iter().copied();
        if let Some(first) = rest.next() {
            let condition = rest.try_fold(first, |all, part| self.at.binary(choice, "arith.andi", all, part))?;
            as_mut(choice).set_operand(0, condition);
            return Ok(());
        }
        let Some(inside) = entry_block(choice) else { return Ok(()) };
        let end = operations(inside).pop();
        self.at.rewriter.inline_block_before(inside, choice, &[]);
        end.into_iter().for_each(|end| self.at.rewriter.erase_op(end));
        self.at.rewriter.erase_op(choice);
        Ok(())
    }
}
