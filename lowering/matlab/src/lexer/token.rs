//! The kinds of tokens. Names carry no text: it is the source at the token's span.

use super::Keyword;
use crate::ast::{BinaryOp, IntegerClass, Span};
use std::rc::Rc;

#[derive(Clone, Debug, PartialEq)]
pub struct Token {
    pub kind: TokenKind,
    pub span: Span,
    /// Blanks, a comment or a continuation come before it.
    pub spaced: bool,
}

#[derive(Clone, Debug, PartialEq)]
pub enum TokenKind {
    Number(f64),
    Imaginary(f64),
    Integer {
        bits: u64,
        class: IntegerClass,
    },
    Text {
        bytes: Rc<[u8]>,
        double_quoted: bool,
    },
    Name,
    Keyword(Keyword),
    /// `end` inside of brackets.
    EndIndex,
    Symbol(Symbol),
    /// No token: what is wrong, and what would be right.
    Bad(Problem),
    /// The text is over.
    End,
}

/// What is wrong with a piece of text that is no token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Problem {
    pub message: &'static str,
    pub hint: &'static str,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Symbol {
    /// Operators with two operands that have no other use.
    Binary(BinaryOp),
    Plus,
    Minus,
    PlusPlus,
    MinusMinus,
    Not,
    AndAlso,
    OrElse,
    ConjugateTranspose,
    Transpose,
    Equal,
    /// `+=` and its kin.
    Update(BinaryOp),
    Colon,
    /// Written, or white space between elements of a matrix.
    Comma,
    Semicolon,
    Newline,
    At,
    Dot,
    Open(Bracket),
    Close(Bracket),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bracket {
    Round,
    Square,
    Curly,
}

impl Bracket {
    pub fn open(self) -> char {
        match self {
            Bracket::Round => '(',
            Bracket::Square => '[',
            Bracket::Curly => '{',
        }
    }

    pub fn close(self) -> char {
        match self {
            Bracket::Round => ')',
            Bracket::Square => ']',
            Bracket::Curly => '}',
        }
    }
}

impl TokenKind {
    pub(super) fn ends_operand(&self) -> bool {
        match self {
            TokenKind::Number(_)
            | TokenKind::Imaginary(_)
            | TokenKind::Integer { .. }
            | TokenKind::Text { .. }
            | TokenKind::Name
            | TokenKind::EndIndex
            | TokenKind::Symbol(
                Symbol::Close(_)
                | Symbol::ConjugateTranspose
                | Symbol::Transpose
                | Symbol::PlusPlus
                | Symbol::MinusMinus,
            ) => true,
            TokenKind::Keyword(_) | TokenKind::Symbol(_) | TokenKind::Bad(_) | TokenKind::End => false,
        }
    }
}
