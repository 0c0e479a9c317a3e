//! Lists of command lines, compiled by one process.

use crate::compile::{self, Surroundings};
use crate::condition::Condition;
use crate::conditions::Told;
use crate::keywords::Keywords;
use crate::list::{self, Entry};
use crate::packed::{self, Packed};
use crate::remote::Remote;
use crate::remote::results::{Line, Results};
use crate::rule;
use crate::sets::Point;
use crate::spaces::{self, Part};
use crate::unused;
use crate::variants::{Made, Variant, Variants};
use arguments::{BatchArguments, VariantsForm};
use base::ids::{Map, Set};
use library::files::digest::Digest;
use library::files::names::{to_path, to_text};
use library::files::outputs;
use library::files::places::{self, Claims};
use library::files::staged::{self, Staged, put};
use library::options::args::Parsed;
use library::options::settings::{CommandLineMacro, Output};
use library::pipeline::shared::manifest::{self, Manifest, Record, Records};
use library::pipeline::shared::module_folder::{Choice, StoredModules};
use library::pipeline::shared::{Levels, Shared};
use library::pool::{self, Pace};
use library::report::console::{Voice, complain, print_or_complain, say};
use library::report::document::{Document, Gathered, Gathering};
use library::report::form::Form;
use library::report::progress::Progress;
use std::borrow::Cow;
use std::cell::Cell;
use std::hash::Hash;
use std::sync::Arc;

/// Carries out `batch`. Returns the exit status: 1 when a list cannot be read, or a command line has failed.
pub fn run(arguments: &BatchArguments) -> u8 {
    let planned = Form::of_all(arguments.report.as_deref());
    let planned = planned.and_then(|form| Ok((plan(arguments, form.as_ref())?, form)));
    let (plan, form) = match planned {
        Ok(planned) => planned,
        Err(message) => return failed(message),
    };
    if arguments.list {
        if let Err(message) = plan.own.clone().and_then(|()| write_database(&plan, arguments)) {
            return failed(message);
        }
        let lines: String = plan.entries.iter().map(|entry| entry.line() + "\n").collect();
        return print_or_complain(&lines);
    }
    match &arguments.unpack {
        Some(file) => packed::unpack(&plan.entries, file).map_or_else(failed, |()| 0),
        None => compile_all(&plan, arguments, form.as_ref()),
    }
}

/// Writes the database of the command lines. Only when all files have been read is it known that it is none of them.
fn write_database(plan: &Plan, arguments: &BatchArguments) -> Result<(), String> {
    let Some(file) = &arguments.compile_commands else { return Ok(()) };
    let written = staged::write_if_changed(file, list::write(&plan.entries).as_bytes());
    written.map_err(|error| format!("cannot write '{}': {error}", to_text(file.as_os_str())))
}

fn failed(message: impl std::fmt::Display) -> u8 {
    complain(message);
    1
}

/// The work of a batch.
struct Plan {
    /// The command lines of all lists that belong to this part of the batch.
    entries: Arc<Vec<Entry>>,
    /// The macros that command lines with the same input define, by the input.
    macros: Map<String, Arc<[Box<str>]>>,
    /// The files that all command lines and the batch itself write.
    claims: Claims,
    /// The error of an option of the batch whose file is that of a line or of another option: modules are made all the same.
    own: Result<(), String>,
    /// The names of the inputs that a build tool has declared.
    declared: Option<String>,
}

/// Reads all lists.
///
/// # Errors
/// When a list cannot be read, or a file would be written that is read, or that another part of the batch writes.
fn plan(arguments: &BatchArguments, form: Option<&Form<'_>>) -> Result<Plan, String> {
    let mut entries = Vec::new();
    let keywords = arguments.keywords.iter().map(|file| Keywords::read(&to_text(file.as_os_str())));
    let limit = arguments.variants.map(|_| arguments.limit);
    let how = list::Reading { keywords: keywords.collect::<Result<_, _>>()?, limit };
    for file in &arguments.lists {
        entries.extend(list::read(&to_text(file.as_os_str()), &how)?);
    }
    if let Some(condition) = &arguments.condition {
        entries = list::filtered(entries, &Condition::new(condition))?;
    }
    let declared = arguments.declared_inputs.as_deref().map(unused::read).transpose()?;
    let Survey { macros, outputs, messages } = Survey::of(&entries);
    macros.keys().for_each(|input| places::note_named(input));
    let writes_outputs = arguments.variants.is_none() && arguments.pack.is_none() && arguments.results.is_none();
    let mut claims = if writes_outputs { claims(&entries, &outputs, &messages)? } else { Claims::default() };
    let own = own_files(arguments, form);
    own.iter().try_for_each(|(option, file)| places::check_unread(file, option))?;
    let mut parts = (entries.len() + 1)..;
    let own = own.iter().try_for_each(|(option, file)| claims.claim(file, parts.next().unwrap_or_default(), option));
    if let Some(shard) = arguments.shard {
        let first = |entry: &Entry| outputs::files(&entry.parsed().options).into_iter().next();
        entries.retain(|entry| shard.has(&first(entry).unwrap_or_else(|| entry.line())));
    }
    Ok(Plan { entries: entries.into(), macros, claims, own, declared })
}

/// The command lines whose settings are kept from the survey until they are compiled. Those of one take some 1.4 kB.
const MOST_KEPT: usize = 1 << 13;

/// What the whole batch needs of all command lines.
#[derive(Default)]
struct Survey {
    /// The names of the macros that command lines with the same input define, by the input.
    macros: Map<String, Arc<[Box<str>]>>,
    /// The files that command lines write, with their positions in the list.
    outputs: Vec<(usize, String)>,
    /// Files that messages are appended to: those of several lines may go to one.
    messages: Set<String>,
}

impl Survey {
    fn of(entries: &[Entry]) -> Self {
        let mut survey = Survey::default();
        let mut all: Map<String, Set<Box<str>>> = Map::default();
        for (at, entry) in entries.iter().enumerate() {
            let parsed = entry.parsed();
            survey.outputs.extend(outputs::files(&parsed.options).into_iter().map(|file| (at, file)));
            survey.messages.extend(parsed.options.output.errors.clone());
            if let Some(input) = &parsed.options.input {
                let names = match all.get_mut(input) {
                    Some(names) => names,
                    None => all.entry(input.clone()).or_default(),
                };
                for option in &parsed.options.preprocess.macros {
                    match option {
                        CommandLineMacro::Define(name, _) if !names.contains(name.as_str()) => {
                            _ = names.insert(name.as_str().into());
                        }
                        _ => {}
                    }
                }
            }
            if at < MOST_KEPT {
                entry.keep(parsed);
            }
        }
        survey.macros = all.into_iter().map(|(input, names)| (input, names.into_iter().collect())).collect();
        survey
    }
}

/// The claims of command lines to their outputs, and to the files for messages.
fn claims(entries: &[Entry], outputs: &[(usize, String)], messages: &Set<String>) -> Result<Claims, String> {
    let mut claims = Claims::default();
    for (at, file) in outputs {
        claims.claim(file, *at, &entries[*at].place.to_string())?;
    }
    messages.iter().try_for_each(|file| claims.claim(file, entries.len(), "-Fe"))?;
    Ok(claims)
}

/// The files that options of the batch name, with these options.
fn own_files<'a>(arguments: &'a BatchArguments, form: Option<&Form<'a>>) -> Vec<(&'static str, Cow<'a, str>)> {
    let own = [
        ("--compile-commands", &arguments.compile_commands),
        ("--manifest", &arguments.manifest),
        ("--depfile", &arguments.depfile),
        ("--unused-inputs", &arguments.unused_inputs),
        ("--stamp", &arguments.stamp),
        ("--pack", &arguments.pack),
    ];
    let named = own.into_iter().filter_map(|(option, file)| Some((option, to_text(file.as_deref()?.as_os_str()))));
    named.chain(form.and_then(|form| form.file).map(|file| ("--report", file.into()))).collect()
}

/// The end of one command line.
struct Done {
    voice: Voice,
    /// Messages that are for a document.
    gathered: Option<Gathered>,
    status: u8,
    /// True if the manifest says that nothing has changed.
    is_unchanged: bool,
    /// The files on which its outputs depend, and those that were not found.
    read: Vec<String>,
    absent: Vec<String>,
    /// Its name and record for the manifest.
    record: Option<(String, Record)>,
    /// Its module for the report about variants.
    variant: Option<Variant>,
    /// Its module for the pack, or the results.
    words: Option<Vec<u32>>,
}

fn compile_all(plan: &Plan, arguments: &BatchArguments, form: Option<&Form<'_>>) -> u8 {
    let Plan { entries, claims, .. } = plan;
    let pace = Pace::new(arguments.jobs, arguments.keep_going);
    let manifest = arguments.manifest.as_deref().map(Manifest::read);
    let levels = std::env::var(LEVELS).map_or_else(|_| Levels::default(), |names| Levels::of(&names));
    let stored = match stored(arguments) {
        Ok(stored) => stored,
        Err(message) => return failed(message),
    };
    let shared = Shared { is_recorded: manifest.is_some(), levels, stored, ..Shared::default() };
    let document = form.map(|form| form.style.format).filter(|format| Form::is_document(*format)).map(Gathering::of);
    let progress = Progress::of(entries.len(), "compiled");
    let target = Target::of(arguments);
    let lines = || lines_to_compile(entries, manifest.as_ref(), target);
    let remote = match Remote::begin(arguments, entries, lines, document.is_some()) {
        Ok(remote) => remote,
        Err(message) => return failed(message),
    };
    let context = Context { shared: &shared, manifest: manifest.as_ref(), target, remote: remote.as_ref() };
    let work = |(at, entry): &(usize, &Entry)| {
        let mut parsed = entry.take_parsed();
        if let Some(form) = form {
            parsed.options.diagnostics.format = form.style.format;
        }
        if let Some(names) = parsed.options.input.as_ref().and_then(|input| plan.macros.get(input)) {
            parsed.options.preprocess.watched = Arc::clone(names);
        }
        let is_told_once = (entry.place.point().is_some() || target == Target::Results) && !arguments.each;
        let gathers = document.or(is_told_once.then_some(Gathering::Texts));
        let done = compile_one(*at, entry, parsed, &context, gathers).checked(entry, claims);
        progress.step();
        let failed = done.status != 0;
        (done, failed)
    };
    let results = arguments.results.as_deref().map(Results::new);
    let mut report = Report { form, results, ..Report::default() };
    compile_parts(entries, arguments, &pace, work, &mut report);
    drop(progress);
    report.executed = remote.as_ref().map(Remote::taken);
    let stored = shared.stored.as_ref().map_or(Ok(0), StoredModules::end);
    let stored = stored.map(|count| report.stored = count).map_err(complain);
    report.end(plan, arguments).max(u8::from(stored.is_err()))
}

/// Compiles all command lines of a list; those of a space by cubes, where there are few enough.
fn compile_parts(
    entries: &[Entry],
    arguments: &BatchArguments,
    pace: &Pace,
    work: impl Fn(&(usize, &Entry)) -> (Done, bool) + Sync,
    report: &mut Report<'_>,
) {
    let run = |first: usize, entries: &[Entry], hear: &mut dyn FnMut(&Entry, Done)| {
        let numbered: Vec<(usize, &Entry)> = (first..).zip(entries).collect();
        pool::run(&numbered, pace, &work, |(_, entry), done| hear(entry, done));
    };
    // A failure ends the search for cubes, as it ends a list.
    let goes_on = |done: &[Done]| arguments.keep_going || done.iter().all(|done| done.status == 0);
    let all_of = |entries: &[Entry]| {
        let mut all = Vec::with_capacity(entries.len());
        run(0, entries, &mut |_, done| all.push(done));
        Some(all).filter(|all| goes_on(all))
    };
    let asked = |done: &Done| done.variant.as_ref().map(|variant| Arc::clone(&variant.asked)).unwrap_or_default();
    let mut first = 0;
    for Part { entries, is_space } in spaces::parts(entries) {
        let is_space = is_space && arguments.condition.is_none();
        let explored = is_space.then(|| spaces::explored(entries, arguments.limit, asked, all_of)).flatten();
        match explored {
            Some(results) => results.into_iter().for_each(|(entry, done)| report.hear(&entry, done)),
            None if report.failures > 0 && !arguments.keep_going => report.skipped += entries.len() as u64,
            None => {
                let before = report.heard;
                run(first, entries, &mut |entry, done| report.hear(entry, done));
                report.skipped += (entries.len() - (report.heard - before)) as u64;
            }
        }
        first += entries.len();
    }
}

/// The modules of earlier runs, if the arguments name where they are.
fn stored(arguments: &BatchArguments) -> Result<Option<StoredModules>, String> {
    let Some(place) = &arguments.cache else { return Ok(None) };
    let choice = Choice {
        place,
        login: arguments.cache_login.as_deref(),
        secret: arguments.cache_key.as_deref(),
        reads_only: arguments.cache_read,
        verified: arguments.cache_verify,
        limit: arguments.cache_limit,
    };
    StoredModules::new(&choice).map(Some)
}

/// The environment variable with the names of the levels at which compilations are compared, for tests.
const LEVELS: &str = "HLSL2SPIRV_BATCH_LEVELS";

/// What all command lines have in common.
struct Context<'a> {
    shared: &'a Shared,
    manifest: Option<&'a Manifest>,
    target: Target,
    remote: Option<&'a Remote>,
}

/// Where modules go.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Target {
    /// Into the files that the command lines name.
    Outputs,
    /// They are counted.
    Report,
    /// Into one file.
    Pack,
    /// Into a folder, for another process that goes on with them.
    Results,
}

impl Target {
    fn of(arguments: &BatchArguments) -> Self {
        match (&arguments.variants, &arguments.pack, &arguments.results) {
            (Some(_), ..) => Target::Report,
            (None, Some(_), _) => Target::Pack,
            (None, None, Some(_)) => Target::Results,
            (None, None, None) => Target::Outputs,
        }
    }
}

/// The lines whose module is written to a file, and of which the manifest does not say that nothing has changed.
fn lines_to_compile(entries: &[Entry], manifest: Option<&Manifest>, target: Target) -> Vec<usize> {
    let is_written = |(_, entry): &(usize, &Entry)| {
        let parsed = entry.parsed();
        let output = &parsed.options.output;
        let is_file = [&output.object, &output.listing, &output.header].into_iter().any(Option::is_some);
        let known = || unchanged(entry, &parsed, manifest?);
        (is_file || target == Target::Pack) && known().is_none()
    };
    entries.iter().enumerate().filter(is_written).map(|(at, _)| at).collect()
}

/// The digest of the settings of a line, for the manifest.
fn settings_of(entry: &Entry) -> Digest {
    Digest::of(|hasher| (entry.arguments(), &*entry.folder).hash(hasher))
}

/// The first output of a line and its record, if nothing has changed.
fn unchanged(entry: &Entry, parsed: &Parsed, manifest: &Manifest) -> Option<(String, Record)> {
    let name = outputs::files(&parsed.options).into_iter().next()?;
    let record = manifest.unchanged(&name, settings_of(entry), |_| false)?.clone();
    Some((name, record))
}

impl Done {
    /// Fails where another part of the batch writes a file that was read: which of the two came first is chance.
    fn checked(mut self, entry: &Entry, claims: &Claims) -> Self {
        let place = entry.place.to_string();
        let written = self.read.iter().find_map(|file| Some((file, claims.other_owner(file, &place)?)));
        if let Some((file, owner)) = written {
            let message = format_args!("hlsl2spirv: error: {place} reads '{file}', which {owner} writes");
            self.voice.say(message);
            (self.status, self.record) = (1, None);
        }
        self
    }
}

/// Compiles a command line, unless the manifest says that nothing has changed.
fn compile_one(
    at: usize,
    entry: &Entry,
    mut parsed: Parsed,
    context: &Context<'_>,
    gathers: Option<Gathering>,
) -> Done {
    let (voice, gathered) = (Voice::kept(), gathers.map(Gathered::new));
    let Context { shared, manifest, target, remote } = *context;
    if target != Target::Outputs {
        let errors = parsed.options.output.errors.take().filter(|_| target == Target::Pack);
        parsed.options.output = Output::default();
        parsed.options.output.errors = errors;
    }
    let name = outputs::files(&parsed.options).into_iter().next();
    if let Some((name, record)) = manifest.and_then(|manifest| unchanged(entry, &parsed, manifest)) {
        let read = record.read.keys().cloned().collect();
        let (record, absent) = (Some((name, record)), Vec::new());
        return Done {
            voice,
            gathered,
            status: 0,
            is_unchanged: true,
            read,
            absent,
            record,
            variant: None,
            words: None,
        };
    }
    // Before it is compiled: a file that changes meanwhile is then one that has changed.
    if let (Some(manifest), Some(input)) = (manifest, &parsed.options.input) {
        manifest.digest(input);
    }
    let made = Cell::new(None);
    let take = |words: &[u32], _: &mut Staged| {
        made.set(Some(words.to_vec()));
        Ok(())
    };
    let more: Option<&compile::More<'_>> = if target == Target::Outputs { None } else { Some(&take) };
    let around = Surroundings {
        voice: &voice,
        shared: Some(shared),
        keeps_equal: true,
        is_plain: compile::is_plain(),
        more,
        gathered: gathered.as_ref(),
    };
    let outcome = match remote.and_then(|remote| remote.take(at)) {
        Some(made) => compile::adopt(parsed, made, &around),
        None => compile::run_parsed(parsed, &around),
    };
    let files = outcome.dependencies;
    let is_silent = voice.is_silent() && gathered.as_ref().is_none_or(Gathered::is_empty);
    let is_done = outcome.status == 0 && is_silent;
    let record = manifest.zip(name).filter(|_| is_done).and_then(|(manifest, name)| {
        let mut visited = files.visited.iter().map(String::as_str);
        let is_same = |path: &str| remote.is_none_or(|remote| remote.has_sent(path, manifest.digest(path)));
        let is_recorded = visited.clone().all(is_same);
        let visited = visited.by_ref();
        let record = is_recorded.then(|| manifest.record(settings_of(entry), visited, &files.absent, outcome.written));
        Some((name, record.flatten()?))
    });
    let words = made.take();
    let module = words.as_deref().map(Made::of);
    let variant = (target == Target::Report).then_some(Variant { module, asked: outcome.asked });
    let words = words.filter(|_| [Target::Pack, Target::Results].contains(&target));
    let (status, read, absent) = (outcome.status, files.visited, files.absent);
    Done { voice, gathered, status, is_unchanged: false, read, absent, record, variant, words }
}

/// The results of the command lines so far.
#[derive(Default)]
struct Report<'a> {
    /// The form of messages, if it is set for all.
    form: Option<&'a Form<'a>>,
    document: Document,
    /// The messages of the line whose combinations are being heard.
    told: Option<Told>,
    variants: Variants,
    packed: Packed,
    results: Option<Results>,
    /// How many lines a worker has compiled, if there are workers.
    executed: Option<usize>,
    /// How many modules an earlier run has left.
    stored: usize,
    heard: usize,
    unchanged: usize,
    /// The lines that were heard, or have the result of one that was.
    lines: u64,
    /// Those of them with errors.
    failures: u64,
    /// The lines that were not begun after a failure.
    skipped: u64,
    /// True if texts could not be printed.
    lost: bool,
    records: Records,
    /// All files that were read, in the order of their first use.
    read: Set<String>,
}

impl Report<'_> {
    fn hear(&mut self, entry: &Entry, done: Done) {
        if let Some(results) = &mut self.results {
            let texts = done.gathered.map_or_else(Vec::new, Gathered::into_texts);
            let line = Line { text: done.voice.into_text(), texts, read: done.read, absent: done.absent, module: 0 };
            return results.add(line, done.words.as_deref().filter(|_| done.status == 0));
        }
        let point = entry.place.point();
        if self.told.as_ref().is_some_and(|told| point.is_none_or(|point| !told.is_of(point))) {
            self.tell();
        }
        self.lost |= done.voice.release().is_err();
        self.heard += 1;
        self.unchanged += usize::from(done.is_unchanged);
        self.records.extend(done.record);
        self.read.extend(done.read);
        if let Some(variant) = done.variant {
            self.variants.add(entry, variant);
        }
        if let Some(words) = done.words {
            self.packed.add(entry, &words);
        }
        let failed = done.status != 0;
        let count = point.map_or(1, Point::count);
        self.lines += count;
        self.failures += if failed { count } else { 0 };
        let says = |place: String| format!("{place}: failed with status {}", done.status);
        match (done.gathered, point) {
            (Some(gathered), _) if gathered.is_for_document() => {
                self.document.add(&entry.place.to_string(), done.status, gathered);
            }
            (Some(gathered), Some(point)) => {
                let end = failed.then(|| format!("hlsl2spirv: error: {}\n", says(entry.place.of_family().to_string())));
                let told = self.told.get_or_insert_with(|| Told::new(&point.family));
                return told.add(point, gathered.into_texts().into_iter().chain(end));
            }
            (Some(_), None) | (None, _) => {}
        }
        if failed {
            self.complain(says(entry.place.to_string()));
        }
    }

    /// Prints the messages of a line with sets.
    fn tell(&mut self) {
        let text = self.told.take().map_or_else(String::new, Told::into_text);
        if !text.is_empty() {
            let voice = Voice::of_process();
            voice.write(text);
        }
    }

    /// Prints an error message, unless a document says it.
    fn complain(&self, message: impl std::fmt::Display) {
        if !self.form.is_some_and(Form::is_alone) {
            complain(message);
        }
    }

    /// Writes the files about the whole batch. Returns the exit status.
    fn end(&mut self, plan: &Plan, arguments: &BatchArguments) -> u8 {
        if let Some(results) = self.results.take() {
            return results.write().map_or_else(failed, |()| 0);
        }
        self.tell();
        if self.failures > 0 {
            let rest = if self.skipped == 0 { String::new() } else { format!(", {} not started", self.skipped) };
            let all = self.lines + self.skipped;
            self.complain(format_args!("{} of {all} command lines failed{rest}", self.failures));
        } else if !self.form.is_some_and(Form::is_alone) {
            let compiled = self.heard - self.unchanged - self.stored;
            let stored = if self.stored > 0 { format!(", {} from the cache", self.stored) } else { String::new() };
            let executed = self.executed.map_or_else(String::new, |count| format!(", {count} by workers"));
            say(format_args!("hlsl2spirv: {compiled} compiled, {} unchanged{stored}{executed}", self.unchanged));
        }
        let written = self.write(plan, arguments).map_err(complain);
        let printed = match arguments.variants {
            None => 0,
            Some(VariantsForm::Text) => print_or_complain(&self.variants.text()),
            Some(VariantsForm::Json) => print_or_complain(&self.variants.json()),
        };
        u8::from(self.failures > 0 || self.lost || written.is_err() || printed != 0)
    }

    fn write(&mut self, plan: &Plan, arguments: &BatchArguments) -> Result<(), String> {
        if let Some(form) = self.form.filter(|form| Form::is_document(form.style.format)) {
            let text = self.document.text(form.style.format);
            match form.file {
                Some(file) => {
                    plan.own.clone()?;
                    put(&to_path(file), text.as_bytes())?;
                }
                None => say(text),
            }
        }
        plan.own.clone()?;
        write_database(plan, arguments)?;
        if let Some(file) = &arguments.manifest {
            manifest::write(file, &self.records)?;
        }
        if let Some(file) = arguments.pack.as_ref().filter(|_| self.failures == 0 || arguments.keep_going) {
            std::mem::take(&mut self.packed).write(file)?;
        }
        if self.failures > 0 {
            return Ok(());
        }
        let stamp = arguments.stamp.as_deref().map(|stamp| to_text(stamp.as_os_str()).into_owned());
        if let Some(file) = &arguments.depfile {
            let first = || plan.entries.iter().flat_map(|entry| outputs::files(&entry.parsed().options)).next();
            let target = stamp.clone().or_else(first).unwrap_or_default();
            rule::write(file, &target, &self.read)?;
        }
        if let (Some(declared), Some(unused)) = (&plan.declared, &arguments.unused_inputs) {
            let lists = arguments.lists.iter().map(|list| to_text(list.as_os_str()));
            let read = lists.chain(self.read.iter().map(Into::into));
            unused::write(declared, unused, read)?;
        }
        arguments.stamp.as_deref().map_or(Ok(()), |stamp| put(stamp, b""))
    }
}
