//! Names of kernels: function, file (once where both have one name, in scripts) and line, so that profiles and messages lead to the source.

use std::collections::HashSet;

use melior::ir::operation::OperationLike;
use raddle_dialects::ir::{self, Op};

/// Hands out names that are unique in a module and valid as symbols and SPIR-V entry points.
pub struct KernelNames {
    used: HashSet<String>,
}

impl KernelNames {
    /// Names that no symbol of the module has.
    pub fn beside(module: Op<'_>) -> Self {
        let symbols = ir::entry_block(module, 0).map(ir::ops).unwrap_or_default();
        let used = symbols.into_iter().filter_map(|it| ir::str_attr(it, "sym_name")).map(str::to_string);
        Self { used: used.collect() }
    }

    /// A script's function that is called as its file needs one name alone; in C, `step_3` may be a function of the program.
    pub fn next(&mut self, function: &str, is_script: bool, op: Op<'_>) -> String {
        let (stem, line) = match ir::file_line_col(op.location()) {
            Some(at) => {
                let file = at.file.rsplit('/').next().unwrap_or_default();
                (file.rsplit_once('.').map_or(file, |it| it.0).to_string(), at.line)
            }
            None => ("unknown".to_string(), 0),
        };
        let base = match is_script && function == stem {
            true => identifier(&format!("{stem}_{line}")),
            false => identifier(&format!("{function}_{stem}_{line}")),
        };
        let mut name = base.clone();
        let mut count = 1;
        while !self.used.insert(name.clone()) {
            count += 1;
            name = format!("{base}_{count}");
        }
        name
    }
}

fn identifier(text: &str) -> String {
    let mut name: String = text.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
    if !name.starts_with(|c: char| c.is_ascii_alphabetic()) {
        name.insert(0, 'k');
    }
    name
}

#[cfg(test)]
mod tests {
    use super::identifier;

    #[test]
    fn identifiers_are_plain() {
        assert_eq!(identifier("f_my-file.x_3"), "f_my_file_x_3");
        assert_eq!(identifier("3mm_12"), "k3mm_12");
    }
}
