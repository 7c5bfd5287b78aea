//! What the compiler says of one source, put together per loop of the source: plain data, without a word of prose.
//!
//! The stages are those that compile; they run on one copy of the module, and what loops reach is read from another one, which is as
//! the front end made it. Nothing is analyzed here that the stages do not analyze.

use crate::commands::emit;
use crate::compile::{Fallback, Nest as HostNest, Report, Unit as Source};
use crate::error::Result;
use crate::options::Shared;
use crate::script::Functions;
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
use std::ops::Range;
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
    /// Subscripts in it are those of the C text of a MATLAB script.
    pub is_script: bool,
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
    pub private: Vec<String>,
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
    private: Vec<String>,
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
    let (hidden, shown): (Vec<_>, Vec<_>) = region::nests(ir::root(&module)).into_iter().partition(|it| it.is_hidden());
    let in_blocks: Vec<i64> = hidden.iter().filter_map(|it| ir::i64_attr(it.op(), region::BLOCKED)).collect();
    let mut nests: Vec<Vec<After>> = shown.iter().map(|it| after(it.op())).collect();
    let tested: Vec<_> = shown.iter().map(|it| sites::tested_before(it.op())).collect();
    pass_pipeline(&context, &mut module, &front.map())?;
    let root = ir::root(&module);
    let mut sites = sites::sites(root);
    if shared.compile()?.targets.are_threads_only() {
        let reason = "the program has code for no other device (--targets)";
        sites.iter_mut().for_each(|it| it.threads_only = Some(reason.into()));
    }
    let (serial, sites): (Vec<Site>, Vec<Site>) = sites.into_iter().partition(|it| it.serial);
    let mut ends = Ends { verdicts: record::verdicts(root).into(), sites: sites.into() };
    let sites: Vec<Vec<Site>> = nests.iter_mut().map(|it| ends.place(it)).collect();
    let read = Read { after: nests, sites, tested, remarks, checks: front.checks() };
    let shown = region::nests(ir::root(&before)).into_iter().filter(|it| is_shown(it.op(), &in_blocks));
    let mut all: Vec<Nest> = shown.enumerate().flat_map(|(number, it)| read.nests(number, it.op(), values)).collect();
    let names = region::nests(ir::root(&before)).iter().flat_map(|it| Reader::new(it.op()).names()).collect();
    all.extend(front.one_per_loop(report.nests).iter().map(refused));
    all.sort_by(|a, b| (&a.file, a.line).cmp(&(&b.file, b.line)));
    serial.iter().for_each(|it| tell_of_statements(&mut all, it));
    let names = sorted(names);
    Ok(Explanation { source: source.source.clone(), nests: all, fallback: report.fallback, names, is_matlab: false })
}

/// Statements belong to the last nest of their function that begins before them.
fn tell_of_statements(nests: &mut [Nest], site: &Site) {
    let Some(at) = &site.at else { return };
    let mut before =
        nests.iter_mut().filter(|it| it.function == site.function && it.file == at.file && it.line <= at.line);
    let text =
        "statements are a kernel of one work item for a device that has their arrays, where copies would take longer";
    if let Some(nest) = before.next_back() {
        nest.remarks.push((at.line, text.into()));
    }
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
        is_script: false,
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
        private: it.private,
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
        let is_tiled = |it: &&After| it.role == Role::Tiled;
        while let Some(site) = loops.iter().filter(is_tiled).find_map(|it| self.site(it)) {
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
        let at = it.at.as_ref()?;
        let is_its = |site: &Site| site.at.as_ref() == Some(at) && site.function == it.function;
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

/// Of a nest with blocks and its version without, one is shown: the version where those with blocks are hidden.
fn is_shown(nest: Op<'_>, hidden: &[i64]) -> bool {
    let number = ir::i64_attr(nest, region::BLOCKED);
    number.is_none_or(|it| hidden.contains(&it) == ir::has_attr(nest, region::UNBLOCKED))
}

/// All that has been read of a module, per nest in the order of the module: no pass adds or removes one but for versions.
struct Read {
    after: Vec<Vec<After>>,
    sites: Vec<Vec<Site>>,
    tested: Vec<Vec<(String, String)>>,
    remarks: Vec<Message>,
    checks: Vec<(crate::diag::Position, String, Vec<String>)>,
}

impl Read {
    /// The loops of a nest as the front end made it that no other one is around.
    fn nests(&self, number: usize, nest: Op<'_>, values: Values<'_>) -> Vec<Nest> {
        let loops = describe::loops(nest);
        let reader = Reader::new(nest);
        let roots = (0..loops.len()).filter(|it| loops[*it].parent.is_none());
        let own = |root: usize| (root + 1..loops.len()).find(|it| loops[*it].parent.is_none()).unwrap_or(loops.len());
        roots.filter_map(|it| self.nest(number, &reader, (&loops, it..own(it)), values)).collect()
    }

    /// `own` are the loops of `loops` that belong together, the outermost one first.
    fn nest(
        &self,
        number: usize,
        reader: &Reader<'_>,
        (loops, own): (&[describe::Loop<'_>], Range<usize>),
        values: Values<'_>,
    ) -> Option<Nest> {
        let at = loops[own.start].at.clone()?;
        let after: &[After] = self.after.get(number).map(Vec::as_slice).unwrap_or_default();
        let sources: Vec<Loop> = own.clone().filter_map(|it| source(loops, it, own.start, after)).collect();
        let own = &loops[own];
        let is_own = |place: &FileLineCol| own.iter().any(|it| it.at.as_ref() == Some(place));
        let launched = |site: &Site| {
            let launched = own.iter().find(|it| it.at.is_some() && it.at == site.at)?;
            let reached = launched.parent.map(|_| reader.reached_in(launched.op, values));
            Some(Launch { site: site.clone(), reached })
        };
        let launches: Vec<Launch> = self.sites.get(number).into_iter().flatten().filter_map(launched).collect();
        let function = region::NestOp::cast(reader.nest())?.function().to_string();
        let checks = self.checks.iter().find(|(place, of, _)| *of == function && place.line as usize == at.line);
        let is_its = |it: &&After| it.at.as_ref().is_some_and(is_own);
        Some(Nest {
            runs: runs(&sources, after.iter().filter(is_its).any(|it| it.role == Role::Tiled), &launches),
            refused: None,
            reached: Some(reader.reached_in(own[0].op, values)),
            loops: sources,
            launches,
            remarks: self.remarked(is_own),
            checks: checks.map(|it| it.2.clone()).unwrap_or_default(),
            tested: self.tested.get(number).cloned().unwrap_or_default(),
            file: at.file,
            line: at.line,
            function,
            is_script: false,
        })
    }

    /// Lines and texts of what passes remarked at certain places, but for what the marks of loops say as well.
    fn remarked(&self, is_own: impl Fn(&FileLineCol) -> bool) -> Vec<(usize, String)> {
        let new = self.remarks.iter().filter(|it| !it.text.starts_with("loop is sequential"));
        let remark = |it: &Message| it.at.as_ref().filter(|at| is_own(at)).map(|at| (at.line, it.text.clone()));
        let mut remarks: Vec<(usize, String)> = new.filter_map(remark).collect();
        remarks.dedup();
        remarks
    }
}

/// A loop with what became of it. Loops that one macro makes have one place: then they are told apart by their order.
fn source(loops: &[describe::Loop<'_>], number: usize, root: usize, after: &[After]) -> Option<Loop> {
    let at = loops[number].at.clone()?;
    let around = std::iter::successors(loops[number].parent, |it| loops[*it].parent);
    let is_there = |it: &Option<FileLineCol>| it.as_ref() == Some(&at);
    let all: Vec<&After> = after.iter().filter(|it| it.role == Role::Main && is_there(&it.at)).collect();
    let twins = loops.iter().filter(|it| is_there(&it.at)).count();
    let position = loops[..number].iter().filter(|it| is_there(&it.at)).count();
    let own = if all.len() == twins { &all[position..position + 1] } else { &all[..] };
    let copy = |it: &&After| Copy {
        mark: it.mark.clone(),
        blocker: it.blocker.clone(),
        lines: it.lines.clone(),
        private: it.private.clone(),
        place: it.place.clone(),
    };
    Some(Loop {
        variable: loops[number].variable.clone(),
        depth: around.filter(|it| *it >= root).count(),
        copies: own.iter().map(copy).collect(),
        at,
    })
}

fn runs(loops: &[Loop], has_tiles: bool, launches: &[Launch]) -> Runs {
    let is_host = |it: &Copy| matches!(it.place, Where::Host(_));
    let outermost = loops.first().map(|it| &it.copies[..]).unwrap_or_default();
    if !outermost.is_empty() && !outermost.iter().any(is_host) {
        let for_threads = !launches.is_empty() && launches.iter().all(|it| it.site.threads_only.is_some());
        return if for_threads { Runs::Threads } else { Runs::Device };
    }
    match loops.iter().flat_map(|it| &it.copies).any(|it| !is_host(it)) {
        true => Runs::Part,
        false if has_tiles => Runs::Tiles,
        false => Runs::Host,
    }
}

impl Explanation {
    /// The same of a MATLAB program, with the loops that have no C text.
    pub fn of_matlab(
        mut self,
        script: Option<&PathBuf>,
        (others, functions): (&[HostNest], &Functions),
    ) -> Explanation {
        for nest in &mut self.nests {
            nest.is_script = true;
            nest.function = functions.shown(&nest.function).into();
        }
        self.nests.extend(others.iter().map(refused));
        self.nests.sort_by(|a, b| (&a.file, a.line).cmp(&(&b.file, b.line)));
        let source = script.unwrap_or(&self.source).clone();
        Explanation { is_matlab: true, source, ..self }
    }
}

/// All names of a unit's formulas.
pub fn names(all: &[Explanation]) -> Vec<String> {
    sorted(all.iter().flat_map(|it| it.names.iter().cloned()).collect())
}
