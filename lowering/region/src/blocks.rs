//! Cutting a loop into blocks of iterations, and each block into work items.
//!
//! A row is `lanes` consecutive iterations, one for each item of a block; a block has `TERMS` rows. So neighbouring items do
//! neighbouring iterations, and all items of a block the same number of them. Iterations that fill no row are left over.
//! Bounds stay affine: what the dependence analysis knew of the loop it knows of the items.

use melior::ir::{AffineExpr, AffineMap};
use raddle_dialects::build::Builder;
use raddle_dialects::ir::{self, Mapping, Op, Val};

use crate::affine::{self, Bounds};
use crate::distribute::FALLBACK;
use crate::partials::Accumulator;

/// Iterations of a work item.
pub const TERMS: i64 = 64;

/// How a loop is cut.
pub struct Blocks<'c> {
    op: Op<'c>,
    bounds: Bounds<'c>,
    /// Rows begin before all of these.
    ends: Vec<AffineExpr<'c>>,
    step: i64,
    lanes: i64,
}

/// The loops over blocks and items.
pub struct Items<'c> {
    pub outer: Op<'c>,
    /// The end of an item, after its iterations.
    pub place: Builder<'c>,
    /// The block's number, and the item's in the block if there are several.
    pub index: Vec<Val<'c>>,
    /// One per accumulator.
    pub variables: Vec<Val<'c>>,
    lanes: i64,
}

/// The loops that visit all partial results in the order of the items.
pub struct Fold<'c> {
    pub place: Builder<'c>,
    subscripts: Vec<Val<'c>>,
}

impl<'c> Fold<'c> {
    /// This place's partial result.
    pub fn load(&self, view: Val<'c>) -> Val<'c> {
        let identity = AffineMap::multi_dim_identity(self.place.context(), self.subscripts.len());
        self.place.affine_load(view, identity, &self.subscripts)
    }
}

impl<'c> Blocks<'c> {
    /// None if the loop has several bounds where there may be one only, or a huge step.
    pub fn of(op: Op<'c>, lanes: i64) -> Option<Self> {
        let (bounds, step) = (Bounds::of(op)?, affine::step(op)?);
        step.checked_mul(lanes * TERMS)?;
        if lanes > 1 && bounds.uppers.len() > 1 {
            return None;
        }
        // The last iteration of a row must be one of the loop.
        let last = AffineExpr::constant(ir::context(op), -step * (lanes - 1));
        let ends = bounds.uppers.iter().map(|it| *it + last).collect();
        Some(Self { op, bounds, ends, step, lanes })
    }

    /// Index values from one block to the next.
    fn size(&self) -> i64 {
        self.step * self.lanes * TERMS
    }

    /// How many items there are; `b` stands where the loop's bounds are known.
    pub fn items(&self, b: &Builder<'c>) -> Option<Val<'c>> {
        let (lower, upper) = affine::bounds(b, self.op)?;
        let end = b.subi(upper, b.constant_index(self.step * (self.lanes - 1)));
        let blocks = affine::trips(b, lower, end, self.size());
        Some(b.muli(blocks, b.constant_index(self.lanes)))
    }

    /// Puts items in the loop's place, in which the accumulators update variables.
    pub fn split(self, accumulators: &[Accumulator<'c>]) -> Items<'c> {
        let b = Builder::before(self.op);
        let zero = AffineMap::constant(b.context(), 0);
        let (count, operands) = self.count(&b, 1);
        let (outer, body) = b.affine_for((zero, &[]), (count, &operands), 1);
        let mut index = ir::arguments(body);
        let mut place = b.before_terminator(body);
        if self.lanes > 1 {
            let lanes = AffineMap::constant(b.context(), self.lanes);
            let (_, body) = place.affine_for((zero, &[]), (lanes, &[]), 1);
            index.extend(ir::arguments(body));
            place = place.before_terminator(body);
        }
        let variables = accumulators.iter().map(|it| it.open(&place)).collect();
        self.iterations(&place, &index);
        ir::erase(self.op);
        Items { outer, place, index, variables, lanes: self.lanes }
    }

    /// The iterations of one item.
    fn iterations(&self, b: &Builder<'c>, index: &[Val<'c>]) {
        let constant = |value: i64| AffineExpr::constant(b.context(), value);
        let start = self.bounds.lower + self.bounds.dim(b, 0) * constant(self.size());
        let ends: Vec<_> = self.ends.iter().copied().chain([start + constant(self.size())]).collect();
        let (from, operands) = self.bounds.map(b, &[start], &index[..1]);
        let (to, _) = self.bounds.map(b, &ends, &index[..1]);
        let (_, body) = b.affine_for((from, &operands), (to, &operands), self.step * self.lanes);
        let mut values = ir::arguments(body);
        if let Some(lane) = index.get(1) {
            let dim = |number| AffineExpr::dim(b.context(), number);
            let point = AffineMap::new(b.context(), 2, 0, &[dim(0) + dim(1) * constant(self.step)]);
            values = vec![b.before_terminator(body).affine_apply(point, &[values[0], *lane])];
        }
        if let Some(end) = ir::ops(body).last() {
            ir::inline_before(ir::body(self.op), *end, &values);
        }
    }

    /// Loops over all partial results, at `b`; `rows` is the loop around the one that is cut.
    pub fn fold_loops(&self, b: &Builder<'c>, rows: Option<Op<'c>>) -> Fold<'c> {
        let (outer, place) = around(b, rows);
        let (count, operands) = self.count(b, self.lanes);
        let zero = AffineMap::constant(b.context(), 0);
        let (op, body) = place.affine_for((zero, &[]), (count, &operands), 1);
        let outer = outer.unwrap_or(op);
        ir::set_attr(outer, FALLBACK, b.unit());
        let subscripts = [outer, op].into_iter().take(1 + usize::from(outer != op));
        let subscripts = subscripts.flat_map(|it| ir::arguments(ir::body(it))).collect();
        Fold { place: place.before_terminator(body), subscripts }
    }

    /// The iterations that are left over, at `b`, as they were: the outermost loop.
    pub fn rest(&self, b: &Builder<'c>, rows: Option<Op<'c>>) -> Option<Op<'c>> {
        if self.lanes == 1 {
            return None;
        }
        let constant = |value: i64| AffineExpr::constant(b.context(), value);
        let (outer, place) = around(b, rows);
        let row = self.step * self.lanes;
        let filled = |it: &AffineExpr<'c>| AffineExpr::ceil_div(*it + self.bounds.lower * constant(-1), constant(row));
        let behind = self.ends.iter().map(|it| self.bounds.lower + filled(it) * constant(row));
        // No row at all may be a negative number of them.
        let lowers: Vec<_> = behind.chain([self.bounds.lower]).collect();
        let (lower, operands) = self.bounds.map(b, &lowers, &[]);
        let (upper, _) = self.bounds.map(b, &self.bounds.uppers, &[]);
        let (op, body) = place.affine_for((lower, &operands), (upper, &operands), self.step);
        let mut mapping = Mapping::new();
        for (from, to) in rows.into_iter().zip(outer).chain([(self.op, op)]) {
            mapping.map(ir::arguments(ir::body(from))[0], ir::arguments(ir::body(to))[0]);
        }
        let place = place.before_terminator(body);
        let ops = ir::ops(ir::body(self.op));
        ops[..ops.len().saturating_sub(1)].iter().for_each(|it| {
            place.clone_op(*it, &mut mapping);
        });
        let outer = outer.unwrap_or(op);
        ir::set_attr(outer, FALLBACK, b.unit());
        Some(outer)
    }

    /// `factor` for each block.
    fn count(&self, b: &Builder<'c>, factor: i64) -> (AffineMap<'c>, Vec<Val<'c>>) {
        let constant = |value: i64| AffineExpr::constant(b.context(), value);
        let blocks =
            |it: &AffineExpr<'c>| AffineExpr::ceil_div(*it + self.bounds.lower * constant(-1), constant(self.size()));
        let counts: Vec<_> = self.ends.iter().map(|it| blocks(it) * constant(factor)).collect();
        self.bounds.map(b, &counts, &[])
    }
}

impl<'c> Items<'c> {
    /// Where this item's partial result is, in the row of an outer loop if there is one.
    pub fn subscripts(&self, row: Option<Val<'c>>) -> (AffineMap<'c>, Vec<Val<'c>>) {
        let context = self.place.context();
        let operands: Vec<_> = row.into_iter().chain(self.index.iter().copied()).collect();
        let dim = |number| AffineExpr::dim(context, number);
        let rows = operands.len() - self.index.len();
        let block = dim(rows) * AffineExpr::constant(context, self.lanes);
        let number = if self.index.len() > 1 { block + dim(rows + 1) } else { block };
        let results: Vec<_> = (0..rows).map(dim).chain([number]).collect();
        (AffineMap::new(context, operands.len(), 0, &results), operands)
    }
}

/// A loop with the bounds of `rows`, if there is one, and the place in it.
fn around<'c>(b: &Builder<'c>, rows: Option<Op<'c>>) -> (Option<Op<'c>>, Builder<'c>) {
    let Some([lower, upper]) = rows.and_then(affine::bound_maps) else { return (None, *b) };
    let (op, body) = b.affine_for((lower.0, &lower.1), (upper.0, &upper.1), 1);
    (Some(op), b.before_terminator(body))
}
