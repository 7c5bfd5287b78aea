//! Slots and captures.

use raddle_matlab::ast::*;
use std::rc::Rc;

fn script(text: &str) -> Rc<Function> {
    let source = Rc::new(Source::new(None, text.into()));
    raddle_matlab::parse_file(source).expect("right").script
}

fn value(function: &Function, statement: usize) -> &Expr {
    match &function.body[statement].kind {
        StmtKind::Assign { value, .. } => value,
        other => panic!("no assignment: {other:?}"),
    }
}

fn handle(expr: &Expr) -> &Anonymous {
    match &expr.kind {
        ExprKind::Anonymous(function) => function,
        other => panic!("no handle: {other:?}"),
    }
}

fn names(scope: &Scope) -> Vec<&str> {
    scope.names.iter().map(|name| &**name).collect()
}

fn captured(function: &Anonymous, outside: &Scope) -> Vec<(String, String)> {
    let text = |scope: &Scope, slot: Slot| scope.names[slot.0 as usize].to_string();
    function.captures.iter().map(|&(out, inner)| (text(outside, out), text(&function.scope, inner))).collect()
}

#[test]
fn a_name_has_one_slot() {
    let script = script("x = 1; y = x; x = y + x;");
    assert_eq!(names(&script.scope), ["x", "y"]);
}

#[test]
fn handles_capture_what_is_no_parameter() {
    let script = script("a = 1; f = @(x, y) a * x + g(y) + a;");
    let function = handle(value(&script, 1));
    assert_eq!(names(&function.scope), ["x", "y", "a", "g"]);
    let pair = |name: &str| (name.to_string(), name.to_string());
    assert_eq!(captured(function, &script.scope), [pair("a"), pair("g")]);
}

#[test]
fn handles_capture_through_others() {
    let script = script("f = @(x) @(y) a + x + y;");
    let outer = handle(value(&script, 0));
    let inner = handle(&outer.body);
    let pair = |name: &str| (name.to_string(), name.to_string());
    assert_eq!(names(&outer.scope), ["x", "a"]);
    assert_eq!(captured(outer, &script.scope), [pair("a")]);
    assert_eq!(captured(inner, &outer.scope), [pair("a"), pair("x")]);
}

#[test]
fn a_default_is_read_in_the_functions_scope() {
    let source = Rc::new(Source::new(None, "function f(a, b = a + 1), end".into()));
    let file = raddle_matlab::parse_file(source).expect("right");
    assert_eq!(names(&file.functions[0].scope), ["a", "b"]);
}

#[test]
fn eval_keeps_the_slots_it_is_given() {
    let scope = Scope { names: vec!["p".into(), "q".into()] };
    let source = Rc::new(Source::new(None, "r = q;".into()));
    let file = raddle_matlab::parse_eval(source, &scope).expect("right");
    assert_eq!(names(&file.script.scope), ["p", "q", "r"]);
}

#[test]
fn names_of_files() {
    let source = Rc::new(Source::new(Some("a/b.m".into()), "x = 1;".into()));
    assert_eq!(&*raddle_matlab::parse_file(source).expect("right").script.name, "b");
}

#[test]
fn files_of_functions_and_scripts() {
    let parse = |text: &str| {
        let source = Rc::new(Source::new(None, text.into()));
        let file = raddle_matlab::parse_file(source).expect("right");
        (file.is_function_file, file.functions.len(), file.script.body.len())
    };
    assert_eq!(parse("function f\nend\nfunction g\nend\n"), (true, 2, 0));
    assert_eq!(parse("function f\n1;\nfunction g\n2;\n"), (true, 2, 0));
    assert_eq!(parse("% text\n1;\nfunction f\nend\nf"), (false, 1, 3));
    assert_eq!(parse("function f\nend\nf"), (false, 1, 2));
    assert_eq!(parse("x = 1;"), (false, 0, 1));
    assert_eq!(parse(""), (false, 0, 0));
}
