//! The tree as text, for comparison: every operator with its operands in parentheses.

use raddle_matlab::ast::*;
use std::fmt::Write;

/// All functions and the script, a line for each statement.
pub fn file(file: &File) -> String {
    let mut out = String::new();
    for function in &file.functions {
        let names =
            |slots: &[Slot]| slots.iter().map(|slot| name(&function.scope, *slot)).collect::<Vec<_>>().join(" ");
        let parameters: Vec<_> = function.parameters.iter().map(|p| parameter(p, &function.scope)).collect();
        let _ = write!(out, "function {} [{}] ({})", function.name, names(&function.outputs), parameters.join(" "));
        if function.varargin.is_some() {
            out.push_str(" varargin");
        }
        if function.varargout.is_some() {
            out.push_str(" varargout");
        }
        out.push('\n');
        block(&mut out, &function.body, &function.scope, 1);
    }
    block(&mut out, &file.script.body, &file.script.scope, 0);
    out
}

fn parameter(parameter: &Parameter, scope: &Scope) -> String {
    let text = parameter.slot.map_or("~".into(), |slot| name(scope, slot));
    match &parameter.default {
        Some(default) => format!("{text}={}", expr(default, scope)),
        None => text,
    }
}

fn name(scope: &Scope, slot: Slot) -> String {
    scope.names[slot.0 as usize].to_string()
}

fn block(out: &mut String, statements: &[Stmt], scope: &Scope, depth: usize) {
    for statement in statements {
        line(out, depth, &format!("{}{}", stmt(statement, scope), if statement.print { "" } else { ";" }));
        inner(out, statement, scope, depth + 1);
    }
}

fn line(out: &mut String, depth: usize, text: &str) {
    let _ = writeln!(out, "{}{text}", "  ".repeat(depth));
}

fn inner(out: &mut String, statement: &Stmt, scope: &Scope, depth: usize) {
    match &statement.kind {
        StmtKind::If { arms, otherwise } => {
            for (condition, body) in arms {
                line(out, depth - 1, &format!("when {}", expr(condition, scope)));
                block(out, body, scope, depth);
            }
            section(out, "else", otherwise.as_deref(), scope, depth);
        }
        StmtKind::Switch { cases, otherwise, .. } => {
            for (value, body) in cases {
                line(out, depth - 1, &format!("case {}", expr(value, scope)));
                block(out, body, scope, depth);
            }
            section(out, "otherwise", otherwise.as_deref(), scope, depth);
        }
        StmtKind::While { body, .. } | StmtKind::DoUntil { body, .. } | StmtKind::For { body, .. } => {
            block(out, body, scope, depth);
        }
        StmtKind::Try { body, handler, .. } => {
            block(out, body, scope, depth);
            section(out, "catch", Some(handler), scope, depth);
        }
        StmtKind::UnwindProtect { body, cleanup } => {
            block(out, body, scope, depth);
            section(out, "cleanup", Some(cleanup), scope, depth);
        }
        _ => {}
    }
}

fn section(out: &mut String, title: &str, body: Option<&[Stmt]>, scope: &Scope, depth: usize) {
    if let Some(body) = body {
        line(out, depth - 1, title);
        block(out, body, scope, depth);
    }
}

fn stmt(statement: &Stmt, scope: &Scope) -> String {
    let e = |expr_: &Expr| expr(expr_, scope);
    let declared = |names: &[(Slot, Option<Expr>)]| {
        let words: Vec<_> = names
            .iter()
            .map(|(slot, value)| {
                value.as_ref().map_or(name(scope, *slot), |value| format!("{}={}", name(scope, *slot), e(value)))
            })
            .collect();
        words.join(" ")
    };
    match &statement.kind {
        StmtKind::Expr(value) => e(value),
        StmtKind::Assign { targets, value } => format!("{} = {}", places(targets, scope), e(value)),
        StmtKind::Update { target, op, value } => format!("{} {op:?}= {}", e(target), e(value)),
        StmtKind::If { .. } => "if".into(),
        StmtKind::While { condition, .. } => format!("while {}", e(condition)),
        StmtKind::DoUntil { condition, .. } => format!("do until {}", e(condition)),
        StmtKind::For { target, values, .. } => format!("for {} = {}", e(target), e(values)),
        StmtKind::Switch { value, .. } => format!("switch {}", e(value)),
        StmtKind::Break => "break".into(),
        StmtKind::Continue => "continue".into(),
        StmtKind::Return => "return".into(),
        StmtKind::Global(names) => format!("global {}", declared(names)),
        StmtKind::Persistent(names) => format!("persistent {}", declared(names)),
        StmtKind::Try { error, .. } => format!("try {}", error.map_or(String::new(), |slot| name(scope, slot))),
        StmtKind::UnwindProtect { .. } => "unwind_protect".into(),
        StmtKind::Function(index) => format!("define {index}"),
    }
}

fn places(targets: &[Target], scope: &Scope) -> String {
    let words: Vec<_> = targets
        .iter()
        .map(|target| match target {
            Target::Ignored(_) => "~".into(),
            Target::Place(place) => expr(place, scope),
        })
        .collect();
    words.join(", ")
}

/// An expression in full parentheses.
pub fn expr(value: &Expr, scope: &Scope) -> String {
    let e = |inner: &Expr| expr(inner, scope);
    let list = |items: &[Expr]| items.iter().map(e).collect::<Vec<_>>().join(", ");
    let rows = |rows: &[Vec<Expr>]| rows.iter().map(|row| list(row)).collect::<Vec<_>>().join("; ");
    match &value.kind {
        ExprKind::Number(number) => format!("{number}"),
        ExprKind::Imaginary(number) => format!("{number}i"),
        ExprKind::Integer { bits, class } => format!("{class:?}:{bits}"),
        ExprKind::Text { bytes, double_quoted: false } => format!("'{}'", String::from_utf8_lossy(bytes)),
        ExprKind::Text { bytes, double_quoted: true } => format!("{:?}", String::from_utf8_lossy(bytes)),
        ExprKind::Name(slot) => name(scope, *slot),
        ExprKind::Colon => ":".into(),
        ExprKind::End => "end".into(),
        ExprKind::Unary(op, operand) => format!("({op:?} {})", e(operand)),
        ExprKind::Binary(op, left, right) => format!("({} {op:?} {})", e(left), e(right)),
        ExprKind::AndAlso(left, right) => format!("({} && {})", e(left), e(right)),
        ExprKind::OrElse(left, right) => format!("({} || {})", e(left), e(right)),
        ExprKind::Range { base, step: None, limit } => format!("({}:{})", e(base), e(limit)),
        ExprKind::Range { base, step: Some(step), limit } => format!("({}:{}:{})", e(base), e(step), e(limit)),
        ExprKind::Index { base, arguments } => format!("{}({})", e(base), list(arguments)),
        ExprKind::CellIndex { base, arguments } => format!("{}{{{}}}", e(base), list(arguments)),
        ExprKind::Field { base, name } => format!("{}.{name}", e(base)),
        ExprKind::DynamicField { base, name } => format!("{}.({})", e(base), e(name)),
        ExprKind::Matrix(elements) => format!("[{}]", rows(elements)),
        ExprKind::Cell(elements) => format!("{{{}}}", rows(elements)),
        ExprKind::Anonymous(function) => {
            let parameters: Vec<_> = function.parameters.iter().map(|p| parameter(p, &function.scope)).collect();
            format!("@({}) {}", parameters.join(" "), expr(&function.body, &function.scope))
        }
        ExprKind::Handle(name) => format!("@{name}"),
        ExprKind::Assign { targets, value } => format!("({} = {})", places(targets, scope), e(value)),
        ExprKind::Step { target, op, value } => format!("({value:?} {op:?} {})", e(target)),
    }
}
