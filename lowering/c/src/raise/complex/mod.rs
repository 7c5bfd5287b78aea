//! Complex numbers become pairs of numbers, before anything else looks at the program.
//!
//! ```text
//!     double complex z = x[i] * w;     double a = x[i].re, b = x[i].im, c = w.re, d = w.im;
//!                                      double re = a * c - b * d, im = a * d + b * c;
//!                                      if (re != re) if (im != im) { re = ..; im = ..; }
//!                                      double z.re = re, z.im = im;
//!     creal(z) + 1                     z.re + 1
//!     y[i] = conj(z);                  y[i].re = z.re; y[i].im = -z.im;
//! ```
//!
//! In memory a complex number is a record of its parts. A variable whose address is not taken becomes one variable for each
//! part. Operations are those that clang emits (`value`): each part is rounded as there, and nothing is contracted. What an
//! expression needs first stands before its statement, or in a statement expression where it must not be evaluated each time.
//!
//! Left to clang: `long double` and integers, volatile and atomic ones, processors other than x86-64 (a call passes complex
//! numbers in registers of the processor's choice), quotients with `-fcomplex-arithmetic=improved` and `promoted`.
//!
//! Source: C11 6.2.5, 6.3.1, 6.5 and Annex G.

mod value;

use super::rewrite::Copies;
use super::visit::{self, Item};
use crate::ast::{
    BinaryOp, CastKind, DeclId, ExprId, ExprKind, Field, Loc, Record, RecordId, StmtId, StmtKind, Storage, TypeId,
    TypeKind, UnaryOp, Unit,
};
use std::collections::{HashMap, HashSet};
use value::Value;

/// Rewrites all functions of the unit and of the stub files.
pub fn split_complex(unit: &mut Unit) {
    let records = make_records(unit);
    if records.is_empty() {
        return;
    }
    let functions: Vec<DeclId> = unit.functions.iter().chain(&unit.stubs.bodies).copied().collect();
    let mut splitter =
        Splitter { unit, records, parts: HashMap::new(), own: HashSet::new(), is_quiet: false, before: None };
    splitter.split_variables();
    for function in functions {
        splitter.function(function);
    }
}

/// Makes records of the complex types that can be split.
fn make_records(unit: &mut Unit) -> HashSet<RecordId> {
    let mut records: HashMap<TypeId, RecordId> = HashMap::new();
    for number in 0..unit.types.len() {
        let ty = &unit.types[number];
        let TypeKind::Complex { elem } = ty.kind else { continue };
        let is_known =
            matches!(unit.ty(elem).kind, TypeKind::Float { bits: 32 | 64 }) && !ty.is_volatile && !ty.is_atomic;
        unit.types[number].kind = if is_known && unit.triple.starts_with("x86_64") {
            let record = *records.entry(elem).or_insert_with(|| add_record(unit, elem));
            TypeKind::Record { record }
        } else {
            TypeKind::Other
        };
    }
    records.into_values().collect()
}

fn add_record(unit: &mut Unit, elem: TypeId) -> RecordId {
    let bits = 8 * unit.ty(elem).size;
    let name = format!("{} _Complex", unit.ty(elem).spelling);
    let field = |name: &str, offset_bits| Field { name: name.into(), ty: elem, offset_bits, bit_width: None };
    let fields = vec![field("re", 0), field("im", bits)];
    unit.records.push(Record { name, is_union: false, is_packed: false, fields });
    RecordId(unit.records.len() as u32 - 1)
}

/// The real part's number among a record's fields, and the imaginary one's.
const PARTS: [u32; 2] = [0, 1];

struct Splitter<'a> {
    unit: &'a mut Unit,
    records: HashSet<RecordId>,
    /// The variables that stand for a variable's parts.
    parts: HashMap<DeclId, [DeclId; 2]>,
    /// Variables that are written once, before they are read.
    own: HashSet<DeclId>,
    /// Nothing in the expression at hand changes anything.
    is_quiet: bool,
    /// Where statements that an expression needs may stand: before the statement that evaluates it.
    before: Option<Vec<StmtId>>,
}

impl Splitter<'_> {
    /// The type of the parts, of a complex type.
    fn elem(&self, ty: TypeId) -> Option<TypeId> {
        let TypeKind::Record { record } = self.unit.ty(ty).kind else { return None };
        self.records.contains(&record).then(|| self.unit.record(record).fields[0].ty)
    }

    fn elem_of(&self, e: ExprId) -> Option<TypeId> {
        self.elem(self.unit.expr(e).ty)
    }

    fn is_complex(&self, e: ExprId) -> bool {
        self.elem_of(e).is_some()
    }

    fn split_variables(&mut self) {
        for number in 0..self.unit.decls.len() as u32 {
            let decl = self.unit.decl(DeclId(number));
            let is_own = matches!(decl.storage, Storage::Local | Storage::Param) && !decl.address_taken;
            let Some(elem) = self.elem(decl.ty).filter(|_| is_own && !decl.has_cleanup()) else { continue };
            let (name, loc) = (decl.name.clone(), decl.loc);
            let parts = ["re", "im"].map(|part| self.unit.add_local(&format!("{name}.{part}"), elem, loc));
            self.parts.insert(DeclId(number), parts);
        }
    }

    fn function(&mut self, function: DeclId) {
        let Some(body) = self.unit.decl(function).body else { return };
        self.stmt(body);
        let mut first = vec![];
        for param in self.unit.decl(function).params.clone() {
            if let Some(&parts) = self.parts.get(&param) {
                let loc = self.unit.decl(param).loc;
                let values = PARTS.map(|part| {
                    let whole = self.unit.add_ref(param, loc);
                    let part = self.member(whole, part);
                    self.unit.add_load(part)
                });
                self.declare(parts, values, loc, &mut first);
            }
        }
        if !first.is_empty() {
            let StmtKind::Compound { body: rest } = self.unit.stmt(body).kind.clone() else { return };
            first.extend(rest);
            self.unit.stmts[body.0 as usize].kind = StmtKind::Compound { body: first };
        }
    }

    /// `double re = .., im = ..;`
    fn declare(&mut self, parts: [DeclId; 2], values: [ExprId; 2], loc: Loc, out: &mut Vec<StmtId>) {
        for (part, value) in parts.into_iter().zip(values) {
            self.unit.decls[part.0 as usize].init = Some(value);
            out.push(self.unit.add_declaration(part, loc));
        }
    }

    // Statements

    fn stmt(&mut self, s: StmtId) {
        stacker::maybe_grow(64 << 10, 1 << 20, || self.stmt_here(s));
    }

    fn stmt_here(&mut self, s: StmtId) {
        let loc = self.unit.stmt(s).loc;
        match self.unit.stmt(s).kind.clone() {
            StmtKind::Compound { body } => {
                let statements = body.into_iter().flat_map(|inner| self.in_block(inner)).collect();
                self.unit.stmts[s.0 as usize].kind = StmtKind::Compound { body: statements };
            }
            StmtKind::Decl { .. } => {
                let body = self.in_block(s);
                if body != [s] {
                    self.unit.stmts[s.0 as usize].kind = StmtKind::Compound { body };
                }
            }
            StmtKind::Expr { expr } => self.expression_statement(s, expr),
            StmtKind::If { cond, then, other } => {
                let mut body = vec![];
                self.first(cond, &mut body, |this| this.condition(cond));
                [Some(then), other].into_iter().flatten().for_each(|s| self.stmt(s));
                if !body.is_empty() {
                    body.push(self.unit.add_stmt(StmtKind::If { cond, then, other }, loc));
                    self.unit.stmts[s.0 as usize].kind = StmtKind::Compound { body };
                }
            }
            StmtKind::For { init, cond, inc, body } => {
                cond.into_iter().for_each(|it| self.condition(it));
                inc.into_iter().for_each(|it| self.effect_in_place(it));
                self.stmt(body);
                self.start(s, init);
            }
            StmtKind::While { cond, body } | StmtKind::Do { body, cond } => {
                self.condition(cond);
                self.stmt(body);
            }
            StmtKind::Switch { cond, body } => {
                self.rewrite(cond);
                self.stmt(body);
            }
            StmtKind::Case { body, .. } | StmtKind::Default { body } | StmtKind::Label { body, .. } => self.stmt(body),
            StmtKind::Return { value: Some(value) } if self.holds(value) => {
                let mut body = vec![];
                self.evaluate(value, &mut body);
                body.push(self.unit.add_stmt(StmtKind::Return { value: Some(value) }, loc));
                self.unit.stmts[s.0 as usize].kind = StmtKind::Compound { body };
            }
            StmtKind::IndirectGoto { target } => self.rewrite(target),
            StmtKind::Return { .. }
            | StmtKind::Null
            | StmtKind::Goto { .. }
            | StmtKind::Break
            | StmtKind::Continue
            | StmtKind::Other { .. } => {}
        }
    }

    fn expression_statement(&mut self, s: StmtId, expr: ExprId) {
        if !self.holds(expr) {
            return;
        }
        let mut body = vec![];
        self.effect(expr, &mut body);
        self.unit.stmts[s.0 as usize].kind = match body[..] {
            [only] => self.unit.stmt(only).kind.clone(),
            _ => StmtKind::Compound { body },
        };
    }

    /// What the first part of a `for` statement needs stands before it.
    fn start(&mut self, s: StmtId, init: Option<StmtId>) {
        let Some(init) = init else { return };
        let is_needed = match self.unit.stmt(init).kind.clone() {
            StmtKind::Decl { decls } => decls
                .iter()
                .any(|it| self.parts.contains_key(it) || self.unit.decl(*it).init.is_some_and(|it| self.holds(it))),
            StmtKind::Expr { expr } => self.holds(expr),
            _ => true,
        };
        if is_needed {
            let StmtKind::For { cond, inc, body, .. } = self.unit.stmt(s).kind.clone() else { return };
            let (loc, end) = (self.unit.stmt(s).loc, self.unit.stmt(s).end);
            let mut statements = self.in_block(init);
            let rest = self.unit.add_stmt(StmtKind::For { init: None, cond, inc, body }, loc);
            self.unit.stmts[rest.0 as usize].end = end;
            statements.push(rest);
            self.unit.stmts[s.0 as usize].kind = StmtKind::Compound { body: statements };
        }
    }

    /// A statement of a block, as statements of the block.
    fn in_block(&mut self, s: StmtId) -> Vec<StmtId> {
        let StmtKind::Decl { decls } = self.unit.stmt(s).kind.clone() else {
            self.stmt(s);
            return vec![s];
        };
        let is_concerned = |it: &DeclId| {
            let init = self.unit.decl(*it).init;
            self.parts.contains_key(it) || init.is_some_and(|it| self.holds(it))
        };
        if !decls.iter().any(is_concerned) {
            return vec![s];
        }
        let (loc, mut out) = (self.unit.stmt(s).loc, vec![]);
        decls.into_iter().for_each(|decl| self.declaration(decl, loc, &mut out));
        out
    }

    fn declaration(&mut self, decl: DeclId, loc: Loc, out: &mut Vec<StmtId>) {
        let init = self.unit.decl(decl).init.filter(|_| self.unit.decl(decl).storage == Storage::Local);
        match (self.parts.get(&decl).copied(), init) {
            (Some(parts), Some(init)) => {
                let Value { re, im } = self.whole(init, out);
                self.declare(parts, [re, im], loc, out);
            }
            (Some(parts), None) => parts.into_iter().for_each(|it| out.push(self.unit.add_declaration(it, loc))),
            (None, init) => {
                init.into_iter().for_each(|it| self.evaluate(it, out));
                out.push(self.unit.add_declaration(decl, loc));
            }
        }
    }

    // Expressions

    /// Is there a complex number in the expression?
    fn holds(&self, e: ExprId) -> bool {
        let mut found = false;
        visit::walk(self.unit, Item::Expr(e), |item| {
            found |= matches!(item, Item::Expr(e) if self.is_complex(e))
                || matches!(item, Item::Declare(d) if self.parts.contains_key(&d));
            !found
        });
        found
    }

    /// Whether evaluating the expression changes nothing.
    fn changes_nothing(&self, e: ExprId) -> bool {
        let mut quiet = true;
        visit::walk(self.unit, Item::Expr(e), |item| {
            let Item::Expr(e) = item else { return false };
            quiet &= match &self.unit.expr(e).kind {
                ExprKind::Call { builtin, .. } => super::access::is_pure(builtin) || value::is_pure(builtin),
                ExprKind::Other { .. } => false,
                _ => !super::inline::has_own_effect(self.unit, e),
            };
            quiet
        });
        quiet
    }

    /// What `f` makes of an expression whose value is wanted whole and at once.
    fn at_once<T>(&mut self, e: ExprId, f: impl FnOnce(&mut Self) -> T) -> T {
        let is_quiet = self.changes_nothing(e);
        let outer = std::mem::replace(&mut self.is_quiet, is_quiet);
        let result = f(self);
        self.is_quiet = outer;
        result
    }

    /// Both parts of a complex expression.
    fn whole(&mut self, e: ExprId, out: &mut Vec<StmtId>) -> Value {
        self.at_once(e, |this| this.value(e, out))
    }

    /// Makes `e`, whose value is used as it is, one without operations on complex numbers; what it needs goes to `out`.
    fn evaluate(&mut self, e: ExprId, out: &mut Vec<StmtId>) {
        match self.unit.expr(e).kind.clone() {
            _ if self.is_complex(e) => self.as_record(e, out),
            ExprKind::InitList { inits } => inits.into_iter().flatten().for_each(|it| self.evaluate(it, out)),
            _ => self.first(e, out, |this| this.rewrite(e)),
        }
    }

    /// A complex value as a list of its parts.
    fn as_record(&mut self, e: ExprId, out: &mut Vec<StmtId>) {
        let Value { re, im } = self.whole(e, out);
        self.unit.exprs[e.0 as usize].kind = ExprKind::InitList { inits: vec![Some(re), Some(im)] };
        self.unit.exprs[e.0 as usize].is_lvalue = false;
    }

    fn condition(&mut self, e: ExprId) {
        if !self.is_complex(e) {
            return self.rewrite(e);
        }
        let int = self.unit.int_type();
        self.becomes(e, int, |this, out| {
            let value = this.whole(e, out);
            Some(this.is_not_zero(value, int))
        });
    }

    /// Rewrites an expression that is evaluated next. What it needs is done first, in `out`, if nothing in it but itself has effects.
    fn first(&mut self, e: ExprId, out: &mut Vec<StmtId>, rewrite: impl FnOnce(&mut Self)) {
        let mut children = vec![];
        self.unit.expr(e).kind.clone().map(|child| {
            children.push(child);
            child
        });
        let may_stand_before = children.into_iter().all(|it| self.changes_nothing(it))
            && !matches!(self.unit.expr(e).kind, ExprKind::StmtExpr { .. });
        let outer = std::mem::replace(&mut self.before, may_stand_before.then(Vec::new));
        rewrite(self);
        out.extend(std::mem::replace(&mut self.before, outer).unwrap_or_default());
    }

    /// What is not evaluated each time has its statements in its place.
    fn in_place<T>(&mut self, f: impl FnOnce(&mut Self) -> T) -> T {
        let outer = self.before.take();
        let result = f(self);
        self.before = outer;
        result
    }

    /// Makes `e` what `f` returns, after the statements that it writes.
    fn becomes(&mut self, e: ExprId, ty: TypeId, f: impl FnOnce(&mut Self, &mut Vec<StmtId>) -> Option<ExprId>) {
        let (mut body, loc) = (vec![], self.unit.expr(e).loc);
        // `f` reads what `e` is now, and makes a copy of it where it stays.
        let value = f(self, &mut body);
        if let (Some(before), Some(_)) = (&mut self.before, value) {
            before.append(&mut body);
        }
        let kind = match value {
            Some(value) if body.is_empty() => self.unit.expr(value).kind.clone(),
            _ => {
                let last = value.map(|expr| self.unit.add_stmt(StmtKind::Expr { expr }, loc));
                body.extend(last);
                ExprKind::StmtExpr { body: self.unit.add_stmt(StmtKind::Compound { body }, loc) }
            }
        };
        let floats = value.map(|it| self.unit.expr(it).floats);
        let entry = &mut self.unit.exprs[e.0 as usize];
        (entry.kind, entry.ty, entry.is_lvalue) = (kind, ty, false);
        entry.floats = floats.unwrap_or_default();
    }

    fn effect_in_place(&mut self, e: ExprId) {
        if let ExprKind::Binary { op: BinaryOp::Comma, lhs, rhs } = self.unit.expr(e).kind {
            [lhs, rhs].into_iter().for_each(|it| self.effect_in_place(it));
            self.unit.exprs[e.0 as usize].ty = self.unit.expr(rhs).ty;
        } else if self.holds(e) {
            let void = self.unit.void_type();
            let own = self.unit.expr(e).clone();
            self.unit.exprs.push(own);
            let copy = ExprId(self.unit.exprs.len() as u32 - 1);
            self.becomes(e, void, |this, out| {
                this.effect(copy, out);
                None
            });
        }
    }

    /// Evaluates for the effects.
    fn effect(&mut self, e: ExprId, out: &mut Vec<StmtId>) {
        let loc = self.unit.expr(e).loc;
        match self.unit.expr(e).kind.clone() {
            ExprKind::Cast { cast: CastKind::ToVoid | CastKind::NoOp, arg } if self.holds(arg) => self.effect(arg, out),
            ExprKind::Binary { op: BinaryOp::Comma, lhs, rhs } => {
                self.effect(lhs, out);
                self.effect(rhs, out);
            }
            ExprKind::Conditional { cond, then, other } if self.holds(e) => {
                self.condition(cond);
                let [then, other] = [then, other].map(|arm| {
                    let mut body = vec![];
                    self.in_place(|this| this.effect(arm, &mut body));
                    self.unit.add_stmt(StmtKind::Compound { body }, loc)
                });
                out.push(self.unit.add_stmt(StmtKind::If { cond, then, other: Some(other) }, loc));
            }
            ExprKind::Assign { lhs, rhs } if self.is_complex(e) => drop(self.assign(lhs, rhs, out)),
            ExprKind::Ref { .. } if self.is_complex(e) => {}
            _ if self.is_complex(e) => drop(self.whole(e, out)),
            _ => {
                self.first(e, out, |this| this.rewrite(e));
                out.push(self.unit.add_stmt(StmtKind::Expr { expr: e }, loc));
            }
        }
    }

    /// Rewrites what is complex inside of an expression that is not, or inside of an lvalue.
    fn rewrite(&mut self, e: ExprId) {
        if self.holds(e) {
            stacker::maybe_grow(64 << 10, 1 << 20, || self.rewrite_here(e));
        }
    }

    fn rewrite_here(&mut self, e: ExprId) {
        let expr = self.unit.expr(e).clone();
        match expr.kind {
            ExprKind::Unary { op: op @ (UnaryOp::Real | UnaryOp::Imag), arg } => self.part_of(e, op, arg),
            ExprKind::Cast { cast: CastKind::ComplexToReal, arg } => {
                self.becomes(e, expr.ty, |this, out| Some(this.whole(arg, out).re))
            }
            ExprKind::Cast { cast: CastKind::ComplexToBoolean, arg } => self.becomes(e, expr.ty, |this, out| {
                let value = this.whole(arg, out);
                let (int, loc) = (this.unit.int_type(), expr.loc);
                let test = this.is_not_zero(value, int);
                Some(this.unit.add_expr(
                    ExprKind::Cast { cast: CastKind::IntegralToBoolean, arg: test },
                    expr.ty,
                    loc,
                    false,
                ))
            }),
            ExprKind::Cast { cast: CastKind::ToVoid, .. } => self.effect_in_place(e),
            ExprKind::Binary { op: op @ (BinaryOp::Eq | BinaryOp::Ne), lhs, rhs }
                if self.is_complex(lhs) || self.is_complex(rhs) =>
            {
                self.becomes(e, expr.ty, |this, out| {
                    this.at_once(e, |this| Some(this.comparison(op, [lhs, rhs], expr.ty, out)))
                });
            }
            ExprKind::Binary { op: BinaryOp::LogicalAnd | BinaryOp::LogicalOr, lhs, rhs } => {
                self.condition(lhs);
                self.in_place(|this| this.condition(rhs));
            }
            ExprKind::Binary { op: BinaryOp::Comma, lhs, rhs } => {
                self.in_place(|this| this.effect_in_place(lhs));
                self.rewrite(rhs);
            }
            ExprKind::Unary { op: UnaryOp::LogicalNot, arg } => self.condition(arg),
            ExprKind::Conditional { cond, then, other } => {
                self.condition(cond);
                self.in_place(|this| [then, other].into_iter().for_each(|it| this.rewrite_operand(e, it)));
            }
            ExprKind::CompoundAssign { lhs, rhs, .. } if self.is_complex(rhs) && !self.is_complex(lhs) => {
                self.becomes(e, expr.ty, |this, out| Some(this.assign_real(e, out)));
            }
            ExprKind::Call { callee, args, builtin } => self.call(e, callee, args, &builtin),
            ExprKind::StmtExpr { body } => self.in_place(|this| this.stmt(body)),
            other => {
                let mut children = vec![];
                other.map(|child| {
                    children.push(child);
                    child
                });
                children.into_iter().for_each(|it| self.rewrite_operand(e, it));
            }
        }
    }

    /// An operand of `of` that is a complex value has no parts that could stand in its place.
    fn rewrite_operand(&mut self, of: ExprId, operand: ExprId) {
        if self.is_complex(operand) && !self.unit.expr(operand).is_lvalue {
            let mut needed = vec![];
            self.as_record(operand, &mut needed);
            if let Some(before) = &mut self.before {
                before.append(&mut needed);
            }
            if !needed.is_empty() {
                let kind = ExprKind::Other { class: "complex number in this place".into(), args: vec![] };
                self.unit.exprs[of.0 as usize].kind = kind;
            }
            return;
        }
        self.rewrite(operand);
    }

    /// `__real__ arg` and `__imag__ arg`
    fn part_of(&mut self, e: ExprId, op: UnaryOp, arg: ExprId) {
        let (number, ty) = (u32::from(op == UnaryOp::Imag), self.unit.expr(e).ty);
        if !self.is_complex(arg) {
            self.rewrite(arg);
        } else if self.unit.expr(arg).is_lvalue {
            self.rewrite(arg);
            let part = self.lvalue_part(arg, number);
            self.unit.exprs[e.0 as usize].kind = self.unit.expr(part).kind.clone();
        } else {
            self.becomes(e, ty, |this, out| Some(this.whole(arg, out).part(number)));
        }
    }

    /// The place of a part, of an lvalue that is used only for it.
    fn lvalue_part(&mut self, of: ExprId, number: u32) -> ExprId {
        let loc = self.unit.expr(of).loc;
        if let ExprKind::Ref { decl } = self.unit.expr(of).kind
            && let Some(parts) = self.parts.get(&decl)
        {
            let part = parts[number as usize];
            return self.unit.add_ref(part, loc);
        }
        self.member(of, number)
    }

    fn member(&mut self, of: ExprId, number: u32) -> ExprId {
        let (ty, loc) = (self.unit.expr(of).ty, self.unit.expr(of).loc);
        let TypeKind::Record { record } = self.unit.ty(ty).kind else { return of };
        let elem = self.unit.record(record).fields[number as usize].ty;
        self.unit.add_expr(ExprKind::Member { base: of, record, field: number, arrow: false }, elem, loc, true)
    }

    fn load_part(&mut self, of: ExprId, number: u32) -> ExprId {
        let part = self.lvalue_part(of, number);
        self.unit.add_load(part)
    }

    fn call(&mut self, e: ExprId, callee: ExprId, args: Vec<ExprId>, builtin: &str) {
        let ty = self.unit.expr(e).ty;
        if let Some(part) = value::part_builtin(builtin)
            && let [arg] = args[..]
        {
            return self.becomes(e, ty, |this, out| Some(this.whole(arg, out).part(part)));
        }
        if self.is_library_call(callee, builtin) {
            return self.becomes(e, ty, |this, out| {
                this.at_once(e, |this| Some(this.library_call((callee, builtin), &args, (ty, "re"), out)))
            });
        }
        let own = self.unit.expr(e).clone();
        self.becomes(e, ty, |this, out| {
            this.rewrite(callee);
            args.iter().for_each(|it| this.evaluate(*it, out));
            this.unit.exprs.push(own);
            Some(ExprId(this.unit.exprs.len() as u32 - 1))
        });
    }

    fn copy(&mut self, e: ExprId) -> ExprId {
        self.unit.copy_expr(e, &mut Copies::default())
    }
}
