//! The schedules of a nest as text, for people. A nest with the attribute [`SCHEDULES`] keeps there what is written into it.
//!
//! ```text
//!     loop at gemm.c:3:3, in tiles
//!       S0(i, j, k) at gemm.c:5:7
//!       schedule:
//!         band S0: floor((i0)/64)
//!         ...
//!       loops:
//!         for c0 = 0 to floor((n - 1)/64) + 1
//!           ...
//! ```

use melior::ir::operation::OperationLike;
use raddle_dialects::build::Builder;
use raddle_dialects::ir::{self, Op};
use raddle_poly::analysis::Analysis;
use raddle_poly::model::LoopId;
use raddle_poly::schedule::{Code, Dependences, More, Statement, Tree};
use std::fmt::Write as _;

use crate::extract::{Extracted, extract, position};
use crate::formula::{Formulas, NAME};
use crate::realize::{Packed, Scheduled};
use crate::schedule::{have_affine_bounds, roots, statements};

/// What the nest is told to keep, and what it has kept.
pub const SCHEDULES: &str = "region.schedules";

/// Makes a nest keep its schedules, from the order of the source on.
pub fn keep(nest: Op<'_>) {
    let found = extract(nest);
    let parts = roots(nest).into_iter().map(|root| match in_source(&found, root) {
        Ok(text) => text,
        Err(reason) => format!("loop at {}: no schedule, {reason}\n", position(root)),
    });
    set(nest, &parts.collect::<String>());
}

fn in_source<'c>(found: &Extracted<'c>, root: Op<'c>) -> Result<String, String> {
    let (statements, ops) = statements(found, root)?;
    let failed = |error: &dyn std::fmt::Display| error.to_string();
    let analysis = Analysis::of(&found.model).map_err(|it| failed(&it))?;
    if !have_affine_bounds(&analysis, &statements) {
        return Err("a loop's bounds are not affine".into());
    }
    if statements.is_empty() {
        return Err("there is no statement in it".into());
    }
    let tree = Tree::original(&statements);
    let dependences = Dependences::new(&analysis, &statements, &[]).map_err(|it| failed(&it))?;
    let code = Code::of(&dependences, &tree, &More::new()).map_err(|it| failed(&it))?;
    Ok(text(found, (root, "as in the source"), (&statements, &ops), (&tree, &code), &[]))
}

/// Keeps a schedule whose loops have been written, where that is wanted.
pub(crate) fn add(scheduled: &Scheduled<'_, '_>, code: &Code) {
    let Scheduled { found, root, statements, ops, tree, what, ref packed, .. } = *scheduled;
    let nest = ir::enclosing(root, "region.nest");
    if let Some((nest, kept)) = nest.and_then(|nest| Some((nest, ir::str_attr(nest, SCHEDULES)?))) {
        set(nest, &format!("{kept}\n{}", text(found, (root, what), (statements, ops), (tree, code), packed)));
    }
}

fn set(nest: Op<'_>, text: &str) {
    ir::set_attr(nest, SCHEDULES, Builder::before(nest).str(text));
}

fn text<'c>(
    found: &Extracted<'c>,
    (root, what): (Op<'c>, &str),
    (statements, ops): (&[Statement], &[Vec<Op<'c>>]),
    (tree, code): (&Tree, &Code),
    packed: &[Packed<'c>],
) -> String {
    let mut text = format!("loop at {}, {what}\n", position(root));
    for (number, (statement, ops)) in statements.iter().zip(ops).enumerate() {
        let _ = writeln!(text, "  S{number}({}) at {}", iterators(found, statement), place(ops));
    }
    for Packed { copy, statement, .. } in packed {
        let _ = writeln!(text, "  S{} copies what a tile of S{} loads", copy.0, statement.0);
    }
    let (schedule, loops) = (tree.to_string(), code.to_string());
    let mut names = Formulas::default();
    for name in found.model.params.iter().filter(|it| mentions(&loops, it)) {
        let formula = found.values.get(name).map(|it| names.of(*it).to_string());
        let _ = writeln!(text, "  {name} is {}", formula.as_deref().unwrap_or("a value of the host"));
    }
    text + "  schedule:\n" + &indented(&schedule) + "  loops:\n" + &indented(&loops)
}

/// What the source calls the variables of the loops around a statement.
fn iterators(found: &Extracted<'_>, statement: &Statement) -> String {
    let name = |(depth, id): (usize, &LoopId)| {
        ir::str_attr(found.loops[id.0 as usize], NAME).map_or_else(|| format!("i{depth}"), String::from)
    };
    statement.loops.iter().enumerate().map(name).collect::<Vec<_>>().join(", ")
}

fn mentions(loops: &str, name: &str) -> bool {
    loops.split(|it: char| !it.is_alphanumeric() && it != '_').any(|word| word == name)
}

/// Where a statement stands: at its last operation with a place, the assignment.
fn place(ops: &[Op<'_>]) -> String {
    let known = ops.iter().rev().find_map(|it| ir::file_line_col(it.location()));
    known.map_or_else(|| "unknown position".into(), |it| it.to_string())
}

fn indented(lines: &str) -> String {
    lines.lines().map(|line| format!("    {line}\n")).collect()
}
