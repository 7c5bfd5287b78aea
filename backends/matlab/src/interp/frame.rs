//! Frames of calls, and the code that they run. Looks nothing up.

use super::lookup::Callee;
use super::place::Place;
use crate::error::StackFrame;
use crate::value::Value;
use raddle_matlab::ast::{File, Function, Slot, Span};
use std::cell::{Cell, RefCell};
use std::rc::Rc;

/// A function's or script's code, and what its names were found to call.
pub struct Code {
    pub function: Rc<Function>,
    /// Where its subfunctions are.
    pub file: Rc<File>,
    /// By slot; valid while `generation` is that of the functions known.
    pub callees: RefCell<Vec<Option<Callee>>>,
    pub generation: Cell<u64>,
}

impl Code {
    fn stack_frame(&self, place: Place) -> StackFrame {
        let source = &self.function.source;
        let (line, column) = source.place(place.offset(&source.text));
        let file = source.absolute.as_deref().map_or(String::new(), |path| path.display().to_string());
        StackFrame { file, function: self.stack_name(), line, column }
    }

    /// As stacks show it: `file>function` for a function within a file of functions.
    fn stack_name(&self) -> String {
        let name = &self.function.name;
        match self.file.functions.first().filter(|_| self.file.is_function_file) {
            Some(main) if main.name != *name && !name.ends_with("@<anonymous>") => format!("{}>{name}", main.name),
            _ => name.to_string(),
        }
    }

    pub fn new(function: Rc<Function>, file: Rc<File>) -> Rc<Code> {
        Rc::new(Code { function, file, callees: RefCell::default(), generation: Cell::new(0) })
    }
}

pub struct Frame {
    pub code: Rc<Code>,
    /// The names of the slots: those of the scope, then what `eval` added.
    pub names: Rc<Vec<Rc<str>>>,
    pub variables: Vec<Option<Value>>,
    /// Slots whose variable is global or persistent and lives outside of the frame.
    pub links: Vec<(Slot, Link)>,
    pub nargin: usize,
    pub nargout: usize,
    /// Which outputs the caller takes; empty if all.
    pub ignored: Vec<bool>,
    /// Where it is: the statement or the call.
    pub at: Span,
    /// Where its statement stands.
    pub place: Place,
    pub is_function: bool,
    /// The code around a text of `eval` or a script that runs in this frame, outermost first, and where it is.
    pub outside: Vec<(Rc<Code>, Place)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Link {
    Global,
    Persistent,
}

impl Frame {
    pub fn new(code: Rc<Code>) -> Frame {
        let names = Rc::new(code.function.scope.names.clone());
        Frame::with_names(code, names)
    }

    pub fn with_names(code: Rc<Code>, names: Rc<Vec<Rc<str>>>) -> Frame {
        let variables = names.iter().map(|_| None).collect();
        Frame {
            code,
            names,
            variables,
            links: vec![],
            nargin: 0,
            nargout: 0,
            ignored: vec![],
            at: Span::default(),
            place: Place::Start,
            is_function: true,
            outside: vec![],
        }
    }

    /// Makes room for the names of a text that `eval` runs in this frame.
    pub fn extend(&mut self, names: &[Rc<str>]) {
        if names.len() > self.names.len() {
            self.names = Rc::new(names.to_vec());
            self.variables.resize_with(names.len(), || None);
        }
    }

    pub fn slot(&self, name: &str) -> Option<Slot> {
        self.names.iter().position(|known| &**known == name).map(|at| Slot(at as u32))
    }

    /// The slot of a name, made if there is none.
    pub fn slot_or_new(&mut self, name: &str) -> Slot {
        self.slot(name).unwrap_or_else(|| {
            let mut names = (*self.names).clone();
            names.push(name.into());
            self.extend(&names);
            Slot(self.names.len() as u32 - 1)
        })
    }

    pub fn link(&self, slot: Slot) -> Option<Link> {
        self.links.iter().find(|(linked, _)| *linked == slot).map(|(_, link)| *link)
    }

    pub fn stack_frame(&self) -> StackFrame {
        self.code.stack_frame(self.place)
    }

    /// With the scripts that run in it, innermost first. Texts of `eval` have no place of their own.
    pub fn stack_frames(&self) -> impl Iterator<Item = StackFrame> {
        let outside = self.outside.iter().rev().map(|(code, place)| (code, *place));
        let levels = std::iter::once((&self.code, self.place)).chain(outside);
        levels.filter(|(code, _)| code.function.source.path.is_some()).map(|(code, place)| code.stack_frame(place))
    }
}
