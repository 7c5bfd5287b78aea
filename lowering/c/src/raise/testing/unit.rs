//! The tests of `raise`: random functions against the interpreter, then each rule with a case that holds and one that does not.

use super::*;
use crate::ast::SignedOverflow;
use crate::raise::prepare;
use proptest::prelude::*;

/// Runs random functions by their plans, on small, empty, negative and huge values.
fn check_random(seeds: &[u64]) -> (usize, u64) {
    let names: Vec<String> = (0..seeds.len()).map(|k| format!("f{k}")).collect();
    let source: String = names.iter().zip(seeds).map(|(name, &seed)| random::function(name, seed)).collect();
    let (original, mut unit) = (parse(&source), parse(&source));
    prepare(&mut unit);
    let (mut found, mut planned) = (0, 0);
    for (name, &seed) in names.iter().zip(seeds) {
        let f = function(&unit, name);
        let (nests, _) = crate::raise::nests(&unit, f);
        found += nests.len();
        for values in [
            [5, 7, 6, 8, 9],
            [0, 0, 0, 0, 0],
            [1, 2, 1, 3, 2],
            [-1, 3, -1, -2, -1],
            [7, 1, 2, 40, 300],
            [3, 300, 255, 256, 4],
        ] {
            match compare(&original, &unit, f, &nests, &values) {
                Comparison::Same(count) => planned += count,
                Comparison::Void => {}
                Comparison::Different(how) => {
                    let plans: Vec<String> = nests.iter().map(|nest| crate::raise::print(&unit, nest)).collect();
                    panic!("{how}\nvalues {values:?}\n{}\n{}", random::function(name, seed), plans.join("\n---\n"));
                }
            }
        }
    }
    (found, planned)
}

/// A failure prints the function, so that shrinking the list of seeds is not worth its time. PROPTEST_CASES asks for more.
fn config() -> ProptestConfig {
    let asked = ProptestConfig::default();
    let cases = if std::env::var_os("PROPTEST_CASES").is_some() { asked.cases } else { 6 };
    ProptestConfig { cases, max_shrink_iters: 0, failure_persistence: None, ..asked }
}

proptest! {
    #![proptest_config(config())]
    #[test]
    fn plans_do_what_the_loops_do(seeds in prop::collection::vec(any::<u64>(), 60)) {
        let (found, planned) = check_random(&seeds);
        // Were nothing raised or run, nothing would be tested.
        prop_assert!(found > 20 && planned > 20, "{found} nests, {planned} runs by plan");
    }
}

/// The comment of each loop in `test-suite/programs/raise` says what becomes of it.
#[test]
fn programs_raise_as_their_comments_say() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../test-suite/programs/raise");
    let mut count = 0;
    for entry in std::fs::read_dir(folder).expect("the programs are there") {
        let path = entry.expect("a file").path();
        if path.extension().is_some_and(|extension| extension == "c") {
            let source = std::fs::read_to_string(&path).expect("a text");
            count += check_comments(&path.display().to_string(), &source);
        }
    }
    assert!(count > 80, "only {count} loops");
}

fn check_comments(file: &str, source: &str) -> usize {
    let (original, mut unit) = (parse(source), parse(source));
    prepare(&mut unit);
    let mut found = std::collections::BTreeMap::new();
    for &f in &unit.functions {
        let (nests, declined) = crate::raise::nests(&unit, f);
        found.extend(nests.iter().map(|nest| (unit.stmt(nest.stmt).loc.1, "nest".to_string())));
        found.extend(declined.iter().map(|d| (unit.stmt(d.stmt).loc.1, format!("declined({})", d.reason))));
        for values in [[5, 4, 3], [0, 0, 0], [1, 30, 2], [-1, 2, 3]] {
            if let Comparison::Different(how) = compare(&original, &unit, f, &nests, &values) {
                panic!("{file}: {} with {values:?}: {how}", unit.decl(f).name);
            }
        }
    }
    let mut count = 0;
    for (line, text) in (1..).zip(source.lines()) {
        let wanted = text.split_once("// raise: ").map(|(_, wanted)| wanted.trim());
        let got = found.remove(&line);
        let agrees = match (wanted, &got) {
            (None, None) => true,
            (Some("nest"), Some(got)) => got == "nest",
            (Some(wanted), Some(got)) => {
                let reason = wanted.strip_prefix("declined(").and_then(|rest| rest.strip_suffix(')'));
                reason.is_some_and(|reason| got.starts_with("declined(") && got.contains(reason))
            }
            _ => false,
        };
        assert!(agrees, "{file}:{line}: wanted {wanted:?}, got {got:?}");
        count += usize::from(wanted.is_some());
    }
    assert!(found.is_empty(), "{file}: {found:?}");
    count
}

#[track_caller]
fn has(text: &str, parts: &[&str]) {
    for part in parts {
        assert!(text.lines().any(|line| line.contains(part)), "no '{part}' in\n{text}");
    }
}

#[track_caller]
fn lacks(text: &str, part: &str) {
    assert!(!text.contains(part), "'{part}' in\n{text}");
}

#[test]
fn unsigned_bounds_are_checked_where_they_may_wrap() {
    let text = nest("void f(unsigned n, int *a) { for (unsigned i = 0; i < n - 1; i++) a[i] = 1; }");
    has(&text, &["check n - 1 >= 0", "for i = 0 to n - 1 step 1"]);
    // Inside the outer loop the difference is positive.
    let text = nest(
        "void f(unsigned n, int *a) { for (unsigned i = 0; i < n; i++) for (unsigned j = 0; j < n - i; j++) a[j] = 1; }",
    );
    lacks(&text, "check");
}

#[test]
fn signed_overflow_is_an_assumption_and_no_check() {
    let unit = parse("void f(int n, int *a) { for (int i = 0; i < n - 1; i++) a[2 * i] = 1; }");
    let (nests, _) = raise(&unit);
    assert!(nests[0].checks.is_empty());
    assert!(nests[0].assumptions.iter().any(|(_, what)| what == "no signed overflow"));
}

#[test]
fn signed_integers_that_wrap_are_checked() {
    let wrapping = |source: &str| {
        let mut unit = parse(source);
        unit.signed_overflow = SignedOverflow::Wraps;
        prepare(&mut unit);
        let (nests, declined) = raise(&unit);
        let reasons = declined.iter().map(|it| it.reason.clone());
        nests.iter().map(|nest| crate::raise::print(&unit, nest)).chain(reasons).collect::<Vec<_>>().join("\n")
    };
    let text = wrapping("void f(int n, int *a) { for (int i = 0; i < n; i++) a[i] = 1; }");
    lacks(&text, "check");
    let text = wrapping("void f(int lo, int n, int *a) { for (int i = lo; i < lo + n; i++) a[i - lo] = 1; }");
    has(&text, &["check -lo - n + 2147483647 >= 0", "check lo + n + 2147483648 >= 0"]);
    let text = wrapping("void f(int n, int *a) { for (int i = n; i > 0; i -= 2) a[i - 1] = 1; }");
    lacks(&text, "check");
    let text = wrapping("void f(int n, int x, int *a) { for (int i = 0; i < n; i++) if (i > -x) a[i] = 1; }");
    has(&text, &["check x + 2147483647 >= 0"]);
    let text = wrapping("void f(int n, int *a) { for (int i = 0; i <= n; i += 2) a[i] = 1; }");
    has(&text, &["check -n + 2147483645 >= 0"]);
    // The index may come around, what is stepped beside it not: it stays as it is.
    let text = wrapping("void f(int n, int *a) { long k = 0; for (int i = 0; i < n; i += 2) { a[k] = 1; k += 2; } }");
    has(&text, &["[1*`k` + 0]", "k += 2"]);
}

#[test]
fn size_arithmetic_is_kept_from_wrapping_by_polynomial_checks() {
    let text = nest(
        "void f(unsigned long n, unsigned long m, double *a) {
           for (unsigned long i = 0; i < n; i++) for (unsigned long j = 0; j < m; j++) a[i * m + j] = 0; }",
    );
    has(&text, &["check n >= 0", "-n*m", "[?:8*(m)][m:8]F64", "= %0[i][j]"]);
}

#[test]
fn linear_subscripts_are_recovered_only_within_their_extent() {
    let source = |end: &str| {
        format!(
            "void f(int n, int m, double *a) {{ for (int i = 0; i < n; i++) for (int j = 0; j < {end}; j++) a[i * m + j] = 0; }}"
        )
    };
    has(&nest(&source("m")), &["[i][j]"]);
    let checked = nest(&source("n"));
    has(&checked, &["check -n + m >= 0", "[i][j]"]);
    let opaque = nest(&source("2 * m"));
    has(&opaque, &["view %0 = a of a + 0 [?:8]F64", "`(i * m) + j`"]);
    lacks(&opaque, "check");
}

#[test]
fn rows_may_be_longer_than_a_symbol() {
    let source = |subscript: &str, end: &str| {
        format!(
            "void f(int n, int m, double *a) {{ for (int i = 1; i <= n; i++) for (int j = 1; j <= {end}; j++) a[{subscript}] = 0; }}"
        )
    };
    let ghosts = nest(&source("i * (m + 2) + j", "m"));
    has(&ghosts, &["[?:8*(m + 2)][m + 2:8]F64", "[i][j]"]);
    lacks(&ghosts, "check");
    has(&nest(&source("(i - 1) * (m + 2) + j - 1", "m")), &["[i - 1][j - 1]"]);
    has(&nest(&source("m * i + 2 * i + j", "m")), &["[i][j]"]);
    has(
        &nest(&source("(i * (m + 1) + j) * (n + 3) + 2", "m")),
        &["[?:8*(n + 3)*(m + 1)][m + 1:8*(n + 3)][n + 3:8]F64"],
    );
    has(&nest(&source("i * (m - 1) + j", "m - 2")), &["[i][j]"]);
    // Of rows that are shorter than what they are said to hold, nobody knows.
    let opaque = nest(&source("i * (m + 2) + j", "m + 3"));
    has(&opaque, &["[?:8]F64"]);
    // A diagonal beside a matrix is of that matrix.
    let both = nest(
        "void f(int n, double *a) { for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) a[i * n + i] += a[j * n + i]; }",
    );
    has(&both, &["[n:8]F64", "[i][i]", "[j][i]"]);
}

#[test]
fn a_reversed_row_is_carried() {
    let text = nest(
        "void f(int n, int m, int *a) { for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) a[i * m + m - 1 - j] = 0; }",
    );
    has(&text, &["= %0[i][-j + m - 1]"]);
}

#[test]
fn known_objects_are_distinct_and_unknown_ones_are_not() {
    let text = nest(
        "double g[8]; static double s[8];
         void f(double *p, double *restrict r) { double l[8]; for (int i = 0; i < 8; i++) { l[i] = p[i]; g[i] = r[i]; s[i] = l[i]; } }",
    );
    has(
        &text,
        &[
            "object g = &g unknown",
            "object p = p unknown",
            "object r = r distinct",
            "object s = &s distinct",
            "object l = &l distinct",
        ],
    );
    // Without a pointer, nothing can reach the global array.
    has(&nest("double g[8]; void f(void) { for (int i = 0; i < 8; i++) g[i] = 1; }"), &["object g = &g distinct"]);
    // A restrict parameter that is assigned may be anything.
    has(
        &nest("void f(double *restrict r, double *q) { r = q; for (int i = 0; i < 8; i++) r[i] = q[i]; }"),
        &["object r = r unknown"],
    );
}

#[test]
fn restrict_says_nothing_about_pointers_based_on_it() {
    let text = nest("void f(double *restrict r, double *p, int n) { for (int i = 0; i < n; i++) r[i] = p[i]; }");
    has(&text, &["object r = r distinct", "object p = p unknown"]);
    let text =
        nest("void f(double *restrict r, double *q, int n) { q = r; q++; for (int i = 0; i < n; i++) r[i] = q[i]; }");
    has(&text, &["object r = r unknown", "object q = q unknown"]);
    let text = nest("void f(int *restrict r, int n) { int *q = 0; q = r; for (int i = 0; i < *q; i++) r[i] = 1; }");
    has(&text, &["watch *q apart from r + 0 .. 4**q"]);
}

#[test]
fn a_pointer_followed_under_a_condition_may_be_null() {
    let text = nest(
        "struct s { int n, m; }; void f(struct s *s, int k, double *a) {
           for (int i = 0; i < k; i++) for (int j = 0; j < s->m; j++) a[j] = 1; }",
    );
    has(&text, &["guarded"]);
    let reason = declined(
        "struct s { int n, m; }; void f(struct s *s, double *a) { for (int i = 0; i < (s ? s->n : 3); i++) a[i] = 1; }",
    );
    assert!(reason.contains("not affine"), "{reason}");
}

#[test]
fn the_first_value_is_taken_where_it_stands() {
    has(&nest("void f(int n, int *a) { int i, s; for (s = 2, i = s; i < n; i++) a[i] = s; }"), &["for i = 2 to n"]);
    let reason = declined("void f(int n, int *a) { int i, s = n; for (i = s, s = 2; i < n; i++) a[i] = s; }");
    assert!(reason.contains("initialized from what changes"), "{reason}");
}

#[test]
fn the_head_sets_the_index_once_and_does_not_use_it_then() {
    let reason =
        |head: &str| declined(&format!("void f(int n, int *a) {{ int i = 3, j; for ({head}; i < n; i++) a[i] = 1; }}"));
    for head in ["i++", "i = 0, i += 5", "j = i++", "i = 3, j = i", "i = 2, i = 4", "int i = 1, j = i"] {
        assert!(reason(head).contains("is used where it is initialized"), "{head}: {}", reason(head));
    }
    let text =
        |head: &str| nest(&format!("void f(int n, int *a) {{ int i = 3, j; for ({head}; i < n; i++) a[i] = 1; }}"));
    has(&text("i = 0, j = n"), &["for i = 0 to n"]);
    has(&text("j = i, i = 2"), &["for i = 2 to n"]);
    has(&text("int i = 1, j = n"), &["for i = 1 to n"]);
}

#[test]
fn steps_are_those_of_the_index_as_converted() {
    let source =
        |index: &str, step: &str| format!("void f(int n, int *a) {{ for ({index} i = 1; i < n; {step}) a[i] = 1; }}");
    for (index, step) in
        [("int", "i = (unsigned char)(i + 1)"), ("long", "i = (unsigned)i + 1"), ("int", "i = (short)i + 1")]
    {
        assert!(declined(&source(index, step)).contains("is not constant"), "{index} {step}");
    }
    for (index, step) in [("unsigned char", "i = i + 1"), ("char", "i++"), ("short", "i += 1"), ("long", "i = 1 + i")] {
        has(&nest(&source(index, step)), &["for i = 1 to n step 1"]);
    }
    // Such a sum does not overflow: it wraps around in the conversion.
    has(&nest(&source("int", "i += sizeof(int)")), &["check -n + 2147483644 >= 0", "for i = 1 to n step 4"]);
    lacks(&nest(&source("int", "i += 4")), "check");
}

#[test]
fn bounds_of_64_bits_are_checked_to_be_far_from_overflow() {
    let text = nest(
        "void f(long n, long m, int *a) { for (long i = n; i < m; i++) for (long j = i; j < i + m; j++) a[j - i] = 1; }",
    );
    let limits =
        ["n + 1099511627776 >= 0", "-n + 1099511627776 >= 0", "m + 1099511627776 >= 0", "-m + 1099511627776 >= 0"];
    has(&text, &limits.map(|limit| format!("check {limit}")).each_ref().map(String::as_str));
    lacks(&nest("void f(int n, int *a) { for (long i = n; i < 2 * (long)n; i++) a[i] = 1; }"), "check");
    let text = nest("void f(int n, long m, int *a) { for (int i = 0; i < n; i++) if (m > i) a[i] = 1; }");
    has(&text, &["check m + 1099511627776 >= 0", "check -m + 1099511627776 >= 0"]);
    // Not as an affine condition.
    let text =
        nest("void f(int n, int *a) { for (int i = 0; i < n; i++) if (i * 2000000000000000000l > n) a[i] = 1; }");
    has(&text, &["if (i * 2000000000000000000) > n"]);
    // The inner loop is executed as it stands.
    let text = nest(
        "void f(long n, int *a) { for (long i = 0; i < n; i++) for (long j = i * 4000000; j < n; j++) a[j] = 1; }",
    );
    lacks(&text, "for j");
}

#[test]
fn checks_that_are_taken_back_prove_nothing() {
    let text = nest(
        "void f(int *a, unsigned long *b, unsigned long n) {
           for (int i = 0; i < 20; i++) { b[i] = n; unsigned long x = n + 1; a[i] = x & 7; if ((unsigned long)i < n) a[i] += 8; } }",
    );
    has(&text, &["check n >= 0"]);
}

#[test]
fn extents_are_evaluated_where_types_are_written() {
    let source = |inside: &str| {
        format!(
            "void f(int n, int k, int m, int (*z)[m], int *a) {{ for (int i = 0; i < n; i++) {{ {inside} a[i] = k; }} }}"
        )
    };
    assert!(declined(&source("int (*y)[k++];")).contains("variable 'y' has an extent that changes"));
    assert!(declined(&source("static int (*y)[k++];")).contains("variable 'y' has an extent that changes"));
    assert!(declined(&source("typeof(z[k++]) *y;")).contains("typeof of a variable-length type"));
    nest(&source("int (*y)[m];"));
}

#[test]
fn types_read_the_index_and_arguments_that_are_not_evaluated_do_not() {
    let stored =
        |after: &str| nest(&format!("long f(int n, char *a) {{ int i; for (i = 0; i < n; i++) a[i] = 1; {after} }}"));
    for after in ["return sizeof(int[i]);", "return (int (*)[i])a + 1 - (int (*)[i])a;", "int (*p)[i]; return 0;"] {
        has(&stored(after), &["for i = 0 to n step 1 store"]);
    }
    // The index keeps its value: nothing assigns it.
    for after in ["__builtin_constant_p(i = 3); return i;", "__builtin_assume((i = 3) != 0); return i;"] {
        has(&stored(after), &["for i = 0 to n step 1 store"]);
    }
    lacks(&stored("i = 3; return i;"), "store");
    lacks(&stored("return __builtin_constant_p(i);"), "store");
}

#[test]
fn a_pointer_is_where_it_was_declared_to_point_unless_a_jump_passes_by() {
    let source = |before: &str, label: &str| {
        format!(
            "void f(int n, int k, int *a) {{ {before} int *p = a + k; {label} for (int i = 0; i < n; i++) p[i] = 1; }}"
        )
    };
    has(&nest(&source("", "")), &["of a + 0 [?:4]I32", "= %0[i + k]"]);
    has(&nest(&source("if (n > 3) goto on;", "on:")), &["of p + 0 [?:4]I32", "= %0[i]"]);
}

#[test]
fn locals_are_dead_when_nothing_reads_them_again() {
    let source = |after: &str| {
        format!(
            "double f(int n, double *a) {{ double s = 0; for (int t = 0; t < 3; t++) {{ if (t > n) break; for (int i = 0; i < n; i++) {{ s = a[i]; a[i] = s * 2; }} {after} }} return 0; }}"
        )
    };
    has(&nest_inside(&source("s = 1;")), &["object s = &s distinct 0 dead"]);
    has(&nest_inside(&source("a[0] = s;")), &["object s = &s distinct 0"]);
    lacks(&nest_inside(&source("a[0] = s;")), "dead");
    // Around the loop: read in the next iteration.
    lacks(&nest_inside(&source("if (a[1] > 2) s = 0; else a[2] = s;")), "dead");
    // With a jump that the structure does not show.
    lacks(&nest_inside(&source("s = 1; goto out; out: a[3] = 2;")), "dead");
}

fn nest_inside(source: &str) -> String {
    let unit = parse(source);
    let (nests, declined) = raise(&unit);
    assert_eq!((nests.len(), declined.len()), (1, 1), "{declined:?}");
    crate::raise::print(&unit, &nests[0])
}

#[test]
fn switch_and_loops_are_followed_by_liveness() {
    let source = |case: &str| {
        format!(
            "int f(int n, int *a) {{ int s = 0; for (int i = 0; i < n; i++) {{ s = i; a[i] = s; }} switch (n) {{ case 1: s = 2; break; case 2: {case} break; default: return 1; }} a[1] = 2; return 0; }}"
        )
    };
    has(&nest(&source("s = 3;")), &["object s = &s distinct 0 dead"]);
    lacks(&nest(&source("a[0] = s;")), "dead");
}

#[test]
fn the_index_is_stored_only_where_it_is_read() {
    has(
        &nest("int f(int n, int *a) { int i; for (i = 0; i < n; i++) a[i] = 1; return i; }"),
        &["for i = 0 to n step 1 store %1"],
    );
    lacks(&nest("int f(int n, int *a) { int i; for (i = 0; i < n; i++) a[i] = 1; return 0; }"), "store");
    has(
        &nest(
            "void f(int n, int *a) { int i, j; for (i = 0; i < n; i++) { for (j = 0; j < i; j++) a[j] = 1; a[j] = 2; } }",
        ),
        &["for j = 0 to i step 1 store %1", "access a[j] = %0[1*`j` + 0]"],
    );
}

#[test]
fn fields_are_views_that_do_not_meet() {
    let text = nest(
        "struct p { double x; int a[4]; }; void f(int n, struct p *p) { for (int i = 0; i < n; i++) { p[i].x = 1; p[i].a[i % 4] = 2; } }",
    );
    has(&text, &["view %0 = p.x of p + 0 [?:24]F64", "view %1 = p.a of p + 8 [?:24][4:4]I32"]);
    assert!(
        declined("void f(int n, double *p) { for (int i = 0; i < n; i++) { p[i] = 1; ((int *)p)[i] = 2; } }")
            .contains("overlap")
    );
}

#[test]
fn shapes_of_one_object_become_one_view() {
    let text = nest("void f(int n, int a[][10]) { for (int i = 0; i < n; i++) a[i][2] = (*a)[i] + a[0][i]; }");
    has(&text, &["= %0[i][2]", "= %0[0][i]"]);
    let text = nest("void f(int n, int a[][10]) { for (int i = 0; i < n; i++) a[i][2] = ((int *)a)[i]; }");
    has(&text, &["view %0 = a of a + 0 [?:4]I32", "= %0[10*i + 2]", "= %0[i]"]);
}

#[test]
fn values_in_memory_are_read_before_the_nest_only_if_nothing_changes_them() {
    // The float stores cannot change an int.
    has(
        &nest("struct s { int n; double *a; }; void f(struct s *s) { for (int i = 0; i < s->n; i++) s->a[i] = 1; }"),
        &["symbol s->n"],
    );
    // Others can, if they are there.
    let text = nest("struct s { int n; int *a; }; void f(struct s *s) { for (int i = 0; i < s->n; i++) s->a[i] = 1; }");
    has(&text, &["symbol s->n", "watch s->n apart from s->a + 0 .. 4*s->n"]);
    // It does, whatever the addresses are.
    let reason = declined("int n; void f(int *a) { for (int i = 0; i < n; i++) { a[i] = 1; n--; } }");
    assert!(reason.contains("'n' may change"), "{reason}");
    let reason = declined("void f(int *a) { for (int i = 1; i < a[0]; i++) a[i] = 1; }");
    assert!(reason.contains("'a[0]' may change"), "{reason}");
    // Nobody knows where the stores go.
    let reason = declined("int n; void f(int *a, int *k) { for (int i = 0; i < n; i++) a[k[i]] = 1; }");
    assert!(reason.contains("'n' may change"), "{reason}");
    let reason = declined("struct { int n : 5, m; } s; void f(int *a) { for (int i = 0; i < s.n; i++) a[i] = 1; }");
    assert!(reason.contains("may change") || reason.contains("not affine"), "{reason}");
}

#[test]
fn products_that_do_not_change_are_symbols() {
    let text = nest("void f(int n, int r, int c, int *o, int *a) { for (int j = 0; j < n; j++) o[r * c + j] = a[j]; }");
    has(&text, &["symbol r*c = r*c", "= %0[j + r*c]"]);
    lacks(&text, "check");
    // 64 bits might not hold the product of two longs.
    let text = nest("void f(int n, long r, long c, int *o) { for (int j = 0; j < n; j++) o[r * c + j] = 1; }");
    has(&text, &["symbol r*c = r*c", "check -r*c + 1099511627776 >= 0", "check r*c + 1099511627776 >= 0"]);
    // Rows that loops count stay rows.
    let text = nest(
        "void f(int n, int c, int *o) { for (int i = 0; i < n; i++) for (int j = 0; j < c; j++) o[i * c + j] = 1; }",
    );
    lacks(&text, "symbol c*");
    has(&text, &["%0[i][j]"]);
}

#[test]
fn what_the_nest_writes_lies_between_the_ends_of_its_subscripts() {
    let watched = |body: &str| nest(&format!("int n; long m; void f(int *a, long l) {{ {body} }}"));
    has(&watched("for (int i = 2; i < n; i += 3) a[2 * i + 1] = 1;"), &["watch n apart from a + 20 .. 8*n"]);
    has(&watched("for (int i = n; i > 3; i--) a[-i] = 1;"), &["watch n apart from a + -4*n .. -12"]);
    let text = watched("for (int i = 0; i < n; i++) for (int j = 0; j < i; j++) a[i + j] = a[n];");
    has(&text, &["watch n apart from a + 0 .. 8*n - 8"]);
    // Rows of 'n' elements: a negative 'n' would change the ends.
    let text = watched("for (int i = 0; i < 5; i++) for (int j = 0; j < n; j++) a[i * n + j] = 1;");
    has(&text, &["watch n apart from a + 0 .. 20*n", "check n >= 0"]);
    // Reads do not matter, nor do stores of other types.
    let text = watched("float *x = 0; for (int i = 0; i < n; i++) x[i] = a[a[i]];");
    lacks(&text, "watch");
}

#[test]
fn loads_that_may_fault_wait_for_the_checks() {
    let text = nest(
        "struct s { int n; double *a; }; void f(struct s *s, int n, float *b) { for (int i = 0; i < n; i++) for (int j = 0; j < s->n; j++) b[j] = 1; }",
    );
    has(&text, &["symbol s->n = s->n guarded", "check n - 1 >= 0"]);
    let text = nest(
        "struct s { int n; double *a; }; void f(struct s *s, float *b) { for (int i = 0; i < s->n; i++) for (int j = 0; j < s->n; j++) b[j] = 1; }",
    );
    lacks(&text, "guarded");
    let divided = nest(
        "void f(int n, int m, float *b) { for (int i = 0; i < n; i++) for (int j = 0; j < n / m; j++) b[j] = 1; }",
    );
    has(&divided, &["symbol n / m = n / m guarded", "check n - 1 >= 0"]);
}

#[test]
fn checks_wait_for_values_that_wait_for_checks() {
    let tensor = |body: &str| {
        nest(&format!(
            "struct t {{ int c, h, w; double *d; }}; void f(const struct t *t, int n, float *b) {{ {body} }}"
        ))
    };
    let text = tensor(
        "for (int i = 0; i < n; i++) for (int k = 0; k < t->c; k++) for (int j = 0; j < n; j++) b[j] = t->d[(k * t->h + i) * t->w + j];",
    );
    has(&text, &["symbol t->c = t->c guarded", "symbol t->h = t->h guarded", "symbol t->w = t->w guarded"]);
    has(&text, &["check n - 1 >= 0", "check -n + t->w >= 0", "check -n + t->h >= 0", "[k][i][j]"]);
    // Each bound waits for the one before it, and there is an end to it.
    let deep = |depth: usize| {
        let loops: String = (0..depth).map(|it| format!("for (int i{it} = 0; i{it} < p[{it}]->n; i{it}++) ")).collect();
        format!(
            "struct s {{ int n; }}; void f(struct s *const *p, int n, float *b) {{ for (int i = 0; i < n; i++) {loops} b[i0] = 1; }}"
        )
    };
    has(&nest(&deep(3)), &["p[2]->n guarded 3"]);
    has(&declined(&deep(9)), &["'p[6]' is evaluated under a condition"]);
}

#[test]
fn pointers_are_followed_early_if_the_first_iteration_follows_them() {
    let stencil = |body: &str| {
        format!(
            "struct s {{ double *d; }}; void f(const struct s *s, const struct s *r, int n, float *b) {{ for (int i = 0; i < n; i++) {{ {body} }} }}"
        )
    };
    let text = nest(&stencil("b[i] = s->d[i]; if (i > 0) b[i] -= s->d[i - 1];"));
    has(&text, &["check n - 1 >= 0", "[i - 1]"]);
    // Perhaps no iteration follows it; another pointer than the one that is known.
    has(&declined(&stencil("if (i > 0) b[i] = s->d[i - 1];")), &["'s->d' is evaluated under a condition"]);
    has(&declined(&stencil("b[i] = s->d[i]; if (i > 0) b[i] -= r->d[i];")), &["'r->d' is evaluated under a condition"]);
}

#[test]
fn elements_of_variables_are_there_whether_a_loop_runs_or_not() {
    let bound = |declaration: &str, bound: &str| {
        nest(&format!(
            "{declaration} void f(int n, float *b) {{ for (int i = 0; i < n; i++) for (int j = 0; j < {bound}; j++) b[j] = 1; }}"
        ))
    };
    lacks(&bound("static int n3[3];", "n3[2]"), "guarded");
    lacks(&bound("extern struct { int at[2][3]; } s[2];", "s[1].at[1][2]"), "guarded");
    has(&bound("static int n3[3];", "n3[3]"), &["guarded"]);
    has(&bound("extern int unknown[];", "unknown[0]"), &["guarded"]);
    has(&bound("static int *pointer;", "pointer[0]"), &["guarded"]);
    has(&bound("extern int weak[3] __attribute__((weak));", "weak[1]"), &["guarded"]);
    has(&bound("extern int weak __attribute__((weak));", "weak"), &["guarded"]);
}

#[test]
fn walked_pointers_count_elements() {
    let text = nest("void f(int n, double *a) { for (double *p = a + 2; p < a + n; p++) p[1] = p[-1]; }");
    has(&text, &["for p = 0 to n - 2 step 1", "= %0[p + 3]", "= %0[p + 1]"]);
    let text = nest("void f(double *p, double *end) { for (; p != end; p++) *p = 0; }");
    has(&text, &["(end - p) / 8", "check (end - p) >= 0"]);
}

#[test]
fn extremes_become_several_bounds() {
    let text = nest(
        "void f(int n, int m, int *a) { for (int i = n > 3 ? n : 3; i < (n < m ? n : m) && i < 9; i++) a[i] = 1; }",
    );
    has(&text, &["for i = n, 3 to n, m, 9 step 1"]);
    // The other choice is the greatest: one symbol.
    let text = nest("void f(int n, int m, int *a) { for (int i = 0; i < (n > m ? n : m); i++) a[i] = 1; }");
    has(&text, &["symbol n > m ? n : m"]);
}

#[test]
fn coefficients_that_overflow_are_no_subscripts() {
    let text = nest("void f(long n, char *a) { for (long i = 0; i < n; i++) a[i * 9223372036854775807 * 2] = 1; }");
    has(&text, &["`(i * 9223372036854775807) * 2`"]);
}

#[test]
fn functions_become_expressions_or_blocks() {
    let mut unit = parse(
        "static int at(int i, int j, int m) { return i * m + j; }
         static void put(double *a, int i, double v) { if (v > 0) a[i] = v; }
         void f(int n, int m, double *a, double *b) {
           for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) put(b, j, a[at(i, j, m)]); }",
    );
    prepare(&mut unit);
    let (nests, declined) = raise(&unit);
    assert!(declined.is_empty(), "{declined:?}");
    let text = crate::raise::print(&unit, &nests[0]);
    has(&text, &["[?:8*(m)][m:8]F64", "= %0[i][j]", "= %1[j]", "declare v = ", "if v > 0"]);
}

/// The plan of the only nest of `f`, after the unit was prepared.
fn prepared(body: &str) -> String {
    let mut unit = parse(&format!("void f(int n, int m, double *a, double *b) {{ {body} }}"));
    prepare(&mut unit);
    let (nests, declined) = raise(&unit);
    assert!(nests.len() == 1, "{declined:?}");
    crate::raise::print(&unit, &nests[0])
}

#[test]
fn values_that_take_long_are_computed_once() {
    let twice = |value: &str| {
        let source = format!(
            "double exp(double), fabs(double); static double g(double d) {{ double c = {value}; return d > 0 ? 1 - c : c; }}
             void f(int n, double *a, double *b) {{ for (int i = 0; i < n; i++) a[i] = g(b[i]) * 2; }}"
        );
        let mut unit = parse(&source);
        prepare(&mut unit);
        crate::raise::print(&unit, &raise(&unit).0[0])
    };
    assert_eq!(twice("exp(-d * d)").matches("exp(").count(), 1);
    has(&twice("exp(-d * d)"), &["declare c = exp("]);
    // Cheap ones are written where they are read, so that the call is an expression.
    lacks(&twice("fabs(d)"), "declare c");
    lacks(&twice("fabs(d) * d"), "declare c");
}

#[test]
fn loops_of_library_copies_have_no_remark() {
    let body = "int f(const char *s) { int n = 0; while (*s++) n++; return n; }";
    assert_eq!(raise(&parse(body)).1.len(), 1);
    assert!(raise(&parse(&format!("extern __inline __attribute__((gnu_inline)) {body}"))).1.is_empty());
}

#[test]
fn steps_become_terms_of_the_indices() {
    let strided = prepared("int k = 3; for (int i = 0; i < n; i++) { a[k] = 1; k += 2; } b[0] = k;");
    has(&strided, &["= %0[2*i + 3]"]);
    let linear =
        prepared("int k = 0; for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) { a[k] = b[j]; k++; } b[k] = 0;");
    has(&linear, &["[?:8*(m)][m:8]F64", "= %0[i][j]"]);
    let pointers = prepared("double *p = a, *q = b + n; for (int i = 0; i < n; i++) *p++ = *--q;");
    has(&pointers, &["view %0 = p of a + 0", "= %0[i]", "= %1[-i + n - 1]"]);
    // Fig 4.9 of Par4All, where each row sets `k` anew.
    let figure =
        prepared("int k; for (int i = 0; i < n; i++) { k = i; for (int j = 0; j < 8; j++) a[k++] = j; } b[k] = 0;");
    has(&figure, &["= %0[i + j]"]);
    let header = prepared("int i, k; for (i = 0, k = 2; i < n; i++, k += 2) a[k] = i; b[i] = k;");
    has(&header, &["= %0[2*i + 2]"]);
}

#[test]
fn variables_step_by_values_and_whole_loops() {
    let row = prepared("int k = 3; for (int i = 0; i < n; i++) { a[k] = i; k += m; } b[k] = 0;");
    has(&row, &["= %0[i][3]"]);
    let down = prepared(
        "double *p = a; for (int i = 0; i < n; i++) { for (int j = 0; j < m; j++) p[j] = i; p -= m + 1; } b[0] = *p;",
    );
    has(&down, &["= %0[-i][j]"]);
    let rest = prepared("int k = 0; for (int i = 0; i < n; i++) { for (int j = 0; j < m; j++) a[k++] = j; k += 7; }");
    has(&rest, &["check -m + (steps of k) >= 0", "= %0[i][j]"]);
    let behind =
        prepared("int k = 0; for (int i = 0; i < n; i++) { for (int j = 0; j < m; j++) k++; a[k] = i; } b[k] = 0;");
    has(&behind, &["check (steps of k) - 1 >= 0", "= %0[i + 1][0]"]);
}

#[test]
fn the_farthest_element_is_checked_for_all() {
    let row = nest(
        "void f(int n, int m, double *a) { for (int i = 0; i < n; i++) { a[m * i + 2] = a[m * i + 9] - a[m * i + 5]; a[m * i] = 0; } }",
    );
    has(&row, &["check m - 10 >= 0"]);
    assert_eq!(row.matches("check").count(), 1, "{row}");
}

#[test]
fn strides_need_not_be_multiples() {
    let grid = nest(
        "void f(int n, int jp, int kp, double *a) { for (int k = 1; k < n; k++) for (int j = 1; j < n; j++) \
                     for (int i = 1; i < n; i++) a[i + j * jp + k * kp] = a[i + j * jp + (k - 1) * kp - 1]; }",
    );
    has(
        &grid,
        &[
            "(kp) / (jp)",
            "check jp - 1 >= 0",
            "check -n + jp >= 0",
            "check -n + ((kp) / (jp)) >= 0",
            "[k][j][i]",
            "[k - 1][j][i - 1]",
        ],
    );
}

#[test]
fn unsigned_values_are_computed_as_they_wrap() {
    let down = prepared("unsigned long k = n; for (int i = 0; i < n; i++) { k -= 2; a[k] = 1; } b[k] = 0;");
    has(&down, &["check -2*n + k >= 0", "[-2*i + k - 2]"]);
    // The index would wrap around, and run again.
    let by_threes = |end: &str| {
        prepared(&format!("unsigned k = 3; for (unsigned i = 0; i < {end}; i += 3) {{ a[k] = 1; k += 3; }} b[k] = 0;"))
    };
    has(&by_threes("n"), &["`k`"]);
    has(&by_threes("64"), &["= %0[i + 3]"]);
    let by_twos = prepared("unsigned k = 3; for (unsigned i = 0; i < n; i += 2) { a[k] = 1; k += 2; } b[k] = 0;");
    has(&by_twos, &["= %0[i + 3]"]);
}

#[test]
fn what_is_not_stepped_each_time_stays() {
    for (body, wanted) in [
        // Under a condition, by data, by halves of what the index steps, by what the loop changes, in a loop whose end it changes.
        ("int k = 0; for (int i = 0; i < n; i++) if (b[i] > 0) a[k++] = i; b[k] = 0;", "`k++`"),
        ("int k = 0; for (int i = 0; i < n; i++) { a[k] = i; k += (int)b[i]; } b[k] = 0;", "`k`"),
        ("int k = 0; for (int i = 0; i < n; i += 2) a[k++] = i; b[k] = 0;", "`k++`"),
        ("int k = 0; for (int i = 0; i < n; i++) { a[k] = i; k += m; m++; } b[k] = 0;", "`k`"),
        (
            "int k = 0; for (int i = 0; i < n; i++) { for (int j = 0; j < m; j++) k++; a[k] = i; m += 2; } b[k] = 0;",
            "`k`",
        ),
        ("int k = 0; for (int i = 0; i < n; i++) { a[k] = i; int t = k++ + (k = 2); b[t] = 0; }", "`k`"),
    ] {
        let text = prepared(body);
        assert!(text.contains(wanted), "{body}\n{text}");
    }
}

#[test]
fn deep_nesting_and_long_chains_do_not_exhaust_the_stack() {
    let chain = vec!["a[i]"; 3000].join(" + ");
    let blocks = "if (i > a[i]) { ".repeat(200) + "a[i] = 1;" + &"}".repeat(200);
    let text = nest(&format!("void f(int n, int *a) {{ for (int i = 0; i < n; i++) {{ a[i] = {chain}; {blocks} }} }}"));
    has(&text, &["for i = 0 to n step 1"]);
}
