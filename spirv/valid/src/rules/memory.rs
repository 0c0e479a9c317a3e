//! Memory: loads, stores, copies, access chains, and comparisons of pointers.

use crate::index::access::{Access, id_of, literal_of};
use crate::index::facts::Facts;
use crate::index::fault::{Check, Fault, ensure};
use crate::index::program::Stages;
use crate::index::site::{Rule, Site};
use crate::index::types::Ty;
use crate::rules::rays;
use crate::rules::variables::variable;
use dialect::spirv::decode::Operand;
use isa::Class;
use spirv::{AddressingModel, Capability, CooperativeMatrixLayout, Decoration, MemoryAccess, Op, StorageClass};

/// The limit of indices.
const MAX_INDICES: usize = 255;

/// The rules of instructions on memory.
pub(crate) fn rule(op: Op) -> Option<Rule> {
    use Op::*;
    let rule: Rule = match op {
        Variable | UntypedVariableKHR => variable,
        Load => load,
        Store => store,
        CopyMemory | CopyMemorySized => copy,
        AccessChain | InBoundsAccessChain | UntypedAccessChainKHR | UntypedInBoundsAccessChainKHR => {
            |site| chain(site, false)
        }
        InBoundsPtrAccessChain => |site| chain(site, true),
        PtrAccessChain | UntypedPtrAccessChainKHR | UntypedInBoundsPtrAccessChainKHR => |site| {
            chain(site, true)?;
            element_chain(site)
        },
        RawAccessChainNV => raw_chain,
        ArrayLength | UntypedArrayLengthKHR => array_length,
        PtrEqual | PtrNotEqual | PtrDiff => compare,
        CooperativeMatrixLoadKHR | CooperativeMatrixStoreKHR => cooperative,
        CooperativeMatrixLoadNV | CooperativeMatrixStoreNV => older_cooperative,
        CooperativeVectorLoadNV | CooperativeVectorStoreNV => |site| {
            crate::rules::cooperative::move_vector(site)?;
            let at = if isa::class(site.inst.op) == Class::Store { 3 } else { 2 };
            access(site, at, site.class(site.operand_type(0)), None)
        },
        _ => return None,
    };
    Some(rule)
}

/// Returns whether an instruction makes a pointer that may be used in logical addressing.
fn gives_pointer(site: &Site<'_, '_>, id: u32) -> bool {
    use Op::*;
    if site.addressing != AddressingModel::Logical {
        return true;
    }
    let op = site.op(id);
    let always = matches!(
        op,
        Variable
            | UntypedVariableKHR
            | AccessChain
            | InBoundsAccessChain
            | UntypedAccessChainKHR
            | UntypedInBoundsAccessChainKHR
            | BufferPointerEXT
            | FunctionParameter
            | ImageTexelPointer
            | UntypedImageTexelPointerEXT
            | CopyObject
            | RawAccessChainNV
            | AllocateNodePayloadsAMDX
    );
    let as_value = matches!(
        op,
        Select
            | Phi
            | FunctionCall
            | PtrAccessChain
            | UntypedPtrAccessChainKHR
            | UntypedInBoundsPtrAccessChainKHR
            | InBoundsPtrAccessChain
            | Load
            | ConstantNull
    );
    always || as_value && site.has(spirv::Capability::VariablePointersStorageBuffer)
}

fn load(site: &Site<'_, '_>) -> Check {
    let pointer = site.inst.id(0);
    let result = site.result_type();
    ensure!(gives_pointer(site, pointer), "operand of OpLoad is not a pointer of logical addressing");
    match site.ty_of(pointer) {
        Ty::Pointer { pointee, .. } => {
            ensure!(pointee == result, "result type of OpLoad does not match the pointee type")
        }
        Ty::UntypedPointer { .. } => {}
        _ => ensure!(false, "operand of OpLoad is not a pointer"),
    }
    rays::moves_no_hit_object(site, result)?;
    let is_open = site.holds(result, Facts::RUNTIME_ARRAY) && !site.options.before_legalisation;
    ensure!(!is_open, "OpLoad loads a runtime array");
    access(site, 1, site.class(site.type_of(pointer)), None)?;
    let is_flat = matches!(
        site.result(),
        Ty::Int { .. } | Ty::Float { .. } | Ty::Vector { .. } | Ty::Matrix { .. } | Ty::Pointer { .. }
    );
    ensure!(is_flat || !site.holds_small(result), "OpLoad loads a composite of small numbers");
    if site.has(Capability::MeshShadingEXT) && site.class(site.type_of(pointer)) == Some(StorageClass::Output) {
        let allowed = Stages::ALL.without(Stages::MESH);
        site.only_in_by("VUID-StandaloneSpirv-MeshEXT-07107", allowed, "reading an output")?;
    }
    Ok(())
}

fn store(site: &Site<'_, '_>) -> Check {
    use StorageClass::*;
    let (pointer, object) = (site.inst.id(0), site.operand_type(1));
    ensure!(gives_pointer(site, pointer), "operand of OpStore is not a pointer of logical addressing");
    let Some(class) = site.class(site.type_of(pointer)) else {
        return Err(Fault::new(None, "operand of OpStore is not a pointer"));
    };
    ensure!(object != 0 && site.ty(object) != Ty::Void, "operand of OpStore is not a value");
    rays::moves_no_hit_object(site, object)?;
    match class {
        UniformConstant | Input | PushConstant | ShaderRecordBufferKHR => {
            ensure!(false, "OpStore to read-only memory: {class:?}");
        }
        HitAttributeKHR => {
            let allowed = Stages::ALL.without(Stages::ANY_HIT.or(Stages::CLOSEST_HIT));
            site.only_in_by("VUID-StandaloneSpirv-HitAttributeKHR-04703", allowed, "writing hit attributes")?;
        }
        Uniform if site.is_vulkan() => {
            let base = base_variable(site, pointer);
            let ty = site.pointer(site.type_of(base)).map_or(0, |(_, pointee)| site.strip_arrays(pointee));
            ensure!(
                !site.is_decorated(ty, Decoration::Block),
                vuid "StandaloneSpirv-Uniform-06925",
                "OpStore to a uniform block"
            );
        }
        _ => {}
    }
    if let Some((_, pointee)) = site.pointer(site.type_of(pointer)) {
        ensure!(site.ty(pointee) != Ty::Void, "pointee type of OpStore is not a value type");
        let is_relaxed = site.options.relaxed_struct_stores && site.same_layout(pointee, object);
        ensure!(pointee == object || is_relaxed, "object type of OpStore does not match the pointee type");
    }
    access(site, 2, Some(class), None)?;
    let is_free = !site.is_vulkan() || site.options.before_legalisation;
    ensure!(
        is_free || !site.holds(object, Facts::DESCRIPTOR),
        vuid "StandaloneSpirv-OpTypeImage-06924",
        "OpStore of an image, a sampler or an acceleration structure"
    );
    Ok(())
}

/// The variable that a pointer is based on, or the first pointer on the way that is not a chain.
pub(crate) fn base_variable(site: &Site<'_, '_>, mut pointer: u32) -> u32 {
    use Op::*;
    // Chains follow their base in reachable blocks; elsewhere a cycle must end.
    for _ in 0..=site.insts.len() {
        let Some(def) = site.def(pointer) else { break };
        pointer = match def.op {
            AccessChain
            | InBoundsAccessChain
            | PtrAccessChain
            | InBoundsPtrAccessChain
            | CopyObject
            | ImageTexelPointer => def.id(0),
            UntypedAccessChainKHR
            | UntypedInBoundsAccessChainKHR
            | UntypedPtrAccessChainKHR
            | UntypedInBoundsPtrAccessChainKHR => def.id(1),
            _ => break,
        };
    }
    pointer
}

/// Memory operands, with those of the storage classes that are accessed.
fn access(site: &Site<'_, '_>, at: usize, target: Option<StorageClass>, source: Option<StorageClass>) -> Check {
    let buffers = [target, source].contains(&Some(StorageClass::PhysicalStorageBuffer));
    let Some(Operand::Enum(_, bits, params)) = site.inst.operands.get(at) else {
        ensure!(
            !buffers,
            vuid "StandaloneSpirv-PhysicalStorageBuffer64-04708",
            "access to a physical storage buffer requires Aligned"
        );
        return Ok(());
    };
    let mask = MemoryAccess::from_bits_truncate(*bits);
    let mut params = params.iter();
    let (reads, writes) = (isa::class(site.inst.op) == Class::Load, isa::class(site.inst.op) == Class::Store);
    if mask.contains(MemoryAccess::ALIGNED) {
        let alignment = literal_of(params.next());
        ensure!(alignment.is_power_of_two(), "an alignment of {alignment} is not a power of two");
        alignment_suffices(site, alignment, target, source)?;
    } else {
        ensure!(
            !buffers,
            vuid "StandaloneSpirv-PhysicalStorageBuffer64-04708",
            "access to a physical storage buffer requires Aligned"
        );
    }
    let is_shared = mask.contains(MemoryAccess::NON_PRIVATE_POINTER);
    if mask.contains(MemoryAccess::MAKE_POINTER_AVAILABLE) {
        ensure!(!reads, "MakePointerAvailable on a load");
        ensure!(is_shared, "MakePointerAvailable requires NonPrivatePointer");
        crate::rules::scopes::memory_scope(site, id_of(params.next()))?;
    }
    if mask.contains(MemoryAccess::MAKE_POINTER_VISIBLE) {
        ensure!(!writes, "MakePointerVisible on a store");
        ensure!(is_shared, "MakePointerVisible requires NonPrivatePointer");
        crate::rules::scopes::memory_scope(site, id_of(params.next()))?;
    }
    let all = [target, source].into_iter().flatten().all(may_be_shared);
    ensure!(!is_shared || all, "NonPrivatePointer for private memory");
    Ok(())
}

fn may_be_shared(class: StorageClass) -> bool {
    use StorageClass::*;
    matches!(class, Uniform | Workgroup | CrossWorkgroup | Generic | Image | StorageBuffer | PhysicalStorageBuffer)
}

/// Accesses to physical storage buffers are aligned to their largest scalar.
fn alignment_suffices(
    site: &Site<'_, '_>,
    alignment: u32,
    target: Option<StorageClass>,
    source: Option<StorageClass>,
) -> Check {
    for (at, class) in [target, source].into_iter().enumerate() {
        if class != Some(StorageClass::PhysicalStorageBuffer) || site.options.allow_any_alignment {
            continue;
        }
        let pointee = site.pointer(site.operand_type(at)).map_or(site.result_type(), |(_, pointee)| pointee);
        let largest = site.largest_scalar(pointee);
        ensure!(
            alignment >= largest,
            vuid "StandaloneSpirv-PhysicalStorageBuffer64-06314",
            "alignment {alignment} is less than the scalar size of {largest} bytes"
        );
    }
    Ok(())
}

fn copy(site: &Site<'_, '_>) -> Check {
    let (target, source) = (site.operand_type(0), site.operand_type(1));
    let (Some(to), Some(from)) = (site.class(target), site.class(source)) else {
        return Err(Fault::new(None, format!("operand of Op{:?} is not a pointer", site.inst.op)));
    };
    let pointees = (site.pointer(target).map(|(_, ty)| ty), site.pointer(source).map(|(_, ty)| ty));
    for pointee in [pointees.0, pointees.1].into_iter().flatten() {
        rays::moves_no_hit_object(site, pointee)?;
    }
    let sized = site.inst.op == Op::CopyMemorySized;
    if sized {
        copied_size(site)?;
    } else {
        let is_void = [pointees.0, pointees.1].into_iter().flatten().any(|ty| site.ty(ty) == Ty::Void);
        ensure!(!is_void, "OpCopyMemory of a type without a size");
        let fits = match pointees {
            (Some(left), Some(right)) => left == right,
            (None, None) => false,
            _ => true,
        };
        ensure!(fits, "OpCopyMemory between different types");
    }
    let first = if sized { 3 } else { 2 };
    access(site, first, Some(to), Some(from))?;
    if site.count() > first + 1 {
        ensure!(site.has_version(4), "a second set of access operands requires SPIR-V 1.4");
        access(site, first + 1, Some(to), Some(from))?;
        let has =
            |at: usize, bits: MemoryAccess| MemoryAccess::from_bits_truncate(site.inst.value(at)).intersects(bits);
        ensure!(!has(first, MemoryAccess::MAKE_POINTER_VISIBLE), "MakePointerVisible on the target of a copy");
        ensure!(!has(first + 1, MemoryAccess::MAKE_POINTER_AVAILABLE), "MakePointerAvailable on the source of a copy");
    }
    let is_small = pointees.0.is_some_and(|ty| site.holds_small(ty));
    ensure!(!is_small, "copying 8-bit and 16-bit types requires a capability for arithmetic");
    Ok(())
}

/// Returns whether a copy may have a size that is not a multiple of four bytes.
fn copies_parts(site: &Site<'_, '_>, size: i64) -> bool {
    let classes = [site.class(site.operand_type(0)), site.class(site.operand_type(1))];
    let by_storage = |bits: u32| {
        let holds = |class: &Option<StorageClass>| {
            class.is_some_and(|class| crate::rules::variables::may_be_small(site, class, bits))
        };
        classes.iter().all(holds)
    };
    let by_bytes = site.has(Capability::Int8) || by_storage(8);
    by_bytes || size % 2 == 0 && (site.has(Capability::Int16) || by_storage(16))
}

fn copied_size(site: &Site<'_, '_>) -> Check {
    let size = site.inst.id(2);
    ensure!(site.is_int_scalar(site.type_of(size)), "the size of a copy is not an integer");
    if let Some(value) = site.constant(size) {
        let is_size = value > 0 || value != 0 && site.is_unsigned(site.type_of(size));
        ensure!(is_size, "the size of a copy is {value}");
        let is_free = !site.has(Capability::Shader) || value % 4 == 0;
        let fits = is_free || copies_parts(site, value);
        ensure!(
            fits,
            vuid "RuntimeSpirv-Size-11165",
            "a copy of {value} bytes requires a capability for small numbers"
        );
    }
    Ok(())
}

/// The rules of access chains. `by_element` means that the first index selects among elements at the pointer itself.
fn chain(site: &Site<'_, '_>, by_element: bool) -> Check {
    let op = site.inst.op;
    let untyped = op == Op::UntypedArrayLengthKHR || isa::class(op).is_untyped_pointer();
    let first = usize::from(untyped);
    let base = site.operand_type(first);
    let made = if untyped {
        matches!(site.result(), Ty::UntypedPointer { .. })
    } else {
        site.pointer(site.result_type()).is_some()
    };
    ensure!(made, "result of Op{op:?} is not a pointer of the required kind");
    let start = match (untyped, site.ty(base)) {
        (false, Ty::Pointer { pointee, .. }) => pointee,
        (true, Ty::Pointer { .. } | Ty::UntypedPointer { .. }) => {
            let data = site.inst.id(0);
            ensure!(
                isa::class(site.op(data)).is_type() && !site.is_pointer(data),
                "base type of Op{op:?} is not a data type"
            );
            descriptors(site, data)?;
            data
        }
        _ => return Err(Fault::new(None, format!("operand of Op{op:?} is not a pointer"))),
    };
    ensure!(site.class(base) == site.class(site.result_type()), "Op{op:?} changes the storage class");
    let is_counted = !by_element || site.is_int_scalar(site.operand_type(first + 1));
    ensure!(is_counted, "the element of Op{op:?} is not an integer");
    let indices = site.inst.operands.get(first + 1 + usize::from(by_element)..).unwrap_or_default();
    ensure!(indices.len() <= MAX_INDICES, "{} indices exceed the limit of {MAX_INDICES}", indices.len());
    let reached = indices.iter().try_fold(start, |ty, index| step(site, ty, id_of(Some(index))))?;
    if let Some((_, pointee)) = site.pointer(site.result_type()) {
        ensure!(reached == pointee, "result type of Op{op:?} does not match the indexed type");
    }
    Ok(())
}

/// An array of blocks is one of descriptors: an untyped chain must treat it as such.
fn descriptors(site: &Site<'_, '_>, data: u32) -> Check {
    let mut base = site.inst.id(1);
    for _ in 0..=site.insts.len() {
        let Some(copied) = site.def(base).filter(|def| def.op == Op::CopyObject) else { break };
        base = copied.id(0);
    }
    let held = match site.def(base) {
        Some(def) if def.op == Op::Variable => site.pointer(def.type_id()).map_or(0, |(_, pointee)| pointee),
        Some(def) if def.op == Op::UntypedVariableKHR => def.id(1),
        _ => 0,
    };
    let is_array = |ty: u32| matches!(site.ty(ty), Ty::Array { .. }) && site.holds(ty, Facts::BLOCK);
    let agrees = held == 0 || held == data || !is_array(held) && !is_array(data);
    ensure!(agrees, "base type of an untyped access chain does not match an array of blocks");
    Ok(())
}

/// The type that an index selects.
fn step(site: &Site<'_, '_>, ty: u32, index: u32) -> Result<u32, Box<Fault>> {
    let fail = |message: &'static str| Err(Fault::new(None, message));
    if !site.is_int_scalar(site.type_of(index)) {
        return fail("an index is not an integer");
    }
    let is_logical = site.addressing != AddressingModel::Physical32 && site.addressing != AddressingModel::Physical64;
    let is_buffer = site.class(site.result_type()) == Some(StorageClass::PhysicalStorageBuffer);
    let value = site.constant(index);
    if is_logical && !is_buffer && !site.options.has_free_pointers() && value.is_some_and(|value| value < 0) {
        return fail("an index is negative");
    }
    match site.ty(ty) {
        Ty::Matrix { column, .. } => Ok(column),
        Ty::Vector { elem, .. }
        | Ty::LongVector { elem, .. }
        | Ty::Array { elem, .. }
        | Ty::RuntimeArray { elem }
        | Ty::PayloadArray { elem }
        | Ty::CooperativeMatrix { elem } => Ok(elem),
        Ty::Struct => match value.map(u32::try_from) {
            Some(Ok(member)) if (member as usize) < site.members(ty).len() => Ok(site.member(ty, member)),
            Some(_) => fail("member index is out of bounds"),
            None => fail("the index of a member is not a constant"),
        },
        _ => fail("index into a non-composite"),
    }
}

fn element_chain(site: &Site<'_, '_>) -> Check {
    use StorageClass::*;
    let op = site.inst.op;
    let untyped = op == Op::UntypedArrayLengthKHR || isa::class(op).is_untyped_pointer();
    let first = usize::from(untyped);
    let base = site.operand_type(first);
    let Some(class) = site.class(base) else { return Ok(()) };
    let element = site.inst.id(first + 1);
    let ty = if untyped { site.inst.id(0) } else { site.pointer(base).map_or(0, |(_, pointee)| pointee) };
    let is_block = site.is_decorated(ty, Decoration::Block) || site.is_decorated(ty, Decoration::BufferBlock);
    let is_first = site.constant(element).is_none_or(|value| value == 0);
    ensure!(is_first || !is_block, "element operand of Op{op:?} indexes an array of blocks");
    let is_laid_out = matches!(class, Uniform | StorageBuffer | PhysicalStorageBuffer | PushConstant)
        || class == Workgroup && site.has(Capability::WorkgroupMemoryExplicitLayoutKHR);
    if site.has(Capability::Shader) && is_laid_out {
        let has_stride = site.is_decorated(base, Decoration::ArrayStride);
        ensure!(has_stride, "base pointer of Op{op:?} has no ArrayStride");
    }
    if !site.is_vulkan() {
        return Ok(());
    }
    let by_untyped = untyped && site.has(Capability::UntypedPointersKHR);
    match class {
        Workgroup => ensure!(
            by_untyped || site.has(Capability::VariablePointers),
            vuid "StandaloneSpirv-Base-07651",
            "Op{op:?} in shared memory requires VariablePointers"
        ),
        StorageBuffer => ensure!(
            by_untyped || site.has(Capability::VariablePointersStorageBuffer),
            vuid "StandaloneSpirv-Base-07652",
            "Op{op:?} in a buffer requires VariablePointersStorageBuffer"
        ),
        PhysicalStorageBuffer => {}
        _ => ensure!(
            by_untyped,
            vuid "StandaloneSpirv-Base-07650",
            "base of Op{op:?} points neither to a buffer nor to workgroup memory"
        ),
    }
    Ok(())
}

fn raw_chain(site: &Site<'_, '_>) -> Check {
    use StorageClass::*;
    let Some((class, pointee)) = site.pointer(site.result_type()) else {
        return Err(Fault::new(None, "the result of OpRawAccessChainNV is not a pointer"));
    };
    let is_buffer = matches!(class, StorageBuffer | PhysicalStorageBuffer | Uniform);
    ensure!(is_buffer, "OpRawAccessChainNV does not point into a buffer");
    let is_flat = !matches!(site.ty(pointee), Ty::Array { .. } | Ty::Matrix { .. } | Ty::Struct);
    ensure!(is_flat, "OpRawAccessChainNV points to a composite");
    let stride = site.inst.id(1);
    let is_fixed = site.op(stride) == Op::Constant && site.is_int_scalar(site.type_of(stride));
    ensure!(is_fixed, "the stride of OpRawAccessChainNV is not a constant integer");
    for at in [2, 3] {
        ensure!(site.is_int_of(site.operand_type(at), 32), "operands of OpRawAccessChainNV are not 32-bit integers");
    }
    let robustness = site.inst.value(4);
    ensure!(robustness != 3, "OpRawAccessChainNV has two robustness operands");
    ensure!(robustness & 2 == 0 || site.constant(stride) != Some(0), "OpRawAccessChainNV has no stride");
    ensure!(robustness == 0 || class != PhysicalStorageBuffer, "OpRawAccessChainNV without a base for robustness");
    Ok(())
}

fn array_length(site: &Site<'_, '_>) -> Check {
    let untyped = site.inst.op == Op::UntypedArrayLengthKHR;
    let result = site.result_type();
    let is_size = site.is_int_scalar(result) && site.is_unsigned(result) && matches!(site.width(result), 32 | 64);
    ensure!(is_size, "the length of an array is not an unsigned integer of 32 bits");
    let pointer = site.operand_type(usize::from(untyped));
    let (class, ty) = match (untyped, site.ty(pointer)) {
        (true, Ty::UntypedPointer { class }) => (class, site.inst.id(0)),
        (false, Ty::Pointer { class, pointee }) => (class, pointee),
        _ => return Err(Fault::new(None, "array length through a non-pointer")),
    };
    let members = site.members(ty);
    ensure!(members.len() > 0, "array length of a non-struct");
    let last = members.len() as u32 - 1;
    let is_open = matches!(site.ty(site.member(ty, last)), Ty::RuntimeArray { .. });
    ensure!(is_open, "the last member is not a runtime array");
    let chosen = site.inst.literal(1 + usize::from(untyped));
    ensure!(chosen == last, "the member {chosen} is not the last one");
    let is_block = class == StorageClass::Uniform && site.is_decorated(ty, Decoration::Block);
    ensure!(
        !site.is_vulkan() || !is_block,
        vuid "StandaloneSpirv-OpArrayLength-11805",
        "the length of an array in a uniform block"
    );
    Ok(())
}

fn compare(site: &Site<'_, '_>) -> Check {
    let op = site.inst.op;
    let (left, right) = (site.operand_type(0), site.operand_type(1));
    let (Some(class), Some(other)) = (site.class(left), site.class(right)) else {
        return Err(Fault::new(None, format!("operand of Op{op:?} is not a pointer")));
    };
    let is_logical = matches!(site.addressing, AddressingModel::Logical | AddressingModel::PhysicalStorageBuffer64);
    let are_values = site.has(Capability::VariablePointersStorageBuffer);
    let is_buffer = class == StorageClass::PhysicalStorageBuffer;
    ensure!(!is_logical || is_buffer || are_values, "Op{op:?} requires variable pointers");
    let made = if op == Op::PtrDiff { site.is_int_scalar(site.result_type()) } else { site.result() == Ty::Bool };
    ensure!(made, "the result of Op{op:?} is of the wrong type");
    let is_untyped =
        matches!(site.ty(left), Ty::UntypedPointer { .. }) || matches!(site.ty(right), Ty::UntypedPointer { .. });
    let are_alike = left == right || op != Op::PtrDiff && is_untyped && class == other;
    ensure!(are_alike, "operands of Op{op:?} are pointers of different types");
    if site.addressing == AddressingModel::Logical {
        let fits = match class {
            StorageClass::Workgroup => site.has(Capability::VariablePointers),
            StorageClass::StorageBuffer => true,
            _ => false,
        };
        ensure!(fits, "operands of Op{op:?} are pointers of the storage class {class:?}");
    } else {
        ensure!(!is_buffer, "operands of Op{op:?} are pointers to physical storage buffers");
    }
    Ok(())
}

/// The memory of a cooperative matrix.
fn matrix_memory(site: &Site<'_, '_>, wanted: Op) -> Result<StorageClass, Box<Fault>> {
    let stores = isa::class(site.inst.op) == Class::Store;
    let matrix = if stores { site.operand_type(1) } else { site.result_type() };
    ensure!(site.op(matrix) == wanted, "the value is not a cooperative matrix");
    let pointer = site.inst.id(0);
    ensure!(gives_pointer(site, pointer), "cooperative matrix pointer is not a logical pointer");
    let Some(class) = site.class(site.operand_type(0)) else {
        return Err(Fault::new(None, "cooperative matrix pointer is not a pointer"));
    };
    let is_shared =
        matches!(class, StorageClass::Workgroup | StorageClass::StorageBuffer | StorageClass::PhysicalStorageBuffer);
    ensure!(
        is_shared || !site.is_vulkan(),
        vuid "StandaloneSpirv-Pointer-08973",
        "a cooperative matrix is neither in a buffer nor in shared memory"
    );
    if let Some((_, pointee)) = site.pointer(site.operand_type(0)) {
        let is_number = matches!(site.ty(site.scalar(pointee)), Ty::Int { .. } | Ty::Float { .. })
            && !matches!(site.ty(pointee), Ty::Matrix { .. } | Ty::CooperativeMatrix { .. });
        ensure!(is_number, "cooperative matrix pointer does not point to a numeric type");
    }
    Ok(class)
}

fn cooperative(site: &Site<'_, '_>) -> Check {
    let class = matrix_memory(site, Op::TypeCooperativeMatrixKHR)?;
    let stores = isa::class(site.inst.op) == Class::Store;
    let layout = site.inst.id(1 + usize::from(stores));
    let is_known = site.is_int_of(site.type_of(layout), 32) && isa::class(site.op(layout)).is_constant();
    ensure!(is_known, "the layout of a cooperative matrix is not a constant");
    let number = site.constant(layout);
    let exists = number.is_none_or(|number| CooperativeMatrixLayout::from_u32(number as u32).is_some());
    ensure!(exists, "the layout {} of a cooperative matrix is not defined", number.unwrap_or_default());
    let stride = site.inst.id(2 + usize::from(stores));
    let form = site.constant(layout).and_then(|layout| CooperativeMatrixLayout::from_u32(layout as u32));
    ensure!(stride != 0 || form.is_none(), "a cooperative matrix has no stride");
    if let Some(form) = form {
        interleaved(site, form, stride)?;
    }
    ensure!(
        stride == 0 || site.is_int_scalar(site.type_of(stride)),
        "the stride of a cooperative matrix is not an integer"
    );
    let first = if stride == 0 { 2 } else { 3 };
    access(site, first + usize::from(stores), Some(class), None)
}

/// The stride and the size of a matrix in an interleaved block layout.
fn interleaved(site: &Site<'_, '_>, form: CooperativeMatrixLayout, stride: u32) -> Check {
    use CooperativeMatrixLayout::*;
    let by_row = match form {
        RowBlockedInterleavedARM => true,
        ColumnBlockedInterleavedARM => false,
        RowMajorKHR | ColumnMajorKHR => return Ok(()),
    };
    ensure!(site.has(Capability::CooperativeMatrixLayoutsARM), "{form:?} requires CooperativeMatrixLayoutsARM");
    ensure!(isa::class(site.op(stride)).is_constant(), "the stride of {form:?} is not a constant");
    let Some(stride) = site.constant(stride) else { return Ok(()) };
    ensure!(matches!(stride, 1 | 2 | 4), "the stride of {form:?} is {stride}, not 1, 2 or 4");
    let matrix = if isa::class(site.inst.op) == Class::Store { site.operand_type(1) } else { site.result_type() };
    let part = |at: usize| site.def(matrix).and_then(|ty| site.constant(ty.id(at)));
    let bytes = i64::from(site.width(site.scalar(matrix)) / 8).max(1);
    let (rows, columns) = (4 * if by_row { 1 } else { stride }, 16 / bytes * if by_row { stride } else { 1 });
    let fits = part(2).is_none_or(|count| count % rows == 0) && part(3).is_none_or(|count| count % columns.max(1) == 0);
    ensure!(fits, "{form:?} with this stride requires multiples of {rows} rows and {columns} columns");
    Ok(())
}

/// The load or store of a cooperative matrix of the older extension.
fn older_cooperative(site: &Site<'_, '_>) -> Check {
    let class = matrix_memory(site, Op::TypeCooperativeMatrixNV)?;
    let first = 1 + usize::from(isa::class(site.inst.op) == Class::Store);
    ensure!(site.is_int_scalar(site.operand_type(first)), "the stride of a cooperative matrix is not an integer");
    let order = site.inst.id(first + 1);
    let is_fixed = site.ty_of(order) == Ty::Bool && isa::class(site.op(order)).is_constant();
    ensure!(is_fixed, "column-major operand of a cooperative matrix is not a constant boolean");
    access(site, first + 2, Some(class), None)
}
