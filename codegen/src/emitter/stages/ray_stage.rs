//! Entry points of ray tracing, and what they ask of the pipeline: payloads, attributes and data lie in variables of the
//! module and are copied in and out.

use crate::emitter::Emitter;
use crate::emitter::intrinsics::call::Call;
use crate::emitter::places::place::{Place, Value};
use crate::emitter::state::functions::Instance;
use frontend::language::Stage;
use sema::analysis::stages::{reached, reached_by};
use sema::hir::expr::{Arg, Expr, ExprKind};
use sema::hir::{EntryPoint, FunctionId, ParamRole};
use sema::tables::intrinsics::{Expand, Lowering, Rays};
use spirv::{Decoration, Op, StorageClass, Word};

impl<'a> Emitter<'a> {
    /// Copies what the pipeline provides into the arguments, calls, and copies the payload back.
    pub(crate) fn call_ray_entry(&mut self, entry: &'a EntryPoint) {
        let function = &self.module.functions[entry.function];
        let mut operands = vec![self.declare_function(&Instance::plain(entry.function), &self.source_name(entry))];
        let mut copies = Vec::new();
        let is_shared = self.ends_rays_in_calls(entry);
        for (declared, param) in function.params.iter().zip(&entry.params) {
            let local = &function.body.locals[declared.local];
            let name = self.text(local.name);
            let ty = self.type_of(local.ty);
            if is_shared && param.role == ParamRole::RayPayload {
                // What is done to it counts wherever the shader ends, so that there is no copy. Inlining makes it valid.
                let shared = self.module_variable(StorageClass::IncomingRayPayloadKHR, ty, name, None);
                self.interface().handed.push(shared);
                operands.push(shared);
                self.legalisation.needed = true;
                continue;
            }
            let arg = self.spv.variable_at(&format!("param.var.{name}"), ty, local.span);
            operands.push(arg);
            let Some(storage) = storage_of(param.role) else { continue };
            let shared = self.module_variable(storage, ty, name, None);
            self.interface().handed.push(shared);
            let value = self.spv.load_word(ty, shared);
            self.spv.store_word(arg, value);
            if param.role != ParamRole::HitAttributes {
                copies.push((ty, arg, shared));
                self.interface().payload = Some(shared);
            }
        }
        let ret = self.type_of(function.ret);
        self.spv.at(entry.span);
        self.spv.op(Op::FunctionCall, ret, &operands);
        for (ty, arg, shared) in copies {
            let value = self.spv.load_word(ty, arg);
            self.spv.store_word(shared, value);
        }
    }

    /// A call that the ray-tracing pipeline carries out.
    pub(crate) fn rays_call(&mut self, rays: Rays, call: Call<'_>) -> Word {
        match rays {
            Rays::TraceRay => {
                let [scene, numbers @ .., ray, payload] = call.args else { panic!("the row has more parameters") };
                self.trace_ray(scene, numbers, ray, payload);
            }
            Rays::CallShader => {
                let [index, data] = call.exactly();
                self.call_shader(index, data);
            }
            Rays::ReportHit => {
                let [distance, kind, attributes] = call.exactly();
                return self.report_hit(distance, kind, attributes);
            }
            Rays::IgnoreHit => self.end_ray(Op::IgnoreIntersectionNV, Op::IgnoreIntersectionKHR),
            Rays::AcceptHitAndEndSearch => self.end_ray(Op::TerminateRayNV, Op::TerminateRayKHR),
        }
        0
    }

    /// Returns whether the older extension of one vendor is used.
    pub(crate) fn uses_nv_ray_tracing(&self) -> bool {
        self.options.names_extension("SPV_NV_ray_tracing")
    }

    /// `TraceRay`
    pub(crate) fn trace_ray(&mut self, scene: &Arg, numbers: &[Arg], ray: &Arg, payload: &Arg) {
        let (shared, number) = self.data_variable(StorageClass::RayPayloadKHR, payload);
        let ray = self.ray_parts(ray.expr);
        let place = self.hand_over(payload, shared);
        let scene = self.handle(scene.expr).id;
        if self.module.allows_micromaps {
            self.allow_micromaps();
        }
        self.require_for_flags(numbers.first().map(|flags| flags.expr), 0);
        let mut operands = vec![scene];
        for number in numbers {
            operands.push(self.expr(number.expr));
        }
        operands.extend(ray);
        if self.uses_nv_ray_tracing() {
            operands.push(self.spv.constant_uint(number));
            self.spv.effect(Op::TraceNV, &operands);
        } else {
            operands.push(shared);
            self.spv.effect(Op::TraceRayKHR, &operands);
        }
        self.take_back(payload, shared, &place);
    }

    fn call_shader(&mut self, index: &Arg, data: &Arg) {
        let (shared, number) = self.data_variable(StorageClass::CallableDataKHR, data);
        let place = self.hand_over(data, shared);
        let index = self.expr(index.expr);
        if self.uses_nv_ray_tracing() {
            let number = self.spv.constant_uint(number);
            self.spv.effect(Op::ExecuteCallableNV, &[index, number]);
        } else {
            self.spv.effect(Op::ExecuteCallableKHR, &[index, shared]);
        }
        self.take_back(data, shared, &place);
    }

    fn report_hit(&mut self, distance: &Arg, kind: &Arg, attributes: &Arg) -> Word {
        let value = self.expr(attributes.expr);
        let ty = self.type_of(attributes.ty);
        let key = (StorageClass::HitAttributeKHR, attributes.ty);
        let shared = match self.shared_data.variables.get(&key) {
            Some(&shared) => shared,
            None => self.module_variable(StorageClass::HitAttributeKHR, ty, "", None),
        };
        self.shared_data.variables.insert(key, shared);
        if self.current.entry.is_some() {
            self.interface().handed.push(shared);
        }
        self.spv.store_word(shared, value);
        let operands = [self.expr(distance.expr), self.expr(kind.expr)];
        let bool = self.spv.bool();
        self.spv.op(Op::ReportIntersectionKHR, bool, &operands)
    }

    /// Ends the shader early. What it has done to its payload counts.
    fn end_ray(&mut self, nv: Op, khr: Op) {
        self.return_payload();
        if self.uses_nv_ray_tracing() { self.spv.effect(nv, &[]) } else { self.spv.terminate(khr, &[]) }
    }

    /// The variable through which data of a type is passed, with its number: each type has one.
    pub(crate) fn data_variable(&mut self, storage: StorageClass, data: &Arg) -> (Word, u32) {
        let key = (storage, data.ty);
        let (found, end) = match self.shared_data.variables.get_full(&key) {
            Some((at, _, &shared)) => (Some(shared), at),
            None => (None, self.shared_data.variables.len()),
        };
        let number = self.shared_data.variables.keys().take(end).filter(|(class, _)| *class == storage).count() as u32;
        if let Some(shared) = found {
            return (shared, number);
        }
        let ty = self.type_of(data.ty);
        let name = if let ExprKind::Local(local) = self.expr_of(data.expr).kind {
            self.text(self.current.body.locals[local].name)
        } else {
            ""
        };
        let shared = self.module_variable(storage, ty, name, None);
        self.spv.out.decorate(shared, Decoration::Location, &[number]);
        self.shared_data.variables.insert(key, shared);
        (shared, number)
    }

    pub(crate) fn hand_over(&mut self, data: &Arg, shared: Word) -> Place {
        let place = self.place(data.expr);
        let value = self.read(&place);
        let value = self.plain(value, data.ty);
        self.spv.store_word(shared, value);
        place
    }

    pub(crate) fn take_back(&mut self, data: &Arg, shared: Word, place: &Place) {
        let ty = self.type_of(data.ty);
        let value = self.spv.load_word(ty, shared);
        self.write(place, Value::plain(value), data.ty);
    }

    /// Returns whether an any-hit shader may end in a function that it calls.
    fn ends_rays_in_calls(&self, entry: &EntryPoint) -> bool {
        let mut callees = reached(self.module, entry).into_iter().filter(|function| *function != entry.function);
        entry.stage == Stage::AnyHit && callees.any(|function| self.ends_ray(function))
    }

    /// Returns whether an any-hit shader may end in a function, or in one that it calls. Then it is inlined, whatever its
    /// attributes say, so that it works on the payload itself.
    pub(crate) fn may_end_ray(&self, function: FunctionId) -> bool {
        reached_by(self.module, function).into_iter().any(|function| self.ends_ray(function))
    }

    /// Returns whether an any-hit shader may end in the body of a function.
    fn ends_ray(&self, function: FunctionId) -> bool {
        let ends =
            |node: &Expr| matches!(&node.kind, ExprKind::Intrinsic { intrinsic, .. } if is_end(intrinsic.lowering));
        self.module.functions[function].body.exprs.iter().any(|(_, node)| ends(node))
    }

    fn source_name(&self, entry: &EntryPoint) -> String {
        format!("src.{}", self.text(self.module.functions[entry.function].name))
    }

    /// Hands the payload back before the shader ends early: `IgnoreHit` and `AcceptHitAndEndSearch`.
    fn return_payload(&mut self) {
        let Some(entry) = self.entry() else { return };
        let Some(shared) = self.interface().payload else { return };
        let function = &self.module.functions[entry.function];
        // Only the entry function itself has the payload as a parameter.
        let held = function.params.iter().zip(&entry.params).find(|(_, param)| param.role == ParamRole::RayPayload);
        let Some((declared, _)) = held else { return };
        if !std::ptr::eq(self.current.body, &raw const function.body) {
            return;
        }
        let ty = self.type_of(function.body.locals[declared.local].ty);
        let pointer: Word = self.local_variable(declared.local).pointer;
        let value = self.spv.load_word(ty, pointer);
        self.spv.store_word(shared, value);
    }
}

/// Returns whether a stage is one of ray tracing.
pub(crate) fn is_ray_tracing(stage: Stage) -> bool {
    matches!(
        stage,
        Stage::RayGeneration | Stage::Intersection | Stage::AnyHit | Stage::ClosestHit | Stage::Miss | Stage::Callable
    )
}

/// Returns whether a function of the language ends an any-hit shader.
fn is_end(lowering: Lowering) -> bool {
    matches!(lowering, Lowering::Expand(Expand::Rays(Rays::IgnoreHit | Rays::AcceptHitAndEndSearch)))
}

/// True for a storage class of what the pipeline hands to one shader. Of such variables an entry point may name its own
/// only.
pub(crate) fn is_handed(storage: u32) -> bool {
    [
        StorageClass::IncomingRayPayloadKHR,
        StorageClass::HitAttributeKHR,
        StorageClass::IncomingCallableDataKHR,
        StorageClass::NodePayloadAMDX,
    ]
    .iter()
    .any(|&class| class as u32 == storage)
}

fn storage_of(role: ParamRole) -> Option<StorageClass> {
    Some(match role {
        ParamRole::RayPayload => StorageClass::IncomingRayPayloadKHR,
        ParamRole::HitAttributes => StorageClass::HitAttributeKHR,
        ParamRole::CallableData => StorageClass::IncomingCallableDataKHR,
        ParamRole::Plain
        | ParamRole::Vertices
        | ParamRole::OutputPatch
        | ParamRole::Stream
        | ParamRole::MeshVertices
        | ParamRole::MeshIndices
        | ParamRole::MeshPrimitives
        | ParamRole::MeshPayload
        | ParamRole::Node => return None,
    })
}
