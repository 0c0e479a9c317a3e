//! Programs with host code: functions of the general dialects that are interpreted, and modules of kernels that a device
//! runs.
//!
//! A [`Program`] is read once. [`Program::run`] calls a function of it; a [`Device`] runs what it launches. Must not know
//! words, nor how kernels run.

mod bytes;
mod control;
mod copies;
mod gpu;
mod library;
mod machine;
mod memory;
mod numbers;
mod printed;
mod steps;
mod values;
mod vectors;

use crate::tree::{Fact, Node, TOKEN, Tree, Ty, Value};
use crate::{Options, read, rows};
use dialect::diagnostics::{Code, Error, Result};
use dialect::ir::Module;
use dialect::spirv::attrs;
use machine::Machine;
use rustc_hash::FxHashMap;
use text::place_at;
use text::source;

/// The name of the function that a program starts with.
pub const MAIN: &str = "main";

/// A launch of a kernel.
#[derive(Clone, Debug)]
pub struct Launch<'a> {
    /// The module of the kernel.
    pub module: &'a str,
    /// The kernel.
    pub kernel: &'a str,
    /// The number of workgroups along each axis.
    pub groups: [u32; 3],
    /// The size of a workgroup.
    pub threads: [u32; 3],
    /// The bytes of memory that the workgroup gets at run time.
    pub group_memory: u64,
    /// The arguments.
    pub args: &'a [Argument],
    /// True if a buffer has elements of the type `index`, which the host stores in 64 bits.
    pub has_indices: bool,
}

/// An argument of a kernel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Argument {
    /// A buffer, by its index among those of the launch. Several arguments may have the same.
    Buffer(usize),
    /// A number or a vector, by its bytes.
    Value(Vec<u8>),
}

/// The runner of kernels and the reader of clocks.
pub trait Device {
    /// Runs a kernel on buffers, and returns what it prints.
    ///
    /// # Errors
    /// When it does not run, with the reason.
    fn launch(&mut self, launch: &Launch<'_>, buffers: &mut [Vec<u8>]) -> std::result::Result<String, String>;

    /// Prints text of the host.
    ///
    /// # Errors
    /// When that is impossible.
    fn print(&mut self, text: &str) -> std::result::Result<(), String>;

    /// Returns whether the program has had all of its time.
    fn is_late(&self) -> bool;

    /// The nanoseconds since some moment.
    fn nanoseconds(&self) -> u64;
}

/// The limits of a run.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// The ops that it may execute, and the elements that it may copy or print.
    pub steps: u64,
    /// The bytes that it may hold at once.
    pub bytes: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Limits { steps: 1 << 34, bytes: 4 << 30 }
    }
}

/// A function of the host: an op of the file, and the values of its body.
#[derive(Clone, Copy, Debug)]
struct Function {
    op: usize,
    first: Value,
    count: usize,
}

/// A file with host code and kernels.
#[derive(Debug)]
pub struct Program {
    text: String,
    tree: Tree,
    functions: FxHashMap<String, Function>,
    globals: FxHashMap<String, usize>,
}

impl Program {
    /// Reads a text, if it has a host function with this name that takes nothing.
    ///
    /// # Errors
    /// When the text has such a function and is malformed, or the host cannot execute an op of it, with line and column.
    pub fn read(text: &str, entry: &str) -> Result<Option<Self>> {
        let declares = [format!("@{entry}("), format!("@{entry} (")];
        if !declares.iter().any(|start| text.contains(start)) {
            return Ok(None);
        }
        let tree = match read::read(text, true) {
            Ok(tree) => tree,
            Err(error) => return if is_hosted(text) { Err(error) } else { Ok(None) },
        };
        let mut program =
            Program { text: text.to_owned(), tree, functions: FxHashMap::default(), globals: FxHashMap::default() };
        program.index();
        let Some(function) = program.functions.get(entry) else { return Ok(None) };
        let node = &program.tree.ops[function.op];
        let has_body = node.regions.iter().any(|region| !region.blocks.is_empty());
        let takes = node.regions.first().and_then(|region| region.blocks.first()).map_or(0, |block| block.args.len());
        let is_kernel = node.fact(attrs::ENTRY_POINT_ABI).is_some();
        if !has_body || takes > 0 || is_kernel {
            return Ok(None);
        }
        program.check()?;
        Ok(Some(program))
    }

    /// Lists the functions and the global buffers.
    fn index(&mut self) {
        for (op, node) in self.tree.ops.iter().enumerate() {
            let Some(name) = node.word("sym_name") else { continue };
            match rows::row(node.row).name {
                "func.func" => {
                    let mut span = (Value::MAX, 0);
                    extend(&mut span, node);
                    let count = if span.0 > span.1 { 0 } else { (span.1 - span.0) as usize + 1 };
                    let function = Function { op, first: span.0, count };
                    self.functions.entry(name.to_owned()).or_insert(function);
                }
                "memref.global" => drop(self.globals.entry(name.to_owned()).or_insert(op)),
                _ => {}
            }
        }
    }

    /// Finds what the host cannot execute, before anything runs.
    fn check(&self) -> Result<()> {
        for node in &self.tree.ops {
            match rows::row(node.row).name {
                "func.func" => {
                    if node.regions.iter().all(|region| region.blocks.is_empty()) {
                        continue;
                    }
                    node.regions.iter().flat_map(|region| &region.blocks).try_for_each(|block| {
                        block.args.iter().try_for_each(|arg| self.check_type(node, *arg))?;
                        block.ops.iter().try_for_each(|op| self.check_op(op))
                    })?;
                }
                "memref.global" | rows::SPIRV | rows::MODULE => {}
                name => return self.error(Code::HostOp, node.at, format!("'{name}' stands outside of a function")),
            }
        }
        Ok(())
    }

    fn check_op(&self, node: &Node) -> Result<()> {
        let name = rows::row(node.row).name;
        if !steps::has(node.row) {
            return self.error(Code::HostOp, node.at, format!("'{name}' is not supported in host code"));
        }
        node.results.iter().try_for_each(|result| self.check_type(node, *result))?;
        if let Some(callee) = node.word("callee") {
            let is_known = match self.functions.get(callee) {
                Some(function) => {
                    let has_body = self.tree.ops[function.op].regions.iter().any(|region| !region.blocks.is_empty());
                    has_body || library::has(callee)
                }
                None => return self.error(Code::HostOp, node.at, format!("unknown function '{callee}'")),
            };
            if !is_known {
                let message =
                    format!("'{callee}' has no body, and MLIR's runner has no such function that is supported");
                return self.error(Code::HostOp, node.at, message);
            }
        }
        for block in node.regions.iter().flat_map(|region| &region.blocks) {
            block.args.iter().try_for_each(|arg| self.check_type(node, *arg))?;
            block.ops.iter().try_for_each(|op| self.check_op(op))?;
        }
        Ok(())
    }

    fn check_type(&self, node: &Node, value: Value) -> Result<()> {
        match is_held(&self.tree.types[value as usize]) {
            true => Ok(()),
            false => self.error(Code::HostOp, node.at, "the host has no values of this type"),
        }
    }

    fn error<T>(&self, code: Code, at: usize, message: impl Into<String>) -> Result<T> {
        Err(Error { code, place: place_at(&self.text, at), message: message.into() })
    }

    /// Calls the function with this name, which takes nothing. What it returns is printed, a value on a line.
    ///
    /// # Errors
    /// When it fails, with the line and the column of the op.
    pub fn run(&self, entry: &str, device: &mut dyn Device, limits: Limits) -> Result<()> {
        let mut machine = Machine::new(self, device, limits, steps::execute, library::call);
        let results = machine.call(entry, Vec::new())?;
        let function = self.functions.get(entry).map(|function| &self.tree.ops[function.op]);
        let Some(Fact::Type(ty)) = function.and_then(|node| node.fact("function_type")) else { return Ok(()) };
        let Ty::Function { results: types, .. } = &**ty else { return Ok(()) };
        for text in results.iter().zip(types).filter_map(|(result, ty)| printed::value(result, ty)) {
            machine.print(&(text + "\n"))?;
        }
        Ok(())
    }

    /// The descriptor set and the binding of a kernel's parameter: as the text says, or its number in the first set.
    pub fn place(&self, launch: &Launch<'_>, at: usize) -> (u32, u32) {
        let is_it = |node: &&Node| node.word("sym_name") == Some(launch.kernel) && node.fact("arg_attrs").is_some();
        let module = self.kernels(launch.module).and_then(|module| module.regions.first());
        let kernel = module.and_then(|region| region.blocks.iter().flat_map(|block| &block.ops).find(is_it));
        let given = match kernel.and_then(|kernel| kernel.fact("arg_attrs")) {
            Some(Fact::List(lists)) => lists.get(at),
            _ => None,
        };
        let text = match given {
            Some(Fact::Dict(facts)) => facts.iter().find(|(name, _)| name == attrs::INTERFACE_VAR_ABI),
            _ => None,
        };
        let Some((_, Fact::Word(text))) = text else { return (0, at as u32) };
        let mut numbers = text.split(|byte: char| !byte.is_ascii_digit()).filter_map(|digits| digits.parse().ok());
        match (numbers.next(), numbers.next()) {
            (Some(set), Some(binding)) => (set, binding),
            (_, _) => (0, at as u32),
        }
    }

    /// Converts the module of kernels that a launch names.
    ///
    /// # Errors
    /// When there is no such module, or it is malformed, with the line and the column.
    pub fn module(&self, name: &str, options: &Options) -> Result<(Module, source::Offsets)> {
        match self.kernels(name) {
            Some(node) => crate::converted(&self.text, &self.tree, Some(node), options),
            None => Err(Error::in_module(Code::HostRun, format!("unknown module of kernels '{name}'"))),
        }
    }

    /// The module of kernels with this name.
    fn kernels(&self, name: &str) -> Option<&Node> {
        let is_it = |node: &&Node| {
            let own = node.word("sym_name").unwrap_or_default();
            let is_module = matches!(rows::row(node.row).name, rows::MODULE | rows::SPIRV);
            // MLIR's conversion puts this before the name.
            is_module && (own == name || own.strip_prefix("__spv__") == Some(name))
        };
        self.tree.ops.iter().find(is_it)
    }
}

/// Returns whether a text launches kernels.
fn is_hosted(text: &str) -> bool {
    text.contains("gpu.launch_func")
}

/// Returns whether the host has values of a type.
fn is_held(ty: &Ty) -> bool {
    match ty {
        Ty::Other(text) => text == TOKEN,
        Ty::MemRef(buffer) => values::size_of(&buffer.elem).is_some(),
        Ty::Unranked(elem) => values::size_of(elem).is_some(),
        Ty::Index | Ty::Int { .. } | Ty::Float { .. } | Ty::Vector { .. } => values::size_of(ty).is_some(),
        Ty::Complex(_) | Ty::Tensor { .. } | Ty::Function { .. } | Ty::Spirv(_) => false,
    }
}

/// Extends the first and the last value of a function by those of an op.
fn extend(span: &mut (Value, Value), node: &Node) {
    let mut add = |values: &[Value]| {
        for value in values {
            *span = (span.0.min(*value), span.1.max(*value));
        }
    };
    add(&node.results);
    for block in node.regions.iter().flat_map(|region| &region.blocks) {
        add(&block.args);
    }
    for op in node.regions.iter().flat_map(|region| &region.blocks).flat_map(|block| &block.ops) {
        extend(span, op);
    }
}
