//! The functions of the module, as they are called, and the one that is being emitted.

use super::variable::Variable;
use frontend::language::Stage;
use rustc_hash::{FxHashMap, FxHashSet};
use sema::hir::expr::ParamMode;
use sema::hir::{Body, Function, FunctionId, LocalId};
use spirv::{StorageClass, Word};
use std::collections::VecDeque;

/// A function as it is called: what a node passes is a part of it, and the outputs of a mesh shader that it writes.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Instance {
    /// The function of the source.
    pub(crate) function: FunctionId,
    /// Where the objects of nodes come from, in the order of its parameters.
    pub(crate) records: Vec<Records>,
    /// The output of an entry point that each of its parameters is; empty where none is one.
    pub(crate) outputs: Vec<Option<MeshOutput>>,
}

/// An argument that is an object of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Records {
    /// Where the array lies.
    pub(crate) storage: StorageClass,
    /// Its type.
    pub(crate) array: Word,
}

/// An output of a mesh shader: the number of the entry point, and of its parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct MeshOutput {
    /// The entry point.
    pub(crate) entry: usize,
    /// The parameter.
    pub(crate) param: usize,
}

impl Instance {
    /// A function that no node hands anything to.
    pub(crate) fn plain(function: FunctionId) -> Self {
        Instance { function, records: Vec::new(), outputs: Vec::new() }
    }

    /// The object of a method and the parameters that are passed: outputs of a mesh shader are written where they
    /// are.
    pub(crate) fn handed<'f>(
        &self,
        function: &'f Function,
    ) -> impl Iterator<Item = (LocalId, ParamMode)> + use<'f, '_> {
        let this = function.this.map(|local| (local, ParamMode::InOut));
        let outputs = self.outputs.iter().copied().chain(std::iter::repeat(None));
        let params = function.params.iter().zip(outputs).filter(|(_, output)| output.is_none());
        this.into_iter().chain(params.map(|(param, _)| (param.local, param.mode)))
    }
}

/// The functions of the module.
#[derive(Debug, Default)]
pub(crate) struct Functions {
    /// The ids of those that were called or defined.
    pub(crate) ids: FxHashMap<Instance, Word>,
    /// The functions that were called, in the order of their first call, with the entry point that reached them.
    pub(crate) queue: VecDeque<(Instance, Option<usize>)>,
    /// The functions that have been emitted.
    pub(crate) emitted: FxHashSet<Instance>,
}

/// The function that is being emitted.
#[derive(Debug)]
pub(crate) struct CurrentFunction<'a> {
    /// Its body.
    pub(crate) body: &'a Body,
    /// The function; nothing for the code of an entry point itself.
    pub(crate) id: Option<FunctionId>,
    /// The entry point through which it was reached, by its number.
    pub(crate) entry: Option<usize>,
    /// The stage of that entry point.
    pub(crate) stage: Stage,
    /// Its variables.
    pub(crate) locals: FxHashMap<LocalId, Variable>,
    /// The parameters that are outputs of a mesh shader.
    pub(crate) outputs: FxHashMap<LocalId, MeshOutput>,
    /// Where `break` and `continue` lead, the innermost last.
    pub(crate) targets: Vec<Targets>,
}

impl<'a> CurrentFunction<'a> {
    /// The code of a module that no entry point has.
    pub(crate) fn new(body: &'a Body) -> Self {
        CurrentFunction {
            body,
            id: None,
            entry: None,
            stage: Stage::Library,
            locals: FxHashMap::default(),
            outputs: FxHashMap::default(),
            targets: Vec::new(),
        }
    }
}

/// Where `break` and `continue` lead.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Targets {
    /// The label after the innermost loop or switch.
    pub(crate) break_to: Word,
    /// The label of the innermost loop's continue block.
    pub(crate) continue_to: Option<Word>,
}
