//! `unique`: the elements or rows of a value without repetitions. The last of equal ones stands for them.

use crate::builtins::Call;
use crate::builtins::search::keys::{Items, take, take_rows};
use crate::value::{Class, Dims, Value};
use crate::{Result, fail};

/// The words after the value.
#[derive(Clone, Copy, Default)]
pub struct Options {
    pub rows: bool,
    pub stable: bool,
    pub last: bool,
    pub legacy: bool,
}

/// The groups of equal items, by 0-based number.
pub struct Groups {
    /// One item of each group, in the order of the result.
    pub values: Vec<usize>,
    /// The first (or last) item of each group.
    pub first: Vec<usize>,
    /// The group of each item.
    pub group: Vec<usize>,
}

/// # Errors
/// Values without an order, unknown options.
pub fn unique(call: Call) -> Result<Vec<Value>> {
    let value = call.args[0].clone().full();
    let mut options = options_of(&call.args[1..])?;
    if options.rows && value.class() == Class::Cell {
        let warning = b"warning: unique: \"rows\" is ignored for cell arrays\n";
        call.session.write_error(warning);
        options.rows = false;
    }
    let Some(items) = (if options.rows { Items::rows(&value) } else { Items::elements(&value) }) else {
        fail!("unique: X must be an array or cell array of strings");
    };
    if value.is_empty() && !(options.rows && value.dims().rows() > 0) {
        return Ok(vec![empty_result(value, options), Value::empty(), Value::empty()]);
    }
    let groups = groups_of(&items, options);
    let result = select(&value, &groups.values, options.rows, is_row(&value));
    let row = options.legacy && is_row(&value) && !options.rows;
    let third = if options.stable { Value::empty() } else { numbers(&groups.group, row) };
    if options.stable && call.nargout > 2 {
        call.session.write_error(b"warning: unique: third output J is not yet implemented\n");
    }
    Ok(vec![result, numbers(&groups.first, row), third])
}

fn options_of(words: &[Value]) -> Result<Options> {
    let mut options = Options::default();
    let (mut order, mut place) = (false, false);
    for word in words {
        let Some(word) = word.as_text() else { fail!("unique: options must be strings") };
        match word.as_str() {
            "rows" => options.rows = true,
            "stable" => (options.stable, order) = (true, true),
            "sorted" => order = true,
            "first" => place = true,
            "last" => (options.last, place) = (true, true),
            "legacy" => options.legacy = true,
            _ => fail!("unique: invalid option"),
        }
    }
    if order && place {
        fail!("unique: cannot specify \"first\"/\"last\" with \"sorted\"/\"stable\"");
    }
    options.last |= options.legacy && !place;
    Ok(options)
}

pub fn is_row(value: &Value) -> bool {
    value.dims().rank() == 2 && value.dims().rows() == 1
}

fn empty_result(value: Value, options: Options) -> Value {
    let dims = value.dims();
    let nothing: Dims = [0, 0].into();
    if options.rows || dims == nothing { value } else { value.reshape([0, 1].into()) }
}

/// The groups of equal items in ascending order, or in that of their first occurrence.
pub fn groups_of(items: &Items, options: Options) -> Groups {
    let order = items.order();
    let mut groups = Groups { values: vec![], first: vec![], group: vec![0; items.len()] };
    for (k, &item) in order.iter().enumerate() {
        let new = k == 0 || !items.equal(order[k - 1], item);
        if new {
            groups.values.push(item);
            groups.first.push(item);
        } else if let (Some(value), Some(first)) = (groups.values.last_mut(), groups.first.last_mut()) {
            *value = item;
            if options.last {
                *first = item;
            }
        }
        groups.group[item] = groups.first.len() - 1;
    }
    if options.stable {
        groups.first.sort_unstable();
        groups.values.clone_from(&groups.first);
    }
    groups
}

/// The chosen rows, or the chosen elements as a row or column.
pub fn select(value: &Value, items: &[usize], rows: bool, as_row: bool) -> Value {
    if rows {
        return take_rows(value, items);
    }
    let dims = if as_row { [1, items.len()] } else { [items.len(), 1] };
    take(value, items, dims.into())
}

/// 1-based numbers.
pub fn numbers(items: &[usize], as_row: bool) -> Value {
    let numbers = items.iter().map(|&k| k as f64 + 1.0).collect();
    if as_row { Value::row(numbers) } else { Value::column(numbers) }
}
