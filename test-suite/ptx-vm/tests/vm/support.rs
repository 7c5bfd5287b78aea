//! Kernels around a few lines of PTX, and a note of the rows that they reach.

use std::cell::RefCell;
use std::collections::BTreeSet;

use raddle_ptx_vm::table::RowId;
use raddle_ptx_vm::{
    Approximations, Argument, Counts, Fault, FaultKind, LaunchError, Machine, Module, Options, ParseError, Shape,
};

thread_local! {
    static REACHED: RefCell<BTreeSet<RowId>> = const { RefCell::new(BTreeSet::new()) };
}

/// The rows that this thread's launches have executed.
pub fn reached() -> BTreeSet<RowId> {
    REACHED.with_borrow(BTreeSet::clone)
}

pub fn note(counts: &Counts) {
    REACHED.with_borrow_mut(|rows| rows.extend(counts.rows().map(|(row, ..)| row)));
}

/// A module with a kernel `k(p, q)`; the addresses are in `%rd1` and `%rd2`.
pub fn module(before: &str, body: &str) -> String {
    format!(
        ".version 7.8\n.target sm_90\n.address_size 64\n{before}\n\
         .visible .entry k(.param .u64 p, .param .u64 q)\n{{\n\
         .reg .pred %p<10>;\n.reg .b16 %rs<10>;\n.reg .b32 %r<20>;\n.reg .b64 %rd<20>;\n\
         ld.param.b64 %rd1, [p];\nld.param.b64 %rd2, [q];\n{body}\nret;\n}}\n"
    )
}

/// What a kernel needs and gives: `p` holds the input, `q` room for the output.
pub struct Run<'a> {
    pub before: &'a str,
    pub body: &'a str,
    pub input: &'a [u8],
    pub output: u64,
    pub shape: Shape,
    pub options: Options,
}

impl<'a> Run<'a> {
    pub fn new(body: &'a str) -> Self {
        let (shape, options) = (Shape::block(1), Options::default());
        Self { before: "", body, input: &[0; 64], output: 64, shape, options }
    }

    pub fn before(self, before: &'a str) -> Self {
        Self { before, ..self }
    }

    pub fn input(self, input: &'a [u8]) -> Self {
        Self { input, ..self }
    }

    pub fn output(self, output: u64) -> Self {
        Self { output, ..self }
    }

    pub fn block(self, threads: u32) -> Self {
        Self { shape: Shape::block(threads), ..self }
    }

    pub fn shape(self, shape: Shape) -> Self {
        Self { shape, ..self }
    }

    pub fn options(self, options: Options) -> Self {
        Self { options, ..self }
    }

    fn launch(&self) -> (Machine, u64, Result<Counts, LaunchError>) {
        let text = module(self.before, self.body);
        let parsed = Module::parse_with(&text, Approximations::Allowed).unwrap_or_else(|error| panic!("{error}"));
        let mut machine = Machine::new(self.options);
        let module = machine.load(parsed);
        let input = machine.alloc_with(self.input);
        let output = machine.alloc(self.output);
        let arguments = [Argument::Pointer(input), Argument::Pointer(output)];
        let result = machine.launch(module, "k", self.shape, &arguments);
        if let Ok(counts) = &result {
            note(counts);
        }
        (machine, output.0, result)
    }

    /// The first bytes of the output.
    pub fn bytes(&self, count: u64) -> Vec<u8> {
        let (mut machine, output, result) = self.launch();
        result.unwrap_or_else(|error| panic!("{error}\n{}", self.body));
        let output = raddle_ptx_vm::DeviceAddress(output);
        machine.read(output, count).unwrap_or_else(|error| panic!("{error}\n{}", self.body))
    }

    pub fn u32s(&self, count: usize) -> Vec<u32> {
        let bytes = self.bytes(4 * count as u64);
        bytes.chunks(4).map(|bytes| u32::from_le_bytes(bytes.try_into().expect("4 bytes"))).collect()
    }

    pub fn u64s(&self, count: usize) -> Vec<u64> {
        let bytes = self.bytes(8 * count as u64);
        bytes.chunks(8).map(|bytes| u64::from_le_bytes(bytes.try_into().expect("8 bytes"))).collect()
    }

    pub fn counts(&self) -> Counts {
        self.launch().2.unwrap_or_else(|error| panic!("{error}\n{}", self.body))
    }

    pub fn fault(&self) -> Fault {
        match self.launch().2 {
            Err(LaunchError::Fault(fault)) => *fault,
            other => panic!("no fault but {other:?}\n{}", self.body),
        }
    }

    pub fn kind(&self) -> FaultKind {
        self.fault().kind
    }
}

pub fn refused(before: &str, body: &str) -> ParseError {
    match Module::parse(&module(before, body)) {
        Err(error) => error,
        Ok(_) => panic!("accepted:\n{before}\n{body}"),
    }
}
