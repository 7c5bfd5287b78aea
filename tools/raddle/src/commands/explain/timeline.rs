//! A run of the program, read from the file that `--trace` of `raddle run` (or `RADDLE_TRACE`) wrote. Draws nothing and judges no time.

use crate::error::{Error, Result};
use serde::Deserialize;
use serde_json::Value;
use std::path::Path;

#[derive(Debug, Default)]
pub struct Run {
    /// In the order of their beginning.
    pub events: Vec<Event>,
    /// Number and name.
    pub rows: Vec<(u64, String)>,
    /// Events that were too many for the trace.
    pub dropped: u64,
}

#[derive(Debug, Clone)]
pub struct Event {
    pub name: String,
    pub kind: Kind,
    pub row: u64,
    /// Microseconds.
    pub at: f64,
    pub time: f64,
    /// `file.c:12`
    pub source: String,
    pub bytes: u64,
    pub reason: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Launch,
    Copy,
    Driver,
    Host,
    Other,
}

impl Kind {
    pub fn word(self) -> &'static str {
        match self {
            Kind::Launch => "launch",
            Kind::Copy => "copy",
            Kind::Driver => "driver",
            Kind::Host => "host",
            Kind::Other => "other",
        }
    }
}

#[derive(Deserialize)]
struct Document {
    #[serde(rename = "traceEvents")]
    events: Vec<Row>,
    #[serde(rename = "otherData", default)]
    other: Value,
}

#[derive(Deserialize)]
struct Row {
    #[serde(default)]
    name: String,
    #[serde(default)]
    cat: String,
    ph: String,
    #[serde(default)]
    ts: f64,
    #[serde(default)]
    dur: f64,
    #[serde(default)]
    tid: u64,
    #[serde(default)]
    args: Value,
}

impl Run {
    pub fn read(path: &Path) -> Result<Run> {
        let text = std::fs::read(path).map_err(|error| Error::file("read", path, &error))?;
        let document: Document = serde_json::from_slice(&text)
            .map_err(|error| Error::input(format!("'{}' is no trace of a run: {error}", path.display())))?;
        let (rows, events): (Vec<Row>, Vec<Row>) = document.events.into_iter().partition(|it| it.ph == "M");
        let rows = rows.into_iter().filter(|it| it.name == "thread_name");
        let mut events: Vec<Event> = events.into_iter().filter(|it| it.ph == "X").map(event).collect();
        events.sort_by(|a, b| a.at.total_cmp(&b.at));
        let dropped = document.other["dropped"].as_u64().unwrap_or_default();
        Ok(Run { events, rows: rows.map(|it| (it.tid, text_of(&it.args, "name"))).collect(), dropped })
    }

    /// From the first to the end of the last event, in microseconds.
    pub fn span(&self) -> (f64, f64) {
        let begin = self.events.iter().map(|it| it.at).fold(f64::INFINITY, f64::min);
        let end = self.events.iter().map(|it| it.at + it.time).fold(0.0, f64::max);
        if begin < end { (begin, end) } else { (0.0, 1.0) }
    }

    /// How often, and for how long, something of a kind happened at a nest; and the bytes.
    pub fn sum(&self, source: &str, kind: Kind) -> (usize, f64, u64) {
        let its = self.events.iter().filter(|it| it.kind == kind && it.source == source);
        its.fold((0, 0.0, 0), |(count, time, bytes), it| (count + 1, time + it.time, bytes + it.bytes))
    }
}

fn text_of(value: &Value, key: &str) -> String {
    value[key].as_str().unwrap_or_default().into()
}

fn event(row: Row) -> Event {
    let kind = match row.cat.as_str() {
        "launch" => Kind::Launch,
        "copy" => Kind::Copy,
        "driver" => Kind::Driver,
        "host" => Kind::Host,
        _ => Kind::Other,
    };
    Event {
        name: row.name,
        kind,
        row: row.tid,
        at: row.ts,
        time: row.dur,
        source: text_of(&row.args, "source"),
        bytes: row.args["bytes"].as_u64().unwrap_or_default(),
        reason: text_of(&row.args, "reason"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Run> {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("t.json");
        std::fs::write(&path, text).unwrap();
        Run::read(&path)
    }

    #[test]
    fn a_trace_is_read_in_the_order_of_time() {
        let run = read(
            r#"{"otherData": {"dropped": 2}, "traceEvents": [
            {"name": "thread_name", "ph": "M", "tid": 3, "args": {"name": "launches"}},
            {"name": "k", "cat": "launch", "ph": "X", "ts": 9.0, "dur": 2.0, "tid": 3, "args": {"source": "a.c:3"}},
            {"name": "in a", "cat": "copy", "ph": "X", "ts": 5, "dur": 1, "tid": 2, "args": {"source": "a.c:3", "bytes": 8}}]}"#,
        )
        .unwrap();
        assert_eq!((run.events.len(), run.dropped, run.rows.len()), (2, 2, 1));
        assert_eq!((run.events[0].name.as_str(), run.span()), ("in a", (5.0, 11.0)));
        assert_eq!(run.sum("a.c:3", Kind::Copy), (1, 1.0, 8));
        assert_eq!(run.sum("a.c:4", Kind::Launch).0, 0);
    }

    #[test]
    fn other_files_are_no_traces() {
        for text in ["", "{}", "[1]", "{\"traceEvents\": 3}"] {
            assert_eq!(read(text).unwrap_err().exit_status(), 1, "{text}");
        }
        assert_eq!(read("{\"traceEvents\": []}").unwrap().span(), (0.0, 1.0));
    }
}
