//! Things that C knows by handle. A handle never comes back, so one of a thing that is gone is found out.

use std::collections::HashMap;
use std::ffi::c_void;

use crate::code::{Code, Result};

pub struct Handles<T> {
    alive: HashMap<usize, T>,
    next: usize,
}

impl<T> Handles<T> {
    /// Handles from `first` on, so that those of other kinds of things are not among them.
    pub fn new(first: usize) -> Self {
        Self { alive: HashMap::new(), next: first }
    }

    pub fn add(&mut self, thing: T) -> *mut c_void {
        self.next += 1;
        self.alive.insert(self.next, thing);
        std::ptr::without_provenance_mut(self.next)
    }

    pub fn get(&mut self, handle: *mut c_void) -> Result<&mut T> {
        self.alive.get_mut(&handle.addr()).ok_or(Code::InvalidHandle)
    }

    pub fn remove(&mut self, handle: *mut c_void) -> Result<T> {
        self.alive.remove(&handle.addr()).ok_or(Code::InvalidHandle)
    }

    pub fn retain(&mut self, keep: impl Fn(&T) -> bool) {
        self.alive.retain(|_, thing| keep(thing));
    }

    pub fn clear(&mut self) {
        self.alive.clear();
    }
}
