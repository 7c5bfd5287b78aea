//! Accesses that differ by constants alone as few relations: `a[i][0]`, ..., `a[i][4]` is `a[i][0..4]`. isl's unions of many
//! parts are slow, and too many parts are given up.

use std::collections::{BTreeSet, HashMap};

use super::{Analysis, build::copies, linear::Variable};
use crate::{
    isl::{self, Map},
    model::{AccessId, LoopId},
};

/// What a union of relations is needed for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Detail {
    /// Exactly the elements that are reached.
    Exact,
    /// The same bounding box, in each instance of the loops around.
    Box,
}

/// Families with fewer members are not worth a relation of their own.
const WORTH: usize = 5;

/// Loops, guard, and per dimension the variables of the subscript.
type Kind<'a> = (&'a [LoopId], &'a str, Vec<&'a [(Variable, i64)]>);
/// Constants per dimension, from least to greatest.
type Offsets = Vec<(i64, i64)>;

impl Analysis {
    /// Relations whose union is that of some accesses to one array, as far as `detail` goes.
    pub(super) fn merged(&self, accesses: &[AccessId], detail: Detail) -> isl::Result<Vec<Map>> {
        let distinct: BTreeSet<AccessId> = accesses.iter().map(|&a| self.representative(a)).collect();
        let mut families: HashMap<Kind<'_>, Vec<(AccessId, Vec<i64>)>> = HashMap::new();
        let mut order = Vec::new();
        let mut all = Vec::new();
        for &access in &distinct {
            match self.kind_and_constants(access) {
                Some((kind, constants)) => {
                    let members = families.entry(kind.clone()).or_default();
                    if members.is_empty() {
                        order.push(kind);
                    }
                    members.push((access, constants));
                }
                None => all.push(self.elements(access)?),
            }
        }
        for kind in order {
            let members = &families[&kind];
            if members.len() < WORTH {
                members.iter().try_for_each(|(a, _)| self.elements(*a).map(|it| all.push(it)))?;
                continue;
            }
            let (first, base) = &members[0];
            let constants: BTreeSet<Vec<i64>> = members.iter().map(|it| it.1.clone()).collect();
            let boxes = match detail {
                Detail::Exact => boxes(&constants),
                Detail::Box => vec![hull(&constants)],
            };
            for offsets in boxes {
                let offsets: Offsets = offsets.iter().zip(base).map(|((lo, hi), at)| (lo - at, hi - at)).collect();
                all.push(self.moved_elements(*first, &offsets)?);
            }
        }
        Ok(all)
    }

    /// None where a subscript is not linear, or a constant is so large that differences might overflow.
    fn kind_and_constants(&self, id: AccessId) -> Option<(Kind<'_>, Vec<i64>)> {
        let access = self.access(id);
        let forms = &self.forms(id)[copies(&self.model, access.array)..];
        let forms: Vec<_> = forms.iter().map(Option::as_ref).collect::<Option<_>>()?;
        let small = |it: i64| (-(1 << 60)..1 << 60).contains(&it).then_some(it);
        let constants = forms.iter().map(|it| small(it.constant)).collect::<Option<_>>()?;
        let variables = forms.iter().map(|it| it.terms.as_slice()).collect();
        Some(((access.loops.as_slice(), access.guard.as_str(), variables), constants))
    }
}

/// The smallest box around some points; there is at least one.
fn hull(points: &BTreeSet<Vec<i64>>) -> Offsets {
    let rank = points.first().map_or(0, Vec::len);
    let line = |dim: usize| points.iter().map(move |it| it[dim]);
    (0..rank).filter_map(|dim| Some((line(dim).min()?, line(dim).max()?))).collect()
}

/// Boxes that hold exactly some points: neighbours are joined in one dimension after the other, the last one first.
fn boxes(points: &BTreeSet<Vec<i64>>) -> Vec<Offsets> {
    let rank = points.first().map_or(0, Vec::len);
    let mut all: Vec<Offsets> = points.iter().map(|it| it.iter().map(|&x| (x, x)).collect()).collect();
    for dim in (0..rank).rev() {
        let others = |it: &Offsets| -> Offsets { [&it[..dim], &it[dim + 1..]].concat() };
        all.sort_by_key(|it| (others(it), it[dim]));
        all.dedup_by(|next, last| {
            let joined = others(next) == others(last) && next[dim].0 == last[dim].1 + 1;
            if joined {
                last[dim].1 = next[dim].1;
            }
            joined
        });
    }
    all
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn inside(offsets: &Offsets) -> Vec<Vec<i64>> {
        offsets.iter().fold(vec![vec![]], |all, &(lo, hi)| {
            all.iter().flat_map(|it| (lo..=hi).map(move |x| [it.as_slice(), &[x]].concat())).collect()
        })
    }

    proptest! {
        #[test]
        fn boxes_hold_the_points_once(points in proptest::collection::btree_set(proptest::collection::vec(-2..3i64, 2), 1..20)) {
            let mut found: Vec<_> = boxes(&points).iter().flat_map(inside).collect();
            found.sort();
            prop_assert_eq!(found, points.iter().cloned().collect::<Vec<_>>());
            let hull = hull(&points);
            prop_assert!(points.iter().all(|it| it.iter().zip(&hull).all(|(x, (lo, hi))| lo <= x && x <= hi)));
            prop_assert!((0..2).all(|dim| points.iter().any(|it| it[dim] == hull[dim].0)));
            prop_assert!((0..2).all(|dim| points.iter().any(|it| it[dim] == hull[dim].1)));
        }
    }

    #[test]
    fn a_full_grid_is_one_box() {
        let grid: BTreeSet<Vec<i64>> = (0..25).map(|n| vec![n / 5, n % 5]).collect();
        assert_eq!(boxes(&grid), [[(0, 4), (0, 4)]]);
        assert_eq!(boxes(&BTreeSet::from([vec![]])), [[]]);
    }
}
