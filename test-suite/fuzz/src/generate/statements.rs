//! Statements inside of loops, and what they store to.

use rand::Rng;
use rand::seq::IndexedRandom;

use super::*;

impl Generator {
    pub(super) fn simple(&mut self, scope: &Scope, rules: &mut Rules, vars: &[VarId]) -> Vec<Stmt> {
        if !rules.sums.is_empty() {
            if self.chance(40) {
                return self.added(scope, rules, vars);
            }
            if self.chance(30)
                && let Some(sum) = self.own_sum(scope, rules)
            {
                let more = if self.chance(50) { self.added(scope, rules, vars) } else { vec![] };
                return std::iter::once(sum).chain(more).collect();
            }
        }
        if let Some((array, update)) = rules.updated
            && self.chance(40)
        {
            return vec![self.shared_update(scope, rules, array, update)];
        }
        if let Some(stepped) = rules.stepped
            && self.chance(stepped.often)
        {
            // A step and what it is for.
            return vec![self.step(stepped.scalar), self.store(scope, rules, vars)];
        }
        if self.chance(9) {
            return self.jump(scope, rules, vars);
        }
        if self.chance(5)
            && let Some(copy) = self.copy(scope, rules, vars)
        {
            return vec![copy];
        }
        let parallel = rules.parallel;
        match self.rng.random_range(0..100) {
            0..=12 => {
                let condition = self.guard(scope, rules, vars);
                let inside = scope.where_holds(&condition);
                let then = vec![self.store(&inside, rules, vars)];
                let otherwise = if self.chance(50) { vec![self.store(scope, rules, vars)] } else { vec![] };
                vec![Stmt::If { condition, then, otherwise }]
            }
            13..=17 => vec![self.while_loop(scope, rules, vars)],
            18..=27 if !parallel => self.reduction(scope, rules),
            18 => self.reduction(scope, rules),
            28..=29 if !parallel => {
                let condition = self.guard(scope, rules, vars);
                let leave = self.pick(&[Leave::Break, Leave::Continue, Leave::Return]);
                vec![Stmt::If { condition, then: vec![leave.stmt()], otherwise: vec![] }]
            }
            30..=36 if self.calls => {
                let target = self.target(scope, rules, vars);
                if self.function.has_cells(target.array) {
                    return vec![];
                }
                let value = self.expr(scope, rules, self.function.arrays[target.array].elem, 1);
                // The argument must have the element's type exactly.
                let value = Expr::Convert(self.function.arrays[target.array].elem, Box::new(value));
                let poke = self.pick(&[Poke::Bump, Poke::Twice, Poke::Often]);
                vec![Stmt::Bump { poke, target, value }]
            }
            _ => vec![self.store(scope, rules, vars)],
        }
    }

    pub(super) fn step(&mut self, scalar: ScalarId) -> Stmt {
        let value = Expr::Literal(self.function.scalars[scalar], self.rng.random_range(1..=3));
        Stmt::Set { scalar, update: self.pick(&[Update::Add, Update::Add, Update::Sub]), value }
    }

    /// `h[k[i]] += e`: any element, whichever iteration it is.
    pub(super) fn shared_update(&mut self, scope: &Scope, rules: &Rules, array: ArrayId, update: Update) -> Stmt {
        let Array { elem, extents, .. } = self.function.arrays[array].clone();
        let subscript = |generator: &mut Self| {
            let elem = generator.pick(&[Elem::I32, Elem::U32, Elem::U8, Elem::I64]);
            Subscript::Modulo(Box::new(generator.shallow(scope, rules, elem)))
        };
        let subscripts = extents.iter().map(|_| subscript(self)).collect();
        let value = self.expr(scope, rules, elem, 2);
        let update = if self.chance(6) { self.update(elem) } else { update };
        Stmt::Store { target: Access { array, subscripts }, update, value }
    }

    pub(super) fn reduction(&mut self, scope: &Scope, rules: &Rules) -> Vec<Stmt> {
        let mut scalars = sorted(scope.scalars.iter().copied());
        scalars.retain(|scalar| rules.stepped.is_none_or(|stepped| stepped.scalar != *scalar));
        if scalars.is_empty() {
            return vec![];
        }
        let scalar = self.pick(&scalars);
        let elem = self.function.scalars[scalar];
        let value = self.expr(scope, rules, elem, 2);
        vec![Stmt::Set { scalar, update: self.update(elem), value }]
    }

    /// A scalar that holds a value of the iteration before.
    pub(super) fn wrap_around(&mut self, scope: &Scope, rules: &mut Rules, vars: &[VarId]) -> Vec<Stmt> {
        let carried: Vec<ScalarId> = sorted(scope.scalars.iter().copied());
        let Some(&scalar) = carried.choose(&mut self.rng) else { return vec![] };
        let mut store = self.store(scope, rules, vars);
        if let Stmt::Store { target, value, .. } = &mut store {
            let elem = self.function.arrays[target.array].elem;
            if self.fits(self.function.scalars[scalar], elem) {
                *value = self.combine(elem, value.clone(), Expr::Scalar(scalar));
            }
        }
        let value = self.leaf(scope, rules, self.function.scalars[scalar]);
        vec![store, Stmt::Set { scalar, update: Update::Set, value }]
    }

    pub(super) fn while_loop(&mut self, scope: &Scope, rules: &mut Rules, vars: &[VarId]) -> Stmt {
        let var = self.next_var;
        self.next_var += 1;
        let limit = self.rng.random_range(2..=5);
        let condition = self.less(scope, rules);
        let mut inner = scope.clone();
        inner.ranges.insert(var, bounds::Interval { low: 0, high: limit - 1 });
        let body = vec![self.store(&inner, rules, vars)];
        Stmt::While(While { var, limit, condition, body })
    }

    pub(super) fn store(&mut self, scope: &Scope, rules: &mut Rules, vars: &[VarId]) -> Stmt {
        let target = self.target(scope, rules, vars);
        let elem = self.function.arrays[target.array].elem;
        let value = self.expr(scope, rules, elem, 3);
        let update = if self.function.has_cells(target.array) { Update::Set } else { self.update(elem) };
        Stmt::Store { target, update, value }
    }

    pub(super) fn update(&mut self, elem: Elem) -> Update {
        use Update::{Add, Div, Imag, Max, Min, Mul, Real, Set, Sub, Xor};
        if elem.is_complex() {
            return self.pick(&[Set, Set, Set, Set, Add, Add, Sub, Mul, Mul, Div, Real, Imag, Max, Min]);
        }
        self.pick(&[Set, Set, Set, Set, Add, Add, Sub, Mul, Xor, Max])
    }

    pub(super) fn target(&mut self, scope: &Scope, rules: &mut Rules, vars: &[VarId]) -> Access {
        let locals = sorted(scope.locals.iter().copied());
        if !locals.is_empty() && self.chance(20) {
            let local = self.pick(&locals);
            return self.access(scope, rules, local);
        }
        if rules.parallel {
            return self.own_target(scope, rules, vars);
        }
        let shared = self.shared_arrays();
        let array = self.pick(&shared);
        self.access(scope, rules, array)
    }
}

/// Ways out of a loop, which can be copied.
#[derive(Clone, Copy)]
enum Leave {
    Break,
    Continue,
    Return,
}

impl Leave {
    fn stmt(self) -> Stmt {
        match self {
            Leave::Break => Stmt::Break,
            Leave::Continue => Stmt::Continue,
            Leave::Return => Stmt::Return,
        }
    }
}
