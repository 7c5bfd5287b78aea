//! Expressions evaluated in the nest: every lvalue in them is found a place, everything else must be plain arithmetic.

use super::computes::computes;
use super::effects::{Root, callee_decl, is_step, place, promise};
use super::nest::{Builder, Found, Meaning, elem_of, plain};
use super::path::{Path, PathBase};
use super::prove::Range;
use super::shape::Raw;
use super::value::{is_ordinary, is_plain_cast, null_test};
use super::visit::{self, Item};
use super::{Reason, Result, spell};
use crate::ast::{BinaryOp, CastKind, Computes, DeclId, ExprId, ExprKind, Storage, TypeKind, UnaryOp, Unit};
use crate::plan::{Call, Elem, SymbolId, Target, Value};

/// Library functions of numbers only: no effect but the value and errno.
const PURE: &str = "\
    abs labs llabs sqrt cbrt fabs floor ceil trunc round rint nearbyint lround lrint llround llrint exp exp2 expm1 log log2 log10 \
    log1p logb pow sin cos tan asin acos atan atan2 sinh cosh tanh asinh acosh atanh hypot fmod remainder copysign fmin fmax fdim fma \
    elementwise_minnum elementwise_maxnum \
    erf erfc tgamma ldexp scalbn isnan isinf isfinite isnormal signbit isinf_sign isgreater isgreaterequal isless \
    islessequal islessgreater isunordered expect expect_with_probability huge_val inf";

/// Those of them that have no error to report.
const NEVER_ERRNO: &str = "\
    abs labs llabs fabs floor ceil trunc round rint nearbyint copysign fmin fmax isnan isinf isfinite isnormal \
    elementwise_minnum elementwise_maxnum \
    signbit isinf_sign isgreater isgreaterequal isless islessequal islessgreater isunordered expect \
    expect_with_probability huge_val inf";

impl Builder<'_> {
    /// Checks an expression whose value is used and records the accesses in it.
    pub fn rvalue(&mut self, e: ExprId) -> Result<()> {
        stacker::maybe_grow(64 << 10, 1 << 20, || self.rvalue_here(e))
    }

    fn rvalue_here(&mut self, e: ExprId) -> Result<()> {
        let expr = self.unit.expr(e);
        if expr.constant.is_some() {
            return Ok(());
        }
        if let ExprKind::Call { callee, args, builtin } = &expr.kind
            && !is_pure(builtin)
        {
            return self.call(e, *callee, args, builtin);
        }
        self.check_type(e)?;
        match &expr.kind {
            ExprKind::Int { .. } | ExprKind::Float { .. } | ExprKind::ImplicitZero => Ok(()),
            ExprKind::Cast { cast: CastKind::LvalueToRvalue, arg } => self.access(*arg, Some(e)),
            ExprKind::Cast { cast, arg } if is_plain_cast(*cast) || *cast == CastKind::ToVoid => self.rvalue(*arg),
            ExprKind::Binary { op: BinaryOp::LogicalAnd | BinaryOp::LogicalOr, lhs, rhs } => {
                self.rvalue(*lhs)?;
                self.conditionally(|builder| builder.rvalue(*rhs))
            }
            ExprKind::Binary { lhs, rhs, .. } if null_test(self.unit, e).is_some() => {
                // Of a pointer that changes, the reason is that.
                let Ok(symbol) = self.symbol(e) else { return self.rvalue(*lhs).and_then(|()| self.rvalue(*rhs)) };
                self.record(e, Found::Done(plain(Target::Symbol(symbol))));
                Ok(())
            }
            ExprKind::Binary { lhs, rhs, .. } => self.rvalue(*lhs).and_then(|()| self.rvalue(*rhs)),
            ExprKind::Conditional { cond, then, other } => {
                self.rvalue(*cond)?;
                self.conditionally(|builder| builder.rvalue(*then).and_then(|()| builder.rvalue(*other)))
            }
            ExprKind::Assign { lhs, rhs } | ExprKind::CompoundAssign { lhs, rhs, .. } => {
                self.access(*lhs, None)?;
                self.rvalue(*rhs)
            }
            ExprKind::Unary { op, arg } if is_step(*op) => self.access(*arg, None),
            ExprKind::Unary { op, arg } if is_arithmetic(*op) => self.rvalue(*arg),
            ExprKind::Call { callee, args, builtin } => self.call(e, *callee, args, builtin),
            ExprKind::StmtExpr { .. } => {
                let why = self.unit.kept_calls.calls.get(&e).map_or("other calls in the loop stay", String::as_str);
                Err(Reason::at_expr(e, format!("statement expression that cannot be replaced: {why}")))
            }
            _ => Err(Reason::at_expr(e, format!("'{}' cannot be part of a nest", spell::expr(self.unit, e)))),
        }
    }

    fn conditionally(&mut self, inside: impl FnOnce(&mut Self) -> Result<()>) -> Result<()> {
        self.conditions += 1;
        let result = inside(self);
        self.conditions -= 1;
        result
    }

    fn check_type(&self, e: ExprId) -> Result<()> {
        let ty = self.unit.ty(self.unit.expr(e).ty);
        match ty.kind {
            TypeKind::Void => Ok(()),
            TypeKind::Pointer { .. } => {
                Err(Reason::at_expr(e, format!("pointer '{}' is computed in the nest", spell::expr(self.unit, e))))
            }
            _ if elem_of(ty).is_some() => Ok(()),
            _ => Err(Reason::at_expr(e, format!("value of type '{}'", ty.spelling))),
        }
    }

    fn call(&mut self, e: ExprId, callee: ExprId, args: &[ExprId], builtin: &str) -> Result<()> {
        if !is_pure(builtin) {
            return self.other_call(e, callee, args);
        }
        if may_set_errno(builtin) && self.unit.reads_errno() {
            return Err(Reason::at_expr(
                e,
                format!("call to '{}' may set errno, which this file uses", library(builtin)),
            ));
        }
        args.iter().try_for_each(|&arg| self.rvalue(arg))
    }

    /// A call of a function that is none of the library's pure ones: made before the nest, if the function promises to compute a value alone;
    /// else where it stands, if it is seen to do so.
    fn other_call(&mut self, e: ExprId, callee: ExprId, args: &[ExprId]) -> Result<()> {
        let Some(function) = callee_decl(self.unit, callee) else { return Err(self.unknown_call(e)) };
        let early = promise(self.unit, function).map(|_| self.symbol(e));
        if let Some(Ok(symbol)) = early {
            self.record(e, Found::Done(plain(Target::Symbol(symbol))));
            return Ok(());
        }
        match (computes(self.unit, function), early) {
            (Some(facts), _) => self.computing_call(e, function, facts, args),
            (None, Some(Err(reason))) => {
                let name = &self.unit.decl(function).name;
                Err(Reason::at_expr(e, format!("call to '{name}' in each iteration: {}", reason.text)))
            }
            (None, _) => Err(self.unknown_call(e)),
        }
    }

    fn computing_call(&mut self, e: ExprId, function: DeclId, facts: &Computes, args: &[ExprId]) -> Result<()> {
        let (unit, name) = (self.unit, &self.unit.decl(function).name);
        if facts.sets_errno && unit.reads_errno() {
            return Err(Reason::at_expr(e, format!("call to '{name}' may set errno, which this file uses")));
        }
        if facts.calls.contains(&self.function.decl) {
            return Err(Reason::at_expr(e, format!("call to '{name}', which calls the function that the loop is in")));
        }
        let is_pointer = |it: &&ExprId| matches!(unit.ty(unit.expr(**it).ty).kind, TypeKind::Pointer { .. });
        let passed: Vec<Root> = args.iter().filter(is_pointer).map(|it| place(unit, *it).root).collect();
        let changes = |it| self.effects.may_change_for_others(unit, &self.function.effects, it, &passed);
        if facts.reads.iter().any(changes) {
            let why = "it reads memory that the nest may write";
            return Err(Reason::at_expr(e, format!("call to '{name}' in each iteration: {why}")));
        }
        let mut addresses = vec![];
        for (number, &arg) in args.iter().enumerate() {
            match unit.ty(unit.expr(arg).ty).kind {
                TypeKind::Pointer { .. } => addresses
                    .push((number, self.fixed(Value::Address(arg), spell::expr(unit, arg), |it| it.hoist(arg))?)),
                _ => self.rvalue(arg)?,
            }
        }
        let function = self.fixed(Value::Function(function), name.clone(), |_| Ok(0))?;
        self.calls
            .push((e, Call { function, addresses, reads: !facts.reads.is_empty(), picoseconds: facts.picoseconds }));
        Ok(())
    }

    /// An address that is the same in all iterations, as a symbol.
    fn fixed(&mut self, value: Value, name: String, level: impl FnOnce(&mut Self) -> Result<u32>) -> Result<SymbolId> {
        if let Some(known) = self.symbols.iter().position(|it| it.value == value) {
            return Ok(SymbolId(known as u32));
        }
        let level = level(self)?;
        Ok(self.add_symbol(value, name, level, Range::ANY))
    }

    /// Why a call cannot be part of a nest, and what the user could do. Of a call that others keep from being replaced, it is
    /// one of these.
    pub fn unknown_call(&self, e: ExprId) -> Reason {
        if let Some(reason) = self.kept_call(e) {
            return reason;
        }
        let mut others = Vec::new();
        visit::walk(self.unit, Item::Stmt(self.root), |item| {
            others.extend(if let Item::Expr(other) = item { self.kept_call(other) } else { None });
            others.is_empty()
        });
        let name = |e: ExprId| match &self.unit.expr(e).kind {
            ExprKind::Call { callee, .. } => spell::expr(self.unit, *callee),
            _ => spell::expr(self.unit, e),
        };
        others.pop().unwrap_or_else(|| Reason::at_expr(e, format!("call to '{}'", name(e))))
    }

    /// The call has a reason of its own to stay one.
    fn kept_call(&self, e: ExprId) -> Option<Reason> {
        let unit = self.unit;
        let ExprKind::Call { callee, builtin, .. } = &unit.expr(e).kind else { return None };
        if is_pure(builtin) {
            return None;
        }
        let Some(function) = callee_decl(unit, *callee) else {
            return Some(Reason::at_expr(e, format!("call to '{}'", spell::expr(unit, *callee))));
        };
        if promise(unit, function).is_some() {
            return None;
        }
        let definition = unit.definition(function);
        let why = if let Some(why) = unit.stubs.refused.get(&definition) {
            format!(", whose body in another file cannot replace it: {why}")
        } else if let Some(why) = unit.kept_calls.bodies.get(&definition).or(unit.kept_calls.calls.get(&e)) {
            format!(", whose body cannot replace it: {why}")
        } else if unit.decl(definition).body.is_some() {
            return None;
        } else if builtin.is_empty() && is_function(unit, function) {
            ", which is in another file; give its file to the same 'raddle build', compile and link with 'raddle cc -flto', or describe it with --stubs".into()
        } else {
            String::new()
        };
        Some(Reason::at_expr(e, format!("call to '{}'{why}", unit.decl(function).name)))
    }

    /// Records how an lvalue is reached. `load` is the expression that reads it; None where it is (also) written.
    pub fn access(&mut self, lvalue: ExprId, load: Option<ExprId>) -> Result<()> {
        let writes = load.is_none();
        let expr = self.unit.expr(lvalue);
        let ty = self.unit.ty(expr.ty);
        let text = || spell::expr(self.unit, lvalue);
        if !is_ordinary(ty) {
            return Err(Reason::at_expr(lvalue, format!("'{}' is volatile or atomic", text())));
        }
        let elem = match ty.kind {
            TypeKind::Pointer { .. } if writes => {
                return Err(Reason::at_expr(lvalue, format!("pointer '{}' changes in the nest", text())));
            }
            TypeKind::Pointer { .. } => {
                return Err(Reason::at_expr(lvalue, format!("pointer '{}' is read in the nest", text())));
            }
            _ => elem_of(ty),
        };
        let Some(elem) = elem else {
            return Err(Reason::at_expr(lvalue, format!("value of type '{}'", ty.spelling)));
        };
        let found = match expr.kind {
            ExprKind::Ref { decl } => self.scalar(lvalue, decl, elem, load)?,
            _ => {
                let first = self.order.len();
                let mut path = self.lvalue(lvalue)?;
                path.drop_detours();
                self.raw(lvalue, path, (elem, writes), first)
            }
        };
        self.record(lvalue, found);
        Ok(())
    }

    fn scalar(&mut self, lvalue: ExprId, decl: DeclId, elem: Elem, load: Option<ExprId>) -> Result<Found> {
        let writes = load.is_none();
        if let Some(Meaning::Index(id)) = self.scope.get(&decl) {
            let id = *id;
            return match writes {
                true => Err(Reason::at_expr(
                    lvalue,
                    format!("loop index '{}' is modified in the loop", self.unit.decl(decl).name),
                )),
                false => Ok(Found::Done(plain(Target::Index(id)))),
            };
        }
        let path = self.lvalue(lvalue)?;
        match path.base {
            PathBase::Local(decl) => Ok(Found::Done(plain(Target::Local(decl)))),
            // A variable that does not change is read once, before the nest.
            PathBase::Variable(_) | PathBase::Pointer(_) => {
                // One that a store may change stays memory, which the ranges of a launch are checked for.
                let watches = std::mem::replace(&mut self.watches, false);
                let symbol = load.and_then(|load| self.symbol(load).ok());
                self.watches = watches;
                match symbol {
                    Some(symbol) => Ok(Found::Done(plain(Target::Symbol(symbol)))),
                    None => Ok(self.raw(lvalue, path, (elem, writes), self.order.len())),
                }
            }
        }
    }

    /// `elem`, and whether it is (also) written.
    pub fn raw(&mut self, lvalue: ExprId, path: Path, (elem, writes): (Elem, bool), first: usize) -> Found {
        let is_product = |value: &super::poly::Poly| value.to_affine().is_none();
        if path.steps.len() > 1 {
            self.assume(lvalue, "subscripts stay within inner dimensions");
        }
        let needs_proof = path.steps.iter().filter_map(|step| step.index.value.as_ref()).any(is_product);
        self.raws.push(Raw {
            expr: lvalue,
            path,
            elem,
            writes,
            facts: if needs_proof { Some(self.prover.facts.clone()) } else { None },
            opaque_reads: self.order[first..].to_vec(),
        });
        Found::Raw(self.raws.len() - 1)
    }

    /// The variable as memory, for a value that is stored without an assignment in the source.
    pub fn memory(&mut self, at: ExprId, decl: DeclId) -> Option<usize> {
        let elem = elem_of(self.unit.ty(self.unit.decl(decl).ty))?;
        let path = Path::new(PathBase::Variable(decl));
        match self.raw(at, path, (elem, true), self.order.len()) {
            Found::Raw(raw) => Some(raw),
            Found::Done(_) => None,
        }
    }
}

fn is_function(unit: &Unit, decl: DeclId) -> bool {
    unit.decl(decl).storage == Storage::Function
}

fn is_arithmetic(op: UnaryOp) -> bool {
    matches!(op, UnaryOp::Plus | UnaryOp::Minus | UnaryOp::Not | UnaryOp::LogicalNot | UnaryOp::Extension)
}

pub(super) fn is_pure(builtin: &str) -> bool {
    is_listed(builtin, PURE) || is_part(builtin)
}

/// One part of a complex result (`complex`): such calls are made where nobody looks at `errno`.
fn is_part(builtin: &str) -> bool {
    builtin.ends_with(".re") || builtin.ends_with(".im")
}

/// A pure function that has errors to report.
pub(super) fn may_set_errno(builtin: &str) -> bool {
    !is_listed(builtin, NEVER_ERRNO) && !is_part(builtin)
}

fn library(builtin: &str) -> &str {
    builtin.strip_prefix("__builtin_").unwrap_or(builtin)
}

/// `sqrt`, `sqrtf`, `__builtin_sqrt`: the same function.
fn is_listed(builtin: &str, names: &str) -> bool {
    let is_listed = |name: &str| names.split_whitespace().any(|it| it == name);
    is_listed(library(builtin)) || library(builtin).strip_suffix('f').is_some_and(is_listed)
}
