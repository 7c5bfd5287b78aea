//! C functions as MLIR: `llvm.func` with the llvm, arith and math dialects, and one `region.nest` per loop nest found.
//!
//! Clang compiles every unit as well; a function that is not imported stays clang's. The imported function of `f` is
//! named `__raddle_impl_f`: the LLVM back end puts its body into clang's `f`, and everything it refers to is clang's.

mod arith;
mod builtins;
mod call;
mod cleanup;
mod expr;
mod function;
mod init;
mod nest;
mod ops;
mod place;
mod stmt;
mod symbols;
mod types;

pub use function::IMPL_PREFIX;

use crate::ast::{DeclId, SignedOverflow, StmtId, Unit};
use crate::plan;
use function::{Function, Stop};
use melior::Context;
use melior::ir::Module;
use raddle_dialects::build::Builder;
use raddle_dialects::{Block, Op, ir};
use std::collections::HashMap;
use symbols::Symbols;

/// What to import.
pub struct Options<'a> {
    /// The nests of each function; functions without any are imported only by `force_all`.
    pub nests: &'a HashMap<DeclId, Vec<plan::Nest>>,
    /// Import every function.
    pub force_all: bool,
    /// Only functions that this accepts.
    pub only: Option<&'a dyn Fn(&str) -> bool>,
}

/// A function that became MLIR.
#[derive(Clone, Debug)]
pub struct Imported {
    pub decl: DeclId,
    /// The C name.
    pub name: String,
    /// How many `region.nest` it holds.
    pub nests: usize,
}

/// A function that stays clang's.
#[derive(Clone, Debug)]
pub struct Declined {
    pub function: String,
    /// What the importer does not handle.
    pub construct: String,
    /// `file:line:column`
    pub position: String,
}

pub struct ImportResult<'c> {
    pub module: Module<'c>,
    pub imported: Vec<Imported>,
    pub declined: Vec<Declined>,
}

/// Imports a unit. Never fails: what cannot be imported is in `declined`.
pub fn import<'c>(context: &'c Context, unit: &Unit, options: &Options<'_>) -> ImportResult<'c> {
    let unknown = melior::ir::Location::unknown(context);
    let module = Module::new(unknown);
    let mut result = ImportResult { module, imported: Vec::new(), declined: Vec::new() };
    // The handles live as long as the module, which is returned.
    let (op, block) = unsafe {
        let op = result.module.as_operation().to_raw();
        let body = melior::ir::BlockLike::to_raw(&result.module.body());
        (Op::from_raw(op), Block::from_raw(body))
    };
    let place = Builder::at_end(context, block, unknown);
    ir::set_attr(op, "llvm.data_layout", place.str(&unit.data_layout));
    ir::set_attr(op, "llvm.target_triple", place.str(&unit.triple));
    let mut symbols = Symbols::new(place);
    for id in &unit.functions {
        let decl = unit.decl(*id);
        let nests = options.nests.get(id).map_or(&[][..], Vec::as_slice);
        let is_wanted = options.only.is_none_or(|only| only(&decl.name));
        if !is_wanted || (nests.is_empty() && !options.force_all) {
            continue;
        }
        let by_stmt: HashMap<StmtId, _> = nests.iter().map(|nest| (nest.stmt, nest)).collect();
        let imported = match whole_unit(unit) {
            Some(stop) => Err(stop),
            None => Function::import(unit, &mut symbols, place, decl, by_stmt),
        };
        match imported {
            Ok(nests) => result.imported.push(Imported { decl: *id, name: decl.name.clone(), nests }),
            Err(stop) => result.declined.push(declined(unit, &decl.name, stop)),
        }
    }
    result
}

fn declined(unit: &Unit, function: &str, stop: Stop) -> Declined {
    Declined { function: function.to_string(), construct: stop.construct, position: unit.position(stop.loc) }
}

/// What makes a whole unit clang's business.
fn whole_unit(unit: &Unit) -> Option<Stop> {
    if unit.signed_overflow == SignedOverflow::Traps {
        return Some(Stop { construct: "-ftrapv".into(), loc: Default::default() });
    }
    let is_fenv = |text: &str| text.starts_with("STDC FENV_ACCESS") && !text.ends_with("OFF");
    let (loc, text) = unit.pragmas.iter().find(|(_, text)| is_fenv(text))?;
    Some(Stop { construct: format!("#pragma {text}"), loc: *loc })
}
