//! Conditions, expressions, accesses and subscripts.

use rand::Rng;
use rand::seq::IndexedRandom;

use super::*;

impl Generator {
    pub(super) fn guard(&mut self, scope: &Scope, rules: &Rules, vars: &[VarId]) -> Cond {
        let Some(&var) = vars.choose(&mut self.rng) else { return self.less(scope, rules) };
        let other = self.pick(vars);
        match self.rng.random_range(0..10) {
            0..=1 => Cond::NonNegative(Affine::atom(Atom::Var(var), -self.rng.random_range(1..=3))),
            2 => {
                Cond::NonNegative(Affine { constant: self.rng.random_range(3..=10), terms: vec![(-1, Atom::Var(var))] })
            }
            3..=4 if var != other => Cond::NonNegative(Affine {
                constant: self.rng.random_range(-1..=1),
                terms: vec![(1, Atom::Var(var)), (-1, Atom::Var(other))],
            }),
            5 => Cond::NonNegative(Affine { constant: -2, terms: vec![(1, Atom::N), (-1, Atom::Var(var))] }),
            6..=7 => {
                let modulus = self.rng.random_range(2..=4);
                let form = Affine::var(var);
                Cond::Congruent { form, modulus, rest: self.rng.random_range(0..modulus) }
            }
            8 => {
                let (a, b) = (self.guard(scope, rules, &[var]), self.less(scope, rules));
                Cond::Both(Box::new(a), Box::new(b))
            }
            _ => self.less(scope, rules),
        }
    }

    pub(super) fn less(&mut self, scope: &Scope, rules: &Rules) -> Cond {
        let elem = if self.has_complex && self.chance(25) { self.complex_elem() } else { self.elem() };
        let a = self.leaf(scope, rules, elem);
        // The comparison is in the type of the left operand.
        let elem = self.function.elem(&a);
        if elem.is_complex() {
            return self.complex_condition(scope, rules, a);
        }
        let b = if self.chance(50) {
            Expr::Literal(elem, self.rng.random_range(0..40))
        } else {
            self.leaf(scope, rules, elem)
        };
        Cond::Less(Box::new(a), Box::new(b))
    }

    pub(super) fn expr(&mut self, scope: &Scope, rules: &Rules, elem: Elem, depth: usize) -> Expr {
        if depth == 0 || self.chance(15) {
            return self.leaf(scope, rules, elem);
        }
        // Mostly the wanted type; now and then another one, converted.
        let other = self.elem();
        let elem = if self.chance(15) && self.fits(other, elem) { other } else { elem };
        if self.has_complex
            && let Some(value) = self.complex_or_part(scope, rules, elem, depth)
        {
            return value;
        }
        let sub = |this: &mut Self| Box::new(this.expr(scope, rules, elem, depth - 1));
        match self.rng.random_range(0..100) {
            0..=9 if self.calls => {
                let helper = self.pick(&Helper::ALL);
                Expr::Call(helper, elem, sub(self), sub(self))
            }
            10..=19 if self.fits(Elem::F64, elem) => self.math(scope, rules, elem, depth),
            20..=26 => {
                let condition = Box::new(self.less(scope, rules));
                Expr::Choose(condition, elem, sub(self), sub(self))
            }
            _ => {
                let (a, b) = (self.expr(scope, rules, elem, depth - 1), self.expr(scope, rules, elem, depth - 1));
                self.combine(elem, a, b)
            }
        }
    }

    pub(super) fn math(&mut self, scope: &Scope, rules: &Rules, elem: Elem, depth: usize) -> Expr {
        let elem = if elem.is_float() && !elem.is_complex() { elem } else { Elem::F64 };
        let argument = Box::new(self.expr(scope, rules, elem, depth - 1));
        let (functions, of_two) = functions(self.numerics);
        if self.chance(25) {
            let other = self.expr(scope, rules, elem, depth - 1);
            return Expr::Binary(self.pick(of_two), elem, argument, Box::new(other));
        }
        match self.pick(functions) {
            Math::Sqrt => Expr::Math(Math::Sqrt, elem, Box::new(Expr::Math(Math::Fabs, elem, argument))),
            math => Expr::Math(math, elem, argument),
        }
    }

    pub(super) fn combine(&mut self, elem: Elem, a: Expr, b: Expr) -> Expr {
        if elem.is_complex() {
            return self.combine_complex(elem, a, b);
        }
        use Binary::{Add, And, Div, LimitedAdd, LimitedMul, Max, Min, Mul, Or, Rem, Shl, Shr, Sub, Xor};
        let op = if elem.is_float() {
            self.pick(&[Add, Add, Sub, Mul, Mul, Div, Min, Max])
        } else {
            self.pick(&[Add, Add, Sub, Mul, Div, Rem, And, Or, Xor, Shl, Shr, LimitedAdd, LimitedMul, Min, Max])
        };
        Expr::Binary(op, elem, Box::new(a), Box::new(b))
    }

    /// A value of about this type: an element, a scalar, a loop variable or a number.
    pub(super) fn leaf(&mut self, scope: &Scope, rules: &Rules, elem: Elem) -> Expr {
        if let Some(Stepped { scalar, often }) = rules.stepped
            && self.chance(often / 4)
        {
            return Expr::Scalar(scalar);
        }
        if elem.is_complex()
            && self.chance(50)
            && let Some(value) = self.complex_leaf(scope, rules)
        {
            return value;
        }
        let vars = sorted(scope.ranges.keys().copied());
        let is_open = rules.sums.is_empty() || self.chance(4);
        let fits = |scalar: &ScalarId| {
            self.fits(self.function.scalars[*scalar], elem) && (is_open || !rules.sums.contains(scalar))
        };
        let scalars: Vec<ScalarId> = sorted(scope.scalars.iter().copied()).into_iter().filter(fits).collect();
        match self.rng.random_range(0..20) {
            0..=1 => Expr::Literal(elem, self.rng.random_range(-9..40)),
            2..=3 if !vars.is_empty() => Expr::Var(self.pick(&vars)),
            4 if !vars.is_empty() => Expr::Form(Affine {
                constant: self.rng.random_range(-3..=3),
                terms: vec![(2, Atom::Var(self.pick(&vars))), (-1, Atom::N)],
            }),
            5..=7 if !scalars.is_empty() => Expr::Scalar(self.pick(&scalars)),
            _ => match self.readable(scope, rules, elem) {
                Some(array) => Expr::Load(self.access(scope, rules, array)),
                None => Expr::Literal(elem, 3),
            },
        }
    }

    pub(super) fn readable(&mut self, scope: &Scope, rules: &Rules, elem: Elem) -> Option<ArrayId> {
        let visible = |id: &ArrayId| {
            let array = &self.function.arrays[*id];
            self.fits(array.elem, elem)
                && self.may_read(rules, *id)
                && (!array.form.is_local() || scope.locals.contains(id))
        };
        let arrays: Vec<ArrayId> = (0..self.function.arrays.len()).filter(visible).collect();
        let own = |id: &ArrayId| rules.own.iter().any(|access| access.array == *id);
        // Under the parallel discipline the iteration's own elements are read half of the time.
        let wanted: Vec<ArrayId> = arrays.iter().copied().filter(own).collect();
        if !wanted.is_empty() && self.chance(30) {
            return wanted.choose(&mut self.rng).copied();
        }
        arrays.choose(&mut self.rng).copied()
    }

    /// An element of `array`; the iteration's own one if the rules say so.
    pub(super) fn access(&mut self, scope: &Scope, rules: &Rules, array: ArrayId) -> Access {
        let own = rules.own.iter().find(|own| own.array == array);
        if let Some(own) = own
            && bounds::check_access(&self.function, scope, own)
        {
            let own = own.clone();
            let shifted = shifted(&own, rules.shift).filter(|it| bounds::check_access(&self.function, scope, it));
            return shifted.filter(|_| self.chance(70)).unwrap_or(own);
        }
        let extents = self.function.arrays[array].extents.clone();
        let subscripts = extents.into_iter().map(|extent| self.subscript(scope, rules, extent)).collect();
        Access { array, subscripts }
    }

    pub(super) fn subscript(&mut self, scope: &Scope, rules: &Rules, extent: Extent) -> Subscript {
        if self.chance(6) {
            let elem = self.pick(&[Elem::I32, Elem::U32, Elem::U8, Elem::I64]);
            let form = Expr::Form(self.subscript_form(scope, extent).plus(1));
            let index = if self.chance(35) { form } else { self.shallow(scope, rules, elem) };
            return Subscript::Modulo(Box::new(index));
        }
        let size = self.function.extent(extent);
        if self.chance(3)
            && let Some(near) = self.at_an_edge(scope, extent)
        {
            return near;
        }
        if size > *CELLS.end()
            && self.chance(8)
            && let Some(load) = self.index_from_cells(scope, rules)
        {
            return Subscript::Cell(Box::new(load));
        }
        Subscript::Affine(self.affine_subscript(scope, extent))
    }

    /// A neighbour that may lie outside.
    fn at_an_edge(&mut self, scope: &Scope, extent: Extent) -> Option<Subscript> {
        let (form, size) = (self.subscript_form(scope, extent), self.function.extent(extent));
        let form = form.plus(self.rng.random_range(-2..=2));
        let range = scope.interval(&self.function, &form)?;
        let edge = self.pick(&[Edge::Clamped, Edge::Around, Edge::Rest]);
        let is_near = range.low >= -size && range.high < 2 * size;
        (size > 0 && (is_near || edge == Edge::Clamped)).then_some(Subscript::Near(form, edge))
    }

    /// An affine form within the extent.
    pub(super) fn affine_subscript(&mut self, scope: &Scope, extent: Extent) -> Affine {
        let size = self.function.extent(extent);
        for _ in 0..8 {
            let form = self.subscript_form(scope, extent);
            let range = scope.interval(&self.function, &form);
            if range.is_some_and(|range| range.low >= 0 && range.high < size) {
                return form;
            }
        }
        Affine::constant(self.rng.random_range(0..size))
    }

    fn index_from_cells(&mut self, scope: &Scope, rules: &Rules) -> Option<Expr> {
        let cells = |id: &ArrayId| self.function.has_cells(*id) && self.may_read(rules, *id);
        let arrays: Vec<ArrayId> = (0..self.function.arrays.len()).filter(cells).collect();
        let array = *arrays.choose(&mut self.rng)?;
        let place = self.affine_subscript(scope, self.function.arrays[array].extents[0]);
        Some(Expr::Load(Access { array, subscripts: vec![Subscript::Affine(place)] }))
    }

    /// An integer whose subscripts are plain, so that there is an end.
    pub(super) fn shallow(&mut self, scope: &Scope, rules: &Rules, elem: Elem) -> Expr {
        if let Some(stepped) = rules.stepped
            && self.chance(50)
        {
            return Expr::Scalar(stepped.scalar);
        }
        let vars = sorted(scope.ranges.keys().copied());
        let integers: Vec<ArrayId> = (0..self.function.arrays.len())
            .filter(|&id| {
                let array = &self.function.arrays[id];
                let stored = !self.may_read(rules, id) || rules.own.iter().any(|own| own.array == id);
                !array.form.is_local() && !array.elem.is_float() && !stored
            })
            .collect();
        match vars.choose(&mut self.rng).copied() {
            Some(var) if integers.is_empty() || self.chance(40) => {
                let square = Expr::Binary(Binary::Mul, elem, Box::new(Expr::Var(var)), Box::new(Expr::Var(var)));
                if self.chance(50) { square } else { Expr::Var(var) }
            }
            _ if integers.is_empty() => Expr::Literal(elem, 2),
            _ => {
                let array = self.pick(&integers);
                let extents = self.function.arrays[array].extents.clone();
                let zero = |_| Subscript::Affine(Affine::constant(0));
                let mut subscripts: Vec<Subscript> = extents.iter().map(zero).collect();
                let last = extents.len() - 1;
                for &var in &vars {
                    let form = Affine::var(var);
                    let range = scope.interval(&self.function, &form);
                    if range.is_some_and(|r| r.low >= 0 && r.high < self.function.extent(extents[last])) {
                        subscripts[last] = Subscript::Affine(form);
                    }
                }
                Expr::Load(Access { array, subscripts })
            }
        }
    }

    pub(super) fn subscript_form(&mut self, scope: &Scope, extent: Extent) -> Affine {
        let vars = sorted(scope.ranges.keys().copied());
        let Some(&var) = vars.choose(&mut self.rng) else { return Affine::constant(0) };
        let other = self.pick(&vars);
        match self.rng.random_range(0..46) {
            0..=19 => Affine::var(var),
            40..=41 => Affine::atom(self.pick(&[Atom::N, Atom::M, Atom::M]), -self.rng.random_range(1..=3)),
            42..=43 => match self.cell() {
                Some(cell) => Affine { constant: 0, terms: vec![(1, Atom::Var(var)), (1, cell)] },
                None => Affine::var(var),
            },
            20..=27 => Affine::atom(Atom::Var(var), self.rng.random_range(-2..=2)),
            28..=29 => Affine { constant: self.rng.random_range(0..=2), terms: vec![(2, Atom::Var(var))] },
            30..=31 if var != other => Affine {
                constant: self.rng.random_range(-2..=2),
                terms: vec![(1, Atom::Var(var)), (1, Atom::Var(other))],
            },
            32..=33 if var != other => Affine {
                constant: self.rng.random_range(0..=6),
                terms: vec![(1, Atom::Var(var)), (-1, Atom::Var(other))],
            },
            34..=37 => match extent {
                Extent::N => Affine { constant: -1, terms: vec![(1, Atom::N), (-1, Atom::Var(var))] },
                Extent::M => Affine { constant: -1, terms: vec![(1, Atom::M), (-1, Atom::Var(var))] },
                Extent::Above(more) => Affine { constant: more - 1, terms: vec![(1, Atom::N), (-1, Atom::Var(var))] },
                Extent::Fixed(size) => Affine { constant: size - 1, terms: vec![(-1, Atom::Var(var))] },
            },
            44 => Affine { constant: -1, terms: vec![(1, Atom::Var(var)), (1, Atom::Wrapped)] },
            _ => Affine::constant(self.rng.random_range(0..3)),
        }
    }
}

/// The element `by` further on in the first dimension.
fn shifted(own: &Access, by: i64) -> Option<Access> {
    let mut access = own.clone();
    match access.subscripts.first_mut() {
        Some(Subscript::Affine(form)) if by != 0 && !form.terms.is_empty() => form.constant += by,
        _ => return None,
    }
    Some(access)
}

/// The functions of one and of two numbers that may be called.
fn functions(numerics: Numerics) -> (&'static [Math], &'static [Binary]) {
    use Math::{Atan, Cbrt, Ceil, Exp, Fabs, Floor, Log, Logb, Negate, Rint, Round, Sin, Sqrt, Tanh};
    match numerics {
        Numerics::Strict => (
            // The last ones are the C library's own: CPU threads call it.
            &[Sqrt, Sqrt, Fabs, Floor, Ceil, Negate, Round, Rint, Logb, Exp, Log, Sin, Atan, Tanh, Cbrt],
            &[Binary::Fmod, Binary::Remainder, Binary::Fdim],
        ),
        Numerics::Reproducible | Numerics::Contract => (
            &[Sqrt, Fabs, Negate, Rint, Exp, Log, Sin, Atan, Tanh, Cbrt],
            &[Binary::Fmod, Binary::Pow, Binary::Atan2, Binary::Hypot],
        ),
    }
}
