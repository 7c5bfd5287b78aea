//! The order of execution as isl knows it: a relation from instances to tuples that are ordered lexicographically.
//!
//! The tuples alternate positions in the loop tree with iterators (negated for loops that count down), padded with zeros, and
//! end with the access's number, which orders the accesses of one place.

use super::{Analysis, build::statement_name};
use crate::{
    isl::{self, Dim, UnionMap, UnionSet},
    model::AccessId,
};

impl Analysis {
    /// The order among some accesses.
    pub(super) fn schedule(&self, accesses: &[AccessId]) -> isl::Result<UnionMap> {
        let depth = accesses.iter().map(|&a| self.access(a).loops.len()).max().unwrap_or(0);
        let parts: Vec<_> = accesses.iter().map(|&a| self.schedule_text(a, depth)).collect();
        UnionMap::read(&self.ctx, &format!("[{}] -> {{ {} }}", self.model.params.join(", "), parts.join("; ")))
    }

    fn schedule_text(&self, id: AccessId, depth: usize) -> String {
        let access = self.access(id);
        let loops: Vec<_> = access.loops.iter().map(|l| &self.model.loops[l.0 as usize]).collect();
        let mut time = Vec::new();
        for item in &loops {
            time.push(item.position.to_string());
            time.push(if item.direction < 0 { format!("-{}", item.iter) } else { item.iter.clone() });
        }
        time.push(access.position.to_string());
        time.resize(2 * depth + 1, "0".into());
        time.push(id.0.to_string());
        let iterators: Vec<_> = loops.iter().map(|l| l.iter.as_str()).collect();
        format!("{}[{}] -> [{}]", statement_name(id), iterators.join(", "), time.join(", "))
    }

    /// The access relations of some accesses, which they are told apart in.
    pub(super) fn relations(&self, accesses: &[AccessId]) -> isl::Result<UnionMap> {
        let named = |a| self.elements(a)?.set_tuple_name(Dim::In, &statement_name(a))?.to_union();
        accesses.iter().try_fold(UnionMap::read(&self.ctx, "{ }")?, |all, &a| all.union(&named(a)?))
    }

    pub(super) fn domains(&self, accesses: &[AccessId]) -> isl::Result<UnionSet> {
        let named = |a| self.elements(a)?.domain()?.set_tuple_name(&statement_name(a))?.to_union();
        accesses.iter().try_fold(UnionSet::read(&self.ctx, "{ }")?, |all, &a| all.union(&named(a)?))
    }
}
