//! `region-schedule`: write the loops of a nest anew from a schedule.
//!
//! ```text
//!     before                              after, with a schedule that interchanges
//!     affine.for %i = 0 to %n {           affine.for %j = 0 to %n {
//!       affine.for %j = 0 to %i {           affine.for %i = %j + 1 to %n {
//!         A[i][j] = B[j][i]                   A[i][j] = B[j][i]
//!       }                                   }
//!     }                                   }
//! ```
//!
//! Legal if:  every dependence among the statements has its source before its sink (`Dependences::are_kept_by`). Arrays that may overlap
//!            are taken for disjoint, so only `identity`, which keeps the order of the source, is used where nobody checks them.
//! Needs:     `region-privatize` before it: variables outside of loops tie all iterations. Leaves: loops without marks.
//! Declines:  loops whose bounds, or conditions around them, are not affine; loops with results; operations with unknown effects; what
//!            isl cannot write in affine loops, or not within its limit of operations. These stay as they are.
//! Source:    Verdoolaege, isl (ICMS 2010); Grosser, Verdoolaege, Cohen, Polyhedral AST generation is more than scanning polyhedra
//!            (TOPLAS 2015).

use melior::ir::operation::OperationLike;
use raddle_dialects::build::Builder;
use raddle_dialects::ir::{self, Op};
use raddle_dialects::{Failure, Pass, diagnostics};
use raddle_poly::analysis::Analysis;
use raddle_poly::schedule::{Code, Dependences, More, Statement, StatementId, Tree};

use crate::distribute::in_fallback;
use crate::extract::{Extracted, extract, is_inside};
use crate::random;
use crate::realize::{Scheduled, Shared, realize};
use crate::values;
use crate::versions::check_disjoint;

/// Which schedule.
#[derive(Clone, Copy, Default)]
enum Choice {
    /// The order of the source.
    #[default]
    Identity,
    /// Some legal order, from this seed.
    Random(u64),
}

impl Choice {
    fn what(self) -> &'static str {
        match self {
            Choice::Identity => "in the order of the source",
            Choice::Random(_) => "in a random order",
        }
    }
}

#[derive(Clone, Default)]
pub struct Schedule {
    choice: Choice,
    print: bool,
}

impl Pass for Schedule {
    const ARG: &'static str = "region-schedule";
    const DESC: &'static str = "write loops anew from schedules";
    const OPTIONS: &'static [(&'static str, &'static str)] = &[
        ("order", "identity (default), or random:SEED: some order that keeps all dependences"),
        ("print", "true: say each schedule and its loops in a remark"),
    ];

    fn set(&mut self, name: &str, value: &str) -> Result<(), String> {
        let wrong = || format!("option '{name}' does not take '{value}'");
        match (name, value) {
            ("order", "identity") => self.choice = Choice::Identity,
            ("order", _) => {
                let seed = value.strip_prefix("random:").and_then(|it| it.parse().ok());
                self.choice = Choice::Random(seed.ok_or_else(wrong)?);
            }
            ("print", "true" | "false") => self.print = value == "true",
            _ => return Err(wrong()),
        }
        Ok(())
    }

    fn run<'c>(&mut self, op: Op<'c>) -> Result<(), Failure> {
        let mut number = 0;
        for nest in ir::find_all(op, "region.nest") {
            for root in roots(nest) {
                number += 1;
                if let Err(reason) = self.schedule(nest, root, number) {
                    diagnostics::remark(root.location(), format!("loop is not scheduled: {reason}")).report();
                }
            }
        }
        Ok(())
    }
}

/// The outermost affine loops.
pub fn roots(nest: Op<'_>) -> Vec<Op<'_>> {
    let is_loop = |op: Op<'_>| matches!(ir::name(op), "affine.for" | "scf.for" | "scf.while");
    let is_root = |op: &Op<'_>| !ir::parents(*op).any(is_loop) && !in_fallback(*op);
    ir::find_all(nest, "affine.for").into_iter().filter(is_root).collect()
}

impl Schedule {
    fn schedule<'c>(&self, nest: Op<'c>, root: Op<'c>, number: u64) -> Result<(), String> {
        if let Some(op) = ir::find_all(root, "affine.for").into_iter().find(|it| !ir::results(*it).is_empty()) {
            return Err(format!("the loop at {} has results", crate::extract::position(op)));
        }
        values::separate(root);
        let found = extract(nest);
        let (statements, ops) = statements(&found, root)?;
        let failed = |error: &dyn std::fmt::Display| error.to_string();
        let analysis = Analysis::of(&found.model).map_err(|it| failed(&it))?;
        if !have_affine_bounds(&analysis, &statements) {
            return Err("a loop's bounds are not affine".into());
        }
        if statements.is_empty() {
            return Ok(());
        }
        let dependences = Dependences::new(&analysis, &statements, &[]).map_err(|it| failed(&it))?;
        let tree = match self.choice {
            Choice::Identity => Tree::original(&statements),
            Choice::Random(seed) => random::tree(&dependences, seed ^ (number << 32)).map_err(|it| failed(&it))?,
        };
        let code = Code::of(&dependences, &tree, &More::new()).map_err(|it| failed(&it))?;
        if self.print {
            diagnostics::remark(root.location(), format!("schedule:\n{tree}loops:\n{code}")).report();
        }
        if let Choice::Random(_) = self.choice {
            let id = found.loop_of(root).ok_or("the loop is not known")?;
            check_disjoint(&analysis, &found, id)?;
        }
        let shared = shared(&found, root, &ops, &dependences, &tree).map_err(|it| failed(&it))?;
        let (found, statements, ops) = (&found, &statements[..], &ops[..]);
        let scheduled = Scheduled::new((found, root), (statements, ops), shared, (&tree, self.choice.what()));
        realize(&scheduled, &Builder::before(root), &code)?;
        ir::erase(root);
        Ok(())
    }
}

/// Are the bounds of all loops around the statements affine?
pub(crate) fn have_affine_bounds(analysis: &Analysis, statements: &[Statement]) -> bool {
    statements.iter().flat_map(|it| &it.loops).all(|id| analysis.has_known_trips(*id))
}

/// The statements of a loop, each with its ops.
pub fn statements<'c>(found: &Extracted<'c>, root: Op<'c>) -> Result<(Vec<Statement>, Vec<Vec<Op<'c>>>), String> {
    if let Some(reason) = found.unknown_effects_in(root) {
        return Err(reason.into());
    }
    let groups: Vec<_> = found.groups.iter().filter(|it| is_inside(it.ops[0], root)).collect();
    if groups.iter().any(|it| !it.exact) {
        return Err("a condition is not affine".into());
    }
    Ok(groups.into_iter().map(|it| (it.statement.clone(), it.ops.clone())).unzip())
}

/// The variables of the loop that several statements use.
pub fn shared<'c>(
    found: &Extracted<'c>,
    root: Op<'c>,
    ops: &[Vec<Op<'c>>],
    dependences: &Dependences<'_>,
    tree: &Tree,
) -> raddle_poly::isl::Result<Vec<Shared<'c>>> {
    let mut shared = vec![];
    for declaration in ir::find_all(root, "memref.alloca") {
        let uses = ir::uses(ir::result(declaration));
        let is_user = |ops: &Vec<Op<'c>>| ops.iter().any(|op| uses.iter().any(|(user, _)| is_inside(*user, *op)));
        let users: Vec<_> = (0..ops.len()).filter(|it| is_user(&ops[*it])).map(|it| StatementId(it as u32)).collect();
        let is_own = |user: &StatementId| ops[user.0 as usize].iter().any(|op| is_inside(declaration, *op));
        if matches!(users[..], [] | [_]) && users.iter().all(is_own) {
            continue;
        }
        let copies = ir::parents(declaration).filter(|it| found.loop_of(*it).is_some()).count();
        let rows = dependences.rows_around_copies(tree, &users, copies)?;
        shared.push(Shared { declaration, rows, users });
    }
    Ok(shared)
}
