//! A template, taken apart. Knows no arguments.

use super::conversion::Spec;

pub(super) enum Piece {
    Text(Vec<u8>),
    Conversion(Conversion),
}

pub(super) struct Conversion {
    pub flags: Spec,
    pub width: Count,
    pub precision: Count,
    pub letter: u8,
}

/// A width or precision.
#[derive(Clone, Copy)]
pub(super) enum Count {
    None,
    Number(usize),
    /// `*`
    Argument,
}

/// `None` if a conversion is none.
pub(super) fn parse(template: &[u8]) -> Option<Vec<Piece>> {
    let mut pieces = vec![];
    let mut text = vec![];
    let mut rest = template;
    while let Some((&byte, tail)) = rest.split_first() {
        rest = tail;
        if byte != b'%' {
            text.push(byte);
            continue;
        }
        let (conversion, tail) = conversion(rest)?;
        rest = tail;
        if conversion.letter == b'%' {
            text.push(b'%');
            continue;
        }
        if !text.is_empty() {
            pieces.push(Piece::Text(std::mem::take(&mut text)));
        }
        pieces.push(Piece::Conversion(conversion));
    }
    if !text.is_empty() {
        pieces.push(Piece::Text(text));
    }
    Some(pieces)
}

/// What follows `%`, and the rest.
fn conversion(text: &[u8]) -> Option<(Conversion, &[u8])> {
    let mut flags = Spec::default();
    let mut rest = text;
    while let Some((&byte, tail)) = rest.split_first() {
        match byte {
            b'-' => flags.left = true,
            b'+' => flags.plus = true,
            b' ' => flags.space = true,
            b'0' => flags.zero = true,
            b'#' => flags.alternate = true,
            _ => break,
        }
        rest = tail;
    }
    let (width, tail) = count(rest)?;
    rest = tail;
    let mut precision = Count::None;
    if let Some(tail) = rest.strip_prefix(b".") {
        (precision, rest) = count(tail)?;
        if matches!(precision, Count::None) {
            precision = Count::Number(0);
        }
    }
    let (&first, tail) = rest.split_first()?;
    let (size, letter, tail) = match first {
        b'l' | b'h' | b'L' => tail.split_first().map(|(&letter, tail)| (Some(first), letter, tail))?,
        _ => (None, first, tail),
    };
    let allowed: &[u8] = match size {
        None => b"diouxXcsfeEgGp%",
        Some(b'L') => b"feEgG",
        Some(_) => b"diouxX",
    };
    allowed.contains(&letter).then_some((Conversion { flags, width, precision, letter }, tail))
}

/// Digits or `*` at the start of `text`. `None` for a number that is no width in C.
fn count(text: &[u8]) -> Option<(Count, &[u8])> {
    if let Some(rest) = text.strip_prefix(b"*") {
        return Some((Count::Argument, rest));
    }
    let length = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    if length == 0 {
        return Some((Count::None, text));
    }
    let number =
        std::str::from_utf8(&text[..length]).ok()?.parse().ok().filter(|number| *number <= i32::MAX as usize)?;
    Some((Count::Number(number), &text[length..]))
}
