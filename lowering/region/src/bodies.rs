//! The body of perfect loops as one statement, whatever is in it: loops of its own, conditions, many assignments. Reads the IR, and
//! moves into the body what each iteration has for itself.
//!
//! ```text
//!     for i { for j {                        for i { for j {
//!       for m { t[m] = d[i][j][m] }    =>      S(i, j)
//!       v[i][j] = v[i-1][j] - v[i][j-1] * t[0] ...
//!     } }                                    } }
//! ```

use raddle_dialects::ir::{self, Op};
use raddle_poly::analysis::Analysis;
use raddle_poly::model::{AccessId, AccessKind, LoopId};
use raddle_poly::schedule::Statement;

use crate::cost;
use crate::extract::{Extracted, extract_loop, is_inside};
use crate::privatize::{perfect_child, separate_one};

/// Accesses of one statement, without those that are equal. The questions grow with their pairs.
const MAX_ACCESSES: usize = 48;

/// A tile takes about so long. Shorter ones are not worth the wait for the row before, longer ones leave nothing to do at once.
const TILE_PS: i64 = 3_000_000;

/// Dimensions of arrays that iterations have for themselves, at most.
const DIMENSIONS: u32 = 3;

pub struct Body<'c> {
    pub statement: Statement,
    pub ops: Vec<Op<'c>>,
    /// Values of each row in a tile.
    pub sizes: [i64; 2],
}

/// Gives each iteration of the loops of `copy` what it overwrites before it reads, where nobody wants it afterwards.
pub fn separate<'c>(nest: Op<'c>, (copy, original): (Op<'c>, Op<'c>)) {
    loop {
        let found = extract_loop(nest, copy);
        let Ok(analysis) = Analysis::of(&found.model) else { return };
        if !separate_one(&analysis, &found, (copy, original), DIMENSIONS) {
            return;
        }
    }
}

impl<'c> Body<'c> {
    /// Of the loops that are perfect from `outermost` on; None for fewer than two, or with too much in them.
    pub fn of(found: &Extracted<'c>, analysis: &Analysis, outermost: Op<'c>) -> Option<Self> {
        let mut loops = vec![found.loop_of(outermost)?];
        while let Some(child) = perfect_child(found, *loops.last()?) {
            loops.push(child);
        }
        let innermost = found.loops[loops.last()?.0 as usize];
        let has_all = found.unknown_effects_in(outermost).is_none() && found.obstacle_in(outermost).is_none();
        if loops.len() < 2 || !has_all || loops.iter().any(|it| !analysis.has_known_trips(*it)) {
            return None;
        }
        let accesses = distinct(found, loops.last().copied()?, innermost);
        if accesses.len() > MAX_ACCESSES {
            return None;
        }
        let mut ops = ir::ops(ir::entry_block(innermost, 0)?);
        ops.pop();
        let sizes = sizes(cost::of_body(innermost));
        Some(Body { statement: Statement { loops, guard: String::new(), accesses }, ops, sizes })
    }
}

/// The accesses in a loop to what it writes, each element once, without what an iteration has for itself.
fn distinct<'c>(found: &Extracted<'c>, id: LoopId, op: Op<'c>) -> Vec<AccessId> {
    let model = &found.model;
    let access = |it: AccessId| &model.accesses[it.0 as usize];
    let is_own = |it: AccessId| {
        let local_to = model.arrays[access(it).array.0 as usize].local_to;
        local_to.is_some_and(|it| it == id || is_inside(found.loops[it.0 as usize], op))
    };
    let is_same = |a: AccessId, b: AccessId| {
        let (x, y) = (access(a), access(b));
        x.kind == y.kind
            && x.array == y.array
            && x.loops == y.loops
            && x.subscripts == y.subscripts
            && x.guard == y.guard
    };
    let in_loop = found.accesses_in(op);
    let writes: Vec<_> = in_loop.iter().map(|it| access(*it)).filter(|it| it.kind == AccessKind::Write).collect();
    let mut all: Vec<AccessId> = vec![];
    for id in in_loop.iter().copied().filter(|it| writes.iter().any(|write| write.array == access(*it).array)) {
        if !is_own(id) && !all.iter().any(|other| is_same(*other, id)) {
            all.push(id);
        }
    }
    all
}

/// Values of each loop in a tile: twice as many of the outer loop. What a row of tiles needs of the one before comes from another thread's cache.
fn sizes(body_ps: i64) -> [i64; 2] {
    let bodies = TILE_PS / body_ps.max(1);
    let inner = [16, 8, 4].into_iter().find(|it| 2 * it * it <= bodies).unwrap_or(2);
    [inner, inner]
}
