//! Writes an induction variable's values in terms of the indices. Decides nothing: `induction` says where and what.

use super::counted::{Counted, assigned, is_simple};
use super::effects::Effects;
use super::induction::{Amount, Induction};
use super::rewrite::Copies;
use super::visit::{self, Item};
use crate::ast::{
    BinaryOp, CastKind, DeclId, Expr, ExprId, ExprKind, Loc, Stmt, StmtId, StmtKind, Type, TypeId, TypeKind, Unit,
};
use std::collections::HashMap;

/// Puts the loop `now` into a block between the value at its entry and the value behind it, or more into the block that is
/// there already: `s` was the loop at first. Returns what is the loop then. `function` is the body of the function.
pub fn replace(unit: &mut Unit, function: StmtId, (s, now): (StmtId, StmtId), induction: &Induction) -> StmtId {
    let loc = unit.stmt(s).loc;
    let k = induction.variable;
    let (name, ty) = (unit.decl(k).name.clone(), unit.decl(k).ty);
    let known = value_at_entry(unit, function, s, k);
    let entry = unit.add_local(&name, ty, loc);
    let mut form = Form::new(unit, induction, entry);
    let init = match known {
        Some(value) => form.unit.copy_expr(value, &mut Copies::default()),
        None => form.read(k, loc),
    };
    form.unit.decls[entry.0 as usize].init = Some(init);
    induction.uses.iter().for_each(|it| form.put(it.at, &it.path, &it.offset));
    induction.steps.iter().for_each(|step| form.unit.stmts[step.0 as usize].kind = StmtKind::Null);
    let last = form.behind(loc);
    let decls = std::iter::once(entry).chain(form.held.iter().map(|it| it.1)).collect();
    let declare = unit.add_stmt(StmtKind::Decl { decls }, loc);
    enclose(unit, s, declare, last).unwrap_or(now)
}

/// `s` becomes `{ declare s last }`; the loop's new name, if it has one.
fn enclose(unit: &mut Unit, s: StmtId, declare: StmtId, last: StmtId) -> Option<StmtId> {
    let Stmt { loc, end, .. } = *unit.stmt(s);
    match std::mem::replace(&mut unit.stmts[s.0 as usize].kind, StmtKind::Null) {
        StmtKind::Compound { mut body } => {
            body.insert(0, declare);
            body.push(last);
            unit.stmts[s.0 as usize].kind = StmtKind::Compound { body };
            None
        }
        kind => {
            let inner = unit.add_stmt(kind, loc);
            unit.stmts[inner.0 as usize].end = end;
            unit.stmts[s.0 as usize].kind = StmtKind::Compound { body: vec![declare, inner, last] };
            Some(inner)
        }
    }
}

/// The statements of the same block before `s`.
fn before(unit: &Unit, function: StmtId, s: StmtId) -> Option<&[StmtId]> {
    let mut found = None;
    visit::walk(unit, Item::Stmt(function), |item| {
        if let Item::Stmt(parent) = item
            && let StmtKind::Compound { body } = &unit.stmt(parent).kind
            && let Some(position) = body.iter().position(|&it| it == s)
        {
            found = Some(&body[..position]);
        }
        found.is_none()
    });
    found
}

/// What was assigned to the variable before the loop, if that is still its value and what it is made of is unchanged.
pub fn value_at_entry(unit: &Unit, function: StmtId, s: StmtId, k: DeclId) -> Option<ExprId> {
    let mut since = Effects::default();
    for &earlier in before(unit, function, s)?.iter().rev() {
        let is_plain =
            matches!(unit.stmt(earlier).kind, StmtKind::Expr { .. } | StmtKind::Decl { .. } | StmtKind::For { .. });
        if !is_plain || has_cases(unit, earlier) {
            return None;
        }
        since.add(unit, Item::Stmt(earlier));
        if let Some(value) = assigned(unit, earlier, k) {
            let mut variables = vec![];
            let simple = is_simple(unit, value, &mut variables) && !variables.contains(&k);
            let unchanged = variables.iter().all(|&it| since.writes(it) == 0);
            return (simple && unchanged).then_some(value);
        }
        if since.writes(k) > 0 {
            return None;
        }
    }
    None
}

/// A switch may enter the statement in its middle.
fn has_cases(unit: &Unit, s: StmtId) -> bool {
    let mut found = false;
    visit::walk(unit, Item::Stmt(s), |item| {
        let Item::Stmt(s) = item else { return !found };
        found |= matches!(unit.stmt(s).kind, StmtKind::Case { .. } | StmtKind::Default { .. });
        !found
    });
    found
}

/// What a loop steps.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Steps {
    /// The loop of this number, in a whole run.
    Run(usize),
    /// In one iteration, where it is a sum.
    Iteration(usize),
}

struct Form<'a> {
    unit: &'a mut Unit,
    induction: &'a Induction,
    /// Holds the variable's value at the loop's entry.
    entry: DeclId,
    ty: TypeId,
    /// Values are computed in this type: it has 64 bits, and wraps around if the variable's steps do.
    wide: TypeId,
    long: TypeId,
    /// Variables that hold what loops step, in an order in which they can be computed.
    held: Vec<(Steps, DeclId)>,
}

impl<'a> Form<'a> {
    fn new(unit: &'a mut Unit, induction: &'a Induction, entry: DeclId) -> Self {
        let ty = unit.decl(entry).ty;
        let long = wide_type(unit, TypeKind::Int { bits: 64, signed: true });
        let wide = if induction.wraps { wide_type(unit, TypeKind::Int { bits: 64, signed: false }) } else { long };
        Form { unit, induction, entry, ty, wide, long, held: vec![] }
    }

    fn read(&mut self, decl: DeclId, loc: Loc) -> ExprId {
        let ty = self.unit.decl(decl).ty;
        let place = self.unit.add_expr(ExprKind::Ref { decl }, ty, loc, true);
        self.unit.add_expr(ExprKind::Cast { cast: CastKind::LvalueToRvalue, arg: place }, ty, loc, false)
    }

    fn constant(&mut self, value: i64, ty: TypeId, loc: Loc) -> ExprId {
        let e = self.unit.add_expr(ExprKind::Int { value }, ty, loc, false);
        self.unit.exprs[e.0 as usize].constant = Some(value);
        e
    }

    fn binary(&mut self, op: BinaryOp, lhs: ExprId, rhs: ExprId) -> ExprId {
        let (ty, loc) = (self.unit.expr(lhs).ty, self.unit.expr(lhs).loc);
        self.unit.add_expr(ExprKind::Binary { op, lhs, rhs }, ty, loc, false)
    }

    /// The sum of products. Unsigned values have negative ones subtracted, so that no part of the sum wraps around where the
    /// variable does not.
    fn sum(&mut self, first: Option<ExprId>, terms: Vec<(i64, ExprId)>) -> Option<ExprId> {
        terms.into_iter().fold(first, |sum, (factor, e)| match sum {
            Some(sum) if factor < 0 => {
                let term = self.times(-factor, e);
                Some(self.binary(BinaryOp::Sub, sum, term))
            }
            Some(sum) => {
                let term = self.times(factor, e);
                Some(self.binary(BinaryOp::Add, sum, term))
            }
            None => Some(self.times(factor, e)),
        })
    }

    fn times(&mut self, factor: i64, e: ExprId) -> ExprId {
        if factor == 1 {
            return e;
        }
        let (ty, loc) = (self.unit.expr(e).ty, self.unit.expr(e).loc);
        if let Some(product) = self.unit.expr(e).constant.and_then(|value| value.checked_mul(factor)) {
            return self.constant(product, ty, loc);
        }
        let factor = self.constant(factor, ty, loc);
        self.binary(BinaryOp::Mul, factor, e)
    }

    fn is_zero(&self, e: ExprId) -> bool {
        self.unit.expr(e).constant == Some(0)
    }

    /// Puts the value in the place of a use.
    fn put(&mut self, at: ExprId, path: &[usize], offset: &Amount) {
        let loc = self.unit.expr(at).loc;
        let ty = if self.stays_narrow(path, offset) { self.ty } else { self.wide };
        let mut terms: Vec<_> = path.iter().flat_map(|&level| self.stepped_in(level, path, ty, loc)).collect();
        if offset.constant != 0 {
            terms.push((offset.constant, self.constant(1, ty, loc)));
        }
        terms.extend(self.values(offset));
        offset.runs.iter().for_each(|&run| terms.extend(self.run(run, Some(path), loc)));
        let value = self.plus_entry(terms, ty, loc);
        let Expr { kind, constant, keeps_value, .. } = self.unit.expr(value).clone();
        let place = &mut self.unit.exprs[at.0 as usize];
        (place.kind, place.constant, place.keeps_value, place.is_lvalue) = (kind, constant, keeps_value, false);
    }

    /// The entry's value plus what is in `terms`, which are of type `ty`.
    fn plus_entry(&mut self, terms: Vec<(i64, ExprId)>, ty: TypeId, loc: Loc) -> ExprId {
        let known = self.unit.decl(self.entry).init.and_then(|init| self.unit.expr(init).constant);
        let entry = match known {
            Some(value) => self.constant(value, self.ty, loc),
            None => self.read(self.entry, loc),
        };
        if matches!(self.unit.ty(self.ty).kind, TypeKind::Pointer { .. }) {
            return match self.sum(None, terms) {
                Some(distance) => self.binary(BinaryOp::Add, entry, distance),
                None => entry,
            };
        }
        let entry = self.unit.add_converted(entry, ty);
        let value = self.sum(Some(entry), terms).unwrap_or(entry);
        let value = self.unit.add_converted(value, self.ty);
        // It is what the variable held at this place.
        self.unit.exprs[value.0 as usize].keeps_value = !self.induction.wraps;
        value
    }

    /// Every partial sum of the form is a value that the variable really has, so that `int` holds it. A check that the
    /// conversion back keeps the value is then not needed.
    fn stays_narrow(&self, path: &[usize], offset: &Amount) -> bool {
        let &[level] = path else { return false };
        let is_one = |it: &Amount| *it == Amount { constant: it.constant.signum(), ..Amount::default() };
        let is_constant = *offset == Amount { constant: offset.constant, ..Amount::default() };
        let level = &self.induction.levels[level];
        let Counted { index, lo, step, .. } = level.counted;
        let (index, own) = (&self.unit.ty(self.unit.decl(index).ty).kind, &self.unit.ty(self.ty).kind);
        let is_int = matches!(own, TypeKind::Int { bits: 32, signed: true });
        let from_zero_up = step == 1 && self.unit.expr(lo).constant.is_some_and(|lo| lo >= 0);
        let by_one = is_one(&level.delta) && level.delta.constant != 0;
        is_int && !self.induction.wraps && index == own && from_zero_up && by_one && is_constant
    }

    /// What the iterations of a loop before the present one have stepped: factors and what they multiply.
    fn stepped_in(&mut self, level: usize, path: &[usize], ty: TypeId, loc: Loc) -> Vec<(i64, ExprId)> {
        let induction = self.induction;
        let delta = &induction.levels[level].delta;
        let step = induction.levels[level].counted.step;
        if !delta.is_constant() && delta.terms() > 1 {
            let each = self.held(Steps::Iteration(level), loc);
            let distance = self.distance(level, ty, loc);
            return vec![(1, self.binary(BinaryOp::Mul, each, distance))];
        }
        let mut each = self.values(delta);
        delta.runs.iter().for_each(|&run| each.extend(self.run(run, Some(path), loc)));
        let mut terms = vec![];
        if delta.constant != 0 {
            terms.push((delta.constant / step.abs(), self.distance(level, ty, loc)));
        }
        for (factor, e) in each {
            let distance = self.distance(level, ty, loc);
            terms.push((factor, self.binary(BinaryOp::Mul, e, distance)));
        }
        terms
    }

    /// Values that are stepped by.
    fn values(&mut self, amount: &Amount) -> Vec<(i64, ExprId)> {
        let one = |&(factor, e): &(i64, ExprId)| {
            let copy = self.unit.copy_expr(e, &mut Copies::default());
            (factor, self.unit.add_converted(copy, self.wide))
        };
        amount.values.iter().map(one).collect()
    }

    /// What a whole run of an inner loop steps. Inside of the loop it is known to run; elsewhere a variable holds it. Without a `path` it is
    /// written out.
    fn run(&mut self, level: usize, path: Option<&[usize]>, loc: Loc) -> Vec<(i64, ExprId)> {
        if path.is_none_or(|it| it.contains(&level)) {
            return self.stepped_by(level, path, loc);
        }
        vec![(1, self.held(Steps::Run(level), loc))]
    }

    /// The value of a variable that is set before the outermost loop.
    fn held(&mut self, steps: Steps, loc: Loc) -> ExprId {
        let known = self.held.iter().find(|it| it.0 == steps).map(|it| it.1);
        let variable = known.unwrap_or_else(|| {
            let terms = match steps {
                Steps::Run(level) => self.stepped_by(level, None, loc),
                Steps::Iteration(level) => self.amount(level, loc),
            };
            let none = self.constant(0, self.wide, loc);
            let value = self.sum(None, terms).unwrap_or(none);
            let name = format!("steps of {}", self.unit.decl(self.induction.variable).name);
            let variable = self.unit.add_local(&name, self.wide, loc);
            self.unit.decls[variable.0 as usize].init = Some(value);
            self.held.push((steps, variable));
            variable
        });
        self.read(variable, loc)
    }

    /// The terms of what one iteration of a loop steps, wherever it is asked.
    fn amount(&mut self, level: usize, loc: Loc) -> Vec<(i64, ExprId)> {
        let induction = self.induction;
        let delta = &induction.levels[level].delta;
        let mut terms = vec![];
        if delta.constant != 0 {
            terms.push((delta.constant, self.constant(1, self.wide, loc)));
        }
        terms.extend(self.values(delta));
        delta.runs.iter().for_each(|&run| terms.extend(self.run(run, None, loc)));
        terms
    }

    /// How far the index has come, which is never negative.
    fn distance(&mut self, level: usize, ty: TypeId, loc: Loc) -> ExprId {
        let Counted { index, lo, step, .. } = self.induction.levels[level].counted;
        let index = self.read(index, loc);
        if step > 0 && self.is_zero(lo) {
            return self.unit.add_converted(index, ty);
        }
        let between = if ty == self.wide { self.type_of_differences(index) } else { ty };
        let lo = self.unit.copy_expr(lo, &mut Copies::default());
        let (from, to) = if step > 0 { (lo, index) } else { (index, lo) };
        let distance = self.difference(to, from, between);
        self.unit.add_converted(distance, ty)
    }

    fn difference(&mut self, to: ExprId, from: ExprId, ty: TypeId) -> ExprId {
        let (to, from) = (self.unit.add_converted(to, ty), self.unit.add_converted(from, ty));
        if self.is_zero(from) { to } else { self.binary(BinaryOp::Sub, to, from) }
    }

    /// Holds what greater values of this expression's type are greater than others by.
    fn type_of_differences(&self, e: ExprId) -> TypeId {
        let ty = self.unit.expr(e).ty;
        if self.unit.ty(ty).kind == (TypeKind::Int { bits: 64, signed: false }) { ty } else { self.long }
    }

    /// What a whole run of a loop steps, likewise. Without a `path` it may not run.
    fn stepped_by(&mut self, level: usize, path: Option<&[usize]>, loc: Loc) -> Vec<(i64, ExprId)> {
        let induction = self.induction;
        let Amount { constant, runs, .. } = &induction.levels[level].delta;
        let mut terms = vec![];
        if *constant != 0 {
            terms.push((*constant, self.times_run(level, path.is_none(), loc)));
        }
        for (factor, e) in self.values(&induction.levels[level].delta) {
            let count = self.times_run(level, false, loc);
            let product = self.binary(BinaryOp::Mul, e, count);
            // The value may not be computed where the loop does not run.
            terms.push((factor, if path.is_some() { product } else { self.if_it_runs(level, product, loc) }));
        }
        for (factor, e) in runs.iter().flat_map(|&run| self.run(run, path, loc)).collect::<Vec<_>>() {
            let count = self.times_run(level, path.is_none(), loc);
            terms.push((factor, self.binary(BinaryOp::Mul, e, count)));
        }
        terms
    }

    /// How often a loop's body runs.
    fn times_run(&mut self, level: usize, guarded: bool, loc: Loc) -> ExprId {
        match self.induction.levels[level].counted.constant_count(self.unit) {
            Some(count) => self.constant(count, self.wide, loc),
            None => self.count(level, guarded, loc),
        }
    }

    fn count(&mut self, level: usize, guarded: bool, loc: Loc) -> ExprId {
        let Counted { index, lo, step, sides, includes_bound, is_open, .. } = self.induction.levels[level].counted;
        if is_open {
            return self.distance(level, self.wide, loc);
        }
        let mut at_start = Copies { values: HashMap::from([(index, lo)]), decls: HashMap::new() };
        let (from, to) = if step > 0 { sides } else { (sides.1, sides.0) };
        let [from, to] = [from, to].map(|e| self.unit.copy_expr(e, &mut at_start));
        let span = self.difference(to, from, self.type_of_differences(to));
        let mut count = self.unit.add_converted(span, self.wide);
        let step = step.abs();
        // Rounded up; the bound itself is one more.
        let more = if includes_bound { step } else { step - 1 };
        if more != 0 {
            let more = self.constant(more, self.wide, loc);
            count = self.binary(BinaryOp::Add, count, more);
        }
        if step != 1 {
            let step = self.constant(step, self.wide, loc);
            count = self.binary(BinaryOp::Div, count, step);
        }
        if guarded { self.if_it_runs(level, count, loc) } else { count }
    }

    /// The value, or 0 if the loop's body is not run.
    fn if_it_runs(&mut self, level: usize, value: ExprId, loc: Loc) -> ExprId {
        let Counted { index, lo, cond, .. } = self.induction.levels[level].counted;
        let mut at_start = Copies { values: HashMap::from([(index, lo)]), decls: HashMap::new() };
        let cond = self.unit.copy_expr(cond, &mut at_start);
        let other = self.constant(0, self.wide, loc);
        self.unit.add_expr(ExprKind::Conditional { cond, then: value, other }, self.wide, loc, false)
    }

    /// Gives the variable its value behind the loop.
    fn behind(&mut self, loc: Loc) -> StmtId {
        let steps = self.stepped_by(0, None, loc);
        let value = self.plus_entry(steps, self.wide, loc);
        let lhs = self.unit.add_expr(ExprKind::Ref { decl: self.induction.variable }, self.ty, loc, true);
        let assign = self.unit.add_expr(ExprKind::Assign { lhs, rhs: value }, self.ty, loc, false);
        self.unit.add_stmt(StmtKind::Expr { expr: assign }, loc)
    }
}

/// `long` or `unsigned long`, or what this unit calls it.
pub fn wide_type(unit: &mut Unit, kind: TypeKind) -> TypeId {
    let plain = |ty: &Type| ty.kind == kind && !ty.is_const && !ty.is_volatile && !ty.is_atomic && !ty.may_alias;
    if let Some(position) = unit.types.iter().position(plain) {
        return TypeId(position as u32);
    }
    let is_signed = kind == TypeKind::Int { bits: 64, signed: true };
    let (size, align, spelling) = (8, 8, if is_signed { "long" } else { "unsigned long" }.to_owned());
    let qualified = (false, false, false, false, false);
    let (is_const, is_volatile, is_restrict, is_atomic, may_alias) = qualified;
    unit.types.push(Type { kind, size, align, is_const, is_volatile, is_restrict, is_atomic, may_alias, spelling });
    TypeId(unit.types.len() as u32 - 1)
}
