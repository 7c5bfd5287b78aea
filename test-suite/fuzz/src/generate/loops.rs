//! Nests, loops, and what stands in their bodies.

use rand::Rng;

use super::*;

impl Generator {
    pub(super) fn nest(&mut self, scope: &Scope) -> Vec<Stmt> {
        let depth = self.pick(&[1, 1, 2, 2, 2, 3, 3, MAX_DEPTH]);
        let vectors: Vec<ArrayId> = (0..self.function.arrays.len())
            .filter(|&id| {
                let array = &self.function.arrays[id];
                array.extents.len() == 1 && bounds::is_contiguous(array.form)
            })
            .collect();
        if self.has_complex && self.chance(20) {
            return vec![self.sums(scope)];
        }
        if self.chance(17)
            && let Some(nest) = self.dense(scope)
        {
            return nest;
        }
        if self.chance(8)
            && let Some(nest) = self.long_reductions(scope)
        {
            return vec![nest];
        }
        if self.chance(8)
            && let Some(search) = self.long_search(scope)
        {
            return search;
        }
        if !vectors.is_empty() && self.chance(4) {
            let array = self.pick(&vectors);
            let elem = self.function.arrays[array].elem;
            let (update, rest) = (self.update(elem), self.leaf(scope, &Rules::default(), elem));
            let value = self.combine(elem, Expr::Here(elem), rest);
            return vec![Stmt::Walk { array, update, value }];
        }
        let mut rules = if self.chance(80) { self.parallel_rules() } else { Rules::default() };
        rules.stepped = self.stepped_scalar(scope);
        vec![self.for_loop(scope, depth, rules, &mut Vec::new())]
    }

    /// A loop with `depth - 1` more inside it; `vars` are the variables around it.
    pub(super) fn for_loop(&mut self, scope: &Scope, depth: usize, mut rules: Rules, vars: &mut Vec<VarId>) -> Stmt {
        let mut lp = self.header(scope, &rules, vars);
        // A header that makes no sense (an unsigned variable below zero, say) gives way to the plainest one.
        let inner = match bounds::inside_checked(&self.function, scope, &lp) {
            Some(inner) => inner,
            None => {
                lp = Loop { index: Index::Int, test: Test::Strict, lower: Affine::constant(0), ..lp };
                lp.upper = Affine::atom(Atom::N, 0);
                (lp.step, lp.named) = (1, false);
                scope.inside(&self.function, &lp).unwrap_or_else(|| scope.clone())
            }
        };
        vars.push(lp.var);
        lp.outside = lp.outside.filter(|_| !rules.parallel);
        lp.body = if depth > 1 {
            self.outer_body(inner, depth, &mut rules, vars)
        } else {
            self.inner_body(inner, &mut rules, vars)
        };
        vars.pop();
        Stmt::For(lp)
    }

    pub(super) fn header(&mut self, scope: &Scope, rules: &Rules, vars: &[VarId]) -> Loop {
        let var = self.next_var;
        self.next_var += 1;
        let mut lower = Affine::constant(self.pick(&[0, 0, 0, 1, 2]));
        let mut upper = self.size(rules, vars.len()).plus(self.pick(&[0, 0, 0, -1, -2]));
        if let Some(&outer) = vars.last()
            && self.chance(30)
        {
            match self.rng.random_range(0..5) {
                0 => lower = Affine::atom(Atom::Var(outer), self.rng.random_range(0..=1)),
                1 => upper = Affine::atom(Atom::Var(outer), self.rng.random_range(0..=2)),
                2 => upper.terms.push((-1, Atom::Var(outer))),
                3 => lower.terms.push((1, Atom::Var(outer))),
                _ => {
                    // A band along the diagonal, or tiles.
                    let factor = self.pick(&[1, 1, 3]);
                    lower = Affine {
                        terms: vec![(factor, Atom::Var(outer))],
                        ..Affine::constant(self.pick(&[-1, 0, 0, 1]))
                    };
                    upper = lower.plus(self.rng.random_range(2..=5));
                }
            }
        }
        if let Some(cell) = self.cell()
            && self.chance(30)
        {
            let bound = Affine::atom(cell, self.rng.random_range(0..=4));
            if self.chance(70) { upper = bound } else { lower = Affine::atom(cell, 0) }
        }
        // How far an inner loop steps a variable matters to the outer one, whose iterations must know it.
        if let Some(stepped) = rules.stepped
            && !vars.is_empty()
            && self.chance(stepped.often)
        {
            (lower, upper) = (Affine::constant(0), Affine::constant(self.rng.random_range(2..=4)));
        }
        let step: i64 = self.pick(&[1, 1, 1, 1, 1, 1, 2, 3, -1, -1, -2]);
        let index = match self.rng.random_range(0..80) {
            0 => Index::Far,
            1..=51 => Index::Int,
            52..=59 => Index::Long,
            60..=71 => Index::Unsigned,
            _ => Index::Size,
        };
        let mut test = self.pick(&[Test::Strict, Test::Strict, Test::Strict, Test::NonStrict]);
        if step == 1 && vars.is_empty() && scope.ranges.is_empty() && self.chance(10) {
            test = Test::NotEqual;
        }
        let starts = [Start::Assigned, Start::Assigned, Start::Seen, Start::Before, Start::Stepped, Start::Adjusted];
        let outside = self.chance(10).then(|| self.pick(&starts));
        let named = self.chance(if step.abs() > 1 { 40 } else { 6 });
        let colour = self.colour(vars).filter(|_| step > 0 && test != Test::NotEqual && index != Index::Far);
        Loop { var, index, lower, upper, colour, step, named, test, outside, body: vec![] }
    }

    /// Red and black elements, mostly of the variables around.
    fn colour(&mut self, vars: &[VarId]) -> Option<Colour> {
        if vars.is_empty() || !self.chance(12) {
            return None;
        }
        let mut of = Affine::constant(self.pick(&[0, 0, 1, 3]));
        for &var in vars {
            if self.chance(70) {
                of.terms.push((self.pick(&[1, 1, 1, -1, 3]), Atom::Var(var)));
            }
        }
        let way = self.pick(&[Hue::Mask, Hue::Rest, Hue::Less, Hue::Choice, Hue::Other, Hue::Variable]);
        let by = if matches!(way, Hue::Choice | Hue::Other) { 2 } else { self.pick(&[2, 2, 4]) };
        Some(Colour { of, by, way })
    }

    /// The number of iterations of a loop with `depth` around it: under the parallel discipline mostly the extent of an
    /// array that is stored to.
    pub(super) fn size(&mut self, rules: &Rules, depth: usize) -> Affine {
        let extent = rules.reserved.first().and_then(|&array| self.function.arrays[array].extents.get(depth).copied());
        match extent {
            Some(Extent::N) => Affine::atom(Atom::N, 0),
            Some(Extent::M) => Affine::atom(Atom::M, 0),
            Some(Extent::Above(more)) => Affine::atom(Atom::N, more),
            Some(Extent::Fixed(size)) => Affine::constant(size),
            None => Affine::atom(self.pick(&[Atom::N, Atom::N, Atom::M]), 0),
        }
    }

    pub(super) fn outer_body(
        &mut self,
        mut scope: Scope,
        depth: usize,
        rules: &mut Rules,
        vars: &mut Vec<VarId>,
    ) -> Vec<Stmt> {
        let mut body = Vec::new();
        if let (Some(scratch), &[outer]) = (rules.scratch, &vars[..]) {
            body.extend(self.fill_scratch(&scope, scratch.array, rules, outer));
            rules.scratch = Some(Scratch { is_written: true, ..scratch });
        }
        let often = if rules.sums.is_empty() { 0 } else { 40 };
        if self.chance(20 + often) {
            body.extend(self.privates(&mut scope, rules));
        }
        if self.chance(25 + often) {
            body.extend(self.simple(&scope, rules, vars));
        }
        if let Some(stepped) = rules.stepped
            && self.chance(stepped.often)
        {
            body.push(self.step(stepped.scalar));
        }
        let mut inner = vec![self.for_loop(&scope, depth - 1, rules.clone(), vars)];
        if depth > 1 && self.chance(20) {
            inner.push(self.for_loop(&scope, 1, rules.clone(), vars));
        }
        if self.chance(15) {
            let condition = self.guard(&scope, rules, vars);
            inner = vec![Stmt::If { condition, then: inner, otherwise: vec![] }];
        }
        body.extend(inner);
        if self.chance(20 + often) {
            body.extend(self.simple(&scope, rules, vars));
        }
        body
    }

    pub(super) fn inner_body(&mut self, mut scope: Scope, rules: &mut Rules, vars: &[VarId]) -> Vec<Stmt> {
        let mut body = Vec::new();
        if self.chance(30) {
            body.extend(self.privates(&mut scope, rules));
        }
        for _ in 0..self.pick(&[1, 1, 1, 2, 2, 3]) {
            body.extend(self.simple(&scope, rules, vars));
        }
        if self.chance(6) {
            body.extend(self.wrap_around(&scope, rules, vars));
        }
        body
    }

    /// Scalars and arrays of one iteration's own.
    pub(super) fn privates(&mut self, scope: &mut Scope, rules: &Rules) -> Vec<Stmt> {
        if self.chance(25) {
            let (elem, mut size) = (self.elem(), self.rng.random_range(3..=6));
            // Of nests with sums, which are cut around them. Large ones are not on the stack.
            let stays = !rules.sums.is_empty() && self.chance(50);
            if stays && self.chance(70) {
                size = 140;
            }
            let array = self.function.arrays.len();
            let extents = vec![Extent::Fixed(size)];
            self.function.arrays.push(Array::new(elem, extents, Form::Local { stays }));
            scope.locals.insert(array);
            let mut stmts = vec![Stmt::Local(array)];
            if let Some(&outer) = sorted(scope.ranges.keys().copied()).first()
                && self.chance(60)
            {
                stmts.extend(self.fill_scratch(scope, array, rules, outer));
            }
            return stmts;
        }
        let elem = self.elem();
        if elem.is_complex()
            && let Some(assigned) = self.complex_from_outside(scope, rules)
        {
            return vec![assigned];
        }
        let value = self.expr(scope, rules, elem, 2);
        vec![self.declare(elem, value, scope)]
    }
}
