//! Numbers at the start of a text, as C++ streams and Octave's own rules for infinities read them.

/// How an integer is written.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Integer {
    Decimal,
    Unsigned,
    Octal,
    Hexadecimal,
    /// `0x1F`, `017` or `15`
    Any,
}

/// Which C type an integer goes through: its limits are those of the value.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Size {
    Short,
    Int,
    Long,
}

/// The length and value of an integer.
pub fn integer(text: &[u8], kind: Integer, size: Size) -> Option<(usize, f64)> {
    let (kind, radix) = match kind {
        Integer::Any => match text {
            [b'0', b'x' | b'X', digit, ..] if digit.is_ascii_hexdigit() => (Integer::Hexadecimal, 16),
            [b'0', b'0'..=b'9', ..] => (Integer::Octal, 8),
            _ => (Integer::Decimal, 10),
        },
        Integer::Octal => (kind, 8),
        Integer::Hexadecimal => (kind, 16),
        Integer::Decimal | Integer::Unsigned => (kind, 10),
    };
    let mut at = usize::from(matches!(text.first(), Some(b'+' | b'-')));
    let is_negative = text.first() == Some(&b'-');
    if radix == 16 && matches!(text.get(at..), Some([b'0', b'x' | b'X', ..])) {
        at += 2;
    }
    let start = at;
    let mut value = 0i128;
    while let Some(digit) = text.get(at).and_then(|&byte| char::from(byte).to_digit(radix)) {
        value = (value * i128::from(radix) + i128::from(digit)).min(1 << 100);
        at += 1;
    }
    if at == start {
        return None;
    }
    let bits = match size {
        Size::Short => 16,
        Size::Int => 32,
        Size::Long => 64,
    };
    let value = match kind {
        Integer::Decimal | Integer::Any => {
            let limit = 1i128 << (bits - 1);
            (if is_negative { -value } else { value }).clamp(-limit, limit - 1)
        }
        Integer::Unsigned | Integer::Octal | Integer::Hexadecimal => {
            let limit = 1i128 << bits;
            let value = value.min(limit - 1);
            if is_negative && value > 0 { limit - value } else { value }
        }
    };
    Some((at, value as f64))
}

/// Octave's missing value.
pub const NA: f64 = f64::from_bits(0x7FF8_40F4_4000_0000);

/// The length and value of a number; `Inf`, `NaN` and `NA` are numbers.
pub fn float(text: &[u8]) -> Option<(usize, f64)> {
    let sign = usize::from(matches!(text.first(), Some(b'+' | b'-')));
    let is_negative = text.first() == Some(&b'-');
    let word = &text[sign..];
    let starts = |name: &[u8]| word.get(..name.len()).is_some_and(|start| start.eq_ignore_ascii_case(name));
    let named = if starts(b"inf") {
        Some((if starts(b"infinity") { 8 } else { 3 }, f64::INFINITY))
    } else if starts(b"nan") {
        Some((3, f64::NAN))
    } else if word.starts_with(b"NA") {
        Some((2, NA))
    } else {
        None
    };
    if let Some((length, value)) = named {
        return Some((sign + length, if is_negative { -value } else { value }));
    }
    let length = stream_length(text);
    let value = std::str::from_utf8(&text[..length]).ok()?.parse().ok()?;
    Some((length, value))
}

/// How much a C++ stream takes for a number. It takes an `e` without digits too, and then fails.
pub fn stream_length(text: &[u8]) -> usize {
    let mut at = usize::from(matches!(text.first(), Some(b'+' | b'-')));
    let mut has_point = false;
    let mut has_exponent = false;
    let mut has_digits = false;
    while let Some(&byte) = text.get(at) {
        match byte {
            b'0'..=b'9' => has_digits = true,
            b'.' if !has_point && !has_exponent => has_point = true,
            b'e' | b'E' if !has_exponent && has_digits => {
                has_exponent = true;
                if matches!(text.get(at + 1), Some(b'+' | b'-')) {
                    at += 1;
                }
            }
            _ => break,
        }
        at += 1;
    }
    at
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_as_octave_reads_them() {
        assert_eq!(float(b"3.15abc"), Some((4, 3.15)));
        assert_eq!(float(b"1.5ex"), None);
        assert_eq!(float(b".5"), Some((2, 0.5)));
        assert_eq!(float(b"-Infinity"), Some((9, f64::NEG_INFINITY)));
        assert_eq!(integer(b"-5", Integer::Unsigned, Size::Int), Some((2, 4294967291.0)));
        assert_eq!(integer(b"99999999999", Integer::Decimal, Size::Int), Some((11, 2147483647.0)));
        assert_eq!(integer(b"0xg", Integer::Hexadecimal, Size::Int), None);
        assert_eq!(integer(b"08", Integer::Any, Size::Int), Some((1, 0.0)));
    }
}
