//! Clocks: the time of day, stop watches, pauses.

use super::calendar::{self, EPOCH};
use super::posix;
use crate::builtins::{Call, errors};
use crate::value::{Array, Value};
use crate::{Error, Result, fail};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// Seconds since 1970.
fn seconds() -> f64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0.0, |since| since.as_secs_f64())
}

/// The day number of this moment, in local time.
fn today() -> f64 {
    local_day(seconds())
}

/// The day number of a time in seconds since 1970, in local time.
pub fn local_day(seconds: f64) -> f64 {
    (seconds + posix::offset(seconds)) / 86400.0 + EPOCH
}

pub fn time(_: Call) -> Result<Vec<Value>> {
    Ok(vec![Value::scalar(seconds())])
}

pub fn now(_: Call) -> Result<Vec<Value>> {
    Ok(vec![Value::scalar(today())])
}

pub fn date(_: Call) -> Result<Vec<Value>> {
    let [year, month, day, ..] = calendar::date(today());
    Ok(vec![Value::text(format!("{day:02}-{}-{year:04}", &calendar::MONTHS[month as usize - 1][..3]))])
}

pub fn clock(_: Call) -> Result<Vec<Value>> {
    Ok(vec![Value::row(calendar::date(today()).to_vec())])
}

/// The time of the processor: total, of the program, of the system.
pub fn cputime(_: Call) -> Result<Vec<Value>> {
    let total = posix::processor_seconds();
    Ok(vec![Value::scalar(total), Value::scalar(total), Value::scalar(0.0)])
}

pub fn tic(call: Call) -> Result<Vec<Value>> {
    if call.nargout > 0 {
        return Ok(vec![Value::U64(Array::scalar((seconds() * 1e6) as u64))]);
    }
    call.session.state().timer = Some(Instant::now());
    Ok(vec![])
}

pub fn toc(call: Call) -> Result<Vec<Value>> {
    let elapsed = match call.args.first() {
        Some(start) => match start.as_scalar() {
            Some(start) => seconds() - start / 1e6,
            None => fail!("toc: invalid ID"),
        },
        None => match call.session.state().timer {
            Some(start) => start.elapsed().as_secs_f64(),
            None => return Err(Error::new("toc: function called before timer initialization with tic()")),
        },
    };
    if call.nargout > 0 {
        return Ok(vec![Value::scalar(elapsed)]);
    }
    let text = crate::format::sprintf(b"Elapsed time is %g seconds.\n", &[Value::scalar(elapsed)])?;
    call.session.write(&text);
    Ok(vec![])
}

/// `pause(seconds)`; without an argument nobody could end it.
pub fn pause(call: Call) -> Result<Vec<Value>> {
    let Some(wanted) = call.args.first() else {
        return Ok(vec![]);
    };
    if let Some(word) = wanted.as_text().filter(|_| wanted.is_text()) {
        return match word.as_str() {
            "on" | "off" | "query" => {
                let told = &mut call.session.state().told;
                let before = if told.contains("pause off") { "off" } else { "on" };
                match word.as_str() {
                    "on" => drop(told.remove("pause off")),
                    "off" => drop(told.insert("pause off")),
                    _ => return Ok(vec![Value::text(before)]),
                }
                Ok(if call.nargout > 0 { vec![Value::text(before)] } else { vec![] })
            }
            _ => Err(Error::new("pause: first argument must be \"on\", \"off\", or \"query\"")),
        };
    }
    let Some(wanted) = wanted.to_doubles().and_then(|it| it.as_slice().first().copied()) else {
        fail!("pause: N must be a scalar real value");
    };
    if wanted.is_nan() {
        errors::warn(call.session, "", "pause: NaN is an invalid delay");
    }
    if call.session.state().told.contains("pause off") {
        return Ok(vec![]);
    }
    // Negative ones, too, end at once.
    if let Ok(wanted) = Duration::try_from_secs_f64(wanted) {
        std::thread::sleep(wanted);
    }
    Ok(vec![])
}
