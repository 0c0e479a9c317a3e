//! What entry points reach, and what has been made of it.

use super::ids::FnId;
use crate::hir::{self, FunctionId};
use base::ids::Id;
use base::source::Span;
use rustc_hash::FxHashMap;
use std::collections::VecDeque;

/// The functions that something reaches.
#[derive(Debug, Default)]
pub(crate) struct Reached {
    /// All of them, in the order of their places in the output.
    pub(crate) order: Vec<FnId>,
    /// Those whose bodies have not been checked.
    pub(crate) queue: VecDeque<FnId>,
    /// Those that have a body, in order.
    pub(crate) built: Vec<(FunctionId, hir::Function)>,
    /// Who calls whom, and where.
    pub(crate) calls: Vec<(FnId, FnId, Span)>,
    /// Which parameters the body of a function mentions.
    pub(crate) used_params: FxHashMap<FnId, Vec<bool>>,
    /// True if what is checked now is not part of the output.
    pub(crate) dead: bool,
    /// True if an entry point asks for the values that inputs have at the vertices.
    pub(crate) reads_vertices: bool,
}

impl Reached {
    /// Gives a function the next place in the output and a body to be checked.
    pub(crate) fn add(&mut self, function: FnId) -> FunctionId {
        let id = Id::new(self.order.len() as u32);
        self.order.push(function);
        self.queue.push_back(function);
        id
    }
}
