//! Arguments that say extents and a class: `zeros (2, 3, "int8")`. Makes no array.

use crate::value::{Class, Dims, Value};
use crate::{Error, Result};

/// What the last arguments say about the result.
pub enum Kind {
    Default,
    Class(Class),
    /// Of the value after `"like"`.
    Like(Value),
}

/// Splits a class or `"like", value` from the end of arguments.
///
/// # Errors
/// Names of no class.
pub fn split_kind(args: &[Value]) -> Result<(&[Value], Kind)> {
    if let [rest @ .., word, like] = args
        && word.as_bytes() == Some(b"like")
    {
        return Ok((rest, Kind::Like(like.clone())));
    }
    match args {
        [rest @ .., last] if last.is_text() => {
            let name = last.as_text().unwrap_or_default();
            let class = class_of_name(&name).ok_or_else(|| Error::new("invalid data type specified"))?;
            Ok((rest, Kind::Class(class)))
        }
        rest => Ok((rest, Kind::Default)),
    }
}

/// The class of this name, if it is one of numbers, `logical` or `char`.
pub fn class_of_name(name: &str) -> Option<Class> {
    use Class::{Bool, Char, Double, I8, I16, I32, I64, Single, U8, U16, U32, U64};
    [Double, Single, Bool, Char, I8, I16, I32, I64, U8, U16, U32, U64].into_iter().find(|class| class.name() == name)
}

/// Extents as `zeros` takes them: none, one scalar for a square, one vector, or one scalar for each.
///
/// # Errors
/// Octave's: numbers that are no integers, matrices, values that are no numbers.
pub fn extents(name: &str, args: &[Value]) -> Result<Dims> {
    let [one] = args else {
        let extents = args.iter().map(extent).collect::<Result<Vec<_>>>()?;
        return Ok(if args.is_empty() { [1, 1].into() } else { Dims::new(&extents) });
    };
    let dims = one.dims();
    if dims.long_of_vector().is_none() && !dims.is_scalar() || dims.count() == 0 {
        return Err(Error::new(format!("{name} (A): use {name} (size (A)) instead")));
    }
    let numbers = real_parts(one).ok_or_else(|| wrong_type("array_value", one))?;
    let extents = numbers.iter().map(|&x| count(x, "octave_idx_type")).collect::<Result<Vec<_>>>()?;
    Ok(match extents[..] {
        [n] => [n, n].into(),
        _ => Dims::new(&extents),
    })
}

fn extent(value: &Value) -> Result<usize> {
    if value.is_text() {
        return Err(wrong_type("int64_value ", value));
    }
    let numbers = real_parts(value).ok_or_else(|| wrong_type("int64_value ", value))?;
    numbers.first().map_or(Ok(0), |&x| count(x, "int64_t"))
}

/// The elements as doubles, real parts of complex ones.
fn real_parts(value: &Value) -> Option<Vec<f64>> {
    value.to_complex().map(|array| array.iter().map(|x| x.re).collect())
}

fn wrong_type(function: &str, value: &Value) -> Error {
    Error::new(format!("octave_base_value::{function}(): wrong type argument '{}'", value.type_name()))
}

/// A number of elements; negative numbers are none.
///
/// # Errors
/// `conversion of 1.5 to int64_t value failed`.
pub fn count(x: f64, class: &str) -> Result<usize> {
    integer(x, class).map(|x| usize::try_from(x).unwrap_or(0))
}

/// # Errors
/// `conversion of 1.5 to int64_t value failed`.
pub fn integer(x: f64, class: &str) -> Result<i64> {
    if x.fract() == 0.0 && x.abs() < 9.3e18 {
        return Ok(x as i64);
    }
    Err(Error::new(format!("conversion of {} to {class} value failed", crate::index::general(x))))
}
