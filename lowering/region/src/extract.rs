//! Reads a `region.nest` into the polyhedral model. Never changes the IR, never decides anything.
//!
//! Each load and store is an access at its place in the loop tree, an atomic update is both. What is not affine is approximated upwards:
//! an unknown trip count is an unbounded loop, an unknown subscript is any element, an access under a condition that is
//! not affine may not happen. Two views of one pointer are one array unless their elements provably lie apart.

use std::collections::HashMap;

use melior::ir::operation::OperationLike;
use melior::ir::{AffineExpr, RegionLike};
use raddle_dialects::ir::{self, Block, Op, Val};
use raddle_poly::model::{Access, AccessId, AccessKind, Array, ArrayId, Branch, Loop, LoopId, Model};
use raddle_poly::schedule::Statement;

use crate::affine::{self, Names};
use crate::assigned::{self, Assigned, Variables};
use crate::computed;
use crate::device_ops::{self, Runs};
use crate::distribute::FALLBACK;
use crate::views::{self, ViewInfo};

/// Attribute of an op that a statement begins with, where the ops before it would belong to it otherwise.
pub const BEGINS: &str = "region.begins";

/// Attribute of a loop of a version in tiles.
pub const TILED: &str = "region.tiled";

/// A nest and its model; ids index the vectors of the same name.
pub struct Extracted<'c> {
    pub model: Model,
    pub loops: Vec<Op<'c>>,
    pub accesses: Vec<Op<'c>>,
    pub arrays: Vec<Storage<'c>>,
    /// isl name -> the IR value it stands for (parameters and iterators).
    pub values: HashMap<String, Val<'c>>,
    /// Ops that cannot run on a device, with the reason.
    pub obstacles: Vec<(Op<'c>, String)>,
    /// Groups of ops that schedules keep together, in textual order.
    pub groups: Vec<Group<'c>>,
    /// Ops that of all devices CPU threads alone can run, with the reason.
    pub for_threads: Vec<(Op<'c>, String)>,
}

/// Ops beside each other in one block that execute together: a statement of a schedule. Loops and conditions in them that are not affine
/// are parts of it.
pub struct Group<'c> {
    pub statement: Statement,
    pub ops: Vec<Op<'c>>,
    /// The conditions around it are affine.
    pub exact: bool,
}

/// What an array of the model is made of.
pub struct Storage<'c> {
    /// The memref values: results of `region.view` or of `memref.alloca`.
    pub memrefs: Vec<Val<'c>>,
    /// The views behind `memrefs`; empty for an alloca.
    pub views: Vec<ViewInfo<'c>>,
    /// Operand of the nest that the views' base is; None for an alloca.
    pub input: Option<usize>,
    /// Subscripts of the model are those of the memref (else the array is one element that stands for all).
    pub faithful: bool,
}

impl<'c> Extracted<'c> {
    pub fn loop_of(&self, op: Op<'c>) -> Option<LoopId> {
        self.loops.iter().position(|it| *it == op).map(|it| LoopId(it as u32))
    }

    /// Accesses inside `op`, itself included.
    pub fn accesses_in(&self, op: Op<'c>) -> Vec<AccessId> {
        (0..self.accesses.len()).filter(|&it| is_inside(self.accesses[it], op)).map(|it| AccessId(it as u32)).collect()
    }

    pub fn obstacle_in(&self, op: Op<'c>) -> Option<&(Op<'c>, String)> {
        self.obstacles.iter().find(|(it, _)| is_inside(*it, op))
    }

    /// Why CPU threads are the only device that runs what is in `op`; None if others do, too.
    pub fn threads_only_in(&self, op: Op<'c>) -> Option<&str> {
        self.for_threads.iter().find(|(it, _)| is_inside(*it, op)).map(|(_, reason)| reason.as_str())
    }

    /// Memory that an op in `op` may touch and the model does not have: the reason of the first such op.
    pub fn unknown_effects_in(&self, op: Op<'c>) -> Option<&str> {
        // Checks look at addresses, and a workspace is memory of its own.
        let is_known = |it| ir::is_memory_effect_free(it) || ir::name(it).starts_with("region.");
        let mut unknown = self.obstacles.iter().filter(|(it, _)| is_inside(*it, op) && !is_known(*it));
        unknown.next().map(|(_, reason)| reason.as_str())
    }

    pub fn array_of(&self, access: AccessId) -> ArrayId {
        self.model.accesses[access.0 as usize].array
    }
}

/// Is the op a part of a nest's structure: an affine loop, or a condition around one?
pub fn is_structure(op: Op<'_>) -> bool {
    match ir::name(op) {
        "affine.for" => true,
        "affine.if" => ir::results(op).is_empty() && !ir::find_all(op, "affine.for").is_empty(),
        _ => false,
    }
}

/// Is `op` `ancestor` or nested in it?
pub fn is_inside<'c>(op: Op<'c>, ancestor: Op<'c>) -> bool {
    op == ancestor || ir::parents(op).any(|it| it == ancestor)
}

/// All of the nest but loops in tiles: they are another version of loops that are there, and have been analyzed.
pub fn extract<'c>(nest: Op<'c>) -> Extracted<'c> {
    read(nest, false)
}

/// All of the nest.
pub fn extract_with_tiles<'c>(nest: Op<'c>) -> Extracted<'c> {
    read(nest, true)
}

/// One execution of a loop of the nest: what is outside of it does not change meanwhile, so indices of loops around it are parameters.
pub fn extract_loop<'c>(nest: Op<'c>, root: Op<'c>) -> Extracted<'c> {
    let mut reader = Reader::new(nest, false);
    reader.names = Names::within(root);
    reader.declare_arrays();
    for variable in ir::find_all(nest, "memref.alloca").into_iter().filter(|it| !is_inside(*it, root)) {
        reader.alloca(variable, &Place::default());
        reader.out.model.arrays.last_mut().into_iter().for_each(|it| it.live_out = true);
    }
    reader.op(root, &Place::default());
    reader.finish()
}

fn read<'c>(nest: Op<'c>, with_tiles: bool) -> Extracted<'c> {
    let mut reader = Reader::new(nest, with_tiles);
    if let Some(block) = ir::entry_block(nest, 0) {
        reader.declare_arrays();
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

struct Reader<'c> {
    nest: Op<'c>,
    out: Extracted<'c>,
    names: Names<'c>,
    /// memref value -> array.
    arrays: HashMap<usize, ArrayId>,
    /// Next position under each loop (None: the nest itself).
    positions: HashMap<Option<LoopId>, u32>,
    /// The block that is read belongs to an op of a group.
    inside_group: bool,
    with_tiles: bool,
}

impl<'c> Reader<'c> {
    fn new(nest: Op<'c>, with_tiles: bool) -> Self {
        let out = Extracted {
            model: Model::default(),
            loops: vec![],
            accesses: vec![],
            arrays: vec![],
            values: HashMap::new(),
            obstacles: vec![],
            for_threads: vec![],
            groups: vec![],
        };
        Self {
            nest,
            out,
            names: Names::default(),
            arrays: HashMap::new(),
            positions: HashMap::new(),
            inside_group: false,
            with_tiles,
        }
    }

    fn finish(mut self) -> Extracted<'c> {
        self.out.model.params = self.names.params();
        self.tell_assigned();
        self.out.values = self.names.into_values();
        self.out
    }

    /// What the structure of the code says of variables.
    fn tell_assigned(&mut self) {
        let is_variable =
            |it: &ArrayId| self.out.model.arrays[it.0 as usize].rank == 0 && self.out.arrays[it.0 as usize].faithful;
        let arrays = self.arrays.iter().filter(|(_, it)| is_variable(it)).map(|(memref, it)| (*memref, *it)).collect();
        let ids = (0..).map(AccessId);
        let accesses = self.out.accesses.iter().map(|it| ir::op_key(*it)).zip(ids).collect();
        let found = assigned::of_loops(&Variables { arrays, accesses }, &self.out.loops);
        for (id, Assigned { covered, always }) in found {
            self.out.model.covered.extend(covered.into_iter().map(|it| (it, id)));
            self.out.model.always_written.extend(always.into_iter().map(|it| (it, id)));
        }
    }

    /// One array per group of views that may share elements; allocas are added where they stand.
    fn declare_arrays(&mut self) {
        let found = views::of_nest(self.nest);
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

    fn add_array(&mut self, array: Array, storage: Storage<'c>) {
        let id = ArrayId(self.out.arrays.len() as u32);
        for it in &storage.memrefs {
            self.arrays.insert(ir::key(*it), id);
        }
        self.out.model.arrays.push(Array { name: format!("{}_{}", affine::identifier(&array.name), id.0), ..array });
        self.out.arrays.push(storage);
    }

    fn alloca(&mut self, op: Op<'c>, place: &Place) {
        let value = ir::result(op);
        let array = Array {
            name: "local".into(),
            rank: views::memref_rank(value),
            live_out: false,
            local_to: place.loops.last().copied(),
        };
        self.add_array(array, Storage { memrefs: vec![value], views: vec![], input: None, faithful: true });
    }

    fn block(&mut self, block: Block<'c>, place: &Place) {
        let (mut group, mut first) = (vec![], self.out.accesses.len());
        for op in ir::ops(block) {
            let inside = self.inside_group;
            if !inside && ir::has_attr(op, BEGINS) {
                self.close_group(&mut group, first, place);
                first = self.out.accesses.len();
            }
            if !inside && is_structure(op) {
                self.close_group(&mut group, first, place);
                self.op(op, place);
                first = self.out.accesses.len();
            } else {
                self.inside_group = true;
                self.op(op, place);
                self.inside_group = inside;
                group.push(op);
            }
        }
        if !self.inside_group {
            self.close_group(&mut group, first, place);
        }
    }

    /// The ops of `group` and the accesses from number `first` on become a group, unless they are arithmetic alone.
    fn close_group(&mut self, group: &mut Vec<Op<'c>>, first: usize, place: &Place) {
        let mut ops = std::mem::take(group);
        ops.retain(|it| !matches!(ir::name(*it), "affine.yield" | "region.yield"));
        if ops.iter().any(|it| !ir::is_memory_effect_free(*it) && !ir::is(*it, "memref.alloca")) {
            let accesses = (first as u32..self.out.accesses.len() as u32).map(AccessId).collect();
            let statement = Statement { loops: place.loops.clone(), guard: place.guard.join(" and "), accesses };
            self.out.groups.push(Group { statement, ops, exact: !place.uncertain });
        }
    }

    fn op(&mut self, op: Op<'c>, place: &Place) {
        match ir::name(op) {
            "affine.for" => self.affine_for(op, place),
            "affine.if" => self.affine_if(op, place),
            "scf.for" | "scf.while" => self.opaque_loop(op, place),
            "scf.if" => self.opaque_if(op, place),
            "affine.load" => self.access(op, AccessKind::Read, 0, true, place),
            "memref.load" => self.access(op, AccessKind::Read, 0, false, place),
            "affine.store" => self.access(op, AccessKind::Write, 1, true, place),
            "memref.store" => self.access(op, AccessKind::Write, 1, false, place),
            crate::atomics::ATOMIC => {
                self.access(op, AccessKind::Read, 1, false, place);
                self.access(op, AccessKind::Write, 1, false, place);
            }
            "memref.alloca" => self.alloca(op, place),
            _ => {
                match device_ops::runs(op) {
                    Runs::Everywhere => {}
                    Runs::OnThreads(reason) => self.out.for_threads.push((op, reason)),
                    Runs::OnHost(reason) => self.out.obstacles.push((op, reason)),
                }
                for region in ir::regions(op) {
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

    fn push_loop(&mut self, op: Op<'c>, iter: String, constraints: String, place: &Place) -> LoopId {
        let id = LoopId(self.out.loops.len() as u32);
        let position = self.next_position(place);
        let parent = place.loops.last().copied();
        self.out.model.loops.push(Loop { iter, parent, position, constraints, direction: 1 });
        self.out.loops.push(op);
        id
    }

    fn affine_for(&mut self, op: Op<'c>, place: &Place) {
        if !self.with_tiles && ir::has_attr(op, TILED) {
            return;
        }
        let Some(block) = ir::entry_block(op, 0) else { return };
        let iter = format!("i{}", self.out.loops.len());
        let constraints = affine::loop_constraints(op, &iter, &mut self.names).unwrap_or_default();
        // Conditions around the loop bound it too; isl takes them with the constraints.
        let constraints = match (constraints.is_empty(), place.guard.is_empty()) {
            (false, false) => format!("{constraints} and {}", place.guard.join(" and ")),
            _ => constraints,
        };
        let id = self.push_loop(op, iter.clone(), constraints, place);
        if let Some(iv) = ir::arguments(block).first() {
            self.names.bind(*iv, iter);
        }
        let mut inner = place.clone();
        inner.loops.push(id);
        self.block(block, &inner);
    }

    fn opaque_loop(&mut self, op: Op<'c>, place: &Place) {
        let iter = format!("i{}", self.out.loops.len());
        let id = self.push_loop(op, iter, String::new(), place);
        let mut inner = place.clone();
        inner.loops.push(id);
        for region in ir::regions(op) {
            if let Some(block) = region.first_block() {
                self.block(block, &inner);
            }
        }
    }

    fn affine_if(&mut self, op: Op<'c>, place: &Place) {
        let condition = affine::if_condition(op, &mut self.names);
        self.branches(op, condition, place);
    }

    /// Both branches, under the condition and under its contrary.
    fn branches(&mut self, op: Op<'c>, condition: Option<String>, place: &Place) {
        for (index, negate) in [(0, false), (1, true)] {
            let Some(block) = ir::entry_block(op, index) else { continue };
            let mut inner = place.clone();
            match &condition {
                Some(it) if negate => inner.guard.push(format!("not ({it})")),
                Some(it) => inner.guard.push(format!("({it})")),
                None => inner.uncertain = true,
            }
            self.block(block, &inner);
        }
    }

    /// The accesses of a branch happen together or not at all; if there are two branches, those of one of them. Of two versions of a loop, either
    /// makes the same accesses but for those to workspaces.
    fn opaque_if(&mut self, op: Op<'c>, place: &Place) {
        let versions =
            ir::entry_block(op, 1).is_some_and(|it| ir::ops(it).into_iter().any(|it| ir::has_attr(it, FALLBACK)));
        // The front end has the condition of `c ? x : y` as it is.
        let condition = if versions { None } else { computed::condition(ir::operands(op)[0], &mut self.names) };
        if condition.is_some() {
            return self.branches(op, condition, place);
        }
        let mut own: Vec<usize> = vec![];
        for block in ir::regions(op).into_iter().filter_map(|it| it.first_block()) {
            let first = self.out.accesses.len() as u32;
            self.block(block, place);
            let all = (first..self.out.accesses.len() as u32).map(AccessId);
            let accesses = all.filter(|it| !versions || self.is_to_workspace(*it)).collect();
            own.push(self.out.model.branches.len());
            self.out.model.branches.push(Branch { depth: place.loops.len() as u32, accesses, other: None });
        }
        if let ([then, otherwise], false) = (&own[..], versions) {
            let (then, otherwise) = (*then, *otherwise);
            self.out.model.branches[then].other = Some(otherwise as u32);
            self.out.model.branches[otherwise].other = Some(then as u32);
        }
    }

    fn is_to_workspace(&self, access: AccessId) -> bool {
        let storage = &self.out.arrays[self.out.array_of(access).0 as usize];
        storage.views.iter().any(|it| it.input.is_none())
    }

    /// `memref` is the operand number of the memref; subscripts follow it.
    fn access(&mut self, op: Op<'c>, kind: AccessKind, memref: usize, mapped: bool, place: &Place) {
        let Some(array) = ir::operands(op).get(memref).and_then(|it| self.arrays.get(&ir::key(*it)).copied()) else {
            self.out.obstacles.push((op, "memory that is no view".into()));
            return;
        };
        let subscripts = match self.out.arrays[array.0 as usize].faithful {
            false => vec![],
            true if mapped => affine::map_results(op, "map", memref + 1, &mut self.names),
            true => self.plain_subscripts(op, memref + 1),
        };
        for (dim, _) in (0..).zip(&subscripts).filter(|(_, it)| it.is_none()) {
            self.tell_extent(array, dim);
        }
        let place_in_loop = self.next_position(place);
        self.out.model.accesses.push(Access {
            kind,
            array,
            loops: place.loops.clone(),
            position: place_in_loop,
            guard: place.guard.join(" and "),
            subscripts,
            certain: !place.uncertain,
            source: position(op),
        });
        self.out.accesses.push(op);
    }

    /// What an unknown subscript stays below.
    fn tell_extent(&mut self, array: ArrayId, dim: u32) {
        let view = self.out.arrays[array.0 as usize].views.first();
        if let Some(extent) = view.and_then(|it| it.reach(dim as usize))
            && let Some(extent) = self.names.index(extent)
        {
            self.out.model.extents.insert((array, dim), extent);
        }
    }

    fn plain_subscripts(&mut self, op: Op<'c>, first: usize) -> Vec<Option<String>> {
        ir::operands(op).into_iter().skip(first).map(|it| self.names.index(it)).collect()
    }
}

/// `file:line:column` of an op, for messages.
pub fn position(op: Op<'_>) -> String {
    ir::file_line_col(op.location()).map_or_else(|| "unknown position".into(), |it| it.to_string())
}

/// `AffineExpr` in isl's notation; None where it is not linear in the model's names.
pub(crate) fn expr_text(expr: AffineExpr<'_>, dims: &[Option<String>], symbols: &[Option<String>]) -> Option<String> {
    if expr.is_constant() {
        return Some(expr.constant_value().to_string());
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
