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

/// The expectation written at the end of a line.
pub fn parse(line: &str) -> Option<Verdict> {
    let text = line.split_once("// raddle: ")?.1.trim_end();
    let reason = |place| text.strip_prefix(place).map(|reason: &str| reason.trim_end_matches(')').to_string());
    let host = reason("host(").map(Verdict::Host);
    host.or_else(|| reason("threads(").map(Verdict::Threads)).or((text == "device").then_some(Verdict::Device))
}

/// Every loop of the sources that the statistics know has a verdict comment, and it holds.
pub fn check_verdicts(sources: &[PathBuf], stats: &Path) -> Result<(), Failed> {
    let text = fs::read_to_string(stats).map_err(|error| format!("the program wrote no statistics: {error}"))?;
    let stats: Value = serde_json::from_str(&text)?;
    let nests = stats["nests"].as_array().ok_or("the statistics have no list of nests")?;
    let mut wrong = Vec::new();
    for source in sources {
        let text = fs::read_to_string(source)?;
        for (index, line) in text.lines().enumerate() {
            wrong.extend(check(parse(line), &format!("{}:{}", source.display(), index + 1), nests).err());
        }
    }
    if wrong.is_empty() { Ok(()) } else { Err(wrong.join("\n").into()) }
}

fn check(expected: Option<Verdict>, place: &str, nests: &[Value]) -> Result<(), String> {
    let mut here = nests.iter().filter(|nest| nest["source"] == place).peekable();
    let Some(verdict) = expected else {
        return match here.next() {
            Some(nest) => Err(format!("{place}: no verdict comment; {} ({})", nest["verdict"], nest["reason"])),
            None => Ok(()),
        };
    };
    if here.peek().is_none() {
        return Err(format!("{place}: expected {verdict:?}, but no nest is known there"));
    }
    match here.find(|nest| !verdict.holds(nest)) {
        Some(nest) => Err(format!("{place}: expected {verdict:?}, found {} ({})", nest["verdict"], nest["reason"])),
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
