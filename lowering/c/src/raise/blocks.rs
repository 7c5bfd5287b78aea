//! Loops that go through their iterations in blocks get a version that goes through them in their own order.
//!
//! ```text
//!     for (ii = 0; ii < n; ii += b)                          for (int i_ = 0; i_ < n; i_++)
//!       for (jj = 0; jj < n; jj += b)                          for (int j_ = 0; j_ < n; j_++)
//!         for (i = ii; i < MIN(ii + b, n); i++)      ->          t[j_][i_] = a[i_][j_];
//!           for (j = jj; j < jj + b && j < n; j++)
//!             t[j][i] = a[i][j];
//! ```
//!
//! People write blocks for one cache. With a `b` that is not known the bounds are not affine, and whatever it is, the order is not
//! one that devices want. The version stands beside the statement (`Unit::unblocked`); nothing is changed. Both execute the same
//! instances of the body; whether the other order is as good is for `region-unblock` to say, which knows the dependences.
//!
//! The innermost blocks may be parts of a sum that waits in its element in between: `s = c[i][j]; for (k = kk; ..) s += ..; c[i][j] = s;`.
//! Without blocks the variable keeps it, if both have one type and the loop does not touch the element.
//!
//! Legal if:  each block has one loop over its iterations, from its first one to its end or the whole loop's; loops of blocks, of
//!            their iterations and others are one in the other, with nothing between them that the body uses; first values, ends and sizes are the same
//!            all the time; nothing else uses the numbers of blocks, and nothing behind the loops their indices. Sizes that are variables
//!            are positive, and blocks without an end of the whole loop fill it: `Unblocked::conditions`.
//! Rejects:   `break` and `return` in the body, variables that outlive iterations, indices of different types.
//! Runs last, as it copies bodies as they finally are.

use super::counted::{initial_value, is_counter, is_own, is_plain_read, step_of, values_of};
use super::effects::{Effects, has_jumps};
use super::induction::loops;
use super::inline::{is_free, leaves};
use super::jumps::is_left_early;
use super::live::Liveness;
use super::rewrite::Copies;
use super::strides::is_fixed;
use super::value::{is_ordinary, same_expr};
use super::visit::{self, Item, mentions};
use crate::ast::{
    BinaryOp, CastKind, DeclId, ExprId, ExprKind, Loc, StmtId, StmtKind, Storage, TypeId, TypeKind, UnaryOp, Unblocked,
    Unit,
};

pub fn find_blocks(unit: &mut Unit) {
    for function in unit.functions.clone() {
        let Some(body) = unit.decl(function).body.filter(|&body| !has_jumps(unit, body)) else { continue };
        let all = loops(unit, body);
        if !all.iter().any(|s| Tile::of(unit, *s).is_some()) {
            continue;
        }
        let (whole, liveness) = (Effects::of_stmt(unit, body), Liveness::of(unit, body));
        let mut done: Vec<StmtId> = vec![];
        for s in all {
            if done.iter().any(|it| contains(unit, *it, s)) {
                continue;
            }
            let levels = Levels::of(unit, s).filter(|it| it.may_change_order(unit, s, &whole, &liveness));
            if let Some(unblocked) = levels.and_then(|it| it.write(unit, s)) {
                unit.unblocked.insert(s, unblocked);
                done.push(s);
            }
        }
    }
}

fn contains(unit: &Unit, outer: StmtId, inner: StmtId) -> bool {
    let mut found = false;
    visit::walk(unit, Item::Stmt(outer), |item| {
        found |= item == Item::Stmt(inner);
        !found
    });
    found
}

/// A loop from block to block.
struct Tile {
    index: DeclId,
    lo: ExprId,
    /// `ii < n` or `ii <= n`, of the variable that is the index in it.
    relation: BinaryOp,
    end: ExprId,
    step: Step,
    body: StmtId,
}

#[derive(Clone, Copy)]
enum Step {
    Constant(i64),
    Variable(ExprId),
}

impl Tile {
    fn of(unit: &Unit, s: StmtId) -> Option<Tile> {
        if let Some(strided) = unit.strided.get(&s) {
            let StmtKind::For { body, .. } = unit.stmt(s).kind else { return None };
            let [_, inner] = compound(unit, body)?[..] else { return None };
            let (relation, end) = bound(unit, strided.cond, strided.index)?;
            let step = Step::Variable(strided.step);
            return Some(Tile { index: strided.own, lo: strided.lo, relation, end, step, body: inner });
        }
        let Header { index, lo, relation, end, step, body } = Header::of(unit, s)?;
        (step > 1).then_some(Tile { index, lo, relation, end, step: Step::Constant(step), body })
    }
}

/// A loop that counts up by a constant.
struct Header {
    index: DeclId,
    lo: ExprId,
    relation: BinaryOp,
    end: ExprId,
    step: i64,
    body: StmtId,
}

impl Header {
    fn of(unit: &Unit, s: StmtId) -> Option<Header> {
        let StmtKind::For { init: Some(init), cond: Some(cond), inc: Some(inc), body } = unit.stmt(s).kind else {
            return None;
        };
        let (index, step) = step_of(unit, inc).filter(|(index, step)| *step > 0 && is_counter(unit, *index))?;
        let lo = initial_value(unit, init, index)?;
        let (relation, end) = bound(unit, cond, index)?;
        (Effects::of_stmt(unit, body).writes(index) == 0).then_some(Header { index, lo, relation, end, step, body })
    }
}

/// `index < end` or `index <= end`.
fn bound(unit: &Unit, cond: ExprId, index: DeclId) -> Option<(BinaryOp, ExprId)> {
    let ExprKind::Binary { op, lhs, rhs } = unit.expr(cond).kind else { return None };
    let (op, lhs, rhs) = match op {
        BinaryOp::Lt | BinaryOp::Le => (op, lhs, rhs),
        BinaryOp::Gt => (BinaryOp::Lt, rhs, lhs),
        BinaryOp::Ge => (BinaryOp::Le, rhs, lhs),
        _ => return None,
    };
    is_plain_read(unit, lhs, index).then_some((op, rhs))
}

/// The statements of a block but for empty ones.
fn compound(unit: &Unit, s: StmtId) -> Option<Vec<StmtId>> {
    let StmtKind::Compound { body } = &unit.stmt(s).kind else { return None };
    Some(body.iter().copied().filter(|it| unit.stmt(*it).kind != StmtKind::Null).collect())
}

/// One of the loops around the body.
enum Level {
    /// Over the iterations of a block, whose number in `tiles` this is.
    Point {
        s: StmtId,
        index: DeclId,
        tile: usize,
        is_exact: bool,
    },
    Other {
        s: StmtId,
        index: DeclId,
    },
}

struct Levels {
    tiles: Vec<Tile>,
    levels: Vec<Level>,
    /// Declarations between the loops.
    declared: Vec<StmtId>,
    /// What stands before and behind the innermost loop.
    sum: Option<Summed>,
    body: StmtId,
}

/// `variable = element;` and `element = variable;`
struct Summed {
    variable: DeclId,
    first: StmtId,
    last: StmtId,
}

impl Summed {
    fn of(unit: &Unit, first: StmtId, last: StmtId) -> Option<Summed> {
        let (variable, value) = match &unit.stmt(first).kind {
            StmtKind::Decl { decls } => match decls[..] {
                [decl] => (decl, unit.decl(decl).init?),
                _ => return None,
            },
            StmtKind::Expr { expr } => match unit.expr(*expr).kind {
                ExprKind::Assign { lhs, rhs } => match unit.expr(lhs).kind {
                    ExprKind::Ref { decl } => (decl, rhs),
                    _ => return None,
                },
                _ => return None,
            },
            _ => return None,
        };
        let StmtKind::Expr { expr } = unit.stmt(last).kind else { return None };
        let ExprKind::Assign { lhs: element, rhs } = unit.expr(expr).kind else { return None };
        let ExprKind::Cast { cast: CastKind::LvalueToRvalue, arg } = unit.expr(value).kind else { return None };
        let kind = |ty: TypeId| &unit.ty(ty).kind;
        let is_kept = is_own(unit, variable)
            && is_plain_read(unit, rhs, variable)
            && same_expr(unit, arg, element)
            && is_free(unit, element)
            && !mentions(unit, Item::Expr(element), variable)
            && kind(unit.decl(variable).ty) == kind(unit.expr(element).ty)
            && is_ordinary(unit.ty(unit.expr(element).ty));
        is_kept.then_some(Summed { variable, first, last })
    }
}

impl Levels {
    /// The loops from `s` on, down to the last one over the iterations of a block.
    fn of(unit: &Unit, s: StmtId) -> Option<Levels> {
        let first = Tile::of(unit, s)?;
        let mut found = Levels { body: first.body, tiles: vec![first], levels: vec![], declared: vec![], sum: None };
        while found.is_open() {
            // A sum waits around one loop.
            let had_sum = found.sum.is_some();
            let s = found.only_loop(unit)?;
            if had_sum || found.sum.is_some() && found.point_of(unit, s).is_none() {
                return None;
            }
            if let Some(tile) = Tile::of(unit, s) {
                found.body = tile.body;
                found.tiles.push(tile);
                continue;
            }
            let StmtKind::For { init: Some(init), inc: Some(inc), body, .. } = unit.stmt(s).kind else { return None };
            let (index, step) = step_of(unit, inc)?;
            initial_value(unit, init, index)?;
            let is_plain = step == 1 && is_counter(unit, index) && Effects::of_stmt(unit, body).writes(index) == 0;
            let level = found.point_of(unit, s).unwrap_or(Level::Other { s, index });
            found.levels.push(is_plain.then_some(level)?);
            found.body = body;
        }
        Some(found)
    }

    /// Is there a block without its loop?
    fn is_open(&self) -> bool {
        let has_loop =
            |tile: usize| self.levels.iter().any(|it| matches!(it, Level::Point { tile: of, .. } if *of == tile));
        !(0..self.tiles.len()).all(has_loop)
    }

    /// The loop that is the body, but for declarations without values.
    fn only_loop(&mut self, unit: &Unit) -> Option<StmtId> {
        loop {
            let Some(list) = compound(unit, self.body) else { return Some(self.body) };
            let is_bare = |s: &StmtId| match &unit.stmt(*s).kind {
                StmtKind::Decl { decls } => decls.iter().all(|it| unit.decl(*it).init.is_none()),
                _ => false,
            };
            let (bare, others): (Vec<_>, Vec<_>) = list.into_iter().partition(is_bare);
            self.declared.extend(bare);
            match others[..] {
                [only] => self.body = only,
                [first, only, last] if self.sum.is_none() => {
                    self.sum = Some(Summed::of(unit, first, last)?);
                    self.body = only;
                }
                _ => return None,
            }
        }
    }

    /// The loop over the iterations of a block, if it is one.
    fn point_of(&self, unit: &Unit, s: StmtId) -> Option<Level> {
        let StmtKind::For { init: Some(init), cond: Some(cond), inc: Some(inc), .. } = unit.stmt(s).kind else {
            return None;
        };
        let (index, _) = step_of(unit, inc)?;
        let lo = initial_value(unit, init, index)?;
        let number = self.tiles.iter().position(|it| is_plain_read(unit, lo, it.index))?;
        let is_taken = |it: &Level| matches!(it, Level::Point { tile, .. } if *tile == number);
        if self.levels.iter().any(is_taken) {
            return None;
        }
        let tile = &self.tiles[number];
        let kind = |decl: DeclId| &unit.ty(unit.decl(decl).ty).kind;
        let is_exact = ends_with_block(unit, cond, index, tile)?;
        (kind(index) == kind(tile.index)).then_some(Level::Point { s, index, tile: number, is_exact })
    }

    /// The order may be another one as far as values tell, and nothing is missed of what the loops leave behind.
    fn may_change_order(&self, unit: &Unit, s: StmtId, whole: &Effects, liveness: &Liveness) -> bool {
        let effects = Effects::of_stmt(unit, s);
        let is_left = is_left_early(unit, self.body) || leaves(unit, self.body) || keeps_variables(unit, self.body);
        let is_wanted = |it: &DeclId| !effects.declared.contains(it) && liveness.live_after(unit, s, *it);
        let own = self.numbers().into_iter().chain(self.indices()).chain(self.sum.iter().map(|it| it.variable));
        !is_left
            && !own.collect::<Vec<_>>().iter().any(is_wanted)
            && self.body_knows_indices_alone(unit)
            && self.sum.iter().all(|it| self.sums_up(unit, it))
            && self.headers_know_loops_around(unit)
            && (0..self.tiles.len()).all(|it| self.has_safe_ends(unit, it))
            && self.are_blocks_the_same(unit, &effects, whole)
    }

    /// The indices of loops over blocks.
    fn numbers(&self) -> Vec<DeclId> {
        self.tiles.iter().map(|it| it.index).collect()
    }

    /// Those of all others, the outermost one first.
    fn indices(&self) -> Vec<DeclId> {
        let index = |it: &Level| match it {
            Level::Point { index, .. } | Level::Other { index, .. } => *index,
        };
        self.levels.iter().map(index).collect()
    }

    /// Not the number of a block, and nothing that is declared between the loops: it keeps its value from one iteration of the inner ones to
    /// the next.
    fn body_knows_indices_alone(&self, unit: &Unit) -> bool {
        let parts: Vec<StmtId> = self.sum.iter().flat_map(|it| [it.first, it.last]).chain([self.body]).collect();
        let is_used = |it: &DeclId| parts.iter().any(|s| mentions(unit, Item::Stmt(*s), *it));
        let indices = self.indices();
        let is_known = |it: &DeclId| indices.contains(it) || self.sum.as_ref().is_some_and(|sum| sum.variable == *it);
        !self.numbers().iter().any(is_used) && !self.between(unit).iter().any(|it| !is_known(it) && is_used(it))
    }

    /// The element is not named by the innermost loop's index, and this loop changes the sum alone.
    fn sums_up(&self, unit: &Unit, sum: &Summed) -> bool {
        let innermost = self.indices().last().copied();
        let knows = |s: StmtId| innermost.is_some_and(|it| mentions(unit, Item::Stmt(s), it));
        !knows(sum.first) && !knows(sum.last) && Effects::of_stmt(unit, self.body).change_only(sum.variable)
    }

    /// First values and ends of loops that are not in blocks are given by loops around them.
    fn headers_know_loops_around(&self, unit: &Unit) -> bool {
        let (numbers, indices) = (self.numbers(), self.indices());
        self.levels.iter().enumerate().all(|(position, level)| {
            let Level::Other { s, .. } = level else { return true };
            let StmtKind::For { init: Some(init), cond: Some(cond), .. } = unit.stmt(*s).kind else { return false };
            let knows = |it: &DeclId| mentions(unit, Item::Stmt(init), *it) || mentions(unit, Item::Expr(cond), *it);
            !numbers.iter().chain(&indices[position + 1..]).any(knows)
        })
    }

    /// Where blocks begin and end, and their sizes.
    fn are_blocks_the_same(&self, unit: &Unit, effects: &Effects, whole: &Effects) -> bool {
        let indices = [self.numbers(), self.indices()].concat();
        let is_same = |e: ExprId| is_same_all_the_time(unit, e, effects, whole, &indices);
        self.tiles.iter().all(|it| {
            let is_fixed = match it.step {
                Step::Constant(_) => true,
                Step::Variable(step) => is_same(step),
            };
            is_fixed && is_same(it.lo) && is_same(it.end)
        })
    }

    /// What is declared between the loops.
    fn between(&self, unit: &Unit) -> Vec<DeclId> {
        let decls = |s: &StmtId| match &unit.stmt(*s).kind {
            StmtKind::Decl { decls } => decls.clone(),
            _ => vec![],
        };
        self.declared.iter().flat_map(decls).collect()
    }

    /// Do the sums in `conditions` not overflow, and is the size as large in the type of the end?
    fn has_safe_ends(&self, unit: &Unit, number: usize) -> bool {
        let Tile { lo, end, step, .. } = self.tiles[number];
        let ty = unit.ty(unit.expr(end).ty);
        let is_as_large = match step {
            Step::Constant(_) => true,
            // It is positive.
            Step::Variable(step) => values_of(unit, unit.expr(step).ty).max <= values_of(unit, unit.expr(end).ty).max,
        };
        let is_signed = matches!(ty.kind, TypeKind::Int { signed: true, .. });
        let counts_up = !self.is_exact(number) || unit.expr(lo).constant.is_some_and(|it| it >= 0);
        is_as_large && counts_up && !(is_signed && unit.wraps(ty))
    }

    fn is_exact(&self, number: usize) -> bool {
        self.levels.iter().any(|it| matches!(it, Level::Point { tile, is_exact: true, .. } if *tile == number))
    }

    fn write(&self, unit: &mut Unit, s: StmtId) -> Option<Unblocked> {
        let loc = unit.stmt(s).loc;
        let mut copies = Copies::default();
        let mut headers = vec![];
        for level in &self.levels {
            headers.push(self.header(unit, level, &mut copies)?);
        }
        let own_sum = self.sum.as_ref().map(|it| it.variable).filter(|it| self.between(unit).contains(it));
        let mut body: Vec<StmtId> = vec![];
        if let Some(variable) = own_sum {
            let own = unit.copy_decl(variable, &mut copies);
            body.push(unit.add_declaration(own, loc));
        }
        let before = self.sum.as_ref().map(|it| unit.copy_stmt(it.first, &mut copies));
        let innermost = unit.copy_stmt(self.body, &mut copies);
        let behind = self.sum.as_ref().map(|it| unit.copy_stmt(it.last, &mut copies));
        let mut twins: Vec<(StmtId, StmtId)> = loops(unit, innermost).into_iter().zip(loops(unit, self.body)).collect();
        let around = |unit: &mut Unit, (init, cond, inc, loc): (StmtId, ExprId, ExprId, Loc), body: StmtId| {
            unit.add_stmt(StmtKind::For { init: Some(init), cond: Some(cond), inc: Some(inc), body }, loc)
        };
        let mut summed = innermost;
        if self.sum.is_some() {
            summed = around(unit, headers.pop()?, innermost);
        }
        body.extend(before.into_iter().chain([summed]).chain(behind));
        let mut inner = unit.add_stmt(StmtKind::Compound { body }, loc);
        let loops = headers.len() as u32;
        for header in headers.into_iter().rev() {
            inner = around(unit, header, inner);
        }
        // People look for the loop where the blocks begin.
        unit.stmts[inner.0 as usize].loc = loc;
        twins.push((inner, s));
        let conditions = (0..self.tiles.len()).flat_map(|it| self.conditions(unit, it)).collect();
        let is_affine = self.tiles.iter().all(|it| matches!(it.step, Step::Constant(_)));
        Some(Unblocked { stmt: inner, conditions, loops, is_summed: self.sum.is_some(), is_affine, twins })
    }

    /// Initialization, condition and step of a loop over all iterations, with an index of its own from here on.
    fn header(&self, unit: &mut Unit, level: &Level, copies: &mut Copies) -> Option<(StmtId, ExprId, ExprId, Loc)> {
        let (s, index, tile) = match *level {
            Level::Point { s, index, tile, .. } => (s, index, Some(tile)),
            Level::Other { s, index } => (s, index, None),
        };
        let StmtKind::For { init: Some(init), cond: Some(cond), .. } = unit.stmt(s).kind else { return None };
        let loc = unit.stmt(s).loc;
        let lo = match tile {
            Some(tile) => self.tiles[tile].lo,
            None => initial_value(unit, init, index)?,
        };
        let ty = unit.decl(index).ty;
        let lo = unit.copy_expr(lo, copies);
        let lo = unit.add_converted(lo, ty);
        let own = unit.copy_decl(index, copies);
        unit.decls[own.0 as usize].init = Some(lo);
        let init = unit.add_declaration(own, loc);
        let cond = match tile {
            Some(tile) => {
                let Tile { relation, end, .. } = self.tiles[tile];
                let place = unit.add_ref(own, loc);
                let (lhs, rhs, int) = (unit.add_load(place), unit.copy_expr(end, copies), unit.int_type());
                unit.add_expr(ExprKind::Binary { op: relation, lhs, rhs }, int, loc, false)
            }
            None => unit.copy_expr(cond, copies),
        };
        let arg = unit.add_ref(own, loc);
        let inc = unit.add_expr(ExprKind::Unary { op: UnaryOp::PreInc, arg }, ty, loc, false);
        Some((init, cond, inc, loc))
    }

    /// What has to hold of a block's size: it is positive, no sum with it wraps around, and blocks fill the loop if their loops do not look
    /// for its end.
    fn conditions(&self, unit: &mut Unit, number: usize) -> Vec<ExprId> {
        let Tile { lo, relation, end, step, .. } = self.tiles[number];
        let (loc, ty) = (unit.expr(end).loc, unit.expr(end).ty);
        let compared = |unit: &mut Unit, op: BinaryOp, lhs: ExprId, rhs: ExprId| {
            let int = unit.int_type();
            unit.add_expr(ExprKind::Binary { op, lhs, rhs }, int, loc, false)
        };
        let number_of = |unit: &mut Unit, value: i64, ty: TypeId| {
            let value = unit.add_int(value, loc);
            unit.add_converted(value, ty)
        };
        let again = |unit: &mut Unit, e: ExprId| {
            let copy = unit.copy_expr(e, &mut Copies::default());
            unit.add_converted(copy, ty)
        };
        let size = |unit: &mut Unit| match step {
            Step::Constant(step) => number_of(unit, step, ty),
            Step::Variable(step) => again(unit, step),
        };
        let mut conditions = vec![];
        if let Step::Variable(step) = step {
            let copy = unit.copy_expr(step, &mut Copies::default());
            let zero = number_of(unit, 0, unit.expr(step).ty);
            conditions.push(compared(unit, BinaryOp::Gt, copy, zero));
        }
        if unit.wraps(unit.ty(ty)) {
            let (lhs, rhs, least) = (again(unit, end), size(unit), again(unit, end));
            let sum = unit.add_expr(ExprKind::Binary { op: BinaryOp::Add, lhs, rhs }, ty, loc, false);
            conditions.push(compared(unit, BinaryOp::Gt, sum, least));
        }
        let has_sum = |it: &Level| matches!(it, Level::Point { tile, .. } if *tile == number);
        let is_summed = self.sum.is_some() && self.levels.last().is_some_and(has_sum);
        // An element that waits in a variable is stored once at least; and nothing overflows behind this.
        if is_summed || self.is_exact(number) {
            let (first, end) = (again(unit, lo), again(unit, end));
            conditions.push(compared(unit, relation, first, end));
        }
        if self.is_exact(number) {
            let (lhs, rhs) = (again(unit, end), again(unit, lo));
            let mut lhs = unit.add_expr(ExprKind::Binary { op: BinaryOp::Sub, lhs, rhs }, ty, loc, false);
            if relation == BinaryOp::Le {
                let rhs = number_of(unit, 1, ty);
                lhs = unit.add_expr(ExprKind::Binary { op: BinaryOp::Add, lhs, rhs }, ty, loc, false);
            }
            let rhs = size(unit);
            let rest = unit.add_expr(ExprKind::Binary { op: BinaryOp::Rem, lhs, rhs }, ty, loc, false);
            let zero = number_of(unit, 0, ty);
            conditions.push(compared(unit, BinaryOp::Eq, rest, zero));
        }
        conditions
    }
}

/// Are there variables that keep their values from iteration to iteration?
fn keeps_variables(unit: &Unit, body: StmtId) -> bool {
    let mut found = false;
    visit::walk(unit, Item::Stmt(body), |item| {
        found |= matches!(item, Item::Declare(decl) if unit.decl(decl).storage != Storage::Local);
        !found
    });
    found
}

/// Does the loop over a block's iterations end with the block, or the whole loop? Some(true) if it does not look for the latter.
fn ends_with_block(unit: &Unit, cond: ExprId, index: DeclId, tile: &Tile) -> Option<bool> {
    let is_whole_end = |e: ExprId| same_expr(unit, e, tile.end);
    if let ExprKind::Binary { op: BinaryOp::LogicalAnd, lhs, rhs } = unit.expr(cond).kind {
        let (lhs, rhs) = (bound(unit, lhs, index)?, bound(unit, rhs, index)?);
        let is_both = |block: (BinaryOp, ExprId), whole: (BinaryOp, ExprId)| {
            is_block_end(unit, block, tile) && whole.0 == tile.relation && is_whole_end(whole.1)
        };
        return (is_both(lhs, rhs) || is_both(rhs, lhs)).then_some(false);
    }
    let (relation, end) = bound(unit, cond, index)?;
    if is_block_end(unit, (relation, end), tile) {
        return Some(true);
    }
    let (a, b) = lesser(unit, end)?;
    let is_min = |block: ExprId, whole: ExprId| is_block_end(unit, (relation, block), tile) && is_whole_end(whole);
    (relation == tile.relation && (is_min(a, b) || is_min(b, a))).then_some(false)
}

/// The two values of which this is the lesser one: `a < b ? a : b` and the like.
fn lesser(unit: &Unit, e: ExprId) -> Option<(ExprId, ExprId)> {
    let ExprKind::Conditional { cond, then, other } = unit.expr(e).kind else { return None };
    let ExprKind::Binary { op, lhs, rhs } = unit.expr(cond).kind else { return None };
    let (small, large) = match op {
        BinaryOp::Lt | BinaryOp::Le => (lhs, rhs),
        BinaryOp::Gt | BinaryOp::Ge => (rhs, lhs),
        _ => return None,
    };
    (same_expr(unit, small, then) && same_expr(unit, large, other)).then_some((then, other))
}

/// `ii + b` behind `<`, `ii + b - 1` behind `<=`.
fn is_block_end(unit: &Unit, (relation, end): (BinaryOp, ExprId), tile: &Tile) -> bool {
    let mut sum = Sum::default();
    if !sum.add(unit, end, 1) || !matches!(relation, BinaryOp::Lt | BinaryOp::Le) {
        return false;
    }
    let is_index = |it: &(ExprId, i64)| it.1 == 1 && is_plain_read(unit, it.0, tile.index);
    let more = if relation == BinaryOp::Le { -1 } else { 0 };
    match (tile.step, &sum.terms[..]) {
        (Step::Constant(step), [one]) => is_index(one) && sum.constant == step + more,
        (Step::Variable(step), [a, b]) => {
            let is_step = |it: &(ExprId, i64)| it.1 == 1 && same_expr(unit, it.0, without_casts(unit, step));
            (is_index(a) && is_step(b) || is_index(b) && is_step(a)) && sum.constant == more
        }
        _ => false,
    }
}

#[derive(Default)]
struct Sum {
    terms: Vec<(ExprId, i64)>,
    constant: i64,
}

impl Sum {
    /// False where a conversion may change a value.
    fn add(&mut self, unit: &Unit, e: ExprId, sign: i64) -> bool {
        if let Some(value) = unit.expr(e).constant {
            self.constant += sign * value;
            return i32::try_from(value).is_ok();
        }
        match unit.expr(e).kind {
            ExprKind::Binary { op: BinaryOp::Add, lhs, rhs } => self.add(unit, lhs, sign) && self.add(unit, rhs, sign),
            ExprKind::Binary { op: BinaryOp::Sub, lhs, rhs } => self.add(unit, lhs, sign) && self.add(unit, rhs, -sign),
            ExprKind::Cast { cast: CastKind::IntegralCast, arg } => {
                keeps_values(unit, e, arg) && self.add(unit, arg, sign)
            }
            _ => {
                self.terms.push((e, sign));
                true
            }
        }
    }
}

fn without_casts(unit: &Unit, e: ExprId) -> ExprId {
    match unit.expr(e).kind {
        ExprKind::Cast { cast: CastKind::IntegralCast, arg } if keeps_values(unit, e, arg) => without_casts(unit, arg),
        _ => e,
    }
}

fn keeps_values(unit: &Unit, e: ExprId, arg: ExprId) -> bool {
    let (to, from) = (values_of(unit, unit.expr(e).ty), values_of(unit, unit.expr(arg).ty));
    to.min <= from.min && from.max <= to.max
}

/// The value is made of such that nothing in the loops changes, by sums and products.
fn is_same_all_the_time(unit: &Unit, e: ExprId, effects: &Effects, whole: &Effects, indices: &[DeclId]) -> bool {
    if unit.expr(e).constant.is_some() {
        return true;
    }
    let again = |e: ExprId| is_same_all_the_time(unit, e, effects, whole, indices);
    match unit.expr(e).kind {
        ExprKind::Binary { op: BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul, lhs, rhs } => again(lhs) && again(rhs),
        ExprKind::Cast { cast: CastKind::IntegralCast, arg } => again(arg),
        _ => {
            indices.iter().all(|it| !mentions(unit, Item::Expr(e), *it))
                && indices.first().is_some_and(|it| is_fixed(unit, e, effects, whole, *it))
        }
    }
}
