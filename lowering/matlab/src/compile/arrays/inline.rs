//! Calls of users' functions with arrays: the function's statements are written where it is called, with variables of the region's own.
//! A test that fails leaves at the caller's statement, which has had no effect yet, so a function with effects of its own (output,
//! global variables, cells) is not inlined.

use super::super::emit::{Code, Emitter, Loop, Result, c_type, unsupported};
use super::super::fields;
use super::super::once::Once;
use super::super::solve::solve;
use super::super::text::is_number;
use super::super::types::{Elem, Known};
use super::super::uses;
use super::{Array, Kind, Node, build::build, kernel, materialize};
use crate::ast::{Expr, ExprKind, Function, Slot, Span};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// How deep functions are inlined.
const MAX_DEPTH: usize = 8;

/// What a call returns.
#[derive(Clone, Debug)]
pub enum Value {
    Scalar(Code),
    Array(Array),
}

/// What the caller's code goes on with behind the call.
#[derive(Debug)]
pub struct Caller<'a> {
    pub function: &'a Function,
    types: Vec<Known>,
    scope: String,
    pub loops: Vec<Loop>,
    ends: Vec<super::super::emit::EndOf>,
    used: BTreeSet<Slot>,
    written: BTreeSet<Slot>,
    maybe_unset: BTreeSet<Slot>,
    aliases: BTreeMap<Slot, Array>,
    local_ranges: BTreeSet<Slot>,
    looked_at: bool,
    has_nest: bool,
    pub conditions: usize,
}

/// Writes a call; its first `wanted` outputs.
pub fn inline<'a>(
    em: &mut Emitter<'a, '_>,
    function: &'a Rc<Function>,
    arguments: &[Expr],
    wanted: usize,
    span: Span,
) -> Result<Vec<Value>> {
    refuse(em, function, arguments.len(), wanted, span)?;
    if let Some(once) = once_in_loop(em, arguments, span) {
        let written = em.written_so_far();
        let result = written_as(em, &once.function, Some(once), arguments, wanted, span);
        if result.is_ok() {
            return result;
        }
        em.forget_since(written);
    }
    written_as(em, function, None, arguments, wanted, span)
}

/// How a function is written of which a part runs once in the innermost loop around the call.
fn once_in_loop<'a>(em: &mut Emitter<'a, '_>, arguments: &[Expr], span: Span) -> Option<&'a Once> {
    let once = em.functions.once(em.function, span)?;
    // What is no variable is a function, which may return something else each time.
    let is_call = |it: &Expr| matches!(it.kind, ExprKind::Name(slot) if em.known(slot) == Known::Nothing);
    if arguments.iter().any(is_call)
        || !em.callers.is_empty()
        || em.loops.last().is_none_or(|it| it.slot != once.target)
    {
        return None;
    }
    let known: Vec<Known> = arguments.iter().map(|it| em.type_of(it)).collect();
    let types = types_of(em, &once.function, &known);
    let is_number = |slot: &Slot| types[slot.0 as usize].typed().is_some_and(|ty| ty.is_scalar());
    once.whole.iter().all(is_number).then_some(once)
}

fn written_as<'a>(
    em: &mut Emitter<'a, '_>,
    function: &'a Rc<Function>,
    once: Option<&Once>,
    arguments: &[Expr],
    wanted: usize,
    span: Span,
) -> Result<Vec<Value>> {
    let mut args = vec![];
    for argument in arguments {
        args.push(argument_of(em, argument)?);
    }
    em.users.insert(function.name.clone());
    let known: Vec<Known> = args.iter().map(|it| it.1).collect();
    let types = types_of(em, function, &known);
    let maybe_unset = super::super::callee::maybe_unset(function);
    let is_array = |slot: &Slot| types[slot.0 as usize].typed().is_some_and(|ty| !ty.is_scalar());
    if maybe_unset.iter().any(is_array) {
        return unsupported(span, format!("a call of '{}', which may read an array before it is set", function.name));
    }
    let caller = enter(em, function, types, maybe_unset);
    let left = em.left.len();
    let result = body(em, (function, once), &args, wanted, span);
    leave(em, caller);
    em.facts.begin_statement();
    if em.left.len() > left {
        let reason = em.left[left].reason.clone();
        em.left.truncate(left);
        return unsupported(span, format!("'{}' has {reason}", function.name));
    }
    result.or_else(|reason| unsupported(span, reason.reason))
}

fn refuse(em: &Emitter, function: &Rc<Function>, count: usize, wanted: usize, span: Span) -> Result<()> {
    let name = &function.name;
    if em.in_function || em.nest.is_some() || em.element.is_some() {
        return unsupported(span, format!("a call of '{name}' with an array"));
    }
    let is_running = |caller: &Caller| std::ptr::eq(caller.function, &raw const **function);
    if std::ptr::eq(em.function, &raw const **function) || em.callers.iter().any(is_running) {
        return unsupported(span, format!("'{name}', which calls itself"));
    }
    if em.callers.len() == MAX_DEPTH {
        return unsupported(span, format!("a call of '{name}' in too many other calls"));
    }
    let is_plain = function.varargin.is_none() && function.varargout.is_none();
    let has_defaults = function.parameters.iter().any(|parameter| parameter.default.is_some());
    if !is_plain || has_defaults || count != function.parameters.len() || function.outputs.len() < wanted {
        return unsupported(span, format!("a call of '{name}' with another number of arguments"));
    }
    if uses::looks_by_name(function, &em.functions.scripts) {
        return unsupported(span, format!("a call of '{name}', which looks at variables by name"));
    }
    Ok(())
}

/// An argument's value, and its type.
fn argument_of(em: &mut Emitter, argument: &Expr) -> Result<(Value, Known)> {
    let known = em.type_of(argument);
    if em.is_scalar(argument) {
        let code = em.scalar(argument)?;
        if code.elem.is_wide() {
            return unsupported(argument.span, "an argument that is an integer of 64 bits");
        }
        let name = em.declare("double", "s");
        em.line(format!("{name} = {};", code.number()));
        let imag = code.imag.as_ref().map(|imag| {
            let name = em.declare("double", "s");
            em.line(format!("{name} = {imag};"));
            name
        });
        let int = code.int.clone().filter(|int| is_number(&int.text));
        return Ok((
            Value::Scalar(Code {
                int,
                non_negative: code.non_negative,
                ..Code::of_variable(name, || imag.unwrap_or_default(), code.elem)
            }),
            known,
        ));
    }
    let node = build(em, argument)?;
    let array = match node.kind {
        Kind::Whole(array) => array,
        _ => materialize(em, &node, argument.span)?,
    };
    Ok((Value::Array(array), known))
}

fn types_of(em: &mut Emitter, function: &Function, args: &[Known]) -> Vec<Known> {
    let mut types = fields::at_start(function);
    for (parameter, known) in function.parameters.iter().zip(args) {
        if let Some(slot) = parameter.slot {
            types[slot.0 as usize] = *known;
        }
    }
    for _ in 0..3 {
        for stmt in &function.body {
            solve(function, em.inference, stmt, &mut types);
        }
    }
    types
}

fn enter<'a>(
    em: &mut Emitter<'a, '_>,
    function: &'a Function,
    types: Vec<Known>,
    maybe_unset: BTreeSet<Slot>,
) -> usize {
    em.scopes += 1;
    let caller = Caller {
        function: std::mem::replace(&mut em.function, function),
        types: std::mem::replace(&mut em.types, types),
        scope: std::mem::replace(&mut em.scope, em.scopes.to_string()),
        loops: std::mem::take(&mut em.loops),
        ends: std::mem::take(&mut em.ends),
        used: std::mem::take(&mut em.used),
        written: std::mem::take(&mut em.written),
        maybe_unset: std::mem::replace(&mut em.maybe_unset, maybe_unset),
        aliases: std::mem::take(&mut em.aliases),
        local_ranges: std::mem::take(&mut em.local_ranges),
        looked_at: std::mem::replace(&mut em.looked_at, false),
        has_nest: em.has_nest,
        conditions: em.conditions,
    };
    em.callers.push(caller);
    em.callers.len()
}

fn leave(em: &mut Emitter, depth: usize) {
    em.callers.truncate(depth);
    if let Some(caller) = em.callers.pop() {
        em.function = caller.function;
        em.types = caller.types;
        em.scope = caller.scope;
        em.loops = caller.loops;
        em.ends = caller.ends;
        em.used = caller.used;
        em.written = caller.written;
        em.maybe_unset = caller.maybe_unset;
        em.aliases = caller.aliases;
        em.local_ranges = caller.local_ranges;
        em.looked_at = caller.looked_at;
        em.has_nest = caller.has_nest;
        em.conditions = caller.conditions;
    }
}

fn body(
    em: &mut Emitter,
    (function, once): (&Function, Option<&Once>),
    args: &[(Value, Known)],
    wanted: usize,
    span: Span,
) -> Result<Vec<Value>> {
    let first = once.and_then(|_| first_time(em));
    let runs_once = |slot: Slot| first.as_deref().filter(|_| once.is_some_and(|it| it.slots.contains(&slot)));
    let assigned: BTreeSet<Slot> = function.body.iter().flat_map(uses::assigned).collect();
    let parameters: BTreeSet<Slot> = function.parameters.iter().filter_map(|parameter| parameter.slot).collect();
    for slot in (0..function.scope.names.len() as u32).map(Slot) {
        if !parameters.contains(&slot) || assigned.contains(&slot) {
            in_block(em, runs_once(slot), |em| declare(em, slot));
        }
    }
    for (parameter, (value, _)) in function.parameters.iter().zip(args) {
        if let Some(slot) = parameter.slot {
            in_block(em, runs_once(slot), |em| bind(em, slot, value, assigned.contains(&slot), span))?;
        }
    }
    give_memory(em, function, span);
    let end = format!("end{}", em.scope);
    // What the last statements compute may go together with what the caller does.
    for (at, stmt) in function.body.iter().enumerate() {
        let first = first.as_deref().filter(|_| once.is_some_and(|it| it.statements.contains(&at)));
        in_block(em, first, |em| em.statement_or_leave(stmt));
    }
    if let Some(first) = &first {
        em.line(format!("{first} = 1;"));
    }
    if em.body.contains(&format!("goto {end};")) {
        super::flush(em);
        em.facts.clear();
        em.line(format!("{end}:;"));
    }
    let outputs = function.outputs.iter().take(wanted).map(|output| output_of(em, function, *output, span));
    let outputs = outputs.collect::<Result<Vec<_>>>()?;
    let is_returned = |name: &str| outputs.iter().any(|one| matches!(one, Value::Array(array) if array.data == name));
    let own = format!("a{}_", em.scope);
    super::forget_arrays(em, |name| name.starts_with(&own) && !is_returned(name));
    Ok(outputs)
}

/// The C variable that tells whether the innermost loop has run what runs once in it.
fn first_time(em: &mut Emitter) -> Option<String> {
    let around = em.callers.last()?.loops.last()?.id;
    let name = format!("once{}", em.scope);
    em.declarations.push_str(&format!("  int {name} = 0;\n"));
    em.once.push((around, name.clone()));
    Some(name)
}

/// Writes something that runs where `first` is still 0, or always.
fn in_block<T>(em: &mut Emitter, first: Option<&str>, write: impl FnOnce(&mut Emitter) -> T) -> T {
    let Some(first) = first else { return write(em) };
    super::flush(em);
    em.line(format!("if (!{first}) {{"));
    let result = write(em);
    super::flush(em);
    em.line("}");
    result
}

/// Where a loop starts: what runs once in it has not run.
pub fn start_of(id: usize) -> String {
    format!("/* start {id} */")
}

/// The statements of a region. Of what runs once, the code may be gone.
pub fn with_starts(em: &Emitter) -> String {
    let lines = em.body.lines().filter_map(|line| {
        let Some(id) = line.trim().strip_prefix("/* start ").and_then(|it| it.strip_suffix(" */")) else {
            return Some(format!("{line}\n"));
        };
        let is_declared = |name: &str| em.declarations.contains(&format!("  int {name} = 0;\n"));
        let of_loop = em.once.iter().filter(|it| it.0.to_string() == id && is_declared(&it.1));
        let resets: String = of_loop.map(|it| format!(" {} = 0;", it.1)).collect();
        (!resets.is_empty()).then(|| format!(" {resets}\n"))
    });
    lines.collect()
}

/// The C variables of a variable of the function.
fn declare(em: &mut Emitter, slot: Slot) {
    let Some(ty) = em.known(slot).typed() else {
        return;
    };
    if ty.is_scalar() {
        let (declaration, class) = (em.declaration(slot), em.tag(slot));
        em.declarations.push_str(&format!("  {declaration} int {class} = 0;\n"));
        em.line(format!("{class} = 0;"));
        return;
    }
    let (data, [m, n, p]) = (em.array(slot), em.extents(slot));
    em.declarations
        .push_str(&format!("  {} *{data} = 0; int64_t z{data} = 0, {m} = 0, {n} = 0, {p} = 0;\n", c_type(ty.elem)));
    em.scratch.push(data);
}

/// In `x = f(...)`, which moves what `f` returns to `x`, the old elements of `x` are of no use: their memory is where `f` makes the
/// new ones. With two arrays in turn, twice as much would go through the caches.
fn give_memory(em: &mut Emitter, function: &Function, span: Span) {
    let (Some(start), [caller], [output, ..]) = (em.statement, &em.callers[..], &function.outputs[..]) else {
        return;
    };
    let Some(&target) = em.assigns.iter().next().filter(|_| em.assigns.len() == 1) else {
        return;
    };
    let elem = |known: Known| known.typed().filter(|ty| !ty.is_scalar()).map(|ty| ty.elem);
    let has_class = elem(caller.types[target.0 as usize]).is_some_and(|own| elem(em.known(*output)) == Some(own));
    // Should the statement end with an error, nobody may look at the old value either.
    let is_seen = caller.looked_at
        || em.functions.is_open(caller.function)
        || uses::may_be_caught(caller.function, start)
        || uses::outlives(caller.function, target);
    // A parameter has its value already.
    let is_parameter = function.parameters.iter().any(|parameter| parameter.slot == Some(*output));
    if is_parameter || em.value != Some(span) || em.reads.contains(&target) || !has_class || is_seen {
        return;
    }
    let name = caller.function.scope.names[target.0 as usize].clone();
    // Nothing that is collected may read it, or begin anew before this statement.
    super::flush(em);
    if em.back.is_some() {
        return;
    }
    em.moved.insert(target);
    let (old, new) = (format!("a_{name}"), em.array(*output));
    em.line(format!(
        "if (z{old} > 0) {{ if (z{new} > 0) free({new}); {new} = {old}; z{new} = z{old}; {old} = v[d_{name}].data; z{old} = 0; }}"
    ));
}

/// Gives a parameter its value: arrays that the function does not assign are the caller's own.
fn bind(em: &mut Emitter, slot: Slot, value: &Value, is_assigned: bool, span: Span) -> Result<()> {
    let elem = match value {
        Value::Scalar(code) => code.elem,
        Value::Array(array) => array.elem,
    };
    if em.known(slot).typed().is_none_or(|ty| ty.elem != elem) {
        return unsupported(span, format!("'{}', whose class changes", em.text(slot)));
    }
    match value {
        Value::Scalar(code) => {
            let (declaration, class) = (em.declaration(slot), em.tag(slot));
            if !is_assigned {
                em.declarations.push_str(&format!("  {declaration} int {class} = 0;\n"));
            }
            em.store(slot, code);
            let elem = em.known(slot).typed().map_or(code.elem, |ty| ty.elem);
            em.line(format!("{class} = {};", super::super::emit::tag(elem)));
            Ok(())
        }
        Value::Array(array) if !is_assigned => {
            em.aliases.insert(slot, array.clone());
            Ok(())
        }
        Value::Array(array) => {
            let node = Node::of_array(array.clone());
            let target = super::variable(em, slot, span)?;
            super::assign::ensure(em, slot, &target, &node.extents);
            em.at_call = true;
            let copy = kernel::elementwise(em, &node, Some(&target.extents), span);
            let copied = copy.and_then(|copy| copy.store(em, &target, None));
            em.at_call = false;
            copied
        }
    }
}

fn output_of(em: &mut Emitter, function: &Function, output: Slot, span: Span) -> Result<Value> {
    let unset = || format!("a call of '{}', which may not set its output", function.name);
    let Some(ty) = em.known(output).typed() else {
        return unsupported(span, unset());
    };
    let is_set = super::super::callee::sets_always(function, output)
        || function.parameters.iter().any(|one| one.slot == Some(output));
    if ty.is_scalar() {
        if !is_set {
            em.require(&format!("{} != 0", em.tag(output)));
        }
        return Ok(Value::Scalar(em.value_of(output, ty.elem)));
    }
    if !is_set || em.local_ranges.contains(&output) || ty.elem == Elem::Char {
        return unsupported(span, unset());
    }
    Ok(Value::Array(super::variable(em, output, span)?))
}
