//! Loops whose iterations each access a record of several elements stay loops: LLVM makes no vectors of their iterations.
//!
//! ```text
//!     for i { a[i][0] = f0(i); a[i][1] = f1(i); ...; a[i][24] = f24(i) }
//! ```
//!
//! Legal:    nothing changes but the loop's annotation.
//! Why:      in a vector of iterations each element of the record is a gather or a scatter, over as many cache lines as the
//!           vector is wide, and each line is accessed once per element. One iteration alone accesses its record in order, and
//!           LLVM finds vectors inside of the record. If iterations are at most 8 elements apart, LLVM exchanges rows and
//!           columns in registers (interleaved accesses), which is no loss.
//! Measured: NAS BT, class W, two threads of an EPYC with AVX-512: 1.09 s in vectors, 0.74 s alone. Columns of single
//!           elements (TSVC's s257, s1232, s2275) are faster in vectors, so they are no records.
//! Worth it: little is computed for each element.
//! Needs:    loops are `scf.for`, accesses of memory `llvm.load` and `llvm.store`.
//! Source:   Larsen, Amarasinghe, "Exploiting superword level parallelism with multimedia instruction sets" (2000).

use crate::ir::{entry_block, nested, op_name, operations};
use crate::kernels::analysis::{
    self, Key, access, constant, constant_trips, defining_op, is_arithmetic, is_short, key,
};
use melior::Context;
use melior::ir::attribute::{DenseI32ArrayAttribute, TypeAttribute};
use melior::ir::block::{BlockArgument, BlockLike};
use melior::ir::operation::{OperationLike, OperationMutLike, OperationRef, OperationRefMut};
use melior::ir::{Attribute, BlockRef, RegionLike, Value, ValueLike};
use std::collections::{BTreeSet, HashMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};

/// Elements side by side that make a record.
const ELEMENTS: i64 = 4;
/// The greatest distance in elements that LLVM takes for interleaved accesses.
const INTERLEAVED: i64 = 8;
/// What vectors lose by a load and a store of an element of a record, in floating-point operations that they win.
const LOAD: i64 = 4;
const STORE: i64 = 6;
/// Operations in a row that an address is made of, at most.
const DEPTH: u32 = 32;

/// Marks the loops in `function` that LLVM would vectorize and that access records.
pub(crate) fn keep_loops(context: &Context, function: OperationRef) {
    let Some(alone) = Attribute::parse(context, "#llvm.loop_annotation<vectorize = <disable = true>>") else { return };
    for op in nested(function).into_iter().filter(|op| is_innermost(*op) && accesses_records(*op)) {
        // SAFETY: the module is its caller's alone.
        unsafe { OperationRefMut::from_raw(op.to_raw()) }.set_attribute("llvm.loop_annotation", alone);
    }
}

/// Short loops are unrolled before LLVM vectorizes.
fn is_innermost(op: OperationRef) -> bool {
    let is_long = |op: &OperationRef| op_name(op) == "scf.while" || op_name(op) == "scf.for" && !is_short(*op);
    op_name(&op) == "scf.for" && is_long(&op) && nested(op).iter().filter(|inner| is_long(inner)).count() == 1
}

fn accesses_records(op: OperationRef) -> bool {
    let Some(body) = entry_block(op) else { return false };
    let mut iteration = Iteration::new(Strides::along(op));
    iteration.block(body, None);
    iteration.lost > iteration.work && iteration.has_record()
}

/// What one iteration does.
struct Iteration<'c, 'a> {
    strides: Strides<'c, 'a>,
    /// By vectors, in floating-point operations.
    lost: i64,
    /// Floating-point operations, in additions.
    work: i64,
    /// Constant parts of the addresses of elements far from those of the next iteration, in elements, by memory and size.
    places: HashMap<(u64, i64), BTreeSet<i64>>,
    /// Loads so far, by the shapes of their addresses.
    seen: HashSet<u64>,
    shapes: HashMap<Key, u64>,
    offsets: HashMap<Key, i64>,
}

/// A loop in the iteration, to be unrolled.
struct Inner<'c, 'a> {
    strides: Strides<'c, 'a>,
    trips: i64,
    /// Of all loops around.
    times: i64,
}

impl<'c: 'a, 'a> Iteration<'c, 'a> {
    fn new(strides: Strides<'c, 'a>) -> Self {
        let (places, seen, shapes, offsets) = Default::default();
        Self { strides, lost: 0, work: 0, places, seen, shapes, offsets }
    }

    fn block(&mut self, block: BlockRef<'c, 'a>, mut around: Option<&mut Inner<'c, 'a>>) {
        let times = around.as_ref().map_or(1, |it| it.times);
        for op in operations(block) {
            self.work = self.work.saturating_add(times.saturating_mul(work(op)));
            self.access(op, around.as_deref_mut());
            if op_name(&op) == "scf.for" {
                let (strides, trips) = (Strides::along(op), constant_trips(op).unwrap_or(1));
                let mut inner = Inner { strides, trips, times: times.saturating_mul(trips) };
                entry_block(op).into_iter().for_each(|body| self.block(body, Some(&mut inner)));
            } else {
                let regions = op.regions().filter_map(|region| region.first_block());
                regions.for_each(|inner| self.block(inner, around.as_deref_mut()));
            }
        }
    }

    fn access(&mut self, op: OperationRef<'c, 'a>, around: Option<&mut Inner<'c, 'a>>) {
        let Some((address, bytes)) = access(op) else { return };
        let is_load = op_name(&op) == "llvm.load";
        let is_far = self.strides.of(address, DEPTH).is_none_or(|it| it.unsigned_abs() > (INTERLEAVED * bytes) as u64);
        if !is_far {
            return;
        }
        let shape = self.shape(address, DEPTH);
        if is_load && !self.seen.insert(shape) {
            return;
        }
        let each = if is_load { LOAD } else { STORE };
        self.lost = self.lost.saturating_add(each.saturating_mul(around.as_ref().map_or(1, |it| it.times)));
        let inner = around.map_or(1, |it| if it.strides.of(address, DEPTH) == Some(bytes) { it.trips } else { 1 });
        let first = self.offset(address, DEPTH).div_euclid(bytes);
        let places = self.places.entry((memory(address), bytes)).or_default();
        places.extend(first..first.saturating_add(inner.min(ELEMENTS)));
    }

    /// The same number for the same computation, if it has no more than `depth` operations in a row.
    fn shape(&mut self, value: Value, depth: u32) -> u64 {
        if let Some(known) = self.shapes.get(&key(value)) {
            return *known;
        }
        let mut hasher = DefaultHasher::new();
        match (defining_op(value).filter(|op| is_arithmetic(*op)), depth.checked_sub(1)) {
            (Some(op), Some(depth)) => {
                op_name(&op).hash(&mut hasher);
                constant(value).hash(&mut hasher);
                op.operands().for_each(|it| self.shape(it, depth).hash(&mut hasher));
            }
            _ => memory(value).hash(&mut hasher),
        }
        let shape = hasher.finish();
        self.shapes.insert(key(value), shape);
        shape
    }

    /// The constant part of an address or a subscript, in bytes or elements. `depth` is how many operations to look through.
    fn offset(&mut self, value: Value, depth: u32) -> i64 {
        if let Some(known) = constant(value).or_else(|| self.offsets.get(&key(value)).copied()) {
            return known;
        }
        let (Some(op), Some(depth)) = (defining_op(value), depth.checked_sub(1)) else { return 0 };
        let mut operands = op.operands();
        let (Some(first), second) = (operands.next(), operands.next()) else { return 0 };
        let mut of = |value: Option<Value>| value.map_or(0, |it| self.offset(it, depth));
        let found = match op_name(&op).as_str() {
            "arith.index_cast" | "arith.extsi" => of(Some(first)),
            "arith.addi" => of(Some(first)).saturating_add(of(second)),
            "arith.subi" => of(Some(first)).saturating_sub(of(second)),
            "arith.muli" => match (constant(first), second.and_then(constant)) {
                (_, Some(factor)) => of(Some(first)).saturating_mul(factor),
                (Some(factor), None) => of(second).saturating_mul(factor),
                (None, None) => 0,
            },
            "llvm.getelementptr" => {
                let elements = of(second).saturating_add(constant_index(op));
                of(Some(first)).saturating_add(elements.saturating_mul(element_bytes(op).unwrap_or(1)))
            }
            _ => 0,
        };
        self.offsets.insert(key(value), found);
        found
    }

    /// Is there memory of which several elements side by side are accessed?
    fn has_record(&self) -> bool {
        let is_row = |places: &BTreeSet<i64>| {
            places.iter().any(|first| (1..ELEMENTS).all(|it| places.contains(&first.saturating_add(it))))
        };
        self.places.values().any(is_row)
    }
}

/// By how much values grow from one iteration of a loop to the next. Loops inside of it are to be unrolled, so their variables count as
/// constants.
struct Strides<'c, 'a> {
    along: OperationRef<'c, 'a>,
    known: HashMap<Key, Option<i64>>,
}

impl<'c: 'a, 'a> Strides<'c, 'a> {
    fn along(along: OperationRef<'c, 'a>) -> Self {
        let variable = entry_block(along).and_then(|body| body.argument(0).ok());
        Self { along, known: variable.map(|it| (key(it.into()), Some(1))).into_iter().collect() }
    }

    /// Of addresses, in bytes. None if that is no constant, or nobody knows.
    fn of(&mut self, value: Value<'c, 'a>, depth: u32) -> Option<i64> {
        if let Some(known) = self.known.get(&key(value)) {
            return *known;
        }
        let found = match defining_op(value) {
            Some(op) if is_inside(op, self.along) => self.of_op(op, depth.checked_sub(1)?),
            Some(_) => Some(0),
            None => (!is_carried(value, self.along)).then_some(0),
        };
        self.known.insert(key(value), found);
        found
    }

    fn of_op(&mut self, op: OperationRef<'c, 'a>, depth: u32) -> Option<i64> {
        let mut operands = op.operands();
        let (first, second) = (operands.next(), operands.next());
        let factor = |value: Option<Value<'c, 'a>>| value.and_then(constant);
        match op_name(&op).as_str() {
            "arith.index_cast" | "arith.extsi" => self.of(first?, depth),
            "arith.addi" => self.of(first?, depth)?.checked_add(self.of(second?, depth)?),
            "arith.subi" => self.of(first?, depth)?.checked_sub(self.of(second?, depth)?),
            "arith.muli" if factor(second).is_some() => self.of(first?, depth)?.checked_mul(factor(second)?),
            "arith.muli" if factor(first).is_some() => self.of(second?, depth)?.checked_mul(factor(first)?),
            "llvm.getelementptr" => match second {
                Some(index) => {
                    let bytes = self.of(index, depth)?.checked_mul(element_bytes(op)?)?;
                    self.of(first?, depth)?.checked_add(bytes)
                }
                None => self.of(first?, depth),
            },
            _ if is_arithmetic(op) || is_global(op) => {
                op.operands().all(|it| self.of(it, depth) == Some(0)).then_some(0)
            }
            _ => None,
        }
    }
}

fn is_inside(op: OperationRef, along: OperationRef) -> bool {
    std::iter::successors(op.parent_operation(), OperationLike::parent_operation).any(|it| it == along)
}

/// Does `along`, or a loop inside of it, carry this argument of a block from one iteration to the next?
fn is_carried(argument: Value, along: OperationRef) -> bool {
    BlockArgument::try_from(argument).is_ok_and(|it| {
        let owner = it.owner().parent_operation();
        it.argument_number() > 0 && owner.is_some_and(|op| op == along || is_inside(op, along))
    })
}

/// Of one operation, in additions.
fn work(op: OperationRef) -> i64 {
    let is_float = || op.results().any(|it| matches!(it.r#type().to_string().as_str(), "f32" | "f64"));
    match op_name(&op).as_str() {
        "arith.constant" => 0,
        "arith.divf" | "math.sqrt" => 8,
        name if name.starts_with("math.") => 20,
        _ if is_arithmetic(op) && is_float() => 1,
        _ => 0,
    }
}

/// A number for the pointer that an address is computed from; the same for each mention of a global variable.
fn memory<'c: 'a, 'a>(address: Value<'c, 'a>) -> u64 {
    let base = |address: &Value<'c, 'a>| {
        let op = defining_op(*address).filter(|op| op_name(op) == "llvm.getelementptr")?;
        op.operands().next()
    };
    let base = std::iter::successors(Some(address), base).last().unwrap_or(address);
    let mut hasher = DefaultHasher::new();
    match defining_op(base).filter(|op| is_global(*op)).and_then(|op| op.attribute("global_name").ok()) {
        Some(name) => name.to_string().hash(&mut hasher),
        None => key(base).hash(&mut hasher),
    }
    hasher.finish()
}

fn is_global(op: OperationRef) -> bool {
    op_name(&op) == "llvm.mlir.addressof"
}

/// From one index of a `llvm.getelementptr` to the next.
fn element_bytes(op: OperationRef) -> Option<i64> {
    let element = op.attribute("elem_type").and_then(TypeAttribute::try_from).ok()?.value();
    analysis::element_bytes(element).or_else(|| {
        let text = element.to_string();
        text.strip_prefix("!llvm.array<")?.strip_suffix(" x i8>")?.parse().ok()
    })
}

/// The index of a `llvm.getelementptr` that has a constant one.
fn constant_index(op: OperationRef) -> i64 {
    let all = op.attribute("rawConstantIndices").and_then(DenseI32ArrayAttribute::try_from);
    let first = all.ok().and_then(|it| it.element(0).ok()).filter(|it| *it != i32::MIN);
    i64::from(first.unwrap_or(0))
}
