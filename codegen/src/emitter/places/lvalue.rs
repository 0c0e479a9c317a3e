//! Reads and writes of l-values, and their access chains.
//!
//! Indices are gathered into chains as in the reference compiler: a member, a component or row by `[]`, or an element
//! of a structured buffer takes all indices down to the variable into one chain; an element of an array has a chain of
//! its own, and so has a member of a `cbuffer`.

use crate::builder::num::Num;
use crate::emitter::places::place::{Place, Pointer, Value};
use crate::emitter::resources::methods::MethodArgs;
use crate::emitter::state::memory::Step;
use crate::emitter::{Emitter, Repr, Variable};
use sema::hir::expr::{Category, Conversion, Expr, ExprId, ExprKind};
use sema::hir::ty::{BitRange, MatrixOrder, Object, Scalar, Type, TypeId};
use sema::hir::{BlockKind, GlobalId, GlobalKind, LayoutKind};
use sema::tables::methods::{BufferMethod, MethodKind, NodeMethod};
use spirv::{ImageFormat, Op, StorageClass, Word};

/// Evaluation of l-values.
impl<'a> Emitter<'a> {
    /// The expression with this id.
    pub(crate) fn expr_of(&self, id: ExprId) -> &'a Expr {
        &self.current.body.exprs[id]
    }

    /// The type of an expression.
    pub(crate) fn expr_type(&self, id: ExprId) -> Type {
        self.module.types[self.current.body.exprs[id].ty]
    }

    /// Evaluates an l-value. An r-value is stored in a new variable.
    #[expect(clippy::wildcard_enum_match_arm, reason = "the other expressions are values")]
    pub(crate) fn place(&mut self, id: ExprId) -> Place {
        let expr = self.expr_of(id);
        match &expr.kind {
            ExprKind::Swizzle { base, components } if expr.category == Category::Place => {
                self.swizzle_place(*base, *components, expr.ty)
            }
            ExprKind::MatrixSwizzle { base, elements } if expr.category == Category::Place => {
                self.matrix_swizzle_place(*base, *elements, expr.ty)
            }
            ExprKind::Index { base, index } if self.has_own_chain(*base) => self.array_element(*base, *index, expr.ty),
            ExprKind::ResourceElement { object, index, level } if !self.is_structured(*object) => {
                Place::Texel(Box::new(self.texel(*object, *index, *level, expr.ty)))
            }
            ExprKind::Member { .. }
            | ExprKind::Index { .. }
            | ExprKind::ResourceElement { .. }
            | ExprKind::Local(_)
            | ExprKind::Global(_) => self.chain(id),
            ExprKind::Convert { conversion: Conversion::ToBase, .. } => self.base_class(id),
            ExprKind::Assign { place, value } => self.assign(*place, *value).0,
            ExprKind::CompoundAssign { op, place, value, compute } => {
                self.compound_assign(*op, *place, *value, *compute).0
            }
            ExprKind::IncDec { increment, prefix: true, place } => self.inc_dec(*increment, *place).place,
            ExprKind::Comma { lhs, rhs } => {
                self.discard(*lhs);
                self.place(*rhs)
            }
            ExprKind::Method { method, .. }
                if matches!(method.kind, MethodKind::Buffer(BufferMethod::StructuredLoad)) =>
            {
                self.chain(id)
            }
            ExprKind::Method { method, object, .. } if method.kind == MethodKind::Buffer(BufferMethod::Consume) => {
                Place::Memory(self.counted_element(*object, false))
            }
            ExprKind::Method { method, object, args, .. } if method.kind == MethodKind::Nodes(NodeMethod::Get) => {
                Place::Memory(self.record_place(*object, &MethodArgs::new(method, args, false), expr.ty))
            }
            ExprKind::Method { method, object, args, .. }
                if let MethodKind::Nodes(NodeMethod::NewRecords(by)) = method.kind =>
            {
                Place::Memory(self.new_records(*object, &MethodArgs::new(method, args, false), by, expr.ty))
            }
            ExprKind::Method { method, object, .. } if method.kind == MethodKind::PointerGet => {
                Place::Memory(self.buffer_pointer_target(*object, expr.ty))
            }
            _ => {
                let value = self.expr(id);
                if self.is_buffer_type(expr.ty) {
                    return Place::Memory(self.buffer_value_pointer(value, expr.ty));
                }
                Place::Memory(self.materialise(value, expr.ty, None))
            }
        }
    }

    /// Evaluates an l-value in memory; any other value is copied into a new variable.
    pub(crate) fn pointer(&mut self, id: ExprId) -> Pointer {
        match self.place(id) {
            Place::Memory(pointer) => pointer,
            other @ (Place::Bits(..)
            | Place::Components { .. }
            | Place::Elements { .. }
            | Place::Texel(_)
            | Place::Within { .. }) => {
                let ty = self.expr_of(id).ty;
                let value = self.read(&other);
                let value = self.plain(value, ty);
                self.materialise(value, ty, None)
            }
        }
    }

    /// Stores a value in a new variable, named after its type by default.
    pub(crate) fn materialise(&mut self, value: Word, ty: TypeId, name: Option<&str>) -> Pointer {
        let name = match name {
            Some(name) => format!("temp.var.{name}"),
            None => format!("temp.var.{}", self.type_name(ty)),
        };
        let word = self.type_of(ty);
        let id = self.spv.variable(&name, word);
        self.spv.store_word(id, value);
        Pointer::new(id, ty, Repr::Value, StorageClass::Function)
    }

    /// Returns whether an element of this expression has an access chain of its own.
    fn has_own_chain(&self, base: ExprId) -> bool {
        matches!(self.expr_type(base), Type::Array(..) | Type::RuntimeArray(_))
    }

    /// Returns whether this is a structured buffer, or node records instead of one.
    pub(crate) fn is_structured(&self, object: ExprId) -> bool {
        matches!(self.expr_type(object), Type::Object(Object::StructuredBuffer { .. } | Object::Node(_)))
    }

    /// A base class of a derived object, by an access chain of its own.
    fn base_class(&mut self, id: ExprId) -> Place {
        let ty = self.expr_of(id).ty;
        let mut steps = Vec::new();
        let mut derived = id;
        while let ExprKind::Convert { conversion: Conversion::ToBase, operand } = self.expr_of(derived).kind {
            steps.push(Step::Base);
            derived = operand;
        }
        let place = self.base_place(derived, None);
        self.step_into(place, derived, &steps, ty)
    }

    fn array_element(&mut self, base: ExprId, index: ExprId, ty: TypeId) -> Place {
        if let Some(heap) = self.heap_of(base) {
            return Place::Memory(self.heap_element(heap, index, ty));
        }
        let array = self.expr_type(base);
        let place = self.base_place(base, None);
        let place = self.follow_alias(place);
        let index = self.expr(index);
        let step = if self.is_resource_array(array) { Step::Resource(index) } else { Step::Element(index) };
        self.step_into(place, base, &[step], ty)
    }

    /// The base of an access chain: r-values are stored in a variable, and aliases of buffers are loaded.
    fn base_place(&mut self, base: ExprId, name: Option<&str>) -> Place {
        let expr = self.expr_of(base);
        let is_chain =
            matches!(expr.kind, ExprKind::Member { .. } | ExprKind::Index { .. } | ExprKind::ResourceElement { .. });
        if expr.category == Category::Place || is_chain || self.leads_to_memory(base) {
            return self.place(base);
        }
        if let ExprKind::Load(inner) = expr.kind
            && self.is_resource_type(expr.ty)
        {
            return self.place(inner);
        }
        let value = self.expr(base);
        if self.is_buffer_type(expr.ty) {
            let pointer = self.buffer_value_pointer(value, expr.ty);
            return Place::Memory(pointer);
        }
        Place::Memory(self.materialise(value, expr.ty, name))
    }

    /// Returns whether a value comes from a buffer element that a method selects, so that a part of it is loaded alone.
    #[expect(clippy::wildcard_enum_match_arm, reason = "the other expressions are values")]
    pub(crate) fn leads_to_memory(&self, id: ExprId) -> bool {
        match &self.expr_of(id).kind {
            ExprKind::Method { method, .. } => {
                matches!(
                    method.kind,
                    MethodKind::Buffer(BufferMethod::StructuredLoad | BufferMethod::Consume) | MethodKind::PointerGet
                )
            }
            ExprKind::Member { base, .. } | ExprKind::Index { base, .. } => {
                self.expr_of(id).category == Category::Value && self.leads_to_memory(*base)
            }
            _ => false,
        }
    }

    /// An access chain with all indices down to the variable.
    fn chain(&mut self, id: ExprId) -> Place {
        let expr = self.expr_of(id);
        let name = matches!(expr.kind, ExprKind::Index { .. }).then_some("vector");
        let mut steps = std::mem::take(&mut self.chains.steps);
        let base = self.gather(id, &mut steps);
        let place = if base == id { self.variable_place(id) } else { self.base_place(base, name) };
        // The variable itself may be written; only the buffer's contents need its value.
        let place = if steps.is_empty() { place } else { self.follow_alias(place) };
        let bits = self.bit_range(id);
        let ty = expr.ty;
        let part = self.step_into(place, base, &steps, ty);
        steps.clear();
        self.chains.steps = steps;
        match (part, bits) {
            (Place::Memory(unit), Some(bits)) => Place::Bits(unit, bits),
            (place, _) => place,
        }
    }

    /// The variable with a name, or the member of a `cbuffer`.
    #[expect(clippy::wildcard_enum_match_arm, reason = "the other expressions are values")]
    fn variable_place(&mut self, id: ExprId) -> Place {
        let expr = self.expr_of(id);
        match &expr.kind {
            ExprKind::Local(local) => {
                let mut variable = self.local_variable(*local);
                if self.is_block_type(expr.ty) {
                    variable.repr = Repr::of(self.module.buffer_layouts.get(&expr.ty).copied());
                }
                Place::Memory(variable_pointer(variable, expr.ty, None))
            }
            ExprKind::Global(global) => {
                let variable = self.global_variable(*global);
                let declared = &self.module.globals[*global];
                let pointer = variable_pointer(variable, expr.ty, declared.attributes.image_format);
                let is_block = matches!(declared.kind, GlobalKind::Block { .. });
                Place::Memory(Pointer { block: is_block.then_some(*global), ..pointer })
            }
            ExprKind::Member { base, field } => {
                let place = self.place(*base);
                let member = self.member_of(*base, *field);
                self.step_into(place, *base, &[Step::Member(member)], expr.ty)
            }
            _ => {
                let value = self.expr(id);
                Place::Memory(self.materialise(value, expr.ty, None))
            }
        }
    }

    /// Collects the steps from the base to an expression, the base first, and returns the base expression.
    #[expect(clippy::wildcard_enum_match_arm, reason = "the other expressions are the root of the chain")]
    fn gather(&mut self, id: ExprId, steps: &mut Vec<Step>) -> ExprId {
        let expr = self.expr_of(id);
        match &expr.kind {
            ExprKind::Member { base, .. } if self.is_own_block(*base) => id,
            ExprKind::Member { base, field } => {
                let root = self.gather(*base, steps);
                steps.push(Step::Member(self.member_of(*base, *field)));
                root
            }
            ExprKind::Index { base, .. } if self.heap_of(*base).is_some() => id,
            ExprKind::Index { base, index } => {
                let array = self.expr_type(*base);
                let root = self.gather(*base, steps);
                // Vectors with one component are scalars, and matrices with one row are vectors.
                if self.is_single(*base) {
                    return root;
                }
                let is_resource = self.is_resource_array(array);
                // The index of builtin types is a `uint`.
                let index = if matches!(array, Type::Array(..) | Type::RuntimeArray(_)) {
                    self.expr(*index)
                } else {
                    self.unsigned_index(*index)
                };
                steps.push(if is_resource { Step::Resource(index) } else { Step::Element(index) });
                root
            }
            ExprKind::ResourceElement { object, index, level: None } if self.is_structured(*object) => {
                let root = self.gather_buffer(*object);
                let index = self.unsigned_index(*index);
                let is_node = self.node_of(self.expr_of(*object).ty).is_some();
                steps.push(if is_node { Step::Record(index) } else { Step::Buffer(index) });
                root
            }
            ExprKind::Method { method, object, args, .. }
                if method.kind == MethodKind::Buffer(BufferMethod::StructuredLoad) =>
            {
                let root = self.gather_buffer(*object);
                let index = self.expr(args[0].expr);
                self.write_no_status(args.get(1));
                steps.push(Step::Buffer(index));
                root
            }
            ExprKind::Convert { conversion: Conversion::ToBase, operand } => {
                let root = self.gather(*operand, steps);
                steps.push(Step::Member(0));
                root
            }
            _ => id,
        }
    }

    /// The buffer at which a chain begins: one in an array or struct needs a chain of its own, because the variable may
    /// hold pointers to buffers.
    fn gather_buffer(&self, object: ExprId) -> ExprId {
        if let ExprKind::Load(inner) = self.expr_of(object).kind { self.gather_buffer(inner) } else { object }
    }

    /// Returns whether members of this block need a chain of their own: the block is anonymous in the source.
    fn is_own_block(&self, base: ExprId) -> bool {
        let ExprKind::Global(global) = self.expr_of(base).kind else { return false };
        match self.module.globals[global].kind {
            GlobalKind::Block { kind, .. } => match kind {
                BlockKind::ConstantBuffer | BlockKind::TextureBuffer | BlockKind::Globals => true,
                BlockKind::PushConstant | BlockKind::ShaderRecordNv | BlockKind::ShaderRecordExt => false,
            },
            GlobalKind::Static { .. }
            | GlobalKind::Groupshared
            | GlobalKind::Resource { .. }
            | GlobalKind::Heap { .. }
            | GlobalKind::Counter
            | GlobalKind::SpecConstant { .. }
            | GlobalKind::ExtBuiltin { .. }
            | GlobalKind::Shared(_) => false,
        }
    }

    /// Returns whether `[]` on this yields the whole value.
    fn is_single(&self, base: ExprId) -> bool {
        matches!(self.expr_type(base), Type::Vector(_, 1) | Type::Matrix { rows: 1, .. })
    }

    /// The member of the SPIR-V struct that holds a field.
    fn member_of(&self, base: ExprId, field: u32) -> u32 {
        self.struct_field(base, field).map_or(field, |field| field.member)
    }

    fn struct_field(&self, base: ExprId, field: u32) -> Option<&'a sema::hir::ty::Field> {
        let id = self.module.struct_behind(self.expr_of(base).ty)?;
        self.module.structs[id].fields.get(field as usize)
    }

    fn bit_range(&self, id: ExprId) -> Option<BitRange> {
        let ExprKind::Member { base, field } = self.expr_of(id).kind else { return None };
        self.struct_field(base, field)?.bits
    }

    /// Loads the pointer to a buffer that a variable holds.
    fn follow_alias(&mut self, place: Place) -> Place {
        match place {
            Place::Memory(pointer) if self.is_alias(pointer) => {
                let ty = self.buffer_pointer_type(pointer.ty);
                let id = self.spv.load_word(ty, pointer.id);
                Place::Memory(self.buffer_value_pointer(id, pointer.ty))
            }
            place @ (Place::Memory(_)
            | Place::Bits(..)
            | Place::Components { .. }
            | Place::Elements { .. }
            | Place::Texel(_)
            | Place::Within { .. }) => place,
        }
    }

    /// Applies steps to a place; without steps it stays the same.
    fn step_into(&mut self, place: Place, base: ExprId, steps: &[Step], ty: TypeId) -> Place {
        if steps.is_empty() {
            return place;
        }
        match place {
            Place::Memory(pointer) => Place::Memory(self.chain_from(pointer, steps, ty)),
            whole @ (Place::Bits(..)
            | Place::Components { .. }
            | Place::Elements { .. }
            | Place::Texel(_)
            | Place::Within { .. }) => {
                let base_type = self.expr_of(base).ty;
                let value = self.read(&whole);
                let value = self.plain(value, base_type);
                let name =
                    (!matches!(self.module.types[base_type], Type::Struct(_) | Type::Array(..))).then_some("vector");
                let copy = self.materialise(value, base_type, name);
                let part = self.chain_from(copy, steps, ty);
                Place::Within { whole: Box::new(whole), copy, part }
            }
        }
    }

    fn chain_from(&mut self, base: Pointer, steps: &[Step], ty: TypeId) -> Pointer {
        let (mut repr, mut align) = (base.repr, base.align);
        let mut indices = std::mem::take(&mut self.chains.indices);
        for step in steps {
            if align > 1 {
                align = multiple_of(align, self.distance(repr, *step, ty));
            }
            match *step {
                Step::Member(member) => {
                    indices.push(self.spv.constant_int(member as i32));
                    repr = self.member_repr(repr, member);
                }
                Step::Base => {
                    indices.push(self.spv.constant_uint(0));
                    repr = self.member_repr(repr, 0);
                }
                Step::Element(index) => {
                    indices.push(index);
                    repr = self.element_repr(repr);
                }
                Step::Resource(index) => indices.push(index),
                Step::Record(index) => {
                    indices.push(index);
                    repr = self.record_repr(base.ty);
                }
                Step::Buffer(index) => {
                    indices.push(self.spv.constant_int(0));
                    indices.push(index);
                }
            }
        }
        let is_ordered = base.is_ordered || self.is_ordered_buffer(base.ty);
        let pointee = self.pointee_type(ty, repr, base.storage, base.format);
        let id = self.spv.chain_word(base.storage, pointee, base.id, &indices);
        indices.clear();
        self.chains.indices = indices;
        Pointer { id, ty, repr, storage: base.storage, format: base.format, block: None, is_ordered, align }
    }

    /// A divisor of a step's byte offset, towards a value of a type. Zero for steps without a layout.
    fn distance(&self, repr: Repr, step: Step, to: TypeId) -> u32 {
        let (Some(layout), Step::Member(_) | Step::Base | Step::Element(_)) = (repr.layout(), step) else { return 0 };
        match (&self.module.layouts[layout].kind, step) {
            (LayoutKind::Struct(members), Step::Member(member)) => members[member as usize].0,
            (LayoutKind::Struct(members), _) => members[0].0,
            (LayoutKind::Array { stride, .. }, _) => *stride,
            (LayoutKind::Matrix { stride, order: MatrixOrder::RowMajor }, _) if self.num_of_type(to).is_vector() => {
                *stride
            }
            (LayoutKind::Matrix { .. } | LayoutKind::Leaf, _) => self.number_size(to),
        }
    }

    /// Applies one more step to a pointer: an element of an array, a component or a row.
    pub(crate) fn element_pointer(&mut self, base: Pointer, index: Word, ty: TypeId) -> Pointer {
        self.chain_from(base, &[Step::Element(index)], ty)
    }

    /// An element of a node's records.
    pub(crate) fn record_element(&mut self, records: Pointer, index: Word, ty: TypeId) -> Pointer {
        self.chain_from(records, &[Step::Record(index)], ty)
    }

    /// The representation of a member.
    pub(crate) fn member_repr(&self, repr: Repr, member: u32) -> Repr {
        Repr::of(self.member_layout(repr.layout(), member))
    }

    /// The representation of an element. Rows and components are represented as their matrix or vector.
    pub(crate) fn element_repr(&self, repr: Repr) -> Repr {
        if repr == Repr::Bits { Repr::Bits } else { Repr::of(self.element_layout(repr.layout())) }
    }

    /// Returns whether memory holds a numeric type as an array.
    pub(crate) fn is_array_in_memory(&self, repr: Repr) -> bool {
        self.array_stride(repr.layout()).is_some()
    }
}

/// The alignment of an address at a distance from one that is aligned to `align`.
fn multiple_of(align: u32, distance: u32) -> u32 {
    1 << (align | distance).trailing_zeros()
}

fn variable_pointer(variable: Variable, ty: TypeId, format: Option<ImageFormat>) -> Pointer {
    Pointer { format, ..Pointer::new(variable.pointer, ty, variable.repr, variable.storage) }
}

/// Loads and stores.
impl Emitter<'_> {
    /// Loads the value of a place.
    pub(crate) fn read(&mut self, place: &Place) -> Value {
        match place {
            Place::Memory(pointer) => self.read_pointer(*pointer),
            Place::Bits(unit, bits) => {
                let ty = self.type_in(unit.ty, unit.repr);
                let value = self.load_from(*unit, ty);
                Value::plain(self.extract_bits(ty, value, *bits, unit.ty))
            }
            Place::Components { base, num, components } => {
                let vector = self.read_vector(base);
                Value::plain(self.select_components(vector, *num, *components))
            }
            Place::Elements { matrix, num, elements } => Value::plain(self.read_elements(*matrix, *num, *elements)),
            Place::Texel(texel) => Value::plain(self.read_texel(texel)),
            Place::Within { part, .. } => self.read_pointer(*part),
        }
    }

    /// Loads from a pointer.
    pub(crate) fn read_pointer(&mut self, pointer: Pointer) -> Value {
        if self.node_of(pointer.ty).is_some() {
            return Value::plain(self.read_records(pointer));
        }
        if self.is_buffer_type(pointer.ty) {
            // The value of a buffer is a pointer to it.
            return Value::plain(match self.follow_alias(Place::Memory(pointer)) {
                Place::Memory(pointer) => pointer.id,
                Place::Bits(..)
                | Place::Components { .. }
                | Place::Elements { .. }
                | Place::Texel(_)
                | Place::Within { .. } => pointer.id,
            });
        }
        let held = self.element_of_arrays(pointer.ty);
        if self.is_buffer_type(held) && !matches!(pointer.storage, StorageClass::Function | StorageClass::Private) {
            return Value::plain(self.buffer_array_value(pointer));
        }
        if let Some(global) = pointer.block {
            return self.read_block(pointer, global);
        }
        let ty = self.pointee_type(pointer.ty, pointer.repr, pointer.storage, pointer.format);
        let id = self.load_from(pointer, ty);
        if self.is_block_type(pointer.ty) {
            return Value::plain(id);
        }
        if self.is_relaxed(pointer.ty) {
            self.spv.out.decorate_late(id, spirv::Decoration::RelaxedPrecision);
        }
        self.leaf_value(id, pointer.ty, pointer.repr)
    }

    /// The contents of a whole block, as its struct.
    fn read_block(&mut self, pointer: Pointer, global: GlobalId) -> Value {
        let declared = &self.module.globals[global];
        let GlobalKind::Block { kind, layout } = declared.kind else { return Value::plain(pointer.id) };
        let ty = self.block_type(declared, kind, layout);
        let loaded = self.spv.load_word(ty, pointer.id);
        Value::plain(self.relayout_members(loaded, pointer.ty, pointer.repr))
    }

    /// Stores a value of the type `ty`.
    pub(crate) fn write(&mut self, place: &Place, value: Value, ty: TypeId) {
        match place {
            Place::Memory(pointer) => self.write_pointer(*pointer, value),
            Place::Bits(unit, bits) => {
                let word = self.type_in(unit.ty, unit.repr);
                let old = self.load_from(*unit, word);
                let new = self.insert_bits(word, old, value.id, *bits, unit.ty);
                self.store_to(*unit, new);
            }
            Place::Components { base, num, components } => self.write_components(base, *num, *components, value.id),
            Place::Elements { matrix, num, elements } => {
                self.write_elements(*matrix, *num, *elements, value.id);
            }
            Place::Texel(texel) => {
                let value = self.plain(value, ty);
                self.write_texel(texel, value);
            }
            Place::Within { whole, copy, part } => {
                self.write_pointer(*part, value);
                let changed = self.read_pointer(*copy);
                self.write(whole, changed, copy.ty);
            }
        }
    }

    /// Stores to a pointer.
    pub(crate) fn write_pointer(&mut self, pointer: Pointer, value: Value) {
        let id = self.in_repr(value, pointer.ty, pointer.repr);
        self.store_to(pointer, id);
    }

    /// Converts a value to a memory representation.
    pub(crate) fn in_repr(&mut self, value: Value, ty: TypeId, repr: Repr) -> Word {
        if value.repr == repr {
            return value.id;
        }
        let Some(num) = Num::of(self.module, ty) else { return self.relayout(value.id, ty, value.repr, repr) };
        if num.is_matrix() || self.is_array_in_memory(repr) || self.is_array_in_memory(value.repr) {
            return self.relayout(value.id, ty, value.repr, repr);
        }
        if repr == Repr::Bits {
            return self.spv.op_num(Op::Bitcast, num.with_elem(Scalar::UInt), &[value.id]);
        }
        if num.elem == Scalar::Bool && repr != Repr::Value && value.repr == Repr::Value {
            return self.numeric(value.id, num, Scalar::UInt);
        }
        value.id
    }

    /// Converts a value to the representation that functions compute with.
    pub(crate) fn plain(&mut self, value: Value, ty: TypeId) -> Word {
        self.in_repr(value, ty, Repr::Value)
    }
}
