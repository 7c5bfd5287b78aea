//! Number literals: decimal, hexadecimal, binary, imaginary. Never reads a sign.

use super::token::Problem;
use super::{Lexer, TokenKind, is_name_part};
use crate::ast::IntegerClass;

impl Lexer<'_> {
    pub(super) fn number(&mut self) -> TokenKind {
        let kind = match (self.peek(0), self.peek(1)) {
            (Some(b'0'), Some(b'x' | b'X')) => self.integer(16),
            (Some(b'0'), Some(b'b' | b'B')) => self.integer(2),
            _ => self.decimal(),
        };
        if !self.peek(0).is_some_and(is_name_part) {
            return kind;
        }
        self.skip_while(is_name_part);
        TokenKind::Bad(Problem {
            message: "a number runs into letters or digits that do not belong to it",
            hint: "put an operator or white space between them",
        })
    }

    fn decimal(&mut self) -> TokenKind {
        let start = self.at;
        self.skip_while(is_digit);
        if self.peek(0) == Some(b'.') && !self.dot_is_operator() {
            self.at += 1;
            self.skip_while(is_digit);
        }
        self.exponent();
        let text: String =
            self.text[start..self.at].iter().filter(|&&byte| byte != b'_').map(|&byte| exponent_letter(byte)).collect();
        let value = text.parse().unwrap_or(f64::NAN);
        if self.peek(0).is_some_and(|byte| matches!(byte, b'i' | b'j' | b'I' | b'J')) {
            self.at += 1;
            return TokenKind::Imaginary(value);
        }
        TokenKind::Number(value)
    }

    /// In `1./x`, `1.'` and `1...` the dot belongs to what follows.
    fn dot_is_operator(&self) -> bool {
        match self.peek(1) {
            Some(b'*' | b'/' | b'\\' | b'^' | b'\'') => true,
            Some(b'.') => self.peek(2) == Some(b'.'),
            _ => false,
        }
    }

    fn exponent(&mut self) {
        if !self.peek(0).is_some_and(|byte| matches!(byte, b'e' | b'E' | b'd' | b'D')) {
            return;
        }
        let sign = usize::from(self.peek(1).is_some_and(|byte| matches!(byte, b'+' | b'-')));
        if self.peek(1 + sign).is_some_and(|byte| byte.is_ascii_digit()) {
            self.at += 1 + sign;
            self.skip_while(is_digit);
        }
    }

    /// `0x1F`, `0b101`, with an optional class (`u8`, `s16`) after it. Without one, the number of digits decides.
    fn integer(&mut self, radix: u32) -> TokenKind {
        self.at += 2;
        let start = self.at;
        self.skip_while(|byte| (byte as char).is_digit(radix) || byte == b'_');
        let digits: String =
            self.text[start..self.at].iter().filter(|&&byte| byte != b'_').map(|&byte| byte as char).collect();
        let digit_bits = if radix == 16 { 4 } else { 1 };
        let Ok(bits) = u64::from_str_radix(&digits, radix) else {
            return TokenKind::Bad(if digits.is_empty() { NO_DIGITS } else { TOO_LARGE });
        };
        let class = self.class_suffix().unwrap_or(smallest(digits.len() * digit_bits));
        if digits.len() * digit_bits > 64 || bits > all_ones(class) {
            return TokenKind::Bad(TOO_LARGE);
        }
        TokenKind::Integer { bits, class }
    }

    fn class_suffix(&mut self) -> Option<IntegerClass> {
        let (suffix, class) = SUFFIXES
            .iter()
            .find(|(suffix, _)| self.starts_with(suffix) && !self.peek(suffix.len()).is_some_and(is_name_part))?;
        self.at += suffix.len();
        Some(*class)
    }
}

const NO_DIGITS: Problem =
    Problem { message: "a number has no digits after its prefix", hint: "write as in 0x1F or 0b101" };

const TOO_LARGE: Problem = Problem {
    message: "the number does not fit its integer class",
    hint: "64 bits are the most that a literal can have",
};

const SUFFIXES: &[(&[u8], IntegerClass)] = &[
    (b"u8", IntegerClass::U8),
    (b"u16", IntegerClass::U16),
    (b"u32", IntegerClass::U32),
    (b"u64", IntegerClass::U64),
    (b"s8", IntegerClass::I8),
    (b"s16", IntegerClass::I16),
    (b"s32", IntegerClass::I32),
    (b"s64", IntegerClass::I64),
];

fn smallest(bits: usize) -> IntegerClass {
    match bits {
        0..=8 => IntegerClass::U8,
        9..=16 => IntegerClass::U16,
        17..=32 => IntegerClass::U32,
        _ => IntegerClass::U64,
    }
}

/// The greatest pattern of bits: that of a negative number for signed classes.
fn all_ones(class: IntegerClass) -> u64 {
    match class {
        IntegerClass::I8 | IntegerClass::U8 => u8::MAX.into(),
        IntegerClass::I16 | IntegerClass::U16 => u16::MAX.into(),
        IntegerClass::I32 | IntegerClass::U32 => u32::MAX.into(),
        IntegerClass::I64 | IntegerClass::U64 => u64::MAX,
    }
}

fn is_digit(byte: u8) -> bool {
    byte.is_ascii_digit() || byte == b'_'
}

/// Fortran's `1d3` is `1e3`.
fn exponent_letter(byte: u8) -> char {
    if matches!(byte, b'd' | b'D') { 'e' } else { byte as char }
}
