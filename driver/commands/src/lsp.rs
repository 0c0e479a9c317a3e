//! The sub-command `lsp`: the language server over the standard streams, with the disk and the settings of projects.

mod actions;

use crate::fmt::config::Configs;
use crate::projects::{self, Editor, Projects};
use actions::Shader;
use frontend::preprocess::IncludeHandler;
use ide::Overlays;
use library::api::headers::WithHeaders;
use library::files::reading;
use library::pipeline::stack;
use library::report::console::complain;
use library::report::panics;
use lsp::{Action, Shown};
use std::path::Path;
use std::sync::Arc;

/// Runs the server until the client goes. Returns the exit status: 0 if the client has said so before.
pub(crate) fn run() -> u8 {
    let serve = || lsp::serve(Workspace::new(), std::io::stdin(), &mut std::io::stdout().lock(), stack::STACK_BYTES);
    match stack::on_large_stack(serve) {
        Ok(Ok(was_shut_down)) => u8::from(!was_shut_down),
        Ok(Err(error)) | Err(error) => {
            complain(format_args!("cannot reach the client: {error}"));
            1
        }
    }
}

/// The files of the disk, and the headers of the compiler.
struct Disk;

impl IncludeHandler for Disk {
    fn load(&self, path: &str) -> Option<Arc<str>> {
        WithHeaders(&reading::Disk).load(path)
    }

    fn names(&self, folder: &str) -> Option<Vec<String>> {
        WithHeaders(&reading::Disk).names(folder)
    }

    fn nearest(&self, path: &str) -> Option<String> {
        WithHeaders(&reading::Disk).nearest(path)
    }

    fn is_same(&self, one: &str, other: &str) -> bool {
        WithHeaders(&reading::Disk).is_same(one, other)
    }

    fn advice(&self) -> Option<&'static str> {
        WithHeaders(&reading::Disk).advice()
    }
}

/// Files and settings of the projects that a client has open.
struct Workspace {
    disk: Arc<dyn IncludeHandler + Send + Sync>,
    projects: Projects,
    formats: Configs,
}

impl Workspace {
    fn new() -> Self {
        Workspace { disk: Arc::new(Disk), projects: Projects::default(), formats: Configs::new(None) }
    }
}

impl lsp::Host for Workspace {
    fn files(&self) -> &Arc<dyn IncludeHandler + Send + Sync> {
        &self.disk
    }

    fn settings(&mut self, path: &str, text: &str, variant: usize) -> (ide::Settings, Vec<String>) {
        self.projects.settings(path, text, variant)
    }

    fn variants(&mut self, path: &str, text: &str) -> Vec<String> {
        self.projects.variants(path, text)
    }

    fn configure(&mut self, arguments: &[String], shader_model: Option<&str>) {
        let editor = Editor { arguments: arguments.to_vec(), shader_model: shader_model.map(str::to_owned) };
        self.projects = Projects::anew(editor);
    }

    fn can_run(&self) -> bool {
        cfg!(feature = "runner")
    }

    fn jobs(&self, path: &str) -> Vec<String> {
        actions::jobs(path)
    }

    fn act(
        &mut self,
        action: Action,
        path: &str,
        text: Option<&str>,
        entry: Option<&str>,
        variant: usize,
        open: Overlays,
    ) -> Box<dyn FnOnce() -> Result<Shown, String> + Send> {
        if let Action::ListTests | Action::RunTests = action {
            let (path, name) = (path.to_owned(), entry.map(str::to_owned));
            return Box::new(move || actions::tests(&path, name.as_deref(), action == Action::ListTests));
        }
        let text = text.map(Arc::from).or_else(|| Disk.load(path)).unwrap_or_else(|| "".into());
        let parsed = self.projects.options(path, &text, variant);
        let path = path.to_owned();
        if action == Action::RunJobs {
            return Box::new(move || actions::run_jobs(&path, &actions::jobs(&path)));
        }
        let shader = Shader { path, text, parsed, open }.with_entry(entry);
        Box::new(move || match action {
            Action::Compile => Ok(shader.compile(false)),
            Action::ShowSpirv => Ok(shader.compile(true)),
            Action::Cost => shader.cost(),
            Action::Run | Action::RunJobs | Action::ListTests | Action::RunTests => shader.run(),
        })
    }

    fn write_shown(&self, title: &str, text: &str) -> Result<String, String> {
        actions::write_shown(title, text)
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
        let settings = projects::FILES.iter().map(|name| format!("**/{name}"));
        shaders.chain(settings).chain([format!("**/*.{}", projects::LIST)]).collect()
    }

    fn is_settings(&self, path: &str) -> bool {
        let is_list = |name: &str| name.rsplit_once('.').is_some_and(|(_, ending)| ending == projects::LIST);
        path.rsplit('/').next().is_some_and(|name| projects::FILES.contains(&name) || is_list(name))
    }

    fn forget(&mut self) {
        self.projects = Projects::anew(self.projects.editor().clone());
        self.formats = Configs::new(None);
    }

    fn describe_panic(&self, payload: &(dyn std::any::Any + Send)) -> String {
        panics::describe(payload)
    }
}

/// The endings of files that may include others.
const ENDINGS: [&str; 7] = ["hlsl", "hlsli", "fx", "fxh", "h", "inl", "hpp"];
/// The limit of entries of a client's folder that are examined.
const MOST_ENTRIES: usize = 200_000;

/// The files below a folder that may be HLSL, in the order of their names. Links to folders and hidden folders are left out.
pub(crate) fn shaders(folder: &Path) -> Vec<String> {
    let (mut found, mut folders, mut seen) = (Vec::new(), vec![folder.to_owned()], 0);
    while let Some(folder) = folders.pop() {
        let Ok(mut paths) = reading::entries(&folder, MOST_ENTRIES) else { continue };
        paths.sort();
        seen += paths.len();
        if seen > MOST_ENTRIES {
            break;
        }
        for path in paths {
            let is_hidden = path.file_name().is_some_and(|name| name.as_encoded_bytes().starts_with(b"."));
            if path.is_dir() {
                folders.extend((!is_hidden && !path.is_symlink()).then_some(path));
            } else if is_shader(&path) && path.is_file() {
                found.push(library::files::names::to_text(path.as_os_str()).replace('\\', "/"));
            }
        }
    }
    found
}

fn is_shader(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ENDINGS.iter().any(|it| ending.eq_ignore_ascii_case(it)))
}
