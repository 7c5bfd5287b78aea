//! A loop inside of a tile keeps to the tile.
//!
//! ```text
//!     for c0 = 0 to 188                              for c0 = 0 to 188
//!       for c1 = i to min(3000, 16*c0 + 16)    =>      for c1 = max(i, 16*c0) to min(3000, 16*c0 + 16)
//!         if c0 = i/16 or c1 >= 2992                     if c0 = i/16 or c1 >= 2992
//! ```
//!
//! isl writes one loop for the tiles that are not full. Where these are at several edges, it finds bounds that hold at all of them, and
//! leaves the rest to conditions: the loop goes through other tiles and does nothing there.

use std::collections::BTreeMap;

use super::{Code, For, Form, Row, StatementId, Tree};
use crate::analysis::{Expr, Extreme};

/// For each statement, the forms of the rows around it.
type Forms = BTreeMap<StatementId, Vec<Option<Form>>>;

impl Code {
    /// Gives loops of the tree the bounds of the tiles that they are in.
    pub(super) fn keep_to_tiles(&mut self, tree: &Tree) {
        let mut forms = Forms::new();
        collect(tree, &mut vec![], &mut forms);
        narrow(self, &forms, &mut vec![]);
    }
}

fn collect(tree: &Tree, outer: &mut Vec<Row>, forms: &mut Forms) {
    let inner = match tree {
        Tree::Sequence(parts) => return parts.iter().for_each(|(_, child)| collect(child, outer, forms)),
        Tree::Leaf => vec![],
        Tree::Band(rows, _) => rows.clone(),
        Tree::Registers(tile) => tile.as_rows(),
    };
    let before = outer.len();
    outer.extend(inner);
    match tree {
        Tree::Band(_, child) => collect(child, outer, forms),
        _ => {
            for id in outer.iter().flat_map(|row| row.keys()) {
                forms.entry(*id).or_insert_with(|| outer.iter().map(|row| row.get(id).cloned()).collect());
            }
        }
    }
    outer.truncate(before);
}

/// `around` are the iterators of the loops around; a row with one value has none.
fn narrow(code: &mut Code, forms: &Forms, around: &mut Vec<String>) {
    match code {
        Code::Block(children) => children.iter_mut().for_each(|it| narrow(it, forms, around)),
        Code::Let(iterator, _, body) => within(iterator, around, |around| narrow(body, forms, around)),
        Code::If(_, then, other) => {
            narrow(then, forms, around);
            other.iter_mut().for_each(|it| narrow(it, forms, around));
        }
        Code::For(it) => {
            narrow_loop(it, forms, around);
            let For { iterator, body, .. } = &mut **it;
            within(iterator, around, |around| narrow(body, forms, around));
        }
        Code::Statement(..) | Code::Await(_) => {}
    }
}

fn within(iterator: &str, around: &mut Vec<String>, inside: impl FnOnce(&mut Vec<String>)) {
    around.push(iterator.into());
    inside(around);
    around.pop();
}

fn narrow_loop(it: &mut For, forms: &Forms, around: &[String]) {
    let mut inside = vec![];
    statements(&it.body, &mut inside);
    let row = it.iterator.strip_prefix('c').and_then(|it| it.parse().ok());
    let (Some(row), 1) = (row, it.step) else { return };
    let shared_size = |tile: usize| {
        let mut sizes = inside.iter().map(|id| forms.get(id).and_then(|forms| size(forms, tile, row)));
        let first = sizes.next()??;
        sizes.all(|it| it == Some(first)).then_some((tile, first))
    };
    // Larger tiles around that one say no more.
    let Some((tile, size)) = (0..row).rev().find_map(shared_size) else { return };
    let name = format!("c{tile}");
    if !around.contains(&name) {
        return;
    }
    let first = Expr::Mul(size, Box::new(Expr::Name(name)));
    if !it.first.operands_of(Extreme::Max).into_iter().any(|it| distance(it, &first).is_some_and(|it| it >= 0)) {
        it.first = Expr::Max(Box::new(it.first.clone()), Box::new(first.clone()));
    }
    if !it.end.operands_of(Extreme::Min).into_iter().any(|it| distance(it, &first).is_some_and(|it| it <= size)) {
        let end = Expr::Add(Box::new(first), Box::new(Expr::Const(size)));
        it.end = Expr::Min(Box::new(it.end.clone()), Box::new(end));
    }
}

/// How much greater the expression is, if it is the other one and a number.
fn distance(expr: &Expr, other: &Expr) -> Option<i64> {
    match expr {
        _ if expr == other => Some(0),
        Expr::Add(a, b) => match (&**a, &**b) {
            (a, Expr::Const(more)) | (Expr::Const(more), a) if a == other => Some(*more),
            _ => None,
        },
        _ => None,
    }
}

/// How many values of one row have the same value of the other.
fn size(forms: &[Option<Form>], tile: usize, row: usize) -> Option<i64> {
    let (tile, row) = (forms.get(tile)?.as_ref()?, forms.get(row)?.as_ref()?);
    let size = tile.divisor / row.divisor;
    (size > 1 && row.tile(size) == *tile).then_some(size)
}

fn statements(code: &Code, all: &mut Vec<StatementId>) {
    match code {
        Code::Block(children) => children.iter().for_each(|it| statements(it, all)),
        Code::Let(_, _, body) => statements(body, all),
        Code::If(_, then, other) => {
            [Some(then), other.as_ref()].into_iter().flatten().for_each(|it| statements(it, all))
        }
        Code::For(it) => statements(&it.body, all),
        Code::Statement(id, _) => all.push(*id),
        Code::Await(_) => {}
    }
}
