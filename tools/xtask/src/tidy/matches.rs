//! No wildcard arms in a match over our own IR's enums, so that the compiler lists every place a new variant touches.
//!
//! A heuristic on text: a `match` is over one of these enums if a pattern of one of its own arms (not of a match inside)
//! names it as `Name::`, and it has a wildcard arm if a pattern is `_` alone. It does not see enums renamed by `use`,
//! variants imported by `use Name::*`, and arms that bind a name. Where one variant is asked for, `let ... else`,
//! `if let` and `matches!` say so better than a match with two arms.

use std::collections::BTreeSet;

use super::lexer::{code, group, line_of, without_tests, words};
use super::{Finding, Source};

/// All `pub enum`s of these files are IR. Not clang's AST (`lowering/c/src/ast.rs`): what reads it recognizes a few
/// shapes among many, and anything else, known today or not, must decline.
const IR: &[&str] = &["lowering/c/src/plan.rs", "lowering/poly/src/model.rs"];

/// Crates without that IR, whose own enums have some of its names. A function of MATLAB recognizes a few classes of values, and
/// all others are Octave's error.
const OTHERS: &[&str] = &["backends/matlab/", "lowering/matlab/"];

pub fn check(files: &[Source]) -> Vec<Finding> {
    let enums: BTreeSet<String> = files
        .iter()
        .filter(|file| IR.iter().any(|path| file.path.ends_with(path)))
        .flat_map(|file| enums(&code(&file.text)))
        .collect();
    let sees_ir = |file: &&Source| !OTHERS.iter().any(|folder| file.path.to_string_lossy().contains(folder));
    files
        .iter()
        .filter(|file| file.is_rust() && !file.is_test())
        .filter(sees_ir)
        .flat_map(|file| check_file(file, &enums))
        .collect()
}

fn enums(code: &str) -> Vec<String> {
    let name = |at: usize| code[at + "pub enum".len()..].trim_start().split(|c: char| !c.is_alphanumeric()).next();
    words(code, "pub enum").filter_map(name).map(String::from).collect()
}

fn check_file(file: &Source, enums: &BTreeSet<String>) -> Vec<Finding> {
    let code = code(&file.text);
    let code = without_tests(&code);
    let mut findings = Vec::new();
    for at in words(code, "match") {
        let Some((body, _)) = body_of(&code[at..]).and_then(|offset| group(code, at + offset)) else { continue };
        let patterns = patterns(body);
        let named = enums.iter().find(|name| patterns.iter().any(|pattern| names(pattern, name)));
        if let (Some(name), true) = (named, patterns.contains(&"_")) {
            findings.push(file.finding(line_of(code, at), format!("a match over {name} has a wildcard arm")));
        }
    }
    findings
}

/// Where the brace behind the scrutinee is, which itself may hold braces only inside other brackets.
fn body_of(code: &str) -> Option<usize> {
    let mut depth = 0isize;
    for (at, c) in code.char_indices() {
        match c {
            '(' | '[' => depth += 1,
            ')' | ']' => depth -= 1,
            '{' if depth == 0 => return Some(at),
            _ => {}
        }
    }
    None
}

fn names(pattern: &str, name: &str) -> bool {
    words(pattern, name).any(|at| pattern[at + name.len()..].starts_with("::"))
}

/// The patterns of a match's arms, without guards.
fn patterns(body: &str) -> Vec<&str> {
    let mut patterns = Vec::new();
    let mut rest = body;
    while let Some(arrow) = top_level(rest, "=>") {
        let pattern = rest[..arrow].trim();
        let guard = words(pattern, "if").next().unwrap_or(pattern.len());
        patterns.push(pattern[..guard].trim());
        let value = &rest[arrow + 2..];
        let start = value.len() - value.trim_start().len();
        let block = value[start..].starts_with('{').then(|| group(value, start)).flatten();
        let end = match block {
            Some((_, close)) => close + 1,
            None => top_level(value, ",").unwrap_or(value.len()),
        };
        rest = value[end..].trim_start().trim_start_matches(',');
    }
    patterns
}

/// Where `token` first stands outside brackets.
fn top_level(code: &str, token: &str) -> Option<usize> {
    let mut depth = 0isize;
    for (at, c) in code.char_indices() {
        match c {
            '{' | '(' | '[' => depth += 1,
            '}' | ')' | ']' => depth -= 1,
            _ if depth == 0 && code[at..].starts_with(token) => return Some(at),
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(body: &str) -> usize {
        let ir = Source { path: IR[0].into(), text: "pub enum Op { A, B }".into() };
        let user = Source { path: "lowering/x.rs".into(), text: format!("fn f() {{ {body} }}") };
        check(&[ir, user]).len()
    }

    #[test]
    fn wildcards_over_ir_are_found() {
        assert_eq!(found("match op { Op::A => 1, _ => 2 }"), 1);
        assert_eq!(found("match op { Op::A { x, .. } => { f(x) } _ => 2 }"), 1);
        assert_eq!(found("match op { Some(Op::A) if x => g(1, 2), _ => {} }"), 1);
        assert_eq!(found("match f(|x| { x }) { Op::A => 1, _ => 2 }"), 1);
        assert_eq!(found("match x { 1 => match op { ast::Op::A => 1, _ => 2 }, n => n }"), 1);
    }

    #[test]
    fn other_matches_are_left_alone() {
        assert_eq!(found("match op { Op::A => 1, Op::B => 2 }"), 0);
        assert_eq!(found("match x { 1 => Op::A, _ => Op::B }"), 0);
        assert_eq!(found("match x { 1 => match op { Op::A => 1, Op::B => 2 }, _ => 3 }"), 0);
        assert_eq!(found("match x { MyOp::A => 1, _ => 2 }"), 0);
        assert_eq!(found("match (a, op) { (_, Op::A) => 1, (x, Op::B) => x }"), 0);
    }
}
