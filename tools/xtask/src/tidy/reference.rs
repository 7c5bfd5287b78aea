//! `docs/passes.md`, made of the headers of the pass files. `cargo xtask docs` writes it; a rule says if it is stale.

use std::fmt::Write;
use std::path::Path;

use super::passes::holds_pass;
use super::{Finding, Source};

pub const PAGE: &str = "docs/passes.md";
const HEAD: &str = "# Passes\n\nGenerated from the headers of the pass files by `cargo xtask docs`. Upstream's passes are in `raddle-opt --help`.\n";

/// The page's text.
pub fn page(files: &[Source]) -> String {
    files.iter().filter(|file| holds_pass(file)).fold(HEAD.to_string(), |page, file| page + &section(file))
}

pub fn check(files: &[Source]) -> Option<Finding> {
    let found = files.iter().find(|file| file.path == Path::new(PAGE)).map_or("", |file| &file.text);
    let stale = found != page(files);
    stale.then(|| Finding { path: PAGE.into(), line: 0, message: "out of date: run `cargo xtask docs`".into() })
}

/// The header's first line as title and summary, the rest as it stands there, then the options.
fn section(file: &Source) -> String {
    let mut header = file.text.lines().map_while(|line| line.strip_prefix("//!"));
    let first = header.next().unwrap_or_default().trim();
    let (name, summary) = first.split_once(": ").unwrap_or((first, ""));
    let rest: Vec<&str> = header.map(|line| line.strip_prefix(' ').unwrap_or(line)).collect();
    let rest = rest.into_iter().filter(|line| !line.starts_with("```")).collect::<Vec<_>>().join("\n");
    let mut section = format!("\n## {name}\n\n{}\n\n```text\n{}\n```\n", sentence(summary), rest.trim_matches('\n'));
    for (option, help) in options(&file.text) {
        // Writing to a string cannot fail.
        let _ = writeln!(section, "\n- `{option}`: {help}");
    }
    section + &format!("\nIn `{}`.\n", file.path.display())
}

fn sentence(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or(String::new(), |first| first.to_uppercase().chain(chars).collect())
}

/// The pairs of `const OPTIONS: ... = &[("name", "help"), ...];`. Strings there have no escapes.
fn options(text: &str) -> Vec<(&str, &str)> {
    let list = text.split_once("const OPTIONS:").and_then(|(_, rest)| rest.split_once("];"));
    let strings: Vec<&str> = list.map_or("", |(list, _)| list).split('"').skip(1).step_by(2).collect();
    strings.chunks_exact(2).map(|pair| (pair[0], pair[1])).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const PASS: &str = "//! `a-pass`: do it.\n//!\n//! ```text\n//!   before   after\n//! ```\n//!\n//! Legal if:  always.\n\nuse x;\n\
        impl Pass for A {\n const OPTIONS: &'static [(&'static str, &'static str)] = &[(\"mode\", \"how\")];\n}\n";

    #[test]
    fn the_page_is_made_of_headers() {
        let source = |path: &str, text: &str| Source { path: path.into(), text: text.into() };
        let mut files = vec![source("lowering/a.rs", PASS), source("lowering/b.rs", "//! Not a pass.\n")];
        let expected = "\n## `a-pass`\n\nDo it.\n\n```text\n  before   after\n\nLegal if:  always.\n```\n\n- `mode`: how\n\nIn `lowering/a.rs`.\n";
        assert_eq!(page(&files), format!("{HEAD}{expected}"));
        assert!(check(&files).is_some());
        files.push(source(PAGE, &page(&files)));
        assert_eq!(check(&files), None);
    }
}
