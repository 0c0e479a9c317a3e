//! The methods of resources and other builtin objects.

mod rows;

use super::intrinsics::Stages;
use crate::hir::node::NodeKind;
use crate::hir::ty::{Object, Scalar, StructuredKind, Texture, TextureDim, Type};
use spirv::Op;

pub use rows::METHODS;

/// One overload of a method.
#[derive(Debug)]
pub struct Method {
    /// The name.
    pub name: &'static str,
    /// The objects that have it.
    pub objects: Objects,
    /// The required parameters. `vk::SampledTexture…` objects have no sampler parameter.
    pub params: &'static [Role],
    /// Further parameters, which may be omitted from the end.
    pub optional: &'static [Role],
    /// The result.
    pub ret: MethodRet,
    /// The stages that may call it.
    pub stages: Stages,
    /// The first shader model that has it, major and minor.
    pub since: (u32, u32),
    /// Its kind; the emitter has one arm for each.
    pub kind: MethodKind,
    /// One line for the documentation.
    pub doc: &'static str,
}

impl Method {
    /// The index of the argument with this role, if the method has it; a call may omit it.
    pub fn position(&self, role: Role, combined: bool) -> Option<usize> {
        self.roles(combined).position(|other| other == role)
    }

    /// The roles of the arguments in order, the optional ones last. A combined texture needs no sampler.
    pub fn roles(&self, combined: bool) -> impl Iterator<Item = Role> {
        let roles = self.params.iter().chain(self.optional).copied();
        roles.filter(move |role| !(combined && role.is_sampler()))
    }
}

/// A set of object types.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Objects(u64);

#[allow(missing_docs, reason = "each is the object type of the same name")]
impl Objects {
    pub const TEXTURE_1D: Objects = Objects(1 << 0);
    pub const TEXTURE_1D_ARRAY: Objects = Objects(1 << 1);
    pub const TEXTURE_2D: Objects = Objects(1 << 2);
    pub const TEXTURE_2D_ARRAY: Objects = Objects(1 << 3);
    pub const TEXTURE_3D: Objects = Objects(1 << 4);
    pub const TEXTURE_CUBE: Objects = Objects(1 << 5);
    pub const TEXTURE_CUBE_ARRAY: Objects = Objects(1 << 6);
    pub const TEXTURE_2DMS: Objects = Objects(1 << 7);
    pub const TEXTURE_2DMS_ARRAY: Objects = Objects(1 << 8);
    pub const BUFFER: Objects = Objects(1 << 9);
    pub const RW_TEXTURE_1D: Objects = Objects(1 << 10);
    pub const RW_TEXTURE_1D_ARRAY: Objects = Objects(1 << 11);
    pub const RW_TEXTURE_2D: Objects = Objects(1 << 12);
    pub const RW_TEXTURE_2D_ARRAY: Objects = Objects(1 << 13);
    pub const RW_TEXTURE_3D: Objects = Objects(1 << 14);
    pub const RW_TEXTURE_2DMS: Objects = Objects(1 << 15);
    pub const RW_TEXTURE_2DMS_ARRAY: Objects = Objects(1 << 16);
    pub const RW_BUFFER: Objects = Objects(1 << 17);
    pub const SUBPASS: Objects = Objects(1 << 18);
    pub const SUBPASS_MS: Objects = Objects(1 << 19);
    pub const BYTE: Objects = Objects(1 << 20);
    pub const RW_BYTE: Objects = Objects(1 << 21);
    pub const STRUCTURED: Objects = Objects(1 << 22);
    pub const RW_STRUCTURED: Objects = Objects(1 << 23);
    pub const APPEND: Objects = Objects(1 << 24);
    pub const CONSUME: Objects = Objects(1 << 25);
    pub const STREAM: Objects = Objects(1 << 26);
    pub const RAY_QUERY: Objects = Objects(1 << 27);
    pub const POINTER: Objects = Objects(1 << 28);
    pub const NODE_INPUT: Objects = Objects(1 << 29);
    pub const NODE_INPUTS: Objects = Objects(1 << 30);
    pub const RW_NODE_INPUT: Objects = Objects(1 << 31);
    pub const EMPTY_NODE_INPUT: Objects = Objects(1 << 32);
    pub const NODE_OUTPUT: Objects = Objects(1 << 33);
    pub const EMPTY_NODE_OUTPUT: Objects = Objects(1 << 34);
    pub const NODE_OUTPUT_RECORDS: Objects = Objects(1 << 35);
    pub const HIT_OBJECT: Objects = Objects(1 << 36);

    /// All single types with their names.
    pub const NAMES: &[(Objects, &'static str)] = &[
        (Objects::TEXTURE_1D, "Texture1D"),
        (Objects::TEXTURE_1D_ARRAY, "Texture1DArray"),
        (Objects::TEXTURE_2D, "Texture2D"),
        (Objects::TEXTURE_2D_ARRAY, "Texture2DArray"),
        (Objects::TEXTURE_3D, "Texture3D"),
        (Objects::TEXTURE_CUBE, "TextureCube"),
        (Objects::TEXTURE_CUBE_ARRAY, "TextureCubeArray"),
        (Objects::TEXTURE_2DMS, "Texture2DMS"),
        (Objects::TEXTURE_2DMS_ARRAY, "Texture2DMSArray"),
        (Objects::BUFFER, "Buffer"),
        (Objects::RW_TEXTURE_1D, "RWTexture1D"),
        (Objects::RW_TEXTURE_1D_ARRAY, "RWTexture1DArray"),
        (Objects::RW_TEXTURE_2D, "RWTexture2D"),
        (Objects::RW_TEXTURE_2D_ARRAY, "RWTexture2DArray"),
        (Objects::RW_TEXTURE_3D, "RWTexture3D"),
        (Objects::RW_TEXTURE_2DMS, "RWTexture2DMS"),
        (Objects::RW_TEXTURE_2DMS_ARRAY, "RWTexture2DMSArray"),
        (Objects::RW_BUFFER, "RWBuffer"),
        (Objects::SUBPASS, "SubpassInput"),
        (Objects::SUBPASS_MS, "SubpassInputMS"),
        (Objects::BYTE, "ByteAddressBuffer"),
        (Objects::RW_BYTE, "RWByteAddressBuffer"),
        (Objects::STRUCTURED, "StructuredBuffer"),
        (Objects::RW_STRUCTURED, "RWStructuredBuffer"),
        (Objects::APPEND, "AppendStructuredBuffer"),
        (Objects::CONSUME, "ConsumeStructuredBuffer"),
        (Objects::STREAM, "PointStream, LineStream, TriangleStream"),
        (Objects::RAY_QUERY, "RayQuery"),
        (Objects::HIT_OBJECT, "dx::HitObject"),
        (Objects::POINTER, "vk::BufferPointer"),
        (Objects::NODE_INPUT, "DispatchNodeInputRecord, ThreadNodeInputRecord, RWThreadNodeInputRecord"),
        (Objects::NODE_INPUTS, "GroupNodeInputRecords, RWGroupNodeInputRecords"),
        (Objects::RW_NODE_INPUT, "RWDispatchNodeInputRecord"),
        (Objects::EMPTY_NODE_INPUT, "EmptyNodeInput"),
        (Objects::NODE_OUTPUT, "NodeOutput"),
        (Objects::EMPTY_NODE_OUTPUT, "EmptyNodeOutput"),
        (Objects::NODE_OUTPUT_RECORDS, "ThreadNodeOutputRecords, GroupNodeOutputRecords"),
    ];

    /// The members of both sets.
    pub const fn with(self, other: Objects) -> Objects {
        Objects(self.0 | other.0)
    }

    /// Returns whether all members of `other` are in the set.
    pub const fn contains(self, other: Objects) -> bool {
        self.0 & other.0 == other.0
    }

    /// The set whose one member is the type; `None` for types without methods.
    pub const fn of(ty: Type) -> Option<Objects> {
        Some(match ty {
            Type::Object(Object::Texture(texture)) => Objects::of_texture(texture),
            Type::Object(Object::ByteAddressBuffer(access)) if access.is_writable() => Objects::RW_BYTE,
            Type::Object(Object::ByteAddressBuffer(_)) => Objects::BYTE,
            Type::Object(Object::StructuredBuffer { kind, .. }) => match kind {
                StructuredKind::StructuredBuffer => Objects::STRUCTURED,
                StructuredKind::RWStructuredBuffer | StructuredKind::RasterizerOrderedStructuredBuffer => {
                    Objects::RW_STRUCTURED
                }
                StructuredKind::AppendStructuredBuffer => Objects::APPEND,
                StructuredKind::ConsumeStructuredBuffer => Objects::CONSUME,
            },
            Type::Object(Object::Stream(..)) => Objects::STREAM,
            Type::Object(Object::RayQuery(..)) => Objects::RAY_QUERY,
            Type::Object(Object::HitObject) => Objects::HIT_OBJECT,
            Type::BufferPointer(..) => Objects::POINTER,
            Type::Object(Object::Node(node)) => return Objects::of_node(node.kind),
            Type::Error
            | Type::Void
            | Type::String
            | Type::Scalar(_)
            | Type::Vector(..)
            | Type::Matrix { .. }
            | Type::Array(..)
            | Type::RuntimeArray(_)
            | Type::Struct(_)
            | Type::Enum(_)
            | Type::Object(_)
            | Type::Spirv(_)
            | Type::Transient(_) => return None,
        })
    }

    const fn of_node(kind: NodeKind) -> Option<Objects> {
        Some(match kind {
            NodeKind::DispatchNodeInputRecord | NodeKind::ThreadNodeInputRecord | NodeKind::RWThreadNodeInputRecord => {
                Objects::NODE_INPUT
            }
            NodeKind::GroupNodeInputRecords | NodeKind::RWGroupNodeInputRecords => Objects::NODE_INPUTS,
            NodeKind::RWDispatchNodeInputRecord => Objects::RW_NODE_INPUT,
            NodeKind::EmptyNodeInput => Objects::EMPTY_NODE_INPUT,
            NodeKind::NodeOutput => Objects::NODE_OUTPUT,
            NodeKind::EmptyNodeOutput => Objects::EMPTY_NODE_OUTPUT,
            NodeKind::ThreadNodeOutputRecords | NodeKind::GroupNodeOutputRecords => Objects::NODE_OUTPUT_RECORDS,
            NodeKind::NodeOutputArray | NodeKind::EmptyNodeOutputArray => return None,
        })
    }

    const fn of_texture(texture: Texture) -> Objects {
        match (texture.dim, texture.multisampled, texture.access.is_writable()) {
            (TextureDim::Buffer, _, false) => Objects::BUFFER,
            (TextureDim::Buffer, _, true) => Objects::RW_BUFFER,
            (TextureDim::Subpass, false, _) => Objects::SUBPASS,
            (TextureDim::Subpass, true, _) => Objects::SUBPASS_MS,
            (TextureDim::D1, _, false) => texture_or_array(texture, Objects::TEXTURE_1D, Objects::TEXTURE_1D_ARRAY),
            (TextureDim::D1, _, true) => {
                texture_or_array(texture, Objects::RW_TEXTURE_1D, Objects::RW_TEXTURE_1D_ARRAY)
            }
            (TextureDim::D2, false, false) => texture_or_array(texture, Objects::TEXTURE_2D, Objects::TEXTURE_2D_ARRAY),
            (TextureDim::D2, false, true) => {
                texture_or_array(texture, Objects::RW_TEXTURE_2D, Objects::RW_TEXTURE_2D_ARRAY)
            }
            (TextureDim::D2, true, false) => {
                texture_or_array(texture, Objects::TEXTURE_2DMS, Objects::TEXTURE_2DMS_ARRAY)
            }
            (TextureDim::D2, true, true) => {
                texture_or_array(texture, Objects::RW_TEXTURE_2DMS, Objects::RW_TEXTURE_2DMS_ARRAY)
            }
            (TextureDim::D3, _, false) => Objects::TEXTURE_3D,
            (TextureDim::D3, _, true) => Objects::RW_TEXTURE_3D,
            (TextureDim::Cube, ..) => texture_or_array(texture, Objects::TEXTURE_CUBE, Objects::TEXTURE_CUBE_ARRAY),
        }
    }
}

const fn texture_or_array(texture: Texture, single: Objects, array: Objects) -> Objects {
    if texture.arrayed { array } else { single }
}

super::sorted_by_name!(METHODS, name);

/// All methods of an object.
pub fn methods_of(ty: Type) -> impl Iterator<Item = &'static Method> {
    let object = Objects::of(ty);
    METHODS.iter().filter(move |row| object.is_some_and(|object| row.objects.contains(object)))
}

/// The methods of an object by name.
pub fn find_methods(ty: Type, name: &str) -> impl Iterator<Item = &'static Method> {
    let object = Objects::of(ty);
    let start = METHODS.partition_point(|row| row.name < name);
    let named = METHODS[start..].iter().take_while(move |row| row.name == METHODS[start].name);
    let known = METHODS.get(start).is_some_and(|row| row.name == name);
    named.filter(move |row| known && object.is_some_and(|object| row.objects.contains(object)))
}

/// The role of a method's argument, which determines its type and passing mode.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// A sampler without comparison.
    Sampler,
    /// A sampler of either kind.
    AnySampler,
    /// A comparison sampler.
    ComparisonSampler,
    /// `float` coordinates, the layer included.
    Coord,
    /// `float` coordinates without the layer.
    Position,
    /// The reference value of a comparison, a `float`.
    Compare,
    /// The bias of the level of detail, a `float`.
    Bias,
    /// The level of detail, a `float`.
    Lod,
    /// The derivative in x: as many `float`s as there are dimensions.
    Ddx,
    /// The derivative in y: as many `float`s as there are dimensions.
    Ddy,
    /// As many `int`s as there are dimensions (2 for what has faces).
    Offset,
    /// The first of four offsets of a gather.
    Offset1,
    /// The second of four offsets of a gather.
    Offset2,
    /// The third of four offsets of a gather.
    Offset3,
    /// The fourth of four offsets of a gather.
    Offset4,
    /// The lowest level of detail allowed, a `float`.
    Clamp,
    /// Takes the residency status, `out uint`.
    Status,
    /// `int` coordinates, the layer included, followed by the level where the texture has levels.
    Texel,
    /// The number of a sample, an `int`.
    Sample,
    /// The number of a level, a `uint`.
    Mip,
    /// The index of an element, an `int`.
    Element,
    /// An offset in bytes, a `uint`.
    ByteOffset,
    /// An operand of an atomic operation; integers are signed where the argument is.
    AtomicValue(AtomicCell),
    /// The comparand of an atomic exchange.
    AtomicCompare(AtomicCell),
    /// Takes the old value.
    Original(AtomicCell),
    /// Takes the width, `out`, `uint` or `float`.
    Width,
    /// Takes the height.
    Height,
    /// Takes the depth.
    Depth,
    /// Takes the number of layers.
    Layers,
    /// Takes the number of levels.
    Levels,
    /// Takes the number of samples.
    Samples,
    /// Takes the number of elements, `out uint`.
    Count,
    /// Takes the size of an element, `out uint`.
    Stride,
    /// A value of the object's element type.
    Value,
    /// A value of any type without resources: `Store<T>`.
    Stored,
    /// A value of 2 `uint`s.
    Uint2,
    /// A value of 3 `uint`s.
    Uint3,
    /// A value of 4 `uint`s.
    Uint4,
    /// `RaytracingAccelerationStructure`
    AccelerationStructure,
    /// Flags of a ray, a `uint`.
    RayFlags,
    /// The mask of instances, a `uint`.
    InstanceMask,
    /// A `RayDesc`.
    Ray,
    /// The distance of a hit, a `float`.
    HitT,
    /// The number of records, a `uint`.
    Records,
    /// The index of a record, a `uint`.
    Record,
    /// Takes the attributes of a hit: a struct of numbers.
    Attributes,
}

/// The memory of a byte-address buffer that an atomic operation works on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AtomicCell {
    /// A `uint`.
    Word,
    /// A `uint64_t`, at a multiple of eight bytes.
    Wide,
    /// The bits of a `float`.
    Float,
}

impl Role {
    /// Returns whether the argument is a sampler.
    pub const fn is_sampler(self) -> bool {
        matches!(self, Role::Sampler | Role::AnySampler | Role::ComparisonSampler)
    }

    /// Returns whether the argument is written.
    pub const fn is_out(self) -> bool {
        matches!(
            self,
            Role::Status
                | Role::Original(_)
                | Role::Width
                | Role::Height
                | Role::Depth
                | Role::Layers
                | Role::Levels
                | Role::Samples
                | Role::Count
                | Role::Stride
                | Role::Attributes
        )
    }

    /// The name of the parameter in signatures.
    pub const fn name(self) -> &'static str {
        match self {
            Role::Sampler | Role::AnySampler | Role::ComparisonSampler => "sampler",
            Role::Coord | Role::Position | Role::Texel => "location",
            Role::Compare | Role::AtomicCompare(_) => "compare",
            Role::Bias => "bias",
            Role::Lod => "lod",
            Role::Ddx => "ddx",
            Role::Ddy => "ddy",
            Role::Offset => "offset",
            Role::Offset1 => "offset1",
            Role::Offset2 => "offset2",
            Role::Offset3 => "offset3",
            Role::Offset4 => "offset4",
            Role::Clamp => "clamp",
            Role::Status => "status",
            Role::Sample => "sample",
            Role::Mip => "level",
            Role::Element => "index",
            Role::ByteOffset => "address",
            Role::AtomicValue(_) | Role::Value | Role::Stored | Role::Uint2 | Role::Uint3 | Role::Uint4 => "value",
            Role::Original(_) => "original",
            Role::Width => "width",
            Role::Height => "height",
            Role::Depth => "depth",
            Role::Layers => "elements",
            Role::Levels => "levels",
            Role::Samples => "samples",
            Role::Count => "count",
            Role::Stride => "stride",
            Role::AccelerationStructure => "scene",
            Role::RayFlags => "flags",
            Role::InstanceMask => "mask",
            Role::Ray => "ray",
            Role::HitT => "t",
            Role::Records => "count",
            Role::Record => "index",
            Role::Attributes => "attributes",
        }
    }
}

/// The result of a method.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MethodRet {
    /// None.
    Void,
    /// The object's element type.
    Elem,
    /// Four components of the object's element type.
    Elem4,
    /// A fixed scalar.
    Scalar(Scalar),
    /// A fixed vector.
    Vector(Scalar, u8),
    /// A `float` matrix of this many rows and columns.
    Matrix(u8, u8),
    /// `BuiltInTrianglePositions`
    Positions,
    /// The type argument of the call, `uint` without one.
    TypeArgument,
    /// Records of this kind, of the node's record type.
    Records(NodeKind),
}

/// The granularity of output records.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Granularity {
    /// Per invocation.
    Thread,
    /// Per workgroup.
    Group,
}

/// The kinds of methods, by object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MethodKind {
    /// Of textures, typed buffers and subpass inputs.
    Texture(TextureMethod),
    /// Of structured and byte-address buffers.
    Buffer(BufferMethod),
    /// Of the streams of geometry shaders.
    Stream(StreamMethod),
    /// `Get` of `vk::BufferPointer`: the place that it points to.
    PointerGet,
    /// Of nodes and records.
    Nodes(NodeMethod),
    /// Of ray queries.
    Rays(RayMethod),
    /// Of hit objects.
    Hits(HitMethod),
    /// Known, and refused with this message; never in a finished HIR.
    Unsupported(&'static str),
}

/// The methods of hit objects.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HitMethod {
    /// A fact of any hit object.
    Is(Op),
    /// A value, which is zero where the object has none.
    Get(Op, HitValue),
    /// `GetAttributes`
    Attributes,
    /// `LoadLocalRootTableConstant`
    RootConstant,
    /// `SetShaderTableIndex`
    SetRecord,
    /// `TriangleObjectPositions`
    Positions,
}

/// The hit objects that have a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HitValue {
    /// Those with a ray, which hit or miss.
    OfRay,
    /// Those that hit.
    OfHit,
    /// Those that hit; a miss has the same of the ray in world space, by this instruction.
    OfHitOrRay(Op),
    /// Those that hit: a matrix of four columns, or of four rows.
    Transform {
        /// True if it has four columns.
        transpose: bool,
    },
    /// Those with a shader.
    OfShader,
}

/// The methods of textures, typed buffers and subpass inputs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "each is the method of the same name")]
pub enum TextureMethod {
    CalculateLevelOfDetail,
    CalculateLevelOfDetailUnclamped,
    Gather,
    GatherAlpha,
    GatherBlue,
    GatherCmp,
    GatherGreen,
    GatherRaw,
    GatherRed,
    GetDimensions,
    GetSamplePosition,
    Load,
    Sample,
    SampleBias,
    SampleCmp,
    SampleCmpBias,
    SampleCmpGrad,
    SampleCmpLevel,
    SampleCmpLevelZero,
    SampleGrad,
    SampleLevel,
    SubpassLoad,
}

impl TextureMethod {
    /// Returns whether the result is one comparison with a reference value.
    pub const fn compares(self) -> bool {
        match self {
            TextureMethod::SampleCmp
            | TextureMethod::SampleCmpBias
            | TextureMethod::SampleCmpGrad
            | TextureMethod::SampleCmpLevel
            | TextureMethod::SampleCmpLevelZero => true,
            TextureMethod::CalculateLevelOfDetail
            | TextureMethod::CalculateLevelOfDetailUnclamped
            | TextureMethod::Gather
            | TextureMethod::GatherAlpha
            | TextureMethod::GatherBlue
            | TextureMethod::GatherCmp
            | TextureMethod::GatherGreen
            | TextureMethod::GatherRaw
            | TextureMethod::GatherRed
            | TextureMethod::GetDimensions
            | TextureMethod::GetSamplePosition
            | TextureMethod::Load
            | TextureMethod::Sample
            | TextureMethod::SampleBias
            | TextureMethod::SampleGrad
            | TextureMethod::SampleLevel
            | TextureMethod::SubpassLoad => false,
        }
    }
}

/// The methods of structured and byte-address buffers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "each is the method of the same name")]
pub enum BufferMethod {
    Append,
    Consume,
    DecrementCounter,
    IncrementCounter,
    /// `GetDimensions` of structured buffers.
    StructuredGetDimensions,
    /// `Load` of structured buffers.
    StructuredLoad,
    /// `GetDimensions` of byte-address buffers.
    ByteGetDimensions,
    /// `Load`, `Load2`, `Load3`, `Load4` of byte-address buffers; the result type determines the loaded type.
    ByteLoad,
    /// `Store`, `Store2`, `Store3`, `Store4` of byte-address buffers; the argument's type determines the stored type.
    ByteStore,
    /// An atomic operation on a word, 64-bit and float variants included. The old value goes to the last parameter if
    /// that is [`Role::Original`].
    Interlocked {
        /// On signed integers and floats.
        sint: spirv::Op,
        /// On unsigned integers.
        uint: spirv::Op,
        /// The memory that is worked on.
        cell: AtomicCell,
    },
}

/// The methods of streams.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "each is the method of the same name")]
pub enum StreamMethod {
    Append,
    RestartStrip,
}

/// The methods of nodes and records.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "each is the method of the same name")]
pub enum NodeMethod {
    /// `Get` of records: the place of one record.
    Get,
    /// `GetThreadNodeOutputRecords` and similar ones.
    NewRecords(Granularity),
    /// `ThreadIncrementOutputCount` and similar ones: empty records, sent at once.
    CountRecords(Granularity),
    OutputComplete,
    /// `IsValid` of a node.
    IsValid,
    /// `Count` of records.
    Count,
    FinishedCrossGroupSharing,
}

/// The methods of ray queries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "each is the method of the same name")]
pub enum RayMethod {
    TraceRayInline,
    Proceed,
    Abort,
    CandidateProceduralPrimitiveNonOpaque,
    CommitNonOpaqueTriangleHit,
    CommitProceduralPrimitiveHit,
    /// The corners of the triangle of an intersection.
    Positions {
        /// True for the committed one, false for the candidate.
        committed: bool,
    },
    /// A property of the query.
    Get {
        /// The instruction.
        op: spirv::Op,
        /// For a property of an intersection: true for the committed one, false for the candidate.
        committed: Option<bool>,
        /// True if the matrix is transposed.
        transpose: bool,
    },
}

impl MethodKind {
    /// Returns whether it needs derivatives.
    pub const fn is_derivative(self) -> bool {
        matches!(
            self,
            MethodKind::Texture(
                TextureMethod::Sample
                    | TextureMethod::SampleBias
                    | TextureMethod::SampleCmp
                    | TextureMethod::SampleCmpBias
                    | TextureMethod::CalculateLevelOfDetail
                    | TextureMethod::CalculateLevelOfDetailUnclamped
            )
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_described() {
        assert!(METHODS.iter().all(|row| row.doc.ends_with('.')));
    }

    #[test]
    fn overloads_of_one_object_differ_in_their_arguments() {
        for &(object, name) in Objects::NAMES {
            let rows: Vec<_> = METHODS.iter().filter(|row| row.objects.contains(object)).collect();
            for (index, row) in rows.iter().enumerate() {
                let same = |other: &&&Method| other.name == row.name && other.params == row.params;
                assert!(!rows[index + 1..].iter().any(|other| same(&other)), "{name}.{} stands twice", row.name);
            }
        }
    }

    #[test]
    fn a_combined_texture_has_no_sampler_argument() {
        let row = METHODS.iter().find(|row| row.name == "SampleLevel").expect("there is such a method");
        assert_eq!(row.position(Role::Lod, false), Some(2));
        assert_eq!(row.position(Role::Lod, true), Some(1));
        assert_eq!(row.position(Role::Bias, false), None);
    }
}
