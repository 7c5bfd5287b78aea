//! A kernel as a function over a box of work items.
//!
//! ```text
//!     gpu.func @k(%ex, %ey, %ez, %a: !llvm.ptr {llvm.noalias}, %n: i64) kernel {
//!       %x = gpu.global_id x ... ; scf.if %in { BODY } {region.guard} ; gpu.return }
//! becomes
//!     llvm.func internal @k.items(%a {llvm.noalias}, %n, %lx, %hx, %ly, %hy, %lz, %hz) {
//!       scf.for %z = %lz to %hz { scf.for %y = %ly to %hy { scf.for %x = %lx to %hx { BODY } } } }
//!     llvm.func @k(%args, %lo, %hi) { unpacks the slots, calls @k.items }
//! ```
//!
//! Legal:   work items are independent, or wait for those before them (`in_order`), and never outside the extents, so the guard always
//!          holds.
//! Why two: `noalias` is a property of a function's arguments; unpacked pointers are arguments only of the inner one.
//! Marks:   the x loop is parallel in all accesses of device memory, unless work items wait. Private memory is not: one copy at the entry of
//!          the function serves all work items in turn, so the stack does not grow with the box.
//! Declines (an error at the op): the extents are used outside the guard.

use super::analysis::{Analysis, defining_op};
use super::check::EXTENTS;
use super::frame::{self, GROUP};
use super::order::Order;
use super::strips::{self, Company, Plan};
use super::{Flavor, clip, in_order, order, symbol_name};
use crate::Error;
use crate::ir::{entry_block, nested, op_name, operations};
use crate::lower::{unsupported, with_diagnostics};
use crate::records;
use melior::Context;
use melior::ir::attribute::{ArrayAttribute, IntegerAttribute};
use melior::ir::block::BlockLike;
use melior::ir::operation::{OperationBuilder, OperationLike, OperationMutLike, OperationRef, OperationRefMut};
use melior::ir::r#type::{IntegerType, MemRefType, ShapedTypeLike};
use melior::ir::{Attribute, BlockRef, Location, Module, Type, Value, ValueLike};
use melior::{IrRewriter, RewriterBase};
use raddle_dialects::build::PointerWrap;
use raddle_dialects::ir;

/// Adds the two functions of kernel `name` to `module`.
pub(super) fn outline<'c>(
    context: &'c Context,
    module: &Module<'c>,
    name: &str,
    function: OperationRef,
    flavor: Flavor,
) -> Result<(Plan, Order), Error> {
    let rewriter = IrRewriter::new(context);
    let rewriter = rewriter.as_rewriter_base();
    rewriter.set_insertion_point_to_end(module.body());
    declare_called(rewriter, module, function);
    let kernel = rewriter.clone_op(function);
    let body = entry_block(kernel).ok_or_else(|| unsupported(function, "the kernel has no body"))?;
    drop_guard(rewriter, body)?;
    let in_order = in_order::is_in_order(kernel);
    let mut order = Order { waits: in_order, in_blocks: false, falls: order::falls(body), calls: order::calls(body) };
    let wants_blocks = in_order::wants_blocks(kernel);
    in_order::lower(context, module, kernel)?;
    let plan = match flavor {
        Flavor::Cpu if !in_order => Analysis::new(&ids(body, "x"), body).plan(body),
        Flavor::Cpu | Flavor::Emulated => Plan::ALONE,
    };

    let text = frame::text(context, name, function, flavor, plan);
    let frame = with_diagnostics(context, || Module::parse(context, &text))?;
    rewriter.set_insertion_point_to_end(module.body());
    let functions: Vec<_> = operations(frame.body()).into_iter().map(|op| rewriter.clone_op(op)).collect();
    let items = *functions.first().ok_or_else(|| unsupported(function, "its frame could not be built"))?;
    for frame in Frame::find(context, items)? {
        let copy = rewriter.clone_op(kernel);
        let body = entry_block(copy).ok_or_else(|| unsupported(function, "the kernel has no body"))?;
        frame.fill(rewriter, body)?;
        order.in_blocks = in_order && in_order::run_in_blocks(&frame) && wants_blocks;
        if flavor == Flavor::Cpu && !in_order && frame.company != Company::Jam {
            clip::clip(context, rewriter, &frame)?;
        }
        match frame.start {
            Some(start) => strips::split(context, rewriter, &frame, start)?,
            None => frame.forget_scalars(),
        }
        rewriter.erase_op(copy);
    }
    if flavor == Flavor::Cpu && !in_order {
        mark_accesses(context, items);
    }
    if flavor == Flavor::Cpu {
        records::keep_loops(context, items);
        let_no_address_wrap(context, items);
    }
    // It cannot be missing: the frame's text has it.
    let _ = as_mut(items).remove_attribute(GROUP);
    rewriter.erase_op(kernel);
    Ok((plan, order))
}

/// Declares what the kernel calls, which stands beside it.
fn declare_called(rewriter: RewriterBase, module: &Module, function: OperationRef) {
    let Some(block) = function.block() else { return };
    let beside = operations(block).into_iter().filter(|op| op_name(op) == "llvm.func");
    for op in beside {
        let known = operations(module.body()).into_iter().any(|it| symbol_name(it) == symbol_name(op));
        if !known {
            rewriter.clone_op(op);
        }
    }
}

/// Loops of the `.items` function for a kernel's body.
pub(super) struct Frame<'c, 'a> {
    context: &'c Context,
    pub(super) entry: BlockRef<'c, 'a>,
    /// Outermost first: z, y, x.
    pub(super) loops: [OperationRef<'c, 'a>; 3],
    pub(super) function: OperationRef<'c, 'a>,
    pub(super) company: Company,
    /// The first x of those that go together, if the x loop runs over these.
    start: Option<Value<'c, 'a>>,
}

impl<'c: 'a, 'a> Frame<'c, 'a> {
    /// The places for bodies: loops z, y and x, alone or in a loop over strips or jams.
    fn find(context: &'c Context, function: OperationRef<'c, 'a>) -> Result<Vec<Self>, Error> {
        let broken = || unsupported(function, "its frame could not be built");
        let entry = entry_block(function).ok_or_else(broken)?;
        let is_loop = |op: &OperationRef<'c, 'a>| op_name(op) == "scf.for";
        let is_inside = |op: OperationRef<'c, 'a>| op.parent_operation().is_some_and(|it| is_loop(&it));
        let frame = |outermost: OperationRef<'c, 'a>| {
            let mut loops: Vec<_> = nested(outermost).into_iter().filter(is_loop).collect();
            let inner = loops.split_off(loops.len().checked_sub(3)?);
            let company = [Company::Strip, Company::Jam].into_iter().find(|it| outermost.has_attribute(it.mark()));
            let start = loops.first().and_then(|strips| variable(*strips));
            let company = company.unwrap_or(Company::Alone);
            Some(Self { context, entry, loops: inner.try_into().ok()?, function, company, start })
        };
        let outermost = nested(function).into_iter().filter(|op| is_loop(op) && !is_inside(*op));
        outermost.map(|outermost| frame(outermost).ok_or_else(broken)).collect()
    }

    /// The induction variable of dimension 0 (x), 1 or 2.
    pub(super) fn id(&self, dimension: usize) -> Option<Value<'c, 'a>> {
        variable(self.loops[2 - dimension])
    }

    /// Moves the kernel's body into the x loop and its private memory to the entry.
    fn fill(&self, rewriter: RewriterBase, body: BlockRef<'c, 'a>) -> Result<(), Error> {
        self.replace_ids(rewriter, body)?;
        let arguments = self.arguments(body);
        self.hoist_private_memory(body);
        let Some(end) = entry_block(self.loops[2]).and_then(|block| operations(block).pop()) else {
            return Err(unsupported(self.function, "its x loop has no end"));
        };
        rewriter.inline_block_before(body, end, &arguments);
        let leftovers = nested(self.loops[2]).into_iter().filter(|op| op_name(op) == "gpu.return");
        leftovers.for_each(|op| rewriter.erase_op(op));
        Ok(())
    }

    fn replace_ids(&self, rewriter: RewriterBase, body: BlockRef<'c, 'a>) -> Result<(), Error> {
        for (dimension, name) in ["x", "y", "z"].into_iter().enumerate() {
            let id = self.id(dimension).ok_or_else(|| unsupported(self.function, "a loop has no variable"))?;
            for op in id_ops(body, name) {
                rewriter.replace_op_with_values(op, &[id]);
            }
        }
        Ok(())
    }

    /// What the kernel's arguments are inside the frame. Nothing reads the extents any more: any index will do.
    fn arguments(&self, body: BlockRef<'c, 'a>) -> Vec<Value<'c, 'a>> {
        let location = Location::unknown(self.context);
        let index = Type::index(self.context);
        let mut values: Vec<_> = (0..EXTENTS).filter_map(|_| self.id(0)).collect();
        for i in EXTENTS..body.argument_count() {
            let (Ok(formal), Ok(actual)) = (body.argument(i), self.entry.argument(i - EXTENTS)) else { continue };
            let mut value: Value = actual.into();
            if formal.r#type() == index {
                let cast = melior::dialect::arith::index_cast(value, index, location);
                let cast = self.entry.insert_operation(0, cast);
                value = value_of(cast).unwrap_or(value);
            }
            values.push(value);
        }
        values
    }

    fn hoist_private_memory(&self, body: BlockRef<'c, 'a>) {
        for op in operations(body).into_iter().filter(|op| op_name(op) == "memref.alloca") {
            if let Some(first) = operations(self.entry).first() {
                as_mut(op).move_before(*first);
            }
        }
    }

    /// Private scalars start each work item undefined: without saying so, the copy shared by all of them would look
    /// like a value carried from one to the next, and the x loop could not be vectorized.
    fn forget_scalars(&self) {
        let Some(body) = entry_block(self.loops[2]) else { return };
        let location = Location::unknown(self.context);
        let private = operations(self.entry).into_iter().filter(|op| op_name(op) == "memref.alloca");
        for memory in private.filter_map(value_of) {
            let Ok(ty) = MemRefType::try_from(memory.r#type()) else { continue };
            if ty.rank() != 0 {
                continue;
            }
            let undefined = OperationBuilder::new("llvm.mlir.undef", location).add_results(&[ty.element()]).build();
            let Some(undefined) = undefined.ok().and_then(|op| value_of(body.insert_operation(0, op))) else {
                continue;
            };
            let store = OperationBuilder::new("memref.store", location).add_operands(&[undefined, memory]).build();
            if let Ok(store) = store {
                body.insert_operation(1, store);
            }
        }
    }
}

/// Puts all accesses of device memory, and of what strips keep per work item, into the access group in which the x loops
/// of `function` are parallel.
fn mark_accesses(context: &Context, function: OperationRef) {
    let Ok(group) = function.attribute(GROUP) else { return };
    let groups: Attribute = ArrayAttribute::new(context, &[group]).into();
    for op in nested(function) {
        if matches!(op_name(&op).as_str(), "llvm.load" | "llvm.store") {
            as_mut(op).set_inherent_attribute("access_groups", groups);
        }
    }
}

/// Says that addresses do not wrap around the address space: pointers are the host's own, and what is accessed exists. LLVM reads every second
/// element in vectors then, where it would gather them.
fn let_no_address_wrap(context: &Context, function: OperationRef) {
    let flag = IntegerAttribute::new(IntegerType::new(context, 32).into(), PointerWrap::No as i64).into();
    for op in nested(function).into_iter().filter(|op| op_name(op) == "llvm.getelementptr") {
        // SAFETY: it is the same op.
        let is_set = ir::set_property(unsafe { ir::Op::from_raw(op.to_raw()) }, "noWrapFlags", flag);
        debug_assert!(is_set, "the op has this property");
    }
}

fn variable<'c: 'a, 'a>(op: OperationRef<'c, 'a>) -> Option<Value<'c, 'a>> {
    entry_block(op)?.argument(0).ok().map(Into::into)
}

/// The `gpu.global_id` ops of one dimension.
pub(super) fn id_ops<'c: 'a, 'a>(body: BlockRef<'c, 'a>, dimension: &str) -> Vec<OperationRef<'c, 'a>> {
    let wanted = format!("#gpu<dim {dimension}>");
    let all = operations(body).into_iter().flat_map(nested).filter(|op| op_name(op) == "gpu.global_id");
    all.filter(|op| op.attribute("dimension").is_ok_and(|found| found.to_string() == wanted)).collect()
}

/// Does this kernel run several work items side by side? One thread is faster with it than with the loop that it was made of, which
/// waits for each sum, or walks across rows.
pub fn runs_together(function: OperationRef) -> bool {
    let Some(body) = entry_block(function).filter(|_| !in_order::is_in_order(function)) else { return false };
    let guard = operations(body).into_iter().find(|op| op.has_attribute("region.guard"));
    let inside = guard.and_then(entry_block).unwrap_or(body);
    let Plan { strips, jams } = Analysis::new(&ids(body, "x"), inside).plan(inside);
    jams || strips
}

fn ids<'c: 'a, 'a>(body: BlockRef<'c, 'a>, dimension: &str) -> Vec<Value<'c, 'a>> {
    id_ops(body, dimension).into_iter().filter_map(value_of).collect()
}

pub(super) fn value_of<'c: 'a, 'a>(op: OperationRef<'c, 'a>) -> Option<Value<'c, 'a>> {
    op.result(0).ok().map(Into::into)
}

pub(super) fn as_mut<'c: 'a, 'a>(op: OperationRef<'c, 'a>) -> OperationRefMut<'c, 'a> {
    // SAFETY: the op lives in a module that this file is building and that nobody else sees.
    unsafe { OperationRefMut::from_raw(op.to_raw()) }
}

/// Replaces the guarded region by its contents and erases the condition.
fn drop_guard(rewriter: RewriterBase, body: BlockRef) -> Result<(), Error> {
    for guard in operations(body).into_iter().filter(|op| op.has_attribute("region.guard")) {
        if op_name(&guard) != "scf.if" || guard.result_count() != 0 {
            return Err(unsupported(guard, "a guard is an `scf.if` without results"));
        }
        let Some(inside) = entry_block(guard) else { continue };
        let end = operations(inside).pop();
        rewriter.inline_block_before(inside, guard, &[]);
        end.into_iter().for_each(|end| rewriter.erase_op(end));
        let condition = guard.operand(0).ok();
        rewriter.erase_op(guard);
        erase_dead(rewriter, condition);
    }
    let used = (0..EXTENTS).filter_map(|i| body.argument(i).ok()).find(|extent| is_used((*extent).into()));
    match (used, operations(body).first()) {
        (Some(_), Some(op)) => {
            Err(unsupported(op.parent_operation().unwrap_or(*op), "the launch extents are used outside the guard"))
        }
        _ => Ok(()),
    }
}

/// Erases the op that defines `value` if nothing uses it, then what only it used.
fn erase_dead<'c: 'a, 'a>(rewriter: RewriterBase, value: Option<Value<'c, 'a>>) {
    let mut open: Vec<Value> = value.into_iter().collect();
    while let Some(value) = open.pop() {
        let Some(owner) = defining_op(value).filter(|_| !is_used(value)) else { continue };
        if owner.region_count() == 0 && owner.results().all(|result| !is_used(result.into())) {
            let operands: Vec<_> = owner.operands().collect();
            open.retain(|other| owner.results().all(|result| Value::from(result) != *other));
            rewriter.erase_op(owner);
            for operand in operands {
                // Each value once: the op behind it may be gone the second time.
                if !open.contains(&operand) {
                    open.push(operand);
                }
            }
        }
    }
}

fn is_used(value: Value) -> bool {
    // SAFETY: `value` is alive.
    unsafe { !mlir_sys::mlirValueGetFirstUse(value.to_raw()).ptr.is_null() }
}
