//! What happened, counted, and written as a table or as JSON when the program ends; with times, where a trace is wanted. It decides nothing.

use std::collections::HashMap;
use std::io::Write;
use std::path::Path;
use std::sync::{Mutex, MutexGuard, TryLockError};
use std::time::{Duration, Instant};

use serde::Serialize;
use serde_json::Value;

use crate::config::StatsTarget;
use crate::device::{DeviceInfo, Launched};
use crate::trace::{Since, Trace};

/// One loop nest as the compiler registered it.
#[derive(Debug, Clone)]
pub struct Nest {
    pub source: String,
    pub function: String,
    pub verdict: String,
    pub reason: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Direction {
    HostToDevice,
    DeviceToHost,
    /// Into a larger buffer.
    WithinDevice,
}

/// A copy that was made.
#[derive(Debug, Clone, Copy)]
pub struct Copied {
    pub since: Since,
    pub direction: Direction,
    pub why: &'static str,
}

#[derive(Default)]
pub struct Stats {
    is_wanted: bool,
    counts: Mutex<Counts>,
    trace: Option<Trace>,
}

#[derive(Default)]
struct Counts {
    kernels: Vec<KernelRow>,
    kernel_rows: HashMap<(String, String), usize>,
    transfers: Vec<TransferRow>,
    transfer_rows: HashMap<(String, String, Direction), usize>,
    /// By source and function of the site: what became of it.
    sites: HashMap<(String, String), SiteOutcome>,
    evictions: u64,
}

#[derive(Debug, Clone, Default)]
struct SiteOutcome {
    device: &'static str,
    declined: String,
    host_runs: u64,
    host_ns: u64,
}

#[derive(Debug, Clone, Serialize)]
struct KernelRow {
    name: String,
    source: String,
    device: &'static str,
    launches: u64,
    /// Shape of the launch with the most work items.
    grid: [u64; 3],
    block: [u64; 3],
    time_ns: u64,
}

#[derive(Debug, Clone, Serialize)]
struct TransferRow {
    array: String,
    source: String,
    direction: &'static str,
    count: u64,
    bytes: u64,
    reason: &'static str,
}

#[derive(Debug, Clone, Copy, Default, Serialize)]
struct Total {
    count: u64,
    bytes: u64,
}

#[derive(Serialize)]
struct Transfers {
    h2d: Total,
    d2h: Total,
    d2d: Total,
    list: Vec<TransferRow>,
}

#[derive(Serialize)]
struct NestRow {
    source: String,
    function: String,
    verdict: String,
    device: &'static str,
    reason: String,
    /// Sequential runs of a nest that could have been launched, and their time.
    host_runs: u64,
    host_ns: u64,
    /// Of its launches, copies aside.
    device_ns: u64,
}

#[derive(Serialize)]
struct DeviceRow {
    kind: &'static str,
    index: usize,
    name: String,
    driver: String,
}

/// The document that `--stats=json:FILE` writes.
#[derive(Serialize)]
pub struct Report {
    version: u32,
    device: DeviceRow,
    compile: Value,
    run_ns: u64,
    nests: Vec<NestRow>,
    kernels: Vec<KernelRow>,
    transfers: Transfers,
    evictions: u64,
    imported: Value,
    fallback: Value,
}

impl Direction {
    pub fn name(self) -> &'static str {
        match self {
            Self::HostToDevice => "h2d",
            Self::DeviceToHost => "d2h",
            Self::WithinDevice => "d2d",
        }
    }
}

impl Stats {
    /// Nothing is counted that nobody wants.
    pub fn new(is_wanted: bool, is_traced: bool) -> Self {
        Self { is_wanted: is_wanted || is_traced, trace: is_traced.then(Trace::default), ..Self::default() }
    }

    /// Now, if a trace is kept: for what begins now.
    pub fn now(&self) -> Since {
        self.trace.as_ref().map(|_| Instant::now())
    }

    pub fn trace(&self) -> Option<&Trace> {
        self.trace.as_ref()
    }

    fn counts(&self) -> MutexGuard<'_, Counts> {
        self.counts.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    pub fn is_wanted(&self) -> bool {
        self.is_wanted
    }

    pub fn entered(&self, source: &str, function: &str, device: &'static str) {
        if !self.is_wanted {
            return;
        }
        self.counts().sites.entry((source.to_owned(), function.to_owned())).or_default().device = device;
    }

    pub fn declined(&self, source: &str, function: &str, reason: &str) {
        if !self.is_wanted {
            return;
        }
        let mut counts = self.counts();
        let outcome = counts.sites.entry((source.to_owned(), function.to_owned())).or_default();
        if outcome.declined != reason {
            reason.clone_into(&mut outcome.declined);
        }
    }

    pub fn host_ran(&self, source: &str, function: &str, time: Duration) {
        let mut counts = self.counts();
        let outcome = counts.sites.entry((source.to_owned(), function.to_owned())).or_default();
        outcome.host_runs += 1;
        outcome.host_ns += time.as_nanos() as u64;
        if let Some(trace) = &self.trace {
            trace.host_ran(source, function, time);
        }
    }

    pub fn launched(&self, since: Since, (name, source): (&str, &str), device: &'static str, how: Launched) {
        if !self.is_wanted {
            return;
        }
        if let Some(trace) = &self.trace {
            trace.launched(since, (name, source), device, how);
        }
        let mut counts = self.counts();
        let key = (format!("{source} {name}"), device.to_owned());
        let next = counts.kernels.len();
        let row = *counts.kernel_rows.entry(key).or_insert(next);
        if row == next {
            let (name, source) = (name.to_owned(), source.to_owned());
            counts.kernels.push(KernelRow {
                name,
                source,
                device,
                launches: 0,
                grid: [0; 3],
                block: [0; 3],
                time_ns: 0,
            });
        }
        let row = &mut counts.kernels[row];
        row.launches += 1;
        row.time_ns += how.ns;
        if work_items(how.grid, how.block) > work_items(row.grid, row.block) {
            (row.grid, row.block) = (how.grid, how.block);
        }
    }

    /// `why`: more than the direction says, for the trace.
    pub fn copied(&self, array: &str, source: &str, Copied { since, direction, why }: Copied, bytes: usize) {
        if !self.is_wanted {
            return;
        }
        if let Some(trace) = &self.trace {
            trace.copied(since, array, source, direction, bytes, why);
        }
        let mut counts = self.counts();
        let key = (array.to_owned(), source.to_owned(), direction);
        let next = counts.transfers.len();
        let row = *counts.transfer_rows.entry(key).or_insert(next);
        if row == next {
            let reason = match direction {
                Direction::HostToDevice => "read in the nest",
                Direction::DeviceToHost => "written in the nest",
                Direction::WithinDevice => "its buffer grew",
            };
            let (array, source, direction) = (array.to_owned(), source.to_owned(), direction.name());
            counts.transfers.push(TransferRow { array, source, direction, count: 0, bytes: 0, reason });
        }
        let row = &mut counts.transfers[row];
        row.count += 1;
        row.bytes += bytes as u64;
    }

    /// A mirror of host memory made room for another one.
    pub fn evicted(&self) {
        self.counts().evictions += 1;
    }

    /// The counts, unless the program ends inside of the thread that holds them (a signal handler may call `exit`).
    fn counts_at_end(&self) -> Option<MutexGuard<'_, Counts>> {
        for _ in 0..100 {
            match self.counts.try_lock() {
                Ok(counts) => return Some(counts),
                Err(TryLockError::Poisoned(poisoned)) => return Some(poisoned.into_inner()),
                Err(TryLockError::WouldBlock) => std::thread::sleep(Duration::from_millis(1)),
            }
        }
        None
    }

    /// `compile`: the file with what the compiler has to say, if there is one.
    pub fn report(&self, device: &DeviceInfo, nests: &[Nest], run_ns: u64, compile: Option<&Path>) -> Option<Report> {
        let counts = self.counts_at_end()?;
        let compile = compile.map(read_json).unwrap_or_default();
        let from_compiler = |key: &str, otherwise: Value| compile.get(key).cloned().unwrap_or(otherwise);
        let report = Report {
            version: 1,
            device: DeviceRow {
                kind: device.kind,
                index: device.index,
                name: device.name.clone(),
                driver: device.driver.clone(),
            },
            compile: from_compiler("compile", Value::Array(Vec::new())),
            run_ns,
            nests: counts.hottest_first(nests),
            kernels: counts.kernels.clone(),
            transfers: Transfers {
                h2d: counts.total("h2d"),
                d2h: counts.total("d2h"),
                d2d: counts.total("d2d"),
                list: counts.transfers.clone(),
            },
            evictions: counts.evictions,
            imported: from_compiler("imported", Value::from(0)),
            fallback: from_compiler("fallback", Value::Array(Vec::new())),
        };
        Some(report)
    }
}

impl Counts {
    fn total(&self, direction: &str) -> Total {
        let rows = self.transfers.iter().filter(|row| row.direction == direction);
        rows.fold(Total::default(), |sum, row| Total { count: sum.count + row.count, bytes: sum.bytes + row.bytes })
    }

    fn hottest_first(&self, nests: &[Nest]) -> Vec<NestRow> {
        let mut rows: Vec<NestRow> = nests.iter().map(|nest| self.nest_row(nest)).collect();
        // Stable: nests that took no time stay in the order of the source.
        rows.sort_by_key(|row| std::cmp::Reverse(row.host_ns + row.device_ns));
        rows
    }

    /// What the compiler decided, completed by what happened: a nest for the device that never got there has the
    /// reason.
    fn nest_row(&self, nest: &Nest) -> NestRow {
        let outcome = self.sites.get(&(nest.source.clone(), nest.function.clone())).cloned().unwrap_or_default();
        let ran = !outcome.device.is_empty();
        let reason = match nest.verdict.as_str() {
            "device" | "threads" if !ran && outcome.declined.is_empty() && outcome.host_runs > 0 => {
                "there is no device".to_owned()
            }
            "device" | "threads" if !ran && outcome.declined.is_empty() => "never reached".to_owned(),
            "device" if !ran => outcome.declined,
            "threads" if !ran => format!("{}; {}", outcome.declined, nest.reason),
            _ => nest.reason.clone(),
        };
        // A loop and one inside of it may be on one line.
        let is_launched = matches!(nest.verdict.as_str(), "device" | "threads");
        let kernels = self.kernels.iter().filter(|row| row.source == nest.source);
        NestRow {
            source: nest.source.clone(),
            function: nest.function.clone(),
            verdict: nest.verdict.clone(),
            device: if ran { outcome.device } else { "none" },
            reason,
            host_runs: if is_launched { outcome.host_runs } else { 0 },
            host_ns: if is_launched { outcome.host_ns } else { 0 },
            device_ns: kernels.filter(|_| is_launched).map(|row| row.time_ns).sum(),
        }
    }
}

fn work_items(grid: [u64; 3], block: [u64; 3]) -> u128 {
    grid.iter().chain(&block).map(|&n| u128::from(n)).product()
}

/// An empty object where the file is missing or broken: statistics must not stop a program.
fn read_json(path: &Path) -> Value {
    let text = std::fs::read_to_string(path).unwrap_or_default();
    serde_json::from_str(&text).unwrap_or_default()
}

impl Report {
    pub fn write(&self, target: &StatsTarget) -> std::io::Result<()> {
        match target {
            StatsTarget::Table => std::io::stderr().write_all(self.table().as_bytes()),
            StatsTarget::Json(path) => {
                let text = serde_json::to_string_pretty(self)? + "\n";
                if std::fs::metadata(path).is_ok_and(|it| !it.is_file()) {
                    // A file in place of a device would be worse than half a document.
                    return std::fs::write(path, text);
                }
                // Written aside and renamed, so that nobody sees half a document.
                let partial = path.with_extension(format!("partial-{}", std::process::id()));
                let written = std::fs::write(&partial, &text).and_then(|()| std::fs::rename(&partial, path));
                if written.is_err() {
                    // Its folder may not be writable.
                    let _ = std::fs::remove_file(&partial);
                    return std::fs::write(path, text);
                }
                written
            }
        }
    }

    fn table(&self) -> String {
        let ms = |ns: u64| ns as f64 / 1e6;
        let mut text =
            format!("raddle: device {} ({}), run time {:.3} ms\n", self.device.kind, self.device.name, ms(self.run_ns));
        let heads = ["nest", "function", "verdict", "device", "host runs", "host [ms]", "launched [ms]"];
        let [nest, function, verdict, device, runs, host, launched] = heads;
        text += &format!(
            "  {nest:<28} {function:<24} {verdict:<7} {device:<9} {runs:>9} {host:>12} {launched:>13}  reason\n"
        );
        for nest in &self.nests {
            let NestRow { source, function, verdict, device, reason, host_runs, host_ns, device_ns } = nest;
            let (host, launched) = (ms(*host_ns), ms(*device_ns));
            text += &format!(
                "  {source:<28} {function:<24} {verdict:<7} {device:<9} {host_runs:>9} {host:>12.3} {launched:>13.3}  {reason}\n"
            );
        }
        text += &format!("  {:<40} {:<9} {:>8} {:>12}  grid, block\n", "kernel", "device", "launches", "time [ms]");
        for kernel in &self.kernels {
            let KernelRow { name, device, launches, grid, block, time_ns, .. } = kernel;
            text += &format!("  {name:<40} {device:<9} {launches:>8} {:>12.3}  {grid:?}, {block:?}\n", ms(*time_ns));
        }
        text += &format!("  {:<20} {:<28} {:<9} {:>8} {:>14}\n", "array", "nest", "direction", "count", "bytes");
        for row in &self.transfers.list {
            let TransferRow { array, source, direction, count, bytes, .. } = row;
            text += &format!("  {array:<20} {source:<28} {direction:<9} {count:>8} {bytes:>14}\n");
        }
        text
    }
}
