//! Subscripts as linear forms, and tests on them that show without isl that two accesses never meet.
//!
//! A test says "never" or nothing at all: whoever hears nothing asks isl. Loops of hundreds of statements have tens of
//! thousands of pairs of accesses, nearly all of which differ in a constant or in the iteration alone. Never reads domains,
//! so what is empty for a reason in them is isl's to find.

use std::collections::HashMap;

use crate::model::LoopId;

/// A parameter by its number, or an iterator.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Variable {
    Param(usize),
    Iterator(LoopId),
}

/// `constant + sum of coefficient * variable`; no coefficient is zero, the variables are in order.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Linear {
    pub constant: i64,
    pub terms: Vec<(Variable, i64)>,
}

impl Linear {
    /// Reads isl's notation; None for anything but sums and products by constants of names in scope, and for large numbers.
    pub fn parse(text: &str, scope: &HashMap<&str, Variable>) -> Option<Linear> {
        let mut parser = Parser { rest: text.trim_start(), scope };
        let found = parser.sum()?;
        parser.rest.is_empty().then_some(found)
    }

    pub fn of(variable: Variable) -> Linear {
        Linear { constant: 0, terms: vec![(variable, 1)] }
    }

    pub fn scaled(self, factor: i64) -> Option<Linear> {
        if factor == 0 {
            return Some(Linear::default());
        }
        let terms = self.terms.into_iter().map(|(v, c)| Some((v, c.checked_mul(factor)?)));
        Some(Linear { constant: self.constant.checked_mul(factor)?, terms: terms.collect::<Option<_>>()? })
    }

    pub fn plus(self, other: Linear) -> Option<Linear> {
        let mut terms = self.terms;
        for (variable, coefficient) in other.terms {
            match terms.binary_search_by_key(&variable, |it| it.0) {
                Ok(at) => terms[at].1 = terms[at].1.checked_add(coefficient)?,
                Err(at) => terms.insert(at, (variable, coefficient)),
            }
        }
        terms.retain(|it| it.1 != 0);
        Some(Linear { constant: self.constant.checked_add(other.constant)?, terms })
    }
}

struct Parser<'a> {
    /// Begins with no blank.
    rest: &'a str,
    scope: &'a HashMap<&'a str, Variable>,
}

impl Parser<'_> {
    fn skip(&mut self, bytes: usize) {
        self.rest = self.rest[bytes..].trim_start();
    }

    fn take(&mut self, symbol: char) -> bool {
        let found = self.rest.starts_with(symbol);
        if found {
            self.skip(symbol.len_utf8());
        }
        found
    }

    fn sum(&mut self) -> Option<Linear> {
        let mut all = self.product()?;
        loop {
            if self.take('+') {
                all = all.plus(self.product()?)?;
            } else if self.take('-') {
                all = all.plus(self.product()?.scaled(-1)?)?;
            } else {
                return Some(all);
            }
        }
    }

    fn product(&mut self) -> Option<Linear> {
        let mut all = self.factor()?;
        while self.take('*') {
            let next = self.factor()?;
            all = match (all.terms.is_empty(), next.terms.is_empty()) {
                (_, true) => all.scaled(next.constant)?,
                (true, false) => next.scaled(all.constant)?,
                (false, false) => return None,
            };
        }
        Some(all)
    }

    fn factor(&mut self) -> Option<Linear> {
        if self.take('-') {
            return self.factor()?.scaled(-1);
        }
        if self.take('(') {
            let inner = self.sum()?;
            return self.take(')').then_some(inner);
        }
        let end = self.rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(self.rest.len());
        let word = &self.rest[..end];
        self.skip(end);
        match self.scope.get(word) {
            Some(variable) => Some(Linear::of(*variable)),
            None => Some(Linear { constant: word.parse().ok()?, terms: vec![] }),
        }
    }
}

/// `constant + sum of coefficient * variable = 0`: how an instance of one access and one of another reach the same index of
/// one dimension. Variables that the instances have in common appear once.
struct Meeting {
    constant: i64,
    common: Vec<i64>,
    first: Vec<(Variable, i64)>,
    second: Vec<(Variable, i64)>,
}

impl Meeting {
    /// None where numbers are too large.
    fn of(a: &Linear, b: &Linear, is_common: &dyn Fn(Variable) -> bool) -> Option<Meeting> {
        let minus_b = b.clone().scaled(-1)?;
        let split = |form: &Linear| -> (Vec<_>, Vec<_>) { form.terms.iter().partition(|it| is_common(it.0)) };
        let ((common_a, first), (common_b, second)) = (split(a), split(&minus_b));
        let common = Linear { constant: 0, terms: common_a }.plus(Linear { constant: 0, terms: common_b })?;
        let constant = a.constant.checked_add(minus_b.constant)?;
        Some(Meeting { constant, common: common.terms.into_iter().map(|it| it.1).collect(), first, second })
    }

    /// The equation has no integer solution at all.
    fn is_impossible(&self) -> bool {
        let own = self.first.iter().chain(&self.second).map(|it| it.1);
        let divisor = self.common.iter().copied().chain(own).map(i64::unsigned_abs).fold(0, gcd);
        match divisor {
            0 => self.constant != 0,
            _ => !self.constant.unsigned_abs().is_multiple_of(divisor),
        }
    }

    /// The one value of the iterator in the second instance less that in the first that solves the equation, if the equation
    /// is about nothing else.
    fn distance(&self, iterator: Variable) -> Option<i64> {
        match (self.common.as_slice(), self.first.as_slice(), self.second.as_slice()) {
            ([], [(a, x)], [(b, y)]) if *a == iterator && *b == iterator && x.checked_neg() == Some(*y) => {
                self.constant.checked_div(*x)
            }
            _ => None,
        }
    }
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// The dimensions of an element; None where the form is not linear.
pub(super) type Forms = [Option<Linear>];

fn meetings<'a>(
    a: &'a Forms,
    b: &'a Forms,
    is_common: &'a dyn Fn(Variable) -> bool,
) -> impl Iterator<Item = Meeting> + 'a {
    a.iter().zip(b).filter_map(move |(a, b)| Meeting::of(a.as_ref()?, b.as_ref()?, is_common))
}

/// Whether no two instances with equal `is_common` variables reach the same element.
pub(super) fn never_meet(a: &Forms, b: &Forms, is_common: &dyn Fn(Variable) -> bool) -> bool {
    meetings(a, b, is_common).any(|it| it.is_impossible())
}

/// The same for instances of which the first belongs to an earlier iteration of `iterator` (a lesser value, or for direction
/// -1 a greater one).
pub(super) fn never_meet_later(
    a: &Forms,
    b: &Forms,
    is_common: &dyn Fn(Variable) -> bool,
    iterator: LoopId,
    direction: i8,
) -> bool {
    let backward = |distance: i64| if direction < 0 { distance >= 0 } else { distance <= 0 };
    meetings(a, b, is_common)
        .any(|it| it.is_impossible() || it.distance(Variable::Iterator(iterator)).is_some_and(backward))
}

#[cfg(test)]
mod tests {
    use super::*;

    const I: Variable = Variable::Iterator(LoopId(0));
    const J: Variable = Variable::Iterator(LoopId(1));
    const N: Variable = Variable::Param(0);

    fn form(text: &str) -> Option<Linear> {
        Linear::parse(text, &HashMap::from([("i", I), ("j", J), ("n", N)]))
    }

    fn forms(text: &str) -> Vec<Option<Linear>> {
        text.split(',').map(form).collect()
    }

    #[test]
    fn sums_and_products_by_constants_are_read() {
        let linear = |constant, terms: &[(Variable, i64)]| Some(Linear { constant, terms: terms.to_vec() });
        assert_eq!(form("(i + -1)"), linear(-1, &[(I, 1)]));
        assert_eq!(form(" 3 * (n - i) - -2*j + 4"), linear(4, &[(N, 3), (I, -3), (J, 2)]));
        assert_eq!(form("i - i + 0 * n"), linear(0, &[]));
        for text in
            ["", "i j", "2 i", "i * j", "k", "(i", "i)", "i mod 2", "floor((i)/2)", "i +", "99999999999999999999"]
        {
            assert_eq!(form(text), None, "{text}");
        }
        assert_eq!(form("9223372036854775807 * i + i"), None, "it would overflow");
    }

    #[test]
    fn different_constants_and_remainders_never_meet() {
        let never = |a, b| never_meet(&forms(a), &forms(b), &|it| matches!(it, Variable::Param(_)));
        assert!(never("i, 3", "i, 4"));
        assert!(never("2 * i", "2 * i + 1"));
        assert!(never("n + 1", "n + 2"));
        assert!(never("2 * i + 4 * j, i", "2 * n + 1, i"));
        assert!(!never("i, 3", "j, 3"));
        assert!(!never("i", "i + 1"));
        assert!(!never("n", "2 * n + 1"), "there is such an n");
        assert!(!never("i mod 2, 3", "i, 3"));
    }

    #[test]
    fn one_iterator_tells_iterations_apart() {
        let later = |a, b, direction| {
            never_meet_later(&forms(a), &forms(b), &|it| matches!(it, Variable::Param(_)), LoopId(0), direction)
        };
        assert!(later("i, j", "i, j", 1) && later("i, j", "i, j", -1));
        assert!(later("3 * i + n", "3 * i + n", 1));
        // What is written at i is read at i + 1, so a greater iteration reads what a lesser one wrote.
        assert!(!later("i", "i - 1", 1) && later("i", "i - 1", -1));
        assert!(later("i", "i + 1", 1) && !later("i", "i + 1", -1));
        assert!(later("-1 * i", "-1 * i - 1", 1));
        assert!(!later("j", "j", 1) && !later("i + j", "i + j", 1) && !later("i", "-1 * i", 1));
        assert!(!later("i + n", "i", 1));
    }
}
