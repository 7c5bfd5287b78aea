//! Factorizations (LU, Cholesky): products whose operands are what they update. For each tile of values of the loop over updates, first
//! what is in the same rows or columns (the panel), then all that is behind both (the trailing update), which has no order.
//!
//! ```text
//!     for i {                                                for kt {
//!       for j < i { for k < j { A[i][j] -= A[i][k] * A[k][j] }    for i { for k in kt { A[i][k] /= A[k][k];
//!                   A[i][j] /= A[j][j] }                            for j, one of i and j in kt { A[i][j] -= ... } } }
//!       for j >= i { for k < i { A[i][j] -= ... } } }              for it, jt > kt in tiles { 4 rows by 2 vectors: A[i][j] -= ... }
//!                                                            }
//! ```
//!
//! Legal if the dependences say so: nothing is assumed of what the program computes.
//! Source: Dongarra, Du Croz, Hammarling, Duff, A set of level 3 basic linear algebra subprograms (TOMS 1990), section on blocked algorithms.

use raddle_dialects::ir::Op;
use raddle_poly::analysis::Analysis;
use raddle_poly::isl;
use raddle_poly::schedule::{Dependences, Form, Registers, Row, Statement, StatementId, Tree};

use crate::extract::Extracted;
use crate::products::{HEIGHT, Planner, Product, Shape, Sizes, shapes};

/// Choices of the loops that other statements share with the updates; more are not tried.
const MAX_CHOICES: usize = 16;

/// Statements of which those that are products have become two: the panel's part, and the trailing update.
pub struct Split {
    pub statements: Vec<Statement>,
    /// The statement that each was.
    pub sources: Vec<usize>,
    /// Of trailing updates, what they look like.
    shapes: Vec<Option<Shape>>,
}

/// None where no statement is a product with its own tiles.
pub fn split(
    found: &Extracted<'_>,
    analysis: &Analysis,
    (statements, ops): (&[Statement], &[Vec<Op<'_>>]),
    sizes: Sizes,
) -> Option<Split> {
    let mut split = Split { statements: vec![], sources: vec![], shapes: vec![] };
    for (source, statement) in statements.iter().enumerate() {
        let shape = shapes(found, analysis, (statement, &ops[source]), &[], sizes).into_iter().next();
        let shape = shape.filter(|it| it.over.len() == 1 && it.rows == 0 && sizes.tile % it.width == 0);
        let Some(shape) = shape.filter(|_| sizes.tile % HEIGHT == 0) else {
            split.add(source, statement.clone(), None);
            continue;
        };
        let name = |position: usize| &found.model.loops[statement.loops[position].0 as usize].iter;
        let behind = |position: usize| {
            let (it, over, size) = (name(position), name(shape.over[0]), sizes.tile);
            format!("floor(({it})/{size}) > floor(({over})/{size})")
        };
        let trailing = format!("({} and {})", behind(shape.rows), behind(shape.lanes));
        split.add(source, with_guard(statement, &format!("not {trailing}")), None);
        split.add(source, with_guard(statement, &trailing), Some(shape));
    }
    split.shapes.iter().any(Option::is_some).then_some(split)
}

fn with_guard(statement: &Statement, more: &str) -> Statement {
    let guard = match statement.guard.trim() {
        "" => more.to_string(),
        guard => format!("{guard} and {more}"),
    };
    Statement { guard, ..statement.clone() }
}

impl Split {
    fn add(&mut self, source: usize, statement: Statement, shape: Option<Shape>) {
        self.sources.push(source);
        self.statements.push(statement);
        self.shapes.push(shape);
    }

    /// For each statement the loops that may be the one over updates; that of a product is known.
    fn choices(&self) -> Vec<Vec<usize>> {
        let choice = |number: usize| {
            let depth = self.statements[number].loops.len();
            let same = (0..self.sources.len()).filter(|it| self.sources[*it] == self.sources[number]);
            let over = same.filter_map(|it| self.shapes[it].as_ref()).map(|it| it.over[0]).next();
            over.map_or_else(|| (0..depth).rev().collect(), |it| vec![it])
        };
        let mut all: Vec<Vec<usize>> = vec![vec![]];
        for number in 0..self.statements.len() {
            let more = |before: &Vec<usize>| {
                choice(number).into_iter().map(|it| [&before[..], &[it]].concat()).collect::<Vec<_>>()
            };
            all = all.iter().flat_map(more).collect();
            all.truncate(MAX_CHOICES);
        }
        all
    }
}

/// The order of panels and trailing updates; None if it is not legal.
pub fn plan<'a>(
    found: &Extracted<'_>,
    analysis: &'a Analysis,
    split: &'a Split,
    sizes: Sizes,
) -> isl::Result<Option<(Vec<Product>, Dependences<'a>, Tree)>> {
    let statements = &split.statements[..];
    if statements.iter().any(|it| it.loops.first() != statements[0].loops.first() || it.loops.is_empty()) {
        return Ok(None);
    }
    let dependences = Dependences::new(analysis, statements, &[])?;
    let mut planner = Planner { found, statements, variables: vec![], sizes, dependences };
    for over in split.choices() {
        let rows = Rows { statements, over: &over, tile: sizes.tile };
        if let Some(panel) = rows.panel(split, &planner.dependences)? {
            return trailing(split, &mut planner, &rows, panel)
                .map(|it| it.map(|(products, tree)| (products, planner.dependences, tree)));
        }
    }
    Ok(None)
}

/// Rows of the schedule that all statements have.
struct Rows<'s> {
    statements: &'s [Statement],
    /// Which loop of each statement is the one over updates.
    over: &'s [usize],
    tile: i64,
}

impl Rows<'_> {
    fn iterator(&self, id: StatementId, position: usize) -> Form {
        Form::iterator(position, self.statements[id.0 as usize].loops.len())
    }

    fn row(&self, ids: &[StatementId], form: impl Fn(StatementId) -> Form) -> Row {
        ids.iter().map(|id| (*id, form(*id))).collect()
    }

    fn over(&self, id: StatementId) -> Form {
        self.iterator(id, self.over[id.0 as usize])
    }

    /// The statements of the panel and their order inside of a tile of updates; None if there is no such order.
    fn panel(&self, split: &Split, dependences: &Dependences<'_>) -> isl::Result<Option<(Vec<StatementId>, Tree)>> {
        let all: Vec<_> = (0..self.statements.len() as u32).map(StatementId).collect();
        let ids: Vec<_> = all.into_iter().filter(|it| split.shapes[it.0 as usize].is_none()).collect();
        let rows = vec![
            self.row(&ids, |id| self.over(id).tile(self.tile)),
            self.row(&ids, |id| self.iterator(id, 0)),
            self.row(&ids, |id| self.over(id)),
        ];
        let Some(order) = dependences.order_within(&ids, &rows)? else { return Ok(None) };
        let part = |id: StatementId| {
            let depth = self.statements[id.0 as usize].loops.len();
            let left = (1..depth).filter(|it| *it != self.over[id.0 as usize]);
            let band: Vec<Row> = left.map(|it| self.row(&[id], |id| self.iterator(id, it))).collect();
            let tree = if band.is_empty() { Tree::Leaf } else { Tree::Band(band, Box::new(Tree::Leaf)) };
            (vec![id], tree)
        };
        let mut parts: Vec<_> = order.into_iter().map(part).collect();
        let inside = if parts.len() == 1 { parts.remove(0).1 } else { Tree::Sequence(parts) };
        Ok(Some((ids, Tree::Band(rows[1..].to_vec(), Box::new(inside)))))
    }
}

fn trailing(
    split: &Split,
    planner: &mut Planner<'_, '_, '_>,
    rows: &Rows<'_>,
    panel: (Vec<StatementId>, Tree),
) -> isl::Result<Option<(Vec<Product>, Tree)>> {
    let mut first = rows.row(&panel.0, |id| rows.over(id).tile(rows.tile));
    let (mut parts, mut products) = (vec![panel], vec![]);
    for (number, shape) in split.shapes.iter().enumerate() {
        let Some(shape) = shape else { continue };
        let Some(product) = update(planner, rows, StatementId(number as u32), shape)? else { return Ok(None) };
        first.extend(product.row_with_copies(0));
        parts.push((product.own(), Tree::Band(product.grid_rows(), Box::new(product.inner_tree()))));
        products.push(product);
    }
    let tree = Tree::Band(vec![first], Box::new(Tree::Sequence(parts)));
    Ok(planner.dependences.are_kept_by(&tree)?.then_some((products, tree)))
}

/// A trailing update, whose tiles are a launch for each tile of updates.
fn update(
    planner: &mut Planner<'_, '_, '_>,
    rows: &Rows<'_>,
    id: StatementId,
    shape: &Shape,
) -> isl::Result<Option<Product>> {
    let row = |form: Form| Row::from([(id, form)]);
    let (over, down, along) = (rows.over(id), rows.iterator(id, shape.rows), rows.iterator(id, shape.lanes));
    let first = [row(over.tile(rows.tile))];
    let grid = [row(down.tile(rows.tile)), row(along.tile(rows.tile))];
    for tile in &grid {
        if !planner.dependences.is_parallel(&[id], &first, tile)? {
            return Ok(None);
        }
    }
    let outer = [&first[..], &grid, &[row(along.tile(shape.width))]].concat();
    let registers =
        Registers { statement: id, over: vec![over], rows: down.clone(), lanes: along, sizes: [HEIGHT, shape.width] };
    let product = Product {
        statement: id,
        group: vec![id],
        outer,
        grid: 1..3,
        rows: row(down.tile(HEIGHT)),
        registers,
        packs: vec![],
        variables: vec![],
        volume: Some(rows.tile.pow(3)),
    };
    planner.checked(product, shape)
}
