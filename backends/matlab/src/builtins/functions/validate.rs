//! Checks of arguments: their number, class and properties.

use crate::builtins::Call;
use crate::value::{Class, Value};
use crate::{Error, Result, fail};

pub fn nargchk(call: Call) -> Result<Vec<Value>> {
    let number = |k: usize| call.args[k].as_scalar().unwrap_or(0.0);
    if number(0) > number(1) {
        fail!("nargchk: MINARGS must be <= MAXARGS");
    }
    let text = if number(2) < number(0) {
        "not enough input arguments"
    } else if number(2) > number(1) {
        "too many input arguments"
    } else {
        ""
    };
    Ok(vec![Value::text(text)])
}

/// The number of arguments is that of the function that calls.
pub fn narginchk(call: Call) -> Result<Vec<Value>> {
    let Call { session, args, .. } = call;
    let count = session.call(&Value::text("nargin"), vec![], 1)?;
    let count = count.first().and_then(Value::as_scalar).unwrap_or(0.0);
    let limit = |k: usize| args[k].as_scalar().filter(|_| args[k].is_scalar());
    let Some(least) = limit(0) else {
        fail!("narginchk: MINARGS must be a numeric scalar");
    };
    let Some(most) = limit(1) else {
        fail!("narginchk: MAXARGS must be a numeric scalar");
    };
    if least > most {
        fail!("narginchk: MINARGS must be <= MAXARGS");
    }
    if count < least {
        fail!("narginchk: not enough input arguments");
    }
    if count > most {
        fail!("narginchk: too many input arguments");
    }
    Ok(vec![])
}

/// `validateattributes(value, classes, attributes, [function, [name, [position]]])`
pub fn validateattributes(call: Call) -> Result<Vec<Value>> {
    let (Value::Cell(classes), Value::Cell(attributes)) = (&call.args[1], &call.args[2]) else {
        fail!("validateattributes: CLASSES and ATTRIBUTES must be cell arrays");
    };
    let text = |k: usize| call.args.get(k).and_then(Value::as_text).filter(|text| !text.is_empty());
    let function = text(3).map_or(String::new(), |name| format!("{name}: "));
    let position = call.args.get(5).and_then(Value::as_scalar);
    let position = position.map_or(String::new(), |position| format!(" (argument #{position})"));
    let subject = format!("{function}{}{position}", text(4).unwrap_or_else(|| "input".into()));
    let value = &call.args[0];
    check_class(value, classes.iter().filter_map(Value::as_text).collect(), &subject)?;
    let attributes = attributes.as_slice();
    let mut k = 0;
    while k < attributes.len() {
        let name = attributes[k].as_text().unwrap_or_default().to_lowercase();
        let argument = attributes.get(k + 1);
        k += 1 + usize::from(takes_argument(&name));
        check(value, &name, argument, &subject)?;
    }
    Ok(vec![])
}

fn check_class(value: &Value, classes: Vec<String>, subject: &str) -> Result<()> {
    const FLOATS: [&str; 2] = ["double", "single"];
    const NUMBERS: [&str; 10] =
        ["double", "int16", "int32", "int64", "int8", "single", "uint16", "uint32", "uint64", "uint8"];
    let mut known: Vec<&str> = vec![];
    for class in &classes {
        match class.as_str() {
            "numeric" => known.extend(NUMBERS),
            "float" => known.extend(FLOATS),
            other => known.push(other),
        }
    }
    known.sort_unstable();
    known.dedup();
    let class = value.class().name();
    if known.is_empty() || known.contains(&class) {
        return Ok(());
    }
    let list = known.join(" ");
    let message = format!("{subject} must be of class:\n\n  {list}\n\nbut was of class {class}");
    Err(Error::with_id("Octave:invalid-type", message))
}

fn takes_argument(name: &str) -> bool {
    matches!(name, "size" | "numel" | "ncols" | "nrows" | "ndims" | ">" | ">=" | "<" | "<=")
}

fn failure(subject: &str, id: &str, problem: &str) -> Error {
    Error::with_id(&format!("Octave:{id}"), format!("{subject} must {problem}"))
}

fn check(value: &Value, name: &str, argument: Option<&Value>, subject: &str) -> Result<()> {
    if takes_argument(name) {
        return match argument {
            Some(argument) => check_with(value, name, argument, subject),
            None => fail!("validateattributes: attribute {name} needs an argument"),
        };
    }
    let dims = value.dims();
    let numbers = value.to_doubles().unwrap_or_default();
    let all = |f: &dyn Fn(f64) -> bool| numbers.iter().all(|&x| f(x));
    let pairs = |f: &dyn Fn(f64, f64) -> bool| numbers.as_slice().windows(2).all(|pair| f(pair[0], pair[1]));
    let is_matrix = dims.rank() == 2;
    let holds = match name {
        "2d" => is_matrix,
        "3d" => dims.rank() <= 3,
        "column" => is_matrix && dims.cols() == 1,
        "row" => is_matrix && dims.rows() == 1,
        "scalar" => dims.is_scalar(),
        "vector" => dims.is_vector() && dims.count() >= 1,
        "square" => is_matrix && dims.rows() == dims.cols(),
        "nonempty" => !value.is_empty(),
        "nonsparse" => true,
        "binary" => value.class() == Class::Bool || all(&|x| x == 0.0 || x == 1.0),
        "even" => all(&|x| x % 2.0 == 0.0),
        "odd" => all(&|x| (x % 2.0).abs() == 1.0),
        "integer" => all(&|x| x.is_finite() && x.fract() == 0.0),
        "real" => value.is_number_like() && !value.is_complex(),
        "finite" => all(&f64::is_finite),
        "nonnan" => all(&|x| !x.is_nan()),
        "nonnegative" => all(&|x| x >= 0.0),
        "nonzero" => all(&|x| x != 0.0),
        "positive" => all(&|x| x > 0.0),
        "decreasing" => all(&|x| !x.is_nan()) && pairs(&|a, b| a > b),
        "increasing" => all(&|x| !x.is_nan()) && pairs(&|a, b| a < b),
        "nondecreasing" => all(&|x| !x.is_nan()) && pairs(&|a, b| a <= b),
        "nonincreasing" => all(&|x| !x.is_nan()) && pairs(&|a, b| a >= b),
        _ => fail!("validateattributes: unknown ATTRIBUTE {name}"),
    };
    if holds { Ok(()) } else { Err(failure(subject, &format!("expected-{name}"), &format!("be {name}"))) }
}

fn check_with(value: &Value, name: &str, argument: &Value, subject: &str) -> Result<()> {
    let dims = value.dims();
    let limit = argument.as_scalar().unwrap_or(f64::NAN);
    let numbers = value.to_doubles().unwrap_or_default();
    let compare = |holds: bool, id: &str, words: &str| {
        if holds { Ok(()) } else { Err(failure(subject, id, &format!("be {words} {limit:.6}"))) }
    };
    let count = |have: usize, id: &str, words: &str| {
        if have as f64 == limit { Ok(()) } else { Err(failure(subject, id, &format!("have {limit} {words}"))) }
    };
    match name {
        ">" => compare(numbers.iter().all(|&x| x > limit), "expected-greater", "greater than"),
        ">=" => compare(numbers.iter().all(|&x| x >= limit), "expected-greater-equal", "greater than or equal to"),
        "<" => compare(numbers.iter().all(|&x| x < limit), "expected-less", "less than"),
        "<=" => compare(numbers.iter().all(|&x| x <= limit), "expected-less-equal", "less than or equal to"),
        "numel" => count(dims.count(), "incorrect-numel", "elements"),
        "ncols" => count(dims.cols(), "incorrect-numcols", "columns"),
        "nrows" => count(dims.rows(), "incorrect-numrows", "rows"),
        "ndims" => count(dims.rank(), "incorrect-numdims", "dimensions"),
        _ => {
            let wanted = argument.to_doubles().unwrap_or_default();
            let fits = wanted.len() == dims.rank()
                && wanted.iter().zip(dims.as_slice()).all(|(&want, &have)| want.is_nan() || want == have as f64);
            if fits {
                return Ok(());
            }
            let words: Vec<_> =
                wanted.iter().map(|want| if want.is_nan() { "N".to_string() } else { want.to_string() }).collect();
            let problem = format!("be of size {} but was {dims}", words.join("x"));
            Err(failure(subject, "incorrect-size", &problem))
        }
    }
}
