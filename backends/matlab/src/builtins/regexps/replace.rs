//! `regexprep`: what the matches are replaced by.

use super::pattern::{self, Match, Options, Regex};
use crate::builtins::Call;
use crate::session::Session;
use crate::value::Value;
use crate::{Result, fail};

/// A piece of a replacement.
enum Piece {
    Text(Vec<u8>),
    /// `$1`; 0 is the whole match.
    Token(usize),
}

pub fn regexprep(call: Call) -> Result<Vec<Value>> {
    let Call { session, name, args, .. } = call;
    let mut options = Options::default();
    for word in &args[3..] {
        let Some(word) = word.as_text().filter(|_| word.is_text()) else {
            fail!("{name}: optional arguments must be strings");
        };
        if !options.take(&word.to_lowercase()) {
            fail!("{name}: unrecognized option");
        }
    }
    let list = |value: &Value| match value {
        Value::Cell(cells) => cells.as_slice().to_vec(),
        other => vec![other.clone()],
    };
    let patterns = list(&args[1]);
    let replacements = list(&args[2]);
    if replacements.len() != 1 && replacements.len() != patterns.len() {
        fail!("regexprep: inconsistent cell array dimensions");
    }
    let mut steps = vec![];
    for (k, pattern) in patterns.iter().enumerate() {
        let replacement = &replacements[if replacements.len() == 1 { 0 } else { k }];
        let options = Options { single_quoted: pattern::is_single_quoted(pattern), ..options.clone() };
        let expression = pattern::subject(session, pattern)?;
        let text = pattern::subject(session, replacement)?;
        let regex = Regex::new(&expression, &options, "regexprep")?;
        pattern::warn_lookbehind(session, &regex);
        steps.push((regex, pieces(&text, pattern::is_single_quoted(replacement))));
    }
    let one = |session: &mut dyn Session, value: &Value| {
        let mut text = pattern::subject(session, value)?;
        for (regex, pieces) in &steps {
            text = replace(&text, &regex.matches(&text)?, pieces);
        }
        Ok(Value::text(text))
    };
    Ok(vec![match &args[0] {
        Value::Cell(cells) => Value::cell(cells.try_map(|cell| one(session, cell))?),
        other => one(session, other)?,
    }])
}

fn replace(text: &[u8], matches: &[Match], pieces: &[Piece]) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len());
    let mut at = 0;
    for one in matches {
        out.extend_from_slice(&text[at..one.span.start.max(at)]);
        for piece in pieces {
            match piece {
                Piece::Text(bytes) => out.extend_from_slice(bytes),
                Piece::Token(0) => out.extend_from_slice(&text[one.span.clone()]),
                Piece::Token(k) => {
                    let token = one.tokens.get(k - 1).map_or(&b""[..], |token| &text[token.clone()]);
                    out.extend_from_slice(token);
                }
            }
        }
        at = one.span.end;
    }
    out.extend_from_slice(&text[at..]);
    out
}

/// The pieces of a replacement. Single-quoted ones have escapes.
fn pieces(text: &[u8], single_quoted: bool) -> Vec<Piece> {
    let mut pieces = vec![];
    let mut literal = vec![];
    let mut at = 0;
    while at < text.len() {
        match text[at..] {
            [b'$', digit @ b'0'..=b'9', ..] => {
                pieces.push(Piece::Text(std::mem::take(&mut literal)));
                pieces.push(Piece::Token(usize::from(digit - b'0')));
                at += 2;
            }
            [b'\\', next @ (b'$' | b'\\'), ..] => {
                literal.push(next);
                at += 2;
            }
            [b'\\', _, ..] if single_quoted => {
                let length = escape_length(&text[at..]);
                literal.extend(escaped(&text[at..at + length]));
                at += length;
            }
            _ => {
                literal.push(text[at]);
                at += 1;
            }
        }
    }
    pieces.push(Piece::Text(literal));
    pieces
}

fn escape_length(text: &[u8]) -> usize {
    let digits = |from: usize, most: usize, radix: u32| {
        text[from..].iter().take(most).take_while(|&&byte| char::from(byte).is_digit(radix)).count()
    };
    match text[1] {
        b'0'..=b'7' => 1 + digits(1, 3, 8),
        b'o' => match text.get(2) {
            Some(b'{') => 3 + digits(3, 3, 8) + 1,
            _ => 2 + digits(2, 3, 8),
        },
        b'x' => 2 + digits(2, 2, 16),
        _ => 2,
    }
    .min(text.len())
}

/// The bytes of one escape; what is none loses its backslash.
fn escaped(text: &[u8]) -> Vec<u8> {
    let digits: String = text[1..].iter().copied().map(char::from).filter(char::is_ascii_hexdigit).collect();
    let code = |radix: u32| u32::from_str_radix(&digits, radix).map_or(0, |code| code as u8);
    vec![match text[1] {
        b'a' => 7,
        b'b' => 8,
        b't' => b'\t',
        b'n' => b'\n',
        b'v' => 0x0b,
        b'f' => 0x0c,
        b'r' => b'\r',
        b'0'..=b'7' => code(8),
        b'o' if !digits.is_empty() => code(8),
        b'x' if !digits.is_empty() => code(16),
        other => other,
    }]
}
