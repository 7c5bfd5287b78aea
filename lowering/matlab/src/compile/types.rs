//! Types of variables and expressions. Holds no rule of a function.

use crate::ast::IntegerClass;

/// The class of elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Elem {
    Double,
    Bool,
    Char,
    /// Doubles that may have imaginary parts: one whose imaginary part is zero counts as real wherever that matters.
    Complex,
    Single,
    Int(IntClass),
    Wide(WideClass),
}

/// The integer classes of 64 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum WideClass {
    I64,
    U64,
}

impl WideClass {
    /// The name of the class.
    pub fn name(self) -> &'static str {
        match self {
            WideClass::I64 => "int64",
            WideClass::U64 => "uint64",
        }
    }
}

/// The integer classes whose numbers are doubles, too.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum IntClass {
    I8,
    I16,
    I32,
    U8,
    U16,
    U32,
}

impl IntClass {
    pub const ALL: [IntClass; 6] =
        [IntClass::I8, IntClass::I16, IntClass::I32, IntClass::U8, IntClass::U16, IntClass::U32];

    /// The name of the class, which is that of the function that converts to it.
    pub fn name(self) -> &'static str {
        match self {
            IntClass::I8 => "int8",
            IntClass::I16 => "int16",
            IntClass::I32 => "int32",
            IntClass::U8 => "uint8",
            IntClass::U16 => "uint16",
            IntClass::U32 => "uint32",
        }
    }

    pub fn bits(self) -> u32 {
        match self {
            IntClass::I8 | IntClass::U8 => 8,
            IntClass::I16 | IntClass::U16 => 16,
            IntClass::I32 | IntClass::U32 => 32,
        }
    }

    pub fn is_signed(self) -> bool {
        matches!(self, IntClass::I8 | IntClass::I16 | IntClass::I32)
    }

    /// The least and the greatest number.
    pub fn limits(self) -> (i64, i64) {
        match self.is_signed() {
            true => (-(1 << (self.bits() - 1)), (1 << (self.bits() - 1)) - 1),
            false => (0, (1 << self.bits()) - 1),
        }
    }
}

impl Elem {
    /// The class of a name, as functions that convert have it, and `zeros(n, 'int8')`.
    pub fn of_name(name: &str) -> Option<Elem> {
        match name {
            "double" => Some(Elem::Double),
            "single" => Some(Elem::Single),
            "int64" => Some(Elem::Wide(WideClass::I64)),
            "uint64" => Some(Elem::Wide(WideClass::U64)),
            _ => IntClass::ALL.into_iter().find(|class| class.name() == name).map(Elem::Int),
        }
    }

    /// What `class` says, and whether there are imaginary parts.
    pub fn describe(self) -> &'static str {
        match self {
            Elem::Double => "double",
            Elem::Bool => "logical",
            Elem::Char => "char",
            Elem::Complex => "complex double",
            Elem::Single => "single",
            Elem::Int(class) => class.name(),
            Elem::Wide(class) => class.name(),
        }
    }

    /// The class of a hexadecimal or binary literal.
    pub fn of_literal(class: IntegerClass) -> Elem {
        match class {
            IntegerClass::I8 => Elem::Int(IntClass::I8),
            IntegerClass::I16 => Elem::Int(IntClass::I16),
            IntegerClass::I32 => Elem::Int(IntClass::I32),
            IntegerClass::I64 => Elem::Wide(WideClass::I64),
            IntegerClass::U8 => Elem::Int(IntClass::U8),
            IntegerClass::U16 => Elem::Int(IntClass::U16),
            IntegerClass::U32 => Elem::Int(IntClass::U32),
            IntegerClass::U64 => Elem::Wide(WideClass::U64),
        }
    }

    /// Are its numbers those of doubles, without rules of their own?
    pub fn is_plain(self) -> bool {
        match self {
            Elem::Double | Elem::Bool | Elem::Char => true,
            Elem::Complex | Elem::Single | Elem::Int(_) | Elem::Wide(_) => false,
        }
    }

    pub fn is_wide(self) -> bool {
        matches!(self, Elem::Wide(_))
    }

    /// A class for variables of both. What is double before a loop may have another class after the first iteration: a guess, which
    /// is tested when a region is entered, and at each assignment.
    fn join(self, other: Elem) -> Option<Elem> {
        match (self, other) {
            (a, b) if a == b => Some(a),
            (Elem::Double, other) | (other, Elem::Double) if !other.is_plain() => Some(other),
            _ => None,
        }
    }
}

/// What is known of the extents.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Shape {
    /// 1x1
    Scalar,
    /// 1xN, N not known
    Row,
    /// Nx1, N not known
    Column,
    /// MxN
    Matrix,
    /// MxNxP
    Cube,
}

/// The type of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Type {
    pub elem: Elem,
    pub shape: Shape,
}

impl Type {
    pub const SCALAR: Type = Type { elem: Elem::Double, shape: Shape::Scalar };
    pub const BOOL: Type = Type { elem: Elem::Bool, shape: Shape::Scalar };

    pub fn array(shape: Shape) -> Type {
        Type { elem: Elem::Double, shape }
    }

    pub fn is_scalar(self) -> bool {
        self.shape == Shape::Scalar
    }

    pub fn with(self, elem: Elem) -> Type {
        Type { elem, ..self }
    }

    /// A type that holds the values of both; `None` if one variable cannot have both in compiled code.
    pub fn join(self, other: Type) -> Option<Type> {
        Some(Type { elem: self.elem.join(other.elem)?, shape: self.shape.join(other.shape)? })
    }
}

impl Shape {
    pub fn describe(self) -> &'static str {
        match self {
            Shape::Scalar => "scalar",
            Shape::Row => "row",
            Shape::Column => "column",
            Shape::Matrix => "matrix",
            Shape::Cube => "array of three dimensions",
        }
    }

    /// Scalars and arrays are kept in different ways, so they do not join.
    pub fn join(self, other: Shape) -> Option<Shape> {
        match (self, other) {
            (a, b) if a == b => Some(a),
            (Shape::Scalar, _) | (_, Shape::Scalar) => None,
            (Shape::Cube, _) | (_, Shape::Cube) => Some(Shape::Cube),
            _ => Some(Shape::Matrix),
        }
    }

    /// The shape of an elementwise operation on operands with its broadcasting.
    pub fn elementwise(self, other: Shape) -> Shape {
        match (self, other) {
            (Shape::Scalar, shape) | (shape, Shape::Scalar) => shape,
            (a, b) if a == b => a,
            (Shape::Cube, _) | (_, Shape::Cube) => Shape::Cube,
            _ => Shape::Matrix,
        }
    }

    pub fn transposed(self) -> Shape {
        match self {
            Shape::Row => Shape::Column,
            Shape::Column => Shape::Row,
            other => other,
        }
    }
}

/// What is known of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Known {
    /// No value yet.
    Nothing,
    Typed(Type),
    /// A handle of a function.
    Handle,
    /// Anything: cells, complex singles, unknown.
    Anything,
}

impl Known {
    pub fn join(self, other: Known) -> Known {
        match (self, other) {
            (Known::Nothing, known) | (known, Known::Nothing) => known,
            (Known::Typed(a), Known::Typed(b)) => a.join(b).map_or(Known::Anything, Known::Typed),
            (Known::Handle, Known::Handle) => Known::Handle,
            (Known::Anything | Known::Handle, _) | (_, Known::Anything | Known::Handle) => Known::Anything,
        }
    }

    pub fn typed(self) -> Option<Type> {
        match self {
            Known::Typed(ty) => Some(ty),
            Known::Nothing | Known::Handle | Known::Anything => None,
        }
    }
}
