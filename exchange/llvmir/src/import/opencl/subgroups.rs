//! Functions of subgroups: those of Khronos' extensions, whose invocations may differ in control flow, and Intel's.

use super::super::calls::{Call, Made};
use super::super::function::Body;
use super::super::output::Shape;
use crate::error::{Result, refuse};
use dialect::ir::ValueId;
use dialect::spirv::operands::Arg;
use spirv::{BuiltIn, Capability, GroupOperation, Op, Scope};

/// Functions that are one instruction on their arguments, behind the scope.
const DIRECT: &[(&str, Op)] = &[
    ("sub_group_elect", Op::GroupNonUniformElect),
    ("sub_group_non_uniform_all", Op::GroupNonUniformAll),
    ("sub_group_non_uniform_any", Op::GroupNonUniformAny),
    ("sub_group_non_uniform_all_equal", Op::GroupNonUniformAllEqual),
    ("sub_group_non_uniform_broadcast", Op::GroupNonUniformBroadcast),
    ("sub_group_broadcast_first", Op::GroupNonUniformBroadcastFirst),
    ("sub_group_ballot", Op::GroupNonUniformBallot),
    ("sub_group_inverse_ballot", Op::GroupNonUniformInverseBallot),
    ("sub_group_ballot_bit_extract", Op::GroupNonUniformBallotBitExtract),
    ("sub_group_ballot_find_lsb", Op::GroupNonUniformBallotFindLSB),
    ("sub_group_ballot_find_msb", Op::GroupNonUniformBallotFindMSB),
    ("sub_group_shuffle", Op::GroupNonUniformShuffle),
    ("sub_group_shuffle_xor", Op::GroupNonUniformShuffleXor),
    ("sub_group_shuffle_up", Op::GroupNonUniformShuffleUp),
    ("sub_group_shuffle_down", Op::GroupNonUniformShuffleDown),
    ("sub_group_rotate", Op::GroupNonUniformRotateKHR),
    ("sub_group_clustered_rotate", Op::GroupNonUniformRotateKHR),
];

/// Functions that count the bits of a ballot.
const COUNTS: &[(&str, GroupOperation)] = &[
    ("sub_group_ballot_bit_count", GroupOperation::Reduce),
    ("sub_group_ballot_inclusive_scan", GroupOperation::InclusiveScan),
    ("sub_group_ballot_exclusive_scan", GroupOperation::ExclusiveScan),
];

/// The masks of a subgroup's invocations.
const MASKS: &[(&str, BuiltIn)] = &[
    ("get_sub_group_eq_mask", BuiltIn::SubgroupEqMask),
    ("get_sub_group_ge_mask", BuiltIn::SubgroupGeMask),
    ("get_sub_group_gt_mask", BuiltIn::SubgroupGtMask),
    ("get_sub_group_le_mask", BuiltIn::SubgroupLeMask),
    ("get_sub_group_lt_mask", BuiltIn::SubgroupLtMask),
];

/// What a group operation computes over, by the start of the name.
const OPERATIONS: &[(&str, GroupOperation)] = &[
    ("sub_group_non_uniform_reduce_", GroupOperation::Reduce),
    ("sub_group_non_uniform_scan_inclusive_", GroupOperation::InclusiveScan),
    ("sub_group_non_uniform_scan_exclusive_", GroupOperation::ExclusiveScan),
    ("sub_group_clustered_reduce_", GroupOperation::ClusteredReduce),
];

/// Operations on floating point, on signed and on unsigned integers.
const FUNCTIONS: &[(&str, Option<Op>, Op, Op)] = &[
    ("add", Some(Op::GroupNonUniformFAdd), Op::GroupNonUniformIAdd, Op::GroupNonUniformIAdd),
    ("mul", Some(Op::GroupNonUniformFMul), Op::GroupNonUniformIMul, Op::GroupNonUniformIMul),
    ("min", Some(Op::GroupNonUniformFMin), Op::GroupNonUniformSMin, Op::GroupNonUniformUMin),
    ("max", Some(Op::GroupNonUniformFMax), Op::GroupNonUniformSMax, Op::GroupNonUniformUMax),
    ("and", None, Op::GroupNonUniformBitwiseAnd, Op::GroupNonUniformBitwiseAnd),
    ("or", None, Op::GroupNonUniformBitwiseOr, Op::GroupNonUniformBitwiseOr),
    ("xor", None, Op::GroupNonUniformBitwiseXor, Op::GroupNonUniformBitwiseXor),
];

/// Operations on truth values, which are integers in OpenCL C.
const LOGIC: &[(&str, Op)] = &[
    ("logical_and", Op::GroupNonUniformLogicalAnd),
    ("logical_or", Op::GroupNonUniformLogicalOr),
    ("logical_xor", Op::GroupNonUniformLogicalXor),
];

/// Intel's functions that are one instruction on their arguments.
const INTEL: &[(&str, Op)] = &[
    ("intel_sub_group_shuffle", Op::SubgroupShuffleINTEL),
    ("intel_sub_group_shuffle_down", Op::SubgroupShuffleDownINTEL),
    ("intel_sub_group_shuffle_up", Op::SubgroupShuffleUpINTEL),
    ("intel_sub_group_shuffle_xor", Op::SubgroupShuffleXorINTEL),
];

/// Intel's functions that a subgroup reads and writes memory with: the start of the name, the instructions for a pointer
/// and for an image.
const BLOCKS: &[(&str, Op, Op)] = &[
    ("intel_sub_group_block_read", Op::SubgroupBlockReadINTEL, Op::SubgroupImageBlockReadINTEL),
    ("intel_sub_group_block_write", Op::SubgroupBlockWriteINTEL, Op::SubgroupImageBlockWriteINTEL),
];

/// The ends of their names: the type of an element, and how many there are.
const ELEMENTS: [&str; 5] = ["", "_uc", "_us", "_ui", "_ul"];
const LENGTHS: [&str; 5] = ["", "2", "4", "8", "16"];

/// Intel's functions for blocks of images in any place, with the instruction.
const MEDIA: &[(&str, Op)] = &[
    ("intel_sub_group_media_block_read", Op::SubgroupImageMediaBlockReadINTEL),
    ("intel_sub_group_media_block_write", Op::SubgroupImageMediaBlockWriteINTEL),
];

/// The names of these functions.
pub(super) fn names() -> Vec<String> {
    let plain = DIRECT.iter().map(|(name, _)| *name).chain(COUNTS.iter().map(|(name, _)| *name));
    let plain = plain.chain(MASKS.iter().map(|(name, _)| *name)).chain(INTEL.iter().map(|(name, _)| *name));
    let mut all: Vec<String> = plain.map(str::to_owned).collect();
    let functions = FUNCTIONS.iter().map(|(name, ..)| *name).chain(LOGIC.iter().map(|(name, _)| *name));
    let functions: Vec<&str> = functions.collect();
    for (start, _) in OPERATIONS {
        all.extend(functions.iter().map(|name| format!("{start}{name}")));
    }
    let starts = BLOCKS.iter().map(|(start, ..)| *start).chain(MEDIA.iter().map(|(start, _)| *start));
    for start in starts {
        let ends = ELEMENTS.iter().flat_map(|elem| LENGTHS.iter().map(move |length| format!("{elem}{length}")));
        all.extend(ends.map(|end| format!("{start}{end}")));
    }
    all
}

/// Returns whether a name is that of a function for blocks: the start, an element and a length.
fn is_block(name: &str, start: &str) -> bool {
    let Some(rest) = name.strip_prefix(start) else { return false };
    ELEMENTS.iter().any(|elem| rest.strip_prefix(elem).is_some_and(|length| LENGTHS.contains(&length)))
}

impl Body<'_, '_> {
    /// A call of one of these functions.
    pub(super) fn of_subgroups(&mut self, call: &Call<'_>) -> Result<Made> {
        let name = call.name;
        if let Some((_, op)) = DIRECT.iter().find(|(known, _)| *known == name) {
            return self.direct(call, *op).map(|made| Some(Some(made)));
        }
        if let Some((_, operation)) = COUNTS.iter().find(|(known, _)| *known == name) {
            let (scope, value) = (self.subgroup(), self.arg(call, 0)?);
            let operands = [scope.into(), Arg::Word(*operation as u32), value.into()];
            return Ok(Some(Some(self.make(Op::GroupNonUniformBallotBitCount, call.ty, &operands))));
        }
        if let Some((_, builtin)) = MASKS.iter().find(|(known, _)| *known == name) {
            self.import.out.capabilities.push(Capability::GroupNonUniformBallot as u32);
            let variable = self.import.builtin(*builtin, call.ty)?;
            return Ok(Some(Some(self.read(variable, call.ty))));
        }
        let found = OPERATIONS.iter().find_map(|(start, operation)| Some((name.strip_prefix(start)?, *operation)));
        if let Some((rest, operation)) = found {
            return self.computed(call, rest, operation);
        }
        if let Some((_, op)) = INTEL.iter().find(|(known, _)| *known == name) {
            let args = self.args(call)?;
            return Ok(Some(Some(self.make(*op, call.ty, &args))));
        }
        if let Some((_, of_pointer, of_image)) = BLOCKS.iter().find(|(start, ..)| is_block(name, start)) {
            return self.block_of(call, *of_pointer, *of_image).map(Some);
        }
        match MEDIA.iter().find(|(start, _)| is_block(name, start)) {
            Some((_, op)) => self.media_block(call, *op).map(Some),
            None => Ok(None),
        }
    }

    fn subgroup(&mut self) -> ValueId {
        self.u32(Scope::Subgroup as u32)
    }

    fn direct(&mut self, call: &Call<'_>, op: Op) -> Result<ValueId> {
        use super::super::booleans::{ONE, TAKES_TRUTH};
        let scope = self.subgroup();
        let mut operands = vec![scope];
        for at in 0..call.args.len() {
            let value = self.arg(call, at)?;
            let is_truth = TAKES_TRUTH.iter().any(|(known, place)| *known == op && *place == at + 1);
            operands.push(if is_truth { self.truth_of(value) } else { value });
        }
        if !ONE.contains(&op) {
            return Ok(self.make(op, call.ty, &operands));
        }
        let made = self.truth(op, scope, &operands);
        Ok(self.as_number(made, call.ty, 1))
    }

    /// A reduction or a scan, of a cluster where a size follows the value.
    fn computed(&mut self, call: &Call<'_>, name: &str, operation: GroupOperation) -> Result<Made> {
        let value = match call.args.is_empty() {
            true => return refuse("the call has too few arguments"),
            false => self.arg(call, 0)?,
        };
        let scope = self.subgroup();
        let size = if call.args.len() > 1 { Some(self.arg(call, 1)?) } else { None };
        let rest = |value: ValueId| {
            let operands = [scope.into(), Arg::Word(operation as u32), value.into()];
            operands.into_iter().chain(size.map(Arg::Value)).collect::<Vec<Arg>>()
        };
        if let Some((_, op)) = LOGIC.iter().find(|(known, _)| *known == name) {
            let value = self.truth_of(value);
            let made = self.truth(*op, scope, &rest(value));
            return Ok(Some(Some(self.as_number(made, call.ty, 1))));
        }
        let Some((_, of_floats, signed, unsigned)) = FUNCTIONS.iter().find(|(known, ..)| *known == name) else {
            return Ok(None);
        };
        let ty = self.type_of(value);
        let op = match self.import.out.shape(self.import.out.scalar(ty)) {
            Shape::Float(_) => *of_floats,
            _ if call.is_unsigned(0) => Some(*unsigned),
            _ => Some(*signed),
        };
        let Some(op) = op else { return refuse(format!("'{}' is for integers", call.name)) };
        Ok(Some(Some(self.make(op, call.ty, &rest(value)))))
    }

    /// What a subgroup reads or writes together, at a pointer or in an image.
    fn block_of(&mut self, call: &Call<'_>, of_pointer: Op, of_image: Op) -> Result<Option<ValueId>> {
        let args = self.args(call)?;
        let is_pointer = args.first().is_some_and(|first| matches!(self.shape_of(*first), Shape::Pointer(..)));
        let op = if is_pointer { of_pointer } else { of_image };
        Ok(self.perform(call, op, &args))
    }

    /// What a subgroup reads or writes together at any place of an image: the image is the argument behind the place and
    /// the size.
    fn media_block(&mut self, call: &Call<'_>, op: Op) -> Result<Option<ValueId>> {
        let args = self.args(call)?;
        let [place, width, height, image, data @ ..] = args.as_slice() else {
            return refuse("a place, two sizes and an image are expected");
        };
        self.import.out.extensions.insert("SPV_INTEL_media_block_io".to_owned());
        let operands: Vec<ValueId> = [*image, *place, *width, *height].iter().chain(data).copied().collect();
        Ok(self.perform(call, op, &operands))
    }

    fn perform(&mut self, call: &Call<'_>, op: Op, operands: &[ValueId]) -> Option<ValueId> {
        let void = self.import.out.void();
        if call.ty == void {
            self.effect(op, operands);
            return None;
        }
        Some(self.make(op, call.ty, operands))
    }
}
