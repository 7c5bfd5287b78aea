//! The stages as functions: read and raise, import, passes, the polyhedral text. Each turns a failure into an error value.

use crate::compile::{Fallback, Nest, Report, StubFile, Trees};
use crate::diag::{Diagnostic, Position};
use crate::error::{Error, Result};
use crate::script::{self, Functions};
use crate::unit::data;
use melior::Context;
use melior::ir::Module;
use melior::ir::operation::OperationLike;
use raddle_c::ast::{DeclId, StmtId, Unit};
use raddle_c::effects::{self, Effect};
use raddle_c::import::{self, Numerics, Options};
use raddle_c::plan::Check;
use raddle_c::{raise, read, stubs};
use raddle_dialects::text::Locations;
use raddle_dialects::{Op, diagnostics, ir, pass};
use raddle_gpu::transfers::Scheme;
use raddle_region::reduce::FloatOrder;
use raddle_region::schedules::{self, SCHEDULES};
use raddle_region::worth;
use regex::Regex;
use serde::Deserialize;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::path::Path;
use std::rc::Rc;

/// Which functions to import.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Imports {
    /// Those that hold a loop nest.
    WithNests,
    /// All, their nests as host code.
    All,
    /// All, with their nests.
    AllWithNests,
}

/// A unit's syntax tree, calls in its loops replaced by the bodies of small functions.
pub struct Frontend {
    unit: Unit,
    only: Option<Regex>,
    /// Innermost iterations of the smallest launch.
    least: u64,
    numerics: Numerics,
    /// An order of iterations for `region-schedule`.
    schedule: Option<String>,
    transfers: Scheme,
    /// Of the C text of a MATLAB program.
    script: Option<Rc<Functions>>,
}

/// What a unit is compiled for.
pub struct Wishes<'a> {
    /// Regular expression of the functions whose loops may be offloaded.
    pub only: Option<&'a str>,
    /// Innermost iterations of the smallest launch.
    pub least: u64,
    pub numerics: Numerics,
    /// An order of iterations for `region-schedule`.
    pub schedule: Option<&'a str>,
    pub transfers: Scheme,
    /// Of the C text of a MATLAB program.
    pub script: Option<Rc<Functions>>,
}

impl Frontend {
    pub fn read(trees: &Trees, wishes: &Wishes) -> Result<Frontend> {
        let mut unit = read::read(&trees.syntax_tree).map_err(super::internal)?;
        trees.stubs.iter().try_for_each(|file| add_stubs(&mut unit, file))?;
        match &trees.bodies {
            Some(file) => add_bodies(&mut unit, file)?,
            None if wishes.script.is_none() => effects::guess(&mut unit),
            None => {}
        }
        raise::prepare(&mut unit);
        Ok(Frontend {
            unit,
            only: wishes.only.map(Regex::new).transpose().map_err(super::internal)?,
            least: wishes.least,
            numerics: wishes.numerics,
            schedule: wishes.schedule.map(Into::into),
            transfers: wishes.transfers,
            script: wishes.script.clone(),
        })
    }

    /// The passes that make kernels, launches and copies.
    pub fn map(&self) -> String {
        raddle_pipeline::map(self.transfers)
    }

    /// The passes that find what may run in parallel, for code with vector registers of so many bytes.
    pub fn analyze(&self, vector: i64) -> String {
        let floats = match self.numerics {
            Numerics::Strict => FloatOrder::Source,
            Numerics::Reproducible | Numerics::Contract => FloatOrder::Tree,
            Numerics::Fast => FloatOrder::AsFlagged,
        };
        raddle_pipeline::analyze(floats, vector, self.schedule.as_deref())
    }

    /// The passes for a unit that is only compiled.
    pub fn host(&self) -> String {
        raddle_pipeline::host(self.schedule.as_deref())
    }

    /// The symbols of functions that the unit has bodies for, and of others that nobody else can see (`static`, with `alias`).
    pub fn own_symbols(&self) -> HashSet<&str> {
        let defined = self.unit.functions.iter().map(|it| self.unit.decl(*it));
        let internal = self.unit.decls.iter().filter(|it| it.is_internal);
        defined.chain(internal).map(|it| it.symbol.as_str()).collect()
    }

    fn wanted(&self, function: &str) -> bool {
        is_nests_function(function) && self.only.as_ref().is_none_or(|only| only.is_match(self.shown(function)))
    }

    /// What people call a function of the unit.
    pub fn shown<'a>(&'a self, function: &'a str) -> &'a str {
        self.script.as_ref().map_or(function, |it| it.shown(function))
    }

    /// A text of C's front end in the names and places of the source.
    fn in_source(&self, text: String) -> String {
        if self.script.is_some() { script::reason(&text) } else { text }
    }

    /// What people are told of the loops. `host` are the loops that are no nests.
    pub fn told(&self, host: Vec<Nest>, module: &Module<'_>) -> Vec<Nest> {
        let own = data::nests(module).into_iter().map(|nest| match self.script {
            Some(_) => Nest { reason: script::told(&nest.reason), ..nest },
            None => nest,
        });
        self.one_per_loop(host.into_iter().chain(own).collect())
    }

    pub fn one_per_loop(&self, nests: Vec<Nest>) -> Vec<Nest> {
        match &self.script {
            Some(functions) => functions.one_per_loop(nests),
            None => nests,
        }
    }

    /// The loops of a unit without any candidate; `None` if there is one, or if data may be on a device between calls.
    pub fn only_host_loops(&self) -> Option<Vec<Nest>> {
        if self.transfers == Scheme::Optimized && raise::calls_launching(&self.unit) {
            return None;
        }
        let mut res = Vec::new();
        for &function in self.unit.functions.iter().filter(|it| self.wanted(&self.unit.decl(**it).name)) {
            let (nests, declined) = raise::nests(&self.unit, function);
            if !nests.is_empty() {
                return None;
            }
            res.extend(declined.into_iter().map(|it| self.host_nest(function, it.stmt, self.in_source(it.reason))));
        }
        Some(self.one_per_loop(res))
    }

    /// Per nest, where it begins, its function, and what is checked before it, in C's terms.
    pub fn checks(&self) -> Vec<(Position, String, Vec<String>)> {
        let functions = self.unit.functions.iter().filter(|it| self.wanted(&self.unit.decl(**it).name));
        let nests = functions.flat_map(|it| raise::nests(&self.unit, *it).0.into_iter().map(move |nest| (*it, nest)));
        let of = |(function, nest): (DeclId, raddle_c::plan::Nest)| {
            let at = Position::parse(&self.unit.position(self.unit.stmt(nest.stmt).loc))?;
            let checks = nest.checks.iter().map(|Check::NonNegative(_, text)| match self.script {
                Some(_) => script::names(text),
                None => text.clone(),
            });
            Some((at, self.unit.decl(function).name.clone(), checks.collect()))
        };
        nests.filter_map(of).collect()
    }

    fn host_nest(&self, function: DeclId, stmt: StmtId, reason: String) -> Nest {
        let source = line_of(&self.unit.position(self.unit.stmt(stmt).loc));
        Nest { source, function: self.unit.decl(function).name.clone(), verdict: "host".into(), reason }
    }

    pub fn import<'c>(&self, context: &'c Context, what: Imports) -> Imported<'c> {
        let only = |name: &str| self.wanted(name);
        let (nests, force_all) = match what {
            Imports::WithNests => (true, false),
            Imports::All => (false, true),
            Imports::AllWithNests => (true, true),
        };
        let callers = (what == Imports::WithNests && self.transfers == Scheme::Optimized)
            .then_some(&is_nests_function as &dyn Fn(&str) -> bool);
        let options = Options { nests, force_all, only: Some(&only), callers, numerics: self.numerics };
        let result = import::import(context, &self.unit, &options);
        let least = i64::try_from(self.least).unwrap_or(i64::MAX);
        self.script.iter().for_each(|it| it.name_nests(&result.module));
        let module = ir::root(&result.module);
        ir::set_attr(
            module,
            worth::LEAST,
            melior::ir::attribute::IntegerAttribute::new(
                melior::ir::r#type::IntegerType::new(context, 64).into(),
                least,
            )
            .into(),
        );
        let left: Vec<Nest> = result.declined.iter().flat_map(|it| self.nests_left_to_clang(it)).collect();
        let fallback = result.declined.into_iter().map(|it| self.fallback(it)).collect();
        let refused = result.refused_loops.into_iter().map(|it| Nest {
            source: line_of(&it.position),
            function: it.function,
            verdict: "host".into(),
            reason: self.in_source(it.reason),
        });
        let host = refused.chain(left).collect();
        Imported { module: result.module, n_functions: result.imported.len() as u64, fallback, host }
    }

    /// `construct` and `source` are C's, but for places in a script.
    fn fallback(&self, it: import::Declined) -> Fallback {
        match self.script {
            Some(_) => Fallback {
                function: self.shown(&it.function).into(),
                construct: script::reason(&it.construct),
                source: script::without_columns(&it.position),
            },
            None => Fallback { function: it.function, construct: it.construct, source: it.position },
        }
    }

    /// The nests of a function that was not imported.
    fn nests_left_to_clang(&self, it: &import::Declined) -> Vec<Nest> {
        let function = self.unit.functions.iter().find(|other| self.unit.decl(**other).name == it.function);
        let Some(&function) = function else { return vec![] };
        let reason = self.in_source(format!("the function is left to clang: {} at {}", it.construct, it.position));
        let nests = raise::nests(&self.unit, function).0;
        nests.iter().map(|nest| self.host_nest(function, nest.stmt, reason.clone())).collect()
    }
}

/// The loops of a MATLAB program that have tests in them are clang's; the same loops without tests are nests.
fn is_nests_function(function: &str) -> bool {
    !function.contains(raddle_matlab::compile::TESTED)
}

fn add_stubs(unit: &mut Unit, file: &StubFile) -> Result<()> {
    let tree = read::read(&file.syntax_tree).map_err(super::internal)?;
    let refused = |position, message: String| Diagnostic::error(message).at(position);
    if !stubs::has_stubs(&tree) {
        let position = Position { file: file.source.display().to_string(), line: 1, column: 1 };
        let diagnostic = refused(Some(position), "no stub in this file".into());
        let hint = "a stub is a function with a body, or a declaration with __attribute__((const)) or ((pure))";
        return Err(Error::Input(Box::new(diagnostic.hint(hint))));
    }
    stubs::add(unit, tree).map_err(|it| {
        let (place, what) = it.note;
        Error::Input(Box::new(refused(Position::parse(&it.position), it.message).note(Position::parse(&place), what)))
    })
}

/// What is known of functions in other files of the program; `program::Bodies` writes it.
#[derive(Deserialize)]
struct KnownBodies {
    excerpts: Vec<Unit>,
    refused: BTreeMap<String, String>,
    effects: HashMap<String, Effect>,
    called: HashSet<String>,
}

fn add_bodies(unit: &mut Unit, file: &Path) -> Result<()> {
    let text = std::fs::read(file).map_err(super::internal)?;
    let known: KnownBodies = serde_json::from_slice(&text).map_err(super::internal)?;
    for body in known.excerpts {
        // Where the files disagree about types, the call stays.
        let _ = stubs::add_body(unit, body);
    }
    (unit.stubs.effects, unit.stubs.called) = (known.effects, known.called);
    known.refused.iter().for_each(|(symbol, why)| stubs::refuse(unit, symbol, why));
    Ok(())
}

/// `file.c:12` of `file.c:12:5`.
fn line_of(position: &str) -> String {
    position.rsplit_once(':').map_or(position, |(line, _)| line).into()
}

/// A module and what was left to clang.
pub struct Imported<'c> {
    module: Module<'c>,
    n_functions: u64,
    fallback: Vec<Fallback>,
    host: Vec<Nest>,
}

impl<'c> Imported<'c> {
    pub fn add_to(self, report: &mut Report) -> Module<'c> {
        report.imported += self.n_functions;
        report.fallback.extend(self.fallback);
        report.nests.extend(self.host);
        self.module
    }
}

/// Runs passes over the module; what they report as errors is the error.
pub fn pass_pipeline(context: &Context, module: &mut Module<'_>, passes: &str) -> Result<()> {
    pass_remarks(context, module, passes).map(drop)
}

/// The same, with what the passes remark.
pub fn pass_remarks(context: &Context, module: &mut Module<'_>, passes: &str) -> Result<Vec<diagnostics::Message>> {
    let pipeline = format!("builtin.module({passes})");
    let (result, messages) = diagnostics::capture(context, || pass::run_pipeline(module, &pipeline));
    result
        .map(|()| messages.iter().filter(|it| it.severity == diagnostics::Severity::Remark).cloned().collect())
        .map_err(|error| {
            let errors =
                messages.iter().filter(|it| it.severity == diagnostics::Severity::Error).map(ToString::to_string);
            Error::Internal(std::iter::once(error.to_string()).chain(errors).collect::<Vec<_>>().join("\n"))
        })
}

pub fn module_text(module: &Module<'_>, locations: Locations) -> Result<String> {
    raddle_dialects::text::print(ir::root(module), locations).map_err(super::internal)
}

/// Has every nest keep what schedules write into it.
pub fn keep_schedules(module: &Module<'_>) {
    ir::find_all(ir::root(module), "region.nest").into_iter().for_each(schedules::keep);
}

/// What [`keep_schedules`] has had kept.
pub fn schedules_text(module: &Module<'_>) -> String {
    let text = |nest| format!("{}{}\n", heading(nest), ir::str_attr(nest, SCHEDULES).unwrap_or_default());
    ir::find_all(ir::root(module), "region.nest").into_iter().map(text).collect()
}

/// `# nest in f at f.c:3:5`
fn heading(nest: Op<'_>) -> String {
    let place = ir::file_line_col(nest.location()).map_or_else(|| "unknown".into(), |at| at.to_string());
    format!("# nest in {} at {place}\n", ir::str_attr(nest, "function").unwrap_or("unknown"))
}

/// Domains, accesses, dependences and schedules of every nest, in isl's notation.
pub fn poly_text(module: &Module<'_>) -> Result<String> {
    let mut text = String::new();
    for nest in ir::find_all(ir::root(module), "region.nest") {
        text += &heading(nest);
        let extracted = raddle_region::extract::extract(nest);
        let analysis = raddle_poly::analysis::Analysis::new(&extracted.model).and_then(|analysis| analysis.text());
        text += &analysis.unwrap_or_else(|error| format!("# no analysis: {error}\n"));
        text.push('\n');
    }
    Ok(text)
}
