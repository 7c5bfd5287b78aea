//! `fftfilt`, `freqz`, `periodogram`.

use super::dft::{Direction, transform_real};
use crate::builtins::Call;
use crate::value::{Array, Complex64};
use crate::{Error, Result, Value, fail};
use std::f64::consts::PI;

fn reals(value: &Value, message: &str) -> Result<Array<f64>> {
    value.clone().full().to_doubles().ok_or_else(|| Error::new(message))
}

/// `fftfilt(b, x)`, `fftfilt(b, x, n)`: each column of `x` through the filter `b`.
pub fn fftfilt(call: Call) -> Result<Vec<Value>> {
    let (b, x) = (&call.args[0], &call.args[1]);
    if b.is_empty() || !b.dims().is_vector() {
        fail!("fftfilt: B must be a vector");
    }
    let b = reals(b, "fftfilt: B must be a vector")?;
    let x = reals(x, "fftfilt: X must be numeric")?;
    let dims = x.dims().clone();
    let rows = if dims.rows() == 1 { dims.cols() } else { dims.rows() };
    let mut y = vec![0.0; x.len()];
    for (line, chunk) in x.as_slice().chunks(rows.max(1)).enumerate() {
        for k in 0..chunk.len() {
            let sum: f64 = b.iter().take(k + 1).enumerate().map(|(j, b)| b * chunk[k - j]).sum();
            y[line * rows + k] = sum;
        }
    }
    Ok(vec![Value::Double(Array::new(dims, y))])
}

/// `[h, w] = freqz(b, a, n)`, with `"whole"` and a sampling rate, or at given frequencies.
pub fn freqz(call: Call) -> Result<Vec<Value>> {
    if call.nargout == 0 {
        fail!("no graphics toolkits are available!");
    }
    let b = reals(&call.args[0], "freqz: B must be numeric")?;
    let a = match call.args.get(1) {
        Some(a) if !a.is_empty() => reals(a, "freqz: A must be numeric")?,
        _ => Array::scalar(1.0),
    };
    let (mut whole, mut rate, mut points) = (false, 2.0 * PI, None);
    for (position, option) in call.args.iter().enumerate().skip(2) {
        match option.as_text().filter(|_| option.is_text()).as_deref() {
            Some("whole") => whole = true,
            Some(_) => whole = false,
            None if position == 2 && !option.is_empty() => points = Some(option),
            None => rate = option.as_scalar().unwrap_or(rate),
        }
    }
    if let Some(frequencies) = points.filter(|points| !points.is_scalar()) {
        let w = reals(frequencies, "freqz: W must be numeric")?;
        let h = w.map(|&w| response(&b, 2.0 * PI * w / rate) / response(&a, 2.0 * PI * w / rate));
        return Ok(vec![Value::Complex(h).narrow(), Value::Double(w)]);
    }
    let n = points.and_then(Value::as_count).unwrap_or(512);
    if n == 0 || n > 1 << 30 {
        fail!("freqz: N must be a positive integer");
    }
    let span = if whole { n } else { 2 * n };
    let w: Vec<f64> = (0..n).map(|k| rate * k as f64 / span as f64).collect();
    let (hb, ha) = (folded_spectrum(&b, span), folded_spectrum(&a, span));
    let h: Vec<Complex64> = hb.iter().zip(&ha).take(n).map(|(b, a)| b / a).collect();
    Ok(vec![Value::Complex(Array::column(h)).narrow(), Value::column(w)])
}

/// The transform of a polynomial at `n` points of the circle; longer ones are folded.
fn folded_spectrum(c: &Array<f64>, n: usize) -> Vec<Complex64> {
    let mut folded = vec![0.0; n];
    for (k, c) in c.iter().enumerate() {
        folded[k % n] += c;
    }
    transform_real(&folded, Direction::Forward)
}

fn response(c: &Array<f64>, w: f64) -> Complex64 {
    c.iter().enumerate().map(|(k, &c)| c * Complex64::from_polar(1.0, -w * k as f64)).sum()
}

/// `[p, w] = periodogram(x, window, n, rate)`: the one-sided spectral density of a real signal.
pub fn periodogram(call: Call) -> Result<Vec<Value>> {
    if call.nargout == 0 {
        fail!("no graphics toolkits are available!");
    }
    let x = reals(&call.args[0], "periodogram: X must be a real or complex vector")?;
    if !x.dims().is_vector() || x.is_empty() {
        fail!("periodogram: X must be a real or complex vector");
    }
    let window = match call.args.get(1) {
        Some(window) if !window.is_empty() => {
            let window = reals(window, "periodogram: WIN must be a vector of length N")?;
            if window.len() != x.len() {
                fail!("periodogram: WIN must be a vector of length N");
            }
            window.as_slice().to_vec()
        }
        _ => vec![1.0; x.len()],
    };
    let n = match call.args.get(2).filter(|n| !n.is_empty()) {
        Some(n) => match n.as_count() {
            Some(n) if n > 0 && n < 1 << 30 => n,
            _ => fail!("periodogram: NFFT must be an integer"),
        },
        None => x.len().next_power_of_two().max(256),
    };
    let rate = call.args.get(3).and_then(Value::as_scalar);
    let mut folded = vec![0.0; n];
    for (k, (x, w)) in x.iter().zip(&window).enumerate() {
        folded[k % n] += x * w;
    }
    let spectrum: Vec<Complex64> = transform_real(&folded, Direction::Forward);
    let power: f64 = window.iter().map(|w| w * w).sum();
    let scale = power * rate.unwrap_or(2.0 * PI);
    let half = n / 2 + 1;
    let density = (0..half).map(|k| {
        let once = k == 0 || 2 * k == n;
        let size = spectrum[k].norm_sqr() / scale;
        if once { size } else { 2.0 * size }
    });
    let frequency = (0..half).map(|k| k as f64 / n as f64 * rate.unwrap_or(2.0 * PI));
    Ok(vec![Value::column(density.collect()), Value::column(frequency.collect())])
}
