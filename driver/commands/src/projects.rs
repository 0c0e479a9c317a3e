//! The one resolver of the options of files, for all commands and editors: from compilation databases, lists of ShaderMake,
//! `hlsl2spirv.toml`, `shadertoolsconfig.json`, a comment in the file, the settings of an editor or a command; stage and entry
//! point, if none of them names these, from the text and the name of the file.

pub(crate) mod glob;
mod guess;
mod outline;
mod shader_tools;
mod stages;

use crate::shadermake;
#[cfg(feature = "lsp")]
use base::diag::Severity;
use batch::list;
use frontend::language::Stage;
#[cfg(feature = "runner")]
use frontend::preprocess::IncludeHandler;
use frontend::preprocess::identity;
use guess::{Around, Entry, Guess, guess};
#[cfg(feature = "lsp")]
pub(crate) use guess::{is_header, run_arguments};
#[cfg(feature = "lsp")]
use library::api::analysis;
use library::api::headers::WithHeaders;
use library::files::{reading, response};
use library::options::args::{self, Parsed};
#[cfg(feature = "lsp")]
use library::options::settings::CommandLineMacro;
use library::options::settings::Options;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The names of files with settings.
#[cfg(feature = "lsp")]
pub(super) const FILES: &[&str] = &[DATABASE, CONFIG, shader_tools::NAME];
/// The ending of ShaderMake's lists.
pub(super) const LIST: &str = "cfg";
const DATABASE: &str = "compile_commands.json";
pub(crate) const CONFIG: &str = "hlsl2spirv.toml";
/// Folders of a project in which a database may be, besides the project's own.
const BUILD_FOLDERS: &[&str] = &["", "build", "out"];

/// The settings that were read, by their file; nothing for what cannot be read, which is said once.
#[derive(Default)]
pub(crate) struct Projects {
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

/// One compilation of a file.
pub(crate) struct Compilation {
    pub(crate) parsed: Parsed,
    /// True if something says which stage it is for; all others are analysed as libraries.
    pub(crate) is_known: bool,
}

impl Projects {
    /// Returns whether a file is compiled by itself: settings name it, or it looks so.
    #[cfg(feature = "lsp")]
    pub(crate) fn is_root(&mut self, path: &str, text: &str) -> bool {
        self.of_database(path).is_some()
            || self.of_config(path).is_some()
            || guess::own_arguments(text).is_some()
            || !found(path, text, &[]).entries.is_empty()
    }

    /// None that were read before, under other settings of the editor.
    #[cfg(feature = "lsp")]
    pub(super) fn anew(editor: Editor) -> Self {
        Projects { editor, ..Projects::default() }
    }

    /// The editor's own settings.
    #[cfg(feature = "lsp")]
    pub(super) fn editor(&self) -> &Editor {
        &self.editor
    }

    /// The compilations of a file: those of databases or lists, or one of a rule, or else one for each entry point that can be
    /// seen. The options of the caller come last; at least one compilation there always is.
    pub(crate) fn all(&mut self, path: &str, text: &str, options: &[String]) -> Vec<Compilation> {
        let listed = self.of_database(path);
        let is_listed = listed.is_some();
        let named = listed.or_else(|| self.of_config(path).map(|one| vec![one]));
        let bases = named.unwrap_or_else(|| {
            let more = self.of_shader_tools(path).map(|found| found.arguments.clone()).unwrap_or_default();
            vec![of_arguments(&more)]
        });
        let own: Vec<String> = guess::own_arguments(text).map(response::words).unwrap_or_default();
        let more: Vec<&String> = own.iter().chain(&self.editor.arguments).chain(options).collect();
        let version = self.editor.shader_model.as_deref().unwrap_or(guess::VERSION);
        let mut known = None;
        let complete = |base| {
            let base = if more.is_empty() { base } else { extended(base, &more) };
            completed(base, is_listed, version, |folders| {
                known.get_or_insert_with(|| found(path, text, folders)).clone()
            })
        };
        bases.into_iter().flat_map(complete).collect()
    }

    /// The names of a file's command lines, in their order.
    #[cfg(feature = "lsp")]
    pub(super) fn variants(&mut self, path: &str, text: &str) -> Vec<String> {
        let mut names: Vec<String> = Vec::new();
        for Compilation { parsed, .. } in self.all(path, text, &[]) {
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
    pub(crate) fn take_problems(&mut self) -> Vec<String> {
        std::mem::take(&mut self.problems)
    }

    /// The options of a file's command line of a number, or the first, and what is wrong with settings.
    #[cfg(feature = "lsp")]
    pub(super) fn settings(&mut self, path: &str, text: &str, variant: usize) -> (ide::Settings, Vec<String>) {
        let options = self.options(path, text, variant);
        let guess = || completed(of_arguments(&[]), false, guess::VERSION, |_| found(path, text, &[])).swap_remove(0);
        let settings = self.usable(options, path).or_else(|| self.usable(guess().parsed, path));
        let settings = settings.or_else(|| self.usable(of_arguments(&["-T".to_owned(), "lib_6_6".to_owned()]), path));
        let mut settings = settings.expect("a library can always be analysed");
        settings.virtual_folders =
            self.of_shader_tools(path).map(|found| found.virtual_folders.clone()).unwrap_or_default();
        (settings, self.take_problems())
    }

    /// The command line of a file of a number, or the first.
    #[cfg(feature = "lsp")]
    pub(super) fn options(&mut self, path: &str, text: &str, variant: usize) -> Parsed {
        let mut all = self.all(path, text, &[]);
        let at = if variant < all.len() { variant } else { 0 };
        all.swap_remove(at).parsed
    }

    /// The options as the stages want them, if they are consistent.
    #[cfg(feature = "lsp")]
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
                    let parsed = |options| Parsed { options, diagnostics: Vec::new(), words: None };
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
        let mut lists = reading::entries(folder, MOST_ENTRIES).unwrap_or_default();
        let is_short = |path: &Path| reading::state(path).is_some_and(|(_, length)| length <= reading::SETTINGS_LIMIT);
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
                _ => list::found(file),
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
                |file: &Path| file.exists().then(|| reading::read_settings(file).map_err(|error| error.to_string()));
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
            let text = reading::read_settings(file).map_err(|error| complain(error.to_string())).ok();
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
#[cfg(feature = "lsp")]
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

/// A command line with further arguments.
fn extended<S: AsRef<str>>(base: Parsed, more: &[S]) -> Parsed {
    let mut parsed = args::parse_after(base.options, more);
    parsed.diagnostics.splice(0..0, base.diagnostics);
    parsed
}

/// The entry points of a file that its text and its name tell.
fn found(path: &str, text: &str, folders: &[String]) -> Guess {
    guess(text, &Around { path, folders, files: &WithHeaders(&reading::Disk) })
}

/// The compilations of a text that no project has, with these includes: one for each entry point that can be seen.
#[cfg(feature = "runner")]
pub(crate) fn of_text(path: &str, text: &str, files: &dyn IncludeHandler, options: &[String]) -> Vec<Compilation> {
    let own: Vec<String> = guess::own_arguments(text).map(response::words).unwrap_or_default();
    let more: Vec<&String> = own.iter().chain(options).collect();
    let base = of_arguments(&[]);
    let base = if more.is_empty() { base } else { extended(base, &more) };
    completed(base, false, guess::VERSION, |folders| guess(text, &Around { path, folders, files: &WithHeaders(files) }))
}

/// A command line with the stage and the entry point that it lacks: one for each entry point that fits. A build's own list
/// means the entry point `main` where it names none.
fn completed(base: Parsed, is_listed: bool, version: &str, guess: impl FnOnce(&[String]) -> Guess) -> Vec<Compilation> {
    let stage = base.options.profile().map(|profile| profile.stage);
    let (has_profile, entry) = (base.options.profile.is_some(), base.options.entry.clone());
    if has_profile && (is_listed || entry.is_some() || stage.is_none_or(|stage| stage == Stage::Library)) {
        return vec![Compilation { parsed: base, is_known: true }];
    }
    let Guess { mut entries, options } = guess(&base.options.preprocess.include_directories);
    if has_profile {
        entries.retain(|one| Some(one.stage) == stage && one.name.is_some());
        if entries.is_empty() || entries.iter().any(|one| one.name.as_deref() == Some("main")) {
            return vec![Compilation { parsed: base, is_known: true }];
        }
    } else if let Some(entry) = &entry {
        entries.retain(|one| one.name.as_ref().is_none_or(|name| name == entry));
    }
    let is_known = !entries.is_empty();
    if !is_known {
        entries.push(Entry { stage: Stage::Library, name: None });
    }
    let with = |entry: Entry| {
        let mut more = Vec::new();
        if !has_profile {
            more.extend(["-T".to_owned(), format!("{}_{version}", entry.stage.row().profile)]);
            more.extend(options.iter().filter(|option| !is_given(&base.options, option)).cloned());
        }
        more.extend(entry.name.into_iter().flat_map(|name| ["-E".to_owned(), name]));
        Compilation { parsed: extended(base.clone(), &more), is_known }
    };
    entries.into_iter().map(with).collect()
}

/// Returns whether the options have the one that an argument sets.
fn is_given(options: &Options, argument: &str) -> bool {
    let name = argument.trim_start_matches('-');
    options.was_given(name.split_inclusive('=').next().unwrap_or(name))
}
