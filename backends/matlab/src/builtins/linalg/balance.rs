//! `balance(A)`: scaling and permutation that make rows and columns alike.

use super::Call;
use super::matrix::{Matrix, each, mat_value};
use crate::lapack::{Mat, hessenberg};
use crate::{Result, Value, fail};

/// `AA = balance(A)`, `[DD, AA] = balance(A)` with `AA = DD \ A * DD`; `"noperm"` and `"noscal"`.
pub fn balance(call: Call) -> Result<Vec<Value>> {
    let m = Matrix::argument(&call.args[0], "balance")?;
    if m.is_empty() {
        return Ok(vec![Value::empty(), Value::empty()]);
    }
    if !m.is_square() {
        fail!("balance: argument must be a square matrix");
    }
    let (mut permute, mut scale) = (true, true);
    for option in &call.args[1..] {
        match option.as_text().unwrap_or_default().as_str() {
            "noperm" | "S" => permute = false,
            "noscal" | "P" => scale = false,
            other => fail!("balance: unknown option \"{other}\""),
        }
    }
    each!(m, m => {
        let mut m = m;
        let balance = match (permute, scale) {
            (true, true) => hessenberg::balance(&mut m),
            (true, false) => hessenberg::permute(&mut m),
            (false, true) => hessenberg::scale(&mut m),
            (false, false) => hessenberg::Balance::none(m.rows),
        };
        let scaling = scaling_matrix(&balance, &m);
        let balanced = mat_value(m);
        Ok(if call.nargout < 2 { vec![balanced] } else { vec![mat_value(scaling), balanced] })
    })
}

/// The matrix `DD`, in the element type of `like`.
fn scaling_matrix<T: super::Element>(balance: &hessenberg::Balance<T::Real>, like: &Mat<T>) -> Mat<T> {
    let mut d = Mat::identity(like.rows);
    balance.undo(&mut d);
    d
}
