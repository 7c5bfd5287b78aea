//! What decides the format of a matrix: how large and how small its elements are. Writes nothing.

use super::Notation;

/// Real elements: doubles and singles.
pub(super) trait Real: Copy {
    /// More digits than this are no use: `output_precision` beyond it is cut.
    const PRECISION: usize;
    fn double(self) -> f64;
    /// Octave rounds by adding a half, which is not exact for great numbers.
    fn is_integer(self) -> bool;
    /// The number of digits before the point: 0 of 0.5, -1 of 0.05.
    fn digits(self) -> i32 {
        let x = self.double();
        if x == 0.0 { 1 } else { 1 + x.abs().log10().floor() as i32 }
    }
}

impl Real for f64 {
    const PRECISION: usize = 16;
    fn double(self) -> f64 {
        self
    }
    fn is_integer(self) -> bool {
        (self + 0.5).floor() == self
    }
}

impl Real for f32 {
    const PRECISION: usize = 8;
    fn double(self) -> f64 {
        self.into()
    }
    fn is_integer(self) -> bool {
        (self + 0.5).floor() == self
    }
}

/// The elements of a matrix, summed up.
#[derive(Clone, Copy, Debug)]
pub(super) struct Extent {
    /// Digits before the point of the element that is greatest by magnitude.
    pub max: i32,
    /// The same of the least.
    pub min: i32,
    /// All are integers (or not finite), judged in single precision as Octave does.
    pub integers: bool,
    /// Some element is NaN or infinite.
    pub special: bool,
}

impl Extent {
    pub fn of<T: Real>(elements: impl Iterator<Item = T>) -> Extent {
        let mut extent = Extent { max: 0, min: 0, integers: true, special: false };
        let mut bounds: Option<(T, T)> = None;
        for element in elements {
            let x = element.double();
            if !x.is_finite() {
                extent.special = true;
                continue;
            }
            let rough = x as f32;
            extent.integers &= rough.is_integer() || !rough.is_finite();
            let (least, greatest) = bounds.unwrap_or((element, element));
            let least = if x.abs() < least.double().abs() { element } else { least };
            let greatest = if x.abs() > greatest.double().abs() { element } else { greatest };
            bounds = Some((least, greatest));
        }
        (extent.min, extent.max) = bounds.map_or((1, 1), |(least, greatest)| (least.digits(), greatest.digits()));
        extent
    }
}

/// Digits before and after the point.
#[derive(Clone, Copy, Debug)]
pub(super) struct Places {
    pub leading: usize,
    pub decimals: usize,
}

impl Places {
    /// Enough of them for numbers of both sizes.
    pub fn of(precision: usize, max: i32, min: i32) -> Places {
        let (a, b) = (Places::of_one(precision, max), Places::of_one(precision, min));
        Places { leading: a.leading.max(b.leading), decimals: a.decimals.max(b.decimals) }
    }

    fn of_one(precision: usize, digits: i32) -> Places {
        let precision = precision as i32;
        let decimals = match digits {
            0 => (precision - 1).max(1),
            _ if precision > digits => precision - digits,
            _ => precision,
        };
        Places { leading: digits.max(1) as usize, decimals: decimals.max(1) as usize }
    }

    pub fn total(self) -> usize {
        self.leading + self.decimals
    }
}

/// Numbers of more digits than this are written with exponents.
pub(super) fn limit<T: Real>(precision: usize) -> usize {
    (precision * 3 / 2).min(T::PRECISION)
}

/// The characters of an exponent: `e+00`, or one more for three digits.
pub(super) fn exponent_width(extent: Extent, notation: Notation) -> usize {
    let wide = |digits: i32| match (extent.integers, notation) {
        (false, _) => digits.abs() >= 100,
        (true, Notation::Engineering) => (digits - 1).div_euclid(3) * 3 >= 100,
        (true, _) => digits > 100,
    };
    if wide(extent.max) || wide(extent.min) { 5 } else { 4 }
}
