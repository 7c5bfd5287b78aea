//! Assignment: to variables, and to elements and fields at any depth. A variable's value is taken out of its slot while it is
//! changed, so that elements that nobody shares are written in place; it is back whatever happens.

use super::Interp;
use super::chain::{self, EndOf, Step};
use super::eval::not_a_step;
use crate::builtins::{maps, parsers};
use crate::index::{self, Subscript};
use crate::session::Session;
use crate::value::{Array, Dims, StructArray, Value};
use crate::{Error, Result, display, fail, ops};
use raddle_matlab::ast::{BinaryOp, Expr, ExprKind, Slot, Target};
use std::rc::Rc;

/// A step whose subscripts are values.
#[derive(Clone)]
enum Place {
    Paren(Vec<Subscript>),
    Brace(Vec<Subscript>),
    Field(Rc<str>),
}

/// A place that values go to.
struct Destination {
    slot: Slot,
    places: Vec<Place>,
}

impl Interp {
    /// `targets = value`, and what it displays.
    pub fn assign(&mut self, targets: &[Target], value: &Expr, print: bool) -> Result<()> {
        if let [Target::Place(target)] = targets {
            return self.assign_one(target, value, print);
        }
        self.assign_list(targets, value, print).map(drop)
    }

    fn assign_one(&mut self, target: &Expr, value: &Expr, print: bool) -> Result<()> {
        if let ExprKind::Name(slot) = target.kind {
            let value = self.right_side(value)?;
            self.store(slot, value);
            return self.show(slot, print);
        }
        if is_empty_matrix(value)
            && let ExprKind::Index { .. } = target.kind
        {
            let destination = self.destination(target)?;
            self.change(&destination, index::delete)?;
            return self.show(destination.slot, print);
        }
        if self.is_list(target)? {
            let is_field = matches!(target.kind, ExprKind::Field { .. } | ExprKind::DynamicField { .. });
            if is_field && !self.is_bracketed(target) {
                self.right_side(value)?;
                return Err(no_element());
            }
            return self.assign_list(&[Target::Place(target.clone())], value, print).map(drop);
        }
        let value = self.right_side(value)?;
        let destination = self.destination(target)?;
        let slot = destination.slot;
        self.put(&destination, value)?;
        self.show(slot, print)
    }

    /// `[s.a] = value`, which gives each element of a struct array a value, is no `s.a = value`.
    fn is_bracketed(&self, target: &Expr) -> bool {
        let before = self.frame.code.function.source.text.get(..target.span.start as usize);
        before.is_some_and(|text| text.trim_end().ends_with('['))
    }

    /// One value. A list of several gives its first, as Octave does.
    fn right_side(&mut self, value: &Expr) -> Result<Value> {
        if !matches!(value.kind, ExprKind::CellIndex { .. } | ExprKind::Field { .. }) {
            return self.eval(value);
        }
        let values = self.eval_many(value, 1)?;
        values.into_iter().next().ok_or_else(|| Error::new("invalid number of elements on RHS of assignment"))
    }

    /// Does a target take as many values as elements it names (`c{:}`, `s.a`)?
    fn is_list(&mut self, target: &Expr) -> Result<bool> {
        match &target.kind {
            ExprKind::CellIndex { arguments, .. } => Ok(arguments.iter().any(|argument| {
                !matches!(argument.kind, ExprKind::Number(_) | ExprKind::Name(_) | ExprKind::Binary(..))
            })),
            ExprKind::Field { .. } | ExprKind::DynamicField { .. } => {
                Ok(self.wanted(&Target::Place(target.clone()))? > 1)
            }
            _ => Ok(false),
        }
    }

    /// `[a, ~, c{1:2}] = value`. The values that were assigned come back.
    fn assign_list(&mut self, targets: &[Target], value: &Expr, print: bool) -> Result<Vec<Value>> {
        let mut wanted = vec![];
        for target in targets {
            wanted.push(self.wanted(target)?);
        }
        let total = wanted.iter().sum();
        let ignored = targets.iter().map(|target| matches!(target, Target::Ignored(_))).collect();
        let before = std::mem::replace(&mut self.wanted_outputs, ignored);
        let values = self.eval_many(value, total);
        self.wanted_outputs = before;
        let mut values = values?.into_iter();
        let mut assigned = vec![];
        for (at, (target, &count)) in targets.iter().zip(&wanted).enumerate() {
            let taken: Vec<_> = values.by_ref().take(count).collect();
            if taken.len() < count {
                // A last target that is ignored needs no value.
                if matches!(target, Target::Ignored(_)) {
                    continue;
                }
                return Err(missing(at, assigned.is_empty(), value));
            }
            if let Target::Place(place) = target {
                assigned.extend(taken.first().cloned());
                let slot = self.assign_values(place, taken)?;
                self.show(slot, print)?;
            }
        }
        Ok(assigned)
    }

    pub fn assign_expression(&mut self, targets: &[Target], value: &Expr) -> Result<Vec<Value>> {
        if let [Target::Place(target)] = targets {
            self.assign_one(target, value, false)?;
            return self.eval_many(target, 1);
        }
        self.assign_list(targets, value, false)
    }

    /// How many values a target takes.
    fn wanted(&mut self, target: &Target) -> Result<usize> {
        let Target::Place(place) = target else {
            return Ok(1);
        };
        match &place.kind {
            ExprKind::CellIndex { .. } => {
                let destination = self.destination(place)?;
                let Some(Place::Brace(subscripts)) = destination.places.last() else {
                    return Ok(1);
                };
                let container = self.read(destination.slot, &destination.places[..destination.places.len() - 1]);
                let dims = container.map_or([0, 0].into(), |value| value.dims());
                let counts = subscripts.iter().enumerate().map(|(at, subscript)| match subscript {
                    Subscript::Colon if subscripts.len() == 1 => dims.count(),
                    Subscript::Colon => dims.get(at),
                    Subscript::Value(Value::Bool(mask)) => mask.iter().filter(|&&kept| kept).count(),
                    Subscript::Value(value) => value.count(),
                });
                Ok(counts.product())
            }
            ExprKind::Field { base, .. } | ExprKind::DynamicField { base, .. } => {
                let (start, _) = chain::steps(place);
                let ExprKind::Name(slot) = start.kind else {
                    return Ok(1);
                };
                if self.place(slot).is_none() {
                    return Ok(1);
                }
                let destination = self.destination(base)?;
                Ok(match self.read(destination.slot, &destination.places) {
                    Some(Value::Struct(structs)) => structs.count(),
                    _ => 1,
                })
            }
            _ => Ok(1),
        }
    }

    /// Assigns all values of a target; its variable's slot comes back.
    fn assign_values(&mut self, place: &Expr, values: Vec<Value>) -> Result<Slot> {
        let destination = self.destination(place)?;
        let slot = destination.slot;
        let mut values = values;
        if values.len() == 1 {
            let value = values.swap_remove(0);
            self.put(&destination, value)?;
            return Ok(slot);
        }
        match destination.places.last() {
            Some(Place::Brace(subscripts)) => {
                let places =
                    [&destination.places[..destination.places.len() - 1], &[Place::Paren(subscripts.clone())]].concat();
                let cells = Array::new([1, values.len()].into(), values);
                self.put(&Destination { slot, places }, Value::cell(cells))?;
            }
            Some(Place::Field(name)) => {
                let outer = &destination.places[..destination.places.len() - 1];
                for (k, value) in values.into_iter().enumerate() {
                    let element = Place::Paren(vec![Subscript::Value(Value::scalar(k as f64 + 1.0))]);
                    // With subscripts before the field, elements are those of the selection.
                    let places = match outer.split_last() {
                        Some((Place::Paren(subscripts), before)) => {
                            let element = select(subscripts, k, self.read(slot, before).as_ref())?;
                            [before, &[element, Place::Field(name.clone())]].concat()
                        }
                        _ => [outer, &[element, Place::Field(name.clone())]].concat(),
                    };
                    self.put(&Destination { slot, places }, value)?;
                }
            }
            _ => fail!("some elements undefined in argument list"),
        }
        Ok(slot)
    }

    /// `x op= value`
    pub fn update(&mut self, target: &Expr, op: BinaryOp, value: &Expr, print: bool) -> Result<()> {
        let right = self.eval(value)?;
        if let ExprKind::Name(slot) = target.kind {
            let Some(mut left) = self.take(slot) else {
                fail!("in computed assignment A OP= X, A must be defined first");
            };
            // In place where no other value shares the elements; an error leaves them.
            let result = ops::binary_into(op, &mut left, &right);
            let is_step = value.span.start <= target.span.start;
            let result = result.map_err(|error| if is_step { not_a_step(op, &left, error) } else { error });
            self.store(slot, left);
            result?;
            return self.show(slot, print);
        }
        if let ExprKind::Name(slot) = chain::steps(target).0.kind
            && self.place(slot).is_none()
        {
            // Subscripts come first.
            self.destination(target)?;
            fail!("in computed assignment A(index) OP= X, A must be defined first");
        }
        let left = self.eval(target)?;
        let result = ops::binary(op, &left, &right)?;
        let destination = self.destination(target)?;
        let slot = destination.slot;
        self.put(&destination, result)?;
        self.show(slot, print)
    }

    /// Assigns a value to what is left of an `=` or after `for`.
    pub fn assign_value(&mut self, target: &Expr, value: Value) -> Result<()> {
        if let ExprKind::Name(slot) = target.kind {
            self.store(slot, value);
            return Ok(());
        }
        let destination = self.destination(target)?;
        self.put(&destination, value)
    }

    pub fn show(&mut self, slot: Slot, print: bool) -> Result<()> {
        if print && let Some(value) = self.variable(slot) {
            let name = self.name_of(slot);
            let text = display::named(&name, &value, self.state().format);
            self.write(&text);
        }
        Ok(())
    }

    /// Evaluates the subscripts of a target.
    fn destination(&mut self, target: &Expr) -> Result<Destination> {
        let (base, steps) = chain::steps(target);
        let ExprKind::Name(slot) = base.kind else {
            fail!("invalid use of a N_-D array in indexed assignment");
        };
        let mut places: Vec<Place> = Vec::with_capacity(steps.len());
        for step in &steps {
            let place = match step {
                Step::Paren(arguments) => Place::Paren(self.place_subscripts(slot, &places, arguments)?),
                Step::Brace(arguments) => Place::Brace(self.place_subscripts(slot, &places, arguments)?),
                Step::Field(name) => Place::Field((*name).clone()),
                Step::Dynamic(name) => Place::Field(self.field_name(name)?),
            };
            places.push(place);
        }
        Ok(Destination { slot, places })
    }

    fn place_subscripts(&mut self, slot: Slot, before: &[Place], arguments: &[Expr]) -> Result<Vec<Subscript>> {
        if before.is_empty() {
            return self.subscripts(arguments, |position, count| EndOf::Variable { slot, position, count });
        }
        let needs_end = !arguments
            .iter()
            .all(|argument| matches!(argument.kind, ExprKind::Number(_) | ExprKind::Name(_) | ExprKind::Colon));
        let dims = if needs_end { self.dims_of(slot, before) } else { Ok([0, 0].into()) };
        self.subscripts(arguments, |position, count| match &dims {
            Ok(dims) => EndOf::Value { dims: dims.clone(), position, count },
            Err(error) => EndOf::Missing(error.clone()),
        })
    }

    /// The extents of what is at a place.
    fn dims_of(&self, slot: Slot, places: &[Place]) -> Result<Dims> {
        if let Some(value) = self.read(slot, places) {
            return Ok(value.dims());
        }
        let there = (0..places.len()).rev().find_map(|count| Some((self.read(slot, &places[..count])?, count)));
        let Some((value, count)) = there else { return Err(chain::no_value()) };
        let field = places[count..].iter().take(2).find_map(|place| match place {
            Place::Field(name) => Some(name),
            Place::Paren(_) | Place::Brace(_) => None,
        });
        match (&value, field) {
            (Value::Struct(structs), Some(name)) if !structs.fields.contains_key(name) => {
                fail!("structure has no member '{name}'")
            }
            _ => fail!("error evaluating partial expression for END"),
        }
    }

    /// What is at a place now; `None` if nothing is.
    fn read(&self, slot: Slot, places: &[Place]) -> Option<Value> {
        let mut value = self.variable(slot)?;
        for place in places {
            value = match (place, &value) {
                (Place::Paren(subscripts), Value::Map(map)) => maps::get(map, &chain::key(subscripts).ok()?).ok()?,
                (Place::Paren(subscripts), _) => index::get(&value, subscripts, None).ok()?,
                (Place::Brace(subscripts), Value::Cell(_)) => match index::get(&value, subscripts, None).ok()? {
                    Value::Cell(cells) => cells.as_slice().first()?.clone(),
                    _ => return None,
                },
                (Place::Field(name), Value::Struct(structs)) => structs.get(name, 0)?.clone(),
                (Place::Brace(_) | Place::Field(_), _) => return None,
            };
        }
        Some(value)
    }

    fn put(&mut self, destination: &Destination, value: Value) -> Result<()> {
        let taken = self.take(destination.slot);
        let was_there = taken.is_some();
        let mut target = taken.unwrap_or_else(Value::empty);
        let result = match &destination.places[..] {
            [Place::Paren(subscripts)] if !was_there => index::set_new(subscripts, value).map(|made| target = made),
            places => put_at(&mut target, places, value),
        };
        if was_there || result.is_ok() {
            self.store(destination.slot, target);
        }
        result.map_err(|error| index::named(error, &self.name_of(destination.slot)))
    }

    /// Changes the value that the last step, `( )`, belongs to.
    fn change(
        &mut self,
        destination: &Destination,
        f: impl FnOnce(&mut Value, &[Subscript]) -> Result<()>,
    ) -> Result<()> {
        let Some((Place::Paren(subscripts), before)) = destination.places.split_last() else {
            return Ok(());
        };
        if before.is_empty() {
            let Some(mut target) = self.take(destination.slot) else {
                let name = self.name_of(destination.slot);
                fail!("invalid use of a N_-D array in indexed assignment: '{name}' undefined");
            };
            let result = match &target {
                Value::Map(_) => {
                    Err(Error::new("only '()' indexing with exactly one key is supported by containers.Map"))
                }
                _ => f(&mut target, subscripts),
            };
            self.store(destination.slot, target);
            return result.map_err(|error| index::named(error, &self.name_of(destination.slot)));
        }
        let mut inner = self.read(destination.slot, before).unwrap_or_else(Value::empty);
        f(&mut inner, subscripts)?;
        let outer = Destination { slot: destination.slot, places: before.to_vec() };
        self.put(&outer, inner)
    }
}

fn is_empty_matrix(expr: &Expr) -> bool {
    matches!(&expr.kind, ExprKind::Matrix(rows) if rows.iter().all(Vec::is_empty))
}

fn missing(at: usize, first: bool, value: &Expr) -> Error {
    if first && at == 0 && !matches!(value.kind, ExprKind::CellIndex { .. } | ExprKind::Field { .. }) {
        return Error::new("value on right hand side of assignment is undefined");
    }
    Error::new(format!("element number {} undefined in return list", at + 1))
}

/// The `k`-th element that subscripts select, as a place.
fn select(subscripts: &[Subscript], k: usize, value: Option<&Value>) -> Result<Place> {
    let subscript = match subscripts {
        [Subscript::Value(Value::Bool(mask))] => {
            mask.iter().enumerate().filter(|(_, kept)| **kept).nth(k).map(|(at, _)| at as f64 + 1.0)
        }
        [Subscript::Value(at)] => at.to_doubles().and_then(|at| at.as_slice().get(k).copied()),
        [Subscript::Colon] => Some(k as f64 + 1.0),
        _ => value.map(|_| k as f64 + 1.0),
    };
    match subscript {
        Some(at) => Ok(Place::Paren(vec![Subscript::Value(Value::scalar(at))])),
        None => Err(Error::new("some elements undefined in argument list")),
    }
}

fn put_at(target: &mut Value, places: &[Place], value: Value) -> Result<()> {
    match places {
        [] => {
            *target = value;
            Ok(())
        }
        [Place::Paren(subscripts), rest @ ..] => put_paren(target, subscripts, rest, value),
        [Place::Brace(subscripts), rest @ ..] => put_brace(target, subscripts, rest, value),
        [Place::Field(name), rest @ ..] => put_field(target, name, rest, value),
    }
}

/// Within a field or an element of a cell, which takes the value's class where it has no rows and columns.
fn put_inside(target: &mut Value, places: &[Place], value: Value) -> Result<()> {
    match (places, &*target) {
        ([Place::Paren(_)], Value::Struct(_) | Value::Map(_) | Value::Parser(_)) => put_at(target, places, value),
        ([Place::Paren(subscripts)], old) if old.dims().as_slice() == [0, 0] => {
            *target = index::set_new(subscripts, value)?;
            Ok(())
        }
        _ => put_at(target, places, value),
    }
}

fn put_paren(target: &mut Value, subscripts: &[Subscript], rest: &[Place], value: Value) -> Result<()> {
    if let Value::Map(map) = target {
        let key = chain::key(subscripts)?;
        if !rest.is_empty() {
            fail!("containers.Map: only one level of indexing is supported");
        }
        return maps::set(map, &key, value);
    }
    if rest.is_empty() {
        return match target {
            Value::Handle(_) => Err(Error::new("can't perform indexed assignment for function handle type")),
            _ => index::set(target, subscripts, value),
        };
    }
    match target {
        Value::Struct(_) | Value::Cell(_) => (),
        _ if target.is_empty() => {
            if matches!(rest[0], Place::Field(_)) {
                *target = Value::structs(StructArray::new([0, 0].into()));
            }
        }
        Value::Handle(_) => fail!("can't perform indexed assignment for function handle type"),
        _ => {
            let is_number = target.is_scalar() && !target.is_text();
            let side = if is_number || matches!(target, Value::Range(_)) { "rhs" } else { "lhs" };
            fail!("in indexed assignment of {}, last {side} index must be ()", target.indexed_name())
        }
    }
    if let (Value::Struct(structs), [Place::Field(name), inner @ ..]) = (&mut *target, rest)
        && let Some(k) = single(subscripts, structs.dims())
    {
        return put_member(Rc::make_mut(structs), name, k, inner, value);
    }
    let mut element = match target {
        Value::Struct(structs) => {
            let beyond = new_element(Rc::make_mut(structs), rest);
            index::get(target, subscripts, None).unwrap_or(beyond)
        }
        _ => index::get(target, subscripts, None)?,
    };
    put_at(&mut element, rest, value)?;
    index::set(target, subscripts, element)
}

/// An element that a struct array grows by: it has all fields of the others, which get its own.
fn new_element(structs: &mut StructArray, rest: &[Place]) -> Value {
    if let [Place::Field(name), ..] = rest
        && !structs.fields.contains_key(name)
    {
        let none = Array::filled(structs.dims().clone(), Value::empty());
        structs.fields.insert(name.clone(), none);
    }
    let fields = structs.fields.keys().map(|name| (name.clone(), Array::scalar(Value::empty())));
    Value::structs(StructArray::with_fields([1, 1].into(), fields.collect()))
}

/// The 0-based element that one or two scalar subscripts in range name.
fn single(subscripts: &[Subscript], dims: &crate::value::Dims) -> Option<usize> {
    let at = |subscript: &Subscript| match subscript {
        Subscript::Value(Value::Double(array)) => {
            array.as_scalar().filter(|x| **x >= 1.0 && x.fract() == 0.0).map(|x| *x as usize - 1)
        }
        _ => None,
    };
    match subscripts {
        [subscript] => at(subscript).filter(|&k| k < dims.count()),
        [row, column] if dims.rank() == 2 => {
            let (row, column) = (at(row)?, at(column)?);
            (row < dims.rows() && column < dims.cols()).then(|| column * dims.rows() + row)
        }
        _ => None,
    }
}

/// A field of one element of a struct array.
fn put_member(structs: &mut StructArray, name: &Rc<str>, k: usize, rest: &[Place], value: Value) -> Result<()> {
    if rest.is_empty() {
        structs.set(name, k, value);
        return Ok(());
    }
    let mut inner = match structs.fields.get_mut(name) {
        Some(field) => std::mem::replace(&mut field.make_mut()[k], Value::empty()),
        None => Value::empty(),
    };
    let is_there = structs.fields.contains_key(name);
    let result = put_inside(&mut inner, rest, value);
    if is_there || result.is_ok() {
        structs.set(name, k, inner);
    }
    result
}

fn put_brace(target: &mut Value, subscripts: &[Subscript], rest: &[Place], value: Value) -> Result<()> {
    if !matches!(target, Value::Cell(_)) {
        match target {
            Value::Handle(_) => fail!("can't perform indexed assignment for function handle type"),
            Value::Map(_) => fail!("containers.Map: only '()' indexing is supported for assigning values"),
            Value::Struct(_) | Value::Parser(_) => fail!("{} cannot be indexed with {{", target.indexed_name()),
            _ if target.is_empty() => *target = Value::cell(Array::default()),
            _ => fail!("{} cannot be indexed with {{", target.indexed_name()),
        }
    }
    let Value::Cell(cells) = target else {
        return Ok(());
    };
    if let Some(k) = single(subscripts, cells.dims()) {
        let cell = &mut Rc::make_mut(cells).make_mut()[k];
        if rest.is_empty() {
            *cell = value;
            return Ok(());
        }
        return put_inside(cell, rest, value);
    }
    let mut inner = value;
    if !rest.is_empty() {
        let mut old = Value::empty();
        put_inside(&mut old, rest, inner)?;
        inner = old;
    }
    index::set(target, subscripts, Value::cell(Array::scalar(inner)))
}

fn put_field(target: &mut Value, name: &Rc<str>, rest: &[Place], value: Value) -> Result<()> {
    match target {
        Value::Struct(structs) if structs.count() == 1 => put_member(Rc::make_mut(structs), name, 0, rest, value),
        Value::Struct(structs) => Err(match rest.first() {
            Some(Place::Paren(_)) if structs.count() > 1 => Error::new("a cs-list cannot be further indexed"),
            _ => no_element(),
        }),
        Value::Handle(_) => Err(Error::new("can't perform indexed assignment for function handle type")),
        Value::Map(_) => Err(Error::new("containers.Map: properties are read-only")),
        Value::Parser(parser) if rest.is_empty() => parsers::set_property(&mut parser.borrow_mut(), name, &value),
        _ if target.dims().as_slice() == [0, 0] => {
            let mut structs = StructArray::scalar();
            put_member(&mut structs, name, 0, rest, value)?;
            *target = Value::structs(structs);
            Ok(())
        }
        _ if target.is_scalar() || !rest.is_empty() => {
            Err(Error::new(format!("{} cannot be indexed with .", target.indexed_name())))
        }
        _ => Err(no_element()),
    }
}

/// A field of several structs, or of none, is no place for one value.
fn no_element() -> Error {
    Error::new(
        "invalid dot name structure assignment because the structure array is empty.  Specify a subscript on the structure array to resolve.",
    )
}
