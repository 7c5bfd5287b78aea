//! Bytes in rows, as a part of an array of several dimensions or a field of many structures has them. Pure arithmetic.

use crate::intervals::Intervals;

/// `bytes` bytes at each of `count[0] * count[1]` places, which lie `i * stride[0] + j * stride[1]` bytes behind the first. Rows are in ascending
/// order and do not meet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Strided {
    pub bytes: usize,
    pub count: [usize; 2],
    pub stride: [usize; 2],
}

/// More rows are not worth keeping apart.
const MOST_ROWS: usize = 4096;

impl Strided {
    pub fn whole(bytes: usize) -> Self {
        Self { bytes, count: [1, 1], stride: [0, 0] }
    }

    /// The elements of a box whose first to last byte are `hull` bytes: of each dimension, the innermost first, how many subscripts it has and how
    /// far apart they are. `None` if that is no such set of bytes, or not worth it.
    pub fn of(hull: usize, dims: impl Iterator<Item = (i64, i64)> + Clone) -> Option<Self> {
        let dims = dims.filter(|it| it.0 != 1).map(|(n, stride)| {
            let n = usize::try_from(n).ok().filter(|&n| n > 0)?;
            Some((n, usize::try_from(stride).ok()?))
        });
        let reach = |(n, stride): (usize, usize)| (n - 1).checked_mul(stride);
        let between = dims.clone().try_fold(0usize, |sum, dim| sum.checked_add(reach(dim?)?))?;
        let element = hull.checked_sub(between).filter(|&it| it > 0)?;
        // So far: from the first to the last byte, and how many dimensions have gaps.
        let (mut rows, mut extent, mut open) = (Self::whole(element), element, 0);
        for dim in dims {
            let (n, stride) = dim?;
            if stride < extent {
                return None;
            }
            if open == 0 && stride == rows.bytes {
                rows.bytes *= n;
            } else {
                *rows.count.get_mut(open)? = n;
                rows.stride[open] = stride;
                open += 1;
            }
            extent += reach((n, stride))?;
        }
        (rows.count[0].checked_mul(rows.count[1])? <= MOST_ROWS).then_some(rows)
    }

    /// Where rows begin.
    pub fn starts(self) -> impl Iterator<Item = usize> {
        let [x, y] = self.count;
        (0..y).flat_map(move |j| (0..x).map(move |i| i * self.stride[0] + j * self.stride[1]))
    }

    pub fn is_whole(self) -> bool {
        self.count == [1, 1]
    }

    /// From the first byte of the first row to the last one of the last.
    pub fn hull(self) -> usize {
        self.bytes + (self.count[0] - 1) * self.stride[0] + (self.count[1] - 1) * self.stride[1]
    }

    /// Of all rows together.
    pub fn total(self) -> usize {
        self.bytes * self.count[0] * self.count[1]
    }

    /// The bytes, if the first row begins at `low`.
    pub fn at(self, low: usize) -> Intervals {
        Intervals::ascending(self.starts().map(|start| low + start..low + start + self.bytes))
    }
}

/// Rows of which each begins and ends further on, or less far, than the one before by the same number of bytes: triangles, bands, diagonals.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Leaning {
    /// Bytes of the first row, and how far behind the box's first byte it begins.
    bytes: usize,
    start: usize,
    /// The rows of the box.
    width: usize,
    count: usize,
    stride: usize,
    low: isize,
    high: isize,
}

impl Leaning {
    /// In the box of `hull` bytes with these dimensions, rows that lean by `low` and `high` bytes. `None` as for [`Strided::of`].
    pub fn of(hull: usize, dims: [(i64, i64); 4], (low, high): (i64, i64)) -> Option<Self> {
        let [(n, element), (count, stride), rest @ ..] = dims;
        let numbers = |n: i64, stride: i64| Some((usize::try_from(n).ok()?, usize::try_from(stride).ok()?));
        let ((n, element), (count, stride)) = (numbers(n, element)?, numbers(count, stride)?);
        let width = n.checked_mul(element)?;
        let is_box = (count.checked_sub(1)?).checked_mul(stride)?.checked_add(width)? == hull && width <= stride;
        if !is_box || count > MOST_ROWS || rest.iter().any(|it| it.0 != 1) {
            return None;
        }
        let (low, high, steps) =
            (isize::try_from(low).ok()?, isize::try_from(high).ok()?, isize::try_from(count - 1).ok()?);
        // The row furthest back begins, and the one furthest on ends, where the box does.
        let start = usize::try_from(low.min(0).checked_mul(-steps)?).ok()?;
        let end = width.checked_add_signed(high.max(0).checked_mul(-steps)?)?;
        let all = Self { bytes: end.checked_sub(start)?, start, width, count, stride, low, high };
        let shortest = all.bytes.checked_add_signed((high - low).min(0).checked_mul(steps)?)?;
        (shortest > 0).then_some(all)
    }

    fn rows(self) -> impl Iterator<Item = std::ops::Range<usize>> {
        (0..self.count).map(move |row| {
            let by = |slope: isize| slope.wrapping_mul(row as isize);
            let start = (row * self.stride + self.start).wrapping_add_signed(by(self.low));
            start..start + self.bytes.wrapping_add_signed(by(self.high - self.low))
        })
    }
}

/// Which bytes of a range are touched.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rows {
    Even(Strided),
    Leaning(Leaning),
}

impl Rows {
    /// How many these are.
    pub fn total(self) -> usize {
        match self {
            Rows::Even(rows) => rows.total(),
            Rows::Leaning(rows) => {
                let steps = rows.count * (rows.count - 1) / 2;
                (rows.bytes * rows.count).wrapping_add_signed((rows.high - rows.low).wrapping_mul(steps as isize))
            }
        }
    }

    /// The box around them.
    pub fn boxed(self) -> Strided {
        match self {
            Rows::Even(rows) => rows,
            Rows::Leaning(Leaning { width, count, stride, .. }) if width == stride => Strided::whole(width * count),
            Rows::Leaning(Leaning { width: bytes, count, stride, .. }) => {
                Strided { bytes, count: [count, 1], stride: [stride, 0] }
            }
        }
    }

    /// The bytes, if the box begins at `low`.
    pub fn at(self, low: usize) -> Intervals {
        match self {
            Rows::Even(rows) => rows.at(low),
            Rows::Leaning(rows) => Intervals::ascending(rows.rows().map(|it| low + it.start..low + it.end)),
        }
    }
}

/// The set as rows that devices can copy at once, with where they begin.
pub fn boxes(set: &Intervals) -> Vec<(usize, Strided)> {
    let mut planes: Vec<(usize, Strided)> = Vec::new();
    for bytes in set.iter() {
        match planes.last_mut() {
            Some((start, rows)) if continues(*start, rows, 0, bytes.start) && rows.bytes == bytes.len() => {
                rows.stride[0] = (bytes.start - *start) / rows.count[0];
                rows.count[0] += 1;
            }
            _ => planes.push((bytes.start, Strided::whole(bytes.len()))),
        }
    }
    let mut all: Vec<(usize, Strided)> = Vec::new();
    for (start, plane) in planes {
        match all.last_mut() {
            Some((first, rows)) if continues(*first, rows, 1, start) && is_plane_of(&plane, rows) => {
                rows.stride[1] = (start - *first) / rows.count[1];
                rows.count[1] += 1;
            }
            _ => all.push((start, plane)),
        }
    }
    all
}

/// Bytes between parts that take as long as one more copy, about.
const MOST_BETWEEN: usize = 64 << 10;

/// The same parts and what lies between them, where that is little, and known.
pub fn joined(parts: Vec<(usize, Strided)>, known: &Intervals) -> Vec<(usize, Strided)> {
    let mut all: Vec<(usize, Strided)> = Vec::new();
    for (start, rows) in parts {
        let with_last = all.last().and_then(|(first, last)| {
            let hull = *first..start + rows.hull();
            let between = hull.len() - last.total() - rows.total();
            (between <= MOST_BETWEEN && known.contains(&hull)).then(|| (*first, Strided::whole(hull.len())))
        });
        match with_last {
            Some(hull) => all.last_mut().into_iter().for_each(|it| *it = hull),
            None => all.push((start, rows)),
        }
    }
    all
}

/// Lies `start` as far behind the last place of a dimension as that behind the one before it?
fn continues(first: usize, rows: &Strided, dim: usize, start: usize) -> bool {
    rows.count[dim] == 1 || start - first == rows.count[dim] * rows.stride[dim]
}

fn is_plane_of(plane: &Strided, rows: &Strided) -> bool {
    // Planes of one row would have been one plane.
    plane.count[0] > 1 && (plane.bytes, plane.count[0], plane.stride[0]) == (rows.bytes, rows.count[0], rows.stride[0])
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    #[test]
    fn dimensions_without_gaps_are_one() {
        assert_eq!(Strided::of(80, [(10, 8)].into_iter()), Some(Strided::whole(80)));
        assert_eq!(Strided::of(800, [(10, 8), (10, 80)].into_iter()), Some(Strided::whole(800)));
        // A box of 4 x 5 in an array of 10 x 12 ints: 80 bytes.
        let inner = Strided::of(3 * 48 + 20, [(5, 4), (4, 48)].into_iter()).unwrap();
        assert_eq!((inner, inner.total()), (Strided { bytes: 20, count: [4, 1], stride: [48, 0] }, 80));
        // One double of each of 7 structures of four.
        assert_eq!(Strided::of(6 * 32 + 8, [(7, 32)].into_iter()).unwrap().total(), 7 * 8);
        // Only whole rows of an array of three dimensions.
        let planes = Strided::of(2 * 400 + 80, [(10, 8), (1, 80), (3, 400)].into_iter()).unwrap();
        assert_eq!(planes, Strided { bytes: 80, count: [3, 1], stride: [400, 0] });
    }

    #[test]
    fn what_is_no_box_is_none() {
        // Rows that meet, no elements, more dimensions than two with gaps, too many rows.
        assert_eq!(Strided::of(100, [(10, 8), (2, 40)].into_iter()), None);
        assert_eq!(Strided::of(100, [(0, 8)].into_iter()), None);
        assert_eq!(Strided::of(100, [(5, -8)].into_iter()), None);
        assert_eq!(Strided::of(8 + 16 + 100 + 1000, [(2, 16), (2, 100), (2, 1000)].into_iter()), None);
        assert_eq!(Strided::of(4999 * 16 + 8, [(5000, 16)].into_iter()), None);
    }

    proptest! {
        #[test]
        fn a_box_has_the_bytes_of_its_elements(
            element in 1usize..9,
            dims in proptest::collection::vec((1i64..5, 0usize..7), 1..4),
        ) {
            let (mut extent, mut all) = (element, vec![]);
            for (n, gap) in dims {
                let stride = extent + gap;
                all.push((n, stride as i64));
                extent += (n as usize - 1) * stride;
            }
            let places = all.iter().fold(vec![0usize], |starts, &(n, stride)| {
                starts.iter().flat_map(|start| (0..n).map(move |i| start + (i * stride) as usize)).collect()
            });
            let expected: BTreeSet<usize> = places.iter().flat_map(|&it| it..it + element).collect();
            if let Some(rows) = Strided::of(extent, all.into_iter()) {
                let bytes: BTreeSet<usize> = rows.at(100).iter().flatten().map(|it| it - 100).collect();
                prop_assert_eq!(rows.total(), expected.len());
                prop_assert_eq!(bytes, expected);
            }
        }

        #[test]
        fn boxes_are_the_set(lengths in proptest::collection::vec((1usize..4, 1usize..4), 0..40)) {
            let mut at = 0;
            let set = Intervals::ascending(lengths.into_iter().map(|(gap, bytes)| {
                at += gap + bytes;
                at - bytes..at
            }));
            let mut back = Intervals::default();
            boxes(&set).into_iter().for_each(|(low, rows)| back.insert_all(&rows.at(low)));
            prop_assert_eq!(back, set);
        }

        #[test]
        fn parts_are_joined_where_little_is_between(
            lengths in proptest::collection::vec((1usize..4, 1usize..4, any::<bool>()), 1..40),
        ) {
            let (mut at, mut set, mut far) = (0, Intervals::default(), 0);
            for (gap, bytes, is_far) in lengths {
                let is_far = is_far && at > 0;
                far += usize::from(is_far);
                at += gap + if is_far { MOST_BETWEEN } else { 0 };
                set.insert(at..at + bytes);
                at += bytes;
            }
            let mut back = Intervals::default();
            let parts = joined(boxes(&set), &Intervals::ascending(std::iter::once(0..at)));
            prop_assert_eq!(joined(boxes(&set), &set), boxes(&set));
            parts.iter().for_each(|(low, rows)| back.insert_all(&rows.at(*low)));
            prop_assert!(set.minus(&back).is_empty());
            prop_assert!(back.bytes() <= set.bytes() + 40 * MOST_BETWEEN);
            let most = if far == 0 { 1 } else { boxes(&set).len() };
            prop_assert!(parts.len() <= most);
        }
    }

    #[test]
    fn rows_that_lean() {
        let of = |dims: [(i64, i64); 4], lean| {
            let hull = dims.iter().map(|(n, stride)| (n - 1) * stride).sum::<i64>() + 8;
            let rows = Leaning::of(usize::try_from(hull).unwrap(), dims, lean)?;
            let rows = Rows::Leaning(rows);
            assert_eq!(rows.at(0).bytes(), rows.total());
            Some(rows.at(0).iter().map(|it| (it.start, it.end)).collect::<Vec<_>>())
        };
        let square = [(3, 8), (3, 100), (1, 0), (1, 0)];
        assert_eq!(of(square, (0, 8)).unwrap(), [(0, 8), (100, 116), (200, 224)], "a lower triangle");
        assert_eq!(of(square, (8, 0)).unwrap(), [(0, 24), (108, 124), (216, 224)], "an upper one");
        assert_eq!(of(square, (8, 8)).unwrap(), [(0, 8), (108, 116), (216, 224)], "the diagonal");
        assert_eq!(of(square, (-8, 0)).unwrap(), [(16, 24), (108, 124), (200, 224)]);
        assert_eq!(of(square, (0, -8)).unwrap(), [(0, 24), (100, 116), (200, 208)]);
        assert_eq!(of([(3, 8), (3, 24), (1, 0), (1, 0)], (0, 8)).unwrap(), [(0, 8), (24, 40), (48, 72)]);
        let boxed = |row: i64, hull| {
            Leaning::of(hull, [(3, 8), (3, row), (1, 0), (1, 0)], (0, 8)).map(|it| Rows::Leaning(it).boxed())
        };
        assert_eq!(boxed(24, 72), Some(Strided::whole(72)));
        assert_eq!(boxed(100, 224), Some(Strided { bytes: 24, count: [3, 1], stride: [100, 0] }));
        // A row without bytes, rows that meet, elements with gaps, a third dimension, too many rows.
        assert_eq!(of([(2, 8), (3, 100), (1, 0), (1, 0)], (0, 8)), None);
        assert_eq!(of([(3, 8), (3, 16), (1, 0), (1, 0)], (0, 8)), None);
        assert_eq!(of([(3, 16), (3, 100), (1, 0), (1, 0)], (0, 16)), None);
        assert_eq!(of([(3, 8), (3, 100), (2, 1000), (1, 0)], (0, 8)), None);
        assert_eq!(of([(5000, 8), (5000, 40_000), (1, 0), (1, 0)], (0, 8)), None);
    }

    #[test]
    fn rows_of_planes_are_one_box() {
        let rows = Strided { bytes: 24, count: [5, 4], stride: [40, 280] };
        assert_eq!(boxes(&rows.at(1000)), [(1000, rows)]);
        let mut ring = Intervals::default();
        ring.insert(0..100);
        ring.remove(11..19);
        ring.remove(21..29);
        ring.remove(31..39);
        assert_eq!(boxes(&ring).len(), 3);
        let far = Intervals::ascending([0..8, MOST_BETWEEN + 9..MOST_BETWEEN + 16]);
        assert_eq!(joined(boxes(&far), &Intervals::ascending(std::iter::once(0..1 << 20))).len(), 2);
    }
}
