//! `lu`, `qr`, `chol` and its kin, `hess`, `schur`.

use super::Call;
use super::matrix::{Element, Matrix, by_kind, each, mat_value};
use crate::lapack::{Mat, cholesky, eigen, lu, qr};
use crate::value::Structured;
use crate::{Error, Result, Value, fail};

/// `y = lu(A)`, `[l, u] = lu(A)`, `[l, u, p] = lu(A)`, with `"vector"` a column of row numbers for `p`.
pub fn lu(call: Call) -> Result<Vec<Value>> {
    let as_vector = match call.args.get(1) {
        Some(option) if option.as_text().is_some_and(|text| text.eq_ignore_ascii_case("vector")) => true,
        Some(option) if option.is_text() => fail!("lu: unrecognized string argument"),
        _ => false,
    };
    let m = Matrix::argument(&call.args[0], "lu")?;
    if m.is_empty() {
        return Ok(vec![Value::empty(), Value::empty(), Value::empty()]);
    }
    Ok(each!(m, m => lu_parts(m, call.nargout, as_vector)))
}

fn lu_parts<T: Element>(m: Mat<T>, nargout: usize, as_vector: bool) -> Vec<Value> {
    let factors = lu::factor(m);
    if nargout < 2 {
        return vec![mat_value(factors.factors)];
    }
    let rows = factors.rows();
    let (lower, upper) = (factors.lower(), factors.upper());
    if nargout == 2 {
        let mut permuted = lower.clone();
        for (i, &row) in rows.iter().enumerate() {
            for j in 0..lower.cols {
                permuted[(row, j)] = lower[(i, j)];
            }
        }
        return vec![mat_value(permuted), mat_value(upper)];
    }
    let p =
        if as_vector { Value::column(rows.iter().map(|&row| (row + 1) as f64).collect()) } else { permutation(rows) };
    vec![mat_value(lower), mat_value(upper), p]
}

/// The permutation matrix whose row `i` has its one in column `columns[i]`; 1x1 ones are plain.
fn permutation(columns: Vec<usize>) -> Value {
    if columns.len() == 1 {
        return Value::scalar(1.0);
    }
    Value::Structured(Structured::Permutation { columns }.into())
}

/// How many rows of `R` and what kind of `p`.
struct QrOptions {
    economy: bool,
    vector: bool,
    right_side: Option<Matrix>,
}

/// `[q, r] = qr(A)`, `[q, r, p] = qr(A)`, with `0` or `"0"` the economy size, with `"vector"` and `"matrix"` the kind of `p`;
/// `[c, r] = qr(A, B)` is `q' * B` instead of `q`. One output is what LAPACK leaves: `R` and the reflectors.
pub fn qr(call: Call) -> Result<Vec<Value>> {
    let options = qr_options(&call)?;
    let m = match &call.args[0] {
        cell @ Value::Cell(_) => fail!("qr: wrong type argument '{}'", cell.kind_name()),
        other => Matrix::argument(other, "qr")?,
    };
    if let Some(b) = options.right_side {
        if b.rows() != m.rows() {
            fail!(
                "qr: dimensions of A ({}x{}) and B ({}x{}) are not consistent",
                m.rows(),
                m.cols(),
                b.rows(),
                b.cols()
            );
        }
        return Ok(super::matrix::both!(m, b, (a, b) => qr_with_right_side(a, b, options.economy)));
    }
    Ok(each!(m, m => qr_parts(m, call.nargout, options.economy, options.vector)))
}

fn qr_options(call: &Call) -> Result<QrOptions> {
    let mut options = QrOptions { economy: false, vector: false, right_side: None };
    for (position, arg) in call.args.iter().enumerate().skip(1) {
        match arg {
            Value::Char(_) => match arg.as_text().as_deref() {
                Some("vector") => options.vector = true,
                Some("matrix") => options.vector = false,
                Some("0") => (options.economy, options.vector) = (true, true),
                other => {
                    fail!("qr: type for P must be 'matrix' or 'vector', not {}", other.unwrap_or_default())
                }
            },
            other if other.is_scalar() && other.as_scalar() == Some(0.0) && position + 1 == call.args.len() => {
                (options.economy, options.vector) = (true, true);
            }
            other => options.right_side = Some(Matrix::argument(other, "qr")?),
        }
    }
    Ok(options)
}

fn qr_with_right_side<T: Element>(a: Mat<T>, b: Mat<T>, economy: bool) -> Vec<Value> {
    let rows = if economy { a.rows.min(a.cols) } else { a.rows };
    let factors = qr::factor(a);
    let c = crate::lapack::blas::gemm_adjoint(&factors.q(rows), &b);
    vec![mat_value(c), mat_value(factors.r(rows))]
}

fn qr_parts<T: Element>(a: Mat<T>, nargout: usize, economy: bool, as_vector: bool) -> Vec<Value> {
    let (m, n) = (a.rows, a.cols);
    let size = if economy { m.min(n) } else { m };
    if nargout < 3 {
        let factors = qr::factor(a);
        if nargout < 2 {
            return vec![mat_value(factors.factors)];
        }
        return vec![mat_value(factors.q(size)), mat_value(factors.r(size))];
    }
    let (factors, order) = qr::factor_pivoted(a);
    let p = if as_vector {
        Value::row(order.iter().map(|&column| (column + 1) as f64).collect())
    } else {
        let mut columns = vec![0; n];
        order.iter().enumerate().for_each(|(k, &column)| columns[column] = k);
        permutation(columns)
    };
    vec![mat_value(factors.q(size)), mat_value(factors.r(size)), p]
}

/// `r = chol(A)`, `[r, p] = chol(A)`, with `"lower"` the lower factor of the lower triangle.
pub fn chol(call: Call) -> Result<Vec<Value>> {
    if call.nargout > 2 {
        fail!("chol: using three output arguments, matrix A must be sparse");
    }
    let mut lower = false;
    for option in &call.args[1..] {
        match option.as_text().map(|text| text.to_ascii_lowercase()).as_deref() {
            Some("lower") => lower = true,
            Some("upper") => lower = false,
            Some("vector") => {}
            _ => fail!("chol: optional argument must be one of \"vector\", \"lower\", or \"upper\""),
        }
    }
    let m = Matrix::argument(&call.args[0], "chol")?;
    if m.is_empty() && m.is_square() {
        return Ok(vec![Value::empty(), Value::scalar(0.0)]);
    }
    if !m.is_square() {
        fail!("chol: requires square matrix");
    }
    let (factor, failed) = each!(m, m => {
        let (factor, failed) = match if lower { cholesky::factor_lower(m) } else { cholesky::factor(m) } {
            Ok(factor) => (factor, 0),
            Err((minor, partial)) => (partial.part(0..minor - 1, 0..minor - 1), minor),
        };
        (mat_value(factor), failed)
    });
    if failed > 0 && call.nargout < 2 {
        return Err(not_definite("chol"));
    }
    Ok(vec![factor, Value::scalar(failed as f64)])
}

fn not_definite(function: &str) -> Error {
    Error::new(format!("{function}: input matrix must be positive definite"))
}

/// `cholinv(A)`: the inverse of a positive definite matrix.
pub fn cholinv(call: Call) -> Result<Vec<Value>> {
    let m = Matrix::argument(&call.args[0], "cholinv")?;
    if m.is_empty() {
        return Ok(vec![Value::empty()]);
    }
    if !m.is_square() {
        fail!("cholinv: A must be a square matrix");
    }
    let inverse = each!(m, m => cholesky::factor(m).ok().map(|factor| mat_value(cholesky::inverse(&factor))));
    inverse.map(|inverse| vec![inverse]).ok_or_else(|| Error::new("cholinv: A must be positive definite"))
}

/// `chol2inv(R)`: the inverse of `R' * R`.
pub fn chol2inv(call: Call) -> Result<Vec<Value>> {
    let m = Matrix::argument(&call.args[0], "chol2inv")?;
    if m.is_empty() {
        return Ok(vec![Value::empty()]);
    }
    if !m.is_square() {
        fail!("chol2inv: R must be a square matrix");
    }
    Ok(vec![each!(m, m => mat_value(cholesky::inverse(&m)))])
}

/// `h = hess(A)`, `[p, h] = hess(A)`.
pub fn hess(call: Call) -> Result<Vec<Value>> {
    let m = Matrix::argument(&call.args[0], "hess")?;
    if m.is_empty() {
        return Ok(vec![Value::empty(), Value::empty()]);
    }
    if !m.is_square() {
        fail!("hess: A must be a square matrix");
    }
    let (p, h) = each!(m, m => {
        let (p, h) = eigen::hessenberg_form(m);
        (mat_value(p), mat_value(h))
    });
    Ok(if call.nargout < 2 { vec![h] } else { vec![p, h] })
}

/// `s = schur(A)`, `[u, s] = schur(A)`, with `"complex"` a triangular form of a real matrix.
pub fn schur(mut call: Call) -> Result<Vec<Value>> {
    let a = &call.args[0];
    let m = match a {
        Value::Single(_) | Value::Double(_) | Value::Complex(_) | Value::SingleComplex(_) => {
            Matrix::argument(a, "schur")?
        }
        Value::Range(_) | Value::Diagonal(_) | Value::Structured(_) => Matrix::argument(a, "schur")?,
        other => fail!("schur: wrong type argument '{}'", other.type_name()),
    };
    if !m.is_square() {
        fail!("schur: A must be a square matrix");
    }
    if m.is_empty() {
        return Ok(vec![Value::empty(), Value::empty()]);
    }
    let option = call.args.get(1).and_then(Value::as_text).unwrap_or_default();
    let mut want_complex = false;
    match option.to_ascii_lowercase().as_str() {
        "" | "real" | "u" | "a" | "d" => {}
        "complex" => want_complex = true,
        _ => {
            let message = format!("schur: incorrect ordered schur argument '{option}'");
            super::Warning { identifier: "", message }.issue(&mut call);
            return Ok(vec![]);
        }
    }
    let m = if want_complex { m.into_complex() } else { m };
    let form = by_kind!(m,
        m => eigen::real_schur_form(m).map(|(u, s)| (mat_value(u), mat_value(s))),
        eigen::complex_schur_form(m).map(|(u, s)| (mat_value(u), mat_value(s)))
    );
    let Some((u, s)) = form else { fail!("schur: failed to converge") };
    Ok(if call.nargout < 2 { vec![s] } else { vec![u, s] })
}
