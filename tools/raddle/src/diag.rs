//! Diagnostics: `file:line:col: error: message`, the source line with a caret, notes and a hint. Never decides what is an error.

use serde::{Deserialize, Serialize};
use std::fmt::Write as _;
use std::io::{IsTerminal, Write as _};
use std::sync::OnceLock;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    Error,
    Warning,
    Remark,
    Note,
}

/// A place in a source file. Line and column count from 1; column 0 is unknown.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Position {
    pub file: String,
    pub line: u32,
    pub column: u32,
}

impl Position {
    /// Of `file:line:column`.
    pub fn parse(text: &str) -> Option<Position> {
        let (rest, column) = text.rsplit_once(':')?;
        let (file, line) = rest.rsplit_once(':')?;
        Some(Position { file: file.into(), line: line.parse().ok()?, column: column.parse().ok()? })
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Diagnostic {
    pub severity: Severity,
    pub position: Option<Position>,
    pub message: String,
    pub notes: Vec<(Option<Position>, String)>,
    pub hint: Option<String>,
}

impl Diagnostic {
    pub fn new(severity: Severity, message: impl Into<String>) -> Diagnostic {
        Diagnostic { severity, position: None, message: message.into(), notes: vec![], hint: None }
    }

    pub fn error(message: impl Into<String>) -> Diagnostic {
        Diagnostic::new(Severity::Error, message)
    }

    pub fn warning(message: impl Into<String>) -> Diagnostic {
        Diagnostic::new(Severity::Warning, message)
    }

    pub fn remark(message: impl Into<String>) -> Diagnostic {
        Diagnostic::new(Severity::Remark, message)
    }

    pub fn at(mut self, position: Option<Position>) -> Diagnostic {
        self.position = position;
        self
    }

    pub fn note(mut self, position: Option<Position>, message: impl Into<String>) -> Diagnostic {
        self.notes.push((position, message.into()));
        self
    }

    pub fn hint(mut self, hint: impl Into<String>) -> Diagnostic {
        self.hint = Some(hint.into());
        self
    }

    pub fn render(&self, color: bool) -> String {
        let mut text = String::new();
        render_message(&mut text, self.severity, self.position.as_ref(), &self.message, color);
        for (position, message) in &self.notes {
            render_message(&mut text, Severity::Note, position.as_ref(), message, color);
        }
        if let Some(hint) = &self.hint {
            render_message(&mut text, Severity::Note, None, hint, color);
        }
        text
    }

    /// Prints to standard error; a closed standard error is nobody's loss.
    pub fn emit(&self) {
        let _ = std::io::stderr().lock().write_all(self.render(color_enabled()).as_bytes());
    }
}

fn render_message(text: &mut String, severity: Severity, position: Option<&Position>, message: &str, color: bool) {
    let (label, code) = match severity {
        Severity::Error => ("error", "1;31"),
        Severity::Warning => ("warning", "1;35"),
        Severity::Remark => ("remark", "1;34"),
        Severity::Note => ("note", "1;36"),
    };
    let place = match position {
        Some(Position { file, line, column: 0 }) => format!("{file}:{line}"),
        Some(Position { file, line, column }) => format!("{file}:{line}:{column}"),
        None => "raddle".to_string(),
    };
    let _ = match color {
        true => writeln!(text, "\x1b[1m{place}:\x1b[0m \x1b[{code}m{label}:\x1b[0m \x1b[1m{message}\x1b[0m"),
        false => writeln!(text, "{place}: {label}: {message}"),
    };
    if let Some(snippet) = position.and_then(snippet) {
        text.push_str(&snippet);
    }
}

/// The source line and a caret under the column, in clang's layout. Tabs are kept, so that the caret stays in place.
fn snippet(position: &Position) -> Option<String> {
    let bytes = std::fs::read(&position.file).ok()?;
    let index = usize::try_from(position.line.checked_sub(1)?).ok()?;
    let line = bytes.split(|&byte| byte == b'\n').nth(index)?;
    let line = String::from_utf8_lossy(line);
    let line = line.trim_end_matches('\r');
    let mut text = format!("{:>5} | {line}\n", position.line);
    if position.column > 0 {
        let before = usize::try_from(position.column - 1).ok()?;
        let pad: String = line.chars().take(before).map(|c| if c == '\t' { '\t' } else { ' ' }).collect();
        let _ = writeln!(text, "      | {pad}^");
    }
    Some(text)
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Color {
    Auto,
    Always,
    Never,
}

static COLOR: OnceLock<bool> = OnceLock::new();

/// To be called once, before the first diagnostic; without it, the rule of `auto` applies.
pub fn set_color(choice: Color) {
    let _ = COLOR.set(match choice {
        Color::Auto => color_by_terminal(),
        Color::Always => true,
        Color::Never => false,
    });
}

pub fn color_enabled() -> bool {
    *COLOR.get_or_init(color_by_terminal)
}

fn color_by_terminal() -> bool {
    let dumb = std::env::var_os("TERM").is_none_or(|term| term == "dumb");
    std::io::stderr().is_terminal() && !dumb && std::env::var_os("NO_COLOR").is_none_or(|it| it.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn source(text: &str) -> (tempfile::TempDir, String) {
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join("t.c").to_str().unwrap().to_string();
        std::fs::write(&file, text).unwrap();
        (dir, file)
    }

    #[test]
    fn shows_the_line_with_a_caret_notes_and_a_hint() {
        let (_dir, file) = source("int x;\n\tint y = z;\n");
        let at = |line, column| Some(Position { file: file.clone(), line, column });
        let text = Diagnostic::error("no z").at(at(2, 10)).note(at(1, 0), "x is here").hint("declare z").render(false);
        let expected = format!(
            "{file}:2:10: error: no z\n    2 | \tint y = z;\n      | \t        ^\n{file}:1: note: x is here\n    1 | int x;\nraddle: note: declare z\n"
        );
        assert_eq!(text, expected);
    }

    #[test]
    fn places_are_read_from_text() {
        let place = Position { file: "a:b.c".into(), line: 3, column: 7 };
        assert_eq!(Position::parse("a:b.c:3:7"), Some(place));
        assert_eq!(Position::parse("a.c:3"), None);
    }

    #[test]
    fn a_position_outside_the_file_has_no_snippet() {
        let (_dir, file) = source("int x;\n");
        for (line, column) in [(0, 0), (99, 1)] {
            let text = Diagnostic::warning("w").at(Some(Position { file: file.clone(), line, column })).render(false);
            assert_eq!(text.lines().count(), 1, "{text}");
        }
    }

    #[test]
    fn color_only_when_asked() {
        assert!(Diagnostic::error("m").render(true).contains("\x1b["));
        assert!(!Diagnostic::error("m").render(false).contains('\x1b'));
    }
}
