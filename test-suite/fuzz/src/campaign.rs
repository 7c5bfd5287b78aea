//! A range of seeds, run by several workers in units of several functions; resumable; with statistics.

use std::collections::HashSet;
use std::fmt::Write as _;
use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use anyhow::{Context, Result};

use crate::census::{self, Counts};
use crate::generate::{self, Only, Wanted};
use crate::oracle::Judge;
use crate::print::{self, Files, Source};
use crate::shrink;
use crate::tree::{Function, Numerics};

/// Builds per shrunk function, at most.
const SHRINK_BUDGET: usize = 300;

pub struct Campaign {
    pub judge: Judge,
    pub seeds: Range<u64>,
    /// Functions with `_Float16`.
    pub halves: bool,
    /// Complex numbers in all functions.
    pub complex: bool,
    /// Nests of one kind, if not all.
    pub only: Option<Only>,
    /// Functions in one program.
    pub batch: u64,
    pub jobs: usize,
    /// Ask clang's sanitizers about the functions instead of comparing devices.
    pub sanitize: bool,
    /// Stop after so many failing functions.
    pub max_failures: u64,
    /// Where failing functions are written.
    pub keep: Option<PathBuf>,
    /// One line per finished unit, by which a later run goes on.
    pub state: Option<PathBuf>,
}

/// What became of a unit: a line of the state file.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
struct UnitResult {
    from: u64,
    to: u64,
    failed: Vec<u64>,
    verdicts: Counts,
    constructs: Counts,
}

/// Sums over all units.
#[derive(Debug, Default)]
pub struct Summary {
    pub passed: u64,
    pub failed: Vec<u64>,
    pub verdicts: Counts,
    pub constructs: Counts,
}

/// What the workers share.
struct Shared {
    next: u64,
    summary: Summary,
    state: Option<File>,
    error: Option<anyhow::Error>,
}

impl Campaign {
    pub fn run(&self) -> Result<Summary> {
        let done = self.read_state()?;
        let mut summary = Summary::default();
        done.iter().for_each(|unit| summary.add(unit));
        let finished: HashSet<u64> = done.iter().map(|unit| unit.from).collect();
        let state = self.state.as_deref().map(open_for_append).transpose()?;
        let shared = Mutex::new(Shared { next: self.seeds.start, summary, state, error: None });
        std::thread::scope(|scope| {
            for _ in 0..self.jobs {
                scope.spawn(|| while self.work(&shared, &finished) {});
            }
        });
        let shared = shared.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner());
        match shared.error {
            Some(error) => Err(error),
            None => Ok(shared.summary),
        }
    }

    /// Takes the next unit, if any, and does it.
    fn work(&self, shared: &Mutex<Shared>, finished: &HashSet<u64>) -> bool {
        let lock = || shared.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        let from = {
            let mut shared = lock();
            let enough = shared.summary.failed.len() as u64 >= self.max_failures;
            if shared.error.is_some() || enough || shared.next >= self.seeds.end {
                return false;
            }
            let from = shared.next;
            shared.next += self.batch;
            from
        };
        if finished.contains(&from) {
            return true;
        }
        let result = self.unit(from..(from + self.batch).min(self.seeds.end));
        let mut shared = lock();
        match result.and_then(|unit| shared.finish(&unit)) {
            Ok(()) => true,
            Err(error) => {
                shared.error.get_or_insert(error);
                false
            }
        }
    }

    fn unit(&self, seeds: Range<u64>) -> Result<UnitResult> {
        let &Campaign { halves, complex, only, .. } = self;
        let wanted = Wanted { numerics: self.judge.numerics, halves, complex, only };
        let functions: Vec<Function> = seeds.clone().map(|seed| generate::function_for(wanted, seed)).collect();
        let mut result = UnitResult { from: seeds.start, to: seeds.end, ..UnitResult::default() };
        for construct in functions.iter().flat_map(census::constructs) {
            *result.constructs.entry(construct).or_default() += 1;
        }
        let level = self.level(seeds.start);
        let Some(difference) = self.difference(&functions, level, &mut result.verdicts)? else { return Ok(result) };
        for function in &functions {
            if let Some(difference) = self.difference(std::slice::from_ref(function), level, &mut Counts::new())? {
                result.failed.push(function.seed);
                self.report(function, level, &difference)?;
            }
        }
        if result.failed.is_empty() {
            // Only together: every function of the unit is under suspicion.
            eprintln!("seeds {}..{} fail only together: {difference}", seeds.start, seeds.end);
            self.keep(&format!("seeds-{}-{}", seeds.start, seeds.end), &functions)?;
            result.failed.extend(seeds);
        }
        Ok(result)
    }

    /// The optimization level of the unit that begins with this seed: one after the other.
    fn level(&self, first: u64) -> &str {
        let levels = &self.judge.levels;
        &levels[(first / self.batch) as usize % levels.len()]
    }

    fn difference(&self, functions: &[Function], level: &str, verdicts: &mut Counts) -> Result<Option<String>> {
        if self.sanitize {
            return self.judge.is_defined(functions);
        }
        let report = self.judge.check(functions, level)?;
        *verdicts = report.verdicts;
        Ok(report.difference)
    }

    /// Shrinks a failing function and shows it.
    fn report(&self, function: &Function, level: &str, difference: &str) -> Result<()> {
        let seed = function.seed;
        self.keep(&format!("seed-{seed}"), std::slice::from_ref(function))?;
        let small = shrink::shrink(function.clone(), SHRINK_BUDGET, |candidate| {
            // A candidate that clang refuses is no example.
            let found = self.difference(std::slice::from_ref(candidate), level, &mut Counts::new());
            matches!(found, Ok(Some(_)))
        });
        let small = std::slice::from_ref(&small);
        self.keep(&format!("seed-{seed}-small"), small)?;
        let body = print::without_prelude(&print::program(small, self.judge.files));
        eprintln!("seed {seed} fails: {difference}\n{body}\nreproduce: {}", self.command(seed, level));
        Ok(())
    }

    fn command(&self, seed: u64, level: &str) -> String {
        let what = match self.sanitize {
            true => "--sanitize".to_owned(),
            false => {
                let (devices, raddle) = (self.judge.devices.join(","), self.judge.raddle.display());
                format!("--opt {level} --device {devices} --raddle {raddle}")
            }
        };
        let fp = match self.judge.numerics {
            Numerics::Strict => String::new(),
            mode @ (Numerics::Reproducible | Numerics::Contract) => format!(" --fp {}", mode.mode()),
        };
        let files = if self.judge.files == Files::Two { " --two-files" } else { "" };
        let halves = if self.halves { " --halves" } else { "" };
        let complex = if self.complex { " --complex" } else { "" };
        let only = self.only.map_or(String::new(), |only| format!(" --only {}", only.name()));
        format!("raddle-fuzz --seeds {seed}..{} {what}{fp}{halves}{complex}{only}{files}", seed + 1)
    }

    /// Writes a program into the folder of failing ones, if there is one.
    fn keep(&self, name: &str, functions: &[Function]) -> Result<()> {
        let Some(dir) = &self.keep else { return Ok(()) };
        std::fs::create_dir_all(dir).with_context(|| format!("cannot make {}", dir.display()))?;
        for Source { name: file, text } in print::program(functions, self.judge.files) {
            let path = dir.join(format!("{name}-{file}"));
            std::fs::write(&path, text).with_context(|| format!("cannot write {}", path.display()))?;
        }
        Ok(())
    }

    /// The units of earlier runs that this run would do again.
    fn read_state(&self) -> Result<Vec<UnitResult>> {
        let Some(path) = self.state.as_deref().filter(|path| path.exists()) else { return Ok(vec![]) };
        let mut units = Vec::new();
        for line in BufReader::new(File::open(path)?).lines() {
            // The last line may be cut where a run was stopped.
            let Ok(unit) = serde_json::from_str::<UnitResult>(&line?) else { continue };
            let aligned = unit.from >= self.seeds.start && (unit.from - self.seeds.start).is_multiple_of(self.batch);
            if aligned && unit.to == (unit.from + self.batch).min(self.seeds.end) {
                units.push(unit);
            }
        }
        Ok(units)
    }
}

fn open_for_append(path: &Path) -> Result<File> {
    let file = OpenOptions::new().create(true).append(true).open(path);
    file.with_context(|| format!("cannot write {}", path.display()))
}

impl Shared {
    fn finish(&mut self, unit: &UnitResult) -> Result<()> {
        self.summary.add(unit);
        if let Some(state) = &mut self.state {
            writeln!(state, "{}", serde_json::to_string(unit)?)?;
        }
        Ok(())
    }
}

impl Summary {
    fn add(&mut self, unit: &UnitResult) {
        self.passed += unit.to - unit.from - unit.failed.len() as u64;
        self.failed.extend(&unit.failed);
        add(&mut self.verdicts, &unit.verdicts);
        add(&mut self.constructs, &unit.constructs);
    }

    /// Constructs, verdicts, and the closing line.
    pub fn text(&self) -> String {
        let functions = self.passed + self.failed.len() as u64;
        let mut out = String::new();
        let _ = writeln!(out, "constructs, in how many of {functions} functions:");
        for (construct, count) in &self.constructs {
            let _ = writeln!(out, "  {count:7}  {construct}");
        }
        let nests: u64 = self.verdicts.values().sum();
        let device = self.verdicts.get("device").copied().unwrap_or(0);
        if nests > 0 {
            let share = |count: u64| 100 * count / nests;
            let _ = writeln!(out, "nests: {nests}, device {} %, host {} %", share(device), share(nests - device));
            let mut verdicts: Vec<_> = self.verdicts.iter().collect();
            verdicts.sort_by_key(|(_, count)| std::cmp::Reverse(**count));
            for (verdict, count) in verdicts {
                let _ = writeln!(out, "  {count:7}  {verdict}");
            }
        }
        let _ = writeln!(out, "{} passed, {} failed", self.passed, self.failed.len());
        out
    }
}

fn add(sums: &mut Counts, more: &Counts) {
    for (name, count) in more {
        *sums.entry(name.clone()).or_default() += count;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    fn campaign(state: Option<PathBuf>) -> Campaign {
        let timeout = Duration::from_secs(120);
        let judge = Judge {
            raddle: "raddle".into(),
            devices: vec![],
            levels: vec!["O2".into()],
            timeout,
            numerics: Numerics::Strict,
            files: Files::One,
            schedule: None,
            environment: vec![],
        };
        Campaign {
            judge,
            seeds: 0..24,
            halves: false,
            complex: false,
            only: None,
            batch: 8,
            jobs: 2,
            sanitize: true,
            max_failures: 1,
            keep: None,
            state,
        }
    }

    /// The generator's promise, as clang's sanitizers see it.
    #[test]
    fn generated_functions_are_defined() {
        let summary = campaign(None).run().unwrap();
        assert_eq!((summary.passed, summary.failed), (24, vec![]));
        let complex = Campaign { complex: true, ..campaign(None) };
        let summary = complex.run().unwrap();
        assert_eq!((summary.passed, summary.failed), (24, vec![]));
        let dense = Campaign { only: Some(Only::Dense), ..campaign(None) };
        let summary = dense.run().unwrap();
        assert_eq!((summary.passed, summary.failed), (24, vec![]));
    }

    #[test]
    fn a_later_run_goes_on() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("state");
        let unit = UnitResult { from: 8, to: 16, failed: vec![9], ..UnitResult::default() };
        let other = UnitResult { from: 3, to: 11, ..UnitResult::default() };
        let lines =
            [serde_json::to_string(&unit).unwrap(), serde_json::to_string(&other).unwrap(), "{\"from\":16".into()];
        std::fs::write(&path, lines.join("\n")).unwrap();
        assert_eq!(campaign(Some(path)).read_state().unwrap(), [unit], "other units and cut lines are not taken");
    }

    #[test]
    fn the_summary_ends_with_the_totals() {
        let mut summary = Summary::default();
        let verdicts = Counts::from([("device".into(), 3), ("host: carried".into(), 1)]);
        summary.add(&UnitResult { from: 0, to: 8, failed: vec![5], verdicts, ..UnitResult::default() });
        let text = summary.text();
        assert!(text.contains("nests: 4, device 75 %, host 25 %"), "{text}");
        assert!(text.ends_with("\n7 passed, 1 failed\n"), "{text}");
    }
}
