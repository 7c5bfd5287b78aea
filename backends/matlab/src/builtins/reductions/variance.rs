//! `var`, `std`, `skewness`, `kurtosis`, `moment`, `cov`, `corr`, `corrcoef`, `statistics`.

use super::along::reduce;
use super::means::{centered, mean_along};
use super::options::{
    check_numeric, dimension, divide, divide_by, explicit_dimension, is_numeric_or_logical, multiply, power, subtract,
    to_float,
};
use super::quantiles;
use super::sums::sum_of;
use crate::builtins::Call;
use crate::builtins::elementary::functions::SQRT;
use crate::ops;
use crate::value::{Array, Class, Complex32, Complex64, Value};
use crate::{Error, Result, fail};
use raddle_matlab::ast::{BinaryOp, UnaryOp};

/// `var(x, w, dim)`
pub fn var(call: Call) -> Result<Vec<Value>> {
    Ok(vec![variance(&call.args)?])
}

/// `std(x, w, dim)`, whose messages name `var`.
pub fn std(call: Call) -> Result<Vec<Value>> {
    Ok(vec![SQRT.apply(variance(&call.args)?)?])
}

/// What deviations are weighted with.
enum Weights {
    /// 0: divided by n - 1; 1: by n.
    Normalization(f64),
    Vector(Array<f64>),
}

fn variance(args: &[Value]) -> Result<Value> {
    check_numeric("var", &args[0])?;
    let value = to_float(&args[0])?;
    let weights = weights(args.get(1))?;
    let (value, dimension) = arranged(value, args.get(2))?;
    match weights {
        Weights::Normalization(opt) => variance_along(&value, dimension, opt),
        Weights::Vector(weights) => weighted_variance(&value, dimension, &weights),
    }
}

fn weights(argument: Option<&Value>) -> Result<Weights> {
    let Some(argument) = argument.filter(|argument| !argument.is_empty()) else {
        return Ok(Weights::Normalization(0.0));
    };
    let refused = || Error::new("var: W must be 0, 1, or a vector of positive integers");
    let numbers = argument.to_doubles().filter(|_| !argument.is_text()).ok_or_else(refused)?;
    match numbers.as_scalar() {
        Some(&opt) if opt == 0.0 || opt == 1.0 => Ok(Weights::Normalization(opt)),
        None if argument.dims().is_vector() && numbers.iter().all(|&w| w >= 0.0) => Ok(Weights::Vector(numbers)),
        _ => Err(refused()),
    }
}

/// The dimension; several of them, or all, are joined to one first.
fn arranged(value: Value, argument: Option<&Value>) -> Result<(Value, usize)> {
    let Some(argument) = argument else {
        let dimension = value.dims().first_long();
        // `[]` has the variance of nothing.
        return Ok(if value.dims() == [0, 0].into() { (value.reshape([0, 1].into()), 0) } else { (value, dimension) });
    };
    let refused = || Error::new("var: DIM must be a positive integer scalar, vector, or 'all'");
    if argument.as_text().as_deref() == Some("all") {
        let count = value.count();
        return Ok((value.reshape([count, 1].into()), 0));
    }
    if let Some(dimension) = explicit_dimension(argument) {
        return Ok((value, dimension));
    }
    let numbers = argument.to_doubles().filter(|_| !argument.is_text()).ok_or_else(refused)?;
    if numbers.is_empty() || numbers.iter().any(|&d| d < 1.0 || d.fract() != 0.0) {
        return Err(refused());
    }
    let chosen: Vec<usize> = numbers.iter().map(|&d| d as usize - 1).collect();
    let (given, rank) = (chosen.len(), value.dims().rank());
    if given > rank {
        fail!("mx_el_ne: nonconformant arguments (op1 is 1x{given}, op2 is 1x{rank})");
    }
    if let Some(place) = chosen.iter().find(|&&d| d >= rank) {
        fail!("sz({}): out of bound {rank} (dimensions are 1x{rank})", place + 1);
    }
    if (1..given).any(|at| chosen[..at].contains(&chosen[at])) {
        fail!("permute: permutation vector cannot contain identical elements");
    }
    Ok(join_dimensions(&value, &chosen))
}

/// Moves the elements of several dimensions to the first of them.
fn join_dimensions(value: &Value, chosen: &[usize]) -> (Value, usize) {
    let dims = value.dims();
    let first = chosen.iter().copied().min().unwrap_or(0);
    let length: usize = chosen.iter().map(|&d| dims.get(d)).product();
    let rest = chosen.iter().fold(dims.clone(), |dims, &d| dims.with(d, 1));
    let whole: Vec<usize> = (0..dims.count()).collect();
    let mut lines: Vec<Vec<usize>> = vec![vec![]; rest.count()];
    for position in whole {
        let (mut left, mut target, mut stride) = (position, 0, 1);
        for d in 0..dims.rank() {
            let digit = left % dims.get(d).max(1);
            left /= dims.get(d).max(1);
            if !chosen.contains(&d) {
                target += digit * stride;
                stride *= dims.get(d);
            }
        }
        lines[target].push(position);
    }
    // Lines are contiguous along the first chosen dimension of the result.
    let inner: usize = (0..first).map(|d| rest.get(d)).product();
    let mut order = vec![];
    for outer in lines.chunks(inner.max(1)) {
        for k in 0..length {
            order.extend(outer.iter().filter_map(|line| line.get(k)));
        }
    }
    let joined = rest.with(first, length);
    (crate::builtins::search::keys::take(value, &order, joined), first)
}

/// Sums of squares of magnitudes along a dimension.
fn squares_along(value: &Value, dimension: usize) -> Result<Value> {
    let squares = match value {
        Value::Complex(array) => Value::Double(array.map(Complex64::norm_sqr)),
        Value::SingleComplex(array) => Value::Single(array.map(Complex32::norm_sqr)),
        other => multiply(other, other)?,
    };
    sum_of("sumsq", &squares, dimension)
}

/// The variance along a dimension, divided by n - 1 (`opt` 0) or n (`opt` 1).
///
/// # Errors
/// Values that are no numbers.
pub fn variance_along(value: &Value, dimension: usize, opt: f64) -> Result<Value> {
    let n = value.dims().get(dimension);
    let distances = subtract(value, &mean_along(value, dimension)?)?;
    let divisor = if n == 1 { 1.0 } else { n as f64 - 1.0 + opt };
    let result = divide_by(&squares_along(&distances, dimension)?, divisor)?;
    if n > 0 {
        return Ok(result);
    }
    subtract(&result, &Value::scalar(f64::NAN))
}

/// The root of [`variance_along`].
///
/// # Errors
/// Values that are no numbers.
pub fn deviation_along(value: &Value, dimension: usize, opt: f64) -> Result<Value> {
    SQRT.apply(variance_along(value, dimension, opt)?)
}

fn weighted_variance(value: &Value, dimension: usize, weights: &Array<f64>) -> Result<Value> {
    if weights.len() != value.dims().get(dimension) {
        fail!(
            "var: the length of W must be equal to the size of X in the dimension along which variance is calculated"
        );
    }
    let mut extents = vec![1; dimension.max(1) + 1];
    extents[dimension] = weights.len();
    let weights = Value::Double(weights.clone().reshape(crate::value::Dims::new(&extents)));
    let total = sum_of("var", &weights, dimension)?;
    let mean = divide(&sum_of("var", &multiply(value, &weights)?, dimension)?, &total)?;
    let distances = subtract(value, &mean)?;
    let squares = match distances {
        Value::Complex(array) => Value::Double(array.map(Complex64::norm_sqr)),
        other => multiply(&other, &other)?,
    };
    divide(&sum_of("var", &multiply(&squares, &weights)?, dimension)?, &total)
}

/// `skewness(x, flag, dim)` and `kurtosis(x, flag, dim)`: the mean `order`-th power of deviations in units of the standard one.
pub fn standardized_moment(call: Call, order: f64) -> Result<Vec<Value>> {
    check_numeric(call.name, &call.args[0])?;
    let value = to_float(&call.args[0])?;
    let flag = match call.args.get(1).filter(|flag| !flag.is_empty()) {
        None => 1.0,
        Some(flag) => match flag.as_scalar() {
            Some(flag) if flag == 0.0 || flag == 1.0 => flag,
            _ => fail!("{}: FLAG must be 0 or 1", call.name),
        },
    };
    let dimension = dimension(call.name, &value, call.args.get(2))?;
    let n = value.dims().get(dimension) as f64;
    let centered = centered(&value, dimension)?;
    let deviation = deviation_along(&centered, dimension, 1.0)?;
    let sum = sum_of(call.name, &power(&centered, order)?, dimension)?;
    let biased = divide(&divide_by(&sum, n)?, &power(&deviation, order)?)?;
    if flag == 1.0 {
        return Ok(vec![biased]);
    }
    let unbiased = if order == 3.0 {
        let factor = if n > 2.0 { (n * (n - 1.0)).sqrt() / (n - 2.0) } else { f64::NAN };
        multiply(&biased, &Value::scalar(factor))?
    } else if n > 3.0 {
        let scaled = multiply(&biased, &Value::scalar((n - 1.0) * (n + 1.0) / ((n - 2.0) * (n - 3.0))))?;
        subtract(&scaled, &Value::scalar(3.0 * (n - 1.0).powi(2) / ((n - 2.0) * (n - 3.0)) - 3.0))?
    } else {
        multiply(&biased, &Value::scalar(f64::NAN))?
    };
    Ok(vec![unbiased])
}

/// `moment(x, p, type, dim)`: central moments; `r` in the type for raw ones, `a` for those of magnitudes.
pub fn moment(call: Call) -> Result<Vec<Value>> {
    let value = &call.args[0];
    if !is_numeric_or_logical(value) || value.is_empty() {
        fail!("moment: X must be a non-empty numeric matrix or vector");
    }
    let value = to_float(value)?;
    let Some(order) = call.args[1].as_scalar().filter(|_| call.args[1].is_scalar()) else {
        fail!("moment: P must be a numeric scalar");
    };
    let (mut kind, mut dim) = (String::new(), None);
    for arg in &call.args[2..] {
        match arg.as_text() {
            Some(word) => kind = word,
            None => dim = Some(arg),
        }
    }
    let dimension = dimension("moment", &value, dim)?;
    let base = if kind.contains('r') { value.clone() } else { centered(&value, dimension)? };
    let base = match base {
        Value::Double(array) if kind.contains('a') => Value::Double(array.map(|x| x.abs())),
        Value::Single(array) if kind.contains('a') => Value::Single(array.map(|x| x.abs())),
        other => other,
    };
    let sum = sum_of("moment", &power(&base, order)?, dimension)?;
    Ok(vec![divide_by(&sum, value.dims().get(dimension) as f64)?])
}

/// Vectors as columns, matrices as they are, without the means of columns.
fn centered_columns(value: &Value) -> Result<Value> {
    let value = to_float(value)?;
    let count = value.count();
    let columns = if value.dims().rows() == 1 { value.reshape([count, 1].into()) } else { value };
    centered(&columns, 0)
}

/// `cov(x)`, `cov(x, opt)`, `cov(x, y)`, `cov(x, y, opt)`.
pub fn cov(call: Call) -> Result<Vec<Value>> {
    Ok(vec![covariance(&call.args)?])
}

fn covariance(args: &[Value]) -> Result<Value> {
    let (x, y, opt) = match args {
        [x] => (x, None, 0.0),
        [x, second] if second.is_scalar() && !(x.is_scalar()) => (x, None, second.as_scalar().unwrap_or(f64::NAN)),
        [x, y] => (x, Some(y), 0.0),
        [x, y, opt, ..] => (x, Some(y), opt.as_scalar().unwrap_or(f64::NAN)),
        [] => return Err(Error::invalid_call("cov")),
    };
    let numeric = |value: &Value| is_numeric_or_logical(value);
    if !numeric(x) || y.is_some_and(|y| !numeric(y)) {
        fail!("cov: X and Y must be numeric matrices or vectors");
    }
    if opt != 0.0 && opt != 1.0 {
        fail!("cov: normalization OPT must be 0 or 1");
    }
    let first = centered_columns(x)?;
    let second = y.map_or_else(|| Ok(first.clone()), centered_columns)?;
    let n = first.dims().rows();
    if second.dims().rows() != n {
        fail!("cov: X and Y must have the same number of observations");
    }
    let product = ops::binary(BinaryOp::MatMul, &ops::unary(UnaryOp::ConjugateTranspose, &first)?, &second)?;
    divide_by(&product, if n == 1 { 1.0 } else { n as f64 - 1.0 + opt })
}

/// `corr(x, y)`: covariances in units of the standard deviations.
pub fn corr(call: Call) -> Result<Vec<Value>> {
    let args = &call.args;
    let covariances = covariance(args)?;
    if args.iter().all(Value::is_scalar) && args.len() == 2 {
        return Ok(vec![Value::scalar(1.0)]);
    }
    let deviation = |value: &Value| deviation_along(&centered_columns(value)?, 0, 0.0);
    let first = deviation(&args[0])?;
    let second = args.get(1).map_or_else(|| Ok(first.clone()), deviation)?;
    let scale = ops::binary(BinaryOp::MatMul, &ops::unary(UnaryOp::Transpose, &first)?, &second)?;
    Ok(vec![divide(&covariances, &scale)?])
}

/// `corrcoef(x, y)`: columns are variables; two arguments are one variable each.
pub fn corrcoef(call: Call) -> Result<Vec<Value>> {
    let column = |value: &Value| {
        let count = value.count();
        value.clone().full().reshape([count, 1].into())
    };
    let data = match &call.args[..] {
        [x, y, ..] if !y.is_text() => ops::cat(1, vec![column(x), column(y)])?,
        [x, ..] if x.dims().rows() == 1 => column(x),
        args => args[0].clone(),
    };
    if !is_numeric_or_logical(&data) || data.dims().rows() < 2 {
        return Ok(vec![Value::scalar(f64::NAN)]);
    }
    let covariances = covariance(&[data])?;
    let array = covariances.to_doubles().unwrap_or_default();
    let n = array.dims().rows();
    let values = array.as_slice();
    let deviation: Vec<f64> = (0..n).map(|k| values[k * n + k].sqrt()).collect();
    let quotient = |k: usize| {
        let (i, j) = (k % n, k / n);
        if i == j { 1.0 } else { values[k] / (deviation[i] * deviation[j]) }
    };
    let result = Array::new(array.dims().clone(), (0..n * n).map(quotient).collect());
    Ok(vec![super::super::elementary::numeric::wrap_as(covariances.class(), result)])
}

/// `statistics(x, dim)`: minimum, quartiles, maximum, mean, deviation, skewness, kurtosis.
pub fn statistics(call: Call) -> Result<Vec<Value>> {
    check_numeric("statistics", &call.args[0])?;
    let value = to_float(&call.args[0])?;
    let dimension = dimension("statistics", &value, call.args.get(1))?;
    if value.dims().get(dimension) < 2 {
        fail!("statistics: dimension of X is too small (<2)");
    }
    let array = value.to_doubles().unwrap_or_default();
    let quartile = |p: f64| {
        let f = |line: &[f64]| quantiles::quantiles_of(line, &[p], 7).first().copied().unwrap_or(f64::NAN);
        Value::Double(reduce(&array, dimension, f))
    };
    let n = value.dims().get(dimension) as f64;
    let deviations = centered(&value, dimension)?;
    let spread = deviation_along(&deviations, dimension, 1.0)?;
    let moment = |order: f64| {
        let sum = divide_by(&sum_of("statistics", &power(&deviations, order)?, dimension)?, n)?;
        divide(&sum, &power(&spread, order)?)
    };
    let parts = vec![
        quartile(0.0),
        quartile(0.25),
        quartile(0.5),
        quartile(0.75),
        quartile(1.0),
        mean_along(&value, dimension)?,
        deviation_along(&value, dimension, 0.0)?,
        moment(3.0)?,
        moment(4.0)?,
    ];
    let joined = ops::cat(dimension, parts)?;
    Ok(vec![if value.class() == Class::Single { ops::convert(&joined, Class::Single)? } else { joined }])
}
