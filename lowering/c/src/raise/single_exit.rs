//! Copies of a function's statements that leave at their end only, for a place that nobody returns from.
//!
//! ```text
//!     if (a) return b;         if (a) result = b;
//!     c();                     else { c(); result = d; }
//!     return d;
//! ```
//!
//! What follows an `if` that may return goes into the branch that does not. Where both may go on, and behind loops and
//! `switch` statements with a `return`, a variable tells whether the function is done. Inside of these, `return` becomes
//! `break`. Labels and jumps to them do not occur.

use super::rewrite::Copies;
use super::visit::{self, Item};
use crate::ast::{DeclId, ExprId, Loc, StmtId, StmtKind, Unit};

/// How a statement ends.
#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    /// What follows is executed.
    GoesOn,
    Returns,
    /// One or the other.
    Either,
}

/// Whether someone will ask if the function is done.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mark {
    Set,
    Unneeded,
}

struct SingleExit<'a> {
    unit: &'a mut Unit,
    copies: &'a mut Copies,
    result: Option<DeclId>,
    /// The variable that is 1 after a `return`; made when it is first needed.
    done: Option<DeclId>,
    loc: Loc,
}

/// Copies the statements; what they return is assigned to `result`.
pub fn copy(
    unit: &mut Unit,
    statements: &[StmtId],
    copies: &mut Copies,
    result: Option<DeclId>,
    loc: Loc,
) -> Vec<StmtId> {
    let mut exit = SingleExit { unit, copies, result, done: None, loc };
    let mut copied = exit.list(statements, Mark::Unneeded);
    if let Some(done) = exit.done {
        let zero = exit.unit.add_int(0, loc);
        exit.unit.decls[done.0 as usize].init = Some(zero);
        copied.insert(0, exit.unit.add_declaration(done, loc));
    }
    copied
}

fn end(unit: &Unit, s: StmtId) -> End {
    if !returns(unit, s) {
        return End::GoesOn;
    }
    match &unit.stmt(s).kind {
        StmtKind::Return { .. } => End::Returns,
        StmtKind::Compound { body } if body.iter().any(|&s| end(unit, s) == End::Returns) => End::Returns,
        StmtKind::If { then, other: Some(other), .. }
            if end(unit, *then) == End::Returns && end(unit, *other) == End::Returns =>
        {
            End::Returns
        }
        _ => End::Either,
    }
}

fn returns(unit: &Unit, s: StmtId) -> bool {
    let mut found = false;
    visit::walk(unit, Item::Stmt(s), |item| {
        found |= matches!(item, Item::Stmt(s) if matches!(unit.stmt(s).kind, StmtKind::Return { .. }));
        !found
    });
    found
}

impl SingleExit<'_> {
    fn list(&mut self, statements: &[StmtId], mark: Mark) -> Vec<StmtId> {
        let mut copied = Vec::new();
        for (position, &s) in statements.iter().enumerate() {
            if end(self.unit, s) == End::GoesOn {
                copied.push(self.unit.copy_stmt(s, self.copies));
            } else {
                let rest = &statements[position + 1..];
                stacker::maybe_grow(64 << 10, 1 << 20, || self.returning(s, rest, mark, &mut copied));
                break;
            }
        }
        copied
    }

    /// A statement that may return, and what follows it.
    fn returning(&mut self, s: StmtId, rest: &[StmtId], mark: Mark, copied: &mut Vec<StmtId>) {
        let after = if rest.is_empty() { mark } else { Mark::Set };
        match self.unit.stmt(s).kind.clone() {
            StmtKind::Return { value } => self.leave(value, mark, copied),
            StmtKind::Compound { body } => copied.extend(self.list(&[&body, rest].concat(), mark)),
            StmtKind::If { cond, then, other } => {
                let other: Vec<StmtId> = other.into_iter().collect();
                let other_returns = other.first().is_some_and(|&other| end(self.unit, other) == End::Returns);
                let cond = self.unit.copy_expr(cond, self.copies);
                match (end(self.unit, then), other_returns) {
                    (End::Returns, true) => self.branches(cond, [&[then], &other], mark, copied),
                    (End::Returns, false) => {
                        self.branches(cond, [&[then], &[&other, rest].concat()], mark, copied);
                    }
                    (End::GoesOn | End::Either, true) => {
                        self.branches(cond, [&[&[then], rest].concat(), &other], mark, copied);
                    }
                    (End::GoesOn | End::Either, false) => {
                        self.branches(cond, [&[then], &other], after, copied);
                        self.unless_done(rest, mark, copied);
                    }
                }
            }
            _ => {
                copied.push(self.inside(s, after));
                self.unless_done(rest, mark, copied);
            }
        }
    }

    fn branches(&mut self, cond: ExprId, lists: [&[StmtId]; 2], mark: Mark, copied: &mut Vec<StmtId>) {
        let [then, other] = lists.map(|list| {
            let body = self.list(list, mark);
            self.unit.add_stmt(StmtKind::Compound { body }, self.loc)
        });
        copied.push(self.unit.add_stmt(StmtKind::If { cond, then, other: Some(other) }, self.loc));
    }

    fn leave(&mut self, value: Option<ExprId>, mark: Mark, copied: &mut Vec<StmtId>) {
        if let Some(value) = value {
            let value = self.unit.copy_expr(value, self.copies);
            copied.push(match self.result {
                Some(result) => {
                    let lhs = self.unit.add_ref(result, self.loc);
                    self.unit.add_assignment(lhs, value, self.loc)
                }
                None => self.unit.add_stmt(StmtKind::Expr { expr: value }, self.loc),
            });
        }
        if mark == Mark::Set {
            let done = self.done();
            let (lhs, one) = (self.unit.add_ref(done, self.loc), self.unit.add_int(1, self.loc));
            copied.push(self.unit.add_assignment(lhs, one, self.loc));
        }
    }

    fn done(&mut self) -> DeclId {
        let ty = self.unit.int_type();
        *self.done.get_or_insert_with(|| self.unit.add_local("done", ty, self.loc))
    }

    fn unless_done(&mut self, rest: &[StmtId], mark: Mark, copied: &mut Vec<StmtId>) {
        if rest.is_empty() {
            return;
        }
        let done = self.done();
        let cond = self.unit.add_is_zero(done, self.loc);
        let body = self.list(rest, mark);
        let then = self.unit.add_stmt(StmtKind::Compound { body }, self.loc);
        copied.push(self.unit.add_stmt(StmtKind::If { cond, then, other: None }, self.loc));
    }

    /// A loop or `switch` in which `return` breaks, or a part of one.
    fn inside(&mut self, s: StmtId, mark: Mark) -> StmtId {
        if end(self.unit, s) == End::GoesOn {
            return self.unit.copy_stmt(s, self.copies);
        }
        let loc = self.unit.stmt(s).loc;
        let kind = match self.unit.stmt(s).kind.clone() {
            StmtKind::Return { value } => {
                let mut body = Vec::new();
                self.leave(value, mark, &mut body);
                body.push(self.unit.add_stmt(StmtKind::Break, loc));
                StmtKind::Compound { body }
            }
            StmtKind::Compound { body } => {
                StmtKind::Compound { body: body.into_iter().map(|s| self.part(s, mark)).collect() }
            }
            StmtKind::If { cond, then, other } => StmtKind::If {
                cond: self.unit.copy_expr(cond, self.copies),
                then: self.part(then, mark),
                other: other.map(|other| self.part(other, mark)),
            },
            StmtKind::Case { low, high, body } => StmtKind::Case { low, high, body: self.part(body, mark) },
            StmtKind::Default { body } => StmtKind::Default { body: self.part(body, mark) },
            StmtKind::For { init, cond, inc, body } => {
                let init = init.map(|init| self.unit.copy_stmt(init, self.copies));
                let [cond, inc] = [cond, inc].map(|e| e.map(|e| self.unit.copy_expr(e, self.copies)));
                StmtKind::For { init, cond, inc, body: self.part(body, mark) }
            }
            StmtKind::While { cond, body } => {
                StmtKind::While { cond: self.unit.copy_expr(cond, self.copies), body: self.part(body, mark) }
            }
            StmtKind::Do { body, cond } => {
                StmtKind::Do { body: self.part(body, mark), cond: self.unit.copy_expr(cond, self.copies) }
            }
            StmtKind::Switch { cond, body } => {
                StmtKind::Switch { cond: self.unit.copy_expr(cond, self.copies), body: self.part(body, mark) }
            }
            // Without a `return` inside.
            other => other,
        };
        self.unit.add_stmt(kind, loc)
    }

    /// A statement of a loop's or `switch`'s body; what breaks inside of it breaks here, too.
    fn part(&mut self, s: StmtId, mark: Mark) -> StmtId {
        let breaks = matches!(
            self.unit.stmt(s).kind,
            StmtKind::For { .. } | StmtKind::While { .. } | StmtKind::Do { .. } | StmtKind::Switch { .. }
        );
        if !breaks || end(self.unit, s) == End::GoesOn {
            return self.inside(s, mark);
        }
        let inner = self.inside(s, Mark::Set);
        let loc = self.loc;
        let done = self.done();
        let variable = self.unit.add_ref(done, loc);
        let (cond, then) = (self.unit.add_load(variable), self.unit.add_stmt(StmtKind::Break, loc));
        let leave = self.unit.add_stmt(StmtKind::If { cond, then, other: None }, loc);
        self.unit.add_stmt(StmtKind::Compound { body: vec![inner, leave] }, loc)
    }
}
