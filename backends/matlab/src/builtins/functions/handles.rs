//! Function handles and their texts, and calls through them.

use crate::builtins::Call;
use crate::value::{Handle, StructArray, Value};
use crate::{Error, Result, fail};
use std::rc::Rc;

/// `@name`, or the text of an anonymous function.
pub fn handle_text(handle: &Handle) -> String {
    match handle {
        Handle::Named(name) => format!("@{name}"),
        Handle::User { function, .. } => format!("@{}", function.name),
        Handle::Anonymous { code, .. } => raddle_matlab::print::anonymous(code),
    }
}

/// As [`handle_text`], a name without its sign.
fn plain_text(handle: &Handle) -> String {
    let text = handle_text(handle);
    match handle {
        Handle::Anonymous { .. } => text,
        Handle::Named(_) | Handle::User { .. } => text[1..].to_string(),
    }
}

pub fn func2str(call: Call) -> Result<Vec<Value>> {
    match &call.args[0] {
        Value::Handle(handle) => Ok(vec![Value::text(plain_text(handle))]),
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
