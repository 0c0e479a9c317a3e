//! Reads a command line in DXC's style over the table of options.
//!
//! An argument that no option matches is an error when it starts with `-` (or is `--something`), and a file otherwise:
//! `/tmp/a.hlsl` is a path although `/T` is an option. Nothing here knows what a particular option does.

use crate::diagnostics as E;
use crate::options::foreign_warnings;
use crate::options::settings::Options;
use crate::options::{Effect, OPTIONS, OptionRow, Shape};
use base::diag::{Diagnostic, Sink};
use base::similar::nearest;
use base::source::Span;
use frontend::fingerprint::Fingerprint;

/// The settings of a command line, and its diagnostics.
#[derive(Clone, Debug)]
pub struct Parsed {
    /// The settings.
    pub options: Options,
    /// Errors and warnings about the command line.
    pub diagnostics: Vec<Diagnostic>,
    /// A key of all options but definitions of macros and names of outputs, if they were read from words.
    pub words: Option<Fingerprint>,
}

/// The options that are not a part of the key.
const NOT_IN_KEY: [&str; 3] = ["D", "Fo", "Fe"];

impl Parsed {
    /// Returns whether the command line is unusable.
    pub fn has_errors(&self) -> bool {
        self.diagnostics.iter().any(|diagnostic| diagnostic.severity >= base::diag::Severity::Error)
    }
}

/// A row that matches an argument, and the rest of the argument after the option's name.
#[derive(Clone, Copy)]
struct Match<'a> {
    row: &'static OptionRow,
    name: &'static str,
    rest: &'a str,
}

impl Match<'_> {
    /// The number of arguments behind this one that are values.
    fn values_after(&self) -> usize {
        match self.row.shape {
            Shape::Flag | Shape::Joined | Shape::CommaJoined => 0,
            Shape::Separate => 1,
            Shape::JoinedOrSeparate => usize::from(self.rest.is_empty()),
            Shape::Multi(count) => count,
        }
    }
}

/// Parses arguments, without the program's name.
pub fn parse<S: AsRef<str>>(arguments: &[S]) -> Parsed {
    parse_after(Options::default(), arguments)
}

/// Parses arguments on top of existing settings.
pub fn parse_after<S: AsRef<str>>(options: Options, arguments: &[S]) -> Parsed {
    let mut reader = Reader { options, sink: Sink::default() };
    let mut key = Fingerprint::of("");
    let arguments: Vec<&str> = arguments.iter().map(AsRef::as_ref).collect();
    let (mut rest, mut recent) = (arguments.as_slice(), Recent::default());
    while let Some((&first, others)) = rest.split_first() {
        let found = recent.find(first);
        if found.is_none() && (!first.starts_with('-') || first == "-") {
            reader.options.input = Some(first.to_owned());
            rest = others;
            continue;
        }
        let after = found.map_or(others, |found| reader.option(first, found, others));
        if found.is_none() {
            reader.unknown(first);
        }
        let read = &rest[..rest.len() - after.len()];
        if found.is_none_or(|found| !NOT_IN_KEY.contains(&found.row.names[0])) {
            key = read.iter().fold(key, |key, word| key.and(Fingerprint::of(word)));
        }
        reader.options.command_line.extend(read.iter().flat_map(|word| [" ", word]));
        rest = after;
    }
    let warnings = reader.check_warning_names();
    let mut diagnostics = reader.sink.into_diagnostics();
    diagnostics.extend(warnings.into_diagnostics());
    Parsed { options: reader.options, diagnostics, words: Some(key) }
}

/// The words that were looked up last: a command line repeats a few options, such as those for macros and bindings.
#[derive(Default)]
struct Recent<'a> {
    found: [Option<(&'a str, Option<Match<'a>>)>; 4],
    next: usize,
}

impl<'a> Recent<'a> {
    /// The result of [`find`].
    fn find(&mut self, argument: &'a str) -> Option<Match<'a>> {
        if let Some((_, found)) = self.found.iter().flatten().find(|(word, _)| *word == argument) {
            return *found;
        }
        let found = find(argument);
        self.found[self.next] = Some((argument, found));
        self.next = (self.next + 1) % self.found.len();
        found
    }
}

struct Reader {
    options: Options,
    sink: Sink,
}

impl Reader {
    /// Takes an option and the values after it; returns the remaining arguments.
    fn option<'a>(&mut self, argument: &'a str, found: Match<'a>, others: &'a [&'a str]) -> &'a [&'a str] {
        let spelling = &argument[..argument.len() - found.rest.len()];
        let taken = found.values_after();
        let Some((values, others)) = others.split_at_checked(taken) else {
            self.sink.report(Span::NONE, E::MissingValue { option: spelling.to_owned() });
            return &[];
        };
        match found.row.shape {
            Shape::CommaJoined => self.apply(spelling, found.row, &found.rest.split(',').collect::<Vec<_>>()),
            _ if taken == 0 => self.apply(spelling, found.row, &[found.rest]),
            _ => self.apply(spelling, found.row, values),
        }
        others
    }

    fn apply(&mut self, spelling: &str, row: &OptionRow, values: &[&str]) {
        match row.effect {
            Effect::Works(set) => {
                let outcome = set(&mut self.options, values);
                self.options.given.push(row.names[0]);
                if let Err(expected) = outcome {
                    let (option, value) = (spelling.to_owned(), values.join(" "));
                    self.sink.report(Span::NONE, E::BadValue { option, value, expected });
                }
            }
            Effect::Accepted(_) => self.options.given.push(row.names[0]),
            Effect::Refused(reason) => {
                let (option, reason) = (spelling.to_owned(), reason.to_owned());
                self.sink.report(Span::NONE, E::RefusedOption { option, reason });
            }
        }
    }

    fn unknown(&mut self, argument: &str) {
        let report = self.sink.report(Span::NONE, E::UnknownArgument { argument: argument.to_owned() });
        if let Some(suggestion) = suggest(argument) {
            report.note(format!("did you mean '{suggestion}'?"));
        }
    }

    /// Warns about `-W<name>` and `-Werror=<name>` for an unknown warning. `-Wno-<name>` of an unknown warning is
    /// harmless.
    fn check_warning_names(&mut self) -> Sink {
        let mut sink = Sink::new(self.options.diagnostics.policy.clone());
        for name in std::mem::take(&mut self.options.diagnostics.named_groups) {
            if !crate::tables::warning_groups().any(|group| group == name) && !foreign_warnings::is_known(&name) {
                let report = sink.report(Span::NONE, E::UnknownWarning { option: format!("-W{name}") });
                if let Some(known) = nearest(&name, crate::tables::warning_groups()) {
                    report.note(format!("did you mean '-W{known}'?"));
                }
            }
        }
        sink
    }
}

/// A set of rows: a bit each.
type Rows = [u64; OPTIONS.len().div_ceil(u64::BITS as usize)];

/// For each letter, the rows with a name that begins with it.
static BY_INITIAL: [Rows; 128] = by_initial();

const fn by_initial() -> [Rows; 128] {
    let mut sets = [[0; _]; 128];
    let mut at = 0;
    while at < OPTIONS.len() {
        let mut names = OPTIONS[at].names;
        while let [name, others @ ..] = names {
            sets[name.as_bytes()[0] as usize][at / u64::BITS as usize] |= 1 << (at % u64::BITS as usize);
            names = others;
        }
        at += 1;
    }
    sets
}

fn rows_by_initial(letter: u8) -> impl Iterator<Item = &'static OptionRow> {
    let words = BY_INITIAL.get(usize::from(letter)).into_iter().flatten().copied().enumerate();
    let rows = words.flat_map(|(word, set)| {
        let rest = std::iter::successors(Some(set), |set| Some(set & set.wrapping_sub(1)));
        let rest = rest.take_while(|set| *set != 0);
        rest.map(move |set| word * u64::BITS as usize + set.trailing_zeros() as usize)
    });
    rows.map(|at| &OPTIONS[at])
}

/// The row whose name is the longest one that the argument starts with.
fn find(argument: &str) -> Option<Match<'_>> {
    let first = argument.trim_start_matches(['-', '/']).bytes().next()?;
    let rows = rows_by_initial(first);
    let matches = rows.flat_map(|row| row.prefixes.iter().filter_map(move |prefix| match_row(row, argument, prefix)));
    matches.max_by_key(|found| found.name.len())
}

fn match_row<'a>(row: &'static OptionRow, argument: &'a str, prefix: &str) -> Option<Match<'a>> {
    let body = argument.strip_prefix(prefix)?;
    let fits = |name: &&'static str| -> Option<Match<'a>> {
        let rest = body.strip_prefix(*name)?;
        let joined = matches!(row.shape, Shape::Joined | Shape::JoinedOrSeparate | Shape::CommaJoined);
        (joined || rest.is_empty()).then_some(Match { row, name, rest })
    };
    row.names.iter().filter_map(fits).max_by_key(|found| found.name.len())
}

/// The option that takes the argument behind this one as its value.
pub fn awaiting_value(argument: &str) -> Option<&'static OptionRow> {
    let found = find(argument).filter(|found| found.rest.is_empty())?;
    matches!(found.row.shape, Shape::Separate | Shape::JoinedOrSeparate).then_some(found.row)
}

/// The number of arguments behind an option that are its values; nothing for a word that is not an option.
pub fn values_after(argument: &str) -> Option<usize> {
    find(argument).map(|found| found.values_after())
}

/// The spelling nearest to an unknown argument, if there is a near one.
fn suggest(argument: &str) -> Option<String> {
    let body = argument.trim_start_matches('-');
    if body == "o" || body.starts_with("o=") {
        return Some("-Fo".to_owned());
    }
    let name = body.split_inclusive('=').next().unwrap_or(body);
    let known = nearest(name, OPTIONS.iter().flat_map(|row| row.names).copied())?;
    let row = OPTIONS.iter().find(|row| row.names.contains(&known))?;
    Some(format!("{}{known}", row.prefixes[0]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use frontend::preprocess::CommandLineMacro;

    fn ok(arguments: &[&str]) -> Options {
        let parsed = parse(arguments);
        assert!(parsed.diagnostics.is_empty(), "{:?}", parsed.diagnostics);
        parsed.options
    }

    fn errors(arguments: &[&str]) -> Vec<(String, Option<String>)> {
        let with_note = |diagnostic: Diagnostic| {
            let note = diagnostic.notes.first().map(|note| note.message.clone().into_owned());
            (format!("{}: {}", diagnostic.row.code, diagnostic.message), note)
        };
        parse(arguments).diagnostics.into_iter().map(with_note).collect()
    }

    #[test]
    fn repeated_options_take_their_own_values() {
        let words =
            "-T cs_6_0 -D A -D B=2 -Fo a -D A -I x -fvk-b-shift 1 0 -I y -E f -D C -Fo b -I z -DE -DE -D D=3 a.hlsl";
        let options = ok(&words.split(' ').collect::<Vec<_>>());
        let define =
            |(name, value): (&str, Option<&str>)| CommandLineMacro::Define(name.to_owned(), value.map(str::to_owned));
        let values =
            [("A", None), ("B", Some("2")), ("A", None), ("C", None), ("E", None), ("E", None), ("D", Some("3"))];
        assert_eq!(options.preprocess.macros, values.map(define));
        assert_eq!(options.preprocess.include_directories, ["x", "y", "z"]);
        let (object, input) = (options.output.object.as_deref(), options.input.as_deref());
        assert_eq!((object, options.entry(), input), (Some("b"), "f", Some("a.hlsl")));
    }

    #[test]
    fn values_stand_in_the_same_argument_or_the_next() {
        for line in [&["-Tcs_6_0", "-Emain2", "-Foout.spv"][..], &["/T", "cs_6_0", "-E", "main2", "/Fo", "out.spv"]] {
            let options = ok(line);
            assert_eq!(options.profile.as_deref(), Some("cs_6_0"));
            assert_eq!(options.entry(), "main2");
            assert_eq!(options.output.object.as_deref(), Some("out.spv"));
        }
    }

    #[test]
    fn files_may_start_with_a_slash_and_the_last_one_counts() {
        assert_eq!(ok(&["a.hlsl", "/tmp/b.hlsl"]).input.as_deref(), Some("/tmp/b.hlsl"));
        assert_eq!(ok(&["/spirv"]).input.as_deref(), Some("/spirv"));
    }

    #[test]
    fn the_longest_name_wins() {
        let options = ok(&["-MD", "-MF", "x.d", "-WX", "-Wno-conversion", "-HV", "2018", "-H"]);
        assert!(options.output.write_dependencies && !options.output.dependencies_only);
        assert!(options.diagnostics.policy.warnings_are_errors);
        assert!(options.diagnostics.policy.disabled_groups.contains("conversion"));
        assert!(options.output.show_includes);
    }

    #[test]
    fn lists_grow_and_scalars_keep_the_last_value() {
        let options = ok(&["-DA", "-D", "B=2", "-UA", "-I", "x", "-Iy", "-O0", "-O2"]);
        assert_eq!(options.preprocess.macros.len(), 3);
        assert_eq!(options.preprocess.include_directories, ["x", "y"]);
        assert_eq!(options.optimise.level(), 2);
    }

    #[test]
    fn several_values_follow_one_option() {
        let options = ok(&["-fvk-t-shift", "10", "all", "-vkbr", "t3", "1", "7", "2", "-fspv-max-id", "fff"]);
        assert_eq!(options.analysis.shifts[0].space, None);
        assert_eq!(options.analysis.register_bindings[0].binding.binding, 7);
        assert_eq!(options.optimise.max_id, Some(0xfff));
    }

    #[test]
    fn mistakes_are_explained() {
        let unknown = errors(&["-fspv-target-evn=vulkan1.1"]);
        assert_eq!(unknown[0].0, "E5001: unknown argument '-fspv-target-evn=vulkan1.1'");
        assert_eq!(unknown[0].1.as_deref(), Some("did you mean '-fspv-target-env='?"));
        assert_eq!(errors(&["-o"])[0].1.as_deref(), Some("did you mean '-Fo'?"));
        assert_eq!(errors(&["-fvk-b-shift", "1"])[0].0, "E5002: argument to '-fvk-b-shift' is missing");
        assert_eq!(
            errors(&["-fvk-b-shift", "-1", "0"])[0].0.split(';').next(),
            Some("E5003: invalid value '-1 0' for '-fvk-b-shift'")
        );
        assert!(errors(&["-HV", "2015"])[0].0.ends_with("expected 2016, 2017, 2018, 2021 or 202x"));
        assert!(errors(&["-Gec"])[0].0.contains("backward compatibility mode is not available for SPIR-V"));
        assert_eq!(errors(&["-Wbogus"])[0].0, "W5001: unknown warning option '-Wbogus'");
    }

    #[test]
    fn every_option_can_be_reached_by_each_of_its_spellings() {
        for row in OPTIONS {
            for (prefix, name) in
                row.prefixes.iter().flat_map(|prefix| row.names.iter().map(move |name| (prefix, name)))
            {
                let argument = format!("{prefix}{name}");
                let found = find(&argument).unwrap_or_else(|| panic!("{argument} is not found"));
                assert!(std::ptr::eq(found.row, row), "{argument} reads as {}", found.row.spelling());
            }
        }
    }
}
