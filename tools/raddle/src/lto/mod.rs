//! `-flto`: objects carry what is needed to compile their units again, when a link shows which bodies their calls reach.
//!
//! ```text
//!     raddle cc -c -flto a.c      a.o: the code that it has without -flto, and in a section what a.c offers and wants
//!                                 (`raddle_c::program`), and the preprocessed source where it wants anything
//!     raddle cc -flto a.o b.a     links; asks the linker which files it took; compiles those units again that get bodies of
//!                                 others; links again with the new objects in the place of the old ones
//! ```
//!
//! Legality: the linker's own list says who takes part, `program` says which calls reach a body, the section's fingerprint says
//! that an object is still the one that was compiled, and the new object must define what the old one defined. The second link
//! must take the same files, or the first one stands: without a call that a body replaced, an archive's member might be left out,
//! with all its constructors. No linker but ours needs to know any of this.

pub mod relink;
pub mod replaced;
mod section;
pub mod trace;

use crate::clang;
use crate::compile::{self, Report, Unit};
use crate::error::{Error, Result};
use crate::options::Compile;
use crate::program::{self, Bodies, Known, definitions};
use crate::targets::Targets;
use crate::temp;
use raddle_c::import::Numerics;
use regex::Regex;
use serde::{Deserialize, Serialize};
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

/// What an object carries.
#[derive(Serialize, Deserialize)]
struct Carried {
    known: Known,
    /// None where no body of another unit helps.
    again: Option<Again>,
}

/// A compilation that needs no file.
#[derive(Serialize, Deserialize)]
struct Again {
    source: Text,
    stubs: Vec<Text>,
    words: Vec<OsString>,
    numerics: Option<Numerics>,
    least: u64,
    only: Option<String>,
    targets: Targets,
}

/// A preprocessed file.
#[derive(Serialize, Deserialize)]
struct Text {
    /// Without folders.
    name: PathBuf,
    /// Sources are what their authors' editors wrote: bytes.
    #[serde(with = "text")]
    text: Vec<u8>,
}

/// Bytes as the text that they almost always are.
mod text {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    #[derive(Serialize, Deserialize)]
    enum Bytes {
        Text(String),
        Other(Vec<u8>),
    }

    pub fn serialize<S: Serializer>(bytes: &[u8], to: S) -> Result<S::Ok, S::Error> {
        match std::str::from_utf8(bytes) {
            Ok(text) => Bytes::Text(text.into()).serialize(to),
            Err(_) => Bytes::Other(bytes.into()).serialize(to),
        }
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<u8>, D::Error> {
        Ok(match Bytes::deserialize(from)? {
            Bytes::Text(text) => text.into_bytes(),
            Bytes::Other(bytes) => bytes,
        })
    }
}

/// Compiles `unit` into `object`, which carries what a link may want to know.
pub fn compile(unit: &Unit, object: &Path, options: &Compile) -> Result<Report> {
    let opened = compile::open(unit, object, options)?;
    let known = program::known(&opened, unit, options);
    let report = compile::finish(opened, None)?;
    known.map_or(Ok(()), |known| carry(unit, known, object, options))?;
    Ok(report)
}

fn carry(unit: &Unit, mut known: Known, object: &Path, options: &Compile) -> Result<()> {
    let plain = std::fs::read(object).map_err(|error| Error::file("read", object, &error))?;
    // Inline functions of headers are in no object.
    let defined = definitions(&plain);
    known.interface.offers.retain(|offer| defined.iter().any(|it| it.symbol == offer.symbol));
    if known.interface.offers.is_empty() && known.interface.wants.is_empty() {
        return Ok(());
    }
    let again = if known.interface.wants.is_empty() { None } else { again(unit, options)? };
    let data = serde_json::to_vec(&Carried { known, again }).map_err(|error| Error::Internal(error.to_string()))?;
    let Some(with) = section::add(&plain, &data) else { return Ok(()) };
    std::fs::write(object, with).map_err(|error| Error::file("write", object, &error))
}

fn again(unit: &Unit, options: &Compile) -> Result<Option<Again>> {
    // The declarations of a precompiled header are in no preprocessed source.
    if unit.words.iter().any(|word| word.to_string_lossy().starts_with("-include-pch")) {
        return Ok(None);
    }
    let mut words = program::without_preprocessor(&unit.words);
    if words.iter().any(|word| word.to_string_lossy().starts_with("-g")) {
        let mut word = OsString::from("-fdebug-compilation-dir=");
        word.push(std::env::current_dir().unwrap_or_default());
        words.insert(0, word);
    }
    let (source, language) = (&unit.source, unit.language.as_deref());
    Ok(Some(Again {
        source: preprocessed(unit, source, language, options)?,
        stubs: options
            .stubs
            .iter()
            .map(|stub| preprocessed(unit, stub, Some(OsStr::new("c")), options))
            .collect::<Result<_>>()?,
        words,
        numerics: options.numerics,
        least: options.least,
        only: options.only.as_ref().map(ToString::to_string),
        targets: options.targets,
    }))
}

fn preprocessed(unit: &Unit, source: &Path, language: Option<&OsStr>, options: &Compile) -> Result<Text> {
    let output = temp::scratch_file("unit.i")?;
    let unit = Unit { source: source.into(), language: language.map(Into::into), ..unit.clone() };
    let mut words = compile::source_words(&unit, options.mode(&unit.words));
    words.extend(["-w", "-Qunused-arguments", "-E", "-o"].map(OsString::from));
    words.push(output.clone().into());
    clang::run(&words, options.verbose)?;
    let text = std::fs::read(&output).map_err(|error| Error::file("read", &output, &error))?;
    Ok(Text { name: source.file_name().unwrap_or_default().into(), text })
}

/// What the object carries, if it is one that we made.
fn carried(object: &[u8]) -> Option<Carried> {
    serde_json::from_slice(&section::find(object)?).ok()
}

impl Again {
    /// The object and what was done, if there is an object of ours. What clang had to say, it has said when it compiled the
    /// unit first.
    fn compile(self, bodies: &Bodies, options: &Compile) -> Result<Option<(PathBuf, Report)>> {
        let object = temp::scratch_file("unit.o")?;
        let mut words = self.words;
        words.push("-w".into());
        let unit = Unit {
            source: self.source.write()?,
            language: Some("cpp-output".into()),
            words,
            dependencies: vec![],
            dependency_dir: None,
            script: None,
        };
        let options = Compile {
            least: self.least,
            only: self.only.and_then(|only| Regex::new(&only).ok()),
            numerics: self.numerics,
            targets: self.targets,
            stubs: self.stubs.iter().map(Text::write).collect::<Result<_>>()?,
            ..options.clone()
        };
        let opened = compile::open(&unit, &object, &options)?;
        let report = compile::finish(opened, program::write_bodies(bodies))?;
        Ok(report.ours.then_some((object, report)))
    }
}

impl Text {
    fn write(&self) -> Result<PathBuf> {
        let path = temp::scratch_file(&self.name.to_string_lossy())?;
        std::fs::write(&path, &self.text).map_err(|error| Error::file("write", &path, &error))?;
        Ok(path)
    }
}
