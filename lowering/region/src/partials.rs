//! Variables that take the place of a reduced element, and the memory for their values: partial results.
//!
//! An [`Accumulator`] is one element with the statements that update it in a loop. [`Partials`] is a workspace with one value per
//! accumulating variable. Decides nothing: whether terms may be combined in another order is up to the pass.

use melior::ir::r#type::IntegerType;
use melior::ir::{AffineMap, Attribute, Type};
use raddle_dialects::build::{Builder, CmpF, CmpI, DYNAMIC};
use raddle_dialects::ir::{self, Op, Val};
use raddle_dialects::region::{ViewOp, WorkspaceOp};

use crate::expand::depends_on_loop;
use crate::reductions::{Operator, Order, Reduction, Ties};
use crate::views::element_bytes;

/// One element that a loop reduces into.
pub struct Accumulator<'c> {
    pub operator: Operator,
    elem: Type<'c>,
    /// The memref and the subscripts' operands, and what an affine access makes of these.
    place: (Vec<Val<'c>>, Option<Attribute<'c>>),
    loads: Vec<Op<'c>>,
    stores: Vec<Op<'c>>,
    path: Vec<Op<'c>>,
}

/// The elements of a reduction, each with its statements; None if one changes while `root` runs.
pub fn accumulators<'c>(reduction: &Reduction<'c>, root: Op<'c>) -> Option<Vec<Accumulator<'c>>> {
    let mut all: Vec<Accumulator<'c>> = vec![];
    for statement in &reduction.statements {
        let load = *statement.loads.first().filter(|it| !depends_on_loop(**it, root))?;
        let place = (ir::operands(load), ir::attr(load, "map"));
        let known = all.iter().position(|it| it.place == place);
        let index = known.unwrap_or_else(|| {
            let (operator, elem) = (reduction.operator, statement.element_type());
            all.push(Accumulator { operator, elem, place, loads: vec![], stores: vec![], path: vec![] });
            all.len() - 1
        });
        all[index].loads.extend(&statement.loads);
        all[index].stores.push(statement.store);
        all[index].path.extend(&statement.path);
    }
    Some(all)
}

impl<'c> Accumulator<'c> {
    pub fn is_float(&self) -> bool {
        IntegerType::try_from(self.elem).is_err()
    }

    /// Whether flags allow every operation of the statements in another order.
    pub fn may_reorder(&self) -> bool {
        let flags = |op: &Op<'c>| ir::attr(*op, "fastmath").map(|it| it.to_string()).unwrap_or_default();
        self.path.iter().map(flags).all(|flags| ["reassoc", "<fast>"].iter().any(|it| flags.contains(it)))
    }

    /// Lets the statements update a new variable that `b` makes, in place of the element; returns it.
    pub fn open(&self, b: &Builder<'c>) -> Val<'c> {
        let variable = b.memref_alloca(b.memref(&[], self.elem));
        let whole = AffineMap::empty(b.context());
        b.affine_store(self.identity(b), variable, whole, &[]);
        for op in &self.loads {
            ir::set_operands(*op, &[variable]);
        }
        for op in &self.stores {
            ir::set_operands(*op, &[ir::operands(*op)[0], variable]);
        }
        for op in self.loads.iter().chain(&self.stores).filter(|it| ir::has_attr(**it, "map")) {
            ir::set_attr(*op, "map", b.map_attr(whole));
        }
        self.allow_overflow(b);
        variable
    }

    /// Sums that do not overflow in the source's order may have parts that do; modulo 2^n the result is the same.
    fn allow_overflow(&self, b: &Builder<'c>) {
        let Some(none) = b.parse_attr("#arith.overflow<none>") else { return };
        for op in self.path.iter().filter(|it| ir::has_attr(**it, "overflowFlags")) {
            ir::set_attr(*op, "overflowFlags", none);
        }
    }

    /// `element = element op value`
    pub fn fold(&self, b: &Builder<'c>, value: Val<'c>) {
        let (operands, map) = &self.place;
        match map {
            Some(map) => {
                let attrs = [("map", *map)];
                let sum = self.combine(b, b.value("affine.load", operands, self.elem, &attrs), value);
                b.op("affine.store", &[&[sum], operands.as_slice()].concat(), &[], &attrs);
            }
            None => {
                let sum = self.combine(b, b.memref_load(operands[0], &operands[1..]), value);
                b.memref_store(sum, operands[0], &operands[1..]);
            }
        }
    }

    /// What combines with any value to that value. For minima and maxima of floats: what is only chosen over itself.
    fn identity(&self, b: &Builder<'c>) -> Val<'c> {
        let width = IntegerType::try_from(self.elem).map_or(64, |it| it.width());
        let unused = 64 - width;
        match (self.operator, self.is_float()) {
            // 0.0 + -0.0 is 0.0.
            (Operator::Add, true) => b.constant_float(self.elem, -0.0),
            (Operator::Mul, true) => b.constant_float(self.elem, 1.0),
            (Operator::Mul, false) => b.constant_int(self.elem, 1),
            (Operator::And | Operator::Min(Order::Unsigned), _) => b.constant_int(self.elem, -1),
            (Operator::Add | Operator::Or | Operator::Xor | Operator::Max(Order::Unsigned), _) => {
                b.constant_int(self.elem, 0)
            }
            (Operator::Min(Order::Signed), _) => b.constant_int(self.elem, i64::MAX >> unused),
            (Operator::Max(Order::Signed), _) => b.constant_int(self.elem, i64::MIN >> unused),
            (Operator::Min(Order::Float(_)), _) => b.constant_float(self.elem, f64::INFINITY),
            (Operator::Max(Order::Float(_)), _) => b.constant_float(self.elem, f64::NEG_INFINITY),
        }
    }

    /// `x op y`, where `y` is later in the source's order.
    fn combine(&self, b: &Builder<'c>, x: Val<'c>, y: Val<'c>) -> Val<'c> {
        let name = match (self.operator, self.is_float()) {
            (Operator::Add, true) => "arith.addf",
            (Operator::Add, false) => "arith.addi",
            (Operator::Mul, true) => "arith.mulf",
            (Operator::Mul, false) => "arith.muli",
            (Operator::And, _) => "arith.andi",
            (Operator::Or, _) => "arith.ori",
            (Operator::Xor, _) => "arith.xori",
            (Operator::Min(Order::Signed), _) => "arith.minsi",
            (Operator::Max(Order::Signed), _) => "arith.maxsi",
            (Operator::Min(Order::Unsigned), _) => "arith.minui",
            (Operator::Max(Order::Unsigned), _) => "arith.maxui",
            (Operator::Min(Order::Float(Ties::First)), _) => return b.select(b.cmpf(CmpF::Olt, y, x), y, x),
            (Operator::Min(Order::Float(Ties::Last)), _) => return b.select(b.cmpf(CmpF::Ole, y, x), y, x),
            (Operator::Max(Order::Float(Ties::First)), _) => return b.select(b.cmpf(CmpF::Ogt, y, x), y, x),
            (Operator::Max(Order::Float(Ties::Last)), _) => return b.select(b.cmpf(CmpF::Oge, y, x), y, x),
        };
        b.binary(name, x, y)
    }
}

/// How many partial results there are.
pub struct Extent<'c> {
    /// For each iteration of an outer loop: the first one, and how many there are.
    pub rows: Option<(Val<'c>, Val<'c>)>,
    pub per_row: Val<'c>,
}

/// Memory for the partial results of one accumulator.
pub struct Partials<'c> {
    workspace: WorkspaceOp<'c>,
    view: Val<'c>,
}

impl<'c> Partials<'c> {
    /// Asks for the memory, for a launch of `instances` iterations. Where a partial result would stand for fewer than `worth` of
    /// them, a launch is as good as one without iterations.
    pub fn allocate(
        b: &Builder<'c>,
        extent: &Extent<'c>,
        of: &Accumulator<'c>,
        instances: Val<'c>,
        worth: i64,
    ) -> Self {
        let ty = b.memref(&vec![DYNAMIC; 1 + usize::from(extent.rows.is_some())], of.elem);
        let elem_bytes = b.constant_index(element_bytes(of.place.0[0]));
        let row_bytes = b.muli(extent.per_row, elem_bytes);
        let zero = b.constant_index(0);
        let (offset, sizes, strides, count) = match extent.rows {
            Some((first, rows)) => {
                let sizes = vec![b.constant_index(-1), extent.per_row];
                let offset = b.subi(zero, b.muli(first, row_bytes));
                (offset, sizes, vec![row_bytes, elem_bytes], b.muli(rows, extent.per_row))
            }
            None => (zero, vec![extent.per_row], vec![elem_bytes], extent.per_row),
        };
        let pays = b.cmpi(CmpI::Sle, b.muli(count, b.constant_index(worth)), instances);
        let workspace = WorkspaceOp::build(b, b.muli(count, elem_bytes), b.select(pays, instances, zero));
        let view = ViewOp::build(b, workspace.pointer(), offset, &sizes, &strides, ty).result();
        Self { workspace, view }
    }

    pub fn is_there(&self, b: &Builder<'c>) -> Val<'c> {
        let word = b.cast("llvm.ptrtoint", self.workspace.pointer(), b.int(64));
        b.cmpi(CmpI::Ne, word, b.constant_int(b.int(64), 0))
    }

    pub fn view(&self) -> Val<'c> {
        self.view
    }

    pub fn end(&self, b: &Builder<'c>) {
        self.workspace.end(b);
    }
}
