//! What was decided about each loop, kept on the module for the driver: `region.nests`, an array of
//! [source, function, verdict, reason].

use melior::ir::Attribute;
use melior::ir::attribute::ArrayAttribute;
use melior::ir::operation::OperationLike;
use raddle_dialects::build::Builder;
use raddle_dialects::ir::{self, Op};
use raddle_dialects::region::NestOp;

/// The module's attribute.
pub const NESTS: &str = "region.nests";

/// One loop that stands outside of any kernel, or is one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// `file.c:12`
    pub source: String,
    pub function: String,
    /// The reason why the loop is on the host; None if it is a kernel.
    pub host: Option<String>,
}

/// `file.c:12` of an op.
pub fn source_line(op: Op<'_>) -> String {
    ir::file_line_col(op.location()).map_or_else(|| "unknown:0".into(), |it| format!("{}:{}", it.file, it.line))
}

/// Appends a verdict; `host` is the reason why the loop stays on the host.
pub fn verdict<'c>(module: Op<'c>, nest: NestOp<'c>, op: Op<'c>, host: Option<&str>) {
    let b = Builder::before(nest.op());
    let kind = if host.is_some() { "host" } else { "device" };
    let entry = b.strs(&[source_line(op).as_str(), nest.function(), kind, host.unwrap_or("")]);
    let mut all: Vec<Attribute<'c>> = entries(module);
    all.push(entry);
    ir::set_attr(module, NESTS, b.array(&all));
}

fn entries<'c>(module: Op<'c>) -> Vec<Attribute<'c>> {
    let list = ir::attr(module, NESTS).and_then(|it| ArrayAttribute::try_from(it).ok());
    list.map(|it| (0..it.len()).filter_map(|i| it.element(i).ok()).collect()).unwrap_or_default()
}

/// The verdicts on a module, in source order of the nests.
pub fn verdicts(module: Op<'_>) -> Vec<Verdict> {
    entries(module)
        .into_iter()
        .filter_map(|it| {
            let [source, function, kind, reason] = ir::strs_value(it)?.try_into().ok()?;
            let host = (kind == "host").then(|| reason.to_string());
            Some(Verdict { source: source.into(), function: function.into(), host })
        })
        .collect()
}
