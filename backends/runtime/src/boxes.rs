//! A box of work items divided into smaller ones, each of which one thread runs at once. Knows no device.

pub struct Boxes {
    extent: [u64; 3],
    /// Work items of a small box, but for those at the far ends.
    pub shape: [u64; 3],
    pub counts: [u64; 3],
}

impl Boxes {
    /// Extents and `shape` are at least 1 each.
    pub fn new(extent: [i64; 3], shape: [u64; 3]) -> Self {
        let extent = extent.map(i64::unsigned_abs);
        Self { extent, shape, counts: [0, 1, 2].map(|d: usize| extent[d].div_ceil(shape[d])) }
    }

    /// The same work items in at most `most` boxes, grown where they are most.
    pub fn at_most(mut self, most: u64) -> Self {
        while self.count() > most {
            let longest = (0..3).max_by_key(|&d| self.counts[d]).unwrap_or(0);
            self.shape[longest] *= 2;
            self.counts[longest] = self.extent[longest].div_ceil(self.shape[longest]);
        }
        self
    }

    pub fn count(&self) -> u64 {
        self.counts.iter().fold(1, |n, &count| n.saturating_mul(count))
    }

    /// Box `i`, x first: its first work item and the one behind its last.
    pub fn nth(&self, i: u64) -> ([i64; 3], [i64; 3]) {
        let [cx, cy, _] = self.counts;
        let at = [i % cx, i / cx % cy, i / cx / cy];
        let lo = [0, 1, 2].map(|d: usize| (at[d] * self.shape[d]) as i64);
        let hi = [0, 1, 2].map(|d: usize| self.extent[d].min((at[d] + 1) * self.shape[d]) as i64);
        (lo, hi)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn every_work_item_is_in_one_box(
            extent in prop::array::uniform3(1i64..20), shape in prop::array::uniform3(1u64..9), most in 1u64..200
        ) {
            let boxes = Boxes::new(extent, shape).at_most(most);
            prop_assert!(boxes.count() <= most);
            let mut seen = std::collections::HashSet::new();
            for (lo, hi) in (0..boxes.count()).map(|i| boxes.nth(i)) {
                for (x, y, z) in items(lo, hi) {
                    prop_assert!(seen.insert((x, y, z)));
                }
            }
            prop_assert_eq!(seen.len() as i64, extent.iter().product::<i64>());
        }
    }

    fn items(lo: [i64; 3], hi: [i64; 3]) -> impl Iterator<Item = (i64, i64, i64)> {
        let plane = move |z| (lo[1]..hi[1]).flat_map(move |y| (lo[0]..hi[0]).map(move |x| (x, y, z)));
        (lo[2]..hi[2]).flat_map(plane)
    }
}
