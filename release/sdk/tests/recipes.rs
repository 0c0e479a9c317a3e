//! What `release/manifests` writes for build tools and package managers, under these: CMake, Meson, the scripts of vcpkg. Without a
//! tool a test is ignored, and its name says so; `HLSL2SPIRV_VCPKG` names a checkout of vcpkg.

mod support;

use libtest_mimic::{Arguments, Failed};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use support::{Folder, built, lacks, root, run, trial};

const VERSION: &str = env!("CARGO_PKG_VERSION");
const ENDS: [&str; 6] = [
    "x86_64-unknown-linux-musl.tar.gz",
    "aarch64-unknown-linux-musl.tar.gz",
    "x86_64-pc-windows-gnu.zip",
    "aarch64-pc-windows-gnullvm.zip",
    "x86_64-apple-darwin.tar.gz",
    "aarch64-apple-darwin.tar.gz",
];
const VCPKG: &str = "HLSL2SPIRV_VCPKG";

/// A release in a folder, with its recipes. The archive of this machine calls the command that was built.
fn release(folder: &Path) -> Result<(), Failed> {
    let name = format!("hlsl2spirv-{VERSION}-x86_64-unknown-linux-musl");
    let inside = folder.join(&name);
    fs::create_dir_all(inside.join("cmake"))?;
    for file in ["LICENSE-MIT", "LICENSE-APACHE", "release/meson.build", "release/cmake/hlsl2spirv-config.cmake"] {
        let to = file.strip_prefix("release/").unwrap_or(file);
        fs::copy(root().join(file), inside.join(to))?;
    }
    let script = format!("#!/bin/sh\nexec '{}' \"$@\"\n", built().join("hlsl2spirv").display());
    fs::write(inside.join("hlsl2spirv"), script)?;
    run(Command::new("chmod").arg("+x").arg(inside.join("hlsl2spirv")))?;
    let archives = ENDS.map(|end| format!("hlsl2spirv-{VERSION}-{end}"));
    for other in &archives[1..] {
        fs::write(folder.join(other), other)?;
    }
    run(Command::new("tar").current_dir(folder).args(["-czf", &archives[0], &name]))?;
    let sums = run(Command::new("sha256sum").current_dir(folder).args(&archives))?;
    fs::write(folder.join("SHA256SUMS"), sums)?;
    let url = format!("file://{}", folder.display());
    run(Command::new(root().join("release/manifests")).arg(folder).arg(url))?;
    Ok(())
}

/// A project with a shader and a file for its build tool.
fn project(folder: &Path, file: &str, text: &str) -> Result<PathBuf, Failed> {
    let project = folder.join("project");
    fs::create_dir_all(&project)?;
    fs::copy(root().join("examples/sdk/fill.hlsl"), project.join("fill.hlsl"))?;
    fs::write(project.join(file), text)?;
    Ok(project)
}

fn expect_module(file: &Path) -> Result<(), Failed> {
    if fs::read(file)?.starts_with(&[3, 2, 0x23, 7]) {
        Ok(())
    } else {
        Err("the shader did not become a module".into())
    }
}

const LISTS: &str = "cmake_minimum_required(VERSION 3.20)\nproject(shaders LANGUAGES NONE)\ninclude(../hlsl2spirv.cmake)\n\
    add_custom_target(shaders ALL)\nhlsl_spirv(shaders fill.hlsl cs_6_0)\n";

fn cmake_fetches_the_archive() -> Result<(), Failed> {
    let folder = Folder::new("fetch-content")?;
    release(&folder.0)?;
    let project = project(&folder.0, "CMakeLists.txt", LISTS)?;
    let configure = |build: &str| run(Command::new("cmake").current_dir(&project).args(["-S", ".", "-B", build]));
    configure("build")?;
    run(Command::new("cmake").current_dir(&project).args(["--build", "build"]))?;
    expect_module(&project.join("build/fill.hlsl.main.spv"))?;
    // An archive that has changed is not taken.
    let archive = folder.0.join(format!("hlsl2spirv-{VERSION}-{}", ENDS[0]));
    fs::write(&archive, [fs::read(&archive)?, vec![0]].concat())?;
    let said = configure("again").err().and_then(|failure| failure.message().map(str::to_owned)).unwrap_or_default();
    if said.to_lowercase().contains("hash") { Ok(()) } else { Err(format!("it was taken: {said}").into()) }
}

fn meson_unpacks_the_archive() -> Result<(), Failed> {
    let folder = Folder::new("wrap")?;
    release(&folder.0)?;
    let text = "project('shaders', meson_version: '>=1.0')\ncustom_target('fill', input: 'fill.hlsl', output: 'fill.spv', \
        command: [find_program('hlsl2spirv'), '-T', 'cs_6_0', '-Fo', '@OUTPUT@', '@INPUT@'], build_by_default: true)\n";
    let project = project(&folder.0, "meson.build", text)?;
    // Where Meson keeps what it has fetched.
    let fetched = project.join("subprojects/packagecache");
    fs::create_dir_all(&fetched)?;
    fs::copy(folder.0.join("hlsl2spirv.wrap"), project.join("subprojects/hlsl2spirv.wrap"))?;
    let archive = format!("hlsl2spirv-{VERSION}-{}", ENDS[0]);
    fs::copy(folder.0.join(&archive), fetched.join(&archive))?;
    run(Command::new("meson").current_dir(&project).args(["setup", "build"]))?;
    run(Command::new("meson").current_dir(&project).args(["compile", "-C", "build"]))?;
    expect_module(&project.join("build/fill.spv"))
}

/// The script that vcpkg runs for a port, with what vcpkg defines for it.
fn vcpkg_builds_the_port() -> Result<(), Failed> {
    let vcpkg = PathBuf::from(std::env::var_os(VCPKG).ok_or("no vcpkg")?);
    let folder = Folder::new("vcpkg")?;
    release(&folder.0)?;
    let port = folder.0.join("ports/hlsl2spirv");
    fs::create_dir_all(&port)?;
    for file in ["portfile.cmake", "vcpkg.json"] {
        fs::copy(folder.0.join(file), port.join(file))?;
    }
    let place = |name: &str| folder.0.join(name).display().to_string();
    let mut cmake = Command::new("cmake");
    for (name, value) in [
        ("CMD", "BUILD".to_owned()),
        ("PORT", "hlsl2spirv".to_owned()),
        ("VERSION", VERSION.to_owned()),
        ("FEATURES", "core".to_owned()),
        ("TARGET_TRIPLET", "x64-linux".to_owned()),
        ("TARGET_TRIPLET_FILE", vcpkg.join("triplets/x64-linux.cmake").display().to_string()),
        ("HOST_TRIPLET", "x64-linux".to_owned()),
        ("CURRENT_PORT_DIR", port.display().to_string()),
        ("CURRENT_BUILDTREES_DIR", place("buildtrees/hlsl2spirv")),
        ("CURRENT_PACKAGES_DIR", place("packages/hlsl2spirv_x64-linux")),
        ("CURRENT_INSTALLED_DIR", place("installed/x64-linux")),
        ("_HOST_TRIPLET", "x64-linux".to_owned()),
        ("DOWNLOADS", place("downloads")),
        ("VCPKG_ROOT_DIR", vcpkg.display().to_string()),
        ("PACKAGES_DIR", place("packages")),
        ("BUILDTREES_DIR", place("buildtrees")),
        ("_VCPKG_INSTALLED_DIR", place("installed")),
        ("VCPKG_MANIFEST_INSTALL", "OFF".to_owned()),
        ("VCPKG_CONCURRENCY", "1".to_owned()),
        ("VCPKG_BASE_VERSION", "2026-01-01".to_owned()),
        ("VCPKG_PLATFORM_TOOLSET", "external".to_owned()),
        ("GIT", "git".to_owned()),
    ] {
        cmake.arg(format!("-D{name}={value}"));
    }
    fs::create_dir_all(place("downloads"))?;
    fs::create_dir_all(place("buildtrees/hlsl2spirv"))?;
    // What vcpkg itself has fetched by the time that it runs the script.
    let archive = format!("hlsl2spirv-{VERSION}-{}", ENDS[0]);
    fs::copy(folder.0.join(&archive), folder.0.join("downloads").join(&archive))?;
    run(cmake.arg("-P").arg(vcpkg.join("scripts/ports.cmake")))?;
    let package = place("packages/hlsl2spirv_x64-linux");
    let lists = LISTS.replace("include(../hlsl2spirv.cmake)", "find_package(hlsl2spirv REQUIRED)");
    let project = project(&folder.0, "CMakeLists.txt", &lists)?;
    let prefix = format!("-DCMAKE_PREFIX_PATH={package}");
    run(Command::new("cmake").current_dir(&project).args(["-S", ".", "-B", "build", &prefix]))?;
    run(Command::new("cmake").current_dir(&project).args(["--build", "build"]))?;
    expect_module(&project.join("build/fill.hlsl.main.spv"))
}

fn main() {
    let missing = |tools: &[&str]| match () {
        () if !cfg!(all(target_os = "linux", target_arch = "x86_64")) => Some("this is not Linux on x86-64".to_owned()),
        () if !built().join("hlsl2spirv").exists() => Some("the command is not built".to_owned()),
        () => tools.iter().find(|program| lacks(program)).map(|it| format!("there is no {it}")),
    };
    let no_vcpkg = std::env::var_os(VCPKG).is_none().then(|| format!("{VCPKG} names no checkout of vcpkg"));
    let trials = vec![
        trial("cmake_fetches_the_archive", cmake_fetches_the_archive, missing(&["cmake"]).as_deref()),
        trial("meson_unpacks_the_archive", meson_unpacks_the_archive, missing(&["meson", "ninja"]).as_deref()),
        trial("vcpkg_builds_the_port", vcpkg_builds_the_port, missing(&["cmake"]).or(no_vcpkg).as_deref()),
    ];
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}
