//! What schedules ask: instances of statements, and which pairs of them have an order to keep.

use super::{Analysis, Linear, Variable, build};
use crate::{
    isl::{self, Dim, Map, Set},
    model::{AccessId, ArrayId, LoopId},
};

impl Analysis {
    /// Parameter values that the model allows.
    pub fn context(&self) -> &Set {
        &self.context
    }

    /// The iterations of `loops`, outermost first, in which a condition holds.
    pub fn domain_of(&self, loops: &[LoopId], guard: &str) -> isl::Result<Set> {
        self.begin();
        let iterators: Vec<_> = loops.iter().map(|l| self.model.loops[l.0 as usize].iter.as_str()).collect();
        let condition = if guard.trim().is_empty() { String::new() } else { format!(" : {guard}") };
        let text = format!("[{}] -> {{ [{}]{condition} }}", self.model.params.join(", "), iterators.join(", "));
        let guarded = Set::read(&self.ctx, &text)?.intersect_params(&self.context)?;
        match loops.last() {
            Some(innermost) => guarded.intersect(&self.iterations[innermost.0 as usize])?.coalesce(),
            None => Ok(guarded),
        }
    }

    /// Are the accesses to different arrays, both reads, or to elements that are never the same?
    pub(crate) fn are_independent(&self, a: AccessId, b: AccessId) -> bool {
        let (x, y) = (self.access(a), self.access(b));
        let is_local = self.model.arrays[x.array.0 as usize].local_to.is_some();
        x.array != y.array
            || !(self.is_write(a) || self.is_write(b))
            || (!is_local && self.never_meet(self.representative(a), self.representative(b), 0))
    }

    /// May `a` and `b` reach one element, and is one of them a write?
    pub(crate) fn may_conflict(&self, a: AccessId, b: AccessId) -> bool {
        self.access(a).array == self.access(b).array && (self.is_write(a) || self.is_write(b))
    }

    /// Do instances that agree in the first `depth` iterators surely reach different elements? `a` and `b` have these loops in common.
    pub fn never_meet_in_iteration(&self, a: AccessId, b: AccessId, depth: usize) -> bool {
        if self.access(a).array != self.access(b).array {
            return true;
        }
        self.begin_pair();
        let meet = || self.same_iteration(&self.conflict(a, b)?, depth)?.is_empty();
        self.common_depth(a, b) >= depth && meet().unwrap_or(false)
    }

    /// The instances of two accesses that reach one element.
    pub(crate) fn conflicts(&self, a: AccessId, b: AccessId) -> isl::Result<Map> {
        self.begin_pair();
        self.conflict(a, b)
    }

    pub(crate) fn has_same_subscripts(&self, a: AccessId, b: AccessId) -> bool {
        let is_known = self.access(a).subscripts.iter().all(Option::is_some);
        is_known && self.access(a).subscripts == self.access(b).subscripts
    }

    pub(crate) fn isl(&self) -> &isl::Ctx {
        &self.ctx
    }

    /// By how much each subscript grows with each loop around the access, outermost first; None where a subscript is not linear.
    pub fn coefficients(&self, id: AccessId) -> Option<Vec<Vec<i64>>> {
        let access = self.access(id);
        let rank = self.model.arrays[access.array.0 as usize].rank as usize;
        let forms = self.forms(id);
        let subscripts = forms.get(forms.len().checked_sub(rank)?..)?;
        let of = |form: &Linear, id: LoopId| {
            form.terms.iter().find(|(it, _)| *it == Variable::Iterator(id)).map_or(0, |(_, factor)| *factor)
        };
        let row = |form: &Option<Linear>| {
            let form = form.as_ref()?;
            Some(access.loops.iter().map(|id| of(form, *id)).collect())
        };
        subscripts.iter().map(row).collect()
    }

    /// Do only these accesses reach the array of `a`, a variable of a loop's body?
    pub(crate) fn is_own(&self, a: AccessId, accesses: &[AccessId]) -> bool {
        let array = self.access(a).array;
        let is_local = self.model.arrays[array.0 as usize].local_to.is_some();
        is_local && self.by_array[array.0 as usize].iter().all(|it| accesses.contains(it))
    }

    /// Pairs of instances of `a` and `b` that reach one element, in the order of the source. The copies of a local variable are one.
    pub(crate) fn ordered_in_one_copy(&self, a: AccessId, b: AccessId) -> isl::Result<Vec<Map>> {
        self.begin_pair();
        let (x, y) = (self.one_copy(a)?, self.one_copy(b)?);
        let mut pairs = x.apply_range(&y.reverse()?)?;
        let common = self.common_depth(a, b);
        let mut parts = Vec::new();
        for level in 0..common {
            parts.push(self.earlier(&pairs, self.access(a).loops[level], level)?);
            pairs = pairs.equate(Dim::In, level as i32, Dim::Out, level as i32)?;
        }
        if self.is_textually_before(a, b) {
            parts.push(pairs);
        }
        Ok(parts)
    }

    /// The same with a copy for each iteration.
    pub(crate) fn ordered(&self, a: AccessId, b: AccessId) -> isl::Result<Vec<Map>> {
        self.begin_pair();
        self.conflicts_in_order(a, b, 0)
    }

    pub fn array_of(&self, id: AccessId) -> ArrayId {
        self.access(id).array
    }

    fn one_copy(&self, id: AccessId) -> isl::Result<Map> {
        let copies = build::copies(&self.model, self.access(id).array) as u32;
        self.elements(id)?.reset_tuple(Dim::Out)?.project_out(Dim::Out, 0, copies)
    }
}
