//! Copying the elements of parts into one array. Checks nothing.

use crate::value::{Array, Dims};

/// The parts side by side along a dimension; all other extents are the same.
pub fn join<T: Clone>(dimension: usize, total: Dims, parts: &[Array<T>]) -> Array<T> {
    let blocks: Vec<usize> =
        parts.iter().map(|part| (0..=dimension).map(|k| part.dims().get(k)).product::<usize>()).collect();
    let mut values = Vec::with_capacity(total.count());
    let outer: usize = (dimension + 1..total.rank()).map(|k| total.get(k)).product();
    for index in 0..outer {
        for (part, &block) in parts.iter().zip(&blocks) {
            values.extend_from_slice(&part.as_slice()[index * block..(index + 1) * block]);
        }
    }
    Array::new(total, values)
}
