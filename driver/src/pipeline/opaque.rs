//! Whether an instruction handles resources as values: what legalisation was to take away and could not.
//!
//! Knows types and operands of instructions, and nothing of what they mean in HLSL.

use crate::spirv_tools::words::{Instructions, result_id};
use base::ids::Map;
use rspirv::spirv::{GlslStd450Op as Glsl, Op, StorageClass};

/// Whether the instruction with this number chooses, copies or hands over a resource or the address of one, or takes part
/// in an access to an image or an input that wants operands known before.
pub(super) fn handles_resource(words: &[u32], number: usize) -> bool {
    let Some(instruction) = Instructions::of(words).nth(number) else { return false };
    let Some(op) = op_of(instruction) else { return false };
    let operand = |at: usize| instruction.get(at).copied().unwrap_or(0);
    match op {
        Op::ExtInst => is_interpolation(operand(4)),
        Op::Variable => !is_of_stage(operand(3)),
        Op::Phi
        | Op::Select
        | Op::Undef
        | Op::Load
        | Op::CopyObject
        | Op::FunctionParameter
        | Op::CompositeConstruct
        | Op::CompositeExtract => Ids::of(words).is_opaque_type(operand(1)),
        Op::Store => Ids::of(words).is_opaque(operand(2)),
        Op::ReturnValue => Ids::of(words).is_opaque(operand(1)),
        Op::FunctionCall => {
            let ids = Ids::of(words);
            instruction.iter().skip(4).any(|&argument| ids.is_opaque(argument))
        }
        _ => format!("{op:?}").starts_with("Image"),
    }
}

fn op_of(instruction: &[u32]) -> Option<Op> {
    Op::from_u32(instruction[0] & 0xFFFF)
}

fn is_interpolation(number: u32) -> bool {
    let all = [Glsl::InterpolateAtCentroid, Glsl::InterpolateAtSample, Glsl::InterpolateAtOffset];
    all.iter().any(|&known| known as u32 == number)
}

fn is_of_stage(class: u32) -> bool {
    class == StorageClass::Input as u32 || class == StorageClass::Output as u32
}

/// The instructions that make ids.
struct Ids<'a>(Map<u32, &'a [u32]>);

impl<'a> Ids<'a> {
    fn of(words: &'a [u32]) -> Self {
        let named = Instructions::of(words).filter_map(|instruction| Some((result_id(instruction)?, instruction)));
        Ids(named.collect())
    }

    /// Whether a value is a resource or an address, or holds one.
    fn is_opaque(&self, id: u32) -> bool {
        self.0.get(&id).and_then(|instruction| instruction.get(1)).is_some_and(|&ty| self.is_opaque_type(ty))
    }

    fn is_opaque_type(&self, ty: u32) -> bool {
        let Some(instruction) = self.0.get(&ty) else { return false };
        let members = |range: &[u32]| range.iter().any(|&member| self.is_opaque_type(member));
        match op_of(instruction) {
            Some(
                Op::TypePointer
                | Op::TypeImage
                | Op::TypeSampler
                | Op::TypeSampledImage
                | Op::TypeAccelerationStructureKHR
                | Op::TypeRuntimeArray,
            ) => true,
            Some(Op::TypeArray) => members(&instruction[2..3]),
            Some(Op::TypeStruct) => members(&instruction[2..]),
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn module(code: &[(Op, &[u32])]) -> Vec<u32> {
        let instruction = |(op, operands): &(Op, &[u32])| {
            let first = (operands.len() as u32 + 1) << 16 | *op as u32;
            [&[first], *operands].concat()
        };
        let code = code.iter().flat_map(instruction);
        [0; 5].into_iter().chain(code).collect()
    }

    #[test]
    fn resources_in_structs_and_addresses_count() {
        let words = module(&[
            (Op::TypeFloat, &[1, 32]),
            (Op::TypeSampler, &[2]),
            (Op::TypeStruct, &[3, 1, 2]),
            (Op::TypePointer, &[4, 7, 1]),
            (Op::Undef, &[3, 5]),
            (Op::Undef, &[4, 6]),
            (Op::Undef, &[1, 7]),
            (Op::ReturnValue, &[5]),
            (Op::ReturnValue, &[7]),
        ]);
        let found: Vec<usize> = (0..10).filter(|&number| handles_resource(&words, number)).collect();
        assert_eq!(found, [4, 5, 7]);
    }

    #[test]
    fn variables_of_stages_are_no_resources() {
        let input = StorageClass::Input as u32;
        let uniform = StorageClass::UniformConstant as u32;
        let words = module(&[(Op::Variable, &[1, 2, input]), (Op::Variable, &[1, 3, uniform])]);
        assert!(!handles_resource(&words, 0));
        assert!(handles_resource(&words, 1));
    }
}
