//! Errors in the source text. Never prints.

use crate::ast::Span;

/// What is wrong with the text, and what would be right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    pub message: String,
    pub hint: Option<String>,
    pub span: Span,
}

/// 1-based line and column (in bytes) of an offset, and the line's text.
pub fn position(text: &str, offset: u32) -> (usize, usize, &str) {
    let offset = (offset as usize).min(text.len());
    let bytes = text.as_bytes();
    let start = bytes[..offset].iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
    let end = bytes[offset..].iter().position(|&byte| byte == b'\n').map_or(text.len(), |at| offset + at);
    let line = bytes[..start].iter().filter(|&&byte| byte == b'\n').count() + 1;
    (line, offset - start + 1, text.get(start..end).unwrap_or("").trim_end_matches('\r'))
}
