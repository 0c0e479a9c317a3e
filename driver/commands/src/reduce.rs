//! `hlsl2spirv reduce`: a shader becomes small while a command of the user still succeeds for it.

use super::predicate::{Predicate, Verdict};
use crate::reducing::{Answer, Names, of_text, reduce};
use arguments::ReduceArguments;
use library::Compiler;
use library::files::names::to_text;
use library::files::{reading, staged};
use library::report::console::{complain, say};
use library::report::waiting::Waiting;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// The folder of texts that the command is asked about.
const FOLDER: &str = "hlsl2spirv-reduce";

/// The time of a run of the command without `--deadline`: some times what the first run takes, within limits.
const LONGEST: Duration = Duration::from_secs(10);
const SHORTEST: Duration = Duration::from_secs(1);
const TIMES: u32 = 10;

/// Runs the command. Returns the exit status: 0 if a text was written.
pub(super) fn run(arguments: &ReduceArguments) -> u8 {
    match attempt(arguments) {
        Ok(()) => 0,
        Err(problem) => {
            complain(problem);
            1
        }
    }
}

/// A reduction in progress.
struct Run<'a> {
    predicate: Predicate,
    /// The file that the command is given.
    candidate: PathBuf,
    arguments: &'a ReduceArguments,
    start: Instant,
    asked: usize,
    late: usize,
    /// The first failure to ask.
    problem: Option<String>,
    /// The progress line.
    line: Arc<Mutex<String>>,
}

fn attempt(arguments: &ReduceArguments) -> Result<(), String> {
    let name = to_text(arguments.file.as_os_str()).into_owned();
    let bytes = reading::read_bytes(&name).map_err(|error| format!("cannot read '{name}': {error}"))?;
    let text = reading::decode(bytes);
    let compiler = Compiler::from_args(&arguments.options).map_err(|failure| failure.to_string())?;
    let own = arguments.file.file_name().map_or_else(|| "shader.hlsl".into(), ToOwned::to_owned);
    let candidate = staged::put_aside(FOLDER, &own.to_string_lossy(), &text).map_err(|error| error.to_string())?;
    let deadline = arguments.deadline.map(Duration::try_from_secs_f64).transpose();
    let deadline = deadline.map_err(|error| error.to_string())?.unwrap_or(LONGEST);
    let command = match arguments.keep.contains("{}") {
        true => arguments.keep.clone(),
        false => format!("{} {{}}", arguments.keep),
    };
    let predicate = Predicate { command, deadline, memory: arguments.memory };
    let line: Arc<Mutex<String>> = Arc::default();
    let shown = Arc::clone(&line);
    let waiting = Waiting::on_terminal(move |_| Some(shown.lock().unwrap_or_else(PoisonError::into_inner).clone()));
    let mut run =
        Run { predicate, candidate, arguments, start: Instant::now(), asked: 0, late: 0, problem: None, line };
    let result = run.complete(&name, &text, &compiler);
    staged::remove_aside(&run.candidate);
    drop(waiting);
    let small = result?;
    let output = arguments.output.clone().unwrap_or_else(|| reduced_name(&arguments.file));
    staged::write(&output, small.as_bytes())
        .map_err(|error| format!("cannot write '{}': {error}", output.display()))?;
    let lines = |text: &str| text.lines().count();
    let late = if run.late == 0 { String::new() } else { format!(", {} of which were ended", run.late) };
    let (from, to, asked) = (lines(&text), lines(&small), run.asked);
    say(format_args!("{}: {from} lines reduced to {to} in {asked} runs{late}", output.display()));
    Ok(())
}

/// The name of the result: `shader.reduced.hlsl`.
fn reduced_name(file: &Path) -> PathBuf {
    let extension = file.extension().unwrap_or_default().to_string_lossy();
    file.with_extension(format!("reduced.{extension}").trim_end_matches('.'))
}

impl Run<'_> {
    /// The smallest text.
    fn complete(&mut self, name: &str, text: &str, compiler: &Compiler) -> Result<String, String> {
        let verdict =
            self.predicate.run(Path::new(name)).map_err(|error| format!("cannot run the command: {error}"))?;
        self.asked += 1;
        if self.arguments.deadline.is_none() {
            self.predicate.deadline = (self.start.elapsed() * TIMES).clamp(SHORTEST, LONGEST);
        }
        match verdict {
            Verdict::Yes => {}
            Verdict::No => return Err(format!("'--keep' fails for '{name}' as it is")),
            Verdict::Late => return Err(format!("'--keep' does not end in time for '{name}'")),
        }
        let Some(start) = self.whole(name, text, compiler) else {
            return Err("'--keep' fails for a copy of the file in another folder".to_owned());
        };
        let of_source = of_text(text).into_iter().chain(of_text(&start)).collect();
        let names = Names { kept: self.kept(compiler), of_source };
        let small = reduce(start, &names, &mut |text| self.ask(text));
        // Macros that were of use in the beginning may not be any more.
        let expanded = flat(name, &small, compiler).filter(|text| *text != small && self.ask(text) == Answer::Keep);
        let small = match expanded {
            Some(text) => reduce(text, &names, &mut |text| self.ask(text)),
            None => small,
        };
        match self.problem.take() {
            Some(problem) => Err(problem),
            None => Ok(small),
        }
    }

    /// The names that stay.
    fn kept(&self, compiler: &Compiler) -> Vec<String> {
        match self.arguments.keep_names.is_empty() {
            true => vec!["main".to_owned(), compiler.options().entry().to_owned()],
            false => self.arguments.keep_names.clone(),
        }
    }

    /// The file with what it includes: macros expanded if that is of interest too, or as it is.
    fn whole(&mut self, name: &str, text: &str, compiler: &Compiler) -> Option<String> {
        let texts = [flat(name, text, compiler), Some(text.to_owned())];
        texts.into_iter().flatten().find(|text| self.ask(text) == Answer::Keep)
    }

    fn ask(&mut self, text: &str) -> Answer {
        let limit = self.arguments.time.is_some_and(|limit| self.start.elapsed().as_secs_f64() >= limit);
        if limit || self.problem.is_some() {
            return Answer::Stop;
        }
        self.asked += 1;
        let wrote = staged::write(&self.candidate, text.as_bytes());
        let verdict = wrote.and_then(|()| self.predicate.run(&self.candidate));
        self.late += usize::from(matches!(verdict, Ok(Verdict::Late)));
        let answer = match verdict {
            Ok(Verdict::Yes) => Answer::Keep,
            Ok(Verdict::No | Verdict::Late) => Answer::Drop,
            Err(error) => {
                self.problem = Some(format!("cannot run the command: {error}"));
                Answer::Stop
            }
        };
        if answer == Answer::Keep {
            let line = format!("{} lines after {} runs", text.lines().count(), self.asked);
            *self.line.lock().unwrap_or_else(PoisonError::into_inner) = line;
        }
        answer
    }
}

/// A text behind the preprocessor, without its lines.
fn flat(name: &str, text: &str, compiler: &Compiler) -> Option<String> {
    let mut compiler = compiler.clone();
    compiler.options_mut().output.preprocess_only = true;
    let artifact = compiler.compile(name, text, &reading::Disk).ok()?;
    let lines = artifact.preprocessed?;
    let lines = lines.lines().filter(|line| !line.trim_start().starts_with("#line") && !line.trim().is_empty());
    Some(lines.map(|line| format!("{line}\n")).collect())
}
