//! The guides of `docs/` and the README: their commands work, and the options in their tables are there.

mod support;

use libtest_mimic::{Arguments, Failed, Trial};
use std::fs;
use std::path::Path;
use std::process::Command;
use support::{COMMAND, Folder, workspace};

/// The guides, without their extension.
const GUIDES: [&str; 6] =
    ["coming-from-dxc", "coming-from-glslang", "coming-from-slang", "faq", "first-shader", "recipes"];

impl Folder {
    fn new(name: &str) -> Result<Self, Failed> {
        let folder = Folder::empty(name);
        for part in ["shaders", "examples/jobs"] {
            let to = folder.join(part);
            fs::create_dir_all(&to)?;
            for file in fs::read_dir(workspace().join(part))? {
                let file = file?;
                if file.file_type()?.is_file() {
                    fs::copy(file.path(), to.join(file.file_name()))?;
                }
            }
        }
        Ok(folder)
    }
}

fn guide(name: &str) -> Result<String, Failed> {
    Ok(fs::read_to_string(workspace().join("docs").join(name).with_extension("md"))?)
}

/// The commands of a guide's blocks for shells.
fn commands(guide: &str) -> Vec<&str> {
    let blocks = guide.split("```sh\n").skip(1).filter_map(|rest| rest.split("```").next());
    let lines = blocks.flat_map(str::lines).map(|line| line.split("   #").next().unwrap_or_default());
    lines.filter_map(|line| line.strip_prefix("hlsl2spirv ")).collect()
}

/// Runs the commands of a guide, each after those above it.
fn commands_work(name: &str) -> Result<(), Failed> {
    let folder = Folder::new(name)?;
    let guide = guide(name)?;
    let commands = commands(&guide);
    if commands.is_empty() {
        return Err("it has no commands".into());
    }
    for line in commands {
        let words: Vec<String> = line.split(' ').map(|word| word.trim_matches('\'').to_owned()).collect();
        let output = Command::new(COMMAND).current_dir(&folder.0).args(&words).output()?;
        if !output.status.success() {
            let said = String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned();
            return Err(format!("hlsl2spirv {line}\n{said}").into());
        }
    }
    Ok(())
}

/// The options in the last column of a guide's tables.
fn options(guide: &str) -> Vec<&str> {
    let rows = guide.lines().filter(|line| line.starts_with("| "));
    let cells = rows.filter_map(|row| row.trim_end_matches(" |").rsplit(" | ").next());
    cells.flat_map(|cell| cell.split('`').skip(1).step_by(2)).filter(|span| span.starts_with('-')).collect()
}

/// Each is taken without a message, with a profile and what it needs.
fn options_are_there(name: &str) -> Result<(), Failed> {
    let guide = guide(name)?;
    for option in options(&guide).into_iter().filter(|option| *option != "-Wno-NAME") {
        let profile = if option.contains("-T ") { "" } else { "-T lib_6_6 " };
        let line = format!("{profile}{option}");
        let words: Vec<&str> = line.split(' ').collect();
        let compiler = hlsl2spirv::Compiler::from_args(&words).map_err(|failure| format!("{line}: {failure}"))?;
        // The words behind an option are its own.
        if let Some(input) = &compiler.options().input {
            return Err(format!("{line} takes '{input}' for a file").into());
        }
    }
    Ok(())
}

/// The commands of the README's blocks for shells, as they are printed, with their continued lines.
fn commands_of_readme() -> Result<Vec<String>, Failed> {
    let text = fs::read_to_string(workspace().join("README.md"))?.replace("\\\n", "");
    let blocks = text.split("```sh\n").skip(1).filter_map(|rest| rest.split("```").next());
    let lines = blocks.flat_map(str::lines).filter(|line| !line.is_empty() && !line.starts_with('#'));
    Ok(lines.filter(|line| *line != "cargo test --workspace").map(str::to_owned).collect())
}

/// Runs the commands of the README in a shell, in their order. Files go to `target`, which git ignores.
fn readme_works() -> Result<(), Failed> {
    let folder = Folder::new("readme")?;
    for part in ["target", "tests/suite/jobs"] {
        fs::create_dir_all(folder.join(part))?;
    }
    let kernel = "tests/suite/jobs/general_dialects.mlir";
    fs::copy(workspace().join(kernel), folder.join(kernel))?;
    let command = Path::new(COMMAND);
    let mut places = vec![command.parent().ok_or("no folder")?.to_owned()];
    places.extend(std::env::split_paths(&std::env::var_os("PATH").unwrap_or_default()));
    let commands = commands_of_readme()?;
    if commands.len() < 10 {
        return Err(format!("it has {} commands", commands.len()).into());
    }
    for line in commands {
        let line = line.replace("cargo run --release -- ", "hlsl2spirv ");
        let mut shell = Command::new("bash");
        shell.args(["-o", "pipefail", "-c", &line]).current_dir(&folder.0).env("PATH", std::env::join_paths(&places)?);
        let output = shell.output()?;
        if !output.status.success() {
            let said = String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned();
            return Err(format!("{line}\n{said}").into());
        }
    }
    let written: Vec<_> = fs::read_dir(&folder.0)?.filter_map(Result::ok).map(|entry| entry.file_name()).collect();
    let expected = ["shaders", "examples", "target", "tests"];
    match written.iter().find(|name| !expected.iter().any(|known| name == known)) {
        Some(name) => Err(format!("{name:?} is written beside the sources").into()),
        None => Ok(()),
    }
}

fn main() {
    let both = |name: &'static str| {
        let works = Trial::test(format!("{name}::commands_work"), move || commands_work(name));
        [works, Trial::test(format!("{name}::options_are_there"), move || options_are_there(name))]
    };
    let mut trials: Vec<Trial> = GUIDES.into_iter().flat_map(both).collect();
    // Its tables are about options of a command.
    trials.push(Trial::test("pictures::commands_work", || commands_work("pictures")));
    let has_bash = Command::new("bash").arg("--version").output().is_ok();
    let name = if has_bash { "readme::commands_work" } else { "readme::commands_work (there is no bash)" };
    trials.push(Trial::test(name, readme_works).with_ignored_flag(!has_bash));
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}
