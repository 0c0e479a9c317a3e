//! Kernels through the command: the job files of the suite, what the documentation shows, the first command of README.
//!
//! A job file under `tests/suite/jobs/` passes, or fails with just the report that stands beside it (`.txt`).

use libtest_mimic::{Arguments, Failed, Trial};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

type Result = std::result::Result<(), Failed>;

fn main() {
    let arguments = Arguments::from_args();
    let missing = runner::Host::new().llvm().is_err();
    let mut tests: Vec<(String, Box<dyn FnOnce() -> Result + Send>)> = vec![
        ("the first command of README renders a picture".to_owned(), Box::new(first_command)),
        ("the job of the documentation passes".to_owned(), Box::new(documented_job)),
        ("the dispatch of the documentation prints its result".to_owned(), Box::new(documented_dispatch)),
        ("a job runs a module".to_owned(), Box::new(job_with_a_module)),
        ("one file of several fails".to_owned(), Box::new(several_files)),
    ];
    for file in job_files() {
        let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
        tests.push((format!("job file {name}"), Box::new(move || job_file(&file))));
    }
    let note = if missing { " (no LLVM was found)" } else { "" };
    let trial = |(name, run)| Trial::test(format!("{name}{note}"), run).with_ignored_flag(missing);
    libtest_mimic::run(&arguments, tests.into_iter().map(trial).collect()).exit();
}

fn workspace() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn jobs() -> PathBuf {
    workspace().join("tests/suite/jobs")
}

fn job_files() -> Vec<PathBuf> {
    let entries = std::fs::read_dir(jobs()).into_iter().flatten().filter_map(std::result::Result::ok);
    let mut files: Vec<_> = entries.map(|entry| entry.path()).collect();
    files.retain(|file| file.extension().is_some_and(|extension| extension == "json"));
    files.sort();
    files
}

fn command(folder: &Path, arguments: &[&str]) -> std::io::Result<Output> {
    Command::new(env!("CARGO_BIN_EXE_hlsl2spirv")).args(arguments).current_dir(folder).output()
}

/// Runs job files, and compares the status and, where there is one, the report.
fn test(folder: &Path, files: &[&str], status: i32, report: Option<&str>) -> Result {
    let output = command(folder, &[&["test"], files].concat())?;
    let text = [output.stdout, output.stderr].concat();
    let text = String::from_utf8_lossy(&text).replace("\r\n", "\n");
    if output.status.code() != Some(status) {
        return Err(format!("the status is {:?}, not {status}:\n{text}", output.status.code()).into());
    }
    match report {
        Some(report) if report != text => Err(format!("the report is\n{text}\nand not\n{report}").into()),
        Some(_) | None => Ok(()),
    }
}

fn job_file(file: &Path) -> Result {
    let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let report = std::fs::read_to_string(file.with_extension("txt")).ok();
    test(&jobs(), &[&name], i32::from(report.is_some()), report.as_deref())
}

fn several_files() -> Result {
    let report = std::fs::read_to_string(jobs().join("endless.txt"))?;
    let report = report.replace("0 of 1 files passed", "passing.json: ok (4 jobs)\n1 of 2 files passed");
    test(&jobs(), &["endless.json", "passing.json"], 1, Some(&report))
}

/// A folder for one test, with the shaders in it; removed at its end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> std::io::Result<Self> {
        let folder = Folder(std::env::temp_dir().join(format!("hlsl2spirv-{name}-{}", std::process::id())));
        std::fs::create_dir_all(folder.0.join("shaders"))?;
        std::fs::create_dir_all(folder.0.join("docs"))?;
        for shader in ["mandelbrot.hlsl", "saxpy.hlsl"] {
            std::fs::copy(workspace().join("shaders").join(shader), folder.0.join("shaders").join(shader))?;
        }
        Ok(folder)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// The text between two marks.
fn between<'t>(text: &'t str, start: &str, end: &str) -> std::result::Result<&'t str, Failed> {
    let from = text.split_once(start).map(|(_, rest)| rest);
    let found = from.and_then(|rest| rest.split_once(end)).map(|(found, _)| found);
    found.ok_or_else(|| format!("there is no '{start}'").into())
}

/// The first job of `docs/jobs.md`.
fn documented() -> std::result::Result<String, Failed> {
    let manual = std::fs::read_to_string(workspace().join("docs/jobs.md"))?;
    Ok(between(&manual, "```json\n", "```")?.to_owned())
}

fn documented_job() -> Result {
    let folder = Folder::new("documented")?;
    std::fs::write(folder.0.join("docs/job.json"), documented()?)?;
    test(&folder.0.join("docs"), &["job.json"], 0, Some("job.json: ok (1 job)\n1 of 1 files passed\n"))
}

fn documented_dispatch() -> Result {
    let manual = std::fs::read_to_string(workspace().join("docs/jobs.md"))?;
    let line = between(&manual, "```sh\nhlsl2spirv ", "\n")?;
    let folder = Folder::new("dispatch")?;
    let output = command(&folder.0, &arguments(line).iter().map(String::as_str).collect::<Vec<_>>())?;
    let text = [output.stdout, output.stderr].concat();
    let text = String::from_utf8_lossy(&text);
    if text == "12.0 24.0 36.0\n" { Ok(()) } else { Err(format!("{line} prints\n{text}").into()) }
}

fn job_with_a_module() -> Result {
    let folder = Folder::new("module")?;
    let compiled = command(&folder.0, &["shaders/saxpy.hlsl", "-T", "cs_6_0", "-Fo", "docs/saxpy.spv"])?;
    assert!(compiled.status.success(), "the shader compiles");
    let job = documented()?.replace("\"shader\": \"../shaders/saxpy.hlsl\"", "\"module\": \"saxpy.spv\"");
    assert!(job.contains("saxpy.spv"), "the job runs the module");
    std::fs::write(folder.0.join("docs/job.json"), job)?;
    test(&folder.0, &["docs/job.json"], 0, None)
}

fn first_command() -> Result {
    let readme = std::fs::read_to_string(workspace().join("README.md"))?;
    let line = between(&readme, "cargo run --release -- ", "\n\n")?.replace("\\\n", " ");
    let folder = Folder::new("readme")?;
    let arguments = arguments(&line);
    let output = command(&folder.0, &arguments.iter().map(String::as_str).collect::<Vec<_>>())?;
    assert!(output.status.success(), "{line}: {}", String::from_utf8_lossy(&output.stderr));
    let picture = std::fs::read(folder.0.join("mandelbrot.png"))?;
    let is_png = picture.starts_with(b"\x89PNG\r\n\x1a\n");
    // The size stands behind the signature and the head of the first chunk.
    let size = picture.get(16..24).map(|bytes| bytes.to_vec());
    assert!(is_png && size == Some(vec![0, 0, 2, 0, 0, 0, 2, 0]), "the picture has 512 by 512 pixels");
    // Points of the set in the middle, others around.
    assert!(picture.len() > 10_000, "there is something in the picture");
    Ok(())
}

/// The arguments of a line of a shell, of which some stand between quotes.
fn arguments(line: &str) -> Vec<String> {
    let mut all = vec![String::new()];
    for (index, part) in line.split('\'').enumerate() {
        if index % 2 == 1 {
            all.last_mut().expect("there is one").push_str(part);
            continue;
        }
        for (index, word) in part.split(char::is_whitespace).enumerate() {
            if index > 0 {
                all.push(String::new());
            }
            all.last_mut().expect("there is one").push_str(word);
        }
    }
    all.retain(|argument| !argument.is_empty());
    all
}
