//! Integer expressions over parameters and iterators that a program can evaluate; read off isl's AST expressions.
//!
//! All values are exact integers. Divisors are positive constants; division rounds down.

use std::fmt;

use crate::isl::{self, AstExpr, AstNode, AstOp, IslError};

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expr {
    Const(i64),
    /// A parameter or the iterator of an outer loop.
    Name(String),
    Add(Box<Expr>, Box<Expr>),
    Sub(Box<Expr>, Box<Expr>),
    Mul(i64, Box<Expr>),
    FloorDiv(Box<Expr>, i64),
    /// The remainder of [`Expr::FloorDiv`], never negative.
    Mod(Box<Expr>, i64),
    Min(Box<Expr>, Box<Expr>),
    Max(Box<Expr>, Box<Expr>),
    Select(Box<Cond>, Box<Expr>, Box<Expr>),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cond {
    Const(bool),
    Compare(Comparison, Box<Expr>, Box<Expr>),
    And(Box<Cond>, Box<Cond>),
    Or(Box<Cond>, Box<Cond>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comparison {
    Eq,
    Le,
    Lt,
    Ge,
    Gt,
}

/// Which operation takes several bounds of a loop together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extreme {
    Min,
    Max,
}

impl Expr {
    /// The operands of an outermost minimum or maximum.
    pub fn operands_of(&self, extreme: Extreme) -> Vec<&Expr> {
        match (self, extreme) {
            (Expr::Min(a, b), Extreme::Min) | (Expr::Max(a, b), Extreme::Max) => {
                [a.operands_of(extreme), b.operands_of(extreme)].concat()
            }
            _ => vec![self],
        }
    }

    /// Does the name occur in the values? Conditions of choices do not count.
    pub fn mentions(&self, name: &str) -> bool {
        match self {
            Expr::Const(_) => false,
            Expr::Name(other) => other == name,
            Expr::Mul(_, a) | Expr::FloorDiv(a, _) | Expr::Mod(a, _) => a.mentions(name),
            Expr::Add(a, b) | Expr::Sub(a, b) | Expr::Min(a, b) | Expr::Max(a, b) => {
                a.mentions(name) || b.mentions(name)
            }
            Expr::Select(_, a, b) => a.mentions(name) || b.mentions(name),
        }
    }

    /// The value where `lookup` gives the names'; None for an unknown name or beyond i64.
    pub fn eval(&self, lookup: &impl Fn(&str) -> Option<i64>) -> Option<i64> {
        match self {
            Expr::Const(value) => Some(*value),
            Expr::Name(name) => lookup(name),
            Expr::Add(a, b) => a.eval(lookup)?.checked_add(b.eval(lookup)?),
            Expr::Sub(a, b) => a.eval(lookup)?.checked_sub(b.eval(lookup)?),
            Expr::Mul(factor, a) => factor.checked_mul(a.eval(lookup)?),
            Expr::FloorDiv(a, divisor) => a.eval(lookup)?.checked_div_euclid(*divisor),
            Expr::Mod(a, divisor) => a.eval(lookup)?.checked_rem_euclid(*divisor),
            Expr::Min(a, b) => Some(a.eval(lookup)?.min(b.eval(lookup)?)),
            Expr::Max(a, b) => Some(a.eval(lookup)?.max(b.eval(lookup)?)),
            Expr::Select(cond, a, b) => if cond.eval(lookup)? { a } else { b }.eval(lookup),
        }
    }

    pub(crate) fn from_ast(ast: &AstExpr) -> isl::Result<Expr> {
        match ast.node()? {
            AstNode::Int(text) => text.parse().map(Expr::Const).map_err(|_| unexpected("integer beyond 64 bits")),
            AstNode::Name(name) => Ok(Expr::Name(name)),
            AstNode::Op(op, args) => Expr::from_op(op, &args),
        }
    }

    fn from_op(op: AstOp, args: &[AstExpr]) -> isl::Result<Expr> {
        match (op, args) {
            (AstOp::Minus, [a]) => Ok(Expr::Mul(-1, Expr::boxed(a)?)),
            (AstOp::Add, [a, b]) => Ok(Expr::Add(Expr::boxed(a)?, Expr::boxed(b)?)),
            (AstOp::Sub, [a, b]) => Ok(Expr::Sub(Expr::boxed(a)?, Expr::boxed(b)?)),
            (AstOp::Mul, [a, b]) => match (Expr::from_ast(a)?, Expr::from_ast(b)?) {
                (Expr::Const(factor), other) | (other, Expr::Const(factor)) => Ok(Expr::Mul(factor, Box::new(other))),
                _ => Err(unexpected("product of variables")),
            },
            (AstOp::ExactDiv | AstOp::FloorDiv, [a, b]) => Ok(Expr::FloorDiv(Expr::boxed(a)?, divisor(b)?)),
            (AstOp::Rem, [a, b]) => Ok(Expr::Mod(Expr::boxed(a)?, divisor(b)?)),
            (AstOp::Min, args) => fold(args, Expr::from_ast, Expr::Min),
            (AstOp::Max, args) => fold(args, Expr::from_ast, Expr::Max),
            (AstOp::Select, [cond, a, b]) => {
                Ok(Expr::Select(Box::new(Cond::from_ast(cond)?), Expr::boxed(a)?, Expr::boxed(b)?))
            }
            (op, args) => Err(unexpected(&format!("{op:?} with {} operands", args.len()))),
        }
    }

    fn boxed(ast: &AstExpr) -> isl::Result<Box<Expr>> {
        Expr::from_ast(ast).map(Box::new)
    }
}

impl Cond {
    /// The value where `lookup` gives the names'; None as for [`Expr::eval`].
    pub fn eval(&self, lookup: &impl Fn(&str) -> Option<i64>) -> Option<bool> {
        match self {
            Cond::Const(value) => Some(*value),
            Cond::Compare(comparison, a, b) => {
                let (a, b) = (a.eval(lookup)?, b.eval(lookup)?);
                Some(match comparison {
                    Comparison::Eq => a == b,
                    Comparison::Le => a <= b,
                    Comparison::Lt => a < b,
                    Comparison::Ge => a >= b,
                    Comparison::Gt => a > b,
                })
            }
            Cond::And(a, b) => Some(a.eval(lookup)? && b.eval(lookup)?),
            Cond::Or(a, b) => Some(a.eval(lookup)? || b.eval(lookup)?),
        }
    }

    pub(crate) fn from_ast(ast: &AstExpr) -> isl::Result<Cond> {
        let (op, args) = match ast.node()? {
            AstNode::Int(text) => return Ok(Cond::Const(text != "0")),
            AstNode::Name(_) => return Err(unexpected("name as a condition")),
            AstNode::Op(op, args) => (op, args),
        };
        let comparison = match op {
            AstOp::And => return fold(&args, Cond::from_ast, Cond::And),
            AstOp::Or => return fold(&args, Cond::from_ast, Cond::Or),
            AstOp::Eq => Comparison::Eq,
            AstOp::Le => Comparison::Le,
            AstOp::Lt => Comparison::Lt,
            AstOp::Ge => Comparison::Ge,
            AstOp::Gt => Comparison::Gt,
            AstOp::Max
            | AstOp::Min
            | AstOp::Minus
            | AstOp::Add
            | AstOp::Sub
            | AstOp::Mul
            | AstOp::ExactDiv
            | AstOp::FloorDiv
            | AstOp::Rem
            | AstOp::Select => return Err(unexpected(&format!("{op:?} as a condition"))),
        };
        match args.as_slice() {
            [a, b] => Ok(Cond::Compare(comparison, Expr::boxed(a)?, Expr::boxed(b)?)),
            _ => Err(unexpected("comparison without two operands")),
        }
    }
}

fn fold<T>(
    args: &[AstExpr],
    read: impl Fn(&AstExpr) -> isl::Result<T>,
    join: impl Fn(Box<T>, Box<T>) -> T,
) -> isl::Result<T> {
    let (first, rest) = args.split_first().ok_or_else(|| unexpected("operation without operands"))?;
    rest.iter().try_fold(read(first)?, |all, next| Ok(join(Box::new(all), Box::new(read(next)?))))
}

fn divisor(ast: &AstExpr) -> isl::Result<i64> {
    match Expr::from_ast(ast)? {
        Expr::Const(value) if value > 0 => Ok(value),
        _ => Err(unexpected("divisor that is no positive constant")),
    }
}

fn unexpected(what: &str) -> IslError {
    IslError::Failed(format!("unexpected {what} in an expression"))
}

impl fmt::Display for Expr {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Expr::Const(value) => write!(f, "{value}"),
            Expr::Name(name) => f.write_str(name),
            Expr::Add(a, b) => write!(f, "({a} + {b})"),
            Expr::Sub(a, b) => write!(f, "({a} - {b})"),
            Expr::Mul(factor, a) => write!(f, "{factor}*{a}"),
            Expr::FloorDiv(a, divisor) => write!(f, "floor({a}/{divisor})"),
            Expr::Mod(a, divisor) => write!(f, "({a} mod {divisor})"),
            Expr::Min(a, b) => write!(f, "min({a}, {b})"),
            Expr::Max(a, b) => write!(f, "max({a}, {b})"),
            Expr::Select(cond, a, b) => write!(f, "({cond} ? {a} : {b})"),
        }
    }
}

impl fmt::Display for Cond {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Cond::Const(value) => write!(f, "{value}"),
            Cond::Compare(comparison, a, b) => write!(f, "{a} {comparison} {b}"),
            Cond::And(a, b) => write!(f, "({a} and {b})"),
            Cond::Or(a, b) => write!(f, "({a} or {b})"),
        }
    }
}

impl fmt::Display for Comparison {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(match self {
            Comparison::Eq => "=",
            Comparison::Le => "<=",
            Comparison::Lt => "<",
            Comparison::Ge => ">=",
            Comparison::Gt => ">",
        })
    }
}

impl std::ops::Add for Expr {
    type Output = Expr;

    fn add(self, other: Expr) -> Expr {
        Expr::Add(Box::new(self), Box::new(other))
    }
}

impl std::ops::Sub for Expr {
    type Output = Expr;

    fn sub(self, other: Expr) -> Expr {
        Expr::Sub(Box::new(self), Box::new(other))
    }
}
