//! What the application has to bind, as far as it has been declared.

use crate::bindings::Request;
use crate::hir::GlobalId;
use crate::hir::ty::{HeapKind, TypeId};
use base::source::Span;
use rustc_hash::FxHashMap;

/// The resources of a unit.
#[derive(Debug, Default)]
pub(crate) struct Resources {
    /// What needs bindings, in order.
    pub(crate) requests: Vec<Request>,
    /// The block of the loose uniforms.
    pub(crate) globals_block: Option<GlobalId>,
    /// The arrays that stand for a heap, by the heap, the type of their elements, and whether those are coherent.
    pub(crate) heaps: FxHashMap<(HeapKind, TypeId, bool), GlobalId>,
    /// What is known of counters.
    pub(crate) counters: Counters,
}

/// Which structured buffers need their counter, and where it is bound.
#[derive(Debug, Default)]
pub(crate) struct Counters {
    /// `[[vk::counter_binding]]` by the place of the buffer.
    pub(crate) bindings: FxHashMap<Span, u32>,
    /// Buffers whose counters are used.
    pub(crate) used: Vec<GlobalId>,
    /// True if a counter is used through something that is no global.
    pub(crate) used_through_alias: bool,
    /// Global structured buffers that are copied or passed.
    pub(crate) aliased: Vec<GlobalId>,
}
