//! Ray tracing and ray queries: the operands of their instructions.

use crate::index::access::Access;
use crate::index::facts::Facts;
use crate::index::fault::{Check, ensure};
use crate::index::program::Stages;
use crate::index::site::{Rule, Site};
use crate::index::types::Ty;
use crate::rules::tables::signatures;
use spirv::{Capability, Op, RayFlags, StorageClass};

/// The result of a ray query instruction.
#[derive(Clone, Copy)]
enum Gives {
    Nothing,
    Bool,
    Int,
    Float,
    /// This many floats.
    Floats(u32),
    /// Four columns of three floats.
    Transform,
    /// This many vectors of three floats.
    Corners(i64),
    /// Two floats as an array.
    Radii,
}

/// The result of a query, and whether an operand selects the intersection.
fn query(op: Op) -> Option<(Gives, bool)> {
    use Op::*;
    Some(match op {
        RayQueryTerminateKHR | RayQueryConfirmIntersectionKHR => (Gives::Nothing, false),
        RayQueryProceedKHR | RayQueryGetIntersectionCandidateAABBOpaqueKHR => (Gives::Bool, false),
        RayQueryGetIntersectionFrontFaceKHR => (Gives::Bool, true),
        RayQueryGetRayTMinKHR => (Gives::Float, false),
        RayQueryGetIntersectionTKHR => (Gives::Float, true),
        RayQueryGetRayFlagsKHR => (Gives::Int, false),
        RayQueryGetIntersectionTypeKHR
        | RayQueryGetIntersectionInstanceCustomIndexKHR
        | RayQueryGetIntersectionInstanceIdKHR
        | RayQueryGetIntersectionInstanceShaderBindingTableRecordOffsetKHR
        | RayQueryGetIntersectionGeometryIndexKHR
        | RayQueryGetIntersectionPrimitiveIndexKHR => (Gives::Int, true),
        RayQueryGetWorldRayDirectionKHR | RayQueryGetWorldRayOriginKHR => (Gives::Floats(3), false),
        RayQueryGetIntersectionObjectRayDirectionKHR | RayQueryGetIntersectionObjectRayOriginKHR => {
            (Gives::Floats(3), true)
        }
        RayQueryGetIntersectionBarycentricsKHR => (Gives::Floats(2), true),
        RayQueryGetIntersectionObjectToWorldKHR | RayQueryGetIntersectionWorldToObjectKHR => (Gives::Transform, true),
        RayQueryGetIntersectionTriangleVertexPositionsKHR => (Gives::Corners(3), true),
        RayQueryGetIntersectionClusterIdNV => (Gives::Int, true),
        RayQueryGetIntersectionSpherePositionNV => (Gives::Floats(3), true),
        RayQueryGetIntersectionSphereRadiusNV | RayQueryGetIntersectionLSSHitValueNV => (Gives::Float, true),
        RayQueryGetIntersectionLSSPositionsNV => (Gives::Corners(2), true),
        RayQueryGetIntersectionLSSRadiiNV => (Gives::Radii, true),
        RayQueryIsSphereHitNV | RayQueryIsLSSHitNV => (Gives::Bool, true),
        _ => return None,
    })
}

/// The stages that send rays.
const SENDING: Stages = Stages::RAYGEN.or(Stages::CLOSEST_HIT).or(Stages::MISS);

/// The rules of rays.
pub(crate) fn rule(op: Op) -> Option<Rule> {
    use Op::*;
    let rule: Rule = match op {
        RayQueryInitializeKHR => initialise,
        RayQueryGenerateIntersectionKHR => |site| {
            is_query(site)?;
            ensure!(site.is_float_of(site.operand_type(1), 32), "the distance of a hit is not a float of 32 bits");
            Ok(())
        },
        TraceRayKHR => trace,
        ReportIntersectionKHR => |site| {
            site.only_in(Stages::INTERSECTION, "reporting intersections")?;
            ensure!(site.result() == Ty::Bool, "the result of OpReportIntersectionKHR is not a boolean");
            ensure!(site.is_float_of(site.operand_type(0), 32), "the distance of a hit is not a float of 32 bits");
            let kind = site.operand_type(1);
            let is_kind = site.is_int_of(kind, 32) && site.is_unsigned(kind);
            ensure!(is_kind, "the kind of a hit is not an unsigned integer of 32 bits");
            Ok(())
        },
        ExecuteCallableKHR => callable,
        HitObjectTraceReorderExecuteEXT
        | HitObjectTraceMotionReorderExecuteEXT
        | HitObjectReorderExecuteShaderEXT
        | ReorderThreadWithHitObjectEXT
        | ReorderThreadWithHintEXT
        | ReorderThreadWithHitObjectNV
        | ReorderThreadWithHintNV => |site| site.only_in(Stages::RAYGEN, "reordering invocations"),
        HitObjectGetIntersectionTriangleVertexPositionsEXT => |site| {
            let is_there = site.has(spirv::Capability::RayTracingPositionFetchKHR);
            ensure!(is_there, "positions of a hit object require RayTracingPositionFetchKHR");
            site.only_in(SENDING, "an instruction on hit objects")
        },
        _ if signatures::find(op).is_some_and(|row| row.is_on_hit_object()) => {
            |site| site.only_in(SENDING, "an instruction on hit objects")
        }
        _ if query(op).is_some() => {
            |site| query(site.operation).map_or(Ok(()), |(gives, names)| asked(site, gives, names))
        }
        _ => return None,
    };
    Some(rule)
}

fn is_query(site: &Site<'_, '_>) -> Check {
    let pointee = site.pointer(site.operand_type(0)).map(|(_, pointee)| site.ty(pointee));
    let is_memory = matches!(
        site.op(site.inst.id(0)),
        Op::Variable | Op::FunctionParameter | Op::AccessChain | Op::InBoundsAccessChain
    );
    ensure!(pointee == Some(Ty::RayQuery) && is_memory, "operand of Op{:?} is not a ray query", site.inst.op);
    Ok(())
}

fn asked(site: &Site<'_, '_>, gives: Gives, names: bool) -> Check {
    is_query(site)?;
    if names {
        let which = site.inst.id(1);
        let is_known = site.is_int_of(site.type_of(which), 32) && isa::class(site.op(which)).is_constant();
        ensure!(is_known, "the intersection is not a constant integer");
    }
    let ty = site.result_type();
    let floats = |ty: u32, count: u32| site.is_float(ty) && site.components(ty) == count && site.width(ty) == 32;
    let is_array = |parts: u32, count: i64| matches!(site.ty(ty), Ty::Array { elem, length } if floats(elem, parts) && site.constant(length) == Some(count));
    let fits = match gives {
        Gives::Nothing => true,
        Gives::Bool => site.ty(ty) == Ty::Bool,
        Gives::Int => site.is_int_of(ty, 32),
        Gives::Float => floats(ty, 1),
        Gives::Floats(count) => floats(ty, count),
        Gives::Transform => matches!(site.ty(ty), Ty::Matrix { column, count: 4 } if floats(column, 3)),
        Gives::Corners(count) => is_array(3, count),
        Gives::Radii => is_array(1, 2),
    };
    ensure!(fits, "the result of Op{:?} is of the wrong type", site.inst.op);
    Ok(())
}

/// The operands of a ray, from a position on.
fn ray(site: &Site<'_, '_>, ints: &[usize], floats: &[usize], vectors: &[usize]) -> Check {
    for at in ints {
        let is_int = site.is_int_of(site.operand_type(*at), 32);
        ensure!(is_int, "operand {at} of Op{:?} is not an integer of 32 bits", site.inst.op);
    }
    for at in floats {
        let is_float = site.is_float_of(site.operand_type(*at), 32);
        ensure!(is_float, "operand {at} of Op{:?} is not a float of 32 bits", site.inst.op);
    }
    for at in vectors {
        let ty = site.operand_type(*at);
        let is_vector = site.is_float(ty) && site.components(ty) == 3 && site.width(ty) == 32;
        ensure!(is_vector, "operand {at} of Op{:?} is not a vector of three 32-bit floats", site.inst.op);
    }
    Ok(())
}

fn initialise(site: &Site<'_, '_>) -> Check {
    is_query(site)?;
    let is_structure = site.operand(1) == Ty::AccelerationStructure;
    ensure!(is_structure, "operand of a ray query is not an acceleration structure");
    flags(site, 2)?;
    ray(site, &[2, 3], &[5, 7], &[4, 6])
}

/// Flags of a ray that not all modules with ray tracing may have.
fn flags(site: &Site<'_, '_>, at: usize) -> Check {
    let said = site.constant(site.inst.id(at)).unwrap_or(0);
    let forces = said & i64::from(RayFlags::FORCE_OPACITY_MICROMAP2_STATE_EXT.bits()) != 0;
    let is_there = !forces || site.has(Capability::RayTracingOpacityMicromapEXT);
    ensure!(is_there, "the flag ForceOpacityMicromap2StateEXT requires the capability RayTracingOpacityMicromapEXT");
    Ok(())
}

fn trace(site: &Site<'_, '_>) -> Check {
    let allowed = Stages::RAYGEN.or(Stages::CLOSEST_HIT).or(Stages::MISS);
    site.only_in(allowed, "tracing rays")?;
    let is_structure = site.operand(0) == Ty::AccelerationStructure;
    ensure!(is_structure, "operand of a ray trace is not an acceleration structure");
    flags(site, 1)?;
    ray(site, &[1, 2, 3, 4, 5], &[7, 9], &[6, 8])?;
    payload(site, 10, &[StorageClass::RayPayloadKHR, StorageClass::IncomingRayPayloadKHR])
}

fn callable(site: &Site<'_, '_>) -> Check {
    let allowed = Stages::RAYGEN.or(Stages::CLOSEST_HIT).or(Stages::MISS).or(Stages::CALLABLE);
    site.only_in(allowed, "calling shaders")?;
    let index = site.operand_type(0);
    let is_index = site.is_int_of(index, 32) && site.is_unsigned(index);
    ensure!(is_index, "the index of a callable shader is not an unsigned integer of 32 bits");
    payload(site, 1, &[StorageClass::CallableDataKHR, StorageClass::IncomingCallableDataKHR])
}

fn payload(site: &Site<'_, '_>, at: usize, classes: &[StorageClass]) -> Check {
    let is_variable = site.op(site.inst.id(at)) == Op::Variable;
    let class = site.class(site.operand_type(at));
    let fits = is_variable && class.is_some_and(|class| classes.contains(&class));
    ensure!(fits, "operand {at} of Op{:?} is not a variable of the right storage class", site.inst.op);
    Ok(())
}

/// Hit objects are not values: they are not loaded, stored or copied, by themselves or in composites.
pub(crate) fn moves_no_hit_object(site: &Site<'_, '_>, ty: u32) -> Check {
    let is_value = site.holds(ty, Facts::HIT_OBJECT) && !site.options.before_legalisation;
    ensure!(!is_value, "Op{:?} of a hit object, which is not a value", site.inst.op);
    Ok(())
}
