//! Functions of the source.
//!
//! Every parameter is a pointer to a variable of the caller, `in` parameters included. Functions are written in the
//! order in which their first calls are met.

use crate::diagnostics::TooManyParameters;
use crate::emitter::state::functions::{Instance, Records};
use crate::emitter::{Emitter, Repr, Variable};
use base::source::Span;
use frontend::language::Stage;
use sema::hir::expr::ParamMode;
use sema::hir::ty::{Object, Type, TypeId};
use sema::hir::{Body, Function, FunctionId, LocalId};
use spirv::{Decoration, FunctionControl, Op, StorageClass, Word};

/// SPIR-V's limit of parameters per function.
const MAX_PARAMETERS: usize = 255;

impl<'a> Emitter<'a> {
    /// The id of a function, which is emitted later if this is the first time that it is requested.
    pub(crate) fn function_id(&mut self, instance: &Instance) -> Word {
        if let Some(&id) = self.functions.ids.get(instance) {
            return id;
        }
        self.functions.queue.push_back((instance.clone(), self.current.entry));
        self.declare_function(instance, self.text(self.module.functions[instance.function].name))
    }

    /// Gives a function its id and name; the caller must see to it that it is emitted.
    pub(crate) fn declare_function(&mut self, instance: &Instance, name: &str) -> Word {
        let id = match self.functions.ids.get(instance) {
            Some(&id) => id,
            None => self.spv.fresh_id(),
        };
        self.functions.ids.insert(instance.clone(), id);
        self.spv.set_name(id, name);
        id
    }

    /// Emits what has been called and is not there yet.
    pub(crate) fn emit_queue(&mut self) {
        while let Some((instance, entry)) = self.functions.queue.pop_front() {
            self.current.entry = entry;
            self.current.stage = self.entry().map_or(Stage::Library, |entry| entry.stage);
            self.emit_function(&instance);
        }
    }

    /// Emits a function, unless that was done before.
    pub(crate) fn emit_function(&mut self, instance: &Instance) {
        if !self.functions.emitted.insert(instance.clone()) {
            return;
        }
        let id = instance.function;
        let function = &self.module.functions[id];
        self.begin_body(&function.body, Some(id));
        let word = self.function_id(instance);
        self.begin_outputs(function, instance);
        let types = self.parameter_types(function, instance);
        if types.len() > MAX_PARAMETERS {
            let (name, limit) = (self.text(function.name).to_owned(), MAX_PARAMETERS.to_string());
            self.sink.report(function.span, TooManyParameters { name, limit });
        }
        let ret = self.type_of(function.ret);
        let ty = self.spv.function_type(ret, &types);
        // SPIR-V has no functions that return pointers to buffers.
        let returns_block = self.module.holds_block(function.ret);
        let is_kept =
            function.no_inline && !returns_block && !self.passes_hit_objects(function) && !self.may_end_ray(id);
        let control = if is_kept { FunctionControl::DONT_INLINE } else { FunctionControl::NONE };
        let span = self.line_start(function.span);
        self.enter_function(id, word, false);
        self.spv.function.begin(ret, word, control, ty, span);
        if function.exported {
            self.export(word, self.text(function.name));
        }
        self.relax_type(word, function.ret);
        self.define_parameters(function, &types, instance);
        self.decorate_function(id, word);
        self.describe_parameters(function, false);
        let label = self.spv.label("bb.entry");
        self.spv.begin_block(label);
        self.describe_parameters(function, true);
        self.define_debug_function(word);
        if let Some(block) = &function.block {
            self.block(block);
        }
        self.spv.function.set_span(function.end_span);
        self.end_body(function.ret);
        if function.precise {
            self.spv.precise.functions.insert(word);
        }
        self.end_function();
    }

    /// Prepares for the code of another body: that of a function, or that around an entry point.
    pub(crate) fn begin_body(&mut self, body: &'a Body, id: Option<FunctionId>) {
        self.current.body = body;
        self.current.id = id;
        self.current.locals.clear();
        self.current.outputs.clear();
        self.current.targets.clear();
        self.begin_counters(id);
    }

    fn parameter_types(&mut self, function: &Function, instance: &Instance) -> Vec<Word> {
        let mut records = instance.records.iter();
        instance
            .handed(function)
            .map(|(local, mode)| {
                let declared = &function.body.locals[local];
                if self.node_of(declared.ty).is_some() {
                    return self.records_type(records.next(), declared.span);
                }
                let pointee = self.type_of(declared.ty);
                self.spv.pointer(parameter_storage(mode), pointee)
            })
            .collect()
    }

    /// The type of a parameter to which a node passes an object.
    fn records_type(&mut self, records: Option<&Records>, span: Span) -> Word {
        match records {
            Some(records) if records.array != 0 => self.spv.pointer(records.storage, records.array),
            Some(_) | None => {
                self.not_supported(span, "a node object outside of an entry point");
                self.spv.uint()
            }
        }
    }

    fn define_parameters(&mut self, function: &Function, types: &[Word], instance: &Instance) {
        let mut records = instance.records.iter();
        for ((local, mode), &ty) in instance.handed(function).zip(types) {
            let declared = &function.body.locals[local];
            let pointer = self.spv.fresh_id();
            let name = self.text(declared.name);
            let name = if function.this == Some(local) { "param.this" } else { name };
            self.spv.set_name(pointer, name);
            // The object of a method has no declaration; its place is that of the function.
            let span = if function.this == Some(local) { self.line_start(function.span) } else { declared.span };
            self.spv.function.parameter(ty, pointer, span);
            if self.node_of(declared.ty).is_some() {
                let Some(&records) = records.next() else { continue };
                let variable = self.define_node_param(pointer, records);
                self.current.locals.insert(local, variable);
                continue;
            }
            let pointee = self.type_of(declared.ty);
            self.spv.decorate_pointer(pointer, pointee, true);
            self.relax_type(pointer, declared.ty);
            self.keep_exact(pointer, declared.precise);
            self.note_opaque(declared.ty);
            self.current
                .locals
                .insert(local, Variable { pointer, storage: parameter_storage(mode), repr: Repr::Value });
        }
    }

    /// The variable of a local or parameter.
    pub(crate) fn local_variable(&mut self, local: LocalId) -> Variable {
        self.refuse_mesh_output(local, self.spv.function.span());
        if let Some(&variable) = self.current.locals.get(&local) {
            return variable;
        }
        let body = self.current.body;
        let declared = &body.locals[local];
        if self.node_of(declared.ty).is_some() {
            return self.node_variable(local);
        }
        let ty = self.type_of(declared.ty);
        let pointer = self.spv.variable_at(self.text(declared.name), ty, declared.span);
        self.relax_type(pointer, declared.ty);
        self.keep_exact(pointer, declared.precise);
        self.ext_decorations(pointer, &declared.decorations);
        self.note_opaque(declared.ty);
        let variable = Variable { pointer, storage: StorageClass::Function, repr: Repr::Value };
        self.current.locals.insert(local, variable);
        variable
    }

    /// Decorates an id that may have lower precision.
    pub(crate) fn relax_type(&mut self, id: Word, ty: TypeId) {
        if self.is_relaxed(ty) {
            self.spv.out.decorate_late(id, Decoration::RelaxedPrecision);
        }
    }

    /// Marks a variable that is `precise`.
    pub(crate) fn keep_exact(&mut self, pointer: Word, precise: bool) {
        if precise {
            self.spv.precise.variables.insert(pointer);
        }
    }

    /// Variables that hold resources are only valid once they have been replaced by the resources themselves.
    pub(crate) fn note_opaque(&mut self, ty: TypeId) {
        if self.holds_resource(ty) {
            self.note_early_resource();
        }
    }

    /// A resource is handled as a value: the passes find out which one it is, or the module stays invalid.
    pub(crate) fn note_early_resource(&mut self) {
        (self.legalisation.needed, self.legalisation.early.resources) = (true, true);
    }

    /// Returns whether a variable of a type has no value at its start: a query has none at any time.
    pub(crate) fn holds_query(&self, ty: TypeId) -> bool {
        match self.module.types[ty] {
            Type::Array(element, _) => self.holds_query(element),
            Type::Struct(id) => self.module.structs[id].fields.iter().any(|field| self.holds_query(field.ty)),
            Type::Object(Object::RayQuery(..)) => true,
            Type::Error
            | Type::Void
            | Type::String
            | Type::Scalar(_)
            | Type::Vector(..)
            | Type::Matrix { .. }
            | Type::RuntimeArray(_)
            | Type::Enum(_)
            | Type::Object(_)
            | Type::BufferPointer(..)
            | Type::Spirv(_)
            | Type::Transient(_) => false,
        }
    }

    /// Returns whether a resource is in values of a type.
    pub(crate) fn holds_resource(&self, ty: TypeId) -> bool {
        match self.module.types[ty] {
            Type::Array(element, _) | Type::RuntimeArray(element) => self.holds_resource(element),
            Type::Struct(id) => self.module.structs[id].fields.iter().any(|field| self.holds_resource(field.ty)),
            Type::Object(object) => object.is_resource(),
            Type::Error
            | Type::Void
            | Type::String
            | Type::Scalar(_)
            | Type::Vector(..)
            | Type::Matrix { .. }
            | Type::Enum(_)
            | Type::BufferPointer(..)
            | Type::Spirv(_)
            | Type::Transient(_) => false,
        }
    }

    /// Terminates a function whose end is reached: a result that is missing is undefined.
    pub(crate) fn end_body(&mut self, ret: TypeId) {
        if self.spv.is_terminated() {
            return;
        }
        if matches!(self.module.types[ret], Type::Void) {
            return self.spv.terminate(Op::Return, &[]);
        }
        let ret = self.type_of(ret);
        let undef = self.spv.undef(ret);
        self.spv.terminate(Op::ReturnValue, &[undef]);
    }

    /// Hands the finished function to the module.
    pub(crate) fn end_function(&mut self) {
        self.learn_places();
        let is_wrapper = self.current.id.is_none();
        let Emitter { spv, debug, usage, current, .. } = self;
        debug.lines.begin_function(is_wrapper);
        spv.end_function(|ctx, words, inst, place| {
            usage.note(current.stage, current.id, inst[0], place.span);
            debug.lines.before(ctx, words, inst, place);
        });
    }

    fn export(&mut self, id: Word, name: &str) {
        self.spv.out.decorate_linkage(id, name);
        self.spv.availability.require(spirv::Capability::Linkage, Span::NONE);
    }
}

fn parameter_storage(mode: ParamMode) -> StorageClass {
    match mode {
        ParamMode::In | ParamMode::Out | ParamMode::InOut => StorageClass::Function,
        ParamMode::Reference => StorageClass::Workgroup,
    }
}
