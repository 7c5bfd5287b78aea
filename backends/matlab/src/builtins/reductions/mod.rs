//! Reductions of arrays along a dimension: sums, extremes, statistics, differences. Sorting is in `search`.

pub(crate) mod along;
pub(crate) mod extrema;
pub(crate) mod sums;

use super::{Entry, entry};
use extrema::Side;

pub const TABLE: &[Entry] = &[
    entry("sum", 1, 4, |call| sums::total(call, sums::SUM)),
    entry("prod", 1, 3, |call| sums::total(call, sums::PRODUCT)),
    entry("sumsq", 1, 2, sums::sum_of_squares),
    entry("cumsum", 1, 3, sums::running_sum),
    entry("cumprod", 1, 2, sums::running_product),
    entry("max", 1, 3, |call| extrema::extremum(call, Side::Max)),
    entry("min", 1, 3, |call| extrema::extremum(call, Side::Min)),
    entry("cummax", 1, 2, |call| extrema::running(call, Side::Max)),
    entry("cummin", 1, 2, |call| extrema::running(call, Side::Min)),
];
