//! Operands: literals, names, brackets, handles, and what indexes them.

use super::anonymous::NO_ASSIGNMENT;
use super::bracket::Inside;
use super::expression::Node;
use super::{Parsed, Parser};
use crate::ast::{BinaryOp, Expr, ExprKind, IntegerClass, StepValue, UnaryOp};
use crate::lexer::{Bracket, Symbol, TokenKind};

/// Below it doubles have all integers.
const FLINTMAX: f64 = 9_007_199_254_740_992.0;

impl Parser<'_> {
    pub fn primary(&mut self) -> Parsed<Node> {
        let kind = match &self.token.kind {
            TokenKind::Number(value) => ExprKind::Number(*value),
            TokenKind::Imaginary(value) => ExprKind::Imaginary(*value),
            &TokenKind::Integer { bits, class } => ExprKind::Integer { bits, class },
            TokenKind::Text { bytes, double_quoted } => {
                ExprKind::Text { bytes: bytes.clone(), double_quoted: *double_quoted }
            }
            TokenKind::Name => self.named(),
            TokenKind::EndIndex if self.indexing > 0 => ExprKind::End,
            TokenKind::EndIndex => return Err(self.end_without_index()),
            TokenKind::Symbol(Symbol::Open(bracket)) => {
                let bracket = *bracket;
                return self.nested(|p| p.bracketed(bracket));
            }
            TokenKind::Symbol(Symbol::At) => return self.nested(Parser::handle),
            TokenKind::Symbol(_) | TokenKind::Keyword(_) | TokenKind::Bad(_) | TokenKind::End => {
                return Err(self.no_operand());
            }
        };
        let span = self.advance().span;
        Ok(Node::leaf(kind, span))
    }

    /// A name; two of them stand for the place that they are at.
    fn named(&mut self) -> ExprKind {
        let text = self.text(self.token.span);
        match text {
            "__LINE__" => ExprKind::Number(self.line(self.token.span) as f64),
            "__FILE__" => {
                let path = self.source.path.as_ref().map_or("stdin".into(), |path| path.to_string_lossy().into_owned());
                ExprKind::Text { bytes: path.into_bytes().into(), double_quoted: false }
            }
            name => ExprKind::Name(self.scopes.slot(name)),
        }
    }

    fn end_without_index(&mut self) -> super::Failed {
        let hint = "'end' is the last index inside of x(...) and x{...}";
        self.missing_close().unwrap_or_else(|| self.fail("'end' in brackets that index nothing", hint))
    }

    fn no_operand(&mut self) -> super::Failed {
        if let Some(failed) = self.missing_close() {
            return failed;
        }
        let hint = match self.token.kind {
            TokenKind::Symbol(Symbol::Equal) => "'=' assigns to what stands before it; '==' compares",
            TokenKind::Symbol(Symbol::Binary(_)) => "an operator needs a value on both sides",
            TokenKind::Symbol(Symbol::Newline) => "'...' at the end of a line continues it in the next one",
            TokenKind::Symbol(Symbol::Comma | Symbol::Semicolon) => {
                "there is one separator too many, or a value is missing before it"
            }
            TokenKind::Symbol(Symbol::Close(_)) => "a value is missing before the bracket",
            TokenKind::Symbol(Symbol::Colon) => "a ':' alone stands only for all indices of a dimension, as in x(:, 1)",
            TokenKind::Keyword(_) => "keywords cannot be used as names",
            _ => "the statement is not complete",
        };
        self.expected("a value", hint)
    }

    fn bracketed(&mut self, bracket: Bracket) -> Parsed<Node> {
        match bracket {
            Bracket::Round => self.parenthesized(),
            Bracket::Square | Bracket::Curly => self.matrix(bracket),
        }
    }

    fn parenthesized(&mut self) -> Parsed<Node> {
        let open = self.advance().span.start;
        let mut inner = self.expression()?;
        self.close(Bracket::Round, open, Inside::One)?;
        inner.expr.parentheses = inner.expr.parentheses.saturating_add(1);
        inner.start = open;
        Ok(inner)
    }

    /// One index, field or step behind an operand; false if there is none.
    pub fn suffix(&mut self, base: Node) -> Parsed<(Node, bool)> {
        let TokenKind::Symbol(symbol) = self.token.kind else { return Ok((base, false)) };
        let start = base.start;
        match symbol {
            Symbol::Open(bracket @ (Bracket::Round | Bracket::Curly)) => {
                let (mut arguments, height) = self.nested(|p| p.arguments(bracket))?;
                self.keep_digits(&base.expr, &mut arguments);
                let height = height.max(base.height);
                let base = Box::new(base.expr);
                let kind = match bracket {
                    Bracket::Round => ExprKind::Index { base, arguments },
                    Bracket::Curly | Bracket::Square => ExprKind::CellIndex { base, arguments },
                };
                let span = self.since(start);
                Ok((self.node(kind, span, height)?, true))
            }
            Symbol::Dot => Ok((self.nested(|p| p.field(base))?, true)),
            Symbol::PlusPlus | Symbol::MinusMinus if self.is_step() => {
                self.advance();
                let op = if symbol == Symbol::PlusPlus { BinaryOp::Add } else { BinaryOp::Sub };
                let span = self.since(start);
                Ok((self.step(base, op, StepValue::Before, span)?, true))
            }
            _ => Ok((base, false)),
        }
    }

    /// Functions that take an integer as it is written get all of its digits, where a double would round them.
    fn keep_digits(&self, function: &Expr, arguments: &mut [Expr]) {
        const EXACT: &[&str] = &["int64", "uint64", "printf", "fprintf", "sprintf"];
        if !matches!(function.kind, ExprKind::Name(_)) || !EXACT.contains(&self.text(function.span)) {
            return;
        }
        for argument in arguments {
            let (literal, is_negative) = match &argument.kind {
                ExprKind::Unary(UnaryOp::Minus, operand) => (&**operand, true),
                _ => (&*argument, false),
            };
            if let ExprKind::Number(value) = literal.kind
                && value >= FLINTMAX
                && let Ok(bits) = self.text(literal.span).parse::<u64>()
            {
                argument.kind = match i64::try_from(bits) {
                    Ok(_) if is_negative => ExprKind::Integer { bits: bits.wrapping_neg(), class: IntegerClass::I64 },
                    Ok(_) => ExprKind::Integer { bits, class: IntegerClass::I64 },
                    Err(_) if is_negative => continue,
                    Err(_) => ExprKind::Integer { bits, class: IntegerClass::U64 },
                };
            }
        }
    }

    /// `x++` with nothing behind it that an addition could take.
    fn is_step(&self) -> bool {
        !self
            .lexer
            .next_visible()
            .is_some_and(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'(' | b'[' | b'{' | b'@' | b'"'))
    }

    /// `++` or `--` at a place.
    pub fn step(&mut self, target: Node, op: BinaryOp, value: StepValue, span: crate::ast::Span) -> Parsed<Node> {
        if self.scopes.in_anonymous() {
            return Err(self.fail_at(span, "an anonymous function cannot assign", NO_ASSIGNMENT));
        }
        let height = target.height;
        let target = Box::new(self.place(target.expr)?);
        self.node(ExprKind::Step { target, op, value }, span, height)
    }

    fn field(&mut self, base: Node) -> Parsed<Node> {
        let start = base.start;
        let height = base.height;
        let base = Box::new(base.expr);
        if let Some(name) = self.lexer.field_name() {
            let text = self.text(name.span).into();
            self.token = name;
            self.advance();
            let span = self.since(start);
            return self.node(ExprKind::Field { base, name: text }, span, height);
        }
        self.advance();
        let open = self.token.span.start;
        if !self.eat(Symbol::Open(Bracket::Round)) {
            return Err(self.expected("a field's name", "write x.name, or x.(text) with the name as a text"));
        }
        let name = self.value()?;
        self.close(Bracket::Round, open, Inside::One)?;
        let span = self.since(start);
        let height = height.max(name.height);
        self.node(ExprKind::DynamicField { base, name: Box::new(name.expr) }, span, height)
    }

    /// Subscripts or arguments in brackets, and the greatest height of them.
    fn arguments(&mut self, bracket: Bracket) -> Parsed<(Vec<Expr>, u32)> {
        let open = self.advance().span.start;
        self.indexing += 1;
        let result = self.argument_list(bracket, open);
        self.indexing -= 1;
        result
    }

    fn argument_list(&mut self, bracket: Bracket, open: u32) -> Parsed<(Vec<Expr>, u32)> {
        let mut arguments = vec![];
        let mut height = 0;
        self.skip_newlines();
        if self.eat(Symbol::Close(bracket)) {
            return Ok((arguments, height));
        }
        loop {
            let argument = self.argument(bracket)?;
            height = height.max(argument.height);
            arguments.push(argument.expr);
            self.skip_newlines();
            if !self.eat(Symbol::Comma) {
                self.close(bracket, open, Inside::Many)?;
                return Ok((arguments, height));
            }
            self.skip_newlines();
        }
    }

    /// Line ends inside of `c{...}`; in round brackets they are no tokens.
    fn skip_newlines(&mut self) {
        while self.lexer.open_bracket().is_some() && self.eat(Symbol::Newline) {}
    }

    fn argument(&mut self, bracket: Bracket) -> Parsed<Node> {
        if self.is(Symbol::Not) && self.lexer.next_visible().is_some_and(|byte| matches!(byte, b',' | b')' | b'}')) {
            return Err(self.fail("'~' is no value", "it stands for values and parameters that are not used"));
        }
        if !self.is(Symbol::Colon) {
            return self.expression();
        }
        let span = self.advance().span;
        if self.is(Symbol::Comma) || self.is(Symbol::Close(bracket)) {
            return Ok(Node::leaf(ExprKind::Colon, span));
        }
        Err(self.expected(
            "',' or a closing bracket after ':'",
            "a ':' alone selects all; a range has values on both sides of it",
        ))
    }
}
