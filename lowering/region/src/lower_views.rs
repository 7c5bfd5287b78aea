//! `region-lower-views`: turn element accesses through views into loads and stores at byte addresses.
//!
//! ```text
//!     before                                          after
//!     %A = region.view %p [%o] sizes [..]             %q = llvm.getelementptr %p[%i] .. !llvm.array<80 x i8>
//!          strides [%c80, %c8] : .. memref<?x10xf64>  %r = llvm.getelementptr %q[%j] .. f64
//!     %v = memref.load %A[%i, %j]                     %v = llvm.load %r {alignment = 8}
//!
//!     in a gpu.func                                   %x = %o + %i * %c80 + %j * %c8
//!                                                     %q = llvm.getelementptr %p[%x] .. i8
//!       with a stride of %n * 8 where %i varies       %q = llvm.getelementptr %p[%o + %j * %c8] .. i8
//!                                                     %r = llvm.getelementptr %q[%i * %n] .. i64
//!     memref.atomic_rmw addi %v, %A[%i, %j]           llvm.atomicrmw add %q, %v monotonic
//!                                                     (in host code: load, add, store)
//! ```
//!
//! Legal if:  always; it is the definition of `region.view`.
//! Needs:     `lower-affine` before it. Leaves: no view, no memref but those of `memref.alloca`.
//! Declines:  nothing; another use of a view is an error at that use.
//! Source:    own.

use melior::dialect::llvm;
use melior::ir::operation::OperationLike;
use melior::ir::{BlockLike, Type, ValueLike};
use raddle_dialects::build::{Builder, Index, PointerWrap};
use raddle_dialects::ir::{self, Op, Source, Val};
use raddle_dialects::region::{ROWS, TYPED, ViewOp};
use raddle_dialects::tbaa::Tags;
use raddle_dialects::{Failure, Pass, diagnostics};

use crate::atomics::ATOMIC;
use crate::updates::{Plain, Update};
use crate::views::element_bytes;

#[derive(Clone, Default)]
pub struct LowerViews;

impl Pass for LowerViews {
    const ARG: &'static str = "region-lower-views";
    const DESC: &'static str = "lower accesses through views to loads and stores at byte addresses";

    fn run<'c>(&mut self, op: Op<'c>) -> Result<(), Failure> {
        let tags = Tags::new(ir::context(op));
        for view in ir::find_all(op, "region.view").into_iter().filter_map(ViewOp::cast) {
            for (user, _) in ir::uses(view.result()) {
                lower_access(&tags, view, user)?;
            }
            ir::erase(view.op());
        }
        Ok(())
    }
}

fn lower_access<'c>(tags: &Tags<'c>, view: ViewOp<'c>, op: Op<'c>) -> Result<(), Failure> {
    let b = Builder::before(op);
    let operands = ir::operands(op);
    let alignment = element_bytes(view.result());
    match ir::name(op) {
        "memref.load" => {
            let pointer = address(tags, &b, view, &operands[1..]);
            let value = b.llvm_load(pointer, view.element_type(), alignment);
            ir::defining_op(value).into_iter().for_each(|load| tag(tags, view, load, view.element_type()));
            ir::replace_op(op, &[value]);
        }
        "memref.store" => {
            let pointer = address(tags, &b, view, &operands[2..]);
            tag(tags, view, b.llvm_store(operands[0], pointer, alignment), view.element_type());
            ir::erase(op);
        }
        ATOMIC => return lower_update(tags, &b, view, op),
        other => {
            diagnostics::error(op.location(), format!("'{other}' on a view has no lowering"))
                .note(view.op().location(), "the view is here")
                .report();
            return Err(Failure::Reported);
        }
    }
    Ok(())
}

/// In a kernel work items share the element. Elsewhere one thread runs the loop, which is what it was.
fn lower_update<'c>(tags: &Tags<'c>, b: &Builder<'c>, view: ViewOp<'c>, op: Op<'c>) -> Result<(), Failure> {
    let operands = ir::operands(op);
    let Some(update) = ir::i64_attr(op, "kind").and_then(Update::of_kind) else {
        diagnostics::error(op.location(), "an atomic update of this kind has no lowering").report();
        return Err(Failure::Reported);
    };
    let pointer = address(tags, b, view, &operands[2..]);
    let alignment = element_bytes(view.result());
    let old = match is_in_kernel(op) {
        true => b.llvm_atomicrmw(update.llvm(), pointer, operands[0], alignment),
        false => plain_update(b, update, pointer, operands[0], alignment),
    };
    ir::replace_op(op, &[old]);
    Ok(())
}

/// Load, operator, store. A minimum or maximum is stored where it is new, as `if (t < h) h = t` would: to store an old value
/// is not the same where the program may not write.
fn plain_update<'c>(b: &Builder<'c>, update: Update, pointer: Val<'c>, term: Val<'c>, alignment: i64) -> Val<'c> {
    let old = b.llvm_load(pointer, term.r#type(), alignment);
    match update.plain() {
        Plain::Op(name) => {
            b.llvm_store(b.binary(name, old, term), pointer, alignment);
        }
        Plain::If(comparison) => {
            let (_, then, _) = b.scf_if(b.cmpi(comparison, term, old), &[], false);
            b.before_terminator(then).llvm_store(term, pointer, alignment);
        }
    }
    old
}

fn is_in_kernel(op: Op<'_>) -> bool {
    ir::parents(op).any(|it| ir::is(it, "gpu.func"))
}

/// Tells LLVM what type an access in host code has, where the nest says that C's types hold.
pub(crate) fn tag<'c>(tags: &Tags<'c>, view: ViewOp<'c>, access: Op<'c>, ty: Type<'c>) {
    let typed = ir::enclosing(view.op(), "region.nest").is_some_and(|nest| ir::has_attr(nest, TYPED));
    if let Some(tag) = tags.of(ty).filter(|_| typed && !is_in_kernel(view.op())) {
        ir::set_attr(access, "tbaa", tag);
    }
}

/// `base + offset + sum of index * stride`.
pub(crate) fn address<'c>(tags: &Tags<'c>, b: &Builder<'c>, view: ViewOp<'c>, indices: &[Val<'c>]) -> Val<'c> {
    let rows = ir::i64_attr(view.op(), ROWS).and_then(|it| usize::try_from(it).ok()).unwrap_or(0);
    let in_kernel = is_in_kernel(view.op());
    let strides = view.strides();
    let mut start = Start { base: view.base(), offset: view.offset() };
    for (index, stride) in indices.iter().zip(&strides).take(rows) {
        let place = one_offset(b, start, std::slice::from_ref(index), std::slice::from_ref(stride));
        let pointer = b.llvm_load(place, b.ptr(), 8);
        if let Some(load) = ir::defining_op(pointer) {
            // Nothing that a kernel writes lies in the table, as is checked before it runs.
            if in_kernel {
                ir::set_attr(load, "invariant", b.unit());
            } else {
                tag(tags, view, load, b.ptr());
            }
        }
        start = Start { base: pointer, offset: b.constant_index(0) };
    }
    match in_kernel {
        true => in_kernel_address(b, start, view, (&indices[rows..], &strides[rows..])),
        false => steps(b, start, view, (&indices[rows..], &strides[rows..])),
    }
}

/// Where subscripts count from.
#[derive(Clone, Copy)]
struct Start<'c> {
    base: Val<'c>,
    /// Bytes.
    offset: Val<'c>,
}

/// Kernels have one byte offset per access, and what varies in a distance that only the run knows as a number of elements behind it,
/// where LLVM looks for it when it makes a version of the loop for a distance of one element.
fn in_kernel_address<'c>(
    b: &Builder<'c>,
    start: Start<'c>,
    view: ViewOp<'c>,
    (indices, strides): (&[Val<'c>], &[Val<'c>]),
) -> Val<'c> {
    let varying: Vec<usize> = (0..indices.len()).filter(|it| !is_uniform(indices[*it])).collect();
    if let [dimension] = varying[..] {
        let (unit, elements) = in_units(b, strides[dimension]);
        let is_element = matches!(unit, 1 | 2 | 4 | 8) && i64::from(unit) == element_bytes(view.result());
        if is_element && ir::constant_int(elements).is_none() {
            let rest = |values: &[Val<'c>]| [&values[..dimension], &values[dimension + 1..]].concat();
            let pointer = one_offset(b, start, &rest(indices), &rest(strides));
            return step(b, pointer, b.int(8 * unit), no_wrap(b, "arith.muli", indices[dimension], elements));
        }
    }
    one_offset(b, start, indices, strides)
}

/// Is this the same for all work items, as it is computed from the kernel's arguments alone?
fn is_uniform(value: Val<'_>) -> bool {
    match ir::source(value) {
        Source::Argument(block, number) => match block.parent_operation() {
            Some(nest) if ir::is(nest, "region.nest") => is_uniform(ir::operands(nest)[number]),
            parent => parent.is_some_and(|it| ir::is(it, "gpu.func")),
        },
        Source::Result(op, _) => ir::name(op).starts_with("arith.") && ir::operands(op).into_iter().all(is_uniform),
    }
}

/// One byte offset. Constants are added last: LLVM sees then that `a[i - 1]` of work items lie side by side.
fn one_offset<'c>(b: &Builder<'c>, start: Start<'c>, indices: &[Val<'c>], strides: &[Val<'c>]) -> Val<'c> {
    let mut offset = Some(start.offset).filter(|it| ir::constant_int(*it) != Some(0));
    let mut last = 0;
    for (index, stride) in indices.iter().zip(strides) {
        let (index, bytes) = without_constant(*index, *stride).unwrap_or((*index, 0));
        last += bytes;
        let bytes = no_wrap(b, "arith.muli", index, *stride);
        offset = Some(match offset {
            Some(offset) => no_wrap(b, "arith.addi", offset, bytes),
            None => bytes,
        });
    }
    match offset.map(|offset| if last == 0 { offset } else { no_wrap(b, "arith.addi", offset, b.constant_index(last)) })
    {
        Some(offset) => b.byte_offset(start.base, b.index_cast(offset, b.int(64))),
        None => start.base,
    }
}

/// An index that is a sum with a constant: the other part, and the constant's bytes.
fn without_constant<'c>(index: Val<'c>, stride: Val<'c>) -> Option<(Val<'c>, i64)> {
    /// Far from where sums of bytes wrap.
    const MOST: i64 = 1 << 30;
    let sum = ir::defining_op(index).filter(|it| ir::is(*it, "arith.addi"))?;
    let (other, constant) = (ir::operands(sum)[0], ir::constant_int(ir::operands(sum)[1])?);
    let stride = ir::constant_int(stride)?;
    let is_small = |it: i64| (-MOST..MOST).contains(&it);
    (is_small(constant) && is_small(stride)).then(|| (other, constant * stride))
}

/// Host code has a step per dimension, which names a constant stride as its element type: so clang writes it, and LLVM's
/// unroller counts a multiplication of its own as work.
fn steps<'c>(
    b: &Builder<'c>,
    start: Start<'c>,
    view: ViewOp<'c>,
    (indices, strides): (&[Val<'c>], &[Val<'c>]),
) -> Val<'c> {
    let byte = b.int(8);
    let mut pointer = start.base;
    if ir::constant_int(start.offset) != Some(0) {
        pointer = step(b, pointer, byte, start.offset);
    }
    for (index, stride) in indices.iter().zip(strides.iter().copied()) {
        let bytes = ir::constant_int(stride).and_then(|it| u32::try_from(it).ok());
        pointer = match bytes {
            Some(bytes) => step(b, pointer, unit_type(b, view, bytes), *index),
            None => {
                let (unit, elements) = in_units(b, stride);
                step(b, pointer, unit_type(b, view, unit), no_wrap(b, "arith.muli", *index, elements))
            }
        };
    }
    pointer
}

/// A stride as a constant times the rest: LLVM makes a version of the loop for a distance of one element only where it sees the
/// element's size in the address.
fn in_units<'c>(b: &Builder<'c>, stride: Val<'c>) -> (u32, Val<'c>) {
    let Some(product) = ir::defining_op(stride).filter(|it| ir::is(*it, "arith.muli")) else { return (1, stride) };
    let (x, y) = (ir::operands(product)[0], ir::operands(product)[1]);
    let unit = |it: Val<'c>| ir::constant_int(it).and_then(|it| u32::try_from(it).ok()).filter(|it| *it > 0);
    match (unit(x), unit(y)) {
        (_, Some(unit)) => (unit, x),
        (Some(unit), None) => (unit, y),
        (None, None) => match in_units(b, x) {
            (1, _) => (1, stride),
            (unit, rest) => (unit, no_wrap(b, "arith.muli", rest, y)),
        },
    }
}

fn unit_type<'c>(b: &Builder<'c>, view: ViewOp<'c>, unit: u32) -> Type<'c> {
    match unit {
        1 => b.int(8),
        _ if i64::from(unit) == element_bytes(view.result()) => view.element_type(),
        _ => llvm::r#type::array(b.int(8), unit),
    }
}

/// `pointer + index` elements. No sum on the way to an element wraps, but it may lie outside of the object: `a[i * n + j]` with
/// a negative `i`.
fn step<'c>(b: &Builder<'c>, pointer: Val<'c>, elem: Type<'c>, index: Val<'c>) -> Val<'c> {
    let index = b.index_cast(index, b.int(64));
    b.element_pointer(pointer, elem, Index::Value(index), PointerWrap::No)
}

/// Addresses of elements that exist do not wrap.
fn no_wrap<'c>(b: &Builder<'c>, name: &str, x: Val<'c>, y: Val<'c>) -> Val<'c> {
    let flags = b.parse_attr("#arith.overflow<nsw>");
    let attrs: Vec<_> = flags.map(|it| ("overflowFlags", it)).into_iter().collect();
    b.value(name, &[x, y], x.r#type(), &attrs)
}
