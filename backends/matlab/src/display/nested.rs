//! Values that hold values: cells, structs, maps. Knows no numbers.

use super::printer::Printer;
use crate::value::{Array, Class, Map, StructArray, Value};

/// So many structs inside of each other show their fields' values.
const FULL_STRUCTS: usize = 2;

/// What a value is, in Octave's own words.
fn brief_name(value: &Value) -> String {
    match value {
        Value::Range(range) if range.is_empty() => "matrix".into(),
        Value::Range(_) => "double_range".into(),
        other => other.type_name(),
    }
}

impl Printer {
    /// A cell array of two dimensions that is not empty, braces included.
    pub fn cells(&mut self, cells: &Array<Value>) {
        let rows = cells.dims().rows().max(1);
        self.indent();
        self.line("{");
        self.indented(2, |printer| {
            for (k, cell) in cells.iter().enumerate() {
                printer.named(&format!("[{},{}]", k % rows + 1, k / rows + 1), cell);
            }
        });
        self.indent();
        self.line("}");
    }

    /// What follows the name of a struct.
    pub fn structs(&mut self, structs: &StructArray) {
        if structs.dims().is_scalar() {
            self.indented(2, |printer| {
                printer.indent();
                printer.line("scalar structure containing the fields:");
                printer.blank_line();
                printer.indented(2, |printer| printer.fields(structs));
            });
        } else {
            self.struct_array(structs);
        }
    }

    pub fn disp_structs(&mut self, structs: &StructArray) {
        if structs.dims().is_scalar() {
            self.indented(4, |printer| printer.fields(structs));
        } else {
            self.struct_array(structs);
        }
    }

    /// The fields of one struct. Those of structs in structs in structs only tell what they hold.
    fn fields(&mut self, structs: &StructArray) {
        let brief = self.struct_depth >= FULL_STRUCTS;
        self.struct_depth += 1;
        for (name, field) in &structs.fields {
            let Some(value) = field.as_slice().first() else { continue };
            if brief {
                self.indent();
                let dims = if let Value::Map(_) = value { [1, 1].into() } else { value.dims() };
                self.line(&format!("{name}: {dims} {}", brief_name(value)));
            } else {
                self.named(name, value);
            }
        }
        self.struct_depth -= 1;
    }

    fn struct_array(&mut self, structs: &StructArray) {
        self.indented(2, |printer| {
            printer.indent();
            printer.line(&format!("{} struct array containing the fields:", structs.dims()));
            printer.blank_line();
            printer.indented(2, |printer| {
                for name in structs.fields.keys() {
                    printer.indent();
                    printer.line(name);
                }
            });
        });
    }

    /// A map inside of a cell or struct shows its insides, as objects do.
    pub fn map(&mut self, map: &Map) {
        let nested = self.indentation() > 0;
        self.indented(2, |printer| {
            printer.indent();
            printer.line("containers.Map object with properties:");
            if nested {
                printer.blank_line();
                printer.object_fields(map);
            } else {
                printer.out.push(b'\n');
                let lines = [
                    format!("  Count     : {}", map.len()),
                    format!("  KeyType   : {}", map.key_class.name()),
                    format!("  ValueType : {}", map.value_type),
                ];
                for line in lines {
                    printer.indent();
                    printer.line(&line);
                }
                printer.out.push(b'\n');
            }
        });
    }

    fn object_fields(&mut self, map: &Map) {
        let numeric = u8::from(map.key_class != Class::Char);
        let lines = [
            "           Count: [1x1 uint64]".to_string(),
            format!("         KeyType: {}", map.key_class.name()),
            format!("       ValueType: {}", map.value_type),
            "             map: [1x1 struct]".to_string(),
            format!("    numeric_keys: {numeric}"),
        ];
        for line in lines {
            self.indent();
            self.line(&line);
        }
    }
}
