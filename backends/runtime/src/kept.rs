//! Values that were computed from bytes of the host, kept while nobody can have changed these.
//!
//! ```text
//!     keep      values, with the ranges and the numbers that they were computed from
//!     written   the host or a kernel writes to bytes: values from these are forgotten
//!     clear     nobody says any more what the host writes
//! ```
//!
//! It knows no device: who owns it calls it wherever bytes of the program may change.

use std::ops::Range as Bytes;

use crate::intervals::Intervals;

/// So many values are kept; the oldest ones make room.
const MOST: usize = 32;

/// What values were computed from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Inputs {
    owner: usize,
    ranges: Vec<Bytes<usize>>,
    numbers: Vec<u64>,
}

impl Inputs {
    /// `words`: the ends of so many ranges, and numbers.
    pub fn new(owner: usize, words: &[u64], n_ranges: usize) -> Self {
        let (ends, numbers) = words.split_at((2 * n_ranges).min(words.len()));
        let ranges = ends.chunks_exact(2).map(|it| it[0] as usize..it[1] as usize).collect();
        Self { owner, ranges, numbers: numbers.to_vec() }
    }
}

#[derive(Default)]
pub struct Kept(Vec<(Inputs, Vec<i64>)>);

impl Kept {
    pub fn recall(&self, inputs: &Inputs) -> Option<Vec<i64>> {
        self.0.iter().find(|it| it.0 == *inputs).map(|it| it.1.clone())
    }

    pub fn keep(&mut self, inputs: Inputs, values: &[i64]) {
        self.0.retain(|it| it.0 != inputs);
        self.0.insert(0, (inputs, values.to_vec()));
        self.0.truncate(MOST);
    }

    pub fn written(&mut self, bytes: &Bytes<usize>) {
        let touches = |it: &Bytes<usize>| it.start.max(bytes.start) < it.end.min(bytes.end);
        self.0.retain(|it| !it.0.ranges.iter().any(touches));
    }

    /// The bytes that values were computed from.
    pub fn bytes(&self) -> Intervals {
        let mut all = Intervals::default();
        self.0.iter().flat_map(|it| &it.0.ranges).for_each(|it| all.insert(it.clone()));
        all
    }

    pub fn clear(&mut self) {
        self.0.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_last_until_their_bytes_may_change() {
        let inputs = |numbers: &[u64]| Inputs::new(7, &[&[100, 200, 300, 400], numbers].concat(), 2);
        let mut kept = Kept::default();
        kept.keep(inputs(&[5]), &[1, 2]);
        kept.keep(inputs(&[6]), &[3, 4]);
        assert_eq!((kept.recall(&inputs(&[5])), kept.recall(&inputs(&[7]))), (Some(vec![1, 2]), None));
        kept.written(&(200..300));
        kept.written(&(0..100));
        assert_eq!(kept.recall(&inputs(&[6])), Some(vec![3, 4]));
        kept.written(&(399..400));
        assert_eq!((kept.recall(&inputs(&[5])), kept.recall(&inputs(&[6]))), (None, None));
        kept.keep(inputs(&[5]), &[9, 9]);
        kept.clear();
        assert_eq!(kept.recall(&inputs(&[5])), None);
        (0..2 * MOST as u64).for_each(|number| kept.keep(inputs(&[number]), &[0]));
        assert!(kept.recall(&inputs(&[0])).is_none() && kept.recall(&inputs(&[2 * MOST as u64 - 1])).is_some());
    }
}
