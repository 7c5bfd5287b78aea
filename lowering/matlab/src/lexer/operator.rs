//! Operators, punctuation and brackets.

use super::token::Problem;
use super::{Bracket, Lexer, Nest, NestKind, Symbol, TokenKind};
use crate::ast::BinaryOp;

/// Longest first.
const SYMBOLS: &[(&str, Symbol)] = &[
    (".**=", Symbol::Update(BinaryOp::Power)),
    (".**", Symbol::Binary(BinaryOp::Power)),
    (".^=", Symbol::Update(BinaryOp::Power)),
    (".*=", Symbol::Update(BinaryOp::Mul)),
    ("./=", Symbol::Update(BinaryOp::RightDivide)),
    (".\\=", Symbol::Update(BinaryOp::LeftDivide)),
    ("**=", Symbol::Update(BinaryOp::MatPower)),
    (".+=", Symbol::Update(BinaryOp::Add)),
    (".-=", Symbol::Update(BinaryOp::Sub)),
    (".+", Symbol::Binary(BinaryOp::Add)),
    (".-", Symbol::Binary(BinaryOp::Sub)),
    (".^", Symbol::Binary(BinaryOp::Power)),
    (".*", Symbol::Binary(BinaryOp::Mul)),
    ("./", Symbol::Binary(BinaryOp::RightDivide)),
    (".\\", Symbol::Binary(BinaryOp::LeftDivide)),
    (".'", Symbol::Transpose),
    ("**", Symbol::Binary(BinaryOp::MatPower)),
    ("++", Symbol::PlusPlus),
    ("--", Symbol::MinusMinus),
    ("+=", Symbol::Update(BinaryOp::Add)),
    ("-=", Symbol::Update(BinaryOp::Sub)),
    ("*=", Symbol::Update(BinaryOp::MatMul)),
    ("/=", Symbol::Update(BinaryOp::MatRightDivide)),
    ("\\=", Symbol::Update(BinaryOp::MatLeftDivide)),
    ("^=", Symbol::Update(BinaryOp::MatPower)),
    ("|=", Symbol::Update(BinaryOp::Or)),
    ("&=", Symbol::Update(BinaryOp::And)),
    ("==", Symbol::Binary(BinaryOp::Equal)),
    ("!=", Symbol::Binary(BinaryOp::NotEqual)),
    ("~=", Symbol::Binary(BinaryOp::NotEqual)),
    ("<=", Symbol::Binary(BinaryOp::LessEqual)),
    (">=", Symbol::Binary(BinaryOp::GreaterEqual)),
    ("&&", Symbol::AndAlso),
    ("||", Symbol::OrElse),
    ("+", Symbol::Plus),
    ("-", Symbol::Minus),
    ("*", Symbol::Binary(BinaryOp::MatMul)),
    ("/", Symbol::Binary(BinaryOp::MatRightDivide)),
    ("\\", Symbol::Binary(BinaryOp::MatLeftDivide)),
    ("^", Symbol::Binary(BinaryOp::MatPower)),
    ("<", Symbol::Binary(BinaryOp::Less)),
    (">", Symbol::Binary(BinaryOp::Greater)),
    ("&", Symbol::Binary(BinaryOp::And)),
    ("|", Symbol::Binary(BinaryOp::Or)),
    ("!", Symbol::Not),
    ("~", Symbol::Not),
    ("=", Symbol::Equal),
    (":", Symbol::Colon),
    (",", Symbol::Comma),
    (";", Symbol::Semicolon),
    ("'", Symbol::ConjugateTranspose),
    ("@", Symbol::At),
    (".", Symbol::Dot),
    ("(", Symbol::Open(Bracket::Round)),
    ("[", Symbol::Open(Bracket::Square)),
    ("{", Symbol::Open(Bracket::Curly)),
    (")", Symbol::Close(Bracket::Round)),
    ("]", Symbol::Close(Bracket::Square)),
    ("}", Symbol::Close(Bracket::Curly)),
];

impl Lexer<'_> {
    pub(super) fn operator(&mut self) -> TokenKind {
        let Some((text, symbol)) = self.find_symbol() else { return self.unknown() };
        match symbol {
            Symbol::Open(bracket) => self.open(bracket),
            Symbol::Close(bracket) => self.close(bracket),
            _ => {}
        }
        self.at += text.len();
        TokenKind::Symbol(symbol)
    }

    /// The operator that begins here, and its text.
    pub(super) fn find_symbol(&self) -> Option<(&'static str, Symbol)> {
        SYMBOLS.iter().find(|(text, _)| self.starts_with(text.as_bytes())).copied()
    }

    fn open(&mut self, bracket: Bracket) {
        let kind = match bracket {
            Bracket::Curly if self.after_operand => NestKind::CellIndex,
            Bracket::Round | Bracket::Square | Bracket::Curly => NestKind::Bracket(bracket),
        };
        self.nesting.push(Nest { kind, open: self.at as u32 });
    }

    /// A closing bracket ends the bodies of anonymous functions that are open, too.
    fn close(&mut self, bracket: Bracket) {
        let open = self.nesting.iter().rposition(|nest| nest.kind != NestKind::Body);
        let fits = |kind| match kind {
            NestKind::Bracket(open) => open == bracket,
            NestKind::CellIndex => bracket == Bracket::Curly,
            NestKind::Body => false,
        };
        if let Some(at) = open.filter(|&at| fits(self.nesting[at].kind)) {
            self.nesting.truncate(at);
        }
    }

    /// A character of no meaning, whole if it is not ASCII.
    fn unknown(&mut self) -> TokenKind {
        self.at += 1;
        self.skip_while(|byte| byte & 0xc0 == 0x80);
        TokenKind::Bad(Problem {
            message: "this character has no meaning here",
            hint: "outside of texts and comments only ASCII letters, digits and operators are allowed",
        })
    }
}
