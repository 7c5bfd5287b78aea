//! Conditions and subscripts that operations on integers compute, as isl text: choices, sums that do not wrap, quotients, minima.
//!
//! ```text
//!     v[i > 0 ? i - 1 : 0]     i0 > 0 ? i0 - 1 : 0
//!     w[3 * (i / 3)]           3 * floor(i0/3)
//!     u == 1 && i < n ? x : y  u = 1 and i0 < n, and its contrary
//! ```
//!
//! The front end has affine maps for what is affine in the source; these are values. `None` says that a value is not understood, and is always
//! right: it is unknown then.

use melior::ir::r#type::IntegerType;
use melior::ir::{AffineExpr, BlockLike, Type, TypeLike, ValueLike};
use raddle_dialects::ir::{self, Op, Source, Val};

use crate::affine::{Names, bound_maps, is_nest_symbol};

/// A condition that is computed from integers with names, as isl text.
pub fn condition<'c>(value: Val<'c>, names: &mut Names<'c>) -> Option<String> {
    let op = ir::defining_op(value)?;
    let operands = ir::operands(op);
    match ir::name(op) {
        "arith.constant" => Some(if ir::constant_int(value)? == 0 { "1 = 0" } else { "0 = 0" }.into()),
        "arith.cmpi" => {
            let relation = relation(ir::i64_attr(op, "predicate")?)?;
            Some(format!("({}) {relation} ({})", linear(operands[0], names)?, linear(operands[1], names)?))
        }
        "arith.andi" => {
            Some(format!("(({}) and ({}))", condition(operands[0], names)?, condition(operands[1], names)?))
        }
        "arith.ori" => Some(format!("(({}) or ({}))", condition(operands[0], names)?, condition(operands[1], names)?)),
        // `&&` and `||`. Another choice of truth values would have its test twice, and each one in it again.
        "scf.if" => {
            let (test, [then, other]) = (condition(operands[0], names)?, yielded(op, value)?);
            match (ir::constant_int(then), ir::constant_int(other)) {
                (_, Some(0)) => Some(format!("(({test}) and ({}))", condition(then, names)?)),
                (Some(truth), _) if truth != 0 => Some(format!("(({test}) or ({}))", condition(other, names)?)),
                _ => None,
            }
        }
        _ => None,
    }
}

/// Comparisons with a sign, by `arith.cmpi`'s numbers.
fn relation(predicate: i64) -> Option<&'static str> {
    ["=", "!=", "<", "<=", ">", ">="].get(usize::try_from(predicate).ok()?).copied()
}

/// What the two branches of a choice give for one of its results.
fn yielded<'c>(choice: Op<'c>, value: Val<'c>) -> Option<[Val<'c>; 2]> {
    let number = ir::results(choice).iter().position(|it| ir::key(*it) == ir::key(value))?;
    let of = |branch| ir::operands(*ir::ops(ir::entry_block(choice, branch)?).last()?).get(number).copied();
    Some([of(0)?, of(1)?])
}

/// A subscript that the source chooses (`i > 0 ? i - 1 : 0`) as isl text.
pub fn chosen<'c>(value: Val<'c>, names: &mut Names<'c>) -> Option<String> {
    let cast = ir::defining_op(value).filter(|it| ir::is(*it, "arith.index_cast"))?;
    let from = ir::operands(cast)[0];
    if from.r#type().is_index() { None } else { integer(from, names) }
}

/// Conditions repeat what they choose from: longer texts are worth no question to isl.
const LONGEST_CHOICE: usize = 1000;

/// `value ? texts[0] : texts[1]`, in which isl takes comparisons alone as conditions, and no choice in parentheses.
fn choice<'c>(value: Val<'c>, texts: [&str; 2], names: &mut Names<'c>) -> Option<String> {
    if texts[0].len() + texts[1].len() > LONGEST_CHOICE {
        return None;
    }
    let op = ir::defining_op(value)?;
    let operands = ir::operands(op);
    match ir::name(op) {
        "arith.constant" => Some(texts[usize::from(ir::constant_int(value)? == 0)].into()),
        "arith.cmpi" => Some(format!("{} ? {} : {}", condition(value, names)?, texts[0], texts[1])),
        "arith.andi" => {
            let inner = choice(operands[1], texts, names)?;
            choice(operands[0], [&inner, texts[1]], names)
        }
        "arith.ori" => {
            let inner = choice(operands[1], texts, names)?;
            choice(operands[0], [texts[0], &inner], names)
        }
        "scf.if" => {
            let [then, other] = yielded(op, value)?;
            let (then, other) = (choice(then, texts, names)?, choice(other, texts, names)?);
            choice(operands[0], [&then, &other], names)
        }
        _ => None,
    }
}

/// An integer of the source as isl text, where its operations do not wrap.
fn integer<'c>(value: Val<'c>, names: &mut Names<'c>) -> Option<String> {
    if value.r#type().is_index() {
        return names.index(value);
    }
    if let Some(constant) = ir::constant_int(value) {
        return Some(constant.to_string());
    }
    let op = ir::defining_op(value);
    let operands = op.map(ir::operands).unwrap_or_default();
    match op.map_or("", ir::name) {
        "arith.index_cast" if fits(operands[0], value.r#type()) => names.index(operands[0]),
        "arith.extsi" => integer(operands[0], names),
        "arith.addi" if does_not_wrap(op?) => {
            Some(format!("({} + {})", linear(operands[0], names)?, linear(operands[1], names)?))
        }
        "arith.subi" if does_not_wrap(op?) => {
            Some(format!("({} - ({}))", linear(operands[0], names)?, linear(operands[1], names)?))
        }
        "scf.if" => {
            let [then, other] = yielded(op?, value)?;
            let (then, other) = (integer(then, names)?, integer(other, names)?);
            choice(operands[0], [&then, &other], names)
        }
        "arith.muli" if does_not_wrap(op?) => {
            let (constant, other) = constant_operand(&operands)?;
            Some(format!("({constant} * {})", linear(other, names)?))
        }
        // C rounds towards zero.
        "arith.divsi" | "arith.remsi" if is_not_negative(operands[0]) => {
            let divisor = ir::constant_int(operands[1]).filter(|it| *it > 0)?;
            let dividend = linear(operands[0], names)?;
            let is_quotient = ir::is(op?, "arith.divsi");
            Some(if is_quotient {
                format!("floor(({dividend})/{divisor})")
            } else {
                format!("(({dividend}) mod {divisor})")
            })
        }
        "arith.maxsi" | "arith.minsi" => {
            let name = if ir::is(op?, "arith.maxsi") { "max" } else { "min" };
            Some(format!("{name}({}, {})", linear(operands[0], names)?, linear(operands[1], names)?))
        }
        _ => names.index(as_index(value)?),
    }
}

fn constant_operand<'c>(operands: &[Val<'c>]) -> Option<(i64, Val<'c>)> {
    let one = |it: usize| Some((ir::constant_int(operands[it])?, operands[1 - it]));
    one(0).or_else(|| one(1))
}

/// Is it a loop's index from 0 on, or made of such without a minus?
fn is_not_negative(value: Val<'_>) -> bool {
    if let Some(constant) = ir::constant_int(value) {
        return constant >= 0;
    }
    let Some(op) = ir::defining_op(value) else {
        let first = loop_of(value).and_then(bound_maps).and_then(|[(lower, _), _]| lower.result(0).ok());
        return first.is_some_and(|it| it.is_constant() && it.constant_value() >= 0);
    };
    let operands = ir::operands(op);
    match ir::name(op) {
        "arith.index_cast" | "arith.extsi" => is_not_negative(operands[0]),
        "arith.addi" | "arith.muli" => does_not_wrap(op) && operands.into_iter().all(is_not_negative),
        "arith.divsi" | "arith.remsi" => operands.into_iter().all(is_not_negative),
        _ => false,
    }
}

/// One without a choice.
fn linear<'c>(value: Val<'c>, names: &mut Names<'c>) -> Option<String> {
    integer(value, names).filter(|it| !it.contains('?'))
}

/// Is it a loop's index that stays within the integers of this type? A variable without a sign need not, so the loop's bound has to: it is a
/// number with a sign that is no wider, or at most one more (`i <= n`).
fn fits<'c>(value: Val<'c>, ty: Type<'c>) -> bool {
    let width = |ty: Type<'_>| IntegerType::try_from(ty).map_or(0, |it| it.width());
    let bits = width(ty);
    let Some([_, (upper, operands)]) = loop_of(value).and_then(bound_maps) else { return false };
    let most = 1i128.checked_shl(bits.saturating_sub(1)).unwrap_or(0);
    let is_one = |it: AffineExpr<'_>| it.is_dim() || it.is_symbol();
    let stays = |it: AffineExpr<'c>| match () {
        () if it.is_constant() => i128::from(it.constant_value()) <= most,
        () if it.is_add() => is_one(it.lhs()) && it.rhs().is_constant() && it.rhs().constant_value() <= 1,
        () => is_one(it),
    };
    let is_bound = |it: Val<'c>| {
        let cast = ir::defining_op(it).filter(|it| ir::is(*it, "arith.index_cast")).map(|it| ir::operands(it)[0]);
        cast.is_some_and(|it| (1..=bits).contains(&width(it.r#type()))) || fits(it, ty)
    };
    (0..).map_while(|it| upper.result(it).ok()).all(stays) && operands.into_iter().all(is_bound)
}

/// The loop whose index it is.
fn loop_of<'c>(value: Val<'c>) -> Option<Op<'c>> {
    let Source::Argument(block, _) = ir::source(value) else { return None };
    block.parent_operation().filter(|it| ir::is(*it, "affine.for"))
}

fn does_not_wrap(op: Op<'_>) -> bool {
    ir::attr(op, "overflowFlags").is_some_and(|it| it.to_string().contains("nsw"))
}

/// The index that the nest makes of one of its integers.
fn as_index<'c>(value: Val<'c>) -> Option<Val<'c>> {
    let casts = ir::uses(value).into_iter().map(|it| it.0).filter(|it| ir::is(*it, "arith.index_cast"));
    casts.map(ir::result).find(|it| is_nest_symbol(*it))
}
