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
    /// The registers of all calls, outermost first, each with whether it was written.
    registers: Vec<(u64, bool)>,
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
        };
        thread.enter(kernel, &[]);
        thread
    }

    fn enter(&mut self, function: FunctionId, results: &'m [FrameIndex]) {
        let function = &self.module.functions[function.0 as usize];
        let (first_register, frame) = (self.registers.len(), self.local.len());
        self.registers.resize(first_register + function.register_count(), (0, false));
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

    /// A register and whether it was written.
    pub fn register(&self, register: Register) -> (u64, bool) {
        self.registers[self.current().first_register + register.0 as usize]
    }

    pub fn read(&self, arg: Arg) -> Result<u64, FaultKind> {
        match arg {
            Arg::Constant(value) => Ok(value),
            Arg::Register(register) => match self.register(register) {
                (value, true) => Ok(value),
                (_, false) => Err(FaultKind::UndefinedRegister(self.function().register_name(register))),
            },
        }
    }

    pub fn write(&mut self, register: Register, value: u64) {
        self.set(register, (value, true));
    }

    /// Copies what may be unwritten.
    pub fn set(&mut self, register: Register, content: (u64, bool)) {
        let at = self.current().first_register + register.0 as usize;
        self.registers[at] = content;
    }

    pub fn is_done(&self) -> bool {
        matches!(self.state, State::Done)
    }
}
