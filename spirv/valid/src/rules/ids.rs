//! Ids: defined once, before their uses unless the instruction allows otherwise, and of the right kind.

use crate::index::access::Access;
use crate::index::fault::{Check, Fault, ensure};
use crate::index::module::{Bits, Module};
use crate::index::sets;
use dialect::spirv::decode::{Inst, Operand};
use isa::Class;
use spirv::Op;

/// The ids of a module so far.
#[derive(Default)]
pub(crate) struct Ids {
    defined: Bits,
    forward_pointers: Bits,
}

impl Ids {
    /// The rules for the ids of one instruction. Instructions come in the order of the module.
    pub(crate) fn check(&mut self, module: &Module<'_>, inst: &Inst) -> Check {
        if let Some(ty) = inst.ty {
            ensure!(self.defined.contains(ty), "the type %{ty} is not defined before it is used");
            ensure!(isa::class(module.op(ty)).is_type(), "%{ty} is not a type");
        }
        self.operands(module, inst, &inst.operands, 0)?;
        if inst.op == Op::ExtInstWithForwardRefsKHR {
            let looks_ahead = inst.ids_from(0).any(|id| !self.defined.contains(id));
            ensure!(looks_ahead, "OpExtInstWithForwardRefsKHR has no forward reference");
        }
        if let Some(result) = inst.result {
            ensure!(self.defined.insert(result), "the id %{result} is defined twice");
        }
        if inst.op == Op::TypeForwardPointer {
            self.forward_pointers.insert(inst.id(0));
        }
        Ok(())
    }

    fn operands(&self, module: &Module<'_>, inst: &Inst, operands: &[Operand], depth: usize) -> Check {
        for (at, operand) in operands.iter().enumerate() {
            match operand {
                Operand::Id(id) | Operand::ConstantId(_, id) => self.id(module, inst, *id, at)?,
                // Enumerants have no enumerants among their operands: the depth is at most one.
                Operand::Enum(_, _, params) if depth == 0 => self.operands(module, inst, params, 1)?,
                Operand::Enum(..) | Operand::Literal(_) | Operand::Number(_) | Operand::Text(_) => {}
            }
        }
        Ok(())
    }

    fn id(&self, module: &Module<'_>, inst: &Inst, id: u32, at: usize) -> Check {
        if !self.defined.contains(id) {
            let is_known = module.def(id).is_some();
            ensure!(is_known, "%{id} is not defined");
            ensure!(may_come_later(module, inst, at), "%{id} is not defined before it is used");
            let is_pointer = self.forward_pointers.contains(id);
            ensure!(!isa::class(inst.op).is_type() || is_pointer, "the type uses %{id} before it is defined");
            return Ok(());
        }
        let Some(def) = module.def(id) else { return Ok(()) };
        // Types have no type, and most operands have one.
        if def.ty.is_none() {
            if isa::class(def.op).is_type() {
                ensure!(may_be_type(module, inst), "%{id} is a type, expected a value");
            } else if wants_value(module, inst) && wants_value(module, def) {
                return Err(Fault::new(None, format!("%{id} has no type and is not a value")));
            }
        }
        if sets::is_non_semantic(module, def) {
            let is_extended = matches!(inst.op, Op::ExtInst | Op::ExtInstWithForwardRefsKHR);
            let is_plain_use = !matches!(isa::class(inst.op), Class::Annotation | Class::Debug);
            let is_semantic = !is_extended || sets::semantic(module, inst);
            ensure!(!is_semantic || !is_plain_use, "%{id} is the result of a non-semantic instruction");
        }
        Ok(())
    }
}

/// Returns whether an operand may be defined after the instruction.
fn may_come_later(module: &Module<'_>, inst: &Inst, at: usize) -> bool {
    use Op::*;
    match inst.op {
        ExecutionMode | ExecutionModeId | EntryPoint | Name | MemberName | SelectionMerge | Decorate
        | MemberDecorate | DecorateId | DecorateString | MemberDecorateString | Branch | LoopMerge => true,
        GroupDecorate | GroupMemberDecorate | BranchConditional | Switch => at != 0,
        FunctionCall | TypeForwardPointer | ConstantFunctionPointerINTEL => at == 0,
        CooperativeMatrixLoadTensorNV => true,
        Phi | ExtInstWithForwardRefsKHR => true,
        EnqueueKernel => at == 6,
        GetKernelNDrangeSubGroupCount | GetKernelNDrangeMaxSubGroupSize => at == 1,
        GetKernelWorkGroupSize | GetKernelPreferredWorkGroupSizeMultiple => at == 0,
        CooperativeMatrixPerElementOpNV => at == 1,
        CooperativeMatrixReduceNV => at == 2,
        ExtInst => sets::may_come_later(module, inst, at),
        op => isa::class(op).is_type(),
    }
}

fn is_debug_set(module: &Module<'_>, inst: &Inst) -> bool {
    matches!(inst.op, Op::ExtInst | Op::ExtInstWithForwardRefsKHR) && !sets::semantic(module, inst)
}

/// Returns whether a type may be among the operands.
fn may_be_type(module: &Module<'_>, inst: &Inst) -> bool {
    use Op::*;
    let op = inst.op;
    let of_constant = op == SpecConstantOp && {
        let nested = Op::from_u32(inst.literal(0)).unwrap_or(Nop);
        matches!(nested, CooperativeMatrixLengthKHR | CooperativeMatrixLengthNV)
            || isa::class(nested).is_untyped_pointer()
    };
    isa::class(op).is_type()
        || matches!(isa::class(op), Class::Annotation | Class::Debug)
        || is_debug_set(module, inst)
        || isa::class(op).is_untyped_pointer()
        || of_constant
        || matches!(
            op,
            TypeForwardPointer
                | SizeOf
                | CooperativeMatrixLengthNV
                | CooperativeMatrixLengthKHR
                | UntypedArrayLengthKHR
                | AbortKHR
                | Function
                | AsmINTEL
                | ConstantSizeOfEXT
                | BufferPointerEXT
                | UntypedImageTexelPointerEXT
        )
}

/// Returns whether the operands are values, and so is the result.
fn wants_value(module: &Module<'_>, inst: &Inst) -> bool {
    use Op::*;
    let op = inst.op;
    let is_other = matches!(
        op,
        ExtInst
            | ExtInstWithForwardRefsKHR
            | ExtInstImport
            | SelectionMerge
            | LoopMerge
            | Function
            | SizeOf
            | CooperativeMatrixLengthNV
            | CooperativeMatrixLengthKHR
            | AbortKHR
            | Phi
            | UntypedArrayLengthKHR
            | Branch
            | BranchConditional
            | Switch
            | AsmINTEL
            | AliasScopeDeclINTEL
            | AliasScopeListDeclINTEL
    );
    let length = matches!(op, SpecConstantOp)
        && matches!(Op::from_u32(inst.literal(0)), Some(CooperativeMatrixLengthKHR | CooperativeMatrixLengthNV));
    !is_other
        && !length
        && !matches!(isa::class(op), Class::Annotation | Class::Debug)
        && !isa::class(op).is_untyped_pointer()
        && !is_debug_set(module, inst)
}
