//! `mean`, `median`, `mode`, `range`, `meansq`, `center`, `zscore`, `mad`, `bounds`, `rescale`.

use super::along::{map_lines, reduce};
use super::extrema::{self, Ranked, Side};
use super::options::{check_numeric, dimension, divide, divide_by, explicit_dimension, multiply, subtract, to_float};
use super::sums::sum_of;
use super::variance;
use crate::builtins::Call;
use crate::builtins::elementary::functions::{EXP, LOG};
use crate::builtins::elementary::numeric::{Integer, with_elements};
use crate::builtins::search::keys::missing_last;
use crate::ops;
use crate::value::{Array, Class, Complex32, Complex64, Value};
use crate::{Error, Result, fail};

/// What kind of mean.
#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Arithmetic,
    Geometric,
    Harmonic,
}

/// `mean(x)`, `mean(x, dim)`, `mean(x, kind)`, `mean(..., class)`.
pub fn mean(call: Call) -> Result<Vec<Value>> {
    let value = &call.args[0];
    let (mut kind, mut class, mut dim) = (Kind::Arithmetic, None, None);
    for arg in &call.args[1..] {
        match arg.as_text().as_deref() {
            Some("a") => kind = Kind::Arithmetic,
            Some("g") => kind = Kind::Geometric,
            Some("h") => kind = Kind::Harmonic,
            Some("native") => class = Some("native"),
            Some("double") => class = Some("double"),
            Some("default") => {}
            Some(word) if word.len() < 2 => fail!("mean: mean type '{word}' not recognized"),
            Some(_) => return Err(Error::invalid_call("mean")),
            None if dim.is_some() || !arg.is_scalar() => return Err(Error::invalid_call("mean")),
            None => dim = Some(arg),
        }
    }
    check_numeric("mean", value)?;
    let dimension = dimension("mean", value, dim)?;
    let result = mean_of_kind(value, dimension, kind)?;
    Ok(vec![match class {
        Some("native") if value.class() != Class::Bool => ops::convert(&result, value.class())?,
        Some("double") => ops::convert(&result, Class::Double)?,
        _ => result,
    }])
}

fn mean_of_kind(value: &Value, dimension: usize, kind: Kind) -> Result<Value> {
    match kind {
        Kind::Arithmetic => mean_along(value, dimension),
        Kind::Geometric => {
            if value.to_doubles().is_some_and(|array| array.iter().any(|&x| x < 0.0)) {
                fail!("mean: X must not contain any negative values");
            }
            EXP.apply(mean_along(&LOG.apply(to_float(value)?)?, dimension)?)
        }
        Kind::Harmonic => {
            if value.to_doubles().is_some_and(|array| array.iter().any(|&x| x < 0.0)) {
                fail!("mean: X must not contain any negative values");
            }
            let one = Value::scalar(1.0);
            divide(&one, &mean_along(&divide(&one, &to_float(value)?)?, dimension)?)
        }
    }
}

/// The arithmetic mean along a dimension.
///
/// # Errors
/// Values that are no numbers.
pub fn mean_along(value: &Value, dimension: usize) -> Result<Value> {
    divide_by(&sum_of("mean", value, dimension)?, value.dims().get(dimension) as f64)
}

/// `meansq(x, dim)`
pub fn mean_of_squares(call: Call) -> Result<Vec<Value>> {
    let value = &call.args[0];
    check_numeric("mean", value)?;
    let dimension = dimension("mean", value, call.args.get(1))?;
    let squares = match to_float(value)? {
        Value::Complex(array) => Value::Double(array.map(Complex64::norm_sqr)),
        Value::SingleComplex(array) => Value::Single(array.map(Complex32::norm_sqr)),
        other => multiply(&other, &other)?,
    };
    Ok(vec![mean_along(&squares, dimension)?])
}

/// Elements that have a middle of two.
trait Middle: Ranked {
    fn middle(self, other: Self) -> Self;
}

macro_rules! float_middles {
    ($($type:ty)*) => {
        $(impl Middle for $type {
            fn middle(self, other: Self) -> Self {
                (self + other) / 2.0
            }
        })*
    };
}

float_middles! { f64 f32 Complex64 Complex32 }

impl Middle for bool {
    fn middle(self, other: Self) -> Self {
        self || other
    }
}

macro_rules! integer_middles {
    ($($type:ty)*) => {
        $(impl Middle for $type {
            // The sum saturates before it is halved.
            fn middle(self, other: Self) -> Self {
                let sum = self.saturating_add(other).wide();
                Self::from_wide((sum + sum.signum() * (sum % 2).abs()) / 2)
            }
        })*
    };
}

integer_middles! { i8 i16 i32 i64 u8 u16 u32 u64 }

/// `median(x, dim)`: NaN if there is one; integers keep their class.
pub fn median(call: Call) -> Result<Vec<Value>> {
    let value = call.args[0].clone().full();
    check_numeric("median", &value)?;
    if value.is_empty() {
        fail!("median: X cannot be an empty matrix");
    }
    let dimension = dimension("median", &value, call.args.get(1))?;
    with_elements!(value, array => Ok(vec![median_along(&array, dimension)]), other => Ok(vec![other]))
}

fn median_along<T: Middle>(array: &Array<T>, dimension: usize) -> Value {
    let result = reduce(array, dimension, |line| {
        if let Some(&missing) = line.iter().find(|x| x.is_missing()) {
            return missing;
        }
        let mut sorted = line.to_vec();
        sorted.sort_by(|&a, &b| missing_last(a, b));
        let half = sorted.len() / 2;
        if sorted.len() % 2 == 1 { sorted[half] } else { sorted[half - 1].middle(sorted[half]) }
    });
    T::wrap(result).narrow()
}

/// `[m, f, c] = mode(x, dim)`: the least of the most frequent elements, how often it is there, and all such elements.
pub fn mode(call: Call) -> Result<Vec<Value>> {
    let value = call.args[0].clone().full();
    check_numeric("mode", &value)?;
    let dimension = dimension("mode", &value, call.args.get(1))?;
    with_elements!(value, array => Ok(mode_along(&array, dimension)), other => Ok(vec![other]))
}

fn mode_along<T: Ranked>(array: &Array<T>, dimension: usize) -> Vec<Value> {
    let mut counts = vec![];
    let mut candidates = vec![];
    let modes = map_lines(array, dimension, 1, |line, out| {
        let (count, most_frequent) = most_frequent(line);
        let first = most_frequent.first().copied().unwrap_or_default();
        counts.push(count as f64);
        candidates.push(T::wrap(Array::column(most_frequent)));
        out.push(first);
    });
    let dims = modes.dims().clone();
    let counts = Array::new(dims.clone(), counts);
    vec![T::wrap(modes), Value::Double(counts), Value::cell(Array::new(dims, candidates))]
}

/// How often the most frequent elements occur, and which they are, in ascending order.
fn most_frequent<T: Ranked>(line: &[T]) -> (usize, Vec<T>) {
    let mut sorted = line.to_vec();
    sorted.sort_by(|&a, &b| missing_last(a, b));
    let runs: Vec<&[T]> = sorted.chunk_by(|a, b| a == b).collect();
    let most = runs.iter().map(|run| run.len()).max().unwrap_or(0);
    (most, runs.into_iter().filter(|run| run.len() == most).map(|run| run[0]).collect())
}

/// `range(x, dim)`
pub fn range(call: Call) -> Result<Vec<Value>> {
    let value = call.args[0].clone().full();
    let dimension = call.args.get(1).and_then(explicit_dimension);
    let (greatest, _) = extrema::along("max", value.clone(), dimension, Side::Max)?;
    let (least, _) = extrema::along("min", value, dimension, Side::Min)?;
    Ok(vec![subtract(&greatest, &least)?])
}

/// `[s, l] = bounds(x, dim, nanflag)`
pub fn bounds(call: Call) -> Result<Vec<Value>> {
    let value = call.args[0].clone().full();
    check_numeric("bounds", &value)?;
    let dim = call.args.get(1).filter(|arg| !arg.is_text());
    let dimension = dimension("bounds", &value, dim)?;
    let (least, _) = extrema::along("min", value.clone(), Some(dimension), Side::Min)?;
    let (greatest, _) = extrema::along("max", value.clone(), Some(dimension), Side::Max)?;
    if call.args.last().and_then(Value::as_text).as_deref() != Some("includenan") {
        return Ok(vec![least, greatest]);
    }
    // A sum is NaN just where an element is.
    let spoiled = multiply(&sum_of("bounds", &value, dimension)?, &Value::scalar(0.0))?;
    Ok(vec![super::options::add(&least, &spoiled)?, super::options::add(&greatest, &spoiled)?])
}

/// `center(x, dim)`: without its mean.
pub fn center(call: Call) -> Result<Vec<Value>> {
    check_numeric("center", &call.args[0])?;
    let value = to_float(&call.args[0])?;
    let dimension = dimension("center", &value, call.args.get(1))?;
    Ok(vec![centered(&value, dimension)?])
}

/// # Errors
/// Values that are no numbers.
pub fn centered(value: &Value, dimension: usize) -> Result<Value> {
    if value.is_empty() {
        return Ok(value.clone());
    }
    subtract(value, &mean_along(value, dimension)?)
}

/// `[z, mu, sigma] = zscore(x, opt, dim)`
pub fn zscore(call: Call) -> Result<Vec<Value>> {
    check_numeric("zscore", &call.args[0])?;
    let value = to_float(&call.args[0])?;
    let opt = call.args.get(1).and_then(Value::as_scalar).unwrap_or(0.0);
    if opt != 0.0 && opt != 1.0 {
        fail!("zscore: normalization OPT must be 0 or 1");
    }
    let dimension = dimension("zscore", &value, call.args.get(2))?;
    if value.is_empty() {
        return Ok(vec![value, Value::empty(), Value::empty()]);
    }
    let mean = mean_along(&value, dimension)?;
    let deviation = variance::deviation_along(&value, dimension, opt)?;
    let divisor = match &deviation {
        Value::Single(array) => Value::Single(array.map(|&s| if s == 0.0 { 1.0 } else { s })),
        other => Value::Double(other.to_doubles().unwrap_or_default().map(|&s| if s == 0.0 { 1.0 } else { s })),
    };
    Ok(vec![divide(&subtract(&value, &mean)?, &divisor)?, mean, deviation])
}

/// `mad(x, opt, dim)`: the mean (or median) of distances from the mean (or median).
pub fn mad(call: Call) -> Result<Vec<Value>> {
    check_numeric("mad", &call.args[0])?;
    let value = to_float(&call.args[0])?;
    let by_median = match call.args.get(1).filter(|option| !option.is_empty()).map(Value::as_scalar) {
        None | Some(Some(0.0)) => false,
        Some(Some(1.0)) => true,
        Some(_) => fail!("mad: OPT must be 0 or 1"),
    };
    if by_median && value.is_empty() {
        fail!("median: X cannot be an empty matrix");
    }
    let dimension = dimension("mad", &value, call.args.get(2))?;
    let middle = |value: &Value| match value {
        Value::Double(array) if by_median => Ok(median_along(array, dimension)),
        Value::Single(array) if by_median => Ok(median_along(array, dimension)),
        other => mean_along(other, dimension),
    };
    let distances = subtract(&value, &middle(&value)?)?;
    let magnitudes = match distances {
        Value::Double(array) => Value::Double(array.map(|x| x.abs())),
        Value::Single(array) => Value::Single(array.map(|x| x.abs())),
        other => other,
    };
    Ok(vec![middle(&magnitudes)?])
}

/// `rescale(x, l, u)`: all elements between two bounds.
pub fn rescale(call: Call) -> Result<Vec<Value>> {
    check_numeric("rescale", &call.args[0])?;
    let value = to_float(&call.args[0])?;
    let bound = |k: usize, default: f64| match call.args.get(k) {
        Some(bound) if !bound.is_text() => bound.clone(),
        _ => Value::scalar(default),
    };
    let (lower, upper) = (bound(1, 0.0), bound(2, 1.0));
    let count = value.count();
    let all = value.clone().reshape([count, 1].into());
    let (least, _) = extrema::along("min", all.clone(), Some(0), Side::Min)?;
    let (greatest, _) = extrema::along("max", all, Some(0), Side::Max)?;
    let width = subtract(&greatest, &least)?;
    if width.as_scalar() == Some(0.0) {
        return Ok(vec![super::options::add(&multiply(&value, &Value::scalar(0.0))?, &lower)?]);
    }
    let share = divide(&subtract(&value, &least)?, &width)?;
    Ok(vec![super::options::add(&multiply(&share, &subtract(&upper, &lower)?)?, &lower)?])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn middles_of_integers_saturate() {
        assert_eq!(255_u8.middle(254), 128);
        assert_eq!(1_i8.middle(2), 2);
        assert_eq!((-1_i8).middle(-2), -2);
    }

    #[test]
    fn the_least_of_the_most_frequent() {
        assert_eq!(most_frequent(&[3.0, 1.0, 3.0, 1.0, 2.0]), (2, vec![1.0, 3.0]));
        assert_eq!(most_frequent::<f64>(&[]), (0, vec![]));
        assert_eq!(most_frequent(&[f64::NAN, f64::NAN, 1.0]).1[0], 1.0);
    }
}
