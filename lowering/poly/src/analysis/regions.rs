//! The elements that a loop reaches, for people: as text in names of the caller, counted, or listed for given parameters.
//!
//! The sets are those that all other questions are asked of. Nothing here decides anything, and where isl gives up there is
//! no answer rather than a guess.

use super::{Analysis, merge::Detail};
use crate::{
    isl::{self, Dim, Set},
    model::{AccessId, LoopId},
};

/// Elements of one array.
#[derive(Clone)]
pub struct Region {
    set: Set,
    /// The parameters by position: the model's, then the iterators around the loop.
    params: Vec<String>,
    rank: u32,
}

/// A dimension of the elements in one part of a region's text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Subscript {
    /// Named; the condition bounds it.
    Free,
    /// Has one value in this part.
    Is(String),
}

/// What the dimensions are called while isl prints a set.
const DIMENSION: &str = "dim_";

impl Analysis {
    /// What accesses to one array may reach in one execution of the loop. None where there are none, or isl gives up.
    pub fn may_reach(&self, accesses: &[AccessId], within: LoopId) -> Option<Region> {
        self.begin();
        let set = self.region(accesses, Some(within), Detail::Exact).ok()??;
        self.as_region(set, accesses, within)
    }

    /// What they surely reach whenever the loop runs. None where that is nothing, or not known.
    pub fn surely_reach(&self, accesses: &[AccessId], within: LoopId) -> Option<Region> {
        self.begin();
        let set = self.surely_reached(accesses, within).ok()??;
        self.as_region(set, accesses, within)
    }

    /// The element that an access reaches, as subscripts in the iterators, and the condition on these. None where isl gives up, or a
    /// subscript is no formula. Names are asked for as by [`Region::parts`]; there are no dimensions.
    pub fn element_forms(
        &self,
        access: AccessId,
        name: &dyn Fn(Name<'_>) -> String,
    ) -> Option<Vec<(Vec<String>, String)>> {
        self.begin();
        let text = self.elements(access).ok()?.to_string();
        let (_, body) = text.split_once('{')?;
        let parts = split(body.trim().strip_suffix('}')?.trim(), ';');
        let parts = parts.into_iter().map(str::trim).filter(|it| !it.is_empty());
        let word = |word: &str| renamed(word, name);
        let form = |it: &str| {
            let (_, element) = it.split_once("->")?;
            let element = &element[element.find('[')?..];
            let rank = self.model.arrays[self.access(access).array.0 as usize].rank;
            let (subscripts, condition) = part(element, rank, &word)?;
            let given = |it: Subscript| match it {
                Subscript::Is(value) => Some(value),
                Subscript::Free => None,
            };
            Some((subscripts.into_iter().map(given).collect::<Option<Vec<_>>>()?, condition))
        };
        parts.map(form).collect()
    }

    fn as_region(&self, set: Set, accesses: &[AccessId], within: LoopId) -> Option<Region> {
        let array = self.access(*accesses.first()?).array;
        let outer = self.chain(within);
        let outer = outer[..outer.len() - 1].iter().map(|it| self.model.loops[it.0 as usize].iter.clone());
        let params = self.model.params.iter().cloned().chain(outer).collect();
        Some(Region { set, params, rank: self.model.arrays[array.0 as usize].rank })
    }
}

impl Region {
    pub fn rank(&self) -> u32 {
        self.rank
    }

    /// None where isl gives up.
    pub fn is_empty(&self) -> Option<bool> {
        self.set.is_empty().ok()
    }

    /// The elements of this region and not of the other one.
    pub fn minus(&self, other: &Region) -> Option<Region> {
        let set = self.set.subtract(&other.set).and_then(|it| it.coalesce()).ok()?;
        Some(Region { set, ..self.clone() })
    }

    pub fn and(&self, other: &Region) -> Option<Region> {
        let set = self.set.intersect(&other.set).and_then(|it| it.coalesce()).ok()?;
        Some(Region { set, ..self.clone() })
    }

    /// The names of the parameters that matter.
    pub fn parameters(&self) -> Vec<&str> {
        let matters = |(number, _): &(usize, &String)| self.set.involves(Dim::Param, *number as u32, 1).unwrap_or(true);
        self.params.iter().enumerate().filter(matters).map(|it| it.1.as_str()).collect()
    }

    /// The parts of the region: their subscripts, and the condition on them. `name` says what a parameter (by the model's name) or a
    /// dimension (by its number) is called. A parameter that is called `a + b` stands in parentheses where it is a factor.
    pub fn parts(&self, name: &dyn Fn(Name<'_>) -> String) -> Option<Vec<(Vec<Subscript>, String)>> {
        let mut set = self.set.clone();
        for dim in 0..self.rank {
            set = set.set_dim_name(Dim::Out, dim, &format!("{DIMENSION}{dim}")).ok()?;
        }
        let text = set.to_string();
        let (_, body) = text.split_once('{')?;
        let body = body.trim().strip_suffix('}')?.trim();
        let parts = split(body, ';').into_iter().filter(|it| !it.trim().is_empty());
        parts.map(|it| part(it.trim(), self.rank, &|word| renamed(word, name))).collect()
    }

    /// The region for given values of the parameters. None where one that matters has none.
    pub fn at(&self, value: &dyn Fn(&str) -> Option<i64>) -> Option<Region> {
        let mut set = self.set.clone();
        for (number, param) in self.params.iter().enumerate() {
            match value(param) {
                Some(value) => set = set.fix(Dim::Param, number as u32, value).ok()?,
                None if set.involves(Dim::Param, number as u32, 1).ok()? => return None,
                None => (),
            }
        }
        let count = self.params.len() as u32;
        let set = set.project_out(Dim::Param, 0, count).and_then(|it| it.coalesce()).ok()?;
        Some(Region { set, params: vec![], rank: self.rank })
    }

    fn is_bounded(&self) -> isl::Result<bool> {
        (0..self.rank).try_fold(true, |all, dim| Ok(all && self.set.is_bounded(Dim::Out, dim)?))
    }

    /// How many elements a region without parameters has. None where that is not finite, or would take too long to count.
    pub fn count(&self, analysis: &Analysis) -> Option<i64> {
        analysis.begin();
        if self.set.is_empty().ok()? {
            return Some(0);
        }
        if !self.is_bounded().ok()? {
            return None;
        }
        if let Some(box_) = self.box_().filter(|_| self.is_box().unwrap_or(false)) {
            return box_.iter().try_fold(1, |product: i64, (lo, hi)| product.checked_mul(hi - lo + 1));
        }
        analysis.begin();
        self.set.count().ok()?
    }

    /// Least and greatest subscripts of a bounded region without parameters that is not empty.
    pub fn box_(&self) -> Option<Vec<(i64, i64)>> {
        let bounds = |dim| Some((self.set.min_val(dim).ok()??, self.set.max_val(dim).ok()??));
        (0..self.rank as i32).map(bounds).collect()
    }

    fn is_box(&self) -> isl::Result<bool> {
        super::bounds::full_box(&self.set, self.rank)?.is_subset(&self.set)
    }

    /// The elements of a region without parameters, if these are at most `limit`.
    pub fn points(&self, analysis: &Analysis, limit: usize) -> Option<Vec<Vec<i64>>> {
        analysis.begin();
        if !self.is_bounded().ok()? {
            return None;
        }
        self.set.points(self.rank, limit).ok()?
    }
}

/// What a word in the text of a set stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Name<'s> {
    /// By the model's name.
    Param(&'s str),
    /// By its position.
    Dim(u32),
}

/// A word of isl's text in the caller's names.
fn renamed(word: &str, name: &dyn Fn(Name<'_>) -> String) -> String {
    let dim = word.strip_prefix(DIMENSION).and_then(|it| it.parse().ok());
    dim.map_or_else(|| name(Name::Param(word)), |dim| name(Name::Dim(dim)))
}

/// `[e0, e1 = 3] : condition`
fn part(text: &str, rank: u32, word: &dyn Fn(&str) -> String) -> Option<(Vec<Subscript>, String)> {
    let (tuple, condition) = match text.strip_prefix('[') {
        Some(rest) => {
            let end = closing(rest)?;
            (&rest[..end], rest[end + 1..].trim())
        }
        None => ("", text),
    };
    let condition = condition.strip_prefix(':').unwrap_or(condition).trim();
    let subscripts = split(tuple, ',').into_iter().map(str::trim).filter(|it| !it.is_empty());
    let subscripts: Vec<Subscript> = subscripts.map(|it| subscript(it, word)).collect();
    (subscripts.len() == rank as usize).then(|| (subscripts, tidy(&words(condition, word))))
}

/// Comparisons and conjunctions, which stand between sums.
const BETWEEN: &[&str] = &["<", "<=", ">", ">=", "=", "and", "or"];

/// `-2 + n` as `n - 2`, wherever a sum begins with a number.
fn tidy(condition: &str) -> String {
    if condition.contains(':') {
        return condition.into();
    }
    let (mut out, mut sum): (Vec<String>, Vec<&str>) = (vec![], vec![]);
    let mut depth = 0;
    for word in condition.split(' ') {
        depth += word.matches('(').count() as i32 - word.matches(')').count() as i32;
        if depth == 0 && BETWEEN.contains(&word) {
            out.push(tidy_sum(&std::mem::take(&mut sum)));
            out.push(word.into());
        } else {
            sum.push(word);
        }
    }
    out.push(tidy_sum(&sum));
    out.join(" ")
}

fn tidy_sum(words: &[&str]) -> String {
    match words {
        [number, "+", rest @ ..] if number.parse::<i64>().is_ok() => {
            let (sign, number) = number.strip_prefix('-').map_or(("+", *number), |it| ("-", it));
            format!("{} {sign} {number}", rest.join(" "))
        }
        _ => words.join(" "),
    }
}

fn subscript(text: &str, word: &dyn Fn(&str) -> String) -> Subscript {
    match text.split_once('=') {
        Some((_, value)) => Subscript::Is(tidy(&words(value.trim(), word))),
        None if text.starts_with(DIMENSION) => Subscript::Free,
        None => Subscript::Is(tidy(&words(text, word))),
    }
}

/// Where the bracket closes that was open before the text.
fn closing(text: &str) -> Option<usize> {
    let mut depth = 0;
    text.char_indices().find_map(|(at, c)| {
        match c {
            '[' | '(' => depth += 1,
            ']' | ')' if depth == 0 => return Some(at),
            ']' | ')' => depth -= 1,
            _ => (),
        }
        None
    })
}

/// Splits at `separator` outside of brackets.
fn split(text: &str, separator: char) -> Vec<&str> {
    let (mut depth, mut start, mut parts) = (0, 0, vec![]);
    for (at, c) in text.char_indices() {
        match c {
            '[' | '(' => depth += 1,
            ']' | ')' => depth -= 1,
            _ if c == separator && depth == 0 => {
                parts.push(&text[start..at]);
                start = at + 1;
            }
            _ => (),
        }
    }
    parts.push(&text[start..]);
    parts
}

/// Replaces the names in a formula of isl's; a number before a name becomes a factor: `2i` is `2*i`.
fn words(text: &str, word: &dyn Fn(&str) -> String) -> String {
    let (mut out, mut rest) = (String::new(), text);
    while let Some(c) = rest.chars().next() {
        let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '\'';
        let end = match c {
            _ if c.is_ascii_digit() => rest.find(|c: char| !c.is_ascii_digit()),
            _ if is_word(c) => rest.find(|c| !is_word(c)),
            _ => Some(c.len_utf8()),
        };
        let (head, tail) = rest.split_at(end.unwrap_or(rest.len()));
        if !is_word(c) || c.is_ascii_digit() || KEPT.contains(&head) {
            out += head;
        } else {
            let is_factor = out.ends_with(|c: char| c.is_ascii_digit());
            let name = word(head);
            match (is_factor, name.contains(' ')) {
                (true, true) => out += &format!("*({name})"),
                (true, false) => out += &format!("*{name}"),
                (false, _) => out += &name,
            }
        }
        rest = tail;
    }
    out
}

/// Words of isl's syntax.
const KEPT: &[&str] = &["and", "or", "not", "exists", "floor", "mod", "min", "max", "false", "true"];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Access, AccessKind, Array, ArrayId, Loop, Model};

    /// `for (i = 0; i < p0; i++) .. A[subscript]`
    fn analysis(subscript: &str) -> Analysis {
        let array = Array { name: "A".into(), rank: 1, live_out: true, local_to: None };
        let loop_ = Loop {
            iter: "i0".into(),
            parent: None,
            position: 0,
            constraints: "0 <= i0 and i0 < p0".into(),
            direction: 1,
        };
        let access = Access {
            kind: AccessKind::Read,
            array: ArrayId(0),
            loops: vec![LoopId(0)],
            position: 0,
            guard: String::new(),
            subscripts: vec![Some(subscript.into())],
            certain: true,
            source: String::new(),
        };
        let model = Model {
            params: vec!["p0".into()],
            arrays: vec![array],
            loops: vec![loop_],
            accesses: vec![access],
            ..Model::default()
        };
        Analysis::new(&model).unwrap()
    }

    fn text(region: &Region) -> Vec<(Vec<Subscript>, String)> {
        let name = |name: Name<'_>| match name {
            Name::Param(_) => "n".to_string(),
            Name::Dim(_) => "i".to_string(),
        };
        region.parts(&name).unwrap()
    }

    #[test]
    fn a_region_has_the_callers_names() {
        let region = analysis("i0 - 1").may_reach(&[AccessId(0)], LoopId(0)).unwrap();
        assert_eq!(text(&region), [(vec![Subscript::Free], "-1 <= i <= n - 2".to_string())]);
        assert_eq!(region.parameters(), ["p0"]);
    }

    #[test]
    fn strides_are_factors() {
        let region = analysis("2 * i0").may_reach(&[AccessId(0)], LoopId(0)).unwrap();
        let condition = &text(&region)[0].1;
        assert!(condition.contains("2*n") && condition.contains("mod 2"), "{condition}");
    }

    #[test]
    fn elements_are_counted_and_listed_for_given_sizes() {
        let analysis = analysis("2 * i0");
        let region = analysis.may_reach(&[AccessId(0)], LoopId(0)).unwrap();
        assert!(region.at(&|_| None).is_none());
        let five = region.at(&|_| Some(5)).unwrap();
        assert_eq!(five.count(&analysis), Some(5));
        assert_eq!(five.box_(), Some(vec![(0, 8)]));
        assert_eq!(five.points(&analysis, 5).unwrap(), [[0], [2], [4], [6], [8]]);
        assert_eq!(five.points(&analysis, 4), None);
        // After a walk that was ended, everything goes on.
        assert_eq!(five.count(&analysis), Some(5));
        assert_eq!(region.at(&|_| Some(0)).unwrap().count(&analysis), Some(0));
    }
}
