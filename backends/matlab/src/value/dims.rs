//! Extents of arrays.

use crate::{Error, Result};
use smallvec::SmallVec;
use std::fmt;

/// At least two extents; the last one beyond the second is not 1.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Dims(SmallVec<[usize; 2]>);

impl Dims {
    /// Drops ones at the end and adds those that are missing.
    pub fn new(extents: &[usize]) -> Dims {
        let mut kept = SmallVec::from_slice(extents);
        while kept.len() < 2 {
            kept.push(1);
        }
        while kept.len() > 2 && kept.last() == Some(&1) {
            kept.pop();
        }
        Dims(kept)
    }

    pub fn rows(&self) -> usize {
        self.0[0]
    }

    pub fn cols(&self) -> usize {
        self.0[1]
    }

    /// The number of dimensions: at least 2.
    pub fn rank(&self) -> usize {
        self.0.len()
    }

    /// The extent of 0-based dimension `dimension`; 1 beyond the last.
    pub fn get(&self, dimension: usize) -> usize {
        self.0.get(dimension).copied().unwrap_or(1)
    }

    pub fn as_slice(&self) -> &[usize] {
        &self.0
    }

    /// The number of elements; the greatest number where an address cannot have it.
    pub fn count(&self) -> usize {
        self.0.iter().fold(1, |count, &extent| count.saturating_mul(extent))
    }

    /// The number of elements of extents that a program asks for.
    ///
    /// # Errors
    /// More than memory can have.
    pub fn checked_count(&self) -> Result<usize> {
        if self.0.contains(&0) {
            return Ok(0);
        }
        let product = self.0.iter().try_fold(1_usize, |count, &extent| count.checked_mul(extent));
        product.filter(|&count| count < isize::MAX as usize).ok_or_else(Error::out_of_memory)
    }

    pub fn is_scalar(&self) -> bool {
        self.0[..] == [1, 1]
    }

    /// 1xN or Nx1, also 1x1, 1x0 and 0x1.
    pub fn is_vector(&self) -> bool {
        self.rank() == 2 && (self.rows() == 1 || self.cols() == 1)
    }

    /// The only dimension whose extent is not 1, if there is just one.
    pub fn long_of_vector(&self) -> Option<usize> {
        let mut long = self.0.iter().enumerate().filter(|(_, extent)| **extent != 1);
        match (long.next(), long.next()) {
            (Some((dimension, _)), None) => Some(dimension),
            _ => None,
        }
    }

    /// Are the elements of these extents the first ones, in the same order, of larger extents?
    pub fn is_start_of(&self, larger: &Dims) -> bool {
        let rank = self.rank().max(larger.rank());
        let last = (0..rank).rev().find(|&dimension| larger.get(dimension) != 1).unwrap_or(0);
        (0..last).all(|dimension| self.get(dimension) == larger.get(dimension))
    }

    /// With the extent of one dimension replaced.
    pub fn with(&self, dimension: usize, extent: usize) -> Dims {
        if extent == 1 && dimension >= self.rank() {
            return self.clone();
        }
        let mut extents = self.0.to_vec();
        if extents.len() <= dimension {
            extents.resize(dimension + 1, 1);
        }
        extents[dimension] = extent;
        Dims::new(&extents)
    }

    /// The 0-based dimension that reductions run along by default: the first whose extent is not 1.
    pub fn first_long(&self) -> usize {
        self.0.iter().position(|&extent| extent != 1).unwrap_or(0)
    }
}

impl From<[usize; 2]> for Dims {
    fn from(extents: [usize; 2]) -> Dims {
        Dims(SmallVec::from(extents))
    }
}

/// `2x3`, as error messages and `size` displays have it.
impl fmt::Display for Dims {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let words: Vec<_> = self.0.iter().map(usize::to_string).collect();
        f.write_str(&words.join("x"))
    }
}
