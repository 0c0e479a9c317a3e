//! The command under build tools: CMake with make and Ninja, Meson, Bazel. Without a tool its tests are ignored, and their
//! names say so.

mod support;

use libtest_mimic::{Arguments, Failed, Trial};
use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, SystemTime};
use support::{COMMAND, Folder, path, printed, said, workspace};

impl Folder {
    fn of_example(example: &str, name: &str) -> Self {
        let folder = Folder::empty(name);
        copy(&workspace().join("examples").join(example), &folder);
        folder
    }

    /// Runs a program in the project, which must succeed. Returns what it prints.
    fn tool(&self, program: &str, arguments: &[&str]) -> Result<String, Failed> {
        let mut command = Command::new(program);
        // Tools find the compiler by its name, or by the variable of Bazel's rules.
        command.env("PATH", path()).env("HLSL2SPIRV", COMMAND);
        let output = command.args(arguments).current_dir(&self.0).output()?;
        let text = String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned();
        if output.status.success() { Ok(text) } else { Err(text.into()) }
    }

    /// The times of some outputs.
    fn times(&self, files: &[&str]) -> Result<Vec<SystemTime>, Failed> {
        files.iter().map(|file| self.time(file)).collect()
    }

    /// Makes a file newer than whatever was made of it.
    fn touch(&self, file: &str) -> Result<(), Failed> {
        let file = fs::File::options().append(true).open(self.join(file))?;
        Ok(file.set_modified(SystemTime::now() + Duration::from_secs(2))?)
    }

    /// Checks that outputs are left alone by a second build, and made anew after a change.
    fn track(
        &self,
        outputs: &[&str],
        build: impl Fn() -> Result<String, Failed>,
        change: impl Fn() -> Result<(), Failed>,
    ) -> Result<(), Failed> {
        build()?;
        let first = self.times(outputs)?;
        build()?;
        if self.times(outputs)? != first {
            return Err("a second build compiled again".into());
        }
        change()?;
        build()?;
        match self.times(outputs)?.iter().zip(&first).all(|(now, before)| now > before) {
            true => Ok(()),
            false => Err("a changed header was not seen".into()),
        }
    }

    fn time(&self, file: &str) -> Result<SystemTime, Failed> {
        Ok(fs::metadata(self.join(file))?.modified()?)
    }
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("a folder can be made");
    for entry in fs::read_dir(from).expect("the example is there") {
        let entry = entry.expect("an entry");
        let place = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy(&entry.path(), &place);
        } else {
            fs::copy(entry.path(), place).expect("a file can be copied");
        }
    }
}

/// Builds the example, again without a change, and again with a changed header.
fn cmake(generator: &str) -> Result<(), Failed> {
    let project = Folder::of_example("cmake", &generator.replace(' ', "-"));
    let package = workspace().join("release/cmake").canonicalize()?;
    let (package, compiler) = (package.display(), COMMAND);
    let settings = [format!("-Dhlsl2spirv_DIR={package}"), format!("-DHLSL2SPIRV_EXECUTABLE={compiler}")];
    project.tool("cmake", &["-G", generator, "-S", ".", "-B", "build", &settings[0], &settings[1]])?;
    let outputs = ["build/fill.hlsl.main.spv", "build/clear.spv", "build/many/1.spv", "build/many/2.spv"];
    let build = || project.tool("cmake", &["--build", "build"]);
    // Equal modules of a batch are left alone; the value makes them others.
    let change = || {
        fs::write(project.join("shaders/values.hlsli"), "#ifndef VALUE\n#define VALUE 9\n#endif\n")?;
        project.touch("shaders/values.hlsli")
    };
    project.track(&outputs, build, change)
}

/// Builds what `hlsl2spirv new` writes for CMake, and runs its test.
fn new_project() -> Result<(), Failed> {
    let project = Folder::empty("new-cmake");
    let compiler = COMMAND;
    let output = Command::new(compiler).args(["new", "--build", "cmake", "--name", "sky"]).arg(&project.0).output()?;
    if !output.status.success() {
        return Err(said(&output).into());
    }
    let package = workspace().join("release/cmake").canonicalize()?;
    let settings = [format!("-Dhlsl2spirv_DIR={}", package.display()), format!("-DHLSL2SPIRV_EXECUTABLE={compiler}")];
    project.tool("cmake", &["-S", ".", "-B", "build", &settings[0], &settings[1]])?;
    project.tool("cmake", &["--build", "build"])?;
    project.times(&["build/scale.spv", "build/sky.spv"])?;
    // Running shaders needs the runner, which a build without default features lacks.
    if cfg!(feature = "runner") {
        project.tool("ctest", &["--test-dir", "build", "--output-on-failure"])?;
    }
    Ok(())
}

/// Builds the example, again without a change, and again with a changed header.
fn meson() -> Result<(), Failed> {
    let project = Folder::of_example("meson", "meson");
    project.tool("meson", &["setup", "build"])?;
    let build = || project.tool("ninja", &["-C", "build"]);
    project.track(&["build/fill.spv", "build/clear.spv"], build, || project.touch("shaders/values.hlsli"))
}

/// A repository that substitutes for the one of this name, of which Bazel wants to know before it builds anything, and
/// which it would fetch.
const STAND_IN: &str = "cc_library = native.cc_library
cc_binary = native.cc_binary
cc_import = native.cc_import
cc_toolchain = native.cc_toolchain
cc_toolchain_suite = native.cc_toolchain_suite
";
/// Where Debian has rules for Java.
const JAVA_RULES: &str = "/usr/share/bazel/rules/java";

/// Builds the example, again with another header that was declared and not read, and again with one that was read.
fn bazel() -> Result<(), Failed> {
    let project = Folder::of_example("bazel", "bazel");
    let rules = Path::new(env!("CARGO_MANIFEST_DIR")).join("../release/bazel").canonicalize()?;
    let stand_in = project.0.with_extension("rules_cc");
    fs::create_dir_all(stand_in.join("cc"))?;
    for (file, text) in [("WORKSPACE", ""), ("cc/BUILD", ""), ("cc/defs.bzl", STAND_IN)] {
        fs::write(stand_in.join(file), text)?;
    }
    let root = Folder::empty("bazel-root");
    let mut arguments = vec!["--batch".to_owned(), format!("--output_user_root={}", root.display())];
    arguments.extend(["build".to_owned(), format!("--override_repository=hlsl2spirv={}", rules.display())]);
    arguments.push(format!("--override_repository=rules_cc={}", stand_in.display()));
    if Path::new(JAVA_RULES).exists() {
        arguments.push(format!("--override_repository=rules_java={JAVA_RULES}"));
    }
    arguments.extend(["--symlink_prefix=out-".to_owned(), "//...".to_owned()]);
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let build = || project.tool("bazel", &arguments);
    let outputs = ["fill", "fills.1", "fills.5"].map(|name| format!("out-bin/{name}.spv"));
    let outputs = outputs.each_ref().map(String::as_str);
    build()?;
    let first = project.times(&outputs)?;
    fs::write(project.join("shaders/other.hlsli"), "#define UNRELATED 2\n")?;
    build()?;
    if project.times(&outputs)? != first {
        return Err("a header that nothing reads was compiled for".into());
    }
    fs::write(project.join("shaders/values.hlsli"), "#ifndef COUNT\n#define COUNT 1\n#endif\n#define VALUE 8\n")?;
    build()?;
    let _ = fs::remove_dir_all(stand_in);
    match project.times(&outputs)?.iter().zip(&first).all(|(now, before)| now > before) {
        true => Ok(()),
        false => Err("a changed header was not seen".into()),
    }
}

/// Returns whether Bazel is there, in a version that reads WORKSPACE files. Debian's does not know its own.
fn has_bazel() -> bool {
    let output = Command::new("bazel").arg("--version").output();
    let text = output.map(|output| printed(&output)).unwrap_or_default();
    let major = text.strip_prefix("bazel ").and_then(|rest| rest.split('.').next()?.parse::<u32>().ok());
    text.trim() == "bazel no_version" || major.is_some_and(|major| (4..8).contains(&major))
}

/// A test that needs some programs.
fn with(name: &str, programs: &[&str], test: impl FnOnce() -> Result<(), Failed> + Send + 'static) -> Trial {
    let is_there = |program: &&&str| Command::new(program).arg("--version").output().is_ok();
    match programs.iter().find(|program| !is_there(program)) {
        None => Trial::test(name, test),
        Some(missing) => Trial::test(format!("{name} (there is no {missing})"), test).with_ignored_flag(true),
    }
}

fn main() {
    let trials = vec![
        with("cmake_and_make_track_included_files", &["cmake", "make"], || cmake("Unix Makefiles")),
        with("cmake_and_ninja_track_included_files", &["cmake", "ninja"], || cmake("Ninja")),
        with("cmake_builds_and_tests_new_projects", &["cmake", "make"], new_project),
        with("meson_and_ninja_track_included_files", &["meson", "ninja"], meson),
        match has_bazel() {
            true => Trial::test("bazel_tracks_included_files", bazel),
            false => {
                Trial::test("bazel_tracks_included_files (there is no Bazel 4 to 7)", bazel).with_ignored_flag(true)
            }
        },
    ];
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}
