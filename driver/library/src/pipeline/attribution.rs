//! Attribution of an invalid module to its source or to the compiler: compares codegen's records about the source with
//! the instruction that the validator names.
//!
//! Knows types and operands of instructions, and nothing of what they mean in HLSL. Anything without a connection to
//! the records is an error of the compiler.

use base::ids::{Map, Set};
use base::source::Span;
use codegen::{Early, Spelled};
use dialect::spirv::decode::{Inst, Operand, decode};
use dialect::spirv::enums::Kind;
use spirv::{GlslStd450Op as Glsl, ImageOperands, Op, StorageClass};

/// The SPIR-V of the source, traced through the renumbering of passes.
#[derive(Clone, Copy)]
pub(super) struct Traces<'a> {
    /// Ids of results outside of functions.
    pub(super) ids: &'a Set<u32>,
    /// The lines before results in functions: which result each line marks.
    pub(super) spans: &'a [(u32, Span)],
}

/// Returns whether this instruction is spelled in the source, or uses one that is.
///
/// A rule about the module as a whole, and an unreadable module, count as the source's if it spells anything.
pub(super) fn is_spelled(words: &[u32], number: Option<usize>, spelled: &Spelled, traces: Traces<'_>) -> bool {
    if spelled.is_empty() {
        return false;
    }
    let (Some(number), Ok((_, insts))) = (number, decode(words)) else { return true };
    let Some(guilty) = insts.get(number) else { return true };
    if spelled.structure || spelled.effects.contains(&(guilty.op as u32)) {
        return true;
    }
    let is_declaration = matches!(guilty.op, Op::Capability | Op::Extension | Op::ExecutionMode | Op::ExecutionModeId);
    if spelled.declares && is_declaration || spelled.decorates && isa::class(guilty.op) == isa::Class::Annotation {
        return true;
    }
    let tied = tied(&insts, spelled, traces);
    ids(guilty).any(|id| tied.contains(&id))
}

/// Ids spelled in the source, types made of them, and values of these types.
fn tied(insts: &[Inst], spelled: &Spelled, traces: Traces<'_>) -> Set<u32> {
    let mut tied = traces.ids.clone();
    let mut line = None;
    for inst in insts {
        match inst.op {
            Op::Line => line = line_of(inst),
            Op::NoLine | Op::Label | Op::FunctionEnd => line = None,
            _ => {}
        }
        let Some(result) = inst.result else { continue };
        let origin = line.and_then(|line| traces.spans.get(line)).map(|(id, _)| id);
        let is_result = origin.is_some_and(|id| spelled.ids.contains(id));
        let is_made_of = match inst.ty {
            Some(ty) => tied.contains(&ty),
            None => ids(inst).any(|id| tied.contains(&id)),
        };
        if is_result || is_made_of {
            tied.insert(result);
        }
    }
    tied
}

fn line_of(inst: &Inst) -> Option<usize> {
    match inst.operands.get(1) {
        Some(Operand::Literal(line)) => usize::try_from(*line).ok(),
        _ => None,
    }
}

/// Operands that passes were to resolve.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Waiting {
    /// The interpolated input.
    Interpolated,
    /// An offset of texels.
    Offset,
    /// A resource, or the address of one.
    Resource,
}

impl Waiting {
    /// A way to do without.
    pub(super) const fn advice(self) -> &'static str {
        match self {
            Waiting::Interpolated => "interpolate the input first, then compute with the result",
            Waiting::Offset => "use `Gather`, which accepts any offset, or adjust the coordinates",
            Waiting::Resource => "select between loaded values, or index an array of resources",
        }
    }
}

/// All ids of an instruction, its result included.
fn ids(inst: &Inst) -> impl Iterator<Item = u32> + '_ {
    inst.result.into_iter().chain(inst.ty).chain(ids_among(&inst.operands))
}

/// The ids among operands.
pub(super) fn ids_among(operands: &[Operand]) -> Vec<u32> {
    let ids = operands.iter().flat_map(|operand| match operand {
        Operand::Id(id) | Operand::ConstantId(_, id) => vec![*id],
        Operand::Enum(_, _, params) => ids_among(params),
        Operand::Literal(_) | Operand::Number(_) | Operand::Text(_) => Vec::new(),
    });
    ids.collect()
}

/// Returns the operand that passes failed to resolve, if the instruction depends on one: it selects, copies or passes a
/// resource or its address, or takes an operand that must be constant. Passes move instructions (an `OpPhi` is at a
/// join, not at the source's conditional), so the kind of instruction decides, and whether the source has any of this
/// kind.
pub(super) fn is_early(words: &[u32], number: usize, early: Early) -> Option<Waiting> {
    let (_, insts) = decode(words).ok()?;
    let guilty = insts.get(number)?;
    if early.inputs && is_interpolation(guilty) {
        return Some(Waiting::Interpolated);
    }
    if early.offsets && has_offset(guilty) {
        return Some(Waiting::Offset);
    }
    let are_handled = early.resources && Types::of(&insts).are_handled(guilty);
    are_handled.then_some(Waiting::Resource)
}

/// Instructions that the source requests and that are invalid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fault {
    /// A derivative, which the stage does not have.
    Derivative,
    /// A mesh shader makes more than it declares.
    MeshCounts,
    /// An atomic operation on a texel whose format has none.
    TexelFormat,
    /// The integers of a format have the other sign.
    FormatSign,
}

/// The rule about signs of texels and their formats.
const FORMAT_SIGN: &str = "VUID-StandaloneSpirv-Image-04965";
/// The rule about formats of texels with atomic operations.
const ATOMIC_FORMATS: &str = "VUID-StandaloneSpirv-OpImageTexelPointer-04658";

/// The fault of an instruction that the validator names, by the rule that it violates.
pub(super) fn fault(words: &[u32], number: usize, rule: &str) -> Option<Fault> {
    if rule.contains(FORMAT_SIGN) {
        return Some(Fault::FormatSign);
    }
    let guilty = decode(words).ok().and_then(|(_, insts)| insts.get(number).map(|inst| inst.op))?;
    match guilty {
        Op::SetMeshOutputsEXT => Some(Fault::MeshCounts),
        Op::ImageTexelPointer if rule.contains(ATOMIC_FORMATS) => Some(Fault::TexelFormat),
        op if isa::class(op) == isa::Class::Derivative => Some(Fault::Derivative),
        _ => None,
    }
}

fn is_interpolation(inst: &Inst) -> bool {
    let all = [Glsl::InterpolateAtCentroid, Glsl::InterpolateAtSample, Glsl::InterpolateAtOffset];
    let number = match inst.operands.get(1) {
        Some(Operand::Literal(number)) if inst.op == Op::ExtInst => *number,
        _ => return false,
    };
    all.iter().any(|&known| known as u32 == number)
}

fn has_offset(inst: &Inst) -> bool {
    let offsets = ImageOperands::OFFSET | ImageOperands::CONST_OFFSET | ImageOperands::CONST_OFFSETS;
    inst.operands.iter().any(|operand| match operand {
        Operand::Enum(Kind::ImageOperands, bits, _) => bits & offsets.bits() != 0,
        _ => false,
    })
}

/// Types that contain resources.
struct Types {
    /// Images, samplers and similar ones, and composites of them.
    resources: Set<u32>,
    /// Pointers.
    pointers: Set<u32>,
    /// The types of values.
    values: Map<u32, u32>,
}

impl Types {
    fn of(insts: &[Inst]) -> Self {
        let mut types = Types { resources: Set::default(), pointers: Set::default(), values: Map::default() };
        for inst in insts {
            let Some(result) = inst.result else { continue };
            if let Some(ty) = inst.ty {
                types.values.insert(result, ty);
            }
            match inst.op {
                Op::TypeImage
                | Op::TypeSampler
                | Op::TypeSampledImage
                | Op::TypeAccelerationStructureKHR
                | Op::TypeRuntimeArray => drop(types.resources.insert(result)),
                Op::TypePointer => drop(types.pointers.insert(result)),
                Op::TypeArray | Op::TypeStruct if ids_among(&inst.operands).iter().any(|&id| types.is_opaque(id)) => {
                    types.resources.insert(result);
                }
                _ => {}
            }
        }
        types
    }

    /// Returns whether a type is a resource or an address, or contains one.
    fn is_opaque(&self, ty: u32) -> bool {
        self.resources.contains(&ty) || self.pointers.contains(&ty)
    }

    /// Returns whether an instruction uses resources as values.
    fn are_handled(&self, inst: &Inst) -> bool {
        let operand = |at: usize| ids_among(inst.operands.get(at..).unwrap_or_default());
        let has_opaque = |ids: &[u32]| ids.iter().any(|id| self.values.get(id).is_some_and(|&ty| self.is_opaque(ty)));
        match inst.op {
            Op::Variable => !is_of_stage(inst),
            Op::Phi
            | Op::Select
            | Op::Undef
            | Op::Load
            | Op::CopyObject
            | Op::FunctionParameter
            | Op::CompositeConstruct
            | Op::CompositeExtract => inst.ty.is_some_and(|ty| self.is_opaque(ty)),
            Op::Store | Op::FunctionCall => has_opaque(&operand(1)),
            Op::ReturnValue => has_opaque(&operand(0)),
            Op::ImageTexelPointer => true,
            _ => operand(0).iter().any(|id| self.values.get(id).is_some_and(|ty| self.resources.contains(ty))),
        }
    }
}

fn is_of_stage(variable: &Inst) -> bool {
    let stage = [StorageClass::Input as u32, StorageClass::Output as u32];
    matches!(variable.operands.first(), Some(Operand::Enum(_, class, _)) if stage.contains(class))
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEADER: [u32; 5] = [spirv::MAGIC_NUMBER, 0x0001_0300, 0, 100, 0];

    fn module(code: &[(Op, &[u32])]) -> Vec<u32> {
        let instruction = |(op, operands): &(Op, &[u32])| {
            let first = (operands.len() as u32 + 1) << 16 | *op as u32;
            [&[first], *operands].concat()
        };
        HEADER.into_iter().chain(code.iter().flat_map(instruction)).collect()
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
        let of = |early| (0..10).filter(|&number| is_early(&words, number, early).is_some()).collect::<Vec<_>>();
        assert_eq!(of(Early { resources: true, ..Early::default() }), [4, 5, 7]);
        assert_eq!(of(Early { offsets: true, inputs: true, ..Early::default() }), [0; 0]);
    }

    #[test]
    fn variables_of_stages_are_no_resources() {
        let input = StorageClass::Input as u32;
        let uniform = StorageClass::UniformConstant as u32;
        let words = module(&[(Op::Variable, &[1, 2, input]), (Op::Variable, &[1, 3, uniform])]);
        let early = Early { resources: true, ..Early::default() };
        assert!(is_early(&words, 0, early).is_none());
        assert!(is_early(&words, 1, early).is_some());
    }

    #[test]
    fn users_of_inline_spirv_are_inline_spirv() {
        let words = module(&[
            (Op::TypeInt, &[1, 32, 0]),
            (Op::TypeInt, &[2, 8, 0]),
            (Op::TypePointer, &[3, 7, 2]),
            (Op::Undef, &[3, 4]),
            (Op::Undef, &[1, 5]),
            (Op::String, &[6, 0]),
            (Op::Line, &[6, 0, 0]),
            (Op::Undef, &[1, 7]),
            (Op::NoLine, &[]),
            (Op::CopyObject, &[1, 8, 7]),
            (Op::CopyObject, &[1, 9, 5]),
        ]);
        let spelled = Spelled { ids: [2, 40].into_iter().collect(), ..Spelled::default() };
        let found = |spans: &[(u32, Span)]| {
            let traces = Traces { ids: &spelled.ids, spans };
            (0..11).filter(|&number| is_spelled(&words, Some(number), &spelled, traces)).collect::<Vec<_>>()
        };
        assert_eq!(found(&[]), [1, 2, 3]);
        // The result that was 40 before the passes is 7 now.
        assert_eq!(found(&[(40, Span::new(1, 2))]), [1, 2, 3, 7, 9]);
        let nowhere = Traces { ids: &Set::default(), spans: &[] };
        assert!(is_spelled(&words, None, &spelled, nowhere));
        assert!(!is_spelled(&words, None, &Spelled::default(), nowhere));
    }
}
