//! What is common to all classes: the line of the name, blank lines, indentation, pages of arrays of more than two dimensions.

use super::grid::{After, Grid, LINE};
use super::number::Column;
use super::{Format, Notation, chars, complex, integers, range, real};
use crate::builtins::parsers;
use crate::value::{Array, Class, Handle, Value};

/// Collects the text of one value.
pub(super) struct Printer {
    pub out: Vec<u8>,
    pub format: Format,
    /// Blanks before each line, of values inside of cells and structs.
    indent: usize,
    /// How many structs the value is inside of.
    pub struct_depth: usize,
}

impl Printer {
    pub fn new(format: Format) -> Printer {
        Printer { out: vec![], format, indent: 0, struct_depth: 0 }
    }

    /// `name = value`, with the blank lines that belong to it.
    pub fn named(&mut self, name: &str, value: &Value) {
        self.indent();
        self.text(name);
        if let Some(text) = self.inline(value) {
            self.text(" = ");
            self.out.extend(text);
            self.out.push(b'\n');
            return;
        }
        if chars::is_row_pages(value) {
            // The first page stands on the line of the name.
            self.text(" = ");
            let start = self.out.len();
            self.pages(value);
            self.out.drain(start..start + self.indent);
            return;
        }
        self.text(" =\n");
        match value {
            Value::Cell(cells) => self.cells(cells),
            Value::Struct(structs) => {
                self.blank_line();
                self.structs(structs);
            }
            other => {
                self.blank_line();
                self.block(other);
            }
        }
        self.closing_line();
    }

    pub fn disp(&mut self, value: &Value) {
        if let Some(text) = self.inline(value) {
            self.out.extend(text);
            self.out.push(b'\n');
            return;
        }
        match value {
            Value::Cell(cells) => self.cells(cells),
            Value::Struct(structs) => self.disp_structs(structs),
            other => {
                self.block(other);
            }
        }
    }

    /// Runs `f` with lines that start `by` characters further to the right.
    pub fn indented(&mut self, by: usize, f: impl FnOnce(&mut Printer)) {
        self.indent += by;
        f(self);
        self.indent -= by;
    }

    pub fn indentation(&self) -> usize {
        self.indent
    }

    pub fn text(&mut self, text: &str) {
        self.out.extend_from_slice(text.as_bytes());
    }

    pub fn indent(&mut self) {
        self.out.resize(self.out.len() + self.indent, b' ');
    }

    pub fn line(&mut self, text: &str) {
        self.text(text);
        self.out.push(b'\n');
    }

    /// An empty line, but with `format compact`.
    pub fn blank_line(&mut self) {
        if !self.format.compact {
            self.out.push(b'\n');
        }
    }

    /// The empty line after a value: also with `format compact` for a variable.
    fn closing_line(&mut self) {
        if self.indent == 0 || !self.format.compact {
            self.out.push(b'\n');
        }
    }

    /// The text of what is shown on the line of its name.
    pub fn inline(&self, value: &Value) -> Option<Vec<u8>> {
        match value {
            Value::Char(text) if chars::is_empty_pages(text) => (),
            Value::Char(text) => return chars::inline(&text.bytes).map(<[u8]>::to_vec),
            Value::Handle(handle) => return inline_handle(handle),
            Value::Map(_) | Value::Parser(_) | Value::Struct(_) => return None,
            Value::Cell(cells) if cells.dims().rank() > 2 => {
                return Some(format!("{{{} Cell Array}}", cells.dims()).into());
            }
            Value::Cell(cells) => return cells.is_empty().then(|| format!("{{}}({})", cells.dims()).into()),
            _ => {}
        }
        let dims = value.dims();
        if dims.count() == 0 {
            return Some(format!("[]({dims})").into());
        }
        dims.is_scalar().then(|| self.scalar(value))
    }

    fn scalar(&self, value: &Value) -> Vec<u8> {
        let mut out = vec![];
        if self.format.notation == Notation::Plus {
            let letter = match value.to_complex().and_then(|array| array.as_slice().first().copied()) {
                Some(x) if x.im != 0.0 => {
                    if x.re == 0.0 {
                        b'i'
                    } else {
                        b'c'
                    }
                }
                Some(x) => sign(x.re),
                None => b' ',
            };
            return vec![letter];
        }
        match value {
            Value::Complex(array) => {
                let x = array.as_slice()[0];
                complex::scalar(x.re, x.im, self.format).put(&mut out, x.re, x.im);
            }
            Value::SingleComplex(array) => {
                let x = array.as_slice()[0];
                complex::scalar(x.re, x.im, self.format).put(&mut out, x.re.into(), x.im.into());
            }
            Value::Single(array) => {
                let x = array.as_slice()[0];
                real::scalar(x, self.format).put(&mut out, x.into());
            }
            other => {
                let x = other.as_scalar().unwrap_or(0.0);
                if other.class().is_float() {
                    real::scalar(x, self.format).put(&mut out, x);
                } else {
                    let text = match other {
                        Value::I64(array) => array.as_slice()[0].to_string(),
                        Value::U64(array) => array.as_slice()[0].to_string(),
                        _ => x.to_string(),
                    };
                    out.extend(text.into_bytes());
                    out.extend_from_slice(self.integer_decimals().as_bytes());
                }
            }
        }
        out
    }

    /// What is shown below its name: without the closing line.
    fn block(&mut self, value: &Value) {
        match value {
            Value::Handle(handle) if handle.is_inline() => {
                self.line(&format!("{:1$}<class inline>", "", self.indent + 2))
            }
            Value::Handle(handle) => self.line(&handle_text(handle)),
            Value::Map(map) => self.map(&map.borrow()),
            Value::Parser(parser) => self.line(parsers::shown(&parser.borrow()).trim_end()),
            Value::Diagonal(diagonal) => self.diagonal(diagonal),
            Value::Structured(matrix) => self.structured(matrix),
            _ if value.dims().rank() > 2 => self.pages(value),
            _ => self.plane(value, integers::width_of(value), After::Nothing),
        }
    }

    /// The rows of a matrix. `width` is what all pages of an array of integers share.
    pub fn plane(&mut self, value: &Value, width: usize, after: After) {
        let dims = value.dims();
        let (rows, columns) = (dims.rows(), dims.cols());
        if self.format.notation == Notation::Plus && (value.class().is_integer() || value.class() == Class::Bool) {
            let elements = value.to_doubles().unwrap_or_default();
            return self.signs(rows, columns, |k| elements.as_slice()[k]);
        }
        match value {
            Value::Char(text) => self.char_rows(text.bytes.as_slice(), rows, columns),
            Value::Bool(array) => self.integer_page(
                array.map(|&x| u8::from(x)).as_slice(),
                rows,
                columns,
                integers::width_of(value),
                after,
            ),
            Value::I8(array) => self.integer_page(array.as_slice(), rows, columns, width, after),
            Value::I16(array) => self.integer_page(array.as_slice(), rows, columns, width, after),
            Value::I32(array) => self.integer_page(array.as_slice(), rows, columns, width, after),
            Value::I64(array) => self.integer_page(array.as_slice(), rows, columns, width, after),
            Value::U8(array) => self.integer_page(array.as_slice(), rows, columns, width, after),
            Value::U16(array) => self.integer_page(array.as_slice(), rows, columns, width, after),
            Value::U32(array) => self.integer_page(array.as_slice(), rows, columns, width, after),
            Value::U64(array) => self.integer_page(array.as_slice(), rows, columns, width, after),
            Value::Complex(array) => {
                let columns = complex::matrix(array.iter().map(|x| (x.re, x.im)), self.format);
                self.complex_plane(array, columns, |x| (x.re, x.im));
            }
            Value::SingleComplex(array) => {
                let columns = complex::matrix(array.iter().map(|x| (x.re, x.im)), self.format);
                self.complex_plane(array, columns, |x| (x.re.into(), x.im.into()));
            }
            Value::Single(array) => {
                let column = real::matrix(array.iter().copied(), self.format);
                self.real_plane(array, column, |&x| x.into());
            }
            Value::Range(range) => {
                // Octave forgets the indentation in the pieces.
                let column = range::column(range, self.format);
                self.real_cells(&range.to_array(), column, LINE, |&x| x);
            }
            other => {
                let array = other.to_doubles().unwrap_or_default();
                let column = real::matrix(array.iter().copied(), self.format);
                self.real_plane(&array, column, |&x| x);
            }
        }
    }

    pub fn real_plane<T>(&mut self, array: &Array<T>, column: Column, get: impl Fn(&T) -> f64) {
        self.real_cells(array, column, LINE.saturating_sub(self.indent), get);
    }

    fn real_cells<T>(&mut self, array: &Array<T>, column: Column, piece_line: usize, get: impl Fn(&T) -> f64) {
        let (rows, columns, elements) = (array.dims().rows(), array.dims().cols(), array.as_slice());
        if self.format.notation == Notation::Plus {
            return self.signs(rows, columns, |k| get(&elements[k]));
        }
        let cell = |out: &mut Vec<u8>, row: usize, at: usize| {
            out.extend_from_slice(b"  ");
            column.put(out, get(&elements[at * rows + row]));
        };
        self.grid(&Grid {
            rows,
            columns,
            width: column.width + 2,
            line: LINE.saturating_sub(self.indent),
            piece_line,
            after: After::Nothing,
            cell: &cell,
        });
    }

    fn complex_plane<T>(&mut self, array: &Array<T>, pair: complex::Columns, get: impl Fn(&T) -> (f64, f64)) {
        let (rows, columns, elements) = (array.dims().rows(), array.dims().cols(), array.as_slice());
        if self.format.notation == Notation::Plus {
            return self.signs(rows, columns, |k| {
                let (re, im) = get(&elements[k]);
                re.hypot(im)
            });
        }
        let cell = |out: &mut Vec<u8>, row: usize, at: usize| {
            out.extend_from_slice(b"  ");
            let (re, im) = get(&elements[at * rows + row]);
            pair.put(out, re, im);
        };
        self.grid(&Grid {
            rows,
            columns,
            width: pair.counted_width() + 2,
            line: LINE.saturating_sub(self.indent),
            piece_line: LINE.saturating_sub(self.indent),
            after: After::Nothing,
            cell: &cell,
        });
    }

    /// `format +`
    pub fn signs(&mut self, rows: usize, columns: usize, get: impl Fn(usize) -> f64) {
        for row in 0..rows {
            for column in 0..columns {
                self.out.push(sign(get(column * rows + row)));
            }
            self.out.push(b'\n');
        }
    }
}

fn sign(x: f64) -> u8 {
    if x > 0.0 {
        b'+'
    } else if x < 0.0 {
        b'-'
    } else {
        b' '
    }
}

fn handle_text(handle: &Handle) -> String {
    match handle {
        Handle::Named(name) => format!("@{name}"),
        Handle::User { function, .. } => format!("@{}", function.name),
        Handle::Anonymous { code, .. } => raddle_matlab::print::anonymous(code),
        Handle::Inline { .. } => "<class inline>".into(),
    }
}

fn inline_handle(handle: &Handle) -> Option<Vec<u8>> {
    match handle {
        Handle::Named(_) | Handle::User { .. } => Some(handle_text(handle).into()),
        Handle::Anonymous { .. } | Handle::Inline { .. } => None,
    }
}
