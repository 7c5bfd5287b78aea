//! Calls of small functions inside loops are replaced by their bodies, so that the loops can be nests.
//!
//! Two forms. A function that only computes a value (`return E;`, perhaps after `if (c) return F;` and variables that keep
//! their first value) becomes an expression, wherever the call stands; if calls in it may change memory, only where its
//! arguments do not read what they can change. Another structured function becomes a block in front of the statement that
//! calls it, with one way out (`single_exit`), where `lift` finds that nothing of the statement is done before. Statement
//! expressions are treated like calls of a function.
//! Only in loops all of whose calls can be replaced, are pure or promise to be. Bodies may come from stubs. Declines
//! recursion, static locals, variable-length types, jumps, volatile and atomic accesses, cleanups, and says so. The meaning
//! of the unit does not change; nothing is analysed here.

use super::access::is_pure;
use super::computes::computes;
use super::effects::{Effects, Root, callee_decl, exposed, is_step, place, promise};
use super::nest::elem_of;
use super::never::last_branches;
use super::rewrite::Copies;
use super::value::is_ordinary;
use super::visit::{self, Item};
use crate::ast::{
    CastKind, Decl, DeclId, Expr, ExprId, ExprKind, Stmt, StmtId, StmtKind, Storage, TypeId, TypeKind, Unit,
};
use crate::effects::Effect;
use std::collections::{HashMap, HashSet};

/// Larger functions are not small.
const MAX_NODES: usize = 400;
/// Nor are these where iterations may do the same with other data: `may_take_large`.
const MAX_LARGE_NODES: usize = 700;
/// Nor are these, even without choices and calls: operations on small matrices and vectors, written out.
const MAX_STRAIGHT_NODES: usize = 6000;
/// Calls in replaced bodies are replaced in the next round.
const ROUNDS: usize = 8;
const TOO_LARGE: &str = "it is too large to be copied into loops";
/// A unit does not grow by more than this.
const MAX_GROWTH: usize = 200_000;
/// A variable's first value is written where it is read twice or more only if it is no larger.
const MAX_REPEATED: usize = 100;
/// A call whose arguments would be written so much more often than once is made of statements, where these can stand before it.
const MAX_EXTRA: usize = 60;

/// Is the expression made of literals alone? It is computed when compiling, however long it is.
fn is_number(unit: &Unit, e: ExprId) -> bool {
    let mut pending = vec![e];
    while let Some(e) = pending.pop() {
        match unit.expr(e).kind {
            ExprKind::Int { .. } | ExprKind::Float { .. } => {}
            ExprKind::Binary { lhs, rhs, .. } => pending.extend([lhs, rhs]),
            ExprKind::Unary { arg, .. } | ExprKind::Cast { arg, .. } => pending.push(arg),
            _ => return false,
        }
    }
    true
}

/// Replaces calls in the loops of all functions.
pub fn inline_calls(unit: &mut Unit) {
    let limit = unit.exprs.len() + MAX_GROWTH;
    prepare_stubs(unit, limit);
    for function in unit.functions.clone() {
        let body = unit.decl(function).body;
        body.into_iter().for_each(|body| replace_statement_values(unit, body));
    }
    let candidates = candidates(unit);
    for function in unit.functions.clone() {
        let Some(body) = unit.decl(function).body else { continue };
        // What statements cannot stand before is repeated after all.
        for repeats in [false, true] {
            for _ in 0..ROUNDS {
                let loops = suitable_loops(unit, body, &candidates);
                let mut inliner = Inliner { unit, candidates: &candidates, repeats, changed: false };
                loops.into_iter().for_each(|s| inliner.stmt(s));
                if !inliner.changed || unit.exprs.len() > limit {
                    break;
                }
            }
        }
    }
}

/// Replaces statement expressions that only compute a value.
fn replace_statement_values(unit: &mut Unit, body: StmtId) {
    let candidates = HashMap::new();
    Inliner { unit, candidates: &candidates, repeats: true, changed: false }.values_in(Item::Stmt(body));
}

/// Replaces the calls in the bodies of stubs. A body that refers to something of the stub files' own after that cannot stand
/// in the program, where it may have no name.
fn prepare_stubs(unit: &mut Unit, limit: usize) {
    let functions = unit.stubs.bodies.clone();
    let mut candidates = candidates(unit);
    for &function in &functions {
        let Some(body) = unit.decl(function).body else { continue };
        for _ in 0..ROUNDS {
            let mut inliner = Inliner { unit, candidates: &candidates, repeats: true, changed: false };
            inliner.stmt(body);
            if !inliner.changed || unit.exprs.len() > limit {
                break;
            }
            renew(unit, &mut candidates, function);
        }
    }
    for function in functions {
        let name = unit.decl(function).body.and_then(|body| own_name(unit, body));
        let why = match name {
            Some(name) => format!("it uses '{name}', which this file does not declare"),
            None => match form(unit, function) {
                Ok(_) => continue,
                Err(why) => why,
            },
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
            let has_name = is_known || is_linked(unit, id);
            found = found.take().or((is_outside && !has_name).then(|| decl.name.clone()));
        }
        found.is_none()
    });
    found
}

/// A variable of another unit of the program, whose symbol means nothing else in this one.
fn is_linked(unit: &Unit, id: DeclId) -> bool {
    let decl = unit.decl(id);
    let is_same = |other: &Decl| other.symbol == decl.symbol && (other.is_internal || other.storage != decl.storage);
    decl.storage == Storage::Global
        && !decl.is_internal
        && !decl.is_thread_local
        && unit.stubs.linked.iter().any(|linked| linked.contains(&(id.0 as usize)))
        && !unit.decls.iter().any(is_same)
}

/// The functions that can be replaced, also under the names that the program knows.
fn candidates(unit: &mut Unit) -> HashMap<DeclId, Form> {
    let stubs = unit.stubs.bodies.iter().filter(|function| !unit.stubs.refused.contains_key(function));
    let mut forms = HashMap::new();
    let mut refused = HashMap::new();
    for &function in unit.functions.iter().chain(stubs) {
        match form(unit, function) {
            Ok(form) => {
                if form.is_large {
                    refused.insert(function, TOO_LARGE.to_string());
                }
                forms.insert(function, form);
            }
            Err(why) => drop(refused.insert(function, why)),
        }
    }
    let is_called = |it: &Option<DeclId>| {
        it.is_some_and(|it| forms.contains_key(&it) || promise(unit, it).is_some() || computes(unit, it).is_some())
    };
    let has_room_for = |function: DeclId| {
        let body = unit.decl(function).body;
        body.is_none_or(|it| calls_in(unit, Item::Stmt(it)).iter().all(is_called))
    };
    // Better called as it is than with a call in it that no nest may make.
    let kept: Vec<DeclId> =
        forms.keys().copied().filter(|it| computes(unit, *it).is_some() && !has_room_for(*it)).collect();
    kept.iter().for_each(|it| drop(forms.remove(it)));
    unit.kept_calls.bodies = refused;
    for (&known, own) in &unit.stubs.definitions {
        if let Some(form) = forms.get(own).cloned() {
            forms.insert(known, form);
        }
    }
    forms
}

/// The function has changed.
fn renew(unit: &Unit, candidates: &mut HashMap<DeclId, Form>, function: DeclId) {
    let known = unit.stubs.definitions.iter().filter(|(_, own)| **own == function).map(|(known, _)| *known);
    for name in known.chain([function]) {
        match form(unit, function) {
            Ok(form) => candidates.insert(name, form),
            Err(_) => candidates.remove(&name),
        };
    }
}

/// How a function can be replaced.
#[derive(Clone, Debug)]
pub(super) struct Form {
    /// By a value, where the arguments have no effects.
    value: Option<Value>,
    pub body: Vec<StmtId>,
    /// It may change what others can reach.
    pub may_change: bool,
    /// It is copied only where [`may_take_large`] says so.
    is_large: bool,
}

#[derive(Clone, Debug)]
pub(super) enum Value {
    Expr(ExprId),
    Choice {
        cond: ExprId,
        then: Box<Value>,
        other: Box<Value>,
    },
    /// The variable is `init` in the rest.
    Let {
        decl: DeclId,
        init: ExprId,
        then: Box<Value>,
    },
}

/// The outermost loops in which no call would be left.
fn suitable_loops(unit: &Unit, body: StmtId, candidates: &HashMap<DeclId, Form>) -> Vec<StmtId> {
    let mut found = Vec::new();
    let is_large = |callee: &DeclId| candidates.get(callee).is_some_and(|form| form.is_large);
    visit::walk(unit, Item::Stmt(body), |item| {
        let Item::Stmt(s) = item else { return false };
        let suits = matches!(unit.stmt(s).kind, StmtKind::For { .. }) && {
            let calls = calls_that_stay(unit, s);
            let is_known = |callee: DeclId| {
                candidates.contains_key(&callee) || promise(unit, callee).is_some() || computes(unit, callee).is_some()
            };
            let known = |callee: &Option<DeclId>| callee.is_some_and(is_known);
            (!calls.is_empty() || has_statement_expressions(unit, s))
                && calls.iter().all(known)
                && may_take_large(unit, s, &calls.into_iter().flatten().filter(is_large).collect())
        };
        if suits {
            found.push(s);
        }
        !suits
    });
    found
}

/// The functions called, except pure ones of the library; None for calls through pointers.
pub fn calls_in(unit: &Unit, item: Item) -> Vec<Option<DeclId>> {
    calls_outside(unit, item, |_| false)
}

/// Without those in branches that end the program, which a nest may do without.
pub(super) fn calls_that_stay(unit: &Unit, s: StmtId) -> Vec<Option<DeclId>> {
    let left_out = last_branches(unit, s);
    calls_outside(unit, Item::Stmt(s), |s| left_out.contains(&s))
}

fn calls_outside(unit: &Unit, item: Item, is_left_out: impl Fn(StmtId) -> bool) -> Vec<Option<DeclId>> {
    let mut calls = Vec::new();
    visit::walk(unit, item, |item| {
        if let Item::Expr(e) = item
            && let ExprKind::Call { callee, builtin, .. } = &unit.expr(e).kind
            && !is_pure(builtin)
        {
            calls.push(callee_decl(unit, *callee));
        }
        !matches!(item, Item::Stmt(s) if is_left_out(s))
    });
    calls
}

/// A large function is copied into a loop whose iterations do the same with other data: its arguments are the same in all of them, and the loop's
/// index is a subscript of something else. So it is with rows that are transformed in an array for one row; not with loops over time.
fn may_take_large(unit: &Unit, s: StmtId, large: &HashSet<DeclId>) -> bool {
    let StmtKind::For { inc: Some(inc), body, .. } = unit.stmt(s).kind else { return large.is_empty() };
    if large.is_empty() {
        return true;
    }
    let (indices, effects) = (variables_in(unit, inc), Effects::of_stmt(unit, s));
    let is_same =
        |decl: DeclId| !indices.contains(&decl) && (effects.writes(decl) == 0 || effects.declared.contains(&decl));
    let (mut are_same, mut is_subscript) = (true, false);
    visit::walk(unit, Item::Stmt(body), |item| {
        let Item::Expr(e) = item else { return true };
        match &unit.expr(e).kind {
            ExprKind::Call { callee, args, .. } if callee_decl(unit, *callee).is_some_and(|it| large.contains(&it)) => {
                are_same &= args.iter().flat_map(|arg| variables_in(unit, *arg)).all(is_same);
            }
            ExprKind::Subscript { index, .. } => {
                is_subscript |= variables_in(unit, *index).iter().any(|it| indices.contains(it));
            }
            _ => {}
        }
        true
    });
    are_same && is_subscript
}

fn variables_in(unit: &Unit, e: ExprId) -> Vec<DeclId> {
    let mut found = vec![];
    visit::walk(unit, Item::Expr(e), |item| {
        if let Item::Expr(e) = item
            && let ExprKind::Ref { decl } = unit.expr(e).kind
        {
            found.push(decl);
        }
        true
    });
    found
}

fn has_statement_expressions(unit: &Unit, s: StmtId) -> bool {
    let mut found = false;
    visit::walk(unit, Item::Stmt(s), |item| {
        found |= matches!(item, Item::Expr(e) if matches!(unit.expr(e).kind, ExprKind::StmtExpr { .. }));
        !found
    });
    found
}

/// When calls in it are replaced, the function's body may be able to stand for calls, in other units as well: structs as values
/// would need their types to be the same.
pub fn is_small(unit: &Unit, function: DeclId) -> bool {
    let decl = unit.decl(function);
    let TypeKind::Function { ret, .. } = unit.ty(decl.ty).kind else { return false };
    let returns_plain = is_scalar(unit, ret) || unit.ty(ret).kind == TypeKind::Void;
    let takes_plain = decl.params.iter().all(|&param| is_scalar(unit, unit.decl(param).ty));
    returns_plain && takes_plain && form(unit, function).is_ok_and(|form| !form.is_large)
}

/// How calls of the function can be replaced, or why they cannot.
fn form(unit: &Unit, function: DeclId) -> Result<Form, String> {
    let decl = unit.decl(function);
    let (Some(body), TypeKind::Function { ret, variadic, .. }) = (decl.body, &unit.ty(decl.ty).kind) else {
        return Err("it has no body".into());
    };
    if *variadic {
        return Err("it has a variable number of arguments".into());
    }
    if !is_replaceable(unit, function) {
        return Err("attribute 'weak' lets another body replace it".into());
    }
    if is_recursive(unit, function) {
        return Err("it calls itself".into());
    }
    if !is_value(unit, *ret) && unit.ty(*ret).kind != TypeKind::Void {
        return Err(format!("it returns '{}'", unit.ty(*ret).spelling));
    }
    let is_plain = |p: DeclId| is_value(unit, unit.decl(p).ty) && is_fixed(unit, unit.decl(p).ty);
    if let Some(&param) = decl.params.iter().find(|&&p| !is_plain(p)) {
        let param = unit.decl(param);
        return Err(format!("its parameter '{}' has type '{}'", param.name, unit.ty(param.ty).spelling));
    }
    let is_large = obstacle(unit, body).is_some_and(|why| why == TOO_LARGE);
    if let Some(why) = obstacle_in(unit, body, MAX_LARGE_NODES) {
        return Err(why);
    }
    let StmtKind::Compound { body: statements } = &unit.stmt(body).kind else { return Err("it has no body".into()) };
    let is_read = |param: DeclId| !unit.decl(param).address_taken && is_scalar(unit, unit.decl(param).ty);
    let is_value =
        decl.params.iter().all(|&param| is_read(param)) && is_scalar(unit, *ret) && is_effect_free(unit, body);
    let value = is_value.then(|| value_of(unit, statements)).flatten();
    Ok(Form { value, body: statements.clone(), may_change: may_change_memory(unit, function), is_large })
}

fn is_value(unit: &Unit, ty: TypeId) -> bool {
    is_scalar(unit, ty) || matches!(unit.ty(ty).kind, TypeKind::Record { .. })
}

fn is_scalar(unit: &Unit, ty: TypeId) -> bool {
    elem_of(unit.ty(ty)).is_some() || matches!(unit.ty(ty).kind, TypeKind::Pointer { .. })
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
    reached(unit, function, |unit, body| calls_in(unit, Item::Stmt(body))).contains(&function)
}

/// The functions that the function calls by name, also through others, where `calls` are those of a body that count.
fn reached(unit: &Unit, function: DeclId, calls: impl Fn(&Unit, StmtId) -> Vec<Option<DeclId>>) -> HashSet<DeclId> {
    let (mut pending, mut seen) = (vec![function], HashSet::new());
    while let Some(next) = pending.pop() {
        let Some(body) = unit.decl(next).body else { continue };
        let callees = calls(unit, body).into_iter().flatten();
        pending.extend(callees.map(|callee| unit.definition(callee)).filter(|callee| seen.insert(*callee)));
    }
    seen
}

/// What the function calls may change memory that it does not own, and go on. It does not where each function promises so, or is
/// seen to assign its own variables only.
pub(super) fn may_change_memory(unit: &Unit, function: DeclId) -> bool {
    let is_harmless = |function: DeclId| {
        promise(unit, function).is_some()
            || unit.decl(function).body.is_some_and(|body| {
                let calls_pointers = calls_that_stay(unit, body).contains(&None);
                is_replaceable(unit, function)
                    && obstacle(unit, body).is_none()
                    && !calls_pointers
                    && !assigns_memory(unit, body)
            })
    };
    !reached(unit, function, calls_that_stay).into_iter().chain([function]).all(is_harmless)
}

/// No other body takes the place of this one when the program is linked.
pub(super) fn is_replaceable(unit: &Unit, function: DeclId) -> bool {
    !unit.decl(function).attributes.iter().any(|attribute| attribute == "weak")
}

/// The functions with a body in the unit that the function calls by name.
pub fn calls(unit: &Unit, function: DeclId) -> Vec<DeclId> {
    let body = unit.decl(function).body;
    let calls = body.into_iter().flat_map(|body| calls_in(unit, Item::Stmt(body)));
    let known = |it: &DeclId| unit.decl(*it).body.is_some() || launches_elsewhere(unit, *it);
    calls.flatten().map(|it| unit.definition(it)).filter(known).collect()
}

/// Does a function of the unit call one of another unit that may leave data on a device?
pub fn calls_launching(unit: &Unit) -> bool {
    !unit.stubs.effects.is_empty()
        && unit.functions.iter().any(|&it| calls(unit, it).into_iter().any(|it| launches_elsewhere(unit, it)))
}

/// The functions of other units that have loops which may be launched.
pub fn launching_elsewhere(unit: &Unit) -> impl Iterator<Item = DeclId> {
    (0..unit.decls.len() as u32).map(DeclId).filter(|it| launches_elsewhere(unit, *it))
}

fn launches_elsewhere(unit: &Unit, function: DeclId) -> bool {
    let decl = unit.decl(function);
    decl.storage == Storage::Function && unit.stubs.effects.get(&decl.symbol) == Some(&Effect::Launches)
}

/// What keeps statements from being copied: their size, jumps, static locals, types of variable length, volatile and atomic
/// accesses, cleanups and GNU extensions.
pub(super) fn obstacle(unit: &Unit, body: StmtId) -> Option<String> {
    obstacle_in(unit, body, MAX_NODES)
}

/// The same for at most so many nodes.
fn obstacle_in(unit: &Unit, body: StmtId, most: usize) -> Option<String> {
    let (mut found, mut nodes) = (None, 0);
    let most = if is_straight(unit, body) { MAX_STRAIGHT_NODES } else { most };
    visit::walk(unit, Item::Stmt(body), |item| {
        if found.is_some() {
            return false;
        }
        nodes += 1;
        found = match item {
            _ if nodes > most => Some(TOO_LARGE.into()),
            Item::Stmt(s) => obstacle_of_statement(unit, s),
            Item::Declare(d) => obstacle_of_variable(unit, d),
            Item::Expr(e) => obstacle_of_expression(unit, e),
        };
        found.is_none() && !matches!(item, Item::Expr(e) if is_number(unit, e))
    });
    found
}

/// Assignments and counted loops alone: one iteration does what the other does, so nests in it are worth having.
fn is_straight(unit: &Unit, body: StmtId) -> bool {
    let mut all = true;
    visit::walk(unit, Item::Stmt(body), |item| {
        all &= match item {
            Item::Stmt(s) => matches!(
                unit.stmt(s).kind,
                StmtKind::Null
                    | StmtKind::Compound { .. }
                    | StmtKind::Decl { .. }
                    | StmtKind::Expr { .. }
                    | StmtKind::For { .. }
            ),
            Item::Expr(e) => !matches!(unit.expr(e).kind, ExprKind::Call { .. } | ExprKind::Conditional { .. }),
            Item::Declare(_) => true,
        };
        all
    });
    all
}

fn obstacle_of_statement(unit: &Unit, s: StmtId) -> Option<String> {
    match &unit.stmt(s).kind {
        StmtKind::Goto { .. } | StmtKind::IndirectGoto { .. } => Some("it has a 'goto'".into()),
        StmtKind::Label { name, .. } => Some(format!("it has label '{name}'")),
        StmtKind::Other { class } if class.contains("Asm") => Some("it has assembly".into()),
        StmtKind::Other { class } => Some(format!("it has a {class}")),
        _ => None,
    }
}

fn obstacle_of_variable(unit: &Unit, d: DeclId) -> Option<String> {
    let decl = unit.decl(d);
    let what = match decl.storage {
        Storage::StaticLocal => "is static",
        Storage::Param | Storage::Global | Storage::Function => "is declared in it",
        Storage::Local if !is_fixed(unit, decl.ty) => "has a variable length",
        Storage::Local if !is_ordinary(unit.ty(decl.ty)) => "is volatile or atomic",
        Storage::Local if decl.has_cleanup() => "has attribute 'cleanup'",
        Storage::Local => return None,
    };
    Some(format!("its variable '{}' {what}", decl.name))
}

fn obstacle_of_expression(unit: &Unit, e: ExprId) -> Option<String> {
    let expr = unit.expr(e);
    match &expr.kind {
        ExprKind::VaArg { .. } => Some("it has 'va_arg'".into()),
        ExprKind::Other { class, .. } => Some(format!("it has a {class}")),
        ExprKind::StmtExpr { body } if leaves(unit, *body) => Some("it jumps out of a statement expression".into()),
        ExprKind::SizeofVla { .. } => Some("it has a type of variable length".into()),
        _ if !is_fixed(unit, expr.ty) => Some("it has a type of variable length".into()),
        _ if !is_ordinary(unit.ty(expr.ty)) => Some("it accesses something volatile or atomic".into()),
        _ => None,
    }
}

/// Control may leave the statement other than at its end.
pub(super) fn leaves(unit: &Unit, s: StmtId) -> bool {
    let mut found = false;
    visit::walk(unit, Item::Stmt(s), |item| {
        let Item::Stmt(s) = item else { return !found };
        match &unit.stmt(s).kind {
            StmtKind::Return { .. }
            | StmtKind::Goto { .. }
            | StmtKind::IndirectGoto { .. }
            | StmtKind::Label { .. }
            | StmtKind::Break
            | StmtKind::Continue
            | StmtKind::Other { .. } => found = true,
            // What it breaks is inside.
            StmtKind::For { body, .. } | StmtKind::While { body, .. } | StmtKind::Do { body, .. } => {
                found |= has_jump_out(unit, *body);
                return false;
            }
            _ => {}
        }
        !found
    });
    found
}

/// As [`leaves`], but `break` and `continue` stay inside.
fn has_jump_out(unit: &Unit, body: StmtId) -> bool {
    let mut found = false;
    visit::walk(unit, Item::Stmt(body), |item| {
        if let Item::Stmt(s) = item {
            found |=
                matches!(unit.stmt(s).kind, StmtKind::Return { .. } | StmtKind::Label { .. } | StmtKind::Other { .. });
            found |= matches!(unit.stmt(s).kind, StmtKind::Goto { .. } | StmtKind::IndirectGoto { .. });
        }
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
        _ => behind(unit, first, value_of(unit, rest)?),
    }
}

/// The value of `({ T x = E; ... F; })`, if nothing in it has effects.
fn value_of_statements(unit: &Unit, body: StmtId) -> Option<Value> {
    let StmtKind::Compound { body: statements } = &unit.stmt(body).kind else { return None };
    let (&last, before) = statements.split_last()?;
    let StmtKind::Expr { expr } = unit.stmt(last).kind else { return None };
    let mut fits = is_scalar(unit, unit.expr(expr).ty) && calls_in(unit, Item::Stmt(body)).is_empty();
    fits &= is_effect_free(unit, body) && obstacle(unit, body).is_none();
    let mut before = before.iter().rev();
    if fits { before.try_fold(Value::Expr(expr), |value, &s| behind(unit, s, value)) } else { None }
}

/// The value where the statement stands before it.
fn behind(unit: &Unit, s: StmtId, value: Value) -> Option<Value> {
    match &unit.stmt(s).kind {
        StmtKind::Null => Some(value),
        StmtKind::Expr { expr } => is_needless(unit, *expr).then_some(value),
        StmtKind::Decl { decls } => decls.iter().rev().try_fold(value, |then, &decl| {
            let init = unit.decl(decl).init?;
            let uses = uses(unit, &then, decl)?;
            let fits = uses < 2 || size(unit, init) <= MAX_REPEATED && !computes_long(unit, init);
            (fits && is_scalar(unit, unit.decl(decl).ty)).then(|| Value::Let { decl, init, then: Box::new(then) })
        }),
        _ => None,
    }
}

/// Evaluating the expression does nothing at all.
fn is_needless(unit: &Unit, root: ExprId) -> bool {
    let mut calls = false;
    visit::walk(unit, Item::Expr(root), |item| {
        calls |= matches!(item, Item::Expr(e) if matches!(unit.expr(e).kind, ExprKind::Call { .. }));
        !calls
    });
    !calls && is_free(unit, root)
}

/// How often the value reads the variable; None if it does anything else with it.
fn uses(unit: &Unit, value: &Value, decl: DeclId) -> Option<usize> {
    let of = |e: ExprId| {
        let (mut mentions, mut reads) = (0, 0);
        visit::walk(unit, Item::Expr(e), |item| {
            let Item::Expr(e) = item else { return true };
            let is_it = |e: ExprId| unit.expr(e).kind == ExprKind::Ref { decl };
            mentions += usize::from(is_it(e));
            if let ExprKind::Cast { cast: CastKind::LvalueToRvalue, arg } = unit.expr(e).kind {
                reads += usize::from(is_it(arg));
            }
            true
        });
        (mentions == reads).then_some(reads)
    };
    match value {
        Value::Expr(e) => of(*e),
        Value::Choice { cond, then, other } => Some(of(*cond)? + uses(unit, then, decl)? + uses(unit, other, decl)?),
        Value::Let { init, then, .. } => {
            let inner = of(*init)?;
            // It is written as often as its variable is read.
            Some(inner * 2 + uses(unit, then, decl)?)
        }
    }
}

/// Does the expression call a function that takes longer than a few operations? What is written twice may be computed twice.
fn computes_long(unit: &Unit, e: ExprId) -> bool {
    const SHORT: [&str; 10] = [
        "fabs",
        "fmin",
        "fmax",
        "elementwise_minnum",
        "elementwise_maxnum",
        "copysign",
        "floor",
        "ceil",
        "trunc",
        "abs",
    ];
    let mut found = false;
    visit::walk(unit, Item::Expr(e), |item| {
        if let Item::Expr(e) = item
            && let ExprKind::Call { builtin, .. } = &unit.expr(e).kind
        {
            let name = builtin.trim_start_matches("__builtin_");
            found |= !SHORT.contains(&name.strip_suffix(['f', 'l']).unwrap_or(name)) && !SHORT.contains(&name);
        }
        !found
    });
    found
}

fn size(unit: &Unit, e: ExprId) -> usize {
    let mut nodes = 0;
    visit::walk(unit, Item::Expr(e), |_| {
        nodes += 1;
        nodes <= MAX_REPEATED
    });
    nodes
}

fn is_effect_free(unit: &Unit, body: StmtId) -> bool {
    let mut free = true;
    visit::walk(unit, Item::Stmt(body), |item| {
        free &= match item {
            Item::Expr(e) => !has_own_effect(unit, e),
            Item::Stmt(_) | Item::Declare(_) => true,
        };
        free
    });
    free
}

/// Reads that must happen as often as they are written, and in their order, are effects.
pub(super) fn has_own_effect(unit: &Unit, e: ExprId) -> bool {
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

fn assigns_memory(unit: &Unit, s: StmtId) -> bool {
    let mut found = false;
    let left_out = last_branches(unit, s);
    visit::walk(unit, Item::Stmt(s), |item| {
        let Item::Expr(e) = item else { return !matches!(item, Item::Stmt(s) if left_out.contains(&s)) };
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

/// The expression, but for one part of it, reads nothing but variables of the function that others cannot reach: calls do not
/// change its value.
pub(super) fn reads_only_own(unit: &Unit, root: ExprId, but: Option<ExprId>) -> bool {
    let mut all = true;
    visit::walk(unit, Item::Expr(root), |item| {
        if but.map(Item::Expr) == Some(item) {
            return false;
        }
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

pub(super) struct Inliner<'a> {
    pub unit: &'a mut Unit,
    pub candidates: &'a HashMap<DeclId, Form>,
    /// Arguments are written as often as their parameters are read, however large they are.
    pub repeats: bool,
    pub changed: bool,
}

impl Inliner<'_> {
    /// Replaces calls in a statement and what is in it.
    pub fn stmt(&mut self, s: StmtId) {
        stacker::maybe_grow(64 << 10, 1 << 20, || self.stmt_here(s));
    }

    fn stmt_here(&mut self, s: StmtId) {
        match self.unit.stmt(s).kind.clone() {
            StmtKind::Compound { body } => self.compound(s, body),
            StmtKind::Expr { expr } if self.holds_statements(expr) && self.is_list(expr) => {
                let body = self.split_list(expr);
                self.compound(s, body);
            }
            StmtKind::Expr { expr } => {
                self.values_in(Item::Expr(expr));
                let before = self.before_statement(expr);
                let is_left = !matches!(self.unit.expr(expr).kind, ExprKind::ImplicitZero);
                self.put_before(s, before, is_left);
            }
            StmtKind::If { cond, then, other } => {
                self.values_in(Item::Expr(cond));
                [Some(then), other].into_iter().flatten().for_each(|s| self.stmt(s));
                let before = self.before(cond);
                self.put_before(s, before, true);
            }
            StmtKind::For { init, cond, inc, body } => {
                init.into_iter().for_each(|init| self.stmt(init));
                let mut before = init.map_or(vec![], |init| self.declarations(init));
                // The initialization is the last of them.
                let last = before.pop();
                [cond, inc].into_iter().flatten().for_each(|e| self.values_in(Item::Expr(e)));
                self.stmt(body);
                let (cond, body) = cond.map_or((cond, body), |cond| {
                    let (cond, body) = self.test_inside(cond, body);
                    (Some(cond), body)
                });
                self.unit.stmts[s.0 as usize].kind = StmtKind::For { init: last, cond, inc, body };
                self.put_before(s, before, true);
            }
            StmtKind::While { cond, body } => {
                self.values_in(Item::Expr(cond));
                self.stmt(body);
                let (cond, body) = self.test_inside(cond, body);
                self.unit.stmts[s.0 as usize].kind = StmtKind::While { cond, body };
            }
            StmtKind::Do { body, cond } => {
                self.values_in(Item::Expr(cond));
                self.stmt(body);
            }
            StmtKind::Switch { cond, body } => {
                self.values_in(Item::Expr(cond));
                self.stmt(body);
                let before = self.before(cond);
                self.put_before(s, before, true);
            }
            StmtKind::Case { body, .. } | StmtKind::Default { body } => self.stmt(body),
            StmtKind::Return { value } => value.into_iter().for_each(|value| self.values_in(Item::Expr(value))),
            StmtKind::Decl { .. }
            | StmtKind::Null
            | StmtKind::Label { .. }
            | StmtKind::Goto { .. }
            | StmtKind::IndirectGoto { .. }
            | StmtKind::Break
            | StmtKind::Continue
            | StmtKind::Other { .. } => self.values_in(Item::Stmt(s)),
        }
    }
    /// A loop's condition that is made of statements is tested at the begin of its body.
    fn test_inside(&mut self, cond: ExprId, body: StmtId) -> (ExprId, StmtId) {
        let mut statements = self.before(cond);
        if statements.is_empty() {
            return (cond, body);
        }
        let loc = self.unit.expr(cond).loc;
        let [go_on, leave] = [StmtKind::Null, StmtKind::Break].map(|kind| self.unit.add_stmt(kind, loc));
        statements.push(self.unit.add_stmt(StmtKind::If { cond, then: go_on, other: Some(leave) }, loc));
        statements.push(body);
        (self.unit.add_int(1, loc), self.unit.add_stmt(StmtKind::Compound { body: statements }, loc))
    }

    fn compound(&mut self, s: StmtId, body: Vec<StmtId>) {
        let mut statements = Vec::new();
        for inner in body {
            self.stmt(inner);
            statements.extend(self.declarations(inner));
        }
        self.unit.stmts[s.0 as usize].kind = StmtKind::Compound { body: statements };
    }

    /// The declarations of a statement, with what comes before each.
    fn declarations(&mut self, s: StmtId) -> Vec<StmtId> {
        self.values_in(Item::Stmt(s));
        let StmtKind::Decl { decls } = self.unit.stmt(s).kind.clone() else { return vec![s] };
        let loc = self.unit.stmt(s).loc;
        let mut statements = Vec::new();
        let mut is_same = true;
        for decl in decls {
            if let Some(init) = self.unit.decl(decl).init {
                let before = self.before(init);
                is_same &= before.is_empty();
                statements.extend(before);
            }
            statements.push(self.unit.add_declaration(decl, loc));
        }
        if is_same { vec![s] } else { statements }
    }

    /// Puts the statements before `s`; `s` itself only if something of it is left.
    fn put_before(&mut self, s: StmtId, before: Vec<StmtId>, is_left: bool) {
        if before.is_empty() && is_left {
            return;
        }
        let Stmt { kind, loc, end } = &self.unit.stmts[s.0 as usize];
        let (kind, loc, end) = (kind.clone(), *loc, *end);
        let mut body = before;
        if is_left {
            let own = self.unit.add_stmt(kind, loc);
            self.unit.stmts[own.0 as usize].end = end;
            body.push(own);
        }
        self.unit.stmts[s.0 as usize].kind = StmtKind::Compound { body };
    }

    /// Replaces the calls of functions that are expressions, and statement expressions that are, inner ones first.
    fn values_in(&mut self, root: Item) {
        let mut found = Vec::new();
        visit::walk(self.unit, root, |item| {
            if let Item::Expr(e) = item
                && matches!(self.unit.expr(e).kind, ExprKind::Call { .. } | ExprKind::StmtExpr { .. })
            {
                found.push(e);
            }
            true
        });
        for e in found.into_iter().rev() {
            match self.unit.expr(e).kind {
                ExprKind::StmtExpr { body } => {
                    if let Some(value) = value_of_statements(self.unit, body) {
                        self.become_value(e, &value, &mut Copies::default());
                    }
                }
                _ => self.call_value(e),
            }
        }
    }

    fn call_value(&mut self, call: ExprId) {
        if let Some((Form { value: Some(value), may_change, .. }, params, args)) = self.candidate(call)
            && args.iter().all(|&arg| is_free(self.unit, arg))
            // The arguments are read where the body reads its parameters: perhaps after a call in it.
            && (!may_change || args.iter().all(|&arg| reads_only_own(self.unit, arg, None)))
            && (self.repeats || self.extra(&value, &params, &args) <= MAX_EXTRA)
        {
            let mut copies = Copies { values: params.into_iter().zip(args).collect(), decls: HashMap::new() };
            self.become_value(call, &value, &mut copies);
        }
    }

    /// How much more there is to evaluate if arguments are written wherever the value reads their parameters.
    fn extra(&self, value: &Value, params: &[DeclId], args: &[ExprId]) -> usize {
        let of = |(&param, &arg): (&DeclId, &ExprId)| {
            uses(self.unit, value, param).map_or(0, |uses| uses.saturating_sub(1) * size(self.unit, arg))
        };
        params.iter().zip(args).map(of).sum()
    }

    /// The form of the function that is called, its parameters and the arguments.
    pub fn candidate(&self, call: ExprId) -> Option<(Form, Vec<DeclId>, Vec<ExprId>)> {
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

    /// Puts a copy of the value in the place of a call or statement expression.
    fn become_value(&mut self, e: ExprId, value: &Value, copies: &mut Copies) {
        let copy = self.copy_value(value, copies, e);
        let Expr { kind, constant, floats, .. } = self.unit.expr(copy).clone();
        let entry = &mut self.unit.exprs[e.0 as usize];
        (entry.kind, entry.constant, entry.floats) = (kind, constant, floats);
        entry.is_whole = true;
        self.changed = true;
    }

    fn copy_value(&mut self, value: &Value, copies: &mut Copies, call: ExprId) -> ExprId {
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
            Value::Let { decl, init, then } => {
                let init = self.unit.copy_expr(*init, copies);
                copies.values.insert(*decl, init);
                self.copy_value(then, copies, call)
            }
        }
    }
}
