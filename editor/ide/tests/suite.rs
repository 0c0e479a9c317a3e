//! Questions about texts: each file of `suite/` has them in comments, the answers in the lines below. `UPDATE=1` writes these.
//!
//! `//    ^ hover` asks about the place above its caret, `//= outline` about the whole file, and lines that begin with `//|`
//! are the answer. None of these lines is in the text that is analysed. `//- name` begins another file; the first line may
//! have a profile and an entry point.

use hlsl2spirv_ide::{
    IncludeHandler, Layered, LineIndex, Overlays, Place, Settings, Snapshot, Source, Symbol, complete, definition,
    entry_points, folds, highlight, highlights, hints, hover, identity, inactive, incoming, links, messages, outgoing,
    outline, references, rename, search, signatures, type_definition,
};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A question in a file.
struct Question {
    /// The number of its line.
    line: usize,
    words: String,
    /// The line and the column, in the text without questions, for those with a caret.
    at: Option<(u32, u32)>,
}

/// A file without its questions.
#[derive(Default)]
struct File {
    text: String,
    questions: Vec<Question>,
}

/// The files of a case, by name; the case's own text is the first.
fn read(case: &str) -> Vec<(String, File)> {
    let mut files = vec![("main.hlsl".to_owned(), File::default())];
    let mut lines = 0;
    for (number, line) in case.lines().enumerate() {
        let (_, file) = files.last_mut().expect("there is one");
        if let Some(name) = line.strip_prefix("//- ") {
            files.push((name.to_owned(), File::default()));
            lines = 0;
        } else if let Some(words) = line.strip_prefix("//= ") {
            file.questions.push(Question { line: number, words: words.to_owned(), at: None });
        } else if let Some((blanks, words)) = line.split_once("^ ").filter(|(blanks, _)| blanks.trim() == "//") {
            let column = blanks.len() as u32;
            file.questions.push(Question { line: number, words: words.to_owned(), at: Some((lines - 1, column)) });
        } else if !line.starts_with("//|") {
            file.text += line;
            file.text.push('\n');
            lines += 1;
        }
    }
    files
}

fn settings(case: &str) -> Settings {
    let first = case.lines().next().unwrap_or_default().trim_start_matches('/');
    let words: Vec<&str> = first.split_whitespace().collect();
    let after = |name: &str| words.iter().position(|word| *word == name).and_then(|at| words.get(at + 1)).copied();
    let profile: frontend::language::Profile = after("-T").unwrap_or("lib_6_6").parse().expect("a profile");
    let check = sema::options::Options::new(profile, after("-E").unwrap_or("main"));
    let facts = frontend::preprocess::Facts { profile, ..Default::default() };
    let mut preprocess = frontend::preprocess::PreprocessOptions::default();
    preprocess.facts = facts;
    Settings { preprocess, parse: Default::default(), check, policy: Default::default(), virtual_folders: Vec::new() }
}

struct Case<'a> {
    files: &'a [(String, File)],
    snapshot: Snapshot,
    overlays: Overlays,
}

impl Case<'_> {
    fn text(&self, path: &str) -> &str {
        self.files.iter().find(|(name, _)| format!("/{name}") == path).map_or("", |(_, file)| &file.text)
    }

    /// A place as its file, its line's number and the line.
    fn place(&self, place: &Place) -> String {
        let text = self.text(&place.path);
        let line = LineIndex::new(text).line(place.start) as usize;
        format!("{}:{} {}", &place.path[1..], line + 1, text.lines().nth(line).unwrap_or_default().trim())
    }

    fn places(&self, places: &[Place]) -> String {
        places.iter().map(|place| self.place(place)).collect::<Vec<_>>().join("\n")
    }

    fn answer(&self, path: &str, question: &Question) -> String {
        let text = self.text(path);
        let source = Source::new(text.into());
        let (word, rest) = question.words.split_once(' ').unwrap_or((&question.words, ""));
        let offset = question.at.map_or(0, |(line, column)| LineIndex::new(text).start(line) + column);
        let snapshot = &self.snapshot;
        let span = |range: &std::ops::Range<u32>| text[range.start as usize..range.end as usize].to_owned();
        match word {
            "hover" => hover(&source, Some(snapshot), path, offset).map_or_else(String::new, |found| found.markdown),
            "definition" => self.places(&definition(snapshot, path, offset)),
            "type" => self.places(&type_definition(snapshot, path, offset)),
            "references" => {
                let found = references(snapshot, path, offset);
                self.places(&found.into_iter().map(|(place, _)| place).collect::<Vec<_>>())
            }
            "highlights" => highlights(snapshot, path, offset).len().to_string(),
            "rename" => match rename(snapshot, path, offset, rest) {
                Ok(places) => self.places(&places),
                Err(reason) => format!("refused: {reason}"),
            },
            "complete" => {
                let files = Layered { open: &self.overlays, files: &frontend::preprocess::NoIncludes };
                let found = complete(&source, Some(snapshot), path, offset, &files).all;
                // Of the words of the language, those that a question requires.
                let wanted = |name: &str| rest.is_empty() || rest.split(' ').any(|it| name.starts_with(it));
                let found = found.iter().filter(|it| wanted(&it.name));
                let lines: Vec<String> =
                    found.map(|it| format!("{} {}", it.name, it.detail).trim().to_owned()).collect();
                lines.join("\n")
            }
            "signature" => signatures(&source, Some(snapshot), path, offset).map_or_else(String::new, |found| {
                let lines = found.all.iter().enumerate().map(|(at, it)| {
                    let active = it.params.get(found.argument).map(|range| &it.label[range.clone()]);
                    let mark = if at == found.active { "> " } else { "" };
                    format!("{mark}{} [{}]", it.label, active.unwrap_or("-"))
                });
                lines.collect::<Vec<_>>().join("\n")
            }),
            "calls" => {
                let own = definition(snapshot, path, offset);
                let line = |arrow: &str, found: Vec<(hlsl2spirv_ide::Function, Vec<Place>)>| {
                    found.iter().map(|(it, at)| format!("{arrow} {} ({})", it.detail, at.len())).collect::<Vec<_>>()
                };
                let Some(own) = own.first() else { return String::new() };
                [line("<-", incoming(snapshot, own)), line("->", outgoing(snapshot, own))].concat().join("\n")
            }
            "hints" => {
                let all = hints(snapshot, path, &(0..text.len() as u32));
                let line = |offset: u32| LineIndex::new(text).line(offset) + 1;
                all.iter().map(|it| format!("{}: {}", line(it.offset), it.text)).collect::<Vec<_>>().join("\n")
            }
            "entries" => {
                let all = entry_points(snapshot, path).into_iter();
                all.map(|it| format!("{} {} {}\n", it.name, span(&it.range), it.is_compute)).collect()
            }
            "outline" => tree(&outline(snapshot, path), 0),
            "folds" => {
                let line = |offset: u32| LineIndex::new(text).line(offset) + 1;
                let all = folds(&source).into_iter();
                let lines = all.map(|(range, fold)| format!("{}-{} {fold:?}", line(range.start), line(range.end)));
                lines.collect::<Vec<_>>().join("\n")
            }
            "inactive" => inactive(snapshot, path).iter().map(span).collect::<Vec<_>>().join("---\n"),
            "links" => links(snapshot, path).iter().map(|(range, to)| format!("{} {to}", span(range))).collect(),
            "tokens" => {
                let all = highlight(&source, Some(snapshot), path);
                let line = LineIndex::new(text);
                let wanted = rest.parse::<u32>().expect("a line") - 1;
                let all = all.iter().filter(|it| line.line(it.range.start) == wanted);
                all.map(|it| format!("{} {:?}", span(&it.range), it.class)).collect::<Vec<_>>().join("\n")
            }
            "messages" => {
                let lines = messages(snapshot).into_iter().flat_map(|it| {
                    let related = it.related.iter().map(|(place, text)| format!("  {text}: {}", self.place(place)));
                    let fixes = it.fixes.iter().map(|fix| format!("  {}", fix.title));
                    let head = format!("{} {} {}", it.code, it.text.replace('\n', " / "), self.place(&it.place));
                    std::iter::once(head).chain(related).chain(fixes).collect::<Vec<_>>()
                });
                lines.collect::<Vec<_>>().join("\n")
            }
            "search" => search(snapshot, rest).iter().map(|it| format!("{} {:?}\n", it.name, it.kind)).collect(),
            _ => panic!("nobody knows what '{word}' asks"),
        }
    }
}

fn tree(symbols: &[Symbol], depth: usize) -> String {
    let line = |it: &Symbol| {
        let own = format!("{}{:?} {} {}", "  ".repeat(depth), it.kind, it.name, it.detail);
        own.trim_end().to_owned() + "\n" + &tree(&it.children, depth + 1)
    };
    symbols.iter().map(line).collect()
}

/// A case with its answers.
fn answered(case: &str) -> String {
    let files = read(case);
    let mut overlays = Overlays::default();
    for (name, file) in &files {
        overlays.set(&format!("/{name}"), Arc::from(file.text.as_str()));
    }
    let layered = Layered { open: &overlays, files: &frontend::preprocess::NoIncludes };
    let main = layered.load("/main.hlsl").expect("it is there");
    let snapshot = Snapshot::new("/main.hlsl", &main, &settings(case), &layered).expect("a short text");
    let case_of = Case { files: &files, snapshot, overlays };
    let mut answers: BTreeMap<usize, String> = BTreeMap::new();
    for (name, file) in &files {
        for question in &file.questions {
            answers.insert(question.line, case_of.answer(&identity(&format!("/{name}")), question));
        }
    }
    let mut out = String::new();
    for (number, line) in case.lines().enumerate().filter(|(_, line)| !line.starts_with("//|")) {
        out += line;
        out.push('\n');
        for answer in answers.get(&number).iter().flat_map(|answer| answer.lines()) {
            out += format!("//| {answer}").trim_end();
            out.push('\n');
        }
    }
    out
}

fn cases() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("suite");
    let entries = std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    let mut all: Vec<PathBuf> = entries.collect();
    all.sort();
    all
}

#[test]
fn questions_have_their_answers() {
    let mut wrong = Vec::new();
    for path in cases() {
        let case = std::fs::read_to_string(&path).expect("a text");
        let answered = answered(&case);
        if std::env::var_os("UPDATE").is_some() {
            std::fs::write(&path, answered).expect("it can be written");
        } else if answered != case {
            wrong.push(format!("{}:\n{answered}", path.display()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_prefix_of_a_text_has_answers() {
    for path in cases() {
        let case = std::fs::read_to_string(&path).expect("a text");
        let text = read(&case).swap_remove(0).1.text;
        let settings = settings(&case);
        for end in (0..text.len()).step_by(7).filter(|end| text.is_char_boundary(*end)) {
            let prefix: Arc<str> = Arc::from(&text[..end]);
            let snapshot = Snapshot::new("/main.hlsl", &prefix, &settings, &frontend::preprocess::NoIncludes);
            let snapshot = snapshot.expect("a short text");
            let source = Source::new(Arc::clone(&prefix));
            let (path, offset) = ("/main.hlsl", end as u32);
            messages(&snapshot);
            highlight(&source, Some(&snapshot), path);
            folds(&source);
            outline(&snapshot, path);
            hints(&snapshot, path, &(0..offset));
            hover(&source, Some(&snapshot), path, offset);
            signatures(&source, Some(&snapshot), path, offset);
            complete(&source, Some(&snapshot), path, offset, &frontend::preprocess::NoIncludes);
            references(&snapshot, path, offset);
        }
    }
}
