//! Variables: their storage classes, types and initialisers.

use crate::index::access::{Access, id_of};
use crate::index::facts::Facts;
use crate::index::fault::{Check, Fault, ensure};
use crate::index::site::Site;
use crate::index::types::Ty;
use isa::capabilities::SmallStorage;
use spirv::{AddressingModel, BuiltIn, Capability, Decoration, Op, StorageClass};

/// A variable: its storage class and its type.
struct Variable {
    class: StorageClass,
    /// The type of its contents, or 0.
    ty: u32,
    initializer: Option<u32>,
}

pub(crate) fn variable(site: &Site<'_, '_>) -> Check {
    let inst = site.inst;
    let untyped = inst.op == Op::UntypedVariableKHR;
    let Some(class) = StorageClass::from_u32(inst.value(0)) else { return Ok(()) };
    let (ty, initializer) = if untyped {
        let fits = matches!(site.result(), Ty::UntypedPointer { .. });
        ensure!(fits, "the result of OpUntypedVariableKHR is not an untyped pointer");
        (inst.id(1), inst.operands.get(2))
    } else {
        let Ty::Pointer { pointee, .. } = site.result() else {
            return Err(Fault::new(None, "the result of OpVariable is not a pointer"));
        };
        (pointee, inst.operands.get(1))
    };
    let variable = Variable { class, ty, initializer: initializer.map(|operand| id_of(Some(operand))) };
    if untyped {
        untyped_data(site, &variable)?;
    }
    initial_value(site, &variable)?;
    place(site, &variable)?;
    held(site, &variable)?;
    if site.is_vulkan() {
        vulkan_variable(site, &variable)?;
    }
    small_types(site, &variable)
}

fn untyped_data(site: &Site<'_, '_>, variable: &Variable) -> Check {
    if variable.ty != 0 {
        ensure!(isa::class(site.op(variable.ty)).is_type(), "data type of an untyped variable is not a type");
        let is_laid_out = site.has(Capability::Shader) && site.has(Capability::WorkgroupMemoryExplicitLayoutKHR);
        let is_shared = variable.class == StorageClass::Workgroup && is_laid_out;
        let is_block = site.ty(variable.ty) == Ty::Struct && site.is_decorated(variable.ty, Decoration::Block);
        ensure!(!is_shared || is_block, "data type of an untyped workgroup variable is not a Block");
        return Ok(());
    }
    let needs = matches!(variable.class, StorageClass::Function | StorageClass::Private | StorageClass::Workgroup);
    ensure!(!needs, "untyped variable of this storage class requires a data type");
    if site.is_vulkan() {
        ensure!(
            variable.class == StorageClass::UniformConstant,
            vuid "StandaloneSpirv-OpUntypedVariableKHR-11167",
            "untyped variable requires a data type"
        );
        let heap = site.decoration(site.inst.result_id(), Decoration::BuiltIn).map(|one| one.number(0));
        let heaps = [BuiltIn::SamplerHeapEXT as u32, BuiltIn::ResourceHeapEXT as u32];
        ensure!(
            heap.is_some_and(|heap| heaps.contains(&heap)),
            vuid "StandaloneSpirv-OpUntypedVariableKHR-11347",
            "untyped variable that is not a descriptor heap requires a data type"
        );
    }
    Ok(())
}

fn initial_value(site: &Site<'_, '_>, variable: &Variable) -> Check {
    let Some(value) = variable.initializer else { return Ok(()) };
    let is_global = matches!(site.op(value), Op::Variable | Op::UntypedVariableKHR)
        && site.def(value).is_some_and(|def| def.value(0) != StorageClass::Function as u32);
    ensure!(isa::class(site.op(value)).is_constant() || is_global, "variable initializer is not a constant");
    ensure!(site.type_of(value) == variable.ty, "initializer type does not match the variable");
    use StorageClass::*;
    let is_free = matches!(variable.class, Output | Private | Function);
    if site.is_vulkan() && variable.class == Workgroup {
        ensure!(
            site.op(value) == Op::ConstantNull,
            vuid "StandaloneSpirv-OpVariable-04734",
            "initializer of a workgroup variable is not OpConstantNull"
        );
    } else if site.is_vulkan() {
        ensure!(
            is_free,
            vuid "StandaloneSpirv-OpVariable-04651",
            "variable of the storage class {:?} has an initializer",
            variable.class
        );
    }
    let never =
        matches!(variable.class, TaskPayloadWorkgroupEXT | Input | HitObjectAttributeNV | HitObjectAttributeEXT);
    ensure!(!never, "variable of the storage class {:?} has an initializer", variable.class);
    Ok(())
}

/// The storage classes of variables; booleans have no size, so that some allow none.
fn place(site: &Site<'_, '_>, variable: &Variable) -> Check {
    use StorageClass::*;
    let class = variable.class;
    if !may_hold_booleans(class) && variable.ty != 0 {
        let is_io = matches!(class, Input | Output);
        let is_built_in = is_io && site.is_decorated(site.inst.result_id(), Decoration::BuiltIn);
        let holds = site.holds(variable.ty, Facts::BOOL) && !(is_io && site.holds(variable.ty, Facts::BUILTIN));
        ensure!(
            !is_io || is_built_in || !holds,
            vuid "StandaloneSpirv-Input-07290",
            "input or output contains booleans"
        );
        ensure!(is_built_in || !holds, "externally visible memory contains booleans");
    }
    if site.is_vulkan() {
        ensure!(
            is_of_vulkan(class),
            vuid "StandaloneSpirv-None-04643",
            "storage class {class:?} is not available in Vulkan"
        );
    }
    ensure!(class != Generic, "a variable is of the storage class Generic");
    let is_local = site.function.is_some();
    ensure!(is_local == (class == Function), "a variable of the storage class {class:?} is in the wrong place");
    let is_same = site.class(site.result_type()) == Some(class);
    ensure!(is_same, "storage class of a variable does not match its pointer type");
    ensure!(class != PhysicalStorageBuffer, "a variable is of the storage class PhysicalStorageBuffer");
    Ok(())
}

fn may_hold_booleans(class: StorageClass) -> bool {
    use StorageClass::*;
    matches!(
        class,
        Workgroup
            | CrossWorkgroup
            | Private
            | Function
            | UniformConstant
            | RayPayloadKHR
            | IncomingRayPayloadKHR
            | HitAttributeKHR
            | CallableDataKHR
            | IncomingCallableDataKHR
            | TaskPayloadWorkgroupEXT
            | HitObjectAttributeNV
            | HitObjectAttributeEXT
            | NodePayloadAMDX
    )
}

fn may_hold_long_vectors(class: StorageClass) -> bool {
    use StorageClass::*;
    matches!(
        class,
        Function
            | Private
            | Uniform
            | Workgroup
            | StorageBuffer
            | PhysicalStorageBuffer
            | PushConstant
            | ShaderRecordBufferKHR
    )
}

fn is_of_vulkan(class: StorageClass) -> bool {
    use StorageClass::*;
    !matches!(class, CrossWorkgroup | Generic | AtomicCounter | CodeSectionINTEL | DeviceOnlyALTERA | HostOnlyALTERA)
}

/// The contents of a variable: pointers only where pointers are values.
fn held(site: &Site<'_, '_>, variable: &Variable) -> Check {
    use StorageClass::*;
    let is_logical = matches!(site.addressing, AddressingModel::Logical | AddressingModel::PhysicalStorageBuffer64);
    let is_looked_at = is_logical && !site.options.has_free_pointers();
    if is_looked_at && site.holds(variable.ty, Facts::LOGICAL_POINTER) {
        if site.holds(variable.ty, Facts::FIXED_POINTER) {
            ensure!(false, "variable contains a pointer that must not be a value");
        }
        let buffers =
            !site.holds(variable.ty, Facts::BUFFER_POINTER) || site.has(Capability::VariablePointersStorageBuffer);
        ensure!(buffers, "variable with a pointer to a buffer requires VariablePointersStorageBuffer");
        let shared = !site.holds(variable.ty, Facts::SHARED_POINTER) || site.has(Capability::VariablePointers);
        ensure!(shared, "variable with a pointer to workgroup memory requires VariablePointers");
        ensure!(matches!(variable.class, Function | Private), "externally visible variable contains a pointer");
    }
    let is_private = matches!(variable.class, Function | Private);
    let is_cooperative = site.holds(variable.ty, Facts::COOPERATIVE);
    ensure!(is_private || !is_cooperative, "externally visible variable contains a cooperative matrix");
    let is_vector = site.holds(variable.ty, Facts::LONG_VECTOR) && !site.has(Capability::LongVectorEXT);
    ensure!(is_private || !is_vector, "externally visible variable contains a cooperative vector");
    let is_wide = site.holds(variable.ty, Facts::WIDE_VECTOR) && site.has(Capability::LongVectorEXT);
    let is_kernel = site.has(Capability::Kernel) && matches!(variable.class, CrossWorkgroup | UniformConstant);
    ensure!(
        !is_wide || is_kernel || may_hold_long_vectors(variable.class),
        vuid "StandaloneSpirv-Type-12297",
        "vector of more than 4 components in storage class {:?}",
        variable.class
    );
    Ok(())
}

fn vulkan_variable(site: &Site<'_, '_>, variable: &Variable) -> Check {
    use StorageClass::*;
    let element = match site.ty(variable.ty) {
        Ty::Array { elem, .. } | Ty::RuntimeArray { elem } => elem,
        _ => variable.ty,
    };
    match variable.class {
        PushConstant => ensure!(
            site.ty(variable.ty) == Ty::Struct,
            vuid "StandaloneSpirv-PushConstant-06808",
            "type of push constants is not a struct"
        ),
        UniformConstant if variable.ty != 0 => {
            let is_descriptor = matches!(
                site.ty(element),
                Ty::Image | Ty::Sampler | Ty::SampledImage { .. } | Ty::AccelerationStructure
            ) || site.op(element) == Op::TypeTensorARM;
            ensure!(
                is_descriptor,
                vuid "StandaloneSpirv-UniformConstant-04655",
                "a variable of the storage class UniformConstant is not an image, sampler or acceleration structure"
            );
        }
        Uniform | StorageBuffer if variable.ty != 0 => ensure!(
            site.ty(element) == Ty::Struct,
            vuid "StandaloneSpirv-Uniform-06807",
            "type of a buffer is not a struct"
        ),
        _ => {}
    }
    let is_io = matches!(variable.class, Input | Output);
    let is_invariant = site.has_decoration(site.inst.result_id(), Decoration::Invariant)
        || site.ty(variable.ty) == Ty::Struct && site.has_decoration(variable.ty, Decoration::Invariant);
    ensure!(
        is_io || !is_invariant,
        vuid "StandaloneSpirv-Invariant-04677",
        "Invariant on a variable that is neither an input nor an output"
    );
    runtime_arrays(site, variable)
}

fn runtime_arrays(site: &Site<'_, '_>, variable: &Variable) -> Check {
    use StorageClass::*;
    if matches!(site.ty(variable.ty), Ty::RuntimeArray { .. }) {
        let is_there = site.has(Capability::RuntimeDescriptorArray);
        ensure!(
            is_there && matches!(variable.class, StorageBuffer | Uniform | UniformConstant),
            vuid "StandaloneSpirv-OpTypeRuntimeArray-04680",
            "runtime array variable requires RuntimeDescriptorArray and descriptors"
        );
    }
    let ends_open = site.members(variable.ty).any(|member| matches!(site.ty(member), Ty::RuntimeArray { .. }));
    if ends_open {
        let wanted = match variable.class {
            StorageBuffer | PhysicalStorageBuffer => Some(Decoration::Block),
            Uniform => return Ok(()),
            _ => None,
        };
        ensure!(
            wanted.is_some_and(|wanted| site.is_decorated(variable.ty, wanted)),
            vuid "StandaloneSpirv-OpTypeRuntimeArray-04680",
            "struct with a runtime array is not in a storage buffer"
        );
    }
    Ok(())
}

/// Contents of 8 and 16 bits need a capability.
fn small_types(site: &Site<'_, '_>, variable: &Variable) -> Check {
    use Capability::*;
    if !site.has(Shader) || variable.ty == 0 {
        return Ok(());
    }
    let is_small = !site.has(Int16) && site.holds(variable.ty, Facts::INT16)
        || !site.has(Float16) && site.holds(variable.ty, Facts::FLOAT16);
    if is_small {
        ensure!(
            allows(site, variable, 16),
            "16-bit types in the storage class {:?} require a capability",
            variable.class
        );
    }
    if !site.has(Int8) && site.holds(variable.ty, Facts::INT8) {
        ensure!(
            allows(site, variable, 8),
            "8-bit types in the storage class {:?} require a capability",
            variable.class
        );
    }
    Ok(())
}

/// Returns whether a variable may hold numbers of 8 or 16 bits.
fn allows(site: &Site<'_, '_>, variable: &Variable, bits: u32) -> bool {
    let is_buffer_block = || site.is_decorated(site.strip_arrays(variable.ty), Decoration::BufferBlock);
    let Some(row) = SmallStorage::of(bits) else { return true };
    let is_buffer = variable.class == StorageClass::Uniform && variable.ty != 0 && is_buffer_block();
    row.capability(variable.class, is_buffer).is_some_and(|needed| site.has(needed))
}

/// Returns whether a storage class may hold numbers of 8 or 16 bits.
pub(crate) fn may_be_small(site: &Site<'_, '_>, class: StorageClass, bits: u32) -> bool {
    allows(site, &Variable { class, ty: 0, initializer: None }, bits)
}
