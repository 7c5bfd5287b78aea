//! The question before a nest's checks whether a launch may pay: checks of many shapes take longer than a short loop.
//!
//! ```text
//!     symbols of the plan
//!     region.may_pay instances {nest}      at most so many innermost iterations
//!       yes: checks, and the nest
//!       no:  the statement itself
//! ```
//!
//! Asked as soon as the number follows from what is known: bounds behind pointers are read behind checks that they may be. A wrong number, as of sums that overflow, is no harm.

use raddle_dialects::ir::{self, Op, Order, Val};
use raddle_dialects::region::{CallOp, MathOp, MayPayOp, NestOp};
use raddle_math::complex;

use super::super::function::Function;
use super::super::types::Scalar;
use crate::plan::{Affine, LoopId, Nest, Node, Term};

/// Longer loops are long enough, and products of two such numbers fit 64 bits.
const MOST: i64 = 1 << 30;

type Symbols<'c> = [Option<(Val<'c>, Scalar)>];

impl<'c, 'u> Function<'c, 'u> {
    pub(super) fn may_pay(&mut self, plan: &'u Nest, symbols: &Symbols<'c>) -> Option<MayPayOp<'c>> {
        let instances = self.instances(plan, &plan.body, symbols)?;
        let b = self.ops.at();
        Some(MayPayOp::of_nest(&b, b.index_cast(instances, b.index())))
    }

    /// Innermost iterations; none if there is no loop. Not known of loops that end by a condition.
    fn instances(&mut self, plan: &'u Nest, nodes: &'u [Node], symbols: &Symbols<'c>) -> Option<Val<'c>> {
        let mut sum: Option<Val<'c>> = None;
        for node in nodes {
            let parts: Vec<&'u [Node]> = match node {
                Node::Loop(..) => vec![],
                Node::AffineIf { then, other, .. } | Node::If { then, other, .. } => vec![then, other],
                Node::Switch { arms, .. } => arms.iter().map(|it| it.body.as_slice()).collect(),
                Node::Unless(_, body) => vec![body],
                Node::While { .. } => return None,
                Node::Flag(_) | Node::Set(_) | Node::Expr(_) | Node::Declare(_) => continue,
            };
            let mut found = vec![];
            if let Node::Loop(id, body) = node {
                let trips = self.trips(plan, *id, symbols)?;
                let inside = if has_loops(body) { Some(self.instances(plan, body, symbols)?) } else { None };
                found.push(match inside {
                    Some(inside) => self.limited("arith.muli", trips, inside),
                    None => trips,
                });
            }
            for part in parts.into_iter().filter(|it| has_loops(it)) {
                found.push(self.instances(plan, part, symbols)?);
            }
            for it in found {
                sum = Some(sum.map_or(it, |sum| self.limited("arith.addi", sum, it)));
            }
        }
        Some(sum.unwrap_or_else(|| self.ops.int(64, 1)))
    }

    fn trips(&mut self, plan: &Nest, id: LoopId, symbols: &Symbols<'c>) -> Option<Val<'c>> {
        let it = plan.loops.get(id.0 as usize)?;
        let lower = it.lower.iter().find_map(|bound| self.bound(bound, symbols))?;
        let upper = it.upper.iter().find_map(|bound| self.bound(bound, symbols))?;
        let (first, end) = if it.step < 0 { (upper, lower) } else { (lower, upper) };
        let length = self.ops.binary("arith.subi", end, first);
        let step = i64::try_from(it.step.unsigned_abs()).ok()?;
        let (rounding, step) = (self.ops.int(64, step - 1), self.ops.int(64, step));
        let length = self.ops.binary("arith.addi", length, rounding);
        let trips = self.ops.binary("arith.divsi", length, step);
        Some(self.clamped(trips))
    }

    /// In 64 bits; None where it depends on a loop, or on what is known later.
    fn bound(&mut self, bound: &Affine, symbols: &Symbols<'c>) -> Option<Val<'c>> {
        let known = |term: &Term| match term {
            Term::Symbol(id) => symbols.get(id.0 as usize).copied().flatten(),
            Term::Loop(_) | Term::Opaque(_) => None,
        };
        let terms: Option<Vec<_>> = bound.terms.iter().map(|(term, factor)| Some((known(term)?, *factor))).collect();
        let mut sum = self.ops.int(64, bound.constant);
        for ((value, scalar), factor) in terms? {
            let value = self.convert(value, scalar, Scalar::LONG);
            let factor = self.ops.int(64, factor);
            let term = self.ops.binary("arith.muli", value, factor);
            sum = self.ops.binary("arith.addi", sum, term);
        }
        Some(sum)
    }

    fn limited(&mut self, name: &str, a: Val<'c>, b: Val<'c>) -> Val<'c> {
        let value = self.ops.binary(name, a, b);
        self.clamped(value)
    }

    fn clamped(&mut self, value: Val<'c>) -> Val<'c> {
        let (least, most) = (self.ops.int(64, 0), self.ops.int(64, MOST));
        let value = self.ops.binary("arith.maxsi", value, least);
        self.ops.binary("arith.minsi", value, most)
    }
}

fn has_loops(nodes: &[Node]) -> bool {
    nodes.iter().any(|node| match node {
        Node::Loop(..) | Node::While { .. } => true,
        Node::AffineIf { then, other, .. } | Node::If { then, other, .. } => has_loops(then) || has_loops(other),
        Node::Switch { arms, .. } => arms.iter().any(|it| has_loops(&it.body)),
        Node::Unless(_, body) => has_loops(body),
        Node::Flag(_) | Node::Set(_) | Node::Expr(_) | Node::Declare(_) => false,
    })
}

/// What an iteration takes at most, when the nest is written: all operations of the nest, out of vectors.
pub(super) fn estimate<'c>(question: MayPayOp<'c>, nest: NestOp<'c>) {
    let picoseconds = |op: Op<'c>| match ir::name(op) {
        "region.call" => CallOp::cast(op).map_or(0, CallOp::picoseconds),
        // A product that is computed again is rare.
        "region.math" if MathOp::cast(op).and_then(|it| complex::find(it.function())).is_some_and(|it| it.is_own()) => {
            0
        }
        "region.math" | "llvm.call" => 20_000,
        name if name.contains("div") || name.contains("rem") => 5_000,
        _ => 250,
    };
    question.set_picoseconds(ir::nested(nest.op(), Order::Pre).into_iter().map(picoseconds).sum());
}
