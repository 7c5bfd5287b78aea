//! Text to tokens, with the context that MATLAB's lexical rules need. Knows no grammar: where a rule depends on it (the body of an
//! anonymous function, field names, command syntax), the parser says so.

mod command;
mod name;
mod number;
mod operator;
mod quoted;
mod space;
mod token;

pub use command::{Command, Word};
pub use name::Keyword;
pub use token::{Bracket, Symbol, Token, TokenKind};

use crate::ast::Span;

/// A position in a text and what surrounds it. Cheap to copy: the parser keeps one to go back to.
#[derive(Clone)]
pub struct Lexer<'s> {
    text: &'s [u8],
    at: usize,
    nesting: Vec<Nest>,
    /// The token before ends an operand: a quote after it is a transposition.
    after_operand: bool,
}

/// What the text between two positions is inside of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Nest {
    kind: NestKind,
    open: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum NestKind {
    Bracket(Bracket),
    /// `{` behind an operand: white space separates nothing there.
    CellIndex,
    /// The body of an anonymous function: white space separates nothing there.
    Body,
}

impl<'s> Lexer<'s> {
    pub fn new(text: &'s str) -> Lexer<'s> {
        let at = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
        Lexer { text: text.as_bytes(), at, nesting: vec![], after_operand: false }
    }

    /// The next token. At the end of the text it is always [`TokenKind::End`].
    pub fn read(&mut self) -> Token {
        let before = self.at;
        self.skip_space();
        let start = self.at;
        if start > before && self.separates() {
            self.after_operand = false;
            return Token { kind: TokenKind::Symbol(Symbol::Comma), span: span(start, start), spaced: true };
        }
        let kind = self.kind();
        self.token(start, kind, before)
    }

    /// The name after a dot: keywords are names there. `None` if there is no name.
    pub fn field_name(&mut self) -> Option<Token> {
        let before = self.at;
        self.skip_space();
        let start = self.at;
        if !self.peek(0).is_some_and(is_name_start) {
            self.at = before;
            return None;
        }
        self.skip_while(is_name_part);
        Some(self.token(start, TokenKind::Name, before))
    }

    /// The body of an anonymous function begins. Give the result to [`Lexer::leave_body`].
    pub fn enter_body(&mut self) -> usize {
        self.nesting.push(Nest { kind: NestKind::Body, open: self.at as u32 });
        self.after_operand = false;
        self.nesting.len() - 1
    }

    /// The body of an anonymous function has ended (with the token that was read last).
    pub fn leave_body(&mut self, depth: usize) {
        if self.nesting.get(depth).is_some_and(|nest| nest.kind == NestKind::Body) {
            self.nesting.truncate(depth);
        }
    }

    /// The bracket that is open, and its offset.
    pub fn open_bracket(&self) -> Option<(Bracket, u32)> {
        self.nesting.iter().rev().find_map(|nest| match nest.kind {
            NestKind::Bracket(bracket) => Some((bracket, nest.open)),
            NestKind::CellIndex => Some((Bracket::Curly, nest.open)),
            NestKind::Body => None,
        })
    }

    /// Goes to the end of the line of `offset` and forgets what is open.
    pub fn skip_line(&mut self, offset: u32) {
        self.at = (offset as usize).min(self.text.len());
        self.skip_while(|byte| byte != b'\n');
        self.nesting.clear();
        self.after_operand = false;
    }

    /// Goes on over the lines that do not begin with a name: rows of a matrix, not statements.
    pub fn skip_rows(&mut self) {
        while self.peek(0) == Some(b'\n') {
            let line = &self.text[self.at + 1..];
            match line.iter().copied().find(|&byte| !is_blank(byte)) {
                Some(first) if !is_name_start(first) && first != b'\n' => {}
                _ => return,
            }
            self.at += 1;
            self.skip_while(|byte| byte != b'\n');
        }
    }

    /// Goes to the end of the text.
    pub fn skip_all(&mut self) {
        self.at = self.text.len();
        self.nesting.clear();
    }

    /// The byte after blanks.
    pub fn next_visible(&self) -> Option<u8> {
        self.text[self.at..].iter().copied().find(|&byte| !is_blank(byte))
    }

    fn kind(&mut self) -> TokenKind {
        let Some(first) = self.peek(0) else { return TokenKind::End };
        match first {
            b'\n' => {
                self.at += 1;
                TokenKind::Symbol(Symbol::Newline)
            }
            b'0'..=b'9' => self.number(),
            b'.' if self.peek(1).is_some_and(|byte| byte.is_ascii_digit()) => self.number(),
            b'"' => self.quoted(b'"'),
            b'\'' if !self.after_operand => self.quoted(b'\''),
            _ if is_name_start(first) => self.name(),
            _ => self.operator(),
        }
    }

    fn token(&mut self, start: usize, kind: TokenKind, before: usize) -> Token {
        self.after_operand = kind.ends_operand();
        Token { kind, span: span(start, self.at), spaced: start > before }
    }

    fn peek(&self, ahead: usize) -> Option<u8> {
        self.text.get(self.at + ahead).copied()
    }

    fn starts_with(&self, prefix: &[u8]) -> bool {
        self.text[self.at..].starts_with(prefix)
    }

    fn skip_while(&mut self, keep: impl Fn(u8) -> bool) {
        while self.peek(0).is_some_and(&keep) {
            self.at += 1;
        }
    }

    fn innermost(&self) -> Option<NestKind> {
        self.nesting.last().map(|nest| nest.kind)
    }
}

fn span(start: usize, end: usize) -> Span {
    Span { start: start as u32, end: end as u32 }
}

fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\r' | 0x0b | 0x0c)
}

fn is_name_start(byte: u8) -> bool {
    byte.is_ascii_alphabetic() || byte == b'_'
}

fn is_name_part(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}
