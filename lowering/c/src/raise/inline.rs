//! Calls of small functions inside loops are replaced by their bodies, so that the loops can be nests.
//!
//! Two forms. A function that only computes a value (`return E;`, perhaps after `if (c) return F;`) becomes an expression,
//! wherever the call stands; if calls in it may change memory, only where its arguments do not read what they can change.
//! Another structured function whose only `return` is its last statement becomes a block in front of the statement that
//! calls it, if that is evaluated there anyway and nothing else in it has effects.
//! Only in loops all of whose calls can be replaced, are pure or promise to be. Bodies may come from stubs. Declines
//! recursion, static locals, variable-length types, jumps, volatile and atomic accesses, cleanups. The meaning of the unit
//! does not change; nothing is analysed here.

use super::access::is_pure;
use super::effects::{Root, callee_decl, exposed, is_step, place, promise};
use super::nest::elem_of;
use super::rewrite::Copies;
use super::value::is_ordinary;
use super::visit::{self, Item};
use crate::ast::{
    BinaryOp, CastKind, DeclId, Expr, ExprId, ExprKind, Stmt, StmtId, StmtKind, Storage, TypeId, TypeKind, Unit,
};
use std::collections::{HashMap, HashSet};

/// Larger functions are not small.
const MAX_NODES: usize = 400;
/// Calls in replaced bodies are replaced in the next round.
const ROUNDS: usize = 4;
/// A unit does not grow by more than this.
const MAX_GROWTH: usize = 200_000;

/// Replaces calls in the loops of all functions.
pub fn inline_calls(unit: &mut Unit) {
    let limit = unit.exprs.len() + MAX_GROWTH;
    prepare_stubs(unit, limit);
    let candidates = candidates(unit);
    for function in unit.functions.clone() {
        let Some(body) = unit.decl(function).body else { continue };
        for _ in 0..ROUNDS {
            let loops = suitable_loops(unit, body, &candidates);
            let mut inliner = Inliner { unit, candidates: &candidates, changed: false };
            loops.into_iter().for_each(|s| inliner.stmt(s));
            if !inliner.changed || unit.exprs.len() > limit {
                break;
            }
        }
    }
}

/// Replaces the calls in the bodies of stubs. A body that refers to something of the stub files' own after that cannot stand
/// in the program, where it may have no name.
fn prepare_stubs(unit: &mut Unit, limit: usize) {
    let functions = unit.stubs.bodies.clone();
    for &function in &functions {
        let Some(body) = unit.decl(function).body else { continue };
        for _ in 0..ROUNDS {
            // Those before may have changed.
            let candidates = candidates(unit);
            let mut inliner = Inliner { unit, candidates: &candidates, changed: false };
            inliner.stmt(body);
            if !inliner.changed || unit.exprs.len() > limit {
                break;
            }
        }
    }
    for function in functions {
        let name = unit.decl(function).body.and_then(|body| own_name(unit, body));
        let why = match name {
            Some(name) => format!("it uses '{name}', which the program does not declare"),
            None if form(unit, function).is_none() => {
                "it is recursive or large, or has jumps, static variables or a return before its end".into()
            }
            None => continue,
        };
        unit.stubs.refused.insert(function, why);
    }
}

/// Something outside of the body that the stub files declare and the program does not. The library's functions of numbers
/// are known to every program.
fn own_name(unit: &Unit, body: StmtId) -> Option<String> {
    let mut found = None;
    visit::walk(unit, Item::Stmt(body), |item| {
        if let Item::Expr(e) = item
            && let ExprKind::Ref { decl: id } = unit.expr(e).kind
            && unit.stubs.own.iter().any(|own| own.contains(&(id.0 as usize)))
        {
            let decl = unit.decl(id);
            let is_outside = !matches!(decl.storage, Storage::Local | Storage::Param);
            let is_known = decl.storage == Storage::Function && !decl.is_internal && is_pure(&decl.name);
            found = found.take().or((is_outside && !is_known).then(|| decl.name.clone()));
        }
        found.is_none()
    });
    found
}

/// The functions that can be replaced, also under the names that the program knows.
fn candidates(unit: &Unit) -> HashMap<DeclId, Form> {
    let stubs = unit.stubs.bodies.iter().filter(|function| !unit.stubs.refused.contains_key(function));
    let mut forms: HashMap<DeclId, Form> =
        unit.functions.iter().chain(stubs).filter_map(|&f| Some((f, form(unit, f)?))).collect();
    for (&known, own) in &unit.stubs.definitions {
        if let Some(form) = forms.get(own).cloned() {
            forms.insert(known, form);
        }
    }
    forms
}

/// How a function can be replaced.
#[derive(Clone, Debug)]
enum Form {
    /// Calls in the value may change what others can reach.
    Value { value: Value, may_change: bool },
    /// The statements, and the value returned at the end.
    Block { body: Vec<StmtId>, result: Option<ExprId>, writes_memory: bool },
}

#[derive(Clone, Debug)]
enum Value {
    Expr(ExprId),
    Choice { cond: ExprId, then: Box<Value>, other: Box<Value> },
}

/// The outermost loops in which no call would be left.
fn suitable_loops(unit: &Unit, body: StmtId, candidates: &HashMap<DeclId, Form>) -> Vec<StmtId> {
    let mut found = Vec::new();
    visit::walk(unit, Item::Stmt(body), |item| {
        let Item::Stmt(s) = item else { return false };
        let suits = matches!(unit.stmt(s).kind, StmtKind::For { .. }) && {
            let calls = calls_in(unit, Item::Stmt(s));
            let is_known = |callee: DeclId| candidates.contains_key(&callee) || promise(unit, callee).is_some();
            let known = |callee: &Option<DeclId>| callee.is_some_and(is_known);
            !calls.is_empty() && calls.iter().all(known)
        };
        if suits {
            found.push(s);
        }
        !suits
    });
    found
}

/// The functions called, except pure ones of the library; None for calls through pointers.
fn calls_in(unit: &Unit, item: Item) -> Vec<Option<DeclId>> {
    let mut calls = Vec::new();
    visit::walk(unit, item, |item| {
        if let Item::Expr(e) = item
            && let ExprKind::Call { callee, builtin, .. } = &unit.expr(e).kind
            && !is_pure(builtin)
        {
            calls.push(callee_decl(unit, *callee));
        }
        true
    });
    calls
}

fn form(unit: &Unit, function: DeclId) -> Option<Form> {
    let decl = unit.decl(function);
    let body = decl.body?;
    let TypeKind::Function { ret, variadic: false, .. } = unit.ty(decl.ty).kind else { return None };
    let is_scalar = |ty: TypeId| elem_of(unit.ty(ty)).is_some() || matches!(unit.ty(ty).kind, TypeKind::Pointer { .. });
    let returns = is_scalar(ret) || unit.ty(ret).kind == TypeKind::Void;
    let plain_params = decl.params.iter().all(|&p| is_scalar(unit.decl(p).ty) && is_fixed(unit, unit.decl(p).ty));
    let replaceable = is_replaceable(unit, function);
    if !returns || !plain_params || !replaceable || is_recursive(unit, function) || !is_structured(unit, body) {
        return None;
    }
    let StmtKind::Compound { body: statements } = &unit.stmt(body).kind else { return None };
    let params_are_values = decl.params.iter().all(|&param| !unit.decl(param).address_taken);
    if params_are_values
        && is_effect_free(unit, body)
        && let Some(value) = value_of(unit, statements)
    {
        return Some(Form::Value { value, may_change: may_change_memory(unit, function) });
    }
    let (body, result) = match statements.split_last() {
        Some((&last, rest)) => match unit.stmt(last).kind {
            StmtKind::Return { value } => (rest.to_vec(), value),
            _ => (statements.clone(), None),
        },
        None => (Vec::new(), None),
    };
    let returns_early = body.iter().any(|&s| contains(unit, s, |kind| matches!(kind, StmtKind::Return { .. })));
    let has_result = result.is_some() == is_scalar(ret);
    let result_has_effects = result.is_some_and(|result| !is_free(unit, result));
    if returns_early || !has_result || result_has_effects {
        return None;
    }
    Some(Form::Block { writes_memory: writes_memory(unit, &body), body, result })
}

/// Nothing of variable length in the type.
fn is_fixed(unit: &Unit, ty: TypeId) -> bool {
    match unit.ty(ty).kind {
        TypeKind::VariableArray { .. } => false,
        TypeKind::Pointer { to: elem } | TypeKind::Array { elem, .. } | TypeKind::IncompleteArray { elem } => {
            is_fixed(unit, elem)
        }
        _ => true,
    }
}

fn is_recursive(unit: &Unit, function: DeclId) -> bool {
    reached(unit, function).contains(&function)
}

/// The functions that the function calls by name, also through others.
fn reached(unit: &Unit, function: DeclId) -> HashSet<DeclId> {
    let (mut pending, mut seen) = (vec![function], HashSet::new());
    while let Some(next) = pending.pop() {
        let Some(body) = unit.decl(next).body else { continue };
        let callees = calls_in(unit, Item::Stmt(body)).into_iter().flatten();
        pending.extend(callees.map(|callee| unit.definition(callee)).filter(|callee| seen.insert(*callee)));
    }
    seen
}

/// What the function calls may change memory that it does not own. It does not where each function promises so, or is seen
/// to assign its own variables only.
fn may_change_memory(unit: &Unit, function: DeclId) -> bool {
    let is_harmless = |function: DeclId| {
        promise(unit, function).is_some()
            || unit.decl(function).body.is_some_and(|body| {
                let calls_pointers = calls_in(unit, Item::Stmt(body)).contains(&None);
                is_replaceable(unit, function)
                    && is_structured(unit, body)
                    && !calls_pointers
                    && !assigns_memory(unit, body)
            })
    };
    !reached(unit, function).into_iter().chain([function]).all(is_harmless)
}

/// No other body takes the place of this one when the program is linked.
fn is_replaceable(unit: &Unit, function: DeclId) -> bool {
    !unit.decl(function).attributes.iter().any(|attribute| attribute == "weak")
}

/// Small, without jumps, static locals, types of variable length, volatile and atomic accesses, cleanups and GNU extensions.
fn is_structured(unit: &Unit, body: StmtId) -> bool {
    let (mut fits, mut nodes) = (true, 0);
    visit::walk(unit, Item::Stmt(body), |item| {
        nodes += 1;
        fits &= match item {
            Item::Stmt(s) => !matches!(
                unit.stmt(s).kind,
                StmtKind::Goto { .. }
                    | StmtKind::IndirectGoto { .. }
                    | StmtKind::Label { .. }
                    | StmtKind::Switch { .. }
                    | StmtKind::Other { .. }
            ),
            Item::Declare(d) => {
                let decl = unit.decl(d);
                let is_plain = is_fixed(unit, decl.ty) && is_ordinary(unit.ty(decl.ty));
                decl.storage == Storage::Local && is_plain && !decl.has_cleanup()
            }
            Item::Expr(e) => {
                let expr = unit.expr(e);
                let odd = matches!(
                    expr.kind,
                    ExprKind::StmtExpr { .. }
                        | ExprKind::VaArg { .. }
                        | ExprKind::SizeofVla { .. }
                        | ExprKind::Other { .. }
                );
                !odd && is_fixed(unit, expr.ty) && is_ordinary(unit.ty(expr.ty))
            }
        };
        fits &= nodes <= MAX_NODES;
        fits
    });
    fits
}

fn contains(unit: &Unit, s: StmtId, wanted: impl Fn(&StmtKind) -> bool) -> bool {
    let mut found = false;
    visit::walk(unit, Item::Stmt(s), |item| {
        found |= matches!(item, Item::Stmt(s) if wanted(&unit.stmt(s).kind));
        !found
    });
    found
}

/// The value of `if (c) return F; ... return E;`.
fn value_of(unit: &Unit, statements: &[StmtId]) -> Option<Value> {
    let (&first, rest) = statements.split_first()?;
    match &unit.stmt(first).kind {
        StmtKind::Return { value } => value.map(Value::Expr),
        StmtKind::Compound { body } if rest.is_empty() => value_of(unit, body),
        StmtKind::If { cond, then, other } => {
            let other = match other {
                Some(other) if rest.is_empty() => value_of(unit, &[*other])?,
                Some(_) => return None,
                None => value_of(unit, rest)?,
            };
            Some(Value::Choice { cond: *cond, then: Box::new(value_of(unit, &[*then])?), other: Box::new(other) })
        }
        _ => None,
    }
}

fn is_effect_free(unit: &Unit, body: StmtId) -> bool {
    let mut free = true;
    visit::walk(unit, Item::Stmt(body), |item| {
        free &= match item {
            Item::Expr(e) => !has_own_effect(unit, e),
            Item::Stmt(_) => true,
            Item::Declare(_) => false,
        };
        free
    });
    free
}

/// Reads that must happen as often as they are written, and in their order, are effects.
fn has_own_effect(unit: &Unit, e: ExprId) -> bool {
    match &unit.expr(e).kind {
        ExprKind::Cast { cast: CastKind::LvalueToRvalue, arg } => !is_ordinary(unit.ty(unit.expr(*arg).ty)),
        ExprKind::Assign { .. }
        | ExprKind::CompoundAssign { .. }
        | ExprKind::StmtExpr { .. }
        | ExprKind::VaArg { .. } => true,
        ExprKind::Unary { op, .. } => is_step(*op),
        _ => false,
    }
}

/// Evaluating the expression changes nothing; calls that are not pure change something.
pub fn is_free(unit: &Unit, root: ExprId) -> bool {
    let mut free = calls_in(unit, Item::Expr(root)).is_empty();
    visit::walk(unit, Item::Expr(root), |item| {
        free &= !matches!(item, Item::Expr(e) if has_own_effect(unit, e));
        free
    });
    free
}

/// Something other than the function's own variables is assigned, or another function is called.
fn writes_memory(unit: &Unit, body: &[StmtId]) -> bool {
    body.iter().any(|&s| !calls_in(unit, Item::Stmt(s)).is_empty() || assigns_memory(unit, s))
}

fn assigns_memory(unit: &Unit, s: StmtId) -> bool {
    let mut found = false;
    visit::walk(unit, Item::Stmt(s), |item| {
        let Item::Expr(e) = item else { return true };
        let target = match &unit.expr(e).kind {
            ExprKind::Assign { lhs, .. } | ExprKind::CompoundAssign { lhs, .. } => Some(*lhs),
            ExprKind::Unary { op, arg } if is_step(*op) => Some(*arg),
            _ => None,
        };
        found |= target.is_some_and(|target| match place(unit, target).root {
            Root::Variable(decl) => !is_own(unit, decl),
            Root::Pointer(_) => true,
        });
        true
    });
    found
}

fn is_own(unit: &Unit, decl: DeclId) -> bool {
    matches!(unit.decl(decl).storage, Storage::Local | Storage::Param)
}

/// The expression reads nothing but variables of the function that others cannot reach: calls do not change its value.
fn reads_only_own(unit: &Unit, root: ExprId) -> bool {
    let mut all = true;
    visit::walk(unit, Item::Expr(root), |item| {
        if let Item::Expr(e) = item
            && let ExprKind::Cast { cast: CastKind::LvalueToRvalue, arg } = unit.expr(e).kind
        {
            all &= match place(unit, arg).root {
                Root::Variable(decl) => is_own(unit, decl) && !exposed(unit.decl(decl)),
                Root::Pointer(_) => false,
            };
        }
        all
    });
    all
}

struct Inliner<'a> {
    unit: &'a mut Unit,
    candidates: &'a HashMap<DeclId, Form>,
    changed: bool,
}

impl Inliner<'_> {
    /// Replaces calls in a statement and what is in it.
    fn stmt(&mut self, s: StmtId) {
        stacker::maybe_grow(64 << 10, 1 << 20, || self.stmt_here(s));
    }

    fn stmt_here(&mut self, s: StmtId) {
        match self.unit.stmt(s).kind.clone() {
            StmtKind::Compound { body } => self.compound(s, body),
            StmtKind::Expr { expr } => {
                self.values_in(expr);
                if let Some(before) = self.block_before(expr, true) {
                    let (loc, end) = (self.unit.stmt(s).loc, self.unit.stmt(s).end);
                    let call_is_statement = matches!(self.unit.expr(expr).kind, ExprKind::ImplicitZero);
                    let mut body = before;
                    if !call_is_statement {
                        body.push(self.unit.add_stmt(StmtKind::Expr { expr }, loc));
                    }
                    self.unit.stmts[s.0 as usize] = Stmt { kind: StmtKind::Compound { body }, loc, end };
                }
            }
            StmtKind::If { cond, then, other } => {
                self.values_in(cond);
                [Some(then), other].into_iter().flatten().for_each(|s| self.stmt(s));
            }
            StmtKind::For { init, cond, inc, body } => {
                init.into_iter().for_each(|init| self.values_in_stmt(init));
                [cond, inc].into_iter().flatten().for_each(|e| self.values_in(e));
                self.stmt(body);
            }
            StmtKind::While { cond, body } | StmtKind::Do { body, cond } => {
                self.values_in(cond);
                self.stmt(body);
            }
            StmtKind::Decl { .. } => self.values_in_stmt(s),
            StmtKind::Return { value } => value.into_iter().for_each(|value| self.values_in(value)),
            _ => {}
        }
    }

    fn compound(&mut self, s: StmtId, body: Vec<StmtId>) {
        let mut statements = Vec::new();
        for inner in body {
            self.stmt(inner);
            if let StmtKind::Decl { decls } = &self.unit.stmt(inner).kind
                && let [decl] = decls[..]
                && let Some(init) = self.unit.decl(decl).init
            {
                statements.extend(self.block_before(init, false).unwrap_or_default());
            }
            statements.push(inner);
        }
        self.unit.stmts[s.0 as usize].kind = StmtKind::Compound { body: statements };
    }

    fn values_in_stmt(&mut self, s: StmtId) {
        match self.unit.stmt(s).kind.clone() {
            StmtKind::Expr { expr } => self.values_in(expr),
            StmtKind::Decl { decls } => {
                let inits: Vec<ExprId> = decls.iter().filter_map(|&decl| self.unit.decl(decl).init).collect();
                inits.into_iter().for_each(|init| self.values_in(init));
            }
            _ => {}
        }
    }

    /// Replaces the calls of functions that are expressions, inner ones first.
    fn values_in(&mut self, root: ExprId) {
        let mut calls = Vec::new();
        visit::walk(self.unit, Item::Expr(root), |item| {
            if let Item::Expr(e) = item
                && matches!(self.unit.expr(e).kind, ExprKind::Call { .. })
            {
                calls.push(e);
            }
            true
        });
        for call in calls.into_iter().rev() {
            if let Some((Form::Value { value, may_change }, params, args)) = self.candidate(call)
                && args.iter().all(|&arg| is_free(self.unit, arg))
                // The arguments are read where the body reads its parameters: perhaps after a call in it.
                && (!may_change || args.iter().all(|&arg| reads_only_own(self.unit, arg)))
            {
                let copies = Copies { values: params.into_iter().zip(args).collect(), decls: HashMap::new() };
                let copy = self.copy_value(&value, &copies, call);
                self.become_copy(call, copy);
            }
        }
    }

    /// The form of the function that is called, its parameters and the arguments.
    fn candidate(&self, call: ExprId) -> Option<(Form, Vec<DeclId>, Vec<ExprId>)> {
        let ExprKind::Call { callee, args, .. } = &self.unit.expr(call).kind else { return None };
        let callee = callee_decl(self.unit, *callee)?;
        let form = self.candidates.get(&callee)?;
        let params = &self.unit.decl(self.unit.definition(callee)).params;
        let kind = |ty: TypeId| &self.unit.ty(ty).kind;
        let fits = |(&p, &a): (&DeclId, &ExprId)| match (kind(self.unit.decl(p).ty), kind(self.unit.expr(a).ty)) {
            (TypeKind::Pointer { .. }, TypeKind::Pointer { .. }) => true,
            (param, arg) => param == arg,
        };
        let matches = params.len() == args.len() && params.iter().zip(args).all(fits);
        matches.then(|| (form.clone(), params.clone(), args.clone()))
    }

    /// Puts the copy of a value in the place of the call.
    fn become_copy(&mut self, call: ExprId, copy: ExprId) {
        let Expr { kind, constant, floats, .. } = self.unit.expr(copy).clone();
        let entry = &mut self.unit.exprs[call.0 as usize];
        (entry.kind, entry.constant, entry.floats) = (kind, constant, floats);
        entry.is_whole = true;
        self.changed = true;
    }

    fn copy_value(&mut self, value: &Value, copies: &Copies, call: ExprId) -> ExprId {
        match value {
            Value::Expr(e) => self.unit.copy_expr(*e, copies),
            Value::Choice { cond, then, other } => {
                let (cond, then, other) = (
                    self.unit.copy_expr(*cond, copies),
                    self.copy_value(then, copies, call),
                    self.copy_value(other, copies, call),
                );
                let ty = self.unit.expr(then).ty;
                let loc = self.unit.expr(call).loc;
                self.unit.add_expr(ExprKind::Conditional { cond, then, other }, ty, loc, false)
            }
        }
    }

    /// The statements that stand for the call in a statement's expression, which then reads the result. The statement must
    /// be the call, or assign or declare what is computed from it without other effects.
    fn block_before(&mut self, root: ExprId, is_statement: bool) -> Option<Vec<StmtId>> {
        let (call, is_alone) = match is_statement.then(|| self.lone_call(root)).flatten() {
            Some(call) => (call, true),
            None => (self.only_call(root)?, false),
        };
        let (Form::Block { body, result, writes_memory }, params, args) = self.candidate(call)? else { return None };
        if !is_alone && (writes_memory || result.is_none()) {
            return None;
        }
        let loc = self.unit.expr(call).loc;
        let mut copies = Copies::default();
        let mut inside: Vec<StmtId> = Vec::new();
        for (param, arg) in params.into_iter().zip(args) {
            let own = self.copy_decl(param, &mut copies);
            self.unit.decls[own.0 as usize].init = Some(arg);
            inside.push(self.unit.add_stmt(StmtKind::Decl { decls: vec![own] }, loc));
        }
        for s in body {
            inside.push(self.copy_stmt(s, &mut copies));
        }
        let mut before = Vec::new();
        match result.filter(|_| !is_alone) {
            Some(result) => {
                let ty = self.unit.expr(call).ty;
                let variable = self.unit.add_local("result", ty, loc);
                before.push(self.unit.add_stmt(StmtKind::Decl { decls: vec![variable] }, loc));
                let value = self.unit.copy_expr(result, &copies);
                let lhs = self.unit.add_expr(ExprKind::Ref { decl: variable }, ty, loc, true);
                let assign = self.unit.add_expr(ExprKind::Assign { lhs, rhs: value }, ty, loc, false);
                inside.push(self.unit.add_stmt(StmtKind::Expr { expr: assign }, loc));
                let read = self.unit.add_expr(ExprKind::Ref { decl: variable }, ty, loc, true);
                self.unit.exprs[call.0 as usize].kind = ExprKind::Cast { cast: CastKind::LvalueToRvalue, arg: read };
            }
            // Nothing is left of the statement.
            None => self.unit.exprs[root.0 as usize].kind = ExprKind::ImplicitZero,
        }
        before.push(self.unit.add_stmt(StmtKind::Compound { body: inside }, loc));
        self.changed = true;
        Some(before)
    }

    /// The expression is a call whose value nobody wants.
    fn lone_call(&self, root: ExprId) -> Option<ExprId> {
        let mut e = root;
        while let ExprKind::Cast { cast: CastKind::ToVoid, arg } = self.unit.expr(e).kind {
            e = arg;
        }
        match &self.unit.expr(e).kind {
            ExprKind::Call { args, .. } => args.iter().all(|&arg| is_free(self.unit, arg)).then_some(e),
            _ => None,
        }
    }

    /// The only call in the expression, evaluated whenever the expression is, and the only effect but an assignment of it all.
    fn only_call(&self, root: ExprId) -> Option<ExprId> {
        let unit = &*self.unit;
        let (mut calls, mut effects) = (Vec::new(), 0);
        visit::walk(unit, Item::Expr(root), |item| {
            let Item::Expr(e) = item else { return false };
            let kind = &unit.expr(e).kind;
            effects += u32::from(has_own_effect(unit, e));
            match kind {
                ExprKind::Call { builtin, .. } if !is_pure(builtin) => calls.push(e),
                // What they contain may not be evaluated: a call there is not found.
                ExprKind::Conditional { .. }
                | ExprKind::Binary { op: BinaryOp::LogicalAnd | BinaryOp::LogicalOr, .. } => {
                    effects += u32::from(!is_free(unit, e)) * 2;
                    return false;
                }
                _ => {}
            }
            true
        });
        let assigns = matches!(unit.expr(root).kind, ExprKind::Assign { .. } | ExprKind::CompoundAssign { .. });
        match calls[..] {
            [call] if effects == u32::from(assigns) => Some(call),
            _ => None,
        }
    }

    fn copy_decl(&mut self, decl: DeclId, copies: &mut Copies) -> DeclId {
        let old = self.unit.decl(decl);
        let (name, ty, loc, address_taken, align, attributes) =
            (old.name.clone(), old.ty, old.loc, old.address_taken, old.align, old.attributes.clone());
        let own = self.unit.add_local(&name, ty, loc);
        let entry = &mut self.unit.decls[own.0 as usize];
        (entry.address_taken, entry.attributes, entry.align) = (address_taken, attributes, align);
        copies.decls.insert(decl, own);
        own
    }

    fn copy_stmt(&mut self, s: StmtId, copies: &mut Copies) -> StmtId {
        stacker::maybe_grow(64 << 10, 1 << 20, || self.copy_stmt_here(s, copies))
    }

    fn copy_stmt_here(&mut self, s: StmtId, copies: &mut Copies) -> StmtId {
        let loc = self.unit.stmt(s).loc;
        let kind = match self.unit.stmt(s).kind.clone() {
            StmtKind::Compound { body } => {
                StmtKind::Compound { body: body.into_iter().map(|s| self.copy_stmt(s, copies)).collect() }
            }
            StmtKind::Decl { decls } => {
                StmtKind::Decl { decls: decls.into_iter().map(|d| self.copy_local(d, copies)).collect() }
            }
            StmtKind::Expr { expr } => StmtKind::Expr { expr: self.unit.copy_expr(expr, copies) },
            StmtKind::If { cond, then, other } => StmtKind::If {
                cond: self.unit.copy_expr(cond, copies),
                then: self.copy_stmt(then, copies),
                other: other.map(|other| self.copy_stmt(other, copies)),
            },
            StmtKind::For { init, cond, inc, body } => {
                // The initialization declares what the rest uses.
                let init = init.map(|init| self.copy_stmt(init, copies));
                let (cond, inc) =
                    (cond.map(|e| self.unit.copy_expr(e, copies)), inc.map(|e| self.unit.copy_expr(e, copies)));
                StmtKind::For { init, cond, inc, body: self.copy_stmt(body, copies) }
            }
            StmtKind::While { cond, body } => {
                StmtKind::While { cond: self.unit.copy_expr(cond, copies), body: self.copy_stmt(body, copies) }
            }
            StmtKind::Do { body, cond } => {
                StmtKind::Do { body: self.copy_stmt(body, copies), cond: self.unit.copy_expr(cond, copies) }
            }
            // The rest has no parts, or does not occur in what is copied.
            other => other,
        };
        self.unit.add_stmt(kind, loc)
    }

    fn copy_local(&mut self, decl: DeclId, copies: &mut Copies) -> DeclId {
        let own = self.copy_decl(decl, copies);
        let init = self.unit.decl(decl).init.map(|init| self.unit.copy_expr(init, copies));
        self.unit.decls[own.0 as usize].init = init;
        own
    }
}
