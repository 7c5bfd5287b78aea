//! The explanation on a terminal. Prints nothing itself.

use super::at::Values;
use super::gather::{Explanation, Nest};
use super::timeline::Run;
use super::words::{self, Row};
use std::collections::HashMap;
use std::fmt::Write as _;

/// Columns of labels.
const LABEL: usize = 9;
/// Lines of a nest's source that are shown.
const MAX_LINES: usize = 6;

/// Source files by name, each read once.
#[derive(Default)]
pub struct Sources(HashMap<String, Vec<String>>);

impl Sources {
    /// The lines of a file; none if it cannot be read.
    pub fn lines(&mut self, file: &str) -> &[String] {
        let read = || {
            let text = std::fs::read(file).unwrap_or_default();
            String::from_utf8_lossy(&text).lines().map(str::to_string).collect()
        };
        self.0.entry(file.into()).or_insert_with(read)
    }
}

pub fn page(all: &[Explanation], values: &Values, run: Option<&Run>) -> String {
    let mut text = String::new();
    let mut sources = Sources::default();
    for unit in all {
        for nest in &unit.nests {
            let _ = writeln!(text, "{}", of_nest(nest, values, run, &mut sources));
        }
        for it in &unit.fallback {
            let _ = writeln!(text, "{}\n", words::left_to_clang(it));
        }
        if unit.nests.is_empty() {
            let _ = writeln!(text, "{}: there is no loop in it\n", unit.source.display());
        }
    }
    words::general(all).into_iter().for_each(|it| text += &format!("{}\n", wrapped(it, 0, 100)));
    text
}

fn of_nest(nest: &Nest, values: &Values, run: Option<&Run>, sources: &mut Sources) -> String {
    let Nest { file, line, function, .. } = nest;
    let within = if function.is_empty() { String::new() } else { format!("in '{function}': ") };
    let mut text = format!("{file}:{line}: {within}{}\n", words::verdict(nest));
    for line in shown(nest) {
        if let Some(source) = sources.lines(file).get(line.wrapping_sub(1)) {
            let _ = writeln!(text, "{line:>5} | {}", source.trim_end());
        }
    }
    for Row { label, lines } in words::rows(nest, values, run) {
        for (number, line) in lines.iter().enumerate() {
            let label = if number == 0 { label } else { "" };
            let _ = writeln!(text, "  {label:<LABEL$}{line}");
        }
    }
    text
}

/// The lines of a nest's loops, the first few.
fn shown(nest: &Nest) -> Vec<usize> {
    let mut lines: Vec<usize> = nest.loops.iter().map(|it| it.at.line).collect();
    lines.push(nest.line);
    lines.sort_unstable();
    lines.dedup();
    lines.truncate(MAX_LINES);
    lines
}

/// Words in lines of at most `width` columns.
fn wrapped(text: &str, indent: usize, width: usize) -> String {
    let (mut out, mut column) = (String::new(), 0);
    for word in text.split(' ') {
        if column > 0 && column + 1 + word.len() > width {
            out += "\n";
            column = 0;
        }
        let before = if column == 0 { " ".repeat(indent) } else { " ".into() };
        column += before.len() + word.len();
        out += &before;
        out += word;
    }
    out
}
