//! Types as a debugger sees them.

use super::program::PUBLIC;
use crate::emitter::state::debug::graph::{Inst, NodeId, Operand, Section};
use crate::emitter::{Emitter, Repr};
use crate::options::DebugSet;
use sema::hir::ty::{ElemClass, Field, MAX_SHORT_VECTOR, Object, Scalar, StructId, Type, TypeId};
use sema::hir::{Function, LayoutKind};
use spirv::{Op, StorageClass, Word};

/// The encoding of a number's bits.
#[derive(Clone, Copy)]
enum Encoding {
    Boolean = 2,
    Float = 3,
    Signed = 4,
    Unsigned = 6,
}

/// The kinds of composite types.
#[derive(Clone, Copy)]
enum Tag {
    Class = 0,
    Structure = 1,
}

impl Emitter<'_> {
    /// The type of a value, or of what lies in memory.
    pub(super) fn debug_type(&mut self, ty: TypeId, repr: Repr) -> NodeId {
        let repr = if self.depends_on_layout(ty) { repr } else { Repr::Value };
        if let Some(&node) = self.info().types.get(&(ty, repr)) {
            return node;
        }
        let node = self.make_debug_type(ty, repr);
        // While a struct is being described, the node of a pointer depends on whether it leads to that struct.
        if self.info().open.is_empty() || !matches!(self.module.types[ty], Type::BufferPointer(..)) {
            self.info().types.insert((ty, repr), node);
        }
        node
    }

    /// Returns whether the description of a type in memory differs from that of a value: only structs have offsets.
    fn depends_on_layout(&self, ty: TypeId) -> bool {
        matches!(self.module.types[self.element_of_arrays(ty)], Type::Struct(_))
    }

    fn make_debug_type(&mut self, ty: TypeId, repr: Repr) -> NodeId {
        match self.module.types[ty] {
            Type::Scalar(scalar) | Type::Vector(scalar, 1) => self.number_type(scalar),
            Type::Enum(id) => self.number_type(self.module.enums[id].held()),
            Type::Vector(scalar, count) => self.vector_debug_type(scalar, count),
            Type::Matrix { elem, rows, columns } => self.matrix_debug_type(elem, rows, columns),
            Type::Array(..) | Type::RuntimeArray(_) => self.array_debug_type(ty, repr),
            Type::Struct(id) => self.struct_debug_type(ty, id, repr, None),
            Type::Object(object) => self.object_debug_type(ty, object, repr),
            Type::BufferPointer(pointee, _) => self.pointer_debug_type(ty, pointee),
            Type::Spirv(_) | Type::Error | Type::Void | Type::String | Type::Transient(_) => {
                self.opaque_type(ty, Tag::Class)
            }
        }
    }

    fn object_debug_type(&mut self, ty: TypeId, object: Object, repr: Repr) -> NodeId {
        match object {
            Object::StructuredBuffer { elem: content, .. }
            | Object::ConstantBuffer(content)
            | Object::TextureBuffer(content) => {
                let layout = self.module.buffer_layouts.get(&ty).copied();
                self.template_type(ty, content, Repr::of(layout))
            }
            Object::Texture(texture) => self.template_type(ty, texture.elem, Repr::Value),
            Object::Patch(..) => self.array_debug_type(ty, repr),
            Object::Stream(_, element) => self.debug_type(element, repr),
            Object::Sampler { .. } | Object::AccelerationStructure => self.opaque_type(ty, Tag::Structure),
            Object::ByteAddressBuffer(_)
            | Object::Feedback { .. }
            | Object::RayQuery(..)
            | Object::HitObject
            | Object::Node(_)
            | Object::Spirv(_) => self.opaque_type(ty, Tag::Class),
        }
    }

    fn number_type(&mut self, scalar: Scalar) -> NodeId {
        let bits = scalar.bits(self.module.native_16bit);
        let (encoding, stem) = match scalar.class() {
            ElemClass::Bool => (Encoding::Boolean, "bool"),
            ElemClass::Float => (Encoding::Float, "float"),
            ElemClass::SInt => (Encoding::Signed, "int"),
            ElemClass::UInt => (Encoding::Unsigned, "uint"),
        };
        let name = if bits == 32 { stem.to_owned() } else { format!("{stem}{bits}_t") };
        if let Some(&node) = self.info().numbers.get(&name) {
            return node;
        }
        let mut operands = vec![Operand::Text(name.clone()), Operand::Constant(bits), Operand::Number(encoding as u32)];
        if self.debug_set() == DebugSet::Vulkan {
            // No flags.
            operands.push(Operand::Number(0));
        }
        let node = self.describe(Section::Types, Inst::DebugTypeBasic, operands);
        self.info().numbers.insert(name, node);
        node
    }

    fn vector_debug_type(&mut self, scalar: Scalar, count: u16) -> NodeId {
        let element = self.number_type(scalar);
        // Neither set has vectors of more components.
        if count > MAX_SHORT_VECTOR {
            return self.array_of(element, &[u32::from(count)]);
        }
        let operands = vec![Operand::Node(element), Operand::Number(u32::from(count))];
        self.describe(Section::Types, Inst::DebugTypeVector, operands)
    }

    /// `OpenCL.DebugInfo.100` knows no matrices, and the other set none but those that SPIR-V has: they are arrays.
    fn matrix_debug_type(&mut self, elem: Scalar, rows: u8, columns: u8) -> NodeId {
        if rows == 1 || columns == 1 {
            return match rows * columns {
                1 => self.number_type(elem),
                count => self.vector_debug_type(elem, count.into()),
            };
        }
        let is_array = self.debug_set() == DebugSet::OpenCl;
        if is_array {
            let element = self.number_type(elem);
            return self.array_of(element, &[u32::from(rows), u32::from(columns)]);
        }
        let row = self.vector_debug_type(elem, columns.into());
        if elem.class() != ElemClass::Float {
            return self.array_of(row, &[u32::from(rows)]);
        }
        // A row of the language is a column of SPIR-V.
        let operands = vec![Operand::Node(row), Operand::Number(u32::from(rows)), Operand::Number(1)];
        self.describe(Section::Types, Inst::DebugTypeMatrix, operands)
    }

    fn array_of(&mut self, element: NodeId, counts: &[u32]) -> NodeId {
        let mut operands = vec![Operand::Node(element)];
        operands.extend(counts.iter().map(|&count| Operand::Constant(count)));
        self.describe(Section::Types, Inst::DebugTypeArray, operands)
    }

    /// Arrays of arrays are one type with several counts.
    fn array_debug_type(&mut self, ty: TypeId, repr: Repr) -> NodeId {
        let mut counts = Vec::new();
        let (mut element, mut layout) = (ty, repr.layout());
        let is_opencl = self.debug_set() == DebugSet::OpenCl;
        loop {
            match self.module.types[element] {
                Type::Array(inner, count) | Type::Object(Object::Patch(_, inner, count)) => {
                    counts.push(count);
                    element = inner;
                }
                // An array without an end has no count in one set and none but zero in the other.
                Type::RuntimeArray(inner) => {
                    counts.extend((!is_opencl).then_some(0));
                    element = inner;
                }
                Type::Matrix { elem, rows, columns } if is_opencl && rows > 1 && columns > 1 => {
                    counts.extend([u32::from(rows), u32::from(columns)]);
                    let element = self.number_type(elem);
                    return self.array_of(element, &counts);
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
                | Type::Transient(_) => break,
            }
            layout = self.element_layout(layout);
        }
        let element = self.debug_type(element, Repr::of(layout));
        self.array_of(element, &counts)
    }

    /// A pointer into memory. Forward references are not allowed, so a pointer of a struct to itself is an integer.
    fn pointer_debug_type(&mut self, ty: TypeId, pointee: TypeId) -> NodeId {
        let layout = self.module.buffer_layouts.get(&ty).copied();
        let base = self.debug_type(pointee, Repr::of(layout));
        if self.info().open.contains(&base) {
            return self.number_type(Scalar::UInt64);
        }
        let storage = StorageClass::PhysicalStorageBuffer as u32;
        let operands = vec![Operand::Node(base), Operand::Number(storage), Operand::Number(0)];
        self.describe(Section::Types, Inst::DebugTypePointer, operands)
    }

    /// The node for unknown information.
    pub(super) fn none(&mut self) -> NodeId {
        match self.info().none {
            Some(none) => none,
            None => {
                let none = self.describe(Section::Program, Inst::DebugInfoNone, Vec::new());
                self.info().none = Some(none);
                none
            }
        }
    }
}

/// Functions.
impl Emitter<'_> {
    /// The type of a function; the object of a method is its first parameter.
    pub(super) fn function_debug_type(&mut self, function: &Function) -> NodeId {
        let ret = if matches!(self.module.types[function.ret], Type::Void) {
            None
        } else {
            Some(self.debug_type(function.ret, Repr::Value))
        };
        let mut parts = vec![ret];
        for local in function.this.into_iter().chain(function.params.iter().map(|param| param.local)) {
            parts.push(Some(self.debug_type(function.body.locals[local].ty, Repr::Value)));
        }
        self.type_of_parts(parts)
    }

    /// The type of the code around an entry point.
    pub(super) fn wrapper_type(&mut self) -> NodeId {
        self.type_of_parts(vec![None])
    }

    fn type_of_parts(&mut self, parts: Vec<Option<NodeId>>) -> NodeId {
        if let Some(&node) = self.info().function_types.get(&parts) {
            return node;
        }
        let void = self.info().words.void;
        let mut operands = vec![Operand::Number(PUBLIC)];
        operands.extend(parts.iter().map(|part| part.map_or(Operand::Id(void), Operand::Node)));
        let node = self.describe(Section::Types, Inst::DebugTypeFunction, operands);
        self.info().function_types.insert(parts, node);
        node
    }
}

/// Structs.
impl Emitter<'_> {
    /// A struct as a value or in memory, under its own name or that of the block that it is.
    pub(super) fn struct_debug_type(&mut self, ty: TypeId, id: StructId, repr: Repr, name: Option<String>) -> NodeId {
        let declared = &self.module.structs[id];
        let is_block = name.is_some();
        let name = name.unwrap_or_else(|| self.simple_text(declared.name).to_owned());
        let size = self.bits(ty, repr);
        let place = self.place_operands(declared.span);
        let node = self.composite_node(&name, &name, Tag::Structure, place, Operand::Constant(size));
        if !is_block {
            self.info().types.insert((ty, repr), node);
        }
        self.info().open.insert(node);
        let mut next = 0;
        for field in &declared.fields {
            let (offset, bits) = self.field_bits(field, repr, next);
            next = offset.saturating_add(bits);
            self.member(node, field, repr, offset, bits);
        }
        self.info().open.remove(&node);
        node
    }

    fn composite_node(&mut self, name: &str, linkage: &str, tag: Tag, place: [Operand; 3], size: Operand) -> NodeId {
        let mut operands = vec![Operand::Text(name.to_owned()), Operand::Number(tag as u32)];
        operands.extend(place);
        let unit = self.unit();
        operands.extend([Operand::Scope(unit), Operand::Text(linkage.to_owned()), size, Operand::Number(PUBLIC)]);
        self.describe(Section::Types, Inst::DebugTypeComposite, operands)
    }

    /// A member; the base class is one, under the name of its type. One set has members name their struct and stand
    /// after it, the other one does not.
    fn member(&mut self, owner: NodeId, field: &Field, repr: Repr, offset: u32, bits: u32) {
        let ty = self.debug_type(field.ty, self.member_repr(repr, field.member));
        let name = match (self.simple_text(field.name), self.module.types[field.ty]) {
            ("", Type::Struct(base)) => self.simple_text(self.module.structs[base].name),
            (name, _) => name,
        };
        let is_opencl = self.debug_set() == DebugSet::OpenCl;
        let mut operands = vec![Operand::Text(name.to_owned()), Operand::Type(ty)];
        operands.extend(self.place_operands(field.span));
        operands.extend(is_opencl.then_some(Operand::Scope(owner)));
        operands.extend([Operand::Constant(offset), Operand::Constant(bits), Operand::Number(PUBLIC)]);
        let id = self.spv.fresh_id();
        let graph = &mut self.info().graph;
        let member = graph.add_part(owner, id, Inst::DebugTypeMember, operands);
        graph.node_mut(owner).operands.push(if is_opencl { Operand::Later(member) } else { Operand::Node(member) });
    }

    /// Where a field is and how many bits it takes; a value has its fields one after the other.
    fn field_bits(&mut self, field: &Field, repr: Repr, next: u32) -> (u32, u32) {
        let start = match repr.layout().map(|layout| &self.module.layouts[layout].kind) {
            Some(LayoutKind::Struct(members)) => members[field.member as usize].0.saturating_mul(8),
            _ => next,
        };
        match (field.bits, repr.layout()) {
            (Some(bits), Some(_)) => (start.saturating_add(bits.offset), bits.width),
            (Some(bits), None) => (start, bits.width),
            (None, _) => (start, self.bits(field.ty, self.member_repr(repr, field.member))),
        }
    }

    /// The size of a type in bits; 0 for opaque types.
    fn bits(&mut self, ty: TypeId, repr: Repr) -> u32 {
        if let Some(layout) = repr.layout() {
            return self.module.layouts[layout].size.saturating_mul(8);
        }
        let native = self.module.native_16bit;
        match self.module.types[ty] {
            Type::Scalar(scalar) => scalar.bits(native),
            Type::Enum(_) => Scalar::Int.bits(native),
            Type::Vector(scalar, count) => scalar.bits(native) * u32::from(count),
            Type::Matrix { elem, rows, columns } => elem.bits(native) * u32::from(rows) * u32::from(columns),
            Type::Array(element, count) | Type::Object(Object::Patch(_, element, count)) => {
                self.bits(element, Repr::Value).saturating_mul(count)
            }
            Type::BufferPointer(..) => u64::BITS,
            Type::Struct(id) => self.struct_bits(ty, id),
            Type::Error
            | Type::Void
            | Type::String
            | Type::RuntimeArray(_)
            | Type::Object(_)
            | Type::Spirv(_)
            | Type::Transient(_) => 0,
        }
    }

    fn struct_bits(&mut self, ty: TypeId, id: StructId) -> u32 {
        if let Some(&bits) = self.info().struct_bits.get(&ty) {
            return bits;
        }
        let mut size = 0;
        for field in &self.module.structs[id].fields {
            let (offset, bits) = self.field_bits(field, Repr::Value, size);
            size = offset.saturating_add(bits);
        }
        self.info().struct_bits.insert(ty, size);
        size
    }
}

/// Types without members.
impl Emitter<'_> {
    /// A type that is known by its name alone.
    fn opaque_type(&mut self, ty: TypeId, tag: Tag) -> NodeId {
        let name = self.opaque_name(ty);
        if let Some(&node) = self.info().opaque.get(&name) {
            return node;
        }
        let node = self.opaque_node(&name, tag);
        self.info().opaque.insert(name, node);
        node
    }

    fn opaque_node(&mut self, name: &str, tag: Tag) -> NodeId {
        let none = self.none();
        let place = self.no_place();
        self.composite_node(&format!("@{name}"), name, tag, place, Operand::Node(none))
    }

    /// The name that the type has in the module.
    fn opaque_name(&mut self, ty: TypeId) -> String {
        let has_value = !matches!(self.module.types[ty], Type::Error | Type::Void | Type::String | Type::Transient(_));
        if !has_value {
            return "unknown".to_owned();
        }
        if let Some(node) = self.node_of(ty) {
            return node.kind.name().to_owned();
        }
        let word = self.type_of(ty);
        let name = self.name_behind(word);
        if name.is_empty() { "unknown".to_owned() } else { name }
    }

    /// The name of a type or of what it leads to: of a buffer behind the pointer that represents it, of the image in a
    /// combined one.
    fn name_behind(&self, word: Word) -> String {
        let Some(definition) = self.spv.ctx.definition(word) else { return String::new() };
        match (definition.op, self.spv.ctx.operands(definition)) {
            (Op::TypePointer, operands) => self.name_behind(operands[1]),
            _ => self.spv.ctx.definition_name(definition).to_owned(),
        }
    }

    /// A type with an argument, such as a texture.
    fn template_type(&mut self, ty: TypeId, argument: TypeId, repr: Repr) -> NodeId {
        let name = self.opaque_name(ty);
        let target = self.opaque_node(&name, Tag::Class);
        let argument = self.debug_type(argument, repr);
        let none = self.none();
        let mut operands =
            vec![Operand::Text("TemplateParam".to_owned()), Operand::Type(argument), Operand::Node(none)];
        operands.extend(self.no_place());
        let parameter = self.describe(Section::TemplateParameters, Inst::DebugTypeTemplateParameter, operands);
        let operands = vec![Operand::Node(target), Operand::Node(parameter)];
        self.describe(Section::Templates, Inst::DebugTypeTemplate, operands)
    }
}
