//! Complex numbers, in one function of eight: their types are among the others, so that they occur wherever numbers do.
//!
//! Draws nothing for other functions, which are the same with and without this. Complex divisors are rare, since what has one runs on
//! CPU threads at most.

use rand::Rng;
use rand::seq::IndexedRandom;

use super::*;

/// Does the function of the seed have complex numbers?
pub(super) fn is_for(seed: u64) -> bool {
    (seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 40).is_multiple_of(8)
}

impl Generator {
    pub(super) fn complex_elem(&mut self) -> Elem {
        self.pick(&[Elem::C64, Elem::C64, Elem::C32])
    }

    /// Variables at the function's top.
    pub(super) fn complex_scalars(&mut self, scope: &mut Scope) -> Vec<Stmt> {
        let mut body = vec![];
        if self.has_complex {
            for _ in 0..self.rng.random_range(1..=2) {
                let elem = self.complex_elem();
                let value = Expr::Literal(elem, self.rng.random_range(-4..8));
                body.push(self.declare(elem, value, scope));
            }
        }
        body
    }

    /// Adds the parts of such variables to what is returned, as nobody would see them else.
    pub(super) fn all_complex(&self, scope: &Scope) -> Vec<Stmt> {
        let result = self.function.result;
        let is_other = |it: &ScalarId| self.function.scalars[*it].is_complex() && *it != result;
        let add = |it: ScalarId, part| {
            let elem = self.function.scalars[it].part();
            let value = Expr::Part(part, elem, Box::new(Expr::Scalar(it)));
            // Integers must not overflow when it is added.
            let update = if self.function.scalars[result].is_float() { Update::Add } else { Update::Xor };
            Stmt::Set { scalar: result, update, value }
        };
        let others = sorted(scope.scalars.iter().copied()).into_iter().filter(is_other);
        others.flat_map(|it| [add(it, Part::Creal), add(it, Part::Imag)]).collect()
    }

    /// A variable of the function, assigned in the iteration and not read before it.
    pub(super) fn complex_from_outside(&mut self, scope: &Scope, rules: &Rules) -> Option<Stmt> {
        let is_complex = |it: &ScalarId| self.function.scalars[*it].is_complex() && !rules.sums.contains(it);
        let outside: Vec<ScalarId> = sorted(scope.scalars.iter().copied()).into_iter().filter(is_complex).collect();
        let scalar = outside.choose(&mut self.rng).copied().filter(|_| self.chance(40))?;
        let mut others = scope.clone();
        others.scalars.remove(&scalar);
        let value = self.expr(&others, rules, self.function.scalars[scalar], 2);
        Some(Stmt::Set { scalar, update: Update::Set, value })
    }

    /// An element or a variable that is complex.
    pub(super) fn complex_leaf(&mut self, scope: &Scope, rules: &Rules) -> Option<Expr> {
        let is_complex = |it: &ScalarId| self.function.scalars[*it].is_complex() && !rules.sums.contains(it);
        let scalars: Vec<ScalarId> = sorted(scope.scalars.iter().copied()).into_iter().filter(is_complex).collect();
        if let Some(&scalar) = scalars.choose(&mut self.rng)
            && self.chance(30)
        {
            return Some(Expr::Scalar(scalar));
        }
        let is_visible = |id: &ArrayId| {
            let array = &self.function.arrays[*id];
            let is_there = !array.form.is_local() || scope.locals.contains(id);
            array.elem.is_complex() && is_there && self.may_read(rules, *id)
        };
        let arrays: Vec<ArrayId> = (0..self.function.arrays.len()).filter(is_visible).collect();
        let array = *arrays.choose(&mut self.rng)?;
        Some(Expr::Load(self.access(scope, rules, array)))
    }

    /// Of a complex number: against another one, zero, its conjugate, or of parts.
    pub(super) fn complex_condition(&mut self, scope: &Scope, rules: &Rules, a: Expr) -> Cond {
        let elem = self.function.elem(&a);
        let b = match self.rng.random_range(0..4) {
            0 => Expr::Literal(elem, 4 * self.rng.random_range(0..3)),
            1 => Expr::Math(Math::Conj, elem, Box::new(a.clone())),
            2 => Expr::Literal(elem, self.rng.random_range(0..40)),
            _ => self.leaf(scope, rules, elem),
        };
        let (a, b) = (Box::new(a), Box::new(b));
        match self.rng.random_range(0..5) {
            0..=1 => Cond::Equal(a, b),
            2..=3 => Cond::Unequal(a, b),
            _ => Cond::Less(a, b),
        }
    }

    /// A complex number that is no sum or product, or a part of one where a real number is wanted.
    pub(super) fn complex_or_part(&mut self, scope: &Scope, rules: &Rules, elem: Elem, depth: usize) -> Option<Expr> {
        if !elem.is_complex() {
            if !self.fits(Elem::F64, elem) || !self.chance(20) {
                return None;
            }
            let part = self.pick(&[Elem::F64, Elem::F64, Elem::F32]);
            let whole = self.expr(scope, rules, part.complex(), depth - 1);
            // Now and then C takes the real part by itself.
            let is_taken = !self.chance(25);
            return Some(if is_taken { Expr::Part(self.pick(&Part::ALL), part, Box::new(whole)) } else { whole });
        }
        if self.chance(15) {
            let value = Box::new(self.expr(scope, rules, elem, depth - 1));
            return Some(Expr::Math(self.pick(&[Math::Negate, Math::Conj, Math::Tilde]), elem, value));
        }
        let [re, im] = match self.rng.random_range(0..100) {
            0..=7 => [0, 1].map(|_| Box::new(self.expr(scope, rules, elem.part(), depth - 1))),
            _ => return None,
        };
        Some(Expr::Binary(Binary::Pair, elem, re, im))
    }

    pub(super) fn combine_complex(&mut self, elem: Elem, a: Expr, b: Expr) -> Expr {
        use Binary::{Add, Div, Max, Min, Mul, Sub};
        let op = self.pick(&[Add, Add, Add, Sub, Sub, Mul, Mul, Mul, Mul, Div, Min, Max]);
        let b = match op {
            Div if !self.chance(10) => self.real(elem, b),
            Add | Sub | Mul if self.chance(20) => self.real(elem, b),
            _ => b,
        };
        // Now and then the other way round.
        let (a, b) = if op != Div && self.chance(25) { (b, a) } else { (a, b) };
        Expr::Binary(op, elem, Box::new(a), Box::new(b))
    }

    /// A part of the value, unless it is real.
    fn real(&mut self, elem: Elem, value: Expr) -> Expr {
        if self.function.elem(&value).is_complex() {
            return Expr::Part(self.pick(&Part::ALL), elem.part(), Box::new(value));
        }
        value
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::census;

    const COMPLEX: Wanted = Wanted { numerics: Numerics::Strict, halves: false, complex: true, only: None };

    fn having(wanted: Wanted, construct: &str) -> usize {
        let has = |function: &Function| census::constructs(function).contains(&format!("complex: {construct}"));
        (0..400).map(|seed| function_for(wanted, seed)).filter(has).count()
    }

    #[test]
    fn one_function_in_eight_has_complex_numbers() {
        let count = having(Wanted::default(), "any");
        assert!((35..65).contains(&count), "{count} of 400");
        assert_eq!(having(Wanted { halves: true, ..Wanted::default() }, "any"), 0);
    }

    #[test]
    fn complex_numbers_occur_in_all_forms() {
        let often =
            ["Mul in expressions", "Add in expressions, with a real number", "real part", "imaginary part", "Tilde"];
        for construct in often.into_iter().chain(["Conj", "Pair in expressions", "variable", "?:"]) {
            assert!(having(COMPLEX, construct) > 80, "{construct}");
        }
        let now_and_then = ["call", "conversion", "Real", "Imag", "Div", "Mul", "to a real number, Set"];
        for construct in now_and_then.into_iter().chain(["variable from outside, Add", "variable from outside, Set"]) {
            assert!(having(COMPLEX, construct) > 8, "{construct}");
        }
    }

    /// What has one does not run on all devices.
    #[test]
    fn complex_divisors_are_rarer_than_real_ones() {
        let (complex, real) =
            (having(COMPLEX, "Div in expressions"), having(COMPLEX, "Div in expressions, with a real number"));
        assert!(complex > 8 && 2 * complex < 3 * real, "{complex} {real}");
    }

    #[test]
    fn functions_that_have_them_anyhow_are_the_same() {
        let seed = (0..).find(|seed| is_for(*seed)).unwrap();
        assert_eq!(function(seed).body, function_for(COMPLEX, seed).body);
    }
}
