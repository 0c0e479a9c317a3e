//! Hit objects as values: what front ends emit, and SPIR-V does not have.
//!
//! Hit objects can be neither loaded nor stored nor copied, and drivers do not take them in composites. A front end writes
//! them as if they could. The first pass, [`values`], makes a value of each recording, so that inlining, sroa and mem2reg
//! treat hit objects as all else. The last one, [`slots`], gives them variables again, and numbers where one variable is
//! not enough. Between the two, the instructions of hit objects take and return values of the type.

pub(crate) mod access;
mod expand;
pub(crate) mod slots;
pub(crate) mod values;
mod webs;
