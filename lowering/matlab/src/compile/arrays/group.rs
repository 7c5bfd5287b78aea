//! Groups: kernels that follow each other become one loop where each element needs only elements at its own place. Statements are
//! collected here until something else needs what they compute. Arrays that nobody reads behind the group are not written at all.
//!
//! A group is written behind the tests of its later statements. So a test that fails leaves at the first statement of the group, and
//! nothing of the group has happened yet.
//!
//! Before: `d = a .* b; e = d + c;` Two loops. After: `for (i ...) { d[i] = a[i] * b[i]; e[i] = d[i] + c[i]; }`
//!
//! Source: MEGHA, composition of kernels; contraction of arrays (`docs/seeds.md`, M14 to M18).

use super::super::emit::{Emitter, c_type};
use super::super::text;
use super::kernel::State;
use super::{Extents, wide};
use crate::ast::Slot;
use std::collections::BTreeSet;

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
}

#[derive(Clone, Debug)]
pub struct Group {
    pub state: State,
    pub pieces: Vec<Piece>,
    pub extents: Extents,
    pub start: u32,
    /// Where the interpreter goes on if a test fails.
    pub path: Vec<u32>,
    /// Variables that its statements read, whose values must stay until it has happened.
    reads: BTreeSet<Slot>,
    /// Arrays that nobody reads behind the group.
    dead: BTreeSet<String>,
}

/// Adds a kernel of one piece: to the group if it may, else to a new one.
pub fn append(em: &mut Emitter, state: State, piece: Piece, extents: &Extents, start: u32) {
    let joins = em.pending.as_ref().is_some_and(|group| joins(em, group, &state, &piece, extents));
    if !joins {
        flush(em);
        let path = em.path.clone();
        let pieces = vec![];
        em.pending = Some(Group {
            state: State::default(),
            pieces,
            extents: extents.clone(),
            start,
            path,
            reads: BTreeSet::new(),
            dead: BTreeSet::new(),
        });
    }
    if let Some(group) = em.pending.as_mut() {
        group.state.merge(state);
        group.pieces.push(piece);
        group.reads.extend(&em.reads);
    }
}

fn joins(em: &Emitter, group: &Group, state: &State, piece: &Piece, extents: &Extents) -> bool {
    let same_extents = (0..3).all(|dim| em.equal.holds(&group.extents[dim], &extents[dim]));
    if !same_extents || wide(&group.extents) != wide(extents) || !group.state.goes_with(state) {
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
    let mut pieces = group.pieces.clone();
    let mut state = group.state.clone();
    for name in &group.dead {
        if contract(&mut pieces, &state, name) {
            state.written.remove(name);
            state.arrays.remove(name);
        }
    }
    let lines: String = pieces.iter().map(Piece::line).collect();
    let body = state.loops(&lines, &group.extents);
    state.call(em, &body, &group.extents, group.start, &[]);
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
    fn text(&self) -> String {
        format!("{} {} {}", self.before, self.element, self.value)
    }

    /// One line of C, so that its place is that of its statement.
    fn line(&self) -> String {
        let before = self.before.replace('\n', " ");
        format!("{}    {before}{} = {};{}\n", self.place, self.element, self.value, self.after)
    }
}

/// Which C variables are known to be equal where the code is now.
#[derive(Clone, Debug, Default)]
pub struct Equal(Vec<BTreeSet<String>>);

impl Equal {
    pub fn holds(&self, a: &str, b: &str) -> bool {
        a == b || self.0.iter().any(|set| set.contains(a) && set.contains(b))
    }

    pub fn add(&mut self, a: &str, b: &str) {
        let (with, mut rest): (Vec<_>, Vec<_>) = self.0.drain(..).partition(|set| set.contains(a) || set.contains(b));
        let mut all: BTreeSet<String> = with.into_iter().flatten().collect();
        all.extend([a.to_string(), b.to_string()]);
        rest.push(all);
        self.0 = rest;
    }

    /// A variable gets another value.
    pub fn forget(&mut self, name: &str) {
        for set in &mut self.0 {
            set.remove(name);
        }
    }

    /// The code can be reached another way.
    pub fn clear(&mut self) {
        self.0.clear();
    }
}
