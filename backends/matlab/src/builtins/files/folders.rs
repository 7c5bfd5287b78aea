//! What is in folders, and what copies and moves it.

use super::open::reason;
use crate::builtins::Call;
use crate::builtins::errors::warn;
use crate::builtins::strings::{columns, text};
use crate::builtins::time;
use crate::value::{Array, StructArray, Value};
use crate::{Error, Result, fail};
use std::fs::{self, Metadata};
use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

/// The files that a pattern stands for, in order; a name without wildcards stands for itself if there is such a file.
fn matching(pattern: &str) -> Vec<String> {
    let options = glob::MatchOptions { require_literal_leading_dot: true, ..glob::MatchOptions::new() };
    let found = glob::glob_with(pattern, options).into_iter().flatten().flatten();
    found.filter_map(|path| path.to_str().map(String::from)).collect()
}

/// A column of texts; 0x0 if there are none.
fn column(names: Vec<String>) -> Value {
    let cells: Vec<Value> = names.into_iter().map(Value::text).collect();
    Value::cell(if cells.is_empty() { Array::new([0, 0].into(), cells) } else { Array::column(cells) })
}

/// `glob(pattern)`, `glob({patterns})`.
pub fn glob(call: Call) -> Result<Vec<Value>> {
    let mut names: Vec<String> = words(&call.args[0]).unwrap_or_default().iter().flat_map(|it| matching(it)).collect();
    names.sort();
    Ok(vec![column(names)])
}

/// The words of a text or a cell of texts.
fn words(value: &Value) -> Option<Vec<String>> {
    let texts = text::texts(value)?;
    Some(texts.iter().map(|it| String::from_utf8_lossy(it).into_owned()).collect())
}

/// The names in a folder, with `.` and `..`, in order.
fn names_in(folder: &Path) -> io::Result<Vec<String>> {
    let entries = fs::read_dir(folder)?;
    let mut names: Vec<String> = entries.flatten().filter_map(|entry| entry.file_name().into_string().ok()).collect();
    names.extend([".".into(), "..".into()]);
    names.sort();
    Ok(names)
}

/// `[files, err, msg] = readdir(folder)`.
pub fn readdir(call: Call) -> Result<Vec<Value>> {
    let folder = word(&call, 0, "DIR", "a string")?;
    Ok(match names_in(Path::new(&folder)) {
        Ok(names) => vec![column(names), Value::scalar(0.0), Value::text("")],
        Err(error) => vec![column(vec![]), Value::scalar(-1.0), Value::text(reason(&error))],
    })
}

fn word(call: &Call, k: usize, what: &str, must: &str) -> Result<String> {
    let value = &call.args[k];
    let text = value.as_text().filter(|_| value.is_text());
    text.ok_or_else(|| Error::new(format!("{}: {what} must be {must}", call.name)))
}

/// `dir`, `dir(folder)`, `dir(pattern)`: a list, or structs.
pub fn dir(call: Call) -> Result<Vec<Value>> {
    let asked = if call.args.is_empty() { ".".into() } else { word(&call, 0, "DIRECTORY argument", "a string")? };
    let files: Vec<PathBuf> = match names_in(Path::new(&asked)) {
        Ok(names) => names.into_iter().map(|name| Path::new(&asked).join(name)).collect(),
        Err(_) => matching(&asked).into_iter().map(PathBuf::from).collect(),
    };
    if files.is_empty() && call.nargout == 0 && !asked.contains(['*', '?', '[']) {
        warn(call.session, "", &format!("dir: nonexistent directory '{asked}'"));
    }
    if call.nargout > 0 {
        return Ok(vec![structs(&files)]);
    }
    let names: Vec<String> = files.iter().map(|file| name_of(file)).collect();
    if !names.is_empty() {
        call.session.write(columns::lay_out(&names, columns::WIDTH, "").as_bytes());
    }
    Ok(vec![])
}

/// The last part of a path; `.` and `..` are some.
fn name_of(path: &Path) -> String {
    let text = path.to_string_lossy();
    text.rsplit('/').next().unwrap_or(&text).to_string()
}

fn structs(files: &[PathBuf]) -> Value {
    let found: Vec<(&PathBuf, Metadata)> = files.iter().filter_map(|file| Some((file, fs::metadata(file).ok()?))).collect();
    let column = |of: &dyn Fn(&(&PathBuf, Metadata)) -> Value| Array::column(found.iter().map(of).collect());
    let day = |data: &Metadata| time::local_day(data.mtime() as f64);
    let fields = [
        ("name", column(&|(file, _)| Value::text(name_of(file)))),
        ("folder", column(&|(file, _)| Value::text(folder_of(file)))),
        ("date", column(&|(_, data)| Value::text(time::date_text(day(data))))),
        ("bytes", column(&|(_, data)| Value::scalar(data.len() as f64))),
        ("isdir", column(&|(_, data)| Value::bool(data.is_dir()))),
        ("datenum", column(&|(_, data)| Value::scalar(day(data)))),
        ("statinfo", column(&|(_, data)| information(data))),
    ];
    let fields = fields.into_iter().map(|(name, values)| (name.into(), values)).collect();
    Value::structs(StructArray::with_fields([found.len(), 1].into(), fields))
}

/// The folder of a file, from the root.
fn folder_of(file: &Path) -> String {
    let text = file.to_string_lossy();
    let folder = match text.rsplit_once('/') {
        Some(("", _)) => "/",
        Some((folder, _)) => folder,
        None => ".",
    };
    fs::canonicalize(folder).map_or(folder.to_string(), |path| path.display().to_string())
}

/// `[info, err, msg] = stat(file)`.
pub fn stat(call: Call) -> Result<Vec<Value>> {
    let file = word(&call, 0, "NAME", "a string")?;
    let data = if call.name == "lstat" { fs::symlink_metadata(file) } else { fs::metadata(file) };
    Ok(match data {
        Ok(data) => vec![information(&data), Value::scalar(0.0), Value::text("")],
        Err(error) => vec![Value::empty(), Value::scalar(-1.0), Value::text(reason(&error))],
    })
}

fn information(data: &Metadata) -> Value {
    let number = |value: u64| Value::scalar(value as f64);
    let time = |value: i64| Value::scalar(value as f64);
    let fields = [
        ("dev", number(data.dev())),
        ("ino", number(data.ino())),
        ("mode", number(data.mode().into())),
        ("modestr", Value::text(mode(data.mode()))),
        ("nlink", number(data.nlink())),
        ("uid", number(data.uid().into())),
        ("gid", number(data.gid().into())),
        ("rdev", number(data.rdev())),
        ("size", number(data.len())),
        ("atime", time(data.atime())),
        ("mtime", time(data.mtime())),
        ("ctime", time(data.ctime())),
        ("blksize", number(data.blksize())),
        ("blocks", number(data.blocks())),
    ];
    let mut info = StructArray::scalar();
    fields.into_iter().for_each(|(name, value)| info.set(name, 0, value));
    Value::structs(info)
}

/// `-rw-r--r-- `: the kind, who may read, write and run, and a place that is always free.
fn mode(mode: u32) -> String {
    let kind = match mode & 0o170_000 {
        0o040_000 => 'd',
        0o120_000 => 'l',
        0o020_000 => 'c',
        0o060_000 => 'b',
        0o010_000 => 'p',
        0o140_000 => 's',
        _ => '-',
    };
    let letters = (0..9).map(|at| if mode & (0o400 >> at) != 0 { ['r', 'w', 'x'][at % 3] } else { '-' });
    std::iter::once(kind).chain(letters).chain([' ']).collect()
}

/// `ls`, `ls(pattern)`: names without a dot at their beginning, as a list or as rows.
pub fn ls(mut call: Call) -> Result<Vec<Value>> {
    let mut names = vec![];
    let asked: Vec<String> = (0..call.args.len()).map(|k| word(&call, k, "all arguments", "character strings")).collect::<Result<_>>()?;
    if let Some(option) = asked.iter().find(|word| word.starts_with('-')) {
        fail!("ls: the option '{option}' needs a program, and Raddle starts none");
    }
    for word in if asked.is_empty() { vec![".".into()] } else { asked } {
        match fs::metadata(&word).is_ok_and(|it| it.is_dir()) {
            true => names.extend(names_in(Path::new(&word)).unwrap_or_default().into_iter().filter(|it| !it.starts_with('.'))),
            false => match matching(&word)[..] {
                [] => complain(&mut call, &format!("ls: cannot access '{word}': No such file or directory")),
                ref found => names.extend_from_slice(found),
            },
        }
    }
    if call.nargout > 0 {
        return Ok(vec![text::matrix(&names.into_iter().map(String::into_bytes).collect::<Vec<_>>())]);
    }
    if !names.is_empty() {
        call.session.write(columns::lay_out(&names, columns::WIDTH, "").as_bytes());
    }
    Ok(vec![])
}

/// What a program says that Octave would call.
fn complain(call: &mut Call, text: &str) {
    call.session.write_error(format!("{text}\n").as_bytes());
}

/// `[status, msg, msgid] = copyfile(from, to)`, `movefile(from, to)`; `from` may be patterns, `to` a folder that is there.
pub fn transfer(mut call: Call) -> Result<Vec<Value>> {
    let Some(patterns) = words(&call.args[0]) else {
        fail!("copyfile: F1 must be a string or a cell array of strings");
    };
    let target = match call.args.len() {
        1 => ".".into(),
        _ => word(&call, 1, "F2", "a string")?,
    };
    let sources: Vec<String> = patterns.iter().flat_map(|pattern| matching(pattern)).collect();
    let moves = call.name == "movefile";
    let message = match sources[..] {
        [] => "no files to move",
        [_, _, ..] if !moves && call.args[0].as_bytes().is_none() && !Path::new(&target).is_dir() => {
            "when copying multiple files, F2 must be a directory"
        }
        _ => "",
    };
    let is_done = message.is_empty() && all(&mut call, &sources, &target, moves);
    match is_done {
        true if call.nargout == 0 => Ok(vec![]),
        true => Ok(vec![Value::bool(true), Value::text(""), Value::text("")]),
        false if call.nargout > 0 => Ok(vec![Value::bool(false), Value::text(message), Value::text(call.name)]),
        false if message.is_empty() => fail!("{}: operation failed: ", call.name),
        false => fail!("{}: {message}", call.name),
    }
}

/// Transfers each file, and tells of those that it can't.
fn all(call: &mut Call, sources: &[String], target: &str, moves: bool) -> bool {
    if sources.len() > 1 && !Path::new(target).is_dir() {
        let program = if moves { "mv" } else { "cp" };
        complain(call, &format!("{program}: target '{target}': No such file or directory"));
        return false;
    }
    let mut is_done = true;
    for from in sources {
        if let Err(text) = one(Path::new(from), Path::new(target), moves) {
            complain(call, &text);
            is_done = false;
        }
    }
    is_done
}

/// The error is in the words of `cp` and `mv`.
fn one(from: &Path, target: &Path, moves: bool) -> std::result::Result<(), String> {
    let to = if target.is_dir() { target.join(name_of(from)) } else { target.to_path_buf() };
    let (source, aim) = (from.display(), to.display());
    let program = if moves { "mv" } else { "cp" };
    if fs::canonicalize(from).ok() == fs::canonicalize(&to).ok() && to.exists() {
        return Err(format!("{program}: '{source}' and '{aim}' are the same file"));
    }
    if from.is_dir() && to.is_file() {
        return Err(format!("{program}: cannot overwrite non-directory '{aim}' with directory '{source}'"));
    }
    let folder = to.parent().filter(|it| !it.as_os_str().is_empty()).unwrap_or(Path::new("."));
    if let (Ok(inner), Ok(outer)) = (fs::canonicalize(folder), fs::canonicalize(from))
        && inner.starts_with(&outer)
    {
        let what = match moves {
            true => format!("move '{source}' to a subdirectory of itself, '{aim}'"),
            false => format!("copy a directory, '{source}', into itself, '{aim}'"),
        };
        return Err(format!("{program}: cannot {what}"));
    }
    if to.is_dir() && !from.is_dir() {
        return Err(format!("{program}: cannot overwrite directory '{aim}' with non-directory"));
    }
    let done = match moves {
        // Between file systems nothing is renamed.
        true => fs::rename(from, &to).or_else(|_| copy(from, &to).and_then(|()| remove(from))),
        false => copy(from, &to),
    };
    let what = match (moves, from.is_dir()) {
        (true, _) => format!("move '{source}' to '{aim}'"),
        (false, true) => format!("create directory '{aim}'"),
        (false, false) => format!("create regular file '{aim}'"),
    };
    done.map_err(|error| format!("{program}: cannot {what}: {}", reason(&error)))
}

fn copy(from: &Path, to: &Path) -> io::Result<()> {
    if !from.is_dir() {
        return fs::copy(from, to).map(drop);
    }
    if !to.is_dir() {
        fs::create_dir(to)?;
    }
    fs::read_dir(from)?.flatten().try_for_each(|entry| copy(&entry.path(), &to.join(entry.file_name())))
}

fn remove(path: &Path) -> io::Result<()> {
    if path.is_dir() { fs::remove_dir_all(path) } else { fs::remove_file(path) }
}
