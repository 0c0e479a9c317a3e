//! Objects of the client, as we call them: blobs, allocators, include handlers.
//!
//! Objects of our own that come back look the same from here. What a client counts or claims is not relied on.

use super::pointers::{Bytes, Iid, Object, Out, Wchar};
use super::status::{S_OK, Status};
use super::{Guid, UNKNOWN_SLOTS};
use std::ffi::c_void;
use std::ptr::NonNull;

/// A reference to an object, given back at the end of its life.
pub(crate) struct Foreign(NonNull<c_void>);

// SAFETY: DXC's clients hand their objects to whichever thread compiles; counts of references are atomic by its rules.
unsafe impl Send for Foreign {}
// SAFETY: as above.
unsafe impl Sync for Foreign {}

/// The function in a slot of an object.
///
/// # Safety
/// `F` is the type of the function in that slot.
unsafe fn function<F: Copy>(object: NonNull<c_void>, slot: usize) -> F {
    // SAFETY: an object begins with a pointer to its table, which has that slot with this type.
    unsafe { (*object.cast::<*const F>().as_ptr()).add(slot).read() }
}

/// The number of a slot behind those of `IUnknown`, the first being 0.
const fn own(slot: usize) -> usize {
    UNKNOWN_SLOTS + slot
}

impl Foreign {
    /// Takes over a reference that belongs to the caller.
    pub(crate) fn owned(object: Object) -> Option<Self> {
        object.pointer().map(Foreign)
    }

    /// Takes a reference to an object that is only lent.
    pub(crate) fn lent(object: Object) -> Option<Self> {
        let object = object.pointer()?;
        // SAFETY: slot 1 of every object is `AddRef`.
        let add_ref: extern "C" fn(NonNull<c_void>) -> usize = unsafe { function(object, 1) };
        add_ref(object);
        Some(Foreign(object))
    }

    /// The object by another of its interfaces.
    pub(crate) fn query(&self, interface: &'static Guid) -> Option<Foreign> {
        type Query = extern "C" fn(NonNull<c_void>, Iid, *mut Object) -> Status;
        let mut found = Object::NULL;
        // SAFETY: slot 0 of every object is `QueryInterface`.
        let query: Query = unsafe { function(self.0, 0) };
        let status = query(self.0, Iid::of(interface), &raw mut found);
        Foreign::owned(found).filter(|_| status.is_success())
    }

    /// Hands the reference over.
    ///
    /// # Errors
    /// `E_POINTER`, by which it is given back.
    pub(crate) fn give(self, out: Out<Object>) -> Result<(), Status> {
        out.set(Object::from(self.0.as_ptr()))?;
        std::mem::forget(self);
        Ok(())
    }
}

impl Clone for Foreign {
    fn clone(&self) -> Self {
        // SAFETY: slot 1 of every object is `AddRef`.
        let add_ref: extern "C" fn(NonNull<c_void>) -> usize = unsafe { function(self.0, 1) };
        add_ref(self.0);
        Foreign(self.0)
    }
}

impl Drop for Foreign {
    fn drop(&mut self) {
        // SAFETY: slot 2 of every object is `Release`, and the reference is ours.
        let release: extern "C" fn(NonNull<c_void>) -> usize = unsafe { function(self.0, 2) };
        release(self.0);
    }
}

/// `IDxcBlob`, of whichever class.
#[derive(Clone)]
pub(crate) struct Blob(pub(crate) Foreign);

/// `IDxcBlobEncoding`
pub const IDXC_BLOB_ENCODING: Guid = Guid::new(0x7241D424_2646_4191_97C0_98E96E42FC68);

impl Blob {
    pub(crate) fn size(&self) -> usize {
        // SAFETY: the second function of a blob is `GetBufferSize`.
        let size: extern "C" fn(NonNull<c_void>) -> usize = unsafe { function(self.0.0, own(1)) };
        size(self.0.0)
    }

    pub(crate) fn address(&self) -> Bytes {
        // SAFETY: the first function of a blob is `GetBufferPointer`.
        let pointer: extern "C" fn(NonNull<c_void>) -> *const c_void = unsafe { function(self.0.0, own(0)) };
        Bytes::of(pointer(self.0.0))
    }

    /// The bytes.
    ///
    /// # Errors
    /// `E_INVALIDARG` where the blob claims some and has no address, and where it claims more than the compiler takes.
    pub(crate) fn bytes(&self) -> Result<&[u8], Status> {
        self.address().read(self.size())
    }

    /// The code page, where the blob knows one.
    pub(crate) fn code_page(&self) -> Option<u32> {
        type Encoding = extern "C" fn(NonNull<c_void>, *mut u32, *mut u32) -> Status;
        let encoded = self.0.query(&IDXC_BLOB_ENCODING)?;
        // A client writes one byte or four.
        let (mut is_known, mut code_page) = (0, 0);
        // SAFETY: the third function of a blob with an encoding is `GetEncoding`.
        let encoding: Encoding = unsafe { function(encoded.0, own(2)) };
        let status = encoding(encoded.0, &raw mut is_known, &raw mut code_page);
        (status.is_success() && is_known & 0xff != 0).then_some(code_page)
    }
}

/// `IMalloc`.
#[derive(Clone)]
pub(crate) struct Allocator(pub(crate) Foreign);

impl Allocator {
    /// Gives memory back that was made by this allocator.
    pub(crate) fn free(&self, memory: Bytes) {
        // The older interface has `Alloc`, `Realloc` and `Free` alone, in the same order.
        // SAFETY: the third function of an allocator is `Free`.
        let free: extern "C" fn(NonNull<c_void>, Bytes) = unsafe { function(self.0.0, own(2)) };
        free(self.0.0, memory);
    }
}

/// `IDxcIncludeHandler`. Other interfaces of it are never asked for: some clients answer such a question with a failure,
/// others with an object that is not theirs.
pub(crate) struct IncludeHandler(pub(crate) Foreign);

impl IncludeHandler {
    /// The file of a name; nothing where the client has none.
    pub(crate) fn load(&self, name: &[Wchar]) -> Option<Blob> {
        type LoadSource = extern "C" fn(NonNull<c_void>, *const Wchar, *mut Object) -> Status;
        let mut found = Object::NULL;
        // SAFETY: the first function of an include handler is `LoadSource`.
        let load: LoadSource = unsafe { function(self.0.0, own(0)) };
        let status = load(self.0.0, name.as_ptr(), &raw mut found);
        if status != S_OK {
            // After a failure the result is unspecified: it may be null or garbage.
            return None;
        }
        Foreign::owned(found).map(Blob)
    }
}

/// Memory of the C library, which is what clients pass and take where they name no allocator.
pub(crate) mod c_memory {
    use super::{Bytes, c_void};

    unsafe extern "C" {
        fn malloc(size: usize) -> *mut c_void;
        fn free(memory: *mut c_void);
    }

    /// A copy of these bytes that the client gives back; null where there is no memory.
    pub(crate) fn copy(bytes: &[u8]) -> *mut c_void {
        // SAFETY: any size is allowed.
        let memory = unsafe { malloc(bytes.len().max(1)) };
        if !memory.is_null() {
            // SAFETY: there is room for the given number of bytes, in memory that no one else knows.
            unsafe { memory.cast::<u8>().copy_from_nonoverlapping(bytes.as_ptr(), bytes.len()) };
        }
        memory
    }

    pub(crate) fn give_back(memory: Bytes) {
        // SAFETY: the client has said that this is memory of the C library, and has handed it over.
        unsafe { free(memory.address().cast_mut()) };
    }
}
