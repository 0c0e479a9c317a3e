//! The arguments of a kernel, in order, made of the resources of a shader, and their description for the host.
//!
//! Resources come in the order of their sets and bindings: a buffer is a pointer and its size in bytes, a constant buffer
//! a pointer, an image an image, a sampler a sampler, each element of an array separately. The members of the push
//! constants follow, by value.

use crate::error::{Result, refuse};
use crate::images;
use crate::place::{Handle, MatrixLayout, Place, Resource};
use crate::state::Rewriter;
use crate::types;
use base::intern::Symbol;
use dialect::ir::{Attr, BlockId, OpId, Type, TypeId, ValueId};
use dialect::spirv::enums::Kind as Enumeration;
use dialect::spirv::facts;
use dialect::spirv::types::{Image, Length, SpirvType};
use spirv::{AccessQualifier, Dim, FunctionParameterAttribute, StorageClass};

/// An array of resources has at most this many elements, each of which is an argument.
const MAX_ELEMENTS: u64 = 64;
/// The push constants have at most this many scalars and vectors, each of which is an argument.
const MAX_PUSH: usize = 128;

/// The kind of an argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ArgumentKind {
    /// A pointer to a buffer that may be written.
    Buffer,
    /// The size in bytes of the buffer before it, 64 bits wide.
    Bytes,
    /// A pointer to a constant buffer.
    Constants,
    /// An image.
    Image(Dim, bool, AccessQualifier),
    /// A sampler.
    Sampler,
    /// A part of the push constants.
    Push,
    /// A pointer to memory of the workgroup, whose size the host says.
    GroupMemory,
    /// A value.
    Value,
}

/// An argument of a kernel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Argument {
    /// Its name.
    pub name: String,
    /// The kind.
    pub kind: ArgumentKind,
    /// The descriptor set of the variable that it represents.
    pub set: u32,
    /// Its binding.
    pub binding: u32,
    /// The element, where the variable is an array.
    pub element: Option<u32>,
    /// For parts of the push constants: where they are among them.
    pub offset: u32,
    /// The bytes of what is given by value.
    pub bytes: u32,
}

/// A kernel, as its host sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kernel {
    /// The entry point.
    pub name: String,
    /// The size of a workgroup, where it does not depend on specialisation constants.
    pub local_size: Option<[u32; 3]>,
    /// The arguments, in order.
    pub arguments: Vec<Argument>,
}

/// The parameters of a function that becomes a kernel.
pub(crate) struct Arguments {
    entry: BlockId,
    pub(crate) list: Vec<Argument>,
    pub(crate) types: Vec<TypeId>,
    /// The buffers that other variables of their binding may represent: set, binding and element.
    aliased: Vec<(BoundAt, Handle)>,
}

/// A set, a binding and the number of an element.
type BoundAt = (u32, u32, Option<u32>);

/// A variable that the host fills.
pub(crate) struct Variable {
    pub(crate) op: OpId,
    pub(crate) name: Symbol,
    pub(crate) ty: TypeId,
    pub(crate) storage: StorageClass,
}

impl Variable {
    fn place(&self, rewriter: &Rewriter<'_>) -> (u32, u32) {
        let number = |name| facts::number_of(rewriter.module, self.op, name).unwrap_or(0) as u32;
        (number("descriptor_set"), number("binding"))
    }
}

impl Arguments {
    pub(crate) fn new(entry: BlockId) -> Self {
        Arguments { entry, list: Vec::new(), types: Vec::new(), aliased: Vec::new() }
    }

    /// Arguments for variables, in their order.
    pub(crate) fn add_all(&mut self, rewriter: &mut Rewriter<'_>, mut variables: Vec<Variable>) -> Result<()> {
        variables.sort_by_key(|variable| variable.place(rewriter));
        for variable in variables {
            let resource = self.resource(rewriter, &variable);
            let resource = resource.map_err(|error| error.at(rewriter.module, variable.op))?;
            rewriter.resources.insert(variable.name, resource);
        }
        Ok(())
    }

    fn add(&mut self, rewriter: &mut Rewriter<'_>, ty: TypeId, argument: Argument) -> ValueId {
        let value = rewriter.module.add_arg(self.entry, ty);
        rewriter.module[value].name = Some(rewriter.module.ctx.name(&argument.name));
        self.types.push(ty);
        self.list.push(argument);
        value
    }

    fn resource(&mut self, rewriter: &mut Rewriter<'_>, variable: &Variable) -> Result<Resource> {
        let (ty, count) = element(rewriter, variable)?;
        let has = |name: &str| rewriter.module.attr(variable.op, name).is_some();
        let volatile = has("coherent") || has("volatile");
        let mut elements = Vec::new();
        for at in 0..count.unwrap_or(1) {
            let element = count.map(|_| at as u32);
            elements.push(self.handle(rewriter, variable, ty, element)?);
        }
        Ok(Resource { elements, ty, is_array: count.is_some(), volatile })
    }

    fn handle(
        &mut self,
        rewriter: &mut Rewriter<'_>,
        variable: &Variable,
        ty: TypeId,
        element: Option<u32>,
    ) -> Result<Handle> {
        let (set, binding) = variable.place(rewriter);
        let own = rewriter.module.ctx.str(variable.name).to_owned();
        let name = element.map_or(own.clone(), |element| format!("{own}[{element}]"));
        let argument = |kind| Argument { name: name.clone(), kind, set, binding, element, offset: 0, bytes: 0 };
        match rewriter.module.ctx[ty].clone() {
            Type::Spirv(SpirvType::Struct { .. }) if is_storage(rewriter, variable, ty) => {
                // Variables of one binding that say so are one buffer.
                let aliased = rewriter.module.attr(variable.op, "aliased").map(|_| (set, binding, element));
                let known = self.aliased.iter().find(|(place, _)| Some(*place) == aliased);
                if let Some((_, known)) = known {
                    return Ok(*known);
                }
                let handle = self.buffer(rewriter, variable, ty, argument(ArgumentKind::Buffer));
                self.aliased.extend(aliased.map(|place| (place, handle)));
                Ok(handle)
            }
            Type::Spirv(SpirvType::Struct { .. }) => {
                let storage = StorageClass::UniformConstant;
                let pointer = bytes_pointer(rewriter, storage);
                let value = self.add(rewriter, pointer, argument(ArgumentKind::Constants));
                Ok(Handle::Memory(value, storage, None))
            }
            Type::Spirv(SpirvType::Sampler) => {
                Ok(Handle::Opaque(self.add(rewriter, ty, argument(ArgumentKind::Sampler))))
            }
            Type::Spirv(SpirvType::Image(image)) => {
                let (ty, kind) = image_argument(rewriter, variable.name, &image)?;
                Ok(Handle::Opaque(self.add(rewriter, ty, argument(kind))))
            }
            Type::Spirv(SpirvType::SampledImage(image)) => {
                let Type::Spirv(SpirvType::Image(image)) = rewriter.module.ctx[image] else {
                    return refuse("sampled image without an image");
                };
                let (ty, kind) = image_argument(rewriter, variable.name, &image)?;
                let is_buffer = image.dim == Dim::DimBuffer;
                let image = self.add(rewriter, ty, argument(kind));
                // A buffer of texels has no sampler, though GLSL's type for it claims one.
                if is_buffer {
                    return Ok(Handle::Opaque(image));
                }
                let sampler = rewriter.module.ctx.ty(Type::Spirv(SpirvType::Sampler));
                let mut of_sampler = argument(ArgumentKind::Sampler);
                of_sampler.name.push_str(".sampler");
                Ok(Handle::Combined(image, self.add(rewriter, sampler, of_sampler)))
            }
            _ => refuse(format!("type of resource '{own}' is not supported in kernels")),
        }
    }

    fn buffer(&mut self, rewriter: &mut Rewriter<'_>, variable: &Variable, ty: TypeId, argument: Argument) -> Handle {
        let storage = StorageClass::CrossWorkgroup;
        let pointer = bytes_pointer(rewriter, storage);
        let name = format!("{}.bytes", argument.name);
        let of_size = Argument { name, kind: ArgumentKind::Bytes, bytes: 8, ..argument.clone() };
        let value = self.add(rewriter, pointer, argument);
        if is_read_only(rewriter, variable, ty) {
            let kind = Enumeration::FunctionParameterAttribute.id();
            let attr = rewriter.module.ctx.enum_attr(kind, FunctionParameterAttribute::NoWrite as u32);
            rewriter.module.set_arg_attrs(value, vec![("func_param_attr", attr)]);
        }
        let size = rewriter.module.ctx.int(64);
        let size = self.add(rewriter, size, of_size);
        Handle::Memory(value, storage, Some(size))
    }

    /// The push constants: each part is an argument, and a variable puts them together.
    pub(crate) fn push_constants(&mut self, rewriter: &mut Rewriter<'_>, variable: &Variable) -> Result<Place> {
        let own = rewriter.module.ctx.str(variable.name).to_owned();
        let parts = push_parts(rewriter, variable.ty, own)?;
        let stored = rewriter.types.stored(&mut rewriter.module.ctx, variable.ty);
        let pointer = rewriter.variable(stored);
        for part in parts {
            let ty = rewriter.types.value(&mut rewriter.module.ctx, part.ty);
            // 64-bit numbers are given as their bits: no kernel takes them by value.
            let is_double = types::is_float(&rewriter.module.ctx, ty) && types::width(&rewriter.module.ctx, ty) == 64;
            let given = match is_double {
                true => {
                    let word = rewriter.module.ctx.int(64);
                    rewriter.module.ctx.with_scalar(ty, word)
                }
                false => ty,
            };
            let (lanes, size) = (types::lanes(&rewriter.module.ctx, ty), types::bytes(&rewriter.module.ctx, ty));
            let argument = Argument {
                name: part.name,
                kind: ArgumentKind::Push,
                set: 0,
                binding: 0,
                element: None,
                offset: part.offset,
                bytes: size * if lanes == 3 { 4 } else { lanes },
            };
            let value = self.add(rewriter, given, argument);
            rewriter.at_start(|rewriter| {
                let value = rewriter.bitcast(value, ty);
                let mut indices = vec![pointer];
                indices.extend(part.path.iter().map(|at| rewriter.word(*at)).collect::<Vec<_>>());
                let target = rewriter.pointer_type(ty, StorageClass::Function);
                let target = rewriter.core(spirv::Op::InBoundsAccessChain, &indices, target);
                rewriter.effect(dialect::spirv::ops::core(spirv::Op::Store), &[target, value]);
            });
        }
        Ok(Place::Typed { pointer, storage: StorageClass::Function, ty: variable.ty })
    }
}

/// A scalar or a vector of the push constants.
struct Part {
    path: Vec<u32>,
    name: String,
    offset: u32,
    ty: TypeId,
}

/// A part of the push constants that is being taken apart.
#[derive(Clone)]
struct Whole {
    path: Vec<u32>,
    name: String,
    offset: u32,
    ty: TypeId,
    matrix: Option<MatrixLayout>,
}

/// Collects the scalars and vectors of a type, in their order.
fn push_parts(rewriter: &Rewriter<'_>, ty: TypeId, name: String) -> Result<Vec<Part>> {
    let mut parts = Vec::new();
    let mut stack = vec![Whole { path: Vec::new(), name, offset: 0, ty, matrix: None }];
    while let Some(whole) = stack.pop() {
        if parts.len() >= MAX_PUSH {
            return refuse(format!("push constants have more than {MAX_PUSH} members"));
        }
        match pieces(rewriter, &whole)? {
            Some(pieces) => stack.extend(pieces.into_iter().rev()),
            None => {
                let Whole { path, name, offset, ty, .. } = whole;
                parts.push(Part { path, name, offset, ty });
            }
        }
    }
    Ok(parts)
}

/// The parts of a part; `None` for one that is an argument.
fn pieces(rewriter: &Rewriter<'_>, whole: &Whole) -> Result<Option<Vec<Whole>>> {
    let ctx = &rewriter.module.ctx;
    let piece = |at: u32, name: String, distance: u32, ty, matrix| Whole {
        path: whole.path.iter().copied().chain([at]).collect(),
        name: format!("{}{name}", whole.name),
        offset: whole.offset.saturating_add(distance),
        ty,
        matrix,
    };
    let indexed = |count: u64, stride: u32, ty: TypeId| -> Vec<Whole> {
        let count = count.min(MAX_PUSH as u64 + 1) as u32;
        (0..count).map(|at| piece(at, format!("[{at}]"), at.saturating_mul(stride), ty, whole.matrix)).collect()
    };
    Ok(match &ctx[whole.ty] {
        Type::Spirv(SpirvType::Struct { members, .. }) => {
            let members = members.iter().enumerate().map(|(at, member)| {
                let name = format!(".{}", member_name(rewriter, whole.ty, at));
                piece(at as u32, name, member.offset.unwrap_or(0), member.ty, MatrixLayout::of(ctx, member))
            });
            Some(members.collect())
        }
        Type::Spirv(SpirvType::Array { elem, len: Length::Const(len), stride }) => {
            Some(indexed(*len, stride.unwrap_or(0), *elem))
        }
        Type::Spirv(SpirvType::Matrix { column, columns }) => {
            let layout = whole.matrix.unwrap_or_default();
            let distance = if layout.row_major { types::bytes(ctx, *column) } else { layout.stride };
            Some(indexed(u64::from(*columns), distance, *column))
        }
        // A column of a matrix whose rows lie one after the other.
        Type::Vector { elem, len } if whole.matrix.is_some_and(|layout| layout.row_major) => {
            Some(indexed(u64::from(*len), whole.matrix.unwrap_or_default().stride, *elem))
        }
        Type::Int { .. } | Type::Float { .. } | Type::Vector { .. } => None,
        Type::Spirv(SpirvType::Pointer { storage: StorageClass::PhysicalStorageBuffer, .. }) => None,
        Type::None | Type::Function { .. } | Type::Spirv(_) | Type::Llvm(_) => {
            return refuse("push constants have a member that cannot be passed by value");
        }
    })
}

/// The name of a member of a struct, or its number.
fn member_name(rewriter: &Rewriter<'_>, ty: TypeId, at: usize) -> String {
    let module = &*rewriter.module;
    for attr in facts::array_of(module, module.root, dialect::spirv::attrs::MEMBER_NAMES) {
        let Attr::Array(items) = &module.ctx[*attr] else { continue };
        let is_it = items.first().is_some_and(|first| module.ctx[*first] == Attr::Type(ty));
        if let (true, Some(Attr::Str(name))) = (is_it, items.get(at + 1).map(|name| &module.ctx[*name])) {
            return name.to_string();
        }
    }
    at.to_string()
}

/// The type of a resource, or of the elements of an array of them, and how many these are.
fn element(rewriter: &Rewriter<'_>, variable: &Variable) -> Result<(TypeId, Option<u64>)> {
    let name = rewriter.module.ctx.str(variable.name);
    match &rewriter.module.ctx[variable.ty] {
        Type::Spirv(SpirvType::Array { elem, len: Length::Const(len), .. }) if *len <= MAX_ELEMENTS => {
            Ok((*elem, Some(*len)))
        }
        Type::Spirv(SpirvType::Array { .. }) => {
            refuse(format!("resource array '{name}' has more than {MAX_ELEMENTS} elements or an unknown length"))
        }
        Type::Spirv(SpirvType::RuntimeArray { .. }) => {
            refuse(format!("unsized resource arrays such as '{name}' are not supported in kernels"))
        }
        _ => Ok((variable.ty, None)),
    }
}

fn bytes_pointer(rewriter: &mut Rewriter<'_>, storage: StorageClass) -> TypeId {
    let byte = rewriter.module.ctx.int(8);
    rewriter.pointer_type(byte, storage)
}

fn is_storage(rewriter: &Rewriter<'_>, variable: &Variable, ty: TypeId) -> bool {
    let old = match &rewriter.module.ctx[ty] {
        Type::Spirv(SpirvType::Struct { decorations, .. }) => {
            decorations.iter().any(|(name, _)| *name == "buffer_block")
        }
        _ => false,
    };
    variable.storage == StorageClass::StorageBuffer || old
}

fn is_read_only(rewriter: &Rewriter<'_>, variable: &Variable, ty: TypeId) -> bool {
    let of_members = match &rewriter.module.ctx[ty] {
        Type::Spirv(SpirvType::Struct { members, .. }) => {
            members.iter().all(|member| member.decorations.iter().any(|(name, _)| *name == "non_writable"))
        }
        _ => false,
    };
    of_members || rewriter.module.attr(variable.op, "non_writable").is_some()
}

/// The type of an image that a kernel is given.
fn image_argument(rewriter: &mut Rewriter<'_>, name: Symbol, image: &Image) -> Result<(TypeId, ArgumentKind)> {
    let access = rewriter.facts.uses.access(name);
    if access == AccessQualifier::ReadWrite && !rewriter.facts.read_write_images {
        return refuse("images that are both read and written are not supported in kernels before OpenCL 2.0");
    }
    let made = images::kernel_image(&mut rewriter.module.ctx, image, access)?;
    images::require(rewriter.needs, image, access);
    let ty = rewriter.module.ctx.ty(Type::Spirv(SpirvType::Image(made)));
    Ok((ty, ArgumentKind::Image(image.dim, image.arrayed == 1, access)))
}

/// The value of an attribute that represents a constant.
pub(crate) fn initial(rewriter: &Rewriter<'_>, op: OpId) -> Option<dialect::ir::AttrId> {
    let attr = rewriter.module.attr(op, dialect::spirv::attrs::INITIALIZER)?;
    match &rewriter.module.ctx[attr] {
        Attr::Dict(items) => {
            items.iter().find(|(name, _)| *name == dialect::spirv::attrs::VALUE).map(|(_, attr)| *attr)
        }
        _ => Some(attr),
    }
}
