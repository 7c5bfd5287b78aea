//! The compile half of the statistics, and the whole document where a program ran without the runtime.
//!
//! Programs with kernels write their own statistics; the compile half reaches them as a file named by `RADDLE_STATS_COMPILE`.

use crate::compile::{Nest, Report, stage_times};
use crate::error::Result;
use crate::options;
use crate::temp;
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::path::Path;
use std::time::Duration;

/// Version of the schema.
const VERSION: u32 = 1;

/// `{"compile": [...], "imported": N, "fallback": [...]}`.
pub fn compile_half(reports: &[Report]) -> Value {
    let imported: u64 = reports.iter().map(|report| report.imported).sum();
    let fallback: Vec<_> = reports.iter().flat_map(|report| &report.fallback).collect();
    json!({ "compile": stage_times(reports), "imported": imported, "fallback": fallback })
}

/// Statistics of a command that runs no program.
pub fn compile_only(reports: &[Report], wanted: &options::Report) -> Result<()> {
    report(reports, Duration::ZERO, wanted)
}

/// Statistics of a program that had nothing to offload.
pub fn report(reports: &[Report], run: Duration, wanted: &options::Report) -> Result<()> {
    match wanted {
        options::Report::Off => Ok(()),
        options::Report::Text => {
            eprint!("{}", table(reports, run));
            Ok(())
        }
        options::Report::Json(path) => temp::write_output(path, format!("{:#}\n", document(reports, run)).as_bytes()),
    }
}

fn document(reports: &[Report], run: Duration) -> Value {
    let none = json!({ "count": 0, "bytes": 0 });
    let mut document = json!({
        "version": VERSION,
        "device": { "kind": "none", "index": 0, "name": "", "driver": "" },
        "run_ns": u64::try_from(run.as_nanos()).unwrap_or(u64::MAX),
        "nests": host_nests(reports),
        "kernels": [],
        "transfers": { "h2d": none, "d2h": none, "d2d": none, "list": [] },
        "evictions": 0,
    });
    if let (Some(document), Value::Object(half)) = (document.as_object_mut(), compile_half(reports)) {
        document.extend(half);
    }
    document
}

/// The nests of units without kernels, which the program's own statistics do not know.
fn host_nests(reports: &[Report]) -> Vec<Value> {
    let nests = reports.iter().filter(|report| !report.offloaded).flat_map(|report| &report.nests);
    let row = |nest: &Nest| json!({ "source": nest.source, "function": nest.function, "verdict": nest.verdict, "device": "none", "reason": nest.reason });
    nests.map(row).collect()
}

/// Adds to the document that the program has written what only the compiler knows.
pub fn complete(reports: &[Report], path: &Path) -> Result<()> {
    // What is written to a device is gone, and some never end when they are read.
    if !path.is_file() {
        return Ok(());
    }
    let read = |text: Vec<u8>| serde_json::from_slice::<Value>(&text).ok();
    let Some(mut document) = std::fs::read(path).ok().and_then(read) else { return Ok(()) };
    let Some(nests) = document["nests"].as_array_mut() else { return Ok(()) };
    let more = host_nests(reports);
    if more.is_empty() {
        return Ok(());
    }
    nests.extend(more);
    temp::write_output(path, format!("{document:#}\n").as_bytes())
}

fn table(reports: &[Report], run: Duration) -> String {
    let mut text = String::from("compile                   ms\n");
    for time in stage_times(reports) {
        let _ = writeln!(text, "  {:<20} {:>7.1}", time.stage, time.ns as f64 / 1e6);
    }
    if run > Duration::ZERO {
        let _ = writeln!(text, "run                    {:>7.1}\nno loop nest was offloaded", run.as_secs_f64() * 1e3);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compile::StageTime;

    fn reports() -> Vec<Report> {
        let stage = |stage: &str, ns| StageTime { stage: stage.into(), ns };
        vec![
            Report { stages: vec![stage("clang", 1), stage("import", 2)], ..Report::default() },
            Report { stages: vec![stage("clang", 10)], ..Report::default() },
        ]
    }

    #[test]
    fn stages_of_all_units_add_up() {
        let document = document(&reports(), Duration::from_nanos(7));
        assert_eq!(document["compile"], json!([{ "stage": "clang", "ns": 11 }, { "stage": "import", "ns": 2 }]));
        assert_eq!(document["run_ns"], 7);
    }

    #[test]
    fn every_field_of_the_schema_is_there() {
        let document = document(&[], Duration::ZERO);
        for key in [
            "version",
            "device",
            "compile",
            "run_ns",
            "nests",
            "kernels",
            "transfers",
            "evictions",
            "imported",
            "fallback",
        ] {
            assert!(document.get(key).is_some(), "{key}");
        }
    }

    #[test]
    fn the_table_names_the_stages() {
        assert!(table(&reports(), Duration::from_millis(2)).contains("import"));
    }
}
