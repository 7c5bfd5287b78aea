//! How functions are called, as `Invalid call to NAME` says it: names, and under each the lines of its forms.

use std::collections::HashMap;
use std::sync::OnceLock;

/// A name at the beginning of a line, and lines that begin with a space.
const RECORDED: &str = include_str!("usages.txt");

/// The message for a call with arguments that the function does not take.
pub fn invalid_call(name: &str) -> String {
    // Second names of a function are told by its first one.
    let name = match name {
        "upper" => "toupper",
        "lower" => "tolower",
        name => name,
    };
    match forms(name) {
        Some(forms) => format!("Invalid call to {name}.  Correct usage is:\n\n{forms}"),
        None => format!("Invalid call to {name}"),
    }
}

fn forms(name: &str) -> Option<&'static str> {
    static INDEX: OnceLock<HashMap<&'static str, &'static str>> = OnceLock::new();
    INDEX.get_or_init(index).get(name).copied()
}

fn index() -> HashMap<&'static str, &'static str> {
    let mut all = HashMap::new();
    let mut rest = RECORDED;
    while let Some((name, behind)) = rest.split_once('\n') {
        let end = behind.find("\n\n").unwrap_or(behind.len());
        all.insert(name, &behind[..end]);
        rest = behind[end..].trim_start_matches('\n');
    }
    all
}
