//! What is between tokens: blanks, comments, continuation, and the white space that separates elements of a matrix.

use super::{Bracket, Lexer, NestKind, is_blank, is_name_part};

impl Lexer<'_> {
    /// Skips blanks, comments and continued line ends; in brackets of an index line ends as well.
    pub(super) fn skip_space(&mut self) {
        loop {
            match self.peek(0) {
                Some(byte) if is_blank(byte) => self.at += 1,
                Some(b'%' | b'#') if self.at_block_comment() => self.skip_block_comment(),
                Some(b'%' | b'#') => self.skip_while(|byte| byte != b'\n'),
                Some(b'.') if self.starts_with(b"...") => self.skip_continued(),
                Some(b'\\') if self.continues() => self.skip_continued(),
                Some(b'\n') if self.ignores_lines() => self.at += 1,
                _ => return,
            }
        }
    }

    fn ignores_lines(&self) -> bool {
        matches!(self.innermost(), Some(NestKind::Bracket(Bracket::Round) | NestKind::CellIndex))
    }

    /// Octave's old mark of continuation: a backslash at the end of a line.
    fn continues(&self) -> bool {
        self.text[self.at + 1..].iter().copied().find(|&byte| byte == b'\n' || !is_blank(byte)) == Some(b'\n')
    }

    fn skip_continued(&mut self) {
        self.skip_while(|byte| byte != b'\n');
        if self.peek(0).is_some() {
            self.at += 1;
        }
    }

    /// `%{` or `#{` with nothing behind it in its line.
    fn at_block_comment(&self) -> bool {
        self.peek(1) == Some(b'{') && self.ends_line(self.at + 2)
    }

    fn ends_line(&self, at: usize) -> bool {
        self.text[at..].iter().take_while(|&&byte| byte != b'\n').all(|&byte| is_blank(byte))
    }

    /// Block comments nest; inside, their marks are alone in their lines. The position afterwards is the end of the line of `%}`. One without an end is the rest of the text.
    fn skip_block_comment(&mut self) {
        let mut depth = 0;
        while self.at < self.text.len() {
            self.skip_while(is_blank);
            match (self.peek(0), self.peek(1)) {
                (Some(b'%' | b'#'), Some(b'{')) if self.ends_line(self.at + 2) => depth += 1,
                (Some(b'%' | b'#'), Some(b'}')) if self.ends_line(self.at + 2) => depth -= 1,
                _ => {}
            }
            self.skip_while(|byte| byte != b'\n');
            if depth == 0 {
                return;
            }
            self.at = (self.at + 1).min(self.text.len());
        }
    }

    /// White space before this position is a comma: between two operands of a matrix or cell. A sign with white space after it is
    /// an operator, one without is a sign.
    pub(super) fn separates(&self) -> bool {
        if !self.after_operand || !matches!(self.innermost(), Some(NestKind::Bracket(Bracket::Square | Bracket::Curly)))
        {
            return false;
        }
        let (Some(first), second) = (self.peek(0), self.peek(1)) else { return false };
        let tight = |byte: Option<u8>| byte.is_some_and(|byte| !is_blank(byte) && byte != b'\n');
        match first {
            b'\'' | b'"' | b'(' | b'[' | b'{' | b'@' => true,
            b'.' => second.is_some_and(|byte| byte.is_ascii_digit()),
            b'+' | b'-' if second == Some(first) => tight(self.peek(2)),
            b'+' | b'-' => tight(second) && second != Some(b'='),
            b'!' | b'~' => second != Some(b'='),
            other => is_name_part(other),
        }
    }
}
