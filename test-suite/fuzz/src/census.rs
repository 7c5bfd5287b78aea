//! What functions are made of: how many contain each construct.

use std::collections::{BTreeMap, BTreeSet};

use crate::tree::{
    Access, Affine, Atom, Binary, Calls, Cond, Elem, Expr, Form, Function, Index, Loop, Order, Part, Sizes, Smaller,
    Start, Stmt, Subscript, Test, Update,
};

pub type Counts = BTreeMap<String, u64>;

/// The constructs that occur in the function.
pub fn constructs(function: &Function) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for array in &function.arrays {
        let form = match array.form {
            Form::Vla => "VLA parameter",
            Form::Linear if array.extents.len() > 1 => "linearized array",
            Form::Linear => "pointer parameter",
            Form::Global => "static array",
            Form::Cells => "numbers that bound and index",
            Form::Overlap { .. } => "overlapping pointers",
            Form::Flat { .. } => "matrix as a vector",
            Form::Record => "array of structs",
            Form::Member => "struct of arrays",
            Form::Local { stays: true } => "private array that stays",
            Form::Local { stays: false } => "private array",
            Form::Rows(Order::Forward | Order::Backward) => "rows behind pointers",
            Form::Rows(Order::Equal | Order::Round | Order::Meeting) => "rows behind pointers that share memory",
        };
        found.insert(format!("array: {form}"));
        if array.restrict {
            found.insert("array: restrict".into());
        }
        found.insert(format!("rank: {}", array.extents.len()));
        found.insert(format!("type: {:?}", array.elem));
    }
    if function.sizes != Sizes::Parameters {
        found.insert(format!("sizes: {:?}", function.sizes));
    }
    let calls = match function.calls {
        Calls::Once => "once",
        Calls::Static => "once, static",
        Calls::Twice(_) => "twice, with other memory",
        Calls::Pointer(_) => "through a pointer",
        Calls::Recursive(_) => "recursive",
        Calls::Smaller(Smaller { n: 0, .. } | Smaller { m: 0, .. }) => "twice, the second time with a size of zero",
        Calls::Smaller(_) => "twice, with other sizes",
    };
    found.insert(format!("called: {calls}"));
    in_body(&function.body, 0, &mut found);
    if function.has_complex() {
        found.insert("complex: any".into());
        complex_in_body(function, &function.body, 0, &mut found);
    }
    found
}

/// What is done with complex numbers.
fn complex_in_body(function: &Function, body: &[Stmt], depth: usize, found: &mut BTreeSet<String>) {
    for stmt in body {
        if let Some((target, update, value)) = assignment(function, stmt) {
            let is_carried = matches!(stmt, Stmt::Set { .. }) && depth > 0;
            match (target.is_complex(), function.elem(value).is_complex()) {
                (true, _) if is_carried => found.insert(format!("complex: variable from outside, {update:?}")),
                (true, _) if matches!(stmt, Stmt::Declare { .. }) => found.insert("complex: variable".into()),
                (true, true) => found.insert(format!("complex: {update:?}")),
                (true, false) => found.insert(format!("complex: {update:?}, with a real number")),
                (false, true) => found.insert(format!("complex: to a real number, {update:?}")),
                (false, false) => false,
            };
        }
        if matches!(stmt, Stmt::Bump { target, .. } if function.arrays[target.array].elem.is_complex()) {
            found.insert("complex: call that stores".into());
        }
        stmt.exprs().into_iter().for_each(|expr| complex_in_expr(function, expr, found));
        let inner = depth + usize::from(matches!(stmt, Stmt::For(_)));
        stmt.bodies().into_iter().for_each(|body| complex_in_body(function, body, inner, found));
    }
}

/// The type of what a statement assigns to, how, and the value.
fn assignment<'f>(function: &Function, stmt: &'f Stmt) -> Option<(Elem, Update, &'f Expr)> {
    match stmt {
        Stmt::Store { target, update, value } => Some((function.arrays[target.array].elem, *update, value)),
        Stmt::Walk { array, update, value } => Some((function.arrays[*array].elem, *update, value)),
        Stmt::Set { scalar, update, value } => Some((function.scalars[*scalar], *update, value)),
        Stmt::Declare { scalar, value } => Some((function.scalars[*scalar], Update::Set, value)),
        Stmt::For(_)
        | Stmt::While(_)
        | Stmt::If { .. }
        | Stmt::Bump { .. }
        | Stmt::Local(_)
        | Stmt::Switch(_)
        | Stmt::Block { .. }
        | Stmt::Goto(_)
        | Stmt::Record { .. }
        | Stmt::Bytes { .. }
        | Stmt::Break
        | Stmt::Continue
        | Stmt::Return => None,
    }
}

fn complex_in_expr(function: &Function, expr: &Expr, found: &mut BTreeSet<String>) {
    let is_complex = function.elem(expr).is_complex();
    let name = match expr {
        Expr::Part(Part::Real | Part::Creal, ..) => Some("real part".into()),
        Expr::Part(Part::Imag | Part::Cimag, ..) => Some("imaginary part".into()),
        _ if !is_complex => None,
        Expr::Binary(op, _, a, b) => {
            let is_mixed = [a, b].iter().any(|it| !function.elem(it).is_complex()) && *op != Binary::Pair;
            Some(format!("{op:?} in expressions{}", if is_mixed { ", with a real number" } else { "" }))
        }
        Expr::Math(math, ..) => Some(format!("{math:?}")),
        Expr::Call(..) => Some("call".into()),
        Expr::Choose(..) => Some("?:".into()),
        Expr::Convert(..) => Some("conversion".into()),
        Expr::Literal(..) | Expr::Load(_) | Expr::Scalar(_) | Expr::Var(_) | Expr::Form(_) | Expr::Here(_) => None,
    };
    found.extend(name.map(|name: String| format!("complex: {name}")));
    expr.children().into_iter().for_each(|child| complex_in_expr(function, child, found));
}

fn in_body(body: &[Stmt], depth: usize, found: &mut BTreeSet<String>) {
    for stmt in body {
        let name = match stmt {
            Stmt::For(lp) => {
                found.insert(format!("depth: {}", depth + 1));
                in_header(lp, found);
                "for"
            }
            Stmt::While(_) => "while",
            Stmt::If { condition, .. } => {
                in_condition(condition, found);
                "if"
            }
            Stmt::Store { target, update, value } => {
                if target.subscripts.iter().any(|it| matches!(it, Subscript::Modulo(_))) {
                    found.insert("store: indirect".into());
                }
                if depth >= 3 && target.subscripts.len() >= 2 && accumulates(target, *update, value) {
                    found.insert("update: accumulates into a matrix, in three loops or more".into());
                }
                found.insert(format!("update: {update:?}"));
                "store"
            }
            Stmt::Bump { poke, .. } => {
                found.insert(format!("call that stores: {poke:?}"));
                "call that stores"
            }
            Stmt::Declare { .. } if depth > 0 => "private scalar",
            Stmt::Declare { .. } => "scalar",
            Stmt::Set { update, .. } => {
                found.insert(format!("carried scalar: {update:?}"));
                "carried scalar"
            }
            Stmt::Local(_) => "private array",
            Stmt::Walk { .. } => "walking pointer",
            Stmt::Switch(_) => "switch",
            Stmt::Block { .. } => "block",
            Stmt::Goto(_) => "goto",
            Stmt::Record { way, .. } => {
                found.insert(format!("struct copy: {way:?}"));
                "struct copy"
            }
            Stmt::Bytes { from: Some(_), .. } => "memcpy",
            Stmt::Bytes { from: None, .. } => "memset",
            Stmt::Break => "break",
            Stmt::Continue => "continue",
            Stmt::Return => "return",
        };
        found.insert(format!("statement: {name}"));
        stmt.exprs().into_iter().for_each(|expr| in_expr(expr, found));
        let inner = depth + usize::from(matches!(stmt, Stmt::For(_)));
        stmt.bodies().into_iter().for_each(|body| in_body(body, inner, found));
    }
}

/// Does the statement read the element it stores to?
fn accumulates(target: &Access, update: Update, value: &Expr) -> bool {
    let reads = |expr: &Expr| matches!(expr, Expr::Load(access) if access == target);
    update != Update::Set || reads(value) || value.children().into_iter().any(|it| accumulates(target, update, it))
}

fn in_header(lp: &Loop, found: &mut BTreeSet<String>) {
    let mut note = |present: bool, name: &str| {
        if present {
            found.insert(format!("loop: {name}"));
        }
    };
    let depends = |form: &Affine| form.terms.iter().any(|(_, atom)| matches!(atom, Atom::Var(_)));
    note(depends(&lp.lower) || depends(&lp.upper), "bounds of other loops");
    note(depends(&lp.lower) && depends(&lp.upper), "both bounds of another loop");
    note(lp.upper.terms.iter().any(|(factor, _)| *factor >= 16), "long enough for partial results");
    note(lp.step > 1, "step above 1");
    note(lp.step < 0, "descending");
    let cell = |form: &Affine| form.terms.iter().any(|(_, atom)| matches!(atom, Atom::Cell(..)));
    note(cell(&lp.lower) || cell(&lp.upper), "bound in memory");
    note(lp.colour.is_some(), "first value by colour");
    note(lp.named, "step that is a parameter");
    note(lp.outside.is_some(), "variable declared outside");
    note(!matches!(lp.outside, None | Some(Start::Assigned)), "variable begins before the loop, or in several steps");
    note(lp.test == Test::NonStrict, "non-strict test");
    note(lp.test == Test::NotEqual, "!= test");
    note(lp.index == Index::Unsigned, "unsigned variable");
    note(matches!(lp.index, Index::Long | Index::Size), "64-bit variable");
    note(lp.index == Index::Far, "64-bit variable near the end of its type");
}

fn in_condition(condition: &Cond, found: &mut BTreeSet<String>) {
    let name = match condition {
        Cond::NonNegative(_) => "affine",
        Cond::NonZero(_) => "affine, unequal",
        Cond::Congruent { .. } => "modulo",
        Cond::Less(..) => "of data",
        Cond::AtMost(..) => "of data, equal or not",
        Cond::Equal(..) => "of data, equal",
        Cond::Unequal(..) => "of data, unequal",
        Cond::Both(a, b) => {
            in_condition(a, found);
            in_condition(b, found);
            "conjunction"
        }
    };
    found.insert(format!("guard: {name}"));
}

fn in_expr(expr: &Expr, found: &mut BTreeSet<String>) {
    match expr {
        Expr::Load(access) if access.subscripts.iter().any(|s| matches!(s, Subscript::Cell(_))) => {
            found.insert("subscript: cell".into());
        }
        Expr::Load(access) if access.subscripts.iter().any(|s| matches!(s, Subscript::Near(..))) => {
            found.insert("subscript: at an edge".into());
        }
        Expr::Load(access) if access.subscripts.iter().any(|s| matches!(s, Subscript::Modulo(_))) => {
            found.insert("subscript: indirect".into());
        }
        Expr::Math(math, ..) => {
            found.insert(format!("math: {math:?}"));
        }
        Expr::Call(helper, ..) => {
            found.insert(format!("call: {helper:?}"));
        }
        Expr::Choose(..) => {
            found.insert("expression: ?:".into());
        }
        Expr::Binary(op, elem, ..) => {
            let kind = if elem.is_float() { "float" } else { "integer" };
            if !elem.is_complex() {
                found.insert(format!("{kind}: {op:?}"));
            }
        }
        Expr::Load(_)
        | Expr::Literal(..)
        | Expr::Scalar(_)
        | Expr::Var(_)
        | Expr::Form(_)
        | Expr::Here(_)
        | Expr::Part(..)
        | Expr::Convert(..) => {}
    }
    expr.children().into_iter().for_each(|child| in_expr(child, found));
}
