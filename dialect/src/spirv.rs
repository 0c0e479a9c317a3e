//! The SPIR-V dialect: its ops, types and enumerations, and the conversions from and to words.

pub mod abi;
pub mod access;
pub mod assembly;
pub mod attrs;
pub mod availability;
pub mod buffers;
pub mod code;
pub mod debug;
pub mod decode;
pub mod effects;
pub mod enums;
pub mod facts;
pub mod fold;
pub mod host;
pub mod index;
pub mod listing;
pub mod mlir;
pub mod names;
pub mod operands;
pub mod ops;
pub mod read;
pub mod structurize;
mod tables;
pub mod types;
pub mod uniformity;
pub mod verify;
pub mod write;
