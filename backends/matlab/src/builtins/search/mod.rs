//! Sorting, searching, and numerical methods that call functions of the program. Sets are in `sets`.

mod filters;
mod interpolate;
pub(crate) mod keys;
mod lookup;
mod piecewise;
mod polynomials;
mod sorting;

use super::{Entry, entry, file_entry};

pub const TABLE: &[Entry] = &[
    entry("sort", 1, 3, sorting::sort),
    file_entry("sortrows", 1, 2, sorting::sort_rows),
    entry("issorted", 1, 3, sorting::is_sorted),
    entry("nth_element", 2, 3, sorting::nth_element),
    entry("lookup", 2, 3, lookup::lookup),
    file_entry("polyval", 2, 4, polynomials::polyval),
    file_entry("polyfit", 3, 3, polynomials::polyfit),
    file_entry("polyvalm", 2, 2, polynomials::polyvalm),
    file_entry("roots", 1, 1, polynomials::roots),
    file_entry("poly", 1, 1, polynomials::poly),
    file_entry("polyder", 1, 2, polynomials::polyder),
    file_entry("polyint", 1, 2, polynomials::polyint),
    file_entry("polyreduce", 1, 1, polynomials::polyreduce),
    file_entry("polyout", 1, 2, polynomials::polyout),
    file_entry("compan", 1, 1, polynomials::compan),
    file_entry("mkpp", 2, 3, piecewise::mkpp),
    file_entry("unmkpp", 1, 1, piecewise::unmkpp),
    file_entry("ppval", 2, 2, piecewise::ppval),
    file_entry("spline", 2, 3, piecewise::spline),
    file_entry("pchip", 2, 3, piecewise::pchip),
    file_entry("interp1", 2, 7, interpolate::interp1),
    file_entry("interp2", 1, 7, interpolate::interp2),
    file_entry("interpft", 2, 3, interpolate::interpft),
    entry("filter", 3, 5, filters::filter),
    file_entry("conv", 2, 3, filters::conv),
    file_entry("deconv", 2, 2, filters::deconv),
    entry("conv2", 2, 4, filters::conv2),
    file_entry("filter2", 2, 3, filters::filter2),
];
