//! Files: their names, which ones a command touches, what is read and how it is written.
//!
//! [`reading`] and [`staged`] are the only doors to the disk, `http` to other machines. Nothing here knows what a file means,
//! but for [`response`], which reads arguments, and [`outputs`], which knows the forms of a module.

pub mod digest;
#[cfg(feature = "http-cache")]
pub(crate) mod http;
#[cfg(feature = "http-cache")]
pub(crate) mod login;
pub mod names;
pub mod outputs;
pub mod places;
pub mod reading;
pub mod response;
pub mod staged;

pub use base::sha256;
