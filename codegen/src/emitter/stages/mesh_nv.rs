//! `SPV_NV_mesh_shader`, the only way to mesh shaders before SPIR-V 1.4, where it differs: counts are outputs,
//! indices one flat array, and a payload is passed on as variables, one for each of its members.

use crate::emitter::Emitter;
use crate::emitter::intrinsics::call::Call;
use base::intern::Symbol;
use frontend::language::Stage;
use sema::hir::ty::{Scalar, Type, TypeId};
use sema::hir::{LayoutId, LayoutKind};
use spirv::{BuiltIn, Decoration, Op, StorageClass, Word};

/// A part of a payload: where it lies in the whole, and its name.
#[derive(Clone, Copy)]
struct Part {
    ty: TypeId,
    name: Symbol,
    layout: LayoutId,
    offset: u32,
}

impl Emitter<'_> {
    /// Returns whether mesh and amplification shaders are those of the older extension.
    pub(crate) fn uses_nv_mesh(&self) -> bool {
        let names = |extension| self.options.names_extension(extension);
        !self.options.target.has_spirv(1, 4) || names("SPV_NV_mesh_shader") && !names("SPV_EXT_mesh_shader")
    }

    /// Makes the array of all indices of all primitives, one after the other.
    pub(crate) fn define_flat_indices(&mut self, primitives: u32, each: u32) -> Word {
        let uint = self.spv.uint();
        let array = self.spv.array(uint, primitives.saturating_mul(each), None);
        let variable = self.module_variable(StorageClass::Output, array, "", None);
        self.spv.out.decorate(variable, Decoration::BuiltIn, &[BuiltIn::PrimitiveIndicesNV as u32]);
        variable
    }

    /// Where the indices of a primitive start.
    pub(crate) fn first_flat_index(&mut self, primitive: Word, each: u32) -> Word {
        let uint = self.spv.uint();
        let each = self.spv.constant_uint(each);
        self.spv.op(Op::IMul, uint, &[primitive, each])
    }

    /// Where one index of a primitive lies.
    pub(crate) fn flat_index(&mut self, indices: Word, first: Word, at: Word) -> Word {
        let uint = self.spv.uint();
        let is_first = at == self.spv.constant_uint(0);
        let index = if is_first { first } else { self.spv.op(Op::IAdd, uint, &[first, at]) };
        self.spv.chain_word(StorageClass::Output, uint, indices, &[index])
    }

    /// `SetMeshOutputCounts`: the number of vertices is not asked for.
    fn store_primitive_count(&mut self, call: Call<'_>) {
        let counts = self.values(call.args);
        let uint = self.spv.uint();
        let variable = self.builtin_variable(BuiltIn::PrimitiveCountNV, StorageClass::Output, uint);
        self.spv.store_word(variable, counts[1]);
    }

    /// `SetMeshOutputCounts`
    pub(crate) fn set_mesh_output_counts(&mut self, call: Call<'_>) -> Word {
        if self.uses_nv_mesh() {
            self.store_primitive_count(call);
            return 0;
        }
        let counts = self.values(call.args);
        self.spv.effect(Op::SetMeshOutputsEXT, &counts);
        0
    }

    /// `DispatchMesh`, after the barrier.
    pub(crate) fn dispatch_tasks(&mut self, call: Call<'_>) {
        let [x, y, z, payload] = call.args else { return };
        let value = self.expr(payload.expr);
        self.hand_payload(self.expr_of(payload.expr).ty, Some(value));
        let uint = self.spv.uint();
        let [x, y, z] = [x, y, z].map(|count| self.expr(count.expr));
        let plane = self.spv.op(Op::IMul, uint, &[y, z]);
        let count = self.spv.op(Op::IMul, uint, &[x, plane]);
        let variable = self.builtin_variable(BuiltIn::TaskCountNV, StorageClass::Output, uint);
        self.spv.store_word(variable, count);
    }

    /// Writes a payload to its variables, or reads it from them.
    pub(crate) fn hand_payload(&mut self, ty: TypeId, value: Option<Word>) -> Word {
        let Some(&layout) = self.module.raw_layouts.get(&ty) else { panic!("payloads have a layout") };
        self.hand_part(Part { ty, name: Symbol::EMPTY, layout, offset: 0 }, value)
    }

    fn hand_part(&mut self, part: Part, value: Option<Word>) -> Word {
        let Type::Struct(id) = self.module.types[part.ty] else { return self.hand_leaf(part, value) };
        let LayoutKind::Struct(places) = self.module.layouts[part.layout].kind.clone() else { return 0 };
        let members = self.members(id);
        let mut parts = Vec::with_capacity(members.len());
        for ((at, member), (offset, layout)) in (0..).zip(members).zip(places) {
            let (ty, name) = (member.ty, member.name);
            let word = self.type_of(ty);
            let value = value.map(|whole| self.spv.extract(word, whole, &[at]));
            parts.push(self.hand_part(Part { ty, name, layout, offset: part.offset + offset }, value));
        }
        if value.is_some() {
            return 0;
        }
        let ty = self.type_of(part.ty);
        self.spv.construct(ty, &parts)
    }

    fn hand_leaf(&mut self, part: Part, value: Option<Word>) -> Word {
        let holds_uints = self.is_of_bools(part.ty);
        let ty = if holds_uints { self.uint_shape(part.ty) } else { self.type_of(part.ty) };
        let (whole, span) = (part.ty, self.spv.function.span());
        if !holds_uints && self.has_bools(whole) {
            self.not_supported(span, "an array of structs with bools in a payload of SPV_NV_mesh_shader");
            return 0;
        }
        if self.holds_pointer(whole) {
            self.not_supported(span, "a buffer pointer in a payload of SPV_NV_mesh_shader");
            return 0;
        }
        let variable = self.payload_variable(part, ty);
        match value {
            Some(value) => {
                let value = if holds_uints { self.map_bools(value, whole, false) } else { value };
                self.spv.store_word(variable, value);
                0
            }
            None => {
                let value = self.spv.load_word(ty, variable);
                if holds_uints { self.map_bools(value, whole, true) } else { value }
            }
        }
    }

    /// Returns whether a type is `bool`, or a vector, matrix or array of such.
    fn is_of_bools(&self, ty: TypeId) -> bool {
        if let Type::Scalar(scalar) | Type::Vector(scalar, _) | Type::Matrix { elem: scalar, .. } =
            self.module.types[self.module.element_of_arrays(ty)]
        {
            scalar == Scalar::Bool
        } else {
            false
        }
    }

    /// Returns whether there is a `bool` anywhere in a type.
    fn has_bools(&self, ty: TypeId) -> bool {
        if let Type::Struct(id) = self.module.types[self.module.element_of_arrays(ty)] {
            self.module.structs[id].fields.iter().any(|field| self.has_bools(field.ty))
        } else {
            self.is_of_bools(ty)
        }
    }

    /// Returns whether there is a buffer pointer anywhere in a type.
    fn holds_pointer(&self, ty: TypeId) -> bool {
        let element = self.module.types[self.module.element_of_arrays(ty)];
        if let Type::Struct(id) = element {
            return self.module.structs[id].fields.iter().any(|field| self.holds_pointer(field.ty));
        }
        matches!(element, Type::BufferPointer(..))
    }

    fn payload_variable(&mut self, part: Part, ty: Word) -> Word {
        if let Some(&known) = self.interface().payload_parts.get(&part.offset) {
            return known;
        }
        let (storage, direction) =
            if self.current.stage == Stage::Mesh { (StorageClass::Input, "in") } else { (StorageClass::Output, "out") };
        let name = format!("{direction}.var.{}", self.text(part.name));
        let variable = self.module_variable(storage, ty, &name, None);
        self.spv.out.decorate(variable, Decoration::PerTaskNV, &[]);
        self.spv.out.decorate(variable, Decoration::Offset, &[part.offset]);
        self.interface().note(variable);
        self.interface().payload_parts.insert(part.offset, variable);
        variable
    }
}
