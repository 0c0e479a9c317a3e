//! Padding in memory that the source does not name: before members, after elements, at the ends of structs.
//!
//! Each struct is examined once for every layout that it has in a buffer. Offsets that the source writes down name what
//! lies before them.

use crate::diagnostics::Padded;
use crate::hir::ty::{Field, Object, StructId, Type, TypeId};
use crate::hir::{GlobalKind, LayoutId, LayoutKind, Module};
use crate::layout::{BlockUse, Rule};
use crate::options::Options;
use base::diag::Sink;
use base::ids::Set;
use base::intern::Interner;
use base::source::Span;

/// Warns of padding in what buffers hold.
pub(crate) fn check(module: &Module, options: &Options, names: &Interner, sink: &mut Sink) {
    let mut walk = Walk { module, names, sink, rule: "", seen: Set::default() };
    for (_, global) in module.globals.iter() {
        let held = module.element_of_arrays(global.ty);
        let (ty, layout, block) = match (&global.kind, module.ty(held)) {
            (GlobalKind::Block { kind, layout }, _) => (global.ty, *layout, BlockUse::of(*kind)),
            (GlobalKind::Resource { layout: Some(layout) }, Type::Object(object)) => match object {
                Object::ConstantBuffer(content) => (content, *layout, BlockUse::Uniform),
                Object::TextureBuffer(content) => (content, *layout, BlockUse::Texture),
                Object::StructuredBuffer { elem, .. } => (elem, *layout, BlockUse::Storage),
                Object::Texture(_)
                | Object::Sampler { .. }
                | Object::ByteAddressBuffer(_)
                | Object::AccelerationStructure
                | Object::Feedback { .. }
                | Object::RayQuery(..)
                | Object::HitObject
                | Object::Patch(..)
                | Object::Stream(..)
                | Object::Node(_)
                | Object::Spirv(_) => continue,
            },
            _ => continue,
        };
        walk.rule = Rule::choose(options.layout, block).name();
        // Nothing follows the members of a block.
        walk.value(ty, layout, global.span, "", !matches!(block, BlockUse::Storage));
    }
}

struct Walk<'a> {
    module: &'a Module,
    names: &'a Interner,
    sink: &'a mut Sink,
    rule: &'static str,
    seen: Set<(StructId, LayoutId)>,
}

impl Walk<'_> {
    fn report(&mut self, span: Span, bytes: u32, place: impl FnOnce() -> String) {
        if bytes > 0 {
            let (bytes, rule, place) = (bytes.to_string(), self.rule.to_owned(), place());
            self.sink.report(span, Padded { rule, bytes, place });
        }
    }

    /// A value with its name, which messages about its elements have.
    fn value(&mut self, mut ty: TypeId, mut layout: LayoutId, span: Span, name: &str, is_whole: bool) {
        let module = self.module;
        while let (Type::Array(element, _), LayoutKind::Array { stride, element: inner }) =
            (module.ty(ty), &module.layouts[layout].kind)
        {
            let padding = stride.saturating_sub(module.layouts[*inner].size);
            self.report(span, padding, || format!("after each element of '{name}'"));
            (ty, layout) = (element, *inner);
        }
        match module.ty(ty) {
            Type::Matrix { elem, rows, columns } => {
                let (stride, vectors) = match module.layouts[layout].kind {
                    LayoutKind::Matrix { stride, .. } => (stride, module.layouts[layout].size.div_ceil(stride.max(1))),
                    LayoutKind::Array { .. } | LayoutKind::Leaf | LayoutKind::Struct(_) => return,
                };
                let width = elem.bits(module.native_16bit) / 8;
                let length = u32::from(rows) * u32::from(columns) / vectors.max(1);
                let padding = stride.saturating_sub(length * width);
                self.report(span, padding, || format!("after each vector of '{name}'"));
            }
            Type::Struct(id) if self.seen.insert((id, layout)) => self.structure(id, layout, is_whole),
            Type::Error
            | Type::Void
            | Type::String
            | Type::Scalar(_)
            | Type::Vector(..)
            | Type::Array(..)
            | Type::RuntimeArray(_)
            | Type::Struct(_)
            | Type::Enum(_)
            | Type::Object(_)
            | Type::BufferPointer(..)
            | Type::Spirv(_)
            | Type::Transient(_) => {}
        }
    }

    fn structure(&mut self, id: StructId, layout: LayoutId, is_whole: bool) {
        let module = self.module;
        let node = &module.structs[id];
        let LayoutKind::Struct(places) = &module.layouts[layout].kind else { return };
        let place = |field: &Field| places.get(field.member as usize).copied();
        let mut end = 0;
        let mut order: Vec<&Field> = node.fields.iter().collect();
        order.sort_by_key(|field| place(field).map_or(0, |(offset, _)| offset));
        for field in order {
            let Some((offset, inner)) = place(field) else { continue };
            let name = self.names.resolve(field.name);
            if field.attributes.offset.is_none() {
                self.report(field.span, offset.saturating_sub(end), || format!("before '{name}'"));
            }
            end = end.max(offset.saturating_add(module.layouts[inner].size));
            self.value(field.ty, inner, field.span, name, false);
        }
        if !is_whole {
            let padding = module.layouts[layout].size.saturating_sub(end);
            let name = self.names.resolve(node.name);
            self.report(node.span, padding, || format!("at the end of '{name}'"));
        }
    }
}
