//! From expressions to nodes. Scalars are computed here, before any kernel; extents are compared here, where the interpreter can still
//! go on at the statement.

use super::super::emit::{Code, Emitter, EndOf, Result, literal, step_of, unsupported};
use super::super::types::{Elem, Known, Type};
use super::super::{classes, functions};
use super::{Array, Extents, Kind, Node, Subscript, kernel, materialize, ones, reduce, variable, wide};
use crate::ast::{BinaryOp, Expr, ExprKind, Slot, Span, UnaryOp};

/// The node of an expression.
pub fn build<'e>(em: &mut Emitter, expr: &'e Expr) -> Result<Node<'e>> {
    if em.in_function || em.nest.is_some() {
        return unsupported(expr.span, "an operation on arrays");
    }
    let mask = em.mask.take();
    if em.is_scalar(expr) {
        let code = em.scalar(expr);
        em.mask = mask;
        return scalar(em, &code?, expr.span);
    }
    // Only elementwise operations may take elements where a mask selects them.
    if is_elementwise(em, expr) {
        em.mask = mask;
        return operation(em, expr);
    }
    if let Some(node) = selected(em, expr, mask.as_ref())? {
        em.mask = mask;
        return Ok(node);
    }
    let node = operation(em, expr);
    em.mask = mask;
    node
}

fn is_elementwise(em: &mut Emitter, expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Unary(UnaryOp::Plus | UnaryOp::Minus | UnaryOp::Not, _) => true,
        ExprKind::Binary(BinaryOp::MatMul, left, right) => em.is_scalar(left) || em.is_scalar(right),
        ExprKind::Binary(..) => true,
        ExprKind::Index { base, arguments } => match base.kind {
            ExprKind::Name(slot) if em.known(slot) == Known::Nothing => {
                let name = em.text(slot).to_string();
                kernel::is_elementwise(&name, arguments.len()) && em.functions.find(em.function, &name).is_none()
            }
            _ => false,
        },
        _ => false,
    }
}

/// `y(mask)` within the value of `x(mask) = value`: the elements at the same places.
fn selected<'e>(em: &mut Emitter, expr: &'e Expr, mask: Option<&(String, Extents)>) -> Result<Option<Node<'e>>> {
    let (ExprKind::Index { base, arguments }, Some((mask, extents))) = (&expr.kind, mask) else {
        return Ok(None);
    };
    let (ExprKind::Name(slot), [argument]) = (&base.kind, &arguments[..]) else {
        return Ok(None);
    };
    let is_array = em.known(*slot).typed().is_some_and(|ty| !ty.is_scalar());
    if !is_array || text(em, argument.span) != *mask {
        return Ok(None);
    }
    let array = variable(em, *slot, expr.span)?;
    if wide(&array.extents) != wide(extents) {
        return Ok(None);
    }
    common(em, &array.extents, extents);
    Ok(Some(Node::of_array(Array { range: Some(super::assign::SELECTED.into()), ..array })))
}

fn operation<'e>(em: &mut Emitter, expr: &'e Expr) -> Result<Node<'e>> {
    match &expr.kind {
        ExprKind::Name(slot) if em.known(*slot) != Known::Nothing => {
            let array = variable(em, *slot, expr.span)?;
            if em.maybe_unset.contains(slot) {
                em.require(&format!("{} != 0", array.data));
            }
            Ok(Node::of_array(array))
        }
        ExprKind::Unary(op, operand) => unary(em, *op, operand, expr.span),
        ExprKind::Binary(op, left, right) => binary(em, *op, left, right, expr.span),
        ExprKind::Range { base, step, limit } => range(em, base, step.as_deref(), limit),
        ExprKind::Index { base, arguments } => match base.kind {
            ExprKind::Name(slot) if em.known(slot) != Known::Nothing => part(em, slot, arguments, expr),
            ExprKind::Name(slot) => call(em, slot, arguments, expr.span),
            _ => unsupported(expr.span, "an index of something that is no variable"),
        },
        ExprKind::Name(slot) => call(em, *slot, &[], expr.span),
        ExprKind::Matrix(rows) => match &rows[..] {
            [row] if row.len() == 1 => build(em, &row[0]),
            _ => super::concat::matrix(em, rows, expr.span),
        },
        _ => unsupported(expr.span, "an expression of arrays that is not compiled yet"),
    }
}

/// A scalar in a variable of its own; numbers of the text stay what they are.
pub fn scalar<'e>(em: &mut Emitter, code: &Code, span: Span) -> Result<Node<'e>> {
    if matches!(code.elem, Elem::Complex | Elem::Wide(_)) {
        return unsupported(span, "an operation on arrays with complex numbers or integers of 64 bits");
    }
    let is_number = code.text.trim_start_matches(['(', '-']).starts_with(|first: char| first.is_ascii_digit())
        && !code.text.contains(' ');
    let code = if is_number {
        Code { int: None, ..code.clone() }
    } else {
        let name = em.declare("double", "s");
        em.line(format!("{name} = {};", code.number()));
        Code { non_negative: code.non_negative, ..Code::of_variable(name, String::new, code.elem) }
    };
    Ok(Node { elem: code.elem, kind: Kind::Scalar(code), extents: ones() })
}

fn unary<'e>(em: &mut Emitter, op: UnaryOp, operand: &'e Expr, span: Span) -> Result<Node<'e>> {
    let one = build(em, operand)?;
    if matches!(op, UnaryOp::Transpose | UnaryOp::ConjugateTranspose) {
        let [m, n, p] = one.extents.clone();
        if p != "1" {
            return unsupported(span, "a transposed array of three dimensions");
        }
        return Ok(Node { extents: [n, m, p], elem: one.elem, kind: Kind::Transposed(Box::new(one)) });
    }
    let elem = if op == UnaryOp::Not { Elem::Bool } else { classes::number(one.elem) };
    Ok(Node { extents: one.extents.clone(), elem, kind: Kind::Unary(op, Box::new(one), span) })
}

fn binary<'e>(em: &mut Emitter, op: BinaryOp, left: &'e Expr, right: &'e Expr, span: Span) -> Result<Node<'e>> {
    let (a, b) = (em.is_scalar(left), em.is_scalar(right));
    match op {
        BinaryOp::MatMul if !a && !b => return reduce::product(em, left, right, span),
        BinaryOp::MatRightDivide if !b => return unsupported(span, "a system of equations"),
        BinaryOp::MatLeftDivide if !a => return unsupported(span, "a system of equations"),
        BinaryOp::MatPower => return unsupported(span, "a power of a matrix"),
        _ => (),
    }
    let same = left.span != right.span && text(em, left.span) == text(em, right.span);
    let (x, y) = (build(em, left)?, build(em, right)?);
    let is_square = literal(right) == Some(2.0);
    if matches!(op, BinaryOp::Power | BinaryOp::MatPower) && !is_square {
        // Of arrays of one element other rules hold.
        for node in [&x, &y].into_iter().filter(|node| !node.is_scalar()) {
            em.require(&format!("{} != 1", super::count(&node.extents)));
        }
    }
    let extents = common(em, &x.extents, &y.extents);
    let Some(elem) = classes::of_operation(op, x.elem, y.elem) else {
        return unsupported(span, "an operation on numbers of two classes");
    };
    Ok(Node { extents, elem, kind: Kind::Binary { op, operands: Box::new([x, y]), right, same, span } })
}

pub fn text(em: &Emitter, span: Span) -> String {
    em.function.source.text.get(span.start as usize..span.end as usize).unwrap_or("").into()
}

/// The extents of an elementwise operation. Extents that may be one, but are not by the type, have to be equal.
pub fn common(em: &mut Emitter, a: &Extents, b: &Extents) -> Extents {
    [0, 1, 2].map(|at| match (a[at].as_str(), b[at].as_str()) {
        ("1", other) | (other, "1") => other.into(),
        (x, y) => {
            if !em.facts.holds(x, y) {
                em.require(&format!("{x} == {y}"));
                em.facts.add(x, y);
            }
            x.into()
        }
    })
}

fn range<'e>(em: &mut Emitter, base: &'e Expr, step: Option<&'e Expr>, limit: &'e Expr) -> Result<Node<'e>> {
    let mut number = |expr: Option<&Expr>| -> Result<String> {
        let text = match expr {
            Some(expr) => {
                let code = em.position(expr)?;
                if code.elem != Elem::Double {
                    return unsupported(expr.span, "a range of integers");
                }
                code.number()
            }
            None => "1.0".into(),
        };
        let name = em.declare("double", "s");
        em.line(format!("{name} = {text};"));
        Ok(name)
    };
    let (base, step, limit) = (number(Some(base))?, number(step)?, number(Some(limit))?);
    let count = em.declare("int64_t", "e");
    em.line(format!("{count} = raddlemat_count({base}, {step}, {limit});"));
    // The interpreter says where memory ends for one that it has to make.
    em.require(&format!(
        "{count} >= 0 && {count} < 10000000000 && {base} == {base} && {step} == {step} && {limit} == {limit}"
    ));
    let extents = ["1".into(), count.clone(), "1".into()];
    Ok(Node { extents, elem: Elem::Double, kind: Kind::Range { base, step, limit, count } })
}

fn part<'e>(em: &mut Emitter, slot: Slot, arguments: &'e [Expr], expr: &Expr) -> Result<Node<'e>> {
    let array = variable(em, slot, expr.span)?;
    if em.maybe_unset.contains(&slot) {
        em.require(&format!("{} != 0", array.data));
    }
    let (subscripts, extents) = subscripts(em, slot, &array, arguments, expr.span)?;
    let key = text(em, expr.span);
    Ok(Node { elem: array.elem, kind: Kind::Part { array, subscripts, key }, extents })
}

/// The subscripts of a part, tested, and the part's extents.
pub fn subscripts<'e>(
    em: &mut Emitter,
    slot: Slot,
    array: &Array,
    arguments: &'e [Expr],
    span: Span,
) -> Result<(Vec<Subscript<'e>>, Extents)> {
    let is_cube = array.extents[2] != "1";
    match arguments.len() {
        1 => return linear(em, slot, array, &arguments[0], span),
        2 if is_cube => return unsupported(span, "two subscripts of three dimensions"),
        3 if !is_cube => return unsupported(span, "three subscripts of two dimensions"),
        2 | 3 => (),
        _ => return unsupported(span, "more than three subscripts"),
    }
    let mut all = vec![];
    let mut extents = ones();
    for (position, argument) in arguments.iter().enumerate() {
        em.ends.push(EndOf { slot, position, count: arguments.len() });
        let one = subscript(em, argument, &array.extents[position]);
        em.ends.pop();
        let (subscript, extent, _) = one?;
        all.push(subscript);
        extents[position] = extent;
    }
    Ok((all, extents))
}

/// One subscript for all dimensions.
fn linear<'e>(
    em: &mut Emitter,
    slot: Slot,
    array: &Array,
    argument: &'e Expr,
    span: Span,
) -> Result<(Vec<Subscript<'e>>, Extents)> {
    let count = em.declare("int64_t", "e");
    em.line(format!("{count} = {};", super::count(&array.extents)));
    em.ends.push(EndOf { slot, position: 0, count: 1 });
    let one = subscript(em, argument, &count);
    em.ends.pop();
    let (subscript, extent, direction) = one?;
    let one = || "1".to_string();
    let column = [extent.clone(), one(), one()];
    let row = [one(), extent.clone(), one()];
    if matches!(argument.kind, ExprKind::Colon) {
        return Ok((vec![subscript], column));
    }
    // The shape is that of a vector, else that of the subscripts. An array that happens to be a vector or a scalar counts as one.
    let [m, n, p] = &array.extents;
    let extents = match wide(&array.extents) {
        [false, true, false] => row,
        [true, false, false] => column,
        _ => {
            em.require(&format!("{n} != 1 || {p} != 1"));
            em.require(&format!("{m} != 1 || {p} != 1"));
            match direction {
                [true, false, false] => column,
                [false, true, false] => row,
                _ => return unsupported(span, "an index that is a matrix"),
            }
        }
    };
    em.require(&format!("{count} != 1"));
    Ok((vec![subscript], extents))
}

/// A subscript within an extent, how many elements it takes, and in which direction they lie.
fn subscript<'e>(em: &mut Emitter, argument: &'e Expr, extent: &str) -> Result<(Subscript<'e>, String, [bool; 3])> {
    let row = [false, true, false];
    match &argument.kind {
        ExprKind::Colon => Ok((Subscript::From { start: "0".into(), step: 1 }, extent.into(), row)),
        ExprKind::Range { base, step, limit } => {
            let Some(step) = step.as_deref().map_or(Some(1), step_of) else {
                return unsupported(argument.span, "a step that is no integer in the text");
            };
            let (first, count) = once(em, argument, extent, |em| slice(em, base, step, limit))?;
            let by = step.abs();
            let (low, high) = match step > 0 {
                true => (first.clone(), format!("{first} + ({count} - 1) * {by}")),
                false => (format!("{first} - ({count} - 1) * {by}"), first.clone()),
            };
            em.require(&format!("{count} == 0 || ({low} >= 0 && {high} < {extent})"));
            Ok((Subscript::From { start: first, step }, count, row))
        }
        _ if em.type_of(argument) == Known::Typed(Type::SCALAR) => {
            let (place, _) = once(em, argument, extent, |em| {
                let code = em.position(argument)?;
                let place = em.declare("int64_t", "b");
                let index = em.index(&code);
                em.line(format!("{place} = {index} - 1;"));
                Ok((place, String::new()))
            })?;
            em.require(&format!("(uint64_t){place} < (uint64_t){extent}"));
            Ok((Subscript::At(place), "1".into(), [false; 3]))
        }
        _ => gather(em, argument, extent),
    }
}

/// What a subscript is, computed once in a statement: so that equal subscripts are equal texts.
fn once(
    em: &mut Emitter,
    argument: &Expr,
    extent: &str,
    compute: impl FnOnce(&mut Emitter) -> Result<(String, String)>,
) -> Result<(String, String)> {
    let own = text(em, argument.span);
    let key = if own.contains("end") { format!("{own} {extent}") } else { own };
    if let Some(known) = em.facts.subscript(&key) {
        return Ok(known);
    }
    let names = compute(em)?;
    em.facts.set_subscript(key, names.clone());
    Ok(names)
}

/// `base:step:limit` as a subscript: its first place, and the number of places.
fn slice(em: &mut Emitter, base: &Expr, step: i64, limit: &Expr) -> Result<(String, String)> {
    let mut ends = vec![];
    for end in [base, limit] {
        let code = em.position(end)?;
        let name = em.declare("int64_t", "b");
        if let Some(int) = &code.int {
            em.line(format!("{name} = {};", int.text));
        } else {
            let value = em.temporary(&code.number());
            em.require(&format!("raddle_is_int({value})"));
            em.line(format!("{name} = (int64_t){value};"));
        }
        ends.push(name);
    }
    let (first, last) = (&ends[0], &ends[1]);
    let count = em.declare("int64_t", "e");
    let distance = if step > 0 { format!("{last} - {first}") } else { format!("{first} - {last}") };
    let by = step.abs();
    em.line(format!("{count} = {distance} < 0 ? 0 : ({distance}) / {by} + 1; {first}--;"));
    Ok((first.clone(), count))
}

fn gather<'e>(em: &mut Emitter, argument: &'e Expr, extent: &str) -> Result<(Subscript<'e>, String, [bool; 3])> {
    let places = build(em, argument)?;
    if places.elem != Elem::Double {
        return unsupported(argument.span, "a selection by truth");
    }
    let direction = wide(&places.extents);
    let count = match direction {
        [true, false, false] => places.extents[0].clone(),
        [false, true, false] => places.extents[1].clone(),
        _ => return unsupported(argument.span, "an index that is a matrix"),
    };
    let subscript = Subscript::Gather { places: Box::new(places), extent: extent.into() };
    Ok((subscript, count, direction))
}

/// A call of a builtin function whose result is an array.
fn call<'e>(em: &mut Emitter, slot: Slot, arguments: &'e [Expr], span: Span) -> Result<Node<'e>> {
    let name = em.function.scope.names[slot.0 as usize].clone();
    em.called.insert(name.clone());
    if let Some(callee) = em.functions.find(em.function, &name) {
        return match super::inline(em, callee, arguments, 1, span)?.pop() {
            Some(super::Value::Array(array)) => Ok(Node::of_array(array)),
            Some(super::Value::Scalar(code)) => {
                super::flush(em);
                scalar(em, &code, span)
            }
            None => unsupported(span, format!("a call of '{name}', which has no output")),
        };
    }
    let filling = match &*name {
        "zeros" => Some(Code::double("0.0")),
        "ones" => Some(Code::double("1.0")),
        "Inf" | "inf" => Some(Code::double("INFINITY")),
        "NaN" | "nan" => Some(Code::double("NAN")),
        "true" => Some(Code::test("1")),
        "false" => Some(Code::test("0")),
        _ => None,
    };
    if let Some(code) = filling {
        let extents = extents_of(em, arguments, span)?;
        return Ok(Node { elem: code.elem, kind: Kind::Scalar(code), extents });
    }
    if let Some(node) = reduce::lines(em, &name, arguments, span)? {
        return Ok(node);
    }
    if !kernel::is_elementwise(&name, arguments.len()) {
        return unsupported(span, format!("a call of '{name}' with an array"));
    }
    let args = arguments.iter().map(|argument| build(em, argument)).collect::<Result<Vec<_>>>()?;
    let mut extents = ones();
    for arg in &args {
        extents = common(em, &extents, &arg.extents);
    }
    let types: Vec<_> = args.iter().map(|arg| Known::Typed(Type::SCALAR.with(arg.elem))).collect();
    let Some(Type { elem, .. }) = functions::result(&name, &types, &vec![None; types.len()]).typed() else {
        return unsupported(span, format!("a call of '{name}' with an array"));
    };
    Ok(Node { extents, elem, kind: Kind::Call(name, args, span) })
}

/// The extents that `zeros` and its kin are asked for.
fn extents_of(em: &mut Emitter, arguments: &[Expr], span: Span) -> Result<Extents> {
    if let [argument] = arguments
        && let ExprKind::Index { base, arguments } = &argument.kind
        && let (ExprKind::Name(size), [one]) = (&base.kind, &arguments[..])
        && em.text(*size) == "size"
        && em.known(*size) == Known::Nothing
        && let ExprKind::Name(of) = one.kind
    {
        em.called.insert("size".into());
        return Ok(variable(em, of, span)?.extents);
    }
    let mut extents = vec![];
    for argument in arguments {
        if em.type_of(argument) != Known::Typed(Type::SCALAR) {
            return unsupported(argument.span, "an extent that is no number");
        }
        if let Some(value) = literal(argument).filter(|value| value.fract() == 0.0 && (0.0..1e9).contains(value)) {
            extents.push(format!("{}", value as i64));
            continue;
        }
        let code = em.scalar(argument)?;
        let (value, name) = (em.temporary(&code.number()), em.declare("int64_t", "e"));
        em.require(&format!("{value} >= 0 && {value} < 1e9 && {value} == floor({value})"));
        em.line(format!("{name} = (int64_t){value};"));
        extents.push(name);
    }
    let one = || "1".to_string();
    Ok(match &extents[..] {
        [n] => [n.clone(), n.clone(), one()],
        [m, n] => [m.clone(), n.clone(), one()],
        [m, n, p] => [m.clone(), n.clone(), p.clone()],
        _ => return unsupported(span, "an array of so many dimensions"),
    })
}

/// A node whose elements can be asked for again and again.
pub fn plain<'e>(em: &mut Emitter, node: Node<'e>, span: Span) -> Result<Node<'e>> {
    let is_plain = match &node.kind {
        Kind::Whole(_) => true,
        Kind::Part { subscripts, .. } => !subscripts.iter().any(|one| matches!(one, Subscript::Gather { .. })),
        Kind::Transposed(one) => matches!(one.kind, Kind::Whole(_)),
        _ => false,
    };
    if is_plain { Ok(node) } else { Ok(Node::of_array(materialize(em, &node, span)?)) }
}
