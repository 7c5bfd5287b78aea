//! Parts of a function that compute the same in each iteration of the loop that calls it: they run in the first one.
//!
//! ```text
//!     for j { x = f(a, b(j)) }                       for j { the same, with f's statements in it, and
//!     function x = f(a, b)                             if first { t = g(a); for k { s = h(t(k)); s_each(k) = s } }
//!       t = g(a);                              =>      for k { s = s_each(k); x(k) = s * x(k-1) + b } }
//!       for k { s = h(t(k)); x(k) = s * x(k-1) + b }
//! ```
//!
//! Legal if:  what these statements read is assigned by themselves alone, or is an argument that the caller's loop does not assign; they
//!            print nothing and call functions alone that depend on nothing else. A loop comes apart where its other statements read of
//!            them only numbers of the same iteration. No statement sees what a later one of them assigns.
//! Declines:  results of the function, and arrays that are used as a whole: their memory may become somebody else's.

use super::functions::{BINARY, CONSTANTS, PARTIAL, TESTS, UNARY};
use super::uses;
use crate::ast::{Block, Expr, ExprKind, Function, Scope, Slot, Span, Stmt, StmtKind, Target};
use std::collections::BTreeSet;
use std::rc::Rc;

/// A function whose statements are in another order, and which of them run once.
#[derive(Debug)]
pub struct Once {
    pub function: Rc<Function>,
    /// By position in its body.
    pub statements: BTreeSet<usize>,
    /// Variables that these assign, and no others.
    pub slots: BTreeSet<Slot>,
    /// Those of them that others use as a whole: they have to be numbers.
    pub whole: BTreeSet<Slot>,
    /// The variable of the loop that calls it.
    pub target: Slot,
}

/// A call of a function in a loop: the arguments that stay the same.
pub struct Call {
    pub name: Slot,
    pub span: Span,
    pub same: Vec<bool>,
    pub target: Slot,
}

/// The calls with arguments in assignments that are right in a loop, or in conditions in it.
pub fn calls_in_loops(function: &Function, found: &mut Vec<Call>) {
    calls_in(&function.body, None, found);
}

fn calls_in(block: &Block, around: Option<(Slot, &BTreeSet<Slot>)>, found: &mut Vec<Call>) {
    for stmt in block {
        if let (StmtKind::Assign { value, .. }, Some((target, assigned))) = (&stmt.kind, around)
            && let ExprKind::Index { base, arguments } = &value.kind
            && let ExprKind::Name(name) = base.kind
        {
            let is_same = |it: &Expr| match it.kind {
                ExprKind::Number(_) => true,
                ExprKind::Name(slot) => !assigned.contains(&slot),
                _ => false,
            };
            let same = arguments.iter().map(is_same).collect();
            found.push(Call { name, span: value.span, same, target });
        }
        if let StmtKind::For { target, body, .. } = &stmt.kind
            && let ExprKind::Name(target) = target.kind
        {
            let assigned = std::iter::once(target).chain(body.iter().flat_map(uses::assigned)).collect();
            calls_in(body, Some((target, &assigned)), found);
        } else if !matches!(stmt.kind, StmtKind::While { .. } | StmtKind::DoUntil { .. } | StmtKind::For { .. }) {
            uses::blocks(stmt).into_iter().for_each(|block| calls_in(block, around, found));
        }
    }
}

/// A statement of the body, or of a loop in it.
struct Piece<'a> {
    stmt: &'a Stmt,
    /// The statement of the body.
    at: usize,
    /// In a loop that may come apart.
    is_part: bool,
    /// What it assigns is among that.
    reads: BTreeSet<Slot>,
    assigned: BTreeSet<Slot>,
    is_same: bool,
}

/// The function for a call whose arguments at these positions stay the same. `is_own` says of names whether they are the program's functions.
pub fn split(function: &Function, same: &[bool], target: Slot, is_own: &dyn Fn(&str) -> bool) -> Option<Once> {
    let is_plain = function.varargin.is_none() && function.varargout.is_none();
    if !is_plain || !same.contains(&true) || same.len() != function.parameters.len() {
        return None;
    }
    let counters = counters(function);
    let mut pieces = pieces(function, &counters, is_own)?;
    let parameters = || function.parameters.iter().map(|it| it.slot).zip(same);
    let mut changing: BTreeSet<Slot> = parameters().filter(|it| !it.1).filter_map(|it| it.0).collect();
    changing.extend(function.outputs.iter().copied());
    while mark(&mut pieces, &mut changing) {}
    let slots: BTreeSet<Slot> = pieces.iter().filter(|it| it.is_same).flat_map(|it| it.assigned.clone()).collect();
    let has_loop = pieces.iter().any(|it| it.is_same && (it.is_part || matches!(it.stmt.kind, StmtKind::For { .. })));
    if !has_loop || !is_in_order(&pieces, &slots) {
        return None;
    }
    let mut whole = BTreeSet::new();
    for piece in pieces.iter().filter(|it| !it.is_same) {
        uses::expressions(piece.stmt, &mut |expr| used_whole(expr, &mut whole));
    }
    whole.retain(|it| slots.contains(it));
    let mut writer = Writer { names: function.scope.names.clone(), body: vec![], once: BTreeSet::new() };
    for at in 0..function.body.len() {
        let of_statement: Vec<&Piece> = pieces.iter().filter(|it| it.at == at).collect();
        writer.statement(&function.body[at], &of_statement)?;
    }
    let scope = Scope { names: writer.names };
    let function = Function {
        name: function.name.clone(),
        source: function.source.clone(),
        scope,
        parameters: function.parameters.clone(),
        varargin: None,
        outputs: function.outputs.clone(),
        varargout: None,
        body: writer.body,
        span: function.span,
    };
    Some(Once { function: Rc::new(function), statements: writer.once, slots, whole, target })
}

/// Variables that count loops and are used nowhere else.
fn counters(function: &Function) -> BTreeSet<Slot> {
    let (mut inside, mut outside) = (BTreeSet::new(), BTreeSet::new());
    for stmt in &function.body {
        match &stmt.kind {
            StmtKind::For { target: Expr { kind: ExprKind::Name(target), .. }, values, body } => {
                inside.insert(*target);
                outside.extend(uses::read(values));
                outside.extend(body.iter().flat_map(uses::assigned));
                outside.extend(body.iter().flat_map(uses::mentioned).filter(|it| it != target));
            }
            _ => outside.extend(uses::mentioned(stmt)),
        }
    }
    outside.extend(function.parameters.iter().filter_map(|it| it.slot).chain(function.outputs.iter().copied()));
    inside.difference(&outside).copied().collect()
}

/// None where a function has statements of other kinds.
fn pieces<'a>(
    function: &'a Function,
    counters: &BTreeSet<Slot>,
    is_own: &dyn Fn(&str) -> bool,
) -> Option<Vec<Piece<'a>>> {
    let variables: BTreeSet<Slot> = function.body.iter().flat_map(uses::assigned).collect();
    let parameters: BTreeSet<Slot> = function.parameters.iter().filter_map(|it| it.slot).collect();
    let is_pure = |slot: &Slot| {
        let name = &*function.scope.names[slot.0 as usize];
        variables.contains(slot)
            || parameters.contains(slot)
            || counters.contains(slot)
            || is_pure(name) && !is_own(name)
    };
    let piece = |stmt: &'a Stmt, at: usize, range: &BTreeSet<Slot>| {
        let reads: BTreeSet<Slot> = uses::mentioned(stmt).union(range).copied().collect();
        let is_same = is_computation(stmt) && reads.iter().all(is_pure);
        let assigned = uses::assigned(stmt).difference(counters).copied().collect();
        Piece { stmt, at, is_part: !range.is_empty(), reads, assigned, is_same }
    };
    let mut all = vec![];
    for (at, stmt) in function.body.iter().enumerate() {
        if has_jump(stmt) {
            return None;
        }
        match parts_of(stmt, counters) {
            Some((target, values, body)) => {
                let range = std::iter::once(target).chain(uses::read(values)).collect();
                all.extend(body.iter().map(|stmt| piece(stmt, at, &range)));
            }
            None => all.push(piece(stmt, at, &BTreeSet::new())),
        }
    }
    Some(all)
}

/// `for k = 1:n` with nothing but assignments: what may come apart.
fn parts_of<'a>(stmt: &'a Stmt, counters: &BTreeSet<Slot>) -> Option<(Slot, &'a Expr, &'a Block)> {
    let StmtKind::For { target: Expr { kind: ExprKind::Name(target), .. }, values, body } = &stmt.kind else {
        return None;
    };
    let ExprKind::Range { base, step: None, limit } = &values.kind else { return None };
    let begins = matches!(base.kind, ExprKind::Number(first) if first >= 1.0 && first.fract() == 0.0);
    let ends = matches!(limit.kind, ExprKind::Number(_) | ExprKind::Name(_));
    let is_assignment = |it: &Stmt| matches!(it.kind, StmtKind::Assign { .. }) && is_computation(it);
    let is_plain = begins && ends && counters.contains(target) && body.iter().all(is_assignment);
    is_plain.then_some((*target, values, body))
}

/// Nothing but assignments of variables and their elements, in loops and conditions.
fn is_computation(stmt: &Stmt) -> bool {
    let is_plain = match &stmt.kind {
        StmtKind::Assign { targets, .. } => match &targets[..] {
            [Target::Place(place)] => match &place.kind {
                ExprKind::Name(_) => true,
                ExprKind::Index { base, .. } => matches!(base.kind, ExprKind::Name(_)),
                _ => false,
            },
            _ => false,
        },
        StmtKind::For { .. } | StmtKind::If { .. } => true,
        _ => false,
    };
    let mut is_simple = true;
    uses::expressions(stmt, &mut |expr| {
        uses::walk(expr, &mut |expr| {
            is_simple &= !matches!(
                expr.kind,
                ExprKind::Assign { .. } | ExprKind::Step { .. } | ExprKind::Anonymous(_) | ExprKind::Handle(_)
            );
        });
    });
    !stmt.print && is_plain && is_simple && uses::blocks(stmt).into_iter().flatten().all(is_computation)
}

fn has_jump(stmt: &Stmt) -> bool {
    let is_jump = matches!(stmt.kind, StmtKind::Return | StmtKind::Try { .. } | StmtKind::UnwindProtect { .. });
    is_jump || uses::blocks(stmt).into_iter().flatten().any(has_jump)
}

/// Does a builtin function return the same for the same arguments?
fn is_pure(name: &str) -> bool {
    let numbers = UNARY.iter().map(|it| it.0).chain(PARTIAL.iter().map(|it| it.0)).chain(BINARY.iter().map(|it| it.0));
    let mut all = numbers.chain(TESTS.iter().map(|it| it.0)).chain(CONSTANTS.iter().map(|it| it.0));
    all.any(|it| it == name) || ["zeros", "ones", "numel", "length", "size", "rows", "columns", "sum"].contains(&name)
}

/// Statements that read what changes change what they assign, and nothing of that is assigned once: whether anything is new.
fn mark(pieces: &mut [Piece], changing: &mut BTreeSet<Slot>) -> bool {
    let before = changing.len();
    for piece in pieces {
        piece.is_same &= piece.reads.is_disjoint(changing);
        if !piece.is_same {
            changing.extend(piece.assigned.iter().copied());
        }
    }
    changing.len() > before
}

/// Has every other statement what it reads from those before it? Of parts of its own loop, a number of the same iteration.
fn is_in_order(pieces: &[Piece], slots: &BTreeSet<Slot>) -> bool {
    pieces.iter().enumerate().filter(|it| !it.1.is_same).all(|(number, reader)| {
        let makes = |slot: &Slot, maker: &Piece| maker.is_same && maker.assigned.contains(slot);
        reader.reads.intersection(slots).all(|slot| {
            let makers = pieces.iter().enumerate().filter(|it| makes(slot, it.1));
            let (own, others): (Vec<_>, Vec<_>) = makers.partition(|it| it.1.at == reader.at);
            let is_number = || matches!(&own[..], [(maker, piece)] if *maker < number && assigns_whole(piece.stmt));
            others.iter().all(|it| it.1.at < reader.at) && (own.is_empty() || is_number())
        })
    })
}

fn assigns_whole(stmt: &Stmt) -> bool {
    match &stmt.kind {
        StmtKind::Assign { targets, .. } => {
            matches!(&targets[..], [Target::Place(place)] if matches!(place.kind, ExprKind::Name(_)))
        }
        _ => false,
    }
}

/// Names that do not stand before subscripts.
fn used_whole(expr: &Expr, found: &mut BTreeSet<Slot>) {
    match &expr.kind {
        ExprKind::Index { base, arguments } if matches!(base.kind, ExprKind::Name(_)) => {
            let is_colon = |it: &Expr| matches!(it.kind, ExprKind::Colon | ExprKind::Range { .. });
            if arguments.iter().any(is_colon) {
                found.extend(uses::read(base));
            }
            arguments.iter().for_each(|it| used_whole(it, found));
        }
        ExprKind::Binary(_, left, right) | ExprKind::AndAlso(left, right) | ExprKind::OrElse(left, right) => {
            used_whole(left, found);
            used_whole(right, found);
        }
        ExprKind::Unary(_, operand) => used_whole(operand, found),
        _ => found.extend(uses::read(expr)),
    }
}

struct Writer {
    names: Vec<Rc<str>>,
    body: Block,
    once: BTreeSet<usize>,
}

impl Writer {
    fn statement(&mut self, stmt: &Stmt, pieces: &[&Piece]) -> Option<()> {
        let (same, others): (Vec<&Piece>, Vec<&Piece>) = pieces.iter().partition(|it| it.is_same);
        let is_same = others.is_empty() && !same.is_empty();
        if is_same || same.is_empty() {
            self.push(stmt.clone(), is_same);
            return Some(());
        }
        let StmtKind::For { target, values, .. } = &stmt.kind else { return None };
        let ExprKind::Range { limit, .. } = &values.kind else { return None };
        let read: BTreeSet<Slot> = others.iter().flat_map(|it| it.reads.clone()).collect();
        let (mut first, mut second) = (vec![], vec![]);
        for piece in same {
            first.push(piece.stmt.clone());
            for number in piece.assigned.intersection(&read).filter(|_| assigns_whole(piece.stmt)) {
                let (each, place) = self.each(*number, target, limit, stmt);
                self.push(each, true);
                let name = Expr { kind: ExprKind::Name(*number), ..target.clone() };
                first.push(assignment(stmt, place.clone(), name.clone()));
                second.push(assignment(stmt, name, place));
            }
        }
        second.extend(others.iter().map(|it| it.stmt.clone()));
        for (body, is_same) in [(first, true), (second, false)] {
            let kind = StmtKind::For { target: target.clone(), values: values.clone(), body };
            self.push(Stmt { kind, ..stmt.clone() }, is_same);
        }
        Some(())
    }

    fn push(&mut self, stmt: Stmt, is_same: bool) {
        if is_same {
            self.once.insert(self.body.len());
        }
        self.body.push(stmt);
    }

    /// An array for the values that a number has in each iteration: how it is made, and the element of an iteration.
    fn each(&mut self, number: Slot, target: &Expr, limit: &Expr, stmt: &Stmt) -> (Stmt, Expr) {
        let mut name = format!("{}_each", self.names[number.0 as usize]);
        while self.names.iter().any(|it| **it == *name) {
            name.push('_');
        }
        let each = Expr { kind: ExprKind::Name(self.slot(&name)), ..target.clone() };
        let zeros = Expr { kind: ExprKind::Name(self.slot("zeros")), ..target.clone() };
        let one = Expr { kind: ExprKind::Number(1.0), ..target.clone() };
        let index = |base: &Expr, arguments: Vec<Expr>| Expr {
            kind: ExprKind::Index { base: Box::new(base.clone()), arguments },
            ..target.clone()
        };
        let made = assignment(stmt, each.clone(), index(&zeros, vec![one, limit.clone()]));
        (made, index(&each, vec![target.clone()]))
    }

    fn slot(&mut self, name: &str) -> Slot {
        let at = self.names.iter().position(|it| **it == *name).unwrap_or_else(|| {
            self.names.push(name.into());
            self.names.len() - 1
        });
        Slot(at as u32)
    }
}

fn assignment(like: &Stmt, place: Expr, value: Expr) -> Stmt {
    let kind = StmtKind::Assign { targets: vec![Target::Place(place)], value };
    Stmt { kind, span: like.span, print: false }
}
