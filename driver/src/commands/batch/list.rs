//! Lists of compilations: files with a command line of DXC per line, and compilation databases.
//!
//! The database is clangd's (https://clang.llvm.org/docs/JSONCompilationDatabase.html), read and written.

use crate::files::names::{STANDARD_STREAM, to_path};
use crate::files::reading;
use crate::files::response;
use crate::options::args::{self, Parsed};
use crate::options::settings::Options;
use serde_json::{Map, Value, json};
use std::fmt;
use std::path::Path;
use std::sync::Arc;

/// One compilation of a list. There may be a million of them: the settings are made of the arguments when they are needed.
pub(crate) struct Entry {
    /// The folder from which relative names count; empty for the current one.
    pub(crate) folder: Box<str>,
    /// The arguments, without a program.
    arguments: Words,
    /// The place in the list, for messages.
    pub(crate) place: Place,
}

/// A place in a list.
#[derive(Clone, Debug)]
pub(crate) struct Place {
    file: Arc<str>,
    /// The line, or the entry of a database, counted from 1.
    number: usize,
    is_database: bool,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let separator = if self.is_database { ": entry " } else { ":" };
        write!(f, "{}{separator}{}", self.file, self.number)
    }
}

/// Words in one piece of memory.
struct Words {
    text: Box<str>,
    /// Where each word ends.
    ends: Box<[u32]>,
}

impl Words {
    fn new(words: &[String]) -> Self {
        let mut end = 0;
        let ends = words.iter().map(|word| {
            end += word.len() as u32;
            end
        });
        Words { ends: ends.collect(), text: words.concat().into() }
    }

    fn to_vec(&self) -> Vec<String> {
        let starts = std::iter::once(&0).chain(&self.ends);
        starts.zip(&self.ends).map(|(start, end)| self.text[*start as usize..*end as usize].to_owned()).collect()
    }
}

impl Entry {
    /// An entry whose response files are read.
    ///
    /// # Errors
    /// When one of them cannot be read, or they are very long; with the place.
    fn new(folder: String, mut arguments: Vec<String>, place: Place) -> Result<Self, String> {
        let response_files = arguments
            .iter_mut()
            .filter_map(|argument| argument.strip_prefix('@').map(str::to_owned).map(|file| (argument, file)));
        for (argument, mut file) in response_files.filter(|_| !folder.is_empty()) {
            join(Path::new(&folder), &mut file);
            *argument = format!("@{file}");
        }
        let arguments = response::expand(&arguments).map_err(|failure| format!("{place}: {}", failure.report))?;
        if u32::try_from(arguments.iter().map(String::len).sum::<usize>()).is_err() {
            return Err(format!("{place}: the arguments take more than 4 GiB"));
        }
        Ok(Entry { folder: folder.into(), arguments: Words::new(&arguments), place })
    }

    /// The arguments, without a program.
    pub(crate) fn arguments(&self) -> Vec<String> {
        self.arguments.to_vec()
    }

    /// The settings, with names that count from the current folder.
    pub(crate) fn parsed(&self) -> Parsed {
        let mut parsed = args::parse(&self.arguments());
        if !self.folder.is_empty() {
            names(&mut parsed.options).for_each(|name| join(Path::new(&*self.folder), name));
        }
        parsed
    }

    /// The command line as a shell would take it.
    pub(crate) fn line(&self) -> String {
        response::line(&self.arguments())
    }
}

/// All names of files and folders in the settings.
fn names(options: &mut Options) -> impl Iterator<Item = &mut String> {
    let output = &mut options.output;
    let files = [
        &mut options.input,
        &mut output.object,
        &mut output.listing,
        &mut output.header,
        &mut output.errors,
        &mut output.reflection,
        &mut output.preprocessed,
        &mut output.dependencies,
    ];
    files.into_iter().flatten().chain(&mut options.preprocess.include_directories)
}

fn join(folder: &Path, name: &mut String) {
    if name != STANDARD_STREAM && to_path(name).is_relative() {
        *name = crate::files::names::to_text(folder.join(to_path(name)).as_os_str()).into_owned();
    }
}

/// The compilations of a file.
///
/// # Errors
/// When it cannot be read, or is not what it seems to be; with the place.
pub(crate) fn read(file: &str) -> Result<Vec<Entry>, String> {
    let bytes = reading::read_bytes(file).map_err(|error| format!("cannot read '{file}': {error}"))?;
    parse(file, &reading::decode(bytes))
}

/// The compilations of a file that was found, not named.
///
/// # Errors
/// As for [`read`], and when it is not a regular file or very large.
#[cfg(any(feature = "lsp", feature = "runner"))]
pub(crate) fn found(file: &Path) -> Result<Vec<Entry>, String> {
    let name = crate::files::names::to_text(file.as_os_str());
    let bytes = reading::read_found(file, DATABASE_LIMIT).map_err(|error| format!("cannot read '{name}': {error}"))?;
    parse(&name, &reading::decode(bytes))
}

/// The limit of a database that was found.
#[cfg(any(feature = "lsp", feature = "runner"))]
const DATABASE_LIMIT: u64 = 64 << 20;

fn parse(file: &str, text: &str) -> Result<Vec<Entry>, String> {
    if text.trim_start().starts_with('[') { database(file, text) } else { lines(file, text) }
}

/// A command line per line; empty lines and those that begin with `#` or `//` say nothing.
fn lines(file: &str, text: &str) -> Result<Vec<Entry>, String> {
    let is_comment = |line: &str| line.is_empty() || line.starts_with('#') || line.starts_with("//");
    let lines = text.lines().map(str::trim).enumerate().filter(|(_, line)| !is_comment(line));
    let name: Arc<str> = file.into();
    let entry = |(at, line): (usize, &str)| {
        let place = Place { file: Arc::clone(&name), number: at + 1, is_database: false };
        Entry::new(String::new(), without_program(response::words(line)), place)
    };
    lines.map(entry).collect()
}

/// The arguments without the program that precedes them, if one does.
fn without_program(mut words: Vec<String>) -> Vec<String> {
    if words.first().is_some_and(|first| is_compiler(first)) {
        words.remove(0);
    }
    words
}

fn is_compiler(word: &str) -> bool {
    let name = word.rsplit(['/', '\\']).next().unwrap_or(word);
    let name = name.strip_suffix(".exe").unwrap_or(name);
    ["dxc", "hlsl2spirv"].contains(&name)
}

/// The entries of a database that are for this compiler; those of others are passed over.
fn database(file: &str, text: &str) -> Result<Vec<Entry>, String> {
    let entries: Vec<Value> = serde_json::from_str(text).map_err(|error| format!("{file}:{error}"))?;
    let (name, mut out): (Arc<str>, _) = (file.into(), Vec::new());
    for (at, entry) in entries.iter().enumerate() {
        let place = Place { file: Arc::clone(&name), number: at + 1, is_database: true };
        out.extend(database_entry(entry, place)?);
    }
    Ok(out)
}

fn database_entry(entry: &Value, place: Place) -> Result<Option<Entry>, String> {
    let fields = entry.as_object().ok_or_else(|| format!("{place}: expected an object"))?;
    let text = |name: &str| fields.get(name).and_then(Value::as_str);
    let words = match (fields.get("arguments"), text("command")) {
        (Some(list), _) => {
            list_of_texts(list).ok_or_else(|| format!("{place}: 'arguments' must be a list of strings"))?
        }
        (None, Some(command)) => response::words(command),
        (None, None) => return Err(format!("{place}: missing 'arguments' or 'command'")),
    };
    if !words.first().is_some_and(|first| is_compiler(first)) {
        return Ok(None);
    }
    let folder = text("directory").ok_or_else(|| format!("{place}: missing 'directory'"))?.to_owned();
    Entry::new(folder, without_program(words), place).map(Some)
}

fn list_of_texts(list: &Value) -> Option<Vec<String>> {
    list.as_array()?.iter().map(|text| text.as_str().map(str::to_owned)).collect()
}

/// The database of a list, for editors.
pub(crate) fn write(entries: &[Entry]) -> String {
    let current = std::env::current_dir().unwrap_or_default();
    let one = |entry: &Entry| {
        // Names as they are written, which count from the folder.
        let arguments = entry.arguments();
        let options = args::parse(&arguments).options;
        let (input, object) = (options.input, options.output.object);
        let arguments = std::iter::once("hlsl2spirv").chain(arguments.iter().map(String::as_str));
        let mut fields = Map::new();
        fields.insert("directory".to_owned(), json!(current.join(&*entry.folder)));
        fields.insert("file".to_owned(), json!(input.as_deref().unwrap_or_default()));
        fields.insert("arguments".to_owned(), arguments.collect());
        if let Some(output) = object {
            fields.insert("output".to_owned(), json!(output));
        }
        Value::Object(fields)
    };
    let database: Vec<Value> = entries.iter().map(one).collect();
    format!("{:#}\n", Value::Array(database))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_may_name_the_program() {
        let text = "# all\n\ndxc -T ps_6_0 a.hlsl\n//\n/opt/bin/dxc.exe -D \"A=b c\" b.hlsl\n-T cs_6_0 dxc.hlsl\n";
        let entries = lines("list", text).expect("a list");
        let arguments: Vec<_> = entries.iter().map(|entry| entry.arguments().join("|")).collect();
        assert_eq!(arguments, ["-T|ps_6_0|a.hlsl", "-D|A=b c|b.hlsl", "-T|cs_6_0|dxc.hlsl"]);
        assert_eq!(entries[1].place.to_string(), "list:5");
        assert_eq!(entries[1].line(), "-D \"A=b c\" b.hlsl");
    }

    #[test]
    fn databases_count_from_their_folders() {
        let text = r#"[{"directory": "/a", "file": "b.hlsl", "arguments": ["dxc", "-I", "inc", "-I/x", "b.hlsl", "-Fo", "o/b.spv"]},
            {"directory": "/a", "file": "b.c", "command": "cc -c b.c"},
            {"directory": "/a", "file": "c.hlsl", "command": "dxc -T ps_6_0 \"c d.hlsl\""}]"#;
        let entries = database("db", text).expect("a database");
        assert_eq!(entries.len(), 2);
        let options = entries[0].parsed().options;
        assert_eq!(options.input.as_deref(), Some("/a/b.hlsl"));
        assert_eq!(options.output.object.as_deref(), Some("/a/o/b.spv"));
        assert_eq!(options.preprocess.include_directories, ["/a/inc", "/x"]);
        assert_eq!(entries[1].parsed().options.input.as_deref(), Some("/a/c d.hlsl"));
        assert_eq!(database("db", &write(&entries)).expect("its own").len(), 2);
    }

    #[test]
    fn broken_databases_name_the_place() {
        let error = |text| database("db", text).err().unwrap_or_default();
        assert!(error("[{]").starts_with("db:key must be a string at line 1 column 3"));
        assert_eq!(error("[1]"), "db: entry 1: expected an object");
        assert_eq!(error(r#"[{"directory": "/"}]"#), "db: entry 1: missing 'arguments' or 'command'");
        assert_eq!(error(r#"[{"arguments": ["dxc"]}]"#), "db: entry 1: missing 'directory'");
    }
}
