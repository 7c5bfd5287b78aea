//! Texts in quotes. Never joins two of them.

use super::token::Problem;
use super::{Lexer, TokenKind};

impl Lexer<'_> {
    /// A text from its opening quote on.
    pub(super) fn quoted(&mut self, quote: u8) -> TokenKind {
        match self.quoted_bytes(quote) {
            Some(bytes) => TokenKind::Text { bytes: bytes.into(), double_quoted: quote == b'"' },
            None => TokenKind::Bad(Problem {
                message: "a text in quotes has no closing quote on its line",
                hint: if quote == b'"' {
                    "close it with \"; inside of the text, write the quote twice or as \\\""
                } else {
                    "close it with '; inside of the text, write the quote twice"
                },
            }),
        }
    }

    /// What the quotes enclose, escapes replaced. `None` without a closing quote; the position is then the line's end.
    pub(super) fn quoted_bytes(&mut self, quote: u8) -> Option<Vec<u8>> {
        self.at += 1;
        let mut bytes = vec![];
        loop {
            let byte = self.peek(0).filter(|&byte| byte != b'\n')?;
            self.at += 1;
            if byte == quote {
                if self.peek(0) != Some(quote) {
                    return Some(bytes);
                }
                self.at += 1;
                bytes.push(quote);
            } else if byte == b'\\' && quote == b'"' {
                self.escape(&mut bytes)?;
            } else {
                bytes.push(byte);
            }
        }
    }

    /// An escape after its backslash. One that does not exist is the character itself.
    fn escape(&mut self, bytes: &mut Vec<u8>) -> Option<()> {
        let byte = self.peek(0)?;
        self.at += 1;
        match byte {
            b'\n' => {}
            b'\r' if self.peek(0) == Some(b'\n') => self.at += 1,
            b'0'..=b'7' => {
                self.at -= 1;
                bytes.push(self.digits(8, 3));
            }
            b'x' if self.peek(0).is_some_and(|digit| digit.is_ascii_hexdigit()) => {
                bytes.push(self.digits(16, usize::MAX))
            }
            b'a' => bytes.push(0x07),
            b'b' => bytes.push(0x08),
            b'f' => bytes.push(0x0c),
            b'n' => bytes.push(b'\n'),
            b'r' => bytes.push(b'\r'),
            b't' => bytes.push(b'\t'),
            b'v' => bytes.push(0x0b),
            other => bytes.push(other),
        }
        Some(())
    }

    /// The low byte of a number in an escape.
    fn digits(&mut self, radix: u32, most: usize) -> u8 {
        let mut value = 0u32;
        for _ in 0..most {
            let Some(digit) = self.peek(0).and_then(|byte| (byte as char).to_digit(radix)) else { break };
            value = (value * radix + digit) & 0xffff;
            self.at += 1;
        }
        value as u8
    }
}
