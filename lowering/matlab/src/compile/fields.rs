//! Fields of structs as variables: `p.dt` of a 1x1 struct `p` becomes a name of its own, `p$dt`, in a copy of the program that only
//! the compiler sees. While a region runs, the interpreter keeps the fields' values in variables of these names.
//!
//! Conditions get the operators that they mean there, too.
//!
//! A region must not see a field in two ways ([`hidden`]); what the program itself may do with structs is not looked at here.

use super::infer::Env;
use super::types::Known;
use super::uses;
use crate::ast::{BinaryOp, Block, Expr, ExprKind, File, Function, Scope, Slot, Stmt, StmtKind, Target};
use std::collections::{BTreeSet, HashMap};
use std::rc::Rc;

/// Between the names of a struct and its field: in no name of a program, but in names of C.
pub const DOT: char = '$';

/// The program with names for its fields.
pub fn name_fields(files: &[Rc<File>]) -> Vec<Rc<File>> {
    files.iter().map(|file| Rc::new(of_file(file))).collect()
}

fn of_file(file: &File) -> File {
    let functions = file.functions.iter().map(of_function).collect();
    File { script: of_function(&file.script), functions, ..file.clone() }
}

fn of_function(function: &Rc<Function>) -> Rc<Function> {
    let names = function.scope.names.clone();
    let slots = names.iter().zip(0..).map(|(name, at)| (name.clone(), Slot(at))).collect();
    let mut naming = Naming { names, slots };
    let mut body = function.body.clone();
    naming.block(&mut body);
    Rc::new(Function {
        name: function.name.clone(),
        source: function.source.clone(),
        scope: Scope { names: naming.names },
        parameters: function.parameters.clone(),
        varargin: function.varargin,
        outputs: function.outputs.clone(),
        varargout: function.varargout,
        body,
        span: function.span,
    })
}

struct Naming {
    names: Vec<Rc<str>>,
    slots: HashMap<Rc<str>, Slot>,
}

impl Naming {
    fn block(&mut self, block: &mut Block) {
        block.iter_mut().for_each(|stmt| self.statement(stmt));
    }

    fn statement(&mut self, stmt: &mut Stmt) {
        match &mut stmt.kind {
            StmtKind::Expr(expr) => self.expr(expr),
            StmtKind::Assign { targets, value } => {
                self.expr(value);
                self.targets(targets);
            }
            StmtKind::Update { target, value, .. } => {
                self.expr(target);
                self.expr(value);
            }
            StmtKind::If { arms, otherwise } => {
                arms.iter_mut().for_each(|(condition, _)| short_circuit(condition));
                self.cases(arms, otherwise);
            }
            StmtKind::While { condition, body } => {
                short_circuit(condition);
                self.expr(condition);
                self.block(body);
            }
            StmtKind::DoUntil { condition, body } => {
                self.expr(condition);
                self.block(body);
            }
            StmtKind::For { target, values, body } => {
                self.expr(target);
                self.expr(values);
                self.block(body);
            }
            StmtKind::Switch { value, cases, otherwise } => {
                self.expr(value);
                self.cases(cases, otherwise);
            }
            StmtKind::Try { body, handler: other, .. } | StmtKind::UnwindProtect { body, cleanup: other } => {
                self.block(body);
                self.block(other);
            }
            StmtKind::Break
            | StmtKind::Continue
            | StmtKind::Return
            | StmtKind::Global(_)
            | StmtKind::Persistent(_)
            | StmtKind::Function(_) => (),
        }
    }

    fn cases(&mut self, cases: &mut [(Expr, Block)], otherwise: &mut Option<Block>) {
        for (condition, block) in cases {
            self.expr(condition);
            self.block(block);
        }
        otherwise.iter_mut().for_each(|block| self.block(block));
    }

    fn targets(&mut self, targets: &mut [Target]) {
        for target in targets {
            if let Target::Place(place) = target {
                self.expr(place);
            }
        }
    }

    fn expr(&mut self, expr: &mut Expr) {
        if let Some(name) = self.field(expr) {
            expr.kind = ExprKind::Name(self.slot(name));
            return;
        }
        match &mut expr.kind {
            ExprKind::Unary(_, operand) => self.expr(operand),
            ExprKind::Binary(_, left, right) | ExprKind::AndAlso(left, right) | ExprKind::OrElse(left, right) => {
                self.expr(left);
                self.expr(right);
            }
            ExprKind::Range { base, step, limit } => {
                self.expr(base);
                step.iter_mut().for_each(|step| self.expr(step));
                self.expr(limit);
            }
            ExprKind::Index { base, arguments } | ExprKind::CellIndex { base, arguments } => {
                self.expr(base);
                arguments.iter_mut().for_each(|argument| self.expr(argument));
            }
            ExprKind::Field { base, .. } => self.expr(base),
            ExprKind::DynamicField { base, name } => {
                self.expr(base);
                self.expr(name);
            }
            ExprKind::Matrix(rows) | ExprKind::Cell(rows) => {
                rows.iter_mut().flatten().for_each(|element| self.expr(element));
            }
            ExprKind::Assign { targets, value } => {
                self.expr(value);
                self.targets(targets);
            }
            ExprKind::Step { target, .. } => self.expr(target),
            ExprKind::Number(_)
            | ExprKind::Integer { .. }
            | ExprKind::Imaginary(_)
            | ExprKind::Text { .. }
            | ExprKind::Name(_)
            | ExprKind::Colon
            | ExprKind::End
            | ExprKind::Anonymous(_)
            | ExprKind::Handle(_) => (),
        }
    }

    /// `p$a$b` of `p.a.b`
    fn field(&self, expr: &Expr) -> Option<String> {
        let ExprKind::Field { base, name } = &expr.kind else {
            return None;
        };
        let start = match base.kind {
            ExprKind::Name(slot) => self.names[slot.0 as usize].to_string(),
            _ => self.field(base)?,
        };
        Some(format!("{start}{DOT}{name}"))
    }

    fn slot(&mut self, name: String) -> Slot {
        let name: Rc<str> = name.into();
        let names = &mut self.names;
        *self.slots.entry(name.clone()).or_insert_with(|| {
            names.push(name);
            Slot(names.len() as u32 - 1)
        })
    }
}

/// In conditions of `if` and `while`, `|` and `&` of scalars are `||` and `&&`. Those of arrays are left to the interpreter then.
fn short_circuit(condition: &mut Expr) {
    let ExprKind::Binary(op @ (BinaryOp::And | BinaryOp::Or), left, right) = &mut condition.kind else {
        return;
    };
    short_circuit(left);
    short_circuit(right);
    let operand = |side: &mut Box<Expr>| {
        let taken = Expr { kind: ExprKind::Colon, span: side.span, parentheses: 0 };
        Box::new(std::mem::replace(&mut **side, taken))
    };
    let (op, left, right) = (*op, operand(left), operand(right));
    condition.kind = if op == BinaryOp::And { ExprKind::AndAlso(left, right) } else { ExprKind::OrElse(left, right) };
}

/// Is it the name of a field?
pub fn is_field(name: &str) -> bool {
    name.contains(DOT)
}

/// The slots of fields. All of them have names at the end of the scope.
fn fields(function: &Function) -> impl Iterator<Item = (usize, &str)> {
    let names = function.scope.names.iter().enumerate().rev();
    names.map(|(slot, name)| (slot, &**name)).take_while(|(_, name)| is_field(name))
}

/// The variable that holds a field; a variable itself.
pub fn holder(function: &Function, slot: Slot) -> Slot {
    let names = &function.scope.names;
    let start = names[slot.0 as usize].split(DOT).next().unwrap_or_default();
    if start.len() == names[slot.0 as usize].len() {
        return slot;
    }
    names.iter().position(|name| &**name == start).map_or(slot, |at| Slot(at as u32))
}

/// What is known where a function begins: variables have no value, fields may have any.
pub fn at_start(function: &Function) -> Env {
    let mut env = vec![Known::Nothing; function.scope.names.len()];
    forget(function, &mut env, Known::Anything);
    env
}

/// All fields may have any value.
pub fn forget<T: Copy>(function: &Function, env: &mut [T], anything: T) {
    fields(function).for_each(|(slot, _)| env[slot] = anything);
}

/// A variable has a new value: so do its fields, and those of its fields.
pub fn forget_of<T: Copy>(function: &Function, variable: Slot, env: &mut [T], anything: T) {
    let start = &function.scope.names[variable.0 as usize];
    fields(function).filter(|(_, name)| is_part_of(name, start)).for_each(|(slot, _)| env[slot] = anything);
}

fn is_part_of(field: &str, whole: &str) -> bool {
    field.strip_prefix(whole).is_some_and(|rest| rest.starts_with(DOT))
}

/// Fields, and structs that hold them, that statements may see in two ways, one of which is written.
pub fn hidden(function: &Function, stmts: &[Stmt]) -> BTreeSet<Slot> {
    let mut seen: BTreeSet<Slot> = stmts.iter().flat_map(uses::mentioned).collect();
    let assigned: BTreeSet<Slot> = stmts.iter().flat_map(uses::assigned).collect();
    seen.extend(&assigned);
    let name = |slot: &Slot| &*function.scope.names[slot.0 as usize];
    let mut hidden = BTreeSet::new();
    for part in seen.iter().filter(|slot| is_field(name(slot))) {
        for whole in seen.iter().filter(|whole| is_part_of(name(part), name(whole))) {
            if assigned.contains(part) || assigned.contains(whole) {
                hidden.extend([*part, *whole]);
            }
        }
    }
    hidden
}
