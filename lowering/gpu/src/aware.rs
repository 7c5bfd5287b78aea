//! `gpu-aware`: let data stay on devices from one function of a unit to the next.
//!
//! ```text
//!     before                                 after
//!     llvm.func @__raddle_impl_f() {         llvm.func private @__raddle_aware_f() attributes {region.aware} { launches; llvm.return }
//!       launches; llvm.return }              llvm.func @__raddle_impl_f() { llvm.call @__raddle_aware_f; region.flush; llvm.return }
//!     llvm.func @__raddle_impl_g() {         llvm.func @__raddle_impl_g() {
//!       llvm.call @f() }                       llvm.call @__raddle_aware_f() }
//! ```
//!
//! The C symbol keeps the plain contract: memory is whole when the function is called and when it returns. Callers in the unit that know of
//! devices call the other body, before and behind which data may be on a device. So they do with functions that launch nothing, which say
//! what they access; other callers have clang's code of those.
//!
//! Legal if:  the call reaches this body (`region.reached`; not of a weak function) and no other.
//! Needs:     `gpu-transfers`. `gpu-residence` announces what both kinds of functions access.
//! Declines:  the C library's functions that a program may bring itself (LLVM knows some of these by name, and the runtime calls them);
//!            functions whose parameters clang alone knows how to pass (`__raddle_body_f`), variadic ones, and calls through pointers.
//! Source:    own.

use std::collections::{HashMap, HashSet};

use raddle_dialects::build::Builder;
use raddle_dialects::ir::{self, Op};
use raddle_dialects::region::{AWARE, EnterOp, LIBRARY, REACHED, RESIDENT};
use raddle_dialects::{Failure, Pass};

/// What the front end's functions are called.
const IMPORTED: &str = "__raddle_impl_";
/// What the body for callers that know of devices is called.
const PREFIX: &str = "__raddle_aware_";

#[derive(Clone, Default)]
pub struct Aware;

impl Pass for Aware {
    const ARG: &'static str = "gpu-aware";
    const DESC: &'static str = "let data stay on devices from one function to the next";
    const OP: &'static str = "builtin.module";

    fn run<'c>(&mut self, module: Op<'c>) -> Result<(), Failure> {
        let calls = Calls::of(module);
        let leading = calls.leading();
        let aware = calls.aware(&leading);
        let is_aware = |call: &Op<'c>| Calls::home(*call).is_some_and(|it| aware.contains(it));
        // Functions get other names below, and calls are known by their function's name.
        let plan: Vec<_> = calls
            .callers
            .iter()
            .filter(|it| aware.contains(it.0))
            .map(|(name, callers)| (name, callers.iter().copied().filter(is_aware).collect::<Vec<_>>()))
            .filter(|it| !it.1.is_empty())
            .collect();
        for (name, callers) in plan {
            let Some(function) = calls.bodies.get(name) else { continue };
            if leading.contains(name) {
                wrap(*function, name);
            }
            make_aware(*function, name);
            callers.into_iter().for_each(|call| redirect(call, name));
        }
        Ok(())
    }
}

/// Who calls whom in a module, by C symbol.
struct Calls<'c> {
    /// Functions whose calls reach this body.
    bodies: HashMap<String, Op<'c>>,
    /// Calls of those, by whom they call. Ordered, for the same module each time.
    callers: std::collections::BTreeMap<String, Vec<Op<'c>>>,
}

impl<'c> Calls<'c> {
    fn of(module: Op<'c>) -> Self {
        let functions = ir::ops(ir::body(module)).into_iter().filter(|it| ir::is(*it, "llvm.func"));
        let bodies: HashMap<String, Op<'c>> = functions
            .filter(|it| ir::has_attr(*it, REACHED) && has_plain_end(*it))
            .filter_map(|it| Some((ir::symbol_name(it)?.strip_prefix(IMPORTED)?.to_string(), it)))
            .filter(|it| !LIBRARY.contains(&it.0.as_str()))
            .collect();
        let mut calls = Self { bodies, callers: Default::default() };
        for call in ir::find_all(module, "llvm.call") {
            let callee = ir::flat_symbol_attr(call, "callee").filter(|it| calls.bodies.contains_key(*it));
            if let Some(callee) = callee {
                calls.callers.entry(callee.to_string()).or_default().push(call);
            }
        }
        calls
    }

    /// Functions that may leave data on a device, themselves or through others.
    fn leading(&self) -> HashSet<String> {
        let launches = |it: Op<'c>| {
            let enters = ir::find_all(it, "region.enter").into_iter().filter_map(EnterOp::cast);
            enters.into_iter().any(|it| ir::has_attr(it.op(), RESIDENT))
        };
        let mut open: Vec<String> = self.bodies.iter().filter(|it| launches(*it.1)).map(|it| it.0.clone()).collect();
        let mut leading: HashSet<String> = open.iter().cloned().collect();
        while let Some(callee) = open.pop() {
            for caller in self.callers.get(&callee).into_iter().flatten() {
                if let Some(name) = Self::home(*caller)
                    && self.bodies.contains_key(name)
                    && leading.insert(name.to_string())
                {
                    open.push(name.to_string());
                }
            }
        }
        leading
    }

    /// The function that a call is in.
    fn home(call: Op<'c>) -> Option<&'c str> {
        ir::enclosing(call, "llvm.func").and_then(ir::symbol_name)?.strip_prefix(IMPORTED)
    }

    /// Those, and the functions that they call.
    fn aware(&self, leading: &HashSet<String>) -> HashSet<String> {
        let mut aware = leading.clone();
        loop {
            let is_called = |it: &Vec<Op<'c>>| it.iter().any(|it| Self::home(*it).is_some_and(|it| aware.contains(it)));
            let more: Vec<_> = self.callers.iter().filter(|it| !aware.contains(it.0) && is_called(it.1)).collect();
            if more.is_empty() {
                return aware;
            }
            aware.extend(more.into_iter().map(|it| it.0.clone()).collect::<Vec<_>>());
        }
    }
}

/// A function that returns, with arguments whose number is known.
fn has_plain_end(function: Op<'_>) -> bool {
    let is_variadic = ir::attr(function, "function_type").is_some_and(|it| it.to_string().contains("..."));
    !is_variadic && !ir::find_all(function, "llvm.return").is_empty()
}

/// Whoever knows nothing of devices gets a function that calls `__raddle_aware_NAME`.
fn wrap(function: Op<'_>, name: &str) {
    let b = Builder::before(function);
    let kept = ["function_type", "arg_attrs", "res_attrs", "unnamed_addr", "CConv", REACHED];
    let attrs: Vec<_> = kept.into_iter().filter_map(|it| Some((it, ir::attr(function, it)?))).collect();
    let attrs: Vec<_> = attrs.into_iter().chain([("sym_name", b.str(&format!("{IMPORTED}{name}")))]).collect();
    let plain = b.op_with_regions("llvm.func", &[], &[], &attrs, 1);
    let types: Vec<_> = ir::arguments(ir::body(function)).iter().map(melior::ir::ValueLike::r#type).collect();
    let body = b.block(plain, 0, &types);
    let inside = b.in_block(body);
    let arguments = ir::arguments(body);
    let results = ir::find_all(function, "llvm.return").first().map(|it| ir::operands(*it)).unwrap_or_default();
    let types: Vec<_> = results.iter().map(melior::ir::ValueLike::r#type).collect();
    let aware = inside.symbol(&format!("{PREFIX}{name}"));
    let call = inside.op(
        "llvm.call",
        &arguments,
        &types,
        &[
            ("callee", aware),
            ("operandSegmentSizes", inside.i32s(&[arguments.len() as i32, 0])),
            ("op_bundle_sizes", inside.i32s(&[])),
            (AWARE, inside.unit()),
        ],
    );
    inside.op("llvm.return", &ir::results(call), &[], &[]);
}

/// The function's body becomes that of `__raddle_aware_NAME`.
fn make_aware(function: Op<'_>, name: &str) {
    let b = Builder::before(function);
    ir::set_attr(function, "sym_name", b.str(&format!("{PREFIX}{name}")));
    ir::set_attr(function, AWARE, b.unit());
    if let Some(private) = b.parse_attr("#llvm.linkage<internal>") {
        ir::set_attr(function, "linkage", private);
    }
}

fn redirect(call: Op<'_>, name: &str) {
    let b = Builder::before(call);
    ir::set_attr(call, "callee", b.symbol(&format!("{PREFIX}{name}")));
    ir::set_attr(call, AWARE, b.unit());
}
