//! Reading and editing IR: what passes need beside melior's own methods.
//!
//! Free functions over Copy handles with one lifetime, the context's. Lists are made before they are returned, so the
//! IR may be changed while going through them. Nothing here knows a dialect, except `constant_int` (arith.constant).

use std::collections::BTreeMap;
use std::sync::Mutex;

use melior::ir::RegionLike;
use melior::ir::attribute::{
    ArrayAttribute, DenseI64ArrayAttribute, FlatSymbolRefAttribute, IntegerAttribute, StringAttribute,
};
use melior::ir::block::BlockLike;
use melior::ir::operation::{OperationLike, OperationMutLike, OperationRefMut};
use melior::ir::{
    Attribute, AttributeLike, BlockRef, Location, Module, Operation, OperationRef, Type, TypeLike, ValueLike,
};
use melior::{Context, ContextRef};
use mlir_sys::*;

pub use raddle_mlir_sys::mapping::{Mapping, is_memory_effect_free, is_pure};
pub use raddle_mlir_sys::property::set_property;
pub use raddle_mlir_sys::{Block, Op, Region, Val};

/// When [`walk`] visits an op: before or after what is nested in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    Pre,
    Post,
}

/// Where a value comes from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Source<'c> {
    Result(Op<'c>, usize),
    Argument(Block<'c>, usize),
}

/// A position in a source file; line and column count from 1.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FileLineCol {
    pub file: String,
    pub line: usize,
    pub column: usize,
}

impl std::fmt::Display for FileLineCol {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{}:{}", self.file, self.line, self.column)
    }
}

/// The context that `op` lives in.
///
/// melior's `ContextRef::to_ref` borrows the handle and not the context, so its result dangles as soon as the handle is
/// gone. Here the handle lives in a table, one small entry per context of the process.
pub fn context<'c>(op: Op<'c>) -> &'c Context {
    static HANDLES: Mutex<BTreeMap<usize, &'static ContextHandle>> = Mutex::new(BTreeMap::new());
    let raw = unsafe { mlirOperationGetContext(op.to_raw()) };
    let mut handles = HANDLES.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    let handle = handles
        .entry(raw.ptr as usize)
        .or_insert_with(|| Box::leak(Box::new(ContextHandle(unsafe { ContextRef::from_raw(raw) }))));
    // The handle outlives `'c`, and the context it names lives for `'c`.
    unsafe { std::mem::transmute::<&ContextRef<'static>, &ContextRef<'c>>(&handle.0).to_ref() }
}

/// A context's address; MLIR's contexts may be used from several threads.
struct ContextHandle(ContextRef<'static>);

unsafe impl Sync for ContextHandle {}
unsafe impl Send for ContextHandle {}

/// The op's full name, `affine.for` say.
pub fn name<'c>(op: Op<'c>) -> &'c str {
    let text = unsafe { mlirIdentifierStr(mlirOperationGetName(op.to_raw())) };
    unsafe { borrow(text) }
}

pub fn is(op: Op<'_>, full_name: &str) -> bool {
    name(op) == full_name
}

/// # Safety
///
/// `text` must be a string that lives as long as the context.
unsafe fn borrow<'c>(text: MlirStringRef) -> &'c str {
    // MLIR's empty string may be a null pointer.
    if text.length == 0 {
        return "";
    }
    let bytes = unsafe { std::slice::from_raw_parts(text.data.cast::<u8>(), text.length) };
    std::str::from_utf8(bytes).unwrap_or("<not utf-8>")
}

// Structure

/// The module's op, as a handle with the context's lifetime; it must not outlive the module.
pub fn root<'c>(module: &Module<'c>) -> Op<'c> {
    unsafe { OperationRef::from_raw(module.as_operation().to_raw()) }
}

pub fn operands<'c>(op: Op<'c>) -> Vec<Val<'c>> {
    op.operands().collect()
}

pub fn results<'c>(op: Op<'c>) -> Vec<Val<'c>> {
    op.results().map(Into::into).collect()
}

/// The op's only result. Panics if it has none or several.
pub fn result<'c>(op: Op<'c>) -> Val<'c> {
    let results = results(op);
    assert_eq!(results.len(), 1, "{} has one result", name(op));
    results[0]
}

pub fn regions<'c>(op: Op<'c>) -> Vec<Region<'c>> {
    op.regions().collect()
}

pub fn blocks<'c>(region: Region<'c>) -> Vec<Block<'c>> {
    let mut blocks = Vec::new();
    let mut next = region.first_block();
    while let Some(block) = next {
        blocks.push(block);
        next = unsafe { BlockRef::from_option_raw(mlirBlockGetNextInRegion(block.to_raw())) };
    }
    blocks
}

/// The ops of a block, terminator included.
pub fn ops<'c>(block: Block<'c>) -> Vec<Op<'c>> {
    let mut ops = Vec::new();
    let mut next = block.first_operation();
    while let Some(op) = next {
        ops.push(op);
        next = op.next_in_block();
    }
    ops
}

pub fn arguments<'c>(block: Block<'c>) -> Vec<Val<'c>> {
    (0..block.argument_count()).filter_map(|i| block.argument(i).ok()).map(Into::into).collect()
}

/// An argument that nobody uses.
pub fn erase_argument(block: Block<'_>, index: usize) {
    assert!(arguments(block).get(index).is_some_and(|it| !has_uses(*it)), "argument {index} is used or not there");
    unsafe { mlirBlockEraseArgument(block.to_raw(), index as u32) }
}

/// The first block of the op's `index`-th region, if there is one.
pub fn entry_block<'c>(op: Op<'c>, index: usize) -> Option<Block<'c>> {
    op.region(index).ok()?.first_block()
}

/// The first block of the op's first region. Panics if there is none: for ops that always have one.
pub fn body<'c>(op: Op<'c>) -> Block<'c> {
    entry_block(op, 0).unwrap_or_else(|| panic!("{} has a body", name(op)))
}

/// The op before it in its block.
pub fn prev_op<'c>(op: Op<'c>) -> Option<Op<'c>> {
    let block = op.block()?;
    let all = ops(block);
    let at = all.iter().position(|it| *it == op)?;
    at.checked_sub(1).map(|at| all[at])
}

/// The op that contains `op`.
pub fn parent<'c>(op: Op<'c>) -> Option<Op<'c>> {
    op.parent_operation()
}

/// The ops that contain `op`, innermost first.
pub fn parents<'c>(op: Op<'c>) -> impl Iterator<Item = Op<'c>> {
    std::iter::successors(parent(op), |op| parent(*op))
}

/// The innermost op named `full_name` that contains `op`.
pub fn enclosing<'c>(op: Op<'c>, full_name: &str) -> Option<Op<'c>> {
    parents(op).find(|op| is(*op, full_name))
}

/// `op` and everything nested in it. No recursion, so depth is no limit.
pub fn nested<'c>(op: Op<'c>, order: Order) -> Vec<Op<'c>> {
    let mut list = Vec::new();
    let mut stack = vec![op];
    while let Some(op) = stack.pop() {
        list.push(op);
        let first = stack.len();
        push_children(op, &mut stack);
        // The stack returns the last first. Parents before children, last sibling first: reversed, that is post-order.
        if order == Order::Pre {
            stack[first..].reverse();
        }
    }
    if order == Order::Post {
        list.reverse();
    }
    list
}

/// Everything directly in `op`, in order. Passes ask for it so often that it makes no lists in between.
fn push_children<'c>(op: Op<'c>, children: &mut Vec<Op<'c>>) {
    for index in 0..op.region_count() {
        let mut block = op.region(index).ok().and_then(|it| it.first_block());
        while let Some(here) = block {
            let first = here.first_operation();
            children.extend(std::iter::successors(first, |it| it.next_in_block()));
            // SAFETY: the block lives as long as its operation.
            block = unsafe { BlockRef::from_option_raw(mlirBlockGetNextInRegion(here.to_raw())) };
        }
    }
}

/// Calls `f` on `op` and everything nested in it. The list is made beforehand: `f` may erase ops already visited
/// (in post-order therefore the op itself) and add ops, which are not visited.
pub fn walk<'c>(op: Op<'c>, order: Order, f: impl FnMut(Op<'c>)) {
    nested(op, order).into_iter().for_each(f);
}

/// All ops named `full_name` in `op`, in source order.
pub fn find_all<'c>(op: Op<'c>, full_name: &str) -> Vec<Op<'c>> {
    nested(op, Order::Pre).into_iter().filter(|op| is(*op, full_name)).collect()
}

// Values

pub fn source<'c>(value: Val<'c>) -> Source<'c> {
    let raw = value.to_raw();
    unsafe {
        if mlirValueIsAOpResult(raw) {
            let op = OperationRef::from_raw(mlirOpResultGetOwner(raw));
            Source::Result(op, mlirOpResultGetResultNumber(raw) as usize)
        } else {
            let block = BlockRef::from_raw(mlirBlockArgumentGetOwner(raw));
            Source::Argument(block, mlirBlockArgumentGetArgNumber(raw) as usize)
        }
    }
}

/// The op that computes `value`; None for a block's argument.
pub fn defining_op<'c>(value: Val<'c>) -> Option<Op<'c>> {
    match source(value) {
        Source::Result(op, _) => Some(op),
        Source::Argument(..) => None,
    }
}

/// Who uses `value`, and as which operand.
pub fn uses<'c>(value: Val<'c>) -> Vec<(Op<'c>, usize)> {
    let mut uses = Vec::new();
    unsafe {
        let mut operand = mlirValueGetFirstUse(value.to_raw());
        while !mlirOpOperandIsNull(operand) {
            let user = OperationRef::from_raw(mlirOpOperandGetOwner(operand));
            uses.push((user, mlirOpOperandGetOperandNumber(operand) as usize));
            operand = mlirOpOperandGetNextUse(operand);
        }
    }
    uses
}

/// Changes the type of a value; whoever uses it has to agree.
pub fn set_type<'c>(value: Val<'c>, ty: Type<'c>) {
    // SAFETY: both are alive.
    unsafe { mlirValueSetType(value.to_raw(), ty.to_raw()) }
}

pub fn has_uses(value: Val<'_>) -> bool {
    unsafe { !mlirOpOperandIsNull(mlirValueGetFirstUse(value.to_raw())) }
}

pub fn replace_all_uses<'c>(from: Val<'c>, to: Val<'c>) {
    unsafe { mlirValueReplaceAllUsesOfWith(from.to_raw(), to.to_raw()) }
}

/// A number that is the value's own while it lives: a key for maps and sets.
pub fn key(value: Val<'_>) -> usize {
    value.to_raw().ptr as usize
}

/// A number that is the op's own while it lives: a key for maps and sets.
pub fn op_key(op: Op<'_>) -> usize {
    op.to_raw().ptr as usize
}

/// The value of an integer or index `arith.constant` (sign-extended), if it is one.
pub fn constant_int(value: Val<'_>) -> Option<i64> {
    let op = defining_op(value).filter(|op| is(*op, "arith.constant"))?;
    i64_attr(op, "value")
}

// Editing

/// Erases `op` and what is nested in it. Its results must be unused.
pub fn erase(op: Op<'_>) {
    for value in results(op) {
        assert!(!has_uses(value), "erasing {} whose result is used", name(op));
    }
    unsafe { mlirOperationDestroy(op.to_raw()) }
}

/// Uses `values` in place of the op's results and erases it.
pub fn replace_op<'c>(op: Op<'c>, values: &[Val<'c>]) {
    let results = results(op);
    assert_eq!(results.len(), values.len(), "one value for each result of {}", name(op));
    for (from, to) in results.into_iter().zip(values) {
        replace_all_uses(from, *to);
    }
    erase(op);
}

pub fn move_before<'c>(op: Op<'c>, other: Op<'c>) {
    unsafe { mlirOperationMoveBefore(op.to_raw(), other.to_raw()) }
}

pub fn move_after<'c>(op: Op<'c>, other: Op<'c>) {
    unsafe { mlirOperationMoveAfter(op.to_raw(), other.to_raw()) }
}

/// Moves the ops of `block`, except its terminator, before `op`, with `values` for the block's arguments. The block
/// keeps the terminator. Returns the terminator's operands (what the block yielded).
pub fn inline_before<'c>(block: Block<'c>, op: Op<'c>, values: &[Val<'c>]) -> Vec<Val<'c>> {
    let arguments = arguments(block);
    assert_eq!(arguments.len(), values.len(), "one value for each argument of the block");
    for (from, to) in arguments.into_iter().zip(values) {
        replace_all_uses(from, *to);
    }
    let terminator = block.terminator();
    for moved in ops(block) {
        if Some(moved) != terminator {
            move_before(moved, op);
        }
    }
    terminator.map(operands).unwrap_or_default()
}

/// Takes `op` out of its block, as an owned op that can be inserted elsewhere.
pub fn detach<'c>(op: Op<'c>) -> Operation<'c> {
    unsafe {
        mlirOperationRemoveFromParent(op.to_raw());
        Operation::from_raw(op.to_raw())
    }
}

pub fn set_operand<'c>(op: Op<'c>, index: usize, value: Val<'c>) {
    assert!(index < op.operand_count(), "{} has no operand {index}", name(op));
    unsafe { mlirOperationSetOperand(op.to_raw(), index as isize, value.to_raw()) }
}

pub fn set_operands<'c>(op: Op<'c>, values: &[Val<'c>]) {
    let raw: Vec<MlirValue> = values.iter().map(ValueLike::to_raw).collect();
    unsafe { mlirOperationSetOperands(op.to_raw(), raw.len() as isize, raw.as_ptr()) }
}

pub fn set_attr<'c>(op: Op<'c>, name: &str, attribute: Attribute<'c>) {
    unsafe { OperationRefMut::from_raw(op.to_raw()) }.set_attribute(name, attribute);
}

/// Does nothing if there is no such attribute.
pub fn remove_attr(op: Op<'_>, name: &str) {
    let name = melior::StringRef::new(name);
    unsafe { mlirOperationRemoveAttributeByName(op.to_raw(), name.to_raw()) };
}

pub fn set_location<'c>(op: Op<'c>, location: Location<'c>) {
    unsafe { mlirOperationSetLocation(op.to_raw(), location.to_raw()) }
}

// Attributes

pub fn attr<'c>(op: Op<'c>, name: &str) -> Option<Attribute<'c>> {
    op.attribute(name).ok()
}

/// All attributes, properties among them, in the order of their names.
pub fn attributes<'c>(op: Op<'c>) -> Vec<(&'c str, Attribute<'c>)> {
    op.attributes().map(|(name, value)| (unsafe { borrow(mlirIdentifierStr(name.to_raw())) }, value)).collect()
}

pub fn has_attr(op: Op<'_>, name: &str) -> bool {
    op.has_attribute(name)
}

/// A string attribute.
pub fn str_attr<'c>(op: Op<'c>, name: &str) -> Option<&'c str> {
    str_value(attr(op, name)?)
}

/// An integer or index attribute, sign-extended.
pub fn i64_attr(op: Op<'_>, name: &str) -> Option<i64> {
    let attribute = attr(op, name)?;
    IntegerAttribute::try_from(attribute).ok().map(|attribute| integer_value(&attribute))
}

/// A dense array of i64.
pub fn i64s_attr(op: Op<'_>, name: &str) -> Option<Vec<i64>> {
    let array = DenseI64ArrayAttribute::try_from(attr(op, name)?).ok()?;
    (0..array.len()).map(|i| array.element(i).ok()).collect()
}

/// An array of strings.
pub fn strs_attr<'c>(op: Op<'c>, name: &str) -> Option<Vec<&'c str>> {
    strs_value(attr(op, name)?)
}

/// The value of an array of strings.
pub fn strs_value<'c>(attribute: Attribute<'c>) -> Option<Vec<&'c str>> {
    let array = ArrayAttribute::try_from(attribute).ok()?;
    (0..array.len()).map(|i| str_value(array.element(i).ok()?)).collect()
}

/// A symbol reference, root first: `@m::@f` is `["m", "f"]`.
pub fn symbol_attr<'c>(op: Op<'c>, name: &str) -> Option<Vec<&'c str>> {
    let raw = attr(op, name)?.to_raw();
    unsafe {
        if !mlirAttributeIsASymbolRef(raw) {
            return None;
        }
        let root = borrow(mlirSymbolRefAttrGetRootReference(raw));
        let nested = (0..mlirSymbolRefAttrGetNumNestedReferences(raw))
            .map(|i| borrow(mlirFlatSymbolRefAttrGetValue(mlirSymbolRefAttrGetNestedReference(raw, i))));
        Some(std::iter::once(root).chain(nested).collect())
    }
}

/// The name that the op defines (`sym_name`).
pub fn symbol_name<'c>(op: Op<'c>) -> Option<&'c str> {
    str_attr(op, "sym_name")
}

/// The op that defines `symbol` directly inside `table` (a module, say).
pub fn lookup<'c>(table: Op<'c>, symbol: &str) -> Option<Op<'c>> {
    ops(entry_block(table, 0)?).into_iter().find(|op| symbol_name(*op) == Some(symbol))
}

/// The values of an op with several groups of operands (`AttrSizedOperandSegments`): one list per group.
pub fn operand_segments<'c>(op: Op<'c>) -> Option<Vec<Vec<Val<'c>>>> {
    let sizes = attr(op, "operandSegmentSizes")?;
    let sizes = melior::ir::attribute::DenseI32ArrayAttribute::try_from(sizes).ok()?;
    let mut rest = op.operands();
    (0..sizes.len()).map(|i| Some(rest.by_ref().take(sizes.element(i).ok()? as usize).collect())).collect()
}

/// The text of a string attribute; also of an empty one, which melior's own accessor cannot read.
pub fn str_value<'c>(attribute: Attribute<'c>) -> Option<&'c str> {
    let attribute = StringAttribute::try_from(attribute).ok()?;
    Some(unsafe { borrow(mlirStringAttrGetValue(attribute.to_raw())) })
}

fn integer_value(attribute: &IntegerAttribute<'_>) -> i64 {
    let raw = attribute.to_raw();
    unsafe {
        let ty = mlirAttributeGetType(raw);
        match mlirTypeIsAIndex(ty) || mlirIntegerTypeIsSignless(ty) {
            true => mlirIntegerAttrGetValueInt(raw),
            false if mlirIntegerTypeIsUnsigned(ty) => mlirIntegerAttrGetValueUInt(raw) as i64,
            false => mlirIntegerAttrGetValueSInt(raw),
        }
    }
}

/// The name of a flat symbol reference such as a callee.
pub fn flat_symbol_attr<'c>(op: Op<'c>, name: &str) -> Option<&'c str> {
    let attribute = FlatSymbolRefAttribute::try_from(attr(op, name)?).ok()?;
    Some(unsafe { borrow(mlirFlatSymbolRefAttrGetValue(attribute.to_raw())) })
}

// Locations

/// The position in a source file that `location` stands for: through names, call sites (the callee's) and fusions (the
/// first that has one).
pub fn file_line_col(location: Location<'_>) -> Option<FileLineCol> {
    let mut stack = vec![location.to_raw()];
    while let Some(raw) = stack.pop() {
        unsafe {
            if mlirLocationIsAFileLineColRange(raw) {
                return Some(FileLineCol {
                    file: borrow(mlirIdentifierStr(mlirLocationFileLineColRangeGetFilename(raw))).to_string(),
                    line: mlirLocationFileLineColRangeGetStartLine(raw) as usize,
                    column: mlirLocationFileLineColRangeGetStartColumn(raw) as usize,
                });
            } else if mlirLocationIsAName(raw) {
                stack.push(mlirLocationNameGetChildLoc(raw));
            } else if mlirLocationIsACallSite(raw) {
                stack.push(mlirLocationCallSiteGetCallee(raw));
            } else if mlirLocationIsAFused(raw) {
                stack.extend(fused_parts(raw).into_iter().rev());
            }
        }
    }
    None
}

fn fused_parts(raw: MlirLocation) -> Vec<MlirLocation> {
    unsafe {
        let count = mlirLocationFusedGetNumLocations(raw) as usize;
        let mut parts = vec![MlirLocation { ptr: std::ptr::null() }; count];
        if count > 0 {
            mlirLocationFusedGetLocations(raw, parts.as_mut_ptr());
        }
        parts
    }
}
