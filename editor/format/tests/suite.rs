//! Texts and what becomes of them: each file of `suite/` begins with its options, and the one beside it that ends with
//! `.formatted.hlsl` has the result. `UPDATE=1` writes these.

use hlsl2spirv_format::{Braces, Directives, Indent, Options, apply, format};
use std::path::{Path, PathBuf};

fn files_below(folder: &Path, files: &mut Vec<PathBuf>) {
    let mut paths: Vec<_> =
        std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path()).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            files_below(&path, files);
        } else if path.extension().is_some_and(|ending| ending == "hlsl" || ending == "hlsli") {
            files.push(path);
        }
    }
}

fn files(folder: &str) -> Vec<PathBuf> {
    let mut files = Vec::new();
    files_below(&Path::new(env!("CARGO_MANIFEST_DIR")).join(folder), &mut files);
    files
}

fn options(text: &str) -> Options {
    let words = text.lines().next().and_then(|line| line.strip_prefix("//@ fmt:")).expect("the first line has options");
    let mut options = Options::default();
    for (name, value) in words.split_whitespace().map(|word| word.split_once('=').expect("name=value")) {
        let flag = || Some(value == "true");
        match name {
            "width" => options.width = Some(value.parse().expect("a number")),
            "indent" if value == "tab" => options.indent = Some(Indent::Tab),
            "indent" => options.indent = Some(Indent::Spaces(value.parse().expect("a number"))),
            "braces" => options.braces = Braces::NAMES.iter().find(|(name, _)| *name == value).map(|(_, one)| *one),
            "namespaces" => options.namespaces = flag(),
            "cases" => options.cases = flag(),
            "statement_space" => options.statement_space = flag(),
            "paren_spaces" => options.paren_spaces = flag(),
            "directives" => {
                options.directives =
                    Directives::NAMES.iter().find(|(name, _)| *name == value).expect("a known value").1;
            }
            _ => panic!("no option is called {name}"),
        }
    }
    options
}

fn formatted(text: &str, options: &Options) -> String {
    let edits = format(text, options, None).unwrap_or_else(|error| panic!("{error}:\n{text}"));
    String::from_utf8(apply(text.as_bytes(), &edits)).expect("it stays text")
}

/// The text, which formatting again does not change.
fn settled(text: &str, options: &Options, name: &str) -> String {
    let once = formatted(text, options);
    let again = formatted(&once, options);
    assert!(again == once, "{name} changes when it is formatted again:\n{once}\n---\n{again}");
    once
}

#[test]
fn texts_become_what_is_beside_them() {
    let update = std::env::var_os("UPDATE").is_some();
    let is_result = |path: &PathBuf| path.to_string_lossy().ends_with(".formatted.hlsl");
    for path in files("tests/suite").into_iter().filter(|path| !is_result(path)) {
        let text = std::fs::read_to_string(&path).expect("a text");
        let result = settled(&text, &options(&text), &path.display().to_string());
        let beside = path.with_extension("formatted.hlsl");
        if update {
            std::fs::write(&beside, &result).expect("it can be written");
        }
        let expected = std::fs::read_to_string(&beside).unwrap_or_default();
        assert_eq!(result, expected, "{}", path.display());
    }
}

#[test]
fn all_texts_of_the_project_settle_in_every_style() {
    let styles = [
        Options::default(),
        Options {
            width: Some(60),
            indent: Some(Indent::Spaces(2)),
            braces: Some(Braces::NextLine),
            ..Options::default()
        },
        Options { width: Some(0), indent: Some(Indent::Tab), braces: Some(Braces::SameLine), ..Options::default() },
    ];
    for path in files("../../tests/suite").into_iter().chain(files("../../shaders")) {
        let Ok(text) = std::fs::read_to_string(&path) else { continue };
        for style in &styles {
            settled(&text, style, &path.display().to_string());
        }
    }
}

#[test]
fn brackets_that_an_open_group_closes_settle() {
    let text = "void f() {\n        #if B\n            int x;\n    }\n";
    settled(text, &Options::default(), "the text");
}

#[test]
fn lines_are_formatted_alone() {
    let text = "int  a;\nint  b;\nint  c;\n";
    let edits = format(text, &Options::default(), Some(&(2..=2))).expect("only white space changes");
    assert_eq!(apply(text.as_bytes(), &edits), b"int  a;\nint b;\nint  c;\n");
}

#[test]
fn deep_and_long_texts_are_formatted() {
    const COUNT: usize = 8_000;
    let deep =
        ["(", "[", "{", "{1,", "a<b<", "if (x) ", "else ", "#if A\n{\n", "#if A\n}\n#else\n", "switch (x) { case 1: "];
    for piece in deep {
        settled(&piece.repeat(COUNT), &Options { width: Some(80), ..Options::default() }, piece);
    }
    for piece in
        ["f(a, ", "a + ", "x.y::z ", "} ", ") ", "{} ", "a; ", "\"", "'", "/*", "\\\n", "# ", "#else\n", "> > >> "]
    {
        settled(&piece.repeat(COUNT), &Options::default(), piece);
    }
}

/// Lines of all texts in any order and cut anywhere, by a generator that is the same on every machine. Their style is given:
/// what most of such a text has depends on how its brackets are read.
#[test]
fn shuffled_texts_settle() {
    let mut lines: Vec<String> = Vec::new();
    for path in files("tests/suite").into_iter().chain(files("../../shaders")) {
        lines.extend(std::fs::read_to_string(&path).expect("a text").lines().map(str::to_owned));
    }
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let mut random = move |below: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state % below as u64) as usize
    };
    let given = Options {
        width: Some(60),
        indent: Some(Indent::Spaces(4)),
        braces: Some(Braces::FunctionsNextLine),
        namespaces: Some(true),
        cases: Some(true),
        statement_space: Some(true),
        paren_spaces: Some(false),
        directives: Directives::Keep,
    };
    let count = std::env::var("SHUFFLED_COUNT").ok().and_then(|count| count.parse().ok()).unwrap_or(1000);
    for number in 0..count {
        let mut text = String::new();
        for _ in 0..=random(12) {
            let line = &lines[random(lines.len())];
            let cut: String = line.chars().take(random(line.chars().count() + 1)).collect();
            text += if random(3) == 0 { &cut } else { line };
            text.push_str(["\n", "\n", " ", "\n\n"][random(4)]);
        }
        formatted(&text, &Options::default());
        settled(&text, &given, &format!("text {number}:\n{text}\n"));
    }
}
