//! Assignments of arrays: to variables, to parts, to elements that a test selects.

use super::super::emit::{Emitter, Result, tag, unsupported};
use super::super::types::Elem;
use super::build::{build, common, subscripts};
use super::{Array, Extents, Kind, Node, Reads, Subscript, kernel, materialize, variable, wide};
use crate::ast::{BinaryOp, Expr, Slot, Span, UnaryOp};

/// `x = value`
pub fn assign_whole(em: &mut Emitter, slot: Slot, value: &Expr, span: Span) -> Result<()> {
    let node = build(em, value)?;
    let target = variable(em, slot, span)?;
    if node.elem != target.elem {
        return unsupported(span, format!("the class of '{}' changes", em.text(slot)));
    }
    stays_no_range(em, &node, span)?;
    em.written.insert(slot);
    let node = fitting(em, node, &target);
    if node.reads(&target.data, &node.extents, None) == Reads::Other {
        let made = materialize(em, &node, span)?;
        ensure(em, slot, &target, &made.extents);
        return kernel::elementwise(em, &Node::of_array(made), Some(&target.extents), span)?.store(em, &target, None);
    }
    let kernel = kernel::elementwise(em, &node, Some(&target.extents), span)?;
    kernel.check(em);
    ensure(em, slot, &target, &node.extents);
    kernel.store(em, &target, None)
}

/// An extent that is one for the variable is one for its value.
fn fitting<'e>(em: &mut Emitter, node: Node<'e>, target: &Array) -> Node<'e> {
    for at in 0..3 {
        if target.extents[at] == "1" && node.extents[at] != "1" {
            em.require(&format!("{} == 1", node.extents[at]));
        }
    }
    node
}

/// Ranges are kept as ranges, which are displayed in another way; so are their sums and products with scalars.
fn stays_no_range(em: &mut Emitter, node: &Node, span: Span) -> Result<()> {
    match &node.kind {
        Kind::Range { .. } => unsupported(span, "a range that is kept as a range"),
        Kind::Whole(array) => {
            if let Some(slot) = array.slot {
                let range = em.range_flag(slot);
                em.require(&format!("!{range}"));
            }
            Ok(())
        }
        Kind::Unary(UnaryOp::Plus | UnaryOp::Minus, one, _) => stays_no_range(em, one, span),
        Kind::Binary { op, operands, .. } => {
            let [a, b] = &**operands;
            let keeps = matches!(
                op,
                BinaryOp::Add
                    | BinaryOp::Sub
                    | BinaryOp::Mul
                    | BinaryOp::MatMul
                    | BinaryOp::RightDivide
                    | BinaryOp::MatRightDivide
            );
            match (keeps, a.is_scalar(), b.is_scalar()) {
                (true, false, true) => stays_no_range(em, a, span),
                (true, true, false) => stays_no_range(em, b, span),
                _ => Ok(()),
            }
        }
        _ => Ok(()),
    }
}

/// Gives a variable these extents; its elements are lost if they are others.
fn ensure(em: &mut Emitter, slot: Slot, target: &Array, extents: &Extents) {
    let [m, n, p] = em.extents(slot);
    let [a, b, c] = extents;
    let (data, index) = (&target.data, em.index_name(slot));
    let class = tag(target.elem);
    let resume = em.resume();
    em.line(format!("if (!{data} || {m} != {a} || {n} != {b} || {p} != {c}) {{"));
    em.line(format!("  if (!state->make(state->context, {index}, {class}, {a}, {b}, {c})) {resume}"));
    em.line(format!("  {data} = v[{index}].data; {m} = v[{index}].rows; {n} = v[{index}].columns; {p} = v[{index}].pages;"));
    if em.range_flags.contains(&slot) {
        em.line(format!("  {} = 0;", em.range_name(slot)));
    }
    em.line("}");
}

/// `x(subscripts) = value`
pub fn assign_part(em: &mut Emitter, slot: Slot, arguments: &[Expr], value: &Expr, place: &Expr) -> Result<()> {
    let span = place.span;
    let target = variable(em, slot, span)?;
    if em.maybe_unset.contains(&slot) {
        em.require(&format!("{} != 0", target.data));
    }
    let node = build(em, value)?;
    if node.elem != target.elem && !(node.elem == Elem::Bool && target.elem == Elem::Double) {
        return unsupported(span, "elements of another class");
    }
    em.written.insert(slot);
    if let [argument] = arguments
        && em.type_of(argument).typed().is_some_and(|ty| ty.elem == Elem::Bool)
    {
        return masked(em, &target, argument, node, span);
    }
    let (subscripts, extents) = subscripts(em, slot, &target, arguments, span)?;
    if subscripts.iter().any(|one| matches!(one, Subscript::Gather { .. })) {
        return unsupported(span, "an assignment to elements of a list");
    }
    let key = em.function.source.text.get(span.start as usize..span.end as usize).unwrap_or("").to_string();
    let reads = node.reads(&target.data, &extents, Some(&key));
    let node = if reads == Reads::Other { Node::of_array(materialize(em, &node, span)?) } else { node };
    let node = directed(em, node, &extents, span)?;
    let kernel = kernel::nested(em, &node, span)?;
    kernel.check(em);
    kernel.store(em, &target, Some(&subscripts))
}

/// The value in the direction of the part: extents of one do not count.
fn directed<'e>(em: &mut Emitter, node: Node<'e>, extents: &Extents, span: Span) -> Result<Node<'e>> {
    let (from, to) = (wide(&node.extents), wide(extents));
    if node.is_scalar() || from == [false; 3] {
        return Ok(Node { extents: extents.clone(), ..node });
    }
    if from == to {
        common(em, extents, &node.extents);
        return Ok(Node { extents: extents.clone(), ..node });
    }
    match (from, to) {
        ([true, false, false], [false, true, false]) | ([false, true, false], [true, false, false]) => {
            let [m, n, p] = node.extents.clone();
            let turned = Node { elem: node.elem, extents: [n, m, p], kind: Kind::Transposed(Box::new(node)) };
            common(em, extents, &turned.extents);
            Ok(Node { extents: extents.clone(), ..turned })
        }
        _ => unsupported(span, "a value of other extents than its place"),
    }
}

/// `x(mask) = value` for one value.
fn masked(em: &mut Emitter, target: &Array, mask: &Expr, value: Node, span: Span) -> Result<()> {
    let (Kind::Scalar(value), true) = (&value.kind, value.is_scalar()) else {
        return unsupported(span, "an assignment of several values to elements that a test selects");
    };
    let mask = build(em, mask)?;
    let extents = common(em, &mask.extents, &target.extents);
    if wide(&extents) != wide(&mask.extents) || wide(&extents) != wide(&target.extents) {
        return unsupported(span, "a selection of other extents");
    }
    let mask = if mask.reads(&target.data, &extents, None) == Reads::Other {
        Node::of_array(materialize(em, &mask, span)?)
    } else {
        mask
    };
    let kernel = kernel::elementwise(em, &mask, Some(&target.extents), span)?;
    kernel.check(em);
    kernel.store_value(em, target, value);
    Ok(())
}
