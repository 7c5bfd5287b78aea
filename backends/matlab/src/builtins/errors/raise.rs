//! `error` and what is left of an error: `lasterr`, `rethrow`.

use super::{error_of, error_value, message, message_of, stack_of};
use crate::builtins::Call;
use crate::value::Value;
use crate::{Error, Result, fail};

/// An empty message raises nothing.
pub fn error(call: Call) -> Result<Vec<Value>> {
    let (identifier, text) = match &call.args[0] {
        Value::Struct(fields) => {
            let text = |name: &str| fields.get(name, 0).and_then(Value::as_text).unwrap_or_default();
            (text("identifier"), text("message"))
        }
        _ => message("error", &call.args)?,
    };
    if text.is_empty() {
        return Ok(vec![]);
    }
    Err(Error::with_id(&identifier, text))
}

pub fn rethrow(call: Call) -> Result<Vec<Value>> {
    if !matches!(call.args[0], Value::Struct(_)) {
        fail!("octave_base_value::map_value(): wrong type argument '{}'", call.args[0].kind_name());
    }
    match error_of(&call.args[0]) {
        Some(error) => {
            let stack = stack_of(&call.args[0]);
            Err(Error { is_again: true, stack, ..error })
        }
        None => fail!("rethrow: ERR struct must contain the fields 'message' and 'identifier'"),
    }
}

pub fn lasterr(call: Call) -> Result<Vec<Value>> {
    let texts: Vec<_> = call.args.iter().map_while(Value::as_text).collect();
    if texts.len() < call.args.len() {
        fail!("lasterr: all arguments must be strings");
    }
    let last = &mut call.session.state().last_error;
    let values = match last {
        Some(error) => [message_of(error).to_string(), error.identifier.clone()],
        None => [String::new(), String::new()],
    };
    let mut texts = texts.into_iter();
    if let Some(message) = texts.next() {
        *last = Some(Error::with_id(&texts.next().unwrap_or_default(), message));
        if call.nargout == 0 {
            return Ok(vec![]);
        }
    }
    Ok(values.into_iter().map(Value::text).collect())
}

pub fn lasterror(call: Call) -> Result<Vec<Value>> {
    let last = &mut call.session.state().last_error;
    let none = Error::new("");
    let value = error_value(last.as_ref().unwrap_or(&none));
    match call.args.first() {
        Some(word) if word.as_text().as_deref() == Some("reset") => *last = None,
        Some(fields @ Value::Struct(_)) => *last = error_of(fields),
        Some(_) => fail!("lasterror: unrecognized string argument"),
        None => {}
    }
    Ok(vec![value])
}

pub fn beep(call: Call) -> Result<Vec<Value>> {
    call.session.write(b"\x07");
    Ok(vec![])
}
