//! Draws on the CPU: what `draw` does beside its command line.
//!
//! [`constants`] fills in what changes from frame to frame, [`history`] says what was drawn at a pixel, [`lines`] which line wrote it, [`draw_checks`] what checks find about a draw as a whole, [`faults`] about what stages have made, [`mesh`] reads vertices, [`stages`] is about the stages, [`state`] about the state of the fixed
//! functions, [`target`] holds what is drawn, and encodes it as a file ([`formats`]) or as
//! text. Running shaders is the runner's.

pub(crate) mod constants;
pub(crate) mod draw_checks;
pub(crate) mod faults;
pub(crate) mod formats;
pub(crate) mod history;
pub(crate) mod lines;
pub(crate) mod mesh;
pub(crate) mod stages;
pub(crate) mod state;
pub(crate) mod target;
