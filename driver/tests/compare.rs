//! `release/compare`: two versions of the command over a list. Without Python the tests are ignored, and their names say so.

mod support;

use libtest_mimic::{Arguments, Failed, Trial};
use std::process::{Command, Output};
use support::{COMMAND, Folder, workspace};

const LIST: &str = "# a comment\n-T cs_6_0 fill.hlsl -Fo out/fill.spv\n-T cs_6_0 -D WRONG fill.hlsl\n";
const FILL: &str = "RWStructuredBuffer<float> b;
[numthreads(64, 1, 1)] void main(uint i : SV_DispatchThreadID) {
    float x = i * 2;
    float y = x + 1;
    b[i] = y * x;
#ifdef WRONG
    unknown();
#endif
}
";

impl Folder {
    fn new(name: &str) -> Self {
        Self::with(name, &[("list.txt", LIST), ("fill.hlsl", FILL)])
    }

    /// Another version of the compiler: a script around the command.
    fn version(&self, script: &str) -> String {
        let file = self.write("version", format!("#!/bin/sh\n{}\n", script.replace("COMMAND", COMMAND)));
        #[cfg(unix)]
        std::fs::set_permissions(&file, std::os::unix::fs::PermissionsExt::from_mode(0o755)).expect("it can be run");
        file.to_str().expect("a name in UTF-8").to_owned()
    }

    /// Compares two versions. Returns the status and the report.
    fn compare(&self, old: &str, new: &str) -> (Option<i32>, String) {
        let script = workspace().join("release/compare");
        let mut run = Command::new("python3");
        run.arg(script).args([old, new, "list.txt"]).current_dir(&self.0);
        let Output { status, stdout, stderr } = run.output().expect("there is a Python");
        assert!(stderr.is_empty(), "{}", String::from_utf8_lossy(&stderr));
        (status.code(), String::from_utf8_lossy(&stdout).into_owned())
    }
}

fn equal_versions_have_no_difference() -> Result<(), Failed> {
    let folder = Folder::new("equal");
    let (status, said) = folder.compare(COMMAND, COMMAND);
    assert_eq!(status, Some(0), "{said}");
    let counts = "2 lines: 1 compile with both, 0 with the old alone, 0 with the new alone, 1 with neither\n";
    assert!(said.starts_with(counts) && said.contains("ratio 1.0000; 0 modules differ"), "{said}");
    assert!(!said.contains("messages"), "{said}");
    Ok(())
}

fn lost_lines_fail_and_won_ones_are_named() -> Result<(), Failed> {
    let folder = Folder::new("lost");
    let fails = folder.version("echo 'fill.hlsl:1:1: error: not today' >&2; exit 1");
    let (status, said) = folder.compare(COMMAND, &fails);
    assert_eq!(status, Some(1), "{said}");
    assert!(
        said.contains("lost (1):\n  -T cs_6_0 fill.hlsl -Fo out/fill.spv\n    fill.hlsl:1:1: error: not today"),
        "{said}"
    );
    assert!(said.contains("messages (1):\n  -T cs_6_0 -D WRONG fill.hlsl\n"), "{said}");
    let (status, said) = folder.compare(&fails, COMMAND);
    assert_eq!(status, Some(0), "{said}");
    assert!(said.contains("won (1):"), "{said}");
    Ok(())
}

fn larger_modules_fail() -> Result<(), Failed> {
    let folder = Folder::new("grown");
    let larger = folder.version("exec COMMAND \"$@\" -O0");
    let (status, said) = folder.compare(COMMAND, &larger);
    assert_eq!(status, Some(1), "{said}");
    assert!(said.contains("grown (1):") && said.contains("1 modules differ"), "{said}");
    Ok(())
}

fn main() {
    let has_python = Command::new("python3").arg("--version").output().is_ok();
    let missing = [(!cfg!(unix), "this is not Unix"), (!has_python, "there is no python3")];
    let missing = missing.iter().find(|(is_missing, _)| *is_missing).map(|(_, reason)| *reason);
    let trial = |name: &str, test: fn() -> Result<(), Failed>| match missing {
        None => Trial::test(name, test),
        Some(reason) => Trial::test(format!("{name} ({reason})"), test).with_ignored_flag(true),
    };
    let trials = vec![
        trial("equal_versions_have_no_difference", equal_versions_have_no_difference),
        trial("lost_lines_fail_and_won_ones_are_named", lost_lines_fail_and_won_ones_are_named),
        trial("larger_modules_fail", larger_modules_fail),
    ];
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}
