//! `quantile`, `prctile`, `iqr`: by Hyndman and Fan's nine methods.

use super::along::map_lines;
use super::options::{check_numeric, dimension, is_numeric_or_logical};
use crate::builtins::Call;
use crate::builtins::elementary::numeric::wrap_as;
use crate::value::{Array, Class, Value};
use crate::{Result, fail};

/// The quantiles that are computed if none are asked for.
const DEFAULT: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

/// `quantile(x, p, dim, method)`
pub fn quantile(call: Call) -> Result<Vec<Value>> {
    let p = match call.args.get(1).filter(|p| !p.is_empty()) {
        None => Array::row(DEFAULT.to_vec()),
        Some(p) => match p.to_doubles() {
            Some(p) => p,
            None => fail!("quantile: P must be a numeric vector"),
        },
    };
    let method = call.args.get(3).and_then(Value::as_count).unwrap_or(5);
    if !(1..=9).contains(&method) {
        fail!("quantile: Unknown METHOD, '{method}'");
    }
    Ok(vec![quantiles(&call.args[0], &p, call.args.get(2), method)?])
}

/// `prctile(x, p, dim)`: in percent.
pub fn prctile(call: Call) -> Result<Vec<Value>> {
    check_numeric("prctile", &call.args[0])?;
    let p = match call.args.get(1).filter(|p| !p.is_empty()).map(|p| p.to_doubles()) {
        None => Array::row(DEFAULT.to_vec()),
        Some(Some(p)) => p.map(|p| p / 100.0),
        Some(None) => fail!("prctile: P must be a numeric vector"),
    };
    Ok(vec![quantiles(&call.args[0], &p, call.args.get(2), 5)?])
}

/// `iqr(x, dim)`: between the quartiles.
pub fn iqr(call: Call) -> Result<Vec<Value>> {
    check_numeric("iqr", &call.args[0])?;
    let value = call.args[0].clone().full();
    if value.is_empty() {
        fail!("quantile: X must be a non-empty numeric vector or matrix");
    }
    let all = call.args.get(1).and_then(Value::as_text).as_deref() == Some("all");
    let count = value.count();
    let value = if all { value.reshape([count, 1].into()) } else { value };
    let dimension = dimension("iqr", &value, call.args.get(1).filter(|_| !all))?;
    let array = value.to_doubles().unwrap_or_default();
    let widths = map_lines(&array, dimension, 1, |line, out| {
        let quartiles = quantiles_of(line, &[0.25, 0.75], 5);
        out.push(quartiles[1] - quartiles[0]);
    });
    Ok(vec![wrap_as(result_class(&value), widths)])
}

fn result_class(value: &Value) -> Class {
    if value.class() == Class::Single { Class::Single } else { Class::Double }
}

fn quantiles(value: &Value, p: &Array<f64>, dim: Option<&Value>, method: usize) -> Result<Value> {
    let value = value.clone().full();
    if !is_numeric_or_logical(&value) || value.is_empty() {
        fail!("quantile: X must be a non-empty numeric vector or matrix");
    }
    let dimension = dimension("quantile", &value, dim)?;
    let Some(array) = value.to_doubles() else { fail!("quantile: X must be a non-empty numeric vector or matrix") };
    let result =
        map_lines(&array, dimension, p.len(), |line, out| out.extend(quantiles_of(line, p.as_slice(), method)));
    // Quantiles of a vector lie as the probabilities do.
    let as_given = value.dims().is_vector() && !value.is_scalar() && p.len() == result.len() && p.len() > 1;
    let result = if as_given { result.reshape(p.dims().clone()) } else { result };
    Ok(wrap_as(result_class(&value), result))
}

/// The quantiles of the numbers that are not NaN.
pub fn quantiles_of(line: &[f64], p: &[f64], method: usize) -> Vec<f64> {
    let mut sorted: Vec<f64> = line.iter().copied().filter(|x| !x.is_nan()).collect();
    sorted.sort_by(f64::total_cmp);
    p.iter().map(|&p| quantile_of(&sorted, p, method)).collect()
}

fn quantile_of(sorted: &[f64], p: f64, method: usize) -> f64 {
    let n = sorted.len() as f64;
    if sorted.is_empty() || p.is_nan() {
        return f64::NAN;
    }
    if !(0.0..=1.0).contains(&p) {
        return if p < 0.0 { f64::NEG_INFINITY } else { f64::INFINITY };
    }
    let at = |position: f64| sorted[(position.clamp(1.0, n) as usize) - 1];
    match method {
        1 => return at((n * p).ceil()),
        2 => return (at((n * p).ceil()) + at((n * p + 1.0).floor())) / 2.0,
        3 => return at((n * p).round_ties_even()),
        _ => {}
    }
    let position = match method {
        4 => n * p,
        5 => n * p + 0.5,
        6 => (n + 1.0) * p,
        7 => (n - 1.0) * p + 1.0,
        8 => (n + 1.0 / 3.0) * p + 1.0 / 3.0,
        _ => (n + 0.25) * p + 0.375,
    };
    let whole = position.floor().clamp(1.0, (n - 1.0).max(1.0));
    let share = (position - whole).clamp(0.0, 1.0);
    (1.0 - share) * at(whole) + share * at(whole + 1.0)
}
