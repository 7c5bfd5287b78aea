//! Drawings: which elements of an array a nest reaches, and when the parts of a run were, both as SVG. Asks nothing of the compiler.

use super::at::Values;
use super::html::escaped;
use super::timeline::{Event, Kind, Run};
use raddle_gpu::sites::{Moved, Site};
use raddle_region::describe::{Elements, Reached, Set};
use std::collections::BTreeSet;
use std::fmt::Write as _;

/// Cells in a row or column of a picture.
const MOST_CELLS: i64 = 64;
/// Rows that one dimension is folded into.
const MOST_FOLDS: i64 = 16;
/// Bars of a timeline.
const MOST_BARS: usize = 5000;
/// Units that a timeline is wide.
const WIDTH: u32 = 1000;

type Cell = (i64, i64);

/// The elements of an array, in colors; or in words why there is no picture. None where nobody asked for one.
pub fn of_array(reached: &Reached, site: Option<&Site>, (values, is_script): (&Values, bool)) -> Option<String> {
    if values.is_empty() || !(1..=2).contains(&reached.rank) {
        return None;
    }
    let kinds = [&reached.reads, &reached.writes].map(|it| it.as_ref());
    let [reads, writes] = kinds.map(|it| it.map_or(Some(vec![]), cells));
    let (Some(reads), Some(writes)) = (reads, writes) else {
        return Some(format!(
            "<p class=\"dim\">No picture of {}: its elements are not known, or too many.</p>",
            escaped(&reached.array)
        ));
    };
    let name = reached.array.clone();
    let all: Vec<&Vec<i64>> = reads.iter().chain(&writes).map(|it| &it.0).collect();
    let hull = hull(&all, reached.rank)?;
    let (rows, columns) = extent(&hull);
    if columns > MOST_CELLS || rows > MOST_CELLS {
        return Some(format!(
            "<p class=\"dim\">No picture of {}: more than {MOST_CELLS} elements a side. Smaller values have one.</p>",
            escaped(&name)
        ));
    }
    let copied =
        site.and_then(|it| it.arrays.iter().find(|it| it.array == reached.array && it.goes_in && !it.is_overwritten()));
    let copied = copied.map(|it| copied_cells(it, reached, &hull, values)).unwrap_or_default();
    let cells = Cells { name, reads, writes, copied, hull, is_script: false };
    Some(draw(&if is_script { cells.of_script() } else { cells }))
}

/// Elements, and whether they surely are reached. None where they are not listed.
fn cells(elements: &Elements) -> Option<Vec<(Vec<i64>, bool)>> {
    if elements.unknown.is_some() || !elements.anywhere.is_empty() {
        return None;
    }
    let of = |set: &Option<Set>, sure: bool| match set {
        None => Some(vec![]),
        Some(set) => set.points.as_ref().map(|it| it.iter().map(|it| (it.clone(), sure)).collect()),
    };
    let (surely, perhaps): (Vec<_>, Vec<_>) = (of(&elements.surely, true)?, of(&elements.perhaps, false)?);
    Some([surely, perhaps].concat())
}

struct Cells {
    name: String,
    reads: Vec<(Vec<i64>, bool)>,
    writes: Vec<(Vec<i64>, bool)>,
    copied: BTreeSet<Vec<i64>>,
    /// Least and greatest subscripts.
    hull: Vec<(i64, i64)>,
    /// Subscripts are in parentheses.
    is_script: bool,
}

impl Cells {
    /// With a script's subscripts, which count from one, and of which the last one is the outermost.
    fn of_script(self) -> Cells {
        let cell = |it: Vec<i64>| it.into_iter().rev().map(|it| it + 1).collect::<Vec<i64>>();
        let cells = |all: Vec<(Vec<i64>, bool)>| all.into_iter().map(|it| (cell(it.0), it.1)).collect();
        Cells {
            name: self.name,
            reads: cells(self.reads),
            writes: cells(self.writes),
            copied: self.copied.into_iter().map(cell).collect(),
            hull: self.hull.into_iter().rev().map(|(lo, hi)| (lo + 1, hi + 1)).collect(),
            is_script: true,
        }
    }

    /// `u[0..63][0..63]`, or `u(1:64, 1:64)`
    fn caption(&self) -> String {
        let name = &self.name;
        match self.is_script {
            true => {
                let ranges: Vec<String> = self.hull.iter().map(|(lo, hi)| format!("{lo}:{hi}")).collect();
                format!("{name}({})", ranges.join(", "))
            }
            false => self.hull.iter().fold(name.clone(), |text, (lo, hi)| format!("{text}[{lo}..{hi}]")),
        }
    }
}

fn hull(all: &[&Vec<i64>], rank: usize) -> Option<Vec<(i64, i64)>> {
    let bounds = |dim: usize| {
        let numbers = || all.iter().filter_map(|it| it.get(dim).copied());
        Some((numbers().min()?, numbers().max()?))
    };
    (0..rank).map(bounds).collect()
}

/// Rows and columns of the picture. One dimension is folded into rows.
fn extent(hull: &[(i64, i64)]) -> (i64, i64) {
    let size = |(lo, hi): (i64, i64)| hi.saturating_sub(lo).saturating_add(1);
    match hull {
        [only] if size(*only) <= MOST_CELLS * MOST_FOLDS => {
            (size(*only).div_euclid(MOST_CELLS) + 1, size(*only).min(MOST_CELLS))
        }
        [only] => (1, size(*only)),
        [rows, columns, ..] => (size(*rows), size(*columns)),
        [] => (1, 1),
    }
}

/// The elements between the first and the last byte that travels; of a box, those in it.
fn copied_cells(moved: &Moved, reached: &Reached, hull: &[(i64, i64)], values: &Values) -> BTreeSet<Vec<i64>> {
    let value = |name: &str| values.get(name);
    let strides: Option<Vec<i128>> = reached.strides.iter().map(|it| it.value(&value)).collect();
    let (Some(strides), Some(offset), Some(bytes)) = (strides, reached.offset.value(&value), moved.bytes.at(&value))
    else {
        return BTreeSet::new();
    };
    let rows: Option<Vec<(i128, i128)>> = moved.rows.as_ref().map_or(Some(vec![]), |rows| {
        rows.dims.iter().rev().map(|(count, stride)| Some((count.value(&value)?, stride.value(&value)?))).collect()
    });
    let Some(rows) = rows else { return BTreeSet::new() };
    let is_copied = |cell: &Vec<i64>| {
        let at = cell.iter().zip(&strides).fold(offset, |at, (subscript, stride)| at + i128::from(*subscript) * stride);
        bytes.contains(&at) && in_box(at - bytes.start, &rows)
    };
    let (first, second) = (hull[0], hull.get(1).copied());
    let cell = |x: i64| match second {
        None => vec![vec![x]],
        Some((lo, hi)) => (lo..=hi).map(|y| vec![x, y]).collect(),
    };
    (first.0..=first.1).flat_map(cell).filter(is_copied).collect()
}

/// Whether a byte, counted from the first one, belongs to a box: counts and strides, outermost first.
fn in_box(mut at: i128, rows: &[(i128, i128)]) -> bool {
    for (count, stride) in rows.iter().filter(|it| it.1 > 0) {
        let number = at.div_euclid(*stride);
        if number >= *count {
            return false;
        }
        at -= number * stride;
    }
    true
}

/// What is drawn in one color.
const CLASSES: &[(&str, &str)] = &[("r", "read"), ("w", "written"), ("b", "read and written"), ("p", "perhaps")];

fn draw(cells: &Cells) -> String {
    let (rows, columns) = extent(&cells.hull);
    let size = if rows.max(columns) > 32 { 7 } else { 11 };
    let place = |cell: &[i64]| place(cell, &cells.hull);
    let mut paths: Vec<(&str, String)> = CLASSES.iter().map(|it| (it.0, String::new())).collect();
    for (at, class) in classes(cells, &place) {
        if let Some((_, path)) = paths.iter_mut().find(|it| it.0 == class) {
            let _ = write!(path, "M{} {}h{s}v{s}h-{s}z", at.1 * size, at.0 * size, s = size - 1);
        }
    }
    // A dot in the middle.
    let margin = size / 3;
    let mut copied = String::new();
    for (y, x) in cells.copied.iter().map(|it| place(it)) {
        let _ = write!(copied, "M{} {}h{s}v{s}h-{s}z", x * size + margin, y * size + margin, s = size - 1 - 2 * margin);
    }
    let (width, height) = (columns * size, rows * size);
    let mut text = format!(
        "<figure><figcaption>{}</figcaption><svg width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" role=\"img\" aria-label=\"elements of {}\"><rect class=\"none\" width=\"{width}\" height=\"{height}\"/>",
        escaped(&cells.caption()),
        escaped(&cells.name),
    );
    for (class, path) in paths.iter().filter(|it| !it.1.is_empty()) {
        let _ = write!(text, "<path class=\"{class}\" d=\"{path}\"/>");
    }
    if !copied.is_empty() {
        let _ = write!(text, "<path class=\"c\" d=\"{copied}\"/>");
    }
    text + "</svg></figure>"
}

/// Row and column of an element.
fn place(cell: &[i64], hull: &[(i64, i64)]) -> Cell {
    match (cell, hull) {
        ([x], [(lo, _)]) => ((x - lo).div_euclid(MOST_CELLS), (x - lo).rem_euclid(MOST_CELLS)),
        ([x, y, ..], [(top, _), (left, _), ..]) => (x - top, y - left),
        _ => (0, 0),
    }
}

/// Each place once, with its color.
fn classes<'c>(cells: &Cells, place: &dyn Fn(&[i64]) -> Cell) -> Vec<(Cell, &'c str)> {
    let set = |all: &[(Vec<i64>, bool)], sure: bool| -> BTreeSet<Cell> {
        all.iter().filter(|it| it.1 == sure).map(|it| place(&it.0)).collect()
    };
    let (reads, writes) = (set(&cells.reads, true), set(&cells.writes, true));
    let perhaps: BTreeSet<Cell> = set(&cells.reads, false).union(&set(&cells.writes, false)).copied().collect();
    let class = |cell: &Cell| match (reads.contains(cell), writes.contains(cell)) {
        (true, true) => "b",
        (true, false) => "r",
        (false, true) => "w",
        (false, false) => "p",
    };
    let all: BTreeSet<Cell> = reads.iter().chain(&writes).chain(&perhaps).copied().collect();
    all.into_iter().map(|it| (it, class(&it))).collect()
}

/// What the colors mean.
pub fn legend() -> String {
    let item = |class: &str, text: &str| {
        format!(
            "<span><svg width=\"11\" height=\"11\"><path class=\"{class}\" d=\"M0 0h10v10h-10z\"/></svg> {text}</span>"
        )
    };
    let mut text: String = CLASSES.iter().map(|(class, text)| item(class, text)).collect();
    text += "<span><svg width=\"11\" height=\"11\"><path class=\"c\" d=\"M3 3h4v4h-4z\"/></svg> copied to the device before the launch</span>";
    format!("<p class=\"legend\">{text}</p>")
}

/// When what happened. `link` names the nest of a line of the source.
pub fn of_run(run: &Run, link: &dyn Fn(&str) -> Option<String>) -> String {
    let (begin, end) = run.span();
    let mut rows: Vec<u64> = run.events.iter().map(|it| it.row).collect();
    rows.sort_unstable();
    rows.dedup();
    let mut text = String::new();
    for row in rows {
        let name = run.rows.iter().find(|it| it.0 == row).map_or("", |it| it.1.as_str());
        let bars: String = run
            .events
            .iter()
            .take(MOST_BARS)
            .filter(|it| it.row == row)
            .map(|it| bar(it, (begin, end), link))
            .collect();
        let name = escaped(name);
        let _ = writeln!(
            text,
            "<div class=\"row\">{name}</div><svg class=\"timeline\" viewBox=\"0 0 {WIDTH} 12\" preserveAspectRatio=\"none\" role=\"img\" aria-label=\"timeline of {name}\">{bars}</svg>"
        );
    }
    let _ = writeln!(
        text,
        "<div class=\"row ends\"><span>0 ms</span><span>{:.3} ms</span></div>{}",
        (end - begin) / 1e3,
        kinds(run)
    );
    let hidden = run.events.len().saturating_sub(MOST_BARS);
    if hidden > 0 {
        let _ = write!(text, "<p class=\"dim\">The last {hidden} events are not drawn.</p>");
    }
    if run.dropped > 0 {
        let _ = write!(text, "<p class=\"dim\">{} events are not in the trace, which was full.</p>", run.dropped);
    }
    text
}

/// An event, as wide as it took time.
fn bar(event: &Event, (begin, end): (f64, f64), link: &dyn Fn(&str) -> Option<String>) -> String {
    let scale = f64::from(WIDTH) / (end - begin);
    let (x, width) = ((event.at - begin) * scale, (event.time * scale).max(0.5));
    let bytes = match event.kind {
        Kind::Copy => format!(", {} bytes, {}", event.bytes, event.reason),
        Kind::Launch | Kind::Driver | Kind::Host | Kind::Other => String::new(),
    };
    let title = format!("{} ({}): {:.3} ms{bytes}", event.name, event.source, event.time / 1e3);
    let bar = format!(
        "<rect class=\"{}\" x=\"{x:.2}\" y=\"0\" width=\"{width:.2}\" height=\"12\"><title>{}</title></rect>",
        event.kind.word(),
        escaped(&title)
    );
    match link(&event.source) {
        Some(id) => format!("<a href=\"#{id}\">{bar}</a>"),
        None => bar,
    }
}

/// The colors of the kinds that there are, with their number.
fn kinds(run: &Run) -> String {
    let item = |kind: Kind, text: &str| {
        let count = run.events.iter().filter(|it| it.kind == kind).count();
        (count > 0).then(|| {
            format!(
                "<span><svg width=\"11\" height=\"11\"><rect class=\"{}\" width=\"10\" height=\"10\"/></svg> {count} {text}</span>",
                kind.word()
            )
        })
    };
    let all = [
        (Kind::Launch, "launches"),
        (Kind::Copy, "copies"),
        (Kind::Driver, "preparations by the driver"),
        (Kind::Host, "runs on the host"),
        (Kind::Other, "other events"),
    ];
    let text: String = all.into_iter().filter_map(|(kind, text)| item(kind, text)).collect();
    format!("<p class=\"legend\">{text}</p>")
}
