//! The second link: which objects of the first one know more now, compiled again.

use super::replaced::{Replaced, is_named};
use super::trace::Taken;
use super::{Again, Carried, carried};
use crate::cc::args::CommandLine;
use crate::compile::Report;
use crate::error::{Error, Result};
use crate::options::Compile;
use crate::program::link_words::Resolution;
use crate::program::{Member, Program, definitions};
use object::read::archive::ArchiveFile;
use std::collections::{BTreeSet, HashMap};
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// What the second link does otherwise.
#[derive(Default)]
pub struct Relink {
    pub replaced: Replaced,
    /// Functions whose bodies stand for calls. Their archives' members are asked for by name, now that perhaps no call does it.
    functions: BTreeSet<String>,
    /// Of the units that are compiled again, with the files that their first objects are in.
    pub reports: Vec<(PathBuf, Report)>,
}

impl Relink {
    pub fn words(&self) -> impl Iterator<Item = OsString> {
        self.functions.iter().map(|name| format!("-Wl,-u,{name}").into())
    }

    /// The second link has taken the files of the first one, and beside them nothing but the runtime and what that needs.
    pub fn takes_the_same(&self, line: &CommandLine, first: &[Taken], second: Vec<Taken>) -> bool {
        let second = self.replaced.originals(second);
        let is_the_runtimes = |it: &&Taken| !first.contains(it) && !is_named(line, &it.path);
        let mine: Vec<&Taken> = second.iter().filter(|it| !is_the_runtimes(it)).collect();
        mine.into_iter().eq(first)
    }
}

/// An object of the first link.
struct Linked {
    taken: Taken,
    member: Member,
    again: Option<Again>,
    /// It can be told from all others.
    is_unique: bool,
}

/// Compiles those of the files again that get bodies of others. `objects` stand for the sources of the command line.
pub fn relink((line, objects): (&CommandLine, &[PathBuf]), taken: &[Taken], options: &Compile) -> Result<Relink> {
    let mut res = Relink::default();
    let mut linked = read_objects(taken);
    let again: Vec<Option<Again>> = linked.iter_mut().map(|it| it.again.take().filter(|_| it.is_unique)).collect();
    if again.iter().all(Option::is_none) {
        return Ok(res);
    }
    let (taken, members): (Vec<Taken>, Vec<Member>) = linked.into_iter().map(|it| (it.taken, it.member)).unzip();
    let program = Program::new(members, Resolution::of(line));
    for (index, again) in again.into_iter().enumerate() {
        let bodies = program.bodies(index);
        let Some(again) = again.filter(|_| !bodies.functions().is_empty()) else { continue };
        match again.compile(&bodies, options) {
            Ok(Some((object, report))) if defines(&object, &program, index) => {
                if res.replaced.put((line, objects), &taken[index], &object)? {
                    res.functions.extend(bodies.functions().iter().map(ToString::to_string));
                    res.reports.push((taken[index].path.clone(), report));
                }
            }
            // Clang has said what there is to say.
            Ok(_) | Err(Error::Reported | Error::ClangCrashed(_)) => {}
            Err(other) => return Err(other),
        }
    }
    Ok(res)
}

/// The new object defines what the old one does.
fn defines(object: &Path, program: &Program, index: usize) -> bool {
    let sorted = |mut all: Vec<_>| {
        all.sort();
        all
    };
    std::fs::read(object).is_ok_and(|file| sorted(definitions(&file)) == sorted(program.defined(index).to_vec()))
}

/// The object files among what the linker took.
fn read_objects(taken: &[Taken]) -> Vec<Linked> {
    let mut archives: HashMap<&Path, HashMap<Vec<u8>, Vec<Vec<u8>>>> = HashMap::new();
    let mut names: HashMap<_, BTreeSet<&PathBuf>> = HashMap::new();
    for it in taken {
        names.entry(it.path.file_name()).or_default().insert(&it.path);
    }
    let mut res = Vec::new();
    for it in taken {
        let (files, is_unique) = match &it.member {
            None => (std::fs::read(&it.path).into_iter().filter(|file| is_object(file)).collect(), true),
            Some(member) => {
                let members = archives.entry(&it.path).or_insert_with(|| members(&it.path));
                let files = members.get(member.as_bytes()).cloned().unwrap_or_default();
                // `-lNAME` says nothing about folders.
                let is_unique = files.len() == 1 && names[&it.path.file_name()].len() == 1;
                (files, is_unique)
            }
        };
        res.extend(files.iter().map(|file| object(it, file, is_unique)));
    }
    res
}

fn object(taken: &Taken, file: &[u8], is_unique: bool) -> Linked {
    let (known, again) = carried(file).map_or((None, None), |Carried { known, again }| (Some(known), again));
    Linked { taken: taken.clone(), member: Member { known, defined: definitions(file) }, again, is_unique }
}

fn is_object(file: &[u8]) -> bool {
    const RELOCATABLE: &[u8] = &[1, 0];
    file.starts_with(b"\x7fELF") && file.get(16..18) == Some(RELOCATABLE)
}

/// The members of an archive by their names. What is not in the file (thin archives) is none.
fn members(archive: &Path) -> HashMap<Vec<u8>, Vec<Vec<u8>>> {
    let mut res: HashMap<Vec<u8>, Vec<Vec<u8>>> = HashMap::new();
    let file = std::fs::read(archive).unwrap_or_default();
    let Ok(archive) = ArchiveFile::parse(&*file) else { return res };
    for member in archive.members().flatten() {
        let data = member.data(&*file).unwrap_or_default();
        res.entry(member.name().to_vec()).or_default().push(data.to_vec());
    }
    res
}
