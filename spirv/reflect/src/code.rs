//! Layouts as source code of other languages: which fields with which padding, and how each language says that.

mod api;
mod bits;
mod c;
mod constants;
mod names;
mod plan;
mod python;
mod renames;
mod rust;
mod sets;

pub use api::Api;
pub use c::c;
pub use plan::Unsayable;
pub use python::{ctypes, python};
pub use renames::Names;
pub use rust::{Derive, RustOptions, is_reserved as is_reserved_in_rust, rust};
