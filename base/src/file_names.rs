//! Lossless names of files as text: bytes that are not an UTF-8 become private-use characters, and bytes again where the
//! file is opened.
//!
//! Knows encodings; it must not know what the files are for.

use crate::visible;
use std::borrow::Cow;
use std::ffi::OsStr;
use std::path::Path;

/// The name as text.
pub fn to_text(name: &OsStr) -> Cow<'_, str> {
    match name.to_str() {
        Some(text) => Cow::Borrowed(text),
        None => Cow::Owned(with_stand_ins(name.as_encoded_bytes())),
    }
}

fn with_stand_ins(bytes: &[u8]) -> String {
    let mut text = String::new();
    for chunk in bytes.utf8_chunks() {
        text.push_str(chunk.valid());
        text.extend(chunk.invalid().iter().map(|byte| visible::stand_in(*byte)));
    }
    text
}

/// The bytes that a text encodes.
pub fn to_bytes(text: &str) -> Cow<'_, [u8]> {
    if !text.chars().any(|one| visible::byte(one).is_some()) {
        return Cow::Borrowed(text.as_bytes());
    }
    let mut bytes = Vec::new();
    for one in text.chars() {
        match visible::byte(one) {
            Some(byte) => bytes.push(byte),
            None => bytes.extend(one.encode_utf8(&mut [0; 4]).as_bytes()),
        }
    }
    Cow::Owned(bytes)
}

/// The path that a text encodes.
#[cfg(unix)]
pub fn to_path(text: &str) -> Cow<'_, Path> {
    use std::os::unix::ffi::{OsStrExt, OsStringExt};
    match to_bytes(text) {
        Cow::Borrowed(bytes) => Cow::Borrowed(Path::new(OsStr::from_bytes(bytes))),
        Cow::Owned(bytes) => Cow::Owned(std::ffi::OsString::from_vec(bytes).into()),
    }
}

/// The path of a name; names are not bytes on this system.
#[cfg(not(unix))]
pub fn to_path(text: &str) -> Cow<'_, Path> {
    Cow::Borrowed(Path::new(text))
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::os::unix::ffi::OsStrExt;

    #[test]
    fn names_come_back_as_they_were() {
        for name in [b"plain.hlsl".as_slice(), b"caf\xe9/\xff\xfe.spv", "ä€\u{fffd}".as_bytes(), b"\xe2\x82", b""] {
            let text = to_text(OsStr::from_bytes(name)).into_owned();
            assert_eq!(to_path(&text).as_os_str().as_bytes(), name, "{text}");
            assert_eq!(*to_bytes(&text), *name);
        }
    }
}
