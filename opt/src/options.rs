//! Options of the passes.

/// How much is done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Level {
    /// What makes a module legal: resources as values go, all else stays as it is written. Where that depends on what
    /// passes find out, on an index that loops count for one, all of them run.
    Legal,
    /// All passes.
    #[default]
    Full,
}

/// What is asked of the passes.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// How much is done.
    pub level: Level,
    /// Inputs and outputs stay although nothing uses them.
    pub keep_interface: bool,
    /// Resources stay although nothing uses them.
    pub keep_bindings: bool,
    /// Arrays of resources become one variable per element.
    pub flatten_arrays: bool,
    /// Loads of structs and arrays become loads of the parts that are used.
    pub reduce_loads: bool,
    /// Sets and bindings where a texture and a sampler become one variable.
    pub combined_samplers: Vec<(u32, u32)>,
    /// Whoever has made the module vouches for it: rules that passes rely on are looked at in builds with assertions alone.
    pub is_vouched_for: bool,
}
