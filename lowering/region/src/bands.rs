//! Bands of a loop: rows of a schedule of which each grows, or stays, along every dependence. Reads the model, never changes the IR.
//!
//! The first row is the outermost loop. A further one is an inner loop, plus earlier rows (a skew), plus a number for each statement (a
//! shift): the least for which it is a row of the band. Then tiles of the band depend only on tiles that are not behind them in any row, and
//! those of one wave (equal sums of the numbers of the first two rows) on none of the same wave.
//!
//! Source: Bondhugula, Hartono, Ramanujam, Sadayappan, A practical automatic polyhedral parallelizer and locality optimizer (PLDI 2008).
//!         Differs: skews are looked for among few, and shifts are longest paths, so no integer program is solved.

use std::collections::BTreeSet;

use raddle_poly::analysis::{Analysis, Cond};
use raddle_poly::isl::{self, Set};
use raddle_poly::model::ArrayId;
use raddle_poly::schedule::{Code, Dependences, Form, More, Row, Statement, StatementId, Tree};

/// More statements, or accesses in them, are not looked at: the questions grow with their pairs.
const MAX_STATEMENTS: usize = 12;
const MAX_ACCESSES: usize = 48;
/// Statements that may have fewer loops than the others. For each it is tried which of the rows it has no loop for.
const MAX_SHALLOW: usize = 4;
/// How many times an earlier row a row may have.
const MAX_SKEW: i64 = 3;

/// Tiles in waves.
pub struct Band {
    /// Rows of tiles, then the order in a tile. Legal as it stands, and where a tile runs as soon as all are done that are behind it in neither
    /// of the first two rows.
    pub tree: Tree,
    /// How many rows are of tiles.
    pub tiles: usize,
    /// The parameters for which all loops are long enough.
    pub context: Set,
}

/// Is it worth the questions to look for a band?
pub fn may_have_one(statements: &[Statement]) -> bool {
    let accesses: usize = statements.iter().map(|it| it.accesses.len()).sum();
    (1..=MAX_STATEMENTS).contains(&statements.len()) && accesses <= MAX_ACCESSES && deepest(statements) >= 2
}

fn deepest(statements: &[Statement]) -> usize {
    statements.iter().map(|it| it.loops.len()).max().unwrap_or(0)
}

/// How many values of each row are in a tile.
#[derive(Clone, Copy)]
pub enum Sizes {
    /// By the depth of the loops.
    Usual,
    /// So many of each, for a test.
    All(i64),
    /// Of two rows.
    Given([i64; 2]),
}

impl Sizes {
    /// Long innermost loops are for vectors.
    fn of(self, depth: usize, has_vectors: bool) -> Vec<i64> {
        let usual: &[i64] = match depth {
            2 if has_vectors => &[32, 512],
            2 => &[64, 128],
            3 => &[16, 32, 512],
            _ => &[8, 16, 128],
        };
        match self {
            Sizes::Usual => usual.to_vec(),
            Sizes::All(size) => vec![size; usual.len()],
            Sizes::Given(sizes) => sizes.to_vec(),
        }
    }
}

/// Legal waves for the loop around all statements; None where it is parallel or there are none. Statements that are `together` share a
/// variable that each iteration has for itself: they get the same tiles. With `has_chains`, one iteration takes long for the next to start:
/// iterations of an innermost loop that carries nothing are in flight together.
pub fn plan(
    (dependences, analysis, variables): (&Dependences<'_>, &Analysis, &[ArrayId]),
    together: &[Vec<StatementId>],
    (has_chains, sizes): (bool, Sizes),
) -> isl::Result<Option<Band>> {
    let statements = dependences.statements();
    let depth = deepest(statements);
    if may_run_at_once(dependences, analysis, variables)? {
        return Ok(None);
    }
    let few = matches!(sizes, Sizes::All(_));
    let sizes = sizes.of(depth, are_free_inside(dependences)?);
    let Some(band) = Search::band(dependences, together, sizes.len().min(depth))? else { return Ok(None) };
    let tiles: Vec<Row> = band.iter().zip(&sizes).map(|(row, size)| tiles(row, *size)).collect();
    let waves = if has_chains { inner_waves(dependences, &band, &tiles)? } else { None };
    let inside = waves.unwrap_or_else(|| Tree::original(statements));
    let tree = Tree::Band(tiles.clone(), Box::new(inside));
    if !dependences.are_kept_by(&tree)? || !dependences.grow_along(&tiles[..2])? {
        return Ok(None);
    }
    let context = dependences.where_far(&distances(statements, &sizes, few))?;
    Ok(Some(Band { tree, tiles: tiles.len(), context }))
}

impl Band {
    /// Are all loops long enough?
    pub fn condition(&self, dependences: &Dependences<'_>) -> isl::Result<Cond> {
        dependences.condition(&self.context)
    }

    /// The loops of its tree.
    pub fn code(&self, dependences: &Dependences<'_>) -> isl::Result<Option<Code>> {
        Ok(Code::within(dependences, &self.tree, &More::new(), &self.context)?.in_waves())
    }
}

/// Does the innermost loop of each statement carry nothing of its own?
fn are_free_inside(dependences: &Dependences<'_>) -> isl::Result<bool> {
    for (number, statement) in dependences.statements().iter().enumerate() {
        let (id, depth) = (StatementId(number as u32), statement.loops.len());
        let rows: Vec<Row> = (0..depth).map(|it| Row::from([(id, Form::iterator(it, depth))])).collect();
        if let Some((innermost, outer)) = rows.split_last()
            && !dependences.is_parallel(&[id], outer, innermost)?
        {
            return Ok(false);
        }
    }
    Ok(true)
}

/// How many iterations of the band's row before the last a diagonal has. Each is in another row of the array: more of them, a power of two
/// apart, do not fit one set of the first cache.
const STRIP: i64 = 8;

/// The order by strips of the band's row before the last, by the sum of the last two in a strip, then along its diagonals, for a statement
/// whose innermost loop carries a dependence where that order has an innermost loop that carries none.
fn inner_waves(dependences: &Dependences<'_>, band: &[Row], outer: &[Row]) -> isl::Result<Option<Tree>> {
    let ids: Vec<_> = band[0].keys().copied().collect();
    let [.., first, second] = band else { return Ok(None) };
    let depth = deepest(dependences.statements());
    if ids.len() > 1 || band.len() != depth || are_free_inside(dependences)? {
        return Ok(None);
    }
    let sum = |(id, form): (&StatementId, &Form)| {
        let mut sum = form.clone();
        if let Some(more) = second.get(id) {
            sum.coefficients.iter_mut().zip(&more.coefficients).for_each(|(it, more)| *it += more);
            sum.constant += more.constant;
        }
        (*id, sum)
    };
    let mut rows = band[..depth - 2].to_vec();
    rows.push(tiles(first, STRIP));
    rows.push(first.iter().map(sum).collect());
    let outer = [outer, &rows].concat();
    let is_free = dependences.is_parallel(&ids, &outer, first)?;
    rows.push(first.clone());
    Ok(is_free.then(|| Tree::Band(rows, Box::new(Tree::Leaf))))
}

/// Tiles are worth it where the outermost loop has two, and the next one of the statements with the most work some for each thread. No loop may
/// be empty: the code is simpler then. With `few`, sizes are for a test, and a tile is enough.
fn distances(statements: &[Statement], sizes: &[i64], few: bool) -> Vec<(StatementId, usize, i64)> {
    let [first, second] = if few { [1, 1] } else { [2, 3] };
    let work = |it: &Statement| (it.loops.len(), it.accesses.len());
    let most = statements.iter().map(work).max();
    let least = |has_most: bool, position: usize| match position {
        0 => first * sizes[0],
        1 if has_most => second * sizes[1],
        _ => 0,
    };
    let of = |(number, it): (usize, &Statement)| {
        let (id, has_most) = (StatementId(number as u32), Some(work(it)) == most);
        (0..it.loops.len()).map(|position| (id, position, least(has_most, position))).collect::<Vec<_>>()
    };
    statements.iter().enumerate().flat_map(of).collect()
}

fn tiles(row: &Row, size: i64) -> Row {
    row.iter().map(|(id, form)| (*id, form.tile(size))).collect()
}

/// Has each cycle of statements a loop whose iterations may run at once? Then distribution finds them.
fn may_run_at_once(dependences: &Dependences<'_>, analysis: &Analysis, variables: &[ArrayId]) -> isl::Result<bool> {
    for cycle in dependences.cycles() {
        let is_one = match cycle[..] {
            [one] => may_parts_run_at_once(&dependences.statements()[one.0 as usize], analysis, variables)?,
            _ => false,
        };
        if !is_one && !has_parallel_loop(dependences, &cycle)? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// A statement may have stores to several arrays, which distribution takes apart.
fn may_parts_run_at_once(statement: &Statement, analysis: &Analysis, variables: &[ArrayId]) -> isl::Result<bool> {
    let arrays: BTreeSet<_> = statement.accesses.iter().map(|it| analysis.array_of(*it)).collect();
    for array in arrays {
        let accesses = statement.accesses.iter().copied().filter(|it| analysis.array_of(*it) == array);
        let part = [Statement { accesses: accesses.collect(), ..statement.clone() }];
        if !has_parallel_loop(&Dependences::new(analysis, &part, variables)?, &[StatementId(0)])? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Is one of the loops parallel among these statements, as the outermost one?
fn has_parallel_loop(dependences: &Dependences<'_>, ids: &[StatementId]) -> isl::Result<bool> {
    let depth = |id: &StatementId| dependences.statements()[id.0 as usize].loops.len();
    for position in 0..ids.iter().map(depth).min().unwrap_or(0) {
        let row = ids.iter().map(|id| (*id, Form::iterator(position, depth(id)))).collect();
        if dependences.is_parallel(ids, &[], &row)? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// The rows found so far.
struct Search<'d, 'a> {
    dependences: &'d Dependences<'a>,
    together: &'d [Vec<StatementId>],
    rows: Vec<Row>,
    /// Of each statement, how many loops have rows.
    used: Vec<usize>,
}

impl Search<'_, '_> {
    /// Two rows at least, `most` at most.
    fn band(
        dependences: &Dependences<'_>,
        together: &[Vec<StatementId>],
        most: usize,
    ) -> isl::Result<Option<Vec<Row>>> {
        let statements = dependences.statements();
        let id = |number: usize| StatementId(number as u32);
        let first = statements.iter().enumerate().map(|(n, it)| (id(n), Form::iterator(0, it.loops.len()))).collect();
        let used = vec![1; statements.len()];
        let mut search = Search { dependences, together, rows: vec![first], used };
        while search.rows.len() < most && search.extend()? {}
        // A loop that is parallel by itself needs no waves.
        let ids: Vec<_> = (0..statements.len()).map(id).collect();
        let needs_waves = match search.rows.get(1) {
            Some(second) => !dependences.is_parallel(&ids, &[], second)?,
            None => false,
        };
        Ok(needs_waves.then_some(search.rows))
    }

    fn statements(&self) -> &[Statement] {
        self.dependences.statements()
    }

    /// One more row, if there is one.
    fn extend(&mut self) -> isl::Result<bool> {
        for skew in self.skews() {
            for choice in self.choices() {
                if let Some(row) = self.shifted(&skew, &choice)? {
                    self.rows.push(row);
                    self.used.iter_mut().zip(&choice).for_each(|(used, has_loop)| *used += usize::from(*has_loop));
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    /// Multiples of the earlier rows, those that skew the least first.
    fn skews(&self) -> Vec<Vec<i64>> {
        let mut all = vec![vec![]];
        for _ in &self.rows {
            all = all.iter().flat_map(|it| (0..=MAX_SKEW).map(|more| [&it[..], &[more]].concat())).collect();
        }
        let weight = |row: &Row| row.values().map(|it| it.coefficients.iter().sum::<i64>()).max().unwrap_or(1);
        let weights: Vec<i64> = self.rows.iter().map(weight).collect();
        all.sort_by_key(|it| it.iter().zip(&weights).map(|(factor, weight)| factor * weight).sum::<i64>());
        all
    }

    /// Which statements have a loop for the next row.
    fn choices(&self) -> Vec<Vec<bool>> {
        let depth = deepest(self.statements());
        let all: Vec<bool> =
            self.statements().iter().zip(&self.used).map(|(it, used)| it.loops.len() > *used).collect();
        let left =
            |number: usize| depth - self.rows.len() - (self.statements()[number].loops.len() - self.used[number]);
        let free: Vec<usize> = (0..all.len()).filter(|it| all[*it] && left(*it) > 0).take(MAX_SHALLOW).collect();
        let without = |mask: usize| {
            let mut choice = all.clone();
            free.iter().enumerate().filter(|(bit, _)| mask >> bit & 1 == 1).for_each(|(_, it)| choice[*it] = false);
            choice
        };
        (0..1 << free.len()).map(without).collect()
    }

    /// The row with these multiples of earlier ones, and the least shifts with which it grows along all dependences.
    fn shifted(&self, skew: &[i64], choice: &[bool]) -> isl::Result<Option<Row>> {
        let mut row: Row = (0..choice.len()).map(|it| self.form(it, skew, choice)).collect();
        let Some(growth) = self.dependences.least_growth(&row)? else { return Ok(None) };
        let Some(shifts) = self.shifts(&growth) else { return Ok(None) };
        row.values_mut().zip(shifts).for_each(|(form, shift)| form.constant += shift);
        Ok(Some(row))
    }

    fn form(&self, number: usize, skew: &[i64], choice: &[bool]) -> (StatementId, Form) {
        let (id, depth) = (StatementId(number as u32), self.statements()[number].loops.len());
        let mut form = Form { coefficients: vec![0; depth], ..Form::iterator(0, depth) };
        if choice[number] {
            form.coefficients[self.used[number]] = 1;
        }
        for (row, factor) in self.rows.iter().zip(skew) {
            let Some(earlier) = row.get(&id) else { continue };
            form.coefficients.iter_mut().zip(&earlier.coefficients).for_each(|(it, more)| *it += factor * more);
            form.constant += factor * earlier.constant;
        }
        (id, form)
    }

    /// The least numbers from 0 on that make up for all that shrinks; None where a cycle of statements shrinks.
    fn shifts(&self, growth: &[(StatementId, StatementId, i64)]) -> Option<Vec<i64>> {
        let pairs = |ids: &Vec<StatementId>| ids.windows(2).map(|it| (it[0], it[1], 0)).collect::<Vec<_>>();
        let equal: Vec<_> = self.together.iter().flat_map(pairs).collect();
        let back = equal.iter().map(|(a, b, _)| (*b, *a, 0));
        let edges: Vec<_> = growth.iter().copied().chain(equal.iter().copied()).chain(back).collect();
        let mut shifts = vec![0; self.statements().len()];
        for _ in 0..=shifts.len() {
            let mut changed = false;
            for (s, t, growth) in &edges {
                let least = shifts[s.0 as usize] - growth;
                if shifts[t.0 as usize] < least {
                    shifts[t.0 as usize] = least;
                    changed = true;
                }
            }
            if !changed {
                return Some(shifts);
            }
        }
        None
    }
}
