//! Sorting, searching, and numerical methods that call functions of the program. Sets are in `sets`.

mod equations;
mod filters;
mod interpolate;
pub(crate) mod keys;
mod lookup;
mod minima;
mod options;
mod piecewise;
mod polynomials;
mod quadrature;
mod quadrature_steps;
mod sorting;
mod target;
mod zeros;

use super::{ANY, Entry, entry, file_entry};

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
    file_entry("optimset", 0, ANY, options::optimset),
    file_entry("optimget", 2, 3, options::optimget),
    file_entry("fzero", 2, 3, zeros::fzero),
    file_entry("fminbnd", 3, 4, minima::fminbnd),
    file_entry("fminsearch", 1, ANY, minima::fminsearch),
    entry("quad", 3, 5, quadrature::quad),
    entry("quadcc", 3, 5, quadrature::quadcc),
    file_entry("quadgk", 3, ANY, quadrature::quadgk),
    file_entry("quadl", 3, ANY, quadrature_steps::quadl),
    file_entry("quadv", 3, ANY, quadrature_steps::quadv),
    file_entry("integral", 3, ANY, quadrature::integral),
    file_entry("integral2", 5, ANY, quadrature::integral2),
    file_entry("dblquad", 5, ANY, quadrature::integral2),
    file_entry("ode23", 3, ANY, equations::ode23),
    file_entry("ode45", 3, ANY, equations::ode45),
    file_entry("odeset", 0, ANY, equations::odeset),
    entry("lsode", 3, 4, equations::lsode),
    entry("filter", 3, 5, filters::filter),
    file_entry("conv", 2, 3, filters::conv),
    file_entry("deconv", 2, 2, filters::deconv),
    entry("conv2", 2, 4, filters::conv2),
    file_entry("filter2", 2, 3, filters::filter2),
];
