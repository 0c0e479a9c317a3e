//! Calls in the shaders of a ray pipeline, for debuggers.

use abi::open_shaders::OpenShaders;

/// The shaders, and the instructions at which rays and calls start.
#[derive(Debug)]
pub(crate) struct Rays {
    pub(crate) open: OpenShaders,
    /// For each start the first instruction of its code.
    pub(crate) pcs: Vec<u32>,
}

/// The shader of a ray pipeline that a call belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RayCall {
    /// Its number.
    pub(crate) shader: u32,
    /// The level at which it is open: 0 for the ray generation shader.
    pub(crate) level: u32,
    /// True if it waits for a ray or a call.
    pub(crate) is_waiting: bool,
    /// True if the call is the shader itself, and not a function that it calls.
    pub(crate) is_outermost: bool,
}

/// What a shader has of its ray.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RayScope {
    /// The payload, or the data of a call.
    Payload,
    /// The ray.
    Ray,
    /// The intersection.
    Hit,
}
