//! Formats of real scalars and matrices. Complex numbers and ranges have rules of their own.

use super::extent::{Extent, Places, Real, exponent_width, limit};
use super::number::{Column, Radix, Style};
use super::{Format, Notation};

/// The column of a single number. Its width has no place for a sign.
pub(super) fn scalar<T: Real>(x: T, format: Format) -> Column {
    let precision = format.precision.min(T::PRECISION);
    let value = x.double();
    if let Some(column) = special_scalar::<T>(format, precision) {
        return column;
    }
    if !value.is_finite() {
        return Column { width: 3, style: Style::General(1) };
    }
    let digits = x.digits();
    let integer = x.is_integer();
    let exponents = exponent_scalar(precision, digits);
    if format.notation != Notation::Fixed {
        return notation_scalar::<T>(format.notation, exponents, precision);
    }
    if integer {
        let digits = digits.max(1) as usize;
        return if digits > limit::<T>(precision) {
            exponents
        } else {
            Column { width: digits, style: Style::Fixed(0) }
        };
    }
    let places = Places::of(precision, digits, digits);
    if places.total() > limit::<T>(precision) {
        return exponents;
    }
    Column { width: places.total() + 1, style: Style::Fixed(places.decimals) }
}

pub(super) fn engineering<T: Real>(precision: usize, exponent_digits: usize) -> Style {
    Style::Engineering { decimals: precision - 1, exponent_digits, single: T::PRECISION < f64::PRECISION }
}

fn exponent_scalar(precision: usize, digits: i32) -> Column {
    Column { width: precision + 1 + if digits.abs() >= 100 { 5 } else { 4 }, style: Style::Exponent(precision - 1) }
}

fn notation_scalar<T: Real>(notation: Notation, exponents: Column, precision: usize) -> Column {
    match notation {
        Notation::General => Column { width: precision, style: Style::General(precision) },
        Notation::Engineering => Column { width: precision + 6, style: engineering::<T>(precision, 3) },
        Notation::Bank => Column { width: 3, style: Style::Fixed(2) },
        _ => exponents,
    }
}

/// The notations that treat numbers that are not finite as all others.
fn special_scalar<T: Real>(format: Format, precision: usize) -> Option<Column> {
    match format.notation {
        Notation::General => Some(Column { width: precision, style: Style::General(precision) }),
        Notation::Rational(_) => Some(Column { width: 0, style: Style::RationalScalar }),
        _ => bits::<T>(format.notation),
    }
}

/// The column of `format hex` and `format bit`.
pub(super) fn bits<T: Real>(notation: Notation) -> Option<Column> {
    let radix = match notation {
        Notation::Hex => Radix::Hexadecimal,
        Notation::Bit => Radix::Binary,
        _ => return None,
    };
    Some(Column { width: 0, style: Style::Bits { single: T::PRECISION < f64::PRECISION, radix } })
}

/// The column that all numbers of a matrix share, sign included.
pub(super) fn matrix<T: Real>(elements: impl Iterator<Item = T>, format: Format) -> Column {
    let precision = format.precision.min(T::PRECISION);
    let extent = Extent::of(elements);
    of_extent::<T>(extent, precision, format.notation)
}

pub(super) fn of_extent<T: Real>(extent: Extent, precision: usize, notation: Notation) -> Column {
    let greatest = extent.max.max(extent.min);
    // Small elements do not matter where Octave takes all for integers.
    let extent = if extent.integers { Extent { max: greatest, min: greatest, ..extent } } else { extent };
    if let Some(column) = notation_matrix::<T>(extent, precision, notation) {
        return column;
    }
    if extent.integers {
        let width = greatest.max(if extent.special { 3 } else { 1 }) as usize + 1;
        if width > limit::<T>(precision) {
            return exponent_matrix(extent, precision);
        }
        return Column { width, style: Style::General(width) };
    }
    let places = Places::of(precision, extent.max, extent.min);
    if places.total() > limit::<T>(precision) {
        return exponent_matrix(extent, precision);
    }
    Column { width: places.total() + 2, style: Style::Fixed(places.decimals) }
}

fn exponent_matrix(extent: Extent, precision: usize) -> Column {
    let width = precision + 2 + exponent_width(extent, Notation::Exponent);
    Column { width, style: Style::Exponent(precision - 1) }
}

fn notation_matrix<T: Real>(extent: Extent, precision: usize, notation: Notation) -> Option<Column> {
    Some(match notation {
        Notation::Fixed | Notation::Plus => return None,
        Notation::Exponent => exponent_matrix(extent, precision),
        Notation::General => Column { width: precision + 6, style: Style::General(precision) },
        Notation::Engineering => {
            let exponent = exponent_width(extent, notation);
            Column { width: precision + 4 + exponent, style: engineering::<T>(precision, exponent - 2) }
        }
        Notation::Bank => {
            let digits = extent.max.max(extent.min).max(1) as usize;
            Column { width: digits + 4, style: Style::Fixed(2) }
        }
        Notation::Rational(width) => Column { width, style: Style::Rational(width) },
        Notation::Hex | Notation::Bit => return bits::<T>(notation),
    })
}
