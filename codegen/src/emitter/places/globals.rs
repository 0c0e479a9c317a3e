//! The variables of the module: resources, blocks, statics, specialisation constants.

use crate::diagnostics::{BuiltinOfTwoTypes, NarrowTexels, NotSupported};
use crate::emitter::stages::ray_stage::{is_handed, is_ray_tracing};
use crate::emitter::state::stages::Entry;
use crate::emitter::{Emitter, Repr, Variable};
use base::source::Span;
use frontend::language::Stage;
use rustc_hash::FxHashMap;
use sema::analysis::stages;
use sema::hir::expr::{ConstantId, ConstantValue, ExprKind};
use sema::hir::ty::{
    Access, ElemClass, ExtDecoration, ExtOperands, Object, Scalar, StructuredKind, TextureDim, Type, TypeId,
};
use sema::hir::walk::{named_by, needed_globals};
use sema::hir::{BlockKind, EntryPoint, Global, GlobalAttributes, GlobalId, GlobalKind, LayoutId, StageVariableId};
use spirv::{BuiltIn, Decoration, Op, StorageClass, Word};

impl<'a> Emitter<'a> {
    /// Makes all variables of the module, in the order of their declaration.
    pub(crate) fn define_globals(&mut self) {
        self.globals.needed = self.options.leaves_out_uncalled().then(|| needed_globals(self.module));
        if self.module.globals.iter().any(|(_, global)| is_spelled(global)) {
            let entries = self.module.entry_points.iter();
            self.globals.spelled = entries.map(|entry| (entry.function, self.spelled_globals(entry))).collect();
        }
        for (id, global) in self.module.globals.iter() {
            let is_text = matches!(self.module.types[global.ty], Type::String);
            if !self.is_folded(global) && !is_text && !self.is_empty_block(global) && !self.is_left_out(id) {
                self.define_global(id);
                self.spv.written_at(global.span);
            }
        }
    }

    /// The globals that an entry point reaches and whose storage class or builtin the source spells.
    fn spelled_globals(&self, entry: &EntryPoint) -> Vec<GlobalId> {
        let reached = stages::reached(self.module, entry);
        let named = named_by(self.module, reached.iter().map(|function| &self.module.functions[*function].body));
        let spelled = self.module.globals.iter().filter(|(id, global)| is_spelled(global) && named.contains(id));
        spelled.map(|(id, _)| id).collect()
    }

    /// The variables of these globals, which are in the interface of an entry point that reaches them.
    pub(crate) fn spelled_interface(&self, entry: &EntryPoint) -> impl Iterator<Item = Word> + '_ {
        let function = entry.function;
        let reached =
            self.globals.spelled.iter().filter(move |(of, _)| *of == function).flat_map(|(_, reached)| reached);
        reached.filter_map(|id| self.globals.variables.get(id)).filter(|it| is_listed(it.storage)).map(|it| it.pointer)
    }

    /// Reports a built-in that a global of the source declares, and an entry point has with another type as well: an
    /// interface has each built-in once.
    pub(crate) fn check_builtins(&mut self, done: &Entry<'_>) {
        let mut known: FxHashMap<(u32, bool), (Word, Span)> = FxHashMap::default();
        for (id, &word) in &done.interface.variables {
            let variable = &done.entry.variables[*id];
            if let (Some(builtin), None) = (variable.builtin, variable.vertices) {
                known.insert((builtin as u32, variable.output), (word, variable.span));
            }
        }
        let function = done.entry.function;
        let reached = self.globals.spelled.iter().filter(|(of, _)| *of == function).flat_map(|(_, reached)| reached);
        let mut reached: Vec<GlobalId> = reached.copied().collect();
        reached.sort_unstable_by_key(|id| self.module.globals[*id].span.lo);
        for id in reached {
            let (global, variable) = (&self.module.globals[id], self.globals.variables.get(&id));
            let (GlobalKind::ExtBuiltin { builtin, output }, Some(variable)) = (&global.kind, variable) else {
                continue;
            };
            let (pointer, span) = *known.entry((*builtin, *output)).or_insert((variable.pointer, global.span));
            if pointer != variable.pointer {
                let name =
                    BuiltIn::from_u32(*builtin).map_or_else(|| builtin.to_string(), |known| format!("{known:?}"));
                self.sink
                    .report(global.span, BuiltinOfTwoTypes { name })
                    .note_at(span, "the other declaration is here");
            }
        }
    }

    /// Returns whether pixel shaders alone reach a global, as far as any stage does.
    fn is_of_pixels(&self, id: GlobalId) -> bool {
        let reaches = |entry: &EntryPoint| {
            self.globals.spelled.iter().any(|(of, reached)| *of == entry.function && reached.contains(&id))
        };
        let mut stages = self.module.entry_points.iter().filter(|entry| reaches(entry)).map(|entry| entry.stage);
        let first = stages.next();
        first == Some(Stage::Pixel) && stages.all(|stage| stage == Stage::Pixel)
    }

    /// Returns whether this is a block without members, which nothing can name.
    fn is_empty_block(&self, global: &Global) -> bool {
        let Type::Struct(id) = self.module.types[global.ty] else { return false };
        matches!(global.kind, GlobalKind::Block { .. }) && self.module.structs[id].fields.is_empty()
    }

    /// Returns whether this is a subpass input in a module without pixel shaders: its mere type needs such a shader.
    fn is_of_other_stage(&self, global: &Global) -> bool {
        let is_input = |ty| matches!(ty, Type::Object(Object::Texture(texture)) if texture.dim == TextureDim::Subpass);
        is_input(self.module.types[self.element_of_arrays(global.ty)])
            && !self.module.entry_points.iter().any(|entry| entry.stage == Stage::Pixel)
    }

    /// Returns whether the module has no variable for a global that is bound, or for a constant.
    pub(crate) fn is_left_out(&self, id: GlobalId) -> bool {
        let global = &self.module.globals[id];
        let is_needed = self.globals.needed.as_ref().is_none_or(|needed| needed.contains(&id));
        let is_static = matches!(global.kind, GlobalKind::Static { .. });
        let may_be_spare = is_static || self.options.leaves_out_unnamed() && self.is_common(global);
        let is_spare = is_plain(&global.attributes) && may_be_spare;
        // Feedback textures have no equivalent; a use of one is an error.
        let has_none = self.is_feedback(global) || self.stands_for_type(global);
        !is_needed && is_spare || self.is_of_other_stage(global) || has_none
    }

    /// True for a resource of a kind that every target has, and of which nothing is said but its binding.
    fn is_common(&self, global: &Global) -> bool {
        match global.kind {
            GlobalKind::Block { kind, .. } => {
                matches!(kind, BlockKind::ConstantBuffer | BlockKind::TextureBuffer | BlockKind::Globals)
            }
            GlobalKind::Resource { .. } => {
                if let Type::Object(object) = self.module.types[self.element_of_arrays(global.ty)] {
                    is_common_object(object)
                } else {
                    false
                }
            }
            GlobalKind::Static { .. }
            | GlobalKind::Groupshared
            | GlobalKind::Heap { .. }
            | GlobalKind::Counter
            | GlobalKind::SpecConstant { .. }
            | GlobalKind::ExtBuiltin { .. }
            | GlobalKind::Shared(_) => false,
        }
    }

    /// Returns whether this is a uniform of a type that the source spells and that is not a resource: it names its type to
    /// `[[vk::ext_type_def]]` and holds nothing.
    fn stands_for_type(&self, global: &Global) -> bool {
        let Type::Object(Object::Spirv(id)) = self.module.types[global.ty] else { return false };
        let op = self.definition_of(id).opcode.and_then(Op::from_u32);
        matches!(global.kind, GlobalKind::Resource { .. })
            && matches!(op, Some(Op::TypeBool | Op::TypeInt | Op::TypeFloat | Op::TypeVector | Op::TypeMatrix))
    }

    /// Returns whether a global is a feedback texture, or an array of some.
    fn is_feedback(&self, global: &Global) -> bool {
        matches!(self.module.types[self.element_of_arrays(global.ty)], Type::Object(Object::Feedback { .. }))
    }

    /// The variable of a global.
    pub(crate) fn global_variable(&mut self, id: GlobalId) -> Variable {
        match self.globals.variables.get(&id) {
            Some(&variable) => variable,
            None => self.define_global(id),
        }
    }

    /// The element of an array of arrays of resources.
    pub(crate) fn element_of_arrays(&self, mut ty: TypeId) -> TypeId {
        while let Type::Array(element, _) | Type::RuntimeArray(element) = self.module.types[ty] {
            ty = element;
        }
        ty
    }

    /// Returns whether a global is a constant scalar, whose value stands wherever it is used.
    pub(crate) fn is_folded(&self, global: &Global) -> bool {
        let GlobalKind::Static { init: Some(init), is_const: true, is_local: false } = global.kind else {
            return false;
        };
        let is_scalar = matches!(self.module.types[global.ty], Type::Scalar(_) | Type::Enum(_));
        is_scalar && matches!(self.module.init.exprs[init].kind, ExprKind::Constant(_))
    }

    fn define_global(&mut self, id: GlobalId) -> Variable {
        let global = &self.module.globals[id];
        self.spv.function.set_span(global.span);
        let variable = match global.kind {
            GlobalKind::Static { .. } => self.define_static(id, global),
            GlobalKind::Groupshared if self.is_payload(id) => {
                self.define_plain(global, StorageClass::TaskPayloadWorkgroupEXT)
            }
            GlobalKind::Groupshared if self.holds_bits(id) => self.define_bits(global),
            GlobalKind::Groupshared => self.define_plain(global, StorageClass::Workgroup),
            GlobalKind::Shared(storage) => self.define_plain(global, storage),
            GlobalKind::Block { kind, layout } => self.define_block(global, kind, layout),
            GlobalKind::Resource { layout } => self.define_resource(global, layout),
            GlobalKind::Heap { heap, layout } => self.define_heap(heap, layout),
            GlobalKind::Counter => self.define_counter(global),
            GlobalKind::SpecConstant { id, default } => self.define_spec_constant(global, id, default),
            GlobalKind::ExtBuiltin { builtin, output } => self.define_builtin(id, builtin, output),
        };
        self.globals.variables.insert(id, variable);
        self.spv.out.place(variable.pointer, global.span);
        if is_spelled(global) {
            self.spelled.parts.ids.insert(variable.pointer);
            self.spelled.parts.note(global.span);
        }
        self.decorate_global(global, variable);
        self.describe_global(global, variable);
        variable
    }

    /// A variable of the module with a name.
    pub(crate) fn module_variable(&mut self, storage: StorageClass, ty: Word, name: &str, init: Option<Word>) -> Word {
        let pointer = self.spv.pointer(storage, ty);
        let id = self.spv.fresh_id();
        if !name.is_empty() {
            self.spv.set_name(id, name);
        }
        self.spv.out.variable(pointer, id, storage, init);
        id
    }

    fn define_plain(&mut self, global: &Global, storage: StorageClass) -> Variable {
        let storage = storage_of(global, storage);
        let ty = self.type_of(global.ty);
        let pointer = self.module_variable(storage, ty, self.simple_text(global.name), None);
        if self.is_relaxed(global.ty) {
            self.spv.out.decorate_late(pointer, Decoration::RelaxedPrecision);
        }
        Variable { pointer, storage, repr: Repr::Value }
    }

    /// Statics are given their values by entry points; guards and constants that no entry point visits have an
    /// initialiser.
    fn define_static(&mut self, id: GlobalId, global: &'a Global) -> Variable {
        let GlobalKind::Static { init, is_local, .. } = global.kind else { panic!("{id:?} is not a static") };
        self.note_opaque(global.ty);
        let ty = self.type_of(global.ty);
        let is_bool = matches!(self.module.types[global.ty], Type::Scalar(Scalar::Bool));
        let value = match init.map(|init| &self.module.init.exprs[init].kind) {
            Some(ExprKind::Constant(value)) if self.is_folded(global) => Some(self.constant(*value)),
            None if is_local && is_bool => Some(self.spv.constant_bool(false)),
            Some(_) | None => None,
        };
        let storage = storage_of(global, StorageClass::Private);
        let value = value.filter(|_| storage == StorageClass::Private);
        let pointer = self.module_variable(storage, ty, self.simple_text(global.name), value);
        self.spv.decorate_pointer(pointer, ty, global.attributes.aliased_pointer);
        if self.is_relaxed(global.ty) {
            self.spv.out.decorate_late(pointer, Decoration::RelaxedPrecision);
        }
        Variable { pointer, storage, repr: Repr::Value }
    }

    /// A buffer as an array of integers of another width than its own: a variable of the same binding.
    pub(crate) fn alias_variable(&mut self, id: GlobalId, scalar: Scalar) -> Variable {
        if let Some(&known) = self.globals.wide.get(&id) {
            return known;
        }
        let global = &self.module.globals[id];
        let block = self.byte_buffer_type(scalar, true);
        let ty = self.in_arrays(global.ty, block);
        let storage = storage_of(global, self.resource_storage(global.ty));
        let name = format!("{}.{}", self.simple_text(global.name), scalar.bits(self.module.native_16bit));
        let variable =
            Variable { pointer: self.module_variable(storage, ty, &name, None), storage, repr: Repr::of(None) };
        self.globals.wide.insert(id, variable);
        self.spv.out.place(variable.pointer, global.span);
        let words = self.global_variable(id);
        for pointer in [words.pointer, variable.pointer] {
            self.spv.out.decorate(pointer, Decoration::Aliased, &[]);
        }
        self.decorate_global(global, variable);
        if let Some(binding) = global.attributes.binding {
            self.spv.out.decorate(variable.pointer, Decoration::DescriptorSet, &[binding.set]);
            self.spv.out.decorate(variable.pointer, Decoration::Binding, &[binding.binding]);
        }
        variable
    }

    fn define_block(&mut self, global: &Global, kind: BlockKind, layout: LayoutId) -> Variable {
        let block = self.block_type(global, kind, layout);
        let storage = match kind {
            BlockKind::ConstantBuffer | BlockKind::Globals => StorageClass::Uniform,
            BlockKind::TextureBuffer => self.buffer_storage(),
            BlockKind::PushConstant => StorageClass::PushConstant,
            BlockKind::ShaderRecordNv | BlockKind::ShaderRecordExt => StorageClass::ShaderRecordBufferKHR,
        };
        let pointer = self.module_variable(storage, block, self.simple_text(global.name), None);
        Variable { pointer, storage, repr: Repr::Memory(layout) }
    }

    fn define_resource(&mut self, global: &Global, layout: Option<LayoutId>) -> Variable {
        if self.stands_for_type(global) {
            self.not_supported(global.span, "the value of a uniform with a non-resource inline SPIR-V type");
        }
        self.check_texel_width(global);
        let element = self.element_of_arrays(global.ty);
        if self.is_feedback(global) {
            self.not_supported(global.span, "a feedback texture");
        }
        // When the module is legalised, resources inside structs become variables of their own, and arrays of arrays one
        // array.
        let is_nested = if let Type::Array(inner, _) | Type::RuntimeArray(inner) = self.module.types[global.ty] {
            inner != element
        } else {
            false
        };
        if is_nested || matches!(self.module.types[element], Type::Struct(_)) {
            self.note_early_resource();
        }
        let ty = self.resource_type(global.ty, layout, global.attributes.image_format);
        let storage = storage_of(global, self.resource_storage(global.ty));
        let pointer = self.module_variable(storage, ty, self.simple_text(global.name), None);
        self.relax_type(pointer, global.ty);
        Variable { pointer, storage, repr: Repr::of(layout) }
    }

    /// Arrays may have texels of 16-bit floats, as in DXC: shaders that rely on that declare them for all texel types and
    /// use a few. Their texels are converted.
    fn check_texel_width(&mut self, global: &Global) {
        let Type::Object(Object::Texture(texture)) = self.module.types[global.ty] else { return };
        let is_narrow = sema::convert::numeric_type(self.module.types[texture.elem])
            .is_some_and(|(elem, _)| elem.class() == ElemClass::Float && elem.bits(self.module.native_16bit) == 16);
        if is_narrow && self.options.target.row().vulkan.is_some() {
            self.sink.report(global.span, NarrowTexels {});
        }
    }

    fn define_counter(&mut self, global: &Global) -> Variable {
        let counter = self.counter_type();
        let ty = self.in_arrays(global.ty, counter);
        let storage = self.buffer_storage();
        let pointer = self.module_variable(storage, ty, self.simple_text(global.name), None);
        Variable { pointer, storage, repr: Repr::Value }
    }

    /// A type in the arrays of another.
    fn in_arrays(&mut self, ty: TypeId, inner: Word) -> Word {
        match self.module.types[ty] {
            Type::Array(element, count) => {
                let element = self.in_arrays(element, inner);
                self.spv.array(element, count, None)
            }
            Type::RuntimeArray(element) => {
                let element = self.in_arrays(element, inner);
                self.spv.runtime_array(element, None)
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
            | Type::Transient(_) => inner,
        }
    }

    /// The "pointer" of a specialisation constant is the constant itself.
    fn define_spec_constant(&mut self, global: &Global, number: u32, default: ConstantId) -> Variable {
        let ty = self.type_of(global.ty);
        let id = match self.module.constants[default].value {
            ConstantValue::Bool(true) => self.spv.spec_constant(Op::SpecConstantTrue, ty, &[]),
            ConstantValue::Bool(false) => self.spv.spec_constant(Op::SpecConstantFalse, ty, &[]),
            ConstantValue::Int(_) | ConstantValue::Float(_) | ConstantValue::Zero => {
                let bits = self.constant_words(default);
                self.spv.spec_constant(Op::SpecConstant, ty, &bits)
            }
            ConstantValue::Composite(_) => panic!("a specialisation constant is a scalar"),
        };
        self.spv.set_name(id, self.simple_text(global.name));
        self.spv.out.decorate(id, Decoration::SpecId, &[number]);
        Variable { pointer: id, storage: StorageClass::Private, repr: Repr::Value }
    }

    /// The words of a scalar constant.
    fn constant_words(&mut self, id: ConstantId) -> Vec<Word> {
        let plain = self.constant(id);
        match self.spv.ctx.constant_of(plain) {
            Some((Op::Constant, operands)) => operands[1..].to_vec(),
            // A zero has as many words as its type.
            _ => {
                let wide = match self.module.types[self.module.constants[id].ty] {
                    Type::Scalar(scalar) => scalar.bits(self.module.native_16bit) > 32,
                    Type::Enum(id) => self.module.enums[id].held().bits(self.module.native_16bit) > 32,
                    Type::Error
                    | Type::Void
                    | Type::String
                    | Type::Vector(..)
                    | Type::Matrix { .. }
                    | Type::Array(..)
                    | Type::RuntimeArray(_)
                    | Type::Struct(_)
                    | Type::Object(_)
                    | Type::BufferPointer(..)
                    | Type::Spirv(_)
                    | Type::Transient(_) => false,
                };
                vec![0; 1 + usize::from(wide)]
            }
        }
    }

    fn define_builtin(&mut self, id: GlobalId, builtin: u32, output: bool) -> Variable {
        let global = &self.module.globals[id];
        let storage = if output { StorageClass::Output } else { StorageClass::Input };
        let ty = self.type_of(global.ty);
        // An interface has each built-in once.
        if let Some(&pointer) = self.globals.spelled_builtins.get(&(builtin, storage, ty)) {
            return Variable { pointer, storage, repr: Repr::Value };
        }
        let variable = self.define_plain(global, storage);
        self.globals.spelled_builtins.insert((builtin, storage, ty), variable.pointer);
        self.spv.out.decorate(variable.pointer, Decoration::BuiltIn, &[builtin]);
        if let Some(builtin) = BuiltIn::from_u32(builtin) {
            self.spv.availability.require_builtin(builtin, output, global.span);
        }
        let is_integer = matches!(
            self.module.types[global.ty],
            Type::Scalar(scalar) | Type::Vector(scalar, _)
                if matches!(scalar.class(), ElemClass::SInt | ElemClass::UInt)
        );
        if !output && is_integer && self.is_of_pixels(id) {
            self.spv.out.decorate(variable.pointer, Decoration::Flat, &[]);
        }
        variable
    }

    fn decorate_global(&mut self, global: &Global, variable: Variable) {
        let attributes = &global.attributes;
        self.keep_exact(variable.pointer, attributes.precise);
        if let Some(index) = attributes.input_attachment {
            self.spv.out.decorate(variable.pointer, Decoration::InputAttachmentIndex, &[index]);
        }
        // Of a heap, what is taken from it is coherent.
        if attributes.coherent && !matches!(global.kind, GlobalKind::Heap { .. }) {
            self.spv.out.decorate(variable.pointer, Decoration::Coherent, &[]);
        }
        self.ext_decorations(variable.pointer, &attributes.decorations);
        self.reflect_counter(global, variable);
    }

    /// The decorations that `[[vk::ext_decorate…]]` requires.
    pub(crate) fn ext_decorations(&mut self, id: Word, decorations: &[ExtDecoration]) {
        if !decorations.is_empty() {
            self.spelled.parts.ids.insert(id);
            self.spelled.parts.decorates = true;
            self.spelled.parts.note(self.spv.function.span());
        }
        for decoration in decorations {
            self.spv.out.name_decoration(id, decoration.decoration);
            match &decoration.operands {
                ExtOperands::Literals(literals) => self.spv.out.decorate_number(id, decoration.decoration, literals),
                ExtOperands::Strings(texts) => {
                    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
                    self.spv.out.decorate_string(id, decoration.decoration, &texts);
                }
                ExtOperands::Ids(constants) => {
                    let ids: Vec<Word> = constants.iter().map(|&constant| self.constant(constant)).collect();
                    self.spv.out.decorate_id(id, decoration.decoration, &ids);
                }
            }
        }
    }

    /// Binds resources, in the order in which they were given their bindings.
    pub(crate) fn decorate_bindings(&mut self) {
        for &id in &self.module.bound {
            let Some(binding) = self.module.globals[id].attributes.binding else { continue };
            if self.is_left_out(id) {
                continue;
            }
            let variable = self.global_variable(id);
            self.spv.out.decorate(variable.pointer, Decoration::DescriptorSet, &[binding.set]);
            self.spv.out.decorate(variable.pointer, Decoration::Binding, &[binding.binding]);
        }
    }

    /// A builtin that code requires by itself, without a variable in the source.
    pub(crate) fn builtin_variable(&mut self, builtin: BuiltIn, storage: StorageClass, ty: Word) -> Word {
        if let Some(&id) = self.globals.builtins.get(&(builtin, storage)) {
            return id;
        }
        let known = self.builtin_declared(builtin, storage, ty);
        let id = known.unwrap_or_else(|| {
            let id = self.module_variable(storage, ty, "", None);
            self.spv.out.decorate(id, Decoration::BuiltIn, &[builtin as u32]);
            self.spv.availability.require_builtin(builtin, false, self.spv.function.span());
            id
        });
        if changes_between_traces(builtin) && is_ray_tracing(self.current.stage) {
            self.spv.availability.require_volatile_loads(self.spv.function.span());
        }
        let is_integer = matches!(self.spv.ctx.type_of(ty), Some((Op::TypeInt, _)));
        if known.is_none() && self.current.stage == Stage::Pixel && is_integer {
            self.spv.out.decorate(id, Decoration::Flat, &[]);
        }
        self.globals.interface.push(id);
        self.globals.builtins.insert((builtin, storage), id);
        id
    }

    /// The variable of a built-in that a global declares. An input may have integers of the other sign, as
    /// [`Emitter::load_builtin`] accepts them.
    pub(crate) fn spelled_builtin(&self, builtin: BuiltIn, storage: StorageClass, ty: Word) -> Option<Word> {
        let spelled = &self.globals.spelled_builtins;
        let same = spelled.get(&(builtin as u32, storage, ty)).copied();
        same.or_else(|| {
            let is_same = |key: &(u32, StorageClass, Word)| (key.0, key.1) == (builtin as u32, StorageClass::Input);
            let mut alike = spelled.iter().filter(|(key, _)| is_same(key) && self.differ_in_sign(key.2, ty));
            alike.next().filter(|_| storage == StorageClass::Input).map(|(_, pointer)| *pointer)
        })
    }

    /// Returns whether two types are integers that differ in their sign alone, or vectors of these.
    fn differ_in_sign(&self, a: Word, b: Word) -> bool {
        match (self.spv.ctx.type_of(a), self.spv.ctx.type_of(b)) {
            (Some((Op::TypeInt, [width, sign])), Some((Op::TypeInt, [other_width, other_sign]))) => {
                width == other_width && sign != other_sign
            }
            (Some((Op::TypeVector, [part, count])), Some((Op::TypeVector, [other_part, other_count]))) => {
                count == other_count && self.differ_in_sign(*part, *other_part)
            }
            _ => false,
        }
    }

    /// Loads a built-in input as a value of a type, which may differ in its sign from what the source declares.
    pub(crate) fn load_builtin(&mut self, ty: Word, pointer: Word) -> Word {
        let declared = self.spv.out.variable_types.get(&pointer).and_then(|pointer| self.spv.ctx.type_of(*pointer));
        match declared {
            Some((Op::TypePointer, &[_, held])) if self.differ_in_sign(held, ty) => {
                let value = self.spv.load_word(held, pointer);
                self.spv.op(Op::Bitcast, ty, &[value])
            }
            _ => self.spv.load_word(ty, pointer),
        }
    }

    /// The variable of a built-in that the source declares: a global, or an input or output of the only entry point.
    fn builtin_declared(&self, builtin: BuiltIn, storage: StorageClass, ty: Word) -> Option<Word> {
        if let Some(spelled) = self.spelled_builtin(builtin, storage, ty) {
            return Some(spelled);
        }
        let [only] = &self.entries[..] else { return None };
        let is_same = |(id, _): &(&StageVariableId, &Word)| {
            let variable = &only.entry.variables[**id];
            let is_output = storage == StorageClass::Output;
            variable.builtin == Some(builtin) && variable.output == is_output && variable.vertices.is_none()
        };
        let (_, &word) = only.interface.variables.iter().find(is_same)?;
        let pointer = self.spv.out.variable_types.get(&word)?;
        matches!(self.spv.ctx.type_of(*pointer), Some((Op::TypePointer, [_, held])) if *held == ty).then_some(word)
    }

    /// Says that something cannot be emitted.
    pub(crate) fn not_supported(&mut self, span: base::source::Span, what: &str) {
        self.sink.report(span, NotSupported { what: what.to_owned() });
    }
}

/// Returns whether a global has no attribute but its binding.
fn is_plain(attributes: &GlobalAttributes) -> bool {
    let GlobalAttributes { input_attachment, image_format, combined_image_sampler, storage_class, decorations, .. } =
        attributes;
    let is_resource_of_its_own = !*combined_image_sampler && input_attachment.is_none() && image_format.is_none();
    is_resource_of_its_own && storage_class.is_none() && decorations.is_empty()
}

/// Returns whether every target has resources of a type.
fn is_common_object(object: Object) -> bool {
    match object {
        Object::Texture(texture) => {
            texture.dim != TextureDim::Subpass && !texture.combined && texture.access != Access::RasterizerOrdered
        }
        Object::StructuredBuffer { kind, .. } => kind != StructuredKind::RasterizerOrderedStructuredBuffer,
        Object::ByteAddressBuffer(access) => access != Access::RasterizerOrdered,
        Object::Sampler { .. } | Object::ConstantBuffer(_) | Object::TextureBuffer(_) => true,
        Object::AccelerationStructure
        | Object::Feedback { .. }
        | Object::RayQuery(..)
        | Object::HitObject
        | Object::Patch(..)
        | Object::Stream(..)
        | Object::Node(_)
        | Object::Spirv(_) => false,
    }
}

/// Returns whether the source spells the storage class of a global, or that it is a builtin.
fn is_spelled(global: &Global) -> bool {
    matches!(global.kind, GlobalKind::ExtBuiltin { .. }) || global.attributes.storage_class.is_some()
}

/// Returns whether variables of a storage class are in the interfaces of the entry points that use them alone.
fn is_listed(storage: StorageClass) -> bool {
    matches!(storage, StorageClass::Input | StorageClass::Output) || is_handed(storage as u32)
}

fn storage_of(global: &Global, usual: StorageClass) -> StorageClass {
    global.attributes.storage_class.and_then(StorageClass::from_u32).unwrap_or(usual)
}

/// Builtins that another invocation may have after a trace or call, so that ray tracing stages read them anew each time.
fn changes_between_traces(builtin: BuiltIn) -> bool {
    matches!(
        builtin,
        BuiltIn::SubgroupSize
            | BuiltIn::SubgroupLocalInvocationId
            | BuiltIn::SMIDNV
            | BuiltIn::WarpIDNV
            | BuiltIn::SubgroupEqMask
            | BuiltIn::SubgroupGeMask
            | BuiltIn::SubgroupGtMask
            | BuiltIn::SubgroupLeMask
            | BuiltIn::SubgroupLtMask
    )
}
