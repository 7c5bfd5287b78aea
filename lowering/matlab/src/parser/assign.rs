//! Assignments: what stands left of `=` is read as an expression first. Never checks whether a place exists.

use super::anonymous::NO_ASSIGNMENT;
use super::expression::{Node, expr};
use super::{Parsed, Parser};
use crate::ast::{BinaryOp, Expr, ExprKind, Span, Target};
use crate::lexer::{Symbol, TokenKind};

impl Parser<'_> {
    /// The rest of an assignment whose left side has been read, or just the left side.
    pub fn assignment(&mut self, left: Node) -> Parsed<Node> {
        match self.token.kind {
            TokenKind::Symbol(Symbol::Equal | Symbol::Update(_)) if self.scopes.in_anonymous() => {
                Err(self.fail("an anonymous function cannot assign", NO_ASSIGNMENT))
            }
            TokenKind::Symbol(Symbol::Equal) => self.assign(left),
            TokenKind::Symbol(Symbol::Update(_)) => self.update(left),
            _ => Ok(left),
        }
    }

    fn assign(&mut self, left: Node) -> Parsed<Node> {
        let start = left.start;
        let left_height = left.height;
        let targets = self.targets(left.expr)?;
        self.advance();
        let value = self.nested(Parser::expression)?;
        self.declare_targets(&targets);
        let span = self.since(start);
        let height = left_height.max(value.height);
        self.node(ExprKind::Assign { targets, value: Box::new(value.expr) }, span, height)
    }

    /// `x += e` inside of an expression is `x = x + e`.
    fn update(&mut self, left: Node) -> Parsed<Node> {
        let start = left.start;
        let left_height = left.height;
        let (target, op, value) = self.update_parts(left)?;
        let height = left_height.max(value.height);
        let span = self.since(start);
        let sum = self.node(ExprKind::Binary(op, Box::new(target.clone()), Box::new(value.expr)), span, height)?;
        self.node(
            ExprKind::Assign { targets: vec![Target::Place(target)], value: Box::new(sum.expr) },
            span,
            sum.height,
        )
    }

    /// The place, the operator and the value of `x += e`.
    pub fn update_parts(&mut self, left: Node) -> Parsed<(Expr, BinaryOp, Node)> {
        let target = self.place(left.expr)?;
        let TokenKind::Symbol(Symbol::Update(op)) = self.token.kind else {
            return Err(self.expected("an operator such as '+='", ""));
        };
        self.advance();
        let value = self.nested(Parser::expression)?;
        self.declare_place(&target);
        Ok((target, op, value))
    }

    /// From here on, the names at the starts of targets are variables.
    fn declare_targets(&mut self, targets: &[Target]) {
        for target in targets {
            match target {
                Target::Place(place) => self.declare_place(place),
                Target::Ignored(_) => {}
            }
        }
    }

    pub fn declare_place(&mut self, place: &Expr) {
        let mut at = place;
        loop {
            match &at.kind {
                ExprKind::Name(slot) => return self.scopes.assign(*slot),
                ExprKind::Index { base, .. }
                | ExprKind::CellIndex { base, .. }
                | ExprKind::Field { base, .. }
                | ExprKind::DynamicField { base, .. } => at = base,
                _ => return,
            }
        }
    }

    fn targets(&mut self, left: Expr) -> Parsed<Vec<Target>> {
        let ExprKind::Matrix(rows) = left.kind else { return Ok(vec![Target::Place(self.place(left)?)]) };
        let mut rows = rows.into_iter();
        match (rows.next(), rows.next()) {
            (Some(row), None) => row.into_iter().map(|element| self.target(element)).collect(),
            (None, _) => {
                Err(self.fail_at(left.span, "no target stands left of '='", "write a name between the brackets"))
            }
            (Some(_), Some(_)) => {
                Err(self.fail_at(left.span, "the targets of an assignment are one row", "separate them by commas"))
            }
        }
    }

    fn target(&mut self, element: Expr) -> Parsed<Target> {
        if let ExprKind::Colon = element.kind {
            self.tildes.retain(|tilde| *tilde != element.span);
            return Ok(Target::Ignored(element.span));
        }
        Ok(Target::Place(self.place(element)?))
    }

    /// Checks that an expression can be assigned to.
    pub fn place(&mut self, place: Expr) -> Parsed<Expr> {
        let mut at = &place;
        loop {
            at = match &at.kind {
                ExprKind::Name(_) => return Ok(place),
                ExprKind::Index { base, .. }
                | ExprKind::CellIndex { base, .. }
                | ExprKind::Field { base, .. }
                | ExprKind::DynamicField { base, .. } => base,
                _ => return Err(self.no_place(place.span)),
            }
        }
    }

    fn no_place(&mut self, span: Span) -> super::Failed {
        let hint = match self.text(span).starts_with(['~', '!']) {
            true => "a comma has to follow '~', as in [~, i] = max(x)",
            false => "a target is a name, or a name with indices and fields; '==' compares",
        };
        self.fail_at(span, "this cannot be assigned to", hint)
    }
}

/// A literal in the place of something that could not be read.
pub fn nothing(span: Span) -> Expr {
    expr(ExprKind::Number(0.0), span)
}
