//! Pointers that clients pass: texts, lists, structs, out parameters.
//!
//! Each type is one pointer in a register. Their fields are private and only calls from outside make them, so that what a
//! pointer means is said once, here: it is null, or good until the call returns, as the headers of DXC ask of their users.

use super::Guid;
use super::status::{E_INVALIDARG, E_POINTER, Status};
use std::ffi::{CStr, c_char, c_void};

/// `wchar_t` outside of Windows: a character of UTF-32.
pub(crate) type Wchar = u32;

/// The text of these units. What is not a character becomes U+FFFD.
pub(crate) fn text_of(units: &[Wchar]) -> String {
    units.iter().map(|unit| char::from_u32(*unit).unwrap_or(char::REPLACEMENT_CHARACTER)).collect()
}

/// The units of a text, with a zero behind them.
pub(crate) fn units_of(text: &str) -> Vec<Wchar> {
    text.chars().map(u32::from).chain([0]).collect()
}

/// A wide text that ends with a zero, or null.
#[repr(transparent)]
#[derive(Clone, Copy)]
pub(crate) struct Wide(*const Wchar);

impl Wide {
    pub(crate) const NULL: Wide = Wide(std::ptr::null());

    /// The text; nothing where the pointer is null.
    pub(crate) fn text(self) -> Option<String> {
        if self.0.is_null() {
            return None;
        }
        // SAFETY: the text ends with a zero, before which each unit can be read.
        let length = (0..).take_while(|at| unsafe { *self.0.add(*at) } != 0).count();
        // SAFETY: the given number of units have just been read.
        Some(text_of(unsafe { std::slice::from_raw_parts(self.0, length) }))
    }
}

/// A text of UTF-8 that ends with a zero, or null.
#[repr(transparent)]
#[derive(Clone, Copy)]
pub(crate) struct Narrow(*const c_char);

impl Narrow {
    /// The text; nothing where the pointer is null. What is not valid becomes U+FFFD.
    pub(crate) fn text(self) -> Option<String> {
        // SAFETY: a pointer that is not null is one to a text that ends with a zero.
        (!self.0.is_null()).then(|| unsafe { CStr::from_ptr(self.0) }.to_string_lossy().into_owned())
    }
}

/// The limit of what is behind a pointer: the compiler takes less text, and no memory is as large as half of the address space.
const MOST_BYTES: usize = i32::MAX as usize;

/// An array, whose length is another argument, or null.
#[repr(transparent)]
#[derive(Clone, Copy)]
pub(crate) struct Array<T>(*const T);

impl<T> Array<T> {
    /// The elements.
    ///
    /// # Errors
    /// `E_INVALIDARG` where there are some and the pointer is null, and for 2 GiB and more, which the compiler does not
    /// take.
    pub(crate) fn elements<'a>(self, count: usize) -> Result<&'a [T], Status> {
        let is_too_large = count.checked_mul(size_of::<T>()).is_none_or(|bytes| bytes > MOST_BYTES);
        match (count, self.0.is_null()) {
            (0, _) => Ok(&[]),
            (_, true) => Err(E_INVALIDARG),
            (_, false) if is_too_large => Err(E_INVALIDARG),
            // SAFETY: there are this many elements. The borrow ends within the call: no caller of this keeps it.
            (_, false) => Ok(unsafe { std::slice::from_raw_parts(self.0, count) }),
        }
    }
}

/// The texts of a list.
///
/// # Errors
/// `E_INVALIDARG` where the list or one of its texts is null.
pub(crate) fn wide_texts(list: Array<Wide>, count: u32) -> Result<Vec<String>, Status> {
    list.elements(count as usize)?.iter().map(|text| text.text().ok_or(E_INVALIDARG)).collect()
}

/// Bytes, whose number is another argument, or null.
#[repr(transparent)]
#[derive(Clone, Copy)]
pub(crate) struct Bytes(*const c_void);

// SAFETY: an address is no more than a number; what reads through it says what it relies on.
unsafe impl Send for Bytes {}
// SAFETY: as above.
unsafe impl Sync for Bytes {}

impl Bytes {
    pub(crate) const NULL: Bytes = Bytes(std::ptr::null());

    pub(crate) fn is_null(self) -> bool {
        self.0.is_null()
    }

    pub(crate) fn of(bytes: *const c_void) -> Self {
        Bytes(bytes)
    }

    /// The address the given number of bytes further on.
    pub(crate) fn offset(self, count: usize) -> Self {
        Bytes(self.0.wrapping_byte_add(count))
    }

    pub(crate) fn address(self) -> *const c_void {
        self.0
    }

    /// The bytes.
    ///
    /// # Errors
    /// As for [`Array::elements`].
    pub(crate) fn read<'a>(self, size: usize) -> Result<&'a [u8], Status> {
        Array(self.0.cast()).elements(size)
    }
}

/// `DxcBuffer`.
#[repr(C)]
#[derive(Clone, Copy)]
pub(crate) struct Buffer {
    pub(crate) bytes: Bytes,
    pub(crate) size: usize,
    pub(crate) code_page: u32,
}

/// `DxcDefine`: a macro.
#[repr(C)]
#[derive(Clone, Copy)]
pub(crate) struct Define {
    name: Wide,
    value: Wide,
}

/// The options that define macros.
///
/// # Errors
/// `E_INVALIDARG` where the list or a name is null.
pub(crate) fn definitions(list: Array<Define>, count: u32) -> Result<Vec<String>, Status> {
    let mut options = Vec::new();
    for define in list.elements(count as usize)? {
        let name = define.name.text().ok_or(E_INVALIDARG)?;
        options.push("-D".to_owned());
        options.push(define.value.text().map_or_else(|| name.clone(), |value| format!("{name}={value}")));
    }
    Ok(options)
}

/// A struct that is read, or null.
#[repr(transparent)]
pub struct In<T>(*const T);

impl<T> Clone for In<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for In<T> {}

impl<T: Copy> In<T> {
    /// The struct; nothing where the pointer is null.
    pub(crate) fn get(self) -> Option<T> {
        // SAFETY: a pointer that is not null is one to such a struct.
        (!self.0.is_null()).then(|| unsafe { self.0.read_unaligned() })
    }
}

/// The name of an interface or a class.
pub type Iid = In<Guid>;

impl Iid {
    /// A name that does not come from a client.
    pub(crate) fn of(name: &'static Guid) -> Self {
        In(name)
    }
}

/// A place for a result, or null.
#[repr(transparent)]
pub struct Out<T>(*mut T);

impl<T> Clone for Out<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Out<T> {}

impl<T> Out<T> {
    /// Writes the result.
    ///
    /// # Errors
    /// `E_POINTER` where there is no place for it.
    pub(crate) fn set(self, value: T) -> Result<(), Status> {
        if self.0.is_null() {
            return Err(E_POINTER);
        }
        // SAFETY: there is room for one value of this type, of which nothing has to be dropped.
        unsafe { self.0.write_unaligned(value) };
        Ok(())
    }

    /// Writes a result that the caller may do without.
    pub(crate) fn set_if_wanted(self, value: T) {
        let _ = self.set(value);
    }

    pub(crate) fn is_null(self) -> bool {
        self.0.is_null()
    }
}

impl Out<u8> {
    /// Writes bytes, for which the client has made room.
    pub(crate) fn set_all(self, bytes: &[u8]) {
        if !bytes.is_empty() {
            // SAFETY: the client has said that there is room for as many as are read.
            unsafe { self.0.copy_from_nonoverlapping(bytes.as_ptr(), bytes.len()) };
        }
    }
}

/// An object of either side, or null. A result owns a reference.
#[repr(transparent)]
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Object(*mut c_void);

impl Object {
    pub(crate) const NULL: Object = Object(std::ptr::null_mut());

    pub(crate) fn from(pointer: *mut c_void) -> Self {
        Object(pointer)
    }

    pub(crate) fn pointer(self) -> Option<std::ptr::NonNull<c_void>> {
        std::ptr::NonNull::new(self.0)
    }
}
