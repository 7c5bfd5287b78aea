//! `break`, `continue` and `switch` inside of a nest, as conditions: flags say what was left, and what a jump skips runs only
//! where its flag is not set. Control never leaves a statement of the plan but at its end.
//!
//! ```text
//!     while (c) {                flag f
//!       A;                       while (!f && c) {
//!       if (x) break;      ->      A;  if (x) set f  else B;
//!       B;                         step unless f
//!     }                          }
//! ```
//!
//! The step needs no condition where nobody reads its variable after the loop (`body`).
//!
//! Rejects: a `break` out of the nest's own loops, whose iterations are counted before they run (a loop inside is then run
//! as it stands, and not counted), labels of a `switch` inside of other statements of it, and declarations that several of its cases share.

use super::nest::Builder;
use super::{Reason, Result};
use crate::ast::{ExprId, StmtId, StmtKind, Unit};
use crate::plan::{Arm, FlagId, Node};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Around {
    /// Its iterations are counted before it runs.
    Loop,
    While,
    Switch,
}

/// Where jumps may go, and the flags that do: made when the first jump is met.
pub(super) struct JumpTarget {
    around: Around,
    /// It is left.
    left: Option<FlagId>,
    /// The present iteration is.
    skipped: Option<FlagId>,
}

/// The statements from one label of a `switch`, or several, to the next.
struct Case {
    values: Vec<(i64, i64)>,
    is_default: bool,
    body: Vec<StmtId>,
    /// Control may come to its end, and goes on in the next one.
    falls: bool,
}

impl Builder<'_> {
    /// What `body` reads is inside of a loop or switch; its nodes, and the flag that is set where `break` leaves it.
    pub fn around_jumps(
        &mut self,
        around: Around,
        body: impl FnOnce(&mut Self) -> Result<Vec<Node>>,
    ) -> Result<(Vec<Node>, Option<FlagId>)> {
        self.jumps.push(JumpTarget { around, left: None, skipped: None });
        let nodes = body(self);
        let target = self.jumps.pop();
        let mut nodes = nodes?;
        if let Some(skipped) = target.as_ref().and_then(|target| target.skipped) {
            nodes.insert(0, Node::Flag(skipped));
        }
        Ok((nodes, target.and_then(|target| target.left)))
    }

    /// `break`, or a `continue` that something follows.
    pub fn jump(&mut self, s: StmtId) -> Result<Vec<Node>> {
        let leaves = matches!(self.unit.stmt(s).kind, StmtKind::Break);
        let next = FlagId(self.flags);
        let target = self.jumps.iter_mut().rev().find(|target| leaves || target.around != Around::Switch);
        let flag = match target {
            Some(JumpTarget { around: Around::Loop, .. }) if leaves => {
                return Err(Reason::at_stmt(s, "'break' in the loop"));
            }
            Some(target) if leaves => *target.left.get_or_insert(next),
            Some(target) => *target.skipped.get_or_insert(next),
            None => return Err(Reason::at_stmt(s, "jump out of the loop")),
        };
        self.flags += u32::from(flag == next);
        Ok(vec![Node::Set(flag)])
    }

    /// Flags of what is around the point of the walk that `nodes` may set.
    pub fn open_flags(&self, nodes: &[Node]) -> Vec<FlagId> {
        let mut set = Vec::new();
        flags_set(nodes, &mut set);
        let is_open = |flag: &FlagId| self.jumps.iter().any(|it| it.left == Some(*flag) || it.skipped == Some(*flag));
        set.sort();
        set.dedup();
        set.retain(is_open);
        set
    }

    /// Nodes that run only where none of the flags is set.
    pub fn unless(&mut self, flags: &[FlagId], body: impl FnOnce(&mut Self) -> Result<Vec<Node>>) -> Result<Vec<Node>> {
        self.conditions += u32::from(!flags.is_empty());
        let nodes = body(self)?;
        self.conditions -= u32::from(!flags.is_empty());
        Ok(flags.iter().fold(nodes, |nodes, &flag| vec![Node::Unless(flag, nodes)]))
    }

    /// Each case as an arm for the values with which control comes to it: its own, and those of the cases before that fall
    /// into it.
    pub fn switch(&mut self, s: StmtId, cond: ExprId, body: StmtId, tail: bool) -> Result<Vec<Node>> {
        self.rvalue(cond)?;
        let cases = cases(self.unit, body)?;
        let apart = cases.split_last().is_none_or(|(_, others)| others.iter().all(|case| !case.falls));
        let (arms, left) = self.switch_arms(&cases, tail && apart)?;
        let mut nodes: Vec<Node> = left.map(Node::Flag).into_iter().collect();
        nodes.push(Node::Switch { stmt: s, cond, arms, apart });
        Ok(nodes)
    }

    fn switch_arms(&mut self, cases: &[Case], tail: bool) -> Result<(Vec<Arm>, Option<FlagId>)> {
        let mut arms = Vec::new();
        let (_, left) = self.around_jumps(Around::Switch, |this| {
            // The cases from `first` on fall into this one.
            let mut first = 0;
            let mut flags = Vec::new();
            for (number, case) in cases.iter().enumerate() {
                let scope = this.enter();
                this.conditions += 1;
                let body = this.unless(&flags, |this| this.statements(&case.body, tail))?;
                this.conditions -= 1;
                this.leave(scope);
                flags.extend(this.open_flags(&body));
                flags.sort();
                flags.dedup();
                arms.push(arm(cases, first..=number, body));
                if !case.falls {
                    first = number + 1;
                    flags.clear();
                }
            }
            Ok(Vec::new())
        })?;
        Ok((arms, left))
    }
}

/// An arm for the values of some neighbouring cases of all `cases`.
fn arm(cases: &[Case], range: std::ops::RangeInclusive<usize>, body: Vec<Node>) -> Arm {
    let is_for_others = cases[range.clone()].iter().any(|case| case.is_default);
    let chosen = cases.iter().enumerate().filter(|(number, _)| range.contains(number) != is_for_others);
    Arm { values: chosen.flat_map(|(_, case)| case.values.iter().copied()).collect(), is_for_others, body }
}

/// Takes the body of a `switch` apart.
fn cases(unit: &Unit, body: StmtId) -> Result<Vec<Case>> {
    let StmtKind::Compound { body: statements } = &unit.stmt(body).kind else {
        return Err(Reason::at_stmt(body, "'switch' of an unusual form in the loop"));
    };
    let mut cases: Vec<Case> = Vec::new();
    for &s in statements {
        let (labels, inner) = labels(unit, s);
        if !labels.is_empty() {
            cases.push(Case { values: Vec::new(), is_default: false, body: Vec::new(), falls: true });
        }
        let Some(case) = cases.last_mut() else {
            return Err(Reason::at_stmt(s, "'switch' of an unusual form in the loop"));
        };
        for label in labels {
            match label {
                Some(values) => case.values.push(values),
                None => case.is_default = true,
            }
        }
        case.body.push(inner);
    }
    let last = cases.len().saturating_sub(1);
    for (number, case) in cases.iter_mut().enumerate() {
        let declares = |&s: &StmtId| matches!(unit.stmt(s).kind, StmtKind::Decl { .. });
        if let Some(&s) = case.body.iter().find(|s| declares(s)).filter(|_| number < last) {
            return Err(Reason::at_stmt(s, "a variable of several cases of a 'switch'"));
        }
        case.falls = !case.body.last().is_some_and(|&s| jumps_at_end(unit, s));
        case.body.pop_if(|s| matches!(unit.stmt(*s).kind, StmtKind::Break));
    }
    Ok(cases)
}

/// The labels before a statement, None for `default`, and the statement.
fn labels(unit: &Unit, mut s: StmtId) -> (Vec<Option<(i64, i64)>>, StmtId) {
    let mut found = Vec::new();
    loop {
        match unit.stmt(s).kind {
            StmtKind::Case { low, high, body } => {
                found.push(Some((low, high.unwrap_or(low))));
                s = body;
            }
            StmtKind::Default { body } => {
                found.push(None);
                s = body;
            }
            _ => return (found, s),
        }
    }
}

fn flags_set(nodes: &[Node], out: &mut Vec<FlagId>) {
    for node in nodes {
        match node {
            Node::Set(flag) => out.push(*flag),
            Node::Loop(_, body) | Node::While { body, .. } | Node::Unless(_, body) => flags_set(body, out),
            Node::AffineIf { then, other, .. } | Node::If { then, other, .. } => {
                flags_set(then, out);
                flags_set(other, out);
            }
            Node::Switch { arms, .. } => arms.iter().for_each(|arm| flags_set(&arm.body, out)),
            Node::Expr(_) | Node::Declare(_) | Node::Flag(_) => {}
        }
    }
}

/// The statement's last part is `break` or `continue`.
pub(super) fn jumps_at_end(unit: &Unit, s: StmtId) -> bool {
    match &unit.stmt(s).kind {
        StmtKind::Continue | StmtKind::Break => true,
        StmtKind::Compound { body } => body.last().is_some_and(|&last| jumps_at_end(unit, last)),
        _ => false,
    }
}

/// The loop whose body this is may be left by `break`.
pub(super) fn is_left_early(unit: &Unit, body: StmtId) -> bool {
    match &unit.stmt(body).kind {
        StmtKind::Break => true,
        StmtKind::Compound { body } => body.iter().any(|&s| is_left_early(unit, s)),
        StmtKind::If { then, other, .. } => {
            is_left_early(unit, *then) || other.is_some_and(|other| is_left_early(unit, other))
        }
        StmtKind::Case { body, .. } | StmtKind::Default { body } | StmtKind::Label { body, .. } => {
            is_left_early(unit, *body)
        }
        StmtKind::For { .. }
        | StmtKind::While { .. }
        | StmtKind::Do { .. }
        | StmtKind::Switch { .. }
        | StmtKind::Null
        | StmtKind::Decl { .. }
        | StmtKind::Expr { .. }
        | StmtKind::Continue
        | StmtKind::Return { .. }
        | StmtKind::Goto { .. }
        | StmtKind::IndirectGoto { .. }
        | StmtKind::Other { .. } => false,
    }
}
