//! How values are shown, against recorded displays. Never runs programs.

use super::*;
use crate::value::Array;

fn shown(value: Value) -> String {
    String::from_utf8(named("x", &value, Format::default())).expect("text")
}

#[test]
fn scalars() {
    for (x, text) in [
        (5.0, "5"),
        (2.14159, "2.1416"),
        (1e10, "1.0000e+10"),
        (-0.0, "0"),
        (0.001, "1.0000e-03"),
        (1234567.0, "1234567"),
    ] {
        assert_eq!(shown(Value::scalar(x)), format!("x = {text}\n"));
    }
}

#[test]
fn matrices() {
    assert_eq!(shown(Value::row(vec![1.0, 2.5])), "x =\n\n   1.0000   2.5000\n\n");
    assert_eq!(shown(Value::row(vec![1.0, -2.0])), "x =\n\n   1  -2\n\n");
    assert_eq!(shown(Value::Double(Array::new([0, 3].into(), vec![]))), "x = [](0x3)\n");
}
