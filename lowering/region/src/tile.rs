//! `region-tile`: another version of a loop, for CPU threads, whose dense products run in tiles of caches and registers.
//!
//! ```text
//!     for i { for j {                        if pays on threads && disjoint {
//!       C[i][j] = 0                            for i, j { C[i][j] = 0 }
//!       for k {                      =>        for it, jt in tiles {                        // the launch's grid
//!         C[i][j] += A[i][k] * B[k][j]           for kt { for jr, ir { for k {
//!       }                                          4 rows i by 2 vectors of j: C[i][j] += ... } } } }
//!     } }                                    } else { the loop }
//! ```
//!
//! Legal if:  the new order keeps every dependence (`Dependences::are_kept_by`), tiles of the grid carry none, arrays are disjoint, as is
//!            checked. Each element is updated in the order of the source, so no bit changes.
//! Worth it:  a statement with three loops at least updates an element that one of them (`k`) leaves alone, along consecutive elements in
//!            another (`j`), and reads something that a third (`i`) leaves alone. Each value that is loaded is used in several updates.
//! Needs:     `region-privatize` before it. Leaves: `region.grid` on the loops of the grid, `region.registers` on those around full register
//!            tiles, for `region-vectorize`; the tiled loops as `region.fallback`, so that no other pass looks at them.
//! Declines:  what is not so; loops whose parts use values or variables of each other; rows behind pointers; products that several grid
//!            tiles would have to update one after the other. Silently: the loop is what it was.
//! Source:    Goto, van de Geijn, Anatomy of high-performance matrix multiplication (TOMS 2008); Wolf, Lam, A data locality optimizing
//!            algorithm (PLDI 1991). Differs: no packing; exact dependences in place of unimodular vectors.

use melior::ir::operation::OperationLike;
use raddle_dialects::build::{Builder, CmpI};
use raddle_dialects::ir::{self, Op, Val};
use raddle_dialects::region::{DisjointOp, MayPayOp, Range, THREADS_ONLY};
use raddle_dialects::{Failure, Pass, diagnostics};
use raddle_poly::analysis::Analysis;
use raddle_poly::isl;
use raddle_poly::model::{AccessId, AccessKind};
use raddle_poly::schedule::{Code, Dependences, Form, Registers, Row, Statement, StatementId, Tree};

use crate::distribute::FALLBACK;
use crate::extract::{Extracted, extract};
use crate::ranges;
use crate::realize::{Packed, Scheduled, Source, Tiled, realize};
use crate::schedule::{roots, shared, statements};
use crate::values;
use crate::versions::with_version;

/// Rows of a register tile: with two vectors each, eight sums that do not wait for each other, as many as two adders with a latency of four hold.
const HEIGHT: i64 = 4;
/// Vectors of a row.
const VECTORS: i64 = 2;
/// Rows of a cache tile; its columns are as many, or four register tiles.
const TILE: i64 = 64;
/// Values of the inner loop in a cache tile: its part of a column block stays in the first cache.
const DEPTH: i64 = 128;
/// Dimensions of a grid.
const MAX_GRID: usize = 3;

#[derive(Clone)]
pub struct Tile {
    /// Bytes of a vector register.
    vector: i64,
    /// Rows and depth of a cache tile, in place of the constants: tests tile small loops.
    tile: i64,
    depth: i64,
}

impl Default for Tile {
    fn default() -> Self {
        Self { vector: 32, tile: TILE, depth: DEPTH }
    }
}

impl Pass for Tile {
    const ARG: &'static str = "region-tile";
    const DESC: &'static str = "tile dense products for CPU threads";
    const OPTIONS: &'static [(&'static str, &'static str)] = &[
        ("vector", "bytes of a vector register (32)"),
        ("tile", "rows of a cache tile (64)"),
        ("depth", "values of the inner loop in a cache tile (128)"),
    ];

    fn set(&mut self, name: &str, value: &str) -> Result<(), String> {
        let number = value.parse().ok().filter(|it| (1..=4096).contains(it));
        let number = number.ok_or_else(|| format!("option '{name}' does not take '{value}'"))?;
        match name {
            "vector" => self.vector = number,
            "tile" => self.tile = number,
            _ => self.depth = number,
        }
        Ok(())
    }

    fn run<'c>(&mut self, op: Op<'c>) -> Result<(), Failure> {
        for nest in ir::find_all(op, "region.nest") {
            roots(nest).into_iter().for_each(|root| self.tile_loop(nest, root));
        }
        Ok(())
    }
}

/// What becomes of a statement.
struct Product {
    statement: StatementId,
    /// Rows that choose tiles, down to the lanes of a register tile.
    outer: Vec<Row>,
    /// So many of them are the grid.
    grid: usize,
    /// The row that chooses the rows of a register tile.
    rows: Row,
    registers: Registers,
    /// What is copied before the register tiles of the same lanes, each by a statement of its own.
    packs: Vec<(StatementId, AccessId)>,
}

impl Product {
    fn tree(&self) -> Tree {
        let tile = Tree::Band(vec![self.rows.clone()], Box::new(Tree::Registers(self.registers.clone())));
        if self.packs.is_empty() {
            return Tree::Band(self.outer.clone(), Box::new(tile));
        }
        let (count, mut outer) = (self.outer.len(), self.outer.clone());
        for (number, row) in outer.iter_mut().enumerate() {
            row.extend(self.packs.iter().map(|(copy, _)| (*copy, Form::iterator(number, count + 1))));
        }
        let copy = |(id, _): &(StatementId, AccessId)| {
            let over = Row::from([(*id, Form::iterator(count, count + 1))]);
            (vec![*id], Tree::Band(vec![over], Box::new(Tree::Leaf)))
        };
        let mut parts: Vec<_> = self.packs.iter().map(copy).collect();
        parts.push((vec![self.statement], tile));
        Tree::Band(outer, Box::new(Tree::Sequence(parts)))
    }

    fn ids(&self) -> Vec<StatementId> {
        self.packs.iter().map(|it| it.0).chain([self.statement]).collect()
    }

    fn tiled(&self) -> Tiled {
        let (statement, sizes) = (self.statement, self.registers.sizes);
        Tiled { statement, row: 0, grid: self.grid, over: self.outer.len() + 1, sizes }
    }

    fn packed<'c>(&self, found: &Extracted<'c>, statement: &Statement, depth: i64) -> Vec<Packed<'c>> {
        let Registers { over, rows, lanes, sizes: [_, width], .. } = &self.registers;
        let count = statement.loops.len();
        let of = |form: Form| self.outer.iter().position(|row| row.get(&self.statement) == Some(&form));
        let source = |position: usize| match Form::iterator(position, count) {
            form if form == *over => Source::Over,
            form if form == *lanes => Source::Lane,
            form if form == *rows => Source::Nothing,
            form => of(form).map_or(Source::Nothing, Source::Row),
        };
        let (Some(first), Some(lane)) = (of(over.tile(depth)), of(lanes.tile(*width))) else { return vec![] };
        let packed = |(copy, access): &(StatementId, AccessId)| Packed {
            copy: *copy,
            statement: self.statement,
            load: found.accesses[access.0 as usize],
            sources: (0..count).map(source).collect(),
            depth: (first, depth),
            lanes: (lane, *width),
        };
        self.packs.iter().map(packed).collect()
    }
}

impl Tile {
    fn tile_loop<'c>(&self, nest: Op<'c>, root: Op<'c>) {
        if depth(root) < 3 || !values::are_apart(root) {
            return;
        }
        let found = extract(nest);
        let Ok((statements, ops)) = statements(&found, root) else { return };
        let Ok(analysis) = Analysis::of(&found.model) else { return };
        if statements.iter().any(|it| it.loops.iter().any(|id| !analysis.has_known_trips(*id))) {
            return;
        }
        let Ok(plan) = self.plan(&found, &analysis, &statements) else { return };
        let Some((products, code, dependences, tree)) = plan else { return };
        let Ok(shared) = shared(&found, root, &ops, &dependences, &tree) else { return };
        if !shared.is_empty() {
            return;
        }
        let Some(version) = self.version(&found, &analysis, root, &statements, &products) else { return };
        let tiled = products.iter().map(Product::tiled).collect();
        let of = |it: &Product| it.packed(&found, &statements[it.statement.0 as usize], self.depth);
        let packed = products.iter().flat_map(of).collect();
        let scheduled = Scheduled { found: &found, root, statements: &statements, ops: &ops, shared, tiled, packed };
        let Some(then) = ir::parent(root).and_then(|it| ir::entry_block(it, 0)) else { return };
        if realize(&scheduled, &code).is_err() {
            return ir::set_attr(root, FALLBACK, Builder::before(root).unit());
        }
        ir::ops(then).into_iter().filter(|it| ir::is(*it, "affine.for")).for_each(settle);
        diagnostics::remark(version.location(), "loop has a version in tiles for CPU threads").report();
    }

    /// A legal order in which some statement is tiled; None if there is none.
    #[allow(clippy::type_complexity)]
    fn plan<'a>(
        &self,
        found: &Extracted<'_>,
        analysis: &'a Analysis,
        statements: &'a [Statement],
    ) -> isl::Result<Option<(Vec<Product>, Code, Dependences<'a>, Tree)>> {
        let shapes: Vec<_> = (0..statements.len()).map(|it| self.shapes(found, analysis, &statements[it])).collect();
        if shapes.iter().all(Vec::is_empty) {
            return Ok(None);
        }
        let mut dependences = Dependences::new(analysis, statements)?;
        let mut products = vec![];
        for (number, shapes) in shapes.iter().enumerate() {
            let id = StatementId(number as u32);
            for shape in shapes {
                if let Some(product) = self.product(&mut dependences, statements, id, shape)? {
                    products.push(product);
                    break;
                }
            }
        }
        let tree = in_order(statements, &products);
        if products.is_empty() || !dependences.are_kept_by(&tree)? {
            return Ok(None);
        }
        let code = Code::of(&dependences, &tree)?;
        Ok(Some((products, code, dependences, tree)))
    }

    /// The ways in which a statement is a dense product, the best first.
    fn shapes(&self, found: &Extracted<'_>, analysis: &Analysis, statement: &Statement) -> Vec<Shape> {
        let depth = statement.loops.len();
        let Some(accesses) = accesses(found, analysis, statement) else { return vec![] };
        let Some(update) = update(&accesses) else { return vec![] };
        let width = VECTORS * (self.vector / accesses.iter().map(|it| it.bytes).max().unwrap_or(8)).max(1);
        let mut shapes = vec![];
        for over in (0..depth).filter(|it| accesses[update].moves(*it) == Moves::Not) {
            for lanes in (0..depth).filter(|it| *it != over && accesses[update].moves(*it) == Moves::Along) {
                for rows in (0..depth).filter(|it| ![over, lanes].contains(it)) {
                    let is_reused = |it: &Reach| it.moves(rows) == Moves::Not;
                    let others = || accesses.iter().filter(|it| it.subscripts != accesses[update].subscripts);
                    let is_far = |it: &Reach| it.moves(lanes) == Moves::Across;
                    if others().any(is_reused) && others().all(|it| !is_far(it) || is_reused(it)) {
                        let is_packed = |it: &&Reach| is_far(it) || it.moves(over) == Moves::Across && it.moves(lanes) == Moves::Along;
                        let packs = others().filter(|it| is_reused(it)).filter(is_packed).map(|it| it.id).collect();
                        let far = others().filter(|it| is_far(it)).count();
                        shapes.push(Shape { over, lanes, rows, width, update: accesses[update].id, packs, far });
                    }
                }
            }
        }
        shapes.sort_by_key(|it| it.far);
        shapes
    }

    /// The statement in tiles, if that keeps the order of its own updates, and its tiles may run at once.
    fn product(
        &self,
        dependences: &mut Dependences<'_>,
        statements: &[Statement],
        id: StatementId,
        shape: &Shape,
    ) -> isl::Result<Option<Product>> {
        let depth = statements[id.0 as usize].loops.len();
        let iterator = |position| Form::iterator(position, depth);
        let row = |form: Form| Row::from([(id, form)]);
        let columns = self.tile.max(4 * shape.width);
        let (rows, lanes, over) = (iterator(shape.rows), iterator(shape.lanes), iterator(shape.over));
        let mut grid: Vec<Row> = (0..depth).filter(|it| !shape.has(*it)).map(|it| row(iterator(it))).collect();
        let others = grid.len();
        let mut inner = vec![];
        for (position, tile) in [(shape.rows, rows.tile(self.tile)), (shape.lanes, lanes.tile(columns))] {
            let tile = row(tile);
            let is_parallel = dependences.is_parallel(id, &[], &tile)?;
            if is_parallel { grid.push(tile) } else { inner.push((position, tile)) }
        }
        for (number, other) in grid[..others].iter().enumerate() {
            if number >= MAX_GRID || !dependences.is_parallel(id, &[], other)? {
                return Ok(None);
            }
        }
        if grid.is_empty() {
            return Ok(None);
        }
        let count = grid.len().min(MAX_GRID);
        let mut outer = grid;
        outer.extend(inner.into_iter().map(|it| it.1));
        outer.push(row(over.tile(self.depth)));
        outer.push(row(lanes.tile(shape.width)));
        let tile = row(rows.tile(HEIGHT));
        let registers = Registers { statement: id, over, rows, lanes, sizes: [HEIGHT, shape.width] };
        let around = [&outer[..], &[tile.clone()]].concat();
        let [over, rows, lanes] = registers.as_rows();
        let before = [&around[..], &[over, rows]].concat();
        let mut product = Product { statement: id, outer, grid: count, rows: tile, registers, packs: vec![] };
        let is_legal = dependences.is_parallel(id, &before, &lanes)?
            && dependences.are_kept_by_alone(id, &product.tree())?
            && dependences.may_stay_in_registers(&product.registers, &around, shape.update)?;
        if !is_legal {
            return Ok(None);
        }
        for access in &shape.packs {
            product.packs.push((dependences.add_copy(&product.registers, &product.outer)?, *access));
        }
        Ok(Some(product))
    }

    /// Puts a copy of the loop into the other branch of a check that tiles may pay and arrays are disjoint.
    fn version<'c>(
        &self,
        found: &Extracted<'c>,
        analysis: &Analysis,
        root: Op<'c>,
        statements: &[Statement],
        products: &[Product],
    ) -> Option<Op<'c>> {
        let id = found.loop_of(root)?;
        let b = Builder::before(root);
        let all = ranges::of_loop(&b, found, analysis, id).ok()?;
        if all.follows.is_some() || !all.unbounded.is_empty() {
            return None;
        }
        let ranges: Vec<Range<'c>> = all.bounded.into_iter().map(|it| it.range).collect();
        let mut conditions = vec![MayPayOp::on_threads(&b, ranges::instances(&b, found, analysis, id)).answer()];
        for product in products {
            conditions.extend(long_enough(&b, found, analysis, &statements[product.statement.0 as usize], product)?);
        }
        conditions.push(DisjointOp::build(&b, &ranges).disjoint());
        let condition = conditions.into_iter().reduce(|x, y| b.binary("arith.andi", x, y))?;
        with_version(&b, condition, root).ok()
    }
}

/// Do some full register tiles exist, and enough for each to be worth its loads? None if nobody knows before the loop.
fn long_enough<'c>(
    b: &Builder<'c>,
    found: &Extracted<'c>,
    analysis: &Analysis,
    statement: &Statement,
    product: &Product,
) -> Option<Vec<Val<'c>>> {
    let Registers { over, rows, lanes, sizes: [height, width], .. } = &product.registers;
    let root = *statement.loops.first()?;
    let least = [(over, 2 * height), (rows, 2 * height), (lanes, 2 * width)];
    let test = |(form, least): (&Form, i64)| {
        let position = form.coefficients.iter().position(|it| *it != 0)?;
        let trips = ranges::trip_count(b, found, analysis, root, statement.loops[position])?;
        Some(b.cmpi(CmpI::Sge, trips, b.constant_index(least)))
    };
    least.into_iter().map(test).collect()
}

/// Statements one after the other, products in tiles, what stands between them as it was.
fn in_order(statements: &[Statement], products: &[Product]) -> Tree {
    let ids: Vec<_> = (0..statements.len() as u32).map(StatementId).collect();
    let product = |id: &StatementId| products.iter().find(|it| it.statement == *id);
    let parts = ids.chunk_by(|a, b| product(a).is_none() && product(b).is_none());
    let part = |ids: &[StatementId]| {
        match product(&ids[0]) {
            Some(product) => (product.ids(), product.tree()),
            None => (ids.to_vec(), Tree::original_of(statements, ids)),
        }
    };
    let mut parts: Vec<_> = parts.map(part).collect();
    if parts.len() == 1 { parts.remove(0).1 } else { Tree::Sequence(parts) }
}

/// The version runs on CPU threads alone, and no other pass looks into what is tiled.
fn settle(op: Op<'_>) {
    let b = Builder::before(op);
    ir::set_attr(op, THREADS_ONLY, b.str("it belongs to a version for CPU threads"));
    if ir::has_attr(op, GRID) {
        ir::set_attr(op, FALLBACK, b.unit());
    }
}

/// Which loop is which in a product.
struct Shape {
    over: usize,
    lanes: usize,
    rows: usize,
    width: i64,
    update: AccessId,
    /// What is read from a copy: columns of it lie apart in memory.
    packs: Vec<AccessId>,
    /// So many accesses have lanes that are not next to each other.
    far: usize,
}

impl Shape {
    fn has(&self, position: usize) -> bool {
        [self.over, self.lanes, self.rows].contains(&position)
    }
}

/// An access as shapes see it.
struct Reach {
    id: AccessId,
    kind: AccessKind,
    subscripts: Vec<Option<String>>,
    array: u32,
    /// Growth of each subscript with each loop.
    coefficients: Vec<Vec<i64>>,
    /// Elements of the last dimension are next to each other.
    is_dense: bool,
    bytes: i64,
}

/// How the element moves with a loop.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Moves {
    Not,
    /// To the next one in memory.
    Along,
    Across,
}

impl Reach {
    fn moves(&self, position: usize) -> Moves {
        let mut steps = self.coefficients.iter().map(|it| it[position]).rev();
        let last = steps.next().unwrap_or(0);
        match (last, steps.all(|it| it == 0)) {
            (0, true) => Moves::Not,
            (1, true) if self.is_dense => Moves::Along,
            _ => Moves::Across,
        }
    }
}

/// None where an access is not linear, is in a loop of its own, or reaches no array of one view.
fn accesses(found: &Extracted<'_>, analysis: &Analysis, statement: &Statement) -> Option<Vec<Reach>> {
    let reach = |id: &AccessId| {
        let access = &found.model.accesses[id.0 as usize];
        let storage = &found.arrays[access.array.0 as usize];
        let [view] = &storage.views[..] else { return None };
        let is_plain = access.loops == statement.loops && access.certain && storage.faithful && view.rows == 0;
        let stride = view.strides.last().and_then(|it| ir::constant_int(*it));
        is_plain.then_some(Reach {
            id: *id,
            kind: access.kind,
            subscripts: access.subscripts.clone(),
            array: access.array.0,
            coefficients: analysis.coefficients(*id)?,
            is_dense: stride == Some(view.elem_bytes),
            bytes: view.elem_bytes,
        })
    };
    statement.accesses.iter().map(reach).collect()
}

/// The one access that writes, of an element that the statement reads first.
fn update(accesses: &[Reach]) -> Option<usize> {
    let mut writes = (0..accesses.len()).filter(|it| accesses[*it].kind == AccessKind::Write);
    let (write, None) = (writes.next()?, writes.next()) else { return None };
    let same = |it: &Reach| it.array == accesses[write].array && it.subscripts == accesses[write].subscripts;
    accesses[..write].iter().any(same).then_some(write)
}

fn depth(op: Op<'_>) -> usize {
    let depth = |it: Op<'_>| 1 + ir::parents(it).take_while(|it| *it != op).filter(|it| ir::is(*it, "affine.for")).count();
    ir::find_all(op, "affine.for").into_iter().map(|it| if it == op { 1 } else { 1 + depth(it) }).max().unwrap_or(0)
}

/// Attribute of a loop whose iterations are tiles that may run at once.
pub const GRID: &str = "region.grid";
/// Attribute of the loop around full register tiles: in it a loop over rows, in that one over lanes, both of constant length. Updated
/// elements may stay in registers as long as it runs.
pub const REGISTERS: &str = "region.registers";

