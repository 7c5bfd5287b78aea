//! The data a function is called with, and the hash of what it left.

use std::fmt::Write;

use super::*;
use crate::tree::{Alias, CELLS, Calls, Order, Sizes, Smaller};

/// Text of a runner: what comes before the call, after it, and at the end.
#[derive(Default)]
struct Runner {
    begin: String,
    hashes: String,
    frees: String,
}

/// The function that calls `f<seed>` on fresh data.
pub(super) fn runner(function: &Function) -> String {
    let Function { seed, n, m, .. } = function;
    let mut parts = Runner::default();
    let begin = &mut parts.begin;
    let _ = writeln!(begin, "void run_{seed}(void) {{\n    int n = {n}, m = {m};");
    if function.sizes == Sizes::Globals {
        let _ = writeln!(begin, "    n{seed} = n;\n    m{seed} = m;");
    }
    (0..function.arrays.len()).for_each(|id| array_data(function, id, &mut parts));
    if arrays_of(function, is_record).next().is_some() {
        let _ = writeln!(parts.begin, "    struct R{seed} *r = calloc(n, sizeof *r);");
        structure_data(function, is_record, &mut parts);
        parts.frees += "    free(r);\n";
    }
    if arrays_of(function, is_member).next().is_some() {
        let _ = writeln!(parts.begin, "    struct S{seed} *s = calloc(1, sizeof *s);");
        structure_data(function, is_member, &mut parts);
        parts.frees += "    free(s);\n";
    }
    let suffix = suffix(function.scalars[function.result]);
    let Runner { begin, hashes, frees } = parts;
    let calls = calls(function);
    let first = format!("    uint64_t h = hash_{suffix}(14695981039346656037u, &res, 1);\n");
    format!("{begin}{calls}{first}{hashes}    printf(\"f{seed} %016llx\\n\", (unsigned long long)h);\n{frees}}}\n")
}

/// Calls, after which `res` is the result.
fn calls(function: &Function) -> String {
    let Function { seed, result, .. } = *function;
    let (ty, suffix) = (type_name(function.scalars[result]), suffix(function.scalars[result]));
    let list = |alias| arguments(function, alias);
    let first = format!("    {ty} res = f{seed}({});\n", list(None));
    match function.calls {
        Calls::Once | Calls::Static | Calls::Recursive(_) => first,
        Calls::Twice(alias) => {
            format!("{first}    res = mix_{suffix}(res, f{seed}({}));\n", list(Some(alias)))
        }
        Calls::Smaller(Smaller { n, m }) => {
            let mut second = format!("        int n = {n}, m = {m};\n");
            if function.sizes == Sizes::Globals {
                let _ = writeln!(second, "        n{seed} = n;\n        m{seed} = m;");
            }
            let _ = writeln!(second, "        res = mix_{suffix}(res, f{seed}({}));", list(None));
            format!("{first}    {{\n{second}    }}\n")
        }
        Calls::Pointer(alias) => {
            let pointer = format!("    __typeof__(f{seed}) *again[] = {{f{seed}, f{seed}}};\n");
            format!("{first}{pointer}    res = mix_{suffix}(res, again[n & 1]({}));\n", list(Some(alias)))
        }
    }
}

fn arguments(function: &Function, alias: Option<Alias>) -> String {
    let argument = |parameter: Parameter| match parameter.what {
        Passed::N | Passed::M | Passed::Records | Passed::Members => parameter.name,
        Passed::Array(id) => memory(function, alias.filter(|alias| alias.array == id).map_or(id, |alias| alias.by)),
        Passed::Step(step) => step.to_string(),
        Passed::Sizes if function.sizes == Sizes::Pointed => "(int[]){n, m}".into(),
        Passed::Sizes => "&(struct D){n, m}".into(),
        Passed::Depth => "1".into(),
    };
    let list: Vec<String> = parameters_of(function).into_iter().map(argument).collect();
    list.join(", ")
}

/// What is passed for an array.
fn memory(function: &Function, id: ArrayId) -> String {
    let array = &function.arrays[id];
    match array.form {
        Form::Vla if array.extents.len() > 1 => {
            format!("({} (*){})b{id}", type_name(array.elem), parameters(function, id, 1))
        }
        Form::Rows(_) => format!("{}{id}", if array.extents.len() == 3 { 'u' } else { 't' }),
        Form::Overlap { of, offset } => format!("b{of} + {offset}"),
        Form::Vla
        | Form::Linear
        | Form::Cells
        | Form::Global
        | Form::Flat { .. }
        | Form::Record
        | Form::Member
        | Form::Local { .. } => format!("b{id}"),
    }
}

/// Memory of an array, filled and hashed.
fn array_data(function: &Function, id: ArrayId, Runner { begin, hashes, frees }: &mut Runner) {
    let (seed, array) = (function.seed, &function.arrays[id]);
    let (ty, suffix, count) = (type_name(array.elem), suffix(array.elem), function.buffer_elements(id));
    let data = match array.form {
        Form::Vla | Form::Linear | Form::Cells | Form::Rows(_) => format!("b{id}"),
        Form::Global => format!("({ty} *)g{seed}_{id}"),
        Form::Overlap { .. } | Form::Flat { .. } | Form::Record | Form::Member | Form::Local { .. } => return,
    };
    if array.form != Form::Global {
        let _ = writeln!(begin, "    {ty} *b{id} = malloc({count} * sizeof({ty}));");
        let _ = writeln!(frees, "    free(b{id});");
    }
    if let Form::Rows(order) = array.form {
        *begin += &tables(function, id, order);
        let _ = writeln!(frees, "    free(t{id});");
        if array.extents.len() == 3 {
            let _ = writeln!(frees, "    free(u{id});");
        }
    }
    let _ = writeln!(begin, "    fill_{suffix}({data}, {count}, {}u);", seed + id as u64);
    if array.form == Form::Cells {
        let _ = writeln!(begin, "    for (int e = 0; e < {count}; e++) {data}[e] &= {};", CELLS.end());
    }
    let _ = writeln!(hashes, "    h = hash_{suffix}(h, {data}, {count});");
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
        Order::Round => format!("(e % {}) * {length}", (rows - 1).max(1)),
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

/// Fills and hashes the fields of `r[0..n]` or `s`.
fn structure_data(function: &Function, wanted: fn(Form) -> bool, parts: &mut Runner) {
    let Runner { begin: fills, hashes, .. } = parts;
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
