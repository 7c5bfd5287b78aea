//! Elementary functions of numbers, element by element. Reductions and special functions are elsewhere.

pub(crate) mod broadcast;
mod composed;
pub(crate) mod division;
pub(crate) mod functions;
pub(crate) mod libm;
pub(crate) mod mapper;
pub(crate) mod numeric;
pub(crate) mod parts;

use super::{ANY, Call, Entry, entry, file_entry};
use crate::{Result, Value};
use functions as f;
use std::f64::consts::PI;

pub const TABLE: &[Entry] = &[
    entry("abs", 1, 1, parts::abs),
    entry("real", 1, 1, parts::real),
    entry("imag", 1, 1, parts::imag),
    entry("conj", 1, 1, parts::conj),
    entry("arg", 1, 1, parts::arg),
    entry("angle", 1, 1, parts::arg),
    entry("complex", 1, 2, parts::complex),
    entry("sign", 1, 1, parts::sign),
    entry("signbit", 1, 1, |call| parts::test(call, None, |x| x.is_sign_negative(), |re, _| re)),
    entry("isnan", 1, 1, |call| parts::test(call, Some(false), f64::is_nan, |re, im| re || im)),
    entry("isinf", 1, 1, |call| parts::test(call, Some(false), f64::is_infinite, |re, im| re || im)),
    entry("isfinite", 1, 1, |call| parts::test(call, Some(true), f64::is_finite, |re, im| re && im)),
    entry("isna", 1, 1, parts::isna),
    entry("floor", 1, 1, |call| mapper::rounding(call, f64::floor, f32::floor)),
    entry("ceil", 1, 1, |call| mapper::rounding(call, f64::ceil, f32::ceil)),
    entry("round", 1, 1, |call| mapper::rounding(call, f64::round, f32::round)),
    entry("fix", 1, 1, |call| mapper::rounding(call, f64::trunc, f32::trunc)),
    entry("mod", 2, 2, division::modulo),
    entry("rem", 2, 2, division::remainder),
    entry("atan2", 2, 2, division::atan2),
    entry("hypot", 2, ANY, division::hypot),
    entry("sqrt", 1, 1, parts::sqrt),
    entry("cbrt", 1, 1, |call| f::CBRT.call(call)),
    entry("exp", 1, 1, |call| f::EXP.call(call)),
    entry("expm1", 1, 1, |call| f::EXPM1.call(call)),
    entry("log", 1, 1, |call| f::LOG.call(call)),
    entry("log2", 1, 1, log2),
    entry("log10", 1, 1, |call| f::LOG10.call(call)),
    entry("log1p", 1, 1, |call| f::LOG1P.call(call)),
    entry("sin", 1, 1, |call| f::SIN.call(call)),
    entry("cos", 1, 1, |call| f::COS.call(call)),
    entry("tan", 1, 1, |call| f::TAN.call(call)),
    entry("asin", 1, 1, |call| f::ASIN.call(call)),
    entry("acos", 1, 1, |call| f::ACOS.call(call)),
    entry("atan", 1, 1, |call| f::ATAN.call(call)),
    entry("sinh", 1, 1, |call| f::SINH.call(call)),
    entry("cosh", 1, 1, |call| f::COSH.call(call)),
    entry("tanh", 1, 1, |call| f::TANH.call(call)),
    entry("asinh", 1, 1, |call| f::ASINH.call(call)),
    entry("acosh", 1, 1, |call| f::ACOSH.call(call)),
    entry("atanh", 1, 1, |call| f::ATANH.call(call)),
    file_entry("sec", 1, 1, |call| composed::reciprocal(call, &f::COS)),
    file_entry("csc", 1, 1, |call| composed::reciprocal(call, &f::SIN)),
    file_entry("cot", 1, 1, |call| composed::reciprocal(call, &f::TAN)),
    file_entry("sech", 1, 1, |call| composed::reciprocal(call, &f::COSH)),
    file_entry("csch", 1, 1, |call| composed::reciprocal(call, &f::SINH)),
    file_entry("coth", 1, 1, |call| composed::reciprocal(call, &f::TANH)),
    file_entry("asec", 1, 1, |call| composed::of_reciprocal(call, &f::ACOS)),
    file_entry("acsc", 1, 1, |call| composed::of_reciprocal(call, &f::ASIN)),
    file_entry("acot", 1, 1, |call| composed::of_reciprocal(call, &f::ATAN)),
    file_entry("asech", 1, 1, |call| composed::of_reciprocal(call, &f::ACOSH)),
    file_entry("acsch", 1, 1, |call| composed::of_reciprocal(call, &f::ASINH)),
    file_entry("acoth", 1, 1, |call| composed::of_reciprocal(call, &f::ATANH)),
    file_entry("sind", 1, 1, composed::sind),
    file_entry("cosd", 1, 1, composed::cosd),
    file_entry("tand", 1, 1, composed::tand),
    file_entry("asind", 1, 1, |call| composed::in_degrees(call, &f::ASIN)),
    file_entry("acosd", 1, 1, |call| composed::in_degrees(call, &f::ACOS)),
    file_entry("atand", 1, 1, composed::atand),
    file_entry("deg2rad", 1, 1, |call| composed::scale_angle(call, "DEG", PI / 180.0)),
    file_entry("rad2deg", 1, 1, |call| composed::scale_angle(call, "RAD", 180.0 / PI)),
    file_entry("realsqrt", 1, 1, |call| composed::real_only(call, &f::SQRT)),
    file_entry("reallog", 1, 1, |call| composed::real_only(call, &f::LOG)),
    file_entry("realpow", 2, 2, composed::realpow),
    file_entry("nthroot", 2, 2, composed::nthroot),
];

fn log2(call: Call) -> Result<Vec<Value>> {
    if call.nargout == 2 { division::split_exponent(&call.args[0]) } else { f::LOG2.call(call) }
}
