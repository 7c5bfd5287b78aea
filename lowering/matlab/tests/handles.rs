//! Anonymous functions as Octave prints them, in `handles.txt`: a source, `----`, what `func2str` gave.

use raddle_matlab::ast::*;
use raddle_matlab::print;
use std::rc::Rc;

#[test]
fn handles_are_printed_as_octave_does() {
    let cases = include_str!("handles.txt");
    for case in cases.split("====\n").filter(|case| !case.is_empty()) {
        let (text, expected) = case.split_once("\n----\n").expect("a source and its print");
        let expected = expected.strip_suffix('\n').unwrap_or(expected);
        assert_eq!(printed(text), expected, "{text}");
    }
}

#[test]
fn expressions_are_printed_with_their_source() {
    let text: Rc<str> = "x = (a(1) == 1e-3)'".into();
    let source = Rc::new(Source::new(None, text.clone()));
    let file = raddle_matlab::parse_file(source).expect("right");
    let StmtKind::Assign { value, .. } = &file.script.body[0].kind else { panic!("an assignment") };
    assert_eq!(print::expression(value, &file.script.scope, &text), "(a (1) == 1e-3)'");
}

fn printed(text: &str) -> String {
    let source = Rc::new(Source::new(None, format!("f = {text};").into()));
    let file = raddle_matlab::parse_file(source).expect("right");
    match &file.script.body[0].kind {
        StmtKind::Assign { value: Expr { kind: ExprKind::Anonymous(function), .. }, .. } => print::anonymous(function),
        other => panic!("no handle: {other:?}"),
    }
}
