//! What the work items along x have in common: which values are the same for all of them, which follow from x by
//! arithmetic alone, and how addresses move with x. Reads the body of a kernel, never changes it.

use super::strips::Plan;
use super::{clip, jam};
use crate::ir::{entry_block, nested, op_name, operations};
use melior::ir::attribute::{IntegerAttribute, TypeAttribute};
use melior::ir::block::BlockLike;
use melior::ir::operation::{OperationLike, OperationRef, OperationResult};
use melior::ir::r#type::{DimSize, MemRefType, ShapedTypeLike};
use melior::ir::{BlockRef, Type, Value, ValueLike};
use std::collections::{HashMap, HashSet};

/// A value by its address in MLIR.
pub(crate) type Key = usize;

pub(crate) fn key(value: Value) -> Key {
    value.to_raw().ptr as usize
}

/// Sequential loops with at most so many iterations are left for LLVM to unroll.
const UNROLLED: i64 = 16;

pub(crate) struct Analysis {
    /// Values that may differ between work items along x. All others are the same for all of them.
    varying: HashSet<Key>,
    /// Those of them that are arithmetic on x and values that do not vary.
    computed: HashSet<Key>,
    /// By how much a computed value grows with x, where that is a constant.
    strides: HashMap<Key, i64>,
    /// The loops that every work item along x runs through alike.
    uniform_loops: HashSet<usize>,
    /// Conditions that all work items decide alike.
    uniform_choices: HashSet<usize>,
}

impl Analysis {
    /// Of the body of a kernel whose work items are numbered by `x`.
    pub(crate) fn new(x: &[Value], body: BlockRef) -> Self {
        let ids: HashSet<_> = x.iter().map(|value| key(*value)).collect();
        let strides = ids.iter().map(|id| (*id, 1)).collect();
        let mut analysis = Self {
            varying: ids.clone(),
            computed: ids,
            strides,
            uniform_loops: HashSet::new(),
            uniform_choices: HashSet::new(),
        };
        analysis.block(body, true);
        analysis
    }

    pub(super) fn varies(&self, value: Value) -> bool {
        self.varying.contains(&key(value))
    }

    /// Whether `value` varies, but can be had again anywhere from x.
    pub(super) fn is_computed(&self, value: Value) -> bool {
        self.computed.contains(&key(value))
    }

    pub(super) fn is_uniform_loop(&self, op: OperationRef) -> bool {
        self.uniform_loops.contains(&(op.to_raw().ptr as usize))
    }

    pub(super) fn is_uniform_choice(&self, op: OperationRef) -> bool {
        self.uniform_choices.contains(&(op.to_raw().ptr as usize))
    }

    /// Whether `op` is arithmetic with the same result for all work items.
    pub(super) fn is_uniform_arithmetic(&self, op: OperationRef) -> bool {
        is_arithmetic(op) && !op.results().any(|result| self.varies(result.into()))
    }

    /// Whether all that `op` does is a value that can be had again from x.
    pub(super) fn is_computed_op(&self, op: OperationRef) -> bool {
        is_arithmetic(op) && op.results().all(|result| self.is_computed(result.into()))
    }

    fn block(&mut self, block: BlockRef, is_outermost: bool) {
        for op in operations(block).into_iter().filter(|op| op_name(op) != "gpu.global_id") {
            if op_name(&op) == "scf.for" && self.is_alike(op) {
                self.uniform_loop(op);
            } else if self.decides_alike(op) {
                self.uniform_choices.insert(op.to_raw().ptr as usize);
                entry_block(op).into_iter().for_each(|then| self.block(then, false));
            } else if is_outermost && clip::inside(self, block) == Some(op) {
                entry_block(op).into_iter().for_each(|then| self.block(then, false));
            } else if op.region_count() > 0 || !is_arithmetic(op) {
                self.everything_varies(op);
            } else {
                self.arithmetic(op);
            }
        }
    }

    /// A condition that is the same for all work items, around something that has no value, or nothing.
    fn decides_alike(&self, op: OperationRef) -> bool {
        let has_other = || op.region(1).is_ok_and(|it| melior::ir::RegionLike::first_block(&it).is_some());
        op_name(&op) == "scf.if"
            && op.result_count() == 0
            && op.operand(0).is_ok_and(|it| !self.varies(it))
            && !has_other()
    }

    /// Same bounds and step for all work items, and long enough.
    fn is_alike(&self, op: OperationRef) -> bool {
        !is_short(op) && op.operands().take(3).all(|bound| !self.varies(bound))
    }

    fn uniform_loop(&mut self, op: OperationRef) {
        self.uniform_loops.insert(op.to_raw().ptr as usize);
        let Some(body) = entry_block(op) else { return };
        for index in 1..body.argument_count() {
            if let Ok(carried) = body.argument(index) {
                self.varying.insert(key(carried.into()));
            }
        }
        self.varying.extend(op.results().map(|result| key(result.into())));
        self.block(body, false);
    }

    fn everything_varies(&mut self, op: OperationRef) {
        for inner in nested(op) {
            self.varying.extend(inner.results().map(|result| key(result.into())));
            for block in inner.regions().filter_map(|region| melior::ir::RegionLike::first_block(&region)) {
                let arguments = (0..block.argument_count()).filter_map(|i| block.argument(i).ok());
                self.varying.extend(arguments.map(|argument| key(argument.into())));
            }
        }
    }

    fn arithmetic(&mut self, op: OperationRef) {
        let Ok(result) = op.result(0) else { return };
        if !op.operands().any(|operand| self.varies(operand)) {
            return;
        }
        self.varying.insert(key(result.into()));
        if op.operands().all(|operand| !self.varies(operand) || self.is_computed(operand)) {
            self.computed.insert(key(result.into()));
        }
        if let Some(stride) = self.stride_of(op) {
            self.strides.insert(key(result.into()), stride);
        }
    }

    /// The growth of `value` with x; 0 for what does not vary.
    pub(crate) fn stride(&self, value: Value) -> Option<i64> {
        if self.varies(value) { self.strides.get(&key(value)).copied() } else { Some(0) }
    }

    fn stride_of(&self, op: OperationRef) -> Option<i64> {
        // Not by `operand(1)`: of an op with one operand its error prints the op, and with it the whole kernel.
        let mut operands = op.operands();
        let (first, second) = (operands.next(), operands.next());
        match op_name(&op).as_str() {
            "arith.index_cast" | "arith.extsi" => self.stride(first?),
            "arith.addi" => self.stride(first?)?.checked_add(self.stride(second?)?),
            "arith.subi" => self.stride(first?)?.checked_sub(self.stride(second?)?),
            "arith.muli" => match (constant(first?), constant(second?)) {
                (_, Some(factor)) => self.stride(first?)?.checked_mul(factor),
                (Some(factor), _) => self.stride(second?)?.checked_mul(factor),
                (None, None) => None,
            },
            "llvm.getelementptr" => match second {
                Some(index) => {
                    let bytes = self.stride(index)?.checked_mul(pointee_bytes(op)?)?;
                    self.stride(first?)?.checked_add(bytes)
                }
                None => self.stride(first?),
            },
            _ => None,
        }
    }

    /// How work items of this kernel go through its loops fastest.
    pub(super) fn plan(&self, body: BlockRef) -> Plan {
        Plan { strips: self.strips_pay(body), jams: jam::pays(self, body) }
    }

    /// See the header of `strips`.
    fn strips_pay(&self, body: BlockRef) -> bool {
        let loops: Vec<_> = operations(body)
            .into_iter()
            .flat_map(nested)
            .filter(|op| self.is_uniform_loop(*op) && self.reaches_memory_along_x(*op))
            .collect();
        !loops.is_empty() && private_bytes(body) <= PRIVATE_LIMIT
    }

    /// A loop that each work item goes through by itself, and that LLVM does not unroll.
    fn runs_alone(&self, op: OperationRef) -> bool {
        match op_name(&op).as_str() {
            "scf.while" => true,
            "scf.for" => !is_short(op) && !self.is_uniform_loop(op),
            _ => false,
        }
    }

    fn reaches_memory_along_x(&self, op: OperationRef) -> bool {
        // No vector of atomic updates exists.
        if nested(op).iter().any(|op| op_name(op) == "llvm.atomicrmw") {
            return false;
        }
        // An x loop with another loop in it has no vectors, and would keep that loop's variables in memory.
        if nested(op).into_iter().any(|it| self.runs_alone(it)) {
            return false;
        }
        let mut accesses = nested(op).into_iter().filter_map(access).peekable();
        accesses.peek().is_some()
            && accesses
                .all(|(address, bytes)| matches!(self.stride(address), Some(stride) if stride == 0 || stride == bytes))
    }
}

/// A loop that LLVM unrolls.
pub(crate) fn is_short(op: OperationRef) -> bool {
    constant_trips(op).is_some_and(|it| it <= UNROLLED)
}

/// Iterations of an `scf.for` with constant bounds.
pub(crate) fn constant_trips(op: OperationRef) -> Option<i64> {
    let constants: Option<Vec<_>> = op.operands().take(3).map(constant).collect();
    match constants.as_deref() {
        Some([low, high, step]) if *step > 0 => Some(high.saturating_sub(*low).max(0) / step),
        _ => None,
    }
}

/// Bytes of private memory per work item above which a strip would spill out of the caches and take too much stack.
const PRIVATE_LIMIT: i64 = 64;

fn private_bytes(body: BlockRef) -> i64 {
    let memory = operations(body).into_iter().filter(|op| op_name(op) == "memref.alloca");
    let bytes = memory.map(|op| {
        let ty = op.result(0).ok().and_then(|result| MemRefType::try_from(result.r#type()).ok());
        ty.and_then(elements_and_bytes).map_or(i64::MAX, |(count, bytes)| count.saturating_mul(bytes))
    });
    bytes.fold(0, i64::saturating_add)
}

/// Number of elements and bytes of each.
pub(super) fn elements_and_bytes(ty: MemRefType) -> Option<(i64, i64)> {
    let count = (0..ty.rank()).try_fold(1i64, |count, dimension| count.checked_mul(extent(ty, dimension)?))?;
    Some((count, element_bytes(ty.element())?))
}

/// The static extent of a dimension.
pub(super) fn extent(ty: MemRefType, dimension: usize) -> Option<i64> {
    match ty.dim_size(dimension).ok()? {
        DimSize::Static(size) => i64::try_from(size).ok(),
        DimSize::Dynamic => None,
    }
}

pub(crate) fn element_bytes(ty: Type) -> Option<i64> {
    match ty.to_string().as_str() {
        "i1" | "i8" => Some(1),
        "i16" => Some(2),
        "i32" | "f32" => Some(4),
        "i64" | "f64" | "index" | "!llvm.ptr" => Some(8),
        _ => None,
    }
}

/// Bytes from one index of a `llvm.getelementptr` to the next.
fn pointee_bytes(op: OperationRef) -> Option<i64> {
    let element = op.attribute("elem_type").and_then(TypeAttribute::try_from).ok()?;
    element_bytes(element.value())
}

/// Address and size of an access of device memory.
pub(crate) fn access<'c: 'a, 'a>(op: OperationRef<'c, 'a>) -> Option<(Value<'c, 'a>, i64)> {
    match op_name(&op).as_str() {
        "llvm.load" => Some((op.operand(0).ok()?, element_bytes(op.result(0).ok()?.r#type())?)),
        "llvm.store" => Some((op.operand(1).ok()?, element_bytes(op.operand(0).ok()?.r#type())?)),
        _ => None,
    }
}

/// No memory, no regions: the same operands give the same results anywhere.
pub(crate) fn is_arithmetic(op: OperationRef) -> bool {
    let name = op_name(&op);
    name.starts_with("arith.") || name.starts_with("math.") || name == "llvm.getelementptr" || is_undefined(&name)
}

fn is_undefined(name: &str) -> bool {
    matches!(name, "llvm.mlir.undef" | "llvm.mlir.poison")
}

pub(crate) fn constant(value: Value) -> Option<i64> {
    let op = defining_op(value)?;
    if matches!(op_name(&op).as_str(), "arith.index_cast" | "arith.extsi") {
        return constant(op.operand(0).ok()?);
    }
    if op_name(&op) != "arith.constant" {
        return None;
    }
    op.attribute("value").and_then(IntegerAttribute::try_from).ok().map(|value| value.value())
}

pub(crate) fn defining_op<'c: 'a, 'a>(value: Value<'c, 'a>) -> Option<OperationRef<'c, 'a>> {
    let result = OperationResult::try_from(value).ok()?;
    // SAFETY: the owner of a live value is alive.
    Some(unsafe { OperationRef::from_raw(mlir_sys::mlirOpResultGetOwner(result.to_raw())) })
}

/// The ops that have `value` as operand.
pub(super) fn users_of<'c: 'a, 'a>(value: Value<'c, 'a>) -> Vec<OperationRef<'c, 'a>> {
    let mut users = Vec::new();
    // SAFETY: the value is alive, its list of uses ends in null.
    unsafe {
        let mut one = mlir_sys::mlirValueGetFirstUse(value.to_raw());
        while !mlir_sys::mlirOpOperandIsNull(one) {
            users.push(OperationRef::from_raw(mlir_sys::mlirOpOperandGetOwner(one)));
            one = mlir_sys::mlirOpOperandGetNextUse(one);
        }
    }
    users
}
