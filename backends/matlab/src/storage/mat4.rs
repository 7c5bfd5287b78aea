//! MAT-files of version 4, which have no head: matrices one behind the other.

use super::Variables;
use crate::value::{Array, CharArray, Complex64, Value};
use crate::{Error, Result};

/// Bytes of the five numbers before each matrix.
const HEAD: usize = 20;

/// What stands before a matrix.
struct Head {
    big_endian: bool,
    /// 0 double, 1 single, 2 int32, 3 int16, 4 uint16, 5 uint8
    precision: u32,
    /// 0 numbers, 1 text, 2 sparse
    kind: u32,
    rows: usize,
    columns: usize,
    is_complex: bool,
    name_length: usize,
}

impl Head {
    fn of(bytes: &[u8]) -> Option<Head> {
        let bytes = bytes.get(..HEAD)?;
        // The first number is less than 5000 in the order of the file's bytes.
        let big_endian = u32::from_le_bytes(bytes[..4].try_into().ok()?) >= 5000;
        let words: Vec<u32> = bytes
            .chunks_exact(4)
            .filter_map(|word| word.try_into().ok())
            .map(|word| if big_endian { u32::from_be_bytes(word) } else { u32::from_le_bytes(word) })
            .collect();
        let [code, rows, columns, is_complex, name_length] = words[..] else { return None };
        let (order, reserved, precision, kind) = (code / 1000, code / 100 % 10, code / 10 % 10, code % 10);
        let is_one = order == u32::from(big_endian) && reserved == 0 && precision <= 5 && kind <= 2;
        let is_plausible = is_complex <= 1 && (2..=256).contains(&name_length);
        (is_one && is_plausible).then_some(Head {
            big_endian,
            precision,
            kind,
            rows: rows as usize,
            columns: columns as usize,
            is_complex: is_complex == 1,
            name_length: name_length as usize,
        })
    }

    fn width(&self) -> usize {
        [8, 4, 4, 2, 2, 1][self.precision as usize]
    }

    fn number(&self, bytes: &[u8]) -> f64 {
        let mut little = [0; 8];
        little[..bytes.len()].copy_from_slice(bytes);
        if self.big_endian {
            little[..bytes.len()].reverse();
        }
        let word = u64::from_le_bytes(little);
        match self.precision {
            0 => f64::from_bits(word),
            1 => f64::from(f32::from_bits(word as u32)),
            2 => f64::from(word as u32 as i32),
            3 => f64::from(word as u16 as i16),
            _ => word as f64,
        }
    }
}

pub fn is_one(bytes: &[u8]) -> bool {
    Head::of(bytes).is_some_and(|head| bytes.get(HEAD + head.name_length - 1) == Some(&0))
}

pub fn read(mut bytes: &[u8]) -> Result<Variables> {
    let damaged = || Error::new("load: failed to load matrix constant");
    let mut all = vec![];
    while !bytes.is_empty() {
        let head = Head::of(bytes).ok_or_else(damaged)?;
        if head.kind == 2 {
            return Err(Error::new("load: sparse matrices are not supported"));
        }
        let name = bytes.get(HEAD..HEAD + head.name_length - 1).ok_or_else(damaged)?;
        let name = String::from_utf8_lossy(name).into_owned();
        let count = head.rows.checked_mul(head.columns).ok_or_else(damaged)?;
        let length = count.checked_mul(head.width()).ok_or_else(damaged)?;
        let start = HEAD + head.name_length;
        let parts = 1 + usize::from(head.is_complex);
        let end = length.checked_mul(parts).and_then(|all| all.checked_add(start)).ok_or_else(damaged)?;
        let data = bytes.get(start..end).ok_or_else(damaged)?;
        let numbers: Vec<f64> = data.chunks_exact(head.width()).map(|one| head.number(one)).collect();
        all.push((name, value(&head, numbers)));
        bytes = &bytes[end..];
    }
    Ok(all)
}

fn value(head: &Head, numbers: Vec<f64>) -> Value {
    let dims = [head.rows, head.columns].into();
    if head.is_complex {
        let (re, im) = numbers.split_at(numbers.len() / 2);
        let pairs = re.iter().zip(im).map(|(&re, &im)| Complex64::new(re, im)).collect();
        return Value::Complex(Array::new(dims, pairs));
    }
    if head.kind == 1 {
        let bytes = Array::new(dims, numbers.into_iter().map(|code| code as u8).collect());
        return Value::Char(CharArray { bytes, double_quoted: false });
    }
    Value::Double(Array::new(dims, numbers))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A matrix of one row.
    fn file(kind: u32, numbers: &[f64]) -> Vec<u8> {
        let head = [kind, 1, numbers.len() as u32, 0, 2].map(u32::to_le_bytes).concat();
        let data = numbers.iter().flat_map(|x| x.to_le_bytes()).collect();
        [head, b"x\0".to_vec(), data].concat()
    }

    #[test]
    fn files_that_end_too_early_are_errors() {
        let bytes = file(0, &[1.0, 2.5]);
        assert!(is_one(&bytes) && read(&bytes).is_ok_and(|all| all.len() == 1));
        for length in 1..bytes.len() {
            assert!(read(&bytes[..length]).is_err(), "{length}");
        }
        assert!(read(&[bytes.clone(), vec![7]].concat()).is_err());
    }

    #[test]
    fn sparse_matrices_and_other_files_are_refused() {
        assert!(read(&file(2, &[1.0])).is_err_and(|error| error.message.contains("sparse")));
        for other in [&b"1 2 3\n4 5 6\n7 8 9\n10 11 12\n"[..], b"# Created by Octave 7.3.0\n# name: x\n", b""] {
            assert!(!is_one(other));
        }
    }
}
