//! What units of a program offer to and want from each other, and bodies of one unit in another.

use super::*;
use crate::program::Interface;
use crate::raise::prepare;
use crate::stubs;

fn interface(source: &str) -> Interface {
    Interface::of(&parse(source))
}

fn offered(source: &str) -> Vec<String> {
    interface(source).offers.iter().map(|it| format!("{}{:?}", it.symbol, it.calls)).collect()
}

fn wanted(body: &str) -> Vec<String> {
    let source =
        format!("int f(int); double sqrt(double); int g(int); void h(int n, int *a, int (*p)(int)) {{ {body} }}");
    interface(&source).wants.iter().map(|set| set.iter().cloned().collect::<Vec<_>>().join(" ")).collect()
}

/// What becomes of a loop of `f` with a call of `g`, whose unit is known: reasons, or nothing.
#[track_caller]
fn declined(program: &str, other: &str) -> String {
    let mut unit = parse(program);
    for offer in interface(other).offers {
        // As the program's compilation gets them.
        let text = serde_json::to_string(&offer.excerpt).unwrap();
        let _ = stubs::add_body(&mut unit, serde_json::from_str(&text).unwrap());
    }
    prepare(&mut unit);
    let (nests, declined) = crate::raise::nests(&unit, function(&unit, "f"));
    assert_eq!(nests.len() + declined.len(), 1);
    declined.into_iter().map(|it| it.reason).collect()
}

const CALL: &str = "double g(double); void f(int n, double *a) { for (int i = 0; i < n; i++) a[i] = g(a[i]); }";

#[test]
fn functions_with_external_linkage_are_offered() {
    assert_eq!(offered("int f(int i) { return i; } static int g(int i) { return i; }"), ["f{}"]);
    assert_eq!(offered("int g(int); static int s(int i) { return g(i); } int f(int i) { return s(i); }"), ["f{\"g\"}"]);
    assert_eq!(offered("double sqrt(double); double f(double x) { return sqrt(x); }"), ["f{}"]);
    assert_eq!(offered("int f(int i) { return i < 1 ? 0 : f(i / 2); }"), ["f{}"]);
    assert_eq!(offered("int f(int i) __asm__(\"g\"); int f(int i) { return i; }"), ["g{}"]);
}

#[test]
fn functions_that_mean_something_in_their_unit_only_are_not_offered() {
    for source in [
        "int f(int i) { static int n; return n++ + i; }",
        "int f(int i, ...) { return i; }",
        "static int s(int i) { static int n; return n++ + i; } int f(int i) { return s(i); }",
        "int (*p)(int); int f(int i) { return p(i); }",
        "struct s { int n; }; int f(struct s it) { return it.n; }",
        "int g(int); int f(int i) { again: if (g(i)) goto again; return i; }",
        "__attribute__((weak)) int f(int i) { return i; }",
        "#pragma STDC FENV_ACCESS ON\ndouble f(double x) { return x; }",
        "int *__errno_location(void); double log(double); double f(double x) { return log(x); } int n(void) { return *__errno_location(); }",
    ] {
        let names: Vec<String> = offered(source).into_iter().filter(|it| it.starts_with('f')).collect();
        assert_eq!(names, Vec::<String>::new(), "{source}");
    }
}

#[test]
fn loops_want_the_functions_that_they_call() {
    assert_eq!(wanted("for (int i = 0; i < n; i++) a[i] = f(i) + g(i);"), ["f g"]);
    assert_eq!(wanted("for (int i = 0; i < n; i++) { a[i] = f(i); while (n--) a[n] = g(n); }"), ["f g", "g"]);
    assert_eq!(wanted("a[0] = f(0); for (int i = 0; i < n; i++) a[i] = sqrt(i);"), Vec::<String>::new());
    assert_eq!(wanted("for (int i = 0; i < n; i++) a[i] = f(p(i));"), Vec::<String>::new());
    let helper =
        "int f(int); int h(int i) { return f(i) + 1; } void k(int *a) { for (int i = 0; i < 9; i++) a[i] = h(i); }";
    assert_eq!(interface(helper).wants.len(), 1);
    let sealed = helper.replace("return f(i) + 1", "static int n; return n++ + f(i)");
    assert_eq!(interface(&sealed).wants.len(), 0);
}

#[test]
fn an_excerpt_is_a_unit_of_its_own() {
    let source = "struct s { int n; struct s *next; }; struct t { double x; }; struct t unused; \
        static int twice(int i) { return 2 * i; } int later(int i) { return i; } \
        int f(struct s *p) { struct s *q = p->next; return twice(q->n) + later(p->n); }";
    let interface = interface(source);
    let excerpt = &interface.offers.iter().find(|it| it.symbol == "f").unwrap().excerpt;
    let names: Vec<&str> = excerpt.functions.iter().map(|id| excerpt.decl(*id).name.as_str()).collect();
    assert_eq!(names, ["f", "twice"]);
    assert_eq!(excerpt.records.len(), 1);
    let later = excerpt.decls.iter().find(|it| it.name == "later").unwrap();
    assert!(later.body.is_none() && later.params.is_empty());
}

#[test]
fn a_body_of_another_unit_stands_for_the_call() {
    for other in [
        "double g(double x) { return x * x; }",
        "static double h(double x) { return x + 1; } double g(double x) { double y = h(x); return h(y); }",
        "double h(double x) { return x + 1; } double g(double x) { return h(x) * h(2); }",
        "extern double bias; double g(double x) { return x + bias; }",
        "double sqrt(double); double g(double x) { return sqrt(x); }",
    ] {
        assert_eq!(declined(CALL, other), "", "{other}");
    }
}

/// The call stays, and the function runs where its names mean what it means by them.
#[test]
fn a_function_that_only_computes_a_value_is_called() {
    for other in [
        "static double bias = 1; double g(double x) { return x + bias; }",
        "static double h(double x) { return x < 1 ? x : h(x / 2); } double g(double x) { return h(x) * 2; }",
    ] {
        assert_eq!(declined(CALL, other), "", "{other}");
    }
}

#[test]
fn a_body_that_needs_what_its_unit_hides_does_not() {
    let uses = |name: &str| format!("call to 'g', whose body in another file cannot replace it: it uses '{name}'");
    for (other, name) in [
        ("static double bias = 1; double g(double x) { return bias += x; }", "bias"),
        ("_Thread_local double bias; double g(double x) { return x + bias; }", "bias"),
        ("double h(double); double g(double x) { return h(x); }", "h"),
    ] {
        let reason = declined(CALL, other);
        assert!(reason.starts_with(&uses(name)), "{other}: {reason}");
    }
    // The program's name is another variable's.
    let program = format!("static double bias = 2; double *where(void) {{ return &bias; }} {CALL}");
    let reason = declined(&program, "double bias; double g(double x) { return bias += x; }");
    assert!(reason.starts_with(&uses("bias")), "{reason}");
}

#[test]
fn types_and_stubs_of_the_program_come_first() {
    let unknown = "call to 'g', which is in another file";
    for other in [
        "float g(float x) { return x; }",
        "double g(double x, int n) { return x; }",
        "double h(double x) { return x; }",
    ] {
        let reason = declined(CALL, other);
        assert!(reason.starts_with(unknown), "{other}: {reason}");
    }
    let mut unit = parse(CALL);
    let body = |source: &str| interface(source).offers.pop().unwrap().excerpt;
    stubs::add(&mut unit, parse("double g(double x) { return x; }")).unwrap();
    let own = unit.stubs.definitions.clone();
    stubs::add_body(&mut unit, body("double g(double x) { return 2 * x; }")).unwrap();
    assert_eq!(unit.stubs.definitions, own);
    let mut wrapping = body("double g(double x) { return x; }");
    wrapping.signed_overflow = crate::ast::SignedOverflow::Wraps;
    assert!(stubs::add_body(&mut unit, wrapping).is_err());
    // What does not fit leaves nothing behind.
    let (types, decls) = (unit.types.len(), unit.decls.len());
    assert!(stubs::add_body(&mut unit, body("int g(int x) { return x; }")).is_err());
    assert_eq!((unit.types.len(), unit.decls.len()), (types, decls));
}
