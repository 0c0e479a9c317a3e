//! The formats in which a module and its dependencies are written: bytes, C header, make rule.

use crate::options::settings::Options;
use frontend::preprocess::Dependencies;
use std::fmt::Write;

/// The module's bytes, little-endian.
pub fn bytes(words: &[u32]) -> Vec<u8> {
    let words: Vec<[u8; 4]> = words.iter().map(|word| word.to_le_bytes()).collect();
    words.into_flattened()
}

/// A C header: the listing in a disabled block, then the bytes as an array.
pub fn header(words: &[u32], listing: &str, variable: &str) -> String {
    let bytes = bytes(words);
    let mut out = format!("#if 0\n{listing}\n#endif\n\nconst unsigned char {variable}[] = {{");
    for (index, byte) in bytes.iter().enumerate() {
        let separator = if index == 0 { "" } else { "," };
        let gap = if index % 12 == 0 { "\n  " } else { " " };
        let _ = write!(out, "{separator}{gap}0x{byte:02x}");
    }
    out.push_str("\n};\n");
    out
}

/// The file for the rule for make, if there is one.
pub fn rule_file(options: &Options, input: &str) -> Option<String> {
    let output = &options.output;
    let derived = || with_suffix(output.object.as_deref().unwrap_or(input), "d");
    output.dependencies.clone().or_else(|| output.write_dependencies.then(derived))
}

/// The file for the text after preprocessing.
pub fn preprocessed_file(options: &Options, input: &str) -> String {
    options.output.preprocessed.clone().unwrap_or_else(|| with_suffix(input, "i"))
}

/// All files that a compilation with these settings writes, but for the one that messages are appended to.
pub fn files(options: &Options) -> Vec<String> {
    let (output, input) = (&options.output, options.input.as_deref().unwrap_or_default());
    if output.dependencies_only {
        return Vec::new();
    }
    if output.preprocess_only {
        return vec![preprocessed_file(options, input)];
    }
    let of_module = [&output.object, &output.listing, &output.header, &output.reflection];
    of_module.into_iter().flatten().cloned().chain(rule_file(options, input)).collect()
}

/// The rule for make that the settings ask for, of this input.
pub fn make_rule_of(options: &Options, input: &str, dependencies: &Dependencies) -> String {
    let output = &options.output;
    let of_output = || for_make(&output.object.clone().unwrap_or_else(|| with_suffix(input, "spv")));
    let targets = match output.dependency_targets.as_slice() {
        [] => of_output(),
        named => named.join(" "),
    };
    make_rule(&targets, dependencies.visited.iter(), output.phony_dependencies)
}

/// The path with another extension.
pub(crate) fn with_suffix(path: &str, suffix: &str) -> String {
    std::path::Path::new(path).with_extension(suffix).to_string_lossy().into_owned()
}

/// A rule for make (and Ninja): the targets, as make reads them, and what they depend on. With `phony`, all
/// dependencies but the first, which is the main file, get a rule of their own that says nothing.
pub fn make_rule<'d>(targets: &str, dependencies: impl Iterator<Item = &'d String> + Clone, phony: bool) -> String {
    let mut out = format!("{targets}:");
    for dependency in dependencies.clone() {
        let _ = write!(out, " \\\n {}", for_make(dependency));
    }
    out.push('\n');
    for dependency in dependencies.skip(1).filter(|_| phony) {
        let _ = write!(out, "\n{}:\n", for_make(dependency));
    }
    out
}

/// A path as make reads it.
pub fn for_make(path: &str) -> String {
    let mut out = String::with_capacity(path.len());
    for character in path.chars() {
        match character {
            ' ' | '#' | '\\' => out.extend(['\\', character]),
            '$' => out.push_str("$$"),
            other => out.push(other),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers_hold_twelve_bytes_a_line() {
        let text = header(&[0x0723_0203, 1, 2, 3], "; SPIR-V", "g_main");
        let expected = "#if 0\n; SPIR-V\n#endif\n\nconst unsigned char g_main[] = {\n  0x03, 0x02, 0x23, 0x07, 0x01, \
                        0x00, 0x00, 0x00, 0x02, 0x00, 0x00, 0x00,\n  0x03, 0x00, 0x00, 0x00\n};\n";
        assert_eq!(text, expected);
    }

    #[test]
    fn rules_escape_what_make_would_read_otherwise() {
        let dependencies = ["x.hlsl", "c$#.h"].map(str::to_owned);
        let rule = "a\\ b.spv: \\\n x.hlsl \\\n c$$\\#.h\n";
        assert_eq!(make_rule(&for_make("a b.spv"), dependencies.iter(), false), rule);
        assert_eq!(make_rule("a\\ b.spv", dependencies.iter(), true), format!("{rule}\nc$$\\#.h:\n"));
    }
}
