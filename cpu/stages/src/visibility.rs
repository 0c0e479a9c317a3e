//! Memory that others than one invocation see.

use dialect::spirv::access::Access;
use dialect::spirv::index::Index;
use spirv::{Op, StorageClass};

/// Returns whether the target of a pointer, or an image, is memory that others see.
pub(crate) fn is_seen(index: &Index<'_>, target: u32) -> bool {
    let ty = index.def(target).and_then(|def| index.def(def.type_id()));
    let own = [StorageClass::Function, StorageClass::Private, StorageClass::Output, StorageClass::Input];
    match ty {
        Some(ty) if ty.op == Op::TypePointer => !own.iter().any(|class| *class as u32 == ty.value(0)),
        _ => true,
    }
}
