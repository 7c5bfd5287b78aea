//! Jumps inside of an iteration, and copies of several elements.

use rand::Rng;

use super::*;

impl Generator {
    /// Statements with a way past some of them.
    pub(super) fn jump(&mut self, scope: &Scope, rules: &mut Rules, vars: &[VarId]) -> Vec<Stmt> {
        match self.rng.random_range(0..10) {
            0..=2 => vec![self.leave(scope, rules, vars, Stmt::Continue), self.store(scope, rules, vars)],
            3 if vars.len() > 1 => vec![self.leave(scope, rules, vars, Stmt::Break), self.store(scope, rules, vars)],
            3..=5 => vec![self.switch(scope, rules, vars, &[Stmt::Break, Stmt::Continue])],
            6 => {
                let body = vec![self.switch(scope, rules, vars, &[Stmt::Break]), self.store(scope, rules, vars)];
                vec![Stmt::While(While { var: self.variable(), limit: 3, condition: self.less(scope, rules), body })]
            }
            _ => vec![self.block(scope, rules, vars)],
        }
    }

    pub(super) fn variable(&mut self) -> VarId {
        self.next_var += 1;
        self.next_var - 1
    }

    fn leave(&mut self, scope: &Scope, rules: &mut Rules, vars: &[VarId], way: Stmt) -> Stmt {
        let condition = self.guard(scope, rules, vars);
        let inside = scope.where_holds(&condition);
        let mut then = if self.chance(30) { vec![self.store(&inside, rules, vars)] } else { vec![] };
        then.push(way);
        Stmt::If { condition, then, otherwise: vec![] }
    }

    /// A `switch`, whose cases may have these ways out.
    fn switch(&mut self, scope: &Scope, rules: &mut Rules, vars: &[VarId], ways: &[Stmt]) -> Stmt {
        let elem = self.pick(&[Elem::I32, Elem::U8, Elem::U32]);
        let value = self.shallow(scope, rules, elem);
        let count = self.rng.random_range(2..=4);
        let mut cases = Vec::new();
        for number in 1..=count {
            let mut body = Vec::new();
            if self.chance(35) {
                let way = ways[self.rng.random_range(0..ways.len())].clone();
                body.push(self.leave(scope, rules, vars, way));
            }
            if self.chance(80) {
                body.push(self.store(scope, rules, vars));
            }
            if !rules.parallel && self.chance(15) {
                body.extend(self.reduction(scope, rules));
            }
            cases.push(Case { body, falls: number < count && self.chance(25) });
        }
        Stmt::Switch(Switch { value, cases })
    }

    /// A block that is left from inside of it, or of a loop in it.
    fn block(&mut self, scope: &Scope, rules: &mut Rules, vars: &[VarId]) -> Stmt {
        let label = self.variable();
        let mut body = vec![self.leave(scope, rules, vars, Stmt::Goto(label)), self.store(scope, rules, vars)];
        if self.chance(35) {
            let (var, index) = (self.variable(), self.pick(&[Index::Int, Index::Unsigned, Index::Long]));
            let (lower, upper) = (Affine::constant(0), Affine::constant(self.rng.random_range(2..=4)));
            let (step, named, test, outside) = (1, false, Test::Strict, None);
            let mut lp = Loop { var, index, lower, upper, colour: None, step, named, test, outside, body: vec![] };
            if let Some(inner) = scope.inside(&self.function, &lp) {
                lp.body = vec![self.leave(&inner, rules, vars, Stmt::Goto(label)), self.store(&inner, rules, vars)];
                body.push(Stmt::For(lp));
            }
        }
        Stmt::Block { label, body }
    }

    /// Several elements at once: a struct, or bytes.
    pub(super) fn copy(&mut self, scope: &Scope, rules: &mut Rules, vars: &[VarId]) -> Option<Stmt> {
        let records = self.function.arrays.iter().any(|array| array.form == Form::Record);
        if records && self.chance(40) {
            let (to, from) = (self.affine_subscript(scope, Extent::N), self.affine_subscript(scope, Extent::N));
            let way = self.pick(&[Way::Assigned, Way::Local, Way::Swapped, Way::Initialized]);
            return Some(Stmt::Record { to, from, way });
        }
        let target = self.target(scope, rules, vars);
        let array = self.function.arrays[target.array].clone();
        if array.form == Form::Record {
            let Subscript::Affine(to) = target.subscripts.into_iter().next()? else { return None };
            let Subscript::Affine(from) = self.subscript(scope, rules, Extent::N) else { return None };
            let way = self.pick(&[Way::Assigned, Way::Local, Way::Swapped, Way::Initialized]);
            return Some(Stmt::Record { to, from, way });
        }
        let sources: Vec<ArrayId> = (0..self.function.arrays.len())
            .filter(|&id| self.function.arrays[id].elem == array.elem && self.may_read(rules, id))
            .filter(|&id| self.function.are_apart([id, target.array]))
            .collect();
        let source = if sources.is_empty() { None } else { Some(self.pick(&sources)) };
        let from = source.map(|array| self.access(scope, rules, array)).filter(|_| self.chance(70));
        let copy = |count| Stmt::Bytes { to: target.clone(), from: from.clone(), count };
        let fits = |stmt: &Stmt| bounds::check_stmt(&self.function, &mut scope.clone(), stmt, 1).is_some();
        [4, 3, 2, 1].map(copy).into_iter().find(fits)
    }
}
