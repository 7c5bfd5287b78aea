//! Definitions of functions and lists of parameters.

use super::bracket::Inside;
use super::{FunctionsEnd, Parsed, Parser};
use crate::ast::{Function, Parameter, Scope, Slot, Span};
use crate::lexer::{Bracket, Keyword, Symbol};
use std::rc::Rc;

/// Parameters without `varargin`, and `varargin`.
pub type Parameters = (Vec<Parameter>, Option<Slot>);

/// A function's first line.
#[derive(Default)]
struct Header {
    name: Option<Rc<str>>,
    parameters: Vec<Parameter>,
    varargin: Option<Slot>,
    outputs: Vec<Slot>,
    varargout: Option<Slot>,
}

impl Parser<'_> {
    /// A definition from its keyword on; the result is its index.
    pub fn function(&mut self) -> Parsed<usize> {
        let keyword = self.advance().span;
        if self.open.iter().any(|&(open, _)| open == Keyword::Function) {
            self.report(
                keyword,
                "a function inside of another function",
                "nested functions are not supported; end the one before with 'end' and write this one after it",
            );
        }
        self.scopes.enter(&Scope::default());
        self.open.push((Keyword::Function, keyword));
        let indexing = std::mem::take(&mut self.indexing);
        let header = self.header().unwrap_or_else(|_| {
            self.resynchronize();
            Header::default()
        });
        let body = self.nested(|p| {
            let body = p.block();
            p.end_function(keyword);
            Ok(body)
        });
        self.indexing = indexing;
        self.open.pop();
        self.report_mixed();
        let (scope, _) = self.scopes.leave();
        self.functions.push(Rc::new(Function {
            name: header.name.unwrap_or_else(|| "".into()),
            source: self.source.clone(),
            scope,
            parameters: header.parameters,
            varargin: header.varargin,
            outputs: header.outputs,
            varargout: header.varargout,
            body: body?,
            span: self.since(keyword.start),
        }));
        Ok(self.functions.len() - 1)
    }

    fn end_function(&mut self, keyword: Span) {
        match self.functions_end {
            FunctionsEnd::NextFunction if self.is_end() || self.is_keyword(Keyword::Function) => {}
            FunctionsEnd::NextFunction => {
                let hint = "end the others as well, or none of them";
                self.report(keyword, "a function with 'end' among others without one", hint);
                self.end_block(Keyword::Function, keyword);
            }
            FunctionsEnd::End => self.end_block(Keyword::Function, keyword),
        }
    }

    fn header(&mut self) -> Parsed<Header> {
        let mut header = Header::default();
        if self.is(Symbol::Open(Bracket::Square)) {
            self.output_list(&mut header)?;
            if !self.eat(Symbol::Equal) {
                return Err(self.expected("'=' after the outputs", "write function [a, b] = name(x, y)"));
            }
            header.name = Some(self.function_name()?);
        } else {
            let span = self.token.span;
            let name = self.function_name()?;
            if self.eat(Symbol::Equal) {
                self.output(&mut header, &name, span);
                header.name = Some(self.function_name()?);
            } else {
                header.name = Some(name);
            }
        }
        self.last_output_varargout(&mut header);
        let open = self.token.span.start;
        if self.is(Symbol::Open(Bracket::Round)) {
            (header.parameters, header.varargin) = self.parameter_list()?;
            self.close(Bracket::Round, open, Inside::Many)?;
        }
        Ok(header)
    }

    fn function_name(&mut self) -> Parsed<Rc<str>> {
        let Some((name, _)) = self.name() else {
            return Err(self.expected("a function's name", "write function y = name(x)"));
        };
        if self.is(Symbol::Dot) {
            return Err(self.fail("a function's name has no dot", "methods of classes are not supported"));
        }
        Ok(name)
    }

    fn output_list(&mut self, header: &mut Header) -> Parsed<()> {
        let open = self.advance().span.start;
        while !self.is(Symbol::Close(Bracket::Square)) {
            let Some((name, span)) = self.name() else {
                return Err(self.expected("an output's name", "outputs are names between '[' and ']'"));
            };
            self.output(header, &name, span);
            if !self.eat(Symbol::Comma) {
                break;
            }
        }
        self.close(Bracket::Square, open, Inside::Many)
    }

    fn output(&mut self, header: &mut Header, name: &str, span: Span) {
        let slot = self.scopes.declare(name);
        if header.outputs.contains(&slot) {
            self.report(span, "two outputs have the same name", "give one of them another name");
        }
        header.outputs.push(slot);
    }

    fn last_output_varargout(&mut self, header: &mut Header) {
        let names = &self.scopes.names().names;
        if header.outputs.last().is_some_and(|last| &*names[last.0 as usize] == "varargout") {
            header.varargout = header.outputs.pop();
        }
    }

    /// `(a, ~, b = 3, varargin`, without the closing bracket.
    pub fn parameter_list(&mut self) -> Parsed<Parameters> {
        self.advance();
        let mut parameters: Vec<Parameter> = vec![];
        let mut names: Vec<Rc<str>> = vec![];
        while !self.is(Symbol::Close(Bracket::Round)) {
            let span = self.token.span;
            let parameter = self.parameter(&mut names)?;
            if parameter.slot.is_some() && names[..names.len() - 1].contains(&names[names.len() - 1]) {
                return Err(self.fail_at(span, "two parameters have the same name", "give one of them another name"));
            }
            parameters.push(parameter);
            if !self.eat(Symbol::Comma) {
                break;
            }
        }
        let last_is_varargin = parameters.last().is_some_and(|last| last.slot.is_some() && last.default.is_none())
            && names.last().is_some_and(|name| &**name == "varargin");
        let varargin = if last_is_varargin { parameters.pop().and_then(|last| last.slot) } else { None };
        Ok((parameters, varargin))
    }

    fn parameter(&mut self, names: &mut Vec<Rc<str>>) -> Parsed<Parameter> {
        if self.eat(Symbol::Not) {
            return Ok(Parameter { slot: None, default: None });
        }
        let Some((name, _)) = self.name() else {
            return Err(self.expected("a parameter's name", "parameters are names, or '~' for one that is not used"));
        };
        let slot = Some(self.scopes.declare(&name));
        names.push(name);
        let default = if self.eat(Symbol::Equal) { Some(self.value()?.expr) } else { None };
        Ok(Parameter { slot, default })
    }
}
