//! The state of a run: the values of the function that runs, buffers, limits; and how ops follow each other.

use super::bytes::{Buffers, Missing};
use super::values::{self, Held, Scalar, View};
use super::{Device, Limits, Program};
use crate::tree::{Node, Region, Ty, Value};
use dialect::diagnostics::{Code, Result};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// The most regions and calls that are open at once.
const MOST_DEPTH: u32 = 2048;
/// The steps between two readings of the clock.
const PATIENCE: u64 = 1 << 12;

/// What follows an op.
pub(super) enum Flow {
    /// The next op of the block.
    Next,
    /// A block of the region, with its arguments.
    Jump(usize, Vec<Held>),
    /// The end of the region, with its values.
    Leave(Vec<Held>),
    /// The end of a loop's condition: whether it goes on, and the values.
    Decide(bool, Vec<Held>),
    /// The end of the function, with its results.
    Return(Vec<Held>),
}

/// A function that executes an op.
pub(super) type Step = fn(&mut Machine<'_>, &Node) -> Result<Flow>;

/// A function that executes one without a body, by its name.
pub(super) type Library = fn(&mut Machine<'_>, &str, &[Held]) -> Result<Vec<Held>>;

/// A run.
pub(super) struct Machine<'p> {
    /// The table of ops, and the functions without a body.
    execute: Step,
    library: Library,
    pub(super) program: &'p Program,
    pub(super) device: &'p mut dyn Device,
    pub(super) buffers: Buffers,
    /// The global buffers that have been used.
    pub(super) globals: FxHashMap<String, Rc<View>>,
    limits: Limits,
    steps: u64,
    depth: u32,
    /// The values of the function, and the number of the first.
    frame: Vec<Held>,
    first: Value,
    /// The offset of the op in the text.
    at: usize,
}

impl<'p> Machine<'p> {
    pub(super) fn new(
        program: &'p Program,
        device: &'p mut dyn Device,
        limits: Limits,
        execute: Step,
        library: Library,
    ) -> Self {
        Machine {
            execute,
            library,
            program,
            device,
            buffers: Buffers::default(),
            globals: FxHashMap::default(),
            limits,
            steps: 0,
            depth: 0,
            frame: Vec::new(),
            first: 0,
            at: 0,
        }
    }

    pub(super) fn error<T>(&self, message: impl Into<String>) -> Result<T> {
        self.program.error(Code::HostRun, self.at, message)
    }

    pub(super) fn print(&mut self, text: &str) -> Result<()> {
        self.device.print(text).or_else(|message| self.error(message))
    }

    /// Counts steps, and ends the run if they are too many or have taken too long.
    pub(super) fn spend(&mut self, count: u64) -> Result<()> {
        let before = self.steps;
        self.steps = self.steps.saturating_add(count);
        if self.steps > self.limits.steps {
            return self.error(format!("the host code takes more than {} steps", self.limits.steps));
        }
        if before / PATIENCE != self.steps / PATIENCE && self.device.is_late() {
            return self.error("the time limit is reached");
        }
        Ok(())
    }

    /// The result of an access to buffers.
    pub(super) fn found<T>(&self, found: std::result::Result<T, Missing>) -> Result<T> {
        match found {
            Ok(found) => Ok(found),
            Err(Missing::Full) => self.error(format!("the buffers have more than {} bytes", self.limits.bytes)),
            Err(Missing::Released) => self.error("the buffer has been released"),
        }
    }

    /// A new buffer of zeros.
    pub(super) fn allocate(&mut self, bytes: u64) -> Result<usize> {
        self.spend(bytes / 64)?;
        let found = self.buffers.add(bytes, self.limits.bytes);
        self.found(found)
    }

    // Values.

    pub(super) fn type_of(&self, value: Value) -> &'p Rc<Ty> {
        &self.program.tree.types[value as usize]
    }

    pub(super) fn value(&self, value: Value) -> Result<Held> {
        let held = value.checked_sub(self.first).and_then(|at| self.frame.get(at as usize));
        match held {
            Some(Held::Nothing) | None => self.error("a value is used that has not been computed"),
            Some(held) => Ok(held.clone()),
        }
    }

    pub(super) fn values(&self, values: &[Value]) -> Result<Vec<Held>> {
        values.iter().map(|value| self.value(*value)).collect()
    }

    pub(super) fn set(&mut self, value: Value, held: Held) {
        if let Some(place) = value.checked_sub(self.first).and_then(|at| self.frame.get_mut(at as usize)) {
            *place = held;
        }
    }

    pub(super) fn set_all(&mut self, values: &[Value], held: Vec<Held>) -> Result<()> {
        if values.len() != held.len() {
            return self.error(format!("expected {} values, found {}", values.len(), held.len()));
        }
        values.iter().zip(held).for_each(|(value, held)| self.set(*value, held));
        Ok(())
    }

    /// Gives an op its only result.
    pub(super) fn give(&mut self, node: &Node, held: Held) -> Result<Flow> {
        self.set_all(&node.results, vec![held])?;
        Ok(Flow::Next)
    }

    pub(super) fn operand(&self, node: &Node, at: usize) -> Result<Value> {
        node.operands.get(at).copied().map_or_else(|| self.error("the op has too few operands"), Ok)
    }

    /// The number that an operand is.
    pub(super) fn bits(&self, value: Value) -> Result<u64> {
        match self.value(value)? {
            Held::Bits(bits) => Ok(bits),
            Held::Vector(parts) if parts.len() == 1 => Ok(parts[0]),
            Held::Vector(_) | Held::View(_) | Held::Nothing => self.error("expected a number"),
        }
    }

    pub(super) fn view(&self, value: Value) -> Result<Rc<View>> {
        match self.value(value)? {
            Held::View(view) => Ok(view),
            Held::Vector(_) | Held::Bits(_) | Held::Nothing => self.error("expected a buffer"),
        }
    }

    /// The numbers that a type consists of.
    pub(super) fn scalar(&self, ty: &Ty) -> Result<Scalar> {
        values::scalar(ty).map_or_else(|| self.error("expected numbers"), Ok)
    }

    // Ops.

    fn node(&mut self, node: &Node) -> Result<Flow> {
        let outer = std::mem::replace(&mut self.at, node.at);
        self.spend(1)?;
        let flow = (self.execute)(self, node)?;
        self.at = outer;
        Ok(flow)
    }

    fn enter(&mut self) -> Result<()> {
        self.depth += 1;
        match self.depth > MOST_DEPTH {
            true => self.error(format!("calls and regions nest more than {MOST_DEPTH} levels deep")),
            false => Ok(()),
        }
    }

    /// Executes a region.
    pub(super) fn region(&mut self, region: &Region, args: Vec<Held>) -> Result<Flow> {
        self.enter()?;
        let flow = self.blocks(region, args)?;
        self.depth -= 1;
        Ok(flow)
    }

    fn blocks(&mut self, region: &Region, mut args: Vec<Held>) -> Result<Flow> {
        let mut at = 0;
        'blocks: loop {
            let Some(block) = region.blocks.get(at) else { return Ok(Flow::Leave(args)) };
            self.set_all(&block.args, args)?;
            for node in &block.ops {
                match self.node(node)? {
                    Flow::Next => {}
                    Flow::Jump(next, values) => {
                        (at, args) = (next, values);
                        continue 'blocks;
                    }
                    flow @ (Flow::Leave(_) | Flow::Decide(..) | Flow::Return(_)) => return Ok(flow),
                }
            }
            return Ok(Flow::Leave(Vec::new()));
        }
    }

    /// Calls a function.
    pub(super) fn call(&mut self, name: &str, args: Vec<Held>) -> Result<Vec<Held>> {
        let program = self.program;
        let Some(function) = program.functions.get(name) else {
            return self.error(format!("unknown function '{name}'"));
        };
        let node = &program.tree.ops[function.op];
        let Some(region) = node.regions.first().filter(|region| !region.blocks.is_empty()) else {
            return (self.library)(self, name, &args);
        };
        self.spend(function.count as u64 / 16)?;
        let frame = std::mem::replace(&mut self.frame, vec![Held::Nothing; function.count]);
        let first = std::mem::replace(&mut self.first, function.first);
        let flow = self.region(region, args)?;
        (self.frame, self.first) = (frame, first);
        match flow {
            Flow::Return(results) => Ok(results),
            Flow::Next | Flow::Jump(..) | Flow::Leave(_) | Flow::Decide(..) => {
                self.error(format!("'{name}' ends without 'return'"))
            }
        }
    }
}
