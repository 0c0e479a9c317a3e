//! Reachable functions, and their finished bodies.

use super::ids::FnId;
use crate::hir::{self, FunctionId};
use base::ids::Id;
use base::source::Span;
use rustc_hash::FxHashMap;
use std::collections::VecDeque;
use std::ops::Range;

/// The reachable functions.
#[derive(Debug, Default)]
pub(crate) struct Reached {
    /// All of them, in output order.
    pub(crate) order: Vec<FnId>,
    /// Reached functions whose bodies are not checked yet.
    pub(crate) queue: VecDeque<FnId>,
    /// Those with a body, in order.
    pub(crate) built: Vec<(FunctionId, hir::Function)>,
    /// Call edges, with their places.
    pub(crate) calls: Vec<(FnId, FnId, Span)>,
    /// The parameters that each function's body mentions.
    pub(crate) used_params: FxHashMap<FnId, Vec<bool>>,
    /// True while checking code that is not a part of the output.
    pub(crate) dead: bool,
    /// The globals that only unreachable functions declare, until the globals are settled.
    pub(crate) dead_globals: Option<Range<usize>>,
    /// True if an entry point uses `GetAttributeAtVertex`.
    pub(crate) reads_vertices: bool,
}

impl Reached {
    /// Adds a function to the output and to the queue.
    pub(crate) fn add(&mut self, function: FnId) -> FunctionId {
        let id = Id::new(self.order.len() as u32);
        self.order.push(function);
        self.queue.push_back(function);
        id
    }
}
