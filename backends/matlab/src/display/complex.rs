//! Formats of complex scalars and matrices: two columns, for the real and for the imaginary part.

use super::extent::{Extent, Places, Real, exponent_width, limit};
use super::number::{Column, Style};
use super::{Format, Notation, real};

/// The columns of both parts; the first has place for a sign, the other one's sign stands before it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Columns {
    pub real: Column,
    pub imaginary: Column,
}

impl Columns {
    fn new(width: usize, style: Style) -> Columns {
        Columns { real: Column { width: width + 1, style }, imaginary: Column { width, style } }
    }

    /// The width of both parts with what stands between and behind.
    pub fn width(self) -> usize {
        self.real.width + self.imaginary.width + 4
    }

    pub fn put(self, out: &mut Vec<u8>, re: f64, im: f64) {
        self.real.put(out, re);
        let bits = matches!(self.imaginary.style, Style::Bits { .. });
        let negative = im.is_sign_negative() && !im.is_nan();
        out.extend_from_slice(if bits {
            b"  "
        } else if negative {
            b" - "
        } else {
            b" + "
        });
        self.imaginary.put(out, if negative && !bits { -im } else { im });
        out.push(b'i');
    }
}

pub(super) fn scalar<T: Real>(re: T, im: T, format: Format) -> Columns {
    let precision = format.precision.min(T::PRECISION);
    let parts = [re.double(), im.double()];
    let digits = |x: T| if x.double().is_finite() { x.digits() } else { i32::MIN / 2 };
    let (a, b) = (digits(re), digits(im));
    let extent = Extent {
        max: a.max(b),
        min: a.min(b),
        // An infinite part is an integer here, NaN is none.
        integers: parts.iter().all(|x| *x == x.round()),
        special: parts.iter().any(|x| !x.is_finite()),
    };
    if !extent.integers && extent.special && format.notation == Notation::Fixed {
        // Octave writes such numbers with one digit.
        let width = extent.max.max(3) as usize;
        return Columns::new(width, Style::General(1));
    }
    let extent = if extent.special { Extent { min: extent.max.max(1), max: extent.max.max(1), ..extent } } else { extent };
    of_extent::<T>(extent, precision, format.notation, 0)
}

pub(super) fn matrix<T: Real>(elements: impl Iterator<Item = (T, T)>, format: Format) -> Columns {
    let precision = format.precision.min(T::PRECISION);
    let extent = Extent::of(elements.flat_map(|(re, im)| [re, im]));
    of_extent::<T>(extent, precision, format.notation, 1)
}

/// `sign` is what Octave counts for a sign of integers.
fn of_extent<T: Real>(extent: Extent, precision: usize, notation: Notation, sign: usize) -> Columns {
    let exponents = Columns::new(precision + 1 + exponent_width(extent.max, extent.min), Style::Exponent(precision - 1));
    match notation {
        Notation::Fixed | Notation::Plus => {}
        Notation::Exponent => return exponents,
        Notation::General => return Columns::new(precision + 5, Style::General(precision)),
        Notation::Engineering => {
            let style = Style::Engineering { decimals: precision - 1, exponent_digits: 2 };
            return Columns::new(precision + 3 + exponent_width(extent.max, extent.min), style);
        }
        Notation::Bank => {
            let digits = extent.max.max(extent.min).max(1) as usize;
            return Columns::new(digits + 3, Style::Fixed(2));
        }
        Notation::Rational => return Columns::new(9, Style::Rational(9)),
        Notation::Hex | Notation::Bit => {
            let column = real::bits::<T>(notation).unwrap_or(exponents.real);
            return Columns { real: column, imaginary: column };
        }
    }
    if extent.integers {
        let digits = extent.max.max(extent.min).max(1) as usize;
        if digits + sign > limit::<T>(precision) {
            return exponents;
        }
        let width = if extent.special { digits.max(3) } else { digits };
        return Columns::new(width, Style::General(width + 1));
    }
    let places = Places::of(precision, extent.max, extent.min);
    if places.total() > limit::<T>(precision) {
        return exponents;
    }
    Columns::new(places.total() + 1, Style::Fixed(places.decimals))
}
