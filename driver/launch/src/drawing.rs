//! Draws on the CPU: what `draw` does beside its command line.
//!
//! [`constants`] fills in what changes from frame to frame, [`history`] says what was drawn at a pixel, [`lines`] which line wrote it, [`draw_checks`] what checks find about a draw as a whole, [`faults`] about what stages have made, [`mesh`] reads vertices, [`stages`] is about the stages, [`state`] about the state of the fixed
//! functions, [`target`] holds what is drawn, and encodes it as a file ([`formats`]) or as
//! text. Running shaders is the runner's.

pub mod constants;
pub mod draw_checks;
pub mod faults;
pub(crate) mod formats;
pub mod history;
pub mod lines;
pub mod mesh;
pub mod stages;
pub mod state;
pub mod target;
