//! Finds reductions: `s = s op e` in a loop, for an operator that may combine its terms in any order.
//!
//! ```text
//!     s = s + e      s -= e      s *= e      s = s & e      if (e > m) m = e      m = e < m ? e : m      h[k[i]]++
//! ```
//!
//! A *statement* is a store, the load of the same element that its value is made of, and the operators between them. A loop
//! has a reduction on an array if all accesses to the array in it belong to such statements with one operator. Then
//! only the terms' order ties the iterations together, as far as this array goes.
//!
//! Never changes the IR. Whether values allow another order (floating-point sums do not), and what becomes of a reduction,
//! is up to the passes.
//!
//! Rejects: `b = b + b`, `s = e - s`, `s = e / s` (the reduced element must be the left operand), `s = fma(s, a, b)`, sums whose value is
//! also used elsewhere (prefix sums), conditions on the element that guard anything else (`if (e > m) { m = e; k = i; }`),
//! and minima that take over a NaN (`m = m < e ? m : e` on floats).
//! Source:  Par4All thesis 4.4.1, the eight rules. Differs: works on loads and stores in SSA form, where an expression's side
//! effects are statements of their own, and summaries of functions are unnecessary, since calls are inlined before.

use std::fmt;

use melior::ir::operation::OperationLike;
use melior::ir::r#type::IntegerType;
use melior::ir::{Type, ValueLike};
use raddle_dialects::ir::{self, Op, Val};
use raddle_poly::model::{AccessId, AccessKind, ArrayId, LoopId};

use crate::extract::{Extracted, is_inside};

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
        })
    }
}

/// The reduction of one array in one loop.
pub struct Reduction<'c> {
    pub array: ArrayId,
    pub operator: Operator,
    pub statements: Vec<Statement<'c>>,
}

/// Load, operators, store: one update of an element.
#[derive(Clone)]
pub struct Statement<'c> {
    pub operator: Operator,
    /// One, or two: in a minimum one may be compared and the other one chosen.
    pub loads: Vec<Op<'c>>,
    pub store: Op<'c>,
    /// The operators, from the load's user on.
    pub path: Vec<Op<'c>>,
    /// Of a minimum or maximum by comparison: what the element is compared with.
    pub compared: Option<Val<'c>>,
}

impl<'c> Statement<'c> {
    pub fn element_type(&self) -> Type<'c> {
        ir::result(self.loads[0]).r#type()
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
pub fn of_loop<'c>(found: &Extracted<'c>, id: LoopId, arrays: &[ArrayId]) -> Option<Vec<Reduction<'c>>> {
    arrays.iter().map(|array| of_array(found, id, *array)).collect()
}

fn of_array<'c>(found: &Extracted<'c>, id: LoopId, array: ArrayId) -> Option<Reduction<'c>> {
    let in_loop = found.accesses_in(found.loops[id.0 as usize]);
    let accesses: Vec<AccessId> = in_loop.into_iter().filter(|it| found.array_of(*it) == array).collect();
    let is_store = |it: &&AccessId| found.model.accesses[it.0 as usize].kind == AccessKind::Write;
    let stores = accesses.iter().filter(is_store).map(|it| found.accesses[it.0 as usize]);
    let statements = stores.map(statement).collect::<Option<Vec<_>>>()?;
    let operator = statements.first()?.operator;
    let known = |op: Op<'c>| statements.iter().any(|it| it.loads.contains(&op) || it.store == op);
    let alike = statements.iter().all(|it| it.operator == operator);
    let complete = accesses.iter().all(|it| known(found.accesses[it.0 as usize]));
    // A load outside of a loop around the store would serve several updates, of which the last one alone would count.
    let loops = |op: Op<'c>| {
        let index = found.accesses.iter().position(|it| *it == op);
        index.map(|index| &found.model.accesses[index].loops)
    };
    let together = statements.iter().all(|it| it.loads.iter().all(|load| loops(*load) == loops(it.store)));
    (alike && complete && together).then_some(Reduction { array, operator, statements })
}

/// The update that ends in `store`, if it is one.
pub fn statement<'c>(store: Op<'c>) -> Option<Statement<'c>> {
    let value = *ir::operands(store).first()?;
    let target = Target { store };
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

/// The element that a store goes to.
struct Target<'c> {
    store: Op<'c>,
}

impl<'c> Target<'c> {
    /// Is `op` a load of the element?
    fn is_load(&self, op: Op<'c>) -> bool {
        let kinds = (ir::name(op), ir::name(self.store));
        matches!(kinds, ("affine.load", "affine.store") | ("memref.load", "memref.store"))
            && ir::operands(op).len() + 1 == ir::operands(self.store).len()
            && ir::operands(op).iter().zip(&ir::operands(self.store)[1..]).all(|(a, b)| same_value(*a, *b))
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
        let (condition, [then, otherwise]) = branches(op)?;
        let comparison = Comparison::of(condition)?;
        let (keeps, takes) = match (self.loads(then), self.loads(otherwise)) {
            (false, true) => (otherwise, then),
            (true, false) => (then, otherwise),
            _ => return None,
        };
        let (operator, load, compared) = self.compared(&comparison, takes, takes == then)?;
        let kept = ir::defining_op(keeps)?;
        let uses = |value: Val<'c>| ir::uses(value).len();
        let (loads, seen_elsewhere) = match kept == load {
            true => (vec![load], uses(keeps) > 2),
            false => (vec![load, kept], uses(keeps) > 1 || uses(ir::result(load)) > 1),
        };
        path.push(op);
        (uses(condition) == 1 && !seen_elsewhere).then_some(End { operator, loads, compared: Some(compared) })
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
        let lone = ir::uses(ir::result(load)).len() == 1;
        let compared = Some(compared);
        lone.then_some(Statement { operator, loads: vec![load], store: self.store, path: vec![], compared })
    }

    /// The operator of "take `taken` if the comparison says `when_true`", the load of the element that is compared, and
    /// what with.
    fn compared(
        &self,
        comparison: &Comparison<'c>,
        taken: Val<'c>,
        when_true: bool,
    ) -> Option<(Operator, Op<'c>, Val<'c>)> {
        let element = |value: Val<'c>| ir::defining_op(value).filter(|op| self.is_load(*op));
        let [left, right] = comparison.sides;
        let (load, term, taken_is_less) = match (element(left), element(right)) {
            (None, Some(load)) if same_value(left, taken) => (load, left, comparison.less == when_true),
            (Some(load), None) if same_value(right, taken) => (load, right, comparison.less != when_true),
            _ => return None,
        };
        // A float that is taken because the comparison failed may be a NaN.
        if matches!(comparison.order, Order::Float(_)) && !when_true {
            return None;
        }
        let operator = if taken_is_less { Operator::Min(comparison.order) } else { Operator::Max(comparison.order) };
        Some((operator, load, term))
    }

    fn loads(&self, value: Val<'c>) -> bool {
        ir::defining_op(value).is_some_and(|op| self.is_load(op))
    }
}

impl Operator {
    fn is_order(self) -> bool {
        matches!(self, Operator::Min(_) | Operator::Max(_))
    }
}

enum Sides {
    Both,
    /// The other operand has the opposite sign.
    Left,
    /// The addend of a product: the third operand.
    Addend,
}

/// What an op on the way from the load to the store does.
enum Shape {
    Operator(Operator, Sides),
    Resize,
    Choice,
}

fn shape(op: Op<'_>) -> Option<Shape> {
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

/// The condition of a choice with one result, and the two values.
fn branches<'c>(op: Op<'c>) -> Option<(Val<'c>, [Val<'c>; 2])> {
    let operands = ir::operands(op);
    if ir::is(op, "arith.select") {
        return Some((*operands.first()?, [*operands.get(1)?, *operands.get(2)?]));
    }
    let yielded = |index| {
        let block = ir::entry_block(op, index)?;
        let ops = ir::ops(block);
        let (end, rest) = ops.split_last()?;
        let [value] = ir::operands(*end).try_into().ok()?;
        rest.iter().all(|op| is_pure(*op)).then_some(value)
    };
    Some((*operands.first()?, [yielded(0)?, yielded(1)?]))
}

/// `left < right` or `left > right`, strict or not.
struct Comparison<'c> {
    sides: [Val<'c>; 2],
    less: bool,
    order: Order,
}

impl<'c> Comparison<'c> {
    fn of(condition: Val<'c>) -> Option<Comparison<'c>> {
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
        Some(Comparison { sides, less, order }.of_narrow_values())
    }

    /// C compares small integers as `int`s: the order of the small ones is that of their extension.
    fn of_narrow_values(self) -> Comparison<'c> {
        let inner = |value: Val<'c>, name| {
            let op = ir::defining_op(value).filter(|op| ir::is(*op, name) && ir::uses(value).len() == 1);
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
fn is_pure(op: Op<'_>) -> bool {
    let name = ir::name(op);
    let reads = matches!(name, "affine.load" | "memref.load" | "affine.apply");
    let computes = name.starts_with("arith.") || name.starts_with("math.") || name == "region.math";
    ir::regions(op).is_empty() && (reads || computes)
}

/// Are two values equal because they are computed alike, with nothing stored between, whichever is first?
fn same_value<'c>(a: Val<'c>, b: Val<'c>) -> bool {
    if a == b {
        return true;
    }
    let (Some(x), Some(y)) = (ir::defining_op(a), ir::defining_op(b)) else { return false };
    let (inputs, others) = (ir::operands(x), ir::operands(y));
    let alike = ir::name(x) == ir::name(y)
        && is_pure(x)
        && inputs.len() == others.len()
        && ["map", "predicate", "value"].iter().all(|name| ir::attr(x, name) == ir::attr(y, name))
        && ir::result(x).r#type() == ir::result(y).r#type();
    alike
        && inputs.iter().zip(&others).all(|(p, q)| same_value(*p, *q))
        && (!ir::name(x).ends_with(".load") || !stores_between(x, y) || !stores_between(y, x))
}

/// Is there a store that may run after `first` and before `second`, which stands in the same block or deeper?
fn stores_between<'c>(first: Op<'c>, second: Op<'c>) -> bool {
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
                "scf.if" | "affine.if" => inside.take_while(|it| *it != second).any(is_store),
                // In a loop, what stands behind runs before the next iteration.
                _ => inside.any(is_store),
            };
        }
        if ir::nested(op, ir::Order::Pre).into_iter().any(is_store) {
            return true;
        }
    }
}

fn is_store(op: Op<'_>) -> bool {
    // Calls and the like are obstacles on their own; anything that is not known to be pure counts.
    matches!(ir::name(op), "affine.store" | "memref.store") || ir::name(op).starts_with("llvm.")
}
