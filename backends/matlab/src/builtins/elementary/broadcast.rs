//! Functions of two arrays, element by element, with extents of one repeated. Knows nothing of classes.

use crate::value::{Array, Dims};
use crate::{Error, Result};

/// The extents of the result of a function of two arrays.
///
/// # Errors
/// `NAME: nonconformant arguments (op1 is 1x3, op2 is 1x2)`.
pub fn common_dims(name: &str, a: &Dims, b: &Dims) -> Result<Dims> {
    let rank = a.rank().max(b.rank());
    let mut extents = Vec::with_capacity(rank);
    for k in 0..rank {
        extents.push(match (a.get(k), b.get(k)) {
            (x, y) if x == y => x,
            (1, y) => y,
            (x, 1) => x,
            _ => return Err(nonconformant(name, a, b)),
        });
    }
    Ok(Dims::new(&extents))
}

pub fn nonconformant(name: &str, a: &Dims, b: &Dims) -> Error {
    let message = format!("{name}: nonconformant arguments (op1 is {a}, op2 is {b})");
    Error::with_id("Octave:nonconformant-args", message)
}

/// `f` of each pair of elements.
///
/// # Errors
/// As [`common_dims`].
pub fn broadcast<A, B, C>(name: &str, a: &Array<A>, b: &Array<B>, mut f: impl FnMut(&A, &B) -> C) -> Result<Array<C>> {
    if a.dims() == b.dims() {
        return Ok(Array::new(a.dims().clone(), a.iter().zip(b.iter()).map(|(x, y)| f(x, y)).collect()));
    }
    if let Some(x) = a.as_scalar() {
        return Ok(b.map(|y| f(x, y)));
    }
    if let Some(y) = b.as_scalar() {
        return Ok(a.map(|x| f(x, y)));
    }
    let dims = common_dims(name, a.dims(), b.dims())?;
    let (left, right) = (positions(a.dims(), &dims), positions(b.dims(), &dims));
    let (xs, ys) = (a.as_slice(), b.as_slice());
    Ok(Array::new(dims, left.into_iter().zip(right).map(|(i, j)| f(&xs[i], &ys[j])).collect()))
}

/// For each element of an array of extents `dims`, the position in one of extents `from`, whose extents of one are repeated.
pub fn positions(from: &Dims, dims: &Dims) -> Vec<usize> {
    let mut result = vec![0];
    if dims.count() == 0 {
        return vec![];
    }
    let mut stride = 1;
    for k in 0..dims.rank() {
        let step = if from.get(k) == 1 { 0 } else { stride };
        let inner = result;
        result = Vec::with_capacity(inner.len() * dims.get(k));
        for i in 0..dims.get(k) {
            result.extend(inner.iter().map(|position| position + i * step));
        }
        stride *= from.get(k);
    }
    result
}
