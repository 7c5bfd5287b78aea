//! `gpu-residence`: say before code of the host what it accesses, so that data can stay on devices between launches.
//!
//! ```text
//!     before                                   after
//!     scf.for .. {                             scf.for .. {
//!       %ok = region.enter ... resident          %ok = region.enter ... resident
//!       scf.if %ok { launch } else { loop }      scf.if %ok { launch } else { region.host_access (its ranges); loop }
//!       llvm.store %v, %p : f64                  region.host_access bases(%p) from(0) to(8) {flags = 2}
//!                                                llvm.store %v, %p : f64
//!     }                                        }
//!     llvm.call @f()                           region.flush
//!                                              llvm.call @f()
//!     llvm.return                              region.flush
//!                                              llvm.return
//! ```
//!
//! Legal if:  always; more of these ops than needed change what is copied, never a result. What may be on a device is known from a forward
//!            walk: nothing at the entry of a function that anybody calls, something at that of one that is aware of devices (`gpu-aware`)
//!            and behind a launch, nothing behind a flush.
//! Together:  the accesses of a block are announced with the first of them: up to the next launch, call, or op with regions devices get no newer
//!            bytes. An address that is not known there begins another announcement.
//! Exempt:    variables that no pointer leaves the function with and no launch has, and constants. A pointer may go to functions of which all
//!            callers are known (`parameters.rs`).
//! Loops:     one op before a loop that launches nothing: the ranges that `gpu-outline` has found (`region.host`), else its variables, else a
//!            flush. In a loop of blocks that calls functions, each access is announced, as one of many, with a window (`region.host_access`)
//!            that is emptied on each way into the loop.
//! Calls:     functions of the C library that are known not to touch arrays (`malloc`, `printf` of scalars) are none, and `free` ends a
//!            block. All others may access
//!            everything and hand it to other threads, so they come behind a flush; so do volatile accesses, atomics and inline assembly.
//! Needs:     `region-inline` and `region-lower-views`, so that accesses are loads and stores. Before `gpu-lower-launches`.
//! Declines:  nothing.
//! Source:    own. The effect is that of Kernel Data Mapping (Par4All thesis 3.5) within a function.

use std::collections::{HashMap, HashSet};

use melior::ir::operation::OperationLike;
use raddle_dialects::build::Builder;
use raddle_dialects::ir::{self, Block, Mapping, Op, Order, Val};
use raddle_dialects::region::{
    AWARE, BOUNDED, EnterOp, FlushOp, HostAccessOp, HostEndOp, HostOp, RESIDENT, Range, THREADS_ONLY, flags,
};
use raddle_dialects::{Failure, Pass};

use crate::blocks::{self, Graph};
use crate::memory::{Access, Bytes, Effect, Memory};
use crate::parameters::Parameters;
use crate::slots::{Slots, WINDOW_BYTES, WINDOW_COUNT};

#[derive(Clone, Default)]
pub struct Residence;

impl Pass for Residence {
    const ARG: &'static str = "gpu-residence";
    const DESC: &'static str = "announce what the host accesses, so that data can stay on devices";
    const OP: &'static str = "builtin.module";

    fn run<'c>(&mut self, module: Op<'c>) -> Result<(), Failure> {
        let parameters = Parameters::of(module);
        let functions = ir::find_all(module, "llvm.func").into_iter();
        for function in functions.filter(|it| launches(*it) || ir::has_attr(*it, AWARE)) {
            Function::new(module, function, &parameters).announce();
        }
        ir::find_all(module, "region.host").into_iter().filter_map(HostOp::cast).for_each(HostOp::inline);
        Ok(())
    }
}

struct Function<'c, 'p> {
    op: Op<'c>,
    memory: Memory<'c, 'p>,
}

/// Addresses, how many bytes, and whether they may be written.
type Announced = HashMap<(usize, (bool, i64)), bool>;

/// What is known while ops of one block are walked over.
#[derive(Clone, Default)]
struct State<'c> {
    /// Something may be on a device.
    resident: bool,
    /// The ops are in a loop of blocks that launches nothing.
    is_loop: bool,
    /// What was announced since the last launch.
    known: Announced,
    /// The op that announces what the ops of this block access.
    group: Option<Group<'c>>,
}

/// Accesses of one block are announced together: with the first of them, as nothing in between gives devices newer bytes.
#[derive(Clone)]
struct Group<'c> {
    op: HostAccessOp<'c>,
    objects: Vec<Object<'c>>,
    /// The ops behind it, whose results it cannot name.
    behind: HashSet<usize>,
}

impl<'c> Group<'c> {
    fn start(b: &Builder<'c>, object: Object<'c>, many: i64) -> Self {
        let op = announce_objects(b, std::slice::from_ref(&object), many);
        Self { op, objects: vec![object], behind: HashSet::new() }
    }

    /// The same address where the group's op stands, if it is known there.
    fn there(&self, pointer: Val<'c>) -> Option<Val<'c>> {
        let Some(op) = ir::defining_op(pointer).filter(|it| self.behind.contains(&ir::op_key(*it))) else {
            return Some(pointer);
        };
        let can_move = ["llvm.mlir.addressof", "llvm.getelementptr", "arith.constant"].contains(&ir::name(op));
        let mut mapping = Mapping::new();
        for operand in ir::operands(op).into_iter().filter(|_| can_move) {
            mapping.map(operand, self.there(operand)?);
        }
        can_move.then(|| ir::result(Builder::before(self.op.op()).clone_op(op, &mut mapping)))
    }

    /// The same number there.
    fn bytes_there(&self, bytes: Bytes<'c>) -> Option<Bytes<'c>> {
        match bytes {
            Bytes::Known(_) => Some(bytes),
            Bytes::Value(value) => self.there(value).map(Bytes::Value),
        }
    }

    fn add(&mut self, object: Object<'c>, many: i64) {
        let is_same =
            |it: &&mut Object<'c>| ir::key(it.base) == ir::key(object.base) && it.bytes.key() == object.bytes.key();
        match self.objects.iter_mut().find(is_same) {
            Some(known) => known.writes |= object.writes,
            None => self.objects.push(object),
        }
        let op = announce_objects(&Builder::before(self.op.op()), &self.objects, many);
        ir::erase(self.op.op());
        self.op = op;
    }
}

impl<'c> State<'c> {
    fn resident(resident: bool) -> Self {
        Self { resident, ..Self::default() }
    }

    fn or(self, other: &Self) -> Self {
        Self::resident(self.resident || other.resident)
    }
}

impl<'c, 'p> Function<'c, 'p> {
    fn new(module: Op<'c>, op: Op<'c>, parameters: &'p Parameters) -> Self {
        Self { op, memory: Memory::new(module, op, parameters) }
    }

    fn announce(&self) {
        let Some(region) = ir::regions(self.op).into_iter().next() else { return };
        let all = ir::blocks(region);
        let graph = Graph::of(&all);
        let before = self.states(&graph);
        let mut done: HashSet<usize> = HashSet::new();
        let quiet = |block: usize| ir::ops(graph.blocks[block]).into_iter().all(|it| !launches(it) && !calls(it));
        for cycle in graph.loops_of(quiet) {
            if cycle.iter().any(|&it| before[it]) {
                self.before_blocks(&graph, &cycle);
            }
            done.extend(cycle);
        }
        let cycles =
            graph.loops_of(|block| ir::ops(graph.blocks[block]).into_iter().all(|it| !launches(it) && !keeps(it)));
        let in_loop: HashSet<usize> = cycles.iter().flatten().copied().collect();
        let mut ends: HashMap<usize, Announced> = HashMap::new();
        for (number, block) in graph.blocks.iter().enumerate().filter(|it| !done.contains(&it.0)) {
            let is_loop = in_loop.contains(&number);
            let known = known_before(&graph.predecessors[number], &ends);
            let end = self.walk(*block, State { is_loop, known, ..State::resident(before[number]) });
            ends.insert(number, end.known);
        }
        cycles.iter().for_each(|it| self.give_windows(&graph, it));
    }

    /// Each announcement of many in the loop gets its windows.
    fn give_windows(&self, graph: &Graph<'c>, cycle: &[usize]) {
        let inside = cycle.iter().flat_map(|&it| ir::ops(graph.blocks[it])).flat_map(|it| ir::nested(it, Order::Pre));
        let all: Vec<_> = inside.filter_map(HostAccessOp::cast).filter(|it| is_of_many(*it)).collect();
        for access in all {
            let (b, ranges) = (Builder::before(access.op()), access.ranges());
            let Ok(slots) = Slots::of(access.op()) else { continue };
            let windows = slots.alloca(&b, WINDOW_BYTES * ranges.len() as i64);
            HostAccessOp::within(&b, &ranges, Some(windows));
            ir::erase(access.op());
            let ways_in = cycle.iter().flat_map(|&it| &graph.predecessors[it]).filter(|it| !cycle.contains(it));
            for end in ways_in.filter_map(|&it| ir::ops(graph.blocks[it]).last().copied()) {
                empty_windows(&Builder::before(end), windows, ranges.len());
            }
        }
    }

    /// May something be on a device where each block begins?
    fn states(&self, graph: &Graph<'c>) -> Vec<bool> {
        let mut before = vec![false; graph.blocks.len()];
        before[0] = ir::has_attr(self.op, AWARE);
        let mut open: Vec<usize> = (0..graph.blocks.len()).collect();
        while let Some(block) = open.pop() {
            let mut resident = before[block];
            for op in ir::ops(graph.blocks[block]) {
                resident = self.behind(op, resident);
            }
            for &next in &graph.successors[block] {
                if resident && !before[next] {
                    before[next] = true;
                    open.push(next);
                }
            }
        }
        before
    }

    /// May something be on a device behind `op`, without looking at what will be announced in it?
    fn behind(&self, op: Op<'c>, resident: bool) -> bool {
        match self.memory.effect(op) {
            _ if launches(op) => true,
            Effect::Everything if ir::regions(op).is_empty() => false,
            _ => resident,
        }
    }

    /// One op on each way into a loop of blocks.
    fn before_blocks(&self, graph: &Graph<'c>, cycle: &[usize]) {
        let accesses: Vec<Effect<'c>> = cycle
            .iter()
            .flat_map(|&it| ir::ops(graph.blocks[it]))
            .flat_map(|it| ir::nested(it, Order::Pre))
            .map(|it| self.memory.effect(it))
            .collect();
        let inside = |op: Op<'c>| {
            let home = blocks::outermost(op, self.op);
            home.is_some_and(|it| cycle.iter().any(|&block| blocks::name(graph.blocks[block]) == it))
        };
        let Some(ranges) = self.objects(&accesses, &inside) else { return };
        for &block in cycle {
            for &before in graph.predecessors[block].iter().filter(|it| !cycle.contains(it)) {
                if let Some(end) = ir::ops(graph.blocks[before]).last() {
                    self.put(&Builder::before(*end), &ranges);
                }
            }
        }
    }

    /// Whole objects of known extent that all of these effects stay in; empty where one of them may be anywhere, `None` if there is none.
    fn objects(&self, effects: &[Effect<'c>], inside: &impl Fn(Op<'c>) -> bool) -> Option<Vec<Object<'c>>> {
        let mut objects: Vec<Object<'c>> = vec![];
        let mut all: Vec<&Access<'c>> = vec![];
        for effect in effects {
            match effect {
                Effect::None => {}
                Effect::Everything | Effect::Ends { .. } | Effect::MayEnd => return Some(vec![]),
                Effect::Accesses(accesses) => all.extend(accesses),
            }
        }
        for Access { pointer, writes, .. } in &all {
            let Some((base, bytes)) = self.memory.whole(*pointer) else { return Some(vec![]) };
            if ir::defining_op(base).is_some_and(inside) {
                return Some(vec![]);
            }
            match objects.iter_mut().find(|it| ir::key(it.base) == ir::key(base)) {
                Some(known) => known.writes |= writes,
                None => objects.push(Object { base, bytes: Bytes::Known(bytes), writes: *writes }),
            }
        }
        (!all.is_empty()).then_some(objects)
    }

    /// Announces these objects, or everything.
    fn put(&self, b: &Builder<'c>, objects: &[Object<'c>]) {
        if objects.is_empty() {
            FlushOp::build(b);
            return;
        }
        announce_objects(b, objects, 0);
    }

    /// Announces what the ops of `block` access; answers what may be on a device behind it.
    fn walk(&self, block: Block<'c>, mut state: State<'c>) -> State<'c> {
        for op in ir::ops(block) {
            state = match () {
                () if ir::regions(op).is_empty() => self.announce_one(op, state),
                () if EnterOp::of_branch(op).is_some() => self.walk_branches(op, state),
                () if launches(op) || is_choice_of_known(op) => self.walk_into(op, state),
                () => State { group: None, ..self.before_loop(op, state) },
            };
            if let Some(group) = &mut state.group {
                group.behind.insert(ir::op_key(op));
            }
        }
        state
    }

    /// An op with regions that launches something.
    fn walk_into(&self, op: Op<'c>, state: State<'c>) -> State<'c> {
        let is_loop = !ir::is(op, "scf.if") && !ir::is(op, "scf.index_switch");
        let inner = State::resident(state.resident || is_loop);
        let in_loop = state.is_loop;
        let blocks = ir::regions(op).into_iter().flat_map(ir::blocks);
        // A block that follows another one of the op begins as the worst of them ends.
        blocks.fold(state, |after, block| {
            let resident = inner.resident || is_loop && after.resident;
            let ended = self.walk(block, State { is_loop: in_loop, ..State::resident(resident) });
            ended.or(&after)
        })
    }

    /// A launch, and the loop in the other branch, whose ranges are known unless it is one for CPU threads that follows pointers.
    fn walk_branches(&self, op: Op<'c>, state: State<'c>) -> State<'c> {
        let Some(enter) = EnterOp::of_branch(op) else { return state };
        let stays = ir::has_attr(enter.op(), RESIDENT);
        let resident = state.resident || stays;
        if let Some(taken) = ir::entry_block(op, 0) {
            self.walk(taken, State::resident(resident));
        }
        if let Some(other) = ir::entry_block(op, 1).filter(|_| state.resident) {
            let b = Builder::at_start(ir::context(op), other, op.location());
            let is_known = ir::has_attr(enter.op(), BOUNDED) || !ir::has_attr(enter.op(), THREADS_ONLY);
            match is_known {
                true => announce_ranges(&b, &enter.ranges()),
                false => drop(FlushOp::build(&b)),
            }
        }
        State::resident(resident)
    }

    /// An op with regions that launches nothing.
    fn before_loop(&self, op: Op<'c>, state: State<'c>) -> State<'c> {
        if !state.resident {
            return state;
        }
        let b = Builder::before(op);
        if let Some(host) = HostOp::cast(op) {
            let ranges: Vec<_> = host.ranges().into_iter().filter(|it| !self.memory.is_variable(it.base)).collect();
            if !ranges.is_empty() {
                announce_ranges(&b, &ranges);
            }
            return state;
        }
        let effects: Vec<_> = ir::nested(op, Order::Pre).into_iter().map(|it| self.memory.effect(it)).collect();
        let inside = |it: Op<'c>| ir::parents(it).any(|parent| parent == op);
        let Some(objects) = self.objects(&effects, &inside) else { return state };
        self.put(&b, &objects);
        State::resident(!objects.is_empty())
    }

    /// An op without regions.
    fn announce_one(&self, op: Op<'c>, state: State<'c>) -> State<'c> {
        if calls(op) && launches(op) {
            return State::resident(true);
        }
        if !state.resident {
            return state;
        }
        let b = Builder::before(op);
        if ir::is(op, "llvm.return") {
            return self.before_return(&b);
        }
        match self.memory.effect(op) {
            Effect::None => state,
            Effect::Ends { pointer } => {
                HostEndOp::build(&b, pointer, None);
                State { group: None, ..state }
            }
            Effect::Everything => {
                FlushOp::build(&b);
                State::resident(false)
            }
            Effect::MayEnd => {
                FlushOp::at_end(&b);
                State { group: None, ..state }
            }
            Effect::Accesses(accesses) => {
                accesses.into_iter().fold(state, |state, it| self.announce_access(&b, it, state))
            }
        }
    }

    fn announce_access(&self, b: &Builder<'c>, access: Access<'c>, mut state: State<'c>) -> State<'c> {
        let Access { pointer, bytes, writes } = access;
        let is_known = |known: &bool| *known || !writes;
        let key = (ir::key(pointer), bytes.key());
        if state.known.get(&key).is_some_and(is_known) {
            return state;
        }
        state.known.insert(key, writes);
        let many = if state.is_loop { flags::MANY } else { 0 };
        let there = |it: &Group<'c>| Some((it.there(pointer)?, it.bytes_there(bytes)?));
        match state.group.as_mut().and_then(|it| Some((there(it)?, it))) {
            Some(((base, bytes), group)) => group.add(Object { base, bytes, writes }, many),
            None => state.group = Some(Group::start(b, Object { base: pointer, bytes, writes }, many)),
        }
        state
    }

    /// The function's own variables are nobody's any more, and its caller may know nothing of devices.
    fn before_return(&self, b: &Builder<'c>) -> State<'c> {
        let own = self.memory.shared_variables();
        for (pointer, bytes) in own.iter().filter(|it| it.1.is_some()) {
            HostEndOp::build(b, *pointer, *bytes);
        }
        // What is left of a variable on a device would come back over the memory's next use.
        if !ir::has_attr(self.op, AWARE) || own.iter().any(|it| it.1.is_none()) {
            FlushOp::build(b);
        }
        State::resident(false)
    }
}

/// What was announced on every way to a block whose predecessors are done.
fn known_before(predecessors: &[usize], ends: &HashMap<usize, Announced>) -> Announced {
    let all: Option<Vec<&Announced>> = predecessors.iter().map(|it| ends.get(it)).collect();
    let Some([first, others @ ..]) = all.as_deref() else { return Announced::new() };
    let everywhere = |key, writes: bool| others.iter().map(|it| it.get(key)).try_fold(writes, |w, it| Some(w && *it?));
    first.iter().filter_map(|(key, writes)| Some((*key, everywhere(key, *writes)?))).collect()
}

fn is_of_many(access: HostAccessOp<'_>) -> bool {
    access.ranges().iter().all(|it| it.flags & flags::MANY != 0)
}

/// No address is in them.
fn empty_windows<'c>(b: &Builder<'c>, windows: Val<'c>, count: usize) {
    for number in 0..count as i64 {
        let place = b.byte_offset(windows, b.constant_int(b.int(64), number * WINDOW_BYTES + WINDOW_COUNT));
        b.llvm_store(b.constant_int(b.int(64), 0), place, 8);
    }
}

/// An object of known extent.
#[derive(Clone)]
struct Object<'c> {
    base: Val<'c>,
    bytes: Bytes<'c>,
    writes: bool,
}

/// `more`: flags of all their ranges.
fn announce_objects<'c>(b: &Builder<'c>, objects: &[Object<'c>], more: i64) -> HostAccessOp<'c> {
    let range = |it: &Object<'c>| {
        let bits = if it.writes { flags::READ | flags::WRITE } else { flags::READ };
        let lo = b.constant_index(0);
        let hi = match it.bytes {
            Bytes::Known(bytes) => b.constant_index(bytes),
            Bytes::Value(bytes) => b.index_cast(bytes, b.index()),
        };
        let flags = bits | more;
        Range { base: it.base, lo, hi, flags, object: -1, name: String::new(), rows: vec![], lean: None, around: None }
    };
    HostAccessOp::build(b, &objects.iter().map(range).collect::<Vec<_>>())
}

/// What a launch would have touched, or a loop of the host does.
fn announce_ranges<'c>(b: &Builder<'c>, ranges: &[Range<'c>]) {
    let plain = |it: &Range<'c>| {
        let written = if it.flags & (flags::WRITE | flags::OVERWRITTEN) != 0 { flags::WRITE } else { 0 };
        Range { flags: it.flags & flags::READ | written, ..it.clone() }
    };
    let ranges: Vec<_> = ranges.iter().map(plain).collect();
    HostAccessOp::build(b, &ranges);
}

/// Does `op`, or an op in it, leave something on a device?
fn launches(op: Op<'_>) -> bool {
    ir::find_all(op, "region.enter").into_iter().any(|it| ir::has_attr(it, RESIDENT))
        || ir::find_all(op, "llvm.call").into_iter().any(|it| ir::has_attr(it, AWARE))
        || EnterOp::of_branch(op).is_some_and(|it| ir::has_attr(it.op(), RESIDENT))
}

/// Does the runtime begin to watch what the host writes?
fn keeps(op: Op<'_>) -> bool {
    !ir::find_all(op, "region.keep").is_empty()
}

/// A condition around accesses, and around loops of which it is known what they access.
fn is_choice_of_known(op: Op<'_>) -> bool {
    let is_unknown = |it: Op<'_>| matches!(ir::name(it), "scf.for" | "scf.while" | "affine.for");
    let is_said = |it: Op<'_>| ir::enclosing(it, "region.host").is_some();
    ir::is(op, "scf.if") && !ir::nested(op, Order::Pre).into_iter().any(|it| is_unknown(it) && !is_said(it))
}

fn calls(op: Op<'_>) -> bool {
    ir::nested(op, Order::Pre).into_iter().any(|it| ir::is(it, "llvm.call"))
}
