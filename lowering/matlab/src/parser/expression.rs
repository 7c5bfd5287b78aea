//! Expressions by the strength of their operators. Never reads an assignment but at the top.

use super::{HEIGHT, Parsed, Parser};
use crate::ast::{BinaryOp, Expr, ExprKind, Span, StepValue, UnaryOp};
use crate::lexer::{Symbol, TokenKind};

/// An expression and the height of its tree.
pub struct Node {
    pub expr: Expr,
    /// Where it begins, with its parentheses.
    pub start: u32,
    pub height: u32,
}

impl Node {
    pub fn leaf(kind: ExprKind, span: Span) -> Node {
        Node { expr: expr(kind, span), start: span.start, height: 1 }
    }
}

pub fn expr(kind: ExprKind, span: Span) -> Expr {
    Expr { kind, span, parentheses: 0 }
}

/// How strongly operators bind; unary ones and powers bind stronger than all of these.
const OR_ELSE: u8 = 1;
const AND_ALSO: u8 = 2;
const OR: u8 = 3;
const AND: u8 = 4;
const COMPARISON: u8 = 5;
const RANGE: u8 = 6;
const SUM: u8 = 7;
const PRODUCT: u8 = 8;

enum Infix {
    OrElse,
    AndAlso,
    Range,
    Binary(BinaryOp),
}

impl Parser<'_> {
    /// An expression, assignments included.
    pub fn expression(&mut self) -> Parsed<Node> {
        let left = self.operators(OR_ELSE)?;
        self.assignment(left)
    }

    /// An expression without assignment.
    pub fn value(&mut self) -> Parsed<Node> {
        self.operators(OR_ELSE)
    }

    fn operators(&mut self, weakest: u8) -> Parsed<Node> {
        let mut left = self.prefix()?;
        while let Some((infix, strength)) = self.infix().filter(|&(_, strength)| strength >= weakest) {
            left = match infix {
                Infix::Range => self.range(left)?,
                Infix::OrElse | Infix::AndAlso | Infix::Binary(_) => {
                    self.advance_infix();
                    let right = self.nested(|p| p.operators(strength + 1))?;
                    self.join(infix, left, right)?
                }
            };
        }
        Ok(left)
    }

    fn infix(&self) -> Option<(Infix, u8)> {
        let TokenKind::Symbol(symbol) = self.token.kind else { return None };
        Some(match symbol {
            Symbol::OrElse => (Infix::OrElse, OR_ELSE),
            Symbol::AndAlso => (Infix::AndAlso, AND_ALSO),
            Symbol::Colon => (Infix::Range, RANGE),
            // `a ++b` is `a + +b`: where it is a step, it has been read already.
            Symbol::Plus | Symbol::PlusPlus => (Infix::Binary(BinaryOp::Add), SUM),
            Symbol::Minus | Symbol::MinusMinus => (Infix::Binary(BinaryOp::Sub), SUM),
            Symbol::Binary(op) => (Infix::Binary(op), strength(op)),
            _ => return None,
        })
    }

    /// Leaves the second sign of `++` where it is.
    fn advance_infix(&mut self) {
        let sign = match self.token.kind {
            TokenKind::Symbol(Symbol::PlusPlus) => Symbol::Plus,
            TokenKind::Symbol(Symbol::MinusMinus) => Symbol::Minus,
            _ => {
                self.advance();
                return;
            }
        };
        self.token.kind = TokenKind::Symbol(sign);
        self.token.span.start += 1;
        self.last_end = self.token.span.start;
    }

    fn join(&mut self, infix: Infix, left: Node, right: Node) -> Parsed<Node> {
        let height = left.height.max(right.height);
        let span = self.since(left.start);
        let (left, right) = (Box::new(left.expr), Box::new(right.expr));
        let kind = match infix {
            Infix::OrElse => ExprKind::OrElse(left, right),
            Infix::AndAlso => ExprKind::AndAlso(left, right),
            Infix::Binary(op) => ExprKind::Binary(op, left, right),
            Infix::Range => ExprKind::Range { base: left, step: None, limit: right },
        };
        self.node(kind, span, height)
    }

    /// A node over others of this height.
    pub fn node(&mut self, kind: ExprKind, span: Span, height: u32) -> Parsed<Node> {
        if height >= HEIGHT {
            let message = format!("the expression has more than {HEIGHT} operators in a row");
            return Err(self.fail_at(
                Span { start: span.start, end: span.start + 1 },
                message,
                "split it into several statements",
            ));
        }
        Ok(Node { expr: expr(kind, span), start: span.start, height: height + 1 })
    }

    fn range(&mut self, base: Node) -> Parsed<Node> {
        self.advance();
        let second = self.nested(|p| p.operators(SUM))?;
        if !self.eat(Symbol::Colon) {
            return self.join(Infix::Range, base, second);
        }
        let limit = self.nested(|p| p.operators(SUM))?;
        if self.is(Symbol::Colon) {
            return Err(self.fail(
                "a range has at most three parts",
                "write base:step:limit, and parentheses around a range in a range",
            ));
        }
        let height = base.height.max(second.height).max(limit.height);
        let span = self.since(base.start);
        let (base, step, limit) = (Box::new(base.expr), Some(Box::new(second.expr)), Box::new(limit.expr));
        self.node(ExprKind::Range { base, step, limit }, span, height)
    }

    fn prefix(&mut self) -> Parsed<Node> {
        match self.token.kind {
            TokenKind::Symbol(symbol) => match Prefix::of(symbol) {
                Some(prefix) => self.prefixed(prefix, Parser::prefix),
                None => self.power(),
            },
            _ => self.power(),
        }
    }

    fn prefixed(&mut self, prefix: Prefix, operand: fn(&mut Self) -> Parsed<Node>) -> Parsed<Node> {
        let start = self.advance().span.start;
        let operand = self.nested(operand)?;
        let span = self.since(start);
        match prefix {
            Prefix::Unary(op) => {
                let height = operand.height;
                self.node(ExprKind::Unary(op, Box::new(operand.expr)), span, height)
            }
            Prefix::Step(op) => self.step(operand, op, StepValue::After, span),
        }
    }

    /// Powers, transpositions, indices and steps behind an operand, from left to right: `a^b'` is `(a^b)'`.
    fn power(&mut self) -> Parsed<Node> {
        let mut left = self.primary()?;
        loop {
            let start = left.start;
            let height = left.height;
            let TokenKind::Symbol(symbol) = self.token.kind else { return Ok(left) };
            left = match symbol {
                Symbol::ConjugateTranspose | Symbol::Transpose => {
                    self.advance();
                    let op = if symbol == Symbol::Transpose { UnaryOp::Transpose } else { UnaryOp::ConjugateTranspose };
                    let span = self.since(start);
                    self.node(ExprKind::Unary(op, Box::new(left.expr)), span, height)?
                }
                Symbol::Binary(op @ (BinaryOp::Power | BinaryOp::MatPower)) => {
                    self.advance();
                    let right = self.nested(Parser::exponent)?;
                    self.join(Infix::Binary(op), left, right)?
                }
                _ => match self.suffix(left)? {
                    (left, true) => left,
                    (left, false) => return Ok(left),
                },
            };
        }
    }

    /// What stands right of `^`: signs, and an operand with its indices, but no transposition and no further power.
    fn exponent(&mut self) -> Parsed<Node> {
        if let TokenKind::Symbol(symbol) = self.token.kind
            && let Some(prefix) = Prefix::of(symbol)
        {
            return self.prefixed(prefix, Parser::exponent);
        }
        let mut operand = self.primary()?;
        loop {
            match self.suffix(operand)? {
                (longer, true) => operand = longer,
                (operand, false) => return Ok(operand),
            }
        }
    }
}

#[derive(Clone, Copy)]
enum Prefix {
    Unary(UnaryOp),
    Step(BinaryOp),
}

impl Prefix {
    fn of(symbol: Symbol) -> Option<Prefix> {
        match symbol {
            Symbol::Plus => Some(Prefix::Unary(UnaryOp::Plus)),
            Symbol::Minus => Some(Prefix::Unary(UnaryOp::Minus)),
            Symbol::Not => Some(Prefix::Unary(UnaryOp::Not)),
            Symbol::PlusPlus => Some(Prefix::Step(BinaryOp::Add)),
            Symbol::MinusMinus => Some(Prefix::Step(BinaryOp::Sub)),
            _ => None,
        }
    }
}

fn strength(op: BinaryOp) -> u8 {
    match op {
        BinaryOp::Or => OR,
        BinaryOp::And => AND,
        BinaryOp::Less
        | BinaryOp::LessEqual
        | BinaryOp::Greater
        | BinaryOp::GreaterEqual
        | BinaryOp::Equal
        | BinaryOp::NotEqual => COMPARISON,
        BinaryOp::Add | BinaryOp::Sub => SUM,
        BinaryOp::MatMul
        | BinaryOp::MatRightDivide
        | BinaryOp::MatLeftDivide
        | BinaryOp::Mul
        | BinaryOp::RightDivide
        | BinaryOp::LeftDivide => PRODUCT,
        // Never seen here: `power` reads them.
        BinaryOp::Power | BinaryOp::MatPower => PRODUCT + 1,
    }
}
