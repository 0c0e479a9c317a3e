//! Parses files and prints what the grammar makes of them: files, tokens, errors and speed.
//!
//! `cargo run --release -p hlsl2spirv-frontend --example parse_corpus -- [options] <file or directory>...`
//!
//! - `--delete-each-token` parses every file once per token with that token left out, and counts errors: a good parser
//!   reports few errors for one mistake.
//! - `--errors` prints every error.
//! - `--dump` prints the trees.
//! - `--repeat=N` parses every file N times, for measuring.
//! - `-Idirectory` and `-Dname=value` as usual.
#![allow(clippy::print_stdout, reason = "a tool talks to its user")]

use base::diag::{Diagnostic, Policy, Sink};
use base::source::SourceMap;
use hlsl2spirv_frontend::ast::Ast;
use hlsl2spirv_frontend::dump;
use hlsl2spirv_frontend::language::{HlslVersion, Profile, Stage};
use hlsl2spirv_frontend::parse::{ParseOptions, parse};
use hlsl2spirv_frontend::preprocess::{CommandLineMacro, Facts, PreprocessOptions, preprocess};
use hlsl2spirv_frontend::token::Token;
use hlsl2spirv_frontend::words;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

#[derive(Default)]
struct Totals {
    files: usize,
    failed: usize,
    bytes: usize,
    tokens: usize,
    errors: usize,
    preprocessing: Duration,
    parsing: Duration,
    /// The numbers of parses with 0, 1, 2 to 5 and more errors.
    histogram: [usize; 4],
}

#[derive(Default)]
struct Options {
    delete_each_token: bool,
    print_errors: bool,
    dump: bool,
    repeat: usize,
    macros: Vec<CommandLineMacro>,
    include_directories: Vec<String>,
}

impl Options {
    fn parse(&mut self, arg: &str, files: &mut Vec<PathBuf>) {
        if let Some(count) = arg.strip_prefix("--repeat=") {
            self.repeat = count.parse().unwrap_or(1);
        } else if let Some(directory) = arg.strip_prefix("-I") {
            self.include_directories.push(directory.to_owned());
        } else if let Some(definition) = arg.strip_prefix("-D") {
            let (name, value) =
                definition.split_once('=').map_or((definition, None), |(name, value)| (name, Some(value)));
            self.macros.push(CommandLineMacro::Define(name.to_owned(), value.map(str::to_owned)));
        } else {
            match arg {
                "--delete-each-token" => self.delete_each_token = true,
                "--dump" => self.dump = true,
                "--errors" => self.print_errors = true,
                path => collect(Path::new(path), files),
            }
        }
    }

    fn for_preprocessor(&self) -> PreprocessOptions {
        let mut options = PreprocessOptions::new(Facts {
            version: HlslVersion::V2021,
            profile: Profile { stage: Stage::Compute, major: 6, minor: 8 },
            native_16bit: true,
            spirv_version: (1, 6),
            linear_algebra: 0,
        });
        options.macros = self.macros.clone();
        options.include_directories = self.include_directories.clone();
        options
    }
}

fn main() {
    let mut options = Options { repeat: 1, ..Options::default() };
    let mut files = Vec::new();
    for arg in std::env::args().skip(1) {
        options.parse(&arg, &mut files);
    }
    files.sort();
    let mut totals = Totals::default();
    for file in &files {
        let Ok(bytes) = std::fs::read(file) else { continue };
        let text = String::from_utf8_lossy(&bytes);
        measure(file, &text, &options, &mut totals);
    }
    print(&totals, &options);
}

/// All files below a path.
fn collect(path: &Path, files: &mut Vec<PathBuf>) {
    if !path.is_dir() {
        files.push(path.to_owned());
        return;
    }
    let Ok(entries) = std::fs::read_dir(path) else { return };
    for entry in entries.flatten() {
        collect(&entry.path(), files);
    }
}

fn measure(file: &Path, text: &str, options: &Options, totals: &mut Totals) {
    totals.files += 1;
    totals.bytes += text.len();
    let load = |path: &str| std::fs::read_to_string(path).ok().map(Arc::<str>::from);
    for _ in 0..options.repeat {
        let mut sources = SourceMap::new();
        let Ok(main) = sources.add_file(file.display().to_string(), text, None) else { return };
        let mut names = words::new_interner();
        let mut sink = Sink::default();
        let start = Instant::now();
        let tokens = preprocess(main, &mut sources, &mut names, &options.for_preprocessor(), &load, &mut sink).tokens;
        totals.preprocessing += start.elapsed();
        totals.tokens += tokens.len();
        if options.print_errors {
            print_errors(sink.diagnostics(), &sources);
        }
        let start = Instant::now();
        let (ast, diagnostics) = parse_once(&tokens, &sources, &mut names);
        totals.parsing += start.elapsed();
        if options.dump {
            println!("{}", dump::dump(&ast, &names));
        }
        count(&diagnostics, totals);
        totals.failed += usize::from(!diagnostics.is_empty());
        if options.print_errors {
            print_errors(&diagnostics, &sources);
        }
        if options.delete_each_token && diagnostics.is_empty() {
            delete_each_token(&tokens, &sources, &mut names, options, totals);
        }
    }
}

fn parse_once(tokens: &[Token], sources: &SourceMap, names: &mut base::intern::Interner) -> (Ast, Vec<Diagnostic>) {
    let mut policy = Policy::default();
    policy.error_limit = 0;
    let mut sink = Sink::new(policy);
    let ast = parse(tokens, sources, names, &ParseOptions::default(), &mut sink);
    (ast, sink.into_diagnostics())
}

fn delete_each_token(
    tokens: &[Token],
    sources: &SourceMap,
    names: &mut base::intern::Interner,
    options: &Options,
    totals: &mut Totals,
) {
    for index in 0..tokens.len() {
        let mut fewer = tokens.to_vec();
        fewer.remove(index);
        let (_, diagnostics) = parse_once(&fewer, sources, names);
        count(&diagnostics, totals);
        if options.print_errors && diagnostics.len() > 5 {
            let place = sources.location(tokens[index].span);
            println!("--- without '{}' at {place:?}", sources.text(tokens[index].span));
            print_errors(&diagnostics, sources);
        }
    }
}

fn count(diagnostics: &[Diagnostic], totals: &mut Totals) {
    totals.errors += diagnostics.len();
    let bucket = match diagnostics.len() {
        0 => 0,
        1 => 1,
        2..=5 => 2,
        _ => 3,
    };
    totals.histogram[bucket] += 1;
}

fn print_errors(diagnostics: &[Diagnostic], sources: &SourceMap) {
    for diagnostic in diagnostics {
        let place = sources.location(diagnostic.span);
        let place = place.map_or(String::new(), |place| format!("{}:{}:{}", place.file, place.line, place.column));
        println!("{place}: {}: {}", diagnostic.row.code, diagnostic.message);
    }
}

fn print(totals: &Totals, options: &Options) {
    let megabytes = (totals.bytes * options.repeat) as f64 / 1e6;
    let (preprocessing, parsing) = (totals.preprocessing.as_secs_f64(), totals.parsing.as_secs_f64());
    println!(
        "{} files, {} with errors, {} tokens, {} errors",
        totals.files, totals.failed, totals.tokens, totals.errors
    );
    println!(
        "preprocess {:.1} MB/s, classify and parse {:.1} MB/s = {:.1} Mtok/s, together {:.1} MB/s",
        megabytes / preprocessing,
        megabytes / parsing,
        totals.tokens as f64 / 1e6 / parsing,
        megabytes / (preprocessing + parsing)
    );
    let [none, one, few, many] = totals.histogram;
    println!("parses with 0 errors: {none}, 1: {one}, 2 to 5: {few}, more: {many}");
}
