//! Concatenation: brackets, `horzcat`, `vertcat`, `cat`. Which class the result has, and what is left out because it is empty.

mod join;

use super::convert::convert;
use crate::value::{Array, CharArray, Class, Dims, StructArray, Value};
use crate::{Error, Result, fail};
use join::join;

/// Who asks, for the text of messages.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Asker {
    Brackets,
    Function,
}

/// `[a, b; c, d]`. Cells, structs, strings and all classes of numbers.
///
/// # Errors
/// Octave's: dimensions that do not match, classes that do not mix.
pub fn concat(mut rows: Vec<Vec<Value>>) -> Result<Value> {
    if let [row] = &mut rows[..] {
        if row.len() == 1 {
            return single(row.remove(0));
        }
        return along(1, std::mem::take(row), Asker::Brackets);
    }
    rows.retain(|row| !row.is_empty());
    let all = || rows.iter().flatten();
    if all().all(Value::is_text) && rows.len() > 1 {
        return texts(rows);
    }
    // The class of the whole is that of all elements, also of those in rows that are empty.
    let class = if all().any(|value| matches!(value, Value::Cell(_))) { None } else { Some(common_class(all())?) };
    let joined: Result<Vec<Value>> = rows.into_iter().map(|row| along(1, row, Asker::Brackets)).collect();
    let result = along(0, joined?, Asker::Brackets)?;
    match class {
        Some(class) if class != result.class() && result.is_number_like() => convert(&result, class),
        _ => Ok(result),
    }
}

/// `[x]`
fn single(value: Value) -> Result<Value> {
    match value {
        Value::Handle(_) => {
            fail!("octave_base_value::resize (): wrong type argument 'function handle'")
        }
        other => Ok(other.full()),
    }
}

/// Concatenation along 0-based dimension `dimension` (`horzcat` is 1, `vertcat` is 0, `cat(3, ...)` is 2).
///
/// # Errors
/// As [`concat`].
pub fn cat(dimension: usize, mut values: Vec<Value>) -> Result<Value> {
    match values.len() {
        0 => Ok(Value::empty()),
        1 => Ok(values.remove(0).full()),
        _ => along(dimension, values, Asker::Function),
    }
}

/// Rows of texts of different lengths are filled with blanks.
fn texts(rows: Vec<Vec<Value>>) -> Result<Value> {
    let joined: Result<Vec<Value>> = rows.into_iter().map(|row| along(1, row, Asker::Brackets)).collect();
    let mut joined = joined?;
    joined.retain(|row| !row.is_empty());
    let width = joined.iter().map(|row| row.dims().cols()).max().unwrap_or(0);
    for row in &mut joined {
        if let Value::Char(chars) = row
            && chars.bytes.dims().cols() < width
            && chars.bytes.dims().rank() == 2
        {
            let mut bytes = chars.bytes.as_slice().to_vec();
            let height = chars.bytes.dims().rows();
            bytes.resize(height * width, b' ');
            chars.bytes = Array::new([height, width].into(), bytes);
        }
    }
    if joined.is_empty() {
        return Ok(Value::text(""));
    }
    along(0, joined, Asker::Brackets)
}

fn along(dimension: usize, values: Vec<Value>, asker: Asker) -> Result<Value> {
    if values.is_empty() {
        return Ok(Value::empty());
    }
    if values.iter().any(|value| matches!(value, Value::Cell(_))) {
        return cells(dimension, values, asker);
    }
    let class = common_class(values.iter())?;
    let values: Vec<Value> = values.into_iter().map(Value::full).collect();
    match class {
        Class::Struct => structs(dimension, values, asker),
        Class::Char => chars(dimension, values, asker),
        Class::Handle => fail!("octave_base_value::resize (): wrong type argument 'function handle'"),
        Class::Map => fail!("containers.Map/horzcat method failed"),
        _ => numbers(dimension, values, class, asker),
    }
}

/// The class of the result. Characters before integers, the first integer class before singles, singles before doubles.
fn common_class<'a>(values: impl Iterator<Item = &'a Value>) -> Result<Class> {
    let mut class: Option<Class> = None;
    let mut first: Option<&Value> = None;
    for value in values {
        let own = value.class();
        class = Some(match class {
            None => own,
            Some(before) if before == own => own,
            Some(before) => {
                let (a, b) = (Class::is_object(before), Class::is_object(own));
                match (a, b) {
                    // An empty matrix is left out beside anything.
                    (true, false) if is_void(value) => before,
                    (false, true) if first.is_some_and(is_void) => own,
                    (false, false) => stronger(before, own),
                    (_, _) => return Err(mixed(first.unwrap_or(value), value)),
                }
            }
        });
        first = Some(first.filter(|first| !is_void(first)).unwrap_or(value));
    }
    Ok(class.unwrap_or(Class::Double))
}

impl Class {
    /// Not numbers, truth values or characters.
    fn is_object(self) -> bool {
        matches!(self, Class::Cell | Class::Struct | Class::Handle | Class::Map)
    }
}

fn is_void(value: &Value) -> bool {
    value.is_number_like() && value.dims().as_slice() == [0, 0]
}

fn mixed(left: &Value, right: &Value) -> Error {
    let name = |value: &Value| value.kind_name();
    // What was joined so far is a matrix.
    let left = match left {
        Value::Struct(_) => "struct".into(),
        Value::Double(_) => "matrix".into(),
        other => name(other),
    };
    Error::new(format!("concatenation operator not implemented for '{left}' by '{}' operations", name(right)))
}

fn stronger(a: Class, b: Class) -> Class {
    for class in [Class::Char, a, b] {
        if (class == a || class == b) && (class == Class::Char || class.is_integer()) {
            return class;
        }
    }
    if a == Class::Single || b == Class::Single { Class::Single } else { Class::Double }
}

/// The extents of the parts that count, or the message of the first that does not match.
fn check(dimension: usize, dims: &[Dims], asker: Asker) -> Result<(Dims, Vec<bool>)> {
    let mut total: Option<Dims> = None;
    let mut used = Vec::with_capacity(dims.len());
    let mut sum: Dims = [0, 0].into();
    for own in dims {
        let skipped = is_skipped(dimension, own);
        used.push(!skipped);
        if skipped {
            if total.is_none() && own.get(dimension) + 1 >= sum.get(dimension) && sum.count() == 0 {
                sum = sum_of_skipped(dimension, &sum, own);
            }
            continue;
        }
        match &mut total {
            None => total = Some(own.clone()),
            Some(total) => {
                let rank = total.rank().max(own.rank());
                if (0..rank).any(|k| k != dimension && total.get(k) != own.get(k)) {
                    return Err(mismatch(dimension, total, own, asker));
                }
                *total = total.with(dimension, total.get(dimension) + own.get(dimension));
            }
        }
    }
    Ok((total.unwrap_or(sum), used))
}

/// `[]`, and 1x0 and 0x1 in rows and columns.
fn is_skipped(dimension: usize, dims: &Dims) -> bool {
    match *dims.as_slice() {
        [0, 0] => true,
        [0, 1] | [1, 0] => dimension < 2,
        _ => false,
    }
}

/// Empty parts alone: the greatest of them.
fn sum_of_skipped(_dimension: usize, before: &Dims, own: &Dims) -> Dims {
    if own.rows() + own.cols() >= before.rows() + before.cols() { own.clone() } else { before.clone() }
}

fn mismatch(dimension: usize, left: &Dims, right: &Dims, asker: Asker) -> Error {
    match (asker, dimension) {
        (Asker::Brackets, 0) => Error::new(format!("vertical dimensions mismatch ({left} vs {right})")),
        (Asker::Brackets, _) => Error::new(format!("horizontal dimensions mismatch ({left} vs {right})")),
        (Asker::Function, 0) => Error::new(format!("vertical dimensions mismatch ({left} vs {right})")),
        (Asker::Function, 1) => Error::new(format!("horizontal dimensions mismatch ({left} vs {right})")),
        (Asker::Function, _) => {
            Error::new("concatenation operator not implemented for 'matrix' by 'matrix' operations")
        }
    }
}

/// Joins arrays of one element type.
fn arrays<T: Clone>(dimension: usize, parts: Vec<Array<T>>, asker: Asker) -> Result<Array<T>> {
    let dims: Vec<Dims> = parts.iter().map(|part| part.dims().clone()).collect();
    let (total, used) = check(dimension, &dims, asker)?;
    let mut kept = used.into_iter();
    let parts: Vec<Array<T>> = parts.into_iter().filter(|_| kept.next().unwrap_or(false)).collect();
    Ok(join(dimension, total, &parts))
}

fn numbers(dimension: usize, values: Vec<Value>, class: Class, asker: Asker) -> Result<Value> {
    let is_complex = values.iter().any(Value::is_complex);
    macro_rules! joined {
        ($variant:ident) => {{
            let mut parts = Vec::with_capacity(values.len());
            for value in values {
                match convert(&value, class)? {
                    Value::$variant(array) => parts.push(array),
                    other => return Err(mixed(&value, &other)),
                }
            }
            Ok(Value::$variant(arrays(dimension, parts, asker)?))
        }};
    }
    match class {
        Class::Bool => joined!(Bool),
        Class::I8 => joined!(I8),
        Class::I16 => joined!(I16),
        Class::I32 => joined!(I32),
        Class::I64 => joined!(I64),
        Class::U8 => joined!(U8),
        Class::U16 => joined!(U16),
        Class::U32 => joined!(U32),
        Class::U64 => joined!(U64),
        Class::Single if is_complex => {
            let parts = values.iter().map(super::product::single_complex).collect();
            Ok(Value::SingleComplex(arrays(dimension, parts, asker)?).narrow())
        }
        Class::Single => joined!(Single),
        _ if is_complex => {
            let parts = values.iter().map(|value| value.to_complex().unwrap_or_default()).collect();
            Ok(Value::Complex(arrays(dimension, parts, asker)?).narrow())
        }
        _ => joined!(Double),
    }
}

fn chars(dimension: usize, values: Vec<Value>, asker: Asker) -> Result<Value> {
    let double_quoted = values.iter().all(|value| matches!(value, Value::Char(chars) if chars.double_quoted));
    if values.iter().any(|value| !value.is_text()) {
        let has_complex = values.iter().any(Value::is_complex);
        if has_complex {
            fail!("octave_base_value::char_array_value(): wrong type argument 'complex scalar'");
        }
    }
    let mut parts = Vec::with_capacity(values.len());
    for value in values {
        if let Value::Char(chars) = convert(&value, Class::Char)? {
            parts.push(chars.bytes);
        }
    }
    Ok(Value::Char(CharArray { bytes: arrays(dimension, parts, asker)?, double_quoted }))
}

/// Values among cells become cells, but for empty matrices, which are left out.
fn cells(dimension: usize, values: Vec<Value>, asker: Asker) -> Result<Value> {
    let mut parts = Vec::with_capacity(values.len());
    for value in values {
        match value {
            Value::Cell(array) => parts.push(*array),
            other if is_void(&other) => {}
            other => parts.push(Array::scalar(other.full())),
        }
    }
    Ok(Value::cell(arrays(dimension, parts, asker)?))
}

fn structs(dimension: usize, values: Vec<Value>, asker: Asker) -> Result<Value> {
    let mut parts: Vec<StructArray> = vec![];
    for value in values {
        if let Value::Struct(structs) = value {
            parts.push(*structs);
        }
    }
    let dims: Vec<Dims> = parts.iter().map(|part| part.dims().clone()).collect();
    let (total, used) = check(dimension, &dims, asker)?;
    let Some(first) = parts.first() else { return Ok(Value::empty()) };
    let names: Vec<_> = first.fields.keys().cloned().collect();
    let mut result = StructArray::new(total.clone());
    let same = |part: &StructArray| {
        part.fields.len() == names.len() && names.iter().all(|name| part.fields.contains_key(name))
    };
    if !parts.iter().all(same) {
        fail!("cat: field names mismatch in concatenating structs");
    }
    for name in names {
        let fields = parts.iter().zip(&used).filter(|(_, used)| **used);
        let fields: Vec<Array<Value>> = fields.map(|(part, _)| part.fields[&name].clone()).collect();
        result.fields.insert(name, join(dimension, total.clone(), &fields));
    }
    Ok(Value::structs(result))
}
