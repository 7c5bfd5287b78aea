//! The iteration that all dependences of a loop begin or end in, if there is one: without it, the loop is two parallel ones.
//!
//! Source: Griebl, Feautrier, Lengauer, Index set splitting (IJPP 2000). Differs: one iteration is looked for, among those that the
//! subscripts name.

use super::{Analysis, Linear, Variable, build::chain};
use crate::{
    isl::{self, Dim, Set},
    model::{AccessId, LoopId},
};

/// `constant + sum of coefficient * name`, of parameters and of iterators around the loop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pivot {
    pub constant: i64,
    pub terms: Vec<(String, i64)>,
}

impl Analysis {
    /// A value that the loop's iterator surely has once in each execution of the loop, such that each dependence that the loop carries begins
    /// or ends in that iteration. None if the loop carries none, or if isl gives up.
    pub fn pivot(&self, id: LoopId) -> Option<Pivot> {
        let is_plain = self.has_known_trips(id) && self.model.loops[id.0 as usize].direction > 0;
        let candidates = if is_plain { self.pivot_candidates(id) } else { vec![] };
        if candidates.is_empty() {
            return None;
        }
        let pairs: Vec<_> = self.carried_pairs(id, &[]).collect();
        let is_pivot = |form: &&Linear| !pairs.is_empty() && self.is_pivot(id, form, &pairs).unwrap_or(false);
        let found = candidates.iter().find(is_pivot)?;
        let term = |(variable, factor): &(Variable, i64)| (self.name_of(*variable).to_owned(), *factor);
        Some(Pivot { constant: found.constant, terms: found.terms.iter().map(term).collect() })
    }

    fn name_of(&self, variable: Variable) -> &str {
        match variable {
            Variable::Param(number) => &self.model.params[number],
            Variable::Iterator(id) => &self.model.loops[id.0 as usize].iter,
        }
    }

    /// Iterations in which an access with the iterator in a subscript meets one without it.
    fn pivot_candidates(&self, id: LoopId) -> Vec<Linear> {
        let mut found: Vec<Linear> = vec![];
        for array in self.array_ids() {
            let accesses = self.accesses_to(array, Some(id));
            for write in accesses.iter().copied().filter(|it| self.is_write(*it)) {
                for other in &accesses {
                    found.extend(self.meetings_at(id, write, *other));
                    found.extend(self.meetings_at(id, *other, write));
                }
            }
        }
        found.sort_by(|a, b| (a.constant, &a.terms).cmp(&(b.constant, &b.terms)));
        found.dedup();
        found
    }

    /// The iterations of `id` in which `a` reaches what `b` reaches in all of them, by one subscript.
    fn meetings_at(&self, id: LoopId, a: AccessId, b: AccessId) -> Vec<Linear> {
        let outer = &chain(&self.model, id)[..self.depth(id)];
        let is_known = |it: &(Variable, i64)| match it.0 {
            Variable::Param(_) => true,
            Variable::Iterator(other) => outer.contains(&other),
        };
        let solve = |(a, b): (&Option<Linear>, &Option<Linear>)| {
            let (mut a, b) = (a.clone()?, b.clone()?);
            let at = a.terms.iter().position(|it| it.0 == Variable::Iterator(id))?;
            let (_, factor) = a.terms.remove(at);
            let is_solved = factor.abs() == 1 && a.terms.iter().chain(&b.terms).all(is_known);
            if is_solved { b.plus(a.scaled(-1)?)?.scaled(factor) } else { None }
        };
        self.forms(a).iter().zip(self.forms(b)).filter_map(solve).collect()
    }

    fn is_pivot(&self, id: LoopId, form: &Linear, pairs: &[(AccessId, AccessId)]) -> isl::Result<bool> {
        self.begin();
        if !self.always_has(id, form)? {
            return Ok(false);
        }
        for &(a, b) in pairs {
            self.begin_pair();
            let (a, b) = (self.representative(a), self.representative(b));
            let all = self.conflict_carried_by(id, a, b)?;
            let at = |access: AccessId| self.where_equal(&self.access(access).loops, id, form);
            let (begin, end) = (all.intersect_domain(&at(a)?)?, all.intersect_range(&at(b)?)?);
            if !all.is_subset(&begin.union(&end)?)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Does the iterator have that value in each execution of the loop?
    fn always_has(&self, id: LoopId, form: &Linear) -> isl::Result<bool> {
        let at = self.where_equal(&chain(&self.model, id), id, form)?.intersect_params(&self.context)?;
        let at = match self.model.loops[id.0 as usize].parent {
            Some(parent) => at.intersect(&self.iterations[parent.0 as usize].add_dims(Dim::Out, 1)?)?,
            None => at,
        };
        at.is_subset(&self.iterations[id.0 as usize])
    }

    /// The tuples of the iterators of `loops` in which that of `id` has the value `form`.
    fn where_equal(&self, loops: &[LoopId], id: LoopId, form: &Linear) -> isl::Result<Set> {
        let names: Vec<_> = loops.iter().map(|it| self.model.loops[it.0 as usize].iter.as_str()).collect();
        let term = |(variable, factor): &(Variable, i64)| format!(" + {factor} * {}", self.name_of(*variable));
        let sum: String = form.terms.iter().map(term).collect();
        let (params, own) = (self.model.params.join(", "), self.name_of(Variable::Iterator(id)));
        Set::read(&self.ctx, &format!("[{params}] -> {{ [{}] : {own} = {}{sum} }}", names.join(", "), form.constant))
    }
}
