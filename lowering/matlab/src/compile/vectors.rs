//! Statements of whole vectors in nests: those that follow each other are one loop over the elements.
//!
//! ```text
//!     for k = 1:n                         for (k) {
//!       d = x - x(k);                       double s = x[k - 1], r = 0;
//!       e(k) = sum(d .* d);         =>      for (i) { double d = x[i] - s; r = r + d * d; }
//!     end                                   e[k - 1] = r; }
//! ```
//!
//! A vector that each iteration makes anew, and that nobody reads behind the loop, is one number. Scalars are computed before the loop
//! over the elements, and what sums are used for behind it.
//!
//! Legal if:  lengths are equal, by their texts or by a test before the nest; no statement of a loop needs at one place what another one
//!            of it writes at other places. Else the statements get loops of their own.
//! Declines:  matrices, lists of places, vectors that one loop makes and another one reads: the nest is not written.
//! Source:    MEGHA, scalarization and parallel user loops (`docs/seeds.md`, M15, M18, M25).

use super::arrays::{self, Fold};
use super::code::{Code, Int, element_text, literal};
use super::emit::{Emitter, EndOf, Result, step_of, unsupported};
use super::nest;
use super::operations::PowerOf;
use super::types::{Elem, Known, Shape};
use super::uses;
use crate::ast::{BinaryOp, Expr, ExprKind, Slot, Span, Stmt, StmtKind, UnaryOp};
use std::collections::{BTreeMap, BTreeSet};

/// The C variable that counts elements.
const AT: &str = "i_e";

#[derive(Clone, Debug, Default)]
pub struct Vectors {
    /// Vectors that an iteration makes anew: the group that made one, and its element.
    locals: BTreeMap<Slot, Option<(usize, Code)>>,
    /// The loop that is written.
    group: Option<Group>,
    groups: usize,
    /// Of the statement that is written.
    now: Part,
}

/// Statements of one loop over elements.
#[derive(Clone, Debug, Default)]
struct Group {
    number: usize,
    length: Option<Int>,
    /// Before the loop, for each element, and behind the loop.
    head: String,
    body: String,
    tail: String,
    reads: BTreeSet<Slot>,
    writes: BTreeSet<Slot>,
}

/// What a statement needs so far.
#[derive(Clone, Debug, Default)]
struct Part {
    /// Where its text begins, and the loops that have to come before it.
    start: usize,
    before: String,
    /// Sums may be computed before it.
    may_sum: bool,
    length: Option<Int>,
    /// Scalars that it computes once.
    head: String,
    /// Groups that made what it reads.
    of: BTreeSet<usize>,
    /// Vectors in memory that it reads, and the texts of their elements.
    elements: Vec<(Slot, String)>,
    /// Vectors of one element have rules of their own.
    needs_many: bool,
    /// It is a part of the group: with all that it does, or with sums that it uses.
    joined: bool,
    sums: bool,
}

fn state<'s>(em: &'s mut Emitter, span: Span) -> Result<&'s mut Vectors> {
    match em.nest.as_mut() {
        Some(nest) => Ok(&mut nest.vectors),
        None => unsupported(span, "a vector outside of a nest"),
    }
}

/// Is it a vector that is one number in the nest?
pub fn is_local(em: &Emitter, slot: Slot) -> bool {
    em.nest.as_ref().is_some_and(|nest| nest.vectors.locals.contains_key(&slot))
}

/// The vectors that each iteration of a loop makes anew.
pub fn locals_of(em: &Emitter, stmt: &Stmt, body: &[Stmt]) -> Vec<Slot> {
    let assigned: BTreeSet<Slot> = body.iter().flat_map(uses::assigned).collect();
    let is_vector = |slot: &Slot| {
        em.known(*slot)
            .typed()
            .is_some_and(|ty| ty.elem == Elem::Double && matches!(ty.shape, Shape::Row | Shape::Column))
    };
    let is_new = |slot: &Slot| !is_local(em, *slot) && em.is_dead_after(stmt, *slot) && uses::is_fresh_in(body, *slot);
    let is_here = |slot: &Slot| body.iter().any(|stmt| is_whole(stmt, *slot));
    assigned.into_iter().filter(|slot| is_vector(slot) && is_new(slot) && is_here(slot)).collect()
}

fn is_whole(stmt: &Stmt, slot: Slot) -> bool {
    let StmtKind::Assign { targets, .. } = &stmt.kind else { return false };
    targets.iter().any(|target| {
        matches!(target, crate::ast::Target::Place(place) if matches!(place.kind, ExprKind::Name(name) if name == slot))
    })
}

/// The vectors are numbers from here on, or not any more.
pub fn set_locals(em: &mut Emitter, slots: &[Slot], are_local: bool) {
    let Some(nest) = em.nest.as_mut() else { return };
    for slot in slots {
        match are_local {
            true => nest.vectors.locals.insert(*slot, None),
            false => nest.vectors.locals.remove(slot),
        };
    }
}

/// A statement begins, which ends the group if it must not be a part of it.
pub fn before(em: &mut Emitter, stmt: &Stmt) {
    let is_local = |slot: &Slot| is_local(em, *slot);
    // What it writes is mentioned, too.
    let (mut reads, mut writes) = (uses::mentioned(stmt), uses::assigned(stmt));
    reads.retain(|slot| !is_local(slot));
    writes.retain(|slot| !is_local(slot));
    let Some(nest) = em.nest.as_mut() else { return };
    let is_simple = matches!(stmt.kind, StmtKind::Assign { .. } | StmtKind::Update { .. });
    let ends = nest
        .vectors
        .group
        .as_ref()
        .is_some_and(|group| !is_simple || !group.writes.is_disjoint(&reads) || !group.reads.is_disjoint(&writes));
    if ends {
        close(em);
    }
    begin(em, is_simple);
}

/// What is written from here on is a statement, or a condition, which sums may be computed for.
fn begin(em: &mut Emitter, may_sum: bool) {
    let start = em.body.len();
    em.nest.as_mut().into_iter().for_each(|nest| nest.vectors.now = Part { start, may_sum, ..Part::default() });
}

/// The text of a condition, behind the sums that are in it.
pub fn condition(em: &mut Emitter, condition: &Expr) -> Result<String> {
    begin(em, true);
    let text = em.condition(condition);
    if let Some(nest) = em.nest.as_mut() {
        let Part { start, before, .. } = std::mem::take(&mut nest.vectors.now);
        let own = em.body.split_off(start);
        em.body.push_str(&before);
        close(em);
        em.body.push_str(&own);
    }
    text
}

/// What is written may not run: no sum may be computed before it.
pub fn without_sums<T>(em: &mut Emitter, write: impl FnOnce(&mut Emitter) -> T) -> T {
    let set = |em: &mut Emitter, may_sum| {
        em.nest.as_mut().is_some_and(|nest| std::mem::replace(&mut nest.vectors.now.may_sum, may_sum))
    };
    let around = set(em, false);
    let result = write(em);
    set(em, around);
    result
}

/// A statement ends: it comes before the group's loop or behind it, unless it is in it.
pub fn behind(em: &mut Emitter, stmt: &Stmt) {
    let (mut reads, mut writes) = (uses::mentioned(stmt), uses::assigned(stmt));
    reads.retain(|slot| !is_local(em, *slot));
    writes.retain(|slot| !is_local(em, *slot));
    let Some(nest) = em.nest.as_mut() else { return };
    let Some(group) = nest.vectors.group.as_mut() else { return };
    let now = std::mem::take(&mut nest.vectors.now);
    let text = em.body.split_off(now.start);
    em.body.push_str(&now.before);
    match (now.joined, now.sums) {
        (true, false) => (),
        (_, true) => group.tail.push_str(&text),
        (false, false) => {
            group.head.push_str(&text);
            return;
        }
    }
    group.reads.extend(reads);
    group.writes.extend(writes);
}

/// Writes the loop over the elements.
pub fn close(em: &mut Emitter) {
    let group = em.nest.as_mut().and_then(|nest| nest.vectors.group.take());
    em.body.push_str(&group.map_or_else(String::new, Group::text));
}

impl Group {
    fn text(self) -> String {
        let Group { head, body, tail, .. } = self;
        let length = self.length.map_or_else(|| "0".into(), |length| length.text);
        format!("{head}  for (int64_t {AT} = 0; {AT} < {length}; {AT}++) {{\n{body}  }}\n{tail}")
    }
}

/// `x = value` of a vector.
pub fn assign_whole(em: &mut Emitter, slot: Slot, value: &Expr, span: Span) -> Result<()> {
    let Some(ty) = em.known(slot).typed().filter(|ty| ty.elem == Elem::Double) else {
        return unsupported(span, "an assignment of an array of another class");
    };
    if em.type_of(value).typed() != Some(ty) {
        return unsupported(span, "an assignment of an array of another type");
    }
    let start = em.body.len();
    if !is_local(em, slot) {
        let (place, length) = whole(em, slot, ty.shape, span)?;
        limit(em, length, span)?;
        nest::writes_part(em, slot);
        return write(em, slot, (place, start), value, span);
    }
    let code = element(em, value, ty.shape)?;
    let lines = em.body.split_off(start);
    let number = join(em, true, span)?;
    let name = em.name(slot);
    let vectors = state(em, span)?;
    let is_declared = matches!(vectors.locals.get(&slot), Some(Some((of, _))) if *of == number);
    let declared = if is_declared { "" } else { "double " };
    let own = Code { non_negative: code.non_negative, ..Code::double(&name) };
    vectors.locals.insert(slot, Some((number, own)));
    add(em, &lines, &format!("{declared}{name} = {};", code.number()), span)
}

/// `x(slice) = value`
pub fn assign_part(em: &mut Emitter, slot: Slot, arguments: &[Expr], value: &Expr, place: &Expr) -> Result<()> {
    let span = place.span;
    if is_local(em, slot) || !matches!(em.known(slot), Known::Typed(ty) if ty.elem == Elem::Double) {
        return unsupported(span, "an assignment to a part of an array");
    }
    let start = em.body.len();
    let (place, length) = slice(em, slot, arguments, span)?;
    limit(em, length, span)?;
    nest::writes_part(em, slot);
    write(em, slot, (place, start), value, span)
}

/// Stores a vector, or one number for all elements, in memory.
fn write(em: &mut Emitter, slot: Slot, (place, start): (String, usize), value: &Expr, span: Span) -> Result<()> {
    let shape = em.type_of(value).typed().map_or(Shape::Matrix, |ty| ty.shape);
    let code = element(em, value, shape)?;
    if !code.elem.is_plain() {
        return unsupported(span, "elements of another class");
    }
    let lines = em.body.split_off(start);
    let now = &state(em, span)?.now;
    if now.elements.iter().any(|(read, element)| *read == slot && *element != place) {
        return unsupported(span, "an assignment that reads what it overwrites");
    }
    em.used.insert(slot);
    em.written.insert(slot);
    join(em, false, span)?;
    let text = format!("{}{place} = {};", em.array(slot), code.number());
    add(em, &lines, &text, span)
}

/// A scalar of all elements of a vector.
pub fn reduction(em: &mut Emitter, fold: &Fold, argument: &Expr, span: Span) -> Result<Code> {
    let Some(ty) = em.type_of(argument).typed() else {
        return unsupported(span, "an operation on an array of unknown class");
    };
    let start = em.body.len();
    let code = element(em, argument, ty.shape)?;
    if !code.elem.is_plain() || code.elem != Elem::Double && matches!(fold.name, "max" | "min" | "mean" | "prod") {
        return unsupported(span, format!("'{}' of an array of another class", fold.name));
    }
    let (result, length) = sum(em, (fold.start, fold.step), &code.number(), start, span)?;
    if fold.needs_elements {
        em.nest.as_mut().into_iter().for_each(|nest| nest.checks.push(format!("{} >= 1.0", length.low)));
    }
    Ok(arrays::finished(fold, &result, &length.text))
}

/// A row times a column.
pub fn product(em: &mut Emitter, left: &Expr, right: &Expr, span: Span) -> Result<Code> {
    let start = em.body.len();
    let (x, y) = (element(em, left, Shape::Row)?, element(em, right, Shape::Column)?);
    if !x.elem.is_plain() || !y.elem.is_plain() {
        return unsupported(span, "a product of arrays of another class");
    }
    state(em, span)?.now.needs_many = true;
    let value = format!("({} * {})", y.number(), x.number());
    let (result, _) = sum(em, ("0.0", "{r} = {r} + {x};"), &value, start, span)?;
    Ok(Code::double(result))
}

/// Adds up elements in a new variable: its name, and how many elements there are.
fn sum(em: &mut Emitter, (first, step): (&str, &str), value: &str, start: usize, span: Span) -> Result<(String, Int)> {
    if !state(em, span)?.now.may_sum {
        return unsupported(span, "a sum of a vector, computed where it may not be needed");
    }
    let lines = em.body.split_off(start);
    join(em, false, span)?;
    let result = em.fresh("r");
    let vectors = state(em, span)?;
    vectors.now.sums = true;
    let Some(group) = vectors.group.as_mut() else { return unsupported(span, "a sum of nothing") };
    group.head.push_str(&format!("  double {result} = {first};\n"));
    let length = group.length.clone().unwrap_or_else(|| Int::number(0));
    add(em, &lines, &step.replace("{r}", &result).replace("{x}", value), span)?;
    Ok((result, length))
}

/// Makes the statement a part of the group, or of a new one: its number.
fn join(em: &mut Emitter, makes_local: bool, span: Span) -> Result<usize> {
    let vectors = state(em, span)?;
    let mut now = std::mem::take(&mut vectors.now);
    let number = vectors.group.as_ref().map(|group| group.number);
    let needs_it = !now.of.is_empty();
    if now.of.iter().any(|of| Some(*of) != number) {
        return unsupported(span, "a vector that another loop has made");
    }
    let has_locals = vectors.locals.values().flatten().any(|(of, _)| Some(*of) == number);
    let checks = needs_it || makes_local || has_locals;
    let known = vectors.group.as_ref().and_then(|group| group.length.clone());
    let fits = match (&known, &now.length) {
        (Some(a), Some(b)) => is_same(em, a, b, checks),
        (_, None) => needs_it,
        (None, Some(_)) => false,
    };
    if needs_it && !fits {
        return unsupported(span, "vectors of different lengths");
    }
    if !fits {
        let length = now.length.clone();
        if length.is_none() {
            return unsupported(span, "a vector of no length");
        }
        let vectors = state(em, span)?;
        vectors.groups += 1;
        let group = Group { number: vectors.groups, length, ..Group::default() };
        let ended = vectors.group.replace(group).map_or_else(String::new, Group::text);
        now.before.push_str(&ended);
    }
    let nest = em.nest.as_mut();
    let Some((nest, group)) = nest.and_then(|nest| Some((&mut nest.checks, nest.vectors.group.as_mut()?))) else {
        return unsupported(span, "a vector outside of a nest");
    };
    if now.needs_many {
        nest.extend(group.length.as_ref().map(|length| format!("{} > 1.0", length.low)));
    }
    group.head.push_str(&now.head);
    let number = group.number;
    let vectors = state(em, span)?;
    vectors.now = Part { head: String::new(), joined: true, needs_many: false, length: None, ..now };
    Ok(number)
}

/// Adds what is done for each element.
fn add(em: &mut Emitter, lines: &str, statement: &str, span: Span) -> Result<()> {
    let place = nest::place_of(em, span.start);
    let Some(group) = state(em, span)?.group.as_mut() else {
        return unsupported(span, "a vector outside of a nest");
    };
    group.body.push_str(&format!("{place}  {}{statement}\n", lines.replace('\n', " ")));
    Ok(())
}

/// Are two lengths equal? Those that do not change may be compared before the nest.
fn is_same(em: &mut Emitter, a: &Int, b: &Int, may_check: bool) -> bool {
    if a.text == b.text {
        return true;
    }
    let is_fixed = |length: &Int| length.low == length.high;
    if !may_check || !is_fixed(a) || !is_fixed(b) {
        return false;
    }
    let check = format!("{} == {}", a.low, b.low);
    em.nest
        .as_mut()
        .into_iter()
        .filter(|nest| !nest.checks.contains(&check))
        .for_each(|nest| nest.checks.push(check.clone()));
    true
}

/// The statement has vectors of this length.
fn limit(em: &mut Emitter, length: Int, span: Span) -> Result<()> {
    let known = state(em, span)?.now.length.clone();
    match known {
        None => state(em, span)?.now.length = Some(length),
        Some(known) if is_same(em, &known, &length, true) => (),
        Some(_) => return unsupported(span, "vectors of different lengths"),
    }
    Ok(())
}

/// The element of an expression whose value is a vector along a dimension, or a scalar.
fn element(em: &mut Emitter, expr: &Expr, along: Shape) -> Result<Code> {
    let Some(ty) = em.type_of(expr).typed() else {
        return unsupported(expr.span, "an array of unknown class");
    };
    if ty.is_scalar() {
        return scalar(em, expr);
    }
    if ty.shape != along || !matches!(along, Shape::Row | Shape::Column) {
        return unsupported(expr.span, "an array of another shape");
    }
    match &expr.kind {
        ExprKind::Name(slot) if em.known(*slot) != Known::Nothing => variable(em, *slot, along, expr.span),
        ExprKind::Index { base, arguments } => match base.kind {
            ExprKind::Name(slot) if em.known(slot) != Known::Nothing => part(em, slot, arguments, expr.span),
            ExprKind::Name(slot) => call(em, slot, arguments, along, expr.span),
            _ => unsupported(expr.span, "an index of something that is no variable"),
        },
        ExprKind::Unary(UnaryOp::Transpose | UnaryOp::ConjugateTranspose, operand) => {
            element(em, operand, if along == Shape::Row { Shape::Column } else { Shape::Row })
        }
        ExprKind::Unary(op, operand) => {
            let code = element(em, operand, along)?;
            em.unary_of(*op, code, operand.span)
        }
        ExprKind::Binary(op, left, right) => binary(em, *op, left, right, (along, expr.span)),
        ExprKind::Matrix(rows) if matches!(&rows[..], [row] if row.len() == 1) => element(em, &rows[0][0], along),
        _ => unsupported(expr.span, "an expression of arrays that is not compiled in a nest"),
    }
}

/// A scalar, computed once before the elements.
fn scalar(em: &mut Emitter, expr: &Expr) -> Result<Code> {
    let start = em.body.len();
    let code = em.scalar(expr)?;
    let lines = em.body.split_off(start);
    if !code.elem.is_plain() || state(em, expr.span)?.now.sums {
        return unsupported(expr.span, "a scalar that cannot be computed before the elements");
    }
    if literal(expr).is_some() {
        return Ok(Code { int: None, ..code });
    }
    let name = em.fresh("s");
    let head = &mut state(em, expr.span)?.now.head;
    head.push_str(&format!("{lines}  double {name} = {};\n", code.number()));
    Ok(Code { non_negative: code.non_negative, ..Code::of_variable(name, String::new, code.elem) })
}

fn variable(em: &mut Emitter, slot: Slot, along: Shape, span: Span) -> Result<Code> {
    if is_local(em, slot) {
        let vectors = state(em, span)?;
        let Some(Some((number, code))) = vectors.locals.get(&slot).cloned() else {
            return unsupported(span, "a vector that has no value yet");
        };
        vectors.now.of.insert(number);
        return Ok(code);
    }
    let (place, length) = whole(em, slot, along, span)?;
    read(em, slot, place, length, span)
}

fn part(em: &mut Emitter, slot: Slot, arguments: &[Expr], span: Span) -> Result<Code> {
    if is_local(em, slot) {
        return unsupported(span, "a part of a vector that each iteration makes anew");
    }
    let (place, length) = slice(em, slot, arguments, span)?;
    read(em, slot, place, length, span)
}

fn read(em: &mut Emitter, slot: Slot, place: String, length: Int, span: Span) -> Result<Code> {
    let Some(elem) = em.known(slot).typed().map(|ty| ty.elem).filter(|elem| elem.is_plain()) else {
        return unsupported(span, "an array of another class");
    };
    limit(em, length, span)?;
    em.used.insert(slot);
    let text = format!("{}{place}", em.array(slot));
    state(em, span)?.now.elements.push((slot, place));
    Ok(Code::of_variable(element_text(text, elem), String::new, elem))
}

/// The subscripts in C of an element of a whole vector, and the vector's length.
fn whole(em: &mut Emitter, slot: Slot, along: Shape, span: Span) -> Result<(String, Int)> {
    let [m, n, _] = em.extents(slot);
    let extent = match along {
        Shape::Column => m,
        Shape::Row => n,
        Shape::Scalar | Shape::Matrix | Shape::Cube => return unsupported(span, "a matrix"),
    };
    let one = Int::number(1);
    let each = Int { text: format!("({AT} + 1)"), low: one.low.clone(), high: format!("(double){extent}") };
    let indices = match (nest::is_flat(em, slot), along) {
        (true, _) => vec![each],
        (false, Shape::Column) => vec![each, one],
        (false, _) => vec![one, each],
    };
    if em.maybe_unset.contains(&slot) {
        let check = format!("{} != 0", em.array(slot));
        em.nest.as_mut().into_iter().for_each(|nest| nest.checks.push(check.clone()));
    }
    Ok((nest::place(em, slot, &indices, span)?, Int::exact(extent)))
}

/// The same of a slice: a colon or a range of subscripts, beside a number.
fn slice(em: &mut Emitter, slot: Slot, arguments: &[Expr], span: Span) -> Result<(String, Int)> {
    let [m, n, p] = em.extents(slot);
    let extents = match arguments.len() {
        1 => vec![format!("({m} * {n} * {p})")],
        2 => vec![m, format!("({n} * {p})")],
        _ => return unsupported(span, "a slice of three dimensions"),
    };
    let (mut indices, mut length) = (vec![], None);
    for (position, (argument, extent)) in arguments.iter().zip(extents).enumerate() {
        em.ends.push(EndOf { slot, position, count: arguments.len() });
        let index = subscript(em, argument, &extent);
        em.ends.pop();
        let (index, own) = index?;
        if own.is_some() && length.is_some() {
            return unsupported(span, "a slice of two dimensions");
        }
        length = length.or(own);
        indices.push(index);
    }
    let Some(length) = length else { return unsupported(span, "a slice of one element") };
    Ok((nest::place(em, slot, &indices, span)?, length))
}

/// A subscript as an integer, and how many elements it takes if it is a colon or a range.
fn subscript(em: &mut Emitter, argument: &Expr, extent: &str) -> Result<(Int, Option<Int>)> {
    match &argument.kind {
        ExprKind::Colon => {
            let high = format!("(double){extent}");
            let index = Int { text: format!("({AT} + 1)"), low: Int::number(1).low, high };
            Ok((index, Some(Int::exact(extent))))
        }
        ExprKind::Range { base, step, limit } if step.as_deref().is_none_or(|step| step_of(step) == Some(1)) => {
            let (first, last) = (nest::integer(em, base)?, nest::integer(em, limit)?);
            let length = Int::combine('+', &Int::combine('-', &last, &first), &Int::number(1));
            let index = Int { text: format!("({} + {AT})", first.text), low: first.low, high: last.high };
            Ok((index, Some(length)))
        }
        _ if em.is_scalar(argument) => Ok((nest::integer(em, argument)?, None)),
        _ => unsupported(argument.span, "a list of places"),
    }
}

fn binary(em: &mut Emitter, op: BinaryOp, left: &Expr, right: &Expr, (along, span): (Shape, Span)) -> Result<Code> {
    let (a, b) = (em.is_scalar(left), em.is_scalar(right));
    let is_of_matrices = match op {
        BinaryOp::MatMul => !a && !b,
        BinaryOp::MatRightDivide => !b,
        BinaryOp::MatLeftDivide => !a,
        BinaryOp::MatPower => true,
        _ => false,
    };
    if is_of_matrices {
        return unsupported(span, "an operation on matrices");
    }
    let (x, y) = (element(em, left, along)?, element(em, right, along)?);
    if op == BinaryOp::Power {
        // Of arrays of one element other rules hold.
        state(em, span)?.now.needs_many |= literal(right) != Some(2.0);
        let of = match (a, b) {
            (false, true) => PowerOf::OneExponent,
            (true, _) => PowerOf::OneBase,
            (false, false) => PowerOf::Pairs,
        };
        return em.array_power(&x, &y, right, of, span);
    }
    let text = |expr: &Expr| em.function.source.text.get(expr.span.start as usize..expr.span.end as usize);
    let same = left.span != right.span && text(left) == text(right);
    em.operation(op, &x, &y, same, right, span)
}

fn call(em: &mut Emitter, slot: Slot, arguments: &[Expr], along: Shape, span: Span) -> Result<Code> {
    let name = em.function.scope.names[slot.0 as usize].clone();
    em.called.insert(name.clone());
    if em.functions.find(em.function, &name).is_some() || !arrays::is_elementwise(&name, arguments.len()) {
        return unsupported(span, format!("a call of '{name}' with an array"));
    }
    let mut args = vec![];
    for argument in arguments {
        args.push(element(em, argument, along)?);
    }
    arrays::call(em, &name, &args, span)
}
