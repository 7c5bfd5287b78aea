//! Just enough of Rust's lexical structure to look at code without its comments and literals.

/// `text` with comments and the contents of string and character literals blanked; lines stay where they are.
pub fn code(text: &str) -> String {
    let mut rest = text;
    let mut out = String::with_capacity(text.len());
    while let Some(first) = rest.chars().next() {
        let skipped = comment(rest).or_else(|| literal(rest, &out));
        let (length, blank) = match skipped {
            Some(length) => (length, true),
            None => (first.len_utf8(), false),
        };
        let (token, tail) = rest.split_at(length);
        if blank {
            out.extend(token.chars().map(|c| if c == '\n' { '\n' } else { ' ' }));
        } else {
            out.push_str(token);
        }
        rest = tail;
    }
    out
}

/// `code` up to its test module: a `#[cfg(test)]` in front of a `mod` with a body, by convention the file's end.
pub fn without_tests(code: &str) -> &str {
    let start = code.match_indices("#[cfg(test)]").map(|(at, _)| at).find(|at| {
        let after = code[at + "#[cfg(test)]".len()..].trim_start();
        after.starts_with("mod ") && after.find('{').unwrap_or(usize::MAX) < after.find(';').unwrap_or(usize::MAX)
    });
    &code[..start.unwrap_or(code.len())]
}

/// The number, from 1, of the line that holds the byte `at`.
pub fn line_of(text: &str, at: usize) -> usize {
    text[..at].matches('\n').count() + 1
}

/// The text between the bracket at `open` and its partner, and where that is. Brackets of all kinds must balance.
pub fn group(code: &str, open: usize) -> Option<(&str, usize)> {
    let mut depth = 0usize;
    for (at, c) in code[open..].char_indices() {
        match c {
            '{' | '(' | '[' => depth += 1,
            '}' | ')' | ']' => {
                depth = depth.checked_sub(1)?;
                if depth == 0 {
                    return Some((&code[open + 1..open + at], open + at));
                }
            }
            _ => {}
        }
    }
    None
}

/// Where `word` stands alone in `code`.
pub fn words<'a>(code: &'a str, word: &'a str) -> impl Iterator<Item = usize> + 'a {
    let part_of_name = |c: char| c.is_alphanumeric() || c == '_';
    code.match_indices(word)
        .map(|(at, _)| at)
        .filter(move |at| !code[..*at].ends_with(part_of_name) && !code[at + word.len()..].starts_with(part_of_name))
}

fn comment(text: &str) -> Option<usize> {
    if text.starts_with("//") {
        return Some(text.find('\n').unwrap_or(text.len()));
    }
    if !text.starts_with("/*") {
        return None;
    }
    let mut depth = 0;
    let mut at = 0;
    while at < text.len() {
        let rest = &text.as_bytes()[at..];
        match (rest.starts_with(b"/*"), rest.starts_with(b"*/")) {
            (true, _) => (depth, at) = (depth + 1, at + 2),
            (_, true) => (depth, at) = (depth - 1, at + 2),
            _ => at += 1,
        }
        if depth == 0 {
            return Some(at);
        }
    }
    Some(text.len())
}

fn literal(text: &str, before: &str) -> Option<usize> {
    let after_name = before.ends_with(|c: char| c.is_alphanumeric() || c == '_');
    let unprefixed = text.strip_prefix(['b', 'c']).unwrap_or(text);
    let prefix = text.len() - unprefixed.len();
    if let Some(raw) = unprefixed.strip_prefix('r') {
        let hashes = raw.len() - raw.trim_start_matches('#').len();
        if !after_name && raw[hashes..].starts_with('"') {
            let end = format!("\"{}", &raw[..hashes]);
            let body = prefix + 1 + hashes + 1;
            return Some(text[body..].find(&end).map_or(text.len(), |at| body + at + end.len()));
        }
    }
    if prefix > 0 && after_name {
        return None;
    }
    match unprefixed.chars().next()? {
        '"' => Some(prefix + quoted(unprefixed, '"')),
        '\'' => character(unprefixed).map(|length| prefix + length),
        _ => None,
    }
}

/// The length of a literal between two `quote`s with backslash escapes.
fn quoted(text: &str, quote: char) -> usize {
    let mut escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            c if c == quote => return at + 1,
            _ => {}
        }
    }
    text.len()
}

/// A character literal; None for a lifetime.
fn character(text: &str) -> Option<usize> {
    let mut chars = text.char_indices().skip(1);
    let (_, first) = chars.next()?;
    let (at, second) = chars.next()?;
    match (first, second) {
        ('\\', _) => Some(quoted(text, '\'')),
        (_, '\'') => Some(at + 1),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blanks_comments_and_literals() {
        let same = |text: &str| assert_eq!(code(text), text);
        same("fn f<'a>(x: &'a str) -> u8 { b(x) }");
        assert_eq!(code("a // b\nc"), "a     \nc");
        assert_eq!(code("a /* { /* \n } */ */ c"), format!("a{}\n{}c", " ".repeat(9), " ".repeat(9)));
        assert_eq!(code(r#"f("}\"{", '"', '\'', 'x')"#), "f(      ,    ,     ,    )");
        assert_eq!(
            code("r#\"a\"b\"# + br\"{\" + b'{' + b\"}\""),
            format!("{} + {} + {} + {}", " ".repeat(8), " ".repeat(5), " ".repeat(4), " ".repeat(4))
        );
        assert_eq!(code("\"open"), "     ");
        assert_eq!(code("xr\"a\""), "xr   ");
        assert_eq!(code("ä /* ö"), "ä     ");
    }

    #[test]
    fn finds_groups_and_words() {
        assert_eq!(group("a { b(c) } d", 2), Some((" b(c) ", 9)));
        assert_eq!(group("a { b", 2), None);
        assert_eq!(words("match rematch match_ match", "match").collect::<Vec<_>>(), [0, 21]);
        assert_eq!(line_of("a\nb\nc", 4), 3);
    }

    #[test]
    fn cuts_tests_off() {
        assert_eq!(without_tests("a\n#[cfg(test)]\nmod tests { b }"), "a\n");
        assert_eq!(without_tests("a\n#[cfg(test)]\nmod tests;\nb"), "a\n#[cfg(test)]\nmod tests;\nb");
    }
}
