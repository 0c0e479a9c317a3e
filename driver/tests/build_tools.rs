//! The command under build tools: CMake with make and Ninja. Without a tool its tests are ignored, and their names say so.

use libtest_mimic::{Arguments, Failed, Trial};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, SystemTime};

/// A copy of an example in a folder of its own, removed at its end.
struct Project(PathBuf);

impl Project {
    fn new(example: &str, name: &str) -> Self {
        let to = std::env::temp_dir().join(format!("hlsl2spirv-build-tools-{name}-{}", std::process::id()));
        let from = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples").join(example);
        copy(&from, &to);
        Project(to)
    }

    /// Runs a program in the project, which must succeed. Returns what it prints.
    fn run(&self, program: &str, arguments: &[&str]) -> Result<String, Failed> {
        let output = Command::new(program).args(arguments).current_dir(&self.0).output()?;
        let text = String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned();
        if output.status.success() { Ok(text) } else { Err(text.into()) }
    }

    fn time(&self, file: &str) -> Result<SystemTime, Failed> {
        Ok(fs::metadata(self.0.join(file))?.modified()?)
    }
}

impl Drop for Project {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
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
    let project = Project::new("cmake", &generator.replace(' ', "-"));
    let package = Path::new(env!("CARGO_MANIFEST_DIR")).join("../cmake").canonicalize()?;
    let (package, compiler) = (package.display(), env!("CARGO_BIN_EXE_hlsl2spirv"));
    let settings = [format!("-Dhlsl2spirv_DIR={package}"), format!("-DHLSL2SPIRV_EXECUTABLE={compiler}")];
    project.run("cmake", &["-G", generator, "-S", ".", "-B", "build", &settings[0], &settings[1]])?;
    project.run("cmake", &["--build", "build"])?;
    let outputs = ["build/fill.hlsl.main.spv", "build/clear.spv"];
    let times = || outputs.map(|file| project.time(file)).into_iter().collect::<Result<Vec<_>, _>>();
    let first = times()?;
    project.run("cmake", &["--build", "build"])?;
    if times()? != first {
        return Err("a second build compiled again".into());
    }
    let header = fs::File::options().append(true).open(project.0.join("shaders/values.hlsli"))?;
    header.set_modified(SystemTime::now() + Duration::from_secs(2))?;
    project.run("cmake", &["--build", "build"])?;
    match times()?.iter().zip(&first).all(|(now, before)| now > before) {
        true => Ok(()),
        false => Err("a changed header was not seen".into()),
    }
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
    ];
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}
