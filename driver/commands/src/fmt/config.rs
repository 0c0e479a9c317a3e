//! The settings of the formatter: `[format]` of the nearest `hlsl2spirv.toml`, and those of the command line.
//!
//! Knows the names of settings; what they mean is the crate `format`'s.

use arguments::FmtArguments;
use base::similar::did_you_mean;
use format::{Braces, Directives, Indent, Options};
use library::files::reading;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The name of the file, which is looked for from a shader's folder upwards.
const NAME: &str = "hlsl2spirv.toml";

/// The file, as far as the formatter reads it.
#[derive(Deserialize)]
struct Document {
    #[serde(default)]
    format: Settings,
}

/// Settings; what is not set is taken from elsewhere.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub(crate) struct Settings {
    width: Option<u32>,
    #[serde(deserialize_with = "indent")]
    indent: Option<Indent>,
    #[serde(deserialize_with = "braces")]
    braces: Option<Braces>,
    indent_namespaces: Option<bool>,
    indent_cases: Option<bool>,
    statement_space: Option<bool>,
    paren_spaces: Option<bool>,
    #[serde(deserialize_with = "directives")]
    directives: Option<Directives>,
    /// Files and folders below the file's own that are left out when their folder is formatted.
    exclude: Vec<PathBuf>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum IndentValue {
    Count(u32),
    Name(String),
}

fn indent<'d, D: serde::Deserializer<'d>>(from: D) -> Result<Option<Indent>, D::Error> {
    let text = match IndentValue::deserialize(from)? {
        IndentValue::Count(count) => count.to_string(),
        IndentValue::Name(name) => name,
    };
    parse_indent(&text).map(Some).map_err(serde::de::Error::custom)
}

fn braces<'d, D: serde::Deserializer<'d>>(from: D) -> Result<Option<Braces>, D::Error> {
    one_of(&String::deserialize(from)?, "braces", Braces::NAMES).map(Some).map_err(serde::de::Error::custom)
}

fn directives<'d, D: serde::Deserializer<'d>>(from: D) -> Result<Option<Directives>, D::Error> {
    one_of(&String::deserialize(from)?, "directives", Directives::NAMES).map(Some).map_err(serde::de::Error::custom)
}

fn parse_indent(text: &str) -> Result<Indent, String> {
    let most = Options::MAX_INDENT;
    match text.parse() {
        _ if text == "tab" => Ok(Indent::Tab),
        Ok(count) if (1..=most).contains(&count) => Ok(Indent::Spaces(count)),
        _ => Err(format!("invalid indentation: expected 1 to {most}, or tab")),
    }
}

fn one_of<T: Copy>(name: &str, what: &str, names: &[(&str, T)]) -> Result<T, String> {
    let found = names.iter().find(|(known, _)| *known == name);
    let known = || names.iter().map(|(known, _)| *known).collect::<Vec<_>>().join(", ");
    found.map(|(_, value)| *value).ok_or_else(|| {
        match base::similar::nearest(name, names.iter().map(|(known, _)| *known)) {
            Some(near) => format!("unknown value '{name}' for {what}; {}", did_you_mean(near)),
            None => format!("unknown value '{name}' for {what}; expected one of {}", known()),
        }
    })
}

impl Settings {
    /// Those of a command line.
    pub(crate) fn of_arguments(arguments: &FmtArguments) -> Result<Self, String> {
        let settings = Settings {
            width: arguments.width,
            indent: arguments.indent.as_deref().map(parse_indent).transpose()?,
            braces: arguments.braces.as_deref().map(|name| one_of(name, "braces", Braces::NAMES)).transpose()?,
            ..Settings::default()
        };
        settings.checked()
    }

    /// Those of an object with the names that files have.
    pub(super) fn of_json(object: serde_json::Value) -> Result<Self, String> {
        serde_json::from_value::<Settings>(object).map_err(|error| error.to_string())?.checked()
    }

    fn checked(self) -> Result<Self, String> {
        let most = Options::MAX_WIDTH;
        match self.width {
            Some(width) if width > most => Err(format!("invalid width: expected at most {most}, or 0 for no limit")),
            _ => Ok(self),
        }
    }

    /// These with those of others where they are set.
    pub(crate) fn overridden(&self, others: &Settings) -> Settings {
        Settings {
            width: others.width.or(self.width),
            indent: others.indent.or(self.indent),
            braces: others.braces.or(self.braces),
            ..self.clone()
        }
    }

    /// What they are for the formatter.
    pub(crate) fn options(&self) -> Options {
        let usual = Options::default();
        Options {
            width: self.width,
            indent: self.indent,
            braces: self.braces,
            namespaces: self.indent_namespaces,
            cases: self.indent_cases,
            statement_space: self.statement_space,
            paren_spaces: self.paren_spaces,
            directives: self.directives.unwrap_or(usual.directives),
        }
    }
}

/// The files with settings that were read.
pub(crate) struct Configs {
    /// The one that the command line names.
    named: Option<PathBuf>,
    read: BTreeMap<PathBuf, Settings>,
}

impl Configs {
    pub(crate) fn new(named: Option<&Path>) -> Self {
        Configs { named: named.map(Path::to_owned), read: BTreeMap::new() }
    }

    /// The settings for a file.
    pub(crate) fn settings(&mut self, file: &Path) -> Result<Settings, String> {
        Ok(self.nearest(file)?.map_or_else(Settings::default, |(_, settings)| settings))
    }

    /// Returns whether the settings leave a file out.
    pub(crate) fn excludes(&mut self, file: &Path) -> Result<bool, String> {
        let Some((config, settings)) = self.nearest(file)? else { return Ok(false) };
        let folder = config.parent().unwrap_or(Path::new(""));
        let file = std::path::absolute(file).map_err(|error| error.to_string())?;
        let below = file.strip_prefix(folder).unwrap_or(&file);
        Ok(settings.exclude.iter().any(|excluded| below.starts_with(excluded)))
    }

    /// The nearest file with settings, and these.
    fn nearest(&mut self, file: &Path) -> Result<Option<(PathBuf, Settings)>, String> {
        if let Some(named) = self.named.clone() {
            let path = std::path::absolute(named).map_err(|error| error.to_string())?;
            return self.of_file(path).map(Some);
        }
        let file = std::path::absolute(file).map_err(|error| error.to_string())?;
        for folder in file.ancestors().skip(1) {
            let path = folder.join(NAME);
            if self.read.contains_key(&path) || path.is_file() {
                return self.of_file(path).map(Some);
            }
        }
        Ok(None)
    }

    fn of_file(&mut self, path: PathBuf) -> Result<(PathBuf, Settings), String> {
        if let Some(known) = self.read.get(&path) {
            return Ok((path, known.clone()));
        }
        let describe = |error: &dyn std::fmt::Display| format!("'{}': {error}", path.display());
        let text = reading::read_settings(&path).map_err(|error| describe(&error))?;
        let document: Document = toml::from_str(&text).map_err(|error| describe(&error))?;
        let settings = document.format.checked().map_err(|error| describe(&error))?;
        self.read.insert(path.clone(), settings.clone());
        Ok((path, settings))
    }
}
