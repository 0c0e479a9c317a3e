//! What ops do besides computing their results: which memory they read and write, whether invocations meet at them.
//!
//! One row per instruction that does any of it; an instruction of the core without a row and without the trait `PURE`
//! may do anything. Memory is named by the operand through which it is reached.

use super::abi;
use super::enums::Kind;
use super::ops::{self, Code, Mlir};
use crate::ir::{Module, OpId, OpInfo, Traits};
use rustc_hash::FxHashMap;
use spirv::{GlslStd450Op, MemoryAccess, Op};
use std::sync::LazyLock;

/// The memory that an op reads or writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Memory {
    /// None.
    Nothing,
    /// What this operand points to, or the texels of the image that it is.
    Through(u8),
    /// Any that other invocations or called functions see.
    Anything,
}

/// What an op does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effects {
    /// What it reads.
    pub reads: Memory,
    /// What it writes.
    pub writes: Memory,
    /// Its result depends on which invocations execute it together: it may not be moved into or out of a condition.
    pub convergent: bool,
    /// It must be executed as often as it stands there, whether or not its result is used.
    pub kept: bool,
}

impl Effects {
    /// Only computes.
    pub const NONE: Effects =
        Effects { reads: Memory::Nothing, writes: Memory::Nothing, convergent: false, kept: false };
    const ANYTHING: Effects =
        Effects { reads: Memory::Anything, writes: Memory::Anything, convergent: true, kept: true };
    const CONVERGENT: Effects = Effects { convergent: true, ..Effects::NONE };
    const READ: Effects = Effects { reads: Memory::Through(0), ..Effects::NONE };
    const WRITE: Effects = Effects { writes: Memory::Through(0), ..Effects::NONE };
    const ATOMIC: Effects = Effects { reads: Memory::Through(0), kept: true, ..Effects::WRITE };
    const KEPT: Effects = Effects { kept: true, ..Effects::NONE };
    const MEETS: Effects = Effects { convergent: true, kept: true, ..Effects::NONE };

    /// Whether the op only computes from its operands: equal ops have equal results, wherever they stand.
    pub fn is_pure(self) -> bool {
        self == Effects::NONE
    }

    /// Whether the op may go when nobody uses its results.
    pub fn is_removable(self) -> bool {
        !self.kept && self.writes == Memory::Nothing
    }
}

/// The rows of the core instructions.
pub const CORE: &[(Effects, &[Op])] = &[
    (Effects::NONE, &[Op::PtrEqual, Op::PtrNotEqual, Op::PtrDiff, Op::ArrayLength, Op::CopyObject, Op::Variable]),
    (Effects::NONE, &[Op::ImageTexelPointer, Op::SampledImage, Op::Image, Op::ConvertUToAccelerationStructureKHR]),
    (Effects::NONE, &[Op::SDot, Op::UDot, Op::SUDot, Op::SDotAccSat, Op::UDotAccSat, Op::SUDotAccSat]),
    (Effects::NONE, &[Op::Branch, Op::BranchConditional, Op::Switch, Op::SelectionMerge, Op::LoopMerge, Op::Phi]),
    (Effects::NONE, &[Op::UntypedAccessChainKHR, Op::UntypedInBoundsAccessChainKHR, Op::UntypedArrayLengthKHR]),
    (Effects::NONE, &[Op::UntypedPtrAccessChainKHR, Op::UntypedInBoundsPtrAccessChainKHR, Op::Unreachable]),
    (Effects::READ, &[Op::Load, Op::ImageRead, Op::ImageSparseRead, Op::IsHelperInvocationEXT]),
    (Effects::WRITE, &[Op::Store, Op::ImageWrite]),
    (Effects { reads: Memory::Through(1), ..Effects::WRITE }, &[Op::CopyMemory, Op::CopyMemorySized]),
    (
        Effects::ATOMIC,
        &[
            Op::AtomicLoad,
            Op::AtomicStore,
            Op::AtomicExchange,
            Op::AtomicCompareExchange,
            Op::AtomicCompareExchangeWeak,
            Op::AtomicIIncrement,
            Op::AtomicIDecrement,
            Op::AtomicIAdd,
            Op::AtomicISub,
            Op::AtomicSMin,
            Op::AtomicUMin,
            Op::AtomicSMax,
            Op::AtomicUMax,
            Op::AtomicAnd,
            Op::AtomicOr,
            Op::AtomicXor,
            Op::AtomicFlagTestAndSet,
            Op::AtomicFlagClear,
            Op::AtomicFAddEXT,
            Op::AtomicFMinEXT,
            Op::AtomicFMaxEXT,
        ],
    ),
    (
        Effects::CONVERGENT,
        &[
            Op::DPdx,
            Op::DPdy,
            Op::Fwidth,
            Op::DPdxFine,
            Op::DPdyFine,
            Op::FwidthFine,
            Op::DPdxCoarse,
            Op::DPdyCoarse,
            Op::FwidthCoarse,
            Op::ImageSampleImplicitLod,
            Op::ImageSampleDrefImplicitLod,
            Op::ImageSampleProjImplicitLod,
            Op::ImageSampleProjDrefImplicitLod,
            Op::ImageSparseSampleImplicitLod,
            Op::ImageSparseSampleDrefImplicitLod,
            Op::ImageQueryLod,
        ],
    ),
    (
        Effects::NONE,
        &[
            Op::ImageSparseSampleExplicitLod,
            Op::ImageSparseSampleDrefExplicitLod,
            Op::ImageSparseFetch,
            Op::ImageSparseGather,
            Op::ImageSparseDrefGather,
            Op::ImageSparseTexelsResident,
            Op::ImageQuerySamples,
            Op::ImageQueryFormat,
            Op::ImageQueryOrder,
        ],
    ),
    (
        Effects::KEPT,
        &[
            Op::EmitVertex,
            Op::EndPrimitive,
            Op::EmitStreamVertex,
            Op::EndStreamPrimitive,
            Op::SetMeshOutputsEXT,
            Op::Kill,
            Op::TerminateInvocation,
            Op::DemoteToHelperInvocation,
            Op::Return,
            Op::ReturnValue,
            Op::IgnoreIntersectionKHR,
            Op::TerminateRayKHR,
            Op::BeginInvocationInterlockEXT,
            Op::EndInvocationInterlockEXT,
        ],
    ),
];

/// The groups of instructions whose numbers follow each other: first, last, what they do.
const RANGES: &[(Effects, Op, Op)] = &[
    (Effects::MEETS, Op::GroupNonUniformElect, Op::GroupNonUniformQuadSwap),
    (Effects::MEETS, Op::GroupAll, Op::GroupSMax),
    (Effects::MEETS, Op::SubgroupBallotKHR, Op::SubgroupFirstInvocationKHR),
];

static EFFECTS: LazyLock<Vec<Effects>> = LazyLock::new(|| {
    let own: FxHashMap<u32, Effects> =
        CORE.iter().flat_map(|(effects, rows)| rows.iter().map(|op| (*op as u32, *effects))).collect();
    ops::rows().iter().map(|row| of_row(row, &own)).collect()
});

fn of_row(row: &ops::OpRow, own: &FxHashMap<u32, Effects>) -> Effects {
    match row.code {
        Code::Core(op) => {
            let number = op as u32;
            let in_range = RANGES
                .iter()
                .find(|(_, first, last)| (*first as u32..=*last as u32).contains(&number))
                .map(|row| row.0);
            let pure = row.info.traits.has(Traits::PURE).then_some(Effects::NONE);
            own.get(&number).copied().or(in_range).or(pure).unwrap_or(Effects::ANYTHING)
        }
        // `Modf` and `Frexp` write through a pointer, the interpolations read through one.
        Code::Gl(number) => match GlslStd450Op::from_u32(number) {
            Some(GlslStd450Op::Modf | GlslStd450Op::Frexp) => Effects { writes: Memory::Through(1), ..Effects::NONE },
            Some(
                GlslStd450Op::InterpolateAtCentroid
                | GlslStd450Op::InterpolateAtSample
                | GlslStd450Op::InterpolateAtOffset,
            ) => Effects::READ,
            _ => Effects::NONE,
        },
        Code::Cl(_) if row.info.traits.has(Traits::PURE) => Effects::NONE,
        Code::Cl(_) => Effects::ANYTHING,
        Code::Mlir(mlir) => match mlir {
            Mlir::AddressOf | Mlir::Constant | Mlir::ReferenceOf | Mlir::SpecConstantOperation | Mlir::Merge => {
                Effects::NONE
            }
            // What is in their regions has effects of its own.
            Mlir::Selection | Mlir::Loop => Effects::NONE,
            Mlir::Module
            | Mlir::Func
            | Mlir::GlobalVariable
            | Mlir::SpecConstant
            | Mlir::SpecConstantComposite
            | Mlir::ExtInst => Effects::KEPT,
        },
    }
}

/// What every op of a kind does; an op of another dialect may do anything.
pub fn of(info: &'static OpInfo) -> Effects {
    match ops::row(info) {
        Some(row) => EFFECTS[row.info.index as usize],
        None => Effects::ANYTHING,
    }
}

/// What an op does. Those that the module calls volatile are kept.
pub fn of_op(module: &Module, op: OpId) -> Effects {
    let mut effects = of(module[op].info);
    effects.kept |= is_volatile(module, op);
    effects
}

/// Whether an access to memory must happen as it stands there.
fn is_volatile(module: &Module, op: OpId) -> bool {
    let table = Kind::MemoryAccess.table();
    [table.snake, table.snake_2].iter().any(|name| {
        abi::number_of(module, op, name).is_some_and(|bits| bits as u32 & MemoryAccess::VOLATILE.bits() != 0)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use base::ids::Set;

    #[test]
    fn no_instruction_has_two_rows() {
        let mut seen = Set::default();
        for op in CORE.iter().flat_map(|(_, rows)| rows.iter()) {
            assert!(seen.insert(*op as u32), "{op:?}");
        }
    }

    #[test]
    fn rows_and_defaults() {
        assert!(of(ops::core(Op::IAdd)).is_pure());
        assert_eq!(of(ops::core(Op::Store)).writes, Memory::Through(0));
        assert!(of(ops::core(Op::DPdx)).is_removable() && of(ops::core(Op::DPdx)).convergent);
        assert!(of(ops::core(Op::ControlBarrier)).kept);
        // What nobody has described may do anything.
        assert!(of(ops::core(Op::TraceRayKHR)).kept);
        assert!(of(ops::core(Op::FunctionCall)).kept);
    }
}
