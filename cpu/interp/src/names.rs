//! Names of the source, for debuggers: scopes, variables and where their values are.

use crate::code::{Pc, Slot};
use rustc_hash::FxHashMap;
use spirv::StorageClass;
use std::sync::Arc;

/// A function or a block of the source.
#[derive(Clone, Debug)]
pub struct Scope {
    /// The scope around it.
    pub parent: Option<u32>,
    /// The name of the function, if it is one.
    pub function: Option<Arc<str>>,
    /// The file that it is in.
    pub file: Option<u32>,
}

/// A call that was replaced by the callee's code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Inlined {
    /// The line of the call.
    pub line: u32,
    /// The scope of the call.
    pub scope: u32,
    /// The call around it that was replaced too.
    pub outer: Option<u32>,
}

/// The scope of an instruction.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Spot {
    /// The scope.
    pub scope: Option<u32>,
    /// The call that was replaced by code which it belongs to.
    pub inlined: Option<u32>,
}

/// A variable of a function of the source.
#[derive(Clone, Debug)]
pub struct Variable {
    /// Its name.
    pub name: Arc<str>,
    /// Where it was declared.
    pub spot: Spot,
    /// The number of the parameter that it is, from 1; 0 for others.
    pub argument: u32,
    /// The first instruction at which it is known.
    pub(crate) since: Pc,
    /// The function whose code declares it.
    pub(crate) function: u32,
    pub(crate) ty: u32,
    pub(crate) slot: Slot,
    /// The id of the value, or of the pointer to it.
    pub(crate) id: u32,
    /// True if the cells are those of a pointer to it.
    pub(crate) is_pointer: bool,
}

/// A variable of the module.
#[derive(Clone, Debug)]
pub struct Global {
    /// Its name.
    pub name: Arc<str>,
    /// Where it lies.
    pub class: StorageClass,
    /// Its id in the module.
    pub(crate) id: u32,
    pub(crate) ty: u32,
    pub(crate) slot: Slot,
}

/// The names of a module.
#[derive(Debug, Default)]
pub(crate) struct Names {
    pub(crate) scopes: Vec<Scope>,
    pub(crate) inlined: Vec<Inlined>,
    /// For each instruction its scope, by number.
    pub(crate) at: Vec<u32>,
    pub(crate) spots: Vec<Spot>,
    /// For each instruction the offset in the module of what it was made of.
    pub(crate) words: Vec<u32>,
    pub(crate) variables: Vec<Variable>,
    pub(crate) globals: Vec<Global>,
    /// The names of structs by their types.
    pub(crate) structs: FxHashMap<u32, Arc<str>>,
    /// The texts of files that the module has.
    pub(crate) texts: FxHashMap<u32, String>,
}

impl Names {
    /// The scope of an instruction.
    pub(crate) fn spot(&self, pc: Pc) -> Spot {
        self.at.get(pc as usize).and_then(|at| self.spots.get(*at as usize)).copied().unwrap_or_default()
    }
}
