//! `gpu-rare`: make what a program rarely reaches a function of its own.
//!
//! ```text
//!     before                                       after
//!     %ranges = llvm.alloca ..
//!     %hi = arith.muli %n, %c8
//!     %r = scf.if %may -> i32 {                    %r = scf.if %may -> i32 {
//!       llvm.store %hi, %ranges ..                   %x = llvm.call preserve_mostcc @__raddle_rare_0(%n)
//!       %x = llvm.call @raddle_enter(..)             scf.yield %x }
//!       scf.yield %x } {region.rare}               else { .. }
//!     else { .. }                                  llvm.func internal preserve_mostcc @__raddle_rare_0(%n: i64) -> i32 {
//!                                                    the branch, with what only it needs }
//! ```
//!
//! A loop with a launch that does not pay must cost what it costs without Raddle. What is left of the launch in the loop's function is a test
//! and a call that spares the caller's registers; the stack slots go with the branch. LLVM does not optimize it for speed.
//!
//! Legal if:  the branch takes scalars and pointers from outside. Scalar variables that it reads and does not write are loaded in front of the call.
//! Needs:     `gpu-lower-launches`, which marks branches with `region.rare`. Leaves none of these marks.
//! Declines:  branches that take or yield anything else; they stay where they are.
//! Source:    own.

use std::collections::HashMap;

use melior::ir::operation::OperationLike;
use melior::ir::{BlockLike, Type, TypeLike, ValueLike};
use mlir_sys::*;
use raddle_dialects::build::Builder;
use raddle_dialects::ir::{self, Block, Mapping, Op, Val};
use raddle_dialects::region::RARE;
use raddle_dialects::{Failure, Pass};

use crate::kernel::defined_inside;

/// Prefix of the functions.
const PREFIX: &str = "__raddle_rare_";
/// The callee saves the caller's registers.
const SPARING: &str = "#llvm.cconv<preserve_mostcc>";
/// LLVM optimizes for size what is `cold`, and never takes it back into its caller.
const ATTRIBUTES: [&str; 3] = ["cold", "noinline", "minsize"];

#[derive(Clone, Default)]
pub struct Rare;

impl Pass for Rare {
    const ARG: &'static str = "gpu-rare";
    const DESC: &'static str = "make what a program rarely reaches a function of its own";
    const OP: &'static str = "builtin.module";

    fn run<'c>(&mut self, module: Op<'c>) -> Result<(), Failure> {
        let marked: Vec<_> = ir::find_all(module, "scf.if").into_iter().filter(|it| ir::has_attr(*it, RARE)).collect();
        // A branch in another one goes with it.
        let is_outermost = |it: &Op<'c>| !ir::parents(*it).any(|it| marked.contains(&it));
        let outermost: Vec<_> = marked.iter().copied().filter(is_outermost).collect();
        marked.iter().for_each(|it| ir::remove_attr(*it, RARE));
        for (number, choice) in outermost.into_iter().enumerate() {
            outline(choice, &format!("{PREFIX}{number}"));
        }
        Ok(())
    }
}

/// The first branch of `choice` becomes a function of this name.
fn outline(choice: Op<'_>, name: &str) {
    let (Some(branch), Some(function)) = (ir::entry_block(choice, 0), ir::enclosing(choice, "llvm.func")) else {
        return;
    };
    take_along(choice, branch);
    leave_loads(choice, branch);
    let captured = captured(choice);
    let (constants, parameters): (Vec<Val<'_>>, Vec<Val<'_>>) = captured.into_iter().partition(|it| is_constant(*it));
    let results: Vec<Type<'_>> = ir::results(choice).iter().map(ValueLike::r#type).collect();
    let all_travel = results.iter().copied().chain(parameters.iter().map(ValueLike::r#type)).all(travels);
    let Some(end) = branch.terminator().filter(|_| all_travel && results.len() <= 1) else { return };
    let b = Builder::before(end).at(choice.location());
    let passed: Vec<Val<'_>> = parameters.iter().map(|it| as_argument(&b, *it)).collect();
    let types: Vec<Type<'_>> = passed.iter().map(ValueLike::r#type).collect();
    let rare = declare(&Builder::before(function).at(choice.location()), name, &types, results.first().copied());
    let body = b.block(rare, 0, &types);
    let inside = b.in_block(body);
    let mut here: HashMap<usize, Val<'_>> = HashMap::new();
    for constant in constants {
        let copy = ir::defining_op(constant).map(|it| inside.clone_op(it, &mut Mapping::new())).map(ir::result);
        here.extend(copy.map(|it| (ir::key(constant), it)));
    }
    for (value, argument) in parameters.into_iter().zip(ir::arguments(body)) {
        let is_index = value.r#type() == inside.index();
        here.insert(ir::key(value), if is_index { inside.index_cast(argument, inside.index()) } else { argument });
    }
    let left = passed.iter().filter_map(|it| ir::defining_op(*it));
    move_body(branch, &left.collect::<Vec<_>>(), &inside, &here);
    let outcome = call(&b, name, &passed, &results);
    ir::set_operands(end, &outcome);
}

/// Moves what is computed for the branch alone into it, and slots that it alone uses: what it takes from outside gets less.
fn take_along(choice: Op<'_>, branch: Block<'_>) {
    while let Some(op) = captured(choice).into_iter().filter_map(ir::defining_op).find(|it| only_for(*it, branch)) {
        let Some(first) = ir::ops(branch).first().copied() else { return };
        ir::move_before(op, first);
    }
}

fn only_for<'c>(op: Op<'c>, branch: Block<'c>) -> bool {
    let is_slot = ir::is(op, "llvm.alloca") && ir::operands(op).iter().all(|it| ir::constant_int(*it).is_some());
    let may_move = is_slot || ir::is_pure(op) && ir::regions(op).is_empty() && !is_constant_op(op);
    may_move && ir::results(op).into_iter().flat_map(ir::uses).all(|(user, _)| is_in(user, branch))
}

fn is_in<'c>(op: Op<'c>, branch: Block<'c>) -> bool {
    std::iter::once(op).chain(ir::parents(op)).any(|it| it.block() == Some(branch))
}

/// Loads of scalar variables that stay the function's, in front of the choice, where nothing in the branch changes them: a variable whose
/// address is passed is in no register.
fn leave_loads<'c>(choice: Op<'c>, branch: Block<'c>) {
    for variable in captured(choice) {
        let users: Vec<_> = ir::uses(variable).into_iter().map(|it| it.0).collect();
        let inside: Vec<_> = users.into_iter().filter(|it| is_in(*it, branch)).collect();
        let is_plain_load = |it: &Op<'_>| ir::is(*it, "memref.load") && ir::operands(*it).len() == 1;
        if inside.iter().all(is_plain_load) {
            inside.into_iter().for_each(|it| ir::move_before(it, choice));
        }
    }
}

/// The values from outside that the first branch uses, in the order of their first use.
fn captured<'c>(choice: Op<'c>) -> Vec<Val<'c>> {
    let mut found: Vec<Val<'c>> = vec![];
    let inner = ir::entry_block(choice, 0).into_iter().flat_map(ir::ops).flat_map(|it| ir::nested(it, ir::Order::Pre));
    for value in inner.flat_map(ir::operands) {
        if !defined_inside(value, choice) && !found.iter().any(|it| ir::key(*it) == ir::key(value)) {
            found.push(value);
        }
    }
    found
}

fn is_constant(value: Val<'_>) -> bool {
    ir::defining_op(value).is_some_and(is_constant_op)
}

fn is_constant_op(op: Op<'_>) -> bool {
    matches!(ir::name(op), "arith.constant" | "llvm.mlir.addressof" | "llvm.mlir.zero" | "llvm.mlir.constant")
}

/// Can a value of this type be passed to the function?
fn travels(ty: Type<'_>) -> bool {
    // SAFETY: the type lives as long as its value.
    let is_pointer = unsafe { mlirTypeIsALLVMPointerType(ty.to_raw()) };
    is_pointer || ty.is_index() || ty.is_integer() || ty.is_f32() || ty.is_f64()
}

/// LLVM has no index.
fn as_argument<'c>(b: &Builder<'c>, value: Val<'c>) -> Val<'c> {
    if value.r#type() == b.index() { b.index_cast(value, b.int(64)) } else { value }
}

fn declare<'c>(b: &Builder<'c>, name: &str, arguments: &[Type<'c>], result: Option<Type<'c>>) -> Op<'c> {
    let arguments = arguments.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
    let result = result.map_or_else(|| "void".into(), |it| it.to_string());
    let parsed = [
        ("function_type", format!("!llvm.func<{result} ({arguments})>")),
        ("CConv", SPARING.into()),
        ("linkage", "#llvm.linkage<internal>".into()),
    ];
    let mut attrs = vec![("sym_name", b.str(name)), ("passthrough", b.strs(&ATTRIBUTES))];
    attrs.extend(parsed.into_iter().filter_map(|(key, text)| Some((key, b.parse_attr(&text)?))));
    b.op_with_regions("llvm.func", &[], &[], &attrs, 1)
}

/// Moves all of the branch but its end and `left` to where `to` builds, with the values that stand there for those from outside.
fn move_body<'c>(branch: Block<'c>, left: &[Op<'c>], to: &Builder<'c>, here: &HashMap<usize, Val<'c>>) {
    let end = branch.terminator();
    let local = |it: Val<'c>| here.get(&ir::key(it)).copied().unwrap_or(it);
    for op in ir::ops(branch).into_iter().filter(|it| Some(*it) != end && !left.contains(it)) {
        to.insert(ir::detach(op));
        for inner in ir::nested(op, ir::Order::Pre) {
            let operands = ir::operands(inner);
            ir::set_operands(inner, &operands.into_iter().map(local).collect::<Vec<_>>());
        }
    }
    let outcome = end.map(ir::operands).unwrap_or_default();
    to.op("llvm.return", &outcome.into_iter().map(local).collect::<Vec<_>>(), &[], &[]);
}

fn call<'c>(b: &Builder<'c>, name: &str, arguments: &[Val<'c>], results: &[Type<'c>]) -> Vec<Val<'c>> {
    let mut attrs = vec![
        ("callee", b.symbol(name)),
        ("operandSegmentSizes", b.i32s(&[arguments.len() as i32, 0])),
        ("op_bundle_sizes", b.i32s(&[])),
    ];
    attrs.extend(b.parse_attr(SPARING).map(|it| ("CConv", it)));
    ir::results(b.op("llvm.call", arguments, results, &attrs))
}
