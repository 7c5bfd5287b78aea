//! Expressions as Octave prints them: the text of anonymous functions. Never prints statements.

use crate::ast::{Anonymous, BinaryOp, Expr, ExprKind, Parameter, Scope, Span, StepValue, Target, UnaryOp};

/// `@(x) x + 1`.
pub fn anonymous(function: &Anonymous) -> String {
    function.text.to_string()
}

/// The text of an expression of `scope`. `source` is the text that it was parsed from: numbers are printed as they were written.
pub fn expression(expr: &Expr, scope: &Scope, source: &str) -> String {
    let mut printer = Printer { out: String::new(), scope, source, tight: false };
    printer.expr(expr);
    printer.out
}

/// The text of an anonymous function of these parts.
pub(crate) fn anonymous_text(
    parameters: &[Parameter],
    varargin: bool,
    body: &Expr,
    scope: &Scope,
    source: &str,
) -> String {
    let mut printer = Printer { out: "@(".into(), scope, source, tight: false };
    printer.parameters(parameters, varargin);
    printer.out.push_str(") ");
    printer.expr(body);
    printer.out
}

struct Printer<'a> {
    out: String,
    scope: &'a Scope,
    source: &'a str,
    /// Elements of a matrix or cell: an index has no space before its bracket.
    tight: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Space {
    Tight,
    Loose,
}

impl Printer<'_> {
    fn parameters(&mut self, parameters: &[Parameter], varargin: bool) {
        for (k, parameter) in parameters.iter().enumerate() {
            self.comma(k);
            match parameter.slot {
                Some(slot) => self.name(slot),
                None => self.out.push('~'),
            }
            if let Some(default) = &parameter.default {
                self.out.push_str(" = ");
                self.expr(default);
            }
        }
        if varargin {
            self.comma(parameters.len());
            self.out.push_str("varargin");
        }
    }

    fn comma(&mut self, k: usize) {
        if k > 0 {
            self.out.push_str(", ");
        }
    }

    fn name(&mut self, slot: crate::ast::Slot) {
        self.out.push_str(self.scope.names.get(slot.0 as usize).map_or("", |name| name));
    }

    fn expr(&mut self, expr: &Expr) {
        if is_chain(expr) {
            return self.chain(expr);
        }
        // Octave drops what is around a matrix, unless it is one of literals.
        let shown = if is_computed_matrix(expr) { 0 } else { expr.parentheses };
        self.enclosed(shown.into(), |p| p.bare(expr));
    }

    fn enclosed(&mut self, parentheses: usize, print: impl FnOnce(&mut Self)) {
        self.out.extend(std::iter::repeat_n('(', parentheses));
        print(self);
        self.out.extend(std::iter::repeat_n(')', parentheses));
    }

    /// An operand with all its indices. Parentheses around a part of them come around the whole, and make it loose.
    fn chain(&mut self, expr: &Expr) {
        let mut parentheses = 0;
        let mut at = expr;
        while is_chain(at) {
            parentheses += usize::from(at.parentheses);
            let Some(base) = base(at) else { break };
            at = base;
        }
        let tight = self.tight && parentheses == 0;
        self.enclosed(parentheses, |p| p.link(expr, if tight { Space::Tight } else { Space::Loose }));
    }

    fn link(&mut self, expr: &Expr, space: Space) {
        match base(expr) {
            Some(base) if is_chain(base) => self.link(base, space),
            Some(base) => self.expr(base),
            None => {}
        }
        match &expr.kind {
            ExprKind::Index { arguments, .. } => self.index(arguments, space, ('(', ')')),
            ExprKind::CellIndex { arguments, .. } => self.index(arguments, space, ('{', '}')),
            ExprKind::Field { name, .. } => {
                self.out.push('.');
                self.out.push_str(name);
            }
            ExprKind::DynamicField { name, .. } => {
                self.out.push_str(".(");
                self.with(Space::Loose, |p| p.expr(name));
                self.out.push(')');
            }
            _ => {}
        }
    }

    fn with(&mut self, space: Space, print: impl FnOnce(&mut Self)) {
        let before = std::mem::replace(&mut self.tight, space == Space::Tight);
        print(self);
        self.tight = before;
    }

    fn bare(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Number(value) => self.number(*value, "", expr.span),
            ExprKind::Imaginary(value) => self.number(*value, "i", expr.span),
            ExprKind::Integer { .. } => self.integer(expr.span),
            ExprKind::Text { bytes, double_quoted } => self.text(bytes, *double_quoted),
            ExprKind::Name(slot) => self.name(*slot),
            ExprKind::Colon => self.out.push(':'),
            ExprKind::End => self.out.push_str("end"),
            ExprKind::Unary(op, operand) => self.unary(*op, operand),
            ExprKind::Binary(op, left, right) => self.infix(left, binary(*op), right),
            ExprKind::AndAlso(left, right) => self.infix(left, "&&", right),
            ExprKind::OrElse(left, right) => self.infix(left, "||", right),
            ExprKind::Range { base, step, limit } => self.range(base, step.as_deref(), limit),
            ExprKind::Index { .. }
            | ExprKind::CellIndex { .. }
            | ExprKind::Field { .. }
            | ExprKind::DynamicField { .. } => self.chain(expr),
            ExprKind::Matrix(rows) => self.rows(rows, '[', ']'),
            // Octave prints the empty cell as a value, with the line end of its display.
            ExprKind::Cell(rows) if rows.is_empty() => self.out.push_str("{}(0x0)\n"),
            ExprKind::Cell(rows) => self.rows(rows, '{', '}'),
            ExprKind::Anonymous(inner) => self.inner(inner),
            ExprKind::Handle(name) => {
                self.out.push('@');
                self.out.push_str(name);
            }
            ExprKind::Assign { targets, value } => self.assign(targets, value),
            ExprKind::Step { target, op, value } => self.step(target, *op, *value),
        }
    }

    /// As it was written; `__LINE__` and what was never written as its value.
    fn number(&mut self, value: f64, unit: &str, span: Span) {
        let written = self.source.get(span.start as usize..span.end as usize).unwrap_or("");
        if written.starts_with(|first: char| first.is_ascii_digit() || first == '.') {
            self.out.push_str(written);
        } else {
            self.out.push_str(&format!("{value}{unit}"));
        }
    }

    /// The digits without what tells their radix and class: so Octave does.
    fn integer(&mut self, span: Span) {
        let digits = self.source.get(span.start as usize + 2..span.end as usize).unwrap_or("");
        let end = digits.find(['u', 's']).unwrap_or(digits.len());
        self.out.extend(digits[..end].chars().filter(|&digit| digit != '_'));
    }

    fn text(&mut self, bytes: &[u8], double_quoted: bool) {
        let text = String::from_utf8_lossy(bytes);
        if !double_quoted {
            // A quote inside is printed once: so Octave does.
            self.out.push('\'');
            self.out.push_str(&text);
            self.out.push('\'');
            return;
        }
        self.out.push('"');
        for character in text.chars().filter(|&character| character != '\0') {
            match escape(character) {
                Some(letter) => self.out.extend(['\\', letter]),
                None => self.out.push(character),
            }
        }
        self.out.push('"');
    }

    fn unary(&mut self, op: UnaryOp, operand: &Expr) {
        let (before, after) = match op {
            UnaryOp::Plus => ("+", ""),
            UnaryOp::Minus => ("-", ""),
            UnaryOp::Not => ("!", ""),
            UnaryOp::ConjugateTranspose => ("", "'"),
            UnaryOp::Transpose => ("", ".'"),
        };
        self.out.push_str(before);
        self.expr(operand);
        self.out.push_str(after);
    }

    fn infix(&mut self, left: &Expr, op: &str, right: &Expr) {
        self.expr(left);
        self.out.push(' ');
        self.out.push_str(op);
        self.out.push(' ');
        self.expr(right);
    }

    fn range(&mut self, base: &Expr, step: Option<&Expr>, limit: &Expr) {
        self.expr(base);
        self.out.push(':');
        if let Some(step) = step {
            self.expr(step);
            self.out.push(':');
        }
        self.expr(limit);
    }

    fn index(&mut self, arguments: &[Expr], space: Space, brackets: (char, char)) {
        if space == Space::Loose {
            self.out.push(' ');
        }
        self.out.push(brackets.0);
        self.with(Space::Loose, |p| p.list(arguments));
        self.out.push(brackets.1);
    }

    fn list(&mut self, exprs: &[Expr]) {
        for (k, expr) in exprs.iter().enumerate() {
            self.comma(k);
            self.expr(expr);
        }
    }

    fn rows(&mut self, rows: &[Vec<Expr>], open: char, close: char) {
        self.out.push(open);
        for (k, row) in rows.iter().enumerate() {
            if k > 0 {
                self.out.push_str("; ");
            }
            self.with(Space::Tight, |p| p.list(row));
        }
        self.out.push(close);
    }

    /// A handle inside of another has no space before its body.
    fn inner(&mut self, inner: &Anonymous) {
        let mut printer = Printer { out: std::mem::take(&mut self.out), scope: &inner.scope, ..*self };
        printer.out.push_str("@(");
        printer.parameters(&inner.parameters, inner.varargin.is_some());
        printer.out.push(')');
        printer.expr(&inner.body);
        self.out = printer.out;
    }

    fn assign(&mut self, targets: &[Target], value: &Expr) {
        if let [Target::Place(place)] = targets {
            self.expr(place);
        } else {
            self.out.push('[');
            for (k, target) in targets.iter().enumerate() {
                self.comma(k);
                match target {
                    Target::Ignored(_) => self.out.push('~'),
                    Target::Place(place) => self.expr(place),
                }
            }
            self.out.push(']');
        }
        self.out.push_str(" = ");
        self.expr(value);
    }

    fn step(&mut self, target: &Expr, op: BinaryOp, value: StepValue) {
        let sign = if op == BinaryOp::Sub { "--" } else { "++" };
        match value {
            StepValue::Before => {
                self.expr(target);
                self.out.push_str(sign);
            }
            StepValue::After => {
                self.out.push_str(sign);
                self.expr(target);
            }
        }
    }
}

/// What an index or a field is taken of.
fn base(expr: &Expr) -> Option<&Expr> {
    match &expr.kind {
        ExprKind::Index { base, .. }
        | ExprKind::CellIndex { base, .. }
        | ExprKind::Field { base, .. }
        | ExprKind::DynamicField { base, .. } => Some(base),
        _ => None,
    }
}

fn is_chain(expr: &Expr) -> bool {
    base(expr).is_some()
}

fn is_computed_matrix(expr: &Expr) -> bool {
    matches!(expr.kind, ExprKind::Matrix(_) | ExprKind::Cell(_)) && !is_constant(expr)
}

/// Literals, and matrices and ranges of them.
fn is_constant(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Number(_) | ExprKind::Imaginary(_) | ExprKind::Integer { .. } | ExprKind::Text { .. } => true,
        ExprKind::Matrix(rows) | ExprKind::Cell(rows) => rows.iter().flatten().all(is_constant),
        ExprKind::Range { base, step, limit } => {
            is_constant(base) && step.as_deref().is_none_or(is_constant) && is_constant(limit)
        }
        _ => false,
    }
}

fn escape(character: char) -> Option<char> {
    Some(match character {
        '\x07' => 'a',
        '\x08' => 'b',
        '\x0c' => 'f',
        '\n' => 'n',
        '\r' => 'r',
        '\t' => 't',
        '\x0b' => 'v',
        '\\' | '"' => character,
        _ => return None,
    })
}

/// An operator as Octave prints it.
pub fn binary(op: BinaryOp) -> &'static str {
    match op {
        BinaryOp::Add => "+",
        BinaryOp::Sub => "-",
        BinaryOp::MatMul => "*",
        BinaryOp::MatRightDivide => "/",
        BinaryOp::MatLeftDivide => "\\",
        BinaryOp::MatPower => "^",
        BinaryOp::Mul => ".*",
        BinaryOp::RightDivide => "./",
        BinaryOp::LeftDivide => ".\\",
        BinaryOp::Power => ".^",
        BinaryOp::Less => "<",
        BinaryOp::LessEqual => "<=",
        BinaryOp::Greater => ">",
        BinaryOp::GreaterEqual => ">=",
        BinaryOp::Equal => "==",
        BinaryOp::NotEqual => "!=",
        BinaryOp::And => "&",
        BinaryOp::Or => "|",
    }
}
