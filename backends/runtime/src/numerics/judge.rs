//! Compares a device's results with the host's and gives the verdicts.

use std::collections::BTreeMap;

use super::cases::Case;
use super::operands::Item;
use super::text::Form;
use super::{Need, Numerics, Row, Type, Verdict};

/// What was seen of one operation: the first wrong result in each form.
#[derive(Default)]
struct Seen {
    usual: Option<String>,
    bare: Option<String>,
}

#[derive(Default)]
pub struct Judge {
    seen: BTreeMap<Need, Seen>,
}

impl Judge {
    /// `results` has those of all cases for the first item, then for the next.
    pub fn hear(&mut self, form: Form, cases: &[Case], items: &[Item], results: &[u64]) {
        for (i, case) in cases.iter().enumerate() {
            let results = results.iter().skip(i).step_by(cases.len());
            let wrong = first_wrong(case, items, results);
            for &need in &case.needs {
                let seen = self.seen.entry(need).or_default();
                let first = match form {
                    Form::Usual => &mut seen.usual,
                    Form::Bare => &mut seen.bare,
                };
                *first = first.take().or_else(|| wrong.clone());
            }
        }
    }

    pub fn verdicts(self, test: String) -> Numerics {
        let row = |((ty, operation), seen): (Need, Seen)| {
            let (verdict, evidence) = match (seen.usual, seen.bare) {
                (Some(wrong), _) => (Verdict::Declined, wrong),
                (None, Some(wrong)) => (Verdict::Corrected, wrong),
                (None, None) => (Verdict::Native, String::new()),
            };
            Row { ty, operation, verdict, evidence }
        };
        Numerics { test, rows: self.seen.into_iter().map(row).collect() }
    }
}

fn first_wrong<'a>(case: &Case, items: &[Item], results: impl Iterator<Item = &'a u64>) -> Option<String> {
    items.iter().zip(results).find_map(|(item, &result)| {
        let expected = (case.expected)(item)?;
        let result = result & (u64::MAX >> (64 - 8 * case.result.bytes()));
        (!agree(case.result, expected, result)).then(|| evidence(case, item, expected, result))
    })
}

/// The same bits, or NaNs both: which NaN it is, nobody promises.
fn agree(ty: Type, expected: u64, result: u64) -> bool {
    expected == result || is_nan(ty, expected) && is_nan(ty, result)
}

fn is_nan(ty: Type, bits: u64) -> bool {
    match ty {
        Type::F32 => f32::from_bits(bits as u32).is_nan(),
        Type::F64 => f64::from_bits(bits).is_nan(),
        Type::I32 | Type::I64 => false,
    }
}

fn evidence(case: &Case, item: &Item, expected: u64, result: u64) -> String {
    let is_named = |name: &str| case.name.split(|c: char| !c.is_alphanumeric()).any(|word| word == name);
    let floats = [("a", item.a), ("b", item.b), ("c", item.c)].map(|(name, bits)| (name, number(case.ty, bits)));
    // The distance of a shift comes from q.
    let integers = [("p", item.p), ("q", item.q), ("s", item.q)].map(|(name, value)| (name, format!("{value:#x}")));
    let named = floats.into_iter().chain(integers).filter(|(name, _)| is_named(name));
    let operands: Vec<String> = named.map(|(name, value)| format!("{name}={value}")).collect();
    let (got, wanted) = (number(case.result, result), number(case.result, expected));
    format!("{} with {} gave {got}, not {wanted}", case.name, operands.join(" "))
}

/// So that it can be read back to the bit.
fn number(ty: Type, bits: u64) -> String {
    match ty {
        Type::F32 => format!("{:e}", f32::from_bits(bits as u32)),
        Type::F64 => format!("{:e}", f64::from_bits(bits)),
        Type::I32 | Type::I64 => format!("{bits:#x}"),
    }
}
