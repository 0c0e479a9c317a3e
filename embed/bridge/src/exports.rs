//! The functions of the WebAssembly. A host writes a request into memory that it requires, and frees the answer.
//!
//! A compiler bug traps, and ends the instance: [`hlsl2spirv_failure`] still tells what it was.
#![allow(unsafe_code, reason = "the host passes addresses")]

use std::sync::{Mutex, Once, PoisonError};

/// The last panic.
static FAILURE: Mutex<Vec<u8>> = Mutex::new(Vec::new());

/// Bytes with their length before them, as they are handed out.
fn handed_out(bytes: &[u8]) -> *mut u8 {
    let length = u32::try_from(bytes.len()).unwrap_or(u32::MAX);
    let all: Box<[u8]> = [&length.to_le_bytes(), bytes].concat().into();
    Box::into_raw(all).cast()
}

/// Memory for a request; null if there is none.
#[unsafe(no_mangle)]
pub extern "C" fn hlsl2spirv_allocate(length: usize) -> *mut u8 {
    let mut bytes = Vec::<u8>::new();
    if bytes.try_reserve_exact(length).is_err() {
        return std::ptr::null_mut();
    }
    bytes.resize(length, 0);
    Box::into_raw(bytes.into_boxed_slice()).cast()
}

/// Carries out a request, which it frees. The answer begins with the number of bytes behind it.
///
/// # Safety
/// The request is memory of [`hlsl2spirv_allocate`], of this length.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hlsl2spirv_answer(request: *mut u8, length: usize) -> *mut u8 {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        std::panic::set_hook(Box::new(|info| {
            *FAILURE.lock().unwrap_or_else(PoisonError::into_inner) = info.to_string().into_bytes();
        }));
    });
    // SAFETY: the caller promises that this is a box of the given number of bytes.
    let request = unsafe { Box::from_raw(std::ptr::slice_from_raw_parts_mut(request, length)) };
    handed_out(&crate::answer(&request))
}

/// Frees an answer.
///
/// # Safety
/// It comes from [`hlsl2spirv_answer`] or [`hlsl2spirv_failure`] and has not been freed; the length is all of its bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hlsl2spirv_free(answer: *mut u8, length: usize) {
    // SAFETY: the caller promises that this is a box of the given number of bytes.
    drop(unsafe { Box::from_raw(std::ptr::slice_from_raw_parts_mut(answer, length)) });
}

/// The text of the last panic, empty if there was none; its bytes as those of an answer.
#[unsafe(no_mangle)]
pub extern "C" fn hlsl2spirv_failure() -> *mut u8 {
    // The lock is held if the panic came while one was written.
    handed_out(&FAILURE.try_lock().map_or_else(|_| Vec::new(), |text| text.clone()))
}
