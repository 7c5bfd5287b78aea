//! From a statement and the types of its variables to a C function and its row in the program's table.

use super::Remark;
use super::emit::{Emitter, Unsupported, c_type, solve, tag};
use super::infer::{Env, Functions, Inference};
use super::types::{Known, Shape};
use super::uses;
use crate::ast::{Block, Function, Slot, Stmt, StmtKind};
use std::collections::BTreeSet;
use std::fmt::Write;
use std::rc::Rc;

/// A compiled statement.
#[derive(Debug)]
pub struct Region {
    /// Its functions and tables.
    pub text: String,
    /// Its row of the program's table.
    pub row: String,
}

/// Compiles the loops of a function.
pub fn of_function<'a>(
    function: &'a Rc<Function>,
    source: usize,
    functions: &'a Functions,
    inference: &mut Inference<'a>,
    regions: &mut Vec<Region>,
    remarks: &mut Vec<Remark>,
) {
    let looked_at = uses::looks_by_name(function, &functions.scripts);
    let mut context = Context { function, source, functions, inference, looked_at, regions, remarks };
    context.block(&function.body);
}

struct Context<'a, 'b> {
    function: &'a Rc<Function>,
    source: usize,
    functions: &'a Functions,
    inference: &'b mut Inference<'a>,
    looked_at: bool,
    regions: &'b mut Vec<Region>,
    remarks: &'b mut Vec<Remark>,
}

impl<'a> Context<'a, '_> {
    fn block(&mut self, block: &'a Block) {
        for stmt in block {
            let is_loop = matches!(stmt.kind, StmtKind::For { .. } | StmtKind::While { .. });
            if is_loop && self.compile(stmt) {
                continue;
            }
            for inner in uses::blocks(stmt) {
                self.block(inner);
            }
        }
    }

    /// Compiles a loop for every environment that it was seen in.
    fn compile(&mut self, stmt: &'a Stmt) -> bool {
        let place = (Rc::as_ptr(self.function), stmt.span.start);
        let environments = self.inference.entries.get(&place).cloned().unwrap_or_default();
        let mut reason =
            Unsupported { span: stmt.span, reason: "its function is called by nobody that is known".into() };
        let before = self.regions.len();
        for env in environments {
            match self.variant(stmt, &env) {
                Ok(region) => self.regions.push(region),
                Err(why) => reason = why,
            }
        }
        if self.regions.len() == before {
            self.remarks.push(Remark {
                source: self.source,
                stmt: stmt.span.start,
                place: reason.span.start,
                reason: reason.reason,
                function: self.function.name.clone(),
            });
        }
        self.regions.len() > before
    }

    fn variant(&mut self, stmt: &'a Stmt, env: &Env) -> Result<Region, Unsupported> {
        let mut types = entry_types(stmt, env);
        let entry = types.clone();
        solve(self.function, self.inference, stmt, &mut types);
        let number = self.regions.len();
        let mut emitter = Emitter {
            looked_at: self.looked_at,
            maybe_unset: maybe_unset(stmt, &entry),
            prefix: number.to_string(),
            ..Emitter::new(self.function, self.functions, &mut *self.inference, types)
        };
        emitter.statement(stmt)?;
        if let Some(unsupported) = &emitter.always_left {
            return Err(unsupported.clone());
        }
        Ok(write(&emitter, &entry, self.source, stmt, number))
    }
}

/// The types at the statement. Scalars that the statement assigns before it reads them have none.
fn entry_types(stmt: &Stmt, env: &Env) -> Env {
    let assigned = uses::assigned(stmt);
    let at = |(slot, known): (usize, &Known)| {
        let slot = Slot(slot as u32);
        if assigned.contains(&slot) && uses::is_assigned_first(stmt, slot) { Known::Nothing } else { *known }
    };
    env.iter().enumerate().map(at).collect()
}

/// Scalars that have no value at the statement and may be read before they get one.
fn maybe_unset(stmt: &Stmt, entry: &Env) -> BTreeSet<Slot> {
    let assigned = uses::assigned(stmt).into_iter();
    assigned.filter(|slot| entry[slot.0 as usize] == Known::Nothing && !uses::is_assigned_first(stmt, *slot)).collect()
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

fn write(emitter: &Emitter, entry: &Env, source: usize, stmt: &Stmt, number: usize) -> Region {
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
        // Scalars bring their class along.
        let wanted = match (entry[slot.0 as usize], ty.is_scalar()) {
            (Known::Typed(entry), _) => tag(entry.elem),
            (_, false) => tag(ty.elem),
            _ => 0,
        };
        let _ = writeln!(table, "  {{\"{name}\", {role}, {}, {wanted}, {written}}},", shape_number(ty.shape));
        if ty.is_scalar() {
            let (c, class) = (emitter.name(slot), emitter.tag(slot));
            let _ = writeln!(head, "  double {c} = v[{count}].scalar; int {class} = (int)v[{count}].tag;");
            if written == 1 {
                let _ = writeln!(tail, "  v[{count}].scalar = {c}; v[{count}].tag = {class};");
            }
        } else {
            let [m, n, p] = emitter.extents(slot);
            let _ = writeln!(head, "  {} *{} = v[{count}].data;", c_type(ty.elem), emitter.array(slot));
            let _ =
                writeln!(head, "  int64_t {m} = v[{count}].rows, {n} = v[{count}].columns, {p} = v[{count}].pages;");
            let _ = writeln!(head, "  enum {{ {} = {count} }};", emitter.index_name(slot));
            if emitter.range_flags.contains(&slot) {
                let _ = writeln!(head, "  int {} = v[{count}].scalar != 0;", emitter.range_name(slot));
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
    text.push_str(&emitter.nests);
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
        emitter.declarations, emitter.body, emitter.labels
    );
    let row = format!(
        "  {{{source}, {}, {count}, {}, variables_{number}, points_{number}, region${number}}},\n",
        stmt.span.start,
        emitter.points.len()
    );
    Region { text, row }
}
