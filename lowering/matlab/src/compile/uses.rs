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

/// Can code look at variables by their names, so that every value may matter?
pub fn looks_by_name(function: &Function, scripts: &BTreeSet<Rc<str>>) -> bool {
    let by_name =
        ["eval", "evalc", "evalin", "assignin", "who", "whos", "exist", "save", "load", "run", "source", "inputname"];
    function.scope.names.iter().any(|name| by_name.contains(&&**name) || scripts.contains(name))
}

/// Is the value that a loop leaves in a variable read by nobody? `start` is where the loop begins.
pub fn is_dead_after(function: &Function, start: u32, slot: Slot) -> bool {
    match after(&function.body, start, slot) {
        Some(Use::Assigned) => true,
        Some(Use::Nothing) => !function.outputs.contains(&slot) && function.varargout != Some(slot),
        Some(Use::Read) | None => false,
    }
}

/// What happens first to a variable behind the loop that begins at `start`, as far as this block goes; `None` if the loop is not
/// in it.
fn after(block: &[Stmt], start: u32, slot: Slot) -> Option<Use> {
    let (at, inside) = block.iter().enumerate().find_map(|(at, stmt)| Some((at, after_within(stmt, start, slot)?)))?;
    Some(match inside {
        Use::Nothing => first_of(&block[at + 1..], slot),
        other => other,
    })
}

fn after_within(stmt: &Stmt, start: u32, slot: Slot) -> Option<Use> {
    if stmt.span.start == start && matches!(stmt.kind, StmtKind::For { .. } | StmtKind::While { .. }) {
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
    for stmt in block {
        match first_use(stmt, slot) {
            Use::Nothing => (),
            other => return other,
        }
    }
    Use::Nothing
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
