//! The programs of `test-suite/matlab` print what GNU Octave 7.3 printed when their outputs were recorded (`record.sh` there).

use std::path::{Path, PathBuf};
use std::process::Command;

fn programs() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../test-suite/matlab");
    let entries = std::fs::read_dir(&folder).expect("the folder of the programs is there");
    let mut all: Vec<_> =
        entries.flatten().map(|entry| entry.path()).filter(|path| path.with_extension("out").exists()).collect();
    all.retain(|path| path.extension().is_some_and(|extension| extension == "m"));
    all.sort();
    all
}

/// What differs in a program, if anything.
fn difference(path: &Path) -> Option<String> {
    let name = path.file_name()?;
    let output = Command::new(env!("CARGO_BIN_EXE_raddle-mat")).arg(name).current_dir(path.parent()?).output().ok()?;
    let expected = std::fs::read(path.with_extension("out")).ok()?;
    if output.stdout != expected {
        let (actual, expected) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&expected));
        let mut lines = actual.lines().zip(expected.lines()).enumerate();
        let first = lines.find(|(_, (actual, expected))| actual != expected);
        let at = first.map_or("the length differs".into(), |(at, (actual, expected))| {
            format!("line {}: {actual:?} instead of {expected:?}", at + 1)
        });
        return Some(format!("{}: {at}; {}", path.display(), String::from_utf8_lossy(&output.stderr)));
    }
    let expected = std::fs::read_to_string(path.with_extension("err")).unwrap_or_default();
    let actual = String::from_utf8_lossy(&output.stderr);
    let fails = expected.lines().any(|line| line.starts_with("error: "));
    (actual != expected || output.status.success() == fails)
        .then(|| format!("{}: {}, {actual:?} instead of {expected:?}", path.display(), output.status))
}

#[test]
fn programs_print_what_octave_prints() {
    let programs = programs();
    assert!(programs.len() >= 20, "{} programs", programs.len());
    let differences: Vec<_> = programs.iter().filter_map(|path| difference(path)).collect();
    assert!(differences.is_empty(), "{} of {}:\n{}", differences.len(), programs.len(), differences.join("\n"));
}
