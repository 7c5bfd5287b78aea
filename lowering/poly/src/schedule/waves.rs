//! Two loops over tiles as waves: the sum of their iterators, which is the outer loop then, and the inner one.
//!
//! ```text
//!     for c0 = 0 to n                       for w0 = 0 + first to n + last
//!       for c1 = c0 to c0 + m         =>      for c1 = max(first, w0 - n + 1) to min(last + 1, w0 + 1)
//!         S0                                    c0 = w0 - c1
//!                                               if c1 >= c0 and c1 < c0 + m
//!                                                 S0
//! ```
//!
//! isl can write them, too, but looks for strides of sums of quotients for seconds.

use super::{Code, Dependences, For, Form, Row, StatementId};
use crate::{
    analysis::{Comparison, Cond, Expr, Extreme},
    isl::{self, Map, Set},
};

/// Basic isl operations for one question.
const OPERATIONS: u64 = 1_000_000;

impl Dependences<'_> {
    /// The parameters for which each of these iterators, of a statement and the loop at some position around it, has values so far apart
    /// or further.
    pub fn where_far(&self, distances: &[(StatementId, usize, i64)]) -> isl::Result<Set> {
        self.analysis().allow_more(OPERATIONS);
        let mut all = self.analysis().context().clone();
        for (id, position, least) in distances {
            let domain = self.domain(*id);
            let depth = self.statements()[id.0 as usize].loops.len();
            let values = domain.apply(&Form::iterator(*position, depth).on(domain)?.to_map()?)?;
            let far = Set::read(self.analysis().isl(), &format!("{{ [d] : d >= {least} }}"))?;
            let params = Map::pairs_that_agree(&values, &values, 0)?.deltas()?.intersect(&far)?.params()?;
            all = all.intersect_params(&params)?.coalesce()?;
        }
        Ok(all)
    }

    /// Are the parameters in this set?
    pub fn condition(&self, params: &Set) -> isl::Result<Cond> {
        let context = self.analysis().context();
        Cond::from_ast(&params.gist_params(context)?.condition(context)?)
    }

    /// The least and the greatest value of a row where parameters are in `context`; None if there is no row. Where they differ from case to case,
    /// which no bound of a loop can say, less and more.
    pub fn extent(&self, row: &Row, context: &Set) -> isl::Result<Option<(Expr, Expr)>> {
        self.analysis().allow_more(OPERATIONS);
        let mut all: Option<Set> = None;
        for id in row.keys() {
            let values = self.domain(*id).apply(&self.time(row, *id)?)?;
            all = Some(match all {
                Some(all) => all.union(&values)?.coalesce()?,
                None => values,
            });
        }
        let Some(all) = all else { return Ok(None) };
        let all = all.intersect_params(context)?;
        let value = |it: isl::PwAff| Expr::from_ast(&it.coalesce()?.gist(context)?.expression(context)?);
        let bound = |of: fn(&Set, i32) -> isl::Result<isl::PwAff>| {
            let exact = value(of(&all, 0)?)?;
            match exact.has_cases() {
                // The hull may have no bound.
                true => Ok(all.hull().and_then(|hull| value(of(&hull, 0)?)).unwrap_or(exact)),
                false => Ok(exact),
            }
        };
        Ok(Some((bound(Set::dim_min)?, bound(Set::dim_max)?)))
    }
}

impl Code {
    /// The same instances, by the sum of the two outermost loops' iterators first, then by the inner one's, whose values are between `first`
    /// and `last`. None where the first two rows have no two loops.
    pub fn in_waves(self, (first, last): (&Expr, &Expr)) -> Option<Code> {
        let (outer, condition, inner) = self.first_rows()?;
        let wave = "w0".to_string();
        let (w, c0, c1) = (Expr::Name(wave.clone()), outer.iterator, Expr::Name(inner.iterator.clone()));
        let (lower, upper) = (outer.first.operands_of(Extreme::Max), outer.end.operands_of(Extreme::Min));
        let from = sums(&lower, &first.operands_of(Extreme::Max));
        let to = sums(&upper, &last.operands_of(Extreme::Min));
        // Where c0 ends, c1 begins, and the other way round.
        let minus = |bound: &Expr| w.clone() - bound.clone();
        let begin = upper.iter().map(|it| minus(it) + Expr::Const(1)).chain([first.clone()]);
        let end = lower.iter().map(|it| minus(it) + Expr::Const(1)).chain([last.clone() + Expr::Const(1)]);
        let is_inside = bounds(&c1, &inner).into_iter().chain(condition);
        let guarded = is_inside.reduce(|a, b| Cond::And(Box::new(a), Box::new(b)));
        let body = match guarded {
            Some(guard) => Code::If(guard, Box::new(inner.body), None),
            None => inner.body,
        };
        let body = Code::Let(c0, w.clone() - c1, Box::new(body));
        let inner =
            For { iterator: inner.iterator, first: join(begin, Expr::Max)?, end: join(end, Expr::Min)?, step: 1, body };
        let body = Code::For(Box::new(inner));
        let (first, end) = (join(from.into_iter(), Expr::Max)?, join(to.into_iter(), Expr::Min)?);
        Some(Code::For(Box::new(For { iterator: wave, first, end, step: 1, body })))
    }

    /// The loops of the first two rows, the inner one perhaps under a condition. A row with one value has no loop.
    fn first_rows(self) -> Option<(For, Option<Cond>, For)> {
        let Code::For(mut outer) = self else { return None };
        let (condition, body) = match std::mem::replace(&mut outer.body, Code::Block(vec![])) {
            Code::If(condition, then, None) => (Some(condition), *then),
            body => (None, body),
        };
        let Code::For(inner) = body else { return None };
        let are_rows = outer.iterator == "c0" && inner.iterator == "c1" && outer.step == 1 && inner.step == 1;
        are_rows.then_some((*outer, condition, *inner))
    }
}

/// Is the value in the range of the loop?
fn bounds(value: &Expr, it: &For) -> Vec<Cond> {
    let is = |comparison, bound: &Expr| Cond::Compare(comparison, Box::new(value.clone()), Box::new(bound.clone()));
    let lower = it.first.operands_of(Extreme::Max).into_iter().map(|it| is(Comparison::Ge, it));
    lower.chain(it.end.operands_of(Extreme::Min).into_iter().map(|it| is(Comparison::Lt, it))).collect()
}

/// All sums of one of the first and one of the second.
fn sums(first: &[&Expr], second: &[&Expr]) -> Vec<Expr> {
    first.iter().flat_map(|a| second.iter().map(move |b| (*a).clone() + (*b).clone())).collect()
}

fn join(all: impl Iterator<Item = Expr>, by: fn(Box<Expr>, Box<Expr>) -> Expr) -> Option<Expr> {
    all.reduce(|a, b| by(Box::new(a), Box::new(b)))
}
