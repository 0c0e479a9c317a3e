//! The command `fmt`: files, folders, settings and what it says.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// A folder of a test, which is removed at the end.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Self {
        let folder = std::env::temp_dir().join(format!("hlsl2spirv-fmt-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder can be made");
        Scratch(folder)
    }

    fn write(&self, name: &str, text: impl AsRef<[u8]>) -> PathBuf {
        let path = self.0.join(name);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder can be made");
        std::fs::write(&path, text).expect("it can be written");
        path
    }

    fn read(&self, name: &str) -> Vec<u8> {
        std::fs::read(self.0.join(name)).expect("it can be read")
    }

    fn fmt(&self, arguments: &[&str]) -> Output {
        fmt(&self.0, arguments, b"")
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn fmt(folder: &Path, arguments: &[&str], input: &[u8]) -> Output {
    let mut process = Command::new(env!("CARGO_BIN_EXE_hlsl2spirv"))
        .arg("fmt")
        .args(arguments)
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command runs");
    process.stdin.take().expect("a pipe").write_all(input).expect("it reads");
    process.wait_with_output().expect("it ends")
}

fn messages(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

const WILD: &str = "float  a;\nvoid f() {\n  return;}\n";
const TAME: &str = "float a;\nvoid f() {\n    return;\n}\n";

#[test]
fn folders_are_formatted_in_place_but_for_what_is_left_out() {
    let scratch = Scratch::new("folders");
    for name in ["a.hlsl", "sub/b.HLSLI", "sub/notes.txt", ".hidden/c.hlsl", "third/d.hlsl"] {
        scratch.write(name, WILD);
    }
    scratch.write("hlsl2spirv.toml", "[format]\nindent = 4\nexclude = [\"third\"]\n[other]\nkey = 1\n");
    let checked = scratch.fmt(&["--check", "."]);
    assert_eq!(checked.status.code(), Some(1));
    assert!(messages(&checked).contains("a.hlsl: not formatted"), "{}", messages(&checked));
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
    let scratch = Scratch::new("input");
    scratch.write("sub/hlsl2spirv.toml", "format.braces = \"next-line\"\nformat.indent = \"tab\"\n");
    let plain = fmt(&scratch.0, &["-"], WILD.as_bytes());
    assert_eq!(plain.stdout, TAME.as_bytes());
    let named = fmt(&scratch.0, &["--stdin-name", "sub/x.hlsl", "-"], WILD.as_bytes());
    assert_eq!(String::from_utf8_lossy(&named.stdout), "float a;\nvoid f()\n{\n\treturn;\n}\n");
    let lines = fmt(&scratch.0, &["--lines", "1:1", "-"], WILD.as_bytes());
    assert_eq!(lines.stdout, WILD.replace("float  a", "float a").as_bytes());
}

#[test]
fn differences_are_printed_as_patches() {
    let scratch = Scratch::new("patches");
    scratch.write("a.hlsl", "int x0;\nint x1;\nint x2;\nint x3;\nint  x4;\nint x5;\nint x6;");
    let printed = scratch.fmt(&["--diff", "a.hlsl"]);
    let expected = "--- a.hlsl\n+++ a.hlsl\n@@ -2,6 +2,6 @@\n int x1;\n int x2;\n int x3;\n-int  x4;\n+int x4;\n int x5;\n\
                    -int x6;\n\\ No newline at end of file\n+int x6;\n";
    assert_eq!(String::from_utf8_lossy(&printed.stdout), expected);
}

#[test]
fn what_cannot_be_formatted_is_said_and_left_alone() {
    let scratch = Scratch::new("refused");
    scratch.write("binary.hlsl", b"int\0a;");
    scratch.write("latin.hlsl", b"// \xe9t\xe9\nint  a; // \xe0\n");
    scratch.write("bad/hlsl2spirv.toml", "[format]\nindents = 4\n");
    scratch.write("bad/a.hlsl", WILD);
    scratch.write("worse/hlsl2spirv.toml", "[format]\nbraces = \"nextline\"\n");
    scratch.write("worse/a.hlsl", WILD);
    let all = scratch.fmt(&["."]);
    assert_eq!(all.status.code(), Some(1));
    let said = messages(&all);
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
    assert!(messages(&scratch.fmt(&["absent.hlsl"])).contains("cannot read the file"));
}
