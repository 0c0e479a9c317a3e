//! The exported functions, as `include/hlsl2spirv.h` declares and describes them.

use crate::pointers::{self, Buffer, Finder, Includes, Wrong};
use crate::result::{Answer, Message, Status};
use driver::{Compiler, IncludeHandler, NoIncludes};
use std::ffi::{c_char, c_void};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Hands out what a function makes. Its panics become results.
pub(crate) fn answered(make: impl FnOnce() -> Result<Answer, Wrong>) -> *mut Answer {
    let made = catch_unwind(AssertUnwindSafe(make));
    let answer = match made {
        Ok(Ok(answer)) => answer,
        Ok(Err(wrong)) => Answer::failure(Status::BadCall, wrong),
        Err(_) => Answer::failure(Status::Internal, "this is a bug in the library; please report it"),
    };
    Box::into_raw(Box::new(answer))
}

/// Reads a result; without one, there is the default.
///
/// # Safety
/// The pointer is null or a result that has not been freed.
unsafe fn read<T>(result: *const Answer, default: T, get: impl FnOnce(&'static Answer) -> T) -> T {
    // SAFETY: as the caller promises. What is read of it is used as long as the header allows.
    unsafe { result.as_ref() }.map_or(default, get)
}

/// `hlsl2spirv_version`
#[unsafe(no_mangle)]
pub extern "C" fn hlsl2spirv_version() -> *const c_char {
    concat!(env!("CARGO_PKG_VERSION"), "\0").as_ptr().cast()
}

/// `hlsl2spirv_compile`
///
/// # Safety
/// Pointers are null or lead to what the header says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hlsl2spirv_compile(
    name: *const c_char,
    source: *const c_char,
    size: usize,
    arguments: *const *const c_char,
    argument_count: usize,
    includes: *const Includes,
) -> *mut Answer {
    answered(|| {
        // SAFETY: as the caller promises.
        let (name, source) = unsafe { (pointers::text(name)?, pointers::values(source.cast::<u8>(), size)?) };
        // SAFETY: as the caller promises.
        let arguments = unsafe { pointers::texts(arguments, argument_count) }?;
        // SAFETY: as the caller promises; the functions are asked while this call lasts.
        let finder = unsafe { includes.as_ref().map(|includes| Finder::new(*includes)) };
        let includes: &(dyn IncludeHandler + Sync) = finder.as_ref().map_or(&NoIncludes, |finder| finder);
        Ok(with_compiler(&arguments, |compiler| {
            compiler.compile(name, &driver::internal::decode(source.to_vec()), includes)
        }))
    })
}

/// `hlsl2spirv_compile_file`
///
/// # Safety
/// Pointers are null or lead to what the header says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hlsl2spirv_compile_file(
    path: *const c_char,
    arguments: *const *const c_char,
    argument_count: usize,
) -> *mut Answer {
    answered(|| {
        // SAFETY: as the caller promises.
        let (path, arguments) = unsafe { (pointers::text(path)?, pointers::texts(arguments, argument_count)?) };
        Ok(with_compiler(&arguments, |compiler| compiler.compile_file(path)))
    })
}

fn with_compiler(
    arguments: &[String],
    compile: impl FnOnce(&Compiler) -> Result<driver::Artifact, driver::Failure>,
) -> Answer {
    match Compiler::from_args(arguments) {
        Ok(compiler) => Answer::of_compilation(compile(&compiler), compiler.options()),
        Err(failure) => Answer::of_compilation(Err(failure), &driver::Options::default()),
    }
}

/// `hlsl2spirv_reflect`
///
/// # Safety
/// Pointers are null or lead to what the header says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hlsl2spirv_reflect(words: *const u32, word_count: usize) -> *mut Answer {
    answered(|| {
        // SAFETY: as the caller promises.
        let words = unsafe { pointers::values(words, word_count) }?;
        Ok(match driver::reflect::read(words) {
            Ok(found) => Answer::with_text(&found.to_json()),
            Err(error) => Answer::failure(Status::BadInput, &error.to_string()),
        })
    })
}

/// `hlsl2spirv_disassemble`
///
/// # Safety
/// Pointers are null or lead to what the header says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hlsl2spirv_disassemble(words: *const u32, word_count: usize) -> *mut Answer {
    answered(|| {
        // SAFETY: as the caller promises.
        let words = unsafe { pointers::values(words, word_count) }?;
        Ok(match driver::disassemble(words) {
            Ok(text) => Answer::with_text(&text),
            Err(error) => Answer::failure(Status::BadInput, &error),
        })
    })
}

/// `hlsl2spirv_run`
///
/// # Safety
/// Pointers are null or lead to what the header says, and buffers do not overlap.
#[unsafe(no_mangle)]
#[allow(clippy::too_many_arguments, reason = "the header says so, and C has no others")]
pub unsafe extern "C" fn hlsl2spirv_run(
    words: *const u32,
    word_count: usize,
    entry: *const c_char,
    buffers: *const Buffer,
    buffer_count: usize,
    push_constants: *const c_void,
    push_size: usize,
    groups: *const u32,
    seconds: f64,
) -> *mut Answer {
    answered(|| {
        // SAFETY: as the caller promises.
        let (words, entry) = unsafe { (pointers::values(words, word_count)?, pointers::text(entry)?) };
        // SAFETY: as the caller promises.
        let (buffers, push) = unsafe {
            (pointers::values(buffers, buffer_count)?, pointers::values(push_constants.cast::<u8>(), push_size)?)
        };
        // SAFETY: as the caller promises.
        let groups = unsafe { pointers::values(groups, 3) }?;
        let groups = [groups[0], groups[1], groups[2]];
        // SAFETY: as the caller promises.
        unsafe { run(words, entry, buffers, push, groups, seconds) }
    })
}

/// # Safety
/// As for [`hlsl2spirv_run`].
#[cfg(feature = "runner")]
unsafe fn run(
    words: &[u32],
    entry: &str,
    buffers: &[Buffer],
    push: &[u8],
    groups: [u32; 3],
    seconds: f64,
) -> Result<Answer, Wrong> {
    use driver::run::{Module, Options};
    let mut lent = Vec::new();
    for buffer in buffers {
        // SAFETY: as the caller promises.
        lent.push(unsafe { buffer.parts() }?);
    }
    let limit = match seconds {
        0.0 => None,
        _ => Some(std::time::Duration::try_from_secs_f64(seconds).map_err(|_| "time is negative or NaN")?),
    };
    let failed = |error: driver::run::Error| Answer::failure(Status::BadInput, &error.to_string());
    let module = match Module::new(words, entry, &Options::default()) {
        Ok(module) => module,
        Err(error) => return Ok(failed(error)),
    };
    let mut dispatch = module.dispatch();
    for (name, bytes) in lent {
        let place = driver::internal::place(name);
        if let Err(error) = dispatch.buffer_mut(place, bytes) {
            return Ok(failed(error));
        }
    }
    if !push.is_empty() {
        dispatch.push_constants(push);
    }
    if let Some(limit) = limit {
        dispatch.deadline(limit);
    }
    Ok(dispatch.run(groups).map_or_else(failed, |()| Answer::success()))
}

/// # Safety
/// None is needed.
#[cfg(not(feature = "runner"))]
unsafe fn run(_: &[u32], _: &str, _: &[Buffer], _: &[u8], _: [u32; 3], _: f64) -> Result<Answer, Wrong> {
    Ok(Answer::failure(Status::BadInput, "this library was built without support for running shaders"))
}

/// `hlsl2spirv_result_status`
///
/// # Safety
/// The pointer is null or a result that has not been freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hlsl2spirv_result_status(result: *const Answer) -> Status {
    // SAFETY: as the caller promises.
    unsafe { read(result, Status::BadCall, |answer| answer.status) }
}

/// `hlsl2spirv_result_words`
///
/// # Safety
/// The pointers are null, or a result that has not been freed and the place of a number.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hlsl2spirv_result_words(result: *const Answer, word_count: *mut usize) -> *const u32 {
    // SAFETY: as the caller promises.
    let words = unsafe { read(result, &[][..], Answer::words) };
    // SAFETY: as the caller promises.
    if let Some(count) = unsafe { word_count.as_mut() } {
        *count = words.len();
    }
    if words.is_empty() { std::ptr::null() } else { words.as_ptr() }
}

/// `hlsl2spirv_result_text`
///
/// # Safety
/// The pointer is null or a result that has not been freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hlsl2spirv_result_text(result: *const Answer) -> *const c_char {
    // SAFETY: as the caller promises.
    unsafe { read(result, c"".as_ptr(), |answer| answer.text.as_ptr()) }
}

/// `hlsl2spirv_result_reflection`
///
/// # Safety
/// The pointer is null or a result that has not been freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hlsl2spirv_result_reflection(result: *const Answer) -> *const c_char {
    let reflection = |answer: &'static Answer| {
        catch_unwind(AssertUnwindSafe(|| answer.reflection().as_ptr())).unwrap_or(c"".as_ptr())
    };
    // SAFETY: as the caller promises.
    unsafe { read(result, c"".as_ptr(), reflection) }
}

/// `hlsl2spirv_result_log`
///
/// # Safety
/// The pointer is null or a result that has not been freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hlsl2spirv_result_log(result: *const Answer) -> *const c_char {
    // SAFETY: as the caller promises.
    unsafe { read(result, c"".as_ptr(), |answer| answer.log.as_ptr()) }
}

/// `hlsl2spirv_result_message_count`
///
/// # Safety
/// The pointer is null or a result that has not been freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hlsl2spirv_result_message_count(result: *const Answer) -> usize {
    // SAFETY: as the caller promises.
    unsafe { read(result, 0, Answer::message_count) }
}

/// `hlsl2spirv_result_message`
///
/// # Safety
/// The pointers are null, or a result that has not been freed and the place of a message.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hlsl2spirv_result_message(result: *const Answer, index: usize, out: *mut Message) -> bool {
    // SAFETY: as the caller promises.
    let Some(message) = (unsafe { read(result, None, |answer| answer.message(index)) }) else { return false };
    if out.is_null() {
        return false;
    }
    // SAFETY: as the caller promises.
    unsafe { out.write(message) };
    true
}

/// `hlsl2spirv_result_dependency_count`
///
/// # Safety
/// The pointer is null or a result that has not been freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hlsl2spirv_result_dependency_count(result: *const Answer) -> usize {
    // SAFETY: as the caller promises.
    unsafe { read(result, 0, |answer| answer.dependencies.len()) }
}

/// `hlsl2spirv_result_dependency`
///
/// # Safety
/// The pointer is null or a result that has not been freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hlsl2spirv_result_dependency(result: *const Answer, index: usize) -> *const c_char {
    let file = |answer: &'static Answer| answer.dependencies.get(index).map_or(std::ptr::null(), |file| file.as_ptr());
    // SAFETY: as the caller promises.
    unsafe { read(result, std::ptr::null(), file) }
}

/// `hlsl2spirv_result_free`
///
/// # Safety
/// The pointer is null or a result that has not been freed, and is no longer in use.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hlsl2spirv_result_free(result: *mut Answer) {
    if !result.is_null() {
        // SAFETY: it was made by `answered`, as the caller promises.
        drop(unsafe { Box::from_raw(result) });
    }
}
