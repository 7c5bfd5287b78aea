//! `fftshift` and `ifftshift`: halves that change places.

use crate::builtins::Call;
use crate::index::{self, Subscript};
use crate::{Error, Result, Value, fail};

/// `fftshift(x)`, `fftshift(x, dim)`; also `ifftshift`.
pub fn fftshift(call: Call) -> Result<Vec<Value>> {
    let x = call.args[0].clone().full();
    if !x.is_number_like() {
        fail!("{}: X must be a vector or matrix", call.name);
    }
    let dims = x.dims();
    let shifted: Vec<usize> = match call.args.get(1) {
        None => (0..dims.rank()).collect(),
        Some(dim) => match dim.as_scalar() {
            Some(d) if d >= 1.0 && d.fract() == 0.0 => {
                if d > dims.rank() as f64 {
                    let text = format!("sz({d}): out of bound {} (dimensions are 1x{0})", dims.rank());
                    return Err(Error::with_id("Octave:index-out-of-bounds", text));
                }
                vec![d as usize - 1]
            }
            _ => fail!("{}: dimension DIM must be a positive integer", call.name),
        },
    };
    let subscripts: Vec<Subscript> = (0..dims.rank())
        .map(|d| {
            let n = dims.get(d);
            if !shifted.contains(&d) || n < 2 {
                return Subscript::Colon;
            }
            let start = if call.name == "fftshift" { n.div_ceil(2) } else { n / 2 };
            Subscript::Value(Value::row((0..n).map(|k| ((start + k) % n + 1) as f64).collect()))
        })
        .collect();
    Ok(vec![index::get(&x, &subscripts, None)?])
}
