//! A loop's iterations some at a time. Decides nothing.
//!
//! ```text
//!     for i = l to u { .. }      for s = 0 to ceildiv(u - l, 64) { for i = l + 64 s to min(l + 64 s + 64, u) { .. } }
//! ```

use melior::ir::operation::OperationLike;
use melior::ir::{AffineExpr, AffineMap};
use raddle_dialects::build::Builder;
use raddle_dialects::ir::{self, Block, Op, Val};

use crate::affine::{Bounds, set_bounds, step};

/// Attribute of a loop over strips: a part of a version, of which no pass makes another one.
pub const STRIPS: &str = "region.strips";

/// A loop over strips of another loop's iterations.
pub struct Strips<'c> {
    bounds: Bounds<'c>,
    length: i64,
    number: Val<'c>,
    body: Block<'c>,
}

impl<'c> Strips<'c> {
    /// Can the loop be written in strips? Not if it steps by more than one, or begins at the greatest of several bounds.
    pub fn fit(op: Op<'c>) -> bool {
        step(op) == Some(1) && Bounds::of(op).is_some()
    }

    /// A loop over strips of `length` iterations of `op`, with nothing in it. None if `op` has no strips.
    pub fn of(b: &Builder<'c>, op: Op<'c>, length: i64) -> Option<Self> {
        let bounds = Bounds::of(op).filter(|_| step(op) == Some(1))?;
        let context = b.context();
        let minus = bounds.lower * AffineExpr::constant(context, -1);
        let count =
            |upper: &AffineExpr<'c>| AffineExpr::ceil_div(*upper + minus, AffineExpr::constant(context, length));
        let (upper, operands) = bounds.map(b, &bounds.uppers.iter().map(count).collect::<Vec<_>>(), &[]);
        let (around, body) = b.affine_for((AffineMap::constant(context, 0), &[]), (upper, &operands), 1);
        ir::set_attr(around, STRIPS, b.unit());
        let number = ir::arguments(body).first().copied()?;
        Some(Self { bounds, length, number, body })
    }

    /// The end of what is in a strip.
    pub fn inside(&self, b: &Builder<'c>) -> Builder<'c> {
        b.before_terminator(self.body)
    }

    /// Lets a clone of the loop in here, with this index, have the strip's iterations alone. Answers the iteration's number in its strip.
    pub fn narrow(&self, b: &Builder<'c>, clone: Op<'c>, index: Val<'c>) -> Val<'c> {
        let start = self.start(b);
        let end = start + AffineExpr::constant(b.context(), self.length);
        let uppers = [&[end], self.bounds.uppers.as_slice()].concat();
        let [lower, upper] = [&[start], uppers.as_slice()].map(|it| self.bounds.map(b, it, &[self.number]));
        set_bounds(b, clone, &lower, &upper);
        let local = self.bounds.dim(b, 1) + start * AffineExpr::constant(b.context(), -1);
        let (map, operands) = self.bounds.map(b, &[local], &[self.number, index]);
        Builder::at_start(b.context(), ir::body(clone), clone.location()).affine_apply(map, &operands)
    }

    /// The first iteration of the strip; the strip's number is the first dimension behind those of the bounds.
    fn start(&self, b: &Builder<'c>) -> AffineExpr<'c> {
        self.bounds.lower + self.bounds.dim(b, 0) * AffineExpr::constant(b.context(), self.length)
    }
}
