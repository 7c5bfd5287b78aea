//! `region.nest` from a plan: symbols, run-time checks and pointers before it, then views and the body.
//!
//! ```text
//!     symbols of the plan            n = ..., in C's types
//!     may a launch pay?              where the iterations are known so early (`gate.rs`)
//!     checks hold?                   in 128-bit integers
//!       yes: pointers
//!            watches hold?           likewise: what was read keeps its value
//!              yes: region.nest      the nest
//!       no:  the statement itself    the same source as host code
//! ```
//!
//! Without checks and watches there is only the nest. The body is written by the same code as host code; only places differ.

mod affine;
mod body;
mod gate;

use super::function::{Function, Res, Stop};
use super::ops::{CmpI, Ops};
use super::place::{Place, is_untyped_member};
use super::types::{Scalar, int_type};
use crate::ast::{DeclId, ExprId, Loc, StmtId, Unit};
use crate::plan::{
    Access, Affine, Base, Call, Check, Dim, Elem, FlagId, LoopId, MAX_LEVEL, Nest, Object, Stride, Sum, Symbol,
    SymbolId, Value, View, Watch, Written,
};
use crate::raise::visit::{self, Item};
use affine::Linear;
use melior::ir::Type;
use raddle_dialects::build::{Builder, DYNAMIC};
use raddle_dialects::region::{
    BLOCKED, FlushOp, MayPayOp, NestInput, NestOp, REACH, ROWS, SUMMED, TYPED, UNBLOCKED, ViewOp,
};
use raddle_dialects::{Block, Val, ir};
use std::collections::HashMap;

/// In which checks compute.
const EXACT: Scalar = Scalar::Int { bits: 128, signed: true };

/// What names mean inside the nest that is being written.
pub(super) struct Scope<'c, 'u> {
    pub plan: &'u Nest,
    accesses: HashMap<ExprId, &'u Access>,
    calls: HashMap<ExprId, &'u Call>,
    /// The nest's arguments that stand for the symbols, in C's types.
    symbols: Vec<(Val<'c>, Scalar)>,
    /// The same as index values; None for floating ones.
    symbol_indices: Vec<Option<Val<'c>>>,
    views: Vec<Val<'c>>,
    locals: HashMap<DeclId, Val<'c>>,
    flags: HashMap<FlagId, Val<'c>>,
    indices: HashMap<LoopId, Linear<'c>>,
    /// Index values made at the top of the nest, so that equal shapes are equal values.
    known: Vec<(Affine, Val<'c>)>,
    known_strides: Vec<(Stride, Val<'c>)>,
}

impl<'c, 'u> Function<'c, 'u> {
    /// The statement as a nest; where its checks fail, and nowhere else, as host code. Before it its version without blocks, for whoever
    /// finds that the version is as good.
    pub fn nest_or_statement(&mut self, id: StmtId, plan: &'u Nest) -> Res<()> {
        self.current_nest = Some(id);
        let Some(version) = &plan.unblocked else { return self.with_blocks(id, plan) };
        let (other, join) = (self.ops.new_block(&[]), self.ops.new_block(&[]));
        for condition in &version.conditions {
            let holds = self.condition(*condition)?;
            self.go_on_if(holds, other);
        }
        let (nest, question) = self.where_checks_hold(&version.nest, Some(other), true)?;
        question.into_iter().for_each(|it| gate::estimate(it, nest));
        ir::set_attr(nest.op(), UNBLOCKED, self.ops.at().i64(version.loops.into()));
        ir::set_attr(nest.op(), BLOCKED, self.ops.at().i64(id.0.into()));
        if version.is_summed {
            ir::set_attr(nest.op(), SUMMED, self.ops.at().unit());
        }
        let Some(choice) = ir::parent(nest.op()) else { return self.stop("nest without a place", self.decl.loc) };
        self.ops.branch_if(ir::result(choice), join, other);
        self.ops.enter(other);
        self.with_blocks(id, plan)?;
        self.ops.fall_into(join);
        Ok(())
    }

    fn with_blocks(&mut self, id: StmtId, plan: &'u Nest) -> Res<()> {
        let is_watched = plan.watches.iter().any(|watch| !watch.written.is_empty());
        let host = (is_watched || !plan.checks.is_empty()).then(|| self.ops.new_block(&[]));
        self.set_location(self.unit.stmt(id).loc);
        let (nest, question) = self.where_checks_hold(plan, host, false)?;
        if plan.unblocked.is_some() {
            ir::set_attr(nest.op(), BLOCKED, self.ops.at().i64(id.0.into()));
        }
        question.into_iter().for_each(|it| gate::estimate(it, nest));
        self.current_nest = None;
        let Some(host) = host else { return Ok(()) };
        let join = self.ops.new_block(&[]);
        self.ops.branch(join, &[]);
        self.ops.enter(host);
        self.in_other_branch = true;
        let written = self.plain_statement(id);
        self.in_other_branch = false;
        written?;
        self.ops.fall_into(join);
        Ok(())
    }

    /// The nest, which is reached where its checks hold; elsewhere goes to `other`. As a choice, it is in a branch that is never taken,
    /// of an `scf.if` that tells whether it was.
    fn where_checks_hold(
        &mut self,
        plan: &'u Nest,
        other: Option<Block<'c>>,
        is_choice: bool,
    ) -> Res<(NestOp<'c>, Option<MayPayOp<'c>>)> {
        let loc = self.unit.stmt(plan.stmt).loc;
        self.set_location(loc);
        self.ops.at();
        let mut symbols = vec![None; plan.symbols.len()];
        let is_watched = plan.watches.iter().any(|watch| !watch.written.is_empty());
        let mut question = None;
        for level in 0..=MAX_LEVEL {
            self.evaluate_symbols(plan, &mut symbols, level)?;
            if let Some(other) = other.filter(|_| question.is_none()) {
                question = self.may_pay(plan, &symbols);
                question.into_iter().for_each(|it| self.go_on_if(it.answer(), other));
            }
            let checks: Vec<&Check> = plan.checks.iter().filter(|it| it.level(&plan.symbols) == level).collect();
            if let Some(other) = other.filter(|_| !checks.is_empty()) {
                let hold = self.checks(&checks, &symbols, loc)?;
                self.go_on_if(hold, other);
            }
        }
        let symbols: Vec<_> = symbols.into_iter().flatten().collect();
        let bases = plan.objects.iter().map(|object| self.object(object, loc)).collect::<Res<Vec<_>>>()?;
        if let Some(other) = other.filter(|_| is_watched) {
            let apart = self.watches(&plan.watches, &symbols, &bases)?;
            self.go_on_if(apart, other);
        }
        let nest =
            if is_choice { self.choice(plan, symbols, bases, loc)? } else { self.nest(plan, symbols, bases, loc)? };
        Ok((nest, question))
    }

    fn choice(
        &mut self,
        plan: &'u Nest,
        symbols: Vec<(Val<'c>, Scalar)>,
        bases: Vec<Val<'c>>,
        loc: Loc,
    ) -> Res<NestOp<'c>> {
        let never = self.ops.bool(false);
        let b = self.ops.at();
        let (_, then, none) = b.scf_if(never, &[b.int(1)], true);
        let nest =
            Ops::elsewhere(self, |this| &mut this.ops, b.in_block(then), |this| this.nest(plan, symbols, bases, loc))?;
        for (block, answer) in [(Some(then), true), (none, false)] {
            let inside = block.map(|it| b.in_block(it));
            inside.into_iter().for_each(|it| {
                it.op("scf.yield", &[it.constant_bool(answer)], &[], &[]);
            });
        }
        Ok(nest)
    }

    fn go_on_if(&mut self, condition: Val<'c>, other: Block<'c>) {
        let next = self.ops.new_block(&[]);
        self.ops.branch_if(condition, next, other);
        self.ops.enter(next);
    }

    // Before the nest

    fn evaluate_symbols(&mut self, plan: &Nest, values: &mut [Option<(Val<'c>, Scalar)>], level: u32) -> Res<()> {
        for (number, symbol) in plan.symbols.iter().enumerate() {
            if symbol.level == level {
                values[number] = Some(self.symbol(symbol, values)?);
            }
        }
        Ok(())
    }

    fn symbol(&mut self, symbol: &Symbol, before: &[Option<(Val<'c>, Scalar)>]) -> Res<(Val<'c>, Scalar)> {
        match &symbol.value {
            Value::Expr(expr) => Ok((self.rvalue(*expr)?, self.scalar_of(*expr)?)),
            Value::Product(factors) => {
                let mut product = self.ops.int(64, 1);
                for factor in factors {
                    let Some((value, scalar)) = before.get(factor.0 as usize).copied().flatten() else {
                        return self.stop("product of an unknown symbol", self.decl.loc);
                    };
                    let factor = self.convert(value, scalar, Scalar::LONG);
                    product = self.ops.binary("arith.muli", product, factor);
                }
                Ok((product, Scalar::LONG))
            }
            Value::Quotient { of, by } => {
                let value = |symbol: SymbolId| before.get(symbol.0 as usize).copied().flatten();
                let (of, by) = (self.sum(of, value), self.sum(by, value));
                let (Some(of), Some(by)) = (of, by) else {
                    return self.stop("quotient of an unknown symbol", self.decl.loc);
                };
                Ok((self.quotient(of, by), Scalar::LONG))
            }
            Value::Function(function) => {
                let place = self.variable(*function, self.decl.loc)?;
                let address = self.address(place, self.decl.loc)?.0;
                Ok((self.convert(address, Scalar::Pointer, Scalar::LONG), Scalar::LONG))
            }
            Value::Address(expr) => {
                let address = self.rvalue(*expr)?;
                Ok((self.convert(address, Scalar::Pointer, Scalar::LONG), Scalar::LONG))
            }
            &Value::Difference { to, from, bytes } => {
                let to = self.rvalue(to)?;
                let from = self.rvalue(from)?;
                let to = self.convert(to, Scalar::Pointer, Scalar::LONG);
                let from = self.convert(from, Scalar::Pointer, Scalar::LONG);
                let difference = self.ops.binary("arith.subi", to, from);
                let size = self.ops.int(64, bytes);
                Ok((self.ops.binary("arith.divsi", difference, size), Scalar::LONG))
            }
        }
    }

    /// Rounded down, of numbers in 128 bits that are limited to what 64 bits divide safely.
    fn quotient(&mut self, of: Val<'c>, by: Val<'c>) -> Val<'c> {
        let [least, most, one] = [-(1 << 62), 1 << 62, 1].map(|limit| self.ops.int(128, limit));
        let within = |this: &mut Self, value: Val<'c>, least: Val<'c>| {
            let value = this.ops.binary("arith.maxsi", value, least);
            let value = this.ops.binary("arith.minsi", value, most);
            this.convert(value, EXACT, Scalar::LONG)
        };
        let (of, by) = (within(self, of, least), within(self, by, one));
        let quotient = self.ops.binary("arith.divsi", of, by);
        let rest = self.ops.binary("arith.remsi", of, by);
        let [zero, minus_one] = [0, -1].map(|value| self.ops.int(64, value));
        let is_over = self.ops.at().cmpi(CmpI::Slt, rest, zero);
        let correction = self.ops.at().select(is_over, minus_one, zero);
        self.ops.binary("arith.addi", quotient, correction)
    }

    /// Whether all checks hold.
    fn checks(&mut self, checks: &[&Check], symbols: &[Option<(Val<'c>, Scalar)>], loc: Loc) -> Res<Val<'c>> {
        let mut all = self.ops.bool(true);
        for Check::NonNegative(terms, _) in checks {
            let sum = self.sum(terms, |symbol| symbols.get(symbol.0 as usize).copied().flatten());
            let Some(sum) = sum else { return self.stop("check of an unknown symbol", loc) };
            let zero = self.ops.int(128, 0);
            let holds = self.ops.at().cmpi(CmpI::Sge, sum, zero);
            all = self.ops.binary("arith.andi", all, holds);
        }
        Ok(all)
    }

    /// Whether all that is watched lies outside of what the nest writes.
    fn watches(&mut self, watches: &'u [Watch], symbols: &[(Val<'c>, Scalar)], bases: &[Val<'c>]) -> Res<Val<'c>> {
        let mut all = self.ops.bool(true);
        for Watch { place, written } in watches {
            let loc = self.unit.expr(*place).loc;
            let size = self.unit.ty(self.unit.expr(*place).ty).size;
            let at = self.place(*place)?;
            let from = self.address(at, loc)?.0;
            let from = self.convert(from, Scalar::Pointer, EXACT);
            let size = self.ops.int(128, i64::try_from(size).unwrap_or(i64::MAX));
            let to = self.ops.binary("arith.addi", from, size);
            for Written { object, low, high } in written {
                let value = |symbol: SymbolId| symbols.get(symbol.0 as usize).copied();
                let ends = (self.sum(low, value), self.sum(high, value), bases.get(object.0 as usize).copied());
                let (Some(low), Some(high), Some(base)) = ends else { return self.stop("unknown range", loc) };
                let base = self.convert(base, Scalar::Pointer, EXACT);
                let (low, high) = (self.ops.binary("arith.addi", base, low), self.ops.binary("arith.addi", base, high));
                let before = self.ops.at().cmpi(CmpI::Sle, to, low);
                let behind = self.ops.at().cmpi(CmpI::Sge, from, high);
                let apart = self.ops.binary("arith.ori", before, behind);
                all = self.ops.binary("arith.andi", all, apart);
            }
        }
        Ok(all)
    }

    /// The value in 128 bits; None where a symbol has none.
    fn sum(&mut self, sum: &Sum, value: impl Fn(SymbolId) -> Option<(Val<'c>, Scalar)>) -> Option<Val<'c>> {
        let mut all = self.ops.int(128, 0);
        for (product, factor) in sum {
            let mut term = self.ops.int(128, *factor);
            for symbol in product {
                let (value, scalar) = value(*symbol)?;
                let wide = self.convert(value, scalar, EXACT);
                term = self.ops.binary("arith.muli", term, wide);
            }
            all = self.ops.binary("arith.addi", all, term);
        }
        Some(all)
    }

    // The nest itself

    fn nest(
        &mut self,
        plan: &'u Nest,
        symbols: Vec<(Val<'c>, Scalar)>,
        bases: Vec<Val<'c>>,
        loc: Loc,
    ) -> Res<NestOp<'c>> {
        let mut inputs = Vec::new();
        for (object, value) in plan.objects.iter().zip(bases) {
            let number = object.distinct.map_or(-1, i64::from);
            inputs.push(NestInput { value, name: object.name.clone(), object: number, live_out: object.live_out });
        }
        for (symbol, (value, _)) in plan.symbols.iter().zip(&symbols) {
            inputs.push(NestInput { value: *value, name: symbol.name.clone(), object: -1, live_out: true });
        }
        self.set_location(loc);
        if plan.calls.iter().any(|(_, call)| call.reads) {
            FlushOp::build(&self.ops.at());
        }
        let (nest, block) = NestOp::build(&self.ops.at(), &self.decl.name, &inputs);
        if types_hold(self.unit, plan) {
            ir::set_attr(nest.op(), TYPED, self.ops.at().unit());
        }
        let arguments = ir::arguments(block);
        let (bases, values) = arguments.split_at(plan.objects.len());
        let symbols = values.iter().zip(symbols).map(|(value, (_, scalar))| (*value, scalar)).collect();
        let place = self.ops.at().before_terminator(block);
        self.nest = Some(Scope::new(plan, symbols, place));
        Ops::elsewhere(
            self,
            |this| &mut this.ops,
            place,
            |this| {
                plan.views.iter().try_for_each(|view| this.view(view, bases, loc))?;
                this.nodes(&plan.body)
            },
        )?;
        self.nest = None;
        self.emitted_nests += 1;
        Ok(nest)
    }

    fn object(&mut self, object: &Object, loc: Loc) -> Res<Val<'c>> {
        match object.base {
            Base::Variable(decl) => {
                let place = self.variable(decl, loc)?;
                Ok(self.address(place, loc)?.0)
            }
            Base::Pointer(expr) => self.rvalue(expr),
        }
    }

    fn view(&mut self, view: &View, bases: &[Val<'c>], loc: Loc) -> Res<()> {
        let Some(base) = bases.get(view.object.0 as usize).copied() else {
            return self.stop("view of an unknown object", loc);
        };
        let offset = self.fixed_index(&view.offset, loc)?;
        let (mut sizes, mut strides, mut extents) = (Vec::new(), Vec::new(), Vec::new());
        for Dim { extent, stride } in &view.dims {
            let unknown = Affine { constant: -1, terms: Vec::new() };
            sizes.push(self.fixed_index(extent.as_ref().unwrap_or(&unknown), loc)?);
            strides.push(self.stride(stride, loc)?);
            extents.push(match extent {
                Some(Affine { constant, terms }) if terms.is_empty() => *constant,
                _ => DYNAMIC,
            });
        }
        let place = self.ops.at();
        let ty = place.memref(&extents, elem_type(view.elem, place));
        let op = ViewOp::build(&place, base, offset, &sizes, &strides, ty);
        if view.is_reach {
            ir::set_attr(op.op(), REACH, place.unit());
        }
        if view.rows > 0 {
            ir::set_attr(op.op(), ROWS, place.i64(view.rows as i64));
        }
        let memref = op.result();
        self.nest_scope(loc)?.views.push(memref);
        Ok(())
    }

    /// A value at the top of the nest, made once.
    fn fixed_index(&mut self, value: &Affine, loc: Loc) -> Res<Val<'c>> {
        let scope = self.nest_scope(loc)?;
        if let Some((_, known)) = scope.known.iter().find(|(affine, _)| affine == value) {
            return Ok(*known);
        }
        let index = self.affine_value(value, loc)?;
        self.nest_scope(loc)?.known.push((value.clone(), index));
        Ok(index)
    }

    fn stride(&mut self, stride: &Stride, loc: Loc) -> Res<Val<'c>> {
        let scope = self.nest_scope(loc)?;
        if let Some((_, known)) = scope.known_strides.iter().find(|(known, _)| known == stride) {
            return Ok(*known);
        }
        let mut product = self.fixed_index(&Affine { constant: stride.bytes, terms: Vec::new() }, loc)?;
        for factor in &stride.factors {
            let factor = self.fixed_index(factor, loc)?;
            product = self.ops.binary("arith.muli", product, factor);
        }
        self.nest_scope(loc)?.known_strides.push((stride.clone(), product));
        Ok(product)
    }

    pub fn nest_scope(&mut self, loc: Loc) -> Res<&mut Scope<'c, 'u>> {
        match &mut self.nest {
            Some(scope) => Ok(scope),
            None => Err(Stop { construct: "part of a nest outside of one".into(), loc }),
        }
    }

    /// The call that the plan has made of this one; None outside of nests.
    pub fn nest_call(&self, id: ExprId) -> Option<&'u Call> {
        self.nest.as_ref()?.calls.get(&id).copied()
    }

    /// A symbol inside of the nest.
    pub fn nest_symbol(&mut self, symbol: SymbolId, loc: Loc) -> Res<Val<'c>> {
        let known = self.nest_scope(loc)?.symbols.get(symbol.0 as usize).copied();
        known.map_or_else(|| self.stop("unknown symbol", loc), |it| Ok(it.0))
    }

    /// The place of an lvalue that the plan describes; None outside of nests.
    pub fn nest_place(&mut self, id: ExprId) -> Res<Option<Place<'c>>> {
        let Some(scope) = &self.nest else { return Ok(None) };
        match scope.accesses.get(&id).copied() {
            Some(access) => self.access(id, access).map(Some),
            None => Ok(None),
        }
    }
}

impl<'c, 'u> Scope<'c, 'u> {
    fn new(plan: &'u Nest, symbols: Vec<(Val<'c>, Scalar)>, top: Builder<'c>) -> Self {
        let symbol_indices = symbols.iter().map(|(value, scalar)| index_of(top, *value, *scalar)).collect();
        Scope {
            plan,
            accesses: plan.accesses.iter().map(|(expr, access)| (*expr, access)).collect(),
            calls: plan.calls.iter().map(|(expr, call)| (*expr, call)).collect(),
            symbols,
            symbol_indices,
            views: Vec::new(),
            locals: HashMap::new(),
            flags: HashMap::new(),
            indices: HashMap::new(),
            known: Vec::new(),
            known_strides: Vec::new(),
        }
    }
}

/// An integer value as an index.
fn index_of<'c>(b: Builder<'c>, value: Val<'c>, scalar: Scalar) -> Option<Val<'c>> {
    match scalar {
        Scalar::Int { signed: true, .. } => Some(b.cast("arith.index_cast", value, b.index())),
        Scalar::Int { signed: false, .. } | Scalar::Bool => Some(b.cast("arith.index_castui", value, b.index())),
        Scalar::Float { .. } | Scalar::Half | Scalar::Pointer => None,
    }
}

pub(super) fn elem_type<'c>(elem: Elem, b: Builder<'c>) -> Type<'c> {
    match elem {
        Elem::I8 => int_type(b.context(), 8),
        Elem::I16 => int_type(b.context(), 16),
        Elem::I32 => int_type(b.context(), 32),
        Elem::I64 => int_type(b.context(), 64),
        Elem::F32 => b.f32(),
        Elem::F64 => b.f64(),
    }
}

/// Does each access of the nest name the type that its memory has?
fn types_hold(unit: &Unit, plan: &Nest) -> bool {
    let is_plain = |e: ExprId| !unit.ty(unit.expr(e).ty).may_alias && !is_untyped_member(unit, e);
    let mut hold = !unit.relaxed_aliasing;
    for (lvalue, _) in &plan.accesses {
        visit::walk(unit, Item::Expr(*lvalue), |item| {
            hold &= if let Item::Expr(e) = item { is_plain(e) } else { true };
            hold
        });
    }
    hold
}
