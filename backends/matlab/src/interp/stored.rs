//! `save` and `load`: the words of their commands, files, and variables of the caller.

use super::Interp;
use super::own::is_match;
use crate::session::Session;
use crate::storage::{self, Format, Variables};
use crate::value::{StructArray, Value};
use crate::{Error, Result, fail};
use std::path::PathBuf;

/// What the words of `save` ask for.
#[derive(Default)]
struct Words {
    format: Option<Format>,
    appends: bool,
    /// Fields of a variable, in place of variables.
    of_struct: bool,
    /// The file, and names.
    rest: Vec<String>,
}

impl Words {
    fn read(args: &[Value]) -> Result<Words> {
        let mut words = Words::default();
        for arg in args {
            let Some(word) = arg.as_text().filter(|_| arg.is_text()) else {
                fail!("save: arguments must be strings");
            };
            match word.as_str() {
                "-text" => words.format = Some(Format::Text),
                "-ascii" => words.format = Some(Format::Table),
                "-v6" | "-V6" | "-6" => words.format = Some(Format::Mat),
                "-v7" | "-V7" | "-7" | "-mat" | "-mat-binary" => words.format = Some(Format::CompressedMat),
                "-append" => words.appends = true,
                "-struct" => words.of_struct = true,
                // Smaller files are no other files.
                "-z" | "-zip" | "-double" | "-tabs" => {}
                "-binary" | "-hdf5" | "-float-binary" | "-v4" | "-V4" | "-4" | "-v7.3" => {
                    fail!("save: files of the format '{word}' cannot be written");
                }
                word if word.starts_with('-') && word.len() > 1 => fail!("save: Unrecognized option '{word}'"),
                _ => words.rest.push(word),
            }
        }
        Ok(words)
    }
}

pub fn save(interp: &mut Interp, args: Vec<Value>, _: usize) -> Result<Vec<Value>> {
    let words = Words::read(&args)?;
    let Some((file, names)) = words.rest.split_first() else {
        return Err(Error::invalid_call("save"));
    };
    let variables = if words.of_struct { fields(interp, names)? } else { chosen(interp, names)? };
    let format = words.format.unwrap_or(Format::Text);
    let head = format!("# Created by Octave 7.3.0, {} <raddle>", now());
    let bytes = storage::write(format, &variables, &head)?;
    if file == "-" {
        interp.write(&bytes);
        return Ok(vec![]);
    }
    let mut all = if words.appends { std::fs::read(file).unwrap_or_default() } else { vec![] };
    let header = if all.is_empty() || matches!(format, Format::Text | Format::Table) { 0 } else { 128 };
    all.extend(&bytes[header..]);
    std::fs::write(file, all).map_err(|_| Error::new(format!("save: unable to open output file '{file}'")))?;
    Ok(vec![])
}

fn now() -> String {
    let seconds = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).map_or(0, |it| it.as_secs());
    format!("{seconds} seconds after 1970")
}

/// The variables of these names or patterns; all without any.
fn chosen(interp: &mut Interp, names: &[String]) -> Result<Variables> {
    let known = interp.variable_names();
    let value = |interp: &mut Interp, name: &str| interp.frame.slot(name).and_then(|slot| interp.variable(slot));
    let mut all = vec![];
    for pattern in names {
        let found: Vec<_> = known.iter().filter(|it| is_match(pattern.as_bytes(), it.as_bytes())).collect();
        if found.is_empty() {
            interp.write_error(format!("warning: save: no such variable '{pattern}'\n").as_bytes());
        }
        for name in found {
            all.extend(value(interp, name).map(|value| (name.to_string(), value)));
        }
    }
    if names.is_empty() {
        for name in known {
            all.extend(value(interp, &name).map(|value| (name.to_string(), value)));
        }
    }
    Ok(all)
}

/// The fields of a structure, all or those that are named.
fn fields(interp: &mut Interp, names: &[String]) -> Result<Variables> {
    let Some((variable, names)) = names.split_first() else {
        return Ok(vec![]);
    };
    let value = interp.frame.slot(variable).and_then(|slot| interp.variable(slot));
    let Some(Value::Struct(structs)) = value else {
        fail!("save: '{variable}' is not a scalar structure");
    };
    let is_chosen = |name: &str| names.is_empty() || names.iter().any(|it| is_match(it.as_bytes(), name.as_bytes()));
    let all = structs.fields.iter().filter(|(name, _)| is_chosen(name));
    Ok(all.filter_map(|(name, field)| Some((name.to_string(), field.as_slice().first()?.clone()))).collect())
}

/// An anonymous function with captured variables, which are the parameters of a function that makes it.
fn anonymous(interp: &mut Interp, text: &str, captured: Variables) -> Result<Value> {
    let (names, values): (Vec<String>, Vec<Value>) = captured.into_iter().unzip();
    if !text.starts_with('@') || !names.iter().all(|name| is_name(name)) {
        fail!("load: '{text}' is no anonymous function");
    }
    let maker = format!("@({}) {text}", names.join(", "));
    let maker = interp.call(&Value::text("eval"), vec![Value::text(maker)], 1)?.into_iter().next();
    let Some(maker @ Value::Handle(_)) = maker else {
        fail!("load: '{text}' is no anonymous function");
    };
    interp.call(&maker, values, 1)?.into_iter().next().ok_or_else(|| Error::invalid_call("load"))
}

fn is_name(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

pub fn load(interp: &mut Interp, args: Vec<Value>, nargout: usize) -> Result<Vec<Value>> {
    let words: Vec<String> = args.iter().filter_map(Value::as_text).collect();
    let (_, mut words): (Vec<String>, Vec<String>) = words.into_iter().partition(|it| it.starts_with('-'));
    if words.is_empty() {
        return Err(Error::invalid_call("load"));
    }
    let file = words.remove(0);
    let found = find(&file).ok_or_else(|| Error::new(format!("load: unable to find file {file}")))?;
    let bytes = std::fs::read(&found).map_err(|_| Error::new(format!("load: unable to open input file '{file}'")))?;
    let read = storage::read(&bytes, &name_of(&found), &mut |text, captured| anonymous(interp, text, captured))?;
    let Some(mut all) = read else {
        fail!("load: unable to determine file format of '{file}'");
    };
    let is_table = !storage::has_names(&bytes);
    if !words.is_empty() && !is_table {
        all.retain(|(name, _)| words.iter().any(|it| is_match(it.as_bytes(), name.as_bytes())));
        if all.is_empty() {
            fail!("load: empty name keyword or no data found in file '{file}'");
        }
    }
    if nargout == 0 {
        all.into_iter().for_each(|(name, value)| interp.set_variable(&name, value));
        return Ok(vec![]);
    }
    if is_table {
        return Ok(all.into_iter().map(|it| it.1).take(1).collect());
    }
    let mut structs = StructArray::scalar();
    all.into_iter().for_each(|(name, value)| structs.set(&name, 0, value));
    Ok(vec![Value::structs(structs)])
}

/// The file, or the one with `.mat` behind its name.
fn find(file: &str) -> Option<PathBuf> {
    [PathBuf::from(file), PathBuf::from(format!("{file}.mat"))].into_iter().find(|it| it.is_file())
}

/// The variable of a table: the file's name without what follows its last dot.
fn name_of(path: &std::path::Path) -> String {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let name: String = stem.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
    if name.starts_with(|c: char| c.is_ascii_digit()) { format!("X{name}") } else { name }
}
