//! The engine of `sscanf` and `fscanf`: templates, and what they read from a text. Opens no file.

mod numbers;
mod template;

pub use numbers::NA;

use super::text;
use crate::builtins::Call;
use crate::value::{Array, Value};
use crate::{Error, Result, fail, format};
use template::{Conversion, Item, Kind};

/// What one call read.
pub struct Outcome {
    pub value: Value,
    /// Conversions that gave a value.
    pub count: usize,
    /// Empty unless the text did not fit.
    pub message: String,
    /// The bytes that were read.
    pub consumed: usize,
}

/// Why reading stopped.
enum Stop {
    End,
    Mismatch,
}

pub(super) struct Reader<'a> {
    text: &'a [u8],
    at: usize,
}

impl<'a> Reader<'a> {
    fn peek(&self) -> Option<u8> {
        self.text.get(self.at).copied()
    }

    fn rest(&self) -> &'a [u8] {
        &self.text[self.at..]
    }

    fn skip_space(&mut self) {
        while self.peek().is_some_and(text::is_space) {
            self.at += 1;
        }
    }

    fn literal(&mut self, wanted: &[u8]) -> Result<(), Stop> {
        for &byte in wanted {
            match self.peek() {
                Some(found) if found == byte => self.at += 1,
                Some(_) => return Err(Stop::Mismatch),
                None => return Err(Stop::End),
            }
        }
        Ok(())
    }

    /// The values of one conversion.
    fn convert(&mut self, conversion: &Conversion) -> Result<Vec<f64>, Stop> {
        if !matches!(conversion.kind, Kind::Chars | Kind::Set { .. }) {
            self.skip_space();
        }
        if self.peek().is_none() {
            return Err(Stop::End);
        }
        let limit = conversion.width.unwrap_or(usize::MAX).min(self.rest().len());
        let window = &self.rest()[..limit];
        let (length, values) = match &conversion.kind {
            Kind::Chars => {
                let length = conversion.width.unwrap_or(1).min(window.len());
                (length, codes(&window[..length]))
            }
            Kind::Word => {
                let length = window.iter().position(|&byte| text::is_space(byte)).unwrap_or(window.len());
                (length, codes(&window[..length]))
            }
            Kind::Set { members, inverted } => {
                let length = window.iter().position(|&byte| members[usize::from(byte)] == *inverted);
                let length = length.unwrap_or(window.len());
                (length, codes(&window[..length]))
            }
            Kind::Float => {
                let (length, value) = numbers::float(window).ok_or(Stop::Mismatch)?;
                (length, vec![value])
            }
            Kind::Integer(integer) => {
                let (length, value) = numbers::integer(window, *integer, conversion.size).ok_or(Stop::Mismatch)?;
                (length, vec![value])
            }
        };
        if length == 0 {
            return Err(Stop::Mismatch);
        }
        self.at += length;
        Ok(values)
    }
}

/// The number that a text begins with; infinities and NaN too.
pub fn number_at_start(text: &[u8]) -> Option<f64> {
    numbers::float(text).map(|(_, value)| value)
}

/// The length and value of a number.
pub fn number_with_length(text: &[u8]) -> Option<(usize, f64)> {
    numbers::float(text)
}

/// The length and value of a number as a C++ stream reads it.
pub fn stream_number(text: &[u8]) -> Option<(usize, f64)> {
    let length = numbers::stream_length(text);
    Some((length, std::str::from_utf8(&text[..length]).ok()?.parse().ok()?))
}

fn codes(bytes: &[u8]) -> Vec<f64> {
    bytes.iter().map(|&byte| f64::from(byte)).collect()
}

/// How many rows and conversions a size argument asks for.
struct Shape {
    rows: Option<usize>,
    conversions: usize,
    /// Of a result without elements.
    columns: usize,
}

fn shape(name: &str, size: Option<&Value>) -> Result<Shape> {
    let Some(size) = size else {
        return Ok(Shape { rows: None, conversions: usize::MAX, columns: 0 });
    };
    let Some(extents) = size.to_doubles() else {
        fail!("octave_base_value::array_value(): wrong type argument '{}'", size.kind_name());
    };
    let (rows, columns) = match extents.as_slice() {
        [rows] => (*rows, if *rows == 0.0 { 0.0 } else { 1.0 }),
        // As many columns as there are.
        [rows, columns] if *columns < 0.0 || columns.is_nan() => (*rows, f64::INFINITY),
        [rows, columns] => (*rows, *columns),
        _ => fail!("{name}: invalid size specification (must be 2-D)"),
    };
    if rows < 0.0 {
        fail!("{name}: negative value invalid as size specification");
    }
    if rows.is_nan() {
        fail!("{name}: NaN invalid as size specification");
    }
    if rows.is_infinite() && extents.len() == 2 {
        fail!("{name}: infinite value invalid as size specification");
    }
    if rows.is_infinite() {
        return Ok(Shape { rows: None, conversions: usize::MAX, columns: 0 });
    }
    let rows = rows.round() as usize;
    if rows == 0 && columns.is_infinite() {
        return Err(Error::out_of_memory());
    }
    // Without an end the number is that of no memory.
    let columns = columns.round() as usize;
    Ok(Shape { rows: Some(rows), conversions: rows.saturating_mul(columns), columns })
}

/// Reads a text by a template, again and again while it fits.
///
/// # Errors
/// Templates and sizes that are none.
pub fn scan(name: &str, input: &[u8], template: &[u8], size: Option<&Value>) -> Result<Outcome> {
    let items = template::parse(template).ok_or_else(|| Error::new(format!("{name}: invalid format specified")))?;
    let shape = shape(name, size)?;
    let empty = Outcome { value: Value::empty(), count: 0, message: String::new(), consumed: 0 };
    if items.is_empty() {
        return Ok(empty);
    }
    if let (Some(rows), 0) = (shape.rows, shape.conversions) {
        let value = Value::Double(Array::new([rows, shape.columns].into(), vec![]));
        return Ok(Outcome { value, ..empty });
    }
    let mut reader = Reader { text: input, at: 0 };
    let mut values = vec![];
    let mut count = 0;
    let stop = passes(&mut reader, &items, shape.conversions, &mut values, &mut count);
    let is_text = items.iter().all(|item| match item {
        Item::Convert(conversion) => conversion.kind.is_text(),
        Item::Space | Item::Literal(_) => true,
    });
    let message = match stop {
        Err(Stop::Mismatch) => format!("{name}: format failed to match"),
        Ok(()) | Err(Stop::End) => String::new(),
    };
    Ok(Outcome { value: arrange(values, is_text, &shape), count, message, consumed: reader.at })
}

fn passes(
    reader: &mut Reader,
    items: &[Item],
    most: usize,
    values: &mut Vec<f64>,
    count: &mut usize,
) -> Result<(), Stop> {
    let converts = items.iter().any(|item| matches!(item, Item::Convert(_)));
    loop {
        for item in items {
            match item {
                Item::Space => reader.skip_space(),
                Item::Literal(bytes) => reader.literal(bytes)?,
                Item::Convert(_) if *count >= most => return Ok(()),
                Item::Convert(conversion) => {
                    let found = reader.convert(conversion)?;
                    if !conversion.discarded {
                        values.extend(found);
                        *count += 1;
                    }
                }
            }
        }
        if !converts || reader.rest().is_empty() {
            return Ok(());
        }
    }
}

/// The values in the extents that were asked for, filled up with zeros.
fn arrange(mut values: Vec<f64>, is_text: bool, shape: &Shape) -> Value {
    let count = values.len();
    let dims = match shape.rows {
        None if is_text => [1, count],
        None => [count, 1],
        Some(rows) if is_text && shape.conversions == rows => [1, count],
        Some(1) => [1, count],
        Some(rows) if count < rows => [count, 1],
        Some(rows) => [rows, count.div_ceil(rows)],
    };
    values.resize(dims[0] * dims[1], 0.0);
    let array = Array::new(dims.into(), values);
    if is_text { Value::chars(array.map(|&code| code as u8)) } else { Value::Double(array) }
}

/// `sscanf`
pub fn sscanf(call: Call) -> Result<Vec<Value>> {
    let Some(input) = text::bytes(&call.args[0]) else {
        fail!("sscanf: argument STRING must be a string");
    };
    let Some(template) = text::bytes(&call.args[1]) else {
        fail!("sscanf: format TEMPLATE must be a string");
    };
    let template = format::unescape(template);
    let size = call.args.get(2).filter(|size| !size.is_text());
    if call.args.get(2).and_then(Value::as_text).as_deref() == Some("C") {
        return Ok(each("sscanf", input, &template)?.0);
    }
    let outcome = scan("sscanf", input, &template, size)?;
    Ok(vec![
        outcome.value,
        Value::scalar(outcome.count as f64),
        Value::text(outcome.message),
        Value::scalar(outcome.consumed as f64 + 1.0),
    ])
}

/// The conversions of a template one by one, then their count and a message; and how many bytes were read.
///
/// # Errors
/// Templates that are none.
pub fn each(name: &str, input: &[u8], template: &[u8]) -> Result<(Vec<Value>, usize)> {
    let items = template::parse(template).ok_or_else(|| Error::new(format!("{name}: invalid format specified")))?;
    let mut reader = Reader { text: input, at: 0 };
    let mut values = vec![];
    let mut count = 0;
    let mut stopped = None;
    for item in &items {
        let step = match item {
            _ if stopped.is_some() => Err(Stop::End),
            Item::Space => {
                reader.skip_space();
                continue;
            }
            Item::Literal(bytes) => reader.literal(bytes).map(|()| None),
            Item::Convert(conversion) => reader.convert(conversion).map(|found| match conversion.kind.is_text() {
                true => Some(Value::text(found.iter().map(|&code| code as u8).collect::<Vec<_>>())),
                false => Some(Value::scalar(found[0])),
            }),
        };
        let kept = matches!(item, Item::Convert(conversion) if !conversion.discarded);
        match step {
            Ok(value) if kept => {
                values.extend(value);
                count += 1;
            }
            Ok(_) => {}
            Err(stop) => {
                if kept {
                    values.push(Value::empty());
                }
                stopped.get_or_insert(stop);
            }
        }
    }
    values.push(Value::scalar(f64::from(count)));
    values.push(Value::text(if stopped.is_some() { format!("%s: read error: {name}") } else { String::new() }));
    Ok((values, reader.at))
}
