//! Modules to and from text (or bytecode).

use melior::ir::operation::{OperationLike, OperationPrintingFlags};
use melior::ir::{Module, Operation};
use melior::{Context, StringRef};
use mlir_sys::mlirOperationCreateParse;

use crate::diagnostics::{self, Message};

/// Parses and verifies a module; `name` is what diagnostics call the source. On failure, what was reported.
pub fn parse<'c>(context: &'c Context, source: &str, name: &str) -> Result<Module<'c>, Vec<Message>> {
    let (module, messages) = diagnostics::capture(context, || {
        // MLIR wants a zero after the text.
        let source = format!("{source}\0");
        let text = StringRef::new(&source[..source.len() - 1]);
        let raw = unsafe { mlirOperationCreateParse(context.to_raw(), text.to_raw(), StringRef::new(name).to_raw()) };
        let op = (!raw.ptr.is_null()).then(|| unsafe { Operation::from_raw(raw) })?;
        Module::from_operation(op)
    });
    module.ok_or(messages)
}

/// Prints with locations, so that nothing is lost by parsing it again.
pub fn print(op: crate::Op<'_>) -> Result<String, melior::Error> {
    op.to_string_with_flags(OperationPrintingFlags::new().enable_debug_info(true, false))
}
