//! Statements and blocks. Control flow is in `control`.

use super::expression::expr;
use super::{Parsed, Parser};
use crate::ast::{Block, Expr, ExprKind, Slot, Span, Stmt, StmtKind};
use crate::lexer::{Command, Keyword, Symbol, TokenKind};

/// Whether a statement may be in command syntax.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Commands {
    Allowed,
    /// Behind a condition in the same line: `if (x) f y` is none.
    Forbidden,
}

impl Parser<'_> {
    /// All statements of the text.
    pub fn top(&mut self) -> Block {
        let mut block = self.block();
        while !self.is_end() {
            let TokenKind::Keyword(keyword) = self.token.kind else { break };
            self.stray(keyword);
            block.extend(self.block());
        }
        block
    }

    /// A keyword that belongs to no block.
    fn stray(&mut self, keyword: Keyword) {
        let message = format!("'{}' belongs to no block", keyword.text());
        let span = self.token.span;
        self.report(span, message, "nothing that it could end or continue is open here");
        self.advance();
        if !self.is_terminator() {
            self.resynchronize();
        }
    }

    /// Statements up to a keyword that ends or continues a block.
    pub fn block(&mut self) -> Block {
        self.statements(Commands::Allowed)
    }

    /// The statements behind a condition: the first may stand in the same line.
    pub fn conditional_block(&mut self) -> Block {
        let commands = if self.is_terminator() { Commands::Allowed } else { Commands::Forbidden };
        self.statements(commands)
    }

    fn statements(&mut self, mut commands: Commands) -> Block {
        let mut block = vec![];
        loop {
            while self.is_separator() {
                self.advance();
                commands = Commands::Allowed;
            }
            if self.ends_block() {
                return block;
            }
            let start = self.token.span.start;
            match self.statement(commands) {
                Ok(statement) => block.push(statement),
                Err(_) => {
                    self.resynchronize();
                    // Every round consumes something.
                    if self.token.span.start == start && !self.is_separator() && !self.ends_block() {
                        self.advance();
                    }
                }
            }
            commands = Commands::Allowed;
        }
    }

    fn is_separator(&self) -> bool {
        self.is(Symbol::Newline) || self.is(Symbol::Comma) || self.is(Symbol::Semicolon)
    }

    pub fn is_terminator(&self) -> bool {
        self.is_separator() || self.is_end()
    }

    pub fn ends_block(&self) -> bool {
        match self.token.kind {
            TokenKind::End => true,
            TokenKind::Keyword(Keyword::Function) => {
                self.functions_end == super::FunctionsEnd::NextFunction
                    && self.open.iter().any(|&(open, _)| open == Keyword::Function)
            }
            TokenKind::Keyword(keyword) => super::control::ends_or_continues(keyword),
            _ => false,
        }
    }

    fn statement(&mut self, commands: Commands) -> Parsed<Stmt> {
        let start = self.token.span.start;
        let kind = match self.token.kind {
            TokenKind::Keyword(keyword) => self.keyword(keyword)?,
            TokenKind::Name if self.at_import() => return Err(self.import()),
            TokenKind::Name if self.at_arguments_block() => return Err(self.arguments_block()),
            TokenKind::Name if commands == Commands::Allowed => match self.command() {
                Some(call) => StmtKind::Expr(call),
                None => self.simple()?,
            },
            _ => self.simple()?,
        };
        self.finish(kind, start)
    }

    /// The end of a statement.
    fn finish(&mut self, kind: StmtKind, start: u32) -> Parsed<Stmt> {
        let span = self.since(start);
        let print = !self.is(Symbol::Semicolon);
        if self.is_terminator() {
            if !self.is_end() {
                self.advance();
            }
        } else if !self.ends_block() && !(self.at_next_function(&kind)) {
            let hint = "statements are separated by ',', ';' or a new line";
            let message = format!("expected the end of the statement, found {}", self.found());
            return Err(self.fail(message, hint));
        }
        let kind = if print { kind } else { quiet(kind) };
        Ok(Stmt { kind, span, print })
    }

    /// Functions without `end` follow each other.
    fn at_next_function(&self, kind: &StmtKind) -> bool {
        self.is_keyword(Keyword::Function) && matches!(kind, StmtKind::Function(_))
    }

    fn keyword(&mut self, keyword: Keyword) -> Parsed<StmtKind> {
        match keyword {
            Keyword::Function => Ok(StmtKind::Function(self.function()?)),
            Keyword::Global => Ok(StmtKind::Global(self.declarations()?)),
            Keyword::Persistent => Ok(StmtKind::Persistent(self.declarations()?)),
            Keyword::Classdef => Err(self.classdef()),
            _ => self.nested(|p| p.control(keyword)),
        }
    }

    /// The whole class is skipped: nothing in it would be understood.
    fn classdef(&mut self) -> super::Failed {
        let failed = self.fail("classes are not supported", "use structs and functions instead");
        self.stop();
        failed
    }

    /// `global a b = 3`
    fn declarations(&mut self) -> Parsed<Vec<(Slot, Option<Expr>)>> {
        let keyword = self.advance().span;
        let mut names = vec![];
        while let Some((name, _)) = self.name() {
            let slot = self.scopes.declare(&name);
            let value = if self.eat(Symbol::Equal) { Some(self.value()?.expr) } else { None };
            names.push((slot, value));
        }
        if names.is_empty() {
            let what = format!("a variable's name after '{}'", self.text(keyword));
            return Err(self.expected(&what, "names are separated by white space"));
        }
        Ok(names)
    }

    fn at_import(&self) -> bool {
        self.text(self.token.span) == "import"
            && !self.scopes.is_variable("import")
            && self.lexer.next_visible().is_some_and(|byte| byte.is_ascii_alphabetic())
    }

    fn import(&mut self) -> super::Failed {
        self.fail("'import' is not supported", "write the names of packages in full")
    }

    /// `arguments` alone in its line, in a function.
    fn at_arguments_block(&self) -> bool {
        let in_function = self.open.last().is_some_and(|&(open, _)| open == Keyword::Function);
        self.text(self.token.span) == "arguments"
            && in_function
            && !self.scopes.is_variable("arguments")
            && self.lexer.next_visible() == Some(b'\n')
    }

    fn arguments_block(&mut self) -> super::Failed {
        let failed = self.fail(
            "'arguments' blocks are not supported",
            "check the arguments with statements, as with isa(x, 'double')",
        );
        while !self.is_keyword(Keyword::End) && !self.is_end() {
            self.advance();
        }
        self.advance();
        failed
    }

    /// An expression or an assignment.
    fn simple(&mut self) -> Parsed<StmtKind> {
        let left = self.value()?;
        if let TokenKind::Symbol(Symbol::Update(_)) = self.token.kind {
            let (target, op, value) = self.update_parts(left)?;
            return Ok(StmtKind::Update { target, op, value: value.expr });
        }
        let node = self.assignment(left)?;
        Ok(match node.expr.kind {
            ExprKind::Assign { targets, value } => StmtKind::Assign { targets, value: *value },
            kind => StmtKind::Expr(Expr { kind, ..node.expr }),
        })
    }

    /// A statement in command syntax, if this is one: a call with texts.
    fn command(&mut self) -> Option<Expr> {
        let name = self.token.clone();
        let text = self.text(name.span);
        if self.scopes.is_variable(text) || CONSTANTS.contains(&text) {
            return None;
        }
        let Command { words, unclosed } = self.lexer.command()?;
        if let Some(quote) = unclosed {
            self.report(
                quote,
                "a text in quotes has no closing quote on its line",
                "close it, or write the call with brackets",
            );
        }
        let slot = self.scopes.slot(text);
        self.scopes.command(slot, name.span);
        let base = expr(ExprKind::Name(slot), name.span);
        let end = words.last().map_or(name.span.end, |word| word.span.end);
        self.advance();
        self.last_end = end;
        let arguments = words
            .into_iter()
            .map(|word| expr(ExprKind::Text { bytes: word.bytes.into(), double_quoted: false }, word.span))
            .collect();
        Some(expr(ExprKind::Index { base: Box::new(base), arguments }, Span { start: name.span.start, end }))
    }
}

/// Names that are never commands: `pi -1` is a difference.
const CONSTANTS: &[&str] = &["pi", "e", "i", "j", "I", "J", "Inf", "inf", "NaN", "nan"];

/// A step that displays nothing is an update.
fn quiet(kind: StmtKind) -> StmtKind {
    match kind {
        StmtKind::Expr(Expr { kind: ExprKind::Step { target, op, .. }, span, parentheses: 0 }) => {
            StmtKind::Update { target: *target, op, value: expr(ExprKind::Number(1.0), span) }
        }
        other => other,
    }
}
