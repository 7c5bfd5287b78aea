//! Legal schedules by chance, to test everything that stands behind a schedule. No program is compiled with them.

use raddle_poly::isl;
use raddle_poly::schedule::{Dependences, Form, Row, StatementId, Tree};

/// Trials for each tree.
const TRIALS: usize = 12;

/// Some tree that keeps all dependences: the original one, changed as long as it stays legal.
pub fn tree(dependences: &Dependences<'_>, seed: u64) -> isl::Result<Tree> {
    let mut tree = Tree::original(dependences.statements());
    let mut random = Random(seed ^ 0x9e37_79b9_7f4a_7c15);
    for _ in 0..TRIALS {
        let mut changed = tree.clone();
        if change(&mut changed, &mut random) && dependences.are_kept_by(&changed)? {
            tree = changed;
        }
    }
    Ok(tree)
}

/// A linear congruential generator (Knuth, The Art of Computer Programming 3.3.4).
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) % limit.max(1) as u64) as usize
    }
}

/// Changes some place of the tree; false where nothing was found to change.
fn change(tree: &mut Tree, random: &mut Random) -> bool {
    merge_bands(tree);
    match tree {
        Tree::Leaf | Tree::Registers(_) => false,
        Tree::Band(rows, child) => match random.below(8) {
            0 | 1 if rows.len() > 1 => interchange(rows, random),
            2 => tile(rows, random),
            3 if rows.len() > 1 => skew(rows, random),
            4 => shift(rows, random),
            5 => distribute(tree),
            6 => reverse(rows, random),
            _ => change(child, random),
        },
        Tree::Sequence(parts) => match random.below(3) {
            0 => fuse(tree, random),
            1 => {
                let (a, b) = (random.below(parts.len()), random.below(parts.len()));
                parts.swap(a, b);
                a != b
            }
            _ => {
                let part = random.below(parts.len());
                change(&mut parts[part].1, random)
            }
        },
    }
}

/// A band right inside a band is one band.
fn merge_bands(tree: &mut Tree) {
    while let Tree::Band(rows, child) = tree
        && let Tree::Band(more, inner) = &mut **child
    {
        rows.append(more);
        **child = std::mem::replace(inner, Tree::Leaf);
    }
}

fn interchange(rows: &mut [Row], random: &mut Random) -> bool {
    let (a, b) = (random.below(rows.len()), random.below(rows.len()));
    rows.swap(a, b);
    a != b
}

/// A row of tiles before all others.
fn tile(rows: &mut Vec<Row>, random: &mut Random) -> bool {
    let mut row = rows[random.below(rows.len())].clone();
    let size = [2, 3, 5][random.below(3)];
    if row.values().any(|it| it.divisor != 1) {
        return false;
    }
    row.values_mut().for_each(|it| it.divisor = size);
    rows.insert(0, row);
    true
}

/// Adds one row to another.
fn skew(rows: &mut [Row], random: &mut Random) -> bool {
    let (a, b) = (random.below(rows.len()), random.below(rows.len()));
    let other = rows[b].clone();
    if a == b || rows[a].values().chain(other.values()).any(|it| it.divisor != 1) {
        return false;
    }
    for (id, form) in &mut rows[a] {
        let Some(more) = other.get(id) else { return false };
        form.coefficients.iter_mut().zip(&more.coefficients).for_each(|(x, y)| *x += y);
        form.constant += more.constant;
    }
    true
}

/// Moves one statement against the others of its row.
fn shift(rows: &mut [Row], random: &mut Random) -> bool {
    let row = random.below(rows.len());
    let statement = random.below(rows[row].len());
    let by = [-2, -1, 1, 2][random.below(4)];
    rows[row].values_mut().nth(statement).map(|it| it.constant += by).is_some()
}

fn reverse(rows: &mut [Row], random: &mut Random) -> bool {
    let row = random.below(rows.len());
    for Form { coefficients, constant, divisor } in rows[row].values_mut() {
        coefficients.iter_mut().for_each(|it| *it = -*it);
        *constant = if *divisor == 1 { -*constant } else { *divisor - 1 - *constant };
    }
    true
}

/// A band around a sequence becomes a sequence of bands.
fn distribute(tree: &mut Tree) -> bool {
    let Tree::Band(rows, child) = tree else { return false };
    let Tree::Sequence(parts) = &mut **child else { return false };
    let own = |ids: &[StatementId], row: &Row| {
        row.iter().filter(|(id, _)| ids.contains(id)).map(|(id, form)| (*id, form.clone())).collect()
    };
    let part = |(ids, child): (Vec<StatementId>, Tree)| {
        let rows = rows.iter().map(|row| own(&ids, row)).collect();
        (ids, Tree::Band(rows, Box::new(child)))
    };
    *tree = Tree::Sequence(std::mem::take(parts).into_iter().map(part).collect());
    true
}

/// The bands of two neighbours become one band.
fn fuse(tree: &mut Tree, random: &mut Random) -> bool {
    let Tree::Sequence(parts) = tree else { return false };
    let first = random.below(parts.len().saturating_sub(1));
    parts.iter_mut().for_each(|(_, child)| merge_bands(child));
    let [(ids, Tree::Band(rows, _)), (more_ids, Tree::Band(more, _))] = &parts[first..first + 2] else { return false };
    let count = rows.len().min(more.len());
    let join = |(a, b): (&Row, &Row)| a.iter().chain(b).map(|(id, form)| (*id, form.clone())).collect();
    let (ids, joined) = ([ids.clone(), more_ids.clone()].concat(), rows.iter().zip(more).map(join).collect());
    let [second, first_part] = [parts.remove(first + 1), parts.remove(first)];
    let rest = |(ids, child): (Vec<StatementId>, Tree)| match child {
        Tree::Band(mut rows, inner) if rows.len() > count => (ids, Tree::Band(rows.split_off(count), inner)),
        Tree::Band(_, inner) => (ids, *inner),
        other => (ids, other),
    };
    let fused = Tree::Band(joined, Box::new(Tree::Sequence(vec![rest(first_part), rest(second)])));
    parts.insert(first, (ids, fused));
    if parts.len() == 1 {
        *tree = parts.remove(0).1;
    }
    true
}
