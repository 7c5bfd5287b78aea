//! Writes the loops of a schedule into the IR, with copies of its statements' ops. Decides nothing; the schedule is legal.
//!
//! A copy of a statement has its iterators computed from the new loops'. What it uses of other statements is arithmetic on indices, which
//! is copied along (see `values`). A variable that several statements use is declared in the innermost new loop that all uses of one of its
//! copies are in.

use std::collections::HashMap;

use melior::ir::operation::OperationLike;
use melior::ir::{AffineExpr, AffineMap, Attribute, ValueLike};
use mlir_sys::{mlirIntegerSetAttrGet, mlirIntegerSetGet};
use raddle_dialects::build::{Builder, element_type, remainder};
use raddle_dialects::ir::{self, Mapping, Op, Val};
use raddle_dialects::region::AwaitOp;
use raddle_poly::analysis::{Comparison, Cond, Expr, Extreme};
use raddle_poly::model::LoopId;
use raddle_poly::schedule::{Code, For, Statement, StatementId, Tree};

use crate::affine::is_nest_symbol;
use crate::emit;
use crate::extract::{Extracted, is_inside};
use crate::formula::NAME;
use crate::schedules;
use crate::tile::{GRID, REGISTERS};
use crate::values::is_index_arithmetic;

/// A variable that several statements use.
pub struct Shared<'c> {
    pub declaration: Op<'c>,
    /// It may be declared inside of the loops of so many rows of the schedule.
    pub rows: usize,
    pub users: Vec<StatementId>,
}

/// The rows of the schedule in which a statement is tiled.
pub struct Tiled {
    pub statement: StatementId,
    /// The rows of the grid of a launch.
    pub grid: std::ops::Range<usize>,
    /// The first loop around register tiles, and how many there are; rows, then lanes follow.
    pub over: (usize, usize),
    /// Rows and lanes of a full register tile.
    pub sizes: [i64; 2],
    /// Instances of a tile of the grid, where it is launched several times.
    pub volume: Option<i64>,
}

impl Tiled {
    /// All statements, without register tiles: the loop of `row` is a launch, of tiles with so many instances.
    pub fn launched(row: usize, volume: i64) -> Self {
        let (grid, over) = (row..row + 1, (usize::MAX, 0));
        Self { statement: StatementId(0), grid, over, sizes: [0, 0], volume: Some(volume) }
    }

    /// The same where the outermost loop is the launch, the only one.
    pub fn whole() -> Self {
        Self { volume: None, ..Self::launched(0, 0) }
    }
}

/// What the iterator of a loop is where a copy is made.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Source {
    /// The value of the row of the schedule with this number.
    Row(usize),
    Over,
    Lane,
    /// The element does not depend on it.
    Nothing,
}

/// A statement that copies what full register tiles read, in the order in which they read it.
pub struct Packed<'c> {
    /// The statement: an instance for each value of the rows around it and of the loop around register tiles.
    pub copy: StatementId,
    /// The tiled statement, and the load in it.
    pub statement: StatementId,
    pub load: Op<'c>,
    /// Of each loop of the tiled statement.
    pub sources: Vec<Source>,
    /// The row that chooses the values of the loop, and how many; the row that chooses the lanes. Both statements are given the values of
    /// these rows: the copy as iterators, the tiled one behind its own.
    pub depth: (usize, i64),
    pub lanes: (usize, i64),
}

/// A variable of which each iteration has its own, in memory of a tile of the grid.
pub struct Expanded<'c> {
    pub declaration: Option<Op<'c>>,
    /// The tiled statement that uses it.
    pub statement: StatementId,
    /// The loop around all users that goes through the tile's rows, the row of the schedule that chooses these, and how many they are. Users
    /// are given the values of these rows behind their iterators.
    pub rows: (usize, usize, i64),
    /// The same for its columns.
    pub lanes: (usize, usize, i64),
}

/// What a schedule orders.
pub struct Scheduled<'c, 'f> {
    pub found: &'f Extracted<'c>,
    /// The loop that the new code replaces.
    pub root: Op<'c>,
    pub statements: &'f [Statement],
    /// Of each statement.
    pub ops: &'f [Vec<Op<'c>>],
    pub shared: Vec<Shared<'c>>,
    pub tiled: Vec<Tiled>,
    pub packed: Vec<Packed<'c>>,
    pub expanded: Vec<Expanded<'c>>,
    pub tree: &'f Tree,
    /// What it does, after `loop`, in a few words.
    pub what: &'static str,
    /// A thread takes rows of tiles that wait for each other in blocks.
    pub blocks: bool,
}

impl<'c, 'f> Scheduled<'c, 'f> {
    /// A schedule without tiles.
    pub fn new(
        (found, root): (&'f Extracted<'c>, Op<'c>),
        (statements, ops): (&'f [Statement], &'f [Vec<Op<'c>>]),
        shared: Vec<Shared<'c>>,
        (tree, what): (&'f Tree, &'static str),
    ) -> Self {
        let (tiled, packed, expanded) = (vec![], vec![], vec![]);
        Self { found, root, statements, ops, shared, tiled, packed, expanded, tree, what, blocks: false }
    }
}

/// Writes `code`, which does what the root does. The error says what has no form in the IR; nothing is written then.
pub fn realize<'c>(scheduled: &Scheduled<'c, '_>, b: &Builder<'c>, code: &Code) -> Result<(), String> {
    check(code)?;
    let values = scheduled.found.values.clone();
    // The index of a loop around the root is a parameter, too, and a dimension of maps.
    let is_symbol = |it: &&String| values.get(*it).is_none_or(|it| is_nest_symbol(*it));
    let symbols = scheduled.found.model.params.iter().filter(is_symbol).cloned().collect();
    let mut writer =
        Writer { scheduled, values, symbols, variables: HashMap::new(), packs: HashMap::new(), is_full: false };
    b.attempt(|b| writer.inside(b, 0, code))?;
    schedules::add(scheduled, code);
    Ok(())
}

/// Has all of the code a form in affine loops?
fn check(code: &Code) -> Result<(), String> {
    let is_linear = |expr: &Expr| linear(expr);
    match code {
        Code::Block(children) => children.iter().try_for_each(check),
        Code::For(it) => {
            let bounds = it.first.operands_of(Extreme::Max).into_iter().chain(it.end.operands_of(Extreme::Min));
            bounds.into_iter().all(is_linear).then_some(()).ok_or("a loop's bound is not affine")?;
            check(&it.body)
        }
        Code::Let(_, value, body) => {
            is_linear(value).then_some(()).ok_or("a loop's value is not affine")?;
            check(body)
        }
        Code::If(_, then, other) => {
            check(then)?;
            other.as_deref().map_or(Ok(()), check)
        }
        Code::Statement(_, iterators) => {
            iterators.iter().all(is_linear).then_some(()).ok_or_else(|| "an iterator is not affine".into())
        }
        Code::Await(tile) => is_linear(tile).then_some(()).ok_or_else(|| "the number of a tile is not affine".into()),
    }
}

fn linear(expr: &Expr) -> bool {
    match expr {
        Expr::Const(_) | Expr::Name(_) => true,
        Expr::Add(a, b) | Expr::Sub(a, b) => linear(a) && linear(b),
        Expr::Mul(_, a) | Expr::FloorDiv(a, _) | Expr::Mod(a, _) => linear(a),
        Expr::Min(..) | Expr::Max(..) | Expr::Select(..) => false,
    }
}

/// Memory, and a map with its operands to an element of it.
type Place<'c> = (Val<'c>, AffineMap<'c>, Vec<Val<'c>>);

impl<'c> Expanded<'c> {
    fn is_loaded_by(&self, op: Op<'c>) -> bool {
        matches!(ir::name(op), "affine.load" | "memref.load") && self.is_operand(op, 0)
    }

    fn is_stored_by(&self, op: Op<'c>) -> bool {
        matches!(ir::name(op), "affine.store" | "memref.store") && self.is_operand(op, 1)
    }

    fn is_operand(&self, op: Op<'c>, number: usize) -> bool {
        let operand = ir::operands(op).get(number).copied().and_then(ir::defining_op);
        operand.is_some() && operand == self.declaration
    }
}

struct Writer<'c, 'f> {
    scheduled: &'f Scheduled<'c, 'f>,
    /// By the names of the code: parameters, iterators of new loops.
    values: HashMap<String, Val<'c>>,
    /// Names of parameters.
    symbols: Vec<String>,
    /// What declarations have become.
    variables: HashMap<usize, Val<'c>>,
    /// The memory of each packed load, where it is declared.
    packs: HashMap<usize, Val<'c>>,
    /// The code that is written belongs to full register tiles.
    is_full: bool,
}

impl<'c> Writer<'c, '_> {
    fn code(&mut self, b: &Builder<'c>, code: &Code) -> Result<(), String> {
        match code {
            Code::Block(children) => children.iter().try_for_each(|it| self.code(b, it)),
            Code::For(it) => self.new_loop(b, it),
            Code::Let(iterator, value, body) => {
                let (map, operands) = self.map(b, &[value])?;
                let value = b.affine_apply(map, &operands);
                self.values.insert(iterator.clone(), value);
                self.inside(b, rows_until(iterator)?, body)
            }
            Code::If(condition, then, other) => self.condition(b, condition, then, other.as_deref()),
            Code::Statement(id, iterators) => self.statement(b, *id, iterators),
            Code::Await(tile) => {
                let (map, operands) = self.map(b, &[tile])?;
                let number = b.affine_apply(map, &operands);
                AwaitOp::build(b, b.cast("arith.index_cast", number, b.int(64)), self.scheduled.blocks);
                Ok(())
            }
        }
    }

    fn new_loop(&mut self, b: &Builder<'c>, it: &For) -> Result<(), String> {
        let source = self.source_of(&it.iterator, &it.body).map(|id| self.scheduled.found.loops[id.0 as usize]);
        let b = source.map_or(*b, |source| b.at(source.location()));
        let (lower, lower_operands) = self.map(&b, &it.first.operands_of(Extreme::Max))?;
        let (upper, upper_operands) = self.map(&b, &it.end.operands_of(Extreme::Min))?;
        let (op, body) = b.affine_for((lower, &lower_operands), (upper, &upper_operands), it.step);
        if let Some(name) = source.and_then(|source| ir::attr(source, NAME)) {
            ir::set_attr(op, NAME, name);
        }
        let outside = self.is_full;
        self.is_full |= self.mark(&b, op, it)?;
        if let Some(iterator) = ir::arguments(body).first() {
            self.values.insert(it.iterator.clone(), *iterator);
        }
        self.inside(&b.before_terminator(body), rows_until(&it.iterator)?, &it.body)?;
        self.is_full = outside;
        Ok(())
    }

    /// Says what a loop is in a tiled statement; true around full register tiles.
    fn mark(&self, b: &Builder<'c>, op: Op<'c>, it: &For) -> Result<bool, String> {
        let row = rows_until(&it.iterator)? - 1;
        let Some(tiled) = self.scheduled.tiled.iter().find(|tiled| has_statement(&it.body, tiled.statement)) else {
            return Ok(false);
        };
        if tiled.grid.contains(&row) {
            ir::set_attr(op, GRID, tiled.volume.map_or(b.unit(), |it| b.i64(it)));
        }
        let is_full = row == tiled.over.0 && is_full(&it.body, tiled);
        if is_full {
            ir::set_attr(op, REGISTERS, b.unit());
        }
        Ok(is_full)
    }

    /// Memory for the copies that are made in tiles of the grid, in the body of the innermost of its loops: a body after so many rows. A row
    /// with one value has no loop.
    fn declare_packs(&mut self, b: &Builder<'c>, rows: usize, body: &Code) {
        let is_here = |it: &&Tiled| {
            let is_grid = rows > it.grid.start && rows <= it.grid.end;
            is_grid && has_statement(body, it.statement) && !has_row_until(body, it.statement, it.grid.end)
        };
        for tiled in self.scheduled.tiled.iter().filter(is_here) {
            for it in self.scheduled.packed.iter().filter(|it| it.statement == tiled.statement) {
                let element = ir::result(it.load).r#type();
                let memory = b.memref_alloca(b.memref(&[it.depth.1, it.lanes.1], element));
                self.packs.insert(ir::op_key(it.load), memory);
            }
            for it in self.scheduled.expanded.iter().filter(|it| it.statement == tiled.statement) {
                let Some(declaration) = it.declaration else { continue };
                let element = element_type(ir::result(declaration));
                let memory = b.memref_alloca(b.memref(&[it.rows.2, it.lanes.2], element));
                self.packs.insert(ir::op_key(declaration), memory);
            }
        }
    }

    /// One instance of a copy: all lanes.
    fn copy(&mut self, b: &Builder<'c>, it: &Packed<'c>, iterators: &[Expr]) -> Result<(), String> {
        const LANE: &str = "lane";
        let over = iterators.last().ok_or("a copy without iterators")?;
        let bound = |value| (AffineMap::new(b.context(), 0, 0, &[AffineExpr::constant(b.context(), value)]), &[][..]);
        let (op, body) = b.affine_for(bound(0), bound(it.lanes.1), 1);
        let iterator = ir::arguments(ir::body(op)).first().copied().ok_or("a loop without an iterator")?;
        self.values.insert(LANE.into(), iterator);
        let b = b.before_terminator(body);
        let lane = Expr::Name(LANE.into());
        let mut mapping = Mapping::new();
        let value = |source: &Source| match source {
            Source::Row(number) => iterators.get(*number).cloned(),
            Source::Over => Some(over.clone()),
            Source::Lane => Some(first_of(iterators.get(it.lanes.0)?, it.lanes.1) + lane.clone()),
            Source::Nothing => None,
        };
        for (position, source) in it.sources.iter().enumerate() {
            if let Some(value) = value(source) {
                self.map_iterator(&b, it.statement, position, &value, &mut mapping)?;
            }
        }
        self.arithmetic(&b, it.load, &[it.load], &mut mapping);
        let copy = b.at(it.load.location()).clone_op(it.load, &mut mapping);
        let first = iterators.get(it.depth.0).ok_or("a copy without tiles")?;
        let row = over.clone() - first_of(first, it.depth.1);
        let (map, operands) = self.map(&b, &[&row, &lane])?;
        let memory = *self.packs.get(&ir::op_key(it.load)).ok_or("a copy without memory")?;
        b.affine_store(ir::result(copy), memory, map, &operands);
        Ok(())
    }

    /// The load of a packed element in place of the statement's own.
    fn packed_load(&self, b: &Builder<'c>, it: &Packed<'c>, iterators: &[Expr]) -> Result<Val<'c>, String> {
        let of = |source| {
            let position = it.sources.iter().position(|it| *it == source);
            position.and_then(|it| iterators.get(it)).ok_or("a copy of another statement")
        };
        let tile = |row: usize| iterators.get(it.sources.len() + row).ok_or("a statement without tiles");
        let lane = of(Source::Lane)?.clone() - first_of(tile(it.lanes.0)?, it.lanes.1);
        let row = of(Source::Over)?.clone() - first_of(tile(it.depth.0)?, it.depth.1);
        let (map, operands) = self.map(b, &[&row, &lane])?;
        let memory = *self.packs.get(&ir::op_key(it.load)).ok_or("a copy without memory")?;
        Ok(b.affine_load(memory, map, &operands))
    }

    /// The new value of the iterator of a statement's loop.
    fn map_iterator(
        &self,
        b: &Builder<'c>,
        id: StatementId,
        position: usize,
        value: &Expr,
        mapping: &mut Mapping<'c>,
    ) -> Result<(), String> {
        let source = self.scheduled.statements[id.0 as usize].loops.get(position);
        let source = source.map(|it| self.scheduled.found.loops[it.0 as usize]).and_then(|it| ir::entry_block(it, 0));
        let Some(old) = source.and_then(|it| ir::arguments(it).first().copied()) else { return Ok(()) };
        let new = match value {
            Expr::Name(name) if self.values.contains_key(name) => self.values[name],
            _ => {
                let (map, operands) = self.map(b, &[value])?;
                b.affine_apply(map, &operands)
            }
        };
        mapping.map(old, new);
        Ok(())
    }

    /// The body of a new loop, with the variables that may be declared in it. The innermost place is the one that is used.
    fn inside(&mut self, b: &Builder<'c>, rows: usize, body: &Code) -> Result<(), String> {
        self.declare_packs(b, rows, body);
        let outer = self.variables.clone();
        let here = self.scheduled.shared.iter().filter(|it| it.rows >= rows);
        let here = here.filter(|it| it.users.iter().any(|user| has_statement(body, *user)));
        let copies: Vec<_> = here.map(|it| (it.declaration, b.clone_op(it.declaration, &mut Mapping::new()))).collect();
        self.variables.extend(copies.iter().map(|(old, new)| (ir::key(ir::result(*old)), ir::result(*new))));
        self.code(b, body)?;
        copies.into_iter().filter(|(_, copy)| !ir::has_uses(ir::result(*copy))).for_each(|(_, copy)| ir::erase(copy));
        self.variables = outer;
        Ok(())
    }

    /// The loop of the source that a new one stands for in messages: the first that takes its value from it.
    fn source_of(&self, iterator: &str, code: &Code) -> Option<LoopId> {
        match code {
            Code::Block(children) => children.iter().find_map(|it| self.source_of(iterator, it)),
            Code::For(it) => self.source_of(iterator, &it.body),
            Code::Let(_, _, body) => self.source_of(iterator, body),
            Code::If(_, then, other) => {
                self.source_of(iterator, then).or_else(|| self.source_of(iterator, other.as_deref()?))
            }
            Code::Statement(id, values) => {
                let position = values.iter().position(|value| value.mentions(iterator))?;
                // Copies have no loops in the source.
                self.scheduled.statements.get(id.0 as usize)?.loops.get(position).copied()
            }
            Code::Await(_) => None,
        }
    }

    fn condition(
        &mut self,
        b: &Builder<'c>,
        condition: &Cond,
        then: &Code,
        other: Option<&Code>,
    ) -> Result<(), String> {
        let mut constraints = vec![];
        let (then_block, other_block) = if conjunction(condition, &mut constraints) {
            let (set, operands) = self.set(b, &constraints)?;
            let (_, then, other) = b.affine_if(set, &operands, other.is_some());
            (then, other)
        } else {
            let unknown = || "a condition has no form in the IR".to_string();
            let truth = emit::condition(b, condition, &self.values).ok_or_else(unknown)?;
            let (_, then, other) = b.scf_if(truth, &[], other.is_some());
            (then, other)
        };
        self.code(&b.before_terminator(then_block), then)?;
        match (other, other_block) {
            (Some(other), Some(block)) => self.code(&b.before_terminator(block), other),
            _ => Ok(()),
        }
    }

    fn statement(&mut self, b: &Builder<'c>, id: StatementId, iterators: &[Expr]) -> Result<(), String> {
        let scheduled = self.scheduled;
        if let Some(it) = scheduled.packed.iter().find(|it| it.copy == id) {
            return self.copy(b, it, iterators);
        }
        let mut mapping = Mapping::new();
        for (position, value) in iterators.iter().enumerate() {
            self.map_iterator(b, id, position, value, &mut mapping)?;
        }
        for it in &self.scheduled.shared {
            let old = ir::result(it.declaration);
            if let Some(new) = self.variables.get(&ir::key(old)) {
                mapping.map(old, *new);
            }
        }
        let own = &self.scheduled.ops[id.0 as usize];
        for op in own {
            if self.scheduled.shared.iter().any(|it| it.declaration == *op) {
                continue;
            }
            if let Some(it) = self.scheduled.packed.iter().find(|it| self.is_full && it.load == *op) {
                mapping.map(ir::result(*op), self.packed_load(&b.at(op.location()), it, iterators)?);
                continue;
            }
            if let Some(it) =
                self.scheduled.expanded.iter().find(|it| it.declaration == Some(*op) || it.is_loaded_by(*op))
            {
                if it.declaration != Some(*op) {
                    let (memory, map, operands) = self.expansion(b, it, id, iterators)?;
                    mapping.map(ir::result(*op), b.at(op.location()).affine_load(memory, map, &operands));
                }
                continue;
            }
            for inner in ir::nested(*op, ir::Order::Pre) {
                self.arithmetic(b, inner, own, &mut mapping);
            }
            let copy = b.at(op.location()).clone_op(*op, &mut mapping);
            self.expand(copy, id, iterators)?;
        }
        Ok(())
    }

    /// Where this iteration has its expanded variable.
    fn expansion(
        &self,
        b: &Builder<'c>,
        it: &Expanded<'c>,
        id: StatementId,
        iterators: &[Expr],
    ) -> Result<Place<'c>, String> {
        let depth = self.scheduled.statements[id.0 as usize].loops.len();
        let missing = || "a variable without a place".to_string();
        let memory = it.declaration.and_then(|it| self.packs.get(&ir::op_key(it))).ok_or_else(missing)?;
        let within = |(position, row, size): (usize, usize, i64)| {
            let place = iterators.get(position).zip(iterators.get(depth + row));
            place.map(|(it, tile)| it.clone() - first_of(tile, size)).ok_or_else(missing)
        };
        let (map, operands) = self.map(b, &[&within(it.rows)?, &within(it.lanes)?])?;
        Ok((*memory, map, operands))
    }

    /// Sends accesses of expanded variables in a copied op to this iteration's place.
    fn expand(&self, copy: Op<'c>, id: StatementId, iterators: &[Expr]) -> Result<(), String> {
        for op in ir::nested(copy, ir::Order::Pre) {
            let is_store = matches!(ir::name(op), "affine.store" | "memref.store");
            let uses = |it: &&Expanded<'c>| it.is_loaded_by(op) || it.is_stored_by(op);
            let Some(it) = self.scheduled.expanded.iter().find(uses) else { continue };
            let at = Builder::before(op).at(op.location());
            let (memory, map, operands) = self.expansion(&at, it, id, iterators)?;
            if is_store {
                at.affine_store(ir::operands(op)[0], memory, map, &operands);
                ir::erase(op);
            } else {
                ir::replace_op(op, &[at.affine_load(memory, map, &operands)]);
            }
        }
        Ok(())
    }

    /// Copies of index arithmetic elsewhere in the root that the op uses; `own` are the ops of its statement.
    fn arithmetic(&self, b: &Builder<'c>, op: Op<'c>, own: &[Op<'c>], mapping: &mut Mapping<'c>) {
        for value in ir::operands(op) {
            let Some(source) = ir::defining_op(value) else { continue };
            let is_own = own.iter().any(|it| is_inside(source, *it));
            let is_elsewhere = is_inside(source, self.scheduled.root) && !is_own && mapping.get(value).is_none();
            if is_elsewhere && is_index_arithmetic(source) {
                self.arithmetic(b, source, own, mapping);
                b.at(source.location()).clone_op(source, mapping);
            }
        }
    }

    /// Affine expressions as one map, with its operands.
    fn map(&self, b: &Builder<'c>, exprs: &[&Expr]) -> Result<(AffineMap<'c>, Vec<Val<'c>>), String> {
        let mut operands = Operands::default();
        let results: Option<Vec<_>> = exprs.iter().map(|it| self.affine(b, it, &mut operands)).collect();
        let results = results.ok_or("an expression is not affine")?;
        let map = AffineMap::new(b.context(), operands.dims.len(), operands.symbols.len(), &results);
        Ok((map, [operands.dims, operands.symbols].concat()))
    }

    /// Constraints `expr >= 0`, or `= 0`, as an integer set with its operands.
    fn set(&self, b: &Builder<'c>, constraints: &[(Expr, bool)]) -> Result<(Attribute<'c>, Vec<Val<'c>>), String> {
        let mut operands = Operands::default();
        let exprs: Option<Vec<_>> = constraints.iter().map(|(it, _)| self.affine(b, it, &mut operands)).collect();
        let exprs: Vec<_> = exprs.ok_or("a condition is not affine")?.into_iter().map(AffineExpr::to_raw).collect();
        let equal: Vec<bool> = constraints.iter().map(|(_, equal)| *equal).collect();
        let (dims, symbols, count) = (operands.dims.len(), operands.symbols.len(), exprs.len());
        // SAFETY: the arrays have `count` elements each.
        let set = unsafe {
            let context = b.context().to_raw();
            let set = mlirIntegerSetGet(
                context,
                dims as isize,
                symbols as isize,
                count as isize,
                exprs.as_ptr(),
                equal.as_ptr(),
            );
            Attribute::from_raw(mlirIntegerSetAttrGet(set))
        };
        Ok((set, [operands.dims, operands.symbols].concat()))
    }

    fn affine(&self, b: &Builder<'c>, expr: &Expr, operands: &mut Operands<'c>) -> Option<AffineExpr<'c>> {
        let context = b.context();
        let constant = |value| AffineExpr::constant(context, value);
        Some(match expr {
            Expr::Const(value) => constant(*value),
            Expr::Name(name) => {
                let value = *self.values.get(name)?;
                match self.symbols.contains(name) {
                    true => AffineExpr::symbol(context, position(&mut operands.symbols, value)),
                    false => AffineExpr::dim(context, position(&mut operands.dims, value)),
                }
            }
            Expr::Add(x, y) => self.affine(b, x, operands)? + self.affine(b, y, operands)?,
            Expr::Sub(x, y) => self.affine(b, x, operands)? + self.affine(b, y, operands)? * constant(-1),
            Expr::Mul(factor, x) => self.affine(b, x, operands)? * constant(*factor),
            Expr::FloorDiv(x, divisor) => AffineExpr::floor_div(self.affine(b, x, operands)?, constant(*divisor)),
            Expr::Mod(x, divisor) => remainder(context, self.affine(b, x, operands)?, *divisor),
            Expr::Min(..) | Expr::Max(..) | Expr::Select(..) => return None,
        })
    }
}

/// The first value in a tile of some size.
fn first_of(tile: &Expr, size: i64) -> Expr {
    Expr::Mul(size, Box::new(tile.clone()))
}

/// Are these the loops over all rows and lanes of a register tile?
fn is_full(code: &Code, tiled: &Tiled) -> bool {
    let [height, width] = tiled.sizes;
    let loop_of = |code: &Code, row: usize, length: i64| match code {
        Code::For(it) if rows_until(&it.iterator) == Ok(row + 1) && has_length(it, length) => Some(it.body.clone()),
        Code::Block(_) | Code::For(_) | Code::Let(..) | Code::If(..) | Code::Statement(..) | Code::Await(_) => None,
    };
    let (first, count) = tiled.over;
    let mut inner = code;
    for row in first + 1..first + count {
        match inner {
            Code::For(it) if rows_until(&it.iterator) == Ok(row + 1) => inner = &it.body,
            Code::Block(_) | Code::For(_) | Code::Let(..) | Code::If(..) | Code::Statement(..) | Code::Await(_) => {
                return false;
            }
        }
    }
    let lanes = loop_of(inner, first + count, height);
    let statement = lanes.and_then(|it| loop_of(&it, first + count + 1, width));
    matches!(statement, Some(Code::Statement(..)))
}

/// Does a loop run so many times, whatever the parameters are?
fn has_length(it: &For, length: i64) -> bool {
    let difference = Expr::Sub(Box::new(it.end.clone()), Box::new(it.first.clone()));
    let mut terms = vec![];
    it.step == 1 && sum(&difference, 1, &mut terms) == Some(length) && terms.iter().all(|it| it.1 == 0)
}

/// The constant of a sum of products of names; None where it is something else.
fn sum<'e>(expr: &'e Expr, factor: i64, terms: &mut Vec<(&'e str, i64)>) -> Option<i64> {
    match expr {
        Expr::Const(value) => value.checked_mul(factor),
        Expr::Name(name) => {
            match terms.iter_mut().find(|it| it.0 == name) {
                Some(term) => term.1 = term.1.checked_add(factor)?,
                None => terms.push((name, factor)),
            }
            Some(0)
        }
        Expr::Add(a, b) => sum(a, factor, terms)?.checked_add(sum(b, factor, terms)?),
        Expr::Sub(a, b) => sum(a, factor, terms)?.checked_add(sum(b, factor.checked_neg()?, terms)?),
        Expr::Mul(by, a) => sum(a, factor.checked_mul(*by)?, terms),
        Expr::FloorDiv(..) | Expr::Mod(..) | Expr::Min(..) | Expr::Max(..) | Expr::Select(..) => None,
    }
}

/// How many rows of the schedule end with the one that this iterator stands for: isl counts them, and waves have the number of a row. A row
/// with one value has no loop.
fn rows_until(iterator: &str) -> Result<usize, String> {
    let number = iterator.strip_prefix(['c', 'w']).and_then(|it| it.parse::<usize>().ok());
    number.map(|it| it + 1).ok_or_else(|| format!("unknown iterator '{iterator}'"))
}

#[derive(Default)]
struct Operands<'c> {
    dims: Vec<Val<'c>>,
    symbols: Vec<Val<'c>>,
}

fn position<'c>(values: &mut Vec<Val<'c>>, value: Val<'c>) -> usize {
    values.iter().position(|it| *it == value).unwrap_or_else(|| {
        values.push(value);
        values.len() - 1
    })
}

/// Collects constraints `expr >= 0` (or `= 0`, where the word is true); false where the condition is no conjunction of such.
fn conjunction(condition: &Cond, constraints: &mut Vec<(Expr, bool)>) -> bool {
    match condition {
        Cond::Const(true) => true,
        Cond::Const(false) | Cond::Or(..) => false,
        Cond::And(a, b) => conjunction(a, constraints) && conjunction(b, constraints),
        Cond::Compare(comparison, a, b) => {
            let minus = |x: &Expr, y: &Expr| Expr::Sub(Box::new(x.clone()), Box::new(y.clone()));
            let below = |expr: Expr| Expr::Sub(Box::new(expr), Box::new(Expr::Const(1)));
            constraints.push(match comparison {
                Comparison::Eq => (minus(a, b), true),
                Comparison::Le => (minus(b, a), false),
                Comparison::Lt => (below(minus(b, a)), false),
                Comparison::Ge => (minus(a, b), false),
                Comparison::Gt => (below(minus(a, b)), false),
            });
            linear(a) && linear(b)
        }
    }
}

fn has_statement(code: &Code, wanted: StatementId) -> bool {
    match code {
        Code::Block(children) => children.iter().any(|it| has_statement(it, wanted)),
        Code::For(it) => has_statement(&it.body, wanted),
        Code::Let(_, _, body) => has_statement(body, wanted),
        Code::If(_, then, other) => {
            has_statement(then, wanted) || other.as_ref().is_some_and(|it| has_statement(it, wanted))
        }
        Code::Statement(id, _) => *id == wanted,
        Code::Await(_) => false,
    }
}

/// Is a statement in one more row of the first `end` ones?
fn has_row_until(code: &Code, wanted: StatementId, end: usize) -> bool {
    let is_row = |iterator: &str| rows_until(iterator).is_ok_and(|it| it <= end);
    match code {
        Code::Block(children) => children.iter().any(|it| has_row_until(it, wanted, end)),
        Code::For(it) => {
            is_row(&it.iterator) && has_statement(&it.body, wanted) || has_row_until(&it.body, wanted, end)
        }
        Code::Let(iterator, _, body) => {
            is_row(iterator) && has_statement(body, wanted) || has_row_until(body, wanted, end)
        }
        Code::If(_, then, other) => {
            has_row_until(then, wanted, end) || other.as_ref().is_some_and(|it| has_row_until(it, wanted, end))
        }
        Code::Statement(..) | Code::Await(_) => false,
    }
}
