//! hlsl2spirv for C: a few functions on texts in UTF-8, words and bytes, declared in `include/hlsl2spirv.h`.
//!
//! Owns the binary interface. How anything is compiled or run is the crate `hlsl2spirv`'s, which this one calls as any program
//! does. Unsafe code is in `pointers` and at the exported functions; no panic crosses them.

#![allow(unsafe_code)]

mod exports;
mod family;
mod pointers;
mod result;

pub use exports::*;
pub use family::*;
pub use pointers::{Buffer, Includes};
pub use result::{Answer, Message, Severity, Status};
