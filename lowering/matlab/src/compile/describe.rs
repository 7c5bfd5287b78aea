//! What the compiler knows of a region, for a reader: `raddle emit --stage mat`. Decides nothing.

use super::emit::Emitter;
use super::fields::DOT;
use super::infer::Env;
use super::types::Known;
use crate::ast::{Slot, Stmt};
use crate::diagnostic::position;
use std::fmt::Write;

/// The region's place, and a line for each variable: its name, the type for which the code is made, how the region uses it.
pub fn region(emitter: &Emitter, entry: &Env, stmts: &[Stmt]) -> String {
    let source = &emitter.function.source;
    let path = source.path.as_deref().map_or(String::new(), |path| path.display().to_string());
    let line_of = |place: u32| position(&source.text, place).0;
    let (first, last) = (line_of(stmts[0].span.start), line_of(stmts[stmts.len() - 1].span.end.saturating_sub(1)));
    let mut text = format!("{path}:{first}-{last}, in {}:\n", emitter.function.name);
    for &slot in &emitter.used {
        let Known::Typed(ty) = emitter.known(slot) else { continue };
        let name = emitter.function.scope.names[slot.0 as usize].replace(DOT, ".");
        let _ =
            writeln!(text, "  {name}: {} {}, {}", ty.elem.describe(), ty.shape.describe(), role(emitter, entry, slot));
    }
    let _ = writeln!(text, "  loops without tests: {}", emitter.helpers.len());
    text
}

/// How a region uses a variable.
fn role(emitter: &Emitter, entry: &Env, slot: Slot) -> &'static str {
    match (entry[slot.0 as usize] != Known::Nothing, emitter.written.contains(&slot)) {
        (true, true) => "read and written",
        (true, false) => "read",
        (false, _) => "made here",
    }
}
