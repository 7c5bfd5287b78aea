//! Small readings of MLIR ops that several modules share. Never changes IR.

use melior::StringRef;
use melior::ir::block::BlockLike;
use melior::ir::operation::{OperationLike, OperationRef};
use melior::ir::{BlockRef, Location, Module, RegionLike};

/// The name of an op; empty if it is not UTF-8.
pub(crate) fn op_name<'c: 'a, 'a>(op: &impl OperationLike<'c, 'a>) -> String {
    text(op.name().as_string_ref()).unwrap_or_default()
}

/// An MLIR string that is neither empty (melior may not read those) nor other than UTF-8.
fn text(string: StringRef) -> Option<String> {
    if string.to_raw().length == 0 { None } else { string.as_str().ok().map(str::to_string) }
}

/// The ops of a block, collected so that the caller may erase or move them.
pub(crate) fn operations<'c: 'a, 'a>(block: BlockRef<'c, 'a>) -> Vec<OperationRef<'c, 'a>> {
    // SAFETY: the reference is the one just found; only its lifetime is stated again.
    let first = block.first_operation().map(|op| unsafe { OperationRef::from_raw(op.to_raw()) });
    std::iter::successors(first, |op| op.next_in_block()).collect()
}

/// `op` and everything inside it, parents first.
pub(crate) fn nested<'c: 'a, 'a>(op: OperationRef<'c, 'a>) -> Vec<OperationRef<'c, 'a>> {
    let mut found = Vec::new();
    let mut open = vec![op];
    while let Some(op) = open.pop() {
        found.push(op);
        let mut children = Vec::new();
        for region in op.regions() {
            let first = region.first_block().map(|block| unsafe { BlockRef::from_raw(block.to_raw()) });
            for block in std::iter::successors(first, |block| block.next_in_region()) {
                children.extend(operations(block));
            }
        }
        open.extend(children.into_iter().rev());
    }
    found
}

/// The first block of an op's first region.
pub(crate) fn entry_block<'c: 'a, 'a>(op: OperationRef<'c, 'a>) -> Option<BlockRef<'c, 'a>> {
    let block = op.first_region()?.first_block()?;
    // SAFETY: as in `operations`.
    Some(unsafe { BlockRef::from_raw(block.to_raw()) })
}

/// The `gpu.module`s directly in `module`.
pub(crate) fn gpu_modules<'c, 'a>(module: &'a Module<'c>) -> Vec<OperationRef<'c, 'a>> {
    operations(module.body()).into_iter().filter(|op| op_name(op) == "gpu.module").collect()
}

/// `file.c:12:5` of the first position in `location`, if it has one.
pub(crate) fn position(location: Location) -> Option<String> {
    if location.is_file_line_col_range() {
        let file = location.file_line_col_range_filename();
        let file = text(file.as_string_ref())?;
        let (line, column) = (location.file_line_col_range_start_line(), location.file_line_col_range_start_column());
        Some(format!("{file}:{line}:{column}"))
    } else if location.is_name() {
        position(location.name_child_location())
    } else if location.is_call_site() {
        position(location.call_site_callee())
    } else if location.is_fused() {
        (0..location.fused_num_locations()).find_map(|i| position(location.fused_location(i)))
    } else {
        None
    }
}

/// [`position`], or `<unknown>`.
pub(crate) fn position_or_unknown(location: Location) -> String {
    position(location).unwrap_or_else(|| "<unknown>".to_string())
}

/// A string as MLIR text, every special byte escaped.
pub(crate) fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || b"_.:/-+ ".contains(&byte) {
            quoted.push(byte as char);
        } else {
            quoted.push_str(&format!("\\{byte:02X}"));
        }
    }
    quoted.push('"');
    quoted
}
