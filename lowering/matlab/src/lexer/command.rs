//! Command syntax: `hold on` is `hold("on")`. Never decides whether the name before it is a variable.

use super::{Lexer, Symbol, is_blank, is_name_part, span};
use crate::ast::Span;

/// The words after a command's name.
#[derive(Clone, Debug, PartialEq)]
pub struct Command {
    pub words: Vec<Word>,
    /// A quote without a second one.
    pub unclosed: Option<Span>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Word {
    pub bytes: Vec<u8>,
    pub span: Span,
}

impl Lexer<'_> {
    /// The words after the name that was just read at a statement's start, if they make it a command: a blank, and then something
    /// that does not go on like an expression. The position is then the end of the statement; else it does not move.
    pub fn command(&mut self) -> Option<Command> {
        if !self.peek(0).is_some_and(is_blank) && !self.starts_with(b"...") {
            return None;
        }
        let before = self.at;
        self.skip_space();
        if !self.begins_word() {
            self.at = before;
            return None;
        }
        let mut command = Command { words: vec![], unclosed: None };
        self.words(&mut command);
        self.after_operand = false;
        Some(command)
    }

    /// An operator with a blank after it, an opening bracket or a single `=` go on like an expression.
    fn begins_word(&self) -> bool {
        let Some(first) = self.peek(0) else { return false };
        match first {
            b'\n' | b',' | b';' | b'(' | b'[' | b'{' | b')' | b']' | b'}' | b'\\' => return false,
            b'\'' | b'"' | b'@' | b'$' | b'?' => return true,
            _ if is_name_part(first) => return true,
            b'.' if self.peek(1).is_some_and(|byte| is_name_part(byte) || is_blank(byte)) => return true,
            _ => {}
        }
        let Some((text, symbol)) = self.find_symbol() else { return false };
        let after = self.peek(text.len());
        match symbol {
            Symbol::Equal | Symbol::Transpose => false,
            _ => !after.is_some_and(is_blank),
        }
    }

    fn words(&mut self, command: &mut Command) {
        loop {
            self.skip_while(is_blank);
            let start = self.at;
            match self.peek(0) {
                None | Some(b'\n' | b',' | b';' | b'%' | b'#') => return,
                Some(b'.') if self.starts_with(b"...") => {
                    self.skip_space();
                }
                Some(_) => {
                    let bytes = self.word(command);
                    if !bytes.is_empty() {
                        command.words.push(Word { bytes, span: span(start, self.at) });
                    }
                }
            }
        }
    }

    /// Quotes are dropped, but those in brackets; inside of both, blanks and commas are part of the word.
    fn word(&mut self, command: &mut Command) -> Vec<u8> {
        let mut bytes = vec![];
        let mut depth = 0i64;
        while let Some(byte) = self.peek(0) {
            match byte {
                b'\n' | b';' | b'%' | b'#' => break,
                b'.' if self.starts_with(b"...") => break,
                b',' if depth == 0 => break,
                _ if is_blank(byte) && depth == 0 => break,
                b'\'' | b'"' if depth == 0 => {
                    let start = self.at;
                    match self.quoted_bytes(byte) {
                        Some(inner) => bytes.extend(inner),
                        None => command.unclosed = Some(span(start, start + 1)),
                    }
                    continue;
                }
                b'(' | b'[' | b'{' => depth += 1,
                b')' | b']' | b'}' => depth -= 1,
                _ => {}
            }
            bytes.push(byte);
            self.at += 1;
        }
        bytes
    }
}
