//! Names and keywords. Never decides whether a name is a variable.

use super::{Lexer, TokenKind, is_name_part};

macro_rules! keywords {
    ($($variant:ident $text:literal)*) => {
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Keyword {
            $($variant),*
        }

        impl Keyword {
            pub fn text(self) -> &'static str {
                match self {
                    $(Keyword::$variant => $text),*
                }
            }

            pub fn find(text: &[u8]) -> Option<Keyword> {
                const TABLE: &[(&[u8], Keyword)] = &[$(($text.as_bytes(), Keyword::$variant)),*];
                TABLE.iter().find(|(name, _)| *name == text).map(|&(_, keyword)| keyword)
            }
        }
    };
}

keywords! {
    Break "break"
    Case "case"
    Catch "catch"
    Classdef "classdef"
    Continue "continue"
    Do "do"
    Else "else"
    Elseif "elseif"
    End "end"
    EndFor "endfor"
    EndFunction "endfunction"
    EndIf "endif"
    EndParfor "endparfor"
    EndSwitch "endswitch"
    EndTry "end_try_catch"
    EndUnwind "end_unwind_protect"
    EndWhile "endwhile"
    For "for"
    Function "function"
    Global "global"
    If "if"
    Otherwise "otherwise"
    Parfor "parfor"
    Persistent "persistent"
    Return "return"
    Switch "switch"
    Try "try"
    Until "until"
    Unwind "unwind_protect"
    Cleanup "unwind_protect_cleanup"
    While "while"
}

impl Lexer<'_> {
    pub(super) fn name(&mut self) -> TokenKind {
        let start = self.at;
        self.skip_while(is_name_part);
        match Keyword::find(&self.text[start..self.at]) {
            Some(Keyword::End) if !self.nesting.is_empty() => TokenKind::EndIndex,
            Some(keyword) => TokenKind::Keyword(keyword),
            None => TokenKind::Name,
        }
    }
}
