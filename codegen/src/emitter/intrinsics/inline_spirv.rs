//! Inline SPIR-V: types, execution modes, capabilities and extensions that the source spells.

use crate::builder::sections::ModeOperands;
use crate::emitter::Emitter;
use crate::emitter::intrinsics::call::Call;
use sema::hir::expr::{ConstantId, ConstantValue};
use sema::hir::ty::{SpirvOperand, SpirvType, SpirvTypeId, Type};
use sema::hir::{FunctionId, Requirements};
use sema::tables::intrinsics::Spelled as SpelledCall;
use spirv::{Capability, Op, StorageClass, Word};

/// The name of types that have none.
const NAME: &str = "spirvIntrinsicType";

impl<'a> Emitter<'a> {
    /// The inline SPIR-V of the source.
    pub(crate) fn spelled_call(&mut self, spelled: SpelledCall, call: Call<'_>) -> Word {
        match spelled {
            SpelledCall::ExtExecutionMode => self.ext_execution_mode(call, false),
            SpelledCall::ExtExecutionModeId => self.ext_execution_mode(call, true),
            SpelledCall::LinAlgMatrix => 0,
        }
    }

    /// A type made of an opcode and operands.
    pub(crate) fn spirv_type(&mut self, id: SpirvTypeId) -> Word {
        if self.spelled.open.contains(&id) {
            self.not_supported(self.spv.function.span(), "a recursive type");
            return self.spv.uint();
        }
        self.spelled.open.push(id);
        let word = self.made_type(self.definition_of(id));
        self.spelled.open.pop();
        word
    }

    /// The operands of a spelled type, by whatever name it is meant.
    pub(crate) fn definition_of(&self, id: SpirvTypeId) -> &'a SpirvType {
        let module = self.module;
        let ty = &module.spirv_types[id];
        match ty.opcode {
            Some(_) => ty,
            None => &module.spirv_definitions[&ty.number],
        }
    }

    fn made_type(&mut self, ty: &SpirvType) -> Word {
        let opcode = ty.opcode.unwrap_or(0);
        let Some(op) = Op::from_u32(opcode).filter(|&op| isa::class(op).is_type()) else {
            self.not_supported(self.spv.function.span(), &format!("a type with the opcode {opcode}"));
            return self.spv.uint();
        };
        let mut operands = Vec::with_capacity(ty.operands.len());
        for operand in &ty.operands {
            match *operand {
                SpirvOperand::Type(ty) => operands.push(self.type_of(ty)),
                SpirvOperand::Constant(constant) => operands.push(self.constant(constant)),
                SpirvOperand::Literal(constant) => operands.extend(self.literal_words(constant)),
            }
        }
        let made = match (op, &operands[..]) {
            (Op::TypePointer, &[storage, pointee]) if StorageClass::from_u32(storage).is_some() => {
                self.spv.pointer(StorageClass::from_u32(storage).unwrap_or(StorageClass::Function), pointee)
            }
            _ => self.spv.other_type(op, &operands, NAME),
        };
        self.spelled.parts.ty(op, &operands, made);
        made
    }

    fn literal_words(&self, id: ConstantId) -> Vec<Word> {
        let constant = &self.module.constants[id];
        let bits = match constant.value {
            ConstantValue::Int(bits) => bits,
            ConstantValue::Bool(value) => u64::from(value),
            ConstantValue::Float(_) | ConstantValue::Composite(_) | ConstantValue::Zero => 0,
        };
        if let Type::Scalar(scalar) = self.module.types[constant.ty]
            && scalar.bits(self.module.native_16bit) == 64
        {
            vec![bits as u32, (bits >> 32) as u32]
        } else {
            vec![bits as u32]
        }
    }

    /// Declares what the source requires.
    pub(crate) fn require_all(&mut self, requirements: &Requirements) {
        self.spelled.parts.declares |= !requirements.capabilities.is_empty() || !requirements.extensions.is_empty();
        for &capability in &requirements.capabilities {
            self.spv.availability.declare(capability);
        }
        for (extension, span) in &requirements.extensions {
            self.spv.availability.require_extension(extension, *span);
        }
    }

    /// `vk::ext_execution_mode`, `vk::ext_execution_mode_id`: modes of the entry points that reach the call.
    pub(crate) fn ext_execution_mode(&mut self, call: Call<'_>, as_ids: bool) -> Word {
        let values = call.args.iter().map(|arg| self.known_integer(arg.expr).expect("the operands are constants"));
        let values: Vec<u64> = values.collect();
        let operands = if as_ids {
            // Nothing else requires what the types of mere declarations need.
            for arg in &call.args[1..] {
                if self.num_of_type(arg.ty).elem.bits(self.module.native_16bit) == 64 {
                    self.spv.availability.require(Capability::Int64, self.spv.function.span());
                }
            }
            ModeOperands::Ids(self.values(&call.args[1..]))
        } else {
            ModeOperands::Literals(values[1..].iter().map(|&value| value as Word).collect())
        };
        self.spelled.parts.note(self.spv.function.span());
        self.spelled.parts.declares = true;
        if let Some(function) = self.current.id {
            self.usage.name_mode(function, values[0] as Word, operands);
        }
        0
    }

    /// `[[vk::ext_decorate…]]` on a function and its parameters. Those of entry points concern the stage's interface.
    pub(crate) fn decorate_function(&mut self, id: FunctionId, word: Word) {
        let module = self.module;
        if self.is_entry_function(id) {
            return;
        }
        let function = &module.functions[id];
        self.ext_decorations(word, &function.decorations);
        for param in &function.params {
            let Some(pointer) = self.current.locals.get(&param.local).map(|variable| variable.pointer) else {
                continue;
            };
            self.ext_decorations(pointer, &function.body.locals[param.local].decorations);
        }
    }

    fn is_entry_function(&self, id: FunctionId) -> bool {
        self.module
            .entry_points
            .iter()
            .any(|entry| entry.function == id || entry.hull.as_ref().is_some_and(|hull| hull.patch_constant == id))
    }
}
