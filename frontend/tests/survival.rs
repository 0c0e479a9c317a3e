//! How much of a tree survives an edit that breaks the syntax: a line cut short, a `.` put in, a token taken out.
//!
//! `SURVIVAL_EDITS=200 cargo test -p hlsl2spirv-frontend --test survival -- --nocapture` prints the figures of so many edits
//! per file and kind; `SURVIVAL_PLAIN=1` those of a compiler's parser, which mends nothing.

use base::diag::{Policy, Sink};
use base::ids::Map;
use base::intern::Interner;
use base::source::SourceMap;
use hlsl2spirv_frontend::ast::Ast;
use hlsl2spirv_frontend::dump::dump;
use hlsl2spirv_frontend::language::{HlslVersion, Profile, Stage};
use hlsl2spirv_frontend::parse::{ParseOptions, parse, parse_mending};
use hlsl2spirv_frontend::preprocess::{Facts, NoIncludes, PreprocessOptions, preprocess};
use hlsl2spirv_frontend::{lexer, words};

use std::ops::Range;
use std::path::{Path, PathBuf};

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

fn options() -> PreprocessOptions {
    PreprocessOptions::new(Facts {
        version: HlslVersion::V2021,
        profile: Profile { stage: Stage::Compute, major: 6, minor: 8 },
        native_16bit: true,
        spirv_version: (1, 6),
    })
}

/// The tree of a text, and the number of messages about its syntax.
fn tree_of(text: &str) -> (Ast, Interner, usize) {
    let mut sources = SourceMap::new();
    let main = sources.add_file("test.hlsl", text.to_owned(), None).expect("the text is small");
    let mut names = words::new_interner();
    let mut sink = Sink::new(Policy::default());
    let tokens = preprocess(main, &mut sources, &mut names, &options(), &NoIncludes, &mut sink).tokens;
    let parser = if is_plain() { parse } else { parse_mending };
    let ast = parser(&tokens, &sources, &mut names, &ParseOptions::default(), &mut sink);
    (ast, names, sink.error_count())
}

fn is_plain() -> bool {
    std::env::var_os("SURVIVAL_PLAIN").is_some()
}

fn lines_of(text: &str) -> (Vec<String>, usize) {
    let (ast, names, errors) = tree_of(text);
    (dump(&ast, &names).lines().map(str::to_owned).collect(), errors)
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

fn edited(text: &str, edit: Edit, random: &mut Random) -> String {
    let mut result = text.to_owned();
    match edit {
        Edit::TruncatedLine => {
            let lines: Vec<&str> = text.split_inclusive('\n').collect();
            let with_code: Vec<usize> = (0..lines.len()).filter(|&at| !lines[at].trim().is_empty()).collect();
            let line = with_code[random.below(with_code.len())];
            let start: usize = lines[..line].iter().map(|line| line.len()).sum();
            let end = start + lines[line].trim_end().len();
            let cut = start + random.below(end - start);
            result.replace_range(cut..end, "");
        }
        Edit::InsertedDot => {
            let tokens = tokens_of(text);
            result.insert(tokens[random.below(tokens.len())].end, '.');
        }
        Edit::DeletedToken => {
            let tokens = tokens_of(text);
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
        let (whole, errors) = lines_of(&text);
        assert_eq!(errors, 0, "{}", path.display());
        let mut random = Random(7);
        for _ in 0..per_file {
            let broken = edited(&text, edit, &mut random);
            let (lines, errors) = lines_of(&broken);
            let share = survived(&whole, &lines);
            show(&path, edit, share, &broken);
            shares.push(share);
            messages += errors;
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
    let count = std::env::var("SURVIVAL_EDITS").ok().and_then(|count| count.parse().ok()).unwrap_or(20);
    for (edit, mean, worst_tenth) in
        [(Edit::TruncatedLine, 97.0, 89.0), (Edit::InsertedDot, 99.0, 95.0), (Edit::DeletedToken, 97.0, 88.0)]
    {
        let survival = measure(edit, count);
        println!("{edit:?}: {survival:.1?}");
        if is_plain() {
            continue;
        }
        assert!(survival.messages <= 1.3, "{edit:?}: {survival:.1?}");
        assert!(survival.mean >= mean && survival.worst_tenth >= worst_tenth, "{edit:?}: {survival:.1?}");
    }
}
