//! `filter`, `conv`, `deconv`, `conv2`, `filter2`: sums of products along signals and over images.

use super::polynomials::{in_class, product, vector_like};
use crate::builtins::Call;
use crate::builtins::reductions::along::map_lines;
use crate::builtins::reductions::options::explicit_dimension;
use crate::value::{Array, Class, Complex64, Value};
use crate::{Result, fail};

fn numbers(value: &Value) -> Option<Array<Complex64>> {
    value.to_complex().filter(|_| !value.is_text())
}

fn is_single(values: &[Value]) -> Class {
    if values.iter().any(|value| value.class() == Class::Single) { Class::Single } else { Class::Double }
}

/// `[y, sf] = filter(b, a, x, si, dim)`: the transposed direct form.
pub fn filter(call: Call) -> Result<Vec<Value>> {
    let [b, a, x] = [0, 1, 2].map(|k| numbers(&call.args[k]));
    let (Some(b), Some(a), Some(x)) = (b, a, x) else { fail!("filter: invalid argument") };
    let dimension = match call.args.get(4) {
        None => x.dims().first_long(),
        Some(dim) => match explicit_dimension(dim).filter(|&dim| dim < x.dims().rank()) {
            Some(dimension) => dimension,
            None => fail!("filter: DIM must be a valid dimension"),
        },
    };
    let order = a.len().max(b.len()).max(1);
    let norm = a.as_slice().first().copied().unwrap_or_default();
    if norm == Complex64::default() && !a.is_empty() {
        fail!("filter: the first element of A must be nonzero");
    }
    let padded = |p: &Array<Complex64>| {
        let mut p: Vec<Complex64> =
            p.iter().map(|c| if norm.re == 1.0 && norm.im == 0.0 { *c } else { c / norm }).collect();
        p.resize(order, Complex64::default());
        p
    };
    let (b, a) = (padded(&b), padded(&a));
    let states = order - 1;
    let initial = match call.args.get(3).filter(|si| !si.is_empty()) {
        None => Array::default(),
        Some(si) => numbers(si).unwrap_or_default(),
    };
    let lines: usize = (0..x.dims().rank()).filter(|&it| it != dimension).map(|it| x.dims().get(it)).product();
    if !initial.is_empty() && initial.len() != states * lines {
        fail!("filter: first dimension of SI must be of length max (length (a), length (b)) - 1");
    }
    let mut finals = vec![];
    let mut line_number = 0;
    let y = map_lines(&x, dimension, x.dims().get(dimension), |line, out| {
        let start = line_number * states;
        let mut state =
            initial.as_slice().get(start..start + states).map_or(vec![Complex64::default(); states], <[_]>::to_vec);
        out.extend(line.iter().map(|&x| step(&b, &a, &mut state, x)));
        finals.extend(state);
        line_number += 1;
    });
    let class = is_single(&call.args[..3]);
    let finals =
        if finals.len() == states { Array::column(finals) } else { Array::new([states, lines].into(), finals) };
    Ok(vec![in_class(class, Value::Complex(y).narrow())?, in_class(class, Value::Complex(finals).narrow())?])
}

/// One output, and the next state.
fn step(b: &[Complex64], a: &[Complex64], state: &mut [Complex64], x: Complex64) -> Complex64 {
    let real = |z: Complex64| z.im == 0.0;
    let times = |c: Complex64, x: Complex64| {
        // Infinite parts do not spoil those that are zero.
        if real(c) && real(x) { Complex64::new(c.re * x.re, 0.0) } else { c * x }
    };
    let Some(&first) = state.first() else { return times(b[0], x) };
    let y = first + times(b[0], x);
    let last = state.len() - 1;
    for k in 0..last {
        state[k] = state[k + 1] - times(a[k + 1], y) + times(b[k + 1], x);
    }
    state[last] = times(b[last + 1], x) - times(a[last + 1], y);
    y
}

/// Which part of a convolution.
#[derive(Clone, Copy, PartialEq)]
enum Shape {
    Full,
    Same,
    Valid,
}

fn shape_of(name: &str, word: Option<&Value>) -> Result<Shape> {
    match word.map_or(Some("full".into()), Value::as_text).as_deref() {
        Some("full") => Ok(Shape::Full),
        Some("same") => Ok(Shape::Same),
        Some("valid") => Ok(Shape::Valid),
        _ => fail!("{name}: SHAPE argument must be \"full\", \"same\", or \"valid\""),
    }
}

/// `conv(a, b, shape)`: a vector that lies as the longer one does.
pub fn conv(call: Call) -> Result<Vec<Value>> {
    let (a, b) = (&call.args[0], &call.args[1]);
    let vector = |value: &Value| numbers(value).filter(|x| x.dims().is_vector() && !x.is_empty());
    let (Some(x), Some(y)) = (vector(a), vector(b)) else { fail!("conv: both arguments A and B must be vectors") };
    let shape = shape_of("conv", call.args.get(2))?;
    let full = product(x.as_slice(), y.as_slice());
    let like = if x.len() > y.len() { a } else { b };
    let class = is_single(&call.args[..2]);
    let part = match shape {
        Shape::Full => full,
        Shape::Same => {
            let start = (full.len() - x.len()).div_ceil(2);
            full[start..start + x.len()].to_vec()
        }
        Shape::Valid if x.len() >= y.len() => full[y.len() - 1..x.len()].to_vec(),
        Shape::Valid => return Ok(vec![Value::Double(Array::new([1, 0].into(), vec![]))]),
    };
    Ok(vec![in_class(class, vector_like(like, part))?])
}

/// `[b, r] = deconv(y, a)`: y = conv(a, b) + r.
pub fn deconv(call: Call) -> Result<Vec<Value>> {
    let vector = |value: &Value| numbers(value).filter(|x| x.dims().is_vector() && !x.is_empty());
    let (Some(y), Some(a)) = (vector(&call.args[0]), vector(&call.args[1])) else {
        fail!("deconv: Y and A must be vectors");
    };
    if y.len() < a.len() {
        return Ok(vec![Value::scalar(0.0), call.args[0].clone()]);
    }
    let norm = a.as_slice()[0];
    if norm == Complex64::default() {
        fail!("filter: the first element of A must be nonzero");
    }
    let count = y.len() - a.len() + 1;
    let order = y.len().max(a.len());
    let padded = |p: &Array<Complex64>| {
        let mut p: Vec<Complex64> = p.iter().map(|c| c / norm).collect();
        p.resize(order, Complex64::default());
        p
    };
    let (numerator, denominator) = (padded(&y), padded(&a));
    let mut state = vec![Complex64::default(); order - 1];
    let quotient: Vec<Complex64> = (0..count)
        .map(|k| step(&numerator, &denominator, &mut state, if k == 0 { 1.0.into() } else { 0.0.into() }))
        .collect();
    let back = product(a.as_slice(), &quotient);
    let rest = y.iter().zip(&back).map(|(y, b)| y - b).collect();
    Ok(vec![vector_like(&call.args[0], quotient), vector_like(&call.args[0], rest)])
}

/// `conv2(a, b, shape)`, `conv2(v1, v2, m, shape)`.
pub fn conv2(call: Call) -> Result<Vec<Value>> {
    let separable = call.args.len() > 2 && !call.args[2].is_text();
    let word = if separable { call.args.get(3) } else { call.args.get(2) };
    let shape = shape_of("conv2", word)?;
    let class = is_single(&call.args);
    let matrices: Option<Vec<Array<Complex64>>> =
        call.args.iter().filter(|value| !value.is_text()).map(numbers).collect();
    let Some(matrices) = matrices.filter(|m| m.iter().all(|m| m.dims().rank() == 2)) else {
        fail!("conv2: arguments must be two-dimensional");
    };
    let result = match &matrices[..] {
        [column, row, m] => {
            let column = column.clone().reshape([column.len(), 1].into());
            let row = row.clone().reshape([1, row.len()].into());
            convolve(&convolve(m, &column, shape), &row, shape)
        }
        [a, b, ..] => convolve(a, b, shape),
        _ => fail!("Invalid call to conv2"),
    };
    Ok(vec![in_class(class, Value::Complex(result).narrow())?])
}

/// `filter2(b, x, shape)`: a convolution with the turned matrix.
pub fn filter2(call: Call) -> Result<Vec<Value>> {
    let (Some(b), Some(x)) = (numbers(&call.args[0]), numbers(&call.args[1])) else {
        fail!("filter2: arguments must be numeric");
    };
    let shape = match call.args.get(2) {
        None => Shape::Same,
        word => shape_of("conv2", word)?,
    };
    let turned = Array::new(b.dims().clone(), b.iter().rev().copied().collect());
    let class = is_single(&call.args[..2]);
    Ok(vec![in_class(class, Value::Complex(convolve(&x, &turned, shape)).narrow())?])
}

fn convolve(a: &Array<Complex64>, b: &Array<Complex64>, shape: Shape) -> Array<Complex64> {
    let (ar, ac, br, bc) = (a.dims().rows(), a.dims().cols(), b.dims().rows(), b.dims().cols());
    let (row, col, rows, cols) = match shape {
        Shape::Full if a.is_empty() || b.is_empty() => (0, 0, 0, 0),
        Shape::Full => (0, 0, ar + br - 1, ac + bc - 1),
        Shape::Same => (br / 2, bc / 2, ar, ac),
        Shape::Valid => {
            (br.saturating_sub(1), bc.saturating_sub(1), (ar + 1).saturating_sub(br), (ac + 1).saturating_sub(bc))
        }
    };
    let (x, y) = (a.as_slice(), b.as_slice());
    let mut values = Vec::with_capacity(rows * cols);
    for j in col..col + cols {
        for i in row..row + rows {
            let mut sum = Complex64::default();
            for q in (j + 1).saturating_sub(ac)..bc.min(j + 1) {
                for p in (i + 1).saturating_sub(ar)..br.min(i + 1) {
                    sum += x[(j - q) * ar + i - p] * y[q * br + p];
                }
            }
            values.push(sum);
        }
    }
    Array::new([rows, cols].into(), values)
}
