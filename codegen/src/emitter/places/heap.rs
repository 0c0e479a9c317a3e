//! Descriptor heaps of `SPV_EXT_descriptor_heap`: a heap is one variable without a type, and each access says as an array of
//! which descriptors it sees the heap.

use crate::builder::types::ImageType;
use crate::emitter::places::place::Pointer;
use crate::emitter::{Emitter, Repr, Variable};
use sema::hir::expr::{ExprId, ExprKind};
use sema::hir::ty::{HeapKind, Object, Type, TypeId};
use sema::hir::{GlobalId, GlobalKind, LayoutId};
use spirv::{BuiltIn, Decoration, Dim, ImageFormat, Op, StorageClass, Word};

impl Emitter<'_> {
    pub(super) fn define_heap(&mut self, heap: HeapKind, layout: Option<LayoutId>) -> Variable {
        let storage = StorageClass::UniformConstant;
        let pointer = match self.heaps.variables.get(&heap) {
            Some(&known) => known,
            None => self.heap_variable(heap, storage),
        };
        Variable { pointer, storage, repr: Repr::of(layout) }
    }

    fn heap_variable(&mut self, heap: HeapKind, storage: StorageClass) -> Word {
        let (builtin, name) = match heap {
            HeapKind::Resource => (BuiltIn::ResourceHeapEXT, "resource_heap"),
            HeapKind::Sampler => (BuiltIn::SamplerHeapEXT, "sampler_heap"),
        };
        let pointer = self.spv.untyped_pointer(storage);
        let id = self.spv.fresh_id();
        self.spv.set_name(id, name);
        self.spv.out.untyped_variable(pointer, id, storage);
        self.spv.out.decorate(id, Decoration::BuiltIn, &[builtin as u32]);
        self.heaps.variables.insert(heap, id);
        id
    }

    /// The global, where an expression is the heap itself.
    pub(crate) fn heap_of(&self, expr: ExprId) -> Option<GlobalId> {
        let ExprKind::Global(global) = self.expr_of(expr).kind else { return None };
        matches!(self.module.globals[global].kind, GlobalKind::Heap { .. }).then_some(global)
    }

    /// Returns whether a resource is taken from a heap right here.
    #[expect(clippy::wildcard_enum_match_arm, reason = "the other expressions are not elements of a heap")]
    pub(crate) fn is_of_heap(&self, object: ExprId) -> bool {
        match self.expr_of(object).kind {
            ExprKind::Load(inner) => self.is_of_heap(inner),
            ExprKind::Index { base, .. } => self.heap_of(base).is_some(),
            _ => false,
        }
    }

    /// The resource in a heap with an index: handles are loaded from there, and buffers are where their descriptor says.
    pub(super) fn heap_element(&mut self, global: GlobalId, index: ExprId, ty: TypeId) -> Pointer {
        let declared = &self.module.globals[global];
        let GlobalKind::Heap { heap, layout } = declared.kind else { panic!("{global:?} is not a heap") };
        let variable = self.global_variable(global);
        let storage = self.resource_storage(ty);
        let is_buffer = storage != StorageClass::UniformConstant;
        let descriptor = if is_buffer { self.buffer_descriptor(storage) } else { self.resource_type(ty, None, None) };
        let array = self.heap_array(heap, descriptor);
        let index = self.expr(index);
        let untyped = self.spv.untyped_pointer(variable.storage);
        let id = self.spv.op(Op::UntypedAccessChainKHR, untyped, &[array, variable.pointer, index]);
        let element = Pointer::new(id, ty, variable.repr, storage);
        if !is_buffer {
            if declared.attributes.coherent && self.heaps.coherent.insert(heap) {
                self.spv.out.decorate(variable.pointer, Decoration::Coherent, &[]);
            }
            return element;
        }
        let span = self.spv.function.span();
        self.spv.availability.require_version((1, 4), "a buffer of a descriptor heap", span);
        let block = self.resource_type(ty, layout, None);
        let pointer = self.spv.pointer(storage, block);
        let id = self.spv.op(Op::BufferPointerEXT, pointer, &[id]);
        if declared.attributes.coherent {
            self.spv.out.decorate_late(id, Decoration::Coherent);
        }
        Pointer { id, ..element }
    }

    /// A heap as an array of descriptors.
    fn heap_array(&mut self, heap: HeapKind, descriptor: Word) -> Word {
        if let Some(&known) = self.heaps.arrays.get(&(heap, descriptor)) {
            return known;
        }
        let stride = match self.heaps.strides.get(&heap) {
            Some(&known) => known,
            None => self.heap_stride(heap),
        };
        let array = self.spv.type_apart(Op::TypeRuntimeArray, &[descriptor]);
        self.spv.out.decorate_id(array, Decoration::ArrayStrideIdEXT as u32, &[stride]);
        self.heaps.arrays.insert((heap, descriptor), array);
        array
    }

    /// The language counts the descriptors of a heap whatever they are, so that each takes as much room as the largest.
    fn heap_stride(&mut self, heap: HeapKind) -> Word {
        let stride = match heap {
            HeapKind::Sampler => {
                let sampler = self.spv.sampler();
                self.spv.constant_size(sampler)
            }
            HeapKind::Resource => self.largest_descriptor(),
        };
        self.heaps.strides.insert(heap, stride);
        stride
    }

    fn largest_descriptor(&mut self) -> Word {
        let float = self.spv.float();
        let plain = ImageType {
            dim: Dim::Dim2D,
            depth: 2,
            arrayed: false,
            multisampled: false,
            sampled: 1,
            format: ImageFormat::Unknown,
        };
        let image = self.spv.image(float, plain, "type.2d.image");
        let buffer = self.buffer_descriptor(StorageClass::Uniform);
        let largest = [image, buffer].map(|ty| self.spv.constant_size(ty));
        let mut largest = self.larger(largest);
        if let Some(ty) = self.structure_in_heap() {
            let structure = self.type_of(ty);
            let structure = self.spv.constant_size(structure);
            largest = self.larger([largest, structure]);
        }
        largest
    }

    fn larger(&mut self, [one, other]: [Word; 2]) -> Word {
        let (uint, bool) = (self.spv.uint(), self.spv.bool());
        let is_larger = self.spv.spec_constant(Op::SpecConstantOp, bool, &[Op::UGreaterThan as u32, one, other]);
        self.spv.spec_constant(Op::SpecConstantOp, uint, &[Op::Select as u32, is_larger, one, other])
    }

    /// The type of acceleration structures, where the heap holds one.
    fn structure_in_heap(&self) -> Option<TypeId> {
        let of_heaps = self.module.globals.iter().filter(|(_, it)| matches!(it.kind, GlobalKind::Heap { .. }));
        let mut held = of_heaps.map(|(_, global)| self.element_of_arrays(global.ty));
        held.find(|&ty| matches!(self.module.types[ty], Type::Object(Object::AccelerationStructure)))
    }

    /// The type of the descriptor of a buffer.
    fn buffer_descriptor(&mut self, storage: StorageClass) -> Word {
        self.spv.other_type(Op::TypeBufferEXT, &[storage as u32], "type.buffer.ext")
    }
}
