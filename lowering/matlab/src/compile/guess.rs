//! Guesses at variables of which nothing is known where a loop begins: elements of cells, fields, results of `eval`, parameters of
//! functions that are called by their handles. A region tests the types of its variables before it runs, so a wrong guess costs
//! nothing but the code.

use super::functions::takes_class;
use super::infer::{Env, Functions};
use super::types::{Elem, Known, Shape, Type};
use super::uses;
use crate::ast::{Expr, ExprKind, Function, Slot, Stmt, StmtKind};
use std::collections::{BTreeMap, BTreeSet};

/// How many classes but doubles are tried at most.
const MAX_CLASSES: usize = 2;

/// Functions of whole arrays.
const OF_ARRAYS: &[&str] = &[
    "numel", "length", "size", "rows", "columns", "ndims", "isempty", "sum", "prod", "cumsum", "cumprod", "mean",
    "median", "std", "var", "sort", "find", "any", "all", "norm", "dot", "trace", "det", "inv", "diag", "fliplr",
    "flipud", "reshape", "nnz",
];

/// How statements use a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Use {
    /// As a number where integers stand: subscripts and limits of loops.
    Position,
    Number,
    Array(Shape),
    /// As what no region has.
    Other,
}

/// The types to try: numbers are doubles first, then of other classes that the program names, and at last what is known.
pub fn environments(functions: &Functions, function: &Function, stmts: &[Stmt], env: &Env) -> Vec<Env> {
    let unknown = unknown(stmts, env);
    if unknown.is_empty() {
        return vec![env.clone()];
    }
    let assigned: BTreeSet<Slot> = stmts.iter().flat_map(uses::assigned).collect();
    let is_variable = |slot: Slot| env[slot.0 as usize] != Known::Nothing || assigned.contains(&slot);
    let uses = uses_of(function, stmts, &unknown, &is_variable);
    let others = functions.classes.iter().take(MAX_CLASSES);
    // Of numbers and of arrays: mostly one of them alone is of another class.
    let pairs = others.flat_map(|&class| [(class, Elem::Double), (Elem::Double, class), (class, class)]);
    let classes = std::iter::once((Elem::Double, Elem::Double)).chain(pairs);
    let mut all: Vec<Env> = vec![];
    for env in classes.map(|classes| guess(&uses, classes, env)).chain(std::iter::once(env.clone())) {
        if !all.contains(&env) {
            all.push(env);
        }
    }
    all
}

/// Variables that have a value of which nothing is known.
fn unknown(stmts: &[Stmt], env: &Env) -> BTreeSet<Slot> {
    let mentioned = stmts.iter().flat_map(uses::mentioned);
    mentioned.filter(|slot| env[slot.0 as usize] == Known::Anything).collect()
}

fn guess(uses: &BTreeMap<Slot, Use>, (of_numbers, of_arrays): (Elem, Elem), env: &Env) -> Env {
    let mut env = env.clone();
    for (slot, used) in uses {
        let (elem, shape) = match used {
            Use::Position => (Elem::Double, Shape::Scalar),
            Use::Number => (of_numbers, Shape::Scalar),
            Use::Array(shape) => (of_arrays, *shape),
            Use::Other => continue,
        };
        env[slot.0 as usize] = Known::Typed(Type { elem, shape });
    }
    env
}

fn uses_of(
    function: &Function,
    stmts: &[Stmt],
    unknown: &BTreeSet<Slot>,
    is_variable: &dyn Fn(Slot) -> bool,
) -> BTreeMap<Slot, Use> {
    let mut uses = BTreeMap::new();
    let mut note = |slot: Slot, one: Use| {
        if unknown.contains(&slot) {
            uses.entry(slot).and_modify(|used| *used = joined(*used, one)).or_insert(one);
        }
    };
    for stmt in stmts {
        limits(stmt, &mut note);
        uses::expressions(stmt, &mut |expr| {
            uses::walk(expr, &mut |expr| uses_in(function, expr, is_variable, &mut note));
        });
    }
    uses
}

/// The use that explains both.
fn joined(a: Use, b: Use) -> Use {
    match (a, b) {
        (Use::Other, _) | (_, Use::Other) => Use::Other,
        (Use::Array(a), Use::Array(b)) => Use::Array(if a == Shape::Cube { a } else { b }),
        (array @ Use::Array(_), _) | (_, array @ Use::Array(_)) => array,
        (Use::Position, _) | (_, Use::Position) => Use::Position,
        (Use::Number, Use::Number) => Use::Number,
    }
}

/// Limits of loops.
fn limits(stmt: &Stmt, note: &mut impl FnMut(Slot, Use)) {
    if let StmtKind::For { values, .. } = &stmt.kind
        && let ExprKind::Range { base, step, limit } = &values.kind
    {
        [Some(base), step.as_ref(), Some(limit)].into_iter().flatten().for_each(|part| positions(part, note));
    }
    uses::blocks(stmt).into_iter().flatten().for_each(|inner| limits(inner, note));
}

/// The names of sums and products.
fn positions(expr: &Expr, note: &mut impl FnMut(Slot, Use)) {
    match &expr.kind {
        ExprKind::Name(slot) => note(*slot, Use::Position),
        ExprKind::Unary(_, operand) => positions(operand, note),
        ExprKind::Binary(_, left, right) => {
            positions(left, note);
            positions(right, note);
        }
        _ => (),
    }
}

fn uses_in(function: &Function, expr: &Expr, is_variable: &dyn Fn(Slot) -> bool, note: &mut impl FnMut(Slot, Use)) {
    match &expr.kind {
        ExprKind::Name(slot) => note(*slot, Use::Number),
        ExprKind::Index { base, arguments } => {
            let ExprKind::Name(slot) = base.kind else {
                return;
            };
            note(slot, Use::Array(if arguments.len() == 3 { Shape::Cube } else { Shape::Matrix }));
            let name = &*function.scope.names[slot.0 as usize];
            for argument in arguments {
                match argument.kind {
                    ExprKind::Name(slot) if OF_ARRAYS.contains(&name) => note(slot, Use::Array(Shape::Matrix)),
                    ExprKind::Text { .. } if !takes_class(name) => note(slot, Use::Other),
                    _ if is_variable(slot) => positions(argument, note),
                    _ => (),
                }
            }
        }
        ExprKind::CellIndex { base, .. } | ExprKind::Field { base, .. } | ExprKind::DynamicField { base, .. } => {
            if let Some(slot) = super::infer::start(base) {
                note(slot, Use::Other);
            }
        }
        ExprKind::Anonymous(anonymous) => {
            anonymous.captures.iter().for_each(|(outside, _)| note(*outside, Use::Other));
        }
        _ => (),
    }
}
