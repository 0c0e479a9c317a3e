//! What a kernel meets of its host: which variable is which binding, builtin or piece of memory.

use crate::abi::{self, Access, AddressMode, Binding, BindingKind, ImageDim, LiteralSampler};
use crate::error::{LowerError, Result, invalid, unsupported};
use crate::facts;
use crate::layout::{Layouts, Shape};
use base::ids::{Map, Set};
use base::intern::Symbol;
use dialect::ir::{Attr, AttrId, Module, OpId, Type, TypeId, walk};
use dialect::spirv::effects::{self, Memory};
use dialect::spirv::ops::{self, Code, Mlir};
use dialect::spirv::types::{Image, Length, SpirvType};
use dialect::spirv::{abi as module_abi, attrs};
use spirv::{AccessQualifier, BuiltIn, Dim, SamplerAddressingMode, SamplerFilterMode, StorageClass};

/// What a variable of the module is.
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
    /// The samplers that the module writes out, by their constants.
    pub(crate) literals: Map<AttrId, LiteralSampler>,
    pub(crate) slots: u32,
    pub(crate) push_bytes: u32,
    pub(crate) builtins: Vec<u32>,
    /// Variables of each invocation that hold the same for all of them, since nobody writes them.
    pub(crate) tables: Set<OpId>,
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
    };
    let mut used = Set::default();
    for op in walk::ops_in(module, func) {
        if ops::code(module, op) == Some(Code::Mlir(Mlir::AddressOf)) {
            used.extend(module_abi::symbol_of(module, op, attrs::SYMBOL));
        }
    }
    let written = written(module, func);
    let mut bound = Vec::new();
    for (op, ty, storage) in module_abi::variables(module) {
        let Some(name) = module_abi::name_of(module, op).filter(|name| used.contains(name)) else { continue };
        let variable = match storage {
            StorageClass::Uniform
            | StorageClass::StorageBuffer
            | StorageClass::UniformConstant
            | StorageClass::CrossWorkgroup => {
                let is_table = storage == StorageClass::UniformConstant && !is_resource(module, element(module, ty).0);
                if is_table && module.attr(op, attrs::INITIALIZER).is_some() {
                    found.variables.insert(name, (op, Variable::Private));
                    continue;
                }
                let numbers = numbers(module, op).map_err(|error| error.at(module, op))?;
                bound.push((numbers, op, name, ty, storage));
                continue;
            }
            StorageClass::PushConstant => {
                found.push_bytes = push_bytes(layouts.size(Shape::of(ty))?)?;
                Variable::Push
            }
            StorageClass::Input => found.builtin(module, op)?,
            StorageClass::Workgroup => Variable::Workgroup,
            StorageClass::Private => Variable::Private,
            _ => {
                return unsupported(
                    "spirv.GlobalVariable",
                    format!("variables of {storage:?} do not exist in compute"),
                );
            }
        };
        found.variables.insert(name, (op, variable));
    }
    let own = found.variables.iter().filter(|(_, (_, variable))| *variable == Variable::Private);
    let is_table = |op: OpId| module.attr(op, attrs::INITIALIZER).is_some();
    found.tables =
        own.filter(|(name, (op, _))| !written.contains(*name) && is_table(*op)).map(|(_, (op, _))| *op).collect();
    bound.sort_by_key(|((set, binding), ..)| (*set, *binding));
    for ((set, binding), op, name, ty, storage) in bound {
        let kind = kind(module, op, ty, storage).map_err(|error| error.at(module, op))?;
        let is_plain = is_plain_memory(module, ty, storage);
        let access = if written.contains(&name) { Access::ReadWrite } else { Access::Read };
        let elem = if is_plain { (ty, None) } else { element(module, ty) };
        found.bind(module, layouts, (set, binding), (op, name), elem, (kind, access))?;
    }
    found.find_literal_samplers(module, func)?;
    Ok(found)
}

/// No device has more push constants.
const MAX_PUSH_BYTES: u32 = 1 << 20;

fn push_bytes(size: u64) -> Result<u32> {
    let bytes = u32::try_from(size).ok().filter(|bytes| *bytes <= MAX_PUSH_BYTES);
    bytes.ok_or_else(|| LowerError::TooLarge(format!("it has {size} bytes of push constants")))
}

fn numbers(module: &Module, op: OpId) -> Result<(u32, u32)> {
    let number = |name: &str| module_abi::number_of(module, op, name).map(|number| number as u32);
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
            Memory::Through(at) => module[op].operands.get(usize::from(at)),
            // What may write anything is a barrier, which writes nothing itself, or does not run.
            Memory::Nothing | Memory::Anything => None,
        };
        // What is written by its address is memory of its own.
        let Some(target) = target.filter(|target| !facts::is_physical(module, module.type_of(**target))) else {
            continue;
        };
        match facts::root(module, *target) {
            Some(root) => found.extend(module_abi::symbol_of(module, root, attrs::SYMBOL)),
            None => found
                .extend(module_abi::variables(module).iter().filter_map(|(op, ..)| module_abi::name_of(module, *op))),
        }
    }
    found
}

/// The element of an array of resources and its length, or the type itself.
fn element(module: &Module, ty: TypeId) -> (TypeId, Option<Option<&Length>>) {
    match &module.ctx[ty] {
        Type::Spirv(SpirvType::Array { elem, len, .. }) => (*elem, Some(Some(len))),
        Type::Spirv(SpirvType::RuntimeArray { elem, .. }) => (*elem, Some(None)),
        _ => (ty, None),
    }
}

/// The name of a variable, or that of its block: GLSL's blocks need no other.
fn name_of(module: &Module, variable: Symbol, elem: TypeId) -> Option<String> {
    let block = match &module.ctx[elem] {
        Type::Spirv(SpirvType::Struct { name, .. }) => *name,
        _ => None,
    };
    let names = [Some(variable), block].into_iter().flatten().map(|name| module.ctx.str(name));
    names.filter(|name| !module_abi::is_generated(name)).map(str::to_owned).next()
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
        other => return unsupported("spirv.Image", format!("images of {other:?} do not exist in compute")),
    };
    let arrayed = if image.arrayed == 1 { abi::SHAPE_ARRAYED } else { 0 };
    let samples = if image.multisampled == 1 { abi::SHAPE_MULTISAMPLED } else { 0 };
    Ok(dim as u32 | arrayed | samples)
}

/// Whether a variable is memory without the structure of a buffer: what an OpenCL kernel is given.
fn is_plain_memory(module: &Module, ty: TypeId, storage: StorageClass) -> bool {
    match storage {
        StorageClass::CrossWorkgroup => true,
        StorageClass::Uniform => {
            let (elem, _) = element(module, ty);
            match &module.ctx[elem] {
                Type::Spirv(SpirvType::Struct { decorations, .. }) => {
                    !decorations.iter().any(|(name, _)| ["block", "buffer_block"].contains(name))
                }
                _ => true,
            }
        }
        StorageClass::UniformConstant => !is_resource(module, element(module, ty).0),
        _ => false,
    }
}

/// Whether values of a type are no data: images, samplers, and what is not known here.
fn is_resource(module: &Module, ty: TypeId) -> bool {
    facts::is_opaque(module, ty) || matches!(module.ctx[ty], Type::Spirv(SpirvType::Other { .. }))
}

fn kind(module: &Module, op: OpId, ty: TypeId, storage: StorageClass) -> Result<BindingKind> {
    if is_plain_memory(module, ty, storage) {
        let is_value = storage == StorageClass::Uniform;
        return Ok(if is_value { BindingKind::UniformBuffer } else { BindingKind::StorageBuffer });
    }
    let (ty, _) = element(module, ty);
    let image = image_of(module, ty);
    Ok(match (&module.ctx[ty], image) {
        (Type::Spirv(SpirvType::Struct { decorations, .. }), _) => {
            let old = decorations.iter().any(|(name, _)| *name == "buffer_block");
            let is_storage = storage == StorageClass::StorageBuffer || old;
            if is_storage { BindingKind::StorageBuffer } else { BindingKind::UniformBuffer }
        }
        (Type::Spirv(SpirvType::Sampler), _) => BindingKind::Sampler,
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
            let name = module_abi::name_of(module, op).map_or("", |name| module.ctx.str(name));
            return unsupported(format!("the resource '{name}'"), "resources of its type are not known");
        }
    })
}

/// Whether an image is read and written without a sampler: in OpenCL its access says so.
fn is_storage(image: &Image) -> bool {
    let is_written = matches!(image.access, Some(AccessQualifier::WriteOnly | AccessQualifier::ReadWrite));
    image.sampler_use == 2 || is_written
}

impl Interface {
    /// Whether the kernel reads how it is divided into waves.
    pub(crate) fn has_wave_builtins(&self) -> bool {
        self.builtins.iter().filter_map(|number| BuiltIn::from_u32(*number)).any(is_about_waves)
    }

    /// Whether the kernel writes nothing of what is bound at a slot.
    pub(crate) fn is_only_read(&self, slot: u32) -> bool {
        let mut bindings = self.bindings.iter().filter(|binding| binding.slot == slot);
        bindings.all(|binding| binding.access == Access::Read)
    }

    fn builtin(&mut self, module: &Module, op: OpId) -> Result<Variable> {
        let number = module_abi::number_of(module, op, "built_in").map(|number| number as u32);
        match number.and_then(BuiltIn::from_u32) {
            Some(builtin) => {
                self.builtins.push(builtin as u32);
                Ok(Variable::Builtin(builtin))
            }
            None => unsupported("spirv.GlobalVariable", "inputs of compute shaders are builtins"),
        }
    }

    fn bind(
        &mut self,
        module: &Module,
        layouts: &Layouts<'_>,
        (set, binding): (u32, u32),
        (op, name): (OpId, Symbol),
        (elem, array): (TypeId, Option<Option<&Length>>),
        (kind, access): (BindingKind, Access),
    ) -> Result<()> {
        let count = match array {
            None => 1,
            Some(None) => abi::UNBOUNDED_COUNT,
            Some(Some(len)) => layouts.array_len(len)?.min(1 << 20) as u32,
        };
        let is_buffer = matches!(kind, BindingKind::UniformBuffer | BindingKind::StorageBuffer);
        let (min_bytes, stride) = match is_buffer {
            true => match layouts.runtime_array(elem)? {
                Some((start, stride)) => (start, stride as u32),
                None => (layouts.size(Shape::of(elem))?, 0),
            },
            false => (0, 0),
        };
        let image = match image_of(module, elem) {
            Some(image) => Some((image_shape(&image)?, image.format as u32)),
            None => None,
        };
        let text = name_of(module, name, elem);
        let slot = match self.bindings.iter_mut().find(|other| (other.set, other.binding) == (set, binding)) {
            Some(other) => {
                other.names.extend(text);
                other.kind = shared_kind(other.kind, kind).ok_or_else(|| LowerError::Overlap {
                    set,
                    binding,
                    names: other.names.clone(),
                })?;
                other.count = other.count.max(count);
                other.min_bytes = other.min_bytes.max(min_bytes);
                if access == Access::ReadWrite {
                    other.access = access;
                }
                other.slot
            }
            None => {
                let slot = self.slots;
                let unbounded = array == Some(None);
                let names = text.into_iter().collect();
                self.bindings.push(Binding {
                    set,
                    binding,
                    slot,
                    count,
                    unbounded,
                    kind,
                    access,
                    names,
                    min_bytes,
                    stride,
                    image,
                });
                slot
            }
        };
        self.slots = self.slots.max(slot.saturating_add(count));
        let array = array.map(|_| count);
        let variable = if is_buffer { Variable::Buffer { slot, array } } else { Variable::Resource { slot, array } };
        self.variables.insert(name, (op, variable));
        Ok(())
    }

    /// The samplers that the module writes out, by their slots.
    pub(crate) fn literal_samplers(&self) -> Vec<LiteralSampler> {
        let mut literals: Vec<_> = self.literals.values().copied().collect();
        literals.sort_by_key(|literal| literal.slot);
        literals
    }

    /// Gives each sampler that is written out a slot behind those of the bindings.
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

/// What a constant says of a sampler; nothing where it is null.
fn literal_sampler(module: &Module, constant: AttrId, slot: u32) -> Result<Option<LiteralSampler>> {
    let Attr::Array(words) = &module.ctx[constant] else { return Ok(None) };
    let word = |at: usize| words.get(at).and_then(|word| module_abi::number(module, *word)).map(|word| word as u32);
    let address = match word(0).and_then(SamplerAddressingMode::from_u32) {
        // Without a mode there is nothing that kernels may count on beyond the edges.
        Some(SamplerAddressingMode::None | SamplerAddressingMode::ClampToEdge) => AddressMode::Clamp,
        Some(SamplerAddressingMode::Clamp) => AddressMode::Border,
        Some(SamplerAddressingMode::Repeat) => AddressMode::Wrap,
        Some(SamplerAddressingMode::RepeatMirrored) => AddressMode::Mirror,
        None => return invalid("a sampler has no such addressing mode"),
    };
    let is_linear = match word(2).and_then(SamplerFilterMode::from_u32) {
        Some(SamplerFilterMode::Nearest) => false,
        Some(SamplerFilterMode::Linear) => true,
        None => return invalid("a sampler has no such filter"),
    };
    Ok(Some(LiteralSampler { slot, address, is_normalised: word(1) != Some(0), is_linear }))
}

/// What a binding holds at which variables of two kinds stand: the same, or a texture with its sampler.
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
