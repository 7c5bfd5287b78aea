//! Runs clang with the plugin and reads what it wrote. No analysis: the tables come back as they are.

use crate::ast::Unit;
use std::ffi::OsStr;
use std::fs::File;
use std::io::BufReader;
use std::path::{Path, PathBuf};
use std::process::Command;

#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    #[error("cannot read the syntax tree {path}: {source}")]
    Io { path: PathBuf, source: std::io::Error },
    #[error("the syntax tree {path} is malformed: {source}")]
    Json { path: PathBuf, source: serde_json::Error },
    #[error("the syntax tree {path} is malformed: {what}")]
    Table { path: PathBuf, what: String },
}

/// The clang plugin: beside an installed or freshly built executable, else where this crate's build left it.
pub fn plugin_path() -> PathBuf {
    const LIBRARY: &str = "lib/raddle/libraddle_ast.so";
    let executable = std::env::current_exe().and_then(std::fs::canonicalize).unwrap_or_default();
    let candidates = executable.ancestors().skip(1).take(2).map(|dir| dir.join(LIBRARY));
    candidates.into_iter().find(|path| path.is_file()).unwrap_or_else(|| PathBuf::from(env!("RADDLE_AST_PLUGIN")))
}

/// Adds the arguments that make this clang process write `out` besides what it does anyway.
pub fn export_arguments(command: &mut Command, out: &Path) {
    let mut load = std::ffi::OsString::from("-fplugin=");
    load.push(plugin_path());
    let mut target = std::ffi::OsString::from("-fplugin-arg-raddle-ast-out=");
    target.push::<&OsStr>(out.as_ref());
    command.arg(load).arg(target);
}

/// Reads the tables that the plugin wrote.
pub fn read(path: &Path) -> Result<Unit, ReadError> {
    let file = File::open(path).map_err(|source| ReadError::Io { path: path.into(), source })?;
    let unit: Unit = serde_json::from_reader(BufReader::with_capacity(1 << 20, file))
        .map_err(|source| ReadError::Json { path: path.into(), source })?;
    check(&unit).map_err(|what| ReadError::Table { path: path.into(), what })?;
    Ok(unit)
}

/// Roots must be in range, so that a truncated or foreign file is an error here and not a panic later.
fn check(unit: &Unit) -> Result<(), String> {
    let in_range = |what: &str, id: u32, len: usize| match (id as usize) < len {
        true => Ok(()),
        false => Err(format!("{what} {id} of {len}")),
    };
    for function in &unit.functions {
        in_range("function", function.0, unit.decls.len())?;
    }
    for decl in &unit.decls {
        in_range("type", decl.ty.0, unit.types.len())?;
        decl.body.map_or(Ok(()), |body| in_range("statement", body.0, unit.stmts.len()))?;
        decl.init.map_or(Ok(()), |init| in_range("expression", init.0, unit.exprs.len()))?;
        decl.params.iter().try_for_each(|param| in_range("declaration", param.0, unit.decls.len()))?;
    }
    unit.exprs.iter().try_for_each(|expr| in_range("type", expr.ty.0, unit.types.len()))
}
