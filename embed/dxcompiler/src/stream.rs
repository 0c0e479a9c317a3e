//! `IStream` over the bytes of a blob, to be read.

use crate::blob;
use crate::com::foreign;
use crate::com::pointers::{Object, Out};
use crate::com::status::{E_INVALIDARG, E_NOTIMPL, S_FALSE, S_OK, STG_E_ACCESSDENIED, STG_E_INVALIDFUNCTION, Status};
use crate::com::{Answer, Class, Guid, Table, interface};
use std::ffi::c_void;
use std::sync::{Mutex, PoisonError};

/// `ISequentialStream`
pub const ISEQUENTIAL_STREAM: Guid = Guid::new(0x0C733A30_2A1C_11CE_ADE5_00AA0044773D);
/// `IStream`
pub const ISTREAM: Guid = Guid::new(0x0000000C_0000_0000_C000_000000000046);

/// A reader: a blob and the position in it.
pub(crate) struct Stream {
    blob: foreign::Blob,
    /// The bytes to read, without the terminating zero of a text.
    size: u64,
    place: Mutex<u64>,
}

/// `STATSTG`; times, locks and the class stay zero.
#[repr(C)]
#[derive(Default)]
struct Statistics {
    name: usize,
    kind: u32,
    size: u64,
    times: [u64; 3],
    mode: u32,
    locks: u32,
    class: [u32; 4],
    state: u32,
    reserved: u32,
}

/// `STGTY_STREAM`
const KIND_STREAM: u32 = 2;

impl Answer for Status {
    type Register = Status;

    fn into_register(self) -> Status {
        self
    }

    fn of_failure() -> Status {
        crate::com::status::E_FAIL
    }
}

impl Stream {
    interface! {
        /// `ISequentialStream` and `IStream`. Counts have eight bytes outside of Windows.
        TABLE of Stream, facet 0:
            read(bytes: Out<u8>, count: usize, done: Out<usize>) -> Status;
            write(bytes: *const c_void, count: usize, done: Out<usize>) -> Status;
            seek(distance: i64, origin: u32, place: Out<u64>) -> Status;
            set_size(size: u64) -> Status;
            copy_to(other: Object, count: u64, read: Out<u64>, written: Out<u64>) -> Status;
            commit(flags: u32) -> Status;
            revert() -> Status;
            lock_region(start: u64, count: u64, kind: u32) -> Status;
            unlock_region(start: u64, count: u64, kind: u32) -> Status;
            stat(statistics: Out<Statistics>, flags: u32) -> Status;
            clone_stream(out: Out<Object>) -> Status;
    }

    pub(crate) fn new(blob: foreign::Blob) -> Self {
        let bytes = blob.bytes().unwrap_or(&[]);
        let text_end = usize::from(blob.code_page() == Some(blob::UTF8) && bytes.last() == Some(&0));
        let size = (bytes.len() - text_end) as u64;
        Stream { blob, size, place: Mutex::new(0) }
    }

    fn read(&self, bytes: Out<u8>, count: usize, done: Out<usize>) -> Status {
        let mut place = self.place.lock().unwrap_or_else(PoisonError::into_inner);
        let all = self.blob.bytes().unwrap_or(&[]);
        // The client's blob may have shrunk.
        let all = &all[..all.len().min(self.size as usize)];
        let rest = &all[(*place as usize).min(all.len())..];
        let some = &rest[..count.min(rest.len())];
        if bytes.is_null() && !some.is_empty() {
            return E_INVALIDARG;
        }
        bytes.set_all(some);
        *place += some.len() as u64;
        done.set_if_wanted(some.len());
        if some.len() < count { S_FALSE } else { S_OK }
    }

    fn write(&self, _bytes: *const c_void, _count: usize, done: Out<usize>) -> Status {
        done.set_if_wanted(0);
        STG_E_ACCESSDENIED
    }

    fn seek(&self, distance: i64, origin: u32, out: Out<u64>) -> Status {
        let mut place = self.place.lock().unwrap_or_else(PoisonError::into_inner);
        let from = match origin {
            0 => 0,
            1 => *place,
            2 => self.size,
            _ => return STG_E_INVALIDFUNCTION,
        };
        let Some(to) = from.checked_add_signed(distance).filter(|to| *to <= self.size) else { return E_INVALIDARG };
        *place = to;
        out.set_if_wanted(to);
        S_OK
    }

    fn set_size(&self, _size: u64) -> Status {
        STG_E_ACCESSDENIED
    }

    fn copy_to(&self, _other: Object, _count: u64, _read: Out<u64>, _written: Out<u64>) -> Status {
        E_NOTIMPL
    }

    fn commit(&self, _flags: u32) -> Status {
        E_NOTIMPL
    }

    fn revert(&self) -> Status {
        E_NOTIMPL
    }

    fn lock_region(&self, _start: u64, _count: u64, _kind: u32) -> Status {
        E_NOTIMPL
    }

    fn unlock_region(&self, _start: u64, _count: u64, _kind: u32) -> Status {
        E_NOTIMPL
    }

    fn stat(&self, statistics: Out<Statistics>, _flags: u32) -> Status {
        let known = Statistics { kind: KIND_STREAM, size: self.size, ..Statistics::default() };
        statistics.set(known).into_register()
    }

    fn clone_stream(&self, out: Out<Object>) -> Status {
        out.set_if_wanted(Object::NULL);
        E_NOTIMPL
    }
}

impl Class for Stream {
    const TABLES: [Table; 4] = [Self::TABLE; 4];

    fn facet(&self, interface: &Guid) -> Option<usize> {
        [ISTREAM, ISEQUENTIAL_STREAM].contains(interface).then_some(0)
    }
}
