//! One translation unit: clang's object, and ours in its place where loop nests go to a device.
//!
//! Clang runs first and makes a complete object, so a valid program always compiles: whatever our stages cannot do, keeps that object.

use crate::clang::{self, STRICT_NUMERICS};
use crate::error::Result;
use crate::options::Compile;
use serde::{Deserialize, Serialize};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// A C source and how to compile it.
#[derive(Clone, Debug)]
pub struct Unit {
    pub source: PathBuf,
    /// `-x` of the source.
    pub language: Option<OsString>,
    /// Everything clang needs for the source to mean the same in every compilation: neither input nor output nor mode.
    pub words: Vec<OsString>,
    /// Which dependency file to write.
    pub dependencies: Vec<OsString>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StageTime {
    pub stage: String,
    pub ns: u64,
}

/// What was done with a unit, for statistics and remarks.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Report {
    pub stages: Vec<StageTime>,
    /// The object holds kernels and needs the runtime.
    pub offloaded: bool,
}

impl Report {
    fn timed<T>(&mut self, stage: &str, work: impl FnOnce() -> Result<T>) -> Result<T> {
        let start = Instant::now();
        let res = work();
        let ns = u64::try_from(start.elapsed().as_nanos()).unwrap_or(u64::MAX);
        self.stages.push(StageTime { stage: stage.into(), ns });
        res
    }

    /// Sums of all units per stage, in the order of first appearance.
    pub fn merge(reports: &[Report]) -> Report {
        let mut res = Report::default();
        for time in reports.iter().flat_map(|report| &report.stages) {
            match res.stages.iter_mut().find(|it| it.stage == time.stage) {
                Some(it) => it.ns += time.ns,
                None => res.stages.push(time.clone()),
            }
        }
        res
    }
}

/// Compiles `unit` into `object`.
pub fn unit(unit: &Unit, object: &Path, options: &Compile) -> Result<Report> {
    let mut report = Report::default();
    report.timed("clang", || clang_object(unit, object, options))?;
    Ok(report)
}

fn clang_object(unit: &Unit, object: &Path, options: &Compile) -> Result<()> {
    let mut words = unit.words.clone();
    words.extend(unit.dependencies.iter().cloned());
    words.extend([STRICT_NUMERICS.into(), "-c".into()]);
    if let Some(language) = &unit.language {
        words.extend(["-x".into(), language.clone()]);
    }
    words.extend([unit.source.clone().into(), "-o".into(), object.into()]);
    clang::run(&words, options.verbose)
}
