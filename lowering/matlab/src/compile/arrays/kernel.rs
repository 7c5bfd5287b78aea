//! Kernels: C functions of loops over all elements, which Raddle's C front end takes for what they are. All that a kernel uses comes by
//! its parameters: arrays as `restrict` pointers, extents and scalars. Decides nothing about devices.
//!
//! What has to hold for every element (that a root's argument is not negative, that an index is one) is tested by loops of their own
//! before anything is written.

use super::super::emit::{Code, Emitter, Result, c_type, element_text, unsupported};
use super::super::nest::Origin;
use super::super::operations::PowerOf;
use super::super::share::{Helper, Part};
use super::super::text::{is_number, mentions};
use super::super::types::Elem;
use super::super::{functions, integers, nest};
use super::group::{self, Group, Piece};
use super::{Array, Extents, Kind, Node, Subscript, wide};
use crate::ast::{BinaryOp, Span};
use std::collections::{BTreeMap, BTreeSet};

/// What starts a line that only the test has, and one that only the computation has.
const TEST: &str = "@";
const COMPUTE: &str = "!";

/// The kernel that is written.
#[derive(Clone, Debug, Default)]
pub struct State {
    /// Scalar parameters with their types.
    scalars: BTreeMap<String, &'static str>,
    pub arrays: BTreeMap<String, Array>,
    pub written: BTreeSet<String>,
    /// Arrays that are indexed as if they had one dimension.
    linear: BTreeSet<String>,
    /// All arrays may be, by one loop.
    flat: bool,
}

/// What loops do around the elements, for sums along a dimension.
#[derive(Clone, Debug, Default)]
pub struct Around {
    /// Before all loops, and behind them.
    pub first: String,
    pub last: String,
    /// For each column, before its elements and behind them.
    pub head: String,
    pub tail: String,
}

/// The code of elements, for loops over these extents.
#[derive(Debug)]
pub struct Kernel {
    state: State,
    /// Lines before the element is known.
    lines: String,
    /// What closes them behind the element.
    closes: &'static str,
    pub code: Code,
    extents: Extents,
    span: Span,
}

/// Where in the loops an element is.
#[derive(Clone, Debug)]
pub struct Index([String; 3]);

impl Index {
    pub fn new(at: [&str; 3]) -> Index {
        Index(at.map(String::from))
    }

    fn of(extents: &Extents) -> Index {
        Index([0, 1, 2].map(|at| if extents[at] == "1" { "0".into() } else { format!("i{at}") }))
    }
}

/// Notes a test of the element that is written.
pub fn test(em: &mut Emitter, condition: &str) {
    em.body.push_str(&format!("{TEST}    *bad |= !({condition});\n"));
}

/// The element of a node as a kernel over the node's extents, to be stored in an array of extents such as `to`, or added up.
pub fn elementwise(em: &mut Emitter, node: &Node, to: Option<&Extents>, span: Span) -> Result<Kernel> {
    let flat = is_flat(node) && to.is_none_or(|to| wide(to) == wide(&node.extents));
    within(em, &[node], flat, &node.extents, span, |em| element(em, node, &Index::of(&node.extents)))
}

/// [`elementwise`] with a loop for each dimension, to be stored in a part of an array.
pub fn nested(em: &mut Emitter, node: &Node, span: Span) -> Result<Kernel> {
    within(em, &[node], false, &node.extents, span, |em| element(em, node, &Index::of(&node.extents)))
}

/// Stores values where a mask holds, in an array of the mask's extents.
pub fn masked(em: &mut Emitter, mask: &Node, value: &Node, to: &Array, span: Span) -> Result<()> {
    let flat = is_flat(mask) && (value.is_scalar() || is_flat(value)) && wide(&to.extents) == wide(&mask.extents);
    let index = Index::of(&mask.extents);
    let mut place = String::new();
    let mut kernel = within(em, &[mask, value], flat, &mask.extents, span, |em| {
        let condition = element(em, mask, &index)?;
        place = access(em, to, &index.0);
        em.line(format!("if ({}) {{", condition.text));
        element(em, value, &index)
    })?;
    // The elements of the mask alone are tested and written.
    kernel.closes = " }";
    kernel.check(em);
    kernel.append(em, to, place, false);
    Ok(())
}

/// Code that is written with the parameters of a kernel.
pub fn within(
    em: &mut Emitter,
    nodes: &[&Node],
    flat: bool,
    extents: &Extents,
    span: Span,
    write: impl FnOnce(&mut Emitter) -> Result<Code>,
) -> Result<Kernel> {
    let mut linear = BTreeSet::new();
    for node in nodes {
        node.walk(&mut |node| {
            if let Kind::Part { array, subscripts, .. } = &node.kind
                && subscripts.len() == 1
            {
                linear.insert(array.data.clone());
            }
        });
    }
    let body = std::mem::take(&mut em.body);
    em.element = Some(State { linear, flat, ..State::default() });
    let code = write(em);
    let lines = std::mem::replace(&mut em.body, body);
    let state = em.element.take().unwrap_or_default();
    Ok(Kernel { state, lines, closes: "", code: code?, extents: extents.clone(), span })
}

/// Can one loop go through all arrays as they lie in memory?
fn is_flat(node: &Node) -> bool {
    let dims = wide(&node.extents);
    let mut all = dims.iter().filter(|wide| **wide).count() > 1;
    node.walk(&mut |node| {
        all &= match &node.kind {
            Kind::Scalar(_) => true,
            Kind::Whole(array) => wide(&array.extents) == dims,
            Kind::Part { .. } | Kind::Transposed(_) | Kind::Range { .. } => false,
            Kind::Unary(..) | Kind::Binary { .. } | Kind::Call(..) => true,
        };
    });
    all
}

/// The code of one element.
pub fn element(em: &mut Emitter, node: &Node, index: &Index) -> Result<Code> {
    let code = element_of(em, node, index)?;
    // Logical values and characters are numbers where they are computed with.
    if code.elem != node.elem && !(code.elem.is_plain() && node.elem.is_plain()) {
        return unsupported(em.function.span, "an operation whose class is not known");
    }
    Ok(code)
}

fn element_of(em: &mut Emitter, node: &Node, index: &Index) -> Result<Code> {
    match &node.kind {
        Kind::Scalar(code) => {
            scalar(em, code);
            Ok(code.clone())
        }
        Kind::Whole(array) => Ok(read(em, array, index)),
        Kind::Part { array, subscripts, .. } => part(em, array, subscripts, node, index),
        Kind::Range { base, step, limit, count } => Ok(range(em, [base, step, limit, count], &index.0[1])),
        Kind::Unary(op, one, span) => {
            let code = element(em, one, index)?;
            em.unary_of(*op, code, *span)
        }
        Kind::Binary { op, operands, right, same, span } => {
            let (a, b) = (element(em, &operands[0], index)?, element(em, &operands[1], index)?);
            let is_power = matches!(op, BinaryOp::Power | BinaryOp::MatPower);
            let of = match (operands[0].is_scalar(), operands[1].is_scalar()) {
                (true, true) => None,
                (false, true) => Some(PowerOf::OneExponent),
                (true, false) => Some(PowerOf::OneBase),
                (false, false) => Some(PowerOf::Pairs),
            };
            if let Some(of) = of.filter(|_| is_power) {
                return em.array_power(&a, &b, right, of, *span);
            }
            em.operation(*op, &a, &b, *same, right, *span)
        }
        Kind::Call(name, args, span) => {
            let args = args.iter().map(|one| element(em, one, index)).collect::<Result<Vec<_>>>()?;
            call(em, name, &args, *span)
        }
        Kind::Transposed(one) => {
            let [i, j, k] = &index.0;
            element(em, one, &Index([j.clone(), i.clone(), k.clone()]))
        }
    }
}

/// A builtin of elements.
pub fn call(em: &mut Emitter, name: &str, args: &[Code], span: Span) -> Result<Code> {
    match (name, args) {
        ("double", [x]) => Ok(Code { text: x.number(), elem: Elem::Double, ..x.clone() }),
        ("not", [x]) => em.unary_of(crate::ast::UnaryOp::Not, x.clone(), span),
        _ => em.function_of(name, args, span),
    }
}

/// Notes that a scalar's value is used: numbers need no parameter.
fn scalar(em: &mut Emitter, code: &Code) {
    let name = code.text.trim_start_matches('(').split([' ', ')']).next().unwrap_or("");
    if name.starts_with(|first: char| first.is_ascii_lowercase()) {
        parameter(em, name, "double");
    }
}

/// Notes that the kernel needs a C variable of the region.
pub fn parameter(em: &mut Emitter, name: &str, c_type: &'static str) {
    if let Some(state) = em.element.as_mut()
        && !name.starts_with(|first: char| first.is_ascii_digit())
    {
        state.scalars.insert(name.into(), c_type);
    }
}

fn range(em: &mut Emitter, [base, step, limit, count]: [&str; 4], at: &str) -> Code {
    for name in [base, step, limit] {
        parameter(em, name, "double");
    }
    parameter(em, count, "int64_t");
    Code::double(format!("raddle_range({base}, {step}, {limit}, {at}, {count})"))
}

fn read(em: &mut Emitter, array: &Array, index: &Index) -> Code {
    let text = access(em, array, &index.0);
    of_element(em, array, text)
}

fn of_element(em: &Emitter, array: &Array, text: String) -> Code {
    let code = Code::of_variable(element_text(text, array.elem), String::new, array.elem);
    Code { non_negative: code.non_negative || em.facts.is_non_negative(&array.data), ..code }
}

/// The C text of an element in memory; dimensions of one element are not asked for.
pub fn access(em: &mut Emitter, array: &Array, at: &[String; 3]) -> String {
    let Some(state) = em.element.as_mut() else {
        return String::new();
    };
    state.arrays.insert(array.data.clone(), array.clone());
    let dims: Vec<usize> = (0..3).filter(|dim| array.extents[*dim] != "1").collect();
    let data = &array.data;
    let is_linear = state.linear.contains(data);
    let text = match dims[..] {
        [] => format!("{data}[0]"),
        [one] => format!("{data}[{}]", at[one]),
        [a, b] if is_linear => format!("{data}[{} + ({}) * {}]", at[a], at[b], array.extents[a]),
        [a, b] => format!("{data}[{}][{}]", at[b], at[a]),
        _ if is_linear => {
            let [m, n, _] = &array.extents;
            format!("{data}[{} + (({}) + ({}) * {n}) * {m}]", at[0], at[1], at[2])
        }
        _ => format!("{data}[{}][{}][{}]", at[2], at[1], at[0]),
    };
    for dim in dims {
        parameter(em, &array.extents[dim], "int64_t");
    }
    text
}

fn part(em: &mut Emitter, array: &Array, subscripts: &[Subscript], node: &Node, index: &Index) -> Result<Code> {
    let text = place(em, array, subscripts, &node.extents, index)?;
    Ok(of_element(em, array, text))
}

/// The C text of an element of a part. `extents` are those of the part.
pub fn place(
    em: &mut Emitter,
    array: &Array,
    subscripts: &[Subscript],
    extents: &Extents,
    index: &Index,
) -> Result<String> {
    if let [subscript] = subscripts {
        let along = (0..3).find(|dim| extents[*dim] != "1").unwrap_or(0);
        let at = position(em, subscript, &index.0[along])?;
        if let Some(state) = em.element.as_mut() {
            state.arrays.insert(array.data.clone(), array.clone());
        }
        for dim in (0..3).filter(|dim| array.extents[*dim] != "1") {
            parameter(em, &array.extents[dim], "int64_t");
        }
        return Ok(format!("{}[{at}]", array.data));
    }
    let mut at = ["0", "0", "0"].map(String::from);
    for (dim, subscript) in subscripts.iter().enumerate().take(3) {
        at[dim] = position(em, subscript, &index.0[dim])?;
    }
    Ok(access(em, array, &at))
}

/// The place that a subscript takes for the element at `at` of its dimension.
fn position(em: &mut Emitter, subscript: &Subscript, at: &str) -> Result<String> {
    match subscript {
        Subscript::At(place) => {
            parameter(em, place, "int64_t");
            Ok(place.clone())
        }
        Subscript::From { start, step } => {
            parameter(em, start, "int64_t");
            Ok(match (start.as_str(), step) {
                ("0", 1) => at.into(),
                (_, 1) => format!("{start} + {at}"),
                _ => format!("{start} + {step} * {at}"),
            })
        }
        Subscript::Gather { places, extent } => {
            // The list of places lies in its own direction.
            let mut own = ["0", "0", "0"].map(String::from);
            for (dim, text) in own.iter_mut().enumerate() {
                if places.extents[dim] != "1" {
                    *text = at.into();
                }
            }
            let code = element(em, places, &Index(own))?;
            if places.elem != Elem::Double {
                return unsupported(Span::default(), "an index that is no number");
            }
            parameter(em, extent, "int64_t");
            let (value, name) = (em.temporary(&code.number()), em.fresh("g"));
            let is_index = format!("{value} >= 1 && {value} <= (double){extent} && {value} == floor({value})");
            test(em, &is_index);
            em.body.push_str(&format!("{TEST}    int64_t {name} = {is_index} ? (int64_t){value} - 1 : 0;\n"));
            em.body.push_str(&format!("{COMPUTE}    int64_t {name} = (int64_t){value} - 1;\n"));
            Ok(name)
        }
    }
}

impl Kernel {
    /// Tests all elements where there is something to test.
    pub fn check(&self, em: &mut Emitter) {
        if !self.lines.lines().any(|line| line.starts_with(TEST)) {
            return;
        }
        let bad = em.declare("int64_t", "bad");
        em.line(format!("{bad} = 0;"));
        let lines = variant(&self.lines, COMPUTE) + self.closes;
        // A list of places is tested once for each of them.
        let is_used = |dim: usize| self.state.flat || mentions(&lines, &format!("i{dim}"));
        let extents: Extents =
            std::array::from_fn(|dim| if is_used(dim) { self.extents[dim].clone() } else { "1".into() });
        let body = self.state.loops(&self.placed(em, &lines), &extents, &[]);
        let result = [("int64_t *restrict bad".into(), format!("&{bad}"))];
        self.state.call(em, &body, &extents, &Origin::of(em, self.span.start), &result);
        em.require(&format!("!{bad}"));
    }

    /// Computes all elements and stores them in an array, or in a part of it.
    pub fn store(mut self, em: &mut Emitter, to: &Array, part: Option<&[Subscript]>) -> Result<()> {
        let index = Index::of(&self.extents);
        if part.is_some_and(|part| part.len() == 1) {
            self.state.linear.insert(to.data.clone());
        }
        let extents = self.extents.clone();
        let place = self.with_parameters(em, |em| match part {
            Some(subscripts) => place(em, to, subscripts, &extents, &index),
            None => Ok(access(em, to, &index.0)),
        });
        let non_negative = self.code.non_negative && part.is_none();
        self.append(em, to, place?, part.is_none());
        em.facts.set_non_negative(&to.data, non_negative);
        Ok(())
    }

    fn append(mut self, em: &mut Emitter, to: &Array, element: String, is_whole: bool) {
        self.state.written.insert(to.data.clone());
        em.facts.set_non_negative(&to.data, false);
        let piece = Piece {
            place: nest::place_of(em, self.span.start),
            before: variant(&self.lines, TEST),
            after: self.closes,
            array: to.data.clone(),
            element,
            value: stored(to, &self.code),
            is_whole,
            fold: None,
        };
        group::append(em, self.state, piece, &self.extents, self.span.start);
    }

    /// Folds the elements of each line into an array, whose element is `place`: a statement for each element.
    pub fn fold_lines(mut self, em: &mut Emitter, to: &Array, place: String, statement: String, around: Around) {
        self.state.written.insert(to.data.clone());
        em.facts.set_non_negative(&to.data, false);
        self.state.flat = false;
        let piece = Piece {
            place: nest::place_of(em, self.span.start),
            before: variant(&self.lines, TEST),
            after: self.closes,
            array: to.data.clone(),
            element: place,
            value: statement.replace("{x}", &self.code.number()),
            is_whole: false,
            fold: Some(around),
        };
        group::append(em, self.state, piece, &self.extents, self.span.start);
    }

    /// [`access`] to an array at the elements' place.
    pub fn place_in(&mut self, em: &mut Emitter, array: &Array) -> String {
        let index = Index::of(&self.extents);
        self.with_parameters(em, |em| access(em, array, &index.0))
    }

    /// Texts that may need further parameters.
    fn with_parameters<T>(&mut self, em: &mut Emitter, write: impl FnOnce(&mut Emitter) -> T) -> T {
        em.element = Some(std::mem::take(&mut self.state));
        let result = write(em);
        self.state = em.element.take().unwrap_or_default();
        result
    }

    /// Runs a statement for each element, with a variable that it may change. `{x}` is the element and `{r}` the variable.
    pub fn fold(self, em: &mut Emitter, variable: &str, statement: &str) {
        let statement = statement.replace("{x}", &self.code.number()).replace("{r}", "r");
        let lines = self.placed(em, &format!("{}    {statement}\n", variant(&self.lines, TEST)));
        let place = nest::place_of(em, self.span.start);
        let body = format!("  double r = *to;\n{place}{}  *to = r;\n", self.state.loops(&lines, &self.extents, &[]));
        let result = [("double *restrict to".into(), format!("&{variable}"))];
        self.state.call(em, &body, &self.extents, &Origin::of(em, self.span.start), &result);
    }

    /// Loops as they are given, around the lines of the element.
    pub fn run(mut self, em: &mut Emitter, written: &Array, body: impl FnOnce(&str, &Code) -> String) {
        self.state.written.insert(written.data.clone());
        em.facts.set_non_negative(&written.data, false);
        let text = body(&variant(&self.lines, TEST), &self.code);
        self.state.call(em, &text, &self.extents, &Origin::of(em, self.span.start), &[]);
    }

    /// Lines as one, with their place in the script.
    fn placed(&self, em: &Emitter, lines: &str) -> String {
        format!("{}{}\n", nest::place_of(em, self.span.start), lines.replace('\n', " "))
    }
}

impl State {
    pub fn loops(&self, lines: &str, extents: &Extents, around: &[&Around]) -> String {
        let dims: Vec<usize> = (0..3).rev().filter(|dim| extents[*dim] != "1").collect();
        if self.flat {
            let place: String = dims.iter().map(|dim| format!("[i{dim}]")).collect();
            let lines = lines.replace(&place, "[i]");
            return format!("  for (int64_t i = 0; i < {}; i++) {{\n{lines}  }}\n", super::count(extents));
        }
        let text = |part: fn(&Around) -> &String| around.iter().map(|one| part(one).as_str()).collect::<String>();
        let head = |dim: &usize| format!("  for (int64_t i{dim} = 0; i{dim} < {}; i{dim}++) {{", extents[*dim]);
        let (outer, inner): (Vec<usize>, Vec<usize>) = dims.into_iter().partition(|dim| *dim > 0);
        let (first, last) = (text(|one| &one.first), text(|one| &one.last));
        let (before, after) = (text(|one| &one.head), text(|one| &one.tail));
        let [outer_heads, inner_heads] = [&outer, &inner].map(|dims| dims.iter().map(head).collect::<String>());
        let [outer_ends, inner_ends] = [outer, inner].map(|dims| "  }\n".repeat(dims.len()));
        format!("{first}{outer_heads}{before}{inner_heads}\n{lines}{inner_ends}{after}{outer_ends}{last}")
    }

    /// Writes the function, and its call for extents that are not zero. What is collected is written before if it has to do with it.
    pub fn call(&self, em: &mut Emitter, body: &str, extents: &Extents, origin: &Origin, more: &[(String, String)]) {
        let meets = |group: &Group| {
            let read = self.arrays.keys().filter(|name| mentions(body, name));
            let reads = read.into_iter().any(|name| group.state.written.contains(name));
            reads || self.written.iter().any(|name| group.state.arrays.contains_key(name))
        };
        if em.pending.as_ref().is_some_and(meets) {
            group::flush(em);
        }
        let wide: Vec<&String> = extents.iter().filter(|extent| *extent != "1").collect();
        let mut parameters: Vec<(String, String)> = vec![];
        let mut scalars = self.scalars.clone();
        scalars.extend(wide.iter().filter(|extent| !is_number(extent)).map(|extent| ((*extent).clone(), "int64_t")));
        for (name, c_type) in scalars {
            if mentions(body, &name) || self.is_extent(&name) {
                parameters.push((format!("{c_type} {name}"), name));
            }
        }
        for (name, array) in &self.arrays {
            if mentions(body, name) {
                parameters.push(self.array_parameter(array));
            }
        }
        parameters.extend_from_slice(more);
        let number = em.fresh("k");
        let name = format!("nest_{}_{number}", em.prefix);
        let (words, values): (Vec<_>, Vec<_>) = parameters.into_iter().unzip();
        let place = &origin.place;
        let text = format!(
            "static __attribute__((noinline)) void {name}({}) {{\n{place}{body}}}\n#line 1 \"region.c\"\n",
            words.join(", ")
        );
        let helper = Helper { name: name.clone(), text, function: origin.function.clone(), part: Part::Arrays };
        em.helpers.push(helper);
        let guard: Vec<_> = wide.iter().map(|extent| format!("{extent} > 0")).collect();
        let guard = if guard.is_empty() { String::new() } else { format!("if ({}) ", guard.join(" && ")) };
        em.line(format!("{guard}{name}({});", values.join(", ")));
        self.written.iter().for_each(|data| em.is_written(data));
    }

    /// Can two kernels be one loop, as far as the forms of their arrays go?
    pub fn goes_with(&self, other: &State) -> bool {
        let mut shared = self.arrays.keys().filter(|name| other.arrays.contains_key(*name));
        shared.all(|name| self.linear.contains(name) == other.linear.contains(name))
    }

    pub fn merge(&mut self, other: State) {
        self.flat = other.flat && (self.flat || self.arrays.is_empty());
        self.scalars.extend(other.scalars);
        self.arrays.extend(other.arrays);
        self.written.extend(other.written);
        self.linear.extend(other.linear);
    }

    /// Is a name in the type of an array?
    fn is_extent(&self, name: &str) -> bool {
        !self.flat && self.arrays.values().any(|array| array.extents.iter().any(|extent| extent == name))
    }

    fn array_parameter(&self, array: &Array) -> (String, String) {
        let dims: Vec<usize> = (0..3).filter(|dim| array.extents[*dim] != "1").collect();
        let (element, name) = (c_type(array.elem), &array.data);
        let constant = if self.written.contains(name) { "" } else { "const " };
        if self.flat || self.linear.contains(name) || dims.len() < 2 {
            return (format!("{constant}{element} *restrict {name}"), name.clone());
        }
        let rows: String =
            dims[..dims.len() - 1].iter().rev().map(|dim| format!("[{}]", array.extents[*dim])).collect();
        (format!("{constant}{element} (*restrict {name}){rows}"), format!("(void *){name}"))
    }
}

/// A value as an element in memory.
fn stored(to: &Array, code: &Code) -> String {
    match to.elem {
        Elem::Double => code.number(),
        elem => format!("({}){}", c_type(elem), code.stored_as(elem)),
    }
}

/// The lines without those of one kind.
fn variant(lines: &str, without: &str) -> String {
    let kept = lines.lines().filter(|line| !line.starts_with(without));
    kept.map(|line| format!("{}\n", line.trim_start_matches(['@', '!']))).collect()
}

/// Does a builtin map elements to elements?
pub fn is_elementwise(name: &str, count: usize) -> bool {
    match count {
        1 => {
            functions::UNARY.iter().any(|row| row.0 == name)
                || functions::PARTIAL.iter().any(|row| row.0 == name)
                || functions::TESTS.iter().any(|row| row.0 == name)
                || matches!(name, "double" | "real" | "not")
                || Elem::of_name(name).is_some()
        }
        2 => functions::BINARY.iter().any(|row| row.0 == name) || integers::bit_operator(name).is_some(),
        _ => false,
    }
}
