//! Matrices with names: `magic`, `hilb`, `invhilb`, `vander`, `toeplitz`, `hankel`, `rosser`, `wilkinson`, `pascal`, `hadamard`.

use crate::builtins::Call;
use crate::value::{Array, Dims, NOWHERE, Value};
use crate::{Error, Result, fail, ops};
use raddle_matlab::ast::BinaryOp;

/// A matrix from its elements by row and column.
fn matrix(rows: usize, columns: usize, f: impl Fn(usize, usize) -> f64) -> Result<Value> {
    let dims: Dims = [rows, columns].into();
    let mut values = crate::value::room(dims.checked_count()?)?;
    for column in 0..columns {
        values.extend((0..rows).map(|row| f(row, column)));
    }
    Ok(Value::Double(Array::new(dims, values)))
}

pub fn magic(call: Call) -> Result<Vec<Value>> {
    let value = &call.args[0];
    let Some(x) = value.as_scalar() else {
        fail!("fix: not defined for {}", value.kind_name());
    };
    let x = x.trunc();
    if x < 0.0 {
        fail!("magic: N must be non-negative");
    }
    let n = x as usize;
    Dims::from([n, n]).checked_count()?;
    let square = match n {
        0 => return Ok(vec![Value::empty()]),
        2 => matrix(2, 2, |row, column| [[4.0, 3.0], [1.0, 2.0]][row][column])?,
        _ if n % 2 == 1 => matrix(n, n, |row, column| odd_square(n, row, column))?,
        _ if n.is_multiple_of(4) => matrix(n, n, |row, column| doubly_even_square(n, row, column))?,
        _ => matrix(n, n, |row, column| singly_even_square(n, row, column))?,
    };
    Ok(vec![if value.class().is_integer() { ops::convert(&square, value.class())? } else { square }])
}

/// De la Loubere's rule: up to the right, else down.
fn odd_square(n: usize, row: usize, column: usize) -> f64 {
    let a = (row + column + n - (n - 1) / 2) % n;
    let b = (row + 2 * column + 1) % n;
    (a * n + b + 1) as f64
}

/// The numbers in order, those in a pattern of 4x4 from the other end.
fn doubly_even_square(n: usize, row: usize, column: usize) -> f64 {
    let number = row * n + column + 1;
    let outer = |k: usize| matches!(k % 4, 0 | 3);
    if outer(row) == outer(column) { (n * n + 1 - number) as f64 } else { number as f64 }
}

/// Four odd squares, with some rows' halves changed (Strachey's rule).
fn singly_even_square(n: usize, row: usize, column: usize) -> f64 {
    let half = n / 2;
    let k = (n - 2) / 4;
    let in_half = row % half;
    let middle = in_half == k;
    let is_swapped = if middle { (1..=k).contains(&column) } else { column < k } || column + k > n;
    let upper = (row < half) != is_swapped;
    let quarter = match (upper, column < half) {
        (true, true) => 0,
        (false, false) => 1,
        (true, false) => 2,
        (false, true) => 3,
    };
    odd_square(half, in_half, column % half) + (quarter * half * half) as f64
}

/// A scalar argument.
fn scalar(call: &Call, message: &str) -> Result<f64> {
    match call.args[0].as_scalar() {
        Some(x) if call.args[0].is_scalar() => Ok(x),
        _ => Err(Error::new(format!("{}: {message}", call.name))),
    }
}

pub fn hilb(call: Call) -> Result<Vec<Value>> {
    let n = scalar(&call, "N must be a scalar integer")?.max(0.0) as usize;
    Ok(vec![matrix(n, n, |row, column| 1.0 / (row + column + 1) as f64)?])
}

pub fn invhilb(call: Call) -> Result<Vec<Value>> {
    let x = scalar(&call, "N must be a scalar integer")?;
    let n = super::extents::count(x, "octave_idx_type")?;
    let factor = |k: usize| {
        let sign = if k.is_multiple_of(2) { -1.0 } else { 1.0 };
        sign * k as f64 * binomial(k + n - 1, k - 1) * binomial(n, k)
    };
    let factors: Vec<_> = (1..=n).map(factor).collect();
    Ok(vec![matrix(n, n, |row, column| factors[row] * factors[column] / (row + column + 1) as f64)?])
}

/// Rounded after each step, so that it is exact as long as doubles can be.
fn binomial(n: usize, k: usize) -> f64 {
    (0..k.min(n - k)).fold(1.0, |product: f64, i| (product * (n - i) as f64 / (i + 1) as f64).round())
}

/// `vander (c, n)`
pub fn vander(call: Call) -> Result<Vec<Value>> {
    let c = &call.args[0];
    if !c.dims().is_vector() || c.is_empty() {
        fail!("vander: polynomial C must be a vector");
    }
    let count = match call.args.get(1) {
        None => c.count(),
        Some(n) if n.is_scalar() => n.as_scalar().unwrap_or(0.0).max(0.0) as usize,
        Some(_) => fail!("vander: N must be a positive scalar integer"),
    };
    super::places::check_room(count)?;
    let column = c.clone().full().reshape([c.count(), 1].into());
    let exponents = Value::row((0..count).rev().map(|k| k as f64).collect());
    Ok(vec![ops::binary(BinaryOp::Power, &column, &exponents)?])
}

/// `toeplitz (c, r)`
pub fn toeplitz(call: Call) -> Result<Vec<Value>> {
    let c = column_of("toeplitz", "C", &call.args[0])?;
    if let Some(r) = call.args.get(1) {
        let r = column_of("toeplitz", "R", r)?;
        return Ok(vec![toeplitz_of(&c, &r)?]);
    }
    if !c.is_complex() {
        return Ok(vec![toeplitz_of(&c, &c)?]);
    }
    let conjugates = ops::unary(raddle_matlab::ast::UnaryOp::ConjugateTranspose, &c)?;
    let mut conjugates = conjugates.reshape(c.dims());
    let first = crate::index::get(&c, &[1.0.into()], None)?;
    crate::index::set(&mut conjugates, &[1.0.into()], first)?;
    Ok(vec![toeplitz_of(&conjugates, &c)?])
}

fn toeplitz_of(c: &Value, r: &Value) -> Result<Value> {
    let (rows, columns) = (c.count(), r.count());
    super::places::check_room(Dims::from([rows, columns]).checked_count()?)?;
    let both = ops::cat(0, vec![c.clone(), r.clone()])?;
    let places: Vec<_> = (0..columns)
        .flat_map(|column| (0..rows).map(move |row| if row >= column { row - column } else { rows + column - row }))
        .collect();
    both.picked(&places, [rows, columns].into())
}

fn column_of(function: &str, name: &str, value: &Value) -> Result<Value> {
    if !value.dims().is_vector() || value.is_empty() {
        fail!("{function}: {name} must be a vector");
    }
    Ok(value.clone().full().reshape([value.count(), 1].into()))
}

/// `hankel (c, r)`
pub fn hankel(call: Call) -> Result<Vec<Value>> {
    let c = column_of("hankel", "C", &call.args[0])?;
    let rows = c.count();
    let (both, columns) = match call.args.get(1) {
        None => (c.clone(), rows),
        Some(r) => {
            let r = column_of("hankel", "R", r)?;
            let columns = r.count();
            (ops::cat(0, vec![c, r])?, columns)
        }
    };
    super::places::check_room(Dims::from([rows, columns]).checked_count()?)?;
    let total = both.count();
    let place = |row: usize, column: usize| {
        let at = row + column;
        let at = if at < rows { at } else { at + 1 };
        if at < total { at } else { NOWHERE }
    };
    let places: Vec<_> = (0..columns).flat_map(|column| (0..rows).map(move |row| place(row, column))).collect();
    Ok(vec![both.picked(&places, [rows, columns].into())?])
}

/// The upper triangle of Rosser's matrix, column by column.
const ROSSER: [f64; 36] = [
    611., 196., 899., -192., 113., 899., 407., -192., 196., 611., -8., -71., 61., 8., 411., -52., -43., 49., 44.,
    -599., 411., -49., -8., 8., 59., 208., 208., 99., 29., -44., 52., -23., 208., 208., -911., 99.,
];

pub fn rosser(_: Call) -> Result<Vec<Value>> {
    let at = |row: usize, column: usize| {
        let (low, high) = (row.min(column), row.max(column));
        ROSSER[high * (high + 1) / 2 + low]
    };
    Ok(vec![matrix(8, 8, at)?])
}

pub fn wilkinson(call: Call) -> Result<Vec<Value>> {
    let n = scalar(&call, "N must be a non-negative integer")?;
    if n < 0.0 || n.fract() != 0.0 {
        fail!("wilkinson: N must be a non-negative integer");
    }
    let at = |row: usize, column: usize| match row.abs_diff(column) {
        0 => (row as f64 - (n - 1.0) / 2.0).abs(),
        1 => 1.0,
        _ => 0.0,
    };
    Ok(vec![matrix(n as usize, n as usize, at)?])
}

/// `pascal (n, t)`
pub fn pascal(call: Call) -> Result<Vec<Value>> {
    let kind = call.args.get(1).map_or(Some(0.0), |t| t.as_scalar().filter(|_| t.is_scalar()));
    let (Some(kind), true) = (kind, call.args[0].is_scalar()) else {
        fail!("pascal: N and T must be scalars");
    };
    if ![-1.0, 0.0, 1.0, 2.0].contains(&kind) {
        fail!("pascal: T must be -1, 0, 1, or 2, found {kind}");
    }
    let n = super::extents::count(call.args[0].as_scalar().unwrap_or(0.0), "octave_idx_type")?;
    let sign = |k: usize| if k.is_multiple_of(2) { 1.0 } else { -1.0 };
    let below = |row: usize, column: usize| if column <= row { binomial(row, column) } else { 0.0 };
    let value = match kind as i32 {
        -1 => matrix(n, n, below)?,
        1 => matrix(n, n, |row, column| below(row, column) * if column <= row { sign(column) } else { 1.0 })?,
        2 => matrix(n, n, |row, column| {
            let number = below(n - 1 - column, row);
            if number == 0.0 { 0.0 } else { number * sign(row + n - 1) }
        })?,
        _ => matrix(n, n, |row, column| binomial(row + column, row))?,
    };
    Ok(vec![value])
}

/// The rows of the matrix of order 28: a bit is set where the element is -1.
const HADAMARD_28: [u32; 28] = [
    0x0000000, 0xA841DFC, 0x053D97A, 0x5FC1076, 0xEA3826E, 0x81CE65E, 0x5422EBE, 0x86F1EC2, 0x585DF06, 0x18FA3F0,
    0x664E5E2, 0x9B269C6, 0x61F318E, 0x69A7E60, 0xB56D2A4, 0xC29F8B4, 0x2F7AC14, 0xF4B4554, 0xBCD682A, 0xD3E8D28,
    0x0F947AC, 0xCE67318, 0x368BB4C, 0x3AAD49A, 0xDD1B4C8, 0xED88B92, 0x7354AD8, 0xB313732,
];

/// The first row of the core of the matrix of order 12, whose other rows are this one moved on to the right.
const CORE_12: [i8; 11] = [-1, -1, 1, -1, -1, -1, 1, 1, 1, -1, 1];

/// The first row of the core of the matrix of order 20, whose other rows are this one moved on to the left.
const CORE_20: [i8; 19] = [-1, -1, 1, 1, 1, 1, -1, 1, -1, 1, -1, -1, -1, -1, 1, 1, -1, -1, 1];

/// `hadamard (n)`: the matrix of the odd factor, doubled.
pub fn hadamard(call: Call) -> Result<Vec<Value>> {
    let unknown = || Error::new("hadamard: N must be 2^k*p, for p = 1, 12, 20 or 28");
    let n = call.args[0].as_scalar().filter(|n| *n >= 1.0 && n.fract() == 0.0 && *n < 1e9).ok_or_else(unknown)?;
    let n = n as usize;
    let order = [1, 12, 20, 28]
        .into_iter()
        .find(|order| n.is_multiple_of(*order) && (n / order).is_power_of_two())
        .ok_or_else(unknown)?;
    let core = |row: usize, column: usize| match order {
        _ if row == 0 || column == 0 => 1,
        12 => CORE_12[(column + 11 - row) % 11],
        20 => CORE_20[(column + row - 2) % 19],
        _ => 1 - 2 * (HADAMARD_28[row] >> column & 1) as i8,
    };
    let at = |row: usize, column: usize| {
        // The sign of a doubled matrix is the parity of the bits that both positions have.
        let sign = if ((row / order) & (column / order)).count_ones().is_multiple_of(2) { 1.0 } else { -1.0 };
        sign * f64::from(core(row % order, column % order))
    };
    Ok(vec![matrix(n, n, at)?])
}
