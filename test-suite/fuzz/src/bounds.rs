//! The judge of bounds: every subscript of a function lies in its array, by intervals of the loop variables.
//!
//! The generator builds functions that pass, and the shrinker keeps only those that do. Also judged here: that scalars
//! and private arrays are declared before use, that `break` and `continue` have a loop, and that the work is small.

use std::collections::{HashMap, HashSet};

use crate::tree::{
    Access, Affine, Array, ArrayId, Atom, CELLS, Case, Cond, Edge, Elem, Expr, Form, Function, Index, Loop, ScalarId,
    Stmt, Subscript, Switch, Test, Update, VarId,
};

/// Innermost iterations one call of a function may take.
const MAX_WORK: i64 = 350_000;

/// Both ends belong to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Interval {
    pub low: i64,
    pub high: i64,
}

/// What is known at a place in a function.
#[derive(Clone, Debug, Default)]
pub struct Scope {
    pub ranges: HashMap<VarId, Interval>,
    pub scalars: HashSet<ScalarId>,
    pub locals: HashSet<ArrayId>,
    labels: HashSet<usize>,
    in_for: bool,
    in_loop: bool,
    /// A loop around never runs: its body may say anything.
    is_dead: bool,
}

impl Scope {
    /// The values that `form` can take, if all its variables are in scope.
    pub fn interval(&self, function: &Function, form: &Affine) -> Option<Interval> {
        let mut sum = Interval { low: form.constant, high: form.constant };
        for &(factor, atom) in &form.terms {
            let range = match atom {
                Atom::N => Interval { low: function.n, high: function.n },
                Atom::M => Interval { low: function.m, high: function.m },
                Atom::Wrapped => Interval { low: 2, high: 2 },
                Atom::Var(var) => *self.ranges.get(&var)?,
                Atom::Cell(array, element) => {
                    let ok = function.arrays.get(array)?.form == Form::Cells
                        && (0..function.elements(array)).contains(&element);
                    ok.then_some(Interval { low: *CELLS.start(), high: *CELLS.end() })?
                }
            };
            let ends = [factor * range.low, factor * range.high];
            sum.low += ends[0].min(ends[1]);
            sum.high += ends[0].max(ends[1]);
        }
        Some(sum)
    }

    /// The scope inside a loop; none if its bounds are not in scope.
    pub fn inside(&self, function: &Function, lp: &Loop) -> Option<Scope> {
        let (lower, upper) = (self.interval(function, &lp.lower)?, self.interval(function, &lp.upper)?);
        let mut scope = self.clone();
        let high = (upper.high - 1).max(lower.low);
        scope.is_dead |= upper.high <= lower.low;
        scope.ranges.insert(lp.var, Interval { low: lower.low, high });
        (scope.in_for, scope.in_loop) = (true, true);
        Some(scope)
    }

    /// The scope where `condition` holds.
    pub fn where_holds(&self, condition: &Cond) -> Scope {
        let mut scope = self.clone();
        scope.narrow(condition);
        scope
    }

    fn narrow(&mut self, condition: &Cond) {
        match condition {
            Cond::NonNegative(Affine { constant, terms }) => {
                if let [(factor, Atom::Var(var))] = terms[..]
                    && let Some(range) = self.ranges.get_mut(&var)
                {
                    match factor {
                        1 => range.low = range.low.max(-constant),
                        -1 => range.high = range.high.min(*constant),
                        _ => {}
                    }
                    // Where nothing holds, the old range would do; an empty one would make no sense.
                    range.high = range.high.max(range.low);
                }
            }
            Cond::Both(a, b) => {
                self.narrow(a);
                self.narrow(b);
            }
            Cond::NonZero(_)
            | Cond::Congruent { .. }
            | Cond::Less(..)
            | Cond::AtMost(..)
            | Cond::Equal(..)
            | Cond::Unequal(..) => {}
        }
    }
}

/// Does every part of the function mean something, in each call?
pub fn check(function: &Function) -> bool {
    work(function).is_some()
}

/// The statements executed in the first call; none if a part of the function means nothing in some call.
pub fn work(function: &Function) -> Option<i64> {
    if let Some(smaller) = function.smaller() {
        let less = (0..=function.n).contains(&smaller.n) && (0..=function.m).contains(&smaller.m);
        (less && check(&smaller)).then_some(())?;
    }
    let declared = matches!(function.body.first(), Some(Stmt::Declare { scalar, .. }) if *scalar == function.result);
    let fits = declared
        && function.calls.alias().is_none_or(|alias| function.is_alias(alias))
        && (0..function.arrays.len()).all(|id| array_fits(function, id));
    fits.then(|| check_body(function, &Scope::default(), &function.body, 1)).flatten()
}

fn array_fits(function: &Function, id: ArrayId) -> bool {
    let Array { elem, extents, form, restrict } = &function.arrays[id];
    let rank = extents.len();
    if *restrict && !may_be_restrict(function, id) {
        return false;
    }
    match *form {
        Form::Flat { of } => {
            let base = &function.arrays[of];
            let fits = function.elements(id) <= function.elements(of);
            rank == 1 && fits && base.form == Form::Linear && base.elem == *elem
        }
        Form::Overlap { of, .. } => {
            let base = &function.arrays[of];
            rank == 1 && base.elem == *elem && matches!(base.form, Form::Linear | Form::Cells | Form::Rows(_))
        }
        Form::Cells => rank == 1 && *elem == Elem::I32,
        // C has no arrays without elements; behind a pointer there may be none.
        Form::Vla => rank >= 1 && function.elements(id) > 0,
        Form::Linear | Form::Global | Form::Record | Form::Member | Form::Local { .. } => rank >= 1,
        Form::Rows(_) => rank == 2 || rank == 3,
    }
}

/// Is the array a parameter, of memory that no other parameter reaches?
fn may_be_restrict(function: &Function, id: ArrayId) -> bool {
    let apart = |other: &Array| !matches!(other.form, Form::Overlap { of, .. } if of == id);
    matches!(function.arrays[id].form, Form::Vla | Form::Linear) && function.arrays.iter().all(apart)
}

/// The statements executed for a body that runs `times` times; none if something is wrong with it.
fn check_body(function: &Function, scope: &Scope, body: &[Stmt], times: i64) -> Option<i64> {
    let mut scope = scope.clone();
    let mut work = 0_i64;
    for stmt in body {
        if !stmt.exprs().iter().all(|expr| check_expr(function, &scope, expr)) {
            return None;
        }
        work += check_stmt(function, &mut scope, stmt, times)?;
        if work > MAX_WORK {
            return None;
        }
    }
    Some(work)
}

/// The statements executed for one that runs `times` times; none if something is wrong with it.
pub fn check_stmt(function: &Function, scope: &mut Scope, stmt: &Stmt, times: i64) -> Option<i64> {
    let own = |ok: bool| ok.then_some(times);
    match stmt {
        Stmt::For(lp) => check_loop(function, scope, lp, times),
        Stmt::While(lp) => {
            let range = Interval { low: 0, high: lp.limit - 1 };
            let mut inner = scope.where_holds(&lp.condition);
            check_condition(function, scope, &lp.condition)?;
            inner.ranges.insert(lp.var, range);
            (inner.in_for, inner.in_loop) = (false, true);
            check_body(function, &inner, &lp.body, times * lp.limit)
        }
        Stmt::If { condition, then, otherwise } => {
            check_condition(function, scope, condition)?;
            let then = check_body(function, &scope.where_holds(condition), then, times)?;
            Some(then + check_body(function, scope, otherwise, times)?)
        }
        Stmt::Store { target, update, .. } => {
            let kept = *update == Update::Set || !function.has_cells(target.array);
            own(kept && check_access(function, scope, target))
        }
        Stmt::Bump { target, .. } => own(!function.has_cells(target.array) && check_access(function, scope, target)),
        Stmt::Declare { scalar, .. } => own(scope.scalars.insert(*scalar)),
        Stmt::Set { scalar, .. } => own(scope.scalars.contains(scalar)),
        Stmt::Local(array) => {
            let elements = function.elements(*array);
            (function.arrays[*array].form.is_local() && scope.locals.insert(*array)).then_some(times * elements)
        }
        Stmt::Walk { array, .. } => {
            let vector = !function.has_cells(*array)
                && function.arrays[*array].extents.len() == 1
                && is_contiguous(function.arrays[*array].form);
            vector.then(|| times * function.elements(*array))
        }
        Stmt::Switch(Switch { cases, .. }) => {
            let mut inner = scope.clone();
            inner.in_loop = true;
            let work = |Case { body, .. }: &Case| check_body(function, &inner, body, times);
            let (sums, last) = (cases.iter().map(work).sum::<Option<i64>>()?, cases.last()?);
            (!last.falls).then_some(times + sums)
        }
        Stmt::Block { label, body } => {
            let mut inner = scope.clone();
            inner.labels.insert(*label).then(|| check_body(function, &inner, body, times))?
        }
        Stmt::Goto(label) => own(scope.labels.contains(label)),
        Stmt::Record { to, from, .. } => {
            let inside = |form| scope.interval(function, form).is_some_and(|it| it.low >= 0 && it.high < function.n);
            let exists = function.arrays.iter().any(|array| array.form == Form::Record);
            (exists && inside(to) && inside(from)).then_some(8 * times)
        }
        Stmt::Bytes { to, from, count } => {
            let fits = |access| check_run(function, scope, access, *count);
            let apart = |from: &Access| {
                let elem = |access: &Access| function.arrays[access.array].elem;
                function.are_apart([from.array, to.array]) && elem(from) == elem(to)
            };
            let ok = *count > 0
                && !function.has_cells(to.array)
                && fits(to)
                && from.as_ref().is_none_or(|from| fits(from) && apart(from));
            ok.then_some(times * count)
        }
        Stmt::Break => own(scope.in_loop),
        Stmt::Continue => own(scope.in_for),
        Stmt::Return => own(true),
    }
}

/// May a pointer walk over the elements? Private arrays are left out, being in scope in few places.
pub fn is_contiguous(form: Form) -> bool {
    match form {
        Form::Vla | Form::Linear | Form::Global | Form::Overlap { .. } | Form::Flat { .. } | Form::Member => true,
        Form::Record | Form::Local { .. } | Form::Cells | Form::Rows(_) => false,
    }
}

fn check_loop(function: &Function, scope: &Scope, lp: &Loop, times: i64) -> Option<i64> {
    let inner = inside_checked(function, scope, lp)?;
    let (lower, upper) = (scope.interval(function, &lp.lower)?, scope.interval(function, &lp.upper)?);
    let trips = (upper.high - lower.low).max(0) / lp.step.abs() + 1;
    check_body(function, &inner, &lp.body, times * trips)
}

/// The scope inside a loop; none if its header means nothing.
pub fn inside_checked(function: &Function, scope: &Scope, lp: &Loop) -> Option<Scope> {
    let (lower, upper) = (scope.interval(function, &lp.lower)?, scope.interval(function, &lp.upper)?);
    let unsigned = matches!(lp.index, Index::Unsigned | Index::Size);
    // An unsigned variable must not pass zero, nor be compared with what is below it.
    if lp.step == 0 || unsigned && (lp.step < 0 || lower.low < 0 || upper.low < 1) {
        return None;
    }
    // A bound in memory may change while the loop runs.
    let fixed = !lp.upper.terms.iter().any(|(_, atom)| matches!(atom, Atom::Cell(..)));
    if lp.test == Test::NotEqual && (!fixed || lp.step != 1 || lower.high > upper.low) {
        return None;
    }
    scope.inside(function, lp)
}

fn check_condition(function: &Function, scope: &Scope, condition: &Cond) -> Option<()> {
    match condition {
        Cond::NonNegative(form) | Cond::NonZero(form) => scope.interval(function, form).map(|_| ()),
        Cond::Congruent { form, modulus, .. } => {
            let range = scope.interval(function, form)?;
            (*modulus > 0 && range.low >= 0).then_some(())
        }
        Cond::Less(..) | Cond::AtMost(..) | Cond::Equal(..) | Cond::Unequal(..) => Some(()),
        Cond::Both(a, b) => {
            check_condition(function, scope, a)?;
            check_condition(function, scope, b)
        }
    }
}

fn check_expr(function: &Function, scope: &Scope, expr: &Expr) -> bool {
    let here = match expr {
        Expr::Load(access) => check_access(function, scope, access),
        Expr::Scalar(scalar) => scope.scalars.contains(scalar),
        Expr::Var(var) => scope.ranges.contains_key(var),
        Expr::Form(form) => scope.interval(function, form).is_some(),
        Expr::Choose(condition, ..) => check_condition(function, scope, condition).is_some(),
        Expr::Literal(..)
        | Expr::Here(_)
        | Expr::Binary(..)
        | Expr::Convert(..)
        | Expr::Math(..)
        | Expr::Part(..)
        | Expr::Call(..) => true,
    };
    here && expr.children().iter().all(|child| check_expr(function, scope, child))
}

/// Do `count` elements from this one on lie one behind another in the array?
fn check_run(function: &Function, scope: &Scope, access: &Access, count: i64) -> bool {
    let array = &function.arrays[access.array];
    let mut last = access.clone();
    match last.subscripts.last_mut() {
        Some(Subscript::Affine(form)) => form.constant += count - 1,
        Some(Subscript::Modulo(_) | Subscript::Cell(_) | Subscript::Near(..)) | None => return false,
    }
    let contiguous = array.form != Form::Record || array.extents.len() > 1;
    contiguous && check_access(function, scope, access) && check_access(function, scope, &last)
}

pub fn check_access(function: &Function, scope: &Scope, access: &Access) -> bool {
    let array = &function.arrays[access.array];
    let visible = !array.form.is_local() || scope.locals.contains(&access.array);
    let inside = |(subscript, &extent): (&Subscript, _)| match subscript {
        Subscript::Affine(form) => {
            let fits = |range: Interval| range.low >= 0 && range.high < function.extent(extent);
            scope.interval(function, form).is_some_and(|range| scope.is_dead || fits(range))
        }
        Subscript::Modulo(_) => scope.is_dead || function.extent(extent) > 0,
        // By choices and remainders, one extent more or less.
        Subscript::Near(form, edge) => {
            let size = function.extent(extent);
            let fits = |range: Interval| *edge == Edge::Clamped || range.low >= -size && range.high < 2 * size;
            scope.is_dead || size > 0 && scope.interval(function, form).is_some_and(fits)
        }
        Subscript::Cell(expr) => {
            let cell = matches!(&**expr, Expr::Load(from) if function.has_cells(from.array));
            cell && *CELLS.end() < function.extent(extent)
        }
    };
    visible
        && access.subscripts.len() == array.extents.len()
        && access.subscripts.iter().zip(&array.extents).all(inside)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree::{Alias, Calls, Expr, Extent, Sizes, Smaller};

    /// `for (i0 = 0; i0 < n; i0++) a0[i0] = 0;` and another array of the same type and size.
    fn function(form: Form) -> Function {
        let zero = Expr::Literal(Elem::I32, 0);
        let target = Access { array: 0, subscripts: vec![Subscript::Affine(Affine::var(0))] };
        let body = vec![Stmt::Store { target, update: Update::Set, value: zero.clone() }];
        let (lower, upper) = (Affine::constant(0), Affine::atom(Atom::N, 0));
        let (index, test) = (Index::Int, Test::Strict);
        let lp = Loop { var: 0, index, lower, upper, colour: None, step: 1, named: false, test, outside: None, body };
        let array = Array::new(Elem::I32, vec![Extent::N], form);
        Function {
            seed: 0,
            sizes: Sizes::Parameters,
            calls: Calls::Once,
            n: 9,
            m: 4,
            arrays: vec![array.clone(), array],
            scalars: vec![Elem::I32],
            result: 0,
            body: vec![Stmt::Declare { scalar: 0, value: zero }, Stmt::For(lp)],
        }
    }

    #[test]
    fn a_second_call_may_have_smaller_sizes() {
        let called = |form, n| check(&Function { calls: Calls::Smaller(Smaller { n, m: 4 }), ..function(form) });
        assert!(called(Form::Linear, 3) && called(Form::Linear, 0), "what never runs reaches nothing");
        assert!(!called(Form::Linear, 10), "there is memory for the first call only");
        assert!(called(Form::Vla, 1) && !called(Form::Vla, 0), "C has no arrays without elements");
    }

    #[test]
    fn a_smaller_call_is_judged_by_its_own_sizes() {
        let mut function = function(Form::Linear);
        let Stmt::For(lp) = &mut function.body[1] else { panic!("{function:?}") };
        lp.upper = Affine::constant(9);
        assert!(check(&function));
        assert!(!check(&Function { calls: Calls::Smaller(Smaller { n: 8, m: 4 }), ..function }));
    }

    #[test]
    fn nothing_else_reaches_what_is_restrict() {
        let alias = Calls::Twice(Alias { array: 1, by: 0 });
        let mut function = function(Form::Linear);
        assert!(check(&Function { calls: alias, ..function.clone() }));
        function.arrays[1].restrict = true;
        assert!(check(&function));
        assert!(!check(&Function { calls: alias, ..function.clone() }));
        function.arrays[0].form = Form::Overlap { of: 1, offset: 0 };
        assert!(!check(&function));
    }
}
