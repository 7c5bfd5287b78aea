//! Closing brackets, and brackets that have none.

use super::{Failed, Parsed, Parser};
use crate::ast::Span;
use crate::lexer::{Bracket, Symbol, TokenKind};

/// What brackets enclose.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Inside {
    One,
    /// Separated by commas.
    Many,
}

impl Parser<'_> {
    /// The closing bracket of one that was opened at `open`.
    pub fn close(&mut self, bracket: Bracket, open: u32, inside: Inside) -> Parsed<()> {
        if self.eat(Symbol::Close(bracket)) {
            return Ok(());
        }
        if matches!(self.token.kind, TokenKind::End | TokenKind::Keyword(_)) || self.begins_line() {
            return Err(self.never_closed(bracket, open));
        }
        let comma = if inside == Inside::Many { " or ','" } else { "" };
        let message = format!("expected '{}'{comma}, found {}", bracket.close(), self.found());
        let (line, column) = self.position(open);
        let hint = format!("the '{}' of line {line}, column {column} is open here", bracket.open());
        Err(self.fail(message, hint))
    }

    /// A value is missing at a place that tells that a bracket before it was never closed.
    pub fn missing_close(&mut self) -> Option<Failed> {
        let (bracket, open) = self.lexer.open_bracket()?;
        let tells = match self.token.kind {
            TokenKind::End => true,
            TokenKind::Keyword(_) | TokenKind::EndIndex => self.begins_line(),
            _ => false,
        };
        tells.then(|| self.never_closed(bracket, open))
    }

    fn never_closed(&mut self, bracket: Bracket, open: u32) -> Failed {
        self.unclosed = Some(open);
        let span = Span { start: open, end: open + 1 };
        let hint = format!("close it with '{}'", bracket.close());
        self.fail_at(span, format!("'{}' is never closed", bracket.open()), hint)
    }

    /// Is the current token the first of its line?
    fn begins_line(&self) -> bool {
        let before = &self.source.text.as_bytes()[..self.token.span.start as usize];
        let mut back = before.iter().rev().skip_while(|byte| matches!(byte, b' ' | b'\t' | b'\r'));
        back.next() == Some(&b'\n')
    }
}
