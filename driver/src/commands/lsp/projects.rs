//! The options of files: from compilation databases, lists of ShaderMake, `hlsl2spirv.toml`, `shadertoolsconfig.json`, a comment
//! in the file, the editor's settings, or a guess.

mod glob;
mod shader_tools;

use super::guess;
use crate::analysis;
use crate::commands::batch::list;
use crate::commands::shadermake;
use crate::options::args::{self, Parsed};
use crate::options::settings::{CommandLineMacro, Options};
use crate::{files, response};
use base::diag::Severity;
use frontend::preprocess::identity;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The names of files with settings.
pub(super) const FILES: &[&str] = &[DATABASE, CONFIG, shader_tools::NAME];
/// The ending of ShaderMake's lists.
pub(super) const LIST: &str = "cfg";
const DATABASE: &str = "compile_commands.json";
const CONFIG: &str = "hlsl2spirv.toml";
/// Folders of a project in which a database may be, besides the project's own.
const BUILD_FOLDERS: &[&str] = &["", "build", "out"];

/// The settings that were read, by their file; nothing for what cannot be read, which is said once.
#[derive(Default)]
pub(in crate::commands) struct Projects {
    databases: BTreeMap<PathBuf, BTreeMap<String, Vec<Options>>>,
    /// The lists of ShaderMake in a folder.
    lists: BTreeMap<PathBuf, Vec<PathBuf>>,
    configs: BTreeMap<PathBuf, Option<Document>>,
    /// The settings of HLSL Tools, by the folder of the files that they are for.
    shader_tools: BTreeMap<PathBuf, Option<shader_tools::Found>>,
    /// The editor's own settings.
    editor: Editor,
    problems: Vec<String>,
}

/// The settings of an editor that are about options.
#[derive(Clone, Default)]
pub(super) struct Editor {
    /// Words of a command line, for all files.
    pub(super) arguments: Vec<String>,
    /// The shader model of files whose options are a guess.
    pub(super) shader_model: Option<String>,
}

/// The part of `hlsl2spirv.toml` that is about shaders.
#[derive(Clone, Default, Deserialize)]
struct Document {
    #[serde(default)]
    shaders: Vec<Shaders>,
    #[serde(default)]
    shadermake: ShaderMake,
}

/// Options for the lists of ShaderMake.
#[derive(Clone, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct ShaderMake {
    /// The arguments, as for a call of ShaderMake; folders count from the list's.
    #[serde(default)]
    args: Vec<String>,
}

/// Options for some files.
#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct Shaders {
    /// The files, from the folder of the settings on; `*` represents a part of a name, `**` for any folders.
    files: Vec<String>,
    /// The arguments, as for a compilation.
    #[serde(default)]
    args: Vec<String>,
}

impl Projects {
    /// Returns whether a file is compiled by itself: settings name it, or it looks so.
    pub(in crate::commands) fn is_root(&mut self, path: &str, text: &str) -> bool {
        self.of_database(path).is_some() || self.of_config(path).is_some() || guess::is_root(path, text)
    }

    /// None that were read before, under other settings of the editor.
    pub(super) fn anew(editor: Editor) -> Self {
        Projects { editor, ..Projects::default() }
    }

    /// The editor's own settings.
    pub(super) fn editor(&self) -> &Editor {
        &self.editor
    }

    /// The command lines for a file: all that databases or lists have, or one of a rule, or else a guess for each entry point.
    pub(in crate::commands) fn all(&mut self, path: &str, text: &str) -> Vec<Parsed> {
        let named = self.of_database(path).or_else(|| self.of_config(path).map(|one| vec![one]));
        let all = named.unwrap_or_else(|| {
            let more = self.of_shader_tools(path).map(|found| found.arguments.clone()).unwrap_or_default();
            let model = self.editor.shader_model.as_deref();
            let guesses = guess::all_arguments(path, text, model).into_iter();
            guesses.map(|guess| args::parse_after(of_arguments(&guess).options, &more)).collect()
        });
        let own: Vec<String> = guess::own_arguments(text).map(response::words).unwrap_or_default();
        let more: Vec<&String> = own.iter().chain(&self.editor.arguments).collect();
        all.into_iter()
            .map(|base| if more.is_empty() { base } else { args::parse_after(base.options, &more) })
            .collect()
    }

    /// The names of a file's command lines, in their order.
    pub(super) fn variants(&mut self, path: &str, text: &str) -> Vec<String> {
        let mut names: Vec<String> = Vec::new();
        for parsed in self.all(path, text) {
            let name = name_of(&parsed.options);
            let others = names.iter().filter(|known| {
                known.strip_prefix(&name).is_some_and(|rest| rest.is_empty() || rest.starts_with(" #"))
            });
            let count = others.count();
            names.push(if count == 0 { name } else { format!("{name} #{}", count + 1) });
        }
        names
    }

    /// The errors in settings, each once.
    pub(in crate::commands) fn take_problems(&mut self) -> Vec<String> {
        std::mem::take(&mut self.problems)
    }

    /// The options of a file's command line of a number, or the first, and what is wrong with settings.
    pub(super) fn settings(&mut self, path: &str, text: &str, variant: usize) -> (ide::Settings, Vec<String>) {
        let options = self.options(path, text, variant);
        let guess = || of_arguments(&guess::all_arguments(path, text, None).swap_remove(0));
        let settings = self.usable(options, path).or_else(|| self.usable(guess(), path));
        let settings = settings.or_else(|| self.usable(of_arguments(&["-T".to_owned(), "lib_6_6".to_owned()]), path));
        let mut settings = settings.expect("a library can always be analysed");
        settings.virtual_folders =
            self.of_shader_tools(path).map(|found| found.virtual_folders.clone()).unwrap_or_default();
        (settings, self.take_problems())
    }

    /// The command line of a file of a number, or the first.
    pub(super) fn options(&mut self, path: &str, text: &str, variant: usize) -> Parsed {
        let mut all = self.all(path, text);
        let at = if variant < all.len() { variant } else { 0 };
        all.swap_remove(at)
    }

    /// The options as the stages want them, if they are consistent.
    fn usable(&mut self, parsed: Parsed, path: &str) -> Option<ide::Settings> {
        let (settings, wrong) = analysis::settings(&parsed.options);
        let errors = parsed.diagnostics.iter().chain(&wrong).filter(|found| found.severity >= Severity::Error);
        self.problems.extend(errors.map(|found| format!("options for '{path}': {}", found.message)));
        settings
    }

    /// The entries for a file in the nearest database or list that has any.
    fn of_database(&mut self, path: &str) -> Option<Vec<Parsed>> {
        for folder in Path::new(path).ancestors().skip(1) {
            let databases = BUILD_FOLDERS.iter().map(|below| folder.join(below).join(DATABASE));
            let mut files: Vec<PathBuf> =
                databases.filter(|file| self.databases.contains_key(file) || file.is_file()).collect();
            files.extend(self.lists_in(folder));
            for file in files {
                let options = self.database(&file).get(path).cloned();
                if let Some(all) = options {
                    let parsed = |options| Parsed { options, diagnostics: Vec::new() };
                    return Some(all.into_iter().map(parsed).collect());
                }
            }
        }
        None
    }

    /// The files of a folder that may be lists of ShaderMake, in the order of their names.
    fn lists_in(&mut self, folder: &Path) -> Vec<PathBuf> {
        if let Some(known) = self.lists.get(folder) {
            return known.clone();
        }
        let mut lists = files::entries(folder, MOST_ENTRIES).unwrap_or_default();
        let is_short = |path: &Path| files::state(path).is_some_and(|(_, length)| length <= files::SETTINGS_LIMIT);
        let is_list = |path: &PathBuf| path.extension().is_some_and(|ending| ending == LIST) && path.is_file();
        lists.retain(|path| is_list(path) && is_short(path));
        lists.sort();
        self.lists.insert(folder.to_owned(), lists.clone());
        lists
    }

    fn database(&mut self, file: &Path) -> &BTreeMap<String, Vec<Options>> {
        if !self.databases.contains_key(file) {
            let read = match file.extension() {
                // Other programs have files of this ending, too: what is not a list says nothing.
                Some(ending) if ending == LIST => Ok(self.list(file).unwrap_or_default()),
                _ => list::found(file).map(|entries| entries.into_iter().map(|entry| entry.parsed.options).collect()),
            };
            let mut entries: BTreeMap<String, Vec<Options>> = BTreeMap::new();
            for options in read.map_err(|error| self.problems.push(error)).unwrap_or_default() {
                let input = options.input.as_deref().map(identity).unwrap_or_default();
                entries.entry(input).or_default().push(options);
            }
            self.databases.insert(file.to_owned(), entries);
        }
        &self.databases[file]
    }

    /// The compilations of a list of ShaderMake.
    fn list(&mut self, file: &Path) -> Option<Vec<Options>> {
        let config = self.config_of(file);
        let config = config.and_then(|config| self.config(&config));
        let arguments = config.map(|config| config.shadermake.args.clone()).unwrap_or_default();
        let lines = shadermake::command_lines(file, &arguments).ok()?;
        Some(lines.iter().map(|line| of_arguments(line).options).collect())
    }

    /// The settings of HLSL Tools for a file.
    fn of_shader_tools(&mut self, path: &str) -> Option<&shader_tools::Found> {
        let folder = Path::new(path).parent()?.to_owned();
        if !self.shader_tools.contains_key(&folder) {
            let load =
                |file: &Path| file.exists().then(|| files::read_settings(file).map_err(|error| error.to_string()));
            let found = shader_tools::read(&folder, load);
            self.problems.extend(found.iter().flat_map(|found| found.problems.clone()));
            self.shader_tools.insert(folder.clone(), found);
        }
        self.shader_tools[&folder].as_ref()
    }

    /// The nearest `hlsl2spirv.toml` that can be read.
    fn config_of(&mut self, path: &Path) -> Option<PathBuf> {
        let mut files = path.ancestors().skip(1).map(|folder| folder.join(CONFIG));
        files.find(|file| self.config(file).is_some())
    }

    /// The options of the first rule of the nearest `hlsl2spirv.toml` that names a file.
    fn of_config(&mut self, path: &str) -> Option<Parsed> {
        let file = self.config_of(Path::new(path))?;
        let folder = file.parent()?.to_owned();
        let below = Path::new(path).strip_prefix(&folder).ok()?.to_string_lossy().replace('\\', "/");
        let rules = &self.config(&file)?.shaders;
        let rule = rules.iter().find(|rule| rule.files.iter().any(|glob| glob::matches(glob, &below)))?.clone();
        let mut parsed = of_arguments(&rule.args);
        for directory in &mut parsed.options.preprocess.include_directories {
            *directory = folder.join(&*directory).to_string_lossy().replace('\\', "/");
        }
        Some(parsed)
    }

    /// A file of settings. One that cannot be read is passed over, one that makes no sense says nothing.
    fn config(&mut self, file: &Path) -> Option<&Document> {
        if !self.configs.contains_key(file) {
            if !file.exists() {
                return None;
            }
            let mut complain = |error: String| self.problems.push(format!("'{}': {error}", file.display()));
            let text = files::read_settings(file).map_err(|error| complain(error.to_string())).ok();
            let parse =
                |text: &str| toml::from_str(text).map_err(|error| complain(error.to_string())).unwrap_or_default();
            let document: Option<Document> = text.as_deref().map(parse);
            self.configs.insert(file.to_owned(), document);
        }
        self.configs[file].as_ref()
    }
}

/// The limit of entries of a folder that are examined for lists.
const MOST_ENTRIES: usize = 4096;

/// The words that tell a command line from others for the same file.
fn name_of(options: &Options) -> String {
    let mut words = vec![options.profile.clone().unwrap_or_default(), options.entry().to_owned()];
    words.extend(options.preprocess.macros.iter().filter_map(|it| match it {
        CommandLineMacro::Define(name, Some(value)) => Some(format!("{name}={value}")),
        CommandLineMacro::Define(name, None) => Some(name.clone()),
        _ => None,
    }));
    words.join(" ").trim().to_owned()
}

fn of_arguments(arguments: &[String]) -> Parsed {
    args::parse(arguments)
}
