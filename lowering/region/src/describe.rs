//! What is known of a nest, as plain data in the names of the source, for `raddle explain`: its loops with what the passes have
//! said of each, and the elements that a loop reaches.
//!
//! A reader: it changes no IR, and it decides nothing. The elements are those of the access relations that the passes ask; where
//! these are not known, neither are the elements.

use std::rc::Rc;

use melior::ir::operation::OperationLike;
use melior::ir::{TypeLike, ValueLike};
use raddle_dialects::ir::{self, FileLineCol, Op, Order};
use raddle_dialects::region::{INSPECTED, NestOp, THREADS_ONLY};
pub use raddle_poly::analysis::DependenceKind;
use raddle_poly::analysis::{Analysis, Name, Region, Subscript};
use raddle_poly::model::{AccessId, AccessKind, ArrayId, LoopId};

use crate::distribute::in_fallback;
use crate::extract::{Extracted, Storage, TILED, extract};
use crate::formula::{Formula, Formulas, Values, variable};
use crate::parallelize::{self, PARALLEL, REDUCTIONS, SEQUENTIAL};
use crate::privatize::COPIES;

/// A picture has so many cells at most.
pub const MAX_POINTS: usize = 64 * 64;

/// Longer texts of sets are written by accesses, if these are simpler.
const LONG: usize = 120;

/// A loop of a nest.
#[derive(Clone, Debug)]
pub struct Loop<'c> {
    pub op: Op<'c>,
    /// Its variable, as far as it has a name.
    pub variable: Option<String>,
    pub at: Option<FileLineCol>,
    /// The loop around it, as a position in the list.
    pub parent: Option<usize>,
    pub mark: Mark,
    pub role: Role,
    /// The dependence that the mark names, if it names one.
    pub blocker: Option<Blocker>,
    /// Lines of the statements in it that write memory, sorted.
    pub lines: Vec<usize>,
    /// Arrays, and scalars in memory, of which each iteration has a copy.
    pub private: Vec<String>,
}

/// A dependence that keeps a loop sequential.
#[derive(Clone, Debug)]
pub struct Blocker {
    pub kind: DependenceKind,
    /// None is a variable of the loop's own.
    pub array: Option<String>,
    /// The access of the earlier iteration, and that of the later one.
    pub from: Option<FileLineCol>,
    pub to: Option<FileLineCol>,
    /// How many iterations are between them, least and most, where that is known.
    pub distance: (Option<i64>, Option<i64>),
    /// It was shown, and not only assumed.
    pub is_shown: bool,
}

/// What `region-parallelize` has said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Mark {
    Parallel,
    /// Parallel but for reductions: the reason that says so.
    Reductions(String),
    Sequential(String),
    /// Nothing: before that pass, or of another version of a loop.
    Unmarked,
}

/// Which version of the source's loop this is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Role {
    Main,
    /// As it was, where a check fails or a launch does not pay.
    Fallback,
    /// In tiles, for CPU threads.
    Tiled,
    /// Beside tiles, for CPU threads: why.
    Threads(String),
}

/// The loops of a nest, outer ones before those in them, in textual order.
pub fn loops<'c>(nest: Op<'c>) -> Vec<Loop<'c>> {
    let mut ops: Vec<Op<'c>> = vec![];
    ir::walk(nest, Order::Pre, |it| {
        if matches!(ir::name(it), "affine.for" | "scf.for" | "scf.while") {
            ops.push(it);
        }
    });
    let mut all: Vec<Loop<'c>> = ops.iter().map(|op| described(*op, &ops)).collect();
    name_blockers(nest, &mut all);
    all
}

fn name_blockers<'c>(nest: Op<'c>, all: &mut [Loop<'c>]) {
    if !all.iter().any(|it| matches!(it.mark, Mark::Sequential(_))) {
        return;
    }
    let found = extract(nest);
    let Ok(analysis) = Analysis::of(&found.model) else { return };
    for it in all {
        let (Mark::Sequential(reason), Some(id)) = (&it.mark, found.loop_of(it.op)) else { continue };
        let dependence = parallelize::named(&analysis, &found, id, reason).filter(|it| !it.gave_up);
        it.blocker = dependence.map(|dependence| {
            let at = |access: AccessId| ir::file_line_col(found.accesses[access.0 as usize].location());
            let step = crate::affine::step(it.op).filter(|it| *it > 0).unwrap_or(1);
            let distance = dependence.distance.first().copied();
            let iterations = |values: Option<i64>| values.map(|it| it / step);
            Blocker {
                kind: dependence.kind,
                array: found.arrays[dependence.array.0 as usize].views.first().map(|it| it.name.clone()),
                from: at(dependence.source),
                to: at(dependence.sink),
                distance: distance.map_or((None, None), |it| (iterations(it.min), iterations(it.max))),
                is_shown: dependence.exact,
            }
        });
    }
}

fn described<'c>(op: Op<'c>, all: &[Op<'c>]) -> Loop<'c> {
    let parent = ir::parents(op).find_map(|it| all.iter().position(|other| *other == it));
    let mark = match (ir::has_attr(op, PARALLEL), ir::str_attr(op, SEQUENTIAL)) {
        (true, _) => Mark::Parallel,
        (false, Some(reason)) if ir::has_attr(op, REDUCTIONS) => Mark::Reductions(reason.into()),
        (false, Some(reason)) => Mark::Sequential(reason.into()),
        (false, None) => Mark::Unmarked,
    };
    let around = || std::iter::once(op).chain(ir::parents(op));
    let role = match around().find_map(|it| ir::str_attr(it, THREADS_ONLY)) {
        _ if around().any(|it| ir::has_attr(it, TILED)) => Role::Tiled,
        // The loop as it was is described.
        _ if in_fallback(op) || around().any(|it| ir::has_attr(it, INSPECTED)) => Role::Fallback,
        Some(reason) => Role::Threads(reason.into()),
        None => Role::Main,
    };
    let at = ir::file_line_col(op.location());
    let private = ir::strs_attr(op, COPIES).unwrap_or_default().into_iter().map(str::to_string).collect();
    Loop { op, variable: variable(op), at, parent, mark, role, blocker: None, lines: written_lines(op), private }
}

fn written_lines(op: Op<'_>) -> Vec<usize> {
    let mut lines = vec![];
    ir::walk(op, Order::Pre, |it| {
        if ir::name(it).ends_with(".store") || ir::is(it, crate::atomics::ATOMIC) {
            lines.extend(ir::file_line_col(it.location()).map(|at| at.line));
        }
    });
    lines.sort_unstable();
    lines.dedup();
    lines
}

/// A nest with its access relations.
pub struct Reader<'c> {
    found: Extracted<'c>,
    analysis: Result<Rc<Analysis>, String>,
    nest: Op<'c>,
}

/// What a loop does to one array.
#[derive(Clone, Debug)]
pub struct Reached {
    pub array: String,
    pub rank: usize,
    pub element_bytes: i64,
    /// Of the nest's pointer to the first element: bytes.
    pub offset: Formula,
    /// Bytes per dimension.
    pub strides: Vec<Formula>,
    pub reads: Option<Elements>,
    pub writes: Option<Elements>,
}

/// Elements that are reached in one way.
#[derive(Clone, Debug, Default)]
pub struct Elements {
    /// Whenever the loop runs.
    pub surely: Option<Set>,
    /// Perhaps: under a condition, say.
    pub perhaps: Option<Set>,
    /// Lines of accesses whose place only data tell; these may be anywhere in the array.
    pub anywhere: Vec<usize>,
    /// Why the sets are not known, where they are not.
    pub unknown: Option<String>,
}

/// Elements of an array.
#[derive(Clone, Debug, Default)]
pub struct Set {
    /// `a[i][j] for 0 <= i < n and j = i`, one text per part.
    pub parts: Vec<String>,
    /// For given values: how many, and which if they are few.
    pub count: Option<i64>,
    pub points: Option<Vec<Vec<i64>>>,
    /// Least and greatest subscripts for given values.
    pub hull: Option<Vec<(i64, i64)>>,
    /// Names that have no value.
    pub missing: Vec<String>,
}

impl<'c> Reader<'c> {
    pub fn new(nest: Op<'c>) -> Self {
        let found = extract(nest);
        let analysis = Analysis::of(&found.model).map_err(|error| error.to_string());
        Self { found, analysis, nest }
    }

    /// What the loop reaches in one execution, its outer loops' variables fixed. The error is why nobody knows.
    pub fn reached_in(&self, op: Op<'c>, values: Values<'_>) -> Result<Vec<Reached>, String> {
        let analysis = self.analysis.as_ref().map_err(Clone::clone)?;
        let id = self.found.loop_of(op).ok_or("the loop is not in the analysis")?;
        let one = |number| self.array(analysis, (op, id), ArrayId(number as u32), values);
        Ok((0..self.found.arrays.len()).filter_map(one).collect())
    }

    fn array(
        &self,
        analysis: &Analysis,
        (op, id): (Op<'c>, LoopId),
        array: ArrayId,
        values: Values<'_>,
    ) -> Option<Reached> {
        let storage = &self.found.arrays[array.0 as usize];
        let view = storage.views.first()?;
        let accesses = self.found.accesses_in(op).into_iter().filter(|it| self.found.array_of(*it) == array);
        let is_write = |it: &AccessId| self.found.model.accesses[it.0 as usize].kind == AccessKind::Write;
        let (writes, reads): (Vec<_>, Vec<_>) = accesses.partition(is_write);
        if writes.is_empty() && reads.is_empty() {
            return None;
        }
        let mut formulas = Formulas::default();
        let scope = Scope { reader: self, analysis, id, storage, array: self.array_name(storage), values };
        Some(Reached {
            array: scope.array.clone(),
            rank: view.strides.len(),
            element_bytes: view.elem_bytes,
            offset: formulas.of(view.offset),
            strides: view.strides.iter().map(|it| formulas.of(*it)).collect(),
            reads: scope.elements(&reads),
            writes: scope.elements(&writes),
        })
    }

    /// The source's name; with the place in each element where several arrays of the model have it.
    fn array_name(&self, storage: &Storage<'c>) -> String {
        let view = &storage.views[0];
        let same = self.found.arrays.iter().filter(|it| it.views.first().is_some_and(|it| it.name == view.name));
        let offset = ir::constant_int(view.offset).filter(|_| same.count() > 1);
        let place = |offset: i64| format!("{} (its part at byte {offset})", view.name);
        offset.map_or_else(|| view.name.clone(), place)
    }

    /// What an iterator of the model is called.
    fn iterator(&self, name: &str) -> Option<String> {
        let number = self.found.model.loops.iter().position(|it| it.iter == name)?;
        variable(self.found.loops[number])
    }

    /// The formula of a parameter of the model.
    fn parameter(&self, name: &str) -> Formula {
        let value = self.found.values.get(name).copied();
        value.map_or_else(|| Formula::name(name), |it| Formulas::default().of(it))
    }

    /// Everything that formulas of the nest may have as names: its loops' variables, and the integers that it is given.
    pub fn names(&self) -> Vec<String> {
        let variables = self.found.loops.iter().filter_map(|it| variable(*it));
        let nest = NestOp::cast(self.nest).map(|it| (it.names(), it.inputs())).unwrap_or_default();
        let integers = std::iter::zip(nest.0, nest.1).filter(|it| it.1.r#type().is_integer());
        variables.chain(integers.map(|it| it.0.to_string())).collect()
    }

    pub fn nest(&self) -> Op<'c> {
        self.nest
    }
}

struct Scope<'r, 'c> {
    reader: &'r Reader<'c>,
    analysis: &'r Analysis,
    id: LoopId,
    storage: &'r Storage<'c>,
    array: String,
    values: Values<'r>,
}

impl Scope<'_, '_> {
    /// None where there are none.
    fn elements(&self, accesses: &[AccessId]) -> Option<Elements> {
        if accesses.is_empty() {
            return None;
        }
        if !self.storage.faithful {
            let unknown = "its elements are accessed in several shapes, so the array counts as a whole".to_string();
            return Some(Elements { unknown: Some(unknown), ..Elements::default() });
        }
        let of = |it: &AccessId| &self.reader.found.model.accesses[it.0 as usize];
        let (known, others): (Vec<_>, Vec<_>) =
            accesses.iter().copied().partition(|it| of(it).subscripts.iter().all(Option::is_some));
        let line = |it: &AccessId| ir::file_line_col(self.reader.found.accesses[it.0 as usize].location());
        let mut anywhere: Vec<usize> = others.iter().filter_map(line).map(|it| it.line).collect();
        anywhere.sort_unstable();
        anywhere.dedup();
        let mut elements = Elements { anywhere, ..Elements::default() };
        if !known.is_empty() && self.sets(&known, &mut elements).is_none() {
            elements.unknown = Some("the analysis needs more steps than it is allowed".into());
        }
        Some(elements)
    }

    fn sets(&self, accesses: &[AccessId], elements: &mut Elements) -> Option<()> {
        let all = self.analysis.may_reach(accesses, self.id)?;
        let names = self.dimensions(accesses);
        let (surely, perhaps) = match self.analysis.surely_reach(accesses, self.id) {
            Some(surely) => (Some(surely.and(&all)?), all.minus(&surely)?),
            None => (None, all),
        };
        elements.surely = match surely {
            Some(surely) if !surely.is_empty()? => Some(self.set(&surely, &names)?),
            Some(_) | None => None,
        };
        elements.perhaps = if perhaps.is_empty()? { None } else { Some(self.set(&perhaps, &names)?) };
        // Where one of them is all there is, the accesses say it more simply.
        if let (Some(only), None) | (None, Some(only)) = (&mut elements.surely, &mut elements.perhaps)
            && only.parts.iter().any(|it| it.contains(" or ") || it.len() > LONG)
            && let Some(forms) = self.forms(accesses)
        {
            let length = |texts: &[String]| texts.iter().map(String::len).sum::<usize>();
            if length(&forms) < length(&only.parts).max(LONG) {
                only.parts = forms;
            }
        }
        Some(())
    }

    /// `a[i - 1][j], a[i + 1][j] for 0 < i < n`, one text per condition.
    fn forms(&self, accesses: &[AccessId]) -> Option<Vec<String>> {
        let name = |name: Name<'_>| match name {
            Name::Param(param) => self.outer_or_parameter(param).to_string(),
            Name::Dim(_) => String::new(),
        };
        let mut by_condition: Vec<(String, Vec<String>)> = vec![];
        for access in accesses {
            for (subscripts, condition) in self.analysis.element_forms(*access, &name)? {
                let place: String = subscripts.iter().map(|it| format!("[{it}]")).collect();
                let element = format!("{}{place}", self.array);
                let known = by_condition.iter().position(|it| it.0 == condition).unwrap_or_else(|| {
                    by_condition.push((condition, vec![]));
                    by_condition.len() - 1
                });
                let elements = &mut by_condition[known].1;
                if !elements.contains(&element) {
                    elements.push(element);
                }
            }
        }
        let text = |(condition, elements): (String, Vec<String>)| match condition.is_empty() {
            true => elements.join(", "),
            false => format!("{} for {condition}", elements.join(", ")),
        };
        Some(by_condition.into_iter().map(text).collect())
    }

    /// None where isl gives up.
    fn set(&self, region: &Region, names: &[String]) -> Option<Set> {
        let name = |name: Name<'_>| match name {
            Name::Param(param) => self.outer_or_parameter(param).to_string(),
            Name::Dim(dim) => names.get(dim as usize).cloned().unwrap_or_default(),
        };
        let parts = region.parts(&name)?.into_iter().map(|it| self.part(it, names)).collect();
        let mut set = Set { parts, ..Set::default() };
        let value =
            |param: &str| self.outer_or_parameter(param).value(self.values).and_then(|it| i64::try_from(it).ok());
        for param in region.parameters() {
            let formula = self.outer_or_parameter(param);
            set.missing.extend(formula.names().into_iter().filter(|it| (self.values)(it).is_none()));
        }
        set.missing.sort();
        set.missing.dedup();
        if let Some(fixed) = region.at(&value) {
            set.count = fixed.count(self.analysis);
            set.hull = set.count.filter(|it| *it > 0).and_then(|_| fixed.box_());
            let is_small = set.count.is_some_and(|it| it <= MAX_POINTS as i64);
            set.points = is_small.then(|| fixed.points(self.analysis, MAX_POINTS)).flatten();
        }
        Some(set)
    }

    fn outer_or_parameter(&self, name: &str) -> Formula {
        self.reader.iterator(name).map_or_else(|| self.reader.parameter(name), |it| Formula::name(&it))
    }

    /// `a[i][0] for 0 <= i < n`
    fn part(&self, (subscripts, condition): (Vec<Subscript>, String), names: &[String]) -> String {
        let subscript = |(it, name): (&Subscript, &String)| match it {
            Subscript::Free => format!("[{name}]"),
            Subscript::Is(value) => format!("[{value}]"),
        };
        let place: String = subscripts.iter().zip(names).map(subscript).collect();
        let is_bound = subscripts.contains(&Subscript::Free);
        match (condition.is_empty(), is_bound) {
            (true, true) => format!("{}{place} for any {}", self.array, names.join(", ")),
            (true, false) => format!("{}{place}", self.array),
            (false, true) => format!("{}{place} for {condition}", self.array),
            (false, false) => format!("{}{place} if {condition}", self.array),
        }
    }

    /// Names for the array's dimensions: of the one loop variable in each subscript, if it is free.
    fn dimensions(&self, accesses: &[AccessId]) -> Vec<String> {
        let model = &self.reader.found.model;
        let parameters: Vec<String> = model.params.iter().flat_map(|it| self.reader.parameter(it).names()).collect();
        let outer = ir::parents(self.reader.found.loops[self.id.0 as usize]).filter_map(variable);
        let mut taken: Vec<String> = parameters.into_iter().chain(outer).collect();
        let rank = model.arrays[self.reader.found.array_of(accesses[0]).0 as usize].rank as usize;
        // A new name is no loop's: readers would take it for that one.
        let loops: Vec<String> = self.reader.found.loops.iter().filter_map(|it| variable(*it)).collect();
        let mut names = vec![];
        for dim in 0..rank {
            let texts = accesses.iter().filter_map(|it| model.accesses[it.0 as usize].subscripts.get(dim)?.as_deref());
            let mut variables: Vec<String> = texts.flat_map(|it| self.variables(it)).collect();
            variables.sort();
            variables.dedup();
            let own = match &variables[..] {
                [only] if !taken.contains(only) => only.clone(),
                _ => fresh(&[&taken[..], &loops].concat()),
            };
            taken.push(own.clone());
            names.push(own);
        }
        names
    }

    /// The loop variables in a subscript of the model.
    fn variables(&self, text: &str) -> Vec<String> {
        let words = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
        words.filter_map(|it| self.reader.iterator(it)).collect()
    }
}

/// A name that is not taken.
fn fresh(taken: &[String]) -> String {
    let numbered = (1..).map(|it| format!("x{it}"));
    let plain = ["x", "y", "z"].into_iter().map(String::from);
    plain.chain(numbered).find(|it| !taken.contains(it)).unwrap_or_default()
}
