//! The entry points that have been begun, and the variables through which their stages hand data on.

use crate::builder::sections::ModeOperands;
use base::ids::Map;
use rustc_hash::{FxHashMap, FxHashSet};
use sema::hir::hits::HitUses;
use sema::hir::ty::TypeId;
use sema::hir::{EntryPoint, FunctionId, StageVariableId};
use spirv::{BuiltIn, StorageClass, Word};

/// An entry point that has been begun; its `OpEntryPoint` is written when its interface is known.
pub(crate) struct Entry<'a> {
    /// The entry point.
    pub(crate) entry: &'a EntryPoint,
    /// The function around the one of the source.
    pub(crate) function: Word,
    /// Its stage variables.
    pub(crate) interface: Interface,
    /// Its execution modes whose operands are ids.
    pub(crate) id_modes: Vec<(Word, ModeOperands)>,
}

/// The entry point that is being emitted.
#[derive(Debug, Default)]
pub(crate) struct Interface {
    /// The variables so far, in the order of their creation.
    pub(crate) variables: Map<StageVariableId, Word>,
    /// Clip and cull distances: one variable for each builtin and direction.
    pub(crate) distances: Map<(BuiltIn, bool), Word>,
    /// Variables through which the pipeline hands data to this very shader: each shader has its own.
    pub(crate) handed: Vec<Word>,
    /// The index of the control point of a hull shader, where it has been loaded.
    pub(crate) invocation: Option<Word>,
    /// The payload that a ray-tracing shader was given.
    pub(crate) payload: Option<Word>,
    /// The indices that a mesh shader writes.
    pub(crate) indices: Option<Word>,
    /// The variables that hold the parts of a payload, by their offset.
    pub(crate) payload_parts: Map<u32, Word>,
    /// All variables in the order of their creation.
    pub(crate) order: Vec<Word>,
}

impl Interface {
    /// The variables as they are in `OpEntryPoint`: those that several declarations share come first.
    pub(crate) fn ids(&self) -> Vec<Word> {
        let mut ids: Vec<Word> = self.distances.values().copied().collect();
        ids.extend_from_slice(&self.order);
        ids
    }

    /// Notes a variable of the interface.
    pub(crate) fn note(&mut self, id: Word) {
        self.order.push(id);
    }
}

/// Payloads, attributes and arguments of ray tracing.
#[derive(Debug, Default)]
pub(crate) struct SharedData {
    /// The variables through which it goes, by storage class and type.
    pub(crate) variables: Map<(StorageClass, TypeId), Word>,
    /// The variable of attributes that no one reads.
    pub(crate) barycentrics: Option<Word>,
    /// What the module asks of its hit objects, once one of them has been met.
    pub(crate) hit_uses: Option<HitUses>,
}

/// The arrays of payloads of the module.
#[derive(Debug, Default)]
pub(crate) struct Nodes {
    /// The variables of the parameters of entry functions, by the function and the position.
    pub(crate) arrays: FxHashMap<(FunctionId, usize), Word>,
    /// The type of array that a value is, or that a pointer leads to.
    pub(crate) of_id: FxHashMap<Word, Word>,
    /// Pointers that are parameters.
    pub(crate) params: FxHashSet<Word>,
    /// Texts that are constants, which equal ones share.
    pub(crate) texts: FxHashMap<String, Word>,
}
