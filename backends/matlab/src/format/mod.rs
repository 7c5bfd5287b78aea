//! Templates of `printf` and its kin. Writes to no stream; the numbers of matrices without a template are the business of `display`.

mod arguments;
mod conversion;
mod template;

use crate::value::Value;
use crate::{Error, Result, fail};
use arguments::{Arguments, Item, Number};
use conversion::Spec;
use template::{Conversion, Count, Piece};

/// `sprintf(template, args...)`: the template is used again as long as arguments are left. `template` has its escapes replaced already.
///
/// # Errors
/// Octave's: arguments that are no numbers or text, templates that are none.
pub fn sprintf(template: &[u8], args: &[Value]) -> Result<Vec<u8>> {
    sprintf_as("sprintf", template, args)
}

/// [`sprintf`] for the function `who`, which its error messages name.
///
/// # Errors
/// As [`sprintf`].
pub fn sprintf_as(who: &str, template: &[u8], args: &[Value]) -> Result<Vec<u8>> {
    let mut out = vec![];
    sprintf_to(&mut out, who, template, args).map(|()| out)
}

/// [`sprintf_as`] into `out`, which has what comes before an error as well.
///
/// # Errors
/// As [`sprintf`].
pub fn sprintf_to(out: &mut Vec<u8>, who: &str, template: &[u8], args: &[Value]) -> Result<()> {
    let pieces = template::parse(template).ok_or_else(|| Error::new(format!("{who}: invalid format specified")))?;
    let mut arguments = Arguments::new(who, args)?;
    let converts = pieces.iter().any(|piece| matches!(piece, Piece::Conversion(_)));
    loop {
        if !fill(who, &pieces, &mut arguments, out)? || !converts || arguments.is_done() {
            return Ok(());
        }
    }
}

/// One pass over the template. False if it ended at a conversion that found no argument.
fn fill(who: &str, pieces: &[Piece], arguments: &mut Arguments, out: &mut Vec<u8>) -> Result<bool> {
    for piece in pieces {
        match piece {
            Piece::Text(text) => out.extend_from_slice(text),
            Piece::Conversion(conversion) => {
                let Some(spec) = spec(who, conversion, arguments, out.is_empty())? else { return Ok(false) };
                let Some(item) = arguments.next(conversion.letter == b's') else { return Ok(false) };
                convert(out, conversion, spec, item)?;
            }
        }
    }
    Ok(true)
}

/// The conversion's flags with the counts that come from arguments.
fn spec(who: &str, conversion: &Conversion, arguments: &mut Arguments, first: bool) -> Result<Option<Spec>> {
    let mut spec = conversion.flags;
    for (count, is_width) in [(conversion.width, true), (conversion.precision, false)] {
        let number = match count {
            Count::None => continue,
            Count::Number(number) => number,
            Count::Argument if arguments.is_done() => {
                if arguments.is_empty() && first {
                    fail!("octave_base_value::double_value (): wrong type argument '<unknown type>'");
                }
                return Ok(None);
            }
            Count::Argument => star(who, arguments)?,
        };
        if is_width {
            spec.width = number;
        } else {
            spec.precision = Some(number);
        }
    }
    spec.misplaced = matches!(conversion.precision, Count::Argument) && !matches!(conversion.width, Count::Argument);
    Ok(Some(spec))
}

/// The value of `*`.
fn star(who: &str, arguments: &mut Arguments) -> Result<usize> {
    let x = match arguments.next(false) {
        Some(Item::Number(number) | Item::Char(number)) => number.double(),
        _ => fail!("invalid conversion from real matrix to real scalar"),
    };
    if x.fract() != 0.0 || !(0.0..=f64::from(i32::MAX)).contains(&x) {
        fail!("{who}: invalid field width, must be integer >= 0 and <= INT_MAX");
    }
    Ok(x as usize)
}

fn convert(out: &mut Vec<u8>, conversion: &Conversion, spec: Spec, item: Item) -> Result<()> {
    match (conversion.letter, item) {
        (b's', Item::Function) => {
            fail!("octave_base_value::array_value(): wrong type argument 'function handle'")
        }
        (_, Item::Function) | (b'p', _) => {}
        (b's' | b'c', Item::Empty) => spec.bytes(out, b""),
        (_, Item::Empty) => {}
        (b's', Item::Text(text)) => spec.bytes(out, text),
        (b's', Item::Codes(text)) => spec.bytes(out, &text),
        (_, Item::Text(_) | Item::Codes(_)) => {}
        (letter, Item::Number(number) | Item::Char(number)) => return convert_number(out, letter, spec, number),
    }
    Ok(())
}

fn convert_number(out: &mut Vec<u8>, letter: u8, spec: Spec, number: Number) -> Result<()> {
    let x = number.double();
    if !x.is_finite() {
        spec.not_finite(out, x);
        return Ok(());
    }
    match letter {
        b'e' | b'E' | b'f' | b'g' | b'G' => spec.float(out, letter, x),
        // A number that is no code of a byte shows as nothing at all: not even its width.
        b's' => {}
        b'c' if x.fract() == 0.0 => conversion::char_of_code(out, spec, x),
        b'c' => spec.float(out, b'g', x),
        b'd' | b'i' => match number.integer(i64::MAX.into()) {
            Some(integer) => {
                number.check_real("int64")?;
                spec.signed(out, integer);
            }
            None => spec.float(out, b'g', x),
        },
        _ => match number.integer(u64::MAX.into()).filter(|integer| *integer >= 0) {
            Some(integer) => {
                number.check_real("uint64")?;
                spec.unsigned(out, letter, integer as u64);
            }
            None => spec.float(out, b'g', x),
        },
    }
    Ok(())
}

/// Replaces the escapes of a template or of a double-quoted text (`\n`, `\t`, `\\`, octal, hexadecimal).
pub fn unescape(text: &[u8]) -> Vec<u8> {
    unescape_with(text, |_| {})
}

/// [`unescape`] that tells the letters of escapes that there are none of.
pub fn unescape_with(text: &[u8], mut unknown: impl FnMut(u8)) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len());
    let mut rest = text;
    while let Some((&byte, tail)) = rest.split_first() {
        rest = tail;
        let Some((&letter, tail)) = rest.split_first().filter(|_| byte == b'\\') else {
            out.push(byte);
            continue;
        };
        rest = tail;
        match letter {
            b'a' => out.push(7),
            b'b' => out.push(8),
            b'f' => out.push(12),
            b'n' => out.push(b'\n'),
            b'r' => out.push(b'\r'),
            b't' => out.push(b'\t'),
            b'v' => out.push(11),
            b'\\' | b'\'' | b'"' => out.push(letter),
            b'0'..=b'7' => {
                let (value, length) = digits(text_from(text, rest, 1), 8, 3);
                out.push(value);
                rest = &rest[length - 1..];
            }
            b'x' => {
                let (value, length) = digits(rest, 16, 2);
                out.push(value);
                rest = &rest[length..];
            }
            _ => {
                unknown(letter);
                out.push(letter);
            }
        }
    }
    out
}

/// What is left of `text` at `rest`, and `back` bytes before.
fn text_from<'a>(text: &'a [u8], rest: &[u8], back: usize) -> &'a [u8] {
    &text[text.len() - rest.len() - back..]
}

/// The value of up to `most` digits, and how many there are.
fn digits(text: &[u8], radix: u32, most: usize) -> (u8, usize) {
    let digits: Vec<_> = text.iter().take(most).map_while(|&byte| (byte as char).to_digit(radix)).collect();
    (digits.iter().fold(0, |value, digit| value * radix + digit) as u8, digits.len())
}

#[cfg(test)]
mod tests;
