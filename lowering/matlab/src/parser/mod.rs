//! Tokens to the syntax tree. Reports all errors of a file; never looks at values.

mod anonymous;
mod assign;
mod bracket;
mod control;
mod expression;
mod file;
mod function;
mod matrix;
mod primary;
mod recover;
mod scope;
mod statement;

use crate::ast::{File, Function, Scope, Source, Span};
use crate::diagnostic::Diagnostic;
use crate::lexer::{Keyword, Lexer, Symbol, Token, TokenKind};
use scope::Scopes;
use std::rc::Rc;

/// Parses a script or function file. Errors come in the order of the text.
///
/// # Errors
/// All that is wrong in the file.
pub fn parse_file(source: Rc<Source>) -> Result<File, Vec<Diagnostic>> {
    file::file(source)
}

/// Parses the text of an `eval` in a scope that exists: its slots come first in the scope of the result's script.
///
/// # Errors
/// All that is wrong in the text.
pub fn parse_eval(source: Rc<Source>, scope: &Scope) -> Result<File, Vec<Diagnostic>> {
    file::eval(source, scope)
}

/// Brackets, blocks and anonymous functions inside of each other: the parser's own stack is bounded by it.
const NESTING: usize = 200;

/// The height of an expression's tree: whoever walks over it needs stack for it.
const HEIGHT: u32 = 1000;

/// A mistake that is recorded already. Whoever gets it skips to where reading can go on.
struct Failed;

type Parsed<T> = Result<T, Failed>;

struct Parser<'s> {
    source: &'s Rc<Source>,
    lexer: Lexer<'s>,
    token: Token,
    /// Where the token before ends.
    last_end: u32,
    scopes: Scopes,
    functions: Vec<Rc<Function>>,
    diagnostics: Vec<Diagnostic>,
    /// Nothing further is recorded.
    stopped: bool,
    nesting: usize,
    /// Index brackets around this place: `end` has a meaning there.
    indexing: usize,
    /// Blocks that are open, with their keywords' places.
    open: Vec<(Keyword, Span)>,
    functions_end: FunctionsEnd,
    /// `~` among the elements of brackets that may turn out to be targets.
    tildes: Vec<Span>,
    /// The bracket that was never closed, if that was the last mistake: reading goes on in the line after it.
    unclosed: Option<u32>,
}

/// What ends a function of the file.
#[derive(Clone, Copy, PartialEq, Eq)]
enum FunctionsEnd {
    /// `end` or `endfunction`.
    End,
    /// The next function or the end of the file.
    NextFunction,
}

impl<'s> Parser<'s> {
    fn new(source: &'s Rc<Source>, functions_end: FunctionsEnd) -> Parser<'s> {
        let mut lexer = Lexer::new(&source.text);
        let token = lexer.read();
        Parser {
            source,
            lexer,
            token,
            last_end: 0,
            scopes: Scopes::default(),
            functions: vec![],
            diagnostics: vec![],
            stopped: false,
            nesting: 0,
            indexing: 0,
            open: vec![],
            functions_end,
            tildes: vec![],
            unclosed: None,
        }
    }

    fn advance(&mut self) -> Token {
        self.last_end = self.token.span.end;
        let next = self.lexer.read();
        std::mem::replace(&mut self.token, next)
    }

    fn is(&self, symbol: Symbol) -> bool {
        self.token.kind == TokenKind::Symbol(symbol)
    }

    fn is_keyword(&self, keyword: Keyword) -> bool {
        self.token.kind == TokenKind::Keyword(keyword)
    }

    fn is_end(&self) -> bool {
        self.token.kind == TokenKind::End
    }

    fn eat(&mut self, symbol: Symbol) -> bool {
        let found = self.is(symbol);
        if found {
            self.advance();
        }
        found
    }

    fn text(&self, span: Span) -> &'s str {
        self.source.text.get(span.start as usize..span.end as usize).unwrap_or("")
    }

    /// A name's token as text.
    fn name(&mut self) -> Option<(Rc<str>, Span)> {
        if self.token.kind != TokenKind::Name {
            return None;
        }
        let span = self.advance().span;
        Some((self.text(span).into(), span))
    }

    fn since(&self, start: u32) -> Span {
        Span { start, end: self.last_end.max(start) }
    }

    /// Runs `parse` one level deeper.
    fn nested<T>(&mut self, parse: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        if self.nesting >= NESTING {
            let hint = "take a part out of it: a variable or a function of its own";
            let failed = self.fail(format!("more than {NESTING} levels inside of each other"), hint);
            self.stop();
            return Err(failed);
        }
        self.nesting += 1;
        let result = parse(self);
        self.nesting -= 1;
        result
    }
}
