//! Checks HLSL files and prints what the checker says: a tool for working on it.
//!
//! `check_file FILE…` takes the arguments from the `RUN:` line at the head of each file, with `ps_6_0` and `main` where
//! it has none, and prints the diagnostics and one line for each file. `--quiet` leaves the diagnostics of files that
//! are meant to fail out.

#![allow(clippy::print_stdout, reason = "a tool for the command line")]

use base::diag::Sink;
use base::diag::render::{Renderer, Style};
use base::source::SourceMap;
use base::target::TargetEnv;
use frontend::language::{HlslVersion, Profile, Stage};
use frontend::preprocess::{CommandLineMacro, Limits, PreprocessOptions, preprocess};
use std::path::Path;
use std::sync::Arc;

/// What the head of a file asks for.
struct Run {
    options: sema::options::Options,
    macros: Vec<CommandLineMacro>,
    should_fail: bool,
}

fn main() {
    let mut paths: Vec<String> = std::env::args().skip(1).collect();
    let quiet = paths.iter().any(|path| path == "--quiet");
    paths.retain(|path| path != "--quiet");
    let (mut good, mut bad) = (0, 0);
    for path in &paths {
        let outcome = std::panic::catch_unwind(|| check_file(path, quiet));
        let (word, as_expected) = match outcome {
            Ok((true, true)) => ("accepted, should fail", false),
            Ok((true, false)) => ("accepted", true),
            Ok((false, true)) => ("refused, as it should", true),
            Ok((false, false)) => ("REFUSED", false),
            Err(_) => ("PANIC", false),
        };
        if as_expected {
            good += 1;
        } else {
            bad += 1;
        }
        println!("== {path}: {word}");
    }
    println!("{good} as expected, {bad} not");
}

fn check_file(path: &str, quiet: bool) -> (bool, bool) {
    let text = String::from_utf8_lossy(&std::fs::read(path).unwrap_or_default()).into_owned();
    let run = read_run(&text);
    let mut sources = SourceMap::new();
    let mut names = frontend::words::new_interner();
    let mut sink = Sink::default();
    let Ok(file) = sources.add_file(path, text, None) else { return (false, run.should_fail) };
    let directory = Path::new(path).parent().unwrap_or(Path::new(".")).to_path_buf();
    let load = move |path: &str| -> Option<Arc<str>> {
        let found = std::fs::read_to_string(path).or_else(|_| std::fs::read_to_string(directory.join(path)));
        found.ok().map(Arc::from)
    };
    let options = PreprocessOptions {
        macros: run.macros,
        forced_includes: Vec::new(),
        include_directories: Vec::new(),
        version: run.options.version,
        profile: run.options.profile,
        enable_16_bit_types: run.options.native_16bit,
        spirv_version: run.options.target.spirv_version(),
        legacy_macro_expansion: false,
        ignore_line_directives: false,
        limits: Limits::default(),
    };
    let done = preprocess(file, &mut sources, &mut names, &options, &load, &mut sink);
    let parse = frontend::parse::ParseOptions { hlsl_version: run.options.version };
    let ast = frontend::parse::parse(&done.tokens, &sources, &mut names, &parse, &mut sink);
    let start = std::time::Instant::now();
    let module = sema::check(&ast, &sources, &mut names, &run.options, &mut sink);
    let elapsed = start.elapsed();
    if let Some(module) = &module {
        let problems = sema::hir::verify::verify(module);
        assert!(problems.is_empty(), "broken promise: {}", problems[0].text);
        if std::env::var_os("DUMP").is_some() {
            print!("{}", sema::hir::dump::dump(module, &names));
        }
    }
    if !(quiet && (run.should_fail || module.is_some())) {
        let style = Style::default();
        print!("{}", Renderer::new(&sources, &names, &style).render_all(sink.diagnostics()));
        println!("checked in {elapsed:?}");
    }
    if let Some(module) = &module {
        let problems = sema::hir::verify::verify(module);
        assert!(problems.is_empty(), "{}", sema::hir::dump::dump_with(module, &names, &problems));
    }
    (module.is_some(), run.should_fail)
}

fn read_run(text: &str) -> Run {
    let line = text.lines().find(|line| line.contains("RUN:") && line.contains("%dxc")).unwrap_or("");
    let should_fail = line.contains("not %dxc") || line.contains("-verify");
    let mut run = Run {
        options: sema::options::Options::new(Profile { stage: Stage::Pixel, major: 6, minor: 0 }, "main"),
        macros: Vec::new(),
        should_fail,
    };
    let words: Vec<&str> = line.split('|').next().unwrap_or("").split_whitespace().collect();
    for (index, &word) in words.iter().enumerate() {
        let next = words.get(index + 1).copied().unwrap_or("");
        read_argument(&mut run, word, next);
    }
    run
}

fn read_argument(run: &mut Run, word: &str, next: &str) {
    let options = &mut run.options;
    let value = |flag: &str| match word.strip_prefix(flag) {
        Some("") => Some(next),
        Some(rest) => Some(rest),
        None => None,
    };
    if let Some(name) = word.strip_prefix("-D") {
        let (name, body) = name.split_once('=').unwrap_or((name, "1"));
        run.macros.push(CommandLineMacro::Define(name.to_owned(), Some(body.to_owned())));
    } else if word == "-enable-16bit-types" {
        options.native_16bit = true;
    } else if word == "-Zpr" {
        options.row_major = true;
    } else if let Some(name) = word.strip_prefix("-fspv-target-env=") {
        options.target = TargetEnv::from_name(name).unwrap_or_default();
    } else if let Some(profile) = value("-T") {
        let mut parts = profile.split('_');
        if let Some(stage) = parts.next().and_then(Stage::from_profile_prefix) {
            let mut number = || parts.next().and_then(|part| part.parse().ok()).unwrap_or(0);
            options.profile = Profile { stage, major: number(), minor: number() };
        }
    } else if let Some(version) = value("-HV").or_else(|| value("/HV")) {
        if let Some((_, version)) = HlslVersion::NAMES.iter().find(|(name, _)| *name == version) {
            options.version = *version;
        }
    } else if word == "-E" {
        options.entry = next.to_owned();
    } else if let Some(entry) = word.strip_prefix("-E").filter(|entry| !entry.is_empty()) {
        options.entry = entry.to_owned();
    }
}
