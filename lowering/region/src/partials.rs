//! Variables that take the place of a reduced element, and the memory for their values: partial results.
//!
//! An [`Accumulator`] is one element with the statements that update it in a loop. [`Partials`] is a workspace with one value per
//! accumulating variable. Decides nothing: whether terms may be combined in another order is up to the pass.
//!
//! A selection (`if (e < m) { m = e; p = i; }`) is a group: the minimum or maximum first, what is kept with it, and a mark that
//! says whether any term was taken, since a neutral minimum alone does not tell. A mark also stands behind what the iterations
//! need not come to: `if (x[i] > 0) *s += x[i]` must not touch `*s` where nothing is above zero.

use melior::ir::r#type::IntegerType;
use melior::ir::{AffineExpr, AffineMap, Attribute, Type, TypeLike, ValueLike};
use raddle_dialects::build::{Builder, CmpF, CmpI, DYNAMIC};
use raddle_dialects::ir::{self, Op, Val};
use raddle_dialects::region::{ViewOp, WorkspaceOp, is_element};

use crate::expand::is_defined_inside;
use crate::reductions::{Operator, Order, Reduction, Statement, Ties, place_of_store};
use crate::selections::Selection;
use crate::views::type_bytes;

/// What an accumulator's variable holds.
enum Role<'c> {
    /// Terms, combined; or the last of them.
    Combines(Operator),
    /// The minimum or maximum of a selection; strict if the first one of equal terms is taken.
    Selects { operator: Operator, is_strict: bool },
    /// What is kept with the minimum or maximum before.
    Keeps,
    /// Whether a term was taken since the accumulator before was neutral; from its stores, each with the condition if it always
    /// happens.
    Marks(Vec<(Op<'c>, Option<(Val<'c>, bool)>)>),
}

/// One element that a loop reduces into, or the mark of a selection.
pub struct Accumulator<'c> {
    role: Role<'c>,
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
        let place = place(statement);
        if place.0.iter().any(|it| is_defined_inside(*it, root)) {
            return None;
        }
        let known = all.iter().position(|it| it.place == place);
        let index = known.unwrap_or_else(|| {
            let operator = reduction.operator;
            let role = match &reduction.selection {
                Some(Selection { is_strict, .. }) => Role::Selects { operator, is_strict: *is_strict },
                None => Role::Combines(operator),
            };
            all.push(Accumulator::new(role, statement.element_type(), place));
            all.len() - 1
        });
        all[index].loads.extend(&statement.loads);
        all[index].stores.push(statement.store);
        all[index].path.extend(&statement.path);
    }
    if let Some(selection) = &reduction.selection {
        all.extend(companions(selection, reduction.statements[0].store, root)?);
    }
    Some(all)
}

/// Where an accumulator lives, as [`place_of_store`] gives it.
fn place<'c>(statement: &Statement<'c>) -> (Vec<Val<'c>>, Option<Attribute<'c>>) {
    match (statement.operator, statement.loads.first()) {
        (Operator::Last, _) | (_, None) => place_of_store(statement.store),
        (_, Some(load)) => (ir::operands(*load), ir::attr(*load, "map")),
    }
}

/// What stands behind the minimum or maximum in `store` in a selection's group.
fn companions<'c>(selection: &Selection<'c>, store: Op<'c>, root: Op<'c>) -> Option<Vec<Accumulator<'c>>> {
    let mut all = vec![];
    for kept in &selection.kept {
        let place = place_of_store(kept.store);
        let changes = place.0.iter().any(|it| is_defined_inside(*it, root));
        let elem = ir::operands(kept.store)[0].r#type();
        let kept = Accumulator {
            loads: kept.load.into_iter().collect(),
            stores: vec![kept.store],
            ..Accumulator::new(Role::Keeps, elem, place)
        };
        all.push(Some(kept).filter(|_| !changes)?);
    }
    all.push(Accumulator::mark(vec![(store, selection.condition)]));
    Some(all)
}

/// Adds marks where an iteration of the loop `target` need not come to any store of an accumulator. Integers in variables that nobody else
/// reaches (`is_variable`) need none: what is neutral may be folded into them.
pub fn with_marks<'c>(
    accumulators: Vec<Accumulator<'c>>,
    target: Op<'c>,
    is_variable: impl Fn(Val<'c>) -> bool,
) -> Vec<Accumulator<'c>> {
    let mark = |it: &Accumulator<'c>| {
        let is_last = matches!(it.role, Role::Combines(Operator::Last));
        let is_stored = it.stores.iter().any(|store| ir::parent(*store) == Some(target));
        let needs_none = || !it.is_float() && it.place.0.first().is_some_and(|it| is_variable(*it));
        let is_sure = !is_last && (is_stored || needs_none());
        let is_sum = matches!(it.role, Role::Combines(_));
        (is_sum && !is_sure).then(|| Accumulator::mark(it.stores.iter().map(|store| (*store, None)).collect()))
    };
    let marked = accumulators.into_iter().map(|it| (mark(&it), it));
    marked.flat_map(|(mark, it)| [it].into_iter().chain(mark)).collect()
}

/// Combines each accumulator's element with the value at its place in `values`, which is later in the source's order.
pub fn fold<'c>(b: &Builder<'c>, accumulators: &[Accumulator<'c>], values: &[Val<'c>]) {
    let mut values = values.iter().copied();
    for group in accumulators.chunk_by(|_, next| next.is_companion()) {
        let values: Vec<Val<'c>> = values.by_ref().take(group.len()).collect();
        let place = match group[group.len() - 1].role {
            Role::Marks(_) => where_marked(b, values[group.len() - 1]),
            Role::Combines(_) | Role::Selects { .. } | Role::Keeps => *b,
        };
        group[0].fold(&place, group, &values);
    }
}

/// The place where a term was taken.
fn where_marked<'c>(b: &Builder<'c>, mark: Val<'c>) -> Builder<'c> {
    let any = b.cmpi(CmpI::Ne, mark, b.constant_int(b.int(32), 0));
    let (_, then, _) = b.scf_if(any, &[], false);
    b.before_terminator(then)
}

impl<'c> Accumulator<'c> {
    fn new(role: Role<'c>, elem: Type<'c>, place: (Vec<Val<'c>>, Option<Attribute<'c>>)) -> Self {
        Accumulator { role, elem, place, loads: vec![], stores: vec![], path: vec![] }
    }

    fn mark(stores: Vec<(Op<'c>, Option<(Val<'c>, bool)>)>) -> Self {
        let elem = IntegerType::new(ir::context(stores[0].0), 32).into();
        Accumulator::new(Role::Marks(stores), elem, (vec![], None))
    }

    /// Does it belong to the accumulator before?
    fn is_companion(&self) -> bool {
        match self.role {
            Role::Keeps | Role::Marks(_) => true,
            Role::Combines(_) | Role::Selects { .. } => false,
        }
    }

    /// Must partial results stand for consecutive iterations, and be combined in their order?
    pub fn is_ordered(&self) -> bool {
        match self.role {
            Role::Combines(operator) => {
                matches!(operator, Operator::Last | Operator::Min(Order::Float(_)) | Operator::Max(Order::Float(_)))
            }
            Role::Selects { .. } => true,
            Role::Keeps | Role::Marks(_) => false,
        }
    }

    /// Does the order in which terms are combined show in a sum or product?
    pub fn is_float_sum(&self) -> bool {
        let is_term = matches!(self.role, Role::Combines(_));
        is_term && self.is_float() && !self.is_ordered()
    }

    /// Is it a minimum or maximum with nothing kept beside it?
    pub fn is_extremum(&self) -> bool {
        matches!(self.role, Role::Combines(Operator::Min(_) | Operator::Max(_)))
    }

    /// Combines the element of a minimum or maximum with a value, unless that is none.
    pub fn fold_if_any(&self, b: &Builder<'c>, value: Val<'c>) {
        let Role::Combines(operator @ (Operator::Min(order) | Operator::Max(order))) = self.role else { return };
        let place = match order {
            // What is not taken over itself is never stored.
            Order::Signed | Order::Unsigned | Order::Float(Ties::First) => *b,
            Order::Float(Ties::Last) => {
                let (_, then, _) = b.scf_if(compares(b, operator, true, value, self.start(b)), &[], false);
                b.before_terminator(then)
            }
        };
        self.combine(&place, operator, value);
    }

    /// Can memory hold its partial results?
    pub fn has_view(&self) -> bool {
        is_element(self.elem)
    }

    fn is_float(&self) -> bool {
        self.elem.is_f32() || self.elem.is_f64()
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
        b.affine_store(self.start(b), variable, whole, &[]);
        for op in &self.loads {
            ir::set_operands(*op, &[variable]);
        }
        for op in &self.stores {
            ir::set_operands(*op, &[ir::operands(*op)[0], variable]);
        }
        for op in self.loads.iter().chain(&self.stores).filter(|it| ir::has_attr(**it, "map")) {
            ir::set_attr(*op, "map", b.map_attr(whole));
        }
        if let Role::Marks(stores) = &self.role {
            stores.iter().for_each(|(store, condition)| mark(&Builder::before(*store), variable, *condition));
        }
        self.allow_overflow(b);
        variable
    }

    /// Lets the statements update the first element of a row of `view` in place of the element. `b` stands before the loop.
    pub fn redirect(&self, b: &Builder<'c>, view: Val<'c>, row: Val<'c>) {
        let zero = b.constant_index(0);
        let change = |op: Op<'c>, before: &[Val<'c>]| {
            let subscripts: &[Val<'c>] = if ir::has_attr(op, "map") { &[view, row] } else { &[view, row, zero] };
            ir::set_operands(op, &[before, subscripts].concat());
            if ir::has_attr(op, "map") {
                ir::set_attr(op, "map", b.map_attr(first_of_row(b)));
            }
        };
        self.loads.iter().for_each(|op| change(*op, &[]));
        self.stores.iter().for_each(|op| change(*op, &[ir::operands(*op)[0]]));
    }

    /// Sums that do not overflow in the source's order may have parts that do; modulo 2^n the result is the same.
    fn allow_overflow(&self, b: &Builder<'c>) {
        let Some(none) = b.parse_attr("#arith.overflow<none>") else { return };
        for op in self.path.iter().filter(|it| ir::has_attr(**it, "overflowFlags")) {
            ir::set_attr(*op, "overflowFlags", none);
        }
    }

    /// Combines the elements of a group, of which this one is the first, with their values.
    fn fold(&self, b: &Builder<'c>, group: &[Accumulator<'c>], values: &[Val<'c>]) {
        match self.role {
            Role::Combines(operator) => self.combine(b, operator, values[0]),
            // if (value compares with element) { element = value; what is kept with it, too }
            Role::Selects { operator, is_strict } => {
                let inside = self.where_taken(b, operator, is_strict, values[0]);
                let members = group.iter().zip(values).take(group.len() - 1);
                members.for_each(|(member, value)| member.store(&inside, *value));
            }
            Role::Keeps | Role::Marks(_) => {}
        }
    }

    /// The place where the value is to be taken for the element.
    fn where_taken(&self, b: &Builder<'c>, operator: Operator, is_strict: bool, value: Val<'c>) -> Builder<'c> {
        let takes = compares(b, operator, is_strict, value, self.load(b));
        let (_, then, _) = b.scf_if(takes, &[], false);
        b.before_terminator(then)
    }

    fn load(&self, b: &Builder<'c>) -> Val<'c> {
        let (operands, map) = &self.place;
        match map {
            Some(map) => b.value("affine.load", operands, self.elem, &[("map", *map)]),
            None => b.memref_load(operands[0], &operands[1..]),
        }
    }

    fn store(&self, b: &Builder<'c>, value: Val<'c>) {
        let (operands, map) = &self.place;
        match map {
            Some(map) => {
                b.op("affine.store", &[&[value], operands.as_slice()].concat(), &[], &[("map", *map)]);
            }
            None => {
                b.memref_store(value, operands[0], &operands[1..]);
            }
        }
    }

    /// What the variable starts with.
    pub fn start(&self, b: &Builder<'c>) -> Val<'c> {
        match self.role {
            Role::Combines(operator) | Role::Selects { operator, .. } => self.identity(b, operator),
            Role::Keeps if self.is_float() => b.constant_float(self.elem, 0.0),
            Role::Keeps | Role::Marks(_) => b.constant_int(self.elem, 0),
        }
    }

    /// What combines with any value to that value. For minima and maxima of floats: what is only chosen over itself.
    fn identity(&self, b: &Builder<'c>, operator: Operator) -> Val<'c> {
        let width = IntegerType::try_from(self.elem).map_or(64, |it| it.width());
        let unused = 64 - width;
        match (operator, self.is_float()) {
            // 0.0 + -0.0 is 0.0.
            (Operator::Add, true) => b.constant_float(self.elem, -0.0),
            (Operator::Mul, true) => b.constant_float(self.elem, 1.0),
            (Operator::Mul, false) => b.constant_int(self.elem, 1),
            (Operator::And | Operator::Min(Order::Unsigned), _) => b.constant_int(self.elem, -1),
            (Operator::Add | Operator::Or | Operator::Xor | Operator::Max(Order::Unsigned), _) => {
                b.constant_int(self.elem, 0)
            }
            // A mark says that it is none.
            (Operator::Last, true) => b.constant_float(self.elem, 0.0),
            (Operator::Last, false) => b.constant_int(self.elem, 0),
            (Operator::Min(Order::Signed), _) => b.constant_int(self.elem, i64::MAX >> unused),
            (Operator::Max(Order::Signed), _) => b.constant_int(self.elem, i64::MIN >> unused),
            (Operator::Min(Order::Float(_)), _) => b.constant_float(self.elem, f64::INFINITY),
            (Operator::Max(Order::Float(_)), _) => b.constant_float(self.elem, f64::NEG_INFINITY),
        }
    }

    /// `element = element op value`, where the value is later in the source's order. A minimum or maximum that stays is not stored:
    /// the program may not write there.
    fn combine(&self, b: &Builder<'c>, operator: Operator, value: Val<'c>) {
        let name = match (operator, self.is_float()) {
            (Operator::Add, true) => "arith.addf",
            (Operator::Add, false) => "arith.addi",
            (Operator::Mul, true) => "arith.mulf",
            (Operator::Mul, false) => "arith.muli",
            (Operator::And, _) => "arith.andi",
            (Operator::Or, _) => "arith.ori",
            (Operator::Xor, _) => "arith.xori",
            (Operator::Last, _) => return self.store(b, value),
            (Operator::Min(order) | Operator::Max(order), _) => {
                let is_strict = order != Order::Float(Ties::Last);
                return self.store(&self.where_taken(b, operator, is_strict, value), value);
            }
        };
        self.store(b, b.binary(name, self.load(b), value));
    }
}

/// The subscripts of the only value in a row of partial results: `(d0) -> (d0, 0)`.
pub fn first_of_row<'c>(b: &Builder<'c>) -> AffineMap<'c> {
    let context = b.context();
    AffineMap::new(context, 1, 0, &[AffineExpr::dim(context, 0), AffineExpr::constant(context, 0)])
}

/// Is `y` to be taken for `x` in a minimum or maximum?
fn compares<'c>(b: &Builder<'c>, operator: Operator, is_strict: bool, y: Val<'c>, x: Val<'c>) -> Val<'c> {
    let integers = |strict, other| b.cmpi(if is_strict { strict } else { other }, y, x);
    let floats = |strict, other| b.cmpf(if is_strict { strict } else { other }, y, x);
    match operator {
        Operator::Min(Order::Signed) => integers(CmpI::Slt, CmpI::Sle),
        Operator::Max(Order::Signed) => integers(CmpI::Sgt, CmpI::Sge),
        Operator::Min(Order::Unsigned) => integers(CmpI::Ult, CmpI::Ule),
        Operator::Max(Order::Unsigned) => integers(CmpI::Ugt, CmpI::Uge),
        Operator::Min(Order::Float(_)) => floats(CmpF::Olt, CmpF::Ole),
        Operator::Max(Order::Float(_)) => floats(CmpF::Ogt, CmpF::Oge),
        Operator::Add | Operator::Mul | Operator::And | Operator::Or | Operator::Xor | Operator::Last => {
            b.constant_bool(true)
        }
    }
}

/// Notes in `variable` that a term is taken here, or where `condition` says so.
fn mark<'c>(b: &Builder<'c>, variable: Val<'c>, condition: Option<(Val<'c>, bool)>) {
    let (whole, one) = (AffineMap::empty(b.context()), b.constant_int(b.int(32), 1));
    let value = match condition {
        None => one,
        Some((condition, when_true)) => {
            let before = b.affine_load(variable, whole, &[]);
            let (then, otherwise) = if when_true { (one, before) } else { (before, one) };
            b.select(condition, then, otherwise)
        }
    };
    b.affine_store(value, variable, whole, &[]);
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
    /// Asks for the memory, for a launch of so many iterations that take `picoseconds` each. Where a partial result would stand for fewer than `worth` of
    /// them, a launch is as good as one without iterations.
    pub fn allocate(
        b: &Builder<'c>,
        extent: &Extent<'c>,
        of: &Accumulator<'c>,
        (instances, picoseconds): (Val<'c>, i64),
        worth: i64,
    ) -> Self {
        let ty = b.memref(&vec![DYNAMIC; 1 + usize::from(extent.rows.is_some())], of.elem);
        let elem_bytes = b.constant_index(type_bytes(of.elem));
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
        let workspace = WorkspaceOp::build(b, b.muli(count, elem_bytes), b.select(pays, instances, zero), picoseconds);
        let view = ViewOp::build(b, workspace.pointer(), offset, &sizes, &strides, ty).result();
        Self { workspace, view }
    }

    pub fn is_there(&self, b: &Builder<'c>) -> Val<'c> {
        self.workspace.is_there(b)
    }

    pub fn view(&self) -> Val<'c> {
        self.view
    }

    pub fn end(&self, b: &Builder<'c>) {
        self.workspace.end(b);
    }
}
