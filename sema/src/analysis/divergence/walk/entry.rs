//! Taints of a stage's inputs.

use super::Walk;
use crate::analysis::divergence::places::{Path, Step};
use crate::analysis::divergence::taint::Taint;
use crate::analysis::divergence::values;
use crate::hir::ty::{Scalar, Type};
use crate::hir::{EntryPoint, Function, LocalId, ParamRole, StageTree, StageVariable};
use frontend::language::Stage;
use spirv::{BuiltIn, Decoration, ExecutionMode};

impl Walk<'_> {
    pub(super) fn enter_stage(&mut self, function: &Function, entry: &EntryPoint) {
        for (param, stage) in function.params.iter().zip(&entry.params) {
            self.places.declare(param.local);
            match stage.role {
                ParamRole::Plain => {
                    if let Some(tree) = &stage.input {
                        self.input(entry, param.local, &mut Vec::new(), tree);
                    }
                }
                ParamRole::RayPayload | ParamRole::HitAttributes | ParamRole::CallableData => {
                    self.places.write(param.local, &[], Taint::WAVE | Taint::RUN_TIME);
                }
                ParamRole::Vertices
                | ParamRole::OutputPatch
                | ParamRole::Stream
                | ParamRole::MeshVertices
                | ParamRole::MeshIndices
                | ParamRole::MeshPrimitives
                | ParamRole::MeshPayload
                | ParamRole::Node => {}
            }
        }
    }

    fn input(&mut self, entry: &EntryPoint, local: LocalId, path: &mut Path, tree: &StageTree) {
        match tree {
            StageTree::Leaf(variable) => self.leaf(entry, local, path, &entry.variables[*variable]),
            StageTree::Struct(_, fields) => {
                for (field, tree) in fields.iter().enumerate() {
                    path.push(Step::Field(field as u32));
                    self.input(entry, local, path, tree);
                    path.pop();
                }
            }
            StageTree::Array(..) | StageTree::PerVertex(..) => {}
        }
    }

    #[expect(clippy::wildcard_enum_match_arm, reason = "a few cases of an enum of SPIR-V")]
    fn leaf(&mut self, entry: &EntryPoint, local: LocalId, path: &mut Path, variable: &StageVariable) {
        let size = if let Type::Vector(_, size) = self.module.ty(variable.ty) { size } else { 1 };
        let ids = [BuiltIn::LocalInvocationId, BuiltIn::GlobalInvocationId, BuiltIn::LocalInvocationIndex];
        let Some(id) = variable.builtin.filter(|builtin| ids.contains(builtin)) else {
            self.places.write(local, path, self.of_variable(entry, variable));
            return;
        };
        let group = group_size(entry);
        let differs = |component: u16| match id {
            BuiltIn::LocalInvocationIndex => group.iter().any(|&length| length != 1),
            _ => group.get(usize::from(component)).is_none_or(|&length| length != 1),
        };
        if (0..size).all(differs) {
            self.places.write(local, path, Taint::ALL);
            return;
        }
        self.places.write(local, path, Taint::RUN_TIME);
        for component in (0..size).filter(|&component| differs(component)) {
            path.push(Step::Component(component));
            self.places.write(local, path, Taint::ALL);
            path.pop();
        }
    }

    fn of_variable(&self, entry: &EntryPoint, variable: &StageVariable) -> Taint {
        if let Some(builtin) = variable.builtin {
            return values::of_builtin(builtin);
        }
        let is_whole = if let Type::Scalar(elem) | Type::Vector(elem, _) | Type::Matrix { elem, .. } =
            self.module.ty(variable.ty)
        {
            !matches!(elem, Scalar::Half | Scalar::Float | Scalar::Min16Float | Scalar::Min10Float)
        } else {
            true
        };
        let same_in_quad = [Decoration::Flat, Decoration::PerPrimitiveEXT, Decoration::PerVertexKHR];
        let is_flat = is_whole || variable.decorations.iter().any(|it| same_in_quad.contains(it));
        if entry.stage == Stage::Pixel && !is_flat {
            return Taint::QUAD | Taint::WAVE | Taint::RUN_TIME;
        }
        Taint::WAVE | Taint::RUN_TIME
    }
}

/// The workgroup size; empty if it is unknown.
fn group_size(entry: &EntryPoint) -> &[u32] {
    let size = entry.modes.iter().find(|(mode, _)| *mode == ExecutionMode::LocalSize);
    size.map_or(&[], |(_, size)| size)
}
