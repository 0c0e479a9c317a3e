//! Variables: their storage classes, types and initialisers.

use crate::index::access::{Access, id_of};
use crate::index::facts::Facts;
use crate::index::fault::{Check, Fault, ensure};
use crate::index::site::Site;
use crate::index::types::Ty;
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
        ensure!(isa::class(site.op(variable.ty)).is_type(), "the data of an untyped variable is of no type");
        let is_laid_out = site.has(Capability::Shader) && site.has(Capability::WorkgroupMemoryExplicitLayoutKHR);
        let is_shared = variable.class == StorageClass::Workgroup && is_laid_out;
        let is_block = site.ty(variable.ty) == Ty::Struct && site.is_decorated(variable.ty, Decoration::Block);
        ensure!(!is_shared || is_block, "an untyped variable in shared memory holds what is no Block");
        return Ok(());
    }
    let needs = matches!(variable.class, StorageClass::Function | StorageClass::Private | StorageClass::Workgroup);
    ensure!(!needs, "an untyped variable of this storage class has no type of data");
    if site.is_vulkan() {
        ensure!(
            variable.class == StorageClass::UniformConstant,
            vuid "StandaloneSpirv-OpUntypedVariableKHR-11167",
            "an untyped variable has no type of data"
        );
        let heap = site.decoration(site.inst.result_id(), Decoration::BuiltIn).map(|one| one.number(0));
        let heaps = [BuiltIn::SamplerHeapEXT as u32, BuiltIn::ResourceHeapEXT as u32];
        ensure!(
            heap.is_some_and(|heap| heaps.contains(&heap)),
            vuid "StandaloneSpirv-OpUntypedVariableKHR-11347",
            "an untyped variable that is no heap has no type of data"
        );
    }
    Ok(())
}

fn initial_value(site: &Site<'_, '_>, variable: &Variable) -> Check {
    let Some(value) = variable.initializer else { return Ok(()) };
    let is_global = matches!(site.op(value), Op::Variable | Op::UntypedVariableKHR)
        && site.def(value).is_some_and(|def| def.value(0) != StorageClass::Function as u32);
    ensure!(
        isa::class(site.op(value)).is_constant() || is_global,
        "a variable starts with a value that is no constant"
    );
    ensure!(site.type_of(value) == variable.ty, "a variable starts with a value of another type");
    use StorageClass::*;
    let is_free = matches!(variable.class, Output | Private | Function);
    if site.is_vulkan() && variable.class == Workgroup {
        ensure!(
            site.op(value) == Op::ConstantNull,
            vuid "StandaloneSpirv-OpVariable-04734",
            "shared memory starts with something else than null"
        );
    } else if site.is_vulkan() {
        ensure!(
            is_free,
            vuid "StandaloneSpirv-OpVariable-04651",
            "a variable of the storage class {:?} starts with a value",
            variable.class
        );
    }
    let never =
        matches!(variable.class, TaskPayloadWorkgroupEXT | Input | HitObjectAttributeNV | HitObjectAttributeEXT);
    ensure!(!never, "a variable of the storage class {:?} starts with a value", variable.class);
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
            "an input or output holds booleans"
        );
        ensure!(is_built_in || !holds, "memory that others see holds booleans");
    }
    if site.is_vulkan() {
        ensure!(
            is_of_vulkan(class),
            vuid "StandaloneSpirv-None-04643",
            "Vulkan has no storage class {class:?}"
        );
    }
    ensure!(class != Generic, "a variable is of the storage class Generic");
    let is_local = site.function.is_some();
    ensure!(is_local == (class == Function), "a variable of the storage class {class:?} stands in the wrong place");
    let is_same = site.class(site.result_type()) == Some(class);
    ensure!(is_same, "a variable is of another storage class than its pointer");
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
            ensure!(false, "a variable holds a pointer that is no value");
        }
        let buffers =
            !site.holds(variable.ty, Facts::BUFFER_POINTER) || site.has(Capability::VariablePointersStorageBuffer);
        ensure!(buffers, "a variable holds a pointer to a buffer without VariablePointersStorageBuffer");
        let shared = !site.holds(variable.ty, Facts::SHARED_POINTER) || site.has(Capability::VariablePointers);
        ensure!(shared, "a variable holds a pointer to shared memory without VariablePointers");
        ensure!(matches!(variable.class, Function | Private), "a variable that others see holds a pointer");
    }
    let is_private = matches!(variable.class, Function | Private);
    let is_cooperative = site.holds(variable.ty, Facts::COOPERATIVE);
    ensure!(is_private || !is_cooperative, "a variable that others see holds a cooperative matrix");
    let is_vector = site.holds(variable.ty, Facts::LONG_VECTOR) && !site.has(Capability::LongVectorEXT);
    ensure!(is_private || !is_vector, "a variable that others see holds a cooperative vector");
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
            "push constants are no struct"
        ),
        UniformConstant if variable.ty != 0 => {
            let is_descriptor = matches!(
                site.ty(element),
                Ty::Image | Ty::Sampler | Ty::SampledImage { .. } | Ty::AccelerationStructure
            ) || site.op(element) == Op::TypeTensorARM;
            ensure!(
                is_descriptor,
                vuid "StandaloneSpirv-UniformConstant-04655",
                "a variable of the storage class UniformConstant is no image, sampler or acceleration structure"
            );
        }
        Uniform | StorageBuffer if variable.ty != 0 => ensure!(
            site.ty(element) == Ty::Struct,
            vuid "StandaloneSpirv-Uniform-06807",
            "a buffer is no struct"
        ),
        _ => {}
    }
    let is_io = matches!(variable.class, Input | Output);
    let is_invariant = site.has_decoration(site.inst.result_id(), Decoration::Invariant)
        || site.ty(variable.ty) == Ty::Struct && site.has_decoration(variable.ty, Decoration::Invariant);
    ensure!(
        is_io || !is_invariant,
        vuid "StandaloneSpirv-Invariant-04677",
        "what is neither input nor output is invariant"
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
            "a variable is a runtime array: that needs RuntimeDescriptorArray and descriptors"
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
            "a struct with a runtime array is not that of a storage buffer"
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
            SHORT.allows(site, variable),
            "numbers of 16 bits in the storage class {:?} need a capability",
            variable.class
        );
    }
    if !site.has(Int8) && site.holds(variable.ty, Facts::INT8) {
        ensure!(
            BYTE.allows(site, variable),
            "numbers of 8 bits in the storage class {:?} need a capability",
            variable.class
        );
    }
    Ok(())
}

/// Returns whether a storage class may hold numbers of 8 or 16 bits.
pub(crate) fn may_be_small(site: &Site<'_, '_>, class: StorageClass, bits: u32) -> bool {
    let row = if bits == 8 { &BYTE } else { &SHORT };
    row.allows(site, &Variable { class, ty: 0, initializer: None })
}

const SHORT: SmallStorage = SmallStorage {
    buffer: Capability::StorageBuffer16BitAccess,
    uniform: Capability::UniformAndStorageBuffer16BitAccess,
    push: Capability::StoragePushConstant16,
    io: Some(Capability::StorageInputOutput16),
    shared: Capability::WorkgroupMemoryExplicitLayout16BitAccessKHR,
};

const BYTE: SmallStorage = SmallStorage {
    buffer: Capability::StorageBuffer8BitAccess,
    uniform: Capability::UniformAndStorageBuffer8BitAccess,
    push: Capability::StoragePushConstant8,
    io: None,
    shared: Capability::WorkgroupMemoryExplicitLayout8BitAccessKHR,
};

/// The capabilities that allow small numbers, by storage class.
struct SmallStorage {
    buffer: Capability,
    uniform: Capability,
    push: Capability,
    io: Option<Capability>,
    shared: Capability,
}

impl SmallStorage {
    fn allows(&self, site: &Site<'_, '_>, variable: &Variable) -> bool {
        match variable.class {
            StorageClass::StorageBuffer | StorageClass::PhysicalStorageBuffer => site.has(self.buffer),
            StorageClass::Uniform => {
                let is_buffer = site.is_decorated(site.strip_arrays(variable.ty), Decoration::BufferBlock);
                site.has(self.uniform) || site.has(self.buffer) && is_buffer
            }
            StorageClass::PushConstant => site.has(self.push),
            StorageClass::Input | StorageClass::Output => self.io.is_some_and(|needed| site.has(needed)),
            StorageClass::Workgroup => site.has(self.shared),
            _ => false,
        }
    }
}
