//! The syntax tree. Names are slots of their scope already: whether a slot holds a variable or names a function is only known when
//! the program runs. Never holds a value that is computed.

use std::rc::Rc;

/// Bytes `start..end` of the source file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Span {
    pub start: u32,
    pub end: u32,
}

/// A name of a scope: an index into [`Scope::names`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Slot(pub u32);

/// The names that a script, a function or an anonymous function mentions. Each text occurs once.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Scope {
    pub names: Vec<Rc<str>>,
}

/// A source text and where it is from. `path` is `None` for texts of `eval`.
#[derive(Debug, Default)]
pub struct Source {
    pub path: Option<std::path::PathBuf>,
    pub text: Rc<str>,
    /// Where white space or a new line in brackets stands for a comma or semicolon: Octave counts these as columns, too.
    pub inserted: std::cell::RefCell<Vec<u32>>,
    /// The path from the root, as of when the source was read: programs change their folder.
    pub absolute: Option<std::path::PathBuf>,
    /// Where lines begin, once somebody asks.
    lines: std::cell::OnceCell<Vec<u32>>,
}

impl Source {
    pub fn new(path: Option<std::path::PathBuf>, text: Rc<str>) -> Source {
        let absolute = path.as_deref().and_then(|path| std::path::absolute(path).ok());
        Source { path, text, absolute, ..Source::default() }
    }

    pub fn note_inserted(&self, at: u32) {
        let mut inserted = self.inserted.borrow_mut();
        if !inserted.contains(&at) {
            inserted.push(at);
        }
    }

    /// Line and column of an offset as Octave counts them in errors of running programs.
    pub fn place(&self, offset: u32) -> (usize, usize) {
        let offset = offset.min(self.text.len() as u32);
        let ends = || self.text.match_indices('\n').map(|(at, _)| at as u32 + 1);
        let lines = self.lines.get_or_init(|| std::iter::once(0).chain(ends()).collect());
        let line = lines.partition_point(|&start| start <= offset);
        let start = lines[line - 1] as usize;
        let column = offset as usize - start + 1;
        let inserted = self.inserted.borrow();
        let before = inserted.iter().filter(|&&at| (start..=offset as usize).contains(&(at as usize))).count();
        (line, column + before)
    }
}

/// One parsed file. A file of nothing but function definitions is a function file: `script` is then empty. With commands among or
/// behind the definitions it is a script, whose definitions are statements of it.
#[derive(Clone, Debug)]
pub struct File {
    pub source: Rc<Source>,
    pub script: Rc<Function>,
    /// All functions of the file in the order of the text. Those that a script defines are visible from the statement
    /// [`StmtKind::Function`] on; those of a function file are the file's main function and its subfunctions.
    pub functions: Vec<Rc<Function>>,
    pub is_function_file: bool,
}

/// A function, or the statements of a script (without parameters).
#[derive(Debug)]
pub struct Function {
    pub name: Rc<str>,
    pub source: Rc<Source>,
    pub scope: Scope,
    pub parameters: Vec<Parameter>,
    /// The last parameter is `varargin`; it is no member of `parameters`.
    pub varargin: Option<Slot>,
    pub outputs: Vec<Slot>,
    /// The last output is `varargout`; it is no member of `outputs`.
    pub varargout: Option<Slot>,
    pub body: Block,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub struct Parameter {
    /// `None` for `~`.
    pub slot: Option<Slot>,
    /// Octave's `name = value`.
    pub default: Option<Expr>,
}

pub type Block = Vec<Stmt>;

#[derive(Clone, Debug)]
pub struct Stmt {
    pub kind: StmtKind,
    pub span: Span,
    /// No semicolon follows: results are displayed.
    pub print: bool,
}

#[derive(Clone, Debug)]
pub enum StmtKind {
    /// The value of an expression that is no assignment; what is no variable goes to `ans`. Command syntax (`hold on`) is a
    /// call with strings.
    Expr(Expr),
    /// `x = e`, `x(i).f = e`, `[a, ~, b{2}] = e`. One target without brackets and one with are the same.
    Assign {
        targets: Vec<Target>,
        value: Expr,
    },
    /// `x += e`; `x++` and `x--` as statements that display nothing are `x += 1` and `x -= 1`.
    Update {
        target: Expr,
        op: BinaryOp,
        value: Expr,
    },
    If {
        arms: Vec<(Expr, Block)>,
        otherwise: Option<Block>,
    },
    While {
        condition: Expr,
        body: Block,
    },
    /// `do ... until condition`.
    DoUntil {
        body: Block,
        condition: Expr,
    },
    /// `for target = values`; `parfor` as well. `target` is what may stand left of an assignment.
    For {
        target: Expr,
        values: Expr,
        body: Block,
    },
    Switch {
        value: Expr,
        cases: Vec<(Expr, Block)>,
        otherwise: Option<Block>,
    },
    Break,
    Continue,
    Return,
    Global(Vec<(Slot, Option<Expr>)>),
    Persistent(Vec<(Slot, Option<Expr>)>),
    Try {
        body: Block,
        error: Option<Slot>,
        handler: Block,
    },
    UnwindProtect {
        body: Block,
        cleanup: Block,
    },
    /// A script's definition of a function: [`File::functions`] at this index (or those of the evaluated text).
    Function(usize),
}

#[derive(Clone, Debug)]
pub enum Target {
    /// `~`
    Ignored(Span),
    /// A name, or indexing and field access that start at a name.
    Place(Expr),
}

#[derive(Clone, Debug)]
pub struct Expr {
    pub kind: ExprKind,
    /// Without parentheses around it.
    pub span: Span,
    /// Pairs of parentheses around it in the text. They change no meaning: the values of `(c{:})` are a list, `(x)` is displayed as
    /// `x`.
    pub parentheses: u8,
}

#[derive(Clone, Debug)]
pub enum ExprKind {
    /// Decimal literals; always double.
    Number(f64),
    /// Hexadecimal and binary literals: `0xFF` is a uint8, `0x1FFu64` and `0x1Fs16` name their class. `bits` are those of the value.
    Integer {
        bits: u64,
        class: IntegerClass,
    },
    /// `3i`: the imaginary part.
    Imaginary(f64),
    /// Escapes of `"..."` are replaced already.
    Text {
        bytes: Rc<[u8]>,
        double_quoted: bool,
    },
    /// A variable, or a call without arguments.
    Name(Slot),
    /// `:` as an index.
    Colon,
    /// `end` in an index: the extent of the innermost indexed *variable* there, at the place of this subscript.
    End,
    Unary(UnaryOp, Box<Expr>),
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
    /// `&&`
    AndAlso(Box<Expr>, Box<Expr>),
    /// `||`
    OrElse(Box<Expr>, Box<Expr>),
    /// `base:limit`, `base:step:limit`.
    Range {
        base: Box<Expr>,
        step: Option<Box<Expr>>,
        limit: Box<Expr>,
    },
    /// `base(arguments)`: indexing or a call.
    Index {
        base: Box<Expr>,
        arguments: Vec<Expr>,
    },
    /// `base{arguments}`.
    CellIndex {
        base: Box<Expr>,
        arguments: Vec<Expr>,
    },
    /// `base.name`.
    Field {
        base: Box<Expr>,
        name: Rc<str>,
    },
    /// `base.(name)`.
    DynamicField {
        base: Box<Expr>,
        name: Box<Expr>,
    },
    /// `[a, b; c, d]`.
    Matrix(Vec<Vec<Expr>>),
    /// `{a, b; c, d}`.
    Cell(Vec<Vec<Expr>>),
    /// `@(x, y) body`.
    Anonymous(Rc<Anonymous>),
    /// `@name`, dots included (`@containers.Map`).
    Handle(Rc<str>),
    /// `x = e` inside of an expression (Octave): the targets get the value, which is the value of the expression too. `x += e`
    /// is here as `x = x + e`.
    Assign {
        targets: Vec<Target>,
        value: Box<Expr>,
    },
    /// `++x`, `x--` where the value is of use: inside of an expression, or in a statement that displays it (as `ans`).
    Step {
        target: Box<Expr>,
        /// `Add` or `Sub`.
        op: BinaryOp,
        /// The value is the one before the step (`x++`) or after it (`++x`).
        value: StepValue,
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StepValue {
    Before,
    After,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IntegerClass {
    I8,
    I16,
    I32,
    I64,
    U8,
    U16,
    U32,
    U64,
}

#[derive(Debug)]
pub struct Anonymous {
    /// As Octave displays it: `@(x, y) x .^ 2 + y'`.
    pub text: Rc<str>,
    /// The body's names: parameters first, then what is captured where the handle is made, by the same name.
    pub scope: Scope,
    pub parameters: Vec<Parameter>,
    pub varargin: Option<Slot>,
    /// (slot outside, slot inside): names that are not parameters. One that holds no variable outside is not captured.
    pub captures: Vec<(Slot, Slot)>,
    pub body: Expr,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnaryOp {
    Plus,
    Minus,
    Not,
    /// `'`
    ConjugateTranspose,
    /// `.'`
    Transpose,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BinaryOp {
    Add,
    Sub,
    /// `*`
    MatMul,
    /// `/`
    MatRightDivide,
    /// `\`
    MatLeftDivide,
    /// `^`, `**`
    MatPower,
    /// `.*`
    Mul,
    /// `./`
    RightDivide,
    /// `.\`
    LeftDivide,
    /// `.^`, `.**`
    Power,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    Equal,
    NotEqual,
    /// `&`
    And,
    /// `|`
    Or,
}
