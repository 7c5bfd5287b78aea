//! Assignments of arrays: to variables, to parts, to elements that a test selects.

use super::super::emit::{Code, Emitter, Int, Result, c_type, tag, takes, unsupported};
use super::super::types::{Elem, Known};
use super::build::{build, common, subscripts};
use super::{Array, Extents, Kind, Node, Reads, Subscript, Value, group, inline, kernel, materialize, variable, wide};
use crate::ast::{BinaryOp, Expr, ExprKind, Slot, Span, Target, UnaryOp};

/// Marks arrays of which a mask selects elements; such a value is no range.
pub const SELECTED: &str = "0";

/// `x = value`
pub fn assign_whole(em: &mut Emitter, slot: Slot, value: &Expr, span: Span) -> Result<()> {
    em.value = em.callers.is_empty().then_some(value.span);
    let node = build(em, value);
    em.value = None;
    let node = node?;
    if em.callers.is_empty() {
        super::reads_no_more(em, &[&node]);
    }
    let target = variable(em, slot, span)?;
    if node.elem != target.elem {
        return unsupported(span, format!("the class of '{}' changes", em.text(slot)));
    }
    if stays_no_range(em, &node, span).is_err() {
        // Nobody sees a range of an inlined function unless it returns it.
        if em.callers.is_empty() {
            return unsupported(span, "a range that is kept as a range");
        }
        em.local_ranges.insert(slot);
    }
    em.written.insert(slot);
    fit(em, &node.extents, &target);
    if node.reads(&target.data, &node.extents, None) == Reads::Other {
        let made = materialize(em, &node, span)?;
        ensure(em, slot, &target, &made.extents);
        return kernel::elementwise(em, &Node::of_array(made), Some(&target.extents), span)?.store(em, &target, None);
    }
    if let Kind::Whole(array) = &node.kind
        && can_move(em, array)
    {
        ensure(em, slot, &target, &node.extents);
        take(em, slot, &target, array);
        return Ok(());
    }
    let kernel = kernel::elementwise(em, &node, Some(&target.extents), span)?;
    kernel.check(em);
    ensure(em, slot, &target, &node.extents);
    kernel.store(em, &target, None)
}

/// Is it an array of the region's own, which nobody needs behind the statement, and whose elements are there already?
fn can_move(em: &Emitter, array: &Array) -> bool {
    let is_pending = em.pending.as_ref().is_some_and(|group| group.state.written.contains(&array.data));
    em.callers.is_empty() && !array.data.starts_with("a_") && !is_pending
}

/// Gives a variable the memory of an array of the region's own. Its elements go to the variable's own memory when the region is left.
fn take(em: &mut Emitter, slot: Slot, target: &Array, array: &Array) {
    let (to, from) = (&target.data, &array.data);
    // The move happens here, so no test may leave at a statement before it.
    group::flush(em);
    em.moved.insert(slot);
    em.facts.set_non_negative(to, em.facts.is_non_negative(from));
    let element = c_type(target.elem);
    em.line(format!(
        "if (z{from} > 0) {{ {element} *own = z{to} ? {to} : 0; int64_t room = z{to}; {to} = {from}; z{to} = z{from}; {from} = own; z{from} = room; }}"
    ));
    em.is_written(to);
}

/// An extent that is one for the variable is one for its value.
fn fit(em: &mut Emitter, extents: &Extents, target: &Array) {
    for (extent, own) in extents.iter().zip(&target.extents) {
        if own == "1" && extent != "1" {
            em.require(&format!("{extent} == 1"));
        }
    }
}

/// Ranges are kept as ranges, which are displayed in another way; so are their sums and products with scalars.
fn stays_no_range(em: &mut Emitter, node: &Node, span: Span) -> Result<()> {
    match &node.kind {
        Kind::Range { .. } => unsupported(span, "a range that is kept as a range"),
        Kind::Whole(array) => {
            match array.range.as_deref() {
                Some("1") => return unsupported(span, "a range that is kept as a range"),
                Some(range) => em.require(&format!("!{range}")),
                None => (),
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
pub fn ensure(em: &mut Emitter, slot: Slot, target: &Array, extents: &Extents) {
    let [m, n, p] = em.extents(slot);
    let [a, b, c] = extents;
    let is_known = (0..3).all(|at| target.extents[at] == "1" || em.facts.holds(&target.extents[at], &extents[at]));
    em.made = None;
    if is_known {
        return;
    }
    group::flush_if_mentioned(em, &[target.data.clone(), m.clone(), n.clone(), p.clone()]);
    if !em.callers.is_empty() {
        let (data, count) = (&target.data, super::count(extents));
        let room = format!("z{data}");
        super::fits(em, extents);
        em.line(format!(
            "if ({room} < {count} || !{data}) {{ free({data}); {data} = raddlemat_memory(({count} + 1) * sizeof *{data}); {room} = {data} ? {count} : -1; }}"
        ));
        em.require(&format!("{room} >= {count}"));
        em.line(format!("{m} = {a}; {n} = {b}; {p} = {c};"));
        know(em, &[m, n, p], extents);
        return;
    }
    // A test of a later statement leaves at the group's start: then nothing may need the old array.
    group::flush_if_read(em, slot);
    em.replaced |= em.reads.contains(&slot);
    let (data, index) = (&target.data, em.index_name(slot));
    let class = tag(target.elem);
    let resume = em.resume();
    let made = em.declare("int64_t", "h");
    em.line(format!("{made} = 0;"));
    em.line(format!("if (!{data} || {m} != {a} || {n} != {b} || {p} != {c}) {{"));
    em.line(format!("  if (z{data}) free({data});"));
    em.line(format!("  z{data} = 0; {data} = v[{index}].data;"));
    em.line(format!("  if (!state->make(state->context, {index}, {class}, {a}, {b}, {c})) {resume}"));
    em.line(format!(
        "  {data} = v[{index}].data; {m} = v[{index}].rows; {n} = v[{index}].columns; {p} = v[{index}].pages;"
    ));
    em.line(format!("  {} = 0; {made} = 1;", em.range_name(slot)));
    em.line("}");
    em.made = Some((data.clone(), made));
    know(em, &[m, n, p], extents);
}

fn know(em: &mut Emitter, names: &Extents, extents: &Extents) {
    for (name, extent) in names.iter().zip(extents) {
        em.facts.forget(name);
        em.facts.add(name, extent);
    }
}

/// `[a, ~, b] = f(x)` for a function of the program, and `[m, n] = size(x)`.
pub fn assign_several(em: &mut Emitter, targets: &[Target], value: &Expr, span: Span) -> Result<()> {
    let several = "an assignment to several variables";
    let ExprKind::Index { base, arguments } = &value.kind else {
        return unsupported(span, several);
    };
    let ExprKind::Name(slot) = base.kind else {
        return unsupported(span, several);
    };
    let name = em.function.scope.names[slot.0 as usize].clone();
    if em.known(slot) != Known::Nothing {
        return unsupported(span, several);
    }
    em.called.insert(name.clone());
    let mut values = match (em.functions.find(em.function, &name), &arguments[..]) {
        (Some(callee), _) => inline(em, callee, arguments, targets.len(), span)?,
        (None, [argument]) if &*name == "size" && targets.len() == 2 => extents_of(em, argument, span)?,
        _ => return unsupported(span, several),
    };
    for value in &mut values {
        // A parameter that is returned may be what another target overwrites.
        if let Value::Array(array) = value
            && targets.iter().any(|target| is_data(em, target, &array.data))
        {
            *array = materialize(em, &Node::of_array(array.clone()), span)?;
        }
    }
    // Nothing may be tested behind the first assignment.
    let mut assignments = vec![];
    for (target, value) in targets.iter().zip(values) {
        if let Target::Place(place) = target {
            let ExprKind::Name(slot) = place.kind else {
                return unsupported(place.span, "an assignment of one of several values to a part");
            };
            assignments.push((slot, checked(em, slot, value, span)?));
        }
    }
    let is_repeated = |at: usize| assignments[..at].iter().any(|(slot, _)| *slot == assignments[at].0);
    if (0..assignments.len()).any(is_repeated) {
        return unsupported(span, several);
    }
    for (slot, value) in &assignments {
        if let Value::Array(array) = value {
            let target = variable(em, *slot, span)?;
            em.written.insert(*slot);
            ensure(em, *slot, &target, &array.extents);
            let node = Node::of_array(array.clone());
            kernel::elementwise(em, &node, Some(&target.extents), span)?.store(em, &target, None)?;
        }
    }
    for (slot, value) in &assignments {
        if let Value::Scalar(code) = value {
            // Were the statement run again, it would read the new value.
            if em.callers.is_empty() {
                group::flush(em);
            }
            em.set(*slot, code, span)?;
        }
    }
    Ok(())
}

/// `[m, n] = size(x)`
fn extents_of(em: &mut Emitter, argument: &Expr, span: Span) -> Result<Vec<Value>> {
    let node = build(em, argument)?;
    let [m, n, p] = &node.extents;
    if p != "1" {
        return unsupported(span, "two extents of three dimensions");
    }
    Ok([m, n].map(|extent| Value::Scalar(Code::of_int(Int::exact(extent.clone())))).into())
}

fn is_data(em: &Emitter, target: &Target, data: &str) -> bool {
    match target {
        Target::Place(place) => matches!(place.kind, ExprKind::Name(slot) if em.array(slot) == data),
        Target::Ignored(_) => false,
    }
}

/// One of several values, with the tests that its variable wants.
fn checked(em: &mut Emitter, slot: Slot, value: Value, span: Span) -> Result<Value> {
    let Some(ty) = em.known(slot).typed() else {
        return unsupported(span, format!("the class of '{}' is not known", em.text(slot)));
    };
    match &value {
        Value::Scalar(code) if ty.is_scalar() && code.elem == ty.elem => (),
        Value::Array(array) if !ty.is_scalar() && array.elem == ty.elem => {
            let (node, target) = (Node::of_array(array.clone()), variable(em, slot, span)?);
            stays_no_range(em, &node, span)?;
            fit(em, &node.extents, &target);
        }
        _ => return unsupported(span, format!("the class of '{}' changes", em.text(slot))),
    }
    Ok(value)
}

/// `x(subscripts) = value`
pub fn assign_part(em: &mut Emitter, slot: Slot, arguments: &[Expr], value: &Expr, place: &Expr) -> Result<()> {
    let span = place.span;
    let target = variable(em, slot, span)?;
    if em.maybe_unset.contains(&slot) {
        em.require(&format!("{} != 0", target.data));
    }
    let mask = match arguments {
        [argument] if em.type_of(argument).typed().is_some_and(|ty| ty.elem == Elem::Bool) => Some(argument),
        _ => None,
    };
    em.mask = mask.map(|mask| (super::build::text(em, mask.span), target.extents.clone()));
    let node = build(em, value);
    em.mask = None;
    let node = node?;
    if !takes(target.elem, node.elem) {
        return unsupported(span, "elements of another class");
    }
    em.written.insert(slot);
    if let Some(mask) = mask {
        return masked(em, &target, mask, node, span);
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

/// `x(mask) = value` for one value, or for values that the same mask selects.
fn masked(em: &mut Emitter, target: &Array, mask: &Expr, value: Node, span: Span) -> Result<()> {
    if !value.is_scalar() && !selects_only(&value) {
        return unsupported(span, "an assignment of several values to elements that a test selects");
    }
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
    kernel::masked(em, &mask, &value, target, span)
}

/// Are all arrays of a value taken where the mask is?
fn selects_only(value: &Node) -> bool {
    let mut all = true;
    value.walk(&mut |node| {
        all &= match &node.kind {
            Kind::Whole(array) => array.range.as_deref() == Some(SELECTED),
            Kind::Scalar(_) => node.is_scalar(),
            Kind::Part { .. } | Kind::Range { .. } | Kind::Transposed(_) => false,
            Kind::Unary(..) | Kind::Binary { .. } | Kind::Call(..) => true,
        }
    });
    all
}
