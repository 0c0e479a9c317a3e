//! The SDK as CMake finds it. Without a tool the test is ignored, and its name says so.

mod support;

use libtest_mimic::{Arguments, Failed};
use sdk::Parts;
use std::fs;
use std::process::Command;
use support::{Folder, built, lacks, root, run, trial};

fn vulkan_finds_command_and_library() -> Result<(), Failed> {
    let (root, folder) = (root(), Folder::new("sdk")?);
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
    let missing = match () {
        () if !cfg!(target_os = "linux") => Some("this is not Linux".to_owned()),
        () if !built().join("hlsl2spirv").exists() => Some("the command is not built".to_owned()),
        () => ["cmake", "cc"].into_iter().find(|program| lacks(program)).map(|it| format!("there is no {it}")),
    };
    let trial = trial("vulkan_finds_command_and_library", vulkan_finds_command_and_library, missing.as_deref());
    libtest_mimic::run(&Arguments::from_args(), vec![trial]).exit();
}
