//! Loops of hundreds of iterations that only reduce, or look for a minimum.

use rand::Rng;
use rand::seq::{IndexedRandom, SliceRandom};

use super::*;

impl Generator {
    /// A loop that only reduces, into scalars, and is long enough for rows and blocks of partial results. Its elements are
    /// picked modulo the extents.
    pub(super) fn long_reductions(&mut self, scope: &Scope) -> Option<Stmt> {
        let mut lp = self.long_header();
        let (var, inner) = (lp.var, scope.inside(&self.function, &lp)?);
        let mut scalars = sorted(scope.scalars.iter().copied());
        scalars.shuffle(&mut self.rng);
        scalars.truncate(self.rng.random_range(1..=2));
        // Now and then one scalar is reduced twice, or used besides: no reduction then, unless the operators are one.
        if self.chance(15) {
            scalars.push(scalars[0]);
        }
        let used = scalars.last().copied().filter(|_| self.chance(8));
        for scalar in scalars {
            use Update::{Add, Max, Min, Mul, Set, Sub, Xor};
            let (update, mut value) = (self.pick(&[Add, Sub, Mul, Xor, Max, Min, Set]), self.long_term(scalar, var));
            let elem = self.function.scalars[scalar];
            if let Some(other) = used.filter(|it| self.fits(self.function.scalars[*it], elem)) {
                value = self.combine(elem, value, Expr::Scalar(other));
            }
            let set = Stmt::Set { scalar, update, value };
            let condition = if self.chance(30) { Some(self.guard(&inner, &Rules::default(), &[var])) } else { None };
            lp.body.push(match condition {
                // Nothing else may look at what is reduced.
                Some(condition @ (Cond::NonNegative(_) | Cond::Congruent { .. })) => {
                    Stmt::If { condition, then: vec![set], otherwise: vec![] }
                }
                Some(
                    Cond::Less(..)
                    | Cond::AtMost(..)
                    | Cond::Equal(..)
                    | Cond::Unequal(..)
                    | Cond::NonZero(_)
                    | Cond::Both(..),
                )
                | None => set,
            });
        }
        Some(Stmt::For(lp))
    }

    pub(super) fn long_header(&mut self) -> Loop {
        let var = self.next_var;
        self.next_var += 1;
        let upper =
            Affine { constant: self.rng.random_range(0..=130), terms: vec![(self.pick(&[16, 64, 300]), Atom::N)] };
        let (index, step) = (self.pick(&[Index::Int, Index::Long, Index::Unsigned]), self.pick(&[1, 1, 1, 2, 3]));
        let lower = Affine::constant(self.pick(&[0, 0, 1, 7]));
        Loop {
            var,
            index,
            lower,
            upper,
            colour: None,
            step,
            named: false,
            test: Test::Strict,
            outside: None,
            body: vec![],
        }
    }

    /// A loop as long that looks for a minimum or maximum and keeps its place, or something else, in the result; guarded or
    /// chosen, in any order, and what it found in the result after it.
    pub(super) fn long_search(&mut self, scope: &Scope) -> Option<Vec<Stmt>> {
        let result = self.function.result;
        let others: Vec<ScalarId> =
            sorted(scope.scalars.iter().copied()).into_iter().filter(|it| *it != result).collect();
        let best = *others.choose(&mut self.rng)?;
        let elem = self.function.scalars[best];
        let mut lp = self.long_header();
        let inner = scope.inside(&self.function, &lp)?;
        let (term, old) = (self.long_term(best, lp.var), Expr::Scalar(best));
        let kept = if self.chance(60) { Expr::Var(lp.var) } else { self.long_term(result, lp.var) };
        let (a, b) = if self.chance(50) { (term.clone(), old) } else { (old, term.clone()) };
        let compare = if self.chance(50) { Cond::Less } else { Cond::AtMost };
        let condition = compare(Box::new(a), Box::new(b));
        let set = |scalar, value| Stmt::Set { scalar, update: Update::Set, value };
        lp.body = if self.chance(60) {
            let mut then = vec![set(best, term), set(result, kept)];
            then.shuffle(&mut self.rng);
            vec![Stmt::If { condition, then, otherwise: vec![] }]
        } else {
            let choose = |scalar, elem, value: Expr| {
                let (condition, value) = (Box::new(condition.clone()), Box::new(value));
                set(scalar, Expr::Choose(condition, elem, value, Box::new(Expr::Scalar(scalar))))
            };
            vec![choose(result, self.function.scalars[result], kept), choose(best, elem, term)]
        };
        if let Some(outer @ (Cond::NonNegative(_) | Cond::Congruent { .. })) =
            self.chance(20).then(|| self.guard(&inner, &Rules::default(), &[lp.var]))
        {
            lp.body = vec![Stmt::If { condition: outer, then: lp.body, otherwise: vec![] }];
        }
        let mut all = vec![Stmt::For(lp)];
        if self.fits(elem, self.function.scalars[result]) {
            all.push(Stmt::Set { scalar: result, update: Update::Add, value: Expr::Scalar(best) });
        }
        Some(all)
    }

    /// `a[i % n] op i`, of the scalar's type, or the like without an array: what of it a loop reaches is mostly not known.
    pub(super) fn long_term(&mut self, scalar: ScalarId, var: VarId) -> Expr {
        let elem = self.function.scalars[scalar];
        let fits = |id: &ArrayId| self.fits(self.function.arrays[*id].elem, elem);
        let arrays: Vec<ArrayId> = self.shared_arrays().into_iter().filter(fits).collect();
        let array = arrays.choose(&mut self.rng).copied();
        let Some(array) = array.filter(|_| self.chance(40)) else {
            let form = Affine { constant: 1, terms: vec![(2, Atom::Var(var)), (-1, Atom::N)] };
            return self.combine(elem, Expr::Form(form), Expr::Var(var));
        };
        let picked = |_: &Extent| Subscript::Modulo(Box::new(Expr::Var(var)));
        let subscripts = self.function.arrays[array].extents.iter().map(picked).collect();
        self.combine(elem, Expr::Load(Access { array, subscripts }), Expr::Var(var))
    }
}
