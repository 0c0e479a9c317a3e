//! Mesh and amplification shaders: vertices, primitives and indices are written straight to the output arrays, where
//! the source assigns to them; a payload lies in memory that the workgroups of both stages share.

use crate::emitter::Emitter;
use crate::emitter::intrinsics::call::Call;
use crate::emitter::state::functions::{Instance, MeshOutput};
use base::source::Span;
use frontend::language::Stage;
use sema::hir::expr::{Arg, ExprId, ExprKind};
use sema::hir::ty::{Type, TypeId};
use sema::hir::{Adapt, EntryPoint, Function, GlobalId, GlobalKind, LocalId, ParamRole, StageTree, StageVariable};
use sema::tables::intrinsics::{Expand, Lowering, Mesh};
use spirv::{BuiltIn, Decoration, Op, StorageClass, Word};

/// Where a part of a mesh shader's output goes.
struct Target<'a> {
    /// The parameter.
    param: usize,
    /// The index of the vertex or primitive.
    element: ExprId,
    /// The way from there to the part, outermost first.
    steps: Vec<&'a ExprKind>,
}

/// Mesh shaders.
impl<'a> Emitter<'a> {
    /// The outputs of mesh and amplification shaders.
    pub(crate) fn mesh_call(&mut self, mesh: Mesh, call: Call<'_>) -> Word {
        match mesh {
            Mesh::DispatchMesh => self.dispatch_mesh(call),
            Mesh::SetMeshOutputCounts => self.set_mesh_output_counts(call),
        }
    }

    /// Makes the output variables of a mesh shader.
    pub(crate) fn define_mesh_outputs(&mut self, entry: &'a EntryPoint) {
        let function = &self.module.functions[entry.function];
        for (declared, param) in function.params.iter().zip(&entry.params) {
            match (param.role, &param.output) {
                (ParamRole::MeshVertices | ParamRole::MeshPrimitives, Some(tree)) => self.define_tree(entry, tree),
                (ParamRole::MeshIndices, _) => self.define_indices(function.body.locals[declared.local].ty),
                _ => {}
            }
        }
    }

    fn define_indices(&mut self, ty: TypeId) {
        let Type::Array(element, count) = self.module.types[ty] else { return };
        if self.uses_nv_mesh() {
            let variable = self.define_flat_indices(count, self.indices_of_each(ty));
            self.interface().indices = Some(variable);
            return self.interface().note(variable);
        }
        let builtin = match self.module.types[element] {
            Type::Vector(_, 3) => BuiltIn::PrimitiveTriangleIndicesEXT,
            Type::Vector(_, 2) => BuiltIn::PrimitiveLineIndicesEXT,
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
            | Type::BufferPointer(..)
            | Type::Spirv(_)
            | Type::Transient(_) => BuiltIn::PrimitivePointIndicesEXT,
        };
        let array = self.type_of(ty);
        let variable = self.module_variable(StorageClass::Output, array, "", None);
        self.spv.out.decorate(variable, Decoration::BuiltIn, &[builtin as u32]);
        self.interface().indices = Some(variable);
        self.interface().note(variable);
    }

    /// The number of indices in a primitive.
    fn indices_of_each(&self, array: TypeId) -> u32 {
        if let Type::Vector(_, count) = self.module.types[self.module.element_of_arrays(array)] {
            u32::from(count)
        } else {
            1
        }
    }

    /// The payload that a mesh shader is given.
    pub(crate) fn load_payload(&mut self, ty: TypeId, name: &str) -> Word {
        if self.uses_nv_mesh() {
            return self.hand_payload(ty, None);
        }
        let ty = self.type_of(ty);
        let name = format!("in.var.{name}");
        let variable = self.module_variable(StorageClass::TaskPayloadWorkgroupEXT, ty, &name, None);
        self.interface().note(variable);
        self.spv.load_word(ty, variable)
    }

    /// Notes which parameters of a function are outputs of a mesh shader: an entry function's own, and what it passes on.
    pub(crate) fn begin_outputs(&mut self, function: &Function, instance: &Instance) {
        let handed = function.params.iter().zip(&instance.outputs);
        self.current.outputs.extend(handed.filter_map(|(param, output)| Some((param.local, (*output)?))));
        let (Some(number), Some(entry)) = (self.current.entry, self.entry()) else { return };
        if entry.stage != Stage::Mesh || entry.function != instance.function {
            return;
        }
        for (param, (declared, made)) in function.params.iter().zip(&entry.params).enumerate() {
            let roles = [ParamRole::MeshVertices, ParamRole::MeshPrimitives, ParamRole::MeshIndices];
            if roles.contains(&made.role) {
                self.current.outputs.insert(declared.local, MeshOutput { entry: number, param });
            }
        }
    }

    /// The outputs of a mesh shader among arguments; `None` where there are none.
    pub(crate) fn mesh_outputs(&self, args: &[Arg]) -> Vec<Option<MeshOutput>> {
        if self.current.outputs.is_empty() {
            return Vec::new();
        }
        let output = |arg: &Arg| {
            if let ExprKind::Local(local) = self.expr_of(arg.expr).kind {
                self.current.outputs.get(&local).copied()
            } else {
                None
            }
        };
        let outputs: Vec<_> = args.iter().map(output).collect();
        if outputs.iter().all(Option::is_none) { Vec::new() } else { outputs }
    }

    /// Reports an output of a mesh shader that is used in a way that the output arrays do not allow.
    pub(crate) fn refuse_mesh_output(&mut self, local: LocalId, span: Span) {
        if self.current.outputs.contains_key(&local) {
            self.not_supported(
                span,
                "a mesh shader output other than in assignments to its elements and as a whole argument",
            );
        }
    }

    /// The target of an assignment, if it is a part of an output of a mesh shader.
    #[expect(clippy::wildcard_enum_match_arm, reason = "the other expressions are not parts of an output")]
    fn mesh_target(&self, mut id: ExprId) -> Option<Target<'a>> {
        let body = self.current.body;
        let mut steps = Vec::new();
        loop {
            let kind = &body.exprs[id].kind;
            let base = match kind {
                ExprKind::Index { base, index } => {
                    if let ExprKind::Local(local) = body.exprs[*base].kind {
                        let param = self.current.outputs.get(&local)?.param;
                        steps.reverse();
                        return Some(Target { param, element: *index, steps });
                    }
                    *base
                }
                ExprKind::Member { base, .. } | ExprKind::Swizzle { base, .. } => *base,
                _ => return None,
            };
            steps.push(kind);
            id = base;
        }
    }

    /// An assignment to an output of a mesh shader: the value; `None` where the place is something else.
    pub(crate) fn mesh_assign(&mut self, place: ExprId, value: ExprId) -> Option<Word> {
        let target = self.mesh_target(place)?;
        let entry = self.entry()?;
        let span = self.spv.function.span();
        let value = self.expr(value);
        let param = &entry.params[target.param];
        if param.role == ParamRole::MeshIndices && self.uses_nv_mesh() {
            self.store_flat(entry, &target, value, place);
            return Some(value);
        }
        let element = self.expr(target.element);
        self.spv.at(span);
        if param.role == ParamRole::MeshIndices {
            let Some(indices) = self.interface().indices else { return Some(value) };
            self.store_part(indices, vec![element], &target.steps, value, place, None);
        } else if let Some(tree) = &param.output {
            self.store_output(entry, tree, element, &target.steps, value, place);
        }
        Some(value)
    }

    /// Writes indices where all primitives share one array.
    fn store_flat(&mut self, entry: &'a EntryPoint, target: &Target<'a>, value: Word, place: ExprId) {
        let Some(indices) = self.interface().indices else { return };
        let function = &self.module.functions[entry.function];
        let each = self.indices_of_each(function.body.locals[function.params[target.param].local].ty);
        if each == 1 {
            let element = self.expr(target.element);
            return self.store_part(indices, vec![element], &target.steps, value, place, None);
        }
        let primitive = self.unsigned_index(target.element);
        let first = self.first_flat_index(primitive, each);
        let all = [0, 1, 2, 3];
        let components = match &target.steps[..] {
            [ExprKind::Index { index, .. }] => {
                let at = self.unsigned_index(*index);
                let pointer = self.flat_index(indices, first, at);
                return self.spv.store_word(pointer, value);
            }
            [ExprKind::Swizzle { components, .. }] => components.as_slice(),
            _ => &all[..each as usize],
        };
        let uint = self.spv.uint();
        for (from, &component) in (0..).zip(components) {
            let at = self.spv.constant_uint(u32::from(component));
            let pointer = self.flat_index(indices, first, at);
            let part = if components.len() == 1 { value } else { self.spv.extract(uint, value, &[from]) };
            self.spv.store_word(pointer, part);
        }
    }

    /// Follows members down to a variable, or to a struct whose variables are all written.
    fn store_output(
        &mut self,
        entry: &'a EntryPoint,
        mut tree: &'a StageTree,
        element: Word,
        mut steps: &[&'a ExprKind],
        value: Word,
        place: ExprId,
    ) {
        while let (StageTree::Struct(_, parts), [ExprKind::Member { field, .. }, rest @ ..]) = (tree, steps) {
            tree = &parts[*field as usize];
            steps = rest;
        }
        let (StageTree::Leaf(id), [_, ..]) = (tree, steps) else {
            if steps.is_empty() {
                return self.store_tree(entry, tree, value, Some(element));
            }
            let span = self.expr_of(place).span;
            return self.not_supported(span, "an array of structs in a mesh shader output");
        };
        let variable = &entry.variables[*id];
        let pointer = self.stage_variable(entry, *id);
        self.store_part(pointer, vec![element], steps, value, place, Some(variable));
    }

    /// Writes components or elements of what a variable holds for one vertex.
    #[expect(clippy::wildcard_enum_match_arm, reason = "the other steps are not supported")]
    fn store_part(
        &mut self,
        pointer: Word,
        mut indices: Vec<Word>,
        steps: &[&'a ExprKind],
        value: Word,
        place: ExprId,
        variable: Option<&StageVariable>,
    ) {
        if variable.is_some_and(|variable| self.is_nested_distance(variable)) {
            let span = self.expr_of(place).span;
            return self.not_supported(span, "a part of an array of vectors of clip or cull distances");
        }
        let mut components = None;
        for step in steps {
            match step {
                ExprKind::Index { base, index } if self.is_vector(*base) => {
                    indices.push(self.unsigned_index(*index));
                }
                ExprKind::Index { index, .. } => indices.push(self.expr(*index)),
                ExprKind::Swizzle { components: taken, .. } => components = Some(*taken),
                _ => {
                    let span = self.expr_of(place).span;
                    return self.not_supported(span, "this part of a mesh shader output");
                }
            }
        }
        let ty = self.expr_of(place).ty;
        let holds_uints = variable.is_some_and(|variable| variable.adapt == Adapt::BoolAsUint);
        let value = if holds_uints { self.map_bools(value, ty, false) } else { value };
        let Some(components) = components else {
            let word = if holds_uints { self.uint_shape(ty) } else { self.type_of(ty) };
            return self.store_element(pointer, &indices, word, value, variable);
        };
        let (_, scalar) = self.vector_shape(ty);
        let word = if holds_uints { self.spv.uint() } else { self.spv.scalar_type(scalar) };
        for (at, &component) in (0..).zip(components.as_slice()) {
            let part = if components.len == 1 { value } else { self.spv.extract(word, value, &[at]) };
            let mut path = indices.clone();
            path.push(self.spv.constant_uint(u32::from(component)));
            self.store_element(pointer, &path, word, part, variable);
        }
    }

    /// Returns whether the distances of a variable are not simply one after the other.
    fn is_nested_distance(&self, variable: &StageVariable) -> bool {
        let Adapt::ClipCull { .. } = variable.adapt else { return false };
        if let Type::Array(element, _) = self.module.types[variable.ty] {
            !matches!(self.module.types[element], Type::Scalar(_))
        } else {
            false
        }
    }

    fn is_vector(&self, id: ExprId) -> bool {
        matches!(self.module.types[self.expr_of(id).ty], Type::Vector(..))
    }

    fn store_element(
        &mut self,
        pointer: Word,
        indices: &[Word],
        ty: Word,
        mut value: Word,
        variable: Option<&StageVariable>,
    ) {
        let mut path = indices.to_vec();
        match variable.map(|variable| variable.adapt) {
            Some(Adapt::ClipCull { offset }) => {
                if let [.., last] = path.as_mut_slice() {
                    let uint = self.spv.uint();
                    let start = self.spv.constant_uint(offset);
                    *last = self.spv.op(Op::IAdd, uint, &[*last, start]);
                }
            }
            Some(Adapt::InvertY) => value = self.inverted_at(path.last().copied(), ty, value),
            _ => {}
        }
        let pointer =
            if path.is_empty() { pointer } else { self.spv.chain_word(StorageClass::Output, ty, pointer, &path) };
        self.spv.store_word(pointer, value);
    }
}

/// Calls.
impl Emitter<'_> {
    /// The place of the first call that sets how much a mesh shader makes.
    pub(crate) fn mesh_counts(&self) -> Option<Span> {
        if self.module.entry_points.iter().all(|entry| entry.stage != Stage::Mesh) {
            return None;
        }
        let mut exprs = self.module.functions.iter().flat_map(|(_, function)| function.body.exprs.iter());
        let counts = Lowering::Expand(Expand::Mesh(Mesh::SetMeshOutputCounts));
        exprs.find_map(|(_, expr)| {
            if let ExprKind::Intrinsic { intrinsic, .. } = &expr.kind
                && intrinsic.lowering == counts
            {
                Some(expr.span)
            } else {
                None
            }
        })
    }
}

/// Components of positions.
impl Emitter<'_> {
    /// The value of a component of a position whose `y` is inverted.
    fn inverted_at(&mut self, component: Option<Word>, ty: Word, value: Word) -> Word {
        let Some(component) = component else { return value };
        let y = self.spv.constant_uint(1);
        if component == y {
            return self.spv.op(Op::FNegate, ty, &[value]);
        }
        if self.spv.ctx.constant_of(component).is_some() {
            return value;
        }
        let bool = self.spv.bool();
        let is_y = self.spv.op(Op::IEqual, bool, &[component, y]);
        let inverted = self.spv.op(Op::FNegate, ty, &[value]);
        self.spv.select(ty, is_y, inverted, value)
    }
}

/// Amplification shaders.
impl Emitter<'_> {
    /// Returns whether a `groupshared` global is the payload itself.
    pub(crate) fn is_payload(&self, global: GlobalId) -> bool {
        !self.uses_nv_mesh() && self.is_handed_over(global)
    }

    /// Returns whether a `groupshared` global is passed to mesh shaders.
    fn is_handed_over(&self, global: GlobalId) -> bool {
        let amplifies = self.module.entry_points.iter().any(|entry| entry.stage == Stage::Amplification);
        let is_shared = matches!(self.module.globals[global].kind, GlobalKind::Groupshared);
        amplifies
            && is_shared
            && self.module.functions.iter().any(|(_, function)| {
                function.body.exprs.iter().any(|(_, expr)| {
                    if let ExprKind::Intrinsic { intrinsic, args } = &expr.kind {
                        intrinsic.lowering == Lowering::Expand(Expand::Mesh(Mesh::DispatchMesh))
                            && args.get(3).is_some_and(|arg| {
                                let payload = if let ExprKind::Load(place) = function.body.exprs[arg.expr].kind {
                                    place
                                } else {
                                    arg.expr
                                };
                                matches!(function.body.exprs[payload].kind, ExprKind::Global(id) if id == global)
                            })
                    } else {
                        false
                    }
                })
            })
    }

    /// `DispatchMesh`: hands the payload over and ends the shader.
    pub(crate) fn dispatch_mesh(&mut self, call: Call<'_>) -> Word {
        let [x, y, z, payload] = call.args else { panic!("the analysis counts arguments") };
        let workgroup = self.spv.constant_uint(spirv::Scope::Workgroup as u32);
        let semantics = spirv::MemorySemantics::ACQUIRE_RELEASE | spirv::MemorySemantics::WORKGROUP_MEMORY;
        let semantics = self.spv.constant_uint(semantics.bits());
        self.spv.effect(Op::ControlBarrier, &[workgroup, workgroup, semantics]);
        let place = if let ExprKind::Load(place) = self.expr_of(payload.expr).kind { place } else { payload.expr };
        let mut payloads = self.module.globals.iter().map(|(id, _)| id).filter(|&id| self.is_handed_over(id));
        let first = payloads.next();
        let shared = if let ExprKind::Global(global) = self.expr_of(place).kind
            && first == Some(global)
        {
            self.global_variable(global).pointer
        } else {
            let span = self.expr_of(place).span;
            self.not_supported(span, "DispatchMesh outside of an amplification shader");
            return 0;
        };
        if self.uses_nv_mesh() {
            self.dispatch_tasks(call);
            return 0;
        }
        if matches!(self.expr_of(payload.expr).kind, ExprKind::Load(_)) {
            self.expr(payload.expr);
        }
        let mut operands: Vec<Word> = [x, y, z].map(|count| self.expr(count.expr)).to_vec();
        operands.push(shared);
        self.spv.terminate(Op::EmitMeshTasksEXT, &operands);
        0
    }
}
