//! Users' functions of scalars that compiled code calls: C functions of their own. One that cannot be compiled as a whole, that
//! calls itself or that is called with arrays stays with the interpreter.

use super::emit::{Callee, Code, Emitter, Result, scalar_type, unsupported};
use super::fields;
use super::share::{Helper, Part};
use super::solve::solve;
use super::types::{Elem, Known, Shape, Type};
use super::uses;
use crate::ast::{Expr, Function, Slot, Span, Stmt, StmtKind};
use std::collections::BTreeSet;
use std::fmt::Write;
use std::rc::Rc;

/// A call of a user's function.
pub fn call<'a>(em: &mut Emitter<'a, '_>, function: &'a Rc<Function>, arguments: &[Expr], span: Span) -> Result<Code> {
    let mut args = vec![];
    for argument in arguments {
        if !em.is_scalar(argument) {
            return unsupported(argument.span, format!("a call of '{}' with an array", function.name));
        }
        let code = em.scalar(argument)?;
        if code.elem.is_wide() {
            return unsupported(argument.span, format!("a call of '{}' with an integer of 64 bits", function.name));
        }
        args.push(code);
    }
    let elems: Vec<_> = args.iter().map(|code| code.elem).collect();
    let key = (function.name.clone(), elems.clone());
    let callee = match em.callees.get(&key) {
        Some(Some(callee)) => callee.clone(),
        Some(None) => return unsupported(span, format!("'{}', which calls itself", function.name)),
        None => {
            em.callees.insert(key.clone(), None);
            let written = write(em, function, &elems, span);
            if let Ok(callee) = &written {
                em.callees.insert(key, Some(callee.clone()));
            }
            written?
        }
    };
    let words = args.iter().flat_map(|code| std::iter::once(code.number()).chain(code.imag.clone()));
    let words = words.collect();
    invoke(em, &callee, words, span)
}

/// The C call.
fn invoke(em: &mut Emitter, callee: &Callee, mut words: Vec<String>, span: Span) -> Result<Code> {
    let is_complex = callee.elem == Elem::Complex;
    if !callee.fails && !is_complex {
        let text = format!("{}({})", callee.name, words.join(", "));
        return Ok(Code::of_variable(text, String::new, callee.elem));
    }
    if em.nest.is_some() {
        let what = if is_complex { "whose result is complex" } else { "which may fail" };
        return unsupported(span, format!("a call of '{}', {what}", callee.name));
    }
    let imag = is_complex.then(|| em.declare("double", "t"));
    let bad = callee.fails.then(|| em.declare("int64_t", "bad"));
    words.extend(imag.iter().chain(&bad).map(|name| format!("&{name}")));
    if let Some(bad) = &bad {
        em.line(format!("{bad} = 0;"));
    }
    let value = em.temporary(&format!("{}({})", callee.name, words.join(", ")));
    if let Some(bad) = &bad {
        em.require(&format!("!{bad}"));
    }
    Ok(Code::of_variable(value, || imag.unwrap_or_default(), callee.elem))
}

fn write<'a>(em: &mut Emitter<'a, '_>, function: &'a Rc<Function>, elems: &[Elem], span: Span) -> Result<Callee> {
    let [output] = function.outputs[..] else {
        return unsupported(span, format!("a call of '{}', which has not one output", function.name));
    };
    let has_defaults = function.parameters.iter().any(|parameter| parameter.default.is_some());
    if function.varargin.is_some()
        || function.varargout.is_some()
        || has_defaults
        || elems.len() != function.parameters.len()
    {
        return unsupported(span, format!("a call of '{}' with another number of arguments", function.name));
    }
    let types = types_of(em, function, elems);
    let keeps = |(parameter, elem): (&crate::ast::Parameter, &Elem)| {
        parameter.slot.is_none_or(|slot| types[slot.0 as usize].typed().is_none_or(|ty| ty.elem == *elem))
    };
    if !function.parameters.iter().zip(elems).all(keeps) {
        return unsupported(span, format!("a call of '{}', in which an argument's class changes", function.name));
    }
    let Some(ty) = types[output.0 as usize].typed().filter(|ty| ty.is_scalar()) else {
        return unsupported(span, format!("a call of '{}', whose result is no scalar", function.name));
    };
    if ty.elem.is_wide() {
        return unsupported(span, format!("a call of '{}', whose result is an integer of 64 bits", function.name));
    }
    let name = format!("function${}_{}_{}", em.prefix, function.name, em.callees.len());
    let (text, fails) = body(em, function, types, &name, output)?;
    let helper = Helper { name: name.clone(), text, function: function.name.clone(), part: Part::Function };
    em.helpers.push(helper);
    Ok(Callee { name, elem: ty.elem, fails })
}

fn types_of(em: &mut Emitter, function: &Function, elems: &[Elem]) -> Vec<Known> {
    let mut types = fields::at_start(function);
    for (parameter, &elem) in function.parameters.iter().zip(elems) {
        if let Some(slot) = parameter.slot {
            types[slot.0 as usize] = Known::Typed(Type { elem, shape: Shape::Scalar });
        }
    }
    for _ in 0..3 {
        for stmt in &function.body {
            solve(function, em.inference, stmt, &mut types);
        }
    }
    types
}

fn body<'a>(
    em: &mut Emitter<'a, '_>,
    function: &'a Rc<Function>,
    types: Vec<Known>,
    name: &str,
    output: Slot,
) -> Result<(String, bool)> {
    let before = em.callees.clone();
    let (callees, called) = (std::mem::take(&mut em.callees), std::mem::take(&mut em.called));
    let mut inner = Emitter {
        looked_at: uses::looks_by_name(function, &em.functions.scripts),
        maybe_unset: maybe_unset(function),
        path: vec![0],
        has_nest: true,
        in_function: true,
        prefix: format!("{}_{}", em.prefix, callees.len()),
        counter: em.counter,
        callees,
        called,
        ..Emitter::new(function, em.functions, &mut *em.inference, types)
    };
    inner.block(&function.body);
    em.callees = std::mem::take(&mut inner.callees);
    em.called = std::mem::take(&mut inner.called);
    em.counter = inner.counter;
    if let Some(left) = inner.left.first() {
        // The functions that it calls went with its text.
        em.callees = before;
        return Err(left.clone());
    }
    inner.used.insert(output);
    if inner.body.contains("goto done;") {
        inner.line("done:;");
    }
    if !sets_always(function, output) {
        inner.require(&format!("{} != 0", inner.tag(output)));
    }
    let fails = inner.body.contains("*bad = 1");
    em.helpers.append(&mut inner.helpers);
    Ok((text(&inner, function, name, output, fails), fails))
}

/// Variables that the function may read before it sets them.
pub fn maybe_unset(function: &Function) -> BTreeSet<Slot> {
    let parameters: BTreeSet<Slot> = function.parameters.iter().filter_map(|parameter| parameter.slot).collect();
    let all = (0..function.scope.names.len() as u32).map(Slot);
    all.filter(|slot| !parameters.contains(slot) && !uses::is_fresh_in(&function.body, *slot)).collect()
}

/// Is the output set whenever the function ends?
pub fn sets_always(function: &Function, output: Slot) -> bool {
    let returns = function.body.iter().any(has_return);
    let last = function
        .body
        .iter()
        .any(|stmt| matches!(&stmt.kind, StmtKind::Assign { .. }) && uses::assigned(stmt).contains(&output));
    last && !returns
}

fn has_return(stmt: &Stmt) -> bool {
    matches!(stmt.kind, StmtKind::Return) || uses::blocks(stmt).into_iter().flatten().any(has_return)
}

fn text(inner: &Emitter, function: &Function, name: &str, output: Slot, fails: bool) -> String {
    let mut parameters = vec![];
    let mut head = String::new();
    let mut own = BTreeSet::new();
    for parameter in &function.parameters {
        let Some(slot) = parameter.slot else {
            parameters.push(format!("double unused{}", parameters.len()));
            continue;
        };
        own.insert(slot);
        let _ = writeln!(head, "  int {} = 1;", inner.tag(slot));
        let elem = inner.known(slot).typed().map_or(Elem::Double, |ty| ty.elem);
        parameters.push(format!("{} {}", scalar_type(elem), inner.name(slot)));
        if is_complex(inner, slot) {
            parameters.push(format!("double {}", inner.imaginary_name(slot)));
        }
    }
    let mut tail = String::new();
    if is_complex(inner, output) {
        parameters.push("double *imaginary".into());
        tail = format!("  *imaginary = {};\n", inner.imaginary_name(output));
    }
    if fails {
        parameters.push("int64_t *bad".into());
    }
    for slot in inner.used.iter().filter(|slot| !own.contains(slot)) {
        let _ = writeln!(head, "  {} int {} = 0;", inner.declaration(*slot), inner.tag(*slot));
    }
    let parameters = if parameters.is_empty() { "void".into() } else { parameters.join(", ") };
    format!(
        "static double {name}({parameters}) {{\n{head}{}{}{tail}  return {};\n}}\n\n",
        inner.declarations,
        inner.body,
        inner.name(output)
    )
}

fn is_complex(inner: &Emitter, slot: Slot) -> bool {
    matches!(inner.known(slot), Known::Typed(Type { elem: Elem::Complex, .. }))
}
