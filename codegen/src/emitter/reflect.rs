//! Decorations of `-fspv-reflect`: semantics, the types of resources, which counter belongs to which buffer.

use crate::emitter::{Emitter, Variable};
use base::source::Span;
use sema::hir::ty::{Object, Type};
use sema::hir::{Adapt, BlockKind, Global, GlobalId, GlobalKind, StageVariable, display};
use spirv::{Decoration, Word};

/// The extension of semantics and counters.
const FUNCTIONALITY: &str = "SPV_GOOGLE_hlsl_functionality1";

/// The extension of types.
const USER_TYPE: &str = "SPV_GOOGLE_user_type";

impl Emitter<'_> {
    /// The semantic of a stage variable.
    pub(crate) fn reflect_semantic(&mut self, id: Word, variable: &StageVariable) {
        if !self.options.reflect {
            return;
        }
        // Distances of all indices share one variable.
        let text = if matches!(variable.adapt, Adapt::ClipCull { .. }) {
            self.text(variable.semantic.text).trim_end_matches(|c: char| c.is_ascii_digit())
        } else {
            self.text(variable.semantic.text)
        };
        self.spv.out.decorate_string(id, Decoration::UserSemantic as u32, &[text]);
        self.spv.availability.require_extension(FUNCTIONALITY, variable.span);
    }

    /// The counter of a buffer.
    pub(crate) fn reflect_counter(&mut self, global: &Global, buffer: Variable) {
        let Some(counter) = global.attributes.counter.filter(|_| self.options.reflect) else { return };
        let counter = self.global_variable(counter).pointer;
        self.spv.out.decorate_id(buffer.pointer, Decoration::CounterBuffer as u32, &[counter]);
        self.spv.availability.require_extension(FUNCTIONALITY, global.span);
    }

    /// The types of all resources, in the order of their declaration.
    pub(crate) fn reflect_types(&mut self) {
        if !self.options.reflect {
            return;
        }
        self.spv.availability.require_extension(FUNCTIONALITY, Span::NONE);
        for (id, global) in self.module.globals.iter() {
            if global.attributes.binding.is_some()
                && !self.is_left_out(id)
                && let Some(text) = self.user_type(id)
            {
                let variable = self.global_variable(id).pointer;
                self.spv.out.decorate_string(variable, Decoration::UserTypeGOOGLE as u32, &[&text]);
                self.spv.availability.require_extension(USER_TYPE, global.span);
            }
        }
    }

    /// The type of a resource as tools know it: `structuredbuffer:<float>`.
    fn user_type(&self, id: GlobalId) -> Option<String> {
        let global = &self.module.globals[id];
        let ty = self.element_of_arrays(global.ty);
        match global.kind {
            GlobalKind::Block { kind: BlockKind::ConstantBuffer, .. } => return Some("cbuffer".to_owned()),
            GlobalKind::Block { kind: BlockKind::TextureBuffer, .. } => return Some("tbuffer".to_owned()),
            GlobalKind::Resource { .. }
                if !matches!(self.module.types[ty], Type::Object(Object::Sampler { .. }) | Type::Struct(_)) => {}
            GlobalKind::Resource { .. }
            | GlobalKind::Block { .. }
            | GlobalKind::Heap { .. }
            | GlobalKind::Static { .. }
            | GlobalKind::Groupshared
            | GlobalKind::Counter
            | GlobalKind::SpecConstant { .. }
            | GlobalKind::ExtBuiltin { .. }
            | GlobalKind::Shared(_) => return None,
        }
        let name = display::type_name(self.module, self.names, ty);
        let written = global.attributes.texture;
        Some(match name.split_once('<') {
            Some((name, _)) if written.is_bare => name.to_ascii_lowercase(),
            Some((name, arguments)) => {
                let arguments = arguments.strip_suffix('>').unwrap_or(arguments);
                let samples = written.samples.map_or(String::new(), |samples| format!(",{samples}"));
                format!("{}:<{arguments}{samples}>", name.to_ascii_lowercase())
            }
            None => name.to_ascii_lowercase(),
        })
    }
}
