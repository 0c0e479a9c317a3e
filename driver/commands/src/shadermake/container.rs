//! Forms of outputs: C headers, and blobs with all permutations of a shader.

use std::fmt::Write;

/// The first bytes of a blob.
const MAGIC: &[u8; 4] = b"NVSP";

/// A blob: for each permutation the lengths of its key and of its module, then both.
///
/// # Errors
/// When a length has no 32 bits.
pub(super) fn blob<'a>(entries: impl Iterator<Item = (&'a str, &'a [u8])>) -> Result<Vec<u8>, String> {
    let mut out = MAGIC.to_vec();
    for (key, module) in entries {
        for part in [key.as_bytes(), module] {
            let length = u32::try_from(part.len()).map_err(|_| "permutation exceeds 4 GiB")?;
            out.extend(length.to_le_bytes());
        }
        out.extend(key.as_bytes());
        out.extend(module);
    }
    Ok(out)
}

/// The longest line of a header, to which one number is added.
const LINE: usize = 128;

/// A C header with an array of bytes.
pub(super) fn header(variable: &str, key: &str, bytes: &[u8]) -> String {
    let mut out = format!("// {{{key}}}\nconst uint8_t {variable}[] = {{");
    let mut length = LINE + 1;
    for byte in bytes {
        if length > LINE {
            out.push_str("\n    ");
            length = 0;
        }
        let before = out.len();
        let _ = write!(out, "{byte},");
        length += out.len() - before;
    }
    out.push_str("\n};\n");
    out
}

/// The variable for an output, by its path without the extension.
pub(super) fn variable(path: &str) -> String {
    let name = path.rsplit('/').next().unwrap_or(path);
    format!("g_{}_spirv", name.replace('.', "_"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blobs_have_lengths_keys_and_modules() {
        let entries = [("A=1", b"xy".as_slice()), ("", b"")];
        let expected = b"NVSP\x03\0\0\0\x02\0\0\0A=1xy\0\0\0\0\0\0\0\0";
        assert_eq!(blob(entries.into_iter()).as_deref(), Ok(expected.as_slice()));
    }

    #[test]
    fn headers_break_lines_behind_128_characters() {
        let text = header(&variable("out/a.cs_1"), "A=1", &[200; 34]);
        let line = "200,".repeat(33);
        assert_eq!(text, format!("// {{A=1}}\nconst uint8_t g_a_cs_1_spirv[] = {{\n    {line}\n    200,\n}};\n"));
    }
}
