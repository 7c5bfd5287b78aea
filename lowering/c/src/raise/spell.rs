//! Short C spellings of expressions, for names and messages. Never used to decide anything.

use super::poly::Poly;
use crate::ast::{BinaryOp, CastKind, ExprId, ExprKind, UnaryOp, Unit};
use crate::plan::Term;

/// Longer expressions are cut.
const MAX_DEPTH: u32 = 6;

pub fn expr(unit: &Unit, id: ExprId) -> String {
    spell(unit, id, MAX_DEPTH)
}

fn spell(unit: &Unit, id: ExprId, depth: u32) -> String {
    if depth == 0 {
        return "...".into();
    }
    let sub = |id: ExprId| spell(unit, id, depth - 1);
    match &unit.expr(id).kind {
        ExprKind::Ref { decl } => unit.decl(*decl).name.clone(),
        ExprKind::Int { value } => value.to_string(),
        ExprKind::Float { text, .. } => text.clone(),
        // Casts do not change the depth: they are not shown.
        ExprKind::Cast { arg, .. } => spell(unit, *arg, depth),
        ExprKind::Binary { op, lhs, rhs } => {
            format!("{} {} {}", operand(unit, *lhs, depth), operator(*op), operand(unit, *rhs, depth))
        }
        ExprKind::Assign { lhs, rhs } => format!("{} = {}", sub(*lhs), sub(*rhs)),
        ExprKind::CompoundAssign { op, lhs, rhs, .. } => format!("{} {}= {}", sub(*lhs), operator(*op), sub(*rhs)),
        ExprKind::Unary { op, arg } => unary(*op, &operand(unit, *arg, depth)),
        ExprKind::Conditional { cond, then, other } => format!("{} ? {} : {}", sub(*cond), sub(*then), sub(*other)),
        ExprKind::Subscript { base, index } => format!("{}[{}]", operand(unit, *base, depth), sub(*index)),
        ExprKind::Member { base, record, field, arrow } => {
            let name = unit.record(*record).fields.get(*field as usize).map_or("", |field| &field.name);
            format!("{}{}{name}", operand(unit, *base, depth), if *arrow { "->" } else { "." })
        }
        ExprKind::Call { callee, .. } => format!("{}(...)", sub(*callee)),
        _ => "...".into(),
    }
}

/// In parentheses where it is an operator expression.
fn operand(unit: &Unit, id: ExprId, depth: u32) -> String {
    let text = spell(unit, id, depth - 1);
    match unit.expr(strip(unit, id)).kind {
        ExprKind::Binary { .. } | ExprKind::Conditional { .. } | ExprKind::Assign { .. } => format!("({text})"),
        _ => text,
    }
}

fn strip(unit: &Unit, id: ExprId) -> ExprId {
    match unit.expr(id).kind {
        ExprKind::Cast { arg, .. } => strip(unit, arg),
        _ => id,
    }
}

/// The array or field that an lvalue belongs to, without subscripts: `p->a` of `p->a[i][j]`.
pub fn array(unit: &Unit, id: ExprId) -> String {
    match &unit.expr(id).kind {
        ExprKind::Subscript { base: arg, .. } | ExprKind::Unary { op: UnaryOp::Deref, arg } => array(unit, *arg),
        ExprKind::Cast { cast, arg } if *cast != CastKind::Other => array(unit, *arg),
        ExprKind::Binary { lhs, .. } => array(unit, *lhs),
        ExprKind::Member { base, record, field, arrow } => {
            let name = unit.record(*record).fields.get(*field as usize).map_or("", |field| &field.name);
            format!("{}{}{name}", array(unit, *base), if *arrow { "->" } else { "." })
        }
        _ => expr(unit, id),
    }
}

fn operator(op: BinaryOp) -> &'static str {
    match op {
        BinaryOp::Add => "+",
        BinaryOp::Sub => "-",
        BinaryOp::Mul => "*",
        BinaryOp::Div => "/",
        BinaryOp::Rem => "%",
        BinaryOp::Shl => "<<",
        BinaryOp::Shr => ">>",
        BinaryOp::And => "&",
        BinaryOp::Or => "|",
        BinaryOp::Xor => "^",
        BinaryOp::Lt => "<",
        BinaryOp::Gt => ">",
        BinaryOp::Le => "<=",
        BinaryOp::Ge => ">=",
        BinaryOp::Eq => "==",
        BinaryOp::Ne => "!=",
        BinaryOp::LogicalAnd => "&&",
        BinaryOp::LogicalOr => "||",
        BinaryOp::Comma => ",",
    }
}

fn unary(op: UnaryOp, arg: &str) -> String {
    match op {
        UnaryOp::Plus => format!("+{arg}"),
        UnaryOp::Minus => format!("-{arg}"),
        UnaryOp::Not => format!("~{arg}"),
        UnaryOp::LogicalNot => format!("!{arg}"),
        UnaryOp::Deref => format!("*{arg}"),
        UnaryOp::AddrOf => format!("&{arg}"),
        UnaryOp::PreInc => format!("++{arg}"),
        UnaryOp::PreDec => format!("--{arg}"),
        UnaryOp::PostInc => format!("{arg}++"),
        UnaryOp::PostDec => format!("{arg}--"),
        UnaryOp::Extension | UnaryOp::Real | UnaryOp::Imag => arg.to_string(),
    }
}

/// `n - 2*m + 1`; `name` names terms.
pub fn poly(poly: &Poly, name: impl Fn(Term) -> String) -> String {
    let mut text = String::new();
    let constants = poly.iter().filter(|(product, _)| product.is_empty());
    for (product, coefficient) in poly.iter().filter(|(product, _)| !product.is_empty()).chain(constants) {
        let sign = match (text.is_empty(), coefficient < 0) {
            (true, false) => "",
            (true, true) => "-",
            (false, false) => " + ",
            (false, true) => " - ",
        };
        let mut factors: Vec<String> = product.iter().map(|&term| name(term)).collect();
        let magnitude = coefficient.unsigned_abs();
        if magnitude != 1 || factors.is_empty() {
            factors.insert(0, magnitude.to_string());
        }
        text += sign;
        text += &factors.join("*");
    }
    if text.is_empty() { "0".into() } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::SymbolId;

    #[test]
    fn polynomials_read_like_c() {
        let n = Poly::term(Term::Symbol(SymbolId(0)));
        let value = n.mul(&n).unwrap().scale(-2).unwrap().add(&n).unwrap().plus(-1).unwrap();
        assert_eq!(poly(&value, |_| "n".into()), "n - 2*n*n - 1");
        assert_eq!(poly(&Poly::default(), |_| "n".into()), "0");
    }
}
