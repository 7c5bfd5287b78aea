//! Which statements of a loop are dense products, and the order in which they run in tiles of caches and registers. Reads the model,
//! never changes the IR.
//!
//! A *product* updates an element that one loop around it (`over`) leaves alone, along consecutive elements in another (`lanes`), and reads
//! something that a third (`rows`) leaves alone. Statements that share variables with it (`s = 0; for k { s += ...; } C[i][j] = s`) are its
//! *group*: they run in the same tiles of the grid, where each of their iterations has a place of its own for the variable.

use melior::ir::ValueLike;
use std::ops::Range;

use raddle_dialects::build::element_type;
use raddle_dialects::ir::{self, Op};
use raddle_poly::analysis::Analysis;
use raddle_poly::isl;
use raddle_poly::model::{AccessId, AccessKind, ArrayId};
use raddle_poly::schedule::{Dependences, Form, Registers, Row, Statement, StatementId, Tree};

use crate::extract::Extracted;
use crate::realize::{Expanded, Packed, Source, Tiled};
use crate::values::is_index_arithmetic;
use crate::vectorize::is_for_vectors;
use crate::views;
use crate::worth::most_trips;

/// Rows of a register tile: with two vectors each, eight sums that do not wait for each other, as many as two adders with a latency of four
/// hold.
pub(crate) const HEIGHT: i64 = 4;
/// Vectors of a row.
const VECTORS: i64 = 2;
/// Rows of a quarter of the length are as few lanes as are still worth it.
const MAX_HALVINGS: i64 = 2;
/// Dimensions of a grid.
const MAX_GRID: usize = 3;

/// How large tiles are.
#[derive(Clone, Copy)]
pub struct Sizes {
    /// Bytes of a vector register.
    pub vector: i64,
    /// Rows of a cache tile; its columns are as many, or four register tiles.
    pub tile: i64,
    /// Values of the inner loop in a cache tile.
    pub depth: i64,
}

/// A statement in tiles.
pub struct Product {
    pub statement: StatementId,
    /// Statements that run in the same tiles of the grid, itself included, in textual order.
    pub(crate) group: Vec<StatementId>,
    /// Rows that choose tiles, down to the lanes of a register tile; those of the grid are the group's.
    pub(crate) outer: Vec<Row>,
    pub(crate) grid: Range<usize>,
    /// The row that chooses the rows of a register tile.
    pub(crate) rows: Row,
    pub registers: Registers,
    /// What is copied before the register tiles of the same lanes, each by a statement of its own.
    pub(crate) packs: Vec<(StatementId, AccessId)>,
    /// Variables of which each iteration has one of its own.
    pub(crate) variables: Vec<ArrayId>,
    /// Instances of a tile of the grid, where it is launched several times.
    pub(crate) volume: Option<i64>,
}

impl Product {
    /// The tiles below the grid.
    pub(crate) fn inner_tree(&self) -> Tree {
        let tile = Tree::Band(vec![self.rows.clone()], Box::new(Tree::Registers(self.registers.clone())));
        let (count, mut outer) = (self.outer.len(), self.outer[self.grid.end..].to_vec());
        if self.packs.is_empty() {
            return Tree::Band(outer, Box::new(tile));
        }
        for (number, row) in outer.iter_mut().enumerate() {
            let copied =
                |(copy, _): &(StatementId, AccessId)| (*copy, Form::iterator(self.grid.end + number, count + 1));
            row.extend(self.packs.iter().map(copied));
        }
        let copy = |(id, _): &(StatementId, AccessId)| {
            let over = Row::from([(*id, Form::iterator(count, count + 1))]);
            (vec![*id], Tree::Band(vec![over], Box::new(Tree::Leaf)))
        };
        let mut parts: Vec<_> = self.packs.iter().map(copy).collect();
        parts.push((vec![self.statement], tile));
        Tree::Band(outer, Box::new(Tree::Sequence(parts)))
    }

    /// Itself and the copies that it needs.
    pub(crate) fn own(&self) -> Vec<StatementId> {
        self.packs.iter().map(|it| it.0).chain([self.statement]).collect()
    }

    /// One of the rows that choose tiles, for its copies, too.
    pub(crate) fn row_with_copies(&self, number: usize) -> Row {
        let copies = self.packs.iter().map(|(copy, _)| (*copy, Form::iterator(number, self.outer.len() + 1)));
        self.outer[number].clone().into_iter().chain(copies).collect()
    }

    /// The rows of the grid.
    pub(crate) fn grid_rows(&self) -> Vec<Row> {
        self.grid.clone().map(|it| self.row_with_copies(it)).collect()
    }

    pub fn tiled(&self) -> Tiled {
        let (statement, sizes, volume) = (self.statement, self.registers.sizes, self.volume);
        let over = (self.outer.len() + 1, self.registers.over.len());
        Tiled { statement, grid: self.grid.clone(), over, sizes, volume }
    }

    fn row_of(&self, form: Form) -> Option<usize> {
        self.outer.iter().position(|row| row.get(&self.statement) == Some(&form))
    }

    /// Which tiles its instances and those of its group are in: the values of all rows that choose tiles.
    pub fn tile_numbers(&self, statements: &[Statement]) -> Vec<(StatementId, Vec<Form>)> {
        let of = |id: &StatementId| {
            let depth = statements[id.0 as usize].loops.len();
            let forms = self.outer.iter().filter_map(|row| row.get(id).cloned()).collect::<Vec<_>>();
            forms.iter().all(|it| it.coefficients.len() == depth).then_some((*id, forms))
        };
        self.group.iter().filter_map(of).collect()
    }

    pub fn packed<'c>(&self, found: &Extracted<'c>, statements: &[Statement], sizes: Sizes) -> Vec<Packed<'c>> {
        let Registers { over, rows, lanes, sizes: [_, width], .. } = &self.registers;
        let count = statements[self.statement.0 as usize].loops.len();
        let source = |position: usize| match Form::iterator(position, count) {
            form if over.contains(&form) => Source::Over,
            form if form == *lanes => Source::Lane,
            form if form == *rows => Source::Nothing,
            form => self.row_of(form).map_or(Source::Nothing, Source::Row),
        };
        let chosen = self.row_of(over[0].tile(sizes.depth)).zip(self.row_of(lanes.tile(*width)));
        let Some((first, lane)) = chosen else { return vec![] };
        let packed = |(copy, access): &(StatementId, AccessId)| Packed {
            copy: *copy,
            statement: self.statement,
            load: found.accesses[access.0 as usize],
            sources: (0..count).map(source).collect(),
            depth: (first, sizes.depth),
            lanes: (lane, *width),
        };
        self.packs.iter().map(packed).collect()
    }

    pub fn expanded<'c>(&self, found: &Extracted<'c>, sizes: Sizes) -> Vec<Expanded<'c>> {
        let Registers { rows, lanes, sizes: [_, width], .. } = &self.registers;
        let columns = sizes.columns(*width);
        let chosen = self.row_of(rows.tile(sizes.tile)).zip(self.row_of(lanes.tile(columns)));
        let position = |form: &Form| form.coefficients.iter().position(|it| *it != 0);
        let (Some((row, lane)), Some(i), Some(j)) = (chosen, position(rows), position(lanes)) else { return vec![] };
        let expanded = |array: &ArrayId| Expanded {
            declaration: ir::defining_op(found.arrays[array.0 as usize].memrefs[0]),
            statement: self.statement,
            rows: (i, row, sizes.tile),
            lanes: (j, lane, columns),
        };
        self.variables.iter().map(expanded).collect()
    }
}

impl Sizes {
    /// Lanes of a register tile, fewer where a loop is known to have fewer iterations.
    fn width(&self, bytes: i64, trips: Option<i64>) -> i64 {
        let most = VECTORS * (self.vector / bytes).max(1);
        let widths: Vec<i64> = (0..=MAX_HALVINGS).map(|it| (most >> it).max(1)).collect();
        let fits = |width: &i64| trips.is_none_or(|trips| *width <= trips);
        widths.iter().copied().find(fits).unwrap_or(widths[widths.len() - 1])
    }

    fn columns(&self, width: i64) -> i64 {
        self.tile.max(4 * width)
    }
}

/// A legal order in which some statement is a product in tiles; None if there is none.
pub fn plan<'a>(
    found: &Extracted<'_>,
    analysis: &'a Analysis,
    (statements, ops): (&'a [Statement], &[Vec<Op<'_>>]),
    sizes: Sizes,
) -> isl::Result<Option<(Vec<Product>, Dependences<'a>, Tree)>> {
    let variables = variables(found, statements);
    let shapes = |it| shapes(found, analysis, it, &variables, sizes);
    let shapes: Vec<_> = statements.iter().zip(ops.iter().map(Vec::as_slice)).map(shapes).collect();
    if shapes.iter().all(Vec::is_empty) {
        return Ok(None);
    }
    let all: Vec<ArrayId> = variables.iter().map(|it| it.array).collect();
    let mut planner =
        Planner { found, statements, variables, sizes, dependences: Dependences::new(analysis, statements, &all)? };
    let mut products: Vec<Product> = vec![];
    for (number, shapes) in shapes.iter().enumerate() {
        let id = StatementId(number as u32);
        if products.iter().any(|it| it.group.contains(&id)) {
            continue;
        }
        for shape in shapes {
            let Some(shape) = planner.with_full_tiles(id, shape)? else { continue };
            if let Some(product) = planner.product(id, &shape)? {
                products.push(product);
                break;
            }
        }
    }
    let expanded = |array: &ArrayId| products.iter().any(|it| it.variables.contains(array));
    if products.is_empty() {
        return Ok(None);
    }
    let mut dependences = planner.dependences;
    if !all.iter().all(expanded) {
        // Variables of no product stay one for all iterations.
        let some: Vec<ArrayId> = all.into_iter().filter(expanded).collect();
        dependences = dependences.with_copies_of(&some)?;
    }
    // A group whose statements have others between them comes with its first or with its last one.
    for place in [<[StatementId]>::first, <[StatementId]>::last] {
        let tree = in_order(statements, &products, place);
        if dependences.are_kept_by(&tree)? {
            return Ok(Some((products, dependences, tree)));
        }
    }
    Ok(None)
}

/// Statements one after the other, products in tiles with their groups at the place of one of these, what stands between them as it was.
fn in_order(statements: &[Statement], products: &[Product], place: fn(&[StatementId]) -> Option<&StatementId>) -> Tree {
    let product = |id: &StatementId| products.iter().find(|it| it.group.contains(id));
    let is_placed = |id: &StatementId| product(id).is_none_or(|it| place(&it.group) == Some(id));
    let ids: Vec<_> = (0..statements.len() as u32).map(StatementId).filter(is_placed).collect();
    let part = |ids: &[StatementId]| match product(&ids[0]) {
        Some(product) => group_tree(statements, product),
        None => (ids.to_vec(), Tree::original_of(statements, ids)),
    };
    let mut parts: Vec<_> = ids.chunk_by(|a, b| product(a).is_none() && product(b).is_none()).map(part).collect();
    if parts.len() == 1 { parts.remove(0).1 } else { Tree::Sequence(parts) }
}

/// The grid, in each of its tiles the statements of the group one after the other.
fn group_tree(statements: &[Statement], product: &Product) -> (Vec<StatementId>, Tree) {
    let part = |id: &StatementId| match *id == product.statement {
        true => (product.own(), product.inner_tree()),
        false => {
            let depth = statements[id.0 as usize].loops.len();
            let rows = (0..depth).map(|it| Row::from([(*id, Form::iterator(it, depth))])).collect();
            (vec![*id], Tree::Band(rows, Box::new(Tree::Leaf)))
        }
    };
    let mut parts: Vec<_> = product.group.iter().map(part).collect();
    let ids = parts.iter().flat_map(|it| it.0.clone()).collect();
    let inside = if parts.len() == 1 { parts.remove(0).1 } else { Tree::Sequence(parts) };
    (ids, Tree::Band(product.grid_rows(), Box::new(inside)))
}

/// A variable of a loop's body that several statements use: one for each iteration of the first `copies` loops around them.
pub(crate) struct Variable {
    array: ArrayId,
    copies: usize,
    users: Vec<StatementId>,
}

fn variables(found: &Extracted<'_>, statements: &[Statement]) -> Vec<Variable> {
    let variable = |number: usize| {
        let (array, model) = (ArrayId(number as u32), &found.model.arrays[number]);
        let is_user = |it: &Statement| it.accesses.iter().any(|it| found.array_of(*it) == array);
        let users: Vec<_> = (0..statements.len()).filter(|it| is_user(&statements[*it])).collect();
        let local = model.local_to.filter(|_| model.rank == 0 && users.len() > 1)?;
        let copies = statements[users[0]].loops.iter().position(|it| *it == local)? + 1;
        let users = users.into_iter().map(|it| StatementId(it as u32)).collect();
        Some(Variable { array, copies, users })
    };
    (0..found.arrays.len()).filter_map(variable).collect()
}

pub(crate) struct Planner<'f, 'c, 'a> {
    pub(crate) found: &'f Extracted<'c>,
    pub(crate) statements: &'a [Statement],
    pub(crate) variables: Vec<Variable>,
    pub(crate) sizes: Sizes,
    pub(crate) dependences: Dependences<'a>,
}

impl Planner<'_, '_, '_> {
    /// The shape, with fewer lanes where a tile would never be full otherwise, as of an image whose borders have conditions; None if that is
    /// not enough.
    fn with_full_tiles(&self, id: StatementId, shape: &Shape) -> isl::Result<Option<Shape>> {
        let least = shape.width >> MAX_HALVINGS;
        let widths = std::iter::successors(Some(shape.width), |it| Some(it / 2).filter(|it| *it >= least.max(2)));
        for width in widths {
            let shape = Shape { width, ..shape.clone() };
            if self.dependences.has_full_tiles(&self.registers(id, &shape))? {
                return Ok(Some(shape));
            }
        }
        Ok(None)
    }

    fn registers(&self, id: StatementId, shape: &Shape) -> Registers {
        let depth = self.statements[id.0 as usize].loops.len();
        let [rows, lanes] = [shape.rows, shape.lanes].map(|it| Form::iterator(it, depth));
        let over = shape.over.iter().map(|it| Form::iterator(*it, depth)).collect();
        Registers { statement: id, over, rows, lanes, sizes: [HEIGHT, shape.width] }
    }

    /// The statement in tiles, if that keeps the order of its own updates, and its tiles may run at once.
    fn product(&mut self, id: StatementId, shape: &Shape) -> isl::Result<Option<Product>> {
        for (group, variables) in self.groups(id, shape) {
            let product = self.product_with((group, variables), id, shape)?;
            if product.is_some() {
                return Ok(product);
            }
        }
        Ok(None)
    }

    fn product_with(
        &mut self,
        (group, variables): (Vec<StatementId>, Vec<ArrayId>),
        id: StatementId,
        shape: &Shape,
    ) -> isl::Result<Option<Product>> {
        let registers = self.registers(id, shape);
        let Registers { over, rows, lanes, .. } = &registers;
        let Some((mut outer, count)) = self.grid(id, &group, shape)? else { return Ok(None) };
        let row = |form: Form| Row::from([(id, form)]);
        // Of several loops, none is long enough to be cut.
        outer.extend((over.len() == 1).then(|| row(over[0].tile(self.sizes.depth))));
        outer.push(row(lanes.tile(shape.width)));
        let tile = row(rows.tile(HEIGHT));
        let product = Product {
            statement: id,
            group,
            outer,
            grid: 0..count,
            rows: tile,
            registers,
            packs: vec![],
            variables,
            volume: None,
        };
        self.checked(product, shape)
    }

    /// The product, if its tiles are legal, with the copies that may be made.
    pub(crate) fn checked(&mut self, mut product: Product, shape: &Shape) -> isl::Result<Option<Product>> {
        let id = product.statement;
        let (registers, row) = (&product.registers, |form: Form| Row::from([(id, form)]));
        let around = [&product.outer[..], std::slice::from_ref(&product.rows)].concat();
        let mut before = [&around[..], &registers.as_rows()].concat();
        let lanes = row(registers.lanes.clone());
        before.pop();
        let is_legal = self.dependences.is_parallel(&[id], &before, &lanes)?
            && self.is_kept_alone(&product)?
            && self.dependences.may_stay_in_registers(&product.registers, &around, shape.update)?;
        if !is_legal {
            return Ok(None);
        }
        for access in &shape.packs {
            let copy = self.dependences.add_copy(&product.registers, &product.outer, *access)?;
            product.packs.push((copy, *access));
            if !self.is_kept_alone(&product)? {
                self.dependences.forget(product.packs[0].0);
                return Ok(None);
            }
        }
        Ok(Some(product))
    }

    /// Does the order of the product's own tiles keep the dependences among its instances and copies?
    fn is_kept_alone(&self, product: &Product) -> isl::Result<bool> {
        let rows = (0..product.grid.end).map(|it| product.row_with_copies(it)).collect();
        let tree = Tree::Band(rows, Box::new(product.inner_tree()));
        self.dependences.are_kept_among(&product.own(), &tree)
    }

    /// The rows that choose cache tiles, parallel ones first, and how many of them are the grid.
    fn grid(&self, id: StatementId, group: &[StatementId], shape: &Shape) -> isl::Result<Option<(Vec<Row>, usize)>> {
        let depth_of = |id: StatementId| self.statements[id.0 as usize].loops.len();
        let row = |position: usize, size: i64| -> Row {
            group.iter().map(|id| (*id, Form::iterator(position, depth_of(*id)).tile(size))).collect()
        };
        let depth = depth_of(id);
        let mut grid: Vec<Row> = vec![];
        let mut inner = vec![];
        let is_other = |it: &usize| !shape.over.contains(it) && ![shape.lanes, shape.rows].contains(it);
        for position in (0..depth).filter(is_other) {
            let row = if group.iter().all(|it| depth_of(*it) > position) { row(position, 1) } else { return Ok(None) };
            if !self.dependences.is_parallel(group, &[], &row)? {
                return Ok(None);
            }
            // The tiles' own two rows are the grid's, too.
            if grid.len() + 2 < MAX_GRID { grid.push(row) } else { inner.push(row) }
        }
        let columns = self.sizes.columns(shape.width);
        for row in [row(shape.rows, self.sizes.tile), row(shape.lanes, columns)] {
            match self.dependences.is_parallel(group, &[], &row)? {
                true => grid.push(row),
                false => inner.push(row),
            }
        }
        if grid.is_empty() || group.len() > 1 && !inner.is_empty() {
            return Ok(None);
        }
        let count = grid.len();
        grid.extend(inner);
        Ok(Some((grid, count)))
    }

    /// The statements that may run in the same tiles as this one, and the variables that tie them: with all that stands between them, and
    /// without.
    fn groups(&self, id: StatementId, shape: &Shape) -> Vec<(Vec<StatementId>, Vec<ArrayId>)> {
        let between = |ids: &[StatementId]| (ids[0].0..=ids[ids.len() - 1].0).map(StatementId).collect();
        let mut groups = vec![self.tied(id, between), self.tied(id, <[StatementId]>::to_vec)];
        groups.dedup_by(|a, b| a.0 == b.0);
        groups.retain(|(group, used)| self.fits(id, shape, (group, used)));
        let arrays = |used: Vec<&Variable>| used.into_iter().map(|it| it.array).collect();
        groups.into_iter().map(|(group, used)| (group, arrays(used))).collect()
    }

    /// The statement and those that share variables with it or with others of them. `filled` adds to some in textual order, which are never
    /// none.
    fn tied(
        &self,
        id: StatementId,
        filled: impl Fn(&[StatementId]) -> Vec<StatementId>,
    ) -> (Vec<StatementId>, Vec<&Variable>) {
        let (mut group, mut used) = (vec![id], Vec::<&Variable>::new());
        while let Some(more) = self.variables.iter().find(|it| {
            let is_new = used.iter().all(|known| known.array != it.array);
            is_new && it.users.iter().any(|user| group.contains(user))
        }) {
            group.extend(&more.users);
            group.sort_unstable();
            group.dedup();
            group = filled(&group);
            used.push(more);
        }
        (group, used)
    }

    /// May the statements run in the same tiles?
    fn fits(&self, id: StatementId, shape: &Shape, (group, used): (&[StatementId], &[&Variable])) -> bool {
        let loops = |id: &StatementId| &self.statements[id.0 as usize].loops;
        let copies = used.iter().map(|it| it.copies).min().unwrap_or(0);
        let is_around = |it: &StatementId| loops(it).get(..copies) == loops(&id).get(..copies);
        let is_declared = |it: &&Variable| {
            let declaration = ir::defining_op(self.found.arrays[it.array.0 as usize].memrefs[0]);
            declaration.is_some_and(|it| ir::is(it, "memref.alloca"))
        };
        let has_places = used.is_empty()
            || [shape.rows, shape.lanes].iter().all(|it| *it < copies) && shape.over.iter().all(|it| *it >= copies);
        has_places && group.iter().all(is_around) && used.iter().all(is_declared)
    }
}

/// Which loop is which in a product.
#[derive(Clone)]
pub(crate) struct Shape {
    /// Outermost first.
    pub(crate) over: Vec<usize>,
    pub(crate) lanes: usize,
    pub(crate) rows: usize,
    pub(crate) width: i64,
    update: AccessId,
    /// What is read from a copy: columns of it lie apart in memory.
    packs: Vec<AccessId>,
    /// So many accesses have lanes that are not next to each other.
    far: usize,
    /// So many vectors are loaded for each row.
    loads: usize,
}

/// The ways in which a statement is a dense product, the best first.
pub(crate) fn shapes(
    found: &Extracted<'_>,
    analysis: &Analysis,
    (statement, ops): (&Statement, &[Op<'_>]),
    variables: &[Variable],
    sizes: Sizes,
) -> Vec<Shape> {
    let depth = statement.loops.len();
    let Some(accesses) = accesses(found, analysis, statement, variables) else { return vec![] };
    let Some(update) = update(&accesses) else { return vec![] };
    let bytes = accesses.iter().map(|it| it.bytes).max().unwrap_or(8);
    let mut shapes = vec![];
    let over: Vec<usize> = (0..depth).filter(|it| accesses[update].moves(*it) == Moves::Not).collect();
    for lanes in (0..depth).filter(|it| accesses[update].moves(*it) == Moves::Along) {
        let trips = most_trips(found, analysis, statement.loops[0], statement.loops[lanes]);
        let width = sizes.width(bytes, trips);
        for rows in (0..depth).filter(|it| *it != lanes) {
            // The order of several loops over one element is the source's; one of them may be the rows'.
            let over: Vec<usize> = over.iter().copied().filter(|it| *it != rows).collect();
            if !over.is_empty() {
                shapes.extend(shape(&accesses, update, (over, lanes, rows), width));
            }
        }
    }
    shapes.retain(|it| has_vectors(found, statement, ops, it.lanes));
    // Where what is read may not be copied, tiles without copies may do.
    let without: Vec<_> = shapes.iter().filter(|it| it.far == 0 && !it.packs.is_empty()).cloned().collect();
    shapes.extend(without.into_iter().map(|it| Shape { packs: vec![], ..it }));
    shapes.sort_by_key(|it| (it.far, it.loads));
    shapes
}

/// Have all operations a form on vectors?
fn has_vectors(found: &Extracted<'_>, statement: &Statement, ops: &[Op<'_>], lanes: usize) -> bool {
    let lane = ir::arguments(ir::body(found.loops[statement.loops[lanes].0 as usize]))[0];
    let is_access = |op: &Op<'_>| matches!(ir::name(*op), "affine.load" | "affine.store");
    let is_index = |op: &Op<'_>| is_index_arithmetic(*op);
    // Halves do not travel as arguments of kernels.
    let is_half = |it: &ir::Val<'_>| it.r#type().to_string() == "f16";
    let has_halves = |op: &Op<'_>| ir::operands(*op).iter().chain(&ir::results(*op)).any(is_half);
    ops.iter().all(|it| !has_halves(it) && (is_access(it) || is_index(it) || is_for_vectors(*it, lane)))
}

/// Does LLVM make vectors along the loop over updates itself? It may change the order of integers, and does where they are next to each other.
fn is_vectorized_anyway(accesses: &[Reach], update: usize, over: &[usize]) -> bool {
    let far = accesses.iter().any(|it| over.iter().any(|over| it.moves(*over) == Moves::Across));
    let same_size = accesses.iter().all(|it| it.bytes == accesses[update].bytes);
    !(accesses[update].is_float || far && same_size)
}

fn shape(
    accesses: &[Reach],
    update: usize,
    (over, lanes, rows): (Vec<usize>, usize, usize),
    width: i64,
) -> Option<Shape> {
    let is_reused = |it: &Reach| it.moves(rows) == Moves::Not;
    let is_far = |it: &Reach| it.moves(lanes) == Moves::Across;
    let is_packed = |it: &&Reach| is_far(it) || it.moves(over[0]) == Moves::Across && it.moves(lanes) == Moves::Along;
    let others = || accesses.iter().filter(|it| !it.is_same(&accesses[update]));
    if is_vectorized_anyway(accesses, update, &over) {
        return None;
    }
    if !others().any(is_reused) || !others().all(|it| !is_far(it) || is_reused(it)) {
        return None;
    }
    let packed = others().filter(|it| is_reused(it)).filter(is_packed).map(|it| it.id);
    let packs: Vec<_> = if over.len() == 1 { packed.collect() } else { vec![] };
    let far = others().filter(|it| is_far(it)).count();
    let loads = others().filter(|it| it.moves(lanes) == Moves::Along && !is_reused(it)).count();
    let is_possible = over.len() == 1 || far == 0;
    is_possible.then(|| Shape { over, lanes, rows, width, update: accesses[update].id, packs, far, loads })
}

/// An access as shapes see it.
struct Reach {
    id: AccessId,
    kind: AccessKind,
    subscripts: Vec<Option<String>>,
    array: ArrayId,
    /// Growth of each subscript with each loop.
    coefficients: Vec<Vec<i64>>,
    /// Of a variable, the loops that have one for each of their iterations.
    copies: Option<usize>,
    /// Elements of the last dimension are next to each other.
    is_dense: bool,
    is_float: bool,
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
    fn is_same(&self, other: &Reach) -> bool {
        self.array == other.array && self.subscripts == other.subscripts
    }

    fn moves(&self, position: usize) -> Moves {
        if let Some(copies) = self.copies {
            return if position < copies { Moves::Along } else { Moves::Not };
        }
        let mut steps = self.coefficients.iter().map(|it| it[position]).rev();
        let last = steps.next().unwrap_or(0);
        match (last, steps.all(|it| it == 0)) {
            (0, true) => Moves::Not,
            (1, true) if self.is_dense => Moves::Along,
            _ => Moves::Across,
        }
    }
}

/// None where an access is not linear, is in a loop of its own, or reaches neither an array of one view nor a shared variable.
fn accesses(
    found: &Extracted<'_>,
    analysis: &Analysis,
    statement: &Statement,
    variables: &[Variable],
) -> Option<Vec<Reach>> {
    let reach = |id: &AccessId| {
        let access = &found.model.accesses[id.0 as usize];
        let storage = &found.arrays[access.array.0 as usize];
        let copies = variables.iter().find(|it| it.array == access.array).map(|it| it.copies);
        // What a condition on data keeps from happening must not be read ahead.
        let is_conditional = found.model.branches.iter().any(|it| it.accesses.contains(id));
        let is_plain = access.loops == statement.loops && access.certain && !is_conditional && storage.faithful;
        let (bytes, is_dense) = match (&storage.views[..], copies) {
            ([], Some(_)) => (views::element_bytes(storage.memrefs[0]), true),
            ([view], None) => {
                let stride = view.strides.last().and_then(|it| ir::constant_int(*it));
                (view.elem_bytes, stride == Some(view.elem_bytes))
            }
            _ => return None,
        };
        let is_number = |op: Op<'_>| ir::operands(op).iter().chain(&ir::results(op)).all(|it| !is_odd(*it));
        (is_plain && is_number(found.accesses[id.0 as usize])).then_some(Reach {
            id: *id,
            kind: access.kind,
            subscripts: access.subscripts.clone(),
            array: access.array,
            coefficients: analysis.coefficients(*id)?,
            copies,
            is_dense,
            is_float: ["f32", "f64"].contains(&element_type(storage.memrefs[0]).to_string().as_str()),
            bytes,
        })
    };
    statement.accesses.iter().map(reach).collect()
}

/// A type without vectors in memory.
fn is_odd(value: ir::Val<'_>) -> bool {
    ["i1", "f16", "!llvm.ptr"].contains(&value.r#type().to_string().as_str())
}

/// The one access that writes, of an element that the statement reads first.
fn update(accesses: &[Reach]) -> Option<usize> {
    let mut writes = (0..accesses.len()).filter(|it| accesses[*it].kind == AccessKind::Write);
    let (write, None) = (writes.next()?, writes.next()) else { return None };
    accesses[..write].iter().any(|it| it.is_same(&accesses[write])).then_some(write)
}
