//! `sort`, `sortrows`, `issorted`, `nth_element`: stable, NaN after all numbers (before, when descending).

use super::keys::{Items, missing_last, positions_column, take, take_rows};
use crate::builtins::Call;
use crate::builtins::elementary::numeric::{Element, with_elements};
use crate::builtins::reductions::along::{map_lines, scan, unzip};
use crate::builtins::reductions::extrema::Ranked;
use crate::builtins::reductions::sums::strict_int_value;
use crate::value::{Array, CharArray, Range, Value};
use crate::{Error, Result, fail};
use std::cmp::Ordering;

#[derive(Clone, Copy, PartialEq)]
enum Mode {
    Ascending,
    Descending,
}

/// `sort(x)`, `sort(x, dim)`, `sort(x, mode)`, `sort(x, dim, mode)`; the second output has 1-based positions.
pub fn sort(call: Call) -> Result<Vec<Value>> {
    let (dimension, mode) = sort_options(&call.args[1..])?;
    let value = &call.args[0];
    let dimension = dimension.unwrap_or_else(|| value.dims().first_long());
    if let (Value::Range(range), true) = (value, call.nargout < 2 && dimension == 1) {
        return Ok(vec![Value::Range(sorted_range(*range, mode))]);
    }
    if call.nargout >= 2 && dimension >= value.dims().rank() {
        fail!("sort: invalid dimension");
    }
    if call.nargout < 2 {
        return Ok(vec![sort_values(value.clone().full(), dimension, mode)?]);
    }
    let (values, positions) = sort_with_positions(value.clone().full(), dimension, mode)?;
    Ok(vec![values, Value::Double(positions)])
}

fn sort_options(args: &[Value]) -> Result<(Option<usize>, Mode)> {
    let (mut dimension, mut mode) = (None, Mode::Ascending);
    for (k, arg) in args.iter().enumerate() {
        if let (Some(word), true) = (arg.as_text(), k == args.len() - 1) {
            mode = match word.as_str() {
                "ascend" => Mode::Ascending,
                "descend" => Mode::Descending,
                _ => fail!("sort: MODE must be either \"ascend\" or \"descend\""),
            };
            continue;
        }
        dimension = match arg.as_scalar() {
            _ if k > 0 => fail!("sort: DIM must be a valid dimension"),
            Some(dim) if dim >= 1.0 && !arg.is_text() => Some(dim as usize - 1),
            Some(_) => fail!("sort: DIM must be a valid dimension"),
            None => fail!("octave_base_value::nint_value (): wrong type argument '{}'", arg.kind_name()),
        };
    }
    Ok((dimension, mode))
}

fn sorted_range(range: Range, mode: Mode) -> Range {
    let rises = range.step > 0.0;
    if range.is_empty() || rises == (mode == Mode::Ascending) {
        return range;
    }
    let last = range.get(range.len() - 1);
    Range { base: last, step: -range.step, limit: range.base, ..range }
}

fn cannot_sort(value: &Value) -> Error {
    Error::new(format!("octave_base_value::sort (): wrong type argument '{}'", value.kind_name()))
}

fn sort_values(value: Value, dimension: usize, mode: Mode) -> Result<Value> {
    with_elements!(value, array => Ok(sort_elements(&array, dimension, mode)), other => match other {
        Value::Char(chars) => {
            let bytes = scan(&chars.bytes, dimension, |line, out| sorted_line(line, mode, out));
            Ok(Value::Char(CharArray { bytes, ..chars }))
        }
        other => sort_with_positions(other, dimension, mode).map(|pair| pair.0),
    })
}

fn sort_elements<T: Ranked>(array: &Array<T>, dimension: usize, mode: Mode) -> Value {
    T::wrap(scan(array, dimension, |line, out| sorted_line(line, mode, out)))
}

fn sorted_line<T: Ranked>(line: &[T], mode: Mode, out: &mut Vec<T>) {
    let start = out.len();
    out.extend_from_slice(line);
    out[start..].sort_by(|&a, &b| directed(missing_last(a, b), mode));
}

fn directed(order: Ordering, mode: Mode) -> Ordering {
    if mode == Mode::Ascending { order } else { order.reverse() }
}

fn sort_with_positions(value: Value, dimension: usize, mode: Mode) -> Result<(Value, Array<f64>)> {
    with_elements!(value, array => Ok(sort_pairs(&array, dimension, mode)), other => match other {
        Value::Char(chars) => {
            let pairs = scan(&chars.bytes, dimension, |line, out| sorted_pairs(line, mode, out));
            let (bytes, positions) = unzip(&pairs);
            Ok((Value::Char(CharArray { bytes, ..chars }), positions))
        }
        Value::Cell(cells) => sort_texts(&cells, dimension, mode),
        other => Err(cannot_sort(&other)),
    })
}

fn sort_pairs<T: Ranked>(array: &Array<T>, dimension: usize, mode: Mode) -> (Value, Array<f64>) {
    let (values, positions) = unzip(&scan(array, dimension, |line, out| sorted_pairs(line, mode, out)));
    (T::wrap(values), positions)
}

/// Appends the elements in order, with 1-based positions.
fn sorted_pairs<T: Ranked>(line: &[T], mode: Mode, out: &mut Vec<(T, f64)>) {
    let start = out.len();
    out.extend(line.iter().enumerate().map(|(k, &x)| (x, k as f64 + 1.0)));
    out[start..].sort_by(|a, b| directed(missing_last(a.0, b.0), mode));
}

fn sort_texts(cells: &Array<Value>, dimension: usize, mode: Mode) -> Result<(Value, Array<f64>)> {
    let texts: Option<Vec<&[u8]>> = cells.iter().map(Value::as_bytes).collect();
    let Some(texts) = texts else { fail!("sort: only cell arrays of character strings may be sorted") };
    let numbers = Array::new(cells.dims().clone(), (0..texts.len()).collect::<Vec<_>>());
    let order = scan(&numbers, dimension, |line, out| {
        let mut pairs: Vec<(usize, usize)> = line.iter().copied().enumerate().collect();
        pairs.sort_by(|a, b| directed(texts[a.1].cmp(texts[b.1]), mode));
        out.extend(pairs.into_iter().map(|(k, number)| (number, k as f64 + 1.0)));
    });
    let (numbers, positions) = unzip(&order);
    let sorted = take(&Value::cell(cells.clone()), numbers.as_slice(), numbers.dims().clone());
    Ok((sorted, positions))
}

/// `sortrows(a)`, `sortrows(a, c)`: negative columns are descending.
///
/// # Errors
/// Columns that `a` does not have.
pub fn sort_rows(call: Call) -> Result<Vec<Value>> {
    let value = &call.args[0];
    let columns = match call.args.get(1) {
        None => (1..=value.dims().cols() as i64).collect(),
        Some(c) => columns_of(c, value.dims().cols())?,
    };
    let Some(items) = Items::rows(value) else {
        return Ok(vec![value.clone(), positions_column(&(0..value.dims().rows()).collect::<Vec<_>>())]);
    };
    let mut order: Vec<usize> = (0..items.len()).collect();
    order.sort_by(|&i, &j| {
        let mut orders = columns.iter().map(|&column| {
            let order = items.compare_column(column.unsigned_abs() as usize - 1, i, j);
            if column < 0 { order.reverse() } else { order }
        });
        orders.find(|order| order.is_ne()).unwrap_or(Ordering::Equal)
    });
    Ok(vec![take_rows(value, &order), positions_column(&order)])
}

fn columns_of(c: &Value, width: usize) -> Result<Vec<i64>> {
    let numbers = c.to_doubles().unwrap_or_default();
    let mut columns = vec![];
    for &x in numbers.iter() {
        if x.fract() != 0.0 {
            let place = crate::builtins::reductions::sums::short_number(x.abs());
            let message = format!("A(_,{place}): subscripts must be either integers 1 to (2^63)-1 or logicals");
            return Err(Error::with_id("Octave:invalid-index", message));
        }
        if x == 0.0 || x.abs() > width as f64 {
            fail!("sortrows: all elements of C must be in the range [1, columns (A)]");
        }
        columns.push(x as i64);
    }
    Ok(columns)
}

/// `issorted(x)`, `issorted(x, mode)`, `issorted(x, "rows", mode)`.
pub fn is_sorted(call: Call) -> Result<Vec<Value>> {
    let words: Vec<String> = call.args[1..].iter().filter_map(Value::as_text).collect();
    let rows = words.iter().any(|word| word == "rows");
    let (mut rises, mut falls) = (true, false);
    for word in words.iter().filter(|word| *word != "rows") {
        (rises, falls) = match word.as_str() {
            "ascend" | "ascending" if word == "ascend" => (true, false),
            "descend" => (false, true),
            "either" => (true, true),
            _ => fail!("issorted: MODE must be \"ascend\", \"descend\", or \"either\""),
        };
    }
    let value = &call.args[0];
    if !rows && !value.dims().is_vector() && !value.is_empty() {
        fail!("issorted: needs a vector");
    }
    let items = if rows { Items::rows(value) } else { Items::elements(value) };
    let Some(items) = items else { return Err(cannot_sort(value)) };
    let ordered = |wrong: Ordering| (1..items.len()).all(|k| items.compare(k - 1, k) != wrong);
    Ok(vec![Value::bool(rises && ordered(Ordering::Greater) || falls && ordered(Ordering::Less))])
}

/// `nth_element(x, n, dim)`.
///
/// # Errors
/// Positions that do not exist, or that are no contiguous range.
pub fn nth_element(call: Call) -> Result<Vec<Value>> {
    let value = call.args[0].clone().full();
    let dimension = match call.args.get(2) {
        None => value.dims().first_long(),
        Some(dim) => match strict_int_value(dim)? {
            dim if dim >= 1 => dim as usize - 1,
            _ => fail!("nth_element: DIM must be a valid dimension"),
        },
    };
    let numbers = call.args[1].to_doubles().unwrap_or_default();
    if value.is_empty() {
        return Ok(vec![value]);
    }
    let n = wanted(numbers.as_slice(), value.dims().get(dimension))?;
    with_elements!(value, array => Ok(vec![pick_sorted(&array, dimension, &n)]), other => Err(Error::new(format!(
        "nth_element: invalid input data class: {}", other.class().name()
    ))))
}

/// The 0-based positions that are asked for.
fn wanted(numbers: &[f64], extent: usize) -> Result<Vec<usize>> {
    let steps: Vec<f64> = numbers.windows(2).map(|pair| pair[1] - pair[0]).collect();
    if !steps.iter().all(|&step| step == 1.0) && !steps.iter().all(|&step| step == -1.0) {
        fail!("nth_element: n must be a scalar or a contiguous range");
    }
    let mut wanted = vec![];
    for &n in numbers {
        if n < 1.0 || n.fract() != 0.0 {
            let number = crate::builtins::reductions::sums::short_number(n);
            fail!(
                "nth_element: invalid index index {number}: subscripts must be either integers 1 to (2^63)-1 or logicals"
            );
        }
        if n > extent as f64 {
            fail!("nth_element: invalid element index");
        }
        wanted.push(n as usize - 1);
    }
    Ok(wanted)
}

fn pick_sorted<T: Ranked + Element>(array: &Array<T>, dimension: usize, positions: &[usize]) -> Value {
    T::wrap(map_lines(array, dimension, positions.len(), |line, out| {
        let mut sorted = line.to_vec();
        sorted.sort_by(|&a, &b| missing_last(a, b));
        out.extend(positions.iter().map(|&k| sorted[k]));
    }))
}
