//! Formats of ranges: they depend on the bounds as they were written, and have place for a sign more than matrices.

use super::extent::{Extent, Real};
use super::number::{Column, Style};
use super::{Format, Notation, real};
use crate::value::Range;

pub(super) fn column(range: &Range, format: Format) -> Column {
    let precision = format.precision.min(f64::PRECISION);
    let integers = range.base == range.base.round() && range.step == range.step.round();
    let mut extent = Extent::of([range.base, range.limit].into_iter());
    extent.integers = integers;
    let column = real::of_extent::<f64>(extent, precision, format.notation);
    let wider = match column.style {
        Style::Fixed(_) | Style::Exponent(_) | Style::Engineering { .. } => format.notation != Notation::Bank,
        Style::General(_) | Style::Rational(_) | Style::RationalScalar | Style::Bits { .. } => false,
    };
    Column { width: column.width + usize::from(wider), ..column }
}
