//! The verdict comments of a program against the statistics of its run.

use libtest_mimic::Failed;
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};

#[derive(Debug, PartialEq, Eq)]
pub enum Verdict {
    Device,
    /// The reason contains this.
    Host(String),
}

/// The expectation written at the end of a line.
pub fn parse(line: &str) -> Option<Verdict> {
    let text = line.split_once("// raddle: ")?.1.trim_end();
    match text.strip_prefix("host(") {
        Some(reason) => Some(Verdict::Host(reason.trim_end_matches(')').into())),
        None => (text == "device").then_some(Verdict::Device),
    }
}

pub fn check_verdicts(sources: &[PathBuf], stats: &Path) -> Result<(), Failed> {
    let text = fs::read_to_string(stats).map_err(|error| format!("the program wrote no statistics: {error}"))?;
    let stats: Value = serde_json::from_str(&text)?;
    let nests = stats["nests"].as_array().ok_or("the statistics have no list of nests")?;
    let mut wrong = Vec::new();
    for source in sources {
        let text = fs::read_to_string(source)?;
        for (index, line) in text.lines().enumerate() {
            let Some(verdict) = parse(line) else { continue };
            let name = source.file_name().unwrap_or_default().to_string_lossy();
            let place = format!("{name}:{}", index + 1);
            wrong.extend(check(&verdict, &place, nests).err());
        }
    }
    if wrong.is_empty() { Ok(()) } else { Err(wrong.join("\n").into()) }
}

fn check(verdict: &Verdict, place: &str, nests: &[Value]) -> Result<(), String> {
    let here = |nest: &&Value| nest["source"].as_str().is_some_and(|source| ends_with_path(source, place));
    let nest =
        nests.iter().find(here).ok_or_else(|| format!("{place}: expected {verdict:?}, but no nest is known there"))?;
    let reason = nest["reason"].as_str().unwrap_or_default();
    let good = match verdict {
        Verdict::Device => nest["verdict"] == "device",
        Verdict::Host(part) => nest["verdict"] == "host" && reason.contains(part.as_str()),
    };
    if good { Ok(()) } else { Err(format!("{place}: expected {verdict:?}, found {} ({reason})", nest["verdict"])) }
}

/// `dir/file.c:12` ends with `file.c:12`, `other_file.c:12` does not.
fn ends_with_path(source: &str, place: &str) -> bool {
    source.strip_suffix(place).is_some_and(|rest| rest.is_empty() || rest.ends_with('/'))
}
