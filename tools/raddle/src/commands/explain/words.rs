//! An explanation in English: per nest a heading, and rows of sentences under labels. It makes no text of a page, and it adds
//! nothing to what was gathered.

use super::at::Values;
use super::gather::{Copy, Explanation, Launch, Loop, Nest, Runs, Where};
use super::timeline::{Kind, Run};
use crate::compile::Fallback;
use crate::script;
use raddle_dialects::ir::FileLineCol;
use raddle_gpu::sites::{Moved, Site};
use raddle_region::describe::{Blocker, DependenceKind, Elements, Mark, Reached, Set};
use raddle_region::formula::{Bytes, Formula, product};

/// The label of what is said of a launch.
pub const LAUNCH: &str = "launch";

/// Sentences about one thing.
pub struct Row {
    pub label: &'static str,
    pub lines: Vec<String>,
}

impl Runs {
    /// A word for where a nest runs.
    pub fn word(self) -> &'static str {
        match self {
            Runs::Device => "device",
            Runs::Threads | Runs::Tiles => "threads",
            Runs::Part => "part",
            Runs::Host => "host",
        }
    }
}

/// Where the nest runs, in a sentence.
pub fn verdict(nest: &Nest) -> String {
    match nest.runs {
        Runs::Device => "parallel: the whole nest can run on any device".into(),
        Runs::Threads => "parallel on CPU threads; other devices leave it to the host".into(),
        Runs::Tiles => "in tiles on CPU threads; on other devices it stays sequential, on the host".into(),
        Runs::Part => "in part: what is around the parallel loops stays on the host".into(),
        Runs::Host => "stays on the host".into(),
    }
}

/// What a function's code is that is not ours.
pub fn left_to_clang(it: &Fallback) -> String {
    format!("{}: function '{}' is left to clang: {}", it.source, it.function, it.construct)
}

pub fn rows(nest: &Nest, values: &Values, run: Option<&Run>) -> Vec<Row> {
    let mut rows = vec![];
    rows.push(Row { label: "why", lines: nest.refused.iter().cloned().collect() });
    rows.push(Row { label: "loops", lines: nest.loops.iter().flat_map(loop_lines).collect() });
    rows.extend(reached_rows(nest.reached.as_ref(), values));
    let (for_threads, others): (Vec<_>, Vec<_>) = nest.launches.iter().partition(|it| it.site.threads_only.is_some());
    for launch in others {
        rows.extend(launch_rows(launch, values));
    }
    rows.push(Row { label: LAUNCH, lines: for_threads.iter().map(|it| of_threads(&it.site)).collect() });
    rows.push(Row { label: "tested", lines: test_lines(nest) });
    let remarks = nest.remarks.iter().map(|(line, text)| format!("line {line}: {text}"));
    rows.push(Row { label: "also", lines: remarks.collect() });
    rows.push(Row { label: "run", lines: run.map(|it| run_lines(nest, it)).unwrap_or_default() });
    rows.retain(|it| !it.lines.is_empty());
    rows.iter_mut().flat_map(|it| &mut it.lines).for_each(|it| *it = in_source(&near(it, &nest.file), nest));
    rows
}

/// A text in the names of the source.
fn in_source(text: &str, nest: &Nest) -> String {
    if nest.is_script { script::subscripted(&script::told(text)) } else { text.into() }
}

/// Places in the nest's file are lines of it: `line 12` for `dir/a.c:12:5`.
fn near(text: &str, file: &str) -> String {
    let before = format!("{file}:");
    let mut parts = text.split(&before);
    let mut out = parts.next().unwrap_or_default().to_string();
    for part in parts {
        let end = part.find(|c: char| !c.is_ascii_digit()).unwrap_or(part.len());
        let (line, rest) = part.split_at(end);
        let column = rest.strip_prefix(':').filter(|it| it.starts_with(|c: char| c.is_ascii_digit()));
        let column = column.map_or(rest, |it| it.trim_start_matches(|c: char| c.is_ascii_digit()));
        out += &format!("line {line}{}", if line.is_empty() { rest } else { column });
    }
    out
}

// Loops

fn loop_lines(it: &Loop) -> Vec<String> {
    let name = it.variable.as_deref().map_or_else(|| "loop".into(), |name| format!("for {name}"));
    let head = format!("line {}, {name}", it.at.line);
    let indent = "  ".repeat(it.depth);
    match &it.copies[..] {
        [] => vec![format!("{indent}{head}: no loop of its own after the analysis")],
        [only] => vec![format!("{indent}{head}: {}", copy_text(only))],
        several => {
            let mut lines = vec![format!("{indent}{head}: split into {} loops", several.len())];
            lines.extend(several.iter().map(|it| format!("{indent}  {}: {}", of_lines(&it.lines), copy_text(it))));
            lines
        }
    }
}

fn of_lines(lines: &[usize]) -> String {
    match lines {
        [] => "one part".into(),
        [one] => format!("the part of line {one}"),
        several => format!("the part of lines {}", list(several)),
    }
}

fn copy_text(copy: &Copy) -> String {
    let names: Vec<String> = copy.private.iter().map(|it| format!("'{it}'")).collect();
    match names.is_empty() {
        true => place_text(copy),
        false => format!("{}; each iteration has its own {}", place_text(copy), names.join(", ")),
    }
}

fn place_text(copy: &Copy) -> String {
    let why = || reason(copy);
    match (&copy.place, &copy.mark) {
        (Where::Grid, _) => "parallel, a dimension of the grid".into(),
        (Where::Inside, Mark::Parallel) => "parallel, but run in order by each work item".into(),
        (Where::Inside, Mark::Unmarked) => "run in order by each work item".into(),
        (Where::Inside, Mark::Reductions(_) | Mark::Sequential(_)) => {
            format!("run in order by each work item: {}", why())
        }
        (Where::Host(reason), Mark::Parallel) if reason.is_empty() => "parallel".into(),
        (Where::Host(reason), Mark::Parallel) => format!("parallel, but on the host: {reason}"),
        (Where::Host(reason), Mark::Unmarked) if reason.is_empty() => "on the host".into(),
        (Where::Host(reason), Mark::Unmarked) => format!("on the host: {reason}"),
        (Where::Host(_), Mark::Reductions(_) | Mark::Sequential(_)) => format!("sequential: {}", why()),
    }
}

fn reason(copy: &Copy) -> String {
    match (&copy.blocker, &copy.mark) {
        (Some(blocker), _) => dependence(blocker),
        (None, Mark::Reductions(reason) | Mark::Sequential(reason)) => reason.clone(),
        (None, Mark::Parallel | Mark::Unmarked) => String::new(),
    }
}

/// `line 8 writes an element of 'a' that a later iteration reads in line 8 (read after write, distance 1)`
fn dependence(it: &Blocker) -> String {
    let line = |at: &Option<FileLineCol>| at.as_ref().map_or_else(|| "a line".into(), |it| format!("line {}", it.line));
    let array = it.array.as_ref().map_or_else(|| "a variable of the loop".into(), |it| format!("'{it}'"));
    let (from, to) = (line(&it.from), line(&it.to));
    let may = if it.is_shown { "" } else { " may" };
    let verb = |word: &str| if it.is_shown { format!("{word}s") } else { word.to_string() };
    let (what, kind) = match it.kind {
        DependenceKind::Flow => (
            format!("an iteration{may} {} in {to} what an earlier one wrote to {array} in {from}", verb("read")),
            "read after write",
        ),
        DependenceKind::Anti => (
            format!("an iteration{may} {} in {to} what an earlier one read of {array} in {from}", verb("overwrite")),
            "write after read",
        ),
        DependenceKind::Output => (
            format!("an iteration{may} {} in {to} what an earlier one wrote to {array} in {from}", verb("overwrite")),
            "write after write",
        ),
    };
    let distance = match it.distance {
        (Some(least), Some(most)) if least == most => format!(", {}", iterations(least)),
        (Some(least), _) if least > 1 => format!(", at least {}", iterations(least)),
        (Some(_) | None, _) => String::new(),
    };
    let assumed = if it.is_shown { "" } else { "; assumed, not shown" };
    format!("{what} ({kind}{distance}{assumed})")
}

fn iterations(count: i64) -> String {
    if count == 1 { "1 iteration apart".into() } else { format!("{count} iterations apart") }
}

// Elements

fn reached_rows(reached: Option<&Result<Vec<Reached>, String>>, values: &Values) -> Vec<Row> {
    match reached {
        None => vec![],
        Some(Err(reason)) => {
            vec![Row { label: "reads", lines: vec![format!("what it reads and writes is not known: {reason}")] }]
        }
        Some(Ok(all)) => {
            let of = |kind: fn(&Reached) -> Option<&Elements>| {
                all.iter().filter_map(|it| Some(element_lines(it, kind(it)?, values))).flatten().collect()
            };
            vec![
                Row { label: "reads", lines: of(|it| it.reads.as_ref()) },
                Row { label: "writes", lines: of(|it| it.writes.as_ref()) },
            ]
        }
    }
}

fn element_lines(reached: &Reached, elements: &Elements, values: &Values) -> Vec<String> {
    let array = &reached.array;
    let mut lines = vec![];
    for (set, before) in [(&elements.surely, ""), (&elements.perhaps, "perhaps ")] {
        let Some(set) = set else { continue };
        let count = counted(set, reached, values);
        lines.extend(set.parts.iter().map(|it| format!("{before}{it}")));
        if let (Some(last), Some(count)) = (lines.last_mut(), count) {
            *last += &format!("  [{count}]");
        }
    }
    if !elements.anywhere.is_empty() {
        let by = if elements.anywhere.len() == 1 { "line" } else { "lines" };
        let by = format!("{by} {}", list(&elements.anywhere));
        lines.push(format!("perhaps any element of {array}: only data tell which ({by})"));
    }
    lines.extend(elements.unknown.iter().map(|why| format!("elements of {array} that are not known: {why}")));
    lines
}

/// `64 elements, 512 bytes`
fn counted(set: &Set, reached: &Reached, values: &Values) -> Option<String> {
    if values.is_empty() {
        return None;
    }
    let Some(count) = set.count else {
        return Some(match set.missing.is_empty() {
            true => "how many is not known".into(),
            false => format!("how many: give {} a value with --at", set.missing.join(", ")),
        });
    };
    let bytes = count.checked_mul(reached.element_bytes)?;
    let parts = if set.parts.len() > 1 { " in all" } else { "" };
    Some(format!("{}, {}{parts}", plural(count.into(), "element"), plural(bytes.into(), "byte")))
}

fn plural(count: i128, what: &str) -> String {
    if count == 1 { format!("1 {what}") } else { format!("{count} {what}s") }
}

// Launches

fn launch_rows(launch: &Launch, values: &Values) -> Vec<Row> {
    let site = &launch.site;
    let line = site.at.as_ref().map_or(0, |it| it.line);
    let dims = plural(site.dims as i128, "dimension");
    let mut head = format!("line {line}: kernel {} with a grid of {dims}", site.kernel);
    if site.iterations.is_known() {
        head += &format!(", at most {} iterations", valued(&site.iterations, values));
    }
    let mut rows = vec![Row { label: LAUNCH, lines: vec![head] }];
    rows.extend(
        reached_rows(launch.reached.as_ref(), values)
            .into_iter()
            .map(|it| Row { label: if it.label == "reads" { "  reads" } else { "  writes" }, lines: it.lines }),
    );
    let arrays = || site.arrays.iter().filter(|it| !it.is_scratch());
    rows.push(Row { label: "  in", lines: arrays().filter_map(|it| goes_in(it, values)).collect() });
    rows.push(Row { label: "  out", lines: arrays().filter_map(|it| comes_back(it, site, values)).collect() });
    rows
}

/// CPU threads work in the memory of the host: there is nothing to say of copies.
fn of_threads(site: &Site) -> String {
    let line = site.at.as_ref().map_or(0, |it| it.line);
    let reason = site.threads_only.as_deref().unwrap_or_default();
    format!("line {line}: kernel {} for CPU threads, without copies: {reason}", site.kernel)
}

/// What is copied; memory that the source does not have has no name in it.
fn name_of(it: &Moved) -> &str {
    if it.is_workspace { "memory for partial results and copies" } else { &it.array }
}

fn goes_in(it: &Moved, values: &Values) -> Option<String> {
    let array = name_of(it);
    if it.is_argument() {
        return Some(format!("{array}: by value, with the launch"));
    }
    if !it.goes_in {
        return None;
    }
    if it.is_overwritten() {
        return Some(format!("{array}: nothing, as all of it is overwritten, unless it has more than 4096 rows"));
    }
    let around = it.around.as_ref().map(|it| format!("; the first copy brings {}", bytes(it, values)));
    let loose = if it.is_loose() { ", perhaps more than it touches" } else { "" };
    Some(format!("{array}: {}{loose}{}", moved(it, values), around.unwrap_or_default()))
}

fn comes_back(it: &Moved, site: &Site, values: &Values) -> Option<String> {
    if !it.is_written() || it.is_argument() {
        return None;
    }
    let amount = moved(it, values);
    let changed = if it.is_loose() { ", of which those that changed" } else { "" };
    let when = match (it.comes_back, site.resident) {
        (true, _) => "behind the launch",
        (false, true) => "when the host needs them",
        (false, false) => return None,
    };
    Some(format!("{}: {amount}{changed}, {when}", name_of(it)))
}

/// What of an array travels.
fn moved(it: &Moved, values: &Values) -> String {
    let Some(rows) = &it.rows else { return bytes(&it.bytes, values) };
    let counts: Vec<Formula> =
        rows.dims.iter().rev().map(|it| it.0.clone()).filter(|it| it.as_constant() != Some(1)).collect();
    let factors = [vec![rows.element.clone()], counts].concat();
    if !factors.iter().all(Formula::is_known) {
        return bytes(&it.bytes, values);
    }
    let text = product(&factors);
    let all = factors.iter().try_fold(1i128, |all, it| all.checked_mul(it.value(&|name| values.get(name))?.max(0)));
    let is_number = factors.iter().all(|it| it.as_constant().is_some());
    match all.filter(|_| !values.is_empty() && !is_number) {
        Some(number) => format!("{text} = {number} bytes, in rows"),
        None => format!("{text} bytes, in rows"),
    }
}

fn bytes(it: &Bytes, values: &Values) -> String {
    let count = it.count();
    if !count.is_known() {
        return "as many bytes as the program finds when it runs".into();
    }
    let number = it.at(&|name| values.get(name)).map(|it| it.end - it.start);
    match (count.as_constant(), number.filter(|_| !values.is_empty())) {
        (Some(one), _) => plural(one, "byte"),
        (None, Some(number)) => format!("{count} = {number} bytes"),
        (None, None) => format!("{count} bytes"),
    }
}

fn valued(it: &Formula, values: &Values) -> String {
    match (it.as_constant(), it.value(&|name| values.get(name)).filter(|_| !values.is_empty())) {
        (None, Some(number)) => format!("{it:#} = {number}"),
        (Some(_), _) | (None, None) => format!("{it:#}"),
    }
}

// The run

fn run_lines(nest: &Nest, run: &Run) -> Vec<String> {
    let mut sources: Vec<String> = nest.loops.iter().map(|it| format!("{}:{}", it.at.file, it.at.line)).collect();
    sources.dedup();
    sources.iter().filter_map(|it| run_line(it, run)).collect()
}

fn run_line(source: &str, run: &Run) -> Option<String> {
    let ms = |time: f64| format!("{:.3} ms", time / 1e3);
    let of = |kind| run.sum(source, kind);
    let (launches, copies, host) = (of(Kind::Launch), of(Kind::Copy), of(Kind::Host));
    let launched =
        (launches.0 > 0).then(|| format!("{} in {}", count(launches.0, "launch", "launches"), ms(launches.1)));
    let copied = (copies.0 > 0)
        .then(|| format!("{} of {} bytes in {}", count(copies.0, "copy", "copies"), copies.2, ms(copies.1)));
    let on_host = (host.0 > 0).then(|| format!("{} on the host in {}", count(host.0, "time", "times"), ms(host.1)));
    let all: Vec<String> = [launched, copied, on_host].into_iter().flatten().collect();
    (!all.is_empty()).then(|| format!("{source}: {}", all.join(", ")))
}

fn count(number: usize, one: &str, several: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { several })
}

// Tests

fn test_lines(nest: &Nest) -> Vec<String> {
    let mut lines = vec![];
    if !nest.checks.is_empty() {
        let checks = checks(&nest.checks).join(", ");
        lines.push(format!("before the nest: {checks}; else all of it runs as it is written"));
    }
    let pairs = nest.launches.iter().flat_map(|it| &it.site.tested).chain(&nest.tested);
    let mut pairs: Vec<&(String, String)> = pairs.collect();
    pairs.sort();
    pairs.dedup();
    if !pairs.is_empty() {
        let apart = apart(&pairs);
        lines.push(format!("before each launch: {apart}; else the loop runs on the host as it is written"));
    }
    if nest.launches.iter().any(|it| it.site.follows_rows) {
        lines.push(
            "before each launch: the rows behind pointers lie apart; else the loop runs on the host as it is written"
                .into(),
        );
    }
    lines
}

/// Conditions that numbers are not immense, which come in pairs for each name, as one.
fn checks(all: &[String]) -> Vec<String> {
    const IMMENSE: &str = " + 1099511627776 >= 0";
    let (bounds, mut others): (Vec<&String>, Vec<&String>) = all.iter().partition(|it| it.ends_with(IMMENSE));
    let name = |it: &&String| it.trim_end_matches(IMMENSE).trim_start_matches('-').to_string();
    let is_paired = |it: &str| bounds.iter().filter(|other| name(other) == it).count() == 2;
    let mut names: Vec<String> = bounds.iter().map(name).collect();
    names.dedup();
    let (paired, single): (Vec<String>, Vec<String>) = names.into_iter().partition(|it| is_paired(it));
    others.extend(bounds.iter().filter(|it| single.contains(&name(it))));
    let immense = (!paired.is_empty()).then(|| format!("{} within 2^40 of zero", paired.join(", ")));
    immense.into_iter().chain(others.into_iter().cloned()).collect()
}

fn apart(pairs: &[&(String, String)]) -> String {
    if pairs.len() <= 3 {
        return pairs.iter().map(|(a, b)| overlap(a, b)).collect::<Vec<_>>().join(", ");
    }
    let mut names: Vec<&str> = pairs.iter().flat_map(|(a, b)| [a.as_str(), b.as_str()]).collect();
    names.sort_unstable();
    names.dedup();
    format!("of {}, none that is written overlaps another one", names.join(", "))
}

fn overlap(a: &str, b: &str) -> String {
    if a == b { format!("the parts of {a} do not overlap") } else { format!("{a} and {b} do not overlap") }
}

fn list(numbers: &[usize]) -> String {
    numbers.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}

/// Of a MATLAB program.
const OF_MATLAB: &str = "Loops of MATLAB are compiled from C, which 'raddle emit --stage c' shows. 'first' and 'last' are the bounds of a nest's outermost loop; bounds of subscripts are those of that text, where they count from zero.";
/// Where data stays on devices.
const COPIES: &str = "Copies: the amounts are what a kernel needs. A device gets of that what it does not have yet: what an earlier launch left there is not copied again, and what a launch wrote comes back when the host needs it. What lies between parts of an array may come with them, as one copy is better than several; more than 4096 rows count as all that is between the first and the last one. A loop without iterations copies nothing.";
/// Where it does not.
const NAIVE: &str = "Copies: the amounts go in before each launch and come back behind it (--transfers naive); more than 4096 rows count as all that is between the first and the last one. A loop without iterations copies nothing.";
const LAUNCHES: &str = "Whether a launch pays is decided when the program runs (--device auto), or by you (--device NAME, --offload-min N).";

/// What holds for all nests, said once.
pub fn general(all: &[Explanation]) -> Vec<&'static str> {
    let launches = || all.iter().flat_map(|it| &it.nests).flat_map(|it| &it.launches);
    let copies = if launches().any(|it| it.site.resident) { COPIES } else { NAIVE };
    let has_copies = launches().any(|it| it.site.threads_only.is_none());
    let of_matlab = all.iter().any(|it| it.is_matlab).then_some(OF_MATLAB);
    let has_launches = launches().next().is_some();
    of_matlab.into_iter().chain(has_copies.then_some(copies)).chain(has_launches.then_some(LAUNCHES)).collect()
}
