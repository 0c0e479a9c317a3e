//! The tokens of the suite's files and of `shaders/`, and which of them follow each other.

use crate::{collect, directives};
use frontend::surface::{PieceKind, pieces};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::OnceLock;

/// Longer files would take most of the time.
const MAX_LENGTH: usize = 6_000;

/// A file of the corpus.
pub(super) struct File {
    pub(super) path: String,
    /// The options of its runs.
    pub(super) runs: Vec<Vec<String>>,
    /// Tokens and directives.
    pub(super) tokens: Vec<Token>,
}

/// A token or a directive, with the white space before it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Token {
    pub(super) gap: &'static str,
    pub(super) text: &'static str,
}

/// What a word is, by its first letter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Class {
    Name,
    Number,
    Other,
}

impl Token {
    pub(super) fn class(self) -> Class {
        class(self.text)
    }

    pub(super) fn is_directive(self) -> bool {
        self.text.starts_with('#')
    }
}

pub(super) fn class(text: &str) -> Class {
    match text.chars().next() {
        Some(first) if first.is_alphabetic() || first == '_' => Class::Name,
        Some(first) if first.is_ascii_digit() => Class::Number,
        _ => Class::Other,
    }
}

/// Words by what precedes and follows them.
type Contexts<B, A> = BTreeMap<(B, A), Vec<&'static str>>;

/// All files.
#[derive(Default)]
pub(super) struct Corpus {
    /// Files that compile.
    pub(super) files: Vec<File>,
    /// All names, numbers and other tokens.
    pub(super) words: BTreeMap<Class, Vec<&'static str>>,
    /// Words between the same two tokens.
    pub(super) between: Contexts<&'static str, &'static str>,
    /// Words behind a token of the same class, and before the same one.
    pub(super) before: Contexts<Class, &'static str>,
    /// Words behind the same token, and before one of the same class.
    pub(super) behind: Contexts<&'static str, Class>,
    /// Scalar, vector and matrix types.
    pub(super) numbers: Vec<&'static str>,
    /// The types of objects.
    pub(super) objects: Vec<&'static str>,
    /// Names of system values.
    pub(super) system_values: Vec<&'static str>,
}

/// The corpus, which is read once.
pub(super) fn corpus() -> &'static Corpus {
    static CORPUS: OnceLock<Corpus> = OnceLock::new();
    CORPUS.get_or_init(read)
}

fn read() -> Corpus {
    let folders = [Path::new(collect::SUITE).to_owned(), collect::workspace().join("shaders")];
    let paths = folders.iter().flat_map(|folder| collect::files(folder, "hlsl"));
    let mut corpus = Corpus { files: paths.filter_map(|path| file(&path)).collect(), ..Corpus::default() };
    let mut sets = Sets::default();
    for file in &corpus.files {
        sets.add(&file.tokens);
    }
    corpus.words = lists(sets.words);
    corpus.between = lists(sets.between);
    corpus.before = lists(sets.before);
    corpus.behind = lists(sets.behind);
    let names = &corpus.words[&Class::Name];
    corpus.numbers = names.iter().copied().filter(|name| is_number_type(name)).collect();
    corpus.objects = names.iter().copied().filter(|name| is_object_type(name)).collect();
    corpus.system_values = names.iter().copied().filter(|name| name.starts_with("SV_")).collect();
    corpus
}

/// A file with runs that make modules, and without errors.
fn file(path: &Path) -> Option<File> {
    let text: &'static str = std::fs::read_to_string(path).ok()?.leak();
    let directives = directives::read(text).ok()?;
    let is_wrong = directives.messages.iter().any(|message| message.severity.contains("error"));
    let makes_module = |options: &Vec<String>| !options.iter().any(|it| it.starts_with("--emit") || it == "-P");
    let runs: Vec<Vec<String>> = directives.runs.into_iter().map(|run| run.options).filter(makes_module).collect();
    if is_wrong || runs.is_empty() || text.len() > MAX_LENGTH {
        return None;
    }
    Some(File { path: collect::display(path), runs, tokens: tokens(text)? })
}

fn tokens(text: &'static str) -> Option<Vec<Token>> {
    let mut end = 0;
    let mut tokens = Vec::new();
    for piece in pieces(text).ok()? {
        let (start, stop) = (piece.start as usize, piece.end as usize);
        let (gap, piece_text) = (&text[end..start], &text[start..stop]);
        match piece.kind {
            PieceKind::Token(_) | PieceKind::Directive(_) => tokens.push(Token { gap, text: piece_text }),
            PieceKind::LineComment | PieceKind::BlockComment => {}
        }
        end = stop;
    }
    Some(tokens)
}

/// The parts of a [`Corpus`], while it is made.
#[derive(Default)]
struct Sets {
    words: BTreeMap<Class, BTreeSet<&'static str>>,
    between: BTreeMap<(&'static str, &'static str), BTreeSet<&'static str>>,
    before: BTreeMap<(Class, &'static str), BTreeSet<&'static str>>,
    behind: BTreeMap<(&'static str, Class), BTreeSet<&'static str>>,
}

impl Sets {
    fn add(&mut self, tokens: &[Token]) {
        let tokens: Vec<Token> = tokens.iter().copied().filter(|token| !token.is_directive()).collect();
        for token in &tokens {
            self.words.entry(token.class()).or_default().insert(token.text);
        }
        for three in tokens.windows(3) {
            let [before, token, after] = three else { continue };
            self.between.entry((before.text, after.text)).or_default().insert(token.text);
            self.before.entry((before.class(), after.text)).or_default().insert(token.text);
            self.behind.entry((before.text, after.class())).or_default().insert(token.text);
        }
    }
}

fn lists<K: Ord>(sets: BTreeMap<K, BTreeSet<&'static str>>) -> BTreeMap<K, Vec<&'static str>> {
    sets.into_iter().map(|(key, set)| (key, set.into_iter().collect())).collect()
}

fn is_number_type(name: &str) -> bool {
    const SCALARS: [&str; 12] = [
        "bool",
        "int",
        "uint",
        "half",
        "float",
        "double",
        "int16_t",
        "uint16_t",
        "float16_t",
        "int64_t",
        "uint64_t",
        "min16float",
    ];
    let is_shape = |rest: &str| rest.is_empty() || rest.len() <= 3 && rest.starts_with(|it: char| it.is_ascii_digit());
    SCALARS.iter().any(|scalar| name.strip_prefix(scalar).is_some_and(is_shape))
}

fn is_object_type(name: &str) -> bool {
    const PARTS: [&str; 7] =
        ["Texture", "Buffer", "SamplerState", "SamplerComparisonState", "Patch", "Stream", "SubpassInput"];
    name.starts_with(char::is_uppercase) && PARTS.iter().any(|part| name.contains(part))
}
