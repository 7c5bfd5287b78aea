//! `region-atomics`: let iterations that only update elements of an array run in any order, by atomic updates.
//!
//! ```text
//!     before                                 after
//!     affine.for %i = 0 to %n {              affine.for %i = 0 to %n {
//!       %k = K[%i]                             %k = K[%i]
//!       %h = H[%k]                             memref.atomic_rmw addi %c1, H[%k]
//!       H[%k] = %h + %c1                     }
//!     } {region.reductions = ["+ on 'H'"]}
//! ```
//!
//! Legal if:  only reductions carry dependences in the loop (`reductions.rs`), all of integers by an operator whose updates commute
//!            (`updates.rs`). Elements of the array have one size and lie at multiples of it, so that they coincide or are apart.
//!            No value of an element is looked at in the loop, so nobody sees the order. Floats are left alone: their sums
//!            depend on it.
//! Needs:     `region-distribute` and whatever else makes loops parallel before it: done only for the outermost loop that is
//!            sequential otherwise, and not where an update is in an inner loop that is parallel already. Leaves: parallel
//!            loops for `region-parallelize`; `region-lower-views` writes load and store again where no kernel is made.
//! Declines:  operators and types that the target has no atomic operation for: a remark. Loops with operations that no device
//!            has, and updates of the same element in all iterations, which partial results serve better.
//! Source:    Par4All thesis 4.4.3 (reductions through atomic operations, from a rough description of the target), OpenCL 1.2 6.12.11.
//!            Differs: a minimum by comparison becomes one operation, too; no claim on which devices have 64 bits (the thesis's "since
//!            Fermi" holds for sums and exchanges only): a kernel's device is asked.

use melior::ir::attribute::StringAttribute;
use melior::ir::operation::OperationLike;
use melior::ir::r#type::IntegerType;
use melior::ir::{Location, Type, ValueLike};
use raddle_dialects::build::{Builder, element_type};
use raddle_dialects::ir::{self, Op, Val};
use raddle_dialects::{Failure, Pass, diagnostics};
use raddle_poly::analysis::Analysis;
use raddle_poly::model::{AccessId, ArrayId, LoopId};

use crate::affine;
use crate::distribute::{in_fallback, in_parallel_loop};
use crate::extract::{Extracted, Storage, extract, is_inside};
use crate::parallelize::{Verdict, array_name, verdict};
use crate::reductions::{Operator, Reduction, Statement};
use crate::updates::{Target, Update};

/// The op that an update becomes.
pub const ATOMIC: &str = "memref.atomic_rmw";
/// Attribute of a loop whose updates stay in order: why.
pub const IN_ORDER: &str = "region.in_order";

#[derive(Clone, Default)]
pub struct Atomics {
    target: Target,
}

impl Pass for Atomics {
    const ARG: &'static str = "region-atomics";
    const DESC: &'static str = "make updates of array elements atomic where nothing else keeps a loop sequential";
    const OPTIONS: &'static [(&'static str, &'static str)] = &[(
        "target",
        "atomic operations there are: default (32 and 64 bits), opencl-1.2 (32 bits), none, or a list such as add.i32+umax.i64",
    )];

    fn set(&mut self, name: &str, value: &str) -> Result<(), String> {
        match (name, Target::parse(value)) {
            ("target", Some(target)) => self.target = target,
            _ => return Err(format!("option '{name}' does not take '{value}'")),
        }
        Ok(())
    }

    fn run<'c>(&mut self, op: Op<'c>) -> Result<(), Failure> {
        ir::find_all(op, "region.nest").into_iter().for_each(|nest| self.nest(nest));
        Ok(())
    }
}

impl Atomics {
    fn nest(&self, nest: Op<'_>) {
        let found = extract(nest);
        let Ok(analysis) = Analysis::of(&found.model) else { return };
        let mut chosen: Vec<(Op<'_>, Vec<(Update, Statement<'_>)>)> = vec![];
        for (number, op) in found.loops.iter().enumerate() {
            let id = LoopId(number as u32);
            if chosen.iter().any(|it| is_inside(*op, it.0)) || !is_candidate(&analysis, &found, id) {
                continue;
            }
            let Verdict::Reductions(reductions) = verdict(&analysis, &found, id) else { continue };
            if served_better(&analysis, &found, id, &reductions) {
                continue;
            }
            let updates: Result<Vec<_>, _> = reductions.iter().map(|it| self.updates(&found, it)).collect();
            match updates {
                Ok(updates) => chosen.push((*op, updates.into_iter().flatten().collect())),
                Err(reason) => decline(*op, &reason),
            }
        }
        // Only now: ops that are gone must not be asked for their loops.
        chosen.into_iter().flat_map(|it| it.1).for_each(|(update, statement)| replace(&statement, update));
    }

    /// The statements of a reduction with their operator; the error says why they are left.
    fn updates<'c>(
        &self,
        found: &Extracted<'c>,
        reduction: &Reduction<'c>,
    ) -> Result<Vec<(Update, Statement<'c>)>, String> {
        let name = array_name(found, reduction.array);
        let storage = &found.arrays[reduction.array.0 as usize];
        let ty = element_type(storage.memrefs[0]);
        let width = IntegerType::try_from(ty).ok().map(|it| it.width());
        let update =
            Update::of(reduction.operator).zip(width).filter(|(update, width)| self.target.has(*update, *width));
        if reduction.selection.is_some() {
            return Err(format!("what is kept with '{name}' must be of the same iteration"));
        }
        let Some((update, _)) = update else {
            return Err(format!("no atomic {} on {ty}", word(reduction.operator)));
        };
        if !is_in_place(storage, ty) {
            return Err(format!("elements of '{name}' may overlap in part"));
        }
        Ok(reduction.statements.iter().map(|it| (update, it.clone())).collect())
    }
}

/// Would some device run the loop if it were parallel, and nothing else does?
fn is_candidate(analysis: &Analysis, found: &Extracted<'_>, id: LoopId) -> bool {
    let op = found.loops[id.0 as usize];
    !in_fallback(op) && found.obstacle_in(op).is_none() && !in_parallel_loop(analysis, found, id)
}

/// Is an update of the same element in all iterations, or in an inner loop that is parallel already?
fn served_better(analysis: &Analysis, found: &Extracted<'_>, id: LoopId, reductions: &[Reduction<'_>]) -> bool {
    let op = found.loops[id.0 as usize];
    reductions.iter().flat_map(|it| &it.statements).any(|statement| {
        let same = subscript_operands(statement.store).iter().all(|it| !is_defined_inside(*it, op));
        let inner = ir::parents(statement.store).take_while(|it| *it != op).filter_map(|it| found.loop_of(it));
        same || inner.into_iter().any(|it| verdict(analysis, found, it).is_parallel())
    })
}

fn is_defined_inside<'c>(value: Val<'c>, op: Op<'c>) -> bool {
    match ir::source(value) {
        ir::Source::Result(source, _) => is_inside(source, op),
        ir::Source::Argument(block, _) => {
            use melior::ir::BlockLike;
            block.parent_operation().is_some_and(|it| is_inside(it, op))
        }
    }
}

/// What the place of a store is made of.
fn subscript_operands<'c>(store: Op<'c>) -> Vec<Val<'c>> {
    ir::operands(store).into_iter().skip(2).collect()
}

/// Do all views of the array have elements of one type, at multiples of its size as far as that is known?
fn is_in_place(storage: &Storage<'_>, ty: Type<'_>) -> bool {
    !storage.views.is_empty()
        && storage.views.iter().all(|view| {
            let steps = view.strides.iter().chain([&view.offset]);
            let aligned = |it: &Val<'_>| ir::constant_int(*it).is_none_or(|it| it % view.elem_bytes == 0);
            element_type(view.result) == ty && steps.into_iter().all(aligned)
        })
}

fn word(operator: Operator) -> String {
    match (Update::of(operator), operator) {
        (Some(update), _) => update.to_string(),
        (None, Operator::Mul) => "mul".into(),
        (None, other) => other.to_string(),
    }
}

fn decline(op: Op<'_>, reason: &str) {
    diagnostics::remark(op.location(), format!("updates stay in order: {reason}")).report();
    ir::set_attr(op, IN_ORDER, StringAttribute::new(ir::context(op), reason).into());
}

fn replace(statement: &Statement<'_>, update: Update) {
    match statement.compared {
        Some(term) => replace_comparison(statement, update, term),
        None => replace_operators(statement, update),
    }
}

/// `h = h - a + b`: without the element the operators compute the term.
fn replace_operators(statement: &Statement<'_>, update: Update) {
    let store = statement.store;
    for load in &statement.loads {
        let element = ir::result(*load);
        let width = IntegerType::try_from(element.r#type()).map_or(64, |it| it.width());
        let neutral = Builder::before(*load).constant_int(element.r#type(), update.neutral(width));
        ir::replace_all_uses(element, neutral);
        ir::erase(*load);
    }
    statement.path.iter().for_each(|it| forget_flags(*it));
    insert(&Builder::before(store), update, ir::operands(store)[0], &Element::of(store, 1));
    ir::erase(store);
}

/// That no sum overflows was said of the sums with the element.
fn forget_flags(op: Op<'_>) {
    let b = Builder::before(op);
    if ir::has_attr(op, "overflowFlags")
        && let Some(none) = b.parse_attr("#arith.overflow<none>")
    {
        ir::set_attr(op, "overflowFlags", none);
    }
}

/// `if (t < h) h = t` or `h = t < h ? t : h`: the comparison goes.
fn replace_comparison<'c>(statement: &Statement<'c>, update: Update, term: Val<'c>) {
    let guard = ir::parent(statement.store).filter(|_| statement.path.is_empty());
    let choice = guard.or_else(|| statement.path.first().copied()).unwrap_or(statement.store);
    let condition = ir::operands(choice)[0];
    let outside: Vec<Op<'c>> = statement.loads.iter().copied().filter(|it| !is_inside(*it, choice)).collect();
    // The store's own subscripts may be computed under the condition.
    let element = Element { location: statement.store.location(), ..Element::of(statement.loads[0], 0) };
    insert(&Builder::before(choice), update, term, &element);
    match guard {
        Some(guard) => ir::erase(guard),
        None => {
            ir::erase(statement.store);
            statement.path.iter().rev().for_each(|it| ir::erase(*it));
        }
    }
    if let Some(comparison) = ir::defining_op(condition) {
        let extensions: Vec<Op<'c>> = ir::operands(comparison).into_iter().filter_map(ir::defining_op).collect();
        ir::erase(comparison);
        let unused =
            |it: &Op<'c>| !outside.contains(it) && ir::is_pure(*it) && !ir::results(*it).into_iter().any(ir::has_uses);
        extensions.into_iter().filter(unused).for_each(ir::erase);
    }
    outside.into_iter().for_each(erase_with_extensions);
}

/// Erases a load whose value is at most extended, for nobody.
fn erase_with_extensions(op: Op<'_>) {
    ir::results(op).into_iter().flat_map(ir::uses).for_each(|(user, _)| erase_with_extensions(user));
    ir::erase(op);
}

/// The place of an update.
struct Element<'c> {
    access: Op<'c>,
    /// The number of the access's operand that is the array; subscripts follow it.
    memref: usize,
    location: Location<'c>,
}

impl<'c> Element<'c> {
    fn of(access: Op<'c>, memref: usize) -> Self {
        Self { access, memref, location: access.location() }
    }
}

fn insert<'c>(b: &Builder<'c>, update: Update, term: Val<'c>, element: &Element<'c>) {
    let b = b.at(element.location);
    let memref = ir::operands(element.access)[element.memref];
    let operands = [vec![term, memref], affine::subscripts(&b, element.access, element.memref + 1)].concat();
    b.op(ATOMIC, &operands, &[term.r#type()], &[("kind", b.i64(update.kind()))]);
}

/// Arrays that loop `op` reaches by atomic updates alone, all by one operator on one type, with nobody looking at the old
/// values: their order makes no difference.
pub fn unordered_arrays<'c>(found: &Extracted<'c>, op: Op<'c>) -> Vec<ArrayId> {
    let inside = found.accesses_in(op);
    let arrays = (0..found.arrays.len() as u32).map(ArrayId);
    arrays
        .filter(|array| is_unordered(found, inside.iter().copied().filter(|it| found.array_of(*it) == *array)))
        .collect()
}

fn is_unordered<'c>(found: &Extracted<'c>, accesses: impl Iterator<Item = AccessId>) -> bool {
    let updates: Option<Vec<_>> = accesses.map(|it| unordered(found.accesses[it.0 as usize])).collect();
    updates.is_some_and(|all| all.first().is_some_and(|first| all.iter().all(|it| it == first)))
}

/// Operator and type of an atomic update whose old value is not used.
fn unordered<'c>(op: Op<'c>) -> Option<(Update, Type<'c>)> {
    let value = *ir::operands(op).first().filter(|_| ir::is(op, ATOMIC))?;
    let update = Update::of_kind(ir::i64_attr(op, "kind")?)?;
    (!ir::has_uses(ir::result(op))).then(|| (update, value.r#type()))
}
