//! Types: interned, so that equal types have equal ids.

use super::node::NodeKind;
use super::payload::PayloadAccess;
use base::ids::Id;
use base::intern::Symbol;
use base::short::Item;
use base::source::Span;
use std::hash::{Hash, Hasher};
use std::mem::discriminant;

/// Identifies a [`Type`].
pub type TypeId = Id<Type>;
/// Identifies a [`Struct`].
pub type StructId = Id<Struct>;
/// Identifies a [`SpirvType`].
pub type SpirvTypeId = Id<SpirvType>;
/// Identifies an [`Enum`].
pub type EnumId = Id<Enum>;
/// Identifies a [`Constant`] of a [`super::Module`].
pub type ConstantId = Id<Constant>;

/// The element types of scalars, vectors and matrices.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[allow(missing_docs, reason = "each is the type of the same name")]
pub enum Scalar {
    Bool,
    Int,
    UInt,
    Int8,
    UInt8,
    Int16,
    UInt16,
    Int64,
    UInt64,
    /// `half` and `float16_t`: 16 bits with `-enable-16bit-types`, else 32.
    Half,
    Float,
    Double,
    Min16Float,
    Min10Float,
    Min16Int,
    Min12Int,
    Min16UInt,
    /// `int8_t4_packed`: a `uint` that holds four signed bytes.
    PackedInt8x4,
    /// `uint8_t4_packed`
    PackedUInt8x4,
    /// An integer literal without suffix. None is left in a finished HIR.
    LiteralInt,
    /// A floating-point literal without suffix. None is left in a finished HIR.
    LiteralFloat,
}

/// The class of arithmetic of a scalar.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "the names say it")]
pub enum ElemClass {
    Bool,
    SInt,
    UInt,
    Float,
}

impl Scalar {
    /// The class of arithmetic of this scalar.
    pub const fn class(self) -> ElemClass {
        match self {
            Scalar::Bool => ElemClass::Bool,
            Scalar::Int
            | Scalar::Int8
            | Scalar::Int16
            | Scalar::Int64
            | Scalar::Min16Int
            | Scalar::Min12Int
            | Scalar::LiteralInt => ElemClass::SInt,
            Scalar::UInt
            | Scalar::UInt8
            | Scalar::UInt16
            | Scalar::UInt64
            | Scalar::Min16UInt
            | Scalar::PackedInt8x4
            | Scalar::PackedUInt8x4 => ElemClass::UInt,
            Scalar::Half
            | Scalar::Float
            | Scalar::Double
            | Scalar::Min16Float
            | Scalar::Min10Float
            | Scalar::LiteralFloat => ElemClass::Float,
        }
    }

    /// Returns whether values may have lower precision than their type's width (`min16float` and similar ones).
    pub const fn is_min_precision(self) -> bool {
        matches!(
            self,
            Scalar::Min16Float | Scalar::Min10Float | Scalar::Min16Int | Scalar::Min12Int | Scalar::Min16UInt
        )
    }

    /// Returns whether this is a literal type, which no context has made concrete yet.
    pub const fn is_literal(self) -> bool {
        matches!(self, Scalar::LiteralInt | Scalar::LiteralFloat)
    }

    /// The width in bits of a value; `bool` counts as 32, as it does in memory.
    pub const fn bits(self, native_16bit: bool) -> u32 {
        match self {
            Scalar::Int8 | Scalar::UInt8 => 8,
            Scalar::Int16 | Scalar::UInt16 => 16,
            Scalar::Half
            | Scalar::Min16Float
            | Scalar::Min10Float
            | Scalar::Min16Int
            | Scalar::Min12Int
            | Scalar::Min16UInt => {
                if native_16bit {
                    16
                } else {
                    32
                }
            }
            Scalar::Int64 | Scalar::UInt64 | Scalar::Double | Scalar::LiteralInt | Scalar::LiteralFloat => 64,
            Scalar::Bool
            | Scalar::Int
            | Scalar::UInt
            | Scalar::Float
            | Scalar::PackedInt8x4
            | Scalar::PackedUInt8x4 => 32,
        }
    }
}

/// The order of a matrix's elements in memory. It belongs to fields and buffers, not to values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum MatrixOrder {
    /// Columns are packed together: HLSL's default.
    #[default]
    ColumnMajor,
    /// Rows are packed together.
    RowMajor,
}

/// The most components of a vector that has swizzles and may cross the interfaces of stages and buffers of constants.
pub const MAX_SHORT_VECTOR: u16 = 4;

/// A type of the language.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Type {
    /// The type of an error; it silences further messages. None is left in a finished HIR.
    Error,
    /// `void`
    Void,
    /// `string`: an operand of `printf`.
    String,
    /// A scalar.
    Scalar(Scalar),
    /// A vector of 1 to 1,024 components. `float1` is a type of its own, although its value is a scalar.
    Vector(Scalar, u16),
    /// A matrix of 1 to 4 rows and columns.
    Matrix {
        /// The elements.
        elem: Scalar,
        /// The number of rows.
        rows: u8,
        /// The number of columns.
        columns: u8,
    },
    /// An array of known length.
    Array(TypeId, u32),
    /// An array of resources whose length the application decides.
    RuntimeArray(TypeId),
    /// A struct, class or interface.
    Struct(StructId),
    /// An enumeration; its values are `int`s.
    Enum(EnumId),
    /// Anything but data: resources, and objects of stages.
    Object(Object),
    /// `vk::BufferPointer<T, align>`
    BufferPointer(TypeId, u32),
    /// `vk::SpirvType<opcode, size, align, …>`: data of a type that the shader spells in SPIR-V.
    Spirv(SpirvTypeId),
    /// A type that exists during checking only. None is left in a finished HIR.
    Transient(Transient),
}

impl Item for Type {
    const SPARE: Self = Type::Error;
}

impl Type {
    /// Returns whether it is a vector of more components than a register has: a value and in memory, but in no interface.
    pub const fn is_long_vector(self) -> bool {
        matches!(self, Type::Vector(_, count) if count > MAX_SHORT_VECTOR)
    }

    /// The contents of a `ConstantBuffer` or `TextureBuffer`.
    pub const fn block_content(self) -> Option<TypeId> {
        if let Type::Object(Object::ConstantBuffer(content) | Object::TextureBuffer(content)) = self {
            Some(content)
        } else {
            None
        }
    }
}

/// The types of objects.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Object {
    /// A texture, typed buffer or subpass input.
    Texture(Texture),
    /// `SamplerState` or `SamplerComparisonState`.
    Sampler {
        /// True if it is a comparison sampler.
        comparison: bool,
    },
    /// A structured buffer of any kind.
    StructuredBuffer {
        /// The kind.
        kind: StructuredKind,
        /// The element.
        elem: TypeId,
        /// The order of matrices directly in it.
        order: MatrixOrder,
    },
    /// `ByteAddressBuffer`, `RWByteAddressBuffer`, `RasterizerOrderedByteAddressBuffer`.
    ByteAddressBuffer(Access),
    /// `ConstantBuffer<T>`
    ConstantBuffer(TypeId),
    /// `TextureBuffer<T>`
    TextureBuffer(TypeId),
    /// `RaytracingAccelerationStructure`
    AccelerationStructure,
    /// `FeedbackTexture2D<type>` or `FeedbackTexture2DArray<type>`, which no environment has.
    Feedback {
        /// True if it is an array.
        arrayed: bool,
    },
    /// `RayQuery<ray flags, query flags>`
    RayQuery(u32, u32),
    /// `dx::HitObject`
    HitObject,
    /// `InputPatch<T, N>`, `OutputPatch<T, N>`
    Patch(PatchKind, TypeId, u32),
    /// `PointStream<T>`, `LineStream<T>`, `TriangleStream<T>`
    Stream(StreamKind, TypeId),
    /// `NodeOutput<T>` and similar ones.
    Node(Node),
    /// `vk::SpirvOpaqueType<opcode, …>` and `vk::ext_type<n>`: a [`Type::Spirv`] without a size.
    Spirv(SpirvTypeId),
}

/// The type of an object of a node: `NodeOutput<T>` and similar ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Node {
    /// The kind.
    pub kind: NodeKind,
    /// The record type: a struct, which is empty for kinds without records.
    pub record: TypeId,
}

impl Object {
    /// Returns whether it is bound by a descriptor.
    pub const fn is_resource(self) -> bool {
        match self {
            Object::Texture(_)
            | Object::Sampler { .. }
            | Object::StructuredBuffer { .. }
            | Object::ByteAddressBuffer(_)
            | Object::ConstantBuffer(_)
            | Object::TextureBuffer(_)
            | Object::AccelerationStructure
            | Object::Feedback { .. } => true,
            Object::RayQuery(..)
            | Object::HitObject
            | Object::Patch(..)
            | Object::Stream(..)
            | Object::Node(_)
            | Object::Spirv(_) => false,
        }
    }

    /// Returns whether shaders may write to it as to a resource.
    pub const fn is_writable(self) -> bool {
        match self {
            Object::Texture(texture) => texture.access.is_writable(),
            Object::StructuredBuffer { kind, .. } => kind.is_writable(),
            Object::ByteAddressBuffer(access) => access.is_writable(),
            Object::Feedback { .. } => true,
            Object::Sampler { .. }
            | Object::ConstantBuffer(_)
            | Object::TextureBuffer(_)
            | Object::AccelerationStructure
            | Object::RayQuery(..)
            | Object::HitObject
            | Object::Patch(..)
            | Object::Stream(..)
            | Object::Node(_)
            | Object::Spirv(_) => false,
        }
    }

    /// Returns whether pixel shaders alone can access it: it belongs to the pixel, or keeps the order of the rasteriser.
    pub const fn is_of_pixels(self) -> bool {
        match self {
            Object::Texture(Texture { dim: TextureDim::Subpass, .. }) => true,
            Object::Texture(Texture { access, .. }) | Object::ByteAddressBuffer(access) => access.is_ordered(),
            Object::StructuredBuffer { kind, .. } => matches!(kind, StructuredKind::RasterizerOrderedStructuredBuffer),
            Object::Feedback { .. }
            | Object::Sampler { .. }
            | Object::ConstantBuffer(_)
            | Object::TextureBuffer(_)
            | Object::AccelerationStructure
            | Object::RayQuery(..)
            | Object::HitObject
            | Object::Patch(..)
            | Object::Stream(..)
            | Object::Node(_)
            | Object::Spirv(_) => false,
        }
    }

    /// Returns whether it holds vertices of a stage.
    pub const fn is_vertices(self) -> bool {
        matches!(self, Object::Patch(..) | Object::Stream(..))
    }
}

/// The types that exist during the analysis only.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Transient {
    /// A descriptor heap.
    Heap(HeapKind),
    /// An element of a heap before it gets a type.
    HeapElement(HeapKind),
    /// `vk::integral_constant<T, value>`: a constant as a type.
    IntegralConstant(ConstantId),
    /// `vk::Literal<vk::integral_constant<T, value>>`: a literal operand as a type.
    Literal(ConstantId),
}

/// The descriptor heaps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum HeapKind {
    /// `ResourceDescriptorHeap`
    Resource,
    /// `SamplerDescriptorHeap`
    Sampler,
}

impl HeapKind {
    /// Both, in the order of their bindings.
    pub const ALL: [HeapKind; 2] = [HeapKind::Resource, HeapKind::Sampler];

    /// The name in the source and in the module.
    pub const fn name(self) -> &'static str {
        match self {
            HeapKind::Resource => "ResourceDescriptorHeap",
            HeapKind::Sampler => "SamplerDescriptorHeap",
        }
    }
}

/// A type that the shader spells in SPIR-V.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SpirvType {
    /// The opcode of its instruction. `None` for `vk::ext_type`, whose number has a definition in
    /// [`super::Module::spirv_definitions`].
    pub opcode: Option<u32>,
    /// The number of a `vk::ext_type`, else 0.
    pub number: u32,
    /// Size and alignment in bytes; zero for opaque types.
    pub size: u32,
    /// See [`SpirvType::size`].
    pub align: u32,
    /// The operands after the result.
    pub operands: Vec<SpirvOperand>,
}

/// An operand of the instruction that makes a [`SpirvType`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SpirvOperand {
    /// The id of a type.
    Type(TypeId),
    /// The id of a constant.
    Constant(ConstantId),
    /// The words of a constant.
    Literal(ConstantId),
}

/// The access mode of a resource.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Access {
    /// Read only.
    Read,
    /// Read and written.
    ReadWrite,
    /// Read and written, in the order of the rasteriser.
    RasterizerOrdered,
}

impl Access {
    /// Returns whether the resource may be written.
    pub const fn is_writable(self) -> bool {
        !matches!(self, Access::Read)
    }

    /// Returns whether accesses are in the order of the rasteriser.
    pub const fn is_ordered(self) -> bool {
        matches!(self, Access::RasterizerOrdered)
    }
}

/// The shapes of textures.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "the names say it")]
pub enum TextureDim {
    D1,
    D2,
    D3,
    Cube,
    Buffer,
    Subpass,
}

/// A texture type: `Texture2DArray<float4>`, `RWBuffer<uint>`, `SubpassInput`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Texture {
    /// The shape.
    pub dim: TextureDim,
    /// True if it has layers.
    pub arrayed: bool,
    /// True if it has samples.
    pub multisampled: bool,
    /// The access mode.
    pub access: Access,
    /// A scalar or vector: the type of a loaded texel.
    pub elem: TypeId,
    /// `vk::SampledTexture…`: texture and sampler in one.
    pub combined: bool,
}

/// The kinds of structured buffers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "each is the type of the same name")]
pub enum StructuredKind {
    StructuredBuffer,
    RWStructuredBuffer,
    AppendStructuredBuffer,
    ConsumeStructuredBuffer,
    RasterizerOrderedStructuredBuffer,
}

impl StructuredKind {
    /// Returns whether `[]` selects an element; append and consume buffers have no indices.
    pub const fn has_elements(self) -> bool {
        match self {
            StructuredKind::StructuredBuffer
            | StructuredKind::RWStructuredBuffer
            | StructuredKind::RasterizerOrderedStructuredBuffer => true,
            StructuredKind::AppendStructuredBuffer | StructuredKind::ConsumeStructuredBuffer => false,
        }
    }

    /// Returns whether shaders may write to it.
    pub const fn is_writable(self) -> bool {
        !matches!(self, StructuredKind::StructuredBuffer)
    }
}

/// The owner of a patch's control points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PatchKind {
    /// `InputPatch`: inputs of a hull shader or a geometry shader.
    Input,
    /// `OutputPatch`: outputs of a hull shader.
    Output,
}

/// The primitives that a geometry shader emits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "the names say it")]
pub enum StreamKind {
    Point,
    Line,
    Triangle,
}

/// A struct, class, interface or the content of a `cbuffer`.
#[derive(Clone, Debug)]
pub struct Struct {
    /// The qualified name for `OpName`, without template arguments.
    pub name: Symbol,
    /// Where it is declared.
    pub span: Span,
    /// True if the first field is the base class.
    pub has_base: bool,
    /// The fields in order, the base first.
    pub fields: Vec<Field>,
    /// True if it is an interface, which has no objects.
    pub is_interface: bool,
    /// True for `[NodeTrackRWInputSharing]`: workgroups that share a record of it count who has finished with it.
    pub tracks_sharing: bool,
    /// True for `[raypayload]`: its members have access qualifiers.
    pub is_payload: bool,
    /// True if calls that drop a value of the type get a warning.
    pub nodiscard: bool,
}

impl Struct {
    /// The number of members of the SPIR-V struct: bit-fields of one unit share a member.
    pub fn member_count(&self) -> u32 {
        self.fields.last().map_or(0, |field| field.member + 1)
    }
}

/// A field of a struct.
#[derive(Clone, Debug)]
pub struct Field {
    /// The name; empty for a base class.
    pub name: Symbol,
    /// Where it is declared.
    pub span: Span,
    /// The type.
    pub ty: TypeId,
    /// The order of matrices in it, arrays of matrices included.
    pub order: MatrixOrder,
    /// The index of its member in the SPIR-V struct.
    pub member: u32,
    /// The bits of that member, for a bit-field.
    pub bits: Option<BitRange>,
    /// Semantic, interpolation, modifiers and attributes of the declaration.
    pub attributes: FieldAttributes,
}

impl Field {
    /// A field without attributes. Its member index is assigned when it is added to a struct.
    pub fn new(name: Symbol, span: Span, ty: TypeId) -> Self {
        Field {
            name,
            span,
            ty,
            order: MatrixOrder::default(),
            member: 0,
            bits: None,
            attributes: FieldAttributes::default(),
        }
    }
}

/// The bits of a bit-field.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BitRange {
    /// The lowest bit.
    pub offset: u32,
    /// The number of bits.
    pub width: u32,
}

/// Attributes of a field, parameter or result that crosses a stage boundary or is in a block.
#[derive(Clone, Debug, Default)]
pub struct FieldAttributes {
    /// `: SEMANTIC`
    pub semantic: Option<Semantic>,
    /// Interpolation modifiers.
    pub interpolation: Interpolation,
    /// True if there is a value per vertex of the primitive; the type of a field or of a parameter's variable is then
    /// an array of them.
    pub per_vertex: bool,
    /// `[[vk::location(n)]]`
    pub location: Option<u32>,
    /// `[[vk::index(n)]]`
    pub index: Option<u32>,
    /// `[[vk::builtin("name")]]`
    pub builtin: Option<spirv::BuiltIn>,
    /// `[[vk::offset(n)]]` or `packoffset` or a `$Globals` member's `register(cN)`, in bytes.
    pub offset: Option<u32>,
    /// `precise`
    pub precise: bool,
    /// `globallycoherent`
    pub coherent: bool,
    /// `mutable`: const methods may modify it
    pub mutable: bool,
    /// `[[vk::ext_decorate…]]`
    pub decorations: Vec<ExtDecoration>,
    /// `[[vk::ext_capability]]`, `[[vk::ext_extension]]`
    pub requirements: Requirements,
    /// `: read(…) : write(…)` of a member of a payload
    pub access: PayloadAccess,
}

/// Requirements by `[[vk::ext_capability]]` and `[[vk::ext_extension]]`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Requirements {
    /// Capabilities.
    pub capabilities: Vec<spirv::Capability>,
    /// Names of extensions, and the attributes that name them.
    pub extensions: Vec<(String, Span)>,
}

impl Requirements {
    /// Returns whether there are no requirements.
    pub fn is_empty(&self) -> bool {
        self.capabilities.is_empty() && self.extensions.is_empty()
    }

    /// Adds those of another declaration.
    pub fn extend(&mut self, other: &Requirements) {
        for &capability in &other.capabilities {
            if !self.capabilities.contains(&capability) {
                self.capabilities.push(capability);
            }
        }
        for extension in &other.extensions {
            if !self.extensions.iter().any(|(name, _)| *name == extension.0) {
                self.extensions.push(extension.clone());
            }
        }
    }
}

/// `[[vk::ext_decorate(decoration, literals…)]]` and its variants.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ExtDecoration {
    /// The decoration's number.
    pub decoration: u32,
    /// Its operands.
    pub operands: ExtOperands,
}

/// The operands of an [`ExtDecoration`].
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum ExtOperands {
    /// `ext_decorate`
    Literals(Vec<u32>),
    /// `ext_decorate_string`
    Strings(Vec<String>),
    /// `ext_decorate_id`: constants.
    Ids(Vec<ConstantId>),
}

/// A semantic as written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Semantic {
    /// The whole text, digits included.
    pub text: Symbol,
    /// The text without the digits at its end.
    pub name: Symbol,
    /// The digits' value, 0 when there are none.
    pub index: u32,
    /// Where it stands.
    pub span: Span,
}

/// Interpolation modifiers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[allow(missing_docs, reason = "each is the modifier of the same name")]
pub struct Interpolation {
    pub nointerpolation: bool,
    pub noperspective: bool,
    pub linear: bool,
    pub centroid: bool,
    pub sample: bool,
}

/// An enumeration.
#[derive(Clone, Debug)]
pub struct Enum {
    /// The name with its namespaces.
    pub name: Symbol,
    /// Where it is declared.
    pub span: Span,
    /// True if it is an `enum class`.
    pub scoped: bool,
    /// The underlying type.
    pub base: Scalar,
    /// The enumerators and their values, in order.
    pub enumerators: Vec<(Symbol, i64)>,
}

impl Enum {
    /// The type of its values, in memory and elsewhere: 32 bits, if the underlying type has no more.
    pub const fn held(&self) -> Scalar {
        match (self.base, self.base.class()) {
            (Scalar::Int64 | Scalar::UInt64, _) => self.base,
            (_, ElemClass::UInt) => Scalar::UInt,
            (_, ElemClass::Bool | ElemClass::SInt | ElemClass::Float) => Scalar::Int,
        }
    }
}

/// A value that is known at compile time.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Constant {
    /// The type.
    pub ty: TypeId,
    /// The value.
    pub value: ConstantValue,
}

/// The value of a [`Constant`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ConstantValue {
    /// A `bool`.
    Bool(bool),
    /// An integer in two's complement, sign-extended to 64 bits for signed types, zero-extended for unsigned ones.
    Int(u64),
    /// The bits of an `f64` which the type's width rounds.
    Float(u64),
    /// Components, elements or members, each of the right type.
    Composite(Vec<ConstantId>),
    /// All zero.
    Zero,
}

/// Common floats differ in their highest bits alone. Tables use the lowest bits of a hash first, and multiplication
/// carries nothing down there: all of 0.5, 1.0 and 2.0 would collide.
impl Hash for ConstantValue {
    fn hash<H: Hasher>(&self, state: &mut H) {
        discriminant(self).hash(state);
        match self {
            ConstantValue::Bool(value) => value.hash(state),
            ConstantValue::Int(bits) => bits.hash(state),
            ConstantValue::Float(bits) => bits.rotate_left(u32::BITS).hash(state),
            ConstantValue::Composite(parts) => parts.hash(state),
            ConstantValue::Zero => {}
        }
    }
}

/// The passing mode of an argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ParamMode {
    /// By value.
    In,
    /// Copied out after the call.
    Out,
    /// Copied in before and out after the call.
    InOut,
    /// A `groupshared` or `vk::ext_reference` parameter: the place itself.
    Reference,
}

impl Item for ParamMode {
    const SPARE: Self = ParamMode::In;
}

#[cfg(test)]
mod tests {
    use super::*;
    use rustc_hash::{FxBuildHasher, FxHashSet};
    use std::hash::BuildHasher;

    #[test]
    fn floats_that_people_write_are_found_in_different_places() {
        let floats = (0..64).map(|number| f64::from(number) / 4.0);
        let hash = |value: f64| {
            FxBuildHasher.hash_one(Constant { ty: Id::new(0), value: ConstantValue::Float(value.to_bits()) })
        };
        let places: FxHashSet<u64> = floats.map(|float| hash(float) % 256).collect();
        assert!(places.len() > 48, "64 floats are in {} of 256 places", places.len());
    }
}
