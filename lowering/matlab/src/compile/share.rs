//! C functions that several regions have are written once: a function of the program that is inlined in one region and compiled by
//! itself in another one has the same loops in both. Each of them costs a compilation for every device.
//!
//! Two functions are the same if their texts are, but for the names of what they declare. Lines of the script are part of the text.

use super::region::Region;
use super::text;
use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;

/// A C function of a region.
#[derive(Clone, Debug)]
pub struct Helper {
    pub name: String,
    pub text: String,
    /// The function of the program that its statements are in.
    pub function: Rc<str>,
    pub part: Part,
}

/// What a C function does of the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// A loop.
    Loop,
    /// Statements of whole arrays.
    Arrays,
    /// A function of the program.
    Function,
}

/// Leaves each function to the first region that has it.
pub fn share(regions: &mut [Region]) {
    let mut known: HashMap<String, String> = HashMap::new();
    for region in regions {
        let mut renamed: Vec<(String, String)> = vec![];
        let mut kept = vec![];
        for mut helper in std::mem::take(&mut region.helpers) {
            renamed.iter().for_each(|(from, to)| helper.text = with_name(&helper.text, from, to));
            match known.get(&normal_form(&helper)) {
                Some(other) => renamed.push((helper.name, other.clone())),
                None => {
                    known.insert(normal_form(&helper), helper.name.clone());
                    kept.push(helper);
                }
            }
        }
        renamed.iter().for_each(|(from, to)| region.text = with_name(&region.text, from, to));
        region.helpers = kept;
    }
}

/// A C text with another name in place of one.
fn with_name(text: &str, from: &str, to: &str) -> String {
    let mut result = String::new();
    let mut end = 0;
    for at in text::places(text, from) {
        result.push_str(&text[end..at]);
        result.push_str(to);
        end = at + from.len();
    }
    result + &text[end..]
}

/// The text with numbers for names that it declares, in the order of their declarations.
fn normal_form(helper: &Helper) -> String {
    let text = with_name(&helper.text, &helper.name, "");
    let words = words(&text);
    let mut names: BTreeMap<&str, usize> = BTreeMap::new();
    let mut is_declaration = false;
    for word in &words {
        if is_declaration && is_name(word) && !is_type(word) {
            let next = names.len();
            names.entry(word).or_insert(next);
        }
        is_declaration = is_type(word) || is_declaration && [" ", "*", "("].contains(word);
    }
    words.iter().map(|word| names.get(word).map_or(word.to_string(), |number| format!("?{number}"))).collect()
}

/// Names and numbers, and the characters between them.
fn words(text: &str) -> Vec<&str> {
    let mut words = vec![];
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let length = if is_part(first) { rest.find(|c| !is_part(c)).unwrap_or(rest.len()) } else { first.len_utf8() };
        let (word, behind) = rest.split_at(length);
        words.push(word);
        rest = behind;
    }
    words
}

fn is_part(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_' || c == '$'
}

fn is_name(word: &str) -> bool {
    word.starts_with(|first: char| first.is_ascii_alphabetic())
}

/// May a declared name follow, with nothing but `*` and `(` between them?
fn is_type(word: &str) -> bool {
    const WORDS: &[&str] = &[
        "double",
        "float",
        "int",
        "int64_t",
        "uint64_t",
        "char",
        "short",
        "unsigned",
        "signed",
        "raddle_pair",
        "restrict",
        "const",
    ];
    WORDS.contains(&word)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn form(name: &str, text: &str) -> String {
        normal_form(&Helper { name: name.into(), text: text.into(), function: "f".into(), part: Part::Loop })
    }

    #[test]
    fn names_of_what_is_declared_do_not_matter() {
        let one = form(
            "n1",
            "void n1(int64_t e2, double (*restrict a_u)[e2]) { for (int64_t i = 0; i < e2; i++) a_u[i][0] = f(i); }",
        );
        let other = form(
            "n7",
            "void n7(int64_t e9, double (*restrict a1_u)[e9]) { for (int64_t k = 0; k < e9; k++) a1_u[k][0] = f(k); }",
        );
        assert_eq!(one, other);
    }

    #[test]
    fn all_else_does() {
        let texts = [
            "void n(double x, double *y) { *y = f(x); }",
            "void n(double x, double *y) { *y = g(x); }",
            "void n(double x, float *y) { *y = f(x); }",
            "void n(double x, double *restrict y) { *y = f(x); }",
            "void n(double x, double **y) { *y = f(x); }",
            "void n(double y, double *x) { *y = f(x); }",
            "void n(double x, double *y) { *y = f(1); }",
            "void n(double x, double *y) { *y = f(x) + x; }",
            "#line 3\nvoid n(double x, double *y) { *y = f(x); }",
            "void n(int64_t x, double *y) { *y = f(x); }",
        ];
        let forms: std::collections::BTreeSet<_> = texts.iter().map(|text| form("n", text)).collect();
        assert_eq!(forms.len(), texts.len(), "{forms:#?}");
    }
}
