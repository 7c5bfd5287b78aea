//! `warning`: printing, and which warnings are printed.

use super::message;
use crate::error::called_from;
use crate::builtins::Call;
use crate::session::Session;
use crate::value::{StructArray, Value};
use crate::{Error, Result, fail};
use indexmap::IndexMap;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Level {
    #[default]
    On,
    Off,
    Error,
}

impl Level {
    fn name(self) -> &'static str {
        match self {
            Level::On => "on",
            Level::Off => "off",
            Level::Error => "error",
        }
    }

    fn of(word: &str) -> Option<Level> {
        Some(match word {
            "on" => Level::On,
            "off" => Level::Off,
            "error" => Level::Error,
            _ => return None,
        })
    }
}

/// Which warnings are on, and the last one.
#[derive(Default)]
pub struct Warnings {
    all: Level,
    by_id: IndexMap<String, Level>,
    message: String,
    identifier: String,
}

impl Warnings {
    fn level(&self, identifier: &str) -> Level {
        match self.by_id.get(identifier) {
            // An identifier that is on is off with all others.
            Some(Level::On) | None => self.all,
            Some(&level) => level,
        }
    }

    fn set(&mut self, identifier: &str, level: Level) {
        if identifier == "all" {
            self.all = level;
            self.by_id.clear();
        } else {
            self.by_id.insert(identifier.to_string(), level);
        }
    }
}

/// Prints a warning of ours if it is on.
pub fn warn(session: &mut dyn Session, identifier: &str, text: &str) {
    let warnings = &mut session.state().warnings;
    if warnings.level(identifier) == Level::Off {
        return;
    }
    warnings.message = text.strip_suffix('\n').unwrap_or(text).to_string();
    warnings.identifier = identifier.to_string();
    let mut line = format!("warning: {}\n", warnings.message);
    let stack = session.frames();
    if !text.ends_with('\n') && !stack.is_empty() && session.state().warnings.level("backtrace") == Level::On {
        line = line + &called_from("warning", &stack) + "\n";
    }
    session.write_error(line.as_bytes());
}

/// Says once that a function is not what to use.
pub fn warn_of_old(session: &mut dyn Session, text: &'static str) {
    if session.state().told.insert(text) {
        warn(session, "Octave:legacy-function", text);
    }
}

pub fn warning(call: Call) -> Result<Vec<Value>> {
    let Call { session, args, nargout, .. } = call;
    let words: Vec<_> = args.iter().map(|value| value.as_text().unwrap_or_default()).collect();
    let first = words.first().map(|word| word.to_lowercase()).unwrap_or_default();
    match &args[..] {
        [] => return Ok(states(session, nargout)),
        [Value::Struct(fields)] => {
            set_states(session, fields)?;
            return Ok(vec![]);
        }
        [_] | [_, _] | [_, _, _] if Level::of(&first).is_some() => {
            let level = Level::of(&first).unwrap_or_default();
            let identifier = words.get(1).cloned().unwrap_or_else(|| "all".into());
            if level == Level::Error && args.len() == 1 {
                fail!("warning: cannot specify \"all\" warning ID");
            }
            let old = session.state().warnings.level(&identifier);
            session.state().warnings.set(&identifier, level);
            return Ok(if nargout > 0 { vec![state(&identifier, old)] } else { vec![] });
        }
        [_, _] if first == "query" => {
            let level = session.state().warnings.level(&words[1]);
            if nargout > 0 {
                return Ok(vec![state(&words[1], level)]);
            }
            session.write(format!("\"{}\" warning state is \"{}\"\n", words[1], level.name()).as_bytes());
            return Ok(vec![]);
        }
        _ => {}
    }
    let before = session.state().warnings.message.clone();
    let (identifier, text) = message("warning", &args)?;
    if !text.is_empty() {
        if session.state().warnings.level(&identifier) == Level::Error {
            return Err(Error::with_id(&identifier, text));
        }
        warn(session, &identifier, &text);
    }
    Ok(if nargout > 0 { vec![Value::text(before)] } else { vec![] })
}

fn state(identifier: &str, level: Level) -> Value {
    let mut fields = StructArray::scalar();
    fields.set("identifier", 0, Value::text(identifier));
    fields.set("state", 0, Value::text(level.name()));
    Value::structs(fields)
}

fn states(session: &mut dyn Session, nargout: usize) -> Vec<Value> {
    let warnings = &session.state().warnings;
    let changed = warnings.by_id.iter().filter(|(_, level)| **level != Level::On);
    if nargout == 0 {
        let default = if warnings.all == Level::Off { "disabled" } else { "enabled" };
        let mut text = format!("By default, warnings are {default}.\n");
        let changed: Vec<_> = changed.collect();
        if !changed.is_empty() {
            text.push_str("Non-default warning states are:\n\n  State  Warning ID\n");
            for (identifier, level) in changed {
                text.push_str(&format!("{:>7}  {identifier}\n", level.name()));
            }
        }
        text.push('\n');
        session.write(text.as_bytes());
        return vec![];
    }
    let all = warnings.all;
    let rows: Vec<_> = std::iter::once(("all".to_string(), all))
        .chain(changed.map(|(identifier, level)| (identifier.clone(), *level)))
        .collect();
    let column = |f: &dyn Fn(&(String, Level)) -> Value| crate::value::Array::row(rows.iter().map(f).collect());
    let fields = [
        ("identifier".into(), column(&|row| Value::text(&row.0))),
        ("state".into(), column(&|row| Value::text(row.1.name()))),
    ];
    vec![Value::structs(StructArray::with_fields([1, rows.len()].into(), fields.into_iter().collect()))]
}

fn set_states(session: &mut dyn Session, fields: &StructArray) -> Result<()> {
    for k in 0..fields.count() {
        let text = |name: &str| fields.get(name, k).and_then(Value::as_text);
        let (Some(identifier), Some(level)) = (text("identifier"), text("state")) else {
            fail!("warning: STATE structure must have fields 'identifier' and 'state'");
        };
        let Some(level) = Level::of(&level) else {
            fail!("warning: invalid state '{level}'");
        };
        session.state().warnings.set(&identifier, level);
    }
    Ok(())
}

pub fn lastwarn(call: Call) -> Result<Vec<Value>> {
    let texts: Vec<_> = call.args.iter().map_while(Value::as_text).collect();
    if texts.len() < call.args.len() {
        fail!("lastwarn: all arguments must be strings");
    }
    let warnings = &mut call.session.state().warnings;
    let old = [warnings.message.clone(), warnings.identifier.clone()];
    if let Some(message) = texts.first() {
        warnings.message = message.clone();
        warnings.identifier = texts.get(1).cloned().unwrap_or_default();
        if call.nargout == 0 {
            return Ok(vec![]);
        }
    }
    Ok(old.into_iter().map(Value::text).collect())
}

#[cfg(test)]
mod tests {
    use super::super::is_identifier;
    use super::*;

    #[test]
    fn identifiers() {
        assert!(is_identifier("a:b") && is_identifier("http://x.y") && is_identifier("1a:b-c"));
        assert!(!is_identifier("a: b") && !is_identifier(":a") && !is_identifier("a:") && !is_identifier("%d:%d"));
    }

    #[test]
    fn levels() {
        let mut warnings = Warnings::default();
        warnings.set("a:b", Level::Off);
        assert_eq!((warnings.level("a:b"), warnings.level("c")), (Level::Off, Level::On));
        warnings.set("all", Level::Off);
        warnings.set("a:b", Level::On);
        assert_eq!(warnings.level("a:b"), Level::Off);
    }
}
