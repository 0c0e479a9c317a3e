//! Resources of the unit that the application must bind.

use crate::bindings::Request;
use crate::hir::GlobalId;
use crate::hir::ty::{HeapKind, TypeId};
use base::source::Span;
use rustc_hash::FxHashMap;

/// The resources of a unit.
#[derive(Debug, Default)]
pub(crate) struct Resources {
    /// Resources that need bindings, in order.
    pub(crate) requests: Vec<Request>,
    /// The block of the loose uniforms.
    pub(crate) globals_block: Option<GlobalId>,
    /// The arrays of a heap, by the heap, their element type, and `globallycoherent`.
    pub(crate) heaps: FxHashMap<(HeapKind, TypeId, bool), GlobalId>,
    /// Counters.
    pub(crate) counters: Counters,
}

/// Structured buffers with counters, and the counters' bindings.
#[derive(Debug, Default)]
pub(crate) struct Counters {
    /// `[[vk::counter_binding]]` by the place of the buffer.
    pub(crate) bindings: FxHashMap<Span, u32>,
    /// Buffers whose counters are used.
    pub(crate) used: Vec<GlobalId>,
    /// True if a counter is used through a local, parameter or result.
    pub(crate) used_through_alias: bool,
    /// Global structured buffers that are copied or passed.
    pub(crate) aliased: Vec<GlobalId>,
}
