//! C text of generated functions, with a `main` that runs each on fresh data and prints a hash of what it left.

use std::collections::BTreeSet;
use std::fmt::Write;

use crate::tree::{Affine, ArrayId, Calls, Elem, Expr, Form, Function, Index, Loop, Sizes, Stmt, Update, VarId};

use data::runner;

mod blocks;
mod data;
mod expressions;
mod statements;
mod work;

const PRELUDE: &str = include_str!("prelude.c");
/// The same for `_Float16`, which no program pays for that has none.
const HALVES: &str = "FLOAT(_Float16, f16)\n";
/// The same for complex numbers.
const COMPLEX: &str =
    "#include <complex.h>\nCOMPLEX(float _Complex, c32, float, f32)\nCOMPLEX(double _Complex, c64, double, f64)\n";
/// How the files of a program of two begin.
const DECLARED: &str = "#define DECLARED\n#define HELPER\n#define BODY(...) ;\n";
const DEFINED: &str = "#define HELPER\n#define BODY(...) __VA_ARGS__\n";

/// How many files a program has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Files {
    #[default]
    One,
    /// The helpers and every other function are in the second one.
    Two,
}

/// A file of a program.
pub struct Source {
    pub name: &'static str,
    pub text: String,
}

/// The files of a program that runs all `functions`; each prints one line, `f<seed> <hash>`, after a line of the prelude.
pub fn program(functions: &[Function], files: Files) -> Vec<Source> {
    match files {
        Files::One => vec![Source { name: "unit.c", text: unit(functions) }],
        Files::Two => {
            let part = |rest: usize| functions.iter().skip(rest).step_by(2);
            let declared: String = part(1).map(|it| format!("void run_{}(void);\n", it.seed)).collect();
            let helpers = helpers(functions);
            let text = format!("{DECLARED}{helpers}{}{declared}{}", text(part(0), ""), main(functions));
            let other = format!("{DEFINED}{helpers}{}", self::text(part(1), ""));
            vec![Source { name: "unit.c", text }, Source { name: "other.c", text: other }]
        }
    }
}

/// A program of one file.
pub fn unit(functions: &[Function]) -> String {
    helpers(functions) + &text(functions.iter(), "static ") + &main(functions)
}

/// The prelude, with what functions of these types call.
fn helpers(functions: &[Function]) -> String {
    let halves = if text(functions.iter(), "").contains("f16") { HALVES } else { "" };
    let complex = if functions.iter().any(Function::has_complex) { COMPLEX } else { "" };
    format!("{PRELUDE}{halves}{complex}")
}

/// Functions, with runners of this linkage.
fn text<'f>(functions: impl Iterator<Item = &'f Function>, linkage: &str) -> String {
    let runner = |function| format!("{linkage}{}", runner(function));
    let parts = functions.flat_map(|function| [structures(function), definition(function), runner(function)]);
    parts.collect()
}

fn main(functions: &[Function]) -> String {
    let mut out = "\nint main(void) {\n    printf(\"%016llx\\n\", (unsigned long long)touch());\n".to_owned();
    for function in functions {
        let _ = writeln!(out, "    run_{}();", function.seed);
    }
    out + "    return 0;\n}\n"
}

/// The parts of a program's text that are its own.
pub fn without_prelude(sources: &[Source]) -> String {
    let own = |source: &Source| format!("// {}\n{}", source.name, source.text.replacen(PRELUDE, "", 1));
    sources.iter().map(own).collect()
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
        Elem::C32 => "float _Complex",
        Elem::C64 => "double _Complex",
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
        Elem::C32 => "c32",
        Elem::C64 => "c64",
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

/// Is a loop's step spelled with a conversion to `short`?
pub fn steps_by_short(var: VarId) -> bool {
    var % 6 == 4
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
        _ if steps_by_short(lp.var) && lp.index != Index::Far => format!("{var} = (short)({var} {op} {size})"),
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
        Extent::Above(more) => format!("n + {more}"),
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

/// A parameter of a generated function.
struct Parameter {
    declaration: String,
    name: String,
    what: Passed,
}

/// What is passed for a parameter.
#[derive(Clone, Copy)]
enum Passed {
    N,
    M,
    Array(ArrayId),
    Step(i64),
    Sizes,
    Records,
    Members,
    /// How often the function calls itself.
    Depth,
}

fn parameters_of(function: &Function) -> Vec<Parameter> {
    let mut list = Vec::new();
    let mut add = |what, before: &str, name: &str, after: &str| {
        list.push(Parameter { declaration: format!("{before}{name}{after}"), name: name.into(), what });
    };
    add(Passed::N, "int ", "n", "");
    add(Passed::M, "int ", "m", "");
    for (id, array) in function.arrays.iter().enumerate() {
        let (ty, name) = (type_name(array.elem), format!("a{id}"));
        let mut array_of = |before: &str, after: &str| add(Passed::Array(id), before, &name, after);
        match array.form {
            Form::Vla if array.restrict => {
                let extents = parameters(function, id, 0);
                array_of(&format!("{ty} "), &extents.replacen('[', "[restrict ", 1));
            }
            Form::Vla => array_of(&format!("{ty} "), &parameters(function, id, 0)),
            Form::Linear if array.restrict => array_of(&format!("{ty} *restrict "), ""),
            Form::Linear | Form::Cells | Form::Overlap { .. } => array_of(&format!("{ty} *"), ""),
            Form::Rows(_) => array_of(&format!("{ty} {}", "*".repeat(array.extents.len())), ""),
            Form::Flat { .. } | Form::Global | Form::Record | Form::Member | Form::Local { .. } => {}
        }
    }
    named_steps(&function.body).into_iter().for_each(|step| add(Passed::Step(step), "int ", &format!("by{step}"), ""));
    match function.sizes {
        Sizes::Parameters | Sizes::Globals => {}
        Sizes::Pointed => add(Passed::Sizes, "int *", "size", ""),
        Sizes::Fields => add(Passed::Sizes, "struct D *", "size", ""),
    }
    if arrays_of(function, is_record).next().is_some() {
        add(Passed::Records, &format!("struct R{} *", function.seed), "r", "");
    }
    if arrays_of(function, is_member).next().is_some() {
        add(Passed::Members, &format!("struct S{} *", function.seed), "s", "");
    }
    if matches!(function.calls, Calls::Recursive(_)) {
        add(Passed::Depth, "int ", "deep", "");
    }
    list
}

fn signature(function: &Function) -> String {
    let list: Vec<String> = parameters_of(function).into_iter().map(|parameter| parameter.declaration).collect();
    let linkage = if function.calls == Calls::Once { "" } else { "static " };
    let result = type_name(function.scalars[function.result]);
    format!("{linkage}{result} f{}({})", function.seed, list.join(", "))
}

fn definition(function: &Function) -> String {
    let mut printer = Printer { function, indices: indices(&function.body), out: String::new(), depth: 1 };
    printer.body(&function.body);
    if let Calls::Recursive(alias) = function.calls {
        printer.recursive_call(alias);
    }
    format!("{} {{\n{}    return s{};\n}}\n", signature(function), printer.out, function.result)
}

/// By how much a statement steps an unsigned variable, if that is a parameter, as half of such steps are.
pub fn named_step(stmt: &Stmt) -> Option<i64> {
    match stmt {
        Stmt::Set { scalar, update: Update::Add | Update::Sub, value: Expr::Literal(Elem::U32 | Elem::U64, size) }
            if (1..=3).contains(size) && scalar % 2 == 1 =>
        {
            Some(*size)
        }
        _ => None,
    }
}

/// The sizes of all steps that are parameters.
fn named_steps(body: &[Stmt]) -> BTreeSet<i64> {
    let mut all: BTreeSet<i64> = body.iter().filter_map(named_step).collect();
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate;

    #[test]
    fn both_files_have_the_helpers_of_complex_numbers() {
        let wanted = generate::Wanted { complex: true, ..Default::default() };
        let plain = (0..).map(generate::function).find(|it| !it.has_complex()).unwrap();
        let complex = generate::function_for(wanted, plain.seed + 1);
        let has = |source: &Source| source.text.contains(COMPLEX);
        assert!(program(&[plain.clone(), complex.clone()], Files::Two).iter().all(has));
        assert!(unit(&[complex]).contains(COMPLEX) && !unit(&[plain]).contains(COMPLEX));
    }
}
