//! Versions: what the compiler and the validator say of themselves.

use crate::com::Guid;
use crate::com::foreign::c_memory;
use crate::com::pointers::Out;
use crate::com::status::{E_OUTOFMEMORY, Status};
use std::ffi::c_void;

/// `IDxcVersionInfo`
pub const IDXC_VERSION_INFO: Guid = Guid::new(0xB04F5B50_2059_4F12_A8FF_A1E0CDE1CC7E);
/// `IDxcVersionInfo2`
pub const IDXC_VERSION_INFO2: Guid = Guid::new(0xFB6904C4_42F0_4B62_9C46_983AF7DA7C83);
/// `IDxcVersionInfo3`
pub const IDXC_VERSION_INFO3: Guid = Guid::new(0x5E13E843_9D25_473C_9AD2_03B2D0B44B1E);

/// The version of DXC's language and interfaces that is implemented, which clients compare: that of its release of 2026.
const MAJOR: u32 = 1;
const MINOR: u32 = 9;

/// The flags of DXC's compiler: none that matter to clients.
pub(crate) const COMPILER_FLAGS: u32 = 0;
/// A validator that is in the same library as the compiler.
pub(crate) const VALIDATOR_FLAGS: u32 = 2;

pub(crate) fn numbers(major: Out<u32>, minor: Out<u32>) -> Result<(), Status> {
    major.set(MAJOR)?;
    minor.set(MINOR)
}

pub(crate) fn flags(flags: u32, out: Out<u32>) -> Result<(), Status> {
    out.set(flags)
}

/// The commit, which a package does not know: its place holds zeros.
pub(crate) fn commit(count: Out<u32>, hash: Out<*mut c_void>) -> Result<(), Status> {
    count.set(0)?;
    text("00000000", hash)
}

/// The library's own name and version.
pub(crate) fn name(out: Out<*mut c_void>) -> Result<(), Status> {
    text(concat!("hlsl2spirv ", env!("CARGO_PKG_VERSION")), out)
}

/// A text that the caller gives back to the C library.
fn text(text: &str, out: Out<*mut c_void>) -> Result<(), Status> {
    out.set(std::ptr::null_mut())?;
    let memory = c_memory::copy(&[text.as_bytes(), &[0]].concat());
    if memory.is_null() { Err(E_OUTOFMEMORY) } else { out.set(memory) }
}
