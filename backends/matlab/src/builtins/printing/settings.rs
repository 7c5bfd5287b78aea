//! `format` and its kin: how values are shown from now on. Shows nothing.

use super::row;
use crate::builtins::Call;
use crate::display::{Format, Notation, RATIONAL_WIDTH};
use crate::{Error, Result, Value, fail};

/// Words of `format`: the notation, digits, and what `format` calls it when asked.
const STYLES: &[(&str, Notation, Option<usize>)] = &[
    ("short", Notation::Fixed, Some(5)),
    ("long", Notation::Fixed, Some(16)),
    ("shorte", Notation::Exponent, Some(5)),
    ("longe", Notation::Exponent, Some(16)),
    ("shortg", Notation::General, Some(5)),
    ("longg", Notation::General, Some(16)),
    ("shorteng", Notation::Engineering, Some(5)),
    ("longeng", Notation::Engineering, Some(16)),
    ("bank", Notation::Bank, None),
    ("rat", Notation::Rational(RATIONAL_WIDTH), None),
    ("+", Notation::Plus, None),
    ("hex", Notation::Hex, None),
    ("bit", Notation::Bit, None),
];

pub(super) fn format(call: Call) -> Result<Vec<Value>> {
    let state = &mut call.session.state().format;
    if call.nargout > 0 {
        if !call.args.is_empty() {
            return Err(Error::invalid_call(call.name));
        }
        let spacing = if state.compact { "compact" } else { "loose" };
        return Ok([name(*state), spacing, "lowercase"].map(|word| row(word.into())).to_vec());
    }
    let mut words = vec![];
    for arg in &call.args {
        match arg.as_text() {
            Some(word) => words.push(word.to_lowercase()),
            None => fail!("format: all arguments must be strings"),
        }
    }
    *state = words_applied(*state, &words)?;
    Ok(vec![])
}

fn name(format: Format) -> &'static str {
    let matches = |style: &&(&str, Notation, Option<usize>)| {
        style.1 == format.notation && style.2.is_none_or(|precision| (precision > 5) == (format.precision > 5))
    };
    STYLES.iter().find(matches).map_or("short", |style| style.0)
}

fn words_applied(mut format: Format, words: &[String]) -> Result<Format> {
    if words.is_empty() {
        return Ok(Format::default());
    }
    let mut k = 0;
    while let Some(word) = words.get(k) {
        k += 1;
        let two = words.get(k).map(|next| format!("{word}{next}")).filter(|_| word == "short" || word == "long");
        if let Some(style) = two.and_then(|two| style(&two)) {
            format = styled(format, style);
            k += 1;
            continue;
        }
        match word.as_str() {
            "compact" => format.compact = true,
            "loose" => format.compact = false,
            "lowercase" | "uppercase" | "none" | "free" => {}
            word => match style(word) {
                Some(style) => format = styled(format, style),
                None => fail!("format: unrecognized format state '{word}'"),
            },
        }
    }
    Ok(format)
}

fn style(word: &str) -> Option<(Notation, Option<usize>)> {
    STYLES.iter().find(|style| style.0 == word).map(|style| (style.1, style.2))
}

fn styled(format: Format, (notation, precision): (Notation, Option<usize>)) -> Format {
    Format { notation, precision: precision.unwrap_or(format.precision), ..format }
}

pub(super) fn output_precision(call: Call) -> Result<Vec<Value>> {
    let format = &mut call.session.state().format;
    let old = Value::scalar(format.precision as f64);
    let Some(value) = call.args.first() else { return Ok(vec![old]) };
    let Some(digits) = value.as_scalar().filter(|_| !value.is_text()) else {
        fail!("output_precision: argument must be an integer value");
    };
    if digits > 16.0 {
        fail!("output_precision: arg must be less than or equal to 16");
    }
    if digits < 0.0 {
        fail!("output_precision: arg must be greater than 0");
    }
    format.precision = (digits as usize).max(1);
    Ok(if call.nargout > 0 { vec![old] } else { vec![] })
}

/// Nothing is ever paged.
pub(super) fn page_screen_output(call: Call) -> Result<Vec<Value>> {
    Ok(if call.nargout > 0 || call.args.is_empty() { vec![Value::bool(false)] } else { vec![] })
}
