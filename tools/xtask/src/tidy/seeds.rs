//! `docs/seeds.md` maps rows of the implemented works' acceptance lists to tests. Each row must name tests that exist.
//!
//! A row is a line of a Markdown table, `| id | what | tests |`. The last column holds, between backquotes, files (from
//! the workspace's folder) or functions in them: `test-suite/lit/region/ops.mlir`, `dialects/src/tests.rs::builds_a_nest`.

use std::path::Path;

use super::lexer::words;
use super::{Finding, Source};

const PAGE: &str = "docs/seeds.md";

pub fn check(root: &Path, files: &[Source]) -> Vec<Finding> {
    let Some(page) = files.iter().find(|file| file.path == Path::new(PAGE)) else { return Vec::new() };
    let mut findings = Vec::new();
    for (number, line) in page.text.lines().enumerate() {
        let Some(tests) = last_column(line) else { continue };
        if tests.is_empty() {
            findings.push(page.finding(number + 1, "the row names no test"));
        }
        for test in tests.into_iter().filter(|test| !exists(root, files, test)) {
            findings.push(page.finding(number + 1, format!("there is no test `{test}`")));
        }
    }
    findings
}

/// What stands between backquotes in the last column of a table's row; None for other lines and the table's head.
fn last_column(line: &str) -> Option<Vec<&str>> {
    let row = line.trim().strip_prefix('|')?.strip_suffix('|')?;
    let columns: Vec<&str> = row.split('|').map(str::trim).collect();
    let (first, last) = (columns.first()?, columns.last()?);
    let is_id = first.contains(|c: char| c.is_ascii_digit());
    is_id.then(|| last.split('`').skip(1).step_by(2).collect())
}

fn exists(root: &Path, files: &[Source], test: &str) -> bool {
    let (path, function) = test.split_once("::").map_or((test, None), |(path, function)| (path, Some(function)));
    match function {
        None => root.join(path).exists(),
        Some(function) => {
            let file = files.iter().find(|file| file.path == Path::new(path));
            let declaration = format!("fn {}", function.rsplit("::").next().unwrap_or(function));
            file.is_some_and(|file| words(&file.text, &declaration).next().is_some())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_must_name_tests_that_exist() {
        let page = "| id | what | test |\n|---|---|---|\n| F9 | a | `t.rs::one` `t.rs::m::two` |\n| F10 | b | `t.rs::three`, `t.mlir` |\n| F11 | c | later |\n";
        let source = |path: &str, text: &str| Source { path: path.into(), text: text.into() };
        let files = [source(PAGE, page), source("t.rs", "fn one() {}\nfn two() {}\nfn three_more() {}")];
        let found = check(Path::new("/nonexistent"), &files);
        let lines: Vec<_> = found.into_iter().map(|finding| (finding.line, finding.message)).collect();
        let no_test = |name| (4, format!("there is no test `{name}`"));
        assert_eq!(lines, [no_test("t.rs::three"), no_test("t.mlir"), (5, "the row names no test".to_string())]);
    }
}
