//! One conversion, as C's printf writes it. Knows no templates and no arguments.

use crate::display::{exponent_text, fixed_text, general_text, is_missing};

/// Flags, width and precision.
#[derive(Clone, Copy, Default)]
pub(super) struct Spec {
    pub left: bool,
    pub plus: bool,
    pub space: bool,
    pub zero: bool,
    pub alternate: bool,
    pub width: usize,
    pub precision: Option<usize>,
    /// The precision is an argument, and the width is none: bytes take it for their width.
    pub misplaced: bool,
}

impl Spec {
    /// `%s`
    pub fn bytes(mut self, out: &mut Vec<u8>, text: &[u8]) {
        if self.misplaced {
            self.width = self.precision.take().unwrap_or(0);
        }
        let text = &text[..self.precision.map_or(text.len(), |most| most.min(text.len()))];
        self.pad(out, b"", text, false);
    }

    /// `%d`
    pub fn signed(self, out: &mut Vec<u8>, x: i128) {
        let digits = self.at_least(&x.unsigned_abs().to_string(), x == 0);
        self.pad(out, self.sign(x < 0), digits.as_bytes(), self.precision.is_none());
    }

    /// `%u`, `%x`, `%X`, `%o`
    pub fn unsigned(self, out: &mut Vec<u8>, letter: u8, x: u64) {
        let digits = match letter {
            b'x' => format!("{x:x}"),
            b'X' => format!("{x:X}"),
            b'o' => format!("{x:o}"),
            _ => x.to_string(),
        };
        let mut digits = self.at_least(&digits, x == 0);
        let prefix: &[u8] = match letter {
            b'x' if self.alternate && x != 0 => b"0x",
            b'X' if self.alternate && x != 0 => b"0X",
            _ => b"",
        };
        if letter == b'o' && self.alternate && !digits.starts_with('0') {
            digits.insert(0, '0');
        }
        self.pad(out, prefix, digits.as_bytes(), self.precision.is_none());
    }

    /// `%f`, `%e`, `%E`, `%g`, `%G` of a finite number.
    pub fn float(self, out: &mut Vec<u8>, letter: u8, x: f64) {
        let precision = self.precision.unwrap_or(6);
        let magnitude = x.abs();
        let mut text = match letter {
            b'f' => self.with_point(fixed_text(magnitude, precision)),
            b'e' | b'E' => self.with_point(exponent_text(magnitude, precision)),
            _ if self.alternate => self.general_with_zeros(magnitude, precision.max(1)),
            _ => general_text(magnitude, precision),
        };
        if letter.is_ascii_uppercase() {
            text.make_ascii_uppercase();
        }
        self.pad(out, self.sign(x.is_sign_negative()), text.as_bytes(), true);
    }

    /// NaN, NA and infinities, of any conversion.
    pub fn not_finite(self, out: &mut Vec<u8>, x: f64) {
        let text = if is_missing(x) {
            "NA"
        } else if x.is_nan() {
            "NaN"
        } else {
            "Inf"
        };
        let negative = x == f64::NEG_INFINITY;
        let sign = Spec { space: false, ..self }.sign(negative);
        self.pad(out, sign, text.as_bytes(), false);
    }

    fn sign(self, negative: bool) -> &'static [u8] {
        match (negative, self.plus, self.space) {
            (true, ..) => b"-",
            (false, true, _) => b"+",
            (false, false, true) => b" ",
            (false, false, false) => b"",
        }
    }

    /// Zeros in front until there are as many digits as the precision asks for.
    fn at_least(self, digits: &str, is_zero: bool) -> String {
        match self.precision {
            Some(0) if is_zero => String::new(),
            Some(least) => "0".repeat(least.saturating_sub(digits.len())) + digits,
            None => digits.to_string(),
        }
    }

    /// `#` asks for a point also where no digit follows.
    fn with_point(self, text: String) -> String {
        if !self.alternate || text.contains('.') {
            return text;
        }
        match text.split_once('e') {
            Some((mantissa, exponent)) => format!("{mantissa}.e{exponent}"),
            None => text + ".",
        }
    }

    /// `%#g`
    fn general_with_zeros(self, x: f64, precision: usize) -> String {
        let scientific = exponent_text(x, precision - 1);
        let exponent: i32 = scientific.split_once('e').and_then(|(_, digits)| digits.parse().ok()).unwrap_or(0);
        if exponent == precision as i32 && x < 10f64.powi(exponent) {
            // The C library loses the zeros where rounding makes a digit more.
            return self.with_point(exponent_text(10f64.powi(exponent), 0));
        }
        if exponent < -4 || exponent >= precision as i32 {
            return self.with_point(scientific);
        }
        self.with_point(fixed_text(x, (precision as i32 - 1 - exponent) as usize))
    }

    fn pad(self, out: &mut Vec<u8>, sign: &[u8], text: &[u8], zeros: bool) {
        let padding = self.width.saturating_sub(sign.len() + text.len());
        let zeros = zeros && self.zero && !self.left;
        if !self.left && !zeros {
            out.resize(out.len() + padding, b' ');
        }
        out.extend_from_slice(sign);
        if zeros {
            out.resize(out.len() + padding, b'0');
        }
        out.extend_from_slice(text);
        if self.left {
            out.resize(out.len() + padding, b' ');
        }
    }
}

/// `%c` of an integer: a byte, or what encodes a greater code. Negative ones, as integers of 32 bits, show as nothing.
pub(super) fn char_of_code(out: &mut Vec<u8>, spec: Spec, x: f64) {
    if let Some(byte) = super::arguments::code(x) {
        return spec.bytes(out, &[byte]);
    }
    let code = x as i64 as i32;
    if code > 0 && !(0xd800..0xe000).contains(&code) {
        Spec { precision: None, misplaced: false, ..spec }.bytes(out, &encoded(code as u32));
    }
}

/// UTF-8 as it was first: up to six bytes.
fn encoded(code: u32) -> Vec<u8> {
    let length = match code {
        0..0x80 => return vec![code as u8],
        0x80..0x800 => 2,
        0x800..0x1_0000 => 3,
        0x1_0000..0x20_0000 => 4,
        0x20_0000..0x400_0000 => 5,
        _ => 6,
    };
    let tail = |k: usize| 0x80 | (code >> (6 * k) & 0x3f) as u8;
    let lead = !(0xff_u8 >> length) | (code >> (6 * (length - 1))) as u8;
    std::iter::once(lead).chain((0..length - 1).rev().map(tail)).collect()
}
