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
//! Other units find the other body by an entry, `__raddle_entry_f = { f, __raddle_aware_f }`, which the back end defines (`entries.rs`):
//!
//! ```text
//!     llvm.func @__raddle_impl_h() {         llvm.func @__raddle_impl_h() {
//!       launches; llvm.call @f() }             launches; llvm.call @__raddle_find_f() }
//!                                            llvm.func private @__raddle_find_f() attributes {region.aware} {
//!                                              is @__raddle_entry_f there, and its first pointer @f? call its second : flush and call @f }
//! ```
//!
//! The name `f` may lead elsewhere than to the function that has the entry (`LD_PRELOAD`, `--wrap`, a strong definition beside a weak one).
//! Then the addresses differ, and `f` is called.
//!
//! Legal if:  within the unit: the call reaches this body (`region.reached`; not of a weak function) and no other. To other units: always.
//! Needs:     `gpu-transfers`. `gpu-residence` announces what both kinds of functions access.
//! Declines:  the C library's functions that a program may bring itself (LLVM knows some of these by name, and the runtime calls them);
//!            functions whose parameters clang alone knows how to pass (`__raddle_body_f`), variadic ones, and calls through pointers. In
//!            functions that launch nothing and call none that does: calls of other units' functions of which nobody knows that these launch.
//! Source:    own.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use melior::ir::attribute::BoolAttribute;
use melior::ir::{Attribute, Type};
use raddle_dialects::build::Builder;
use raddle_dialects::ir::{self, Op, Val};
use raddle_dialects::region::{AWARE, ENTRY, EnterOp, LIBRARY, PUBLIC, REACHED, RESIDENT};
use raddle_dialects::{Failure, Pass};

/// What the front end's functions are called.
const IMPORTED: &str = "__raddle_impl_";
/// What the body for callers that know of devices is called.
pub(crate) const PREFIX: &str = "__raddle_aware_";
/// What the other units' entries are called.
const ENTRIES: &str = "__raddle_entry_";
/// What the functions are called that look for these.
const FINDERS: &str = "__raddle_find_";

const INTERNAL: &str = "#llvm.linkage<internal>";
/// LLVM's number of the visibility within a program or a shared library.
const HIDDEN: &str = "1 : i64";
/// Predicates of `llvm.icmp`.
const EQUAL: i64 = 0;
const DIFFERENT: i64 = 1;

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
        let of_aware = |callers: &[Op<'c>]| callers.iter().copied().filter(is_aware).collect::<Vec<_>>();
        let public = |name: &str| ir::attr(calls.bodies[name], PUBLIC);
        let has_entry = |name: &str| public(name).is_some_and(|it| leading.contains(name) || is_true(it));
        let own = aware.iter().filter_map(|it| Some((it, *calls.bodies.get(it)?)));
        let own = own.map(|(name, body)| (name, body, of_aware(calls.callers.get(name).map_or(&[], Vec::as_slice))));
        let own: Vec<_> = own.filter(|it| !it.2.is_empty() || has_entry(it.0)).collect();
        let others = calls.others.values().map(|(declared, callers)| (*declared, of_aware(callers)));
        for (declared, callers) in others.filter(|it| !it.1.is_empty()).collect::<Vec<_>>() {
            find(declared, &callers);
        }
        for (name, function, callers) in own {
            if leading.contains(name) {
                wrap(function, name);
            }
            make_aware(function, name);
            callers.into_iter().for_each(|call| redirect(call, &format!("{PREFIX}{name}")));
        }
        Ok(())
    }
}

/// Who calls whom in a module, by C symbol.
struct Calls<'c> {
    /// Functions whose calls reach this body.
    bodies: HashMap<String, Op<'c>>,
    /// Calls of those, by whom they call. Ordered, for the same module each time.
    callers: BTreeMap<String, Vec<Op<'c>>>,
    /// Declarations of other units' functions, and calls of these.
    others: BTreeMap<String, (Op<'c>, Vec<Op<'c>>)>,
}

impl<'c> Calls<'c> {
    fn of(module: Op<'c>) -> Self {
        let functions = ir::ops(ir::body(module)).into_iter().filter(|it| ir::is(*it, "llvm.func"));
        let bodies: HashMap<String, Op<'c>> = functions
            .filter(|it| ir::has_attr(*it, REACHED) && has_plain_end(*it))
            .filter_map(|it| Some((ir::symbol_name(it)?.strip_prefix(IMPORTED)?.to_string(), it)))
            .filter(|it| !LIBRARY.contains(&it.0.as_str()))
            .collect();
        let mut calls = Self { bodies, callers: Default::default(), others: others(module) };
        for call in ir::find_all(module, "llvm.call") {
            let Some(callee) = ir::flat_symbol_attr(call, "callee") else { continue };
            if calls.bodies.contains_key(callee) {
                calls.callers.entry(callee.to_string()).or_default().push(call);
            } else if let Some(other) = calls.others.get_mut(callee) {
                other.1.push(call);
            }
        }
        calls
    }

    /// Functions that may leave data on a device, themselves or through others.
    fn leading(&self) -> BTreeSet<String> {
        let launches = |it: Op<'c>| {
            let enters = ir::find_all(it, "region.enter").into_iter().filter_map(EnterOp::cast);
            enters.into_iter().any(|it| ir::has_attr(it.op(), RESIDENT))
        };
        let own = self.bodies.iter().filter(|it| launches(*it.1)).map(|it| it.0.as_str());
        let known = self.others.values().filter(|it| ir::attr(it.0, ENTRY).is_some_and(is_true));
        let callers =
            known.flat_map(|it| &it.1).filter_map(|it| Self::home(*it)).filter(|it| self.bodies.contains_key(*it));
        let mut open: Vec<String> = own.chain(callers).map(Into::into).collect();
        let mut leading: BTreeSet<String> = open.iter().cloned().collect();
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

    /// Those, the functions that they call, and those that other units are known to call.
    fn aware(&self, leading: &BTreeSet<String>) -> BTreeSet<String> {
        let mut aware = leading.clone();
        if !leading.is_empty() {
            let is_called = |it: &Op<'c>| ir::attr(*it, PUBLIC).is_some_and(is_true);
            aware.extend(self.bodies.iter().filter(|it| is_called(it.1)).map(|it| it.0.clone()));
        }
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

fn is_true(attribute: Attribute<'_>) -> bool {
    BoolAttribute::try_from(attribute).is_ok_and(|it| it.value())
}

/// Functions of other units that may have an entry, without calls yet.
fn others<'c>(module: Op<'c>) -> BTreeMap<String, (Op<'c>, Vec<Op<'c>>)> {
    let declared = ir::ops(ir::body(module)).into_iter().filter(|it| ir::has_attr(*it, ENTRY) && !is_variadic(*it));
    declared.filter_map(|it| Some((ir::symbol_name(it)?.to_string(), (it, vec![])))).collect()
}

/// A function that returns, with arguments whose number is known.
fn has_plain_end(function: Op<'_>) -> bool {
    !is_variadic(function) && !ir::find_all(function, "llvm.return").is_empty()
}

fn is_variadic(function: Op<'_>) -> bool {
    ir::attr(function, "function_type").is_some_and(|it| it.to_string().contains("..."))
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
    let results = ir::find_all(function, "llvm.return").first().map(|it| ir::operands(*it)).unwrap_or_default();
    let types: Vec<_> = results.iter().map(melior::ir::ValueLike::r#type).collect();
    let aware = [("callee", inside.symbol(&format!("{PREFIX}{name}"))), (AWARE, inside.unit())];
    let call = call(&inside, &ir::arguments(body), &types, &aware);
    inside.op("llvm.return", &ir::results(call), &[], &[]);
}

/// With `callee` among the attributes, or a pointer as the first operand.
fn call<'c>(b: &Builder<'c>, operands: &[Val<'c>], results: &[Type<'c>], attrs: &[(&str, Attribute<'c>)]) -> Op<'c> {
    let segments = b.i32s(&[operands.len() as i32, 0]);
    let own = [("operandSegmentSizes", segments), ("op_bundle_sizes", b.i32s(&[]))];
    b.op("llvm.call", operands, results, &[&own, attrs].concat())
}

/// Has these calls of another unit's function look for its entry.
fn find<'c>(declared: Op<'c>, calls: &[Op<'c>]) {
    let (Some(name), Some(first)) = (ir::symbol_name(declared), calls.first()) else { return };
    let b = Builder::before(declared);
    let (entry, finder) = (format!("{ENTRIES}{name}"), format!("{FINDERS}{name}"));
    declare_entry(&b, &entry);
    let Some((internal, ty)) = b.parse_attr(INTERNAL).zip(ir::attr(declared, "function_type")) else { return };
    let attrs = [("function_type", ty), ("sym_name", b.str(&finder)), ("linkage", internal), (AWARE, b.unit())];
    let function = b.op_with_regions("llvm.func", &[], &[], &attrs, 1);
    let of = |values: Vec<Val<'c>>| values.iter().map(melior::ir::ValueLike::r#type).collect::<Vec<_>>();
    let (takes, gives) = (of(ir::operands(*first)), of(ir::results(*first)));
    let body = b.block(function, 0, &takes);
    let (inside, arguments) = (b.in_block(body), ir::arguments(body));
    let (plain, aware) = read_entry(&inside, &entry);
    let own = inside.value("llvm.mlir.addressof", &[], inside.ptr(), &[("global_name", inside.symbol(name))]);
    let is_same = icmp(&inside, EQUAL, plain, own);
    let (choice, then, other) = inside.scf_if(is_same, &gives, true);
    let kept = ["arg_attrs", "res_attrs"].into_iter().filter_map(|it| Some((it, ir::attr(*first, it)?)));
    let kept: Vec<_> = kept.collect();
    let branches = [
        (Some(then), [&[aware], &arguments[..]].concat(), vec![(AWARE, b.unit())]),
        (other, arguments, vec![("callee", b.symbol(name))]),
    ];
    for (block, operands, attrs) in branches {
        let Some(block) = block else { continue };
        let inside = if gives.is_empty() { b.before_terminator(block) } else { b.in_block(block) };
        let call = call(&inside, &operands, &gives, &[attrs, kept.clone()].concat());
        if !gives.is_empty() {
            inside.op("scf.yield", &ir::results(call), &[], &[]);
        }
    }
    inside.op("llvm.return", &ir::results(choice), &[], &[]);
    calls.iter().for_each(|it| redirect(*it, &finder));
}

/// `{ f, __raddle_aware_f }`, if the unit of `f` has it.
fn declare_entry(b: &Builder<'_>, entry: &str) {
    let attrs =
        [("linkage", "#llvm.linkage<extern_weak>"), ("global_type", "!llvm.array<2 x ptr>"), ("visibility_", HIDDEN)];
    let attrs = attrs.into_iter().filter_map(|(name, text)| Some((name, b.parse_attr(text)?)));
    let attrs: Vec<_> = attrs.chain([("sym_name", b.str(entry)), ("constant", b.unit())]).collect();
    b.op_with_regions("llvm.mlir.global", &[], &[], &attrs, 1);
}

/// The two pointers of an entry, null if there is none.
fn read_entry<'c>(b: &Builder<'c>, entry: &str) -> (Val<'c>, Val<'c>) {
    let address = b.value("llvm.mlir.addressof", &[], b.ptr(), &[("global_name", b.symbol(entry))]);
    let null = b.null();
    let (read, then, other) = b.scf_if(icmp(b, DIFFERENT, address, null), &[b.ptr(), b.ptr()], true);
    let inside = b.in_block(then);
    let second = inside.byte_offset(address, inside.constant_int(inside.int(64), 8));
    let both = [address, second].map(|it| inside.llvm_load(it, inside.ptr(), 8));
    inside.op("scf.yield", &both, &[], &[]);
    if let Some(other) = other {
        b.in_block(other).op("scf.yield", &[null, null], &[], &[]);
    }
    (ir::results(read)[0], ir::results(read)[1])
}

fn icmp<'c>(b: &Builder<'c>, predicate: i64, left: Val<'c>, right: Val<'c>) -> Val<'c> {
    b.value("llvm.icmp", &[left, right], b.int(1), &[("predicate", b.i64(predicate))])
}

/// The function's body becomes that of `__raddle_aware_NAME`.
fn make_aware(function: Op<'_>, name: &str) {
    let b = Builder::before(function);
    ir::set_attr(function, "sym_name", b.str(&format!("{PREFIX}{name}")));
    ir::set_attr(function, AWARE, b.unit());
    if let Some(private) = b.parse_attr(INTERNAL) {
        ir::set_attr(function, "linkage", private);
    }
}

fn redirect(call: Op<'_>, symbol: &str) {
    let b = Builder::before(call);
    ir::set_attr(call, "callee", b.symbol(symbol));
    ir::set_attr(call, AWARE, b.unit());
}
