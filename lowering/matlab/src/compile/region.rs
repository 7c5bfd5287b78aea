//! From a statement and the types of its variables to a C function and its row in the program's table.

use super::emit::{Emitter, LoopVerdict, Unsupported, c_type, scalar_type, tag};
use super::infer::{Env, Functions, Inference};
use super::share::Helper;
use super::solve::solve;
use super::types::{Elem, Known, Shape};
use super::uses;
use super::work::{Work, calls_loops};
use super::{Remark, Runs};
use super::{describe, fields, guess};
use crate::ast::{Block, Function, Slot, Stmt, StmtKind};
use std::collections::BTreeSet;
use std::fmt::Write;
use std::rc::Rc;

/// How many types of one statement's variables are compiled at most.
const MAX_VARIANTS: usize = 6;

/// Why the loops of a function are not compiled.
const UNCALLED: &str = "its function is called by nobody that is known";

/// A compiled statement.
#[derive(Debug)]
pub struct Region {
    /// The functions that it calls.
    pub helpers: Vec<Helper>,
    /// Its function and tables.
    pub text: String,
    /// Its row of the program's table.
    pub row: String,
    /// What is known of its variables, for a reader.
    pub description: String,
    /// Its loops.
    pub verdicts: Vec<LoopVerdict>,
}

/// What is not worth compiling.
pub struct Limit {
    pub work: Work,
    /// Iterations of innermost loops.
    pub least: u64,
}

/// Steps of the interpreter in an iteration of an innermost loop, about.
const STEPS: f64 = 10.0;

/// So many steps take as long as their compilation, about.
const LONG: f64 = 1e6;

/// Compiles the loops of a function.
pub fn of_function<'a>(
    (function, source): (&'a Rc<Function>, usize),
    (functions, limit): (&'a Functions, &Limit),
    inference: &mut Inference<'a>,
    regions: &mut Vec<Region>,
    remarks: &mut Vec<Remark>,
) {
    let looked_at = uses::looks_by_name(function, &functions.scripts) || functions.is_open(function);
    // The statements of a script itself run once: compiling most of them takes longer than interpreting them.
    let repeats = !functions.is_script(function);
    let mut context = Context { function, source, functions, limit, inference, looked_at, repeats, regions, remarks };
    match limit.least > 0 && repeats && !limit.work.is_called(function) {
        true => context.without_callers(&function.body),
        false => context.block(&function.body),
    }
}

struct Context<'a, 'b> {
    function: &'a Rc<Function>,
    source: usize,
    functions: &'a Functions,
    limit: &'b Limit,
    inference: &'b mut Inference<'a>,
    looked_at: bool,
    /// The statements may run often.
    repeats: bool,
    regions: &'b mut Vec<Region>,
    remarks: &'b mut Vec<Remark>,
}

impl<'a> Context<'a, '_> {
    fn block(&mut self, block: &'a Block) {
        let mut at = 0;
        while let Some(stmt) = block.get(at) {
            at += 1;
            let is_loop = matches!(stmt.kind, StmtKind::For { .. } | StmtKind::While { .. } | StmtKind::DoUntil { .. });
            let compiles = matches!(stmt.kind, StmtKind::For { .. } | StmtKind::While { .. });
            if (is_loop || is_assignment(stmt)) && self.is_small(stmt) {
                continue;
            }
            if compiles && self.compile(stmt) {
                continue;
            }
            if is_assignment(stmt) {
                let run = &block[at - 1..];
                let length = run.iter().take_while(|stmt| is_assignment(stmt) && !self.has_own_regions(stmt)).count();
                if self.repeats || self.is_long(&run[..length]) {
                    at += self.compile_run(&run[..length]).max(1) - 1;
                }
                continue;
            }
            let repeats = self.repeats;
            self.repeats |= is_loop;
            for inner in uses::blocks(stmt) {
                self.block(inner);
            }
            self.repeats = repeats;
        }
    }

    /// The loops of a function that nobody calls are not compiled.
    fn without_callers(&mut self, block: &'a Block) {
        for stmt in block {
            match stmt.kind {
                StmtKind::For { .. } | StmtKind::While { .. } | StmtKind::DoUntil { .. } => {
                    self.remark(stmt, stmt.span.start, UNCALLED.into());
                }
                _ => uses::blocks(stmt).into_iter().for_each(|inner| self.without_callers(inner)),
            }
        }
    }

    /// Does a statement take a few steps in all?
    fn is_small(&mut self, stmt: &Stmt) -> bool {
        let steps = self.limit.work.of(self.function, stmt);
        let is_small = steps < self.limit.least as f64 * STEPS;
        if is_small && !is_assignment(stmt) {
            self.remark(stmt, stmt.span.start, format!("it takes {steps:.0} steps at most, too few for compiled code"));
        }
        is_small
    }

    /// Does a statement that runs once spend its time in loops of functions? They are regions there, and what the function gives back is
    /// not copied into an array of the interpreter.
    fn has_own_regions(&self, stmt: &Stmt) -> bool {
        !self.repeats && calls_loops(self.function, stmt, self.functions)
    }

    /// Do statements that run once take long, as far as that is known? What has no bound may be short.
    fn is_long(&self, run: &[Stmt]) -> bool {
        let steps = run.iter().map(|stmt| self.limit.work.of(self.function, stmt));
        steps.filter(|steps| steps.is_finite()).sum::<f64>() >= LONG
    }

    fn remark(&mut self, stmt: &Stmt, place: u32, reason: String) {
        let function = self.function.name.clone();
        let reason = reason.replace(fields::DOT, ".");
        let runs = Runs::Interpreted;
        self.remarks.push(Remark { source: self.source, stmt: stmt.span.start, place, reason, function, runs });
    }

    /// The types with which statements begin, guesses included.
    fn environments(&self, stmts: &[Stmt]) -> Vec<Env> {
        let place = (Rc::as_ptr(self.function), stmts[0].span.start);
        let mut all: Vec<Env> = vec![];
        for env in self.inference.entries.get(&place).into_iter().flatten() {
            let is_loop = !is_assignment(&stmts[0]);
            let guesses = is_loop.then(|| guess::environments(self.functions, self.function, stmts, env));
            for env in guesses.unwrap_or_else(|| vec![env.clone()]) {
                if !all.contains(&env) && all.len() < MAX_VARIANTS {
                    all.push(env);
                }
            }
        }
        all
    }

    /// Compiles the first assignments of a row of them, if arrays are among them: how many.
    fn compile_run(&mut self, run: &'a [Stmt]) -> usize {
        let mut length = run.len();
        for env in self.environments(run) {
            // What cannot be compiled ends the run, which is then written anew.
            let mut own = length;
            while own > 0 {
                match self.run_variant(&run[..own], &env) {
                    Ok(Some(region)) => {
                        self.regions.push(region);
                        length = own;
                        break;
                    }
                    Ok(None) => return 0,
                    Err(reached) => own = reached,
                }
            }
            if own == 0 {
                return 0;
            }
        }
        length
    }

    /// A run as a region; `None` if it has no arrays, and how far it goes if not all of it can be compiled.
    fn run_variant(&mut self, run: &'a [Stmt], env: &Env) -> Result<Option<Region>, usize> {
        let mut types = entry_types(self.function, run, env);
        let entry = types.clone();
        for _ in 0..2 {
            run.iter().for_each(|stmt| solve(self.function, self.inference, stmt, &mut types));
        }
        let number = self.regions.len();
        let mut emitter = Emitter {
            looked_at: self.looked_at,
            maybe_unset: maybe_unset(run, &entry),
            prefix: number.to_string(),
            ..Emitter::new(self.function, self.functions, &mut *self.inference, types)
        };
        emitter.block(run);
        if let Some(place) = &emitter.always_left {
            let reached = run.iter().position(|stmt| stmt.span.end > place.span.start).unwrap_or(0);
            return Err(reached);
        }
        let has_kernels = !emitter.helpers.is_empty();
        Ok(has_kernels.then(|| write(&emitter, &entry, self.source, run, number)))
    }

    /// Compiles a loop for every environment that it was seen in.
    fn compile(&mut self, stmt: &'a Stmt) -> bool {
        let environments = self.environments(std::slice::from_ref(stmt));
        let mut reason = Unsupported { span: stmt.span, reason: UNCALLED.into() };
        let before = self.regions.len();
        for env in environments {
            match self.variant(stmt, &env) {
                Ok(region) => self.regions.push(region),
                Err(why) => reason = why,
            }
        }
        if self.regions.len() == before {
            self.remark(stmt, reason.span.start, reason.reason);
        }
        self.regions.len() > before
    }

    fn variant(&mut self, stmt: &'a Stmt, env: &Env) -> Result<Region, Unsupported> {
        let one = std::slice::from_ref(stmt);
        let mut types = entry_types(self.function, one, env);
        let entry = types.clone();
        solve(self.function, self.inference, stmt, &mut types);
        let number = self.regions.len();
        let mut emitter = Emitter {
            looked_at: self.looked_at,
            maybe_unset: maybe_unset(one, &entry),
            prefix: number.to_string(),
            ..Emitter::new(self.function, self.functions, &mut *self.inference, types)
        };
        emitter.statement(stmt)?;
        if let Some(unsupported) = &emitter.always_left {
            return Err(unsupported.clone());
        }
        Ok(write(&emitter, &entry, self.source, one, number))
    }
}

fn is_assignment(stmt: &Stmt) -> bool {
    matches!(stmt.kind, StmtKind::Assign { .. } | StmtKind::Update { .. }) && !stmt.print
}

/// The types at the first statement. Variables that the statements assign before they read them have none; of those that they may
/// see in two ways nothing is known.
fn entry_types(function: &Function, stmts: &[Stmt], env: &Env) -> Env {
    let hidden = fields::hidden(function, stmts);
    let assigned: BTreeSet<Slot> = stmts.iter().flat_map(uses::assigned).collect();
    let at = |(slot, known): (usize, &Known)| {
        let slot = Slot(slot as u32);
        match () {
            () if hidden.contains(&slot) => Known::Anything,
            () if assigned.contains(&slot) && is_assigned_first(stmts, slot) => Known::Nothing,
            () => *known,
        }
    };
    env.iter().enumerate().map(at).collect()
}

fn is_assigned_first(stmts: &[Stmt], slot: Slot) -> bool {
    match stmts {
        [one] => uses::is_assigned_first(one, slot),
        _ => uses::is_fresh_in(stmts, slot),
    }
}

/// Variables that have no value at the first statement and may be read before they get one.
fn maybe_unset(stmts: &[Stmt], entry: &Env) -> BTreeSet<Slot> {
    let assigned: BTreeSet<Slot> = stmts.iter().flat_map(uses::assigned).collect();
    let has_none = |slot: &Slot| entry[slot.0 as usize] == Known::Nothing;
    assigned.into_iter().filter(|slot| has_none(slot) && !is_assigned_first(stmts, *slot)).collect()
}

/// The number of a shape in the tables.
fn shape_number(shape: Shape) -> i32 {
    match shape {
        Shape::Scalar => 0,
        Shape::Row => 1,
        Shape::Column => 2,
        Shape::Matrix => 3,
        Shape::Cube => 4,
    }
}

fn write(emitter: &Emitter, entry: &Env, source: usize, stmts: &[Stmt], number: usize) -> Region {
    let mut table = String::new();
    let (mut head, mut tail) = (String::new(), String::new());
    let mut count = 0;
    for &slot in &emitter.used {
        let Some(ty) = emitter.known(slot).typed() else {
            continue;
        };
        let name = &emitter.function.scope.names[slot.0 as usize];
        let written = i32::from(emitter.written.contains(&slot));
        let has_value = entry[slot.0 as usize] != Known::Nothing;
        let role = if has_value { 1 } else { 2 };
        let wanted = tag(ty.elem);
        let _ = writeln!(table, "  {{\"{name}\", {role}, {}, {wanted}, {written}}},", shape_number(ty.shape));
        if ty.is_scalar() {
            let (c, class) = (emitter.name(slot), emitter.tag(slot));
            let (c_type, field) = (scalar_type(ty.elem), if ty.elem.is_wide() { "whole" } else { "scalar" });
            let _ = writeln!(head, "  {c_type} {c} = ({c_type})v[{count}].{field}; int {class} = (int)v[{count}].tag;");
            if written == 1 {
                let _ = writeln!(tail, "  v[{count}].{field} = {c}; v[{count}].tag = {class};");
            }
            if ty.elem == Elem::Complex {
                let imag = emitter.imaginary_name(slot);
                let _ = writeln!(head, "  double {imag} = v[{count}].imag;");
                if written == 1 {
                    let _ = writeln!(tail, "  v[{count}].imag = {imag};");
                }
            }
        } else {
            let [m, n, p] = emitter.extents(slot);
            let _ = writeln!(head, "  {} *{} = v[{count}].data;", c_type(ty.elem), emitter.array(slot));
            let _ =
                writeln!(head, "  int64_t {m} = v[{count}].rows, {n} = v[{count}].columns, {p} = v[{count}].pages;");
            let (data, element) = (emitter.array(slot), c_type(ty.elem));
            let _ = writeln!(head, "  enum {{ {} = {count} }};\n  int64_t z{data} = 0;", emitter.index_name(slot));
            if emitter.moved.contains(&slot) {
                let _ = writeln!(
                    tail,
                    "  if (z{data}) {{ memcpy(v[{count}].data, {data}, {m} * {n} * {p} * sizeof({element})); free({data}); }}"
                );
            }
            let range = emitter.range_name(slot);
            let _ = writeln!(head, "  int {range} = v[{count}].scalar != 0;");
            if written == 1 {
                let _ = writeln!(tail, "  v[{count}].scalar = {range};");
            }
        }
        count += 1;
    }
    let names = emitter.callees.keys().map(|(name, _)| name).chain(&emitter.users);
    let users: BTreeSet<&str> = names.map(|name| &**name).collect();
    let called: BTreeSet<&str> = emitter.called.iter().map(|name| &**name).collect();
    for name in called.union(&users) {
        let role = if users.contains(name) { 3 } else { 0 };
        let _ = writeln!(table, "  {{\"{name}\", {role}, 0, 0, 0}},");
        count += 1;
    }
    for data in &emitter.scratch {
        let _ = writeln!(tail, "  free({data});");
    }
    let mut text = String::new();
    let _ = writeln!(text, "static const struct raddle_mat_variable variables_{number}[] = {{\n{table}  {{0}}\n}};");
    for (at, path) in emitter.points.iter().enumerate() {
        let words: Vec<_> =
            std::iter::once(path.len() as u32).chain(path.iter().copied()).map(|word| word.to_string()).collect();
        let _ = writeln!(text, "static const int32_t point_{number}_{at}[] = {{{}}};", words.join(", "));
    }
    let points: Vec<_> = (0..emitter.points.len()).map(|at| format!("point_{number}_{at}")).collect();
    let _ = writeln!(
        text,
        "static const int32_t *const points_{number}[] = {{{}}};",
        [points.join(", "), "0".into()].join(", ").trim_start_matches(", ")
    );
    let _ = writeln!(
        text,
        "static int64_t region${number}(struct raddle_mat_value *v, struct raddle_mat_state *state) {{\n  int64_t result = 0;\n{head}{}{}leave:\n{tail}  return result;\n{}}}\n",
        emitter.declarations,
        super::arrays::with_starts(emitter),
        emitter.labels
    );
    let row = format!(
        "  {{{source}, {}, {}, {count}, {}, variables_{number}, points_{number}, region${number}}},\n",
        stmts[0].span.start,
        if is_assignment(&stmts[0]) { stmts.len() } else { 0 },
        emitter.points.len()
    );
    let description = describe::region(emitter, entry, stmts);
    Region { helpers: emitter.helpers.clone(), text, row, description, verdicts: emitter.verdicts.clone() }
}
