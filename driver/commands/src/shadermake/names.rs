//! The names of outputs.

use super::config::Row;

/// The macros of a line in the order of their bytes: the key of a permutation.
pub(super) fn key(defines: &[String]) -> String {
    let mut sorted: Vec<&str> = defines.iter().map(String::as_str).collect();
    sorted.sort_unstable();
    sorted.join(" ")
}

/// The name of a shader, without the extension: its path below the folder for outputs, the entry point if it is not
/// `main`, and the suffix of the line.
pub(super) fn shader(row: &Row, flatten: bool) -> String {
    let parts = row.source.split('/').filter(|part| !part.is_empty()).skip_while(|part| *part == "..");
    let mut parts: Vec<&str> = parts.collect();
    let file = parts.pop().unwrap_or_default();
    // A name that begins with its only dot has no extension.
    let stem = file.rfind('.').filter(|at| *at > 0).map_or(file, |at| &file[..at]);
    if flatten || row.folder.is_some() {
        parts.clear();
    }
    parts.push(stem);
    let entry = if row.entry == "main" { String::new() } else { format!("_{}", row.entry) };
    format!("{}{entry}{}", parts.join("/"), row.suffix)
}

/// The suffix of a permutation's name, behind the name of its shader.
pub(super) fn tail(key: &str) -> String {
    if key.is_empty() {
        return String::new();
    }
    let hash = hash(key.as_bytes());
    format!("_{:08X}", (hash as u32) ^ ((hash >> 32) as u32))
}

/// The hash of a text in libstdc++ for processors of 64 bits, with which ShaderMake names permutations: MurmurHash64A with
/// the seed and the final mixing of that library.
fn hash(bytes: &[u8]) -> u64 {
    const SEED: u64 = 0xc70f_6907;
    const FACTOR: u64 = 0xc6a4_a793_5bd1_e995;
    let mix = |value: u64| value ^ (value >> 47);
    let (words, tail) = bytes.as_chunks();
    let mut hash = SEED ^ (bytes.len() as u64).wrapping_mul(FACTOR);
    for word in words {
        let word = mix(u64::from_le_bytes(*word).wrapping_mul(FACTOR)).wrapping_mul(FACTOR);
        hash = (hash ^ word).wrapping_mul(FACTOR);
    }
    if !tail.is_empty() {
        let number = tail.iter().rev().fold(0, |number, byte| (number << 8) | u64::from(*byte));
        hash = (hash ^ number).wrapping_mul(FACTOR);
    }
    mix(mix(hash).wrapping_mul(FACTOR))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The values are those that programs compiled with GCC 12 give.
    #[test]
    fn hashes_are_those_of_libstdcxx() {
        for (text, expected) in [
            ("QUAD_Z=0", 0x481c_08b0_181d_5599),
            ("TEXTURE_ARRAY=1", 0xcca6_2b29_9eef_f474),
            ("A=1 B=0 C", 0xc908_b2a4_3089_99f7),
            ("NIS_FP16=0 NIS_HDR_MODE=1 NIS_THREAD_GROUP_SIZE=128", 0x18dc_82bc_4762_31ad),
        ] {
            assert_eq!(hash(text.as_bytes()), expected, "{text}");
        }
        assert_eq!(tail("A=1"), "_277D96FC");
        assert_eq!(tail(""), "");
    }

    #[test]
    fn names_have_folder_entry_and_suffix() {
        let name = |source: &str, entry: &str, folder: Option<&str>, flatten| {
            let (source, entry, folder) = (source.to_owned(), entry.to_owned(), folder.map(str::to_owned));
            shader(&Row { source, entry, folder, suffix: "_s".to_owned(), ..Row::default() }, flatten)
        };
        assert_eq!(name("../../a/b.cs.hlsl", "main", None, false), "a/b.cs_s");
        assert_eq!(name("a/b.hlsl", "go", None, true), "b_go_s");
        assert_eq!(name("a/.b", "main", Some("o"), false), ".b_s");
    }
}
