//! Names to slots. Knows which names have been assigned so far, never what they hold.

use crate::ast::{Scope, Slot, Span};
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

/// The scopes around a place, innermost last.
#[derive(Default)]
pub struct Scopes {
    stack: Vec<Open>,
}

/// A scope that is being read.
#[derive(Default)]
pub struct Open {
    scope: Scope,
    slots: HashMap<Rc<str>, Slot>,
    variables: HashSet<Slot>,
    /// Names that were used in command syntax, and the first place.
    commands: HashMap<Slot, Span>,
    /// For anonymous functions: what is taken from outside.
    captures: Option<Vec<(Slot, Slot)>>,
}

impl Scopes {
    /// Begins the scope of a function or script. The names given have the first slots.
    pub fn enter(&mut self, given: &Scope) {
        let mut open = Open::default();
        for name in &given.names {
            open.slot(name);
        }
        self.stack.push(open);
    }

    /// Begins the scope of an anonymous function.
    pub fn enter_anonymous(&mut self) {
        self.stack.push(Open { captures: Some(vec![]), ..Open::default() });
    }

    /// Ends the innermost scope; captures are those of an anonymous function.
    pub fn leave(&mut self) -> (Scope, Vec<(Slot, Slot)>) {
        let open = self.stack.pop().unwrap_or_default();
        (open.scope, open.captures.unwrap_or_default())
    }

    /// The slot of a name that is used.
    pub fn slot(&mut self, name: &str) -> Slot {
        // The scopes that do not know the name yet, outwards up to one that does or captures nothing.
        let top = self.stack.len() - 1;
        let mut owner = top;
        while !self.stack[owner].slots.contains_key(name) && self.stack[owner].captures.is_some() && owner > 0 {
            owner -= 1;
        }
        let mut slot = self.stack[owner].slot(name);
        for open in &mut self.stack[owner + 1..] {
            let inner = open.slot(name);
            open.captures.get_or_insert_default().push((slot, inner));
            slot = inner;
        }
        slot
    }

    /// The slot of a name that is a parameter of the innermost scope, or an output.
    pub fn declare(&mut self, name: &str) -> Slot {
        let Some(open) = self.stack.last_mut() else { return Slot(0) };
        let slot = open.slot(name);
        open.variables.insert(slot);
        slot
    }

    /// From here on, the name is a variable.
    pub fn assign(&mut self, slot: Slot) {
        if let Some(open) = self.stack.last_mut() {
            open.variables.insert(slot);
        }
    }

    /// The name was used in command syntax.
    pub fn command(&mut self, slot: Slot, span: Span) {
        if let Some(open) = self.stack.last_mut() {
            open.commands.entry(slot).or_insert(span);
        }
    }

    /// Names that were used in command syntax and are variables, too.
    pub fn mixed(&self) -> Vec<(Rc<str>, Span)> {
        let Some(open) = self.stack.last() else { return vec![] };
        let mixed = open.commands.iter().filter(|(slot, _)| open.variables.contains(slot));
        mixed.map(|(slot, span)| (open.scope.names[slot.0 as usize].clone(), *span)).collect()
    }

    /// Is the innermost scope that of an anonymous function?
    pub fn in_anonymous(&self) -> bool {
        self.stack.last().is_some_and(|open| open.captures.is_some())
    }

    pub fn is_variable(&self, name: &str) -> bool {
        self.stack.last().is_some_and(|open| open.slots.get(name).is_some_and(|slot| open.variables.contains(slot)))
    }

    /// The names of the innermost scope.
    pub fn names(&self) -> &Scope {
        const NONE: &Scope = &Scope { names: Vec::new() };
        self.stack.last().map_or(NONE, |open| &open.scope)
    }
}

impl Open {
    fn slot(&mut self, name: &str) -> Slot {
        if let Some(&slot) = self.slots.get(name) {
            return slot;
        }
        let name: Rc<str> = name.into();
        let slot = Slot(self.scope.names.len() as u32);
        self.scope.names.push(name.clone());
        self.slots.insert(name, slot);
        slot
    }
}
