//! What schedules ask: instances of statements, and which pairs of them have an order to keep.

use super::{Analysis, build};
use crate::{
    isl::{self, Dim, Map, Set},
    model::{AccessId, LoopId},
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

    fn one_copy(&self, id: AccessId) -> isl::Result<Map> {
        let copies = build::copies(&self.model, self.access(id).array) as u32;
        self.elements(id)?.reset_tuple(Dim::Out)?.project_out(Dim::Out, 0, copies)
    }
}
