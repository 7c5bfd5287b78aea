//! What a name calls when it holds no variable: subfunctions, functions of the script, files on the path, builtin functions.

use super::frame::Code;
use super::own::{self, Own};
use super::{Interp, load};
use crate::builtins::{self, Entry};
use crate::{Error, Result, library};
use raddle_matlab::ast::{File, Slot, Source};
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::rc::Rc;

#[derive(Clone)]
pub enum Callee {
    User(Rc<Code>),
    /// A script file: it runs in the caller's frame.
    Script(Rc<Code>),
    Builtin(&'static Entry),
    /// A function of the interpreter itself.
    Own(&'static Own),
}

/// The functions that are known.
#[derive(Default)]
pub struct Functions {
    /// Those that scripts define, by name.
    defined: HashMap<Rc<str>, Rc<Code>>,
    /// Files that were looked for: `None` if there is none.
    files: HashMap<String, Option<Callee>>,
    /// Sources that came with the program, by the name of their file without `.m`.
    sources: HashMap<String, Rc<Source>>,
    /// Those of folders `private` and of packages.
    nested: Vec<Rc<Source>>,
    dirs: Vec<PathBuf>,
    /// Is there a folder `private` at all? `None` before somebody asks.
    has_private: Option<bool>,
    /// Counts changes: what code remembers of older ones is void.
    pub generation: u64,
}

impl Functions {
    pub fn add_dir(&mut self, dir: &Path) {
        // `.` is where the program is at the time.
        let is_here = dir.as_os_str().is_empty() || dir == Path::new(".");
        let absolute = std::path::absolute(dir).unwrap_or_else(|_| dir.to_path_buf());
        self.dirs.push(if is_here { ".".into() } else { absolute });
        self.forget_files();
    }

    /// What was found, and what was not, may be otherwise now: in another folder, for example.
    pub fn forget_files(&mut self) {
        self.has_private = None;
        self.files.clear();
        self.generation += 1;
    }

    /// Answers those from before.
    fn set_dirs(&mut self, dirs: Vec<PathBuf>) -> Vec<PathBuf> {
        self.forget_files();
        std::mem::replace(&mut self.dirs, dirs)
    }

    pub fn add_source(&mut self, source: Rc<Source>) {
        let path = source.path.as_deref().unwrap_or(Path::new(""));
        let folder = path.parent().and_then(Path::file_name).unwrap_or_default().to_string_lossy();
        if folder == "private" || folder.starts_with('+') {
            self.nested.push(source);
            return;
        }
        let name = path.file_stem().unwrap_or_default();
        self.sources.insert(name.to_string_lossy().into_owned(), source.clone());
    }

    fn has_private(&mut self) -> bool {
        let is_private =
            |source: &Rc<Source>| source.path.as_deref().is_some_and(|path| path.iter().any(|it| it == "private"));
        let find = || self.nested.iter().any(is_private) || self.dirs.iter().any(|dir| dir.join("private").is_dir());
        let found = self.has_private.unwrap_or_else(find);
        self.has_private = Some(found);
        found
    }

    pub fn define(&mut self, code: Rc<Code>) {
        self.defined.insert(code.function.name.clone(), code);
        self.generation += 1;
    }

    pub fn forget(&mut self, name: &str) {
        self.defined.remove(name);
        self.generation += 1;
    }

    /// The main function of a function file.
    pub fn define_file(&mut self, file: &Rc<File>) -> Option<Rc<Code>> {
        file.functions.first().map(|main| Code::new(main.clone(), file.clone()))
    }
}

impl Interp {
    /// Does something in a directory, whose functions come first.
    pub fn in_dir<T>(&mut self, dir: &Path, action: impl FnOnce(&mut Interp) -> Result<T>) -> Result<T> {
        let failed = |error: std::io::Error| Error::new(format!("{}: {error}", dir.display()));
        let before = std::env::current_dir().map_err(failed)?;
        std::env::set_current_dir(dir).map_err(failed)?;
        // Others may be seen from where the program is.
        let others = self.functions.dirs.iter().map(|other| before.join(other));
        let dirs = [dir.to_path_buf()].into_iter().chain(others).collect();
        let outside = self.functions.set_dirs(dirs);
        let result = action(self);
        self.functions.set_dirs(outside);
        let back = std::env::set_current_dir(before).map_err(failed);
        result.and_then(|value| back.map(|()| value))
    }

    /// What the name of a slot of the current frame calls.
    pub fn callee(&mut self, slot: Slot) -> Option<Callee> {
        let code = self.frame.code.clone();
        let at = slot.0 as usize;
        if code.generation.get() == self.functions.generation
            && let Some(Some(callee)) = code.callees.borrow().get(at)
        {
            return Some(callee.clone());
        }
        let name = self.frame.names[at].clone();
        let callee = self.find_function_from(&code.file, &name)?;
        let mut callees = code.callees.borrow_mut();
        if code.generation.get() != self.functions.generation {
            callees.clear();
            code.generation.set(self.functions.generation);
        }
        if callees.len() <= at {
            callees.resize(at + 1, None);
        }
        callees[at] = Some(callee.clone());
        Some(callee)
    }

    /// The function of a name as the current frame sees it.
    pub fn find_function(&mut self, name: &str) -> Option<Callee> {
        let file = self.frame.code.file.clone();
        self.find_function_from(&file, name)
    }

    pub fn find_function_from(&mut self, file: &Rc<File>, name: &str) -> Option<Callee> {
        if file.is_function_file
            && let Some(function) = file.functions.iter().find(|function| &*function.name == name)
        {
            return Some(Callee::User(Code::new(function.clone(), file.clone())));
        }
        if name.contains('.')
            && let Some(found) = self.find_in_package(&name.split('.').collect::<Vec<_>>())
        {
            return Some(found);
        }
        if let Some(found) = self.find_private(file, name) {
            return Some(found);
        }
        if let Some(code) = self.functions.defined.get(name) {
            return Some(Callee::User(code.clone()));
        }
        if let Some(own) = own::find(name) {
            return Some(Callee::Own(own));
        }
        let found = self.find_file(name).or_else(|| builtins::find(name).map(Callee::Builtin));
        found.or_else(|| self.find_in_library(name))
    }

    /// A function of the folder `private` beside a file, or of the same one.
    fn find_private(&mut self, file: &File, name: &str) -> Option<Callee> {
        if !self.functions.has_private() {
            return None;
        }
        let dir = file.source.absolute.as_deref()?.parent()?;
        let own = dir.file_name().is_some_and(|folder| folder == "private");
        let path = if own { dir.to_path_buf() } else { dir.join("private") }.join(format!("{name}.m"));
        self.find_path(&path, |nested| nested == path)
    }

    /// A function of a package: `names` are those of packages, from outside, and of the function.
    pub fn find_in_package(&mut self, names: &[&str]) -> Option<Callee> {
        let (name, packages) = names.split_last()?;
        let mut path: PathBuf = packages.iter().map(|package| format!("+{package}")).collect();
        path.push(format!("{name}.m"));
        if let Some(found) = self.functions.files.get(&*path.to_string_lossy()) {
            return found.clone();
        }
        let there = self.functions.dirs.iter().map(|dir| dir.join(&path)).find(|path| path.is_file());
        let found = self.find_path(&there.unwrap_or_else(|| path.clone()), |nested| nested.ends_with(&path));
        self.functions.files.insert(path.to_string_lossy().into_owned(), found.clone());
        found
    }

    pub fn is_package(&self, name: &str) -> bool {
        let folder = format!("+{name}");
        let has_it =
            |source: &Rc<Source>| source.path.as_deref().is_some_and(|path| path.iter().any(|it| *it == *folder));
        self.functions.dirs.iter().any(|dir| dir.join(&folder).is_dir()) || self.functions.nested.iter().any(has_it)
    }

    /// A file that came with the program, or that is there.
    fn find_path(&mut self, path: &Path, is_it: impl Fn(&Path) -> bool) -> Option<Callee> {
        let key = path.to_string_lossy().into_owned();
        if let Some(found) = self.functions.files.get(&key) {
            return found.clone();
        }
        let nested =
            self.functions.nested.iter().find(|source| source.absolute.as_deref().is_some_and(&is_it)).cloned();
        let found = match nested {
            Some(source) => raddle_matlab::parse_file(source).ok().and_then(|file| self.callee_of(file)),
            None if path.is_file() => self.load_callee(path),
            None => None,
        };
        self.functions.files.insert(key, found.clone());
        found
    }

    /// A function of ours that is written in the language.
    fn find_in_library(&mut self, name: &str) -> Option<Callee> {
        let source = library::find(name)?;
        let file = raddle_matlab::parse_file(source).ok()?;
        let found = self.callee_of(file);
        self.functions.files.insert(name.to_string(), found.clone());
        found
    }

    fn find_file(&mut self, name: &str) -> Option<Callee> {
        if let Some(found) = self.functions.files.get(name) {
            return found.clone();
        }
        if let Some(source) = self.functions.sources.get(name).cloned() {
            let found = raddle_matlab::parse_file(source).ok().and_then(|file| self.callee_of(file));
            self.functions.files.insert(name.to_string(), found.clone());
            return found;
        }
        let is_name = name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
        let file_name = format!("{name}.m");
        let path = self.functions.dirs.iter().map(|dir| dir.join(&file_name)).find(|path| is_name && path.is_file());
        let found = path.and_then(|path| self.load_callee(&path));
        self.functions.files.insert(name.to_string(), found.clone());
        found
    }

    /// A file whose text is wrong is reported where its function is called: as undefined, after its errors were written.
    fn load_callee(&mut self, path: &Path) -> Option<Callee> {
        match load(path) {
            Ok(file) => self.callee_of(file),
            Err(error) => {
                use crate::session::Session;
                self.write_error(format!("error: {}\n", error.message).as_bytes());
                None
            }
        }
    }

    fn callee_of(&mut self, file: File) -> Option<Callee> {
        let file = Rc::new(file);
        Some(if file.is_function_file {
            Callee::User(self.functions.define_file(&file)?)
        } else {
            Callee::Script(Code::new(file.script.clone(), file.clone()))
        })
    }

    /// The error of a name that is neither variable nor function.
    pub fn undefined(&self, name: &str) -> Error {
        let (line, column) = self.frame.code.function.source.place(self.frame.at.start);
        let text = if self.frame.code.function.source.text.is_empty() {
            format!("'{name}' undefined")
        } else {
            format!("'{name}' undefined near line {line}, column {column}")
        };
        let why = builtins::missing::reason(name).map(|why| format!(" (Raddle has no {why})"));
        let why = why.or_else(|| builtins::missing::advice(name));
        Error::with_id("Octave:undefined-function", text + &why.unwrap_or_default())
    }

    /// Runs a file as `run` and `source` do.
    pub fn run_path(&mut self, path: &Path) -> Result<()> {
        let file = Rc::new(load(path)?);
        self.run_file(file)
    }
}
