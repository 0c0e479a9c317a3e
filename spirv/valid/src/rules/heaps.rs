//! Descriptor heaps: their contents, their sizes, and pointers into buffers.

use crate::index::access::{Access, id_of};
use crate::index::fault::{Check, ensure};
use crate::index::module::Module;
use crate::index::site::{Rule, Site};
use crate::index::types::Ty;
use crate::rules::memory::base_variable;
use dialect::spirv::decode::Inst;
use dialect::spirv::index::Decorated;
use isa::{Class, TypeKind};
use spirv::{BuiltIn, Decoration, Op, StorageClass};

/// The rules of instructions on heaps.
pub(crate) fn rule(op: Op) -> Option<Rule> {
    let rule: Rule = match op {
        Op::ConstantSizeOfEXT => size,
        Op::BufferPointerEXT => buffer_pointer,
        Op::Load => load,
        _ => return None,
    };
    Some(rule)
}

/// `OpConstantSizeOfEXT`
fn size(site: &Site<'_, '_>) -> Check {
    let fits = matches!(site.result(), Ty::Int { width: 32 | 64, .. });
    ensure!(fits, "the size of a descriptor is not an integer of 32 or 64 bits");
    ensure!(
        isa::class(site.op(site.inst.id(0))) == Class::Type(TypeKind::Descriptor),
        "operand of OpConstantSizeOfEXT is not a descriptor"
    );
    Ok(())
}

/// `OpBufferPointerEXT`
fn buffer_pointer(site: &Site<'_, '_>) -> Check {
    let class = site.class(site.result_type());
    let fits = matches!(class, Some(StorageClass::StorageBuffer | StorageClass::Uniform));
    ensure!(fits, "result of OpBufferPointerEXT does not point to a buffer");
    let heap = heap_behind(site, site.inst.id(0));
    ensure!(heap == Some(BuiltIn::ResourceHeapEXT), "operand of OpBufferPointerEXT is not in the resource heap");
    Ok(())
}

/// A handle is loaded from the heap of its kind.
fn load(site: &Site<'_, '_>) -> Check {
    let Some(heap) = heap_behind(site, site.inst.id(0)).filter(|_| site.is_vulkan()) else { return Ok(()) };
    match site.result() {
        Ty::Sampler => ensure!(
            heap == BuiltIn::SamplerHeapEXT,
            vuid "StandaloneSpirv-Result-11336",
            "sampler loaded from the resource heap"
        ),
        Ty::Image => ensure!(
            heap == BuiltIn::ResourceHeapEXT,
            vuid "StandaloneSpirv-Result-11337",
            "image loaded from the sampler heap"
        ),
        Ty::AccelerationStructure => ensure!(
            heap == BuiltIn::ResourceHeapEXT,
            vuid "StandaloneSpirv-Result-11339",
            "acceleration structure loaded from the sampler heap"
        ),
        _ => {}
    }
    Ok(())
}

/// The heap that a pointer leads into.
fn heap_behind(site: &Site<'_, '_>, pointer: u32) -> Option<BuiltIn> {
    let builtin = site.decoration(base_variable(site, pointer), Decoration::BuiltIn)?.number(0);
    [BuiltIn::ResourceHeapEXT, BuiltIn::SamplerHeapEXT].into_iter().find(|heap| *heap as u32 == builtin)
}

/// `ArrayStrideIdEXT` on an array.
pub(crate) fn stride(module: &Module<'_>, one: &Decorated<'_>, target: &Inst) -> Check {
    let (Ty::Array { elem, .. } | Ty::RuntimeArray { elem }) = module.ty(target.result_id()) else {
        ensure!(false, "ArrayStrideIdEXT cannot decorate Op{:?} %{}", target.op, one.target);
        return Ok(());
    };
    let stride = id_of(one.params.first());
    let is_int = matches!(module.ty(module.type_of(stride)), Ty::Int { width: 32, .. });
    ensure!(is_int, "the stride of an array of descriptors is not an integer of 32 bits");
    ensure!(module.constant(stride) != Some(0), "an array of descriptors has a stride of 0");
    let holds = |ty: u32| isa::class(module.op(ty)) == Class::Type(TypeKind::Descriptor);
    let inner = module.strip_arrays(elem);
    let fits = holds(inner) || module.ty(inner) == Ty::Struct;
    ensure!(fits, "ArrayStrideIdEXT decorates an array of non-descriptors");
    Ok(())
}
