//! Where a statement stands in messages about errors: Octave names the operator that is done last, or the sign of the assignment.
//! What a statement's place is takes no time; where that is in the text is looked for when somebody asks.

use raddle_matlab::ast::{Expr, ExprKind, Stmt, StmtKind, UnaryOp};

#[derive(Clone, Copy, Debug, Default)]
pub enum Place {
    #[default]
    Start,
    /// At this byte.
    At(u32),
    /// The operator behind this byte.
    Operator(u32),
    /// The sign of equality before this byte.
    Equals(u32),
}

impl Place {
    pub fn of(stmt: &Stmt) -> Place {
        match &stmt.kind {
            StmtKind::Assign { value, .. } => Place::Equals(value.span.start),
            StmtKind::Update { target, .. } => Place::Operator(target.span.end),
            StmtKind::Expr(expr) => Place::of_expr(expr),
            _ => Place::At(stmt.span.start),
        }
    }

    pub fn of_expr(expr: &Expr) -> Place {
        match &expr.kind {
            ExprKind::Binary(_, left, _) | ExprKind::AndAlso(left, _) | ExprKind::OrElse(left, _) => {
                Place::Operator(left.span.end)
            }
            ExprKind::Assign { value, .. } => Place::Equals(value.span.start),
            ExprKind::Unary(UnaryOp::ConjugateTranspose | UnaryOp::Transpose, operand) => {
                Place::At(operand.span.end.saturating_sub(1))
            }
            ExprKind::Matrix(_) | ExprKind::Cell(_) => Place::At(expr.span.end.saturating_sub(1)),
            _ => Place::At(expr.span.start),
        }
    }

    /// The byte of the text.
    pub fn offset(self, text: &str) -> u32 {
        match self {
            Place::Start => 0,
            Place::At(at) => at,
            Place::Operator(behind) => {
                let rest = text.get(behind as usize..).unwrap_or("");
                let skipped = rest.find(|c: char| !c.is_whitespace() && c != ')').unwrap_or(0);
                behind + skipped as u32
            }
            Place::Equals(before) => {
                let sign = text.get(..before as usize).and_then(|text| text.rfind('='));
                sign.map_or(before, |at| at as u32)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Place;

    #[test]
    fn operators_are_found_in_the_text() {
        let text = "y = ((2) + (g(x)));";
        assert_eq!(Place::Operator(7).offset(text), 9);
        assert_eq!(Place::Equals(6).offset(text), 2);
        assert_eq!(Place::Equals(1).offset(text), 1);
        assert_eq!(Place::Operator(90).offset(text), 90);
    }
}
