//! The variables of the module: globals, descriptor heaps, counters of buffers; and memory for access chains.

use super::variable::Variable;
use base::ids::Set;
use rustc_hash::{FxHashMap, FxHashSet};
use sema::hir::ty::HeapKind;
use sema::hir::{FunctionId, GlobalId, LocalId};
use spirv::{BuiltIn, StorageClass, Word};

/// The variables of the module.
#[derive(Debug, Default)]
pub(crate) struct Globals {
    /// The globals of the source.
    pub(crate) variables: FxHashMap<GlobalId, Variable>,
    /// The groupshared variables of which memory holds the bits of floats, once one is declared.
    pub(crate) bits: Option<Set<GlobalId>>,
    /// Buffers as arrays of integers: byte-address buffers of 64 bits, others of 32 bits.
    pub(crate) wide: FxHashMap<GlobalId, Variable>,
    /// The globals that code needs, where the others are left out.
    pub(crate) needed: Option<Set<GlobalId>>,
    /// The globals whose storage class or builtin the source spells, by the entry points that reach them.
    pub(crate) spelled: Vec<(FunctionId, Vec<GlobalId>)>,
    /// Builtins that code has asked for by itself.
    pub(crate) builtins: FxHashMap<(BuiltIn, StorageClass), Word>,
    /// The built-ins that the source spells, by number, storage class and type.
    pub(crate) spelled_builtins: FxHashMap<(u32, StorageClass, Word), Word>,
    /// The specialization constant that says whether a debugger is attached, once something asks.
    pub(crate) is_debugging_enabled: Option<Word>,
    /// The globals in the interfaces of all entry points.
    pub(crate) interface: Vec<Word>,
}

/// The heaps of a module.
#[derive(Debug, Default)]
pub(crate) struct Heaps {
    pub(crate) variables: FxHashMap<HeapKind, Word>,
    /// The heaps as arrays, by what they hold.
    pub(crate) arrays: FxHashMap<(HeapKind, Word), Word>,
    /// The size of the elements of each heap.
    pub(crate) strides: FxHashMap<HeapKind, Word>,
    /// The heaps from which coherent images are taken.
    pub(crate) coherent: FxHashSet<HeapKind>,
}

/// Aliases of buffers that have their counters beside them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum CounterOwner {
    /// A local or static, by its variable.
    Variable(Word),
    /// A parameter, by its position.
    Param(FunctionId, usize),
    /// The object of a method.
    This(FunctionId),
    /// The result of a function.
    Result(FunctionId),
}

/// The way from something to a buffer in it: numbers of fields and elements.
pub(crate) type Path = Vec<u32>;

/// A buffer in what represents buffers.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Slot {
    pub(crate) owner: CounterOwner,
    pub(crate) path: Path,
}

impl Slot {
    /// A buffer in what this slot holds.
    pub(crate) fn within(&self, path: &[u32]) -> Slot {
        Slot { owner: self.owner, path: [&self.path, path].concat() }
    }
}

/// The counters of what represents a buffer.
#[derive(Debug, Default)]
pub(crate) struct Counters {
    /// The parameters that represent buffers in the function that is being emitted, its object among them.
    pub(crate) params: FxHashMap<LocalId, CounterOwner>,
    /// The variables that lead to counters.
    pub(crate) variables: FxHashMap<Slot, Word>,
}

/// Lists that access chains are put together in, kept for their memory.
#[derive(Debug, Default)]
pub(crate) struct Chains {
    pub(crate) steps: Vec<Step>,
    pub(crate) indices: Vec<Word>,
}

/// One step of an access chain.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Step {
    /// A member of a struct.
    Member(u32),
    /// The base of a class.
    Base,
    /// An element of an array, component or row.
    Element(Word),
    /// An element of an array of resources.
    Resource(Word),
    /// An element of a structured buffer.
    Buffer(Word),
    /// One of the records of a node.
    Record(Word),
}
