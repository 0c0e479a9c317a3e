//! The command `fmt`: files, folders, settings and what it says.

mod support;

use std::path::Path;
use std::process::{Command, Output};
use support::{COMMAND, Folder, fed, printed, said};

impl Folder {
    fn fmt(&self, arguments: &[&str]) -> Output {
        fmt(&self.0, arguments, b"")
    }
}

fn fmt(folder: &Path, arguments: &[&str], input: &[u8]) -> Output {
    fed(Command::new(COMMAND).arg("fmt").args(arguments).current_dir(folder), input)
}

const WILD: &str = "float  a;\nvoid f() {\n  return;}\n";
const TAME: &str = "float a;\nvoid f() {\n    return;\n}\n";

#[test]
fn folders_are_formatted_in_place_but_for_what_is_left_out() {
    let scratch = Folder::empty("folders");
    for name in ["a.hlsl", "sub/b.HLSLI", "sub/notes.txt", ".hidden/c.hlsl", "third/d.hlsl"] {
        scratch.write(name, WILD);
    }
    scratch.write("hlsl2spirv.toml", "[format]\nindent = 4\nexclude = [\"third\"]\n[other]\nkey = 1\n");
    let checked = scratch.fmt(&["--check", "."]);
    assert_eq!(checked.status.code(), Some(1));
    assert!(said(&checked).contains("a.hlsl: not formatted"), "{}", said(&checked));
    assert_eq!(scratch.read("a.hlsl"), WILD.as_bytes());
    assert_eq!(scratch.fmt(&["."]).status.code(), Some(0));
    for (name, text) in [
        ("a.hlsl", TAME),
        ("sub/b.HLSLI", TAME),
        ("sub/notes.txt", WILD),
        (".hidden/c.hlsl", WILD),
        ("third/d.hlsl", WILD),
    ] {
        assert_eq!(scratch.read(name), text.as_bytes(), "{name}");
    }
    assert_eq!(scratch.fmt(&["--check", "."]).status.code(), Some(0));
    assert_eq!(scratch.fmt(&["third/d.hlsl"]).status.code(), Some(0));
    assert_eq!(scratch.read("third/d.hlsl"), TAME.as_bytes(), "a file that is named is not left out");
}

#[test]
fn the_standard_input_has_the_settings_of_its_name() {
    let scratch = Folder::empty("input");
    scratch.write("sub/hlsl2spirv.toml", "format.braces = \"next-line\"\nformat.indent = \"tab\"\n");
    let plain = fmt(&scratch.0, &["-"], WILD.as_bytes());
    assert_eq!(plain.stdout, TAME.as_bytes());
    let named = fmt(&scratch.0, &["--stdin-name", "sub/x.hlsl", "-"], WILD.as_bytes());
    assert_eq!(printed(&named), "float a;\nvoid f()\n{\n\treturn;\n}\n");
    let lines = fmt(&scratch.0, &["--lines", "1:1", "-"], WILD.as_bytes());
    assert_eq!(lines.stdout, WILD.replace("float  a", "float a").as_bytes());
}

#[test]
fn differences_are_printed_as_patches() {
    let scratch = Folder::empty("patches");
    scratch.write("a.hlsl", "int x0;\nint x1;\nint x2;\nint x3;\nint  x4;\nint x5;\nint x6;");
    let printed = scratch.fmt(&["--diff", "a.hlsl"]);
    let expected = "--- a.hlsl\n+++ a.hlsl\n@@ -2,6 +2,6 @@\n int x1;\n int x2;\n int x3;\n-int  x4;\n+int x4;\n int x5;\n\
                    -int x6;\n\\ No newline at end of file\n+int x6;\n";
    assert_eq!(support::printed(&printed), expected);
}

#[test]
fn what_cannot_be_formatted_is_said_and_left_alone() {
    let scratch = Folder::empty("refused");
    scratch.write("binary.hlsl", b"int\0a;");
    scratch.write("latin.hlsl", b"// \xe9t\xe9\nint  a; // \xe0\n");
    scratch.write("bad/hlsl2spirv.toml", "[format]\nindents = 4\n");
    scratch.write("bad/a.hlsl", WILD);
    scratch.write("worse/hlsl2spirv.toml", "[format]\nbraces = \"nextline\"\n");
    scratch.write("worse/a.hlsl", WILD);
    let all = scratch.fmt(&["."]);
    assert_eq!(all.status.code(), Some(1));
    let said = said(&all);
    for part in [
        "binary.hlsl': not a text file",
        "unknown field `indents`",
        "unknown value 'nextline' for braces; did you mean",
    ] {
        assert!(said.contains(part), "{part}: {said}");
    }
    assert_eq!(scratch.read("latin.hlsl"), b"// \xe9t\xe9\nint a; // \xe0\n");
    assert_eq!(scratch.read("bad/a.hlsl"), WILD.as_bytes());
    for arguments in [["--width", "5000", "a"], ["--indent", "wide", "a"], ["--lines", "5:1", "a"]] {
        assert_eq!(scratch.fmt(&arguments).status.code().filter(|code| *code != 0), Some(1), "{arguments:?}");
    }
    assert!(support::said(&scratch.fmt(&["absent.hlsl"])).contains("cannot read the file"));
}
