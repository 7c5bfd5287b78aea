//! Emission of single operations at the current place: [`Builder`] plus the llvm dialect's memory and control flow.
//! No C semantics here.

use super::types::{Scalar, int_type};
use melior::Context;
use melior::dialect::llvm;
use melior::ir::operation::OperationBuilder;
use melior::ir::{Attribute, Identifier, Location, Type, ValueLike};
use raddle_dialects::build::{Builder, Index, PointerWrap};
use raddle_dialects::tbaa::Tags;
use raddle_dialects::{Block, Op, Val, ir};

pub use raddle_dialects::build::{CmpF, CmpI};

pub struct Ops<'c> {
    /// The function whose body is being written.
    function: Op<'c>,
    builder: Builder<'c>,
    /// False after a terminator: what follows goes to a block that nothing reaches.
    is_open: bool,
    no_signed_wrap: Attribute<'c>,
    /// Of pointer arithmetic in C.
    pointer_wrap: PointerWrap,
    tags: Tags<'c>,
}

/// Where to emit.
impl<'c> Ops<'c> {
    /// Starts outside of any block; `function` has one region.
    pub fn new(context: &'c Context, function: Op<'c>, pointer_wrap: PointerWrap) -> Self {
        let no_signed_wrap = Attribute::parse(context, "#arith.overflow<nsw>").expect("arith is loaded");
        Ops {
            function,
            builder: Builder::before(function),
            is_open: false,
            no_signed_wrap,
            pointer_wrap,
            tags: Tags::new(context),
        }
    }

    pub fn context(&self) -> &'c Context {
        self.builder.context()
    }

    pub fn location(&self) -> Location<'c> {
        self.builder.location()
    }

    pub fn set_location(&mut self, location: Location<'c>) {
        self.builder = self.builder.at(location);
    }

    pub fn is_open(&self) -> bool {
        self.is_open
    }

    /// A new block at the end of the function.
    pub fn new_block(&self, arguments: &[Type<'c>]) -> Block<'c> {
        self.builder.block(self.function, 0, arguments)
    }

    /// Continues at the end of `block`, which has no terminator yet.
    pub fn enter(&mut self, block: Block<'c>) {
        self.builder = self.builder.in_block(block);
        self.is_open = true;
    }

    /// Falls through to `block` if the current place can be reached, and continues there.
    pub fn fall_into(&mut self, block: Block<'c>) {
        if self.is_open {
            self.branch(block, &[]);
        }
        self.enter(block);
    }

    /// The current place; ops are appended to it.
    pub fn at(&mut self) -> Builder<'c> {
        if !self.is_open {
            let unreached = self.new_block(&[]);
            self.enter(unreached);
        }
        self.builder
    }

    /// Emits `body` elsewhere (inside an op's block) and comes back.
    pub fn elsewhere<S, T>(
        state: &mut S,
        ops: fn(&mut S) -> &mut Ops<'c>,
        place: Builder<'c>,
        body: impl FnOnce(&mut S) -> T,
    ) -> T {
        let this = ops(state);
        let saved = (std::mem::replace(&mut this.builder, place), std::mem::replace(&mut this.is_open, true));
        let result = body(state);
        let this = ops(state);
        (this.builder, this.is_open) = saved;
        result
    }

    fn terminator(
        &mut self,
        name: &str,
        operands: &[Val<'c>],
        attrs: &[(&str, Attribute<'c>)],
        successors: &[Block<'c>],
    ) {
        let place = self.at();
        let attrs: Vec<_> = attrs.iter().map(|(name, attr)| (Identifier::new(self.context(), name), *attr)).collect();
        let successors: Vec<&melior::ir::Block<'c>> = successors.iter().map(|block| &**block).collect();
        let op = OperationBuilder::new(name, self.location())
            .add_operands(operands)
            .add_attributes(&attrs)
            .add_successors(&successors)
            .build()
            .unwrap_or_else(|error| panic!("cannot create {name}: {error}"));
        place.insert(op);
        self.is_open = false;
    }
}

/// Constants and arithmetic.
impl<'c> Ops<'c> {
    pub fn int(&mut self, bits: u32, value: i64) -> Val<'c> {
        let ty = int_type(self.context(), bits);
        // MLIR wants the value sign-extended from its width.
        self.at().constant_int(ty, sign_extend(value, bits))
    }

    pub fn bool(&mut self, value: bool) -> Val<'c> {
        self.at().constant_bool(value)
    }

    pub fn float(&mut self, bits: u32, value: f64) -> Val<'c> {
        let ty = Scalar::Float { bits }.value_type(self.context());
        self.at().constant_float(ty, value)
    }

    /// A constant of exactly these bits.
    pub fn float_bits(&mut self, bits: u32, hexadecimal: &str) -> Option<Val<'c>> {
        let ty = Scalar::Float { bits }.value_type(self.context());
        let digits = (bits / 4) as usize;
        let attribute = Attribute::parse(self.context(), &format!("0x{hexadecimal:0>digits$} : f{bits}"))?;
        Some(self.at().constant(ty, attribute))
    }

    pub fn null(&mut self) -> Val<'c> {
        let place = self.at();
        place.value("llvm.mlir.zero", &[], place.ptr(), &[])
    }

    pub fn undefined(&mut self, ty: Type<'c>) -> Val<'c> {
        self.at().value("llvm.mlir.undef", &[], ty, &[])
    }

    pub fn address_of(&mut self, symbol: &str) -> Val<'c> {
        let place = self.at();
        place.value("llvm.mlir.addressof", &[], place.ptr(), &[("global_name", place.symbol(symbol))])
    }

    pub fn binary(&mut self, name: &str, lhs: Val<'c>, rhs: Val<'c>) -> Val<'c> {
        self.at().binary(name, lhs, rhs)
    }

    /// `arith.trunci` of a value that the type holds.
    pub fn truncate_nsw(&mut self, value: Val<'c>, ty: Type<'c>) -> Val<'c> {
        let flags = self.no_signed_wrap;
        self.at().value("arith.trunci", &[value], ty, &[("overflowFlags", flags)])
    }

    /// `arith.addi`, `subi` or `muli` whose signed overflow is undefined.
    pub fn binary_nsw(&mut self, name: &str, lhs: Val<'c>, rhs: Val<'c>) -> Val<'c> {
        let flags = self.no_signed_wrap;
        self.at().value(name, &[lhs, rhs], lhs.r#type(), &[("overflowFlags", flags)])
    }

    pub fn compare_pointers(&mut self, predicate: CmpI, lhs: Val<'c>, rhs: Val<'c>) -> Val<'c> {
        let place = self.at();
        place.value("llvm.icmp", &[lhs, rhs], place.int(1), &[("predicate", place.i64(predicate as i64))])
    }
}

/// Memory.
impl<'c> Ops<'c> {
    pub fn alloca(&mut self, elem: Type<'c>, align: u32, count: Val<'c>) -> Val<'c> {
        let place = self.at();
        let attrs = [("elem_type", place.type_attr(elem)), ("alignment", place.i64(i64::from(align)))];
        place.value("llvm.alloca", &[count], place.ptr(), &attrs)
    }

    pub fn load(&mut self, ptr: Val<'c>, ty: Type<'c>, align: u32, volatile: bool) -> Val<'c> {
        let place = self.at();
        let attrs = [("alignment", place.i64(i64::from(align))), ("volatile_", place.unit())];
        place.value("llvm.load", &[ptr], ty, if volatile { &attrs } else { &attrs[..1] })
    }

    pub fn store(&mut self, value: Val<'c>, ptr: Val<'c>, align: u32, volatile: bool) -> Op<'c> {
        let place = self.at();
        let attrs = [("alignment", place.i64(i64::from(align))), ("volatile_", place.unit())];
        place.op("llvm.store", &[value, ptr], &[], if volatile { &attrs } else { &attrs[..1] })
    }

    /// Says that the access reads or writes an object of the type that it has in C.
    pub fn tag(&self, access: Op<'c>, ty: Type<'c>) {
        if let Some(tag) = self.tags.of(ty) {
            ir::set_attr(access, "tbaa", tag);
        }
    }

    fn element(&mut self, ptr: Val<'c>, elem: Type<'c>, index: Index<'c>) -> Val<'c> {
        // Old code makes pointers of integers by adding them to null: no object is there to stay in.
        let is_null = ir::defining_op(ptr).is_some_and(|op| ir::is(op, "llvm.mlir.zero"));
        let wrap = if is_null { PointerWrap::Unknown } else { self.pointer_wrap };
        self.at().element_pointer(ptr, elem, index, wrap)
    }

    /// `ptr + index` elements of type `elem`; `index` has 64 bits.
    pub fn element_at(&mut self, ptr: Val<'c>, elem: Type<'c>, index: Val<'c>) -> Val<'c> {
        self.element(ptr, elem, Index::Value(index))
    }

    pub fn byte_offset(&mut self, ptr: Val<'c>, bytes: u64) -> Val<'c> {
        let byte = int_type(self.context(), 8);
        match i32::try_from(bytes) {
            Ok(0) => ptr,
            Ok(bytes) => self.element(ptr, byte, Index::Constant(bytes)),
            Err(_) => {
                let index = self.int(64, bytes as i64);
                self.element(ptr, byte, Index::Value(index))
            }
        }
    }

    pub fn copy(&mut self, to: Val<'c>, from: Val<'c>, bytes: u64, volatile: bool) {
        let size = self.int(64, bytes as i64);
        let place = self.at();
        place.op("llvm.intr.memcpy", &[to, from, size], &[], &[("isVolatile", place.bool(volatile))]);
    }

    pub fn zero_fill(&mut self, to: Val<'c>, bytes: u64) {
        let size = self.int(64, bytes as i64);
        self.zero_bytes(to, size);
    }

    pub fn zero_bytes(&mut self, to: Val<'c>, size: Val<'c>) {
        let zero = self.int(8, 0);
        let place = self.at();
        place.op("llvm.intr.memset", &[to, zero, size], &[], &[("isVolatile", place.bool(false))]);
    }
}

/// Control flow.
impl<'c> Ops<'c> {
    pub fn branch(&mut self, to: Block<'c>, arguments: &[Val<'c>]) {
        self.terminator("llvm.br", arguments, &[], &[to]);
    }

    pub fn branch_if(&mut self, cond: Val<'c>, then: Block<'c>, other: Block<'c>) {
        let segments = self.builder.i32s(&[1, 0, 0]);
        self.terminator("llvm.cond_br", &[cond], &[("operandSegmentSizes", segments)], &[then, other]);
    }

    /// `value` and the cases have `bits` bits.
    pub fn switch(&mut self, value: Val<'c>, bits: u32, default: Block<'c>, cases: &[(i64, Block<'c>)]) {
        let b = self.builder;
        let mut attrs =
            vec![("operandSegmentSizes", b.i32s(&[1, 0, 0])), ("case_operand_segments", b.i32s(&vec![0; cases.len()]))];
        if !cases.is_empty() {
            let values: Vec<_> = cases.iter().map(|(value, _)| sign_extend(*value, bits).to_string()).collect();
            let text = format!("dense<[{}]> : vector<{}xi{bits}>", values.join(", "), values.len());
            attrs.push(("case_values", b.parse_attr(&text).expect("the text is a vector of integers")));
        }
        let successors: Vec<_> = std::iter::once(default).chain(cases.iter().map(|(_, block)| *block)).collect();
        self.terminator("llvm.switch", &[value], &attrs, &successors);
    }

    pub fn return_(&mut self, value: Option<Val<'c>>) {
        self.terminator("llvm.return", value.as_slice(), &[], &[]);
    }

    pub fn unreachable(&mut self) {
        self.terminator("llvm.unreachable", &[], &[], &[]);
    }

    /// Calls the symbol, or the first operand where `callee` is None.
    pub fn call(
        &mut self,
        callee: Option<&str>,
        operands: &[Val<'c>],
        result: Option<Type<'c>>,
        attrs: &[(&str, Attribute<'c>)],
    ) -> Option<Val<'c>> {
        let place = self.at();
        let mut all = vec![
            ("operandSegmentSizes", place.i32s(&[operands.len() as i32, 0])),
            ("op_bundle_sizes", place.i32s(&[])),
        ];
        all.extend(callee.map(|symbol| ("callee", place.symbol(symbol))));
        all.extend_from_slice(attrs);
        let op = place.op("llvm.call", operands, result.as_slice(), &all);
        // Not `op.result(0)`: its error message prints the whole module.
        ir::results(op).first().copied()
    }
}

fn sign_extend(value: i64, bits: u32) -> i64 {
    if bits < 64 { value << (64 - bits) >> (64 - bits) } else { value }
}

/// An `llvm.func` at `place`: with an empty region, so a declaration until it is filled.
pub fn function<'c>(place: Builder<'c>, name: &str, ty: Type<'c>, attrs: &[(&str, Attribute<'c>)]) -> Op<'c> {
    use melior::ir::attribute::{StringAttribute, TypeAttribute};
    let context = place.context();
    let attrs = attrs.iter().map(|(name, attr)| (Identifier::new(context, name), *attr));
    // MLIR's translation reads this one without asking whether it is there.
    let plain = (Identifier::new(context, "unnamed_addr"), place.i64(0));
    let attrs: Vec<_> = attrs.chain([plain]).collect();
    let (name, ty) = (StringAttribute::new(context, name), TypeAttribute::new(ty));
    place.insert(llvm::func(context, name, ty, melior::ir::Region::new(), &attrs, place.location()))
}
