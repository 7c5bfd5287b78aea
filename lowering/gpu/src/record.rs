//! What was decided about each loop, kept on the module for the driver: `region.nests`, an array of
//! [source, function, verdict, reason], with a fifth text where another version of the loop says it.

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
    pub place: Place,
    /// Another version of the source's loop has a kernel, whose verdict is the loop's.
    pub is_superseded: bool,
}

/// The fifth text of such a loop.
const SUPERSEDED: &str = "superseded";

/// Where a loop runs, with the reason where it is not everywhere.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// A kernel for all devices.
    Device,
    /// A kernel for CPU threads, which share the host's memory and functions.
    Threads(String),
    Host(String),
}

impl Place {
    /// As in the statistics.
    pub fn name(&self) -> &'static str {
        match self {
            Place::Device => "device",
            Place::Threads(_) => "threads",
            Place::Host(_) => "host",
        }
    }

    pub fn reason(&self) -> &str {
        match self {
            Place::Device => "",
            Place::Threads(reason) | Place::Host(reason) => reason,
        }
    }

    fn parse(name: &str, reason: &str) -> Place {
        match name {
            "device" => Place::Device,
            "threads" => Place::Threads(reason.into()),
            _ => Place::Host(reason.into()),
        }
    }
}

/// `file.c:12` of an op.
pub fn source_line(op: Op<'_>) -> String {
    ir::file_line_col(op.location()).map_or_else(|| "unknown:0".into(), |it| format!("{}:{}", it.file, it.line))
}

/// Appends a verdict.
pub fn verdict<'c>(module: Op<'c>, nest: NestOp<'c>, op: Op<'c>, (place, is_superseded): (&Place, bool)) {
    let b = Builder::before(nest.op());
    let source = source_line(op);
    let mut entry = vec![source.as_str(), nest.function(), place.name(), place.reason()];
    entry.extend(is_superseded.then_some(SUPERSEDED));
    let mut all: Vec<Attribute<'c>> = entries(module);
    all.push(b.strs(&entry));
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
            let [source, function, kind, reason, ref more @ ..] = ir::strs_value(it)?[..] else { return None };
            Some(Verdict {
                source: source.into(),
                function: function.into(),
                place: Place::parse(kind, reason),
                is_superseded: more.contains(&SUPERSEDED),
            })
        })
        .collect()
}
