//! Whole texts: scripts, function files, texts of `eval`.

use super::{FunctionsEnd, Parser};
use crate::ast::{Block, File, Function, Scope, Source, Span, Stmt, StmtKind};
use crate::diagnostic::Diagnostic;
use std::rc::Rc;

/// What a text is from.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Origin {
    File,
    Eval,
}

pub fn file(source: Rc<Source>) -> Result<File, Vec<Diagnostic>> {
    either(&source, &Scope::default(), Origin::File)
}

pub fn eval(source: Rc<Source>, scope: &Scope) -> Result<File, Vec<Diagnostic>> {
    either(&source, scope, Origin::Eval)
}

/// Functions may have an `end` or none. If both readings are wrong, the one with fewer mistakes is told.
fn either(source: &Rc<Source>, scope: &Scope, origin: Origin) -> Result<File, Vec<Diagnostic>> {
    match text(source, scope, origin, FunctionsEnd::End) {
        Err(ended) if source.text.contains("function") => {
            let open = text(source, scope, origin, FunctionsEnd::NextFunction);
            open.map_err(|open| if open.len() < ended.len() { open } else { ended })
        }
        result => result,
    }
}

fn text(source: &Rc<Source>, scope: &Scope, origin: Origin, ends: FunctionsEnd) -> Result<File, Vec<Diagnostic>> {
    let mut parser = Parser::new(source, ends);
    parser.scopes.enter(scope);
    let mut body = parser.top();
    let is_definition = |statement: &Stmt| matches!(statement.kind, StmtKind::Function(_));
    let is_function_file = origin == Origin::File && !body.is_empty() && body.iter().all(is_definition);
    if is_function_file {
        body.clear();
    }
    let script = script(&mut parser, body);
    let mut diagnostics = parser.diagnostics;
    if !diagnostics.is_empty() {
        diagnostics.sort_by_key(|diagnostic| diagnostic.span.start);
        return Err(diagnostics);
    }
    Ok(File { source: source.clone(), script: Rc::new(script), functions: parser.functions, is_function_file })
}

fn script(parser: &mut Parser, body: Block) -> Function {
    let path = parser.source.path.as_deref();
    let name = path.and_then(|path| path.file_stem()).map(|stem| stem.to_string_lossy().into());
    parser.report_mixed();
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
