//! The sub-command `lsp`: the language server over the standard streams, with the disk and the settings of projects.

mod guess;
mod projects;

use crate::commands::fmt::config::Configs;
use crate::console::complain;
use crate::headers::WithHeaders;
use crate::pipeline::stack;
use crate::{files, panics};
use frontend::preprocess::IncludeHandler;
pub(in crate::commands) use projects::Projects;
use std::path::{Path, PathBuf};

/// Runs the server until the client goes. Returns the exit status: 0 if the client has said so before.
pub(crate) fn run() -> u8 {
    let serve = || lsp::serve(Workspace::new(), std::io::stdin(), &mut std::io::stdout().lock());
    match stack::on_large_stack(serve) {
        Ok(Ok(was_shut_down)) => u8::from(!was_shut_down),
        Ok(Err(error)) | Err(error) => {
            complain(format_args!("the client cannot be reached: {error}"));
            1
        }
    }
}

/// Files and settings of the projects that a client has open.
struct Workspace {
    disk: WithHeaders<'static>,
    projects: Projects,
    formats: Configs,
}

impl Workspace {
    fn new() -> Self {
        Workspace { disk: WithHeaders(&files::Disk), projects: Projects::default(), formats: Configs::new(None) }
    }
}

impl lsp::Host for Workspace {
    fn files(&self) -> &dyn IncludeHandler {
        &self.disk
    }

    fn settings(&mut self, path: &str, text: &str) -> (ide::Settings, Vec<String>) {
        self.projects.settings(path, text)
    }

    fn is_root(&mut self, path: &str, text: &str) -> bool {
        self.projects.is_root(path, text)
    }

    fn format_options(&mut self, path: &str) -> Result<format::Options, String> {
        self.formats.settings(Path::new(path)).map(|settings| settings.options())
    }

    fn shaders(&self, folder: &str) -> Vec<String> {
        shaders(Path::new(folder))
    }

    fn watched(&self) -> Vec<String> {
        let shaders = ENDINGS.iter().map(|ending| format!("**/*.{ending}"));
        shaders.chain(projects::FILES.iter().map(|name| format!("**/{name}"))).collect()
    }

    fn is_settings(&self, path: &str) -> bool {
        path.rsplit('/').next().is_some_and(|name| projects::FILES.contains(&name))
    }

    fn forget(&mut self) {
        self.projects = Projects::default();
        self.formats = Configs::new(None);
    }

    fn describe_panic(&self, payload: &(dyn std::any::Any + Send)) -> String {
        panics::describe(payload)
    }
}

/// The endings of files that may include others.
const ENDINGS: [&str; 7] = ["hlsl", "hlsli", "fx", "fxh", "h", "inl", "hpp"];
/// The limit of entries of a client's folder that are looked at.
const MOST_ENTRIES: usize = 200_000;

/// The files below a folder that may be HLSL, in the order of their names. Links to folders and hidden folders are left out.
pub(in crate::commands) fn shaders(folder: &Path) -> Vec<String> {
    let (mut found, mut folders, mut seen) = (Vec::new(), vec![folder.to_owned()], 0);
    while let Some(folder) = folders.pop() {
        let Ok(entries) = std::fs::read_dir(&folder) else { continue };
        let mut paths: Vec<PathBuf> = entries.filter_map(Result::ok).map(|entry| entry.path()).collect();
        paths.sort();
        seen += paths.len();
        if seen > MOST_ENTRIES {
            break;
        }
        for path in paths {
            let is_hidden = path.file_name().is_some_and(|name| name.as_encoded_bytes().starts_with(b"."));
            if path.is_dir() {
                folders.extend((!is_hidden && !path.is_symlink()).then_some(path));
            } else if path.extension().is_some_and(|ending| ENDINGS.iter().any(|it| ending.eq_ignore_ascii_case(it))) {
                found.push(crate::file_names::to_text(path.as_os_str()).replace('\\', "/"));
            }
        }
    }
    found
}
