//! Checks of a shader's run: which there are, how severe each is under which rules, and what they find.
//!
//! [`rows`] is the table of checks, [`rules`] the choice of a run, [`finding`] what is found and how equal findings become
//! one, [`races`] the shadow memory that finds accesses without an order, [`overlaps`] that of the pixels of a draw, [`schedule`] the orders in which a run may go,
//! [`allow`] comments that suppress findings, [`coverage`] what ran. This crate knows no IR, no SPIR-V, and nothing of how a shader runs.

pub mod allow;
mod clock;
pub mod coverage;
pub mod diagnostics;
pub mod finding;
mod level;
pub mod orders;
pub mod overlaps;
pub mod races;
pub mod rows;
pub mod rules;
pub mod schedule;

pub use finding::{Finding, Findings, Place, Report, Thread, Verdict};
pub use level::Level;
pub use orders::Orders;
pub use overlaps::Overlaps;
pub use rows::Check;
pub use rules::{Checks, Rules};
pub use schedule::{Schedule, Trial};
