//! Rules about single files: module docs, function length, nothing left to do, no paths of one machine.

use std::path::PathBuf;

use super::lexer::{code, group, line_of, without_tests, words};
use super::{Finding, Source};

const MAX_LINES: usize = 100;
/// Longer functions than this are listed, not refused.
const LONG_LINES: usize = 60;
/// In two parts, so that this file keeps its own rule.
const LEFT_TO_DO: [[&str; 2]; 4] = [["TO", "DO"], ["FIX", "ME"], ["to", "do!"], ["unimple", "mented!"]];
const MACHINE_PATHS: [[&str; 2]; 3] = [["/wo", "rk/"], ["/tm", "p/"], ["/ho", "me/"]];

pub fn check(file: &Source) -> Vec<Finding> {
    let mut findings = left_to_do(file);
    if !file.is_rust() {
        return findings;
    }
    if !file.text.starts_with("//!") {
        findings.push(file.finding(1, "a module begins with `//!`: what it is and never does"));
    }
    for Function { name, line, lines } in functions(&file.text) {
        if lines > MAX_LINES {
            findings.push(file.finding(line, format!("{name} has {lines} lines, more than {MAX_LINES}")));
        }
    }
    if !file.is_test() {
        findings.extend(machine_paths(file));
    }
    findings
}

/// Path, name and length of functions over the length that is worth a look.
pub fn long_functions(files: &[Source]) -> Vec<(PathBuf, String, usize)> {
    let long = |file: &Source| {
        let path = file.path.clone();
        let functions = functions(&file.text).into_iter().filter(|it| it.lines > LONG_LINES);
        functions.map(|it| (path.clone(), it.name, it.lines)).collect::<Vec<_>>()
    };
    files.iter().filter(|file| file.is_rust()).flat_map(long).collect()
}

fn left_to_do(file: &Source) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (number, line) in file.text.lines().enumerate() {
        for parts in LEFT_TO_DO {
            let word = parts.concat();
            // As a word: programs of the test suite may have a variable that contains it.
            if words(line, &word).next().is_some() {
                findings.push(file.finding(number + 1, format!("`{word}`: finish it or open an issue")));
            }
        }
    }
    findings
}

fn machine_paths(file: &Source) -> Vec<Finding> {
    let product = without_tests(&file.text);
    let mut findings = Vec::new();
    for (number, line) in product.lines().enumerate() {
        for parts in MACHINE_PATHS {
            let path = parts.concat();
            if line.contains(&path) {
                findings.push(file.finding(number + 1, format!("`{path}` is a path of one machine")));
            }
        }
    }
    findings
}

struct Function {
    name: String,
    line: usize,
    lines: usize,
}

fn functions(text: &str) -> Vec<Function> {
    let code = code(text);
    let mut functions = Vec::new();
    for at in words(&code, "fn") {
        let rest = code[at + 2..].trim_start();
        let name: String = rest.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
        // A function pointer type has no name; a declaration ends in `;` before any body.
        let end_of_head = code[at..].find(['{', ';']).map(|offset| at + offset);
        let Some(open) = end_of_head.filter(|at| !name.is_empty() && code[*at..].starts_with('{')) else { continue };
        if let Some((_, close)) = group(&code, open) {
            let line = line_of(&code, at);
            functions.push(Function { name, line, lines: line_of(&code, close) - line + 1 });
        }
    }
    functions
}

#[cfg(test)]
mod tests {
    use super::*;

    fn findings(path: &str, text: &str) -> Vec<String> {
        let file = Source { path: path.into(), text: text.into() };
        check(&file).into_iter().map(|finding| format!("{}: {}", finding.line, finding.message)).collect()
    }

    #[test]
    fn module_docs_are_demanded() {
        assert!(findings("a.rs", "//! A.\nfn f() {}\n").is_empty());
        assert!(findings("a.rs", "fn f() {}\n")[0].starts_with("1: a module begins"));
        assert!(findings("a.c", "int x;\n").is_empty());
    }

    #[test]
    fn long_functions_are_found() {
        let body = |lines| format!("//! A.\nfn f(\n) -> u8 {{\n{}}}\nfn g();\n", "x;\n".repeat(lines));
        assert!(findings("a.rs", &body(MAX_LINES - 3)).is_empty());
        assert_eq!(findings("a.rs", &body(MAX_LINES - 2)), ["2: f has 101 lines, more than 100"]);
        let file = Source { path: "a.rs".into(), text: body(LONG_LINES) };
        assert_eq!(long_functions(&[file]), [("a.rs".into(), "f".to_string(), LONG_LINES + 3)]);
    }

    #[test]
    fn unfinished_work_is_found() {
        for parts in LEFT_TO_DO {
            let word = parts.concat();
            assert_eq!(
                findings("a.c", &format!("x\n{word} y\n")),
                [format!("2: `{word}`: finish it or open an issue")]
            );
            assert!(findings("a.c", &format!("x{word}y\n")).is_empty());
        }
    }

    #[test]
    fn machine_paths_are_found_outside_tests() {
        let path = MACHINE_PATHS[0].concat();
        let line = format!("const P: &str = \"{path}x\";\n");
        assert_eq!(findings("a.rs", &format!("//! A.\n{line}")).len(), 1);
        assert!(findings("a.rs", &format!("//! A.\n#[cfg(test)]\nmod tests {{ {line} }}")).is_empty());
        assert!(findings("a/tests.rs", &format!("//! A.\n{line}")).is_empty());
    }
}
