//! Options of the passes.

/// The amount of optimisation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Level {
    /// Makes a module legal: values that are resources go, everything else stays as written. If that depends on what
    /// passes find out, such as the index that a loop counts, all of them run.
    Legal,
    /// All passes.
    #[default]
    Full,
}

/// Options of the passes.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The amount of optimisation.
    pub level: Level,
    /// Keeps unused inputs and outputs.
    pub keep_interface: bool,
    /// Keeps unused resources.
    pub keep_bindings: bool,
    /// Splits arrays of resources into one variable per element.
    pub flatten_arrays: bool,
    /// Replaces loads of structs and arrays by loads of the parts that are used.
    pub reduce_loads: bool,
    /// Sets and bindings at which a texture and a sampler become one variable.
    pub combined_samplers: Vec<(u32, u32)>,
    /// Trusts the producer of the module: the rules that passes rely on are checked in builds with assertions alone.
    pub is_vouched_for: bool,
    /// Accepts functions of extended instruction sets on types that they are not defined for: nothing validates the module.
    pub is_unchecked: bool,
}
