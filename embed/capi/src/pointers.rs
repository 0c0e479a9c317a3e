//! Pointers of the caller as values of Rust: texts, arrays, the functions that find files.

use driver::IncludeHandler;
use std::ffi::{CStr, CString, c_char, c_void};
use std::sync::Arc;

/// An argument that breaks the contract of the header, with what is wrong.
pub(crate) type Wrong = &'static str;

/// A text that ends in a zero.
///
/// # Errors
/// When it is null or not UTF-8.
///
/// # Safety
/// The pointer is null, or leads to such a text, which is not written concurrently.
pub(crate) unsafe fn text<'a>(pointer: *const c_char) -> Result<&'a str, Wrong> {
    if pointer.is_null() {
        return Err("string is null");
    }
    // SAFETY: as the caller promises.
    let text = unsafe { CStr::from_ptr(pointer) };
    text.to_str().map_err(|_| "string is not UTF-8")
}

/// The given number of values; none for a null pointer with a count of zero.
///
/// # Errors
/// When the pointer is null although there are values, or is not aligned.
///
/// # Safety
/// The pointer is null, or leads to the given number of values, which are not written concurrently.
pub(crate) unsafe fn values<'a, T>(pointer: *const T, count: usize) -> Result<&'a [T], Wrong> {
    if count == 0 {
        return Ok(&[]);
    }
    if pointer.is_null() {
        return Err("array is null");
    }
    if !pointer.is_aligned() || count.checked_mul(size_of::<T>()).is_none_or(|bytes| bytes > isize::MAX as usize) {
        return Err("array is misaligned or too long");
    }
    // SAFETY: as the caller promises; null, alignment and length have been examined.
    Ok(unsafe { std::slice::from_raw_parts(pointer, count) })
}

/// Texts that end in zeros.
///
/// # Errors
/// As for [`values`] and [`text`].
///
/// # Safety
/// As for [`values`] and for [`text`] of each.
pub(crate) unsafe fn texts(pointer: *const *const c_char, count: usize) -> Result<Vec<String>, Wrong> {
    // SAFETY: as the caller promises.
    let pointers = unsafe { values(pointer, count) }?;
    // SAFETY: as the caller promises.
    pointers.iter().map(|pointer| unsafe { text(*pointer) }.map(str::to_owned)).collect()
}

/// `hlsl2spirv_buffer`: memory that a shader reads and writes.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Buffer {
    /// The resource, or `set:binding`.
    pub name: *const c_char,
    /// The first byte.
    pub data: *mut c_void,
    /// The number of bytes.
    pub size: usize,
}

impl Buffer {
    /// Its name and its bytes.
    ///
    /// # Errors
    /// When a pointer is null.
    ///
    /// # Safety
    /// The name is as for [`text`], and the bytes are not accessed concurrently.
    #[cfg(feature = "runner")]
    pub(crate) unsafe fn parts<'a>(self) -> Result<(&'a str, &'a mut [u8]), Wrong> {
        // SAFETY: as the caller promises.
        let name = unsafe { text(self.name) }?;
        // SAFETY: as the caller promises. This examines null and length.
        let bytes = unsafe { values(self.data.cast::<u8>().cast_const(), self.size) }?;
        if bytes.is_empty() {
            return Ok((name, &mut []));
        }
        // SAFETY: the same bytes, which no one else uses.
        Ok((name, unsafe { std::slice::from_raw_parts_mut(self.data.cast(), self.size) }))
    }
}

/// `hlsl2spirv_includes`: the caller's functions that find included files.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Includes {
    /// Passed to the functions.
    pub context: *mut c_void,
    /// The text of a file, and its length; null if there is none.
    pub load: Option<unsafe extern "C" fn(*mut c_void, *const c_char, *mut usize) -> *const c_char>,
    /// Takes a text back.
    pub release: Option<unsafe extern "C" fn(*mut c_void, *const c_char)>,
}

/// The caller's functions, as the preprocessor asks them.
pub(crate) struct Finder(Includes);

// SAFETY: the preprocessor runs on the thread that compiles, which is the caller's, and asks only while the call lasts. The
// functions of a family may be called on several threads at once, as its caller has promised.
unsafe impl Sync for Finder {}
// SAFETY: as above.
unsafe impl Send for Finder {}

impl Finder {
    /// # Safety
    /// The functions take the context, `load` gives null or a text of the length it writes, and the call or the family that they
    /// serve lasts longer than this value.
    pub(crate) unsafe fn new(includes: Includes) -> Self {
        Finder(includes)
    }
}

impl IncludeHandler for Finder {
    fn load(&self, path: &str) -> Option<Arc<str>> {
        let load = self.0.load?;
        let path = CString::new(path).ok()?;
        let mut size = 0;
        // SAFETY: `new` was promised that the function takes these.
        let found = unsafe { load(self.0.context, path.as_ptr(), &raw mut size) };
        if found.is_null() {
            return None;
        }
        // SAFETY: `new` was promised that it gives the given number of bytes.
        let bytes = unsafe { values(found.cast::<u8>(), size) }.map(<[u8]>::to_vec);
        if let Some(release) = self.0.release {
            // SAFETY: `new` was promised that the function takes what `load` gave.
            unsafe { release(self.0.context, found) };
        }
        Some(driver::internal::decode(bytes.ok()?).into())
    }

    fn advice(&self) -> Option<&'static str> {
        Some("use -I to add a folder; the include callback does not find the file")
    }
}
