//! Checked runs: the choice of checks, the options that a shader is compiled with for them, and findings as diagnostics at
//! lines of HLSL. What is examined is the interpreter's business.

use base::diag::{Diagnostic, Note, Severity};
use base::intern::Interner;
use base::source::{FileId, SourceFile, SourceMap, Span};
use check::{Checks, Finding, Level, Place, Schedule, Trial};
use library::files::reading;
use library::report::Report;
use runner::{Checking, Engine, Options};
use std::borrow::Cow;

/// Options for the compiler behind those of the caller: unchanged, with lines.
pub const OPTIONS: [&str; 3] = ["-Od", "-fspv-debug=vulkan", "-Wno-debug-info"];

/// Options for the compiler for a debugger: unchanged, with lines, the source and its names.
const TO_LOOK_AT: [&str; 3] = ["-Od", "-fspv-debug=vulkan-with-source", "-Wno-debug-info"];

/// The most runs of a shader in one call.
pub const MOST_TRIALS: usize = 10_000;

/// Each schedule with each size of waves.
///
/// # Errors
/// When these are too many.
pub fn all_trials(waves: &[u32], schedules: &[Schedule]) -> Result<Vec<Trial>, String> {
    if waves.len().saturating_mul(schedules.len()) > MOST_TRIALS {
        return Err(format!("more than {MOST_TRIALS} runs"));
    }
    let of_wave = |wave: &u32| {
        let wave = *wave;
        schedules.iter().map(move |schedule| Trial { schedule: *schedule, wave })
    };
    Ok(waves.iter().flat_map(of_wave).collect())
}

/// The options of a trial.
pub fn tried(base: &Options, trial: Trial) -> Options {
    let engine = match base.engine.clone() {
        Engine::Interpreter(checking) => Engine::Interpreter(Checking { schedule: trial.schedule, ..checking }),
        Engine::Compiled => Engine::Compiled,
    };
    Options { engine, wave: trial.wave, ..base.clone() }
}

/// The options for the compiler where shaders run in an engine.
pub fn options_of(engine: &Engine) -> Vec<String> {
    match engine {
        Engine::Interpreter(Checking { names: true, .. }) => TO_LOOK_AT.map(str::to_owned).to_vec(),
        Engine::Interpreter(Checking { checks, .. }) if *checks != Checks::none() => {
            OPTIONS.map(str::to_owned).to_vec()
        }
        Engine::Interpreter(_) | Engine::Compiled => Vec::new(),
    }
}

/// The findings of a run at lines of these files, without those that comments allow.
pub fn located(report: check::Report, checks: &Checks, read: &[String]) -> (Report, check::Report) {
    // A module may name any file; only those that were read for it are examined.
    located_in(report, checks, |name| {
        let bytes = read.iter().any(|own| own == name).then(|| reading::read_bytes(name).ok()).flatten()?;
        Some(String::from_utf8_lossy(&bytes).into_owned())
    })
}

/// The findings of a run, with the texts of files by their names, without those that comments allow.
pub fn located_in(
    mut report: check::Report,
    checks: &Checks,
    text: impl Fn(&str) -> Option<String>,
) -> (Report, check::Report) {
    let texts: Vec<Option<String>> =
        report.files.iter().map(|name| text(name).filter(|text| !numbers_lines(text))).collect();
    check::allow::apply(&mut report, checks, &texts);
    let mut sources = SourceMap::new();
    let add = |(name, text): (&String, &Option<String>)| sources.add_file(name, text.as_deref()?, None).ok();
    let ids: Vec<Option<FileId>> = report.files.iter().zip(&texts).map(add).collect();
    let locator = Locator { sources: &sources, ids: &ids, report: &report };
    let diagnostics = report.findings.iter().map(|finding| locator.diagnostic(finding)).collect();
    (Report::new(diagnostics, sources, Interner::new()), report)
}

/// Returns whether a text says by itself which lines it has: findings name those, and not the ones that it consists of.
fn numbers_lines(text: &str) -> bool {
    let directives = text.lines().filter_map(|line| line.trim_start().strip_prefix('#'));
    directives.map(str::trim_start).any(|directive| directive.starts_with("line"))
}

/// A line about what was found, and about what the run proves.
pub fn summary(report: &check::Report) -> String {
    let count = |level: Level, word: &str| match report.count(level) {
        0 => None,
        1 => Some(format!("1 {word}")),
        count => Some(format!("{count} {word}s")),
    };
    let levels = [(Level::Error, "error"), (Level::Warning, "warning"), (Level::Note, "note")];
    let found: Vec<String> = levels.into_iter().filter_map(|(level, word)| count(level, word)).collect();
    match found.is_empty() {
        true => format!("no findings; {}", report.verdict),
        false => format!("{}; {}", found.join(", "), report.verdict),
    }
}

/// Places of findings in texts.
struct Locator<'r> {
    sources: &'r SourceMap,
    ids: &'r [Option<FileId>],
    report: &'r check::Report,
}

impl Locator<'_> {
    fn diagnostic(&self, finding: &Finding) -> Diagnostic {
        let severity = match finding.level {
            Level::Error => Severity::Error,
            Level::Warning => Severity::Warning,
            Level::Note | Level::Off => Severity::Note,
        };
        let note = |message: String, span: Option<Span>| Note { message: Cow::Owned(message), span, replacement: None };
        let mut notes = Vec::new();
        if let Some(place) = finding.place.filter(|place| self.span(place).is_none()) {
            notes.push(note(self.told(&place), None));
        }
        for (place, text) in &finding.related {
            let span = place.as_ref().and_then(|place| self.span(place));
            let text = match place {
                Some(place) if span.is_none() => format!("{text}: {}", self.told(place)),
                _ => text.clone(),
            };
            notes.push(note(text, span));
        }
        notes.extend(finding.notes.iter().map(|text| note(text.clone(), None)));
        if finding.count > 1 {
            notes.push(note(format!("{} occurrences; this is the first", finding.count), None));
        }
        let span = finding.place.and_then(|place| self.span(&place)).unwrap_or(Span::NONE);
        Diagnostic { row: finding.check.row().row, severity, message: finding.message.clone(), span, notes }
    }

    /// A place in words, where there is no text to show.
    fn told(&self, place: &Place) -> String {
        let file = self.report.files.get(place.file as usize).map_or("", String::as_str);
        format!("at {file}:{}:{}", place.line, place.column)
    }

    fn span(&self, place: &Place) -> Option<Span> {
        let file = self.sources.file((*self.ids.get(place.file as usize)?)?);
        let start = offset(file, place.line, place.column)?;
        let end = offset(file, place.end_line, place.end_column).filter(|end| *end >= start).unwrap_or(start);
        let last = file.text().get(end as usize..).and_then(|rest| rest.chars().next()).map_or(0, char::len_utf8);
        Some(Span::new(file.base() + start, file.base() + end + last as u32))
    }
}

/// The offset in the text of a file of a line and a column of what is on disk, both from 1, the column in bytes: that of
/// the line's end if it is shorter.
fn offset(file: &SourceFile, line: u32, column: u32) -> Option<u32> {
    let (original, index) = (file.original(), line.checked_sub(1)? as usize);
    let before: usize = original.split_inclusive('\n').take(index).map(str::len).sum();
    let own = original.get(before..)?.lines().next()?;
    // A byte-order mark precedes the first line, not in it.
    let mark = own.len() - own.trim_start_matches('\u{feff}').len();
    let inside = (mark + column.saturating_sub(1) as usize).min(own.len());
    let inside = (0..=inside).rev().find(|at| own.is_char_boundary(*at))?;
    let wanted = u32::try_from(before + inside).ok()?;
    // The text lacks what continues lines: there it goes on behind that.
    let (mut low, mut high) = (0, file.text().len() as u32);
    while low < high {
        let middle = low + (high - low) / 2;
        match file.original_offset(middle) < wanted {
            true => low = middle + 1,
            false => high = middle,
        }
    }
    Some(low)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_on_disk_become_offsets_in_the_text() {
        let mut sources = SourceMap::new();
        let id = sources.add_file("a.hlsl", "\u{feff}ab\\\r\ncd\n\u{e4}f\n", None).unwrap();
        let file = sources.file(id);
        assert_eq!(file.text(), "abcd\n\u{e4}f\n");
        let places = [(1, 1), (1, 2), (1, 3), (2, 1), (2, 2), (2, 9), (3, 1), (3, 2), (3, 3), (3, 9)];
        let offsets = places.map(|(line, column)| offset(file, line, column));
        assert_eq!(offsets, [0, 1, 2, 2, 3, 4, 5, 5, 7, 8].map(Some));
        assert_eq!([offset(file, 0, 1), offset(file, 4, 1), offset(file, 9, 1)], [None; 3]);
    }
}
