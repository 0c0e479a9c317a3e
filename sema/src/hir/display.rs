//! Types as the source spells them, for messages and dumps.

use super::Module;
use super::ty::{Access, Scalar, StreamKind, StructuredKind, Texture, TextureDim, Type, TypeId};
use base::intern::Interner;

/// A type as the source spells it: `float4x4`, `StructuredBuffer<S>`.
pub fn type_name(module: &Module, names: &Interner, ty: TypeId) -> String {
    let inner = |ty| type_name(module, names, ty);
    match module.ty(ty) {
        Type::Error => "<error>".into(),
        Type::Void => "void".into(),
        Type::String => "string".into(),
        Type::Scalar(scalar) => scalar_name(scalar).into(),
        Type::Vector(scalar, length) if scalar.is_literal() => format!("vector<{}, {length}>", scalar_name(scalar)),
        Type::Vector(scalar, length) => format!("{}{length}", scalar_name(scalar)),
        Type::Matrix { elem, rows, columns } => format!("{}{rows}x{columns}", scalar_name(elem)),
        Type::Array(..) | Type::RuntimeArray(_) => array_name(module, names, ty),
        Type::Struct(id) => names.resolve(module.structs[id].name).into(),
        Type::Enum(id) => names.resolve(module.enums[id].name).into(),
        Type::Texture(texture) => format!("{}<{}>", texture_name(&texture), inner(texture.elem)),
        Type::Sampler { comparison: false } => "SamplerState".into(),
        Type::Sampler { comparison: true } => "SamplerComparisonState".into(),
        Type::StructuredBuffer { kind, elem, .. } => format!("{}<{}>", structured_name(kind), inner(elem)),
        Type::ByteAddressBuffer(Access::Read) => "ByteAddressBuffer".into(),
        Type::ByteAddressBuffer(Access::ReadWrite) => "RWByteAddressBuffer".into(),
        Type::ByteAddressBuffer(Access::RasterizerOrdered) => "RasterizerOrderedByteAddressBuffer".into(),
        Type::ConstantBuffer(content) => format!("ConstantBuffer<{}>", inner(content)),
        Type::TextureBuffer(content) => format!("TextureBuffer<{}>", inner(content)),
        Type::AccelerationStructure => "RaytracingAccelerationStructure".into(),
        Type::RayQuery(flags) => format!("RayQuery<{flags}>"),
        Type::InputPatch(element, count) => format!("InputPatch<{}, {count}>", inner(element)),
        Type::OutputPatch(element, count) => format!("OutputPatch<{}, {count}>", inner(element)),
        Type::Stream(kind, element) => format!("{}<{}>", stream_name(kind), inner(element)),
        Type::BufferPointer(pointee, align) => format!("vk::BufferPointer<{}, {align}>", inner(pointee)),
    }
}

/// The dimensions stand in the order of the source, outermost first.
fn array_name(module: &Module, names: &Interner, mut ty: TypeId) -> String {
    let mut dims = String::new();
    loop {
        match module.ty(ty) {
            Type::Array(element, length) => {
                dims.push_str(&format!("[{length}]"));
                ty = element;
            }
            Type::RuntimeArray(element) => {
                dims.push_str("[]");
                ty = element;
            }
            _ => return type_name(module, names, ty) + &dims,
        }
    }
}

/// A scalar type as the source spells it.
pub fn scalar_name(scalar: Scalar) -> &'static str {
    match scalar {
        Scalar::Bool => "bool",
        Scalar::Int => "int",
        Scalar::UInt => "uint",
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

fn texture_name(texture: &Texture) -> String {
    let prefix = match texture.access {
        Access::Read => "",
        Access::ReadWrite => "RW",
        Access::RasterizerOrdered => "RasterizerOrdered",
    };
    let shape = match texture.dim {
        TextureDim::D1 => "Texture1D",
        TextureDim::D2 => "Texture2D",
        TextureDim::D3 => "Texture3D",
        TextureDim::Cube => "TextureCube",
        TextureDim::Buffer => "Buffer",
        TextureDim::Subpass => "SubpassInput",
    };
    let samples = if texture.multisampled { "MS" } else { "" };
    let layers = if texture.arrayed { "Array" } else { "" };
    if texture.combined {
        return format!("vk::Sampled{shape}{samples}{layers}");
    }
    format!("{prefix}{shape}{samples}{layers}")
}

fn structured_name(kind: StructuredKind) -> &'static str {
    match kind {
        StructuredKind::StructuredBuffer => "StructuredBuffer",
        StructuredKind::RWStructuredBuffer => "RWStructuredBuffer",
        StructuredKind::AppendStructuredBuffer => "AppendStructuredBuffer",
        StructuredKind::ConsumeStructuredBuffer => "ConsumeStructuredBuffer",
        StructuredKind::RasterizerOrderedStructuredBuffer => "RasterizerOrderedStructuredBuffer",
    }
}

fn stream_name(kind: StreamKind) -> &'static str {
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
        let texture = module.types.intern(Type::Texture(Texture {
            dim: TextureDim::D2,
            arrayed: true,
            multisampled: false,
            access: Access::ReadWrite,
            elem,
            combined: false,
        }));
        let inner = module.types.intern(Type::Array(texture, 3));
        let outer = module.types.intern(Type::RuntimeArray(inner));
        assert_eq!(type_name(&module, &names, outer), "RWTexture2DArray<float4>[][3]");
    }
}
