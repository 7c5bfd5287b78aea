//! The generator's own tree: one C function with its arrays and scalars. It knows no text.
//!
//! Whatever the tree can say has defined behaviour, except for bounds, which `bounds::check` establishes: integer
//! arithmetic wraps or is limited, divisors are positive, shifts are short, loops end, every value is initialized.

mod children;

/// What programs are compared with, and so, which functions of `<math.h>` they may call.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum Numerics {
    /// Clang's program: functions that are exact.
    #[default]
    Strict,
    /// The same executable on no device, built with `--fp reproducible`: any function.
    Reproducible,
    /// The same with `--fp contract`.
    Contract,
}

impl Numerics {
    /// The name of `--fp`'s value.
    pub fn mode(self) -> &'static str {
        match self {
            Numerics::Strict => "strict",
            Numerics::Reproducible => "reproducible",
            Numerics::Contract => "contract",
        }
    }
}

/// Element types of arrays and types of scalars.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Elem {
    I8,
    U8,
    I16,
    U16,
    I32,
    U32,
    I64,
    U64,
    /// `_Float16`, in campaigns with halves.
    F16,
    F32,
    F64,
    /// `float _Complex`, in functions with complex numbers.
    C32,
    C64,
}

impl Elem {
    /// Without `F16` and complex ones.
    pub const ALL: [Elem; 10] =
        [Elem::I8, Elem::U8, Elem::I16, Elem::U16, Elem::I32, Elem::U32, Elem::I64, Elem::U64, Elem::F32, Elem::F64];

    pub fn is_float(self) -> bool {
        matches!(self, Elem::F16 | Elem::F32 | Elem::F64) || self.is_complex()
    }

    pub fn is_complex(self) -> bool {
        matches!(self, Elem::C32 | Elem::C64)
    }

    /// The type of a complex number's parts; other types are their own.
    pub fn part(self) -> Elem {
        match self {
            Elem::C32 => Elem::F32,
            Elem::C64 => Elem::F64,
            Elem::I8
            | Elem::U8
            | Elem::I16
            | Elem::U16
            | Elem::I32
            | Elem::U32
            | Elem::I64
            | Elem::U64
            | Elem::F16
            | Elem::F32
            | Elem::F64 => self,
        }
    }

    /// The type of complex numbers with parts of this type, or of the widest ones.
    pub fn complex(self) -> Elem {
        if matches!(self, Elem::F32 | Elem::C32) { Elem::C32 } else { Elem::C64 }
    }

    pub fn is_signed(self) -> bool {
        matches!(self, Elem::I8 | Elem::I16 | Elem::I32 | Elem::I64)
    }

    pub fn bits(self) -> u32 {
        match self {
            Elem::I8 | Elem::U8 => 8,
            Elem::I16 | Elem::U16 | Elem::F16 => 16,
            Elem::I32 | Elem::U32 | Elem::F32 => 32,
            Elem::I64 | Elem::U64 | Elem::F64 | Elem::C32 => 64,
            Elem::C64 => 128,
        }
    }
}

/// Index of a loop's variable; each loop of a function has its own.
pub type VarId = usize;
/// Index into `Function::arrays`.
pub type ArrayId = usize;
/// Index into `Function::scalars`.
pub type ScalarId = usize;

#[derive(Clone, Debug)]
pub struct Function {
    pub seed: u64,
    pub sizes: Sizes,
    pub calls: Calls,
    /// What main passes for the parameters `n` and `m`.
    pub n: i64,
    pub m: i64,
    pub arrays: Vec<Array>,
    pub scalars: Vec<Elem>,
    /// The scalar that the function returns: declared at its start.
    pub result: ScalarId,
    pub body: Vec<Stmt>,
}

/// How the body reads `n` and `m`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Sizes {
    Parameters,
    /// Variables with external linkage.
    Globals,
    /// `size[0]` and `size[1]`, `size` being a parameter.
    Pointed,
    /// Fields of a struct that a parameter points to.
    Fields,
}

/// Who calls the function.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Calls {
    /// One call, of external linkage.
    Once,
    /// One call of a static function, like those that follow.
    Static,
    /// Two calls.
    Twice(Alias),
    /// One directly, one through a pointer.
    Pointer(Alias),
    /// One, which ends with another.
    Recursive(Alias),
    /// Two calls, the second one with less of the arrays.
    Smaller(Smaller),
}

/// What main passes for the parameters `n` and `m` in a second call: no more than in the first one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Smaller {
    pub n: i64,
    pub m: i64,
}

/// The second call has the memory of one `Linear` array for another one as well.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Alias {
    pub array: ArrayId,
    pub by: ArrayId,
}

impl Calls {
    pub fn alias(&self) -> Option<Alias> {
        match *self {
            Calls::Once | Calls::Static | Calls::Smaller(_) => None,
            Calls::Twice(alias) | Calls::Pointer(alias) | Calls::Recursive(alias) => Some(alias),
        }
    }

    pub fn alias_mut(&mut self) -> Option<&mut Alias> {
        match self {
            Calls::Once | Calls::Static | Calls::Smaller(_) => None,
            Calls::Twice(alias) | Calls::Pointer(alias) | Calls::Recursive(alias) => Some(alias),
        }
    }
}

/// The values of elements of `Form::Cells`.
pub const CELLS: std::ops::RangeInclusive<i64> = 0..=7;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Array {
    pub elem: Elem,
    pub extents: Vec<Extent>,
    pub form: Form,
    /// The parameter is declared `restrict`.
    pub restrict: bool,
}

impl Array {
    pub fn new(elem: Elem, extents: Vec<Extent>, form: Form) -> Array {
        Array { elem, extents, form, restrict: false }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    N,
    M,
    /// `n` and so many more.
    Above(i64),
    Fixed(i64),
}

/// How the function reaches an array.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Form {
    /// Parameter `T a[n][m]`.
    Vla,
    /// Parameter `T *a`, subscripts linearized by hand.
    Linear,
    /// A static array; its extents are numbers.
    Global,
    /// Parameter `T *a` into the memory of another array, `offset` elements from its start.
    Overlap { of: ArrayId, offset: i64 },
    /// Parameter `int *a` whose elements are never outside of `CELLS`.
    Cells,
    /// All elements of a `Linear` array as a vector, by its own name.
    Flat { of: ArrayId },
    /// A field of the elements of the parameter `struct R *r`, the first subscript being the element's.
    Record,
    /// A member of the parameter `struct S *s`; its extents are numbers.
    Member,
    /// Declared and filled where `Stmt::Local` stands; `static`, if it stays.
    Local { stays: bool },
    /// Parameter `T **a` or `T ***a`: a table of pointers to rows.
    Rows(Order),
}

impl Form {
    pub fn is_local(self) -> bool {
        matches!(self, Form::Local { .. })
    }
}

/// How rows behind pointers lie in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Order {
    /// One behind another.
    Forward,
    Backward,
    /// Some pointers are those before them.
    Equal,
    /// The last one is the first one.
    Round,
    /// Each row begins with the last element of the one before.
    Meeting,
}

impl Order {
    pub const ALL: [Order; 5] = [Order::Forward, Order::Backward, Order::Equal, Order::Round, Order::Meeting];
}

/// `constant + sum of coefficient * atom`, an `int`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Affine {
    pub constant: i64,
    pub terms: Vec<(i64, Atom)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Atom {
    Var(VarId),
    N,
    M,
    /// An element of an array of `Form::Cells`.
    Cell(ArrayId, i64),
    /// A product of unsigned variables that wraps around to 2.
    Wrapped,
}

impl Affine {
    pub fn constant(constant: i64) -> Affine {
        Affine { constant, terms: vec![] }
    }

    pub fn atom(atom: Atom, constant: i64) -> Affine {
        Affine { constant, terms: vec![(1, atom)] }
    }

    pub fn var(var: VarId) -> Affine {
        Affine::atom(Atom::Var(var), 0)
    }

    pub fn mentions(&self, var: VarId) -> bool {
        self.terms.iter().any(|(_, atom)| *atom == Atom::Var(var))
    }

    pub fn rename(&mut self, old: VarId, new: VarId) {
        for (_, atom) in &mut self.terms {
            if *atom == Atom::Var(old) {
                *atom = Atom::Var(new);
            }
        }
    }

    pub fn plus(&self, constant: i64) -> Affine {
        Affine { constant: self.constant + constant, terms: self.terms.clone() }
    }
}

#[derive(Clone, Debug, PartialEq)]
pub enum Subscript {
    Affine(Affine),
    /// Any integer, reduced modulo the extent; by a mask where that is possible.
    Modulo(Box<Expr>),
    /// An element of an array of `Form::Cells`.
    Cell(Box<Expr>),
    /// The form, or an element of the array where it lies outside.
    Near(Affine, Edge),
}

/// What stands for a place outside of an array.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Edge {
    /// Its nearest element.
    Clamped,
    /// As if the array began again: by choices.
    Around,
    /// The same by a remainder.
    Rest,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Access {
    pub array: ArrayId,
    pub subscripts: Vec<Subscript>,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Stmt {
    For(Loop),
    While(While),
    If {
        condition: Cond,
        then: Vec<Stmt>,
        otherwise: Vec<Stmt>,
    },
    Store {
        target: Access,
        update: Update,
        value: Expr,
    },
    /// A call of a function with the target's address and `value`.
    Bump {
        poke: Poke,
        target: Access,
        value: Expr,
    },
    Declare {
        scalar: ScalarId,
        value: Expr,
    },
    Set {
        scalar: ScalarId,
        update: Update,
        value: Expr,
    },
    /// Declares a private array and fills it.
    Local(ArrayId),
    /// A loop whose variable is a pointer: `value`, which may use the element, goes to every element of a vector.
    Walk {
        array: ArrayId,
        update: Update,
        value: Expr,
    },
    Switch(Switch),
    /// What `Goto` of the same label leaves.
    Block {
        label: usize,
        body: Vec<Stmt>,
    },
    /// To the end of a block around.
    Goto(usize),
    /// All fields of one element of the array of structs go to another.
    Record {
        to: Affine,
        from: Affine,
        way: Way,
    },
    /// `memcpy` of elements that lie one behind another, from other memory; `memset` to zero without a source.
    Bytes {
        to: Access,
        from: Option<Access>,
        count: i64,
    },
    Break,
    Continue,
    Return,
}

/// Runs the case whose number is the value modulo their number; the last one is `default`.
#[derive(Clone, Debug, PartialEq)]
pub struct Switch {
    pub value: Expr,
    pub cases: Vec<Case>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Case {
    pub body: Vec<Stmt>,
    /// Control goes on in the next one.
    pub falls: bool,
}

/// How a struct is copied.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Way {
    Assigned,
    /// By way of a local struct.
    Local,
    Swapped,
    /// By way of a struct with an initializer, whose other fields are zero.
    Initialized,
}

/// Runs `body` for `lower <= var < upper` in steps of `step`, from the last value down if `step` is negative.
#[derive(Clone, Debug, PartialEq)]
pub struct Loop {
    pub var: VarId,
    pub index: Index,
    pub lower: Affine,
    pub upper: Affine,
    /// Of a loop that counts up: the first value is so much greater.
    pub colour: Option<Colour>,
    pub step: i64,
    /// The step is a parameter.
    pub named: bool,
    pub test: Test,
    /// The variable is declared before the loop, and its last value is used after it: how it gets its first value.
    pub outside: Option<Start>,
    pub body: Vec<Stmt>,
}

/// `of` modulo `by`, which is 2 or 4, or `by - 1` less that.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Colour {
    pub of: Affine,
    pub by: i64,
    pub way: Hue,
}

/// How a colour is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hue {
    Mask,
    Rest,
    /// What is left of `by - 1`.
    Less,
    Choice,
    /// The other way round.
    Other,
    /// In a variable before the loop.
    Variable,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Index {
    Int,
    Long,
    Unsigned,
    Size,
    /// `long` as well, but the values lie near the end of the type.
    Far,
}

/// How a loop's condition is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Test {
    Strict,
    NonStrict,
    /// `!=`, for loops of step 1 that never begin beyond their end.
    NotEqual,
}

/// How a variable that is declared before its loop begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Start {
    /// `for (i = first; ...`
    Assigned,
    /// `for (i = first, seen = i; ...`
    Seen,
    /// Before: `for (; ...`
    Before,
    /// One less before: `for (i++; ...`
    Stepped,
    /// `for (i = first - 1, i += 1; ...`
    Adjusted,
}

/// Runs `body` while `condition` holds, at most `limit` times; `var` counts.
#[derive(Clone, Debug, PartialEq)]
pub struct While {
    pub var: VarId,
    pub limit: i64,
    pub condition: Cond,
    pub body: Vec<Stmt>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Update {
    Set,
    Add,
    Sub,
    Mul,
    Xor,
    Max,
    Min,
    /// Of a complex number by a real one, as those that follow.
    Div,
    /// Sets the real part alone.
    Real,
    /// Adds to the imaginary part.
    Imag,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Cond {
    /// The form is not negative. One variable alone with coefficient 1 or -1 narrows its range where this holds.
    NonNegative(Affine),
    /// `form % modulus == rest`.
    Congruent {
        form: Affine,
        modulus: i64,
        rest: i64,
    },
    /// The form is not zero.
    NonZero(Affine),
    Less(Box<Expr>, Box<Expr>),
    AtMost(Box<Expr>, Box<Expr>),
    /// Of complex numbers, whose order is that of their real parts above.
    Equal(Box<Expr>, Box<Expr>),
    Unequal(Box<Expr>, Box<Expr>),
    Both(Box<Cond>, Box<Cond>),
}

#[derive(Clone, Debug, PartialEq)]
pub enum Expr {
    /// An integer, or quarters of a float.
    Literal(Elem, i64),
    Load(Access),
    Scalar(ScalarId),
    /// A loop's variable, an `int`.
    Var(VarId),
    /// `n` or `m`, or any other affine form, an `int`.
    Form(Affine),
    /// The element a `Walk` stands at.
    Here(Elem),
    Binary(Binary, Elem, Box<Expr>, Box<Expr>),
    Convert(Elem, Box<Expr>),
    Math(Math, Elem, Box<Expr>),
    /// A part of a complex number, of this real type.
    Part(Part, Elem, Box<Expr>),
    /// A call of a small function of two arguments and this type.
    Call(Helper, Elem, Box<Expr>, Box<Expr>),
    Choose(Box<Cond>, Elem, Box<Expr>, Box<Expr>),
}

/// A function of the prelude, or what stands for one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Helper {
    /// One expression.
    Mix,
    /// Returns at several places.
    Early,
    /// Returns out of a loop.
    Looped,
    /// Has a `switch` with arms that return, break and fall.
    Switched,
    /// Calls itself.
    Deep,
    /// Calls through a pointer.
    Chosen,
    /// Takes and returns a struct by value.
    Pair,
    /// A statement expression.
    Inner,
}

impl Helper {
    pub const ALL: [Helper; 8] = [
        Helper::Mix,
        Helper::Early,
        Helper::Looped,
        Helper::Switched,
        Helper::Deep,
        Helper::Chosen,
        Helper::Pair,
        Helper::Inner,
    ];
}

/// A function that stores to the element its first argument points to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Poke {
    /// Adds.
    Bump,
    /// Stores, returns or not, and stores again.
    Twice,
    /// Stores in a loop that it may leave.
    Often,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Binary {
    Add,
    Sub,
    Mul,
    /// By a divisor made positive; plainly for floats.
    Div,
    Rem,
    And,
    Or,
    Xor,
    /// By the low bits of the right operand.
    Shl,
    Shr,
    /// Operands masked so that signed arithmetic cannot overflow.
    LimitedAdd,
    LimitedMul,
    Min,
    Max,
    /// Of floats, like those that follow.
    Fmod,
    Remainder,
    Fdim,
    Pow,
    Atan2,
    Hypot,
    /// A complex number of two real ones.
    Pair,
}

/// How a part of a complex number is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Part {
    /// `__real__`
    Real,
    /// `__imag__`
    Imag,
    /// `creal`
    Creal,
    /// `cimag`
    Cimag,
}

impl Part {
    pub const ALL: [Part; 4] = [Part::Real, Part::Imag, Part::Creal, Part::Cimag];
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Math {
    Sqrt,
    Fabs,
    Floor,
    Ceil,
    Negate,
    Round,
    Rint,
    Logb,
    Exp,
    Log,
    Sin,
    Atan,
    Tanh,
    Cbrt,
    /// `conj`, of a complex number.
    Conj,
    /// The same, written as `~`.
    Tilde,
}

impl Function {
    pub fn extent(&self, extent: Extent) -> i64 {
        match extent {
            Extent::N => self.n,
            Extent::M => self.m,
            Extent::Above(more) => self.n + more,
            Extent::Fixed(extent) => extent,
        }
    }

    pub fn elements(&self, array: ArrayId) -> i64 {
        self.arrays[array].extents.iter().map(|&extent| self.extent(extent)).product()
    }

    /// Elements of the memory behind an array, which others may overlap.
    pub fn buffer_elements(&self, id: ArrayId) -> i64 {
        let reach = |(other, array): (ArrayId, &Array)| match array.form {
            Form::Overlap { of, offset } if of == id => offset + self.elements(other),
            _ => 0,
        };
        let overlapping = self.arrays.iter().enumerate().map(reach).max().unwrap_or(0);
        overlapping.max(self.elements(id))
    }

    /// The function of the second call, if its sizes are other ones.
    pub fn smaller(&self) -> Option<Function> {
        match self.calls {
            Calls::Smaller(Smaller { n, m }) => Some(Function { n, m, calls: Calls::Once, ..self.clone() }),
            Calls::Once | Calls::Static | Calls::Twice(_) | Calls::Pointer(_) | Calls::Recursive(_) => None,
        }
    }

    /// Does the array that is passed for another one hold as many elements, of its type? Neither is `restrict`.
    pub fn is_alias(&self, Alias { array, by }: Alias) -> bool {
        let is_linear = |id: ArrayId| self.arrays.get(id).is_some_and(|it| it.form == Form::Linear && !it.restrict);
        let linear = array != by && is_linear(array) && is_linear(by);
        linear && self.arrays[array].elem == self.arrays[by].elem && self.elements(array) <= self.buffer_elements(by)
    }

    /// The array whose memory this one is part of.
    pub fn memory(&self, array: ArrayId) -> ArrayId {
        match self.arrays[array].form {
            Form::Overlap { of, .. } | Form::Flat { of } => of,
            Form::Vla
            | Form::Linear
            | Form::Global
            | Form::Cells
            | Form::Record
            | Form::Member
            | Form::Local { .. }
            | Form::Rows(_) => array,
        }
    }

    /// Have two arrays no memory in common, in any call?
    pub fn are_apart(&self, [a, b]: [ArrayId; 2]) -> bool {
        let shared = self.calls.alias().map(|Alias { array, by }| [array, by].map(|id| self.memory(id)));
        let [a, b] = [a, b].map(|id| self.memory(id));
        a != b && shared.is_none_or(|shared| !(shared.contains(&a) && shared.contains(&b)))
    }

    /// Are the array's elements within `CELLS`, whoever stores to them?
    pub fn has_cells(&self, array: ArrayId) -> bool {
        self.arrays[self.memory(array)].form == Form::Cells
    }

    /// Are there complex numbers anywhere in it?
    pub fn has_complex(&self) -> bool {
        self.arrays.iter().any(|array| array.elem.is_complex())
            || self.scalars.iter().any(|elem| elem.is_complex())
            || self.computes_complex(&self.body)
    }

    fn computes_complex(&self, body: &[Stmt]) -> bool {
        body.iter().any(|stmt| {
            stmt.exprs().into_iter().any(|expr| self.is_complex_inside(expr))
                || stmt.bodies().into_iter().any(|inner| self.computes_complex(inner))
        })
    }

    fn is_complex_inside(&self, expr: &Expr) -> bool {
        matches!(expr, Expr::Part(..))
            || self.elem(expr).is_complex()
            || expr.children().into_iter().any(|child| self.is_complex_inside(child))
    }

    /// The type of an expression's value.
    pub fn elem(&self, expr: &Expr) -> Elem {
        match expr {
            Expr::Literal(elem, _)
            | Expr::Here(elem)
            | Expr::Binary(_, elem, ..)
            | Expr::Convert(elem, _)
            | Expr::Math(_, elem, _)
            | Expr::Part(_, elem, _)
            | Expr::Call(_, elem, ..)
            | Expr::Choose(_, elem, ..) => *elem,
            Expr::Load(access) => self.arrays[access.array].elem,
            Expr::Scalar(scalar) => self.scalars[*scalar],
            Expr::Var(_) | Expr::Form(_) => Elem::I32,
        }
    }
}
