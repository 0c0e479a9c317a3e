//! Compilations that share what they know of headers, compared with such that share nothing.

use super::options;
use crate::lexed_files::LexedTexts;
use crate::preprocess::pragma::Action;
use crate::preprocess::record::Record;
use crate::preprocess::{
    CommandLineMacro, Copied, Dependencies, HeaderTraces, IncludeHandler, Known, PreprocessOptions, preprocess_sharing,
};
use crate::token::Token;
use crate::words;
use base::diag::{Policy, Sink};
use base::source::{SourceMap, Span};
use rustc_hash::FxHashMap;
use std::cell::{Cell, RefCell};
use std::fmt::Write;
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// Files by path, of which the first one is compiled.
#[derive(Clone, Debug, Default)]
struct Files(Vec<(String, String)>);

impl IncludeHandler for Files {
    fn load(&self, path: &str) -> Option<Arc<str>> {
        self.0.iter().find(|(name, _)| name == path).map(|(_, text)| Arc::from(text.as_str()))
    }

    /// Links end in their target's name.
    fn is_same(&self, one: &str, other: &str) -> bool {
        one.rsplit('_').next() == other.rsplit('_').next()
    }
}

/// All that a run leaves.
#[derive(Debug, PartialEq, Eq)]
struct Left {
    tokens: String,
    messages: String,
    files: Vec<(String, u32, Option<Span>)>,
    dependencies: Dependencies,
    macros: Vec<String>,
    asked: Vec<String>,
    size: u64,
    telling: u8,
    stopped: bool,
}

/// The tokens and messages of a run, and the tokens of each record that it replayed, by the record's number.
fn run(files: &Files, options: &PreprocessOptions, known: Known<'_>) -> (Left, Vec<(u64, String)>) {
    let (mut sources, mut names, mut sink) = (SourceMap::new(), words::new_interner(), Sink::new(Policy::default()));
    let (path, text) = &files.0[0];
    let main = sources.add_file(path.as_str(), text.as_str(), None).unwrap();
    let done = preprocess_sharing(main, &mut sources, &mut names, options, files, known, &mut sink);
    let mut tokens = String::new();
    for token in &done.tokens {
        let (kind, flags, span) = (token.kind, token.flags, token.span);
        let (name, text) = (names.resolve(token.symbol), sources.text(span));
        let through: Vec<(&str, Span)> =
            sources.backtrace(span).into_iter().map(|(name, at)| (names.resolve(name), at)).collect();
        let (range, spelled) = (sources.range(span), sources.spelled(span.lo));
        writeln!(tokens, "{kind:?} {flags:?} {name} {text} {span:?} {range:?} {spelled:?} {through:?}").unwrap();
    }
    let copied = done.copied.iter().map(|Copied { record, tokens }| {
        let tokens = &done.tokens[tokens.clone()];
        let in_file = |token: &&Token| SourceMap::is_in_file(token.span.lo);
        let start = tokens.iter().find(in_file).map_or(0, |first| first.span.lo);
        let describe = |token: &Token| {
            let place = Some(token).filter(in_file).map(|token| token.span.lo.wrapping_sub(start));
            let (name, text) = (names.resolve(token.symbol), sources.text(token.span));
            format!("{:?} {name} {text} {place:?}\n", token.kind)
        };
        (*record, tokens.iter().map(describe).collect())
    });
    let copied = copied.collect();
    let resolve = |all: &[base::intern::Symbol]| all.iter().map(|name| names.resolve(*name).to_owned()).collect();
    let left = Left {
        tokens,
        messages: format!("{:?}\n{:?}", sink.diagnostics(), sink.overrides()),
        files: sources.files().map(|(_, file)| (file.name().to_owned(), file.base(), file.included_at())).collect(),
        dependencies: done.dependencies,
        macros: resolve(&done.macros),
        asked: resolve(&done.asked),
        size: sources.size(),
        telling: words::telling(&names),
        stopped: done.stopped,
    };
    (left, copied)
}

/// Makes a record unsound, in each of several ways.
type Mistake = fn(&mut Record);

thread_local! {
    static MISTAKE: Cell<Option<Mistake>> = const { Cell::new(None) };
    static IS_CAUGHT: Cell<bool> = const { Cell::new(false) };
}

/// Makes the mistake of this thread, if it is to make one.
pub(in crate::preprocess) fn forget(mut record: Record) -> Record {
    if let Some(mistake) = MISTAKE.get() {
        mistake(&mut record);
    }
    record
}

/// Forgets a part of what a record has.
const MISTAKES: [(&str, Mistake); 24] = [
    ("a look-up that found a macro", |it| remove(&mut it.reads, |(_, found)| found.is_some())),
    ("a look-up that found nothing", |it| remove(&mut it.reads, |(_, found)| found.is_none())),
    ("what a macro was", |it| {
        it.reads.iter_mut().filter(|read| read.1.is_some()).take(1).for_each(|read| read.1 = None)
    }),
    ("a file that was not there", |it| it.files.loads.retain(|_, text| text.is_some())),
    ("a file that was there", |it| it.files.loads.retain(|_, text| text.is_none())),
    ("what was read once before", |it| it.files.checks.clear()),
    ("that a file is read once", |it| it.files.once.clear()),
    ("a guard", |it| it.files.guards.clear()),
    ("a file that was read", |it| it.files.visits.clear()),
    ("a macro that was undefined", |it| it.undefined = Box::default()),
    ("a macro that was defined", |it| remove(&mut it.defined, |_| true)),
    ("a token from a macro outside", |it| it.outer = Box::default()),
    ("which tokens macros have made", |it| it.made = Box::default()),
    ("the number of files", |it| it.counts.inclusions = 0),
    ("the number of tokens", |it| it.counts.expanded_tokens = 0),
    ("the bytes that were made", |it| it.counts.scratch_bytes = 0),
    ("the bytes of files", |it| it.counts.bytes = 0),
    ("names whose presence decides", |it| it.telling = (0, 0)),
    ("a push", |it| remove(&mut it.changes.all, |change| matches!(change.action, Action::Push))),
    ("a pop", |it| remove(&mut it.changes.all, |change| matches!(change.action, Action::Pop))),
    ("a group of warnings", |it| remove(&mut it.changes.all, |change| matches!(change.action, Action::Set(..)))),
    ("that a push was before the file", |it| it.changes.outer_pops = 0),
    ("where a pragma holds", |it| it.changes.all.iter_mut().for_each(|change| change.files = Box::default())),
    ("what is read behind a pragma", |it| {
        it.changes.all.iter_mut().flat_map(|change| &mut change.unused).for_each(|start| *start = 0);
    }),
];

/// Removes the last one that is so.
fn remove<T>(all: &mut Box<[T]>, is: impl Fn(&T) -> bool) {
    let mut kept = std::mem::take(all).into_vec();
    if let Some(at) = kept.iter().rposition(is) {
        kept.remove(at);
    }
    *all = kept.into();
}

#[derive(Default)]
struct Shared {
    lexed: LexedTexts,
    headers: HeaderTraces,
    /// The tokens of records, by their numbers.
    copied: RefCell<FxHashMap<u64, String>>,
}

impl Shared {
    /// Compares a run that shares with one that does not. Returns whether a record was used.
    fn check(&self, files: &Files, options: &PreprocessOptions) -> bool {
        let before = self.headers.replays.load(Ordering::Relaxed);
        let known = Known { lexed: Some(&self.lexed), headers: Some(&self.headers) };
        let ((shared, copied), (alone, _)) = (run(files, options, known), run(files, options, Known::default()));
        if MISTAKE.get().is_some() {
            IS_CAUGHT.set(IS_CAUGHT.get() || shared != alone);
            return false;
        }
        assert_eq!(shared.tokens, alone.tokens, "{:?} {files:#?}", options.macros);
        assert_eq!(shared, alone, "{:?} {files:#?}", options.macros);
        for (record, tokens) in copied {
            let mut known = self.copied.borrow_mut();
            assert_eq!(*known.entry(record).or_insert_with(|| tokens.clone()), tokens, "record {record}");
        }
        self.headers.replays.load(Ordering::Relaxed) > before
    }
}

fn files(all: &[(&str, &str)]) -> Files {
    Files(all.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned())).collect())
}

/// Options with definitions as on the command line, whose names are watched.
fn defining(definitions: &[(&str, &str)]) -> PreprocessOptions {
    let define = |(name, value): &(&str, &str)| CommandLineMacro::Define((*name).to_owned(), Some((*value).to_owned()));
    PreprocessOptions {
        macros: definitions.iter().map(define).collect(),
        watched: SWITCHES.iter().map(|name| Box::from(*name)).collect(),
        include_directories: vec!["inc".to_owned()],
        ..options()
    }
}

const SWITCHES: [&str; 4] = ["A", "B", "C", "D"];

/// Compiles a header under two command lines, after others that use it. Returns whether the second one has used a record of the
/// first.
fn is_reused(header: &str, first: &[(&str, &str)], second: &[(&str, &str)]) -> bool {
    let shared = Shared::default();
    let all = files(&[("main.hlsl", "#include \"h\"\nafter A B C D\n"), ("h", header)]);
    shared.check(&all, &defining(first));
    shared.check(&all, &defining(second))
}

#[test]
fn a_header_is_read_again_if_it_would_get_another_answer() {
    const A: (&str, &str) = ("A", "1");
    for (header, depends) in [
        ("float x;", false),
        ("#ifdef A\nfloat a;\n#endif", true),
        ("#ifndef A\n#endif", true),
        ("#if defined(A)\n#endif", true),
        ("#if defined A && 0\n#endif", true),
        ("#if 0\n#elif A\n#endif", true),
        ("#if 1\n#elif A\n#endif", false),
        ("float A;", true),
        ("#define F(x) x\nF(A)", true),
        ("#define F(x) #x\nF(A)", false),
        ("#define F(x) x##1\nF(A)", false),
        ("#define P(x, y) x##y\nP(, A)", true),
        ("#define X A", false),
        ("#define X A\nX", true),
        ("#undef A", true),
        ("#define A 1", true),
        ("#undef A\n#define A 3\nA", true),
        ("#include A\n", true),
        ("#pragma once\nfloat x;", false),
        ("#if 0\nA\n#endif", false),
        ("#define F(x) x\n#ifdef F\nF\n#endif", false),
    ] {
        assert_eq!(is_reused(header, &[A], &[A]), !header.contains("#include A"), "{header}");
        assert_eq!(is_reused(header, &[A], &[]), !depends, "{header}");
        assert_eq!(is_reused(header, &[], &[A]), !depends, "{header}");
        assert_eq!(is_reused(header, &[A], &[("A", "2")]), !depends, "{header}");
        assert_eq!(is_reused(header, &[A], &[A, ("B", "a longer value")]), !header.contains("#include A"), "{header}");
    }
}

/// The body of a macro has the name before anything looks it up, and the macro behind it has a symbol beyond it.
#[test]
fn names_that_bodies_mention_are_looked_up_later() {
    let header = "#define BODY LATE\n#define NEXT 1\n#ifdef LATE\nfloat late;\n#endif\n";
    let main = "#ifdef A\n#define LATE\n#endif\n#include \"h\"\n";
    let (shared, all) = (Shared::default(), files(&[("main.hlsl", main), ("h", header)]));
    shared.check(&all, &defining(&[]));
    assert!(shared.check(&all, &defining(&[("B", "1")])));
    assert!(!shared.check(&all, &defining(&[("A", "1")])));
}

/// The text with the predefined macros moves with the length of the definitions.
#[test]
fn macros_before_the_main_file_are_those_of_the_compilation() {
    let names: String = (0..400).map(|at| format!("name{at} ")).collect();
    let text = "__SHADER_TARGET_STAGE __SHADER_TARGET_MAJOR __HLSL_VERSION __spirv__ __LINE__ __SHADER_STAGE_PIXEL A\n";
    let again =
        "#define __spirv__ 7\n#define __LINE__ 1\n#undef __SHADER_TARGET_MINOR\n__spirv__ __SHADER_TARGET_MINOR\n";
    let (shared, all) = (Shared::default(), files(&[("main.hlsl", &format!("{text}{names}\n{again}"))]));
    let mut prepared = 0;
    for (at, profile) in ["cs_6_0", "ps_6_2", "ps_6_2"].into_iter().cycle().take(24).enumerate() {
        let mut options = defining(&[("A", ["1", "a longer value"][at / 3 % 2])]);
        options.facts.profile = profile.parse().unwrap();
        let known = options.facts;
        prepared += usize::from(shared.headers.has_prepared(known));
        shared.check(&all, &options);
    }
    assert!(prepared > 6, "they were not used: {prepared}");
}

#[test]
fn what_is_counted_or_said_is_not_recorded() {
    for header in [
        "__COUNTER__",
        "#if 1\n",
        "#warning no\n",
        "#line 7\nfloat x;",
        "__BASE_FILE__",
        "#pragma dxc diagnostic pop",
        "#pragma dxc diagnostic off",
        "#define X 1\n#define X 2",
        "#define F(x) x\nF(1",
    ] {
        assert!(!is_reused(header, &[], &[]), "{header}");
    }
    for header in [
        "__LINE__ __FILE__ __DATE__ __INCLUDE_LEVEL__",
        "#pragma pack_matrix(row_major)",
        "#pragma dxc diagnostic push",
        "#pragma warning(disable: 3206)",
        "_Pragma(\"dxc diagnostic ignored \\\"-Wconversion\\\"\")",
        "_Pragma(\"once\")",
        "#pragma x",
    ] {
        assert!(is_reused(header, &[], &[]), "{header}");
    }
}

#[test]
fn files_that_were_not_there_are_searched_again() {
    let shared = Shared::default();
    let mut all = files(&[
        ("dir/main.hlsl", "#include \"sub/h\"\n"),
        ("dir/sub/h", "#include \"other\"\n__has_include(\"third\")"),
        ("inc/other", "float of_inc;"),
    ]);
    assert!(!shared.check(&all, &defining(&[])));
    assert!(shared.check(&all, &defining(&[])));
    all.0.push(("third".to_owned(), String::new()));
    assert!(shared.check(&all, &defining(&[])), "only files beside the ones that include it are searched");
    all.0.push(("dir/third".to_owned(), String::new()));
    assert!(shared.check(&all, &defining(&[])), "the other header is the same");
    all.0.push(("dir/other".to_owned(), "float of_dir;".to_owned()));
    shared.check(&all, &defining(&[]));
    shared.check(&all, &PreprocessOptions { include_directories: Vec::new(), ..defining(&[]) });
    all.0[1].1.push_str("float more;");
    assert!(shared.check(&all, &defining(&[])), "the other header is the same");
}

fn check_once() {
    let shared = Shared::default();
    let all = files(&[
        (
            "main.hlsl",
            "#ifdef A\n#include \"once\"\n#endif\n#ifdef B\n#include \"link_once\"\n#endif\n#ifdef C\n#include \"guarded\"\n#endif\n#include \"h\"\n",
        ),
        ("h", "#include \"once\"\n#include \"guarded\"\n#include \"once\"\n#include \"guarded\"\nfloat h;"),
        ("once", "#pragma once\nfloat once;"),
        ("link_once", "#pragma once\nfloat once;"),
        ("guarded", "#ifndef G\n#define G\nfloat guarded;\n#endif"),
    ]);
    for _ in 0..4 {
        for number in 0..8 {
            let switches = [("A", "1"), ("B", "1"), ("C", "1")].into_iter().enumerate();
            let switches: Vec<_> = switches.filter(|(at, _)| number >> at & 1 == 1).map(|(_, one)| one).collect();
            shared.check(&all, &defining(&switches));
        }
    }
}

fn check_limits() {
    let all = files(&[
        ("main.hlsl", "#include \"h\"\n#include \"h\"\n#include \"h\"\n"),
        ("h", "#include \"i\"\n#include \"i\"\n#define F(x) x x x #x a##x\nF(1) F(2)\n#undef F\n"),
        ("i", "int i; /* 0123456789 */"),
    ]);
    let shared = Shared::default();
    for limit in 0..60 {
        let mut options = defining(&[]);
        for _ in 0..3 {
            shared.check(&all, &options);
            options.limits.inclusions = limit;
            shared.check(&all, &options);
            options.limits = super::Limits { included_bytes: limit * 8, ..super::Limits::default() };
            shared.check(&all, &options);
            options.limits = super::Limits { expanded_tokens: limit, ..super::Limits::default() };
            shared.check(&all, &options);
            options.limits = super::Limits { made_bytes: limit, ..super::Limits::default() };
            shared.check(&all, &options);
            options.limits = super::Limits { include_depth: limit % 4, ..super::Limits::default() };
        }
    }
}

/// Files that change between the runs.
fn check_changes() {
    let shared = Shared::default();
    let all = files(&[("main.hlsl", "#include \"h\"\n"), ("h", "#include \"i\"\nfloat h;"), ("i", "float i;")]);
    let mut changed = all.clone();
    changed.0[2].1.push_str("float more;");
    let mut gone = all.clone();
    gone.0.truncate(2);
    for files in [&all, &all, &changed, &gone, &all, &gone, &changed] {
        shared.check(files, &defining(&[]));
    }
}

/// Names whose presence decides, which nothing else of a run tells.
fn check_telling() {
    let header = "#define SEMANTIC SV_Target\n#define GONE(x)\nGONE(domain)\n#undef SEMANTIC\n";
    let main = "#ifdef A\nSV_Target domain\n#endif\n#include \"h\"\n";
    let (shared, all) = (Shared::default(), files(&[("main.hlsl", main), ("h", header)]));
    for definitions in [[("A", "1")].as_slice(), &[], &[("A", "1")], &[], &[], &[("A", "1")]] {
        shared.check(&all, &defining(definitions));
    }
    let (shared, all) = (Shared::default(), files(&[("main.hlsl", main), ("h", header)]));
    (0..4).for_each(|_| _ = shared.check(&all, &defining(&[])));
}

/// Pragmas about warnings, some of which belong together in several files.
fn check_pragmas() {
    let push = "#pragma dxc diagnostic push\n";
    let all = files(&[
        (
            "main.hlsl",
            "#ifdef A\n#pragma dxc diagnostic push\n#pragma dxc diagnostic error \"-Wconversion\"\n#endif\n#ifndef B\n#include \"push\"\n#endif\n#include \"ignored\"\nfloat main;\n#include \"nested\"\n#include \"pop\"\n#ifdef C\n#include \"pop\"\n#endif\nfloat end;",
        ),
        ("push", &format!("float before;\n{push}float behind;")),
        ("ignored", "#pragma dxc diagnostic ignored \"-Wconversion\"\nfloat ignored;"),
        ("nested", &format!("{push}float x;\n#include \"ignored\"\nfloat y;\n#pragma dxc diagnostic pop\n")),
        ("pop", "float before;\n#pragma dxc diagnostic pop\nfloat behind;"),
    ]);
    let shared = Shared::default();
    for _ in 0..4 {
        for number in 0..8 {
            let switches = [("A", "1"), ("B", "1"), ("C", "1")].into_iter().enumerate();
            let switches: Vec<_> = switches.filter(|(at, _)| number >> at & 1 == 1).map(|(_, one)| one).collect();
            shared.check(&all, &defining(&switches));
        }
    }
}

#[test]
fn all_is_as_if_each_run_were_alone() {
    check_pragmas();
    check_once();
    check_limits();
    check_changes();
    check_telling();
}

#[test]
fn a_header_that_differs_each_time_is_not_recorded_for_ever() {
    let shared = Shared::default();
    let all = files(&[("main.hlsl", "#include \"h\"\n"), ("h", "A\n#include \"i\"\n"), ("i", "float i;")]);
    for number in 0..40 {
        let value = number.to_string();
        assert_eq!(shared.check(&all, &defining(&[("A", &value)])), number > 0);
    }
    // The last ones that were recorded.
    let before = shared.headers.replays.load(Ordering::Relaxed);
    assert!(shared.check(&all, &defining(&[("A", "2")])));
    assert_eq!(shared.headers.replays.load(Ordering::Relaxed), before + 1);
}

/// Numbers by chance.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % limit
    }

    fn of<'t>(&mut self, all: &[&'t str]) -> &'t str {
        all[self.below(all.len() as u64) as usize]
    }
}

const NAMES: [&str; 10] = ["A", "B", "C", "D", "M", "N", "F", "G", "x", "y"];
const PATHS: [&str; 8] = ["\"h0\"", "\"h1\"", "\"sub/h2\"", "\"h3\"", "<h3>", "H", "\"./h0\"", "\"none\" // missing"];

/// A pragma about warnings, most often one that says nothing of itself.
fn pragma(random: &mut Random) -> String {
    let group = random.of(&["conversion", "parentheses"]);
    match random.below(8) {
        0 => "#pragma dxc diagnostic push".to_owned(),
        1 => "#ifdef P\n#pragma dxc diagnostic pop\n#else\n#pragma dxc diagnostic push\n#define P\n#endif".to_owned(),
        2 => "#pragma dxc diagnostic pop".to_owned(),
        3 => "#pragma warning(push)\n#pragma warning(disable: 3206)\n#pragma pack_matrix(row_major)".to_owned(),
        4 => format!("_Pragma(\"dxc diagnostic warning \\\"-W{group}\\\"\") x"),
        5 => format!("#pragma clang diagnostic error \"-W{group}\""),
        _ => format!("#pragma dxc diagnostic ignored \"-W{group}\""),
    }
}

/// Lines of a header.
fn lines(random: &mut Random, depth: u32, text: &mut String) {
    for _ in 0..=random.below(5) {
        let (one, other) = (random.of(&NAMES), random.of(&NAMES));
        match random.below(31) {
            0..=4 if depth < 3 => {
                let start = match random.below(7) {
                    0 | 1 => format!("#ifdef {one}"),
                    2 => format!("#ifndef {one}"),
                    3 => format!("#if defined({one}) && !defined {other}"),
                    4 => format!("#if {one}"),
                    5 => format!("#if defined {one} && {one} + 0 > 1"),
                    _ => format!("#if __has_include({})", PATHS[random.below(4) as usize]),
                };
                writeln!(text, "{start}").unwrap();
                lines(random, depth + 1, text);
                if random.below(3) == 0 {
                    writeln!(text, "#elif defined({other})").unwrap();
                    lines(random, depth + 1, text);
                }
                if random.below(3) == 0 {
                    writeln!(text, "#else").unwrap();
                    lines(random, depth + 1, text);
                }
                if random.below(40) != 0 {
                    writeln!(text, "#endif").unwrap();
                }
            }
            0..=8 => {
                writeln!(text, "#include {}", PATHS[random.below(if depth > 1 { 8 } else { 7 }) as usize]).unwrap()
            }
            9 => writeln!(text, "#undef {one}\n#define {one}").unwrap(),
            10 => writeln!(text, "#undef {one}\n#define {one} {other} + 1").unwrap(),
            11 => writeln!(text, "#undef {one}\n#define {one} ({}, SV_Target)", random.below(3)).unwrap(),
            12 => writeln!(text, "#undef {one}\n#define {one}(x) x {other} #x x##1").unwrap(),
            13 => writeln!(text, "#undef {one}\n#define {one}(x, ...) x + F(x, ## __VA_ARGS__)").unwrap(),
            14 => writeln!(text, "#undef {one}").unwrap(),
            15 => writeln!(text, "#ifndef {one}\n#define {one} 1\n#endif").unwrap(),
            16 => writeln!(text, "#undef H\n#define H {}", PATHS[random.below(5) as usize]).unwrap(),
            17 => writeln!(text, "{one}({other}, 1) {one}(domain) \\\n __LINE__ {other}").unwrap(),
            18 => writeln!(text, "__FILE__ {one} \"text\" {other}{one}").unwrap(),
            19 if random.below(6) == 0 => writeln!(text, "__COUNTER__ __INCLUDE_LEVEL__").unwrap(),
            20 if random.below(6) == 0 => writeln!(text, "#define {one} again").unwrap(),
            21 if random.below(8) == 0 => writeln!(text, "#warning {one}").unwrap(),
            22 => writeln!(text, "{}", pragma(random)).unwrap(),
            23 if random.below(6) == 0 => writeln!(text, "#line 100 \"{one}\"").unwrap(),
            24 if random.below(4) == 0 => writeln!(text, "{one}(1,").unwrap(),
            25 => writeln!(text, "#define Z{other} {one}\nZ{other} Z{one}").unwrap(),
            26 => {
                let late = random.of(&["L0", "L1"]);
                writeln!(text, "#define Y{one} {late}\n#define X{other} 1\n#ifdef {late}\nYA\n#endif").unwrap();
            }
            _ => writeln!(text, "float {one}_{other}; {one}({other}) = {other}").unwrap(),
        }
    }
}

fn header(random: &mut Random, name: &str) -> String {
    let mut text = String::new();
    let guard = name.replace('/', "_");
    let kind = random.below(4);
    match kind {
        0 => text.push_str("#pragma once\n"),
        1 => writeln!(text, "#ifndef {guard}\n#define {guard}").unwrap(),
        2 => writeln!(text, "#ifdef A\n#define {guard}_again\n#endif\n#ifndef {guard}_again").unwrap(),
        _ => {}
    }
    lines(random, 0, &mut text);
    if matches!(kind, 1 | 2) {
        text.push_str("#endif");
    }
    text
}

/// The permutations of a random family. Returns how many have used a record.
fn check_family(seed: u64) -> usize {
    let mut random = Random(seed);
    let shared = Shared::default();
    let mut main = String::from("#define F(x, ...) x\n#define H \"h1\"\n");
    main.push_str("#ifdef A\n#define L0\n#endif\n#ifdef B\n#define L1 1\n#endif\n");
    lines(&mut random, 0, &mut main);
    main.push_str("#include \"h0\"\n");
    lines(&mut random, 0, &mut main);
    let mut all = files(&[("dir/main.hlsl", &main)]);
    for name in ["dir/h0", "dir/h1", "dir/sub/h2", "inc/h3"] {
        all.0.push((name.to_owned(), header(&mut random, name)));
    }
    let mut used = 0;
    for _ in 0..24 {
        let mut definitions = Vec::new();
        for name in SWITCHES {
            if random.below(2) == 0 {
                definitions.push((name, random.of(&["", "1", "2", "B", "M", "x + 1"])));
            }
        }
        let mut options = defining(&definitions);
        options.limits.include_depth = 6;
        options.limits.inclusions = 200;
        if random.below(12) == 0 {
            options.include_directories.clear();
        }
        options.legacy_macro_expansion = random.below(12) == 0;
        used += usize::from(shared.check(&all, &options));
    }
    used
}

#[test]
fn families_are_preprocessed_as_if_each_permutation_were_alone() {
    let number = |name: &str, usual| std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(usual);
    let (first, count): (u64, u64) = (number("TRACES_SEED", 1), number("TRACES_COUNT", 60));
    let used: usize = (first..first + count).map(check_family).sum();
    assert!(used > count as usize * 8, "{used}");
}

#[test]
fn each_part_of_a_record_matters() {
    let is_caught = |mistake| {
        MISTAKE.set(Some(mistake));
        IS_CAUGHT.set(false);
        [check_once, check_limits, check_changes, check_telling, check_pragmas].iter().for_each(|check| check());
        let _ = (1..60).find(|seed| {
            check_family(*seed);
            IS_CAUGHT.get()
        });
        MISTAKE.set(None);
        IS_CAUGHT.get()
    };
    let missed: Vec<&str> =
        MISTAKES.iter().filter(|(_, mistake)| !is_caught(*mistake)).map(|(name, _)| *name).collect();
    assert_eq!(missed, [""; 0]);
}
