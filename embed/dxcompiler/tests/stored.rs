//! Modules of earlier runs: with `HLSL2SPIRV_MODULE_CACHE` naming a folder, what a process compiles is there for the next one. The test
//! starts itself as such a process.

#![allow(unsafe_code, missing_docs)]

mod common;

use common::*;
use dxcompiler::interfaces::IDXC_BLOB;
use libtest_mimic::{Arguments, Failed, Trial};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, SystemTime};

const PLACE: &str = "HLSL2SPIRV_MODULE_CACHE";
/// The variable with the number of a child's files.
const CHILD: &str = "STORED_CHILD";
const INCLUDING: &str = "#include \"values.hlsli\"\n#if __has_include(\"more.hlsli\")\n#define MORE\n#endif\n\
    RWStructuredBuffer<float> data; [numthreads(4, 1, 1)] void main(uint i : SV_DispatchThreadID) { data[i] *= VALUE; }";
/// Two versions of one file.
const FILES: [Files; 2] = [&[("./values.hlsli", b"#define VALUE 2\n")], &[("./values.hlsli", b"#define VALUE 3\n")]];

/// Prints the results of some compilations: two texts under one name, one with an error, one with a warning, one with an include.
#[expect(clippy::print_stdout, reason = "the process that has started this one reads it")]
fn child(files: Files) {
    let plain =
        |value: u32| format!("RWStructuredBuffer<uint> b; [numthreads(1, 1, 1)] void main() {{ b[0] = {value}; }}");
    let warned = "float4 main(float4 x : X) : SV_Target { float2 t = x; return t.xyxy; }".to_owned();
    let texts = [
        (plain(1), "cs_6_0"),
        (plain(2), "cs_6_0"),
        ("void main() { x; }".to_owned(), "cs_6_0"),
        (warned, "ps_6_0"),
        (INCLUDING.to_owned(), "cs_6_0"),
    ];
    for (text, profile) in &texts {
        let handler = own(files);
        let pointer = (&raw const *handler).cast_mut().cast();
        let result = compile(&compiler(), text, &["-spirv", "-T", profile], pointer).expect("a result");
        let (module, _) = output(&result, 1, &IDXC_BLOB).expect("an object");
        println!("{:?} {:?} {}", status_of(&result), bytes_of(&module), errors(&result));
        println!("asked for {:?}", handler.asked.lock().expect("no other thread"));
    }
}

/// A folder that is removed at the end.
struct Folder(PathBuf);

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn run(version: usize, place: &str) -> Result<String, Failed> {
    let mut command = Command::new(std::env::current_exe()?);
    let output = command.env(CHILD, version.to_string()).env(PLACE, place).output()?;
    let text = String::from_utf8(output.stdout)? + &String::from_utf8(output.stderr)?;
    if output.status.success() { Ok(text) } else { Err(text.into()) }
}

/// The files of the store, with their times.
fn stored(folder: &Path) -> Vec<(PathBuf, SystemTime)> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        match entry.metadata() {
            Ok(data) if data.is_dir() => found.extend(stored(&entry.path())),
            Ok(data) => found.push((entry.path(), data.modified().expect("a time"))),
            Err(_) => {}
        }
    }
    found.sort();
    found
}

fn modules_serve_the_next_process() -> Result<(), Failed> {
    let folder = Folder(std::env::temp_dir().join(format!("hlsl2spirv-stored-{}", std::process::id())));
    let place = folder.0.display().to_string();
    let alone = [run(0, "")?, run(1, "")?];
    assert_ne!(alone[0], alone[1], "an included file matters");
    assert_eq!(run(0, &place)?, alone[0]);
    let first = stored(&folder.0);
    // A record and a module of each text without messages.
    assert_eq!(first.len(), 6, "{first:?}");
    let long_ago = SystemTime::now() - Duration::from_secs(3600);
    for (file, _) in &first {
        std::fs::File::options().append(true).open(file)?.set_modified(long_ago)?;
    }
    assert_eq!(run(0, &place)?, alone[0], "the second time");
    let second = stored(&folder.0);
    assert_eq!(second.len(), 6, "{second:?}");
    // The use of a record is noted.
    assert_eq!(second.iter().filter(|(_, time)| *time > long_ago + Duration::from_secs(60)).count(), 3, "{second:?}");
    assert_eq!(run(1, &place)?, alone[1], "a file has changed");
    assert_eq!(stored(&folder.0).len(), 7, "its module is new, and its record replaces the other one");
    Ok(())
}

fn places_that_cannot_be_used_are_told() -> Result<(), Failed> {
    let text = run(0, "http://user@localhost/modules")?;
    let (warning, rest) = (text.lines().filter(|line| line.contains(PLACE)), run(0, "")?);
    assert!(
        warning.clone().count() > 0 && warning.clone().all(|line| line.contains("the URL of a cache has no user")),
        "{text}"
    );
    assert!(text.starts_with(&rest), "it compiles all the same");
    Ok(())
}

fn main() {
    if let Some(version) = std::env::var(CHILD).ok().and_then(|number| number.parse::<usize>().ok()) {
        return child(FILES[version]);
    }
    let trials = vec![
        Trial::test("modules_serve_the_next_process", modules_serve_the_next_process),
        Trial::test("places_that_cannot_be_used_are_told", places_that_cannot_be_used_are_told),
    ];
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}
