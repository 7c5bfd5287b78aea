//! Index values of a nest as formulas in the names of the source, for people. Reads IR and changes nothing; what it does not
//! understand it says, and it never guesses.

use std::collections::{BTreeMap, HashMap};
use std::fmt;

use melior::ir::{AffineExpr, AttributeLike, BlockLike};
use mlir_sys::*;
use raddle_dialects::ir::{self, Op, Source, Val};
use raddle_dialects::region::NestOp;

/// Attribute of a loop: what its variable is called.
pub const NAME: &str = "region.name";

/// Formulas with more terms are not written out.
const MAX_TERMS: usize = 48;
/// Ends of ranges beyond this stand for "nothing": an empty range ends before it begins.
const FAR: i128 = (i64::MAX / 8) as i128;

/// A sum of products.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Formula(BTreeMap<Vec<Atom>, i128>);

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Atom {
    Name(String),
    Least(Box<Formula>, Box<Formula>),
    Most(Box<Formula>, Box<Formula>),
    /// Rounded down.
    Quotient(Box<Formula>, Box<Formula>),
    Rest(Box<Formula>, Box<Formula>),
    If(Box<Cond>, Box<Formula>, Box<Formula>),
    Unknown,
}

/// A condition on formulas.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Cond {
    Always(bool),
    /// The formula is at least 0.
    NonNegative(Formula),
    Zero(Formula),
    NotZero(Formula),
    All(Vec<Cond>),
    Any(Vec<Cond>),
    Unknown,
}

/// What a name stands for; None if that is not known.
pub type Values<'v> = &'v dyn Fn(&str) -> Option<i64>;

impl Formula {
    pub fn constant(value: i128) -> Self {
        Self(if value == 0 { BTreeMap::new() } else { [(vec![], value)].into() })
    }

    pub fn name(name: &str) -> Self {
        Self::atom(Atom::Name(name.into()))
    }

    fn unknown() -> Self {
        Self::atom(Atom::Unknown)
    }

    fn atom(atom: Atom) -> Self {
        Self([(vec![atom], 1)].into())
    }

    fn as_atom(&self) -> Option<&Atom> {
        match self.0.iter().next() {
            Some((product, 1)) if self.0.len() == 1 && product.len() == 1 => product.first(),
            Some(_) | None => None,
        }
    }

    /// The value, if it is a number.
    pub fn as_constant(&self) -> Option<i128> {
        match self.0.iter().next() {
            None => Some(0),
            Some((product, value)) if self.0.len() == 1 && product.is_empty() => Some(*value),
            Some(_) => None,
        }
    }

    /// Is every part of it understood?
    pub fn is_known(&self) -> bool {
        self.0.keys().flatten().all(|atom| match atom {
            Atom::Name(_) => true,
            Atom::Unknown => false,
            Atom::Least(a, b) | Atom::Most(a, b) | Atom::Quotient(a, b) | Atom::Rest(a, b) => {
                a.is_known() && b.is_known()
            }
            Atom::If(cond, a, b) => cond.is_known() && a.is_known() && b.is_known(),
        })
    }

    /// The names in it, sorted.
    pub fn names(&self) -> Vec<String> {
        let mut names = vec![];
        self.collect(&mut names);
        names.sort();
        names.dedup();
        names
    }

    fn collect(&self, names: &mut Vec<String>) {
        for atom in self.0.keys().flatten() {
            match atom {
                Atom::Name(name) => names.push(name.clone()),
                Atom::Unknown => (),
                Atom::Least(a, b) | Atom::Most(a, b) | Atom::Quotient(a, b) | Atom::Rest(a, b) => {
                    a.collect(names);
                    b.collect(names);
                }
                Atom::If(cond, a, b) => {
                    cond.collect(names);
                    a.collect(names);
                    b.collect(names);
                }
            }
        }
    }

    pub fn plus(&self, other: &Self) -> Self {
        let mut sum = self.0.clone();
        for (product, factor) in &other.0 {
            let all = sum.entry(product.clone()).or_insert(0);
            *all = all.saturating_add(*factor);
        }
        sum.retain(|_, factor| *factor != 0);
        Self::limited(sum)
    }

    pub fn times(&self, other: &Self) -> Self {
        let mut sum: BTreeMap<Vec<Atom>, i128> = BTreeMap::new();
        for (a, x) in &self.0 {
            for (b, y) in &other.0 {
                let mut product = [a.clone(), b.clone()].concat();
                product.sort();
                let all = sum.entry(product).or_insert(0);
                *all = all.saturating_add(x.saturating_mul(*y));
            }
        }
        sum.retain(|_, factor| *factor != 0);
        Self::limited(sum)
    }

    pub fn minus(&self, other: &Self) -> Self {
        self.plus(&other.times(&Self::constant(-1)))
    }

    fn limited(sum: BTreeMap<Vec<Atom>, i128>) -> Self {
        if sum.len() > MAX_TERMS { Self::unknown() } else { Self(sum) }
    }

    fn extreme(a: Self, b: Self, of: fn(Box<Self>, Box<Self>) -> Atom, choose: fn(i128, i128) -> i128) -> Self {
        match (a.as_constant(), b.as_constant()) {
            (Some(x), Some(y)) => Self::constant(choose(x, y)),
            _ if a == b => a,
            _ => {
                let (a, b) = if a <= b { (a, b) } else { (b, a) };
                Self::atom(of(Box::new(a), Box::new(b)))
            }
        }
    }

    fn least(a: Self, b: Self) -> Self {
        Self::extreme(a, b, Atom::Least, i128::min)
    }

    fn most(a: Self, b: Self) -> Self {
        Self::extreme(a, b, Atom::Most, i128::max)
    }

    fn quotient(a: Self, b: Self) -> Self {
        match (a.as_constant(), b.as_constant()) {
            (Some(x), Some(y)) if y > 0 => Self::constant(x.div_euclid(y)),
            (_, Some(1)) => a,
            (_, Some(y)) if y > 0 && a.0.values().all(|factor| factor % y == 0) => {
                Self(a.0.into_iter().map(|(product, factor)| (product, factor / y)).collect())
            }
            _ => Self::atom(Atom::Quotient(Box::new(a), Box::new(b))),
        }
    }

    fn choice(cond: Cond, a: Self, b: Self) -> Self {
        match cond {
            Cond::Always(true) => a,
            Cond::Always(false) => b,
            _ if a == b => a,
            cond => Self::atom(Atom::If(Box::new(cond), Box::new(a), Box::new(b))),
        }
    }

    /// The number for given values of the names. None where one is missing, or it is no number.
    pub fn value(&self, of: Values<'_>) -> Option<i128> {
        self.0.iter().try_fold(0i128, |sum, (product, factor)| {
            let product = product.iter().try_fold(*factor, |all, atom| all.checked_mul(atom.value(of)?))?;
            sum.checked_add(product)
        })
    }
}

impl Atom {
    fn value(&self, of: Values<'_>) -> Option<i128> {
        match self {
            Atom::Name(name) => of(name).map(i128::from),
            Atom::Least(a, b) => Some(a.value(of)?.min(b.value(of)?)),
            Atom::Most(a, b) => Some(a.value(of)?.max(b.value(of)?)),
            Atom::Quotient(a, b) => {
                let by = b.value(of)?;
                (by > 0).then(|| a.value(of).map(|it| it.div_euclid(by)))?
            }
            Atom::Rest(a, b) => {
                let by = b.value(of)?;
                (by > 0).then(|| a.value(of).map(|it| it.rem_euclid(by)))?
            }
            Atom::If(cond, a, b) => {
                if cond.holds(of)? {
                    a.value(of)
                } else {
                    b.value(of)
                }
            }
            Atom::Unknown => None,
        }
    }
}

impl Cond {
    fn is_known(&self) -> bool {
        match self {
            Cond::Always(_) => true,
            Cond::NonNegative(it) | Cond::Zero(it) | Cond::NotZero(it) => it.is_known(),
            Cond::All(all) | Cond::Any(all) => all.iter().all(Cond::is_known),
            Cond::Unknown => false,
        }
    }

    fn collect(&self, names: &mut Vec<String>) {
        match self {
            Cond::NonNegative(it) | Cond::Zero(it) | Cond::NotZero(it) => it.collect(names),
            Cond::All(all) | Cond::Any(all) => all.iter().for_each(|it| it.collect(names)),
            Cond::Always(_) | Cond::Unknown => (),
        }
    }

    /// Whether it holds for given values of the names.
    pub fn holds(&self, of: Values<'_>) -> Option<bool> {
        match self {
            Cond::Always(it) => Some(*it),
            Cond::NonNegative(it) => it.value(of).map(|it| it >= 0),
            Cond::Zero(it) => it.value(of).map(|it| it == 0),
            Cond::NotZero(it) => it.value(of).map(|it| it != 0),
            Cond::All(all) => all.iter().map(|it| it.holds(of)).try_fold(true, |all, it| Some(all && it?)),
            Cond::Any(all) => all.iter().map(|it| it.holds(of)).try_fold(false, |any, it| Some(any || it?)),
            Cond::Unknown => None,
        }
    }
}

/// Formulas of the values of one nest.
#[derive(Default)]
pub struct Formulas {
    known: HashMap<usize, Formula>,
}

impl Formulas {
    pub fn of(&mut self, value: Val<'_>) -> Formula {
        let key = ir::key(value);
        if let Some(known) = self.known.get(&key) {
            return known.clone();
        }
        // Should a value be its own operand, the walk ends here.
        self.known.insert(key, Formula::unknown());
        let found = match ir::source(value) {
            Source::Argument(block, number) => argument(block.parent_operation(), number),
            Source::Result(op, number) => self.result(op, value, number),
        };
        self.known.insert(key, found.clone());
        found
    }

    fn result(&mut self, op: Op<'_>, value: Val<'_>, number: usize) -> Formula {
        if let Some(constant) = ir::constant_int(value) {
            return Formula::constant(constant.into());
        }
        let operands = ir::operands(op);
        let mut both = |f: fn(Formula, Formula) -> Formula| match operands[..] {
            [a, b] => f(self.of(a), self.of(b)),
            _ => Formula::unknown(),
        };
        match ir::name(op) {
            "arith.addi" => both(|a, b| a.plus(&b)),
            "arith.subi" => both(|a, b| a.minus(&b)),
            "arith.muli" => both(|a, b| a.times(&b)),
            "arith.minsi" => both(Formula::least),
            "arith.maxsi" => both(Formula::most),
            "arith.floordivsi" => both(Formula::quotient),
            "arith.ceildivsi" => both(|a, b| Formula::quotient(a.plus(&b).minus(&Formula::constant(1)), b)),
            "arith.index_cast" | "arith.index_castui" | "arith.extsi" | "arith.extui" => self.of(operands[0]),
            "arith.select" => {
                let cond = self.condition(operands[0]);
                Formula::choice(cond, self.of(operands[1]), self.of(operands[2]))
            }
            "affine.apply" => self.mapped(op, &operands, number).unwrap_or_else(Formula::unknown),
            "affine.min" => self.best(op, &operands, Formula::least),
            "affine.max" => self.best(op, &operands, Formula::most),
            _ => Formula::unknown(),
        }
    }

    /// A condition in the names of the source.
    pub fn condition(&mut self, value: Val<'_>) -> Cond {
        let Some(op) = ir::defining_op(value) else { return Cond::Unknown };
        let operands = ir::operands(op);
        match (ir::name(op), &operands[..]) {
            ("arith.constant", _) => ir::constant_int(value).map_or(Cond::Unknown, |it| Cond::Always(it != 0)),
            ("arith.andi", [a, b]) => Cond::All(vec![self.condition(*a), self.condition(*b)]),
            ("arith.ori", [a, b]) => Cond::Any(vec![self.condition(*a), self.condition(*b)]),
            ("arith.cmpi", [a, b]) => {
                let difference = self.of(*a).minus(&self.of(*b));
                let one = Formula::constant(1);
                let negated = || difference.times(&Formula::constant(-1));
                match ir::i64_attr(op, "predicate") {
                    Some(0) => Cond::Zero(difference),
                    Some(1) => Cond::NotZero(difference),
                    Some(2) => Cond::NonNegative(negated().minus(&one)),
                    Some(3) => Cond::NonNegative(negated()),
                    Some(4) => Cond::NonNegative(difference.minus(&one)),
                    Some(5) => Cond::NonNegative(difference),
                    Some(_) | None => Cond::Unknown,
                }
            }
            _ => Cond::Unknown,
        }
    }

    fn mapped(&mut self, op: Op<'_>, operands: &[Val<'_>], number: usize) -> Option<Formula> {
        let values: Vec<Formula> = operands.iter().map(|it| self.of(*it)).collect();
        let map = map_of(op)?;
        // SAFETY: the map is alive as long as the op, and `number` is one of its results.
        let (dims, result) = unsafe {
            if number >= mlirAffineMapGetNumResults(map) as usize {
                return None;
            }
            let result = AffineExpr::from_raw(mlirAffineMapGetResult(map, number as isize));
            (mlirAffineMapGetNumDims(map) as usize, result)
        };
        let (dims, symbols) = values.split_at(dims.min(values.len()));
        expression(result, dims, symbols)
    }

    fn best(&mut self, op: Op<'_>, operands: &[Val<'_>], choose: fn(Formula, Formula) -> Formula) -> Formula {
        // SAFETY: the map is alive as long as the op.
        let count = map_of(op).map_or(0, |it| unsafe { mlirAffineMapGetNumResults(it) } as usize);
        let all = (0..count).map(|it| self.mapped(op, operands, it).unwrap_or_else(Formula::unknown));
        all.reduce(choose).unwrap_or_else(Formula::unknown)
    }
}

fn map_of(op: Op<'_>) -> Option<MlirAffineMap> {
    // SAFETY: the attribute `map` of these ops is a map.
    Some(unsafe { mlirAffineMapAttrGetValue(ir::attr(op, "map")?.to_raw()) })
}

fn expression(expr: AffineExpr<'_>, dims: &[Formula], symbols: &[Formula]) -> Option<Formula> {
    if expr.is_constant() {
        return Some(Formula::constant(expr.constant_value().into()));
    }
    if expr.is_dim() {
        return dims.get(expr.dim_position()).cloned();
    }
    if expr.is_symbol() {
        return symbols.get(expr.symbol_position()).cloned();
    }
    let (a, b) = (expression(expr.lhs(), dims, symbols)?, expression(expr.rhs(), dims, symbols)?);
    match () {
        () if expr.is_add() => Some(a.plus(&b)),
        () if expr.is_mul() => Some(a.times(&b)),
        () if expr.is_mod() => Some(Formula::atom(Atom::Rest(Box::new(a), Box::new(b)))),
        () if expr.is_floor_div() => Some(Formula::quotient(a, b)),
        () if expr.is_ceil_div() => Some(Formula::quotient(a.plus(&b).minus(&Formula::constant(1)), b)),
        () => None,
    }
}

/// What the source calls an argument: an input of the nest, or a loop's variable.
fn argument(owner: Option<Op<'_>>, number: usize) -> Formula {
    let Some(op) = owner else { return Formula::unknown() };
    if let Some(nest) = NestOp::cast(op) {
        return nest.names().get(number).map_or_else(Formula::unknown, |it| Formula::name(it));
    }
    match (number, ir::is(op, "affine.for")) {
        (0, true) => variable(op).map_or_else(Formula::unknown, |it| Formula::name(&it)),
        _ => Formula::unknown(),
    }
}

/// What the source calls a loop's variable: with a prime where an input of the nest has the same name.
pub fn variable(op: Op<'_>) -> Option<String> {
    let name = ir::str_attr(op, NAME)?;
    let nest = ir::enclosing(op, "region.nest").and_then(NestOp::cast);
    let is_taken = nest.is_some_and(|it| it.names().contains(&name));
    Some(if is_taken { format!("{name}'") } else { name.into() })
}

/// The bytes from `lo` to before `hi`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bytes {
    pub lo: Formula,
    pub hi: Formula,
    /// There are none unless this holds.
    pub unless: Option<Cond>,
}

impl Bytes {
    pub fn new(lo: Formula, hi: Formula) -> Self {
        match (lo.guarded(), hi.guarded()) {
            (Some((cond, lo)), Some((other, hi))) if cond == other => {
                Self { lo: lo.clone(), hi: hi.clone(), unless: Some(cond.clone()) }
            }
            _ => Self { lo, hi, unless: None },
        }
    }

    /// How many these are, where there are any.
    pub fn count(&self) -> Formula {
        self.hi.minus(&self.lo)
    }

    /// From where to where, and nothing where there are none. None where a value is missing.
    pub fn at(&self, of: Values<'_>) -> Option<std::ops::Range<i128>> {
        if let Some(cond) = &self.unless
            && !cond.holds(of)?
        {
            return Some(0..0);
        }
        let (lo, hi) = (self.lo.value(of)?, self.hi.value(of)?);
        Some(if hi <= lo { 0..0 } else { lo..hi })
    }
}

impl Atom {
    /// `x` of `max(0, x)` and of `x if condition, else 0`.
    fn unless_empty(&self) -> Option<&Formula> {
        match self {
            Atom::Most(a, b) if a.as_constant() == Some(0) => Some(b),
            Atom::Most(a, b) if b.as_constant() == Some(0) => Some(a),
            Atom::If(_, a, b) if b.as_constant() == Some(0) => Some(a),
            Atom::Most(..) | Atom::If(..) | Atom::Name(_) | Atom::Unknown => None,
            Atom::Least(..) | Atom::Quotient(..) | Atom::Rest(..) => None,
        }
    }
}

impl Formula {
    /// `x` of `x if condition, else nothing`.
    fn guarded(&self) -> Option<(&Cond, &Formula)> {
        match self.as_atom()? {
            Atom::If(cond, some, none) if none.as_constant().is_some_and(|it| it.abs() >= FAR) => Some((cond, some)),
            Atom::If(..) | Atom::Name(_) | Atom::Least(..) | Atom::Most(..) => None,
            Atom::Quotient(..) | Atom::Rest(..) | Atom::Unknown => None,
        }
    }
}

/// The alternate form (`{:#}`) leaves out what only says that a loop may have no iterations: it is `n` where the formula is
/// `max(0, n)`.
impl fmt::Display for Formula {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if f.alternate()
            && let Some(formula) = self.as_atom().and_then(Atom::unless_empty)
        {
            return write!(f, "{formula:#}");
        }
        let mut terms: Vec<_> = self.0.iter().collect();
        if terms.is_empty() {
            return f.write_str("0");
        }
        // The longest products first; what is subtracted behind what is added.
        terms.sort_by_key(|(product, factor)| (std::cmp::Reverse(product.len()), **factor < 0));
        if let Some(first) = terms.iter().position(|(_, factor)| **factor > 0) {
            terms[..=first].rotate_right(1);
        }
        for (number, (product, factor)) in terms.into_iter().enumerate() {
            match (number, *factor < 0) {
                (0, true) => f.write_str("-")?,
                (0, false) => (),
                (_, true) => f.write_str(" - ")?,
                (_, false) => f.write_str(" + ")?,
            }
            let factor = factor.unsigned_abs();
            let atom = |it: &Atom| if f.alternate() { format!("{it:#}") } else { it.to_string() };
            let atoms: Vec<String> = product.iter().map(atom).collect();
            match (factor, atoms.is_empty()) {
                (_, true) => write!(f, "{factor}")?,
                (1, false) => f.write_str(&atoms.join("*"))?,
                (_, false) => write!(f, "{factor}*{}", atoms.join("*"))?,
            }
        }
        Ok(())
    }
}

impl fmt::Display for Atom {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if f.alternate()
            && let Some(formula) = self.unless_empty()
        {
            return write!(f, "{:#}", Grouped(formula));
        }
        match self {
            Atom::Name(name) if name.contains(' ') => write!(f, "({name})"),
            Atom::Name(name) => f.write_str(name),
            Atom::Least(a, b) => write!(f, "min({a}, {b})"),
            Atom::Most(a, b) => write!(f, "max({a}, {b})"),
            Atom::Quotient(a, b) => write!(f, "floor(({a})/{})", Grouped(b)),
            Atom::Rest(a, b) => write!(f, "(({a}) mod {})", Grouped(b)),
            Atom::If(_, a, b) if b.as_constant().is_some_and(|it| it.abs() >= FAR) => write!(f, "({a})"),
            Atom::If(cond, a, b) => write!(f, "({a} if {cond}, else {b})"),
            Atom::Unknown => f.write_str("?"),
        }
    }
}

/// A formula as a part of another one.
struct Grouped<'f>(&'f Formula);

impl fmt::Display for Grouped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = if f.alternate() { format!("{:#}", self.0) } else { self.0.to_string() };
        // Atoms have their own parentheses.
        let is_atom = self.0.as_atom().is_some_and(|it| !f.alternate() || it.unless_empty().is_none());
        if text.contains(' ') && !is_atom { write!(f, "({text})") } else { f.write_str(&text) }
    }
}

impl fmt::Display for Cond {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list = |all: &[Cond], between| all.iter().map(ToString::to_string).collect::<Vec<_>>().join(between);
        match self {
            Cond::Always(true) => f.write_str("always"),
            Cond::Always(false) => f.write_str("never"),
            Cond::NonNegative(it) => compared(f, it, ">="),
            Cond::Zero(it) => compared(f, it, "=="),
            Cond::NotZero(it) => compared(f, it, "!="),
            Cond::All(all) => f.write_str(&list(all, " and ")),
            Cond::Any(all) => write!(f, "({})", list(all, " or ")),
            Cond::Unknown => f.write_str("?"),
        }
    }
}

/// `n >= 3` of `n - 3`.
fn compared(f: &mut fmt::Formatter<'_>, difference: &Formula, relation: &str) -> fmt::Result {
    let positive = difference.0.iter().filter(|it| *it.1 > 0 && !it.0.is_empty());
    let left = Formula(positive.map(|(product, factor)| (product.clone(), *factor)).collect());
    write!(f, "{left} {relation} {}", left.minus(difference))
}

/// Factors written one beside the other: `8*(n - 2)*m`.
pub fn product(factors: &[Formula]) -> String {
    let constant = factors.iter().filter_map(Formula::as_constant).product::<i128>();
    let others = factors.iter().filter(|it| it.as_constant().is_none()).map(|it| Grouped(it).to_string());
    let all: Vec<String> = (constant != 1).then(|| constant.to_string()).into_iter().chain(others).collect();
    if all.is_empty() { "1".into() } else { all.join("*") }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn n() -> Formula {
        Formula::name("n")
    }

    fn number(value: i128) -> Formula {
        Formula::constant(value)
    }

    #[test]
    fn sums_of_products_are_written_as_people_do() {
        let square = n().minus(&number(2)).times(&n().plus(&number(2)));
        assert_eq!(square.to_string(), "n*n - 4");
        assert_eq!(n().times(&number(8)).minus(&n().times(&number(8))).to_string(), "0");
        assert_eq!(number(1).minus(&n()).to_string(), "1 - n");
        assert_eq!(Formula::name("a - b").times(&number(8)).to_string(), "8*(a - b)");
        assert_eq!(product(&[number(8), n().minus(&number(2)), n()]), "8*(n - 2)*n");
        let trips = Formula::most(number(0), n().minus(&number(2)));
        assert_eq!(trips.to_string(), "max(0, n - 2)");
        assert_eq!(format!("{:#}", trips.times(&trips)), "(n - 2)*(n - 2)");
        let some = Formula::choice(Cond::Unknown, trips, number(0));
        assert_eq!(format!("{some:#}"), "n - 2");
        assert_eq!(format!("{:#}", some.times(&n())), "n*(n - 2)");
    }

    #[test]
    fn formulas_have_values_where_all_names_do() {
        let half = Formula::quotient(Formula::most(n(), number(0)), number(2));
        assert_eq!(half.value(&|_| Some(7)), Some(3));
        assert_eq!(half.value(&|_| Some(-7)), Some(0));
        assert_eq!(half.value(&|_| None), None);
        assert_eq!(n().times(&n()).times(&n()).times(&n()).value(&|_| Some(i64::MAX)), None);
        assert_eq!(half.names(), ["n"]);
        assert!(half.is_known() && !half.plus(&Formula::unknown()).is_known());
    }

    #[test]
    fn an_empty_range_has_no_bytes() {
        let some = Cond::NonNegative(n().minus(&number(1)));
        assert_eq!(some.to_string(), "n >= 1");
        let far = i128::from(i64::MAX / 4);
        let lo = Formula::choice(some.clone(), number(0), number(far));
        let hi = Formula::choice(some, n().times(&number(8)), number(-far));
        let bytes = Bytes::new(lo, hi);
        assert_eq!(bytes.count().to_string(), "8*n");
        assert_eq!(bytes.at(&|_| Some(3)), Some(0..24));
        assert_eq!(bytes.at(&|_| Some(0)), Some(0..0));
    }
}
