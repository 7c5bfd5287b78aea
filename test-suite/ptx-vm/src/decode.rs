//! Syntax to a `Module`: resolves names, looks each instruction up in the table and checks its operands against the
//! row. Everything that could go wrong with the text goes wrong here, so that the interpreter meets no bad operand.

use std::collections::HashMap;
use std::sync::Arc;

use crate::error::{ParseError, ParseProblem, SourceLocation};
use crate::module::{
    Address, Approximations, Arg, Axis, Base, FrameIndex, Function, FunctionId, Instruction, Label, Module, Op, Place,
    Register, Registers, Source, Special, Symbol, Variable, type_name,
};
use crate::syntax::{self, Operand, Statement, error};
use crate::table::{Access, AtomicFn, Does, Fit, Row, RowId, Space, TABLE, ValueFn, Vote};
use crate::types::{Type, Width};

/// More in one function are a mistake.
const MAX_REGISTERS: u32 = 1 << 20;

impl Module {
    /// Reads a module; refuses what has no row, and approximate instructions.
    pub fn parse(text: &str) -> Result<Self, ParseError> {
        Self::parse_with(text, Approximations::Refused)
    }

    pub fn parse_with(text: &str, approximations: Approximations) -> Result<Self, ParseError> {
        let file = syntax::parse(text)?;
        let context = Context::new(text, &file, approximations)?;
        let mut module = Self {
            text: text.to_owned(),
            functions: Vec::new(),
            variables: file.variables.iter().map(variable).collect(),
            sources: Vec::new(),
        };
        for function in &context.functions {
            let function = decode_function(&context, function, &mut module)?;
            module.functions.push(function);
        }
        Ok(module)
    }
}

fn variable(variable: &syntax::Variable) -> Variable {
    let syntax::Variable { space, dynamic, .. } = *variable;
    Variable { place: place(variable), space, initial: variable.initial.clone(), dynamic }
}

fn place(variable: &syntax::Variable) -> Place {
    Place { name: Arc::from(variable.name), bytes: variable.bytes, align: variable.align }
}

/// What all functions of a module see.
struct Context<'a> {
    text: &'a str,
    approximations: Approximations,
    files: HashMap<u32, &'a str>,
    variables: HashMap<&'a str, u32>,
    /// Those with a body, in the order of their numbers.
    functions: Vec<&'a syntax::Function<'a>>,
}

impl<'a> Context<'a> {
    fn new(text: &'a str, file: &'a syntax::File<'a>, approximations: Approximations) -> Result<Self, ParseError> {
        let files = file.files.iter().copied().collect();
        let functions = file.functions.iter().filter(|function| function.body.is_some()).collect();
        let mut context = Self { text, approximations, files, variables: HashMap::new(), functions };
        for (i, variable) in file.variables.iter().enumerate() {
            if context.variables.insert(variable.name, i as u32).is_some() {
                return Err(error(text, variable.line, ParseProblem::DeclaredTwice(variable.name.to_owned())));
            }
        }
        for (i, function) in context.functions.iter().enumerate() {
            if context.functions[..i].iter().any(|other| other.name == function.name) {
                return Err(error(text, function.line, ParseProblem::DeclaredTwice(function.name.to_owned())));
            }
        }
        Ok(context)
    }

    fn function(&self, name: &str) -> Option<(FunctionId, &'a syntax::Function<'a>)> {
        let at = self.functions.iter().position(|function| function.name == name)?;
        Some((FunctionId(at as u32), self.functions[at]))
    }
}

fn decode_function(
    context: &Context,
    function: &syntax::Function,
    module: &mut Module,
) -> Result<Function, ParseError> {
    let mut scope = Scope::new(context, function, &mut module.variables)?;
    let sources = &mut module.sources;
    let statements = function.body.as_deref().unwrap_or_default();
    scope.find_labels(statements)?;
    let mut code = Vec::new();
    let mut source = None;
    for statement in statements {
        match statement {
            Statement::Registers { ty, name, count, line } => scope.declare_registers(*ty, name, *count, *line)?,
            Statement::Variable(variable) => scope.declare(variable)?,
            Statement::Open => scope.open(),
            Statement::Close => scope.close(),
            Statement::Label(..) | Statement::Targets { .. } => {}
            Statement::Location { file, line, column } => {
                let file = context.files.get(file).copied().unwrap_or("?").to_owned();
                // Line 0 is code without a place of its own.
                source = (*line != 0).then_some(sources.len() as u32);
                sources.push(SourceLocation { file, line: *line, column: *column });
            }
            Statement::Instruction(instruction) => code.push(scope.instruction(instruction, source)?),
        }
    }
    let kernel = |places: &[syntax::Variable]| places.iter().map(place).collect::<Vec<_>>();
    Ok(Function {
        name: function.name.to_owned(),
        is_kernel: function.is_kernel,
        params: if function.is_kernel { kernel(&function.params) } else { Vec::new() },
        frame: scope.frame,
        results: function.results.len(),
        required_block: function.required_block,
        block_limit: function.block_limit,
        registers: scope.registers,
        code,
    })
}

/// The names of a function while its body is read.
struct Scope<'a> {
    context: &'a Context<'a>,
    /// Variables by block, innermost last.
    names: Vec<HashMap<&'a str, Symbol>>,
    frame: Vec<Place>,
    /// The module's. LLVM declares shared variables of one function in its body.
    variables: &'a mut Vec<Variable>,
    registers: Vec<Registers>,
    /// Places in `registers`, by block, innermost last.
    by_name: Vec<HashMap<&'a str, usize>>,
    labels: HashMap<&'a str, Label>,
    targets: HashMap<&'a str, Vec<Label>>,
}

impl<'a> Scope<'a> {
    fn new(
        context: &'a Context<'a>,
        function: &'a syntax::Function<'a>,
        variables: &'a mut Vec<Variable>,
    ) -> Result<Self, ParseError> {
        let mut scope = Self {
            context,
            names: vec![HashMap::new()],
            frame: Vec::new(),
            variables,
            registers: Vec::new(),
            by_name: vec![HashMap::new()],
            labels: HashMap::new(),
            targets: HashMap::new(),
        };
        for result in &function.results {
            scope.declare(result)?;
        }
        for (i, param) in function.params.iter().enumerate() {
            if function.is_kernel {
                scope.name(param, Symbol::KernelParam(i as u32))?;
            } else {
                scope.declare(param)?;
            }
        }
        Ok(scope)
    }

    fn open(&mut self) {
        self.names.push(HashMap::new());
        self.by_name.push(HashMap::new());
    }

    fn close(&mut self) {
        self.names.pop();
        self.by_name.pop();
    }

    fn fail<T>(&self, line: u32, problem: ParseProblem) -> Result<T, ParseError> {
        Err(error(self.context.text, line, problem))
    }

    fn declare(&mut self, declared: &syntax::Variable<'a>) -> Result<(), ParseError> {
        let symbol = if declared.space == Space::Shared {
            self.variables.push(variable(declared));
            Symbol::Variable(self.variables.len() as u32 - 1)
        } else {
            self.frame.push(place(declared));
            Symbol::Frame(FrameIndex(self.frame.len() as u32 - 1))
        };
        self.name(declared, symbol)
    }

    fn name(&mut self, variable: &syntax::Variable<'a>, symbol: Symbol) -> Result<(), ParseError> {
        let Some(names) = self.names.last_mut() else { return Ok(()) };
        match names.insert(variable.name, symbol) {
            None => Ok(()),
            Some(_) => self.fail(variable.line, ParseProblem::DeclaredTwice(variable.name.to_owned())),
        }
    }

    fn declare_registers(&mut self, ty: Type, name: &'a str, count: Option<u32>, line: u32) -> Result<(), ParseError> {
        if matches!(ty, Type::S8 | Type::U8) {
            return self.fail(line, ParseProblem::UnsupportedType(type_name(ty)));
        }
        let first = self.registers.last().map_or(0, |group| group.first + group.count);
        let group = Registers {
            name: name.to_owned(),
            width: ty.width(),
            first,
            count: count.unwrap_or(1),
            numbered: count.is_some(),
        };
        if group.count > MAX_REGISTERS || first + group.count > MAX_REGISTERS {
            return self.fail(line, ParseProblem::Invalid("there are too many registers"));
        }
        let place = self.registers.len();
        if self.by_name.last_mut().is_some_and(|block| block.insert(name, place).is_some()) {
            return self.fail(line, ParseProblem::DeclaredTwice(name.to_owned()));
        }
        self.registers.push(group);
        Ok(())
    }

    /// Labels may be used before they stand.
    fn find_labels(&mut self, statements: &[Statement<'a>]) -> Result<(), ParseError> {
        let mut at = 0;
        for statement in statements {
            match statement {
                Statement::Label(name, line) => {
                    if self.labels.insert(name, Label(at)).is_some() {
                        return self.fail(*line, ParseProblem::DeclaredTwice((*name).to_owned()));
                    }
                }
                Statement::Instruction(_) => at += 1,
                Statement::Registers { .. }
                | Statement::Variable(_)
                | Statement::Open
                | Statement::Close
                | Statement::Targets { .. }
                | Statement::Location { .. } => {}
            }
        }
        for statement in statements {
            if let Statement::Targets { name, labels, line } = statement {
                let labels = labels.iter().map(|label| self.label(label, *line)).collect::<Result<_, _>>()?;
                self.targets.insert(name, labels);
            }
        }
        Ok(())
    }

    fn label(&self, name: &str, line: u32) -> Result<Label, ParseError> {
        match self.labels.get(name) {
            Some(label) => Ok(*label),
            None => self.fail(line, ParseProblem::Undeclared(name.to_owned())),
        }
    }

    fn register(&self, name: &str) -> Option<(Register, Width)> {
        let group =
            |name: &str| self.by_name.iter().rev().find_map(|block| block.get(name)).map(|at| &self.registers[*at]);
        if let Some(group) = group(name).filter(|group| !group.numbered) {
            return Some((Register(group.first), group.width));
        }
        let prefix = name.trim_end_matches(|c: char| c.is_ascii_digit());
        let group = group(prefix)?;
        let number: u32 = name[prefix.len()..].parse().ok()?;
        (group.numbered && number < group.count).then_some((Register(group.first + number), group.width))
    }

    fn symbol(&self, name: &str) -> Option<Symbol> {
        let local = self.names.iter().rev().find_map(|names| names.get(name));
        local.copied().or_else(|| self.context.variables.get(name).map(|i| Symbol::Variable(*i)))
    }

    fn instruction(&self, instruction: &syntax::Instruction, source: Option<u32>) -> Result<Instruction, ParseError> {
        let syntax::Instruction { line, guard, form, operands } = instruction;
        let mut guarded = None;
        if let Some(guard) = guard {
            let Some((register, Width::Pred)) = self.register(guard.register) else {
                return self.fail(*line, ParseProblem::Undeclared(format!("{} as a predicate", guard.register)));
            };
            guarded = Some((register, guard.wanted));
        }
        let row = self.row(form, operands, *line)?;
        let reader = Reader { scope: self, row: TABLE.row(row), form, line: *line, operands, at: 0 };
        Ok(Instruction { row, line: *line, source, guard: guarded, op: reader.op()? })
    }

    /// The row of a form. Moves of parts are told from moves of wholes by their operands.
    fn row(&self, form: &str, operands: &[Operand], line: u32) -> Result<RowId, ParseError> {
        let in_parts = operands.iter().any(|operand| matches!(operand, Operand::Vector(_)));
        let rows = TABLE.named(form).iter().copied();
        let chosen = rows.clone().find(|row| matches!(TABLE.row(*row).does, Does::Split(_)) == in_parts);
        let Some(row) = chosen.or(rows.clone().next()) else {
            return self.fail(line, ParseProblem::UnknownForm(form.to_owned()));
        };
        if TABLE.row(row).approximate && self.context.approximations == Approximations::Refused {
            return self.fail(line, ParseProblem::Approximate(form.to_owned()));
        }
        Ok(row)
    }
}

/// Reads the operands of one instruction in order.
struct Reader<'a> {
    scope: &'a Scope<'a>,
    row: &'static Row,
    form: &'a str,
    line: u32,
    operands: &'a [Operand<'a>],
    at: usize,
}

impl<'a> Reader<'a> {
    fn fail<T>(&self, complaint: impl Into<String>) -> Result<T, ParseError> {
        let (form, section, complaint) = (self.form.to_owned(), self.row.section, complaint.into());
        self.scope.fail(self.line, ParseProblem::Operands { form, section, complaint })
    }

    fn undeclared<T>(&self, name: &str) -> Result<T, ParseError> {
        self.scope.fail(self.line, ParseProblem::Undeclared(name.to_owned()))
    }

    fn op(mut self) -> Result<Op, ParseError> {
        let op = self.decode()?;
        if self.at < self.operands.len() {
            return self.fail(format!("has {} operands, {} were expected", self.operands.len(), self.at));
        }
        Ok(op)
    }

    fn decode(&mut self) -> Result<Op, ParseError> {
        match self.row.does {
            Does::Value { out, args, value, .. } => self.value(out, args, value),
            Does::Move(ty) => Ok(Op::Move { out: self.out(ty)?, source: self.source(ty)? }),
            Does::Split(ty) => self.split(ty),
            Does::Select(ty) => Ok(Op::Select {
                out: self.out(ty)?,
                choices: [self.arg(ty, Fit::Exact)?, self.arg(ty, Fit::Exact)?],
                predicate: self.arg(Type::Pred, Fit::Exact)?,
            }),
            Does::ComparePair(compare) => {
                let Operand::Pair(out) = self.next()? else { return self.fail("needs two predicates p|q") };
                let [p, q] = [&out[0], &out[1]].map(|it| self.register(it, Type::Pred, Fit::Exact));
                let args = [self.arg(Type::U32, Fit::Exact)?, self.arg(Type::U32, Fit::Exact)?];
                Ok(Op::ComparePair { out: [p?.0, q?.0], args, compare })
            }
            Does::Carry { ty, takes_carry, value } => Ok(Op::Carry {
                out: self.out(ty)?,
                args: [self.arg(ty, Fit::Exact)?, self.arg(ty, Fit::Exact)?],
                takes_carry,
                value,
            }),
            Does::ConvertAddress { space, to } => {
                Ok(Op::ConvertAddress { out: self.out(Type::U64)?, from: self.arg(Type::U64, Fit::Exact)?, space, to })
            }
            Does::Load { access, lanes } => self.load(access, lanes),
            Does::Store { access, lanes } => self.store(access, lanes),
            Does::Atomic { access, operands, update } => self.atomic(access, operands, update),
            Does::Branch => Ok(Op::Branch(self.target()?)),
            Does::BranchIndexed => self.branch_indexed(),
            Does::Call => self.call(),
            Does::Return => Ok(Op::Return),
            Does::Exit => Ok(Op::Exit),
            Does::Trap => Ok(Op::Trap),
            Does::Barrier(alignment) => match self.next()? {
                Operand::Integer(id @ 0..16) => Ok(Op::Barrier { alignment, id: *id as u8 }),
                _ => self.fail("needs the number of a barrier, 0 to 15"),
            },
            Does::Fence => Ok(Op::Fence),
            Does::Shuffle(shuffle) => {
                let out = self.out(Type::U32)?;
                let [value, lane, clamp, mask] = self.four(Type::U32)?;
                Ok(Op::Shuffle { shuffle, out, value, lane, clamp, mask })
            }
            Does::Vote(vote) => Ok(Op::Vote {
                vote,
                out: self.out(if vote == Vote::Ballot { Type::U32 } else { Type::Pred })?,
                predicate: self.arg(Type::Pred, Fit::Exact)?,
                mask: self.arg(Type::U32, Fit::Exact)?,
            }),
        }
    }

    fn next(&mut self) -> Result<&'a Operand<'a>, ParseError> {
        let Some(operand) = self.operands.get(self.at) else { return self.fail("has too few operands") };
        self.at += 1;
        Ok(operand)
    }

    fn four(&mut self, ty: Type) -> Result<[Arg; 4], ParseError> {
        Ok([self.arg(ty, Fit::Exact)?, self.arg(ty, Fit::Exact)?, self.arg(ty, Fit::Exact)?, self.arg(ty, Fit::Exact)?])
    }

    fn out(&mut self, ty: Type) -> Result<Register, ParseError> {
        let operand = self.next()?;
        Ok(self.register(operand, ty, Fit::Exact)?.0)
    }

    fn arg(&mut self, ty: Type, fit: Fit) -> Result<Arg, ParseError> {
        let operand = self.next()?;
        self.arg_of(operand, ty, fit)
    }

    fn register(&self, operand: &Operand, ty: Type, fit: Fit) -> Result<(Register, Width), ParseError> {
        // A register need not begin with '%'.
        let (Operand::Register(name) | Operand::Name(name)) = operand else { return self.fail("needs a register") };
        let Some((register, width)) = self.scope.register(name) else { return self.undeclared(name) };
        if !fit.admits(width, ty) {
            return self.fail(format!("cannot use {name}, a register of {width}, as {}", type_name(ty)));
        }
        Ok((register, width))
    }

    fn arg_of(&self, operand: &Operand, ty: Type, fit: Fit) -> Result<Arg, ParseError> {
        match operand {
            Operand::Register(_) => Ok(Arg::Register(self.register(operand, ty, fit)?.0)),
            Operand::Name(name) if self.scope.register(name).is_some() => {
                Ok(Arg::Register(self.register(operand, ty, fit)?.0))
            }
            Operand::Integer(value) => self.integer(*value, ty),
            Operand::F32(bits) if ty.bytes() == 4 => Ok(Arg::Constant(u64::from(*bits))),
            Operand::F64(bits) if ty.bytes() == 8 => Ok(Arg::Constant(*bits)),
            Operand::Name("WARP_SZ") if ty == Type::U32 => Ok(Arg::Constant(32)),
            Operand::F32(_)
            | Operand::F64(_)
            | Operand::Name(_)
            | Operand::Address(..)
            | Operand::Vector(_)
            | Operand::List(_)
            | Operand::Pair(_) => self.fail(format!("needs a register or a constant of type {}", type_name(ty))),
        }
    }

    /// A constant that the type holds, read as signed or as unsigned. For a predicate any but 0 is true.
    fn integer(&self, value: i128, ty: Type) -> Result<Arg, ParseError> {
        if ty == Type::Pred {
            return Ok(Arg::Constant(u64::from(value != 0)));
        }
        let bits = 8 * ty.bytes();
        if matches!(ty, Type::F32 | Type::F64) || value < -(1 << (bits - 1)) || value >= 1 << bits {
            return self.fail(format!("cannot use {value} as {}", type_name(ty)));
        }
        Ok(Arg::Constant(value as u64 & u64::MAX >> (64 - bits)))
    }

    fn value(&mut self, out: Type, types: &[Type], value: ValueFn) -> Result<Op, ParseError> {
        let out = self.out(out)?;
        let mut args = [Arg::Constant(0); 4];
        for (arg, ty) in args.iter_mut().zip(types) {
            *arg = self.arg(*ty, self.row.fit)?;
        }
        Ok(Op::Value { out, value, args })
    }

    fn source(&mut self, ty: Type) -> Result<Source, ParseError> {
        let operand = self.next()?;
        match operand {
            Operand::Register(name) if self.scope.register(name).is_none() => match special(name) {
                Some(special) if ty == Type::U32 => Ok(Source::Special(special)),
                Some(_) => self.fail(format!("cannot read {name}")),
                None => self.undeclared(name),
            },
            Operand::Name(name) if *name != "WARP_SZ" => match self.scope.symbol(name) {
                Some(symbol) if ty == Type::U64 => Ok(Source::Address(symbol)),
                Some(_) => self.fail("is too narrow for an address"),
                None => self.undeclared(name),
            },
            Operand::Register(_)
            | Operand::Name(_)
            | Operand::Integer(_)
            | Operand::F32(_)
            | Operand::F64(_)
            | Operand::Address(..)
            | Operand::Vector(_)
            | Operand::List(_)
            | Operand::Pair(_) => Ok(Source::Arg(self.arg_of(operand, ty, Fit::Exact)?)),
        }
    }

    fn split(&mut self, whole: Type) -> Result<Op, ParseError> {
        let half_type = if whole == Type::U64 { Type::U32 } else { Type::U16 };
        let half = half_type.width();
        match (self.next()?, self.next()?) {
            (Operand::Vector(parts), from) if let [low, high] = parts.as_slice() => {
                let (low, _) = self.register(low, half_type, Fit::Exact)?;
                let (high, _) = self.register(high, half_type, Fit::Exact)?;
                Ok(Op::Unpack { out: [low, high], from: self.arg_of(from, whole, Fit::Exact)?, half })
            }
            (out, Operand::Vector(parts)) if let [low, high] = parts.as_slice() => {
                let (out, _) = self.register(out, whole, Fit::Exact)?;
                let low = self.arg_of(low, half_type, Fit::Exact)?;
                Ok(Op::Pack { out, parts: [low, self.arg_of(high, half_type, Fit::Exact)?], half })
            }
            _ => self.fail("needs one register and two halves"),
        }
    }

    fn lanes(&mut self, lanes: u8) -> Result<&'a [Operand<'a>], ParseError> {
        match self.next()? {
            Operand::Vector(parts) if lanes > 1 && parts.len() == usize::from(lanes) => Ok(parts),
            operand @ (Operand::Register(_) | Operand::Integer(_) | Operand::F32(_) | Operand::F64(_))
                if lanes == 1 =>
            {
                Ok(std::slice::from_ref(operand))
            }
            _ => self.fail(format!("needs {lanes} values")),
        }
    }

    fn load(&mut self, access: Access, lanes: u8) -> Result<Op, ParseError> {
        let parts = self.lanes(lanes)?;
        let out = parts.iter().map(|part| self.register(part, access.ty, Fit::OrWider)).collect::<Result<_, _>>()?;
        let (access, address) = self.address(access)?;
        Ok(Op::Load { access, address, out })
    }

    fn store(&mut self, access: Access, lanes: u8) -> Result<Op, ParseError> {
        let (access, address) = self.address(access)?;
        let parts = self.lanes(lanes)?;
        let values = parts.iter().map(|part| self.arg_of(part, access.ty, Fit::OrWider)).collect::<Result<_, _>>()?;
        if matches!(address.base, Base::Symbol(Symbol::KernelParam(_))) {
            return self.fail("writes a parameter of the kernel");
        }
        Ok(Op::Store { access, address, values })
    }

    fn atomic(&mut self, access: Access, operands: u8, update: AtomicFn) -> Result<Op, ParseError> {
        let out = self.out(access.ty)?;
        let (access, address) = self.address(access)?;
        let mut args = [Arg::Constant(0); 2];
        for arg in args.iter_mut().take(usize::from(operands)) {
            *arg = self.arg(access.ty, Fit::Exact)?;
        }
        Ok(Op::Atomic { access, update, out, address, operands: args })
    }

    /// An address, and the space that its variable is in. Parameters of functions and of call sequences are memory of
    /// the thread, so that their addresses can be taken.
    fn address(&mut self, mut access: Access) -> Result<(Access, Address), ParseError> {
        let Operand::Address(base, offset) = self.next()? else { return self.fail("needs an address") };
        let base = match &**base {
            operand @ Operand::Register(_) => Base::Register(self.register(operand, Type::U64, Fit::Exact)?.0),
            Operand::Name(name) => {
                let Some(symbol) = self.scope.symbol(name) else { return self.undeclared(name) };
                let space = self.space(symbol);
                if space != access.space && !(access.space == Space::Param && space == Space::Local) {
                    return self.fail(format!("cannot reach '{name}', which is in the {space} space"));
                }
                access.space = space;
                Base::Symbol(symbol)
            }
            Operand::Integer(_)
            | Operand::F32(_)
            | Operand::F64(_)
            | Operand::Address(..)
            | Operand::Vector(_)
            | Operand::List(_)
            | Operand::Pair(_) => return self.fail("needs a register or a variable in its address"),
        };
        Ok((access, Address { base, offset: *offset }))
    }

    fn space(&self, symbol: Symbol) -> Space {
        match symbol {
            Symbol::KernelParam(_) => Space::Param,
            Symbol::Frame(_) => Space::Local,
            Symbol::Variable(i) => self.scope.variables[i as usize].space,
        }
    }

    fn target(&mut self) -> Result<Label, ParseError> {
        match self.next()? {
            Operand::Name(name) => self.scope.label(name, self.line),
            _ => self.fail("needs a label"),
        }
    }

    fn branch_indexed(&mut self) -> Result<Op, ParseError> {
        let index = self.arg(Type::U32, Fit::Exact)?;
        let Operand::Name(name) = self.next()? else { return self.fail("needs a list of labels") };
        match self.scope.targets.get(name) {
            Some(targets) => Ok(Op::BranchIndexed { index, targets: targets.clone() }),
            None => self.undeclared(name),
        }
    }

    /// `[(results),] function[, (arguments)]`
    fn call(&mut self) -> Result<Op, ParseError> {
        let mut results = &[][..];
        let mut operand = self.next()?;
        if let Operand::List(names) = operand {
            results = names;
            operand = self.next()?;
        }
        let Operand::Name(name) = operand else { return self.fail("needs the name of a function") };
        let args = match self.operands.get(self.at) {
            Some(Operand::List(names)) => names.as_slice(),
            Some(_) => return self.fail("needs a list of arguments"),
            None => &[],
        };
        self.at += usize::from(self.at < self.operands.len());
        let Some((function, callee)) = self.scope.context.function(name) else { return self.undeclared(name) };
        if callee.is_kernel {
            return self.fail("calls a kernel");
        }
        let results = self.passed(results, &callee.results)?;
        Ok(Op::Call { function, results, args: self.passed(args, &callee.params)? })
    }

    /// The caller's variables for a callee's, which must have their sizes.
    fn passed(&self, names: &[Operand], formals: &[syntax::Variable]) -> Result<Vec<FrameIndex>, ParseError> {
        if names.len() != formals.len() {
            return self.fail(format!("passes {} values, {} are declared", names.len(), formals.len()));
        }
        let pairs = names.iter().zip(formals);
        let passed = pairs.map(|(name, formal)| {
            let Operand::Name(name) = name else { return self.fail("passes variables only") };
            let Some(Symbol::Frame(index)) = self.scope.symbol(name) else { return self.undeclared(name) };
            let bytes = self.scope.frame[index.0 as usize].bytes;
            if bytes != formal.bytes {
                return self.fail(format!("passes '{name}', {bytes} bytes, for {} bytes", formal.bytes));
            }
            Ok(index)
        });
        passed.collect()
    }
}

fn special(name: &str) -> Option<Special> {
    let (name, axis) = match name.strip_prefix('%')?.split_once('.') {
        Some((name, "x")) => (name, Some(Axis::X)),
        Some((name, "y")) => (name, Some(Axis::Y)),
        Some((name, "z")) => (name, Some(Axis::Z)),
        Some(_) => return None,
        None => (&name[1..], None),
    };
    Some(match (name, axis) {
        ("tid", Some(axis)) => Special::Thread(axis),
        ("ntid", Some(axis)) => Special::BlockSize(axis),
        ("ctaid", Some(axis)) => Special::Block(axis),
        ("nctaid", Some(axis)) => Special::GridSize(axis),
        ("laneid", None) => Special::Lane,
        ("lanemask_eq", None) => Special::LanesEqual,
        ("lanemask_lt", None) => Special::LanesBelow,
        ("lanemask_le", None) => Special::LanesUpTo,
        ("lanemask_gt", None) => Special::LanesAbove,
        ("lanemask_ge", None) => Special::LanesFrom,
        _ => return None,
    })
}
