//! Finds reductions: `s = s op e` in a loop, for an operator that may combine its terms in any order.
//!
//! ```text
//!     s = s + e      s -= e      s *= e      s = s & e      if (e > m) m = e      m = e < m ? e : m      h[k[i]]++
//! ```
//!
//! A *statement* is a store, the load of the same element that its value is made of, and the operators between them. A loop
//! has a reduction on an array if all accesses to the array in it belong to such statements with one operator, none of which
//! stores between another one's load and store, or are loads of elements that no such statement reaches in the loop. Then
//! only the terms' order ties the iterations together, as far as this array goes.
//!
//! What an iteration stores under a condition and the loop does not read (`if (x[i] == key) at = i;`) is a reduction, too: the
//! *last value* stays.
//!
//! Never changes the IR. Whether values allow another order (floating-point sums do not), and what becomes of a reduction,
//! is up to the passes.
//!
//! Rejects: `b = b + b`, `s = e - s`, `s = e / s` (the reduced element must be the left operand), `s = fma(s, a, b)`, sums whose value is
//! also used elsewhere (prefix sums: [`crate::scans`]), conditions on the element that guard anything else but what is kept
//! with it ([`crate::selections`]), and minima that take over a NaN (`m = m < e ? m : e` on floats).
//! Source:  Par4All thesis 4.4.1, the eight rules. Differs: works on loads and stores in SSA form, where an expression's side
//! effects are statements of their own, and summaries of functions are unnecessary, since calls are inlined before.

use std::fmt;

use melior::ir::operation::OperationLike;
use melior::ir::r#type::IntegerType;
use melior::ir::{Attribute, Type, ValueLike};
use raddle_dialects::ir::{self, Op, Val};
use raddle_poly::analysis::Analysis;
use raddle_poly::model::{AccessId, AccessKind, ArrayId, LoopId};

use crate::expand::is_defined_inside;
use crate::extract::{Extracted, is_inside};
use crate::selections::{self, Selection};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Operator {
    /// Also of terms with a minus sign.
    Add,
    Mul,
    And,
    Or,
    Xor,
    /// Of signed integers, unsigned ones, or floats.
    Min(Order),
    Max(Order),
    /// No combination: what is stored last stays.
    Last,
}

/// What "less" means to a minimum or maximum.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Order {
    Signed,
    Unsigned,
    Float(Ties),
}

/// Which of two equal floats a minimum keeps: -0 and +0 are equal and not the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ties {
    /// The comparison is strict.
    First,
    Last,
}

impl fmt::Display for Operator {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(match self {
            Operator::Add => "+",
            Operator::Mul => "*",
            Operator::And => "&",
            Operator::Or => "|",
            Operator::Xor => "^",
            Operator::Min(_) => "min",
            Operator::Max(_) => "max",
            Operator::Last => "last value",
        })
    }
}

/// The reduction of one array in one loop.
pub struct Reduction<'c> {
    pub array: ArrayId,
    pub operator: Operator,
    pub statements: Vec<Statement<'c>>,
    /// Of a minimum or maximum: what the loop keeps with it.
    pub selection: Option<Selection<'c>>,
}

impl Reduction<'_> {
    pub fn arrays(&self) -> Vec<ArrayId> {
        let kept = self.selection.iter().flat_map(|it| &it.kept).map(|it| it.array);
        [self.array].into_iter().chain(kept).collect()
    }
}

/// Load, operators, store: one update of an element.
#[derive(Clone)]
pub struct Statement<'c> {
    pub operator: Operator,
    /// One, or two: in a minimum one may be compared and the other one chosen. Of a last value those that see what the same iteration
    /// stored, if there are any.
    pub loads: Vec<Op<'c>>,
    pub store: Op<'c>,
    /// The operators, from the load's user on.
    pub path: Vec<Op<'c>>,
    /// Of a minimum or maximum by comparison: what the element is compared with.
    pub compared: Option<Val<'c>>,
}

impl<'c> Statement<'c> {
    pub fn element_type(&self) -> Type<'c> {
        ir::operands(self.store)[0].r#type()
    }

    /// Is nothing on the way narrower than the element? What is lost there would be missing in partial results.
    fn keeps_width(&self) -> bool {
        let bits = |ty: Type<'c>| IntegerType::try_from(ty).map(|ty| ty.width());
        let Ok(element) = bits(self.element_type()) else { return true };
        let results = self.path.iter().flat_map(|op| ir::results(*op));
        results.into_iter().all(|value| bits(value.r#type()).is_ok_and(|width| width >= element))
    }
}

/// The reductions of loop `id` on `arrays`; None if one of them is used otherwise in it.
pub fn of_loop<'c>(
    analysis: &Analysis,
    found: &Extracted<'c>,
    id: LoopId,
    arrays: &[ArrayId],
) -> Option<Vec<Reduction<'c>>> {
    let selections = selections::of_loop(found, id, arrays);
    let selected: Vec<ArrayId> = selections.iter().flat_map(Reduction::arrays).collect();
    let others = arrays.iter().filter(|it| !selected.contains(it));
    let one = |array: &ArrayId| of_array(analysis, found, id, *array).or_else(|| last_value(found, id, *array));
    let mut all: Vec<_> = others.map(one).collect::<Option<_>>()?;
    all.extend(selections);
    Some(all)
}

/// The accesses of a loop to an array.
pub fn accesses(found: &Extracted<'_>, id: LoopId, array: ArrayId) -> Vec<AccessId> {
    let in_loop = found.accesses_in(found.loops[id.0 as usize]);
    in_loop.into_iter().filter(|it| found.array_of(*it) == array).collect()
}

fn of_array<'c>(analysis: &Analysis, found: &Extracted<'c>, id: LoopId, array: ArrayId) -> Option<Reduction<'c>> {
    let accesses = accesses(found, id, array);
    let is_store = |it: &&AccessId| found.model.accesses[it.0 as usize].kind == AccessKind::Write;
    let stores = accesses.iter().filter(is_store).map(|it| found.accesses[it.0 as usize]);
    let statements = stores.map(statement).collect::<Option<Vec<_>>>()?;
    let operator = statements.first()?.operator;
    let known = |op: Op<'c>| statements.iter().any(|it| it.loads.contains(&op) || it.store == op);
    let alike = statements.iter().all(|it| it.operator == operator);
    // Terms may be elements of the same array (`a[i][j] -= a[i][k] * a[j][k]`), but never the reduced one.
    let (own, terms): (Vec<_>, Vec<_>) = accesses.iter().partition(|it| known(found.accesses[it.0 as usize]));
    let complete = analysis.apart(id, &own, &terms);
    let together = statements.iter().all(|it| it.loads.iter().all(|load| are_together(found, *load, it.store)));
    let stale = statements.iter().any(|it| is_stale(found, array, it));
    (alike && complete && together && !stale).then_some(Reduction { array, operator, statements, selection: None })
}

/// The memref, what its subscripts are made of, and how.
pub fn place_of_store<'c>(store: Op<'c>) -> (Vec<Val<'c>>, Option<Attribute<'c>>) {
    (ir::operands(store)[1..].to_vec(), ir::attr(store, "map"))
}

/// One element that iterations store to and do not read, but for what they have stored themselves. What nobody reads behind the nest
/// is for private copies.
fn last_value<'c>(found: &Extracted<'c>, id: LoopId, array: ArrayId) -> Option<Reduction<'c>> {
    let it = &found.model.arrays[array.0 as usize];
    if !it.live_out || it.local_to.is_some() {
        return None;
    }
    let accesses = accesses(found, id, array);
    let is_store = |it: &AccessId| found.model.accesses[it.0 as usize].kind == AccessKind::Write;
    let (stores, loads): (Vec<_>, Vec<_>) = accesses.into_iter().partition(is_store);
    let own = |it: &AccessId| found.model.covered.contains(&(*it, id));
    let op = |it: &AccessId| found.accesses[it.0 as usize];
    let first = place_of_store(op(stores.first()?));
    let around = found.loops[id.0 as usize];
    let is_store_there = |it: Op<'c>| ir::name(it).ends_with(".store") && place_of_store(it) == first;
    let is_one = stores.iter().all(|it| is_store_there(op(it))) && loads.iter().all(own);
    if !is_one || first.0.iter().any(|it| is_defined_inside(*it, around)) {
        return None;
    }
    let operator = Operator::Last;
    let mut loads: Vec<Op<'c>> = loads.iter().map(op).collect();
    let statement =
        |it| Statement { operator, loads: std::mem::take(&mut loads), store: op(it), path: vec![], compared: None };
    let statements = stores.iter().map(statement).collect();
    Some(Reduction { array, operator, statements, selection: None })
}

/// Is something else stored to the array between the load and the store of an update? The statement would undo it.
fn is_stale<'c>(found: &Extracted<'c>, array: ArrayId, statement: &Statement<'c>) -> bool {
    let place = |op: Op<'c>| found.accesses.iter().position(|it| *it == op).unwrap_or(0);
    let first = statement.loads.iter().map(|it| place(*it)).min().unwrap_or(0);
    (first + 1..place(statement.store)).any(|it| {
        let access = &found.model.accesses[it];
        access.array == array && access.kind == AccessKind::Write
    })
}

/// Do a load and a store run equally often? A load outside of a loop around the store would serve several updates, of which the
/// last one alone would count.
pub fn are_together<'c>(found: &Extracted<'c>, load: Op<'c>, store: Op<'c>) -> bool {
    let loops = |op: Op<'c>| {
        let index = found.accesses.iter().position(|it| *it == op);
        index.map(|index| &found.model.accesses[index].loops)
    };
    loops(load) == loops(store)
}

/// The update that ends in `store`, if it is one.
pub fn statement<'c>(store: Op<'c>) -> Option<Statement<'c>> {
    let value = *ir::operands(store).first()?;
    let target = Target::new(store);
    let mut path = vec![];
    let found = match target.update(value, None, &mut path) {
        Some(End { operator, loads, compared }) => {
            path.reverse();
            Statement { operator, loads, store, path, compared }
        }
        None => target.guarded(value)?,
    };
    found.keeps_width().then_some(found)
}

/// Where the way from a store to the load ends.
struct End<'c> {
    operator: Operator,
    loads: Vec<Op<'c>>,
    compared: Option<Val<'c>>,
}

/// Stores that may change what a load sees.
pub type Clobbers<'s, 'c> = &'s dyn Fn(Op<'c>, Op<'c>) -> bool;

/// The element that a store goes to.
pub struct Target<'s, 'c> {
    store: Op<'c>,
    clobbers: Clobbers<'s, 'c>,
}

impl<'s, 'c> Target<'s, 'c> {
    /// Every store counts.
    pub fn new(store: Op<'c>) -> Self {
        Self { store, clobbers: &|_, _| true }
    }

    pub fn with(store: Op<'c>, clobbers: Clobbers<'s, 'c>) -> Self {
        Self { store, clobbers }
    }

    /// Is `op` a load of the element?
    pub fn is_load(&self, op: Op<'c>) -> bool {
        let kinds = (ir::name(op), ir::name(self.store));
        matches!(kinds, ("affine.load", "affine.store") | ("memref.load", "memref.store"))
            && ir::operands(op).len() + 1 == ir::operands(self.store).len()
            && ir::operands(op).iter().zip(&ir::operands(self.store)[1..]).all(|(a, b)| self.is_same(*a, *b))
            && ir::attr(op, "map") == ir::attr(self.store, "map")
    }

    /// Follows `value` to the load, through operators compatible with `operator`. `path` collects them, last first.
    fn update(&self, value: Val<'c>, operator: Option<Operator>, path: &mut Vec<Op<'c>>) -> Option<End<'c>> {
        let op = ir::defining_op(value).filter(|_| ir::uses(value).len() == 1)?;
        if self.is_load(op) {
            return operator.map(|operator| End { operator, loads: vec![op], compared: None });
        }
        let (found, sides) = match shape(op)? {
            Shape::Operator(found, _) if operator.is_some_and(|it| it != found) => return None,
            Shape::Operator(found, Sides::Both) => (Some(found), ir::operands(op)),
            Shape::Operator(found, Sides::Left) => (Some(found), ir::operands(op)[..1].to_vec()),
            Shape::Operator(found, Sides::Addend) => (Some(found), ir::operands(op)[2..].to_vec()),
            // What is computed modulo 2^n in a wider type is so in the narrow one, too.
            Shape::Resize if operator.is_some_and(Operator::is_order) => return None,
            Shape::Resize => (operator, ir::operands(op)),
            Shape::Choice if operator.is_none() => return self.choice(op, path),
            Shape::Choice => return None,
        };
        path.push(op);
        let length = path.len();
        for side in sides {
            if let Some(end) = self.update(side, found, path) {
                return Some(end);
            }
            path.truncate(length);
        }
        path.pop();
        None
    }

    /// `m = e < m ? e : m`: an `scf.if` or a select whose results are the element and what it is compared with.
    fn choice(&self, op: Op<'c>, path: &mut Vec<Op<'c>>) -> Option<End<'c>> {
        let [result] = ir::results(op).try_into().ok()?;
        let choice = self.kept_or(result).filter(|_| only_computes(op))?;
        let comparison = Comparison::of(choice.condition)?;
        let (operator, load, compared) = self.compared(&comparison, choice.taken, choice.when_true)?;
        let loads = if choice.kept == load { vec![load] } else { vec![load, choice.kept] };
        let compares = |it: Op<'c>| ir::results(it).first() == Some(&choice.condition);
        let seen = loads.iter().flat_map(|it| observers(ir::result(*it)));
        let seen_elsewhere = seen.into_iter().any(|it| !compares(it) && !choice.is_made_by(it));
        path.push(op);
        (ir::uses(choice.condition).len() == 1 && !seen_elsewhere).then_some(End {
            operator,
            loads,
            compared: Some(compared),
        })
    }

    /// `value` as a choice between the element as it is and something else. Both may be in a wider type, as C computes small
    /// integers; the store is of the narrow one again.
    pub fn kept_or(&self, value: Val<'c>) -> Option<KeptOr<'c>> {
        let op = ir::defining_op(value)?;
        let (condition, [then, otherwise]) = branches(value)?;
        let load = |value: Val<'c>| ir::defining_op(narrow(value)).filter(|op| self.is_load(*op));
        let (kept, taken, when_true) = match (load(then), load(otherwise)) {
            (None, Some(kept)) => (kept, then, true),
            (Some(kept), None) => (kept, otherwise, false),
            _ => return None,
        };
        // A wider one is not what is stored.
        let is_whole = narrow(taken).r#type() == ir::result(kept).r#type();
        let taken = if is_whole { narrow(taken) } else { taken };
        Some(KeptOr { op, condition, when_true, taken, kept })
    }

    /// `if (e > m) m = e`, with nothing else under the condition.
    fn guarded(&self, value: Val<'c>) -> Option<Statement<'c>> {
        let guard = ir::parent(self.store).filter(|it| ir::is(*it, "scf.if") && ir::results(*it).is_empty())?;
        if ir::entry_block(guard, 1).is_some_and(|block| ir::ops(block).len() > 1) {
            return None;
        }
        let body = ir::ops(ir::entry_block(guard, 0)?);
        if body.iter().any(|op| *op != self.store && !ir::is(*op, "scf.yield") && !is_pure(*op)) {
            return None;
        }
        let condition = *ir::operands(guard).first()?;
        let comparison = Comparison::of(condition).filter(|_| ir::uses(condition).len() == 1)?;
        let (operator, load, compared) = self.compared(&comparison, value, true)?;
        let lone = observers(ir::result(load)).len() == 1;
        let compared = Some(compared);
        lone.then_some(Statement { operator, loads: vec![load], store: self.store, path: vec![], compared })
    }

    /// The operator of "take `taken` if the comparison says `when_true`", the load of the element that is compared, and
    /// what with.
    pub fn compared(
        &self,
        comparison: &Comparison<'c>,
        taken: Val<'c>,
        when_true: bool,
    ) -> Option<(Operator, Op<'c>, Val<'c>)> {
        let element = |value: Val<'c>| ir::defining_op(value).filter(|op| self.is_load(*op));
        let [left, right] = comparison.sides;
        let (load, term, taken_is_less) = match (element(left), element(right)) {
            (None, Some(load)) if self.is_same(left, taken) => (load, left, comparison.less == when_true),
            (Some(load), None) if self.is_same(right, taken) => (load, right, comparison.less != when_true),
            _ => return None,
        };
        // A float that is taken because the comparison failed may be a NaN.
        if matches!(comparison.order, Order::Float(_)) && !when_true {
            return None;
        }
        let operator = if taken_is_less { Operator::Min(comparison.order) } else { Operator::Max(comparison.order) };
        Some((operator, load, term))
    }

    /// Are two values equal? See [`same_value`].
    pub fn is_same(&self, a: Val<'c>, b: Val<'c>) -> bool {
        same_value(a, b, self.clobbers)
    }
}

/// A value that is the stored element as it is, or another one.
pub struct KeptOr<'c> {
    /// An `scf.if` or a select.
    pub op: Op<'c>,
    pub condition: Val<'c>,
    /// The other one is taken if the condition says this.
    pub when_true: bool,
    pub taken: Val<'c>,
    /// The load of the element.
    pub kept: Op<'c>,
}

impl<'c> KeptOr<'c> {
    /// Is `op` the choice, or hands it a value?
    pub fn is_made_by(&self, op: Op<'c>) -> bool {
        op == self.op || (ir::is(op, "scf.yield") && ir::parent(op) == Some(self.op))
    }
}

/// What uses a value, also in a wider type.
pub fn observers(value: Val<'_>) -> Vec<Op<'_>> {
    let users = ir::uses(value).into_iter().map(|it| it.0);
    let through = |op| match is_extension(op) {
        true => observers(ir::result(op)),
        false => vec![op],
    };
    users.flat_map(through).collect()
}

fn is_extension(op: Op<'_>) -> bool {
    matches!(ir::name(op), "arith.extsi" | "arith.extui")
}

/// What `value` extends.
pub fn narrow(value: Val<'_>) -> Val<'_> {
    let inner = ir::defining_op(value).filter(|op| is_extension(*op)).and_then(|op| ir::operands(op).first().copied());
    inner.unwrap_or(value)
}

impl Operator {
    fn is_order(self) -> bool {
        matches!(self, Operator::Min(_) | Operator::Max(_))
    }
}

pub enum Sides {
    Both,
    /// The other operand has the opposite sign.
    Left,
    /// The addend of a product: the third operand.
    Addend,
}

/// What an op on the way from the load to the store does.
pub enum Shape {
    Operator(Operator, Sides),
    Resize,
    Choice,
}

pub fn shape(op: Op<'_>) -> Option<Shape> {
    Some(match ir::name(op) {
        "arith.addi" | "arith.addf" => Shape::Operator(Operator::Add, Sides::Both),
        "arith.subi" | "arith.subf" => Shape::Operator(Operator::Add, Sides::Left),
        "arith.muli" | "arith.mulf" => Shape::Operator(Operator::Mul, Sides::Both),
        "arith.divf" => Shape::Operator(Operator::Mul, Sides::Left),
        "math.fma" => Shape::Operator(Operator::Add, Sides::Addend),
        "arith.andi" => Shape::Operator(Operator::And, Sides::Both),
        "arith.ori" => Shape::Operator(Operator::Or, Sides::Both),
        "arith.xori" => Shape::Operator(Operator::Xor, Sides::Both),
        "arith.minsi" => Shape::Operator(Operator::Min(Order::Signed), Sides::Both),
        "arith.maxsi" => Shape::Operator(Operator::Max(Order::Signed), Sides::Both),
        "arith.minui" => Shape::Operator(Operator::Min(Order::Unsigned), Sides::Both),
        "arith.maxui" => Shape::Operator(Operator::Max(Order::Unsigned), Sides::Both),
        "arith.trunci" | "arith.extsi" | "arith.extui" => Shape::Resize,
        "scf.if" | "arith.select" => Shape::Choice,
        _ => return None,
    })
}

/// The condition of a choice, and the two values.
fn branches<'c>(value: Val<'c>) -> Option<(Val<'c>, [Val<'c>; 2])> {
    let ir::Source::Result(op, number) = ir::source(value) else { return None };
    let operands = ir::operands(op);
    match ir::name(op) {
        "arith.select" => Some((*operands.first()?, [*operands.get(1)?, *operands.get(2)?])),
        "scf.if" => {
            let yielded = |index| ir::operands(*ir::ops(ir::entry_block(op, index)?).last()?).get(number).copied();
            Some((*operands.first()?, [yielded(0)?, yielded(1)?]))
        }
        _ => None,
    }
}

/// `left < right` or `left > right`, strict or not.
pub struct Comparison<'c> {
    sides: [Val<'c>; 2],
    less: bool,
    pub is_strict: bool,
    order: Order,
}

impl<'c> Comparison<'c> {
    pub fn of(condition: Val<'c>) -> Option<Comparison<'c>> {
        let op = ir::defining_op(condition)?;
        let sides: [Val<'c>; 2] = ir::operands(op).try_into().ok()?;
        let predicate = ir::i64_attr(op, "predicate")?;
        // The numbers are those of MLIR's CmpIPredicate and CmpFPredicate; unordered comparisons would take NaNs.
        let (less, order) = match (ir::name(op), predicate) {
            ("arith.cmpi", 2 | 3) => (true, Order::Signed),
            ("arith.cmpi", 4 | 5) => (false, Order::Signed),
            ("arith.cmpi", 6 | 7) => (true, Order::Unsigned),
            ("arith.cmpi", 8 | 9) => (false, Order::Unsigned),
            ("arith.cmpf", 4) => (true, Order::Float(Ties::First)),
            ("arith.cmpf", 5) => (true, Order::Float(Ties::Last)),
            ("arith.cmpf", 2) => (false, Order::Float(Ties::First)),
            ("arith.cmpf", 3) => (false, Order::Float(Ties::Last)),
            _ => return None,
        };
        // Strict predicates have even numbers.
        Some(Comparison { sides, less, is_strict: predicate % 2 == 0, order }.of_narrow_values())
    }

    /// C compares small integers as `int`s: the order of the small ones is that of their extension.
    fn of_narrow_values(self) -> Comparison<'c> {
        let inner = |value: Val<'c>, name| {
            let op = ir::defining_op(value).filter(|op| ir::is(*op, name));
            op.and_then(|op| ir::operands(op).first().copied())
        };
        for (name, order) in [("arith.extsi", Order::Signed), ("arith.extui", Order::Unsigned)] {
            if let [Some(left), Some(right)] = self.sides.map(|value| inner(value, name))
                && (self.order == Order::Signed || name == "arith.extui")
            {
                return Comparison { sides: [left, right], order, ..self };
            }
        }
        self
    }
}

/// Without effect on memory, and without regions.
pub fn is_pure(op: Op<'_>) -> bool {
    let name = ir::name(op);
    let reads = matches!(name, "affine.load" | "memref.load" | "affine.apply");
    let computes = name.starts_with("arith.") || name.starts_with("math.") || name == "region.math";
    ir::regions(op).is_empty() && (reads || computes)
}

/// Are the branches of an op without effect on memory?
fn only_computes(op: Op<'_>) -> bool {
    let mut inside = ir::nested(op, ir::Order::Pre).into_iter().filter(|it| *it != op);
    inside.all(|it| is_pure(it) || ir::is(it, "scf.yield"))
}

/// Are two values equal because they are computed alike, with nothing stored between that counts, whichever is first?
fn same_value<'c>(a: Val<'c>, b: Val<'c>, clobbers: Clobbers<'_, 'c>) -> bool {
    if a == b {
        return true;
    }
    let (Some(x), Some(y)) = (ir::defining_op(a), ir::defining_op(b)) else { return false };
    let (inputs, others) = (ir::operands(x), ir::operands(y));
    let alike = ir::name(x) == ir::name(y)
        && is_pure(x)
        && inputs.len() == others.len()
        && meaning(x) == meaning(y)
        && ir::result(x).r#type() == ir::result(y).r#type();
    alike
        && inputs.iter().zip(&others).all(|(p, q)| same_value(*p, *q, clobbers))
        && (!ir::name(x).ends_with(".load") || !stores_between(x, y, clobbers) || !stores_between(y, x, clobbers))
}

/// The attributes that say what an op computes: a function's name, a predicate, a map, but no license to compute it otherwise.
fn meaning<'c>(op: Op<'c>) -> Vec<(&'c str, Attribute<'c>)> {
    let all = ir::attributes(op).into_iter();
    all.filter(|(name, _)| !["fastmath", "overflowFlags"].contains(name)).collect()
}

/// Is there a store that may run after `first` and before `second`, which stands in the same block or deeper?
fn stores_between<'c>(first: Op<'c>, second: Op<'c>, clobbers: Clobbers<'_, 'c>) -> bool {
    let changes = |it: Op<'c>| is_store(it) && clobbers(first, it);
    let Some(block) = first.block() else { return true };
    let mut ops = ir::ops(block).into_iter().skip_while(|op| *op != first).skip(1);
    loop {
        let Some(op) = ops.next() else { return true };
        if op == second {
            return false;
        }
        if is_inside(second, op) {
            let mut inside = ir::nested(op, ir::Order::Pre).into_iter();
            return match ir::name(op) {
                "scf.if" | "affine.if" => inside.take_while(|it| *it != second).any(changes),
                // In a loop, what stands behind runs before the next iteration.
                _ => inside.any(changes),
            };
        }
        if ir::nested(op, ir::Order::Pre).into_iter().any(changes) {
            return true;
        }
    }
}

fn is_store(op: Op<'_>) -> bool {
    // Calls and the like are obstacles on their own; anything that is not known to be pure counts.
    matches!(ir::name(op), "affine.store" | "memref.store") || ir::name(op).starts_with("llvm.")
}
