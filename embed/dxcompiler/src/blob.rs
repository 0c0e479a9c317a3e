//! Blobs: bytes with what is known of their encoding.
//!
//! Three kinds, told by the interfaces they answer to: plain, UTF-8, wide. Owns how text is recognised and converted.

use crate::com::foreign::{self, Allocator, Foreign, c_memory};
use crate::com::pointers::{Bytes, Object, Out, text_of, units_of};
use crate::com::status::{DXC_E_STRING_ENCODING_FAILED, Status};
use crate::com::{Class, Guid, Reference, Table, interface};
use std::ffi::c_void;

/// `IDxcBlob`
pub const IDXC_BLOB: Guid = Guid::new(0x8BA5FB08_5195_40E2_AC58_0D989C3A0102);
/// `IDxcBlobUtf8`
pub const IDXC_BLOB_UTF8: Guid = Guid::new(0x3DA636C9_BA71_4024_A301_30CBF125305B);
/// `IDxcBlobWide`
pub const IDXC_BLOB_WIDE: Guid = Guid::new(0xA3F84EAB_0FAA_497E_A39C_EE6ED60B2D84);

/// The code page of text without a mark; also that of bytes that are not a text.
pub(crate) const ANSI: u32 = 0;
/// UTF-8.
pub(crate) const UTF8: u32 = 65001;
/// UTF-16, little-endian.
pub(crate) const UTF16: u32 = 1200;
/// UTF-16, big-endian.
const UTF16_BIG: u32 = 1201;
/// UTF-32, little-endian: wide text.
pub(crate) const WIDE: u32 = 12000;

/// Content of a blob.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// Bytes that are not a text, as modules are. They have no encoding: clients write what has one as text.
    Binary,
    Plain,
    Utf8,
    Wide,
}

impl Kind {
    fn of(code_page: u32) -> Self {
        match code_page {
            UTF8 => Kind::Utf8,
            WIDE => Kind::Wide,
            _ => Kind::Plain,
        }
    }

    /// The size of a unit of text.
    fn unit(self) -> usize {
        if self == Kind::Wide { 4 } else { 1 }
    }
}

/// The owner of a blob's memory.
enum Memory {
    Bytes(Box<[u8]>),
    /// Words of a module, or wide text: their addresses are multiples of four.
    Words(Box<[u32]>),
    /// The client's, which stays longer than the blob.
    Pinned(Bytes),
    /// The client's, of which we have become the owner; without an allocator it is the C library's.
    Taken(Bytes, Option<Allocator>),
    /// A part of another blob, which it keeps alive.
    Window(foreign::Blob),
}

impl Memory {
    fn address(&self) -> Bytes {
        match self {
            Memory::Bytes(bytes) => Bytes::of(bytes.as_ptr().cast()),
            Memory::Words(words) => Bytes::of(words.as_ptr().cast()),
            Memory::Pinned(bytes) | Memory::Taken(bytes, _) => *bytes,
            Memory::Window(parent) => parent.address(),
        }
    }
}

impl Drop for Memory {
    fn drop(&mut self) {
        match self {
            Memory::Taken(bytes, Some(allocator)) => allocator.free(*bytes),
            Memory::Taken(bytes, None) => c_memory::give_back(*bytes),
            Memory::Bytes(_) | Memory::Words(_) | Memory::Pinned(_) | Memory::Window(_) => {}
        }
    }
}

/// A blob.
pub(crate) struct Blob {
    memory: Memory,
    start: usize,
    /// In bytes; the zero behind a text counts.
    size: usize,
    kind: Kind,
    /// Nothing where the encoding is not known.
    code_page: Option<u32>,
}

impl Blob {
    interface! {
        /// `IDxcBlob`, `IDxcBlobEncoding`, `IDxcBlobUtf8` and `IDxcBlobWide`: each goes on where the one before ends.
        TABLE of Blob, facet 0:
            get_buffer_pointer() -> *const c_void;
            get_buffer_size() -> usize;
            get_encoding(is_known: Out<u8>, code_page: Out<u32>) -> Result<(), Status>;
            get_string_pointer() -> *const c_void;
            get_string_length() -> usize;
    }

    fn get_buffer_pointer(&self) -> *const c_void {
        if self.size == 0 { std::ptr::null() } else { self.memory.address().offset(self.start).address() }
    }

    fn get_buffer_size(&self) -> usize {
        self.size
    }

    fn get_encoding(&self, is_known: Out<u8>, code_page: Out<u32>) -> Result<(), Status> {
        is_known.set(self.code_page.is_some().into())?;
        code_page.set(self.code_page.unwrap_or(ANSI))
    }

    fn get_string_pointer(&self) -> *const c_void {
        static EMPTY: u32 = 0;
        if self.size == 0 { (&raw const EMPTY).cast() } else { self.get_buffer_pointer() }
    }

    fn get_string_length(&self) -> usize {
        (self.size / self.kind.unit()).saturating_sub(1)
    }
}

impl Class for Blob {
    const TABLES: [Table; 4] = [Self::TABLE; 4];

    fn facet(&self, interface: &Guid) -> Option<usize> {
        let has = match *interface {
            IDXC_BLOB => true,
            foreign::IDXC_BLOB_ENCODING => self.kind != Kind::Binary,
            IDXC_BLOB_UTF8 => self.kind == Kind::Utf8,
            IDXC_BLOB_WIDE => self.kind == Kind::Wide,
            _ => false,
        };
        has.then_some(0)
    }
}

/// The words of a module.
pub(crate) fn of_words(words: Vec<u32>) -> Reference<Blob> {
    let size = words.len() * 4;
    let memory = Memory::Words(words.into());
    Reference::new(Blob { memory, start: 0, size, kind: Kind::Binary, code_page: None })
}

/// Bytes whose encoding is not known.
pub(crate) fn of_bytes(bytes: Vec<u8>) -> Reference<Blob> {
    let size = bytes.len();
    let memory = Memory::Bytes(bytes.into());
    Reference::new(Blob { memory, start: 0, size, kind: Kind::Plain, code_page: None })
}

/// A text as UTF-8.
pub(crate) fn of_text(text: &str) -> Reference<Blob> {
    copy(text.as_bytes(), UTF8)
}

/// A text in wide characters.
pub(crate) fn of_wide_text(text: &str) -> Reference<Blob> {
    let units = if text.is_empty() { Vec::new() } else { units_of(text) };
    let size = units.len() * 4;
    let memory = Memory::Words(units.into());
    Reference::new(Blob { memory, start: 0, size, kind: Kind::Wide, code_page: Some(WIDE) })
}

/// A copy of bytes in a code page. Text gets a zero behind it.
pub(crate) fn copy(bytes: &[u8], code_page: u32) -> Reference<Blob> {
    let kind = Kind::of(code_page);
    let marked = length_of_mark(bytes, code_page);
    let bytes = &bytes[marked..];
    let code_page = Some(code_page);
    if kind == Kind::Wide {
        let units = bytes.chunks_exact(4).map(|unit| u32::from_le_bytes([unit[0], unit[1], unit[2], unit[3]]));
        let mut units: Vec<u32> = units.collect();
        match units.last() {
            Some(0) if units.len() == 1 => units.clear(),
            Some(0) | None => {}
            Some(_) => units.push(0),
        }
        let size = units.len() * 4;
        return Reference::new(Blob { memory: Memory::Words(units.into()), start: 0, size, kind, code_page });
    }
    let mut bytes = bytes.to_vec();
    if kind == Kind::Utf8 {
        match bytes.last() {
            Some(0) if bytes.len() == 1 => bytes.clear(),
            Some(0) | None => {}
            Some(_) => bytes.push(0),
        }
    }
    let size = bytes.len();
    Reference::new(Blob { memory: Memory::Bytes(bytes.into()), start: 0, size, kind, code_page })
}

/// Memory of the client that stays where it is, and stays the client's. It is text if it ends with a zero.
pub(crate) fn pinned(memory: Bytes, size: usize, code_page: u32) -> Result<Reference<Blob>, Status> {
    in_place(Memory::Pinned(memory), memory.read(size)?, code_page)
}

/// Memory that the client passes.
pub(crate) fn taken(
    memory: Bytes,
    size: usize,
    code_page: u32,
    allocator: Option<Allocator>,
) -> Result<Reference<Blob>, Status> {
    let bytes = memory.read(size)?;
    let taken = Memory::Taken(memory, allocator);
    if ends_as_text(bytes, Kind::of(code_page)) || bytes.is_empty() {
        return in_place(taken, bytes, code_page);
    }
    // Without a zero it has to be copied, by which the client's memory is given back.
    Ok(copy(bytes, code_page))
}

fn in_place(memory: Memory, bytes: &[u8], code_page: u32) -> Result<Reference<Blob>, Status> {
    let wanted = Kind::of(code_page);
    let start = length_of_mark(bytes, code_page);
    let text = &bytes[start..];
    let is_empty = text.is_empty() || (wanted != Kind::Plain && is_lone_zero(text, wanted));
    let kind = if is_empty || ends_as_text(text, wanted) { wanted } else { Kind::Plain };
    let size = if is_empty { 0 } else { text.len() };
    let memory = if is_empty { emptied(memory) } else { memory };
    Ok(Reference::new(Blob { memory, start, size, kind, code_page: Some(code_page) }))
}

/// Nothing is kept of memory in which there is nothing.
fn emptied(memory: Memory) -> Memory {
    drop(memory);
    Memory::Bytes(Box::default())
}

fn is_lone_zero(bytes: &[u8], kind: Kind) -> bool {
    bytes.len() == kind.unit() && bytes.iter().all(|byte| *byte == 0)
}

/// Tells bytes that may stand as text of this kind without a copy: they are whole units, and the last one is zero.
fn ends_as_text(bytes: &[u8], kind: Kind) -> bool {
    let unit = kind.unit();
    let is_whole = bytes.len().is_multiple_of(unit) && bytes.as_ptr().addr().is_multiple_of(unit);
    let ends = bytes.len() >= unit && bytes.iter().rev().take(unit).all(|byte| *byte == 0);
    matches!(kind, Kind::Plain | Kind::Binary) || (is_whole && ends)
}

/// The byte-order marks, with their code pages. That of UTF-32 begins like that of UTF-16.
const MARKS: &[(&[u8], u32)] =
    &[(&[0xef, 0xbb, 0xbf], UTF8), (&[0xff, 0xfe, 0, 0], WIDE), (&[0xff, 0xfe], UTF16), (&[0xfe, 0xff], UTF16_BIG)];

/// The length of a byte order mark, which is not a part of the text. With the code page 0 the mark stays.
fn length_of_mark(bytes: &[u8], code_page: u32) -> usize {
    let mark = MARKS.iter().find(|(mark, page)| *page == code_page && bytes.starts_with(mark));
    mark.map_or(0, |(mark, _)| mark.len())
}

/// A window into a blob. All of it is the blob itself.
pub(crate) fn window(parent: foreign::Blob, start: usize, size: usize) -> Reference<Blob> {
    let code_page = parent.code_page();
    let memory = Memory::Window(parent);
    Reference::new(Blob { memory, start, size, kind: Kind::Plain, code_page })
}

/// The text of bytes: in the code page that is known, else in that of its mark, else in UTF-8. It ends before a zero at
/// its end.
///
/// # Errors
/// When the code page is none of Unicode, or its units are cut off.
pub(crate) fn decode(bytes: &[u8], code_page: Option<u32>) -> Result<String, Status> {
    let marked = MARKS.iter().find(|(mark, _)| bytes.starts_with(mark));
    let code_page = code_page.filter(|page| *page != ANSI).or(marked.map(|(_, page)| *page)).unwrap_or(UTF8);
    let text = &bytes[length_of_mark(bytes, code_page)..];
    let mut text = match code_page {
        // The check of a whole text is much faster than the search for its broken parts.
        UTF8 => str::from_utf8(text).map_or_else(|_| String::from_utf8_lossy(text).into_owned(), str::to_owned),
        WIDE => text_of(&units(text, u32::from_le_bytes)?),
        UTF16 => String::from_utf16_lossy(&units(text, u16::from_le_bytes)?),
        UTF16_BIG => String::from_utf16_lossy(&units(text, u16::from_be_bytes)?),
        _ => return Err(DXC_E_STRING_ENCODING_FAILED),
    };
    if text.ends_with('\0') {
        text.pop();
    }
    Ok(text)
}

fn units<const N: usize, U>(bytes: &[u8], unit: fn([u8; N]) -> U) -> Result<Vec<U>, Status> {
    let (whole, []) = bytes.as_chunks::<N>() else { return Err(DXC_E_STRING_ENCODING_FAILED) };
    Ok(whole.iter().map(|bytes| unit(*bytes)).collect())
}

/// The blob as text of a kind: itself where it is one, else a conversion.
///
/// # Errors
/// When its text cannot be read, or there is no place for the result.
pub(crate) fn as_text(blob: Object, interface: &'static Guid, out: Out<Object>) -> Result<(), Status> {
    use crate::com::status::E_POINTER;
    out.set(Object::NULL)?;
    let blob = foreign::Blob(Foreign::lent(blob).ok_or(E_POINTER)?);
    if let Some(itself) = blob.0.query(interface) {
        return itself.give(out);
    }
    let text = decode(blob.bytes()?, blob.code_page())?;
    let converted = if *interface == IDXC_BLOB_WIDE { of_wide_text(&text) } else { of_text(&text) };
    converted.give(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_read_by_its_code_page_then_by_its_mark() {
        let read = |bytes: &[u8], page| decode(bytes, page);
        assert_eq!(read(b"a\xc3\xa4\0", Some(UTF8)).as_deref(), Ok("aä"));
        assert_eq!(read(b"\xef\xbb\xbfa", None).as_deref(), Ok("a"));
        assert_eq!(read(&[0xff, 0xfe, b'a', 0], None).as_deref(), Ok("a"));
        assert_eq!(read(&[0xff, 0xfe, 0, 0, b'a', 0, 0, 0], None).as_deref(), Ok("a"));
        assert_eq!(read(&[b'a', 0, 0, 0, 0, 0, 0, 0], Some(WIDE)).as_deref(), Ok("a"));
        assert_eq!(read(&[b'a', 0, 0], Some(WIDE)), Err(DXC_E_STRING_ENCODING_FAILED));
        assert_eq!(read(b"a", Some(437)), Err(DXC_E_STRING_ENCODING_FAILED));
    }

    #[test]
    fn copies_of_text_end_with_a_zero() {
        assert_eq!(copy(b"ab", UTF8).size, 3);
        assert_eq!(copy(b"ab\0", UTF8).size, 3);
        assert_eq!(copy(b"\0", UTF8).size, 0);
        assert_eq!(copy(b"ab", ANSI).size, 2);
        assert_eq!(copy(&[b'a', 0, 0, 0], WIDE).get_string_length(), 1);
    }
}
