//! `assert`: conditions and comparisons, and the table of what differs.

use super::message;
use crate::builtins::Call;
use crate::session::Session;
use crate::value::{Array, Class, Complex64, Dims, Value};
use crate::{Error, Result, format, ops};
use raddle_matlab::ast::{ExprKind, Scope, Source, StmtKind};
use std::rc::Rc;

pub fn assert(call: Call) -> Result<Vec<Value>> {
    let Call { session, args, .. } = call;
    let condition = &args[0];
    let is_condition = args.len() == 1 || (matches!(condition, Value::Bool(_)) && args[1].is_text());
    if is_condition {
        let holds = !condition.is_text() && condition.is_true().unwrap_or(false);
        if holds {
            return Ok(vec![]);
        }
        if args.len() > 1 {
            let (identifier, text) = message("error", &args[1..])?;
            return Err(Error::with_id(&identifier, text));
        }
        let text = argument_texts(session).map_or("cond".into(), |texts| texts.join(","));
        return Err(Error::new(format!("assert ({text}) failed")));
    }
    let tolerance = args.get(2).filter(|tolerance| !tolerance.is_empty());
    let compared = compare(condition, &args[1], tolerance, args.len() > 2);
    compared.map(|()| vec![]).map_err(|rows| {
        let texts = if rows.inside { None } else { argument_texts(session) };
        let text = texts.map_or("cond {i},expected {i},tol".into(), |texts| texts.join(","));
        // As it ends with a new line, no stack is shown.
        Error::new(table(&text, &rows.rows) + "\n")
    })
}

/// The arguments of the call as Octave prints expressions.
fn argument_texts(session: &mut dyn Session) -> Option<Vec<String>> {
    let (text, at) = session.place()?;
    let call = text.get(at..)?;
    let call = &call[..call_length(call.as_bytes())?];
    let source = Rc::new(Source::new(None, call.into()));
    let file = raddle_matlab::parse_eval(source, &Scope::default()).ok()?;
    let StmtKind::Expr(expr) = &file.script.body.first()?.kind else {
        return None;
    };
    let ExprKind::Index { arguments, .. } = &expr.kind else {
        return None;
    };
    let scope = &file.script.scope;
    Some(arguments.iter().map(|argument| raddle_matlab::print::expression(argument, scope, call)).collect())
}

/// How long a call `name (...)` at the start of a text is.
fn call_length(text: &[u8]) -> Option<usize> {
    let mut depth = 0usize;
    let mut at = 0;
    while at < text.len() {
        match text[at] {
            b'(' | b'[' | b'{' => depth += 1,
            b')' | b']' | b'}' => {
                depth = depth.checked_sub(1)?;
                if depth == 0 {
                    return Some(at + 1);
                }
            }
            b'"' => {
                at += 1;
                while *text.get(at)? != b'"' {
                    at += if text[at] == b'\\' { 2 } else { 1 };
                }
            }
            b'\'' if !is_transposition(text, at) => at += 1 + text[at + 1..].iter().position(|&byte| byte == b'\'')?,
            b'\n' if depth == 0 => return None,
            _ => {}
        }
        at += 1;
    }
    None
}

fn is_transposition(text: &[u8], at: usize) -> bool {
    let before = at.checked_sub(1).map(|before| text[before]);
    before.is_some_and(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b')' | b']' | b'}' | b'\'' | b'.'))
}

/// A line of the table.
struct Row {
    place: String,
    observed: String,
    expected: String,
    reason: String,
}

struct Difference {
    rows: Vec<Row>,
    /// In a cell or field: the message does not show the arguments.
    inside: bool,
}

fn row(place: &str, observed: impl Into<String>, expected: impl Into<String>, reason: impl Into<String>) -> Row {
    Row { place: place.into(), observed: observed.into(), expected: expected.into(), reason: reason.into() }
}

fn one(place: &str, observed: impl Into<String>, expected: impl Into<String>, reason: impl Into<String>) -> Difference {
    Difference { rows: vec![row(place, observed, expected, reason)], inside: false }
}

fn table(call: &str, rows: &[Row]) -> String {
    let mut text = format!("ASSERT errors for:  assert ({call})\n\n  Location  |  Observed  |  Expected  |  Reason");
    for row in rows {
        let cells = [&row.place, &row.observed, &row.expected].map(|cell| centered(cell));
        text.push_str(&format!("\n{} {} {}   {}", cells[0], cells[1], cells[2], row.reason));
    }
    text
}

fn centered(cell: &str) -> String {
    let before = 6usize.saturating_sub(cell.len().div_ceil(2));
    format!("{:12}", format!("{:before$}{cell}", ""))
}

fn sizes(observed: &Value, expected: &Value, reason: &str) -> Difference {
    one(".", format!("O({})", observed.dims()), format!("E({})", expected.dims()), reason)
}

fn compare(observed: &Value, expected: &Value, tolerance: Option<&Value>, any_class: bool) -> Result<(), Difference> {
    let class = observed.class().name();
    match (observed, expected) {
        (Value::Char(a), Value::Char(b)) => {
            if a.bytes.dims() == b.bytes.dims() && a.bytes.as_slice() == b.bytes.as_slice() {
                return Ok(());
            }
            let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
            Err(one("[]", text(a.bytes.as_slice()), text(b.bytes.as_slice()), "Strings don't match"))
        }
        (_, Value::Char(b)) => {
            let text = String::from_utf8_lossy(b.bytes.as_slice()).into_owned();
            let (shown, kind) = match observed.to_doubles() {
                Some(numbers) if numbers.len() == 1 => (number(&numbers.as_slice()[..1], 0), "number".to_string()),
                Some(_) => ("O".into(), "number".into()),
                None => ("O".into(), class.to_string()),
            };
            Err(one(".", shown, text, format!("Expected string, but observed {kind}")))
        }
        (Value::Cell(a), Value::Cell(b)) => {
            if a.dims() != b.dims() {
                return Err(sizes(observed, expected, "Dimensions don't match"));
            }
            each(a.iter().zip(b.iter()), tolerance, any_class)
        }
        (_, Value::Cell(_)) => Err(one(".", "O", "E", format!("Expected cell, but observed {class}"))),
        (_, Value::Handle(_)) if !matches!(observed, Value::Handle(_)) => {
            Err(one("@", "O", "E", format!("Expected function handle, but observed {class}")))
        }
        (Value::Handle(_), Value::Handle(_)) if ops::is_equal(observed, expected) => Ok(()),
        (_, Value::Handle(_)) => Err(one("@", "O", "E", "Function handles don't match")),
        (Value::Struct(a), Value::Struct(b)) => {
            if a.dims() != b.dims() {
                return Err(sizes(observed, expected, "Structure sizes don't match"));
            }
            if a.fields.len() != b.fields.len() || !a.fields.keys().all(|name| b.fields.contains_key(name)) {
                return Err(one(".", "O", "E", "Structure fieldname mismatch"));
            }
            let pairs = a.fields.iter().filter_map(|(name, field)| Some((field, b.fields.get(name)?)));
            each(pairs.flat_map(|(a, b)| a.iter().zip(b.iter())), tolerance, any_class)
        }
        (_, Value::Struct(_)) => Err(one(".", "O", "E", format!("Expected struct, but observed {class}"))),
        _ => numbers(observed, expected, tolerance, any_class),
    }
}

fn each<'a>(
    mut pairs: impl Iterator<Item = (&'a Value, &'a Value)>,
    tolerance: Option<&Value>,
    any_class: bool,
) -> Result<(), Difference> {
    pairs
        .try_for_each(|(a, b)| compare(a, b, tolerance, any_class))
        .map_err(|difference| Difference { inside: true, ..difference })
}

/// `%.*g` with the digits that `num2str` takes.
fn number(values: &[f64], at: usize) -> String {
    let largest = values.iter().fold(0.0f64, |largest, value| largest.max(value.abs()));
    let digits = if largest == 0.0 || !largest.is_finite() { 5.0 } else { (largest.log10().floor() + 5.0).clamp(5.0, 16.0) };
    printed(&format!("%.{digits}g"), values[at])
}

fn printed(template: &str, value: f64) -> String {
    let text = format::sprintf(template.as_bytes(), &[Value::scalar(value)]).unwrap_or_default();
    String::from_utf8_lossy(&text).into_owned()
}

fn shown(value: Complex64, is_complex: bool) -> String {
    if !is_complex {
        return number(&[value.re], 0);
    }
    let parts = [value.re, value.im];
    let imaginary = number(&parts, 1);
    let sign = if imaginary.starts_with('-') { "" } else { "+" };
    format!("{}{sign}{imaginary}i", number(&parts, 0))
}

fn place(dims: &Dims, k: usize) -> String {
    if dims.is_scalar() {
        return "()".into();
    }
    if dims.is_vector() {
        return format!("({})", k + 1);
    }
    let mut rest = k;
    let subscripts: Vec<_> = dims
        .as_slice()
        .iter()
        .map(|&extent| {
            let subscript = rest % extent + 1;
            rest /= extent;
            subscript.to_string()
        })
        .collect();
    format!("({})", subscripts.join(","))
}

fn numbers(
    observed: &Value,
    expected: &Value,
    tolerance: Option<&Value>,
    any_class: bool,
) -> Result<(), Difference> {
    if observed.dims() != expected.dims() {
        return Err(sizes(observed, expected, "Dimensions don't match"));
    }
    let (a, b) = (observed.class(), expected.class());
    if !any_class && a != b {
        return Err(one("()", "O", "E", format!("Class {} != {}", a.name(), b.name())));
    }
    let (Some(observed_values), Some(expected_values)) = (observed.to_complex(), expected.to_complex()) else {
        return if ops::is_equal(observed, expected) { Ok(()) } else { Err(one("()", "O", "E", "Values do not match")) };
    };
    let pairs = Pairs {
        dims: observed.dims(),
        observed: observed_values,
        expected: expected_values,
        observed_is_complex: observed.is_complex(),
        expected_is_complex: expected.is_complex(),
        saturates: matches!(a, Class::U8 | Class::U16 | Class::U32 | Class::U64),
        tolerance: tolerance.and_then(Value::to_doubles).unwrap_or_else(|| Array::scalar(0.0)),
    };
    let rows = pairs.rows();
    if rows.is_empty() { Ok(()) } else { Err(Difference { rows, inside: false }) }
}

struct Pairs {
    dims: Dims,
    observed: Array<Complex64>,
    expected: Array<Complex64>,
    observed_is_complex: bool,
    expected_is_complex: bool,
    /// Differences of unsigned integers are not negative.
    saturates: bool,
    tolerance: Array<f64>,
}

impl Pairs {
    fn row(&self, k: usize, reason: String) -> Row {
        row(
            &place(&self.dims, k),
            shown(self.observed.as_slice()[k], self.observed_is_complex),
            shown(self.expected.as_slice()[k], self.expected_is_complex),
            reason,
        )
    }

    /// Special values first, then what is too far away.
    fn rows(&self) -> Vec<Row> {
        let is_na = |value: Complex64| value.re.to_bits() << 1 == crate::value::NA.to_bits() << 1;
        let is_nan = |value: Complex64| value.is_nan() && !is_na(value);
        let kinds: [(&str, &dyn Fn(Complex64) -> bool); 3] =
            [("NA", &is_na), ("NaN", &is_nan), ("Inf", &|value: Complex64| value.re.is_infinite() || value.im.is_infinite())];
        let mut rows = vec![];
        for (name, is) in kinds {
            for (k, (&a, &b)) in self.observed.iter().zip(self.expected.iter()).enumerate() {
                if is(a) != is(b) || (name == "Inf" && is(a) && a != b) {
                    rows.push(self.row(k, format!("'{name}' mismatch")));
                }
            }
        }
        for (k, (&a, &b)) in self.observed.iter().zip(self.expected.iter()).enumerate() {
            if a.is_finite() && b.is_finite() {
                rows.extend(self.distance(k, a, b).map(|reason| self.row(k, reason)));
            }
        }
        rows
    }

    fn distance(&self, k: usize, a: Complex64, b: Complex64) -> Option<String> {
        let tolerance = *self.tolerance.as_scalar().or(self.tolerance.as_slice().get(k)).unwrap_or(&0.0);
        let difference = if self.saturates { (a.re - b.re).max(0.0) } else { (a - b).norm() };
        let is_relative = tolerance < 0.0 && b.norm() != 0.0;
        let error = if is_relative { difference / b.norm() } else { difference };
        let limit = tolerance.abs();
        if a == b || (limit > 0.0 && error <= limit) {
            return None;
        }
        let kind = if is_relative { "Rel" } else { "Abs" };
        Some(format!(
            "{kind} err {} exceeds tol {} by {}",
            printed("%.5g", error),
            printed("%.5g", limit),
            printed("%.1g", error - limit)
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message(a: &Value, b: &Value) -> String {
        compare(a, b, None, false).map_or_else(|difference| table("a,b", &difference.rows), |()| String::new())
    }

    #[test]
    fn tables_as_octave_prints_them() {
        let head = "ASSERT errors for:  assert (a,b)\n\n  Location  |  Observed  |  Expected  |  Reason\n";
        assert_eq!(
            message(&Value::scalar(1e10), &Value::scalar(1e10 + 1.0)),
            format!("{head}     ()      10000000000  10000000001    Abs err 1 exceeds tol 0 by 1")
        );
        assert_eq!(
            message(&Value::row(vec![1.0, 2.0]), &Value::row(vec![1.0, 3.0])),
            format!("{head}    (2)           2            3         Abs err 1 exceeds tol 0 by 1")
        );
        assert_eq!(message(&Value::scalar(f64::NAN), &Value::scalar(f64::NAN)), "");
    }

    #[test]
    fn calls_end_with_their_parenthesis() {
        assert_eq!(call_length(b"assert (x' == [1, 2]'); y"), Some(22));
        assert_eq!(call_length(b"assert (strcmp ('a)', \"b)\\\"\"))"), Some(30));
        assert_eq!(call_length(b"assert x\n(1)"), None);
    }
}
