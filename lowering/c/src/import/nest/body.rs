//! The body of a nest: loops, conditions, accesses.

use super::super::expr::is_nan_test;
use super::super::function::{Function, Res, declared_alignment};
use super::super::ops::{CmpI, Ops};
use super::super::place::{Place, alignment_at};
use super::super::types::Scalar;
use super::affine::{Kind, Linear, Space};
use super::elem_type;
use crate::ast::{CastKind, DeclId, ExprId, ExprKind, Loc, StmtId, TypeKind};
use crate::plan::{Access, Affine, Arm, Constraint, FlagId, Loop, LoopId, Node, Subscript, Target, ViewId};
use melior::ir::{AffineExpr, AffineMap, ValueLike};
use raddle_dialects::build::Builder;
use raddle_dialects::region::UNLIKELY;
use raddle_dialects::{Block, Val, ir};

/// The attribute of a loop that holds its index's name in the source.
const NAME: &str = "region.name";

impl<'c, 'u> Function<'c, 'u> {
    pub(super) fn nodes(&mut self, nodes: &'u [Node]) -> Res<()> {
        nodes.iter().try_for_each(|node| self.node(node))
    }

    fn node(&mut self, node: &'u Node) -> Res<()> {
        match node {
            Node::Loop(id, body) => self.affine_loop(*id, body),
            Node::AffineIf { stmt, cond, then, other } => self.affine_if(*stmt, cond, then, other),
            Node::If { stmt, cond, then, other } => self.opaque_if(*stmt, *cond, then, other),
            Node::While { stmt, cond, body, inc, test_first, stop } => {
                self.set_location(self.unit.stmt(*stmt).loc);
                self.while_((*cond, *inc, *stop), body, *test_first)
            }
            Node::Switch { stmt, cond, arms, apart } => self.switch_arms(*stmt, *cond, arms, *apart),
            Node::Flag(flag) => self.new_flag(*flag),
            Node::Set(flag) => self.set_flag(*flag, 1),
            Node::Unless(flag, body) => self.unless(*flag, |this| this.nodes(body)),
            Node::Expr(expr) => self.effect(*expr),
            Node::Declare(decl) => self.declare_local(*decl),
        }
    }

    /// Emits into a block that ends in its terminator.
    fn inside(&mut self, block: Block<'c>, body: impl FnOnce(&mut Self) -> Res<()>) -> Res<()> {
        let place = self.ops.at().before_terminator(block);
        Ops::elsewhere(self, |this| &mut this.ops, place, body)
    }

    // Loops

    fn affine_loop(&mut self, id: LoopId, body: &'u [Node]) -> Res<()> {
        let scope_loc = self.decl.loc;
        let plan = self.nest_scope(scope_loc)?.plan;
        let Some(this) = plan.loops.get(id.0 as usize) else { return self.stop("unknown loop", scope_loc) };
        let loc = self.unit.stmt(this.stmt).loc;
        self.set_location(loc);
        let (op, block) = match this.step {
            0 => return self.stop("loop that does not advance", loc),
            1.. => self.forward_loop(this, loc)?,
            _ => self.backward_loop(this, loc)?,
        };
        ir::set_attr(op, NAME, self.ops.at().str(&self.unit.decl(this.index).name));
        let Some(counter) = ir::arguments(block).first().copied() else { return self.stop("loop without index", loc) };
        let index = self.index(this, counter, loc)?;
        self.nest_scope(loc)?.indices.insert(id, index);
        self.inside(block, |inner| inner.nodes(body))?;
        self.nest_scope(loc)?.indices.remove(&id);
        match this.store_index {
            Some(view) => self.store_index(this, view, loc),
            None => Ok(()),
        }
    }

    fn forward_loop(&mut self, this: &Loop, loc: Loc) -> Res<(raddle_dialects::Op<'c>, Block<'c>)> {
        let (lower, lower_operands) = match &this.shift {
            Some(shift) => self.shifted_map(&this.lower, shift, loc)?,
            None => self.affine_map(&this.lower, loc)?,
        };
        let (upper, upper_operands) = self.affine_map(&this.upper, loc)?;
        Ok(self.ops.at().affine_for((lower, &lower_operands), (upper, &upper_operands), this.step))
    }

    /// Counts `k` from 0 while `lower + step * k` is above every upper bound: the order of the source.
    fn backward_loop(&mut self, this: &Loop, loc: Loc) -> Res<(raddle_dialects::Op<'c>, Block<'c>)> {
        let [lower] = this.lower.as_slice() else {
            return self.stop("loop that counts down from the least of several values", loc);
        };
        let first = self.linear(lower, loc)?;
        let Some(stride) = this.step.checked_neg() else { return self.stop("step that does not fit", loc) };
        let mut distances = Vec::new();
        for bound in &this.upper {
            let mut distance = first.clone();
            if distance.add(&self.linear(bound, loc)?, -1).is_none() {
                return self.stop("affine expression that does not fit", loc);
            }
            distances.push(distance);
        }
        let (mut space, context) = (Space::of(&distances), self.context());
        let divisor = AffineExpr::constant(context, stride);
        let counts: Vec<_> = distances
            .iter()
            .map(|distance| AffineExpr::ceil_div(space.expression(context, distance), divisor))
            .collect();
        let zero = AffineMap::new(context, 0, 0, &[AffineExpr::constant(context, 0)]);
        let upper = space.map(context, &counts);
        Ok(self.ops.at().affine_for((zero, &[]), (upper, &space.operands()), 1))
    }

    /// The source's index in terms of the loop's counter.
    fn index(&mut self, this: &Loop, counter: Val<'c>, loc: Loc) -> Res<Linear<'c>> {
        let counter = Linear::value(counter, Kind::Dimension);
        if this.step > 0 {
            return Ok(counter);
        }
        let mut index = match this.lower.first() {
            Some(lower) => self.linear(lower, loc)?,
            None => Linear::default(),
        };
        match index.add(&counter, this.step) {
            Some(()) => Ok(index),
            None => self.stop("affine expression that does not fit", loc),
        }
    }

    /// Stores the value that the index has after the loop.
    fn store_index(&mut self, this: &Loop, view: ViewId, loc: Loc) -> Res<()> {
        let is_forward = this.step > 0;
        let (join_lower, join_upper) =
            if is_forward { ("arith.maxsi", "arith.minsi") } else { ("arith.minsi", "arith.maxsi") };
        let lower = match &this.shift {
            Some(shift) => {
                let (map, operands) = self.shifted_map(&this.lower, shift, loc)?;
                self.ops.at().affine_apply(map, &operands)
            }
            None => self.joined(&this.lower, join_lower, loc)?,
        };
        let upper = self.joined(&this.upper, join_upper, loc)?;
        let (far, near) = if is_forward { (upper, lower) } else { (lower, upper) };
        let distance = self.ops.binary("arith.subi", far, near);
        let step = self.ops.at().constant_index(this.step);
        let stride = self.ops.at().constant_index(this.step.saturating_abs());
        let zero = self.ops.at().constant_index(0);
        let count = self.ops.binary("arith.ceildivsi", distance, stride);
        let count = self.ops.binary("arith.maxsi", count, zero);
        let travelled = self.ops.binary("arith.muli", count, step);
        let last = self.ops.binary("arith.addi", lower, travelled);
        let decl = self.unit.decl(this.index);
        let scalar = self.scalar(decl.ty, loc)?;
        let value = self.c_integer(last, scalar, loc)?;
        let place = self.element(Target::View(view), &[], loc)?;
        self.store(&place, scalar, value);
        Ok(())
    }

    fn joined(&mut self, bounds: &[Affine], join: &str, loc: Loc) -> Res<Val<'c>> {
        let mut result = None;
        for bound in bounds {
            let value = self.affine_value(bound, loc)?;
            result = Some(match result {
                None => value,
                Some(other) => self.ops.binary(join, other, value),
            });
        }
        result.map_or_else(|| self.stop("loop without bound", loc), Ok)
    }

    fn while_(
        &mut self,
        (cond, inc, stop): (Option<ExprId>, Option<ExprId>, Option<FlagId>),
        body: &'u [Node],
        test_first: bool,
    ) -> Res<()> {
        let place = self.ops.at();
        let op = place.op_with_regions("scf.while", &[], &[], &[], 2);
        let (before, after) = (place.block(op, 0, &[]), place.block(op, 1, &[]));
        place.in_block(after).op("scf.yield", &[], &[], &[]);
        let run = |this: &mut Self| {
            this.nodes(body)?;
            match (inc, stop) {
                (Some(inc), Some(stop)) => this.unless(stop, |this| this.effect(inc)),
                (Some(inc), None) => this.effect(inc),
                (None, _) => Ok(()),
            }
        };
        let test_place: Builder<'c> = place.in_block(before);
        Ops::elsewhere(
            self,
            |this| &mut this.ops,
            test_place,
            |this| {
                if !test_first {
                    run(this)?;
                }
                let again = this.goes_on(cond, stop)?;
                this.ops.at().op("scf.condition", &[again], &[], &[]);
                Ok(())
            },
        )?;
        if test_first { self.inside(after, run) } else { Ok(()) }
    }

    /// Whether a loop runs once more. After `break` its condition is not evaluated.
    fn goes_on(&mut self, cond: Option<ExprId>, stop: Option<FlagId>) -> Res<Val<'c>> {
        match (cond, stop) {
            (None, None) => Ok(self.ops.bool(true)),
            (Some(cond), None) => self.condition(cond),
            (None, Some(stop)) => self.is_unset(stop),
            (Some(cond), Some(stop)) => {
                let unset = self.is_unset(stop)?;
                let bit = Scalar::Bool.value_type(self.context());
                let (op, then, other) = self.ops.at().scf_if(unset, &[bit], true);
                let place = self.ops.at();
                Ops::elsewhere(
                    self,
                    |this| &mut this.ops,
                    place.in_block(then),
                    |this| {
                        let again = this.condition(cond)?;
                        this.ops.at().op("scf.yield", &[again], &[], &[]);
                        Ok(())
                    },
                )?;
                let Some(other) = other else { return self.stop("test without a value", self.decl.loc) };
                Ops::elsewhere(
                    self,
                    |this| &mut this.ops,
                    place.in_block(other),
                    |this| -> Res<()> {
                        let no = this.ops.bool(false);
                        this.ops.at().op("scf.yield", &[no], &[], &[]);
                        Ok(())
                    },
                )?;
                ir::results(op).first().copied().map_or_else(|| self.stop("test without a value", self.decl.loc), Ok)
            }
        }
    }

    // Flags: integers of one bit's worth in memory of the iteration's own

    fn new_flag(&mut self, flag: FlagId) -> Res<()> {
        let place = self.ops.at();
        let memref = place.memref_alloca(place.memref(&[], place.int(32)));
        self.nest_scope(self.decl.loc)?.flags.insert(flag, memref);
        self.set_flag(flag, 0)
    }

    fn flag(&mut self, flag: FlagId) -> Res<Val<'c>> {
        let known = self.nest_scope(self.decl.loc)?.flags.get(&flag).copied();
        known.map_or_else(|| self.stop("unknown flag", self.decl.loc), Ok)
    }

    fn set_flag(&mut self, flag: FlagId, value: i64) -> Res<()> {
        let memref = self.flag(flag)?;
        let value = self.ops.int(32, value);
        let place = self.ops.at();
        place.affine_store(value, memref, AffineMap::empty(place.context()), &[]);
        Ok(())
    }

    fn is_unset(&mut self, flag: FlagId) -> Res<Val<'c>> {
        let memref = self.flag(flag)?;
        let zero = self.ops.int(32, 0);
        let place = self.ops.at();
        let value = place.affine_load(memref, AffineMap::empty(place.context()), &[]);
        Ok(place.cmpi(CmpI::Eq, value, zero))
    }

    fn unless(&mut self, flag: FlagId, body: impl FnOnce(&mut Self) -> Res<()>) -> Res<()> {
        let unset = self.is_unset(flag)?;
        let (_, then, _) = self.ops.at().scf_if(unset, &[], false);
        self.inside(then, body)
    }

    // Conditions

    fn affine_if(&mut self, stmt: StmtId, cond: &[Constraint], then: &'u [Node], other: &'u [Node]) -> Res<()> {
        let loc = self.unit.stmt(stmt).loc;
        self.set_location(loc);
        let (set, operands) = self.integer_set(cond, loc)?;
        let (_, then_block, other_block) = self.ops.at().affine_if(set, &operands, !other.is_empty());
        self.inside(then_block, |this| this.nodes(then))?;
        other_block.map_or(Ok(()), |block| self.inside(block, |this| this.nodes(other)))
    }

    fn opaque_if(&mut self, stmt: StmtId, cond: ExprId, then: &'u [Node], other: &'u [Node]) -> Res<()> {
        let is_unlikely = is_nan_test(self.unit, cond);
        let cond = self.condition(cond)?;
        self.set_location(self.unit.stmt(stmt).loc);
        let (op, then_block, other_block) = self.ops.at().scf_if(cond, &[], !other.is_empty());
        if is_unlikely {
            ir::set_attr(op, UNLIKELY, self.ops.at().unit());
        }
        self.inside(then_block, |this| this.nodes(then))?;
        other_block.map_or(Ok(()), |block| self.inside(block, |this| this.nodes(other)))
    }

    /// The arms one after the other; where at most one runs, each in the other branch of the one before.
    fn switch_arms(&mut self, stmt: StmtId, cond: ExprId, arms: &'u [Arm], apart: bool) -> Res<()> {
        let scalar = self.scalar_of(cond)?;
        let value = self.rvalue(cond)?;
        self.set_location(self.unit.stmt(stmt).loc);
        if !apart {
            return arms.iter().try_for_each(|arm| {
                let chosen = self.is_chosen(value, scalar, arm);
                let (_, then, _) = self.ops.at().scf_if(chosen, &[], false);
                self.inside(then, |this| this.nodes(&arm.body))
            });
        }
        let (others, listed): (Vec<_>, Vec<_>) = arms.iter().partition(|arm| arm.is_for_others);
        self.first_of(value, scalar, &listed, others.first().copied())
    }

    fn first_of(&mut self, value: Val<'c>, scalar: Scalar, arms: &[&'u Arm], others: Option<&'u Arm>) -> Res<()> {
        let Some((arm, rest)) = arms.split_first() else {
            return others.map_or(Ok(()), |others| self.nodes(&others.body));
        };
        let chosen = self.is_chosen(value, scalar, arm);
        let goes_on = !rest.is_empty() || others.is_some();
        let (_, then, other) = self.ops.at().scf_if(chosen, &[], goes_on);
        self.inside(then, |this| this.nodes(&arm.body))?;
        other.map_or(Ok(()), |block| self.inside(block, |this| this.first_of(value, scalar, rest, others)))
    }

    /// Whether an arm of a `switch` has the value.
    fn is_chosen(&mut self, value: Val<'c>, scalar: Scalar, arm: &Arm) -> Val<'c> {
        let (bits, is_signed) = match scalar {
            Scalar::Int { bits, signed } => (bits, signed),
            Scalar::Bool => (1, false),
            Scalar::Float { .. } | Scalar::Half | Scalar::Pointer => (64, false),
        };
        let (least, greatest) = if is_signed { (CmpI::Sge, CmpI::Sle) } else { (CmpI::Uge, CmpI::Ule) };
        let mut listed = self.ops.bool(false);
        for &(low, high) in &arm.values {
            let (first, last) = (self.ops.int(bits, low), self.ops.int(bits, high));
            let hit = match low == high {
                true => self.ops.at().cmpi(CmpI::Eq, value, first),
                false => {
                    let from = self.ops.at().cmpi(least, value, first);
                    let to = self.ops.at().cmpi(greatest, value, last);
                    self.ops.binary("arith.andi", from, to)
                }
            };
            listed = self.ops.binary("arith.ori", listed, hit);
        }
        if !arm.is_for_others {
            return listed;
        }
        let one = self.ops.bool(true);
        self.ops.binary("arith.xori", listed, one)
    }

    // Variables of the body

    fn declare_local(&mut self, decl: DeclId) -> Res<()> {
        let declared = self.unit.decl(decl);
        self.set_location(declared.loc);
        let memref = self.local(decl, declared.loc)?;
        let Some(init) = declared.init else { return Ok(()) };
        let scalar = self.scalar(declared.ty, declared.loc)?;
        let value = self.rvalue(init)?;
        self.set_location(declared.loc);
        let place = self.memref_place(memref, &[], declared.loc)?;
        self.store(&place, scalar, value);
        Ok(())
    }

    /// A fresh variable, where it is declared.
    fn local(&mut self, decl: DeclId, loc: Loc) -> Res<Val<'c>> {
        let plan = self.nest_scope(loc)?.plan;
        let Some(local) = plan.locals.iter().find(|local| local.decl == decl) else {
            return self.stop("unknown variable of a nest", loc);
        };
        let extents = local.dims.iter().map(|extent| i64::try_from(*extent)).collect::<Result<Vec<_>, _>>();
        let Ok(extents) = extents else { return self.stop("array that is too large", loc) };
        let place = self.ops.at();
        let memref = place.memref_alloca(place.memref(&extents, elem_type(local.elem, place)));
        if let Some(variable) = ir::defining_op(memref) {
            ir::set_attr(variable, NAME, place.str(&self.unit.decl(decl).name));
        }
        self.nest_scope(loc)?.locals.insert(decl, memref);
        Ok(memref)
    }

    // Accesses

    pub(super) fn access(&mut self, id: ExprId, access: &'u Access) -> Res<Place<'c>> {
        let expr = self.unit.expr(id);
        self.set_location(expr.loc);
        match access.target {
            Target::View(_) if !self.is_aligned(id) => {
                self.stop("element that its type's alignment does not fit", expr.loc)
            }
            Target::View(_) | Target::Local(_) => self.element(access.target, &access.subscripts, expr.loc),
            Target::Index(id) => {
                let scalar = self.scalar(expr.ty, expr.loc)?;
                let Some(index) = self.nest_scope(expr.loc)?.indices.get(&id).cloned() else {
                    return self.stop("index outside of its loop", expr.loc);
                };
                let value = self.linear_value(&index);
                Ok(Place::Value(self.c_integer(value, scalar, expr.loc)?))
            }
            Target::Symbol(id) => match self.nest_scope(expr.loc)?.symbols.get(id.0 as usize).copied() {
                Some((value, from)) => {
                    let to = self.scalar(expr.ty, expr.loc)?;
                    Ok(Place::Value(self.convert(value, from, to)))
                }
                None => self.stop("unknown symbol", expr.loc),
            },
        }
    }

    /// Elements of views are as aligned as their type asks; members of packed records may not be.
    fn is_aligned(&self, id: ExprId) -> bool {
        let expr = self.unit.expr(id);
        match expr.kind {
            ExprKind::Member { base, record, field, arrow } => {
                let owner = self.unit.expr(base).ty;
                let owner = match self.unit.ty(owner).kind {
                    TypeKind::Pointer { to } if arrow => to,
                    _ => owner,
                };
                let offset =
                    self.unit.record(record).fields.get(field as usize).map_or(1, |field| field.offset_bits / 8);
                let align = alignment_at(self.unit.ty(owner).align, offset);
                align >= self.unit.ty(expr.ty).align && (arrow || self.is_aligned(base))
            }
            ExprKind::Subscript { base: inner, .. }
            | ExprKind::Cast { cast: CastKind::ArrayToPointer | CastKind::NoOp, arg: inner } => self.is_aligned(inner),
            ExprKind::Ref { decl } => {
                declared_alignment(self.unit, self.unit.decl(decl)) >= self.unit.ty(expr.ty).align
            }
            _ => true,
        }
    }

    fn element(&mut self, target: Target, subscripts: &'u [Subscript], loc: Loc) -> Res<Place<'c>> {
        let scope = self.nest_scope(loc)?;
        let memref = match target {
            Target::View(view) => scope.views.get(view.0 as usize).copied(),
            Target::Local(decl) => scope.locals.get(&decl).copied(),
            Target::Index(_) | Target::Symbol(_) => None,
        };
        match memref {
            Some(memref) => self.memref_place(memref, subscripts, loc),
            None => self.stop("variable used outside of its declaration's reach", loc),
        }
    }

    fn memref_place(&mut self, memref: Val<'c>, subscripts: &'u [Subscript], loc: Loc) -> Res<Place<'c>> {
        let affine = subscripts.iter().map(|subscript| match subscript {
            Subscript::Affine(affine) => Some(affine.clone()),
            Subscript::Opaque { .. } => None,
        });
        if let Some(affine) = affine.collect::<Option<Vec<_>>>() {
            let (map, operands) = self.affine_map(&affine, loc)?;
            return Ok(Place::Affine { memref, map, operands });
        }
        let indices =
            subscripts.iter().map(|subscript| self.subscript_value(subscript, loc)).collect::<Res<Vec<_>>>()?;
        Ok(Place::Element { memref, indices })
    }

    fn subscript_value(&mut self, subscript: &'u Subscript, loc: Loc) -> Res<Val<'c>> {
        let (terms, plus) = match subscript {
            Subscript::Affine(affine) => return self.affine_value(affine, loc),
            Subscript::Opaque { terms, plus } => (terms, plus),
        };
        let mut sum = None;
        for (expr, factor) in terms {
            let value = self.integer(*expr)?;
            let index = self.ops.at().index();
            let mut value = self.ops.at().index_cast(value, index);
            if *factor != 1 {
                let factor = self.ops.at().constant_index(*factor);
                value = self.ops.binary("arith.muli", value, factor);
            }
            sum = Some(sum.map_or(value, |sum| self.ops.binary("arith.addi", sum, value)));
        }
        let is_zero = plus.constant == 0 && plus.terms.is_empty();
        match sum {
            Some(sum) if is_zero => Ok(sum),
            Some(sum) => {
                let rest = self.affine_value(plus, loc)?;
                Ok(self.ops.binary("arith.addi", sum, rest))
            }
            None => self.affine_value(plus, loc),
        }
    }

    /// An index as a C integer.
    fn c_integer(&mut self, index: Val<'c>, scalar: Scalar, loc: Loc) -> Res<Val<'c>> {
        match scalar {
            Scalar::Int { .. } => {
                let ty = scalar.value_type(self.context());
                debug_assert!(index.r#type().to_string() == "index", "indices have type index");
                Ok(self.ops.at().index_cast(index, ty))
            }
            Scalar::Bool | Scalar::Float { .. } | Scalar::Half | Scalar::Pointer => {
                self.stop("index of an unusual type", loc)
            }
        }
    }
}
