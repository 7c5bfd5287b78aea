//! The text of one number, given how its column is formatted. Decides nothing about columns.

/// How the numbers of a column are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Style {
    /// `%.{n}g`: also of matrices of integers, whose digits it holds.
    General(usize),
    /// `%.{n}f`
    Fixed(usize),
    /// `%.{n}e`
    Exponent(usize),
    /// Exponents that are multiples of three, with at least this many digits.
    Engineering { decimals: usize, exponent_digits: usize, single: bool },
    /// A fraction that fits this many characters.
    Rational(usize),
    /// A fraction that stands for itself.
    RationalScalar,
    /// The bytes in hexadecimal or binary digits, of singles or doubles.
    Bits { single: bool, radix: Radix },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Radix {
    Hexadecimal,
    Binary,
}

/// A column: the numbers stand at the right of `width` characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Column {
    pub width: usize,
    pub style: Style,
}

/// Is this the NaN that `NA` makes?
pub(crate) fn is_missing(x: f64) -> bool {
    x.to_bits() == crate::value::NA.to_bits()
}

/// Appends `text` with blanks before it.
pub(crate) fn right_align(out: &mut Vec<u8>, text: &str, width: usize) {
    for _ in text.len()..width {
        out.push(b' ');
    }
    out.extend_from_slice(text.as_bytes());
}

impl Column {
    /// Appends a number.
    pub fn put(self, out: &mut Vec<u8>, x: f64) {
        let text = self.text(x);
        let width = match (self.style, text.split_once('e')) {
            // Mantissas are aligned: a longer exponent sticks out.
            (Style::Engineering { exponent_digits, .. }, Some((_, exponent))) => {
                self.width + exponent.len() - 1 - exponent_digits
            }
            _ => self.width,
        };
        right_align(out, &text, width);
    }

    fn text(self, x: f64) -> String {
        match self.style {
            Style::Bits { single, radix } => bits_text(x, single, radix),
            Style::Rational(width) => super::rational::text(x, width),
            Style::RationalScalar => super::rational::scalar_text(x),
            _ if is_missing(x) => "NA".into(),
            _ if x.is_nan() => "NaN".into(),
            _ if x.is_infinite() => if x > 0.0 { "Inf" } else { "-Inf" }.into(),
            _ if x == 0.0 => "0".into(),
            Style::General(precision) => general_text(x, precision),
            Style::Fixed(decimals) => fixed_text(x, decimals),
            Style::Exponent(decimals) => exponent_text(x, decimals),
            Style::Engineering { decimals, exponent_digits, single } => {
                engineering_text(x, decimals, exponent_digits, single)
            }
        }
    }
}

/// No double has more digits than this after the point, or in all.
const MOST_DIGITS: usize = 1100;

/// `%.{decimals}f` of a finite number.
pub fn fixed_text(x: f64, decimals: usize) -> String {
    let exact = decimals.min(MOST_DIGITS);
    let mut text = format!("{x:.exact$}");
    text.extend(std::iter::repeat_n('0', decimals - exact));
    text
}

/// `%.{decimals}e` of a finite number.
pub fn exponent_text(x: f64, decimals: usize) -> String {
    let exact = decimals.min(MOST_DIGITS);
    let text = format!("{x:.exact$e}");
    let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let (sign, digits) = exponent.strip_prefix('-').map_or(('+', exponent), |digits| ('-', digits));
    let zeros = "0".repeat(decimals - exact);
    format!("{mantissa}{zeros}e{sign}{digits:0>2}")
}

/// `%.{precision}g` of a finite number.
pub fn general_text(x: f64, precision: usize) -> String {
    let precision = precision.clamp(1, MOST_DIGITS);
    let scientific = format!("{x:.*e}", precision - 1);
    let exponent: i32 = scientific.split_once('e').and_then(|(_, digits)| digits.parse().ok()).unwrap_or(0);
    if exponent < -4 || exponent >= precision as i32 {
        let text = exponent_text(x, precision - 1);
        let (mantissa, rest) = text.split_once('e').unwrap_or((&text, "+00"));
        return format!("{}e{rest}", without_zeros(mantissa));
    }
    without_zeros(&fixed_text(x, (precision as i32 - 1 - exponent) as usize)).into()
}

/// Drops zeros at the end of a fraction.
fn without_zeros(text: &str) -> &str {
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { text }
}

/// The mantissa is what a division in the number's own precision gives.
fn engineering_text(x: f64, decimals: usize, exponent_digits: usize, single: bool) -> String {
    let exponent = (x.abs().log10() / 3.0).floor() as i32 * 3;
    let power = 10f64.powf(exponent.into());
    let mantissa = if single { f64::from((x / power) as f32) } else { x / power };
    let sign = if exponent < 0 { '-' } else { '+' };
    format!("{mantissa:.decimals$}e{sign}{:0>exponent_digits$}", exponent.unsigned_abs())
}

fn bits_text(x: f64, single: bool, radix: Radix) -> String {
    match (single, radix) {
        (false, Radix::Hexadecimal) => format!("{:016x}", x.to_bits()),
        (false, Radix::Binary) => format!("{:064b}", x.to_bits()),
        (true, Radix::Hexadecimal) => format!("{:08x}", (x as f32).to_bits()),
        (true, Radix::Binary) => format!("{:032b}", (x as f32).to_bits()),
    }
}
