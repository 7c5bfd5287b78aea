//! Functions of pairs of elements, with extents of one repeated. Knows no classes.

use super::errors::nonconformant;
use crate::value::{Array, Dims, room};
use crate::{Error, Result};
use raddle_matlab::ast::BinaryOp;

/// `f` of each pair of elements. `op` is for the message.
///
/// # Errors
/// Extents that differ where neither is 1.
pub fn zip<A: Copy, B: Copy, C>(op: BinaryOp, a: &Array<A>, b: &Array<B>, f: impl Fn(A, B) -> C) -> Result<Array<C>> {
    if let Some(&x) = a.as_scalar() {
        return Ok(b.map(|&y| f(x, y)));
    }
    if let Some(&y) = b.as_scalar() {
        return Ok(a.map(|&x| f(x, y)));
    }
    if a.dims() == b.dims() {
        let values = a.iter().zip(b.iter()).map(|(&x, &y)| f(x, y)).collect();
        return Ok(Array::new(a.dims().clone(), values));
    }
    let dims = common_dims(a.dims(), b.dims()).ok_or_else(|| nonconformant(op, a.dims(), b.dims()))?;
    let count = dims.as_slice().iter().try_fold(1_usize, |count, &extent| count.checked_mul(extent));
    let mut values = room(count.ok_or_else(Error::out_of_memory)?)?;
    let (left, right) = (Repeated::new(a), Repeated::new(b));
    if dims.count() != 0 {
        repeat(&dims, dims.rank() - 1, (&left, 0), (&right, 0), &f, &mut values);
    }
    Ok(Array::new(dims, values))
}

fn common_dims(a: &Dims, b: &Dims) -> Option<Dims> {
    let common = |k| match (a.get(k), b.get(k)) {
        (x, y) if x == y => Some(x),
        (1, y) => Some(y),
        (x, 1) => Some(x),
        _ => None,
    };
    let extents: Option<Vec<usize>> = (0..a.rank().max(b.rank())).map(common).collect();
    Some(Dims::new(&extents?))
}

/// An array whose extents of one are repeated.
struct Repeated<'a, T> {
    values: &'a [T],
    dims: &'a Dims,
    /// Per dimension the distance of neighbours; 0 where the only one is repeated.
    strides: Vec<usize>,
}

impl<'a, T> Repeated<'a, T> {
    fn new(array: &'a Array<T>) -> Repeated<'a, T> {
        let dims = array.dims();
        let mut stride = 1;
        let strides = dims.as_slice().iter().map(|&extent| {
            let own = if extent == 1 { 0 } else { stride };
            stride *= extent;
            own
        });
        Repeated { values: array.as_slice(), dims, strides: strides.collect() }
    }

    fn stride(&self, dimension: usize) -> usize {
        self.strides.get(dimension).copied().unwrap_or(0)
    }
}

/// Appends the results for dimensions `0..=dimension` from the given positions on.
fn repeat<A: Copy, B: Copy, C>(
    dims: &Dims,
    dimension: usize,
    (a, at_a): (&Repeated<A>, usize),
    (b, at_b): (&Repeated<B>, usize),
    f: &impl Fn(A, B) -> C,
    out: &mut Vec<C>,
) {
    let extent = dims.get(dimension);
    if dimension > 0 {
        for k in 0..extent {
            let left = (a, at_a + k * a.stride(dimension));
            let right = (b, at_b + k * b.stride(dimension));
            repeat(dims, dimension - 1, left, right, f, out);
        }
        return;
    }
    let (xs, ys) = (&a.values[at_a..], &b.values[at_b..]);
    match (a.dims.rows() == 1, b.dims.rows() == 1) {
        (true, true) => out.push(f(xs[0], ys[0])),
        (true, false) => out.extend(ys[..extent].iter().map(|&y| f(xs[0], y))),
        (false, true) => out.extend(xs[..extent].iter().map(|&x| f(x, ys[0]))),
        (false, false) => out.extend(xs[..extent].iter().zip(&ys[..extent]).map(|(&x, &y)| f(x, y))),
    }
}
