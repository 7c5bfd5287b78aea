//! Expressions of whole arrays. A [`Node`] says what each element is; nothing is computed before a kernel ([`kernel`]) asks for all
//! elements in one loop, so that an expression of many operations needs no arrays in between. Arrays are made where elements are
//! used more than once: by sums along a dimension, by products of matrices, and where a statement reads what it overwrites.
//!
//! Source: MEGHA (composition of operations to kernels), `docs/seeds.md` rows M14 to M18.

mod assign;
mod build;
mod concat;
mod fill;
mod group;
mod inline;
mod kernel;
mod reduce;

pub use assign::{assign_part, assign_several, assign_whole};
pub use fill::{Access, Column, Plan, Rows, Unfilled, fill_all, fill_for};
pub use group::{Facts, Group, flush, forget_arrays};
pub use inline::{Caller, Value, inline, start_of, with_starts};
pub use kernel::{State, call, is_elementwise, test};
pub use reduce::{Fold, finished, product_of_vectors, reduction};

use super::emit::{Code, Emitter, Result, c_type, unsupported};
use super::text::is_number;
use super::types::{Elem, Known, Shape};
use crate::ast::{BinaryOp, Expr, Slot, Span, UnaryOp};
use std::collections::BTreeSet;
use std::rc::Rc;

/// Extents as C texts: names of integer variables, or `1` where an extent is one whatever happens.
pub type Extents = [String; 3];

/// Elements in memory, in columns.
#[derive(Clone, Debug)]
pub struct Array {
    /// The C variable that points to them.
    pub data: String,
    pub extents: Extents,
    pub elem: Elem,
    /// The C text of whether it is a range; `None` if it is none.
    pub range: Option<String>,
}

/// Which elements of one dimension are taken.
#[derive(Clone, Debug)]
pub enum Subscript<'e> {
    /// The element at this C integer, from 0.
    At(String),
    /// Elements from a C integer on (from 0), in steps.
    From { start: String, step: i64 },
    /// Elements at the places that an array of numbers names. `extent` is the extent that they have to keep within.
    Gather { places: Box<Node<'e>>, extent: String },
}

/// What an element is.
#[derive(Clone, Debug)]
pub enum Kind<'e> {
    /// The same value everywhere.
    Scalar(Code),
    Whole(Array),
    /// Elements of an array by one subscript for all dimensions, or one for each. `key` is the text of the expression.
    Part {
        array: Array,
        subscripts: Vec<Subscript<'e>>,
        key: String,
    },
    Range {
        base: String,
        step: String,
        limit: String,
        count: String,
    },
    Unary(UnaryOp, Box<Node<'e>>, Span),
    Binary {
        op: BinaryOp,
        operands: Box<[Node<'e>; 2]>,
        right: &'e Expr,
        same: bool,
        span: Span,
    },
    Call(Rc<str>, Vec<Node<'e>>, Span),
    Transposed(Box<Node<'e>>),
}

#[derive(Clone, Debug)]
pub struct Node<'e> {
    pub kind: Kind<'e>,
    pub extents: Extents,
    pub elem: Elem,
}

/// How an expression reads an array that its statement writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Reads {
    Nothing,
    /// Each element for the element at the same place.
    Same,
    Other,
}

pub fn ones() -> Extents {
    ["1", "1", "1"].map(String::from)
}

/// Which extents are more than one, as far as is known.
pub fn wide(extents: &Extents) -> [bool; 3] {
    [0, 1, 2].map(|at| extents[at] != "1")
}

impl<'e> Node<'e> {
    pub fn of_array(array: Array) -> Node<'e> {
        Node { extents: array.extents.clone(), elem: array.elem, kind: Kind::Whole(array) }
    }

    pub fn is_scalar(&self) -> bool {
        matches!(self.kind, Kind::Scalar(_)) && wide(&self.extents) == [false; 3]
    }

    /// Calls `f` with the node and all that it is made of.
    pub fn walk(&self, f: &mut dyn FnMut(&Node<'e>)) {
        f(self);
        match &self.kind {
            Kind::Unary(_, one, _) | Kind::Transposed(one) => one.walk(f),
            Kind::Binary { operands, .. } => operands.iter().for_each(|one| one.walk(f)),
            Kind::Call(_, all, _) => all.iter().for_each(|one| one.walk(f)),
            Kind::Part { subscripts, .. } => {
                for subscript in subscripts {
                    if let Subscript::Gather { places, .. } = subscript {
                        places.walk(f);
                    }
                }
            }
            Kind::Scalar(_) | Kind::Whole(_) | Kind::Range { .. } => (),
        }
    }

    /// How the node's elements, where `result` are the statement's extents, read an array; `key` is the text of the part that is written.
    pub fn reads(&self, data: &str, result: &Extents, key: Option<&str>) -> Reads {
        match &self.kind {
            Kind::Whole(array) if array.data == data => {
                if key.is_none() && wide(&array.extents) == wide(result) {
                    Reads::Same
                } else {
                    Reads::Other
                }
            }
            Kind::Part { array, key: own, .. } if array.data == data => {
                let gathers = self.gathers().any(|places| places.reads(data, result, key) != Reads::Nothing);
                if Some(own.as_str()) == key && !gathers { Reads::Same } else { Reads::Other }
            }
            Kind::Part { .. } => match self.gathers().map(|places| places.reads(data, result, key)).max() {
                None | Some(Reads::Nothing) => Reads::Nothing,
                Some(_) => Reads::Other,
            },
            Kind::Transposed(one) => match one.reads(data, result, key) {
                Reads::Nothing => Reads::Nothing,
                _ => Reads::Other,
            },
            Kind::Unary(_, one, _) => one.reads(data, result, key),
            Kind::Binary { operands, .. } => {
                operands.iter().map(|one| one.reads(data, result, key)).max().unwrap_or(Reads::Nothing)
            }
            Kind::Call(_, all, _) => all.iter().map(|one| one.reads(data, result, key)).max().unwrap_or(Reads::Nothing),
            Kind::Scalar(_) | Kind::Whole(_) | Kind::Range { .. } => Reads::Nothing,
        }
    }

    fn gathers(&self) -> impl Iterator<Item = &Node<'e>> {
        let subscripts = match &self.kind {
            Kind::Part { subscripts, .. } => &subscripts[..],
            _ => &[],
        };
        subscripts.iter().filter_map(|subscript| match subscript {
            Subscript::Gather { places, .. } => Some(&**places),
            _ => None,
        })
    }
}

/// The rest of the statement reads no arrays of variables but those of these nodes.
fn reads_no_more(em: &mut Emitter, nodes: &[&Node]) {
    let mut names = BTreeSet::new();
    for node in nodes {
        node.walk(&mut |node| {
            if let Kind::Whole(array) | Kind::Part { array, .. } = &node.kind {
                names.insert(array.data.clone());
            }
        });
    }
    let mut unread = std::mem::take(&mut em.unread);
    unread.retain(|slot| names.contains(&em.array(*slot)));
    em.unread = unread;
}

/// The array of a variable.
pub fn variable(em: &mut Emitter, slot: Slot, span: Span) -> Result<Array> {
    let Known::Typed(ty) = em.known(slot) else {
        return unsupported(span, format!("the class of '{}' is not known", em.text(slot)));
    };
    if matches!(ty.elem, Elem::Complex | Elem::Wide(_)) {
        return unsupported(span, "an array of complex numbers or integers of 64 bits");
    }
    let [m, n, p] = em.extents(slot);
    let one = || "1".to_string();
    let extents = match ty.shape {
        Shape::Scalar => return unsupported(span, "a scalar in place of an array"),
        Shape::Row => [one(), n, one()],
        Shape::Column => [m, one(), one()],
        Shape::Matrix => [m, n, one()],
        Shape::Cube => [m, n, p],
    };
    if let Some(array) = em.aliases.get(&slot) {
        return Ok(array.clone());
    }
    em.used.insert(slot);
    Ok(Array { data: em.array(slot), extents, elem: ty.elem, range: em.range_flag(slot) })
}

/// The number of elements as C text.
pub fn count(extents: &Extents) -> String {
    let wide: Vec<_> = extents.iter().filter(|extent| *extent != "1").cloned().collect();
    if wide.is_empty() { "1".into() } else { format!("({})", wide.join(" * ")) }
}

/// An array of the region's own with these extents, which it keeps whatever becomes of variables. Its memory is used again each time.
pub fn room(em: &mut Emitter, extents: &Extents, elem: Elem) -> Array {
    let extents = [0, 1, 2].map(|at| keep(em, &extents[at]));
    let data = em.fresh("w");
    let room = format!("z{data}");
    em.declarations.push_str(&format!("  {} *{data} = 0; int64_t {room} = 0;\n", c_type(elem)));
    em.scratch.push(data.clone());
    fits(em, &extents);
    let count = count(&extents);
    em.line(format!(
        "if ({room} < {count}) {{ free({data}); {data} = raddlemat_memory({count} * sizeof *{data}); {room} = {data} ? {count} : 0; }}"
    ));
    // Without memory, the interpreter says so.
    em.require(&format!("{room} >= {count}"));
    Array { data, extents, elem, range: None }
}

/// Requires a number of elements that can be counted.
pub fn fits(em: &mut Emitter, extents: &Extents) {
    let wide: Vec<_> = extents.iter().filter(|extent| *extent != "1").collect();
    if wide.len() > 1 {
        let doubles: Vec<_> = wide.iter().map(|extent| format!("(double){extent}")).collect();
        em.require(&format!("{} < 1e15", doubles.join(" * ")));
    }
}

/// An extent in a variable of its own.
fn keep(em: &mut Emitter, extent: &str) -> String {
    if is_number(extent) {
        return extent.into();
    }
    let name = em.declare("int64_t", "e");
    em.line(format!("{name} = {extent};"));
    em.facts.forget(&name);
    em.facts.add(&name, extent);
    name
}

/// The elements of a node in an array of the region's own.
pub fn materialize(em: &mut Emitter, node: &Node, span: Span) -> Result<Array> {
    let kernel = kernel::elementwise(em, node, None, span)?;
    kernel.check(em);
    let array = room(em, &node.extents, node.elem);
    kernel.store(em, &array, None)?;
    Ok(array)
}
