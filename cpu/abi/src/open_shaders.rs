//! Where the kernel of a ray pipeline has the shaders that are open, for debuggers.

/// The most shaders that an invocation has open.
pub const MOST_LEVELS: u32 = 64;

/// The variables and the places of a kernel by which a debugger finds the shaders that an invocation has opened. Variables are
/// ids of the kernel's module, places are offsets of words in it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OpenShaders {
    /// The variable with the level of the shader that runs: 0 for the ray generation shader.
    pub level: u32,
    /// The variable with the case at which the shader of each level goes on.
    pub returns: u32,
    /// The variable with the ray query of each level.
    pub query: u32,
    /// The variable with the kind of the committed intersection of each level.
    pub kind: u32,
    /// The variables with the kind and the distance of the candidate.
    pub candidate: [u32; 2],
    /// True if what each level has is in an array.
    pub has_levels: bool,
    /// The places from which code belongs to a shader, in order, with its number; 0 for code of no shader.
    pub code: Vec<(u32, u32)>,
    /// Where rays and calls start.
    pub starts: Vec<OpenStart>,
    /// The shaders by their numbers, the first of which is 1.
    pub shaders: Vec<OpenShader>,
}

/// An instruction that starts a ray or a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OpenStart {
    /// The case at which its shader goes on.
    pub case: u32,
    /// The place.
    pub word: u32,
    /// The number of the shader.
    pub shader: u32,
}

/// The stage of a shader, as far as it matters for what it has of a ray.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OpenStage {
    /// It has no ray: a ray generation or a callable shader.
    Caller,
    /// It has a ray that hits nothing.
    Miss,
    /// It has the committed intersection.
    ClosestHit,
    /// It has a candidate.
    AnyHit,
    /// It has a candidate without a distance.
    Intersection,
}

/// A shader, and its variables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenShader {
    /// The name of its stage.
    pub stage_name: &'static str,
    /// Its stage.
    pub stage: OpenStage,
    /// The payload that it gets.
    pub payload: Option<u32>,
    /// The attributes of its intersection.
    pub attributes: Option<u32>,
    /// The variables that it has for itself.
    pub statics: Vec<u32>,
    /// The built-in variables, with their names.
    pub builtins: Vec<(u32, String)>,
    /// Variables that lie elsewhere while it waits for a ray or a call, with the variables that have a value for each level.
    pub kept: Vec<(u32, u32)>,
}

impl OpenShaders {
    /// The number of the shader that the code at a place belongs to, 0 for none.
    pub fn shader_at(&self, word: u32) -> u32 {
        let behind = self.code.partition_point(|(start, _)| *start <= word);
        behind.checked_sub(1).map_or(0, |at| self.code[at].1)
    }

    /// A shader by its number.
    pub fn shader(&self, number: u32) -> Option<&OpenShader> {
        self.shaders.get(number.checked_sub(1)? as usize)
    }
}
