//! Functions that only compute a value: each rule with a case that holds and one that does not.

use super::*;
use crate::raise::computes::computes;
use crate::raise::prepare;

/// Is `f` such a function?
fn holds(source: &str) -> bool {
    let mut unit = parse(&format!(
        "static int g[8], *q; double sqrt(double); int other(int); __attribute__((const)) int square(int), mine(void); __attribute__((pure)) int peek(int); {source}"
    ));
    prepare(&mut unit);
    let f = unit.functions.iter().copied().find(|it| unit.decl(*it).name == "f");
    computes(&unit, f.unwrap_or_else(|| panic!("{source}"))).is_some()
}

#[track_caller]
fn all(wanted: bool, sources: &[&str]) {
    sources.iter().for_each(|source| assert_eq!(holds(source), wanted, "{source}"));
}

#[test]
fn they_assign_their_own_variables() {
    all(
        true,
        &[
            "int f(int n) { return n ? f(n - 1) + 1 : 0; }",
            "int f(int n) { int a[4] = {0}, s = 0; a[n & 3] = n; while (n--) s += a[n & 3]; return s; }",
            "double f(double x) { return sqrt(x) + f(x - 1); }",
            "int f(int n) { struct { int a, b[2]; } s = {n, {1, 2}}; s.b[n & 1]++; return s.a + s.b[0]; }",
            "int f(int n) { static const int t[2] = {1, 2}; return t[n & 1] + g[n & 7] + f(n - 1); }",
            "int f(int n) { int a[n + 1]; a[n] = n; return a[n] + f(n - 1); }",
            "int f(int n) { return n ? square(n) + f(n - 1) : 0; }",
            "__attribute__((const)) int f(int); int f(int n) { return other(n); }",
            "int f(const int *p, int n) { return n ? p[n] + f(p, n - 1) : 0; }",
        ],
    );
    all(
        false,
        &[
            "int f(int n) { g[0] = n; return n; }",
            "int f(int n) { static int t; return t += n; }",
            "int f(int *p) { *p = 1; return 0; }",
            "int f(int n) { return other(n); }",
            "int f(int n) { return n ? mine() + f(n - 1) : 0; }",
            "int f(int n) { return peek(n); }",
            "int f(int (*h)(int)) { return h(1); }",
            "int f(volatile int *p) { return *p; }",
            "int f(int n) { __asm__(\"\" : : \"r\"(n)); return n; }",
            "__attribute__((weak)) int f(int n) { return n; }",
            "int f(int n, ...) { return n; }",
            "int *f(int *p) { return p; }",
            "void f(int n) { n++; }",
            "static _Thread_local int t; int f(int n) { return n + t; }",
            "static _Thread_local int t; int f(int n) { int *p = &t; return n ? f(n - 1) : *p; }",
            "static _Thread_local int t[2]; int f(int n) { return n ? f(n - 1) : t == q; }",
            "int f(int n, int (*p)[(g[0]++, 4)]) { return n; }",
            "int f(int n, int p[][other(n)]) { return n; }",
            "int f() { return 1; }",
            "int f(int n) { int a[g[0]++]; a[0] = n; return a[0]; }",
        ],
    );
}

#[test]
fn they_write_through_pointers_to_their_own_variables() {
    const SET: &str =
        "static void set(int *p, int n) { p[0] = n; } static void both(int *p, int *r) { set(p, 1); set(r + 1, 2); }";
    let with = |body: &str| holds(&format!("{SET} {body}"));
    for source in [
        "int f(int n) { int x; set(&x, n); return x; }",
        "int f(int n) { int a[4]; both(a, &a[1]); return a[2] + n; }",
        "int f(int n) { int a[4], *p = a; for (; p < a + 4; p++) *p = n; *--p = 2; return a[0]; }",
        "int f(int n) { int a[4], *p = a + 1, *r = p; both(r, p - 1); return a[0] + n; }",
        "int f(int n) { struct { int v[3]; } s; set(s.v, n); return s.v[0]; }",
    ] {
        assert!(with(source), "{source}");
    }
    for source in [
        "int f(int n) { set(g, n); return n; }",
        "int f(int n) { set(q, n); return n; }",
        "int f(int *p) { set(p, 1); return 0; }",
        "int f(int n) { int a[4]; both(a, g); return a[0] + n; }",
        "int f(int n) { int a[4], *p = n ? a : g; *p = n; return a[0]; }",
        "int f(int n) { int a[4], *p = a; p = q; *p = n; return a[0]; }",
        "int f(int n) { int a[4], *p = a, **r = &p; *r = q; *p = n; return a[0]; }",
        "static int *t[2]; int f(int n) { int **r = t; r[0][1] = n; return n; }",
        "static void deep(int **r) { **r = 1; } int f(int n) { int *p = g; deep(&p); return n; }",
    ] {
        assert!(!with(source), "{source}");
    }
}

/// A thread's `errno` is another one.
#[test]
fn errors_are_not_reported_where_the_file_reads_them() {
    let source = |more: &str| {
        format!(
            "double sqrt(double); {more}
             static double h(double x, int n) {{ return n ? sqrt(h(x, n - 1)) : x; }}
             void f(double *a, int n) {{ for (int i = 0; i < n; i++) a[i] = h(a[i], 3); }}"
        )
    };
    let reasons = |more: &str| {
        let mut unit = parse(&source(more));
        prepare(&mut unit);
        raise(&unit).1.into_iter().map(|it| it.reason).collect::<Vec<_>>()
    };
    assert_eq!(reasons(""), Vec::<String>::new());
    assert_eq!(
        reasons("int *__errno_location(void); int error(void) { return *__errno_location(); }"),
        ["call to 'h' may set errno, which this file uses"]
    );
}

#[test]
fn one_that_does_not_keeps_those_back_that_call_it() {
    all(
        true,
        &["static int h(int n); int f(int n) { return n ? h(n - 1) : 0; } static int h(int n) { return f(n / 2); }"],
    );
    all(
        false,
        &[
            "static int h(int n); int f(int n) { return n ? h(n - 1) : 0; } static int h(int n) { g[1]++; return f(n / 2); }",
            "static void w(int *p, int n) { if (n) w(p, n - 1); else *p = 1; } int f(int n) { w(g, n); return n; }",
        ],
    );
}
