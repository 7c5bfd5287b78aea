//! Makes a failing function small: delta debugging on the tree, so that every candidate means something.

use crate::bounds;
use crate::tree::{
    Access, Affine, Alias, Array, Atom, Calls, Cond, Elem, Expr, Extent, Form, Function, Hue, Index, Loop, Sizes,
    Start, Stmt, Subscript, Switch, Test, Update, VarId, Way, While,
};

/// The smallest function found that still `fails`, after at most `budget` questions.
pub fn shrink(function: Function, budget: usize, mut fails: impl FnMut(&Function) -> bool) -> Function {
    let mut best = function;
    let mut left = budget;
    loop {
        let before = best.clone();
        for pass in PASSES {
            let mut site = 0;
            // After a success the same site holds something new.
            while let Some(candidate) = pass(&best, site) {
                let smaller = candidate.body != best.body || !same_shape(&candidate, &best);
                if left > 0 && smaller && bounds::check(&candidate) && ask(&mut left, &mut fails, &candidate) {
                    best = candidate;
                } else {
                    site += 1;
                }
            }
        }
        if left == 0 || best.body == before.body && same_shape(&best, &before) {
            return best;
        }
    }
}

fn ask(left: &mut usize, fails: &mut impl FnMut(&Function) -> bool, candidate: &Function) -> bool {
    *left -= 1;
    fails(candidate)
}

fn same_shape(a: &Function, b: &Function) -> bool {
    (a.n, a.m, a.sizes, a.calls, &a.arrays, &a.scalars) == (b.n, b.m, b.sizes, b.calls, &b.arrays, &b.scalars)
}

/// A pass changes one place of the function, the one of that number; none beyond the last place.
type Pass = fn(&Function, usize) -> Option<Function>;

const PASSES: [Pass; 8] = [
    |function, site| edit_bodies(function, site, remove_half),
    |function, site| edit_bodies(function, site, remove_other_half),
    |function, site| edit_statements(function, site, unwrap),
    |function, site| edit_statements(function, site, |_| Some(vec![])),
    |function, site| {
        edit_exprs(function, site, |_, expr| {
            *expr = expr.children().first().map_or_else(|| number(expr), |&child| child.clone())
        })
    },
    |function, site| edit_exprs(function, site, |function, expr| *expr = Expr::Literal(function.elem(expr), 1)),
    |function, site| edit_statements(function, site, |stmt| plainer(stmt).map(|stmt| vec![stmt])),
    simpler_data,
];

fn number(expr: &Expr) -> Expr {
    match expr {
        Expr::Literal(elem, _) => Expr::Literal(elem.part(), 1),
        Expr::Load(_) | Expr::Scalar(_) | Expr::Var(_) | Expr::Form(_) | Expr::Here(_) => Expr::Literal(Elem::I32, 1),
        other => other.clone(),
    }
}

// Statements

fn remove_half(body: &mut Vec<Stmt>) {
    body.drain(..body.len() / 2);
}

fn remove_other_half(body: &mut Vec<Stmt>) {
    body.truncate(body.len() / 2);
}

/// Changes the list of statements number `site`, in the order they begin.
fn edit_bodies(function: &Function, site: usize, edit: fn(&mut Vec<Stmt>)) -> Option<Function> {
    let mut changed = function.clone();
    let mut site = site;
    visit_bodies(&mut changed.body, &mut |body| {
        let found = site == 0;
        if found {
            edit(body);
        }
        site = site.wrapping_sub(1);
        found
    })
    .then_some(changed)
}

/// Calls `visit` on every list of statements until it returns true; did it?
fn visit_bodies(body: &mut Vec<Stmt>, visit: &mut impl FnMut(&mut Vec<Stmt>) -> bool) -> bool {
    visit(body) || body.iter_mut().any(|stmt| stmt.bodies_mut().into_iter().any(|inner| visit_bodies(inner, visit)))
}

/// Replaces statement number `site` by what `edit` makes of it, if anything.
fn edit_statements(function: &Function, site: usize, edit: fn(&Stmt) -> Option<Vec<Stmt>>) -> Option<Function> {
    let mut changed = function.clone();
    let mut site = site;
    visit_bodies(&mut changed.body, &mut |body| {
        if site < body.len() {
            if let Some(replacement) = edit(&body[site]) {
                body.splice(site..=site, replacement);
            }
            return true;
        }
        site -= body.len();
        false
    })
    .then_some(changed)
}

/// The inside of a statement: a loop runs once, for its least value; a condition is taken as true, or as false.
fn unwrap(stmt: &Stmt) -> Option<Vec<Stmt>> {
    match stmt {
        Stmt::For(Loop { var, lower, body, .. }) => {
            let mut body = body.clone();
            substitute(&mut body, *var, lower);
            Some(body)
        }
        Stmt::While(While { var, body, .. }) => {
            let mut body = body.clone();
            substitute(&mut body, *var, &Affine::constant(0));
            Some(body)
        }
        Stmt::Switch(Switch { cases, .. }) => Some(cases.iter().flat_map(|case| case.body.clone()).collect()),
        Stmt::Block { body, .. } => Some(body.clone()),
        Stmt::If { then, otherwise, .. } => Some(if then.is_empty() { otherwise.clone() } else { then.clone() }),
        Stmt::Store { .. }
        | Stmt::Bump { .. }
        | Stmt::Declare { .. }
        | Stmt::Set { .. }
        | Stmt::Local(_)
        | Stmt::Walk { .. }
        | Stmt::Goto(_)
        | Stmt::Record { .. }
        | Stmt::Bytes { .. }
        | Stmt::Break
        | Stmt::Continue
        | Stmt::Return => None,
    }
}

/// A statement of the same kind with less to it.
fn plainer(stmt: &Stmt) -> Option<Stmt> {
    match stmt {
        Stmt::For(lp) => plainer_loop(lp).map(Stmt::For),
        Stmt::If { condition: Cond::Both(a, _), then, otherwise } => {
            Some(Stmt::If { condition: (**a).clone(), then: then.clone(), otherwise: otherwise.clone() })
        }
        Stmt::If { condition, then, otherwise } if !otherwise.is_empty() => {
            Some(Stmt::If { condition: condition.clone(), then: then.clone(), otherwise: vec![] })
        }
        Stmt::Store { target, update, value } if *update != Update::Set => {
            Some(Stmt::Store { target: target.clone(), update: Update::Set, value: value.clone() })
        }
        Stmt::Bump { target, value, .. } => {
            Some(Stmt::Store { target: target.clone(), update: Update::Set, value: value.clone() })
        }
        Stmt::Set { scalar, update, value } if *update != Update::Set => {
            Some(Stmt::Set { scalar: *scalar, update: Update::Set, value: value.clone() })
        }
        Stmt::Switch(Switch { value, cases }) if cases.len() > 2 => {
            let mut cases = cases.clone();
            cases.remove(0);
            Some(Stmt::Switch(Switch { value: value.clone(), cases }))
        }
        Stmt::Record { to, from, way } if *way != Way::Assigned => {
            Some(Stmt::Record { to: to.clone(), from: from.clone(), way: Way::Assigned })
        }
        Stmt::Bytes { to, from, count } if *count > 1 => {
            Some(Stmt::Bytes { to: to.clone(), from: from.clone(), count: 1 })
        }
        Stmt::If { .. }
        | Stmt::Switch(_)
        | Stmt::Block { .. }
        | Stmt::Goto(_)
        | Stmt::Record { .. }
        | Stmt::Bytes { .. }
        | Stmt::Store { .. }
        | Stmt::Set { .. }
        | Stmt::While(_)
        | Stmt::Declare { .. }
        | Stmt::Local(_)
        | Stmt::Walk { .. }
        | Stmt::Break
        | Stmt::Continue
        | Stmt::Return => None,
    }
}

/// The loop with one thing about its header made plain.
fn plainer_loop(lp: &Loop) -> Option<Loop> {
    let plain = |change: fn(&mut Loop)| {
        let mut changed = lp.clone();
        change(&mut changed);
        (changed != *lp).then_some(changed)
    };
    plain(|lp| lp.outside = None)
        .or_else(|| plain(|lp| lp.colour = None))
        .or_else(|| plain(|lp| lp.colour.iter_mut().for_each(|it| it.way = Hue::Mask)))
        .or_else(|| plain(|lp| lp.outside = lp.outside.map(|_| Start::Assigned)))
        .or_else(|| plain(|lp| lp.named = false))
        .or_else(|| plain(|lp| lp.test = Test::Strict))
        .or_else(|| plain(|lp| lp.step = lp.step.signum()))
        .or_else(|| plain(|lp| lp.step = 1))
        .or_else(|| plain(|lp| lp.index = Index::Int))
        .or_else(|| plain(|lp| lp.lower.terms.clear()))
        .or_else(|| plain(|lp| lp.lower.constant = 0))
        .or_else(|| plain(|lp| lp.upper = Affine::atom(Atom::N, 0)))
}

fn substitute(body: &mut [Stmt], var: VarId, value: &Affine) {
    for stmt in body {
        for expr in stmt.exprs_mut() {
            substitute_expr(expr, var, value);
        }
        match stmt {
            Stmt::For(Loop { lower, upper, colour, .. }) => {
                substitute_form(lower, var, value);
                substitute_form(upper, var, value);
                colour.iter_mut().for_each(|it| substitute_form(&mut it.of, var, value));
            }
            Stmt::While(While { condition, .. }) | Stmt::If { condition, .. } => {
                substitute_condition(condition, var, value);
            }
            Stmt::Store { target, .. } | Stmt::Bump { target, .. } => {
                substitute_subscripts(&mut target.subscripts, var, value);
            }
            Stmt::Record { to, from, .. } => {
                substitute_form(to, var, value);
                substitute_form(from, var, value);
            }
            Stmt::Bytes { to, from, .. } => {
                substitute_subscripts(&mut to.subscripts, var, value);
                from.iter_mut().for_each(|from| substitute_subscripts(&mut from.subscripts, var, value));
            }
            Stmt::Declare { .. }
            | Stmt::Set { .. }
            | Stmt::Local(_)
            | Stmt::Walk { .. }
            | Stmt::Switch(_)
            | Stmt::Block { .. }
            | Stmt::Goto(_)
            | Stmt::Break
            | Stmt::Continue
            | Stmt::Return => {}
        }
        for inner in stmt.bodies_mut() {
            substitute(inner, var, value);
        }
    }
}

fn substitute_form(form: &mut Affine, var: VarId, value: &Affine) {
    let factor: i64 = form.terms.iter().filter(|(_, atom)| *atom == Atom::Var(var)).map(|(factor, _)| factor).sum();
    form.terms.retain(|(_, atom)| *atom != Atom::Var(var));
    form.constant += factor * value.constant;
    form.terms.extend(value.terms.iter().map(|&(inner, atom)| (factor * inner, atom)).filter(|(f, _)| *f != 0));
}

fn substitute_subscripts(subscripts: &mut [Subscript], var: VarId, value: &Affine) {
    for subscript in subscripts {
        match subscript {
            Subscript::Affine(form) | Subscript::Near(form, _) => substitute_form(form, var, value),
            Subscript::Modulo(expr) | Subscript::Cell(expr) => substitute_expr(expr, var, value),
        }
    }
}

fn substitute_condition(condition: &mut Cond, var: VarId, value: &Affine) {
    match condition {
        Cond::NonNegative(form) | Cond::NonZero(form) | Cond::Congruent { form, .. } => {
            substitute_form(form, var, value)
        }
        Cond::Less(a, b) | Cond::AtMost(a, b) | Cond::Equal(a, b) | Cond::Unequal(a, b) => {
            substitute_expr(a, var, value);
            substitute_expr(b, var, value);
        }
        Cond::Both(a, b) => {
            substitute_condition(a, var, value);
            substitute_condition(b, var, value);
        }
    }
}

fn substitute_expr(expr: &mut Expr, var: VarId, value: &Affine) {
    match expr {
        Expr::Var(id) if *id == var => *expr = Expr::Form(value.clone()),
        Expr::Form(form) => substitute_form(form, var, value),
        Expr::Load(access) => substitute_subscripts(&mut access.subscripts, var, value),
        Expr::Choose(condition, _, a, b) => {
            substitute_condition(condition, var, value);
            substitute_expr(a, var, value);
            substitute_expr(b, var, value);
        }
        Expr::Binary(..) | Expr::Call(..) | Expr::Convert(..) | Expr::Math(..) | Expr::Part(..) => {
            expr.children_mut().into_iter().for_each(|child| substitute_expr(child, var, value));
        }
        Expr::Literal(..) | Expr::Scalar(_) | Expr::Var(_) | Expr::Here(_) => {}
    }
}

// Expressions

/// Changes expression number `site`, outer ones first.
fn edit_exprs(function: &Function, site: usize, edit: fn(&Function, &mut Expr)) -> Option<Function> {
    let mut changed = function.clone();
    let mut site = site;
    visit_bodies(&mut changed.body, &mut |body| {
        body.iter_mut().flat_map(Stmt::exprs_mut).any(|expr| edit_expr(function, expr, &mut site, edit))
    })
    .then_some(changed)
}

fn edit_expr(function: &Function, expr: &mut Expr, site: &mut usize, edit: fn(&Function, &mut Expr)) -> bool {
    if *site == 0 {
        edit(function, expr);
        return true;
    }
    *site -= 1;
    expr.children_mut().into_iter().any(|child| edit_expr(function, child, site, edit))
}

// Data

/// Sizes, arrays and types, one change per site.
fn simpler_data(function: &Function, site: usize) -> Option<Function> {
    let mut changed = function.clone();
    let arrays = function.arrays.len();
    match site {
        0 if changed.sizes == Sizes::Parameters => changed.n = (changed.n / 2).max(1),
        0 => changed.sizes = Sizes::Parameters,
        1 if changed.calls != Calls::Once => changed.calls = Calls::Once,
        1 => changed.n = (changed.n - 1).max(1),
        2 => changed.m = (changed.m / 2).max(1),
        3 => changed.m = (changed.m - 1).max(1),
        _ if site - 4 < arrays => remove_array(&mut changed, site - 4),
        _ if site - 4 - arrays < arrays => plainer_array(&mut changed.arrays[site - 4 - arrays]),
        _ if site - 4 - 2 * arrays < arrays => plainer_elements(&mut changed.arrays[site - 4 - 2 * arrays]),
        _ if site - 4 - 3 * arrays < function.scalars.len() => changed.scalars[site - 4 - 3 * arrays] = Elem::I32,
        _ => return None,
    }
    Some(changed)
}

/// Complex numbers become real ones.
fn plainer_elements(array: &mut Array) {
    array.elem = array.elem.part();
}

/// Numbers stay integers, real or complex.
fn plainer_array(array: &mut Array) {
    array.elem = match array.elem {
        Elem::I32 => Elem::I32,
        elem if elem.is_complex() => Elem::C64,
        _ => Elem::F64,
    };
    array.restrict = false;
    let linear = matches!(array.form, Form::Vla | Form::Global | Form::Member | Form::Record | Form::Rows(_));
    if linear {
        array.form = if array.extents.len() == 1 { Form::Linear } else { Form::Vla };
    }
    for extent in &mut array.extents {
        if matches!(*extent, Extent::M | Extent::Above(_)) {
            *extent = Extent::N;
        }
    }
}

/// Takes an array away that nothing mentions; otherwise changes nothing.
fn remove_array(function: &mut Function, array: usize) {
    let overlapped = function
        .arrays
        .iter()
        .any(|other| matches!(other.form, Form::Overlap { of, .. } | Form::Flat { of } if of == array));
    let aliased = function.calls.alias().is_some_and(|it| it.array == array || it.by == array);
    let mut used = overlapped || aliased;
    let note = &mut |id: &mut usize| used |= *id == array;
    visit_arrays(&mut function.body, note);
    if used {
        return;
    }
    function.arrays.remove(array);
    let renumber = |id: &mut usize| *id -= usize::from(*id > array);
    for other in &mut function.arrays {
        if let Form::Overlap { of, .. } | Form::Flat { of } = &mut other.form {
            renumber(of);
        }
    }
    if let Some(Alias { array, by }) = function.calls.alias_mut() {
        [array, by].into_iter().for_each(renumber);
    }
    visit_arrays(&mut function.body, &mut |id| renumber(id));
}

fn visit_form_arrays(form: &mut Affine, visit: &mut impl FnMut(&mut usize)) {
    for (_, atom) in &mut form.terms {
        if let Atom::Cell(array, _) = atom {
            visit(array);
        }
    }
}

fn visit_access_arrays(access: &mut Access, visit: &mut impl FnMut(&mut usize)) {
    visit(&mut access.array);
    for subscript in &mut access.subscripts {
        if let Subscript::Affine(form) = subscript {
            visit_form_arrays(form, visit);
        }
    }
}

fn visit_condition_arrays(condition: &mut Cond, visit: &mut impl FnMut(&mut usize)) {
    match condition {
        Cond::NonNegative(form) | Cond::NonZero(form) | Cond::Congruent { form, .. } => visit_form_arrays(form, visit),
        Cond::Both(a, b) => {
            visit_condition_arrays(a, visit);
            visit_condition_arrays(b, visit);
        }
        Cond::Less(..) | Cond::AtMost(..) | Cond::Equal(..) | Cond::Unequal(..) => {}
    }
}

/// Calls `visit` on every mention of an array.
fn visit_arrays(body: &mut [Stmt], visit: &mut impl FnMut(&mut usize)) {
    for stmt in body {
        match stmt {
            Stmt::Store { target, .. } | Stmt::Bump { target, .. } => visit_access_arrays(target, visit),
            Stmt::Local(array) | Stmt::Walk { array, .. } => visit(array),
            Stmt::Bytes { to, from, .. } => {
                visit_access_arrays(to, visit);
                from.iter_mut().for_each(|from| visit_access_arrays(from, visit));
            }
            Stmt::For(Loop { lower, upper, .. }) => {
                visit_form_arrays(lower, visit);
                visit_form_arrays(upper, visit);
            }
            Stmt::Record { to, from, .. } => {
                visit_form_arrays(to, visit);
                visit_form_arrays(from, visit);
            }
            Stmt::While(While { condition, .. }) | Stmt::If { condition, .. } => {
                visit_condition_arrays(condition, visit);
            }
            Stmt::Declare { .. }
            | Stmt::Set { .. }
            | Stmt::Switch(_)
            | Stmt::Block { .. }
            | Stmt::Goto(_)
            | Stmt::Break
            | Stmt::Continue
            | Stmt::Return => {}
        }
        stmt.exprs_mut().into_iter().for_each(|expr| visit_expr_arrays(expr, visit));
        stmt.bodies_mut().into_iter().for_each(|inner| visit_arrays(inner, visit));
    }
}

fn visit_expr_arrays(expr: &mut Expr, visit: &mut impl FnMut(&mut usize)) {
    match expr {
        Expr::Load(access) => visit_access_arrays(access, visit),
        Expr::Form(form) => visit_form_arrays(form, visit),
        Expr::Choose(condition, ..) => visit_condition_arrays(condition, visit),
        Expr::Literal(..)
        | Expr::Scalar(_)
        | Expr::Var(_)
        | Expr::Here(_)
        | Expr::Binary(..)
        | Expr::Convert(..)
        | Expr::Math(..)
        | Expr::Part(..)
        | Expr::Call(..) => {}
    }
    expr.children_mut().into_iter().for_each(|child| visit_expr_arrays(child, visit));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bounds::Scope;
    use crate::generate;

    fn statements(body: &[Stmt]) -> usize {
        body.iter().map(|stmt| 1 + stmt.bodies().into_iter().map(|inner| statements(inner)).sum::<usize>()).sum()
    }

    fn has_sqrt(expr: &Expr) -> bool {
        matches!(expr, Expr::Math(crate::tree::Math::Sqrt, ..)) || expr.children().into_iter().any(has_sqrt)
    }

    fn mentions_sqrt(body: &[Stmt]) -> bool {
        body.iter().any(|stmt| {
            stmt.exprs().into_iter().any(has_sqrt) || stmt.bodies().into_iter().any(|inner| mentions_sqrt(inner))
        })
    }

    #[test]
    fn only_what_fails_is_left() {
        let mut shrunk = 0;
        for function in (0..320).map(generate::function).filter(|function| mentions_sqrt(&function.body)) {
            let small = shrink(function, 5000, |candidate| mentions_sqrt(&candidate.body));
            // The result, the statement with the square root, and a scalar or array it may set.
            assert!(statements(&small.body) <= 3, "{small:#?}");
            assert!(bounds::check(&small));
            shrunk += 1;
        }
        assert!(shrunk > 20);
    }

    /// A product of complex numbers in the function's body.
    fn multiplies(function: &Function) -> bool {
        crate::census::constructs(function).contains("complex: Mul in expressions")
    }

    #[test]
    fn complex_numbers_are_left_where_they_fail() {
        let wanted = generate::Wanted { complex: true, ..Default::default() };
        let functions = (0..40).map(|seed| generate::function_for(wanted, seed)).filter(multiplies);
        for function in functions.take(12) {
            let small = shrink(function, 5000, multiplies);
            assert!(statements(&small.body) <= 3, "{small:#?}");
            assert!(bounds::check(&small) && small.has_complex());
        }
        let function = generate::function_for(wanted, 1);
        assert!(!shrink(function, 5000, |_| true).has_complex());
    }

    #[test]
    fn a_function_that_never_fails_again_stays() {
        let function = generate::function(7);
        let same = shrink(function.clone(), 50, |_| false);
        assert_eq!(same.body, function.body);
    }

    #[test]
    fn candidates_are_judged_before_they_are_tried() {
        shrink(generate::function(3), 300, |candidate| {
            assert!(bounds::check(candidate));
            true
        });
    }

    #[test]
    fn the_scope_of_a_removed_loop_is_its_first_value() {
        let function = Function {
            seed: 0,
            sizes: Sizes::Parameters,
            calls: Calls::Once,
            n: 9,
            m: 4,
            arrays: vec![],
            scalars: vec![Elem::I32],
            result: 0,
            body: vec![],
        };
        let mut body = vec![Stmt::Set { scalar: 0, update: Update::Set, value: Expr::Var(1) }];
        substitute(&mut body, 1, &Affine::constant(2));
        let Stmt::Set { value: Expr::Form(form), .. } = &body[0] else { panic!("{body:?}") };
        let range = Scope::default().interval(&function, form).unwrap();
        assert_eq!((range.low, range.high), (2, 2));
    }
}
