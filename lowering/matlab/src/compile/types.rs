//! Types of variables and expressions. Holds no rule of a function.

/// The class of elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Elem {
    Double,
    Bool,
    Char,
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

/// The type of a real value.
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
        let shape = self.shape.join(other.shape)?;
        (self.elem == other.elem).then_some(Type { elem: self.elem, shape })
    }
}

impl Shape {
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
    /// Anything: complex, text, cells, integers, unknown.
    Anything,
}

impl Known {
    pub fn join(self, other: Known) -> Known {
        match (self, other) {
            (Known::Nothing, known) | (known, Known::Nothing) => known,
            (Known::Typed(a), Known::Typed(b)) => a.join(b).map_or(Known::Anything, Known::Typed),
            (Known::Anything, _) | (_, Known::Anything) => Known::Anything,
        }
    }

    pub fn typed(self) -> Option<Type> {
        match self {
            Known::Typed(ty) => Some(ty),
            Known::Nothing | Known::Anything => None,
        }
    }
}
