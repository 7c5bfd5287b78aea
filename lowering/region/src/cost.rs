//! What an iteration costs on the host: an estimate that the runtime weighs launches with (`--device auto`). It looks at
//! operations, not at caches or trip counts, and assumes one core at its best: vectors of 256 bits where a loop's iterations are
//! independent, everything in the nearest cache. So the host looks rather too fast, and launches that seem to pay do.
//! Never changes the IR.
//! Source: Zhou's complexity analysis in PIPS, as Par4All uses it (thesis 4.6.5), with time instead of a number of statements.

use melior::ir::r#type::IntegerType;
use melior::ir::{Type, TypeLike, ValueLike};
use raddle_dialects::ir::{self, Op, Order, Val};
use raddle_dialects::region::{CallOp, MathOp};
use raddle_math::complex;

use crate::affine;
use crate::expand_math::host_intrinsic;
use crate::parallelize::PARALLEL;

/// An operation by itself, in picoseconds: three in flight at 3 GHz, rounded down.
const SIMPLE: i64 = 100;
const MEMORY: i64 = 200;
/// A load or store whose address memory says.
const SCATTERED: i64 = 500;
const DIVISION: i64 = 1500;
/// Integer division has no vectors, but by a constant it is a product and shifts, which have.
const INTEGER_DIVISION: i64 = 3000;
const CONSTANT_DIVISION: i64 = 4 * SIMPLE;
const FUNCTION: i64 = 5000;
/// From one term of a sum in order to the next.
const LATENCY: i64 = 1300;
const ATOMIC: i64 = 2000;

/// Iterations of a loop whose number only data tells.
const TRIPS: i64 = 8;

/// Those of an affine loop whose bounds are no constants: more than what a short loop has, so that what stands around it weighs little.
const UNKNOWN_TRIPS: i64 = 32;

/// Bits of a vector register.
const VECTOR: i64 = 256;

/// How the iterations of an innermost loop run.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Way {
    InVectors,
    OneByOne,
    /// Each one waits for the one before. Divisions run beside the rest.
    InOrder,
}

/// Picoseconds of one innermost iteration of the loop nest under `root`, with its part of what stands around the innermost loops. Before
/// `region-parallelize` no loop is known to need its iterations' order.
pub fn per_iteration(root: Op<'_>, is_marked: bool) -> i64 {
    let in_vectors = |it| !is_marked || ir::has_attr(it, PARALLEL);
    let way = |it| if in_vectors(it) { Way::InVectors } else { Way::OneByOne };
    let Weight { picoseconds, instances } = weight(root, &way, &|_| true);
    (picoseconds / instances.max(1)).max(1)
}

/// The same of one execution of a loop's body, with all loops in it.
pub fn of_body(root: Op<'_>) -> i64 {
    of_some(root, &|_| Way::InVectors, &|_| true)
}

/// The same of those ops of the body alone that are `wanted`, where innermost loops run in their `way`.
pub(crate) fn of_some<'c>(root: Op<'c>, way: &dyn Fn(Op<'c>) -> Way, wanted: &dyn Fn(Op<'c>) -> bool) -> i64 {
    weight(root, way, wanted).picoseconds
}

/// A value of each iteration of the loops around `op` up to `root` that is stored or loaded in order, in one iteration of `root`.
pub(crate) fn of_slot<'c>(op: Op<'c>, root: Op<'c>) -> i64 {
    let around = ir::parents(op).take_while(|it| *it != root).filter(|it| ir::is(*it, "affine.for"));
    around.map(trips).fold(MEMORY * 64 / VECTOR, i64::saturating_mul)
}

/// Of ops beside each other, with what is nested in them.
pub(crate) fn of_ops(ops: &[Op<'_>]) -> i64 {
    let all = ops.iter().flat_map(|it| ir::nested(*it, Order::Pre));
    all.map(|it| operation(it, true)).fold(0, i64::saturating_add)
}

/// One execution of a loop's body: its time, and its innermost iterations.
struct Weight {
    picoseconds: i64,
    instances: i64,
}

fn weight<'c>(around: Op<'c>, way_of: &dyn Fn(Op<'c>) -> Way, wanted: &dyn Fn(Op<'c>) -> bool) -> Weight {
    let (loops, ops): (Vec<_>, Vec<_>) = ir::nested(around, Order::Pre)
        .into_iter()
        .filter(|it| *it != around && loop_around(*it) == Some(around) && !is_once(*it, around))
        .partition(|it| ir::is(*it, "affine.for"));
    let way = if loops.is_empty() { way_of(around) } else { Way::OneByOne };
    let time = |it: &Op<'c>| operation(*it, way == Way::InVectors).saturating_mul(repeated(*it));
    let (divisions, others): (Vec<_>, Vec<_>) =
        ops.into_iter().filter(|it| wanted(*it)).partition(|it| is_division(*it));
    let total = |ops: &[Op<'c>]| ops.iter().map(time).fold(0, i64::saturating_add);
    let own = match way {
        Way::InOrder => total(&divisions).max(total(&others)).max(LATENCY),
        Way::InVectors | Way::OneByOne => total(&divisions).saturating_add(total(&others)),
    };
    let mut sum = Weight { picoseconds: own, instances: i64::from(loops.is_empty()) };
    for inner in loops {
        let (trips, each) = (trips(inner), weight(inner, way_of, wanted));
        sum.picoseconds = sum.picoseconds.saturating_add(trips.saturating_mul(each.picoseconds));
        sum.instances = sum.instances.saturating_add(trips.saturating_mul(each.instances));
    }
    sum
}

/// Attribute of conditions that hold in the last iteration alone.
pub(crate) const ONCE: &str = "region.once";

fn is_once<'c>(op: Op<'c>, around: Op<'c>) -> bool {
    ir::parents(op).take_while(|it| *it != around).any(|it| ir::has_attr(it, ONCE))
}

/// The innermost affine loop around `op`.
pub(crate) fn loop_around(op: Op<'_>) -> Option<Op<'_>> {
    ir::parents(op).find(|it| ir::is(*it, "affine.for"))
}

fn trips(op: Op<'_>) -> i64 {
    let known = || affine::Bounds::of(op)?.constant_trips(affine::step(op)?);
    known().map_or(UNKNOWN_TRIPS, |it| it.max(0))
}

/// How often loops whose length only data tells run an op in one iteration of the affine loop around.
fn repeated(op: Op<'_>) -> i64 {
    let inside = ir::parents(op).take_while(|it| !ir::is(*it, "affine.for"));
    let unknown = inside.filter(|it| matches!(ir::name(*it), "scf.while" | "scf.for")).count() as u32;
    TRIPS.pow(unknown.min(3))
}

/// Do iterations hold loops whose length only data tells, so that the time of some says nothing of others?
pub fn is_irregular(root: Op<'_>) -> bool {
    ["scf.while", "scf.for"].iter().any(|name| !ir::find_all(root, name).is_empty())
}

fn operation(op: Op<'_>, in_vectors: bool) -> i64 {
    let vectors = |cost: i64| if in_vectors { cost / lanes(op) } else { cost };
    match ir::name(op) {
        "affine.load" | "affine.store" => vectors(MEMORY),
        // Computed addresses (`i / 2`, `i % 8`) stay near each other, and one vector seldom has all of them.
        "memref.load" | "memref.store" if is_computed(op) => MEMORY,
        "memref.load" | "memref.store" => SCATTERED,
        "memref.atomic_rmw" => ATOMIC,
        // A vector's quotients come half as fast as its products would suggest.
        _ if is_division(op) => vectors(DIVISION * if in_vectors { 2 } else { 1 }),
        "arith.divsi" | "arith.divui" | "arith.remsi" | "arith.remui" if has_constant_divisor(op) => {
            vectors(CONSTANT_DIVISION)
        }
        "arith.divsi" | "arith.divui" | "arith.remsi" | "arith.remui" => INTEGER_DIVISION,
        "region.math" if MathOp::cast(op).and_then(host_intrinsic).is_some() => vectors(SIMPLE),
        // A product that is computed again is rare.
        "region.math" if MathOp::cast(op).and_then(|it| complex::find(it.function())).is_some_and(|it| it.is_own()) => {
            0
        }
        "region.math" => FUNCTION,
        "region.call" => CallOp::cast(op).map_or(FUNCTION, CallOp::picoseconds),
        "arith.constant" | "affine.apply" | "arith.index_cast" => 0,
        name if name.starts_with("arith.") || name.starts_with("math.") => vectors(SIMPLE),
        _ => 0,
    }
}

fn is_division(op: Op<'_>) -> bool {
    matches!(ir::name(op), "arith.divf" | "math.sqrt" | "arith.remf")
}

fn has_constant_divisor(division: Op<'_>) -> bool {
    ir::operands(division).get(1).is_some_and(|it| ir::constant_int(*it).is_some())
}

/// Do the subscripts of a load or store come from indices and symbols alone?
fn is_computed(access: Op<'_>) -> bool {
    let values = ir::operands(access);
    let first = if ir::name(access) == "memref.store" { 2 } else { 1 };
    values.iter().skip(first).all(|it| is_computed_value(*it, MOST_STEPS))
}

/// Steps from a subscript back to what it is computed from; longer ways are taken for data.
const MOST_STEPS: u32 = 8;

fn is_computed_value(value: Val<'_>, steps: u32) -> bool {
    let Some(op) = ir::defining_op(value) else { return true };
    let is_arithmetic = ["arith.", "affine.apply"].iter().any(|it| ir::name(op).starts_with(it));
    is_arithmetic && steps > 0 && ir::operands(op).into_iter().all(|it| is_computed_value(it, steps - 1))
}

/// Values of the operation's type in a vector register.
fn lanes(op: Op<'_>) -> i64 {
    let stored = || ir::operands(op).first().map(|it| it.r#type());
    let ty = ir::results(op).first().map(|it| it.r#type()).or_else(stored);
    VECTOR / ty.map_or(64, bits)
}

fn bits(ty: Type<'_>) -> i64 {
    match IntegerType::try_from(ty) {
        // A comparison's result: what it compares is not narrower than most.
        Ok(int) if int.width() == 1 => 32,
        Ok(int) => i64::from(int.width()).clamp(8, 64),
        Err(_) if ty.is_f32() => 32,
        Err(_) => 64,
    }
}
