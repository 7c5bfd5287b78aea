//! Integer polynomials in loop indices and symbols. Coefficients are 64-bit; every operation fails instead of overflowing.

use crate::plan::{Affine, SymbolId, Term};
use std::collections::BTreeMap;

/// Products of more terms than this do not occur in sensible subscripts; they are refused.
const MAX_DEGREE: usize = 4;

/// A sum of coefficient times monomial. A monomial is a sorted product of terms, empty for the constant; no coefficient is 0.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Poly {
    terms: BTreeMap<Vec<Term>, i64>,
}

impl Poly {
    pub fn constant(value: i64) -> Poly {
        Poly::monomial(Vec::new(), value)
    }

    pub fn term(term: Term) -> Poly {
        Poly::monomial(vec![term], 1)
    }

    pub fn monomial(mut product: Vec<Term>, coefficient: i64) -> Poly {
        product.sort();
        let mut poly = Poly::default();
        if coefficient != 0 {
            poly.terms.insert(product, coefficient);
        }
        poly
    }

    pub fn from_affine(affine: &Affine) -> Poly {
        let mut terms: BTreeMap<Vec<Term>, i64> = affine.terms.iter().map(|&(term, c)| (vec![term], c)).collect();
        if affine.constant != 0 {
            terms.insert(Vec::new(), affine.constant);
        }
        Poly { terms }
    }

    /// None if a product is left, or a value that is not affine.
    pub fn to_affine(&self) -> Option<Affine> {
        let mut affine = Affine::default();
        if self.opaques().next().is_some() {
            return None;
        }
        for (product, &coefficient) in &self.terms {
            match product.as_slice() {
                [] => affine.constant = coefficient,
                [term] => affine.terms.push((*term, coefficient)),
                _ => return None,
            }
        }
        Some(affine)
    }

    pub fn is_zero(&self) -> bool {
        self.terms.is_empty()
    }

    pub fn as_constant(&self) -> Option<i64> {
        match self.terms.len() {
            0 => Some(0),
            1 => self.terms.get(&Vec::new()).copied(),
            _ => None,
        }
    }

    pub fn iter(&self) -> impl Iterator<Item = (&[Term], i64)> {
        self.terms.iter().map(|(product, &coefficient)| (product.as_slice(), coefficient))
    }

    pub fn get(&self, product: &[Term]) -> i64 {
        self.terms.get(product).copied().unwrap_or(0)
    }

    /// Is it the other one plus a constant that is not negative?
    pub fn exceeds(&self, other: &Poly) -> bool {
        let is_rest = |it: &(&Vec<Term>, &i64)| !it.0.is_empty();
        let is_alike = || self.terms.iter().filter(is_rest).eq(other.terms.iter().filter(is_rest));
        self.get(&[]) >= other.get(&[]) && is_alike()
    }

    pub fn add(&self, other: &Poly) -> Option<Poly> {
        let mut sum = self.clone();
        for (product, coefficient) in other.iter() {
            let value = sum.get(product).checked_add(coefficient)?;
            match value {
                0 => sum.terms.remove(product),
                _ => sum.terms.insert(product.to_vec(), value),
            };
        }
        Some(sum)
    }

    pub fn sub(&self, other: &Poly) -> Option<Poly> {
        self.add(&other.scale(-1)?)
    }

    /// Plus a constant.
    pub fn plus(&self, value: i64) -> Option<Poly> {
        self.add(&Poly::constant(value))
    }

    pub fn scale(&self, factor: i64) -> Option<Poly> {
        if factor == 0 {
            return Some(Poly::default());
        }
        let scaled = self.terms.iter().map(|(product, c)| Some((product.clone(), c.checked_mul(factor)?)));
        Some(Poly { terms: scaled.collect::<Option<_>>()? })
    }

    pub fn mul(&self, other: &Poly) -> Option<Poly> {
        let mut result = Poly::default();
        for (left, a) in self.iter() {
            for (right, b) in other.iter() {
                let product = [left, right].concat();
                if product.len() > MAX_DEGREE {
                    return None;
                }
                result = result.add(&Poly::monomial(product, a.checked_mul(b)?))?;
            }
        }
        Some(result)
    }

    /// The exact quotient by a constant, None if a coefficient does not divide.
    pub fn divide(&self, by: i64) -> Option<Poly> {
        let quotient = self.terms.iter().map(|(product, c)| {
            (c.checked_rem(by)? == 0).then_some(())?;
            Some((product.clone(), c.checked_div(by)?))
        });
        Some(Poly { terms: quotient.collect::<Option<_>>()? })
    }

    /// The largest integer polynomial below `self / by` (`by` > 0): only the constant may leave a remainder.
    pub fn divide_floor(&self, by: i64) -> Option<Poly> {
        let constant = self.get(&[]);
        self.plus(constant.checked_neg()?)?.divide(by)?.plus(constant.div_euclid(by))
    }

    /// As an inequality `>= 0` over integers: divided by the common factor of all but the constant, which is rounded down.
    pub fn tighten(&self) -> Poly {
        let coefficients = self.iter().filter(|(product, _)| !product.is_empty()).map(|(_, c)| c.unsigned_abs());
        match i64::try_from(coefficients.fold(0, gcd)) {
            Ok(factor) if factor > 1 => self.divide_floor(factor).unwrap_or_else(|| self.clone()),
            _ => self.clone(),
        }
    }

    /// `self = coefficient * term + rest` with neither mentioning `term`; None if `term` occurs squared.
    pub fn split(&self, term: Term) -> Option<(Poly, Poly)> {
        let (mut coefficient, mut rest) = (Poly::default(), Poly::default());
        for (product, &c) in &self.terms {
            let others: Vec<Term> = product.iter().copied().filter(|&t| t != term).collect();
            match product.len() - others.len() {
                0 => rest.terms.insert(product.clone(), c),
                1 => coefficient.terms.insert(others, c),
                _ => return None,
            };
        }
        Some((coefficient, rest))
    }

    /// With `value` in the place of `term`.
    pub fn substitute(&self, term: Term, value: &Poly) -> Option<Poly> {
        let (coefficient, rest) = self.split(term)?;
        coefficient.mul(value)?.add(&rest)
    }

    /// What changes most often: a value that is not affine, or else the innermost loop's index that occurs.
    pub fn innermost(&self) -> Option<Term> {
        self.terms.keys().flatten().copied().filter(|term| matches!(term, Term::Loop(_) | Term::Opaque(_))).max()
    }

    /// The values that are not affine.
    pub fn opaques(&self) -> impl Iterator<Item = u32> {
        self.terms.keys().flatten().filter_map(|term| match term {
            Term::Opaque(id) => Some(*id),
            Term::Loop(_) | Term::Symbol(_) => None,
        })
    }

    pub fn symbols(&self) -> Vec<SymbolId> {
        let mut found: Vec<SymbolId> = self.terms.keys().flatten().filter_map(|&term| symbol(term)).collect();
        found.sort();
        found.dedup();
        found
    }

    pub fn degree(&self) -> usize {
        self.terms.keys().map(Vec::len).max().unwrap_or(0)
    }
}

pub fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

pub fn symbol(term: Term) -> Option<SymbolId> {
    match term {
        Term::Symbol(id) => Some(id),
        Term::Loop(_) | Term::Opaque(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::LoopId;

    fn i() -> Poly {
        Poly::term(Term::Loop(LoopId(0)))
    }
    fn n() -> Poly {
        Poly::term(Term::Symbol(SymbolId(0)))
    }

    #[test]
    fn products_cancel_and_split() {
        let sum = i().add(&n()).unwrap();
        let square = sum.mul(&sum).unwrap().sub(&i().mul(&i()).unwrap()).unwrap();
        let (coefficient, rest) = square.split(Term::Loop(LoopId(0))).unwrap();
        assert_eq!(coefficient, n().scale(2).unwrap());
        assert_eq!(rest, n().mul(&n()).unwrap());
        assert_eq!(square.sub(&square).unwrap(), Poly::default());
        assert!(i().mul(&i()).unwrap().split(Term::Loop(LoopId(0))).is_none());
    }

    #[test]
    fn overflow_is_refused() {
        assert!(Poly::constant(i64::MAX).plus(1).is_none());
        assert!(i().scale(i64::MAX).unwrap().scale(2).is_none());
        assert!(Poly::constant(i64::MIN).scale(-1).is_none());
        let fourth = i().mul(&i()).unwrap().mul(&n().mul(&n()).unwrap()).unwrap();
        assert!(fourth.mul(&n()).is_none());
    }

    #[test]
    fn floor_division_only_rounds_the_constant() {
        let value = n().scale(4).unwrap().plus(-3).unwrap();
        assert_eq!(value.divide_floor(2), Some(n().scale(2).unwrap().plus(-2).unwrap()));
        assert_eq!(value.divide_floor(8), None);
        assert_eq!(value.divide(2), None);
        assert_eq!(value.tighten(), n().plus(-1).unwrap(), "4n >= 3");
    }
}
