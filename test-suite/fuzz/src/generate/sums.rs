//! Nests that add floats up, in the order of the source: into scalars of the function, and into elements that data name. What they
//! add comes from stores under the parallel discipline, and from variables and loops of each iteration.

use rand::Rng;
use rand::seq::IndexedRandom;

use super::*;

impl Generator {
    /// Scalars that such nests add to.
    pub(super) fn float_scalars(&mut self, scope: &mut Scope) -> Vec<Stmt> {
        self.palette.extend([Elem::F64, Elem::F64, Elem::F32]);
        let mut body = vec![];
        for number in 0..self.rng.random_range(1..=3) {
            // The function returns the first one.
            let elem = if number == 0 { Elem::F64 } else { self.summed_elem() };
            let value = Expr::Literal(elem, self.rng.random_range(0..8));
            body.push(self.declare(elem, value, scope));
        }
        body
    }

    /// Adds the other ones to what is returned, as nobody would see them else.
    pub(super) fn all_sums(&self, scope: &Scope) -> Vec<Stmt> {
        let elem = |it: &ScalarId| self.function.scalars[*it];
        let is_other = |it: &ScalarId| elem(it).is_float() && !elem(it).is_complex() && *it != self.function.result;
        let declared = sorted(scope.scalars.iter().copied()).into_iter().filter(is_other);
        let add = |it| {
            let value = Expr::Convert(Elem::F64, Box::new(Expr::Scalar(it)));
            Stmt::Set { scalar: self.function.result, update: Update::Add, value }
        };
        declared.map(add).collect()
    }

    fn summed_elem(&mut self) -> Elem {
        if self.has_complex && self.chance(50) {
            return self.complex_elem();
        }
        self.pick(&[Elem::F64, Elem::F64, Elem::F32])
    }

    pub(super) fn sums(&mut self, scope: &Scope) -> Stmt {
        let depth = self.pick(&[1, 2, 2, 2, 3]);
        let mut rules = self.parallel_rules();
        let all = sorted(scope.scalars.iter().copied()).into_iter();
        rules.sums = all.filter(|it| self.function.scalars[*it].is_float()).collect();
        if self.chance(40) {
            let size = self.rng.random_range(3..=9);
            self.function.arrays.push(Array::new(Elem::F64, vec![Extent::Fixed(size)], Form::Global));
            rules.updated = Some((self.function.arrays.len() - 1, Update::Add));
        }
        self.for_loop(scope, depth, rules, &mut Vec::new())
    }

    /// `s += e`, now and then under a condition, or `s = s / 2 + e`.
    pub(super) fn added(&mut self, scope: &Scope, rules: &mut Rules, vars: &[VarId]) -> Vec<Stmt> {
        if self.chance(20)
            && let Some(both) = self.stored_and_added(scope, rules, vars)
        {
            return both;
        }
        let scalar = self.pick(&rules.sums);
        let elem = self.function.scalars[scalar];
        let mut value = self.expr(scope, rules, elem, 3);
        if let Some(own) = self.own_scalar(scope, rules).filter(|_| self.rng.random_ratio(1, 2)) {
            value = Expr::Binary(Binary::Add, elem, Box::new(value), Box::new(Expr::Scalar(own)));
        }
        let (update, value) = match self.rng.random_range(0..10) {
            0 => {
                let half =
                    Expr::Binary(Binary::Div, elem, Box::new(Expr::Scalar(scalar)), Box::new(Expr::Literal(elem, 2)));
                (Update::Set, Expr::Binary(Binary::Add, elem, Box::new(half), Box::new(value)))
            }
            1..=2 => (Update::Sub, value),
            _ => (Update::Add, value),
        };
        let sum = Stmt::Set { scalar, update, value };
        if !self.chance(35) {
            return vec![sum];
        }
        let condition = match self.rng.random_range(0..6) {
            // What is added so far decides.
            0 => {
                Cond::Less(Box::new(Expr::Scalar(scalar)), Box::new(Expr::Literal(elem, self.rng.random_range(0..40))))
            }
            _ => self.guard(scope, rules, vars),
        };
        let mut then = vec![sum];
        if self.chance(40) {
            then.insert(0, self.store(&scope.where_holds(&condition), rules, vars));
        }
        vec![Stmt::If { condition, then, otherwise: vec![] }]
    }

    /// `a[i] = t; s += t`, where the iteration made `t`.
    fn stored_and_added(&mut self, scope: &Scope, rules: &mut Rules, vars: &[VarId]) -> Option<Vec<Stmt>> {
        let own = self.own_scalar(scope, rules)?;
        let elem = self.function.scalars[own];
        let target = self.target(scope, rules, vars);
        let scalar = self.pick(&rules.sums);
        let is_same = self.function.arrays[target.array].elem == elem && self.function.scalars[scalar] == elem;
        let store = Stmt::Store { target, update: Update::Set, value: Expr::Scalar(own) };
        let add = Stmt::Set { scalar, update: Update::Add, value: Expr::Scalar(own) };
        is_same.then(|| vec![store, add])
    }

    /// A variable of the iteration that is added to, as those of inner loops are.
    pub(super) fn own_sum(&mut self, scope: &Scope, rules: &Rules) -> Option<Stmt> {
        let scalar = self.own_scalar(scope, rules)?;
        let value = self.expr(scope, rules, self.function.scalars[scalar], 2);
        Some(Stmt::Set { scalar, update: self.pick(&[Update::Add, Update::Add, Update::Sub, Update::Mul]), value })
    }

    /// A float of the iteration, mostly of the loops around.
    fn own_scalar(&mut self, scope: &Scope, rules: &Rules) -> Option<ScalarId> {
        let own = sorted(scope.scalars.iter().copied()).into_iter();
        let own: Vec<ScalarId> =
            own.filter(|it| self.function.scalars[*it].is_float() && !rules.sums.contains(it)).collect();
        own.choose(&mut self.rng).copied()
    }
}
