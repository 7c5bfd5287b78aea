//! Values: what a variable, a cell or a field holds. Copies are cheap: elements are shared until one copy is written.

mod array;
mod dims;
mod function;
mod map;
mod parser;
mod range;
mod rearrange;
mod structs;

pub use crate::memory::room;
pub use array::Array;
pub use dims::Dims;
pub use function::Handle;
pub use map::{Key, Map, MapRef};
pub use parser::{Kind, Parameter, Parser, ParserRef};
pub use range::{Diagonal, Range, Structured};
pub use rearrange::{NOWHERE, Rearrange};
pub use structs::{Field, StructArray};

use crate::{Error, Result};
pub use num_complex::{Complex32, Complex64};
use std::rc::Rc;

/// Arrays of any class. Element order is column-major.
#[derive(Clone, Debug)]
pub enum Value {
    Double(Array<f64>),
    Single(Array<f32>),
    /// At least one imaginary part is not zero, but for values that `complex(...)` made.
    Complex(Array<Complex64>),
    SingleComplex(Array<Complex32>),
    Bool(Array<bool>),
    /// Bytes (UTF-8 where they are not ASCII).
    Char(CharArray),
    I8(Array<i8>),
    I16(Array<i16>),
    I32(Array<i32>),
    I64(Array<i64>),
    U8(Array<u8>),
    U16(Array<u16>),
    U32(Array<u32>),
    U64(Array<u64>),
    Cell(Rc<Array<Value>>),
    Struct(Rc<StructArray>),
    Handle(Rc<Handle>),
    /// `containers.Map`, which has reference semantics.
    Map(MapRef),
    /// `inputParser`, which has reference semantics.
    Parser(ParserRef),
    /// `base:step:limit` as long as nothing changes its elements: it is displayed in ways of its own. Else a double row.
    Range(Range),
    /// `eye(n)` and what keeps its zeros: displayed in ways of its own. Else a double matrix.
    Diagonal(Diagonal),
    /// Permutation matrices, and diagonal matrices of other classes. [`Value::full`] makes a plain matrix of it.
    Structured(Rc<Structured>),
}

#[derive(Clone, Debug)]
pub struct CharArray {
    pub bytes: Array<u8>,
    /// Written with double quotes.
    pub double_quoted: bool,
}

/// The class, as `class(x)` names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Class {
    Double,
    Single,
    Bool,
    Char,
    I8,
    I16,
    I32,
    I64,
    U8,
    U16,
    U32,
    U64,
    Cell,
    Struct,
    Handle,
    Map,
    Parser,
}

/// Octave's missing value: one of the NaNs.
pub const NA: f64 = f64::from_bits(0x7FF8_40F4_4000_0000);

/// The missing value of singles.
pub const NA_SINGLE: f32 = f32::from_bits(0x7FC2_07A2);

impl Class {
    pub fn name(self) -> &'static str {
        match self {
            Class::Double => "double",
            Class::Single => "single",
            Class::Bool => "logical",
            Class::Char => "char",
            Class::I8 => "int8",
            Class::I16 => "int16",
            Class::I32 => "int32",
            Class::I64 => "int64",
            Class::U8 => "uint8",
            Class::U16 => "uint16",
            Class::U32 => "uint32",
            Class::U64 => "uint64",
            Class::Cell => "cell",
            Class::Struct => "struct",
            Class::Handle => "function_handle",
            Class::Map => "containers.Map",
            Class::Parser => "inputParser",
        }
    }

    pub fn is_integer(self) -> bool {
        use Class::{I8, I16, I32, I64, U8, U16, U32, U64};
        matches!(self, I8 | I16 | I32 | I64 | U8 | U16 | U32 | U64)
    }

    pub fn is_float(self) -> bool {
        matches!(self, Class::Double | Class::Single)
    }
}

/// Runs `$body` with `$array` bound to the element array of any value that is an `Array<T>` of numbers, bytes or cells; `$other` else.
#[macro_export]
macro_rules! with_array {
    ($value:expr, $array:ident => $body:expr, $other:ident => $else:expr) => {
        match $value {
            $crate::Value::Double($array) => $body,
            $crate::Value::Single($array) => $body,
            $crate::Value::Complex($array) => $body,
            $crate::Value::SingleComplex($array) => $body,
            $crate::Value::Bool($array) => $body,
            $crate::Value::I8($array) => $body,
            $crate::Value::I16($array) => $body,
            $crate::Value::I32($array) => $body,
            $crate::Value::I64($array) => $body,
            $crate::Value::U8($array) => $body,
            $crate::Value::U16($array) => $body,
            $crate::Value::U32($array) => $body,
            $crate::Value::U64($array) => $body,
            $crate::Value::Cell($array) => $body,
            $other => $else,
        }
    };
}

impl Value {
    pub fn scalar(value: f64) -> Value {
        Value::Double(Array::scalar(value))
    }

    pub fn bool(value: bool) -> Value {
        Value::Bool(Array::scalar(value))
    }

    /// A row of characters, as from single quotes. The empty text is 0x0.
    pub fn text(text: impl AsRef<[u8]>) -> Value {
        let bytes = text.as_ref();
        let rows = usize::from(!bytes.is_empty());
        Value::chars(Array::new([rows, bytes.len()].into(), bytes.to_vec()))
    }

    pub fn chars(bytes: Array<u8>) -> Value {
        Value::Char(CharArray { bytes, double_quoted: false })
    }

    /// `[]`
    pub fn empty() -> Value {
        Value::Double(Array::new([0, 0].into(), vec![]))
    }

    pub fn row(values: Vec<f64>) -> Value {
        Value::Double(Array::row(values))
    }

    pub fn column(values: Vec<f64>) -> Value {
        Value::Double(Array::column(values))
    }

    pub fn cell_row(values: Vec<Value>) -> Value {
        Value::cell(Array::row(values))
    }

    pub fn cell(array: Array<Value>) -> Value {
        Value::Cell(Rc::new(array))
    }

    pub fn structs(array: StructArray) -> Value {
        Value::Struct(Rc::new(array))
    }

    /// Is it an object of `inline`?
    pub fn is_inline(&self) -> bool {
        matches!(self, Value::Handle(handle) if handle.is_inline())
    }

    /// The name of the class as the program sees it.
    pub fn class_name(&self) -> &'static str {
        if self.is_inline() { "inline" } else { self.class().name() }
    }

    pub fn class(&self) -> Class {
        match self {
            Value::Double(_) | Value::Complex(_) | Value::Range(_) | Value::Diagonal(_) => Class::Double,
            Value::Single(_) | Value::SingleComplex(_) => Class::Single,
            Value::Bool(_) => Class::Bool,
            Value::Char(_) => Class::Char,
            Value::I8(_) => Class::I8,
            Value::I16(_) => Class::I16,
            Value::I32(_) => Class::I32,
            Value::I64(_) => Class::I64,
            Value::U8(_) => Class::U8,
            Value::U16(_) => Class::U16,
            Value::U32(_) => Class::U32,
            Value::U64(_) => Class::U64,
            Value::Cell(_) => Class::Cell,
            Value::Struct(_) => Class::Struct,
            Value::Handle(_) => Class::Handle,
            Value::Map(_) => Class::Map,
            Value::Parser(_) => Class::Parser,
            Value::Structured(matrix) => matrix.class(),
        }
    }

    pub fn dims(&self) -> Dims {
        with_array!(self, array => array.dims().clone(), other => match other {
            Value::Char(chars) => chars.bytes.dims().clone(),
            Value::Struct(structs) => structs.dims().clone(),
            Value::Range(range) => [1, range.len()].into(),
            Value::Diagonal(diagonal) => [diagonal.rows, diagonal.columns].into(),
            Value::Structured(matrix) => matrix.dims(),
            // A handle is a scalar; a map's extent is what `size` shows.
            Value::Map(map) => [map.borrow().len(), 1].into(),
            _ => [1, 1].into(),
        })
    }

    /// The number of elements.
    pub fn count(&self) -> usize {
        self.dims().count()
    }

    pub fn is_empty(&self) -> bool {
        self.count() == 0
    }

    pub fn is_scalar(&self) -> bool {
        self.dims().is_scalar()
    }

    pub fn is_complex(&self) -> bool {
        match self {
            Value::Complex(_) | Value::SingleComplex(_) => true,
            Value::Structured(matrix) => matrix.is_complex(),
            _ => false,
        }
    }

    /// Any class with numbers, also logical and char (`isnumeric` asks for less).
    pub fn is_number_like(&self) -> bool {
        !matches!(self, Value::Cell(_) | Value::Struct(_) | Value::Handle(_) | Value::Map(_) | Value::Parser(_))
    }

    pub fn is_text(&self) -> bool {
        matches!(self, Value::Char(_))
    }

    /// Ranges and diagonal matrices become plain arrays; others stay as they are.
    pub fn full(self) -> Value {
        match self {
            Value::Range(range) => Value::Double(range.to_array()),
            Value::Diagonal(diagonal) => Value::Double(diagonal.to_array()),
            Value::Structured(matrix) => matrix.to_value(),
            other => other,
        }
    }

    /// A char row's bytes (or an empty char array's). `None` for all else.
    pub fn as_bytes(&self) -> Option<&[u8]> {
        match self {
            Value::Char(chars) if chars.bytes.dims().rows() == 1 || chars.bytes.is_empty() => {
                Some(chars.bytes.as_slice())
            }
            _ => None,
        }
    }

    /// A char row as text; what is no UTF-8 is replaced.
    pub fn as_text(&self) -> Option<String> {
        self.as_bytes().map(|bytes| String::from_utf8_lossy(bytes).into_owned())
    }

    /// The elements as doubles: every class with real numbers, also logical and char.
    pub fn to_doubles(&self) -> Option<Array<f64>> {
        Some(match self {
            Value::Double(array) => array.clone(),
            Value::Single(array) => array.map(|&x| f64::from(x)),
            Value::Bool(array) => array.map(|&x| f64::from(u8::from(x))),
            Value::Char(chars) => chars.bytes.map(|&x| f64::from(x)),
            Value::I8(array) => array.map(|&x| f64::from(x)),
            Value::I16(array) => array.map(|&x| f64::from(x)),
            Value::I32(array) => array.map(|&x| f64::from(x)),
            Value::I64(array) => array.map(|&x| x as f64),
            Value::U8(array) => array.map(|&x| f64::from(x)),
            Value::U16(array) => array.map(|&x| f64::from(x)),
            Value::U32(array) => array.map(|&x| f64::from(x)),
            Value::U64(array) => array.map(|&x| x as f64),
            Value::Range(range) => range.to_array(),
            Value::Diagonal(diagonal) => diagonal.to_array(),
            Value::Structured(matrix) => return matrix.to_value().to_doubles(),
            Value::Complex(_) | Value::SingleComplex(_) => return None,
            Value::Cell(_) | Value::Struct(_) | Value::Handle(_) | Value::Map(_) | Value::Parser(_) => return None,
        })
    }

    /// The elements as complex doubles: every class with numbers.
    pub fn to_complex(&self) -> Option<Array<Complex64>> {
        match self {
            Value::Complex(array) => Some(array.clone()),
            Value::SingleComplex(array) => Some(array.map(|x| Complex64::new(x.re.into(), x.im.into()))),
            Value::Structured(matrix) => matrix.to_value().to_complex(),
            other => other.to_doubles().map(|array| array.map(|&x| Complex64::new(x, 0.0))),
        }
    }

    /// The first element as a double: what functions do with an argument that should be a real scalar. `None` if there is none.
    pub fn as_scalar(&self) -> Option<f64> {
        match self {
            Value::Double(array) => array.as_slice().first().copied(),
            Value::Complex(array) => array.as_slice().first().map(|x| x.re),
            Value::SingleComplex(array) => array.as_slice().first().map(|x| x.re.into()),
            Value::Structured(matrix) => matrix.to_value().as_scalar(),
            other => other.to_doubles().and_then(|array| array.as_slice().first().copied()),
        }
    }

    /// The first element as a count or position: a non-negative integer.
    pub fn as_count(&self) -> Option<usize> {
        self.as_scalar().filter(|x| *x >= 0.0 && x.fract() == 0.0 && *x < 9.0e15).map(|x| x as usize)
    }

    /// Is every element true (not zero), and is there at least one: the rule of `if` and `while`. Structs and functions are not.
    ///
    /// # Errors
    /// Cells, and NaN among the elements.
    pub fn is_true(&self) -> Result<bool> {
        let reals = |values: &[f64]| match values.iter().any(|x| x.is_nan()) {
            true => Err(Error::new("invalid conversion from NaN to logical")),
            false => Ok(!values.is_empty() && values.iter().all(|&x| x != 0.0)),
        };
        match self {
            Value::Bool(array) => Ok(!array.is_empty() && array.iter().all(|&x| x)),
            Value::Double(array) => reals(array.as_slice()),
            Value::Complex(_) | Value::SingleComplex(_) => {
                let array = self.to_complex().unwrap_or_default();
                // The sum of magnitudes is NaN where a part is, and zero where both are.
                let sums: Vec<f64> = array.iter().map(|z| z.re.abs() + z.im.abs()).collect();
                reals(&sums)
            }
            Value::Structured(matrix) => matrix.to_value().is_true(),
            Value::Cell(_) => Err(Error::new("invalid conversion from cell array to logical value")),
            other => other.to_doubles().map_or(Ok(false), |array| reals(array.as_slice())),
        }
    }

    /// Complex arrays without imaginary parts become real: what every operator and function does with its result.
    pub fn narrow(self) -> Value {
        match self {
            Value::Complex(array) if array.as_slice().iter().all(|x| x.im == 0.0) => Value::Double(array.map(|x| x.re)),
            Value::SingleComplex(array) if array.as_slice().iter().all(|x| x.im == 0.0) => {
                Value::Single(array.map(|x| x.re))
            }
            other => other,
        }
    }

    /// The same elements in other extents, whose product must be the same.
    pub fn reshape(self, dims: Dims) -> Value {
        match self.full() {
            Value::Double(array) => Value::Double(array.reshape(dims)),
            Value::Single(array) => Value::Single(array.reshape(dims)),
            Value::Complex(array) => Value::Complex(array.reshape(dims)),
            Value::SingleComplex(array) => Value::SingleComplex(array.reshape(dims)),
            Value::Bool(array) => Value::Bool(array.reshape(dims)),
            Value::Char(chars) => Value::Char(CharArray { bytes: chars.bytes.reshape(dims), ..chars }),
            Value::I8(array) => Value::I8(array.reshape(dims)),
            Value::I16(array) => Value::I16(array.reshape(dims)),
            Value::I32(array) => Value::I32(array.reshape(dims)),
            Value::I64(array) => Value::I64(array.reshape(dims)),
            Value::U8(array) => Value::U8(array.reshape(dims)),
            Value::U16(array) => Value::U16(array.reshape(dims)),
            Value::U32(array) => Value::U32(array.reshape(dims)),
            Value::U64(array) => Value::U64(array.reshape(dims)),
            Value::Cell(array) => Value::cell(Rc::unwrap_or_clone(array).reshape(dims)),
            Value::Struct(structs) => Value::structs(Rc::unwrap_or_clone(structs).reshape(dims)),
            other @ (Value::Handle(_)
            | Value::Map(_)
            | Value::Parser(_)
            | Value::Range(_)
            | Value::Diagonal(_)
            | Value::Structured(_)) => other,
        }
    }

    /// [`Value::kind_name`], where texts in single quotes have a name of their own.
    pub fn type_name(&self) -> String {
        match self {
            Value::Char(chars) if !chars.double_quoted => "sq_string".into(),
            other => other.kind_name(),
        }
    }

    /// What messages about a wrong subscript call a value.
    pub fn indexed_name(&self) -> String {
        match self {
            Value::Range(_) => "double_range".into(),
            Value::Struct(_) => "struct".into(),
            other => other.type_name(),
        }
    }

    /// What Octave's own messages call a value: `matrix`, `complex scalar`, `bool matrix`, `cell`, `int32 scalar`, ...
    pub fn kind_name(&self) -> String {
        let scalar = self.is_scalar();
        let shape = if scalar { "scalar" } else { "matrix" };
        match self {
            Value::Double(_) if scalar => "scalar".into(),
            Value::Double(_) => "matrix".into(),
            Value::Single(_) => format!("float {shape}"),
            Value::Complex(_) => format!("complex {shape}"),
            Value::SingleComplex(_) => format!("float complex {shape}"),
            Value::Bool(_) if scalar => "bool".into(),
            Value::Bool(_) => "bool matrix".into(),
            Value::Char(_) => "string".into(),
            Value::Cell(_) => "cell".into(),
            Value::Struct(_) if scalar => "scalar struct".into(),
            Value::Struct(_) => "struct".into(),
            Value::Handle(_) => "function handle".into(),
            Value::Map(_) => "object".into(),
            Value::Range(_) => "range".into(),
            Value::Diagonal(_) => "diagonal matrix".into(),
            Value::Structured(matrix) => match **matrix {
                Structured::Permutation { .. } => "permutation matrix".into(),
                Structured::Diagonal { .. } if self.is_complex() => "complex diagonal matrix".into(),
                Structured::Diagonal { .. } => "float diagonal matrix".into(),
            },
            integer => format!("{} {shape}", integer.class().name()),
        }
    }
}

impl From<f64> for Value {
    fn from(value: f64) -> Value {
        Value::scalar(value)
    }
}

impl From<bool> for Value {
    fn from(value: bool) -> Value {
        Value::bool(value)
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Value {
        Value::text(text)
    }
}

impl From<String> for Value {
    fn from(text: String) -> Value {
        Value::text(text)
    }
}
