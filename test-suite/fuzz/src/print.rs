//! C text of generated functions, with a `main` that runs each on fresh data and prints a hash of what it left.

use std::fmt::Write;

use crate::tree::{
    Access, Affine, ArrayId, Atom, Binary, Cond, Elem, Expr, Form, Function, Index, Loop, Math, Order, Start, Stmt,
    Subscript, Test, Update, VarId, While,
};

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
    format!("\n{out}")
}

fn signature(function: &Function) -> String {
    let mut list = vec!["int n".to_owned(), "int m".to_owned()];
    for (id, array) in function.arrays.iter().enumerate() {
        let ty = type_name(array.elem);
        match array.form {
            Form::Vla => list.push(format!("{ty} a{id}{}", parameters(function, id, 0))),
            Form::Linear | Form::Overlap { .. } => list.push(format!("{ty} *a{id}")),
            Form::Rows(_) => list.push(format!("{ty} {}a{id}", "*".repeat(array.extents.len()))),
            Form::Flat { .. } | Form::Global | Form::Record | Form::Member | Form::Local => {}
        }
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

/// The function that calls `f<seed>` on fresh data.
fn runner(function: &Function) -> String {
    let Function { seed, n, m, .. } = function;
    let mut out = format!("static void run_{seed}(void) {{\n    int n = {n}, m = {m};\n");
    let mut hashes = String::new();
    let mut frees = String::new();
    let mut arguments = vec!["n".to_owned(), "m".to_owned()];
    for (id, array) in function.arrays.iter().enumerate() {
        let (ty, suffix, count) = (type_name(array.elem), suffix(array.elem), buffer_elements(function, id));
        let data = match array.form {
            Form::Vla | Form::Linear => {
                let _ = writeln!(out, "    {ty} *b{id} = malloc({count} * sizeof({ty}));");
                let _ = writeln!(frees, "    free(b{id});");
                let inner = parameters(function, id, 1);
                let cast = if array.form == Form::Vla { format!("({ty} (*){inner})") } else { String::new() };
                arguments.push(if inner.is_empty() { format!("b{id}") } else { format!("{cast}b{id}") });
                format!("b{id}")
            }
            Form::Rows(order) => {
                let _ = writeln!(out, "    {ty} *b{id} = malloc({count} * sizeof({ty}));");
                out += &tables(function, id, order);
                let _ = writeln!(frees, "    free(t{id});\n    free(b{id});");
                if array.extents.len() == 3 {
                    let _ = writeln!(frees, "    free(u{id});");
                }
                arguments.push(format!("{}{id}", if array.extents.len() == 3 { 'u' } else { 't' }));
                format!("b{id}")
            }
            Form::Global => format!("({ty} *)g{seed}_{id}"),
            Form::Overlap { of, offset } => {
                arguments.push(format!("b{of} + {offset}"));
                continue;
            }
            Form::Flat { .. } | Form::Record | Form::Member | Form::Local => continue,
        };
        let _ = writeln!(out, "    fill_{suffix}({data}, {count}, {}u);", seed + id as u64);
        let _ = writeln!(hashes, "    h = hash_{suffix}(h, {data}, {count});");
    }
    if arrays_of(function, is_record).next().is_some() {
        arguments.push("r".into());
        let _ = writeln!(out, "    struct R{seed} *r = calloc(n, sizeof *r);");
        structure_data(function, is_record, &mut out, &mut hashes);
        frees += "    free(r);\n";
    }
    if arrays_of(function, is_member).next().is_some() {
        arguments.push("s".into());
        let _ = writeln!(out, "    struct S{seed} *s = calloc(1, sizeof *s);");
        structure_data(function, is_member, &mut out, &mut hashes);
        frees += "    free(s);\n";
    }
    let (ty, suffix) = (type_name(function.scalars[function.result]), suffix(function.scalars[function.result]));
    let _ = writeln!(out, "    {ty} res = f{seed}({});", arguments.join(", "));
    let _ = writeln!(out, "    uint64_t h = hash_{suffix}(14695981039346656037u, &res, 1);");
    format!("{out}{hashes}    printf(\"f{seed} %016llx\\n\", (unsigned long long)h);\n{frees}}}\n")
}

/// The tables of pointers to the rows of array `id`, which lie in its buffer.
fn tables(function: &Function, id: ArrayId, order: Order) -> String {
    let array = &function.arrays[id];
    let extents: Vec<i64> = array.extents.iter().map(|&extent| function.extent(extent)).collect();
    let (ty, rank) = (type_name(array.elem), extents.len());
    let (length, rows) = (extents[rank - 1], extents[..rank - 1].iter().product::<i64>());
    let place = match order {
        Order::Forward => format!("e * {length}"),
        Order::Backward => format!("({} - e) * {length}", rows - 1),
        Order::Equal => format!("(e - (e % 3 == 1)) * {length}"),
        Order::Meeting => format!("e * {}", length - 1),
    };
    let mut out = format!("    {ty} **t{id} = malloc({rows} * sizeof *t{id});\n");
    let _ = writeln!(out, "    for (int e = 0; e < {rows}; e++) t{id}[e] = b{id} + {place};");
    if rank == 3 {
        let (planes, inner) = (extents[0], extents[1]);
        // Equal planes, too.
        let plane = if order == Order::Equal { "(e - (e % 4 == 3))" } else { "e" };
        let _ = writeln!(out, "    {ty} ***u{id} = malloc({planes} * sizeof *u{id});");
        let _ = writeln!(out, "    for (int e = 0; e < {planes}; e++) u{id}[e] = t{id} + {plane} * {inner};");
    }
    out
}

/// Elements of the memory behind an array, which others may overlap.
fn buffer_elements(function: &Function, id: ArrayId) -> i64 {
    let reach = |(other, array): (ArrayId, &crate::tree::Array)| match array.form {
        Form::Overlap { of, offset } if of == id => offset + function.elements(other),
        _ => 0,
    };
    let overlapping = function.arrays.iter().enumerate().map(reach).max().unwrap_or(0);
    overlapping.max(function.elements(id))
}

/// Fills and hashes the fields of `r[0..n]` or `s`.
fn structure_data(function: &Function, wanted: fn(Form) -> bool, fills: &mut String, hashes: &mut String) {
    for (id, array) in arrays_of(function, wanted) {
        let (ty, suffix) = (type_name(array.elem), suffix(array.elem));
        let seed = function.seed + id as u64;
        if array.form == Form::Record {
            let count = function.elements(id) / function.extent(array.extents[0]);
            let field = format!("({ty} *)&r[e].a{id}");
            let _ = writeln!(fills, "    for (int e = 0; e < n; e++) fill_{suffix}({field}, {count}, {seed}u + e);");
            let _ = writeln!(hashes, "    for (int e = 0; e < n; e++) h = hash_{suffix}(h, {field}, {count});");
        } else {
            let count = function.elements(id);
            let _ = writeln!(fills, "    fill_{suffix}(({ty} *)s->a{id}, {count}, {seed}u);");
            let _ = writeln!(hashes, "    h = hash_{suffix}(h, ({ty} *)s->a{id}, {count});");
        }
    }
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

    fn stmt(&mut self, stmt: &Stmt) {
        match stmt {
            Stmt::For(lp) => self.for_loop(lp),
            Stmt::While(While { var, limit, condition, body }) => {
                let condition = self.condition(condition);
                self.line(format!("int i{var} = 0;"));
                self.line(format!("while (i{var} < {limit} && {condition}) {{"));
                self.depth += 1;
                self.body(body);
                self.line(format!("i{var}++;"));
                self.depth -= 1;
                self.line("}");
            }
            Stmt::If { condition, then, otherwise } => {
                self.block(format!("if ({})", self.condition(condition)), then);
                if !otherwise.is_empty() {
                    self.block("else", otherwise);
                }
            }
            Stmt::Store { target, update, value } => {
                let elem = self.function.arrays[target.array].elem;
                let target = self.access(target);
                let text = self.update(&target, elem, *update, value);
                self.line(text);
            }
            Stmt::Bump { target, value } => {
                let elem = self.function.arrays[target.array].elem;
                let text = format!("bump_{}(&{}, {});", suffix(elem), self.access(target), self.expr(value));
                self.line(text);
            }
            Stmt::Declare { scalar, value } => {
                let elem = self.function.scalars[*scalar];
                let value = self.converted(value, elem);
                self.line(format!("{} s{scalar} = {value};", type_name(elem)));
            }
            Stmt::Set { scalar, update, value } => {
                let text = self.update(&format!("s{scalar}"), self.function.scalars[*scalar], *update, value);
                self.line(text);
            }
            Stmt::Local(array) => self.local(*array),
            Stmt::Walk { array, update, value } => self.walk(*array, *update, value),
            Stmt::Break => self.line("break;"),
            Stmt::Continue => self.line("continue;"),
            Stmt::Return => self.line(format!("return s{};", self.function.result)),
        }
    }

    fn for_loop(&mut self, lp: &Loop) {
        let ty = match lp.index {
            Index::Int => "int",
            Index::Long | Index::Far => "long",
            Index::Unsigned => "unsigned",
            Index::Size => "size_t",
        };
        let usage = if is_unsigned(lp.index) { Use::NonNegative } else { Use::Number };
        let var = format!("i{}", lp.var);
        let far = if lp.index == Index::Far { format!("{} + ", far(lp.var)) } else { String::new() };
        let bound = |form: &Affine| format!("{far}{}", self.form(form, usage));
        let (first, test) = match (lp.step > 0, lp.test) {
            (true, Test::Strict) => (bound(&lp.lower), format!("{var} < {}", bound(&lp.upper))),
            (true, Test::NonStrict) => (bound(&lp.lower), format!("{var} <= {}", bound(&lp.upper.plus(-1)))),
            (true, Test::NotEqual) => (bound(&lp.lower), format!("{var} != {}", bound(&lp.upper))),
            (false, Test::Strict) => (bound(&lp.upper.plus(-1)), format!("{var} > {}", bound(&lp.lower.plus(-1)))),
            (false, Test::NonStrict | Test::NotEqual) => {
                (bound(&lp.upper.plus(-1)), format!("{var} >= {}", bound(&lp.lower)))
            }
        };
        let advance = advance(&var, lp);
        let Some(start) = lp.outside else {
            return self.block(format!("for ({ty} {var} = {first}; {test}; {advance})"), &lp.body);
        };
        let (declared, begin) = match start {
            Start::Assigned => (format!("{ty} {var};"), format!("{var} = {first}")),
            Start::Seen => (format!("{ty} {var} = 1, seen{var};"), format!("{var} = {first}, seen{var} = {var}")),
            Start::Before => (format!("{ty} {var} = {first};"), String::new()),
            Start::Stepped => (format!("{ty} {var} = {first} - 1;"), format!("{var}++")),
            Start::Adjusted => (format!("{ty} {var};"), format!("{var} = {first} - 1, {var} += 1")),
        };
        self.line(declared);
        self.block(format!("for ({begin}; {test}; {advance})"), &lp.body);
        let result = self.function.result;
        let mix = format!("mix_{}", suffix(self.function.scalars[result]));
        let last = if lp.index == Index::Far { format!("{var} - {}", self::far(lp.var)) } else { var.clone() };
        self.line(format!("s{result} = {mix}(s{result}, {last});"));
        if start == Start::Seen {
            self.line(format!("s{result} = {mix}(s{result}, seen{var});"));
        }
    }

    fn local(&mut self, id: ArrayId) {
        let array = &self.function.arrays[id];
        let (ty, rank) = (type_name(array.elem), array.extents.len());
        self.line(format!("{ty} a{id}{};", numbers(self.function, id, 0)));
        let heads: String = (0..rank)
            .map(|d| format!("for (int z{d} = 0; z{d} < {}; z{d}++) ", extent_text(array.extents[d])))
            .collect();
        let place: String = (0..rank).map(|d| format!("[z{d}]")).collect();
        let value: Vec<String> = (0..rank).map(|d| format!("z{d} * {}", d + 2)).collect();
        self.line(format!("{heads}a{id}{place} = ({ty})({});", value.join(" + ")));
    }

    fn walk(&mut self, id: ArrayId, update: Update, value: &Expr) {
        let elem = self.function.arrays[id].elem;
        let (ty, name) = (type_name(elem), self.array(id));
        let end = extent_text(self.function.arrays[id].extents[0]);
        let text = self.update("*p", elem, update, value);
        self.block(format!("for ({ty} *p = {name}; p != {name} + {end}; p++)"), &[]);
        // The block was printed empty; its text goes before the closing brace.
        let close = format!("{:1$}}}\n", "", 4 * self.depth);
        self.out.truncate(self.out.len() - close.len());
        self.depth += 1;
        self.line(text);
        self.depth -= 1;
        self.line("}");
    }

    /// `target = target op value`, as a statement that cannot overflow.
    fn update(&self, target: &str, elem: Elem, update: Update, value: &Expr) -> String {
        let (ty, value) = (type_name(elem), self.converted(value, elem));
        // These wrap, or are small enough after C's promotions.
        let direct = elem.is_float() || !elem.is_signed() && elem.bits() >= 32;
        let wide = unsigned(elem);
        let compound = |op: &str| match direct {
            true => format!("{target} {op}= {value};"),
            false => format!("{target} = ({ty})(({wide}){target} {op} ({wide}){value});"),
        };
        match update {
            Update::Set => format!("{target} = {value};"),
            Update::Add => compound("+"),
            Update::Sub => compound("-"),
            Update::Mul => compound("*"),
            Update::Xor if elem.is_float() => compound("+"),
            Update::Xor => format!("{target} ^= {value};"),
            Update::Max => format!("if ({value} > {target}) {target} = {value};"),
            Update::Min => format!("if ({value} < {target}) {target} = {value};"),
        }
    }

    fn array(&self, id: ArrayId) -> String {
        match self.function.arrays[id].form {
            Form::Global => format!("g{}_{id}", self.function.seed),
            Form::Member => format!("s->a{id}"),
            Form::Flat { of } => format!("a{of}"),
            Form::Vla | Form::Linear | Form::Overlap { .. } | Form::Record | Form::Local | Form::Rows(_) => {
                format!("a{id}")
            }
        }
    }

    fn access(&self, access: &Access) -> String {
        let array = &self.function.arrays[access.array];
        let forms = access.subscripts.iter().filter_map(|subscript| match subscript {
            Subscript::Affine(form) => Some(form),
            Subscript::Modulo(_) => None,
        });
        // A flat subscript is one sum, whose types meet; others stand each in its own brackets.
        let mixed = array.form == Form::Linear && self.mixed(forms);
        let subscripts: Vec<String> = (0..access.subscripts.len()).map(|d| self.subscript(access, d, mixed)).collect();
        let brackets = |subscripts: &[String]| subscripts.iter().map(|s| format!("[{s}]")).collect::<String>();
        match array.form {
            Form::Record => format!("r[{}].a{}{}", subscripts[0], access.array, brackets(&subscripts[1..])),
            Form::Linear => {
                let mut flat = subscripts[0].clone();
                for (subscript, &extent) in subscripts.iter().zip(&array.extents).skip(1) {
                    flat = format!("({flat}) * {} + {subscript}", extent_text(extent));
                }
                format!("a{}[{flat}]", access.array)
            }
            Form::Vla
            | Form::Global
            | Form::Overlap { .. }
            | Form::Flat { .. }
            | Form::Member
            | Form::Local
            | Form::Rows(_) => {
                format!("{}{}", self.array(access.array), brackets(&subscripts))
            }
        }
    }

    fn subscript(&self, access: &Access, dimension: usize, mixed: bool) -> String {
        match &access.subscripts[dimension] {
            Subscript::Affine(form) => self.sum(form, Use::NonNegative, mixed || self.mixed([form])),
            Subscript::Modulo(expr) => {
                let extent = extent_text(self.function.arrays[access.array].extents[dimension]);
                format!("({}) % (unsigned){extent}", self.converted(expr, Elem::U32))
            }
        }
    }

    fn index(&self, var: VarId) -> Index {
        // Counters of `while` loops are of type int.
        self.indices.iter().find(|(id, _)| *id == var).map_or(Index::Int, |(_, index)| *index)
    }

    /// The variable's text; with a cast where C would compute with it modulo 2^32 or 2^64 and that would show.
    fn atom(&self, atom: Atom, usage: Use, mixed: bool) -> String {
        match atom {
            Atom::N => "n".into(),
            Atom::M => "m".into(),
            Atom::Var(var) => match (self.index(var), usage) {
                (Index::Unsigned, Use::NonNegative) if mixed => format!("(int)i{var}"),
                (Index::Unsigned | Index::Size, Use::Number) => format!("(int)i{var}"),
                (Index::Int | Index::Long | Index::Unsigned | Index::Size, _) => format!("i{var}"),
                (Index::Far, _) => format!("(i{var} - {})", far(var)),
            },
        }
    }

    /// Do unsigned variables of 32 bits meet variables of 64?
    fn mixed<'f>(&self, forms: impl IntoIterator<Item = &'f Affine>) -> bool {
        let terms = forms.into_iter().flat_map(|form| &form.terms);
        let indices = terms.filter_map(|(_, atom)| match atom {
            Atom::Var(var) => Some(self.index(*var)),
            Atom::N | Atom::M => None,
        });
        let (mut narrow, mut wide) = (false, false);
        for index in indices {
            narrow |= index == Index::Unsigned;
            wide |= matches!(index, Index::Long | Index::Size | Index::Far);
        }
        narrow && wide
    }

    fn form(&self, form: &Affine, usage: Use) -> String {
        self.sum(form, usage, self.mixed([form]))
    }

    fn sum(&self, form: &Affine, usage: Use, mixed: bool) -> String {
        let mut out = String::new();
        for &(factor, atom) in &form.terms {
            let atom = self.atom(atom, usage, mixed);
            let sign = match (out.is_empty(), factor < 0) {
                (true, true) => "-",
                (true, false) => "",
                (false, true) => " - ",
                (false, false) => " + ",
            };
            let factor = if factor.abs() == 1 { String::new() } else { format!("{} * ", factor.abs()) };
            let _ = write!(out, "{sign}{factor}{atom}");
        }
        match form.constant {
            constant if out.is_empty() => constant.to_string(),
            0 => out,
            constant if constant < 0 => format!("{out} - {}", -constant),
            constant => format!("{out} + {constant}"),
        }
    }

    fn condition(&self, condition: &Cond) -> String {
        match condition {
            Cond::NonNegative(form) => format!("{} >= 0", self.form(form, Use::Number)),
            Cond::Congruent { form, modulus, rest } => {
                format!("({}) % {modulus} == {rest}", self.form(form, Use::Number))
            }
            Cond::Less(a, b) => self.comparison(a, "<", b),
            Cond::AtMost(a, b) => self.comparison(a, "<=", b),
            Cond::Both(a, b) => format!("({}) && ({})", self.condition(a), self.condition(b)),
        }
    }

    /// Of one type, so that C compares values as they are.
    fn comparison(&self, a: &Expr, operator: &str, b: &Expr) -> String {
        let elem = self.function.elem(a);
        format!("{} {operator} {}", self.converted(a, elem), self.converted(b, elem))
    }

    /// The expression's value in type `to`: by C's own conversion where that is defined for all values.
    fn converted(&self, expr: &Expr, to: Elem) -> String {
        let (from, text) = (self.function.elem(expr), self.expr(expr));
        match (from.is_float(), to.is_float()) {
            _ if from == to => text,
            (true, false) => {
                let sign = if to.is_signed() { "" } else { "fabs" };
                format!("({})(int64_t){sign}(limit({text}))", type_name(to))
            }
            _ => format!("({})({text})", type_name(to)),
        }
    }

    /// The expression as the operand of an operation whose other operand is a float of type `to`.
    fn promoted(&self, expr: &Expr, to: Elem) -> String {
        match (self.function.elem(expr), to) {
            (Elem::F64, Elem::F32 | Elem::F16) | (Elem::F32, Elem::F16) => self.converted(expr, to),
            _ => self.expr(expr),
        }
    }

    fn expr(&self, expr: &Expr) -> String {
        match expr {
            Expr::Literal(elem, value) => literal(*elem, *value),
            Expr::Load(access) => self.access(access),
            Expr::Scalar(scalar) => format!("s{scalar}"),
            Expr::Var(var) if self.index(*var) == Index::Int => format!("i{var}"),
            Expr::Var(var) => format!("(int){}", self.atom(Atom::Var(*var), Use::NonNegative, false)),
            Expr::Form(form) => format!("(int)({})", self.form(form, Use::Number)),
            Expr::Here(_) => "*p".into(),
            Expr::Binary(op, elem, a, b) => self.binary(*op, *elem, a, b),
            Expr::Convert(elem, a) => format!("({})({})", type_name(*elem), self.converted(a, *elem)),
            Expr::Math(math, elem, a) => self.math(*math, *elem, a),
            Expr::Mix(elem, a, b) => {
                format!("mix_{}({}, {})", suffix(*elem), self.converted(a, *elem), self.converted(b, *elem))
            }
            Expr::Choose(condition, elem, a, b) => {
                let condition = self.condition(condition);
                format!("({condition} ? {} : {})", self.converted(a, *elem), self.converted(b, *elem))
            }
        }
    }

    fn math(&self, math: Math, elem: Elem, a: &Expr) -> String {
        let name = match math {
            Math::Sqrt => "sqrt",
            Math::Fabs => "fabs",
            Math::Floor => "floor",
            Math::Ceil => "ceil",
            Math::Negate => return format!("(-{})", self.converted(a, elem)),
            Math::Round => "round",
            Math::Rint => "rint",
            Math::Logb => "logb",
            Math::Exp => "exp",
            Math::Log => "log",
            Math::Sin => "sin",
            Math::Atan => "atan",
            Math::Tanh => "tanh",
            Math::Cbrt => "cbrt",
        };
        format!("{name}{}({})", letter(elem), self.converted(a, elem))
    }

    fn binary(&self, op: Binary, elem: Elem, a: &Expr, b: &Expr) -> String {
        if elem.is_float() {
            // With one operand of the type, C converts a narrower one by itself.
            let l = if self.function.elem(b) == elem { self.promoted(a, elem) } else { self.converted(a, elem) };
            return float_binary(op, letter(elem), &l, &self.promoted(b, elem));
        }
        let (ty, wide) = (type_name(elem), unsigned(elem));
        let (l, r) = (self.converted(a, elem), self.converted(b, elem));
        let wrapping = |op: &str| match elem {
            Elem::U32 | Elem::U64 => format!("({l} {op} {r})"),
            _ => format!("({ty})(({wide}){l} {op} ({wide}){r})"),
        };
        // The mask makes both the divisor and, for signed types, the quotient fit.
        let divisor = format!("(({r} & 15) + 1)");
        match op {
            Binary::Add => wrapping("+"),
            Binary::Sub => wrapping("-"),
            Binary::Mul => wrapping("*"),
            Binary::Div => format!("({ty})({l} / {divisor})"),
            Binary::Rem | Binary::Fmod | Binary::Remainder => format!("({ty})({l} % {divisor})"),
            Binary::And => format!("({ty})({l} & {r})"),
            Binary::Or | Binary::Pow | Binary::Atan2 => format!("({ty})({l} | {r})"),
            Binary::Xor | Binary::Fdim | Binary::Hypot => format!("({ty})({l} ^ {r})"),
            Binary::Shl => format!("({ty})(({wide}){l} << ({r} & 7))"),
            Binary::Shr => format!("({ty})({l} >> ({r} & 7))"),
            Binary::LimitedAdd => format!("({ty})(({l} & 4095) + ({r} & 4095))"),
            Binary::LimitedMul => format!("({ty})(({l} & 4095) * ({r} & 4095))"),
            Binary::Min => format!("({l} < {r} ? {l} : {r})"),
            Binary::Max => format!("({l} > {r} ? {l} : {r})"),
        }
    }
}

/// What the names of `<math.h>` end with for this type.
fn letter(elem: Elem) -> &'static str {
    if matches!(elem, Elem::F16 | Elem::F32) { "f" } else { "" }
}

fn float_binary(op: Binary, letter: &str, l: &str, r: &str) -> String {
    match op {
        Binary::Add | Binary::LimitedAdd | Binary::Or | Binary::Shl => format!("({l} + {r})"),
        Binary::Sub | Binary::Xor | Binary::Shr => format!("({l} - {r})"),
        Binary::Mul | Binary::LimitedMul | Binary::And => format!("({l} * {r})"),
        Binary::Div | Binary::Rem => format!("({l} / {r})"),
        Binary::Min => format!("({l} < {r} ? {l} : {r})"),
        Binary::Max => format!("({l} > {r} ? {l} : {r})"),
        Binary::Fmod => format!("fmod{letter}({l}, {r})"),
        Binary::Remainder => format!("remainder{letter}({l}, {r})"),
        Binary::Fdim => format!("fdim{letter}({l}, {r})"),
        Binary::Pow => format!("pow{letter}({l}, {r})"),
        Binary::Atan2 => format!("atan2{letter}({l}, {r})"),
        Binary::Hypot => format!("hypot{letter}({l}, {r})"),
    }
}

fn is_unsigned(index: Index) -> bool {
    matches!(index, Index::Unsigned | Index::Size)
}

/// What numbers of the type end with.
fn float_suffix(elem: Elem) -> &'static str {
    if elem == Elem::F16 { "f16" } else { letter(elem) }
}

fn literal(elem: Elem, value: i64) -> String {
    match elem {
        _ if elem.is_float() && value < 0 => format!("({:?}{})", value as f64 / 4.0, float_suffix(elem)),
        _ if elem.is_float() => format!("{:?}{}", value as f64 / 4.0, float_suffix(elem)),
        _ if value < 0 => format!("({})({value})", type_name(elem)),
        _ => format!("({}){value}", type_name(elem)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_of_different_width_do_not_meet_in_a_sum() {
        let function = crate::generate::function(0);
        let indices = vec![(0, Index::Unsigned), (1, Index::Size), (2, Index::Int)];
        let printer = Printer { function: &function, indices, out: String::new(), depth: 0 };
        let term = |var| Affine { constant: 9, terms: vec![(-1, Atom::Var(var))] };
        assert!(printer.mixed([&term(0), &term(1)]));
        assert!(!printer.mixed([&term(0), &term(2)]), "int is converted to unsigned, modulo 2^32");
        assert_eq!(printer.sum(&term(0), Use::NonNegative, true), "-(int)i0 + 9");
        assert_eq!(printer.sum(&term(0), Use::NonNegative, false), "-i0 + 9");
    }
}
