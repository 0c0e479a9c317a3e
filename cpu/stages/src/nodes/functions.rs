//! The functions of a node: arrays of records become the numbers of their first records.
//!
//! A variable that holds an array holds its number, and so do values and pointers from which the module reads arrays. What a
//! pointer into a record leads to is in a buffer.

use super::NodeSite;
use super::graph::WorkNode;
use super::reach::{array_of, is_of_records};
use super::state::State;
use crate::code::Code;
use crate::error::{Result, unsupported};
use dialect::spirv::access::Access;
use dialect::spirv::decode::Inst;
use dialect::spirv::index::Index;
use rustc_hash::{FxHashMap, FxHashSet};
use spirv::{Op, Scope, StorageClass};
use std::ops::Range;

/// The state of writing the functions of a node.
pub(super) struct Rewriting<'r> {
    pub(super) node: &'r WorkNode,
    pub(super) state: &'r State,
    pub(super) sites: Vec<NodeSite>,
    /// The types of the module that are others in the kernel.
    pub(super) types: FxHashMap<u32, u32>,
    /// The storage classes of pointers whose types have others.
    pub(super) moved: FxHashMap<u32, StorageClass>,
    /// The variables that hold the number of an array.
    pub(super) slots: FxHashSet<u32>,
}

impl Rewriting<'_> {
    /// Writes a function.
    ///
    /// # Errors
    /// When it has something that is not run.
    pub(super) fn write(&mut self, code: &mut Code<'_>, function: Range<usize>) -> Result<()> {
        let insts: &[Inst] = &code.index.insts[function];
        for inst in insts {
            code.note_origin(inst);
            self.instruction(code, inst)?;
        }
        Ok(())
    }

    #[expect(clippy::wildcard_enum_match_arm, reason = "a few cases of an enum of SPIR-V")]
    fn instruction(&mut self, code: &mut Code<'_>, inst: &Inst) -> Result<()> {
        match inst.op {
            Op::FunctionParameter if is_of_records(code.index, inst.type_id()) => {
                unsupported(inst, "the object of a node", "it is the parameter of a function")
            }
            Op::Variable if array_of(code.index, inst.type_id()).is_some() => {
                self.slots.insert(inst.result_id());
                self.copy(code, inst);
                Ok(())
            }
            Op::Load if code.index.op(inst.type_id()) == Op::TypeNodePayloadArrayAMDX => {
                let (number, uint) = (self.number(code, inst.id(0)), code.uint());
                code.push(Op::CopyObject, &[uint, inst.result_id(), number]);
                Ok(())
            }
            Op::AccessChain | Op::InBoundsAccessChain => self.chain(code, inst),
            Op::AllocateNodePayloadsAMDX => self.allocate(code, inst),
            Op::EnqueueNodePayloadsAMDX => self.enqueue(code, inst),
            Op::IsNodePayloadValidAMDX => self.is_valid(code, inst),
            Op::NodePayloadArrayLengthAMDX => self.length(code, inst),
            Op::FinishWritingNodePayloadAMDX => {
                code.push(Op::FunctionCall, &[inst.type_id(), inst.result_id(), self.state.finish]);
                Ok(())
            }
            _ if inst.ids_from(0).any(|id| self.moved.contains_key(&id)) && passes_pointers(code.index, inst) => {
                unsupported(inst, format!("Op{:?}", inst.op), "the pointer leads into a record of a node")
            }
            _ => {
                self.copy(code, inst);
                Ok(())
            }
        }
    }

    /// Copies an instruction, with the types that it has in the kernel.
    fn copy(&self, code: &mut Code<'_>, inst: &Inst) {
        let mut own = code.raw(inst).to_vec();
        if let Some(ty) = inst.ty.and_then(|ty| self.types.get(&ty)) {
            own[1] = *ty;
        }
        code.out.extend(own);
    }

    /// The number of the first record of an array, which is one or is in a variable.
    fn number(&self, code: &mut Code<'_>, id: u32) -> u32 {
        if self.slots.contains(&id) { code.get(id) } else { id }
    }

    /// The array type of what leads to records.
    fn array(&self, code: &Code<'_>, id: u32) -> u32 {
        let ty = code.index.def(id).map_or(0, Access::type_id);
        array_of(code.index, ty).unwrap_or(ty)
    }

    /// The output that an object is.
    fn output(&self, inst: &Inst, array: u32) -> Result<usize> {
        match self.node.output(array) {
            Some(output) => Ok(output),
            None => unsupported(inst, format!("Op{:?}", inst.op), "its records are not those of an output"),
        }
    }

    /// The place of a record, or of a part of one.
    fn chain(&mut self, code: &mut Code<'_>, inst: &Inst) -> Result<()> {
        let base = inst.id(0);
        let Some(array) = code.index.def(base).and_then(|def| array_of(code.index, def.type_id())) else {
            if let Some(class) = self.moved.get(&base).copied() {
                let ty = self.moved_type(code, inst, class);
                let mut own = code.raw(inst).to_vec();
                own[1] = ty;
                code.out.extend(own);
                return Ok(());
            }
            self.copy(code, inst);
            return Ok(());
        };
        let buffer = match self.node.is_input(array) {
            true => self.state.input,
            false => self.state.made[self.output(inst, array)?],
        };
        let uint = code.uint();
        let first = self.number(code, base);
        let at = code.value(Op::IAdd, uint, &[first, inst.id(1)]);
        let zero = code.number(0);
        let is_own =
            code.index.def(inst.type_id()).is_some_and(|ty| ty.value(0) == StorageClass::NodePayloadAMDX as u32);
        let ty = if is_own { inst.type_id() } else { self.moved_type(code, inst, StorageClass::StorageBuffer) };
        let mut operands = vec![ty, inst.result_id(), buffer, zero, at];
        operands.extend(inst.ids_from(2));
        code.push(inst.op, &operands);
        Ok(())
    }

    /// The type of a pointer that has another storage class than in the module.
    fn moved_type(&mut self, code: &mut Code<'_>, inst: &Inst, class: StorageClass) -> u32 {
        self.moved.insert(inst.result_id(), class);
        let pointee = code.index.def(inst.type_id()).map_or(0, |ty| ty.id(1));
        code.pointer(class, pointee)
    }

    fn allocate(&mut self, code: &mut Code<'_>, inst: &Inst) -> Result<()> {
        let array = array_of(code.index, inst.type_id()).unwrap_or(0);
        let output = self.output(inst, array)?;
        let scope = code.index.def(inst.id(0)).map_or(0, |scope| scope.literal(0));
        let is_of_group = scope == Scope::Workgroup as u32 && !self.state.is_packed;
        let site = self.sites.len() as u32;
        self.sites.push(NodeSite { word: inst.offset, output, is_of_group });
        let function = if is_of_group { self.state.allocate_together } else { self.state.allocate };
        let own = &self.node.outputs[output];
        let numbers = [output as u32, self.state.counters[output], self.state.slots[output], own.records.most, site];
        let numbers = numbers.map(|number| code.number(number));
        let (uint, count, index) = (code.uint(), self.unsigned(code, inst.id(1)), self.unsigned(code, inst.id(2)));
        code.push(Op::FunctionCall, &[&[uint, inst.result_id(), function, index, count][..], &numbers].concat());
        Ok(())
    }

    /// An integer as one without a sign.
    fn unsigned(&self, code: &mut Code<'_>, id: u32) -> u32 {
        let uint = code.uint();
        match code.index.def(id).is_some_and(|def| def.type_id() == uint) {
            true => id,
            false => code.value(Op::Bitcast, uint, &[id]),
        }
    }

    /// The place in the log and the limit of an output, as arguments.
    fn log_of(&self, code: &mut Code<'_>, output: usize) -> [u32; 2] {
        [self.state.slots[output], self.node.outputs[output].records.most].map(|number| code.number(number))
    }

    fn enqueue(&mut self, code: &mut Code<'_>, inst: &Inst) -> Result<()> {
        let array = self.array(code, inst.id(0));
        let output = self.output(inst, array)?;
        let (number, void) = (self.number(code, inst.id(0)), code.void());
        let [slots, most] = self.log_of(code, output);
        code.value(Op::FunctionCall, void, &[self.state.enqueue, number, slots, most]);
        Ok(())
    }

    fn length(&mut self, code: &mut Code<'_>, inst: &Inst) -> Result<()> {
        let (array, uint) = (self.array(code, inst.id(0)), inst.type_id());
        if self.node.is_input(array) {
            code.push(Op::Load, &[uint, inst.result_id(), self.state.count]);
            return Ok(());
        }
        let output = self.output(inst, array)?;
        let number = self.number(code, inst.id(0));
        let [slots, most] = self.log_of(code, output);
        code.push(Op::FunctionCall, &[uint, inst.result_id(), self.state.length, number, slots, most]);
        Ok(())
    }

    /// Looks a target up. The index of a single node contains that of its declaration.
    fn is_valid(&mut self, code: &mut Code<'_>, inst: &Inst) -> Result<()> {
        let array = self.array(code, inst.id(0));
        let output = self.output(inst, array)?;
        let first = self.node.outputs[output].first;
        let is_array = self.node.outputs[output].count != Some(1);
        let named = code.index.def(inst.id(1)).filter(|def| def.op == Op::Constant).map(|def| def.literal(0));
        let index = match named == Some(first) && !is_array {
            true => code.number(0),
            false => self.unsigned(code, inst.id(1)),
        };
        let output = code.number(output as u32);
        code.push(Op::FunctionCall, &[inst.type_id(), inst.result_id(), self.state.is_valid, output, index]);
        Ok(())
    }
}

/// Returns whether an instruction passes pointers on.
fn passes_pointers(index: &Index<'_>, inst: &Inst) -> bool {
    inst.op == Op::FunctionCall || inst.ty.is_some_and(|ty| index.op(ty) == Op::TypePointer)
}
