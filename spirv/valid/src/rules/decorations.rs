//! Decorations: their targets, how often they may occur, and those that exclude each other.

use crate::index::access::{Access, id_of};
use crate::index::fault::{Check, blame, ensure};
use crate::index::module::Module;
use crate::index::types::Ty;
use crate::rules::interface::variable;
use dialect::spirv::decode::Inst;
use dialect::spirv::index::Decorated;
use isa::Class;
use rustc_hash::FxHashSet;
use spirv::{Capability, Decoration, LinkageType, MemoryModel, Op, StorageClass};

/// A kind of target.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Target {
    Anything,
    SpecConstant,
    Struct,
    ArrayOrPointer,
    /// Memory: a variable, a parameter, or any other declaration of pointer type.
    Memory,
    Variable,
}

/// The row of a decoration: its targets, and whether it is for members alone or never for them.
struct Row {
    target: Target,
    members: Members,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Members {
    May,
    Only,
    Never,
}

fn row(kind: Decoration) -> Row {
    use Decoration::*;
    use Members::{May, Never, Only};
    let (target, members) = match kind {
        SpecId => (Target::SpecConstant, Never),
        Block | BufferBlock | GLSLShared | GLSLPacked | CPacked => (Target::Struct, Never),
        ArrayStride => (Target::ArrayOrPointer, Never),
        RowMajor | ColMajor | MatrixStride => (Target::Anything, Only),
        NoPerspective | Flat | Patch | Centroid | Sample | Restrict | Volatile | Coherent | NonWritable
        | NonReadable | XfbBuffer | XfbStride | Component | Stream | PerPrimitiveEXT => (Target::Memory, May),
        Aliased | RestrictPointer | AliasedPointer => (Target::Memory, Never),
        Invariant | Location => (Target::Variable, May),
        Constant | Index | Binding | DescriptorSet | InputAttachmentIndex => (Target::Variable, Never),
        Uniform | UniformId | SaturatedConversion | FuncParamAttr | FPRoundingMode | FPFastMathMode
        | LinkageAttributes | NoContraction | Alignment | MaxByteOffset | AlignmentId | MaxByteOffsetId
        | NoSignedWrap | NoUnsignedWrap | NonUniform | CounterBuffer => (Target::Anything, Never),
        _ => (Target::Anything, May),
    };
    Row { target, members }
}

/// Returns whether the operands of a decoration are ids.
fn takes_ids(kind: Decoration) -> bool {
    use Decoration::*;
    matches!(
        kind,
        UniformId
            | AlignmentId
            | MaxByteOffsetId
            | CounterBuffer
            | NodeMaxPayloadsAMDX
            | NodeSharesPayloadLimitsWithAMDX
            | PayloadNodeArraySizeAMDX
            | PayloadNodeNameAMDX
            | PayloadNodeBaseIndexAMDX
            | ArrayStrideIdEXT
            | OffsetIdEXT
            | AliasScopeINTEL
            | NoAliasINTEL
    )
}

/// Decorations that exclude each other on one id or member.
const EXCLUSIVE: &[(Decoration, Decoration)] = &[
    (Decoration::Block, Decoration::BufferBlock),
    (Decoration::Restrict, Decoration::Aliased),
    (Decoration::RestrictPointer, Decoration::AliasedPointer),
    (Decoration::RowMajor, Decoration::ColMajor),
    (Decoration::FPFastMathMode, Decoration::NoContraction),
];

/// The rules of decorations.
pub(crate) fn check(module: &Module<'_>, stores: &Stores) -> Check {
    for (at, inst) in module.insts.iter().enumerate().take_while(|(_, inst)| inst.op != Op::Function) {
        blame(annotation(module, inst), at)?;
        blame(resource(module, inst), at)?;
    }
    let mut seen: FxHashSet<(u32, u32, u32)> = FxHashSet::default();
    seen.reserve(module.all_decorations().len());
    for one in module.all_decorations() {
        if module.op(one.target) == Op::DecorationGroup {
            continue;
        }
        blame(decoration(module, one, stores), one.at)?;
        blame(once(module, one, &mut seen), one.at)?;
    }
    functions(module)
}

fn decorated_kind(inst: &Inst, at: usize) -> Option<Decoration> {
    Decoration::from_u32(inst.value(at))
}

/// The instructions that decorate.
fn annotation(module: &Module<'_>, inst: &Inst) -> Check {
    let target = inst.id(0);
    match inst.op {
        Op::Decorate | Op::DecorateId => {
            let Some(kind) = decorated_kind(inst, 1) else { return Ok(()) };
            let by_id = inst.op == Op::DecorateId;
            ensure!(takes_ids(kind) == by_id, "{kind:?} is not allowed in Op{:?}", inst.op);
            ensure!(!by_id || module.op(target) != Op::DecorationGroup, "a group is decorated with ids");
            let before = |param: u32| module.position(param) < module.position(target);
            let early = !by_id || inst.params(1).iter().all(|param| before(id_of(Some(param))));
            ensure!(
                early || kind == Decoration::CounterBuffer,
                "{kind:?} refers to an id that is defined after its target"
            );
            ensure!(
                !module.is_vulkan() || !matches!(kind, Decoration::GLSLShared | Decoration::GLSLPacked),
                vuid "StandaloneSpirv-GLSLShared-04669",
                "decoration {kind:?} is not available in Vulkan"
            );
        }
        Op::MemberDecorate | Op::MemberDecorateString => {
            let member = inst.literal(1);
            ensure!(module.ty(target) == Ty::Struct, "member decoration of a non-struct");
            let count = module.members(target).len();
            ensure!(
                (member as usize) < count,
                "decorated member {member} is out of bounds of a struct with {count} members"
            );
            let kind = decorated_kind(inst, 2);
            if let Some(kind) = kind {
                let may = row(kind).members != Members::Never && !takes_ids(kind);
                ensure!(may, "{kind:?} cannot decorate a struct member");
            }
        }
        Op::MemberName => {
            let (member, count) = (inst.literal(1), module.members(target).len());
            let is_there = module.ty(target) == Ty::Struct && (member as usize) < count;
            ensure!(is_there, "named member {member} does not exist");
        }
        Op::Line => ensure!(module.op(target) == Op::String, "file operand of OpLine is not an OpString"),
        Op::GroupDecorate => {
            ensure!(module.op(target) == Op::DecorationGroup, "operand of OpGroupDecorate is not a group");
            let nested = inst.ids_from(1).any(|id| module.op(id) == Op::DecorationGroup);
            ensure!(!nested, "OpGroupDecorate decorates a group");
        }
        Op::GroupMemberDecorate => {
            ensure!(module.op(target) == Op::DecorationGroup, "operand of OpGroupMemberDecorate is not a group");
            for pair in inst.operands[1..].chunks_exact(2) {
                let (ty, member) = (id_of(pair.first()), crate::index::access::literal_of(pair.get(1)));
                let is_there = (member as usize) < module.members(ty).len();
                ensure!(is_there, "decorated member {member} does not exist");
            }
        }
        _ => {}
    }
    Ok(())
}

/// Resource variables: their bindings, and that they are blocks.
fn resource(module: &Module<'_>, inst: &Inst) -> Check {
    use StorageClass::*;
    let id = inst.result_id();
    let Some((class, ty)) = variable(module, id).filter(|_| module.is_vulkan()) else { return Ok(()) };
    if matches!(class, Uniform | UniformConstant | StorageBuffer) {
        let heap = module.is_decorated(id, Decoration::BuiltIn);
        let is_bound =
            [Decoration::DescriptorSet, Decoration::Binding].iter().all(|kind| module.is_decorated(id, *kind));
        ensure!(
            heap || is_bound || module.options.before_legalisation,
            vuid "StandaloneSpirv-UniformConstant-06677",
            "%{id} has no descriptor set or no binding"
        );
    }
    if class == TileAttachmentQCOM {
        let is_flat = module.image(module.strip_arrays(ty)).is_none_or(|image| image.dim == spirv::Dim::Dim2D);
        ensure!(is_flat, vuid "StandaloneSpirv-OpTypeImage-10693", "%{id} is an attachment of a tile and not of two dimensions");
        let is_bound =
            [Decoration::DescriptorSet, Decoration::Binding].iter().all(|kind| module.is_decorated(id, *kind));
        ensure!(is_bound, vuid "StandaloneSpirv-TileAttachmentQCOM-10695", "%{id} has no descriptor set or no binding");
    }
    ensure!(
        class != TileImageEXT || module.is_decorated(id, Decoration::Location),
        vuid "StandaloneSpirv-TileImageEXT-08723",
        "%{id} has no location"
    );
    if ty == 0 {
        return Ok(());
    }
    let element = match module.ty(ty) {
        Ty::Array { elem, .. } | Ty::RuntimeArray { elem } => elem,
        _ => ty,
    };
    let block = module.holds(element, crate::index::facts::Facts::BLOCK);
    let is_buffer = module.is_decorated(element, Decoration::BufferBlock);
    ensure!(
        !matches!(class, StorageBuffer | PushConstant) || block && !is_buffer,
        vuid "StandaloneSpirv-PushConstant-06675",
        "type of %{id} is not a Block"
    );
    ensure!(
        class != Uniform || block,
        vuid "StandaloneSpirv-Uniform-06676",
        "type of %{id} is neither a Block nor a BufferBlock"
    );
    Ok(())
}

fn once(module: &Module<'_>, one: &Decorated<'_>, seen: &mut FxHashSet<(u32, u32, u32)>) -> Check {
    let is_plain = matches!(module.insts[one.at].op, Op::Decorate | Op::MemberDecorate);
    let many = matches!(one.kind, Decoration::UserSemantic | Decoration::FuncParamAttr);
    if !is_plain {
        return Ok(());
    }
    let place = match one.kind {
        // A pointer has one for each level of cache.
        Decoration::CacheControlLoadINTEL | Decoration::CacheControlStoreINTEL => {
            crate::index::access::literal_of(module.insts[one.at].params(1).first())
        }
        _ => one.member.map_or(0, |member| member + 1),
    };
    let key = |kind: Decoration| (one.target, place, kind as u32);
    ensure!(seen.insert(key(one.kind)) || many, "%{} has duplicate decoration {:?}", one.target, one.kind);
    for (left, right) in EXCLUSIVE {
        let other = if *left == one.kind { *right } else { *left };
        let clashes = (*left == one.kind || *right == one.kind) && seen.contains(&key(other));
        ensure!(!clashes, "%{} has conflicting decorations {:?} and {other:?}", one.target, one.kind);
    }
    Ok(())
}

/// Checks one decoration of one target.
fn decoration(module: &Module<'_>, one: &Decorated<'_>, stores: &Stores) -> Check {
    let id = one.target;
    let Some(target) = module.def(id) else { return Ok(()) };
    let is_direct = one.member.is_none() && module.insts[one.at].id(0) == id;
    if is_direct {
        on_target(module, one, target)?;
    }
    if is_direct && module.is_vulkan() {
        vulkan_class(module, one, target)?;
    }
    let banned =
        module.memory == MemoryModel::Vulkan && matches!(one.kind, Decoration::Coherent | Decoration::Volatile);
    ensure!(!banned, "%{id} has {:?}, which is not allowed with the Vulkan memory model", one.kind);
    match one.kind {
        Decoration::Component => component(module, one, target),
        Decoration::FPRoundingMode => rounding(module, one, target, stores),
        Decoration::NonReadable | Decoration::NonWritable if one.member.is_none() => access(module, one, target),
        Decoration::Uniform | Decoration::UniformId => {
            let is_object = !matches!(module.ty(target.type_id()), Ty::None | Ty::Void);
            ensure!(is_object, "%{id} has {:?}, but is not an object", one.kind);
            Ok(())
        }
        Decoration::NoSignedWrap | Decoration::NoUnsignedWrap => {
            use Op::*;
            let wraps = matches!(target.op, IAdd | ISub | IMul | ShiftLeftLogical | SNegate | ExtInst);
            ensure!(wraps, "Op{:?} does not support {:?}", target.op, one.kind);
            Ok(())
        }
        Decoration::RelaxedPrecision => {
            let is_odd = isa::class(target.op).is_type() && one.member.is_none();
            ensure!(!is_odd, "a type has RelaxedPrecision");
            Ok(())
        }
        Decoration::FPFastMathMode => {
            let (bits, reorder) = (one.number(0), 3 << 16);
            let fits = bits & 1 << 18 == 0 || bits & reorder == reorder;
            ensure!(fits, "AllowTransform requires AllowReassoc and AllowContract");
            Ok(())
        }
        _ => Ok(()),
    }
}

fn on_target(module: &Module<'_>, one: &Decorated<'_>, target: &Inst) -> Check {
    use Op::*;
    let row = row(one.kind);
    let id = one.target;
    ensure!(row.members != Members::Only, "{:?} decorates struct members only, but %{id} is not one", one.kind);
    let is_variable = matches!(target.op, Variable | UntypedVariableKHR);
    let fits = match row.target {
        Target::Anything => true,
        Target::SpecConstant => matches!(target.op, SpecConstantTrue | SpecConstantFalse | SpecConstant),
        Target::Struct => target.op == TypeStruct,
        Target::ArrayOrPointer => {
            matches!(target.op, TypeArray | TypeRuntimeArray | TypePointer | TypeUntypedPointerKHR)
        }
        Target::Memory => {
            let declares = is_variable || matches!(target.op, FunctionParameter | RawAccessChainNV | BufferPointerEXT);
            declares && module.is_pointer(target.type_id())
        }
        Target::Variable => is_variable,
    };
    ensure!(fits, "{:?} cannot decorate Op{:?} %{id}", one.kind, target.op);
    if one.kind == Decoration::ArrayStrideIdEXT {
        crate::rules::heaps::stride(module, one, target)?;
    }
    if one.kind == Decoration::BuiltIn {
        let is_size = one.number(0) == spirv::BuiltIn::WorkgroupSize as u32 && module.has(spirv::Capability::Shader);
        let fits = if is_size { isa::class(target.op).is_constant() } else { is_variable };
        ensure!(fits, "Op{:?} %{id} cannot be decorated BuiltIn", target.op);
    }
    Ok(())
}

/// The storage classes that Vulkan allows a decoration in.
fn vulkan_class(module: &Module<'_>, one: &Decorated<'_>, target: &Inst) -> Check {
    use StorageClass::*;
    let Some(class) = module.class(target.type_id()) else { return Ok(()) };
    let (id, kind) = (one.target, one.kind);
    match kind {
        Decoration::Location | Decoration::Component => {
            let fits = matches!(
                class,
                Input
                    | Output
                    | RayPayloadKHR
                    | IncomingRayPayloadKHR
                    | HitAttributeKHR
                    | CallableDataKHR
                    | IncomingCallableDataKHR
                    | ShaderRecordBufferKHR
                    | HitObjectAttributeNV
                    | HitObjectAttributeEXT
                    | TileImageEXT
            );
            ensure!(fits, vuid "StandaloneSpirv-Location-06672", "%{id} has {kind:?} and is of the storage class {class:?}");
        }
        Decoration::Index => ensure!(class == Output, "%{id} has an index and is not an output"),
        Decoration::Binding | Decoration::DescriptorSet => {
            let fits = matches!(class, StorageBuffer | Uniform | UniformConstant | TileAttachmentQCOM);
            ensure!(fits, vuid "StandaloneSpirv-DescriptorSet-06491", "%{id} has {kind:?} and is not a resource");
        }
        Decoration::InputAttachmentIndex => ensure!(
            class == UniformConstant,
            vuid "StandaloneSpirv-InputAttachmentIndex-06678",
            "%{id} has an index of input attachments and is none"
        ),
        Decoration::Flat | Decoration::NoPerspective | Decoration::Centroid | Decoration::Sample => ensure!(
            matches!(class, Input | Output),
            vuid "StandaloneSpirv-Flat-04670",
            "%{id} has {kind:?} and is neither input nor output"
        ),
        Decoration::PerVertexKHR => ensure!(
            class == Input,
            vuid "StandaloneSpirv-PerVertexKHR-06777",
            "%{id} is per vertex and no input"
        ),
        _ => {}
    }
    Ok(())
}

fn component(module: &Module<'_>, one: &Decorated<'_>, target: &Inst) -> Check {
    let ty = match one.member {
        Some(member) => module.member(one.target, member),
        None => {
            let class = module.class(target.type_id());
            let is_io = matches!(class, Some(StorageClass::Input | StorageClass::Output));
            let is_open = target.op == Op::FunctionParameter;
            ensure!(is_io || is_open, "%{} has a component and is neither input nor output", one.target);
            module.pointer(target.type_id()).map_or(0, |(_, pointee)| pointee)
        }
    };
    if !module.is_vulkan() {
        return Ok(());
    }
    let ty = module.strip_arrays(ty);
    ensure!(
        module.is_int(ty) || module.is_float(ty),
        vuid "StandaloneSpirv-Component-10583",
        "%{} has a component and is not a scalar or vector of numbers",
        one.target
    );
    let (component, count) = (one.number(0), module.components(ty));
    ensure!(component <= 3, vuid "StandaloneSpirv-Component-04920", "the component {component} is above 3");
    if module.width(ty) == 64 {
        ensure!(count <= 2, vuid "StandaloneSpirv-Component-07703", "{count} numbers of 64 bits have a component");
        ensure!(
            component % 2 == 0,
            vuid "StandaloneSpirv-Component-04923",
            "a number of 64 bits starts at component {component}"
        );
        ensure!(
            component + 2 * count <= 4,
            vuid "StandaloneSpirv-Component-04922",
            "a vector reaches past its location"
        );
    } else {
        ensure!(component + count <= 4, vuid "StandaloneSpirv-Component-04921", "a vector reaches past its location");
    }
    Ok(())
}

/// The uses of results with a rounding mode: found in one walk.
#[derive(Default)]
pub(crate) struct Stores {
    /// Values with a use other than a store of a half.
    odd: FxHashSet<u32>,
}

impl Stores {
    /// Examines the uses of values that are decorated with a rounding mode.
    pub(crate) fn new(module: &Module<'_>) -> Stores {
        let rounded = module.all_decorations().iter().filter(|one| one.kind == Decoration::FPRoundingMode);
        let rounded: FxHashSet<u32> = rounded.map(|one| one.target).collect();
        let mut odd = FxHashSet::default();
        if rounded.is_empty() {
            return Stores { odd };
        }
        for inst in module.insts {
            let is_free = matches!(isa::class(inst.op), Class::Annotation | Class::Debug)
                || inst.op == Op::FConvert
                || crate::index::sets::is_non_semantic(module, inst);
            if is_free {
                continue;
            }
            for (at, operand) in inst.operands.iter().enumerate() {
                let id = id_of(Some(operand));
                if rounded.contains(&id) && !(inst.op == Op::Store && at == 1 && is_half_store(module, inst)) {
                    odd.insert(id);
                }
            }
        }
        Stores { odd }
    }
}

fn is_half_store(module: &Module<'_>, store: &Inst) -> bool {
    use StorageClass::*;
    let Some((class, pointee)) = module.pointer(module.type_of(store.id(0))) else { return false };
    let is_outside = matches!(class, StorageBuffer | Uniform | PushConstant | Input | Output | PhysicalStorageBuffer);
    is_outside && module.is_float(pointee) && module.width(pointee) == 16
}

fn rounding(module: &Module<'_>, one: &Decorated<'_>, target: &Inst, stores: &Stores) -> Check {
    if !module.has(Capability::Shader) {
        return Ok(());
    }
    ensure!(target.op == Op::FConvert, "Op{:?} cannot have a rounding mode", target.op);
    ensure!(
        !module.is_vulkan() || one.number(0) <= 1,
        vuid "StandaloneSpirv-FPRoundingMode-04675",
        "rounding mode is not RTE or RTZ"
    );
    let goes_out = !stores.odd.contains(&one.target);
    ensure!(goes_out, "result of a conversion with a rounding mode is not only stored to 16-bit floats");
    Ok(())
}

/// `NonReadable` and `NonWritable` are for storage buffers and storage images.
fn access(module: &Module<'_>, one: &Decorated<'_>, target: &Inst) -> Check {
    use StorageClass::*;
    let (id, kind) = (one.target, one.kind);
    if target.op == Op::RawAccessChainNV {
        return Ok(());
    }
    let Some(class) = module.class(target.type_id()) else { return Ok(()) };
    let ty = match variable(module, id) {
        Some((_, ty)) => ty,
        None => module.pointer(target.type_id()).map_or(0, |(_, pointee)| pointee),
    };
    let ty = module.strip_arrays(ty);
    let is_block = module.is_decorated(ty, Decoration::Block);
    let is_buffer = module.is_decorated(ty, Decoration::BufferBlock);
    let fits = match class {
        Function | Private => kind == Decoration::NonWritable && module.has_version(4),
        TileAttachmentQCOM => true,
        Uniform => is_block || is_buffer,
        StorageBuffer | PhysicalStorageBuffer => is_block,
        UniformConstant => {
            module.image(ty).is_some_and(|image| image.sampled == 2) || module.op(ty) == Op::TypeTensorARM
        }
        _ => false,
    };
    ensure!(fits, "%{id} has {kind:?} and is neither a buffer nor an image for storage");
    Ok(())
}

/// Functions without a body are imported, and no others are.
fn functions(module: &Module<'_>) -> Check {
    let mut head: Option<(usize, u32, bool)> = None;
    for (at, inst) in module.insts.iter().enumerate() {
        match inst.op {
            Op::Function => head = Some((at, inst.result_id(), false)),
            Op::Label => head = head.map(|(at, id, _)| (at, id, true)),
            Op::FunctionEnd => {
                if let Some((start, id, has_body)) = head.take() {
                    blame(linked(module, id, has_body), start)?;
                }
            }
            Op::EntryPoint => {
                let is_linked = module.is_decorated(inst.id(1), Decoration::LinkageAttributes);
                blame(unlinked(!is_linked), at)?;
            }
            Op::Variable if inst.operands.len() > 1 => blame(uninitialised(!is_import(module, inst.result_id())), at)?,
            _ => {}
        }
    }
    Ok(())
}

fn is_import(module: &Module<'_>, id: u32) -> bool {
    let linkage = module.decoration(id, Decoration::LinkageAttributes);
    linkage.is_some_and(|one| crate::index::access::literal_of(one.params.get(1)) == LinkageType::Import as u32)
}

fn linked(module: &Module<'_>, id: u32, has_body: bool) -> Check {
    let is_import = is_import(module, id);
    ensure!(has_body || is_import, "function without a body is not imported");
    ensure!(!has_body || !is_import, "imported function has a body");
    Ok(())
}

fn unlinked(is_free: bool) -> Check {
    ensure!(is_free, "entry point has linkage");
    Ok(())
}

fn uninitialised(is_free: bool) -> Check {
    ensure!(is_free, "imported variable has an initializer");
    Ok(())
}
