//! What the words of a link say about which definition a name stands for. What is not understood counts as a change.

use crate::cc::args::{Arg, CommandLine, InputKind};
use object::read::archive::ArchiveFile;
use object::{Object, ObjectSymbol};
use std::collections::HashSet;
use std::fs::File;
use std::io::Read;
use std::path::Path;

/// Where names end up in the file that is linked.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Resolution {
    /// Something else than the objects may define any name.
    is_unknown: bool,
    /// Other files of the process may define what this file exports: it is a shared library.
    is_interposable: bool,
    /// `--wrap`: names that stand for others.
    wrapped: HashSet<String>,
    /// What objects and archives define that are linked besides.
    others: HashSet<String>,
}

/// Options of the linker that give names by other ways than objects.
const DEFINING: &[&str] = &[
    "R",
    "allow-multiple-definition",
    "default-script",
    "defsym",
    "i",
    "just-symbols",
    "muldefs",
    "r",
    "relocatable",
    "script",
];

impl Resolution {
    pub fn of(line: &CommandLine) -> Resolution {
        let words = linker_words(line);
        let names = |option: &str| words.iter().any(|word| word == option);
        let defines = |word: &String| {
            let option = word.split_once('=').map_or(word.as_str(), |(option, _)| option);
            DEFINING.contains(&option) || ["T", "dT", "@"].iter().any(|prefix| word.starts_with(prefix))
        };
        let driver_words = line.args.iter().any(|arg| match arg {
            Arg::Link(words) => words[0] == "-r" || words[0].to_string_lossy().starts_with("-T"),
            Arg::Input(_) | Arg::Compile(_) | Arg::Dependency(_) => false,
        });
        let is_script = line.inputs().any(|it| it.kind == InputKind::Linker && is_text(&it.path));
        Resolution {
            is_unknown: driver_words || is_script || words.iter().any(defines),
            is_interposable: line.has_link_word("-shared") || names("shared") || names("Bshareable"),
            wrapped: wrapped(&words),
            others: line.inputs().filter(|it| it.kind == InputKind::Linker).flat_map(|it| defined(&it.path)).collect(),
        }
    }

    /// Does nobody but the library define the name, as far as files of the command tell?
    pub fn is_the_librarys(&self, symbol: &str) -> bool {
        !self.others.contains(symbol) && self.means_itself(symbol).is_ok()
    }

    /// Calls of a function that one object defines reach it; or why they may not.
    pub fn keeps(&self, symbol: &str, is_hidden: bool) -> Result<(), &'static str> {
        match self {
            Resolution { is_unknown: true, .. } => Err("options of the linker may give another one this name"),
            Resolution { is_interposable: true, .. } if !is_hidden => {
                Err("a function that a shared library exports may be replaced when it is loaded")
            }
            Resolution { .. } => self.means_itself(symbol),
        }
    }

    /// The name is that of its definition for all objects.
    pub fn means_itself(&self, symbol: &str) -> Result<(), &'static str> {
        if self.wrapped.contains(symbol) { Err("the linker wraps it or what it uses") } else { Ok(()) }
    }
}

/// The symbols that an object, an archive or a shared library defines.
fn defined(file: &Path) -> Vec<String> {
    let bytes = std::fs::read(file).unwrap_or_default();
    let Ok(archive) = ArchiveFile::parse(&*bytes) else { return symbols(&bytes) };
    let members = archive.members().flatten().filter_map(|it| it.data(&*bytes).ok());
    members.flat_map(symbols).collect()
}

fn symbols(object: &[u8]) -> Vec<String> {
    let Ok(file) = object::File::parse(object) else { return vec![] };
    let all = file.symbols().chain(file.dynamic_symbols()).filter(|it| it.is_global() && !it.is_undefined());
    all.filter_map(|it| it.name().ok().map(String::from)).collect()
}

/// Whether the linker shall name the files that it takes.
pub fn traces(line: &CommandLine) -> bool {
    linker_words(line).iter().any(|word| word == "t" || word == "trace")
}

/// The words that the linker is given by `-Wl,`, `-Xlinker` and `-z`, without their dashes.
fn linker_words(line: &CommandLine) -> Vec<String> {
    let mut res = vec![];
    for arg in &line.args {
        let Arg::Link(words) = arg else { continue };
        let texts: Vec<String> = words.iter().map(|word| word.to_string_lossy().into_owned()).collect();
        let said: Vec<&str> = match (texts[0].strip_prefix("-Wl,"), texts[0].as_str()) {
            (Some(list), _) => list.split(',').collect(),
            (None, "-Xlinker" | "-z") => texts[1..].iter().map(String::as_str).collect(),
            (None, text) => text.strip_prefix("-z").into_iter().collect(),
        };
        res.extend(said.into_iter().map(|word| word.trim_start_matches('-').to_string()));
    }
    res
}

fn wrapped(words: &[String]) -> HashSet<String> {
    let next = words.iter().skip(1).map(Some).chain([None]);
    let name = |(word, next): (&String, Option<&String>)| match word.split_once('=') {
        Some(("wrap", name)) => Some(name.to_string()),
        None if word == "wrap" => next.cloned(),
        Some(_) | None => None,
    };
    words.iter().zip(next).filter_map(name).collect()
}

/// Neither an object nor an archive nor bitcode, so perhaps a script of the linker.
fn is_text(path: &Path) -> bool {
    let mut magic = [0; 4];
    let read = File::open(path).and_then(|mut file| file.read_exact(&mut magic));
    read.is_ok() && !matches!(&magic, b"\x7fELF" | b"!<ar" | b"!<th" | b"BC\xc0\xde")
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::ffi::OsString;

    fn resolution(text: &str) -> Resolution {
        Resolution::of(&CommandLine::parse(text.split_whitespace().map(OsString::from)))
    }

    #[test]
    fn names_in_an_executable_are_its_own() {
        for text in ["a.c b.c", "a.c -Wl,--gc-sections -Wl,-z,now -lm -pie -rdynamic", "a.c -Xlinker --as-needed -znow"]
        {
            assert_eq!(resolution(text).keeps("f", false), Ok(()), "{text}");
        }
    }

    #[test]
    fn a_shared_library_exports_what_others_may_replace() {
        for text in ["-shared a.c", "--shared a.c", "-Wl,-shared a.c", "-Xlinker -Bshareable a.c"] {
            assert!(resolution(text).keeps("f", false).is_err(), "{text}");
            assert_eq!(resolution(text).keeps("f", true), Ok(()), "{text}");
        }
    }

    #[test]
    fn wrapped_names_stand_for_others() {
        for text in ["-Wl,--wrap=f", "-Wl,--wrap,f", "-Xlinker --wrap -Xlinker f", "-Wl,-wrap=g -Wl,-wrap=f"] {
            assert!(resolution(text).keeps("f", true).is_err(), "{text}");
            assert_eq!(resolution(text).keeps("h", false), Ok(()), "{text}");
        }
    }

    #[test]
    fn words_that_define_names_make_all_unknown() {
        for text in ["-Wl,--defsym=f=g", "-Wl,--defsym,f=g", "-z muldefs", "-Wl,-z,muldefs", "-T x.ld", "-Tx.ld"] {
            assert!(resolution(text).keeps("h", true).is_err(), "{text}");
        }
        for text in ["-Wl,@file", "-r a.o", "-Xlinker --allow-multiple-definition", "-Wl,-Tx.ld", "-Wl,--script=y"] {
            assert!(resolution(text).keeps("h", true).is_err(), "{text}");
        }
    }

    #[test]
    fn who_asks_for_files_is_seen() {
        let line = |text: &str| CommandLine::parse(text.split_whitespace().map(OsString::from));
        assert!(traces(&line("a.o -Wl,-t")) && traces(&line("-Xlinker --trace a.o")));
        assert!(!traces(&line("a.o -Wl,-T,x -Wl,--trace-symbol=f")));
    }

    #[test]
    fn an_input_that_is_text_may_be_a_script() {
        let dir = tempfile::tempdir().unwrap();
        let script = dir.path().join("x.lds");
        std::fs::write(&script, "f = g;").unwrap();
        assert!(resolution(&format!("a.o {}", script.display())).keeps("h", false).is_err());
    }
}
