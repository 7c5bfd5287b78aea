//! The verdict comments of a program against the statistics of its run.

use libtest_mimic::Failed;
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};

#[derive(Debug, PartialEq, Eq)]
pub enum Verdict {
    Device,
    /// CPU threads alone, and the reason contains this.
    Threads(String),
    /// The reason contains this.
    Host(String),
}

/// The expectations written at the end of a line, with `|` between them: a loop may be split, or copied with the body of a function.
pub fn parse(line: &str) -> Option<Vec<Verdict>> {
    line.split_once("// raddle: ")?.1.split(" | ").map(|it| parse_one(it.trim_end())).collect()
}

fn parse_one(text: &str) -> Option<Verdict> {
    let reason = |place| text.strip_prefix(place).map(|reason: &str| reason.trim_end_matches(')').to_string());
    let host = reason("host(").map(Verdict::Host);
    host.or_else(|| reason("threads(").map(Verdict::Threads)).or((text == "device").then_some(Verdict::Device))
}

/// Every loop of the sources that the statistics know has a verdict comment, and it holds. The statistics of a program know its nests
/// if it has kernels, else those of its compilation.
pub fn check_verdicts(sources: &[PathBuf], stats: &[&Path]) -> Result<(), Failed> {
    let nests = stats.iter().map(|path| read(path)).collect::<Result<Vec<_>, _>>()?.concat();
    let mut wrong = Vec::new();
    for source in sources {
        let text = fs::read_to_string(source)?;
        for (index, line) in text.lines().enumerate() {
            wrong.extend(check(parse(line), &format!("{}:{}", source.display(), index + 1), &nests).err());
        }
    }
    if wrong.is_empty() { Ok(()) } else { Err(wrong.join("\n").into()) }
}

/// The nests in a file of statistics; none if there is no file, as programs without kernels write none.
fn read(stats: &Path) -> Result<Vec<Value>, Failed> {
    let Ok(text) = fs::read_to_string(stats) else { return Ok(Vec::new()) };
    let stats: Value = serde_json::from_str(&text)?;
    Ok(stats["nests"].as_array().ok_or("the statistics have no list of nests")?.clone())
}

fn check(expected: Option<Vec<Verdict>>, place: &str, nests: &[Value]) -> Result<(), String> {
    let mut here = nests.iter().filter(|nest| nest["source"] == place).peekable();
    let Some(verdicts) = expected else {
        return match here.next() {
            Some(nest) => Err(format!("{place}: no verdict comment; {} ({})", nest["verdict"], nest["reason"])),
            None => Ok(()),
        };
    };
    if here.peek().is_none() {
        return Err(format!("{place}: expected {verdicts:?}, but no nest is known there"));
    }
    let here: Vec<&Value> = here.collect();
    if let Some(verdict) = verdicts.iter().find(|it| !here.iter().any(|nest| it.holds(nest))) {
        return Err(format!("{place}: expected {verdict:?} among other nests, but no nest there is so"));
    }
    match here.iter().find(|nest| !verdicts.iter().any(|it| it.holds(nest))) {
        Some(nest) => Err(format!("{place}: expected {verdicts:?}, found {} ({})", nest["verdict"], nest["reason"])),
        None => Ok(()),
    }
}

impl Verdict {
    fn holds(&self, nest: &Value) -> bool {
        let contains = |part: &String| nest["reason"].as_str().is_some_and(|reason| reason.contains(part));
        match self {
            Verdict::Device => nest["verdict"] == "device",
            Verdict::Threads(part) => nest["verdict"] == "threads" && contains(part),
            Verdict::Host(part) => nest["verdict"] == "host" && contains(part),
        }
    }
}
