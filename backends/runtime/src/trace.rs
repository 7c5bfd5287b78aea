//! What happened and when, as Chrome's trace events, written when the program ends: for `RADDLE_TRACE=FILE`. It decides nothing, and
//! where no trace is wanted it takes no time stamp.

use std::cell::Cell;
use std::collections::HashMap;
use std::fmt::Write as _;
use std::path::Path;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, TryLockError};
use std::time::{Duration, Instant};

use serde_json::json;

use crate::device::Launched;
use crate::stats::Direction;

/// Events that are kept; each has some 60 bytes. Later ones are counted.
const MOST_EVENTS: usize = 200_000;

pub struct Trace {
    began: Instant,
    log: Mutex<Log>,
}

#[derive(Default)]
struct Log {
    events: Vec<Event>,
    dropped: u64,
    /// Each text once.
    texts: Vec<String>,
    numbers: HashMap<String, u32>,
}

struct Event {
    what: What,
    /// Of the trace's beginning, in nanoseconds.
    at: u64,
    ns: u64,
    thread: u32,
}

/// Texts are numbers in the log.
enum What {
    Launch {
        kernel: u32,
        source: u32,
        device: u32,
        grid: [u64; 3],
        block: [u64; 3],
        device_ns: u64,
    },
    /// A driver makes a kernel ready for its first launch.
    Prepare {
        kernel: u32,
        source: u32,
        device: u32,
    },
    Copy {
        array: u32,
        source: u32,
        direction: Direction,
        bytes: u64,
        reason: u32,
    },
    HostLoop {
        source: u32,
        function: u32,
    },
}

/// Rows of the picture, in their order.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Lane {
    Host,
    Copies,
    Launches,
    Driver,
}

/// The time at which something begins, if anybody wants to know.
pub type Since = Option<Instant>;

thread_local! {
    /// A small number for the thread. Without a destructor, as for all of the runtime's thread-local data.
    static THREAD: Cell<u32> = const { Cell::new(u32::MAX) };
}

fn thread_number() -> u32 {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    THREAD.with(|it| {
        if it.get() == u32::MAX {
            it.set(NEXT.fetch_add(1, Relaxed));
        }
        it.get()
    })
}

impl Default for Trace {
    fn default() -> Self {
        Self { began: Instant::now(), log: Mutex::default() }
    }
}

impl Trace {
    fn log(&self) -> MutexGuard<'_, Log> {
        self.log.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    fn add(&self, since: Since, make: impl FnOnce(&mut Log) -> What) {
        let now = Instant::now();
        let since = since.unwrap_or(now);
        self.add_for(since, now.saturating_duration_since(since), make);
    }

    fn add_for(&self, since: Instant, time: Duration, make: impl FnOnce(&mut Log) -> What) {
        let at = since.saturating_duration_since(self.began).as_nanos() as u64;
        let mut log = self.log();
        if log.events.len() >= MOST_EVENTS {
            log.dropped += 1;
            return;
        }
        let what = make(&mut log);
        log.events.push(Event { what, at, ns: time.as_nanos() as u64, thread: thread_number() });
    }

    pub fn launched(&self, since: Since, (kernel, source): (&str, &str), device: &str, how: Launched) {
        let prepare = Duration::from_nanos(how.prepare_ns);
        let since = since.unwrap_or_else(Instant::now);
        if how.prepare_ns > 0 {
            self.add_for(since, prepare, |log| What::Prepare {
                kernel: log.number(kernel),
                source: log.number(source),
                device: log.number(device),
            });
        }
        self.add(Some(since + prepare), |log| What::Launch {
            kernel: log.number(kernel),
            source: log.number(source),
            device: log.number(device),
            grid: how.grid,
            block: how.block,
            device_ns: how.ns,
        });
    }

    pub fn copied(&self, since: Since, array: &str, source: &str, direction: Direction, bytes: usize, reason: &str) {
        self.add(since, |log| What::Copy {
            array: log.number(array),
            source: log.number(source),
            direction,
            bytes: bytes as u64,
            reason: log.number(reason),
        });
    }

    /// A sequential loop that took `time` has ended just now.
    pub fn host_ran(&self, source: &str, function: &str, time: Duration) {
        let since = Instant::now().checked_sub(time).unwrap_or(self.began);
        self.add_for(since, time, |log| What::HostLoop { source: log.number(source), function: log.number(function) });
    }

    /// The document; None if the program ends inside of the thread that writes to it (a signal handler may call `exit`).
    fn document(&self) -> Option<String> {
        for _ in 0..100 {
            match self.log.try_lock() {
                Ok(log) => return Some(log.document()),
                Err(TryLockError::Poisoned(poisoned)) => return Some(poisoned.into_inner().document()),
                Err(TryLockError::WouldBlock) => std::thread::sleep(Duration::from_millis(1)),
            }
        }
        None
    }

    pub fn write(&self, path: &Path) -> std::io::Result<()> {
        self.document().map_or(Ok(()), |text| std::fs::write(path, text))
    }
}

impl Log {
    fn number(&mut self, text: &str) -> u32 {
        if let Some(&known) = self.numbers.get(text) {
            return known;
        }
        let number = self.texts.len() as u32;
        self.texts.push(text.to_owned());
        self.numbers.insert(text.to_owned(), number);
        number
    }

    fn text(&self, number: u32) -> &str {
        self.texts.get(number as usize).map_or("", String::as_str)
    }

    /// One event a line.
    fn document(&self) -> String {
        let mut text = format!(
            "{{\"displayTimeUnit\": \"ns\", \"otherData\": {{\"dropped\": {}}}, \"traceEvents\": [",
            self.dropped
        );
        let rows = self.rows().into_iter().map(|row| row.to_string());
        let events = self.events.iter().map(|event| self.event(event).to_string());
        for (number, event) in rows.chain(events).enumerate() {
            let comma = if number == 0 { "" } else { "," };
            let _ = write!(text, "{comma}\n{event}");
        }
        text + "\n]}\n"
    }

    /// Names of the rows that have an event.
    fn rows(&self) -> Vec<serde_json::Value> {
        let mut rows: Vec<(u32, String)> = self.events.iter().map(|it| (it.row(), it.row_name(self))).collect();
        rows.sort();
        rows.dedup_by_key(|it| it.0);
        let name =
            |(row, name)| json!({"name": "thread_name", "ph": "M", "pid": 1, "tid": row, "args": {"name": name}});
        rows.into_iter().map(name).collect()
    }

    fn event(&self, event: &Event) -> serde_json::Value {
        let (name, kind, args) = match event.what {
            What::Launch { kernel, source, device, grid, block, device_ns } => {
                let (source, device) = (self.text(source), self.text(device));
                let args =
                    json!({"source": source, "device": device, "grid": grid, "block": block, "device_ns": device_ns});
                (self.text(kernel).to_owned(), "launch", args)
            }
            What::Prepare { kernel, source, device } => {
                let args = json!({"source": self.text(source), "device": self.text(device)});
                (format!("prepare {}", self.text(kernel)), "driver", args)
            }
            What::Copy { array, source, direction, bytes, reason } => {
                let args = json!({"array": self.text(array), "source": self.text(source), "bytes": bytes, "direction": direction.name(), "reason": self.text(reason)});
                let way = match direction {
                    Direction::HostToDevice => "in",
                    Direction::DeviceToHost => "out",
                    Direction::WithinDevice => "within",
                };
                (format!("{way} {}", self.text(array)), "copy", args)
            }
            What::HostLoop { source, function } => {
                let args = json!({"source": self.text(source), "function": self.text(function)});
                (format!("loop {}", self.text(source)), "host", args)
            }
        };
        // Microseconds, as the format has them.
        let us = |ns: u64| ns as f64 / 1e3;
        json!({"name": name, "cat": kind, "ph": "X", "ts": us(event.at), "dur": us(event.ns), "pid": 1, "tid": event.row(), "args": args})
    }
}

impl Event {
    fn lane(&self) -> Lane {
        match self.what {
            What::Launch { .. } => Lane::Launches,
            What::Prepare { .. } => Lane::Driver,
            What::Copy { .. } => Lane::Copies,
            What::HostLoop { .. } => Lane::Host,
        }
    }

    /// One per kind and thread.
    fn row(&self) -> u32 {
        self.thread * 4 + self.lane() as u32 + 1
    }

    fn row_name(&self, log: &Log) -> String {
        let of = if self.thread == 0 { String::new() } else { format!(" (thread {})", self.thread + 1) };
        match self.what {
            What::Launch { .. } => format!("launches{of}"),
            What::Prepare { device, .. } => format!("driver of {}{of}", log.text(device)),
            What::Copy { .. } => format!("copies{of}"),
            What::HostLoop { .. } => format!("loops on the host{of}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::Value;

    fn document(trace: &Trace) -> Value {
        serde_json::from_str(&trace.document().unwrap()).unwrap()
    }

    #[test]
    fn events_have_names_times_and_arguments() {
        let trace = Trace::default();
        let how = Launched { grid: [4, 1, 1], block: [64, 1, 1], ns: 5, prepare_ns: 7 };
        trace.copied(Some(Instant::now()), "a\"b", "f.c:3", Direction::HostToDevice, 80, "read in the nest");
        trace.launched(Some(Instant::now()), ("k", "f.c:3"), "vulkan", how);
        trace.host_ran("f.c:9", "g", Duration::from_micros(3));
        let document = document(&trace);
        let events = document["traceEvents"].as_array().unwrap();
        let kinds: Vec<&str> = events.iter().filter_map(|it| it["cat"].as_str()).collect();
        assert_eq!(kinds, ["copy", "driver", "launch", "host"]);
        assert_eq!(events.iter().filter(|it| it["ph"] == "M").count(), 4);
        let copy = events.iter().find(|it| it["cat"] == "copy").unwrap();
        assert_eq!((&copy["args"]["bytes"], &copy["args"]["array"]), (&Value::from(80), &Value::from("a\"b")));
        assert!(events.iter().filter(|it| it["ph"] == "X").all(|it| it["ts"].is_number() && it["dur"].is_number()));
        assert_eq!(document["otherData"]["dropped"], 0);
    }

    #[test]
    fn events_beyond_the_limit_are_counted() {
        let trace = Trace::default();
        for _ in 0..MOST_EVENTS + 3 {
            trace.host_ran("f.c:1", "f", Duration::ZERO);
        }
        let log = trace.log();
        assert_eq!((log.events.len(), log.dropped, log.texts.len()), (MOST_EVENTS, 3, 2));
    }
}
