//! Reads a `region.nest` into the polyhedral model. Never changes the IR, never decides anything.
//!
//! Each load and store is an access at its place in the loop tree. What is not affine is approximated upwards:
//! an unknown trip count is an unbounded loop, an unknown subscript is any element, an access under a condition that is
//! not affine may not happen. Two views of one pointer are one array unless their elements provably lie apart.

use std::collections::HashMap;

use melior::ir::affine_expr::AffineExpr;
use melior::ir::operation::OperationLike;
use melior::ir::{BlockLike, BlockRef, OperationRef, RegionLike, Value, ValueLike};
use raddle_poly::model::{Access, AccessId, AccessKind, Array, ArrayId, Loop, LoopId, Model};

use crate::affine::{self, Names};
use crate::views::{self, ViewInfo};

/// A nest and its model; ids index the vectors of the same name.
pub struct Extracted<'c, 'a> {
    pub model: Model,
    pub loops: Vec<OperationRef<'c, 'a>>,
    pub accesses: Vec<OperationRef<'c, 'a>>,
    pub arrays: Vec<Storage<'c, 'a>>,
    /// isl name -> the IR value it stands for (parameters and iterators).
    pub values: HashMap<String, Value<'c, 'a>>,
    /// Ops that cannot run on a device, with the reason.
    pub obstacles: Vec<(OperationRef<'c, 'a>, String)>,
}

/// What an array of the model is made of.
pub struct Storage<'c, 'a> {
    /// The memref values: results of `region.view` or of `memref.alloca`.
    pub memrefs: Vec<Value<'c, 'a>>,
    /// The views behind `memrefs`; empty for an alloca.
    pub views: Vec<ViewInfo<'c, 'a>>,
    /// Operand of the nest that the views' base is; None for an alloca.
    pub input: Option<usize>,
    /// Subscripts of the model are those of the memref (else the array is one element that stands for all).
    pub faithful: bool,
}

impl<'c, 'a> Extracted<'c, 'a> {
    pub fn loop_of(&self, op: OperationRef<'c, 'a>) -> Option<LoopId> {
        self.loops.iter().position(|it| it.to_raw().ptr == op.to_raw().ptr).map(|it| LoopId(it as u32))
    }

    /// Accesses inside `op`, itself included.
    pub fn accesses_in(&self, op: OperationRef<'c, 'a>) -> Vec<AccessId> {
        (0..self.accesses.len())
            .filter(|&it| is_inside(self.accesses[it], op))
            .map(|it| AccessId(it as u32))
            .collect()
    }

    pub fn obstacle_in(&self, op: OperationRef<'c, 'a>) -> Option<&(OperationRef<'c, 'a>, String)> {
        self.obstacles.iter().find(|(it, _)| is_inside(*it, op))
    }

    pub fn array_of(&self, access: AccessId) -> ArrayId {
        self.model.accesses[access.0 as usize].array
    }
}

/// Is `op` `ancestor` or nested in it?
pub fn is_inside<'c, 'a>(op: OperationRef<'c, 'a>, ancestor: OperationRef<'c, 'a>) -> bool {
    let mut current = Some(op);
    while let Some(it) = current {
        if it.to_raw().ptr == ancestor.to_raw().ptr {
            return true;
        }
        current = it.parent_operation();
    }
    false
}

pub fn name_of(op: OperationRef<'_, '_>) -> String {
    op.name().as_string_ref().as_str().unwrap_or("").to_string()
}

/// Ops of a block in order.
pub fn ops<'c, 'a>(block: BlockRef<'c, 'a>) -> Vec<OperationRef<'c, 'a>> {
    let mut result = vec![];
    let mut current = block.first_operation();
    while let Some(op) = current {
        result.push(op);
        current = op.next_in_block();
    }
    result
}

/// The only block of region `index`.
pub fn body<'c, 'a>(op: OperationRef<'c, 'a>, index: usize) -> Option<BlockRef<'c, 'a>> {
    op.region(index).ok()?.first_block()
}

pub fn extract<'c, 'a>(nest: OperationRef<'c, 'a>) -> Extracted<'c, 'a> {
    let mut reader = Reader::new(nest);
    if let Some(block) = body(nest, 0) {
        reader.declare_arrays(block);
        reader.block(block, &Place::default());
    }
    reader.finish()
}

/// Where the reader is in the loop tree.
#[derive(Clone, Default)]
struct Place {
    loops: Vec<LoopId>,
    guard: Vec<String>,
    uncertain: bool,
}

struct Reader<'c, 'a> {
    nest: OperationRef<'c, 'a>,
    out: Extracted<'c, 'a>,
    names: Names<'c, 'a>,
    /// memref value -> array.
    arrays: HashMap<usize, ArrayId>,
    /// Next position under each loop (None: the nest itself).
    positions: HashMap<Option<LoopId>, u32>,
}

impl<'c, 'a> Reader<'c, 'a> {
    fn new(nest: OperationRef<'c, 'a>) -> Self {
        let out = Extracted {
            model: Model::default(),
            loops: vec![],
            accesses: vec![],
            arrays: vec![],
            values: HashMap::new(),
            obstacles: vec![],
        };
        Self { nest, out, names: Names::default(), arrays: HashMap::new(), positions: HashMap::new() }
    }

    fn finish(mut self) -> Extracted<'c, 'a> {
        self.out.model.params = self.names.params();
        self.out.values = self.names.into_values();
        self.out
    }

    /// One array per group of views that may share elements; allocas are added where they stand.
    fn declare_arrays(&mut self, block: BlockRef<'c, 'a>) {
        let found = views::in_block(self.nest, block);
        for group in views::group(&found) {
            let info = &group.views[0];
            let array = Array {
                name: info.name.clone(),
                rank: if group.faithful { info.rank() } else { 0 },
                live_out: info.live_out,
                local_to: None,
            };
            self.add_array(
                array,
                Storage {
                    memrefs: group.views.iter().map(|it| it.result).collect(),
                    input: group.views[0].input,
                    views: group.views,
                    faithful: group.faithful,
                },
            );
        }
    }

    fn add_array(&mut self, array: Array, storage: Storage<'c, 'a>) {
        let id = ArrayId(self.out.arrays.len() as u32);
        for it in &storage.memrefs {
            self.arrays.insert(it.to_raw().ptr as usize, id);
        }
        self.out.model.arrays.push(Array { name: format!("{}_{}", affine::identifier(&array.name), id.0), ..array });
        self.out.arrays.push(storage);
    }

    fn alloca(&mut self, op: OperationRef<'c, 'a>, place: &Place) {
        let Ok(result) = op.result(0) else { return };
        let value: Value<'c, 'a> = result.into();
        let array = Array {
            name: "local".into(),
            rank: views::memref_rank(value),
            live_out: false,
            local_to: place.loops.last().copied(),
        };
        self.add_array(array, Storage { memrefs: vec![value], views: vec![], input: None, faithful: true });
    }

    fn block(&mut self, block: BlockRef<'c, 'a>, place: &Place) {
        for op in ops(block) {
            self.op(op, place);
        }
    }

    fn op(&mut self, op: OperationRef<'c, 'a>, place: &Place) {
        match name_of(op).as_str() {
            "affine.for" => self.affine_for(op, place),
            "affine.if" => self.affine_if(op, place),
            "scf.for" | "scf.while" => self.opaque_loop(op, place),
            "scf.if" => self.opaque_if(op, place),
            "affine.load" => self.access(op, AccessKind::Read, 0, true, place),
            "memref.load" => self.access(op, AccessKind::Read, 0, false, place),
            "affine.store" => self.access(op, AccessKind::Write, 1, true, place),
            "memref.store" => self.access(op, AccessKind::Write, 1, false, place),
            "memref.alloca" => self.alloca(op, place),
            name => {
                if let Some(reason) = crate::device_ops::why_not(name, op) {
                    self.out.obstacles.push((op, reason));
                }
                for region in op.regions() {
                    if let Some(block) = region.first_block() {
                        self.block(block, &Place { uncertain: true, ..place.clone() });
                    }
                }
            }
        }
    }

    fn next_position(&mut self, place: &Place) -> u32 {
        let slot = self.positions.entry(place.loops.last().copied()).or_insert(0);
        *slot += 1;
        *slot - 1
    }

    fn push_loop(&mut self, op: OperationRef<'c, 'a>, iter: String, constraints: String, place: &Place) -> LoopId {
        let id = LoopId(self.out.loops.len() as u32);
        let position = self.next_position(place);
        let parent = place.loops.last().copied();
        self.out.model.loops.push(Loop { iter, parent, position, constraints, direction: 1 });
        self.out.loops.push(op);
        id
    }

    fn affine_for(&mut self, op: OperationRef<'c, 'a>, place: &Place) {
        let Some(block) = body(op, 0) else { return };
        let iter = format!("i{}", self.out.loops.len());
        let constraints = affine::loop_constraints(op, &iter, &mut self.names).unwrap_or_default();
        // Conditions around the loop bound it too; isl takes them with the constraints.
        let constraints = match (constraints.is_empty(), place.guard.is_empty()) {
            (false, false) => format!("{constraints} and {}", place.guard.join(" and ")),
            _ => constraints,
        };
        let id = self.push_loop(op, iter.clone(), constraints, place);
        if let Ok(iv) = block.argument(0) {
            self.names.bind(iv.into(), iter);
        }
        let mut inner = place.clone();
        inner.loops.push(id);
        self.block(block, &inner);
    }

    fn opaque_loop(&mut self, op: OperationRef<'c, 'a>, place: &Place) {
        let iter = format!("i{}", self.out.loops.len());
        let id = self.push_loop(op, iter, String::new(), place);
        let mut inner = place.clone();
        inner.loops.push(id);
        inner.uncertain = true;
        for region in op.regions() {
            if let Some(block) = region.first_block() {
                self.block(block, &inner);
            }
        }
    }

    fn affine_if(&mut self, op: OperationRef<'c, 'a>, place: &Place) {
        let condition = affine::if_condition(op, &mut self.names);
        for (index, negate) in [(0, false), (1, true)] {
            let Some(block) = body(op, index) else { continue };
            let mut inner = place.clone();
            match &condition {
                Some(it) if negate => inner.guard.push(format!("not ({it})")),
                Some(it) => inner.guard.push(format!("({it})")),
                None => inner.uncertain = true,
            }
            self.block(block, &inner);
        }
    }

    fn opaque_if(&mut self, op: OperationRef<'c, 'a>, place: &Place) {
        let inner = Place { uncertain: true, ..place.clone() };
        for region in op.regions() {
            if let Some(block) = region.first_block() {
                self.block(block, &inner);
            }
        }
    }

    /// `memref` is the operand number of the memref; subscripts follow it.
    fn access(&mut self, op: OperationRef<'c, 'a>, kind: AccessKind, memref: usize, mapped: bool, place: &Place) {
        let Some(array) = op.operand(memref).ok().and_then(|it| self.arrays.get(&(it.to_raw().ptr as usize)).copied())
        else {
            self.out.obstacles.push((op, "memory that is no view".into()));
            return;
        };
        let subscripts = match self.out.arrays[array.0 as usize].faithful {
            false => vec![],
            true if mapped => affine::map_results(op, "map", memref + 1, &mut self.names),
            true => self.plain_subscripts(op, memref + 1),
        };
        let position = self.next_position(place);
        self.out.model.accesses.push(Access {
            kind,
            array,
            loops: place.loops.clone(),
            position,
            guard: place.guard.join(" and "),
            subscripts,
            certain: !place.uncertain,
            source: raddle_dialects::build::position(op.location()),
        });
        self.out.accesses.push(op);
    }

    fn plain_subscripts(&mut self, op: OperationRef<'c, 'a>, first: usize) -> Vec<Option<String>> {
        op.operands().skip(first).map(|it| self.names.index(it)).collect()
    }
}

/// `AffineExpr` in isl's notation; None where it is not linear in the model's names.
pub(crate) fn expr_text(expr: AffineExpr<'_>, dims: &[Option<String>], symbols: &[Option<String>]) -> Option<String> {
    if expr.is_constant() {
        return Some(format!("({})", expr.constant_value()));
    }
    if expr.is_dim() {
        return dims.get(expr.dim_position()).cloned().flatten();
    }
    if expr.is_symbol() {
        return symbols.get(expr.symbol_position()).cloned().flatten();
    }
    let (left, right) = (expr.lhs(), expr.rhs());
    let (lhs, rhs) = (expr_text(left, dims, symbols)?, expr_text(right, dims, symbols)?);
    if expr.is_add() {
        return Some(format!("({lhs} + {rhs})"));
    }
    if expr.is_mul() {
        return match (left.is_constant(), right.is_constant()) {
            (true, _) => Some(format!("({lhs} * {rhs})")),
            (_, true) => Some(format!("({rhs} * {lhs})")),
            (false, false) => None,
        };
    }
    if !right.is_constant() || right.constant_value() <= 0 {
        return None;
    }
    match () {
        () if expr.is_mod() => Some(format!("(({lhs}) mod {})", right.constant_value())),
        () if expr.is_floor_div() => Some(format!("floor(({lhs})/{})", right.constant_value())),
        () if expr.is_ceil_div() => Some(format!("(-floor((-({lhs}))/{}))", right.constant_value())),
        () => None,
    }
}
