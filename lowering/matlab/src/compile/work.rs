//! How often statements run at most, and on how many elements: what runs a few hundred times in all is interpreted before a compiler
//! has even begun. An abstract interpretation of the program with intervals of values and upper bounds of extents.
//!
//! A statement that may be reached in a way that is not seen here (by handles, by `eval`, in recursion) has no bound. Bounds decide
//! what is compiled, never what it means.

use super::functions::CONSTANTS;
use super::infer::{Functions, Place};
use super::size::{self, Size};
use super::{fields, uses};
use crate::ast::{BinaryOp, Block, Expr, ExprKind, File, Function, Slot, Stmt, StmtKind, Target, UnaryOp};
use std::collections::{BTreeSet, HashMap, HashSet};
use std::rc::Rc;

/// Statements that are looked at before all bounds are given up.
const BUDGET: usize = 500_000;

/// The rounds of a loop after which what still changes may have any value, unless the loop has few iterations.
const ROUNDS: usize = 4;

/// So few.
const FEW: f64 = 16.0;

/// What is known of variables, by slot; `None` without a value.
type Env = Vec<Option<Size>>;

/// Steps of the interpreter for each statement in all, by function and start.
#[derive(Default)]
pub struct Work {
    steps: HashMap<Place, f64>,
    /// Functions that the program may call.
    called: HashSet<*const Function>,
    gave_up: bool,
}

impl Work {
    /// Of a program whose first file is run.
    pub fn of_program(files: &[Rc<File>], functions: &Functions) -> Work {
        let mut walk = Walk {
            functions,
            unbounded: Reached::default(),
            recursive: recursive(files, functions),
            work: Work::default(),
            calls: HashMap::new(),
            globals: HashMap::new(),
            escapes: vec![],
            times: 1.0,
            records: true,
            spent: 0.0,
            budget: BUDGET,
            ends: vec![],
        };
        walk.unbounded = unbounded(files, functions, &walk.recursive);
        walk.work.called = called(files, functions, &walk.unbounded);
        if let Some(main) = files.first() {
            // Its variables may be anybody's.
            walk.work.gave_up = functions.is_open(&main.script);
            walk.body(&main.script, &[]);
            if let Some(first) = main.functions.first().filter(|_| main.is_function_file) {
                walk.call(first, &[]);
            }
        }
        walk.work.gave_up |= walk.budget == 0;
        walk.work
    }

    /// The most steps that a statement takes in all; infinite if that is not known.
    pub fn of(&self, function: &Function, stmt: &Stmt) -> f64 {
        let steps = self.steps.get(&(std::ptr::from_ref(function), stmt.span.start)).copied();
        steps.filter(|_| !self.gave_up).unwrap_or(f64::INFINITY)
    }

    /// May a function of the program be called at all?
    pub fn is_called(&self, function: &Function) -> bool {
        self.called.contains(&std::ptr::from_ref(function))
    }
}

/// Functions, by their addresses.
type Reached = HashSet<*const Function>;

/// Those that functions call, and what these call, with the first ones.
fn closure(mut open: Vec<Rc<Function>>, functions: &Functions) -> Reached {
    let mut seen = HashSet::new();
    while let Some(next) = open.pop() {
        if seen.insert(Rc::as_ptr(&next)) {
            open.extend(callees(&next, functions));
        }
    }
    seen
}

/// Does a statement call a function of the program with loops, or one that calls such a function?
pub fn calls_loops(function: &Function, stmt: &Stmt, functions: &Functions) -> bool {
    let name = |slot: Slot| function.scope.names.get(slot.0 as usize);
    let called = uses::mentioned(stmt).into_iter().filter_map(name).filter_map(|it| functions.find(function, it));
    let mut open: Vec<_> = called.cloned().collect();
    let mut seen = HashSet::new();
    while let Some(next) = open.pop() {
        if next.body.iter().any(|stmt| uses::loops(stmt) > 0) {
            return true;
        }
        if seen.insert(Rc::as_ptr(&next)) {
            open.extend(callees(&next, functions));
        }
    }
    false
}

fn callees(function: &Function, functions: &Functions) -> Vec<Rc<Function>> {
    function.scope.names.iter().filter_map(|name| functions.find(function, name)).cloned().collect()
}

/// What the program may call: from its start, or in ways that are not seen.
fn called(files: &[Rc<File>], functions: &Functions, unbounded: &Reached) -> Reached {
    let Some(main) = files.first() else {
        return Reached::default();
    };
    let first = main.functions.first().filter(|_| main.is_function_file).cloned();
    let mut all = closure(std::iter::once(main.script.clone()).chain(first).collect(), functions);
    all.extend(unbounded);
    all
}

/// Functions that may be called any number of times: by handles and texts, by themselves, in scripts, or by such functions.
fn unbounded(files: &[Rc<File>], functions: &Functions, recursive: &Reached) -> Reached {
    let names = unseen(files);
    let is_open = |function: &&Rc<Function>| {
        recursive.contains(&Rc::as_ptr(function)) || names.as_ref().is_none_or(|names| names.contains(&function.name))
    };
    let open = files.iter().flat_map(|file| &file.functions).filter(is_open);
    let scripts = files.iter().skip(1).map(|file| &file.script);
    closure(open.chain(scripts).cloned().collect(), functions)
}

/// Names that code may reach in ways that are not seen: handles, texts, bodies of anonymous functions. `None`: any may be.
fn unseen(files: &[Rc<File>]) -> Option<BTreeSet<Rc<str>>> {
    let mut names = BTreeSet::new();
    let mut by_text = false;
    for function in files.iter().flat_map(|file| file.functions.iter().chain(std::iter::once(&file.script))) {
        by_text |=
            function.scope.names.iter().any(|name| matches!(&**name, "eval" | "evalc" | "evalin" | "source" | "run"));
        for stmt in &function.body {
            uses::expressions(stmt, &mut |expr| {
                uses::walk(expr, &mut |expr| match &expr.kind {
                    ExprKind::Handle(name) => drop(names.insert(name.clone())),
                    ExprKind::Text { bytes, .. } => drop(names.insert(String::from_utf8_lossy(bytes).into())),
                    ExprKind::Index { base, arguments } => by_text |= calls_by_computed_name(function, base, arguments),
                    ExprKind::Anonymous(anonymous) => names.extend(anonymous.scope.names.iter().cloned()),
                    _ => (),
                })
            });
        }
    }
    (!by_text).then_some(names)
}

/// `feval` and its kin with a name that is put together.
fn calls_by_computed_name(function: &Function, base: &Expr, arguments: &[Expr]) -> bool {
    let ExprKind::Name(slot) = base.kind else {
        return false;
    };
    let calls = matches!(&*function.scope.names[slot.0 as usize], "feval" | "str2func" | "cellfun" | "arrayfun");
    let is_plain = |first: &Expr| {
        let kind = &first.kind;
        matches!(kind, ExprKind::Text { .. } | ExprKind::Handle(_) | ExprKind::Anonymous(_) | ExprKind::Name(_))
    };
    calls && arguments.first().is_some_and(|first| !is_plain(first))
}

/// Functions that may call themselves, directly or by others.
fn recursive(files: &[Rc<File>], functions: &Functions) -> Reached {
    let is_recursive =
        |function: &&Rc<Function>| closure(callees(function, functions), functions).contains(&Rc::as_ptr(function));
    files.iter().flat_map(|file| &file.functions).filter(is_recursive).map(Rc::as_ptr).collect()
}

/// Nothing takes no time, however often.
fn product(a: f64, b: f64) -> f64 {
    if a == 0.0 || b == 0.0 { 0.0 } else { a * b }
}

/// What one call of a function with certain arguments comes to.
struct Call {
    outputs: Vec<Size>,
    spent: f64,
    /// Steps of statements, those of functions that it calls included.
    steps: Vec<(Place, f64)>,
}

struct Walk<'a> {
    functions: &'a Functions,
    unbounded: Reached,
    recursive: Reached,
    work: Work,
    /// By function and arguments.
    calls: HashMap<(*const Function, Vec<[u64; 4]>), Rc<Call>>,
    /// How often the statement runs that is walked.
    times: f64,
    /// Not in the first rounds of a loop.
    records: bool,
    /// Steps of the statement that is walked, for one time.
    spent: f64,
    budget: usize,
    /// What `end` may be, innermost last.
    ends: Vec<f64>,
    /// Names of functions' variables that every function may assign.
    globals: HashMap<*const Function, BTreeSet<Slot>>,
    /// Variables where `break`, `continue` and `return` leave loops and functions, innermost last.
    escapes: Vec<Env>,
}

impl Walk<'_> {
    fn body(&mut self, function: &Function, args: &[Size]) -> Vec<Size> {
        let mut env: Env = vec![None; function.scope.names.len()];
        fields::forget(function, &mut env, Some(Size::ANY));
        for (parameter, &arg) in function.parameters.iter().zip(args) {
            if let Some(slot) = parameter.slot {
                env[slot.0 as usize] = Some(arg);
            }
        }
        if let Some(slot) = function.varargin {
            env[slot.0 as usize] = Some(Size::ANY);
        }
        for parameter in function.parameters.iter().skip(args.len()) {
            if let (Some(slot), Some(default)) = (parameter.slot, &parameter.default) {
                env[slot.0 as usize] = Some(self.expr(function, default, &mut env));
            }
        }
        let around = std::mem::take(&mut self.escapes);
        self.escapes.push(vec![None; env.len()]);
        self.block(function, &function.body, &mut env);
        let left = std::mem::replace(&mut self.escapes, around);
        let env = join(&env, &left[0]);
        function.outputs.iter().map(|slot| env[slot.0 as usize].unwrap_or(Size::ANY)).collect()
    }

    fn call(&mut self, function: &Rc<Function>, args: &[Size]) -> Vec<Size> {
        let anything = vec![Size::ANY; function.outputs.len()];
        if self.recursive.contains(&Rc::as_ptr(function)) {
            // How deep it goes is not known, so neither it nor what it calls has a bound.
            self.spent = f64::INFINITY;
            return anything;
        }
        let key = (Rc::as_ptr(function), args.iter().map(|arg| arg.bits()).collect());
        let one = match self.calls.get(&key) {
            Some(one) => one.clone(),
            None => {
                let one = Rc::new(self.one_call(function, args));
                self.calls.insert(key, one.clone());
                one
            }
        };
        let times = if self.unbounded.contains(&Rc::as_ptr(function)) { f64::INFINITY } else { self.times };
        if self.records {
            for (place, steps) in &one.steps {
                *self.work.steps.entry(*place).or_default() += product(times, *steps);
            }
        }
        self.spent += one.spent;
        one.outputs.clone()
    }

    fn one_call(&mut self, function: &Rc<Function>, args: &[Size]) -> Call {
        let around = (self.times, self.spent, self.records);
        let (steps, ends) = (std::mem::take(&mut self.work.steps), std::mem::take(&mut self.ends));
        (self.times, self.spent, self.records) = (1.0, 0.0, true);
        let outputs = self.body(function, args);
        let own = std::mem::replace(&mut self.work.steps, steps);
        let call = Call { outputs, spent: self.spent, steps: own.into_iter().collect() };
        self.ends = ends;
        (self.times, self.spent, self.records) = around;
        call
    }

    fn block(&mut self, function: &Function, block: &Block, env: &mut Env) {
        for stmt in block {
            if self.budget == 0 {
                self.work.gave_up = true;
                return;
            }
            self.budget -= 1;
            let before = std::mem::replace(&mut self.spent, 1.0);
            self.statement(function, stmt, env);
            if self.records {
                let place = (std::ptr::from_ref(function), stmt.span.start);
                *self.work.steps.entry(place).or_default() += product(self.times, self.spent);
            }
            self.spent += before;
        }
    }

    fn statement(&mut self, function: &Function, stmt: &Stmt, env: &mut Env) {
        match &stmt.kind {
            StmtKind::Expr(expr) => {
                self.expr(function, expr, env);
                if self.functions.changes_variables(function, expr).is_some() {
                    env.fill(Some(Size::ANY));
                }
            }
            StmtKind::Assign { targets, value } => self.assign(function, targets, value, env),
            StmtKind::Update { target, op, value } => {
                let (left, right) = (self.expr(function, target, env), self.expr(function, value, env));
                self.store(function, target, size::binary(*op, left, right), env);
            }
            StmtKind::If { arms: cases, otherwise } | StmtKind::Switch { cases, otherwise, .. } => {
                if let StmtKind::Switch { value, .. } = &stmt.kind {
                    self.expr(function, value, env);
                }
                let mut joined: Option<Env> = otherwise.is_none().then(|| env.clone());
                for (condition, block) in cases
                    .iter()
                    .map(|(test, block)| (Some(test), block))
                    .chain(otherwise.iter().map(|block| (None, block)))
                {
                    if let Some(condition) = condition {
                        self.expr(function, condition, env);
                    }
                    let mut one = env.clone();
                    self.block(function, block, &mut one);
                    joined = Some(joined.map_or(one.clone(), |all| join(&all, &one)));
                }
                *env = joined.unwrap_or_else(|| env.clone());
            }
            StmtKind::While { condition, body } | StmtKind::DoUntil { body, condition } => {
                self.repeat(f64::INFINITY, env, &|this, env| {
                    this.expr(function, condition, env);
                    this.block(function, body, env);
                });
            }
            StmtKind::For { target, values, body } => {
                let values = self.expr(function, values, env);
                let one = Size { columns: 1.0, ..values };
                self.repeat(values.columns, env, &|this, env| {
                    this.store(function, target, one, env);
                    this.block(function, body, env);
                });
            }
            StmtKind::Global(names) | StmtKind::Persistent(names) => {
                for (slot, value) in names {
                    if let Some(value) = value {
                        self.expr(function, value, env);
                    }
                    env[slot.0 as usize] = Some(Size::ANY);
                }
            }
            StmtKind::Try { body, handler: other, .. } | StmtKind::UnwindProtect { body, cleanup: other } => {
                self.block(function, body, env);
                // An error may come between any two assignments.
                for slot in uses::assigned(stmt) {
                    env[slot.0 as usize] = Some(Size::ANY);
                }
                if let StmtKind::Try { error: Some(slot), .. } = stmt.kind {
                    env[slot.0 as usize] = Some(Size::ANY);
                }
                self.block(function, other, env);
                for slot in uses::assigned(stmt) {
                    env[slot.0 as usize] = Some(Size::ANY);
                }
            }
            StmtKind::Break | StmtKind::Continue => self.escape(env, self.escapes.len() - 1),
            StmtKind::Return => self.escape(env, 0),
            StmtKind::Function(_) => (),
        }
    }

    /// A loop or the function is left here.
    fn escape(&mut self, env: &Env, level: usize) {
        if let Some(left) = self.escapes.get_mut(level) {
            *left = join(left, env);
        }
    }

    /// A loop of so many iterations: first what holds in each of them, then their steps.
    fn repeat(&mut self, count: f64, env: &mut Env, round: &dyn Fn(&mut Self, &mut Env)) {
        let (times, spent) = (self.times, self.spent);
        let records = std::mem::replace(&mut self.records, false);
        // Within the rounds of another loop that would take too long.
        let is_short = count <= FEW && records;
        let rounds = if is_short { count as usize } else { ROUNDS };
        let mut number = 0;
        loop {
            if is_short && number == rounds {
                break;
            }
            number += 1;
            let all = join(env, &self.round(env, round));
            if all == *env {
                break;
            }
            *env = if is_short || number < rounds { all } else { widened(env, &all) };
        }
        (self.records, self.times, self.spent) = (records, product(times, count), 0.0);
        let after = self.round(env, round);
        (self.times, self.spent) = (times, spent + product(count, self.spent));
        *env = join(env, &after);
    }

    /// What holds behind one iteration, wherever it ends.
    fn round(&mut self, env: &Env, round: &dyn Fn(&mut Self, &mut Env)) -> Env {
        let mut after = env.clone();
        self.escapes.push(vec![None; env.len()]);
        round(self, &mut after);
        let left = self.escapes.pop().unwrap_or_default();
        join(&after, &left)
    }

    /// May every function assign it?
    fn is_global(&mut self, function: &Function, slot: Slot) -> bool {
        let globals = self.globals.entry(function).or_insert_with(|| uses::globals(function));
        globals.contains(&slot)
    }

    fn assign(&mut self, function: &Function, targets: &[Target], value: &Expr, env: &mut Env) {
        let all = match targets {
            [_] => vec![self.expr(function, value, env)],
            _ => self.several(function, value, env),
        };
        for (at, target) in targets.iter().enumerate() {
            if let Target::Place(place) = target {
                self.store(function, place, all.get(at).copied().unwrap_or(Size::ANY), env);
            }
        }
    }

    /// The values of an expression that has several.
    fn several(&mut self, function: &Function, value: &Expr, env: &mut Env) -> Vec<Size> {
        let ExprKind::Index { base, arguments } = &value.kind else {
            self.expr(function, value, env);
            return vec![];
        };
        let ExprKind::Name(slot) = base.kind else {
            self.expr(function, value, env);
            return vec![];
        };
        let args: Vec<_> = arguments.iter().map(|argument| self.expr(function, argument, env)).collect();
        let name = &function.scope.names[slot.0 as usize];
        if env[slot.0 as usize].is_none()
            && let Some(callee) = self.functions.find(function, name).cloned()
        {
            return self.call(&callee, &args);
        }
        self.spent += args.iter().map(|arg| arg.count()).sum::<f64>();
        match (&**name, &args[..]) {
            ("size", [x]) => vec![Size::scalar(0.0, x.rows), Size::scalar(0.0, x.columns)],
            ("max" | "min", [x]) => {
                vec![
                    Size { rows: 1.0, ..*x },
                    Size { low: 0.0, high: x.rows.max(x.columns), rows: 1.0, columns: x.columns },
                ]
            }
            ("sort", [x]) => vec![*x, Size { low: 0.0, high: x.rows.max(x.columns), ..*x }],
            _ => vec![],
        }
    }

    fn store(&mut self, function: &Function, place: &Expr, value: Size, env: &mut Env) {
        let Some(slot) = super::infer::start(place) else {
            return;
        };
        fields::forget_of(function, slot, env, Some(Size::ANY));
        let at = slot.0 as usize;
        let is_global = self.is_global(function, fields::holder(function, slot));
        env[at] = match &place.kind {
            _ if is_global => Some(Size::ANY),
            ExprKind::Name(_) => Some(value),
            ExprKind::Index { base, arguments } if matches!(base.kind, ExprKind::Name(_)) => {
                let old = env[at];
                let args = self.subscripts(function, old.unwrap_or(Size::EMPTY), arguments, env);
                Some(size::with_element(old, &args, value))
            }
            _ => Some(Size::ANY),
        };
    }

    /// Subscripts of an array; `None` for `:`.
    fn subscripts(&mut self, function: &Function, array: Size, all: &[Expr], env: &mut Env) -> Vec<Option<Size>> {
        let mut sizes = vec![];
        for (at, argument) in all.iter().enumerate() {
            let end = match at {
                0 if all.len() == 1 => array.count(),
                0 => array.rows,
                _ => array.columns,
            };
            self.ends.push(end);
            sizes.push((!matches!(argument.kind, ExprKind::Colon)).then(|| self.expr(function, argument, env)));
            self.ends.pop();
        }
        sizes
    }

    fn expr(&mut self, function: &Function, expr: &Expr, env: &mut Env) -> Size {
        let size = self.value(function, expr, env);
        // One step for each operation, and some elements take as long as one.
        self.spent += 1.0 + if size.count() > 1.0 { size.count() / 8.0 } else { 0.0 };
        size
    }

    fn value(&mut self, function: &Function, expr: &Expr, env: &mut Env) -> Size {
        match &expr.kind {
            ExprKind::Number(value) => Size::scalar(*value, *value),
            ExprKind::Text { bytes, .. } => Size { low: 0.0, high: 255.0, rows: 1.0, columns: bytes.len() as f64 },
            ExprKind::Name(slot) => match env[slot.0 as usize] {
                Some(size) => size,
                None => self.function(function, *slot, &[], env),
            },
            ExprKind::End => Size::scalar(0.0, self.ends.last().copied().unwrap_or(f64::INFINITY)),
            ExprKind::Unary(op, operand) => {
                let x = self.expr(function, operand, env);
                match op {
                    UnaryOp::Plus => x,
                    UnaryOp::Minus => Size { low: -x.high, high: -x.low, ..x },
                    UnaryOp::Not => Size { low: 0.0, high: 1.0, ..x },
                    UnaryOp::Transpose | UnaryOp::ConjugateTranspose => Size { rows: x.columns, columns: x.rows, ..x },
                }
            }
            ExprKind::Binary(op, left, right) => {
                let (a, b) = (self.expr(function, left, env), self.expr(function, right, env));
                if *op == BinaryOp::MatMul && !a.is_scalar() && !b.is_scalar() {
                    self.spent += a.count() * b.columns;
                }
                size::binary(*op, a, b)
            }
            ExprKind::AndAlso(left, right) | ExprKind::OrElse(left, right) => {
                self.expr(function, left, env);
                self.expr(function, right, env);
                Size::scalar(0.0, 1.0)
            }
            ExprKind::Range { base, step, limit } => {
                let base = self.expr(function, base, env);
                let step = step.as_ref().map_or(Size::scalar(1.0, 1.0), |step| self.expr(function, step, env));
                let limit = self.expr(function, limit, env);
                size::range(base, step, limit)
            }
            ExprKind::Index { base, arguments } => match base.kind {
                ExprKind::Name(slot) => match env[slot.0 as usize] {
                    Some(array) => {
                        let args = self.subscripts(function, array, arguments, env);
                        size::part(array, &args)
                    }
                    None => self.function(function, slot, arguments, env),
                },
                _ => self.unknown(function, expr, env),
            },
            ExprKind::Matrix(rows) => {
                let rows: Vec<Vec<Size>> =
                    rows.iter().map(|row| row.iter().map(|part| self.expr(function, part, env)).collect()).collect();
                size::matrix(&rows)
            }
            ExprKind::Assign { targets, value } => {
                self.assign(function, targets, value, env);
                Size::ANY
            }
            ExprKind::Step { target, .. } => {
                self.store(function, target, Size::scalar(f64::NEG_INFINITY, f64::INFINITY), env);
                Size::scalar(f64::NEG_INFINITY, f64::INFINITY)
            }
            ExprKind::Integer { .. } | ExprKind::Imaginary(_) => Size::scalar(f64::NEG_INFINITY, f64::INFINITY),
            ExprKind::Colon
            | ExprKind::CellIndex { .. }
            | ExprKind::Field { .. }
            | ExprKind::DynamicField { .. }
            | ExprKind::Cell(_)
            | ExprKind::Anonymous(_)
            | ExprKind::Handle(_) => self.unknown(function, expr, env),
        }
    }

    /// What is in it takes its steps; the value may be any.
    fn unknown(&mut self, function: &Function, expr: &Expr, env: &mut Env) -> Size {
        match &expr.kind {
            ExprKind::Index { base, arguments } | ExprKind::CellIndex { base, arguments } => {
                if !matches!(base.kind, ExprKind::Name(_)) {
                    self.expr(function, base, env);
                }
                self.subscripts(function, Size::ANY, arguments, env);
            }
            ExprKind::Cell(rows) => {
                for part in rows.iter().flatten() {
                    self.expr(function, part, env);
                }
                let is_list = |part: &Expr| {
                    matches!(
                        part.kind,
                        ExprKind::CellIndex { .. }
                            | ExprKind::Field { .. }
                            | ExprKind::Name(_)
                            | ExprKind::Index { .. }
                    )
                };
                if !rows.iter().flatten().any(is_list) {
                    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
                    return Size { rows: rows.len() as f64, columns: columns as f64, ..Size::ANY };
                }
            }
            ExprKind::Field { base, .. } | ExprKind::DynamicField { base, .. } => {
                self.expr(function, base, env);
            }
            _ => (),
        }
        Size::ANY
    }

    /// A call of a name without a variable.
    fn function(&mut self, function: &Function, slot: Slot, arguments: &[Expr], env: &mut Env) -> Size {
        let args: Vec<_> = arguments.iter().map(|argument| self.expr(function, argument, env)).collect();
        let name = function.scope.names[slot.0 as usize].clone();
        if let Some(callee) = self.functions.find(function, &name).cloned() {
            return self.call(&callee, &args).first().copied().unwrap_or(Size::ANY);
        }
        if args.is_empty()
            && let Some((_, text)) = CONSTANTS.iter().find(|(constant, _)| *constant == &*name)
        {
            return text.parse().map_or(Size::scalar(f64::NEG_INFINITY, f64::INFINITY), |x| Size::scalar(x, x));
        }
        self.spent += args.iter().map(|arg| arg.count() / 8.0).sum::<f64>();
        size::builtin(&name, &args)
    }
}

fn join(a: &Env, b: &Env) -> Env {
    let one = |(a, b): (&Option<Size>, &Option<Size>)| match (a, b) {
        (Some(a), Some(b)) => Some(a.join(*b)),
        (one, other) => one.or(*other),
    };
    a.iter().zip(b).map(one).collect()
}

/// What grows may grow on.
fn widened(before: &Env, after: &Env) -> Env {
    let one = |(before, after): (&Option<Size>, &Option<Size>)| match (before, after) {
        (Some(before), Some(after)) => Some(before.widened(*after)),
        (_, after) => *after,
    };
    before.iter().zip(after).map(one).collect()
}
