//! `mat2str`: a matrix as the text of an expression.

use super::row;
use crate::builtins::Call;
use crate::format;
use crate::value::Class;
use crate::{Error, Result, Value, fail};

pub(super) fn mat2str(call: Call) -> Result<Vec<Value>> {
    let value = call.args[0].clone().full();
    let class = value.class();
    if !(class.is_float() || class.is_integer() || class == Class::Bool) {
        return Err(Error::invalid_call(call.name));
    }
    if value.dims().rank() > 2 {
        fail!("mat2str: X must be two dimensional");
    }
    let is_class = |arg: &Value| arg.as_bytes() == Some(b"class");
    let named = call.args.iter().skip(1).any(is_class);
    let precision = call.args.get(1).filter(|arg| !is_class(arg));
    let digits = digits(precision);
    let text = matrix_text(&value, &digits)?;
    Ok(vec![row(if named { format!("{}({text})", class.name()) } else { text }.into_bytes())])
}

/// Significant digits of the real and of the imaginary part.
fn digits(precision: Option<&Value>) -> [f64; 2] {
    let given = precision.and_then(Value::to_doubles).unwrap_or_default();
    match given.as_slice() {
        [] => [15.0, 15.0],
        [both] => [*both, *both],
        [re, im, ..] => [*re, *im],
    }
}

fn matrix_text(value: &Value, digits: &[f64; 2]) -> Result<String> {
    let dims = value.dims();
    if dims.count() == 0 {
        return Ok("[]".into());
    }
    let elements = elements(value, digits)?;
    if dims.is_scalar() {
        return Ok(elements.into_iter().next().unwrap_or_default());
    }
    let rows: Vec<_> = (0..dims.rows())
        .map(|i| (0..dims.cols()).map(|j| elements[j * dims.rows() + i].as_str()).collect::<Vec<_>>().join(" "))
        .collect();
    Ok(format!("[{}]", rows.join(";")))
}

fn elements(value: &Value, digits: &[f64; 2]) -> Result<Vec<String>> {
    if let Value::Bool(array) = value {
        return Ok(array.iter().map(|&x| if x { "true" } else { "false" }.to_string()).collect());
    }
    let numbers = value.to_complex().unwrap_or_default();
    let complex = value.is_complex();
    let template = if complex { format!("%.{}g%+.{}gi", digits[0], digits[1]) } else { format!("%.{}g", digits[0]) };
    numbers
        .iter()
        .map(|x| {
            let parts = [Value::scalar(x.re), Value::scalar(x.im)];
            let text = format::sprintf(template.as_bytes(), &parts[..1 + usize::from(complex)])?;
            Ok(String::from_utf8_lossy(&text).into_owned())
        })
        .collect()
}
