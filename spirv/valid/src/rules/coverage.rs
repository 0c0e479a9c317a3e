//! Instructions without a rule of their own: what checks their types instead, or why nothing does.

use isa::{Class, ImageKind};
use spirv::Op;

/// What checks the types of an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Coverage {
    /// A rule of its own.
    Rule,
    /// The rules of its class, which do not go by the instruction: those of sections, declarations, decorations, modes.
    Class,
    /// Nothing: it has neither ids nor a result type.
    Nothing,
    /// Nothing, for this reason.
    Unchecked(&'static str),
}

const VENDOR: &str = "an instruction of one vendor";

/// Instructions that have neither ids nor a result type.
const EMPTY: &[Op] = &[Op::Nop, Op::Unreachable];

/// Instructions whose types nothing checks, beside those of whole classes.
#[rustfmt::skip]
const UNCHECKED: &[(&str, &[Op])] = &[
    (VENDOR, &[
        Op::ConditionalExtensionINTEL, Op::ConditionalEntryPointINTEL, Op::ConditionalCapabilityINTEL,
        Op::SamplerImageAddressingModeNV, Op::TypeTensorARM, Op::TypeTensorLayoutNV, Op::TypeTensorViewNV,
        Op::TypeVmeImageINTEL, Op::TypeStructContinuedINTEL, Op::ConstantStringAMDX, Op::ConstantFunctionPointerINTEL,
        Op::ConstantCompositeContinuedINTEL, Op::SpecConstantStringAMDX, Op::SpecConstantCompositeContinuedINTEL,
        Op::SpecConstantTargetINTEL, Op::SpecConstantArchitectureINTEL, Op::SpecConstantCapabilitiesINTEL,
        Op::FunctionPointerCallINTEL, Op::VariableLengthArrayINTEL, Op::SaveMemoryINTEL, Op::RestoreMemoryINTEL,
        Op::UntypedVariableLengthArrayINTEL, Op::MaskedGatherINTEL, Op::MaskedScatterINTEL, Op::BitCastArrayQCOM,
        Op::CompositeConstructCoopMatQCOM, Op::CompositeExtractCoopMatQCOM, Op::ExtractSubArrayQCOM,
        Op::CompositeConstructContinuedINTEL, Op::ConditionalCopyObjectINTEL, Op::ReadPipeBlockingALTERA,
        Op::WritePipeBlockingALTERA,
    ]),
    ("an instruction of an extension that no Vulkan device has yet", &[
        Op::SpecConstantDataKHR, Op::BitcastExtractEXT, Op::PoisonKHR, Op::FreezeKHR,
    ]),
    ("reserved, and refused as such", &[
        Op::ImageSparseSampleProjImplicitLod, Op::ImageSparseSampleProjExplicitLod,
        Op::ImageSparseSampleProjDrefImplicitLod, Op::ImageSparseSampleProjDrefExplicitLod,
    ]),
];

/// What checks the types of an instruction without a rule of its own; `None` when no table says it.
pub(crate) fn without_rule(op: Op) -> Option<Coverage> {
    if EMPTY.contains(&op) {
        return Some(Coverage::Nothing);
    }
    if let Some((reason, _)) = UNCHECKED.iter().find(|(_, ops)| ops.contains(&op)) {
        return Some(Coverage::Unchecked(reason));
    }
    of_class(isa::class(op))
}

fn of_class(class: Class) -> Option<Coverage> {
    match class {
        Class::Debug
        | Class::Annotation
        | Class::Extension
        | Class::Mode
        | Class::Type(_)
        | Class::ForwardPointer
        | Class::Function
        | Class::Label => Some(Coverage::Class),
        Class::Graph | Class::Nodes | Class::Vendor | Class::Image(ImageKind::Vendor, _) => {
            Some(Coverage::Unchecked(VENDOR))
        }
        Class::ExtInst
        | Class::Constant(_)
        | Class::Call
        | Class::Variable
        | Class::UntypedVariable
        | Class::Load
        | Class::Store
        | Class::Copy
        | Class::Chain
        | Class::UntypedChain
        | Class::TexelPointer
        | Class::PointerComparison
        | Class::Memory
        | Class::Image(..)
        | Class::Conversion(_)
        | Class::Composite
        | Class::Undef
        | Class::Select
        | Class::Arithmetic(_)
        | Class::Product(_)
        | Class::Transpose
        | Class::IntegerDot
        | Class::Comparison(_)
        | Class::Logic(_)
        | Class::Bits(_)
        | Class::Derivative
        | Class::Phi
        | Class::Merge
        | Class::Terminator
        | Class::Atomic
        | Class::Barrier
        | Class::Interlock
        | Class::Group(..)
        | Class::Primitive
        | Class::Ray
        | Class::Cooperative
        | Class::Tensor
        | Class::Pipe
        | Class::Enqueue
        | Class::Miscellaneous => None,
    }
}

/// The instructions that are listed by their names.
#[cfg(test)]
pub(crate) fn listed() -> impl Iterator<Item = Op> {
    UNCHECKED.iter().flat_map(|(_, ops)| *ops).chain(EMPTY).copied()
}
