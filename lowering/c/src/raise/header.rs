//! The head of a `for` loop: index, first value, exclusive bounds, constant step.
//!
//! `for (i = L; i < U1 && i < U2; i += s)`, also counting down, with `<=`, `!=`, minima written with `?:`, and any spelling
//! of the step. Declines what may not terminate or may wrap around.

use super::effects::{Effects, Place, Root, exposed, may_meet, place};
use super::nest::{Builder, Meaning, sum};
use super::poly::Poly;
use super::prove::Range;
use super::value::{Cond, Constraint, is_ordinary, overflow, range_of};
use super::visit::{self, Item};
use super::{Reason, Result, spell};
use crate::ast::{BinaryOp, CastKind, DeclId, ExprId, ExprKind, StmtId, StmtKind, TypeId, TypeKind, UnaryOp};
use crate::plan::{Loop, LoopId, MAX_LEVEL, Node, Relation, Remainder, SymbolId, Term, Value};

/// The parts of a `for` statement.
#[derive(Clone, Copy)]
pub(super) struct For {
    pub stmt: StmtId,
    pub init: Option<StmtId>,
    pub cond: Option<ExprId>,
    pub inc: Option<ExprId>,
    pub body: StmtId,
}

pub(super) struct Header {
    pub id: LoopId,
    /// Declared by the `for` itself.
    pub is_own: bool,
    /// What else the initialization and the increment do.
    pub before: Vec<Node>,
    pub after: Vec<ExprId>,
}

/// `index += step`.
#[derive(Clone, Copy)]
pub(super) struct Increment {
    pub index: DeclId,
    pub step: i64,
    /// The type of the sum, before it is converted to the index's.
    pub computed_in: TypeId,
    pub at: ExprId,
}

/// The index starts at the greatest (counting down: the least) of `start` and stays before all of `end`.
pub(super) struct Bounds {
    pub before: Vec<Node>,
    pub is_own: bool,
    pub id: LoopId,
    pub start: Vec<Poly>,
    /// Comes to the only one of `start`.
    pub shift: Option<Remainder>,
    pub end: Vec<Poly>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Extreme {
    Least,
    Greatest,
}

impl Builder<'_> {
    /// Reads the head of a loop and opens it: its index is in scope afterwards and its bounds are facts.
    pub fn header(&mut self, parts: For) -> Result<Header> {
        let mark = self.mark();
        let was_closed = std::mem::replace(&mut self.closed, false);
        let mut attempt = self.header_once(parts);
        if attempt.is_err() {
            // Once more with whole expressions as symbols: `n * m` is not affine, but it does not change either.
            self.rollback(mark);
            let mark = self.mark();
            self.closed = true;
            let retried = self.header_once(parts);
            self.closed = was_closed;
            if retried.is_ok() {
                return retried;
            }
            self.rollback(mark);
            attempt = attempt.or(retried);
        }
        self.closed = was_closed;
        attempt
    }

    fn header_once(&mut self, parts: For) -> Result<Header> {
        let Some(cond) = parts.cond else { return Err(Reason::at_stmt(parts.stmt, "loop without a condition")) };
        let (increment, after) = self.increment(parts)?;
        self.check_index(parts, increment)?;
        self.unconditional = self.around.is_empty();
        let result = match self.is_pointer_variable(increment.index) {
            true => self.walk_bounds(parts, cond, increment),
            false => self.bounds(parts, cond, increment),
        };
        self.unconditional = false;
        let Bounds { before, is_own, id, start, shift, end } = result?;
        let affine = |poly: &Poly| poly.to_affine().ok_or_else(|| Reason::at_expr(cond, "loop bound is not affine"));
        let lower = start.iter().map(affine).collect::<Result<_>>()?;
        let upper = end.iter().map(affine).collect::<Result<_>>()?;
        let entry = &mut self.loops[id.0 as usize];
        (entry.lower, entry.shift, entry.upper) = (lower, shift, upper);
        self.around.push(id);
        self.loop_facts(id, &start, &end, increment.step);
        Ok(Header { id, is_own, before, after })
    }

    /// The index and its step, and the other expressions of the increment.
    fn increment(&self, parts: For) -> Result<(Increment, Vec<ExprId>)> {
        let Some(inc) = parts.inc else { return Err(Reason::at_stmt(parts.stmt, "loop without an increment")) };
        let mut all = Vec::new();
        self.operands(inc, BinaryOp::Comma, &mut all);
        let tested = |decl: DeclId| parts.cond.is_some_and(|cond| self.mentions(Item::Expr(cond), decl));
        let is_index = |&e: &ExprId| self.step_of(e).filter(|increment| tested(increment.index)).map(|step| (e, step));
        let Some((at, increment)) = all.iter().find_map(is_index) else {
            return Err(Reason::at_expr(inc, format!("step '{}' is not constant", spell::expr(self.unit, inc))));
        };
        let position = all.iter().position(|&e| e == at).unwrap_or(0);
        let reads_index = |&e: &ExprId| self.mentions(Item::Expr(e), increment.index);
        if let Some(&late) = all[position + 1..].iter().find(|e| reads_index(e)) {
            return Err(Reason::at_expr(late, "index is used after its increment"));
        }
        all.remove(position);
        Ok((increment, all))
    }

    /// Splits `a op b op c`.
    pub fn operands(&self, e: ExprId, op: BinaryOp, out: &mut Vec<ExprId>) {
        out.extend(super::visit::operands(self.unit, e, op));
    }

    pub fn mentions(&self, item: Item, decl: DeclId) -> bool {
        super::visit::mentions(self.unit, item, decl)
    }

    /// `i++`, `i -= 2`, `i = i + 3` and the like.
    fn step_of(&self, e: ExprId) -> Option<Increment> {
        let unit = self.unit;
        let variable = |e: ExprId| match unit.expr(e).kind {
            ExprKind::Ref { decl } => Some(decl),
            _ => None,
        };
        let constant = |e: ExprId| {
            unit.expr(e).constant.filter(|&c| c != 0 && c.checked_abs().is_some_and(|c| c <= i32::MAX.into()))
        };
        let (index, step, computed_in) = match unit.expr(e).kind {
            ExprKind::Unary { op: UnaryOp::PreInc | UnaryOp::PostInc, arg } => (variable(arg)?, 1, unit.expr(arg).ty),
            ExprKind::Unary { op: UnaryOp::PreDec | UnaryOp::PostDec, arg } => (variable(arg)?, -1, unit.expr(arg).ty),
            ExprKind::CompoundAssign { op, lhs, rhs, compute_ty, .. } => match op {
                BinaryOp::Add => (variable(lhs)?, constant(rhs)?, compute_ty),
                BinaryOp::Sub => (variable(lhs)?, -constant(rhs)?, compute_ty),
                _ => return None,
            },
            ExprKind::Assign { lhs, rhs } => {
                let index = variable(lhs)?;
                let sum = unit.expr(self.same_bits(rhs, index));
                let ExprKind::Binary { op, lhs, rhs } = sum.kind else { return None };
                let is_index = |e: ExprId| variable(self.same_bits(e, index)) == Some(index);
                match op {
                    BinaryOp::Add if is_index(lhs) => (index, constant(rhs)?, sum.ty),
                    BinaryOp::Add if is_index(rhs) => (index, constant(lhs)?, sum.ty),
                    BinaryOp::Sub if is_index(lhs) => (index, -constant(rhs)?, sum.ty),
                    _ => return None,
                }
            }
            _ => return None,
        };
        Some(Increment { index, step, computed_in, at: e })
    }

    /// What is below loads and conversions between types as wide as the index: whichever of them the sum is computed in, its
    /// low bits are the same, and the step is checked not to wrap.
    fn same_bits(&self, e: ExprId, index: DeclId) -> ExprId {
        let size = |ty: TypeId| self.unit.ty(ty).size;
        let is_as_wide = |e: ExprId| size(self.unit.expr(e).ty) >= size(self.unit.decl(index).ty);
        match self.unit.expr(e).kind {
            ExprKind::Cast { cast: CastKind::LvalueToRvalue | CastKind::NoOp, arg } => self.same_bits(arg, index),
            ExprKind::Cast { cast: CastKind::IntegralCast, arg } if is_as_wide(e) && is_as_wide(arg) => {
                self.same_bits(arg, index)
            }
            _ => e,
        }
    }

    /// May a store through a pointer, which need not name the index, change it?
    fn may_be_stored_to(&self, body: &Effects, increment: Increment) -> bool {
        let place = Place::of_variable(self.unit, increment.index);
        body.may_store_to(self.unit, &self.function.effects, &place)
    }

    /// May a read through a pointer, which need not name the index, see it?
    fn may_be_read(&self, parts: For, index: ExprId) -> bool {
        let unit = self.unit;
        let mut found = false;
        visit::walk(unit, Item::Stmt(parts.stmt), |item| {
            if let Item::Expr(e) = item
                && let ExprKind::Cast { cast: CastKind::LvalueToRvalue, arg } = unit.expr(e).kind
                && !matches!(unit.expr(arg).kind, ExprKind::Ref { .. })
            {
                found |= may_meet(unit, &self.function.effects, arg, index);
            }
            !found
        });
        found
    }

    /// It is, or what the nest reaches through pointers is checked to lie elsewhere.
    fn is_only_reached_by_name(&mut self, parts: For, effects: &Effects, increment: Increment) -> bool {
        let name = parts.inc.and_then(|inc| self.name_in(inc, increment.index));
        let Some(name) = name.filter(|_| !self.is_addressed(parts, increment.index)) else { return false };
        if !self.may_be_stored_to(effects, increment) && !self.may_be_read(parts, name) {
            return true;
        }
        if self.watches {
            self.has_watched = true;
            self.watched.push(name);
        }
        self.watches
    }

    /// The variable as an expression names it.
    fn name_in(&self, e: ExprId, variable: DeclId) -> Option<ExprId> {
        let mut found = None;
        visit::walk(self.unit, Item::Expr(e), |item| {
            if let Item::Expr(e) = item
                && self.unit.expr(e).kind == (ExprKind::Ref { decl: variable })
            {
                found = Some(e);
            }
            found.is_none()
        });
        found
    }

    /// Does the loop take the variable's address?
    fn is_addressed(&self, parts: For, variable: DeclId) -> bool {
        let unit = self.unit;
        let mut found = false;
        visit::walk(unit, Item::Stmt(parts.stmt), |item| {
            if let Item::Expr(e) = item
                && let ExprKind::Unary { op: UnaryOp::AddrOf, arg } = unit.expr(e).kind
            {
                found |= place(unit, arg).root == Root::Variable(variable);
            }
            !found
        });
        found
    }

    fn check_index(&mut self, parts: For, increment: Increment) -> Result<()> {
        let decl = self.unit.decl(increment.index);
        let fail = |what: &str| Err(Reason::at_stmt(parts.stmt, format!("loop index '{}' {what}", decl.name)));
        let ty = self.unit.ty(decl.ty);
        if (range_of(ty).is_none() && !self.is_pointer_variable(increment.index)) || ty.kind == TypeKind::Bool {
            return fail("is not an integer");
        }
        if !is_ordinary(ty) || decl.is_thread_local {
            return fail("is volatile, atomic or thread-local");
        }
        if decl.has_cleanup() {
            return fail("has attribute 'cleanup'");
        }
        let mut effects = Effects::of_stmt(self.unit, parts.body);
        parts.cond.into_iter().for_each(|cond| effects.add(self.unit, Item::Expr(cond)));
        if exposed(decl) && !self.is_only_reached_by_name(parts, &effects, increment) {
            return fail("may be reached through a pointer");
        }
        if effects.writes(increment.index) > 0 {
            return fail("is modified in the loop");
        }
        let whole = Effects::of(self.unit, parts.inc.map_or(Item::Stmt(parts.body), Item::Expr));
        if whole.writes(increment.index) > 1 {
            return fail("is incremented twice");
        }
        Ok(())
    }

    /// The initial value of the index, and what else the initialization does before and after.
    pub fn initial(&mut self, parts: For, index: DeclId) -> Result<(Vec<Node>, bool, Option<ExprId>)> {
        let Some(init) = parts.init else { return Ok((Vec::new(), false, None)) };
        let (mut nodes, mut start, mut is_own) = (Vec::new(), None, false);
        match &self.unit.stmt(init).kind {
            StmtKind::Decl { decls } => {
                for &decl in decls {
                    if decl == index {
                        (start, is_own) = (self.unit.decl(decl).init, true);
                    } else if is_own && self.mentions(Item::Declare(decl), index) {
                        return Err(Reason::at_stmt(init, "the index is used where it is initialized"));
                    } else {
                        nodes.extend(self.declare(init, decl)?);
                    }
                }
            }
            StmtKind::Expr { expr } => {
                let mut all = Vec::new();
                self.operands(*expr, BinaryOp::Comma, &mut all);
                for e in all {
                    match self.unit.expr(e).kind {
                        ExprKind::Assign { lhs, rhs }
                            if start.is_none() && self.unit.expr(lhs).kind == (ExprKind::Ref { decl: index }) =>
                        {
                            start = Some(rhs);
                        }
                        _ if self.is_disturbed(e, index, start) => {
                            return Err(Reason::at_expr(e, "the index is used where it is initialized"));
                        }
                        _ if start.is_some_and(|start| self.changes(e, start)) => {
                            return Err(Reason::at_expr(e, "the index is initialized from what changes here"));
                        }
                        _ => nodes.extend(self.expr_stmt(e)?),
                    }
                }
            }
            StmtKind::Null => {}
            _ => return Err(Reason::at_stmt(init, "initialization of the loop")),
        }
        if is_own && start.is_none() {
            return Err(Reason::at_stmt(init, "loop index is not initialized"));
        }
        Ok((nodes, is_own, start))
    }

    /// Beside its one assignment, the index may only be read, and before it.
    fn is_disturbed(&self, e: ExprId, index: DeclId, start: Option<ExprId>) -> bool {
        let item = Item::Expr(e);
        Effects::of(self.unit, item).writes(index) > 0 || start.is_some() && self.mentions(item, index)
    }

    /// Expression `e` assigns a variable that `start` reads.
    fn changes(&self, e: ExprId, start: ExprId) -> bool {
        let effects = Effects::of(self.unit, Item::Expr(e));
        let mut found = false;
        super::visit::walk(self.unit, Item::Expr(start), |item| {
            if let Item::Expr(e) = item
                && let ExprKind::Ref { decl } = self.unit.expr(e).kind
            {
                found |= effects.writes(decl) > 0;
            }
            !found
        });
        found
    }

    fn bounds(&mut self, parts: For, cond: ExprId, increment: Increment) -> Result<Bounds> {
        let (before, is_own, initial) = self.initial(parts, increment.index)?;
        let which = if increment.step > 0 { Extreme::Greatest } else { Extreme::Least };
        let shifted = initial.filter(|_| increment.step > 0).and_then(|it| self.shifted(it));
        let (start, shift) = match (shifted, initial) {
            (Some((start, shift)), _) => (vec![start], Some(shift)),
            (None, Some(initial)) => (self.extremes(initial, which)?, None),
            (None, None) => (vec![self.entry_value(parts, cond, increment.index)?], None),
        };
        self.settle()?;
        let id = self.open(parts.stmt, increment);
        let mut tests = Vec::new();
        self.operands(cond, BinaryOp::LogicalAnd, &mut tests);
        let mut end = Vec::new();
        for (position, test) in tests.into_iter().enumerate() {
            // Later operands of && may not be evaluated.
            self.unconditional &= position == 0;
            self.conditions += u32::from(position > 0);
            let known = if shift.is_none() { &start[..] } else { &[] };
            let bounds = self.test(test, id, increment.step, known);
            self.conditions -= u32::from(position > 0);
            end.extend(bounds?);
        }
        self.settle_test(id, increment.step, (&start, shift.is_none()), &end)?;
        self.limit_bounds(cond, id, [&start, &end])?;
        self.check_last_step(increment, &end)?;
        Ok(Bounds { before, is_own, id, start, shift, end })
    }

    pub fn open(&mut self, stmt: StmtId, increment: Increment) -> LoopId {
        let id = LoopId(self.loops.len() as u32);
        let (index, step) = (increment.index, increment.step);
        self.loops.push(Loop {
            stmt,
            index,
            lower: Vec::new(),
            upper: Vec::new(),
            shift: None,
            step,
            store_index: None,
        });
        let range = range_of(self.unit.ty(self.unit.decl(index).ty));
        self.prover.loops.push(range.unwrap_or(Range::ANY));
        self.scope.insert(index, Meaning::Index(id));
        id
    }

    /// `for (; i < n; i++)`: the value before the nest.
    fn entry_value(&mut self, parts: For, cond: ExprId, index: DeclId) -> Result<Poly> {
        let read = self.read_in(cond, index);
        let Some(read) = read.filter(|_| self.around.is_empty()) else {
            return Err(Reason::at_stmt(parts.stmt, "loop without an initial value"));
        };
        let ty = self.unit.ty(self.unit.decl(index).ty);
        let range = range_of(ty).unwrap_or(Range::ANY);
        let symbol = self.add_symbol(Value::Expr(read), self.unit.decl(index).name.clone(), 0, range);
        if ty.kind == (TypeKind::Int { bits: 64, signed: false }) {
            self.check_unsigned(symbol);
        }
        Ok(Poly::term(Term::Symbol(symbol)))
    }

    /// An expression in `e` that loads the variable.
    pub fn read_in(&self, e: ExprId, variable: DeclId) -> Option<ExprId> {
        let mut read = None;
        super::visit::walk(self.unit, Item::Expr(e), |item| {
            if let Item::Expr(e) = item
                && let ExprKind::Cast { cast: CastKind::LvalueToRvalue, arg } = self.unit.expr(e).kind
                && self.unit.expr(arg).kind == (ExprKind::Ref { decl: variable })
            {
                read = Some(e);
            }
            read.is_none()
        });
        read
    }

    /// The exclusive bounds that one test sets. Leaves obligations pending.
    fn test(&mut self, test: ExprId, id: LoopId, step: i64, start: &[Poly]) -> Result<Vec<Poly>> {
        let index = Term::Loop(id);
        if let ExprKind::Binary { op, lhs, rhs } = self.unit.expr(test).kind
            && super::value::is_comparison(op)
            && op != BinaryOp::Ne
        {
            // `i < (a < b ? a : b)` is `i < a && i < b`.
            let up = matches!(op, BinaryOp::Lt | BinaryOp::Le);
            let (smaller, greater) = if up { (lhs, rhs) } else { (rhs, lhs) };
            let (smaller, greater) =
                (self.extremes(smaller, Extreme::Greatest)?, self.extremes(greater, Extreme::Least)?);
            let slack = i64::from(matches!(op, BinaryOp::Lt | BinaryOp::Gt));
            let pairs = smaller.iter().flat_map(|s| greater.iter().map(move |g| (s, g)));
            let difference =
                |(s, g): (&Poly, &Poly)| g.sub(s).and_then(|d| d.plus(-slack)).ok_or_else(|| overflow(test));
            let all = pairs.map(difference).collect::<Result<Vec<_>>>()?;
            let ends = all.iter().map(|expr| self.exclusive(test, expr, index, step));
            return ends.collect();
        }
        let cond = self.comparison(test)?;
        if let ([Constraint { expr, relation: Relation::Zero }], true) = (cond.all.as_slice(), cond.negated) {
            return self.unequal(test, expr, index, step, start).map(|end| vec![end]);
        }
        Err(self.no_bound(test, &cond))
    }

    fn no_bound(&self, test: ExprId, _: &Cond) -> Reason {
        Reason::at_expr(test, format!("'{}' does not bound the loop", spell::expr(self.unit, test)))
    }

    /// `expr >= 0` as an exclusive bound of the index on the side where the loop ends.
    fn exclusive(&mut self, at: ExprId, expr: &Poly, index: Term, step: i64) -> Result<Poly> {
        let fail = || Reason::at_expr(at, format!("'{}' does not bound the loop", spell::expr(self.unit, at)));
        let (coefficient, rest) = expr.split(index).ok_or_else(fail)?;
        if coefficient.as_constant().is_none() && step == 1 {
            return self.exclusive_quotient(at, &coefficient, &rest);
        }
        let coefficient = coefficient.as_constant().filter(|c| c.signum() == -step.signum()).ok_or_else(fail)?;
        let last = coefficient.checked_abs().and_then(|c| rest.divide_floor(c)).ok_or_else(fail)?;
        // Up: i <= last. Down: -i <= last.
        let end = if step > 0 { last.plus(1) } else { last.plus(1).and_then(|end| end.scale(-1)) };
        end.ok_or_else(|| overflow(at))
    }

    /// `rest - by * index >= 0`, where `by` is not known but for a check that it is positive.
    fn exclusive_quotient(&mut self, at: ExprId, coefficient: &Poly, rest: &Poly) -> Result<Poly> {
        let fail = || Reason::at_expr(at, "trip count is not affine");
        let by = coefficient.scale(-1).ok_or_else(fail)?;
        // A check of the symbol comes behind it.
        let is_early = |symbol: SymbolId| self.level(symbol) < MAX_LEVEL;
        let is_known =
            |poly: &Poly| poly.innermost().is_none() && poly.degree() <= 3 && poly.symbols().into_iter().all(is_early);
        if !is_known(&by) || !is_known(rest) {
            return Err(fail());
        }
        let level = [&by, rest].into_iter().flat_map(Poly::symbols).map(|it| self.level(it)).max().unwrap_or(0);
        let why = "the step may not lead to the loop's end";
        self.ensure(&by.plus(-1).ok_or_else(fail)?, at, why)?;
        let range = self.limit(at, &[by.clone(), rest.clone()])?;
        let value = Value::Quotient { of: sum(rest), by: sum(&by) };
        let known = self.symbols.iter().position(|symbol| symbol.value == value);
        let symbol = match known {
            Some(known) => SymbolId(known as u32),
            None => {
                let name = format!("({}) / ({})", self.spell(rest), self.spell(&by));
                self.add_symbol(value, name, level, Range { min: range.min.min(-1), max: range.max.max(0) })
            }
        };
        let last = Poly::term(Term::Symbol(symbol));
        let left = by.mul(&last).and_then(|product| rest.sub(&product));
        let more = left.as_ref().and_then(|left| by.sub(left)).and_then(|more| more.plus(-1));
        left.into_iter().chain(more).for_each(|fact| self.fact(fact));
        last.plus(1).ok_or_else(fail)
    }

    /// `expr != 0` as a bound: the index must meet it exactly, and lie on its side at the start.
    fn unequal(&mut self, at: ExprId, expr: &Poly, index: Term, step: i64, start: &[Poly]) -> Result<Poly> {
        let fail = |what: &str| Reason::at_expr(at, format!("'{}' {what}", spell::expr(self.unit, at)));
        let (coefficient, rest) = expr.split(index).ok_or_else(|| fail("does not bound the loop"))?;
        let end = match coefficient.as_constant() {
            Some(1) => rest.scale(-1),
            Some(-1) => Some(rest),
            _ => None,
        };
        let end = end.ok_or_else(|| fail("does not bound the loop"))?;
        let [start] = start else { return Err(fail("may never become false")) };
        let distance = end.sub(start).and_then(|d| d.scale(step.signum())).ok_or_else(|| overflow(at))?;
        if distance.divide(step.abs()).is_none() {
            return Err(fail("may never become false"));
        }
        let why = format!("'{}' may never become false", spell::expr(self.unit, at));
        self.ensure(&distance, at, &why)?;
        Ok(end)
    }

    /// Operands of a minimum or maximum written with `?:`, or the value itself. Leaves obligations pending.
    fn extremes(&mut self, e: ExprId, which: Extreme) -> Result<Vec<Poly>> {
        if self.unit.expr(e).constant.is_none()
            && let ExprKind::Conditional { cond, then, other } = self.unit.expr(self.without_widening(e)).kind
            && let ExprKind::Binary { op, lhs, rhs } = self.unit.expr(cond).kind
            && let Some(found) = self.choice(op, [lhs, rhs, then, other], which)
        {
            return Ok(found);
        }
        Ok(vec![self.integer(e)?])
    }

    fn without_widening(&self, e: ExprId) -> ExprId {
        let ExprKind::Cast { cast: CastKind::IntegralCast | CastKind::NoOp, arg } = self.unit.expr(e).kind else {
            return e;
        };
        let range = |e: ExprId| range_of(self.unit.ty(self.unit.expr(e).ty));
        match (range(e), range(arg)) {
            (Some(to), Some(from)) if to.min <= from.min && from.max <= to.max => self.without_widening(arg),
            _ => e,
        }
    }

    /// `a op b ? x : y` where {a, b} are {x, y}.
    fn choice(&mut self, op: BinaryOp, [a, b, x, y]: [ExprId; 4], which: Extreme) -> Option<Vec<Poly>> {
        let mark = self.mark();
        let mut values = |e: ExprId| self.extremes(e, which).ok();
        let found = match (values(a), values(b), values(x), values(y)) {
            (Some(a), Some(b), Some(x), Some(y)) => {
                let least = match op {
                    BinaryOp::Lt | BinaryOp::Le => (a == x && b == y, a == y && b == x),
                    BinaryOp::Gt | BinaryOp::Ge => (a == y && b == x, a == x && b == y),
                    _ => (false, false),
                };
                let fits = if which == Extreme::Least { least.0 } else { least.1 };
                fits.then(|| [a, b].concat())
            }
            _ => None,
        };
        if found.is_none() {
            self.rollback(mark);
        }
        found
    }

    /// Settles what the test's own evaluation needs: at the first value, and after a step from a value that passed the test.
    fn settle_test(&mut self, id: LoopId, step: i64, (start, is_exact): (&[Poly], bool), end: &[Poly]) -> Result<()> {
        let pending = std::mem::take(&mut self.pending);
        let index = Poly::term(Term::Loop(id));
        let up = step.signum();
        let past = |bound: &Poly, by: i64| index.sub(bound)?.scale(up)?.plus(by.checked_neg()?);
        let first: Vec<Poly> = match start {
            [start] if is_exact => {
                [past(start, 0), past(start, 0).and_then(|d| d.scale(-1))].into_iter().flatten().collect()
            }
            _ => start.iter().filter_map(|start| past(start, 0)).collect(),
        };
        // index <= end - 1 + step, and the mirror image.
        let before = |end: &Poly| past(end, 0)?.scale(-1)?.plus(step.abs() - 1);
        let later = start.iter().filter_map(|s| past(s, step.abs())).chain(end.iter().filter_map(before));
        for facts in [first, later.collect()] {
            let length = self.prover.facts.len();
            self.prover.facts.extend(facts);
            let result = pending.iter().try_for_each(|o| self.ensure(&o.goal, o.at, &o.why));
            self.prover.facts.truncate(length);
            result?;
        }
        Ok(())
    }

    /// The step after the last iteration must not wrap around, or the loop would go on.
    fn check_last_step(&mut self, increment: Increment, end: &[Poly]) -> Result<()> {
        let ty = self.unit.ty(self.unit.decl(increment.index).ty);
        let Some(range) = range_of(ty) else {
            return Err(Reason::at_expr(increment.at, "loop index is not an integer"));
        };
        // Narrower types are computed in int and converted, which wraps; in another type, the sum may be in range where the index
        // is not.
        let in_own_type = self.unit.ty(increment.computed_in).kind == ty.kind;
        if !self.unit.wraps(ty) && range.max >= i32::MAX.into() && in_own_type {
            self.assume(increment.at, "no signed overflow");
            return Ok(());
        }
        let limit = if increment.step > 0 { range.max } else { range.min };
        let Ok(limit) = i64::try_from(limit) else { return Err(overflow(increment.at)) };
        let goal = |end: &Poly| {
            let last = end.plus(-increment.step.signum())?.plus(increment.step)?;
            let room =
                if increment.step > 0 { last.scale(-1)?.plus(limit)? } else { last.plus(limit.saturating_neg())? };
            Some(room)
        };
        let goals: Vec<Poly> = end.iter().filter_map(goal).collect();
        if goals.iter().any(|goal| self.prover.proves(goal)) {
            return Ok(());
        }
        let why = format!("loop index '{}' may wrap", self.unit.decl(increment.index).name);
        match goals.first() {
            Some(goal) => self.ensure(goal, increment.at, &why),
            None => Err(Reason::at_expr(increment.at, why)),
        }
    }

    /// The bounds say where the index is.
    fn limit_bounds(&mut self, at: ExprId, id: LoopId, bounds: [&[Poly]; 2]) -> Result<()> {
        let hull = self.limit(at, &bounds.concat())?;
        let own = &mut self.prover.loops[id.0 as usize];
        let narrowed = own.intersection(hull);
        if narrowed.min <= narrowed.max {
            *own = narrowed;
        }
        Ok(())
    }

    /// In the body the index lies between the bounds, so the bounds are apart.
    fn loop_facts(&mut self, id: LoopId, start: &[Poly], end: &[Poly], step: i64) {
        let index = Poly::term(Term::Loop(id));
        let up = step.signum();
        let ahead = |of: &Poly, by: &Poly, least: i64| of.sub(by)?.scale(up)?.plus(-least);
        let mut facts: Vec<Option<Poly>> = start.iter().map(|start| ahead(&index, start, 0)).collect();
        facts.extend(end.iter().map(|end| ahead(end, &index, 1)));
        for start in start {
            facts.extend(end.iter().map(|end| ahead(end, start, 1)));
        }
        facts.into_iter().flatten().for_each(|fact| self.fact(fact));
    }
}
