//! The sizes and numbers of packs.

/// The first bytes.
pub(super) const MAGIC: [u8; 4] = *b"HSPV";
/// The version of the format.
pub(super) const VERSION: u32 = 1;
/// The bytes of the header.
pub(super) const HEADER: usize = 48;
/// Where the digest of the tables is in the header.
pub(super) const TABLES_DIGEST: usize = 40;
/// The bytes of a shader's record: three texts, switches, and the index.
pub(super) const SHADER: usize = 32;
/// The bytes of a switch's record: its name, and its values.
pub(super) const SWITCH: usize = 12;
/// The bytes of a module's record: its place, its length, a zero, and its SHA-256.
pub(super) const MODULE: usize = 48;
/// The bytes of an entry of a sorted index: key, module and a zero.
pub(super) const SORTED_ENTRY: usize = 16;
/// The value of a switch that is not defined, and the module of a key that there is not.
pub(super) const ABSENT: u32 = u32::MAX;
/// An index with a module for each key.
pub(super) const DENSE: u32 = 0;
/// An index with the keys that there are.
pub(super) const SORTED: u32 = 1;
