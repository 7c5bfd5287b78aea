//! The loops of a dense nest: their order, lengths, and bounds that depend on each other. Knows nothing of what they
//! access.

use super::*;

impl Generator {
    /// The loops of a shape, and the scope inside them.
    pub(super) fn dense_loops(&mut self, scope: &Scope, shape: &Shape) -> (Vec<Loop>, Scope) {
        let mut order: Vec<(VarId, Affine)> = self.lengths(shape);
        if self.chance(65) {
            order.shuffle(&mut self.rng);
        }
        let (mut loops, mut scope): (Vec<Loop>, Scope) = (vec![], scope.clone());
        for (var, length) in order {
            let outer: Vec<VarId> = loops.iter().map(|lp| lp.var).collect();
            let (lp, inner) = self.dense_header(&scope, (var, length), &outer);
            loops.push(lp);
            scope = inner;
        }
        (loops, scope)
    }

    /// How many iterations each loop has, if its bounds are not changed: together not too many.
    fn lengths(&mut self, shape: &Shape) -> Vec<(VarId, Affine)> {
        let mut left = self.dense_work();
        let mut places: Vec<usize> = (0..shape.vars.len()).collect();
        places.shuffle(&mut self.rng);
        let mut lengths: Vec<(VarId, Affine)> = shape.vars.iter().map(|var| (*var, Affine::constant(1))).collect();
        let mut before = None;
        for place in places {
            let most = if shape.short.contains(&shape.vars[place]) { left.min(5) } else { left };
            let (length, size) = match before.clone() {
                Some((length, size)) if size <= most && self.chance(40) => (length, size),
                Some(_) | None => self.length(most),
            };
            left /= size.max(1);
            before = Some((length.clone(), size));
            lengths[place].1 = length;
        }
        lengths
    }

    /// A length of at most `most`, and its value.
    pub(super) fn length(&mut self, most: i64) -> (Affine, i64) {
        let Function { n, m, .. } = self.function;
        match self.rng.random_range(0..100) {
            0..=29 if n <= most => (Affine::atom(Atom::N, 0), n),
            30..=54 if m <= most => (Affine::atom(Atom::M, 0), m),
            55 => (Affine::constant(0), 0),
            _ => {
                let fitting: Vec<i64> = LENGTHS.into_iter().filter(|it| (1..=most.max(1)).contains(it)).collect();
                let size = self.pick(&fitting);
                (Affine::constant(size), size)
            }
        }
    }

    /// A loop inside of others, and the scope inside of it.
    fn dense_header(&mut self, scope: &Scope, (var, length): (VarId, Affine), outer: &[VarId]) -> (Loop, Scope) {
        let (lower, upper) = self.dense_bounds(length, outer);
        let index = self.pick(&[
            Index::Int,
            Index::Int,
            Index::Int,
            Index::Int,
            Index::Int,
            Index::Long,
            Index::Size,
            Index::Unsigned,
        ]);
        let step = match self.rng.random_range(0..40) {
            0..=1 => -1,
            2 => 2,
            _ => 1,
        };
        let test = if self.chance(25) { Test::NonStrict } else { Test::Strict };
        let outside = self.chance(3).then_some(Start::Assigned);
        let mut lp = Loop { var, index, lower, upper, colour: None, step, named: false, test, outside, body: vec![] };
        if bounds::inside_checked(&self.function, scope, &lp).is_none() {
            lp.index = Index::Int;
        }
        let inner = scope.inside(&self.function, &lp).unwrap_or_else(|| scope.clone());
        (lp, inner)
    }

    /// Rectangles, triangles, trapezoids and bands.
    fn dense_bounds(&mut self, length: Affine, outer: &[VarId]) -> (Affine, Affine) {
        if let Some(&outer) = outer.choose(&mut self.rng)
            && self.chance(32)
        {
            let at = |constant| Affine::atom(Atom::Var(outer), constant);
            return match self.rng.random_range(0..12) {
                0..=2 => (Affine::constant(0), at(1)),
                3..=4 => (Affine::constant(0), at(0)),
                5..=6 => (at(0), length),
                7..=8 => (at(1), length),
                9..=10 => (Affine::constant(0), at(self.rng.random_range(2..=5))),
                _ => (at(0), at(self.rng.random_range(2..=5))),
            };
        }
        let lower = Affine::constant(if self.chance(12) { self.rng.random_range(1..=2) } else { 0 });
        let upper = if self.chance(10) { length.plus(-self.rng.random_range(1..=2)) } else { length };
        (lower, upper)
    }
}

/// A plain loop, of the same type wherever its variable has another loop.
pub(super) fn counted(var: VarId, lower: Affine, upper: Affine, body: Vec<Stmt>) -> Stmt {
    let (step, named, test, outside) = (1, false, Test::Strict, None);
    let index = if var.is_multiple_of(4) { Index::Long } else { Index::Int };
    Stmt::For(Loop { var, index, lower, upper, colour: None, step, named, test, outside, body })
}
