//! Records mistakes and finds the place where reading goes on.

use super::{Failed, Parser};
use crate::ast::Span;
use crate::diagnostic::Diagnostic;
use crate::lexer::{Keyword, Symbol, TokenKind};

/// More mistakes than anybody reads are not recorded.
const MOST: usize = 200;

impl Parser<'_> {
    /// A mistake at the current token.
    pub fn fail(&mut self, message: impl Into<String>, hint: impl Into<String>) -> Failed {
        let span = self.token.span;
        self.fail_at(span, message, hint)
    }

    /// What was expected, or what is wrong with the current token itself.
    pub fn expected(&mut self, what: &str, hint: &str) -> Failed {
        let message = format!("expected {what}, found {}", self.found());
        self.fail(message, hint)
    }

    /// A mistake elsewhere. A token that is none explains itself: its own message comes instead.
    pub fn fail_at(&mut self, span: Span, message: impl Into<String>, hint: impl Into<String>) -> Failed {
        match self.token.kind {
            TokenKind::Bad(problem) => self.report(self.token.span, problem.message, problem.hint),
            _ => self.report(span, message, hint),
        }
        Failed
    }

    /// Records a mistake after which reading goes on. One for each place.
    pub fn report(&mut self, span: Span, message: impl Into<String>, hint: impl Into<String>) {
        if self.is_full() || self.diagnostics.iter().any(|known| known.span.start == span.start) {
            return;
        }
        let hint = Some(hint.into()).filter(|hint: &String| !hint.is_empty());
        self.diagnostics.push(Diagnostic { message: message.into(), hint, span });
    }

    fn is_full(&self) -> bool {
        self.stopped || self.diagnostics.len() >= MOST
    }

    /// Gives the rest of the text up: what would be found in it follows from the last mistake.
    pub fn stop(&mut self) {
        self.stopped = true;
        self.lexer.skip_all();
        self.advance();
    }

    /// The current token in words.
    pub fn found(&self) -> String {
        match &self.token.kind {
            TokenKind::End => "the end of the text".into(),
            TokenKind::Symbol(Symbol::Newline) => "the end of the line".into(),
            TokenKind::Symbol(Symbol::Comma) if self.token.span.start == self.token.span.end => "white space".into(),
            TokenKind::Text { .. } => "a text".into(),
            TokenKind::Keyword(keyword) => format!("the keyword '{}'", keyword.text()),
            TokenKind::Number(_)
            | TokenKind::Imaginary(_)
            | TokenKind::Integer { .. }
            | TokenKind::Name
            | TokenKind::EndIndex
            | TokenKind::Symbol(_)
            | TokenKind::Bad(_) => format!("'{}'", self.text(self.token.span)),
        }
    }

    /// After a mistake: goes to the end of the statement, or of the line of a bracket that was never closed. Brackets that are open are read to their end if they have one before the
    /// next statement that begins with a keyword; otherwise the rest of the line is skipped.
    pub fn resynchronize(&mut self) {
        self.tildes.clear();
        if let Some(open) = self.unclosed.take() {
            self.lexer.skip_line(open);
            self.lexer.skip_rows();
            self.advance();
            return;
        }
        let start = self.token.span.start;
        // A limit, so that many open brackets do not make the time quadratic.
        for tokens in 0..1000 {
            if self.ends_statement() || (tokens > 0 && self.ends_block() && self.lexer.open_bracket().is_none()) {
                return;
            }
            if self.is_end() || self.starts_block() {
                break;
            }
            self.advance();
        }
        self.lexer.skip_line(start);
        self.advance();
    }

    fn ends_statement(&self) -> bool {
        let separators = [Symbol::Newline, Symbol::Semicolon, Symbol::Comma];
        let ends = self.is_end() || separators.into_iter().any(|separator| self.is(separator));
        ends && self.lexer.open_bracket().is_none()
    }

    /// A keyword inside of brackets: the brackets were never closed.
    fn starts_block(&self) -> bool {
        matches!(self.token.kind, TokenKind::Keyword(_)) && self.lexer.open_bracket().is_some()
    }

    /// `x -1` where `x` is a variable further down: one of the two is not meant.
    pub fn report_mixed(&mut self) {
        for (name, span) in self.scopes.mixed() {
            let hint = "with white space around an operator, or on neither side, it is an expression; a call has its arguments in brackets";
            self.report(span, format!("'{name}' is a command here and a variable elsewhere"), hint);
        }
    }

    /// Is there a mistake in the line of a keyword, behind it?
    pub fn is_wrong_line(&self, span: Span) -> bool {
        let rest = self.source.text.as_bytes().get(span.end as usize..).unwrap_or(&[]);
        let end = rest.iter().position(|&byte| byte == b'\n').unwrap_or(rest.len()) + span.end as usize;
        let mut behind = self.diagnostics.iter().map(|mistake| mistake.span.start as usize);
        !self.is_full() && behind.any(|at| at > span.start as usize && at <= end)
    }

    /// The line of a keyword that is open, for hints.
    pub fn line(&self, span: Span) -> usize {
        self.position(span.start).0
    }

    /// Line and column, as long as messages are recorded: they take a walk over the text.
    pub fn position(&self, offset: u32) -> (usize, usize) {
        if self.is_full() {
            return (0, 0);
        }
        let (line, column, _) = crate::diagnostic::position(&self.source.text, offset);
        (line, column)
    }

    /// Does a block around this one end with the keyword?
    pub fn ends_outer(&self, keyword: Keyword) -> bool {
        let outer = self.open.len().saturating_sub(1);
        self.open[..outer].iter().any(|&(open, _)| super::control::specific_end(open) == Some(keyword))
    }
}
