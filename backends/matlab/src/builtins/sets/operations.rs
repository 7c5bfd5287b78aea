//! `union`, `intersect`, `setdiff`, `setxor`, `ismember`, `powerset`. Both sets are put into one value first, so that classes mix as
//! in a concatenation.

use super::unique::{Options, groups_of, is_row, numbers, select};
use crate::builtins::Call;
use crate::builtins::search::keys::{Items, empty_like, take, take_rows};
use crate::ops;
use crate::value::{Array, Class, Dims, Value};
use crate::{Result, fail};

/// Two sets, checked, and their items as one sequence: those of `a` first.
struct Pair {
    a: Value,
    b: Value,
    joined: Value,
    items: Items,
    /// The number of items of `a`.
    count: usize,
    options: Options,
    /// Both are rows.
    as_row: bool,
}

fn pair_of(call: &Call) -> Result<Pair> {
    let name = call.name;
    let options = options_of(name, &call.args[2..])?;
    let (a, b) = checked(name, &call.args[0], &call.args[1], options)?;
    let joined = if options.rows {
        ops::cat(0, vec![a.clone(), b.clone()])?
    } else {
        ops::cat(0, vec![column(a.clone()), column(b.clone())])?
    };
    let items = if options.rows { Items::rows(&joined) } else { Items::elements(&joined) };
    let Some(items) = items else { fail!("{name}: A and B must be arrays or cell arrays of strings") };
    let count = if options.rows { a.dims().rows() } else { a.count() };
    // What an empty matrix adds to a concatenation of rows may be nothing.
    let count = count.min(items.len());
    let as_row = is_row(&a) && is_row(&b);
    Ok(Pair { a, b, joined, items, count, options, as_row })
}

fn column(value: Value) -> Value {
    let count = value.count();
    value.full().reshape([count, 1].into())
}

fn options_of(name: &str, words: &[Value]) -> Result<Options> {
    let mut options = Options::default();
    for word in words {
        match word.as_text().unwrap_or_default().as_str() {
            "rows" => options.rows = true,
            "stable" => options.stable = true,
            "sorted" => {}
            "legacy" => options.legacy = true,
            other => fail!("{name}: invalid option: {other}"),
        }
    }
    options.last = options.legacy;
    Ok(options)
}

/// Texts beside cells become cells; what cannot be compared is refused.
fn checked(name: &str, a: &Value, b: &Value, options: Options) -> Result<(Value, Value)> {
    let wrap = |value: &Value, other: &Value| match value {
        Value::Char(_) if other.class() == Class::Cell => Value::cell(Array::scalar(value.clone())),
        _ => value.clone().full(),
    };
    let (a, b) = (wrap(a, b), wrap(b, a));
    let texts = |value: &Value| matches!(value, Value::Cell(_)) && Items::elements(value).is_some();
    if texts(&a) || texts(&b) {
        if !texts(&a) || !texts(&b) {
            fail!("{name}: cell array of strings cannot be combined with a nonstring value");
        }
        if options.rows {
            fail!("{name}: cells not supported with \"rows\" flag");
        }
    } else if Items::elements(&a).is_none() || Items::elements(&b).is_none() {
        fail!("{name}: A and B must be arrays or cell arrays of strings");
    }
    if options.rows && a.dims().cols() != b.dims().cols() && !a.is_empty() && !b.is_empty() {
        fail!("{name}: number of columns in A and B must match");
    }
    Ok((a, b))
}

/// Splits 0-based numbers of joined items into those of `a` and those of `b`.
fn split(pair: &Pair, items: &[usize]) -> (Vec<usize>, Vec<usize>) {
    let (a, b): (Vec<usize>, Vec<usize>) = items.iter().partition(|&&k| k < pair.count);
    (a, b.into_iter().map(|k| k - pair.count).collect())
}

pub fn union(call: Call) -> Result<Vec<Value>> {
    let pair = pair_of(&call)?;
    let groups = groups_of(&pair.items, pair.options);
    let as_row = pair.as_row && !groups.values.is_empty();
    let result = select(&pair.joined, &groups.values, pair.options.rows, as_row);
    let (a, b) = split(&pair, &groups.first);
    let index = |items: &[usize]| match items {
        // A scalar indexed with false.
        [] if groups.first.len() == 1 => Value::empty(),
        items => numbers(items, pair.options.legacy && pair.as_row),
    };
    Ok(vec![result, index(&a), index(&b)])
}

/// The first item of each group, separately for both sets, and the value that stands for the group.
struct Side {
    first: Option<usize>,
    value: usize,
}

/// The groups with their items in `a` and in `b`.
fn sides(pair: &Pair) -> Vec<[Option<Side>; 2]> {
    let groups = groups_of(&pair.items, Options { stable: false, ..pair.options });
    let mut sides: Vec<[Option<Side>; 2]> = groups.first.iter().map(|_| [None, None]).collect();
    for (item, &group) in groups.group.iter().enumerate() {
        let side = &mut sides[group][usize::from(item >= pair.count)];
        match side {
            Some(side) => {
                side.value = item;
                if pair.options.last {
                    side.first = Some(item);
                }
            }
            None => *side = Some(Side { first: Some(item), value: item }),
        }
    }
    sides
}

pub fn intersect(call: Call) -> Result<Vec<Value>> {
    let pair = pair_of(&call)?;
    if pair.a.is_empty() || pair.b.is_empty() {
        let nothing = if pair.a.class() == Class::Cell || pair.b.class() == Class::Cell {
            Value::cell(Array::default())
        } else {
            Value::empty()
        };
        return Ok(vec![nothing, Value::empty(), Value::empty()]);
    }
    let sides = sides(&pair);
    let counts = [0, 1].map(|k| sides.iter().filter(|side| side[k].is_some()).count());
    let mut common: Vec<[usize; 3]> = sides
        .iter()
        .filter_map(|side| match side {
            [Some(a), Some(b)] => Some([b.value, a.first?, b.first? - pair.count]),
            _ => None,
        })
        .collect();
    if common.is_empty() && counts == [1, 1] && !pair.options.rows {
        let nothing = empty_like(&pair.joined, [0, 0].into());
        return Ok(vec![nothing, Value::empty(), Value::empty()]);
    }
    if pair.options.stable {
        common.sort_by_key(|entry| entry[1]);
    }
    let part = |k: usize| common.iter().map(|entry| entry[k]).collect::<Vec<_>>();
    let result = select(&pair.joined, &part(0), pair.options.rows, pair.as_row);
    let mut of_b = part(2);
    if pair.options.stable {
        of_b.sort_unstable();
    }
    let as_row = pair.options.legacy && pair.as_row;
    Ok(vec![result, numbers(&part(1), as_row), numbers(&of_b, as_row)])
}

pub fn setdiff(call: Call) -> Result<Vec<Value>> {
    let pair = pair_of(&call)?;
    let rows = pair.options.rows;
    if pair.a.is_empty() && !(rows && pair.a.dims().rows() > 0) {
        let dims: Dims = if rows || pair.a.dims() == [0, 0].into() { pair.a.dims() } else { [0, 1].into() };
        return Ok(vec![pair.a.reshape(dims), Value::empty()]);
    }
    let sides = sides(&pair);
    let in_a = sides.iter().filter(|side| side[0].is_some()).count();
    let mut kept: Vec<[usize; 2]> = sides
        .iter()
        .filter_map(|side| match side {
            [Some(a), None] => Some([a.value, a.first?]),
            _ => None,
        })
        .collect();
    if pair.options.stable {
        kept.sort_by_key(|entry| entry[1]);
    }
    let values: Vec<usize> = kept.iter().map(|entry| if pair.options.stable { entry[1] } else { entry[0] }).collect();
    let first: Vec<usize> = kept.iter().map(|entry| entry[1]).collect();
    // The only element of a scalar, deleted, leaves a row.
    let deleted_scalar = in_a == 1 && kept.is_empty() && !rows;
    let as_row = is_row(&pair.a) || deleted_scalar;
    let result = select(&pair.a, &values, rows, as_row);
    Ok(vec![result, numbers(&first, deleted_scalar || pair.options.legacy && is_row(&pair.a))])
}

pub fn setxor(call: Call) -> Result<Vec<Value>> {
    let pair = pair_of(&call)?;
    let groups = groups_of(&pair.items, Options { stable: false, ..pair.options });
    let mut single: Vec<[usize; 2]> = sides(&pair)
        .into_iter()
        .zip(&groups.values)
        .filter_map(|(side, &value)| match side {
            [Some(side), None] | [None, Some(side)] => Some([value, side.first?]),
            _ => None,
        })
        .collect();
    if pair.options.stable {
        single.sort_by_key(|entry| entry[1]);
    }
    let values: Vec<usize> = single.iter().map(|entry| entry[0]).collect();
    let first: Vec<usize> = single.iter().map(|entry| entry[1]).collect();
    let as_row = if pair.a.is_empty() || pair.b.is_empty() {
        (is_row(&pair.a) || is_row(&pair.b)) && !values.is_empty()
    } else {
        pair.as_row
    };
    let result = select(&pair.joined, &values, pair.options.rows, as_row);
    let (a, b) = split(&pair, &first);
    let index = |items: &[usize], set: &Value| match items {
        [] if set.is_empty() || first.len() == 1 => Value::empty(),
        items => numbers(items, pair.options.legacy && pair.as_row),
    };
    Ok(vec![result, index(&a, &pair.a), index(&b, &pair.b)])
}

/// `ismember(a, s)`: which elements (rows) of `a` are in `s`, and the last place of each there.
pub fn ismember(call: Call) -> Result<Vec<Value>> {
    let text = call.args[0].is_text() && call.args[1].class() == Class::Cell;
    let pair = pair_of(&call)?;
    let groups = groups_of(&pair.items, Options::default());
    let mut last = vec![0.0; groups.first.len()];
    for (item, &group) in groups.group.iter().enumerate().skip(pair.count) {
        last[group] = (item - pair.count) as f64 + 1.0;
    }
    let found: Vec<f64> = groups.group[..pair.count].iter().map(|&group| last[group]).collect();
    let dims: Dims = match (text, pair.options.rows) {
        (true, _) => [1, 1].into(),
        (false, true) => [found.len(), 1].into(),
        (false, false) => pair.a.dims(),
    };
    let found = Array::new(dims, found);
    Ok(vec![Value::Bool(found.map(|&k| k != 0.0)), Value::Double(found)])
}

/// `powerset(a)`: a cell row of all subsets; the first element changes fastest. `powerset(a, 'rows')`: a cell column of sets of rows.
///
/// # Errors
/// Sets of more than 25 elements.
pub fn powerset(call: Call) -> Result<Vec<Value>> {
    let value = call.args[0].clone().full();
    let rows = match call.args.get(1) {
        None => false,
        Some(word) if word.as_text().as_deref() == Some("rows") => true,
        Some(_) => fail!("powerset: optional second argument must be \"rows\""),
    };
    let items = if rows { Items::rows(&value) } else { Items::elements(&value) };
    let Some(items) = items else {
        fail!("powerset: A must be an array or cell array of strings");
    };
    if items.len() == 0 {
        return Ok(vec![Value::cell(Array::default())]);
    }
    let values = groups_of(&items, Options::default()).values;
    if values.len() > 25 {
        fail!("out of memory or dimension too large for Octave's index type");
    }
    let subsets = (0_u64..1 << values.len()).map(|mask| {
        let chosen: Vec<usize> =
            values.iter().enumerate().filter(|(k, _)| mask >> k & 1 == 1).map(|(_, &item)| item).collect();
        match rows {
            true => take_rows(&value, &chosen),
            false => take(&value, &chosen, [1, chosen.len()].into()),
        }
    });
    let subsets = Array::row(subsets.collect());
    let dims = if rows { [subsets.len(), 1] } else { [1, subsets.len()] };
    Ok(vec![Value::cell(subsets.reshape(dims.into()))])
}
