//! The builtin types by name.

use crate::hir::node::NodeKind;
use crate::hir::ty::{Access, Object, PatchKind, Scalar, StreamKind, StructuredKind, TextureDim, Type};

/// The templates of `vk` for inline SPIR-V types.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SpirvForm {
    /// `vk::SpirvType<opcode, size, align, operands…>`
    Type,
    /// `vk::SpirvOpaqueType<opcode, operands…>`
    Opaque,
    /// `vk::ext_type<number>`
    Numbered,
    /// `vk::integral_constant<T, value>`
    IntegralConstant,
    /// `vk::Literal<constant>`
    Literal,
    /// `vk::ext_result_id<T>`: the result of an instruction, equivalent to `T`.
    ResultId,
}

/// A builtin type or template.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Builtin {
    /// A type without arguments.
    Type(Type),
    /// `vector<T, N>`
    Vector,
    /// `matrix<T, R, C>`
    Matrix,
    /// A texture or typed buffer; the element type comes from its argument.
    Texture {
        /// The shape.
        dim: TextureDim,
        /// True if it has layers.
        arrayed: bool,
        /// True if it has samples.
        multisampled: bool,
        /// The access mode.
        access: Access,
        /// `vk::SampledTexture…`
        combined: bool,
    },
    /// A structured buffer.
    Structured(StructuredKind),
    /// `ConstantBuffer<T>`
    ConstantBuffer,
    /// `TextureBuffer<T>`
    TextureBuffer,
    /// `InputPatch<T, N>`, `OutputPatch<T, N>`
    Patch(PatchKind),
    /// `PointStream<T>` and similar ones
    Stream(StreamKind),
    /// `RayQuery<flags>`
    RayQuery,
    /// `NodeOutput<T>` and similar ones
    Node(NodeKind),
    /// `vk::BufferPointer<T, align>`
    BufferPointer,
    /// A struct that the language declares.
    Struct(&'static [(&'static str, Scalar, u8)]),
    /// A template for inline SPIR-V types.
    Spirv(SpirvForm),
    /// `FeedbackTexture2D<type>`, `FeedbackTexture2DArray<type>`
    Feedback {
        /// True if it is an array.
        arrayed: bool,
    },
}

const SCALARS: &[(&str, Scalar)] = &[
    ("bool", Scalar::Bool),
    ("int", Scalar::Int),
    ("uint", Scalar::UInt),
    ("dword", Scalar::UInt),
    ("float", Scalar::Float),
    ("double", Scalar::Double),
    ("half", Scalar::Half),
    ("int8_t", Scalar::Int8),
    ("uint8_t", Scalar::UInt8),
    ("int16_t", Scalar::Int16),
    ("uint16_t", Scalar::UInt16),
    ("float16_t", Scalar::Half),
    ("int32_t", Scalar::Int),
    ("uint32_t", Scalar::UInt),
    ("float32_t", Scalar::Float),
    ("int64_t", Scalar::Int64),
    ("uint64_t", Scalar::UInt64),
    ("float64_t", Scalar::Double),
    ("min16float", Scalar::Min16Float),
    ("min10float", Scalar::Min10Float),
    ("min16int", Scalar::Min16Int),
    ("min12int", Scalar::Min12Int),
    ("min16uint", Scalar::Min16UInt),
];

const RAY_DESC: &[(&str, Scalar, u8)] = &[
    ("Origin", Scalar::Float, 3),
    ("TMin", Scalar::Float, 1),
    ("Direction", Scalar::Float, 3),
    ("TMax", Scalar::Float, 1),
];
/// The corners of a triangle in object space.
pub(crate) const TRIANGLE_POSITIONS: &[(&str, Scalar, u8)] =
    &[("p0", Scalar::Float, 3), ("p1", Scalar::Float, 3), ("p2", Scalar::Float, 3)];
const TRIANGLE_ATTRIBUTES: &[(&str, Scalar, u8)] = &[("barycentrics", Scalar::Float, 2)];

/// The builtin of a name.
pub(crate) fn find(name: &str) -> Option<Builtin> {
    scalar_shorthand(name).or_else(|| object(name)).or_else(|| texture(name))
}

/// `float`, `float3`, `float3x4`.
fn scalar_shorthand(name: &str) -> Option<Builtin> {
    let &(word, scalar) =
        SCALARS.iter().filter(|(word, _)| name.starts_with(word)).max_by_key(|(word, _)| word.len())?;
    let dimension = |byte: u8| (b'1'..=b'4').contains(&byte).then(|| byte - b'0');
    let ty = match name.as_bytes()[word.len()..] {
        [] => Type::Scalar(scalar),
        [size] => Type::Vector(scalar, dimension(size)?.into()),
        [rows, b'x', columns] => Type::Matrix { elem: scalar, rows: dimension(rows)?, columns: dimension(columns)? },
        _ => return None,
    };
    Some(Builtin::Type(ty))
}

fn object(name: &str) -> Option<Builtin> {
    Some(match name {
        "RAY_FLAG"
        | "RAYQUERY_FLAG"
        | "COMMITTED_STATUS"
        | "CANDIDATE_TYPE"
        | "MEMORY_TYPE_FLAG"
        | "BARRIER_SEMANTIC_FLAG" => Builtin::Type(Type::Scalar(Scalar::UInt)),
        "void" => Builtin::Type(Type::Void),
        "string" => Builtin::Type(Type::String),
        "int8_t4_packed" => Builtin::Type(Type::Scalar(Scalar::PackedInt8x4)),
        "uint8_t4_packed" => Builtin::Type(Type::Scalar(Scalar::PackedUInt8x4)),
        "vector" => Builtin::Vector,
        "matrix" => Builtin::Matrix,
        "SamplerState" | "sampler" => Builtin::Type(Type::Object(Object::Sampler { comparison: false })),
        "SamplerComparisonState" => Builtin::Type(Type::Object(Object::Sampler { comparison: true })),
        "StructuredBuffer" => Builtin::Structured(StructuredKind::StructuredBuffer),
        "RWStructuredBuffer" => Builtin::Structured(StructuredKind::RWStructuredBuffer),
        "AppendStructuredBuffer" => Builtin::Structured(StructuredKind::AppendStructuredBuffer),
        "ConsumeStructuredBuffer" => Builtin::Structured(StructuredKind::ConsumeStructuredBuffer),
        "RasterizerOrderedStructuredBuffer" => Builtin::Structured(StructuredKind::RasterizerOrderedStructuredBuffer),
        "ByteAddressBuffer" => Builtin::Type(Type::Object(Object::ByteAddressBuffer(Access::Read))),
        "RWByteAddressBuffer" => Builtin::Type(Type::Object(Object::ByteAddressBuffer(Access::ReadWrite))),
        "RasterizerOrderedByteAddressBuffer" => {
            Builtin::Type(Type::Object(Object::ByteAddressBuffer(Access::RasterizerOrdered)))
        }
        "ConstantBuffer" => Builtin::ConstantBuffer,
        "TextureBuffer" => Builtin::TextureBuffer,
        "RaytracingAccelerationStructure" => Builtin::Type(Type::Object(Object::AccelerationStructure)),
        "RayQuery" => Builtin::RayQuery,
        "InputPatch" => Builtin::Patch(PatchKind::Input),
        "OutputPatch" => Builtin::Patch(PatchKind::Output),
        "PointStream" => Builtin::Stream(StreamKind::Point),
        "LineStream" => Builtin::Stream(StreamKind::Line),
        "TriangleStream" => Builtin::Stream(StreamKind::Triangle),
        "vk::BufferPointer" => Builtin::BufferPointer,
        "RayDesc" => Builtin::Struct(RAY_DESC),
        "BuiltInTriangleIntersectionAttributes" => Builtin::Struct(TRIANGLE_ATTRIBUTES),
        "BuiltInTrianglePositions" => Builtin::Struct(TRIANGLE_POSITIONS),
        "vk::SpirvType" => Builtin::Spirv(SpirvForm::Type),
        "vk::SpirvOpaqueType" => Builtin::Spirv(SpirvForm::Opaque),
        "vk::ext_type" => Builtin::Spirv(SpirvForm::Numbered),
        "vk::ext_result_id" => Builtin::Spirv(SpirvForm::ResultId),
        "vk::integral_constant" => Builtin::Spirv(SpirvForm::IntegralConstant),
        "vk::Literal" => Builtin::Spirv(SpirvForm::Literal),
        "FeedbackTexture2D" => Builtin::Feedback { arrayed: false },
        "FeedbackTexture2DArray" => Builtin::Feedback { arrayed: true },
        _ => return node(name),
    })
}

fn node(name: &str) -> Option<Builtin> {
    NodeKind::ALL.into_iter().find(|kind| kind.name() == name).map(Builtin::Node)
}

fn texture(name: &str) -> Option<Builtin> {
    let (rest, combined) = match name.strip_prefix("vk::SampledTexture") {
        Some(rest) => (rest, true),
        None => (name, false),
    };
    let (rest, access) = if combined {
        (rest, Access::Read)
    } else if let Some(rest) = rest.strip_prefix("RasterizerOrdered") {
        (rest, Access::RasterizerOrdered)
    } else if let Some(rest) = rest.strip_prefix("RW") {
        (rest, Access::ReadWrite)
    } else {
        (rest, Access::Read)
    };
    let (dim, arrayed, multisampled) = match rest.strip_prefix("Texture").filter(|_| !combined).unwrap_or(rest) {
        "Buffer" if !combined => (TextureDim::Buffer, false, false),
        "SubpassInput" if access == Access::Read => (TextureDim::Subpass, false, false),
        "SubpassInputMS" if access == Access::Read => (TextureDim::Subpass, false, true),
        shape if combined || rest.starts_with("Texture") => texture_shape(shape)?,
        _ => return None,
    };
    Some(Builtin::Texture { dim, arrayed, multisampled, access, combined })
}

fn texture_shape(shape: &str) -> Option<(TextureDim, bool, bool)> {
    Some(match shape {
        "1D" => (TextureDim::D1, false, false),
        "1DArray" => (TextureDim::D1, true, false),
        "2D" => (TextureDim::D2, false, false),
        "2DArray" => (TextureDim::D2, true, false),
        "2DMS" => (TextureDim::D2, false, true),
        "2DMSArray" => (TextureDim::D2, true, true),
        "3D" => (TextureDim::D3, false, false),
        "Cube" | "CUBE" => (TextureDim::Cube, false, false),
        "CubeArray" | "CUBEArray" => (TextureDim::Cube, true, false),
        _ => return None,
    })
}
