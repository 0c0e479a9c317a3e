//! Included files: the default handler that reads the disk, and how the compiler asks any handler of a client.

use crate::blob;
use crate::com::foreign;
use crate::com::pointers::{Object, Out, Wide, units_of};
use crate::com::status::{E_POINTER, Status};
use crate::com::{Class, Guid, Reference, Table, interface};
use driver::IncludeHandler;
use driver::internal::{TEXT_LIMIT, read_found};
use std::borrow::Cow;
use std::io;
use std::path::Path;
use std::sync::Arc;

/// `IDxcIncludeHandler`
pub const IDXC_INCLUDE_HANDLER: Guid = Guid::new(0x7F61FC7D_950D_467F_B3E3_3C02FB49187C);

/// The handler that reads the disk.
pub(crate) struct Disk;

impl Disk {
    interface! {
        /// `IDxcIncludeHandler`
        TABLE of Disk, facet 0:
            load_source(name: Wide, out: Out<Object>) -> Result<(), Status>;
    }

    fn load_source(&self, name: Wide, out: Out<Object>) -> Result<(), Status> {
        out.set(Object::NULL)?;
        // Devices and pipes are not headers: reading them may never end.
        load_file(name, None, |path| read_found(path, TEXT_LIMIT))?.give(out)
    }
}

impl Class for Disk {
    const TABLES: [Table; 4] = [Self::TABLE; 4];

    fn facet(&self, interface: &Guid) -> Option<usize> {
        (*interface == IDXC_INCLUDE_HANDLER).then_some(0)
    }
}

/// A file as a blob; without a code page its encoding is not known.
///
/// # Errors
/// The number that the C library has for the failure.
pub(crate) fn load_file(
    name: Wide,
    code_page: Option<u32>,
    read: impl FnOnce(&Path) -> io::Result<Vec<u8>>,
) -> Result<Reference<blob::Blob>, Status> {
    const EIO: i32 = 5;
    let name = name.text().ok_or(E_POINTER)?;
    let failed = |error: io::Error| Status::of_errno(error.raw_os_error().unwrap_or(EIO));
    let bytes = read(Path::new(&name)).map_err(failed)?;
    Ok(match code_page {
        Some(code_page) => blob::copy(&bytes, code_page),
        None => blob::of_bytes(bytes),
    })
}

/// The client's handler, as the preprocessor asks it. It is only asked while the client's call lasts, by its thread: the
/// preprocessor runs on the thread that compiles.
pub(crate) struct Client(pub(crate) foreign::IncludeHandler);

impl IncludeHandler for Client {
    fn load(&self, path: &str) -> Option<Arc<str>> {
        let found = self.0.load(&units_of(&asked(path)))?;
        let text = blob::decode(found.bytes().ok()?, found.code_page()).ok()?;
        Some(text.into())
    }

    fn advice(&self) -> Option<&'static str> {
        Some("use -I to add a folder; the include handler does not find the file")
    }
}

/// The name under which DXC requires a path: relative ones begin with `./`, two slashes are one.
pub(crate) fn asked(path: &str) -> Cow<'_, str> {
    let mut path = Cow::Borrowed(path);
    while path.contains("//") {
        path = path.replace("//", "/").into();
    }
    if path.starts_with('/') || path.starts_with("./") { path } else { format!("./{path}").into() }
}

#[cfg(test)]
mod tests {
    use super::asked;

    #[test]
    fn relative_paths_begin_in_the_current_folder() {
        let pairs = [
            ("helper.h", "./helper.h"),
            ("./helper.h", "./helper.h"),
            ("../helper.h", "./../helper.h"),
            ("/helper.h", "/helper.h"),
            ("foo//helper.h", "./foo/helper.h"),
        ];
        for (path, expected) in pairs {
            assert_eq!(asked(path), expected);
        }
    }
}
