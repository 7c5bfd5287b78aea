//! A function of the program as numerical methods see it: numbers in, numbers out. Keeps count of the calls.

use crate::builtins::functions;
use crate::session::Session;
use crate::value::{Array, Complex64, Value};
use crate::{Error, Result};

pub struct Target<'a> {
    session: &'a mut dyn Session,
    function: Value,
    /// Further arguments.
    pub extra: Vec<Value>,
    pub calls: usize,
}

impl<'a> Target<'a> {
    pub fn new(session: &'a mut dyn Session, function: &Value) -> Target<'a> {
        Target { session, function: function.clone(), extra: vec![], calls: 0 }
    }

    /// A function, or the text of an expression in variables of these names.
    ///
    /// # Errors
    /// Mistakes in the text.
    pub fn of_expression(session: &'a mut dyn Session, function: &Value, names: &[&str]) -> Result<Target<'a>> {
        let text = function.as_text().filter(|text| function.is_text() && !session.is_function(text));
        let Some(text) = text else { return Ok(Target::new(session, function)) };
        let names: Vec<String> = names.iter().map(|name| name.to_string()).collect();
        let function = Value::Handle(functions::of_text(session, &names, &text)?);
        Ok(Target::new(session, &function))
    }

    /// The first value of the function.
    ///
    /// # Errors
    /// The program's own, and that of a function without a value.
    pub fn call(&mut self, args: Vec<Value>) -> Result<Value> {
        self.calls += 1;
        let mut args = args;
        args.extend(self.extra.iter().cloned());
        let values = self.session.call(&self.function, args, 1)?;
        values
            .into_iter()
            .next()
            .map(Value::full)
            .ok_or_else(|| Error::new("value on the right hand side of the assignment not defined"))
    }

    pub fn session(&mut self) -> &mut dyn Session {
        self.session
    }

    pub fn print(&mut self, text: &str) {
        self.session.write(text.as_bytes());
    }

    /// The value at a number, as a number.
    pub fn at(&mut self, x: f64) -> Result<f64> {
        self.number(Value::scalar(x))
    }

    /// The value at anything, as a number.
    pub fn number(&mut self, x: Value) -> Result<f64> {
        Ok(self.call(vec![x])?.as_scalar().unwrap_or(f64::NAN))
    }

    /// The values at many numbers at once.
    ///
    /// # Errors
    /// `message` if their number differs.
    pub fn at_all(&mut self, x: &Array<f64>, message: &str) -> Result<Vec<Complex64>> {
        let y = self.call(vec![Value::Double(x.clone())])?;
        match y.to_complex() {
            Some(y) if y.len() == x.len() => Ok(y.into_vec()),
            _ => Err(Error::new(message)),
        }
    }
}
