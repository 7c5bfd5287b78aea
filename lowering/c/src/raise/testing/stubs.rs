//! Stubs, and functions that promise to be `const` or `pure`: each rule with a case that holds and one that does not.

use super::*;
use crate::raise::prepare;
use crate::stubs::{self, Rejected};

fn with_stub(program: &str, stub: &str) -> Result<Unit, Rejected> {
    let mut unit = parse(program);
    stubs::add(&mut unit, parse(stub))?;
    prepare(&mut unit);
    Ok(unit)
}

/// What becomes of the loops of `f`: the plans, then why others are none.
#[track_caller]
fn loops(program: &str, stub: &str) -> String {
    let unit = with_stub(program, stub).expect("the stub fits");
    let (nests, declined) = crate::raise::nests(&unit, function(&unit, "f"));
    let plans = nests.iter().map(|nest| crate::raise::print(&unit, nest));
    plans.chain(declined.into_iter().map(|it| format!("declined({})", it.reason))).collect::<Vec<_>>().join("\n")
}

const CALL: &str = "double g(double); void f(int n, double *a) { for (int i = 0; i < n; i++) a[i] = g(a[i]); }";

#[track_caller]
fn replaced(stub: &str) {
    let text = loops(CALL, stub);
    assert!(!text.contains("declined") && text.contains("for i = 0 to n"), "{text}");
}

#[track_caller]
fn declined(program: &str, stub: &str, reason: &str) {
    let text = loops(program, stub);
    assert!(text.contains("declined") && text.contains(reason), "{text}");
}

#[test]
fn the_body_of_a_stub_stands_for_the_call() {
    replaced("double g(double x) { return x * x; }");
    replaced("double g(double x) { if (x < 0) return -x; return x; }");
    replaced("double g(double x) { double s = 0; for (int k = 0; k < 3; k++) s += x; return s; }");
    declined(CALL, "double h(double x) { return x; }", "call to 'g', which is in another file; give its file");
}

#[test]
fn stubs_may_use_each_other_helpers_and_the_program() {
    replaced("static double h(double x) { return x + 1; } double g(double x) { return h(x) * h(2); }");
    replaced(
        "double h(double x) { double t = x; t += 1; return t; } double g(double x) { double y = h(x); return y; }",
    );
    replaced("double sqrt(double); double g(double x) { return sqrt(x); }");
    let program = format!("extern double bias; double now(void) {{ return bias; }} {CALL}");
    let text = loops(&program, "extern double bias; double now(void); double g(double x) { return x + bias + now(); }");
    assert!(!text.contains("declined"), "{text}");
}

#[test]
fn nothing_of_the_stub_files_own_reaches_the_program() {
    let refused = |stub: &str, reason: &str| {
        declined(CALL, stub, &format!("whose body in another file cannot replace it: {reason}"))
    };
    refused("double bias; double g(double x) { return bias += x; }", "it uses 'bias', which this file");
    refused("static double bias = 1; double g(double x) { return bias += x; }", "it uses 'bias'");
    refused("double g(double x) { static double last; last = x; return last; }", "it uses 'last'");
    refused("double h(double); double g(double x) { return h(x); }", "it uses 'h'");
    // The helper cannot be replaced, so that its name would be left.
    const FENCE: &str = "__asm__ volatile(\"\");";
    let search = format!("static int h(int k) {{ again: {FENCE} if (k++ % 7 == 0) return k; goto again; }}");
    refused(&format!("{search} double g(double x) {{ return h(3) + x; }}"), "it uses 'h'");
    let jumps = format!("double g(double x) {{ again: {FENCE} if (x++ > 9) return x; goto again; }}");
    refused(&jumps, "it has label 'again'");
}

/// What cannot be copied into the program can be called.
#[test]
fn a_function_that_only_computes_a_value_is_called() {
    replaced("static double bias = 1; double g(double x) { return x + bias; }");
    replaced("double g(double x) { return x < 1 ? x : g(x / 2); }");
    replaced("double g(double x) { again: if (x++ > 9) return x; goto again; }");
    declined(CALL, "double bias; double g(double x) { return x + bias; }", "it reads memory that the nest may write");
}

#[test]
fn the_programs_own_function_needs_no_stub() {
    let program = "static double k(double x) { return x + 5; } double g(double x) { return k(x); }
                   void f(int n, double *a) { for (int i = 0; i < n; i++) a[i] = g(a[i]); }";
    let unit = with_stub(program, "double g(double x) { return x * 7777; }").unwrap();
    assert_eq!(unit.stubs.definitions.len(), 0);
    // A function of that name which only this file sees is another one.
    let text = loops(&program.replace("double g", "static double g"), "int g(int x) { return x; }");
    assert!(!text.contains("declined"), "{text}");
}

#[test]
fn types_must_be_the_programs() {
    let message = |program: &str, stub: &str| with_stub(program, stub).map(drop).map_err(|it| it.message);
    let of_call = |stub: &str| message(CALL, stub);
    assert_eq!(
        of_call("int g(double x) { return x; }"),
        Err("'g' is 'int (double)' here and 'double (double)' elsewhere".into())
    );
    assert!(of_call("double g(double x, int n) { return x; }").is_err());
    assert!(of_call("double g(float x) { return x; }").is_err());
    assert!(of_call("double g(const double x) { return x; }").is_ok());
    let program = "struct m { int n; double *p; }; int size(const struct m *); void f(struct m *m) { size(m); }";
    let stub = |fields: &str, parameter: &str| {
        message(program, &format!("struct m {{ {fields} }}; int size({parameter}) {{ return 3; }}"))
    };
    assert_eq!(stub("int n; double *p;", "const struct m *m"), Ok(()));
    assert!(stub("int n; double *p;", "struct m *m").is_err());
    assert!(stub("int n; float *p;", "const struct m *m").is_err());
    assert!(stub("long n; double *p;", "const struct m *m").is_err());
    assert_eq!(message(program, "struct m; int size(const struct m *m) { return 3; }"), Ok(()));
    assert!(message(program, "struct k; int size(const struct k *m) { return 3; }").is_err());
}

#[test]
fn one_stub_for_a_function() {
    let mut unit = parse(CALL);
    let stub = "double g(double x) { return x; }";
    stubs::add(&mut unit, parse(stub)).unwrap();
    assert_eq!(stubs::add(&mut unit, parse(stub)).unwrap_err().message, "second stub of 'g'");
    let mut unit = parse("int unrelated;");
    stubs::add(&mut unit, parse(stub)).unwrap();
    assert!(stubs::add(&mut unit, parse(stub)).is_err());
    assert!(!stubs::has_stubs(&parse("double g(double x); int n;")));
    assert!(stubs::has_stubs(&parse("double g(double x) __attribute__((const));")));
}

/// `g` promises this; the loop is `body`.
fn promised(attribute: &str, body: &str) -> String {
    let g = format!("int g(int) __attribute__(({attribute}));");
    loops(&format!("{g} extern int shared; void f(int n, int k, int *a) {{ {body} }}"), "int h(int x) { return x; }")
}

#[test]
fn promised_calls_are_made_before_the_nest() {
    for body in [
        "for (int i = 0; i < g(k); i++) a[i] = 1;",
        "for (int i = 0; i < n; i++) a[i] = g(k) + g(2 * k);",
        "for (int i = 0; i < n; i++) if (g(k) > 2) a[i] = 1;",
        "for (int i = 0; i < n; i++) for (int j = 0; j < 4; j++) a[4 * i + j] = g(k);",
    ] {
        let text = promised("const", body);
        assert!(!text.contains("declined"), "{body}: {text}");
    }
    // Others where they stand.
    let each = |body: &str| {
        let text = promised("const", body);
        assert!(text.contains("symbol g = &g") && !text.contains("declined"), "{body}: {text}");
    };
    each("for (int i = 0; i < n; i++) a[i] = g(i);");
    each("for (int i = 0; i < n; i++) a[i] = g(a[0]);");
    // With other values than the program would call it with, the function may do anything.
    each("for (int i = 0; i < n; i++) if (a[i]) a[i] = g(k);");
    let text = promised("noinline", "for (int i = 0; i < n; i++) a[i] = g(k);");
    assert!(text.contains("declined(call to 'g', which is in another file"), "{text}");
}

#[test]
fn pure_functions_read_memory() {
    let sum = "int s = 0; for (int i = 0; i < g(k); i++) s += a[i]; shared = s;";
    assert!(!promised("pure", sum).contains("declined"), "{}", promised("pure", sum));
    for body in [
        "for (int i = 0; i < g(k); i++) a[i] = 1;",
        "for (int i = 0; i < g(k); i++) shared += a[i];",
        "int s = 0; int *p = &s; for (int i = 0; i < g(k); i++) s += a[i]; shared = *p;",
    ] {
        let text = promised("pure", body);
        assert!(text.contains("declined('g(...)' reads memory, which the nest writes)"), "{body}: {text}");
    }
}

#[test]
fn a_stubs_declaration_lends_its_promise() {
    let program = "int g(int); void f(int n, int k, int *a) { for (int i = 0; i < n; i++) a[i] = g(k); }";
    assert!(!loops(program, "int g(int x) __attribute__((const));").contains("declined"));
    declined(program, "int g(int x); int h(int x) { return x; }", "call to 'g', which is in another file");
}
