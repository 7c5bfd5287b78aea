//! The state of one nest while its statements are read, and its assembly into a plan.

use super::effects::Effects;
use super::jumps::JumpTarget;
use super::path::Path;
use super::poly::Poly;
use super::prove::{Case, Prover, Range};
use super::shape::{Raw, Shapes};
use super::value::overflow;
use super::visit::Item;
use super::{Function, Reason, Result, spell};
use crate::ast::{DeclId, ExprId, StmtId, Type, TypeKind, Unit};
use crate::plan::{
    Access, Affine, Call, Check, Elem, Local, Loop, LoopId, MAX_LEVEL, Nest, Node, Remainder, Sum, Symbol, SymbolId,
    Target, Term, Value, ViewId, Watch,
};
use std::collections::HashMap;

/// What a variable stands for at a point of the walk, beyond what its declaration says.
#[derive(Clone, Debug)]
pub(super) enum Meaning {
    Index(LoopId),
    /// An integer variable with a known value.
    Value(Poly),
    /// A pointer variable that points here.
    Points(Path),
    /// An integer variable that is one of these.
    OneOf(Vec<Case>),
    /// An integer variable that is a sum with a remainder.
    Shifted(Poly, Remainder),
}

/// Where an lvalue was found to lie; views are known only when all accesses are.
#[derive(Clone, Debug)]
pub(super) enum Found {
    Done(Access),
    Raw(usize),
}

/// `goal >= 0` must hold for an expression to have the value it was given.
#[derive(Clone, Debug)]
pub(super) struct Obligation {
    pub goal: Poly,
    pub at: ExprId,
    pub why: String,
}

/// An index whose final value is stored: its loop, and the access that stands for the variable.
pub(super) struct FinalValue {
    pub index: LoopId,
    pub raw: usize,
}

/// Symbols in products, and unsigned 64-bit ones, are checked to be at most this.
pub(super) const SMALL: i64 = 1 << 40;

/// Bounds and conditions are proven to be at most this, whichever way: sums of some of them fit 64 bits.
const FAR: i64 = 1 << 61;

pub(super) struct Builder<'a> {
    pub unit: &'a Unit,
    pub function: &'a Function,
    pub root: StmtId,
    pub effects: Effects,
    pub prover: Prover,
    pub scope: HashMap<DeclId, Meaning>,
    pub loops: Vec<Loop>,
    /// The loops around the point of the walk, outermost first.
    pub around: Vec<LoopId>,
    pub symbols: Vec<Symbol>,
    pub checks: Vec<(Poly, String)>,
    pub pending: Vec<Obligation>,
    /// Every lvalue read or written so far, and the order in which they were found.
    pub found: HashMap<ExprId, Found>,
    pub order: Vec<ExprId>,
    pub raws: Vec<Raw>,
    pub final_values: Vec<FinalValue>,
    pub locals: Vec<Local>,
    pub calls: Vec<(ExprId, Call)>,
    pub assumptions: Vec<(ExprId, String)>,
    /// Prefer whole expressions as symbols to sums and products of them.
    pub closed: bool,
    /// Values that are not affine may stand for themselves, if bounds are known.
    pub bounded: bool,
    /// Their expressions.
    pub opaques: Vec<ExprId>,
    /// How many conditions are around the point of the walk.
    pub conditions: u32,
    /// The loops and switches around the point of the walk that jumps go to.
    pub jumps: Vec<JumpTarget>,
    /// How many flags there are.
    pub flags: u32,
    /// The expression is evaluated whenever the nest is reached.
    pub unconditional: bool,
    /// Pointers that are followed whenever the nest is reached.
    pub followed: Vec<ExprId>,
    /// Those that are followed in the first iteration of the loops around them; checks before the nest say that there is one.
    pub followed_first: Vec<ExprId>,
    /// Lvalues that are read before the nest and that its stores might change, were it not for a check.
    pub watched: Vec<ExprId>,
    /// There may be such lvalues.
    pub watches: bool,
    /// There were, once.
    pub has_watched: bool,
}

/// Sizes to go back to when an attempt fails.
pub(super) struct Mark {
    scope: HashMap<DeclId, Meaning>,
    /// Checks narrow the ranges of older symbols, and go with them.
    ranges: Vec<Range>,
    around: usize,
    lengths: [usize; 14],
    conditions: u32,
}

/// Reads the loop at `stmt` as a nest. Where what is watched keeps it from being one, nothing is.
pub(super) fn raise(unit: &Unit, function: &Function, stmt: StmtId) -> Result<Nest> {
    let mut builder = Builder::new(unit, function, stmt, true);
    match builder.read() {
        Ok((body, shapes, watches)) => Ok(builder.finish(body, shapes, watches)),
        Err(_) if builder.prover.is_spent() => {
            Err(Reason::at_stmt(stmt, "too many subscripts whose bounds have to be proven"))
        }
        Err(reason) if builder.has_watched => {
            let mut builder = Builder::new(unit, function, stmt, false);
            let (body, shapes, watches) = builder.read().map_err(|_| reason)?;
            Ok(builder.finish(body, shapes, watches))
        }
        Err(reason) => Err(reason),
    }
}

impl<'a> Builder<'a> {
    fn new(unit: &'a Unit, function: &'a Function, root: StmtId, watches: bool) -> Self {
        Builder {
            unit,
            function,
            root,
            effects: Effects::of(unit, Item::Stmt(root)),
            prover: Prover::default(),
            scope: HashMap::new(),
            loops: Vec::new(),
            around: Vec::new(),
            symbols: Vec::new(),
            checks: Vec::new(),
            pending: Vec::new(),
            found: HashMap::new(),
            order: Vec::new(),
            raws: Vec::new(),
            final_values: Vec::new(),
            locals: Vec::new(),
            calls: Vec::new(),
            assumptions: Vec::new(),
            closed: false,
            bounded: false,
            opaques: Vec::new(),
            conditions: 0,
            jumps: Vec::new(),
            flags: 0,
            unconditional: false,
            followed: Vec::new(),
            followed_first: Vec::new(),
            watched: Vec::new(),
            watches,
            has_watched: false,
        }
    }

    fn read(&mut self) -> Result<(Vec<Node>, Shapes, Vec<Watch>)> {
        let body = self.outermost(self.root)?;
        let shapes = self.shapes()?;
        let watches = self.watch(&shapes)?;
        Ok((body, shapes, watches))
    }
}

impl Builder<'_> {
    fn finish(mut self, body: Vec<Node>, shapes: Shapes, watches: Vec<Watch>) -> Nest {
        for stored in &self.final_values {
            self.loops[stored.index.0 as usize].store_index = Some(shapes.accesses[stored.raw].0);
        }
        let access = |found: Found| match found {
            Found::Done(access) => access,
            Found::Raw(raw) => {
                let (view, subscripts) = shapes.accesses[raw].clone();
                Access { target: Target::View(view), subscripts }
            }
        };
        let checks = std::mem::take(&mut self.checks);
        self.assumptions.sort();
        self.assumptions.dedup();
        Nest {
            stmt: self.root,
            checks: checks.iter().map(|(goal, text)| Check::NonNegative(sum(goal), text.clone())).collect(),
            watches,
            symbols: self.symbols,
            objects: shapes.objects,
            views: shapes.views,
            loops: self.loops,
            locals: self.locals,
            accesses: self
                .order
                .into_iter()
                .filter_map(|expr| Some((expr, access(self.found.remove(&expr)?))))
                .collect(),
            calls: self.calls,
            body,
            unblocked: None,
            assumptions: self.assumptions,
        }
    }

    pub fn mark(&self) -> Mark {
        Mark {
            scope: self.scope.clone(),
            ranges: self.prover.symbols.clone(),
            around: self.around.len(),
            lengths: [
                self.loops.len(),
                self.symbols.len(),
                self.checks.len(),
                self.pending.len(),
                self.raws.len(),
                self.final_values.len(),
                self.locals.len(),
                self.assumptions.len(),
                self.followed.len(),
                self.followed_first.len(),
                self.prover.facts.len(),
                self.order.len(),
                self.watched.len(),
                self.calls.len(),
            ],
            conditions: self.conditions,
        }
    }

    /// Forgets everything since `mark`.
    pub fn rollback(&mut self, mark: Mark) {
        let [
            loops,
            symbols,
            checks,
            pending,
            raws,
            final_values,
            locals,
            assumptions,
            followed,
            first,
            facts,
            order,
            watched,
            calls,
        ] = mark.lengths;
        self.scope = mark.scope;
        self.around.truncate(mark.around);
        for expr in self.order.drain(order..) {
            self.found.remove(&expr);
        }
        self.loops.truncate(loops);
        self.prover.loops.truncate(loops);
        self.symbols.truncate(symbols);
        self.prover.symbols = mark.ranges;
        self.checks.truncate(checks);
        self.prover.checked.truncate(checks);
        self.pending.truncate(pending);
        self.raws.truncate(raws);
        self.final_values.truncate(final_values);
        self.locals.truncate(locals);
        self.calls.truncate(calls);
        self.assumptions.truncate(assumptions);
        self.followed.truncate(followed);
        self.followed_first.truncate(first);
        self.watched.truncate(watched);
        self.prover.facts.truncate(facts);
        self.conditions = mark.conditions;
    }

    /// Records how to reach an lvalue; where it was reached before, that stays.
    pub fn record(&mut self, lvalue: ExprId, found: Found) {
        if self.found.insert(lvalue, found).is_none() {
            self.order.push(lvalue);
        }
    }

    /// `fact >= 0` holds from here to the end of the scope.
    pub fn fact(&mut self, fact: Poly) {
        self.prover.facts.push(fact.tighten());
    }

    pub fn assume(&mut self, at: ExprId, what: &str) {
        self.assumptions.push((at, what.into()));
    }

    pub fn name(&self, term: Term) -> String {
        match term {
            Term::Loop(id) => self.unit.decl(self.loops[id.0 as usize].index).name.clone(),
            Term::Symbol(id) => {
                let name = &self.symbols[id.0 as usize].name;
                if name.contains(' ') { format!("({name})") } else { name.clone() }
            }
            Term::Opaque(id) => format!("({})", spell::expr(self.unit, self.opaques[id as usize])),
        }
    }

    pub fn spell(&self, poly: &Poly) -> String {
        spell::poly(poly, |term| self.name(term))
    }

    pub fn add_symbol(&mut self, value: Value, name: String, level: u32, range: Range) -> SymbolId {
        self.symbols.push(Symbol { value, name, level });
        self.prover.symbols.push(range);
        SymbolId(self.symbols.len() as u32 - 1)
    }

    /// Makes `goal >= 0` hold: proven here, or checked before the nest.
    pub fn ensure(&mut self, goal: &Poly, at: ExprId, why: &str) -> Result<()> {
        let Err(candidates) = self.prover.search(goal) else { return Ok(()) };
        match candidates.into_iter().find(|condition| self.can_check(condition)) {
            Some(condition) => {
                self.add_check(condition);
                Ok(())
            }
            None => Err(Reason::at_expr(at, why)),
        }
    }

    fn can_check(&self, condition: &Poly) -> bool {
        // What cannot hold when the place is reached at all would only ever refuse.
        let opposite = condition.scale(-1).and_then(|negated| negated.plus(-1));
        let possible =
            self.prover.range(condition).max >= 0 && opposite.is_some_and(|opposite| !self.prover.proves(&opposite));
        possible && condition.degree() <= 3 && condition.symbols().iter().all(|it| self.level(*it) < MAX_LEVEL)
    }

    pub fn level(&self, symbol: SymbolId) -> u32 {
        self.symbols[symbol.0 as usize].level
    }

    /// Of a symbol that may be evaluated once all checks hold that there are so far. At most [`MAX_LEVEL`], as no check mentions symbols of that level.
    pub fn level_behind_checks(&self) -> u32 {
        let of_check = |check: &Poly| check.symbols().into_iter().map(|it| self.level(it)).max().unwrap_or(0);
        self.checks.iter().map(|(check, _)| of_check(check) + 1).max().unwrap_or(1)
    }

    pub fn add_check(&mut self, condition: Poly) {
        if condition.degree() > 1 {
            for symbol in condition.symbols() {
                self.check_small(symbol);
            }
        }
        let text = format!("{} >= 0", self.spell(&condition));
        if !self.prover.proves(&condition) {
            self.checks.push((condition.clone(), text));
            self.prover.checked.push(condition);
        }
    }

    /// Keeps products of three such symbols within 128 bits.
    pub fn check_small(&mut self, symbol: SymbolId) {
        let value = Poly::term(Term::Symbol(symbol));
        let limits = [value.plus(SMALL), value.scale(-1).and_then(|value| value.plus(SMALL))];
        for limit in limits.into_iter().flatten() {
            self.add_check(limit);
        }
    }

    /// Later passes compute with bounds and conditions in 64 bits: their differences, and sums with sizes of blocks, must not
    /// overflow. Checks what that needs; the range of all the values.
    pub fn limit(&mut self, at: ExprId, values: &[Poly]) -> Result<Range> {
        for symbol in values.iter().flat_map(Poly::symbols) {
            self.limit_symbol(symbol, at)?;
        }
        let far = Range::within(FAR);
        let hull = values.iter().map(|value| self.prover.range(value)).reduce(Range::hull).unwrap_or(far);
        if hull.intersection(far) == hull { Ok(hull) } else { Err(overflow(at)) }
    }

    /// Checked to be small where its type does not say so.
    fn limit_symbol(&mut self, symbol: SymbolId, at: ExprId) -> Result<()> {
        let (range, small) = (self.prover.symbols[symbol.0 as usize], Range::within(SMALL));
        if range.intersection(small) == range {
            return Ok(());
        }
        if self.level(symbol) >= MAX_LEVEL {
            let name = &self.symbols[symbol.0 as usize].name;
            return Err(Reason::at_expr(at, format!("'{name}' cannot be checked before the nest")));
        }
        // What is known here need not hold elsewhere in the nest, where the range will be used.
        let facts = std::mem::take(&mut self.prover.facts);
        self.check_small(symbol);
        self.prover.facts = facts;
        self.prover.symbols[symbol.0 as usize] = range.intersection(small);
        Ok(())
    }

    /// An unsigned 64-bit symbol is used as a signed one: its top bit is checked to be clear, with room for arithmetic.
    pub fn check_unsigned(&mut self, symbol: SymbolId) {
        let range = &mut self.prover.symbols[symbol.0 as usize];
        if range.max == SMALL.into() {
            return;
        }
        *range = Range { min: i64::MIN.into(), max: i64::MAX.into() };
        let value = Poly::term(Term::Symbol(symbol));
        for limit in [Some(value.clone()), value.scale(-1).and_then(|value| value.plus(SMALL))].into_iter().flatten() {
            self.add_check(limit);
        }
        self.prover.symbols[symbol.0 as usize] = Range { min: 0, max: SMALL.into() };
    }
}

/// A polynomial in symbols alone.
pub(super) fn sum(poly: &Poly) -> Sum {
    let symbols = |product: &[Term]| product.iter().filter_map(|&term| super::poly::symbol(term)).collect();
    poly.iter().map(|(product, c)| (symbols(product), c)).collect()
}

/// The element type of a scalar that views can hold.
pub(super) fn elem_of(ty: &Type) -> Option<Elem> {
    match ty.kind {
        TypeKind::Bool | TypeKind::Int { bits: 8, .. } => Some(Elem::I8),
        TypeKind::Int { bits: 16, .. } | TypeKind::Float { bits: 16 } => Some(Elem::I16),
        TypeKind::Int { bits: 32, .. } => Some(Elem::I32),
        TypeKind::Int { bits: 64, .. } => Some(Elem::I64),
        TypeKind::Float { bits: 32 } => Some(Elem::F32),
        TypeKind::Float { bits: 64 } => Some(Elem::F64),
        _ => None,
    }
}

pub(super) fn elem_bytes(elem: Elem) -> i64 {
    match elem {
        Elem::I8 => 1,
        Elem::I16 => 2,
        Elem::I32 | Elem::F32 => 4,
        Elem::I64 | Elem::F64 => 8,
    }
}

/// A rank-0 access to a scalar in memory has no subscripts.
pub(super) fn plain(target: Target) -> Access {
    Access { target, subscripts: Vec::new() }
}

pub(super) type Shaped = (ViewId, Vec<crate::plan::Subscript>);

pub(super) fn constant(value: i64) -> Affine {
    Affine { constant: value, terms: Vec::new() }
}
