//! Group operations: votes, ballots, shuffles, reductions.

use crate::index::access::Access;
use crate::index::fault::{Check, ensure};
use crate::index::site::{Rule, Site};
use crate::index::types::Ty;
use crate::rules::scopes;
use isa::{Class, Family, GroupKind};
use spirv::{GroupOperation, Op, Scope};

/// The operands of a reduction.
#[derive(Clone, Copy)]
enum On {
    Ints,
    Unsigned,
    Floats,
    Bools,
}

fn arithmetic(op: Op) -> Option<On> {
    use Op::*;
    Some(match op {
        GroupNonUniformIAdd
        | GroupNonUniformIMul
        | GroupNonUniformSMin
        | GroupNonUniformSMax
        | GroupNonUniformBitwiseAnd
        | GroupNonUniformBitwiseOr
        | GroupNonUniformBitwiseXor
        | GroupIAdd
        | GroupIMulKHR
        | GroupSMin
        | GroupSMax
        | GroupBitwiseAndKHR
        | GroupBitwiseOrKHR
        | GroupBitwiseXorKHR
        | GroupIAddNonUniformAMD
        | GroupSMinNonUniformAMD
        | GroupSMaxNonUniformAMD => On::Ints,
        GroupNonUniformUMin
        | GroupNonUniformUMax
        | GroupUMin
        | GroupUMax
        | GroupUMinNonUniformAMD
        | GroupUMaxNonUniformAMD => On::Unsigned,
        GroupNonUniformFAdd
        | GroupNonUniformFMul
        | GroupNonUniformFMin
        | GroupNonUniformFMax
        | GroupFAdd
        | GroupFMulKHR
        | GroupFMin
        | GroupFMax
        | GroupFAddNonUniformAMD
        | GroupFMinNonUniformAMD
        | GroupFMaxNonUniformAMD => On::Floats,
        GroupNonUniformLogicalAnd
        | GroupNonUniformLogicalOr
        | GroupNonUniformLogicalXor
        | GroupLogicalAndKHR
        | GroupLogicalOrKHR
        | GroupLogicalXorKHR => On::Bools,
        _ => return None,
    })
}

/// The rules of group operations.
pub(crate) fn rule(op: Op) -> Option<Rule> {
    match isa::class(op) {
        // Without a scope; its types are in the table of signatures.
        Class::Group(Family::NonUniform, GroupKind::Partition) => None,
        Class::Group(Family::NonUniform, _) => Some(group),
        Class::Group(Family::Uniform, GroupKind::Copy) => {
            Some(|site| scopes::execution_scope(site, site.inst.id(0), false))
        }
        Class::Group(Family::Uniform | Family::Amd, _) => Some(whole_group),
        _ => older(op),
    }
}

/// The group operations that all invocations of a group reach.
fn whole_group(site: &Site<'_, '_>) -> Check {
    use Op::*;
    let op = site.operation;
    scopes::execution_scope(site, site.inst.id(0), false)?;
    let scope = site.constant(site.inst.id(0));
    let is_group = scope.is_none_or(|scope| [Scope::Workgroup as i64, Scope::Subgroup as i64].contains(&scope));
    ensure!(is_group, "the scope of Op{op:?} is neither Workgroup nor Subgroup");
    if let Some(on) = arithmetic(op) {
        return reduce(site, on);
    }
    if op == GroupBroadcast {
        let result = site.result_type();
        ensure!(is_plain(site, result), "the result of OpGroupBroadcast is not a scalar or vector");
        ensure!(site.operand_type(1) == result, "OpGroupBroadcast changes the type");
        let place = site.operand_type(2);
        let is_place = site.is_int(place) && site.components(place) <= 3;
        ensure!(is_place, "the invocation of OpGroupBroadcast is not one to three integers");
        return Ok(());
    }
    let are_truths = site.result() == Ty::Bool && site.operand(1) == Ty::Bool;
    ensure!(are_truths, "Op{op:?} is not about booleans");
    Ok(())
}

fn group(site: &Site<'_, '_>) -> Check {
    let op = site.operation;
    if !matches!(isa::class(op), Class::Group(_, GroupKind::QuadVote)) {
        scopes::execution_scope(site, site.inst.id(0), true)?;
    }
    if let Some(on) = arithmetic(op) {
        return reduce(site, on);
    }
    use Op::*;
    let result = site.result_type();
    let is_truth = site.result() == Ty::Bool;
    match op {
        GroupNonUniformElect | GroupNonUniformQuadAllKHR | GroupNonUniformQuadAnyKHR => {
            ensure!(is_truth, "the result of Op{op:?} is not a boolean");
            let asks = op != GroupNonUniformElect;
            ensure!(!asks || site.operand(0) == Ty::Bool, "operand of Op{op:?} is not a boolean");
        }
        GroupNonUniformAny | GroupNonUniformAll => {
            ensure!(is_truth && site.operand(1) == Ty::Bool, "operands of Op{op:?} are not booleans");
        }
        GroupNonUniformAllEqual => {
            ensure!(is_truth, "the result of Op{op:?} is not a boolean");
            ensure!(is_plain(site, site.operand_type(1)), "operand of Op{op:?} is not a scalar or vector");
        }
        GroupNonUniformBroadcast
        | GroupNonUniformShuffle
        | GroupNonUniformShuffleXor
        | GroupNonUniformShuffleUp
        | GroupNonUniformShuffleDown
        | GroupNonUniformQuadBroadcast
        | GroupNonUniformQuadSwap
        | GroupNonUniformRotateKHR => shuffle(site)?,
        GroupNonUniformBroadcastFirst => {
            ensure!(is_plain(site, result), "the result of Op{op:?} is not a scalar or vector");
            ensure!(site.operand_type(1) == result, "Op{op:?} changes the type");
        }
        GroupNonUniformBallot => {
            ensure!(is_ballot(site, result), "the result of Op{op:?} is not four unsigned integers");
            ensure!(site.operand(1) == Ty::Bool, "operand of Op{op:?} is not a boolean");
        }
        GroupNonUniformInverseBallot | GroupNonUniformBallotBitExtract => {
            ensure!(is_truth, "the result of Op{op:?} is not a boolean");
            ensure!(is_ballot(site, site.operand_type(1)), "operand of Op{op:?} is not a ballot");
            let picks = op == GroupNonUniformBallotBitExtract;
            ensure!(!picks || is_index(site, site.operand_type(2)), "the index of Op{op:?} is not an unsigned integer");
        }
        GroupNonUniformBallotBitCount => bit_count(site)?,
        _ => {
            ensure!(is_index(site, result), "the result of Op{op:?} is not an unsigned integer");
            ensure!(is_ballot(site, site.operand_type(1)), "operand of Op{op:?} is not a ballot");
        }
    }
    Ok(())
}

fn is_plain(site: &Site<'_, '_>, ty: u32) -> bool {
    let is_encoded = matches!(site.ty(site.scalar(ty)), Ty::Float { encoding: Some(_), .. });
    !is_encoded && (site.is_int(ty) || site.is_float(ty) || site.is_bool(ty))
}

fn is_ballot(site: &Site<'_, '_>, ty: u32) -> bool {
    site.is_unsigned(ty) && site.components(ty) == 4
}

fn is_index(site: &Site<'_, '_>, ty: u32) -> bool {
    site.is_int_scalar(ty) && site.is_unsigned(ty)
}

fn shuffle(site: &Site<'_, '_>) -> Check {
    use Op::*;
    let (op, result) = (site.inst.op, site.result_type());
    ensure!(is_plain(site, result), "the result of Op{op:?} is not a scalar or vector");
    ensure!(site.operand_type(1) == result, "Op{op:?} changes the type");
    let index = site.inst.id(2);
    ensure!(is_index(site, site.type_of(index)), "the index of Op{op:?} is not an unsigned integer");
    let is_broadcast = matches!(op, GroupNonUniformBroadcast | GroupNonUniformQuadBroadcast);
    let is_fixed = op == GroupNonUniformQuadSwap || is_broadcast && !site.has_version(5);
    ensure!(!is_fixed || isa::class(site.op(index)).is_constant(), "the index of Op{op:?} is not a constant");
    if op == GroupNonUniformRotateKHR && site.count() > 3 {
        let size = site.inst.id(3);
        let is_known = is_index(site, site.type_of(size)) && isa::class(site.op(size)).is_constant();
        ensure!(is_known, "the size of the clusters is not a constant unsigned integer");
        let is_size = site.constant(size).is_none_or(|size| size > 0 && (size as u64).is_power_of_two());
        ensure!(is_size, "the size of the clusters is not a power of two");
    }
    Ok(())
}

fn bit_count(site: &Site<'_, '_>) -> Check {
    ensure!(is_index(site, site.result_type()), "the result of a count is not an unsigned integer");
    ensure!(is_ballot(site, site.operand_type(2)), "operand of the count is not a ballot");
    ensure!(
        !site.is_vulkan() || site.inst.value(1) <= GroupOperation::ExclusiveScan as u32,
        vuid "StandaloneSpirv-OpGroupNonUniformBallotBitCount-04685",
        "the count is neither a reduction nor a scan"
    );
    Ok(())
}

fn reduce(site: &Site<'_, '_>, on: On) -> Check {
    let (op, result) = (site.inst.op, site.result_type());
    let is_made = match on {
        On::Ints => site.is_int(result),
        On::Unsigned => site.is_unsigned(result),
        On::Floats => site.is_float(result) && is_plain(site, result),
        On::Bools => site.is_bool(result),
    };
    ensure!(is_made, "the result of Op{op:?} is of the wrong type");
    ensure!(site.operand_type(2) == result, "Op{op:?} changes the type");
    let operation = GroupOperation::from_u32(site.inst.value(1));
    let is_clustered = operation == Some(GroupOperation::ClusteredReduce);
    let is_partitioned = operation.is_some_and(|one| {
        use GroupOperation::*;
        matches!(one, PartitionedReduceEXT | PartitionedInclusiveScanEXT | PartitionedExclusiveScanEXT)
    });
    let Some(extra) = site.inst.operands.get(3) else {
        ensure!(!is_clustered && !is_partitioned, "Op{op:?} is missing the partition operand");
        return Ok(());
    };
    let id = crate::index::access::id_of(Some(extra));
    let ty = site.type_of(id);
    if is_partitioned {
        ensure!(site.is_int(ty) && site.components(ty) == 4, "partition operand of Op{op:?} is not a ballot");
    } else {
        let is_known = is_index(site, ty) && isa::class(site.op(id)).is_constant();
        ensure!(is_known, "the size of the clusters is not a constant unsigned integer");
    }
    Ok(())
}

/// The rules of older vendor extensions.
fn older(op: Op) -> Option<Rule> {
    use Op::*;
    let rule: Rule = match op {
        SubgroupAllKHR | SubgroupAnyKHR | SubgroupAllEqualKHR => |site| {
            let are_truths = site.result() == Ty::Bool && site.operand(0) == Ty::Bool;
            ensure!(are_truths, "operands of Op{:?} are not booleans", site.operation);
            Ok(())
        },
        SubgroupBallotKHR => |site| {
            let (op, result) = (site.operation, site.result_type());
            ensure!(is_ballot(site, result), "the result of Op{op:?} is not four unsigned integers");
            ensure!(site.operand(0) == Ty::Bool, "operand of Op{op:?} is not a boolean");
            Ok(())
        },
        AssumeTrueKHR => |site| {
            ensure!(site.operand(0) == Ty::Bool, "assumed condition is not a boolean");
            Ok(())
        },
        ExpectKHR => |site| {
            let result = site.result_type();
            ensure!(site.is_int(result) || site.is_bool(result), "expected value is not an integer or a boolean");
            let is_same = site.operand_type(0) == result && site.operand_type(1) == result;
            ensure!(is_same, "type of the expected value does not match");
            Ok(())
        },
        _ => return None,
    };
    Some(rule)
}
