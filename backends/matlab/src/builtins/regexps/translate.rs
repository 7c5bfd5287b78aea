//! Octave's patterns as PCRE2 takes them: names of groups are kept apart (they may repeat), word ends have their own signs,
//! lookbehinds have a bounded length. Compiles nothing.

pub struct Translated {
    pub text: String,
    pub names: Vec<String>,
    /// Per group that captures, the index of its name.
    pub groups: Vec<Option<usize>>,
    pub has_long_lookbehind: bool,
}

/// Lookbehinds with `*` or `+` are tried with 0 to this many repetitions.
const LONGEST_LOOKBEHIND: usize = 10;

/// `None` for a name without an end.
pub fn pattern(text: &str, single_quoted: bool) -> Option<Translated> {
    let mut out = Translated { text: String::new(), names: vec![], groups: vec![], has_long_lookbehind: false };
    let mut rest = text;
    let mut in_class = false;
    while let Some(first) = rest.chars().next() {
        let length = match first {
            '\\' => escape(rest, &mut out.text, single_quoted, in_class),
            '[' => {
                let length = if in_class { posix_class(rest) } else { class_start(rest) };
                in_class = true;
                out.text.push_str(&rest[..length]);
                length
            }
            ']' => {
                in_class = false;
                out.text.push(']');
                1
            }
            '(' if !in_class => group(rest, &mut out)?,
            other => {
                out.text.push(other);
                other.len_utf8()
            }
        };
        rest = &rest[length..];
    }
    Some(out)
}

/// `[`, `[^`, `[]`: a bracket that comes first is a member.
fn class_start(text: &str) -> usize {
    let negated = usize::from(text[1..].starts_with('^'));
    1 + negated + usize::from(text[1 + negated..].starts_with(']'))
}

/// `[:alpha:]` in a class, or a bracket that is a member.
fn posix_class(text: &str) -> usize {
    if !text.starts_with("[:") {
        return 1;
    }
    text.find(":]").map_or(1, |end| end + 2)
}

fn escape(text: &str, out: &mut String, single_quoted: bool, in_class: bool) -> usize {
    let mut chars = text.chars().skip(1);
    match chars.next() {
        Some('<') if !in_class => out.push_str("(?<=\\W|^)"),
        Some('>') if !in_class => out.push_str("(?=\\W|$)"),
        Some('b') if single_quoted => out.push_str("\\x08"),
        Some('o') if single_quoted && chars.next().is_some_and(|digit| digit.is_digit(8)) => {
            let digits = text[2..].bytes().take(3).take_while(|byte| (b'0'..b'8').contains(byte)).count();
            out.push_str(&format!("\\o{{{}}}", &text[2..2 + digits]));
            return 2 + digits;
        }
        Some(other) => {
            out.push('\\');
            out.push(other);
            return 1 + other.len_utf8();
        }
        None => out.push('\\'),
    }
    text.len().min(2)
}

/// What begins with a parenthesis. Returns how much of the text it took.
fn group(text: &str, out: &mut Translated) -> Option<usize> {
    if text.starts_with("(?<=") || text.starts_with("(?<!") {
        return Some(lookbehind(text, out));
    }
    if let Some(after) = text.strip_prefix("(?<") {
        let name = &after[..after.find('>')?];
        let known = out.names.iter().position(|other| other == name);
        let index = known.unwrap_or_else(|| {
            out.names.push(name.to_string());
            out.names.len() - 1
        });
        out.groups.push(Some(index));
        out.text.push('(');
        return Some("(?<>".len() + name.len());
    }
    if !text.starts_with("(?") && !text.starts_with("(*") {
        out.groups.push(None);
    }
    out.text.push('(');
    Some(1)
}

/// A lookbehind of any length is one of several, each with another number of repetitions.
fn lookbehind(text: &str, out: &mut Translated) -> usize {
    let (open, body) = text.split_at(4);
    let end = closing(body);
    let content = &body[..end];
    let repeated = content.bytes().enumerate().find(|&(at, byte)| {
        matches!(byte, b'*' | b'+') && at > 0 && content.as_bytes()[at - 1] != b'\\'
    });
    let Some((at, byte)) = repeated.filter(|_| end < body.len()) else {
        out.text.push_str(open);
        return open.len();
    };
    out.has_long_lookbehind |= byte == b'*' || byte == b'+';
    let from = usize::from(byte == b'+');
    let alternatives: Vec<_> = (from..=LONGEST_LOOKBEHIND)
        .map(|count| format!("{open}{}{{{count}}}{})", &content[..at], &content[at + 1..]))
        .collect();
    out.text.push_str(&format!("(?:{})", alternatives.join("|")));
    open.len() + end + 1
}

/// Where the parenthesis closes that is open at the start.
fn closing(text: &str) -> usize {
    let mut depth = 0;
    let mut escaped = false;
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' => escaped = true,
            b'(' => depth += 1,
            b')' if depth == 0 => return at,
            b')' => depth -= 1,
            _ => {}
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_become_plain_groups() {
        let translated = pattern("(?<a>x)(y)(?<a>z)(?:w)[(]", true).unwrap();
        assert_eq!(translated.text, "(x)(y)(z)(?:w)[(]");
        assert_eq!(translated.names, ["a"]);
        assert_eq!(translated.groups, [Some(0), None, Some(0)]);
        assert!(pattern("(?<a", true).is_none());
    }

    #[test]
    fn escapes_of_single_quotes() {
        assert_eq!(pattern("\\b\\\\b\\o101", true).unwrap().text, "\\x08\\\\b\\o{101}");
        assert_eq!(pattern("\\b", false).unwrap().text, "\\b");
        assert_eq!(pattern("[[:alpha:]\\]<]", true).unwrap().text, "[[:alpha:]\\]<]");
    }
}
