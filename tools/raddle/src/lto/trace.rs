//! Which files a linker has taken, as it says under `--trace`: one a line, a member of an archive with the archive's name.

use std::path::{Path, PathBuf};

/// Once, and GNU's linker names archives alone.
pub const WORD: &str = "-Wl,--trace,--trace";

/// A file that takes part in a link.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Taken {
    /// As the linker has opened it.
    pub path: PathBuf,
    pub member: Option<String>,
}

/// The files, and what else the linker has said.
pub fn read(said: &str) -> (Vec<Taken>, String) {
    let (mut files, mut others) = (Vec::new(), String::new());
    let passing = std::env::temp_dir();
    for line in said.lines() {
        match file(line) {
            Some(file) if files.contains(&file) => {}
            Some(file) => files.push(file),
            // Clang's own objects are gone by now.
            None if is_object_in(&passing, line) => {}
            None => others += &format!("{line}\n"),
        }
    }
    (files, others)
}

fn is_object_in(folder: &Path, line: &str) -> bool {
    Path::new(line).starts_with(folder) && Path::new(line).extension().is_some_and(|it| it == "o")
}

fn file(line: &str) -> Option<Taken> {
    if Path::new(line).is_file() {
        return Some(Taken { path: line.into(), member: None });
    }
    // `a.a(b.o)`; older versions of GNU's linker write `(a.a)b.o`.
    let (archive, member) = match line.strip_prefix('(') {
        Some(line) => line.split_once(')')?,
        None => line.strip_suffix(')')?.rsplit_once('(')?,
    };
    Path::new(archive).is_file().then(|| Taken { path: archive.into(), member: Some(member.into()) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_members_and_other_lines() {
        let dir = tempfile::tempdir().unwrap();
        let [object, odd, archive] = ["a.o", "b(1).o", "c.a"].map(|name| dir.path().join(name));
        [&object, &odd, &archive].into_iter().for_each(|path| std::fs::write(path, "").unwrap());
        let [a, b, c] = [&object, &odd, &archive].map(|path| path.display().to_string());
        let said = format!("{a}\n{b}\n{c}\n{c}(x.o)\n({c})y.o\n{a}\nMemory map (x)\n");
        let (files, others) = read(&said);
        let taken = |path: &PathBuf, member: Option<&str>| Taken { path: path.clone(), member: member.map(Into::into) };
        let expected = [
            taken(&object, None),
            taken(&odd, None),
            taken(&archive, None),
            taken(&archive, Some("x.o")),
            taken(&archive, Some("y.o")),
        ];
        assert_eq!(files, expected);
        assert_eq!(others, "Memory map (x)\n");
    }
}
