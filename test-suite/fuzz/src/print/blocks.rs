//! Perfect loops that go from block to block, as people write them for caches. Which loops do so depends on the function's seed and
//! their variables alone: it is no part of the tree, whose meaning has no order of iterations that definedness hangs on.

use super::*;
use crate::tree::{Atom, Test};

/// Sizes of blocks; 0 is a variable's.
const SIZES: [i64; 4] = [0, 0, 3, 5];

/// One loop of the chain, and the size of its blocks if it has any.
struct Part<'t> {
    lp: &'t Loop,
    size: Option<i64>,
}

impl Printer<'_> {
    /// False where the loop is none of these.
    pub(super) fn in_blocks(&mut self, lp: &Loop) -> bool {
        let chance = self.chance(lp.var, 0);
        let parts = if chance % 5 < 2 { self.parts(lp) } else { vec![] };
        if parts.iter().all(|it| it.size.is_none()) {
            return false;
        }
        let (mut lines, mut heads) = (vec![], vec![]);
        for (lp, size) in parts.iter().filter_map(|it| Some((it.lp, it.size?))) {
            let (var, ty, upper) = (lp.var, type_of(lp.index), self.form(&lp.upper, Use::Number));
            let size = if size == 0 { format!("(({upper}) & 3) + 1") } else { size.to_string() };
            lines.push(format!("const int b{var} = {size};"));
            let first = self.form(&lp.lower, Use::Number);
            heads.push(format!("for ({ty} t{var} = {first}; t{var} < {upper}; t{var} += b{var})"));
        }
        heads.extend(parts.iter().map(|it| self.head(it)));
        let (Some((last, before)), Some(innermost)) = (heads.split_last(), parts.last()) else { return false };
        self.line("{");
        lines.iter().chain(before).for_each(|it| self.line(it));
        if !self.summed(last, innermost) {
            self.block(last, &innermost.lp.body);
        }
        self.line("}");
        true
    }

    /// An update of an element that the loop does not change waits in a variable. False where there is none.
    fn summed(&mut self, head: &str, innermost: &Part<'_>) -> bool {
        let lp = innermost.lp;
        let [Stmt::Store { target: access, update, value }] = lp.body.as_slice() else { return false };
        let target = self.access(access);
        let is_fixed = !target.contains(&format!("i{}", lp.var));
        let is_sum = *update != Update::Set && !self.function.has_cells(access.array) && is_fixed;
        // Where the loop has no iteration there may be no element.
        let has_iterations = self.value(&lp.lower).zip(self.value(&lp.upper)).is_some_and(|(first, end)| first < end);
        if innermost.size.is_none() || !is_sum || !has_iterations || self.chance(lp.var, 3).is_multiple_of(3) {
            return false;
        }
        let (elem, wait) = (self.function.arrays[access.array].elem, format!("w{}", lp.var));
        let text = self.update(&wait, elem, *update, value);
        self.line("{");
        self.line(format!("{} {wait} = {target};", type_name(elem)));
        self.line(head);
        self.line(text);
        self.line(format!("{target} = {wait};"));
        self.line("}");
        true
    }

    /// In all calls.
    fn value(&self, form: &Affine) -> Option<i64> {
        let atom = |atom: &Atom| match atom {
            Atom::N => Some(self.function.n),
            Atom::M => Some(self.function.m),
            Atom::Var(_) | Atom::Cell(..) | Atom::Wrapped => None,
        };
        let is_small = matches!(self.function.calls, Calls::Smaller(_));
        let sum = |all: Option<i64>, it: &(i64, Atom)| Some(all? + it.0 * atom(&it.1)?);
        form.terms.iter().fold((!is_small).then_some(form.constant), sum)
    }

    pub(super) fn chance(&self, var: VarId, more: u64) -> u64 {
        let mixed = self.function.seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ (var as u64 * 31 + more * 7 + 1);
        mixed.wrapping_mul(0xbf58_476d_1ce4_e5b9) >> 40
    }

    fn parts<'t>(&self, lp: &'t Loop) -> Vec<Part<'t>> {
        let is_plain = |it: &Loop| {
            it.step == 1
                && !it.named
                && it.colour.is_none()
                && it.outside.is_none()
                && matches!(it.index, Index::Int | Index::Long)
                && it.test != Test::NotEqual
        };
        let (mut chain, mut next) = (vec![], Some(lp));
        while let Some(lp) = next.filter(|it| is_plain(it)) {
            chain.push(lp);
            next = match lp.body.as_slice() {
                [Stmt::For(inner)] => Some(inner),
                _ => None,
            };
        }
        let is_of_chain = |atom: &Atom| match atom {
            Atom::Var(var) => chain.iter().any(|it| it.var == *var),
            Atom::Cell(..) => true,
            Atom::N | Atom::M | Atom::Wrapped => false,
        };
        let is_fixed = |it: &Affine| !it.terms.iter().any(|it| is_of_chain(&it.1));
        let size = |it: &Loop| {
            let chance = self.chance(it.var, 1);
            let is_cut = !chance.is_multiple_of(3) && is_fixed(&it.lower) && is_fixed(&it.upper);
            is_cut.then(|| SIZES[(chance / 3) as usize % SIZES.len()])
        };
        chain.iter().map(|it| Part { lp: it, size: size(it) }).collect()
    }

    fn head(&self, part: &Part<'_>) -> String {
        let Part { lp, size } = part;
        let (var, ty) = (lp.var, type_of(lp.index));
        let (first, upper) = (self.form(&lp.lower, Use::Number), self.form(&lp.upper, Use::Number));
        if size.is_none() {
            return format!("for ({ty} i{var} = {first}; i{var} < {upper}; i{var}++)");
        }
        let end = format!("t{var} + b{var}");
        let test = match self.chance(var, 2) % 3 {
            0 => format!("i{var} < ({end} < {upper} ? {end} : {upper})"),
            1 => format!("i{var} < {end} && i{var} < {upper}"),
            _ => format!("i{var} < ({upper} > {end} ? {end} : {upper})"),
        };
        format!("for ({ty} i{var} = t{var}; {test}; i{var}++)")
    }
}

fn type_of(index: Index) -> &'static str {
    if index == Index::Int { "int" } else { "long" }
}
