//! Windows: `hamming`, `hanning`, `blackman`, `bartlett`.

use crate::builtins::Call;
use crate::{Result, Value, fail};
use std::f64::consts::PI;

/// The number of points and the number of steps of a period.
fn extent(call: &Call) -> Result<(usize, f64)> {
    let m = match call.args[0].as_scalar() {
        Some(m) if call.args[0].is_scalar() && m > 0.0 && m.fract() == 0.0 && m < 1e9 => m as usize,
        _ => fail!("{}: M must be a positive integer", call.name),
    };
    let periodic = match call.args.get(1).map(|option| option.as_text().unwrap_or_default()) {
        None => false,
        Some(option) => match option.as_str() {
            "periodic" => true,
            "symmetric" => false,
            _ => fail!("{}: window type must be either \"periodic\" or \"symmetric\"", call.name),
        },
    };
    Ok((m, if periodic { m as f64 } else { m as f64 - 1.0 }))
}

fn window(call: Call, f: impl Fn(f64, f64) -> f64) -> Result<Vec<Value>> {
    let (m, steps) = extent(&call)?;
    if m == 1 {
        return Ok(vec![Value::scalar(1.0)]);
    }
    Ok(vec![Value::column((0..m).map(|k| f(k as f64, steps)).collect())])
}

/// `hamming(m)`, `hamming(m, "periodic")`
pub fn hamming(call: Call) -> Result<Vec<Value>> {
    window(call, |k, n| 0.54 - 0.46 * (2.0 * PI * k / n).cos())
}

/// `hanning(m)`, `hanning(m, "periodic")`
pub fn hanning(call: Call) -> Result<Vec<Value>> {
    window(call, |k, n| 0.5 - 0.5 * (2.0 * PI * k / n).cos())
}

/// `blackman(m)`, `blackman(m, "periodic")`
pub fn blackman(call: Call) -> Result<Vec<Value>> {
    window(call, |k, n| 0.42 - 0.5 * (2.0 * PI * k / n).cos() + 0.08 * (4.0 * PI * k / n).cos())
}

/// `bartlett(m)`
pub fn bartlett(call: Call) -> Result<Vec<Value>> {
    window(call, |k, n| {
        let rising = 2.0 * k / n;
        if k <= (n / 2.0).floor() { rising } else { 2.0 - rising }
    })
}
