//! Arrays of more than two dimensions: a matrix for each place of the others.

use super::grid::After;
use super::integers;
use super::printer::Printer;
use crate::value::{Array, CharArray, Dims, Value};

impl Printer {
    /// `ans(:,:,1) = ...` for each page. Those of integers stand apart, and at the left.
    pub fn pages(&mut self, value: &Value) {
        let dims = value.dims();
        if dims.count() == 0 {
            self.text(&format!("[]({dims})\n"));
            return;
        }
        let count = dims.count() / (dims.rows() * dims.cols());
        let integer = value.class().is_integer();
        let width = integers::width_of(value);
        for k in 0..count {
            let page = page(value, &dims, k);
            if !integer {
                self.indent();
            }
            self.text(&page_name(&dims, k));
            if let Some(text) = self.inline(&page).filter(|_| !integer) {
                self.text(" = ");
                self.out.extend(text);
                self.out.push(b'\n');
                continue;
            }
            self.text(" =\n");
            self.blank_line();
            let last = k + 1 == count;
            self.plane(&page, width, if integer && !last { After::EmptyLine } else { After::Nothing });
            if !last && !integer {
                self.blank_line();
            }
        }
    }
}

/// `ans(:,:,2,1)`
fn page_name(dims: &Dims, k: usize) -> String {
    let mut name = String::from("ans(:,:");
    let mut rest = k;
    for &extent in &dims.as_slice()[2..] {
        name += &format!(",{}", rest % extent + 1);
        rest /= extent;
    }
    name + ")"
}

/// The matrix of the first two dimensions at place `k` of the others.
fn page(value: &Value, dims: &Dims, k: usize) -> Value {
    let plane = Dims::from([dims.rows(), dims.cols()]);
    fn cut<T: Clone>(array: &Array<T>, plane: &Dims, k: usize) -> Array<T> {
        let count = plane.count();
        Array::new(plane.clone(), array.as_slice()[k * count..(k + 1) * count].to_vec())
    }
    match value {
        Value::Double(array) => Value::Double(cut(array, &plane, k)),
        Value::Single(array) => Value::Single(cut(array, &plane, k)),
        Value::Complex(array) => Value::Complex(cut(array, &plane, k)).narrow(),
        Value::SingleComplex(array) => Value::SingleComplex(cut(array, &plane, k)).narrow(),
        Value::Bool(array) => Value::Bool(cut(array, &plane, k)),
        Value::Char(text) => Value::Char(CharArray { bytes: cut(&text.bytes, &plane, k), ..*text }),
        Value::I8(array) => Value::I8(cut(array, &plane, k)),
        Value::I16(array) => Value::I16(cut(array, &plane, k)),
        Value::I32(array) => Value::I32(cut(array, &plane, k)),
        Value::I64(array) => Value::I64(cut(array, &plane, k)),
        Value::U8(array) => Value::U8(cut(array, &plane, k)),
        Value::U16(array) => Value::U16(cut(array, &plane, k)),
        Value::U32(array) => Value::U32(cut(array, &plane, k)),
        Value::U64(array) => Value::U64(cut(array, &plane, k)),
        // All others have two dimensions.
        other => other.clone(),
    }
}
