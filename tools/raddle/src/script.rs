//! Names, places and verdicts of a MATLAB program in place of those of the C text that its loops are compiled from: the one place that
//! translates them. Knows the names that `raddle_matlab::compile` gives, and decides nothing.

use crate::compile::Nest;
use melior::ir::attribute::StringAttribute;
use melior::ir::{Attribute, Module};
use raddle_dialects::build::Builder;
use raddle_dialects::region::{self, SHOWN};
use raddle_dialects::{Op, ir};
use raddle_matlab::compile::{DOT, Named, Part};
use std::collections::BTreeMap;

/// The C functions of a MATLAB program with loops in them.
#[derive(Clone, Debug, Default)]
pub struct Functions(pub BTreeMap<String, Named>);

impl Functions {
    /// What the script calls a C function.
    pub fn shown<'a>(&'a self, function: &'a str) -> &'a str {
        self.0.get(function).map_or(function, |it| &*it.function)
    }

    /// Gives the nests of a module the script's names, before any pass speaks of them.
    pub fn name_nests(&self, module: &Module<'_>) {
        for nest in region::nests(ir::root(module)) {
            let b = Builder::before(nest.op());
            let names: Vec<String> = nest.names().into_iter().map(name).collect();
            ir::set_attr(nest.op(), "names", b.strs(&names));
            ir::set_attr(nest.op(), SHOWN, b.str(self.shown(nest.function())));
            ir::walk(nest.op(), ir::Order::Pre, name_variable);
        }
    }

    /// One verdict for each loop of the script, of those on the C loops that stand for it.
    pub fn one_per_loop(&self, nests: Vec<Nest>) -> Vec<Nest> {
        let mut loops: Vec<((String, String), Vec<Nest>)> = vec![];
        for nest in nests {
            let key = (nest.source.clone(), self.shown(&nest.function).to_string());
            match loops.iter_mut().find(|it| it.0 == key) {
                Some(known) => known.1.push(nest),
                None => loops.push((key, vec![nest])),
            }
        }
        let one = |((_, function), all): ((String, String), Vec<Nest>)| Some(Nest { function, ..self.verdict(all)? });
        loops.into_iter().filter_map(one).collect()
    }

    /// The verdict on a line. Loops of other C functions are its versions, for other types say, and so are whole-array statements of
    /// other regions; those of one region are its parts.
    fn verdict(&self, mut all: Vec<Nest>) -> Option<Nest> {
        let part = |it: &Nest| self.0.get(&it.function).map(|it| it.part);
        if all.iter().any(|it| part(it) == Some(Part::Loop)) {
            all.retain(|it| part(it) != Some(Part::Arrays));
        }
        let best = all.iter().min_by_key(|it| rank(it))?.clone();
        let version = |it: &Nest| match self.0.get(&it.function) {
            Some(Named { region, part: Part::Arrays, .. }) => region.to_string(),
            Some(_) | None => it.function.clone(),
        };
        let its = version(&best);
        let rest = all.iter().find(|it| version(it) == its && rank(it) > rank(&best));
        Some(match rest {
            Some(rest) => Nest { reason: in_part(&best, rest), ..best },
            None => best,
        })
    }
}

/// The version that runs on most devices comes first.
fn rank(nest: &Nest) -> usize {
    ["device", "threads"].iter().position(|it| *it == nest.verdict).unwrap_or(2)
}

fn in_part(best: &Nest, rest: &Nest) -> String {
    let place = if rank(rest) == 1 { "runs on CPU threads alone" } else { "stays on the host" };
    let before = if best.reason.is_empty() { String::new() } else { format!("{}; ", best.reason) };
    format!("{before}a part {place}: {}", rest.reason)
}

fn name_variable<'c>(op: Op<'c>) {
    if let Some(text) = ir::str_attr(op, raddle_region::formula::NAME) {
        let name = StringAttribute::new(ir::context(op), &name(text));
        ir::set_attr(op, raddle_region::formula::NAME, Attribute::from(name));
    }
}

/// The script's word for a name of the C text: its variable, or an extent of one.
pub fn name(word: &str) -> String {
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|it| it.is_ascii_digit());
    let source = |name: &str| name.replace(DOT, ".");
    if let Some(counter) = word.strip_prefix("c_")
        && let Some((variable, number)) = counter.rsplit_once('_')
        && digits(number)
    {
        return source(variable);
    }
    for (before, name) in
        [("low", "first"), ("high", "last"), ("r", RESULT), ("w", "a temporary array"), ("t", VALUE), ("s", VALUE)]
    {
        if word.strip_prefix(before).is_some_and(digits) {
            return name.into();
        }
    }
    if matches!(word, "r" | "to") {
        return RESULT.into();
    }
    let Some((kind, rest)) = word.split_once('_').filter(|it| !it.1.is_empty()) else { return word.into() };
    // Variables of inlined functions have the number of the call.
    match kind.trim_end_matches(|it: char| it.is_ascii_digit()) {
        "a" | "v" | "y" => source(rest),
        "m" => format!("rows({})", source(rest)),
        "n" => format!("columns({})", source(rest)),
        "p" => format!("size({}, 3)", source(rest)),
        "q" | "r" | "ry" => source(rest),
        _ => word.into(),
    }
}

/// What has no name in the script.
const RESULT: &str = "the result";
const VALUE: &str = "a value of the loop";

/// A sentence with the script's names for those of the C text.
pub fn names(sentence: &str) -> String {
    let mut out = String::with_capacity(sentence.len());
    let mut rest = sentence;
    while let Some(first) = rest.chars().next() {
        let length = if is_of_word(first) { rest.find(|c| !is_of_word(c)) } else { Some(first.len_utf8()) };
        let (word, behind) = rest.split_at(length.unwrap_or(rest.len()));
        out += &name(word);
        rest = behind;
    }
    out
}

fn is_of_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_' || c == DOT
}

/// A reason that C's front end gives, which names what it means in quotes.
pub fn reason(text: &str) -> String {
    told(&quoted(text, |_, it| names(it)))
}

/// What a pass says: it has the script's variables, but not its functions and columns.
pub fn told(text: &str) -> String {
    let function = |before: &str, it: &str| if before.ends_with("call to ") { function(it) } else { it.into() };
    without_columns(&quoted(text, function))
}

/// The script's word for a function that the C text calls.
fn function(name: &str) -> String {
    let own = name.strip_prefix("function$").and_then(|it| it.rsplit_once('_')).map(|it| it.0);
    let own = own.map(|it| it.trim_start_matches(|c: char| c.is_ascii_digit() || c == '_'));
    const OF_C: &[(&str, &str)] =
        &[("fmin", "min"), ("fmax", "max"), ("fabs", "abs"), ("pow", "^"), ("tgamma", "gamma"), ("lgamma", "gammaln")];
    let known = OF_C.iter().find(|it| it.0 == name).map(|it| it.1);
    own.or(known).unwrap_or_else(|| name.strip_prefix("raddle_").unwrap_or(name)).into()
}

/// A text with something else in its quotes. An apostrophe within a word is none.
fn quoted(text: &str, mut change: impl FnMut(&str, &str) -> String) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find('\'') {
        let (before, behind) = (&rest[..at], &rest[at + 1..]);
        out += before;
        out.push('\'');
        rest = behind;
        if !before.ends_with(char::is_alphanumeric)
            && let Some(end) = behind.find('\'')
        {
            let changed = change(before, &behind[..end]);
            out += &changed;
            out.push('\'');
            rest = &behind[end + 1..];
        }
    }
    out + rest
}

/// Places in scripts without their columns, which are those of the C text: `f.m:3` for `f.m:3:17`.
pub fn without_columns(text: &str) -> String {
    const SCRIPT: &str = ".m:";
    let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(SCRIPT) {
        let line = at + SCRIPT.len();
        let end = line + digits(&rest[line..]);
        out += &rest[..end];
        rest = &rest[end..];
        if let Some(column) = rest.strip_prefix(':').map(digits).filter(|it| end > line && *it > 0) {
            rest = &rest[1 + column..];
        }
    }
    out + rest
}

/// A sentence with the script's subscripts: `u(i + 1, j)` for `u[j - 1][i]`.
pub fn subscripted(sentence: &str) -> String {
    let mut out = String::with_capacity(sentence.len());
    let mut rest = sentence;
    while let Some(first) = rest.chars().next() {
        let length = if is_of_name(first) { rest.find(|c| !is_of_name(c)) } else { Some(first.len_utf8()) };
        let (word, behind) = rest.split_at(length.unwrap_or(rest.len()));
        out += word;
        rest = behind;
        if is_of_name(first) {
            let (subscripts, behind) = subscripts(rest);
            if !subscripts.is_empty() {
                let all: Vec<String> = subscripts.iter().rev().map(|it| one_more(&subscripted(it))).collect();
                out += &format!("({})", all.join(", "));
            }
            rest = behind;
        }
    }
    out
}

/// Names of fields have a point in them.
fn is_of_name(c: char) -> bool {
    is_of_word(c) || c == '.'
}

/// What stands in the brackets that a text begins with, and the rest.
fn subscripts(mut text: &str) -> (Vec<&str>, &str) {
    let mut all = vec![];
    while let Some(inner) = text.strip_prefix('[')
        && let Some(end) = inner.find(']')
    {
        all.push(&inner[..end]);
        text = &inner[end + 1..];
    }
    (all, text)
}

/// A subscript counted from one.
fn one_more(subscript: &str) -> String {
    if let Ok(number) = subscript.parse::<i64>() {
        return (number + 1).to_string();
    }
    let (before, number) = match subscript.rsplit_once(' ').map(|(before, last)| (before, last.parse::<i64>())) {
        Some((before, Ok(number))) => (before, number),
        Some((_, Err(_))) | None => return format!("{subscript} + 1"),
    };
    let (variable, sum) = match (before.strip_suffix(" -"), before.strip_suffix(" +")) {
        (Some(variable), _) => (variable, 1 - number),
        (None, Some(variable)) => (variable, 1 + number),
        (None, None) => return format!("{subscript} + 1"),
    };
    match sum {
        0 => variable.into(),
        1.. => format!("{variable} + {sum}"),
        _ => format!("{variable} - {}", -sum),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_those_of_the_script() {
        for (c, script) in [
            ("c_step_12", "step"),
            ("q_n", "n"),
            ("a_u", "u"),
            ("a1_u", "u"),
            ("v11_s", "s"),
            ("v_p$dt", "p.dt"),
            ("a_a_b", "a_b"),
            ("m_u", "rows(u)"),
            ("low7", "first"),
            ("r", "the result"),
            ("r12", "the result"),
            ("r_s", "s"),
            ("lower", "lower"),
            ("a", "a"),
            ("k", "k"),
        ] {
            assert_eq!(name(c), script);
        }
        assert_eq!(names("-q_n + 1099511627776 >= 0"), "-n + 1099511627776 >= 0");
    }

    #[test]
    fn subscripts_count_from_one_in_the_order_of_the_script() {
        for (c, script) in [
            ("u[j - 1][i] for 0 <= i < n", "u(i + 1, j) for 0 <= i < n"),
            ("u[j + 1][0]: 8*rows(u) bytes", "u(1, j + 2): 8*rows(u) bytes"),
            ("x[k - 3], 'y'", "x(k - 2), 'y'"),
            ("x[2*k]", "x(2*k + 1)"),
            ("p.x[k]  [64 elements]", "p.x(k + 1)  [64 elements]"),
        ] {
            assert_eq!(subscripted(c), script);
        }
    }

    #[test]
    fn reasons_have_the_scripts_names_and_no_columns_of_c() {
        for (c, script) in [
            ("write of 'v_s' at dir/v_x.m:3:17", "write of 's' at dir/v_x.m:3"),
            ("call to 'fmin': libm's choice, of 'a_b'", "call to 'min': libm's choice, of 'b'"),
            ("call to 'function$0_1_mean_of_2'", "call to 'mean_of'"),
            ("it is a_b, without quotes", "it is a_b, without quotes"),
        ] {
            assert_eq!(reason(c), script);
        }
        let flow = "flow on 'a_b': f.m:6:53 -> f.m:6:166; of a.c:3:4";
        assert_eq!(told(flow), "flow on 'a_b': f.m:6 -> f.m:6; of a.c:3:4");
        assert_eq!((without_columns("f.m:6:5"), without_columns("f.m:6")), ("f.m:6".into(), "f.m:6".into()));
    }

    fn nest(function: &str, verdict: &str, reason: &str) -> Nest {
        Nest { source: "f.m:3".into(), function: function.into(), verdict: verdict.into(), reason: reason.into() }
    }

    /// Functions of two regions, all of `f`.
    fn functions() -> Functions {
        let of = |(name, region, part): (&str, usize, Part)| {
            (name.to_string(), Named { function: "f".into(), region, part })
        };
        let all = [("n1", 0, Part::Loop), ("n2", 1, Part::Loop), ("k1", 0, Part::Arrays), ("k2", 0, Part::Arrays)];
        Functions(all.into_iter().chain([("k3", 1, Part::Arrays)]).map(of).collect())
    }

    #[test]
    fn a_loop_has_one_verdict() {
        let one = |nests: Vec<Nest>| {
            let all = functions().one_per_loop(nests);
            assert!(all.len() == 1 && all[0].function == "f", "{all:?}");
            (all[0].verdict.clone(), all[0].reason.clone())
        };
        let (host, device) = (nest("n1", "host", "it prints"), nest("n1", "device", ""));
        assert_eq!(one(vec![device.clone(), device.clone()]), ("device".into(), String::new()));
        assert_eq!(one(vec![host.clone(), nest("n2", "device", "")]), ("device".into(), String::new()));
        assert_eq!(one(vec![host.clone(), nest("k1", "device", "")]), ("host".into(), "it prints".into()));
        assert_eq!(one(vec![host, device]), ("device".into(), "a part stays on the host: it prints".into()));
        let parts = vec![nest("k1", "host", "a sum"), nest("k2", "threads", "exp"), nest("k3", "host", "other types")];
        assert_eq!(one(parts), ("threads".into(), "exp; a part stays on the host: a sum".into()));
    }

    #[test]
    fn loops_of_other_lines_and_functions_stay_apart() {
        let other = Nest { source: "f.m:4".into(), ..nest("n1", "host", "") };
        let all = vec![nest("n1", "host", ""), other, nest("g", "host", "")];
        assert_eq!(functions().one_per_loop(all).len(), 3);
    }
}
