//! What the compiler says of one source, put together per loop of the source: plain data, without a word of prose.
//!
//! The stages are those that compile; they run on one copy of the module, and what loops reach is read from another one, which is as
//! the front end made it. Nothing is analyzed here that the stages do not analyze.

use crate::commands::emit;
use crate::compile::{Fallback, Nest as HostNest, Report, Unit as Source};
use crate::error::Result;
use crate::options::Shared;
use crate::unit::code::Code;
use crate::unit::stages::{Imports, pass_pipeline, pass_remarks};
use raddle_dialects::diagnostics::Message;
use raddle_dialects::ir::{self, FileLineCol};
use raddle_dialects::{Op, region};
use raddle_gpu::record::{self, Place, Verdict};
use raddle_gpu::sites::{self, Site};
use raddle_region::describe::{self, Blocker, Mark, Reached, Reader, Role};
use raddle_region::formula::Values;
use std::collections::VecDeque;
use std::path::PathBuf;

/// One source.
pub struct Explanation {
    pub source: PathBuf,
    /// In the order of the source.
    pub nests: Vec<Nest>,
    pub fallback: Vec<Fallback>,
    /// What sizes and variables are called in formulas, sorted.
    pub names: Vec<String>,
    /// The source was MATLAB, and the nests are those of its C text.
    pub is_matlab: bool,
}

/// A loop that no other one of the source is around, with those in it.
pub struct Nest {
    pub file: String,
    pub line: usize,
    pub function: String,
    pub runs: Runs,
    /// Why the loop is none that is analyzed.
    pub refused: Option<String>,
    pub loops: Vec<Loop>,
    /// What the nest reaches; the error is why that is not known. None of a loop that was not analyzed.
    pub reached: Option<std::result::Result<Vec<Reached>, String>>,
    pub launches: Vec<Launch>,
    /// What passes remarked: line and text.
    pub remarks: Vec<(usize, String)>,
    /// What is checked before the nest, in C's terms.
    pub checks: Vec<String>,
    /// Arrays that versions for CPU threads, or in parts, test for overlap.
    pub tested: Vec<(String, String)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Runs {
    /// All of it, on any device.
    Device,
    /// All of it, on CPU threads alone.
    Threads,
    /// As it stands, but in tiles on CPU threads.
    Tiles,
    Part,
    Host,
}

/// A loop of the source.
pub struct Loop {
    pub variable: Option<String>,
    pub at: FileLineCol,
    pub depth: usize,
    /// What it became: one loop, or several where its body was split.
    pub copies: Vec<Copy>,
}

pub struct Copy {
    pub mark: Mark,
    pub blocker: Option<Blocker>,
    pub lines: Vec<usize>,
    pub place: Where,
}

/// What is done with a loop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Where {
    /// A dimension of a kernel's grid.
    Grid,
    /// In each work item.
    Inside,
    /// On the host: why.
    Host(String),
}

pub struct Launch {
    pub site: Site,
    /// What the launched loop reaches, the loops around it fixed. None where it is the whole nest.
    pub reached: Option<std::result::Result<Vec<Reached>, String>>,
}

/// A loop after the analysis.
struct After {
    function: String,
    at: Option<FileLineCol>,
    parent: Option<usize>,
    mark: Mark,
    role: Role,
    blocker: Option<Blocker>,
    lines: Vec<usize>,
    place: Where,
}

pub fn explanation(source: &Source, shared: &Shared, values: Values<'_>) -> Result<Explanation> {
    let front = emit::front_end(source, shared)?;
    let context = raddle_dialects::context();
    raddle_pipeline::register();
    let mut report = Report::default();
    let before = front.import(&context, Imports::WithNests).add_to(&mut report);
    let mut module = front.import(&context, Imports::WithNests).add_to(&mut Report::default());
    let analyze = front.analyze(Code::of(&source.words).options().vector_bytes());
    let remarks = pass_remarks(&context, &mut module, &analyze)?;
    let mut nests: Vec<Vec<After>> = region::nests(ir::root(&module)).iter().map(|it| after(it.op())).collect();
    let tested: Vec<_> = region::nests(ir::root(&module)).iter().map(|it| sites::tested_before(it.op())).collect();
    pass_pipeline(&context, &mut module, &front.map())?;
    let root = ir::root(&module);
    let mut ends = Ends { verdicts: record::verdicts(root).into(), sites: sites::sites(root).into() };
    let sites: Vec<Vec<Site>> = nests.iter_mut().map(|it| ends.place(it)).collect();
    let read = Read { after: nests, sites, tested, remarks, checks: front.checks() };
    let mut all: Vec<Nest> =
        region::nests(ir::root(&before)).iter().flat_map(|it| read.nests(it.op(), values)).collect();
    let names = region::nests(ir::root(&before)).iter().flat_map(|it| Reader::new(it.op()).names()).collect();
    all.extend(report.nests.iter().map(refused));
    all.sort_by(|a, b| (&a.file, a.line).cmp(&(&b.file, b.line)));
    let names = sorted(names);
    Ok(Explanation { source: source.source.clone(), nests: all, fallback: report.fallback, names, is_matlab: false })
}

fn sorted(mut names: Vec<String>) -> Vec<String> {
    names.sort();
    names.dedup();
    names
}

/// A loop that never was a nest.
fn refused(nest: &HostNest) -> Nest {
    let (file, line) = nest.place();
    Nest {
        file,
        line: line as usize,
        function: nest.function.clone(),
        runs: Runs::Host,
        refused: Some(nest.reason.clone()),
        loops: vec![],
        reached: None,
        launches: vec![],
        remarks: vec![],
        checks: vec![],
        tested: vec![],
    }
}

fn after(nest: Op<'_>) -> Vec<After> {
    let function = region::NestOp::cast(nest).map(|it| it.function().to_string()).unwrap_or_default();
    let loops = describe::loops(nest).into_iter();
    let one = |it: describe::Loop<'_>| After {
        function: function.clone(),
        at: it.at,
        parent: it.parent,
        place: Where::Host(match &it.mark {
            Mark::Sequential(reason) | Mark::Reductions(reason) => reason.clone(),
            Mark::Parallel | Mark::Unmarked => String::new(),
        }),
        mark: it.mark,
        role: it.role,
        blocker: it.blocker,
        lines: it.lines,
    };
    loops.map(one).collect()
}

/// Verdicts and sites that no loop has yet, in the order of the loops.
struct Ends {
    verdicts: VecDeque<Verdict>,
    sites: VecDeque<Site>,
}

impl Ends {
    /// Says of each loop where it runs. The launches of the nest come back.
    fn place(&mut self, loops: &mut [After]) -> Vec<Site> {
        let mut found = vec![];
        for number in 0..loops.len() {
            let is_inside = loops[number].parent.is_some_and(|it| !matches!(loops[it].place, Where::Host(_)));
            if is_inside && loops[number].place != Where::Grid {
                loops[number].place = Where::Inside;
            }
            if is_inside || matches!(loops[number].role, Role::Fallback | Role::Tiled) {
                continue;
            }
            let Some(verdict) = self.verdict(&loops[number]) else { continue };
            match verdict.place {
                Place::Host(reason) => loops[number].place = Where::Host(reason),
                Place::Device | Place::Threads(_) => {
                    let site = self.site(&loops[number]);
                    launch(loops, number, site.as_ref().map_or(1, |it| it.dims));
                    found.extend(site);
                }
            }
        }
        // What is left of the nest's loops are those over tiles.
        while let Some(site) = loops.iter().find_map(|it| self.site(it)) {
            found.push(site);
        }
        found
    }

    fn verdict(&mut self, it: &After) -> Option<Verdict> {
        let source = line_of(it.at.as_ref()?);
        let is_its = |verdict: &Verdict| verdict.source == source && verdict.function == it.function;
        self.verdicts.iter().position(is_its).and_then(|found| self.verdicts.remove(found))
    }

    fn site(&mut self, it: &After) -> Option<Site> {
        let source = line_of(it.at.as_ref()?);
        let is_its = |site: &Site| site.source == source && site.function == it.function;
        self.sites.iter().position(is_its).and_then(|found| self.sites.remove(found))
    }
}

fn line_of(at: &FileLineCol) -> String {
    format!("{}:{}", at.file, at.line)
}

/// The loop and the only loops in it are dimensions of a grid.
fn launch(loops: &mut [After], first: usize, dims: usize) {
    let mut next = Some(first);
    for _ in 0..dims {
        let Some(number) = next else { return };
        loops[number].place = Where::Grid;
        next = (number + 1..loops.len()).find(|it| loops[*it].parent == Some(number));
    }
}

/// All that has been read of a module.
struct Read {
    after: Vec<Vec<After>>,
    sites: Vec<Vec<Site>>,
    tested: Vec<Vec<(String, String)>>,
    remarks: Vec<Message>,
    checks: Vec<(crate::diag::Position, String, Vec<String>)>,
}

impl Read {
    /// The loops of a nest as the front end made it that no other one is around.
    fn nests(&self, nest: Op<'_>, values: Values<'_>) -> Vec<Nest> {
        let loops = describe::loops(nest);
        let reader = Reader::new(nest);
        let roots = (0..loops.len()).filter(|it| loops[*it].parent.is_none());
        roots.filter_map(|it| self.nest(&reader, &loops, it, values)).collect()
    }

    fn nest(&self, reader: &Reader<'_>, loops: &[describe::Loop<'_>], root: usize, values: Values<'_>) -> Option<Nest> {
        let at = loops[root].at.clone()?;
        let function = region::NestOp::cast(reader.nest())?.function().to_string();
        let last = (root + 1..loops.len()).find(|it| loops[*it].parent.is_none()).unwrap_or(loops.len());
        let own = &loops[root..last];
        let is_own = |place: &FileLineCol| own.iter().any(|it| it.at.as_ref() == Some(place));
        let sources: Vec<Loop> = (root..last).filter_map(|it| self.source(loops, it, root, &function)).collect();
        let mut launches = vec![];
        for site in self.sites.iter().flatten().filter(|it| it.function == function) {
            let launched = own.iter().find(|it| it.at.is_some() && it.at == site.at);
            let Some(launched) = launched else { continue };
            let reached = launched.parent.map(|_| reader.reached_in(launched.op, values));
            launches.push(Launch { site: site.clone(), reached });
        }
        let is_remarked =
            |it: &&Message| it.at.as_ref().is_some_and(is_own) && !it.text.starts_with("loop is sequential");
        let mut remarks: Vec<(usize, String)> = self
            .remarks
            .iter()
            .filter(is_remarked)
            .filter_map(|it| Some((it.at.as_ref()?.line, it.text.clone())))
            .collect();
        remarks.dedup();
        let of_nest = (0..self.after.len())
            .find(|number| self.after[*number].iter().any(|it| it.at.as_ref() == Some(&at) && it.function == function));
        let checks = self.checks.iter().find(|(place, of, _)| of == &function && place.line as usize == at.line);
        Some(Nest {
            runs: self.runs(&sources, own, &function),
            refused: None,
            reached: Some(reader.reached_in(loops[root].op, values)),
            loops: sources,
            launches,
            remarks,
            checks: checks.map(|it| it.2.clone()).unwrap_or_default(),
            tested: of_nest.map(|it| self.tested[it].clone()).unwrap_or_default(),
            file: at.file,
            line: at.line,
            function,
        })
    }

    fn source(&self, loops: &[describe::Loop<'_>], number: usize, root: usize, function: &str) -> Option<Loop> {
        let at = loops[number].at.clone()?;
        let around = std::iter::successors(loops[number].parent, |it| loops[*it].parent);
        let is_main = |it: &&After| it.role == Role::Main && it.at.as_ref() == Some(&at) && it.function == function;
        let copy = |it: &After| Copy {
            mark: it.mark.clone(),
            blocker: it.blocker.clone(),
            lines: it.lines.clone(),
            place: it.place.clone(),
        };
        Some(Loop {
            variable: loops[number].variable.clone(),
            depth: around.filter(|it| *it >= root).count(),
            copies: self.after.iter().flatten().filter(is_main).map(copy).collect(),
            at,
        })
    }

    fn runs(&self, loops: &[Loop], own: &[describe::Loop<'_>], function: &str) -> Runs {
        let is_host = |it: &Copy| matches!(it.place, Where::Host(_));
        let is_its = |it: &&After| it.at.is_some() && it.function == function && own.iter().any(|own| own.at == it.at);
        let mut versions = self.after.iter().flatten().filter(is_its);
        let outermost = loops.first().map(|it| &it.copies[..]).unwrap_or_default();
        if !outermost.is_empty() && !outermost.iter().any(is_host) {
            return if self.for_threads_only(own, function) { Runs::Threads } else { Runs::Device };
        }
        match loops.iter().flat_map(|it| &it.copies).any(|it| !is_host(it)) {
            true => Runs::Part,
            false if versions.any(|it| it.role == Role::Tiled) => Runs::Tiles,
            false => Runs::Host,
        }
    }

    /// Are all launches of the loops for CPU threads?
    fn for_threads_only(&self, own: &[describe::Loop<'_>], function: &str) -> bool {
        let is_its = |it: &&Site| it.function == function && own.iter().any(|own| own.at.is_some() && own.at == it.at);
        self.sites.iter().flatten().filter(is_its).all(|it| it.threads_only.is_some())
    }
}

impl Explanation {
    /// The same of a MATLAB program, with the loops that have no C text.
    pub fn of_matlab(mut self, others: &[HostNest]) -> Explanation {
        self.nests.extend(others.iter().map(refused));
        self.nests.sort_by(|a, b| (&a.file, a.line).cmp(&(&b.file, b.line)));
        Explanation { is_matlab: true, ..self }
    }
}

/// All names of a unit's formulas.
pub fn names(all: &[Explanation]) -> Vec<String> {
    sorted(all.iter().flat_map(|it| it.names.iter().cloned()).collect())
}
