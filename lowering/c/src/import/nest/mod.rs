//! `region.nest` from a plan: symbols, run-time checks and pointers before it, then views and the body.
//!
//! ```text
//!     symbols of the plan            n = ..., in C's types
//!     checks hold?                   in 128-bit integers
//!       yes: pointers, region.nest   the nest
//!       no:  the statement itself    the same source as host code
//! ```
//!
//! Without checks there is only the nest. The body is written by the same code as host code; only places differ.

mod affine;
mod body;

use super::function::{Function, Res, Stop};
use super::ops::{CmpI, Ops};
use super::place::Place;
use super::types::{Scalar, int_type};
use crate::ast::{DeclId, ExprId, Loc, StmtId};
use crate::plan::{Access, Affine, Base, Check, Dim, Elem, FlagId, LoopId, Nest, Object, Stride, Symbol, Value, View};
use affine::Linear;
use melior::ir::Type;
use raddle_dialects::build::{Builder, DYNAMIC};
use raddle_dialects::region::{NestInput, NestOp, ViewOp};
use raddle_dialects::{Val, ir};
use std::collections::HashMap;

/// What names mean inside the nest that is being written.
pub(super) struct Scope<'c, 'u> {
    pub plan: &'u Nest,
    accesses: HashMap<ExprId, &'u Access>,
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
    /// The statement as a nest; where its checks fail, and nowhere else, as host code.
    pub fn nest_or_statement(&mut self, id: StmtId, plan: &'u Nest) -> Res<()> {
        let loc = self.unit.stmt(id).loc;
        self.set_location(loc);
        self.ops.at();
        self.current_nest = Some(id);
        let mut symbols = vec![None; plan.symbols.len()];
        self.evaluate_symbols(plan, &mut symbols, false)?;
        if plan.checks.is_empty() {
            self.nest(plan, symbols, loc)?;
            self.current_nest = None;
            return Ok(());
        }
        let hold = self.checks(&plan.checks, &symbols, loc)?;
        let (nest, host, join) = (self.ops.new_block(&[]), self.ops.new_block(&[]), self.ops.new_block(&[]));
        self.ops.branch_if(hold, nest, host);
        self.ops.enter(nest);
        self.nest(plan, symbols, loc)?;
        self.current_nest = None;
        self.ops.branch(join, &[]);
        self.ops.enter(host);
        self.in_other_branch = true;
        let written = self.plain_statement(id);
        self.in_other_branch = false;
        written?;
        self.ops.fall_into(join);
        Ok(())
    }

    // Before the nest

    fn evaluate_symbols(&mut self, plan: &Nest, values: &mut [Option<(Val<'c>, Scalar)>], guarded: bool) -> Res<()> {
        for (symbol, value) in plan.symbols.iter().zip(values) {
            if symbol.guarded == guarded {
                *value = Some(self.symbol(symbol)?);
            }
        }
        Ok(())
    }

    fn symbol(&mut self, symbol: &Symbol) -> Res<(Val<'c>, Scalar)> {
        match symbol.value {
            Value::Expr(expr) => Ok((self.rvalue(expr)?, self.scalar_of(expr)?)),
            Value::Difference { to, from, bytes } => {
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

    /// Whether all checks hold.
    fn checks(&mut self, checks: &[Check], symbols: &[Option<(Val<'c>, Scalar)>], loc: Loc) -> Res<Val<'c>> {
        const EXACT: Scalar = Scalar::Int { bits: 128, signed: true };
        let mut all = self.ops.bool(true);
        for Check::NonNegative(terms, _) in checks {
            let mut sum = self.ops.int(128, 0);
            for (product, factor) in terms {
                let mut term = self.ops.int(128, *factor);
                for symbol in product {
                    let Some((value, scalar)) = symbols.get(symbol.0 as usize).copied().flatten() else {
                        return self.stop("check of a guarded symbol", loc);
                    };
                    let wide = self.convert(value, scalar, EXACT);
                    term = self.ops.binary("arith.muli", term, wide);
                }
                sum = self.ops.binary("arith.addi", sum, term);
            }
            let zero = self.ops.int(128, 0);
            let holds = self.ops.at().cmpi(CmpI::Sge, sum, zero);
            all = self.ops.binary("arith.andi", all, holds);
        }
        Ok(all)
    }

    // The nest itself

    fn nest(&mut self, plan: &'u Nest, mut symbols: Vec<Option<(Val<'c>, Scalar)>>, loc: Loc) -> Res<()> {
        self.evaluate_symbols(plan, &mut symbols, true)?;
        let symbols: Vec<_> = symbols.into_iter().flatten().collect();
        let mut inputs = Vec::new();
        for object in &plan.objects {
            let value = self.object(object, loc)?;
            let number = object.distinct.map_or(-1, i64::from);
            inputs.push(NestInput { value, name: object.name.clone(), object: number, live_out: object.live_out });
        }
        for (symbol, (value, _)) in plan.symbols.iter().zip(&symbols) {
            inputs.push(NestInput { value: *value, name: symbol.name.clone(), object: -1, live_out: true });
        }
        self.set_location(loc);
        let (_, block) = NestOp::build(&self.ops.at(), &self.decl.name, &inputs);
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
        Ok(())
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
        let memref = ViewOp::build(&place, base, offset, &sizes, &strides, ty).result();
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
