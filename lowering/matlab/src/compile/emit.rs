//! C text of scalar expressions and of statements that test what they rely on. A test that fails leaves the region: the interpreter
//! goes on at the statement, which has had no effect yet.

use super::arrays::{self, Array, Caller, Facts, Group, Unfilled};
pub use super::code::{Code, Int, c_type, element_text, literal, number, scalar_type, step_of, tag, takes};
use super::functions::{CONSTANTS, UNITS};
use super::infer::{Functions, Inference};
use super::share::Helper;
use super::types::{Elem, Known, Shape, Type};
use super::{narrow, vectors};
use crate::ast::{BinaryOp, Block, Expr, ExprKind, Function, Slot, Source, Span, Stmt, StmtKind, Target, UnaryOp};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::rc::Rc;

/// Why a statement is not compiled.
#[derive(Clone, Debug)]
pub struct Unsupported {
    /// Where, for remarks.
    pub span: Span,
    pub reason: String,
}

pub type Result<T> = std::result::Result<T, Unsupported>;

pub fn unsupported<T>(span: Span, reason: impl Into<String>) -> Result<T> {
    Err(Unsupported { span, reason: reason.into() })
}

/// The value of a literal of fewer than 64 bits, whose bits are those of the class.
fn signed(bits: u64, elem: Elem) -> f64 {
    match elem {
        Elem::Int(class) if class.is_signed() && bits >> (class.bits() - 1) == 1 => {
            bits as f64 - (1_u64 << class.bits()) as f64
        }
        _ => bits as f64,
    }
}

/// Whether a compiled loop has a version without tests, which may run in parallel.
#[derive(Clone, Debug)]
pub struct LoopVerdict {
    /// The function that the loop is in, and its source.
    pub function: Rc<str>,
    pub source: Rc<Source>,
    pub start: u32,
    /// What it has to test in each iteration.
    pub test: Option<Unsupported>,
}

/// A `for` loop around the statement that is written.
#[derive(Clone, Debug)]
pub struct Loop {
    pub slot: Slot,
    pub id: usize,
    /// The class of the variable.
    pub elem: Elem,
    /// The integer counter, unless the body assigns the variable.
    pub int: Option<Int>,
    pub non_negative: bool,
}

/// A user's function as C.
#[derive(Clone, Debug)]
pub struct Callee {
    pub name: String,
    pub elem: Elem,
    /// It may find that it cannot go on: then the caller's statement is the interpreter's.
    pub fails: bool,
}

/// What `end` means.
#[derive(Clone, Debug)]
pub struct EndOf {
    pub slot: Slot,
    pub position: usize,
    pub count: usize,
}

pub struct Emitter<'a, 'b> {
    pub function: &'a Function,
    pub functions: &'a Functions,
    pub inference: &'b mut Inference<'a>,
    /// Of the region's variables; names that have none are functions.
    pub types: Vec<Known>,
    /// The function can look at variables by name.
    pub looked_at: bool,
    /// Scalars that may be read before they have a value: then the interpreter tells.
    pub maybe_unset: BTreeSet<Slot>,
    /// The statements so far.
    pub body: String,
    pub declarations: String,
    /// Functions of nests and of the program, before the region's own.
    pub helpers: Vec<Helper>,
    pub labels: String,
    pub points: Vec<Vec<u32>>,
    pub path: Vec<u32>,
    pub loops: Vec<Loop>,
    pub ends: Vec<EndOf>,
    pub used: BTreeSet<Slot>,
    pub written: BTreeSet<Slot>,
    /// Arrays of the region's own, which it frees at its end.
    pub scratch: Vec<String>,
    /// Variables whose elements may be in memory of the region's own.
    pub moved: BTreeSet<Slot>,
    /// The kernel of whole arrays that is written: what would be tested is noted there.
    pub element: Option<arrays::State>,
    /// The nest that is written, where nothing can be tested any more.
    pub nest: Option<super::nest::State>,
    /// Loops inside of a loop that has a nest need none.
    pub has_nest: bool,
    /// The body of a user's function is written, which cannot leave to the interpreter but fails.
    pub in_function: bool,
    pub fails: bool,
    /// Users' functions that were written, by name and classes of their arguments; `None` while they are.
    pub callees: BTreeMap<(std::rc::Rc<str>, Vec<Elem>), Option<Callee>>,
    /// Names that are called.
    pub called: BTreeSet<Rc<str>>,
    /// Functions of the program that were inlined.
    pub users: BTreeSet<Rc<str>>,
    /// Those whose statements are written now: the callers, outermost first.
    pub callers: Vec<Caller<'a>>,
    /// Parts of functions that run once in a loop: its number, and the C variable that tells whether they did.
    pub once: Vec<(usize, String)>,
    /// Which one it is, for names of its variables.
    pub scope: String,
    pub scopes: usize,
    /// Kernels that are not written yet.
    pub pending: Option<Group>,
    /// Matrices that are filled with one number when they are needed.
    pub unfilled: Vec<Unfilled>,
    /// The array that the statement may have got anew, which is all zeros then, and the C variable that says whether it has.
    pub made: Option<(String, String)>,
    /// Where the statement of the script begins that is written; `None` between statements.
    pub statement: Option<u32>,
    /// Variables that it reads, and those that it may still read behind what is written.
    pub reads: BTreeSet<Slot>,
    pub unread: BTreeSet<Slot>,
    /// Variables that it assigns.
    pub assigns: BTreeSet<Slot>,
    /// Where the interpreter goes on if the rest of it fails a test, as what it has read is not in memory; and what is read from there on.
    pub back: Option<(Vec<u32>, BTreeSet<Slot>)>,
    /// The value of an assignment to a variable, while its code is written.
    pub value: Option<Span>,
    /// It has given one of them a new array.
    pub replaced: bool,
    /// What is known of C variables here.
    pub facts: Facts,
    /// The mask of `x(mask) = value` while its value is read: its text, and the extents of `x`.
    pub mask: Option<(String, [String; 3])>,
    /// Parameters that are arrays of the caller.
    pub aliases: BTreeMap<Slot, Array>,
    /// Arrays of an inlined function that are ranges.
    pub local_ranges: BTreeSet<Slot>,
    pub prefix: String,
    pub counter: usize,
    /// Parameters of an inlined function get their values, which is done where it is called.
    pub at_call: bool,
    /// The loops that are written, but for those of a nest and of functions of their own.
    pub verdicts: Vec<LoopVerdict>,
    /// Statements that did not become code.
    pub left: Vec<Unsupported>,
    /// A statement that every iteration leaves to the interpreter: then a region is of no use.
    pub always_left: Option<Unsupported>,
    /// Conditions around the statement that is written.
    pub conditions: usize,
}

/// A state of the texts that are written.
pub struct Written {
    body: usize,
    declarations: usize,
    helpers: usize,
    labels: usize,
    points: usize,
    scratch: usize,
    callees: BTreeMap<(Rc<str>, Vec<Elem>), Option<Callee>>,
    verdicts: usize,
    pending: Option<Group>,
    unfilled: Vec<Unfilled>,
    facts: Facts,
}

/// The room for loops in `struct raddle_mat_state`.
pub const MAX_LOOPS: usize = 16;

impl<'a, 'b> Emitter<'a, 'b> {
    pub fn new(
        function: &'a Function,
        functions: &'a Functions,
        inference: &'b mut Inference<'a>,
        types: Vec<Known>,
    ) -> Emitter<'a, 'b> {
        Emitter {
            function,
            functions,
            inference,
            types,
            looked_at: true,
            maybe_unset: BTreeSet::new(),
            body: String::new(),
            declarations: String::new(),
            helpers: vec![],
            labels: String::new(),
            points: vec![],
            path: vec![],
            loops: vec![],
            ends: vec![],
            used: BTreeSet::new(),
            written: BTreeSet::new(),
            scratch: vec![],
            moved: BTreeSet::new(),
            element: None,
            nest: None,
            has_nest: false,
            in_function: false,
            fails: false,
            callees: BTreeMap::new(),
            called: BTreeSet::new(),
            users: BTreeSet::new(),
            callers: vec![],
            scope: String::new(),
            scopes: 0,
            pending: None,
            unfilled: vec![],
            made: None,
            statement: None,
            once: vec![],
            reads: BTreeSet::new(),
            unread: BTreeSet::new(),
            assigns: BTreeSet::new(),
            back: None,
            value: None,
            replaced: false,
            facts: Facts::default(),
            mask: None,
            aliases: BTreeMap::new(),
            local_ranges: BTreeSet::new(),
            prefix: String::new(),
            counter: 0,
            at_call: false,
            verdicts: vec![],
            left: vec![],
            always_left: None,
            conditions: 0,
        }
    }
}

impl<'a> Emitter<'a, '_> {
    pub fn line(&mut self, text: impl AsRef<str>) {
        arrays::fill_for(self, text.as_ref());
        self.body.push_str("  ");
        self.body.push_str(text.as_ref());
        self.body.push('\n');
    }

    /// What is written now, to go back to.
    pub fn written_so_far(&self) -> Written {
        Written {
            body: self.body.len(),
            declarations: self.declarations.len(),
            helpers: self.helpers.len(),
            labels: self.labels.len(),
            points: self.points.len(),
            scratch: self.scratch.len(),
            callees: self.callees.clone(),
            verdicts: self.verdicts.len(),
            pending: self.pending.clone(),
            unfilled: self.unfilled.clone(),
            facts: self.facts.clone(),
        }
    }

    /// Takes back all that was written since.
    pub fn forget_since(&mut self, written: Written) {
        self.body.truncate(written.body);
        self.declarations.truncate(written.declarations);
        self.helpers.truncate(written.helpers);
        self.labels.truncate(written.labels);
        self.points.truncate(written.points);
        self.scratch.truncate(written.scratch);
        self.callees = written.callees;
        self.verdicts.truncate(written.verdicts);
        self.pending = written.pending;
        self.unfilled = written.unfilled;
        self.made = None;
        self.facts = written.facts;
    }

    /// Notes what has become of a loop. Those in a nest are its own, as they are in functions.
    pub fn note_loop(&mut self, stmt: &Stmt, test: Option<Unsupported>) {
        if !self.has_nest && !self.in_function {
            let (function, source) = (self.function.name.clone(), self.function.source.clone());
            self.verdicts.push(LoopVerdict { function, source, start: stmt.span.start, test });
        }
    }

    pub fn fresh(&mut self, kind: &str) -> String {
        self.counter += 1;
        format!("{kind}{}", self.counter)
    }

    /// A new C variable of the function.
    pub fn declare(&mut self, c_type: &str, kind: &str) -> String {
        let name = self.fresh(kind);
        let _ = writeln!(self.declarations, "  {c_type} {name};");
        name
    }

    pub fn name(&self, slot: Slot) -> String {
        format!("v{}_{}", self.scope, self.text(slot))
    }

    /// The C variable of a complex number's imaginary part.
    pub fn imaginary_name(&self, slot: Slot) -> String {
        format!("y{}_{}", self.scope, self.text(slot))
    }

    /// The value of a scalar variable of this class.
    pub fn value_of(&self, slot: Slot, elem: Elem) -> Code {
        match elem {
            Elem::Int(class) => Code::of_whole(class, self.name(slot)),
            _ => Code::of_variable(self.name(slot), || self.imaginary_name(slot), elem),
        }
    }

    /// Declarations of the C variables of a scalar variable's value.
    pub fn declaration(&self, slot: Slot) -> String {
        match self.known(slot) {
            Known::Typed(Type { elem: Elem::Complex, .. }) => {
                format!("double {} = 0; double {} = 0;", self.name(slot), self.imaginary_name(slot))
            }
            Known::Typed(ty) => format!("{} {} = 0;", scalar_type(ty.elem), self.name(slot)),
            _ => format!("double {} = 0;", self.name(slot)),
        }
    }

    /// Writes the value of a scalar variable, without its class.
    pub fn store(&mut self, slot: Slot, code: &Code) {
        let name = self.name(slot);
        let value = if matches!(code.elem, Elem::Int(_)) { code.as_whole() } else { code.number() };
        self.line(format!("{name} = {value};"));
        if matches!(self.known(slot), Known::Typed(Type { elem: Elem::Complex, .. })) {
            let imag = self.imaginary_name(slot);
            self.line(format!("{imag} = {};", code.imaginary()));
        }
    }

    pub fn array(&self, slot: Slot) -> String {
        match self.aliases.get(&slot) {
            Some(array) => array.data.clone(),
            None => format!("a{}_{}", self.scope, self.text(slot)),
        }
    }

    /// The C variable that says whether a scalar has a value, and of which class.
    pub fn tag(&self, slot: Slot) -> String {
        format!("t{}_{}", self.scope, self.text(slot))
    }

    /// The C variables of an array's extents. Kinds are told by prefixes, as a program may use any suffix.
    pub fn extents(&self, slot: Slot) -> [String; 3] {
        match self.aliases.get(&slot) {
            Some(array) => array.extents.clone(),
            None => ["m", "n", "p"].map(|kind| format!("{kind}{}_{}", self.scope, self.text(slot))),
        }
    }

    /// The number of a variable in the region's table.
    pub fn index_name(&self, slot: Slot) -> String {
        format!("d_{}", self.text(slot))
    }

    /// The C variable that says whether an array is a range.
    pub fn range_name(&self, slot: Slot) -> String {
        format!("g_{}", self.text(slot))
    }

    /// The C text of whether an array is a range.
    pub fn range_flag(&self, slot: Slot) -> Option<String> {
        if let Some(array) = self.aliases.get(&slot) {
            return array.range.clone();
        }
        if !self.callers.is_empty() {
            return self.local_ranges.contains(&slot).then(|| "1".into());
        }
        Some(self.range_name(slot))
    }

    /// An array of the script that has been written is no range any more.
    pub fn is_written(&mut self, data: &str) {
        if let Some(name) = data.strip_prefix("a_") {
            self.line(format!("g_{name} = 0;"));
        }
    }

    /// Is the value that a loop leaves in a variable of no use?
    pub fn is_dead_after(&self, stmt: &Stmt, slot: Slot) -> bool {
        !self.looked_at && super::uses::is_dead_after(self.function, stmt.span.start, slot)
    }

    /// The function whose statement is written.
    pub fn function_here(&self) -> &'a Function {
        self.callers.last().filter(|_| self.at_call).map_or(self.function, |caller| caller.function)
    }

    pub fn text(&self, slot: Slot) -> &str {
        &self.function.scope.names[slot.0 as usize]
    }

    pub fn known(&self, slot: Slot) -> Known {
        self.types[slot.0 as usize]
    }

    /// Where the interpreter can go on before what is written now, and the variables that are read from there on.
    pub fn here(&self) -> (Vec<u32>, BTreeSet<Slot>) {
        self.back.clone().unwrap_or_else(|| (self.path.clone(), BTreeSet::new()))
    }

    /// Where the interpreter goes on: at the statement that is written now.
    pub fn resume(&mut self) -> String {
        // What is collected has not happened yet.
        let path = self.pending.as_ref().map_or_else(|| self.here().0, |group| group.path.clone());
        let point = match self.points.iter().position(|known| *known == path) {
            Some(point) => point,
            None => {
                self.points.push(path);
                let point = self.points.len() - 1;
                let _ = writeln!(self.labels, "resume_{point}:");
                let loops = self.callers.first().map_or(&self.loops, |caller| &caller.loops);
                for (depth, one) in loops.iter().enumerate() {
                    let (id, class) = (one.id, tag(one.elem));
                    let _ = writeln!(
                        self.labels,
                        "  state->loops[{depth}] = (struct raddle_mat_loop){{base{id}, step{id}, limit{id}, count{id}, k{id}, {class}}};"
                    );
                }
                let _ = writeln!(self.labels, "  result = {};\n  goto leave;", point + 1);
                point
            }
        };
        format!("goto resume_{point};")
    }

    /// Leaves the region unless `condition` holds.
    pub fn require(&mut self, condition: &str) {
        if self.in_function {
            self.fails = true;
            self.line(format!("if (!({condition})) {{ *bad = 1; return 0; }}"));
            return;
        }
        let resume = self.resume();
        self.line(format!("if (!({condition})) {resume}"));
    }

    pub fn type_of(&mut self, expr: &Expr) -> Known {
        self.inference.expr(self.function, expr, &self.types)
    }

    pub fn is_scalar(&mut self, expr: &Expr) -> bool {
        self.type_of(expr).typed().is_some_and(Type::is_scalar)
    }

    /// A scalar expression.
    pub fn scalar(&mut self, expr: &Expr) -> Result<Code> {
        match &expr.kind {
            ExprKind::Number(value) => Ok(number(*value)),
            ExprKind::Imaginary(value) => super::complex::imaginary(*value, expr.span),
            &ExprKind::Integer { bits, class } => match Elem::of_literal(class) {
                elem @ Elem::Wide(_) => {
                    super::wide::check(self, expr.span)?;
                    Ok(Code::number_of(elem, format!("(({})UINT64_C({bits}))", c_type(elem))))
                }
                elem => Ok(Code { elem, ..number(signed(bits, elem)) }),
            },
            ExprKind::Text { bytes, .. } if bytes.len() == 1 => {
                Ok(Code { elem: Elem::Char, ..number(f64::from(bytes[0])) })
            }
            ExprKind::Name(slot) => self.variable(*slot, expr),
            ExprKind::End => self.end(expr),
            ExprKind::Unary(op, operand) => self.unary(*op, operand),
            ExprKind::Binary(op, left, right) => self.binary(*op, left, right, expr),
            ExprKind::AndAlso(left, right) => self.short_circuit(left, right, "&&"),
            ExprKind::OrElse(left, right) => self.short_circuit(left, right, "||"),
            ExprKind::Index { base, arguments } => match base.kind {
                ExprKind::Name(slot) if self.known(slot) != Known::Nothing => self.element(slot, arguments, expr),
                ExprKind::Name(slot) => self.call(slot, arguments, expr),
                _ => unsupported(expr.span, "an index of something that is no variable"),
            },
            ExprKind::Matrix(rows) => match &rows[..] {
                [row] if row.len() == 1 => self.scalar(&row[0]),
                _ => unsupported(expr.span, "a matrix in a scalar expression"),
            },
            _ => unsupported(expr.span, "an expression that is not compiled yet"),
        }
    }

    fn variable(&mut self, slot: Slot, expr: &Expr) -> Result<Code> {
        if let Some(code) = super::nest::variable(self, slot) {
            return if code.elem.is_wide() { unsupported(expr.span, "an integer of 64 bits") } else { Ok(code) };
        }
        if let Some(one) = self.loops.iter().rev().find(|one| one.slot == slot)
            && let Some(int) = &one.int
        {
            let (non_negative, elem) = (one.non_negative, one.elem);
            let code = self.value_of(slot, elem);
            return Ok(Code { non_negative, int: Some(int.clone()), ..code });
        }
        match self.known(slot) {
            Known::Typed(ty) if ty.is_scalar() => {
                if ty.elem.is_wide() {
                    super::wide::check(self, expr.span)?;
                }
                self.used.insert(slot);
                if self.maybe_unset.contains(&slot) {
                    self.require(&format!("{} != 0", self.tag(slot)));
                }
                let code = self.value_of(slot, ty.elem);
                let is_known = !self.looked_at && self.functions.is_never_negative(self.function, slot);
                let non_negative = code.non_negative || is_known;
                Ok(Code { non_negative, no_minus_zero: is_known, ..code })
            }
            Known::Typed(_) => unsupported(expr.span, "an array in a scalar expression"),
            Known::Nothing => self.call(slot, &[], expr),
            Known::Anything | Known::Handle => {
                let name = self.text(slot).replace(super::fields::DOT, ".");
                unsupported(expr.span, format!("the class of '{name}' is not known"))
            }
        }
    }

    fn end(&mut self, expr: &Expr) -> Result<Code> {
        let Some(EndOf { slot, position, count }) = self.ends.last() else {
            return unsupported(expr.span, "'end' outside of an index");
        };
        if vectors::is_local(self, *slot) {
            return unsupported(expr.span, "'end' of a vector that each iteration makes anew");
        }
        let [m, n, p] = self.extents(*slot);
        let text = match (position, count) {
            (_, 1) => format!("({m} * {n} * {p})"),
            (0, _) => m,
            (1, 2) => format!("({n} * {p})"),
            (1, _) => n,
            _ => p,
        };
        Ok(Code::of_int(Int::exact(text)))
    }

    fn unary(&mut self, op: UnaryOp, operand: &Expr) -> Result<Code> {
        let code = self.scalar(operand)?;
        self.unary_of(op, code, operand.span)
    }

    fn binary(&mut self, op: BinaryOp, left: &Expr, right: &Expr, expr: &Expr) -> Result<Code> {
        if op == BinaryOp::MatMul && !self.is_scalar(left) {
            return arrays::product_of_vectors(self, left, right, expr.span);
        }
        if !self.is_scalar(left) || !self.is_scalar(right) {
            return unsupported(expr.span, "an operation on arrays");
        }
        let a = self.scalar(left)?;
        let b = self.scalar(right)?;
        let same = left.span != right.span
            && self.function.source.text.get(left.span.start as usize..left.span.end as usize)
                == self.function.source.text.get(right.span.start as usize..right.span.end as usize);
        self.operation(op, &a, &b, same, right, expr.span)
    }

    /// Is a value whole? Unchanging scalars of a nest are when it has tested them.
    pub fn is_whole(&mut self, code: &Code) -> bool {
        if matches!(code.elem, Elem::Int(_)) {
            return true;
        }
        let Some(int) = &code.int else {
            return false;
        };
        super::nest::test_whole(self, int);
        true
    }

    /// A C variable with this value, a double.
    pub fn temporary(&mut self, text: &str) -> String {
        self.temporary_of(Elem::Double, text)
    }

    /// A C variable with this value, of the type of a scalar of the class.
    pub fn temporary_of(&mut self, elem: Elem, text: &str) -> String {
        let c_type = scalar_type(elem);
        if self.nest.is_some() || self.element.is_some() {
            let name = self.fresh("t");
            self.line(format!("{c_type} {name} = {text};"));
            return name;
        }
        let name = self.declare(c_type, "t");
        self.line(format!("{name} = {text};"));
        name
    }

    /// A C variable without a value.
    pub fn variable_for(&mut self, c_type: &str) -> String {
        if self.nest.is_none() && self.element.is_none() {
            return self.declare(c_type, "t");
        }
        let name = self.fresh("t");
        self.line(format!("{c_type} {name};"));
        name
    }

    fn short_circuit(&mut self, left: &Expr, right: &Expr, op: &str) -> Result<Code> {
        arrays::flush(self);
        let a = self.condition(left)?;
        // What is filled for the right side alone would count as filled behind it.
        arrays::fill_all(self);
        let before = self.body.len();
        let facts = self.facts.clone();
        let around = narrow::counters(self);
        narrow::by(self, left, op == "&&");
        let b = vectors::without_sums(self, |this| this.condition(right))?;
        narrow::restore(self, around);
        arrays::flush(self);
        arrays::fill_all(self);
        self.facts = facts;
        if self.body.len() == before {
            return Ok(Code::test(format!("({a} {op} {b})")));
        }
        // What the right side tests must not be tested where it is not evaluated.
        let tests = self.body.split_off(before);
        let result = match self.nest {
            Some(_) => format!("c{}", self.counter + 1),
            None => self.declare("int", "c"),
        };
        match self.nest {
            Some(_) => {
                self.counter += 1;
                self.line(format!("int {result} = {a};"));
            }
            None => self.line(format!("{result} = {a};")),
        }
        self.line(format!("if ({}{result}) {{", if op == "&&" { "" } else { "!" }));
        self.body.push_str(&tests);
        self.line(format!("{result} = {b};"));
        self.line("}");
        Ok(Code::test(result))
    }

    /// The C text of a condition.
    pub fn condition(&mut self, expr: &Expr) -> Result<String> {
        let code = self.scalar(expr)?;
        if self.nest.is_none() && self.element.is_none() {
            arrays::flush(self);
        }
        self.truth(&code, expr.span)
    }

    /// The C index (from 0) of an element, tested.
    pub fn subscript(&mut self, slot: Slot, arguments: &[Expr], span: Span) -> Result<String> {
        if self.nest.is_some() {
            return super::nest::subscript(self, slot, arguments, span);
        }
        let mut indices = vec![];
        for (position, argument) in arguments.iter().enumerate() {
            self.ends.push(EndOf { slot, position, count: arguments.len() });
            let index = self.index_of(argument);
            self.ends.pop();
            indices.push(index?);
        }
        let [m, n, p] = self.extents(slot);
        let extents: &[String] = &match indices.len() {
            1 => vec![format!("{m} * {n} * {p}")],
            2 => vec![m.clone(), format!("{n} * {p}")],
            3 => vec![m.clone(), n.clone(), p],
            _ => return unsupported(span, "more than three subscripts"),
        };
        let tests: Vec<_> = indices
            .iter()
            .zip(extents)
            .map(|(index, extent)| format!("(uint64_t)({index} - 1) < (uint64_t)({extent})"))
            .collect();
        self.require(&tests.join(" && "));
        Ok(match &indices[..] {
            [i] => format!("[{i} - 1]"),
            [i, j] => format!("[{i} - 1 + ({j} - 1) * {m}]"),
            [i, j, k, ..] => format!("[{i} - 1 + (({j} - 1) + ({k} - 1) * {n}) * {m}]"),
            [] => "[0]".into(),
        })
    }

    /// A subscript. A logical one selects, and a character may be a colon.
    pub fn position(&mut self, argument: &Expr) -> Result<Code> {
        let is_number = |elem: Elem| matches!(elem, Elem::Double | Elem::Int(_));
        if !self.type_of(argument).typed().is_some_and(|ty| ty.is_scalar() && is_number(ty.elem)) {
            return unsupported(argument.span, "an index that is no number");
        }
        let code = self.scalar(argument)?;
        if is_number(code.elem) { Ok(code) } else { unsupported(argument.span, "an index that is no number") }
    }

    /// A subscript as an integer.
    fn index_of(&mut self, argument: &Expr) -> Result<String> {
        if !matches!(self.type_of(argument).typed(), Some(Type { elem: Elem::Wide(_), shape: Shape::Scalar })) {
            let code = self.position(argument)?;
            return Ok(self.index(&code));
        }
        let code = self.scalar(argument)?;
        if !code.elem.is_wide() {
            return unsupported(argument.span, "an index that is no number");
        }
        let name = self.declare("int64_t", "x");
        // Numbers that are too large become negative.
        self.line(format!("{name} = (int64_t){};", code.text));
        Ok(name)
    }

    /// An index as an integer variable; 0 for what is no index.
    pub fn index(&mut self, code: &Code) -> String {
        if let Some(int) = &code.int {
            return int.text.clone();
        }
        let name = self.declare("int64_t", "x");
        match &code.whole {
            // What is not positive is no index either.
            Some(whole) => self.line(format!("{name} = {whole};")),
            None => self.line(format!("{name} = raddle_index({});", code.number())),
        }
        name
    }

    fn element(&mut self, slot: Slot, arguments: &[Expr], expr: &Expr) -> Result<Code> {
        let Some(ty) = self.known(slot).typed() else {
            return unsupported(expr.span, format!("the class of '{}' is not known", self.text(slot)));
        };
        if ty.is_scalar() {
            if arguments.iter().all(|argument| literal(argument) == Some(1.0)) {
                return self.variable(slot, expr);
            }
            return unsupported(expr.span, "an index of a scalar");
        }
        if ty.elem.is_wide() {
            super::wide::check(self, expr.span)?;
        }
        self.used.insert(slot);
        arrays::flush(self);
        let at = self.subscript(slot, arguments, expr.span)?;
        let text = format!("{}{at}", self.array(slot));
        if ty.elem == Elem::Complex {
            let (re, im) = (self.temporary(&format!("{text}[0]")), self.temporary(&format!("{text}[1]")));
            return Ok(Code::complex(re, im));
        }
        if let Elem::Int(class) = ty.elem {
            return Ok(Code::of_whole_element(class, &text));
        }
        Ok(Code::of_variable(element_text(text, ty.elem), String::new, ty.elem))
    }

    fn call(&mut self, slot: Slot, arguments: &[Expr], expr: &Expr) -> Result<Code> {
        let name = self.function.scope.names[slot.0 as usize].clone();
        self.called.insert(name.clone());
        if let Some(callee) = self.functions.find(self.function, &name) {
            return self.user_call(callee, arguments, expr.span);
        }
        if let Some(code) = self.extent(&name, arguments)? {
            return Ok(code);
        }
        if let Some(code) = self.fold(&name, arguments)? {
            return Ok(code);
        }
        if let Some((_, text)) = CONSTANTS.iter().find(|row| row.0 == &*name)
            && arguments.is_empty()
        {
            return Ok(Code { non_negative: true, ..Code::double(*text) });
        }
        if UNITS.contains(&&*name) && arguments.is_empty() {
            return Ok(Code::complex("0.0", "1.0"));
        }
        if let Some(code) = arrays::reduction(self, &name, arguments, expr.span)? {
            return Ok(code);
        }
        let mut args = vec![];
        for argument in arguments {
            if !self.is_scalar(argument) {
                return unsupported(argument.span, format!("an argument of '{name}' that is no scalar"));
            }
            args.push(self.scalar(argument)?);
        }
        self.function_of(&name, &args, expr.span)
    }

    /// A call of a user's function whose result is a scalar: a C function if it is one of scalars alone, else it is inlined.
    fn user_call(&mut self, callee: &'a Rc<Function>, arguments: &[Expr], span: Span) -> Result<Code> {
        let written = self.written_so_far();
        let scalars = arguments.iter().all(|argument| self.is_scalar(argument));
        let result = super::callee::call(self, callee, arguments, span);
        if result.is_ok() || self.in_function || self.nest.is_some() {
            return result;
        }
        self.forget_since(written);
        match arrays::inline(self, callee, arguments, 1, span)?.pop() {
            Some(arrays::Value::Scalar(code)) => {
                // What is left of the function must not happen later than what its result is used for.
                arrays::flush(self);
                Ok(code)
            }
            _ if scalars => result,
            _ => unsupported(span, format!("a call of '{}', whose result is no scalar", callee.name)),
        }
    }

    /// `min([a, b, c])` and its kin of scalars in the text.
    fn fold(&mut self, name: &str, arguments: &[Expr]) -> Result<Option<Code>> {
        let [Expr { kind: ExprKind::Matrix(rows), .. }] = arguments else {
            return Ok(None);
        };
        let parts: Vec<&Expr> = match &rows[..] {
            [row] => row.iter().collect(),
            _ if rows.iter().all(|row| row.len() == 1) => rows.iter().flatten().collect(),
            _ => return Ok(None),
        };
        if parts.len() < 2 || !matches!(name, "min" | "max" | "sum" | "prod") {
            return Ok(None);
        }
        if !parts.iter().all(|part| self.is_scalar(part)) {
            return Ok(None);
        }
        let codes: Vec<Code> = parts.into_iter().map(|part| self.scalar(part)).collect::<Result<_>>()?;
        if codes.iter().any(|code| code.elem != Elem::Double) {
            return Ok(None);
        }
        let no_minus_zero = codes.iter().all(|code| code.no_minus_zero);
        let extremum = if no_minus_zero { "raddle_any_" } else { "raddle_first_" };
        let mut values = codes.iter().map(Code::number);
        let first = values.next().map(|value| if name == "sum" { format!("(0.0 + {value})") } else { value });
        let result = values.fold(first.unwrap_or_default(), |before, value| match name {
            "sum" => format!("({before} + {value})"),
            "prod" => format!("({before} * {value})"),
            _ => format!("{extremum}{name}({before}, {value})"),
        });
        Ok(Some(Code { no_minus_zero: no_minus_zero && matches!(name, "min" | "max"), ..Code::double(result) }))
    }

    /// `numel(x)`, `size(x, 1)` and their kin of a variable.
    fn extent(&mut self, name: &str, arguments: &[Expr]) -> Result<Option<Code>> {
        let Some(ExprKind::Name(slot)) = arguments.first().map(|argument| &argument.kind) else {
            return Ok(None);
        };
        let slot = *slot;
        let Some(ty) = self.known(slot).typed() else {
            return Ok(None);
        };
        if vectors::is_local(self, slot) && matches!(name, "numel" | "rows" | "columns" | "length" | "size") {
            return unsupported(arguments[0].span, "the extent of a vector that each iteration makes anew");
        }
        let [m, n, p] = if ty.is_scalar() { ["1", "1", "1"].map(String::from) } else { self.extents(slot) };
        let text = match (name, arguments.len()) {
            ("numel", 1) => format!("({m} * {n} * {p})"),
            ("rows", 1) => m,
            ("columns", 1) => n,
            ("length", 1) if ty.shape == Shape::Row || ty.shape == Shape::Column => format!("({m} * {n})"),
            ("size", 2) => match literal(&arguments[1]) {
                Some(1.0) => m,
                Some(2.0) => n,
                Some(3.0) => p,
                _ => return Ok(None),
            },
            _ => return Ok(None),
        };
        self.used.insert(slot);
        Ok(Some(Code { non_negative: true, ..Code::of_int(Int::exact(text)) }))
    }

    /// All statements of a block. Those that are not compiled leave the region.
    pub fn block(&mut self, block: &[Stmt]) {
        self.facts.clear();
        for (at, stmt) in block.iter().enumerate() {
            self.within(at, |this| this.statement_or_leave(stmt));
        }
        arrays::flush(self);
        self.facts.clear();
    }

    /// Writes code at a place of the interpreter's path, which has none for inlined functions.
    fn within(&mut self, at: usize, write: impl FnOnce(&mut Self)) {
        let is_inlined = !self.callers.is_empty();
        if !is_inlined {
            self.path.push(at as u32);
        }
        write(self);
        if !is_inlined {
            self.path.pop();
        }
    }

    pub fn statement_or_leave(&mut self, stmt: &Stmt) {
        let written = self.written_so_far();
        let result = self.statement(stmt);
        if self.callers.is_empty() {
            self.statement = None;
            self.back = None;
        }
        if let Err(reason) = result {
            self.forget_since(written);
            if let Some(caller) = self.callers.last() {
                // What is done under a condition, such as an error, is the interpreter's.
                match self.conditions > caller.conditions {
                    true => self.require("0"),
                    false => self.left.push(reason),
                }
                return;
            }
            if self.conditions == 0 {
                self.always_left.get_or_insert(reason.clone());
            }
            self.left.push(reason);
            if self.in_function {
                self.require("0");
                return;
            }
            arrays::flush(self);
            let resume = self.resume();
            self.line(resume);
        } else if self.callers.is_empty() {
            arrays::forget_arrays(self, |name| !name.starts_with("a_"));
            if self.replaced {
                // Run again, the statement would read its own result.
                arrays::flush(self);
            }
        }
    }

    /// Does a statement go together with statements of arrays before it?
    fn is_collected(&self, stmt: &Stmt) -> bool {
        let (StmtKind::Assign { .. } | StmtKind::Update { .. }) = stmt.kind else {
            return false;
        };
        // Scalars of the script must not change before the group has happened.
        let is_array = |slot: &Slot| self.known(*slot).typed().is_some_and(|ty| !ty.is_scalar());
        !self.callers.is_empty() || super::uses::assigned(stmt).iter().all(is_array)
    }

    pub fn statement(&mut self, stmt: &Stmt) -> Result<()> {
        if stmt.print && matches!(stmt.kind, StmtKind::Expr(_) | StmtKind::Assign { .. } | StmtKind::Update { .. }) {
            return unsupported(stmt.span, "a statement that displays its value");
        }
        self.facts.begin_statement();
        if !self.is_collected(stmt) {
            arrays::flush(self);
        }
        if self.callers.is_empty() {
            self.statement = Some(stmt.span.start);
            self.reads = read_by(stmt);
            self.unread = self.reads.clone();
            self.assigns = super::uses::assigned(stmt);
            self.replaced = false;
        }
        if !matches!(stmt.kind, StmtKind::Assign { .. } | StmtKind::Update { .. }) {
            self.facts.clear();
        }
        match &stmt.kind {
            StmtKind::Assign { targets, value } => match &targets[..] {
                [Target::Place(place)] => self.assign(place, value, stmt.span),
                _ => arrays::assign_several(self, targets, value, stmt.span),
            },
            StmtKind::Update { target, op, value } => self.update(target, *op, value, stmt.span),
            StmtKind::If { arms, otherwise } => self.if_statement(arms, otherwise.as_ref()),
            StmtKind::While { condition, body } => self.while_loop(stmt, condition, body),
            StmtKind::For { target, values, body } => self.for_loop(stmt, target, values, body),
            // Every statement is inside of the region's loop.
            StmtKind::Break => {
                self.line("break;");
                Ok(())
            }
            StmtKind::Continue => {
                self.line("continue;");
                Ok(())
            }
            // A nest's function has no way out but its end.
            StmtKind::Return if self.nest.is_none() && !self.callers.is_empty() => {
                self.line(format!("goto end{};", self.scope));
                Ok(())
            }
            StmtKind::Return if self.in_function => {
                self.line("goto done;");
                Ok(())
            }
            _ => unsupported(stmt.span, "a statement that is not compiled"),
        }
    }

    fn assign(&mut self, place: &Expr, value: &Expr, span: Span) -> Result<()> {
        match &place.kind {
            ExprKind::Name(slot) => {
                let Some(ty) = self.known(*slot).typed() else {
                    return unsupported(span, format!("the class of '{}' is not known", self.text(*slot)));
                };
                if !ty.is_scalar() && self.nest.is_some() {
                    return vectors::assign_whole(self, *slot, value, span);
                }
                if !ty.is_scalar() {
                    return arrays::assign_whole(self, *slot, value, span);
                }
                if !self.is_scalar(value) {
                    return unsupported(span, "an assignment of an array");
                }
                if super::extrema::assign(self, *slot, value, span)? {
                    return Ok(());
                }
                let code = self.scalar(value)?;
                self.set(*slot, &code, span)
            }
            ExprKind::Index { base, arguments } => {
                let ExprKind::Name(slot) = base.kind else {
                    return unsupported(span, "an assignment to a part of a part");
                };
                let is_part = !arguments.iter().all(|argument| self.is_scalar(argument));
                if is_part && self.nest.is_some() {
                    return vectors::assign_part(self, slot, arguments, value, place);
                }
                if is_part {
                    return arrays::assign_part(self, slot, arguments, value, place);
                }
                if !self.is_scalar(value) {
                    return unsupported(span, "an assignment of an array");
                }
                let code = self.scalar(value)?;
                self.set_element(slot, arguments, &code, span)
            }
            _ => unsupported(span, "an assignment to a cell or field"),
        }
    }

    pub fn set(&mut self, slot: Slot, code: &Code, span: Span) -> Result<()> {
        let keeps = |elem: Elem| elem == code.elem || (elem == Elem::Complex && code.elem == Elem::Double);
        if !self.known(slot).typed().is_some_and(|ty| keeps(ty.elem)) {
            return unsupported(span, format!("the class of '{}' changes", self.text(slot)));
        }
        if code.elem.is_wide() {
            super::wide::check(self, span)?;
        }
        if self.nest.is_some() {
            return super::nest::set(self, slot, code, span);
        }
        if self.callers.is_empty() {
            arrays::flush(self);
        }
        self.used.insert(slot);
        self.written.insert(slot);
        self.store(slot, code);
        let class = self.tag(slot);
        let elem = self.known(slot).typed().map_or(code.elem, |ty| ty.elem);
        self.line(format!("{class} = {};", tag(elem)));
        Ok(())
    }

    pub fn element_type(&mut self, slot: Slot, code: &Code, span: Span) -> Result<Elem> {
        match self.known(slot).typed() {
            Some(ty) if ty.is_scalar() => unsupported(span, "a scalar that becomes an array"),
            Some(ty) if takes(ty.elem, code.elem) => Ok(ty.elem),
            Some(_) => unsupported(span, "an element of another class"),
            None => unsupported(span, format!("the class of '{}' is not known", self.text(slot))),
        }
    }

    fn set_element(&mut self, slot: Slot, arguments: &[Expr], code: &Code, span: Span) -> Result<()> {
        let elem = self.element_type(slot, code, span)?;
        self.used.insert(slot);
        self.written.insert(slot);
        arrays::flush(self);
        if elem.is_wide() {
            super::wide::check(self, span)?;
        }
        let value = match elem {
            Elem::Int(class) if super::integers::whole(self, code).is_some() => {
                let value = super::integers::conversion(self, class, code).as_whole();
                self.temporary_of(elem, &value)
            }
            Elem::Int(_) => self.temporary(&code.stored_as(elem)),
            _ => self.temporary_of(elem, &code.stored_as(elem)),
        };
        let at = self.subscript(slot, arguments, span)?;
        let array = self.array(slot);
        super::nest::writes(self, slot);
        match elem {
            Elem::Complex => {
                // The zero of a real number has no sign.
                self.line(format!("{array}{at}[0] = {value};"));
                self.line(format!("{array}{at}[1] = {} + 0.0;", code.imaginary()));
            }
            Elem::Double => self.line(format!("{array}{at} = {value};")),
            Elem::Bool | Elem::Char | Elem::Single | Elem::Int(_) | Elem::Wide(_) => {
                self.line(format!("{array}{at} = ({}){value};", c_type(elem)));
            }
        }
        if self.nest.is_none() {
            self.is_written(&array);
            self.facts.set_non_negative(&array, false);
        }
        Ok(())
    }

    fn update(&mut self, target: &Expr, op: BinaryOp, value: &Expr, span: Span) -> Result<()> {
        if !self.is_scalar(target) || !self.is_scalar(value) {
            let operands = (Box::new(target.clone()), Box::new(value.clone()));
            let whole = Expr { kind: ExprKind::Binary(op, operands.0, operands.1), span, parentheses: 0 };
            return self.assign(target, &whole, span);
        }
        let left = self.scalar(target)?;
        let right = self.scalar(value)?;
        let code = self.operation(op, &left, &right, false, value, span)?;
        match &target.kind {
            ExprKind::Name(slot) => self.set(*slot, &code, span),
            ExprKind::Index { base, arguments } => match base.kind {
                ExprKind::Name(slot) => self.set_element(slot, arguments, &code, span),
                _ => unsupported(span, "an assignment to a part of a part"),
            },
            _ => unsupported(span, "an assignment to a cell or field"),
        }
    }

    fn if_statement(&mut self, arms: &[(Expr, Block)], otherwise: Option<&Block>) -> Result<()> {
        if self.nest.is_some() {
            return super::nest::if_statement(self, arms, otherwise);
        }
        // Conditions of later arms are evaluated inside of `else`, as their tests must not run before.
        for (at, (condition, block)) in arms.iter().enumerate() {
            let condition = self.condition(condition)?;
            self.line(format!("if ({condition}) {{"));
            self.conditions += 1;
            self.within(at, |this| this.block(block));
            self.conditions -= 1;
            self.line("} else {");
        }
        if let Some(block) = otherwise {
            self.conditions += 1;
            self.within(arms.len(), |this| this.block(block));
            self.conditions -= 1;
        }
        for _ in arms {
            self.line("}");
        }
        Ok(())
    }

    /// Is an expression an integer by its form?
    pub fn scalar_int(&mut self, expr: &Expr) -> bool {
        self.probe(expr, |code| code.int.is_some())
    }

    /// Is an expression never negative by its form?
    pub fn is_non_negative(&mut self, expr: &Expr) -> bool {
        self.probe(expr, |code| code.non_negative)
    }

    /// What an expression's code would be, without writing any.
    fn probe(&mut self, expr: &Expr, test: impl Fn(&Code) -> bool) -> bool {
        let (written, counter) = (self.written_so_far(), self.counter);
        let vectors = self.nest.as_ref().map(|nest| nest.vectors.clone());
        let result = self.scalar(expr).is_ok_and(|code| test(&code));
        self.forget_since(written);
        if let (Some(nest), Some(vectors)) = (self.nest.as_mut(), vectors) {
            nest.vectors = vectors;
        }
        self.counter = counter;
        result
    }
}

/// The variables that an assignment reads: its target, too, unless all of it is replaced.
fn read_by(stmt: &Stmt) -> BTreeSet<Slot> {
    let StmtKind::Assign { targets, value } = &stmt.kind else {
        return super::uses::mentioned(stmt);
    };
    let mut slots = super::uses::read(value);
    for target in targets {
        if let Target::Place(place) = target
            && !matches!(place.kind, ExprKind::Name(_))
        {
            slots.extend(super::uses::read(place));
        }
    }
    slots
}
