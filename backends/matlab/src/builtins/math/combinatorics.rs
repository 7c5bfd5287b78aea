//! `nchoosek`, `perms`: counts and lists of selections.

use crate::builtins::Call;
use crate::builtins::search::keys::take;
use crate::ops;
use crate::value::{Class, Value};
use crate::{Error, Result, fail};

/// More elements than this are refused.
const MOST: usize = 1 << 31;

fn too_large() -> Error {
    Error::with_id("Octave:out-of-memory", "out of memory or dimension too large for Octave's index type")
}

/// `nchoosek(n, k)` and `nchoosek(set, k)`.
pub fn nchoosek(call: Call) -> Result<Vec<Value>> {
    let (set, k) = (&call.args[0], &call.args[1]);
    let Some(k) = k.as_scalar().filter(|&count| k.is_scalar() && count >= 0.0 && count.fract() == 0.0) else {
        fail!("nchoosek: K must be an integer >= 0");
    };
    if set.is_scalar() && set.is_number_like() {
        return count(call, k);
    }
    if !set.dims().is_vector() || set.is_empty() {
        fail!("nchoosek: first argument must be a scalar or a vector");
    }
    Ok(vec![selections(&set.clone().full(), k as usize)?])
}

fn count(call: Call, k: f64) -> Result<Vec<Value>> {
    let value = &call.args[0];
    let n = value.as_scalar().filter(|&n| n >= k && n.fract() == 0.0 && !value.is_complex());
    let Some(n) = n else { fail!("nchoosek: N must be a non-negative integer >= K") };
    let result = binomial(n, k);
    let flintmax = if value.class() == Class::Single { 16_777_216.0 } else { 9_007_199_254_740_992.0 };
    if result > flintmax {
        call.session.write_error(b"warning: nchoosek: possible loss of precision\n");
    }
    let class = if value.class().is_integer() { value.class() } else { call.args[1].class() };
    let result = Value::scalar(result);
    let class = if value.class() == Class::Single { Class::Single } else { class };
    Ok(vec![if class.is_integer() || class == Class::Single { ops::convert(&result, class)? } else { result }])
}

/// Exact as long as whole numbers of 128 bits hold the steps.
fn binomial(n: f64, k: f64) -> f64 {
    let k = k.min(n - k);
    let mut exact = if n < 1e15 { Some(1_u128) } else { None };
    let mut approximate = 1.0;
    let mut i = 1.0;
    while i <= k {
        let factor = n - k + i;
        approximate *= factor / i;
        exact = exact.and_then(|c| c.checked_mul(factor as u128)).map(|c| c / i as u128);
        if approximate == f64::INFINITY {
            return approximate;
        }
        i += 1.0;
    }
    exact.map_or_else(|| approximate.round(), |c| c as f64)
}

/// Rows of `k` elements, in lexicographic order of their places.
fn selections(set: &Value, k: usize) -> Result<Value> {
    let n = set.count();
    if k > n {
        return Ok(take(set, &[], [0, k].into()));
    }
    let rows = binomial(n as f64, k as f64);
    if rows * k as f64 > MOST as f64 {
        return Err(too_large());
    }
    let rows = rows as usize;
    let mut positions = vec![0; rows * k];
    let mut chosen: Vec<usize> = (0..k).collect();
    for row in 0..rows {
        for (column, &place) in chosen.iter().enumerate() {
            positions[column * rows + row] = place;
        }
        let Some(last) = (0..k).rev().find(|&column| chosen[column] < n - k + column) else { break };
        chosen[last] += 1;
        for column in last + 1..k {
            chosen[column] = chosen[column - 1] + 1;
        }
    }
    Ok(take(set, &positions, [rows, k].into()))
}

/// `perms(v)`: all orders as rows, from the last one in lexicographic order of places to the first.
pub fn perms(call: Call) -> Result<Vec<Value>> {
    let value = call.args[0].clone().full();
    if !value.is_number_like() && value.class() != Class::Cell {
        fail!("perms: VEC must be a cell array or array");
    }
    let value = by_rows(value);
    let n = value.count();
    let rows = (1..=n).try_fold(1_usize, |rows, k| rows.checked_mul(k)).filter(|rows| rows * n.max(1) < MOST);
    let Some(rows) = rows else { return Err(too_large()) };
    let mut positions = vec![0; rows * n];
    let mut order: Vec<usize> = (0..n).rev().collect();
    for row in 0..rows {
        for (column, &place) in order.iter().enumerate() {
            positions[column * rows + row] = place;
        }
        previous_order(&mut order);
    }
    Ok(vec![take(&value, &positions, [rows, n].into())])
}

/// The elements of a matrix row after row.
fn by_rows(value: Value) -> Value {
    let dims = value.dims();
    if dims.rank() > 2 || dims.is_vector() {
        return value;
    }
    let (rows, cols) = (dims.rows(), dims.cols());
    let positions: Vec<usize> = (0..rows * cols).map(|k| k / cols + k % cols * rows).collect();
    take(&value, &positions, [1, rows * cols].into())
}

/// The order before this one; the first stays.
fn previous_order(order: &mut [usize]) {
    let Some(k) = (1..order.len()).rev().find(|&k| order[k - 1] > order[k]) else { return };
    if let Some(smaller) = (k..order.len()).rev().find(|&j| order[j] < order[k - 1]) {
        order.swap(k - 1, smaller);
        order[k..].reverse();
    }
}
