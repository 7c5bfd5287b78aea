//! `region-privatize`: give each iteration its own copy of a scalar or small array that it overwrites before it reads.
//!
//! ```text
//!     before                                 after
//!     affine.for %i = 0 to %n {              affine.for %i = 0 to %n {
//!       t = A[i]          // t: a view         %p = memref.alloca() : memref<f64>
//!       B[i] = t * t                           %p[] = A[i]
//!     }                                        B[i] = %p[] * %p[]
//!                                            }
//! ```
//!
//! Legal if:  every read of the array in an iteration is preceded in it by certain writes of the same elements, and the array is
//!            dead after the loop, or it is a scalar that the last iteration certainly writes (the copy is then stored back in
//!            the last iteration). No other pointer of the nest may reach it: a local scalar whose address nobody has, or an
//!            array where all pointers of the nest have known targets (a check at run time would not see a private copy).
//!            Done only where it leaves the loop without any carried dependence.
//! Needs:     nothing. Leaves: parallel loops for `region-parallelize`.
//! Declines:  arrays whose private part has no constant extents, or more than 1,024 bytes.
//! Source:    Tu and Padua, Automatic array privatization (1993); Par4All thesis 4.3.2 (scalars first).

use melior::ir::operation::OperationLike;
use raddle_dialects::build::Builder;
use raddle_dialects::ir::{self, Op, Val};
use raddle_dialects::{Failure, Pass};
use raddle_poly::analysis::{Analysis, CopyOut, Privatization};
use raddle_poly::model::{ArrayId, LoopId};

use crate::affine::{self};
use crate::extract::{Extracted, extract, is_inside};
use crate::views::ViewInfo;

/// Bytes of private memory per array that an iteration may have.
const LIMIT: i64 = 1024;

#[derive(Clone, Default)]
pub struct Privatize;

impl Pass for Privatize {
    const ARG: &'static str = "region-privatize";
    const DESC: &'static str = "give iterations private copies of what they overwrite first";

    fn run<'c>(&mut self, op: Op<'c>) -> Result<(), Failure> {
        for nest in ir::find_all(op, "region.nest") {
            // Each round changes one loop; a nest has few.
            for _ in 0..ir::find_all(nest, "affine.for").len() {
                if !privatize_one(nest)? {
                    break;
                }
            }
        }
        Ok(())
    }
}

/// What to make private in a loop.
struct Plan {
    /// The innermost loop of the perfect chain under the loop that is made parallel: copies live in its body.
    target: LoopId,
    /// Loops from the one made parallel down to `target`.
    chain: Vec<LoopId>,
    arrays: Vec<(ArrayId, CopyOut)>,
}

/// Privatizes for the first loop where that removes all carried dependences. False if there is none.
fn privatize_one(nest: Op<'_>) -> Result<bool, Failure> {
    let found = extract(nest);
    let Ok(analysis) = Analysis::new(&found.model) else { return Ok(false) };
    let loops = (0..found.loops.len() as u32).map(LoopId);
    let Some(plan) = loops.into_iter().find_map(|it| plan(&analysis, &found, it)) else { return Ok(false) };
    apply(&found, &plan)?;
    Ok(true)
}

fn plan(analysis: &Analysis, found: &Extracted<'_>, id: LoopId) -> Option<Plan> {
    let arrays = private_arrays(analysis, found, id)?;
    let mut plan = Plan { target: id, chain: vec![id], arrays };
    while let Some(child) = perfect_child(found, plan.target) {
        // The copies move inward only if each inner iteration, too, overwrites first.
        let ids: Vec<ArrayId> = plan.arrays.iter().map(|it| it.0).collect();
        let same = plan.arrays.iter().all(|(array, copy_out)| privacy(analysis, child, *array) == Some(*copy_out));
        if !same || !analysis.carried(child, &ids).is_empty() {
            break;
        }
        plan.target = child;
        plan.chain.push(child);
    }
    Some(plan)
}

/// The arrays to copy so that loop `id` carries nothing; None if that cannot be, or nothing is to do.
fn private_arrays(analysis: &Analysis, found: &Extracted<'_>, id: LoopId) -> Option<Vec<(ArrayId, CopyOut)>> {
    let mut arrays: Vec<ArrayId> = analysis.carried(id, &[]).iter().map(|it| it.array).collect();
    arrays.sort_unstable();
    arrays.dedup();
    if arrays.is_empty() || !analysis.carried(id, &arrays).is_empty() {
        return None;
    }
    let list: Option<Vec<_>> = arrays
        .into_iter()
        .map(|it| {
            let extents = constant_extents(found, it).filter(|_| out_of_reach(found, it))?;
            let copy_out = privacy(analysis, id, it)?;
            // Storing back is done for scalars only.
            (copy_out == CopyOut::None || extents.is_empty()).then_some((it, copy_out))
        })
        .collect();
    list
}

fn privacy(analysis: &Analysis, id: LoopId, array: ArrayId) -> Option<CopyOut> {
    match analysis.privatizable(id, array) {
        Privatization::Yes { copy_out, .. } => Some(copy_out),
        Privatization::No { .. } => None,
    }
}

/// Can no other pointer of the nest reach the array?
fn out_of_reach(found: &Extracted<'_>, array: ArrayId) -> bool {
    let storage = &found.arrays[array.0 as usize];
    let Some(view) = storage.views.first().filter(|it| it.object >= 0) else { return false };
    let local_scalar = view.rank() == 0 && is_local_variable(view);
    let others_known = found.arrays.iter().flat_map(|it| &it.views).all(|it| it.object >= 0);
    local_scalar || others_known
}

/// Is the view over a variable of the function? (Its `objects` entry then says that its address is not taken.)
fn is_local_variable(view: &ViewInfo<'_>) -> bool {
    let nest = ir::enclosing(view.op, "region.nest");
    let operand = nest.zip(view.input).and_then(|(nest, input)| ir::operands(nest).get(input).copied());
    operand.and_then(ir::defining_op).is_some_and(|it| ir::is(it, "llvm.alloca"))
}

/// Extents of a private copy: the array's own, if they are constant and small.
fn constant_extents(found: &Extracted<'_>, array: ArrayId) -> Option<Vec<i64>> {
    let storage = &found.arrays[array.0 as usize];
    let view = storage.views.first().filter(|_| storage.faithful)?;
    let extents: Option<Vec<i64>> = view.sizes.iter().map(|it| ir::constant_int(*it).filter(|it| *it > 0)).collect();
    let bytes = extents.as_ref()?.iter().try_fold(view.elem_bytes, |all, it| all.checked_mul(*it))?;
    extents.filter(|_| bytes <= LIMIT)
}

/// The only op in the body of a loop, if it is an `affine.for`.
pub fn perfect_child(found: &Extracted<'_>, id: LoopId) -> Option<LoopId> {
    let body = ir::ops(ir::entry_block(found.loops[id.0 as usize], 0)?);
    match body.as_slice() {
        [only, _terminator] if ir::is(*only, "affine.for") => found.loop_of(*only),
        _ => None,
    }
}

fn apply<'c>(found: &Extracted<'c>, plan: &Plan) -> Result<(), Failure> {
    let target = found.loops[plan.target.0 as usize];
    for (array, copy_out) in &plan.arrays {
        let storage = &found.arrays[array.0 as usize];
        let extents = constant_extents(found, *array)
            .ok_or_else(|| Failure::Internal("a private array lost its extents".into()))?;
        let original = storage.memrefs[0];
        let block = ir::body(target);
        let b = Builder::at_start(ir::context(target), block, target.location());
        let private = b.memref_alloca(b.memref(&extents, raddle_dialects::build::element_type(original)));
        for memref in &storage.memrefs {
            for (user, operand) in ir::uses(*memref) {
                if is_inside(user, target) {
                    ir::set_operand(user, operand, private);
                }
            }
        }
        if *copy_out == CopyOut::LastIteration {
            store_back(found, plan, original, private)?;
        }
    }
    Ok(())
}

/// `if this is the last iteration of all loops of the chain { original = private }` at the end of the body.
fn store_back<'c>(found: &Extracted<'c>, plan: &Plan, original: Val<'c>, private: Val<'c>) -> Result<(), Failure> {
    let target = found.loops[plan.target.0 as usize];
    let mut b = Builder::before(target).before_terminator(ir::body(target));
    for id in &plan.chain {
        let op = found.loops[id.0 as usize];
        let (set, operands) =
            affine::last_iteration(op).ok_or_else(|| Failure::Internal("a loop lost its bounds".into()))?;
        let (_, then, _) = b.affine_if(set, &operands, false);
        b = b.before_terminator(then);
    }
    let map = melior::ir::AffineMap::empty(b.context());
    let value = b.affine_load(private, map, &[]);
    b.affine_store(value, original, map, &[]);
    Ok(())
}
