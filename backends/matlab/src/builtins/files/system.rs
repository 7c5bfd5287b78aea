//! The system around the program: its environment and what it is. Starts no processes.

use crate::builtins::Call;
use crate::value::{Array, Value};
use crate::{Error, Result, fail};

/// No packages are installed. To load one does nothing nevertheless: the functions that a program needs may be among ours.
pub fn pkg(call: Call) -> Result<Vec<Value>> {
    let words: Option<Vec<String>> = call.args.iter().map(|it| it.as_text().filter(|_| it.is_text())).collect();
    let words = words.filter(|words| !words.is_empty()).ok_or_else(|| Error::invalid_call("pkg"))?;
    let (options, names): (Vec<&String>, Vec<&String>) = words.iter().partition(|word| word.starts_with('-'));
    let Some((action, names)) = names.split_first().filter(|_| options.len() < words.len()) else {
        fail!("pkg: invalid action.  See 'help pkg' for available actions");
    };
    match (action.as_str(), names) {
        ("list", []) if call.nargout == 0 => call.session.write(b"no packages installed.\n"),
        ("list", [name, ..]) if call.nargout == 0 => {
            call.session.write(format!("package {name} is not installed.\n").as_bytes());
        }
        ("list", _) => return Ok(vec![Value::cell(Array::default()); call.nargout]),
        ("load" | "unload" | "test", []) => fail!("pkg: {action} action requires at least one package name"),
        ("install", []) => fail!("pkg: install action requires at least one filename"),
        ("unload", names) => {
            let names: Vec<&str> = names.iter().map(|name| name.as_str()).collect();
            fail!("pkg: package(s): {} not installed", names.join(" "))
        }
        ("load" | "describe" | "prefix" | "local_list" | "global_list" | "rebuild" | "update", _) => {}
        ("install" | "test" | "uninstall" | "build", _) => fail!("pkg: Raddle has no packages"),
        _ => fail!("pkg: invalid action.  See 'help pkg' for available actions"),
    }
    Ok(vec![])
}

pub fn yes(_: Call) -> Result<Vec<Value>> {
    Ok(vec![Value::bool(true)])
}

pub fn no(_: Call) -> Result<Vec<Value>> {
    Ok(vec![Value::bool(false)])
}

pub fn version(_: Call) -> Result<Vec<Value>> {
    Ok(vec![Value::text("7.3.0")])
}

pub fn computer(call: Call) -> Result<Vec<Value>> {
    const NAME: &str = "x86_64-pc-linux-gnu";
    if call.args.first().is_some_and(|word| word.as_bytes() == Some(b"arch")) {
        return Ok(vec![Value::text("gnu-linux-x86_64")]);
    }
    if call.nargout == 0 {
        call.session.write(format!("{NAME}\n").as_bytes());
        return Ok(vec![]);
    }
    Ok(vec![Value::text(NAME), Value::scalar(i64::MAX as f64), Value::text("L")])
}

pub fn getpid(_: Call) -> Result<Vec<Value>> {
    Ok(vec![Value::scalar(f64::from(std::process::id()))])
}

pub fn nproc(_: Call) -> Result<Vec<Value>> {
    Ok(vec![Value::scalar(std::thread::available_parallelism().map_or(1, usize::from) as f64)])
}

pub fn argv(_: Call) -> Result<Vec<Value>> {
    Ok(vec![Value::cell(Array::default())])
}

pub fn program_name(_: Call) -> Result<Vec<Value>> {
    let name = std::env::args().nth(1).unwrap_or_default();
    Ok(vec![Value::text(name.rsplit('/').next().unwrap_or(&name))])
}

fn name(call: &Call) -> String {
    call.args[0].as_text().filter(|_| call.args[0].is_text()).unwrap_or_default()
}

pub fn getenv(call: Call) -> Result<Vec<Value>> {
    let name = name(&call);
    let own = call.session.state().files.environment.get(&name).cloned();
    let value = own.unwrap_or_else(|| if name.is_empty() { None } else { std::env::var(&name).ok() });
    Ok(vec![Value::text(value.unwrap_or_default())])
}

pub fn setenv(call: Call) -> Result<Vec<Value>> {
    if call.args.iter().any(|value| !value.is_text()) {
        fail!("{}: VAR must be a string", call.name);
    }
    let name = name(&call);
    let value = call.args.get(1).and_then(Value::as_text).unwrap_or_default();
    call.session.state().files.environment.insert(name, Some(value));
    Ok(vec![])
}

pub fn unsetenv(call: Call) -> Result<Vec<Value>> {
    let name = name(&call);
    call.session.state().files.environment.insert(name, None);
    Ok(vec![Value::scalar(0.0)])
}

/// Nobody is there who could answer.
pub fn input(call: Call) -> Result<Vec<Value>> {
    if let Some(prompt) = call.args.first().and_then(Value::as_bytes) {
        call.session.write(prompt);
    }
    fail!("{}: reading user-input failed!", call.name);
}

pub fn refused(_: Call) -> Result<Vec<Value>> {
    fail!("system: programs start no other programs here");
}
