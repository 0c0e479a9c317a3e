//! The sets of extended instructions that a module imports, by the ids of the imports.

use base::ids::Map;
use dialect::spirv::decode::{ExtSet, ext_set};

/// The set of extended instructions for debuggers that a name stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum DebugSet {
    /// `OpenCL.DebugInfo.100`.
    OpenCl,
    /// `NonSemantic.Shader.DebugInfo` of any version.
    Shader,
}

/// What the name of a set says.
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

/// All of them. Of two imports with one id the first counts.
#[derive(Default)]
pub(crate) struct Imports(Map<u32, Import>);

impl Imports {
    /// Notes that a set is imported under an id.
    pub(crate) fn add(&mut self, id: u32, name: &str) {
        self.0.entry(id).or_insert_with(|| Import::new(name));
    }

    /// What is imported under an id; nothing known where nothing is.
    pub(crate) fn get(&self, id: u32) -> Import {
        self.0.get(&id).copied().unwrap_or_default()
    }
}
