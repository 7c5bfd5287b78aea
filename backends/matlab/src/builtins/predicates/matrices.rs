//! Where a matrix has zeros, and whether it is its own transpose.

use crate::builtins::Call;
use crate::value::{Array, Complex64, Value};
use crate::{Error, Result, fail};

/// The matrix as complex numbers; `None` for what is no matrix of numbers.
fn matrix(value: &Value) -> Option<Array<Complex64>> {
    value.to_complex().filter(|array| array.dims().rank() == 2)
}

/// Is every element outside of a band zero, `lower` and `upper` diagonals wide?
pub fn is_within(call: Call, lower: usize, upper: usize) -> Result<Vec<Value>> {
    let value = &call.args[0];
    let is_number = !value.is_text();
    let within = matrix(value).filter(|_| is_number).is_some_and(|array| {
        let rows = array.dims().rows();
        array.iter().enumerate().all(|(place, x)| {
            let (row, column) = (place % rows, place / rows);
            let inside = if row > column { row - column <= lower } else { column - row <= upper };
            inside || *x == Complex64::default()
        })
    });
    Ok(vec![Value::bool(within)])
}

pub fn issymmetric(call: Call) -> Result<Vec<Value>> {
    let value = &call.args[0];
    if !value.is_number_like() {
        fail!("issymmetric: A must be a numeric, logical, or character matrix");
    }
    symmetric(call, |x| x)
}

pub fn ishermitian(call: Call) -> Result<Vec<Value>> {
    let value = &call.args[0];
    if value.is_text() || !value.is_number_like() {
        return Ok(vec![Value::bool(false)]);
    }
    symmetric(call, |x| x.conj())
}

/// Is the matrix what `mirror` makes of its transpose, up to a tolerance relative to its norm?
fn symmetric(call: Call, mirror: fn(Complex64) -> Complex64) -> Result<Vec<Value>> {
    let mut tolerance = 0.0;
    let mut sign = 1.0;
    for argument in &call.args[1..] {
        match argument.as_text().as_deref() {
            Some("skew") => sign = -1.0,
            Some("nonskew") => sign = 1.0,
            Some(other) => {
                fail!("{}: SKEWOPT must be \"skew\" or \"nonskew\", not '{other}'", call.name)
            }
            None => match argument.as_scalar() {
                Some(x) if argument.is_scalar() && x >= 0.0 => tolerance = x,
                _ => return Err(Error::new(format!("{}: TOL must be a scalar >= 0", call.name))),
            },
        }
    }
    let Some(array) = matrix(&call.args[0]).filter(|array| array.dims().rows() == array.dims().cols()) else {
        return Ok(vec![Value::bool(false)]);
    };
    let n = array.dims().rows();
    let at = |row: usize, column: usize| array.as_slice()[column * n + row];
    let difference = |row: usize, column: usize| at(row, column) - mirror(at(column, row)) * sign;
    if tolerance == 0.0 {
        let same = (0..n).all(|row| (0..n).all(|column| difference(row, column) == Complex64::default()));
        return Ok(vec![Value::bool(same)]);
    }
    // Sums of a row's magnitudes: the norm for infinity.
    let norm = |f: &dyn Fn(usize, usize) -> Complex64| {
        (0..n).map(|row| (0..n).map(|column| f(row, column).norm()).sum::<f64>()).fold(0.0, f64::max)
    };
    Ok(vec![Value::bool(norm(&difference) <= tolerance * norm(&at))])
}
