//! Proofs of `polynomial >= 0` from what is known where an expression stands: loop bounds, conditions, value ranges of types.
//!
//! The search is an elimination in the style of Fourier and Motzkin: the innermost index of the goal is replaced by the
//! bound that makes the goal smallest. It is bounded, sound, and not complete; what is left in terms of symbols alone can
//! be checked when the program runs. It never changes facts.

use super::poly::Poly;
use crate::plan::Term;
use std::cell::Cell;

/// Inclusive. Ends are saturated, so infinities are not needed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Range {
    pub min: i128,
    pub max: i128,
}

impl Range {
    pub const ANY: Range = Range { min: i128::MIN, max: i128::MAX };

    /// Of this magnitude at most.
    pub fn within(limit: i64) -> Range {
        Range { min: -i128::from(limit), max: limit.into() }
    }
    pub fn intersection(self, other: Range) -> Range {
        Range { min: self.min.max(other.min), max: self.max.min(other.max) }
    }
    pub fn hull(self, other: Range) -> Range {
        Range { min: self.min.min(other.min), max: self.max.max(other.max) }
    }

    fn point(value: i64) -> Range {
        Range { min: value.into(), max: value.into() }
    }
    fn add(self, other: Range) -> Range {
        Range { min: self.min.saturating_add(other.min), max: self.max.saturating_add(other.max) }
    }
    fn mul(self, other: Range) -> Range {
        let ends = [
            self.min.saturating_mul(other.min),
            self.min.saturating_mul(other.max),
            self.max.saturating_mul(other.min),
            self.max.saturating_mul(other.max),
        ];
        Range { min: ends.into_iter().min().unwrap_or(i128::MIN), max: ends.into_iter().max().unwrap_or(i128::MAX) }
    }
}

/// Steps of one proof: far more than real subscripts need, few enough to be unnoticed.
const BUDGET: u32 = 400;
const DEPTH: u32 = 8;
/// Facts in a row that are tried first.
const SHALLOW: [u32; 2] = [1, 2];
/// What all proofs of one nest may look at. Nests of public programs need less than 40,000; this many take half a second.
const ALLOWANCE: u64 = 500_000;

#[derive(Default)]
pub struct Prover {
    /// Each is >= 0 where the walk stands.
    pub facts: Vec<Poly>,
    /// Each is >= 0 in the whole nest, because it is checked before.
    pub checked: Vec<Poly>,
    pub loops: Vec<Range>,
    pub symbols: Vec<Range>,
    /// Of values that are not affine: one of the cases holds.
    pub opaques: Vec<Vec<Case>>,
    /// Facts that all proofs of the nest have looked at so far.
    spent: Cell<u64>,
}

/// What a value is where the facts hold: `c ? x : y` is `x` or `y`.
#[derive(Clone, Debug)]
pub struct Case {
    /// Each is >= 0.
    pub facts: Vec<Poly>,
    pub bounds: Bounds,
}

#[derive(Clone, Debug)]
pub enum Bounds {
    Is(Poly),
    /// From the first to the second, both included.
    Between(Poly, Poly),
}

struct Search<'a> {
    prover: &'a Prover,
    budget: u32,
    /// Goals in symbols alone that would imply the first goal.
    sufficient: Vec<Poly>,
    /// Facts of the cases that are looked at.
    extra: Vec<Poly>,
}

impl Prover {
    pub fn proves(&self, goal: &Poly) -> bool {
        self.search(goal).is_ok()
    }

    /// Either a proof, or conditions on symbols alone each of which implies the goal.
    pub fn search(&self, goal: &Poly) -> Result<(), Vec<Poly>> {
        // Most goals follow from one fact or two, which are soon found.
        if self.known().any(|fact| goal.exceeds(fact)) || SHALLOW.iter().any(|depth| self.is_implied(goal, *depth)) {
            return Ok(());
        }
        let mut search = Search { prover: self, budget: BUDGET, sufficient: Vec::new(), extra: Vec::new() };
        match search.implied(goal, DEPTH) {
            true => Ok(()),
            false => Err(search.sufficient),
        }
    }

    /// Nothing more will be proven.
    pub fn is_spent(&self) -> bool {
        self.spent.get() > ALLOWANCE
    }

    fn is_implied(&self, goal: &Poly, depth: u32) -> bool {
        Search { prover: self, budget: BUDGET, sufficient: Vec::new(), extra: Vec::new() }.implied(goal, depth)
    }

    pub fn range(&self, poly: &Poly) -> Range {
        let monomial = |(product, coefficient): (&[Term], i64)| {
            let square = product.len() == 2 && product[0] == product[1];
            let range = product.iter().fold(Range::point(1), |range, &term| range.mul(self.term(term)));
            let range = if square { Range { min: range.min.max(0), max: range.max } } else { range };
            range.mul(Range::point(coefficient))
        };
        poly.iter().map(monomial).fold(Range::point(0), Range::add)
    }

    /// As [`Prover::proves`], from other facts than those of the place.
    pub fn proves_from(&self, facts: &[Poly], goal: &Poly) -> bool {
        let mut search = Search { prover: self, budget: BUDGET, sufficient: Vec::new(), extra: facts.to_vec() };
        search.implied(goal, DEPTH)
    }

    fn known(&self) -> impl Iterator<Item = &Poly> {
        self.facts.iter().chain(&self.checked)
    }

    fn term(&self, term: Term) -> Range {
        let found = match term {
            Term::Loop(id) => self.loops.get(id.0 as usize),
            Term::Symbol(id) => self.symbols.get(id.0 as usize),
            Term::Opaque(_) => None,
        };
        found.copied().unwrap_or(Range::ANY)
    }
}

impl Search<'_> {
    fn implied(&mut self, goal: &Poly, depth: u32) -> bool {
        if self.prover.range(goal).min >= 0 {
            return true;
        }
        if depth == 0 || self.budget == 0 || self.prover.is_spent() {
            return false;
        }
        self.budget -= 1;
        let facts = self.prover.facts.len() + self.prover.checked.len() + self.extra.len();
        self.prover.spent.set(self.prover.spent.get() + facts as u64);
        match goal.innermost() {
            Some(value @ Term::Opaque(id)) => self.in_all_cases(goal, value, id, depth),
            Some(index) => self.eliminate(goal, index, depth),
            None => {
                if !self.sufficient.contains(goal) {
                    self.sufficient.push(goal.clone());
                }
                self.combine(goal, depth)
            }
        }
    }

    /// The goal for each thing that the value may be. What only one of them needs is no condition to check.
    fn in_all_cases(&mut self, goal: &Poly, value: Term, id: u32, depth: u32) -> bool {
        let Some(cases) = self.prover.opaques.get(id as usize) else { return false };
        let (saved, length) = (std::mem::take(&mut self.sufficient), self.extra.len());
        let all = cases.iter().all(|case| {
            self.extra.extend(case.facts.iter().cloned());
            let in_its_place = match &case.bounds {
                Bounds::Is(it) => goal.substitute(value, it),
                Bounds::Between(least, greatest) => {
                    let rises = goal.split(value).and_then(|(coefficient, _)| self.sign(&coefficient, depth));
                    rises.and_then(|rises| goal.substitute(value, if rises { least } else { greatest }))
                }
            };
            let holds = in_its_place.is_some_and(|goal| self.implied(&goal, depth - 1));
            self.extra.truncate(length);
            holds
        });
        self.sufficient = saved;
        all
    }

    /// `goal = c * index + rest`: uses a fact that bounds `index` from the side on which `c * index` is smallest.
    fn eliminate(&mut self, goal: &Poly, index: Term, depth: u32) -> bool {
        let Some((coefficient, _)) = goal.split(index) else { return false };
        let Some(rises) = self.sign(&coefficient, depth) else { return false };
        let magnitude = if rises { Some(coefficient) } else { coefficient.scale(-1) };
        let Some(magnitude) = magnitude else { return false };
        let (prover, extra) = (self.prover, self.extra.clone());
        prover.known().chain(&extra).any(|fact| {
            let Some(bound) = fact.split(index).and_then(|(c, _)| c.as_constant()) else { return false };
            (bound > 0) == rises && bound != 0 && self.subtract(goal, fact, &magnitude, bound, depth)
        })
    }

    /// A goal without indices: uses facts that share a monomial with it.
    fn combine(&mut self, goal: &Poly, depth: u32) -> bool {
        let (prover, extra) = (self.prover, self.extra.clone());
        prover.known().chain(&extra).any(|fact| {
            goal.iter().any(|(product, coefficient)| {
                let bound = fact.get(product);
                let same_sign = !product.is_empty() && bound != 0 && (bound > 0) == (coefficient > 0);
                same_sign
                    && coefficient
                        .checked_abs()
                        .is_some_and(|c| self.subtract(goal, fact, &Poly::constant(c), bound, depth))
            })
        })
    }

    /// Goes on with `|bound| * goal - magnitude * fact`, which is smaller than a positive multiple of the goal.
    fn subtract(&mut self, goal: &Poly, fact: &Poly, magnitude: &Poly, bound: i64, depth: u32) -> bool {
        let next = || goal.scale(bound.checked_abs()?)?.sub(&fact.mul(magnitude)?);
        next().is_some_and(|next| self.implied(&next, depth - 1))
    }

    /// Some(true): never negative, Some(false): never positive.
    fn sign(&mut self, poly: &Poly, depth: u32) -> Option<bool> {
        let range = self.prover.range(poly);
        if range.min >= 0 {
            return Some(true);
        }
        if range.max <= 0 {
            return Some(false);
        }
        // The sign's own conditions are no conditions of the goal.
        let saved = std::mem::take(&mut self.sufficient);
        let depth = depth.saturating_sub(3);
        let sign = if self.implied(poly, depth) {
            Some(true)
        } else {
            poly.scale(-1).filter(|negated| self.implied(negated, depth)).map(|_| false)
        };
        self.sufficient = saved;
        sign
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::{LoopId, SymbolId};

    fn index(id: u32) -> Poly {
        Poly::term(Term::Loop(LoopId(id)))
    }
    fn symbol(id: u32) -> Poly {
        Poly::term(Term::Symbol(SymbolId(id)))
    }
    fn minus(a: &Poly, b: &Poly) -> Poly {
        a.sub(b).unwrap()
    }

    /// 0 <= i < n, i <= j < m; n and m are ints.
    fn triangle() -> Prover {
        let (i, j, n, m) = (index(0), index(1), symbol(0), symbol(1));
        let int = Range { min: i32::MIN.into(), max: i32::MAX.into() };
        let facts = vec![i.clone(), minus(&n, &i).plus(-1).unwrap(), minus(&j, &i), minus(&m, &j).plus(-1).unwrap()];
        Prover { facts, loops: vec![int; 2], symbols: vec![int; 2], ..Prover::default() }
    }

    #[test]
    fn bounds_are_chained() {
        let prover = triangle();
        assert!(prover.proves(&index(1)));
        assert!(prover.proves(&minus(&symbol(1), &index(0)).plus(-1).unwrap()));
        assert!(prover.proves(&symbol(1).plus(-1).unwrap()), "a loop that runs is not empty");
        assert!(!prover.proves(&index(1).plus(-1).unwrap()));
        assert!(!prover.proves(&minus(&symbol(0), &index(1)).plus(-1).unwrap()));
    }

    #[test]
    fn nothing_is_proven_when_the_allowance_is_spent() {
        let prover = triangle();
        let goal = minus(&symbol(1), &index(0)).plus(-1).unwrap();
        assert!(prover.proves(&goal));
        prover.spent.set(ALLOWANCE + 1);
        assert!(!prover.proves(&goal));
        assert!(prover.proves(&Poly::constant(1)), "which takes no fact");
    }

    #[test]
    fn a_symbolic_coefficient_needs_its_sign() {
        let prover = triangle();
        let product = index(0).mul(&symbol(1)).unwrap();
        assert!(prover.proves(&product), "m > j >= 0");
        assert!(!prover.proves(&product.scale(-1).unwrap()));
    }

    #[test]
    fn all_cases_of_a_value_count() {
        let mut prover = triangle();
        let (i, n) = (index(0), symbol(0));
        // i == 0 ? n - 1 : i - 1, and something modulo n.
        let at_start = Case { facts: vec![i.scale(-1).unwrap()], bounds: Bounds::Is(n.plus(-1).unwrap()) };
        let later = Case { facts: vec![i.plus(-1).unwrap()], bounds: Bounds::Is(i.plus(-1).unwrap()) };
        let rest = Case { facts: vec![], bounds: Bounds::Between(Poly::default(), n.plus(-1).unwrap()) };
        prover.opaques = vec![vec![at_start, later], vec![rest]];
        for value in [0, 1].map(|id| Poly::term(Term::Opaque(id))) {
            assert!(prover.proves(&value));
            assert!(prover.proves(&minus(&n, &value).plus(-1).unwrap()));
            assert!(!prover.proves(&value.plus(-1).unwrap()));
            assert!(!prover.proves(&minus(&n, &value).plus(-2).unwrap()));
        }
    }

    #[test]
    fn what_is_left_is_a_condition_on_symbols() {
        let prover = triangle();
        // j < n needs m <= n.
        let left = prover.search(&minus(&symbol(0), &index(1)).plus(-1).unwrap()).unwrap_err();
        assert!(left.contains(&minus(&symbol(0), &symbol(1))));
    }
}
