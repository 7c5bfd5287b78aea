//! Control flow: blocks that keywords open and end.

use super::assign::nothing;
use super::bracket::Inside;
use super::{Parsed, Parser};
use crate::ast::{Block, Expr, ExprKind, Slot, Span, Stmt, StmtKind, Target};
use crate::lexer::{Bracket, Keyword, Symbol, TokenKind};

/// Keywords at which a list of statements ends.
pub fn ends_or_continues(keyword: Keyword) -> bool {
    match keyword {
        Keyword::Case
        | Keyword::Catch
        | Keyword::Cleanup
        | Keyword::Else
        | Keyword::Elseif
        | Keyword::End
        | Keyword::EndFor
        | Keyword::EndFunction
        | Keyword::EndIf
        | Keyword::EndParfor
        | Keyword::EndSwitch
        | Keyword::EndTry
        | Keyword::EndUnwind
        | Keyword::EndWhile
        | Keyword::Otherwise
        | Keyword::Until => true,
        Keyword::Break
        | Keyword::Classdef
        | Keyword::Continue
        | Keyword::Do
        | Keyword::For
        | Keyword::Function
        | Keyword::Global
        | Keyword::If
        | Keyword::Parfor
        | Keyword::Persistent
        | Keyword::Return
        | Keyword::Switch
        | Keyword::Try
        | Keyword::Unwind
        | Keyword::While => false,
    }
}

/// Octave's own keyword for the end of a block.
pub fn specific_end(open: Keyword) -> Option<Keyword> {
    Some(match open {
        Keyword::Do => Keyword::Until,
        Keyword::For => Keyword::EndFor,
        Keyword::Function => Keyword::EndFunction,
        Keyword::If => Keyword::EndIf,
        Keyword::Parfor => Keyword::EndParfor,
        Keyword::Switch => Keyword::EndSwitch,
        Keyword::Try => Keyword::EndTry,
        Keyword::Unwind => Keyword::EndUnwind,
        Keyword::While => Keyword::EndWhile,
        _ => return None,
    })
}

impl Parser<'_> {
    /// A statement that begins with a keyword, but for declarations.
    pub fn control(&mut self, keyword: Keyword) -> Parsed<StmtKind> {
        let span = self.advance().span;
        let simple = match keyword {
            Keyword::Break | Keyword::Continue if !self.in_loop() => {
                let message = format!("'{}' outside of a loop", keyword.text());
                return Err(self.fail_at(span, message, "'return' leaves a function or script"));
            }
            Keyword::Break => StmtKind::Break,
            Keyword::Continue => StmtKind::Continue,
            Keyword::Return => StmtKind::Return,
            _ => {
                self.open.push((keyword, span));
                let statement = self.blocks(keyword, span);
                self.open.pop();
                return statement;
            }
        };
        Ok(simple)
    }

    fn in_loop(&self) -> bool {
        let inside =
            self.open.iter().rev().map(|&(keyword, _)| keyword).take_while(|&keyword| keyword != Keyword::Function);
        inside
            .into_iter()
            .any(|keyword| matches!(keyword, Keyword::For | Keyword::Parfor | Keyword::While | Keyword::Do))
    }

    fn blocks(&mut self, keyword: Keyword, span: Span) -> Parsed<StmtKind> {
        Ok(match keyword {
            Keyword::If => self.if_(span),
            Keyword::While => self.while_(span),
            Keyword::Do => self.do_until(span),
            Keyword::For | Keyword::Parfor => self.for_(keyword, span),
            Keyword::Switch => self.switch(span),
            Keyword::Try => self.try_(span),
            Keyword::Unwind => self.unwind(span),
            _ => return Err(self.fail_at(span, format!("'{}' begins no statement", keyword.text()), "")),
        })
    }

    /// The end of a block, or a report that it is missing.
    pub fn end_block(&mut self, open: Keyword, span: Span) {
        let TokenKind::Keyword(found) = self.token.kind else {
            // Its `end` may be what was skipped after a mistake in its line.
            if self.is_wrong_line(span) {
                return;
            }
            let hint = format!("end it with 'end' or '{}'", specific_end(open).map_or("end", Keyword::text));
            return self.report(span, format!("'{}' has no 'end'", open.text()), hint);
        };
        if found == Keyword::End
            || specific_end(open) == Some(found)
            || (open == Keyword::Parfor && found == Keyword::EndFor)
        {
            self.advance();
            return;
        }
        let message = format!("'{}' cannot end the '{}' of line {}", found.text(), open.text(), self.line(span));
        let hint = format!("end it with 'end' or '{}'", specific_end(open).map_or("end", Keyword::text));
        let at = self.token.span;
        self.report(at, message, hint);
        if !self.ends_outer(found) {
            self.advance();
        }
    }

    /// A condition or value in a block's first line. After a mistake, the block is read all the same.
    fn head(&mut self) -> Expr {
        let span = self.token.span;
        match self.expression() {
            Ok(node) => node.expr,
            Err(_) => {
                self.resynchronize();
                nothing(span)
            }
        }
    }

    fn if_(&mut self, span: Span) -> StmtKind {
        let mut arms = vec![];
        let condition = self.head();
        arms.push((condition, self.conditional_block()));
        while self.is_keyword(Keyword::Elseif) {
            self.advance();
            let condition = self.head();
            arms.push((condition, self.conditional_block()));
        }
        let otherwise = self.else_block(Keyword::Else);
        while self.is_keyword(Keyword::Else) || self.is_keyword(Keyword::Elseif) {
            self.after_last("'else' has to be the last part of an 'if'");
        }
        self.end_block(Keyword::If, span);
        StmtKind::If { arms, otherwise }
    }

    /// A part of a block that comes after its last one.
    fn after_last(&mut self, message: &str) {
        let keyword = self.advance();
        self.report(keyword.span, message, "move this part before it");
        if matches!(keyword.kind, TokenKind::Keyword(Keyword::Elseif | Keyword::Case)) {
            self.head();
        }
        self.conditional_block();
    }

    fn else_block(&mut self, keyword: Keyword) -> Option<Block> {
        if !self.is_keyword(keyword) {
            return None;
        }
        self.advance();
        Some(self.block())
    }

    fn while_(&mut self, span: Span) -> StmtKind {
        let condition = self.head();
        let body = self.conditional_block();
        self.end_block(Keyword::While, span);
        StmtKind::While { condition, body }
    }

    fn do_until(&mut self, span: Span) -> StmtKind {
        let body = self.block();
        if self.is_keyword(Keyword::Until) {
            self.advance();
            let condition = self.head();
            return StmtKind::DoUntil { body, condition };
        }
        if self.is_keyword(Keyword::End) {
            self.advance();
        }
        self.report(span, "'do' has no 'until'", "end the loop with 'until condition'");
        StmtKind::DoUntil { body, condition: nothing(span) }
    }

    fn for_(&mut self, keyword: Keyword, span: Span) -> StmtKind {
        let (target, values, first) = self.for_head(keyword).unwrap_or_else(|_| {
            self.resynchronize();
            (nothing(span), nothing(span), None)
        });
        let mut body = self.conditional_block();
        self.end_block(keyword, span);
        body.splice(0..0, first);
        StmtKind::For { target, values, body }
    }

    /// `k = values`, `(k = values)`, and for `parfor` `(k = values, workers)`; with a statement that each iteration begins with.
    fn for_head(&mut self, keyword: Keyword) -> Parsed<(Expr, Expr, Option<Stmt>)> {
        let open = self.token.span.start;
        let mut in_brackets = self.eat(Symbol::Open(Bracket::Round));
        let fields = self.is(Symbol::Open(Bracket::Square)).then(|| self.for_fields()).transpose()?;
        let (target, first) = match fields {
            Some((target, first)) => (target, Some(first)),
            None => (self.for_target()?, None),
        };
        // `for (k) = values`
        in_brackets &= !self.eat(Symbol::Close(Bracket::Round));
        if !self.eat(Symbol::Equal) {
            return Err(self.expected("'=' after the loop's variable", "write for k = values"));
        }
        let mut values = self.value()?.expr;
        self.declare_place(&target);
        if first.is_some() {
            // A column with value and name for each field.
            let span = values.span;
            let base = Box::new(Expr { kind: ExprKind::Name(self.scopes.slot("__fields__")), span, parentheses: 0 });
            values = Expr { kind: ExprKind::Index { base, arguments: vec![values] }, span, parentheses: 0 };
        }
        if in_brackets {
            if keyword == Keyword::Parfor && self.eat(Symbol::Comma) {
                self.value()?;
            }
            self.close(Bracket::Round, open, Inside::One)?;
        }
        Ok((target, values, first))
    }

    /// `[value, key]`: the key is the loop's variable, and each iteration begins with `[value, key] = key{:}`.
    fn for_fields(&mut self) -> Parsed<(Expr, Stmt)> {
        let start = self.advance().span.start;
        let value = self.for_target()?;
        self.eat(Symbol::Comma);
        let key = self.for_target()?;
        self.close(Bracket::Square, start, Inside::Many)?;
        self.declare_place(&value);
        self.declare_place(&key);
        let span = self.since(start);
        let all = vec![Expr { kind: ExprKind::Colon, span, parentheses: 0 }];
        let pair = ExprKind::CellIndex { base: Box::new(key.clone()), arguments: all };
        let targets = vec![Target::Place(value), Target::Place(key.clone())];
        let kind = StmtKind::Assign { targets, value: Expr { kind: pair, span, parentheses: 0 } };
        Ok((key, Stmt { kind, span, print: false }))
    }

    fn for_target(&mut self) -> Parsed<Expr> {
        if self.token.kind != TokenKind::Name {
            return Err(self.expected("the loop's variable", "write for k = values"));
        }
        let mut target = self.primary()?;
        loop {
            match self.suffix(target)? {
                (longer, true) => target = longer,
                (target, false) => return self.place(target.expr),
            }
        }
    }

    fn switch(&mut self, span: Span) -> StmtKind {
        let value = self.head();
        let stray = self.conditional_block();
        if let Some(statement) = stray.first() {
            self.report(
                statement.span,
                "a statement before the first 'case'",
                "move it into a case or before the 'switch'",
            );
        }
        let mut cases = vec![];
        while self.is_keyword(Keyword::Case) {
            self.advance();
            let value = self.head();
            cases.push((value, self.conditional_block()));
        }
        let otherwise = self.else_block(Keyword::Otherwise);
        while self.is_keyword(Keyword::Case) || self.is_keyword(Keyword::Otherwise) {
            self.after_last("'otherwise' has to be the last part of a 'switch'");
        }
        self.end_block(Keyword::Switch, span);
        StmtKind::Switch { value, cases, otherwise }
    }

    fn try_(&mut self, span: Span) -> StmtKind {
        let body = self.block();
        let mut error = None;
        let mut handler = vec![];
        if self.is_keyword(Keyword::Catch) {
            self.advance();
            error = self.catch_name();
            handler = self.block();
        }
        self.end_block(Keyword::Try, span);
        StmtKind::Try { body, error, handler }
    }

    /// A name alone behind `catch` in the same line takes the error.
    fn catch_name(&mut self) -> Option<Slot> {
        if self.token.kind != TokenKind::Name {
            return None;
        }
        let (lexer, token, last_end) = (self.lexer.clone(), self.token.clone(), self.last_end);
        let span = self.advance().span;
        if self.is_terminator() {
            return Some(self.scopes.declare(self.text(span)));
        }
        (self.lexer, self.token, self.last_end) = (lexer, token, last_end);
        None
    }

    fn unwind(&mut self, span: Span) -> StmtKind {
        let body = self.block();
        let cleanup = self.else_block(Keyword::Cleanup).unwrap_or_else(|| {
            self.report(
                span,
                "'unwind_protect' has no 'unwind_protect_cleanup'",
                "write the statements that always run after it",
            );
            vec![]
        });
        self.end_block(Keyword::Unwind, span);
        StmtKind::UnwindProtect { body, cleanup }
    }
}
