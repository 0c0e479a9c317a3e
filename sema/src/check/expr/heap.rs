//! Descriptor heaps: an element of a heap is a resource of the type that it is converted to.
//!
//! For each such type there is a global array of resources. All arrays of a heap share one binding, or, with native
//! heaps, are the heap itself.

use crate::bindings::Request;
use crate::check::state::Checker;
use crate::check::state::scopes::Entity;
use crate::diagnostics::{EarlyFeature, HeapElementType};
use crate::hir::expr::{ExprId, ExprKind};
use crate::hir::ty::{HeapKind, Object, Transient, Type, TypeId};
use crate::hir::{Global, GlobalAttributes, GlobalId, GlobalKind};
use base::intern::Symbol;
use base::source::Span;

/// The shader model that has them.
const SINCE: (u32, u32) = (6, 6);

impl Checker<'_> {
    /// The heap of a name.
    pub(crate) fn heap_named(&self, name: Symbol) -> Option<Entity> {
        HeapKind::ALL.into_iter().find(|kind| kind.name() == self.names.resolve(name)).map(Entity::Heap)
    }

    /// A heap itself, which can only be indexed.
    pub(crate) fn heap(&mut self, kind: HeapKind, span: Span) -> ExprId {
        let profile = self.options.unit.profile;
        if (profile.major, profile.minor) < SINCE {
            let (what, model) = (format!("'{}'", kind.name()), format!("{}.{}", SINCE.0, SINCE.1));
            self.report(span, EarlyFeature { what, model });
            return self.error(span);
        }
        let ty = self.intern(Type::Transient(Transient::Heap(kind)));
        self.value(ty, ExprKind::Undef, span)
    }

    /// `heap[index]`, whose type is undetermined.
    pub(crate) fn heap_element(&mut self, kind: HeapKind, index: ExprId, span: Span) -> ExprId {
        let index = self.convert(index, self.common.uint);
        if self.is_error(index) {
            return index;
        }
        let ty = self.intern(Type::Transient(Transient::HeapElement(kind)));
        let element = self.value(ty, ExprKind::Undef, span);
        self.frame.pending.heap_indices.insert(element, index);
        element
    }

    /// An element of a heap as a resource.
    pub(crate) fn heap_resource(&mut self, kind: HeapKind, element: ExprId, to: TypeId) -> ExprId {
        let span = self.span(element);
        let fits = self.is_bindable(to) && (!self.options.native_heaps || kind == self.own_heap(to));
        let (Some(&index), true) = (self.frame.pending.heap_indices.get(&element), fits) else {
            let ty = self.type_name(to);
            self.report(span, HeapElementType { heap: kind.name().to_owned(), ty });
            return self.error(span);
        };
        self.check_integer_matrix(to, span);
        let global = self.heap_array(kind, to, span);
        let array = self.global(global).ty;
        let base = self.place(array, ExprKind::Global(global), span);
        let place = self.place(to, ExprKind::Index { base, index }, span);
        self.value(to, ExprKind::Load(place), span)
    }

    /// Returns whether values of the type are descriptors.
    fn is_bindable(&self, ty: TypeId) -> bool {
        self.is_resource(ty)
            && !matches!(
                self.module.types[ty],
                Type::Array(..) | Type::RuntimeArray(_) | Type::Struct(_) | Type::Object(Object::RayQuery(..))
            )
    }

    /// The heap for descriptors of a type.
    fn own_heap(&self, ty: TypeId) -> HeapKind {
        if matches!(self.module.types[ty], Type::Object(Object::Sampler { .. })) {
            HeapKind::Sampler
        } else {
            HeapKind::Resource
        }
    }

    fn heap_array(&mut self, kind: HeapKind, ty: TypeId, span: Span) -> GlobalId {
        let key = (kind, ty, self.frame.coherent);
        if let Some(&known) = self.resources.heaps.get(&key) {
            return known;
        }
        let layout = self.resource_layout(ty, self.decls.packing.order);
        let array = self.intern(Type::RuntimeArray(ty));
        let name = self.names.intern(kind.name());
        let attributes = GlobalAttributes { coherent: self.frame.coherent, ..GlobalAttributes::default() };
        let is_native = self.options.native_heaps;
        let kind_of = if is_native { GlobalKind::Heap { heap: kind, layout } } else { GlobalKind::Resource { layout } };
        let global = self.module.globals.alloc(Global { name, ty: array, span, kind: kind_of, attributes });
        if !is_native {
            self.resources.requests.push(Request::of_heap(global, kind, span));
        }
        self.resources.counters.aliased.push(global);
        self.resources.heaps.insert(key, global);
        global
    }
}
