//! Storage classes: a row per class with the stages that have it, and the rules of 8- and 16-bit types in them.

use crate::index::access::{Access, id_of};
use crate::index::fault::{Check, Fault, ensure};
use crate::index::program::Stages;
use crate::index::site::Site;
use crate::index::types::Ty;
use crate::index::uses::Uses;
use isa::Class;
use spirv::{Op, StorageClass};

/// The stages of a storage class, and the name of the rule; a mark if it is Vulkan's alone.
struct ClassRow {
    class: StorageClass,
    stages: Stages,
    vulkan: bool,
    vuid: Option<&'static str>,
}

const fn class_row(class: StorageClass, stages: Stages, vulkan: bool, vuid: Option<&'static str>) -> ClassRow {
    ClassRow { class, stages, vulkan, vuid }
}

const SENDING: Stages = Stages::RAYGEN.or(Stages::CLOSEST_HIT).or(Stages::MISS);
const MESHES: Stages = Stages::TASK.or(Stages::MESH);

const CLASSES: &[ClassRow] = &[
    class_row(
        StorageClass::Output,
        Stages::ALL.without(Stages::COMPUTE.or(Stages::RAY)),
        true,
        Some("VUID-StandaloneSpirv-None-04644"),
    ),
    class_row(
        StorageClass::Workgroup,
        Stages::COMPUTE.or(MESHES).or(Stages::TASK_NV).or(Stages::MESH_NV),
        true,
        Some("VUID-StandaloneSpirv-None-04645"),
    ),
    class_row(StorageClass::TileImageEXT, Stages::FRAGMENT, true, Some("VUID-StandaloneSpirv-None-08720")),
    class_row(
        StorageClass::CallableDataKHR,
        SENDING.or(Stages::CALLABLE),
        false,
        Some("VUID-StandaloneSpirv-CallableDataKHR-04704"),
    ),
    class_row(
        StorageClass::IncomingCallableDataKHR,
        Stages::CALLABLE,
        false,
        Some("VUID-StandaloneSpirv-IncomingCallableDataKHR-04705"),
    ),
    class_row(StorageClass::RayPayloadKHR, SENDING, false, Some("VUID-StandaloneSpirv-RayPayloadKHR-04698")),
    class_row(
        StorageClass::HitAttributeKHR,
        Stages::INTERSECTION.or(Stages::ANY_HIT).or(Stages::CLOSEST_HIT),
        false,
        Some("VUID-StandaloneSpirv-HitAttributeKHR-04701"),
    ),
    class_row(
        StorageClass::IncomingRayPayloadKHR,
        Stages::ANY_HIT.or(Stages::CLOSEST_HIT).or(Stages::MISS),
        false,
        Some("VUID-StandaloneSpirv-IncomingRayPayloadKHR-04699"),
    ),
    class_row(
        StorageClass::ShaderRecordBufferKHR,
        Stages::RAY,
        false,
        Some("VUID-StandaloneSpirv-ShaderRecordBufferKHR-07119"),
    ),
    class_row(StorageClass::TaskPayloadWorkgroupEXT, MESHES, false, None),
    class_row(StorageClass::HitObjectAttributeNV, SENDING, false, None),
    class_row(StorageClass::HitObjectAttributeEXT, SENDING, false, None),
];

/// The storage classes that an instruction accesses exist in the stages that reach it.
pub(crate) fn class_stages(site: &Site<'_, '_>, uses: Uses) -> Check {
    if site.function.is_none() || site.stages() == Stages::NONE {
        return Ok(());
    }
    let own = site.class(site.result_type());
    if own.is_none() && !uses.variable {
        return Ok(());
    }
    let variables = site.inst.operands.iter().filter_map(|operand| {
        let def = site.def(id_of(Some(operand))).filter(|def| def.op == Op::Variable)?;
        StorageClass::from_u32(def.value(0))
    });
    for class in own.into_iter().chain(variables) {
        let Some(row) = CLASSES.iter().find(|row| row.class == class && (!row.vulkan || site.is_vulkan())) else {
            continue;
        };
        if !site.stages().within(row.stages) {
            let message = format!("storage class {class:?} is not available in a stage that calls this function");
            return Err(Fault::new(row.vuid, message));
        }
    }
    Ok(())
}

/// Without the capability for arithmetic, 8- and 16-bit numbers are only stored and converted.
pub(crate) fn small_uses(site: &Site<'_, '_>) -> Check {
    use Op::*;
    if !site.has_small_types {
        return Ok(());
    }
    let op = site.inst.op;
    let is_free = matches!(op, CopyObject | Store | FConvert | UConvert | SConvert)
        || matches!(isa::class(op), Class::Annotation | Class::Debug)
        || crate::index::sets::is_non_semantic(site, site.inst)
        || site.function.is_none();
    if is_free {
        return conversion(site);
    }
    let is_small = |id: u32| {
        let ty = site.type_of(id);
        site.holds_small(ty) && !site.is_pointer(ty)
    };
    let uses = site.inst.ids_from(0).any(is_small);
    ensure!(!uses, "8-bit or 16-bit operands of Op{op:?} require a capability");
    conversion(site)
}

/// Such conversions change the width and not the kind.
fn conversion(site: &Site<'_, '_>) -> Check {
    use Op::*;
    let changes = matches!(site.inst.op, ConvertFToU | ConvertFToS | ConvertSToF | ConvertUToF | Bitcast);
    let is_odd = changes && site.result() != Ty::None && site.holds_small(site.result_type());
    ensure!(!is_odd, "8-bit or 16-bit results of Op{:?} require a capability", site.inst.op);
    Ok(())
}
