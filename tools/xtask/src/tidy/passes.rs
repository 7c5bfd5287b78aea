//! Each file that holds a pass says what the pass does in a fixed form, before its code.

use super::lexer::{code, without_tests};
use super::{Finding, Source};

/// What the module's documentation must contain, the first being the IR before and after, side by side;
/// `docs/adding-a-pass.md` shows the form.
const PARTS: [&str; 5] = ["```text", "Legal if:", "Needs:", "Declines:", "Source:"];

pub fn check(file: &Source) -> Option<Finding> {
    if !holds_pass(file) {
        return None;
    }
    let header: Vec<&str> = file.text.lines().take_while(|line| line.starts_with("//!")).collect();
    let header = header.join("\n");
    let missing: Vec<_> = PARTS.into_iter().filter(|part| !header.contains(part)).collect();
    let message = format!("the header of a pass lacks: {}", missing.join(", "));
    (!missing.is_empty()).then(|| file.finding(1, message))
}

pub fn holds_pass(file: &Source) -> bool {
    file.is_rust() && !file.is_test() && without_tests(&code(&file.text)).contains("impl Pass for")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_header_is_demanded_of_passes_only() {
        let check = |text: &str| check(&Source { path: "lowering/p.rs".into(), text: text.into() });
        let pass = "impl Pass for P {}";
        let header = "//! p: does\n//! ```text\n//! before   after\n//! ```\n//! Legal if: a\n//! Needs: b\n//! Declines: c\n//! Source: d\n";
        assert_eq!(check(&format!("{header}{pass}")), None);
        assert_eq!(check("//! No pass, though it says `impl Pass for`."), None);
        let lacking = header.replace("//! Needs: b\n", "");
        assert_eq!(check(&format!("{lacking}{pass}")).unwrap().message, "the header of a pass lacks: Needs:");
        assert!(check(pass).is_some());
    }
}
