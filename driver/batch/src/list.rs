//! Lists of compilations: files with a command line of DXC per line, and compilation databases.
//!
//! The database is clangd's (https://clang.llvm.org/docs/JSONCompilationDatabase.html), read and written.

use crate::condition::{Condition, Filter};
use crate::keywords::Keywords;
use crate::sets::{Family, Point};
use library::files::names::{STANDARD_STREAM, to_path};
use library::files::reading;
use library::files::response::{self, Word};
use library::options::args::{self, Parsed};
use library::options::settings::Options;
use serde_json::{Map, Value, json};
use std::fmt;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// One compilation of a list. There may be a million of them: the settings are made of the arguments when they are needed.
pub(crate) struct Entry {
    /// The folder from which relative names count; empty for the current one.
    pub(crate) folder: Box<str>,
    /// The arguments, without a program.
    arguments: Words,
    /// The place in the list, for messages.
    pub(crate) place: Place,
    /// The settings, from when they were first made until they are taken.
    kept: Mutex<Option<Box<Parsed>>>,
}

/// A place in a list.
#[derive(Clone, Debug)]
pub(crate) struct Place {
    file: Arc<str>,
    /// The line, or the entry of a database, counted from 1.
    number: usize,
    is_database: bool,
    /// The combination of the line's sets, if it has some.
    point: Option<Point>,
}

impl Place {
    /// A line of a list.
    fn line(file: &Arc<str>, at: usize) -> Self {
        Place { file: Arc::clone(file), number: at + 1, is_database: false, point: None }
    }

    /// The combination of the line's sets, if it has some.
    pub(crate) fn point(&self) -> Option<&Point> {
        self.point.as_ref()
    }

    /// The place without the combination.
    pub(crate) fn of_family(&self) -> Place {
        Place { point: None, ..self.clone() }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let separator = if self.is_database { ": entry " } else { ":" };
        write!(f, "{}{separator}{}", self.file, self.number)?;
        self.point.as_ref().map_or(Ok(()), |point| write!(f, " ({point})"))
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
        Ok(Entry { folder: folder.into(), arguments: Words::new(&arguments), place, kept: Mutex::default() })
    }

    /// The entry of a combination of the sets of a line.
    pub(crate) fn of_point(place: &Place, point: Point) -> Self {
        let place = Place { point: Some(point), ..place.clone() };
        Entry { folder: Box::default(), arguments: Words::new(&[]), place, kept: Mutex::default() }
    }

    /// The arguments, without a program.
    pub(crate) fn arguments(&self) -> Vec<String> {
        self.place.point.as_ref().map_or_else(|| self.arguments.to_vec(), Point::arguments)
    }

    /// The settings, with names that count from the current folder.
    pub(crate) fn parsed(&self) -> Parsed {
        let mut parsed = args::parse(&self.arguments());
        if !self.folder.is_empty() {
            names(&mut parsed.options).for_each(|name| join(Path::new(&*self.folder), name));
        }
        parsed
    }

    /// Keeps the settings until they are taken.
    pub(crate) fn keep(&self, parsed: Parsed) {
        *self.kept() = Some(Box::new(parsed));
    }

    /// The settings, which are those that were kept if there are some.
    pub(crate) fn take_parsed(&self) -> Parsed {
        let kept = self.kept().take();
        kept.map_or_else(|| self.parsed(), |parsed| *parsed)
    }

    fn kept(&self) -> MutexGuard<'_, Option<Box<Parsed>>> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
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
        *name = library::files::names::to_text(folder.join(to_path(name)).as_os_str()).into_owned();
    }
}

/// How the lines of lists are read.
#[derive(Default)]
pub(crate) struct Reading {
    /// The keywords of shaders.
    pub(crate) keywords: Vec<Keywords>,
    /// The number of combinations of a line that are compiled, where these need not be all.
    pub(crate) limit: Option<u64>,
}

/// The compilations of a file.
///
/// # Errors
/// When it cannot be read, or is not what it seems to be; with the place.
pub(crate) fn read(file: &str, how: &Reading) -> Result<Vec<Entry>, String> {
    let bytes = reading::read_bytes(file).map_err(|error| format!("cannot read '{file}': {error}"))?;
    parse(file, &reading::decode(bytes), how)
}

/// The settings of the compilations of a file that was found, not named.
///
/// # Errors
/// When it cannot be read, is not what it seems to be, not a regular file, or very large; with the place.
pub fn found(file: &Path) -> Result<Vec<Options>, String> {
    let name = library::files::names::to_text(file.as_os_str());
    let bytes = reading::read_found(file, DATABASE_LIMIT).map_err(|error| format!("cannot read '{name}': {error}"))?;
    let entries = parse(&name, &reading::decode(bytes), &Reading::default())?;
    Ok(entries.into_iter().map(|entry| entry.parsed().options).collect())
}

/// The limit of a database that was found.
const DATABASE_LIMIT: u64 = 64 << 20;

fn parse(file: &str, text: &str, how: &Reading) -> Result<Vec<Entry>, String> {
    if text.trim_start().starts_with('[') { database(file, text) } else { lines(file, text, how) }
}

/// The limit of command lines that the sets of a list make.
const MAX_LINES: usize = if cfg!(test) { 1 << 12 } else { 1 << 22 };

/// The command `#where`, behind which a condition stands.
const WHERE: &str = "#where";

/// A command line per line, or as many as its sets have combinations for which the condition of the last `#where` holds; empty
/// lines and others that begin with `#` or `//` say nothing.
fn lines(file: &str, text: &str, how: &Reading) -> Result<Vec<Entry>, String> {
    let is_comment = |line: &str| line.is_empty() || line.starts_with('#') || line.starts_with("//");
    let name: Arc<str> = file.into();
    let (mut entries, mut condition) = (Vec::new(), None);
    for (at, line) in text.lines().map(str::trim).enumerate() {
        let place = Place::line(&name, at);
        if let Some(expression) =
            line.strip_prefix(WHERE).filter(|rest| rest.is_empty() || rest.starts_with([' ', '\t']))
        {
            condition = Some(Condition::new(expression)).filter(|_| !expression.is_empty());
        } else if !is_comment(line) {
            add_line(line, how, &place, condition.as_ref(), &mut entries)?;
        }
    }
    Ok(entries)
}

/// Adds the command lines of a line.
fn add_line(
    line: &str,
    how: &Reading,
    place: &Place,
    condition: Option<&Condition>,
    out: &mut Vec<Entry>,
) -> Result<(), String> {
    let mut words = without_program(response::marked_words(line));
    how.keywords.iter().for_each(|keywords| keywords.add(&mut words));
    if !words.iter().any(|word| !word.bare.is_empty()) {
        let entry = Entry::new(String::new(), words.into_iter().map(|word| word.text).collect(), place.clone())?;
        return admit(entry, condition, out);
    }
    let located = |message: String| format!("{place}: {message}");
    let family = Family::parse(&with_response_files(words.clone(), place)?, how.limit).map_err(located)?;
    let Some(mut family) = family else {
        let entry = Entry::new(String::new(), words.into_iter().map(|word| word.text).collect(), place.clone())?;
        return admit(entry, condition, out);
    };
    let first = out.len();
    family.is_conditional = condition.is_some();
    let family = Arc::new(family);
    let point = Point { family: Arc::clone(&family), number: 0 };
    let definitions = args::parse(&point.arguments()).options.preprocess.macros;
    let mut filter = condition.map(|condition| Filter::new(condition, &point, &definitions));
    for number in family.numbers() {
        let point = Point { family: Arc::clone(&family), number };
        let admits = filter.as_mut().map_or(Ok(true), |filter| filter.admits(&point)).map_err(located)?;
        if !admits {
            continue;
        }
        if out.len() == MAX_LINES {
            return Err(located(format!("the sets of the list make more than {MAX_LINES} command lines")));
        }
        out.push(Entry::of_point(place, point));
    }
    match condition.filter(|_| out.len() == first) {
        Some(condition) => Err(located(format!("'{}' holds for no combination of the sets", condition.text()))),
        None => Ok(()),
    }
}

/// Adds a command line without sets, if the condition holds for it.
fn admit(entry: Entry, condition: Option<&Condition>, out: &mut Vec<Entry>) -> Result<(), String> {
    let holds = condition.map_or(Ok(true), |condition| condition.holds(&entry.parsed().options.preprocess.macros));
    if holds.map_err(|message| format!("{}: {message}", entry.place))? {
        out.push(entry);
    }
    Ok(())
}

/// Words with those of the response files that they name, in which there are no sets.
fn with_response_files(words: Vec<Word>, place: &Place) -> Result<Vec<Word>, String> {
    let mut out = Vec::with_capacity(words.len());
    for word in words {
        if !word.text.starts_with('@') {
            out.push(word);
            continue;
        }
        let more = response::expand(&[word.text]).map_err(|failure| format!("{place}: {}", failure.report))?;
        out.extend(more.into_iter().map(|text| Word { text, bare: Vec::new() }));
    }
    Ok(out)
}

/// Those of the command lines for which a condition holds.
///
/// # Errors
/// When the condition is malformed, or holds for none.
pub(crate) fn filtered(entries: Vec<Entry>, condition: &Condition) -> Result<Vec<Entry>, String> {
    let mut kept = Vec::new();
    let mut filter: Option<(Arc<Family>, Filter<'_>)> = None;
    for entry in entries {
        let Some(point) = entry.place.point.clone() else {
            admit(entry, Some(condition), &mut kept)?;
            continue;
        };
        let is_same = |(family, _): &(Arc<Family>, Filter<'_>)| Arc::ptr_eq(family, &point.family);
        let (_, filter) = match filter.take().filter(is_same) {
            Some(known) => filter.insert(known),
            None => {
                let definitions = entry.parsed().options.preprocess.macros;
                filter.insert((Arc::clone(&point.family), Filter::new(condition, &point, &definitions)))
            }
        };
        if filter.admits(&point).map_err(|message| format!("{}: {message}", entry.place))? {
            kept.push(entry);
        }
    }
    match kept.is_empty() {
        true => Err(format!("'{}' holds for no command line", condition.text())),
        false => Ok(kept),
    }
}

/// The arguments without the program that precedes them, if one does.
fn without_program<T: AsRef<str>>(mut words: Vec<T>) -> Vec<T> {
    if words.first().is_some_and(|first| is_compiler(first.as_ref())) {
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
        let place = Place { is_database: true, ..Place::line(&name, at) };
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
        let entries = lines("list", text, &Reading::default()).expect("a list");
        let arguments: Vec<_> = entries.iter().map(|entry| entry.arguments().join("|")).collect();
        assert_eq!(arguments, ["-T|ps_6_0|a.hlsl", "-D|A=b c|b.hlsl", "-T|cs_6_0|dxc.hlsl"]);
        assert_eq!(entries[1].place.to_string(), "list:5");
        assert_eq!(entries[1].line(), "-D \"A=b c\" b.hlsl");
    }

    #[test]
    fn conditions_choose_combinations() {
        let all = |text: &str| -> Result<Vec<String>, String> {
            Ok(lines("list", text, &Reading::default())?
                .iter()
                .map(|entry| format!("{}: {}", entry.place, entry.line()))
                .collect())
        };
        let text = "#where defined(A) && A == B\n-D A={-,0,1} -D B={0,1} a\n-D A=1 b\n-D A -D B=A c\n#where\n-D A={0,-} d\n#whereas\n";
        let expected = [
            "list:2 (A=0, B=0): -D A=0 -D B=0 a",
            "list:2 (A=1, B=1): -D A=1 -D B=1 a",
            "list:4: -D A -D B=A c",
            "list:6 (A=0): -D A=0 d",
            "list:6 (none): d",
        ];
        assert_eq!(all(text).expect("a list"), expected);
        let through = "#where Z\n-D X={0,1} -D Y={X,0} -D Z=Y a\n";
        assert_eq!(all(through).expect("a list"), ["list:2 (X=1, Y=X): -D X=1 -D Y=X -D Z=Y a"]);
        let error = |text: &str| all(text).expect_err("an error");
        assert_eq!(error("#where A > 1\n-D A={0,1} a"), "list:2: 'A > 1' holds for no combination of the sets");
        assert_eq!(error("#where A >\n-D A={0,1} a"), "list:2: 'A >': missing value in a preprocessor condition");
        assert_eq!(
            error("#where 1 / A\n-D A={1,0} a"),
            "list:2: '1 / A': division by zero in a preprocessor condition"
        );
        assert_eq!(error("-D A={0,0} a"), "list:1: 'A={0,0}': '0' is twice in the set");
        let many: String = (0..13).map(|at| format!("-D A{at}={{0,1}} ")).collect();
        assert_eq!(error(&many), "list:1: the sets of the list make more than 4096 command lines");
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
