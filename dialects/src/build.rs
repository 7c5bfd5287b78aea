//! Writing IR: a [`Builder`] creates ops at an insertion point and makes the types and attributes they need.
//!
//! A builder is Copy: `b.at(location)`, [`Builder::at_end`] and the like give another one. Creating an op that MLIR
//! refuses outright (an unknown name, say) is a mistake of the caller and panics; other mistakes are found by the
//! verifier.

use melior::Context;
use melior::ir::RegionLike;
use melior::ir::attribute::{
    ArrayAttribute, DenseI32ArrayAttribute, DenseI64ArrayAttribute, FlatSymbolRefAttribute, FloatAttribute,
    IntegerAttribute, StringAttribute, TypeAttribute,
};
use melior::ir::block::BlockLike;
use melior::ir::operation::{OperationBuilder, OperationLike};
use melior::ir::r#type::{IntegerType, MemRefType};
use melior::ir::{
    AffineExpr, AffineMap, Attribute, AttributeLike, Identifier, Location, Operation, Type, TypeLike, ValueLike,
};
use mlir_sys::*;

use crate::ir::{self, Block, Op, Val};

/// A dynamic dimension in [`Builder::memref`].
pub const DYNAMIC: i64 = i64::MIN;

#[derive(Clone, Copy)]
enum Point<'c> {
    End(Block<'c>),
    Before(Op<'c>),
}

/// Creates ops at a place, with a location.
#[derive(Clone, Copy)]
pub struct Builder<'c> {
    context: &'c Context,
    location: Location<'c>,
    point: Point<'c>,
}

/// The kinds of `arith.cmpi`, in MLIR's order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CmpI {
    Eq,
    Ne,
    Slt,
    Sle,
    Sgt,
    Sge,
    Ult,
    Ule,
    Ugt,
    Uge,
}

/// The kinds of `arith.cmpf`, in MLIR's order: `O` is false and `U` true if an operand is a NaN.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CmpF {
    False,
    Oeq,
    Ogt,
    Oge,
    Olt,
    Ole,
    One,
    Ord,
    Ueq,
    Ugt,
    Uge,
    Ult,
    Ule,
    Une,
    Uno,
    True,
}

/// What is known of a pointer and the one made of it; values of llvm.getelementptr's `noWrapFlags`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PointerWrap {
    Unknown = 0,
    /// The sum does not wrap around the address space.
    No = 2,
    /// Both point into one object, or behind it.
    InBounds = 3,
}

/// An index of [`Builder::element_pointer`].
#[derive(Clone, Copy)]
pub enum Index<'c> {
    Value(Val<'c>),
    /// Not `i32::MIN`.
    Constant(i32),
}

/// Where, and with what location.
impl<'c> Builder<'c> {
    /// Appends to `block`.
    pub fn at_end(context: &'c Context, block: Block<'c>, location: Location<'c>) -> Self {
        Builder { context, location, point: Point::End(block) }
    }

    /// Before the first op that `block` has now.
    pub fn at_start(context: &'c Context, block: Block<'c>, location: Location<'c>) -> Self {
        let point = block.first_operation().map_or(Point::End(block), Point::Before);
        Builder { context, location, point }
    }

    /// Before `op`, with its location.
    pub fn before(op: Op<'c>) -> Self {
        Builder { context: ir::context(op), location: op.location(), point: Point::Before(op) }
    }

    /// Behind `op`, with its location. `op` must be in a block.
    pub fn after(op: Op<'c>) -> Self {
        let point = match (op.next_in_block(), op.block()) {
            (Some(next), _) => Point::Before(next),
            (None, Some(block)) => Point::End(block),
            (None, None) => panic!("{} is in no block", ir::name(op)),
        };
        Builder { context: ir::context(op), location: op.location(), point }
    }

    /// Before the terminator of `block`, or at its end if it has none yet.
    pub fn before_terminator(self, block: Block<'c>) -> Self {
        Builder { point: block.terminator().map_or(Point::End(block), Point::Before), ..self }
    }

    /// The same location, at the end of another block.
    pub fn in_block(self, block: Block<'c>) -> Self {
        Builder { point: Point::End(block), ..self }
    }

    /// Runs `write` here; where it fails, nothing of what it wrote stays.
    ///
    /// # Errors
    /// Those of `write`.
    pub fn attempt<T, E>(&self, write: impl FnOnce(&Self) -> Result<T, E>) -> Result<T, E> {
        let before = self.previous();
        let result = write(self);
        if result.is_err() {
            while let Some(op) = self.previous().filter(|it| Some(*it) != before) {
                ir::erase(op);
            }
        }
        result
    }

    /// The op that stands before the next one.
    fn previous(&self) -> Option<Op<'c>> {
        match self.point {
            Point::Before(next) => ir::prev_op(next),
            Point::End(block) => ir::ops(block).last().copied(),
        }
    }

    /// The same place, another location.
    pub fn at(self, location: Location<'c>) -> Self {
        Builder { location, ..self }
    }

    pub fn context(&self) -> &'c Context {
        self.context
    }

    pub fn location(&self) -> Location<'c> {
        self.location
    }
}

/// Any op.
impl<'c> Builder<'c> {
    /// Puts a detached op here.
    pub fn insert(&self, op: Operation<'c>) -> Op<'c> {
        let raw = op.into_raw();
        unsafe {
            match self.point {
                Point::End(block) => mlirBlockAppendOwnedOperation(block.to_raw(), raw),
                Point::Before(next) => {
                    let block = mlirOperationGetBlock(next.to_raw());
                    mlirBlockInsertOwnedOperationBefore(block, next.to_raw(), raw)
                }
            }
            Op::from_raw(raw)
        }
    }

    pub fn op(
        &self,
        name: &str,
        operands: &[Val<'c>],
        results: &[Type<'c>],
        attrs: &[(&str, Attribute<'c>)],
    ) -> Op<'c> {
        self.op_with_regions(name, operands, results, attrs, 0)
    }

    /// An op with one result, as that.
    pub fn value(
        &self,
        name: &str,
        operands: &[Val<'c>],
        result: Type<'c>,
        attrs: &[(&str, Attribute<'c>)],
    ) -> Val<'c> {
        ir::result(self.op(name, operands, &[result], attrs))
    }

    /// An op with `regions` empty regions; fill them with [`Builder::block`].
    pub fn op_with_regions(
        &self,
        name: &str,
        operands: &[Val<'c>],
        results: &[Type<'c>],
        attrs: &[(&str, Attribute<'c>)],
        regions: usize,
    ) -> Op<'c> {
        let attrs: Vec<_> = attrs.iter().map(|(name, attr)| (Identifier::new(self.context, name), *attr)).collect();
        let op = OperationBuilder::new(name, self.location)
            .add_operands(operands)
            .add_results(results)
            .add_attributes(&attrs)
            .add_regions_vec((0..regions).map(|_| melior::ir::Region::new()).collect())
            .build();
        self.insert(op.unwrap_or_else(|error| panic!("cannot create {name}: {error}")))
    }

    /// A new last block in the op's `region`-th region, with arguments of these types.
    pub fn block(&self, op: Op<'c>, region: usize, arguments: &[Type<'c>]) -> Block<'c> {
        let arguments: Vec<_> = arguments.iter().map(|ty| (*ty, self.location)).collect();
        let region = op.region(region).unwrap_or_else(|error| panic!("{}: {error}", ir::name(op)));
        region.append_block(melior::ir::Block::new(&arguments))
    }

    /// A copy of `op` here; `mapping` says which values stand for which and learns about the copy's.
    pub fn clone_op(&self, op: Op<'c>, mapping: &mut ir::Mapping<'c>) -> Op<'c> {
        self.insert(mapping.clone_op(op))
    }
}

/// arith.
impl<'c> Builder<'c> {
    pub fn constant_index(&self, value: i64) -> Val<'c> {
        self.constant(self.index(), self.index_attr(value))
    }

    /// `value` cut to the width of `ty`, an integer type or index.
    pub fn constant_int(&self, ty: Type<'c>, value: i64) -> Val<'c> {
        let attribute = IntegerAttribute::new(ty, value).into();
        // The C API fills types wider than 64 bits up with zeros; a text has a sign.
        let signed = (is_wide(ty) && value < 0).then(|| self.parse_attr(&format!("{value} : {ty}"))).flatten();
        self.constant(ty, signed.unwrap_or(attribute))
    }

    pub fn constant_bool(&self, value: bool) -> Val<'c> {
        self.constant_int(self.int(1), i64::from(value))
    }

    /// `value` rounded to `ty`, a float type.
    pub fn constant_float(&self, ty: Type<'c>, value: f64) -> Val<'c> {
        self.constant(ty, FloatAttribute::new(self.context, ty, value).into())
    }

    pub fn constant(&self, ty: Type<'c>, value: Attribute<'c>) -> Val<'c> {
        self.value("arith.constant", &[], ty, &[("value", value)])
    }

    /// An op of two operands and a result of one type: `binary("arith.addi", a, b)`.
    pub fn binary(&self, name: &str, a: Val<'c>, b: Val<'c>) -> Val<'c> {
        self.value(name, &[a, b], a.r#type(), &[])
    }

    /// An op of one operand and a result of its type: `unary("arith.negf", a)`.
    pub fn unary(&self, name: &str, a: Val<'c>) -> Val<'c> {
        self.value(name, &[a], a.r#type(), &[])
    }

    /// An op that only changes the type: `cast("arith.extsi", a, i64)`.
    pub fn cast(&self, name: &str, a: Val<'c>, to: Type<'c>) -> Val<'c> {
        self.value(name, &[a], to, &[])
    }

    /// Between index and integers, sign-extending; `a` itself if it has the type already.
    pub fn index_cast(&self, a: Val<'c>, to: Type<'c>) -> Val<'c> {
        if a.r#type() == to { a } else { self.cast("arith.index_cast", a, to) }
    }

    pub fn addi(&self, a: Val<'c>, b: Val<'c>) -> Val<'c> {
        self.binary("arith.addi", a, b)
    }

    pub fn subi(&self, a: Val<'c>, b: Val<'c>) -> Val<'c> {
        self.binary("arith.subi", a, b)
    }

    pub fn muli(&self, a: Val<'c>, b: Val<'c>) -> Val<'c> {
        self.binary("arith.muli", a, b)
    }

    pub fn cmpi(&self, kind: CmpI, a: Val<'c>, b: Val<'c>) -> Val<'c> {
        self.value("arith.cmpi", &[a, b], self.int(1), &[("predicate", self.i64(kind as i64))])
    }

    pub fn cmpf(&self, kind: CmpF, a: Val<'c>, b: Val<'c>) -> Val<'c> {
        self.value("arith.cmpf", &[a, b], self.int(1), &[("predicate", self.i64(kind as i64))])
    }

    pub fn select(&self, condition: Val<'c>, a: Val<'c>, b: Val<'c>) -> Val<'c> {
        self.value("arith.select", &[condition, a, b], a.r#type(), &[])
    }
}

/// scf and affine. Blocks are returned without terminators, except where said.
impl<'c> Builder<'c> {
    /// `scf.if` and its blocks. Without results the blocks already end in `scf.yield` (build before it with
    /// [`Builder::before_terminator`]); with results you add it. The else block is there if `has_else` or with results.
    pub fn scf_if(
        &self,
        condition: Val<'c>,
        results: &[Type<'c>],
        has_else: bool,
    ) -> (Op<'c>, Block<'c>, Option<Block<'c>>) {
        let op = self.op_with_regions("scf.if", &[condition], results, &[], 2);
        let branch = |region| {
            let block = self.block(op, region, &[]);
            if results.is_empty() {
                self.in_block(block).op("scf.yield", &[], &[], &[]);
            }
            block
        };
        let then = branch(0);
        let other = (has_else || !results.is_empty()).then(|| branch(1));
        (op, then, other)
    }

    /// `scf.for` and its body, whose arguments are the index and one per initial value. Without initial values the body
    /// already ends in `scf.yield`.
    pub fn scf_for(&self, lower: Val<'c>, upper: Val<'c>, step: Val<'c>, inits: &[Val<'c>]) -> (Op<'c>, Block<'c>) {
        let types: Vec<Type<'c>> = inits.iter().map(ValueLike::r#type).collect();
        let operands = [&[lower, upper, step], inits].concat();
        let op = self.op_with_regions("scf.for", &operands, &types, &[], 1);
        let body = self.block(op, 0, &[&[lower.r#type()], types.as_slice()].concat());
        if inits.is_empty() {
            self.in_block(body).op("scf.yield", &[], &[], &[]);
        }
        (op, body)
    }

    /// `affine.for` with a positive step and its body, which already ends in `affine.yield`. Bounds are maps with their
    /// operands (dimensions, then symbols); several results are joined by max and min.
    pub fn affine_for(
        &self,
        (lower, lower_operands): (AffineMap<'c>, &[Val<'c>]),
        (upper, upper_operands): (AffineMap<'c>, &[Val<'c>]),
        step: i64,
    ) -> (Op<'c>, Block<'c>) {
        let segments = [lower_operands.len() as i32, upper_operands.len() as i32, 0];
        let attrs = [
            ("lowerBoundMap", self.map_attr(bound(self.context, lower))),
            ("upperBoundMap", self.map_attr(bound(self.context, upper))),
            ("step", self.index_attr(step)),
            ("operandSegmentSizes", self.i32s(&segments)),
        ];
        let op = self.op_with_regions("affine.for", &[lower_operands, upper_operands].concat(), &[], &attrs, 1);
        let body = self.block(op, 0, &[self.index()]);
        self.in_block(body).op("affine.yield", &[], &[], &[]);
        (op, body)
    }

    /// `affine.if` with an integer set (as an attribute) and its blocks, which already end in `affine.yield`.
    pub fn affine_if(
        &self,
        set: Attribute<'c>,
        operands: &[Val<'c>],
        has_else: bool,
    ) -> (Op<'c>, Block<'c>, Option<Block<'c>>) {
        let op = self.op_with_regions("affine.if", operands, &[], &[("condition", set)], 2);
        let branch = |region| {
            let block = self.block(op, region, &[]);
            self.in_block(block).op("affine.yield", &[], &[], &[]);
            block
        };
        let then = branch(0);
        (op, then, has_else.then(|| branch(1)))
    }

    pub fn affine_apply(&self, map: AffineMap<'c>, operands: &[Val<'c>]) -> Val<'c> {
        self.value("affine.apply", operands, self.index(), &[("map", self.map_attr(map))])
    }

    pub fn affine_load(&self, memref: Val<'c>, map: AffineMap<'c>, operands: &[Val<'c>]) -> Val<'c> {
        let operands = [&[memref], operands].concat();
        self.value("affine.load", &operands, element_type(memref), &[("map", self.map_attr(map))])
    }

    pub fn affine_store(&self, value: Val<'c>, memref: Val<'c>, map: AffineMap<'c>, operands: &[Val<'c>]) -> Op<'c> {
        let operands = [&[value, memref], operands].concat();
        self.op("affine.store", &operands, &[], &[("map", self.map_attr(map))])
    }
}

/// memref and llvm memory.
impl<'c> Builder<'c> {
    pub fn memref_alloca(&self, ty: Type<'c>) -> Val<'c> {
        self.value("memref.alloca", &[], ty, &[("operandSegmentSizes", self.i32s(&[0, 0]))])
    }

    pub fn memref_load(&self, memref: Val<'c>, indices: &[Val<'c>]) -> Val<'c> {
        self.value("memref.load", &[&[memref], indices].concat(), element_type(memref), &[])
    }

    pub fn memref_store(&self, value: Val<'c>, memref: Val<'c>, indices: &[Val<'c>]) -> Op<'c> {
        self.op("memref.store", &[&[value, memref], indices].concat(), &[], &[])
    }

    /// `pointer + index` elements of type `elem`; `index` is an i64, or constant.
    pub fn element_pointer(&self, pointer: Val<'c>, elem: Type<'c>, index: Index<'c>, wrap: PointerWrap) -> Val<'c> {
        let (operands, raw) = match index {
            Index::Value(index) => (vec![pointer, index], i32::MIN),
            Index::Constant(index) => (vec![pointer], index),
        };
        let attrs = [("elem_type", self.type_attr(elem)), ("rawConstantIndices", self.i32s(&[raw]))];
        let op = self.op("llvm.getelementptr", &operands, &[pointer.r#type()], &attrs);
        // Not an attribute: among those it would be lost.
        let is_set = ir::set_property(op, "noWrapFlags", self.i32(wrap as i32));
        debug_assert!(is_set, "the op has this property");
        ir::result(op)
    }

    /// `pointer + offset` bytes; `offset` is an i64.
    pub fn byte_offset(&self, pointer: Val<'c>, offset: Val<'c>) -> Val<'c> {
        let attrs = [("elem_type", self.type_attr(self.int(8))), ("rawConstantIndices", self.i32s(&[i32::MIN]))];
        self.value("llvm.getelementptr", &[pointer, offset], pointer.r#type(), &attrs)
    }

    pub fn llvm_load(&self, pointer: Val<'c>, ty: Type<'c>, alignment: i64) -> Val<'c> {
        self.value("llvm.load", &[pointer], ty, &[("alignment", self.i64(alignment))])
    }

    pub fn llvm_store(&self, value: Val<'c>, pointer: Val<'c>, alignment: i64) -> Op<'c> {
        self.op("llvm.store", &[value, pointer], &[], &[("alignment", self.i64(alignment))])
    }

    /// The old value of an atomic update without order among others; `operator` is a number of MLIR's `AtomicBinOp`.
    pub fn llvm_atomicrmw(&self, operator: i64, pointer: Val<'c>, value: Val<'c>, alignment: i64) -> Val<'c> {
        const MONOTONIC: i64 = 2;
        let alignment = ("alignment", self.i64(alignment));
        let attrs = [("bin_op", self.i64(operator)), ("ordering", self.i64(MONOTONIC)), alignment];
        self.value("llvm.atomicrmw", &[pointer, value], value.r#type(), &attrs)
    }
}

/// Types.
impl<'c> Builder<'c> {
    pub fn index(&self) -> Type<'c> {
        Type::index(self.context)
    }

    pub fn int(&self, bits: u32) -> Type<'c> {
        IntegerType::new(self.context, bits).into()
    }

    pub fn f32(&self) -> Type<'c> {
        Type::float32(self.context)
    }

    pub fn f64(&self) -> Type<'c> {
        Type::float64(self.context)
    }

    /// `!llvm.ptr`
    pub fn ptr(&self) -> Type<'c> {
        melior::dialect::llvm::r#type::pointer(self.context, 0)
    }

    /// Identity layout; [`DYNAMIC`] for an extent that is not constant.
    pub fn memref(&self, extents: &[i64], element: Type<'c>) -> Type<'c> {
        MemRefType::new(element, extents, None, None).into()
    }

    pub fn null(&self) -> Val<'c> {
        self.value("llvm.mlir.zero", &[], self.ptr(), &[])
    }

    pub fn parse_type(&self, text: &str) -> Option<Type<'c>> {
        Type::parse(self.context, text)
    }
}

/// Attributes.
impl<'c> Builder<'c> {
    pub fn str(&self, text: &str) -> Attribute<'c> {
        StringAttribute::new(self.context, text).into()
    }

    pub fn strs<S: AsRef<str>>(&self, texts: &[S]) -> Attribute<'c> {
        let texts: Vec<_> = texts.iter().map(|text| self.str(text.as_ref())).collect();
        self.array(&texts)
    }

    pub fn i64(&self, value: i64) -> Attribute<'c> {
        IntegerAttribute::new(self.int(64), value).into()
    }

    pub fn i32(&self, value: i32) -> Attribute<'c> {
        IntegerAttribute::new(self.int(32), i64::from(value)).into()
    }

    pub fn index_attr(&self, value: i64) -> Attribute<'c> {
        IntegerAttribute::new(self.index(), value).into()
    }

    /// `array<i64: ...>`
    pub fn i64s(&self, values: &[i64]) -> Attribute<'c> {
        DenseI64ArrayAttribute::new(self.context, values).into()
    }

    /// `array<i32: ...>`
    pub fn i32s(&self, values: &[i32]) -> Attribute<'c> {
        DenseI32ArrayAttribute::new(self.context, values).into()
    }

    pub fn array(&self, values: &[Attribute<'c>]) -> Attribute<'c> {
        ArrayAttribute::new(self.context, values).into()
    }

    /// `@name`
    pub fn symbol(&self, name: &str) -> Attribute<'c> {
        FlatSymbolRefAttribute::new(self.context, name).into()
    }

    /// `@root::@nested`
    pub fn nested_symbol(&self, root: &str, nested: &str) -> Attribute<'c> {
        let nested = self.symbol(nested).to_raw();
        unsafe {
            let root = melior::StringRef::new(root);
            Attribute::from_raw(mlirSymbolRefAttrGet(self.context.to_raw(), root.to_raw(), 1, &nested))
        }
    }

    pub fn unit(&self) -> Attribute<'c> {
        Attribute::unit(self.context)
    }

    pub fn bool(&self, value: bool) -> Attribute<'c> {
        IntegerAttribute::new(self.int(1), i64::from(value)).into()
    }

    pub fn type_attr(&self, ty: Type<'c>) -> Attribute<'c> {
        TypeAttribute::new(ty).into()
    }

    pub fn map_attr(&self, map: AffineMap<'c>) -> Attribute<'c> {
        unsafe { Attribute::from_raw(mlirAffineMapAttrGet(map.to_raw())) }
    }

    pub fn parse_attr(&self, text: &str) -> Option<Attribute<'c>> {
        Attribute::parse(self.context, text)
    }
}

fn is_wide(ty: Type<'_>) -> bool {
    unsafe { mlirTypeIsAInteger(ty.to_raw()) && mlirIntegerTypeGetWidth(ty.to_raw()) > 64 }
}

/// The element type of a memref value.
pub fn element_type<'c>(memref: Val<'c>) -> Type<'c> {
    unsafe { Type::from_raw(mlirShapedTypeGetElementType(memref.r#type().to_raw())) }
}

/// The map with sums in place of results that MLIR's simplification makes remainders alone, see [`remainder`].
pub(crate) fn bound<'c>(context: &'c Context, map: AffineMap<'c>) -> AffineMap<'c> {
    let (dims, symbols) = unsafe { (mlirAffineMapGetNumDims(map.to_raw()), mlirAffineMapGetNumSymbols(map.to_raw())) };
    let result = |index| unsafe {
        let result = AffineExpr::from_raw(mlirAffineMapGetResult(map.to_raw(), index));
        let simple = simplified(result, dims as u32, symbols as u32).to_raw();
        if !mlirAffineExprIsAMod(simple) || !mlirAffineExprIsAConstant(mlirAffineBinaryOpExprGetRHS(simple)) {
            return result;
        }
        let by = mlirAffineConstantExprGetValue(mlirAffineBinaryOpExprGetRHS(simple));
        remainder(context, AffineExpr::from_raw(mlirAffineBinaryOpExprGetLHS(simple)), by)
    };
    let results: Vec<_> = (0..unsafe { mlirAffineMapGetNumResults(map.to_raw()) }).map(result).collect();
    AffineMap::new(context, dims as usize, symbols as usize, &results)
}

/// What canonicalization makes of an expression in the end: it simplifies what it has simplified.
pub(crate) fn simplified<'c>(expr: AffineExpr<'c>, dims: u32, symbols: u32) -> AffineExpr<'c> {
    let again = |it: &AffineExpr<'c>| {
        let simple = unsafe { AffineExpr::from_raw(mlirSimplifyAffineExpr(it.to_raw(), dims, symbols)) };
        (simple != *it).then_some(simple)
    };
    // It may go round in circles.
    std::iter::successors(Some(expr), again).take(8).last().unwrap_or(expr)
}

/// `of mod by` for the bounds of loops, as `by - 1 - (-1 - of) mod by`. Of a bound that is a remainder alone, MLIR 22 takes the value for the
/// least index for the least value (`getBoundForAffineExpr`): `d0 mod 2` would become 1 where d0 begins with 1.
pub fn remainder<'c>(context: &'c Context, of: AffineExpr<'c>, by: i64) -> AffineExpr<'c> {
    let constant = |value| AffineExpr::constant(context, value);
    let mirrored = AffineExpr::modulo(of * constant(-1) + constant(-1), constant(by));
    mirrored * constant(-1) + constant(by - 1)
}
