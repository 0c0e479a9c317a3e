//! The commands `asm` and `dis`: each text in `tests/suite/cli/` says what becomes of it.
//!
//! `; //@ asm: options` begins a text; then it either has `; //~ error[E…]: message` under the line that is refused, or
//! `; //@ dis: options` after it, with the listing that follows as comments.

mod support;

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use support::{COMMAND, Folder, said};

fn texts() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/suite/cli");
    let entries = std::fs::read_dir(folder).expect("the folder can be read");
    let mut files: Vec<_> = entries.map(|entry| entry.expect("the folder can be read").path()).collect();
    files.retain(|file| file.extension().is_some_and(|extension| extension == "spvasm"));
    files.sort();
    files
}

fn hlsl2spirv(command: &str, options: &str, files: &[&Path]) -> Output {
    let mut process = Command::new(COMMAND);
    process.arg(command).args(options.split_whitespace()).args(files).output().expect("the command runs")
}

/// The words after a directive, and the number of its line.
fn directive<'t>(text: &'t str, name: &str) -> Option<(usize, &'t str)> {
    let options = |line: &'t str| line.strip_prefix("; //@ ")?.strip_prefix(name)?.strip_prefix(':');
    text.lines().enumerate().find_map(|(at, line)| Some((at, options(line)?)))
}

/// The beginning of the message that a text expects: line, severity and text, whatever the column.
fn expected_error(text: &str) -> Option<(String, &str)> {
    let mut lines = text.lines().enumerate();
    lines.find_map(|(at, line)| Some((format!(":{at}:"), line.strip_prefix("; //~ ")?)))
}

fn check(file: &Path, scratch: &Path) {
    let text = std::fs::read_to_string(file).expect("the text can be read");
    let (_, options) = directive(&text, "asm").expect("the text says how it is assembled");
    let module = scratch.join("module.spv");
    let made = hlsl2spirv("asm", options, &[Path::new("-o"), &module, file]);
    let messages = said(&made);
    if let Some((place, message)) = expected_error(&text) {
        assert_eq!(made.status.code(), Some(1), "{}: {messages}", file.display());
        assert!(messages.contains(&place) && messages.contains(message), "{}: {messages}", file.display());
        return;
    }
    assert!(made.status.success(), "{}: {messages}", file.display());
    let (at, options) = directive(&text, "dis").expect("the text says how it is printed");
    let printed = hlsl2spirv("dis", options, &[&module]);
    let printed = String::from_utf8(printed.stdout).expect("listings are text");
    let expected: Vec<&str> = text.lines().skip(at + 1).map(|line| line.trim_start_matches("; ")).collect();
    let printed: Vec<&str> = printed.lines().map(|line| line.trim_start_matches("; ")).collect();
    assert_eq!(printed, expected, "{}", file.display());
}

#[test]
fn texts_become_modules_and_modules_text() {
    let scratch = Folder::empty("assembly");
    let files = texts();
    assert!(files.len() > 3, "there are texts");
    files.iter().for_each(|file| check(file, &scratch));
}
