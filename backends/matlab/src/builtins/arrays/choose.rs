//! Values handed on, chosen or measured: `deal`, `merge`, `common_size`, `nthargout`, `sizeof`, `isindex`.

use super::convert::size_in_bytes;
use crate::builtins::Call;
use crate::index::{self, Subscript};
use crate::value::{Dims, Value};
use crate::{Error, Result, fail};

pub fn deal(call: Call) -> Result<Vec<Value>> {
    let wanted = call.nargout.max(1);
    if let [one] = &call.args[..] {
        return Ok(vec![one.clone(); call.nargout]);
    }
    if call.args.len() != wanted {
        fail!("deal: nargin > 1 and nargin != nargout");
    }
    Ok(call.args)
}

/// `merge (mask, tval, fval)`: by one truth value, or element by element.
pub fn merge(call: Call) -> Result<Vec<Value>> {
    let [mask, yes, no] = &call.args[..] else {
        return Err(Error::invalid_call(call.name));
    };
    let (true, Some(truth)) = (mask.class() == crate::value::Class::Bool || is_number(mask), mask.to_doubles()) else {
        fail!("merge: first argument MASK must be logical");
    };
    if mask.is_scalar() {
        let chosen = if truth.as_slice()[0] != 0.0 { yes } else { no };
        return Ok(vec![chosen.clone()]);
    }
    let dims = mask.dims();
    let fits = |value: &Value| value.is_scalar() || value.dims() == dims;
    if !fits(yes) || !fits(no) {
        fail!("merge: MASK, TVAL, and FVAL dimensions must match");
    }
    if yes.class() != no.class() {
        fail!("merge: cannot merge {} with {} with array mask", yes.class().name(), no.class().name());
    }
    let kept = truth.map(|&x| x != 0.0);
    let spread = |value: &Value| {
        let places: Vec<_> = (0..dims.count()).map(|k| if value.is_scalar() { 0 } else { k }).collect();
        value.picked(&places, dims.clone())
    };
    let mut result = spread(no)?;
    let mask = Subscript::Value(Value::Bool(kept));
    let chosen = index::get(&spread(yes)?, std::slice::from_ref(&mask), None)?;
    index::set(&mut result, &[mask], chosen)?;
    Ok(vec![result])
}

fn is_number(value: &Value) -> bool {
    value.is_number_like() && !value.is_text() && !value.is_complex()
}

/// `[err, y1, y2, ...] = common_size (x1, x2, ...)`: scalars are spread to the extents of the others.
pub fn common_size(call: Call) -> Result<Vec<Value>> {
    let dims: Dims = call.args.iter().map(Value::dims).find(|dims| !dims.is_scalar()).unwrap_or_else(|| [1, 1].into());
    let fits = call.args.iter().all(|value| value.is_scalar() || value.dims() == dims);
    let mut results = vec![Value::scalar(if fits { 0.0 } else { 1.0 })];
    for value in call.args {
        results.push(if fits && value.is_scalar() {
            value.picked(&vec![0; dims.count()], dims.clone())?
        } else {
            value
        });
    }
    results.truncate(call.nargout.max(1));
    Ok(results)
}

/// `nthargout (n, function, args...)`, `nthargout (n, total, function, args...)`
pub fn nthargout(call: Call) -> Result<Vec<Value>> {
    let Call { session, args, .. } = call;
    let mut args = args.into_iter();
    let (Some(wanted), Some(next)) = (args.next(), args.next()) else {
        return Err(Error::invalid_call("nthargout"));
    };
    let numbers = wanted.to_doubles().unwrap_or_default().into_vec();
    if numbers.is_empty() || numbers.iter().any(|n| *n < 1.0 || n.fract() != 0.0 || *n > 1e6) {
        fail!("nthargout: N must be a valid vector of integers");
    }
    let is_function = |value: &Value| matches!(value, Value::Handle(_)) || value.is_text();
    let greatest = numbers.iter().fold(1.0, |a: f64, &b| a.max(b)) as usize;
    let (total, function) = if is_function(&next) {
        (greatest, Some(next))
    } else {
        (next.as_count().filter(|&n| n <= 1_000_000).unwrap_or(greatest), args.next())
    };
    let Some(function) = function.filter(is_function) else {
        fail!("nthargout: FCN must be a valid function handle");
    };
    let outputs = session.call(&function, args.collect(), total.max(greatest))?;
    let mut chosen = vec![];
    for n in &numbers {
        let Some(value) = outputs.get(*n as usize - 1) else {
            fail!("nthargout: Too many output arguments: {n}");
        };
        chosen.push(value.clone());
    }
    if let [_] = chosen[..] { Ok(chosen) } else { Ok(vec![Value::cell_row(chosen)]) }
}

pub fn sizeof(call: Call) -> Result<Vec<Value>> {
    Ok(vec![Value::scalar(size_in_bytes(&call.args[0]) as f64)])
}

/// `isindex (x, n)`: could it be a subscript of something with `n` elements?
pub fn isindex(call: Call) -> Result<Vec<Value>> {
    let extent = match call.args.get(1).map(Value::as_count) {
        None => usize::MAX,
        Some(Some(n)) => n,
        Some(None) => fail!("isindex: N must be an integer"),
    };
    let fits = index::positions(&[extent, 1].into(), std::slice::from_ref(&call.args[0])).is_ok();
    Ok(vec![Value::bool(fits)])
}
