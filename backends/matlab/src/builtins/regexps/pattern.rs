//! Compiled patterns and their matches. Knows no values.

use super::translate;
use crate::builtins::strings::to_chars;
use crate::session::Session;
use crate::value::Value;
use crate::{Error, Result, fail};
use std::cell::RefCell;
use std::collections::HashMap;
use std::ops::Range;
use std::rc::Rc;

/// How to match, from the words behind a pattern.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Options {
    pub ignores_case: bool,
    pub once: bool,
    pub line_anchors: bool,
    pub dot_takes_newline: bool,
    pub free_spacing: bool,
    pub empty_matches: bool,
    /// From single quotes: `\b` is a backspace then.
    pub single_quoted: bool,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            ignores_case: false,
            once: false,
            line_anchors: false,
            dot_takes_newline: true,
            free_spacing: false,
            empty_matches: false,
            single_quoted: true,
        }
    }
}

impl Options {
    /// Takes a word if it is one of ours.
    pub fn take(&mut self, word: &str) -> bool {
        match word {
            "once" => self.once = true,
            "matchcase" => self.ignores_case = false,
            "ignorecase" => self.ignores_case = true,
            "stringanchors" => self.line_anchors = false,
            "lineanchors" => self.line_anchors = true,
            "literalspacing" => self.free_spacing = false,
            "freespacing" => self.free_spacing = true,
            "dotall" => self.dot_takes_newline = true,
            "dotexceptnewline" => self.dot_takes_newline = false,
            "noemptymatch" => self.empty_matches = false,
            "emptymatch" => self.empty_matches = true,
            "warnings" => {}
            _ => return false,
        }
        true
    }
}

/// One match. Groups that took no part, and those of the extents of the group before, are no tokens.
pub struct Match {
    pub span: Range<usize>,
    pub tokens: Vec<Range<usize>>,
    /// One per name, in the order of [`Regex::names`].
    pub named: Vec<Option<Range<usize>>>,
}

pub struct Regex {
    compiled: pcre2::bytes::Regex,
    /// In the order of the pattern, each once.
    pub names: Vec<String>,
    /// The name of each group, as an index.
    groups: Vec<Option<usize>>,
    options: Options,
    /// The function that messages name.
    function: &'static str,
    pub has_long_lookbehind: bool,
}

/// Expressions by pattern and options.
type Compiled = HashMap<(Vec<u8>, Options), Rc<Regex>>;

thread_local! {
    /// Patterns of loops are compiled once.
    static COMPILED: RefCell<Compiled> = RefCell::default();
}

const MOST_COMPILED: usize = 100;

impl Regex {
    /// Compiles a pattern, or finds it among those that are.
    ///
    /// # Errors
    /// What is wrong with the pattern, in the words of PCRE.
    pub fn new(pattern: &[u8], options: &Options, function: &'static str) -> Result<Rc<Regex>> {
        let key = (pattern.to_vec(), options.clone());
        if let Some(found) = COMPILED.with_borrow(|compiled| compiled.get(&key).cloned()) {
            return Ok(found);
        }
        let regex = Rc::new(compile(pattern, options, function)?);
        COMPILED.with_borrow_mut(|compiled| {
            if compiled.len() >= MOST_COMPILED {
                compiled.clear();
            }
            compiled.insert(key, regex.clone());
        });
        Ok(regex)
    }

    /// All matches, or the first one if the options say so.
    ///
    /// # Errors
    /// Subjects that are no UTF-8, and limits of PCRE.
    pub fn matches(&self, subject: &[u8]) -> Result<Vec<Match>> {
        if std::str::from_utf8(subject).is_err() {
            fail!("{}: the input string is invalid UTF-8", self.function);
        }
        let mut found = vec![];
        let mut locations = self.compiled.capture_locations();
        let mut at = 0;
        while at <= subject.len() {
            let matched = self
                .compiled
                .captures_read_at(&mut locations, subject, at)
                .map_err(|error| Error::new(format!("{}: {error}", self.function)))?;
            let Some(matched) = matched else {
                break;
            };
            let span = matched.start()..matched.end();
            if span.is_empty() {
                at = span.end + 1;
                while at < subject.len() && subject[at] & 0xC0 == 0x80 {
                    at += 1;
                }
                if !self.options.empty_matches {
                    continue;
                }
            } else {
                at = span.end.max(at + 1);
            }
            let done = self.options.once || (!span.is_empty() && span.end >= subject.len());
            found.push(self.describe(span, &locations));
            if done {
                break;
            }
        }
        Ok(found)
    }

    fn describe(&self, span: Range<usize>, locations: &pcre2::bytes::CaptureLocations) -> Match {
        let mut tokens = vec![];
        let mut named = vec![None; self.names.len()];
        let mut before = None;
        for group in 1..locations.len() {
            let extents = locations.get(group);
            let repeats = group > 1 && extents == before;
            before = extents;
            let Some((start, end)) = extents.filter(|&(_, end)| end > 0 && !repeats) else {
                continue;
            };
            if let Some(name) = self.groups.get(group - 1).copied().flatten() {
                named[name] = Some(start..end);
            }
            tokens.push(start..end);
        }
        Match { span, tokens, named }
    }

    /// The extents of all matches.
    ///
    /// # Errors
    /// As [`Regex::matches`].
    pub fn spans(&self, subject: &[u8]) -> Result<Vec<(usize, usize)>> {
        Ok(self.matches(subject)?.into_iter().map(|one| (one.span.start, one.span.end)).collect())
    }
}

fn compile(pattern: &[u8], options: &Options, function: &'static str) -> Result<Regex> {
    let Ok(pattern) = std::str::from_utf8(pattern) else {
        let at = std::str::from_utf8(pattern).map_or_else(|error| error.valid_up_to(), str::len);
        fail!("{function}: invalid UTF-8 string at position {at} of expression");
    };
    let translated = translate::pattern(pattern, options.single_quoted)
        .ok_or_else(|| Error::new(format!("{function}: syntax error in pattern")))?;
    let compiled = pcre2::bytes::RegexBuilder::new()
        .caseless(options.ignores_case)
        .dotall(options.dot_takes_newline)
        .multi_line(options.line_anchors)
        .extended(options.free_spacing)
        .utf(true)
        .jit_if_available(true)
        .build(&translated.text)
        .map_err(|error| {
            let message = message(&error);
            let at = error.offset().unwrap_or(0);
            Error::new(format!("{function}: {message} at position {at} of expression"))
        })?;
    Ok(Regex {
        compiled,
        names: translated.names,
        groups: translated.groups,
        options: options.clone(),
        function,
        has_long_lookbehind: translated.has_long_lookbehind,
    })
}

/// The words of the PCRE that Octave uses.
fn message(error: &pcre2::Error) -> String {
    let text = match error.code() {
        109 => "nothing to repeat",
        114 => "missing )",
        115 => "reference to non-existent subpattern",
        122 => "unmatched parentheses",
        125 => "lookbehind assertion is not fixed length",
        _ => {
            let full = error.to_string();
            return full.rsplit(": ").next().unwrap_or(&full).to_string();
        }
    };
    text.to_string()
}

/// The first row of a text; a number's character.
///
/// # Errors
/// Classes without characters.
pub fn subject(session: &mut dyn Session, value: &Value) -> Result<Vec<u8>> {
    use crate::builtins::errors::warn;
    if !value.is_text() {
        warn(session, "", &format!("implicit conversion from {} to sq_string", value.kind_name()));
    }
    let chars = to_chars(session, value)?;
    if chars.dims().rows() > 1 {
        warn(session, "", "multi-row character matrix converted to a string, only the first row is used");
    }
    Ok(crate::builtins::strings::text::rows(&chars).into_iter().next().unwrap_or_default())
}

/// Was this written with single quotes?
pub fn is_single_quoted(value: &Value) -> bool {
    !matches!(value, Value::Char(chars) if chars.double_quoted)
}

/// Tells that a lookbehind is not tried with all lengths.
pub fn warn_lookbehind(session: &mut dyn Session, regex: &Regex) {
    if regex.has_long_lookbehind {
        let text = "arbitrary length lookbehind patterns are only supported up to length 10";
        crate::builtins::errors::warn(session, "", &format!("{}: {text}", regex.function));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spans(pattern: &str, subject: &str, options: &Options) -> Vec<(usize, usize)> {
        Regex::new(pattern.as_bytes(), options, "regexp").unwrap().spans(subject.as_bytes()).unwrap()
    }

    #[test]
    fn empty_matches_are_asked_for() {
        let all = Options { empty_matches: true, ..Options::default() };
        assert_eq!(spans("x*", "axxb", &Options::default()), [(1, 3)]);
        assert_eq!(spans("x*", "axxb", &all), [(0, 0), (1, 3), (3, 3), (4, 4)]);
        assert_eq!(spans("x*", "axx", &all), [(0, 0), (1, 3)]);
        assert_eq!(spans("x*", "", &all), [(0, 0)]);
    }

    #[test]
    fn tokens_are_groups_that_took_part() {
        let tokens = |pattern: &str, subject: &str| {
            let regex = Regex::new(pattern.as_bytes(), &Options::default(), "regexp").unwrap();
            regex.matches(subject.as_bytes()).unwrap().remove(0).tokens
        };
        let first = std::slice::from_ref(&(0..1));
        assert_eq!(tokens("(a)|(b)", "b"), first);
        assert_eq!(tokens("((a))", "a"), first);
        assert_eq!(tokens("([a-z]+)(\\d*)", "ab"), [0..2, 2..2]);
        assert_eq!(tokens("(x*)(a)(y)*b", "ab"), first);
    }

    #[test]
    fn mistakes_in_the_words_of_octave() {
        let message = |pattern: &str| {
            Regex::new(pattern.as_bytes(), &Options::default(), "regexp").err().map(|error| error.message)
        };
        assert_eq!(message("(b").as_deref(), Some("regexp: missing ) at position 2 of expression"));
        assert_eq!(
            message("[").as_deref(),
            Some("regexp: missing terminating ] for character class at position 1 of expression")
        );
        assert_eq!(message("*a").as_deref(), Some("regexp: nothing to repeat at position 0 of expression"));
        assert_eq!(message("a)").as_deref(), Some("regexp: unmatched parentheses at position 1 of expression"));
    }
}
