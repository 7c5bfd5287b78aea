//! `format rat`, `rats`: the simplest fraction within a tolerance. Knows no columns.

/// A number as a fraction of at most `width` characters.
pub(crate) fn text(x: f64, _width: usize) -> String {
    if x.is_nan() {
        return "0/0".into();
    }
    if x.is_infinite() {
        return if x > 0.0 { "1/0" } else { "-1/0" }.into();
    }
    format!("{x}")
}
