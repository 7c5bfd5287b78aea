//! Variables in files, as `save` and `load` write and read them: Octave's text, MAT-files of version 5 (version 4 is read alone), and
//! tables of numbers. Opens no file and knows no variable of a program.

mod mat4;
mod mat5;
mod mat5_write;
mod table;
mod text;
mod text_write;

use crate::value::Value;
use crate::{Error, Result};

pub type Variables = Vec<(String, Value)>;

/// Makes an anonymous function of its text and of the variables that it captured.
pub type MakeHandle<'m> = &'m mut dyn FnMut(&str, Variables) -> Result<Value>;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Octave's own, the default.
    Text,
    /// Numbers alone, without names.
    Table,
    /// Version 6 of MAT-files.
    Mat,
    /// Version 7: version 6 with compressed variables.
    CompressedMat,
}

/// Does a file have names of variables? Tables have none.
pub fn has_names(bytes: &[u8]) -> bool {
    mat5::is_one(bytes) || mat4::is_one(bytes) || text::is_one(bytes)
}

/// The variables of a file; `name` is that of a table's matrix, `make` makes anonymous functions. `None` if the file is none of those that are known.
///
/// # Errors
/// Files that end too early, and values of classes that are not known.
pub fn read(bytes: &[u8], name: &str, make: MakeHandle) -> Result<Option<Variables>> {
    if mat5::is_one(bytes) {
        return mat5::read(bytes).map(Some);
    }
    if text::is_one(bytes) {
        return text::read(bytes, make).map(Some);
    }
    if mat4::is_one(bytes) {
        return mat4::read(bytes).map(Some);
    }
    Ok(table::read(bytes).map(|value| vec![(name.to_string(), value)]))
}

/// The text of a file with these variables.
///
/// # Errors
/// Values that the format has no form for.
pub fn write(format: Format, variables: &[(String, Value)], head: &str) -> Result<Vec<u8>> {
    match format {
        Format::Text => text_write::write(variables, head),
        Format::Table => Ok(table::write(variables)),
        Format::Mat => mat5_write::write(variables, false),
        Format::CompressedMat => mat5_write::write(variables, true),
    }
}

fn broken() -> Error {
    Error::new("load: the file is damaged, or ends too early")
}

/// A value's name for a form that a format does not have.
fn no_form(value: &Value) -> Error {
    Error::new(format!("save: wrong type argument '{}'", value.kind_name()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::value::{Array, StructArray};

    fn read(bytes: &[u8], name: &str) -> Result<Option<Variables>> {
        super::read(bytes, name, &mut |_, _| Err(broken()))
    }

    fn sample() -> Variables {
        let mut fields = StructArray::scalar();
        fields.set("a", 0, Value::scalar(1.5));
        fields.set("b", 0, Value::text("q"));
        let complex = Array::row(vec![crate::value::Complex64::new(1.0, -2.0)]);
        vec![
            ("x".into(), Value::scalar(3.0)),
            ("m".into(), Value::Double(Array::new([2, 2].into(), vec![1.0, 2.0, f64::NAN, -f64::INFINITY]))),
            ("s".into(), Value::text("hello")),
            ("z".into(), Value::Complex(complex)),
            ("i".into(), Value::I16(Array::row(vec![-3, 4]))),
            ("c".into(), Value::cell_row(vec![Value::scalar(1.0), Value::text("a"), Value::empty()])),
            ("b".into(), Value::bool(true)),
            ("t".into(), Value::structs(fields)),
        ]
    }

    #[test]
    fn what_is_written_is_read() {
        for format in [Format::Text, Format::Mat, Format::CompressedMat] {
            let bytes = write(format, &sample(), "# Created").unwrap();
            let read = read(&bytes, "").unwrap().unwrap();
            assert_eq!(format!("{read:?}"), format!("{:?}", sample()), "{format:?}");
        }
    }

    #[test]
    fn a_permutation_takes_each_place_once() {
        let of = |places: &str| format!("# x\n# name: p\n# type: permutation matrix\n# size: 2\n# orient: {places}\n");
        assert!(read(of("c\n2\n1").as_bytes(), "").is_ok());
        for wrong in ["c\n1\n1", "r\n1\n1", "c\n0\n1", "r\n1\n3"] {
            assert!(read(of(wrong).as_bytes(), "").is_err(), "{wrong}");
        }
    }

    #[test]
    fn damaged_files_are_told() {
        for format in [Format::Text, Format::Mat, Format::CompressedMat] {
            let bytes = write(format, &sample(), "# Created").unwrap();
            for end in (200..bytes.len()).step_by(7) {
                // No panic; a cut between two variables is no damage that one could see.
                let _ = read(&bytes[..end], "");
            }
        }
        assert!(read(b"hello world\n", "x").unwrap().is_none());
    }

    #[test]
    fn tables_are_numbers_alone() {
        let read = |text: &str| read(text.as_bytes(), "x").unwrap().map(|it| format!("{:?}", it[0].1.dims()));
        assert_eq!(read("% a\n1 2 3;\n4,5,6\n"), Some(format!("{:?}", crate::value::Dims::from([2, 3]))));
        assert_eq!(read("1 2\n3\n"), None);
    }
}
