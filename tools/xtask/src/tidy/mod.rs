//! The repository's rules, checked: `cargo xtask tidy`, and a test of this crate.
//!
//! | rule | where |
//! |---|---|
//! | every Rust module begins with `//!` | `sources.rs` |
//! | functions have at most 100 lines | `sources.rs` |
//! | nothing is left to do: no such words, no such macros | `sources.rs` |
//! | no paths of one machine outside tests | `sources.rs` |
//! | no wildcard arms in a match over our own IR's enums | `matches.rs` |
//! | each pass file has the header | `passes.rs` |
//! | docs/passes.md is made of these headers | `reference.rs` |
//! | dependencies have licenses we can take | `licenses.rs` |
//! | each row of docs/seeds.md names tests that exist | `seeds.rs` |

mod lexer;
mod licenses;
mod matches;
mod passes;
pub mod reference;
mod seeds;
mod sources;

use std::fs;
use std::path::{Path, PathBuf};

/// A rule broken: where and how.
#[derive(Debug, PartialEq, Eq)]
pub struct Finding {
    pub path: PathBuf,
    /// From 1; 0 for the whole file.
    pub line: usize,
    pub message: String,
}

/// A text file of the repository.
pub struct Source {
    /// From the workspace's folder.
    pub path: PathBuf,
    pub text: String,
}

impl Source {
    pub fn is_rust(&self) -> bool {
        self.path.extension().is_some_and(|extension| extension == "rs")
    }

    /// Test code by its place; tests inside a module are cut off by [`lexer::without_tests`].
    pub fn is_test(&self) -> bool {
        let in_suite = self.path.starts_with("test-suite");
        let named_so = self.path.iter().any(|part| part == "tests" || part == "tests.rs" || part == "testing");
        in_suite || named_so
    }

    pub fn finding(&self, line: usize, message: impl Into<String>) -> Finding {
        Finding { path: self.path.clone(), line, message: message.into() }
    }
}

pub fn run(root: &Path) -> Result<(), String> {
    let files = read(root)?;
    for (path, name, lines) in sources::long_functions(&files) {
        println!("note: {}: {name} has {lines} lines", path.display());
    }
    let findings = check(root, &files)?;
    for Finding { path, line, message } in &findings {
        println!("{}:{line}: {message}", path.display());
    }
    if findings.is_empty() { Ok(()) } else { Err(format!("{} rules broken", findings.len())) }
}

fn check(root: &Path, files: &[Source]) -> Result<Vec<Finding>, String> {
    let mut findings: Vec<Finding> = files.iter().flat_map(sources::check).collect();
    findings.extend(matches::check(files));
    findings.extend(files.iter().flat_map(passes::check));
    findings.extend(reference::check(files));
    findings.extend(seeds::check(root, files));
    findings.extend(licenses::check(root)?);
    Ok(findings)
}

const FOLDERS: &[&str] = &["dialects", "lowering", "backends", "tools", "test-suite", "docs"];
const EXTENSIONS: &[&str] = &["rs", "td", "cpp", "h", "c", "mlir", "py", "md", "toml", "sh"];

/// Our sources, in a fixed order.
pub fn read(root: &Path) -> Result<Vec<Source>, String> {
    let mut paths = Vec::new();
    for folder in FOLDERS {
        collect(&root.join(folder), &mut paths).map_err(|error| format!("{folder}: {error}"))?;
    }
    paths.sort();
    let read = |path: PathBuf| {
        let text = fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        Ok(Source { path: path.strip_prefix(root).unwrap_or(&path).to_path_buf(), text })
    };
    paths.into_iter().map(read).collect()
}

fn collect(folder: &Path, paths: &mut Vec<PathBuf>) -> std::io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let hidden = path.file_name().is_some_and(|name| name.to_string_lossy().starts_with('.'));
        if path.is_dir() && !hidden {
            collect(&path, paths)?;
        } else if path.extension().is_some_and(|extension| EXTENSIONS.iter().any(|known| extension == *known)) {
            paths.push(path);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_repository_is_tidy() {
        let root = crate::root();
        let files = read(&root).unwrap();
        assert!(files.iter().any(|file| file.path.ends_with("tidy/mod.rs")));
        let findings = check(&root, &files).unwrap();
        let lines: Vec<_> =
            findings.iter().map(|it| format!("{}:{}: {}", it.path.display(), it.line, it.message)).collect();
        assert!(lines.is_empty(), "\n{}", lines.join("\n"));
    }
}
