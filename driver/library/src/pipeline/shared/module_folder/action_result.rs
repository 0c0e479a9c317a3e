//! Records as `ActionResult` of Bazel's remote-execution API, which its caches take under `ac/`: the module is an output file,
//! and the record is the standard output.
//!
//! The two messages are written by hand in protobuf's encoding. Must not know what a record says.

/// What a record is about.
#[derive(Debug)]
pub(super) struct ActionResult<'a> {
    pub(super) text: &'a [u8],
    /// The digest of the module, and its length.
    pub(super) digest: &'a str,
    pub(super) size: usize,
}

/// Numbers of fields: of `ActionResult`, `OutputFile` and `Digest`.
const OUTPUT_FILES: u64 = 2;
const STDOUT_RAW: u64 = 5;
const PATH: u64 = 1;
const DIGEST: u64 = 2;
const HASH: u64 = 1;
const SIZE_BYTES: u64 = 2;

/// Types of fields.
const VARINT: u64 = 0;
const FIXED64: u64 = 1;
const LENGTH_DELIMITED: u64 = 2;
const FIXED32: u64 = 5;

/// The message.
pub(super) fn encode(result: &ActionResult<'_>) -> Vec<u8> {
    let mut digest = bytes(HASH, result.digest.as_bytes());
    varint(SIZE_BYTES << 3 | VARINT, &mut digest);
    varint(result.size as u64, &mut digest);
    let file = [bytes(PATH, b"module.spv"), bytes(DIGEST, &digest)].concat();
    [bytes(OUTPUT_FILES, &file), bytes(STDOUT_RAW, result.text)].concat()
}

/// The record of a message.
pub(super) fn decode(mut message: &[u8]) -> Option<&[u8]> {
    let mut text = None;
    while !message.is_empty() {
        let tag = take_varint(&mut message)?;
        match (tag >> 3, tag & 7) {
            (_, VARINT) => _ = take_varint(&mut message)?,
            (_, FIXED64) => message = message.get(8..)?,
            (_, FIXED32) => message = message.get(4..)?,
            (field, LENGTH_DELIMITED) => {
                let length = usize::try_from(take_varint(&mut message)?).ok()?;
                let (value, rest) = message.split_at_checked(length)?;
                text = if field == STDOUT_RAW { Some(value) } else { text };
                message = rest;
            }
            _ => return None,
        }
    }
    text
}

fn bytes(field: u64, value: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(value.len() + 12);
    varint(field << 3 | LENGTH_DELIMITED, &mut out);
    varint(value.len() as u64, &mut out);
    out.extend_from_slice(value);
    out
}

fn varint(mut value: u64, out: &mut Vec<u8>) {
    while value >= 0x80 {
        out.push(value as u8 | 0x80);
        value >>= 7;
    }
    out.push(value as u8);
}

fn take_varint(message: &mut &[u8]) -> Option<u64> {
    let mut value = 0;
    for shift in (0..64).step_by(7) {
        let (byte, rest) = message.split_first()?;
        *message = rest;
        value |= u64::from(byte & 0x7f) << shift;
        if *byte < 0x80 {
            return Some(value);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_are_those_of_the_protocol() {
        let text = "x".repeat(200);
        let message = encode(&ActionResult { text: text.as_bytes(), digest: "ab", size: 300 });
        // As `protoc --encode` writes it.
        let expected =
            [b"\x12\x15\x0a\x0amodule.spv\x12\x07\x0a\x02ab\x10\xac\x02\x2a\xc8\x01", text.as_bytes()].concat();
        assert_eq!(message, expected);
        assert_eq!(decode(&message), Some(text.as_bytes()));
    }

    #[test]
    fn damaged_messages_have_no_record() {
        let message = encode(&ActionResult { text: b"record", digest: "ab", size: 1 });
        for length in 0..message.len() {
            assert_eq!(decode(&message[..length]), None, "{length}");
        }
        for wrong in [[0x2a, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1], [0x2b; 11], [0xff; 11]] {
            assert_eq!(decode(&wrong), None);
        }
        // Fields that this does not know, and a later one that counts.
        let other = [b"\x20\x01\x31........\x3d....\x2a\x01a", message.as_slice()].concat();
        assert_eq!(decode(&other), Some(b"record".as_slice()));
    }
}
