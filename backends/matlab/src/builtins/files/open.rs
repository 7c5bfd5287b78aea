//! Open files. Their bytes are kept in memory and go back when a file is closed.

use crate::builtins::Call;
use crate::session::Session;
use crate::value::Value;
use crate::{Error, Result, fail};
use std::collections::BTreeMap;
use std::path::PathBuf;

/// The open files by their numbers: 3 and up.
#[derive(Default)]
pub struct Files {
    open: BTreeMap<i64, File>,
    /// What the program set: the process's own environment stays as it is.
    pub environment: BTreeMap<String, Option<String>>,
}

pub struct File {
    name: String,
    mode: String,
    pub is_big_endian: bool,
    path: PathBuf,
    can_read: bool,
    can_write: bool,
    appends: bool,
    changed: bool,
    bytes: Vec<u8>,
    at: usize,
    /// A read came to the end.
    pub ended: bool,
}

impl File {
    /// What is left to read.
    pub fn rest(&self) -> &[u8] {
        if self.can_read { self.bytes.get(self.at..).unwrap_or_default() } else { &[] }
    }

    /// Goes on by what was read.
    pub fn advance(&mut self, count: usize) {
        self.at = (self.at + count).min(self.bytes.len());
    }

    pub fn write(&mut self, bytes: &[u8]) {
        if !self.can_write {
            return;
        }
        if self.appends {
            self.at = self.bytes.len();
        }
        let end = self.at + bytes.len();
        if self.bytes.len() < end {
            self.bytes.resize(end, 0);
        }
        self.bytes[self.at..end].copy_from_slice(bytes);
        self.at = end;
        self.changed = true;
    }

    fn flush(&mut self) {
        if std::mem::take(&mut self.changed) {
            // Nobody could be told that a file cannot be written any more.
            let _ = std::fs::write(&self.path, &self.bytes);
        }
    }
}

impl Drop for File {
    fn drop(&mut self) {
        self.flush();
    }
}

impl Files {
    /// An open file, for the function `who`.
    ///
    /// # Errors
    /// Numbers of files that are not open.
    pub fn get(&mut self, who: &str, stream: &Value) -> Result<&mut File> {
        let number = if stream.is_text() { -1.0 } else { stream.as_scalar().unwrap_or(-1.0) } as i64;
        match self.open.get_mut(&number) {
            Some(file) => Ok(file),
            None => fail!("{who}: invalid stream number = {number}"),
        }
    }

    /// All that was written is in the files.
    pub fn flush(&mut self) {
        self.open.values_mut().for_each(File::flush);
    }
}

fn is_standard(stream: &Value) -> bool {
    !stream.is_text() && stream.as_scalar().is_some_and(|number| (0.0..=2.0).contains(&number))
}

pub fn stdin(_: Call) -> Result<Vec<Value>> {
    Ok(vec![Value::scalar(0.0)])
}

pub fn stdout(_: Call) -> Result<Vec<Value>> {
    Ok(vec![Value::scalar(1.0)])
}

pub fn stderr(_: Call) -> Result<Vec<Value>> {
    Ok(vec![Value::scalar(2.0)])
}

pub fn seek_set(_: Call) -> Result<Vec<Value>> {
    Ok(vec![Value::scalar(-1.0)])
}

pub fn seek_cur(_: Call) -> Result<Vec<Value>> {
    Ok(vec![Value::scalar(0.0)])
}

pub fn seek_end(_: Call) -> Result<Vec<Value>> {
    Ok(vec![Value::scalar(1.0)])
}

pub fn fopen(call: Call) -> Result<Vec<Value>> {
    let Call { session, args, .. } = call;
    let files = &mut session.state().files;
    if let [one] = &args[..] {
        if one.as_bytes() == Some(b"all") {
            let open: Vec<_> = files.open.keys().map(|&number| number as f64).collect();
            return Ok(vec![if open.is_empty() { Value::empty() } else { Value::column(open) }]);
        }
        if !one.is_text() {
            let file = files.get("fopen", one)?;
            let order = if file.is_big_endian { "ieee-be" } else { "ieee-le" };
            return Ok(vec![Value::text(&file.name), Value::text(&file.mode), Value::text(order)]);
        }
    }
    let Some(name) = args[0].as_text().filter(|_| args[0].is_text()) else {
        fail!("fopen: filename must be a string");
    };
    let mode = match args.get(1) {
        Some(mode) => mode.as_text().unwrap_or_default(),
        None => "r".into(),
    };
    let is_big_endian = args.get(2).and_then(Value::as_text).is_some_and(|order| order == "ieee-be" || order == "b");
    match open(&name, &mode, is_big_endian)? {
        Ok(file) => {
            let number = (3..).find(|number| !files.open.contains_key(number)).unwrap_or(3);
            files.open.insert(number, file);
            Ok(vec![Value::scalar(number as f64), Value::text("")])
        }
        Err(problem) => Ok(vec![Value::scalar(-1.0), Value::text(problem)]),
    }
}

/// The message of the system, without its number.
pub fn reason(error: &std::io::Error) -> String {
    let text = error.to_string();
    text.split(" (os error").next().unwrap_or(&text).to_string()
}

fn open(name: &str, mode: &str, is_big_endian: bool) -> Result<Result<File, String>> {
    let plain: String = mode.chars().filter(|c| !matches!(c, 'b' | 't' | 'z')).collect();
    let (can_read, can_write) = match plain.as_str() {
        "r" => (true, false),
        "w" | "a" => (false, true),
        "r+" | "w+" | "a+" => (true, true),
        _ => return Err(Error::new("invalid mode specified")),
    };
    let path = PathBuf::from(name);
    let keeps = !plain.starts_with('w');
    let opened = match plain.as_bytes()[0] {
        b'w' => std::fs::write(&path, []).map(|()| vec![]),
        b'a' => std::fs::OpenOptions::new()
            .append(true)
            .create(true)
            .open(&path)
            .and_then(|_| std::fs::read(&path)),
        _ => std::fs::read(&path),
    };
    let bytes = match opened {
        Ok(bytes) if keeps => bytes,
        Ok(_) => vec![],
        Err(error) => return Ok(Err(reason(&error))),
    };
    let appends = plain.starts_with('a');
    let at = if appends { bytes.len() } else { 0 };
    let (letter, plus) = plain.split_at(plain.len().min(1));
    let mode = format!("{letter}b{plus}");
    let mode = if mode == "rb" || mode.len() > 1 { mode } else { plain };
    Ok(Ok(File {
        name: name.into(),
        mode,
        is_big_endian,
        path,
        can_read,
        can_write,
        appends,
        changed: false,
        bytes,
        at,
        ended: false,
    }))
}

pub fn fclose(call: Call) -> Result<Vec<Value>> {
    let files = &mut call.session.state().files;
    if call.args[0].as_bytes() == Some(b"all") && call.args[0].is_text() {
        files.open.clear();
        return Ok(vec![Value::scalar(0.0)]);
    }
    if is_standard(&call.args[0]) {
        return Ok(vec![Value::scalar(0.0)]);
    }
    files.get("fclose", &call.args[0])?;
    files.open.remove(&(call.args[0].as_scalar().unwrap_or(-1.0) as i64));
    Ok(vec![Value::scalar(0.0)])
}

/// An open file, for functions of one argument.
fn file<'a>(session: &'a mut dyn Session, name: &str, stream: &Value) -> Result<&'a mut File> {
    session.state().files.get(name, stream)
}

pub fn feof(call: Call) -> Result<Vec<Value>> {
    if is_standard(&call.args[0]) {
        return Ok(vec![Value::bool(false)]);
    }
    Ok(vec![Value::bool(file(call.session, "feof", &call.args[0])?.ended)])
}

pub fn ftell(call: Call) -> Result<Vec<Value>> {
    if is_standard(&call.args[0]) {
        return Ok(vec![Value::scalar(-1.0)]);
    }
    Ok(vec![Value::scalar(file(call.session, "ftell", &call.args[0])?.at as f64)])
}

pub fn frewind(call: Call) -> Result<Vec<Value>> {
    let file = file(call.session, "frewind", &call.args[0])?;
    file.at = 0;
    file.ended = false;
    Ok(if call.nargout > 0 { vec![Value::scalar(0.0)] } else { vec![] })
}

pub fn fseek(call: Call) -> Result<Vec<Value>> {
    let origin = call.args.get(2).cloned().unwrap_or(Value::scalar(-1.0));
    let offset = call.args[1].as_scalar().unwrap_or(0.0);
    let file = file(call.session, "fseek", &call.args[0])?;
    let word = if origin.is_text() { origin.as_text() } else { None };
    let base = match (word.as_deref(), origin.as_scalar()) {
        (Some("bof"), _) | (None, Some(-1.0)) => 0.0,
        (Some("cof"), _) | (None, Some(0.0)) => file.at as f64,
        (Some("eof"), _) | (None, Some(1.0)) => file.bytes.len() as f64,
        _ => fail!("fseek: invalid value for origin"),
    };
    let wanted = base + offset;
    if wanted < 0.0 || wanted > file.bytes.len() as f64 || wanted.fract() != 0.0 {
        return Ok(vec![Value::scalar(-1.0)]);
    }
    file.at = wanted as usize;
    file.ended = false;
    Ok(vec![Value::scalar(0.0)])
}
