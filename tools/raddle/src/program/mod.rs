//! The units of one program: which bodies of other units each may have in the place of its calls.
//!
//! A body is taken only if the linker can take no other definition of the function, neither now nor when the program is loaded,
//! and if it was compiled under options that give it the same meaning. Compiles nothing, and leaves the link as it is.

pub mod link_words;

use crate::cc::args::CommandLine;
use crate::compile::{self, Opened, Report, Unit};
use crate::options::Compile;
use crate::{error, numerics, panic, temp};
use link_words::Resolution;
use object::{Object, ObjectSymbol, SymbolFlags, SymbolKind};
use raddle_c::ast;
use raddle_c::effects::Effect;
use raddle_c::import::Numerics;
use raddle_c::program::{Interface, Offer};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// One object of the program.
#[derive(Default)]
pub struct Member {
    /// None for objects of which nothing but symbols is known.
    pub known: Option<Known>,
    pub defined: Vec<Definition>,
}

/// What a unit tells the others, and under which options that holds.
#[derive(Serialize, Deserialize)]
pub struct Known {
    pub interface: Interface,
    pub meaning: Meaning,
}

/// Options that give code its meaning. Those of no unit are judged: they are equal or not.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Meaning {
    words: Vec<OsString>,
    mode: Numerics,
}

/// Options that the syntax tree has recorded, or that concern everything but what code computes.
const WITHOUT_MEANING: &[&str] = &[
    "-D",
    "-I",
    "-O",
    "-U",
    "-W",
    "-ansi",
    "-fPIC",
    "-fPIE",
    "-fcolor-diagnostics",
    "-fcommon",
    "-fdata-sections",
    "-fdebug-",
    "-fdiagnostics-",
    "-ffile-prefix-map=",
    "-ffunction-sections",
    "-fgnu89-inline",
    "-fmacro-prefix-map=",
    "-fno-color-diagnostics",
    "-fno-common",
    "-fno-data-sections",
    "-fno-function-sections",
    "-fno-inline",
    "-fno-omit-frame-pointer",
    "-fno-pic",
    "-fno-pie",
    "-fno-plt",
    "-fno-semantic-interposition",
    "-fno-stack-protector",
    "-fomit-frame-pointer",
    "-fpic",
    "-fpie",
    "-fstack-protector",
    "-fuse-linker-plugin",
    "-fvisibility=",
    "-g",
    "-idirafter",
    "-imacros",
    "-include",
    "-iquote",
    "-isystem",
    "-pedantic",
    "-pipe",
    "-pthread",
    "-std=",
    "-v",
    "-w",
];
/// Those of them that the preprocessor needs alone; their value may be the next word.
const WITH_VALUE: &[&str] = &["-D", "-I", "-U", "-idirafter", "-imacros", "-include", "-iquote", "-isystem"];

impl Meaning {
    pub fn of(words: &[OsString], mode: Numerics) -> Meaning {
        Meaning { words: without(WITHOUT_MEANING, &numerics::words(words, mode)), mode }
    }
}

/// The words that a preprocessed source needs.
pub fn without_preprocessor(words: &[OsString]) -> Vec<OsString> {
    without(WITH_VALUE, words)
}

fn without(prefixes: &[&str], words: &[OsString]) -> Vec<OsString> {
    let mut all = words.iter();
    let mut kept = vec![];
    while let Some(word) = all.next() {
        let text = word.to_str().unwrap_or_default();
        if WITH_VALUE.contains(&text) {
            all.next();
        } else if !prefixes.iter().any(|prefix| text.starts_with(prefix)) {
            kept.push(word.clone());
        }
    }
    kept
}

/// No remark says more of it than that it is elsewhere.
const NO_BODY: &str = "";

/// A symbol that an object defines.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Definition {
    pub symbol: String,
    /// A function that takes part in no choice of the linker.
    is_strong_function: bool,
    /// No other file of the process can see it.
    is_hidden: bool,
}

/// The symbols that an object file defines for others, without what is between our units: kernels, and entries for callers that know of
/// devices.
pub fn definitions(file: &[u8]) -> Vec<Definition> {
    let Ok(file) = object::File::parse(file) else { return vec![] };
    let defined = file.symbols().filter(|it| it.is_global() && (it.is_definition() || it.is_common()));
    let ours = [raddle_llvm::KERNELS, raddle_llvm::ENTRIES];
    let is_ours = |it: &object::Symbol| it.name().is_ok_and(|name| ours.iter().any(|it| name.starts_with(it)));
    let defined = defined.filter(|it| !is_ours(it));
    let definition = |it: object::Symbol| {
        let visibility = match it.flags() {
            SymbolFlags::Elf { st_other, .. } => st_other & 3,
            _ => object::elf::STV_DEFAULT,
        };
        Some(Definition {
            symbol: it.name().ok()?.into(),
            is_strong_function: !it.is_weak() && !it.is_common() && it.kind() == SymbolKind::Text,
            is_hidden: visibility != object::elf::STV_DEFAULT,
        })
    };
    defined.filter_map(definition).collect()
}

/// What a unit's compilation is told of functions in other files; `unit::stages::KnownBodies` reads it.
#[derive(Default, Serialize)]
pub struct Bodies<'a> {
    /// One for each function whose body is known.
    excerpts: Vec<&'a ast::Unit>,
    /// Why the bodies of others are not.
    refused: BTreeMap<&'a str, String>,
    /// What others do to memory.
    effects: BTreeMap<&'a str, Effect>,
    /// The unit's own functions that others call.
    called: BTreeSet<&'a str>,
    #[serde(skip)]
    functions: Vec<&'a str>,
}

impl Bodies<'_> {
    /// The symbols of the functions whose bodies are known.
    pub fn functions(&self) -> &[&str] {
        &self.functions
    }
}

pub struct Program {
    members: Vec<Member>,
    /// Who defines a symbol.
    owners: HashMap<String, Vec<(usize, Definition)>>,
    resolution: Resolution,
}

impl Program {
    pub fn new(members: Vec<Member>, resolution: Resolution) -> Program {
        let mut owners: HashMap<String, Vec<(usize, Definition)>> = HashMap::new();
        for (index, member) in members.iter().enumerate() {
            for it in &member.defined {
                owners.entry(it.symbol.clone()).or_default().push((index, it.clone()));
            }
        }
        Program { members, owners, resolution }
    }

    pub fn defined(&self, member: usize) -> &[Definition] {
        &self.members[member].defined
    }

    /// What the member may know of the functions that its loops call.
    pub fn bodies(&self, member: usize) -> Bodies<'_> {
        let mut res = Bodies::default();
        let Some(known) = &self.members[member].known else { return res };
        let mut found = BTreeMap::new();
        for wanted in &known.interface.wants {
            match self.all_of(member, wanted) {
                Ok(offers) => found.extend(offers),
                Err((_, why)) if why == NO_BODY => {}
                Err((symbol, why)) => {
                    res.refused.insert(symbol, why);
                }
            }
        }
        let effect = |it: &String| self.effect(member, it).or_else(|| self.launches(member, it));
        let effects = known.interface.calls.iter().filter_map(|it| Some((it.as_str(), effect(it)?)));
        res.effects = effects.collect();
        let others = self.members.iter().enumerate().filter(|it| it.0 != member).filter_map(|it| it.1.known.as_ref());
        let called = others.flat_map(|it| &it.interface.calls).map(String::as_str);
        res.called = called.filter(|it| known.interface.reaches.contains_key(*it)).collect();
        res.functions = found.keys().copied().collect();
        res.excerpts = found.into_values().map(|offer: &Offer| &offer.excerpt).collect();
        res
    }

    /// The bodies of all functions named and of those that they call; or why one of those named cannot be known.
    fn all_of<'a>(
        &'a self,
        member: usize,
        wanted: &'a BTreeSet<String>,
    ) -> Result<BTreeMap<&'a str, &'a Offer>, (&'a str, String)> {
        let mut found = BTreeMap::new();
        for root in wanted {
            let mut pending = vec![root.as_str()];
            while let Some(symbol) = pending.pop() {
                if found.contains_key(symbol) {
                    continue;
                }
                let offer = self.offer(member, symbol).map_err(|why| match symbol == root {
                    true => (root.as_str(), why.into()),
                    false if why == NO_BODY => (root.as_str(), format!("it calls '{symbol}', whose body is not known")),
                    false => (root.as_str(), format!("it calls '{symbol}', and {why}")),
                })?;
                if let Some(offer) = offer {
                    found.insert(symbol, offer);
                    pending.extend(offer.calls.iter().map(String::as_str));
                }
            }
        }
        Ok(found)
    }

    /// What another member offers under this name; None if the function is the member's own.
    fn offer(&self, member: usize, symbol: &str) -> Result<Option<&Offer>, &'static str> {
        let owner = self.owner(symbol)?;
        if owner == member {
            return Ok(None);
        }
        let known = |index: usize| self.members[index].known.as_ref();
        let (Some(user), Some(owner)) = (known(member), known(owner)) else { return Err(NO_BODY) };
        if user.meaning != owner.meaning {
            return Err("its file is compiled under other options, which change what code means");
        }
        let offer = owner.interface.offers.iter().find(|it| it.symbol == symbol);
        if let Some(offer) = offer {
            let named = offer.excerpt.decls.iter().filter(|decl| !decl.is_internal);
            named.map(|decl| &decl.symbol).try_for_each(|symbol| self.resolution.means_itself(symbol))?;
        }
        offer.map(Some).ok_or("it is recursive or large, or has jumps, static variables or a return before its end")
    }

    /// What another member's function does to memory, if the program brings none of the library's functions that it calls.
    fn effect(&self, member: usize, symbol: &str) -> Option<Effect> {
        let owner = self.owner(symbol).ok().filter(|it| *it != member)?;
        let known = self.members[owner].known.as_ref()?.interface.effects.get(symbol)?;
        let is_the_librarys = |name: &String| !self.owners.contains_key(name) && self.resolution.is_the_librarys(name);
        known.library.iter().all(is_the_librarys).then_some(known.effect)
    }

    /// May another member's function, or one that it calls, have loops that are launched?
    fn launches(&self, member: usize, symbol: &str) -> Option<Effect> {
        let (mut open, mut seen) = (vec![symbol], BTreeSet::new());
        while let Some(symbol) = open.pop() {
            // Whether the call reaches this one is asked when the program runs.
            let owners = self.owners.get(symbol).into_iter().flatten();
            for known in owners.filter(|it| it.0 != member).filter_map(|it| self.members[it.0].known.as_ref()) {
                let Some(reach) = known.interface.reaches.get(symbol) else { continue };
                if reach.loops {
                    return Some(Effect::Launches);
                }
                open.extend(reach.calls.iter().map(String::as_str).filter(|it| seen.insert(*it)));
            }
        }
        None
    }

    /// The one member whose function every call of this name reaches.
    fn owner(&self, symbol: &str) -> Result<usize, &'static str> {
        match self.owners.get(symbol).map_or(&[][..], Vec::as_slice) {
            [] => Err(NO_BODY),
            [(owner, definition)] if definition.is_strong_function => {
                self.resolution.keeps(symbol, definition.is_hidden)?;
                Ok(*owner)
            }
            _ => Err("it may be another one when the program is linked"),
        }
    }
}

/// Compiles units into their objects, which are linked by `line`: each knows the bodies of the others.
pub fn compile(units: &[(Unit, PathBuf)], line: &CommandLine, options: &Compile) -> error::Result<Vec<Report>> {
    let opened = compile::open_all(units, options)?;
    let members = opened.iter().zip(units).map(|(opened, (unit, object))| Member {
        known: known(opened, unit, options),
        defined: definitions(&std::fs::read(object).unwrap_or_default()),
    });
    let program = Program::new(members.collect(), Resolution::of(line));
    let finish = |(index, opened)| compile::finish(opened, write_bodies(&program.bodies(index)));
    opened.into_iter().enumerate().map(finish).collect()
}

/// What a unit tells the others. If its syntax tree cannot be read, its own compilation says so.
pub fn known(opened: &Opened, unit: &Unit, options: &Compile) -> Option<Known> {
    let interface = panic::catch(|| interface(opened.syntax_tree()?)).ok()??;
    Some(Known { interface, meaning: Meaning::of(&unit.words, options.mode(&unit.words)) })
}

/// Reads from a syntax tree what its unit tells the others.
fn interface(syntax_tree: &Path) -> Option<Interface> {
    let mut unit = raddle_c::read::read(syntax_tree).ok()?;
    // What is never called needs no body.
    raddle_c::raise::drop_dead_branches(&mut unit);
    Some(Interface::of(&unit))
}

/// A file with bodies as a unit's compilation reads them. Without it, calls stay calls, and the rest of the program is unknown.
pub fn write_bodies(bodies: &Bodies) -> Option<PathBuf> {
    let file = temp::scratch_file("bodies.json").ok()?;
    std::fs::write(&file, serde_json::to_vec(bodies).ok()?).ok()?;
    Some(file)
}
