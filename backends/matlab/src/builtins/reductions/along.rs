//! Work along one dimension of an array, line by line. Knows nothing of classes.

use crate::memory::room_or_unwind;
use crate::value::{Array, Dims};

/// Calls `f` with each line along 0-based dimension `dimension`; what it appends makes the lines of the result, whose extent there is
/// `extent`. `f` must append just that many elements.
pub fn map_lines<T: Copy, U>(
    array: &Array<T>,
    dimension: usize,
    extent: usize,
    mut f: impl FnMut(&[T], &mut Vec<U>),
) -> Array<U> {
    let dims = array.dims();
    let length = dims.get(dimension);
    let stride: usize = dims.as_slice().iter().take(dimension).product();
    let outer: usize = dims.as_slice().iter().skip(dimension + 1).product();
    let result_dims = dims.with(dimension, extent);
    let values = array.as_slice();
    let mut lines = room_or_unwind(result_dims.count());
    if stride == 1 {
        for k in 0..outer {
            f(&values[k * length..(k + 1) * length], &mut lines);
        }
        return Array::new(result_dims, lines);
    }
    let mut line = Vec::with_capacity(length);
    for k in 0..outer {
        for i in 0..stride {
            line.clear();
            line.extend((0..length).map(|j| values[(k * length + j) * stride + i]));
            f(&line, &mut lines);
        }
    }
    Array::new(result_dims, interleave(lines, stride, extent))
}

/// Lines one after another become lines with a stride.
fn interleave<U>(lines: Vec<U>, stride: usize, extent: usize) -> Vec<U> {
    if extent == 1 {
        return lines;
    }
    let mut slots: Vec<Option<U>> = lines.into_iter().map(Some).collect();
    let block = stride * extent;
    let mut result = Vec::with_capacity(slots.len());
    for start in (0..slots.len()).step_by(block.max(1)) {
        for j in 0..extent {
            for i in 0..stride {
                result.extend(slots[start + i * extent + j].take());
            }
        }
    }
    result
}

/// One value for each line.
pub fn reduce<T: Copy, U>(array: &Array<T>, dimension: usize, mut f: impl FnMut(&[T]) -> U) -> Array<U> {
    map_lines(array, dimension, 1, |line, out| out.push(f(line)))
}

/// As many values as the line has.
pub fn scan<T: Copy, U>(array: &Array<T>, dimension: usize, f: impl FnMut(&[T], &mut Vec<U>)) -> Array<U> {
    map_lines(array, dimension, array.dims().get(dimension), f)
}

/// Splits an array of pairs.
pub fn unzip<A: Copy, B: Copy>(pairs: &Array<(A, B)>) -> (Array<A>, Array<B>) {
    (pairs.map(|pair| pair.0), pairs.map(|pair| pair.1))
}

/// The first dimension with more than one element, as Octave's functions in files choose it.
pub fn first_above_one(dims: &Dims) -> usize {
    dims.as_slice().iter().position(|&extent| extent > 1).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counted(extents: &[usize]) -> Array<usize> {
        let dims = Dims::new(extents);
        let count = dims.count();
        Array::new(dims, (0..count).collect())
    }

    #[test]
    fn lines_of_every_dimension() {
        let array = counted(&[2, 3, 2]);
        let sums = |dimension| reduce(&array, dimension, |line| line.iter().sum::<usize>());
        assert_eq!(sums(0).as_slice(), [1, 5, 9, 13, 17, 21]);
        assert_eq!(sums(1).as_slice(), [6, 9, 24, 27]);
        assert_eq!(sums(2).as_slice(), [6, 8, 10, 12, 14, 16]);
        assert_eq!(sums(5).as_slice(), array.as_slice());
    }

    #[test]
    fn lines_keep_their_place() {
        let array = counted(&[2, 3, 2]);
        for dimension in 0..4 {
            let same = scan(&array, dimension, |line, out| out.extend_from_slice(line));
            assert_eq!((same.dims(), same.as_slice()), (array.dims(), array.as_slice()));
        }
        let empty = map_lines(&counted(&[0, 3]), 0, 1, |line, out| out.push(line.len()));
        assert_eq!((empty.dims(), empty.as_slice()), (&Dims::new(&[1, 3]), &[0, 0, 0][..]));
    }
}
