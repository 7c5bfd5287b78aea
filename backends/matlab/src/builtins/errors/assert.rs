//! `assert`: conditions and comparisons, and the table of what differs.

use super::message;
use crate::builtins::Call;
use crate::value::Value;
use crate::{Error, Result};

pub fn assert(call: Call) -> Result<Vec<Value>> {
    let condition = &call.args[0];
    let is_condition = call.args.len() == 1
        || (call.args.len() > 1 && matches!(condition, Value::Bool(_)) && call.args[1].is_text());
    if is_condition {
        if condition.is_true()? {
            return Ok(vec![]);
        }
        if call.args.len() > 1 {
            let (identifier, text) = message("error", &call.args[1..])?;
            return Err(Error::with_id(&identifier, text));
        }
        return Err(Error::new("assert (cond) failed"));
    }
    if crate::ops::is_equal(condition, &call.args[1]) {
        return Ok(vec![]);
    }
    Err(Error::new("ASSERT errors for:  assert (cond,expected,tol)\n"))
}
