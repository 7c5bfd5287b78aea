//! The data a function is called with, and the hash of what it left.

use std::fmt::Write;

use super::*;
use crate::tree::{CELLS, Order, Sizes};

/// The function that calls `f<seed>` on fresh data.
pub(super) fn runner(function: &Function) -> String {
    let Function { seed, n, m, .. } = function;
    let mut out = format!("static void run_{seed}(void) {{\n    int n = {n}, m = {m};\n");
    let mut hashes = String::new();
    let mut frees = String::new();
    let mut arguments = vec!["n".to_owned(), "m".to_owned()];
    for (id, array) in function.arrays.iter().enumerate() {
        let (ty, suffix, count) = (type_name(array.elem), suffix(array.elem), buffer_elements(function, id));
        let data = match array.form {
            Form::Vla | Form::Linear | Form::Cells => {
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
        if array.form == Form::Cells {
            let _ = writeln!(out, "    for (int e = 0; e < {count}; e++) {data}[e] &= {};", CELLS.end());
        }
        let _ = writeln!(hashes, "    h = hash_{suffix}(h, {data}, {count});");
    }
    arguments.extend(named_steps(&function.body).iter().map(i64::to_string));
    match function.sizes {
        Sizes::Parameters => {}
        Sizes::Globals => {
            let _ = writeln!(out, "    n{seed} = n;\n    m{seed} = m;");
        }
        Sizes::Pointed => arguments.push("(int[]){n, m}".into()),
        Sizes::Fields => arguments.push("&(struct D){n, m}".into()),
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
