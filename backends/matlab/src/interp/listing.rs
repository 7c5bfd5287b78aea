//! `who` and `whos`: the variables that are visible, by patterns, as a list, a table or values.

use super::Interp;
use super::frame::Link;
use super::own::is_match;
use crate::builtins::arrays::convert::size_in_bytes;
use crate::builtins::errors::warn;
use crate::builtins::regexps::{Options, Regex};
use crate::builtins::strings::columns;
use crate::session::Session;
use crate::value::{Array, Dims, StructArray, Value};
use crate::{Error, Result};
use raddle_matlab::ast::Slot;
use std::fmt::Write;
use std::rc::Rc;

/// A variable.
#[derive(Clone)]
struct Listed {
    name: Rc<str>,
    value: Value,
    link: Option<Link>,
    is_parameter: bool,
}

/// Which variables the words of a call ask for.
#[derive(Default)]
struct Asked {
    patterns: Vec<String>,
    by_regexp: bool,
    globals: bool,
}

pub fn who(interp: &mut Interp, args: Vec<Value>, nargout: usize) -> Result<Vec<Value>> {
    let asked = asked(interp, "who", &args)?;
    let names: Vec<Rc<str>> = interp.listed(&asked)?.into_iter().map(|it| it.name).collect();
    if nargout > 0 {
        let cells: Vec<Value> = names.iter().map(|name| Value::text(name.as_bytes())).collect();
        return Ok(vec![Value::cell(if cells.is_empty() {
            Array::new([0, 0].into(), cells)
        } else {
            Array::column(cells)
        })]);
    }
    if names.is_empty() {
        return Ok(vec![]);
    }
    let names: Vec<String> = names.iter().map(|name| name.to_string()).collect();
    let text = format!("{}\n\n{}\n", heading(&asked), columns::lay_out(&names, columns::WIDTH, ""));
    interp.write(text.as_bytes());
    Ok(vec![])
}

pub fn whos(interp: &mut Interp, args: Vec<Value>, nargout: usize) -> Result<Vec<Value>> {
    let asked = asked(interp, "whos", &args)?;
    let all = interp.listed(&asked)?;
    let scope = interp.scope_name();
    if nargout > 0 {
        return Ok(vec![as_structs(&all, &scope)]);
    }
    if all.is_empty() {
        return Ok(vec![]);
    }
    let mut text = format!("{}\n\n", heading(&asked));
    if !asked.globals {
        text.push_str(&format!("variables in scope: {scope}\n\n"));
    }
    table(&all, &mut text);
    interp.write(text.as_bytes());
    Ok(vec![])
}

fn heading(asked: &Asked) -> &'static str {
    if asked.globals { "Global variables:" } else { "Variables visible from the current scope:" }
}

/// # Errors
/// Arguments that are no texts.
fn asked(interp: &mut Interp, function: &'static str, args: &[Value]) -> Result<Asked> {
    let mut asked = Asked::default();
    for arg in args {
        let Some(word) = arg.as_text() else {
            return Err(Error::new(format!("{function}: all arguments must be strings")));
        };
        match &*word {
            "global" if asked.patterns.is_empty() => asked.globals = true,
            "-regexp" if asked.patterns.is_empty() => asked.by_regexp = true,
            option if option.starts_with('-') && asked.patterns.is_empty() => {
                warn(interp, "", &format!("{function}: unrecognized option '{option}'"));
            }
            _ => asked.patterns.push(word),
        }
    }
    Ok(asked)
}

/// Is a name like a pattern with `*` and `?`, or like a regular expression?
///
/// # Errors
/// A wrong regular expression.
pub fn is_like(name: &str, pattern: &str, by_regexp: bool) -> Result<bool> {
    if !by_regexp {
        return Ok(is_match(pattern.as_bytes(), name.as_bytes()));
    }
    Ok(!Regex::new(pattern.as_bytes(), &Options::default(), "regexp")?.matches(name.as_bytes())?.is_empty())
}

impl Interp {
    /// In the order of the patterns, and of the names.
    fn listed(&self, asked: &Asked) -> Result<Vec<Listed>> {
        let mut all = if asked.globals { self.all_globals() } else { self.visible() };
        all.sort_by(|one, other| one.name.cmp(&other.name));
        if asked.patterns.is_empty() {
            return Ok(all);
        }
        let mut found = vec![];
        for pattern in &asked.patterns {
            for it in &all {
                if is_like(&it.name, pattern, asked.by_regexp)? {
                    found.push(it.clone());
                }
            }
        }
        Ok(found)
    }

    fn all_globals(&self) -> Vec<Listed> {
        let of = |(name, value): (&Rc<str>, &Value)| Listed {
            name: name.clone(),
            value: value.clone(),
            link: Some(Link::Global),
            is_parameter: false,
        };
        self.globals.iter().map(of).collect()
    }

    fn visible(&self) -> Vec<Listed> {
        let function = &self.frame.code.function;
        let of = |slot: Slot| {
            Some(Listed {
                name: self.name_of(slot),
                value: self.place(slot)?.clone(),
                link: self.frame.link(slot),
                is_parameter: function.varargin == Some(slot)
                    || function.parameters.iter().any(|it| it.slot == Some(slot)),
            })
        };
        (0..self.frame.names.len()).filter_map(|at| of(Slot(at as u32))).collect()
    }

    /// As the table names it.
    fn scope_name(&self) -> String {
        if !self.frame.is_function {
            return "top scope".into();
        }
        let code = self.frame.outside.first().map_or(&self.frame.code, |(code, _)| code);
        match &code.function.source.absolute {
            Some(path) => format!("{}: {}", code.function.name, path.display()),
            None => code.function.name.to_string(),
        }
    }
}

/// In columns: extents are one below the other where the first one ends.
fn table(all: &[Listed], text: &mut String) {
    let extents: Vec<(String, String)> = all.iter().map(|it| front_and_rest(&it.value.dims())).collect();
    let longest = |lengths: &mut dyn Iterator<Item = usize>, least: usize| lengths.fold(least, usize::max);
    let names = longest(&mut all.iter().map(|it| it.name.len()), 6);
    let fronts = longest(&mut extents.iter().map(|it| it.0.len()), 6);
    let rests = longest(&mut extents.iter().map(|it| it.1.len()), 15);
    let head = |attributes: &str, name: &str, size: &str, bytes: &str, class: &str| {
        let before = fronts - 1;
        let rests = rests + 1;
        format!("  {attributes:<5}  {name:<names$} {:before$}{size:<rests$} {bytes:>13}  {class}\n", "")
    };
    text.push_str(&head("Attr", "Name", "Size", "Bytes", "Class"));
    text.push_str(&head("====", "====", "====", "=====", "===== "));
    let (mut elements, mut bytes) = (0, 0);
    for (it, (front, rest)) in all.iter().zip(&extents) {
        let size = size_in_bytes(&it.value);
        let (name, class) = (&it.name, it.value.class_name());
        let attributes = attributes(it);
        let _ = writeln!(text, "  {attributes}  {name:<names$} {front:>fronts$}{rest:<rests$} {size:>13}  {class}");
        // A map is one object.
        elements += if matches!(it.value, Value::Map(_)) { 1 } else { it.value.dims().count() };
        bytes += size;
    }
    let plural = |count: usize| if count == 1 { "" } else { "s" };
    let _ = writeln!(text, "\nTotal is {elements} element{} using {bytes} byte{}\n", plural(elements), plural(bytes));
}

/// `c` complex, `f` a parameter, `g` global, `p` persistent, each in its place.
fn attributes(it: &Listed) -> String {
    let at = |is: bool, letter: char| if is { letter } else { ' ' };
    let complex = at(it.value.is_complex(), 'c');
    let global = at(it.link == Some(Link::Global), 'g');
    let persistent = at(it.link == Some(Link::Persistent), 'p');
    format!("{complex} {}{global}{persistent}", at(it.is_parameter, 'f'))
}

/// `3x4x2` as `3` and `x4x2`.
fn front_and_rest(dims: &Dims) -> (String, String) {
    let text = dims.to_string();
    let (front, _) = text.split_once('x').unwrap_or((&text, ""));
    (front.to_string(), text[front.len()..].to_string())
}

fn as_structs(all: &[Listed], scope: &str) -> Value {
    let column = |of: &dyn Fn(&Listed) -> Value| Array::column(all.iter().map(of).collect());
    let link = |link: Link| move |it: &Listed| Value::bool(it.link == Some(link));
    let fields = [
        ("name", column(&|it| Value::text(it.name.as_bytes()))),
        ("size", column(&|it| Value::row(it.value.dims().as_slice().iter().map(|&extent| extent as f64).collect()))),
        ("bytes", column(&|it| Value::scalar(size_in_bytes(&it.value) as f64))),
        ("class", column(&|it| Value::text(it.value.class_name()))),
        ("global", column(&link(Link::Global))),
        ("sparse", column(&|_| Value::bool(false))),
        ("complex", column(&|it| Value::bool(it.value.is_complex()))),
        ("nesting", column(&|_| nesting(scope))),
        ("persistent", column(&link(Link::Persistent))),
    ];
    let fields = fields.into_iter().map(|(name, values)| (name.into(), values)).collect();
    Value::structs(StructArray::with_fields([all.len(), 1].into(), fields))
}

fn nesting(scope: &str) -> Value {
    let mut nesting = StructArray::scalar();
    nesting.set("function", 0, Value::text(scope));
    nesting.set("level", 0, Value::scalar(1.0));
    Value::structs(nesting)
}
