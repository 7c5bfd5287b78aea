//! Octave's text format, read.

use super::{MakeHandle, Variables, broken};
use crate::builtins::strings::scan;
use crate::value::{Array, CharArray, Class, Complex64, Diagonal, Dims, Handle, Range, StructArray, Structured, Value};
use crate::{Result, fail, ops};
use std::rc::Rc;

pub fn is_one(bytes: &[u8]) -> bool {
    let mut lines = bytes.split(|&byte| byte == b'\n').filter(|line| !line.is_empty());
    lines.clone().take(20).any(|line| line.starts_with(b"# name:")) && lines.next().is_some_and(|line| line[0] == b'#')
}

pub fn read(bytes: &[u8], make: MakeHandle) -> Result<Variables> {
    let mut reader = Reader { rest: bytes, make };
    let mut all = vec![];
    while let Some(name) = reader.name() {
        all.push((name, reader.value()?));
    }
    Ok(all)
}

struct Reader<'b, 'm> {
    rest: &'b [u8],
    make: MakeHandle<'m>,
}

impl<'b> Reader<'b, '_> {
    fn line(&mut self) -> Option<&'b [u8]> {
        if self.rest.is_empty() {
            return None;
        }
        let end = self.rest.iter().position(|&byte| byte == b'\n').unwrap_or(self.rest.len());
        let (line, rest) = self.rest.split_at(end);
        self.rest = rest.get(1..).unwrap_or_default();
        Some(line.strip_suffix(b"\r").unwrap_or(line))
    }

    /// The next `# name:`, past empty lines and other comments.
    fn name(&mut self) -> Option<String> {
        while let Some(line) = self.line() {
            if let Some(name) = keyed(line, "name") {
                return Some(name);
            }
        }
        None
    }

    /// The next line, which must say something of this key.
    fn key(&mut self, key: &str) -> Result<String> {
        self.line().and_then(|line| keyed(line, key)).ok_or_else(broken)
    }

    fn count(&mut self, key: &str) -> Result<usize> {
        self.key(key)?.parse().map_err(|_| broken())
    }

    /// Numbers, wherever their lines end.
    fn words(&mut self, count: usize) -> Result<Vec<&'b [u8]>> {
        let mut words = vec![];
        while words.len() < count {
            let line = self.line().ok_or_else(broken)?;
            words.extend(line.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty()));
        }
        Ok(words)
    }

    /// The extents of an array: `# ndims:` and a line, or `# rows:` and `# columns:`.
    fn extents(&mut self) -> Result<(Dims, bool)> {
        let line = self.line().ok_or_else(broken)?;
        if let Some(rank) = keyed(line, "ndims") {
            let rank: usize = rank.parse().map_err(|_| broken())?;
            let words = self.words(rank)?;
            let extents: Option<Vec<usize>> =
                words.iter().map(|it| std::str::from_utf8(it).ok()?.parse().ok()).collect();
            return Ok((Dims::new(&extents.ok_or_else(broken)?), false));
        }
        let rows = keyed(line, "rows").and_then(|it| it.parse().ok()).ok_or_else(broken)?;
        Ok(([rows, self.count("columns")?].into(), true))
    }

    fn value(&mut self) -> Result<Value> {
        let kind = self.key("type")?;
        let kind = kind.strip_prefix("global ").unwrap_or(&kind);
        if let Some(kind) = kind.strip_prefix("float ") {
            return single(&self.typed(kind)?);
        }
        self.typed(kind)
    }

    fn typed(&mut self, kind: &str) -> Result<Value> {
        // An empty value that stood for itself.
        match kind.strip_prefix("null_").unwrap_or(kind) {
            "scalar" | "complex scalar" | "bool" => {
                let word = self.words(1)?[0];
                Ok(of_words(kind, [1, 1].into(), &[word]))
            }
            "matrix" | "complex matrix" | "bool matrix" => self.matrix(kind),
            "string" | "sq_string" => self.texts(kind.trim_start_matches("null_") == "string"),
            "cell" => self.cells(),
            "scalar struct" | "struct" => self.structure(kind == "scalar struct"),
            "range" | "double_range" => self.range(),
            "diagonal matrix" => {
                let (dims, _) = self.extents()?;
                let words = self.words(dims.rows().min(dims.cols()))?;
                let elements = words.iter().map(|it| number(it)).collect();
                Ok(Value::Diagonal(Diagonal { rows: dims.rows(), columns: dims.cols(), elements }))
            }
            "complex diagonal matrix" => {
                let (dims, _) = self.extents()?;
                let words = self.words(dims.rows().min(dims.cols()))?;
                let elements = Value::Complex(Array::column(words.iter().map(|it| complex(it)).collect()));
                let matrix = Structured::Diagonal { rows: dims.rows(), columns: dims.cols(), elements };
                Ok(Value::Structured(Rc::new(matrix)))
            }
            "permutation matrix" => self.permutation(),
            "function handle" => self.handle(),
            _ => self.integers(kind),
        }
    }

    /// The row of the one of each column, or where the orientation is `r` the column of each row's.
    fn permutation(&mut self) -> Result<Value> {
        let size = self.count("size")?;
        let by_rows = self.key("orient")? == "r";
        let words = self.words(size)?;
        let places: Vec<usize> = words.iter().map(|it| number(it) as usize).collect();
        let mut columns = vec![usize::MAX; size];
        for (at, &place) in places.iter().enumerate() {
            let (row, column) = if by_rows { (at, place.wrapping_sub(1)) } else { (place.wrapping_sub(1), at) };
            *columns.get_mut(row).ok_or_else(broken)? = column;
        }
        let all: std::collections::BTreeSet<usize> = columns.iter().copied().collect();
        match all.len() == size && columns.iter().all(|&column| column < size) {
            true => Ok(Value::Structured(Rc::new(Structured::Permutation { columns }))),
            false => Err(broken()),
        }
    }

    /// The name of a function, or an anonymous one and what it captured.
    fn handle(&mut self) -> Result<Value> {
        let mut line = self.line().ok_or_else(broken)?;
        while line.starts_with(b"#") {
            line = self.line().ok_or_else(broken)?;
        }
        if line != b"@<anonymous>" {
            return Ok(Value::Handle(Rc::new(Handle::Named(String::from_utf8_lossy(line).into()))));
        }
        let text = String::from_utf8_lossy(self.line().ok_or_else(broken)?).into_owned();
        let mut captured = vec![];
        let before = self.rest;
        match self.count("length") {
            Ok(count) => {
                for _ in 0..count {
                    let name = self.name().ok_or_else(broken)?;
                    captured.push((name, self.value()?));
                }
            }
            Err(_) => self.rest = before,
        }
        (self.make)(&text, captured)
    }

    fn matrix(&mut self, kind: &str) -> Result<Value> {
        let (dims, by_rows) = self.extents()?;
        let words = self.words(dims.checked_count()?)?;
        let (height, width) = (dims.rows(), dims.cols());
        let words: Vec<&[u8]> = match by_rows {
            true => (0..words.len()).map(|at| words[(at % height) * width + at / height]).collect(),
            false => words,
        };
        Ok(of_words(kind, dims, &words))
    }

    fn integers(&mut self, kind: &str) -> Result<Value> {
        let (class, shape) = kind.split_once(' ').unwrap_or((kind, ""));
        let class = match class {
            "int8" => Class::I8,
            "int16" => Class::I16,
            "int32" => Class::I32,
            "int64" => Class::I64,
            "uint8" => Class::U8,
            "uint16" => Class::U16,
            "uint32" => Class::U32,
            "uint64" => Class::U64,
            _ => fail!("load: values of type '{kind}' cannot be read"),
        };
        let dims = if shape == "scalar" { [1, 1].into() } else { self.extents()?.0 };
        let words = self.words(dims.checked_count()?)?;
        ops::convert(&of_words("matrix", dims, &words), class)
    }

    fn texts(&mut self, double_quoted: bool) -> Result<Value> {
        let height = self.count("elements")?;
        let mut rows = vec![];
        for _ in 0..height {
            let length = self.count("length")?;
            let text = self.rest.get(..length).ok_or_else(broken)?;
            self.rest = self.rest.get(length + 1..).unwrap_or_default();
            rows.push(text);
        }
        let width = rows.first().map_or(0, |it| it.len());
        if rows.iter().any(|row| row.len() != width) {
            return Err(broken());
        }
        let bytes = (0..height * width).map(|at| rows[at % height][at / height]).collect();
        Ok(Value::Char(CharArray { bytes: Array::new([height, width].into(), bytes), double_quoted }))
    }

    fn range(&mut self) -> Result<Value> {
        self.line();
        let words = self.words(3)?;
        let [base, limit, step] = [0, 1, 2].map(|at| number(words[at]));
        let count = ((limit - base) / step * (1.0 + f64::EPSILON)).floor().max(-1.0) + 1.0;
        Ok(Value::Range(Range { base, step, limit, count: count as usize }))
    }

    fn cells(&mut self) -> Result<Value> {
        let (dims, _) = self.extents()?;
        let mut values = vec![];
        for _ in 0..dims.checked_count()? {
            self.name().ok_or_else(broken)?;
            values.push(self.value()?);
        }
        Ok(Value::cell(Array::new(dims, values)))
    }

    fn structure(&mut self, is_scalar: bool) -> Result<Value> {
        let (dims, _) = self.extents()?;
        let count = self.count("length")?;
        let mut structs = StructArray::new(dims.clone());
        for _ in 0..count {
            let name = self.name().ok_or_else(broken)?;
            let value = self.value()?;
            let field = match value {
                Value::Cell(cells) if !is_scalar => Rc::unwrap_or_clone(cells),
                other => Array::scalar(other),
            };
            if *field.dims() != dims {
                return Err(broken());
            }
            structs.fields.insert(name.as_str().into(), field);
        }
        Ok(Value::structs(structs))
    }
}

/// With the elements in single precision.
fn single(value: &Value) -> Result<Value> {
    let (rows, columns, elements) = match value {
        Value::Diagonal(it) => (it.rows, it.columns, Value::Double(Array::column(it.elements.to_vec()))),
        Value::Structured(it) => match &**it {
            Structured::Diagonal { rows, columns, elements } => (*rows, *columns, elements.clone()),
            Structured::Permutation { .. } => return Err(broken()),
        },
        _ => return ops::convert(value, Class::Single),
    };
    let elements = ops::convert(&elements, Class::Single)?;
    Ok(Value::Structured(Rc::new(Structured::Diagonal { rows, columns, elements })))
}

/// What stands behind `# key:`.
fn keyed(line: &[u8], key: &str) -> Option<String> {
    let line = String::from_utf8_lossy(line);
    let rest = line.strip_prefix('#')?.trim_start().strip_prefix(key)?.trim_start().strip_prefix(':')?;
    Some(rest.trim().to_string())
}

fn number(word: &[u8]) -> f64 {
    scan::number_at_start(word).unwrap_or(f64::NAN)
}

/// `(1,2)`
fn complex(word: &[u8]) -> Complex64 {
    let inner = word.strip_prefix(b"(").and_then(|it| it.strip_suffix(b")")).unwrap_or(word);
    let mut parts = inner.split(|&byte| byte == b',').map(number);
    Complex64::new(parts.next().unwrap_or(f64::NAN), parts.next().unwrap_or(0.0))
}

fn of_words(kind: &str, dims: Dims, words: &[&[u8]]) -> Value {
    match kind {
        "bool" | "bool matrix" => Value::Bool(Array::new(dims, words.iter().map(|it| number(it) != 0.0).collect())),
        "complex scalar" | "complex matrix" => {
            Value::Complex(Array::new(dims, words.iter().map(|it| complex(it)).collect()))
        }
        _ => Value::Double(Array::new(dims, words.iter().map(|it| number(it)).collect())),
    }
}
