//! From one invocation to a workgroup: calls are inlined, the entry point is cut at barriers, and what lives across a
//! cut gets a place in the frame. The plan is data; scalar lanes and vector waves are both made from it.

pub(crate) mod arguments;
pub(crate) mod emit;
pub(crate) mod frame;
pub(crate) mod normalise;
pub mod plan;
pub(crate) mod promote;
