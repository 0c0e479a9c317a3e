//! Memory that is neither the host's nor one invocation's: shared by a workgroup, or handed from one shader to another.
//! The host sees its size alone.

use crate::index::Index;
use crate::model::{Payload, PayloadKind};
use crate::regions::Layouts;
use dialect::diagnostics::Result;
use dialect::spirv::access::Access;
use dialect::spirv::decode::Inst;
use rustc_hash::FxHashMap;
use spirv::{Decoration, Op, StorageClass};

/// A variable between invocations.
pub(crate) enum Between<'m> {
    /// Groupshared, with its size.
    Shared(u64),
    /// Passed by the caller.
    Payload(PayloadKind, &'m Inst),
}

/// The variables between invocations, by their ids.
pub(crate) fn variables<'m>(layouts: Layouts<'_, 'm>) -> FxHashMap<u32, Between<'m>> {
    let index = layouts.index;
    let made = index.variables.iter().filter_map(|inst| {
        let between = match kind(inst)? {
            None => Between::Shared(layouts.types.natural_size(contents(index, inst))),
            Some(kind) => Between::Payload(kind, inst),
        };
        Some((inst.result_id(), between))
    });
    made.collect()
}

/// Returns whether a module has such variables.
pub(crate) fn has_variables(index: &Index<'_>) -> bool {
    index.variables.iter().any(|inst| kind(inst).is_some())
}

/// What a variable passes, and nothing if it is groupshared.
fn kind(inst: &Inst) -> Option<Option<PayloadKind>> {
    if inst.op != Op::Variable {
        return None;
    }
    Some(match StorageClass::from_u32(inst.value(0))? {
        StorageClass::Workgroup => None,
        StorageClass::RayPayloadKHR => Some(PayloadKind::Ray),
        StorageClass::IncomingRayPayloadKHR => Some(PayloadKind::IncomingRay),
        StorageClass::HitAttributeKHR => Some(PayloadKind::HitAttribute),
        StorageClass::CallableDataKHR => Some(PayloadKind::Callable),
        StorageClass::IncomingCallableDataKHR => Some(PayloadKind::IncomingCallable),
        StorageClass::TaskPayloadWorkgroupEXT => Some(PayloadKind::Task),
        _ => return None,
    })
}

fn contents(index: &Index<'_>, inst: &Inst) -> u32 {
    index.def(inst.type_id()).map_or(0, |pointer| pointer.id(1))
}

/// A payload.
pub(crate) fn payload(layouts: Layouts<'_, '_>, kind: PayloadKind, inst: &Inst) -> Result<Payload> {
    let (index, id) = (layouts.index, inst.result_id());
    let contents = contents(index, inst);
    Ok(Payload {
        name: index.name(id).to_owned(),
        kind,
        location: index.decorated(id, Decoration::Location),
        ty: layouts.types.plain(contents)?,
        size: layouts.types.natural_size(contents),
    })
}
