//! Expectations are Octave's answers. Knows no values of programs.

use super::*;

fn text(template: &str, args: &[Value]) -> String {
    let bytes = sprintf(&unescape(template.as_bytes()), args).expect("a template");
    String::from_utf8(bytes).expect("text")
}

#[test]
fn templates() {
    let s = |text: &str| Value::text(text);
    let d = Value::scalar;
    assert_eq!(text("%d %s|", &[s("abc"), d(5.0)]), "97 bc|5 ");
    assert_eq!(text("%d, ", &[Value::row(vec![1.0, 2.5])]), "1, 2.5, ");
    assert_eq!(text("hello %d world", &[]), "hello ");
    assert_eq!(text("%d|", &[d(1.0), Value::empty(), d(2.0)]), "1||2|");
    assert_eq!(text("%-5s|%5d|%05.1f", &[s("ab"), d(7.0), d(-2.25)]), "ab   |    7|-02.2");
    assert_eq!(text("%x %o %#x", &[d(255.0), d(8.0), d(255.5)]), "ff 10 255.500");
    assert_eq!(text("%+d|% d|%+d", &[d(f64::INFINITY), d(f64::NAN), d(-3.0)]), "+Inf|NaN|-3");
}

#[test]
fn escapes() {
    assert_eq!(unescape(br"a\tb\x41\1012\\q\q"), b"a\tbAA2\\qq");
}

#[test]
fn mistakes() {
    assert_eq!(sprintf(b"%y", &[]).unwrap_err().message, "sprintf: invalid format specified");
    let cell = Value::cell_row(vec![]);
    assert_eq!(sprintf(b"%d", &[cell]).unwrap_err().message, "sprintf: wrong type argument 'cell'");
}
