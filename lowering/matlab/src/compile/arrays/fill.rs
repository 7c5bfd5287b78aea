//! Arrays that are filled as late as possible: matrices that a function makes of one number are filled column by column, by the loop
//! that goes over their columns, while the column is in the nearest cache. A matrix of 32 MB is in none.
//!
//! Before: `for (...) u[...] = 0; for (j ...) for (i ...) u[j][i] = f(u[j - 1][i]);`
//! After: `for (j ...) { u[j][0] = 0; u[j][m - 1] = 0; for (i = 1; i < m - 1; i++) u[j][i] = f(u[j - 1][i]); }`
//!
//! Rows that the loop writes anyway before it reads that column are not filled.
//!
//! A variable of the region says how many columns are filled. Whoever needs the matrix in another way fills the rest before
//! ([`Emitter::line`] sees to it), and so does each line behind which the code may be reached another way. Only arrays of inlined
//! functions are filled late: nobody else sees them, and they are forgotten where a region is left.

use super::super::emit::{Emitter, Int, c_type};
use super::super::nest::Origin;
use super::super::share::{Helper, Part};
use super::super::text;
use super::group::{Group, Piece};
use super::{Array, wide};
use std::fmt::Write;

/// A matrix whose last columns may not be filled.
#[derive(Clone, Debug)]
pub struct Unfilled {
    data: String,
    rows: String,
    columns: String,
    /// The C variable that counts the columns that are filled.
    filled: String,
    /// The C function that fills elements, and the number that it fills them with.
    function: String,
    value: String,
}

/// An access of the nest that is written to an array.
#[derive(Clone, Debug)]
pub struct Access {
    pub data: String,
    pub column: Column,
    /// The rows of the column, if all of them are accessed in each iteration of the outermost loop.
    pub rows: Option<Rows>,
    pub is_write: bool,
}

#[derive(Clone, Debug)]
pub enum Column {
    /// That of the outermost loop's variable, and as many more.
    OfLoop(i64),
    /// At most this one, as a C text of type `double`.
    UpTo(String),
}

/// Rows from one to another one (from 1), and as many more.
#[derive(Clone, Debug)]
pub struct Rows {
    pub first: Int,
    pub last: Int,
    pub more: i64,
}

/// Puts off what fills matrices of an inlined function, and leaves the rest of a group.
pub fn put_off(em: &mut Emitter, group: &mut Group) {
    if em.callers.is_empty() || em.in_function || wide(&group.extents) != [true, true, false] {
        return;
    }
    let pieces = std::mem::take(&mut group.pieces);
    let with = |name: &str| pieces.iter().filter(|piece| piece.mentions(name)).count();
    let alone: Vec<bool> = pieces.iter().map(|piece| with(&piece.array) == 1).collect();
    for (piece, is_alone) in pieces.into_iter().zip(alone) {
        match filled(em, group, &piece).filter(|_| is_alone) {
            Some(array) => {
                group.state.arrays.remove(&array.data);
                group.state.written.remove(&array.data);
                begin(em, array, piece.value, &group.origin);
            }
            None => group.pieces.push(piece),
        }
    }
}

/// The matrix that a piece fills with a number.
fn filled(em: &Emitter, group: &Group, piece: &Piece) -> Option<Array> {
    piece.constant()?;
    let array = group.state.arrays.get(&piece.array)?;
    let is_own = !array.data.starts_with("a_") && wide(&array.extents) == [true, true, false];
    let is_all = (0..3).all(|dim| em.facts.holds(&group.extents[dim], &array.extents[dim]));
    (is_own && is_all).then(|| array.clone())
}

fn begin(em: &mut Emitter, array: Array, value: String, origin: &Origin) {
    let function = filler(em, &array, &value, origin);
    let filled = em.fresh("f");
    em.declarations.push_str(&format!("  int64_t {filled} = 0;\n"));
    em.line(format!("{filled} = 0;"));
    let [rows, columns, _] = array.extents;
    em.unfilled.push(Unfilled { data: array.data, rows, columns, filled, function, value });
}

/// Writes the function that fills elements of an array.
fn filler(em: &mut Emitter, array: &Array, value: &str, origin: &Origin) -> String {
    let number = em.fresh("k");
    let name = format!("nest_{}_{number}", em.prefix);
    let (place, element, data) = (&origin.place, c_type(array.elem), &array.data);
    let text = format!(
        "static __attribute__((noinline)) void {name}(int64_t count, {element} *restrict {data}) {{\n{place}  for (int64_t i0 = 0; i0 < count; i0++) {data}[i0] = {value};\n}}\n#line 1 \"region.c\"\n"
    );
    let helper = Helper { name: name.clone(), text, function: origin.function.clone(), part: Part::Arrays };
    em.helpers.push(helper);
    name
}

/// Fills what a line of C needs before it is written. Behind a brace, a jump or a label the code may be reached another way.
pub fn fill_for(em: &mut Emitter, line: &str) {
    if em.unfilled.is_empty() || em.nest.is_some() || em.element.is_some() || em.in_function {
        return;
    }
    let joins =
        opens_or_closes(line) || ["break;", "continue;", "goto end", ":;"].iter().any(|word| line.contains(word));
    for one in std::mem::take(&mut em.unfilled) {
        if joins || text::mentions(line, &one.data) {
            let _ = writeln!(em.body, "  {}", one.fill(&one.columns));
        } else {
            em.unfilled.push(one);
        }
    }
}

/// Fills all matrices that are not filled yet.
pub fn fill_all(em: &mut Emitter) {
    fill_for(em, "{");
}

/// Does a block begin or end in a line, but not both?
fn opens_or_closes(line: &str) -> bool {
    let mut depth = 0;
    let mut closes = false;
    for byte in line.bytes() {
        depth += i32::from(byte == b'{') - i32::from(byte == b'}');
        closes |= depth < 0;
    }
    closes || depth != 0
}

/// How a nest fills the matrices that it needs.
#[derive(Clone, Debug, Default)]
pub struct Plan {
    /// Before its call and behind it.
    pub before: Vec<String>,
    pub after: Vec<String>,
    /// Where the loop runs that has tests in it.
    pub otherwise: Vec<String>,
    /// At the beginning of the outermost loop's body.
    pub lines: String,
    /// Conditions for the nest.
    pub checks: Vec<String>,
    /// Parameters of the nest's function, and their values.
    pub parameters: Vec<(String, String)>,
    /// Matrices that are filled behind the nest as far as their variables say.
    left: Vec<Unfilled>,
}

impl Plan {
    /// The plan for the nest of the loop `id`, whose C text is `nest`, and whose outermost counter is `counter`.
    pub fn of_nest(em: &mut Emitter, id: usize, counter: &str, nest: &str, accesses: &[Access]) -> Plan {
        let mut plan = Plan::default();
        for one in std::mem::take(&mut em.unfilled) {
            if text::mentions(nest, &one.data) {
                let own: Vec<_> = accesses.iter().filter(|access| access.data == one.data).collect();
                if own.iter().any(|access| access.is_write) {
                    plan.fill_before(&one, &own);
                    plan.fill_within(&one, id, counter, &own);
                } else {
                    plan.before.push(one.fill(&one.columns));
                }
                plan.otherwise.push(one.fill(&one.columns));
            }
            plan.left.push(one);
        }
        plan
    }

    /// Fills columns that any iteration may need.
    fn fill_before(&mut self, one: &Unfilled, accesses: &[&Access]) {
        for access in accesses {
            if let Column::UpTo(last) = &access.column {
                let line = one.fill(&format!("raddle_last({last}, {})", one.columns));
                if !self.before.contains(&line) {
                    self.before.push(line);
                }
            }
        }
    }

    /// Fills the column that an iteration is the first to need.
    fn fill_within(&mut self, one: &Unfilled, id: usize, counter: &str, accesses: &[&Access]) {
        let distance = |access: &&&Access| match access.column {
            Column::OfLoop(more) => Some(more),
            Column::UpTo(_) => None,
        };
        let Some(more) = accesses.iter().filter_map(|access| distance(&access)).max() else {
            return;
        };
        let Unfilled { data, rows, filled, value, .. } = one;
        let mut first = accesses.iter().filter(|access| distance(access) == Some(more));
        let is_written_first = first.clone().all(|access| access.is_write);
        let written = first.find_map(|access| access.rows.as_ref()).filter(|_| is_written_first);
        let column = format!("{data}[{counter} + {more} - 1]");
        let fill = |from: &str, to: &str| format!("for (int64_t i0 = {from}; i0 < {to}; i0++) {column}[i0] = {value};");
        let lines = match written {
            None => fill("0", rows),
            Some(Rows { first, last, more: by }) => {
                self.checks.push(format!("{} <= {} + 1.0", first.high, last.low));
                let (end, start) = (format!("{} + {by} - 1", first.text), format!("{} + {by}", last.text));
                format!("{} {}", fill("0", &end), fill(&start, rows))
            }
        };
        self.lines.push_str(&format!("    if ({counter} + {more} > {filled}) {{ {lines} }}\n"));
        self.parameters.push((format!("int64_t {filled}"), filled.clone()));
        let (low, high) =
            (format!("base{id} + (double)k{id} * step{id}"), format!("base{id} + (double)(count{id} - 1) * step{id}"));
        self.before.push(one.fill(&format!("(int64_t)({low}) + {more} - 1")));
        self.after.push(format!("if ({filled} < (int64_t)({high}) + {more}) {filled} = (int64_t)({high}) + {more};"));
    }

    /// The nest is written, and the loop with tests: from here on the variables say what is filled.
    pub fn end(self, em: &mut Emitter) {
        em.unfilled.extend(self.left);
    }
}

impl Unfilled {
    /// Fills columns until so many are.
    fn fill(&self, until: &str) -> String {
        let Unfilled { data, rows, filled, function, .. } = self;
        format!(
            "if ({filled} < {until}) {{ {function}(({until} - {filled}) * {rows}, {data} + {filled} * {rows}); {filled} = {until}; }}"
        )
    }
}
