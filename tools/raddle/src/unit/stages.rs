//! The stages as functions: read and raise, import, passes, the polyhedral text. Each turns a failure into an error value.

use crate::compile::{Fallback, Nest, Report};
use crate::error::{Error, Result};
use melior::Context;
use melior::ir::Module;
use melior::ir::operation::OperationLike;
use raddle_c::ast::{DeclId, Unit};
use raddle_c::import::{self, Options};
use raddle_c::plan::{self, Declined};
use raddle_c::{raise, read};
use raddle_dialects::{diagnostics, ir, pass};
use regex::Regex;
use std::collections::HashMap;
use std::path::Path;

/// Which functions to import.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Imports {
    /// Those that hold a loop nest.
    WithNests,
    All,
}

/// A unit's syntax tree and the loop nests found in it.
pub struct Frontend {
    unit: Unit,
    nests: HashMap<DeclId, Vec<plan::Nest>>,
    declined: Vec<(DeclId, Declined)>,
    only: Option<Regex>,
}

impl Frontend {
    pub fn read(syntax_tree: &Path, only: Option<&str>) -> Result<Frontend> {
        let unit = read::read(syntax_tree).map_err(super::internal)?;
        let only = only.map(Regex::new).transpose().map_err(super::internal)?;
        let mut front = Frontend { unit, nests: HashMap::new(), declined: vec![], only };
        for &function in &front.unit.functions {
            if !front.wanted(&front.unit.decl(function).name) {
                continue;
            }
            let (nests, declined) = raise::nests(&front.unit, function);
            front.declined.extend(declined.into_iter().map(|it| (function, it)));
            if !nests.is_empty() {
                front.nests.insert(function, nests);
            }
        }
        Ok(front)
    }

    fn wanted(&self, function: &str) -> bool {
        self.only.as_ref().is_none_or(|only| only.is_match(function))
    }

    pub fn has_nests(&self) -> bool {
        !self.nests.is_empty()
    }

    /// The loops that are no candidates, with the reason.
    pub fn host_loops(&self) -> Vec<Nest> {
        let nest = |(function, declined): &(DeclId, Declined)| {
            self.host_nest(*function, declined.stmt, declined.reason.clone())
        };
        self.declined.iter().map(nest).collect()
    }

    fn host_nest(&self, function: DeclId, stmt: raddle_c::ast::StmtId, reason: String) -> Nest {
        let loc = self.unit.stmt(stmt).loc;
        let file = self.unit.files.get(loc.0 as usize).map_or("<unknown>", String::as_str);
        let function = self.unit.decl(function).name.clone();
        Nest { source: format!("{file}:{}", loc.1), function, verdict: "host".into(), reason }
    }

    pub fn import<'c>(&self, context: &'c Context, what: Imports) -> Imported<'c> {
        let only = |name: &str| self.wanted(name);
        let options = Options { nests: &self.nests, force_all: what == Imports::All, only: Some(&only) };
        let result = import::import(context, &self.unit, &options);
        let fallback = result.declined.into_iter();
        let fallback: Vec<Fallback> = fallback
            .map(|it| Fallback { function: it.function, construct: it.construct, source: it.position })
            .collect();
        let host = self.nests_of_declined(&fallback);
        Imported { module: result.module, n_functions: result.imported.len() as u64, fallback, host }
    }

    /// Nests of functions that stay clang's.
    fn nests_of_declined(&self, fallback: &[Fallback]) -> Vec<Nest> {
        let reason = |function: &DeclId| {
            let name = &self.unit.decl(*function).name;
            let it = fallback.iter().find(|it| it.function == *name)?;
            Some(format!("the function is left to clang: {} at {}", it.construct, it.source))
        };
        let of_function = |(function, nests): (&DeclId, &Vec<plan::Nest>)| {
            let reason = reason(function)?;
            Some(nests.iter().map(|nest| self.host_nest(*function, nest.stmt, reason.clone())).collect::<Vec<_>>())
        };
        self.nests.iter().filter_map(of_function).flatten().collect()
    }
}

/// A module and what was left to clang.
pub struct Imported<'c> {
    module: Module<'c>,
    n_functions: u64,
    fallback: Vec<Fallback>,
    host: Vec<Nest>,
}

impl<'c> Imported<'c> {
    pub fn into_module(self) -> Module<'c> {
        self.module
    }

    pub fn add_to(self, report: &mut Report) -> Module<'c> {
        report.imported += self.n_functions;
        report.fallback.extend(self.fallback);
        report.nests.extend(self.host);
        self.module
    }
}

/// Runs passes over the module; what they report as errors is the error.
pub fn pass_pipeline(context: &Context, module: &mut Module<'_>, passes: &str) -> Result<()> {
    let pipeline = format!("builtin.module({passes})");
    let (result, messages) = diagnostics::capture(context, || pass::run_pipeline(module, &pipeline));
    result.map_err(|error| {
        let errors = messages.iter().filter(|it| it.severity == diagnostics::Severity::Error).map(ToString::to_string);
        Error::Internal(std::iter::once(error.to_string()).chain(errors).collect::<Vec<_>>().join("\n"))
    })
}

pub fn module_text(module: &Module<'_>) -> Result<String> {
    raddle_dialects::text::print(ir::root(module)).map_err(super::internal)
}

/// Domains, accesses, dependences and schedules of every nest, in isl's notation.
pub fn poly_text(module: &Module<'_>) -> Result<String> {
    let mut text = String::new();
    for nest in ir::find_all(ir::root(module), "region.nest") {
        let place = ir::file_line_col(nest.location()).map_or_else(|| "unknown".into(), |at| at.to_string());
        let function = ir::str_attr(nest, "function").unwrap_or("unknown");
        text += &format!("# nest in {function} at {place}\n");
        let extracted = raddle_region::extract::extract(nest);
        let analysis = raddle_poly::analysis::Analysis::new(&extracted.model).and_then(|analysis| analysis.text());
        text += &analysis.unwrap_or_else(|error| format!("# no analysis: {error}\n"));
        text.push('\n');
    }
    Ok(text)
}
