//! From one invocation to a workgroup, as far as the module goes: a kernel's arguments become variables, calls are
//! inlined, variables become values, and a plan says where invocations synchronise and what is live there. Where the
//! lanes of a wave run together, [`flow`] says how, [`variance`] which values differ between them, and
//! [`uniform_regions`] what is uniform in the whole workgroup. [`guards`] brings accesses to neighbouring elements together, and
//! [`accumulate`] what workgroups add to the same ones.

pub(crate) mod accumulate;
pub(crate) mod arguments;
pub(crate) mod barriers;
pub(crate) mod copies;
mod explicit_casts;
pub(crate) mod flow;
pub(crate) mod guards;
mod members;
pub(crate) mod normalise;
pub(crate) mod plan;
mod promote;
pub(crate) mod recompute;
pub(crate) mod turns;
pub(crate) mod uniform_regions;
pub(crate) mod unroll;
pub(crate) mod variance;
pub(crate) mod width;
