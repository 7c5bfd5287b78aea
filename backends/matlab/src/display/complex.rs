//! Formats of complex scalars and matrices: two columns, for the real and for the imaginary part.

use super::extent::{Extent, Places, Real, exponent_width, limit};
use super::number::{Column, Style};
use super::{Format, Notation, real};

/// The columns of both parts; the first has place for a sign, the other one's sign stands before it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Columns {
    pub real: Column,
    pub imaginary: Column,
    /// What Octave counts more (or less) than the characters when it splits a matrix.
    pub reserve: isize,
    /// `format bank` forgets imaginary parts.
    pub only_real: bool,
}

impl Columns {
    fn new(width: usize, style: Style) -> Columns {
        Columns {
            real: Column { width: width + 1, style },
            imaginary: Column { width, style },
            reserve: 1,
            only_real: false,
        }
    }

    /// The characters of both parts with what stands between and behind.
    pub fn width(self) -> usize {
        if self.only_real {
            return self.real.width;
        }
        self.real.width + self.imaginary.width + 4
    }

    /// The width that counts where a matrix is split.
    pub fn counted_width(self) -> usize {
        self.width().saturating_add_signed(self.reserve)
    }

    pub fn put(self, out: &mut Vec<u8>, re: f64, im: f64) {
        if self.only_real {
            return self.real.put(out, re);
        }
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
    let (a, b) = if format.notation == Notation::Bank { (digits(re), digits(re)) } else { (digits(re), digits(im)) };
    let extent = Extent {
        max: a.max(b),
        min: a.min(b),
        // An infinite part is an integer here, NaN is none.
        integers: re.is_integer() && im.is_integer(),
        special: parts.iter().any(|x| !x.is_finite()),
    };
    let one_digit = !extent.integers && extent.special && extent.max <= T::PRECISION as i32 + 4;
    if one_digit && format.notation == Notation::Fixed {
        // Octave writes such numbers with one digit.
        let width = extent.max.max(3) as usize;
        return Columns::new(width, Style::General(1));
    }
    let extent =
        if extent.special { Extent { min: extent.max.max(1), max: extent.max.max(1), ..extent } } else { extent };
    of_extent::<T>(extent, precision, format.notation, 0)
}

pub(super) fn matrix<T: Real>(elements: impl Iterator<Item = (T, T)>, format: Format) -> Columns {
    let precision = format.precision.min(T::PRECISION);
    let (re, im): (Vec<_>, Vec<_>) = elements.unzip();
    let im = if format.notation == Notation::Bank { re.clone() } else { im };
    let (re, im) = (Extent::of(re.into_iter()), Extent::of(im.into_iter()));
    // The least elements of both parts count only as far as the greater one of the two.
    let extent = Extent {
        max: re.max.max(im.max),
        min: re.min.max(im.min),
        integers: re.integers && im.integers,
        special: re.special || im.special,
    };
    of_extent::<T>(extent, precision, format.notation, 1)
}

/// `sign` is what Octave counts for a sign of integers.
fn of_extent<T: Real>(extent: Extent, precision: usize, notation: Notation, sign: usize) -> Columns {
    let greatest = extent.max.max(extent.min);
    let extent = if extent.integers { Extent { max: greatest, min: greatest, ..extent } } else { extent };
    let exponents =
        Columns::new(precision + 1 + exponent_width(extent, Notation::Exponent), Style::Exponent(precision - 1));
    match notation {
        Notation::Fixed | Notation::Plus => {}
        Notation::Exponent => return exponents,
        Notation::General => {
            let column = Column { width: precision + 6, style: Style::General(precision) };
            return Columns { real: column, imaginary: column, reserve: 1, only_real: false };
        }
        Notation::Engineering => {
            let exponent = exponent_width(extent, notation);
            return Columns::new(precision + 3 + exponent, real::engineering::<T>(precision, exponent - 2));
        }
        Notation::Bank => {
            let digits = extent.max.max(extent.min).max(1) as usize;
            return Columns { only_real: true, reserve: 0, ..Columns::new(digits + 3, Style::Fixed(2)) };
        }
        Notation::Rational(width) => {
            if sign == 0 {
                let column = Column { width: 0, style: Style::RationalScalar };
                return Columns { real: column, imaginary: column, reserve: 1, only_real: false };
            }
            let column = Column { width, style: Style::Rational(width) };
            return Columns { real: column, imaginary: column, reserve: -6, only_real: false };
        }
        Notation::Hex | Notation::Bit => {
            let column = real::bits::<T>(notation).unwrap_or(exponents.real);
            return Columns { real: column, imaginary: column, reserve: 1, only_real: false };
        }
    }
    if extent.integers {
        let width = greatest.max(if extent.special { 3 } else { 1 }) as usize;
        if width + sign > limit::<T>(precision) {
            return exponents;
        }
        return Columns::new(width, Style::General(width + 1));
    }
    let places = Places::of(precision, extent.max, extent.min);
    if places.total() > limit::<T>(precision) {
        return exponents;
    }
    Columns::new(places.total() + 1, Style::Fixed(places.decimals))
}
