//! Forward `goto`s as the conditions that they stand for, so that nothing behind this knows of them.
//!
//! ```text
//!     if (a) goto one;            if (a)
//!     B;                            C;
//!     goto two;            ->     else
//! one: C;                           B;
//! two: D;                         D;
//! ```
//!
//! A label stands in a list of statements; each `goto` to it stands before it, in the same list or inside of conditions and
//! `switch` statements of it. What follows a condition with such a jump, up to where all its ways meet again, goes into its
//! branches. A piece that several ways come by is copied.
//!
//! Legal if:  control comes to the label's list at its begin only, and what is jumped over declares nothing that is used
//!            behind a label. Every way through the list runs the same statements in the same order as before.
//! Rejects:   jumps back, labels that are reached in other ways as well, jumps into other statements, out of loops, out of a `switch` but at the end of its cases; labels whose
//!            address is taken; copies of more than `MAX_COPIED` nodes. One of them leaves the whole list as it is.
//! Source:    Erosa, Hendren, "Taming control flow" (ICCL 1994). Differs: copies instead of flags, forward jumps only.

use super::rewrite::Copies;
use super::visit::{self, Item};
use crate::ast::{DeclId, ExprKind, Stmt, StmtId, StmtKind, TypeKind, Unit};
use std::collections::{HashMap, HashSet};

/// Of all copies in one list.
const MAX_COPIED: usize = 400;

/// Replaces the `goto`s of all functions where that can be done.
pub fn structure_gotos(unit: &mut Unit) {
    for function in unit.functions.clone() {
        let Some(body) = unit.decl(function).body.filter(|&body| is_plain(unit, body)) else { continue };
        let mut lists = Vec::new();
        visit::walk(unit, Item::Stmt(body), |item| {
            lists.extend(match item {
                Item::Stmt(s) => matches!(unit.stmt(s).kind, StmtKind::Compound { .. }).then_some(s),
                Item::Expr(_) | Item::Declare(_) => None,
            });
            true
        });
        // Inner lists first: their jumps to labels around them end what they do, like `return`.
        for list in lists.into_iter().rev() {
            structure(unit, body, list);
        }
    }
}

/// There are jumps, and each names its label.
fn is_plain(unit: &Unit, body: StmtId) -> bool {
    let (mut jumps, mut plain, mut names) = (false, true, HashSet::new());
    visit::walk(unit, Item::Stmt(body), |item| {
        match item {
            Item::Stmt(s) => match &unit.stmt(s).kind {
                StmtKind::Goto { .. } => jumps = true,
                StmtKind::Label { name, .. } => plain &= names.insert(name.clone()),
                StmtKind::IndirectGoto { .. } | StmtKind::Other { .. } => plain = false,
                _ => {}
            },
            Item::Expr(e) => plain &= !matches!(unit.expr(e).kind, ExprKind::Other { .. }),
            Item::Declare(_) => {}
        }
        plain
    });
    jumps && plain
}

fn structure(unit: &mut Unit, function: StmtId, list: StmtId) -> Option<()> {
    let StmtKind::Compound { body } = unit.stmt(list).kind.clone() else { return None };
    let labels = forward_labels(unit, function, &body);
    if labels.is_empty() || body.iter().any(|&s| has_free(unit, s, Free::Case)) || !stays_in_scope(unit, &body, &labels)
    {
        return None;
    }
    if body.iter().any(|&s| is_entered(unit, function, s, &labels)) {
        return None;
    }
    let end = body.len();
    let mut structure =
        Structure { unit, list: body, labels, used: HashSet::new(), copies: Copies::default(), copied: 0 };
    let mut out = Vec::new();
    structure.ways(&[], 0, end, &mut out)?;
    unit.stmts[list.0 as usize].kind = StmtKind::Compound { body: out };
    Some(())
}

/// The labels of the list that are jumped to, only from before them in the list, and where they are.
fn forward_labels(unit: &Unit, function: StmtId, list: &[StmtId]) -> HashMap<String, usize> {
    let mut labels = HashMap::new();
    for (position, &s) in list.iter().enumerate() {
        let mut at = s;
        while let StmtKind::Label { name, body } = &unit.stmt(at).kind {
            labels.insert(name.clone(), position);
            at = *body;
        }
    }
    let mut before: HashMap<String, usize> = HashMap::new();
    for (position, &s) in list.iter().enumerate() {
        for name in jumps(unit, s) {
            if labels.get(&name).is_some_and(|&label| position < label) {
                *before.entry(name).or_default() += 1;
            }
        }
    }
    let mut all: HashMap<String, usize> = HashMap::new();
    if !labels.is_empty() {
        jumps(unit, function).into_iter().for_each(|name| *all.entry(name).or_default() += 1);
    }
    labels.retain(|name, _| before.contains_key(name) && before.get(name) == all.get(name));
    labels
}

/// There is a label in the statement that stays, and a jump to it from elsewhere.
fn is_entered(unit: &Unit, function: StmtId, s: StmtId, labels: &HashMap<String, usize>) -> bool {
    let mut kept = Vec::new();
    visit::walk(unit, Item::Stmt(s), |item| {
        if let Item::Stmt(s) = item
            && let StmtKind::Label { name, .. } = &unit.stmt(s).kind
            && !labels.contains_key(name)
        {
            kept.push(name.clone());
        }
        true
    });
    let count = |within: StmtId| jumps(unit, within).into_iter().filter(|name| kept.contains(name)).count();
    !kept.is_empty() && count(s) != count(function)
}

/// The labels that jumps in the statement go to.
fn jumps(unit: &Unit, s: StmtId) -> Vec<String> {
    let mut found = Vec::new();
    visit::walk(unit, Item::Stmt(s), |item| {
        if let Item::Stmt(s) = item
            && let StmtKind::Goto { label } = &unit.stmt(s).kind
        {
            found.push(label.clone());
        }
        true
    });
    found
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Free {
    /// A label of a `switch` around the statement.
    Case,
    /// A `break` out of what is around the statement.
    Break,
}

fn has_free(unit: &Unit, s: StmtId, what: Free) -> bool {
    let mut found = false;
    visit::walk(unit, Item::Stmt(s), |item| {
        let Item::Stmt(s) = item else { return !found };
        match &unit.stmt(s).kind {
            StmtKind::Switch { .. } => false,
            StmtKind::For { .. } | StmtKind::While { .. } | StmtKind::Do { .. } => what == Free::Case,
            StmtKind::Case { .. } | StmtKind::Default { .. } => {
                found |= what == Free::Case;
                !found
            }
            StmtKind::Break => {
                found |= what == Free::Break;
                false
            }
            _ => !found,
        }
    });
    found
}

/// What is declared between a jump and its label is not used behind the next label, which may be reached without it.
fn stays_in_scope(unit: &Unit, list: &[StmtId], labels: &HashMap<String, usize>) -> bool {
    let mut furthest = 0;
    list.iter().enumerate().all(|(position, &s)| {
        let declared = if furthest > position { declared(unit, s) } else { Vec::new() };
        furthest = jumps(unit, s).iter().filter_map(|name| labels.get(name).copied()).fold(furthest, usize::max);
        let next = labels.values().copied().filter(|&label| label > position).min().unwrap_or(list.len());
        declared.iter().all(|&decl| {
            let is_variable = matches!(unit.ty(unit.decl(decl).ty).kind, TypeKind::VariableArray { .. });
            !is_variable
                && !unit.decl(decl).has_cleanup()
                && list[next..].iter().all(|&later| !visit::mentions(unit, Item::Stmt(later), decl))
        })
    })
}

/// What a statement of a list declares for those after it.
fn declared(unit: &Unit, mut s: StmtId) -> Vec<DeclId> {
    while let StmtKind::Label { body, .. } = unit.stmt(s).kind {
        s = body;
    }
    match &unit.stmt(s).kind {
        StmtKind::Decl { decls } => decls.clone(),
        _ => Vec::new(),
    }
}

struct Structure<'u> {
    unit: &'u mut Unit,
    list: Vec<StmtId>,
    labels: HashMap<String, usize>,
    /// What is in its new place already; the next time it is copied.
    used: HashSet<StmtId>,
    /// What was declared last in place of a variable: all its uses come before another way is gone.
    copies: Copies,
    copied: usize,
}

impl Structure<'_> {
    /// Appends what runs from `nested`, then position `at` of the list, to before position `end`. No jump goes further.
    fn ways(&mut self, nested: &[StmtId], at: usize, end: usize, out: &mut Vec<StmtId>) -> Option<()> {
        stacker::maybe_grow(64 << 10, 1 << 20, || self.ways_here(nested.to_vec(), at, end, out))
    }

    fn ways_here(&mut self, mut nested: Vec<StmtId>, mut at: usize, end: usize, out: &mut Vec<StmtId>) -> Option<()> {
        loop {
            let s = match nested.first() {
                Some(_) => nested.remove(0),
                None if at < end => {
                    at += 1;
                    self.without_labels(self.list[at - 1])
                }
                None => return Some(()),
            };
            let targets = self.targets(s);
            match self.unit.stmt(s).kind.clone() {
                StmtKind::Goto { label } if !targets.is_empty() => {
                    (nested, at) = (Vec::new(), *self.labels.get(&label)?);
                }
                kind if targets.is_empty() => {
                    out.push(self.taken(s)?);
                    if matches!(
                        kind,
                        StmtKind::Goto { .. } | StmtKind::Break | StmtKind::Continue | StmtKind::Return { .. }
                    ) {
                        return Some(());
                    }
                }
                StmtKind::Compound { body } => nested.splice(0..0, body).for_each(drop),
                StmtKind::If { cond, then, other } => {
                    let meet = self.meet(&targets, &nested, at);
                    // In this order: the condition comes before what its branches copy.
                    let is_first = self.used.insert(s);
                    let cond = if is_first { cond } else { self.unit.copy_expr(cond, &mut self.copies) };
                    let then = self.branch(Some(then), &nested, at, meet)?;
                    let other = self.branch(other, &nested, at, meet)?;
                    out.push(self.add(StmtKind::If { cond, then, other: Some(other) }, s));
                    (nested, at) = (Vec::new(), meet);
                }
                StmtKind::Switch { .. } => {
                    let meet = self.meet(&targets, &nested, at);
                    out.push(self.switch(s, &nested, at, meet)?);
                    (nested, at) = (Vec::new(), meet);
                }
                _ => return None,
            }
        }
    }

    /// The first position that all ways come by which begin with a statement that has jumps to `targets`.
    fn meet(&self, targets: &[usize], nested: &[StmtId], at: usize) -> usize {
        let further = |s: &StmtId| self.targets(*s).into_iter().max();
        let mut meet = targets.iter().copied().chain(nested.iter().filter_map(further)).max().unwrap_or(at);
        let mut position = at;
        while position < meet {
            meet = meet.max(further(&self.list[position]).unwrap_or(0));
            position += 1;
        }
        meet
    }

    fn branch(&mut self, s: Option<StmtId>, nested: &[StmtId], at: usize, end: usize) -> Option<StmtId> {
        let like = s.unwrap_or(self.list[0]);
        let statements: Vec<StmtId> = s.into_iter().chain(nested.iter().copied()).collect();
        let mut body = Vec::new();
        self.ways(&statements, at, end, &mut body)?;
        Some(self.add(StmtKind::Compound { body }, like))
    }

    /// A `switch` whose cases jump at their ends only.
    fn switch(&mut self, s: StmtId, nested: &[StmtId], at: usize, end: usize) -> Option<StmtId> {
        let StmtKind::Switch { cond, body } = self.unit.stmt(s).kind else { return None };
        let StmtKind::Compound { body } = self.unit.stmt(body).kind.clone() else { return None };
        let mut cases: Vec<(Vec<StmtId>, Vec<StmtId>)> = Vec::new();
        for it in body {
            let (labels, inner) = case_labels(self.unit, it);
            if !labels.is_empty() {
                cases.push((labels, Vec::new()));
            }
            cases.last_mut()?.1.push(inner);
        }
        let is_default = |&label: &StmtId| matches!(self.unit.stmt(label).kind, StmtKind::Default { .. });
        let has_default = cases.iter().any(|(labels, _)| labels.iter().any(is_default));
        let last = cases.len().checked_sub(1)?;
        let cond = if self.used.insert(s) { cond } else { self.unit.copy_expr(cond, &mut self.copies) };
        let mut arms = Vec::new();
        for (number, (labels, statements)) in cases.into_iter().enumerate() {
            let arm = self.case(&statements, number == last, (nested, at, end))?;
            arms.push(labels.into_iter().rev().fold(arm, |body, label| self.relabelled(label, body)));
        }
        if !has_default {
            let arm = self.case(&[], true, (nested, at, end))?;
            arms.push(self.add(StmtKind::Default { body: arm }, s));
        }
        let body = self.add(StmtKind::Compound { body: arms }, s);
        Some(self.add(StmtKind::Switch { cond, body }, s))
    }

    /// The statements of a case with what runs after them.
    fn case(&mut self, statements: &[StmtId], is_last: bool, after: (&[StmtId], usize, usize)) -> Option<StmtId> {
        let (nested, at, end) = after;
        let (own, mut at, mut behind) = match statements.split_last() {
            Some((&jump, own)) => match self.unit.stmt(jump).kind.clone() {
                StmtKind::Goto { label } if self.labels.contains_key(&label) => (own, self.labels[&label], Vec::new()),
                StmtKind::Break => (own, at, nested.to_vec()),
                StmtKind::Continue | StmtKind::Return { .. } => (statements, end, Vec::new()),
                _ if is_last => (statements, at, nested.to_vec()),
                _ => return None,
            },
            None => (statements, at, nested.to_vec()),
        };
        at = at.min(end);
        let mut body = Vec::new();
        for &s in own {
            let is_simple = self.targets(s).is_empty() && !has_free(self.unit, s, Free::Break);
            if !is_simple || !declared(self.unit, s).is_empty() {
                return None;
            }
            body.push(self.taken(s)?);
        }
        // In here, a `break` would leave the `switch` only.
        behind.extend(&self.list[at..end]);
        if behind.iter().any(|&s| has_free(self.unit, s, Free::Break)) {
            return None;
        }
        behind.truncate(behind.len() - (end - at));
        self.ways(&behind, at, end, &mut body)?;
        let like = self.list[0];
        body.push(self.add(StmtKind::Break, like));
        Some(self.add(StmtKind::Compound { body }, like))
    }

    fn relabelled(&mut self, label: StmtId, body: StmtId) -> StmtId {
        let kind = match self.unit.stmt(label).kind {
            StmtKind::Case { low, high, .. } => StmtKind::Case { low, high, body },
            _ => StmtKind::Default { body },
        };
        self.add(kind, label)
    }

    /// Where the jumps in the statement go that are to be replaced.
    fn targets(&self, s: StmtId) -> Vec<usize> {
        jumps(self.unit, s).iter().filter_map(|name| self.labels.get(name).copied()).collect()
    }

    fn without_labels(&self, mut s: StmtId) -> StmtId {
        while let StmtKind::Label { name, body } = &self.unit.stmt(s).kind
            && self.labels.contains_key(name)
        {
            s = *body;
        }
        s
    }

    /// The statement, or a copy of it if it is somewhere already, unless it has a label.
    fn taken(&mut self, s: StmtId) -> Option<StmtId> {
        if self.used.insert(s) {
            return Some(s);
        }
        let (mut is_single, mut nodes) = (false, 0);
        visit::walk(self.unit, Item::Stmt(s), |item| {
            nodes += 1;
            is_single |= matches!(item, Item::Stmt(s) if matches!(self.unit.stmt(s).kind, StmtKind::Label { .. }));
            true
        });
        self.copied += nodes;
        (!is_single && self.copied <= MAX_COPIED).then(|| self.unit.copy_stmt(s, &mut self.copies))
    }

    fn add(&mut self, kind: StmtKind, like: StmtId) -> StmtId {
        let Stmt { loc, end, .. } = *self.unit.stmt(like);
        let added = self.unit.add_stmt(kind, loc);
        self.unit.stmts[added.0 as usize].end = end;
        added
    }
}

/// The labels of a `switch` before a statement, and the statement.
fn case_labels(unit: &Unit, mut s: StmtId) -> (Vec<StmtId>, StmtId) {
    let mut labels = Vec::new();
    while let StmtKind::Case { body, .. } | StmtKind::Default { body } = unit.stmt(s).kind {
        labels.push(s);
        s = body;
    }
    (labels, s)
}
