//! An instruction in its context: the input of rules for single instructions.

use crate::index::fault::{Check, Fault};
use crate::index::module::Module;
use crate::index::program::{Function, Program, Stages};
use crate::index::types::Ty;
use dialect::spirv::decode::Inst;
use spirv::Op;
use std::ops::Deref;

/// An instruction in its context.
pub(crate) struct Site<'a, 'm> {
    pub(crate) module: &'a Module<'m>,
    pub(crate) program: &'a Program<'m>,
    /// The index of the instruction.
    pub(crate) at: usize,
    pub(crate) inst: &'m Inst,
    /// The function around it.
    pub(crate) function: Option<&'a Function>,
    /// Its opcode: for `OpSpecConstantOp` that of the operation.
    pub(crate) operation: Op,
    /// The number of operands before those of the operation.
    pub(crate) skip: usize,
}

/// A rule of one instruction.
pub(crate) type Rule = fn(&Site<'_, '_>) -> Check;

impl<'m> Deref for Site<'_, 'm> {
    type Target = Module<'m>;

    fn deref(&self) -> &Module<'m> {
        self.module
    }
}

impl<'m> Site<'_, 'm> {
    /// The id of the result type, or 0.
    pub(crate) fn result_type(&self) -> u32 {
        self.inst.ty.unwrap_or(0)
    }

    /// The result type.
    pub(crate) fn result(&self) -> Ty {
        self.ty(self.result_type())
    }

    /// The id of an operand's type, or 0.
    pub(crate) fn operand_type(&self, at: usize) -> u32 {
        self.type_of(crate::index::access::Access::id(self.inst, at))
    }

    /// The type of an operand.
    pub(crate) fn operand(&self, at: usize) -> Ty {
        self.ty(self.operand_type(at))
    }

    /// The number of operands.
    pub(crate) fn count(&self) -> usize {
        self.inst.operands.len()
    }

    /// The instruction that follows.
    pub(crate) fn next(&self) -> Option<&'m Inst> {
        self.module.insts.get(self.at + 1)
    }

    /// The execution models of the entry points that reach the instruction.
    pub(crate) fn stages(&self) -> Stages {
        self.function.map_or(Stages::default(), |function| function.stages)
    }

    /// Refuses the instruction in functions that other execution models reach.
    pub(crate) fn only_in(&self, allowed: Stages, what: &str) -> Check {
        match self.stages().within(allowed) {
            true => Ok(()),
            false => Err(Fault::new(None, format!("{what} is not available in a stage that calls this function"))),
        }
    }

    /// Refuses the instruction in functions that other execution models reach, by a rule of the Vulkan specification.
    pub(crate) fn only_in_by(&self, vuid: &'static str, allowed: Stages, what: &str) -> Check {
        self.only_in(allowed, what).map_err(|mut fault| {
            fault.vuid = Some(vuid.into());
            fault
        })
    }
}
