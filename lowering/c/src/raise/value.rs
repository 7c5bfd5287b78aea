//! Integer expressions as polynomials, conditions as constraints, and the symbols they are made of.
//!
//! A polynomial stands for an expression only if C computes exactly that integer: conversions and unsigned arithmetic that
//! could wrap leave an obligation in `pending`, which the caller settles against the facts of the place.

use super::effects::{Promise, callee_decl, exposed, place, promise};
use super::nest::{Builder, Meaning, Obligation};
use super::poly::Poly;
use super::prove::Range;
use super::{Reason, Result, spell};
use crate::ast::{BinaryOp, CastKind, DeclId, ExprId, ExprKind, Storage, Type, TypeId, TypeKind, UnaryOp, Unit};
use crate::plan::{MAX_LEVEL, Relation, SymbolId, Term, Value};

/// A conjunction, possibly negated as a whole.
#[derive(Clone, Debug)]
pub(super) struct Cond {
    pub all: Vec<Constraint>,
    pub negated: bool,
}

#[derive(Clone, Debug)]
pub(super) struct Constraint {
    pub expr: Poly,
    pub relation: Relation,
}

/// Whether an expression may be evaluated before the nest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Hoist {
    Free,
    /// It could fault if the nest does not come to evaluate it.
    MayFault,
}

/// What evaluating an expression before the nest relies on.
#[derive(Default)]
pub(super) struct Relied {
    /// Pointers that lead to memory.
    followed: Vec<ExprId>,
    /// Lvalues that keep their values only if the nest's stores are elsewhere.
    watched: Vec<ExprId>,
}

pub(super) fn overflow(at: ExprId) -> Reason {
    Reason::at_expr(at, "coefficients too large")
}

/// The values of an integer type; of unsigned 64-bit ones those that an index can hold with room for arithmetic.
pub(super) fn range_of(ty: &Type) -> Option<Range> {
    let (bits, signed) = match ty.kind {
        TypeKind::Bool => return Some(Range { min: 0, max: 1 }),
        TypeKind::Int { bits, signed } if bits <= 64 => (bits, signed),
        _ => return None,
    };
    let values = 1i128 << bits;
    let (min, max) = if signed { (-values / 2, values / 2 - 1) } else { (0, values - 1) };
    let limit = if signed { i64::MAX } else { 1 << 62 };
    Some(Range { min, max: max.min(limit.into()) })
}

pub(super) fn is_signed(ty: &Type) -> bool {
    matches!(ty.kind, TypeKind::Int { signed: true, .. })
}

impl Builder<'_> {
    /// The value of an integer expression, all obligations settled.
    pub fn settled(&mut self, e: ExprId) -> Result<Poly> {
        let mark = self.mark();
        let attempt = self.integer(e).and_then(|value| self.settle().map(|()| value));
        if attempt.is_err() {
            self.rollback(mark);
        }
        attempt
    }

    /// Discharges the pending obligations where the walk stands.
    pub fn settle(&mut self) -> Result<()> {
        let pending = std::mem::take(&mut self.pending);
        pending.iter().try_for_each(|o| self.ensure(&o.goal, o.at, &o.why))
    }

    pub fn integer(&mut self, e: ExprId) -> Result<Poly> {
        stacker::maybe_grow(64 << 10, 1 << 20, || self.integer_here(e))
    }

    fn integer_here(&mut self, e: ExprId) -> Result<Poly> {
        let expr = self.unit.expr(e);
        let ty = self.unit.ty(expr.ty);
        if range_of(ty).is_none() {
            return Err(Reason::at_expr(e, format!("'{}' is not an integer", spell::expr(self.unit, e))));
        }
        if let Some(value) = expr.constant {
            let fits = value >= 0 || is_signed(ty);
            return if fits { Ok(Poly::constant(value)) } else { Err(overflow(e)) };
        }
        match expr.kind {
            ExprKind::Cast { cast: CastKind::LvalueToRvalue, arg } => self.read_integer(e, arg),
            ExprKind::Cast { cast: CastKind::NoOp, arg }
            | ExprKind::Unary { op: UnaryOp::Plus | UnaryOp::Extension, arg } => self.integer(arg),
            ExprKind::Cast { cast: CastKind::IntegralCast, arg } => self.conversion(e, arg),
            ExprKind::Binary { op: BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul | BinaryOp::Shl, .. } => {
                self.arithmetic(e)
            }
            ExprKind::Unary { op: UnaryOp::Minus, arg } if is_signed(ty) => {
                let value = self.integer(arg)?.scale(-1).ok_or_else(|| overflow(e))?;
                self.require_no_overflow(&value, e)?;
                Ok(value)
            }
            _ => self.symbol_or_opaque(e),
        }
    }

    /// The expression as one symbol, or where that may be as a value with bounds.
    fn symbol_or_opaque(&mut self, e: ExprId) -> Result<Poly> {
        if !self.bounded {
            return self.symbolic(e);
        }
        let mark = self.mark();
        self.symbolic(e).or_else(|reason| {
            self.rollback(mark);
            self.opaque(e).ok_or(reason)
        })
    }

    /// The expression as one symbol.
    fn symbolic(&mut self, e: ExprId) -> Result<Poly> {
        let symbol = self.symbol(e)?;
        let ty = self.unit.ty(self.unit.expr(e).ty);
        if ty.kind == (TypeKind::Int { bits: 64, signed: false }) {
            if self.level(symbol) >= MAX_LEVEL {
                let text = format!("'{}' cannot be checked before the nest", spell::expr(self.unit, e));
                return Err(Reason::at_expr(e, text));
            }
            self.check_unsigned(symbol);
        }
        Ok(Poly::term(Term::Symbol(symbol)))
    }

    fn read_integer(&mut self, e: ExprId, lvalue: ExprId) -> Result<Poly> {
        if let ExprKind::Ref { decl } = self.unit.expr(lvalue).kind {
            match self.scope.get(&decl) {
                Some(Meaning::Index(id)) => return Ok(Poly::term(Term::Loop(*id))),
                Some(Meaning::Value(value)) => return Ok(value.clone()),
                Some(Meaning::Points(_) | Meaning::OneOf(_) | Meaning::Shifted(..)) | None => {}
            }
        }
        self.symbol_or_opaque(e)
    }

    fn conversion(&mut self, e: ExprId, arg: ExprId) -> Result<Poly> {
        let (to, from) = (self.unit.expr(e).ty, self.unit.expr(arg).ty);
        let (Some(to), Some(from)) = (range_of(self.unit.ty(to)), range_of(self.unit.ty(from))) else {
            return self.symbolic(e);
        };
        let widens = to.min <= from.min && from.max <= to.max;
        if !widens
            && self.closed
            && let Ok(symbol) = self.symbolic(e)
        {
            return Ok(symbol);
        }
        let value = self.integer(arg)?;
        if self.unit.expr(e).keeps_value {
            self.assume(e, "no signed overflow");
            return Ok(value);
        }
        // Which unsigned long values do not fit an index is checked where the symbols are made.
        self.require_range(&value, to, e)?;
        Ok(value)
    }

    fn arithmetic(&mut self, e: ExprId) -> Result<Poly> {
        let ExprKind::Binary { op, lhs, rhs } = self.unit.expr(e).kind else { return self.symbolic(e) };
        let ty = self.unit.ty(self.unit.expr(e).ty);
        if self.closed
            && (self.unit.wraps(ty) || op == BinaryOp::Mul)
            && let Ok(symbol) = self.symbolic(e)
        {
            return Ok(symbol);
        }
        let value = match op {
            BinaryOp::Shl => match self.unit.expr(rhs).constant {
                Some(bits @ 0..=31) => self.integer(lhs)?.scale(1 << bits),
                _ => return self.symbolic(e),
            },
            _ => {
                let (lhs, rhs) = (self.integer(lhs)?, self.integer(rhs)?);
                match op {
                    BinaryOp::Add => lhs.add(&rhs),
                    BinaryOp::Sub => lhs.sub(&rhs),
                    _ => lhs.mul(&rhs),
                }
            }
        };
        let value = value.ok_or_else(|| overflow(e))?;
        self.require_no_overflow(&value, e)?;
        Ok(value)
    }

    /// What arithmetic computes exactly is what C computes: by the program's promise, or because it lies in the type's range.
    fn require_no_overflow(&mut self, value: &Poly, e: ExprId) -> Result<()> {
        let ty = self.unit.ty(self.unit.expr(e).ty);
        match range_of(ty) {
            Some(range) if self.unit.wraps(ty) => self.require_range(value, range, e),
            _ => {
                self.assume(e, "no signed overflow");
                Ok(())
            }
        }
    }

    /// `value` must lie in `range`; ends that 64 bits cannot hold are no limits.
    fn require_range(&mut self, value: &Poly, range: Range, at: ExprId) -> Result<()> {
        let known = self.prover.range(value);
        let why = format!("'{}' may wrap", spell::expr(self.unit, at));
        if known.min < range.min
            && let Ok(min) = i64::try_from(range.min)
        {
            // The least 64-bit number, whose negation is none, is left out.
            let goal = value.plus(min.saturating_neg()).ok_or_else(|| overflow(at))?;
            self.pending.push(Obligation { goal, at, why: why.clone() });
        }
        if known.max > range.max
            && let Ok(max) = i64::try_from(range.max)
        {
            let goal = value.scale(-1).and_then(|value| value.plus(max)).ok_or_else(|| overflow(at))?;
            self.pending.push(Obligation { goal, at, why });
        }
        Ok(())
    }

    /// The symbol for an expression that does not change in the nest.
    pub fn symbol(&mut self, e: ExprId) -> Result<SymbolId> {
        let known =
            self.symbols.iter().position(|s| matches!(s.value, Value::Expr(other) if same_expr(self.unit, e, other)));
        if let Some(known) = known {
            return Ok(SymbolId(known as u32));
        }
        let level = self.hoist(e)?;
        let range = range_of(self.unit.ty(self.unit.expr(e).ty)).unwrap_or(Range::ANY);
        Ok(self.add_symbol(Value::Expr(e), spell::expr(self.unit, e), level, range))
    }

    /// The expression may be evaluated before the nest, behind the checks of symbols of lower levels.
    pub fn hoist(&mut self, e: ExprId) -> Result<u32> {
        let mut relied = Relied::default();
        let hoist = self.invariant(e, &mut relied)?;
        let level = self.may_be_early(e, hoist, relied.followed)?;
        self.has_watched |= !relied.watched.is_empty();
        for place in relied.watched {
            if !self.watched.iter().any(|&known| same_expr(self.unit, known, place)) {
                self.watched.push(place);
            }
        }
        Ok(level)
    }

    fn may_be_early(&mut self, e: ExprId, hoist: Hoist, followed: Vec<ExprId>) -> Result<u32> {
        if hoist == Hoist::Free {
            return Ok(0);
        }
        if self.unconditional {
            self.followed.extend(followed);
            return Ok(0);
        }
        let is_among = |pointer: &ExprId, all: &[ExprId]| all.iter().any(|it| same_expr(self.unit, *pointer, *it));
        if !followed.is_empty() && !divides_or_calls(self.unit, e) {
            if followed.iter().all(|it| is_among(it, &self.followed)) {
                return Ok(0);
            }
            let is_known = |it: &ExprId| is_among(it, &self.followed) || is_among(it, &self.followed_first);
            if followed.iter().all(is_known) {
                return Ok(self.level_behind_checks());
            }
        }
        if self.conditions > 0 {
            let text = format!("'{}' is evaluated under a condition", spell::expr(self.unit, e));
            return Err(Reason::at_expr(e, text));
        }
        self.require_first_iteration(e)?;
        self.followed_first.extend(followed);
        Ok(self.level_behind_checks())
    }

    /// All loops around are entered, so that what stands here is evaluated in the very first iteration.
    fn require_first_iteration(&mut self, at: ExprId) -> Result<()> {
        let facts = std::mem::take(&mut self.prover.facts);
        let goals = self.first_iteration_goals();
        let why = format!("'{}' may not be evaluated", spell::expr(self.unit, at));
        let result = match goals {
            Some(goals) => goals.iter().try_for_each(|goal| self.ensure(goal, at, &why)),
            None => Err(Reason::at_expr(at, why)),
        };
        self.prover.facts = facts;
        result
    }

    fn first_iteration_goals(&self) -> Option<Vec<Poly>> {
        let mut goals = Vec::new();
        let mut firsts: Vec<(Term, Poly)> = Vec::new();
        for &id in &self.around {
            let l = &self.loops[id.0 as usize];
            if l.shift.is_some() {
                return None;
            }
            let at_first =
                |affine| firsts.iter().try_fold(Poly::from_affine(affine), |p, (term, v)| p.substitute(*term, v));
            let lower = l.lower.iter().map(at_first).collect::<Option<Vec<_>>>()?;
            let upper = l.upper.iter().map(at_first).collect::<Option<Vec<_>>>()?;
            for (lower, upper) in lower.iter().flat_map(|lower| upper.iter().map(move |upper| (lower, upper))) {
                let distance = if l.step > 0 { upper.sub(lower) } else { lower.sub(upper) };
                goals.push(distance?.plus(-1)?);
            }
            let [first] = lower.as_slice() else { return None };
            firsts.push((Term::Loop(id), first.clone()));
        }
        Some(goals)
    }

    /// Says whether the value is the same wherever in the nest it is computed; collects the pointers it follows.
    pub(super) fn invariant(&self, e: ExprId, relied: &mut Relied) -> Result<Hoist> {
        stacker::maybe_grow(64 << 10, 1 << 20, || self.invariant_here(e, relied))
    }

    fn invariant_here(&self, e: ExprId, relied: &mut Relied) -> Result<Hoist> {
        let expr = self.unit.expr(e);
        if expr.constant.is_some() {
            return Ok(Hoist::Free);
        }
        match &expr.kind {
            ExprKind::Int { .. } | ExprKind::Float { .. } | ExprKind::ImplicitZero => Ok(Hoist::Free),
            ExprKind::Cast { cast: CastKind::NullToPointer, .. } => Ok(Hoist::Free),
            ExprKind::Cast { cast: CastKind::LvalueToRvalue, arg } => self.invariant_load(*arg, relied),
            ExprKind::Cast { cast: CastKind::ArrayToPointer, arg } => self.invariant_place(*arg, relied),
            ExprKind::Cast { cast, arg } if is_plain_cast(*cast) => self.invariant(*arg, relied),
            ExprKind::Binary { op: BinaryOp::Comma, .. } => Err(self.not_affine(e)),
            ExprKind::Binary { op: BinaryOp::LogicalAnd | BinaryOp::LogicalOr, lhs, rhs } => {
                let hoist = self.invariant(*lhs, relied)?;
                self.harmless(&[*rhs])?;
                Ok(hoist)
            }
            ExprKind::Binary { op, lhs, rhs } => {
                let hoist = self.invariant(*lhs, relied)?.max(self.invariant(*rhs, relied)?);
                let traps = matches!(op, BinaryOp::Div | BinaryOp::Rem) && !is_safe_divisor(self.unit, *rhs);
                Ok(if traps { Hoist::MayFault } else { hoist })
            }
            ExprKind::Unary {
                op: UnaryOp::Plus | UnaryOp::Minus | UnaryOp::Not | UnaryOp::LogicalNot | UnaryOp::Extension,
                arg,
            } => self.invariant(*arg, relied),
            ExprKind::Unary { op: UnaryOp::AddrOf, arg } => self.invariant_place(*arg, relied),
            ExprKind::Call { callee, args, .. } => self.invariant_call(e, *callee, args, relied),
            ExprKind::Conditional { cond, then, other } => {
                let hoist = self.invariant(*cond, relied)?;
                self.harmless(&[*then, *other])?;
                Ok(hoist)
            }
            _ => Err(self.not_affine(e)),
        }
    }

    /// Calls that give one value for equal arguments, and change nothing. What they do with other values than the program
    /// has for them is not promised: such a call is made only if the nest makes it.
    fn invariant_call(&self, e: ExprId, callee: ExprId, args: &[ExprId], relied: &mut Relied) -> Result<Hoist> {
        let promise = callee_decl(self.unit, callee).and_then(|callee| promise(self.unit, callee));
        let text = |what: &str| Reason::at_expr(e, format!("'{}' {what}", spell::expr(self.unit, e)));
        match promise {
            None => return Err(self.unknown_call(e)),
            Some(Promise::Pure) if self.effects.change_shared_memory(self.unit) => {
                return Err(text("reads memory, which the nest writes"));
            }
            Some(Promise::Pure | Promise::Const) => {}
        }
        args.iter().try_for_each(|&arg| self.invariant(arg, relied).map(drop))?;
        Ok(Hoist::MayFault)
    }

    /// Operands that may not be evaluated must be unable to fault: that they are does not say that others can be.
    fn harmless(&self, parts: &[ExprId]) -> Result<()> {
        parts.iter().try_for_each(|&part| match self.invariant(part, &mut Relied::default())? {
            Hoist::Free => Ok(()),
            Hoist::MayFault => Err(self.not_affine(part)),
        })
    }

    pub fn not_affine(&self, e: ExprId) -> Reason {
        Reason::at_expr(e, format!("'{}' is not affine", spell::expr(self.unit, e)))
    }

    fn invariant_load(&self, lvalue: ExprId, relied: &mut Relied) -> Result<Hoist> {
        let hoist = self.invariant_place(lvalue, relied)?;
        let expr = self.unit.expr(lvalue);
        let text = || spell::expr(self.unit, lvalue);
        if !is_ordinary(self.unit.ty(expr.ty)) {
            return Err(Reason::at_expr(lvalue, format!("'{}' is volatile or atomic", text())));
        }
        let place = place(self.unit, lvalue);
        if self.effects.may_change(self.unit, &self.function.effects, &place) {
            if !self.watches || !self.can_be_watched(lvalue, &place) {
                return Err(Reason::at_expr(lvalue, format!("'{}' may change in the nest", text())));
            }
            relied.watched.push(lvalue);
        }
        Ok(hoist)
    }

    /// The lvalue names the same memory everywhere in the nest.
    fn invariant_place(&self, lvalue: ExprId, relied: &mut Relied) -> Result<Hoist> {
        match &self.unit.expr(lvalue).kind {
            ExprKind::Ref { decl } => self.invariant_variable(lvalue, *decl),
            ExprKind::Member { base, record, arrow, .. } => {
                if self.unit.record(*record).is_union {
                    return Err(Reason::at_expr(lvalue, "union member"));
                }
                if !arrow {
                    return self.invariant_place(*base, relied);
                }
                self.invariant(*base, relied)?;
                relied.followed.push(*base);
                Ok(Hoist::MayFault)
            }
            ExprKind::Subscript { base, index } => {
                if let Some(array) = self.array_with(*base, *index) {
                    return self.invariant_place(array, relied);
                }
                self.invariant(*base, relied)?;
                self.invariant(*index, relied)?;
                relied.followed.push(lvalue);
                Ok(Hoist::MayFault)
            }
            ExprKind::Unary { op: UnaryOp::Deref, arg } => {
                self.invariant(*arg, relied)?;
                relied.followed.push(*arg);
                Ok(Hoist::MayFault)
            }
            _ => Err(self.not_affine(lvalue)),
        }
    }

    /// The array, where `base[index]` is surely one of its elements: it is there if the array is.
    fn array_with(&self, base: ExprId, index: ExprId) -> Option<ExprId> {
        let ExprKind::Cast { cast: CastKind::ArrayToPointer, arg } = self.unit.expr(base).kind else { return None };
        let TypeKind::Array { len, .. } = self.unit.ty(self.unit.expr(arg).ty).kind else { return None };
        let index = u64::try_from(self.unit.expr(index).constant?).ok()?;
        (index < len).then_some(arg)
    }

    fn invariant_variable(&self, at: ExprId, decl: DeclId) -> Result<Hoist> {
        if self.effects.declared.contains(&decl) || self.scope.contains_key(&decl) {
            return Err(Reason::at_expr(at, format!("'{}' changes in the nest", self.unit.decl(decl).name)));
        }
        if self.unit.decl(decl).is_thread_local {
            return Err(Reason::at_expr(at, format!("'{}' is thread-local", self.unit.decl(decl).name)));
        }
        // Where no file defines it, it is nowhere.
        let is_weak = self.unit.decl(decl).attributes.iter().any(|attribute| attribute == "weak");
        Ok(if is_weak { Hoist::MayFault } else { Hoist::Free })
    }

    /// A condition as constraints, settled.
    pub fn condition(&mut self, e: ExprId) -> Result<Cond> {
        let mark = self.mark();
        let attempt = stacker::maybe_grow(64 << 10, 1 << 20, || self.condition_here(e));
        if attempt.is_err() {
            self.rollback(mark);
        }
        attempt
    }

    fn condition_here(&mut self, e: ExprId) -> Result<Cond> {
        match self.unit.expr(e).kind {
            ExprKind::Binary { op: BinaryOp::LogicalAnd, lhs, rhs } => {
                let lhs = self.condition(lhs)?;
                let rhs = self.condition_where(&lhs, true, rhs);
                and(lhs, rhs?).ok_or_else(|| self.not_affine(e))
            }
            ExprKind::Binary { op: BinaryOp::LogicalOr, lhs, rhs } => {
                let lhs = self.condition(lhs)?;
                let rhs = self.condition_where(&lhs, false, rhs);
                and(self.opposite(lhs), self.opposite(rhs?)).map(negate).ok_or_else(|| self.not_affine(e))
            }
            ExprKind::Unary { op: UnaryOp::LogicalNot, arg } => Ok(negate(self.condition(arg)?)),
            ExprKind::Cast { cast: CastKind::IntegralCast | CastKind::NoOp | CastKind::IntegralToBoolean, arg }
                if is_truth(self.unit, arg) =>
            {
                self.condition(arg)
            }
            _ => {
                let mark = self.mark();
                let cond = match self.divisibility(e) {
                    Some(cond) => cond,
                    None => {
                        self.rollback(mark);
                        self.comparison(e)?
                    }
                };
                self.settle()?;
                Ok(if cond.negated { self.opposite(negate(cond)) } else { cond })
            }
        }
    }

    /// The negation. What is known not to be negative is not 0 where it is 1 at least.
    fn opposite(&self, cond: Cond) -> Cond {
        if let ([Constraint { expr, relation: Relation::Zero }], false) = (&cond.all[..], cond.negated) {
            let sides = [Some(expr.clone()), expr.scale(-1)].into_iter().flatten();
            if let Some(positive) = sides.filter(|it| self.prover.proves(it)).find_map(|it| it.plus(-1)) {
                let all = vec![Constraint { expr: positive, relation: Relation::NonNegative }];
                return Cond { all, negated: false };
            }
        }
        negate(cond)
    }

    /// A condition that is evaluated only where another one holds, or where it does not.
    fn condition_where(&mut self, cond: &Cond, holds: bool, e: ExprId) -> Result<Cond> {
        let facts = self.prover.facts.len();
        self.assume_cond(cond, holds);
        self.conditions += 1;
        let result = self.condition(e);
        self.conditions -= 1;
        self.prover.facts.truncate(facts);
        result
    }

    /// Adds what a condition says to the facts: where it holds, or where it does not.
    pub fn assume_cond(&mut self, cond: &Cond, holds: bool) {
        let mut all = Cond { all: cond.all.clone(), negated: false };
        if cond.negated == holds {
            // One of them fails: of several, or of an equation, that says nothing linear.
            all = self.opposite(all);
            if all.negated {
                return;
            }
        }
        for constraint in all.all {
            match constraint.relation {
                Relation::NonNegative => self.fact(constraint.expr),
                Relation::Zero => {
                    constraint.expr.scale(-1).into_iter().for_each(|negated| self.fact(negated));
                    self.fact(constraint.expr);
                }
                Relation::Multiple(_) => {}
            }
        }
    }

    /// A comparison, or an integer tested against zero. Leaves obligations pending.
    pub fn comparison(&mut self, e: ExprId) -> Result<Cond> {
        if null_test(self.unit, e).is_some() {
            // One or zero.
            let test = Poly::term(Term::Symbol(self.symbol(e)?));
            return compare(BinaryOp::Gt, &test, &Poly::default()).ok_or_else(|| overflow(e));
        }
        let (op, lhs, rhs) = match self.unit.expr(e).kind {
            ExprKind::Binary { op, lhs, rhs } if is_comparison(op) => (op, self.integer(lhs)?, self.integer(rhs)?),
            _ => (BinaryOp::Ne, self.integer(e)?, Poly::default()),
        };
        compare(op, &lhs, &rhs).ok_or_else(|| overflow(e))
    }

    /// `x % m == k` or `(x & (m - 1)) == k`, also with `!=`, or without `== k` for `!= 0`, where `m` and `k` are constants. Leaves
    /// obligations pending.
    pub(super) fn divisibility(&mut self, e: ExprId) -> Option<Cond> {
        let (is_equal, rest, k) = match self.unit.expr(e).kind {
            ExprKind::Binary { op: op @ (BinaryOp::Eq | BinaryOp::Ne), lhs, rhs } => {
                (op == BinaryOp::Eq, lhs, self.unit.expr(rhs).constant?)
            }
            _ => (false, e, 0),
        };
        let (x, number, is_mask) = self.remainder(rest)?;
        if !(0..number).contains(&k) {
            return None;
        }
        let x = self.integer(x).ok()?;
        // C's remainder of a negative number is none of those but 0.
        if k != 0 && !is_mask && !self.prover.proves(&x) {
            return None;
        }
        let all = vec![Constraint { expr: x.plus(-k)?, relation: Relation::Multiple(number) }];
        Some(Cond { all, negated: !is_equal })
    }

    /// What is divided, by which positive number, and whether it is written as a mask.
    pub(super) fn remainder(&self, e: ExprId) -> Option<(ExprId, i64, bool)> {
        match self.unit.expr(e).kind {
            ExprKind::Cast { cast: CastKind::NoOp | CastKind::IntegralToBoolean, arg } => self.remainder(arg),
            ExprKind::Binary { op: BinaryOp::Rem, lhs, rhs } => {
                Some((lhs, self.unit.expr(rhs).constant.filter(|it| *it > 0)?, false))
            }
            ExprKind::Binary { op: BinaryOp::And, lhs, rhs } => {
                let mask = self.unit.expr(rhs).constant.filter(|it| *it > 0)?;
                let number = mask.checked_add(1).filter(|it| it.count_ones() == 1)?;
                Some((lhs, number, true))
            }
            _ => None,
        }
    }
}

/// Has the variable an address that is not null? Of weak ones in other files there may be none, and a pragma behind the declaration, which
/// is no attribute of it, makes them so.
pub(super) fn is_surely_there(unit: &Unit, decl: DeclId) -> bool {
    let decl = unit.decl(decl);
    decl.is_internal
        || decl.init.is_some()
        || matches!(decl.storage, Storage::Local | Storage::StaticLocal | Storage::Param)
}

/// What a pointer is, whatever its type is then.
pub(super) fn behind_conversions(unit: &Unit, mut e: ExprId) -> ExprId {
    while let ExprKind::Cast { cast: CastKind::NoOp | CastKind::BitCast, arg } = unit.expr(e).kind {
        e = arg;
    }
    e
}

/// The pointer that is compared with null, and whether something else than null is asked for.
pub(super) fn null_test(unit: &Unit, e: ExprId) -> Option<(ExprId, bool)> {
    let ExprKind::Binary { op: op @ (BinaryOp::Eq | BinaryOp::Ne), lhs, rhs } = unit.expr(e).kind else { return None };
    let is_null = |it: ExprId| {
        let value = behind_conversions(unit, it);
        matches!(unit.expr(value).kind, ExprKind::Cast { cast: CastKind::NullToPointer, .. })
    };
    let is_pointer = |it: ExprId| matches!(unit.ty(unit.expr(it).ty).kind, TypeKind::Pointer { .. });
    let pointer = if is_null(rhs) { lhs } else { rhs };
    (is_pointer(lhs) && is_pointer(rhs) && is_null(lhs) != is_null(rhs)).then_some((pointer, op == BinaryOp::Ne))
}

/// `lhs op rhs` as a constraint.
pub(super) fn compare(op: BinaryOp, lhs: &Poly, rhs: &Poly) -> Option<Cond> {
    let (expr, relation, negated) = match op {
        BinaryOp::Lt => (rhs.sub(lhs)?.plus(-1)?, Relation::NonNegative, false),
        BinaryOp::Le => (rhs.sub(lhs)?, Relation::NonNegative, false),
        BinaryOp::Gt => (lhs.sub(rhs)?.plus(-1)?, Relation::NonNegative, false),
        BinaryOp::Ge => (lhs.sub(rhs)?, Relation::NonNegative, false),
        BinaryOp::Eq => (lhs.sub(rhs)?, Relation::Zero, false),
        _ => (lhs.sub(rhs)?, Relation::Zero, true),
    };
    Some(Cond { all: vec![Constraint { expr, relation }], negated })
}

/// The negation of a single inequality is one again.
fn negate(cond: Cond) -> Cond {
    if let [Constraint { expr, relation: Relation::NonNegative }] = cond.all.as_slice()
        && let Some(expr) = expr.scale(-1).and_then(|expr| expr.plus(-1))
    {
        return Cond { all: vec![Constraint { expr, relation: Relation::NonNegative }], negated: cond.negated };
    }
    Cond { negated: !cond.negated, ..cond }
}

fn and(lhs: Cond, rhs: Cond) -> Option<Cond> {
    let all = [lhs.all, rhs.all].concat();
    (!lhs.negated && !rhs.negated).then_some(Cond { all, negated: false })
}

pub(super) fn is_comparison(op: BinaryOp) -> bool {
    matches!(op, BinaryOp::Lt | BinaryOp::Gt | BinaryOp::Le | BinaryOp::Ge | BinaryOp::Eq | BinaryOp::Ne)
}

/// The expression is 0 or 1 because it is a comparison or a logical operation.
pub(super) fn is_truth(unit: &Unit, e: ExprId) -> bool {
    match unit.expr(e).kind {
        ExprKind::Binary { op, .. } => is_comparison(op) || matches!(op, BinaryOp::LogicalAnd | BinaryOp::LogicalOr),
        ExprKind::Unary { op, .. } => op == UnaryOp::LogicalNot,
        ExprKind::Cast { cast: CastKind::IntegralCast | CastKind::NoOp, arg } => is_truth(unit, arg),
        _ => false,
    }
}

pub(super) fn is_ordinary(ty: &Type) -> bool {
    !ty.is_volatile && !ty.is_atomic
}

/// Conversions between scalars.
pub(super) fn is_plain_cast(cast: CastKind) -> bool {
    matches!(
        cast,
        CastKind::NoOp
            | CastKind::BitCast
            | CastKind::IntegralCast
            | CastKind::IntegralToBoolean
            | CastKind::IntegralToFloating
            | CastKind::FloatingToIntegral
            | CastKind::FloatingToBoolean
            | CastKind::FloatingCast
    )
}

fn is_safe_divisor(unit: &Unit, divisor: ExprId) -> bool {
    let divisor = unit.expr(divisor);
    matches!(unit.ty(divisor.ty).kind, TypeKind::Float { .. }) || divisor.constant.is_some_and(|c| c != 0 && c != -1)
}

fn divides_or_calls(unit: &Unit, e: ExprId) -> bool {
    let mut found = false;
    super::visit::walk(unit, super::visit::Item::Expr(e), |item| {
        if let super::visit::Item::Expr(e) = item {
            found |= match unit.expr(e).kind {
                ExprKind::Binary { op: BinaryOp::Div | BinaryOp::Rem, rhs, .. } => !is_safe_divisor(unit, rhs),
                ExprKind::Call { .. } => true,
                _ => false,
            };
        }
        !found
    });
    found
}

/// Structurally the same expression: the same value wherever nothing it reads changes.
pub(super) fn same_expr(unit: &Unit, a: ExprId, b: ExprId) -> bool {
    if a == b {
        return true;
    }
    let (x, y) = (unit.expr(a), unit.expr(b));
    if !same_type(unit, x.ty, y.ty) {
        return false;
    }
    if let (Some(x), Some(y)) = (x.constant, y.constant) {
        return x == y;
    }
    let same = |a: &ExprId, b: &ExprId| same_expr(unit, *a, *b);
    match (&x.kind, &y.kind) {
        (ExprKind::Ref { decl: a }, ExprKind::Ref { decl: b }) => a == b,
        (ExprKind::Int { value: a }, ExprKind::Int { value: b }) => a == b,
        (ExprKind::Float { bits: a, .. }, ExprKind::Float { bits: b, .. }) => a == b,
        (ExprKind::Binary { op, lhs, rhs }, ExprKind::Binary { op: other, lhs: l, rhs: r }) => {
            op == other && same(lhs, l) && same(rhs, r)
        }
        (ExprKind::Unary { op, arg }, ExprKind::Unary { op: other, arg: b }) => op == other && same(arg, b),
        (ExprKind::Cast { cast, arg }, ExprKind::Cast { cast: other, arg: b }) => cast == other && same(arg, b),
        (ExprKind::Conditional { cond, then, other }, ExprKind::Conditional { cond: c, then: t, other: o }) => {
            same(cond, c) && same(then, t) && same(other, o)
        }
        (ExprKind::Subscript { base, index }, ExprKind::Subscript { base: b, index: i }) => {
            same(base, b) && same(index, i)
        }
        (
            ExprKind::Member { base, record, field, arrow },
            ExprKind::Member { base: b, record: r, field: f, arrow: a },
        ) => record == r && field == f && arrow == a && same(base, b),
        _ => false,
    }
}

/// The same type up to qualifiers.
pub(super) fn same_type(unit: &Unit, a: TypeId, b: TypeId) -> bool {
    a == b || unit.ty(a).kind == unit.ty(b).kind
}

/// Never assigned in the whole function and out of others' reach: the same value wherever it is in scope.
pub(super) fn is_constant_variable(builder: &Builder<'_>, decl: DeclId) -> bool {
    let declared = builder.unit.decl(decl);
    let is_own = matches!(declared.storage, crate::ast::Storage::Param | crate::ast::Storage::Local);
    let keeps_value = is_ordinary(builder.unit.ty(declared.ty)) && builder.function.effects.writes(decl) == 0;
    is_own && !exposed(declared) && keeps_value
}
