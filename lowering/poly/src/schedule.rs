//! Schedules as values: in which order the statements of a nest run, whether that order keeps all dependences, and the loops that
//! realize it. Knows no IR, and chooses nothing.
//!
//! A *statement* is a group of operations that execute together. A [`Tree`] orders the instances of some statements: a band by the
//! values of its rows, from the first row to the last, a sequence by the number of its part. What a tree leaves in no order may run
//! in any.
//!
//! ```text
//!     for (i) { x = 0;               Sequence [S0], [S1]         tiled by 8 and interchanged:
//!       for (k) x += a[i][k]; }      under Band i, then for S1   Band floor(i/8), k, i
//!           S0: x = 0                Band k
//!           S1: x += a[i][k]
//! ```
//!
//! Source: Verdoolaege, Guelton, Grosser, Cohen, Schedule trees (IMPACT 2014).

mod code;
mod legality;
mod registers;
#[cfg(test)]
mod tests;
mod tile_bounds;
mod waves;

use std::{collections::BTreeMap, fmt};

use crate::model::{AccessId, LoopId};

pub use code::{Code, For, More};
pub use legality::Dependences;

/// Index into a list of statements.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct StatementId(pub u32);

/// Operations that execute together, once for each iteration of the loops around them in which the guard holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Statement {
    /// Outermost first.
    pub loops: Vec<LoopId>,
    /// Affine conditions around it in isl's notation; empty for none.
    pub guard: String,
    /// In the order of execution. They may have loops of their own, inside of the statement.
    pub accesses: Vec<AccessId>,
}

/// `floor((sum of coefficient * iterator + constant) / divisor)`, over the loops around a statement.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Form {
    pub coefficients: Vec<i64>,
    pub constant: i64,
    /// Positive.
    pub divisor: i64,
}

/// The values of a loop, for each statement in it.
pub type Row = BTreeMap<StatementId, Form>;

/// The innermost loops of one statement, as a register tile: the loops `over` run through their values in order, and for each of them all
/// of `rows` by `lanes` instances are next to each other, lanes in one vector. Rows of the schedule before it choose the tile.
///
/// ```text
///     for k { for i in 4 rows { for j in 16 lanes { C[i][j] += A[i][k] * B[k][j] } } }
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Registers {
    pub statement: StatementId,
    /// Outermost first; one at least.
    pub over: Vec<Form>,
    pub rows: Form,
    pub lanes: Form,
    /// How many values of `rows` and of `lanes` a tile has.
    pub sizes: [i64; 2],
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Tree {
    /// No more order.
    Leaf,
    /// Nested loops, outermost first.
    Band(Vec<Row>, Box<Tree>),
    /// One after the other. Each statement is in one part.
    Sequence(Vec<(Vec<StatementId>, Tree)>),
    /// A register tile, and no more order. Where the tile is full, its loops have constant bounds.
    Registers(Registers),
}

impl Form {
    /// The iterator of the loop at `position` of `depth`.
    pub fn iterator(position: usize, depth: usize) -> Form {
        let mut coefficients = vec![0; depth];
        coefficients[position] = 1;
        Form { coefficients, constant: 0, divisor: 1 }
    }

    /// The number of the tile of `size` values that this one is in.
    pub fn tile(&self, size: i64) -> Form {
        Form { divisor: self.divisor.saturating_mul(size), ..self.clone() }
    }
}

impl Registers {
    /// The schedule's rows, outermost first.
    pub fn as_rows(&self) -> Vec<Row> {
        let forms = self.over.iter().chain([&self.rows, &self.lanes]);
        forms.map(|it| Row::from([(self.statement, it.clone())])).collect()
    }
}

impl Tree {
    /// The order of the source: `statements` are in textual order.
    pub fn original(statements: &[Statement]) -> Tree {
        let ids: Vec<_> = (0..statements.len() as u32).map(StatementId).collect();
        original(statements, &ids, 0)
    }

    /// The order that some of the statements have in the source.
    pub fn original_of(statements: &[Statement], ids: &[StatementId]) -> Tree {
        original(statements, ids, 0)
    }
}

fn original(statements: &[Statement], ids: &[StatementId], depth: usize) -> Tree {
    let around = |id: &StatementId| statements[id.0 as usize].loops.get(depth);
    let parts: Vec<_> = ids.chunk_by(|a, b| around(a).is_some() && around(a) == around(b)).collect();
    let part = |ids: &[StatementId]| match around(&ids[0]) {
        None => Tree::Leaf,
        Some(_) => {
            let row = ids.iter().map(|id| (*id, Form::iterator(depth, statements[id.0 as usize].loops.len())));
            Tree::Band(vec![row.collect()], Box::new(original(statements, ids, depth + 1)))
        }
    };
    match parts[..] {
        [] => Tree::Leaf,
        [one] => part(one),
        _ => Tree::Sequence(parts.into_iter().map(|ids| (ids.to_vec(), part(ids))).collect()),
    }
}

impl fmt::Display for Form {
    /// With the loops' positions for names: `i0 + 2*i1`.
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let terms = self.coefficients.iter().enumerate().filter(|(_, it)| **it != 0);
        let mut terms: Vec<_> = terms
            .map(|(position, it)| if *it == 1 { format!("i{position}") } else { format!("{it}*i{position}") })
            .collect();
        if self.constant != 0 || terms.is_empty() {
            terms.push(self.constant.to_string());
        }
        match self.divisor {
            1 => f.write_str(&terms.join(" + ")),
            divisor => write!(f, "floor(({})/{divisor})", terms.join(" + ")),
        }
    }
}

impl fmt::Display for Tree {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        self.write(f, 0)
    }
}

impl Tree {
    fn write(&self, f: &mut fmt::Formatter, depth: usize) -> fmt::Result {
        let margin = "  ".repeat(depth);
        match self {
            Tree::Leaf => Ok(()),
            Tree::Band(rows, child) => {
                for row in rows {
                    let forms: Vec<_> = row.iter().map(|(id, form)| format!("S{}: {form}", id.0)).collect();
                    writeln!(f, "{margin}band {}", forms.join("; "))?;
                }
                child.write(f, depth + 1)
            }
            Tree::Sequence(parts) => {
                for (ids, child) in parts {
                    let names: Vec<_> = ids.iter().map(|id| format!("S{}", id.0)).collect();
                    writeln!(f, "{margin}then {}", names.join(" "))?;
                    child.write(f, depth + 1)?;
                }
                Ok(())
            }
            Tree::Registers(tile) => {
                let Registers { statement, over, rows, lanes, sizes: [height, width] } = tile;
                let over: Vec<_> = over.iter().map(ToString::to_string).collect();
                let over = over.join(", ");
                writeln!(
                    f,
                    "{margin}registers S{}: over {over}; {height} rows {rows}, {width} lanes {lanes}",
                    statement.0
                )
            }
        }
    }
}
