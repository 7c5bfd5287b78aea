//! Expectations are Octave's answers.

use super::*;
use crate::fail;
use crate::session::{Session, State};
use crate::value::Complex64;

/// A program that only keeps what it prints.
#[derive(Default)]
struct Recorder {
    out: Vec<u8>,
    state: State,
}

impl Session for Recorder {
    fn call(&mut self, _: &Value, _: Vec<Value>, _: usize) -> Result<Vec<Value>> {
        fail!("nothing to call")
    }
    fn is_function(&mut self, _: &str) -> bool {
        false
    }
    fn write(&mut self, bytes: &[u8]) {
        self.out.extend_from_slice(bytes);
    }
    fn write_error(&mut self, _: &[u8]) {}
    fn state(&mut self) -> &mut State {
        &mut self.state
    }
}

fn run(recorder: &mut Recorder, name: &str, args: Vec<Value>, nargout: usize) -> Result<Vec<Value>> {
    let entry = TABLE.iter().find(|entry| entry.name == name).expect("a function");
    (entry.function)(Call { session: recorder, name: entry.name, args, nargout })
}

/// The rows of the text that a function makes, with `|` between them.
fn text(name: &str, args: Vec<Value>) -> String {
    let values = run(&mut Recorder::default(), name, args, 1).unwrap_or_else(|error| vec![Value::text(error.message)]);
    let Some(Value::Char(text)) = values.first() else { return format!("{:?}", values.first()) };
    let (rows, bytes) = (text.bytes.dims().rows(), text.bytes.as_slice());
    let lines: Vec<_> = (0..rows)
        .map(|i| String::from_utf8_lossy(&bytes.iter().skip(i).step_by(rows).copied().collect::<Vec<_>>()).into_owned())
        .collect();
    lines.join("|")
}

fn d(x: f64) -> Value {
    Value::scalar(x)
}

fn s(x: &str) -> Value {
    Value::text(x)
}

fn matrix(rows: &[&[f64]]) -> Value {
    let columns = rows[0].len();
    let elements = (0..columns).flat_map(|j| rows.iter().map(move |row| row[j])).collect();
    Value::Double(Array::new([rows.len(), columns].into(), elements))
}

fn complex(elements: &[(f64, f64)]) -> Value {
    Value::Complex(Array::row(elements.iter().map(|&(re, im)| Complex64::new(re, im)).collect()))
}

#[test]
fn numbers_as_text() {
    let cases = [
        (d(std::f64::consts::PI), "3.1416"),
        (d(123456789012345.0), "123456789012345"),
        (d(1e16), "1e+16"),
        (d(1.23456789e-10), "1.2346e-10"),
        (d(1234567.89), "1234567.89"),
        (d(99999.99999), "100000"),
        (d(-0.0), "-0"),
        (Value::row(vec![1.0, -2.0, 3.0]), "1 -2  3"),
        (matrix(&[&[1.0, 20.0], &[300.0, 4.0]]), "  1   20|300    4"),
        (Value::row(vec![1.5, 2.25, 100.0]), "1.5          2.25           100"),
        (Value::row(vec![1e-5, 1e5]), "1e-05           100000"),
        (Value::row(vec![f64::NAN, 12.0]), "NaN   12"),
        (Value::row(vec![9007199254740992.0, 1.0]), "9007199254740992                 1"),
        (Value::row(vec![1e20, -1.0]), "1e+20                     -1"),
        (complex(&[(3.5, -4.25)]), "3.5-4.25i"),
        (complex(&[(1.0, 2.0), (300.0, -4.0), (5.0, 0.0)]), "1+2i     300-4i       5+0i"),
        (complex(&[(1.5, 2.25), (300.125, -4.0)]), "1.5+2.25i                300.125-4i"),
        (complex(&[(f64::NAN, 1.5), (2.0, 0.0)]), "NaN+2i   2+0i"),
        (complex(&[(f64::INFINITY, 1.5)]), "Inf+2i"),
        (complex(&[(f64::INFINITY, 1.5), (2.5, 0.0)]), "Inf+1.5i                 2.5+0i"),
        (Value::I8(Array::row(vec![100, -100])), "100 -100"),
        (Value::bool(true), "1"),
        (Value::empty(), ""),
        (Value::cell_row(vec![]), "num2str: X must be a numeric, logical, or character array"),
    ];
    for (value, expected) in cases {
        assert_eq!(text("num2str", vec![value]), expected);
    }
}

#[test]
fn numbers_as_text_by_template() {
    let m = || matrix(&[&[1.0, 2.0], &[30.0, 4.0]]);
    let c = || complex(&[(1.0, 2.0), (3.0, 4.0)]);
    let cases = [
        (d(std::f64::consts::PI), d(8.0), "3.1415927"),
        (Value::row(vec![std::f64::consts::PI, 100.0]), d(3.0), "3.14       100"),
        (m(), s("%5.2f"), " 1.00 2.00|30.00 4.00"),
        (m(), s("%d, "), "1, 2, |30, 4,"),
        (m(), s("%d\\t"), "1\t2 |30\t4"),
        (m(), s("%d\\n"), "1 |2 |30|4 "),
        (c(), s("%5.2f"), "1.00+2.00i 3.00+4.00i"),
        (c(), s("%5.1f"), "1.0+2.0i   3.0+4.0i"),
        (c(), s("%d"), "1+2i3+4i"),
        (d(1.0), d(-1.0), "num2str: PRECISION must be a scalar integer >= 0"),
    ];
    for (value, template, expected) in cases {
        assert_eq!(text("num2str", vec![value, template]), expected);
    }
}

#[test]
fn matrices_as_expressions() {
    let cases = [
        (vec![matrix(&[&[1.5, 2.0], &[3.0, 4.0]])], "[1.5 2;3 4]"),
        (vec![d(1.0 / 3.0)], "0.333333333333333"),
        (vec![d(std::f64::consts::PI), d(4.0)], "3.142"),
        (vec![Value::I8(Array::row(vec![1, 2])), s("class")], "int8([1 2])"),
        (vec![Value::Bool(Array::row(vec![true, false]))], "[true false]"),
        (vec![complex(&[(3.0, 4.0), (1.5, -2.25)])], "[3+4i 1.5-2.25i]"),
        (vec![complex(&[(std::f64::consts::PI, std::f64::consts::E)]), Value::row(vec![3.0, 5.0])], "3.14+2.7183i"),
        (vec![Value::empty()], "[]"),
        (
            vec![s("abc")],
            "Invalid call to mat2str.  Correct usage is:\n\n -- S = mat2str (X, N)\n -- S = mat2str (X, N, \"class\")",
        ),
    ];
    for (args, expected) in cases {
        assert_eq!(text("mat2str", args), expected);
    }
}

#[test]
fn integers_and_fractions() {
    assert_eq!(text("int2str", vec![matrix(&[&[1.2, 3.7], &[-5.5, 100.0]])]), " 1    4|-6  100");
    assert_eq!(text("int2str", vec![d(2.5)]), "3");
    let cases = [
        (d(std::f64::consts::PI), "  355/113"),
        (d(0.0), "0"),
        (d(123456.789), " 617284/5"),
        (d(1e10), "        *"),
        (Value::row(vec![0.5, 0.25, 1.0 / 3.0]), "        1/2        1/4        1/3"),
        (complex(&[(0.0, 1.0)]), "0 +         1i"),
        (complex(&[(3.5, 2.0)]), "      7/2 +         2i"),
        (Value::bool(true), "rats: X must be numeric"),
    ];
    for (value, expected) in cases {
        assert_eq!(text("rats", vec![value]), expected);
    }
    assert_eq!(text("rats", vec![d(std::f64::consts::PI), d(20.0)]), " 817696623/260280919");
}

#[test]
fn other_bases() {
    let cases = [
        ("dec2base", vec![matrix(&[&[1.0, 20.0], &[300.0, 4.0]]), d(10.0)], "001|300|020|004"),
        ("dec2base", vec![d(10.0), d(3.0), d(6.0)], "000101"),
        ("dec2base", vec![d(10.0), s("ab")], "baba"),
        ("dec2base", vec![d(-1.0), d(2.0)], "dec2base: input must be real non-negative integers"),
        ("dec2bin", vec![Value::row(vec![-5.0, 3.0])], "11111011|00000011"),
        ("dec2bin", vec![d(-129.0)], "1111111101111111"),
        ("dec2bin", vec![d(1.5)], "dec2bin: input must be integers"),
        ("dec2hex", vec![Value::row(vec![10.0, 255.0])], "0A|FF"),
    ];
    for (name, args, expected) in cases {
        assert_eq!(text(name, args), expected, "{name}");
    }
    let number = |name: &str, args: Vec<Value>| {
        run(&mut Recorder::default(), name, args, 1).ok().and_then(|values| values[0].as_scalar())
    };
    assert_eq!(number("bin2dec", vec![s("1 0 1")]), Some(5.0));
    assert_eq!(number("hex2dec", vec![s("ff")]), Some(255.0));
    assert_eq!(number("base2dec", vec![s("yyyzx"), s("xyz")]), Some(123.0));
    assert!(number("bin2dec", vec![s("12")]).is_some_and(f64::is_nan));
}

#[test]
fn streams() {
    let mut recorder = Recorder::default();
    let written = run(&mut recorder, "fprintf", vec![s("%d|%s\\n"), d(5.0), s("ab")], 1).expect("written");
    assert_eq!(written[0].as_scalar(), Some(5.0));
    run(&mut recorder, "fprintf", vec![d(1.0), s("x\\n")], 0).expect("written");
    run(&mut recorder, "puts", vec![s("a\\n")], 0).expect("written");
    assert_eq!(recorder.out, b"5|ab\nx\na\\n");
    let message = |name: &str, args| run(&mut Recorder::default(), name, args, 0).unwrap_err().message;
    assert_eq!(message("fprintf", vec![d(10.0), s("x")]), "fprintf: invalid stream number = 10");
    assert_eq!(message("printf", vec![d(5.0)]), "printf: format TEMPLATE must be a string");
    assert!(message("fprintf", vec![d(1.0)]).starts_with("Invalid call to fprintf.  Correct usage is:\n\n -- fprintf"));
}

#[test]
fn formats() {
    let mut recorder = Recorder::default();
    for word in ["long", "compact"] {
        run(&mut recorder, "format", vec![s(word)], 0).expect("a format");
    }
    run(&mut recorder, "disp", vec![d(std::f64::consts::PI)], 0).expect("shown");
    assert_eq!(recorder.out, b"3.141592653589793\n");
    let names = run(&mut recorder, "format", vec![], 2).expect("names");
    assert_eq!(names[0].as_text().as_deref(), Some("long"));
    assert_eq!(names[1].as_text().as_deref(), Some("compact"));
    let error = run(&mut recorder, "format", vec![s("foo")], 0).unwrap_err();
    assert_eq!(error.message, "format: unrecognized format state 'foo'");
    let error = run(&mut recorder, "output_precision", vec![d(17.0)], 0).unwrap_err();
    assert_eq!(error.message, "output_precision: arg must be less than or equal to 16");
}
