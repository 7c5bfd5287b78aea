//! From the [`Model`]'s text to isl objects: checks the model's shape, then reads domains and access relations.
//!
//! Everything a formula may name is declared before it is read, so that a misspelt name is an error and never a fresh variable.

use std::collections::{HashMap, HashSet};

use super::{Analysis, OPERATIONS, PolyError};
use crate::{
    isl::{self, Ctx, Map, Set},
    model::{Access, AccessId, Branch, LoopId, Model},
};

const MAX_DEPTH: usize = 16;
const MAX_PARAMS: usize = 64;
const MAX_ACCESSES: usize = 4_000;
const MAX_PAIRS: usize = 10_000;

impl Analysis {
    pub fn new(model: &Model) -> Result<Analysis, PolyError> {
        check(model)?;
        let ctx = Ctx::new()?;
        ctx.limit(OPERATIONS);
        let reader = Reader { ctx: &ctx, model };
        let context = reader.context()?;
        let iterations = reader.iterations(&context)?;
        let elements = reader.elements(&iterations)?;
        Ok(Analysis { model: model.clone(), context, iterations, elements, conflicts: Default::default(), ctx })
    }
}

/// The loops from the outermost to `id` itself. Parents have smaller ids, so this ends.
pub(super) fn chain(model: &Model, id: LoopId) -> Vec<LoopId> {
    let mut chain: Vec<_> = std::iter::successors(Some(id), |l| model.loops[l.0 as usize].parent).collect();
    chain.reverse();
    chain
}

struct Reader<'a> {
    ctx: &'a Ctx,
    model: &'a Model,
}

impl Reader<'_> {
    fn params(&self) -> String {
        format!("[{}]", self.model.params.join(", "))
    }

    fn iterators(&self, loops: &[LoopId]) -> String {
        let names: Vec<_> = loops.iter().map(|l| self.model.loops[l.0 as usize].iter.as_str()).collect();
        names.join(", ")
    }

    /// The set of tuples of `loops`' iterators that satisfy a formula (empty for no condition).
    fn set(&self, loops: &[LoopId], formula: &str, place: impl Fn() -> String) -> Result<Set, PolyError> {
        let condition = if formula.trim().is_empty() { String::new() } else { format!(" : {formula}") };
        let text = format!("{} -> {{ [{}]{condition} }}", self.params(), self.iterators(loops));
        Set::read(self.ctx, &text).map_err(|source| PolyError::Formula { place: place(), text: formula.into(), source })
    }

    fn context(&self) -> Result<Set, PolyError> {
        Ok(self.set(&[], &self.model.context, || "context".into())?.params()?)
    }

    /// Per loop its iterations. A parent's come before its children's, so each adds one dimension to its parent's.
    fn iterations(&self, context: &Set) -> Result<Vec<Set>, PolyError> {
        let mut all: Vec<Set> = Vec::with_capacity(self.model.loops.len());
        for (index, item) in self.model.loops.iter().enumerate() {
            let own = self
                .set(&chain(self.model, LoopId(index as u32)), &item.constraints, || format!("loop {}", item.iter))?;
            let outer = match item.parent {
                Some(parent) => all[parent.0 as usize].add_dims(isl::Dim::Out, 1)?,
                None => own.clone(),
            };
            all.push(own.intersect(&outer)?.intersect_params(context)?);
        }
        Ok(all)
    }

    /// Per access its relation from instances to elements. Many accesses share loops, guards and subscripts, and reading
    /// text is the slowest step: equal relations are read once.
    fn elements(&self, iterations: &[Set]) -> Result<Vec<Map>, PolyError> {
        let mut domains = HashMap::new();
        let mut relations = HashMap::new();
        let mut all = Vec::with_capacity(self.model.accesses.len());
        for (index, access) in self.model.accesses.iter().enumerate() {
            let domain = match domains.get(&(&access.loops, &access.guard)) {
                Some(known) => known,
                None => {
                    domains.entry((&access.loops, &access.guard)).or_insert(self.domain(access, index, iterations)?)
                }
            };
            let relation = match relations.get(&(access.array, &access.loops, &access.subscripts)) {
                Some(known) => known,
                None => relations
                    .entry((access.array, &access.loops, &access.subscripts))
                    .or_insert(self.relation(access, index)?),
            };
            all.push(relation.intersect_domain(domain)?.set_tuple_name(isl::Dim::In, &statement_name(index))?);
        }
        Ok(all)
    }

    fn domain(&self, access: &Access, index: usize, iterations: &[Set]) -> Result<Set, PolyError> {
        let guard = self.set(&access.loops, &access.guard, || place(access, index))?;
        match access.loops.last() {
            Some(innermost) => Ok(guard.intersect(&iterations[innermost.0 as usize])?.coalesce()?),
            None => Ok(guard.intersect_params(&self.context()?)?),
        }
    }

    /// From iterators to element, without the domain. The leading dimensions are those of a local array's copies.
    fn relation(&self, access: &Access, index: usize) -> Result<Map, PolyError> {
        let array = &self.model.arrays[access.array.0 as usize];
        let copies = array.local_to.map_or(0, |l| chain(self.model, l).len());
        let affine = access.subscripts.iter().enumerate().filter_map(|(d, s)| Some((d + copies, s.as_deref()?)));
        let own = (0..copies).map(|d| (d, self.model.loops[access.loops[d].0 as usize].iter.as_str()));
        let formula: Vec<_> =
            own.chain(affine).map(|(d, s)| format!("{} = ({s})", element_dim(self.model, d))).collect();
        let dims: Vec<_> = (0..copies + access.subscripts.len()).map(|d| element_dim(self.model, d)).collect();
        let condition = if formula.is_empty() { String::new() } else { format!(" : {}", formula.join(" and ")) };
        let text = format!(
            "{} -> {{ [{}] -> A{}[{}]{condition} }}",
            self.params(),
            self.iterators(&access.loops),
            access.array.0,
            dims.join(", ")
        );
        Map::read(self.ctx, &text).map_err(|source| PolyError::Formula {
            place: place(access, index),
            text: access.subscripts.iter().flatten().map(String::as_str).collect::<Vec<_>>().join(", "),
            source,
        })
    }
}

/// The name of an access's instances in isl text.
pub(super) fn statement_name(index: usize) -> String {
    format!("S{index}")
}

fn place(access: &Access, index: usize) -> String {
    if access.source.is_empty() { format!("access {index}") } else { access.source.clone() }
}

/// A name for an element's dimension that no parameter or iterator has.
fn element_dim(model: &Model, dim: usize) -> String {
    let taken = |name: &str| model.params.iter().any(|p| p == name) || model.loops.iter().any(|l| l.iter == name);
    let mut name = format!("e{dim}");
    while taken(&name) {
        name.push('_');
    }
    name
}

fn malformed<T>(what: String) -> Result<T, PolyError> {
    Err(PolyError::Malformed(what))
}

fn at_most(what: &'static str, count: usize, limit: usize) -> Result<(), PolyError> {
    if count > limit { Err(PolyError::TooLarge { what, count, limit }) } else { Ok(()) }
}

fn check(model: &Model) -> Result<(), PolyError> {
    check_loops(model)?;
    check_names(model)?;
    check_accesses(model)?;
    check_branches(model)?;
    check_places(model)?;
    check_size(model)
}

fn check_loops(model: &Model) -> Result<(), PolyError> {
    for (index, item) in model.loops.iter().enumerate() {
        if item.parent.is_some_and(|p| p.0 as usize >= index) {
            return malformed(format!("loop {} comes before the loop around it", item.iter));
        }
        if !matches!(item.direction, -1 | 1) {
            return malformed(format!("loop {} has direction {}", item.iter, item.direction));
        }
        at_most("nested loops", chain(model, LoopId(index as u32)).len(), MAX_DEPTH)?;
    }
    for array in &model.arrays {
        if array.local_to.is_some_and(|l| l.0 as usize >= model.loops.len()) {
            return malformed(format!("array {} is local to a loop that does not exist", array.name));
        }
    }
    Ok(())
}

fn check_names(model: &Model) -> Result<(), PolyError> {
    let mut seen = HashSet::new();
    for name in model.params.iter().chain(model.loops.iter().map(|l| &l.iter)) {
        if !isl::is_identifier(name) {
            return malformed(format!("`{name}` is no identifier of the integer set library"));
        }
        if !seen.insert(name) {
            return malformed(format!("two parameters or iterators are called `{name}`"));
        }
    }
    Ok(())
}

fn check_accesses(model: &Model) -> Result<(), PolyError> {
    for (index, access) in model.accesses.iter().enumerate() {
        let Some(array) = model.arrays.get(access.array.0 as usize) else {
            return malformed(format!("{}: no array {}", place(access, index), access.array.0));
        };
        if access.subscripts.len() != array.rank as usize {
            return malformed(format!(
                "{}: {} subscripts of {}",
                place(access, index),
                access.subscripts.len(),
                array.name
            ));
        }
        let parents = std::iter::once(None).chain(access.loops.iter().copied().map(Some));
        let nested =
            access.loops.iter().zip(parents).all(|(l, p)| model.loops.get(l.0 as usize).is_some_and(|l| l.parent == p));
        if !nested {
            return malformed(format!("{}: its loops are not nested in each other", place(access, index)));
        }
        if array.local_to.is_some_and(|l| !access.loops.contains(&l)) {
            return malformed(format!("{}: {} is not in scope", place(access, index), array.name));
        }
    }
    Ok(())
}

fn check_branches(model: &Model) -> Result<(), PolyError> {
    for (index, branch) in model.branches.iter().enumerate() {
        let fits =
            |id: &AccessId| model.accesses.get(id.0 as usize).is_some_and(|a| a.loops.len() >= branch.depth as usize);
        if !branch.accesses.iter().all(fits) {
            return malformed(format!("branch {index} has an access outside its loops"));
        }
        let outer = |id: &AccessId| &model.accesses[id.0 as usize].loops[..branch.depth as usize];
        if branch.accesses.windows(2).any(|pair| outer(&pair[0]) != outer(&pair[1])) {
            return malformed(format!("branch {index} is in several loops"));
        }
        let fits = |other: &Branch| {
            let apart = branch.accesses.iter().all(|it| !other.accesses.contains(it));
            let same_loops =
                branch.accesses.first().zip(other.accesses.first()).is_none_or(|(a, b)| outer(a) == outer(b));
            other.other == Some(index as u32) && other.depth == branch.depth && apart && same_loops
        };
        if branch.other.is_some_and(|it| !model.branches.get(it as usize).is_some_and(fits)) {
            return malformed(format!("branch {index} and its other one are not of one condition"));
        }
    }
    Ok(())
}

/// Loops have places of their own; accesses may share one with each other.
fn check_places(model: &Model) -> Result<(), PolyError> {
    let mut taken = HashSet::new();
    for item in &model.loops {
        if !taken.insert((item.parent, item.position)) {
            return malformed(format!("loop {} shares its position with another loop", item.iter));
        }
    }
    for (index, access) in model.accesses.iter().enumerate() {
        if taken.contains(&(access.loops.last().copied(), access.position)) {
            return malformed(format!("{} shares its position with a loop", place(access, index)));
        }
    }
    Ok(())
}

fn check_size(model: &Model) -> Result<(), PolyError> {
    at_most("parameters", model.params.len(), MAX_PARAMS)?;
    at_most("accesses", model.accesses.len(), MAX_ACCESSES)?;
    let mut counts = vec![(0, 0); model.arrays.len()];
    for access in &model.accesses {
        let (all, writes) = &mut counts[access.array.0 as usize];
        *all += 1;
        *writes += usize::from(access.kind == crate::model::AccessKind::Write);
    }
    at_most("pairs of accesses to the same array", counts.iter().map(|(all, writes)| all * writes).sum(), MAX_PAIRS)
}
