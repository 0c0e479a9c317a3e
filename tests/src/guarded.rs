//! Buffers between guard pages: an access out of bounds kills the test, whatever the surrounding code checks.
#![allow(unsafe_code, reason = "pages are mapped and protected")]

use std::ffi::{c_int, c_void};
use std::ptr;

// Declared here: a crate for them would be shared with build scripts and rebuild those.
unsafe extern "C" {
    fn mmap(at: *mut c_void, bytes: usize, access: c_int, flags: c_int, file: c_int, offset: i64) -> *mut c_void;
    fn mprotect(at: *mut c_void, bytes: usize, access: c_int) -> c_int;
    fn munmap(at: *mut c_void, bytes: usize) -> c_int;
}

const NO_ACCESS: c_int = 0;
const READ_AND_WRITE: c_int = 1 | 2;
const PRIVATE_AND_ANONYMOUS: c_int = 0x2 | if cfg!(target_os = "linux") { 0x20 } else { 0x1000 };

/// A buffer of whole words directly before, or directly after, a guard page.
pub(crate) struct Guarded {
    map: *mut c_void,
    bytes: usize,
    start: usize,
    words: usize,
}

/// A multiple of the page size of all machines with such tests.
const PAGE: usize = 1 << 16;

/// The end of the buffer that touches a guard page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Edge {
    Start,
    End,
}

impl Guarded {
    /// A buffer of a multiple of four words, so that both its ends are aligned, filled with this value.
    pub(crate) fn new(words: usize, value: u32, edge: Edge) -> Self {
        assert!(words.is_multiple_of(4), "the end of the buffer is aligned");
        let inner = (4 * words).next_multiple_of(PAGE).max(PAGE);
        let bytes = inner + 2 * PAGE;
        // SAFETY: a new mapping overlaps nothing; the first and last page of it are then made inaccessible.
        let map = unsafe {
            let map = mmap(ptr::null_mut(), bytes, READ_AND_WRITE, PRIVATE_AND_ANONYMOUS, -1, 0);
            assert_ne!(map.addr(), usize::MAX, "there is memory");
            let last = map.byte_add(bytes - PAGE);
            assert_eq!((mprotect(map, PAGE, NO_ACCESS), mprotect(last, PAGE, NO_ACCESS)), (0, 0));
            map
        };
        let start = match edge {
            Edge::Start => PAGE,
            Edge::End => bytes - PAGE - 4 * words,
        };
        let mut guarded = Guarded { map, bytes, start, words };
        guarded.words_mut().fill(value);
        guarded
    }

    pub(crate) fn words(&self) -> &[u32] {
        // SAFETY: the words lie between the guards and are aligned.
        unsafe { std::slice::from_raw_parts(self.map.byte_add(self.start).cast(), self.words) }
    }

    pub(crate) fn words_mut(&mut self) -> &mut [u32] {
        // SAFETY: as above.
        unsafe { std::slice::from_raw_parts_mut(self.map.byte_add(self.start).cast(), self.words) }
    }
}

impl Drop for Guarded {
    fn drop(&mut self) {
        // SAFETY: the mapping is this buffer's own.
        unsafe { munmap(self.map, self.bytes) };
    }
}
