//! What statements, conditions and expressions are made of.

use super::{Access, Case, Cond, Expr, Loop, Stmt, Subscript, Switch, While};

impl Expr {
    /// The expressions directly below, with the ones in conditions and subscripts.
    pub fn children(&self) -> Vec<&Expr> {
        match self {
            Expr::Literal(..) | Expr::Scalar(_) | Expr::Var(_) | Expr::Form(_) | Expr::Here(_) => vec![],
            Expr::Load(access) => access.children(),
            Expr::Binary(_, _, a, b) | Expr::Call(_, _, a, b) => vec![a, b],
            Expr::Convert(_, a) | Expr::Math(_, _, a) | Expr::Part(_, _, a) => vec![a],
            Expr::Choose(condition, _, a, b) => {
                let mut all = condition.children();
                all.extend([&**a, b]);
                all
            }
        }
    }

    pub fn children_mut(&mut self) -> Vec<&mut Expr> {
        match self {
            Expr::Literal(..) | Expr::Scalar(_) | Expr::Var(_) | Expr::Form(_) | Expr::Here(_) => vec![],
            Expr::Load(access) => access.children_mut(),
            Expr::Binary(_, _, a, b) | Expr::Call(_, _, a, b) => vec![a, b],
            Expr::Convert(_, a) | Expr::Math(_, _, a) | Expr::Part(_, _, a) => vec![a],
            Expr::Choose(condition, _, a, b) => {
                let mut all = condition.children_mut();
                all.extend([&mut **a, b]);
                all
            }
        }
    }
}

impl Access {
    fn children<'a>(&'a self) -> Vec<&'a Expr> {
        let modulo = |subscript: &'a Subscript| match subscript {
            Subscript::Modulo(expr) | Subscript::Cell(expr) => Some(&**expr),
            Subscript::Affine(_) | Subscript::Near(..) => None,
        };
        self.subscripts.iter().filter_map(modulo).collect()
    }

    fn children_mut<'a>(&'a mut self) -> Vec<&'a mut Expr> {
        let modulo = |subscript: &'a mut Subscript| match subscript {
            Subscript::Modulo(expr) | Subscript::Cell(expr) => Some(&mut **expr),
            Subscript::Affine(_) | Subscript::Near(..) => None,
        };
        self.subscripts.iter_mut().filter_map(modulo).collect()
    }
}

impl Cond {
    pub fn children(&self) -> Vec<&Expr> {
        match self {
            Cond::NonNegative(_) | Cond::NonZero(_) | Cond::Congruent { .. } => vec![],
            Cond::Less(a, b) | Cond::AtMost(a, b) | Cond::Equal(a, b) | Cond::Unequal(a, b) => vec![a, b],
            Cond::Both(a, b) => [a.children(), b.children()].concat(),
        }
    }

    pub fn children_mut(&mut self) -> Vec<&mut Expr> {
        match self {
            Cond::NonNegative(_) | Cond::NonZero(_) | Cond::Congruent { .. } => vec![],
            Cond::Less(a, b) | Cond::AtMost(a, b) | Cond::Equal(a, b) | Cond::Unequal(a, b) => vec![a, b],
            Cond::Both(a, b) => {
                let mut all = a.children_mut();
                all.extend(b.children_mut());
                all
            }
        }
    }
}

impl Stmt {
    /// The lists of statements directly below.
    pub fn bodies(&self) -> Vec<&Vec<Stmt>> {
        match self {
            Stmt::For(Loop { body, .. }) | Stmt::While(While { body, .. }) | Stmt::Block { body, .. } => vec![body],
            Stmt::If { then, otherwise, .. } => vec![then, otherwise],
            Stmt::Switch(Switch { cases, .. }) => cases.iter().map(|case: &Case| &case.body).collect(),
            Stmt::Store { .. }
            | Stmt::Bump { .. }
            | Stmt::Declare { .. }
            | Stmt::Set { .. }
            | Stmt::Local(_)
            | Stmt::Walk { .. }
            | Stmt::Goto(_)
            | Stmt::Record { .. }
            | Stmt::Bytes { .. }
            | Stmt::Break
            | Stmt::Continue
            | Stmt::Return => vec![],
        }
    }

    pub fn bodies_mut(&mut self) -> Vec<&mut Vec<Stmt>> {
        match self {
            Stmt::For(Loop { body, .. }) | Stmt::While(While { body, .. }) | Stmt::Block { body, .. } => vec![body],
            Stmt::If { then, otherwise, .. } => vec![then, otherwise],
            Stmt::Switch(Switch { cases, .. }) => cases.iter_mut().map(|case: &mut Case| &mut case.body).collect(),
            Stmt::Store { .. }
            | Stmt::Bump { .. }
            | Stmt::Declare { .. }
            | Stmt::Set { .. }
            | Stmt::Local(_)
            | Stmt::Walk { .. }
            | Stmt::Goto(_)
            | Stmt::Record { .. }
            | Stmt::Bytes { .. }
            | Stmt::Break
            | Stmt::Continue
            | Stmt::Return => vec![],
        }
    }

    /// The expressions directly below, with the ones in conditions and subscripts.
    pub fn exprs(&self) -> Vec<&Expr> {
        match self {
            Stmt::For(_)
            | Stmt::Local(_)
            | Stmt::Block { .. }
            | Stmt::Goto(_)
            | Stmt::Record { .. }
            | Stmt::Break
            | Stmt::Continue
            | Stmt::Return => vec![],
            Stmt::Bytes { to, from, .. } => {
                let mut all = to.children();
                all.extend(from.iter().flat_map(|from| from.children()));
                all
            }
            Stmt::Switch(Switch { value, .. }) => vec![value],
            Stmt::While(While { condition, .. }) | Stmt::If { condition, .. } => condition.children(),
            Stmt::Store { target, value, .. } | Stmt::Bump { target, value, .. } => {
                let mut all = target.children();
                all.push(value);
                all
            }
            Stmt::Declare { value, .. } | Stmt::Set { value, .. } | Stmt::Walk { value, .. } => vec![value],
        }
    }

    pub fn exprs_mut(&mut self) -> Vec<&mut Expr> {
        match self {
            Stmt::For(_)
            | Stmt::Local(_)
            | Stmt::Block { .. }
            | Stmt::Goto(_)
            | Stmt::Record { .. }
            | Stmt::Break
            | Stmt::Continue
            | Stmt::Return => vec![],
            Stmt::Bytes { to, from, .. } => {
                let mut all = to.children_mut();
                all.extend(from.iter_mut().flat_map(|from| from.children_mut()));
                all
            }
            Stmt::Switch(Switch { value, .. }) => vec![value],
            Stmt::While(While { condition, .. }) | Stmt::If { condition, .. } => condition.children_mut(),
            Stmt::Store { target, value, .. } | Stmt::Bump { target, value, .. } => {
                let mut all = target.children_mut();
                all.push(value);
                all
            }
            Stmt::Declare { value, .. } | Stmt::Set { value, .. } | Stmt::Walk { value, .. } => vec![value],
        }
    }
}
