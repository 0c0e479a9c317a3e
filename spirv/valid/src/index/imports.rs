//! The extended instruction sets that a module imports, by the ids of the imports.

use base::ids::Map;
use dialect::spirv::decode::{ExtSet, ext_set};

/// An extended instruction set for debug information.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum DebugSet {
    /// `OpenCL.DebugInfo.100`.
    OpenCl,
    /// `NonSemantic.Shader.DebugInfo` of any version.
    Shader,
}

/// The facts about an imported set that follow from its name.
#[derive(Clone, Copy, Default)]
pub(crate) struct Import {
    pub(crate) set: Option<ExtSet>,
    pub(crate) debug: Option<DebugSet>,
}

impl Import {
    fn new(name: &str) -> Import {
        let debug = match name {
            "OpenCL.DebugInfo.100" => Some(DebugSet::OpenCl),
            name if name.starts_with("NonSemantic.Shader.DebugInfo") => Some(DebugSet::Shader),
            _ => None,
        };
        Import { set: ext_set(name), debug }
    }
}

/// All imports. The first one counts if two have the same id.
#[derive(Default)]
pub(crate) struct Imports(Map<u32, Import>);

impl Imports {
    /// Records the import of a set.
    pub(crate) fn add(&mut self, id: u32, name: &str) {
        self.0.entry(id).or_insert_with(|| Import::new(name));
    }

    /// The set imported under an id; the default for other ids.
    pub(crate) fn get(&self, id: u32) -> Import {
        self.0.get(&id).copied().unwrap_or_default()
    }
}
