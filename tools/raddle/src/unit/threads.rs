//! Threads that compile kernels, for GPUs and for the CPU, beside the host code. Each has contexts of MLIR and LLVM of its own and gets
//! the kernels as bytecode: nothing is shared with the module. What comes out does not depend on the number of threads.

use super::data::{self, DeviceCode};
use crate::error::Result;
use crate::targets::Targets;
use melior::ir::Module;
use melior::ir::operation::OperationLike;
use raddle_dialects::build::Builder;
use raddle_dialects::ir::{Mapping, Order};
use raddle_dialects::{Op, ir, text};
use raddle_llvm::{Facts, KernelName, Kernels, LlvmContext, Options};
use std::collections::{HashSet, VecDeque};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;

/// Operations of a group of kernels that is worth an object of its own.
const GROUP: usize = 400;

/// A module with copies of `ops`, as bytecode.
fn bytecode(ops: &[Op<'_>]) -> Vec<u8> {
    let Some(first) = ops.first() else { return vec![] };
    let copies = Module::new(first.location());
    let end = Builder::at_end(ir::context(*first), ir::body(ir::root(&copies)), first.location());
    for op in ops {
        end.clone_op(*op, &mut Mapping::new());
    }
    text::bytecode(ir::root(&copies))
}

fn spawn<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Result<JoinHandle<T>> {
    std::thread::Builder::new().stack_size(crate::STACK_BYTES).spawn(work).map_err(super::internal)
}

fn join<T>(thread: JoinHandle<Result<T>>) -> Result<T> {
    thread.join().unwrap_or_else(|_| Err(super::internal("a thread has panicked")))
}

fn parse<'c>(context: &'c melior::Context, kernels: &[u8]) -> Result<Module<'c>> {
    text::parse(context, kernels, "kernels").map_err(|_| super::internal("the kernels' bytecode cannot be read"))
}

/// A thread that makes what GPUs run.
pub struct ForGpus(JoinHandle<Result<Vec<DeviceCode>>>);

impl ForGpus {
    /// # Errors
    /// There is no thread.
    pub fn start(module: &Module<'_>, targets: Targets) -> Result<ForGpus> {
        let kernels = bytecode(&data::for_gpus(module));
        let work = move || {
            let context = raddle_dialects::context();
            Ok(data::device_code(&LlvmContext::new(), &context, &parse(&context, &kernels)?, targets))
        };
        spawn(work).map(ForGpus)
    }

    /// # Errors
    /// The thread has panicked; the kernels cannot be read.
    pub fn finish(self) -> Result<Vec<DeviceCode>> {
        join(self.0)
    }
}

/// Kernels for the CPU that are compiled.
pub struct Group {
    pub object: Vec<u8>,
    pub names: Vec<KernelName>,
}

/// Groups with their places in the order of the module's kernels.
type Numbered = Vec<(usize, Group)>;

/// Threads that make CPU code of kernels, an object for each group of them.
pub struct ForCpus {
    threads: Vec<JoinHandle<Result<Numbered>>>,
    facts: Vec<Sender<Facts>>,
}

impl ForCpus {
    /// # Errors
    /// There are no threads.
    pub fn start(module: &Module<'_>, options: &Options) -> Result<ForCpus> {
        let groups: VecDeque<_> = groups(module).iter().map(|it| bytecode(it)).enumerate().collect();
        let n_threads = std::thread::available_parallelism().map_or(1, usize::from).min(groups.len());
        let groups = Arc::new(Mutex::new(groups));
        let (mut threads, mut senders) = (vec![], vec![]);
        for _ in 0..n_threads {
            let (sender, facts) = channel();
            let (groups, options) = (groups.clone(), options.clone());
            threads.push(spawn(move || compile_groups(&groups, &facts, &options))?);
            senders.push(sender);
        }
        Ok(ForCpus { threads, facts: senders })
    }

    /// Tells the threads what they need to know of the unit before they make machine code.
    pub fn tell(&self, facts: &Facts) {
        // A thread that does not listen has failed, which `finish` says.
        self.facts.iter().for_each(|it| drop(it.send(facts.clone())));
    }

    /// All groups, in the order of the module's kernels.
    ///
    /// # Errors
    /// A kernel cannot be compiled; a thread has panicked.
    pub fn finish(self) -> Result<Vec<Group>> {
        let parts = self.threads.into_iter().map(join).collect::<Result<Vec<_>>>()?;
        let mut groups: Vec<_> = parts.into_iter().flatten().collect();
        groups.sort_by_key(|(number, _)| *number);
        Ok(groups.into_iter().map(|(_, group)| group).collect())
    }
}

/// Can the kernels be compiled without the unit? They call none of its `own` symbols.
pub fn are_apart(module: &Module<'_>, own: &HashSet<&str>) -> bool {
    let declared = data::gpu_modules(module).into_iter().flat_map(|it| ir::find_all(it, "llvm.func"));
    let mut names = declared.filter_map(ir::symbol_name);
    names.all(|name| !name.starts_with("__raddle") && !own.contains(name))
}

/// The `gpu.module`s in groups of neighbours.
fn groups<'c>(module: &Module<'c>) -> Vec<Vec<Op<'c>>> {
    let (mut groups, mut size) = (vec![], GROUP);
    for op in data::gpu_modules(module) {
        if size >= GROUP {
            groups.push(vec![]);
            size = 0;
        }
        size += ir::nested(op, Order::Pre).len();
        groups.last_mut().into_iter().for_each(|it| it.push(op));
    }
    groups
}

fn compile_groups(
    groups: &Mutex<VecDeque<(usize, Vec<u8>)>>,
    facts: &Receiver<Facts>,
    options: &Options,
) -> Result<Numbered> {
    let next = || groups.lock().map_err(super::internal).map(|mut it| it.pop_front());
    let (mut known, mut res) = (None, vec![]);
    while let Some((number, kernels)) = next()? {
        res.push((number, compile_group(&kernels, facts, &mut known, options)?));
    }
    Ok(res)
}

fn compile_group(
    kernels: &[u8],
    facts: &Receiver<Facts>,
    known: &mut Option<Facts>,
    options: &Options,
) -> Result<Group> {
    let context = raddle_dialects::context();
    let llvm = LlvmContext::new();
    let kernels = Kernels::compile(&llvm, &context, &parse(&context, kernels)?, options).map_err(super::internal)?;
    let facts = match known {
        Some(known) => known,
        None => known.insert(facts.recv().map_err(super::internal)?),
    };
    let (object, names) = facts.object(&llvm, kernels, options).map_err(super::internal)?;
    Ok(Group { object, names })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kernels_that_call_their_unit_are_not_apart_from_it() {
        let context = raddle_dialects::context();
        let module = |callee: &str| {
            let text =
                format!("gpu.module @m {{ llvm.func @{callee}(f64) -> f64 gpu.func @k() kernel {{ gpu.return }} }}");
            Module::parse(&context, &text).unwrap()
        };
        let own = HashSet::from(["renamed"]);
        assert!(are_apart(&module("exp"), &own));
        assert!(!are_apart(&module("renamed"), &own));
        // What clang passes in ways of its own.
        assert!(!are_apart(&module("__raddle_call_exp"), &own));
    }

    /// The objects must be the same on all machines.
    #[test]
    fn groups_do_not_depend_on_the_number_of_processors() {
        let context = raddle_dialects::context();
        let kernel = |number: usize| {
            let body: String = (0..GROUP / 3).map(|it| format!("%c{it} = arith.constant {it} : i32\n")).collect();
            format!("gpu.module @m{number} {{ gpu.func @k() kernel {{ {body} gpu.return }} }}\n")
        };
        let text: String = (0..7).map(kernel).collect();
        let module = Module::parse(&context, &text).unwrap();
        let sizes: Vec<_> = groups(&module).iter().map(Vec::len).collect();
        assert_eq!(sizes, [3, 3, 1]);
    }
}
