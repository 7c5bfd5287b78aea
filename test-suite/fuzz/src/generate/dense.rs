//! Dense nests: three or four loops that accumulate into a matrix, as linear algebra has them, and loops over arrays that are made of
//! themselves. Their matrices are mostly their own.
//!
//! Never lets floats that feed back grow without end (`made_small` comes before such nests), and never divides one by
//! what may be zero.

use std::collections::BTreeSet;

use rand::Rng;
use rand::seq::{IndexedRandom, SliceRandom};

use super::*;

mod around;
mod headers;
mod matrices;
mod solvers;
mod sweeps;

/// Sizes of matrices and loops: none, a few, and around the sizes of vectors and tiles.
pub(super) const LENGTHS: [i64; 13] = [0, 1, 2, 3, 7, 13, 16, 17, 31, 33, 40, 65, 67];

/// What is accessed under which loops.
struct Shape {
    /// The loops' variables, in an order that is usual.
    vars: Vec<VarId>,
    /// Those of loops with few iterations.
    short: Vec<VarId>,
    /// Subscripts of what is accumulated, and of the two matrices it comes from.
    operands: [Vec<Affine>; 3],
}

/// A nest before it is put together.
struct Plan {
    /// The outermost one first, all without a body.
    loops: Vec<Loop>,
    /// Inside all of them.
    scope: Scope,
    target: Access,
    factors: [Access; 2],
    how: How,
    /// The target's array is a factor as well, and its type a float.
    feeds_back: bool,
}

/// How a value is accumulated.
#[derive(Clone, Copy)]
enum How {
    Update(Update),
    /// `c = c * x + value`
    Scaled,
    /// `c = min(c, value)`, or `max`
    Extremum(Binary),
}

impl Generator {
    /// What main passes for `n` and `m` where nests are dense.
    pub(super) fn dense_sizes(&mut self) {
        let size = |it: &mut Self| match it.rng.random_range(0..20) {
            0..=3 => it.pick(&LENGTHS[1..]),
            4..=14 => it.pick(&LENGTHS[4..]),
            _ => it.rng.random_range(1..=40),
        };
        (self.function.n, self.function.m) = (size(self), size(self));
    }

    /// A dense nest, with what must come before it.
    pub(super) fn dense(&mut self, scope: &Scope) -> Option<Vec<Stmt>> {
        let (arrays, scalars) = (self.function.arrays.len(), self.function.scalars.len());
        for _ in 0..12 {
            let nest = match self.rng.random_range(0..100) {
                0..=21 => self.solver(scope),
                22..=41 => self.sweep(scope),
                _ => self.contraction(scope),
            };
            let mut around = scope.clone();
            let mut fits = |stmt| {
                let work = bounds::check_stmt(&self.function, &mut around, stmt, 1);
                work.is_some_and(|work| work <= 3 * self.dense_work())
            };
            match nest {
                Some(nest) if nest.iter().all(&mut fits) => return Some(nest),
                Some(_) | None => {
                    self.function.arrays.truncate(arrays);
                    self.function.scalars.truncate(scalars);
                }
            }
        }
        None
    }

    /// Iterations of a nest.
    fn dense_work(&self) -> i64 {
        match self.only {
            None | Some(Only::Sums) => 15_000,
            Some(Only::Dense) => 140_000,
        }
    }

    fn contraction(&mut self, scope: &Scope) -> Option<Vec<Stmt>> {
        let first = self.function.arrays.len();
        let shape = self.shape();
        let (loops, scope) = self.dense_loops(scope, &shape);
        let [target, left, right] = self.operands(&scope, shape.operands)?;
        let feeds_back = self.is_float(&target) && [left.array, right.array].contains(&target.array);
        if feeds_back && !(self.is_float(&left) && self.is_float(&right)) {
            return None;
        }
        let is_half = |access: &Access| self.function.arrays[access.array].elem == Elem::F16;
        let small: BTreeSet<ArrayId> = match feeds_back {
            true => [&target, &left, &right].map(|access| access.array).into(),
            // Sums of products of larger halves are not finite.
            false => [&left, &right].into_iter().filter(|it| is_half(it)).map(|it| it.array).collect(),
        };
        let mut nest: Vec<Stmt> = small.into_iter().map(|id| self.made_small(id, first, Diagonal::Small)).collect();
        let how = self.how(self.function.arrays[target.array].elem);
        let plan = Plan { loops, scope, target, factors: [left, right], how, feeds_back };
        nest.extend(self.assembled(plan));
        Some(nest)
    }

    fn is_float(&self, access: &Access) -> bool {
        self.function.arrays[access.array].elem.is_float()
    }

    /// A variable, mostly of a loop whose step is not spelled by way of `short`: few loops with such steps are seen through.
    fn dense_variable(&mut self) -> VarId {
        let var = self.variable();
        if print::steps_by_short(var) && self.chance(90) { self.variable() } else { var }
    }

    /// A product of matrices, mostly.
    fn shape(&mut self) -> Shape {
        let [i, j, k, l] = std::array::from_fn(|_| self.dense_variable());
        let plain = |vars: &[VarId]| -> Vec<Affine> { vars.iter().map(|var| Affine::var(*var)).collect() };
        let sum = |a, b| Affine { constant: 0, terms: vec![(1, Atom::Var(a)), (1, Atom::Var(b))] };
        let (vars, short, operands) = match self.rng.random_range(0..16) {
            // Many products.
            0 => (vec![l, i, j, k], vec![], [plain(&[l, i, j]), plain(&[l, i, k]), plain(&[l, k, j])]),
            1 => (vec![l, i, j, k], vec![], [plain(&[l, i, j]), plain(&[l, i, k]), plain(&[k, j])]),
            // A window that moves over a matrix.
            2 => (vec![i, j, k, l], vec![k, l], [plain(&[i, j]), vec![sum(i, k), sum(j, l)], plain(&[k, l])]),
            // Two loops that sum.
            3 => (vec![i, j, k, l], vec![], [plain(&[i, j]), plain(&[i, k, l]), plain(&[l, k, j])]),
            // The same several times.
            4 => (vec![l, i, j, k], vec![l], [plain(&[i, j]), plain(&[i, k]), plain(&[k, j])]),
            _ => (vec![i, j, k], vec![], [plain(&[i, j]), plain(&[i, k]), plain(&[k, j])]),
        };
        Shape { vars, short, operands }
    }

    fn how(&mut self, elem: Elem) -> How {
        match self.rng.random_range(0..20) {
            0..=8 => How::Update(Update::Add),
            9..=12 => How::Update(Update::Sub),
            13..=14 => How::Scaled,
            15 => How::Update(Update::Min),
            16 => How::Update(Update::Max),
            17 => How::Extremum(self.pick(&[Binary::Min, Binary::Max])),
            18 if !elem.is_float() => How::Update(Update::Xor),
            _ => How::Update(Update::Add),
        }
    }

    /// `target op= value`
    fn accumulated(&mut self, target: &Access, how: How, value: Expr) -> Stmt {
        let (elem, old) = (self.function.arrays[target.array].elem, Box::new(Expr::Load(target.clone())));
        let set = |value| Stmt::Store { target: target.clone(), update: Update::Set, value };
        match how {
            How::Update(update) => Stmt::Store { target: target.clone(), update, value },
            How::Scaled => {
                // A half to one of a float.
                let x = Expr::Literal(elem, self.rng.random_range(2..=4));
                let old = Expr::Binary(Binary::Mul, elem, old, Box::new(x));
                set(Expr::Binary(Binary::Add, elem, Box::new(old), Box::new(value)))
            }
            How::Extremum(op) => set(Expr::Binary(op, elem, old, Box::new(value))),
        }
    }

    /// What is accumulated: mostly a product.
    fn term(&mut self, plan: &Plan, [a, b]: [&Access; 2]) -> Expr {
        let sum = self.function.arrays[plan.target.array].elem;
        let [left, right] = [a, b].map(|access| self.function.arrays[access.array].elem);
        // Now and then in the factors' type.
        let elem = if left == right && self.chance(25) { left } else { sum };
        let [a, b] = [a, b].map(|access| Box::new(Expr::Load(access.clone())));
        let bounded = matches!(plan.how, How::Extremum(_) | How::Update(Update::Min | Update::Max));
        let (binary, third) = (|op, a, b| Expr::Binary(op, elem, a, b), a.clone());
        match self.rng.random_range(0..20) {
            0..=4 if bounded => binary(self.pick(&[Binary::Add, Binary::Sub]), a, b),
            5..=6 => {
                let factor = Box::new(Expr::Literal(elem, self.pick(&[-3, 2, 3, 5])));
                binary(Binary::Mul, factor, Box::new(binary(Binary::Mul, a, b)))
            }
            7 if !plan.feeds_back => binary(Binary::Add, Box::new(binary(Binary::Mul, a, b)), third),
            8 if !plan.feeds_back => binary(Binary::Sub, a, b),
            9 if !elem.is_float() => self.combine(elem, *a, *b),
            _ => binary(Binary::Mul, a, b),
        }
    }

    /// A condition on some of the loops' variables, or on data.
    fn dense_guard(&mut self, vars: &[VarId], data: Option<&Access>) -> Option<Cond> {
        let (&a, &b) = (vars.choose(&mut self.rng)?, vars.choose(&mut self.rng)?);
        let apart = |constant| Affine { constant, terms: vec![(1, Atom::Var(a)), (-1, Atom::Var(b))] };
        Some(match (self.rng.random_range(0..10), data) {
            (0..=4, _) if a != b => Cond::NonZero(apart(self.pick(&[0, 0, 0, 1]))),
            (5, _) if a != b => Cond::NonNegative(apart(self.rng.random_range(-1..=1))),
            (0..=6, _) => Cond::NonZero(Affine::atom(Atom::Var(a), -self.rng.random_range(0..=5))),
            (7..=8, _) | (_, None) => {
                let (form, modulus) = (Affine::var(a), self.rng.random_range(2..=4));
                Cond::Congruent { form, modulus, rest: self.rng.random_range(0..modulus) }
            }
            (_, Some(data)) => {
                let elem = self.function.arrays[data.array].elem;
                let limit = Expr::Literal(elem, self.rng.random_range(0..40));
                Cond::Less(Box::new(Expr::Load(data.clone())), Box::new(limit))
            }
        })
    }
}

/// What `made_small` leaves on the diagonal.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Diagonal {
    Small,
    /// Numbers that are much larger than all others, so that one can divide by them.
    Large,
}

/// Loops around a body, the outermost one first.
fn wrapped(loops: &[Loop], body: Vec<Stmt>) -> Vec<Stmt> {
    loops.iter().rev().fold(body, |body, lp| vec![Stmt::For(Loop { body, ..lp.clone() })])
}

fn mentions(access: &Access, var: VarId) -> bool {
    access.subscripts.iter().any(|it| matches!(it, Subscript::Affine(form) if form.mentions(var)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::census;

    const DENSE: Wanted = Wanted { numerics: Numerics::Strict, halves: false, complex: false, only: Some(Only::Dense) };

    fn having(wanted: Wanted, construct: &str) -> usize {
        having_of(200, wanted, construct)
    }

    fn having_of(seeds: u64, wanted: Wanted, construct: &str) -> usize {
        let has = |function: &Function| census::constructs(function).contains(construct);
        (0..seeds).map(|seed| function_for(wanted, seed)).filter(has).count()
    }

    #[test]
    fn most_dense_functions_accumulate_into_matrices() {
        assert!(having(DENSE, "update: accumulates into a matrix, in three loops or more") > 180);
        assert!(having(DENSE, "loop: bounds of other loops") > 80);
        assert!(having(DENSE, "array: restrict") > 60);
        assert!(having(DENSE, "called: twice, with other sizes") > 20);
        assert!(having(DENSE, "guard: affine, unequal") > 10);
    }

    #[test]
    fn other_functions_stay_as_they_are_mostly() {
        let restrict = having(Wanted::default(), "array: restrict");
        assert!((10..80).contains(&restrict), "{restrict}: only matrices of dense nests are restrict");
        // One in six has: of 200, chance alone makes it 25 to 41.
        let indirect = having_of(2000, Wanted::default(), "store: indirect");
        assert!(indirect > 280, "{indirect} of 2000 have stores to any element");
    }

    #[test]
    fn some_nests_are_larger_than_tiles() {
        let work = |seed| bounds::work(&function_for(DENSE, seed)).unwrap();
        assert!((0..200).filter(|seed| work(*seed) > 30_000).count() > 20);
    }
}
