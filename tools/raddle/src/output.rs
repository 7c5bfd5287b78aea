//! Standard output. A reader that went away ends the command quietly; any other failure is an error.

use crate::error::{Error, Result, describe};
use std::io::{ErrorKind, Write};

pub fn print(bytes: &[u8]) -> Result<()> {
    let mut stdout = std::io::stdout().lock();
    stdout.write_all(bytes).and_then(|()| stdout.flush()).map_err(|error| match error.kind() {
        ErrorKind::BrokenPipe => Error::OutputClosed,
        _ => Error::input(format!("cannot write to standard output: {}", describe(&error))),
    })
}
