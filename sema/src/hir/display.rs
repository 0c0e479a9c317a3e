//! Types as the source spells them.

use super::Module;
use super::expr::{ConstantId, ConstantValue};
use super::ty::{
    Access, ElemClass, Object, PatchKind, Scalar, SpirvType, StreamKind, StructId, StructuredKind, Texture, TextureDim,
    Transient, Type, TypeId,
};
use base::intern::{Interner, Symbol};

/// The name of a type, for messages and dumps.
pub fn type_name(module: &Module, names: &Interner, ty: TypeId) -> String {
    Naming { module, names, arguments: &|_| None }.name(ty, MAX_NESTING)
}

/// The name of a type with the template arguments of instances, which the module does not have.
pub(crate) fn type_name_with(module: &Module, names: &Interner, arguments: Arguments<'_>, ty: TypeId) -> String {
    Naming { module, names, arguments }.name(ty, MAX_NESTING)
}

/// The template arguments of a struct.
pub(crate) type Arguments<'a> = &'a dyn Fn(StructId) -> Option<Vec<Argument>>;

/// A template argument.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Argument {
    /// A type.
    Type(TypeId),
    /// A constant.
    Value(ConstantId),
    /// A template.
    Named(Symbol),
}

/// The limit of nesting in names.
const MAX_NESTING: u32 = 64;
/// The limits of instances in the arguments of instances, and of the arguments of one: text grows with the power.
const MAX_NESTED_INSTANCES: u32 = 4;
const MOST_ARGUMENTS: usize = 6;

struct Naming<'a> {
    module: &'a Module,
    names: &'a Interner,
    arguments: Arguments<'a>,
}

impl Naming<'_> {
    fn name(&self, ty: TypeId, depth: u32) -> String {
        let Some(depth) = depth.checked_sub(1) else { return "...".to_owned() };
        let (module, inner) = (self.module, |ty| self.name(ty, depth));
        match module.ty(ty) {
            Type::Error => "<error>".to_owned(),
            Type::Void => "void".to_owned(),
            Type::String => "string".to_owned(),
            Type::Scalar(elem) => scalar_name(elem).to_owned(),
            ty @ Type::Vector(elem, count) if elem.is_literal() || ty.is_long_vector() => {
                format!("vector<{}, {count}>", scalar_name(elem))
            }
            Type::Vector(elem, count) => format!("{}{count}", scalar_name(elem)),
            Type::Matrix { elem, rows, columns } => format!("{}{rows}x{columns}", scalar_name(elem)),
            Type::Array(..) | Type::RuntimeArray(_) => array_name(module, ty, inner),
            Type::Struct(id) => match self.names.resolve(module.structs[id].name) {
                "" => "<unnamed struct>".to_owned(),
                name => name.to_owned() + &self.argument_list(id, depth.min(MAX_NESTED_INSTANCES)),
            },
            Type::Enum(id) => self.names.resolve(module.enums[id].name).to_owned(),
            Type::Object(object) => object_name(module, object, inner),
            Type::Spirv(id) => spirv_name(&module.spirv_types[id]),
            Type::Transient(Transient::Heap(kind)) => kind.name().to_owned(),
            Type::Transient(Transient::HeapElement(kind)) => format!("element of {}", kind.name()),
            Type::Transient(Transient::IntegralConstant(constant)) => integral_name(module, self.names, constant),
            Type::Transient(Transient::Literal(constant)) => {
                format!("vk::Literal<{}>", integral_name(module, self.names, constant))
            }
            Type::BufferPointer(pointee, align) => format!("vk::BufferPointer<{}, {align}>", inner(pointee)),
        }
    }

    /// The template arguments of a struct in angle brackets, or nothing.
    fn argument_list(&self, id: StructId, depth: u32) -> String {
        let Some(arguments) = (self.arguments)(id) else { return String::new() };
        let mut texts: Vec<String> =
            arguments.iter().take(MOST_ARGUMENTS).map(|&it| self.argument(it, depth)).collect();
        if arguments.len() > MOST_ARGUMENTS {
            texts.push("...".to_owned());
        }
        format!("<{}>", texts.join(", "))
    }

    fn argument(&self, argument: Argument, depth: u32) -> String {
        match argument {
            Argument::Type(ty) => self.name(ty, depth),
            Argument::Value(constant) => constant_text(self.module, constant),
            Argument::Named(name) => self.names.resolve(name).to_owned(),
        }
    }
}

fn object_name(module: &Module, object: Object, inner: impl Fn(TypeId) -> String) -> String {
    match object {
        Object::Texture(texture) => format!("{}<{}>", texture_name(texture), inner(texture.elem)),
        Object::Sampler { comparison: false } => "SamplerState".to_owned(),
        Object::Sampler { comparison: true } => "SamplerComparisonState".to_owned(),
        Object::StructuredBuffer { kind, elem, .. } => format!("{}<{}>", structured_name(kind), inner(elem)),
        Object::ByteAddressBuffer(access) => format!("{}ByteAddressBuffer", access_prefix(access)),
        Object::ConstantBuffer(content) => format!("ConstantBuffer<{}>", inner(content)),
        Object::TextureBuffer(content) => format!("TextureBuffer<{}>", inner(content)),
        Object::AccelerationStructure => "RaytracingAccelerationStructure".to_owned(),
        Object::Feedback { arrayed: false } => "FeedbackTexture2D".to_owned(),
        Object::Feedback { arrayed: true } => "FeedbackTexture2DArray".to_owned(),
        Object::RayQuery(flags, 0) => format!("RayQuery<{flags}>"),
        Object::RayQuery(flags, query) => format!("RayQuery<{flags}, {query}>"),
        Object::HitObject => "dx::HitObject".to_owned(),
        Object::Patch(PatchKind::Input, elem, count) => format!("InputPatch<{}, {count}>", inner(elem)),
        Object::Patch(PatchKind::Output, elem, count) => format!("OutputPatch<{}, {count}>", inner(elem)),
        Object::Stream(kind, elem) => format!("{}<{}>", stream_name(kind), inner(elem)),
        Object::Node(node) if node.kind.has_records() => format!("{}<{}>", node.kind.name(), inner(node.record)),
        Object::Node(node) => node.kind.name().to_owned(),
        Object::Spirv(id) => opaque_name(&module.spirv_types[id]),
    }
}

fn spirv_name(spirv: &SpirvType) -> String {
    let opcode = spirv.opcode.unwrap_or_default();
    format!("vk::SpirvType<{opcode}, {}, {}, ...>", spirv.size, spirv.align)
}

fn opaque_name(spirv: &SpirvType) -> String {
    match spirv.opcode {
        Some(opcode) => format!("vk::SpirvOpaqueType<{opcode}, ...>"),
        None => format!("vk::ext_type<{}>", spirv.number),
    }
}

/// A constant as the source would spell it, for tools.
pub fn constant_text(module: &Module, constant: ConstantId) -> String {
    constant_text_bounded(module, constant, MAX_NESTING)
}

/// The limit of parts that the text of a constant has.
const MOST_PARTS: usize = 16;

fn constant_text_bounded(module: &Module, constant: ConstantId, depth: u32) -> String {
    let Some(depth) = depth.checked_sub(1) else { return "...".to_owned() };
    let constant = &module.constants[constant];
    let is_signed = matches!(module.ty(constant.ty), Type::Scalar(elem) if elem.class() == ElemClass::SInt);
    match &constant.value {
        ConstantValue::Int(value) if is_signed => (*value as i64).to_string(),
        ConstantValue::Int(value) => value.to_string(),
        ConstantValue::Bool(value) => value.to_string(),
        ConstantValue::Float(bits) => format!("{:?}", f64::from_bits(*bits)),
        ConstantValue::Zero => "0".to_owned(),
        ConstantValue::Composite(parts) => {
            let shown = parts.iter().take(MOST_PARTS);
            let mut texts: Vec<String> = shown.map(|&part| constant_text_bounded(module, part, depth)).collect();
            if parts.len() > MOST_PARTS {
                texts.push("...".to_owned());
            }
            format!("{{ {} }}", texts.join(", "))
        }
    }
}

fn integral_name(module: &Module, names: &Interner, constant: ConstantId) -> String {
    let constant = &module.constants[constant];
    let value = match constant.value {
        ConstantValue::Int(value) => (value as i64).to_string(),
        ConstantValue::Bool(value) => value.to_string(),
        ConstantValue::Zero => "0".to_owned(),
        ConstantValue::Float(_) | ConstantValue::Composite(_) => "...".to_owned(),
    };
    format!("vk::integral_constant<{}, {value}>", type_name(module, names, constant.ty))
}

/// The lengths follow the innermost element's name, outermost first.
fn array_name(module: &Module, ty: TypeId, inner: impl Fn(TypeId) -> String) -> String {
    let mut lengths = String::new();
    let mut elem = ty;
    loop {
        match module.ty(elem) {
            Type::Array(next, length) => {
                lengths.push_str(&format!("[{length}]"));
                elem = next;
            }
            Type::RuntimeArray(next) => {
                lengths.push_str("[]");
                elem = next;
            }
            Type::Error
            | Type::Void
            | Type::String
            | Type::Scalar(_)
            | Type::Vector(..)
            | Type::Matrix { .. }
            | Type::Struct(_)
            | Type::Enum(_)
            | Type::Object(_)
            | Type::BufferPointer(..)
            | Type::Spirv(_)
            | Type::Transient(_) => return inner(elem) + &lengths,
        }
    }
}

/// The name of a scalar type.
pub const fn scalar_name(elem: Scalar) -> &'static str {
    match elem {
        Scalar::Bool => "bool",
        Scalar::Int => "int",
        Scalar::UInt => "uint",
        Scalar::Int8 => "int8_t",
        Scalar::UInt8 => "uint8_t",
        Scalar::Int16 => "int16_t",
        Scalar::UInt16 => "uint16_t",
        Scalar::Int64 => "int64_t",
        Scalar::UInt64 => "uint64_t",
        Scalar::Half => "half",
        Scalar::Float => "float",
        Scalar::Double => "double",
        Scalar::Min16Float => "min16float",
        Scalar::Min10Float => "min10float",
        Scalar::Min16Int => "min16int",
        Scalar::Min12Int => "min12int",
        Scalar::Min16UInt => "min16uint",
        Scalar::PackedInt8x4 => "int8_t4_packed",
        Scalar::PackedUInt8x4 => "uint8_t4_packed",
        Scalar::LiteralInt => "literal int",
        Scalar::LiteralFloat => "literal float",
    }
}

const fn access_prefix(access: Access) -> &'static str {
    match access {
        Access::Read => "",
        Access::ReadWrite => "RW",
        Access::RasterizerOrdered => "RasterizerOrdered",
    }
}

fn texture_name(texture: Texture) -> String {
    let dim = match texture.dim {
        TextureDim::Buffer => return format!("{}Buffer", access_prefix(texture.access)),
        TextureDim::Subpass if texture.multisampled => return "SubpassInputMS".to_owned(),
        TextureDim::Subpass => return "SubpassInput".to_owned(),
        TextureDim::D1 => "1D",
        TextureDim::D2 => "2D",
        TextureDim::D3 => "3D",
        TextureDim::Cube if texture.combined => "CUBE",
        TextureDim::Cube => "Cube",
    };
    let prefix = if texture.combined { "vk::Sampled" } else { access_prefix(texture.access) };
    let samples = if texture.multisampled { "MS" } else { "" };
    let layers = if texture.arrayed { "Array" } else { "" };
    format!("{prefix}Texture{dim}{samples}{layers}")
}

const fn structured_name(kind: StructuredKind) -> &'static str {
    match kind {
        StructuredKind::StructuredBuffer => "StructuredBuffer",
        StructuredKind::RWStructuredBuffer => "RWStructuredBuffer",
        StructuredKind::AppendStructuredBuffer => "AppendStructuredBuffer",
        StructuredKind::ConsumeStructuredBuffer => "ConsumeStructuredBuffer",
        StructuredKind::RasterizerOrderedStructuredBuffer => "RasterizerOrderedStructuredBuffer",
    }
}

const fn stream_name(kind: StreamKind) -> &'static str {
    match kind {
        StreamKind::Point => "PointStream",
        StreamKind::Line => "LineStream",
        StreamKind::Triangle => "TriangleStream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_those_of_the_source() {
        let mut module = Module::default();
        let names = Interner::new();
        let elem = module.types.intern(Type::Vector(Scalar::Float, 4));
        let texture = module.types.intern(Type::Object(Object::Texture(Texture {
            dim: TextureDim::D2,
            arrayed: true,
            multisampled: false,
            access: Access::ReadWrite,
            elem,
            combined: false,
        })));
        let inner = module.types.intern(Type::Array(texture, 3));
        let outer = module.types.intern(Type::RuntimeArray(inner));
        assert_eq!(type_name(&module, &names, outer), "RWTexture2DArray<float4>[][3]");
    }
}
