//! Files of the command: nothing is lost, no output is partial, and no input goes on for ever.
#![cfg(unix)]

mod support;

use std::fs::{self, File};
use std::os::unix::fs::{PermissionsExt, symlink};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use support::{COMMAND, Folder, said};

const SHADER: &str = "#include \"a.hlsli\"\nfloat4 main() : SV_Target { return VALUE; }\n";

impl Folder {
    fn new(name: &str) -> Self {
        Self::with(name, &[("a.hlsl", SHADER), ("a.hlsli", "#define VALUE 1\n")])
    }

    fn line(&self, line: &str) -> Command {
        self.command(line.split_whitespace())
    }

    /// The call fails with status 1 and says so.
    fn refused(&self, line: &str, message: &str) {
        let output = self.run(line);
        let errors = said(&output);
        assert!(output.status.code() == Some(1) && errors.contains(message), "{line}: {}\n{errors}", output.status);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_output_is_an_error() {
    let folder = Folder::new("full");
    let lines = [
        "a.hlsl -T ps_6_0 -fcgl",
        "a.hlsl -T ps_6_0 --emit=ast",
        "a.hlsl -T ps_6_0 -M",
        "--help",
        "--version",
        "explain E5001",
        "explain --help",
    ];
    for line in lines {
        let full = File::options().write(true).open("/dev/full").expect("the device is there");
        let output = folder.line(line).stdout(full).output().expect("the command runs");
        assert_eq!(output.status.code(), Some(1), "{line}");
    }
    folder.refused("a.hlsl -T ps_6_0 -Fo /dev/full", "cannot write '/dev/full'");
    // None of the other outputs appears either.
    folder.write("old.spv", "old");
    folder.refused("a.hlsl -T ps_6_0 -fcgl -Fo old.spv -Fh new.h -Fc /dev/full", "cannot write '/dev/full'");
    let full = File::options().write(true).open("/dev/full").expect("the device is there");
    let mut command = folder.line("a.hlsl -T ps_6_0 -fcgl -Fo old.spv --emit=ast");
    assert_eq!(command.stdout(full).status().expect("the command runs").code(), Some(1));
    assert_eq!((folder.text("old.spv").as_str(), folder.names("").len()), ("old", 3), "{:?}", folder.names(""));
}

/// A closed standard error output: the status reports errors, and correct files are compiled all the same.
#[cfg(target_os = "linux")]
#[test]
fn closed_message_streams_change_nothing() {
    let folder = Folder::new("unheard");
    let lines = [
        ("a.hlsl -T ps_6_0 -fcgl -H -ftime-report -fspv-print-all -Fo a.spv", 0),
        ("a.hlsl -T ps_6_0 -fcgl -E missing", 5),
        ("explain E9999", 1),
        ("validate a.hlsl", 1),
        ("opt a.hlsl -o b.spv", 1),
        #[cfg(feature = "runner")]
        ("run missing.hlsl", 1),
        #[cfg(feature = "runner")]
        ("test missing.json", 1),
    ];
    for (line, status) in lines {
        let full = File::options().write(true).open("/dev/full").expect("the device is there");
        let output = folder.line(line).stderr(full).output().expect("the command runs");
        assert_eq!(output.status.code(), Some(status), "{line}");
    }
    assert_eq!(folder.names(""), ["a.hlsl", "a.hlsli", "a.spv"]);
}

#[test]
fn a_closed_output_is_an_error() {
    let folder = Folder::new("closed");
    for line in ["a.hlsl -T ps_6_0 -fcgl", "--help"] {
        let (reader, writer) = std::io::pipe().expect("a pipe can be made");
        drop(reader);
        let output = folder.line(line).stdout(writer).stderr(Stdio::piped()).output().expect("it runs");
        let errors = said(&output);
        assert!(output.status.code() == Some(1) && errors.contains("cannot write"), "{line}: {errors}");
    }
}

#[test]
fn inputs_are_not_overwritten() {
    let folder = Folder::new("inputs");
    symlink("a.hlsl", folder.join("soft")).expect("a link can be made");
    symlink("soft", folder.join("softer")).expect("a link can be made");
    fs::hard_link(folder.join("a.hlsl"), folder.join("hard")).expect("a link can be made");
    symlink(&folder.0, folder.join("folder")).expect("a link can be made");
    let before = folder.names("");
    for name in ["a.hlsl", "./a.hlsl", "soft", "softer", "hard", "folder/a.hlsl", "a.hlsli"] {
        for option in ["-Fo", "-Fc", "-Fh", "-MF"] {
            folder.refused(&format!("a.hlsl -T ps_6_0 -fcgl {option} {name}"), &format!("cannot write '{name}'"));
        }
        folder.refused(&format!("a.hlsl -T ps_6_0 -P -Fi {name}"), &format!("cannot write '{name}'"));
        let output = folder.run(&format!("a.hlsl -T ps_6_0 -E missing -Fe {name}"));
        assert!(!output.status.success());
    }
    // Response files are read too, and so is what the standard input comes from; an input that is not read stays as well.
    folder.write("words", "a.hlsl -T ps_6_0 -fcgl");
    for line in ["@words -Fo words", "@words -bad -Fe words", "a.hlsl -T ps_6_0 -bad -Fe a.hlsl"] {
        assert_eq!(folder.run(line).status.code(), Some(1), "{line}");
    }
    let input = File::open(folder.join("a.hlsl")).expect("it is there");
    let output = folder.line("- -T ps_6_0 -fcgl -Fo a.hlsl").stdin(input).output().expect("the command runs");
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(folder.text("words"), "a.hlsl -T ps_6_0 -fcgl");
    fs::remove_file(folder.join("words")).expect("it can be removed");
    assert_eq!(folder.text("a.hlsl"), SHADER);
    assert_eq!(folder.text("a.hlsli"), "#define VALUE 1\n");
    assert_eq!(folder.names(""), before);
}

#[test]
fn a_text_of_a_state_has_a_limit() {
    let folder = Folder::new("listing");
    folder.write("large.hlsl", ";".repeat(3_000_000));
    let output = folder.run("large.hlsl -T lib_6_3 --emit=tokens");
    let errors = said(&output);
    assert!(!output.status.success() && errors.contains("have more than 64 MiB of text"), "{errors}");
    assert!(output.stdout.is_empty(), "{} bytes", output.stdout.len());
}

#[test]
fn a_module_is_not_optimised_in_its_place() {
    let folder = Folder::new("opt");
    assert!(folder.run("a.hlsl -T ps_6_0 -fcgl -Fo a.spv").status.success());
    symlink("a.spv", folder.join("b.spv")).expect("a link can be made");
    for name in ["a.spv", "b.spv"] {
        folder.refused(&format!("opt a.spv -o {name}"), &format!("cannot write '{name}'"));
    }
    folder.refused("opt /dev/zero -o c.spv", "input exceeds 64 MiB");
    folder.refused("validate /dev/zero", "input exceeds 64 MiB");
}

#[test]
fn outputs_do_not_overwrite_each_other() {
    let folder = Folder::new("outputs");
    folder.write("old", "old");
    fs::hard_link(folder.join("old"), folder.join("same")).expect("a link can be made");
    symlink("not-there", folder.join("soft")).expect("a link can be made");
    for (one, other) in [("x", "x"), ("x", "./x"), ("old", "same"), ("soft", "not-there")] {
        folder.refused(&format!("a.hlsl -T ps_6_0 -fcgl -Fo {one} -Fc {other}"), "is the same file");
    }
    assert_eq!((folder.text("old").as_str(), folder.names("").len()), ("old", 5), "{:?}", folder.names(""));
    // Messages have a file of their own.
    assert_eq!(folder.run("a.hlsl -T ps_6_0 -fcgl -Fo messages -Fe messages").status.code(), Some(1));
    assert!(folder.text("messages").contains("cannot write 'messages'"), "{}", folder.text("messages"));
}

#[test]
fn outputs_appear_together_or_not_at_all() {
    let folder = Folder::new("together");
    folder.write("old", "old");
    folder.refused("a.hlsl -T ps_6_0 -fcgl -Fo old -Fh new -Fc no/such/folder/x", "cannot write 'no/such/folder/x'");
    assert_eq!((folder.text("old").as_str(), folder.names("").len()), ("old", 3));
    let output = folder.run("a.hlsl -T ps_6_0 -fcgl -Fo old -Fh new -Fc listing -MF rule");
    assert!(output.status.success(), "{}", said(&output));
    assert_eq!(folder.names(""), ["a.hlsl", "a.hlsli", "listing", "new", "old", "rule"]);
    assert_eq!(fs::read(folder.join("old")).expect("it is there")[..4], [3, 2, 0x23, 7]);
}

#[test]
fn links_and_permissions_stay() {
    let folder = Folder::new("links");
    folder.write("real", "old");
    fs::set_permissions(folder.join("real"), fs::Permissions::from_mode(0o640)).expect("it can be set");
    symlink("real", folder.join("link")).expect("a link can be made");
    assert!(folder.run("a.hlsl -T ps_6_0 -fcgl -Fo link").status.success());
    assert!(fs::symlink_metadata(folder.join("link")).expect("it is there").is_symlink());
    let data = fs::metadata(folder.join("real")).expect("it is there");
    assert_eq!((data.permissions().mode() & 0o777, data.len() > 100), (0o640, true));
    assert!(folder.run("a.hlsl -T ps_6_0 -fcgl -Fo /dev/null").status.success());
}

#[test]
fn standard_output_has_a_name_too() {
    let folder = Folder::new("named");
    let module = folder.run("a.hlsl -T ps_6_0 -fcgl -Fo /dev/stdout");
    assert!(module.status.success(), "{}", said(&module));
    assert_eq!(module.stdout[..4], [3, 2, 0x23, 7]);
    let listing = folder.run("a.hlsl -T ps_6_0 -fcgl -Fo a.spv -Fc /dev/stdout");
    assert!(listing.stdout.starts_with(b"; SPIR-V"), "{}", said(&listing));
}

/// The default number of kills; `KILLS` in the environment changes it.
const KILLS: u32 = 100;

/// Every moment is tested: the process is killed after delays that are close together.
#[test]
fn the_old_file_stays_when_the_command_is_killed() {
    let folder = Folder::new("killed");
    let line = "a.hlsl -T ps_6_0 -fcgl -Fo a.spv -Fc a.txt";
    let start = Instant::now();
    assert!(folder.run(line).status.success());
    let whole = start.elapsed();
    let (module, listing) = (fs::read(folder.join("a.spv")).expect("it is there"), folder.text("a.txt"));
    let turns = std::env::var("KILLS").ok().and_then(|text| text.parse().ok()).unwrap_or(KILLS);
    let mut killed = 0;
    for turn in 0..turns {
        folder.write("a.spv", "old");
        folder.write("a.txt", "old");
        let mut child = folder.line(line).stderr(Stdio::null()).spawn().expect("it runs");
        std::thread::sleep(whole * (turn % 100) / 90);
        child.kill().expect("it can be killed");
        killed += u32::from(!child.wait().expect("it ends").success());
        let spv = fs::read(folder.join("a.spv")).expect("it is there");
        let text = folder.text("a.txt");
        assert!(spv == b"old" || spv == module, "turn {turn}: {} bytes", spv.len());
        assert!(text == "old" || text == listing, "turn {turn}: {} bytes", text.len());
    }
    assert!(killed > turns / 10, "only {killed} of {turns} were killed");
}

/// Runs under a memory limit, which kills a process that exceeds it.
fn limited(folder: &Folder, input: &str) -> (Option<i32>, String, Duration) {
    let start = Instant::now();
    let limited = "ulimit -v 1048576; exec \"$0\" \"$@\"";
    let mut command = Command::new("sh");
    command.args(["-c", limited, COMMAND]).args(["-T", "ps_6_0", "-fcgl", input]);
    let output = command.current_dir(&folder.0).stdin(Stdio::null()).output().expect("the shell runs");
    (output.status.code(), said(&output), start.elapsed())
}

#[cfg(target_os = "linux")]
#[test]
fn inputs_without_an_end_are_refused() {
    let folder = Folder::new("endless");
    let sparse = File::create(folder.join("sparse")).expect("a file can be made");
    sparse.set_len(3 << 30).expect("it takes no room");
    let made = Command::new("mkfifo").arg(folder.join("pipe")).status().expect("mkfifo runs");
    assert!(made.success());
    let cases = [
        ("sparse", "file exceeds 64 MiB"),
        ("/dev/zero", "input exceeds 64 MiB"),
        ("/dev/random", "input exceeds 64 MiB"),
        ("pipe", "no data received for 10 seconds"),
        (".", "is a folder"),
    ];
    for (input, message) in cases {
        let (status, errors, _) = limited(&folder, input);
        assert!(status == Some(1) && errors.contains(message), "{input}: {status:?} {errors}");
    }
    // Included, they are not headers.
    for input in ["sparse", "/dev/zero", "pipe", "."] {
        folder.write("b.hlsl", format!("#include \"{input}\"\n"));
        let (status, errors, took) = limited(&folder, "b.hlsl");
        assert!(status == Some(5) && errors.contains("[E1"), "{input}: {status:?} {errors}");
        assert!(took < Duration::from_secs(10), "{input}: {took:?}");
    }
}

#[test]
fn a_pipe_that_gives_a_shader_is_read() {
    let folder = Folder::new("pipe");
    let made = Command::new("mkfifo").arg(folder.join("pipe")).status().expect("mkfifo runs");
    assert!(made.success());
    let path = folder.join("pipe");
    let writer = std::thread::spawn(move || fs::write(path, SHADER));
    let output = folder.run("pipe -T ps_6_0 -fcgl -Fo pipe.spv");
    writer.join().expect("the writer ends").expect("the shader is written");
    assert!(output.status.success(), "{}", said(&output));
}

#[test]
fn modules_that_are_not_whole_are_not_read_as_text() {
    let folder = Folder::new("damaged");
    assert!(folder.run("a.hlsl -T ps_6_0 -Fo a.spv").status.success());
    let module = fs::read(folder.join("a.spv")).expect("it is there");
    fs::write(folder.join("cut.bin"), &module[..module.len() - 3]).expect("a file can be written");
    fs::write(folder.join("zero.spv"), [&[0; 4], &module[4..]].concat()).expect("a file can be written");
    fs::write(folder.join("short.spv"), &module[..module.len() - 8]).expect("a file can be written");
    for (input, said) in [("cut.bin", "truncated SPIR-V module"), ("zero.spv", "wrong magic number")] {
        for command in ["", "opt", "validate", "run"] {
            if command == "run" && cfg!(not(feature = "runner")) {
                continue;
            }
            let output = if command == "opt" { "-o out.spv" } else { "" };
            folder.refused(&format!("{command} {input} {output}"), &format!("cannot read '{input}': "));
            folder.refused(&format!("{command} {input} {output}"), said);
        }
    }
    folder.refused("validate short.spv", "short.spv:");
}

#[test]
fn names_need_not_be_utf_8() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    let folder = Folder::new("names");
    let [source, header, object, rule] =
        [b"caf\xe9.hlsl".as_slice(), b"s\xff/a.hlsli", b"\xe9.spv", b"\xe9.d"].map(OsStr::from_bytes);
    fs::create_dir(folder.join(OsStr::from_bytes(b"s\xff"))).expect("a folder can be made");
    fs::write(folder.join(source), SHADER).expect("a file can be written");
    fs::rename(folder.join("a.hlsli"), folder.join(header)).expect("a file can be moved");
    let output = folder
        .line("-T ps_6_0 -MF")
        .arg(rule)
        .arg("-I")
        .arg(OsStr::from_bytes(b"s\xff"))
        .arg(source)
        .arg("-Fo")
        .arg(object)
        .output()
        .expect("the command runs");
    assert!(output.status.success(), "{}", said(&output));
    assert!(fs::read(folder.join(object)).is_ok_and(|bytes| bytes.starts_with(&[3, 2, 0x23, 7])));
    let written = fs::read(folder.join(rule)).expect("the rule is there");
    assert!(written.starts_with(b"\xe9.spv: \\\n caf\xe9.hlsl"), "{}", String::from_utf8_lossy(&written));

    let missing = folder.line("-T ps_6_0 -Fo out.spv").arg(OsStr::from_bytes(b"\xfe.hlsl")).output();
    let missing = missing.expect("the command runs");
    let said = said(&missing);
    assert!(missing.status.code() == Some(1) && said.contains("'\u{fffd}.hlsl'"), "{said}");
    assert!(!folder.join("out.spv").exists());
}
