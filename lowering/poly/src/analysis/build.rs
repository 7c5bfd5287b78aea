//! From the [`Model`]'s text to isl objects: checks the model's shape, then reads domains and access relations.
//!
//! Everything a formula may name is declared before it is read, so that a misspelt name is an error and never a fresh variable.

use std::collections::{HashMap, HashSet};

use super::{
    Analysis, OPERATIONS, PolyError,
    linear::{Linear, Variable},
};
use crate::{
    isl::{self, Ctx, IslError, Map, Set},
    model::{Access, AccessId, ArrayId, Branch, LoopId, Model},
};

const MAX_DEPTH: usize = 16;
const MAX_PARAMS: usize = 64;
const MAX_ACCESSES: usize = 10_000;

impl Analysis {
    pub fn new(model: &Model) -> Result<Analysis, PolyError> {
        check(model)?;
        let ctx = Ctx::new()?;
        let reader = Reader { ctx: &ctx, model };
        let context = reader.context()?;
        let iterations = reader.iterations(&context)?;
        let domains = reader.domains(&iterations)?;
        let same_as = same_as(model);
        let forms = forms(model, &same_as);
        let elements = reader.checked_elements(&domains, &same_as, &forms)?;
        let mut by_array = vec![Vec::new(); model.arrays.len()];
        for (index, access) in model.accesses.iter().enumerate() {
            by_array[access.array.0 as usize].push(AccessId(index as u32));
        }
        let mut branches = vec![Vec::new(); model.accesses.len()];
        for (index, branch) in model.branches.iter().enumerate() {
            branch.accesses.iter().for_each(|access| branches[access.0 as usize].push(index as u32));
        }
        Ok(Analysis {
            model: model.clone(),
            context,
            iterations,
            domains,
            same_as,
            forms,
            by_array,
            branches,
            elements: elements.into(),
            answers: Default::default(),
            questions: Default::default(),
            ctx,
        })
    }

    /// The relation of an access from instances to elements.
    pub(super) fn elements(&self, id: AccessId) -> isl::Result<Map> {
        let id = self.same_as[id.0 as usize];
        if let Some(known) = &self.elements.borrow()[id.0 as usize] {
            return Ok(known.clone());
        }
        let access = self.access(id);
        let read = read_relation(&self.ctx, &self.model, access, &dimensions(&self.model, access))?;
        let found = read.intersect_domain(&self.domains[id.0 as usize])?;
        self.elements.borrow_mut()[id.0 as usize] = Some(found.clone());
        Ok(found)
    }

    /// Instances of `access` to the elements that its subscripts, moved by any vector of `offsets`, name. The subscripts are
    /// linear.
    pub(super) fn moved_elements(&self, id: AccessId, offsets: &[(i64, i64)]) -> isl::Result<Map> {
        let access = self.access(id);
        let copies = copies(&self.model, access.array);
        let mut dims = dimensions(&self.model, access);
        for ((dim, subscript), (lo, hi)) in dims[copies..].iter_mut().zip(&access.subscripts).zip(offsets) {
            *dim = subscript.as_ref().map(|it| Range::around(it, *lo, *hi));
        }
        read_relation(&self.ctx, &self.model, access, &dims)?.intersect_domain(&self.domains[id.0 as usize])
    }
}

/// Per access, the first one with the same array, loops, guard and subscripts: the same iterations of both reach the same
/// elements.
fn same_as(model: &Model) -> Vec<AccessId> {
    let mut first = HashMap::new();
    let ids = model.accesses.iter().enumerate();
    ids.map(|(index, it)| {
        *first.entry((it.array, &it.loops, &it.guard, &it.subscripts)).or_insert(AccessId(index as u32))
    })
    .collect()
}

/// Per access the dimensions of its element as linear forms, those of a local array's copies first. Only for the first access
/// of its kind.
fn forms(model: &Model, same_as: &[AccessId]) -> Vec<Vec<Option<Linear>>> {
    let params: Vec<_> = model.params.iter().enumerate().map(|(n, name)| (name.as_str(), Variable::Param(n))).collect();
    let of = |(index, access): (usize, &Access)| {
        if same_as[index].0 as usize != index {
            return Vec::new();
        }
        let iterators = access.loops.iter().map(|&l| (model.loops[l.0 as usize].iter.as_str(), Variable::Iterator(l)));
        let scope = iterators.chain(params.iter().copied()).collect();
        let copies = copies(model, access.array);
        let own = access.loops[..copies].iter().map(|&l| Some(Linear::of(Variable::Iterator(l))));
        own.chain(access.subscripts.iter().map(|it| Linear::parse(it.as_ref()?, &scope))).collect()
    };
    model.accesses.iter().enumerate().map(of).collect()
}

/// How many leading dimensions say which copy of a local array an element belongs to.
pub(super) fn copies(model: &Model, array: ArrayId) -> usize {
    model.arrays[array.0 as usize].local_to.map_or(0, |l| chain(model, l).len())
}

/// Of an index: both ends belong to it.
struct Range {
    low: String,
    high: String,
}

impl Range {
    fn around(form: &str, lo: i64, hi: i64) -> Range {
        let end = |more: i64| if more == 0 { format!("({form})") } else { format!("({form}) + {more}") };
        Range { low: end(lo), high: end(hi) }
    }
}

/// What the subscripts of an access say of its element; None where they say nothing.
fn dimensions(model: &Model, access: &Access) -> Vec<Option<Range>> {
    let exactly = |form: &String| Range::around(form, 0, 0);
    let own = access.loops[..copies(model, access.array)].iter();
    let own = own.map(|l| Some(exactly(&model.loops[l.0 as usize].iter)));
    let below = |extent: &String| Range { low: "0".into(), high: format!("{extent} - 1") };
    let of_subscript = |(dim, subscript): (u32, &Option<String>)| {
        let extent = || model.extents.get(&(access.array, dim)).map(below);
        subscript.as_ref().map(exactly).or_else(extent)
    };
    own.chain((0..).zip(&access.subscripts).map(of_subscript)).collect()
}

/// From iterators to element, without the domain. The leading dimensions are those of a local array's copies.
fn read_relation(ctx: &Ctx, model: &Model, access: &Access, dims: &[Option<Range>]) -> isl::Result<Map> {
    // isl takes choices (`a > b ? x : y`) in tuples alone.
    let is_choice = |range: &Range| range.low == range.high && range.low.contains('?');
    let name = |(d, range): (usize, &Option<Range>)| match range {
        Some(range) if is_choice(range) => range.low.clone(),
        _ => element_dim(model, d),
    };
    let names: Vec<_> = dims.iter().enumerate().map(name).collect();
    let condition = |(name, range): (&String, &Option<Range>)| {
        let Range { low, high } = range.as_ref().filter(|it| !is_choice(it))?;
        Some(if low == high { format!("{name} = {low}") } else { format!("{low} <= {name} <= {high}") })
    };
    let conditions: Vec<_> = names.iter().zip(dims).filter_map(condition).collect();
    let condition = if conditions.is_empty() { String::new() } else { format!(" : {}", conditions.join(" and ")) };
    let iterators: Vec<_> = access.loops.iter().map(|l| model.loops[l.0 as usize].iter.as_str()).collect();
    let (params, iterators, names) = (model.params.join(", "), iterators.join(", "), names.join(", "));
    Map::read(ctx, &format!("[{params}] -> {{ [{iterators}] -> A{}[{names}]{condition} }}", access.array.0))
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
        self.ctx.limit(OPERATIONS);
        Set::read(self.ctx, &text).map_err(|error| formula_error(place(), formula.into(), error))
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

    /// Per access its instances. Reading text is slow: equal ones are read once.
    fn domains(&self, iterations: &[Set]) -> Result<Vec<Set>, PolyError> {
        let mut known: HashMap<_, Set> = HashMap::new();
        let mut all = Vec::with_capacity(self.model.accesses.len());
        for (index, access) in self.model.accesses.iter().enumerate() {
            let domain = match known.get(&(&access.loops, &access.guard)) {
                Some(known) => known.clone(),
                None => self.domain(access, index, iterations)?,
            };
            known.entry((&access.loops, &access.guard)).or_insert_with(|| domain.clone());
            all.push(domain);
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

    /// The relations of those accesses whose subscripts nobody but isl understands, so that an error in them is found now. The
    /// others are read when they are asked for, which many never are.
    fn checked_elements(
        &self,
        domains: &[Set],
        same_as: &[AccessId],
        forms: &[Vec<Option<Linear>>],
    ) -> Result<Vec<Option<Map>>, PolyError> {
        let mut all = vec![None; self.model.accesses.len()];
        for (index, access) in self.model.accesses.iter().enumerate() {
            let forms = &forms[index];
            let own = &forms[forms.len() - forms.len().min(access.subscripts.len())..];
            let is_linear = own.iter().zip(&access.subscripts).all(|(form, text)| form.is_some() || text.is_none());
            if same_as[index].0 as usize != index || is_linear {
                continue;
            }
            self.ctx.limit(OPERATIONS);
            let read = read_relation(self.ctx, self.model, access, &dimensions(self.model, access));
            let text = || access.subscripts.iter().flatten().map(String::as_str).collect::<Vec<_>>().join(", ");
            let read = read.map_err(|error| formula_error(place(access, index), text(), error))?;
            all[index] = Some(read.intersect_domain(&domains[index])?);
        }
        Ok(all)
    }
}

fn formula_error(place: String, text: String, source: IslError) -> PolyError {
    match source {
        IslError::Quota => PolyError::TooHard { place, text, steps: OPERATIONS },
        source @ IslError::Failed(_) => PolyError::Formula { place, text, source },
    }
}

/// The name of an access's instances in isl text.
pub(super) fn statement_name(id: AccessId) -> String {
    format!("S{}", id.0)
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
    at_most("accesses", model.accesses.len(), MAX_ACCESSES)
}
