//! The command: `cargo run -p conformance -- --help`.

use clap::Parser;
use conformance::chapters::CHAPTERS;
use conformance::compiler::Compiler;
use conformance::report::{self, Entry};
use conformance::run::{self, Results, Run};
use conformance::way::Way;
use conformance::{interfaces, known, refused};
use driver::internal::Waiting;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Runs the conformance suite for HLSL.
#[derive(Parser)]
struct Arguments {
    /// Compilers: ours, dxc:PATH, slang:PATH, clang:PATH or glslang:PATH.
    #[arg(long, default_values = ["ours"])]
    compiler: Vec<Compiler>,
    /// Chapters; all by default.
    #[arg(long)]
    chapter: Vec<String>,
    /// Ways to run, for the modules of other compilers the first of them: single, together, fours, v2, checked,
    /// interpreter, vulkan, or wave-8 and similar ones for lanes together in waves of this many.
    #[arg(long, default_values = ["single", "together"])]
    lanes: Vec<String>,
    /// Levels of optimisation.
    #[arg(long, default_values = ["-O3"], allow_hyphen_values = true)]
    level: Vec<String>,
    /// Only each so-many-th probe.
    #[arg(long, default_value_t = 1)]
    every: usize,
    /// Of those, only each so-many-th for compilers other than this one, which take a process per program.
    #[arg(long, default_value_t = 1)]
    others_every: usize,
    /// Only probes with this text in their name.
    #[arg(long, default_value = "")]
    name: String,
    /// The folder for the failing cases, each in a file of its own.
    #[arg(long)]
    files: Option<PathBuf>,
    /// The file for the page of results.
    #[arg(long)]
    page: Option<PathBuf>,
    /// Threads.
    #[arg(long, default_value_t = 2)]
    threads: usize,
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    match carry_out(&arguments, &mut std::io::stdout()) {
        Ok(0) => ExitCode::SUCCESS,
        Ok(_) => ExitCode::FAILURE,
        Err(message) => {
            let _ = writeln!(std::io::stderr(), "{message}");
            ExitCode::from(2)
        }
    }
}

/// Runs what the arguments ask for, and returns the number of unknown differences.
fn carry_out(arguments: &Arguments, out: &mut dyn Write) -> Result<usize, String> {
    let ways = arguments.lanes.iter().map(|name| Way::open(name)).collect::<Result<Vec<_>, _>>()?;
    let is_asked = |name: &str| arguments.chapter.is_empty() || arguments.chapter.iter().any(|asked| asked == name);
    let (mut unknown, mut entries, mut verdicts, mut made) = (0, Vec::new(), Vec::new(), Vec::new());
    let (mut all_probes, mut failures) = (0, 0);
    for compiler in &arguments.compiler {
        let (levels, threads) = (arguments.level.clone(), arguments.threads);
        let is_ours = *compiler == Compiler::Ours;
        let others = if is_ours { 1 } else { arguments.others_every };
        // How a module runs is the business of this project, even if another compiler made it.
        let ways = if is_ours { &ways[..] } else { &ways[..ways.len().min(1)] };
        let settings = Run { compiler: compiler.clone(), ways: ways.to_vec(), levels, threads };
        if is_asked("refused") {
            let accepted = refused::accepted(compiler);
            let (name, all) = (compiler.name(), refused::MISTAKES.len());
            tell(out, &format!("{name} refused: {} of {all}", all - accepted.len()))?;
            for mistake in &accepted {
                tell(out, &format!("  accepted ({}): {} {}", mistake.section, mistake.globals, mistake.body))?;
            }
            verdicts.push((name, accepted));
        }
        if is_asked("interfaces") && compiler.takes_profiles() {
            let different = interfaces::differences(compiler);
            let (name, all) = (compiler.name(), interfaces::INTERFACES.len());
            tell(out, &format!("{name} interfaces: {} of {all}", all - different.len()))?;
            for interfaces::Difference { interface, found } in &different {
                tell(out, &format!("  {}: {found}, not {}", interface.name, interfaces::wanted(interface)))?;
            }
            unknown += if is_ours { different.len() } else { 0 };
            made.push((name, different));
        }
        for chapter in CHAPTERS.iter().filter(|chapter| is_asked(chapter.name)) {
            let mut probes = chapter.probes(0, arguments.every * others);
            probes.retain(|probe| probe.name.contains(&arguments.name) && (is_ours || !probe.has_own_options()));
            let start = std::time::Instant::now();
            let results = Waiting::long(chapter.name, || run::run(&settings, &probes));
            all_probes += probes.len();
            failures += results.failures.len();
            let ran: Vec<_> = results.ran.iter().map(|(way, cases)| format!("{cases} {way}")).collect();
            let (seconds, name) = (start.elapsed().as_secs_f64(), compiler.name());
            tell(
                out,
                &format!("{name} {}: {} probes; {}; {seconds:.1} s", chapter.name, probes.len(), ran.join(", ")),
            )?;
            unknown += describe(arguments, out, (name, chapter.name), &results)?;
            entries.push(Entry { compiler: name, chapter: chapter.name, results });
        }
    }
    tell(out, &format!("{all_probes} probes, {failures} of them with differences, unknown differences: {unknown}"))?;
    if let Some(path) = &arguments.page {
        write(path, &report::page(&entries, &verdicts, &made, arguments.others_every))?;
    }
    Ok(unknown)
}

/// Tells of failures, and returns the number of unknown ones.
fn describe(
    arguments: &Arguments,
    out: &mut dyn Write,
    (compiler, chapter): (&str, &str),
    results: &Results,
) -> Result<usize, String> {
    let mut unknown = 0;
    for (index, failure) in results.failures.iter().enumerate() {
        let way = failure.way.as_deref().unwrap_or("compiling");
        let reason = known::reason(compiler, chapter, failure);
        unknown += usize::from(reason.is_none());
        let known = reason.map_or(String::new(), |reason| format!(" (known: {reason})"));
        let (name, level, what) = (&failure.probe.name, &failure.level, &failure.what);
        tell(out, &format!("  {name} [{way} {level}, {} cases]: {what}{known}", failure.cases))?;
        if let Some(folder) = &arguments.files {
            std::fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
            write(&folder.join(format!("{chapter}-{index}.hlsl")), &failure.file)?;
        }
    }
    Ok(unknown)
}

fn write(path: &Path, text: &str) -> Result<(), String> {
    std::fs::write(path, text).map_err(|error| format!("{}: {error}", path.display()))
}

fn tell(out: &mut dyn Write, line: &str) -> Result<(), String> {
    writeln!(out, "{line}").map_err(|error| error.to_string())
}
