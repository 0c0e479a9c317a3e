//! Files: their names, which ones a command touches, what is read and how it is written.
//!
//! [`reading`] and [`staged`] are the only doors to the disk, `http` to other machines. Nothing here knows what a file means,
//! but for [`response`], which reads arguments, and [`outputs`], which knows the forms of a module.

pub(crate) mod digest;
#[cfg(feature = "http-cache")]
pub(crate) mod http;
pub(crate) mod names;
pub(crate) mod outputs;
pub(crate) mod places;
pub(crate) mod reading;
pub(crate) mod response;
pub(crate) mod sha256;
pub(crate) mod staged;
