//! `lookup`: positions in a sorted table. The table is not checked for its order.

use super::keys::missing_last;
use crate::builtins::Call;
use crate::value::{Array, Value};
use crate::{Result, fail};

/// What to do beyond the ends, and with values that are no member.
#[derive(Clone, Copy, Default)]
struct Options {
    left: bool,
    right: bool,
    member: bool,
    logical: bool,
}

/// `lookup(table, y, options)`: for each `y` the number of the last table entry that is not greater; 0 before the first.
///
/// # Errors
/// Tables and values that have no order.
pub fn lookup(call: Call) -> Result<Vec<Value>> {
    let word = call.args.get(2).and_then(Value::as_text).unwrap_or_default();
    let options = Options {
        left: word.contains('l'),
        right: word.contains('r'),
        member: word.contains('m'),
        logical: word.contains('b'),
    };
    let (table, y) = (&call.args[0], &call.args[1]);
    let positions = match (table, y) {
        (Value::Cell(table), y) => {
            let table = texts(table)?;
            match y {
                Value::Cell(y) => {
                    let values = texts(y)?;
                    let found = values.iter().map(|y| text_position(&table, y, options)).collect();
                    Array::new(y.dims().clone(), found)
                }
                y => Array::scalar(text_position(&table, y.as_bytes().unwrap_or_default(), options)),
            }
        }
        (table, y) => {
            let (Some(table), Some(y)) = (table.to_doubles(), y.to_doubles()) else {
                fail!("Invalid call to lookup");
            };
            y.map(|&y| position(table.as_slice(), y, options))
        }
    };
    Ok(vec![if options.logical { Value::Bool(positions.map(|&k| k != 0.0)) } else { Value::Double(positions) }])
}

fn texts(cells: &Array<Value>) -> Result<Vec<&[u8]>> {
    match cells.iter().map(Value::as_bytes).collect() {
        Some(texts) => Ok(texts),
        None => fail!("Invalid call to lookup"),
    }
}

fn text_position(table: &[&[u8]], y: &[u8], options: Options) -> f64 {
    let count = table.partition_point(|entry| *entry <= y);
    if (options.member || options.logical) && (count == 0 || table[count - 1] != y) {
        return 0.0;
    }
    bounded(count, table.len(), options)
}

/// The 1-based position of a number in an ascending or descending table.
fn position(table: &[f64], y: f64, options: Options) -> f64 {
    let falls = matches!(table, [first, .., last] if first > last);
    let count = table.partition_point(|&entry| {
        let order = missing_last(entry, y);
        if falls { order.is_ge() } else { order.is_le() }
    });
    if (options.member || options.logical) && (count == 0 || table[count - 1] != y) {
        return 0.0;
    }
    bounded(count, table.len(), options)
}

fn bounded(count: usize, length: usize, options: Options) -> f64 {
    let least = usize::from(options.left && length > 0);
    let most = if options.right && length > 0 { length - 1 } else { length };
    count.max(least).min(most.max(least)) as f64
}
