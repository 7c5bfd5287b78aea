//! Groups: kernels that follow each other become one loop where each element needs only elements at its own place. Statements are
//! collected here until something else needs what they compute. Arrays that nobody reads behind the group are not written at all.
//!
//! A group is written behind the tests of its later statements. So a test that fails leaves at the first statement of the group, and
//! nothing of the group has happened yet.
//!
//! Before: `d = a .* b; e = d + c;` Two loops. After: `for (i ...) { d[i] = a[i] * b[i]; e[i] = d[i] + c[i]; }`
//! A sum along a dimension joins the loops that make its elements: `d = a .* b; s = sum(d);` writes no `d` if nobody else reads it.
//!
//! Source: MEGHA, composition of kernels; contraction of arrays (`docs/seeds.md`, M14 to M18).

use super::super::emit::{Emitter, c_type};
use super::super::nest::Origin;
use super::super::{text, uses};
use super::kernel::{Around, State};
use super::{Extents, wide};
use crate::ast::Slot;
use std::collections::{BTreeMap, BTreeSet};

/// What is done for each element.
#[derive(Clone, Debug)]
pub struct Piece {
    /// A line directive.
    pub place: String,
    /// What comes before, and the braces behind.
    pub before: String,
    pub after: &'static str,
    /// The array that is written, the C text of the element, and of its value.
    pub array: String,
    pub element: String,
    pub value: String,
    /// All elements of the array are written.
    pub is_whole: bool,
    /// The element is that of a line, and `value` is a statement that adds to it.
    pub fold: Option<Around>,
}

#[derive(Clone, Debug)]
pub struct Group {
    pub state: State,
    pub pieces: Vec<Piece>,
    pub extents: Extents,
    /// Of its first statement.
    pub origin: Origin,
    /// Where the interpreter goes on if a test fails.
    pub path: Vec<u32>,
    /// Variables that its statements read, whose values must stay until it has happened.
    reads: BTreeSet<Slot>,
    /// Those of the statements before the last one.
    earlier: BTreeSet<Slot>,
    /// Arrays that it reads before it writes them.
    inputs: BTreeSet<String>,
    /// Arrays that nobody reads behind the group.
    dead: BTreeSet<String>,
    /// The last statement of the region in it.
    last: Option<u32>,
}

/// Adds a kernel of one piece: to the group if it may, else to a new one.
pub fn append(em: &mut Emitter, state: State, piece: Piece, extents: &Extents, start: u32) {
    let joins = em.pending.as_ref().is_some_and(|group| joins(em, group, &state, &piece, extents));
    if !joins {
        flush(em);
        let (path, reads) = em.here();
        let pieces = vec![];
        em.pending = Some(Group {
            state: State::default(),
            pieces,
            extents: extents.clone(),
            origin: Origin::of(em, start),
            path,
            earlier: reads.clone(),
            reads,
            inputs: BTreeSet::new(),
            dead: BTreeSet::new(),
            last: None,
        });
    }
    let statement = em.statement;
    if let Some(group) = em.pending.as_mut() {
        let read = |name: &&String| piece.reads(name) && !group.state.written.contains(*name);
        group.inputs.extend(state.arrays.keys().filter(read).cloned());
        group.state.merge(state);
        group.pieces.push(piece);
        if group.last != statement {
            group.earlier.extend(&group.reads);
        }
        group.reads.extend(&em.reads);
        group.last = statement;
    }
}

fn joins(em: &Emitter, group: &Group, state: &State, piece: &Piece, extents: &Extents) -> bool {
    let same_extents = (0..3).all(|dim| em.facts.holds(&group.extents[dim], &extents[dim]));
    if !same_extents || wide(&group.extents) != wide(extents) || !group.state.goes_with(state) {
        return false;
    }
    // A sum is there behind the loops alone.
    if group.pieces.iter().any(|other| other.fold.is_some() && state.arrays.contains_key(&other.array)) {
        return false;
    }
    let text: String = group.pieces.iter().map(Piece::text).collect();
    let own = piece.text();
    let is_shared = |name: &&String| group.state.written.contains(*name) || state.written.contains(*name);
    state.arrays.keys().filter(|name| group.state.arrays.contains_key(*name)).filter(is_shared).all(|name| {
        // All accesses have the same subscripts, so an element depends on elements of its own iteration alone.
        elements(&text, name).chain(elements(&own, name)).collect::<BTreeSet<_>>().len() == 1
    })
}

/// The texts of an array's elements in a C text.
fn elements<'t>(text: &'t str, name: &'t str) -> impl Iterator<Item = &'t str> {
    text::places(text, name).map(move |start| {
        let mut depth = 0;
        let subscripts = text[start + name.len()..].bytes().take_while(|byte| {
            depth += i32::from(*byte == b'[') - i32::from(*byte == b']');
            depth > 0 || *byte == b']'
        });
        let end = start + name.len() + subscripts.count();
        &text[start..end]
    })
}

/// Writes the group that is collected.
pub fn flush(em: &mut Emitter) {
    let Some(group) = em.pending.take() else {
        return;
    };
    let made = em.made.take();
    let mut pieces = group.pieces.clone();
    let mut state = group.state.clone();
    for name in &group.state.written {
        let variable = dead_variable(em, &group, name);
        if (group.dead.contains(name) || variable.is_some()) && contract(&mut pieces, &state, name) {
            state.written.remove(name);
            state.arrays.remove(name);
            if variable.is_some_and(|slot| em.statement.is_some() && em.reads.contains(&slot)) {
                em.back = Some((group.path.clone(), group.reads.clone()));
            }
        }
    }
    let mut group = Group { pieces, state, ..group };
    super::fill::put_off(em, &mut group);
    let Group { pieces, state, .. } = &group;
    if pieces.is_empty() {
        return;
    }
    let lines: String = pieces.iter().map(Piece::line).collect();
    let around: Vec<&Around> = pieces.iter().filter_map(|piece| piece.fold.as_ref()).collect();
    let body = state.loops(&lines, &group.extents, &around);
    // What the interpreter has just made is zero.
    let fresh = made.filter(|(data, _)| is_zero_of(pieces, data));
    if let Some((_, is_made)) = &fresh {
        em.line(format!("if (!{is_made}) {{"));
    }
    state.call(em, &body, &group.extents, &group.origin, &[]);
    if fresh.is_some() {
        em.line("}");
    }
}

/// Do these pieces nothing but make all elements of an array zero?
fn is_zero_of(pieces: &[Piece], data: &str) -> bool {
    matches!(pieces, [one] if one.array == data && one.constant() == Some("0.0"))
}

/// The variable whose array this is, if it is assigned anew before anybody reads it.
fn dead_variable(em: &Emitter, group: &Group, name: &str) -> Option<Slot> {
    let last = group.last.filter(|_| em.callers.is_empty() && !em.looked_at)?;
    let slot = *em.written.iter().find(|slot| em.array(**slot) == name)?;
    if em.statement.is_some() && em.reads.contains(&slot) {
        // The statement that is being written reads it: all that it reads must be in this group, and should a later test fail,
        // the interpreter has to begin with the group.
        let reads = if group.last == em.statement { &group.earlier } else { &group.reads };
        let begins_anew = group.inputs.is_disjoint(&group.state.written) && em.assigns.is_disjoint(reads);
        if em.unread.contains(&slot) || !begins_anew {
            return None;
        }
    }
    uses::is_dead_behind(em.function, last, slot).then_some(slot)
}

/// Keeps an element that is first written and then read in a variable.
fn contract(pieces: &mut [Piece], state: &State, name: &str) -> bool {
    let Some(first) = pieces.iter().position(|piece| text::mentions(&piece.text(), name)) else {
        return false;
    };
    let reads_itself = [&pieces[first].before, &pieces[first].value].iter().any(|it| text::mentions(it, name));
    if pieces[first].array != name || reads_itself || !pieces[first].after.is_empty() {
        return false;
    }
    let Some(array) = state.arrays.get(name) else {
        return false;
    };
    let (element, variable) = (pieces[first].element.clone(), format!("c{name}"));
    for (at, piece) in pieces.iter_mut().enumerate().skip(first) {
        piece.before = replaced(&piece.before, (name, &element), &variable);
        piece.value = replaced(&piece.value, (name, &element), &variable);
        if piece.array == name {
            piece.element = if at == first { format!("{} {variable}", c_type(array.elem)) } else { variable.clone() };
        }
    }
    true
}

/// A C text with a variable in place of an array's element.
fn replaced(text: &str, (name, element): (&str, &str), variable: &str) -> String {
    let mut result = String::new();
    let mut end = 0;
    for at in text::places(text, name).filter(|at| text[*at..].starts_with(element)) {
        result.push_str(&text[end..at]);
        result.push_str(variable);
        end = at + element.len();
    }
    result + &text[end..]
}

/// Nobody reads arrays of the region's own any more, but for those that are named.
pub fn forget_arrays(em: &mut Emitter, is_own: impl Fn(&str) -> bool) {
    if let Some(group) = em.pending.as_mut() {
        let own: Vec<_> = group.state.written.iter().filter(|name| is_own(name)).cloned().collect();
        group.dead.extend(own);
    }
}

/// Writes the group if one of its statements reads a variable, which gets another array now.
pub fn flush_if_read(em: &mut Emitter, slot: Slot) {
    if em.pending.as_ref().is_some_and(|group| group.reads.contains(&slot)) {
        flush(em);
    }
}

/// Writes the group if it has to do with one of these C variables.
pub fn flush_if_mentioned(em: &mut Emitter, names: &[String]) {
    let is_mentioned = em.pending.as_ref().is_some_and(|group| {
        let extents = group.state.arrays.values().flat_map(|array| &array.extents).chain(&group.extents);
        let arrays = group.state.arrays.keys();
        extents.chain(arrays).any(|name| names.contains(name))
    });
    if is_mentioned {
        flush(em);
    }
}

impl Piece {
    /// The C text of the number that all elements of its array get, if it does nothing else.
    pub fn constant(&self) -> Option<&str> {
        let is_number = self.value.parse::<f64>().is_ok() || ["INFINITY", "NAN"].contains(&self.value.as_str());
        let is_plain = self.fold.is_none() && self.before.trim().is_empty() && self.after.is_empty();
        (self.is_whole && is_plain && is_number).then_some(&self.value)
    }

    /// Does it read or write an array?
    pub fn mentions(&self, name: &str) -> bool {
        self.array == name || text::mentions(&self.text(), name)
    }

    /// Does it read an array, but for the sum that it adds to?
    fn reads(&self, name: &str) -> bool {
        let is_own_sum = self.fold.is_some() && self.array == name;
        !is_own_sum && [&self.before, &self.value].iter().any(|text| text::mentions(text, name))
    }

    fn text(&self) -> String {
        format!("{} {} {}", self.before, self.element, self.value)
    }

    /// One line of C, so that its place is that of its statement.
    fn line(&self) -> String {
        let before = self.before.replace('\n', " ");
        let statement = match self.fold {
            Some(_) => self.value.clone(),
            None => format!("{} = {};", self.element, self.value),
        };
        format!("{}    {before}{statement}{}\n", self.place, self.after)
    }
}

/// What is known of C variables where the code is now.
#[derive(Clone, Debug, Default)]
pub struct Facts {
    /// Those that are equal.
    equal: Vec<BTreeSet<String>>,
    /// Arrays without negative elements.
    non_negative: BTreeSet<String>,
    /// What the subscripts of the statement are, by their text.
    subscripts: BTreeMap<String, (String, String)>,
}

impl Facts {
    pub fn holds(&self, a: &str, b: &str) -> bool {
        a == b || self.equal.iter().any(|set| set.contains(a) && set.contains(b))
    }

    pub fn is_non_negative(&self, array: &str) -> bool {
        self.non_negative.contains(array)
    }

    pub fn subscript(&self, text: &str) -> Option<(String, String)> {
        self.subscripts.get(text).cloned()
    }

    pub fn set_subscript(&mut self, text: String, names: (String, String)) {
        self.subscripts.insert(text, names);
    }

    /// Another statement begins, for which the same text may be something else.
    pub fn begin_statement(&mut self) {
        self.subscripts.clear();
    }

    /// All elements of an array are written.
    pub fn set_non_negative(&mut self, array: &str, is_non_negative: bool) {
        if is_non_negative {
            self.non_negative.insert(array.into());
        } else {
            self.non_negative.remove(array);
        }
    }

    pub fn add(&mut self, a: &str, b: &str) {
        let (with, mut rest): (Vec<_>, Vec<_>) =
            self.equal.drain(..).partition(|set| set.contains(a) || set.contains(b));
        let mut all: BTreeSet<String> = with.into_iter().flatten().collect();
        all.extend([a.to_string(), b.to_string()]);
        rest.push(all);
        self.equal = rest;
    }

    /// A variable gets another value.
    pub fn forget(&mut self, name: &str) {
        for set in &mut self.equal {
            set.remove(name);
        }
    }

    /// The code can be reached another way.
    pub fn clear(&mut self) {
        self.equal.clear();
        self.non_negative.clear();
        self.subscripts.clear();
    }
}
