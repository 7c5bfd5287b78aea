//! The licenses of others whose code is in the binary: LLVM's, and those of all crates it is made of.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use super::{at, children};
use crate::process::{cargo, output};

/// LLVM, MLIR, clang and isl, as their packages state it.
const LLVM: &str = "/usr/share/doc/llvm-22-dev/copyright";
const RULE: &str = "\n------------------------------------------------------------------------------\n\n";

/// Each text once, below the names of those whose it is.
pub fn text(root: &Path) -> Result<String, String> {
    let tree =
        ["tree", "--locked", "--package", "raddle", "--edges", "normal", "--prefix", "none", "--format", "{p}|{l}"];
    // Otherwise cargo would fetch what other systems need.
    let platform = format!("{}-unknown-linux-gnu", std::env::consts::ARCH);
    let metadata =
        output(&mut cargo(root, &["metadata", "--locked", "--format-version", "1", "--filter-platform", &platform]))?;
    let mut sections: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (package, license) in foreign(&output(&mut cargo(root, &tree))?) {
        let folder = folder(&metadata, &package).ok_or_else(|| format!("cargo metadata does not know {package}"))?;
        let texts = license_texts(&folder)?;
        let title = format!("{package} ({license})");
        if texts.is_empty() {
            sections.entry("(its sources hold no license text)\n".into()).or_default().push(title.clone());
        }
        for text in texts {
            sections.entry(text).or_default().push(title.clone());
        }
    }
    let llvm = fs::read_to_string(LLVM).map_err(|error| at(Path::new(LLVM), &error))?;
    let head = "Raddle's binaries contain code of others, under these licenses.\n";
    let llvm = format!("{head}{RULE}LLVM, MLIR, clang, isl\n\n{llvm}");
    Ok(sections.iter().fold(llvm, |all, (text, owners)| format!("{all}{RULE}{}\n\n{text}", owners.join("\n"))))
}

/// Packages that are not ours, each once, with their licenses.
fn foreign(listing: &str) -> BTreeSet<(String, String)> {
    let lines = listing.lines().map(|line| line.trim_end_matches(" (*)")).filter(|line| !line.contains("(/"));
    let parts = lines.filter_map(|line| line.split_once('|'));
    parts.map(|(package, license)| (package.replace(" (proc-macro)", ""), license.into())).collect()
}

/// Where the sources of `name vVERSION` lie: its manifest is the only one in a folder of that name.
fn folder(metadata: &str, package: &str) -> Option<PathBuf> {
    let manifest = format!("/{}/Cargo.toml\"", package.replacen(" v", "-", 1));
    let end = metadata.find(&manifest)? + manifest.len() - "/Cargo.toml\"".len();
    let start = metadata[..end].rfind('"')? + 1;
    Some(metadata[start..end].into())
}

fn license_texts(folder: &Path) -> Result<Vec<String>, String> {
    let is_license = |path: &PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy().to_uppercase();
        path.is_file() && ["LICENSE", "LICENCE", "COPYING", "NOTICE", "UNLICENSE"].iter().any(|it| name.starts_with(it))
    };
    let mut paths: Vec<PathBuf> = children(folder)?.into_iter().filter(is_license).collect();
    paths.sort();
    paths.iter().map(|path| fs::read_to_string(path).map_err(|error| at(path, &error))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packages_of_others() {
        let listing =
            "raddle v0.1.0 (/src/tools/raddle)|Apache-2.0\na v1.2.0|MIT\nb v2.0.0 (proc-macro)|ISC\na v1.2.0|MIT (*)\n";
        let all: Vec<_> = foreign(listing).into_iter().collect();
        assert_eq!(all, [("a v1.2.0".into(), "MIT".into()), ("b v2.0.0".into(), "ISC".into())]);
    }

    #[test]
    fn folders_of_packages() {
        let metadata = r#"[{"manifest_path":"/r/aa-1.2.0/Cargo.toml"},{"manifest_path":"/r/a-1.2.0/Cargo.toml"}]"#;
        assert_eq!(folder(metadata, "a v1.2.0"), Some("/r/a-1.2.0".into()));
        assert_eq!(folder(metadata, "a v1.2"), None);
    }
}
