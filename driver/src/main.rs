//! The command `hlsl2spirv`.

use std::process::ExitCode;

#[cfg(target_os = "linux")]
#[global_allocator]
static ALLOCATOR: allocator::Allocator = allocator::Allocator;

fn main() -> ExitCode {
    hlsl2spirv::internal::remember_places();
    let arguments = hlsl2spirv::internal::arguments();
    let status = hlsl2spirv::internal::carry_out(&arguments);
    // Work that missed its deadline must not keep the process alive.
    #[cfg(feature = "runner")]
    runner::deadline::leave(status);
    ExitCode::from(status)
}
