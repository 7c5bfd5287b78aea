//! Files of a link with others in their place: objects, and copies of archives with some members exchanged.

use super::trace::Taken;
use crate::cc::args::{Arg, CommandLine};
use crate::clang;
use crate::error::{Error, Result};
use crate::temp;
use std::collections::HashMap;
use std::ffi::OsString;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Which file stands for which, by the name that the linker gives it.
#[derive(Debug, Default)]
pub struct Replaced {
    files: HashMap<PathBuf, PathBuf>,
}

impl Replaced {
    /// Puts `object` in the place of a file that the command line names, or of one of its `objects`. False where there is no
    /// such file, or it cannot be exchanged.
    pub fn put(&mut self, (line, objects): (&CommandLine, &[PathBuf]), taken: &Taken, object: &Path) -> Result<bool> {
        let Taken { path, member } = taken;
        if !objects.contains(path) && !is_named(line, path) {
            return Ok(false);
        }
        let Some(member) = member else {
            self.files.insert(path.clone(), object.into());
            return Ok(true);
        };
        let copy = match self.files.get(path) {
            Some(copy) => copy.clone(),
            None => {
                let copy = temp::scratch_file(&path.file_name().unwrap_or_default().to_string_lossy())?;
                std::fs::copy(path, &copy).map_err(|error| Error::file("write", &copy, &error))?;
                copy
            }
        };
        // The archiver goes by the file's name.
        let named = temp::scratch_file(member)?;
        std::fs::copy(object, &named).map_err(|error| Error::file("write", &named, &error))?;
        let done = archiver().arg("r").args([&copy, &named]).stdout(Stdio::null()).stderr(Stdio::null()).status();
        let done = done.is_ok_and(|status| status.success());
        if done {
            self.files.insert(path.clone(), copy);
        }
        Ok(done)
    }

    /// What the linker gets for an input of the command line.
    pub fn input<'a>(&'a self, path: &'a Path) -> &'a Path {
        self.files.get(path).map_or(path, PathBuf::as_path)
    }

    /// What it gets for `-lNAME`, in one word or two.
    pub fn library(&self, words: &[OsString]) -> Option<&Path> {
        self.files.iter().find(|(original, _)| finds(words, original)).map(|(_, copy)| copy.as_path())
    }

    pub fn files(&self) -> impl Iterator<Item = &PathBuf> {
        self.files.values()
    }

    /// The same list of files under the names that they had.
    pub fn originals(&self, taken: Vec<Taken>) -> Vec<Taken> {
        let original = |path: &PathBuf| self.files.iter().find(|(_, it)| *it == path).map(|(path, _)| path.clone());
        taken.into_iter().map(|it| Taken { path: original(&it.path).unwrap_or(it.path), member: it.member }).collect()
    }
}

fn archiver() -> Command {
    let beside_clang = || Some(clang::path().ok()?.canonicalize().ok()?.with_file_name("llvm-ar"));
    Command::new(beside_clang().filter(|path| path.is_file()).unwrap_or_else(|| "ar".into()))
}

/// By its path, or by `-lNAME` where no other file on the line has this name.
pub fn is_named(line: &CommandLine, path: &Path) -> bool {
    line.args.iter().any(|arg| match arg {
        Arg::Input(input) => input.path == path,
        Arg::Link(words) => finds(words, path),
        Arg::Compile(_) | Arg::Dependency(_) => false,
    })
}

/// Whether `-lNAME` is for an archive of this name.
fn finds(words: &[OsString], archive: &Path) -> bool {
    let word: Vec<u8> = words.iter().flat_map(|word| word.as_bytes()).copied().collect();
    let Some(name) = word.strip_prefix(b"-l") else { return false };
    let file = archive.file_name().unwrap_or_default().as_bytes();
    match name.strip_prefix(b":") {
        Some(name) => file == name,
        None => file == [b"lib", name, b".a"].concat(),
    }
}
