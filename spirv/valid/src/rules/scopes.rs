//! Scopes, memory semantics, barriers and atomics.

use crate::environment::Api;
use crate::index::access::Access;
use crate::index::fault::{Check, Fault, ensure};
use crate::index::program::Stages;
use crate::index::site::{Rule, Site};
use crate::index::types::Ty;
use spirv::{Capability, Decoration, MemoryModel, MemorySemantics, Op, Scope, StorageClass};

/// Stages with workgroups.
const WITH_WORKGROUPS: Stages =
    Stages::COMPUTE.or(Stages::TESS_CONTROL).or(Stages::TASK_NV).or(Stages::MESH_NV).or(Stages::TASK).or(Stages::MESH);

/// The rules of barriers and atomics.
pub(crate) fn rule(op: Op) -> Option<Rule> {
    use Op::*;
    let rule: Rule = match op {
        ControlBarrier => control_barrier,
        ControlBarrierArriveINTEL | ControlBarrierWaitINTEL => split_barrier,
        MemoryBarrier => |site| {
            memory_scope(site, site.inst.id(0))?;
            semantics(site, 1, site.inst.id(0))
        },
        NamedBarrierInitialize => |site| {
            ensure!(site.op(site.result_type()) == TypeNamedBarrier, "the result is not a named barrier");
            ensure!(site.is_int_of(site.operand_type(0), 32), "the number of subgroups is not an integer of 32 bits");
            Ok(())
        },
        MemoryNamedBarrier => |site| {
            ensure!(site.op(site.operand_type(0)) == TypeNamedBarrier, "the operand is not a named barrier");
            memory_scope(site, site.inst.id(1))?;
            semantics(site, 2, site.inst.id(1))
        },
        ReadClockKHR => clock,
        DecorateId => uniform_id,
        _ if atomic(op).is_some() => atomics,
        _ => return None,
    };
    Some(rule)
}

fn control_barrier(site: &Site<'_, '_>) -> Check {
    if !site.has_version(3) {
        let early = Stages::TESS_CONTROL.or(Stages::COMPUTE).or(Stages::KERNEL).or(Stages::TASK_NV).or(Stages::MESH_NV);
        site.only_in(early, "OpControlBarrier before SPIR-V 1.3")?;
    }
    split_barrier(site)
}

/// One half of a barrier, or both.
fn split_barrier(site: &Site<'_, '_>) -> Check {
    execution_scope(site, site.inst.id(0), false)?;
    memory_scope(site, site.inst.id(1))?;
    semantics(site, 2, site.inst.id(1))
}

fn uniform_id(site: &Site<'_, '_>) -> Check {
    if site.inst.value(1) != Decoration::UniformId as u32 {
        return Ok(());
    }
    execution_scope(site, crate::index::access::id_of(site.inst.params(1).first()), false)
}

/// A scope; `None` if it is a specialisation constant.
fn scope(site: &Site<'_, '_>, id: u32) -> Result<Option<Scope>, Box<Fault>> {
    let fail = |message: &'static str| Err(Fault::new(None, message));
    if !site.is_int_of(site.type_of(id), 32) {
        return fail("a scope is not an integer of 32 bits");
    }
    let Some(value) = site.constant(id) else {
        let may_be_open = site.has(Capability::CooperativeMatrixNV) && isa::class(site.op(id)).is_constant();
        return match site.has(Capability::Shader) && !may_be_open {
            true => fail("a scope is not a constant"),
            false => Ok(None),
        };
    };
    match u32::try_from(value).ok().and_then(Scope::from_u32) {
        Some(scope) => Ok(Some(scope)),
        None => fail("unknown scope"),
    }
}

/// The rules of an execution scope, that of a barrier or of a group operation.
pub(crate) fn execution_scope(site: &Site<'_, '_>, id: u32, is_group: bool) -> Check {
    let Some(scope) = scope(site, id)? else { return Ok(()) };
    let op = site.inst.op;
    if let Api::Vulkan(minor) = site.env().api {
        ensure!(
            minor == 0 || !is_group || scope == Scope::Subgroup,
            vuid "StandaloneSpirv-None-04642",
            "scope of Op{op:?} is not Subgroup"
        );
        if op == Op::ControlBarrier && scope != Scope::Subgroup {
            let never = Stages::FRAGMENT
                .or(Stages::VERTEX)
                .or(Stages::GEOMETRY)
                .or(Stages::TESS_EVAL)
                .or(Stages::RAY.without(Stages::CALLABLE));
            let vuid = "VUID-StandaloneSpirv-OpControlBarrier-04682";
            site.only_in_by(vuid, Stages::ALL.without(never), "a barrier with a scope wider than Subgroup")?;
        }
        if scope == Scope::Workgroup {
            let vuid = "VUID-StandaloneSpirv-None-04637";
            site.only_in_by(vuid, WITH_WORKGROUPS, "the scope Workgroup")?;
        }
        ensure!(
            matches!(scope, Scope::Workgroup | Scope::Subgroup),
            vuid "StandaloneSpirv-None-04636",
            "the scope of execution is neither Workgroup nor Subgroup"
        );
    }
    let may_be_wide = op == Op::GroupNonUniformRotateKHR || !site.env().is_vulkan();
    let is_allowed = scope == Scope::Subgroup || scope == Scope::Workgroup && may_be_wide;
    ensure!(!is_group || is_allowed, "Op{op:?} has the scope {scope:?}");
    Ok(())
}

/// The rules of a memory scope.
pub(crate) fn memory_scope(site: &Site<'_, '_>, id: u32) -> Check {
    let Some(scope) = scope(site, id)? else { return Ok(()) };
    let has_model = site.has(Capability::VulkanMemoryModel);
    if scope == Scope::QueueFamily {
        ensure!(has_model, "the scope QueueFamily requires VulkanMemoryModel");
        return Ok(());
    }
    let is_device = scope == Scope::Device && has_model;
    let is_there = !is_device || site.has(Capability::VulkanMemoryModelDeviceScope);
    ensure!(is_there, "the scope Device requires VulkanMemoryModelDeviceScope");
    let Api::Vulkan(minor) = site.env().api else { return Ok(()) };
    ensure!(
        scope != Scope::CrossDevice,
        vuid "StandaloneSpirv-None-04638",
        "memory scope {scope:?} is not available in Vulkan"
    );
    let has_groups = site.has_any(&[Capability::SubgroupBallotKHR, Capability::SubgroupVoteKHR]);
    ensure!(
        minor > 0 || scope != Scope::Subgroup || has_groups,
        vuid "StandaloneSpirv-SubgroupVoteKHR-07951",
        "memory scope Subgroup is not available in Vulkan 1.0"
    );
    if scope == Scope::ShaderCallKHR {
        site.only_in_by("VUID-StandaloneSpirv-None-04640", Stages::RAY, "the scope ShaderCallKHR")?;
    }
    if scope == Scope::Workgroup {
        site.only_in_by("VUID-StandaloneSpirv-None-07321", WITH_WORKGROUPS, "the scope Workgroup")?;
        if site.memory == MemoryModel::GLSL450 {
            let allowed = Stages::ALL.without(Stages::TESS_CONTROL);
            let vuid = "VUID-StandaloneSpirv-ExecutionModel-07320";
            site.only_in_by(vuid, allowed, "the scope Workgroup with the memory model GLSL450")?;
        }
    }
    Ok(())
}

const ORDER: MemorySemantics = MemorySemantics::ACQUIRE
    .union(MemorySemantics::RELEASE)
    .union(MemorySemantics::ACQUIRE_RELEASE)
    .union(MemorySemantics::SEQUENTIALLY_CONSISTENT);
const STORAGE: MemorySemantics = MemorySemantics::UNIFORM_MEMORY
    .union(MemorySemantics::WORKGROUP_MEMORY)
    .union(MemorySemantics::IMAGE_MEMORY)
    .union(MemorySemantics::OUTPUT_MEMORY);

/// The bits of constant memory semantics.
fn bits(site: &Site<'_, '_>, id: u32) -> Option<MemorySemantics> {
    site.constant(id).map(|value| MemorySemantics::from_bits_truncate(value as u32))
}

/// The rules of the memory semantics operand at a position.
fn semantics(site: &Site<'_, '_>, at: usize, scope: u32) -> Check {
    type S = MemorySemantics;
    let (op, id) = (site.inst.op, site.inst.id(at));
    ensure!(site.is_int_of(site.type_of(id), 32), "memory semantics are not an integer of 32 bits");
    let Some(value) = bits(site, id) else {
        let may_be_open = site.has(Capability::CooperativeMatrixNV) && isa::class(site.op(id)).is_constant();
        ensure!(!site.has(Capability::Shader) || may_be_open, "memory semantics are not constant");
        return Ok(());
    };
    let is_vulkan = site.is_vulkan() || site.memory == MemoryModel::Vulkan;
    let has_model = site.has(Capability::VulkanMemoryModel);
    let uniform = !value.contains(S::UNIFORM_MEMORY) || site.has(Capability::Shader);
    ensure!(uniform, "UniformMemory requires Shader");
    let of_model = S::OUTPUT_MEMORY | S::MAKE_AVAILABLE | S::MAKE_VISIBLE | S::VOLATILE;
    ensure!(has_model || !value.intersects(of_model), "memory semantics require VulkanMemoryModel");
    order(op, value, is_vulkan)?;
    acquire_and_release(op, value)?;
    if matches!(op, Op::AtomicCompareExchange | Op::AtomicCompareExchangeWeak) && at == 3 {
        unequal(site, value, is_vulkan)?;
    }
    if is_vulkan && value.intersects(ORDER) {
        ensure!(
            site.constant(scope) != Some(Scope::Invocation as i64),
            vuid "StandaloneSpirv-None-04641",
            "memory semantics with scope Invocation"
        );
    }
    Ok(())
}

/// At most one ordering, and at least one storage class if there is one.
fn order(op: Op, value: MemorySemantics, is_vulkan: bool) -> Check {
    type S = MemorySemantics;
    let orders = (value & ORDER).bits().count_ones();
    ensure!(orders <= 1, vuid "StandaloneSpirv-MemorySemantics-10865", "memory semantics have more than one memory order");
    ensure!(
        !is_vulkan || !value.contains(S::SEQUENTIALLY_CONSISTENT),
        vuid "StandaloneSpirv-MemorySemantics-10866",
        "SequentiallyConsistent is not available in Vulkan"
    );
    if is_vulkan {
        ensure!(
            orders == 1 || op != Op::MemoryBarrier,
            vuid "StandaloneSpirv-MemorySemantics-10869",
            "OpMemoryBarrier has no memory order"
        );
        ensure!(
            orders == 0 || value.intersects(STORAGE),
            vuid "StandaloneSpirv-MemorySemantics-10870",
            "memory semantics have a memory order, but no storage class"
        );
        ensure!(
            orders == 1 || !value.intersects(STORAGE),
            vuid "StandaloneSpirv-MemorySemantics-10871",
            "memory semantics have a storage class, but no memory order"
        );
    }
    Ok(())
}

/// Acquire and release fit the operation.
fn acquire_and_release(op: Op, value: MemorySemantics) -> Check {
    type S = MemorySemantics;
    let acquires = value.intersects(S::ACQUIRE | S::ACQUIRE_RELEASE);
    let releases = value.intersects(S::RELEASE | S::ACQUIRE_RELEASE);
    ensure!(
        !acquires || !matches!(op, Op::AtomicStore | Op::AtomicFlagClear),
        vuid "StandaloneSpirv-MemorySemantics-10867",
        "Op{op:?} has acquire semantics"
    );
    ensure!(
        !releases || op != Op::AtomicLoad,
        vuid "StandaloneSpirv-MemorySemantics-10868",
        "OpAtomicLoad has release semantics"
    );
    ensure!(
        releases || !value.contains(S::MAKE_AVAILABLE),
        vuid "StandaloneSpirv-MemorySemantics-10872",
        "MakeAvailable requires release semantics"
    );
    ensure!(
        acquires || !value.contains(S::MAKE_VISIBLE),
        vuid "StandaloneSpirv-MemorySemantics-10873",
        "MakeVisible requires acquire semantics"
    );
    ensure!(
        !value.contains(S::VOLATILE) || atomic(op).is_some(),
        vuid "StandaloneSpirv-MemorySemantics-13551",
        "barrier semantics are Volatile"
    );
    Ok(())
}

/// The semantics for unequal values are not a stronger than those for equal values.
fn unequal(site: &Site<'_, '_>, value: MemorySemantics, is_vulkan: bool) -> Check {
    type S = MemorySemantics;
    let equal = bits(site, site.inst.id(2)).unwrap_or(S::empty());
    ensure!(
        !value.intersects(S::RELEASE | S::ACQUIRE_RELEASE),
        vuid "StandaloneSpirv-UnequalMemorySemantics-10875",
        "unequal semantics have release semantics"
    );
    let is_stronger = value.contains(S::SEQUENTIALLY_CONSISTENT) && !equal.contains(S::SEQUENTIALLY_CONSISTENT)
        || value.contains(S::ACQUIRE) && !equal.intersects(ORDER);
    ensure!(
        !is_stronger,
        vuid "StandaloneSpirv-UnequalMemorySemantics-10876",
        "unequal semantics are stronger than equal semantics"
    );
    if is_vulkan {
        let more = value - equal;
        ensure!(
            !more.intersects(STORAGE),
            vuid "StandaloneSpirv-UnequalMemorySemantics-10877",
            "unequal semantics have more storage classes than equal semantics"
        );
        ensure!(
            !more.contains(S::MAKE_VISIBLE),
            vuid "StandaloneSpirv-UnequalMemorySemantics-10878",
            "MakeVisible in unequal semantics only"
        );
        ensure!(
            value.contains(S::VOLATILE) == equal.contains(S::VOLATILE),
            vuid "StandaloneSpirv-UnequalMemorySemantics-10879",
            "only one of two memory semantics is Volatile"
        );
    }
    Ok(())
}

/// The operand of an atomic operation.
#[derive(Clone, Copy, PartialEq, Eq)]
enum On {
    Ints,
    Floats,
    Numbers,
    Flag,
}

fn atomic(op: Op) -> Option<On> {
    use Op::*;
    Some(match op {
        AtomicLoad | AtomicExchange | AtomicStore => On::Numbers,
        AtomicFAddEXT | AtomicFMinEXT | AtomicFMaxEXT => On::Floats,
        AtomicFlagTestAndSet | AtomicFlagClear => On::Flag,
        AtomicCompareExchange
        | AtomicCompareExchangeWeak
        | AtomicIIncrement
        | AtomicIDecrement
        | AtomicIAdd
        | AtomicISub
        | AtomicSMin
        | AtomicUMin
        | AtomicSMax
        | AtomicUMax
        | AtomicAnd
        | AtomicOr
        | AtomicXor => On::Ints,
        _ => return None,
    })
}

fn is_half_vector(site: &Site<'_, '_>, ty: u32) -> bool {
    site.is_float(ty) && site.width(ty) == 16 && matches!(site.components(ty), 2 | 4)
}

fn atomics(site: &Site<'_, '_>) -> Check {
    let op = site.inst.op;
    let Some(on) = atomic(op) else { return Ok(()) };
    let result = site.result_type();
    let takes_vectors = site.has(Capability::AtomicFloat16VectorNV) && is_half_vector(site, result);
    let plain = !matches!(site.ty(result), Ty::Float { encoding: Some(_), .. });
    let is_made = match on {
        On::Ints => site.is_int_scalar(result),
        On::Floats => site.is_float_scalar(result) || takes_vectors,
        On::Flag => op == Op::AtomicFlagClear || site.result() == Ty::Bool,
        On::Numbers => {
            let is_number = site.is_float_scalar(result) || site.is_int_scalar(result);
            op == Op::AtomicStore || is_number || op == Op::AtomicExchange && takes_vectors
        }
    };
    ensure!(is_made && plain, "the result of Op{op:?} is of the wrong type");
    let (class, pointee) = match site.operand(0) {
        Ty::Pointer { class, pointee } => (class, pointee),
        Ty::UntypedPointer { class } => {
            ensure!(on != On::Flag, "operand of Op{op:?} is an untyped pointer");
            (class, if op == Op::AtomicStore { site.operand_type(3) } else { result })
        }
        _ => return Err(Fault::new(None, format!("operand of Op{op:?} is not a pointer"))),
    };
    let is_wide = site.is_int_of(pointee, 64);
    ensure!(!is_wide || site.has(Capability::Int64Atomics), "Op{op:?} on 64 bits requires Int64Atomics");
    atomic_class(site, class)?;
    float_capability(site, op, result)?;
    match (op, on) {
        (_, On::Flag) => ensure!(site.is_int_of(pointee, 32), "a flag is not an integer of 32 bits"),
        (Op::AtomicStore, _) => {
            let is_number = site.is_float_scalar(pointee) || site.is_int_scalar(pointee);
            ensure!(is_number, "pointee type of Op{op:?} is not numeric");
        }
        _ => ensure!(pointee == result, "pointee type of Op{op:?} does not match its result"),
    }
    memory_scope(site, site.inst.id(1))?;
    semantics(site, 2, site.inst.id(1))?;
    let compares = matches!(op, Op::AtomicCompareExchange | Op::AtomicCompareExchangeWeak);
    if compares {
        semantics(site, 3, site.inst.id(1))?;
    }
    let values = if compares { 4 } else { 3 };
    let fits = (values..site.count()).all(|at| site.operand_type(at) == pointee);
    ensure!(fits, "value type of Op{op:?} does not match the pointee type");
    Ok(())
}

fn atomic_class(site: &Site<'_, '_>, class: StorageClass) -> Check {
    use StorageClass::*;
    let op = site.inst.op;
    let is_memory = matches!(
        class,
        Uniform
            | StorageBuffer
            | Workgroup
            | CrossWorkgroup
            | Generic
            | AtomicCounter
            | Image
            | Function
            | PhysicalStorageBuffer
            | TaskPayloadWorkgroupEXT
    );
    ensure!(is_memory, "Op{op:?} is on the storage class {class:?}");
    if site.has(Capability::Shader) && site.is_vulkan() {
        let is_there = !matches!(class, CrossWorkgroup | Generic | AtomicCounter | Function);
        ensure!(
            is_there,
            vuid "StandaloneSpirv-None-04686",
            "Op{op:?} is on the storage class {class:?}, which Vulkan does not allow"
        );
    } else if site.has(Capability::Shader) {
        ensure!(class != Function, "Op{op:?} is on the storage class Function");
    }
    if site.is_opencl() {
        let is_there = matches!(class, Function | Workgroup | CrossWorkgroup | Generic);
        ensure!(is_there, "Op{op:?} is on the storage class {class:?}, which OpenCL does not allow");
    }
    Ok(())
}

fn float_capability(site: &Site<'_, '_>, op: Op, result: u32) -> Check {
    use Capability::*;
    let adds = match op {
        Op::AtomicFAddEXT => true,
        Op::AtomicFMinEXT | Op::AtomicFMaxEXT => false,
        _ => return Ok(()),
    };
    let needed = match (site.width(result), adds) {
        (16, _) if is_half_vector(site, result) => AtomicFloat16VectorNV,
        (16, true) => AtomicFloat16AddEXT,
        (16, false) => AtomicFloat16MinMaxEXT,
        (32, true) => AtomicFloat32AddEXT,
        (32, false) => AtomicFloat32MinMaxEXT,
        (_, true) => AtomicFloat64AddEXT,
        (_, false) => AtomicFloat64MinMaxEXT,
    };
    ensure!(!site.has(Shader) || site.has(needed), "Op{op:?} of this type requires {needed:?}");
    Ok(())
}

fn clock(site: &Site<'_, '_>) -> Check {
    let scope = scope(site, site.inst.id(0))?;
    ensure!(
        !site.is_vulkan() || matches!(scope, None | Some(Scope::Subgroup | Scope::Device)),
        vuid "StandaloneSpirv-OpReadClockKHR-04652",
        "the scope of a clock is neither Subgroup nor Device"
    );
    ensure!(
        site.is_handle(site.result_type()),
        "clock result is not a 64-bit unsigned integer or a vector of two 32-bit ones"
    );
    Ok(())
}
