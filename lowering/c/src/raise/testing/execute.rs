//! Runs a nest by its plan, on the interpreter's memory, and checks what the plan claims on the way: subscripts within inner
//! extents, views of one object apart, distinct objects apart, dead variables not read.

use super::interpret::{Machine, Scalar, canonical, within};
use super::{Run, Stop};
use crate::ast::{DeclId, ExprId};
use crate::plan::{
    Access, Affine, Arm, Base, Check, Elem, FlagId, LoopId, MAX_LEVEL, Nest, Node, ObjectId, Relation, Subscript, Sum,
    Symbol, Target, Term, Value, ViewId, Watch,
};
use std::collections::HashMap;

pub enum Place {
    Address(u64),
    Value(Scalar),
}

/// The plan that is running.
pub struct Active<'a> {
    nest: &'a Nest,
    accesses: HashMap<ExprId, &'a Access>,
    symbols: Vec<Scalar>,
    bases: Vec<u64>,
    indices: Vec<i128>,
    locals: HashMap<DeclId, u64>,
    flags: HashMap<FlagId, bool>,
    /// Which view reached a byte.
    reached: HashMap<u64, ViewId>,
}

fn violation<T>(text: impl Into<String>) -> Run<T> {
    Err(Stop::Violation(text.into()))
}

impl<'a> Machine<'a> {
    /// False if a check fails, so that the loop has to be run as it stands.
    pub fn run_plan(&mut self, nest: &'a Nest) -> Run<bool> {
        let mut symbols = vec![Scalar::Int(0); nest.symbols.len()];
        for level in 0..=MAX_LEVEL {
            for (number, symbol) in nest.symbols.iter().enumerate().filter(|(_, symbol)| symbol.level == level) {
                symbols[number] = self.symbol(symbol, &symbols)?;
            }
            let mut checks = nest.checks.iter().filter(|it| it.level(&nest.symbols) == level);
            if !checks.all(|check| holds(check, &symbols)) {
                return Ok(false);
            }
        }
        let base = |machine: &mut Self, base: &Base| match *base {
            Base::Variable(decl) => {
                machine.variables.get(&decl).copied().ok_or(Stop::Violation("base out of scope".into()))
            }
            Base::Pointer(e) => Ok(machine.eval(e)?.int()? as u64),
        };
        let bases: Vec<u64> = nest.objects.iter().map(|object| base(self, &object.base)).collect::<Run<_>>()?;
        for watch in &nest.watches {
            if !self.is_apart(watch, &bases, &symbols)? {
                return Ok(false);
            }
        }
        let mut locals = HashMap::new();
        for local in &nest.locals {
            let size = local.dims.iter().product::<u64>() * bytes(local.elem);
            locals.insert(local.decl, self.memory.allocate(size));
        }
        let accesses = nest.accesses.iter().map(|(e, access)| (*e, access)).collect();
        let indices = vec![0; nest.loops.len()];
        let (flags, reached) = (HashMap::new(), HashMap::new());
        self.active = Some(Active { nest, accesses, symbols, bases, indices, locals, flags, reached });
        self.nodes(&nest.body)?;
        let Some(active) = self.active.take() else { return violation("the plan ended early") };
        self.planned += 1;
        self.bury(nest, &active)?;
        Ok(true)
    }

    fn symbol(&mut self, symbol: &Symbol, before: &[Scalar]) -> Run<Scalar> {
        match &symbol.value {
            Value::Expr(e) => self.eval(*e),
            Value::Product(factors) => {
                let product = value_of(&vec![(factors.clone(), 1)], before);
                match i64::try_from(product) {
                    Ok(_) => Ok(Scalar::Int(product)),
                    // Checks come after it.
                    Err(_) => Ok(Scalar::Int(0)),
                }
            }
            Value::Quotient { of, by } => {
                let quotient = value_of(of, before).div_euclid(value_of(by, before).max(1));
                Ok(Scalar::Int(i64::try_from(quotient).unwrap_or(0).into()))
            }
            Value::Function(_) => Ok(Scalar::Int(0)),
            Value::Address(e) => self.eval(*e),
            &Value::Difference { to, from, bytes } => {
                Ok(Scalar::Int((self.eval(to)?.int()? - self.eval(from)?.int()?) / i128::from(bytes)))
            }
        }
    }

    fn is_apart(&mut self, watch: &Watch, bases: &[u64], symbols: &[Scalar]) -> Run<bool> {
        let from = i128::from(self.address(watch.place)?);
        let to = from + i128::from(self.unit.ty(self.unit.expr(watch.place).ty).size);
        Ok(watch.written.iter().all(|written| {
            let base = i128::from(bases[written.object.0 as usize]);
            to <= base + value_of(&written.low, symbols) || base + value_of(&written.high, symbols) <= from
        }))
    }

    /// Overwrites what the plan says is dead.
    fn bury(&mut self, nest: &Nest, active: &Active<'_>) -> Run<()> {
        for (object, &base) in nest.objects.iter().zip(&active.bases) {
            if let (Base::Variable(decl), false) = (&object.base, object.live_out) {
                self.memory.poison(base, self.unit.ty(self.unit.decl(*decl).ty).size)?;
            }
        }
        for entry in &nest.loops {
            let stored = nest.objects.iter().any(|object| object.base == Base::Variable(entry.index));
            let own = self.variables.get(&entry.index).copied();
            if let (Some(address), false) = (own, stored) {
                self.memory.poison(address, self.unit.ty(self.unit.decl(entry.index).ty).size)?;
            }
        }
        Ok(())
    }

    fn plan(&mut self) -> Run<&mut Active<'a>> {
        self.active.as_mut().ok_or_else(|| Stop::Violation("no plan is running".into()))
    }

    /// A call that the plan makes where it stands: the function runs as it is.
    pub fn planned_call(&mut self, e: ExprId, function: DeclId, args: &[ExprId]) -> Run<Option<Option<Scalar>>> {
        let nest = match &self.active {
            Some(active) => active.nest,
            None => return Ok(None),
        };
        let Some((_, call)) = nest.calls.iter().find(|it| it.0 == e) else { return Ok(None) };
        let mut values = vec![];
        for (number, arg) in args.iter().enumerate() {
            let address = call.addresses.iter().find(|it| it.0 == number);
            values.push(match address {
                Some((_, symbol)) => self.plan()?.symbols[symbol.0 as usize],
                None => self.eval(*arg)?,
            });
        }
        let active = self.active.take();
        let result = self.call(function, &values);
        self.active = active;
        result.map(Some)
    }

    fn affine(&mut self, affine: &Affine) -> Run<i128> {
        let active = self.plan()?;
        let mut sum = i128::from(affine.constant);
        for &(term, coefficient) in &affine.terms {
            let value = match term {
                Term::Loop(id) => active.indices[id.0 as usize],
                Term::Symbol(id) => active.symbols[id.0 as usize].int()?,
                Term::Opaque(_) => return Err(Stop::Violation("a value that is not affine in the plan".into())),
            };
            sum += value * i128::from(coefficient);
        }
        Ok(sum)
    }

    fn affines(&mut self, all: &[Affine]) -> Run<Vec<i128>> {
        all.iter().map(|affine| self.affine(affine)).collect()
    }

    fn nodes(&mut self, nodes: &[Node]) -> Run<()> {
        nodes.iter().try_for_each(|node| self.node(node))
    }

    fn node(&mut self, node: &Node) -> Run<()> {
        self.burn()?;
        match node {
            Node::Loop(id, body) => self.a_loop(*id, body),
            Node::AffineIf { cond, then, other, .. } => {
                let mut holds = true;
                for constraint in cond {
                    let value = self.affine(&constraint.expr)?;
                    holds &= match constraint.relation {
                        Relation::NonNegative => value >= 0,
                        Relation::Zero => value == 0,
                        Relation::Multiple(number) => value % i128::from(number) == 0,
                    };
                }
                self.nodes(if holds { then } else { other })
            }
            Node::If { cond, then, other, .. } => match self.eval(*cond)? {
                Scalar::Int(0) => self.nodes(other),
                _ => self.nodes(then),
            },
            Node::While { cond, body, inc, test_first, stop, .. } => {
                let mut test = *test_first;
                loop {
                    self.burn()?;
                    if test && cond.map_or(Ok(false), |cond| Ok(self.eval(cond)? == Scalar::Int(0)))? {
                        return Ok(());
                    }
                    test = true;
                    self.nodes(body)?;
                    if stop.map_or(Ok(false), |stop| self.flag(stop))? {
                        return Ok(());
                    }
                    inc.map_or(Ok(()), |inc| self.eval(inc).map(|_| ()))?;
                }
            }
            Node::Switch { cond, arms, .. } => self.switch_arms(*cond, arms),
            Node::Flag(flag) => {
                self.plan()?.flags.insert(*flag, false);
                Ok(())
            }
            Node::Set(flag) => match self.plan()?.flags.insert(*flag, true) {
                Some(_) => Ok(()),
                None => violation("a flag that does not exist is set"),
            },
            Node::Unless(flag, body) => match self.flag(*flag)? {
                true => Ok(()),
                false => self.nodes(body),
            },
            Node::Expr(e) => self.eval(*e).map(|_| ()),
            Node::Declare(decl) => {
                let Some(&address) = self.plan()?.locals.get(decl) else { return violation("declaration of no local") };
                let declared = self.unit.decl(*decl);
                self.memory.poison(address, self.unit.ty(declared.ty).size)?;
                match declared.init {
                    Some(init) => {
                        let value = self.eval(init)?;
                        self.store(address, declared.ty, value)
                    }
                    None => Ok(()),
                }
            }
        }
    }

    fn flag(&mut self, flag: FlagId) -> Run<bool> {
        self.plan()?.flags.get(&flag).copied().ok_or_else(|| Stop::Violation("no such flag".into()))
    }

    fn switch_arms(&mut self, cond: ExprId, arms: &[Arm]) -> Run<()> {
        let value = self.eval(cond)?.int()?;
        let ty = self.unit.ty(self.unit.expr(cond).ty);
        for arm in arms {
            let is_listed = arm.values.iter().any(|&(low, high)| within(ty, value, (low, Some(high))));
            if is_listed != arm.is_for_others {
                self.nodes(&arm.body)?;
            }
        }
        Ok(())
    }

    fn a_loop(&mut self, id: LoopId, body: &[Node]) -> Run<()> {
        let entry = &self.plan()?.nest.loops[id.0 as usize];
        let (lower, upper) = (self.affines(&entry.lower)?, self.affines(&entry.upper)?);
        let (first, last) = match entry.step > 0 {
            true => (lower.into_iter().max(), upper.into_iter().min()),
            false => (lower.into_iter().min(), upper.into_iter().max()),
        };
        let (Some(mut index), Some(end)) = (first, last) else { return violation("loop without bounds") };
        if let Some(shift) = &entry.shift {
            index += self.affine(&shift.of)?.rem_euclid(i128::from(shift.by));
        }
        while if entry.step > 0 { index < end } else { index > end } {
            self.burn()?;
            self.plan()?.indices[id.0 as usize] = index;
            self.nodes(body)?;
            index += i128::from(entry.step);
        }
        if let Some(view) = entry.store_index {
            let address = self.view_address(view, &[])?;
            let ty = self.unit.decl(entry.index).ty;
            if canonical(self.unit.ty(ty), index) != index {
                return violation("last value of the index does not fit");
            }
            self.store(address, ty, Scalar::Int(index))?;
        }
        Ok(())
    }

    /// Where the running plan says an lvalue is; None outside of plans.
    pub fn planned_place(&mut self, lvalue: ExprId) -> Run<Option<Place>> {
        let Some(active) = self.active.as_ref() else { return Ok(None) };
        let Some(access) = active.accesses.get(&lvalue).copied() else {
            return violation(format!("no access for {}", crate::raise::spell::expr(self.unit, lvalue)));
        };
        let ty = self.unit.ty(self.unit.expr(lvalue).ty);
        let place = match access.target {
            Target::Index(id) => {
                let value = active.indices[id.0 as usize];
                if canonical(ty, value) != value {
                    return violation("index does not fit its type");
                }
                Place::Value(Scalar::Int(value))
            }
            Target::Symbol(id) => Place::Value(active.symbols[id.0 as usize]),
            Target::View(view) => Place::Address(self.view_address(view, &access.subscripts)?),
            Target::Local(decl) => Place::Address(self.local_address(decl, &access.subscripts)?),
        };
        Ok(Some(place))
    }

    fn subscripts(&mut self, subscripts: &[Subscript]) -> Run<Vec<i128>> {
        let mut values = Vec::new();
        for subscript in subscripts {
            values.push(match subscript {
                Subscript::Affine(affine) => self.affine(affine)?,
                Subscript::Opaque { terms, plus } => {
                    let mut sum = self.affine(plus)?;
                    for &(e, factor) in terms {
                        sum += self.eval(e)?.int()? * i128::from(factor);
                    }
                    sum
                }
            });
        }
        Ok(values)
    }

    fn local_address(&mut self, decl: DeclId, subscripts: &[Subscript]) -> Run<u64> {
        let values = self.subscripts(subscripts)?;
        let active = self.plan()?;
        let Some(local) = active.nest.locals.iter().find(|local| local.decl == decl) else {
            return violation("no such local");
        };
        let base = active.locals[&decl];
        if values.len() != local.dims.len() {
            return violation("wrong number of subscripts");
        }
        let flat = values.iter().zip(&local.dims).fold(0, |flat, (value, &dim)| flat * i128::from(dim) + value);
        Ok((i128::from(base) + flat * i128::from(bytes(local.elem))) as u64)
    }

    fn view_address(&mut self, id: ViewId, subscripts: &[Subscript]) -> Run<u64> {
        let values = self.subscripts(subscripts)?;
        let view = &self.plan()?.nest.views[id.0 as usize];
        if values.len() != view.dims.len() {
            return violation("wrong number of subscripts");
        }
        let mut address = i128::from(self.plan()?.bases[view.object.0 as usize]) + self.affine(&view.offset)?;
        for (position, (value, dim)) in values.iter().zip(&view.dims).enumerate() {
            let mut stride = i128::from(dim.stride.bytes);
            for factor in &dim.stride.factors {
                stride *= self.affine(factor)?;
            }
            address += value * stride;
            let extent = dim.extent.as_ref().map(|extent| self.affine(extent)).transpose()?;
            if position > 0 && extent.is_none_or(|extent| *value < 0 || *value >= extent) {
                return Err(Stop::Undefined(format!("inner subscript {value} of {extent:?} of {}", view.name)));
            }
        }
        let address = u64::try_from(address).map_err(|_| Stop::Undefined("address out of range".into()))?;
        self.reach(id, address, bytes(view.elem))?;
        Ok(address)
    }

    /// Notes who reached the bytes: two views of an object, or a distinct object and another, must not meet.
    fn reach(&mut self, view: ViewId, address: u64, size: u64) -> Run<()> {
        let active = self.plan()?;
        let object = |view: ViewId| active.nest.views[view.0 as usize].object;
        let is_distinct = |object: ObjectId| active.nest.objects[object.0 as usize].distinct.is_some();
        for byte in address..address + size {
            let other = *active.reached.entry(byte).or_insert(view);
            let (mine, theirs) = (object(view), object(other));
            if other != view && (mine == theirs || is_distinct(mine) || is_distinct(theirs)) {
                return violation(format!("views {view:?} and {other:?} meet"));
            }
        }
        Ok(())
    }
}

fn holds(check: &Check, symbols: &[Scalar]) -> bool {
    let Check::NonNegative(sum, _) = check;
    value_of(sum, symbols) >= 0
}

fn value_of(sum: &Sum, symbols: &[Scalar]) -> i128 {
    let value = |id: &crate::plan::SymbolId| symbols[id.0 as usize].int().unwrap_or(i128::MIN);
    let product = |(product, factor): &(Vec<crate::plan::SymbolId>, i64)| {
        product.iter().map(value).fold(i128::from(*factor), |product, value| product.saturating_mul(value))
    };
    sum.iter().map(product).fold(0, |sum: i128, term| sum.saturating_add(term))
}

fn bytes(elem: Elem) -> u64 {
    super::super::nest::elem_bytes(elem) as u64
}
