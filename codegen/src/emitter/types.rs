//! Lowering of types to SPIR-V, as values and in memory.
//!
//! Matrices are transposed: a row of the language is a column of SPIR-V, so `float2x3` is a matrix of two columns with
//! three components each, and the language's column-major is row-major there. Shapes that SPIR-V lacks become vectors
//! and scalars; matrices of other elements than floats become arrays of vectors.

use crate::builder::context::Decorations;
use crate::builder::types::{ImageType, StructType};
use crate::emitter::{Emitter, Repr};
use sema::hir::ty::{
    ElemClass, ExtOperands, Field, MatrixOrder, Object, Scalar, StructId, StructuredKind, Texture, TextureDim, Type,
    TypeId,
};
use sema::hir::{BlockKind, Global, LayoutId, LayoutKind};
use spirv::{Capability, Decoration, Dim, ImageFormat, Op, StorageClass, Word};

/// Decorations of a struct as a whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Interface {
    /// Not a block.
    None,
    /// A block of uniforms or push constants.
    Block,
    /// A storage buffer.
    Buffer {
        /// True if shaders may write to it.
        writable: bool,
    },
}

/// Types of values.
impl Emitter<'_> {
    /// The type of values, and of variables in storage classes without layout.
    pub(crate) fn type_of(&mut self, ty: TypeId) -> Word {
        self.type_in(ty, Repr::Value)
    }

    /// The type of values in a representation.
    pub(crate) fn type_in(&mut self, ty: TypeId, repr: Repr) -> Word {
        if let Some(&id) = self.types.ids.get(&(ty, repr)) {
            return id;
        }
        if let Some(requirements) = self.module.type_requirements.get(&ty) {
            self.require_all(requirements);
        }
        let id = if repr == Repr::Bits { self.type_of_bits(ty) } else { self.make_type(ty, repr.layout()) };
        self.types.ids.insert((ty, repr), id);
        id
    }

    /// Declares constant data where it is allowed and arrays of integers may be written so, which the last stage does.
    fn note_data(&mut self, element: TypeId) {
        let Type::Scalar(scalar) = self.module.types[element] else { return };
        if matches!(scalar.class(), ElemClass::SInt | ElemClass::UInt) {
            let span = self.spv.function.span();
            self.spv.availability.declare_if_there(Capability::ConstantDataKHR, span);
        }
    }

    /// The type of the bits of a float, or of an array of floats.
    fn type_of_bits(&mut self, ty: TypeId) -> Word {
        match self.module.types[ty] {
            Type::Scalar(_) => self.spv.uint(),
            Type::Array(element, count) => {
                let element = self.type_in(element, Repr::Bits);
                self.spv.array(element, count, None)
            }
            Type::Error
            | Type::Void
            | Type::String
            | Type::Vector(..)
            | Type::Matrix { .. }
            | Type::RuntimeArray(_)
            | Type::Struct(_)
            | Type::Enum(_)
            | Type::Object(_)
            | Type::BufferPointer(..)
            | Type::Spirv(_)
            | Type::Transient(_) => self.make_type(ty, None),
        }
    }

    fn laid_out_type(&mut self, ty: TypeId, layout: Option<LayoutId>) -> Word {
        self.type_in(ty, Repr::of(layout))
    }

    /// The type of a scalar in memory, where a `bool` is a `uint`, or as a value.
    pub(crate) fn scalar_in(&mut self, scalar: Scalar, layout: Option<LayoutId>) -> Word {
        if scalar == Scalar::Bool && layout.is_some() { self.spv.uint() } else { self.spv.scalar_type(scalar) }
    }

    fn make_type(&mut self, ty: TypeId, layout: Option<LayoutId>) -> Word {
        match self.module.types[ty] {
            Type::Void => self.spv.void(),
            Type::Scalar(scalar) => self.scalar_in(scalar, layout),
            Type::Enum(id) => self.spv.scalar_type(self.module.enums[id].held()),
            Type::Vector(scalar, count) => {
                let element = self.scalar_in(scalar, layout);
                // The only row of a matrix has the layout of the matrix.
                match self.array_stride(layout) {
                    Some(stride) => self.spv.array(element, u32::from(count), Some(stride)),
                    None => self.spv.vector(element, u32::from(count)),
                }
            }
            Type::Matrix { elem, rows, columns } => self.matrix_type(elem, u32::from(rows), u32::from(columns), layout),
            Type::Array(element, count) => {
                if layout.is_none() {
                    self.note_data(element);
                }
                let element_ty = self.laid_out_type(element, self.element_layout(layout));
                let stride = self.array_stride(layout);
                self.spv.array(element_ty, count, stride)
            }
            Type::RuntimeArray(_) => self.alias_type(ty),
            Type::Struct(id) => self.struct_type(id, layout),
            Type::Object(object) => self.object_type(ty, object),
            Type::BufferPointer(pointee, _) => self.buffer_pointer(ty, pointee),
            Type::Spirv(id) => self.spirv_type(id),
            Type::Error | Type::String | Type::Transient(_) => {
                panic!("{:?} is not a type of values", self.module.types[ty])
            }
        }
    }

    fn object_type(&mut self, ty: TypeId, object: Object) -> Word {
        match object {
            Object::Texture(texture) => self.texture_type(texture, None),
            Object::Sampler { .. } => self.spv.sampler(),
            Object::StructuredBuffer { .. } | Object::ByteAddressBuffer(_) => self.alias_type(ty),
            Object::ConstantBuffer(_) | Object::TextureBuffer(_) => {
                let layout = self.module.buffer_layouts.get(&ty).copied();
                self.resource_type(ty, layout, None)
            }
            Object::AccelerationStructure => {
                self.spv.other_type(Op::TypeAccelerationStructureKHR, &[], "accelerationStructureNV")
            }
            // What uses one has been reported.
            Object::Feedback { .. } => self.spv.uint(),
            Object::RayQuery(..) => self.spv.other_type(Op::TypeRayQueryKHR, &[], "rayQueryKHR"),
            Object::HitObject => self.hit_type(),
            Object::Patch(_, element, count) => {
                let element = self.type_of(element);
                self.spv.array(element, count, None)
            }
            Object::Stream(_, element) => self.type_of(element),
            Object::Node(_) => {
                // The type of records depends on their origin.
                self.not_supported(self.spv.function.span(), "this use of a node object");
                self.spv.uint()
            }
            Object::Spirv(id) => self.spirv_type(id),
        }
    }

    /// A pointer into memory. A struct may hold pointers to itself, which then are forward-declared.
    fn buffer_pointer(&mut self, ty: TypeId, pointee: TypeId) -> Word {
        if let Some(reserved) = self.types.open_pointers.get_mut(&ty) {
            return *reserved.get_or_insert_with(|| self.spv.fresh_id());
        }
        self.types.open_pointers.insert(ty, None);
        let layout = self.module.buffer_layouts.get(&ty).copied();
        let pointee = self.laid_out_type(pointee, layout);
        match self.types.open_pointers.remove(&ty).flatten() {
            Some(reserved) => {
                self.spv.forward_pointer(reserved, StorageClass::PhysicalStorageBuffer, pointee);
                reserved
            }
            None => self.spv.pointer(StorageClass::PhysicalStorageBuffer, pointee),
        }
    }

    fn matrix_type(&mut self, elem: Scalar, rows: u32, columns: u32, layout: Option<LayoutId>) -> Word {
        let stride = self.array_stride(layout);
        let scalar = self.scalar_in(elem, layout);
        if rows == 1 || columns == 1 {
            let count = rows * columns;
            // Some rules place each element of such a matrix in a register of its own.
            return match stride {
                Some(_) => self.spv.array(scalar, count, stride),
                None => self.spv.vector(scalar, count),
            };
        }
        let row = self.spv.vector(scalar, columns);
        match elem.class() {
            // Direct3D's packing may need rows of their own here, too.
            ElemClass::Float if stride.is_none() => self.spv.matrix(row, rows),
            ElemClass::Float | ElemClass::Bool | ElemClass::SInt | ElemClass::UInt => self.spv.array(row, rows, stride),
        }
    }
}

/// Layouts.
impl Emitter<'_> {
    /// The stride of an array in memory.
    pub(crate) fn array_stride(&self, layout: Option<LayoutId>) -> Option<u32> {
        match self.module.layouts[layout?].kind {
            LayoutKind::Array { stride, .. } => Some(stride),
            LayoutKind::Leaf | LayoutKind::Matrix { .. } | LayoutKind::Struct(_) => None,
        }
    }

    /// The layout of an array's elements. Scalars and vectors inside a leaf share the leaf's.
    pub(crate) fn element_layout(&self, layout: Option<LayoutId>) -> Option<LayoutId> {
        match self.module.layouts[layout?].kind {
            LayoutKind::Array { element, .. } => Some(element),
            LayoutKind::Leaf | LayoutKind::Matrix { .. } | LayoutKind::Struct(_) => layout,
        }
    }

    /// The layout of a member of a struct.
    pub(crate) fn member_layout(&self, layout: Option<LayoutId>, member: u32) -> Option<LayoutId> {
        match &self.module.layouts[layout?].kind {
            LayoutKind::Struct(members) => Some(members[member as usize].1),
            LayoutKind::Leaf | LayoutKind::Matrix { .. } | LayoutKind::Array { .. } => {
                panic!("a struct has the layout {layout:?}, which is none")
            }
        }
    }

    /// The stride of a structured buffer. An empty element takes a byte, as no stride is zero.
    pub(crate) fn element_stride(&self, layout: LayoutId) -> u32 {
        let layout = &self.module.layouts[layout];
        layout.size.max(1).next_multiple_of(layout.align.max(1))
    }

    /// The matrix in a member, or in its arrays: its stride and majorness.
    fn matrix_in(&self, layout: LayoutId) -> Option<(u32, MatrixOrder)> {
        match self.module.layouts[layout].kind {
            LayoutKind::Matrix { stride, order } => Some((stride, order)),
            LayoutKind::Array { element, .. } => self.matrix_in(element),
            LayoutKind::Leaf | LayoutKind::Struct(_) => None,
        }
    }
}

/// Structs.
impl<'a> Emitter<'a> {
    /// The first field of each member of a struct.
    pub(crate) fn members(&self, id: StructId) -> Vec<&'a Field> {
        let fields = &self.module.structs[id].fields;
        let mut members: Vec<&Field> = Vec::with_capacity(fields.len());
        for field in fields {
            if field.member as usize == members.len() {
                members.push(field);
            }
        }
        members
    }

    fn struct_type(&mut self, id: StructId, layout: Option<LayoutId>) -> Word {
        let name = self.simple_text(self.module.structs[id].name);
        self.struct_with(id, layout, name, Interface::None)
    }

    /// A struct with a name and, if it is one, block decorations.
    pub(crate) fn struct_with(
        &mut self,
        id: StructId,
        layout: Option<LayoutId>,
        name: &str,
        interface: Interface,
    ) -> Word {
        let fields = self.members(id);
        let mut members = Vec::with_capacity(fields.len());
        let mut names = Vec::with_capacity(fields.len());
        let mut decorations = Decorations::new();
        if self.module.structs[id].tracks_sharing && layout.is_some() {
            decorations.add(Decoration::TrackFinishWritingAMDX, &[]);
        }
        let grid = self.module.dispatch_grids.get(&id).copied().filter(|_| layout.is_some());
        for (member, field) in (0..).zip(&fields) {
            let member_layout = layout.and_then(|_| self.member_layout(layout, member));
            members.push(self.laid_out_type(field.ty, member_layout));
            names.push(self.simple_text(field.name));
            if let Some(layout) = layout {
                self.decorate_member(&mut decorations, layout, member, field);
            }
            if grid == Some(member) {
                decorations.add_member(member, Decoration::PayloadDispatchIndirectAMDX, &[]);
            }
            self.require_all(&field.attributes.requirements);
            if !field.attributes.decorations.is_empty() {
                self.spelled.parts.decorates = true;
                self.spelled.parts.note(field.span);
            }
            for decoration in &field.attributes.decorations {
                if let ExtOperands::Literals(literals) = &decoration.operands {
                    self.spv.out.spells_decorations = true;
                    decorations.add_member_number(member, decoration.decoration, literals);
                }
            }
            if self.is_relaxed(field.ty) {
                decorations.add_member(member, Decoration::RelaxedPrecision, &[]);
            }
            if field.attributes.coherent && layout.is_some() {
                decorations.add_member(member, Decoration::Coherent, &[]);
            }
            if interface == (Interface::Buffer { writable: false }) {
                decorations.add_member(member, Decoration::NonWritable, &[]);
            }
        }
        self.decorate_block(&mut decorations, interface);
        let ty = StructType { name, members: &members, member_names: &names, decorations: &decorations };
        let ty = self.spv.struct_type(&ty);
        let precise = (0..).zip(&fields).filter(|(_, field)| field.attributes.precise);
        self.spv.precise.members.extend(precise.map(|(member, _)| (ty, member)));
        ty
    }

    fn decorate_member(&self, decorations: &mut Decorations, layout: LayoutId, member: u32, field: &Field) {
        let LayoutKind::Struct(members) = &self.module.layouts[layout].kind else { return };
        let (offset, layout) = members[member as usize];
        if !names_offset(field) {
            decorations.add_member(member, Decoration::Offset, &[offset]);
        }
        self.decorate_matrix(decorations, layout, member);
    }

    fn decorate_matrix(&self, decorations: &mut Decorations, layout: LayoutId, member: u32) {
        let Some((stride, order)) = self.matrix_in(layout) else { return };
        decorations.add_member(member, Decoration::MatrixStride, &[stride]);
        let order = match order {
            MatrixOrder::ColumnMajor => Decoration::RowMajor,
            MatrixOrder::RowMajor => Decoration::ColMajor,
        };
        decorations.add_member(member, order, &[]);
    }

    fn decorate_block(&self, decorations: &mut Decorations, interface: Interface) {
        match interface {
            Interface::None => {}
            Interface::Block => decorations.add(Decoration::Block, &[]),
            Interface::Buffer { .. } => decorations.add(self.buffer_decoration(), &[]),
        }
    }

    fn buffer_decoration(&self) -> Decoration {
        if self.options.target.has_spirv(1, 4) { Decoration::Block } else { Decoration::BufferBlock }
    }

    /// The storage class of storage buffers.
    pub(crate) fn buffer_storage(&self) -> StorageClass {
        if self.options.target.has_spirv(1, 4) { StorageClass::StorageBuffer } else { StorageClass::Uniform }
    }

    /// Returns whether values of a type may have lower precision than their width.
    pub(crate) fn is_relaxed(&self, ty: TypeId) -> bool {
        let scalar = match self.module.types[ty] {
            Type::Scalar(scalar) | Type::Vector(scalar, _) | Type::Matrix { elem: scalar, .. } => scalar,
            Type::Array(element, _) => return self.is_relaxed(element),
            Type::Object(Object::Texture(texture)) => return self.is_relaxed(texture.elem),
            Type::Error
            | Type::Void
            | Type::String
            | Type::RuntimeArray(_)
            | Type::Struct(_)
            | Type::Enum(_)
            | Type::Object(_)
            | Type::BufferPointer(..)
            | Type::Spirv(_)
            | Type::Transient(_) => return false,
        };
        scalar.is_min_precision() && !self.module.native_16bit
    }
}

/// Resources.
impl Emitter<'_> {
    /// The type of a texture, with the declared format or one that follows from its element.
    pub(crate) fn texture_type(&mut self, texture: Texture, format: Option<ImageFormat>) -> Word {
        let (scalar, count) = match self.module.types[texture.elem] {
            Type::Scalar(scalar) => (scalar, 1),
            Type::Vector(scalar, count) => (scalar, count),
            Type::Error
            | Type::Void
            | Type::String
            | Type::Matrix { .. }
            | Type::Array(..)
            | Type::RuntimeArray(_)
            | Type::Struct(_)
            | Type::Enum(_)
            | Type::Object(_)
            | Type::BufferPointer(..)
            | Type::Spirv(_)
            | Type::Transient(_) => (Scalar::Float, 4),
        };
        let sampled_type = self.sampled_type(scalar);
        let storage = texture.access.is_writable();
        let formatted = storage || texture.dim == TextureDim::Buffer;
        let derived = if formatted && !self.options.unknown_image_format {
            element_format(scalar, count)
        } else {
            ImageFormat::Unknown
        };
        let (dim, name) = image_dim(texture.dim);
        let image = ImageType {
            dim,
            depth: if texture.combined { 0 } else { 2 },
            arrayed: texture.arrayed,
            multisampled: texture.multisampled,
            sampled: if storage || texture.dim == TextureDim::Subpass { 2 } else { 1 },
            format: format.unwrap_or(derived),
        };
        let name = if texture.arrayed { format!("{name}.array") } else { name.to_owned() };
        let image = self.spv.image(sampled_type, image, &name);
        if texture.combined { self.spv.sampled_image(image) } else { image }
    }

    /// The component type of an image.
    fn sampled_type(&mut self, scalar: Scalar) -> Word {
        match (scalar.class(), scalar.bits(false)) {
            (ElemClass::Float, 64) => self.spv.float_type(64),
            (ElemClass::Float, _) => self.spv.float(),
            (ElemClass::SInt, 64) => self.spv.int_type(64, true),
            (ElemClass::SInt, _) => self.spv.int(),
            (ElemClass::UInt, 64) => self.spv.int_type(64, false),
            (ElemClass::UInt | ElemClass::Bool, _) => self.spv.uint(),
        }
    }

    /// The block of a structured buffer.
    pub(crate) fn structured_buffer_type(&mut self, kind: StructuredKind, elem: TypeId, layout: LayoutId) -> Word {
        let element = self.laid_out_type(elem, Some(layout));
        let stride = self.element_stride(layout);
        let array = self.spv.runtime_array(element, Some(stride));
        let name = format!("type.{}.{}", structured_name(kind), self.type_name(elem));
        let mut decorations = Decorations::new();
        decorations.add_member(0, Decoration::Offset, &[0]);
        self.decorate_matrix(&mut decorations, layout, 0);
        self.buffer_block(array, &name, decorations, kind.is_writable(), &[])
    }

    /// The block of a byte-address buffer.
    pub(crate) fn byte_buffer_type(&mut self, elem: Scalar, writable: bool) -> Word {
        let bits = elem.bits(self.module.native_16bit);
        let elem = self.spv.scalar_type(elem);
        let array = self.spv.runtime_array(elem, Some(bits / 8));
        let name = match (writable, bits) {
            (true, 64) => "type.RWByteAddressBuffer.64",
            (true, _) => "type.RWByteAddressBuffer",
            (false, _) => "type.ByteAddressBuffer",
        };
        let mut decorations = Decorations::new();
        decorations.add_member(0, Decoration::Offset, &[0]);
        self.buffer_block(array, name, decorations, writable, &[])
    }

    /// The block of a counter.
    pub(crate) fn counter_type(&mut self) -> Word {
        let int = self.spv.int();
        let mut decorations = Decorations::new();
        decorations.add_member(0, Decoration::Offset, &[0]);
        self.buffer_block(int, "type.ACSBuffer.counter", decorations, true, &["counter"])
    }

    fn buffer_block(
        &mut self,
        member: Word,
        name: &str,
        mut decorations: Decorations,
        writable: bool,
        member_names: &[&str],
    ) -> Word {
        if !writable {
            decorations.add_member(0, Decoration::NonWritable, &[]);
        }
        self.decorate_block(&mut decorations, Interface::Buffer { writable });
        self.spv.struct_type(&StructType { name, members: &[member], member_names, decorations: &decorations })
    }

    /// The block of a `ConstantBuffer<T>`.
    pub(crate) fn constant_buffer_type(&mut self, content: TypeId, layout: LayoutId) -> Word {
        let name = format!("type.ConstantBuffer.{}", self.type_name(content));
        self.block_of(content, layout, &name, Interface::Block)
    }

    /// The block of a `TextureBuffer<T>`.
    pub(crate) fn texture_buffer_type(&mut self, content: TypeId, layout: LayoutId) -> Word {
        let name = format!("type.TextureBuffer.{}", self.type_name(content));
        self.block_of(content, layout, &name, Interface::Buffer { writable: false })
    }

    fn block_of(&mut self, content: TypeId, layout: LayoutId, name: &str, interface: Interface) -> Word {
        let Type::Struct(id) = self.module.types[content] else {
            panic!("a block has {content:?}, which is not a struct")
        };
        self.struct_with(id, Some(layout), name, interface)
    }

    /// The block of a `cbuffer`, `tbuffer` or `ConstantBuffer`.
    pub(crate) fn block_type(&mut self, global: &Global, kind: BlockKind, layout: LayoutId) -> Word {
        let content = global.ty;
        let name = self.simple_text(global.name);
        let struct_name = self.type_name(content);
        let (name, interface) = match kind {
            _ if global.attributes.is_constant_buffer => {
                (format!("type.ConstantBuffer.{struct_name}"), Interface::Block)
            }
            BlockKind::ConstantBuffer | BlockKind::Globals => (format!("type.{name}"), Interface::Block),
            BlockKind::TextureBuffer => (format!("type.{name}"), Interface::Buffer { writable: false }),
            BlockKind::PushConstant => (format!("type.PushConstant.{struct_name}"), Interface::Block),
            BlockKind::ShaderRecordNv => (format!("type.ShaderRecordBufferNV.{struct_name}"), Interface::Block),
            BlockKind::ShaderRecordExt => (format!("type.ShaderRecordBufferKHR.{struct_name}"), Interface::Block),
        };
        self.block_of(content, layout, &name, interface)
    }

    /// The type of a global variable that holds a resource, whose buffers have a layout.
    pub(crate) fn resource_type(&mut self, ty: TypeId, layout: Option<LayoutId>, format: Option<ImageFormat>) -> Word {
        let module = self.module;
        let layout_of = || layout.expect("a buffer with elements has a layout");
        match module.types[ty] {
            Type::Array(element, count) => {
                let element = self.resource_type(element, layout, format);
                self.spv.array(element, count, None)
            }
            Type::RuntimeArray(element) => {
                let element = self.resource_type(element, layout, format);
                self.spv.runtime_array(element, None)
            }
            Type::Object(Object::StructuredBuffer { kind, elem, .. }) => {
                self.structured_buffer_type(kind, elem, layout_of())
            }
            Type::Object(Object::ByteAddressBuffer(access)) => {
                self.byte_buffer_type(Scalar::UInt, access.is_writable())
            }
            Type::Object(Object::ConstantBuffer(content)) => self.constant_buffer_type(content, layout_of()),
            Type::Object(Object::TextureBuffer(content)) => self.texture_buffer_type(content, layout_of()),
            Type::Object(Object::Texture(texture)) => self.texture_type(texture, format),
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
            | Type::Transient(_) => self.type_of(ty),
        }
    }

    /// The storage class of a resource type.
    pub(crate) fn resource_storage(&self, ty: TypeId) -> StorageClass {
        match self.module.types[ty] {
            Type::Array(element, _) | Type::RuntimeArray(element) => self.resource_storage(element),
            Type::Object(Object::StructuredBuffer { .. } | Object::ByteAddressBuffer(_) | Object::TextureBuffer(_)) => {
                self.buffer_storage()
            }
            Type::Object(Object::ConstantBuffer(_)) => StorageClass::Uniform,
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
            | Type::Transient(_) => StorageClass::UniformConstant,
        }
    }

    /// The type of a variable that is an alias of a buffer.
    pub(crate) fn buffer_pointer_type(&mut self, ty: TypeId) -> Word {
        self.type_of(ty)
    }

    /// The type of a local variable or parameter that is an alias of a buffer: a pointer to the block.
    fn alias_type(&mut self, ty: TypeId) -> Word {
        let held = self.element_of_arrays(ty);
        let layout = self.module.buffer_layouts.get(&held).copied();
        let block = self.resource_type(ty, layout, None);
        let storage = self.resource_storage(ty);
        self.spv.pointer(storage, block)
    }
}

/// Names of types.
impl Emitter<'_> {
    /// A type in the names of blocks: `v4float`, `mat3v2float`, a struct's own name.
    pub(crate) fn type_name(&self, ty: TypeId) -> String {
        match self.module.types[ty] {
            Type::Scalar(scalar) => scalar_name(scalar).to_owned(),
            Type::Vector(scalar, 1) => scalar_name(scalar).to_owned(),
            Type::Vector(scalar, count) => format!("v{count}{}", scalar_name(scalar)),
            Type::Matrix { elem, rows, columns } => format!("mat{rows}v{columns}{}", scalar_name(elem)),
            Type::Array(element, count) => format!("arr_{}_{count}", self.type_name(element)),
            Type::Struct(id) => self.simple_text(self.module.structs[id].name).to_owned(),
            Type::Enum(id) => self.simple_text(self.module.enums[id].name).to_owned(),
            Type::Error
            | Type::Void
            | Type::String
            | Type::RuntimeArray(_)
            | Type::Object(_)
            | Type::BufferPointer(..)
            | Type::Spirv(_)
            | Type::Transient(_) => String::new(),
        }
    }
}

/// Returns whether the source decorates a field with its offset explicitly.
fn names_offset(field: &Field) -> bool {
    field.attributes.decorations.iter().any(|it| it.decoration == Decoration::Offset as u32)
}

fn scalar_name(scalar: Scalar) -> &'static str {
    match scalar {
        Scalar::Bool => "bool",
        Scalar::Int | Scalar::LiteralInt => "int",
        Scalar::UInt | Scalar::PackedInt8x4 | Scalar::PackedUInt8x4 => "uint",
        Scalar::Int8 => "char",
        Scalar::UInt8 => "uchar",
        Scalar::Int16 => "short",
        Scalar::UInt16 => "ushort",
        Scalar::Int64 => "int64",
        Scalar::UInt64 => "uint64",
        Scalar::Half => "half",
        Scalar::Float | Scalar::LiteralFloat => "float",
        Scalar::Double => "double",
        Scalar::Min16Float => "min16float",
        Scalar::Min10Float => "min10float",
        Scalar::Min16Int => "min16int",
        Scalar::Min12Int => "min12int",
        Scalar::Min16UInt => "min16uint",
    }
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

fn image_dim(dim: TextureDim) -> (Dim, &'static str) {
    match dim {
        TextureDim::D1 => (Dim::Dim1D, "type.1d.image"),
        TextureDim::D2 => (Dim::Dim2D, "type.2d.image"),
        TextureDim::D3 => (Dim::Dim3D, "type.3d.image"),
        TextureDim::Cube => (Dim::DimCube, "type.cube.image"),
        TextureDim::Buffer => (Dim::DimBuffer, "type.buffer.image"),
        TextureDim::Subpass => (Dim::DimSubpassData, "type.subpass.image"),
    }
}

/// The format of an image with elements of this type; unknown if there is none.
pub(crate) fn element_format(scalar: Scalar, count: u16) -> ImageFormat {
    let formats = match scalar {
        Scalar::Float => [ImageFormat::R32f, ImageFormat::Rg32f, ImageFormat::Rgba32f],
        Scalar::Int => [ImageFormat::R32i, ImageFormat::Rg32i, ImageFormat::Rgba32i],
        Scalar::UInt => [ImageFormat::R32ui, ImageFormat::Rg32ui, ImageFormat::Rgba32ui],
        Scalar::Half | Scalar::Min16Float | Scalar::Min10Float => {
            [ImageFormat::R16f, ImageFormat::Rg16f, ImageFormat::Rgba16f]
        }
        Scalar::Int8 => [ImageFormat::R8i, ImageFormat::Rg8i, ImageFormat::Rgba8i],
        Scalar::UInt8 => [ImageFormat::R8ui, ImageFormat::Rg8ui, ImageFormat::Rgba8ui],
        Scalar::Int16 | Scalar::Min16Int | Scalar::Min12Int => {
            [ImageFormat::R16i, ImageFormat::Rg16i, ImageFormat::Rgba16i]
        }
        Scalar::UInt16 | Scalar::Min16UInt => [ImageFormat::R16ui, ImageFormat::Rg16ui, ImageFormat::Rgba16ui],
        Scalar::Int64 => [ImageFormat::R64i, ImageFormat::Unknown, ImageFormat::Unknown],
        Scalar::UInt64 => [ImageFormat::R64ui, ImageFormat::Unknown, ImageFormat::Unknown],
        Scalar::Bool
        | Scalar::Double
        | Scalar::PackedInt8x4
        | Scalar::PackedUInt8x4
        | Scalar::LiteralInt
        | Scalar::LiteralFloat => [ImageFormat::Unknown; 3],
    };
    match count {
        1 => formats[0],
        2 => formats[1],
        4 => formats[2],
        _ => ImageFormat::Unknown,
    }
}
