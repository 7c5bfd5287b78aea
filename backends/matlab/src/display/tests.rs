//! How values are shown, against recorded displays. Never runs programs.

use super::*;
use crate::value::{Array, Complex64, Range, StructArray};

fn shown(value: Value) -> String {
    String::from_utf8(named("x", &value, Format::default())).expect("text")
}

fn complex(elements: &[(f64, f64)]) -> Value {
    Value::Complex(Array::row(elements.iter().map(|&(re, im)| Complex64::new(re, im)).collect()))
}

fn range(base: f64, step: f64, limit: f64, count: usize) -> Value {
    Value::Range(Range { base, step, limit, count })
}

#[test]
fn scalars() {
    let cases = [
        (5.0, "5"),
        (2.14159, "2.1416"),
        (1e10, "1.0000e+10"),
        (-0.0, "0"),
        (0.001, "1.0000e-03"),
        (0.05, "0.050000"),
        (99999.5, "1.0000e+05"),
        (1234567.0, "1234567"),
        (12345678.0, "1.2346e+07"),
        (f64::NAN, "NaN"),
        (crate::value::NA, " NA"),
    ];
    for (x, text) in cases {
        assert_eq!(shown(Value::scalar(x)), format!("x = {text}\n"));
    }
}

#[test]
fn matrices() {
    let cases = [
        (vec![1.0, 2.5], "   1.0000   2.5000"),
        (vec![1.0, -2.0], "   1  -2"),
        (vec![1.0, 1000.5], "   1.0000e+00   1.0005e+03"),
        (vec![f64::NAN, 1.5], "      NaN   1.5000"),
        (vec![1e-46, 1.0], "  1e-46   1"),
        (vec![1.00000001, 2.0], "   1   2"),
        (vec![1e300, 1.0], "   1.0000e+300    1.0000e+00"),
        (vec![999999.0, 1.0], "   999999        1"),
        (vec![1000000.0, 1.0], "   1.0000e+06   1.0000e+00"),
    ];
    for (elements, text) in cases {
        assert_eq!(shown(Value::row(elements)), format!("x =\n\n{text}\n\n"));
    }
    assert_eq!(shown(Value::Double(Array::new([0, 3].into(), vec![]))), "x = [](0x3)\n");
}

#[test]
fn other_classes() {
    let cases = [
        (complex(&[(1.0, 100.0), (2.5, 200.0)]), "     1.00 + 100.00i     2.50 + 200.00i"),
        (Value::I8(Array::row(vec![-128, 5])), "  -128  5"),
        (range(0.0, 0.1, 0.3, 4), "         0    0.1000    0.2000    0.3000"),
        (range(-10.5, 5.0, 10.0, 5), "   -10.500    -5.500    -0.500     4.500     9.500"),
        (Value::Bool(Array::row(vec![true, false])), "  1  0"),
    ];
    for (value, text) in cases {
        assert_eq!(shown(value), format!("x =\n\n{text}\n\n"));
    }
    assert_eq!(shown(complex(&[(3.0, 4.0)])), "x =  3 + 4i\n");
    assert_eq!(shown(complex(&[(f64::NAN, 12.0)])), "x =  NaN + 1e+01i\n");
}

#[test]
fn values_in_values() {
    let cell = Value::cell_row(vec![Value::scalar(1.0), Value::row(vec![1.0, 2.0]), Value::text("ab")]);
    assert_eq!(shown(cell), "x =\n{\n  [1,1] = 1\n  [1,2] =\n\n     1   2\n\n  [1,3] = ab\n}\n\n");
    let mut inner = StructArray::scalar();
    inner.set("a", 0, Value::scalar(1.0));
    let mut outer = StructArray::scalar();
    outer.set("s", 0, Value::structs(inner));
    let heading = "scalar structure containing the fields:";
    let expected = format!("x =\n\n  {heading}\n\n    s =\n\n      {heading}\n\n        a = 1\n\n\n");
    assert_eq!(shown(Value::structs(outer)), expected);
}

#[test]
fn pieces() {
    let text = shown(Value::row((1..=18).map(|k| f64::from(k) * 1.5).collect()));
    let headings: Vec<_> = text.lines().filter(|line| line.contains("Column")).collect();
    assert_eq!(headings, [" Columns 1 through 8:", " Columns 9 through 16:", " Columns 17 and 18:"]);
}
