//! Whole texts: scripts, function files, texts of `eval`.

use super::{FunctionsEnd, Parser};
use crate::ast::{Block, File, Function, Scope, Source, Span};
use crate::diagnostic::Diagnostic;
use crate::lexer::{Keyword, Lexer, Symbol, TokenKind};
use std::rc::Rc;

pub fn file(source: Rc<Source>) -> Result<File, Vec<Diagnostic>> {
    let is_function_file = begins_with_function(&source.text);
    let ended = text(&source, &Scope::default(), FunctionsEnd::End, is_function_file);
    match ended {
        Err(ended) if source.text.contains("function") => {
            // The file's functions may have no `end`. If this reading is wrong as well, the one with fewer mistakes is told.
            let open = text(&source, &Scope::default(), FunctionsEnd::NextFunction, is_function_file);
            open.map_err(|open| if open.len() < ended.len() { open } else { ended })
        }
        result => result,
    }
}

pub fn eval(source: Rc<Source>, scope: &Scope) -> Result<File, Vec<Diagnostic>> {
    text(&source, scope, FunctionsEnd::End, false)
}

fn begins_with_function(text: &str) -> bool {
    let mut lexer = Lexer::new(text);
    loop {
        match lexer.next().kind {
            TokenKind::Symbol(Symbol::Newline) => {}
            kind => return kind == TokenKind::Keyword(Keyword::Function),
        }
    }
}

fn text(
    source: &Rc<Source>,
    scope: &Scope,
    ends: FunctionsEnd,
    is_function_file: bool,
) -> Result<File, Vec<Diagnostic>> {
    let mut parser = Parser::new(source, ends);
    parser.scopes.enter(scope);
    let body = parser.top();
    let script = script(&mut parser, body, is_function_file);
    let mut diagnostics = parser.diagnostics;
    if !diagnostics.is_empty() {
        diagnostics.sort_by_key(|diagnostic| diagnostic.span.start);
        return Err(diagnostics);
    }
    Ok(File { source: source.clone(), script: Rc::new(script), functions: parser.functions, is_function_file })
}

fn script(parser: &mut Parser, mut body: Block, is_function_file: bool) -> Function {
    if is_function_file {
        body.retain(|statement| !matches!(statement.kind, crate::ast::StmtKind::Function(_)));
    }
    let path = parser.source.path.as_deref();
    let name = path.and_then(|path| path.file_stem()).map(|stem| stem.to_string_lossy().into());
    let (scope, _) = parser.scopes.leave();
    Function {
        name: name.unwrap_or_else(|| "".into()),
        source: parser.source.clone(),
        scope,
        parameters: vec![],
        varargin: None,
        outputs: vec![],
        varargout: None,
        body,
        span: Span { start: 0, end: parser.source.text.len() as u32 },
    }
}
