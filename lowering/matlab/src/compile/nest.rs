//! Loop nests without tests: C functions of their own, with `restrict` arrays and integer counters, as Raddle's C front end likes
//! them. What the loops rely on is tested once, before the call; a nest that needs a test inside is not written.
//!
//! The subscripts' bounds come from interval arithmetic over the loops' bounds. Nothing here decides what runs in parallel.

use super::arrays::{Access, Column, Plan, Rows};
use super::emit::{Code, Emitter, EndOf, Int, Result, c_type, scalar_type, step_of, tag, unsupported};
use super::share::{Helper, Part};
use super::text::{is_number, mentions};
use super::types::{Elem, Known};
use super::{extrema, narrow, uses, vectors};
use crate::ast::{Block, Expr, ExprKind, Slot, Span, Stmt, StmtKind};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::rc::Rc;

/// How an array is declared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Style {
    /// `x[k]`
    Flat,
    /// `x[j][i]`
    Rows,
    /// `x[k][j][i]`
    Pages,
}

/// The integer of a loop around the statement that is written.
#[derive(Clone, Debug)]
pub struct Counter {
    pub slot: Slot,
    elem: Elem,
    pub int: Int,
    non_negative: bool,
    /// The first and the last value of a loop that counts by one and never ends early.
    range: Option<(Int, Int)>,
}

/// A nest that is written.
#[derive(Debug, Default)]
pub struct State {
    /// Variables that the nest assigns.
    assigned: BTreeSet<Slot>,
    pub counters: Vec<Counter>,
    styles: BTreeMap<Slot, Style>,
    written: BTreeSet<Slot>,
    /// Conditions and loops around the statement, but for the outermost loop.
    depth: usize,
    /// Arrays that the nest may leave as they are: a range stays one then.
    perhaps_written: BTreeSet<Slot>,
    /// Scalars that each iteration makes anew.
    locals: BTreeSet<Slot>,
    /// Scalars whose value passes in and out, and their class.
    carried: BTreeMap<Slot, Elem>,
    /// Scalars that do not change.
    invariants: BTreeSet<Slot>,
    /// Integer expressions that do not change, by the name of their value.
    hoists: Vec<(Expr, String)>,
    /// Bounds of loop variables under conditions: a name and its value.
    pub bounds: Vec<(String, String)>,
    pub checks: Vec<String>,
    /// Minima and maxima that the nest updates.
    pub extrema: BTreeSet<Slot>,
    /// Statements of whole vectors.
    pub vectors: vectors::Vectors,
    /// The outermost counter of a loop that counts by one.
    outermost: Option<Int>,
    /// Its body may end before its end.
    may_skip: bool,
    /// How arrays are accessed.
    accesses: Vec<Access>,
}

/// What stands for a loop where it can run without tests.
#[derive(Debug)]
pub struct Nest {
    pub condition: String,
    pub call: String,
    /// Arrays that it writes.
    pub written: Vec<String>,
    pub plan: Plan,
}

/// Writes the nest of a `for` statement whose range is in the variables of `id`. The error is the test that stays in the loop.
pub fn try_nest(em: &mut Emitter, stmt: &Stmt, id: usize) -> Result<Nest> {
    super::arrays::flush(em);
    if !agree(em, &styles(stmt)) {
        return unsupported(stmt.span, "one array under two names, with different numbers of subscripts");
    }
    let body = std::mem::take(&mut em.body);
    let assigned = uses::assigned(stmt);
    em.nest =
        Some(State { assigned, styles: styles(stmt), extrema: extrema::of_statement(em, stmt), ..State::default() });
    let result = for_loop(em, stmt, Some(id));
    let mut nest = std::mem::replace(&mut em.body, body);
    let state = em.nest.take().unwrap_or_default();
    result?;
    let mut condition =
        vec![format!("k{id} < count{id}"), format!("raddle_is_int(base{id})"), format!("raddle_is_int(limit{id})")];
    for (expr, name) in &state.hoists {
        match hoist(em, expr, name) {
            Some(test) => condition.push(test),
            None => return unsupported(expr.span, "a bound or subscript that may fail when it is computed"),
        }
    }
    for (name, value) in &state.bounds {
        let _ = writeln!(em.declarations, "  double {name};");
        em.line(format!("{name} = {value};"));
    }
    let counter = state.outermost.as_ref().map_or("", |int| &int.text);
    let plan = Plan::of_nest(em, id, counter, &nest, &state.accesses);
    condition.extend_from_slice(&plan.checks);
    let first = nest.find('\n').map_or(nest.len(), |at| at + 1);
    nest.insert_str(first, &plan.lines);
    if let Some(test) = bound_by_name(em, &state, stmt, id, &mut nest) {
        condition.push(test);
    }
    let call = finish(em, &state, (&nest, &plan.parameters), id, stmt, &mut condition);
    let ranges = state.perhaps_written.iter().filter_map(|slot| em.range_flag(*slot));
    condition.extend(ranges.map(|range| format!("!{range}")));
    let written = state.written.iter().map(|slot| em.array(*slot)).collect();
    Ok(Nest { condition: condition.join(" && "), call, written, plan })
}

/// In `for i = 1:n` of a nest with `n` in its subscripts, the nest is told that its iterations are 1 to `n`, so that what it writes to
/// `a(i)` is not what it reads from `a(i + n)`. Returns the test that `n` is what it was when the loop began.
fn bound_by_name(em: &Emitter, state: &State, stmt: &Stmt, id: usize, nest: &mut String) -> Option<String> {
    let StmtKind::For { values, .. } = &stmt.kind else { return None };
    let ExprKind::Range { base, step, limit } = &values.kind else { return None };
    let ExprKind::Name(slot) = limit.kind else { return None };
    let whole = format!("q_{}", em.text(slot));
    let is_one = step.as_deref().is_none_or(|step| step_of(step) == Some(1));
    if !is_one || !state.invariants.contains(&slot) || !mentions(nest, &whole) {
        return None;
    }
    *nest = nest.replace(&format!("<= high{id};"), &format!("<= {whole};"));
    if let Some(first) = super::code::literal(base).filter(|first| first.fract() == 0.0 && first.abs() < 1e9) {
        // The nest may begin with a later iteration.
        let first = first as i64;
        *nest = nest.replace(&format!(" = low{id};"), &format!(" = low{id} < {first} ? {first} : low{id};"));
    }
    Some(format!("limit{id} == {}", em.name(slot)))
}

/// Are arrays that two parameters of an inlined function stand for declared in one way?
fn agree(em: &Emitter, styles: &BTreeMap<Slot, Style>) -> bool {
    let mut known: BTreeMap<String, Style> = BTreeMap::new();
    let is_array = |slot: &Slot| em.known(*slot).typed().is_some_and(|ty| !ty.is_scalar());
    let mut arrays = styles.iter().filter(|(slot, _)| is_array(slot));
    arrays.all(|(slot, style)| *known.entry(em.array(*slot)).or_insert(*style) == *style)
}

/// Computes what does not change before the nest; what would have to be tested is not computed there.
fn hoist(em: &mut Emitter, expr: &Expr, name: &str) -> Option<String> {
    let (written, body) = (em.written_so_far(), em.body.len());
    let code = em.scalar(expr);
    if code.is_err() || em.body[body..].contains("goto") {
        em.forget_since(written);
        return None;
    }
    let code = code.ok()?;
    let _ = writeln!(em.declarations, "  double {name};");
    em.line(format!("{name} = {};", code.number()));
    Some(format!("raddle_is_int({name})"))
}

/// Puts the nest's function together; its call.
fn finish(
    em: &mut Emitter,
    state: &State,
    (nest, more): (&str, &[(String, String)]),
    id: usize,
    stmt: &Stmt,
    condition: &mut Vec<String>,
) -> String {
    let mut parameters: Vec<(String, String)> = vec![
        (format!("int64_t low{id}"), format!("(int64_t)(base{id} + (double)k{id} * step{id})")),
        (format!("int64_t high{id}"), format!("(int64_t)(base{id} + (double)(count{id} - 1) * step{id})")),
    ];
    for (&slot, style) in &state.styles {
        if em.known(slot).typed().is_none_or(|ty| ty.is_scalar()) {
            continue;
        }
        array_parameters(em, state, (slot, *style), nest, &mut parameters);
        if *style != Style::Flat {
            condition.push(format!("{} > 0", em.extents(slot)[0]));
        }
    }
    for &slot in &state.invariants {
        let name = em.name(slot);
        if em.maybe_unset.contains(&slot) {
            condition.push(format!("{} != 0", em.tag(slot)));
        }
        for part in [&name, &em.imaginary_name(slot)] {
            if mentions(nest, part) {
                let elem = em.known(slot).typed().map_or(Elem::Double, |ty| ty.elem);
                parameters.push((format!("{} {part}", scalar_type(elem)), part.clone()));
            }
        }
        let int = format!("q_{}", em.text(slot));
        if mentions(nest, &int) {
            condition.push(format!("raddle_is_int({name})"));
            parameters.push((format!("int64_t {int}"), format!("(int64_t){name}")));
        }
    }
    for (_, name) in &state.hoists {
        parameters.push((format!("int64_t q{name}"), format!("(int64_t){name}")));
    }
    let mut start = String::new();
    let mut end = String::new();
    for (&slot, &elem) in &state.carried {
        condition.push(format!("{} == {}", em.tag(slot), tag(elem)));
        let imag = (elem == Elem::Complex).then(|| (em.imaginary_name(slot), format!("ry_{}", em.text(slot))));
        for (name, place) in [(em.name(slot), format!("r_{}", em.text(slot)))].into_iter().chain(imag) {
            let c_type = scalar_type(elem);
            parameters.push((format!("{c_type} *restrict {place}"), format!("&{name}")));
            let _ = writeln!(start, "  {c_type} {name} = *{place};");
            let _ = writeln!(end, "  *{place} = {name};");
        }
    }
    parameters.extend_from_slice(more);
    for check in &state.checks {
        if !condition.contains(check) {
            condition.push(check.clone());
        }
    }
    let mut seen = BTreeSet::new();
    parameters.retain(|(word, _)| seen.insert(word.clone()));
    let function = format!("nest_{}_{id}", em.prefix);
    let (words, values): (Vec<_>, Vec<_>) = parameters.into_iter().unzip();
    let place = place_of(em, stmt.span.start);
    let text = format!(
        "static __attribute__((noinline)) void {function}({}) {{\n{start}{place}{nest}{end}}}\n#line 1 \"region.c\"\n\n",
        words.join(", ")
    );
    let helper = Helper { name: function.clone(), text, function: em.function.name.clone(), part: Part::Loop };
    em.helpers.push(helper);
    format!("{function}({});", values.join(", "))
}

/// Where in the program the statements of a C function begin.
#[derive(Clone, Debug)]
pub struct Origin {
    /// A line directive.
    pub place: String,
    /// The function that they are in.
    pub function: Rc<str>,
}

impl Origin {
    pub fn of(em: &Emitter, start: u32) -> Origin {
        Origin { place: place_of(em, start), function: em.function_here().name.clone() }
    }
}

/// A line directive for the script's line.
pub fn place_of(em: &Emitter, start: u32) -> String {
    let source = &em.function_here().source;
    let (line, _, _) = crate::diagnostic::position(&source.text, start);
    match &source.path {
        Some(path) => format!("#line {line} {:?}\n", path.display().to_string()),
        None => String::new(),
    }
}

fn array_parameters(
    em: &Emitter,
    state: &State,
    (slot, style): (Slot, Style),
    nest: &str,
    parameters: &mut Vec<(String, String)>,
) {
    let Some(ty) = em.known(slot).typed() else {
        return;
    };
    let name = em.array(slot);
    let extents = em.extents(slot);
    let [m, n, _] = &extents;
    for (extent, needed) in extents.iter().zip([style != Style::Flat, style == Style::Pages, false]) {
        if !is_number(extent) && (needed || mentions(nest, extent)) {
            parameters.push((format!("int64_t {extent}"), extent.clone()));
        }
    }
    let element = c_type(ty.elem);
    let constant = if state.written.contains(&slot) { "" } else { "const " };
    let (word, cast) = match style {
        Style::Flat => (format!("{constant}{element} *restrict {name}"), String::new()),
        Style::Rows => (format!("{constant}{element} (*restrict {name})[{m}]"), "(void *)".into()),
        Style::Pages => (format!("{constant}{element} (*restrict {name})[{n}][{m}]"), "(void *)".into()),
    };
    if mentions(nest, &name) {
        parameters.push((word, format!("{cast}{name}")));
    }
}

/// Arrays with two subscripts everywhere are arrays of rows, and so on.
fn styles(stmt: &Stmt) -> BTreeMap<Slot, Style> {
    let mut counts: BTreeMap<Slot, BTreeSet<usize>> = BTreeMap::new();
    uses::expressions(stmt, &mut |expr| {
        uses::walk(expr, &mut |expr| {
            if let ExprKind::Index { base, arguments } = &expr.kind
                && let ExprKind::Name(slot) = base.kind
            {
                counts.entry(slot).or_default().insert(arguments.len());
            }
        });
    });
    // Arrays whose extents are asked for alone have an entry, too.
    for slot in uses::mentioned(stmt) {
        counts.entry(slot).or_default();
    }
    let style = |counts: BTreeSet<usize>| match counts.into_iter().collect::<Vec<_>>()[..] {
        [2] => Style::Rows,
        [3] => Style::Pages,
        _ => Style::Flat,
    };
    counts.into_iter().map(|(slot, counts)| (slot, style(counts))).collect()
}

/// A variable within a nest; `None` outside of nests and for names that are no scalars.
pub fn variable(em: &mut Emitter, slot: Slot) -> Option<Code> {
    let name = em.name(slot);
    let scalar = em.known(slot).typed().filter(|ty| ty.is_scalar())?;
    let state = em.nest.as_mut()?;
    if let Some(counter) = state.counters.iter().rev().find(|counter| counter.slot == slot) {
        let (elem, non_negative) = (counter.elem, counter.non_negative);
        return Some(Code { elem, non_negative, ..Code::of_int(counter.int.clone()) });
    }
    em.used.insert(slot);
    let is_known = !em.looked_at && em.functions.is_never_negative(em.function, slot);
    if state.assigned.contains(&slot) {
        if !state.locals.contains(&slot) {
            state.carried.entry(slot).or_insert(scalar.elem);
        }
        let code = em.value_of(slot, scalar.elem);
        return Some(Code { non_negative: code.non_negative || is_known, no_minus_zero: is_known, ..code });
    }
    state.invariants.insert(slot);
    let code = em.value_of(slot, scalar.elem);
    let code = Code { non_negative: code.non_negative || is_known, no_minus_zero: is_known, ..code };
    let bound = format!("(double){name}");
    let int = Int { text: format!("q_{}", em.text(slot)), low: bound.clone(), high: bound };
    Some(Code { int: matches!(scalar.elem, Elem::Double | Elem::Int(_)).then_some(int), ..code })
}

/// Notes that the unchanging scalars of an integer must be whole.
pub fn test_whole(em: &mut Emitter, int: &Int) {
    let Some(state) = &em.nest else {
        return;
    };
    let is_part = |slot: &&Slot| mentions(&int.text, &format!("q_{}", em.text(**slot)));
    let checks: Vec<_> =
        state.invariants.iter().filter(is_part).map(|slot| format!("raddle_is_int({})", em.name(*slot))).collect();
    if let Some(state) = em.nest.as_mut() {
        state.checks.extend(checks);
    }
}

/// An expression as an integer of the nest.
pub fn integer(em: &mut Emitter, expr: &Expr) -> Result<Int> {
    let code = em.position(expr)?;
    if let Some(int) = code.int {
        return Ok(int);
    }
    let read = uses::read(expr);
    let Some(state) = em.nest.as_ref() else {
        return unsupported(expr.span, "an index outside of a nest");
    };
    let has_element = {
        let mut found = false;
        uses::walk(expr, &mut |inner| found |= matches!(&inner.kind, ExprKind::End));
        found
    };
    if has_element || read.iter().any(|slot| state.assigned.contains(slot)) {
        return unsupported(expr.span, "an index that is no sum of loop variables");
    }
    let name = em.fresh("h");
    if let Some(state) = em.nest.as_mut() {
        state.hoists.push((expr.clone(), name.clone()));
    }
    Ok(Int { text: format!("q{name}"), low: name.clone(), high: name })
}

/// The subscripts of an element in C, whose ranges are tested before the nest.
pub fn subscript(em: &mut Emitter, slot: Slot, arguments: &[Expr], span: Span) -> Result<String> {
    if vectors::is_local(em, slot) {
        return unsupported(span, "an element of a vector that each iteration makes anew");
    }
    let mut indices = vec![];
    for (position, argument) in arguments.iter().enumerate() {
        em.ends.push(EndOf { slot, position, count: arguments.len() });
        let index = integer(em, argument);
        em.ends.pop();
        indices.push(index?);
    }
    place(em, slot, &indices, span)
}

/// Is an array indexed as if it had one dimension?
pub fn is_flat(em: &Emitter, slot: Slot) -> bool {
    em.nest.as_ref().is_some_and(|state| state.styles.get(&slot).is_none_or(|style| *style == Style::Flat))
}

/// The subscripts in C for these from 1 on, whose ranges are tested before the nest.
pub fn place(em: &mut Emitter, slot: Slot, indices: &[Int], span: Span) -> Result<String> {
    let [m, n, p] = em.extents(slot);
    let extents = match indices.len() {
        1 => vec![format!("(double)({m} * {n} * {p})")],
        2 => vec![format!("(double){m}"), format!("(double)({n} * {p})")],
        3 => vec![format!("(double){m}"), format!("(double){n}"), format!("(double){p}")],
        _ => return unsupported(span, "more than three subscripts"),
    };
    let data = em.array(slot);
    let Some(state) = em.nest.as_mut() else {
        return unsupported(span, "an index outside of a nest");
    };
    for (index, extent) in indices.iter().zip(extents) {
        for check in [format!("{} >= 1", index.low), format!("{} <= {extent}", index.high)] {
            if !state.checks.contains(&check) {
                state.checks.push(check);
            }
        }
    }
    let style = state.styles.get(&slot).copied().unwrap_or(Style::Flat);
    let access = match (style, indices) {
        (Style::Rows, [row, column]) => {
            Access { data, column: column_of(state, column), rows: rows_of(state, row), is_write: false }
        }
        _ => Access { data, column: Column::UpTo("INFINITY".into()), rows: None, is_write: false },
    };
    state.accesses.push(access);
    let text = |at: usize| indices[at].text.as_str();
    Ok(match (style, indices.len()) {
        (Style::Rows, 2) => format!("[{} - 1][{} - 1]", text(1), text(0)),
        (Style::Pages, 3) => format!("[{} - 1][{} - 1][{} - 1]", text(2), text(1), text(0)),
        (_, 1) => format!("[{} - 1]", text(0)),
        (_, 2) => format!("[{} - 1 + ({} - 1) * {m}]", text(0), text(1)),
        _ => format!("[{} - 1 + (({} - 1) + ({} - 1) * {n}) * {m}]", text(0), text(1), text(2)),
    })
}

/// Which column a subscript takes: one that goes with the outermost loop, or at most some. Under a condition the bounds may be
/// closer, and the loop goes further.
fn column_of(state: &State, index: &Int) -> Column {
    let more = state.outermost.as_ref().and_then(|outer| distance(outer, index));
    more.map_or_else(|| Column::UpTo(index.high.clone()), Column::OfLoop)
}

/// The rows that a subscript takes one by one in each iteration of the outermost loop.
fn rows_of(state: &State, index: &Int) -> Option<Rows> {
    let [_, inner] = &state.counters[..] else {
        return None;
    };
    let (first, last) = inner.range.as_ref().filter(|_| state.depth == 1 && !state.may_skip)?;
    let is_invariant = |int: &Int| int.low == int.high;
    let more = distance(&inner.int, index).filter(|_| is_invariant(first) && is_invariant(last))?;
    Some(Rows { first: first.clone(), last: last.clone(), more })
}

/// How much more than a counter an integer is, if that is little.
fn distance(counter: &Int, index: &Int) -> Option<i64> {
    let is_so = |more: &i64| {
        let same = match *more {
            0 => counter.clone(),
            more => Int::combine(if more > 0 { '+' } else { '-' }, counter, &Int::number(more.abs())),
        };
        same.text == index.text && same.high == index.high && same.low == index.low
    };
    (0..4).flat_map(|distance| [distance, -distance]).find(is_so)
}

/// A minimum or maximum is updated, which must be a number before.
pub fn updates(em: &mut Emitter, slot: Slot, span: Span) -> Result<()> {
    let name = em.name(slot);
    assigns(em, slot, Elem::Double, span)?;
    if let Some(state) = em.nest.as_mut().filter(|state| !state.locals.contains(&slot)) {
        state.checks.push(format!("{name} == {name}"));
    }
    Ok(())
}

/// `x = code`
pub fn set(em: &mut Emitter, slot: Slot, code: &Code, span: Span) -> Result<()> {
    assigns(em, slot, code.elem, span)?;
    em.store(slot, code);
    Ok(())
}

fn assigns(em: &mut Emitter, slot: Slot, elem: Elem, span: Span) -> Result<()> {
    let known = em.known(slot).typed().map_or(elem, |ty| ty.elem);
    let is_counter = |state: &State| state.counters.iter().any(|counter| counter.slot == slot);
    let Some(state) = em.nest.as_mut() else {
        return unsupported(span, "outside of a nest");
    };
    if is_counter(state) {
        return unsupported(span, "an assignment to a loop variable");
    }
    if !state.locals.contains(&slot) {
        let elem = *state.carried.entry(slot).or_insert(known);
        if elem != known {
            return unsupported(span, "a variable whose class changes");
        }
    }
    em.used.insert(slot);
    em.written.insert(slot);
    Ok(())
}

/// Marks an array as written in part, perhaps in none.
pub fn writes_part(em: &mut Emitter, slot: Slot) {
    writes(em, slot);
    if let Some(state) = em.nest.as_mut() {
        state.perhaps_written.insert(slot);
    }
}

/// Marks an array as written.
pub fn writes(em: &mut Emitter, slot: Slot) {
    let data = em.array(slot);
    if let Some(state) = em.nest.as_mut() {
        if let Some(last) = state.accesses.last_mut().filter(|access| access.data == data) {
            last.is_write = true;
        }
        state.written.insert(slot);
        if state.depth > 0 {
            state.perhaps_written.insert(slot);
        }
    }
}

fn block(em: &mut Emitter, block: &Block) -> Result<()> {
    let write = |stmt: &Stmt| {
        vectors::before(em, stmt);
        line_of(em, stmt);
        let start = em.body.len();
        em.statement(stmt)?;
        if matches!(stmt.kind, StmtKind::Assign { .. } | StmtKind::Update { .. }) && !em.body[start..].contains('#') {
            // One line of the script is one line of the text.
            let text = em.body.split_off(start);
            em.body += &text.trim_end().replace('\n', " ");
            em.body.push('\n');
        }
        vectors::behind(em, stmt);
        Ok(())
    };
    let result = block.iter().try_for_each(write);
    vectors::close(em);
    result
}

/// What follows is of the statement's line.
fn line_of(em: &mut Emitter, stmt: &Stmt) {
    let place = place_of(em, stmt.span.start);
    em.body.push_str(&place);
}

/// A block that may not run.
fn inner_block(em: &mut Emitter, body: &Block) -> Result<()> {
    let change = |em: &mut Emitter, by: isize| {
        if let Some(state) = em.nest.as_mut() {
            state.depth = state.depth.saturating_add_signed(by);
        }
    };
    change(em, 1);
    let result = block(em, body);
    change(em, -1);
    result
}

pub fn if_statement(em: &mut Emitter, arms: &[(Expr, Block)], otherwise: Option<&Block>) -> Result<()> {
    let around = narrow::counters(em);
    for (condition, body) in arms {
        let text = vectors::condition(em, condition)?;
        em.line(format!("if ({text}) {{"));
        let before = narrow::counters(em);
        narrow::by(em, condition, true);
        inner_block(em, body)?;
        narrow::restore(em, before);
        narrow::by(em, condition, false);
        em.line("} else {");
    }
    if let Some(body) = otherwise {
        inner_block(em, body)?;
    }
    narrow::restore(em, around);
    for _ in arms {
        em.line("}");
    }
    Ok(())
}

pub fn while_loop(em: &mut Emitter, condition: &Expr, body: &Block) -> Result<()> {
    em.line("for (;;) {");
    let text = vectors::condition(em, condition)?;
    em.line(format!("if (!{text}) break;"));
    let around = narrow::counters(em);
    narrow::by(em, condition, true);
    inner_block(em, body)?;
    narrow::restore(em, around);
    em.line("}");
    Ok(())
}

/// A `for` statement; the outermost one has its range in the variables of `id`.
pub fn for_loop(em: &mut Emitter, stmt: &Stmt, id: Option<usize>) -> Result<()> {
    let StmtKind::For { target, values, body } = &stmt.kind else {
        return unsupported(stmt.span, "no loop");
    };
    let (ExprKind::Name(slot), ExprKind::Range { base, step, limit }) = (&target.kind, &values.kind) else {
        return unsupported(stmt.span, "a loop over something that is no range");
    };
    let Some(by) = step.as_deref().map_or(Some(1), step_of) else {
        return unsupported(values.span, "a step that is no integer in the text");
    };
    if body.iter().any(|stmt| uses::assigned(stmt).contains(slot)) {
        return unsupported(stmt.span, "an assignment to a loop variable");
    }
    if id.is_some() && body.iter().any(breaks) {
        return unsupported(stmt.span, "a loop that may end early");
    }
    let range = em.type_of(values).typed();
    let Some(elem) = em.known(*slot).typed().filter(|ty| range.is_some_and(|range| range.elem == ty.elem)) else {
        return unsupported(values.span, "a loop variable that has another class elsewhere");
    };
    let elem = elem.elem;
    let counter = em.fresh(&format!("c_{}_", em.text(*slot)));
    let mut inner = None;
    let (from, to, low, high) = match id {
        Some(id) => {
            let first = format!("(base{id} + (double)k{id} * step{id})");
            let last = format!("(base{id} + (double)(count{id} - 1) * step{id})");
            let (low, high) = if by > 0 { (first, last) } else { (last, first) };
            (format!("low{id}"), format!("high{id}"), low, high)
        }
        None => {
            if !em.is_dead_after(stmt, *slot) {
                return unsupported(stmt.span, "a loop variable that is read behind its loop");
            }
            // Ranges of integers may be errors, but for those that begin and end with integers of the class.
            let is_of = |em: &mut Emitter, part: &Expr| em.type_of(part).typed().is_some_and(|ty| ty.elem == elem);
            if elem != Elem::Double && !(is_of(em, base) && is_of(em, limit)) {
                return unsupported(values.span, "a range of integers that may be an error");
            }
            let (first, last) = (integer(em, base)?, integer(em, limit)?);
            let (low, high) = if by > 0 { (&first.low, &last.high) } else { (&last.low, &first.high) };
            let result = (first.text.clone(), last.text.clone(), low.clone(), high.clone());
            inner = (by == 1 && !body.iter().any(uses::leaves)).then_some((first, last));
            result
        }
    };
    let non_negative = by > 0 && em.is_non_negative(base);
    let compare = if by > 0 { "<=" } else { ">=" };
    em.line(format!("for (int64_t {counter} = {from}; {counter} {compare} {to}; {counter} += {by}) {{"));
    let here = locals_of(em, stmt, body, *slot);
    let new = vectors::locals_of(em, stmt, body);
    vectors::set_locals(em, &new, true);
    for &local in &here {
        let declaration = em.declaration(local).replace(" = 0", "");
        em.line(declaration);
    }
    if let Some(state) = em.nest.as_mut() {
        state.locals.extend(&here);
        state.may_skip |= id.is_some() && body.iter().any(uses::leaves);
        if id.is_some() && by == 1 {
            state.outermost = Some(Int { text: counter.clone(), low: low.clone(), high: high.clone() });
        }
        state.counters.push(Counter {
            slot: *slot,
            elem,
            int: Int { text: counter, low, high },
            non_negative,
            range: inner,
        });
    }
    let result = if id.is_some() { block(em, body) } else { inner_block(em, body) };
    vectors::set_locals(em, &new, false);
    if let Some(state) = em.nest.as_mut() {
        state.counters.pop();
        state.locals.retain(|local| !here.contains(local));
    }
    em.line("}");
    result
}

/// Scalars that this body, and no single loop in it, makes anew.
fn locals_of(em: &Emitter, stmt: &Stmt, body: &Block, counter: Slot) -> Vec<Slot> {
    let Some(state) = em.nest.as_ref() else {
        return vec![];
    };
    let assigned: BTreeSet<Slot> = body.iter().flat_map(uses::assigned).collect();
    let is_scalar = |slot: &Slot| matches!(em.known(*slot), Known::Typed(ty) if ty.is_scalar());
    let candidates = assigned.into_iter().filter(|slot| {
        *slot != counter && is_scalar(slot) && em.is_dead_after(stmt, *slot) && !state.locals.contains(slot)
    });
    let made_here = |slot: &Slot| uses::is_fresh_in(body, *slot) && !is_within_one_loop(body, *slot);
    candidates.filter(|slot| !is_counter_in(body, *slot) && made_here(slot)).collect()
}

fn is_counter_in(body: &Block, slot: Slot) -> bool {
    body.iter().any(|stmt| {
        matches!(&stmt.kind, StmtKind::For { target, .. } if matches!(target.kind, ExprKind::Name(name) if name == slot))
            || uses::blocks(stmt).into_iter().any(|block| is_counter_in(block, slot))
    })
}

fn is_within_one_loop(body: &Block, slot: Slot) -> bool {
    let mut with =
        body.iter().filter(|stmt| uses::mentioned(stmt).contains(&slot) || uses::assigned(stmt).contains(&slot));
    match (with.next(), with.next()) {
        (Some(stmt), None) => match &stmt.kind {
            StmtKind::For { values, .. } => !uses::read(values).contains(&slot),
            _ => false,
        },
        _ => false,
    }
}

/// Does a statement leave the loop that it is in?
fn breaks(stmt: &Stmt) -> bool {
    match stmt.kind {
        StmtKind::Break => true,
        StmtKind::For { .. } | StmtKind::While { .. } | StmtKind::DoUntil { .. } => false,
        _ => uses::blocks(stmt).into_iter().flatten().any(breaks),
    }
}
