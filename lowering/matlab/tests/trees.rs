//! Right programs and their trees, in `trees.txt`: a source, `----`, the tree. Which of the readings is right was found out by
//! running the source with Octave.

mod tree;

use raddle_matlab::ast::Source;
use std::rc::Rc;

#[test]
fn texts_have_these_trees() {
    let cases = include_str!("trees.txt");
    for case in cases.split("====\n").filter(|case| !case.is_empty()) {
        let (text, expected) = case.split_once("\n----\n").expect("a source and a tree");
        assert_eq!(parsed(text), expected, "{text}");
    }
}

/// Every prefix of a text is read without panic, too.
#[test]
fn prefixes_are_no_problem() {
    for case in include_str!("trees.txt").split("====\n").filter(|case| !case.is_empty()) {
        let text = case.split("\n----\n").next().unwrap_or("");
        for (end, _) in text.char_indices() {
            parsed(&text[..end]);
        }
    }
}

fn parsed(text: &str) -> String {
    let source = Rc::new(Source::new(None, text.into()));
    match raddle_matlab::parse_file(source) {
        Ok(file) => tree::file(&file),
        Err(mistakes) => mistakes.iter().map(|mistake| format!("{}\n", mistake.message)).collect(),
    }
}
