//! Text to words, for tests: one instruction per line, in the spelling of `spirv-as` without `Op`.

use text::assembly::{Options, assemble as assembled};

/// The words of a module of this minor version.
pub(crate) fn assemble(minor: u8, text: &str) -> Vec<u32> {
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let text: String = lines
        .map(|line| match line.split_once(" = ") {
            Some((result, rest)) => format!("{result} = Op{rest}\n"),
            None => format!("Op{line}\n"),
        })
        .collect();
    let options = Options { version: (1, minor), preserve_numeric_ids: false };
    assembled(&text, &options).unwrap_or_else(|error| panic!("{error}: {text}"))
}
