//! Names in C texts. Knows no C beyond what a word is.

/// Where a name stands in a C text as a whole word, or as the beginning of an element of an array.
pub fn places<'t>(text: &'t str, name: &'t str) -> impl Iterator<Item = usize> + 't {
    let is_word =
        |byte: Option<&u8>| byte.is_some_and(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$'));
    let bytes = text.as_bytes();
    text.match_indices(name).map(|(at, _)| at).filter(move |at| {
        let before = at.checked_sub(1).and_then(|at| bytes.get(at));
        !is_word(before) && !is_word(bytes.get(at + name.len()))
    })
}

/// Does a C text contain a name as a whole word?
pub fn mentions(text: &str, name: &str) -> bool {
    places(text, name).next().is_some()
}

/// Is it an integer, and no name?
pub fn is_number(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit())
}
