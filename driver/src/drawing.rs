//! Draws on the CPU: what `draw` does beside its command line.
//!
//! [`constants`] fills in what changes from frame to frame, [`screen`] runs a pixel shader for every pixel, [`target`] holds
//! what it writes, and encodes it as a file or as text. Running shaders is the runner's.

pub(crate) mod constants;
pub(crate) mod screen;
pub(crate) mod target;

use crate::kernels::Problem;
use runner::stages::{Rows, Stage};

/// Runs a stage on rows: the inputs, the outputs, and the number of invocations.
pub(crate) type Run<'r> = dyn FnMut(&Stage, &Rows, &mut Rows, usize) -> Result<(), Problem> + 'r;
