//! Arrays out of arrays: `cat` and its kin, `blkdiag`, `kron`.

use crate::builtins::Call;
use crate::value::{Array, Complex64, Diagonal, Dims, Value, room};
use crate::{Error, Result, fail, ops};

pub fn cat(mut call: Call) -> Result<Vec<Value>> {
    let dimension = call.args.remove(0);
    let Some(dimension) = dimension.as_scalar().filter(|_| !dimension.is_text()) else {
        fail!("cat: DIM must be an integer");
    };
    if !(1.0..1e6).contains(&dimension) {
        fail!("cat: DIM must be a valid dimension");
    }
    along(dimension as usize - 1, call.args)
}

/// `horzcat` and `vertcat`.
pub fn along(axis: usize, values: Vec<Value>) -> Result<Vec<Value>> {
    if values.is_empty() {
        return Ok(vec![Value::empty()]);
    }
    let result = ops::cat(axis, values).map_err(|error| {
        // Functions tell it in fewer words than brackets do.
        if error.message.contains("dimensions mismatch") { Error::new("cat: dimension mismatch") } else { error }
    })?;
    Ok(vec![result])
}

pub fn blkdiag(call: Call) -> Result<Vec<Value>> {
    if call.args.iter().any(|value| !(value.class().is_float() || value.class().is_integer())) {
        fail!("blkdiag: all arguments must be numeric");
    }
    if call.args.iter().any(|value| value.dims().rank() > 2) {
        fail!("blkdiag: all arguments must be two-dimensional matrices");
    }
    let rows = call.args.iter().map(|value| value.dims().rows()).sum();
    let columns = call.args.iter().map(|value| value.dims().cols()).sum();
    let mut result = Value::Double(Array::try_filled([rows, columns].into(), 0.0)?);
    let (mut row, mut column) = (0, 0);
    for value in call.args {
        let dims = value.dims();
        let place = [span(row, dims.rows()), span(column, dims.cols())];
        crate::index::set(&mut result, &place, value)?;
        row += dims.rows();
        column += dims.cols();
    }
    Ok(vec![result])
}

/// 1-based positions `first + 1 ..= first + count` as a subscript.
fn span(first: usize, count: usize) -> crate::index::Subscript {
    let positions = (first + 1..=first + count).map(|position| position as f64).collect();
    crate::index::Subscript::Value(Value::row(positions))
}

/// `kron (A, B, ...)`
pub fn kron(call: Call) -> Result<Vec<Value>> {
    let mut values = call.args.into_iter();
    let Some(mut product) = values.next() else {
        return Err(Error::invalid_call("kron"));
    };
    for value in values {
        product = kron_of_two(&product, &value)?;
    }
    Ok(vec![product])
}

fn kron_of_two(a: &Value, b: &Value) -> Result<Value> {
    if let (Value::Diagonal(a), Value::Diagonal(b)) = (a, b)
        && a.rows == a.columns
        && b.rows == b.columns
    {
        let elements: Vec<_> = a.elements.iter().flat_map(|x| b.elements.iter().map(move |y| x * y)).collect();
        let n = elements.len();
        return Ok(Value::Diagonal(Diagonal { rows: n, columns: n, elements }));
    }
    for value in [a, b] {
        if value.is_text() {
            fail!("invalid conversion from string to real matrix");
        }
        if !value.is_number_like() {
            fail!("octave_base_value::matrix_value(): wrong type argument '{}'", value.kind_name());
        }
    }
    if a.is_complex() || b.is_complex() {
        let (a, b) = (a.to_complex().unwrap_or_default(), b.to_complex().unwrap_or_default());
        let product = product_of_matrices(&a, &b, |x: &Complex64, y| x * y)?;
        return Ok(Value::Complex(product).narrow());
    }
    let is_single = [a, b].iter().any(|value| matches!(value, Value::Single(_)));
    let (a, b) = (a.to_doubles().unwrap_or_default(), b.to_doubles().unwrap_or_default());
    if is_single {
        let product = product_of_matrices(&a, &b, |x, y| *x as f32 * *y as f32)?;
        return Ok(Value::Single(product));
    }
    Ok(Value::Double(product_of_matrices(&a, &b, |x, y| x * y)?))
}

fn product_of_matrices<T, U>(a: &Array<T>, b: &Array<T>, multiply: impl Fn(&T, &T) -> U) -> Result<Array<U>> {
    // Further axes lie behind one another.
    let sizes = |array: &Array<T>| (array.dims().rows(), array.len().checked_div(array.dims().rows()).unwrap_or(0));
    let ((m, n), (p, q)) = (sizes(a), sizes(b));
    let rows = m.checked_mul(p).ok_or_else(Error::out_of_memory)?;
    let columns = n.checked_mul(q).ok_or_else(Error::out_of_memory)?;
    let dims: Dims = [rows, columns].into();
    let mut values = room(dims.checked_count()?)?;
    let (a, b) = (a.as_slice(), b.as_slice());
    for j in 0..n {
        for l in 0..q {
            for i in 0..m {
                values.extend((0..p).map(|k| multiply(&a[j * m + i], &b[l * p + k])));
            }
        }
    }
    Ok(Array::new(dims, values))
}
