//! The sub-command `fmt`: files and folders through the formatter. What it does with a text is the crate `format`'s.

pub(super) mod config;
mod diff;

use arguments::FmtArguments;
use config::{Configs, Settings};
use library::files::names::{STANDARD_STREAM, to_text};
use library::files::{reading, staged};
use library::report::console::{complain, print, say};
use std::path::{Path, PathBuf};

/// The endings of files that a folder is searched for.
const ENDINGS: [&str; 4] = ["hlsl", "hlsli", "fx", "fxh"];

/// Runs `fmt`. Returns the exit status: 1 when a file cannot be read, formatted or written, or would change under `--check`.
pub(crate) fn run(arguments: &FmtArguments) -> u8 {
    let overrides = match Settings::of_arguments(arguments) {
        Ok(overrides) => overrides,
        Err(message) => {
            complain(message);
            return 1;
        }
    };
    let mut run =
        Run { arguments, overrides, configs: Configs::new(arguments.config.as_deref()), changed: 0, failed: 0 };
    for path in &arguments.paths {
        if path.is_dir() {
            run.folder(path);
        } else {
            run.file(path);
        }
    }
    if arguments.check && run.changed > 0 {
        let files = if run.changed == 1 { "file is" } else { "files are" };
        say(format_args!("{} {files} not formatted", run.changed));
    }
    u8::from(run.failed > 0 || (arguments.check && run.changed > 0))
}

/// A text formatted with settings by their names in files.
///
/// # Errors
/// When a setting is wrong, or the formatter refuses the text.
pub fn formatted(text: &str, settings: serde_json::Value) -> Result<String, String> {
    let options = Settings::of_json(settings)?.options();
    let edits = format::format(text, &options, None).map_err(|error| error.to_string())?;
    String::from_utf8(format::apply(text.as_bytes(), &edits)).map_err(|error| error.to_string())
}

struct Run<'a> {
    arguments: &'a FmtArguments,
    /// The settings of the command line.
    overrides: Settings,
    configs: Configs,
    changed: usize,
    failed: usize,
}

impl Run<'_> {
    /// Formats all files below a folder, in the order of their names. Links to folders and hidden folders are left out.
    fn folder(&mut self, folder: &Path) {
        let mut folders = vec![folder.to_owned()];
        while let Some(folder) = folders.pop() {
            let mut paths = match reading::entries(&folder, usize::MAX) {
                Ok(paths) => paths,
                Err(error) => {
                    self.fail(&folder, &format!("cannot read the file: {error}"));
                    continue;
                }
            };
            paths.sort();
            let is_folder = |path: &PathBuf| path.is_dir() && !path.is_symlink();
            let is_hidden = |path: &PathBuf| path.file_name().is_some_and(|name| to_text(name).starts_with('.'));
            let below = paths.iter().rev().filter(|path| is_folder(path) && !is_hidden(path));
            folders.extend(below.cloned());
            for path in paths.iter().filter(|path| is_shader(path) && path.is_file()) {
                match self.configs.excludes(path) {
                    Ok(true) => {}
                    Ok(false) => self.file(path),
                    Err(message) => self.fail(path, &message),
                }
            }
        }
    }

    fn file(&mut self, path: &Path) {
        if let Err(message) = self.format(path) {
            self.fail(path, &message);
        }
    }

    fn fail(&mut self, path: &Path, message: &str) {
        self.failed += 1;
        complain(format_args!("'{}': {message}", to_text(path.as_os_str())));
    }

    fn format(&mut self, path: &Path) -> Result<(), String> {
        let name = to_text(path.as_os_str());
        let is_stdin = name == STANDARD_STREAM;
        let place = if is_stdin { self.arguments.stdin_name.as_deref().unwrap_or(Path::new("stdin")) } else { path };
        let options = self.configs.settings(place)?.overridden(&self.overrides).options();
        let bytes = reading::read_bytes(&name).map_err(|error| format!("cannot read the file: {error}"))?;
        let text = same_length(&bytes)?;
        let edits =
            format::format(&text, &options, self.arguments.lines.as_ref()).map_err(|error| error.to_string())?;
        self.changed += usize::from(!edits.is_empty());
        let written = |result: std::io::Result<()>| result.map_err(|error| format!("cannot write the file: {error}"));
        if self.arguments.diff {
            return written(print(&diff::unified(&to_text(place.as_os_str()), &text, &edits)));
        }
        if self.arguments.check {
            if !edits.is_empty() {
                say(format_args!("{}: not formatted", to_text(place.as_os_str())));
            }
            return Ok(());
        }
        if is_stdin {
            let formatted = format::apply(&bytes, &edits);
            return written(std::io::Write::write_all(&mut std::io::stdout().lock(), &formatted));
        }
        if edits.is_empty() { Ok(()) } else { written(staged::replace(path, &format::apply(&bytes, &edits))) }
    }
}

fn is_shader(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ENDINGS.iter().any(|one| ending.eq_ignore_ascii_case(one)))
}

/// The text of a file with a stand-in for each byte that is not UTF-8, so that all offsets are those of the bytes.
fn same_length(bytes: &[u8]) -> Result<String, String> {
    if bytes.contains(&0) {
        return Err("not a text file".to_owned());
    }
    let mut text = String::with_capacity(bytes.len());
    for chunk in bytes.utf8_chunks() {
        text.push_str(chunk.valid());
        text.extend(std::iter::repeat_n('\u{1a}', chunk.invalid().len()));
    }
    Ok(text)
}
