//! Functions that need the interpreter: they read or change variables of their caller, evaluate text, or end the program.

use super::lookup::Callee;
use super::{Interp, listing, stored};
use crate::builtins::{ANY, errors};
use crate::session::Session;
use crate::value::{Handle, Value};
use crate::{Error, Result, builtins, display, fail};
use raddle_matlab::ast::Source;
use std::path::Path;
use std::rc::Rc;

/// A row of the table.
pub struct Own {
    pub name: &'static str,
    args: (usize, usize),
    function: fn(&mut Interp, Vec<Value>, usize) -> Result<Vec<Value>>,
}

const fn own(
    name: &'static str,
    least: usize,
    most: usize,
    function: fn(&mut Interp, Vec<Value>, usize) -> Result<Vec<Value>>,
) -> Own {
    Own { name, args: (least, most), function }
}

const TABLE: &[Own] = &[
    own("assignin", 3, 3, assignin),
    own("builtin", 1, ANY, builtin),
    // There is no terminal to clear and no figure to close.
    own("clc", 0, 0, nothing),
    own("clear", 0, ANY, clear),
    own("close", 0, ANY, nothing),
    own("clearvars", 0, ANY, clear),
    own("display", 1, 1, show),
    own("eval", 1, 2, eval),
    own("evalc", 1, 2, evalc),
    own("evalin", 2, 3, evalin),
    own("exist", 1, 2, exist),
    own("exit", 0, 2, exit),
    own("feval", 1, ANY, feval),
    own("inputname", 1, 2, inputname),
    own("isargout", 1, 1, isargout),
    own("isglobal", 1, 1, isglobal),
    own("isvarname", 1, 1, isvarname),
    own("load", 0, ANY, stored::load),
    own("mfilename", 0, 1, mfilename),
    own("nargin", 0, 1, nargin),
    own("nargout", 0, 1, nargout),
    own("print_usage", 0, 1, print_usage),
    own("quit", 0, 2, exit),
    own("run", 1, 1, run),
    own("save", 0, ANY, stored::save),
    own("source", 1, 2, source),
    own("who", 0, ANY, listing::who),
    own("whos", 0, ANY, listing::whos),
    own("addpath", 0, ANY, addpath),
    own("rmpath", 0, ANY, rmpath),
    own("mlock", 0, 1, nothing),
    own("munlock", 0, 1, nothing),
];

pub fn find(name: &str) -> Option<&'static Own> {
    TABLE.iter().find(|own| own.name == name)
}

/// Names, and the least and greatest numbers of arguments.
pub fn functions() -> impl Iterator<Item = (&'static str, (usize, usize))> {
    TABLE.iter().map(|own| (own.name, own.args))
}

impl Interp {
    pub fn call_own(&mut self, own: &'static Own, args: Vec<Value>, nargout: usize) -> Result<Vec<Value>> {
        if args.len() < own.args.0 || args.len() > own.args.1 {
            return Err(Error::invalid_call(own.name));
        }
        (own.function)(self, args, nargout)
    }

    /// Runs a text in the current frame. A text that is one expression can have values.
    fn eval_text(&mut self, text: &str, nargout: usize) -> Result<Vec<Value>> {
        let source = Rc::new(Source::new(None, text.into()));
        let code = self.parse_here(source)?;
        if nargout == 0 {
            return self.run_in_frame(&code).map(|()| vec![]);
        }
        let [stmt] = &code.function.body[..] else {
            fail!("eval: invalid use of statement list");
        };
        let raddle_matlab::ast::StmtKind::Expr(expr) = &stmt.kind else {
            self.run_in_frame(&code)?;
            return Ok(vec![]);
        };
        self.frame.extend(&code.function.scope.names);
        let outside = std::mem::replace(&mut self.frame.code, code.clone());
        self.frame.outside.push((outside.clone(), self.frame.place));
        let values = self.eval_many(expr, nargout);
        self.frame.outside.pop();
        self.frame.code = outside;
        values
    }

    /// Runs `f` in the frame of the caller, or of the main script.
    fn in_frame<T>(&mut self, which: &str, f: impl FnOnce(&mut Interp) -> Result<T>) -> Result<T> {
        let depth = self.callers.len();
        let at = match which {
            "base" => 0,
            "caller" => depth.saturating_sub(1),
            _ => fail!("evalin: CONTEXT must be \"caller\" or \"base\""),
        };
        if at >= depth {
            return f(self);
        }
        std::mem::swap(&mut self.frame, &mut self.callers[at]);
        let result = f(self);
        std::mem::swap(&mut self.frame, &mut self.callers[at]);
        result
    }

    pub fn variable_names(&self) -> Vec<Rc<str>> {
        let all = (0..self.frame.names.len()).map(|at| raddle_matlab::ast::Slot(at as u32));
        let mut names: Vec<_> = all.filter(|&slot| self.place(slot).is_some()).map(|slot| self.name_of(slot)).collect();
        names.sort();
        names
    }
}

fn text_of(function: &str, value: &Value) -> Result<String> {
    value.as_text().ok_or_else(|| Error::new(format!("{function}: argument must be a string")))
}

/// Files are looked for in all folders that were ever named.
fn rmpath(interp: &mut Interp, args: Vec<Value>, _: usize) -> Result<Vec<Value>> {
    let here = std::env::current_dir().ok();
    let is_here = |arg: &Value| arg.as_text().is_some_and(|dir| std::fs::canonicalize(dir).ok() == here);
    if args.iter().any(is_here) {
        errors::warn(interp, "", "rmpath: can't remove \".\" from path");
    }
    Ok(vec![])
}

fn nothing(_: &mut Interp, _: Vec<Value>, _: usize) -> Result<Vec<Value>> {
    Ok(vec![])
}

fn eval(interp: &mut Interp, args: Vec<Value>, nargout: usize) -> Result<Vec<Value>> {
    let text = args[0].as_text().ok_or_else(|| Error::new("eval: STRING must be a string"))?;
    match (interp.eval_text(&text, nargout), args.get(1)) {
        (Err(error), Some(handler)) if error.exit.is_none() => {
            interp.state.last_error = Some(error);
            let handler = text_of("eval", handler)?;
            interp.eval_text(&handler, nargout)
        }
        (result, _) => result,
    }
}

fn evalc(interp: &mut Interp, args: Vec<Value>, _: usize) -> Result<Vec<Value>> {
    let depth = interp.captures.len();
    interp.captures.push(vec![]);
    let result = eval(interp, args, 0);
    let text = interp.captures.drain(depth..).next().unwrap_or_default();
    result.map(|_| vec![Value::text(text)])
}

fn evalin(interp: &mut Interp, args: Vec<Value>, nargout: usize) -> Result<Vec<Value>> {
    let which = text_of("evalin", &args[0])?;
    interp.in_frame(&which, |interp| eval(interp, args[1..].to_vec(), nargout))
}

fn assignin(interp: &mut Interp, args: Vec<Value>, _: usize) -> Result<Vec<Value>> {
    let which = text_of("assignin", &args[0])?;
    let name = text_of("assignin", &args[1])?;
    if !is_name(&name) {
        fail!("assignin: invalid variable name '{name}'");
    }
    interp.in_frame(&which, |interp| {
        interp.set_variable(&name, args[2].clone());
        Ok(vec![])
    })
}

fn feval(interp: &mut Interp, mut args: Vec<Value>, nargout: usize) -> Result<Vec<Value>> {
    let rest = args.split_off(1);
    interp.call_value(&args[0], rest, nargout)
}

fn builtin(interp: &mut Interp, mut args: Vec<Value>, nargout: usize) -> Result<Vec<Value>> {
    let rest = args.split_off(1);
    let name = text_of("builtin", &args[0])?;
    match builtins::find(&name) {
        Some(entry) => builtins::call(entry, interp, rest, nargout),
        None => interp.call_named(&name, rest, nargout),
    }
}

fn exist(interp: &mut Interp, args: Vec<Value>, _: usize) -> Result<Vec<Value>> {
    let name = args[0].as_text().ok_or_else(|| errors::without_stack(Error::new("exist: NAME must be a string")))?;
    let kind = args.get(1).and_then(Value::as_text).unwrap_or_else(|| "any".into());
    let any = kind == "any";
    let is_variable = interp.frame.slot(&name).is_some_and(|slot| interp.place(slot).is_some());
    if is_variable && (any || kind == "var") {
        return Ok(vec![Value::scalar(1.0)]);
    }
    let found = match interp.find_function(&name) {
        Some(Callee::User(code)) if code.function.source.path.is_some() && !code.file.is_function_file => 103,
        Some(Callee::User(_) | Callee::Script(_)) => 2,
        Some(Callee::Builtin(_) | Callee::Own(_)) => {
            if FILES.contains(&name.as_str()) {
                2
            } else {
                5
            }
        }
        None => 0,
    };
    let is_wanted = match found {
        5 => any || kind == "builtin",
        _ => any || kind == "file",
    };
    if found != 0 && is_wanted {
        return Ok(vec![Value::scalar(f64::from(found))]);
    }
    let path = Path::new(&name);
    let found = match (path.is_dir(), path.exists()) {
        (true, _) if any || kind == "dir" || kind == "file" => 7.0,
        (false, true) if any || kind == "file" => 2.0,
        _ => 0.0,
    };
    Ok(vec![Value::scalar(found)])
}

/// Functions that Octave has as files, for `exist`.
const FILES: &[&str] = &[
    "accumarray",
    "accumdim",
    "cell2mat",
    "circshift",
    "cross",
    "datestr",
    "deal",
    "dec2base",
    "dec2bin",
    "dec2hex",
    "deblank",
    "factor",
    "factorial",
    "fieldnames",
    "fileparts",
    "flip",
    "fliplr",
    "flipud",
    "fullfile",
    "idivide",
    "int2str",
    "interp1",
    "ismember",
    "isrow",
    "iscolumn",
    "isvector",
    "isscalar",
    "linspace",
    "logspace",
    "mat2str",
    "mean",
    "median",
    "meshgrid",
    "mod",
    "mode",
    "nchoosek",
    "ndgrid",
    "num2str",
    "perms",
    "polyfit",
    "polyval",
    "primes",
    "print_usage",
    "repmat",
    "roots",
    "rot90",
    "setdiff",
    "std",
    "strjoin",
    "strjust",
    "strsplit",
    "strtrim",
    "sub2ind",
    "trace",
    "trapz",
    "union",
    "unique",
    "validatestring",
    "var",
    "isfield",
];

fn clear(interp: &mut Interp, args: Vec<Value>, _: usize) -> Result<Vec<Value>> {
    let words: Vec<String> = args.iter().filter_map(Value::as_text).collect();
    let (options, names): (Vec<_>, Vec<_>) = words.into_iter().partition(|word| word.starts_with('-'));
    let everything = names.is_empty() || names == ["all"] || names == ["variables"];
    let exclusive = options.iter().any(|option| option == "-x" || option == "-exclusive");
    let globals = options.iter().any(|option| option == "-g" || option == "-global") || names == ["all"];
    let by_regexp = options.iter().any(|option| option == "-r" || option == "-regexp");
    for name in interp.variable_names() {
        let mut matches = false;
        for pattern in &names {
            matches |= listing::is_like(&name, pattern, by_regexp)?;
        }
        if everything || matches != exclusive {
            interp.clear_variable(&name, globals);
        }
    }
    for name in &names {
        interp.functions.forget(name);
    }
    Ok(vec![])
}

impl Interp {
    fn clear_variable(&mut self, name: &Rc<str>, globals: bool) {
        let Some(slot) = self.frame.slot(name) else {
            return;
        };
        if globals {
            self.globals.remove(name);
        }
        self.frame.links.retain(|(linked, _)| *linked != slot);
        self.frame.variables[slot.0 as usize] = None;
    }
}

/// Shell patterns with `*` and `?`.
pub fn is_match(pattern: &[u8], name: &[u8]) -> bool {
    match (pattern, name) {
        ([], []) => true,
        ([b'*', rest @ ..], _) => (0..=name.len()).any(|at| is_match(rest, &name[at..])),
        ([b'?', rest @ ..], [_, name @ ..]) => is_match(rest, name),
        ([one, rest @ ..], [other, name @ ..]) => one == other && is_match(rest, name),
        ([], [_, ..]) | ([_, ..], []) => false,
    }
}

fn is_name(name: &str) -> bool {
    let mut bytes = name.bytes();
    let keyword = [
        "if",
        "else",
        "elseif",
        "end",
        "endif",
        "for",
        "endfor",
        "while",
        "endwhile",
        "do",
        "until",
        "switch",
        "case",
        "otherwise",
        "endswitch",
        "function",
        "endfunction",
        "return",
        "break",
        "continue",
        "global",
        "persistent",
        "try",
        "catch",
        "end_try_catch",
        "unwind_protect",
        "unwind_protect_cleanup",
        "end_unwind_protect",
        "parfor",
        "endparfor",
        "__FILE__",
        "__LINE__",
    ];
    bytes.next().is_some_and(|byte| byte.is_ascii_alphabetic() || byte == b'_')
        && bytes.all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
        && !keyword.contains(&name)
}

fn isvarname(_: &mut Interp, args: Vec<Value>, _: usize) -> Result<Vec<Value>> {
    Ok(vec![Value::bool(args[0].as_text().is_some_and(|name| is_name(&name)))])
}

/// `display(x)` shows a value as a statement does, without a name for what is no variable.
fn show(interp: &mut Interp, args: Vec<Value>, _: usize) -> Result<Vec<Value>> {
    let behind = interp.frame.code.function.source.text.get(interp.frame.at.end as usize..).unwrap_or_default();
    let name = argument_text(behind, 0).trim();
    let text = match is_name(name) {
        true => display::named(name, &args[0], interp.state.format),
        false => display::disp(&args[0], interp.state.format),
    };
    interp.write(&text);
    Ok(vec![])
}

fn exit(_: &mut Interp, args: Vec<Value>, _: usize) -> Result<Vec<Value>> {
    let status = args.first().and_then(Value::as_scalar).unwrap_or(0.0);
    Err(Error { exit: Some(status as i32), ..Error::new("exit") })
}

/// `inputname(n, ids_only)`: the name of the caller's n-th argument, as its text has it.
fn inputname(interp: &mut Interp, args: Vec<Value>, _: usize) -> Result<Vec<Value>> {
    let Some(number) = args[0].as_count().filter(|number| *number > 0) else {
        fail!("inputname: N must be a positive integer");
    };
    let Some(caller) = interp.callers.last().filter(|_| interp.frame.is_function) else {
        return Ok(vec![Value::text("")]);
    };
    if number > interp.frame.nargin {
        fail!("inputname: N out of range");
    }
    let source = &caller.code.function.source;
    let behind = source.text.get(caller.at.end as usize..).unwrap_or_default();
    let name = argument_text(behind, number - 1).trim();
    let ids_only = args.get(1).is_none_or(|it| it.is_true().unwrap_or(true));
    Ok(vec![Value::text(if ids_only && !is_name(name) { "" } else { name })])
}

/// The text of an argument behind the name of what is called.
fn argument_text(behind: &str, number: usize) -> &str {
    let Some(inner) = behind.trim_start().strip_prefix('(') else { return "" };
    let (mut depth, mut at, mut start) = (0usize, 0, 0);
    for (place, c) in inner.char_indices() {
        let is_end = depth == 0 && matches!(c, ',' | ')');
        match c {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if is_end && at == number {
            return &inner[start..place];
        }
        if is_end {
            at += 1;
            start = place + 1;
        }
    }
    ""
}

fn isargout(interp: &mut Interp, args: Vec<Value>, _: usize) -> Result<Vec<Value>> {
    let Some(places) = args[0].to_doubles() else {
        fail!("isargout: K must be a positive integer");
    };
    let frame = &interp.frame;
    let wanted = places.map(|&k| {
        let at = k as usize;
        at >= 1 && at <= frame.nargout.max(1) && !frame.ignored.get(at - 1).copied().unwrap_or(false)
    });
    Ok(vec![Value::Bool(wanted)])
}

fn isglobal(interp: &mut Interp, args: Vec<Value>, _: usize) -> Result<Vec<Value>> {
    let name = text_of("isglobal", &args[0])?;
    let link = interp.frame.slot(&name).and_then(|slot| interp.frame.link(slot));
    Ok(vec![Value::bool(link == Some(super::frame::Link::Global))])
}

fn mfilename(interp: &mut Interp, args: Vec<Value>, _: usize) -> Result<Vec<Value>> {
    let Some(path) = interp.frame.code.function.source.path.clone() else {
        return Ok(vec![Value::text("")]);
    };
    let path = path.canonicalize().unwrap_or(path);
    let text = match args.first().and_then(Value::as_text).as_deref() {
        Some("fullpathext") => path.display().to_string(),
        Some("fullpath") => path.with_extension("").display().to_string(),
        _ => path.file_stem().unwrap_or_default().to_string_lossy().into_owned(),
    };
    Ok(vec![Value::text(text)])
}

/// The function of an argument of `nargin` or `nargout`: its numbers of parameters and outputs, negative with `varargin`.
fn arity(interp: &mut Interp, which: &str, value: &Value) -> Result<(f64, f64)> {
    let signed = |count: usize, rest: bool| if rest { -(count as f64) - 1.0 } else { count as f64 };
    let callee = match value {
        Value::Handle(handle) => match &**handle {
            Handle::Anonymous { code, .. } => {
                return Ok((signed(code.parameters.len(), code.varargin.is_some()), 1.0));
            }
            Handle::Inline { names, .. } => return Ok((names.len() as f64, 1.0)),
            Handle::User { function, .. } => {
                let function = function.clone();
                return Ok((
                    signed(function.parameters.len(), function.varargin.is_some()),
                    signed(function.outputs.len(), function.varargout.is_some()),
                ));
            }
            Handle::Named(name) => {
                let name = name.clone();
                interp.find_function(&name)
            }
        },
        other => interp.find_function(&text_of(which, other)?),
    };
    match callee {
        Some(Callee::User(code)) => {
            let function = &code.function;
            Ok((
                signed(function.parameters.len(), function.varargin.is_some()),
                signed(function.outputs.len(), function.varargout.is_some()),
            ))
        }
        Some(_) => {
            let what = if which == "nargin" { "input" } else { "output" };
            Err(Error::new(format!("{which}: number of {what} arguments unavailable for built-in function objects")))
        }
        None => Err(Error::new(format!("{which}: invalid function name: {}", value.as_text().unwrap_or_default()))),
    }
}

fn nargin(interp: &mut Interp, args: Vec<Value>, _: usize) -> Result<Vec<Value>> {
    match args.first() {
        Some(function) => arity(interp, "nargin", function).map(|(inputs, _)| vec![Value::scalar(inputs)]),
        None => Ok(vec![Value::scalar(interp.frame.nargin as f64)]),
    }
}

fn nargout(interp: &mut Interp, args: Vec<Value>, _: usize) -> Result<Vec<Value>> {
    match args.first() {
        Some(function) => arity(interp, "nargout", function).map(|(_, outputs)| vec![Value::scalar(outputs)]),
        None => Ok(vec![Value::scalar(interp.frame.nargout as f64)]),
    }
}

fn print_usage(interp: &mut Interp, _: Vec<Value>, _: usize) -> Result<Vec<Value>> {
    let code = &interp.frame.code;
    let name = &code.function.name;
    if code.function.source.path.is_none() && crate::library::has(name) {
        return Err(Error::invalid_call(name));
    }
    let is_main = code.file.is_function_file && code.file.functions.first().is_some_and(|main| main.name == *name);
    match help_text(&code.function.source.text).filter(|_| is_main) {
        Some(text) => {
            let message = format!("Invalid call to {name}.  Correct usage is:\n\n{text} ");
            Err(Error::with_id("Octave:invalid-fun-call", message))
        }
        None => fail!("print_usage: '{name}' not found\n"),
    }
}

/// The first block of comments of a file that names no author, without its signs of comments.
fn help_text(text: &str) -> Option<String> {
    let mut blocks: Vec<Vec<&str>> = vec![];
    let mut is_inside = false;
    for line in text.lines().map(str::trim_start) {
        let comment = line.starts_with(['%', '#']).then(|| line.trim_start_matches(['%', '#']));
        match (comment, blocks.last_mut()) {
            (Some(comment), Some(block)) if is_inside => block.push(comment),
            (Some(comment), _) => blocks.push(vec![comment]),
            (None, _) => (),
        }
        is_inside = comment.is_some();
    }
    let is_help = |block: &&Vec<&str>| !["Copyright", "Author"].iter().any(|it| block[0].trim_start().starts_with(it));
    blocks.iter().find(is_help).map(|block| block.join("\n"))
}

/// Runs a script among the caller's variables, in the script's directory.
fn run(interp: &mut Interp, args: Vec<Value>, _: usize) -> Result<Vec<Value>> {
    let name = text_of("run", &args[0])?;
    let found = [name.clone(), format!("{name}.m")].into_iter().find(|path| Path::new(path).is_file());
    let Some(path) = found.as_deref().and_then(|path| std::path::absolute(path).ok()) else {
        fail!("run: file SCRIPT must exist and be a valid Octave scriptfile");
    };
    match path.parent() {
        Some(dir) => interp.in_dir(dir, |interp| run_here(interp, &path)),
        None => run_here(interp, &path),
    }
}

fn source(interp: &mut Interp, args: Vec<Value>, _: usize) -> Result<Vec<Value>> {
    let name = args[0].as_text().ok_or_else(|| Error::new("source: FILE must be a string"))?;
    match std::path::absolute(&name) {
        Ok(path) if path.is_file() => run_here(interp, &path),
        path => fail!("source: error sourcing file '{}'", path.unwrap_or_default().display()),
    }
}

fn run_here(interp: &mut Interp, path: &Path) -> Result<Vec<Value>> {
    let file = Rc::new(super::load(path)?);
    let code = super::frame::Code::new(file.script.clone(), file.clone());
    interp.run_in_frame(&code)?;
    Ok(vec![])
}

fn addpath(interp: &mut Interp, args: Vec<Value>, _: usize) -> Result<Vec<Value>> {
    for dir in args.iter().filter_map(Value::as_text) {
        for dir in dir.split(':') {
            interp.add_path(dir.into());
        }
    }
    Ok(vec![])
}
