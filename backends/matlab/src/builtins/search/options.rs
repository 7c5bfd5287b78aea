//! `optimset`, `optimget`: structures of options for the methods that look for zeros and minima. Checks no values.

use crate::builtins::Call;
use crate::value::{StructArray, Value};
use crate::{Result, fail};

/// The names that are known, as they are written.
const KNOWN: &[&str] = &[
    "AutoScaling",
    "ComplexEqn",
    "Display",
    "FinDiffType",
    "FunValCheck",
    "GradObj",
    "Jacobian",
    "MaxFunEvals",
    "MaxIter",
    "OutputFcn",
    "TolFun",
    "TolX",
    "TypicalX",
    "Updating",
];

fn known(name: &str) -> Option<&'static str> {
    KNOWN.iter().find(|known| known.eq_ignore_ascii_case(name)).copied()
}

/// `optimset("name", value, ...)`, `optimset(old, "name", value, ...)`, `optimset(old, new)`, `optimset("function")`.
pub fn optimset(call: Call) -> Result<Vec<Value>> {
    let mut args = &call.args[..];
    let mut options = StructArray::scalar();
    if args.is_empty() {
        let list: String = KNOWN.iter().map(|name| format!("  {name}\n")).collect();
        let text = format!("\nAll possible optimization options:\n\n{list}\n");
        if call.nargout == 0 {
            call.session.write(text.as_bytes());
            return Ok(vec![]);
        }
        for name in KNOWN {
            options.set(name, 0, Value::empty());
        }
        return Ok(vec![Value::structs(options)]);
    }
    if let [Value::Struct(_)] = args {
        return Ok(vec![args[0].clone()]);
    }
    if let [name] = args {
        return Ok(vec![defaults_of(name)?]);
    }
    if let [Value::Struct(old), rest @ ..] = args {
        if old.count() != 1 {
            let hint = "Specify a subscript on the structure array to resolve.";
            fail!("invalid dot name structure assignment because the structure array is empty.  {hint}");
        }
        options = (**old).clone();
        args = rest;
    }
    if let [Value::Struct(new)] = args {
        for (name, field) in &new.fields {
            options.set(name, 0, field.as_slice().first().cloned().unwrap_or_else(Value::empty));
        }
        return Ok(vec![Value::structs(options)]);
    }
    for pair in args.chunks(2) {
        let [name, value] = pair else { fail!("optimset: PARAMETER/VALUE arguments must occur in pairs") };
        let Some(name) = name.as_text() else { fail!("optimset: PARAMETER/VALUE arguments must occur in pairs") };
        let known = known(&name);
        if known.is_none() {
            call.session.write_error(format!("warning: optimset: unrecognized option: {name}\n").as_bytes());
        }
        options.set(known.unwrap_or(&name), 0, value.clone());
    }
    Ok(vec![Value::structs(options)])
}

/// The options that a method starts with.
fn defaults_of(function: &Value) -> Result<Value> {
    let name = match function {
        Value::Handle(handle) => match &**handle {
            crate::value::Handle::Named(name) => name.to_string(),
            _ => String::new(),
        },
        text => text.as_text().unwrap_or_default(),
    };
    let infinity = Value::scalar(f64::INFINITY);
    let pairs: Vec<(&str, Value)> = match name.as_str() {
        "fzero" => vec![
            ("Display", "notify".into()),
            ("FunValCheck", "off".into()),
            ("MaxFunEvals", infinity.clone()),
            ("MaxIter", infinity),
            ("OutputFcn", Value::empty()),
            ("TolX", f64::EPSILON.into()),
        ],
        "fminbnd" => vec![
            ("Display", "notify".into()),
            ("FunValCheck", "off".into()),
            ("MaxFunEvals", 500.0.into()),
            ("MaxIter", 500.0.into()),
            ("OutputFcn", Value::empty()),
            ("TolX", 1e-4.into()),
        ],
        "fminsearch" => vec![
            ("Display", "notify".into()),
            ("FunValCheck", "off".into()),
            ("MaxFunEvals", Value::empty()),
            ("MaxIter", Value::empty()),
            ("OutputFcn", Value::empty()),
            ("TolFun", 1e-4.into()),
            ("TolX", 1e-4.into()),
        ],
        "fminunc" | "fsolve" => trusted(&name),
        _ => fail!("optimset: no defaults for function '{name}'"),
    };
    let mut options = StructArray::scalar();
    for (name, value) in pairs {
        options.set(name, 0, value);
    }
    Ok(Value::structs(options))
}

/// The options of methods in a region of trust.
fn trusted(name: &str) -> Vec<(&'static str, Value)> {
    let mut pairs: Vec<(&str, Value)> = vec![("AutoScaling", "off".into())];
    if name == "fsolve" {
        pairs.push(("ComplexEqn", "off".into()));
    }
    pairs.extend([("FunValCheck", "off".into()), ("FinDiffType", "forward".into())]);
    pairs.push((if name == "fsolve" { "Jacobian" } else { "GradObj" }, "off".into()));
    pairs.extend([("MaxFunEvals", Value::empty()), ("MaxIter", 400.0.into()), ("OutputFcn", Value::empty())]);
    if name == "fsolve" {
        pairs.push(("Updating", "off".into()));
    }
    pairs.extend([("TolFun", 1e-6.into()), ("TolX", 1e-6.into()), ("TypicalX", Value::empty())]);
    pairs
}

/// `optimget(options, name, default)`
pub fn optimget(call: Call) -> Result<Vec<Value>> {
    let (Value::Struct(options), Some(name)) = (&call.args[0], call.args[1].as_text()) else {
        return Err(crate::Error::invalid_call("optimget"));
    };
    let known = known(&name);
    if known.is_none() {
        call.session.write_error(format!("warning: optimget: unrecognized option: {name}\n").as_bytes());
    }
    let value = options.get(known.unwrap_or(&name), 0).filter(|value| !value.is_empty()).cloned();
    Ok(vec![value.or_else(|| call.args.get(2).cloned()).unwrap_or_else(Value::empty)])
}

/// A numeric option, or its default.
pub fn number(options: Option<&Value>, name: &str, default: f64) -> f64 {
    let Some(Value::Struct(options)) = options else { return default };
    options.get(name, 0).and_then(Value::as_scalar).unwrap_or(default)
}

/// A text option.
pub fn word(options: Option<&Value>, name: &str) -> Option<String> {
    let Some(Value::Struct(options)) = options else { return None };
    options.get(name, 0).and_then(Value::as_text)
}

/// A structure for the `output` of a method.
pub fn report(fields: &[(&str, Value)]) -> Value {
    let mut report = StructArray::scalar();
    for (name, value) in fields {
        report.set(name, 0, value.clone());
    }
    Value::structs(report)
}
