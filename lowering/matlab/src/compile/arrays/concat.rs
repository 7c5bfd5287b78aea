//! Matrices of several parts, `[a, b; c, d]`: an array of the region's own that is filled part by part.

use super::super::emit::{Emitter, Result, unsupported};
use super::super::types::Elem;
use super::build::build;
use super::{Array, Extents, Kind, Node, Subscript, kernel, room};
use crate::ast::{Expr, Span};

/// The node of a matrix.
pub fn matrix<'e>(em: &mut Emitter, rows: &'e [Vec<Expr>], span: Span) -> Result<Node<'e>> {
    let mut parts = vec![];
    for row in rows {
        let row = row.iter().map(|part| build(em, part)).collect::<Result<Vec<_>>>()?;
        parts.push(row);
    }
    let elem = elem_of(&parts, span)?;
    let mut heights = vec![];
    let mut width: Option<String> = None;
    for row in &parts {
        let Some(first) = row.first() else {
            return unsupported(span, "a matrix with an empty row");
        };
        for part in row {
            same(em, &first.extents[0], &part.extents[0]);
            if part.extents[2] != "1" {
                return unsupported(span, "a matrix of arrays of three dimensions");
            }
        }
        heights.push(first.extents[0].clone());
        let own = sum(em, row.iter().map(|part| &part.extents[1]));
        match &width {
            Some(width) => same(em, width, &own),
            None => width = Some(own),
        }
    }
    let Some(width) = width else {
        return unsupported(span, "an empty matrix");
    };
    let height = sum(em, heights.iter());
    if em.value == Some(span) {
        super::reads_no_more(em, &parts.iter().flatten().collect::<Vec<_>>());
    }
    let array = room(em, &[height, width, "1".into()], elem);
    fill(em, &parts, &array, span)?;
    Ok(Node::of_array(array))
}

fn elem_of(parts: &[Vec<Node>], span: Span) -> Result<Elem> {
    let mut elems: Vec<_> = parts.iter().flatten().map(|part| part.elem).collect();
    elems.dedup();
    match elems[..] {
        [one] if one != Elem::Char => Ok(one),
        _ if !elems.iter().all(|elem| elem.is_plain()) => unsupported(span, "a matrix of parts of several classes"),
        _ if elems.contains(&Elem::Char) => unsupported(span, "a text of several parts"),
        _ => Ok(Elem::Double),
    }
}

/// Requires that extents are equal.
fn same(em: &mut Emitter, a: &str, b: &str) {
    if a != b {
        em.require(&format!("{a} == {b}"));
    }
}

/// A sum of extents: a number where all are numbers.
fn sum<'t>(em: &mut Emitter, extents: impl Iterator<Item = &'t String>) -> String {
    let all: Vec<&str> = extents.map(String::as_str).collect();
    if let [one] = all[..] {
        return one.into();
    }
    if let Ok(numbers) = all.iter().map(|extent| extent.parse::<i64>()).collect::<std::result::Result<Vec<_>, _>>() {
        return numbers.iter().sum::<i64>().to_string();
    }
    let name = em.declare("int64_t", "e");
    em.line(format!("{name} = {};", all.join(" + ")));
    name
}

fn fill(em: &mut Emitter, parts: &[Vec<Node>], array: &Array, span: Span) -> Result<()> {
    let mut row = "0".to_string();
    for line in parts {
        let mut column = "0".to_string();
        for part in line {
            one(em, part, array, (&row, &column), span)?;
            column = place_behind(em, &column, &part.extents[1]);
        }
        row = place_behind(em, &row, &line[0].extents[0]);
    }
    Ok(())
}

/// A variable of its own, as what is stored at a place may be stored later.
fn place_behind(em: &mut Emitter, start: &str, extent: &str) -> String {
    let name = em.declare("int64_t", "b");
    em.line(format!("{name} = {start} + {extent};"));
    name
}

fn one(em: &mut Emitter, part: &Node, array: &Array, (row, column): (&str, &str), span: Span) -> Result<()> {
    if let (Kind::Scalar(code), true) = (&part.kind, part.is_scalar()) {
        em.line(format!("{}[{row} + {column} * {}] = {};", array.data, array.extents[0], code.number()));
        return Ok(());
    }
    let kernel = kernel::nested(em, part, span)?;
    kernel.check(em);
    let from = |start: &str, extent: &String| match extent.as_str() {
        "1" => Subscript::At(start.into()),
        _ => Subscript::From { start: start.into(), step: 1 },
    };
    let [m, n, _]: &Extents = &part.extents;
    let subscripts = [from(row, m), from(column, n)];
    kernel.store(em, array, Some(&subscripts))
}
