//! The arguments of a template, element by element. Formats nothing.

use crate::value::{Array, Value};
use crate::{Result, fail};

/// What one conversion gets.
pub(super) enum Item<'a> {
    /// What is left of a char array, for `%s`.
    Text(&'a [u8]),
    /// The same of an array of numbers, as far as they are codes of bytes.
    Codes(Vec<u8>),
    Char(Number),
    Number(Number),
    /// An argument without elements.
    Empty,
    /// A function handle: shows as nothing.
    Function,
}

#[derive(Clone, Copy)]
pub(super) enum Number {
    Double(f64),
    /// Of the integer classes: exact.
    Integer(i128),
    Complex(f64),
}

impl Number {
    pub fn double(self) -> f64 {
        match self {
            Number::Double(x) | Number::Complex(x) => x,
            Number::Integer(x) => x as f64,
        }
    }

    /// The value as an integer of at most `most`; less than any 64-bit integer is the least one. `None` for other numbers.
    pub fn integer(self, most: i128) -> Option<i128> {
        match self {
            Number::Integer(x) => (x <= most).then_some(x),
            Number::Double(x) | Number::Complex(x) => {
                // The bound as a double is one more than the greatest integer.
                let fits = x.fract() == 0.0 && x <= most as f64;
                fits.then(|| (x as i128).clamp(i64::MIN.into(), most))
            }
        }
    }

    /// Octave converts complex numbers to no integers.
    pub fn check_real(self, class: &str) -> Result<()> {
        if matches!(self, Number::Complex(_)) {
            fail!("octave_base_value::{class}_scalar_value(): wrong type argument 'complex scalar'");
        }
        Ok(())
    }
}

pub(super) struct Arguments<'a> {
    values: &'a [Value],
    /// The argument and the element that come next.
    at: usize,
    element: usize,
}

impl<'a> Arguments<'a> {
    pub fn new(who: &str, values: &'a [Value]) -> Result<Arguments<'a>> {
        for value in values {
            if matches!(value, Value::Cell(_) | Value::Struct(_) | Value::Map(_)) {
                fail!("{who}: wrong type argument '{}'", value.kind_name());
            }
        }
        Ok(Arguments { values, at: 0, element: 0 })
    }

    /// Are there no arguments at all?
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    pub fn is_done(&self) -> bool {
        self.at == self.values.len()
    }

    /// The next element, or all that is left of a char array.
    pub fn next(&mut self, text: bool) -> Option<Item<'a>> {
        let value = self.values.get(self.at)?;
        let count = value.count();
        if count == 0 || matches!(value, Value::Handle(_)) {
            self.at += 1;
            return Some(if count == 0 { Item::Empty } else { Item::Function });
        }
        let k = self.element;
        let item = match value {
            Value::Char(chars) if text => {
                self.element = count;
                Item::Text(&chars.bytes.as_slice()[k..])
            }
            Value::Char(chars) => {
                self.element += 1;
                Item::Char(Number::Double(chars.bytes.as_slice()[k].into()))
            }
            other => {
                let codes = if text { codes(other, k, count) } else { vec![] };
                self.element += codes.len().max(1);
                if codes.is_empty() { Item::Number(element(other, k)) } else { Item::Codes(codes) }
            }
        };
        if self.element == count {
            self.at += 1;
            self.element = 0;
        }
        Some(item)
    }
}

/// The elements from `first` on as bytes, up to the first that is no code of a byte.
fn codes(value: &Value, first: usize, count: usize) -> Vec<u8> {
    (first..count).map_while(|k| code(element(value, k).double())).collect()
}

/// The byte of this code.
pub(super) fn code(x: f64) -> Option<u8> {
    (x.fract() == 0.0 && (0.0..256.0).contains(&x)).then_some(x as u8)
}

fn element(value: &Value, k: usize) -> Number {
    match value {
        Value::I64(array) => Number::Integer(array.as_slice()[k].into()),
        Value::U64(array) => Number::Integer(array.as_slice()[k].into()),
        Value::Complex(array) => complex(array.as_slice()[k].re, array.as_slice()[k].im),
        Value::SingleComplex(array) => complex(array.as_slice()[k].re.into(), array.as_slice()[k].im.into()),
        Value::Range(range) => Number::Double(range.get(k)),
        other => real_element(other, k),
    }
}

fn complex(re: f64, im: f64) -> Number {
    if im == 0.0 { Number::Double(re) } else { Number::Complex(re) }
}

fn real_element(value: &Value, k: usize) -> Number {
    fn at<T: Copy>(array: &Array<T>, k: usize) -> T {
        array.as_slice()[k]
    }
    match value {
        Value::Double(array) => Number::Double(at(array, k)),
        Value::Single(array) => Number::Double(at(array, k).into()),
        Value::Bool(array) => Number::Double(at(array, k).into()),
        Value::I8(array) => Number::Integer(at(array, k).into()),
        Value::I16(array) => Number::Integer(at(array, k).into()),
        Value::I32(array) => Number::Integer(at(array, k).into()),
        Value::U8(array) => Number::Integer(at(array, k).into()),
        Value::U16(array) => Number::Integer(at(array, k).into()),
        Value::U32(array) => Number::Integer(at(array, k).into()),
        other => Number::Double(other.to_doubles().map_or(f64::NAN, |array| at(&array, k))),
    }
}
