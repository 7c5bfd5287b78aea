//! Texts read column by column: `textscan`, `strread`, `textread`. Ends of lines are delimiters as others are.

use crate::builtins::{Call, errors};
use crate::builtins::strings::scan;
use crate::value::{Array, Class, Value};
use crate::{Error, Result, fail, format, ops};

/// What a part of a template reads.
#[derive(Clone, Debug, PartialEq)]
enum Kind {
    Number(Class),
    /// Up to a delimiter.
    Text,
    /// The same, or what stands between double quotes.
    Quoted,
    Chars(usize),
    /// Bytes that are of a set, or not.
    Set(Vec<u8>, bool),
    Literal(Vec<u8>),
}

#[derive(Clone, Debug)]
struct Item {
    kind: Kind,
    width: usize,
    is_skipped: bool,
}

/// How a text is read.
struct Reading {
    delimiters: Vec<Vec<u8>>,
    whitespace: Vec<u8>,
    comment: Option<Vec<u8>>,
    empty: f64,
    header_lines: usize,
    is_collected: bool,
    several_as_one: bool,
}

pub fn textscan(call: Call) -> Result<Vec<Value>> {
    let Call { session, mut args, .. } = call;
    if args.is_empty() {
        return Err(Error::invalid_call("textscan"));
    }
    let source = args.remove(0);
    if let Some(text) = source.as_bytes().filter(|_| source.is_text()) {
        let (columns, consumed) = read("textscan", text, &args)?;
        return Ok(vec![Value::cell_row(columns), Value::scalar(consumed as f64)]);
    }
    let file = session.state().files.get("textscan", &source)?;
    let text = file.rest().to_vec();
    let (columns, consumed) = read("textscan", &text, &args)?;
    file.advance(consumed);
    file.ended = file.rest().is_empty();
    Ok(vec![Value::cell_row(columns), Value::scalar(consumed as f64)])
}

/// `[a, b, ...] = strread(text, template, ...)`
pub fn strread(call: Call) -> Result<Vec<Value>> {
    errors::warn_of_old(call.session, "strread is obsolete; use textscan instead\n");
    let Some(text) = call.args[0].as_bytes().filter(|_| call.args[0].is_text()) else {
        fail!("strread: argument STR must be a string");
    };
    Ok(read("strread", text, &call.args[1..])?.0)
}

/// `[a, b, ...] = textread(file, template, ...)`
pub fn textread(call: Call) -> Result<Vec<Value>> {
    errors::warn_of_old(call.session, "textread is obsolete; use textscan instead\n");
    let Some(name) = call.args[0].as_text().filter(|_| call.args[0].is_text()) else {
        fail!("textread: FILENAME and FORMAT arguments must be strings");
    };
    let text = std::fs::read(&name).map_err(|_| Error::new(format!("textread: could not open '{name}' for reading")))?;
    Ok(read("textread", &text, &call.args[1..])?.0)
}

/// The columns, and how many bytes were read.
fn read(who: &str, text: &[u8], args: &[Value]) -> Result<(Vec<Value>, usize)> {
    let mut args = args;
    let mut template = b"%f".to_vec();
    if let [first, rest @ ..] = args
        && first.is_text()
        && (rest.len() % 2 == 0 || rest.first().is_some_and(|it| !it.is_text()))
    {
        template = first.as_bytes().unwrap_or_default().to_vec();
        args = rest;
    }
    let mut most = usize::MAX;
    if let [first, rest @ ..] = args
        && !first.is_text()
    {
        most = first.as_scalar().filter(|it| *it >= 0.0 && it.is_finite()).map_or(usize::MAX, |it| it as usize);
        args = rest;
    }
    let items = parse(who, if template.is_empty() { b"%f" } else { &template })?;
    let reading = options(who, args)?;
    let mut reader = Reader { text, at: 0, reading: &reading };
    (0..reading.header_lines).for_each(|_| reader.skip_line());
    let columns = reader.rows(&items, most);
    let values = items.iter().zip(columns).filter(|(item, _)| item.is_column()).map(|(item, it)| value(&item.kind, it));
    let values: Vec<Value> = values.collect::<Result<_>>()?;
    Ok((if reading.is_collected { collected(values)? } else { values }, reader.at))
}

impl Item {
    fn is_column(&self) -> bool {
        !self.is_skipped && !matches!(self.kind, Kind::Literal(_))
    }
}

fn options(who: &str, args: &[Value]) -> Result<Reading> {
    let mut reading = Reading {
        delimiters: vec![],
        whitespace: b" \x08\t".to_vec(),
        comment: None,
        empty: f64::NAN,
        header_lines: 0,
        is_collected: false,
        several_as_one: false,
    };
    for pair in args.chunks(2) {
        let [name, value] = pair else { fail!("{who}: {} parameters given, but only {} values", args.len().div_ceil(2), args.len() / 2) };
        let Some(name) = name.as_text() else { fail!("{who}: Invalid parameter type <{}> for parameter 1", name.kind_name()) };
        let bytes = || value.as_bytes().map(format::unescape).unwrap_or_default();
        match name.to_ascii_lowercase().as_str() {
            "delimiter" => reading.delimiters = delimiters(value),
            "whitespace" => reading.whitespace = bytes(),
            "commentstyle" => {
                reading.comment = Some(match value {
                    Value::Cell(cells) => cells.iter().next().and_then(Value::as_bytes).unwrap_or_default().to_vec(),
                    _ if value.as_bytes() == Some(b"matlab") => b"%".to_vec(),
                    _ if value.as_bytes() == Some(b"shell") => b"#".to_vec(),
                    _ => bytes(),
                });
            }
            "emptyvalue" => reading.empty = value.as_scalar().unwrap_or(f64::NAN),
            "headerlines" => reading.header_lines = value.as_count().unwrap_or(0),
            "collectoutput" => reading.is_collected = value.is_true()?,
            "multipledelimsasone" => reading.several_as_one = value.is_true()?,
            "endofline" | "returnonerror" | "treatasempty" | "bufsize" | "expchars" | "datetimetype" | "texttype" => {}
            _ => fail!("{who}: unrecognized option '{name}'"),
        }
    }
    let is_delimiter = |byte: &u8| reading.delimiters.iter().any(|it| it[..] == [*byte]);
    reading.whitespace = reading.whitespace.iter().copied().filter(|byte| !is_delimiter(byte)).collect();
    Ok(reading)
}

/// Each byte of a text, or each text of a cell.
fn delimiters(value: &Value) -> Vec<Vec<u8>> {
    match value {
        Value::Cell(cells) => cells.iter().filter_map(Value::as_bytes).map(format::unescape).filter(|it| !it.is_empty()).collect(),
        text => text.as_bytes().map(format::unescape).unwrap_or_default().into_iter().map(|byte| vec![byte]).collect(),
    }
}

fn parse(who: &str, template: &[u8]) -> Result<Vec<Item>> {
    let mut items = vec![];
    let mut rest = template;
    while let [first, behind @ ..] = rest {
        if first.is_ascii_whitespace() {
            rest = behind;
        } else if *first == b'%' && behind.first() != Some(&b'%') {
            let (item, after) = conversion(behind).ok_or_else(|| Error::new(format!("{who}: invalid format specified")))?;
            items.push(item);
            rest = after;
        } else {
            let end = rest[1..].iter().position(|byte| *byte == b'%' || byte.is_ascii_whitespace());
            let (literal, after) = rest.split_at(end.map_or(rest.len(), |at| at + 1));
            items.push(Item { kind: Kind::Literal(literal.to_vec()), width: 0, is_skipped: true });
            rest = after;
        }
    }
    Ok(items)
}

fn conversion(text: &[u8]) -> Option<(Item, &[u8])> {
    let is_skipped = text.first() == Some(&b'*');
    let mut rest = &text[usize::from(is_skipped)..];
    let digits = rest.iter().take_while(|byte| byte.is_ascii_digit() || **byte == b'.').count();
    let width = std::str::from_utf8(&rest[..digits]).ok()?.split('.').next()?.parse().unwrap_or(usize::MAX);
    rest = &rest[digits..];
    let (kind, length) = match rest.first()? {
        b'd' | b'u' => integer(rest),
        b'f' | b'n' => match rest.get(1..3) {
            Some(b"32") => (Kind::Number(Class::Single), 3),
            Some(b"64") => (Kind::Number(Class::Double), 3),
            _ => (Kind::Number(Class::Double), 1),
        },
        b's' => (Kind::Text, 1),
        b'q' => (Kind::Quoted, 1),
        b'c' => (Kind::Chars(if width == usize::MAX { 1 } else { width }), 1),
        b'[' => set(rest)?,
        _ => return None,
    };
    Some((Item { kind, width, is_skipped }, &rest[length..]))
}

/// `%d`, `%u8` and the like.
fn integer(text: &[u8]) -> (Kind, usize) {
    let classes: [(&[u8], Class); 8] = [
        (b"d8", Class::I8),
        (b"d16", Class::I16),
        (b"d32", Class::I32),
        (b"d64", Class::I64),
        (b"u8", Class::U8),
        (b"u16", Class::U16),
        (b"u32", Class::U32),
        (b"u64", Class::U64),
    ];
    let found = classes.into_iter().find(|(word, _)| text.starts_with(word));
    let plain = if text[0] == b'd' { Class::I32 } else { Class::U32 };
    found.map_or((Kind::Number(plain), 1), |(word, class)| (Kind::Number(class), word.len()))
}

/// `[a-z]` or `[^,]`
fn set(text: &[u8]) -> Option<(Kind, usize)> {
    let is_negated = text.get(1) == Some(&b'^');
    let start = if is_negated { 2 } else { 1 };
    let end = start + 1 + text.get(start + 1..)?.iter().position(|&byte| byte == b']')?;
    let inner = format::unescape(&text[start..end]);
    let mut bytes = vec![];
    let mut at = 0;
    while at < inner.len() {
        match inner.get(at..at + 3) {
            Some([low, b'-', high]) => {
                bytes.extend(*low..=*high);
                at += 3;
            }
            _ => {
                bytes.push(inner[at]);
                at += 1;
            }
        }
    }
    Some((Kind::Set(bytes, is_negated), end + 1))
}

/// An element of a column.
enum Field {
    Number(f64),
    Text(Vec<u8>),
}

struct Reader<'t> {
    text: &'t [u8],
    at: usize,
    reading: &'t Reading,
}

impl Reader<'_> {
    fn rest(&self) -> &[u8] {
        &self.text[self.at..]
    }

    fn skip_line(&mut self) {
        let end = self.rest().iter().position(|&byte| byte == b'\n');
        self.at += end.map_or(self.rest().len(), |at| at + 1);
    }

    /// Blanks and comments; a comment that is alone in its line goes with the end of that line.
    fn skip_space(&mut self) {
        loop {
            self.at += self.rest().iter().take_while(|byte| self.reading.whitespace.contains(byte)).count();
            let is_comment = self.reading.comment.as_ref().is_some_and(|it| !it.is_empty() && self.rest().starts_with(it));
            if !is_comment {
                return;
            }
            let mut before = self.text[..self.at].iter().rev().filter(|byte| !self.reading.whitespace.contains(byte));
            let starts_line = matches!(before.next(), None | Some(b'\n'));
            match starts_line {
                true => self.skip_line(),
                false => {
                    let end = self.rest().iter().position(|&byte| byte == b'\n');
                    self.at += end.unwrap_or(self.rest().len());
                }
            }
        }
    }

    /// The length of the delimiter here.
    fn delimiter(&self) -> Option<usize> {
        let rest = self.rest();
        if rest.starts_with(b"\r\n") {
            return Some(2);
        }
        if rest.starts_with(b"\n") {
            return Some(1);
        }
        self.reading.delimiters.iter().filter(|it| rest.starts_with(it)).map(Vec::len).max()
    }

    fn skip_delimiter(&mut self) {
        self.skip_space();
        while let Some(length) = self.delimiter() {
            self.at += length;
            if !self.reading.several_as_one {
                break;
            }
            self.skip_space();
        }
    }

    fn rows(&mut self, items: &[Item], most: usize) -> Vec<Vec<Field>> {
        let mut columns: Vec<Vec<Field>> = items.iter().map(|_| vec![]).collect();
        for _ in 0..most {
            for (item, column) in std::iter::zip(items, &mut columns) {
                self.skip_space();
                if self.rest().is_empty() {
                    // Behind a delimiter, there is an element without text.
                    let ends = |it: &Vec<u8>| !it.ends_with(b"\n") && self.text.ends_with(it);
                    if item.is_column() && self.reading.delimiters.iter().any(ends) {
                        column.push(self.empty(item));
                    }
                    return columns;
                }
                if let Kind::Literal(literal) = &item.kind {
                    if !self.rest().starts_with(literal) {
                        return columns;
                    }
                    self.at += literal.len();
                    continue;
                }
                let Some(field) = self.field(item) else { return columns };
                column.push(field);
                let is_narrow = item.width != usize::MAX || matches!(item.kind, Kind::Set(..) | Kind::Chars(_));
                if !is_narrow || self.delimiter().is_some() {
                    self.skip_delimiter();
                }
            }
        }
        columns
    }

    fn empty(&self, item: &Item) -> Field {
        if matches!(item.kind, Kind::Number(_)) { Field::Number(self.reading.empty) } else { Field::Text(vec![]) }
    }

    /// None where there is none of the kind.
    fn field(&mut self, item: &Item) -> Option<Field> {
        let limit = item.width.min(self.rest().len());
        match &item.kind {
            Kind::Number(_) => {
                if self.delimiter().is_some() {
                    return Some(Field::Number(self.reading.empty));
                }
                let (length, number) = scan::number_with_length(&self.rest()[..limit])?;
                self.at += length;
                Some(Field::Number(number))
            }
            Kind::Quoted if self.rest().starts_with(b"\"") => {
                let end = self.rest()[1..].iter().position(|&byte| byte == b'"').unwrap_or(self.rest().len() - 1);
                let text = self.rest()[1..=end].to_vec();
                self.at = (self.at + end + 2).min(self.text.len());
                Some(Field::Text(text))
            }
            Kind::Text | Kind::Quoted => Some(self.until(limit, |it| {
                it.delimiter().is_some() || it.reading.delimiters.is_empty() && it.rest()[0].is_ascii_whitespace()
            })),
            Kind::Chars(count) => Some(self.until((*count).min(self.rest().len()), |_| false)),
            Kind::Set(bytes, negated) => {
                let field = self.until(limit, |it| bytes.contains(&it.rest()[0]) == *negated);
                matches!(&field, Field::Text(text) if !text.is_empty()).then_some(field)
            }
            Kind::Literal(_) => None,
        }
    }

    /// Bytes up to where `ends` says so.
    fn until(&mut self, limit: usize, ends: impl Fn(&Self) -> bool) -> Field {
        let start = self.at;
        while self.at < start + limit && !ends(self) {
            self.at += 1;
        }
        Field::Text(self.text[start..self.at].to_vec())
    }
}

fn value(kind: &Kind, column: Vec<Field>) -> Result<Value> {
    let Kind::Number(class) = kind else {
        let texts = column.into_iter().map(|it| match it {
            Field::Text(text) => Value::text(text),
            Field::Number(number) => Value::scalar(number),
        });
        return Ok(Value::cell(Array::column(texts.collect())));
    };
    let numbers = column.into_iter().map(|it| match it {
        Field::Number(number) => number,
        Field::Text(_) => f64::NAN,
    });
    ops::convert(&Value::column(numbers.collect()), *class)
}

/// Columns of one class and height beside each other are one matrix.
fn collected(values: Vec<Value>) -> Result<Vec<Value>> {
    let mut groups: Vec<Value> = vec![];
    for value in values {
        match groups.last_mut() {
            Some(last) if last.class() == value.class() && last.dims().rows() == value.dims().rows() => {
                *last = ops::cat(1, vec![last.clone(), value])?;
            }
            _ => groups.push(value),
        }
    }
    Ok(groups)
}
