//! A finished module, with what passes and the validator must know of it.

use crate::origin::{Early, Spelled};
use base::source::Span;
use sema::hir;

/// The name of the specialization constant behind `dx::IsDebuggingEnabled`.
pub const DEBUGGING_ENABLED: &str = "dx.IsDebuggingEnabled";

/// A finished module.
#[derive(Clone, Debug)]
pub struct Output {
    /// Its words, header included.
    pub words: Vec<u32>,
    /// True if it is only valid after the passes that legalise HLSL: variables that hold resources, and similar ones.
    pub needs_legalisation: bool,
    /// Sets and bindings where passes are to make one variable of a texture and a sampler.
    pub combined_samplers: Vec<(u32, u32)>,
    /// The parts that the source itself spells out, which may break any rule.
    pub spelled: Spelled,
    /// Instructions that are only valid if these passes make their operands constant.
    pub early: Early,
    /// A member of a block that lies where the source wants it and Vulkan does not.
    pub misaligned: Option<Span>,
    /// A vector in a struct within a struct, which straddles what Vulkan does not let it.
    pub straddling: Option<hir::Straddling>,
    /// The first call that sets how much a mesh shader makes, which has no result.
    pub mesh_counts: Option<Span>,
    /// For results of instructions: where they come from, in the order in which they are in the module.
    pub spans: Vec<(u32, Span)>,
}
