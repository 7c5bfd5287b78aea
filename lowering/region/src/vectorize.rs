//! `region-vectorize`: the loops of full register tiles as operations on vectors, what they update in registers.
//!
//! ```text
//!     for k {                                     c0, ..., c3 = vectors C[i..i+4][j..j+16]
//!       for i in 4 rows { for j in 16 lanes {     for k (c0, ..., c3) {
//!         C[i][j] += A[i][k] * B[k][j]      =>      b = vector B[k][j..j+16]
//!       } }                                         c0 = c0 + splat A[i][k] * b; ...; c3 = ...
//!     } {region.registers}                        }
//!                                                 C[i..i+4][j..j+16] = c0, ..., c3
//! ```
//!
//! Legal if:  `region.registers` says that instances of different rows and lanes are independent, and that nothing else reaches what one
//!            run of the loop updates. Each lane computes what the instance computed: no bit changes.
//! Needs:     `region-tile`, and kernels already made: others have no vectors. Leaves: plain loops, vector types of the `llvm` dialect.
//! Declines:  operations without a form on vectors, and accesses that are neither equal nor consecutive for the lanes: the loops stay, and
//!            LLVM may do what it can.
//! Source:    Callahan, Carr, Kennedy, Improving register allocation for subscripted variables (PLDI 1990).

use std::collections::HashMap;

use melior::ir::operation::OperationLike;
use melior::ir::{AffineExpr, AffineMap, Type, ValueLike};
use raddle_dialects::build::{Builder, CmpI, element_type};
use raddle_dialects::ir::{self, Mapping, Op, Val};
use raddle_dialects::region::ViewOp;
use raddle_dialects::tbaa::Tags;
use raddle_dialects::{Failure, Pass};

use crate::affine;
use crate::lower_views::{address, tag};
use crate::tile::REGISTERS;
use crate::views::element_bytes;

#[derive(Clone, Default)]
pub struct Vectorize;

impl Pass for Vectorize {
    const ARG: &'static str = "region-vectorize";
    const DESC: &'static str = "make vector code of full register tiles";

    fn run<'c>(&mut self, op: Op<'c>) -> Result<(), Failure> {
        let tags = Tags::new(ir::context(op));
        // All of them first: a tile that is written is gone, with the loops in it.
        let mut tiles = ir::find_all(op, "affine.for");
        tiles.retain(|it| ir::has_attr(*it, REGISTERS));
        for over in tiles {
            if let Some(tile) = Tile::of(over) {
                tile.write(&tags);
            }
        }
        Ok(())
    }
}

/// `math` operations that have a form on vectors.
const MATH: [&str; 8] =
    ["math.sqrt", "math.absf", "math.floor", "math.ceil", "math.trunc", "math.roundeven", "math.copysign", "math.fma"];

/// Has an operation that is no access a form on vectors along the loop with this iterator?
pub fn is_for_vectors<'c>(op: Op<'c>, lane: Val<'c>) -> bool {
    let name = ir::name(op);
    let uses_lane = ir::operands(op).iter().any(|it| ir::key(*it) == ir::key(lane));
    (name.starts_with("arith.") || MATH.contains(&name)) && !uses_lane && ir::regions(op).is_empty()
}

/// A full register tile whose operations all have a form on vectors.
struct Tile<'c> {
    /// Outermost first.
    over: Vec<Op<'c>>,
    rows: Op<'c>,
    lanes: Op<'c>,
    height: i64,
    width: i64,
    body: Vec<Op<'c>>,
    /// Of each access in the body.
    accesses: HashMap<usize, Access<'c>>,
    /// What the loop updates.
    store: Op<'c>,
}

/// A load or store.
#[derive(Clone)]
struct Access<'c> {
    memref: Val<'c>,
    /// None of private memory.
    view: Option<ViewOp<'c>>,
    map: AffineMap<'c>,
    operands: Vec<Val<'c>>,
    /// Lanes have consecutive elements; else they have the same one.
    is_along: bool,
}

impl<'c> Access<'c> {
    fn of(op: Op<'c>, lanes: Val<'c>) -> Option<Self> {
        let memref = match ir::name(op) {
            "affine.load" => 0,
            "affine.store" => 1,
            _ => return None,
        };
        let operands = ir::operands(op);
        let (operands, memref) = (operands[memref + 1..].to_vec(), operands[memref]);
        let source = ir::defining_op(memref)?;
        let view = ViewOp::cast(source);
        let is_dense = match &view {
            Some(view) => ir::constant_int(*view.strides().last()?)? == element_bytes(memref),
            None => ir::is(source, "memref.alloca"),
        };
        let map = affine::map_attr(op, "map")?;
        let steps = (0..map.result_count()).map(|it| step(map.result(it).ok()?, &operands, map.dim_count(), lanes));
        let mut steps: Vec<i64> = steps.collect::<Option<_>>()?;
        let is_along = match steps.pop()? {
            0 => false,
            1 if is_dense => true,
            _ => return None,
        };
        let is_known =
            steps.iter().all(|it| *it == 0) && (0..map.result_count()).all(|it| map.result(it).is_ok_and(is_sum));
        is_known.then_some(Self { memref, view, map, operands, is_along })
    }

    fn is_same(&self, other: &Self) -> bool {
        ir::key(self.memref) == ir::key(other.memref)
            && self.map == other.map
            && self.operands.iter().map(|it| ir::key(*it)).eq(other.operands.iter().map(|it| ir::key(*it)))
    }
}

/// By how much an expression grows with `value`; None where that is no constant.
fn step<'c>(expr: AffineExpr<'c>, operands: &[Val<'c>], dims: usize, value: Val<'c>) -> Option<i64> {
    let is = |position: usize| i64::from(operands.get(position).is_some_and(|it| ir::key(*it) == ir::key(value)));
    if expr.is_constant() {
        Some(0)
    } else if expr.is_dim() {
        Some(is(expr.dim_position()))
    } else if expr.is_symbol() {
        Some(is(dims + expr.symbol_position()))
    } else {
        let (left, right) = (expr.lhs(), expr.rhs());
        let (x, y) = (step(left, operands, dims, value)?, step(right, operands, dims, value)?);
        match () {
            () if x == 0 && y == 0 => Some(0),
            () if expr.is_add() => x.checked_add(y),
            () if expr.is_mul() && right.is_constant() => x.checked_mul(right.constant_value()),
            () if expr.is_mul() && left.is_constant() => y.checked_mul(left.constant_value()),
            () => None,
        }
    }
}

/// Sums and products alone.
fn is_sum(expr: AffineExpr<'_>) -> bool {
    expr.is_constant()
        || expr.is_dim()
        || expr.is_symbol()
        || ((expr.is_add() || expr.is_mul()) && is_sum(expr.lhs()) && is_sum(expr.rhs()))
}

/// The only op of a loop's body besides its end.
fn only_op<'c>(op: Op<'c>) -> Option<Op<'c>> {
    match ir::ops(ir::entry_block(op, 0)?)[..] {
        [one, _] if ir::is(one, "affine.for") => Some(one),
        _ => None,
    }
}

fn iterator<'c>(op: Op<'c>) -> Option<Val<'c>> {
    ir::arguments(ir::entry_block(op, 0)?).first().copied()
}

/// Iterations of a loop whose lower bound is one sum, and whose length is constant.
fn length(op: Op<'_>) -> Option<i64> {
    let [(lower, low), (upper, high)] = affine::bound_maps(op)?;
    if lower.result_count() != 1 || upper.result_count() != 1 || affine::step(op) != Some(1) {
        return None;
    }
    let (from, to) = (lower.result(0).ok()?, upper.result(0).ok()?);
    let at_zero = |expr: AffineExpr<'_>| constant(expr);
    let all: Vec<Val<'_>> = low.iter().chain(&high).copied().collect();
    let same = all.iter().all(|it| step(from, &low, lower.dim_count(), *it) == step(to, &high, upper.dim_count(), *it));
    (same && is_sum(from) && is_sum(to))
        .then(|| at_zero(to).zip(at_zero(from)).and_then(|(to, from)| to.checked_sub(from)))?
}

/// The value of a sum where everything else is 0.
fn constant(expr: AffineExpr<'_>) -> Option<i64> {
    if expr.is_constant() {
        return Some(expr.constant_value());
    }
    if expr.is_dim() || expr.is_symbol() {
        return Some(0);
    }
    let (x, y) = (constant(expr.lhs())?, constant(expr.rhs())?);
    if expr.is_add() { x.checked_add(y) } else { x.checked_mul(y) }
}

impl<'c> Tile<'c> {
    fn of(first: Op<'c>) -> Option<Self> {
        let mut over: Vec<Op<'c>> = std::iter::successors(Some(first), |it| only_op(*it)).collect();
        let (lanes, rows) = (over.pop()?, over.pop()?);
        let (height, width) = (length(rows)?, length(lanes)?);
        let mut body = ir::ops(ir::entry_block(lanes, 0)?);
        body.pop();
        let lane = iterator(lanes)?;
        let accesses: HashMap<_, _> =
            body.iter().filter_map(|it| Some((ir::op_key(*it), Access::of(*it, lane)?))).collect();
        let mut stores = body.iter().filter(|it| ir::is(**it, "affine.store"));
        let (store, None) = (*stores.next()?, stores.next()) else { return None };
        let tile = Self { over, rows, lanes, height, width, body, accesses, store };
        let is_plain = tile.body.iter().all(|it| tile.has_form(*it));
        let stays = tile.updated()?.is_along && tile.is_unmoved(tile.updated()?) && tile.bounds_stay();
        let are_plain = tile.over.iter().all(|it| affine::step(*it) == Some(1) && Bound::of(*it).is_some());
        (!tile.over.is_empty() && is_plain && stays && are_plain).then_some(tile)
    }

    fn updated(&self) -> Option<&Access<'c>> {
        self.accesses.get(&ir::op_key(self.store))
    }

    fn has_form(&self, op: Op<'c>) -> bool {
        match ir::name(op) {
            "affine.load" | "affine.store" => self.accesses.contains_key(&ir::op_key(op)),
            _ => iterator(self.lanes).is_some_and(|lane| is_for_vectors(op, lane)),
        }
    }

    /// Does the element stay where it is while the loops run?
    fn is_unmoved(&self, access: &Access<'c>) -> bool {
        let results = || (0..access.map.result_count()).filter_map(|it| access.map.result(it).ok());
        let stays =
            |over: Val<'c>| results().all(|it| step(it, &access.operands, access.map.dim_count(), over) == Some(0));
        self.over.iter().filter_map(|it| iterator(*it)).all(stays)
    }

    /// Do the bounds of rows and lanes not depend on the loops or each other?
    fn bounds_stay(&self) -> bool {
        let inside: Vec<_> = self.over.iter().chain([&self.rows]).filter_map(|it| iterator(*it)).map(ir::key).collect();
        [self.rows, self.lanes].into_iter().all(|it| ir::operands(it).iter().all(|it| !inside.contains(&ir::key(*it))))
    }

    fn write(&self, tags: &Tags<'c>) {
        let b = Builder::before(self.over[0]).at(self.over[0].location());
        let first = |op: Op<'c>| affine::bounds(&b, op).map(|it| it.0);
        let (Some((from, to)), Some(rows), Some(lanes), Some(updated)) =
            (affine::bounds(&b, self.over[0]), first(self.rows), first(self.lanes), self.updated())
        else {
            return;
        };
        // What the loop does not reach is not loaded, and not stored.
        let (_, then, _) = b.scf_if(b.cmpi(CmpI::Slt, from, to), &[], false);
        let inside = b.before_terminator(then);
        let writers: Vec<_> = (0..self.height)
            .map(|it| Writer {
                tile: self,
                tags,
                row: inside.addi(rows, inside.constant_index(it)),
                lanes,
                over: vec![],
            })
            .collect();
        let start: Vec<Val<'c>> = writers.iter().map(|it| it.load(&inside, updated)).collect();
        let ends = self.loops(&inside, &writers, (from, to), &start);
        for (writer, end) in writers.iter().zip(ends) {
            writer.store(&inside, updated, end);
        }
        ir::erase(self.over[0]);
    }

    /// The loop behind those that writers know, from the values `start` of each row's elements to those at its end.
    fn loops(
        &self,
        b: &Builder<'c>,
        writers: &[Writer<'_, 'c>],
        (from, to): (Val<'c>, Val<'c>),
        start: &[Val<'c>],
    ) -> Vec<Val<'c>> {
        let (op, body) = b.scf_for(from, to, b.constant_index(1), start);
        let arguments = ir::arguments(body);
        let inside = b.in_block(body);
        let known: Vec<Val<'c>> = writers[0].over.iter().copied().chain([arguments[0]]).collect();
        let writers: Vec<_> = writers.iter().map(|it| Writer { over: known.clone(), ..*it }).collect();
        let ends = match self.over.get(known.len()).and_then(|it| Bound::of(*it)) {
            Some([lower, upper]) => {
                let value = |bound: &Bound<'c>, join| bound.value(&inside, join, &|it| writers[0].now(it));
                let bounds = (value(&lower, "arith.maxsi"), value(&upper, "arith.minsi"));
                self.loops(&inside, &writers, bounds, &arguments[1..])
            }
            None => writers.iter().zip(&arguments[1..]).map(|(it, now)| it.body(&inside, *now)).collect(),
        };
        inside.op("scf.yield", &ends, &[], &[]);
        ir::results(op)
    }
}

/// A bound of a loop: sums of which the greatest or the least counts.
struct Bound<'c> {
    map: AffineMap<'c>,
    operands: Vec<Val<'c>>,
}

impl<'c> Bound<'c> {
    /// The lower and the upper one.
    fn of(op: Op<'c>) -> Option<[Self; 2]> {
        let bounds = affine::bound_maps(op)?.map(|(map, operands)| Self { map, operands });
        let is_plain = |it: &Self| (0..it.map.result_count()).all(|number| it.map.result(number).is_ok_and(is_sum));
        bounds.iter().all(is_plain).then_some(bounds)
    }

    fn value(&self, b: &Builder<'c>, join: &str, now: &dyn Fn(Val<'c>) -> Val<'c>) -> Val<'c> {
        let operands: Vec<Val<'c>> = self.operands.iter().map(|it| now(*it)).collect();
        let results = (0..self.map.result_count()).filter_map(|it| self.map.result(it).ok());
        let values = results.map(|it| index(b, it, &operands, self.map.dim_count()));
        values.reduce(|x, y| b.binary(join, x, y)).unwrap_or_else(|| b.constant_index(0))
    }
}

/// Writes the code of one row.
struct Writer<'t, 'c> {
    tile: &'t Tile<'c>,
    tags: &'t Tags<'c>,
    /// The value of the loop over rows, and the first of the lanes.
    row: Val<'c>,
    lanes: Val<'c>,
    /// Values of the loops around it, as far as they are written.
    over: Vec<Val<'c>>,
}

impl<'c> Writer<'_, 'c> {
    /// Iterators of the loops as they were, with what they are here.
    fn iterators(&self) -> Vec<(Val<'c>, Val<'c>)> {
        let over = self.tile.over.iter().copied().zip(self.over.iter().copied());
        let all = over.chain([(self.tile.rows, self.row), (self.tile.lanes, self.lanes)]);
        all.filter_map(|(op, new)| Some((iterator(op)?, new))).collect()
    }

    fn now(&self, value: Val<'c>) -> Val<'c> {
        self.iterators().into_iter().find(|it| ir::key(it.0) == ir::key(value)).map_or(value, |it| it.1)
    }

    /// The body, in which the updated elements have the values `now`; their values at the end.
    fn body(&self, b: &Builder<'c>, mut now: Val<'c>) -> Val<'c> {
        let mut mapping = Mapping::new();
        for (old, new) in self.iterators() {
            mapping.map(old, new);
        }
        let updated = &self.tile.accesses[&ir::op_key(self.tile.store)];
        for op in &self.tile.body {
            let b = b.at(op.location());
            match self.tile.accesses.get(&ir::op_key(*op)) {
                Some(_) if *op == self.tile.store => now = self.vector(&b, mapping.get_or_same(ir::operands(*op)[0])),
                Some(access) if access.is_same(updated) => mapping.map(ir::result(*op), now),
                Some(access) => mapping.map(ir::result(*op), self.load(&b, access)),
                None => self.arithmetic(&b, *op, &mut mapping),
            }
        }
        now
    }

    /// A copy on vectors, if an operand is one.
    fn arithmetic(&self, b: &Builder<'c>, op: Op<'c>, mapping: &mut Mapping<'c>) {
        let operands: Vec<Val<'c>> = ir::operands(op).into_iter().map(|it| mapping.get_or_same(it)).collect();
        let is_vector = operands.iter().any(|it| is_vector(it.r#type()));
        let copy = b.clone_op(op, mapping);
        if !is_vector {
            return;
        }
        let before = Builder::before(copy).at(op.location());
        for (number, operand) in operands.into_iter().enumerate() {
            ir::set_operand(copy, number, self.vector(&before, operand));
        }
        for result in ir::results(copy) {
            if let Some(ty) = self.vector_type(b, result.r#type()) {
                ir::set_type(result, ty);
            }
        }
    }

    fn vector_type(&self, b: &Builder<'c>, element: Type<'c>) -> Option<Type<'c>> {
        b.parse_type(&format!("vector<{}x{element}>", self.tile.width))
    }

    /// The value in all lanes, where it is no vector already.
    fn vector(&self, b: &Builder<'c>, value: Val<'c>) -> Val<'c> {
        let element = value.r#type();
        let Some(ty) = (!is_vector(element)).then(|| self.vector_type(b, element)).flatten() else { return value };
        let nothing = b.value("llvm.mlir.undef", &[], ty, &[]);
        let zero = b.constant_int(b.int(32), 0);
        let one = b.value("llvm.insertelement", &[nothing, value, zero], ty, &[]);
        let mask = b.i32s(&vec![0; self.tile.width as usize]);
        b.value("llvm.shufflevector", &[one, nothing], ty, &[("mask", mask)])
    }

    fn load(&self, b: &Builder<'c>, access: &Access<'c>) -> Val<'c> {
        let element = element_type(access.memref);
        let ty = if access.is_along { self.vector_type(b, element).unwrap_or(element) } else { element };
        let indices = self.indices(b, access);
        let Some(view) = access.view else {
            let name = if access.is_along { "vector.load" } else { "memref.load" };
            return b.value(name, &[&[access.memref], &indices[..]].concat(), ty, &[]);
        };
        let value = b.llvm_load(address(self.tags, b, view, &indices), ty, element_bytes(access.memref));
        ir::defining_op(value).into_iter().for_each(|it| tag(self.tags, view, it, element));
        value
    }

    /// Of an array that the tile updates.
    fn store(&self, b: &Builder<'c>, access: &Access<'c>, value: Val<'c>) {
        let indices = self.indices(b, access);
        let Some(view) = access.view else {
            b.op("vector.store", &[&[value, access.memref], &indices[..]].concat(), &[], &[]);
            return;
        };
        let op = b.llvm_store(value, address(self.tags, b, view, &indices), element_bytes(access.memref));
        tag(self.tags, view, op, element_type(access.memref));
    }

    fn indices(&self, b: &Builder<'c>, access: &Access<'c>) -> Vec<Val<'c>> {
        let operands: Vec<Val<'c>> = access.operands.iter().map(|it| self.now(*it)).collect();
        let results = (0..access.map.result_count()).filter_map(|it| access.map.result(it).ok());
        results.map(|it| index(b, it, &operands, access.map.dim_count())).collect()
    }
}

fn is_vector(ty: Type<'_>) -> bool {
    // SAFETY: the type is alive.
    unsafe { mlir_sys::mlirTypeIsAVector(melior::ir::TypeLike::to_raw(&ty)) }
}

/// The value of a sum.
fn index<'c>(b: &Builder<'c>, expr: AffineExpr<'c>, operands: &[Val<'c>], dims: usize) -> Val<'c> {
    if expr.is_constant() {
        return b.constant_index(expr.constant_value());
    }
    if expr.is_dim() {
        return operands[expr.dim_position()];
    }
    if expr.is_symbol() {
        return operands[dims + expr.symbol_position()];
    }
    let (x, y) = (index(b, expr.lhs(), operands, dims), index(b, expr.rhs(), operands, dims));
    if expr.is_add() { b.addi(x, y) } else { b.muli(x, y) }
}
