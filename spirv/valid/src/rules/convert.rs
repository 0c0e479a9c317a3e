//! Bitcasts and conversions of pointers and handles.

use crate::index::access::Access;
use crate::index::fault::{Check, ensure};
use crate::index::site::{Rule, Site};
use crate::index::types::Ty;
use spirv::{AddressingModel, Op, StorageClass};

/// The rules of casts.
pub(crate) fn rule(op: Op) -> Option<Rule> {
    use Op::*;
    let rule: Rule = match op {
        Bitcast => bitcast,
        ConvertPtrToU => pointer_to_number,
        ConvertUToPtr => number_to_pointer,
        PtrCastToGeneric => |site| generic(site, site.result_type(), site.operand_type(site.skip)),
        GenericCastToPtr => |site| generic(site, site.operand_type(site.skip), site.result_type()),
        GenericCastToPtrExplicit => |site| {
            let is_target = site.class(site.result_type()).is_some_and(|class| class as u32 == site.inst.value(1));
            ensure!(is_target, "storage class of OpGenericCastToPtrExplicit does not match its result type");
            generic(site, site.operand_type(0), site.result_type())
        },
        SatConvertSToU | SatConvertUToS => saturating,
        ConvertUToAccelerationStructureKHR => acceleration_structure,
        CopyObject => copy_object,
        CopyLogical => copy_logical,
        _ => return None,
    };
    Some(rule)
}

fn bitcast(site: &Site<'_, '_>) -> Check {
    let (result, input) = (site.result_type(), site.operand_type(site.skip));
    let is_cooperative = |ty: u32| matches!(site.ty(ty), Ty::CooperativeMatrix { .. });
    let castable = |ty: u32| site.is_pointer(ty) || is_cooperative(ty) || site.is_int(ty) || site.is_float(ty);
    ensure!(castable(result), "result of OpBitcast is neither a pointer nor numeric");
    ensure!(castable(input), "operand of OpBitcast is neither a pointer nor numeric");
    ensure!(
        is_cooperative(result) == is_cooperative(input),
        "OpBitcast of a cooperative matrix to a different kind of type"
    );
    if is_cooperative(result) {
        let fits = crate::rules::cooperative::shapes_match(site, result, input, false);
        ensure!(fits, "OpBitcast changes the shape of a cooperative matrix");
    }
    let takes_vectors = site.has_version(5) || site.has_extension("SPV_KHR_physical_storage_buffer");
    let is_address = |ty: u32| {
        site.is_int_scalar(ty) || takes_vectors && site.is_vector(ty) && site.is_int(ty) && site.width(ty) == 32
    };
    match (site.is_pointer(result), site.is_pointer(input)) {
        (true, false) => ensure!(is_address(input), "OpBitcast to a pointer from a type that is not an address"),
        (false, true) => ensure!(is_address(result), "OpBitcast from a pointer to a type that is not an address"),
        (true, true) => {}
        (false, false) => {
            let size = |ty: u32| site.width(ty) * site.components(ty).max(1);
            ensure!(size(result) == size(input), "result and operand of OpBitcast have different sizes");
        }
    }
    Ok(())
}

fn pointer_to_number(site: &Site<'_, '_>) -> Check {
    if site.has(spirv::Capability::MaskedGatherScatterINTEL) {
        return Ok(());
    }
    let (result, input) = (site.result_type(), site.operand_type(site.skip));
    let is_number = site.is_unsigned(result) && site.is_int_scalar(result);
    ensure!(is_number, "the result of OpConvertPtrToU is not an unsigned integer");
    ensure!(site.is_pointer(input), "the operand of OpConvertPtrToU is not a pointer");
    physical(site, site.class(input), "OpConvertPtrToU")?;
    ensure!(
        !site.is_vulkan() || site.width(result) == 64,
        vuid "StandaloneSpirv-PhysicalStorageBuffer64-04710",
        "result of OpConvertPtrToU is not a 64-bit integer"
    );
    Ok(())
}

fn number_to_pointer(site: &Site<'_, '_>) -> Check {
    if site.has(spirv::Capability::MaskedGatherScatterINTEL) {
        return Ok(());
    }
    let (result, input) = (site.result_type(), site.operand_type(site.skip));
    ensure!(site.is_pointer(result), "the result of OpConvertUToPtr is not a pointer");
    ensure!(site.is_int_scalar(input), "the operand of OpConvertUToPtr is not an integer");
    physical(site, site.class(result), "OpConvertUToPtr")?;
    ensure!(
        !site.is_vulkan() || site.width(input) == 64,
        vuid "StandaloneSpirv-PhysicalStorageBuffer64-04710",
        "operand of OpConvertUToPtr is not a 64-bit integer"
    );
    Ok(())
}

/// Pointers are numbers only in physical addressing.
fn physical(site: &Site<'_, '_>, class: Option<StorageClass>, what: &str) -> Check {
    let is_buffer = class == Some(StorageClass::PhysicalStorageBuffer);
    match site.addressing {
        AddressingModel::Logical => ensure!(false, "{what} requires physical addresses"),
        AddressingModel::PhysicalStorageBuffer64 => {
            ensure!(is_buffer, "{what} requires a pointer of the storage class PhysicalStorageBuffer");
        }
        AddressingModel::Physical32 | AddressingModel::Physical64 => {}
    }
    Ok(())
}

fn generic(site: &Site<'_, '_>, generic: u32, specific: u32) -> Check {
    let op = site.operation;
    let (Some((class, left)), Some((specific, right))) = (site.pointer(generic), site.pointer(specific)) else {
        ensure!(false, "operand and result of Op{op:?} are not pointers");
        return Ok(());
    };
    ensure!(class == StorageClass::Generic, "Op{op:?} requires a pointer of the storage class Generic");
    let is_specific = matches!(
        specific,
        StorageClass::Workgroup
            | StorageClass::CrossWorkgroup
            | StorageClass::Function
            | StorageClass::CodeSectionINTEL
    );
    ensure!(is_specific, "Op{op:?} does not support the storage class {specific:?}");
    ensure!(left == right, "Op{op:?} changes the pointee type");
    Ok(())
}

fn saturating(site: &Site<'_, '_>) -> Check {
    let (op, result, input) = (site.operation, site.result_type(), site.operand_type(0));
    let are_ints = site.is_int(result) && site.is_int(input);
    ensure!(are_ints, "operand and result of Op{op:?} are not integers");
    ensure!(site.components(result) == site.components(input), "Op{op:?} changes the number of components");
    Ok(())
}

fn acceleration_structure(site: &Site<'_, '_>) -> Check {
    ensure!(site.result() == Ty::AccelerationStructure, "the result is not an acceleration structure");
    ensure!(site.is_handle(site.operand_type(0)), "the operand is not a 64-bit address");
    Ok(())
}

fn copy_object(site: &Site<'_, '_>) -> Check {
    ensure!(site.result_type() == site.operand_type(0), "OpCopyObject changes the type");
    ensure!(site.result() != Ty::Void, "OpCopyObject of a void value");
    crate::rules::rays::moves_no_hit_object(site, site.result_type())
}

fn copy_logical(site: &Site<'_, '_>) -> Check {
    let (result, input) = (site.result_type(), site.operand_type(0));
    ensure!(result != input, "OpCopyLogical does not change the type");
    ensure!(site.logically_match(result, input), "OpCopyLogical between types that do not logically match");
    Ok(())
}
