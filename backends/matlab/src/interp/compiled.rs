//! Compiled loops: tests whether the variables have the types that a region was compiled for, calls it, and goes on where it left.
//! Compiles nothing.
//!
//! A region's tables come from the object that Raddle made of the program (`raddle_matlab::compile`); this module trusts them as a
//! program trusts its own code.

use super::Interp;
use super::exec::Flow;
use super::lookup::Callee;
use super::place::Place;
use crate::Result;
use crate::value::{Array, Complex64, Dims, Range, Value};
use raddle_matlab::ast::{Block, Expr, ExprKind, Slot, Source, Stmt, StmtKind};
use std::collections::HashMap;
use std::ffi::{CStr, c_char, c_void};
use std::rc::Rc;

const NOTHING: RawValue =
    RawValue { scalar: 0.0, imag: 0.0, whole: 0, data: std::ptr::null_mut(), extents: [0; 3], tag: 0 };

/// Classes by their numbers in the tables. 0 is no value.
mod tag {
    pub const DOUBLE: i64 = 1;
    pub const BOOL: i64 = 2;
    pub const CHAR: i64 = 3;
    pub const COMPLEX: i64 = 4;
    pub const SINGLE: i64 = 5;
    pub const I8: i64 = 6;
    pub const I16: i64 = 7;
    pub const I32: i64 = 8;
    pub const U8: i64 = 9;
    pub const U16: i64 = 10;
    pub const U32: i64 = 11;
    pub const I64: i64 = 12;
    pub const U64: i64 = 13;
}

/// What a region reads and writes of one variable.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct RawValue {
    /// A scalar's value. Of an array: is it not what a written one would be, a range, or complex without imaginary parts?
    scalar: f64,
    imag: f64,
    /// A scalar of 64 bits.
    whole: i64,
    data: *mut c_void,
    extents: [i64; 3],
    tag: i64,
}

/// A loop that a region was in.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub struct RawLoop {
    base: f64,
    step: f64,
    limit: f64,
    count: i64,
    /// The iteration it is in, from 0.
    next: i64,
    /// The class of its variable.
    tag: i64,
}

const MAX_LOOPS: usize = 16;

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct RawState {
    again: i64,
    make: unsafe extern "C" fn(*mut Made, i64, i64, i64, i64, i64) -> i64,
    context: *mut Made,
    loops: [RawLoop; MAX_LOOPS],
}

impl RawState {
    fn new() -> RawState {
        let loops = [RawLoop::default(); MAX_LOOPS];
        RawState { again: 0, make, context: std::ptr::null_mut(), loops }
    }
}

/// What a region that runs needs to make new arrays.
#[derive(Debug)]
pub struct Made {
    /// The frame's variables.
    variables: *mut Option<Value>,
    slots: *const Option<Slot>,
    values: *mut RawValue,
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct RawVariable {
    name: *const c_char,
    role: i64,
    shape: i64,
    tag: i64,
    written: i64,
}

type Run = unsafe extern "C" fn(*mut RawValue, *mut RawState) -> i64;

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct RawRegion {
    source: i64,
    start: i64,
    statements: i64,
    variables: i64,
    points: i64,
    variable: *const RawVariable,
    point: *const *const i32,
    run: Run,
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct RawSource {
    path: *const c_char,
    text: *const c_char,
    size: i64,
}

/// A program as its object holds it.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct RawProgram {
    sources: i64,
    regions: i64,
    source: *const RawSource,
    region: *const RawRegion,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Role {
    /// The name is that of a builtin function.
    Builtin,
    /// The name is that of a function of the program, which may not be defined yet.
    User,
    HasValue,
    MayHaveValue,
}

#[derive(Debug)]
struct Variable {
    name: Rc<str>,
    role: Role,
    shape: i64,
    tag: i64,
    written: bool,
}

/// A compiled statement.
#[derive(Debug)]
pub struct Region {
    /// The assignments that it stands for; 0 for a loop.
    statements: usize,
    variables: Vec<Variable>,
    /// Paths of statements, from the region's own statement inwards.
    points: Vec<Vec<u32>>,
    run: Run,
}

/// The regions of a program, by source and start of the statement.
pub type Regions = HashMap<(*const Source, u32), Vec<Rc<Region>>>;

/// The sources of a program.
///
/// # Safety
/// `program` is what `raddle_matlab::compile` wrote.
pub unsafe fn sources(program: &RawProgram) -> Vec<Rc<Source>> {
    // SAFETY: the tables are as long as the program says.
    let rows = unsafe { slice(program.source, program.sources) };
    let one = |row: &RawSource| {
        // SAFETY: texts end with a zero byte; a text with zero bytes in it is as long as its row says.
        let (path, text) = unsafe { (CStr::from_ptr(row.path), slice(row.text.cast::<u8>(), row.size)) };
        let path = path.to_string_lossy().into_owned();
        Rc::new(Source::new(Some(path.into()), String::from_utf8_lossy(text).into()))
    };
    rows.iter().map(one).collect()
}

/// The regions of a program whose sources are these.
///
/// # Safety
/// `program` is what `raddle_matlab::compile` wrote.
pub unsafe fn regions(program: &RawProgram, sources: &[Rc<Source>]) -> Regions {
    let mut all = Regions::new();
    // SAFETY: the tables are as long as the program says.
    for row in unsafe { slice(program.region, program.regions) } {
        // SAFETY: as above.
        let variables = unsafe { slice(row.variable, row.variables) }.iter().map(|raw| {
            // SAFETY: names end with a zero byte.
            let name = unsafe { CStr::from_ptr(raw.name) }.to_string_lossy().into_owned().into();
            let role = match raw.role {
                0 => Role::Builtin,
                1 => Role::HasValue,
                3 => Role::User,
                _ => Role::MayHaveValue,
            };
            Variable { name, role, shape: raw.shape, tag: raw.tag, written: raw.written != 0 }
        });
        let variables = variables.collect();
        // SAFETY: as above; each path begins with its length.
        let paths = unsafe { slice(row.point, row.points) };
        let points = paths.iter().map(|&path| unsafe {
            let length = i64::from(*path);
            slice(path.add(1), length).iter().map(|&at| at as u32).collect()
        });
        let statements = row.statements as usize;
        let region = Region { statements, variables, points: points.collect(), run: row.run };
        let source = Rc::as_ptr(&sources[row.source as usize]);
        all.entry((source, row.start as u32)).or_default().push(Rc::new(region));
    }
    all
}

/// # Safety
/// `count` elements are there.
unsafe fn slice<'a, T>(start: *const T, count: i64) -> &'a [T] {
    if count <= 0 {
        return &[];
    }
    // SAFETY: the caller says so.
    unsafe { std::slice::from_raw_parts(start, count as usize) }
}

impl Interp {
    /// Runs the first statements by their compiled region: how many; `None` if they have none for the types at hand.
    pub fn try_region(&mut self, stmts: &[Stmt]) -> Option<Result<(Flow, usize)>> {
        let stmt = stmts.first()?;
        let key = (Rc::as_ptr(&self.frame.code.function.source), stmt.span.start);
        let regions = self.regions.get(&key)?.clone();
        let flow = regions.iter().find_map(|region| {
            if !self.functions_are(region) {
                return None;
            }
            let (stmts, count) = (stmts.get(..region.statements)?, region.statements.max(1));
            let values = self.marshal(region)?;
            let flow = match region.statements {
                0 => self.run_region(stmt, region, values, RawState::new()),
                _ => self.run_assignments(stmts, region, values),
            };
            Some(flow.map(|flow| (flow, count)))
        });
        if flow.is_some() || !regions.iter().any(|region| self.is_late(region)) {
            return flow;
        }
        match &stmt.kind {
            StmtKind::For { target, values, body } if matches!(values.kind, ExprKind::Range { .. }) => {
                Some(self.run_late(stmt, (target, values, body), &regions).map(|flow| (flow, 1)))
            }
            _ => None,
        }
    }

    /// May variables have the classes that a region wants after the first iteration? So it is where a sum of integers begins with
    /// a double.
    fn is_late(&self, region: &Region) -> bool {
        region.statements == 0
            && region.variables.iter().any(|variable| {
                let wants = variable.written && variable.shape == 0 && variable.tag >= tag::SINGLE;
                let value = self.frame.slot(&variable.name).and_then(|slot| self.place(slot));
                wants && matches!(value, Some(Value::Double(array)) if array.as_scalar().is_some())
            })
    }

    /// Interprets the first iteration; the others are a region's, if one fits now.
    fn run_late(
        &mut self,
        stmt: &Stmt,
        (target, values, body): (&Expr, &Expr, &Block),
        regions: &[Rc<Region>],
    ) -> Result<Flow> {
        self.frame.at = stmt.span;
        self.frame.place = Place::of(stmt);
        let range = match self.loop_values(values)? {
            Value::Range(range) => range,
            other => return self.for_values(target, other, body),
        };
        self.assign_value(target, Value::scalar(range.get(0)))?;
        match self.block(body)? {
            Flow::Normal | Flow::Continue => (),
            Flow::Break => return Ok(Flow::Normal),
            Flow::Return => return Ok(Flow::Return),
        }
        let mut state = RawState::new();
        state.again = 1;
        let Range { base, step, limit, count } = range;
        state.loops[0] = RawLoop { base, step, limit, count: count as i64, next: 1, tag: tag::DOUBLE };
        for region in regions.iter().filter(|region| region.statements == 0) {
            if self.functions_are(region)
                && let Some(values) = self.marshal(region)
            {
                return self.run_region(stmt, region, values, state);
            }
        }
        self.go_on(target, body, &state.loops[0], 1)
    }

    /// A row of assignments. Where the region leaves, the interpreter goes on to the end of the row.
    fn run_assignments(&mut self, stmts: &[Stmt], region: &Region, values: Marshalled) -> Result<Flow> {
        let point = self.call_region(region, values, &mut RawState::new());
        let rest = point.and_then(|path| path.first()).and_then(|first| stmts.get(*first as usize..));
        let Some((first, rest)) = rest.and_then(<[Stmt]>::split_first) else {
            return Ok(Flow::Normal);
        };
        // Not by the region again, which would leave again.
        self.interpret(first)?;
        self.statements(rest)
    }

    /// Calls a region: the path of the statement at which it left, if it did.
    fn call_region<'r>(
        &mut self,
        region: &'r Region,
        mut values: Marshalled,
        state: &mut RawState,
    ) -> Option<&'r Vec<u32>> {
        let (variables, values_of) = (self.frame.variables.as_mut_ptr(), values.raw.as_mut_ptr());
        let mut made = Made { variables, slots: values.slots.as_ptr(), values: values_of };
        state.context = &raw mut made;
        // SAFETY: the values are as the region's table wants them, and their memory stays where it is during the call, or until
        // the region asks for another array in its place.
        let point = unsafe { (region.run)(values.raw.as_mut_ptr(), state) };
        state.context = std::ptr::null_mut();
        self.unmarshal(region, &values);
        self.unmarshal_ranges(&values.slots, values.kept, &values.raw);
        self.return_fields(region, &values.slots);
        (point as usize).checked_sub(1).and_then(|at| region.points.get(at))
    }

    /// The slots of a region's variables: a function that another one calls may have none here. The values of fields become variables
    /// behind all others; `None` if there is no such field.
    fn slots_of(&mut self, region: &Region) -> Option<Vec<Option<Slot>>> {
        let mut slots = Vec::with_capacity(region.variables.len());
        for variable in &region.variables {
            let slot = match variable.field() {
                None => self.frame.slot(&variable.name),
                Some(place) => match self.field(place).map(|value| take_field(value, variable.written)) {
                    Some(value) => {
                        self.frame.variables.push(Some(value));
                        Some(Slot(self.frame.variables.len() as u32 - 1))
                    }
                    None => {
                        slots.resize(region.variables.len(), None);
                        self.return_fields(region, &slots);
                        return None;
                    }
                },
            };
            slots.push(slot);
        }
        Some(slots)
    }

    /// The field of a 1x1 struct that is a variable of this frame alone.
    fn field(&mut self, (variable, fields): (&str, &str)) -> Option<&mut Value> {
        let slot = self.frame.slot(variable)?;
        if self.frame.link(slot).is_some() {
            return None;
        }
        let place = self.frame.variables.get_mut(slot.0 as usize)?.as_mut()?;
        fields.split(raddle_matlab::compile::DOT).try_fold(place, |place, name| match place {
            Value::Struct(structs) if structs.count() == 1 => {
                Rc::make_mut(structs).fields.get_mut(name).map(|field| &mut field.make_mut()[0])
            }
            _ => None,
        })
    }

    /// The fields have what their variables have now, which are gone.
    fn return_fields(&mut self, region: &Region, slots: &[Option<Slot>]) {
        for (variable, slot) in region.variables.iter().zip(slots).rev() {
            let (Some(place), Some(_)) = (variable.field(), slot) else {
                continue;
            };
            let value = self.frame.variables.pop().flatten();
            if variable.written
                && let (Some(value), Some(field)) = (value, self.field(place))
            {
                *field = value;
            }
        }
    }

    /// Do the names of functions mean what they meant to the compiler?
    fn functions_are(&mut self, region: &Region) -> bool {
        region.variables.iter().all(|variable| match variable.role {
            Role::Builtin => !matches!(self.find_function(&variable.name), Some(Callee::User(_) | Callee::Script(_))),
            Role::User => matches!(self.find_function(&variable.name), Some(Callee::User(_))),
            Role::HasValue | Role::MayHaveValue => true,
        })
    }

    fn run_region(&mut self, stmt: &Stmt, region: &Region, values: Marshalled, state: RawState) -> Result<Flow> {
        let (mut values, mut state) = (values, state);
        loop {
            let Some(path) = self.call_region(region, values, &mut state) else {
                return Ok(Flow::Normal);
            };
            if path.is_empty() {
                return self.interpret(stmt);
            }
            match self.resume(stmt, path, &state.loops, Whole::Iteration)? {
                Flow::Normal | Flow::Continue => (),
                Flow::Break => return Ok(Flow::Normal),
                Flow::Return => return Ok(Flow::Return),
            }
            if let StmtKind::For { target, body, .. } = &stmt.kind {
                state.again = 1;
                state.loops[0].next += 1;
                if state.loops[0].next >= state.loops[0].count {
                    return Ok(Flow::Normal);
                }
                match self.marshal(region) {
                    Some(again) => values = again,
                    None => return self.go_on(target, body, &state.loops[0], state.loops[0].next),
                }
            } else {
                match self.marshal(region) {
                    Some(again) => values = again,
                    None => return self.interpret(stmt),
                }
            }
        }
    }

    /// The values of a region's variables; `None` if one has another type.
    fn marshal(&mut self, region: &Region) -> Option<Marshalled> {
        let slots = self.slots_of(region)?;
        let mut kept = Kept::default();
        let values = region.variables.iter().zip(&slots);
        let raw = values.enumerate().map(|(at, (variable, slot))| match slot {
            Some(slot) => self.raw_value((at, variable), *slot, &mut kept),
            None => matches!(variable.role, Role::Builtin | Role::User).then_some(NOTHING),
        });
        if let Some(raw) = raw.collect::<Option<Vec<_>>>() {
            return Some(Marshalled { slots, raw, kept });
        }
        for at in kept.widened {
            self.narrow_array(slots[at]);
        }
        self.return_fields(region, &slots);
        None
    }

    /// A complex array without imaginary parts becomes real, as it does where the interpreter writes elements.
    fn narrow_array(&mut self, slot: Option<Slot>) {
        let place = slot.and_then(|slot| self.frame.variables.get_mut(slot.0 as usize));
        if let Some(place @ Some(Value::Complex(_))) = place {
            *place = place.take().map(Value::narrow);
        }
    }

    fn raw_value(&mut self, (at, variable): (usize, &Variable), slot: Slot, kept: &mut Kept) -> Option<RawValue> {
        if matches!(variable.role, Role::Builtin | Role::User) {
            return self.place(slot).is_none().then_some(NOTHING);
        }
        if self.frame.link(slot) == Some(super::frame::Link::Global) {
            return None;
        }
        let place = self.frame.variables.get_mut(slot.0 as usize)?;
        let Some(value) = place else {
            return (variable.role == Role::MayHaveValue).then_some(NOTHING);
        };
        let raw =
            if variable.shape == 0 { raw_scalar(value, variable) } else { raw_array(value, (at, variable), kept) };
        match (raw, variable.role) {
            (Some(raw), Role::MayHaveValue) if variable.tag == raw.tag => Some(raw),
            (Some(_), Role::MayHaveValue) => Some(NOTHING),
            (Some(raw), _) => (variable.tag == 0 || variable.tag == raw.tag).then_some(raw),
            (None, Role::MayHaveValue) => Some(NOTHING),
            (None, _) => None,
        }
    }

    /// Ranges of which the region has written elements are arrays now.
    fn unmarshal_ranges(&mut self, slots: &[Option<Slot>], kept: Kept, raw: &[RawValue]) {
        for (at, array) in kept.ranges {
            let place = slots[at].and_then(|slot| self.frame.variables.get_mut(slot.0 as usize));
            if let Some(place @ Some(Value::Range(_))) = place
                && raw[at].scalar == 0.0
            {
                *place = Some(Value::Double(array));
            }
        }
    }

    fn unmarshal(&mut self, region: &Region, values: &Marshalled) {
        for ((variable, slot), raw) in region.variables.iter().zip(&values.slots).zip(&values.raw) {
            if variable.written && variable.is_complex_array() && raw.scalar == 0.0 {
                self.narrow_array(*slot);
            }
            let (true, 0, Some(slot)) = (variable.written, variable.shape, slot) else {
                continue;
            };
            let value = match raw.tag {
                tag::I64 => Some(Value::I64(Array::scalar(raw.whole))),
                tag::U64 => Some(Value::U64(Array::scalar(raw.whole as u64))),
                class => scalar_value(class, raw.scalar, raw.imag),
            };
            if let Some(value) = value {
                self.frame.variables[slot.0 as usize] = Some(value);
            }
        }
    }

    /// Goes on inside of a statement that a region left.
    fn resume(&mut self, stmt: &Stmt, path: &[u32], loops: &[RawLoop], whole: Whole) -> Result<Flow> {
        let Some((&first, rest)) = path.split_first() else {
            return self.interpret(stmt);
        };
        match &stmt.kind {
            StmtKind::For { target, body, .. } => {
                let flow = self.resume_block(body, path, &loops[1..])?;
                match (flow, whole) {
                    (_, Whole::Iteration) | (Flow::Return, _) => Ok(flow),
                    (Flow::Break, _) => Ok(Flow::Normal),
                    (Flow::Normal | Flow::Continue, Whole::Statement) => {
                        self.go_on(target, body, &loops[0], loops[0].next + 1)
                    }
                }
            }
            StmtKind::While { body, .. } => {
                let flow = self.resume_block(body, path, loops)?;
                match (flow, whole) {
                    (_, Whole::Iteration) | (Flow::Return, _) => Ok(flow),
                    (Flow::Break, _) => Ok(Flow::Normal),
                    (Flow::Normal | Flow::Continue, Whole::Statement) => self.interpret(stmt),
                }
            }
            StmtKind::If { arms, otherwise } => {
                let block = arms.get(first as usize).map(|(_, block)| block).or(otherwise.as_ref());
                block.map_or(Ok(Flow::Normal), |block| self.resume_block(block, rest, loops))
            }
            _ => self.interpret(stmt),
        }
    }

    fn resume_block(&mut self, block: &Block, path: &[u32], loops: &[RawLoop]) -> Result<Flow> {
        let Some((&first, rest)) = path.split_first() else {
            return self.block(block);
        };
        let Some((stmt, after)) = block.get(first as usize..).and_then(|block| block.split_first()) else {
            return Ok(Flow::Normal);
        };
        match self.resume(stmt, rest, loops, Whole::Statement)? {
            Flow::Normal => self.statements(after),
            other => Ok(other),
        }
    }

    /// The iterations of a loop from one on.
    fn go_on(&mut self, target: &Expr, body: &Block, one: &RawLoop, from: i64) -> Result<Flow> {
        let range = Range { base: one.base, step: one.step, limit: one.limit, count: one.count as usize };
        for k in from as usize..range.count {
            let value = scalar_value(one.tag, range.get(k), 0.0).unwrap_or_else(|| Value::scalar(range.get(k)));
            self.assign_value(target, value)?;
            match self.block(body)? {
                Flow::Normal | Flow::Continue => (),
                Flow::Break => break,
                Flow::Return => return Ok(Flow::Return),
            }
        }
        Ok(Flow::Normal)
    }
}

/// How far the interpreter goes in a loop that a region left.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Whole {
    /// To the end of the iteration.
    Iteration,
    /// To the end of the loop.
    Statement,
}

impl Variable {
    /// The variable and the fields of `p$a$b`.
    fn field(&self) -> Option<(&str, &str)> {
        self.name.split_once(raddle_matlab::compile::DOT)
    }

    fn is_complex_array(&self) -> bool {
        self.tag == tag::COMPLEX && self.shape != 0
    }
}

/// The value of a field. One that is written is nobody else's while a region has it, so that its elements are not copied.
fn take_field(field: &mut Value, written: bool) -> Value {
    if written { std::mem::replace(field, Value::empty()) } else { field.clone() }
}

/// A scalar of a class of the tables.
fn scalar_value(class: i64, real: f64, imag: f64) -> Option<Value> {
    Some(match class {
        tag::DOUBLE => Value::scalar(real),
        tag::COMPLEX if imag == 0.0 => Value::scalar(real),
        tag::COMPLEX => Value::Complex(Array::scalar(Complex64::new(real, imag))),
        tag::BOOL => Value::bool(real != 0.0),
        tag::CHAR => Value::text([real as u8]),
        tag::SINGLE => Value::Single(Array::scalar(real as f32)),
        tag::I8 => Value::I8(Array::scalar(real as i8)),
        tag::I16 => Value::I16(Array::scalar(real as i16)),
        tag::I32 => Value::I32(Array::scalar(real as i32)),
        tag::U8 => Value::U8(Array::scalar(real as u8)),
        tag::U16 => Value::U16(Array::scalar(real as u16)),
        tag::U32 => Value::U32(Array::scalar(real as u32)),
        // As loop variables; other ones have a place of their own.
        tag::I64 => Value::I64(Array::scalar(real as i64)),
        tag::U64 => Value::U64(Array::scalar(real as u64)),
        _ => return None,
    })
}

/// A complex number without an imaginary part, which `complex` makes, is not what it is in a region.
fn raw_scalar(value: &Value, variable: &Variable) -> Option<RawValue> {
    let of_wide = |whole: i64, tag: i64| Some(RawValue { whole, extents: [1; 3], tag, ..NOTHING });
    let (scalar, tag) = match value {
        Value::I64(array) => return of_wide(*array.as_scalar()?, tag::I64),
        Value::U64(array) => return of_wide(*array.as_scalar()? as i64, tag::U64),
        Value::Double(array) => (*array.as_scalar()?, tag::DOUBLE),
        Value::Complex(array) => (array.as_scalar().filter(|z| z.im != 0.0)?.re, tag::COMPLEX),
        Value::Bool(array) => (f64::from(u8::from(*array.as_scalar()?)), tag::BOOL),
        Value::Char(chars) => (f64::from(*chars.bytes.as_scalar()?), tag::CHAR),
        Value::Single(array) => (f64::from(*array.as_scalar()?), tag::SINGLE),
        Value::I8(array) => (f64::from(*array.as_scalar()?), tag::I8),
        Value::I16(array) => (f64::from(*array.as_scalar()?), tag::I16),
        Value::I32(array) => (f64::from(*array.as_scalar()?), tag::I32),
        Value::U8(array) => (f64::from(*array.as_scalar()?), tag::U8),
        Value::U16(array) => (f64::from(*array.as_scalar()?), tag::U16),
        Value::U32(array) => (f64::from(*array.as_scalar()?), tag::U32),
        _ => return None,
    };
    let imag = match value {
        Value::Complex(array) => array.as_scalar()?.im,
        _ => 0.0,
    };
    // A real number is a complex one, too.
    let tag = if variable.tag == tag::COMPLEX && tag == tag::DOUBLE { tag::COMPLEX } else { tag };
    Some(RawValue { scalar, imag, extents: [1; 3], tag, ..NOTHING })
}

/// The array of a variable. A range stays one until its elements are written, which are kept elsewhere.
fn raw_array(value: &mut Value, (at, variable): (usize, &Variable), kept: &mut Kept) -> Option<RawValue> {
    let dims = value.dims();
    if !has_shape(&dims, variable.shape) {
        return None;
    }
    let extents = [dims.rows() as i64, dims.cols() as i64, dims.get(2) as i64];
    let written = variable.written;
    if let Value::Range(range) = value {
        let mut array = range.to_array();
        // The elements of an array of several stay where they are when the array moves.
        if range.count != 1 {
            let data = pointer(&mut array, true);
            kept.ranges.push((at, array));
            return Some(RawValue { scalar: 1.0, data, extents, tag: tag::DOUBLE, ..NOTHING });
        }
        *value = Value::Double(array);
    }
    let mut is_complex_anyway = false;
    match value {
        Value::Double(array) if written && variable.is_complex_array() => {
            *value = Value::Complex(array.map(|&x| Complex64::new(x, 0.0)));
            kept.widened.push(at);
        }
        Value::Complex(array) => is_complex_anyway = array.iter().all(|z| z.im == 0.0),
        _ => (),
    }
    let (data, tag) = match value {
        Value::Double(array) => (pointer(array, written), tag::DOUBLE),
        Value::Complex(array) => (pointer(array, written), tag::COMPLEX),
        Value::Bool(array) => (pointer(array, written), tag::BOOL),
        Value::Char(chars) => (pointer(&mut chars.bytes, written), tag::CHAR),
        Value::Single(array) => (pointer(array, written), tag::SINGLE),
        Value::I8(array) => (pointer(array, written), tag::I8),
        Value::I16(array) => (pointer(array, written), tag::I16),
        Value::I32(array) => (pointer(array, written), tag::I32),
        Value::U8(array) => (pointer(array, written), tag::U8),
        Value::U16(array) => (pointer(array, written), tag::U16),
        Value::U32(array) => (pointer(array, written), tag::U32),
        Value::I64(array) => (pointer(array, written), tag::I64),
        Value::U64(array) => (pointer(array, written), tag::U64),
        _ => return None,
    };
    Some(RawValue { scalar: f64::from(u8::from(is_complex_anyway)), data, extents, tag, ..NOTHING })
}

/// The values of a region's variables while it runs.
#[derive(Debug)]
struct Marshalled {
    slots: Vec<Option<Slot>>,
    raw: Vec<RawValue>,
    kept: Kept,
}

/// What the values of variables have become for a region, by the variables' numbers.
#[derive(Debug, Default)]
struct Kept {
    /// The elements of ranges.
    ranges: Vec<(usize, Array<f64>)>,
    /// Real arrays that were made complex.
    widened: Vec<usize>,
}

/// Gives a variable of a region that runs a new array. 0 if there is no memory for it.
///
/// # Safety
/// The context is that of the region, and `variable` is a row of its table that has a slot.
unsafe extern "C" fn make(made: *mut Made, variable: i64, class: i64, rows: i64, columns: i64, pages: i64) -> i64 {
    // SAFETY: the caller says so; the interpreter does nothing while the region runs.
    let (place, raw) = unsafe {
        let Made { variables, slots, values } = *made;
        let Some(slot) = *slots.add(variable as usize) else {
            return 0;
        };
        (&mut *variables.add(slot.0 as usize), &mut *values.add(variable as usize))
    };
    let dims = Dims::new(&[rows as usize, columns as usize, pages as usize]);
    let value = match class {
        tag::DOUBLE => Array::try_filled(dims, 0.0).map(Value::Double),
        tag::BOOL => Array::try_filled(dims, false).map(Value::Bool),
        tag::SINGLE => Array::try_filled(dims, 0.0).map(Value::Single),
        tag::I8 => Array::try_filled(dims, 0).map(Value::I8),
        tag::I16 => Array::try_filled(dims, 0).map(Value::I16),
        tag::I32 => Array::try_filled(dims, 0).map(Value::I32),
        tag::U8 => Array::try_filled(dims, 0).map(Value::U8),
        tag::U16 => Array::try_filled(dims, 0).map(Value::U16),
        tag::U32 => Array::try_filled(dims, 0).map(Value::U32),
        _ => return 0,
    };
    let Ok(value) = value else {
        return 0;
    };
    let data = match place.insert(value) {
        Value::Double(array) => pointer(array, true),
        Value::Bool(array) => pointer(array, true),
        Value::Single(array) => pointer(array, true),
        Value::I8(array) => pointer(array, true),
        Value::I16(array) => pointer(array, true),
        Value::I32(array) => pointer(array, true),
        Value::U8(array) => pointer(array, true),
        Value::U16(array) => pointer(array, true),
        Value::U32(array) => pointer(array, true),
        _ => return 0,
    };
    *raw = RawValue { data, extents: [rows, columns, pages], tag: class, ..NOTHING };
    1
}

/// The address of elements, which are made unique where they are written.
fn pointer<T: Clone>(array: &mut crate::value::Array<T>, written: bool) -> *mut c_void {
    if written { array.make_mut().as_mut_ptr().cast() } else { array.as_slice().as_ptr().cast_mut().cast() }
}

fn has_shape(dims: &Dims, shape: i64) -> bool {
    match shape {
        1 => dims.rank() == 2 && dims.rows() == 1,
        2 => dims.rank() == 2 && dims.cols() == 1,
        3 => dims.rank() == 2,
        _ => dims.rank() <= 3,
    }
}
