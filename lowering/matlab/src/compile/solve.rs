//! The types of variables within a region, by what its statements assign. Writes no code.

use super::infer::{self, Inference};
use super::types::{Elem, Known, Shape, Type};
use super::uses;
use crate::ast::{Expr, ExprKind, Function, Stmt, StmtKind, Target};

/// The types of a region's variables: those at its entry, and what its statements assign.
pub fn solve(function: &Function, inference: &mut Inference, stmt: &Stmt, types: &mut Vec<Known>) {
    for _ in 0..6 {
        let before = types.clone();
        solve_statement(function, inference, stmt, types);
        if *types == before {
            return;
        }
    }
}

fn solve_statement(function: &Function, inference: &mut Inference, stmt: &Stmt, types: &mut Vec<Known>) {
    let assign = |types: &mut Vec<Known>, place: &Expr, known: Known| match &place.kind {
        ExprKind::Name(slot) => {
            let at = slot.0 as usize;
            types[at] = types[at].join(known);
        }
        // An array of real numbers of which an element becomes complex is complex.
        ExprKind::Index { base, .. } => {
            if let (ExprKind::Name(slot), Known::Typed(Type { elem: Elem::Complex, .. })) = (&base.kind, known)
                && let Known::Typed(ty @ Type { elem: Elem::Double, .. }) = types[slot.0 as usize]
                && !ty.is_scalar()
            {
                types[slot.0 as usize] = Known::Typed(ty.with(Elem::Complex));
            }
        }
        _ => {
            if let Some(slot) = infer::start(place) {
                types[slot.0 as usize] = Known::Anything;
            }
        }
    };
    match &stmt.kind {
        StmtKind::Assign { targets, value } => match &targets[..] {
            [Target::Place(place)] => {
                let known = inference.expr(function, value, types);
                assign(types, place, known);
            }
            _ => {
                let all = inference.many(function, value, targets.len(), types);
                for (target, known) in targets.iter().zip(all) {
                    if let Target::Place(place) = target {
                        assign(types, place, known);
                    }
                }
            }
        },
        StmtKind::Update { target, op, value } => {
            let left = inference.expr(function, target, types);
            let right = inference.expr(function, value, types);
            assign(types, target, infer::binary(*op, left, right));
        }
        StmtKind::For { target, values, .. } => {
            let known = match (&values.kind, inference.expr(function, values, types)) {
                (ExprKind::Range { .. }, Known::Typed(ty)) => Known::Typed(Type { shape: Shape::Scalar, ..ty }),
                _ => Known::Anything,
            };
            assign(types, target, known);
        }
        StmtKind::Global(names) | StmtKind::Persistent(names) => {
            for (slot, _) in names {
                types[slot.0 as usize] = Known::Anything;
            }
        }
        _ => (),
    }
    for block in uses::blocks(stmt) {
        for stmt in block {
            solve_statement(function, inference, stmt, types);
        }
    }
}
