//! Where variables are read and assigned. Knows no types.

use crate::ast::{Anonymous, Block, Expr, ExprKind, Function, Slot, Stmt, StmtKind, Target};
use std::collections::BTreeSet;
use std::rc::Rc;

/// Calls `f` with every expression of a statement, inner statements included.
pub fn expressions<'a>(stmt: &'a Stmt, f: &mut dyn FnMut(&'a Expr)) {
    match &stmt.kind {
        StmtKind::Expr(expr) => f(expr),
        StmtKind::Assign { targets, value } => {
            f(value);
            for target in targets {
                if let Target::Place(place) = target {
                    f(place);
                }
            }
        }
        StmtKind::Update { target, value, .. } => {
            f(value);
            f(target);
        }
        StmtKind::If { arms, otherwise } => {
            for (condition, block) in arms {
                f(condition);
                block.iter().for_each(|stmt| expressions(stmt, f));
            }
            otherwise.iter().flatten().for_each(|stmt| expressions(stmt, f));
        }
        StmtKind::While { condition, body } | StmtKind::DoUntil { condition, body } => {
            f(condition);
            body.iter().for_each(|stmt| expressions(stmt, f));
        }
        StmtKind::For { target, values, body } => {
            f(values);
            f(target);
            body.iter().for_each(|stmt| expressions(stmt, f));
        }
        StmtKind::Switch { value, cases, otherwise } => {
            f(value);
            for (label, block) in cases {
                f(label);
                block.iter().for_each(|stmt| expressions(stmt, f));
            }
            otherwise.iter().flatten().for_each(|stmt| expressions(stmt, f));
        }
        StmtKind::Global(names) | StmtKind::Persistent(names) => {
            names.iter().filter_map(|(_, value)| value.as_ref()).for_each(f)
        }
        StmtKind::Try { body, handler, .. } => body.iter().chain(handler).for_each(|stmt| expressions(stmt, f)),
        StmtKind::UnwindProtect { body, cleanup } => body.iter().chain(cleanup).for_each(|stmt| expressions(stmt, f)),
        StmtKind::Break | StmtKind::Continue | StmtKind::Return | StmtKind::Function(_) => (),
    }
}

/// Calls `f` with an expression and all within it. Bodies of anonymous functions are not within it.
pub fn walk<'a>(expr: &'a Expr, f: &mut dyn FnMut(&'a Expr)) {
    f(expr);
    match &expr.kind {
        ExprKind::Unary(_, operand) => walk(operand, f),
        ExprKind::Binary(_, left, right) | ExprKind::AndAlso(left, right) | ExprKind::OrElse(left, right) => {
            walk(left, f);
            walk(right, f);
        }
        ExprKind::Range { base, step, limit } => {
            walk(base, f);
            step.iter().for_each(|step| walk(step, f));
            walk(limit, f);
        }
        ExprKind::Index { base, arguments } | ExprKind::CellIndex { base, arguments } => {
            walk(base, f);
            arguments.iter().for_each(|argument| walk(argument, f));
        }
        ExprKind::Field { base, .. } => walk(base, f),
        ExprKind::DynamicField { base, name } => {
            walk(base, f);
            walk(name, f);
        }
        ExprKind::Matrix(rows) | ExprKind::Cell(rows) => rows.iter().flatten().for_each(|element| walk(element, f)),
        ExprKind::Assign { targets, value } => {
            walk(value, f);
            for target in targets {
                if let Target::Place(place) = target {
                    walk(place, f);
                }
            }
        }
        ExprKind::Step { target, .. } => walk(target, f),
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

/// All names that a statement mentions.
pub fn mentioned(stmt: &Stmt) -> BTreeSet<Slot> {
    let mut names = BTreeSet::new();
    expressions(stmt, &mut |expr| walk(expr, &mut |expr| names_of(expr, &mut names)));
    names
}

fn names_of(expr: &Expr, names: &mut BTreeSet<Slot>) {
    match &expr.kind {
        ExprKind::Name(slot) => {
            names.insert(*slot);
        }
        ExprKind::Anonymous(function) => names.extend(captured(function)),
        _ => (),
    }
}

fn captured(function: &Anonymous) -> impl Iterator<Item = Slot> + '_ {
    function.captures.iter().map(|(outside, _)| *outside)
}

/// The names that an expression reads.
pub fn read(expr: &Expr) -> BTreeSet<Slot> {
    let mut names = BTreeSet::new();
    walk(expr, &mut |expr| names_of(expr, &mut names));
    names
}

/// The variables that a statement may assign, inner statements included.
pub fn assigned(stmt: &Stmt) -> BTreeSet<Slot> {
    let mut slots = BTreeSet::new();
    collect_assigned(stmt, &mut slots);
    slots
}

fn collect_assigned(stmt: &Stmt, slots: &mut BTreeSet<Slot>) {
    let mut place = |place: &Expr| slots.extend(super::infer::start(place));
    match &stmt.kind {
        StmtKind::Assign { targets, .. } => {
            for target in targets {
                if let Target::Place(target) = target {
                    place(target);
                }
            }
        }
        StmtKind::Update { target, .. } | StmtKind::For { target, .. } => place(target),
        StmtKind::Global(names) | StmtKind::Persistent(names) => slots.extend(names.iter().map(|(slot, _)| *slot)),
        _ => (),
    }
    expressions(stmt, &mut |expr| {
        walk(expr, &mut |expr| match &expr.kind {
            ExprKind::Step { target, .. } => slots.extend(super::infer::start(target)),
            ExprKind::Assign { targets, .. } => {
                let places = targets.iter().filter_map(|target| match target {
                    Target::Place(place) => super::infer::start(place),
                    Target::Ignored(_) => None,
                });
                slots.extend(places);
            }
            _ => (),
        });
    });
    for block in blocks(stmt) {
        block.iter().for_each(|stmt| collect_assigned(stmt, slots));
    }
}

/// The blocks right inside of a statement.
pub fn blocks(stmt: &Stmt) -> Vec<&Block> {
    match &stmt.kind {
        StmtKind::If { arms, otherwise } => arms.iter().map(|(_, block)| block).chain(otherwise).collect(),
        StmtKind::Switch { cases, otherwise, .. } => cases.iter().map(|(_, block)| block).chain(otherwise).collect(),
        StmtKind::While { body, .. } | StmtKind::DoUntil { body, .. } | StmtKind::For { body, .. } => vec![body],
        StmtKind::Try { body, handler, .. } => vec![body, handler],
        StmtKind::UnwindProtect { body, cleanup } => vec![body, cleanup],
        StmtKind::Expr(_)
        | StmtKind::Assign { .. }
        | StmtKind::Update { .. }
        | StmtKind::Break
        | StmtKind::Continue
        | StmtKind::Return
        | StmtKind::Global(_)
        | StmtKind::Persistent(_)
        | StmtKind::Function(_) => vec![],
    }
}

/// How many loops a statement is or has, but for those around others.
pub fn loops(stmt: &Stmt) -> usize {
    let is_loop = matches!(stmt.kind, StmtKind::For { .. } | StmtKind::While { .. } | StmtKind::DoUntil { .. });
    let inner: usize = blocks(stmt).into_iter().flatten().map(loops).sum();
    inner.max(usize::from(is_loop))
}

/// The numbers in the text that a variable is assigned; `None` if it is assigned anything else.
pub fn literals_of(function: &Function, slot: Slot) -> Option<Vec<f64>> {
    if is_of_struct(function, slot) {
        return None;
    }
    let mut values = vec![];
    let is_parameter = function.parameters.iter().any(|parameter| parameter.slot == Some(slot));
    let all = function.body.iter().all(|stmt| has_literals(stmt, slot, &mut values));
    (all && !is_parameter && !values.is_empty()).then_some(values)
}

/// Does a statement assign a variable numbers alone? They are added to `values`.
fn has_literals(stmt: &Stmt, slot: Slot, values: &mut Vec<f64>) -> bool {
    if !assigned(stmt).contains(&slot) {
        return true;
    }
    match &stmt.kind {
        StmtKind::Assign { targets, value } => match (&targets[..], super::code::literal(value)) {
            ([Target::Place(place)], Some(number)) if matches!(place.kind, ExprKind::Name(_)) => {
                values.push(number);
                true
            }
            _ => false,
        },
        StmtKind::If { arms, otherwise } => {
            let in_condition = arms.iter().any(|(condition, _)| assigns(condition, slot));
            let mut blocks = arms.iter().map(|(_, block)| block).chain(otherwise);
            !in_condition && blocks.all(|block| block.iter().all(|stmt| has_literals(stmt, slot, values)))
        }
        StmtKind::For { target, values: range, body } => {
            let by_loop = assigns(range, slot) || super::infer::start(target) == Some(slot);
            !by_loop && body.iter().all(|stmt| has_literals(stmt, slot, values))
        }
        StmtKind::While { condition, body } => {
            !assigns(condition, slot) && body.iter().all(|stmt| has_literals(stmt, slot, values))
        }
        _ => false,
    }
}

/// Is there an assignment of a variable in an expression?
fn assigns(expr: &Expr, slot: Slot) -> bool {
    let mut found = false;
    walk(expr, &mut |inner| {
        found |= match &inner.kind {
            ExprKind::Assign { targets, .. } => targets
                .iter()
                .any(|target| matches!(target, Target::Place(place) if super::infer::start(place) == Some(slot))),
            ExprKind::Step { target, .. } => super::infer::start(target) == Some(slot),
            _ => false,
        };
    });
    found
}

/// Can code look at variables by their names, so that every value may matter?
pub fn looks_by_name(function: &Function, scripts: &BTreeSet<Rc<str>>) -> bool {
    let by_name =
        ["eval", "evalc", "evalin", "assignin", "who", "whos", "exist", "save", "load", "run", "source", "inputname"];
    function.scope.names.iter().any(|name| by_name.contains(&&**name) || scripts.contains(name))
}

/// Does the function itself go on after an error of the statement that begins at `start`?
pub fn may_be_caught(function: &Function, start: u32) -> bool {
    function.body.iter().any(|stmt| is_caught_within(stmt, start))
}

/// Is it a field? Whoever looks at the struct reads it.
fn is_of_struct(function: &Function, slot: Slot) -> bool {
    super::fields::is_field(&function.scope.names[slot.0 as usize])
}

/// The global variables that a function declares.
pub fn globals(function: &Function) -> BTreeSet<Slot> {
    fn collect(block: &Block, slots: &mut BTreeSet<Slot>) {
        for stmt in block {
            if let StmtKind::Global(names) = &stmt.kind {
                slots.extend(names.iter().map(|(slot, _)| *slot));
            }
            blocks(stmt).into_iter().for_each(|inner| collect(inner, slots));
        }
    }
    let mut slots = BTreeSet::new();
    collect(&function.body, &mut slots);
    slots
}

/// Is a variable global or persistent, or a struct's?
pub fn outlives(function: &Function, slot: Slot) -> bool {
    fn declares(stmt: &Stmt, slot: Slot) -> bool {
        match &stmt.kind {
            StmtKind::Global(names) | StmtKind::Persistent(names) => names.iter().any(|(name, _)| *name == slot),
            _ => blocks(stmt).into_iter().flatten().any(|inner| declares(inner, slot)),
        }
    }
    is_of_struct(function, slot) || function.body.iter().any(|stmt| declares(stmt, slot))
}

fn is_caught_within(stmt: &Stmt, start: u32) -> bool {
    let is_within = stmt.span.start <= start && start < stmt.span.end;
    let catches = matches!(stmt.kind, StmtKind::Try { .. } | StmtKind::UnwindProtect { .. });
    is_within && (catches || blocks(stmt).into_iter().flatten().any(|inner| is_caught_within(inner, start)))
}

/// Is the value that a loop or another statement leaves in a variable read by nobody? `start` is where it begins. Its own next
/// execution does not count.
pub fn is_dead_after(function: &Function, start: u32, slot: Slot) -> bool {
    if is_of_struct(function, slot) {
        return false;
    }
    match after(&function.body, start, slot) {
        Some(Use::Assigned) => true,
        Some(Use::Nothing) => !function.outputs.contains(&slot) && function.varargout != Some(slot),
        Some(Use::Read) | None => false,
    }
}

/// Is the value that a variable has behind the statement that begins at `start` read by nobody, the statement's next execution included?
pub fn is_dead_behind(function: &Function, start: u32, slot: Slot) -> bool {
    let Some(again) = again_reads(&function.body, start, slot) else {
        return false;
    };
    !again && is_dead_after(function, start, slot)
}

/// Does a statement read a variable when a loop around it comes to it again? `None` if it is not in the block.
fn again_reads(block: &[Stmt], start: u32, slot: Slot) -> Option<bool> {
    block.iter().find_map(|stmt| {
        if stmt.span.start == start {
            return Some(false);
        }
        let (body, inside) = blocks(stmt).into_iter().find_map(|body| Some((body, again_reads(body, start, slot)?)))?;
        let is_loop = matches!(stmt.kind, StmtKind::For { .. } | StmtKind::While { .. } | StmtKind::DoUntil { .. });
        Some(inside || is_loop && first_of(up_to(body, start), slot) == Use::Read)
    })
}

/// The statements of a block up to the one that is or has the statement that begins at `start`.
fn up_to(block: &[Stmt], start: u32) -> &[Stmt] {
    let has = |stmt: &Stmt| stmt.span.start <= start && start < stmt.span.end;
    let end = block.iter().position(has).map_or(block.len(), |at| at + 1);
    &block[..end]
}

/// What happens first to a variable behind the loop that begins at `start`, as far as this block goes; `None` if the loop is not
/// in it.
fn after(block: &[Stmt], start: u32, slot: Slot) -> Option<Use> {
    let (at, inside) = block.iter().enumerate().find_map(|(at, stmt)| Some((at, after_within(stmt, start, slot)?)))?;
    Some(match (inside, first_of(&block[at + 1..], slot)) {
        // `break` and the like within the statement go past what comes behind it.
        (Use::Nothing, Use::Assigned) if leaves(&block[at]) => Use::Nothing,
        (Use::Nothing, behind) => behind,
        (other, _) => other,
    })
}

fn after_within(stmt: &Stmt, start: u32, slot: Slot) -> Option<Use> {
    if stmt.span.start == start {
        return Some(Use::Nothing);
    }
    let (block, inside) = blocks(stmt).into_iter().find_map(|block| Some((block, after(block, start, slot)?)))?;
    if let StmtKind::Try { handler: other, .. } | StmtKind::UnwindProtect { cleanup: other, .. } = &stmt.kind
        && !std::ptr::eq(block, other)
    {
        // An error may come before what the body does next.
        return Some(match (inside, first_of(other, slot)) {
            (Use::Read, _) | (_, Use::Read) => Use::Read,
            (Use::Assigned, Use::Assigned) => Use::Assigned,
            _ => Use::Nothing,
        });
    }
    if inside != Use::Nothing {
        return Some(inside);
    }
    // The next iteration begins, up to the loop.
    let again = |condition: Option<&Expr>| {
        let before = block.iter().take_while(|stmt| after_within(stmt, start, slot).is_none()).count();
        let reads = condition.is_some_and(|condition| read(condition).contains(&slot));
        if reads || first_of(&block[..before], slot) == Use::Read { Use::Read } else { Use::Nothing }
    };
    Some(match &stmt.kind {
        StmtKind::For { target, .. } if matches!(target.kind, ExprKind::Name(name) if name == slot) => Use::Nothing,
        StmtKind::For { .. } => again(None),
        StmtKind::While { condition, .. } | StmtKind::DoUntil { condition, .. } => again(Some(condition)),
        _ => Use::Nothing,
    })
}

/// Does a statement assign a variable, or do nothing with it, before it reads it?
pub fn is_assigned_first(stmt: &Stmt, slot: Slot) -> bool {
    if let StmtKind::For { target, values, .. } = &stmt.kind
        && matches!(target.kind, ExprKind::Name(name) if name == slot)
    {
        return !read(values).contains(&slot);
    }
    first_use(stmt, slot) != Use::Read
}

/// Does a block assign a variable, or do nothing with it, before it reads it?
pub fn is_fresh_in(block: &[Stmt], slot: Slot) -> bool {
    first_of(block, slot) != Use::Read
}

/// What a block does first with a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Use {
    Nothing,
    Assigned,
    Read,
}

fn first_of(block: &[Stmt], slot: Slot) -> Use {
    let mut may_leave = false;
    for stmt in block {
        match first_use(stmt, slot) {
            Use::Read => return Use::Read,
            Use::Assigned if !may_leave => return Use::Assigned,
            Use::Assigned | Use::Nothing => (),
        }
        may_leave |= leaves(stmt);
    }
    Use::Nothing
}

/// May what comes behind a statement be left out?
pub fn leaves(stmt: &Stmt) -> bool {
    matches!(stmt.kind, StmtKind::Break | StmtKind::Continue | StmtKind::Return)
        || blocks(stmt).into_iter().flatten().any(leaves)
}

fn first_use(stmt: &Stmt, slot: Slot) -> Use {
    if !mentioned(stmt).contains(&slot) && !assigned(stmt).contains(&slot) {
        return Use::Nothing;
    }
    match &stmt.kind {
        StmtKind::Assign { targets, value } => {
            let is_target = |target: &Target| matches!(target, Target::Place(place) if matches!(place.kind, ExprKind::Name(name) if name == slot));
            let others_read = targets.iter().any(|target| match target {
                Target::Place(place) => !is_target(target) && read(place).contains(&slot),
                Target::Ignored(_) => false,
            });
            if read(value).contains(&slot) || others_read { Use::Read } else { Use::Assigned }
        }
        StmtKind::For { target, values, body } => {
            if read(values).contains(&slot) {
                return Use::Read;
            }
            if matches!(target.kind, ExprKind::Name(name) if name == slot) {
                return Use::Nothing;
            }
            inner(first_of(body, slot))
        }
        StmtKind::While { condition, body } => {
            if read(condition).contains(&slot) {
                return Use::Read;
            }
            inner(first_of(body, slot))
        }
        StmtKind::If { arms, otherwise } => {
            let mut all = otherwise.is_some();
            for (condition, block) in arms {
                if read(condition).contains(&slot) {
                    return Use::Read;
                }
                match first_of(block, slot) {
                    Use::Read => return Use::Read,
                    Use::Nothing => all = false,
                    Use::Assigned => (),
                }
            }
            match otherwise.as_ref().map_or(Use::Nothing, |block| first_of(block, slot)) {
                Use::Read => Use::Read,
                Use::Assigned if all => Use::Assigned,
                Use::Assigned | Use::Nothing => Use::Nothing,
            }
        }
        _ => Use::Read,
    }
}

/// A loop may not run: what its body assigns counts for nothing behind it.
fn inner(body: Use) -> Use {
    match body {
        Use::Read => Use::Read,
        Use::Assigned | Use::Nothing => Use::Nothing,
    }
}
