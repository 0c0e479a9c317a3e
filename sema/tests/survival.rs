//! How much of a tree survives an edit that breaks the syntax: a line cut short, a `.` put in, a token taken out.
//!
//! `SURVIVAL_EDITS=200 cargo test -p hlsl2spirv-sema --test survival -- --nocapture` prints the figures of the given
//! number of edits per file and kind; `SURVIVAL_PLAIN=1` those of a compiler's parser, which mends nothing.

use base::diag::{Policy, Sink};
use base::ids::Map;
use base::intern::Interner;
use base::source::SourceMap;
use frontend::ast::Ast;
use frontend::dump::dump;
use frontend::language::{HlslVersion, Profile};
use frontend::parse::{ParseOptions, parse, parse_mending};
use frontend::preprocess::{CommandLineMacro, Facts, IncludeHandler, NoIncludes, PreprocessOptions, preprocess};
use frontend::{lexer, words};

use hlsl2spirv_sema::check_tolerantly;
use hlsl2spirv_sema::hir::Module;
use hlsl2spirv_sema::options::Options;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// What is done to a text.
#[derive(Clone, Copy, Debug)]
enum Edit {
    TruncatedLine,
    InsertedDot,
    DeletedToken,
}

/// The part of the tree that survives the edits of one kind, in percent, and the messages that each makes.
#[derive(Debug)]
struct Survival {
    mean: f64,
    /// The mean of the tenth that survives worst.
    worst_tenth: f64,
    messages: f64,
}

/// The edits are the same in each run.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % limit.max(1)
    }
}

fn shaders() -> Vec<(PathBuf, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shaders");
    let entries = std::fs::read_dir(folder).expect("the folder is there");
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("it can be read").path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "hlsl"));
    paths.sort();
    let read = |path: PathBuf| std::fs::read_to_string(&path).map(|text| (path, text)).expect("it can be read");
    paths.into_iter().map(read).collect()
}

/// A text with what was made of it.
struct Parsed {
    ast: Ast,
    sources: SourceMap,
    names: Interner,
    sink: Sink,
}

/// The profile, the entry point and the macros of a `//@ run:` line.
fn target_of(text: &str) -> (Profile, String, Vec<CommandLineMacro>) {
    let line = text.lines().find_map(|line| line.strip_prefix("//@ run:")).expect("each shader has such a line");
    let words: Vec<&str> = line.split_whitespace().collect();
    let value = |option: &str| words.iter().position(|word| *word == option).map(|at| words[at + 1]);
    let macros = value("-D").and_then(|macro_| macro_.split_once('='));
    let macros = macros.map(|(name, value)| CommandLineMacro::Define(name.to_owned(), Some(value.to_owned())));
    let profile = value("-T").and_then(|profile| profile.parse().ok()).expect("it has a profile");
    // A library has none.
    (profile, value("-E").unwrap_or_default().to_owned(), macros.into_iter().collect())
}

fn parsed(text: &str, target: &(Profile, String, Vec<CommandLineMacro>)) -> Parsed {
    parsed_with("test.hlsl", text, target, &NoIncludes)
}

fn parsed_with(
    name: &str,
    text: &str,
    (profile, _, macros): &(Profile, String, Vec<CommandLineMacro>),
    includes: &dyn IncludeHandler,
) -> Parsed {
    let mut sources = SourceMap::new();
    let main = sources.add_file(name, text.to_owned(), None).expect("the text is small");
    let mut names = words::new_interner();
    let mut sink = Sink::new(Policy::default());
    let facts = Facts {
        version: HlslVersion::V2021,
        profile: *profile,
        native_16bit: true,
        spirv_version: (1, 6),
        linear_algebra: 0,
    };
    let mut options = PreprocessOptions::new(facts);
    options.macros.clone_from(macros);
    let tokens = preprocess(main, &mut sources, &mut names, &options, includes, &mut sink).tokens;
    let parser = if is_plain() { parse } else { parse_mending };
    let ast = parser(&tokens, &sources, &mut names, &ParseOptions::default(), &mut sink);
    Parsed { ast, sources, names, sink }
}

fn edits_per_file() -> usize {
    std::env::var("SURVIVAL_EDITS").ok().and_then(|count| count.parse().ok()).unwrap_or(20)
}

fn is_plain() -> bool {
    std::env::var_os("SURVIVAL_PLAIN").is_some()
}

fn lines_of(parsed: &Parsed) -> Vec<String> {
    dump(&parsed.ast, &parsed.names).lines().map(str::to_owned).collect()
}

/// The share of the lines of `whole` that `edited` has too, in percent. Lines are compared in their order at both ends, and
/// as a set of lines between.
fn survived(whole: &[String], edited: &[String]) -> f64 {
    let same = |(a, b): &(&String, &String)| a == b;
    let start = whole.iter().zip(edited).take_while(same).count();
    let (whole_rest, edited_rest) = (&whole[start..], &edited[start..]);
    let end = whole_rest.iter().rev().zip(edited_rest.iter().rev()).take_while(same).count();
    let mut between: Map<&str, usize> = Map::default();
    for line in &edited_rest[..edited_rest.len() - end] {
        *between.entry(line).or_default() += 1;
    }
    let found = whole_rest[..whole_rest.len() - end].iter().filter(|line| {
        let count = between.get_mut(line.as_str()).filter(|count| **count > 0);
        count.map(|count| *count -= 1).is_some()
    });
    100.0 * (start + end + found.count()) as f64 / whole.len() as f64
}

/// The tokens of a text, as ranges of its bytes.
fn tokens_of(text: &str) -> Vec<Range<usize>> {
    let (mut names, mut tokens) = (words::new_interner(), Vec::new());
    lexer::lex(text, 0, &mut names, &mut tokens);
    let ranges = tokens.iter().map(|token| token.span.lo as usize..token.span.hi as usize);
    ranges.filter(|range| !range.is_empty()).collect()
}

/// The start of the character at or around an offset.
fn boundary(text: &str, at: usize) -> usize {
    (0..=at).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0)
}

fn edited(text: &str, edit: Edit, random: &mut Random) -> String {
    let mut result = text.to_owned();
    let tokens = tokens_of(text);
    match edit {
        _ if tokens.is_empty() => {}
        Edit::TruncatedLine => {
            let lines: Vec<&str> = text.split_inclusive('\n').collect();
            let with_code: Vec<usize> = (0..lines.len()).filter(|&at| !lines[at].trim().is_empty()).collect();
            let line = with_code[random.below(with_code.len())];
            let start: usize = lines[..line].iter().map(|line| line.len()).sum();
            let end = start + lines[line].trim_end().len();
            let cut = boundary(text, start + random.below(end - start));
            result.replace_range(cut..end, "");
        }
        Edit::InsertedDot => {
            result.insert(tokens[random.below(tokens.len())].end, '.');
        }
        Edit::DeletedToken => {
            // Its neighbours stay apart.
            result.replace_range(tokens[random.below(tokens.len())].clone(), " ");
        }
    }
    result
}

fn measure(edit: Edit, per_file: usize) -> Survival {
    let mut shares = Vec::new();
    let mut messages = 0;
    for (path, text) in shaders() {
        let target = target_of(&text);
        let whole = parsed(&text, &target);
        assert!(!whole.sink.has_errors(), "{}", path.display());
        let whole = lines_of(&whole);
        let mut random = Random(7);
        for _ in 0..per_file {
            let broken = edited(&text, edit, &mut random);
            let parsed = parsed(&broken, &target);
            let share = survived(&whole, &lines_of(&parsed));
            show(&path, edit, share, &broken);
            shares.push(share);
            messages += parsed.sink.error_count();
        }
    }
    shares.sort_by(f64::total_cmp);
    let mean = |part: &[f64]| part.iter().sum::<f64>() / part.len() as f64;
    Survival {
        mean: mean(&shares),
        worst_tenth: mean(&shares[..shares.len() / 10]),
        messages: messages as f64 / shares.len() as f64,
    }
}

/// Keeps a text of which little survives, in the folder that `SURVIVAL_WORST` names.
fn show(path: &Path, edit: Edit, share: f64, text: &str) {
    if let Some(folder) = std::env::var_os("SURVIVAL_WORST").filter(|_| share < 85.0) {
        let name = format!("{share:05.1}.{edit:?}.{}", path.file_name().unwrap_or_default().to_string_lossy());
        std::fs::write(Path::new(&folder).join(name), text).expect("the folder can be written to");
    }
}

#[test]
#[allow(clippy::print_stdout, reason = "the figures are what one runs it for")]
fn most_of_a_tree_survives_an_edit() {
    for (edit, mean, worst_tenth) in
        [(Edit::TruncatedLine, 97.0, 89.0), (Edit::InsertedDot, 99.0, 95.0), (Edit::DeletedToken, 97.0, 88.0)]
    {
        let survival = measure(edit, edits_per_file());
        println!("{edit:?}: {survival:.1?}");
        if is_plain() {
            continue;
        }
        assert!(survival.messages <= 1.3, "{edit:?}: {survival:.1?}");
        assert!(survival.mean >= mean && survival.worst_tenth >= worst_tenth, "{edit:?}: {survival:.1?}");
    }
}

/// The names of globals with their bindings.
fn bindings_of(module: &Module, names: &Interner) -> Vec<String> {
    let bound = module.globals.iter().filter(|(_, global)| global.attributes.binding.is_some());
    bound.map(|(_, global)| format!("{} {:?}", names.resolve(global.name), global.attributes.binding)).collect()
}

#[test]
#[allow(clippy::print_stdout, reason = "the figures are what one runs it for")]
fn broken_text_has_its_bindings_and_no_false_messages() {
    let (mut edits, mut wrong, mut bound, mut kept) = (0, Vec::new(), 0, 0);
    for (path, text) in shaders() {
        let target = target_of(&text);
        let options = Options::new(target.0, &target.1);
        let check = |text: &str| {
            let mut parsed = parsed(text, &target);
            let (before, is_broken) = (parsed.sink.count(), parsed.sink.has_errors());
            let Parsed { ast, sources, names, sink } = &mut parsed;
            let done = check_tolerantly(ast, sources, names, &options, sink);
            let messages: Vec<String> = sink.diagnostics()[before..]
                .iter()
                .map(|found| format!("{} {}", found.row.code, found.message))
                .collect();
            (done.is_sound, is_broken, bindings_of(&done.module, names), messages)
        };
        let (is_sound, _, whole, _) = check(&text);
        assert!(is_sound, "{}", path.display());
        let mut random = Random(11);
        for _ in 0..edits_per_file() {
            let broken = edited(&text, Edit::TruncatedLine, &mut random);
            let (is_sound, is_broken, bindings, messages) = check(&broken);
            if !is_broken {
                continue;
            }
            assert!(!is_sound);
            edits += 1;
            bound += whole.len();
            kept += whole.iter().filter(|binding| bindings.contains(binding)).count();
            if !messages.is_empty() {
                show(&path, Edit::TruncatedLine, 0.0, &broken);
            }
            wrong.extend(messages);
        }
    }
    println!("{} messages of {edits} edits: {wrong:#?}; {kept} of {bound} bindings kept", wrong.len());
    assert!(wrong.is_empty(), "{} messages of {edits} edits: {wrong:#?}", wrong.len());
    assert!(kept * 100 >= bound * 95, "{kept} of {bound} bindings are kept");
}

/// The texts of a folder and all below it, in the order of their names.
fn texts_of(folder: &Path) -> Vec<(PathBuf, String)> {
    let (mut texts, mut folders) = (Vec::new(), vec![folder.to_owned()]);
    while let Some(folder) = folders.pop() {
        let Ok(entries) = std::fs::read_dir(&folder) else { continue };
        let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
        paths.sort();
        for path in paths {
            let is_text = path.extension().is_some_and(|ending| ["hlsl", "hlsli", "fx"].iter().any(|it| ending == *it));
            if path.is_dir() && !path.is_symlink() {
                folders.push(path);
            } else if let Some(text) = std::fs::read_to_string(&path).ok().filter(|text| is_text && !text.is_empty()) {
                texts.push((path, text));
            }
        }
    }
    texts
}

/// One to three edits of all kinds: those above, and a part that is taken out, doubled, or replaced by a bracket.
fn shaken(text: &str, random: &mut Random) -> String {
    let mut text = text.to_owned();
    for _ in 0..=random.below(3) {
        if text.trim().is_empty() {
            break;
        }
        let kind = random.below(6);
        text = match kind {
            0 => edited(&text, Edit::TruncatedLine, random),
            1 => edited(&text, Edit::InsertedDot, random),
            2 => edited(&text, Edit::DeletedToken, random),
            _ => {
                let start = boundary(&text, random.below(text.len()));
                let end = boundary(&text, (start + random.below(200)).min(text.len()));
                let (part, brackets) = (&text[start..end], ["{", "}", "(", ")", "[", "]", "<", ">", ";", ","]);
                let instead = match kind {
                    3 => String::new(),
                    4 => part.repeat(2),
                    _ => brackets[random.below(brackets.len())].to_owned(),
                };
                [&text[..start], &instead, &text[end..]].concat()
            }
        };
    }
    text
}

/// `SHAKEN_FOLDER` names a folder with other texts, and `SHAKEN_COUNT` the number of edits.
#[test]
fn any_edit_is_survived_in_time() {
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/suite/sema");
    let folder = std::env::var_os("SHAKEN_FOLDER").map_or(own, PathBuf::from);
    let count: usize = std::env::var("SHAKEN_COUNT").ok().and_then(|count| count.parse().ok()).unwrap_or(500);
    let run = move || {
        let texts = texts_of(&folder);
        let includes = |path: &str| std::fs::read_to_string(path).ok().map(std::sync::Arc::<str>::from);
        let mut random = Random(5);
        for _ in 0..count {
            let (path, text) = &texts[random.below(texts.len())];
            let text = shaken(text, &mut random);
            let stage = ["cs_6_6", "ps_6_6", "lib_6_6"][random.below(3)];
            let target = (stage.parse().expect("it is a profile"), "main".to_owned(), Vec::new());
            let start = Instant::now();
            let done = std::panic::catch_unwind(|| {
                let mut parsed = parsed_with(&path.to_string_lossy(), &text, &target, &includes);
                let Parsed { ast, sources, names, sink } = &mut parsed;
                check_tolerantly(ast, sources, names, &Options::new(target.0, &target.1), sink);
            });
            let failed = done.is_err() || start.elapsed() > Duration::from_secs(20);
            assert!(!failed, "{} in {:?}:\n{text}", path.display(), start.elapsed());
        }
    };
    let thread = std::thread::Builder::new().stack_size(256 << 20).spawn(run).expect("a thread can be started");
    thread.join().expect("all edits are survived");
}
