//! `raise`: finds the candidate loop nests of a function and describes each as a [`plan::Nest`].
//!
//! A nest is an outermost `for` loop whose bounds are affine and whose body consists of affine loops, conditions, sequential
//! inner loops and assignments to memory that can be described as views. A loop that does not qualify is searched for inner
//! nests. Nothing here decides whether a loop is parallel or worth offloading, and no IR is built.
//!
//! Meaning of integers. Signed overflow is undefined behaviour, so signed arithmetic is taken as exact and the use is
//! recorded in `assumptions`. Unsigned arithmetic (under `-fwrapv`, all) and narrowing conversions wrap: each is proven not
//! to (`prove`), or guarded by a check before the nest, or the expression stays opaque.
//!
//! | file | |
//! |---|---|
//! | `visit`, `spell` | iteration over the AST, C spellings for messages |
//! | `effects`, `live` | what code writes and may change; liveness of locals at loop exits |
//! | `poly`, `prove` | polynomials and proofs of `>= 0` |
//! | `value` | integer expressions and conditions to polynomials, symbols |
//! | `path`, `shape` | lvalues to base, offset and subscripts; these to views, linearized subscripts recovered |
//! | `watch` | what is read before the nest and must keep its value: a check of addresses |
//! | `cases` | remainders, choices and other values that are not affine and have bounds |
//! | `header`, `walk` | `for` headers; those that walk a pointer over an array |
//! | `body`, `jumps`, `access` | statements, `break` and the like, expressions |
//! | `whiles` | `while` loops that end with a step, before that |
//! | `agreed` | parameters that are the same array in all calls, before that |
//! | `never` | branches that end the program, and are checked never to be taken |
//! | `complex` | complex numbers become pairs of numbers, first of all |
//! | `dead_branches` | branches that are never taken go |
//! | `gotos` | forward jumps become conditions, before the others |
//! | `computes` | functions that only compute a value, which nests may call |
//! | `inline` | calls of small functions in loops, replaced before anything else looks; bodies from stub files as well |
//! | `lift`, `single_exit` | bodies and statement expressions as statements in front of those that evaluate them |
//! | `aggregates` | structs and arrays as values, `memcpy` and `memset`: their parts, one after the other |
//! | `extents` | extents of variable-length arrays in variables of their own |
//! | `constants` | local variables that have one value, a constant, are that |
//! | `strides` | loops whose step is not constant count from zero |
//! | `induction`, `closed_form`, `counted` | induction variables, replaced after that |
//! | `renaming` | variables with several values in an iteration become several |
//! | `repeated` | a condition that is tested again where it holds is tested once |
//! | `branches` | branches that meet in memory become conditions of their own |
//! | `wrap_around` | variables that hold a value of the iteration before, computed again |
//! | `owners` | memory that is reached in one way only |
//! | `blocks` | loops from block to block get a version without blocks, last of all |
//! | `rewrite` | new nodes and copies for both |
//! | `nest`, `print` | the state of one nest while it is read; plans as text |

mod access;
mod aggregates;
mod agreed;
mod blocks;
mod body;
mod branches;
mod cases;
mod closed_form;
mod complex;
pub(crate) mod computes;
mod constants;
mod counted;
mod dead_branches;
mod effects;
mod extents;
mod float_steps;
mod gotos;
mod header;
mod induction;
pub(crate) mod inline;
mod jumps;
mod lift;
mod live;
mod nest;
mod never;
mod owners;
mod path;
mod pointer_tests;
mod poly;
mod print;
mod prove;
mod renaming;
mod repeated;
mod rewrite;
mod rows;
mod shape;
mod shifted;
mod single_exit;
mod spell;
mod strides;
mod tested_steps;
#[cfg(test)]
mod testing;
mod value;
pub(crate) mod visit;
mod walk;
mod watch;
mod whiles;
mod wrap_around;

pub use dead_branches::drop_dead_branches;

use crate::ast::{self, DeclId, ExprId, StmtId, StmtKind, Unit};
use crate::plan::{Declined, ExprIdOrStmt, Nest, Unblocked};
pub use print::print;

pub use effects::Place;
pub(crate) use effects::promise;
use effects::{Effects, has_jumps};
pub use inline::calls_launching;
pub(crate) use inline::{calls, launching_elsewhere};
use live::Liveness;
use visit::Item;

/// Why something does not fit a nest: the construct and where.
#[derive(Clone, Debug)]
pub(crate) struct Reason {
    at: ExprIdOrStmt,
    text: String,
}

type Result<T> = std::result::Result<T, Reason>;

impl Reason {
    fn at_expr(at: ExprId, text: impl Into<String>) -> Reason {
        Reason { at: ExprIdOrStmt::Expr(at), text: text.into() }
    }
    fn at_stmt(at: StmtId, text: impl Into<String>) -> Reason {
        Reason { at: ExprIdOrStmt::Stmt(at), text: text.into() }
    }
}

/// A function with what is known of it as a whole.
pub(crate) struct Function {
    decl: DeclId,
    effects: Effects,
    liveness: Liveness,
    has_jumps: bool,
}

/// Why `while` and `do` loops stay on the host.
const UNCOUNTED: &str = "how often the loop runs is not known before it runs";

/// Makes more loops nests, by rewriting the unit; its meaning stays. To be called once, before [`nests`].
pub fn prepare(unit: &mut Unit) {
    complex::split_complex(unit);
    drop_dead_branches(unit);
    agreed::replace_agreed_parameters(unit);
    gotos::structure_gotos(unit);
    whiles::make_for_loops(unit);
    never::split_choices(unit);
    aggregates::replace_copies(unit);
    unit.computes = computes::find(unit);
    inline::inline_calls(unit);
    pointer_tests::compare_with_null(unit);
    aggregates::split_aggregates(unit);
    extents::keep_extents(unit);
    constants::propagate_constants(unit);
    drop_dead_branches(unit);
    strides::count_strides(unit);
    float_steps::count_float_steps(unit);
    tested_steps::count_tested_steps(unit);
    induction::substitute_inductions(unit);
    renaming::rename_reused(unit);
    repeated::drop_repeated_conditions(unit);
    branches::split_branches(unit);
    wrap_around::replace_wrap_arounds(unit);
    owners::find_owners(unit);
    blocks::find_blocks(unit);
}

/// The maximal nests of a function in source order, and the loops that are none.
pub fn nests(unit: &Unit, function: DeclId) -> (Vec<Nest>, Vec<Declined>) {
    let (mut nests, mut declined) = (Vec::new(), Vec::new());
    let Some(body) = unit.decl(function).body else { return (nests, declined) };
    let (effects, mut liveness) = (Effects::of_stmt(unit, body), Liveness::of(unit, body));
    let twins = unit.unblocked.values().flat_map(|it| &it.twins);
    twins.for_each(|(copy, of)| liveness.copy(*of, *copy));
    let facts = Function { decl: function, effects, liveness, has_jumps: has_jumps(unit, body) };
    visit::walk(unit, Item::Stmt(body), |item| {
        let Item::Stmt(stmt) = item else { return true };
        match unit.stmt(stmt).kind {
            StmtKind::For { .. } => {}
            // `do { .. } while (0)`, as macros have it.
            StmtKind::Do { cond, .. } if unit.expr(cond).constant == Some(0) => return true,
            StmtKind::While { .. } | StmtKind::Do { .. } => {
                let Reason { at, text } = Reason::at_stmt(stmt, UNCOUNTED);
                declined.push(Declined { stmt, at, reason: text });
                return true;
            }
            _ => return true,
        }
        if has_blocks_inside(unit, stmt) {
            let Reason { at, text } =
                Reason::at_stmt(stmt, "loops in it that go from block to block are nests of their own");
            declined.push(Declined { stmt, at, reason: text });
            return true;
        }
        match nest::raise(unit, &facts, stmt) {
            Ok(nest) => {
                let unblocked = unit.unblocked.get(&stmt).and_then(|it| unblocked(unit, &facts, it)).map(Box::new);
                nests.push(Nest { unblocked, ..nest });
                false
            }
            Err(Reason { at, text }) => {
                declined.push(Declined { stmt, at, reason: text });
                true
            }
        }
    });
    if is_for_inlining_only(unit, function) {
        declined.clear();
    }
    (nests, declined)
}

/// The version of a nest without blocks.
fn unblocked(unit: &Unit, facts: &Function, version: &ast::Unblocked) -> Option<Unblocked> {
    let nest = nest::raise(unit, facts, version.stmt).ok()?;
    Some(Unblocked { nest, conditions: version.conditions.clone(), loops: version.loops, is_summed: version.is_summed })
}

/// Has the loop others in it that have a version without blocks, and whose own bounds are not affine?
fn has_blocks_inside(unit: &Unit, stmt: StmtId) -> bool {
    let mut found = false;
    let mut enter = |item| {
        found |= matches!(item, Item::Stmt(s) if unit.unblocked.get(&s).is_some_and(|it| !it.is_affine));
        !found
    };
    if !unit.unblocked.is_empty() && !unit.unblocked.contains_key(&stmt) {
        visit::walk(unit, Item::Stmt(stmt), &mut enter);
    }
    found
}

/// Is the definition a library's copy of a function whose code is elsewhere, as `bsearch` is in `<stdlib.h>`? Nobody wants to
/// know of its loops.
fn is_for_inlining_only(unit: &Unit, function: DeclId) -> bool {
    let decl = unit.decl(function);
    decl.is_inline && !decl.is_internal && decl.attributes.iter().any(|it| it == "gnu_inline")
}
