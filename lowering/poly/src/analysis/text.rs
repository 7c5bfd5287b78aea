//! The analysis as text in isl's notation (iscc reads it): for people, tests and `emit --stage poly`.

use std::collections::HashSet;

use super::{Analysis, PolyError, build::statement_name};
use crate::{
    isl::{self, Dim, Map, UnionMap},
    model::{AccessId, LoopId},
};

/// Basic isl operations allowed for the whole text; PolyBench's longest needs 100,000 to 300,000.
const TEXT_OPERATIONS: u64 = 1_000_000;

impl Analysis {
    /// Domains, access relations, schedule, memory-based dependences and value-based flow, and what each loop carries.
    ///
    /// `S3` is access 3 of the model; the comment of its line says where it stands in the source.
    pub fn text(&self) -> Result<String, PolyError> {
        self.allow(TEXT_OPERATIONS);
        let all: Vec<_> = (0..self.model.accesses.len() as u32).map(AccessId).collect();
        let (writes, reads): (Vec<_>, Vec<_>) = all.iter().copied().partition(|&a| self.is_write(a));
        let mut out = String::new();
        for &id in &all {
            let access = self.access(id);
            let certain = if self.is_certain(id, 0) { "" } else { " (may)" };
            out += &format!(
                "# S{}: {}{certain} {}\n",
                id.0,
                if self.is_write(id) { "write" } else { "read" },
                one_line(&access.source)
            );
        }
        out += &format!("Domain := {};\n", sorted(&self.domains(&all)?.text()?));
        out += &format!("Read := {};\n", sorted(&self.named_relations(&reads)?.text()?));
        out += &format!("Write := {};\n", sorted(&self.named_relations(&writes)?.text()?));
        out += &format!("Schedule := {};\n", sorted(&self.schedule(&all)?.text()?));
        for (name, sources, sinks) in [("RAW", &writes, &reads), ("WAR", &reads, &writes), ("WAW", &writes, &writes)] {
            out += &format!("{name} := {};\n", sorted(&self.memory_based(sources, sinks)?.coalesce()?.text()?));
        }
        out += &format!("Flow := {};\n", sorted(&self.value_based(&reads)?.coalesce()?.text()?));
        for index in 0..self.model.loops.len() as u32 {
            out += &self.verdict_text(LoopId(index));
        }
        Ok(out)
    }

    fn verdict_text(&self, id: LoopId) -> String {
        let name = &self.model.loops[id.0 as usize].iter;
        if !self.has_known_trips(id) {
            return format!("# loop {name}: unknown trip count\n");
        }
        let carried = self.carried(id, &[]);
        let mut out = format!("# loop {name}: {}\n", if carried.is_empty() { "parallel" } else { "sequential" });
        for item in carried {
            let distance: Vec<_> = item.distance.iter().map(ToString::to_string).collect();
            let array = &self.model.arrays[item.array.0 as usize].name;
            let assumed = if item.exact { "" } else { ", assumed" };
            let distance = distance.join(", ");
            out += &format!(
                "#   {} S{} -> S{} on {}, distance ({distance}){assumed}\n",
                item.kind,
                item.source.0,
                item.sink.0,
                one_line(array)
            );
        }
        out
    }

    fn named_relations(&self, accesses: &[AccessId]) -> isl::Result<UnionMap> {
        let names = self.array_names();
        let named = |a: AccessId| -> isl::Result<UnionMap> {
            let named = self.elements(a)?.set_tuple_name(Dim::In, &statement_name(a))?;
            named.set_tuple_name(Dim::Out, &names[self.access(a).array.0 as usize])?.to_union()
        };
        accesses.iter().try_fold(UnionMap::read(&self.ctx, "{ }")?, |all, &a| all.union(&named(a)?))
    }

    /// The arrays' names, made identifiers and distinct.
    fn array_names(&self) -> Vec<String> {
        let mut taken = HashSet::new();
        let distinct = |(index, name): (usize, &String)| {
            let mut name = if isl::is_identifier(name) { name.clone() } else { format!("array_{index}") };
            while !taken.insert(name.clone()) {
                name += "_";
            }
            name
        };
        self.model.arrays.iter().map(|a| &a.name).enumerate().map(distinct).collect()
    }

    fn memory_based(&self, sources: &[AccessId], sinks: &[AccessId]) -> isl::Result<UnionMap> {
        let mut all = UnionMap::read(&self.ctx, "{ }")?;
        let same_array = |a: AccessId, b: AccessId| self.access(a).array == self.access(b).array;
        for &a in sources {
            for &b in sinks.iter().filter(|&&b| same_array(a, b)) {
                let parts = self.conflicts_in_order(a, b, 0)?;
                let named = |part: &Map| {
                    part.set_tuple_name(Dim::In, &statement_name(a))?.set_tuple_name(Dim::Out, &statement_name(b))
                };
                all = parts.iter().try_fold(all, |all, part| all.union(&named(part)?.to_union()?))?;
            }
        }
        Ok(all)
    }

    fn value_based(&self, reads: &[AccessId]) -> isl::Result<UnionMap> {
        reads.iter().try_fold(UnionMap::read(&self.ctx, "{ }")?, |all, &read| all.union(&self.sources(read)?))
    }
}

/// The text of a union with its parts in the order of the statements' numbers; isl's order is that of a hash table.
fn sorted(union: &str) -> String {
    let Some((params, body)) = union.split_once('{') else { return union.to_string() };
    let mut parts: Vec<_> = body.trim_end_matches('}').trim().split("; ").collect();
    let number = |part: &str| {
        let digits = part.trim_start_matches('S').find(|c: char| !c.is_ascii_digit()).map_or("", |end| &part[1..=end]);
        digits.parse().unwrap_or(u32::MAX)
    };
    parts.sort_by_key(|part| (number(part), part.split_once("-> S").map_or(u32::MAX, |(_, sink)| number(sink))));
    format!("{params}{{ {} }}", parts.join("; "))
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn statements_are_in_order() {
        assert_eq!(sorted("[n] -> { S10[i]; S2[i]; S1[] }"), "[n] -> { S1[]; S2[i]; S10[i] }");
    }

    #[test]
    fn beyond_its_operations_a_text_is_an_error() {
        let ctx = isl::Ctx::new().unwrap();
        let map =
            Map::read(&ctx, "[n] -> { S[i] -> T[j] : exists k : 2k = i + j and 0 <= i <= n and 0 <= j < i }").unwrap();
        assert!(map.text().is_ok());
        ctx.limit(1);
        assert!(map.text().is_err());
    }
}
