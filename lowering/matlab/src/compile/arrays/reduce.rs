//! Sums and their kin: of all elements to a scalar, along a dimension to an array; products of matrices. Elements are added from left
//! to right, as the interpreter does.

use super::super::emit::{Code, Emitter, Result, literal, unsupported};
use super::super::types::{Elem, Shape};
use super::super::vectors;
use super::build::{build, plain};
use super::kernel::{self, Around, Index};
use super::{Array, Extents, Node, count, room, wide};
use crate::ast::{Expr, ExprKind, Span};

/// How elements are put together.
pub struct Fold {
    pub name: &'static str,
    pub start: &'static str,
    /// `{r}` becomes the result with `{x}`.
    pub step: &'static str,
    /// Without elements there is another result.
    pub needs_elements: bool,
}

const FOLDS: &[Fold] = &[
    Fold { name: "sum", start: "0.0", step: "{r} = {r} + {x};", needs_elements: false },
    Fold { name: "prod", start: "1.0", step: "{r} = {r} * {x};", needs_elements: false },
    Fold { name: "mean", start: "0.0", step: "{r} = {r} + {x};", needs_elements: true },
    Fold {
        name: "max",
        start: "NAN",
        step: "{ double x = {x}; {r} = {r} != {r} || x > {r} ? x : {r}; }",
        needs_elements: true,
    },
    Fold {
        name: "min",
        start: "NAN",
        step: "{ double x = {x}; {r} = {r} != {r} || x < {r} ? x : {r}; }",
        needs_elements: true,
    },
    Fold { name: "any", start: "0.0", step: "{r} = ({x} < 0) | ({x} > 0) ? 1.0 : {r};", needs_elements: true },
    Fold { name: "all", start: "1.0", step: "{r} = {x} != 0 ? {r} : 0.0;", needs_elements: true },
];

fn fold_of(name: &str) -> Option<&'static Fold> {
    FOLDS.iter().find(|fold| fold.name == name)
}

fn elem_of(fold: &Fold) -> Elem {
    if matches!(fold.name, "any" | "all") { Elem::Bool } else { Elem::Double }
}

/// A call whose result is a scalar of a vector's elements; `None` for other functions.
pub fn reduction(em: &mut Emitter, name: &str, arguments: &[Expr], span: Span) -> Result<Option<Code>> {
    let Some(fold) = fold_of(name) else {
        return Ok(None);
    };
    let (argument, along) = match (name, arguments) {
        (_, [one]) => (one, None),
        ("sum" | "prod" | "mean" | "any" | "all", [one, along]) => (one, literal(along)),
        ("max" | "min", [one, nothing, along]) if is_empty(nothing) => (one, literal(along)),
        _ => return Ok(None),
    };
    if em.is_scalar(argument) {
        return Ok(None);
    }
    if em.nest.is_some() {
        let shape = em.type_of(argument).typed().map(|ty| ty.shape);
        if along.is_some_and(|along| along != if shape == Some(Shape::Row) { 2.0 } else { 1.0 }) {
            return unsupported(span, format!("'{name}' along another dimension"));
        }
        return vectors::reduction(em, fold, argument, span).map(Some);
    }
    let node = build(em, argument)?;
    if along.is_some_and(|along| along != if node.extents[0] == "1" { 2.0 } else { 1.0 }) {
        return unsupported(span, format!("'{name}' along another dimension"));
    }
    if !node.elem.is_plain() {
        return unsupported(span, format!("'{name}' of an array of another class"));
    }
    if node.elem != Elem::Double && matches!(name, "max" | "min" | "mean" | "prod") {
        return unsupported(span, format!("'{name}' of logical values or characters"));
    }
    if wide(&node.extents).iter().filter(|wide| **wide).count() != 1 {
        return unsupported(span, format!("'{name}' of a matrix"));
    }
    let elements = count(&node.extents);
    if fold.needs_elements {
        em.require(&format!("{elements} > 0"));
    }
    let kernel = kernel::elementwise(em, &node, None, span)?;
    kernel.check(em);
    let result = em.declare("double", "r");
    em.line(format!("{result} = {};", fold.start));
    kernel.fold(em, &result, fold.step);
    Ok(Some(finished(fold, &result, &elements)))
}

pub fn finished(fold: &Fold, result: &str, elements: &str) -> Code {
    match fold.name {
        "mean" => Code::double(format!("({result} / (double){elements})")),
        "any" | "all" => Code::test(format!("({result} != 0)")),
        _ => Code::double(result),
    }
}

/// A call whose result are the sums of lines; `None` for other functions.
pub fn lines<'e>(em: &mut Emitter, name: &str, arguments: &'e [Expr], span: Span) -> Result<Option<Node<'e>>> {
    let Some(fold) = fold_of(name) else {
        return Ok(None);
    };
    let (argument, along) = match (name, arguments) {
        (_, [one]) => (one, None),
        ("sum" | "prod" | "mean" | "any" | "all", [one, along]) => (one, Some(along)),
        ("max" | "min", [one, nothing, along]) if is_empty(nothing) => (one, Some(along)),
        _ => return Ok(None),
    };
    let node = build(em, argument)?;
    if !node.elem.is_plain() {
        return unsupported(span, format!("'{name}' of an array of another class"));
    }
    if node.elem != Elem::Double && !matches!(name, "sum" | "any" | "all") {
        return unsupported(span, format!("'{name}' of logical values or characters"));
    }
    if node.extents[2] != "1" {
        return unsupported(span, format!("'{name}' of three dimensions"));
    }
    let along = match along.map(literal) {
        // Without a dimension, a matrix that happens to be a row is one.
        None => {
            em.require(&format!("{} != 1 && {} > 0", node.extents[0], count(&node.extents)));
            0
        }
        Some(Some(1.0)) => 0,
        Some(Some(2.0)) => 1,
        _ => return unsupported(span, format!("'{name}' along another dimension")),
    };
    if fold.needs_elements {
        em.require(&format!("{} > 0", node.extents[along]));
    }
    let array = fold_lines(em, &node, fold, along, span)?;
    Ok(Some(Node::of_array(array)))
}

fn is_empty(expr: &Expr) -> bool {
    matches!(&expr.kind, ExprKind::Matrix(rows) if rows.iter().all(Vec::is_empty))
}

/// Sums of columns (`along` 0) are in a variable for each column; sums of rows (1) are in the result, column after column.
fn fold_lines(em: &mut Emitter, node: &Node, fold: &Fold, along: usize, span: Span) -> Result<Array> {
    let inner = node.extents[along].clone();
    // The interpreter knows what is left of no elements.
    em.require(&format!("{inner} > 0"));
    let mut kernel = kernel::nested(em, node, span)?;
    kernel.check(em);
    let mut extents = node.extents.clone();
    extents[along] = "1".into();
    let result = room(em, &extents, elem_of(fold));
    let place = kernel.place_in(em, &result);
    let variable = format!("r{}", result.data);
    let value = if along == 0 { &variable } else { &place };
    let divided = match fold.name {
        "mean" => format!("{value} / (double){inner}"),
        _ => value.clone(),
    };
    let start = fold.start;
    let around = match along {
        0 => Around {
            head: format!(" double {variable} = {start};"),
            tail: format!("  {place} = {divided};\n"),
            ..Around::default()
        },
        _ => {
            let each = |what: &str| match extents[0].as_str() {
                "1" => format!("  {place} = {what};\n"),
                rows => format!("  for (int64_t i0 = 0; i0 < {rows}; i0++) {place} = {what};\n"),
            };
            let last = if divided == *value { String::new() } else { each(&divided) };
            Around { first: each(start), last, ..Around::default() }
        }
    };
    let statement = fold.step.replace("{r}", value);
    kernel.fold_lines(em, &result, place, statement, around);
    Ok(result)
}

/// `left * right` of a row and a column: a scalar.
pub fn product_of_vectors(em: &mut Emitter, left: &Expr, right: &Expr, span: Span) -> Result<Code> {
    let shape = |em: &mut Emitter, expr: &Expr| em.type_of(expr).typed().map(|ty| ty.shape);
    if shape(em, left) != Some(Shape::Row) || shape(em, right) != Some(Shape::Column) {
        return unsupported(span, "an operation on arrays");
    }
    if em.nest.is_some() {
        return vectors::product(em, left, right, span);
    }
    let (a, b) = operands(em, left, right, span)?;
    let inner = a.extents[1].clone();
    if inner == "1" {
        return unsupported(span, "a product of one element");
    }
    let (at_a, at_b) = (Index::new(["0", "i1", "0"]), Index::new(["i1", "0", "0"]));
    let extents: Extents = ["1".into(), inner, "1".into()];
    let kernel = kernel::within(em, &[&a, &b], false, &extents, span, |em| {
        let (x, y) = (kernel::element(em, &a, &at_a)?, kernel::element(em, &b, &at_b)?);
        Ok(Code::double(format!("({} * {})", y.number(), x.number())))
    })?;
    let result = em.declare("double", "r");
    em.line(format!("{result} = 0.0;"));
    kernel.fold(em, &result, "{r} = {r} + {x};");
    Ok(Code::double(result))
}

/// Both operands of a product, whose inner extents are equal.
fn operands<'e>(em: &mut Emitter, left: &'e Expr, right: &'e Expr, span: Span) -> Result<(Node<'e>, Node<'e>)> {
    let (a, b) = (build(em, left)?, build(em, right)?);
    let (a, b) = (plain(em, a, span)?, plain(em, b, span)?);
    if a.extents[2] != "1" || b.extents[2] != "1" {
        return unsupported(span, "a product of three dimensions");
    }
    if !a.elem.is_plain() || !b.elem.is_plain() {
        return unsupported(span, "a product of arrays of another class");
    }
    em.require(&format!("{} == {}", a.extents[1], b.extents[0]));
    // One element multiplies all, without a sum.
    em.require(&format!("{} != 1 && {} != 1", count(&a.extents), count(&b.extents)));
    Ok((a, b))
}

/// `left * right` of arrays.
pub fn product<'e>(em: &mut Emitter, left: &'e Expr, right: &'e Expr, span: Span) -> Result<Node<'e>> {
    let (a, b) = operands(em, left, right, span)?;
    let one = "1".to_string();
    let extents: Extents = [a.extents[0].clone(), b.extents[1].clone(), one];
    let inner = a.extents[1].clone();
    let result = room(em, &extents, Elem::Double);
    let at_c = ["i", "j", "0"].map(String::from);
    let mut place = String::new();
    let kernel = kernel::within(em, &[&a, &b], false, &extents, span, |em| {
        for name in extents.iter().chain([&inner]) {
            kernel::parameter(em, name, "int64_t");
        }
        place = kernel::access(em, &result, &at_c);
        let x = kernel::element(em, &a, &Index::new(["i", "k", "0"]))?;
        let y = kernel::element(em, &b, &Index::new(["k", "j", "0"]))?;
        Ok(Code::double(format!("{} * {}", y.number(), x.number())))
    })?;
    let (m, n) = (&extents[0], &extents[1]);
    kernel.run(em, &result, |lines, code| {
        let (i, j) = (format!("for (int64_t i = 0; i < {m}; i++)"), format!("for (int64_t j = 0; j < {n}; j++)"));
        let (k, text) = (format!("for (int64_t k = 0; k < {inner}; k++)"), &code.text);
        match m.as_str() {
            "1" => format!("  {j}\n  {i} {{\n  {place} = 0.0;\n  {k} {{\n{lines}    {place} += {text};\n  }}\n  }}\n"),
            // Along columns, which are contiguous; the order of each element's sum is the same.
            _ => format!(
                "  {j} {{\n  {i}\n  {place} = 0.0;\n  {k}\n  {i} {{\n{lines}    {place} += {text};\n  }}\n  }}\n"
            ),
        }
    });
    Ok(Node::of_array(result))
}
