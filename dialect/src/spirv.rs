//! The SPIR-V dialect: its ops, types and enumerations, and the ways between words and regions.

pub mod abi;
pub mod attrs;
pub mod decode;
pub mod enums;
pub mod ops;
pub mod read;
pub mod structurize;
pub mod types;
pub mod write;
