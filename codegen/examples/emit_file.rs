//! Compiles HLSL files to SPIR-V, without optimisation: a tool for working on the emitter.
//!
//! `emit_file DIRECTORY FILE…` takes the arguments from the `RUN:` line at the head of each file, with `ps_6_0` and
//! `main` where it has none, writes `DIRECTORY/<name>.spv` and prints one line for each file.

#![allow(clippy::print_stdout, reason = "a tool for the command line")]

use base::diag::Sink;
use base::diag::render::{Renderer, Style};
use base::source::SourceMap;
use base::target::TargetEnv;
use frontend::language::{HlslVersion, Profile, Stage};
use frontend::preprocess::{CommandLineMacro, Limits, PreprocessOptions, preprocess};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// What the head of a file asks for.
struct Run {
    options: sema::options::Options,
    emit: codegen::Options,
    macros: Vec<CommandLineMacro>,
    should_fail: bool,
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    let directory = PathBuf::from(arguments.next().unwrap_or_else(|| ".".to_owned()));
    for path in arguments {
        let outcome = std::panic::catch_unwind(|| emit_file(&path, &directory));
        let word = match outcome {
            Ok(Ok(())) => "emitted",
            Ok(Err(stage)) => stage,
            Err(_) => "PANIC",
        };
        println!("== {path}: {word}");
    }
}

fn emit_file(path: &str, out: &Path) -> Result<(), &'static str> {
    let text = String::from_utf8_lossy(&std::fs::read(path).unwrap_or_default()).into_owned();
    let run = read_run(&text);
    let mut sources = SourceMap::new();
    let mut names = frontend::words::new_interner();
    let mut sink = Sink::default();
    let Ok(file) = sources.add_file(path, text, None) else { return Err("too large") };
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
    let module = sema::check(&ast, &sources, &mut names, &run.options, &mut sink);
    let stage = if module.is_some() { "refused by codegen" } else { "refused by sema" };
    let output = module.and_then(|module| codegen::emit(&module, &names, &sources, &run.emit, &mut sink));
    let Some(output) = output else {
        if !run.should_fail {
            print!("{}", Renderer::new(&sources, &names, &Style::default()).render_all(sink.diagnostics()));
        }
        return Err(if run.should_fail { "refused, as it should" } else { stage });
    };
    let bytes: Vec<u8> = output.words.iter().flat_map(|word| word.to_le_bytes()).collect();
    let name = Path::new(path).file_stem().unwrap_or_default();
    let _ = std::fs::write(out.join(name).with_added_extension("spv"), bytes);
    Ok(())
}

fn read_run(text: &str) -> Run {
    let line = text.lines().find(|line| line.contains("RUN:") && line.contains("%dxc")).unwrap_or("");
    let should_fail = line.contains("not %dxc") || line.contains("-verify");
    let mut run = Run {
        options: sema::options::Options::new(Profile { stage: Stage::Pixel, major: 6, minor: 0 }, "main"),
        emit: codegen::Options::default(),
        macros: Vec::new(),
        should_fail,
    };
    let words: Vec<&str> = line.split('|').next().unwrap_or("").split_whitespace().collect();
    for (index, &word) in words.iter().enumerate() {
        let next = words.get(index + 1).copied().unwrap_or("");
        read_argument(&mut run, word, next);
    }
    run.emit.target = run.options.target;
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
