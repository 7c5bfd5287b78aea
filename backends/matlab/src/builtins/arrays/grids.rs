//! Grids of the positions that vectors say: `meshgrid`, `ndgrid`.

use super::places::combine;
use crate::builtins::Call;
use crate::value::{Dims, Value};
use crate::{Result, fail};

/// `[xx, yy, zz] = meshgrid (x, y, z)`: the first axis is that of `y`.
pub fn meshgrid(call: Call) -> Result<Vec<Value>> {
    let mut vectors: Vec<Value> = call.args;
    let is_solid = vectors.len() == 3 || call.nargout >= 3;
    while vectors.len() < if is_solid { 3 } else { 2 } {
        // What is not said is as the vector before; a third is as the second.
        vectors.extend(vectors.last().cloned());
    }
    if vectors.iter().any(|vector| !vector.dims().is_vector() || vector.is_empty()) {
        let names = if is_solid { "X, Y, and Z" } else { "X and Y" };
        fail!("meshgrid: {names} must be vectors");
    }
    vectors.swap(0, 1);
    let mut grids = along_axes(&vectors)?;
    grids.swap(0, 1);
    grids.truncate(call.nargout.max(1));
    Ok(grids)
}

/// `[x1, x2, ...] = ndgrid (v1, v2, ...)`
pub fn ndgrid(call: Call) -> Result<Vec<Value>> {
    let mut vectors: Vec<Value> = call.args;
    let wanted = call.nargout.max(1);
    if let [one] = &vectors[..] {
        vectors = vec![one.clone(); wanted];
    } else if vectors.len() < wanted {
        fail!("ndgrid: wrong number of input arguments");
    }
    if vectors.iter().any(|vector| !vector.dims().is_vector()) {
        fail!("ndgrid: arguments must be vectors");
    }
    let mut grids = along_axes(&vectors)?;
    grids.truncate(wanted);
    Ok(grids)
}

/// For each vector, the array whose element is the vector's at the place along its axis.
fn along_axes(vectors: &[Value]) -> Result<Vec<Value>> {
    let lengths: Vec<_> = vectors.iter().map(Value::count).collect();
    let dims = Dims::new(&lengths);
    let one = |(axis, vector): (usize, &Value)| {
        let axes: Vec<Vec<usize>> = lengths
            .iter()
            .enumerate()
            .map(|(k, &length)| if k == axis { (0..length).collect() } else { vec![0; length] })
            .collect();
        // Other axes have one position only in the vector, which lies along `axis`.
        let lying = Dims::new(&vec![1; lengths.len()]).with(axis, vector.count());
        vector.picked(&combine(&axes, &lying)?, dims.clone())
    };
    vectors.iter().enumerate().map(one).collect()
}
