//! `[...]` and `{...}`. White space that separates elements is a comma of the lexer's already.

use super::bracket::Inside;
use super::expression::Node;
use super::{Parsed, Parser};
use crate::ast::{Expr, ExprKind};
use crate::lexer::{Bracket, Symbol};

impl Parser<'_> {
    pub fn matrix(&mut self, bracket: Bracket) -> Parsed<Node> {
        let open = self.advance().span.start;
        let indexing = self.indexing;
        let (rows, height) = self.rows(bracket, open)?;
        self.indexing = indexing;
        let span = self.since(open);
        let tildes = self.tildes.iter().any(|tilde| tilde.start > open);
        if tildes && !(bracket == Bracket::Square && self.is(Symbol::Equal)) {
            let span = self.tildes.pop().unwrap_or(span);
            let hint = "it stands for a value that is not taken, as in [~, i] = max(x)";
            return Err(self.fail_at(span, "'~' without operand", hint));
        }
        let kind = match bracket {
            Bracket::Curly => ExprKind::Cell(rows),
            Bracket::Square | Bracket::Round => ExprKind::Matrix(rows),
        };
        self.node(kind, span, height)
    }

    /// Rows up to the closing bracket, and their greatest height. Empty rows are none.
    fn rows(&mut self, bracket: Bracket, open: u32) -> Parsed<(Vec<Vec<Expr>>, u32)> {
        let mut rows = vec![];
        let mut height = 0;
        loop {
            let (row, row_height) = self.row(bracket)?;
            height = height.max(row_height);
            let is_empty = row.is_empty();
            if !is_empty {
                rows.push(row);
            }
            if self.is(Symbol::Newline) && !is_empty {
                self.source.note_inserted(self.token.span.end);
            }
            if !self.eat(Symbol::Semicolon) && !self.eat(Symbol::Newline) {
                self.close(bracket, open, Inside::Many)?;
                return Ok((rows, height));
            }
        }
    }

    fn row(&mut self, bracket: Bracket) -> Parsed<(Vec<Expr>, u32)> {
        let mut row = vec![];
        let mut height = 0;
        self.eat(Symbol::Comma);
        while !self.ends_row(bracket) {
            let element = self.element(bracket)?;
            height = height.max(element.height);
            row.push(element.expr);
            if self.token.span.start == self.token.span.end {
                self.source.note_inserted(self.token.span.end);
            }
            if !self.eat(Symbol::Comma) {
                break;
            }
        }
        Ok((row, height))
    }

    fn ends_row(&self, bracket: Bracket) -> bool {
        self.is(Symbol::Semicolon) || self.is(Symbol::Newline) || self.is(Symbol::Close(bracket)) || self.is_end()
    }

    /// An element, or `~` in the place of a target.
    fn element(&mut self, bracket: Bracket) -> Parsed<Node> {
        if self.is(Symbol::Not) && matches!(self.lexer.next_visible(), Some(b',' | b']')) && bracket == Bracket::Square
        {
            let span = self.advance().span;
            self.tildes.push(span);
            return Ok(Node::leaf(ExprKind::Colon, span));
        }
        self.expression()
    }
}
