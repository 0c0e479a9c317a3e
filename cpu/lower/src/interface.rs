//! Interface of a kernel to its host: which variable is which binding, builtin or piece of memory.

use crate::error::{LowerError, Result, invalid, unsupported};
use crate::facts;
use crate::layout::{Layouts, Shape};
use abi::{Access, AddressMode, Binding, BindingKind, ImageDim, LiteralSampler};
use base::ids::{Map, Set};
use base::intern::Symbol;
use dialect::ir::{Attr, AttrId, Module, OpId, Type, TypeId, ValueId, walk};
use dialect::spirv::effects::{self, Memory};
use dialect::spirv::ops::{self, Code, Mlir};
use dialect::spirv::types::{Image, SpirvType};
use dialect::spirv::{attrs, facts as module_facts, host};
use spirv::{AccessQualifier, BuiltIn, Dim, Op, SamplerAddressingMode, SamplerFilterMode, StorageClass};

/// Kind of a variable of the module.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Variable {
    /// A buffer at a slot, or an array of buffers.
    Buffer { slot: u32, array: Option<u32> },
    /// An image or sampler at a slot, or an array of them.
    Resource { slot: u32, array: Option<u32> },
    /// The push constants.
    Push,
    /// A builtin.
    Builtin(BuiltIn),
    /// Memory that a workgroup shares.
    Workgroup,
    /// Memory of each invocation.
    Private,
}

/// The variables that a kernel uses and the bindings that they make.
#[derive(Debug)]
pub(crate) struct Interface {
    /// By name.
    pub(crate) variables: Map<Symbol, (OpId, Variable)>,
    pub(crate) bindings: Vec<Binding>,
    /// The immutable samplers of the module, by their constants.
    pub(crate) literals: Map<AttrId, LiteralSampler>,
    pub(crate) slots: u32,
    pub(crate) push_bytes: u32,
    pub(crate) builtins: Vec<u32>,
    /// Private variables with the same value in all invocations, since they are never written.
    pub(crate) tables: Set<OpId>,
    /// For kernels: the variables whose addresses become values.
    pub(crate) pointees: Vec<Pointee>,
}

/// A variable to which pointers lead that are values.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pointee {
    pub(crate) variable: OpId,
    pub(crate) storage: StorageClass,
}

/// A variable that something is bound to.
struct Resource {
    set: u32,
    binding: u32,
    op: OpId,
    name: Symbol,
    ty: TypeId,
    storage: StorageClass,
}

/// Collects what the ops inside of `func` refer to.
pub(crate) fn collect(module: &Module, layouts: &Layouts<'_>, func: OpId) -> Result<Interface> {
    let mut found = Interface {
        variables: Map::default(),
        bindings: Vec::new(),
        literals: Map::default(),
        slots: abi::NULL_SLOT + 1,
        push_bytes: 0,
        builtins: Vec::new(),
        tables: Set::default(),
        pointees: if layouts.is_of_c { pointees(module, func) } else { Vec::new() },
    };
    let (used, written) = (used(module, func), written(module, func));
    let mut resources = Vec::new();
    for (op, ty, storage) in host::variables(module) {
        let Some(name) = module_facts::name_of(module, op).filter(|name| used.contains(name)) else { continue };
        let variable = match storage {
            StorageClass::UniformConstant if is_constant(module, op, ty) => Variable::Private,
            StorageClass::Uniform
            | StorageClass::StorageBuffer
            | StorageClass::UniformConstant
            | StorageClass::CrossWorkgroup => {
                let (set, binding) = numbers(module, op).map_err(|error| error.at(module, op))?;
                resources.push(Resource { set, binding, op, name, ty, storage });
                continue;
            }
            StorageClass::PushConstant => {
                found.push_bytes = push_bytes(layouts.size(Shape::of(ty))?)?;
                Variable::Push
            }
            StorageClass::Input => found.builtin(module, op)?,
            StorageClass::Workgroup => Variable::Workgroup,
            StorageClass::Private => Variable::Private,
            StorageClass::NodePayloadAMDX => {
                let found: Result<Interface> = unsupported("a node", "'hlsl2spirv graph' runs work graphs");
                return found.map_err(|error| error.at(module, op));
            }
            _ => {
                let why = format!("storage class {storage:?} is not supported in compute shaders");
                return unsupported("spirv.GlobalVariable", why);
            }
        };
        found.variables.insert(name, (op, variable));
    }
    found.find_tables(module, &written);
    resources.sort_by_key(|resource| (resource.set, resource.binding));
    for resource in resources {
        let access = if written.contains(&resource.name) { Access::ReadWrite } else { Access::Read };
        found.bind(module, layouts, &resource, access)?;
    }
    found.find_literal_samplers(module, func)?;
    Ok(found)
}

/// The variables that are referred to.
fn used(module: &Module, func: OpId) -> Set<Symbol> {
    let is_reference = |op: &OpId| ops::code(module, *op) == Some(Code::Mlir(Mlir::AddressOf));
    let references = walk::ops_in(module, func).into_iter().filter(is_reference);
    references.filter_map(|op| module_facts::symbol_of(module, op, attrs::SYMBOL)).collect()
}

/// The variables whose addresses become values: they are stored, selected, converted or passed on.
fn pointees(module: &Module, func: OpId) -> Vec<Pointee> {
    let variables: Map<Symbol, OpId> =
        host::variables(module).filter_map(|(op, ..)| Some((module_facts::name_of(module, op)?, op))).collect();
    let (mut seen, mut found) = (Set::default(), Vec::new());
    for op in walk::ops_in(module, func) {
        let row = &module[op];
        let values: Vec<ValueId> = match ops::code(module, op) {
            Some(Code::Core(Op::Store)) => row.operands.get(1).copied().into_iter().collect(),
            Some(Code::Core(
                Op::Select
                | Op::CompositeConstruct
                | Op::CompositeInsert
                | Op::ConvertPtrToU
                | Op::GenericCastToPtrExplicit
                | Op::GenericPtrMemSemantics,
            )) => row.operands.to_vec(),
            _ => row.successors.iter().flat_map(|successor| successor.args.iter().copied()).collect(),
        };
        for value in values.into_iter().filter(|value| facts::is_numbered(module, module.type_of(*value))) {
            let Some(root) = facts::root(module, value) else { continue };
            let name = module_facts::symbol_of(module, root, attrs::SYMBOL);
            let variable = name.map_or(Some(root), |name| variables.get(&name).copied());
            let Some(variable) = variable.filter(|_| name.is_some() || facts::is_variable(module, root)) else {
                continue;
            };
            let ty = module[root].results.first().map(|result| module.type_of(*result));
            let storage = ty.and_then(|ty| module_facts::storage_of(module, ty));
            if let Some(storage) = storage.filter(|_| seen.insert(variable)) {
                found.push(Pointee { variable, storage });
            }
        }
    }
    found
}

/// Returns whether a variable of kernels is memory that nothing is bound to: its value is in the module.
fn is_constant(module: &Module, op: OpId, ty: TypeId) -> bool {
    !is_resource(module, element(module, ty)) && module.attr(op, attrs::INITIALIZER).is_some()
}

/// The limit of push constants, which no device exceeds.
const MAX_PUSH_BYTES: u32 = 1 << 20;

fn push_bytes(size: u64) -> Result<u32> {
    let bytes = u32::try_from(size).ok().filter(|bytes| *bytes <= MAX_PUSH_BYTES);
    bytes.ok_or_else(|| LowerError::TooLarge(format!("it has {size} bytes of push constants")))
}

fn numbers(module: &Module, op: OpId) -> Result<(u32, u32)> {
    let number = |name: &str| module_facts::number_of(module, op, name).map(|number| number as u32);
    match (number("descriptor_set"), number("binding")) {
        (set, Some(binding)) => Ok((set.unwrap_or(0), binding)),
        (_, None) => invalid("a resource has no binding"),
    }
}

/// The variables through which something is written.
fn written(module: &Module, func: OpId) -> Set<Symbol> {
    let mut found = Set::default();
    for op in walk::ops_in(module, func) {
        let target = match effects::of(module[op].info).writes {
            Memory::Anything if facts::is_query(module, op) => module[op].operands.first(),
            Memory::Through(at) => module[op].operands.get(usize::from(at)),
            // An op that may write anything is a barrier, which writes nothing itself, or is not supported.
            Memory::Nothing | Memory::Anything => None,
        };
        // Memory that is written through a physical address is in no variable.
        let Some(target) = target.filter(|target| !facts::is_physical(module, module.type_of(**target))) else {
            continue;
        };
        match facts::root(module, *target) {
            Some(root) => found.extend(module_facts::symbol_of(module, root, attrs::SYMBOL)),
            None => found.extend(host::variables(module).filter_map(|(op, ..)| module_facts::name_of(module, op))),
        }
    }
    found
}

/// The element of an array of resources, or the type itself.
fn element(module: &Module, ty: TypeId) -> TypeId {
    match &module.ctx[ty] {
        Type::Spirv(SpirvType::Array { elem, .. } | SpirvType::RuntimeArray { elem, .. }) => *elem,
        _ => ty,
    }
}

/// The number of descriptors in a variable.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Count {
    One,
    Array(u32),
    /// As many as the host binds.
    Unbounded,
}

impl Count {
    /// The limit of descriptors in an array.
    const MOST: u64 = 1 << 20;

    fn of(module: &Module, layouts: &Layouts<'_>, ty: TypeId) -> Result<Self> {
        Ok(match &module.ctx[ty] {
            Type::Spirv(SpirvType::Array { len, .. }) => Count::Array(layouts.array_len(len)?.min(Self::MOST) as u32),
            Type::Spirv(SpirvType::RuntimeArray { .. }) => Count::Unbounded,
            _ => Count::One,
        })
    }

    fn descriptors(self) -> u32 {
        match self {
            Count::One => 1,
            Count::Array(count) => count,
            Count::Unbounded => abi::UNBOUNDED_COUNT,
        }
    }
}

/// The name of a variable, or that of its block: GLSL's blocks need no other.
fn name_of(module: &Module, variable: Symbol, elem: TypeId) -> Option<String> {
    let block = match &module.ctx[elem] {
        Type::Spirv(SpirvType::Struct { name, .. }) => *name,
        _ => None,
    };
    let names = [Some(variable), block].into_iter().flatten().map(|name| module.ctx.str(name));
    names.filter(|name| !module_facts::is_generated(name)).map(str::to_owned).next()
}

fn image_of(module: &Module, ty: TypeId) -> Option<Image> {
    match &module.ctx[ty] {
        Type::Spirv(SpirvType::Image(image)) => Some(*image),
        Type::Spirv(SpirvType::SampledImage(image)) => image_of(module, *image),
        _ => None,
    }
}

/// The `SHAPE_` bits of an image.
pub(crate) fn image_shape(image: &Image) -> Result<u32> {
    let dim = match image.dim {
        Dim::Dim1D => ImageDim::D1,
        Dim::Dim2D | Dim::DimRect => ImageDim::D2,
        Dim::Dim3D => ImageDim::D3,
        Dim::DimCube => ImageDim::Cube,
        Dim::DimBuffer => ImageDim::Buffer,
        other => {
            return unsupported("spirv.Image", format!("images of {other:?} are not supported in compute shaders"));
        }
    };
    let arrayed = if image.arrayed == 1 { abi::SHAPE_ARRAYED } else { 0 };
    let samples = if image.multisampled == 1 { abi::SHAPE_MULTISAMPLED } else { 0 };
    Ok(dim as u32 | arrayed | samples)
}

/// Returns whether a variable is memory without the structure of a buffer: what an OpenCL kernel is given.
fn is_plain_memory(module: &Module, ty: TypeId, storage: StorageClass) -> bool {
    match storage {
        StorageClass::CrossWorkgroup => true,
        StorageClass::Uniform => {
            let elem = element(module, ty);
            match &module.ctx[elem] {
                Type::Spirv(SpirvType::Struct { decorations, .. }) => {
                    !decorations.iter().any(|(name, _)| ["block", "buffer_block"].contains(name))
                }
                _ => true,
            }
        }
        StorageClass::UniformConstant => !is_resource(module, element(module, ty)),
        _ => false,
    }
}

/// Returns whether values of a type are not a data: images, samplers, and what is not known here.
fn is_resource(module: &Module, ty: TypeId) -> bool {
    facts::is_opaque(module, ty) || matches!(module.ctx[ty], Type::Spirv(SpirvType::Other { .. }))
}

fn kind(module: &Module, resource: &Resource) -> Result<BindingKind> {
    let &Resource { op, ty, storage, .. } = resource;
    if is_plain_memory(module, ty, storage) {
        let is_value = storage == StorageClass::Uniform;
        return Ok(if is_value { BindingKind::UniformBuffer } else { BindingKind::StorageBuffer });
    }
    let ty = element(module, ty);
    let image = image_of(module, ty);
    Ok(match (&module.ctx[ty], image) {
        (Type::Spirv(SpirvType::Struct { decorations, .. }), _) => {
            let old = decorations.iter().any(|(name, _)| *name == "buffer_block");
            let is_storage = storage == StorageClass::StorageBuffer || old;
            if is_storage { BindingKind::StorageBuffer } else { BindingKind::UniformBuffer }
        }
        (Type::Spirv(SpirvType::Sampler), _) => BindingKind::Sampler,
        (Type::Spirv(ty), None) if facts::is_scene(ty) => BindingKind::Scene,
        // A buffer of texels has no sampler, though GLSL's type for it claims one.
        (Type::Spirv(SpirvType::SampledImage(_)), Some(Image { dim: Dim::DimBuffer, .. })) => {
            BindingKind::UniformTexelBuffer
        }
        (Type::Spirv(SpirvType::SampledImage(_)), _) => BindingKind::CombinedImageSampler,
        (_, Some(image)) => match (image.dim, is_storage(&image)) {
            (Dim::DimBuffer, true) => BindingKind::StorageTexelBuffer,
            (Dim::DimBuffer, false) => BindingKind::UniformTexelBuffer,
            (_, true) => BindingKind::StorageImage,
            (_, false) => BindingKind::SampledImage,
        },
        _ => {
            let name = module_facts::name_of(module, op).map_or("", |name| module.ctx.str(name));
            return unsupported(format!("the resource '{name}'"), "unsupported resource type");
        }
    })
}

/// Returns whether an image is read and written without a sampler: in OpenCL its access says so.
fn is_storage(image: &Image) -> bool {
    let is_written = matches!(image.access, Some(AccessQualifier::WriteOnly | AccessQualifier::ReadWrite));
    image.sampler_use == 2 || is_written
}

impl Interface {
    /// Returns whether the kernel reads how it is divided into waves.
    pub(crate) fn has_wave_builtins(&self) -> bool {
        self.builtins.iter().filter_map(|number| BuiltIn::from_u32(*number)).any(is_about_waves)
    }

    /// Returns whether a buffer at a slot has an element of this type for each workgroup.
    pub(crate) fn has_groups(&self, module: &Module, layouts: &Layouts<'_>, slot: u32, ty: TypeId) -> Result<bool> {
        let Some(binding) = self.bindings.iter().find(|binding| binding.slot == slot) else { return Ok(false) };
        Ok(binding.group_bytes != 0 && group_bytes(module, layouts, binding.set, ty)? != 0)
    }

    /// Returns whether the kernel writes nothing of what is bound at a slot.
    pub(crate) fn is_only_read(&self, slot: u32) -> bool {
        let mut bindings = self.bindings.iter().filter(|binding| binding.slot == slot);
        bindings.all(|binding| binding.access == Access::Read)
    }

    fn builtin(&mut self, module: &Module, op: OpId) -> Result<Variable> {
        let number = module_facts::number_of(module, op, "built_in").map(|number| number as u32);
        match number.and_then(BuiltIn::from_u32) {
            Some(builtin) => {
                self.builtins.push(builtin as u32);
                Ok(Variable::Builtin(builtin))
            }
            None => unsupported("spirv.GlobalVariable", "compute shader input is not a builtin"),
        }
    }

    /// The variables that keep their initial values, as they are never written.
    fn find_tables(&mut self, module: &Module, written: &Set<Symbol>) {
        let own = self.variables.iter().filter(|(_, (_, variable))| *variable == Variable::Private);
        let unchanged = own.filter(|(name, _)| !written.contains(*name)).map(|(_, (op, _))| *op);
        self.tables = unchanged.filter(|op| module.attr(*op, attrs::INITIALIZER).is_some()).collect();
    }

    /// Gives a variable its slot: that of the others at the same numbers, or a new one.
    fn bind(&mut self, module: &Module, layouts: &Layouts<'_>, resource: &Resource, access: Access) -> Result<()> {
        let is_plain = is_plain_memory(module, resource.ty, resource.storage);
        let (elem, count) = match is_plain {
            true => (resource.ty, Count::One),
            false => (element(module, resource.ty), Count::of(module, layouts, resource.ty)?),
        };
        let own = described(module, layouts, resource, elem, count, access, self.slots)?;
        let is_buffer = matches!(own.kind, BindingKind::UniformBuffer | BindingKind::StorageBuffer);
        let numbers = (own.set, own.binding);
        let slot = match self.bindings.iter_mut().find(|other| (other.set, other.binding) == numbers) {
            Some(other) => {
                join(other, own)?;
                other.slot
            }
            None => {
                self.bindings.push(own);
                self.slots
            }
        };
        self.slots = self.slots.max(slot.saturating_add(count.descriptors()));
        let array = (count != Count::One).then(|| count.descriptors());
        let variable = if is_buffer { Variable::Buffer { slot, array } } else { Variable::Resource { slot, array } };
        self.variables.insert(resource.name, (resource.op, variable));
        Ok(())
    }

    /// The immutable samplers of the module, by their slots.
    pub(crate) fn literal_samplers(&self) -> Vec<LiteralSampler> {
        let mut literals: Vec<_> = self.literals.values().copied().collect();
        literals.sort_by_key(|literal| literal.slot);
        literals
    }

    /// Gives each immutable sampler a slot after those of the bindings.
    fn find_literal_samplers(&mut self, module: &Module, func: OpId) -> Result<()> {
        let is_sampler = |op: &OpId| {
            let result = module[*op].results.first();
            result.is_some_and(|value| matches!(module.ctx[module.type_of(*value)], Type::Spirv(SpirvType::Sampler)))
        };
        let is_constant = |op: &OpId| ops::code(module, *op) == Some(Code::Mlir(Mlir::Constant));
        for op in walk::ops_in(module, func).into_iter().filter(is_constant).filter(is_sampler) {
            let Some(constant) = module.attr(op, attrs::VALUE) else { continue };
            if self.literals.contains_key(&constant) {
                continue;
            }
            if let Some(literal) = literal_sampler(module, constant, self.slots)? {
                self.literals.insert(constant, literal);
                self.slots = self.slots.saturating_add(1);
            }
        }
        Ok(())
    }
}

/// Sampler that a constant describes; `None` where it is null.
fn literal_sampler(module: &Module, constant: AttrId, slot: u32) -> Result<Option<LiteralSampler>> {
    let Attr::Array(words) = &module.ctx[constant] else { return Ok(None) };
    let word = |at: usize| words.get(at).and_then(|word| module_facts::number(module, *word)).map(|word| word as u32);
    let address = match word(0).and_then(SamplerAddressingMode::from_u32) {
        // Without a mode, the values beyond the edges are undefined.
        Some(SamplerAddressingMode::None | SamplerAddressingMode::ClampToEdge) => AddressMode::Clamp,
        Some(SamplerAddressingMode::Clamp) => AddressMode::Border,
        Some(SamplerAddressingMode::Repeat) => AddressMode::Wrap,
        Some(SamplerAddressingMode::RepeatMirrored) => AddressMode::Mirror,
        None => return invalid("unknown sampler addressing mode"),
    };
    let is_linear = match word(2).and_then(SamplerFilterMode::from_u32) {
        Some(SamplerFilterMode::Nearest) => false,
        Some(SamplerFilterMode::Linear) => true,
        None => return invalid("unknown sampler filter"),
    };
    Ok(Some(LiteralSampler { slot, address, is_normalised: word(1) != Some(0), is_linear }))
}

/// A variable as a binding of its own.
fn described(
    module: &Module,
    layouts: &Layouts<'_>,
    resource: &Resource,
    elem: TypeId,
    count: Count,
    access: Access,
    slot: u32,
) -> Result<Binding> {
    let kind = kind(module, resource).map_err(|error| error.at(module, resource.op))?;
    let (min_bytes, stride) = match kind {
        BindingKind::UniformBuffer | BindingKind::StorageBuffer => match layouts.runtime_array(elem)? {
            Some((start, stride)) => (start, stride as u32),
            None => (layouts.size(Shape::of(elem))?, 0),
        },
        BindingKind::UniformTexelBuffer
        | BindingKind::StorageTexelBuffer
        | BindingKind::SampledImage
        | BindingKind::StorageImage
        | BindingKind::Sampler
        | BindingKind::CombinedImageSampler
        | BindingKind::Scene => (0, 0),
    };
    let group_bytes = match (kind, count) {
        (BindingKind::StorageBuffer, Count::One) => group_bytes(module, layouts, resource.set, elem)?,
        _ => 0,
    };
    let image = match image_of(module, elem) {
        Some(image) => Some((image_shape(&image)?, image.format as u32)),
        None => None,
    };
    Ok(Binding {
        set: resource.set,
        binding: resource.binding,
        slot,
        count: count.descriptors(),
        unbounded: count == Count::Unbounded,
        kind,
        access,
        names: name_of(module, resource.name, elem).into_iter().collect(),
        min_bytes,
        stride,
        group_bytes,
        image,
    })
}

/// The bytes of a word.
const WORD: u32 = 4;

/// The bytes of an element of a buffer of the host's rows that has one for each workgroup along x: an array of words, one behind
/// the other. 0 for all other buffers.
fn group_bytes(module: &Module, layouts: &Layouts<'_>, set: u32, ty: TypeId) -> Result<u64> {
    let Type::Spirv(SpirvType::Struct { members, .. }) = &module.ctx[ty] else { return Ok(0) };
    if set != abi::ROWS_SET || members.len() != 1 {
        return Ok(0);
    }
    let array = layouts.member(ty, 0)?;
    let Type::Spirv(SpirvType::RuntimeArray { elem, stride: Some(stride) }) = &module.ctx[array.shape.ty] else {
        return Ok(0);
    };
    let Type::Spirv(SpirvType::Array { elem, len, stride: Some(WORD) }) = &module.ctx[*elem] else { return Ok(0) };
    let is_word = matches!(module.ctx[*elem], Type::Int { width: 32, .. });
    let bytes = u64::from(WORD).saturating_mul(layouts.array_len(len)?);
    Ok(if is_word && array.bytes == 0 && u64::from(*stride) == bytes { bytes } else { 0 })
}

/// Makes one binding of two at the same numbers.
fn join(one: &mut Binding, other: Binding) -> Result<()> {
    let Binding { set, binding, .. } = other;
    one.names.extend(other.names);
    one.kind = shared_kind(one.kind, other.kind).ok_or_else(|| LowerError::Overlap {
        set,
        binding,
        names: one.names.clone(),
    })?;
    one.count = one.count.max(other.count);
    one.min_bytes = one.min_bytes.max(other.min_bytes);
    one.group_bytes = one.group_bytes.max(other.group_bytes);
    if other.access == Access::ReadWrite {
        one.access = other.access;
    }
    Ok(())
}

/// Kind of a binding at which variables of two kinds stand: the same, or a texture with its sampler.
fn shared_kind(one: BindingKind, other: BindingKind) -> Option<BindingKind> {
    let is_part =
        |kind| matches!(kind, BindingKind::SampledImage | BindingKind::Sampler | BindingKind::CombinedImageSampler);
    match one == other {
        true => Some(one),
        false => (is_part(one) && is_part(other)).then_some(BindingKind::CombinedImageSampler),
    }
}

fn is_about_waves(builtin: BuiltIn) -> bool {
    matches!(
        builtin,
        BuiltIn::SubgroupSize
            | BuiltIn::SubgroupMaxSize
            | BuiltIn::NumSubgroups
            | BuiltIn::NumEnqueuedSubgroups
            | BuiltIn::SubgroupId
            | BuiltIn::SubgroupLocalInvocationId
            | BuiltIn::SubgroupEqMask
            | BuiltIn::SubgroupGeMask
            | BuiltIn::SubgroupGtMask
            | BuiltIn::SubgroupLeMask
            | BuiltIn::SubgroupLtMask
    )
}
