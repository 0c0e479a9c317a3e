//! Entry points of ray tracing: payloads, attributes and data lie in variables of the module and are copied in and out.

use super::Emitter;
use sema::hir::{EntryPoint, ParamRole};
use spirv::{Op, StorageClass, Word};

impl<'a> Emitter<'a> {
    /// Copies what the pipeline provides into the arguments, calls, and copies the payload back.
    pub(crate) fn call_ray_entry(&mut self, entry: &'a EntryPoint) {
        let function = &self.module.functions[entry.function];
        let mut operands = vec![self.declare_function(entry.function, &self.source_name(entry))];
        let mut copies = Vec::new();
        for (declared, param) in function.params.iter().zip(&entry.params) {
            let local = &function.body.locals[declared.local];
            let name = self.text(local.name);
            let ty = self.type_of(local.ty);
            let arg = self.variable_at(&format!("param.var.{name}"), ty, local.span);
            operands.push(arg);
            let Some(storage) = storage_of(param.role) else { continue };
            let shared = self.module_variable(storage, ty, name, None);
            let value = self.load_word(ty, shared);
            self.store_word(arg, value);
            if param.role != ParamRole::HitAttributes {
                copies.push((ty, arg, shared));
                self.interface().payload = Some(shared);
            }
        }
        let ret = self.type_of(function.ret);
        self.at(entry.span);
        self.op(Op::FunctionCall, ret, &operands);
        for (ty, arg, shared) in copies {
            let value = self.load_word(ty, arg);
            self.store_word(shared, value);
        }
    }

    fn source_name(&self, entry: &EntryPoint) -> String {
        format!("src.{}", self.text(self.module.functions[entry.function].name))
    }

    /// Hands the payload back before the shader ends early: `IgnoreHit` and `AcceptHitAndEndSearch`.
    pub(crate) fn return_payload(&mut self) {
        let Some(entry) = self.entry() else { return };
        let Some(shared) = self.interface().payload else { return };
        let function = &self.module.functions[entry.function];
        // Only the entry function itself has the payload as a parameter.
        let held = function.params.iter().zip(&entry.params).find(|(_, param)| param.role == ParamRole::RayPayload);
        let Some((declared, _)) = held else { return };
        if !std::ptr::eq(self.body, &raw const function.body) {
            return;
        }
        let ty = self.type_of(function.body.locals[declared.local].ty);
        let pointer: Word = self.local_variable(declared.local).pointer;
        let value = self.load_word(ty, pointer);
        self.store_word(shared, value);
    }
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
        | ParamRole::MeshPayload => return None,
    })
}
