//! PTX's grammar, as far as LLVM writes it: tokens to declarations and statements. Knows no instruction and resolves
//! no name.

use crate::error::{ParseError, ParseProblem};
use crate::lexer::{Kind, Token, tokens};
use crate::table::Space;
use crate::types::Type;

/// A whole file.
#[derive(Debug, Default)]
pub struct File<'a> {
    pub variables: Vec<Variable<'a>>,
    pub functions: Vec<Function<'a>>,
    /// `.file`: number and name.
    pub files: Vec<(u32, &'a str)>,
}

/// A variable of a space other than registers.
#[derive(Debug)]
pub struct Variable<'a> {
    pub name: &'a str,
    pub line: u32,
    pub space: Space,
    pub bytes: u64,
    pub align: u64,
    /// The bytes that are given; the others are zero.
    pub initial: Vec<u8>,
    /// `.extern .shared` without a size: what the launch says.
    pub dynamic: bool,
}

#[derive(Debug)]
pub struct Function<'a> {
    pub name: &'a str,
    pub line: u32,
    pub is_kernel: bool,
    pub results: Vec<Variable<'a>>,
    pub params: Vec<Variable<'a>>,
    /// `.reqntid` and `.maxntid`.
    pub required_block: Option<[u32; 3]>,
    pub block_limit: Option<[u32; 3]>,
    /// `None`: declared only.
    pub body: Option<Vec<Statement<'a>>>,
}

#[derive(Debug)]
pub enum Statement<'a> {
    /// `%r<3>` declares `%r0` to `%r2`; without a count, the name itself.
    Registers {
        ty: Type,
        name: &'a str,
        count: Option<u32>,
        line: u32,
    },
    Variable(Variable<'a>),
    Open,
    Close,
    Label(&'a str, u32),
    /// `.branchtargets`
    Targets {
        name: &'a str,
        labels: Vec<&'a str>,
        line: u32,
    },
    Location {
        file: u32,
        line: u32,
        column: u32,
    },
    Instruction(Instruction<'a>),
}

#[derive(Debug)]
pub struct Instruction<'a> {
    pub line: u32,
    pub guard: Option<Guard<'a>>,
    pub form: &'a str,
    pub operands: Vec<Operand<'a>>,
}

/// `@%p` or `@!%p`.
#[derive(Debug, Clone, Copy)]
pub struct Guard<'a> {
    pub register: &'a str,
    pub wanted: bool,
}

#[derive(Debug, Clone, PartialEq)]
pub enum Operand<'a> {
    /// With its `%`.
    Register(&'a str),
    Name(&'a str),
    Integer(i128),
    F32(u32),
    F64(u64),
    /// `[base+offset]`
    Address(Box<Operand<'a>>, i64),
    /// `{a, b}`
    Vector(Vec<Operand<'a>>),
    /// `(a, b)`
    List(Vec<Operand<'a>>),
    /// `p|q`
    Pair(Box<[Operand<'a>; 2]>),
}

pub fn parse(text: &str) -> Result<File<'_>, ParseError> {
    let mut parser = Parser { text, tokens: tokens(text), at: 0 };
    let mut file = File::default();
    while parser.peek() != Kind::End {
        parser.item(&mut file)?;
    }
    Ok(file)
}

/// The largest variable of a space: what devices have, and for global memory what is sensible here.
fn limit(space: Space) -> u64 {
    match space {
        Space::Generic | Space::Global => 1 << 30,
        Space::Shared => 227 << 10,
        Space::Local => 512 << 10,
        Space::Const => 64 << 10,
        Space::Param => 4 << 10,
    }
}

/// An error that shows its line.
pub fn error(text: &str, line: u32, problem: ParseProblem) -> ParseError {
    ParseError { line, text: shown(text, line), problem }
}

/// A line of the text without LLVM's comment and its white space.
pub fn shown(text: &str, line: u32) -> String {
    let line = text.lines().nth(line.saturating_sub(1) as usize).unwrap_or_default();
    let code = line.split("//").next().unwrap_or_default();
    code.split_whitespace().collect::<Vec<_>>().join(" ")
}

const NO_SIZE: &str = "a variable without a size";

struct Parser<'a> {
    text: &'a str,
    tokens: Vec<Token<'a>>,
    at: usize,
}

type Parsed<T> = Result<T, ParseError>;

/// Tokens and small phrases.
impl<'a> Parser<'a> {
    fn token(&self) -> Token<'a> {
        // The last one is the end.
        self.tokens[self.at.min(self.tokens.len() - 1)]
    }

    fn peek(&self) -> Kind<'a> {
        self.token().kind
    }

    fn line(&self) -> u32 {
        self.token().line
    }

    fn fail<T>(&self, problem: ParseProblem) -> Parsed<T> {
        Err(error(self.text, self.line(), problem))
    }

    fn expected<T>(&self, expected: &'static str) -> Parsed<T> {
        let found = match self.peek() {
            Kind::Word(text) | Kind::Number(text) => format!("'{text}'"),
            Kind::String(text) => format!("\"{text}\""),
            Kind::Punctuation(c) => format!("'{c}'"),
            Kind::End => "the end".to_owned(),
        };
        self.fail(ParseProblem::Syntax { expected, found })
    }

    fn unknown_directive<T>(&self, name: &str) -> Parsed<T> {
        self.fail(ParseProblem::UnknownDirective(name.to_owned()))
    }

    fn eat(&mut self, kind: Kind) -> bool {
        let found = self.peek() == kind;
        self.at += usize::from(found);
        found
    }

    fn punctuation(&mut self, c: char, expected: &'static str) -> Parsed<()> {
        if self.eat(Kind::Punctuation(c)) { Ok(()) } else { self.expected(expected) }
    }

    fn semicolon(&mut self) -> Parsed<()> {
        self.punctuation(';', "';'")
    }

    fn word(&mut self, expected: &'static str) -> Parsed<&'a str> {
        let Kind::Word(word) = self.peek() else { return self.expected(expected) };
        self.at += 1;
        Ok(word)
    }

    /// A small number without sign.
    fn count(&mut self) -> Parsed<u32> {
        let Kind::Number(number) = self.peek() else { return self.expected("a number") };
        let Ok(value) = number.parse() else { return self.expected("a number") };
        self.at += 1;
        Ok(value)
    }

    fn string(&mut self) -> Parsed<&'a str> {
        let Kind::String(string) = self.peek() else { return self.expected("a string") };
        self.at += 1;
        Ok(string)
    }

    /// A separated list up to `close`, which is eaten.
    fn list<T>(&mut self, close: char, mut item: impl FnMut(&mut Self) -> Parsed<T>) -> Parsed<Vec<T>> {
        let mut items = Vec::new();
        while !self.eat(Kind::Punctuation(close)) {
            if !items.is_empty() {
                self.punctuation(',', "',' or the end of the list")?;
            }
            items.push(item(self)?);
        }
        Ok(items)
    }
}

/// The level of the module.
impl<'a> Parser<'a> {
    fn item(&mut self, file: &mut File<'a>) -> Parsed<()> {
        let word = match self.peek() {
            Kind::Word(word) => word,
            Kind::Number(_) | Kind::String(_) | Kind::Punctuation(_) | Kind::End => {
                return self.expected("a directive");
            }
        };
        match word {
            ".version" => self.version(),
            ".target" => self.target(),
            ".address_size" => {
                self.at += 1;
                if self.peek() == Kind::Number("64") { self.count().map(drop) } else { self.expected("64") }
            }
            ".file" => {
                self.at += 1;
                let entry = (self.count()?, self.string()?);
                file.files.push(entry);
                Ok(())
            }
            ".section" => self.section(),
            ".visible" | ".extern" | ".weak" | ".entry" | ".func" | ".global" | ".const" | ".shared" => {
                self.declaration(file)
            }
            word => self.unknown_directive(word),
        }
    }

    fn version(&mut self) -> Parsed<()> {
        self.at += 1;
        let Kind::Number(version) = self.peek() else { return self.expected("a version") };
        let major = version.split('.').next().and_then(|major| major.parse::<u32>().ok());
        if !major.is_some_and(|major| (6..=9).contains(&major)) {
            return self.fail(ParseProblem::UnsupportedVersion(version.to_owned()));
        }
        self.at += 1;
        Ok(())
    }

    fn target(&mut self) -> Parsed<()> {
        self.at += 1;
        if !self.word("a target")?.starts_with("sm_") {
            self.at -= 1;
            return self.expected("a target sm_XX");
        }
        while self.eat(Kind::Punctuation(',')) {
            if self.word("a target")? != "debug" {
                self.at -= 1;
                return self.expected("'debug'");
            }
        }
        Ok(())
    }

    /// Debugging information is skipped.
    fn section(&mut self) -> Parsed<()> {
        self.at += 1;
        self.word("the section's name")?;
        self.punctuation('{', "'{'")?;
        while !self.eat(Kind::Punctuation('}')) {
            if self.peek() == Kind::End {
                return self.expected("'}'");
            }
            self.at += 1;
        }
        Ok(())
    }

    fn declaration(&mut self, file: &mut File<'a>) -> Parsed<()> {
        let mut is_extern = false;
        loop {
            let word = self.word("a directive")?;
            match word {
                ".visible" | ".weak" => {}
                ".extern" => is_extern = true,
                ".entry" | ".func" => {
                    let function = self.function(word == ".entry")?;
                    file.functions.push(function);
                    return Ok(());
                }
                ".global" | ".const" | ".shared" => {
                    let space = match word {
                        ".global" => Space::Global,
                        ".const" => Space::Const,
                        _ => Space::Shared,
                    };
                    let variable = self.variable(space)?;
                    if is_extern && !(variable.dynamic && space == Space::Shared) {
                        return self.fail(ParseProblem::Invalid("a variable of another module"));
                    }
                    if variable.dynamic && !is_extern {
                        return self.fail(ParseProblem::Invalid(NO_SIZE));
                    }
                    file.variables.push(variable);
                    return self.semicolon();
                }
                word => {
                    self.at -= 1;
                    return self.unknown_directive(word);
                }
            }
        }
    }

    fn sized_variable(&mut self, space: Space) -> Parsed<Variable<'a>> {
        let variable = self.variable(space)?;
        if variable.dynamic { self.fail(ParseProblem::Invalid(NO_SIZE)) } else { Ok(variable) }
    }

    /// `[.align N] .type [.ptr ...] name[N] [= initial]`, after the space.
    fn variable(&mut self, space: Space) -> Parsed<Variable<'a>> {
        let line = self.line();
        let mut align = None;
        let ty = loop {
            match self.word("a type")? {
                ".align" => align = Some(u64::from(self.count()?)),
                ty => break self.ty(ty)?,
            }
        };
        if self.eat(Kind::Word(".ptr")) {
            self.pointee()?;
        }
        let name = self.word("a name")?;
        let (elements, dynamic) = self.extents()?;
        let align = align.unwrap_or(u64::from(ty.bytes()));
        if !align.is_power_of_two() {
            return self.fail(ParseProblem::Invalid("an alignment is a power of two"));
        }
        let Some(bytes) = elements.checked_mul(u64::from(ty.bytes())).filter(|bytes| *bytes <= limit(space)) else {
            return self.fail(ParseProblem::Invalid("the variable is too large"));
        };
        let initial = if self.eat(Kind::Punctuation('=')) { self.initial(ty)? } else { Vec::new() };
        if initial.len() as u64 > bytes {
            return self.fail(ParseProblem::Invalid("there are more initial values than elements"));
        }
        Ok(Variable { name, line, space, bytes, align, initial, dynamic })
    }

    fn ty(&mut self, word: &str) -> Parsed<Type> {
        match word.strip_prefix('.').and_then(Type::named) {
            Some(ty) if ty != Type::Pred => Ok(ty),
            Some(_) | None => {
                self.at -= 1;
                self.fail(ParseProblem::UnsupportedType(word.to_owned()))
            }
        }
    }

    /// What a pointer parameter points to: of interest to the assembler only.
    fn pointee(&mut self) -> Parsed<()> {
        loop {
            match self.peek() {
                Kind::Word(".global" | ".shared" | ".local" | ".const") => self.at += 1,
                Kind::Word(".align") => {
                    self.at += 1;
                    self.count()?;
                }
                Kind::Word(_) | Kind::Number(_) | Kind::String(_) | Kind::Punctuation(_) | Kind::End => return Ok(()),
            }
        }
    }

    /// The number of elements, and whether it is left open.
    fn extents(&mut self) -> Parsed<(u64, bool)> {
        let (mut elements, mut open) = (1u64, false);
        while self.eat(Kind::Punctuation('[')) {
            if self.eat(Kind::Punctuation(']')) {
                (elements, open) = (0, true);
                continue;
            }
            let Some(product) = elements.checked_mul(u64::from(self.count()?)) else {
                return self.fail(ParseProblem::Invalid("the variable is too large"));
            };
            elements = product;
            self.punctuation(']', "']'")?;
        }
        Ok((elements, open))
    }

    fn initial(&mut self, ty: Type) -> Parsed<Vec<u8>> {
        let values =
            if self.eat(Kind::Punctuation('{')) { self.list('}', Self::operand)? } else { vec![self.operand()?] };
        let mut bytes = Vec::new();
        for value in values {
            let bits = match value {
                Operand::Integer(value) => value as u64,
                Operand::F32(bits) if ty == Type::F32 => u64::from(bits),
                Operand::F64(bits) if ty == Type::F64 => bits,
                Operand::F32(_)
                | Operand::F64(_)
                | Operand::Register(_)
                | Operand::Name(_)
                | Operand::Address(..)
                | Operand::Vector(_)
                | Operand::List(_)
                | Operand::Pair(_) => return self.fail(ParseProblem::Invalid("an initial value is a number")),
            };
            bytes.extend_from_slice(&bits.to_le_bytes()[..ty.bytes() as usize]);
        }
        Ok(bytes)
    }
}

/// Functions.
impl<'a> Parser<'a> {
    fn function(&mut self, is_kernel: bool) -> Parsed<Function<'a>> {
        let results = self.params()?;
        let line = self.line();
        let name = self.word("the function's name")?;
        let params = self.params()?;
        let mut function =
            Function { name, line, is_kernel, results, params, required_block: None, block_limit: None, body: None };
        loop {
            match self.peek() {
                Kind::Punctuation(';') => {
                    self.at += 1;
                    return Ok(function);
                }
                Kind::Punctuation('{') => {
                    function.body = Some(self.body()?);
                    return Ok(function);
                }
                Kind::Word(word) => self.tuning(word, &mut function)?,
                Kind::Number(_) | Kind::String(_) | Kind::Punctuation(_) | Kind::End => {
                    return self.expected("the function's body");
                }
            }
        }
    }

    fn params(&mut self) -> Parsed<Vec<Variable<'a>>> {
        if !self.eat(Kind::Punctuation('(')) {
            return Ok(Vec::new());
        }
        self.list(')', |parser| match parser.word("'.param'")? {
            ".param" => parser.sized_variable(Space::Param),
            word => {
                parser.at -= 1;
                parser.unknown_directive(word)
            }
        })
    }

    fn tuning(&mut self, word: &str, function: &mut Function<'a>) -> Parsed<()> {
        self.at += 1;
        match word {
            ".reqntid" => function.required_block = Some(self.shape()?),
            ".maxntid" => function.block_limit = Some(self.shape()?),
            ".minnctapersm" | ".maxnreg" => drop(self.count()?),
            ".noreturn" => {}
            word => {
                self.at -= 1;
                return self.unknown_directive(word);
            }
        }
        Ok(())
    }

    fn shape(&mut self) -> Parsed<[u32; 3]> {
        let mut shape = [1; 3];
        shape[0] = self.count()?;
        for extent in &mut shape[1..] {
            if self.eat(Kind::Punctuation(',')) {
                *extent = self.count()?;
            }
        }
        Ok(shape)
    }

    fn body(&mut self) -> Parsed<Vec<Statement<'a>>> {
        self.at += 1;
        let (mut statements, mut depth) = (Vec::new(), 1);
        loop {
            match self.peek() {
                Kind::Punctuation('{') => {
                    depth += 1;
                    self.at += 1;
                    statements.push(Statement::Open);
                }
                Kind::Punctuation('}') => {
                    depth -= 1;
                    self.at += 1;
                    if depth == 0 {
                        return Ok(statements);
                    }
                    statements.push(Statement::Close);
                }
                Kind::Punctuation('@') => statements.push(self.instruction()?),
                Kind::Word(word) if word.starts_with('.') => statements.extend(self.directive(word)?),
                Kind::Word(_) => statements.push(self.labelled_or_instruction()?),
                Kind::Number(_) | Kind::String(_) | Kind::Punctuation(_) | Kind::End => {
                    return self.expected("a statement");
                }
            }
        }
    }

    fn directive(&mut self, word: &str) -> Parsed<Option<Statement<'a>>> {
        let line = self.line();
        self.at += 1;
        let statement = match word {
            ".reg" => {
                let ty = self.word("a type")?;
                let Some(ty) = ty.strip_prefix('.').and_then(Type::named) else {
                    return self.fail(ParseProblem::UnsupportedType(ty.to_owned()));
                };
                let name = self.word("a register's name")?;
                let mut count = None;
                if self.eat(Kind::Punctuation('<')) {
                    count = Some(self.count()?);
                    self.punctuation('>', "'>'")?;
                }
                Statement::Registers { ty, name, count, line }
            }
            ".local" => Statement::Variable(self.sized_variable(Space::Local)?),
            ".shared" => Statement::Variable(self.sized_variable(Space::Shared)?),
            ".param" => Statement::Variable(self.sized_variable(Space::Param)?),
            ".loc" => return self.location().map(Some),
            ".pragma" => {
                // Hints to the assembler's optimizer.
                self.string()?;
                self.semicolon()?;
                return Ok(None);
            }
            word => {
                self.at -= 1;
                return self.unknown_directive(word);
            }
        };
        self.semicolon()?;
        Ok(Some(statement))
    }

    /// `.loc file line column [, function_name name [+ offset], inlined_at file line column]`
    fn location(&mut self) -> Parsed<Statement<'a>> {
        let location = Statement::Location { file: self.count()?, line: self.count()?, column: self.count()? };
        while self.eat(Kind::Punctuation(',')) {
            match self.word("'function_name' or 'inlined_at'")? {
                "function_name" => {
                    self.word("a name")?;
                    if self.eat(Kind::Punctuation('+')) {
                        self.count()?;
                    }
                }
                "inlined_at" => {
                    for _ in 0..3 {
                        self.count()?;
                    }
                }
                word => return self.unknown_directive(word),
            }
        }
        Ok(location)
    }

    fn labelled_or_instruction(&mut self) -> Parsed<Statement<'a>> {
        let line = self.line();
        let after = self.tokens.get(self.at + 1).map(|token| token.kind);
        if after != Some(Kind::Punctuation(':')) {
            return self.instruction();
        }
        let name = self.word("a label")?;
        self.at += 1;
        match self.peek() {
            Kind::Word(".branchtargets") => {
                self.at += 1;
                let labels = self.list(';', |parser| parser.word("a label"))?;
                Ok(Statement::Targets { name, labels, line })
            }
            Kind::Word(word @ (".callprototype" | ".calltargets")) => self.unknown_directive(word),
            Kind::Word(_) | Kind::Number(_) | Kind::String(_) | Kind::Punctuation(_) | Kind::End => {
                Ok(Statement::Label(name, line))
            }
        }
    }

    fn instruction(&mut self) -> Parsed<Statement<'a>> {
        let mut guard = None;
        if self.eat(Kind::Punctuation('@')) {
            let wanted = !self.eat(Kind::Punctuation('!'));
            guard = Some(Guard { register: self.word("a predicate")?, wanted });
        }
        let line = self.line();
        let form = self.word("an instruction")?;
        let operands = self.list(';', Self::operand)?;
        Ok(Statement::Instruction(Instruction { line, guard, form, operands }))
    }

    fn operand(&mut self) -> Parsed<Operand<'a>> {
        match self.peek() {
            Kind::Punctuation('[') => {
                self.at += 1;
                let base = self.simple_operand()?;
                let offset = if self.eat(Kind::Punctuation('+')) { self.number()? } else { Operand::Integer(0) };
                self.punctuation(']', "']'")?;
                let Operand::Integer(offset) = offset else { return self.expected("an integer offset") };
                Ok(Operand::Address(Box::new(base), offset as i64))
            }
            Kind::Punctuation('{') => {
                self.at += 1;
                self.list('}', Self::simple_operand).map(Operand::Vector)
            }
            Kind::Punctuation('(') => {
                self.at += 1;
                self.list(')', Self::simple_operand).map(Operand::List)
            }
            Kind::Word(_) | Kind::Number(_) | Kind::String(_) | Kind::Punctuation(_) | Kind::End => {
                let first = self.simple_operand()?;
                if !self.eat(Kind::Punctuation('|')) {
                    return Ok(first);
                }
                Ok(Operand::Pair(Box::new([first, self.simple_operand()?])))
            }
        }
    }

    fn simple_operand(&mut self) -> Parsed<Operand<'a>> {
        match self.peek() {
            Kind::Word(word) => {
                self.at += 1;
                Ok(if word.starts_with('%') { Operand::Register(word) } else { Operand::Name(word) })
            }
            Kind::Number(_) | Kind::Punctuation('-') => self.number(),
            Kind::String(_) | Kind::Punctuation(_) | Kind::End => self.expected("an operand"),
        }
    }

    /// Constants, 4.5.
    fn number(&mut self) -> Parsed<Operand<'a>> {
        let negative = self.eat(Kind::Punctuation('-'));
        let Kind::Number(text) = self.peek() else { return self.expected("a number") };
        let digits = text.trim_end_matches('U');
        let hex = |prefix: &str| digits.strip_prefix(prefix).map(|digits| u64::from_str_radix(digits, 16));
        let value = if let Some(Ok(bits)) = hex("0f").or(hex("0F")) {
            u32::try_from(bits).ok().map(Operand::F32)
        } else if let Some(Ok(bits)) = hex("0d").or(hex("0D")) {
            Some(Operand::F64(bits))
        } else if let Some(Ok(bits)) = hex("0x").or(hex("0X")) {
            Some(Operand::Integer(i128::from(bits)))
        } else {
            digits.parse::<u64>().ok().map(|value| Operand::Integer(i128::from(value)))
        };
        let value = match value {
            Some(Operand::Integer(value)) if negative => Operand::Integer(-value),
            Some(value) if !negative => value,
            Some(_) | None => return self.expected("a number"),
        };
        self.at += 1;
        Ok(value)
    }
}
