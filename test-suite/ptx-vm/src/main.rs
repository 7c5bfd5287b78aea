//! `ptx-vm`: checks PTX files, prints the table of accepted forms, and runs a kernel on values given on the command
//! line. All semantics are the library's.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Parser;
use raddle_ptx_vm::conformance;
use raddle_ptx_vm::table::TABLE;
use raddle_ptx_vm::{Approximations, Argument, DeviceAddress, Machine, Module, Options, Order, Shape, Type};

/// A reference interpreter for the PTX that Raddle emits
#[derive(Parser)]
#[command(version)]
struct Args {
    /// PTX file; without --kernel it is only checked and its kernels are listed
    #[arg(required_unless_present_any = ["rows", "conformance"])]
    file: Option<PathBuf>,
    /// Print the accepted instruction forms with their sections of the PTX ISA
    #[arg(long)]
    rows: bool,
    /// Print the module of the conformance cases, for an assembler or a device
    #[arg(long)]
    conformance: bool,
    /// Run this kernel
    #[arg(long)]
    kernel: Option<String>,
    /// Blocks in x, y and z
    #[arg(long, value_delimiter = ',', default_value = "1")]
    grid: Vec<u32>,
    /// Threads of a block in x, y and z
    #[arg(long, value_delimiter = ',', default_value = "1")]
    block: Vec<u32>,
    /// Bytes of dynamic shared memory
    #[arg(long, default_value_t = 0)]
    shared: u32,
    /// Instructions that may be executed
    #[arg(long, default_value_t = Options::default().budget)]
    budget: u64,
    /// Run blocks and threads in descending order
    #[arg(long)]
    descending: bool,
    /// Admit approximate instructions
    #[arg(long)]
    approximate: bool,
    /// The kernel's arguments: `i32=5`, `f64=0.5`, or buffers, which are printed in the end: `f32[]=1,2,3`, `s64[10]`
    arguments: Vec<String>,
}

fn main() -> ExitCode {
    match run(&Args::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("ptx-vm: {message}");
            ExitCode::FAILURE
        }
    }
}

fn run(args: &Args) -> Result<(), String> {
    if args.rows {
        TABLE.rows().for_each(|(_, row)| println!("{:28} {}", row.section, row.form));
    }
    if args.conformance {
        print!("{}", conformance::module(&conformance::kernels()?, "7.8", "sm_90"));
    }
    let Some(path) = &args.file else { return Ok(()) };
    let text = std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
    let approximations = if args.approximate { Approximations::Allowed } else { Approximations::Refused };
    let module = Module::parse_with(&text, approximations).map_err(|error| format!("{}: {error}", path.display()))?;
    match &args.kernel {
        Some(kernel) => launch(args, module, kernel),
        None => {
            for kernel in module.kernels() {
                println!("{kernel}{:?}", module.parameters(kernel).unwrap_or_default());
            }
            Ok(())
        }
    }
}

fn launch(args: &Args, module: Module, kernel: &str) -> Result<(), String> {
    let order = if args.descending { Order::Descending } else { Order::Ascending };
    let mut machine = Machine::new(Options { budget: args.budget, order });
    let module = machine.load(module);
    let mut buffers = Vec::new();
    let mut arguments = Vec::new();
    for text in &args.arguments {
        let (argument, buffer) = argument(&mut machine, text)?;
        arguments.push(argument);
        buffers.extend(buffer);
    }
    let shape = Shape { grid: extents(&args.grid)?, block: extents(&args.block)?, dynamic_shared: args.shared };
    let counts = machine.launch(module, kernel, shape, &arguments).map_err(|error| error.to_string())?;
    for Buffer { ty, address, count } in buffers {
        let bytes = machine.read(address, count * u64::from(ty.bytes())).map_err(|error| error.to_string())?;
        let values: Vec<String> = bytes.chunks(ty.bytes() as usize).map(|bytes| shown(ty, bytes)).collect();
        println!("{}", values.join(" "));
    }
    eprintln!("{} instructions", counts.instructions);
    Ok(())
}

fn extents(given: &[u32]) -> Result<[u32; 3], String> {
    match *given {
        [x] => Ok([x, 1, 1]),
        [x, y] => Ok([x, y, 1]),
        [x, y, z] => Ok([x, y, z]),
        _ => Err("an extent has one to three parts".to_owned()),
    }
}

/// An argument whose content is printed.
struct Buffer {
    ty: Type,
    address: DeviceAddress,
    count: u64,
}

fn argument(machine: &mut Machine, text: &str) -> Result<(Argument, Option<Buffer>), String> {
    let bad = || format!("'{text}' is not TYPE=VALUE, TYPE[]=VALUES or TYPE[COUNT]");
    let (head, values) = text.split_once('=').map_or((text, None), |(head, values)| (head, Some(values)));
    let (name, count) = match head.strip_suffix(']').and_then(|head| head.split_once('[')) {
        Some((name, count)) => (name, Some(count)),
        None => (head, None),
    };
    let ty = Type::named(&name.replace('i', "s")).ok_or_else(bad)?;
    let bytes = values.map(|values| values.split(',').map(|value| parsed(ty, value)).collect::<Option<Vec<_>>>());
    let bytes = match bytes {
        Some(bytes) => Some(bytes.ok_or_else(bad)?.concat()),
        None => None,
    };
    match (count, bytes) {
        (None, Some(bytes)) => Ok((Argument::Bytes(bytes), None)),
        (Some(""), Some(bytes)) => {
            let address = machine.alloc_with(&bytes);
            let count = bytes.len() as u64 / u64::from(ty.bytes());
            Ok((Argument::Pointer(address), Some(Buffer { ty, address, count })))
        }
        (Some(count), None) => {
            let count: u64 = count.parse().map_err(|_| bad())?;
            let address = machine.alloc(count * u64::from(ty.bytes()));
            Ok((Argument::Pointer(address), Some(Buffer { ty, address, count })))
        }
        (None, None) | (Some(_), Some(_)) => Err(bad()),
    }
}

/// A value's bytes.
fn parsed(ty: Type, text: &str) -> Option<Vec<u8>> {
    let bytes = match ty {
        Type::F32 => text.parse::<f32>().ok()?.to_le_bytes().to_vec(),
        Type::F64 => text.parse::<f64>().ok()?.to_le_bytes().to_vec(),
        Type::F16 | Type::Pred => return None,
        Type::S8 | Type::S16 | Type::S32 | Type::S64 | Type::U8 | Type::U16 | Type::U32 | Type::U64 => {
            text.parse::<i128>().ok()?.to_le_bytes()[..ty.bytes() as usize].to_vec()
        }
    };
    Some(bytes)
}

fn shown(ty: Type, bytes: &[u8]) -> String {
    let mut whole = [0; 8];
    whole[..bytes.len()].copy_from_slice(bytes);
    let bits = u64::from_le_bytes(whole);
    let unused = 64 - 8 * bytes.len() as u32;
    match ty {
        Type::F32 => f32::from_bits(bits as u32).to_string(),
        Type::F64 => f64::from_bits(bits).to_string(),
        Type::S8 | Type::S16 | Type::S32 | Type::S64 => ((bits << unused) as i64 >> unused).to_string(),
        Type::Pred | Type::F16 | Type::U8 | Type::U16 | Type::U32 | Type::U64 => bits.to_string(),
    }
}
