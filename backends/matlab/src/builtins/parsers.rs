//! `inputParser`: its construction, its methods and what it says of wrong arguments.

use super::{Call, Entry, entry};
use crate::session::Session;
use crate::value::{Array, Handle, Kind, Parameter, Parser, ParserRef, StructArray, Value};
use crate::{Error, Result, display, fail};
use std::cell::RefCell;
use std::rc::Rc;

pub const TABLE: &[Entry] = &[
    entry("addOptional", 3, 4, method),
    entry("addParamValue", 2, 4, method),
    entry("addParameter", 2, 4, method),
    entry("addRequired", 2, 3, method),
    entry("addSwitch", 2, 2, method),
    entry("inputParser", 0, 0, construct),
    entry("parse", 1, super::ANY, method),
];

fn construct(_: Call) -> Result<Vec<Value>> {
    Ok(vec![Value::Parser(Rc::new(RefCell::new(Parser::default())))])
}

fn method(call: Call) -> Result<Vec<Value>> {
    let Call { session, name, args, .. } = call;
    match &args[0] {
        Value::Parser(parser) => member(session, parser, name, &args[1..]),
        other => {
            let text = format!("'{name}' undefined for arguments of type '{}'", other.class().name());
            Err(Error::with_id("Octave:undefined-function", text))
        }
    }
}

/// `parser.name(args)`
///
/// # Errors
/// Octave's: no such member, names that are taken, and arguments that are wrong.
pub fn member(session: &mut dyn Session, parser: &ParserRef, name: &str, args: &[Value]) -> Result<Vec<Value>> {
    let kind = match name {
        "addRequired" => Kind::Required,
        "addOptional" => Kind::Optional,
        "addParameter" | "addParamValue" => Kind::Parameter,
        "addSwitch" => Kind::Switch,
        "parse" => return parse(session, parser, args).map(|()| vec![]),
        "disp" => {
            session.write(shown(&parser.borrow()).as_bytes());
            return Ok(vec![]);
        }
        _ => return property(&parser.borrow(), name).map(|value| vec![value]),
    };
    add(&mut parser.borrow_mut(), name, kind, args)?;
    Ok(vec![])
}

fn property(parser: &Parser, name: &str) -> Result<Value> {
    let row = |names: Vec<&String>| match names.is_empty() {
        true => Value::cell(Array::new([0, 0].into(), vec![])),
        false => Value::cell_row(names.into_iter().map(|it| Value::text(it.as_bytes())).collect()),
    };
    Ok(match name {
        "CaseSensitive" => Value::bool(parser.case_sensitive),
        "FunctionName" => Value::text(&parser.function_name),
        "KeepUnmatched" => Value::bool(parser.keep_unmatched),
        "PartialMatching" => Value::bool(parser.partial_matching),
        "StructExpand" => Value::bool(parser.struct_expand),
        "Parameters" => row(parser.parameters.iter().map(|it| &it.name).collect()),
        "Results" => Value::structs(parser.results.clone()),
        "Unmatched" => Value::structs(parser.unmatched.clone()),
        "UsingDefaults" => row(parser.using_defaults.iter().collect()),
        _ => fail!("subsref: unknown method or property: {name}"),
    })
}

/// `parser.name = value`
///
/// # Errors
/// Octave's: no such property, and those that only the parser sets.
pub fn set_property(parser: &mut Parser, name: &str, value: &Value) -> Result<()> {
    match name {
        "CaseSensitive" => parser.case_sensitive = value.is_true()?,
        "FunctionName" => parser.function_name = value.as_text().unwrap_or_default(),
        "KeepUnmatched" => parser.keep_unmatched = value.is_true()?,
        "PartialMatching" => parser.partial_matching = value.is_true()?,
        "StructExpand" => parser.struct_expand = value.is_true()?,
        "Parameters" | "Results" | "Unmatched" | "UsingDefaults" => {
            fail!("subsasgn: property '{name}' has protected access and cannot be set in this context");
        }
        _ => fail!("subsasgn: unknown property: {name}"),
    }
    Ok(())
}

fn add(parser: &mut Parser, method: &str, kind: Kind, args: &[Value]) -> Result<()> {
    let Some(name) = args.first().and_then(Value::as_text) else {
        return Err(Error::invalid_call(method));
    };
    if parser.parameters.iter().any(|it| it.name == name) {
        fail!("inputParser.{method}: argname '{name}' has already been specified");
    }
    let has = |wanted: &[Kind]| parser.parameters.iter().any(|it| wanted.contains(&it.kind));
    if kind == Kind::Required && has(&[Kind::Optional, Kind::Parameter, Kind::Switch]) {
        fail!("inputParser.addRequired: can't have a Required argument after Optional, Parameter, or Switch");
    }
    if kind == Kind::Optional && has(&[Kind::Parameter, Kind::Switch]) {
        fail!("inputParser.Optional: can't have Optional arguments after Parameter or Switch");
    }
    let (default, check) = match kind {
        Kind::Required => (Value::empty(), args.get(1).cloned()),
        Kind::Optional | Kind::Parameter => (args.get(1).cloned().unwrap_or_else(Value::empty), args.get(2).cloned()),
        Kind::Switch => (Value::bool(false), None),
    };
    parser.parameters.push(Parameter { name, kind, default, check });
    Ok(())
}

/// What a call of `parse` has found so far.
struct Parsing {
    parser: Parser,
    results: StructArray,
    unmatched: StructArray,
}

fn parse(session: &mut dyn Session, parser: &ParserRef, args: &[Value]) -> Result<()> {
    // A check may ask the parser.
    let copy = parser.borrow().clone();
    let mut parsing = Parsing { parser: copy, results: StructArray::scalar(), unmatched: StructArray::scalar() };
    let rest = parsing.by_place(session, args)?;
    parsing.by_name(session, rest, args.len())?;
    let mut parser = parser.borrow_mut();
    parser.using_defaults.clear();
    for it in &parsing.parser.parameters {
        if !parsing.results.fields.contains_key(it.name.as_str()) {
            parser.using_defaults.push(it.name.clone());
            parsing.results.set(&it.name, 0, it.default.clone());
        }
    }
    // Optional ones have their place whether they were given or not.
    let order = parsing.order(&parser.using_defaults);
    parser.results = StructArray::scalar();
    for name in order {
        let value = parsing.results.get(&name, 0).cloned().unwrap_or_else(Value::empty);
        parser.results.set(&name, 0, value);
    }
    parser.unmatched = parsing.unmatched;
    Ok(())
}

impl Parsing {
    fn fail<T>(&self, text: &str) -> Result<T> {
        match self.parser.function_name.as_str() {
            "" => Err(Error::new(text)),
            name => Err(Error::new(format!("{name}: {text}"))),
        }
    }

    fn of_kind(&self, kind: Kind) -> Vec<Parameter> {
        self.parser.parameters.iter().filter(|it| it.kind == kind).cloned().collect()
    }

    /// Required and optional arguments. The others come back.
    fn by_place<'a>(&mut self, session: &mut dyn Session, args: &'a [Value]) -> Result<&'a [Value]> {
        let required = self.of_kind(Kind::Required);
        if args.len() < required.len() {
            match self.parser.function_name.as_str() {
                "" => fail!("inputParser.parse: not enough input arguments"),
                name => fail!("print_usage: '{name}' not found"),
            }
        }
        let (first, mut rest) = args.split_at(required.len());
        for (parameter, value) in std::iter::zip(&required, first) {
            self.check(session, parameter, value)?;
            self.results.set(&parameter.name, 0, value.clone());
        }
        for parameter in self.of_kind(Kind::Optional) {
            let [value, behind @ ..] = rest else { break };
            if value.is_text() && (self.is_name(value) || !passes(session, &parameter, value)) {
                break;
            }
            self.check(session, &parameter, value)?;
            self.results.set(&parameter.name, 0, value.clone());
            rest = behind;
        }
        Ok(rest)
    }

    fn named(&self, name: &str) -> Option<Parameter> {
        let is_named = |it: &&Parameter| match self.parser.case_sensitive {
            true => it.name == name,
            false => it.name.eq_ignore_ascii_case(name),
        };
        let all = self.parser.parameters.iter().filter(|it| matches!(it.kind, Kind::Parameter | Kind::Switch));
        { all }.find(is_named).cloned()
    }

    fn is_name(&self, value: &Value) -> bool {
        value.as_text().is_some_and(|name| self.named(&name).is_some())
    }

    fn by_name(&mut self, session: &mut dyn Session, args: &[Value], count: usize) -> Result<()> {
        let mut rest = args;
        while let [first, behind @ ..] = rest {
            rest = behind;
            if let Value::Struct(structs) = first
                && self.parser.struct_expand
            {
                for (name, field) in &structs.fields {
                    let value = field.as_slice().first().cloned().unwrap_or_else(Value::empty);
                    self.take(session, name, &value)?;
                }
                continue;
            }
            let Some(name) = first.as_text().filter(|_| first.is_text()) else {
                return self.fail("non-string for Parameter name or Switch");
            };
            if let Some(parameter) = self.named(&name).filter(|it| it.kind == Kind::Switch) {
                self.results.set(&parameter.name, 0, Value::bool(true));
                continue;
            }
            let Some((value, behind)) = rest.split_first() else {
                if self.named(&name).is_none() {
                    return self.fail(&format!("argument '{}' is not a valid parameter", name.to_uppercase()));
                }
                fail!("varargin({}): out of bound {count} (dimensions are 1x{count})", count + 1);
            };
            rest = behind;
            self.take(session, &name, value)?;
        }
        Ok(())
    }

    fn take(&mut self, session: &mut dyn Session, name: &str, value: &Value) -> Result<()> {
        match self.named(name) {
            Some(parameter) => {
                self.check(session, &parameter, value)?;
                self.results.set(&parameter.name, 0, value.clone());
                Ok(())
            }
            None if self.parser.keep_unmatched => {
                self.unmatched.set(name, 0, value.clone());
                Ok(())
            }
            None => self.fail(&format!("argument '{}' is not a valid parameter", name.to_uppercase())),
        }
    }

    fn check(&self, session: &mut dyn Session, parameter: &Parameter, value: &Value) -> Result<()> {
        let Some(check) = &parameter.check else { return Ok(()) };
        let failed = format!("failed validation of {}", parameter.name.to_uppercase());
        match session.call(check, vec![value.clone()], usize::from(!is_silent(check))) {
            Ok(values) => match values.first().map_or(Ok(true), Value::is_true)? {
                true => Ok(()),
                false => self.fail(&format!("{failed}{}", how(check, parameter.kind))),
            },
            Err(error) if error.message.contains("value on the right hand side") => Ok(()),
            Err(error) => self.fail(&format!("{failed}. {}", error.message.trim_start_matches("validateattributes: "))),
        }
    }

    /// Names of the results: those by place, those by name as they came, and the others.
    fn order(&self, defaults: &[String]) -> Vec<String> {
        let by_place = self.parser.parameters.iter().filter(|it| matches!(it.kind, Kind::Required | Kind::Optional));
        let given = self.results.fields.keys().map(|it| it.to_string()).filter(|it| !defaults.contains(it));
        let all = by_place.map(|it| it.name.clone()).chain(given).chain(defaults.iter().cloned());
        let mut order: Vec<String> = vec![];
        all.for_each(|it| {
            if !order.contains(&it) {
                order.push(it);
            }
        });
        order
    }
}

/// A check that has no value where it finds nothing wrong.
fn is_silent(check: &Value) -> bool {
    match check {
        Value::Handle(handle) => match &**handle {
            Handle::Anonymous { .. } => String::from_utf8_lossy(&display::disp(check, Default::default())).contains("validate"),
            Handle::Named(name) => name.starts_with("validate") || name.starts_with("mustBe"),
            Handle::User { function, .. } => function.outputs.is_empty(),
            Handle::Inline { .. } => false,
        },
        _ => false,
    }
}

fn passes(session: &mut dyn Session, parameter: &Parameter, value: &Value) -> bool {
    let Some(check) = &parameter.check else { return true };
    let result = session.call(check, vec![value.clone()], usize::from(!is_silent(check)));
    result.is_ok_and(|values| values.first().is_none_or(|it| it.is_true().unwrap_or(false)))
}

/// How a value was checked.
fn how(check: &Value, kind: Kind) -> String {
    let text = display::disp(check, Default::default());
    let text = String::from_utf8_lossy(&text).trim_end().to_string();
    match kind {
        Kind::Optional => format!("\nValidation function: {text}"),
        Kind::Required | Kind::Parameter | Kind::Switch => {
            format!(". Checked with \"{}\"", text.strip_prefix('@').filter(|it| !it.starts_with('(')).unwrap_or(&text))
        }
    }
}

/// What `disp` shows.
pub fn shown(parser: &Parser) -> String {
    let names: Vec<&str> = parser.parameters.iter().map(|it| it.name.as_str()).collect();
    format!(
        "inputParser object with properties:\n\n   CaseSensitive   : {}\n   FunctionName    : {}\n   KeepUnmatched   : {}\n   PartialMatching : {}\n   StructExpand    : {}\n\nDefined parameters:\n\n   {{{}}}\n",
        parser.case_sensitive,
        !parser.function_name.is_empty(),
        parser.keep_unmatched,
        parser.partial_matching,
        parser.struct_expand,
        names.join(", ")
    )
}
