//! Rvalues and conditions. The same code writes host code and the bodies of nests; only [`Function::choose`] and the
//! places differ.

use super::function::{Function, Res};
use super::ops::{CmpF, CmpI, Ops};
use super::place::Place;
use super::types::Scalar;
use crate::ast::{BinaryOp, CastKind, ExprId, ExprKind, Loc, TypeId, TypeKind, UnaryOp, Unit};
use melior::ir::Type;
use raddle_dialects::{Block, Val};

impl<'c> Function<'c, '_> {
    pub fn scalar(&self, ty: TypeId, loc: Loc) -> Res<Scalar> {
        match Scalar::of(self.unit, ty) {
            Some(scalar) => Ok(scalar),
            None => self.stop(format!("value of type '{}'", self.unit.ty(ty).spelling), loc),
        }
    }

    pub fn scalar_of(&self, id: ExprId) -> Res<Scalar> {
        let expr = self.unit.expr(id);
        self.scalar(expr.ty, expr.loc)
    }

    /// An integer expression's value, extended to 64 bits.
    pub fn integer(&mut self, id: ExprId) -> Res<Val<'c>> {
        let scalar = self.scalar_of(id)?;
        let value = self.rvalue(id)?;
        Ok(self.convert(value, scalar, Scalar::LONG))
    }

    /// The value of a scalar expression.
    pub fn rvalue(&mut self, id: ExprId) -> Res<Val<'c>> {
        stacker::maybe_grow(64 << 10, 4 << 20, || self.rvalue_inner(id))
    }

    fn rvalue_inner(&mut self, id: ExprId) -> Res<Val<'c>> {
        let expr = self.unit.expr(id);
        self.set_location(expr.loc);
        if let Some(constant) = expr.constant {
            return self.constant(constant, expr.ty, expr.loc);
        }
        match &expr.kind {
            ExprKind::Int { value } => self.constant(*value, expr.ty, expr.loc),
            ExprKind::Float { bits, .. } => self.float_literal(bits, expr.ty, expr.loc),
            ExprKind::Binary { .. } | ExprKind::Unary { .. } if self.is_half_arithmetic(id) => {
                let value = self.operation(id)?;
                Ok(self.rounded_to_half(value))
            }
            ExprKind::Binary { .. } | ExprKind::Unary { .. } => self.operation(id),
            ExprKind::Cast { arg, .. } if expr.keeps_value => {
                let (from, to) = (self.scalar_of(*arg)?, self.scalar(expr.ty, expr.loc)?);
                let value = self.rvalue(*arg)?;
                self.set_location(expr.loc);
                Ok(self.convert_exactly(value, from, to))
            }
            ExprKind::Cast { cast, arg } => self.cast(*cast, *arg, expr.ty, expr.loc),
            ExprKind::Assign { lhs, rhs } => self.assign(*lhs, *rhs),
            ExprKind::CompoundAssign { op, lhs, rhs, compute_lhs_ty, compute_ty } => {
                self.compound_assign(id, *op, [*lhs, *rhs], *compute_lhs_ty, *compute_ty)
            }
            ExprKind::Conditional { cond, then, other } => self.conditional(*cond, *then, *other, expr.ty, expr.loc),
            ExprKind::Call { callee, args, builtin } => match self.call(id, *callee, args, builtin)? {
                Some(value) => Ok(value),
                None => self.stop("value of a function without one", expr.loc),
            },
            ExprKind::Member { .. } | ExprKind::Subscript { .. } => {
                // A member of a record rvalue is a value without a conversion.
                let place = self.place(id)?;
                let scalar = self.scalar(expr.ty, expr.loc)?;
                Ok(self.load(&place, scalar))
            }
            ExprKind::SizeofVla { of } => self.size_of(*of, expr.ty, expr.loc),
            ExprKind::StmtExpr { body } => match self.statement_expression(*body)? {
                Some(value) => Ok(value),
                None => self.stop("statement expression without a value", expr.loc),
            },
            ExprKind::ImplicitZero => self.zero(expr.ty, expr.loc),
            ExprKind::InitList { .. }
            | ExprKind::CompoundLiteral { .. }
            | ExprKind::String { .. }
            | ExprKind::Ref { .. } => self.stop("value of an unusual form", expr.loc),
            ExprKind::VaArg { .. } => self.stop("va_arg", expr.loc),
            ExprKind::Other { class, .. } => self.stop(class.clone(), expr.loc),
        }
    }

    /// The value of an operator's expression, not rounded to `_Float16`.
    pub fn operation(&mut self, id: ExprId) -> Res<Val<'c>> {
        let expr = self.unit.expr(id);
        self.set_location(expr.loc);
        match expr.kind {
            ExprKind::Binary { op, lhs, rhs } => self.binary(id, op, lhs, rhs),
            ExprKind::Unary { op, arg } => self.unary(id, op, arg),
            _ => self.rvalue(id),
        }
    }

    /// Evaluates for the side effects: the value, if there is one, is not needed.
    pub fn effect(&mut self, id: ExprId) -> Res<()> {
        stacker::maybe_grow(64 << 10, 4 << 20, || self.effect_inner(id))
    }

    fn effect_inner(&mut self, id: ExprId) -> Res<()> {
        let expr = self.unit.expr(id);
        self.set_location(expr.loc);
        match &expr.kind {
            ExprKind::Cast { cast: CastKind::ToVoid, arg } => self.effect(*arg),
            ExprKind::Call { callee, args, builtin } => self.call(id, *callee, args, builtin).map(|_| ()),
            ExprKind::Binary { op: BinaryOp::Comma, lhs, rhs } => {
                self.effect(*lhs)?;
                self.effect(*rhs)
            }
            ExprKind::Conditional { cond, then, other } if self.is_void(expr.ty) => {
                let (then, other) = (*then, *other);
                let run = |arm: ExprId| move |this: &mut Self| this.effect(arm).map(|()| None);
                self.choose(*cond, None, run(then), run(other)).map(|_| ())
            }
            ExprKind::StmtExpr { body } => self.statement_expression(*body).map(|_| ()),
            _ if Scalar::of(self.unit, expr.ty).is_some() && !expr.is_lvalue => self.rvalue(id).map(|_| ()),
            _ => self.place(id).map(|_| ()),
        }
    }

    pub fn is_void(&self, ty: TypeId) -> bool {
        self.unit.ty(ty).kind == TypeKind::Void
    }

    fn constant(&mut self, value: i64, ty: TypeId, loc: Loc) -> Res<Val<'c>> {
        match self.scalar(ty, loc)? {
            Scalar::Bool => Ok(self.ops.bool(value != 0)),
            Scalar::Int { bits, .. } => Ok(self.ops.int(bits, value)),
            Scalar::Float { .. } | Scalar::Half | Scalar::Pointer => self.stop("integer constant of another type", loc),
        }
    }

    fn zero(&mut self, ty: TypeId, loc: Loc) -> Res<Val<'c>> {
        match self.scalar(ty, loc)? {
            Scalar::Bool => Ok(self.ops.bool(false)),
            Scalar::Int { bits, .. } => Ok(self.ops.int(bits, 0)),
            Scalar::Float { bits } => Ok(self.ops.float(bits, 0.0)),
            Scalar::Half => Ok(self.ops.float(32, 0.0)),
            Scalar::Pointer => Ok(self.ops.null()),
        }
    }

    fn float_literal(&mut self, bits: &str, ty: TypeId, loc: Loc) -> Res<Val<'c>> {
        let value = match self.scalar(ty, loc)? {
            Scalar::Float { bits: width } => self.ops.float_bits(width, bits),
            Scalar::Half => self.ops.float_bits(16, bits).map(|value| self.half_received(value)),
            Scalar::Bool | Scalar::Int { .. } | Scalar::Pointer => None,
        };
        value.map_or_else(|| self.stop("malformed floating literal", loc), Ok)
    }

    fn size_of(&mut self, of: TypeId, ty: TypeId, loc: Loc) -> Res<Val<'c>> {
        if !self.has_extent(of) {
            self.evaluate_extents(of)?;
        }
        let (count, base) = self.extent(of, loc)?;
        let size = self.ops.int(64, self.unit.ty(base).size as i64);
        let bytes = self.ops.binary_nsw("arith.muli", count, size);
        let to = self.scalar(ty, loc)?;
        Ok(self.convert(bytes, Scalar::Int { bits: 64, signed: false }, to))
    }

    // Operators

    fn binary(&mut self, id: ExprId, op: BinaryOp, lhs: ExprId, rhs: ExprId) -> Res<Val<'c>> {
        let expr = self.unit.expr(id);
        match op {
            BinaryOp::Comma => {
                self.effect(lhs)?;
                self.rvalue(rhs)
            }
            BinaryOp::Lt | BinaryOp::Gt | BinaryOp::Le | BinaryOp::Ge | BinaryOp::Eq | BinaryOp::Ne => {
                let value = self.comparison(id, op, lhs, rhs)?;
                let to = self.scalar(expr.ty, expr.loc)?;
                Ok(self.convert(value, Scalar::Bool, to))
            }
            BinaryOp::LogicalAnd | BinaryOp::LogicalOr => {
                let value = self.logical(op, lhs, rhs)?;
                let to = self.scalar(expr.ty, expr.loc)?;
                Ok(self.convert(value, Scalar::Bool, to))
            }
            BinaryOp::Add
            | BinaryOp::Sub
            | BinaryOp::Mul
            | BinaryOp::Div
            | BinaryOp::Rem
            | BinaryOp::Shl
            | BinaryOp::Shr
            | BinaryOp::And
            | BinaryOp::Or
            | BinaryOp::Xor => self.arithmetic_expr(id, op, lhs, rhs),
        }
    }

    fn arithmetic_expr(&mut self, id: ExprId, op: BinaryOp, lhs: ExprId, rhs: ExprId) -> Res<Val<'c>> {
        let expr = self.unit.expr(id);
        match (self.scalar_of(lhs)?, self.scalar_of(rhs)?) {
            (Scalar::Pointer, Scalar::Pointer) => self.pointer_difference(lhs, rhs, expr.ty, expr.loc),
            (Scalar::Pointer, _) => {
                let base = self.rvalue(lhs)?;
                let index = self.integer(rhs)?;
                self.set_location(expr.loc);
                self.advance(base, index, self.pointee(lhs)?, op == BinaryOp::Sub)
            }
            (_, Scalar::Pointer) => {
                let index = self.integer(lhs)?;
                let base = self.rvalue(rhs)?;
                self.set_location(expr.loc);
                self.advance(base, index, self.pointee(rhs)?, false)
            }
            (scalar, amount) => {
                let a = self.operand(lhs)?;
                let b = self.operand(rhs)?;
                self.set_location(expr.loc);
                let value = match self.contracted(id, op, [Some(lhs), Some(rhs)], [a, b]) {
                    Some(value) => value,
                    None => self.arithmetic(op, a, b, scalar, amount, expr.loc)?,
                };
                Ok(self.allow(id, value))
            }
        }
    }

    /// What the pointer expression points to.
    fn pointee(&self, id: ExprId) -> Res<TypeId> {
        let expr = self.unit.expr(id);
        match self.unit.ty(expr.ty).kind {
            TypeKind::Pointer { to } => Ok(to),
            _ => self.stop("arithmetic on something that is no pointer", expr.loc),
        }
    }

    fn pointer_difference(&mut self, lhs: ExprId, rhs: ExprId, ty: TypeId, loc: Loc) -> Res<Val<'c>> {
        let a = self.rvalue(lhs)?;
        let b = self.rvalue(rhs)?;
        self.set_location(loc);
        let a = self.convert(a, Scalar::Pointer, Scalar::LONG);
        let b = self.convert(b, Scalar::Pointer, Scalar::LONG);
        let bytes = self.ops.binary("arith.subi", a, b);
        let (count, base) = self.extent(self.pointee(lhs)?, loc)?;
        let size = self.ops.int(64, self.unit.ty(base).size.max(1) as i64);
        let divisor = self.ops.binary_nsw("arith.muli", count, size);
        let difference = self.ops.binary("arith.divsi", bytes, divisor);
        let to = self.scalar(ty, loc)?;
        Ok(self.convert(difference, Scalar::LONG, to))
    }

    fn comparison(&mut self, id: ExprId, op: BinaryOp, lhs: ExprId, rhs: ExprId) -> Res<Val<'c>> {
        if let Some(Place::Value(test)) = self.nest_place(id)? {
            // Of a pointer with null, made before the nest.
            let scalar = self.scalar_of(id)?;
            return Ok(self.convert(test, scalar, Scalar::Bool));
        }
        let (scalar, loc) = (self.scalar_of(lhs)?, self.unit.expr(lhs).loc);
        let a = self.rvalue(lhs)?;
        let b = self.rvalue(rhs)?;
        self.set_location(loc);
        let (signed, unsigned, float) = match op {
            BinaryOp::Lt => (CmpI::Slt, CmpI::Ult, CmpF::Olt),
            BinaryOp::Le => (CmpI::Sle, CmpI::Ule, CmpF::Ole),
            BinaryOp::Gt => (CmpI::Sgt, CmpI::Ugt, CmpF::Ogt),
            BinaryOp::Ge => (CmpI::Sge, CmpI::Uge, CmpF::Oge),
            BinaryOp::Eq => (CmpI::Eq, CmpI::Eq, CmpF::Oeq),
            _ => (CmpI::Ne, CmpI::Ne, CmpF::Une),
        };
        Ok(match scalar {
            Scalar::Bool | Scalar::Int { signed: false, .. } => self.ops.at().cmpi(unsigned, a, b),
            Scalar::Int { signed: true, .. } => self.ops.at().cmpi(signed, a, b),
            Scalar::Float { .. } | Scalar::Half => {
                let value = self.ops.at().cmpf(float, a, b);
                self.allow(id, value)
            }
            Scalar::Pointer => self.ops.compare_pointers(unsigned, a, b),
        })
    }

    fn logical(&mut self, op: BinaryOp, lhs: ExprId, rhs: ExprId) -> Res<Val<'c>> {
        let i1 = Scalar::Bool.value_type(self.context());
        let rest = |this: &mut Self| this.condition(rhs).map(Some);
        let chosen = match op {
            BinaryOp::LogicalAnd => self.choose(lhs, Some(i1), rest, |this| Ok(Some(this.ops.bool(false))))?,
            _ => self.choose(lhs, Some(i1), |this| Ok(Some(this.ops.bool(true))), rest)?,
        };
        chosen.map_or_else(|| self.stop("condition without a value", self.unit.expr(lhs).loc), Ok)
    }

    fn unary(&mut self, id: ExprId, op: UnaryOp, arg: ExprId) -> Res<Val<'c>> {
        let expr = self.unit.expr(id);
        match op {
            UnaryOp::Plus | UnaryOp::Extension => self.operand(arg),
            UnaryOp::Minus | UnaryOp::Not => {
                let scalar = self.scalar_of(arg)?;
                let value = self.operand(arg)?;
                self.set_location(expr.loc);
                let value = self.negate(op, value, scalar);
                Ok(self.allow(id, value))
            }
            UnaryOp::LogicalNot => {
                let value = self.condition(id)?;
                let to = self.scalar(expr.ty, expr.loc)?;
                Ok(self.convert(value, Scalar::Bool, to))
            }
            UnaryOp::AddrOf => {
                let place = self.place(arg)?;
                Ok(self.address(place, expr.loc)?.0)
            }
            UnaryOp::Deref => {
                let place = self.place(id)?;
                let scalar = self.scalar(expr.ty, expr.loc)?;
                Ok(self.load(&place, scalar))
            }
            UnaryOp::PreInc => self.step(arg, 1, false),
            UnaryOp::PreDec => self.step(arg, -1, false),
            UnaryOp::PostInc => self.step(arg, 1, true),
            UnaryOp::PostDec => self.step(arg, -1, true),
            // Of real numbers: `raise::complex` has replaced the others.
            UnaryOp::Real => self.rvalue(arg),
            UnaryOp::Imag => {
                self.effect(arg)?;
                self.zero(expr.ty, expr.loc)
            }
        }
    }

    fn negate(&mut self, op: UnaryOp, value: Val<'c>, scalar: Scalar) -> Val<'c> {
        match (op, scalar) {
            (UnaryOp::Minus, Scalar::Float { .. } | Scalar::Half) => self.ops.at().unary("arith.negf", value),
            (UnaryOp::Minus, Scalar::Int { bits, .. }) => {
                let zero = self.ops.int(bits, 0);
                self.checked("arith.subi", zero, value, scalar)
            }
            (_, Scalar::Int { bits, .. }) => {
                let ones = self.ops.int(bits, -1);
                self.ops.binary("arith.xori", value, ones)
            }
            // C promotes before these operators.
            (_, Scalar::Bool | Scalar::Float { .. } | Scalar::Half | Scalar::Pointer) => value,
        }
    }

    /// `++` and `--`.
    fn step(&mut self, arg: ExprId, by: i64, is_postfix: bool) -> Res<Val<'c>> {
        let expr = self.unit.expr(arg);
        let scalar = self.scalar(expr.ty, expr.loc)?;
        let place = self.place(arg)?;
        let old = self.load(&place, scalar);
        let new = match scalar {
            Scalar::Pointer => {
                let index = self.ops.int(64, by);
                self.advance(old, index, self.pointee(arg)?, false)?
            }
            Scalar::Int { bits, .. } => {
                let one = self.ops.int(bits, by);
                self.checked("arith.addi", old, one, scalar)
            }
            Scalar::Float { bits } => {
                let one = self.ops.float(bits, by as f64);
                self.ops.binary("arith.addf", old, one)
            }
            Scalar::Half => {
                let one = self.ops.float(32, by as f64);
                let sum = self.ops.binary("arith.addf", old, one);
                self.rounded_to_half(sum)
            }
            Scalar::Bool if by > 0 => self.ops.bool(true),
            Scalar::Bool => {
                let one = self.ops.bool(true);
                self.ops.binary("arith.xori", old, one)
            }
        };
        let stored = self.store(&place, scalar, new);
        Ok(if is_postfix { old } else { stored })
    }

    fn assign(&mut self, lhs: ExprId, rhs: ExprId) -> Res<Val<'c>> {
        let (scalar, loc) = (self.scalar_of(lhs)?, self.unit.expr(lhs).loc);
        // Clang's order, where C leaves it open.
        let value = self.rvalue(rhs)?;
        let place = self.place(lhs)?;
        self.set_location(loc);
        Ok(self.store(&place, scalar, value))
    }

    fn compound_assign(
        &mut self,
        id: ExprId,
        op: BinaryOp,
        [lhs, rhs]: [ExprId; 2],
        compute_lhs: TypeId,
        compute: TypeId,
    ) -> Res<Val<'c>> {
        let (scalar, loc) = (self.scalar_of(lhs)?, self.unit.expr(lhs).loc);
        let amount_scalar = self.scalar_of(rhs)?;
        let amount = if scalar == Scalar::Pointer { self.integer(rhs)? } else { self.operand(rhs)? };
        let place = self.place(lhs)?;
        self.set_location(loc);
        let old = self.load(&place, scalar);
        let new = if scalar == Scalar::Pointer {
            self.advance(old, amount, self.pointee(lhs)?, op == BinaryOp::Sub)?
        } else {
            let (from, to) = (self.scalar(compute_lhs, loc)?, self.scalar(compute, loc)?);
            let (from, to) = (self.computed_in(from), self.computed_in(to));
            let wide = self.convert(old, scalar, from);
            let result = match self.contracted(id, op, [None, Some(rhs)], [wide, amount]) {
                Some(value) => value,
                None => self.arithmetic(op, wide, amount, from, amount_scalar, loc)?,
            };
            let result = self.allow(id, result);
            let result = if to == Scalar::Half { self.rounded_to_half(result) } else { result };
            self.convert(result, to, scalar)
        };
        Ok(self.store(&place, scalar, new))
    }

    fn conditional(&mut self, cond: ExprId, then: ExprId, other: ExprId, ty: TypeId, loc: Loc) -> Res<Val<'c>> {
        // Clang emits no more, and so may contract what is there.
        if let Some(arm) = self.known_arm(cond, then, other) {
            return self.rvalue(arm);
        }
        let result = self.scalar(ty, loc)?.value_type(self.context());
        let chosen =
            self.choose(cond, Some(result), |this| this.rvalue(then).map(Some), |this| this.rvalue(other).map(Some))?;
        chosen.map_or_else(|| self.stop("conditional without a value", loc), Ok)
    }

    fn cast(&mut self, cast: CastKind, arg: ExprId, ty: TypeId, loc: Loc) -> Res<Val<'c>> {
        match cast {
            CastKind::LvalueToRvalue => {
                let place = self.place(arg)?;
                let scalar = self.scalar(ty, loc)?;
                self.set_location(loc);
                Ok(self.load(&place, scalar))
            }
            CastKind::ArrayToPointer | CastKind::FunctionToPointer => {
                let place = self.place(arg)?;
                Ok(self.address(place, loc)?.0)
            }
            CastKind::NullToPointer => {
                self.effect(arg)?;
                Ok(self.ops.null())
            }
            CastKind::NoOp
            | CastKind::BitCast
            | CastKind::IntegralToPointer
            | CastKind::PointerToIntegral
            | CastKind::PointerToBoolean
            | CastKind::IntegralCast
            | CastKind::IntegralToBoolean
            | CastKind::IntegralToFloating
            | CastKind::FloatingToIntegral
            | CastKind::FloatingToBoolean
            | CastKind::FloatingCast => {
                self.extents_of_cast(ty)?;
                let (from, to) = (self.scalar_of(arg)?, self.scalar(ty, loc)?);
                let value = self.rvalue(arg)?;
                self.set_location(loc);
                Ok(self.convert(value, from, to))
            }
            CastKind::ToVoid => self.stop("value of void", loc),
            CastKind::AtomicToNonAtomic | CastKind::NonAtomicToAtomic => self.stop("atomic access", loc),
            CastKind::RealToComplex | CastKind::ComplexToReal | CastKind::ComplexToBoolean | CastKind::ComplexCast => {
                self.stop("complex number", loc)
            }
            CastKind::BuiltinToFunction | CastKind::Other => self.stop("conversion of an unusual kind", loc),
        }
    }

    /// A cast to a pointer to a variable-length array evaluates its extents, unless a declaration did.
    fn extents_of_cast(&mut self, ty: TypeId) -> Res<()> {
        if let TypeKind::Pointer { to } = self.unit.ty(ty).kind
            && matches!(self.unit.ty(to).kind, TypeKind::VariableArray { .. })
            && !self.has_extent(to)
        {
            self.evaluate_extents(to)?;
        }
        Ok(())
    }

    // Conditions

    /// The expression compared with zero, as `i1`.
    pub fn condition(&mut self, id: ExprId) -> Res<Val<'c>> {
        stacker::maybe_grow(64 << 10, 4 << 20, || self.condition_inner(id))
    }

    fn condition_inner(&mut self, id: ExprId) -> Res<Val<'c>> {
        let expr = self.unit.expr(id);
        self.set_location(expr.loc);
        match &expr.kind {
            _ if expr.constant.is_some() => {}
            ExprKind::Unary { op: UnaryOp::LogicalNot, arg } => {
                let value = self.condition(*arg)?;
                let one = self.ops.bool(true);
                return Ok(self.ops.binary("arith.xori", value, one));
            }
            ExprKind::Binary {
                op: op @ (BinaryOp::Lt | BinaryOp::Gt | BinaryOp::Le | BinaryOp::Ge | BinaryOp::Eq | BinaryOp::Ne),
                lhs,
                rhs,
            } => return self.comparison(id, *op, *lhs, *rhs),
            ExprKind::Binary { op: op @ (BinaryOp::LogicalAnd | BinaryOp::LogicalOr), lhs, rhs } => {
                return self.logical(*op, *lhs, *rhs);
            }
            _ => {}
        }
        let scalar = self.scalar(expr.ty, expr.loc)?;
        let value = self.rvalue(id)?;
        Ok(self.convert(value, scalar, Scalar::Bool))
    }

    /// Jumps to one of two blocks, evaluating no more of `id` than C does.
    pub fn branch_on(&mut self, id: ExprId, then: Block<'c>, other: Block<'c>) -> Res<()> {
        stacker::maybe_grow(64 << 10, 4 << 20, || self.branch_on_inner(id, then, other))
    }

    fn branch_on_inner(&mut self, id: ExprId, then: Block<'c>, other: Block<'c>) -> Res<()> {
        let expr = self.unit.expr(id);
        match &expr.kind {
            _ if expr.constant.is_some() => {}
            ExprKind::Unary { op: UnaryOp::LogicalNot, arg } => return self.branch_on(*arg, other, then),
            ExprKind::Binary { op: BinaryOp::LogicalAnd, lhs, rhs } => {
                let second = self.ops.new_block(&[]);
                self.branch_on(*lhs, second, other)?;
                self.ops.enter(second);
                return self.branch_on(*rhs, then, other);
            }
            ExprKind::Binary { op: BinaryOp::LogicalOr, lhs, rhs } => {
                let second = self.ops.new_block(&[]);
                self.branch_on(*lhs, then, second)?;
                self.ops.enter(second);
                return self.branch_on(*rhs, then, other);
            }
            _ => {}
        }
        if let Some(constant) = expr.constant {
            self.ops.branch(if constant != 0 { then } else { other }, &[]);
            return Ok(());
        }
        let mut cond = self.condition(id)?;
        if is_nan_test(self.unit, id) {
            let no = self.ops.bool(false);
            cond = self.ops.binary("llvm.intr.expect", cond, no);
        }
        self.ops.branch_if(cond, then, other);
        Ok(())
    }

    /// Evaluates one of two alternatives: blocks in host code, `scf.if` in a nest.
    pub fn choose(
        &mut self,
        cond: ExprId,
        result: Option<Type<'c>>,
        then: impl FnOnce(&mut Self) -> Res<Option<Val<'c>>>,
        other: impl FnOnce(&mut Self) -> Res<Option<Val<'c>>>,
    ) -> Res<Option<Val<'c>>> {
        if self.nest.is_some() {
            return self.choose_structured(cond, result, then, other);
        }
        let (then_block, other_block) = (self.ops.new_block(&[]), self.ops.new_block(&[]));
        self.branch_on(cond, then_block, other_block)?;
        let join = self.ops.new_block(result.as_slice());
        self.ops.enter(then_block);
        let value = then(self)?;
        self.ops.at();
        self.ops.branch(join, value.as_slice());
        self.ops.enter(other_block);
        let value = other(self)?;
        self.ops.at();
        self.ops.branch(join, value.as_slice());
        self.ops.enter(join);
        Ok(raddle_dialects::ir::arguments(join).first().copied())
    }

    fn choose_structured(
        &mut self,
        cond: ExprId,
        result: Option<Type<'c>>,
        then: impl FnOnce(&mut Self) -> Res<Option<Val<'c>>>,
        other: impl FnOnce(&mut Self) -> Res<Option<Val<'c>>>,
    ) -> Res<Option<Val<'c>>> {
        let cond = self.condition(cond)?;
        let place = self.ops.at();
        let (op, then_block, other_block) = place.scf_if(cond, result.as_slice(), true);
        let arm = |this: &mut Self, block: Block<'c>, body: &mut dyn FnMut(&mut Self) -> Res<Option<Val<'c>>>| {
            let inner = place.before_terminator(block);
            Ops::elsewhere(
                this,
                |this| &mut this.ops,
                inner,
                |this| -> Res<()> {
                    if let Some(value) = body(this)? {
                        this.ops.at().op("scf.yield", &[value], &[], &[]);
                    }
                    Ok(())
                },
            )
        };
        let (mut then, mut other) = (Some(then), Some(other));
        arm(self, then_block, &mut |this| then.take().map_or(Ok(None), |body| body(this)))?;
        if let Some(block) = other_block {
            arm(self, block, &mut |this| other.take().map_or(Ok(None), |body| body(this)))?;
        }
        Ok(raddle_dialects::ir::results(op).first().copied())
    }
}

/// `x != x`, of a variable: only NaN differs from itself, and few numbers are that.
pub(super) fn is_nan_test(unit: &Unit, e: ExprId) -> bool {
    let variable = |e: ExprId| match unit.expr(e).kind {
        ExprKind::Cast { cast: CastKind::LvalueToRvalue, arg } => match unit.expr(arg).kind {
            ExprKind::Ref { decl } => Some(decl),
            _ => None,
        },
        _ => None,
    };
    match unit.expr(e).kind {
        ExprKind::Binary { op: BinaryOp::Ne, lhs, rhs } => {
            let is_float = matches!(unit.ty(unit.expr(lhs).ty).kind, TypeKind::Float { .. });
            is_float && variable(lhs).is_some_and(|it| variable(rhs) == Some(it))
        }
        _ => false,
    }
}
