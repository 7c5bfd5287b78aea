//! What is between tokens: blanks, comments, continuation, and the white space that separates elements of a matrix.

use super::token::Problem;
use super::{Bracket, Lexer, NestKind, is_blank, is_name_part, span};
use crate::ast::Span;

impl Lexer<'_> {
    /// Skips blanks, comments and continued line ends; in round brackets line ends as well. A block comment without an end is the
    /// result.
    pub(super) fn skip_space(&mut self) -> Option<(Span, Problem)> {
        loop {
            match self.peek(0) {
                Some(byte) if is_blank(byte) => self.at += 1,
                Some(b'%' | b'#') => {
                    if self.at_block_comment() {
                        if let Some(problem) = self.skip_block_comment() {
                            return Some(problem);
                        }
                    } else {
                        self.skip_while(|byte| byte != b'\n');
                    }
                }
                Some(b'.') if self.starts_with(b"...") && self.continues(3) => self.skip_continued(),
                Some(b'\\') if self.continues(1) => self.skip_continued(),
                Some(b'\n') if self.innermost() == Some(NestKind::Bracket(Bracket::Round)) => self.at += 1,
                _ => return None,
            }
        }
    }

    /// Nothing but blanks and a comment follows in the line after a mark of `length` bytes. After `...` all is a comment.
    fn continues(&self, length: usize) -> bool {
        let rest = &self.text[self.at + length..];
        length == 3 || rest.iter().copied().find(|&byte| byte == b'\n' || !is_blank(byte)) == Some(b'\n')
    }

    fn skip_continued(&mut self) {
        self.skip_while(|byte| byte != b'\n');
        if self.peek(0).is_some() {
            self.at += 1;
        }
    }

    /// `%{` or `#{` alone in its line.
    fn at_block_comment(&self) -> bool {
        self.peek(1) == Some(b'{') && self.alone_in_line(self.at)
    }

    fn alone_in_line(&self, at: usize) -> bool {
        let before = self.text[..at].iter().rev().take_while(|&&byte| byte != b'\n');
        let after = self.text[at + 2..].iter().take_while(|&&byte| byte != b'\n');
        before.chain(after).all(|&byte| is_blank(byte))
    }

    /// Block comments nest. The position afterwards is the end of the line of `%}`.
    fn skip_block_comment(&mut self) -> Option<(Span, Problem)> {
        let start = self.at;
        let mut depth = 0;
        while self.at < self.text.len() {
            self.skip_while(is_blank);
            match (self.peek(0), self.peek(1)) {
                (Some(b'%' | b'#'), Some(b'{')) if self.alone_in_line(self.at) => depth += 1,
                (Some(b'%' | b'#'), Some(b'}')) if self.alone_in_line(self.at) => depth -= 1,
                _ => {}
            }
            self.skip_while(|byte| byte != b'\n');
            if depth == 0 {
                return None;
            }
            self.at = (self.at + 1).min(self.text.len());
        }
        let problem = Problem { message: "a block comment has no end", hint: "end it with %} alone in a line" };
        Some((span(start, start + 2), problem))
    }

    /// White space before this position is a comma: between two operands of a matrix or cell. A sign with white space after it is
    /// an operator, one without is a sign.
    pub(super) fn separates(&self) -> bool {
        if !self.after_operand || !matches!(self.innermost(), Some(NestKind::Bracket(Bracket::Square | Bracket::Curly)))
        {
            return false;
        }
        let (Some(first), second) = (self.peek(0), self.peek(1)) else { return false };
        let tight = |byte: Option<u8>| byte.is_some_and(|byte| !is_blank(byte) && byte != b'\n');
        match first {
            b'\'' | b'"' | b'(' | b'[' | b'{' | b'@' => true,
            b'.' => second.is_some_and(|byte| byte.is_ascii_digit()),
            b'+' | b'-' if second == Some(first) => tight(self.peek(2)),
            b'+' | b'-' => tight(second) && second != Some(b'='),
            b'!' | b'~' => second != Some(b'='),
            other => is_name_part(other),
        }
    }
}
