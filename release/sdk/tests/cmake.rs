//! The SDK as CMake finds it. Without a tool the test is ignored, and its name says so.

use libtest_mimic::{Arguments, Failed, Trial};
use sdk::Parts;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A folder that is removed at the end.
struct Folder(PathBuf);

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Where cargo has put the programs that it built along with this test.
fn built() -> PathBuf {
    let program = std::env::current_exe().expect("a test has a file");
    program.ancestors().nth(2).expect("target/<profile>/deps/<test>").to_owned()
}

fn run(command: &mut Command) -> Result<String, Failed> {
    let output = command.output()?;
    let text = String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned();
    if output.status.success() { Ok(text) } else { Err(text.into()) }
}

fn vulkan_finds_command_and_library() -> Result<(), Failed> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let folder = Folder(std::env::temp_dir().join(format!("hlsl2spirv-sdk-{}", std::process::id())));
    let sdk = folder.0.join("sdk");
    let parts = Parts { command: built().join("hlsl2spirv"), libraries: built().join("deps"), sources: root.clone() };
    parts.lay_out(&sdk)?;
    // A second time, over the first.
    parts.lay_out(&sdk)?;
    let build = folder.0.join("build");
    let mut configure = Command::new("cmake");
    configure.env("VULKAN_SDK", &sdk).arg("-S").arg(root.join("examples/sdk")).arg("-B").arg(&build);
    // Vulkan itself is another's; these say that it is there.
    configure.arg(format!("-DVulkan_LIBRARY={}", sdk.join("lib/libdxcompiler.so").display()));
    configure.arg(format!("-DVulkan_INCLUDE_DIR={}", sdk.join("include").display()));
    configure.arg(format!("-DCMAKE_PREFIX_PATH={}", sdk.display()));
    let found = run(&mut configure)?;
    for (what, file) in [("command", "bin/dxc"), ("library", "lib/libdxcompiler.so")] {
        let line = format!("DXC's {what}: {}", sdk.join(file).display());
        if !found.contains(&line) {
            return Err(format!("'{line}' is not in\n{found}").into());
        }
    }
    run(Command::new("cmake").arg("--build").arg(&build))?;
    let module = fs::read(build.join("fill.spv"))?;
    if !module.starts_with(&[3, 2, 0x23, 7]) || module != fs::read(build.join("fill.hlsl.main.spv"))? {
        return Err("the shader did not become the same module in both ways".into());
    }
    let program = &mut Command::new(build.join("version"));
    let printed = run(program.env("LD_LIBRARY_PATH", sdk.join("lib")))?;
    if printed == "a compiler, as hlsl2spirv.h promises\n" { Ok(()) } else { Err(printed.into()) }
}

fn main() {
    let name = "vulkan_finds_command_and_library";
    let lacks = |program: &str| Command::new(program).arg("--version").output().is_err();
    let missing = match () {
        () if !cfg!(target_os = "linux") => Some("this is not Linux".to_owned()),
        () if !built().join("hlsl2spirv").exists() => Some("the command is not built".to_owned()),
        () => ["cmake", "cc"].into_iter().find(|program| lacks(program)).map(|it| format!("there is no {it}")),
    };
    let trial = match missing {
        None => Trial::test(name, vulkan_finds_command_and_library),
        Some(reason) => Trial::test(format!("{name} ({reason})"), || Ok(())).with_ignored_flag(true),
    };
    libtest_mimic::run(&Arguments::from_args(), vec![trial]).exit();
}
