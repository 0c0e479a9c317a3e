//! Ways by which the command comes to a machine: `release/install`, the action for GitHub's workflows, and Conan. Without a tool
//! a test is ignored, and its name says so; `HLSL2SPIRV_CONAN` names Conan.

mod support;

use libtest_mimic::{Arguments, Failed};
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use support::{Folder, built, lacks, root, run, trial};

const VERSION: &str = env!("CARGO_PKG_VERSION");

/// A release in a folder, whose command prints a line. Returns its address.
fn release(folder: &Path) -> Result<String, Failed> {
    let name = format!("hlsl2spirv-{VERSION}-{}-unknown-linux-musl", std::env::consts::ARCH);
    let inside = folder.join(&name);
    fs::create_dir_all(&inside)?;
    fs::write(inside.join("hlsl2spirv"), "#!/bin/sh\necho installed\n")?;
    run(Command::new("chmod").arg("+x").arg(inside.join("hlsl2spirv")))?;
    let archive = format!("{name}.tar.gz");
    run(Command::new("tar").current_dir(folder).args(["-czf", &archive, &name]))?;
    let sums = run(Command::new("sha256sum").current_dir(folder).arg(&archive))?;
    fs::write(folder.join("SHA256SUMS"), sums)?;
    Ok(format!("file://{}", folder.display()))
}

fn install(url: &str, folder: &Path) -> Result<String, Failed> {
    run(Command::new(root().join("release/install")).args([url, VERSION]).arg(folder))
}

fn archive_is_verified_and_unpacked() -> Result<(), Failed> {
    let folder = Folder::new("install")?;
    let url = release(&folder.0)?;
    let place = folder.0.join("a place/of mine");
    install(&url, &place)?;
    let printed = run(&mut Command::new(place.join("hlsl2spirv")))?;
    if printed == "installed\n" { Ok(()) } else { Err(printed.into()) }
}

fn wrong_archives_are_refused() -> Result<(), Failed> {
    let folder = Folder::new("install-wrong")?;
    let url = release(&folder.0)?;
    let sums = folder.0.join("SHA256SUMS");
    let right = fs::read_to_string(&sums)?;
    let other = right.replace(|c: char| c.is_ascii_hexdigit(), "0").split_once("  ").map(|(sum, _)| sum.to_owned());
    let wrong = format!("{}  {}", other.ok_or("no checksum")?, right.split_once("  ").ok_or("no checksum")?.1);
    let place = folder.0.join("place");
    for (text, expected) in [(wrong.as_str(), "checksum of hlsl2spirv"), ("", "is not in SHA256SUMS")] {
        fs::write(&sums, text)?;
        let message = install(&url, &place).err().and_then(|failure| failure.message().map(str::to_owned));
        if !message.as_ref().is_some_and(|message| message.contains(expected)) || place.exists() {
            return Err(format!("'{expected}' is not in {message:?}").into());
        }
    }
    Ok(())
}

/// The script of the action's only step.
fn script_of_action() -> Result<String, Failed> {
    let action = fs::read_to_string(root().join("release/action/action.yml"))?;
    let script = action.split_once("      run: |\n").ok_or("the action has no script")?.1;
    Ok(script.lines().map(|line| line.strip_prefix("        ").unwrap_or(line)).collect::<Vec<_>>().join("\n"))
}

fn action_puts_the_command_on_path() -> Result<(), Failed> {
    let folder = Folder::new("action")?;
    let url = release(&folder.0)?;
    let paths = folder.0.join("paths");
    let mut step = Command::new("bash");
    step.args(["-e", "-o", "pipefail", "-c", &script_of_action()?]);
    step.env("REPOSITORY", "https://none.example").env("TAG", format!("v{VERSION}")).env("URL", url).env("VERSION", "");
    step.env("RUNNER_TOOL_CACHE", folder.0.join("cache")).env("GITHUB_PATH", &paths);
    step.env("GITHUB_ACTION_PATH", root().join("release/action"));
    run(&mut step)?;
    // The second time there is nothing to download.
    run(step.env("URL", "file:///nowhere"))?;
    let lines = fs::read_to_string(&paths)?;
    let place = PathBuf::from(lines.lines().next().ok_or("no path")?);
    let printed = run(&mut Command::new(place.join("hlsl2spirv")))?;
    if printed == "installed\n" && lines.lines().count() == 2 { Ok(()) } else { Err(printed.into()) }
}

fn conan() -> OsString {
    std::env::var_os("HLSL2SPIRV_CONAN").unwrap_or_else(|| "conan".into())
}

/// A project that Conan gives the package to, with what this build has made.
fn conan_package_is_found_by_cmake() -> Result<(), Failed> {
    let folder = Folder::new("conan")?;
    let place = &folder.0;
    let outputs = place.join("built");
    fs::create_dir_all(&outputs)?;
    fs::copy(built().join("hlsl2spirv"), outputs.join("hlsl2spirv"))?;
    for library in ["libdxcompiler.so", "libhlsl2spirv_c.so"] {
        fs::copy(built().join("deps").join(library), outputs.join(library))?;
    }
    let call = |arguments: &[&str]| {
        let mut command = Command::new(conan());
        run(command.args(arguments).current_dir(place).env("CONAN_HOME", place.join("home")))
    };
    call(&["profile", "detect"])?;
    let recipe = root().join("release/conan");
    call(&["export-pkg", &recipe.display().to_string(), "-of", "built"])?;
    let package = format!("--requires=hlsl2spirv/{VERSION}");
    call(&["install", &package, "-g", "CMakeToolchain", "-g", "CMakeDeps", "-of", "generated"])?;
    let mut configure = Command::new("cmake");
    configure.arg("-S").arg(root().join("examples/cmake")).arg("-B").arg(place.join("build"));
    configure.arg(format!("-DCMAKE_TOOLCHAIN_FILE={}", place.join("generated/conan_toolchain.cmake").display()));
    run(configure.arg("-DCMAKE_BUILD_TYPE=Release"))?;
    run(Command::new("cmake").arg("--build").arg(place.join("build")))?;
    let module = fs::read(place.join("build/clear.spv"))?;
    if module.starts_with(&[3, 2, 0x23, 7]) { Ok(()) } else { Err("no module".into()) }
}

fn main() {
    let system = (!cfg!(target_os = "linux")).then(|| "this is not Linux".to_owned());
    let tool = |names: &[&str]| names.iter().find(|name| lacks(name)).map(|name| format!("there is no {name}"));
    let shell = system.clone().or_else(|| tool(&["bash", "curl", "tar", "awk", "sha256sum"]));
    let absent = || Command::new(conan()).arg("--version").output().is_err().then(|| "there is no conan".to_owned());
    let unbuilt = || (!built().join("hlsl2spirv").exists()).then(|| "the command is not built".to_owned());
    let packages = system.or_else(|| tool(&["cmake"])).or_else(absent).or_else(unbuilt);
    let trials = vec![
        trial("archive_is_verified_and_unpacked", archive_is_verified_and_unpacked, shell.as_deref()),
        trial("wrong_archives_are_refused", wrong_archives_are_refused, shell.as_deref()),
        trial("action_puts_the_command_on_path", action_puts_the_command_on_path, shell.as_deref()),
        trial("conan_package_is_found_by_cmake", conan_package_is_found_by_cmake, packages.as_deref()),
    ];
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}
