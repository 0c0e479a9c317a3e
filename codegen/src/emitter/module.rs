//! The module: entry points first, then what they call.
//!
//! An entry point is a function of its own around the one that the user wrote. It sets the statics, makes the arguments
//! from stage variables, calls, and writes the results.

use crate::builder::Builder;
use crate::diagnostics::{InstructionTooLong, NoQuads, NotAvailable, UnlinkedLibrary};
use crate::emitter::Emitter;
use crate::emitter::stages::ray_stage::{is_handed, is_ray_tracing};
use crate::emitter::state::debug::Debug;
use crate::emitter::state::functions::{CurrentFunction, Functions, Instance};
use crate::emitter::state::inline_spirv::SpelledParts;
use crate::emitter::state::memory::{Chains, CounterOwner, Counters, Globals, Heaps};
use crate::emitter::state::modes::{Usage, untrimmed};
use crate::emitter::state::stages::{Entry, Interface, Nodes, SharedData};
use crate::emitter::state::types::Types;
use crate::origin::Legalisation;
use crate::{Options, Output};
use base::diag::Sink;
use base::intern::Interner;
use base::source::{SourceMap, Span};
use frontend::language::Stage;
use rustc_hash::FxHashSet;
use sema::hir::ty::{Object, Type};
use sema::hir::{self, EntryParam, EntryPoint, FunctionId, GlobalId, GlobalKind, ParamRole};
use spirv::{Capability, ExecutionMode, ExecutionModel, FunctionControl, Op, StorageClass, Word};

/// Emits a module. Nothing comes back when an error was reported.
pub(crate) fn emit(
    module: &hir::Module,
    names: &Interner,
    sources: &SourceMap,
    options: &Options,
    sink: &mut Sink,
) -> Option<Output> {
    let mut emitter = Emitter {
        module,
        names,
        sources,
        options,
        sink,
        spv: Builder::new(options, module.native_16bit),
        current: CurrentFunction::new(&module.init),
        functions: Functions::default(),
        globals: Globals::default(),
        types: Types::default(),
        spelled: SpelledParts::default(),
        heaps: Heaps::default(),
        counters: Counters::default(),
        chains: Chains::default(),
        nodes: Nodes::default(),
        shared_data: SharedData::default(),
        entries: Vec::new(),
        usage: Usage::default(),
        debug: Debug::default(),
        legalisation: Legalisation::default(),
    };
    emitter.spv.precise.always = module.ieee_strict;
    emitter.emit_module();
    emitter.finish()
}

impl<'a> Emitter<'a> {
    fn emit_module(&mut self) {
        self.declare_capabilities();
        self.define_source();
        self.define_globals();
        for entry in &self.module.entry_points {
            self.emit_entry(entry);
            self.spv.written_at(entry.span);
        }
        self.emit_queue();
        self.emit_exported();
        let entries = std::mem::take(&mut self.entries);
        for done in &entries {
            self.decorate_locations(done.entry, &done.interface);
        }
        self.decorate_bindings();
        self.reflect_types();
        for done in &entries {
            self.declare_entry(done);
            self.spv.written_at(done.entry.span);
        }
        self.describe_other_sources();
        self.write_debug_info();
    }

    /// Functions that only other modules call.
    fn emit_exported(&mut self) {
        self.current.entry = None;
        let functions = self.module.functions.iter();
        let exported: Vec<FunctionId> = functions.filter(|(_, function)| function.exported).map(|(id, _)| id).collect();
        for function in exported {
            self.function_id(&Instance::plain(function));
        }
        self.emit_queue();
    }

    fn emit_entry(&mut self, entry: &'a EntryPoint) {
        self.current.stage = entry.stage;
        self.begin_wrapper(entry);
        self.define_distances(entry);
        self.initialise_statics();
        if is_ray_tracing(entry.stage) {
            self.call_ray_entry(entry)
        } else {
            self.call_entry(entry)
        }
        self.spv.function.set_span(self.module.functions[entry.function].end_span);
        self.spv.terminate(Op::Return, &[]);
        self.end_function();
        if let Some(hull) = &entry.hull {
            self.emit_function(&Instance::plain(hull.patch_constant));
        }
        let instance = self.entry_instance(entry);
        self.emit_function(&instance);
    }

    /// The function that an entry point calls.
    fn entry_instance(&mut self, entry: &'a EntryPoint) -> Instance {
        Instance { records: self.entry_records(entry), ..Instance::plain(entry.function) }
    }

    fn begin_wrapper(&mut self, entry: &'a EntryPoint) {
        self.begin_body(&self.module.init, None);
        let function = self.spv.fresh_id();
        let id_modes = self.id_modes(entry);
        let name = self.text(self.module.functions[entry.function].name);
        self.spv.set_name(function, name);
        let instance = self.entry_instance(entry);
        self.declare_function(&instance, &format!("src.{name}"));
        self.current.entry = Some(self.entries.len());
        self.entries.push(Entry { entry, function, interface: Interface::default(), id_modes });
        let void = self.spv.void();
        let ty = self.spv.function_type(void, &[]);
        let span = self.line_start(entry.span);
        self.enter_function(entry.function, function, true);
        self.describe_entry();
        self.spv.function.begin(void, function, FunctionControl::NONE, ty, span);
        self.spv.function.set_span(Span::NONE);
        let label = self.spv.fresh_id();
        self.spv.begin_block(label);
        self.define_debug_function(function);
    }

    /// Gives the statics their initial values, in the order of their declaration.
    fn initialise_statics(&mut self) {
        for id in sema::hir::walk::statics_in_order(self.module) {
            let global = &self.module.globals[id];
            let is_text = matches!(self.module.types[global.ty], Type::String);
            if let GlobalKind::Static { init, .. } = global.kind
                && !self.is_folded(global)
                && !is_text
                && !self.is_left_out(id)
            {
                self.initialise_static(id, init);
            }
        }
    }

    fn initialise_static(&mut self, id: GlobalId, init: Option<hir::expr::ExprId>) {
        let global = &self.module.globals[id];
        let variable = self.global_variable(id);
        let value = match init {
            Some(init) => {
                let value = self.expr(init);
                self.hand_counter(CounterOwner::Variable(variable.pointer), init);
                value
            }
            None if self.holds_resource(global.ty) || self.holds_query(global.ty) => return,
            None if self.has_address(global.ty) => self.zero(global.ty),
            None => {
                let ty = self.type_of(global.ty);
                self.spv.constant_null(ty)
            }
        };
        self.spv.store_word(variable.pointer, value);
    }

    /// Makes the arguments, calls, and writes the results.
    fn call_entry(&mut self, entry: &'a EntryPoint) {
        let function = &self.module.functions[entry.function];
        let args = self.load_params(entry, entry.function, &entry.params);
        let instance = self.entry_instance(entry);
        let callee = self.function_id(&instance);
        let ret = self.type_of(function.ret);
        if entry.stage == Stage::Mesh {
            self.define_mesh_outputs(entry);
        }
        let mut operands = vec![callee];
        operands.extend_from_slice(&args);
        self.spv.at(entry.span);
        let result = self.spv.op(Op::FunctionCall, ret, &operands);
        self.relax_type(result, function.ret);
        if entry.stage == Stage::Hull {
            return self.finish_hull(entry, result, &args);
        }
        if let Some(tree) = &entry.ret {
            self.store_tree(entry, tree, result, None);
        }
        self.store_params(entry, entry.function, &entry.params, &args);
    }

    /// Variables for the arguments, with the values that the stage provides.
    pub(crate) fn load_params(
        &mut self,
        entry: &'a EntryPoint,
        function: FunctionId,
        params: &'a [EntryParam],
    ) -> Vec<Word> {
        let mut records = self.entry_records(entry).into_iter();
        let function = &self.module.functions[function];
        let mut args = Vec::with_capacity(params.len());
        for (declared, param) in function.params.iter().zip(params) {
            let local = &function.body.locals[declared.local];
            if param.role == ParamRole::Node
                && let Some(records) = records.next()
            {
                args.push(self.node_argument(records, self.text(local.name)));
                continue;
            }
            let ty = self.type_of(local.ty);
            let name = format!("param.var.{}", self.text(local.name));
            let variable = self.spv.variable_at(&name, ty, local.span);
            self.relax_type(variable, local.ty);
            self.keep_exact(variable, local.precise);
            args.push(variable);
            if let (ParamRole::Stream, Some(tree)) = (param.role, &param.output) {
                self.define_tree(entry, tree);
            }
            if param.role == ParamRole::MeshPayload {
                let value = self.load_payload(local.ty, self.text(local.name));
                self.spv.store_word(variable, value);
            }
            let Some(tree) = &param.input else { continue };
            let vertices = match (param.role, self.module.types[local.ty]) {
                (ParamRole::Vertices, Type::Object(Object::Patch(_, _, count)) | Type::Array(_, count)) => Some(count),
                _ => None,
            };
            let (value, _) = self.load_tree(entry, tree, vertices);
            self.spv.at(local.span);
            if param.used || param.output.is_some() {
                self.spv.store_word(variable, value);
            }
        }
        args
    }

    /// Writes what `out` parameters hold after the call.
    pub(crate) fn store_params(
        &mut self,
        entry: &'a EntryPoint,
        function: FunctionId,
        params: &'a [EntryParam],
        args: &[Word],
    ) {
        let function = &self.module.functions[function];
        for ((declared, param), &arg) in function.params.iter().zip(params).zip(args) {
            if param.role != ParamRole::Plain {
                continue;
            }
            let Some(tree) = &param.output else { continue };
            // What was never touched has no value, unless it came in.
            if !param.used && param.input.is_none() {
                self.define_tree(entry, tree);
                continue;
            }
            let local = &function.body.locals[declared.local];
            self.spv.at(local.span);
            let ty = self.type_of(local.ty);
            let value = self.spv.load_word(ty, arg);
            self.store_tree(entry, tree, value, None);
        }
    }

    /// Writes `OpEntryPoint` and the execution modes.
    fn declare_entry(&mut self, done: &Entry<'a>) {
        let entry = done.entry;
        let mut ids = done.interface.ids();
        ids.extend_from_slice(&self.globals.interface);
        ids.extend(self.spelled_interface(entry));
        // Declarations of one built-in share its variable.
        let mut listed = FxHashSet::default();
        ids.retain(|id| listed.insert(*id));
        self.check_builtins(done);
        if self.options.target.has_spirv(1, 4) {
            let (input, output) = (StorageClass::Input as u32, StorageClass::Output as u32);
            let others = self.spv.out.variable_ids().filter(|&(_, storage)| storage != input && storage != output);
            let handed = &done.interface.handed;
            let others = others.filter(|(id, storage)| !is_handed(*storage) || handed.contains(id));
            let others: Vec<Word> = others.map(|(id, _)| id).filter(|id| !ids.contains(id)).collect();
            ids.extend(others);
        }
        let model = execution_model(entry.stage, self.uses_nv_mesh());
        self.spv.out.entry_point(model, done.function, self.text(entry.name), &ids);
        self.spv.out.place_modes(done.function, entry.span);
        for (mode, literals) in &entry.modes {
            self.spv.out.execution_mode(done.function, *mode, literals);
        }
        for (mode, operands) in &done.id_modes {
            self.spv.out.named_execution_mode(done.function, *mode, operands);
        }
        for (mode, operands) in self.usage.named_modes(self.module, entry) {
            self.spv.out.named_execution_mode(done.function, mode, operands);
        }
        if let Some((span, size)) = self.usage.lacks_quads(self.module, entry) {
            self.sink.report(span, NoQuads { size });
        }
        let without_derivatives = self.uses_nv_mesh() && matches!(entry.stage, Stage::Mesh | Stage::Amplification);
        let has_linear = self.spv.availability.is_there(Capability::ComputeDerivativeGroupLinearKHR);
        for mode in self.usage.modes(entry, has_linear).into_iter().filter(|_| !without_derivatives) {
            for &capability in untrimmed(mode).iter().filter(|_| self.options.call.untrimmed_capabilities) {
                self.spv.availability.require(capability, entry.span);
            }
            self.spv.out.execution_mode(done.function, mode, &[]);
        }
        self.declare_float_modes(done.function);
        let reconverges = entry.modes.iter().any(|(mode, _)| *mode == ExecutionMode::MaximallyReconvergesKHR);
        if self.options.maximal_reconvergence && !reconverges {
            self.spv.out.execution_mode(done.function, ExecutionMode::MaximallyReconvergesKHR, &[]);
        }
    }

    /// Execution modes that the options ask for.
    fn declare_float_modes(&mut self, function: Word) {
        use crate::options::DenormMode;
        let mode = match self.options.denorm {
            DenormMode::Any => None,
            DenormMode::Preserve => Some(ExecutionMode::DenormPreserve),
            DenormMode::FlushToZero => Some(ExecutionMode::DenormFlushToZero),
        };
        if self.module.ieee_strict {
            self.spv.out.execution_mode(function, ExecutionMode::SignedZeroInfNanPreserve, &[32]);
        }
        if let Some(mode) = mode {
            self.spv.out.execution_mode(function, mode, &[32]);
        }
    }

    /// The capability of each stage, and what the source requires by name.
    fn declare_capabilities(&mut self) {
        if self.options.call.untrimmed_capabilities {
            self.spv.availability.declare_untrimmed();
        }
        if self.options.vulkan_memory_model {
            self.spv.availability.require(Capability::VulkanMemoryModel, Span::NONE);
        }
        for entry in &self.module.entry_points {
            let capability = stage_capability(entry.stage, self.uses_nv_ray_tracing(), self.uses_nv_mesh());
            self.spv.availability.require_stage(capability, entry.span);
        }
        if self.module.entry_points.is_empty() {
            let exported = self.module.functions.iter().find(|(_, function)| function.exported);
            let span = exported.map_or(Span::NONE, |(_, function)| function.span);
            self.spv.availability.require_stage(Capability::Shader, span);
            self.spv.availability.declare(Capability::Linkage);
            if self.options.target.row().vulkan.is_some() {
                self.sink.report(span, UnlinkedLibrary {}).note("entry points are marked with [shader(\"...\")]");
            }
        }
        self.require_all(&self.module.requirements);
    }

    fn finish(mut self) -> Option<Output> {
        self.spv.annotate();
        self.spv.choose_memory_model();
        let version = self.options.target.spirv_version();
        let (too_long, mesh_counts) = (self.spv.too_long(), self.mesh_counts());
        let mut words = Vec::new();
        let splits_vectors = self.spv.splits_vectors();
        let written = self.spv.out.finish(&self.spv.ctx, version, &mut self.spv.availability, &mut words);
        for missing in self.spv.availability.take_missing() {
            self.sink.report(missing.span, NotAvailable { what: missing.what, why: missing.why });
        }
        if let Some(span) = too_long {
            self.sink.report(span, InstructionTooLong {});
        }
        if self.sink.has_errors() {
            return None;
        }
        let combined = self.module.combined_samplers();
        Some(Output {
            words,
            needs_legalisation: self.legalisation.needed || !combined.is_empty() || splits_vectors,
            combined_samplers: combined.into_iter().map(|binding| (binding.set, binding.binding)).collect(),
            spelled: {
                let mut parts = self.spelled.parts;
                parts.declares |= self.module.spells_modes;
                parts.note(self.module.entry_points.first().map_or(Span::NONE, |entry| entry.span));
                parts
            },
            early: self.legalisation.early,
            misaligned: self.module.misaligned,
            straddling: self.module.straddling,
            mesh_counts,
            spans: written.spans,
        })
    }
}

/// The execution model of a stage.
fn execution_model(stage: Stage, nv_mesh: bool) -> ExecutionModel {
    match stage {
        Stage::Pixel => ExecutionModel::Fragment,
        Stage::Vertex => ExecutionModel::Vertex,
        Stage::Geometry => ExecutionModel::Geometry,
        Stage::Hull => ExecutionModel::TessellationControl,
        Stage::Domain => ExecutionModel::TessellationEvaluation,
        Stage::Compute | Stage::Node => ExecutionModel::GLCompute,
        Stage::RayGeneration => ExecutionModel::RayGenerationKHR,
        Stage::Intersection => ExecutionModel::IntersectionKHR,
        Stage::AnyHit => ExecutionModel::AnyHitKHR,
        Stage::ClosestHit => ExecutionModel::ClosestHitKHR,
        Stage::Miss => ExecutionModel::MissKHR,
        Stage::Callable => ExecutionModel::CallableKHR,
        Stage::Amplification if nv_mesh => ExecutionModel::TaskNV,
        Stage::Mesh if nv_mesh => ExecutionModel::MeshNV,
        Stage::Amplification => ExecutionModel::TaskEXT,
        Stage::Mesh => ExecutionModel::MeshEXT,
        Stage::Library => panic!("no entry point is a library"),
    }
}

fn stage_capability(stage: Stage, nv_ray_tracing: bool, nv_mesh: bool) -> Capability {
    match stage {
        Stage::Pixel | Stage::Vertex | Stage::Compute | Stage::Library => Capability::Shader,
        Stage::Node => Capability::ShaderEnqueueAMDX,
        Stage::Geometry => Capability::Geometry,
        Stage::Hull | Stage::Domain => Capability::Tessellation,
        Stage::RayGeneration
        | Stage::Intersection
        | Stage::AnyHit
        | Stage::ClosestHit
        | Stage::Miss
        | Stage::Callable => {
            if nv_ray_tracing {
                Capability::RayTracingNV
            } else {
                Capability::RayTracingKHR
            }
        }
        Stage::Mesh | Stage::Amplification if nv_mesh => Capability::MeshShadingNV,
        Stage::Mesh | Stage::Amplification => Capability::MeshShadingEXT,
    }
}
