//! C functions as MLIR: `llvm.func` with the llvm, arith and math dialects, and one `region.nest` per loop nest found.
//!
//! Clang compiles every unit as well; a function that is not imported stays clang's. The imported function of `f` is
//! named `__raddle_impl_f`: the LLVM back end puts its body into clang's `f`, and everything it refers to is clang's. Where
//! clang alone knows how something is passed (`by_value`), it is `__raddle_body_f`, and clang's `f` calls it.

mod arith;
mod builtins;
mod by_value;
mod call;
mod cleanup;
mod contract;
mod expr;
mod fast;
mod function;
mod half;
mod init;
mod nest;
mod ops;
mod place;
mod stmt;
mod symbols;
mod types;

pub use by_value::{BODY_PREFIX, thunk_arguments};
pub use function::{IMPL_PREFIX, is_imported};

use crate::ast::{Decl, DeclId, ExprId, Loc, SignedOverflow, StmtId, Unit};
use crate::effects::{self, Effect};
use crate::plan::{self, ExprIdOrStmt};
use crate::raise::{self, visit};
use function::{Failure, Function, Stop};
use melior::Context;
use melior::ir::Module;
use raddle_dialects::build::Builder;
use raddle_dialects::{Block, Op, ir, region};
use serde::{Deserialize, Serialize};
use std::collections::{HashMap, HashSet};
use symbols::Symbols;

/// Which floating-point values nests compute: what `--fp` asks for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Numerics {
    /// Clang's, with the C library's functions.
    #[default]
    Strict,
    /// The same on every machine and device: functions of `<math.h>` are our own, reductions follow a tree.
    Reproducible,
    /// Also products that clang contracts are one operation with their sum, always.
    Contract,
    /// Whatever clang's flags allow.
    Fast,
}

impl Numerics {
    /// What nests compute is not what clang's code computes.
    pub fn are_own(self) -> bool {
        match self {
            Numerics::Strict => false,
            Numerics::Reproducible | Numerics::Contract | Numerics::Fast => true,
        }
    }
}

/// Functions that are imported because they are called have at most so many statements and expressions, and there are at most so many.
const MOST_ITEMS: usize = 300;
const MOST_CALLEES: usize = 50;

/// What to import.
#[derive(Clone, Copy, Default)]
pub struct Options<'a> {
    /// Look for loop nests; functions that hold one are imported.
    pub nests: bool,
    /// Import the functions without nests as well.
    pub force_all: bool,
    /// Only functions whose C name this accepts.
    pub only: Option<&'a dyn Fn(&str) -> bool>,
    /// Also functions without nests that call imported ones, or call those, and small ones that these call, whose C name this accepts.
    pub callers: Option<&'a dyn Fn(&str) -> bool>,
    pub numerics: Numerics,
}

/// A function that became MLIR.
#[derive(Clone, Debug)]
pub struct Imported {
    pub decl: DeclId,
    /// The C name.
    pub name: String,
    /// The symbol of clang's function; the imported one is [`IMPL_PREFIX`] or [`BODY_PREFIX`] and this.
    pub symbol: String,
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

/// A loop that is not a nest.
#[derive(Clone, Debug)]
pub struct RefusedLoop {
    pub function: String,
    /// Where the loop is, `file:line:column`.
    pub position: String,
    pub reason: String,
    /// What the reason is about.
    pub reason_position: String,
}

pub struct ImportResult<'c> {
    pub module: Module<'c>,
    pub imported: Vec<Imported>,
    pub declined: Vec<Declined>,
    pub refused_loops: Vec<RefusedLoop>,
    /// The nests' run-time checks and uses of undefined behaviour: (function, position, text).
    pub assumptions: Vec<(String, String, String)>,
}

/// Imports a unit. Never fails: what cannot be imported is in `declined`.
pub fn import<'c>(context: &'c Context, unit: &Unit, options: &Options<'_>) -> ImportResult<'c> {
    let unknown = melior::ir::Location::unknown(context);
    let module = Module::new(unknown);
    // The handles live as long as the module, which the result keeps.
    let (op, block) = unsafe {
        let body = melior::ir::BlockLike::to_raw(&module.body());
        (Op::from_raw(module.as_operation().to_raw()), Block::from_raw(body))
    };
    let place = Builder::at_end(context, block, unknown);
    ir::set_attr(op, "llvm.data_layout", place.str(&unit.data_layout));
    ir::set_attr(op, "llvm.target_triple", place.str(&unit.triple));
    let result = ImportResult {
        module,
        imported: Vec::new(),
        declined: Vec::new(),
        refused_loops: Vec::new(),
        assumptions: Vec::new(),
    };
    let mut importer = Importer { unit, place, symbols: Symbols::new(place), whole_unit: whole_unit(unit), result };
    for id in &unit.functions {
        if options.only.is_none_or(|only| only(&unit.decl(*id).name)) {
            importer.function(*id, options);
        }
    }
    importer.callers(options);
    mark_declarations(unit, block);
    importer.result
}

/// Marks what a `static` of the unit declares: clang may leave it out, if only code that it folds away names it. (Of constants it
/// folds reads as well.) Marks functions that the unit has a body of, too.
fn mark_declarations(unit: &Unit, module: Block<'_>) {
    let is_const = |decl: &Decl| unit.ty(decl.ty).is_const;
    let symbols = |which: &dyn Fn(&Decl) -> bool| -> HashSet<&str> {
        unit.decls.iter().filter(|decl| which(decl)).map(|decl| decl.symbol.as_str()).collect()
    };
    let marks = [
        (region::STATIC, symbols(&|decl| decl.is_internal && !is_const(decl))),
        (region::DEFINED, symbols(&|decl| decl.body.is_some())),
    ];
    let others: HashSet<&str> = effects::of_others(unit).into_iter().map(|it| unit.decl(it).symbol.as_str()).collect();
    for op in ir::ops(module) {
        let b = Builder::before(op);
        let name = ir::str_attr(op, "sym_name").unwrap_or_default();
        match unit.stubs.effects.get(name) {
            Some(Effect::Nothing) => ir::set_attr(op, region::FREES_ONLY, b.i64(-1)),
            Some(Effect::MayEnd) => ir::set_attr(op, region::MAY_END, b.bool(true)),
            Some(Effect::Frees(argument)) => ir::set_attr(op, region::FREES_ONLY, b.i64(i64::from(*argument))),
            Some(Effect::Launches) => ir::set_attr(op, region::ENTRY, b.bool(true)),
            None if others.contains(name) => ir::set_attr(op, region::ENTRY, b.bool(false)),
            None => {}
        }
        for (mark, _) in marks.iter().filter(|it| ir::str_attr(op, "sym_name").is_some_and(|name| it.1.contains(name)))
        {
            ir::set_attr(op, mark, melior::ir::Attribute::unit(ir::context(op)));
        }
    }
}

struct Importer<'c, 'u> {
    unit: &'u Unit,
    place: Builder<'c>,
    symbols: Symbols<'c>,
    /// Why no function of the unit may be imported.
    whole_unit: Option<Stop>,
    result: ImportResult<'c>,
}

impl Importer<'_, '_> {
    fn function(&mut self, id: DeclId, options: &Options<'_>) {
        let unit = self.unit;
        let decl = unit.decl(id);
        let (mut nests, refused) = if options.nests { raise::nests(unit, id) } else { Default::default() };
        for refusal in refused {
            let at = match refusal.at {
                ExprIdOrStmt::Expr(expr) => unit.expr(expr).loc,
                ExprIdOrStmt::Stmt(stmt) => unit.stmt(stmt).loc,
            };
            self.refuse(&decl.name, refusal.stmt, refusal.reason, at);
        }
        // A nest whose body cannot be written becomes host code, and the function is imported again.
        while !nests.is_empty() || options.force_all {
            match self.attempt(id, &nests, options.numerics) {
                Ok(count) => {
                    self.assumptions(&decl.name, &nests);
                    let (name, symbol) = (decl.name.clone(), decl.symbol.clone());
                    return self.result.imported.push(Imported { decl: id, name, symbol, nests: count });
                }
                Err(Failure::Nest(stmt, stop)) => {
                    nests.retain(|nest| nest.stmt != stmt);
                    self.refuse(&decl.name, stmt, stop.construct, stop.loc);
                }
                Err(Failure::Function(stop)) => {
                    let (function, position) = (decl.name.clone(), unit.position(stop.loc));
                    return self.result.declined.push(Declined { function, construct: stop.construct, position });
                }
            }
        }
    }

    /// What cannot be imported stays clang's; nobody asked for it.
    fn callers(&mut self, options: &Options<'_>) {
        let (Some(wanted), unit) = (options.callers, self.unit) else { return };
        let mut known: HashSet<DeclId> = self.result.imported.iter().map(|it| it.decl).collect();
        known.extend(raise::launching_elsewhere(unit));
        let declined: HashSet<&str> = self.result.declined.iter().map(|it| it.function.as_str()).collect();
        let may_be = |id: &DeclId| {
            let name = unit.decl(*id).name.as_str();
            !known.contains(id) && !declined.contains(name) && wanted(name)
        };
        let open = unit.functions.iter().copied().filter(may_be);
        let mut open: Vec<(DeclId, Vec<DeclId>)> = open.map(|it| (it, raise::calls(unit, it))).collect();
        loop {
            let (next, rest): (Vec<_>, _) = open.into_iter().partition(|it| it.1.iter().any(|it| known.contains(it)));
            open = rest;
            if next.is_empty() {
                break;
            }
            for (id, _) in next {
                if self.attempt(id, &[], options.numerics).is_ok() {
                    known.insert(id);
                }
            }
        }
        self.callees(&known, open.into_iter().map(|it| it.0).collect(), options);
    }

    /// Small functions of the unit that those call, or other units: between launches, they need not bring all data back either.
    fn callees(&mut self, callers: &HashSet<DeclId>, others: HashSet<DeclId>, options: &Options<'_>) {
        let unit = self.unit;
        let mut called: Vec<DeclId> = callers.iter().flat_map(|it| raise::calls(unit, *it)).collect();
        if !callers.is_empty() {
            called.extend(others.iter().filter(|it| unit.stubs.called.contains(&unit.decl(**it).symbol)));
        }
        called.sort_unstable();
        let (mut seen, mut count) = (HashSet::new(), 0);
        while let Some(id) = called.pop() {
            let is_small = || unit.decl(id).body.is_some_and(|it| visit::size(unit, it) <= MOST_ITEMS);
            if !others.contains(&id) || !seen.insert(id) || !is_small() {
                continue;
            }
            count += usize::from(self.attempt(id, &[], options.numerics).is_ok());
            if count == MOST_CALLEES {
                return;
            }
            called.extend(raise::calls(unit, id));
        }
    }

    fn attempt(&mut self, id: DeclId, nests: &[plan::Nest], numerics: Numerics) -> Result<usize, Failure> {
        if let Some(stop) = &self.whole_unit {
            return Err(Failure::Function(stop.clone()));
        }
        let by_stmt: HashMap<StmtId, _> = nests.iter().map(|nest| (nest.stmt, nest)).collect();
        Function::import(self.unit, &mut self.symbols, self.place, self.unit.decl(id), by_stmt, numerics)
    }

    fn refuse(&mut self, function: &str, stmt: StmtId, reason: String, at: Loc) {
        let position = self.unit.position(self.unit.stmt(stmt).loc);
        let reason_position = self.unit.position(at);
        self.result.refused_loops.push(RefusedLoop { function: function.into(), position, reason, reason_position });
    }

    fn assumptions(&mut self, function: &str, nests: &[plan::Nest]) {
        for nest in nests {
            let at = |expr: ExprId| self.unit.position(self.unit.expr(expr).loc);
            let assumed = nest.assumptions.iter().map(|(expr, text)| (at(*expr), text.clone()));
            let position = self.unit.position(self.unit.stmt(nest.stmt).loc);
            let checked = nest.checks.iter().map(|plan::Check::NonNegative(_, text)| {
                (position.clone(), format!("checked when the program runs: {text}"))
            });
            let all = assumed.chain(checked).map(|(position, text)| (function.to_string(), position, text));
            self.result.assumptions.extend(all);
        }
    }
}

/// Everything in the unit stays clang's.
pub fn is_clangs_own(unit: &Unit) -> bool {
    whole_unit(unit).is_some()
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
