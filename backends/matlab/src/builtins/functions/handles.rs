//! Function handles and their texts, and calls through them.

use crate::builtins::{Call, errors};
use crate::session::Session;
use crate::value::{Array, Handle, StructArray, Value};
use crate::{Error, Result, fail};
use std::rc::Rc;

/// `@name`, or the text of an anonymous function.
pub fn handle_text(handle: &Handle) -> String {
    match handle {
        Handle::Named(name) => format!("@{name}"),
        Handle::User { function, .. } => format!("@{}", function.name),
        Handle::Anonymous { code, .. } => raddle_matlab::print::anonymous(code),
        Handle::Inline { text, .. } => text.clone(),
    }
}

/// As [`handle_text`], a name without its sign.
fn plain_text(handle: &Handle) -> String {
    let text = handle_text(handle);
    match handle {
        Handle::Anonymous { .. } | Handle::Inline { .. } => text,
        Handle::Named(_) | Handle::User { .. } => text[1..].to_string(),
    }
}

pub fn func2str(call: Call) -> Result<Vec<Value>> {
    match &call.args[0] {
        Value::Handle(handle) if !handle.is_inline() => Ok(vec![Value::text(plain_text(handle))]),
        _ => fail!("func2str: FCN_HANDLE argument must be a function handle object"),
    }
}

pub fn str2func(call: Call) -> Result<Vec<Value>> {
    let Some(text) = call.args[0].as_text().filter(|_| call.args[0].is_text()) else {
        fail!("str2func: FCN_NAME must be a string");
    };
    if text.trim_start().starts_with('@') {
        return call.session.call(&Value::text("eval"), vec![Value::text(text)], 1);
    }
    Ok(vec![Value::Handle(Rc::new(Handle::Named(text.into())))])
}

/// `inline(expression)`, `inline(expression, names...)`, `inline(expression, n)` of `x` and `P1` to `Pn`.
pub fn inline(call: Call) -> Result<Vec<Value>> {
    let Some(text) = call.args[0].as_text().filter(|_| call.args[0].is_text()) else {
        fail!("inline: EXPR must be a string");
    };
    errors::warn_of_old(call.session, "inline is obsolete; use anonymous functions instead\n");
    let names = match &call.args[1..] {
        [] => arguments_of(&text),
        [count] if !count.is_text() => {
            let Some(count) = count.as_count() else { fail!("inline: N must be an integer") };
            std::iter::once("x".to_string()).chain((1..=count).map(|k| format!("P{k}"))).collect()
        }
        names => {
            let names: Option<Vec<String>> = names.iter().map(Value::as_text).collect();
            names.ok_or_else(|| Error::new("inline: additional arguments must be strings"))?
        }
    };
    let function = of_text(&mut *call.session, &names, &text)?;
    Ok(vec![Value::Handle(Rc::new(Handle::Inline { function, names, text }))])
}

/// The function of an expression in variables of these names; it sees no others.
///
/// # Errors
/// Mistakes in the text.
pub fn of_text(session: &mut dyn Session, names: &[String], text: &str) -> Result<Rc<Handle>> {
    let code = format!("@({}) {text}", names.join(", "));
    let values = session.call(&Value::text("eval"), vec![Value::text(code)], 1)?;
    match values.into_iter().next() {
        Some(Value::Handle(handle)) => Ok(match &*handle {
            Handle::Anonymous { code, file, .. } => {
                Rc::new(Handle::Anonymous { code: code.clone(), captured: vec![], file: file.clone() })
            }
            _ => handle,
        }),
        _ => fail!("inline: EXPR must be an expression"),
    }
}

/// The names in an expression that are neither called nor constants, sorted; `x` if there are none.
fn arguments_of(text: &str) -> Vec<String> {
    const CONSTANTS: &[&str] = &["i", "j", "NaN", "NA", "Inf", "pi", "e", "eps"];
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let (mut names, mut rest) = (std::collections::BTreeSet::new(), text);
    while let Some(start) = rest.find(is_part) {
        let word = &rest[start..];
        let end = word.find(|c| !is_part(c)).unwrap_or(word.len());
        let (name, behind) = word.split_at(end);
        let is_call = behind.trim_start().starts_with('(');
        if !name.starts_with(|c: char| c.is_ascii_digit()) && !is_call && !CONSTANTS.contains(&name) {
            names.insert(name.to_string());
        }
        rest = behind;
    }
    if names.is_empty() { vec!["x".into()] } else { names.into_iter().collect() }
}

fn inline_of<'a>(call: &'a Call) -> Result<(&'a [String], &'a str)> {
    match &call.args[0] {
        Value::Handle(handle) => match &**handle {
            Handle::Inline { names, text, .. } => Ok((names, text)),
            _ => Err(Error::new(format!("{}: FUN must be an inline function", call.name))),
        },
        _ => Err(Error::new(format!("{}: FUN must be an inline function", call.name))),
    }
}

pub fn argnames(call: Call) -> Result<Vec<Value>> {
    let (names, _) = inline_of(&call)?;
    Ok(vec![Value::cell(Array::column(names.iter().map(|name| Value::text(name.as_bytes())).collect()))])
}

pub fn formula(call: Call) -> Result<Vec<Value>> {
    inline_of(&call).map(|(_, text)| vec![Value::text(text.as_bytes())])
}

/// `*`, `/` and `^` become operators of elements.
pub fn vectorize(call: Call) -> Result<Vec<Value>> {
    let is_inline = matches!(&call.args[0], Value::Handle(handle) if handle.is_inline());
    if !is_inline {
        errors::warn_of_old(call.session, "vectorize is unreliable; its use is strongly discouraged\n");
    }
    let with_dots = |text: &str| {
        let mut result = String::new();
        for c in text.chars() {
            if matches!(c, '*' | '/' | '^') && !result.ends_with('.') {
                result.push('.');
            }
            result.push(c);
        }
        result
    };
    match &call.args[0] {
        Value::Handle(handle) => match &**handle {
            Handle::Inline { names, text, .. } => {
                let text = with_dots(text);
                let function = of_text(&mut *call.session, names, &text)?;
                Ok(vec![Value::Handle(Rc::new(Handle::Inline { function, names: names.clone(), text }))])
            }
            handle => {
                let code = Value::text(with_dots(&handle_text(handle)));
                call.session.call(&Value::text("eval"), vec![code], 1)
            }
        },
        value => match value.as_text().filter(|_| value.is_text()) {
            Some(text) => Ok(vec![Value::text(with_dots(&text))]),
            None => fail!("vectorize: FUN must be a string or anonymous function handle"),
        },
    }
}

pub fn functions(call: Call) -> Result<Vec<Value>> {
    let Value::Handle(handle) = &call.args[0] else {
        fail!("functions: FCN_HANDLE argument must be a function handle object");
    };
    let mut fields = StructArray::scalar();
    fields.set("function", 0, Value::text(plain_text(handle)));
    let kind = if matches!(**handle, Handle::Anonymous { .. }) { "anonymous" } else { "simple" };
    fields.set("type", 0, Value::text(kind));
    fields.set("file", 0, Value::text(""));
    if let Handle::Anonymous { code, captured, .. } = &**handle {
        let mut variables = StructArray::scalar();
        for (slot, value) in captured {
            if let Some(name) = code.scope.names.get(slot.0 as usize) {
                variables.set(name, 0, value.clone());
            }
        }
        fields.set("workspace", 0, Value::cell_row(vec![Value::structs(variables)]));
        fields.set("within_file_path", 0, Value::text(""));
    }
    Ok(vec![Value::structs(fields)])
}

/// The function is one of elements: it broadcasts by itself.
pub fn bsxfun(call: Call) -> Result<Vec<Value>> {
    let Call { session, args, .. } = call;
    if !matches!(args[0], Value::Handle(_)) && !args[0].is_text() {
        fail!("bsxfun: F must be a string or function handle");
    }
    session.call(&args[0], args[1..].to_vec(), 1)
}

/// `nthargout(n, [ntot], function, args...)`
pub fn nthargout(call: Call) -> Result<Vec<Value>> {
    let Call { session, args, .. } = call;
    let is_function = |value: &Value| matches!(value, Value::Handle(_)) || value.is_text();
    let at = if is_function(&args[1]) { 1 } else { 2 };
    let Some(function) = args.get(at).filter(|function| is_function(function)) else {
        fail!("nthargout: FCN must be a valid function handle");
    };
    let wrong = || Error::new("nthargout: N and NTOT must consist of positive integers");
    let wanted = args[0].to_doubles().ok_or_else(wrong)?;
    if wanted.is_empty() || wanted.iter().any(|n| *n < 1.0 || n.fract() != 0.0) {
        return Err(wrong());
    }
    let most = wanted.iter().fold(0.0f64, |most, &n| most.max(n));
    let count = if at == 2 { args[1].as_count().ok_or_else(wrong)? } else { most as usize };
    let values = session.call(function, args[at + 1..].to_vec(), count)?;
    let pick = |n: f64| {
        let value = values.get(n as usize - 1).cloned();
        value.ok_or_else(|| Error::new("nthargout: Too many output arguments: function called with too many outputs"))
    };
    if let Some(&n) = wanted.as_scalar() {
        return pick(n).map(|value| vec![value]);
    }
    Ok(vec![Value::cell_row(wanted.iter().map(|&n| pick(n)).collect::<Result<_>>()?)])
}
