//! The element types of arrays of numbers as traits, so that a function is written once for all classes. Does no arithmetic of a
//! program: operators are in `ops`.

use crate::value::{Array, Class, Complex32, Complex64, Value};

/// An element of an array of numbers or truth values.
pub trait Element: Copy + PartialEq + Default + 'static {
    fn wrap(array: Array<Self>) -> Value;
}

macro_rules! elements {
    ($($element:ty: $variant:ident;)*) => {
        $(impl Element for $element {
            fn wrap(array: Array<Self>) -> Value {
                Value::$variant(array)
            }
        })*
    };
}

elements! {
    f64: Double;
    f32: Single;
    Complex64: Complex;
    Complex32: SingleComplex;
    bool: Bool;
    i8: I8;
    i16: I16;
    i32: I32;
    i64: I64;
    u8: U8;
    u16: U16;
    u32: U32;
    u64: U64;
}

/// An element of one of the eight integer classes.
pub trait Integer: Element + Ord {
    fn wide(self) -> i128;

    /// Saturates.
    fn from_wide(value: i128) -> Self;

    fn to_f64(self) -> f64;

    /// Rounds halves away from zero and saturates; NaN is zero.
    fn from_f64(value: f64) -> Self;
}

macro_rules! integers {
    ($($integer:ty)*) => {
        $(impl Integer for $integer {
            fn wide(self) -> i128 {
                i128::from(self)
            }

            fn from_wide(value: i128) -> Self {
                value.clamp(i128::from(<$integer>::MIN), i128::from(<$integer>::MAX)) as $integer
            }

            fn to_f64(self) -> f64 {
                self as f64
            }

            fn from_f64(value: f64) -> Self {
                // `as` saturates and takes NaN to zero.
                value.round() as $integer
            }
        })*
    };
}

integers! { i8 i16 i32 i64 u8 u16 u32 u64 }

/// Runs `$body` with `$array` bound to the elements of an integer class; `$other` for all else.
macro_rules! with_integers {
    ($value:expr, $array:ident => $body:expr, $other:pat => $else:expr) => {
        match $value {
            $crate::Value::I8($array) => $body,
            $crate::Value::I16($array) => $body,
            $crate::Value::I32($array) => $body,
            $crate::Value::I64($array) => $body,
            $crate::Value::U8($array) => $body,
            $crate::Value::U16($array) => $body,
            $crate::Value::U32($array) => $body,
            $crate::Value::U64($array) => $body,
            $other => $else,
        }
    };
}
pub(crate) use with_integers;

/// Runs `$body` with `$array` bound to the elements of any class with an [`Element`] type (no char, range or diagonal); `$other` for
/// all else.
macro_rules! with_elements {
    ($value:expr, $array:ident => $body:expr, $other:pat => $else:expr) => {
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
            $other => $else,
        }
    };
}
pub(crate) use with_elements;

/// Makes an array of doubles one of singles.
pub fn to_single(array: &Array<f64>) -> Array<f32> {
    array.map(|&x| x as f32)
}

/// Doubles as a value of class double or single.
pub fn wrap_as(class: Class, array: Array<f64>) -> Value {
    if class == Class::Single { Value::Single(to_single(&array)) } else { Value::Double(array) }
}
