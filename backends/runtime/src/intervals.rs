//! Sets of half-open intervals of addresses: which bytes are valid where. Pure arithmetic.

use std::ops::Range;

/// Disjoint, not adjacent, in ascending order.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Intervals(Vec<Range<usize>>);

impl Intervals {
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub fn iter(&self) -> impl Iterator<Item = Range<usize>> {
        self.0.iter().cloned()
    }

    pub fn bytes(&self) -> usize {
        self.0.iter().map(Range::len).sum()
    }

    /// The position of the first interval that ends at `low` or behind it.
    fn first_to(&self, low: usize) -> usize {
        self.0.partition_point(|it| it.end < low)
    }

    pub fn insert(&mut self, new: Range<usize>) {
        if new.is_empty() {
            return;
        }
        let first = self.first_to(new.start);
        let last = first + self.0[first..].partition_point(|it| it.start <= new.end);
        let touched = &self.0[first..last];
        let start = touched.first().map_or(new.start, |it| it.start.min(new.start));
        let end = touched.last().map_or(new.end, |it| it.end.max(new.end));
        self.0.splice(first..last, std::iter::once(start..end));
    }

    pub fn remove(&mut self, old: Range<usize>) {
        if old.is_empty() {
            return;
        }
        let first = self.0.partition_point(|it| it.end <= old.start);
        let last = first + self.0[first..].partition_point(|it| it.start < old.end);
        let cut: Vec<Range<usize>> = self.0[first..last].to_vec();
        let before = cut.first().map(|it| it.start..old.start).filter(|it| !it.is_empty());
        let after = cut.last().map(|it| old.end..it.end).filter(|it| !it.is_empty());
        self.0.splice(first..last, before.into_iter().chain(after));
    }

    pub fn overlaps(&self, other: &Range<usize>) -> bool {
        let first = self.0.partition_point(|it| it.end <= other.start);
        !other.is_empty() && self.0.get(first).is_some_and(|it| it.start < other.end)
    }

    /// Is all of it in the set?
    pub fn contains(&self, part: &Range<usize>) -> bool {
        let first = self.0.partition_point(|it| it.end < part.end);
        part.is_empty() || self.0.get(first).is_some_and(|it| it.start <= part.start)
    }

    /// The largest interval around `part` with nothing of the set in it; empty if there is something in `part`.
    pub fn gap_around(&self, part: &Range<usize>) -> Range<usize> {
        let first = self.0.partition_point(|it| it.end <= part.start);
        let low = first.checked_sub(1).map_or(0, |it| self.0[it].end);
        let high = self.0.get(first).map_or(usize::MAX, |it| it.start);
        if high < part.end { part.start..part.start } else { low..high }
    }

    /// What of `whole` is in the set.
    pub fn within(&self, whole: &Range<usize>) -> Self {
        let first = self.0.partition_point(|it| it.end <= whole.start);
        let inside = self.0[first..].iter().take_while(|it| it.start < whole.end);
        Self(inside.map(|it| it.start.max(whole.start)..it.end.min(whole.end)).collect())
    }

    /// What is in both.
    pub fn common(&self, other: &Self) -> Self {
        Self::ascending(other.iter().flat_map(|part| self.within(&part).0))
    }

    /// Of how many intervals it is made.
    pub fn count(&self) -> usize {
        self.0.len()
    }

    /// What of `whole` is not in the set.
    pub fn gaps(&self, whole: Range<usize>) -> Self {
        Self::ascending([whole]).minus(self)
    }

    /// Of intervals in ascending order that do not overlap.
    pub fn ascending(parts: impl IntoIterator<Item = Range<usize>>) -> Self {
        let mut all: Vec<Range<usize>> = Vec::new();
        for part in parts.into_iter().filter(|it| !it.is_empty()) {
            match all.last_mut() {
                Some(last) if last.end == part.start => last.end = part.end,
                _ => all.push(part),
            }
        }
        Self(all)
    }

    pub fn insert_all(&mut self, other: &Self) {
        if other.0.len() == 1 || self.is_empty() {
            match self.is_empty() {
                true => self.0.clone_from(&other.0),
                false => self.insert(other.0[0].clone()),
            }
            return;
        }
        let mut all: Vec<Range<usize>> = Vec::with_capacity(self.0.len() + other.0.len());
        let (mut mine, mut others) = (self.0.iter().peekable(), other.0.iter().peekable());
        loop {
            let next = match (mine.peek(), others.peek()) {
                (Some(x), Some(y)) if x.start <= y.start => mine.next(),
                (_, Some(_)) => others.next(),
                (_, None) => mine.next(),
            };
            let Some(next) = next else { break };
            match all.last_mut() {
                Some(last) if last.end >= next.start => last.end = last.end.max(next.end),
                _ => all.push(next.clone()),
            }
        }
        self.0 = all;
    }

    pub fn remove_all(&mut self, other: &Self) {
        match &other.0[..] {
            [one] => self.remove(one.clone()),
            _ => *self = self.minus(other),
        }
    }

    /// What is not in `other`.
    pub fn minus(&self, other: &Self) -> Self {
        let mut rest: Vec<Range<usize>> = Vec::new();
        let mut first = 0;
        for part in &self.0 {
            first += other.0[first..].partition_point(|it| it.end <= part.start);
            let mut low = part.start;
            for cut in other.0[first..].iter().take_while(|it| it.start < part.end) {
                if low < cut.start {
                    rest.push(low..cut.start);
                }
                low = cut.end;
            }
            if low < part.end {
                rest.push(low..part.end);
            }
        }
        Self(rest)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;

    fn bytes(set: &Intervals) -> BTreeSet<usize> {
        set.iter().flatten().collect()
    }

    proptest! {
        #[test]
        fn they_are_the_set_of_their_bytes(
            steps in proptest::collection::vec((any::<bool>(), 0usize..40, 0usize..12), 0..24),
            (low, len) in (0usize..40, 0usize..12),
        ) {
            let (mut set, mut model) = (Intervals::default(), BTreeSet::new());
            for (is_insert, low, len) in steps {
                if is_insert {
                    set.insert(low..low + len);
                    model.extend(low..low + len);
                } else {
                    set.remove(low..low + len);
                    model.retain(|it| !(low..low + len).contains(it));
                }
                prop_assert_eq!(&bytes(&set), &model);
                prop_assert!(set.0.windows(2).all(|it| it[0].end < it[1].start));
                prop_assert!(set.0.iter().all(|it| !it.is_empty()));
            }
            let whole = low..low + len;
            prop_assert_eq!(set.overlaps(&whole), whole.clone().any(|it| model.contains(&it)));
            let within: BTreeSet<usize> = whole.clone().filter(|it| model.contains(it)).collect();
            prop_assert_eq!(bytes(&set.within(&whole)), within);
            let gaps: BTreeSet<usize> = whole.clone().filter(|it| !model.contains(it)).collect();
            prop_assert_eq!(bytes(&set.gaps(whole.clone())), gaps);
            prop_assert_eq!(set.bytes(), model.len());
            prop_assert_eq!(set.contains(&whole), whole.clone().all(|it| model.contains(&it)));
            prop_assert_eq!(set.is_empty(), model.is_empty());
            let around = set.gap_around(&whole);
            if set.overlaps(&whole) {
                prop_assert!(around.is_empty());
            } else {
                prop_assert!(around.start <= low && low + len <= around.end && !set.overlaps(&around));
                let ends = [around.start.checked_sub(1), Some(around.end).filter(|it| *it != usize::MAX)];
                prop_assert!(ends.into_iter().flatten().all(|it| model.contains(&it)));
            }
        }

        #[test]
        fn sets_join_and_part(steps in proptest::collection::vec((any::<bool>(), 0usize..60, 0usize..6), 0..24)) {
            let mut sets = [Intervals::default(), Intervals::default()];
            for (which, low, len) in steps {
                sets[usize::from(which)].insert(low..low + len);
            }
            let [x, y] = &sets;
            let (mut both, mut less) = (x.clone(), x.clone());
            both.insert_all(y);
            less.remove_all(y);
            prop_assert_eq!(bytes(&both), &bytes(x) | &bytes(y));
            prop_assert_eq!(bytes(&less), &bytes(x) - &bytes(y));
            let common = x.common(y);
            prop_assert_eq!(bytes(&common), &bytes(x) & &bytes(y));
            prop_assert!([both, less, common].iter().all(|set| set.0.windows(2).all(|it| it[0].end < it[1].start)));
        }
    }
}
