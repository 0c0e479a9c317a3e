//! Hull shaders: control points are written by every invocation, patch constants once.

use crate::emitter::Emitter;
use crate::emitter::state::functions::Instance;
use sema::hir::ty::{Object, PatchKind, Type};
use sema::hir::{EntryPoint, Hull, ParamRole};
use spirv::{BuiltIn, Op, SelectionControl, StorageClass, Word};

impl<'a> Emitter<'a> {
    /// Writes this invocation's control point, waits for the others, and lets the first one make the patch constants.
    pub(crate) fn finish_hull(&mut self, entry: &'a EntryPoint, result: Word, args: &[Word]) {
        let Some(hull) = &entry.hull else { panic!("a hull shader has a patch-constant function") };
        let id = self.invocation_id(entry);
        if let Some(tree) = &entry.ret {
            self.store_tree(entry, tree, result, Some(id));
        }
        self.barrier();
        let zero = self.spv.constant_uint(0);
        let bool = self.spv.bool();
        let is_first = self.spv.op(Op::IEqual, bool, &[id, zero]);
        let then_block = self.spv.label("if.true");
        let merge = self.spv.label("if.merge");
        self.spv.branch_selection(is_first, then_block, merge, merge, SelectionControl::NONE);
        self.spv.begin_block(then_block);
        self.call_patch_constant(entry, hull, args);
        self.spv.branch(merge);
        self.spv.begin_block(merge);
    }

    /// The index of the control point that this invocation computes.
    fn invocation_id(&mut self, entry: &'a EntryPoint) -> Word {
        if let Some(loaded) = self.interface().invocation {
            return loaded;
        }
        let uint = self.spv.uint();
        let declared = entry.variables.iter().find(|(_, it)| it.builtin == Some(BuiltIn::InvocationId) && !it.output);
        let pointer = match declared {
            Some((id, _)) => self.stage_variable(entry, id),
            None => self.builtin_variable(BuiltIn::InvocationId, StorageClass::Input, uint),
        };
        self.load_builtin(uint, pointer)
    }

    fn barrier(&mut self) {
        let workgroup = self.spv.constant_uint(spirv::Scope::Workgroup as u32);
        let invocation = self.spv.constant_uint(spirv::Scope::Invocation as u32);
        let none = self.spv.constant_uint(0);
        self.spv.effect(Op::ControlBarrier, &[workgroup, invocation, none]);
    }

    fn call_patch_constant(&mut self, entry: &'a EntryPoint, hull: &'a Hull, args: &[Word]) {
        let function = &self.module.functions[hull.patch_constant];
        let params = self.patch_params(entry, hull, args);
        let callee = self.declare_function(&Instance::plain(hull.patch_constant), self.text(function.name));
        let ret = self.type_of(function.ret);
        let mut operands = vec![callee];
        operands.extend_from_slice(&params);
        let result = self.spv.op(Op::FunctionCall, ret, &operands);
        if let Some(tree) = &hull.ret {
            self.store_tree(entry, tree, result, None);
        }
        self.store_params(entry, hull.patch_constant, &hull.params, &params);
    }

    /// The arguments of the patch-constant function: the input patch is the main function's, the output patch is read
    /// back from the output variables.
    fn patch_params(&mut self, entry: &'a EntryPoint, hull: &'a Hull, args: &[Word]) -> Vec<Word> {
        let main_patch = entry.params.iter().zip(args).find(|(param, _)| param.role == ParamRole::Vertices);
        let main_patch = main_patch.map(|(_, &arg)| arg);
        let function = &self.module.functions[hull.patch_constant];
        let mut params = Vec::with_capacity(hull.params.len());
        for (declared, param) in function.params.iter().zip(&hull.params) {
            let local = &function.body.locals[declared.local];
            let name = format!("param.var.{}", self.text(local.name));
            match (param.role, main_patch) {
                (ParamRole::Vertices, Some(patch)) => params.push(patch),
                (ParamRole::OutputPatch, _) => params.push(self.read_output_patch(entry, hull, local.ty)),
                _ => {
                    let ty = self.type_of(local.ty);
                    let variable = self.spv.variable_at(&name, ty, local.span);
                    params.push(variable);
                    if let Some(tree) = &param.input {
                        let count = if let Type::Object(Object::Patch(PatchKind::Input, _, count)) =
                            self.module.types[local.ty]
                        {
                            Some(count)
                        } else {
                            None
                        };
                        let (value, _) = self.load_tree(entry, tree, count);
                        self.spv.store_word(variable, value);
                    }
                }
            }
        }
        params
    }

    fn read_output_patch(&mut self, entry: &'a EntryPoint, hull: &Hull, ty: sema::hir::ty::TypeId) -> Word {
        let Type::Object(Object::Patch(PatchKind::Output, element, _)) = self.module.types[ty] else {
            panic!("an output patch has that type")
        };
        let array = self.type_of(ty);
        let element_type = self.type_of(element);
        let variable = self.spv.variable("temp.var.hullMainRetVal", array);
        if let Some(tree) = &entry.ret {
            for point in 0..hull.output_points {
                let index = self.spv.constant_uint(point);
                let value = self.load_output_tree(entry, tree, index);
                let pointer = self.spv.chain_word(StorageClass::Function, element_type, variable, &[index]);
                self.spv.store_word(pointer, value);
            }
        }
        variable
    }
}
