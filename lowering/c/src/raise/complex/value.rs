//! What operations on complex numbers come to, part by part, as clang's code generator has it (`CGExprComplex.cpp`).

use super::{PARTS, Splitter};
use crate::ast::{
    BinaryOp, CastKind, ComplexRange, Decl, DeclId, ExprId, ExprKind, Floats, Loc, StmtId, StmtKind, Storage, TypeId,
    TypeKind, UnaryOp, Unit,
};
use crate::raise::effects::callee_decl;
use crate::raise::visit::{self, Item};

/// The parts of a complex number: two expressions, each to be used once.
#[derive(Clone, Copy)]
pub(super) struct Value {
    pub re: ExprId,
    pub im: ExprId,
}

impl Value {
    pub fn part(self, number: u32) -> ExprId {
        if number == PARTS[0] { self.re } else { self.im }
    }
}

/// An operand of an operator, which may be real.
#[derive(Clone, Copy)]
struct Operand {
    re: ExprId,
    im: Option<ExprId>,
}

/// Functions of `<complex.h>` that compute a value from their arguments; those with `float` end with `f`.
const LIBRARY: &str = "\
    cabs carg cexp clog csqrt cpow csin ccos ctan csinh ccosh ctanh casin cacos catan casinh cacosh catanh cproj";

fn name(builtin: &str) -> &str {
    builtin.strip_prefix("__builtin_").unwrap_or(builtin)
}

fn is_library(builtin: &str) -> bool {
    let is_listed = |name: &str| LIBRARY.split_whitespace().any(|it| it == name);
    is_listed(name(builtin)) || name(builtin).strip_suffix('f').is_some_and(is_listed)
}

/// Does a call of the function change nothing?
pub(super) fn is_pure(builtin: &str) -> bool {
    is_library(builtin) || part_builtin(builtin).is_some() || matches!(name(builtin), "conj" | "conjf")
}

/// `creal` and `cimag`: the number of the part.
pub(super) fn part_builtin(builtin: &str) -> Option<u32> {
    match name(builtin) {
        "creal" | "crealf" => Some(0),
        "cimag" | "cimagf" => Some(1),
        _ => None,
    }
}

impl Splitter<'_> {
    /// Both parts of a complex expression; what has to be done before goes to `out`.
    pub(super) fn value(&mut self, e: ExprId, out: &mut Vec<StmtId>) -> Value {
        stacker::maybe_grow(64 << 10, 1 << 20, || self.value_here(e, out))
    }

    fn value_here(&mut self, e: ExprId, out: &mut Vec<StmtId>) -> Value {
        let expr = self.unit.expr(e).clone();
        let Some(elem) = self.elem(expr.ty) else { return self.kept(e, out) };
        match expr.kind {
            ExprKind::InitList { ref inits } if inits.len() == PARTS.len() => {
                let [re, im] = PARTS.map(|part| {
                    let part = inits[part as usize];
                    part.inspect(|it| self.rewrite(*it)).unwrap_or_else(|| self.zero(elem, expr.loc))
                });
                self.settled(Value { re, im }, out)
            }
            ExprKind::ImplicitZero => {
                let [re, im] = PARTS.map(|_| self.zero(elem, expr.loc));
                Value { re, im }
            }
            ExprKind::Cast { cast, arg } => self.cast(e, cast, arg, elem, out),
            ExprKind::Unary { op, arg } => self.unary(e, op, arg, out),
            ExprKind::Binary { op: BinaryOp::Comma, lhs, rhs } => {
                self.effect(lhs, out);
                self.value(rhs, out)
            }
            ExprKind::Binary { op, lhs, rhs } => {
                let operands = [lhs, rhs].map(|it| self.operand(it, out));
                self.arithmetic(e, op, operands, elem, expr.floats, out)
            }
            ExprKind::Assign { lhs, rhs } => self.assign(lhs, rhs, out),
            ExprKind::CompoundAssign { .. } => self.compound_assign(e, out),
            ExprKind::Conditional { cond, then, other } => self.conditional([cond, then, other], elem, out),
            ExprKind::StmtExpr { body } => self.last_of(body, elem, out),
            ExprKind::Call { callee, args, builtin } => self.complex_call(e, (callee, &args, &builtin), elem, out),
            _ => self.kept(e, out),
        }
    }

    fn cast(&mut self, e: ExprId, cast: CastKind, arg: ExprId, elem: TypeId, out: &mut Vec<StmtId>) -> Value {
        let loc = self.unit.expr(e).loc;
        match cast {
            CastKind::LvalueToRvalue => self.load(e, arg, out),
            CastKind::NoOp if !self.unit.expr(arg).is_lvalue => self.value(arg, out),
            CastKind::RealToComplex => {
                self.rewrite(arg);
                let im = self.zero(elem, loc);
                self.settled(Value { re: arg, im }, out)
            }
            CastKind::ComplexCast => {
                let Value { re, im } = self.value(arg, out);
                let [re, im] = [re, im].map(|arg| {
                    self.unit.add_expr(ExprKind::Cast { cast: CastKind::FloatingCast, arg }, elem, loc, false)
                });
                Value { re, im }
            }
            _ => self.kept(e, out),
        }
    }

    /// The value of an lvalue: its parts are read now if something else in the expression may change them.
    fn load(&mut self, e: ExprId, lvalue: ExprId, out: &mut Vec<StmtId>) -> Value {
        let is_variable = matches!(self.unit.expr(lvalue).kind, ExprKind::Ref { .. });
        self.rewrite(lvalue);
        if !self.is_quiet && !is_variable {
            return self.kept(e, out);
        }
        let other = self.copy(lvalue);
        let value = Value { re: self.load_part(lvalue, PARTS[0]), im: self.load_part(other, PARTS[1]) };
        self.settled(value, out)
    }

    /// The value of an expression that stays whole: in a variable.
    fn kept(&mut self, e: ExprId, out: &mut Vec<StmtId>) -> Value {
        let (ty, loc) = (self.unit.expr(e).ty, self.unit.expr(e).loc);
        let variable = self.unit.add_local("value", ty, loc);
        self.unit.exprs.push(self.unit.expr(e).clone());
        let own = ExprId(self.unit.exprs.len() as u32 - 1);
        self.unit.decls[variable.0 as usize].init = Some(own);
        out.push(self.unit.add_declaration(variable, loc));
        let [re, im] = PARTS.map(|part| {
            let whole = self.unit.add_ref(variable, loc);
            let value = self.load_part(whole, part);
            self.named(value, out)
        });
        Value { re, im }
    }

    fn unary(&mut self, e: ExprId, op: UnaryOp, arg: ExprId, out: &mut Vec<StmtId>) -> Value {
        match op {
            UnaryOp::Plus | UnaryOp::Extension => self.value(arg, out),
            UnaryOp::Minus => {
                let Value { re, im } = self.value(arg, out);
                Value { re: self.negative(re), im: self.negative(im) }
            }
            UnaryOp::Not => {
                let Value { re, im } = self.value(arg, out);
                Value { re, im: self.negative(im) }
            }
            UnaryOp::PreInc | UnaryOp::PreDec | UnaryOp::PostInc | UnaryOp::PostDec => self.step(op, arg, out),
            UnaryOp::LogicalNot | UnaryOp::Deref | UnaryOp::AddrOf | UnaryOp::Real | UnaryOp::Imag => self.kept(e, out),
        }
    }

    fn operand(&mut self, e: ExprId, out: &mut Vec<StmtId>) -> Operand {
        if self.is_complex(e) {
            let Value { re, im } = self.value(e, out);
            return Operand { re, im: Some(im) };
        }
        self.rewrite(e);
        let re = if self.is_quiet { e } else { self.named(e, out) };
        Operand { re, im: None }
    }

    fn arithmetic(
        &mut self,
        e: ExprId,
        op: BinaryOp,
        [a, b]: [Operand; 2],
        elem: TypeId,
        floats: Floats,
        out: &mut Vec<StmtId>,
    ) -> Value {
        let code = Code { elem, loc: self.unit.expr(e).loc, floats };
        match op {
            BinaryOp::Add | BinaryOp::Sub => {
                let re = self.op(&code, op, a.re, b.re);
                let im = match (a.im, b.im) {
                    (Some(a), Some(b)) => self.op(&code, op, a, b),
                    (Some(a), None) => a,
                    (None, Some(b)) if op == BinaryOp::Add => b,
                    (None, Some(b)) => self.negative(b),
                    (None, None) => self.zero(elem, code.loc),
                };
                Value { re, im }
            }
            BinaryOp::Mul => self.product(&code, [a, b], out),
            BinaryOp::Div => self.quotient(&code, [a, b], out),
            _ => self.kept(e, out),
        }
    }

    fn op(&mut self, code: &Code, op: BinaryOp, lhs: ExprId, rhs: ExprId) -> ExprId {
        let result = self.unit.add_expr(ExprKind::Binary { op, lhs, rhs }, code.elem, code.loc, false);
        self.unit.exprs[result.0 as usize].floats = code.floats.alone();
        result
    }

    fn product(&mut self, code: &Code, operands: [Operand; 2], out: &mut Vec<StmtId>) -> Value {
        let [a, b] = operands.map(|it| self.stable(it, out));
        let (Some(a_im), Some(b_im)) = (a.im, b.im) else {
            // By a real number.
            let im = a.im.or(b.im).map(|it| self.copy(it)).unwrap_or(a.re);
            let factors = if a.im.is_some() { [im, self.copy(b.re)] } else { [self.copy(a.re), im] };
            let re = self.op(code, BinaryOp::Mul, a.re, b.re);
            let im = self.op(code, BinaryOp::Mul, factors[0], factors[1]);
            return Value { re, im };
        };
        let mut factors = |x: ExprId, y: ExprId| {
            let [x, y] = [x, y].map(|it| self.copy(it));
            self.op(code, BinaryOp::Mul, x, y)
        };
        let (ac, bd, ad, bc) = (factors(a.re, b.re), factors(a_im, b_im), factors(a.re, b_im), factors(a_im, b.re));
        let parts = [self.op(code, BinaryOp::Sub, ac, bd), self.op(code, BinaryOp::Add, ad, bc)];
        if code.floats.range() != ComplexRange::Full {
            return Value { re: parts[0], im: parts[1] };
        }
        self.infinite(code, parts, [a.re, a_im, b.re, b_im], out)
    }

    /// A product that is NaN may be infinite: `if (re != re) if (im != im)`, both are computed again.
    fn infinite(&mut self, code: &Code, parts: [ExprId; 2], factors: [ExprId; 4], out: &mut Vec<StmtId>) -> Value {
        let int = self.unit.int_type();
        let parts = parts.map(|it| self.variable(it, out));
        let function = if self.unit.ty(code.elem).size == 4 { "__mulsc3" } else { "__muldc3" };
        let mut body = vec![];
        for (part, name) in parts.into_iter().zip(["re", "im"]) {
            let place = self.unit.add_ref(part, code.loc);
            let value = self.own_call(code, function, name, factors);
            body.push(self.unit.add_assignment(place, value, code.loc));
        }
        let again = self.unit.add_stmt(StmtKind::Compound { body }, code.loc);
        let again = parts.into_iter().rev().fold(again, |then, part| {
            let [lhs, rhs] = [0; 2].map(|_| self.read(part, code.loc));
            let cond = self.unit.add_expr(ExprKind::Binary { op: BinaryOp::Ne, lhs, rhs }, int, code.loc, false);
            self.unit.add_stmt(StmtKind::If { cond, then, other: None }, code.loc)
        });
        out.push(again);
        let [re, im] = parts.map(|part| self.read(part, code.loc));
        Value { re, im }
    }

    fn quotient(&mut self, code: &Code, operands: [Operand; 2], out: &mut Vec<StmtId>) -> Value {
        let [a, b] = operands.map(|it| self.stable(it, out));
        let a_im = a.im.unwrap_or_else(|| self.zero(code.elem, code.loc));
        let Some(b_im) = b.im else {
            let divisor = self.copy(b.re);
            let (re, im) = (self.op(code, BinaryOp::Div, a.re, b.re), self.op(code, BinaryOp::Div, a_im, divisor));
            return Value { re, im };
        };
        match code.floats.range() {
            ComplexRange::Basic => self.quotient_by_formula(code, [a.re, a_im, b.re, b_im], out),
            ComplexRange::Full => {
                let function = if self.unit.ty(code.elem).size == 4 { "__divsc3" } else { "__divdc3" };
                let [re, im] = ["re", "im"].map(|part| self.own_call(code, function, part, [a.re, a_im, b.re, b_im]));
                self.settled(Value { re, im }, out)
            }
            ComplexRange::Other => {
                let [re, im] = PARTS.map(|_| {
                    let kind = ExprKind::Other { class: "complex division in another way".into(), args: vec![] };
                    self.unit.add_expr(kind, code.elem, code.loc, false)
                });
                Value { re, im }
            }
        }
    }

    /// (ac + bd) / (cc + dd) and (bc - ad) / (cc + dd)
    fn quotient_by_formula(&mut self, code: &Code, [a, b, c, d]: [ExprId; 4], out: &mut Vec<StmtId>) -> Value {
        let mut factors = |x: ExprId, y: ExprId| {
            let [x, y] = [x, y].map(|it| self.copy(it));
            self.op(code, BinaryOp::Mul, x, y)
        };
        let [ac, bd, cc, dd, bc, ad] = [(a, c), (b, d), (c, c), (d, d), (b, c), (a, d)].map(|(x, y)| factors(x, y));
        let (re, im) = (self.op(code, BinaryOp::Add, ac, bd), self.op(code, BinaryOp::Sub, bc, ad));
        let divisor = self.op(code, BinaryOp::Add, cc, dd);
        let divisor = self.variable(divisor, out);
        let [re, im] = [re, im].map(|it| {
            let divisor = self.read(divisor, code.loc);
            self.op(code, BinaryOp::Div, it, divisor)
        });
        Value { re, im }
    }

    /// A part of what a function of clang's own returns.
    fn own_call(&mut self, code: &Code, function: &str, part: &str, arguments: [ExprId; 4]) -> ExprId {
        let args: Vec<ExprId> = arguments.into_iter().map(|it| self.copy(it)).collect();
        let callee = self.named_function(function, code.elem, code.loc);
        let kind = ExprKind::Call { callee, args, builtin: format!("{function}.{part}") };
        self.unit.add_expr(kind, code.elem, code.loc, false)
    }

    /// A reference to a function of four numbers that no file declares.
    fn named_function(&mut self, name: &str, elem: TypeId, loc: Loc) -> ExprId {
        let is_it = |it: &Decl| it.storage == Storage::Function && it.name == name && it.body.is_none();
        let known = self.unit.decls.iter().position(is_it);
        let decl = known.map_or_else(
            || {
                let kind = TypeKind::Function { ret: elem, params: vec![elem; 4], variadic: false, prototyped: true };
                let ty = self.unit.add_function_type(kind);
                let decl = self.unit.add_local(name, ty, loc);
                let entry = &mut self.unit.decls[decl.0 as usize];
                (entry.storage, entry.symbol, entry.is_builtin) = (Storage::Function, name.into(), true);
                decl
            },
            |it| DeclId(it as u32),
        );
        self.unit.add_ref(decl, loc)
    }

    // Calls

    fn complex_call(
        &mut self,
        e: ExprId,
        (callee, args, builtin): (ExprId, &[ExprId], &str),
        elem: TypeId,
        out: &mut Vec<StmtId>,
    ) -> Value {
        match (name(builtin), args) {
            ("conj" | "conjf", [arg]) => {
                let Value { re, im } = self.value(*arg, out);
                return Value { re, im: self.negative(im) };
            }
            _ if self.is_library_call(callee, builtin) => {
                let args: Vec<ExprId> = args.iter().flat_map(|it| self.arguments(*it, out)).collect();
                let [re, im] = ["re", "im"].map(|part| self.part_call((callee, builtin), &args, (elem, part)));
                return self.settled(Value { re, im }, out);
            }
            _ => {}
        }
        self.rewrite(callee);
        args.iter().for_each(|it| self.evaluate(*it, out));
        self.kept(e, out)
    }

    /// A call of the C library's function, which only computes a value. What it leaves in `errno` may not be of interest.
    pub(super) fn is_library_call(&self, callee: ExprId, builtin: &str) -> bool {
        let is_librarys =
            callee_decl(self.unit, callee).is_some_and(|it| self.unit.decl(self.unit.definition(it)).body.is_none());
        is_library(builtin) && is_librarys && !self.unit.reads_errno()
    }

    pub(super) fn library_call(
        &mut self,
        function: (ExprId, &str),
        args: &[ExprId],
        part: (TypeId, &str),
        out: &mut Vec<StmtId>,
    ) -> ExprId {
        let args: Vec<ExprId> = args.iter().flat_map(|it| self.arguments(*it, out)).collect();
        self.part_call(function, &args, part)
    }

    fn arguments(&mut self, arg: ExprId, out: &mut Vec<StmtId>) -> Vec<ExprId> {
        let operand = self.operand(arg, out);
        let stable = self.stable(operand, out);
        [Some(stable.re), stable.im].into_iter().flatten().collect()
    }

    fn part_call(&mut self, (callee, builtin): (ExprId, &str), args: &[ExprId], (ty, part): (TypeId, &str)) -> ExprId {
        let loc = self.unit.expr(callee).loc;
        let args = args.iter().map(|it| self.copy(*it)).collect();
        let kind = ExprKind::Call { callee: self.copy(callee), args, builtin: format!("{}.{part}", name(builtin)) };
        self.unit.add_expr(kind, ty, loc, false)
    }

    // Assignments

    /// `lhs = rhs`. The value is what was assigned.
    pub(super) fn assign(&mut self, lhs: ExprId, rhs: ExprId, out: &mut Vec<StmtId>) -> Value {
        let Value { re, im } = self.whole(rhs, out);
        let value = self.computed_before(lhs, Operand { re, im: Some(im) }, out);
        self.rewrite(lhs);
        let place = self.place(lhs, out);
        self.store(place, Value { re: value.re, im: value.im.unwrap_or(im) }, out)
    }

    /// Clang computes the right side first, which shows where the left one has effects.
    fn computed_before(&mut self, lhs: ExprId, value: Operand, out: &mut Vec<StmtId>) -> Operand {
        if self.changes_nothing(lhs) { value } else { self.stable(value, out) }
    }

    /// An lvalue that can be evaluated more than once.
    fn place(&mut self, lvalue: ExprId, out: &mut Vec<StmtId>) -> ExprId {
        if self.changes_nothing(lvalue) {
            return lvalue;
        }
        let (ty, loc) = (self.unit.expr(lvalue).ty, self.unit.expr(lvalue).loc);
        let pointer = self.unit.pointer_to(ty);
        let address = self.unit.add_expr(ExprKind::Unary { op: UnaryOp::AddrOf, arg: lvalue }, pointer, loc, false);
        let variable = self.variable(address, out);
        let pointer = self.read(variable, loc);
        self.unit.add_expr(ExprKind::Unary { op: UnaryOp::Deref, arg: pointer }, ty, loc, true)
    }

    fn store(&mut self, place: ExprId, value: Value, out: &mut Vec<StmtId>) -> Value {
        let loc = self.unit.expr(place).loc;
        let [place, other] = [place, self.copy(place)];
        let targets = [self.lvalue_part(place, PARTS[0]), self.lvalue_part(other, PARTS[1])];
        // The first store must not change what the second one stores.
        let im = if self.survives(value.im, targets[0]) { value.im } else { self.named(value.im, out) };
        out.push(self.unit.add_assignment(targets[0], value.re, loc));
        out.push(self.unit.add_assignment(targets[1], im, loc));
        let [re, im] = targets.map(|target| {
            let target = self.copy(target);
            self.unit.add_load(target)
        });
        Value { re, im }
    }

    /// Is the value the same after a real part was stored to `target`? The imaginary part of a complex number is no real part.
    fn survives(&self, e: ExprId, target: ExprId) -> bool {
        let unit = &*self.unit;
        let mut survives = true;
        visit::walk(unit, Item::Expr(e), |item| {
            let Item::Expr(e) = item else { return false };
            let ExprKind::Cast { cast: CastKind::LvalueToRvalue, arg } = unit.expr(e).kind else {
                survives &= !matches!(unit.expr(e).kind, ExprKind::StmtExpr { .. });
                return true;
            };
            survives &= match (&unit.expr(arg).kind, &unit.expr(target).kind) {
                (ExprKind::Ref { decl }, ExprKind::Ref { decl: target }) => decl != target,
                (ExprKind::Ref { decl }, _) => self.is_variable(*decl),
                (ExprKind::Member { record, field, .. }, _) => self.records.contains(record) && *field == PARTS[1],
                (_, ExprKind::Ref { .. }) => true,
                _ => is_no_number(unit, unit.expr(arg).ty),
            };
            true
        });
        survives
    }

    fn compound_assign(&mut self, e: ExprId, out: &mut Vec<StmtId>) -> Value {
        let expr = self.unit.expr(e).clone();
        let ExprKind::CompoundAssign { op, lhs, rhs, compute_lhs_ty, compute_ty } = expr.kind else {
            return self.kept(e, out);
        };
        let (Some(elem), Some(own)) = (self.elem(compute_ty), self.elem_of(lhs)) else { return self.kept(e, out) };
        let rhs = self.at_once(rhs, |this| this.operand(rhs, out));
        let rhs = self.computed_before(lhs, rhs, out);
        self.rewrite(lhs);
        let place = self.place(lhs, out);
        let [first, second] = PARTS.map(|part| {
            let place = self.copy(place);
            self.load_part(place, part)
        });
        let elem_of_lhs = self.elem(compute_lhs_ty).unwrap_or(elem);
        let [re, im] = [first, second].map(|it| self.converted(it, own, elem_of_lhs));
        let value = self.arithmetic(e, op, [Operand { re, im: Some(im) }, rhs], elem, expr.floats, out);
        let [re, im] = [value.re, value.im].map(|it| self.converted(it, elem, own));
        self.store(place, Value { re, im }, out)
    }

    /// `lhs op= rhs` where the right side alone is complex. Returns what was assigned.
    pub(super) fn assign_real(&mut self, e: ExprId, out: &mut Vec<StmtId>) -> ExprId {
        let expr = self.unit.expr(e).clone();
        let ExprKind::CompoundAssign { op, lhs, rhs, compute_lhs_ty, compute_ty } = expr.kind else { return e };
        let (is_number, own) = (self.unit.ty(self.unit.expr(lhs).ty).kind.clone(), self.unit.expr(lhs).ty);
        let (Some(elem), TypeKind::Float { bits: 32 | 64 }) = (self.elem(compute_ty), is_number) else {
            let kind = ExprKind::Other { class: "assignment of a complex result".into(), args: vec![] };
            return self.unit.add_expr(kind, own, expr.loc, false);
        };
        let rhs = self.at_once(rhs, |this| this.operand(rhs, out));
        let rhs = self.computed_before(lhs, rhs, out);
        self.rewrite(lhs);
        let place = self.place(lhs, out);
        let read = self.copy(place);
        let read = self.unit.add_load(read);
        let re = self.converted(read, own, self.elem(compute_lhs_ty).unwrap_or(elem));
        let value = self.arithmetic(e, op, [Operand { re, im: None }, rhs], elem, expr.floats, out);
        let value = self.converted(value.re, elem, own);
        self.unit.add_expr(ExprKind::Assign { lhs: place, rhs: value }, own, expr.loc, false)
    }

    fn converted(&mut self, e: ExprId, from: TypeId, to: TypeId) -> ExprId {
        if self.unit.ty(from).size == self.unit.ty(to).size {
            return e;
        }
        let loc = self.unit.expr(e).loc;
        self.unit.add_expr(ExprKind::Cast { cast: CastKind::FloatingCast, arg: e }, to, loc, false)
    }

    /// `++z`: of the real part.
    fn step(&mut self, op: UnaryOp, arg: ExprId, out: &mut Vec<StmtId>) -> Value {
        self.rewrite(arg);
        let place = self.place(arg, out);
        let [re, im] = PARTS.map(|part| {
            let place = self.copy(place);
            let value = self.load_part(place, part);
            self.variable(value, out)
        });
        let loc = self.unit.expr(arg).loc;
        let target = self.lvalue_part(place, PARTS[0]);
        let (old, one) = (self.read(re, loc), self.unit.add_int(1, loc));
        let elem = self.unit.expr(target).ty;
        let one = self.unit.add_expr(ExprKind::Cast { cast: CastKind::IntegralToFloating, arg: one }, elem, loc, false);
        let (is_up, is_first) =
            (matches!(op, UnaryOp::PreInc | UnaryOp::PostInc), matches!(op, UnaryOp::PreInc | UnaryOp::PreDec));
        let op = if is_up { BinaryOp::Add } else { BinaryOp::Sub };
        let new = self.unit.add_expr(ExprKind::Binary { op, lhs: old, rhs: one }, elem, loc, false);
        let new = self.variable(new, out);
        let value = self.read(new, loc);
        out.push(self.unit.add_assignment(target, value, loc));
        Value { re: self.read(if is_first { new } else { re }, loc), im: self.read(im, loc) }
    }

    // Control

    fn conditional(&mut self, [cond, then, other]: [ExprId; 3], elem: TypeId, out: &mut Vec<StmtId>) -> Value {
        let loc = self.unit.expr(cond).loc;
        self.condition(cond);
        let parts = self.uninitialized(elem, loc, out);
        let [then, other] = [then, other].map(|arm| {
            let mut body = vec![];
            let value = self.in_place(|this| this.whole(arm, &mut body));
            self.keep(parts, value, &mut body);
            self.unit.add_stmt(StmtKind::Compound { body }, loc)
        });
        out.push(self.unit.add_stmt(StmtKind::If { cond, then, other: Some(other) }, loc));
        let [re, im] = parts.map(|part| self.read(part, loc));
        Value { re, im }
    }

    /// The value of a statement expression.
    fn last_of(&mut self, body: StmtId, elem: TypeId, out: &mut Vec<StmtId>) -> Value {
        let loc = self.unit.stmt(body).loc;
        let parts = self.uninitialized(elem, loc, out);
        if let StmtKind::Compound { body: mut statements } = self.unit.stmt(body).kind.clone()
            && let Some(last) = statements.pop()
            && let StmtKind::Expr { expr } = self.unit.stmt(last).kind
        {
            let rest = self.unit.add_stmt(StmtKind::Compound { body: statements }, loc);
            self.in_place(|this| this.stmt(rest));
            let StmtKind::Compound { body: mut statements } = self.unit.stmt(rest).kind.clone() else {
                return self.kept(expr, out);
            };
            let value = self.in_place(|this| this.whole(expr, &mut statements));
            self.keep(parts, value, &mut statements);
            self.unit.stmts[body.0 as usize].kind = StmtKind::Compound { body: statements };
        }
        out.push(body);
        let [re, im] = parts.map(|part| self.read(part, loc));
        Value { re, im }
    }

    fn uninitialized(&mut self, elem: TypeId, loc: Loc, out: &mut Vec<StmtId>) -> [DeclId; 2] {
        ["re", "im"].map(|name| {
            let part = self.unit.add_local(name, elem, loc);
            out.push(self.unit.add_declaration(part, loc));
            self.own.insert(part);
            part
        })
    }

    fn keep(&mut self, parts: [DeclId; 2], value: Value, out: &mut Vec<StmtId>) {
        let loc = self.unit.expr(value.re).loc;
        for (part, value) in parts.into_iter().zip([value.re, value.im]) {
            let place = self.unit.add_ref(part, loc);
            out.push(self.unit.add_assignment(place, value, loc));
        }
    }

    // Tests

    pub(super) fn comparison(
        &mut self,
        op: BinaryOp,
        operands: [ExprId; 2],
        int: TypeId,
        out: &mut Vec<StmtId>,
    ) -> ExprId {
        let [a, b] = operands.map(|it| self.operand(it, out));
        let loc = self.unit.expr(operands[0]).loc;
        let elem = operands.iter().find_map(|it| self.elem_of(*it)).unwrap_or(int);
        let [a_im, b_im] = [a.im, b.im].map(|it| it.unwrap_or_else(|| self.zero(elem, loc)));
        let [lhs, rhs] = [(a.re, b.re), (a_im, b_im)]
            .map(|(lhs, rhs)| self.unit.add_expr(ExprKind::Binary { op, lhs, rhs }, int, loc, false));
        let op = if op == BinaryOp::Eq { BinaryOp::And } else { BinaryOp::Or };
        self.unit.add_expr(ExprKind::Binary { op, lhs, rhs }, int, loc, false)
    }

    pub(super) fn is_not_zero(&mut self, value: Value, int: TypeId) -> ExprId {
        let loc = self.unit.expr(value.re).loc;
        let [lhs, rhs] = [value.re, value.im].map(|lhs| {
            let rhs = self.zero(self.unit.expr(lhs).ty, loc);
            self.unit.add_expr(ExprKind::Binary { op: BinaryOp::Ne, lhs, rhs }, int, loc, false)
        });
        self.unit.add_expr(ExprKind::Binary { op: BinaryOp::Or, lhs, rhs }, int, loc, false)
    }

    // Small values

    fn zero(&mut self, elem: TypeId, loc: Loc) -> ExprId {
        self.unit.add_expr(ExprKind::ImplicitZero, elem, loc, false)
    }

    fn negative(&mut self, arg: ExprId) -> ExprId {
        let (ty, loc) = (self.unit.expr(arg).ty, self.unit.expr(arg).loc);
        self.unit.add_expr(ExprKind::Unary { op: UnaryOp::Minus, arg }, ty, loc, false)
    }

    /// A variable that holds the value.
    fn variable(&mut self, value: ExprId, out: &mut Vec<StmtId>) -> DeclId {
        let (ty, loc) = (self.unit.expr(value).ty, self.unit.expr(value).loc);
        let variable = self.unit.add_local("part", ty, loc);
        self.unit.decls[variable.0 as usize].init = Some(value);
        out.push(self.unit.add_declaration(variable, loc));
        self.own.insert(variable);
        variable
    }

    fn read(&mut self, variable: DeclId, loc: Loc) -> ExprId {
        let place = self.unit.add_ref(variable, loc);
        self.unit.add_load(place)
    }

    /// The value, computed now.
    fn named(&mut self, value: ExprId, out: &mut Vec<StmtId>) -> ExprId {
        if self.is_stable(value) {
            return value;
        }
        let loc = self.unit.expr(value).loc;
        let variable = self.variable(value, out);
        self.read(variable, loc)
    }

    /// Computed now, if something else in the expression may change what it reads.
    fn settled(&mut self, value: Value, out: &mut Vec<StmtId>) -> Value {
        if self.is_quiet {
            return value;
        }
        Value { re: self.named(value.re, out), im: self.named(value.im, out) }
    }

    /// Parts that can be read more than once.
    fn stable(&mut self, operand: Operand, out: &mut Vec<StmtId>) -> Operand {
        Operand { re: self.named(operand.re, out), im: operand.im.map(|it| self.named(it, out)) }
    }

    /// A constant, a variable of ours, or a variable that nothing changes meanwhile.
    fn is_stable(&self, e: ExprId) -> bool {
        match self.unit.expr(e).kind {
            ExprKind::Float { .. } | ExprKind::ImplicitZero => true,
            ExprKind::Cast { cast: CastKind::LvalueToRvalue, arg } => match self.unit.expr(arg).kind {
                ExprKind::Ref { decl } => self.own.contains(&decl) || self.is_quiet && self.is_variable(decl),
                _ => false,
            },
            _ => false,
        }
    }

    /// A variable of the function that no pointer leads to.
    fn is_variable(&self, decl: DeclId) -> bool {
        let decl = self.unit.decl(decl);
        matches!(decl.storage, Storage::Local | Storage::Param) && !decl.address_taken
    }
}

/// No store of a floating-point number changes an object of the type.
fn is_no_number(unit: &Unit, ty: TypeId) -> bool {
    let ty = unit.ty(ty);
    let is_other = matches!(ty.kind, TypeKind::Pointer { .. } | TypeKind::Int { bits: 16.., .. });
    is_other && !unit.relaxed_aliasing && !ty.may_alias
}

/// How an operation is written.
struct Code {
    elem: TypeId,
    loc: Loc,
    floats: Floats,
}
