//! The licenses of all crates that are compiled in, against a list.

use std::collections::BTreeSet;
use std::path::Path;

use super::Finding;
use crate::process::cargo;

/// Permissive licenses, compatible with Apache-2.0 WITH LLVM-exception.
const ALLOWED: &[&str] = &[
    "MIT",
    "Apache-2.0",
    "Apache-2.0 WITH LLVM-exception",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "BSL-1.0",
    "CC0-1.0",
    "ISC",
    "MIT-0",
    "Unicode-3.0",
    "Unlicense",
    "Zlib",
];

/// Crates whose manifest states no license, with what their license file says.
const READ_BY_HAND: &[(&str, &str)] = &[("mlir-sys", "MIT")];

pub fn check(root: &Path) -> Result<Vec<Finding>, String> {
    // The lock file has been made by building this very program.
    let args =
        ["tree", "--workspace", "--locked", "--edges", "normal,build", "--prefix", "none", "--format", "{p}|{l}"];
    let output = cargo(root, &args).output().map_err(|error| format!("cannot run cargo tree: {error}"))?;
    if !output.status.success() {
        return Err(format!("cargo tree: {}", String::from_utf8_lossy(&output.stderr)));
    }
    Ok(refused(&String::from_utf8_lossy(&output.stdout)))
}

fn refused(listing: &str) -> Vec<Finding> {
    let lines: BTreeSet<&str> = listing.lines().map(|line| line.trim_end_matches(" (*)")).collect();
    let parts = lines.into_iter().filter_map(|line| line.split_once('|')).map(|(package, license)| {
        let by_hand =
            READ_BY_HAND.iter().find(|(name, _)| license.is_empty() && package.split(' ').next() == Some(name));
        (package, by_hand.map_or(license, |(_, license)| license))
    });
    let bad = parts.filter(|(_, license)| !allowed(license));
    let message = |(package, license): (&str, &str)| match license {
        "" => format!("{package} states no license"),
        license => format!("{package} is under '{license}', which is not on our list"),
    };
    bad.map(|it| Finding { path: "Cargo.toml".into(), line: 0, message: message(it) }).collect()
}

/// An SPDX expression: alternatives (`OR`, older `/`) of combinations (`AND`), with parentheses around either. One
/// alternative must be allowed in all its parts; parentheses are read as if they were not there, which errs on the
/// strict side for `A AND (B OR C)`.
fn allowed(expression: &str) -> bool {
    let flat = expression.replace(['(', ')'], "").replace('/', " OR ");
    flat.split(" OR ").any(|choice| choice.split(" AND ").all(|license| ALLOWED.contains(&license.trim())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn license_expressions() {
        for good in ["MIT", "MIT/Apache-2.0", "GPL-3.0 OR MIT", "(MIT OR Apache-2.0) AND Unicode-3.0", "MIT AND ISC"] {
            assert!(allowed(good), "{good}");
        }
        for bad in ["", "GPL-3.0", "MIT AND GPL-3.0", "LGPL-2.1 OR GPL-2.0"] {
            assert!(!allowed(bad), "{bad}");
        }
    }

    #[test]
    fn refused_packages_are_named() {
        let findings = refused("a v1.0.0|MIT\nb v2.0.0|GPL-3.0\nb v2.0.0|GPL-3.0 (*)\nc v3.0.0|\nmlir-sys v1.0.0|\n");
        let messages: Vec<_> = findings.into_iter().map(|finding| finding.message).collect();
        assert_eq!(messages, ["b v2.0.0 is under 'GPL-3.0', which is not on our list", "c v3.0.0 states no license"]);
    }
}
