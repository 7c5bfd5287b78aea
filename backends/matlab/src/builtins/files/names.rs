//! Names of files and directories, and what the file system does with them.

use super::open::reason;
use crate::builtins::{Call, errors};
use crate::builtins::strings::text;
use crate::value::{Array, Value};
use crate::{Error, Result, fail};
use std::path::{Path, PathBuf};

fn name(call: &Call, k: usize) -> Result<String> {
    let value = &call.args[k];
    value
        .as_text()
        .filter(|_| value.is_text())
        .ok_or_else(|| Error::new(format!("{}: NAME must be a string", call.name)))
}

/// `err` and `msg`, or an error if nobody takes them.
fn outcome(call: &Call, result: std::io::Result<()>) -> Result<Vec<Value>> {
    match result {
        Ok(()) if call.nargout == 0 => Ok(vec![]),
        Ok(()) => Ok(vec![Value::scalar(0.0), Value::text("")]),
        Err(error) if call.nargout == 0 => fail!("{}: operation failed: {}", call.name, reason(&error)),
        Err(error) => Ok(vec![Value::scalar(-1.0), Value::text(reason(&error))]),
    }
}

pub fn unlink(call: Call) -> Result<Vec<Value>> {
    let path = name(&call, 0)?;
    outcome(&call, std::fs::remove_file(path))
}

pub fn rename(call: Call) -> Result<Vec<Value>> {
    let (from, to) = (name(&call, 0)?, name(&call, 1)?);
    outcome(&call, std::fs::rename(from, to))
}

pub fn delete(call: Call) -> Result<Vec<Value>> {
    let path = name(&call, 0)?;
    if std::fs::remove_file(&path).is_err() {
        crate::builtins::errors::warn(call.session, "", &format!("delete: no such file: {path}"));
    }
    Ok(vec![])
}

/// `status`, `msg` and `id`.
fn status(call: &Call, result: std::io::Result<()>) -> Result<Vec<Value>> {
    match result {
        Ok(()) if call.nargout == 0 => Ok(vec![]),
        Ok(()) => Ok(vec![Value::bool(true), Value::text(""), Value::text("")]),
        Err(error) if call.nargout == 0 => fail!("{}: operation failed: {}", call.name, reason(&error)),
        Err(error) => Ok(vec![Value::bool(false), Value::text(reason(&error)), Value::text(call.name)]),
    }
}

pub fn mkdir(call: Call) -> Result<Vec<Value>> {
    let mut path = PathBuf::from(name(&call, 0)?);
    if call.args.len() > 1 {
        path.push(name(&call, 1)?);
    }
    if path.is_dir() {
        let values = vec![Value::bool(true), Value::text("directory exists"), Value::text("mkdir")];
        return Ok(if call.nargout == 0 { vec![] } else { values });
    }
    status(&call, std::fs::create_dir_all(path))
}

/// `genpath(dir, skip...)`: the folder and all below it, but for those of the names.
pub fn genpath(call: Call) -> Result<Vec<Value>> {
    let Some(words) = call.args.iter().map(Value::as_text).collect::<Option<Vec<_>>>() else {
        fail!("genpath: DIR must be a string");
    };
    let (root, skip) = words.split_first().map_or(("", &[][..]), |(root, skip)| (root.as_str(), skip));
    let mut all = vec![];
    folders_below(root, if skip.is_empty() { None } else { Some(skip) }, &mut all);
    Ok(vec![Value::text(all.join(":"))])
}

fn folders_below(folder: &str, skip: Option<&[String]>, all: &mut Vec<String>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    all.push(folder.to_string());
    let folders = entries.flatten().filter(|entry| entry.path().is_dir());
    let mut names: Vec<String> = folders.filter_map(|entry| entry.file_name().into_string().ok()).collect();
    names.sort();
    let is_left_out = |name: &String| match skip {
        Some(skip) => skip.contains(name),
        None => name == "private",
    };
    for name in names.iter().filter(|name| !name.starts_with(['@', '+']) && !is_left_out(name)) {
        folders_below(&format!("{}/{name}", folder.trim_end_matches('/')), skip, all);
    }
}

pub fn rmdir(call: Call) -> Result<Vec<Value>> {
    let path = name(&call, 0)?;
    let deep = call.args.get(1).is_some_and(|word| word.as_bytes() == Some(b"s"));
    status(&call, if deep { std::fs::remove_dir_all(path) } else { std::fs::remove_dir(path) })
}

pub fn cd(call: Call) -> Result<Vec<Value>> {
    if let Some(path) = call.args.first().and_then(Value::as_text)
        && let Err(error) = std::env::set_current_dir(&path)
    {
        fail!("{path}: {}", reason(&error));
    }
    Ok(if call.nargout > 0 { vec![current()] } else { vec![] })
}

fn current() -> Value {
    Value::text(std::env::current_dir().map_or(String::new(), |path| path.display().to_string()))
}

pub fn pwd(_: Call) -> Result<Vec<Value>> {
    Ok(vec![current()])
}

pub fn p_tmpdir(_: Call) -> Result<Vec<Value>> {
    Ok(vec![Value::text("/tmp")])
}

pub fn tempdir(_: Call) -> Result<Vec<Value>> {
    Ok(vec![Value::text(concat!("/tmp", "/"))])
}

/// `tempname([dir], [prefix])`: a name that no file has.
pub fn tempname(call: Call) -> Result<Vec<Value>> {
    let text = |k: usize| call.args.get(k).and_then(Value::as_text).filter(|text| !text.is_empty());
    let dir = text(0).filter(|dir| Path::new(dir).is_dir()).unwrap_or_else(|| "/tmp".into());
    let prefix = text(1).unwrap_or_else(|| "oct-".into());
    let time = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    let mut seed = time.map_or(0, |time| time.as_nanos() as u64) ^ (u64::from(std::process::id()) << 32);
    loop {
        const LETTERS: &[u8] = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
        let letters = (0..6).map(|_| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            char::from(LETTERS[(seed >> 33) as usize % LETTERS.len()])
        });
        let path = format!("{}/{prefix}{}", dir.trim_end_matches('/'), letters.collect::<String>());
        if !Path::new(&path).exists() {
            return Ok(vec![Value::text(path)]);
        }
    }
}

pub fn filesep(_: Call) -> Result<Vec<Value>> {
    Ok(vec![Value::text("/")])
}

pub fn pathsep(_: Call) -> Result<Vec<Value>> {
    Ok(vec![Value::text(":")])
}

pub fn is_absolute(call: Call) -> Result<Vec<Value>> {
    Ok(vec![Value::bool(call.args[0].is_text() && call.args[0].as_text().is_some_and(|name| name.starts_with('/')))])
}

pub fn make_absolute(call: Call) -> Result<Vec<Value>> {
    let path = name(&call, 0)?;
    let base = std::env::current_dir().unwrap_or_default();
    Ok(vec![Value::text(if path.starts_with('/') { path } else { format!("{}/{path}", base.display()) })])
}

/// A question about each name.
fn each(call: &Call, holds: fn(&Path) -> bool) -> Result<Vec<Value>> {
    match &call.args[0] {
        Value::Char(chars) => {
            let path = String::from_utf8_lossy(chars.bytes.as_slice()).into_owned();
            Ok(vec![Value::bool(holds(Path::new(&path)))])
        }
        cells @ Value::Cell(_) if text::is_cellstr(cells) => {
            let names = text::texts(cells).unwrap_or_default();
            Ok(vec![Value::Bool(names.map(|name| holds(Path::new(&*String::from_utf8_lossy(name)))))])
        }
        _ => fail!("{}: F must be a string or cell array of strings", call.name),
    }
}

pub fn isfile(call: Call) -> Result<Vec<Value>> {
    each(&call, Path::is_file)
}

pub fn isfolder(call: Call) -> Result<Vec<Value>> {
    each(&call, Path::is_dir)
}

pub fn isdir(call: Call) -> Result<Vec<Value>> {
    errors::warn_of_old(call.session, "isdir is obsolete; use isfolder or dir_in_loadpath instead\n");
    each(&call, Path::is_dir)
}

/// Directory, name and suffix.
pub fn fileparts(call: Call) -> Result<Vec<Value>> {
    let Some(path) = call.args[0].as_bytes().filter(|_| call.args[0].is_text()) else {
        fail!("fileparts: FILENAME must be a single string");
    };
    let slash = path.iter().rposition(|&byte| byte == b'/');
    let start = slash.map_or(0, |at| at + 1);
    let dot = path[start..].iter().rposition(|&byte| byte == b'.').map_or(path.len(), |at| start + at);
    let dir = match slash {
        Some(0) => &path[..1],
        Some(at) => &path[..at],
        None => b"",
    };
    Ok(vec![Value::text(dir), Value::text(&path[start..dot]), Value::text(&path[dot..])])
}

/// Joins with one slash between names; cells give one name per element.
pub fn fullfile(call: Call) -> Result<Vec<Value>> {
    let is_name = |value: &Value| value.is_text() || text::is_cellstr(value) || value.is_empty();
    if !call.args.iter().all(is_name) {
        fail!("fullfile: input must either be strings or cell strings");
    }
    // `[]` and `{}` name nothing.
    let args: Vec<_> = call.args.iter().filter(|value| value.is_text() || !value.is_empty()).collect();
    if args.len() > 1 && args.iter().any(|value| value.is_text() && value.dims().rows() > 1) {
        fail!("cat: dimension mismatch");
    }
    let parts: Vec<_> = args.iter().map(|value| text::texts(value).unwrap_or_default()).collect();
    let lists: Vec<_> = (0..parts.len()).filter(|&k| matches!(args[k], Value::Cell(_))).collect();
    let long = lists.iter().copied().find(|&k| parts[k].len() != 1).or(lists.first().copied());
    let Some(long) = long else {
        let names: Vec<_> = parts.iter().map(|part| part.as_slice().first().cloned().unwrap_or_default()).collect();
        return Ok(vec![Value::text(joined(&names))]);
    };
    let count = parts[long].len();
    if lists.iter().any(|&k| parts[k].len() != 1 && parts[k].len() != count) {
        fail!("fullfile: cell arrays must have the same dimensions");
    }
    let names = (0..count).map(|at| {
        let names: Vec<_> = parts.iter().map(|part| part.as_slice()[if part.len() == 1 { 0 } else { at }].clone()).collect();
        Value::text(joined(&names))
    });
    let names = names.collect();
    Ok(vec![Value::cell(Array::new(parts[long].dims().clone(), names))])
}

fn joined(names: &[Vec<u8>]) -> Vec<u8> {
    let mut out: Vec<u8> = vec![];
    for name in names.iter().filter(|name| !name.is_empty()) {
        let mut name = &name[..];
        if !out.is_empty() {
            if out.last() != Some(&b'/') {
                out.push(b'/');
            }
            while name.first() == Some(&b'/') {
                name = &name[1..];
            }
        }
        out.extend_from_slice(name);
    }
    out
}
