//! Parameters that only lead to variables of the callers, which no launch has.
//!
//! ```text
//!     static void put(unsigned *held, ..) { *held |= ..; }      `held` is such a one: its accesses need no announcement,
//!     int main(void) { unsigned held = 0; put(&held, ..); }     and `held` can be in a register when `put` is inlined
//! ```
//!
//! Legal if:  all calls of the function are known: those of a body for callers that know of devices (`gpu-aware`) that no other unit finds.
//!            Each passes an address in a variable of its own, or in what such a parameter leads to, and nobody keeps that address: it is
//!            used to load, to store, to copy, and as such an argument.
//! Needs:     `gpu-aware`.

use std::collections::{HashMap, HashSet};

use raddle_dialects::ir::{self, Op, Val};
use raddle_dialects::region::{AWARE, DEFINED, PUBLIC};

use crate::aware::PREFIX;
use crate::memory::{Use, is_pointer, root, use_of};

/// A function's symbol, and the number of a parameter.
type Place = (String, usize);

#[derive(Default)]
pub struct Parameters {
    /// With the keys of their values.
    own: HashMap<Place, usize>,
}

/// Functions of the C library that do no more with addresses than to load and to store, and how many of their arguments are such.
const COPIES: &[(&str, usize)] = &[("memcpy", 2), ("memmove", 2), ("memset", 1), ("memcmp", 2)];

impl Parameters {
    pub fn of<'c>(module: Op<'c>) -> Self {
        let (calls, all) = (ir::find_all(module, "llvm.call"), pointers(module));
        let mut res = Parameters { own: all.iter().map(|it| (it.0.clone(), ir::key(it.1))).collect() };
        loop {
            let unlike = all.iter().filter(|it| res.is_own(it.1) && use_of(module, it.1, &res) != Use::Own);
            let others = calls.iter().flat_map(|it| res.others_in(module, *it));
            let fewer: HashSet<Place> = unlike.map(|it| it.0.clone()).chain(others).collect();
            if fewer.is_empty() {
                return res;
            }
            res.own.retain(|it, _| !fewer.contains(it));
        }
    }

    /// Arguments of a call that may lead elsewhere.
    fn others_in<'c>(&self, module: Op<'c>, call: Op<'c>) -> Vec<Place> {
        let Some(callee) = ir::flat_symbol_attr(call, "callee") else { return vec![] };
        let leads_elsewhere = |argument: Val<'c>| {
            let root = root(argument);
            match ir::defining_op(root) {
                Some(op) => !ir::is(op, "llvm.alloca") || use_of(module, root, self) != Use::Own,
                None => !self.is_own(root),
            }
        };
        let arguments = ir::operands(call).into_iter().enumerate();
        let others = arguments.filter(|(at, it)| self.has(callee, *at) && leads_elsewhere(*it));
        others.map(|(at, _)| (callee.to_string(), at)).collect()
    }

    fn has(&self, function: &str, number: usize) -> bool {
        self.own.contains_key(&(function.to_string(), number))
    }

    /// Is the value such a parameter?
    pub fn is_own(&self, value: Val<'_>) -> bool {
        ir::defining_op(value).is_none() && self.own.values().any(|it| *it == ir::key(value))
    }

    /// Does a call only load and store through this argument?
    pub fn takes<'c>(&self, module: Op<'c>, call: Op<'c>, argument: usize) -> bool {
        let is_own = ir::flat_symbol_attr(call, "callee").is_some_and(|it| self.has(it, argument));
        let is_kept = || ir::results(call).into_iter().any(|it| is_pointer(it) && ir::has_uses(it));
        is_own || argument < copies(module, call) && !is_kept()
    }
}

/// Through how many of its first arguments a call loads and stores, and does nothing else. Such functions may return the first one.
pub fn copies<'c>(module: Op<'c>, call: Op<'c>) -> usize {
    let Some(callee) = ir::flat_symbol_attr(call, "callee") else { return 0 };
    let is_librarys = ir::lookup(module, callee).is_some_and(|it| !ir::has_attr(it, DEFINED));
    COPIES.iter().find(|it| it.0 == callee && is_librarys).map_or(0, |it| it.1)
}

/// Parameters that are pointers, of functions whose callers are known.
fn pointers<'c>(module: Op<'c>) -> Vec<(Place, Val<'c>)> {
    let named = ir::find_all(module, "llvm.mlir.addressof").into_iter();
    let named: HashSet<&str> = named.filter_map(|it| ir::flat_symbol_attr(it, "global_name")).collect();
    let functions = ir::ops(ir::body(module)).into_iter().filter(|it| ir::is(*it, "llvm.func"));
    let bodies = functions.filter_map(|it| Some((ir::symbol_name(it)?, it, ir::entry_block(it, 0)?)));
    let known = bodies.filter(|it| has_known_callers(it.1) && !named.contains(it.0));
    let all = known.flat_map(|(name, _, body)| {
        let arguments = ir::arguments(body).into_iter().enumerate().filter(|it| is_pointer(it.1));
        arguments.map(move |(at, it)| ((name.to_string(), at), it))
    });
    all.collect()
}

/// A function that nobody but this module's callers of `__raddle_aware_NAME` calls.
fn has_known_callers(function: Op<'_>) -> bool {
    let is_found = ir::attr(function, PUBLIC).is_some();
    let is_body = ir::symbol_name(function).is_some_and(|it| it.starts_with(PREFIX));
    is_body && ir::has_attr(function, AWARE) && !is_found
}
