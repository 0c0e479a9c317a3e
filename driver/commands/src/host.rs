//! `hlsl2spirv run` of a program with host code: the host is interpreted, its kernels run as any other.

use crate::running;
use arguments::RunArguments;
use convert::host::{Argument, Device, Launch, Limits, MAIN, Program};
use launch::kernels::{self, Clock, Problem};
use library::files::names::to_text;
use library::files::reading;
use library::pipeline::stack;
use library::pipeline::validator;
use library::report::console;
use runner::{Access, Engine, Module, Options, Place};
use std::collections::BTreeMap;
use std::time::Instant;

/// Runs a file, if it has host code and nothing is said of a single dispatch.
pub(super) fn attempt(
    arguments: &RunArguments,
    engine: impl FnOnce(&Options, &Clock) -> Result<Engine, Problem> + Send,
) -> Result<Option<()>, Problem> {
    let file = to_text(arguments.file.as_os_str());
    let is_dispatch = !arguments.running.bind.is_empty()
        || !arguments.out.is_empty()
        || arguments.running.push.is_some()
        || !arguments.running.constant.is_empty()
        || arguments.group_size.is_some()
        || arguments.dispatch.0 != [1; 3];
    if !reading::is_dialect(&file) || is_dispatch {
        return Ok(None);
    }
    let run = || run(arguments, &file, engine);
    stack::on_large_stack(run).map_err(|error| format!("cannot start: {error}"))?
}

fn run(
    arguments: &RunArguments,
    file: &str,
    engine: impl FnOnce(&Options, &Clock) -> Result<Engine, Problem>,
) -> Result<Option<()>, Problem> {
    let bytes = reading::read_bytes(file).map_err(|error| format!("cannot read '{file}': {error}"))?;
    let entry = arguments.entry.as_deref().unwrap_or(MAIN);
    let program = Program::read(&reading::decode(bytes), entry).map_err(|error| format!("{file}:{error}"))?;
    let Some(program) = program else { return Ok(None) };
    if arguments.running.checks.check.is_some() {
        return Err(format!("'--check' cannot be used with the host code of '{file}'").into());
    }
    let clock = Clock::start(arguments.running.deadline);
    let usual = running::options(&arguments.running.host)?;
    let engine = engine(&usual, &clock)?;
    let options = Options { engine, lanes: arguments.lanes.unwrap_or_default(), ..usual };
    let mut host = Host {
        program: &program,
        options,
        clock,
        start: Instant::now(),
        modules: BTreeMap::new(),
        kernels: BTreeMap::new(),
    };
    let limits = Limits { steps: arguments.running.checks.max_steps, ..Limits::default() };
    program.run(entry, &mut host, limits).map_err(|error| format!("{file}:{error}"))?;
    Ok(Some(()))
}

/// What a kernel is compiled for: its module and its name, and what the launch decides.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Key {
    module: String,
    kernel: String,
    threads: [u32; 3],
    group_memory: u64,
    has_indices: bool,
}

/// The device of a program: kernels that were compiled.
struct Host<'p> {
    program: &'p Program,
    options: Options,
    clock: Clock,
    start: Instant,
    /// The words of modules, with wide indices or without.
    modules: BTreeMap<(String, bool), Vec<u32>>,
    kernels: BTreeMap<Key, Module>,
}

impl Host<'_> {
    /// The kernel of a launch, compiled once.
    fn kernel(&mut self, launch: &Launch<'_>) -> Result<Module, String> {
        let key = Key {
            module: launch.module.to_owned(),
            kernel: launch.kernel.to_owned(),
            threads: launch.threads,
            group_memory: launch.group_memory,
            has_indices: launch.has_indices,
        };
        if let Some(module) = self.kernels.get(&key) {
            return Ok(module.clone());
        }
        let deadline = self.clock.left();
        let options = Options { local_size: launch.threads, deadline, ..self.options.clone() };
        let words = self.words(launch)?;
        let module = kernels::module(words, Some(launch.kernel), &options).map_err(|error| error.to_string())?;
        let own = module.info().local_size;
        if own != launch.threads {
            return Err(format!("the kernel has workgroups of {own:?}, and the launch {:?}", launch.threads));
        }
        self.kernels.insert(key, module.clone());
        Ok(module)
    }

    /// The words of the module of a launch, converted once.
    fn words(&mut self, launch: &Launch<'_>) -> Result<&[u32], String> {
        let key = (launch.module.to_owned(), launch.has_indices);
        if !self.modules.contains_key(&key) {
            let options = convert::Options {
                index_width: launch.has_indices.then_some(u64::BITS),
                ..convert::Options::default()
            };
            let (module, _) = self.program.module(launch.module, &options).map_err(|error| error.to_string())?;
            let words = dialect::spirv::write::write(&module).map_err(|error| error.to_string())?;
            validator::validate_result(&words, valid::Environment::UNIVERSAL, false)?;
            self.modules.insert(key.clone(), words);
        }
        Ok(&self.modules[&key])
    }
}

/// The buffer of one argument, or of several.
enum Lent<'b> {
    Once(&'b mut [u8]),
    Often(&'b [u8]),
    Taken,
}

impl Device for Host<'_> {
    fn launch(&mut self, launch: &Launch<'_>, buffers: &mut [Vec<u8>]) -> Result<String, String> {
        let module = self.kernel(launch)?;
        let mut uses = vec![(0, false); buffers.len()];
        let places: Vec<(u32, u32)> = (0..launch.args.len()).map(|at| self.program.place(launch, at)).collect();
        let access = |at: usize| Place::from(places[at]).binding(module.info()).ok().map(|binding| binding.access);
        for (at, argument) in launch.args.iter().enumerate() {
            if let (Argument::Buffer(buffer), Some(access)) = (argument, access(at)) {
                uses[*buffer].0 += 1;
                uses[*buffer].1 |= access != Access::Read;
            }
        }
        if uses.iter().any(|(count, is_written)| *count > 1 && *is_written) {
            return Err("the kernel writes a buffer that is several of its arguments".to_owned());
        }
        let lend = |(buffer, (count, _)): (_, &(u32, bool))| {
            let buffer: &mut Vec<u8> = buffer;
            if *count > 1 { Lent::Often(buffer) } else { Lent::Once(buffer) }
        };
        let mut lent: Vec<Lent<'_>> = buffers.iter_mut().zip(&uses).map(lend).collect();
        let mut dispatch = module.dispatch();
        for (at, argument) in launch.args.iter().enumerate() {
            if access(at).is_none() {
                continue;
            }
            let bound = match argument {
                Argument::Value(bytes) => dispatch.buffer(places[at], bytes),
                Argument::Buffer(buffer) => match std::mem::replace(&mut lent[*buffer], Lent::Taken) {
                    Lent::Once(bytes) => dispatch.buffer_mut(places[at], bytes),
                    Lent::Often(bytes) => {
                        lent[*buffer] = Lent::Often(bytes);
                        dispatch.buffer(places[at], bytes)
                    }
                    Lent::Taken => continue,
                },
            };
            bound.map_err(|error| error.to_string())?;
        }
        if let Some(left) = self.clock.left() {
            dispatch.deadline(left);
        }
        dispatch.run(launch.groups).map_err(|error| error.to_string())?;
        Ok(dispatch.printed().to_string())
    }

    fn print(&mut self, text: &str) -> Result<(), String> {
        console::print(text).map_err(|error| format!("cannot write {}: {error}", console::STANDARD_OUTPUT))
    }

    fn is_late(&self) -> bool {
        self.clock.left().is_some_and(|left| left.is_zero())
    }

    fn nanoseconds(&self) -> u64 {
        self.start.elapsed().as_nanos() as u64
    }
}
