//! Modules to and from text or bytecode.

use melior::Context;
use melior::ir::Module;
use melior::ir::operation::{OperationLike, OperationPrintingFlags};

use crate::Op;
use crate::diagnostics::{self, Message};

/// Parses and verifies a module given as text or bytecode; `name` is what diagnostics and locations call the source.
/// Ops outside a module are put into one. On failure, what was reported.
pub fn parse<'c>(context: &'c Context, source: impl AsRef<[u8]>, name: &str) -> Result<Module<'c>, Vec<Message>> {
    let parse = || raddle_mlir_sys::text::parse_module(context, source.as_ref(), name);
    let (module, messages) = diagnostics::capture(context, parse);
    module.ok_or(messages)
}

/// Whether a text says of each operation which place of the source it comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Locations {
    /// Nothing is lost by parsing the text again.
    Kept,
    /// For readers.
    Left,
}

pub fn print(op: Op<'_>, locations: Locations) -> Result<String, melior::Error> {
    op.to_string_with_flags(OperationPrintingFlags::new().enable_debug_info(locations == Locations::Kept, false))
}

/// What [`parse`] reads again, locations included: for programs, in a fraction of the time that a text takes.
pub fn bytecode(op: Op<'_>) -> Vec<u8> {
    raddle_mlir_sys::text::bytecode(op)
}
