//! The identity of this build of the compiler: the same on all machines that have a copy of its file.
//!
//! Must not know what is stored.

use crate::files::digest::Digest;
use crate::files::reading;
use std::path::{Path, PathBuf};

/// The version, and the build id that the linker has left in the file of the program or the shared library; without one, a digest
/// of the file. `None` if the file cannot be read.
pub fn identity() -> Option<String> {
    let bytes = reading::read_output(&own_file()?, reading::LIMIT)?;
    let build = build_id(&bytes).map_or_else(|| Digest::of_bytes(&bytes).to_string(), hex);
    Some(format!("{} {build}", env!("CARGO_PKG_VERSION")))
}

/// The file that this code was loaded from: a shared library's, or the program's, which is also there if it has been removed.
pub(crate) fn own_file() -> Option<PathBuf> {
    let program = std::env::current_exe().ok()?;
    let maps = reading::read_output(Path::new("/proc/self/maps"), reading::LIMIT).unwrap_or_default();
    let place = identity as fn() -> Option<String> as usize;
    match mapped(&String::from_utf8_lossy(&maps), place) {
        Some(library) if library != program => Some(library),
        _ if cfg!(target_os = "linux") => Some(PathBuf::from("/proc/self/exe")),
        _ => Some(program),
    }
}

/// The file that is mapped at an address.
fn mapped(maps: &str, place: usize) -> Option<PathBuf> {
    maps.lines().find_map(|line| {
        let (from, to) = line.split_once(' ')?.0.split_once('-')?;
        let range = usize::from_str_radix(from, 16).ok()?..usize::from_str_radix(to, 16).ok()?;
        let path = line.get(line.find('/')?..)?;
        range.contains(&place).then(|| PathBuf::from(path))
    })
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Types of segments and notes of ELF.
const PT_NOTE: u32 = 4;
const NT_GNU_BUILD_ID: u32 = 3;

/// The build id of an ELF file of 64 bits.
fn build_id(file: &[u8]) -> Option<&[u8]> {
    if !file.starts_with(b"\x7fELF\x02\x01") {
        return None;
    }
    let (start, size, count) = (number::<8>(file, 32)?, number::<2>(file, 54)?, number::<2>(file, 56)?);
    (0..count).find_map(|at| {
        let segment = file.get(start.checked_add(at * size)?..)?;
        let is_note = number::<4>(segment, 0)? == PT_NOTE as usize;
        let (offset, length) = (number::<8>(segment, 8)?, number::<8>(segment, 32)?);
        is_note.then(|| note(file.get(offset..offset.checked_add(length)?)?))?
    })
}

/// The build id among notes.
fn note(mut notes: &[u8]) -> Option<&[u8]> {
    loop {
        let (name, length, kind) = (number::<4>(notes, 0)?, number::<4>(notes, 4)?, number::<4>(notes, 8)?);
        let from = 12 + name.next_multiple_of(4);
        let id = notes.get(from..from + length)?;
        if kind == NT_GNU_BUILD_ID as usize && notes.get(12..12 + name) == Some(b"GNU\0") && !id.is_empty() {
            return Some(id);
        }
        notes = notes.get(from + length.next_multiple_of(4)..)?;
    }
}

/// The number of some bytes at an offset.
fn number<const BYTES: usize>(bytes: &[u8], at: usize) -> Option<usize> {
    let bytes = bytes.get(at..)?.first_chunk::<BYTES>()?;
    usize::try_from(bytes.iter().rev().fold(0u64, |number, byte| number << 8 | u64::from(*byte))).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A file with a segment of two notes.
    fn file() -> Vec<u8> {
        let mut file = vec![0; 64 + 2 * 56];
        file[..6].copy_from_slice(b"\x7fELF\x02\x01");
        (file[32], file[54], file[56]) = (64, 56, 2);
        let notes = file.len() as u8;
        (file[120], file[128]) = (PT_NOTE as u8, notes);
        let note = |kind: u8, id: &[u8]| {
            [&[4, 0, 0, 0, id.len() as u8, 0, 0, 0, kind, 0, 0, 0], b"GNU\0".as_slice(), id].concat()
        };
        file.extend([note(1, b"abi\0"), note(NT_GNU_BUILD_ID as u8, b"0123")].concat());
        file[120 + 32] = (file.len() - notes as usize) as u8;
        file
    }

    #[test]
    fn code_is_in_a_mapped_file() {
        let maps = "1000-2000 r-xp 00000000 00:00 0\n2000-3f00 r-xp 00001000 fe:00 12   /usr/lib/a b.so\n";
        assert_eq!(mapped(maps, 0x2000), Some(PathBuf::from("/usr/lib/a b.so")));
        assert_eq!((mapped(maps, 0x1fff), mapped(maps, 0x3f00)), (None, None));
        assert!(identity().is_some(), "this program has a file");
    }

    #[test]
    fn build_ids_are_notes() {
        let file = file();
        assert_eq!(build_id(&file), Some(b"0123".as_slice()));
        for length in 0..file.len() {
            assert_eq!(build_id(&file[..length]), None, "{length}");
        }
        assert_eq!(hex(b"\x0a\xff"), "0aff");
    }

    #[test]
    fn damaged_files_have_none_or_another() {
        let whole = file();
        for at in 6..whole.len() {
            for byte in [0, 1, 0x7f, 0xff] {
                let mut damaged = whole.clone();
                damaged[at] = byte;
                // It ends, and takes nothing from outside of the file.
                let _ = build_id(&damaged);
            }
        }
    }
}
