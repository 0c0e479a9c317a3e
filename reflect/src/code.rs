//! Layouts as source code of other languages: which fields with which padding, and how each language says that.

mod c;
mod names;
mod plan;
mod python;
mod rust;

pub use c::c;
pub use plan::Unsayable;
pub use python::python;
pub use rust::{Derive, RustOptions, rust};
