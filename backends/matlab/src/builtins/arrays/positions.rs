//! Positions of elements: `find`, `nnz`, `sub2ind`, `ind2sub`.

use crate::builtins::Call;
use crate::index;
use crate::value::{Array, Complex64, Dims, Value};
use crate::{Error, Result, fail};

/// Which elements are not zero. `None` for values without numbers.
pub fn nonzero(value: &Value) -> Option<Array<bool>> {
    Some(match value {
        Value::Bool(array) => array.clone(),
        Value::Double(array) => array.map(|&x| x != 0.0),
        Value::Char(chars) => chars.bytes.map(|&byte| byte != 0),
        other => match other.to_complex() {
            Some(array) => array.map(|x| *x != Complex64::default()),
            None => return None,
        },
    })
}

/// `find (x, n, direction)`, `[i, j, v] = find (...)`.
pub fn find(call: Call) -> Result<Vec<Value>> {
    let value = &call.args[0];
    let limit = match call.args.get(1) {
        None => usize::MAX,
        Some(n) => match n.as_scalar() {
            Some(x) if x >= 0.0 && (x.fract() == 0.0 || x.is_infinite()) => x as usize,
            _ => fail!("find: N must be a non-negative integer"),
        },
    };
    let from_end = match call.args.get(2).map(|word| word.as_bytes()) {
        None | Some(Some(b"first")) => false,
        Some(Some(b"last")) => true,
        Some(_) => fail!("find: DIRECTION must be \"first\" or \"last\""),
    };
    let Some(mask) = nonzero(value) else {
        fail!("find: wrong type argument '{}'", value.kind_name());
    };
    let found = mask.iter().enumerate().filter(|(_, kept)| **kept).map(|(place, _)| place);
    let places: Vec<usize> = if from_end {
        let mut places: Vec<_> = found.rev().take(limit).collect();
        places.reverse();
        places
    } else {
        found.take(limit).collect()
    };
    outputs(value, &places, call.nargout)
}

fn outputs(value: &Value, places: &[usize], nargout: usize) -> Result<Vec<Value>> {
    let dims = value.dims();
    let count = places.len();
    let shape: Dims = if dims.rank() == 2 && dims.rows() == 1 && dims.cols() != 1 {
        [1, count].into()
    } else if dims.is_scalar() && count == 0 || dims.rows() == 0 && dims.cols() == 0 {
        [0, 0].into()
    } else {
        [count, 1].into()
    };
    let numbers = |f: &dyn Fn(usize) -> usize| {
        let values = places.iter().map(|&place| f(place) as f64 + 1.0).collect();
        Value::Double(Array::new(shape.clone(), values))
    };
    if nargout <= 1 {
        return Ok(vec![numbers(&|place| place)]);
    }
    let rows = dims.rows();
    let mut results = vec![numbers(&|place| place % rows), numbers(&|place| place / rows)];
    if nargout > 2 {
        results.push(value.picked(places, shape.clone())?);
    }
    Ok(results)
}

pub fn nnz(call: Call) -> Result<Vec<Value>> {
    let value = &call.args[0];
    let Some(mask) = nonzero(value) else {
        let kind = if let Value::Cell(_) = value { "cell array".into() } else { value.kind_name() };
        fail!("nnz: wrong type argument '{kind}'");
    };
    Ok(vec![Value::scalar(mask.iter().filter(|&&kept| kept).count() as f64)])
}

/// The extents in a vector of integers.
fn extents(name: &str, value: &Value) -> Result<Dims> {
    let numbers = value.to_doubles().unwrap_or_default();
    if numbers.is_empty() {
        fail!("{name}: dimension vector DIMS must not be empty");
    }
    if numbers.iter().any(|x| x.fract() != 0.0 || *x < 0.0) {
        fail!("{name}: dimension vector DIMS must contain integers");
    }
    let extents: Vec<_> = numbers.iter().map(|&x| x as usize).collect();
    let dims = match extents[..] {
        [n] => [n, 1].into(),
        _ => Dims::new(&extents),
    };
    dims.checked_count()?;
    Ok(dims)
}

/// `sub2ind (dims, i, j, ...)`
pub fn sub2ind(call: Call) -> Result<Vec<Value>> {
    let [dims, subscripts @ ..] = &call.args[..] else {
        return Err(Error::invalid_call("sub2ind"));
    };
    let dims = extents("sub2ind", dims)?;
    if subscripts.iter().any(|value| value.is_text() || !value.is_number_like()) {
        fail!("sub2ind: subscripts must be numeric");
    }
    let shape = subscripts.first().map(Value::dims).unwrap_or([0, 0].into());
    if subscripts.iter().any(|value| value.dims() != shape) {
        fail!("sub2ind: all subscripts must be of the same size");
    }
    let lists = index::positions(&dims, subscripts)?;
    let mut places = vec![0; shape.count()];
    let mut stride = 1;
    for (list, extent) in &lists {
        for (place, position) in places.iter_mut().zip(list) {
            *place += position * stride;
        }
        stride *= extent;
    }
    let values = places.into_iter().map(|place| place as f64 + 1.0).collect();
    Ok(vec![Value::Double(Array::new(shape, values))])
}

/// `[i, j, ...] = ind2sub (dims, index)`
pub fn ind2sub(call: Call) -> Result<Vec<Value>> {
    let [dims, value] = &call.args[..] else {
        return Err(Error::invalid_call("ind2sub"));
    };
    let dims = extents("ind2sub", dims)?;
    let value = if value.as_text().as_deref() == Some(":") { &Value::empty() } else { value };
    let count = call.nargout.max(1);
    let unbounded: Dims = [usize::MAX, 1].into();
    let list = match index::positions(&unbounded, std::slice::from_ref(value)) {
        Ok(mut lists) => lists.swap_remove(0).0,
        Err(error) => {
            let reason = error.message.replace("index (", "index ").replacen("): ", ": ", 1);
            fail!("ind2sub: invalid index {reason}");
        }
    };
    if list.iter().any(|&place| place >= dims.count()) {
        fail!("ind2sub: index out of range");
    }
    // A mask has one position for each true element.
    let shape = match value.dims() {
        dims if list.len() == dims.count() => dims,
        dims if dims.rows() == 1 => [1, list.len()].into(),
        _ => [list.len(), 1].into(),
    };
    let mut rest = list;
    let mut results = vec![];
    for axis in 0..count {
        let extent = dims.get(axis);
        let is_last = axis + 1 == count;
        let values = rest.iter().map(|&place| (if is_last { place } else { place % extent }) as f64 + 1.0).collect();
        results.push(Value::Double(Array::new(shape.clone(), values)));
        rest.iter_mut().for_each(|place| *place /= extent);
    }
    Ok(results)
}
