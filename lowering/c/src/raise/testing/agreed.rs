//! Parameters that are one array: each rule with a case that holds and one that does not.

use super::*;
use crate::raise::prepare;

/// The objects of the loop in `f`, a static function of pointers `x` and `y`.
fn objects(source: &str) -> String {
    let mut unit = parse(&format!("static double a[8], b[8], wide[16], table[4][8]; int use(double *); {source}"));
    prepare(&mut unit);
    let (nests, declined) = raise(&unit);
    assert_eq!(nests.len(), 1, "{source}\n{declined:#?}");
    nests[0].objects.iter().map(|object| object.name.as_str()).collect::<Vec<_>>().join(" ")
}

const BODY: &str = "{ for (int i = 0; i < n; i++) x[i] = y[i]; }";

#[track_caller]
fn found(before: &str, params: &str, after: &str, wanted: &str) {
    let source = format!("{before} f({params}) {BODY} {after}");
    assert_eq!(objects(&source), wanted, "{source}");
}

const PLAIN: &str = "double *x, const double *y, int n";
const CALL: &str = "void g(void) { f(a, b, 8); }";

#[test]
fn calls_that_agree_say_which_array_it_is() {
    found("static void", PLAIN, CALL, "a b");
    found("static inline __attribute__((noinline)) void", "double x[], const double y[8], int n", CALL, "a b");
    found("static void", PLAIN, "void g(int k) { f(a, b, k); if (k) f(a, b + 1, 7); f(a, wide, 3); }", "a y");
    found("static void", PLAIN, "void g(void) { static double c[8]; f(c, b, 8); f(c, a, 3); }", "c y");
    found("static void", PLAIN, "void g(double *p) { f(p, b, 8); }", "x b");
    // What the call passes must be the array and nothing near it.
    found("static void", PLAIN, "void g(void) { f(wide + 8, table[1], 8); }", "x y");
    found("static void", PLAIN, "static _Thread_local double c[8]; void g(void) { double d[8]; f(c, d, 8); }", "x y");
}

#[test]
fn functions_that_others_may_call_keep_their_parameters() {
    found("void", PLAIN, CALL, "x y");
    for after in [
        "void (*h)(double *, const double *, int) = f;",
        "void *h[] = {0, (void *)&f};",
        "int h(void) { return f == 0; }",
        "void *h(void) { static void *p = (void *)f; return p; }",
        "void h(void) { (*f)(wide, b, 8); }",
        "void h(void) { ((void (*)(double *, double *, int))f)(wide, b, 8); }",
        "void h(void) { __asm__(\"\" : : \"i\"(f)); }",
        "void h(void) { __asm__(\"\" : : \"r\"((f(wide, b, 8), 0))); }",
        "int h(int k) { return _Generic(k, long: (f(wide, b, 8), 1), default: 2); }",
        "void h(double p[(f(wide, b, 8), 8)]) {}",
        "__asm__(\"call f\");",
        "void h(double *, const double *, int) __attribute__((alias(\"f\")));",
        "void h(double *, const double *, int) __asm__(\"f\"); void k(void) { h(wide, b, 8); }",
    ] {
        found("static void", PLAIN, &format!("{CALL} {after}"), "x y");
    }
    for attribute in ["used", "constructor", "section(\"s\")"] {
        found(&format!("static __attribute__(({attribute})) void"), PLAIN, CALL, "x y");
    }
    found("static int n; static void", "double *x, const double *y, ...", CALL, "x y");
    found("static void f(); void g(void) { f(a, b); }; static void", PLAIN, "", "x y");
    // Nobody calls it.
    found("static void", PLAIN, "", "x y");
}

#[test]
fn parameters_that_change_or_promise_more_stay() {
    found("static void", "double *restrict x, const double *y, int n", CALL, "x b");
    let in_body = |statement: &str, wanted: &str| {
        let text = format!("static void f({PLAIN}) {{ {statement} {{ {BODY} }} }} {CALL}");
        assert_eq!(objects(&text), wanted, "{text}");
    };
    in_body("if (n > 9) n = 1;", "a b");
    in_body("if (n > 9) x = table[0];", "x b");
    in_body("x++;", "x b");
    in_body("use((double *)&x);", "x b");
    in_body("__asm__(\"\" : \"+r\"(x));", "x y");
    in_body("if (n > 1) f(x, y, n - 1);", "a b");
    in_body("if (n > 1) f(wide, y, n - 1);", "x b");
    in_body("if (n > 1) f(x, x, n - 1);", "a y");
}
