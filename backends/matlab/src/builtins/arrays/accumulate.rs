//! Sums and other functions of elements by groups: `accumarray`, `accumdim`.

use super::fill::filled;
use crate::builtins::Call;
use crate::index::{self, Subscript};
use crate::session::Session;
use crate::value::{Array, Class, Complex64, Dims, Handle, Value};
use crate::{Error, Result, fail, ops};

/// `accumarray (subs, vals, sz, fcn, fillval)`
pub fn accumarray(call: Call) -> Result<Vec<Value>> {
    let Call { args, session, .. } = call;
    let argument = |k: usize| args.get(k).filter(|value| !value.is_empty());
    let subs = match &args[0] {
        Value::Cell(columns) => {
            let columns = columns.iter().map(|column| column.clone().full());
            let columns: Vec<_> = columns
                .map(|column| {
                    let n = column.count();
                    column.reshape([n, 1].into())
                })
                .collect();
            // Characters among them are an error below, and none of the program's texts.
            let before = ops::take_warnings();
            let subs = ops::cat(1, columns);
            ops::take_warnings();
            before.into_iter().for_each(|it| ops::warn(it.identifier, it.message));
            subs?
        }
        other => other.clone(),
    };
    let vals = &args[1];
    if vals.is_text() || !vals.is_number_like() {
        let kind = if vals.is_text() { "sq_string".into() } else { vals.kind_name() };
        fail!("accumarray: wrong type argument '{kind}'");
    }
    let groups = groups(&subs, argument(2))?;
    if vals.count() != 1 && vals.count() != groups.places.len() {
        fail!("accumarray: dimension mismatch");
    }
    let fill = argument(4).cloned();
    let reduced = match argument(3) {
        None => total(&groups, vals, fill.as_ref())?,
        Some(function) => match (name_of(function)?.as_deref(), vals.is_complex()) {
            (Some("sum"), _) => total(&groups, vals, fill.as_ref())?,
            (Some("max"), false) => extreme(&groups, vals, fill.as_ref(), f64::gt)?,
            (Some("min"), false) => extreme(&groups, vals, fill.as_ref(), f64::lt)?,
            _ => by_function(session, function, &groups, vals, fill.as_ref())?,
        },
    };
    Ok(vec![reduced])
}

/// The group of each element, and the extents of the groups.
struct Groups {
    places: Vec<usize>,
    dims: Dims,
}

/// The name of a plain handle; `None` of other handles.
///
/// # Errors
/// What is no handle.
fn name_of(function: &Value) -> Result<Option<String>> {
    match function {
        Value::Handle(handle) => Ok(match &**handle {
            Handle::Named(name) => Some(name.to_string()),
            Handle::User { .. } | Handle::Anonymous { .. } | Handle::Inline { .. } => None,
        }),
        _ => Err(Error::new("accumarray: FUNC must be a function handle")),
    }
}

fn groups(subs: &Value, size: Option<&Value>) -> Result<Groups> {
    if let Value::Complex(_) = subs {
        let reason = "subscripts must be either integers 1 to (2^63)-1 or logicals";
        return Err(Error::with_id("Octave:bad-index", format!("index (<complex matrix>,_): {reason}")));
    }
    let Some(numbers) = subs.to_doubles().filter(|_| !matches!(subs, Value::Struct(_) | Value::Handle(_))) else {
        fail!("accumarray: dimension mismatch");
    };
    let (count, axes) = match subs.dims() {
        // One row of subscripts of one element, or of several elements of one axis.
        dims if dims.rank() == 2 => (dims.rows(), dims.cols()),
        dims => (dims.rows(), dims.count().checked_div(dims.rows()).unwrap_or(0)),
    };
    if axes == 0 && count > 0 {
        fail!("accumarray: dimensions mismatch");
    }
    if numbers.iter().any(|x| x.fract() != 0.0 || *x < 1.0 || *x > 9e15) {
        fail!("accumarray: indices must be positive integers");
    }
    let column = |axis: usize| &numbers.as_slice()[axis * count..(axis + 1) * count];
    let greatest = |axis: usize| column(axis).iter().fold(0.0, |a: f64, &b| a.max(b)) as usize;
    let dims = match size.and_then(Value::to_doubles) {
        None if axes <= 1 => Dims::from([if axes == 1 { greatest(0) } else { 0 }, 1]),
        None => Dims::new(&(0..axes).map(greatest).collect::<Vec<_>>()),
        Some(size) => {
            let size: Vec<_> = size.iter().map(|&x| x.max(0.0) as usize).collect();
            if size.len() < 2 {
                fail!("accumarray: needs at least 2 dimensions");
            }
            if axes > 1 && size.len() != axes {
                fail!("accumarray: dimensions mismatch");
            }
            Dims::new(&size)
        }
    };
    // Lists of members are the largest that a group needs.
    crate::value::room::<Vec<usize>>(dims.checked_count()?)?;
    let mut places = vec![0; count];
    let mut stride = 1;
    for axis in 0..axes {
        let extent = if axes == 1 { dims.count() } else { dims.get(axis) };
        for (place, &x) in places.iter_mut().zip(column(axis)) {
            if x as usize > extent {
                if axes == 1 {
                    fail!("accumarray: index out of range");
                }
                let words: Vec<_> = (0..axes).map(|k| if k == axis { format!("{x}") } else { "_".into() }).collect();
                let place = words.join(",");
                return Err(Error::with_id(
                    "Octave:index-out-of-bounds",
                    format!("index ({place}): out of bound {extent} (dimensions are {dims})"),
                ));
            }
            *place += (x as usize - 1) * stride;
        }
        stride *= extent;
    }
    Ok(Groups { places, dims })
}

/// Which groups have no element?
fn empty_groups(groups: &Groups) -> Vec<bool> {
    let mut empty = vec![true; groups.dims.count()];
    for &place in &groups.places {
        empty[place] = false;
    }
    empty
}

fn total(groups: &Groups, vals: &Value, fill: Option<&Value>) -> Result<Value> {
    let count = groups.dims.checked_count()?;
    let at = |k: usize| if vals.count() == 1 { 0 } else { k };
    let result = if vals.is_complex() {
        let vals_array = vals.to_complex().unwrap_or_default();
        let mut sums = vec![Complex64::default(); count];
        for (k, &place) in groups.places.iter().enumerate() {
            sums[place] += vals_array.as_slice()[at(k)];
        }
        Value::Complex(Array::new(groups.dims.clone(), sums)).narrow()
    } else if let Value::Single(array) = vals {
        let mut sums = vec![0.0_f32; count];
        for (k, &place) in groups.places.iter().enumerate() {
            sums[place] += array.as_slice()[at(k)];
        }
        Value::Single(Array::new(groups.dims.clone(), sums))
    } else {
        let array = vals.to_doubles().unwrap_or_default();
        let mut sums = vec![0.0; count];
        for (k, &place) in groups.places.iter().enumerate() {
            sums[place] += array.as_slice()[at(k)];
        }
        Value::Double(Array::new(groups.dims.clone(), sums))
    };
    fill_empty(result, groups, fill)
}

fn fill_empty(mut result: Value, groups: &Groups, fill: Option<&Value>) -> Result<Value> {
    let empty = empty_groups(groups);
    if let Some(fill) = fill.filter(|fill| fill.as_scalar() != Some(0.0))
        && empty.contains(&true)
    {
        let mask = Value::Bool(Array::new(groups.dims.clone(), empty));
        index::set(&mut result, &[Subscript::Value(mask)], fill.clone())?;
    }
    Ok(result)
}

/// The greatest or least number of each group. In classes of floats, groups without a number are NaN, but zero if that is to be
/// filled in and every number is beyond it.
fn extreme(groups: &Groups, vals: &Value, fill: Option<&Value>, beats: fn(&f64, &f64) -> bool) -> Result<Value> {
    let numbers = vals.to_doubles().unwrap_or_default();
    let at = |k: usize| if vals.count() == 1 { 0 } else { k };
    let fill_number = fill.and_then(Value::as_scalar).unwrap_or(0.0);
    let class = if vals.class() == Class::Bool { Class::Double } else { vals.class() };
    let all_beyond = numbers.iter().all(|x| !beats(&0.0, x));
    let empty = if class.is_integer() || (fill_number == 0.0 && all_beyond) { fill_number } else { f64::NAN };
    let mut best = vec![f64::NAN; groups.dims.checked_count()?];
    let is_empty = empty_groups(groups);
    for (k, &place) in groups.places.iter().enumerate() {
        let x = numbers.as_slice()[at(k)];
        if best[place].is_nan() || beats(&x, &best[place]) {
            best[place] = x;
        }
    }
    for (x, is_empty) in best.iter_mut().zip(is_empty) {
        if is_empty {
            *x = empty;
        }
    }
    let result = Value::Double(Array::new(groups.dims.clone(), best));
    if class == Class::Double { Ok(result) } else { ops::convert(&result, class) }
}

fn by_function(
    session: &mut dyn Session,
    function: &Value,
    groups: &Groups,
    vals: &Value,
    fill: Option<&Value>,
) -> Result<Value> {
    let mut members: Vec<Vec<usize>> = vec![vec![]; groups.dims.checked_count()?];
    for (k, &place) in groups.places.iter().enumerate() {
        members[place].push(if vals.count() == 1 { 0 } else { k });
    }
    let mut result: Option<Value> = None;
    for (place, member) in members.iter().enumerate().filter(|(_, member)| !member.is_empty()) {
        let group = vals.picked(member, [member.len(), 1].into())?;
        let value = session.call(function, vec![group], 1)?.into_iter().next();
        let value = value.ok_or_else(|| Error::new("value on the right hand side of the assignment not defined"))?;
        if !value.is_scalar() {
            fail!("cellfun: all values must be scalars when UniformOutput = true");
        }
        let result = match &mut result {
            Some(result) => result,
            None => result.insert(blank(&value, &groups.dims)?),
        };
        index::set(result, &[(place as f64 + 1.0).into()], value)?;
    }
    let result = match result {
        Some(result) => result,
        None => filled(groups.dims.clone(), Class::Double, 0.0)?,
    };
    if let Value::Cell(_) = result { Ok(result) } else { fill_empty(result, groups, fill) }
}

/// Zeros or empty cells for results of a value's class.
fn blank(value: &Value, dims: &Dims) -> Result<Value> {
    match value {
        Value::Cell(_) => Ok(Value::cell(Array::try_filled(dims.clone(), Value::empty())?)),
        Value::Char(_) => Err(Error::new("zeros: invalid class name")),
        other => filled(dims.clone(), other.class(), 0.0),
    }
}

/// `accumdim (subs, vals, dim, n, fcn, fillval)`: slices of an array by groups.
pub fn accumdim(call: Call) -> Result<Vec<Value>> {
    let Call { args, session, .. } = call;
    let argument = |k: usize| args.get(k).filter(|value| !value.is_empty());
    let (subs, vals) = (&args[0], &args[1]);
    if !subs.dims().is_vector() {
        fail!("accumdim: SUBS must be a subscript vector");
    }
    let numbers = subs.to_doubles().unwrap_or_default();
    if numbers.iter().any(|x| x.fract() != 0.0 || *x < 1.0 || *x > 9e15) {
        fail!("accumdim: indices must be positive integers");
    }
    let greatest = numbers.iter().fold(0.0, |a: f64, &b| a.max(b)) as usize;
    let dims = vals.dims();
    let axis = match argument(2).map(Value::as_count) {
        None => dims.first_long(),
        Some(Some(axis)) if (1..=1_000_000).contains(&axis) => axis - 1,
        Some(_) => fail!("accumdim: DIM must be a valid dimension"),
    };
    let count = match argument(3).and_then(Value::as_count) {
        None | Some(0) => greatest,
        Some(n) if n < greatest => fail!("accumdim: N index out of range"),
        Some(n) => n,
    };
    if numbers.len() != dims.get(axis) {
        fail!("accumdim: dimension mismatch");
    }
    let fill = argument(5).cloned().unwrap_or_else(|| Value::scalar(0.0));
    let slices = Slices { numbers: numbers.as_slice(), vals, axis, count };
    slices.reduce(session, argument(4), &fill).map(|value| vec![value])
}

struct Slices<'a> {
    numbers: &'a [f64],
    vals: &'a Value,
    axis: usize,
    count: usize,
}

impl Slices<'_> {
    fn reduce(&self, session: &mut dyn Session, function: Option<&Value>, fill: &Value) -> Result<Value> {
        let mut parts = vec![];
        let slice = self.vals.dims().with(self.axis, 1);
        for group in 1..=self.count {
            let member: Vec<_> =
                self.numbers.iter().enumerate().filter(|(_, x)| **x == group as f64).map(|(k, _)| k).collect();
            if member.is_empty() {
                let mut part = filled(slice.clone(), Class::Double, 0.0)?;
                index::set(&mut part, &[Subscript::Colon], fill.clone())?;
                parts.push(part);
                continue;
            }
            let members = super::places::along(self.vals, self.axis, member)?;
            parts.push(self.of_group(session, function, members)?);
        }
        ops::cat(self.axis, parts)
    }

    fn of_group(&self, session: &mut dyn Session, function: Option<&Value>, members: Value) -> Result<Value> {
        let axis = Value::scalar(self.axis as f64 + 1.0);
        let name = function.map(name_of).transpose()?.flatten();
        let (function, args) = match (function, name.as_deref()) {
            (None, _) => (Value::text("sum"), vec![members, axis]),
            (Some(function), Some("max" | "min")) => (function.clone(), vec![members, Value::empty(), axis]),
            (Some(function), _) => (function.clone(), vec![members, axis]),
        };
        let values = session.call(&function, args, 1)?;
        values.into_iter().next().ok_or_else(|| Error::new("accumdim: FUNC gives no value"))
    }
}
