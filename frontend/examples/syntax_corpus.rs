//! Preprocesses and parses every shader below some directories and prints which have syntax errors.
//!
//! `cargo run --release -p hlsl2spirv-frontend --example syntax_corpus -- [-D name[=value]] [--errors] <directory>...`
//!
//! An included file is looked for as usual, then anywhere below the same directory by the end of its path, so that
//! repositories need no list of include directories. Shaders whose includes are nowhere are counted apart.
#![allow(clippy::print_stdout, reason = "a tool talks to its user")]

use base::diag::{Policy, Severity, Sink};
use base::ids::Map;
use base::source::SourceMap;
use hlsl2spirv_frontend::language::{HlslVersion, Profile, Stage};
use hlsl2spirv_frontend::parse::{ParseOptions, parse};
use hlsl2spirv_frontend::preprocess::{CommandLineMacro, Facts, PreprocessOptions, preprocess};
use hlsl2spirv_frontend::words;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Results for the shaders.
#[derive(Default)]
struct Totals {
    parsed: usize,
    /// Failed preprocessing: missing includes, `#error`s.
    unprepared: usize,
    broken: usize,
    bytes: usize,
}

/// The files below a root by their names, for includes that no directory list leads to.
struct Tree {
    by_name: Map<String, Vec<PathBuf>>,
    shaders: Vec<PathBuf>,
}

fn main() {
    let mut macros = Vec::new();
    let mut print_errors = false;
    let mut roots = Vec::new();
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "--errors" => print_errors = true,
            "-D" => macros.extend(args.next().map(|definition| define(&definition))),
            _ => roots.push(PathBuf::from(arg)),
        }
    }
    for root in roots {
        let tree = Tree::below(&root);
        let mut totals = Totals::default();
        for shader in &tree.shaders {
            check(shader, &tree, &macros, print_errors, &mut totals);
        }
        let Totals { parsed, unprepared, broken, bytes } = totals;
        println!(
            "{}: {parsed} parsed ({:.1} MB), {broken} with syntax errors, {unprepared} not preprocessed",
            root.display(),
            bytes as f64 / 1e6
        );
    }
}

fn define(definition: &str) -> CommandLineMacro {
    let (name, value) = definition.split_once('=').map_or((definition, None), |(name, value)| (name, Some(value)));
    CommandLineMacro::Define(name.to_owned(), value.map(str::to_owned))
}

impl Tree {
    fn below(root: &Path) -> Tree {
        let mut tree = Tree { by_name: Map::default(), shaders: Vec::new() };
        tree.collect(root);
        tree.shaders.sort();
        tree
    }

    fn collect(&mut self, directory: &Path) {
        let Ok(entries) = std::fs::read_dir(directory) else { return };
        for path in entries.flatten().map(|entry| entry.path()) {
            if path.is_dir() {
                self.collect(&path);
                continue;
            }
            let Some(name) = path.file_name().map(|name| name.to_string_lossy().to_lowercase()) else { continue };
            let is_shader = [".hlsl", ".fx", ".vsh", ".psh", ".csh"].iter().any(|end| name.ends_with(end));
            let in_hlsl = path.iter().any(|part| part == "hlsl");
            let is_stage = [".vert", ".frag", ".comp", ".geom", ".tesc", ".tese"].iter().any(|end| name.ends_with(end));
            if is_shader || (in_hlsl && is_stage) || (name.starts_with("hlsl.") && !name.ends_with(".out")) {
                self.shaders.push(path.clone());
            }
            self.by_name.entry(name).or_default().push(path);
        }
    }

    /// The text at a path, or of the file whose path ends like it.
    fn load(&self, path: &str) -> Option<Arc<str>> {
        if let Ok(bytes) = std::fs::read(path) {
            return Some(String::from_utf8_lossy(&bytes).into());
        }
        let wanted: Vec<String> = path.split('/').rev().map(str::to_lowercase).collect();
        let candidates = self.by_name.get(wanted.first()?)?;
        let shared = |candidate: &&PathBuf| {
            let parts = candidate.iter().rev().map(|part| part.to_string_lossy().to_lowercase());
            parts.zip(&wanted).take_while(|(have, want)| have == *want).count()
        };
        let best = candidates.iter().max_by_key(shared)?;
        Some(String::from_utf8_lossy(&std::fs::read(best).ok()?).into())
    }
}

fn check(shader: &Path, tree: &Tree, macros: &[CommandLineMacro], print_errors: bool, totals: &mut Totals) {
    let Ok(bytes) = std::fs::read(shader) else { return };
    let text = String::from_utf8_lossy(&bytes).into_owned();
    let mut sources = SourceMap::new();
    let mut names = words::new_interner();
    let mut sink = Sink::new(Policy::default());
    let Ok(main) = sources.add_file(shader.display().to_string(), text, None) else { return };
    let load = |path: &str| tree.load(path);
    let prepared = preprocess(main, &mut sources, &mut names, &options(macros), &load, &mut sink);
    if sink.has_errors() {
        totals.unprepared += 1;
        return;
    }
    totals.bytes += prepared.tokens.iter().map(|token| (token.span.hi - token.span.lo) as usize + 1).sum::<usize>();
    parse(&prepared.tokens, &sources, &mut names, &ParseOptions::default(), &mut sink);
    if !sink.has_errors() {
        totals.parsed += 1;
        return;
    }
    totals.broken += 1;
    if print_errors {
        for diagnostic in sink.diagnostics().iter().filter(|found| found.severity >= Severity::Error).take(3) {
            let place = sources.location(diagnostic.span);
            let place = place.map_or(String::new(), |place| format!("{}:{}:{}", place.file, place.line, place.column));
            println!("{place}: {}: {}", diagnostic.row.code, diagnostic.message);
        }
    }
}

fn options(macros: &[CommandLineMacro]) -> PreprocessOptions {
    let mut options = PreprocessOptions::new(Facts {
        version: HlslVersion::V2021,
        profile: Profile { stage: Stage::Library, major: 6, minor: 8 },
        native_16bit: true,
        spirv_version: (1, 6),
        linear_algebra: 0,
    });
    options.macros = macros.to_vec();
    options
}
