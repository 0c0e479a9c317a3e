//! The variables and buffers of a node's kernel, and the functions that take records and log them.

use super::graph::WorkNode;
use super::reach::array_of;
use super::{
    FINISHED, INPUT, ITSELF, LOG, LOG_WORDS, MADE, PACKED, SLOT_WORDS, TARGET, TARGET_WORDS, TARGETS, UNIT_WORDS, UNITS,
};
use crate::code::Code;
use crate::rewrite::{ORDERS_GROUP, WORKGROUP};
use crate::words;
use dialect::spirv::access::Access;
use spirv::{BuiltIn, Decoration, MemoryModel, Op, Scope, StorageClass};
use std::collections::BTreeSet;

/// The number of an array without records. What is read there is out of range.
const NONE: u32 = 0x8000_0000;

/// The places of a record's words in the log.
const INDEX: u32 = 1;
const COUNT: u32 = 2;
const INVOCATION: u32 = 3;
const SEQUENCE: u32 = 4;
const ENQUEUED: u32 = 5;
const SITE: u32 = 6;

/// The variables, buffers and functions.
pub(super) struct State {
    /// True if a unit is an invocation.
    pub(super) is_packed: bool,
    /// The words of the log of a unit.
    pub(super) log_words: u32,
    /// Of each output the word of its counter in the log of a unit, and those before its records.
    pub(super) counters: Vec<u32>,
    pub(super) slots: Vec<u32>,
    /// The number of the unit, of its first record, of its records, the levels that remain, the workgroups of its grid.
    unit: u32,
    pub(super) first: u32,
    pub(super) count: u32,
    remaining: u32,
    groups: u32,
    /// The workgroup in the grid.
    group: u32,
    /// The number of the invocation in the unit, and of its next allocation.
    invocation: u32,
    sequence: u32,
    /// What a function returns; the same for all invocations of a workgroup.
    found: u32,
    shared: u32,
    targets: u32,
    units: u32,
    log: u32,
    finished: u32,
    pub(super) input: u32,
    pub(super) made: Vec<u32>,
    /// The names of the buffers of records.
    pub(super) names: Vec<(u32, String)>,
    pub(super) allocate: u32,
    pub(super) allocate_together: u32,
    pub(super) enqueue: u32,
    pub(super) length: u32,
    pub(super) is_valid: u32,
    pub(super) finish: u32,
}

impl State {
    /// Declares the variables, and writes the functions.
    pub(super) fn new(code: &mut Code<'_>, node: &WorkNode, is_packed: bool) -> State {
        let uint = code.uint();
        let triple = code.vector(uint, 3);
        let (counters, slots, log_words) = places(node);
        let shared = code.types.variable(&mut code.ids, StorageClass::Workgroup, uint);
        code.variables.push(shared);
        let input = match &node.input {
            Some(input) if input.stride > 0 => code.buffer(input.record, input.stride, INPUT),
            _ => 0,
        };
        // Workgroups share the records whose end they wait for. The memory model of Vulkan says so at each access.
        let is_tracked = |record| code.index.is_decorated(record, Decoration::TrackFinishWritingAMDX);
        if input != 0 && node.input.as_ref().is_some_and(|own| is_tracked(own.record)) && !has_vulkan_model(code) {
            words::push(&mut code.decorations, Op::Decorate, &[input, Decoration::Coherent as u32]);
        }
        let made = (MADE..).zip(&node.outputs).map(|(binding, output)| match output.records.stride {
            0 => 0,
            stride => code.buffer(output.records.record, stride, binding),
        });
        let made: Vec<u32> = made.collect();
        let mut names = vec![(input, "input records".to_owned())];
        names
            .extend(made.iter().zip(&node.outputs).map(|(id, output)| (*id, format!("records for {}", output.target))));
        names.retain(|(id, _)| *id != 0);
        let mut state = State {
            is_packed,
            log_words,
            counters,
            slots,
            unit: code.private(uint),
            first: code.private(uint),
            count: code.private(uint),
            remaining: code.private(uint),
            groups: code.private(uint),
            group: code.private(triple),
            invocation: code.private(uint),
            sequence: code.private(uint),
            found: code.private(uint),
            shared,
            targets: code.buffer(uint, 4, TARGETS),
            units: code.buffer(uint, 4, UNITS),
            log: code.buffer(uint, 4, LOG),
            finished: code.buffer(uint, 4, FINISHED),
            input,
            made,
            names,
            allocate: 0,
            allocate_together: 0,
            enqueue: 0,
            length: 0,
            is_valid: 0,
            finish: 0,
        };
        state.write_allocate(code);
        state.write_together(code);
        state.write_enqueue(code);
        state.write_length(code);
        state.write_is_valid(code);
        state.write_finish(code);
        state
    }

    /// A word of the log of this unit, at a place that is known when it runs.
    fn logged(&self, code: &mut Code<'_>, at: u32) -> u32 {
        let (uint, unit, words) = (code.uint(), code.get(self.unit), code.number(self.log_words));
        let start = code.value(Op::IMul, uint, &[unit, words]);
        let at = code.value(Op::IAdd, uint, &[start, at]);
        code.word(self.log, at)
    }

    /// The first word of a record in the log of this unit.
    fn slot(&self, code: &mut Code<'_>, slots: u32, at: u32) -> u32 {
        let (uint, words) = (code.uint(), code.number(SLOT_WORDS));
        let own = code.value(Op::IMul, uint, &[at, words]);
        code.value(Op::IAdd, uint, &[slots, own])
    }

    /// Writes the function that takes the given number of records of an output, for a node.
    fn write_allocate(&mut self, code: &mut Code<'_>) {
        let (uint, bool) = (code.uint(), code.bool());
        let (function, parameters) = code.function(uint, &[uint; 7]);
        let [index, count, output, counter, slots, most, site] = parameters[..] else { return };
        code.set(self.found, NONE);
        let sequence = code.get(self.sequence);
        let next = code.plus(sequence, 1);
        code.store(self.sequence, next);
        let zero = code.number(0);
        let is_some = code.value(Op::INotEqual, bool, &[count, zero]);
        let own = &*self;
        code.when(is_some, |code| {
            let pointer = own.logged(code, counter);
            let at = atomic(code, Op::AtomicIAdd, pointer, count);
            let end = code.value(Op::IAdd, uint, &[at, count]);
            // A sum that overflows is less than one of its parts.
            let fits = [at, count, end].map(|number| code.value(Op::ULessThanEqual, bool, &[number, most]));
            let fits = fits.into_iter().reduce(|a, b| code.value(Op::LogicalAnd, bool, &[a, b])).unwrap_or_default();
            let is_over = code.value(Op::LogicalNot, bool, &[fits]);
            code.when(fits, |code| {
                let start = own.slot(code, slots, at);
                let first = code.plus(output, 1);
                let invocation = code.get(own.invocation);
                let words =
                    [(0, first), (INDEX, index), (COUNT, count), (INVOCATION, invocation), (SEQUENCE, sequence)];
                for (place, word) in words.into_iter().chain([(SITE, site)]) {
                    let at = code.plus(start, place);
                    let pointer = own.logged(code, at);
                    code.store(pointer, word);
                }
                let unit = code.get(own.unit);
                let before = code.value(Op::IMul, uint, &[unit, most]);
                let number = code.value(Op::IAdd, uint, &[before, at]);
                code.store(own.found, number);
            });
            code.when(is_over, |code| {
                let (one, number) = (code.number(1), code.plus(site, 1));
                let steps = [(Op::AtomicIAdd, one), (Op::AtomicUMax, number), (Op::AtomicUMax, count)];
                for (at, (op, operand)) in (0..).zip(steps) {
                    let at = code.number(at);
                    let pointer = own.logged(code, at);
                    atomic(code, op, pointer, operand);
                }
            });
        });
        self.return_found(code);
        self.allocate = function;
    }

    /// Returns what was found.
    fn return_found(&self, code: &mut Code<'_>) {
        let found = code.get(self.found);
        code.push(Op::ReturnValue, &[found]);
        code.push(Op::FunctionEnd, &[]);
    }

    /// Does something in the first invocation of a workgroup, which leaves what all invocations return.
    fn together(&self, code: &mut Code<'_>, body: impl FnOnce(&mut Code<'_>) -> u32) -> u32 {
        let bool = code.bool();
        barrier(code);
        let (invocation, zero) = (code.get(self.invocation), code.number(0));
        let is_first = code.value(Op::IEqual, bool, &[invocation, zero]);
        code.when(is_first, |code| {
            let value = body(code);
            code.store(self.shared, value);
        });
        barrier(code);
        code.get(self.shared)
    }

    /// Writes the function that takes records for all invocations of a workgroup.
    fn write_together(&mut self, code: &mut Code<'_>) {
        let uint = code.uint();
        let (function, parameters) = code.function(uint, &[uint; 7]);
        let all: Vec<u32> = [self.allocate].into_iter().chain(parameters).collect();
        let found = self.together(code, |code| code.value(Op::FunctionCall, uint, &all));
        code.push(Op::ReturnValue, &[found]);
        code.push(Op::FunctionEnd, &[]);
        self.allocate_together = function;
    }

    /// The condition that an array has records, and the place of its first one among those of the unit.
    fn own_place(&self, code: &mut Code<'_>, number: u32, most: u32) -> (u32, u32) {
        let (uint, bool, none) = (code.uint(), code.bool(), code.number(NONE));
        let is_some = code.value(Op::ULessThan, bool, &[number, none]);
        let unit = code.get(self.unit);
        let before = code.value(Op::IMul, uint, &[unit, most]);
        (is_some, code.value(Op::ISub, uint, &[number, before]))
    }

    /// Writes the function that notes that records are sent.
    fn write_enqueue(&mut self, code: &mut Code<'_>) {
        let (void, uint) = (code.void(), code.uint());
        let (function, parameters) = code.function(void, &[uint; 3]);
        let [number, slots, most] = parameters[..] else { return };
        let (is_some, at) = self.own_place(code, number, most);
        let own = &*self;
        code.when(is_some, |code| {
            let start = own.slot(code, slots, at);
            let place = code.plus(start, ENQUEUED);
            let (pointer, one) = (own.logged(code, place), code.number(1));
            atomic(code, Op::AtomicIAdd, pointer, one);
        });
        code.end();
        self.enqueue = function;
    }

    /// Writes the function that tells how many records an array has.
    fn write_length(&mut self, code: &mut Code<'_>) {
        let uint = code.uint();
        let (function, parameters) = code.function(uint, &[uint; 3]);
        let [number, slots, most] = parameters[..] else { return };
        code.set(self.found, 0);
        let (is_some, at) = self.own_place(code, number, most);
        let own = &*self;
        code.when(is_some, |code| {
            let start = own.slot(code, slots, at);
            let place = code.plus(start, COUNT);
            let pointer = own.logged(code, place);
            let count = code.get(pointer);
            code.store(own.found, count);
        });
        self.return_found(code);
        self.length = function;
    }

    /// Writes the function that tells whether an output has a node.
    fn write_is_valid(&mut self, code: &mut Code<'_>) {
        let (uint, bool) = (code.uint(), code.bool());
        let (function, parameters) = code.function(bool, &[uint; 2]);
        let [output, index] = parameters[..] else { return };
        code.set(self.found, 0);
        let (two, zero, one) = (code.number(2), code.number(0), code.number(TARGET));
        let place = code.value(Op::IMul, uint, &[output, two]);
        let place = code.plus(place, TARGET_WORDS);
        let start = code.word(self.targets, place);
        let start = code.get(start);
        let place = code.plus(place, 1);
        let count = code.word(self.targets, place);
        let count = code.get(count);
        let is_inside = code.value(Op::ULessThan, bool, &[index, count]);
        let own = &*self;
        code.when(is_inside, |code| {
            let at = code.value(Op::IAdd, uint, &[start, index]);
            let target = code.word(own.targets, at);
            let target = code.get(target);
            let itself = code.number(ITSELF);
            let [is_other, is_itself] = [one, itself].map(|kind| code.value(Op::IEqual, bool, &[target, kind]));
            // A record to the node itself takes a level of recursion.
            let remaining = code.get(own.remaining);
            let is_more = code.value(Op::INotEqual, bool, &[remaining, zero]);
            let is_itself = code.value(Op::LogicalAnd, bool, &[is_itself, is_more]);
            let is_valid = code.value(Op::LogicalOr, bool, &[is_other, is_itself]);
            let found = code.value(Op::Select, uint, &[is_valid, one, zero]);
            code.store(own.found, found);
        });
        let found = code.get(self.found);
        let found = code.value(Op::INotEqual, bool, &[found, zero]);
        code.push(Op::ReturnValue, &[found]);
        code.push(Op::FunctionEnd, &[]);
        self.is_valid = function;
    }

    /// Writes the function that counts a workgroup of the input record, and tells whether it was the last one.
    fn write_finish(&mut self, code: &mut Code<'_>) {
        let bool = code.bool();
        let (function, _) = code.function(bool, &[]);
        let count = |code: &mut Code<'_>| {
            let (record, one) = (code.get(self.first), code.number(1));
            let pointer = code.word(self.finished, record);
            let before = atomic_in_order(code, Op::AtomicIAdd, pointer, one, ORDERS_BUFFERS | ACQUIRE_RELEASE);
            code.plus(before, 1)
        };
        let done = match self.is_packed {
            true => count(code),
            false => self.together(code, count),
        };
        let groups = code.get(self.groups);
        let is_last = code.value(Op::IEqual, bool, &[done, groups]);
        code.push(Op::ReturnValue, &[is_last]);
        code.push(Op::FunctionEnd, &[]);
        self.finish = function;
    }

    /// Writes the main function. Returns its id.
    pub(super) fn write_main(&self, code: &mut Code<'_>, node: &WorkNode, own: &Inputs) -> u32 {
        let (void, uint, bool) = (code.void(), code.uint(), code.bool());
        let triple = code.vector(uint, 3);
        let (function, _) = code.function(void, &[]);
        let builtin = if self.is_packed { BuiltIn::GlobalInvocationId } else { BuiltIn::WorkgroupId };
        let place = code.machine(builtin, triple);
        let unit = code.value(Op::CompositeExtract, uint, &[place, 0]);
        code.store(self.unit, unit);
        let invocation = match self.is_packed {
            true => code.number(0),
            false => code.machine(BuiltIn::LocalInvocationIndex, uint),
        };
        code.store(self.invocation, invocation);
        code.set(self.sequence, 0);
        let zero = code.number(0);
        let units = code.word(self.targets, zero);
        let units = code.get(units);
        let runs = code.value(Op::ULessThan, bool, &[unit, units]);
        code.when(runs, |code| {
            let words = code.number(UNIT_WORDS);
            let start = code.value(Op::IMul, uint, &[unit, words]);
            let word = |code: &mut Code<'_>, at: u32| {
                let at = code.plus(start, at);
                let pointer = code.word(self.units, at);
                code.get(pointer)
            };
            for (at, variable) in [(0, self.first), (1, self.count), (5, self.remaining), (6, self.groups)] {
                let value = word(code, at);
                code.store(variable, value);
            }
            let axes = [2, 3, 4].map(|at| word(code, at));
            let group = code.value(Op::CompositeConstruct, triple, &axes);
            code.store(self.group, group);
            self.fill(code, node, own);
            code.call(node.function);
        });
        code.end();
        function
    }

    /// Gives the variables of the node what they have of the unit.
    fn fill(&self, code: &mut Code<'_>, node: &WorkNode, own: &Inputs) {
        let uint = code.uint();
        let triple = code.vector(uint, 3);
        for variable in &own.records {
            let first = code.get(self.first);
            code.store(*variable, first);
        }
        for (variable, ty, builtin) in &own.builtins {
            let value = match builtin {
                NodeInput::Remaining => code.get(self.remaining),
                NodeInput::Index => code.number(node.index),
                NodeInput::Group => code.load(triple, self.group),
                NodeInput::Invocation => {
                    let local = code.machine(BuiltIn::LocalInvocationId, triple);
                    let [x, y, z] = node.threads.map(|size| code.number(size));
                    let size = code.value(Op::CompositeConstruct, triple, &[x, y, z]);
                    let group = code.load(triple, self.group);
                    let start = code.value(Op::IMul, triple, &[group, size]);
                    code.value(Op::IAdd, triple, &[start, local])
                }
            };
            let is_same = *ty == uint || *ty == triple;
            let value = if is_same { value } else { code.value(Op::Bitcast, *ty, &[value]) };
            code.store(*variable, value);
        }
    }

    /// The size of a workgroup.
    pub(super) fn threads(&self, node: &WorkNode) -> [u32; 3] {
        if self.is_packed { [PACKED, 1, 1] } else { node.threads }
    }
}

/// A built-in variable of a node that compute shaders do not have, or have for another grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NodeInput {
    Remaining,
    Index,
    Group,
    Invocation,
}

/// The variables of a node that its kernel fills.
pub(super) struct Inputs {
    /// Those of its input record.
    pub(super) records: Vec<u32>,
    /// Built-in variables with their types.
    pub(super) builtins: Vec<(u32, u32, NodeInput)>,
}

impl Inputs {
    /// The variables among those that the functions of a node name.
    pub(super) fn new(code: &Code<'_>, globals: &BTreeSet<u32>) -> Inputs {
        let (mut records, mut builtins) = (Vec::new(), Vec::new());
        for id in globals {
            let Some(def) = code.index.def(*id) else { continue };
            if array_of(code.index, def.type_id()).is_some() {
                records.push(*id);
            }
            let builtin = code.index.decoration(*id, Decoration::BuiltIn).map(|own| own.number(0));
            let input = builtin.and_then(BuiltIn::from_u32).and_then(NodeInput::of);
            if let (Some(input), Ok(ty)) = (input, code.pointee(def)) {
                builtins.push((*id, ty, input));
            }
        }
        Inputs { records, builtins }
    }
}

impl NodeInput {
    #[expect(clippy::wildcard_enum_match_arm, reason = "a few cases of an enum of SPIR-V")]
    fn of(builtin: BuiltIn) -> Option<NodeInput> {
        match builtin {
            BuiltIn::RemainingRecursionLevelsAMDX => Some(NodeInput::Remaining),
            BuiltIn::ShaderIndexAMDX => Some(NodeInput::Index),
            BuiltIn::WorkgroupId => Some(NodeInput::Group),
            BuiltIn::GlobalInvocationId => Some(NodeInput::Invocation),
            _ => None,
        }
    }
}

/// Where the counters and records of each output are in the log of a unit, and the words of that.
fn places(node: &WorkNode) -> (Vec<u32>, Vec<u32>, u32) {
    let mut next = LOG_WORDS;
    let mut counters = vec![0; node.outputs.len()];
    let mut slots = vec![0; node.outputs.len()];
    for (at, output) in node.outputs.iter().enumerate() {
        if output.limited_with == at {
            (counters[at], slots[at]) = (next, next + 1);
            next += 1 + SLOT_WORDS * output.records.most;
        } else {
            (counters[at], slots[at]) = (counters[output.limited_with], slots[output.limited_with]);
        }
    }
    (counters, slots, next)
}

/// In the semantics of an atomic operation: it orders what is before it and behind it.
const ACQUIRE_RELEASE: u32 = 0x8;

/// An atomic operation on a word.
fn atomic(code: &mut Code<'_>, op: Op, pointer: u32, operand: u32) -> u32 {
    atomic_in_order(code, op, pointer, operand, 0)
}

/// An atomic operation on a word, with memory semantics.
fn atomic_in_order(code: &mut Code<'_>, op: Op, pointer: u32, operand: u32, semantics: u32) -> u32 {
    // The memory model of Vulkan has no scope of the device without a capability.
    let scope = if has_vulkan_model(code) { Scope::QueueFamily } else { Scope::Device } as u32;
    let (uint, scope, semantics) = (code.uint(), code.number(scope), code.number(semantics));
    code.value(op, uint, &[pointer, scope, semantics, operand])
}

/// Returns whether the module has the memory model of Vulkan.
fn has_vulkan_model(code: &Code<'_>) -> bool {
    let models = code.index.insts[..code.index.globals].iter().filter(|inst| inst.op == Op::MemoryModel);
    models.map(|inst| inst.value(1)).any(|model| model == MemoryModel::Vulkan as u32)
}

/// In the semantics of a barrier: it orders accesses to buffers.
const ORDERS_BUFFERS: u32 = 0x40;

/// Waits for the workgroup, and for what it has written.
fn barrier(code: &mut Code<'_>) {
    let [scope, semantics] = [WORKGROUP, ORDERS_GROUP | ORDERS_BUFFERS].map(|word| code.number(word));
    code.push(Op::ControlBarrier, &[scope, scope, semantics]);
}
