//! PTX text to tokens. Knows no grammar.

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind<'a> {
    /// Directives, opcodes with their qualifiers, registers, names.
    Word(&'a str),
    /// Starts with a digit.
    Number(&'a str),
    String(&'a str),
    Punctuation(char),
    End,
}

#[derive(Debug, Clone, Copy)]
pub struct Token<'a> {
    pub kind: Kind<'a>,
    pub line: u32,
}

/// All tokens of `text`, the last of which is the end.
pub fn tokens(text: &str) -> Vec<Token<'_>> {
    let mut tokens = Vec::new();
    let (mut rest, mut line) = (text, 1);
    loop {
        let skipped = blank(rest);
        line += rest[..skipped].matches('\n').count() as u32;
        rest = &rest[skipped..];
        let (kind, length) = token(rest);
        tokens.push(Token { kind, line });
        if kind == Kind::End {
            return tokens;
        }
        line += rest[..length].matches('\n').count() as u32;
        rest = &rest[length..];
    }
}

/// The length of the white space and comments that `text` starts with.
fn blank(text: &str) -> usize {
    let mut rest = text;
    loop {
        let trimmed = rest.trim_start();
        rest = if trimmed.starts_with("//") {
            trimmed.find('\n').map_or("", |end| &trimmed[end..])
        } else if trimmed.starts_with("/*") {
            trimmed.find("*/").map_or("", |end| &trimmed[end + 2..])
        } else {
            return text.len() - trimmed.len();
        }
    }
}

fn token(text: &str) -> (Kind<'_>, usize) {
    let Some(first) = text.chars().next() else { return (Kind::End, 0) };
    let while_in =
        |more: &[char]| text.find(|c: char| !c.is_ascii_alphanumeric() && !more.contains(&c)).unwrap_or(text.len());
    match first {
        '0'..='9' => {
            let length = while_in(&['.']);
            (Kind::Number(&text[..length]), length)
        }
        '"' => {
            let end = text[1..].find('"').map_or(text.len(), |at| at + 1);
            (Kind::String(&text[1..end]), (end + 1).min(text.len()))
        }
        c if c.is_ascii_alphabetic() || "_$%.".contains(c) => {
            let length = while_in(&['_', '$', '%', '.']);
            (Kind::Word(&text[..length]), length)
        }
        c => (Kind::Punctuation(c), c.len_utf8()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_numbers_and_lines() {
        let text = ".reg .b32 %r<2>; // %x\n/* a\n b */ $L_1: st.b8 [%rd1+-4], 0f3F80; \"a b\"";
        let kinds: Vec<Kind> = tokens(text).into_iter().map(|token| token.kind).collect();
        use Kind::*;
        let statement = [Word(".reg"), Word(".b32"), Word("%r"), Punctuation('<'), Number("2"), Punctuation('>')];
        assert_eq!(kinds[..6], statement);
        assert_eq!(kinds[7..11], [Word("$L_1"), Punctuation(':'), Word("st.b8"), Punctuation('[')]);
        assert_eq!(kinds[11..14], [Word("%rd1"), Punctuation('+'), Punctuation('-')]);
        assert_eq!(kinds[kinds.len() - 2..], [String("a b"), End]);
        assert_eq!(tokens(text).last().map(|token| token.line), Some(3));
    }

    #[test]
    fn broken_text_ends() {
        for text in ["/* never closed", "\"open", "\u{e4}", "// comment", ""] {
            assert_eq!(tokens(text).last().map(|token| token.kind), Some(Kind::End), "{text}");
        }
    }
}
