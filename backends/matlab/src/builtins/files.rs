//! Files by number. What is written to the streams of the program goes through its session.

use super::{Entry, entry};
use crate::session::Session;
use crate::{Result, Value, fail};

pub const TABLE: &[Entry] = &[
    entry("stderr", 0, 0, |_| Ok(vec![Value::scalar(2.0)])),
    entry("stdin", 0, 0, |_| Ok(vec![Value::scalar(0.0)])),
    entry("stdout", 0, 0, |_| Ok(vec![Value::scalar(1.0)])),
];

/// The open files.
#[derive(Default)]
pub struct Files {}

/// Writes to a stream for the function `who`: 1 is standard output, 2 standard error, 0 swallows all.
///
/// # Errors
/// Numbers of files that are not open.
pub fn write(session: &mut dyn Session, who: &str, stream: &Value, bytes: &[u8]) -> Result<()> {
    let Some(number) = stream.as_scalar().filter(|x| x.fract() == 0.0) else {
        fail!("file id must be a file object, std::string, or integer value");
    };
    match number as i64 {
        0 => {}
        1 => session.write(bytes),
        2 => session.write_error(bytes),
        other => fail!("{who}: invalid stream number = {other}"),
    }
    Ok(())
}
