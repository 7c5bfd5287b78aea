//! `@name` and `@(x) body`.

use super::bracket::Inside;
use super::expression::Node;
use super::{Parsed, Parser};
use crate::ast::{Anonymous, ExprKind};
use crate::lexer::{Bracket, Symbol, TokenKind};
use std::rc::Rc;

pub const NO_ASSIGNMENT: &str = "its body is one expression without assignment; '==' compares";

impl Parser<'_> {
    pub fn handle(&mut self) -> Parsed<Node> {
        let start = self.advance().span.start;
        if self.is(Symbol::Open(Bracket::Round)) {
            return self.anonymous(start);
        }
        let Some((name, _)) = self.name() else {
            return Err(self.expected("a function's name or parameters after '@'", "write @sin or @(x) x + 1"));
        };
        let mut path = name.to_string();
        while self.is(Symbol::Dot) && !self.token.spaced {
            let Some(part) = self.lexer.field_name() else { break };
            path = format!("{path}.{}", self.text(part.span));
            self.token = part;
            self.advance();
        }
        Ok(Node::leaf(ExprKind::Handle(path.into()), self.since(start)))
    }

    fn anonymous(&mut self, start: u32) -> Parsed<Node> {
        self.scopes.enter_anonymous();
        let indexing = std::mem::take(&mut self.indexing);
        let result = self.parameters_and_body();
        self.indexing = indexing;
        let body = match result {
            Ok(body) => body,
            Err(failed) => {
                self.scopes.leave();
                return Err(failed);
            }
        };
        let (parameters, varargin, body) = body;
        let text = crate::print::anonymous_text(
            &parameters,
            varargin.is_some(),
            &body.expr,
            self.scopes.names(),
            &self.source.text,
        );
        let (scope, captures) = self.scopes.leave();
        let function = Anonymous { text: text.into(), scope, parameters, varargin, captures, body: body.expr };
        let span = self.since(start);
        self.node(ExprKind::Anonymous(Rc::new(function)), span, body.height)
    }

    fn parameters_and_body(&mut self) -> Parsed<(Vec<crate::ast::Parameter>, Option<crate::ast::Slot>, Node)> {
        let open = self.token.span.start;
        // The body begins behind the closing bracket: the token after it is read by the body's rules already.
        let (parameters, varargin) = self.parameter_list()?;
        if !self.is(Symbol::Close(Bracket::Round)) {
            self.close(Bracket::Round, open, Inside::Many)?;
        }
        let depth = self.lexer.enter_body();
        self.advance();
        let body = self.value();
        self.lexer.leave_body(depth);
        let body = body?;
        if let TokenKind::Symbol(Symbol::Equal | Symbol::Update(_)) = self.token.kind {
            return Err(self.fail("an anonymous function cannot assign", NO_ASSIGNMENT));
        }
        Ok((parameters, varargin, body))
    }
}
