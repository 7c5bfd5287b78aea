//! One C function: its state, parameters and result. Statements, expressions and so on are further `impl` blocks.

use super::Numerics;
use super::by_value::{self, BODY_PREFIX, Returned};
use super::ops::Ops;
use super::symbols::Symbols;
use super::types::{Scalar, Signature, sized_type};
use crate::ast::{Decl, DeclId, ExprId, Loc, SignedOverflow, StmtId, TypeId, TypeKind, Unit};
use crate::plan::Nest;
use melior::Context;
use melior::ir::block::BlockLike;
use melior::ir::{Attribute, Location, Type};
use raddle_dialects::build::{Builder, PointerWrap};
use raddle_dialects::{Block, Op, Val, ir, region};
use std::collections::HashMap;

/// What the importer leaves to clang, and where.
#[derive(Clone, Debug)]
pub struct Stop {
    pub construct: String,
    pub loc: Loc,
}

pub type Res<T> = Result<T, Stop>;

/// Why a function was not imported.
pub enum Failure {
    Function(Stop),
    /// Only the body of this nest: without it, the function may be.
    Nest(StmtId, Stop),
}

/// The prefix of an imported function's symbol; the LLVM back end puts its body into clang's function.
pub const IMPL_PREFIX: &str = "__raddle_impl_";

/// Whether a function with this symbol was imported.
pub fn is_imported(symbol: &str) -> bool {
    symbol.starts_with(IMPL_PREFIX) || symbol.starts_with(BODY_PREFIX)
}

/// A local variable's storage.
#[derive(Clone, Copy)]
pub(super) struct Local<'c> {
    /// The variable's address or, for a variable-length array, where that is kept.
    pub ptr: Val<'c>,
    pub align: u32,
    pub is_indirect: bool,
}

/// Where `break` and `continue` lead, and how many scopes with variable-length arrays are open there.
#[derive(Clone, Copy)]
pub(super) struct Target<'c> {
    pub block: Block<'c>,
    pub stack_depth: usize,
}

/// The cases seen so far of a `switch`.
pub(super) struct Switch<'c> {
    pub cases: Vec<(i64, Option<i64>, Block<'c>)>,
    pub default: Option<Block<'c>>,
}

pub(super) struct Function<'c, 'u> {
    pub unit: &'u Unit,
    pub symbols: &'u mut Symbols<'c>,
    pub ops: Ops<'c>,
    pub decl: &'u Decl,
    pub result: Returned<'c>,
    pub locals: HashMap<DeclId, Local<'c>>,
    /// Compound literals, by expression.
    pub literals: HashMap<ExprId, Local<'c>>,
    /// Where the extents of variable-length types are kept, as i64.
    pub extents: HashMap<ExprId, Val<'c>>,
    pub labels: HashMap<&'u str, Block<'c>>,
    pub breaks: Vec<Target<'c>>,
    pub continues: Vec<Target<'c>>,
    pub switches: Vec<Switch<'c>>,
    /// Saved stack pointers of the open scopes that hold variable-length arrays.
    pub saved_stacks: Vec<Option<Val<'c>>>,
    pub has_goto: bool,
    /// Set while the body of a `region.nest` is written.
    pub nest: Option<super::nest::Scope<'c, 'u>>,
    pub nests: HashMap<StmtId, &'u Nest>,
    pub numerics: Numerics,
    pub emitted_nests: usize,
    /// The nest that is being written: a construct that stops here stops only it.
    pub current_nest: Option<StmtId>,
    /// A nest's statement is written as host code, for where the nest's checks fail.
    pub in_other_branch: bool,
    /// Allocations of fixed size are made here, whatever the current place.
    entry: Option<Block<'c>>,
}

impl<'c, 'u> Function<'c, 'u> {
    /// Imports the function at `place`, the end of the module, and returns how many nests it holds. A function that cannot
    /// be imported leaves nothing there.
    pub fn import(
        unit: &'u Unit,
        symbols: &'u mut Symbols<'c>,
        place: Builder<'c>,
        decl: &'u Decl,
        nests: HashMap<StmtId, &'u Nest>,
        numerics: Numerics,
    ) -> Result<usize, Failure> {
        let (interface, signature) = definition_signature(unit, decl).map_err(Failure::Function)?;
        let op = declare(unit, place, decl, interface, &signature);
        let mut function = Function {
            unit,
            symbols,
            ops: Ops::new(place.context(), op, pointer_wrap(unit)),
            decl,
            result: signature.result.map_or(Returned::Nothing, Returned::Value),
            locals: HashMap::new(),
            literals: HashMap::new(),
            extents: HashMap::new(),
            labels: HashMap::new(),
            breaks: Vec::new(),
            continues: Vec::new(),
            switches: Vec::new(),
            saved_stacks: Vec::new(),
            has_goto: false,
            nest: None,
            nests,
            numerics,
            emitted_nests: 0,
            current_nest: None,
            in_other_branch: false,
            entry: None,
        };
        let result = function.body(interface, &signature);
        let (count, current) = (function.emitted_nests, function.current_nest);
        match result {
            Ok(()) => {
                super::cleanup::remove_unreachable_blocks(op);
                Ok(count)
            }
            Err(stop) => {
                ir::erase(op);
                Err(match current {
                    Some(stmt) => Failure::Nest(stmt, stop),
                    None => Failure::Function(stop),
                })
            }
        }
    }

    pub fn context(&self) -> &'c Context {
        self.ops.context()
    }

    pub fn stop<T>(&self, construct: impl Into<String>, loc: Loc) -> Res<T> {
        Err(Stop { construct: construct.into(), loc })
    }

    /// A nest is written, or the same as host code: what it computes does not depend on the outcome of its checks.
    pub fn is_in_nest(&self) -> bool {
        self.nest.is_some() || self.in_other_branch
    }

    pub fn set_location(&mut self, loc: Loc) {
        self.ops.set_location(location(self.unit, self.ops.context(), loc));
    }

    fn body(&mut self, interface: Interface, signature: &Signature) -> Res<()> {
        let Some(body) = self.decl.body else { return self.stop("no body", self.decl.loc) };
        let types: Vec<_> = signature.params.iter().map(|param| param.passed_type(self.context())).collect();
        let entry = self.ops.new_block(&types);
        self.entry = Some(entry);
        let start = self.ops.new_block(&[]);
        self.ops.enter(start);
        match interface {
            Interface::Clangs => self.parameters(signature, &ir::arguments(entry))?,
            Interface::Addresses => self.parameters_in_memory(&ir::arguments(entry)),
        }
        for id in &self.decl.params {
            self.evaluate_extents(self.unit.decl(*id).ty)?;
        }
        self.statement(body)?;
        if self.ops.is_open() {
            self.fall_off_end();
        }
        if let Some((label, _)) = self.labels.iter().find(|(_, block)| block.terminator().is_none()) {
            return self.stop(format!("goto '{label}' without such a label"), self.decl.loc);
        }
        self.ops.enter(entry);
        self.ops.branch(start, &[]);
        Ok(())
    }

    /// Reaching the closing brace: `main` returns 0, other functions' results must not be used.
    fn fall_off_end(&mut self) {
        let value = match self.result {
            Returned::Nothing | Returned::Memory { .. } => None,
            Returned::Value(Scalar::Int { bits, .. }) if self.decl.name == "main" => Some(self.ops.int(bits, 0)),
            Returned::Value(scalar) => {
                let ty = scalar.passed_type(self.context());
                Some(self.ops.undefined(ty))
            }
        };
        self.ops.return_(value);
    }

    fn parameters(&mut self, signature: &Signature, arguments: &[Val<'c>]) -> Res<()> {
        for ((id, scalar), argument) in self.decl.params.iter().zip(&signature.params).zip(arguments) {
            let param = self.unit.decl(*id);
            // Without a prototype the caller promotes, and the declared type may be narrower.
            let declared = self.scalar(param.ty, param.loc)?;
            let value = self.received(*argument, *scalar);
            let value = self.convert(value, *scalar, declared);
            let local = self.allocate_local(*id)?;
            self.store_scalar(value, declared, local.ptr, local.align, self.unit.ty(param.ty).is_volatile);
        }
        Ok(())
    }

    /// The arguments are the parameters' storage and, behind them, the result's.
    fn parameters_in_memory(&mut self, arguments: &[Val<'c>]) {
        for (id, ptr) in self.decl.params.iter().zip(arguments) {
            let align = declared_alignment(self.unit, self.unit.decl(*id));
            self.locals.insert(*id, Local { ptr: *ptr, align, is_indirect: false });
        }
        if let (Some(ptr), TypeKind::Function { ret, .. }) =
            (arguments.get(self.decl.params.len()), &self.unit.ty(self.decl.ty).kind)
        {
            self.result = Returned::Memory { ptr: *ptr, ty: *ret };
        }
    }

    /// Storage for a variable of constant size.
    pub fn allocate_local(&mut self, id: DeclId) -> Res<Local<'c>> {
        let decl = self.unit.decl(id);
        let align = declared_alignment(self.unit, decl);
        let ptr = self.allocate(decl.ty, align, decl.loc)?;
        let local = Local { ptr, align, is_indirect: false };
        self.locals.insert(id, local);
        Ok(local)
    }

    pub fn allocate(&mut self, ty: TypeId, align: u32, loc: Loc) -> Res<Val<'c>> {
        match sized_type(self.context(), self.unit, ty) {
            Some(elem) if !matches!(self.unit.ty(ty).kind, TypeKind::Other) => Ok(self.allocate_type(elem, align)),
            _ => self.stop(format!("object of type '{}'", self.unit.ty(ty).spelling), loc),
        }
    }

    /// One allocation per execution of the function, however often its place is reached.
    pub fn allocate_type(&mut self, elem: Type<'c>, align: u32) -> Val<'c> {
        let Some(entry) = self.entry else { return self.ops.null() };
        let place = Builder::at_end(self.context(), entry, self.ops.location());
        Ops::elsewhere(
            self,
            |this| &mut this.ops,
            place,
            |this| {
                let one = this.ops.int(32, 1);
                this.ops.alloca(elem, align, one)
            },
        )
    }

    /// Evaluates the extents of variable-length types in `ty`, now.
    pub fn evaluate_extents(&mut self, ty: TypeId) -> Res<()> {
        match self.unit.ty(ty).kind {
            TypeKind::Pointer { to: inner }
            | TypeKind::Array { elem: inner, .. }
            | TypeKind::IncompleteArray { elem: inner } => self.evaluate_extents_of_derived(inner),
            TypeKind::VariableArray { elem, len } => {
                if let Some(len) = len {
                    let extent = self.integer(len)?;
                    let slot = match self.extents.get(&len) {
                        Some(slot) => *slot,
                        None => self.allocate_type(super::types::int_type(self.context(), 64), 8),
                    };
                    self.extents.insert(len, slot);
                    self.ops.store(extent, slot, 8, false);
                }
                self.evaluate_extents_of_derived(elem)
            }
            TypeKind::Void
            | TypeKind::Bool
            | TypeKind::Int { .. }
            | TypeKind::Float { .. }
            | TypeKind::Record { .. }
            | TypeKind::Function { .. }
            | TypeKind::Complex { .. }
            | TypeKind::Other => Ok(()),
        }
    }

    fn evaluate_extents_of_derived(&mut self, inner: TypeId) -> Res<()> {
        // Pointers to records may be cyclic, but variable-length types only nest.
        match self.unit.ty(inner).kind {
            TypeKind::Record { .. } | TypeKind::Function { .. } => Ok(()),
            _ => self.evaluate_extents(inner),
        }
    }

    /// Is the extent of a variable-length array evaluated?
    pub fn has_extent(&self, ty: TypeId) -> bool {
        matches!(self.unit.ty(ty).kind, TypeKind::VariableArray { len: Some(len), .. } if self.extents.contains_key(&len))
    }

    /// Number of elements of the variable-length array `ty` over its innermost constant-size element, and that element.
    pub fn extent(&mut self, ty: TypeId, loc: Loc) -> Res<(Val<'c>, TypeId)> {
        let TypeKind::VariableArray { elem, len } = self.unit.ty(ty).kind else {
            let one = self.ops.int(64, 1);
            return Ok((one, ty));
        };
        let Some(slot) = len.and_then(|len| self.extents.get(&len).copied()) else {
            return self.stop("variable-length type whose extent is not evaluated here", loc);
        };
        let i64 = super::types::int_type(self.context(), 64);
        let count = self.ops.load(slot, i64, 8, false);
        let (inner, base) = self.extent(elem, loc)?;
        Ok((if base == elem { count } else { self.ops.binary_nsw("arith.muli", count, inner) }, base))
    }
}

/// Whether C's pointer arithmetic stays in its object. Some options that define the overflow of integers define that of pointers.
fn pointer_wrap(unit: &Unit) -> PointerWrap {
    match unit.signed_overflow {
        SignedOverflow::Undefined if !unit.pointers_wrap => PointerWrap::InBounds,
        SignedOverflow::Undefined | SignedOverflow::Wraps | SignedOverflow::Traps => PointerWrap::Unknown,
    }
}

/// What an imported function takes and gives.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Interface {
    /// The values that clang's function does, all of them scalars.
    Clangs,
    /// Addresses of the parameters and of the result.
    Addresses,
}

/// The interface and signature of a definition.
fn definition_signature(unit: &Unit, decl: &Decl) -> Res<(Interface, Signature)> {
    let stop = |construct: &str| Err(Stop { construct: construct.into(), loc: decl.loc });
    if let Some(reason) = &decl.clangs_own {
        return stop(reason);
    }
    let TypeKind::Function { params, variadic, .. } = &unit.ty(decl.ty).kind else { return stop("no function") };
    if *variadic {
        return stop("variadic function");
    }
    if params.len() != decl.params.len() {
        return stop("function definition without a prototype");
    }
    const CLANGS: [&str; 7] = ["naked", "target", "target_clones", "ifunc", "interrupt", "optnone", "strictfp"];
    if let Some(attribute) = decl.attributes.iter().find(|attribute| CLANGS.contains(&attribute.as_str())) {
        return stop(&format!("attribute '{attribute}'"));
    }
    if let Some(signature) = Signature::of(unit, decl.ty) {
        return Ok((Interface::Clangs, signature));
    }
    match by_value::by_address(unit, decl.ty).filter(|_| by_value::has_thunk(decl)) {
        Some(signature) => Ok((Interface::Addresses, signature)),
        None => stop("parameter or result passed by value"),
    }
}

fn declare<'c>(unit: &Unit, place: Builder<'c>, decl: &Decl, interface: Interface, signature: &Signature) -> Op<'c> {
    let place = place.at(location(unit, place.context(), decl.loc));
    let is_restrict = |number: usize| match interface {
        Interface::Clangs => decl.params.get(number).is_some_and(|id| unit.ty(unit.decl(*id).ty).is_restrict),
        // The caller's copies.
        Interface::Addresses => true,
    };
    let attrs: Vec<_> = signature
        .params
        .iter()
        .enumerate()
        .map(|(number, scalar)| value_attributes(unit, place, *scalar, is_restrict(number)))
        .collect();
    let prefix = match interface {
        Interface::Clangs => IMPL_PREFIX,
        Interface::Addresses => BODY_PREFIX,
    };
    let name = format!("{prefix}{}", decl.symbol);
    let mut attrs = vec![("arg_attrs", place.array(&attrs))];
    // The translation to LLVM IR reads the first entry of a list that is there.
    attrs.extend(signature.result.map(|it| ("res_attrs", place.array(&[value_attributes(unit, place, it, false)]))));
    if interface == Interface::Clangs && !decl.attributes.iter().any(|attribute| attribute == "weak") {
        attrs.push((region::REACHED, place.unit()));
        if !decl.is_internal && decl.name != "main" {
            attrs.push((region::PUBLIC, place.bool(unit.stubs.called.contains(&decl.symbol))));
        }
    }
    // A result's attributes must not promise that it is defined: falling off the end is allowed.
    super::ops::function(place, &name, signature.function_type(place.context()), &attrs)
}

/// The attributes of a parameter, argument or result, as clang gives them.
pub(super) fn value_attributes<'c>(unit: &Unit, b: Builder<'c>, scalar: Scalar, is_restrict: bool) -> Attribute<'c> {
    let mut names = Vec::new();
    if unit.triple.starts_with("x86_64") {
        names.extend(scalar.extension());
    }
    if is_restrict {
        names.push("llvm.noalias");
    }
    b.parse_attr(&format!("{{{}}}", names.join(", "))).expect("unit attributes")
}

pub(super) fn location<'c>(unit: &Unit, context: &'c Context, loc: Loc) -> Location<'c> {
    match unit.files.get(loc.0 as usize) {
        Some(file) if loc.1 > 0 => Location::new(context, file, loc.1 as usize, loc.2 as usize),
        _ => Location::unknown(context),
    }
}

/// The alignment that clang gives the variable.
pub(super) fn declared_alignment(unit: &Unit, decl: &Decl) -> u32 {
    if decl.align > 0 { decl.align } else { unit.ty(decl.ty).align.max(1) }
}
