//! What one op of host code does to memory that a launch may have on a device.

use std::collections::HashMap;

use melior::ir::attribute::TypeAttribute;
use melior::ir::r#type::IntegerType;
use melior::ir::{Type, TypeLike, ValueLike};
use mlir_sys::*;
use raddle_dialects::ir::{self, Op, Val};
use raddle_dialects::region::{DEFINED, FREES_ONLY, MAY_END};

use crate::parameters::{Parameters, copies};

/// Functions of the C standard, whose names no program may give to others, that touch no array of the program but through pointers that
/// they are given, and hand nothing to other threads. So are those of <math.h>. A constant string is no array that changes.
const HARMLESS: &[&str] = &[
    "abs",
    "aligned_alloc",
    "calloc",
    "clock",
    "fflush",
    "fputc",
    "fputs",
    "fprintf",
    "labs",
    "llabs",
    "malloc",
    "printf",
    "putchar",
    "puts",
    "rand",
    "srand",
    "time",
];

/// Those whose argument at this place is a stream, which is not the program's memory.
const STREAMS: &[(&str, usize)] = &[("fflush", 0), ("fprintf", 0), ("fputc", 1), ("fputs", 1)];

/// What an op does to memory.
pub enum Effect<'c> {
    /// Nothing that matters.
    None,
    /// It loads, stores or copies these; there is at least one.
    Accesses(Vec<Access<'c>>),
    /// A block of `malloc` is freed.
    Ends { pointer: Val<'c> },
    /// The program may end in it, and exit handlers may access anything.
    MayEnd,
    /// It may access anything, or let others do so.
    Everything,
}

/// Bytes that are read, and perhaps written.
pub struct Access<'c> {
    pub pointer: Val<'c>,
    pub bytes: Bytes<'c>,
    pub writes: bool,
}

/// How many.
#[derive(Clone, Copy)]
pub enum Bytes<'c> {
    Known(i64),
    /// An integer of 64 bits.
    Value(Val<'c>),
}

impl Bytes<'_> {
    /// The same for the same number.
    pub fn key(self) -> (bool, i64) {
        match self {
            Bytes::Known(bytes) => (true, bytes),
            Bytes::Value(value) => (false, ir::key(value) as i64),
        }
    }
}

pub struct Memory<'c, 'p> {
    module: Op<'c>,
    parameters: &'p Parameters,
    /// Variables of the function by their pointer: what is known of them.
    variables: HashMap<usize, Variable<'c>>,
}

struct Variable<'c> {
    pointer: Val<'c>,
    bytes: Option<i64>,
    use_: Use,
}

/// Who reaches a variable.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Use {
    /// Loads and stores of the function, and of those that it calls with addresses in the variable.
    Own,
    /// Launches, too.
    Launched,
    /// Nobody knows.
    Anybody,
}

impl<'c, 'p> Memory<'c, 'p> {
    pub fn new(module: Op<'c>, function: Op<'c>, parameters: &'p Parameters) -> Self {
        let variable = |op: Op<'c>| {
            let pointer = ir::result(op);
            (
                ir::key(pointer),
                Variable { pointer, bytes: variable_bytes(op), use_: use_of(module, pointer, parameters) },
            )
        };
        Self {
            module,
            parameters,
            variables: ir::find_all(function, "llvm.alloca").into_iter().map(variable).collect(),
        }
    }

    /// Variables that others than loads and stores of the function may reach, with their bytes if these are known.
    pub fn shared_variables(&self) -> Vec<(Val<'c>, Option<i64>)> {
        let shared = self.variables.values().filter(|it| it.use_ != Use::Own);
        let mut found: Vec<_> = shared.map(|it| (it.pointer, it.bytes)).collect();
        // In an order that does not depend on addresses.
        found.sort_by_key(|it| position(it.0));
        found
    }

    /// The object of known extent that a pointer leads into.
    pub fn whole(&self, pointer: Val<'c>) -> Option<(Val<'c>, i64)> {
        let root = root(pointer);
        if let Some(variable) = self.variables.get(&ir::key(root)) {
            return Some((root, variable.bytes?));
        }
        let global = self.global(root)?;
        let ty = ir::attr(global, "global_type")?;
        Some((root, bytes_of(TypeAttribute::try_from(ty).ok()?.value())?))
    }

    fn global(&self, root: Val<'c>) -> Option<Op<'c>> {
        let address = ir::defining_op(root).filter(|it| ir::is(*it, "llvm.mlir.addressof"))?;
        ir::lookup(self.module, ir::flat_symbol_attr(address, "global_name")?)
    }

    fn is_constant(&self, pointer: Val<'c>) -> bool {
        self.global(root(pointer)).is_some_and(|it| ir::has_attr(it, "constant"))
    }

    /// Of an op alone, without the ops in its regions.
    pub fn effect(&self, op: Op<'c>) -> Effect<'c> {
        let operands = ir::operands(op);
        match ir::name(op) {
            "llvm.load" => self.access(op, operands[0], ir::result(op).r#type(), false),
            "llvm.store" => self.access(op, operands[1], operands[0].r#type(), true),
            "llvm.call" => self.call(op),
            "llvm.intr.memcpy" | "llvm.intr.memmove" | "llvm.intr.memset" => self.copy(op),
            "memref.load" => local(operands[0]),
            "memref.store" => local(operands[1]),
            "llvm.getelementptr"
            | "llvm.ptrtoint"
            | "llvm.icmp"
            | "llvm.select"
            | "llvm.bitcast"
            | "llvm.br"
            | "llvm.cond_br"
            | "llvm.return"
            | "llvm.switch"
            | "llvm.freeze"
            | "llvm.insertvalue"
            | "llvm.intr.stacksave" => Effect::None,
            "llvm.intr.stackrestore" => Effect::Everything,
            name if name.starts_with("vector.") && operands.iter().any(is_memref) => Effect::Everything,
            name if is_plain(name) => Effect::None,
            _ if ir::operands(op).into_iter().any(is_pointer) || ir::results(op).into_iter().any(is_pointer) => {
                Effect::Everything
            }
            "llvm.inline_asm" | "llvm.fence" | "llvm.call_intrinsic" => Effect::Everything,
            _ => Effect::None,
        }
    }

    fn access(&self, op: Op<'c>, pointer: Val<'c>, ty: Type<'c>, writes: bool) -> Effect<'c> {
        let is_ordered = ir::has_attr(op, "volatile_") || ir::i64_attr(op, "ordering").is_some_and(|it| it != 0);
        match bytes_of(ty) {
            _ if is_ordered => Effect::Everything,
            _ if self.is_variable(pointer) || !writes && self.is_constant(pointer) => Effect::None,
            Some(bytes) => Effect::Accesses(vec![Access { pointer, bytes: Bytes::Known(bytes), writes }]),
            None => Effect::Everything,
        }
    }

    /// A struct that is copied, or set to zeros.
    fn copy(&self, op: Op<'c>) -> Effect<'c> {
        let operands = ir::operands(op);
        let pointers = if ir::is(op, "llvm.intr.memset") { &operands[..1] } else { &operands[..2] };
        if is_volatile(op) { Effect::Everything } else { self.of_bytes(pointers, operands[2], true) }
    }

    /// So many bytes behind each of these pointers are read, or behind the first one written.
    fn of_bytes(&self, pointers: &[Val<'c>], length: Val<'c>, writes_first: bool) -> Effect<'c> {
        let bytes = ir::constant_int(length).map_or(Bytes::Value(length), Bytes::Known);
        let all = pointers.iter().enumerate().map(|(at, it)| (*it, writes_first && at == 0));
        let others = all.filter(|(it, writes)| !self.is_variable(*it) && (*writes || !self.is_constant(*it)));
        let accesses: Vec<_> = others.map(|(pointer, writes)| Access { pointer, bytes, writes }).collect();
        if accesses.is_empty() { Effect::None } else { Effect::Accesses(accesses) }
    }

    /// Is it in a variable of the function, or of its callers, that no launch has?
    pub fn is_variable(&self, pointer: Val<'c>) -> bool {
        let root = root(pointer);
        self.parameters.is_own(root) || self.variables.get(&ir::key(root)).is_some_and(|it| it.use_ == Use::Own)
    }

    fn call(&self, op: Op<'c>) -> Effect<'c> {
        let Some(callee) = ir::flat_symbol_attr(op, "callee").filter(|it| !self.is_own(it)) else {
            return Effect::Everything;
        };
        let arguments = ir::operands(op);
        if let Some(freed) = ir::lookup(self.module, callee).and_then(|it| ir::i64_attr(it, FREES_ONLY)) {
            let pointer = usize::try_from(freed).ok().and_then(|it| arguments.get(it));
            return pointer.map_or(Effect::None, |it| Effect::Ends { pointer: *it });
        }
        if ir::lookup(self.module, callee).is_some_and(|it| ir::has_attr(it, MAY_END)) {
            return Effect::MayEnd;
        }
        if callee == "free" && arguments.len() == 1 {
            return Effect::Ends { pointer: arguments[0] };
        }
        if copies(self.module, op) > 0 && arguments.len() == 3 {
            let pointers: Vec<_> = arguments[..2].iter().copied().filter(|it| is_pointer(*it)).collect();
            return self.of_bytes(&pointers, arguments[2], callee != "memcmp");
        }
        let is_stream = |at: usize| STREAMS.contains(&(callee, at));
        let is_null = |it: Val<'c>| ir::defining_op(it).is_some_and(|it| ir::is(it, "llvm.mlir.zero"));
        let harmless =
            |(at, it): (usize, Val<'c>)| !is_pointer(it) || is_stream(at) || is_null(it) || self.is_constant(it);
        // Such calls are those for parts of complex results.
        let touches_nothing = ir::has_attr(op, "memory_effects");
        let is_known = HARMLESS.contains(&callee) || raddle_math::find(callee).is_some() || touches_nothing;
        let is_harmless = is_known && arguments.into_iter().enumerate().all(harmless);
        if is_harmless { Effect::None } else { Effect::Everything }
    }

    /// Is it the unit's own function, which does what it likes?
    fn is_own(&self, callee: &str) -> bool {
        ir::lookup(self.module, callee).is_none_or(|it| ir::has_attr(it, DEFINED))
    }
}

/// Memory of the loop that only it has.
fn local<'c>(memref: Val<'c>) -> Effect<'c> {
    let is_local = ir::defining_op(memref).is_some_and(|it| ir::is(it, "memref.alloca"));
    if is_local { Effect::None } else { Effect::Everything }
}

/// Ops that touch no memory, or none without the runtime, which knows what it touches.
fn is_plain(name: &str) -> bool {
    let dialect = name.split('.').next().unwrap_or_default();
    matches!(dialect, "arith" | "math" | "cf" | "scf" | "region" | "ub" | "index" | "vector")
        || ["llvm.mlir.", "llvm.alloca", "llvm.intr.lifetime"].iter().any(|it| name.starts_with(it))
        || name.starts_with("memref.alloca")
}

fn is_memref(value: &Val<'_>) -> bool {
    // SAFETY: the type lives as long as the value.
    unsafe { mlirTypeIsAMemRef(value.r#type().to_raw()) }
}

pub(crate) fn is_pointer(value: Val<'_>) -> bool {
    // SAFETY: the type lives as long as the value.
    unsafe { mlirTypeIsALLVMPointerType(value.r#type().to_raw()) }
}

/// The pointer that others are computed from.
pub(crate) fn root<'c>(pointer: Val<'c>) -> Val<'c> {
    let mut at = pointer;
    while let Some(op) = ir::defining_op(at).filter(|it| matches!(ir::name(*it), "llvm.getelementptr" | "llvm.bitcast"))
    {
        at = ir::operands(op)[0];
    }
    at
}

/// Who reaches a variable through `pointer` and what is computed from it.
pub(crate) fn use_of<'c>(module: Op<'c>, pointer: Val<'c>, parameters: &Parameters) -> Use {
    let mut all = Use::Own;
    for (user, operand) in ir::uses(pointer) {
        let one = match ir::name(user) {
            "llvm.load" => Use::Own,
            "llvm.store" if operand == 1 => Use::Own,
            "llvm.intr.memcpy" | "llvm.intr.memmove" if operand < 2 && !is_volatile(user) => Use::Own,
            "llvm.intr.memset" if operand == 0 && !is_volatile(user) => Use::Own,
            "llvm.getelementptr" if operand == 0 => use_of(module, ir::result(user), parameters),
            "llvm.call" if parameters.takes(module, user, operand) => Use::Own,
            "region.enter" | "region.launch" | "region.copy_in" | "region.copy_out" | "region.disjoint"
            | "region.recall" | "region.keep" => Use::Launched,
            "region.host_access" | "region.host" => Use::Own,
            _ => Use::Anybody,
        };
        all = match (all, one) {
            (Use::Anybody, _) | (_, Use::Anybody) => Use::Anybody,
            (Use::Launched, _) | (_, Use::Launched) => Use::Launched,
            (Use::Own, Use::Own) => Use::Own,
        };
    }
    all
}

fn is_volatile(op: Op<'_>) -> bool {
    // The attribute is there in any case.
    ir::attr(op, "isVolatile").is_none_or(|it| it.to_string() != "false")
}

/// Where in its block a variable is made.
fn position(pointer: Val<'_>) -> usize {
    let Some(op) = ir::defining_op(pointer) else { return 0 };
    let siblings = ir::parent(op).map(|it| ir::nested(it, ir::Order::Pre)).unwrap_or_default();
    siblings.into_iter().position(|it| it == op).unwrap_or(0)
}

fn variable_bytes(op: Op<'_>) -> Option<i64> {
    let count = ir::constant_int(ir::operands(op)[0])?;
    let ty = TypeAttribute::try_from(ir::attr(op, "elem_type")?).ok()?.value();
    bytes_of(ty)?.checked_mul(count)
}

/// The size of a type on the host, `None` if this does not know it.
fn bytes_of(ty: Type<'_>) -> Option<i64> {
    let raw = ty.to_raw();
    // SAFETY: the type is alive.
    unsafe {
        if mlirTypeIsALLVMPointerType(raw) || mlirTypeIsAF64(raw) {
            return Some(8);
        }
        if mlirTypeIsAF32(raw) {
            return Some(4);
        }
    }
    if let Ok(int) = IntegerType::try_from(ty) {
        return Some(i64::from(int.width().div_ceil(8))).filter(|it| [1, 2, 4, 8].contains(it));
    }
    // The C API has no number of elements.
    let text = ty.to_string();
    let inner = text.strip_prefix("!llvm.array<")?;
    let (count, _) = inner.split_once(" x ")?;
    // SAFETY: it is an array's type.
    let element = unsafe { Type::from_raw(mlirLLVMArrayTypeGetElementType(raw)) };
    bytes_of(element)?.checked_mul(count.trim().parse().ok()?)
}
