//! Reductions of arrays along a dimension: sums, extremes, statistics, differences. Sorting is in `search`.

pub(crate) mod along;
mod differences;
pub(crate) mod extrema;
mod histograms;
pub(crate) mod means;
pub(crate) mod options;
mod quantiles;
pub(crate) mod sums;
pub(crate) mod variance;

use super::{ANY, Entry, entry, file_entry};
use extrema::Side;

pub const TABLE: &[Entry] = &[
    entry("sum", 1, 4, sums::total::<sums::Sum>),
    entry("prod", 1, 3, sums::total::<sums::Product>),
    entry("sumsq", 1, 2, sums::sum_of_squares),
    entry("cumsum", 1, 3, sums::running_sum),
    entry("cumprod", 1, 2, sums::running_product),
    entry("max", 1, 3, |call| extrema::extremum(call, Side::Max)),
    entry("min", 1, 3, |call| extrema::extremum(call, Side::Min)),
    entry("cummax", 1, 2, |call| extrema::running(call, Side::Max)),
    entry("cummin", 1, 2, |call| extrema::running(call, Side::Min)),
    entry("mean", 1, 4, means::mean),
    file_entry("median", 1, 2, means::median),
    file_entry("mode", 1, 2, means::mode),
    file_entry("range", 1, 2, means::range),
    file_entry("bounds", 1, 3, means::bounds),
    file_entry("meansq", 1, 2, means::mean_of_squares),
    file_entry("center", 1, 2, means::center),
    file_entry("zscore", 1, 3, means::zscore),
    file_entry("mad", 1, 3, means::mad),
    file_entry("rescale", 1, 7, means::rescale),
    file_entry("var", 1, 3, variance::var),
    file_entry("std", 1, 3, variance::std),
    file_entry("skewness", 1, 3, |call| variance::standardized_moment(call, 3.0)),
    file_entry("kurtosis", 1, 3, |call| variance::standardized_moment(call, 4.0)),
    file_entry("moment", 2, 4, variance::moment),
    file_entry("cov", 1, 3, variance::cov),
    file_entry("corr", 1, 2, variance::corr),
    file_entry("corrcoef", 1, ANY, variance::corrcoef),
    file_entry("statistics", 1, 2, variance::statistics),
    file_entry("quantile", 1, 4, quantiles::quantile),
    file_entry("prctile", 1, 3, quantiles::prctile),
    file_entry("iqr", 1, 2, quantiles::iqr),
    entry("diff", 1, 3, differences::diff),
    file_entry("trapz", 1, 3, differences::trapz),
    file_entry("cumtrapz", 1, 3, differences::cumtrapz),
    file_entry("gradient", 1, ANY, differences::gradient),
    file_entry("del2", 1, ANY, differences::del2),
    file_entry("histc", 2, 3, histograms::histc),
    file_entry("hist", 1, ANY, histograms::hist),
];
