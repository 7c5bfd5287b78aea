//! What types variables probably have at each statement: a walk over the program from its start, calls of users' functions included.
//! A wrong guess costs speed alone, as compiled code tests the types of its variables before it runs. Writes no code.

use super::once::{self, Once};
use super::types::{Elem, Known, Shape, Type};
use super::{classes, fields, functions};
use crate::ast::{BinaryOp, Block, Expr, ExprKind, File, Function, Slot, Span, Stmt, StmtKind, Target, UnaryOp};
use std::cell::RefCell;
use std::collections::{BTreeSet, HashMap, HashSet};
use std::path::Path;
use std::rc::Rc;

/// Types by slot of a scope.
pub type Env = Vec<Known>;

/// How many types of one statement's variables are compiled at most.
const MAX_VARIANTS: usize = 3;

/// How deep calls are followed.
const MAX_DEPTH: usize = 24;

/// A function and the start of one of its statements.
pub type Place = (*const Function, u32);

/// The users' functions of a program, as each of its files sees them.
#[derive(Default)]
pub struct Functions {
    /// By file and name.
    visible: Vec<HashMap<Rc<str>, Rc<Function>>>,
    file_of: HashMap<*const Function, usize>,
    script_bodies: BTreeSet<*const Function>,
    /// A function looks at variables of its callers.
    looks_at_callers: bool,
    never_negative: RefCell<HashMap<(*const Function, Slot), bool>>,
    /// By caller and place of the call.
    once: HashMap<(*const Function, u32, u32), Once>,
    /// Classes of numbers that the program names, but for doubles.
    pub classes: BTreeSet<Elem>,
    /// Files of statements, which see the variables of who names them.
    pub scripts: BTreeSet<Rc<str>>,
}

/// The name of the folder that a file is in.
fn folder(file: &File) -> Option<&str> {
    file.source.path.as_deref()?.parent()?.file_name()?.to_str()
}

/// Does `file` see the function of `other`, which is in the folder `private` beside it, or beside both?
fn is_private_to(other: &File, file: &File) -> bool {
    let parent = |file: &File| file.source.path.as_deref().and_then(Path::parent).map(Path::to_path_buf);
    let (of_other, of_file) = (parent(other), parent(file));
    other.is_function_file
        && folder(other) == Some("private")
        && (of_other == of_file || of_other.as_deref().and_then(Path::parent) == of_file.as_deref())
}

impl Functions {
    /// `files[0]` is run. Subfunctions are seen in their file alone, where they come before all others.
    pub fn new(files: &[Rc<File>]) -> Functions {
        let mut functions = Functions::default();
        let mut common = HashMap::new();
        for (at, file) in files.iter().enumerate() {
            let everywhere = folder(file).is_none_or(|it| it != "private" && !it.starts_with('+'));
            let seen = if file.is_function_file { usize::from(everywhere) } else { file.functions.len() };
            for function in file.functions.iter().take(seen) {
                common.entry(function.name.clone()).or_insert_with(|| function.clone());
            }
            for function in file.functions.iter().chain(std::iter::once(&file.script)) {
                functions.file_of.insert(Rc::as_ptr(function), at);
                let looks = |name: &Rc<str>| matches!(&**name, "evalin" | "assignin");
                functions.looks_at_callers |= function.scope.names.iter().any(looks);
                functions.classes.extend(classes_of(function));
            }
            functions.script_bodies.insert(Rc::as_ptr(&file.script));
            let stem = file.source.path.as_deref().and_then(|path| path.file_stem()).filter(|_| !file.is_function_file);
            functions.scripts.extend(stem.map(|stem| stem.to_string_lossy().into()));
        }
        for file in files {
            let mut own = common.clone();
            let private = files.iter().filter(|other| is_private_to(other, file));
            own.extend(private.filter_map(|other| other.functions.first()).map(|it| (it.name.clone(), it.clone())));
            if file.is_function_file {
                own.extend(file.functions.iter().map(|function| (function.name.clone(), function.clone())));
            }
            functions.visible.push(own);
        }
        functions.split_calls(files);
        functions
    }

    /// Finds the functions that loops call of which a part runs once.
    fn split_calls(&mut self, files: &[Rc<File>]) {
        let mut found = vec![];
        for caller in files.iter().flat_map(|file| file.functions.iter().chain(std::iter::once(&file.script))) {
            let mut calls = vec![];
            once::calls_in_loops(caller, &mut calls);
            for call in calls {
                let Some(callee) = self.find(caller, &caller.scope.names[call.name.0 as usize]) else { continue };
                let once = once::split(callee, &call.same, call.target, &|name| self.find(callee, name).is_some());
                let file = self.file_of[&Rc::as_ptr(callee)];
                found.extend(once.map(|once| (Rc::as_ptr(caller), call.span, file, once)));
            }
        }
        for (caller, span, file, once) in found {
            self.file_of.insert(Rc::as_ptr(&once.function), file);
            self.once.insert((caller, span.start, span.end), once);
        }
    }

    /// How the function is to be written that is called there, if a part of it runs once in a loop.
    pub fn once(&self, caller: &Function, span: Span) -> Option<&Once> {
        self.once.get(&(std::ptr::from_ref(caller), span.start, span.end))
    }

    /// Is it a file's statements rather than a function?
    pub fn is_script(&self, function: &Function) -> bool {
        self.script_bodies.contains(&std::ptr::from_ref(function))
    }

    /// Can others look at a function's variables: who runs the file of a script, or a function that names `evalin`?
    pub fn is_open(&self, function: &Function) -> bool {
        let is_run_by_others = |file: &usize| *file != 0 && self.is_script(function);
        self.looks_at_callers || self.file_of.get(&std::ptr::from_ref(function)).is_some_and(is_run_by_others)
    }

    /// Is a variable only ever assigned numbers of the text that are not negative?
    pub fn is_never_negative(&self, function: &Function, slot: Slot) -> bool {
        let look = || {
            super::uses::literals_of(function, slot).is_some_and(|all| all.iter().all(|value| value.is_sign_positive()))
        };
        *self.never_negative.borrow_mut().entry((std::ptr::from_ref(function), slot)).or_insert_with(look)
    }

    /// The name of the function that a statement calls, if it may change variables by their names.
    pub fn changes_variables(&self, function: &Function, expr: &Expr) -> Option<Slot> {
        let base = match &expr.kind {
            ExprKind::Index { base, .. } => base,
            _ => expr,
        };
        let ExprKind::Name(slot) = base.kind else {
            return None;
        };
        let name = &*function.scope.names[slot.0 as usize];
        let by_name = matches!(name, "eval" | "evalin" | "load" | "run" | "source" | "clear" | "assignin");
        (by_name || self.scripts.contains(name)).then_some(slot)
    }

    /// What a name calls in a function.
    pub fn find(&self, from: &Function, name: &str) -> Option<&Rc<Function>> {
        let file = self.file_of.get(&std::ptr::from_ref(from))?;
        self.visible.get(*file)?.get(name)
    }
}

/// The classes of numbers that a function names, by functions or texts.
fn classes_of(function: &Function) -> BTreeSet<Elem> {
    let names = function.scope.names.iter().filter_map(|name| Elem::of_name(name));
    let mut classes: BTreeSet<Elem> = names.collect();
    for stmt in &function.body {
        super::uses::expressions(stmt, &mut |expr| {
            super::uses::walk(expr, &mut |expr| {
                let words = class_name(expr).unwrap_or_default().split(|c: char| !c.is_ascii_alphanumeric());
                classes.extend(words.filter_map(Elem::of_name));
            });
        });
    }
    classes.remove(&Elem::Double);
    classes
}

pub struct Inference<'a> {
    functions: &'a Functions,
    /// The environments in which statements run.
    pub entries: HashMap<Place, Vec<Env>>,
    /// Results of functions by the types of their arguments; `None` while they are analyzed.
    results: HashMap<(*const Function, Vec<Known>), Option<Vec<Known>>>,
    /// Calls whose functions' environments are recorded.
    recorded: HashSet<(*const Function, Vec<Known>)>,
    depth: usize,
    /// Environments are recorded: not in the first rounds of a loop.
    records: bool,
}

impl<'a> Inference<'a> {
    pub fn new(functions: &'a Functions) -> Inference<'a> {
        Inference {
            functions,
            entries: HashMap::new(),
            results: HashMap::new(),
            recorded: HashSet::new(),
            depth: 0,
            records: true,
        }
    }

    /// A script, or a main function without arguments.
    pub fn script(&mut self, script: &Function) {
        let mut env = fields::at_start(script);
        self.block(script, &script.body, &mut env);
    }

    /// A function that nobody calls by its name: by a handle, or not at all.
    pub fn uncalled(&mut self, function: &Rc<Function>) {
        let is_known = |(known, _): &(*const Function, Vec<Known>)| *known == Rc::as_ptr(function);
        if !self.recorded.iter().any(is_known) {
            self.call(function, &vec![Known::Anything; function.parameters.len()]);
        }
    }

    /// What a function returns for arguments of these types.
    pub fn call(&mut self, function: &Rc<Function>, args: &[Known]) -> Vec<Known> {
        let anything = vec![Known::Anything; function.outputs.len()];
        let takes_all = args.len() <= function.parameters.len() || function.varargin.is_some();
        if !takes_all || self.depth >= MAX_DEPTH {
            return anything;
        }
        let key = (Rc::as_ptr(function), args.to_vec());
        // A call in the first rounds of a loop has recorded nothing.
        let is_new = self.records && !self.recorded.contains(&key);
        match self.results.get(&key) {
            Some(Some(results)) if !is_new => return results.clone(),
            Some(Some(_)) => (),
            Some(None) => return vec![Known::Nothing; function.outputs.len()],
            None => (),
        }
        if self.records {
            self.recorded.insert(key.clone());
        }
        let mut results = vec![];
        // The second round knows what calls of the function itself return.
        for round in 0..2 {
            self.results.insert(key.clone(), if round == 0 { None } else { Some(results) });
            results = self.body(function, args);
        }
        self.results.insert(key, Some(results.clone()));
        results
    }

    fn body(&mut self, function: &Rc<Function>, args: &[Known]) -> Vec<Known> {
        let mut env = fields::at_start(function);
        for (parameter, &arg) in function.parameters.iter().zip(args) {
            if let Some(slot) = parameter.slot {
                env[slot.0 as usize] = arg;
            }
        }
        if let Some(slot) = function.varargin {
            env[slot.0 as usize] = Known::Anything;
        }
        self.depth += 1;
        self.block(function, &function.body, &mut env);
        self.depth -= 1;
        function.outputs.iter().map(|slot| env[slot.0 as usize]).collect()
    }

    fn block(&mut self, function: &Function, block: &Block, env: &mut Env) {
        for stmt in block {
            self.statement(function, stmt, env);
        }
    }

    fn record(&mut self, function: &Function, stmt: &Stmt, env: &Env) {
        if !self.records {
            return;
        }
        let entries = self.entries.entry((std::ptr::from_ref(function), stmt.span.start)).or_default();
        if !entries.contains(env) && entries.len() < MAX_VARIANTS {
            entries.push(env.clone());
        }
    }

    fn statement(&mut self, function: &Function, stmt: &Stmt, env: &mut Env) {
        match &stmt.kind {
            StmtKind::Expr(expr) => {
                self.record(function, stmt, env);
                self.effect(function, expr, env);
            }
            StmtKind::Assign { targets, value } => {
                self.record(function, stmt, env);
                self.assign(function, targets, value, env);
            }
            StmtKind::Update { target, op, value } => {
                self.record(function, stmt, env);
                let left = self.expr(function, target, env);
                let right = self.expr(function, value, env);
                self.assign_target(function, target, binary(*op, left, right), env);
            }
            StmtKind::If { arms, otherwise } => self.branches(function, arms, otherwise.as_ref(), env),
            StmtKind::Switch { cases, otherwise, .. } => self.branches(function, cases, otherwise.as_ref(), env),
            StmtKind::While { body, .. } | StmtKind::DoUntil { body, .. } => {
                self.repeat(env, |this, env| this.block(function, body, env));
                self.record(function, stmt, env);
                self.block(function, body, env);
            }
            StmtKind::For { target, values, body } => {
                let before = env.clone();
                let each = element_of(self.expr(function, values, env));
                self.repeat(env, |this, env| {
                    this.assign_target(function, target, each, env);
                    this.block(function, body, env);
                });
                // The loop's own variable has no value before it as often as one.
                self.record(function, stmt, &before);
                self.assign_target(function, target, each, env);
                self.block(function, body, env);
            }
            StmtKind::Global(names) | StmtKind::Persistent(names) => {
                for (slot, _) in names {
                    env[slot.0 as usize] = Known::Anything;
                }
            }
            StmtKind::Try { body, error, handler } => {
                self.block(function, body, env);
                if let Some(slot) = error {
                    env[slot.0 as usize] = Known::Anything;
                }
                let mut other = env.clone();
                self.block(function, handler, &mut other);
                join(env, &other);
            }
            StmtKind::UnwindProtect { body, cleanup } => {
                self.block(function, body, env);
                self.block(function, cleanup, env);
            }
            StmtKind::Break | StmtKind::Continue | StmtKind::Return | StmtKind::Function(_) => (),
        }
    }

    /// The types that hold in every round of a loop.
    fn repeat(&mut self, env: &mut Env, round: impl Fn(&mut Self, &mut Env)) {
        let records = std::mem::replace(&mut self.records, false);
        for _ in 0..4 {
            let mut after = env.clone();
            round(self, &mut after);
            let before = env.clone();
            join(env, &after);
            if *env == before {
                break;
            }
        }
        self.records = records;
    }

    fn branches(&mut self, function: &Function, arms: &[(Expr, Block)], otherwise: Option<&Block>, env: &mut Env) {
        let mut joined: Option<Env> = None;
        let blocks = arms.iter().map(|(_, block)| Some(block)).chain(std::iter::once(otherwise));
        for block in blocks {
            let mut one = env.clone();
            if let Some(block) = block {
                self.block(function, block, &mut one);
            }
            match &mut joined {
                Some(all) => join(all, &one),
                None => joined = Some(one),
            }
        }
        *env = joined.unwrap_or_default();
    }

    /// A statement that is a call: some change variables by name.
    fn effect(&mut self, function: &Function, expr: &Expr, env: &mut Env) {
        self.expr(function, expr, env);
        if let Some(slot) = self.functions.changes_variables(function, expr)
            && env[slot.0 as usize] == Known::Nothing
        {
            let name = &*function.scope.names[slot.0 as usize];
            env.fill(if name == "clear" { Known::Nothing } else { Known::Anything });
            fields::forget(function, env, Known::Anything);
        }
    }

    fn assign(&mut self, function: &Function, targets: &[Target], value: &Expr, env: &mut Env) {
        let known = match targets {
            [_] => vec![self.expr(function, value, env)],
            _ => self.many(function, value, targets.len(), env),
        };
        for (at, target) in targets.iter().enumerate() {
            if let Target::Place(place) = target {
                self.assign_target(function, place, known.get(at).copied().unwrap_or(Known::Anything), env);
            }
        }
    }

    fn assign_target(&mut self, function: &Function, place: &Expr, known: Known, env: &mut Env) {
        if let Some(slot) = start(place) {
            fields::forget_of(function, slot, env, Known::Anything);
        }
        match &place.kind {
            ExprKind::Name(slot) => env[slot.0 as usize] = known,
            ExprKind::Index { base, arguments } => {
                if let ExprKind::Name(slot) = base.kind {
                    let old = env[slot.0 as usize];
                    env[slot.0 as usize] = with_element(old, known, arguments.len());
                } else if let Some(slot) = start(base) {
                    env[slot.0 as usize] = Known::Anything;
                }
            }
            _ => {
                if let Some(slot) = start(place) {
                    env[slot.0 as usize] = Known::Anything;
                }
            }
        }
    }

    /// The types of several values of an expression.
    pub fn many(&mut self, function: &Function, value: &Expr, count: usize, env: &Env) -> Vec<Known> {
        let scalar = Known::Typed(Type::SCALAR);
        let ExprKind::Index { base, arguments } = &value.kind else {
            return vec![Known::Anything; count];
        };
        let ExprKind::Name(slot) = base.kind else {
            return vec![Known::Anything; count];
        };
        if env[slot.0 as usize] != Known::Nothing {
            return vec![Known::Anything; count];
        }
        let args: Vec<_> = arguments.iter().map(|argument| self.expr(function, argument, env)).collect();
        let name = &function.scope.names[slot.0 as usize];
        if let Some(callee) = self.functions.find(function, name).cloned() {
            return self.call(&callee, &args);
        }
        match &**name {
            "size" => vec![scalar; count],
            "max" | "min" | "sort" if count == 2 => vec![functions::result(name, &args, &literals(arguments)); 2],
            "meshgrid" | "ndgrid" if count == 2 => vec![Known::Typed(Type::array(Shape::Matrix)); 2],
            _ => vec![Known::Anything; count],
        }
    }

    /// The type of an expression.
    pub fn expr(&mut self, function: &Function, expr: &Expr, env: &Env) -> Known {
        match &expr.kind {
            ExprKind::Number(_) => Known::Typed(Type::SCALAR),
            ExprKind::Text { bytes, .. } => {
                let shape = if bytes.len() == 1 { Shape::Scalar } else { Shape::Row };
                Known::Typed(Type { elem: Elem::Char, shape })
            }
            ExprKind::Name(slot) => match env[slot.0 as usize] {
                Known::Nothing => self.function_result(function, *slot, &[], env),
                known => known,
            },
            ExprKind::End => Known::Typed(Type::SCALAR),
            ExprKind::Unary(op, operand) => unary(*op, self.expr(function, operand, env)),
            ExprKind::Binary(op, left, right) => {
                binary(*op, self.expr(function, left, env), self.expr(function, right, env))
            }
            ExprKind::AndAlso(..) | ExprKind::OrElse(..) => Known::Typed(Type::BOOL),
            ExprKind::Range { base, step, limit } => {
                self.range(function, [Some(base), step.as_deref(), Some(limit)], env)
            }
            ExprKind::Index { base, arguments } => match base.kind {
                ExprKind::Name(slot) => match env[slot.0 as usize] {
                    Known::Nothing => self.function_result(function, slot, arguments, env),
                    known => self.indexed(function, known, arguments, env),
                },
                _ => Known::Anything,
            },
            ExprKind::Matrix(rows) => self.matrix(function, rows, env),
            ExprKind::Step { .. } => Known::Typed(Type::SCALAR),
            ExprKind::Imaginary(_) => Known::Typed(Type::SCALAR.with(Elem::Complex)),
            &ExprKind::Integer { class, .. } => Known::Typed(Type::SCALAR.with(Elem::of_literal(class))),
            ExprKind::Colon
            | ExprKind::CellIndex { .. }
            | ExprKind::Field { .. }
            | ExprKind::DynamicField { .. }
            | ExprKind::Cell(_)
            | ExprKind::Assign { .. } => Known::Anything,
            ExprKind::Anonymous(_) | ExprKind::Handle(_) => Known::Handle,
        }
    }

    fn function_result(&mut self, function: &Function, slot: Slot, arguments: &[Expr], env: &Env) -> Known {
        let name = function.scope.names[slot.0 as usize].clone();
        let args: Vec<_> = arguments.iter().map(|argument| self.expr(function, argument, env)).collect();
        if let Some(callee) = self.functions.find(function, &name).cloned() {
            return self.call(&callee, &args).first().copied().unwrap_or(Known::Anything);
        }
        // The last argument may be the name of a class.
        let class = arguments.last().and_then(class_name).filter(|_| functions::takes_class(&name));
        let count = args.len() - usize::from(class.is_some());
        let known = functions::result(&name, &args[..count], &literals(&arguments[..count]));
        match (class, known) {
            (None, known) => known,
            (Some(class), Known::Typed(ty)) => {
                Elem::of_name(class).map_or(Known::Anything, |elem| Known::Typed(ty.with(elem)))
            }
            (Some(_), _) => Known::Anything,
        }
    }

    /// The class of a range is the one of its parts that is not double.
    fn range(&mut self, function: &Function, parts: [Option<&Expr>; 3], env: &Env) -> Known {
        let mut elem = Elem::Double;
        for part in parts.into_iter().flatten() {
            if let Known::Typed(Type { elem: own @ (Elem::Int(_) | Elem::Wide(_) | Elem::Single), .. }) =
                self.expr(function, part, env)
            {
                elem = own;
            }
        }
        Known::Typed(Type { elem, shape: Shape::Row })
    }

    fn indexed(&mut self, function: &Function, base: Known, arguments: &[Expr], env: &Env) -> Known {
        let Some(base) = base.typed() else {
            return Known::Anything;
        };
        let mut shapes = vec![];
        for argument in arguments {
            match (&argument.kind, self.expr(function, argument, env)) {
                (ExprKind::Colon, _) => shapes.push(None),
                (_, Known::Typed(ty)) => shapes.push(Some(ty)),
                _ => return Known::Anything,
            }
        }
        selection(base, &shapes).map_or(Known::Anything, |shape| Known::Typed(Type { shape, ..base }))
    }

    fn matrix(&mut self, function: &Function, rows: &[Vec<Expr>], env: &Env) -> Known {
        let mut elems = vec![];
        let mut shapes = vec![];
        for row in rows {
            let mut line = vec![];
            for element in row {
                let Known::Typed(ty) = self.expr(function, element, env) else {
                    return Known::Anything;
                };
                elems.push(ty.elem);
                line.push(ty.shape);
            }
            shapes.push(line);
        }
        let elem = match elems.first() {
            Some(&first) if elems.iter().all(|&elem| elem == first) => first,
            _ if elems.contains(&Elem::Char) => Elem::Char,
            _ => {
                let int = elems.iter().copied().find(|elem| matches!(elem, Elem::Int(_) | Elem::Wide(_)));
                let other = [Elem::Single, Elem::Complex].into_iter().find(|elem| elems.contains(elem));
                int.or(other).unwrap_or(Elem::Double)
            }
        };
        Known::Typed(Type { elem, shape: concatenated(&shapes) })
    }
}

/// The shape of `[...]`.
fn concatenated(rows: &[Vec<Shape>]) -> Shape {
    let flat = |shape: &Shape| matches!(shape, Shape::Scalar | Shape::Row);
    match rows {
        [row] if row.len() == 1 => row[0],
        [row] if row.iter().all(flat) => Shape::Row,
        _ if rows.iter().all(|row| matches!(row[..], [Shape::Scalar | Shape::Column])) => Shape::Column,
        _ => Shape::Matrix,
    }
}

/// The shape of `base(subscripts)`; a subscript of `None` is a colon.
pub fn selection(base: Type, subscripts: &[Option<Type>]) -> Option<Shape> {
    let scalar = |at: usize| subscripts[at].is_some_and(Type::is_scalar);
    match subscripts {
        [None] => Some(Shape::Column),
        [Some(one)] => Some(match (base.shape, one.shape) {
            (_, Shape::Scalar) => Shape::Scalar,
            (Shape::Row, _) => Shape::Row,
            (Shape::Column, _) => Shape::Column,
            (_, shape) => shape,
        }),
        [_, _] => Some(match (scalar(0), scalar(1)) {
            (true, true) => Shape::Scalar,
            (true, false) => Shape::Row,
            (false, true) => Shape::Column,
            (false, false) => Shape::Matrix,
        }),
        [_, _, _] if !scalar(2) => Some(Shape::Cube),
        [a, b, _] => selection(base, &[*a, *b]),
        _ => None,
    }
}

fn join(env: &mut Env, other: &Env) {
    for (known, other) in env.iter_mut().zip(other) {
        *known = known.join(*other);
    }
}

/// The variable that a place starts at.
pub fn start(place: &Expr) -> Option<Slot> {
    match &place.kind {
        ExprKind::Name(slot) => Some(*slot),
        ExprKind::Index { base, .. }
        | ExprKind::CellIndex { base, .. }
        | ExprKind::Field { base, .. }
        | ExprKind::DynamicField { base, .. } => start(base),
        _ => None,
    }
}

/// The loop variable's type for values of a type.
fn element_of(values: Known) -> Known {
    match values.typed() {
        Some(Type { shape: Shape::Row | Shape::Scalar, elem }) => Known::Typed(Type { elem, shape: Shape::Scalar }),
        Some(Type { shape: Shape::Matrix | Shape::Column, elem }) => Known::Typed(Type { elem, shape: Shape::Column }),
        Some(Type { shape: Shape::Cube, .. }) | None => Known::Anything,
    }
}

/// A variable's type after one of its elements was set.
fn with_element(old: Known, value: Known, subscripts: usize) -> Known {
    let Some(value) = value.typed() else {
        return Known::Anything;
    };
    let grown = match subscripts {
        1 => Shape::Row,
        2 => Shape::Matrix,
        3 => Shape::Cube,
        _ => return Known::Anything,
    };
    match old {
        Known::Nothing => Known::Typed(Type { shape: grown, ..value }),
        Known::Typed(old) => {
            let shape = if old.is_scalar() { grown } else { old.shape };
            Known::Typed(Type { elem: classes::stored(old.elem, value.elem), shape })
        }
        Known::Anything | Known::Handle => Known::Anything,
    }
}

fn unary(op: UnaryOp, operand: Known) -> Known {
    let Some(ty) = operand.typed() else {
        return Known::Anything;
    };
    match op {
        UnaryOp::Plus | UnaryOp::Minus => Known::Typed(ty.with(classes::number(ty.elem))),
        UnaryOp::Not => Known::Typed(ty.with(Elem::Bool)),
        UnaryOp::Transpose | UnaryOp::ConjugateTranspose if ty.shape == Shape::Cube => Known::Anything,
        UnaryOp::Transpose | UnaryOp::ConjugateTranspose => Known::Typed(Type { shape: ty.shape.transposed(), ..ty }),
    }
}

/// The type of an operation.
pub fn binary(op: BinaryOp, left: Known, right: Known) -> Known {
    let (Some(a), Some(b)) = (left.typed(), right.typed()) else {
        return Known::Anything;
    };
    let elementwise = a.shape.elementwise(b.shape);
    let shape = match op {
        BinaryOp::Add
        | BinaryOp::Sub
        | BinaryOp::Mul
        | BinaryOp::RightDivide
        | BinaryOp::LeftDivide
        | BinaryOp::Power => elementwise,
        BinaryOp::MatMul => match (a.shape, b.shape) {
            (Shape::Scalar, _) | (_, Shape::Scalar) => elementwise,
            (Shape::Row, Shape::Column) => Shape::Scalar,
            (Shape::Row, _) => Shape::Row,
            (_, Shape::Column) => Shape::Column,
            _ => Shape::Matrix,
        },
        BinaryOp::MatRightDivide if b.is_scalar() => a.shape,
        BinaryOp::MatLeftDivide if a.is_scalar() => b.shape,
        BinaryOp::MatLeftDivide if b.shape == Shape::Column => Shape::Column,
        BinaryOp::MatRightDivide | BinaryOp::MatLeftDivide => Shape::Matrix,
        BinaryOp::MatPower if b.is_scalar() => a.shape,
        BinaryOp::MatPower => Shape::Matrix,
        BinaryOp::Less | BinaryOp::LessEqual | BinaryOp::Greater | BinaryOp::GreaterEqual => elementwise,
        BinaryOp::Equal | BinaryOp::NotEqual | BinaryOp::And | BinaryOp::Or => elementwise,
    };
    classes::of_operation(op, a.elem, b.elem).map_or(Known::Anything, |elem| Known::Typed(Type { elem, shape }))
}

/// The name of a class as a text.
fn class_name(expr: &Expr) -> Option<&str> {
    match &expr.kind {
        ExprKind::Text { bytes, .. } => std::str::from_utf8(bytes).ok(),
        _ => None,
    }
}

fn literals(arguments: &[Expr]) -> Vec<Option<f64>> {
    arguments
        .iter()
        .map(|argument| match argument.kind {
            ExprKind::Number(value) => Some(value),
            _ => None,
        })
        .collect()
}
