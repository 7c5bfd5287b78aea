//! One thread: its calls, registers and local memory.

use std::sync::Arc;

use crate::error::FaultKind;
use crate::memory::{Content, Memory, Permission};
use crate::module::{Arg, FrameIndex, Function, FunctionId, Instruction, Label, Module, Register};
use crate::table::{Alignment, Shuffle, Vote};

/// More nested calls than any program of ours has.
const MAX_DEPTH: usize = 256;

/// Local addresses begin here.
const LOCAL_START: u64 = 0x1000;

pub struct Thread<'m> {
    module: &'m Module,
    pub index: [u32; 3],
    /// Position in the block, x running fastest.
    pub number: u32,
    pub state: State<'m>,
    pub local: Memory,
    /// The condition code register.
    pub carry: Option<bool>,
    calls: Vec<Call<'m>>,
    /// The registers of all calls, outermost first.
    registers: Vec<(u64, Origin)>,
    /// The loads that read what was never written.
    unset: Vec<FaultKind>,
}

/// What is known of a register's value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Origin {
    /// The register was not written.
    Unwritten,
    /// It depends on what this load, by its number, read from memory that was never written. LLVM moves loads before
    /// conditions and out of loops, and computes with what they read before it turns out that it is not wanted.
    Unset(u32),
    Known,
}

impl Origin {
    /// Of a value computed from two.
    pub fn and(self, other: Origin) -> Origin {
        if self == Origin::Known { other } else { self }
    }
}

/// Where a thread stands.
#[derive(Clone, Copy)]
pub enum State<'m> {
    Running,
    AtBarrier {
        id: u8,
        alignment: Alignment,
        instruction: &'m Instruction,
    },
    /// At an instruction that it executes together with others of its warp.
    InWarp(Exchange, &'m Instruction),
    Done,
}

/// What a thread brings to a shuffle or vote.
#[derive(Clone, Copy)]
pub struct Exchange {
    pub collective: Collective,
    pub mask: u32,
    /// The value, or the predicate.
    pub value: u64,
    pub out: Register,
}

#[derive(Clone, Copy)]
pub enum Collective {
    Shuffle { shuffle: Shuffle, lane: u32, clamp: u32 },
    Vote(Vote),
}

struct Call<'m> {
    function: &'m Function,
    next: Label,
    first_register: usize,
    /// Index in the local memory of the frame's first variable.
    frame: usize,
    /// The caller's variables for the results.
    results: &'m [FrameIndex],
}

impl<'m> Thread<'m> {
    pub fn new(module: &'m Module, kernel: FunctionId, index: [u32; 3], number: u32) -> Self {
        let mut thread = Self {
            module,
            index,
            number,
            state: State::Running,
            local: Memory::new(LOCAL_START),
            carry: None,
            calls: Vec::new(),
            registers: Vec::new(),
            unset: Vec::new(),
        };
        thread.enter(kernel, &[]);
        thread
    }

    fn enter(&mut self, function: FunctionId, results: &'m [FrameIndex]) {
        let function = &self.module.functions[function.0 as usize];
        let (first_register, frame) = (self.registers.len(), self.local.len());
        self.registers.resize(first_register + function.register_count(), (0, Origin::Unwritten));
        for place in &function.frame {
            let name = Arc::clone(&place.name);
            self.local.allocate(name, place.bytes, place.align, Content::Uninitialized, Permission::ReadWrite);
        }
        self.calls.push(Call { function, next: Label(0), first_register, frame, results });
    }

    pub fn call(
        &mut self,
        function: FunctionId,
        results: &'m [FrameIndex],
        args: &[FrameIndex],
    ) -> Result<(), FaultKind> {
        if self.calls.len() >= MAX_DEPTH {
            return Err(FaultKind::CallDepth(MAX_DEPTH));
        }
        let caller = self.current().frame;
        self.enter(function, results);
        let Call { function, frame, .. } = *self.current();
        for (i, arg) in args.iter().enumerate() {
            self.local.copy(caller + arg.0 as usize, frame + function.results + i);
        }
        Ok(())
    }

    /// Ends the current call; ends the thread if it is the kernel's.
    pub fn leave(&mut self) {
        let Some(call) = self.calls.pop() else { return };
        let Some(caller) = self.calls.last() else {
            self.state = State::Done;
            return;
        };
        for (i, result) in call.results.iter().enumerate() {
            self.local.copy(call.frame + i, caller.frame + result.0 as usize);
        }
        self.local.truncate(call.frame);
        self.registers.truncate(call.first_register);
    }

    /// There is one as long as the thread is not done.
    fn current(&self) -> &Call<'m> {
        &self.calls[self.calls.len() - 1]
    }

    pub fn function(&self) -> &'m Function {
        self.current().function
    }

    /// The next instruction, past which the thread moves.
    pub fn fetch(&mut self) -> Option<&'m Instruction> {
        let at = self.calls.len() - 1;
        let call = &mut self.calls[at];
        let instruction = call.function.code.get(call.next.0 as usize)?;
        call.next.0 += 1;
        Some(instruction)
    }

    pub fn jump(&mut self, target: Label) {
        let at = self.calls.len() - 1;
        self.calls[at].next = target;
    }

    /// The address of a variable of the current call.
    pub fn frame_address(&self, index: FrameIndex) -> u64 {
        self.local.address(self.current().frame + index.0 as usize)
    }

    /// A register and what is known of it.
    pub fn register(&self, register: Register) -> (u64, Origin) {
        self.registers[self.current().first_register + register.0 as usize]
    }

    /// The value where it decides what happens or is stored.
    pub fn read(&self, arg: Arg) -> Result<u64, FaultKind> {
        let (value, origin) = self.operand(arg)?;
        match origin {
            Origin::Unset(load) => Err(self.unset[load as usize].clone()),
            Origin::Unwritten | Origin::Known => Ok(value),
        }
    }

    /// The value where nothing but another one is computed from it.
    pub fn operand(&self, arg: Arg) -> Result<(u64, Origin), FaultKind> {
        match arg {
            Arg::Constant(value) => Ok((value, Origin::Known)),
            Arg::Register(register) => match self.register(register) {
                (_, Origin::Unwritten) => Err(FaultKind::UndefinedRegister(self.function().register_name(register))),
                known => Ok(known),
            },
        }
    }

    /// What is known of values that a load reads from memory that was never written.
    pub fn unset(&mut self, line: u32, load: FaultKind) -> Origin {
        let fault = FaultKind::Unset { line, load: Box::new(load) };
        let known = self.unset.iter().position(|it| *it == fault);
        let number = known.unwrap_or_else(|| {
            self.unset.push(fault);
            self.unset.len() - 1
        });
        Origin::Unset(number as u32)
    }

    pub fn write(&mut self, register: Register, value: u64) {
        self.set(register, (value, Origin::Known));
    }

    /// Copies what may be unwritten.
    pub fn set(&mut self, register: Register, content: (u64, Origin)) {
        let at = self.current().first_register + register.0 as usize;
        self.registers[at] = content;
    }

    pub fn is_done(&self) -> bool {
        matches!(self.state, State::Done)
    }
}
