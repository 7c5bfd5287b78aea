//! Executes instructions of one thread: fetches operands, asks the table's functions, writes results. Schedules nothing.

use crate::error::{Fault, FaultKind, MemoryProblem, Verb};
use crate::machine::{Counts, Launch};
use crate::memory::{Memory, Request};
use crate::module::{Address, Arg, Axis, Base, Instruction, Op, Register, Source, Special, Symbol};
use crate::race::Who;
use crate::table::{Access, AtomicFn, RowId, Space, Strength, Target};
use crate::thread::{Collective, Exchange, Origin, State, Thread};
use crate::types::{Type, Width};

/// Where generic addresses of the spaces begin (5.1.8 and 6.4.1.1 leave it open). Global ones are their own.
const WINDOW_BITS: u32 = 40;
const SHARED_WINDOW: u64 = 1 << WINDOW_BITS;
const LOCAL_WINDOW: u64 = 2 << WINDOW_BITS;
const CONST_WINDOW: u64 = 3 << WINDOW_BITS;
/// Above all windows.
pub const GLOBAL_START: u64 = 16 << WINDOW_BITS;

pub const WARP: u32 = 32;

/// What the threads of a block share while it runs.
pub struct Executor<'m, 'a> {
    pub launch: &'a Launch<'m>,
    pub global: &'a mut Memory,
    pub constants: &'a mut Memory,
    pub params: &'a mut Memory,
    pub shared: Memory,
    pub block: [u32; 3],
    pub block_number: u32,
    /// Counts the barriers of the block.
    pub epoch: u32,
    pub counts: &'a mut Counts,
}

type Executed<T> = Result<T, FaultKind>;

impl<'m> Executor<'m, '_> {
    /// Runs a thread until it waits or is done.
    pub fn run(&mut self, thread: &mut Thread<'m>) -> Result<(), Box<Fault>> {
        while let State::Running = thread.state {
            let function = thread.function();
            let Some(instruction) = thread.fetch() else {
                // What has no code ends at once.
                let Some(last) = function.code.last() else {
                    thread.leave();
                    continue;
                };
                return Err(self.fault(thread, last, FaultKind::EndOfFunction));
            };
            self.instruction(thread, instruction).map_err(|kind| self.fault(thread, instruction, kind))?;
        }
        Ok(())
    }

    pub fn fault(&self, thread: &Thread, instruction: &Instruction, kind: FaultKind) -> Box<Fault> {
        let module = self.launch.module;
        Box::new(Fault {
            kind,
            kernel: self.launch.kernel.clone(),
            line: instruction.line,
            text: module.line(instruction.line),
            source: instruction.source.map(|at| module.sources[at as usize].clone()),
            block: self.block,
            thread: thread.index,
        })
    }

    fn instruction(&mut self, thread: &mut Thread<'m>, instruction: &'m Instruction) -> Executed<()> {
        if self.counts.instructions >= self.launch.budget {
            return Err(FaultKind::Budget(self.launch.budget));
        }
        self.counts.instructions += 1;
        if let Some((predicate, wanted)) = instruction.guard
            && (thread.read(Arg::Register(predicate))? != 0) != wanted
        {
            return Ok(());
        }
        self.counts.executed(instruction.row);
        self.op(thread, instruction)
    }

    fn op(&mut self, thread: &mut Thread<'m>, instruction: &'m Instruction) -> Executed<()> {
        match &instruction.op {
            Op::Value { out, value, args } => {
                let (mut operands, mut origin) = ([0; 4], Origin::Known);
                for (operand, arg) in operands.iter_mut().zip(args) {
                    let (value, known) = thread.operand(*arg)?;
                    (*operand, origin) = (value, origin.and(known));
                }
                let result = match origin {
                    Origin::Known => value(operands).map_err(FaultKind::Unspecified)?,
                    Origin::Unset(_) | Origin::Unwritten => 0,
                };
                thread.set(*out, (result, origin));
            }
            Op::Move { out, source } => self.copy(thread, *out, *source)?,
            Op::Pack { out, parts: [low, high], half } => {
                let ((low, of_low), (high, of_high)) = (thread.operand(*low)?, thread.operand(*high)?);
                thread.set(*out, (high << half.bits() | low, of_low.and(of_high)));
            }
            Op::Unpack { out: [low, high], from, half } => {
                let (value, origin) = thread.operand(*from)?;
                thread.set(*low, (value & half.mask(), origin));
                thread.set(*high, (value >> half.bits(), origin));
            }
            Op::Select { out, choices: [yes, no], predicate } => {
                let chosen = if thread.read(*predicate)? != 0 { yes } else { no };
                self.copy(thread, *out, Source::Arg(*chosen))?;
            }
            Op::ComparePair { out: [p, q], args: [a, b], compare } => {
                let ((a, of_a), (b, of_b)) = (thread.operand(*a)?, thread.operand(*b)?);
                let (results, origin) = (compare(a, b), of_a.and(of_b));
                thread.set(*p, (u64::from(results[0]), origin));
                thread.set(*q, (u64::from(results[1]), origin));
            }
            Op::Carry { out, args: [a, b], takes_carry, value } => {
                let unset = || FaultKind::UndefinedRegister("the carry".to_owned());
                let carry = if *takes_carry { thread.carry.ok_or_else(unset)? } else { false };
                let (result, carry) = value(thread.read(*a)?, thread.read(*b)?, carry);
                thread.carry = Some(carry);
                thread.write(*out, result);
            }
            Op::ConvertAddress { out, from, space, to } => {
                let address = thread.read(*from)?;
                thread.write(*out, converted(address, *space, *to));
            }
            Op::Load { access, address, out } => self.load(thread, *access, *address, out, instruction.line)?,
            Op::Store { access, address, values } => self.store(thread, *access, *address, values)?,
            Op::Atomic { access, update, out, address, operands } => {
                self.atomic(thread, *access, *update, *address, *operands, *out)?;
            }
            Op::Branch(target) => thread.jump(*target),
            Op::BranchIndexed { index, targets } => {
                let index = thread.read(*index)?;
                let target = targets.get(index as usize).ok_or(FaultKind::BranchTarget(index))?;
                thread.jump(*target);
            }
            Op::Call { function, results, args } => thread.call(*function, results, args)?,
            Op::Return => thread.leave(),
            Op::Exit => thread.state = State::Done,
            Op::Trap => return Err(FaultKind::Trap),
            Op::Barrier { alignment, id } => {
                thread.state = State::AtBarrier { id: *id, alignment: *alignment, instruction };
            }
            Op::Fence => {}
            Op::Shuffle { shuffle, out, value, lane, clamp, mask } => {
                let (lane, clamp) = (thread.read(*lane)? as u32, thread.read(*clamp)? as u32);
                let collective = Collective::Shuffle { shuffle: *shuffle, lane, clamp };
                let (mask, value) = (thread.read(*mask)? as u32, thread.read(*value)?);
                wait_for_warp(thread, Exchange { collective, mask, value, out: *out }, instruction)?;
            }
            Op::Vote { vote, out, predicate, mask } => {
                let (mask, value) = (thread.read(*mask)? as u32, thread.read(*predicate)?);
                let collective = Collective::Vote(*vote);
                wait_for_warp(thread, Exchange { collective, mask, value, out: *out }, instruction)?;
            }
        }
        Ok(())
    }

    /// Unwritten registers may be copied: LLVM does so where it does not matter.
    fn copy(&self, thread: &mut Thread<'m>, out: Register, source: Source) -> Executed<()> {
        let content = match source {
            Source::Arg(Arg::Constant(value)) => (value, Origin::Known),
            Source::Arg(Arg::Register(register)) => thread.register(register),
            Source::Special(special) => (u64::from(self.special(thread, special)), Origin::Known),
            Source::Address(symbol) => (self.symbol(thread, symbol), Origin::Known),
        };
        thread.set(out, content);
        Ok(())
    }

    fn special(&self, thread: &Thread, special: Special) -> u32 {
        let lane = thread.number % WARP;
        let of = |extents: [u32; 3], axis: Axis| match axis {
            Axis::X => extents[0],
            Axis::Y => extents[1],
            Axis::Z => extents[2],
        };
        match special {
            Special::Thread(axis) => of(thread.index, axis),
            Special::BlockSize(axis) => of(self.launch.block, axis),
            Special::Block(axis) => of(self.block, axis),
            Special::GridSize(axis) => of(self.launch.grid, axis),
            Special::Lane => lane,
            Special::LanesEqual => 1 << lane,
            Special::LanesBelow => (1 << lane) - 1,
            Special::LanesUpTo => u32::MAX >> (WARP - 1 - lane),
            Special::LanesAbove => !(u32::MAX >> (WARP - 1 - lane)),
            Special::LanesFrom => u32::MAX << lane,
        }
    }

    /// The address of a variable in its space.
    fn symbol(&self, thread: &Thread, symbol: Symbol) -> u64 {
        match symbol {
            Symbol::Variable(at) => self.launch.addresses[at as usize],
            Symbol::KernelParam(at) => self.params.address(at as usize),
            Symbol::Frame(index) => thread.frame_address(index),
        }
    }

    /// The space and the address in it that an access reaches.
    fn place(&self, thread: &Thread, space: Space, address: Address) -> Executed<(Space, u64)> {
        let base = match address.base {
            Base::Register(register) => thread.read(Arg::Register(register))?,
            Base::Symbol(symbol) => self.symbol(thread, symbol),
        };
        let address = base.wrapping_add_signed(address.offset);
        Ok(if space == Space::Generic { resolved(address) } else { (space, address) })
    }

    /// A checked access to the memory of a space.
    fn access<T>(
        &mut self,
        thread: &mut Thread<'m>,
        (space, address): (Space, u64),
        verb: Verb,
        (bytes, strength): (u32, Strength),
        act: impl FnOnce(&mut Memory, Request) -> Result<T, MemoryProblem>,
    ) -> Executed<T> {
        let who = Who { block: self.block_number, epoch: self.epoch, thread: thread.number };
        let race = matches!(space, Space::Global | Space::Shared).then_some((strength, who));
        let memory = match space {
            Space::Generic | Space::Global => &mut *self.global,
            Space::Shared => &mut self.shared,
            Space::Local => &mut thread.local,
            Space::Const => &mut *self.constants,
            Space::Param => &mut *self.params,
        };
        self.counts.moved(space, verb, bytes);
        act(memory, Request { address, bytes, verb, race }).map_err(|problem| FaultKind::Memory {
            verb,
            bytes,
            space,
            address,
            problem,
        })
    }

    fn load(
        &mut self,
        thread: &mut Thread<'m>,
        access: Access,
        address: Address,
        out: &[(Register, Width)],
        line: u32,
    ) -> Executed<()> {
        let place = self.place(thread, access.space, address)?;
        let size = access.ty.bytes() as usize;
        let span = ((size * out.len()) as u32, access.strength);
        let (bytes, unset) = self.access(thread, place, Verb::Reads, span, Memory::load)?;
        let origin = unset.map_or(Origin::Known, |problem| {
            let (space, address) = place;
            thread.unset(line, FaultKind::Memory { verb: Verb::Reads, bytes: span.0, space, address, problem })
        });
        for ((register, width), part) in out.iter().zip(bytes.chunks(size)) {
            thread.set(*register, (extended(part, access.ty) & width.mask(), origin));
        }
        Ok(())
    }

    fn store(&mut self, thread: &mut Thread<'m>, access: Access, address: Address, values: &[Arg]) -> Executed<()> {
        let place = self.place(thread, access.space, address)?;
        let size = access.ty.bytes() as usize;
        let mut bytes = [0; 16];
        for (part, value) in bytes.chunks_mut(size).zip(values) {
            part.copy_from_slice(&thread.read(*value)?.to_le_bytes()[..size]);
        }
        let span = ((size * values.len()) as u32, access.strength);
        self.access(thread, place, Verb::Writes, span, |memory, request| memory.store(request, &bytes))
    }

    fn atomic(
        &mut self,
        thread: &mut Thread<'m>,
        access: Access,
        update: AtomicFn,
        address: Address,
        [b, c]: [Arg; 2],
        out: Register,
    ) -> Executed<()> {
        let (space, address) = self.place(thread, access.space, address)?;
        let (b, c) = (thread.read(b)?, thread.read(c)?);
        let span = (access.ty.bytes(), access.strength);
        let old = self.access(thread, (space, address), Verb::Updates, span, |memory, request| match request.race {
            Some(_) => memory.update(request, |old| update(space, old, b, c)),
            None => Err(MemoryProblem::NotAtomic),
        })?;
        thread.write(out, old);
        Ok(())
    }
}

fn wait_for_warp<'m>(thread: &mut Thread<'m>, exchange: Exchange, at: &'m Instruction) -> Executed<()> {
    if exchange.mask >> (thread.number % WARP) & 1 == 0 {
        return Err(FaultKind::NotInMask(exchange.mask));
    }
    thread.state = State::InWarp(exchange, at);
    Ok(())
}

/// The bits of a number in memory, extended to a register's.
fn extended(bytes: &[u8], ty: Type) -> u64 {
    let mut whole = [0; 8];
    whole[..bytes.len()].copy_from_slice(bytes);
    let bits = u64::from_le_bytes(whole);
    let unused = 64 - 8 * bytes.len() as u32;
    if ty.is_signed() { ((bits << unused) as i64 >> unused) as u64 } else { bits }
}

fn window(space: Space) -> u64 {
    match space {
        Space::Shared => SHARED_WINDOW,
        Space::Local => LOCAL_WINDOW,
        Space::Const => CONST_WINDOW,
        Space::Generic | Space::Global | Space::Param => 0,
    }
}

fn converted(address: u64, space: Space, to: Target) -> u64 {
    match to {
        Target::Generic => address.wrapping_add(window(space)),
        Target::Space => address.wrapping_sub(window(space)),
    }
}

/// What a generic address means.
fn resolved(address: u64) -> (Space, u64) {
    let space = match address >> WINDOW_BITS << WINDOW_BITS {
        SHARED_WINDOW => Space::Shared,
        LOCAL_WINDOW => Space::Local,
        CONST_WINDOW => Space::Const,
        _ => Space::Global,
    };
    (space, address - window(space))
}

impl Counts {
    fn executed(&mut self, row: RowId) {
        let at = usize::from(row.0);
        if self.rows.len() <= at {
            self.rows.resize(at + 1, 0);
        }
        self.rows[at] += 1;
    }

    fn moved(&mut self, space: Space, verb: Verb, bytes: u32) {
        let traffic = &mut self.traffic[space as usize];
        if verb != Verb::Writes {
            traffic.read += u64::from(bytes);
        }
        if verb != Verb::Reads {
            traffic.written += u64::from(bytes);
        }
    }
}
