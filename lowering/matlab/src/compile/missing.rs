//! Names that are neither variables nor functions of the program: calls of builtin functions, which may be missing. Knows none.

use super::uses;
use crate::ast::{Anonymous, Expr, ExprKind, File, Function, Slot, Stmt, StmtKind};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// Where a function that nobody has is called first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Missing {
    pub source: usize,
    pub name: Rc<str>,
    pub place: u32,
}

/// What may make functions or variables known while the program runs.
const MAKERS: &[&str] = &["addpath", "cd", "chdir", "evalin", "assignin"];

/// The value of the last expression, and the package of `containers.Map`.
const NO_CALLS: &[&str] = &["ans", "containers"];

/// The functions that a program calls and that neither it nor `is_known` has, in the order of the text, each once a file.
pub fn missing(files: &[Rc<File>], is_known: &dyn Fn(&str) -> bool) -> Vec<Missing> {
    let all = || files.iter().flat_map(|file| file.functions.iter().chain(std::iter::once(&file.script)));
    if all().any(|function| function.scope.names.iter().any(|name| MAKERS.contains(&&**name))) {
        return vec![];
    }
    let stem = |file: &Rc<File>| Some(file.source.path.as_deref()?.file_stem()?.to_string_lossy().into_owned());
    let scripts: BTreeSet<Rc<str>> =
        files.iter().filter(|file| !file.is_function_file).filter_map(stem).map(Into::into).collect();
    let own: BTreeSet<&str> = all().map(|function| &*function.name).chain(scripts.iter().map(|name| &**name)).collect();
    let mut found = vec![];
    for (source, file) in files.iter().enumerate() {
        let mut first: BTreeMap<Rc<str>, u32> = BTreeMap::new();
        for function in file.functions.iter().chain(std::iter::once(&file.script)) {
            // The file of a script that others run sees their variables.
            let is_run_by_others = source > 0 && Rc::ptr_eq(function, &file.script);
            if is_run_by_others || uses::looks_by_name(function, &scripts) {
                continue;
            }
            for (name, place) in called(function) {
                if !own.contains(&*name) && !NO_CALLS.contains(&&*name) && !is_known(&name) {
                    first.entry(name).and_modify(|known| *known = place.min(*known)).or_insert(place);
                }
            }
        }
        let mut here: Vec<_> = first.into_iter().map(|(name, place)| Missing { source, name, place }).collect();
        here.sort_by_key(|one| one.place);
        found.extend(here);
    }
    found
}

/// The names of a function's text that are none of its variables.
fn called(function: &Function) -> Vec<(Rc<str>, u32)> {
    let mut variables: BTreeSet<Slot> = function.parameters.iter().filter_map(|parameter| parameter.slot).collect();
    variables.extend(function.outputs.iter().chain(&function.varargin).chain(&function.varargout));
    function.body.iter().for_each(|stmt| variables_of(stmt, &mut variables));
    let mut calls = vec![];
    for stmt in &function.body {
        uses::expressions(stmt, &mut |expr| {
            names(expr, &mut |slot, place| {
                if !variables.contains(&slot) {
                    calls.push((function.scope.names[slot.0 as usize].clone(), place));
                }
            });
        });
    }
    calls
}

fn variables_of(stmt: &Stmt, variables: &mut BTreeSet<Slot>) {
    variables.extend(uses::assigned(stmt));
    errors_of(stmt, variables);
}

/// The variables of `catch`.
fn errors_of(stmt: &Stmt, variables: &mut BTreeSet<Slot>) {
    if let StmtKind::Try { error, .. } = &stmt.kind {
        variables.extend(error);
    }
    uses::blocks(stmt).into_iter().flatten().for_each(|stmt| errors_of(stmt, variables));
}

/// Calls `f` with each name of an expression, those in anonymous functions included.
fn names(expr: &Expr, f: &mut dyn FnMut(Slot, u32)) {
    uses::walk(expr, &mut |inner| match &inner.kind {
        ExprKind::Name(slot) => f(*slot, inner.span.start),
        ExprKind::Anonymous(function) => names_inside(function, f),
        _ => (),
    });
}

/// The names that an anonymous function has from outside.
fn names_inside(function: &Anonymous, f: &mut dyn FnMut(Slot, u32)) {
    names(&function.body, &mut |slot, place| {
        if let Some((outside, _)) = function.captures.iter().find(|(_, inside)| *inside == slot) {
            f(*outside, place);
        }
    });
}
