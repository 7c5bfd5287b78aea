//! Branches that end the program: each rule with a case that holds and one that does not.

use super::*;
use crate::raise::prepare;

/// The nest of `f` with the statement in its loop, or why it is none.
fn loop_with(statement: &str) -> String {
    let source = format!(
        "#include <assert.h>
         void exit(int) __attribute__((noreturn)); void report(int); extern int g;
         static double here[9]; extern double perhaps[9] __attribute__((weak));
         static double *table[8];
         static void fail(int k) {{ report(k); exit(k); }}
         static int checked(int i, int n) {{ if (i >= n) {{ report(i); exit(1); }} return i; }}
         void f(int n, int m, unsigned u, double x, int *p, double *restrict a) {{
           for (int i = 0; i < n; i++) {{ {statement} a[i] = 1; }}
         }}"
    );
    let mut unit = parse(&source);
    prepare(&mut unit);
    let (nests, declined) = raise(&unit);
    nests.first().map_or_else(|| declined[0].reason.clone(), |nest| crate::raise::print(&unit, nest))
}

#[test]
fn a_branch_that_is_never_taken_is_no_part_of_the_nest() {
    for (statement, checks) in [
        ("if (i >= n) exit(1);", &[][..]),
        ("if (i < 0 || i > n) fail(i);", &[]),
        ("assert(i < n);", &[]),
        ("if (i < n) ; else exit(2);", &[]),
        ("if (i >= m) { report(i); exit(1); }", &["check -n + m >= 0"]),
        ("assert(i < m);", &["check -n + m >= 0"]),
        ("int k = checked(i, m) + checked(i, n); a[k] = 2;", &["check -n + m >= 0"]),
        ("if (m < 2) { if (i > 3) exit(1); else fail(2); }", &["check m - 2 >= 0"]),
        ("assert(p);", &["check (p != 0) - 1 >= 0"]),
        ("double *q = here; assert(i < n && q); assert(q + i);", &[]),
        // As other C libraries write `assert`.
        ("i < m ? (void)0 : exit(2);", &["check -n + m >= 0"]),
        ("((void)((i < m) || (exit(2), 0)));", &["check -n + m >= 0"]),
        ("(void)(i >= m && (fail(i), 1));", &["check -n + m >= 0"]),
        ("if (m == 3) fail(m);", &["check m - 4 >= 0"]),
        ("if (m != 3) fail(m);", &["check m - 3 >= 0", "check -m + 3 >= 0"]),
        ("if (!m) fail(m);", &["check m - 1 >= 0"]),
        ("if (x < 0.5) fail(m);", &["check -(x < 0.5) >= 0"]),
        ("if (!(x < 0.5)) fail(m);", &["check (x < 0.5) - 1 >= 0"]),
        ("if (m > 4 && x < 0.5) fail(m);", &["check -((m > 4) && (x < 0.5)) >= 0"]),
        // Each side alone would be too much.
        (
            "if ((m != 1 && m != -1) || i >= m) fail(m);",
            &["check m*m - 1 >= 0", "check -m*m + 1 >= 0", "check -n + m >= 0"],
        ),
        ("if (*p > 3) fail(m);", &["check n - 1 >= 0", "check -*p + 3 >= 0"]),
        ("if (100 / m > 3) fail(m);", &["check n - 1 >= 0", "check -(100 / m) + 3 >= 0"]),
        ("if (__builtin_expect(!!(i > m), 0)) __builtin_unreachable();", &["check -n + m + 1 >= 0"]),
    ] {
        let text = loop_with(statement);
        assert!(text.contains("for i = 0 to n") && !text.contains("if "), "{statement}\n{text}");
        let found = text.lines().filter(|line| line.starts_with("check")).count();
        let wanted = |check: &&&str| text.lines().any(|line| line.contains(**check));
        assert!(checks.iter().all(|check| wanted(&check)), "{statement}\n{text}");
        assert_eq!(found == 0, checks.is_empty(), "{statement}\n{text}");
    }
}

#[test]
fn what_cannot_be_known_before_the_loop_stays() {
    for (statement, reason) in [
        ("if (a[i] > 3) exit(1);", "call to 'exit'"),
        ("if (i >= m) report(i);", "call to 'report'"),
        ("m += 2 * i; if (m > 3) exit(1);", "call to 'exit'"),
        ("m = ({ i < m ? 1 : (exit(1), 2); });", "other calls in the loop stay"),
        ("double *q = perhaps; assert(q);", "pointer 'q' is computed"),
        ("assert(table[i]);", "pointer 'table[i]' is computed"),
        ("i < m ? report(3) : report(2);", "call to 'report'"),
        ("(i < m) || (report(i), 0);", "call to 'report'"),
        ("if (i < m) { exit(1); report(i); }", "call to 'exit'"),
        ("static volatile int v; if (v) exit(1);", "'v' is volatile"),
    ] {
        let text = loop_with(statement);
        assert!(!text.contains("for i ="), "{statement}\n{text}");
        assert!(text.contains(reason), "{statement}\n{text}");
    }
}
