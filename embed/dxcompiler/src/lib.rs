//! hlsl2spirv as `libdxcompiler.so`: what engines load in place of DXC's library.
//!
//! Two exported functions make objects of the classes that DXC's headers describe; the interfaces, the numbers of their
//! functions and what these answer are DXC's (its documentation and `dxcapi.h`, as of 2026). The compiler makes SPIR-V
//! alone: a compilation without `-spirv` is an error, as one with it is for a DXC without SPIR-V.
//!
//! Owns the classes. The binary interface below them is in `com`; what compiling means is the crate `hlsl2spirv`'s.

mod arguments;
mod blob;
mod com;
mod compilation;
mod compiler;
mod exports;
mod include_handler;
mod outcome;
mod rounding;
mod shared;
mod stream;
mod unsupported;
mod utils;
mod validator;
mod version;

pub use com::pointers::{Iid, In, Object, Out};
pub use com::status::Status;
pub use com::{Guid, status};
pub use exports::{DxcCreateInstance, DxcCreateInstance2, classes};

#[cfg(target_os = "linux")]
#[global_allocator]
static ALLOCATOR: allocator::Allocator = allocator::Allocator;

/// The names of the interfaces, for clients in Rust and for tests.
pub mod interfaces {
    pub use crate::arguments::IDXC_COMPILER_ARGS;
    pub use crate::blob::{IDXC_BLOB, IDXC_BLOB_UTF8, IDXC_BLOB_WIDE};
    pub use crate::com::IUNKNOWN;
    pub use crate::com::foreign::IDXC_BLOB_ENCODING;
    pub use crate::compiler::{IDXC_COMPILER, IDXC_COMPILER2, IDXC_COMPILER3};
    pub use crate::include_handler::IDXC_INCLUDE_HANDLER;
    pub use crate::outcome::{IDXC_OPERATION_RESULT, IDXC_RESULT};
    pub use crate::stream::{ISEQUENTIAL_STREAM, ISTREAM};
    pub use crate::unsupported::{IDXC_CONTAINER_REFLECTION, IDXC_LINKER, IDXC_PDB_UTILS, IDXC_PDB_UTILS2};
    pub use crate::utils::{IDXC_LIBRARY, IDXC_UTILS};
    pub use crate::validator::{IDXC_VALIDATOR, IDXC_VALIDATOR2};
    pub use crate::version::{IDXC_VERSION_INFO, IDXC_VERSION_INFO2, IDXC_VERSION_INFO3};
}
