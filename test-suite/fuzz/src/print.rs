//! C text of generated functions, with a `main` that runs each on fresh data and prints a hash of what it left.

use std::collections::BTreeSet;
use std::fmt::Write;

use crate::tree::{Affine, ArrayId, Elem, Form, Function, Index, Loop, Sizes, Stmt, VarId};

use data::runner;

mod data;
mod expressions;
mod statements;

const PRELUDE: &str = include_str!("prelude.c");
/// The same for `_Float16`, which no program pays for that has none.
const HALVES: &str = "FLOAT(_Float16, f16)\n";

/// A program that runs all `functions`; each prints one line, `f<seed> <hash>`, after a line of the prelude.
pub fn unit(functions: &[Function]) -> String {
    let parts = functions.iter().flat_map(|function| [structures(function), definition(function), runner(function)]);
    let text: String = parts.collect();
    let halves = if text.contains("f16") { HALVES } else { "" };
    let mut out = format!("{PRELUDE}{halves}{text}");
    out += "\nint main(void) {\n    printf(\"%016llx\\n\", (unsigned long long)touch());\n";
    for function in functions {
        let _ = writeln!(out, "    run_{}();", function.seed);
    }
    out + "    return 0;\n}\n"
}

/// The part of a unit's text that is its own.
pub fn without_prelude(unit: &str) -> &str {
    unit.strip_prefix(PRELUDE).unwrap_or(unit)
}

fn type_name(elem: Elem) -> &'static str {
    match elem {
        Elem::I8 => "int8_t",
        Elem::U8 => "uint8_t",
        Elem::I16 => "int16_t",
        Elem::U16 => "uint16_t",
        Elem::I32 => "int",
        Elem::U32 => "unsigned",
        Elem::I64 => "int64_t",
        Elem::U64 => "uint64_t",
        Elem::F16 => "_Float16",
        Elem::F32 => "float",
        Elem::F64 => "double",
    }
}

/// The suffix of the prelude's functions for the type.
fn suffix(elem: Elem) -> &'static str {
    match elem {
        Elem::I8 => "i8",
        Elem::U8 => "u8",
        Elem::I16 => "i16",
        Elem::U16 => "u16",
        Elem::I32 => "i32",
        Elem::U32 => "u32",
        Elem::I64 => "i64",
        Elem::U64 => "u64",
        Elem::F16 => "f16",
        Elem::F32 => "f32",
        Elem::F64 => "f64",
    }
}

/// The unsigned type in which arithmetic on the integer type cannot overflow.
fn unsigned(elem: Elem) -> &'static str {
    if elem.bits() == 64 { "uint64_t" } else { "unsigned" }
}

fn arrays_of(function: &Function, wanted: fn(Form) -> bool) -> impl Iterator<Item = (ArrayId, &crate::tree::Array)> {
    function.arrays.iter().enumerate().filter(move |(_, array)| wanted(array.form))
}

fn is_record(form: Form) -> bool {
    form == Form::Record
}

fn is_member(form: Form) -> bool {
    form == Form::Member
}

/// What is added to a variable of this kind: a constant, or a number that is not known before the program runs.
fn far(var: VarId) -> &'static str {
    if var.is_multiple_of(2) { "(INT64_MIN + 100000)" } else { "limit_of_long" }
}

/// A step, spelled in one of several ways. Most variables' values fit 16 bits.
fn advance(var: &str, lp: &Loop) -> String {
    let (op, size) = if lp.step > 0 { ('+', lp.step) } else { ('-', -lp.step) };
    if lp.named {
        return format!("{var} {op}= by{size}");
    }
    match lp.var % 6 {
        0 | 1 if size == 1 => format!("{var}{op}{op}"),
        2 if size == 1 => format!("{op}{op}{var}"),
        3 => format!("{var} = {var} {op} {size}"),
        4 if lp.index != Index::Far => format!("{var} = (short)({var} {op} {size})"),
        _ => format!("{var} {op}= {size}"),
    }
}

/// `[4][13]`: extents as numbers, from dimension `first` on.
fn numbers(function: &Function, id: ArrayId, first: usize) -> String {
    let extents = &function.arrays[id].extents[first..];
    extents.iter().map(|&extent| format!("[{}]", function.extent(extent))).collect()
}

/// `[n][4]`: extents as the function's parameters.
fn parameters(function: &Function, id: ArrayId, first: usize) -> String {
    function.arrays[id].extents[first..].iter().map(|&extent| format!("[{}]", extent_text(extent))).collect()
}

fn extent_text(extent: crate::tree::Extent) -> String {
    use crate::tree::Extent;
    match extent {
        Extent::N => "n".into(),
        Extent::M => "m".into(),
        Extent::Fixed(extent) => extent.to_string(),
    }
}

/// Types and static arrays of one function.
fn structures(function: &Function) -> String {
    let mut out = String::new();
    let seed = function.seed;
    let structure = |tag: &str, wanted: fn(Form) -> bool, first: usize| {
        let fields: String = arrays_of(function, wanted)
            .map(|(id, array)| format!("    {} a{id}{};\n", type_name(array.elem), numbers(function, id, first)))
            .collect();
        if fields.is_empty() { fields } else { format!("struct {tag}{seed} {{\n{fields}}};\n") }
    };
    out += &structure("R", is_record, 1);
    out += &structure("S", is_member, 0);
    for (id, array) in arrays_of(function, |form| form == Form::Global) {
        let _ = writeln!(out, "static {} g{seed}_{id}{};", type_name(array.elem), numbers(function, id, 0));
    }
    if function.sizes == Sizes::Globals {
        let _ = writeln!(out, "int n{seed}, m{seed};");
    }
    format!("\n{out}")
}

fn signature(function: &Function) -> String {
    let mut list = vec!["int n".to_owned(), "int m".to_owned()];
    for (id, array) in function.arrays.iter().enumerate() {
        let ty = type_name(array.elem);
        match array.form {
            Form::Vla => list.push(format!("{ty} a{id}{}", parameters(function, id, 0))),
            Form::Linear | Form::Cells | Form::Overlap { .. } => list.push(format!("{ty} *a{id}")),
            Form::Rows(_) => list.push(format!("{ty} {}a{id}", "*".repeat(array.extents.len()))),
            Form::Flat { .. } | Form::Global | Form::Record | Form::Member | Form::Local => {}
        }
    }
    list.extend(named_steps(&function.body).into_iter().map(|step| format!("int by{step}")));
    match function.sizes {
        Sizes::Parameters | Sizes::Globals => {}
        Sizes::Pointed => list.push("int *size".into()),
        Sizes::Fields => list.push("struct D *size".into()),
    }
    if arrays_of(function, is_record).next().is_some() {
        list.push(format!("struct R{} *r", function.seed));
    }
    if arrays_of(function, is_member).next().is_some() {
        list.push(format!("struct S{} *s", function.seed));
    }
    let result = type_name(function.scalars[function.result]);
    format!("{result} f{}({})", function.seed, list.join(", "))
}

fn definition(function: &Function) -> String {
    let mut printer = Printer { function, indices: indices(&function.body), out: String::new(), depth: 1 };
    printer.body(&function.body);
    format!("{} {{\n{}    return s{};\n}}\n", signature(function), printer.out, function.result)
}

/// The sizes of all steps that are parameters.
fn named_steps(body: &[Stmt]) -> BTreeSet<i64> {
    let mut all = BTreeSet::new();
    for stmt in body {
        if let Stmt::For(lp) = stmt
            && lp.named
        {
            all.insert(lp.step.abs());
        }
        stmt.bodies().into_iter().for_each(|inner| all.extend(named_steps(inner)));
    }
    all
}

/// The types of all loop variables.
fn indices(body: &[Stmt]) -> Vec<(VarId, Index)> {
    let mut all = Vec::new();
    for stmt in body {
        if let Stmt::For(lp) = stmt {
            all.push((lp.var, lp.index));
        }
        for inner in stmt.bodies() {
            all.extend(indices(inner));
        }
    }
    all
}

/// What an affine form's value is used for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Use {
    /// As a number that may be negative: everything must be signed.
    Number,
    /// As a number that is not negative, so that wrapping on the way does no harm.
    NonNegative,
}

struct Printer<'a> {
    function: &'a Function,
    indices: Vec<(VarId, Index)>,
    out: String,
    depth: usize,
}

impl Printer<'_> {
    fn line(&mut self, text: impl AsRef<str>) {
        let _ = writeln!(self.out, "{:1$}{2}", "", 4 * self.depth, text.as_ref());
    }

    fn block(&mut self, head: impl AsRef<str>, body: &[Stmt]) {
        self.line(format!("{} {{", head.as_ref()));
        self.depth += 1;
        self.body(body);
        self.depth -= 1;
        self.line("}");
    }

    fn body(&mut self, body: &[Stmt]) {
        for stmt in body {
            self.stmt(stmt);
        }
    }
}
